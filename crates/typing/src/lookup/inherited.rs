//! Types that a class finds in its bases ([class.member.lookup]), or around it where it is defined outside of what it is a member of
//! ([class.nest]). They are asked for by the place of the class: a member that the class itself declares by the same name hides them.

use cleave_base_db::Db;
use cleave_hir::{DeclKind, item_hir};
use cleave_names::{ItemId, ScopePath, Word};

use crate::class::specialization::specialization;
use crate::code::params::{full_env, outer_depth};
use crate::engine::depth;
use crate::lookup::Found;
use crate::lookup::current_instantiation::{qualified_in, self_type};
use crate::lookup::members::{MemberSet, in_bases, in_definition};
use crate::lookup::qualified::Scope;
use crate::lookup::same::is_type;
use crate::{CodeRef, Context, DeclRef, Entity, NameKey, Site, TyKind, program};

/// Where a class that is defined under a qualified name finds a type, outside of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub enum Around<'db> {
    /// In a class of its qualifier: how many names of the qualifier stand behind that of the class.
    Class(u32),
    /// In no class. The namespace that its outermost class belongs to.
    Namespace(ScopePath<'db>),
}

/// Whether the class that an item names at a token has a base with a member type called `name`, dependent bases left aside.
#[salsa::tracked(returns(copy))]
pub fn inherits_type<'db>(db: &'db dyn Db, item: ItemId<'db>, at: u32, name: Word<'db>) -> bool {
    let class = class_at(db, item, at);
    let Some(ty) =
        class.and_then(|decl| depth::outermost(db, || None, || self_type(db, decl, None)))
    else {
        return false;
    };
    let key = NameKey::Ident(cleave_hir::Name::new(name.text(db)));
    let find = || in_bases(db, ty, &key, true, false);
    names_type(db, &depth::outermost(db, MemberSet::unknown, find).found())
}

/// Where the class that an item names at a token, under a qualified name, finds the type `name` around itself. `None` if its
/// qualifier is not known.
#[salsa::tracked(returns(copy))]
pub fn type_around<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    at: u32,
    name: Word<'db>,
) -> Option<Around<'db>> {
    depth::outermost(db, || None, || around(db, item, at, name))
}

fn around<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    at: u32,
    name: Word<'db>,
) -> Option<Around<'db>> {
    let decl = class_at(db, item, at)?;
    let key = NameKey::Ident(cleave_hir::Name::new(name.text(db)));
    let Some(mut outer) = qualified_in(db, decl, full_env(db, decl, None)) else {
        let mut cx = Context::of(db, Entity::new(db, decl, None))?;
        return match cx.scope_of(decl.hir(db)?.path.as_deref()?) {
            Scope::Namespace(scope) => Some(Around::Namespace(scope)),
            _ => None,
        };
    };
    let mut behind = 0;
    loop {
        let TyKind::Class(class) = outer.kind(db).clone() else {
            return None;
        };
        let definition = specialization(db, class)?;
        if names_type(
            db,
            &in_definition(db, definition, outer, &key, true).found(),
        ) {
            return Some(Around::Class(behind));
        }
        let here = class.decl(db);
        let Some(around) = here.parent(db) else {
            return Some(Around::Namespace(here.code(db).scope(db)));
        };
        let env = class.env(db);
        outer = self_type(
            db,
            around,
            env.and_then(|e| e.truncated(db, outer_depth(db, here))),
        )?;
        behind += 1;
    }
}

/// The class whose name is an item's token.
fn class_at<'db>(db: &'db dyn Db, item: ItemId<'db>, at: u32) -> Option<DeclRef<'db>> {
    let code = CodeRef { item, body: None };
    let named = |index| program::place(db, Site::declaration(code, index)).map(|p| p.1);
    item_hir(db, item).code.decls.iter().find_map(|(id, decl)| {
        let is_it =
            matches!(decl.kind, DeclKind::Class(_)) && named(u32::from(id.into_raw())) == Some(at);
        is_it.then(|| DeclRef::at(db, code, id))
    })
}

fn names_type<'db>(db: &'db dyn Db, found: &Found<'db>) -> bool {
    match found {
        Found::Type(_) => true,
        Found::Entities { set, .. } => set.iter().any(|e| is_type(db, e.decl(db))),
        _ => false,
    }
}
