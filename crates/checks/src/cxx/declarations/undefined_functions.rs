//! Functions that the program uses, that nothing defines and that no other translation unit can define ([basic.def.odr]/10):
//! inline functions ([dcl.inline]/3), and functions of internal linkage.
//!
//! Other code is looked at only for an item that declares such a function without a body anywhere, which hardly any does.

use cleave_base_db::{Db, SourceFile};
use cleave_codes::codes;
use cleave_diagnostics::{Pass, Severity};
use cleave_hir::{DeclKind, NameId, TypeRef};
use cleave_names::decl::{Body, Spec};
use cleave_names::{ItemId, item_id_of_node, user_items};
use cleave_typing::display::{self, template_depth};
use cleave_typing::function::{canonical, definition, redeclarations, signature};
use cleave_typing::thir::Typed;
use cleave_typing::{DeclRef, Entity, check, program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Finding;
use crate::engine::entities::name_token;
use crate::engine::finding::Arg;
use crate::engine::problems::{entity_argument, is_in_own_file};
use crate::engine::source::{Sink, Source};
use crate::engine::typed::named_functions;
use cleave_typing::function::specialized::instantiations;

/// What makes a function inline.
const INLINE: Spec = Spec::INLINE.with(Spec::CONSTEXPR).with(Spec::CONSTEVAL);

/// The functions that an item declares first, that only this file can define and that nothing defines, if they are used.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    let bodiless = |d: &cleave_names::decl::Decl| {
        d.function.as_ref().is_some_and(|f| f.body == Body::None) && !d.instantiation
    };
    if !s.decls.iter().any(bodiless) || !is_in_own_file(db, s.item) {
        return;
    }
    let item = item_id_of_node(db, s.item);
    if s.item.scope(db).is_internal(db) {
        out.extend(virtual_functions(s));
    }
    let functions = program::functions(db, item).into_iter();
    let all: Vec<DeclRef<'db>> = (functions.map(|f| f.decl(db)))
        .filter(|d| is_undefined(db, *d))
        .collect();
    if all.is_empty() {
        return;
    }
    let used = used(db, s.file);
    for decl in all {
        let Some(at) = name_token(db, decl) else {
            continue;
        };
        for &(_, entity, by_template) in used.iter().filter(|u| u.0 == decl) {
            let friend = has(db, decl, Spec::FRIEND);
            let member = decl.parent_class(db).is_some() && !friend;
            let internal = s.item.scope(db).is_internal(db) || has(db, decl, Spec::STATIC);
            let code = match member || internal {
                true => codes::NEVER_DEFINED,
                false => codes::EXTERN_INLINE_NEVER_DEFINED,
            };
            if out.iter().any(|f| f.code == code && f.at == at && !member) {
                continue;
            }
            let mut found = Finding::new(code, at).severity(Severity::Warning);
            found.reported_last = true;
            // What nobody instantiates the device pass does not read.
            found.only = by_template.then_some(Pass::Host);
            out.push(found.arg(entity_argument(db, entity)));
        }
    }
}

/// Virtual functions of classes in an unnamed namespace, used or not: the virtual table names them ([class.virtual]/12).
fn virtual_functions<'db>(s: &Source<'db>) -> Vec<Finding<'db>> {
    let db = s.db;
    let functions = program::functions(db, item_id_of_node(db, s.item)).into_iter();
    let lacks = |f: &Entity<'db>| {
        let written = f.hir(db).map(|d| &d.kind);
        matches!(written, Some(DeclKind::Function(f)) if f.body == Body::None && !f.is_pure)
            && template_depth(db, *f) == 0
            && signature(db, *f).is_some_and(|sig| sig.class.is_some() && sig.is_virtual)
            && canonical(db, f.decl(db)) == f.decl(db)
            && definition(db, *f).is_none()
    };
    let found = functions.filter(lacks).filter_map(|f| {
        let at = name_token(db, f.decl(db))?;
        let name = display::function_text(db, f, false);
        let entity = Arg::Entity {
            kind: "virtual function",
            name,
        };
        let mut found = Finding::new(codes::UNDEFINED_VIRTUAL_FUNCTION { entity }, at);
        found.reported_last = true;
        Some(found)
    });
    found.collect()
}

fn has<'db>(db: &'db dyn Db, decl: DeclRef<'db>, spec: Spec) -> bool {
    redeclarations(db, decl)
        .iter()
        .any(|d| d.hir(db).is_some_and(|d| d.spec.any(spec)))
}

/// Whether this is the first declaration of a function that only this file can define and that has no definition.
fn is_undefined<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    // Nearly every function that anybody calls has a body right here.
    is_bodiless(db, decl) && *is_own_and_undefined(db, decl)
}

fn is_bodiless<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    matches!(decl.hir(db).map(|d| &d.kind),
        Some(DeclKind::Function(f)) if f.body == Body::None && !f.is_virtual && !f.is_pure)
}

#[salsa::tracked]
fn is_own_and_undefined<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    canonical(db, decl) == decl
        && !is_hard_to_find(db, decl)
        && (has(db, decl, INLINE) || is_internal(db, decl))
        && redeclarations(db, decl).iter().all(|d| is_bodiless(db, *d))
        && definition(db, Entity::new(db, decl, None)).is_none()
}

/// Whether a function has internal linkage ([basic.link]/3): the members of classes in unnamed namespaces have as well.
fn is_internal<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    let member = decl.parent_class(db).is_some();
    let internal =
        decl.code(db).scope(db).is_internal(db) || !member && has(db, decl, Spec::STATIC);
    let elsewhere = Spec::EXTERN.with(Spec::FRIEND);
    internal && !has(db, decl, elsewhere)
}

/// Definitions of conversion functions are looked for by the spelling of a simple type.
fn is_hard_to_find<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    match decl.hir(db).map(|d| &d.name) {
        Some(NameId::Conversion(ty)) => !matches!(
            decl.code(db).code(db).map(|code| &code[*ty]),
            Some(TypeRef::Builtin(_))
        ),
        _ => false,
    }
}

/// The functions without a definition that only this file can define, and instances of such templates, that code of the user's own files evaluates a
/// use of: their first declarations, they, and whether only templates use them.
#[salsa::tracked(returns(deref))]
fn used<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[(DeclRef<'db>, Entity<'db>, bool)]> {
    // What explicit instantiations name: another translation unit may define it.
    let mut elsewhere = FxHashSet::default();
    let mut found = Vec::<(DeclRef<'db>, Entity<'db>, bool)>::new();
    let mut known = FxHashMap::default();
    for &node in user_items(db, file) {
        let item = item_id_of_node(db, node);
        elsewhere.extend(instantiations(db, item).into_iter().map(|e| e.0));
        if !is_in_own_file(db, node) {
            continue;
        }
        for &(decl, entity, by_template) in used_by(db, item) {
            if let Some(&i) = known.get(&entity) {
                let used: &mut (_, _, bool) = &mut found[i];
                used.2 &= by_template;
            } else if !elsewhere.contains(&entity) {
                known.insert(entity, found.len());
                found.push((decl, entity, by_template));
            }
        }
    }
    found.into_boxed_slice()
}

/// The same of one item, whatever explicit instantiations there are.
#[salsa::tracked(returns(deref))]
fn used_by<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Box<[(DeclRef<'db>, Entity<'db>, bool)]> {
    let mut uses = Uses {
        db,
        found: Vec::new(),
        by_template: false,
    };
    for body in program::bodies(db, item) {
        if let Some(typed) = check::body(db, body) {
            uses.by_template = cleave_typing::is_within_template(db, body);
            uses.code(typed);
            uses.by_template = false;
        }
    }
    for function in program::functions(db, item) {
        for param in 0..program::defaults(db, function) {
            if let Some(typed) = check::default_argument(db, function, param) {
                uses.code(typed);
            }
        }
    }
    uses.found.into_boxed_slice()
}

struct Uses<'db> {
    db: &'db dyn Db,
    found: Vec<(DeclRef<'db>, Entity<'db>, bool)>,
    /// A template is looked at.
    by_template: bool,
}

impl<'db> Uses<'db> {
    fn code(&mut self, typed: &'db Typed<'db>) {
        for function in named_functions(self.db, typed) {
            self.function(function);
        }
    }

    fn function(&mut self, entity: Entity<'db>) {
        let db = self.db;
        if let Some(found) = self.found.iter_mut().find(|f| f.1 == entity) {
            found.2 &= self.by_template;
            return;
        }
        let decl = entity.decl(db);
        if decl.closure(db).is_some() {
            return;
        }
        let first = canonical(db, decl);
        if !is_undefined(db, first) {
            return;
        }
        let dependent = match entity.env(db) {
            Some(env) => env.is_dependent(db),
            None => entity.is_template(db),
        };
        if !dependent && definition(db, entity).is_none() {
            self.found.push((first, entity, self.by_template));
        }
    }
}
