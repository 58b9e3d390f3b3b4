//! What declarations make the walk follow: those of an item itself, and the members and friends of an instantiated class
//! ([temp.inst]/3). What their bodies use is followed elsewhere.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Class, DeclId, DeclKind, TypeId, TypeRef, item_hir};
use cleave_names::ItemId;
use cleave_names::decl::{Body, Spec};

use crate::code::around::template_depth;
use crate::declarations::alignments;
use crate::declarations::overriding::Overriding;
use crate::declarations::unconstructed;
use crate::declarations::written_types::types_of_declarations;
use crate::engine::depth;
use crate::program::Declared;
use crate::program::bit_fields::bit_field;
use crate::program::instances::Walk;
use crate::program::instances::uses::{Looked, Uses, is_followed};
use crate::{
    At, CodeRef, Context, DeclRef, Entity, Fill, Problem, Site, Ty, TyKind, class, eval, function,
};

/// What is wrong with the types that a function's parameters are written as, as far as names alone are concerned.
fn named_types<'db>(cx: &mut Context<'db>, ty: TypeId) {
    let TypeRef::Function(f) = &cx.code[ty] else {
        return;
    };
    for &param in &f.params {
        let mut at = cx.code[param].ty;
        while let TypeRef::Pointer(inner)
        | TypeRef::LvalueReference(inner)
        | TypeRef::RvalueReference(inner)
        | TypeRef::Qualified(_, inner) = &cx.code[at]
        {
            at = *inner;
        }
        if matches!(&cx.code[at], TypeRef::Path { typename: true, .. }) {
            cx.resolve_type(at);
        }
    }
    let certain = [codes::QUALIFIED_NAME_REQUIRED, codes::NO_SUCH_MEMBER];
    cx.problems
        .retain(|p| certain.contains(&p.code) && p.is_certain());
    cx.warnings.clear();
}

/// The declaration of a member of an instance, or of anything else.
fn member_of<'db>(
    db: &'db dyn Db,
    member: Entity<'db>,
    id: DeclId,
    of_instance: bool,
) -> Looked<'db> {
    let mut uses = Uses::new(db);
    let Some(mut cx) = Context::of(db, member) else {
        return Looked::new(Vec::new(), uses.done());
    };
    let decl = &cx.code[id];
    let mut found = Vec::new();
    // Of what has no end, what was required before is followed.
    depth::partially(db, || match &decl.kind {
        DeclKind::StaticAssert(condition) if of_instance => {
            eval::assertion(db, member, *condition, &mut found, &mut cx.out.required);
        }
        // What is wrong with it is reported elsewhere.
        DeclKind::StaticAssert(condition) => {
            cx.expr(*condition);
            cx.problems.clear();
            cx.warnings.clear();
        }
        // The enumerators of a scoped enumeration are instantiated where they are used ([temp.inst]/3).
        DeclKind::Enum(e) if of_instance && !e.scoped => {
            eval::enumerators(db, member, &mut found, &mut cx.out.required);
        }
        DeclKind::Alias(ty) => {
            cx.resolve_type(*ty);
        }
        // Of a member function its declaration ([temp.inst]/3): what its types name.
        DeclKind::Function(f) if of_instance => {
            named_types(&mut cx, f.ty);
        }
        DeclKind::Variable(v) => {
            if of_instance {
                found.extend(alignments::of_declaration(&mut cx, decl));
            }
            cx.scopes.this = function::class_of(db, member);
            let ty = cx.resolve_type(v.ty);
            let site = Site::declaration(cx.code_ref, u32::from(id.into_raw()));
            let is_static = decl.spec.any(Spec::STATIC.with(Spec::EXTERN));
            let is_here = decl.parent.is_none() && !decl.spec.any(Spec::EXTERN) || !is_static;
            // What is only declared asks for no instance.
            if let (false, TyKind::Class(class)) = (is_here, ty.innermost_element(db).kind(db))
                && class.env(db).is_none()
                && !of_instance
                && !class::is_defined_later(db, *class, class::Place::Declaration(member.decl(db)))
            {
                found.extend(class::abstract_object(db, ty, site));
            }
            if is_here {
                uses.complete(ty, site);
                if let TyKind::Class(class) = ty.innermost_element(db).kind(db) {
                    found.extend(cx.ambiguous_class(*class, site));
                }
                found.extend(class::abstract_object(db, ty, site));
                // A member without a size is a flexible one; a static member may have it from its class.
                let listed = decl.parent.is_some()
                    || !matches!(v.init, cleave_hir::Init::None)
                    || decl.path.as_deref().is_some_and(|p| !p.is_unqualified());
                let at = match of_instance {
                    true => class::Place::Template,
                    false => class::Place::Declaration(member.decl(db)),
                };
                found.extend(class::incomplete_object(db, ty, listed, site, at));
            }
            // Nothing is ever of type `void`, whoever defines it.
            else if ty.is_void(db) {
                let at = class::Place::Template;
                found.extend(class::incomplete_object(db, ty, false, site, at));
            }
            // What the template itself declares as a function, by a typedef-name, is one ([temp.arg.type]/3).
            let pattern = || function::declared_type(db, Entity::new(db, member.decl(db), None));
            if ty.is_function(db)
                && of_instance
                && decl.parent.is_some()
                && pattern().is_some_and(|ty| !ty.is_function(db))
            {
                found.push(Problem::new(codes::FUNCTION_TYPE_NOT_ALLOWED, site));
            }
            // An inline static member is defined by its declaration ([class.static.data]/3).
            if decl.parent.is_some() && is_static && decl.spec.any(Spec::INLINE) {
                let at = class::Place::Template;
                let listed = !matches!(v.init, cleave_hir::Init::None);
                let lacks = class::incomplete_object(db, ty, listed, site, at);
                found.extend(lacks.map(|p| p.at(At::Member)));
            }
            if let Some(width) = v.width {
                let known = !ty.is_unknown(db) && !ty.has_auto(db);
                if of_instance && known && !ty.is_integral(db) && !ty.is_enum(db) {
                    let problem = Problem::new(codes::INVALID_BIT_FIELD_TYPE, site);
                    found.push(problem.at(At::Member));
                }
                // What has a function type is read as a function, which has no width.
                if ty.is_function(db) {
                    found.push(Problem::new(codes::EXP_SEMICOLON, site).at(At::After));
                }
                let (value, problems) = eval::integral_constant(&mut cx, width, None);
                found.extend(problems);
                found.extend(value.and_then(|v| bit_field(&cx, id, ty, v, width)));
            }
        }
        _ => {}
    });
    for (entity, at) in std::mem::take(&mut cx.out.required) {
        uses.at_once(entity, at);
    }
    uses.deduced(&cx.out);
    found.extend(cx.problems);
    let access = |p: &Problem<'db>| p.code == codes::INACCESSIBLE_ENTITY;
    found.extend(
        cx.warnings
            .into_iter()
            .filter(|p| !of_instance || access(p)),
    );
    Looked::new(found, uses.done())
}

/// What is instantiated with a class ([temp.inst]/3), part by part.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub(super) struct Part<'db> {
    /// The friend that it is.
    friend: Option<Entity<'db>>,
    looked: Looked<'db>,
}

impl<'db> Part<'db> {
    /// What is wrong and uses nothing, if anything is.
    fn saying(found: Vec<Problem<'db>>) -> Option<Part<'db>> {
        (!found.is_empty()).then(|| Part {
            friend: None,
            looked: Looked::new(found, Vec::new()),
        })
    }
}

/// The bases of an instance of a class template and the declarations of its members, in order.
#[salsa::tracked(returns(deref))]
fn class_instance<'db>(db: &'db dyn Db, definition: Entity<'db>) -> Box<[Part<'db>]> {
    let decl = definition.decl(db);
    let (Some(class), Some(code)) = (decl.class(db), decl.code(db).code(db)) else {
        return Box::default();
    };
    let mut out = Vec::new();
    out.extend(bases(db, definition, class).map(|looked| Part {
        friend: None,
        looked,
    }));
    let ty = Ty::of(db, TyKind::Class(definition));
    let overriding = Overriding::of_instance(db, ty);
    for &id in &class.members {
        let member = Entity::new(db, DeclRef::at(db, decl.code(db), id), definition.env(db));
        if code[id].heads.iter().any(|h| !h.params.is_empty()) {
            continue;
        }
        let friend = code[id].spec.any(Spec::FRIEND).then_some(member);
        let looked = member_of(db, member, id, true);
        if friend.is_some() || !looked.is_empty() {
            out.push(Part { friend, looked });
        }
        if let Some(of) = overriding.as_ref().filter(|_| friend.is_none()) {
            out.extend(Part::saying(of.function(member)));
        }
    }
    out.extend(unconstructed::of_instance(db, ty).and_then(|p| Part::saying(vec![p])));
    let complete = overriding.map(|of| of.complete(decl.site(db)));
    out.extend(complete.and_then(Part::saying));
    out.into()
}

/// The bases of an instance of a class template.
fn bases<'db>(db: &'db dyn Db, definition: Entity<'db>, class: &Class) -> Option<Looked<'db>> {
    let mut cx = Context::of(db, definition)?;
    let mut uses = Uses::new(db);
    cx.modes.in_head = true;
    for base in &class.bases {
        let site = cx.type_site(base.ty);
        let Some(ty) = depth::partially(db, || cx.resolve_type(base.ty)) else {
            break;
        };
        if !ty.is_class(db) && !ty.is_unknown(db) && !matches!(ty.kind(db), TyKind::Pack(_)) {
            cx.problems
                .push(Problem::new(codes::NOT_A_CLASS_NAME, site).at(At::First));
        }
        let ty = ty.unqualified(db);
        if class::class_info(db, ty).is_some_and(|i| i.is_union) {
            let problem = Problem::new(codes::UNION_AS_BASE_CLASS, site);
            cx.problems.push(problem.at(At::First));
        }
        if (ty.class_entity(db)).is_some_and(|of| class::specialization::is_made_of_nothing(db, of))
        {
            let fill = Fill::Type(ty);
            let code = codes::INCOMPLETE_TYPE_NOT_ALLOWED { ty: fill };
            cx.problems.push(Problem::new(code, site).at(At::First));
        }
        uses.complete(ty, site);
    }
    for &(entity, at) in &cx.out.required {
        uses.at_once(entity, at);
    }
    Some(Looked::new(cx.problems, uses.done()))
}

impl<'db> Walk<'db> {
    /// Looks at what is instantiated with a class: its bases and the declarations of its members ([temp.inst]/3).
    pub(super) fn class(&mut self, definition: Entity<'db>, step: usize) {
        for part in class_instance(self.db, definition) {
            if let Some(friend) = part.friend {
                self.friend(friend, definition, step);
            }
            self.take(&part.looked, step);
        }
    }

    /// A friend that is defined in a class template is defined by each instance ([temp.friend]/5), so that one whose type does not tell
    /// them apart is defined twice.
    fn friend(&mut self, friend: Entity<'db>, class: Entity<'db>, step: usize) {
        let db = self.db;
        let decl = friend.decl(db);
        let Some(DeclKind::Function(f)) = friend.kind(db) else {
            return;
        };
        let plain = friend
            .hir(db)
            .is_some_and(|d| d.heads.is_empty() && d.path.is_none());
        let pattern = Entity::new(db, decl, None);
        let same = || {
            let signature = function::signature(db, pattern);
            signature.is_some_and(|s| {
                let open = |t: &Ty<'db>| t.is_dependent(db) || t.is_unknown(db);
                !s.ty.params.iter().any(open)
            })
        };
        if !plain || !matches!(f.body, Body::Block(_)) || !same() {
            return;
        }
        let first = *self.friends.entry(decl).or_insert(class);
        if first != class {
            let code = decl.code(db);
            let site = Site::declaration(code, decl.index(db));
            let fills = vec![Fill::Entity(pattern), Fill::Line(site)];
            let problem = Problem::new((codes::ALREADY_DEFINED, fills), site);
            self.report(&[problem], step, false);
        }
    }

    /// Looks at the declaration of something that is no template's.
    fn declaration(&mut self, declared: Entity<'db>, id: DeclId) {
        let looked = member_of(self.db, declared, id, false);
        self.follow(&looked.uses, None);
        self.out.extend(looked.found);
    }

    /// The bases of a class that is no template's: they have to be complete ([class.derived.general]/2). What is wrong with how they
    /// are written is reported elsewhere.
    fn bases(&mut self, entity: Entity<'db>, class: &Class) {
        if !class.bases.is_empty()
            && template_depth(self.db, entity) == 0
            && let Some(looked) = bases(self.db, entity, class)
        {
            self.follow(&looked.uses, None);
        }
    }

    /// The declarations of an item that are no templates, members of classes included.
    pub(super) fn declared(&mut self, item: ItemId<'db>, local: &[Declared<'db>]) {
        let db = self.db;
        for &(own, decl, _) in local {
            let entity = own.entity(db);
            let member = decl.parent.is_some() && matches!(decl.kind, DeclKind::Variable(_));
            if member && template_depth(db, entity) == 0 {
                self.declaration(entity, own.id());
            }
            if let DeclKind::Class(class) = &decl.kind {
                self.bases(entity, class);
            }
        }
        for &(alias, at) in &types_of_declarations(db, item).required {
            if is_followed(db, alias) {
                self.use_at_once(alias, at, None);
            }
        }
        let code = CodeRef { item, body: None };
        for (id, decl) in item_hir(db, item).declarations() {
            let entity = Entity::new(db, DeclRef::at(db, code, id), None);
            let wanted = matches!(
                decl.kind,
                DeclKind::Variable(_) | DeclKind::Alias(_) | DeclKind::StaticAssert(_)
            );
            if wanted && template_depth(db, entity) == 0 {
                self.declaration(entity, id);
            }
            if let DeclKind::Class(class) = &decl.kind {
                self.bases(entity, class);
            }
        }
    }
}
