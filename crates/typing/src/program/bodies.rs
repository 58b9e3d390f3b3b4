//! What an item holds that has code of its own, as entities.

use crate::check::body::is_initialized_in_class;
use crate::check::init::missing::is_needed;
use crate::code::around::template_depth;
use crate::{CodeRef, Context, DeclRef, Entity, Site};
use cleave_base_db::Db;
use cleave_hir::{Code, Decl, DeclId, DeclKind, Init, item_hir};
use cleave_names::ItemId;
use cleave_names::decl::Body;

/// The functions, variables and data members of an item that have a body or an initialiser, in order, members included.
/// Templates are among them, their parameters standing for themselves.
pub fn bodies<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Entity<'db>> {
    let hir = item_hir(db, item);
    let code = CodeRef { item, body: None };
    let mut out = Vec::new();
    for (id, decl) in hir.declarations() {
        if has_code(decl) {
            out.push(Entity::new(db, DeclRef::at(db, code, id), None));
        }
    }
    out
}

/// A declaration of an item. Most rules speak of few of them, and only those become entities.
#[derive(Clone, Copy)]
pub(crate) struct OwnDecl<'db> {
    code: CodeRef<'db>,
    id: DeclId,
}

impl<'db> OwnDecl<'db> {
    /// The code that it stands in.
    pub(crate) fn code(self) -> CodeRef<'db> {
        self.code
    }

    /// Its place in the code of its item.
    pub(crate) fn id(self) -> DeclId {
        self.id
    }

    /// The declaration.
    pub(crate) fn decl(self, db: &'db dyn Db) -> DeclRef<'db> {
        DeclRef::at(db, self.code, self.id)
    }

    /// What it declares, under no arguments.
    pub(crate) fn entity(self, db: &'db dyn Db) -> Entity<'db> {
        Entity::new(db, self.decl(db), None)
    }
}

/// The declarations of an item of the user's own that are written, each with its place; none of another item.
pub(crate) fn user_declarations<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
) -> impl Iterator<Item = (OwnDecl<'db>, &'db Decl, Site<'db>)> {
    let code = CodeRef { item, body: None };
    let own = cleave_names::is_of_user(db, item).then(|| item_hir(db, item).declarations());
    let written = own.into_iter().flatten().filter(|(_, d)| !d.is_implied());
    written.map(move |(id, decl)| {
        let site = Site::declaration(code, u32::from(id.into_raw()));
        (OwnDecl { code, id }, decl, site)
    })
}

/// What explicit instantiations among some declarations name: it is not declared there.
pub(crate) fn instantiated<'a>(all: impl Iterator<Item = &'a Decl>) -> Vec<DeclId> {
    all.filter_map(|d| match d.kind {
        DeclKind::Instantiation { decl, .. } => Some(decl),
        _ => None,
    })
    .collect()
}

/// A declaration with its place.
pub(crate) type Declared<'db> = (OwnDecl<'db>, &'db Decl, Site<'db>);

/// The declarations in those bodies of an item that declare classes, members of these among them.
pub(crate) fn local_declarations<'db>(
    db: &'db dyn Db,
    bodies: &[Entity<'db>],
) -> Vec<Declared<'db>> {
    let mut out = Vec::new();
    for &entity in bodies {
        let code = body_of(db, entity);
        let Some(hir) = code.code(db) else { continue };
        let is_class = |d: &Decl| matches!(d.kind, DeclKind::Class(_));
        if !hir.decls.iter().any(|(_, d)| is_class(d)) {
            continue;
        }
        let written = hir.decls.iter().filter(|(_, d)| !d.is_implied());
        out.extend(written.map(|(id, decl)| {
            let site = Site::declaration(code, u32::from(id.into_raw()));
            (OwnDecl { code, id }, decl, site)
        }));
    }
    out
}

/// The code of the body of a function that is declared in an item.
pub(crate) fn body_of<'db>(db: &'db dyn Db, function: Entity<'db>) -> CodeRef<'db> {
    let decl = function.decl(db);
    CodeRef {
        body: Some(decl.index(db)),
        ..decl.code(db)
    }
}

/// Whether there are lambda-expressions in the body or initialiser of an entity; where that is not known, there may be.
pub fn has_lambdas<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    body_of(db, entity).code(db).is_none_or(Code::has_lambdas)
}

/// Of what an item gives code to, and the member functions of classes in there, those that are no templates.
pub(crate) fn plain<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
) -> impl Iterator<Item = Entity<'db>> {
    let members = local_members(db, entity).into_iter();
    let all = members.chain([entity]);
    all.filter(move |&entity| template_depth(db, entity) == 0)
}

/// The member functions with bodies of the classes that a function's body declares, lambdas in it included.
pub fn local_members<'db>(db: &'db dyn Db, function: Entity<'db>) -> Vec<Entity<'db>> {
    let decl = function.decl(db);
    if decl.closure(db).is_some() || decl.code(db).body.is_some() {
        return Vec::new();
    }
    let code = body_of(db, function);
    let Some(hir) = code.code(db) else {
        return Vec::new();
    };
    let is_defined = |d: &Decl| matches!(&d.kind, DeclKind::Function(f) if f.inline_body.is_some());
    (hir.decls.iter())
        .filter(|(_, d)| is_defined(d))
        .map(|(id, _)| {
            let index = u32::from(id.into_raw());
            Entity::new(db, DeclRef::new(db, code, index, None), None)
        })
        .collect()
}

fn has_code(decl: &Decl) -> bool {
    match &decl.kind {
        DeclKind::Function(f) => matches!(f.body, Body::Block(_) | Body::Try(_)),
        DeclKind::Variable(v) => !matches!(v.init, Init::None),
        DeclKind::StructuredBinding { .. } => true,
        _ => false,
    }
}

/// The variables that an item defines without an initialiser and that are of class types or need one; of members those that are static
/// and inline, or stand out of their class.
pub(crate) fn uninitialized<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Entity<'db>> {
    use cleave_names::decl::Spec;
    let code = CodeRef { item, body: None };
    let hir = item_hir(db, item);
    let instantiated = instantiated(hir.code.decls.iter().map(|(_, d)| d));
    let is_defined = |d: &Decl| {
        matches!(&d.kind, DeclKind::Variable(v) if v.init == Init::None)
            && !d.spec.any(Spec::EXTERN)
            && (d.parent.is_none() || d.spec.any(Spec::STATIC) && d.spec.any(Spec::INLINE))
    };
    (hir.declarations())
        .filter(|(id, d)| is_defined(d) && !instantiated.contains(id))
        .map(|(id, _)| Entity::new(db, DeclRef::at(db, code, id), None))
        .filter(|e| {
            let ty = crate::function::variable_type(db, *e);
            let hir = e.hir(db);
            let constexpr = hir.is_some_and(|d| d.spec.any(Spec::CONSTEXPR));
            let needed = || {
                is_needed(db, ty, constexpr)
                    && hir.is_some_and(|d| d.heads.is_empty())
                    && !is_initialized_in_class(db, *e)
            };
            template_depth(db, *e) == 0
                && (ty.innermost_element(db).is_class(db)
                    || ty.has_auto(db)
                    || needed()
                    || ty.is_error(db) && names_template(db, *e))
        })
        .collect()
}

/// Whether the type of a variable is the name of a class template ([dcl.type.class.deduct]/1).
fn names_template<'db>(db: &'db dyn Db, variable: Entity<'db>) -> bool {
    let Some(DeclKind::Variable(v)) = variable.kind(db) else {
        return false;
    };
    crate::engine::depth::outermost(
        db,
        || false,
        || {
            let cx = Context::of(db, variable);
            cx.is_some_and(|mut cx| cx.declared_pattern(v.ty).1.is_some())
        },
    )
}

/// The functions that an item declares, defined or not.
pub fn functions<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Entity<'db>> {
    let code = CodeRef { item, body: None };
    let decls = item_hir(db, item).declarations();
    decls
        .filter(|(_, d)| matches!(d.kind, DeclKind::Function(_)))
        .map(|(id, _)| Entity::new(db, DeclRef::at(db, code, id), None))
        .collect()
}

/// How many parameters of a function may have default arguments.
pub fn defaults<'db>(db: &'db dyn Db, entity: Entity<'db>) -> u32 {
    match crate::function::signature(db, entity) {
        Some(sig) if template_depth(db, entity) == 0 => sig.ty.params.len() as u32,
        _ => 0,
    }
}
