//! What the semantic core says of a declaration, where types as written do not tell. It types what it needs, the bodies of functions
//! with deduced return types among it, so it is asked only then; where it does not know either, nothing is said.

use cleave_base_db::Db;
use cleave_hir::{DeclKind, item_hir};
use cleave_mangle::Type;
use cleave_names::ItemId;
use cleave_typing::class::{Special, special};
use cleave_typing::function::variable_type;
use cleave_typing::{CodeRef, DeclRef, Entity, linkage};

/// What an item declares by one of its declarators, counted from 0.
pub(crate) fn entity<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    declarator: u32,
) -> Option<Entity<'db>> {
    let code = &item_hir(db, item).code;
    let (id, _) = (code.decls.iter())
        .filter(|(_, d)| {
            d.parent.is_none() && matches!(d.kind, DeclKind::Function(_) | DeclKind::Variable(_))
        })
        .nth(declarator as usize)?;
    let decl = DeclRef::at(db, CodeRef::signature(item), id);
    Some(Entity::new(db, decl, None))
}

/// The type of a variable.
pub(crate) fn declared_type<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Option<Type> {
    linkage::mangle_type(db, variable_type(db, variable))
}

/// Whether defining a variable without an initializer calls something, or leaves a value other than zero ([class.default.ctor]/3,
/// [class.dtor]/8).
pub(crate) fn runs_code<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Option<bool> {
    let ty = variable_type(db, variable).innermost_element(db);
    if ty.is_unknown(db) {
        return None;
    }
    if !ty.is_class(db) {
        return Some(false);
    }
    let class = ty.unqualified(db);
    let destructor = special(db, class, Special::Destructor)?;
    // Where a constructor is declared that is not a default one, another one is called that can do without arguments.
    let default = special(db, class, Special::Default)?;
    Some(!(destructor.trivial && default.exists && default.trivial))
}
