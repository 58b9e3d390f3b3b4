//! Which of the declarations that a name finds are of the same entity: types, aliases, overloads.

use cleave_base_db::Db;
use cleave_hir::{DeclKind, TypeRef};
use rustc_hash::FxHashSet;

use crate::DeclRef;

pub(crate) fn is_type<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    match decl.hir(db) {
        Some(hir) => matches!(
            hir.kind,
            DeclKind::Class(_) | DeclKind::Enum(_) | DeclKind::Alias(_)
        ),
        None => decl.closure(db).is_none(),
    }
}

pub(super) fn overloads<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    decl.is_function(db)
}

/// Whether a declaration without parameters of its own declares a function: `typedef void F(int); F f;` ([dcl.fct]/13). What it
/// declares is then found by its other declarations.
pub(super) fn is_function_by_typedef<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    let Some(hir) = decl.hir(db) else {
        return false;
    };
    let (DeclKind::Variable(v), Some(code)) = (&hir.kind, decl.code(db).code(db)) else {
        return false;
    };
    let mut at = v.ty;
    while let TypeRef::Attributed(inner, _) = &code[at] {
        at = *inner;
    }
    matches!(v.init, cleave_hir::Init::None)
        && matches!(code[at], TypeRef::Path { .. })
        && crate::function::variable_type(db, crate::Entity::new(db, decl, None)).is_function(db)
}

/// Typedefs may be repeated; what they name is taken to be the same.
pub(super) fn is_same_alias<'db>(db: &'db dyn Db, decls: &[DeclRef<'db>]) -> bool {
    let alias = |d: &DeclRef<'db>| matches!(d.hir(db).map(|d| &d.kind), Some(DeclKind::Alias(_)));
    decls.iter().any(alias)
}

/// One declaration of each class, and the first of each other type.
pub(super) fn canonical_types<'db>(db: &'db dyn Db, types: &[DeclRef<'db>]) -> Vec<DeclRef<'db>> {
    let mut out = canonical_all(db, types.iter().copied());
    // `typedef struct S S;`: the class itself.
    if out.len() > 1 && out.iter().any(|d| d.is_class(db)) {
        let same = |d: &DeclRef<'db>| d.code(db).scope(db) == out[0].code(db).scope(db);
        if out.iter().all(same) {
            out.retain(|d| d.is_class(db));
        }
    } else if out.len() > 1 && is_same_alias(db, &out) {
        out.truncate(1);
    }
    out
}

pub(super) fn canonical_values<'db>(
    db: &'db dyn Db,
    values: Vec<DeclRef<'db>>,
) -> Vec<DeclRef<'db>> {
    canonical_all(db, values.into_iter())
}

/// The first declarations of what is declared, each once.
fn canonical_all<'db>(
    db: &'db dyn Db,
    decls: impl Iterator<Item = DeclRef<'db>>,
) -> Vec<DeclRef<'db>> {
    let mut known = FxHashSet::default();
    (decls.map(|decl| crate::function::canonical(db, decl)))
        .filter(|&decl| known.insert(decl))
        .collect()
}
