//! Enumerators that the using-enum-declarations of namespaces bring ([enum.udecl]).

use cleave_base_db::{Db, SourceFile};
use cleave_hir::{DeclKind, Path, item_hir};
use cleave_names::{ItemId, ScopePath, is_transparent_in, item_id, using_enums};

use crate::code::NameKey;
use crate::lookup::by_name::enumerator;
use crate::lookup::paths::path_decls;
use crate::lookup::qualified::Scope;
use crate::{CodeRef, Context, DeclRef, Entity, TyKind};

/// The enumerators of a name that a group of namespaces has by using-enum-declarations of visible items.
pub(super) fn brought<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    group: &[ScopePath<'db>],
    key: &NameKey,
    visible: &dyn Fn(ItemId<'db>) -> bool,
) -> Vec<DeclRef<'db>> {
    let mut out = Vec::new();
    for (scope, index, _) in using_enums(db, file) {
        let is_within = |&s: &ScopePath<'db>| *scope == s || is_transparent_in(db, *scope, s);
        if !group.iter().any(is_within) {
            continue;
        }
        let item = item_id(db, file, *index);
        if !visible(item) {
            continue;
        }
        let hir = item_hir(db, item);
        for &root in &hir.roots {
            let DeclKind::UsingEnum(path) = &hir.code[root].kind else {
                continue;
            };
            // Where the enumeration is looked for, it does not bring itself.
            if NameKey::of(&path.name).as_ref() == Some(key) {
                continue;
            }
            let decl = DeclRef::at(db, CodeRef::signature(item), root);
            let Some(tag) = enumeration(db, decl, *scope, path) else {
                continue;
            };
            out.extend(enumerator(db, tag, key));
        }
    }
    out
}

/// The enumeration that a declaration brings the enumerators of; one that is a member of a class is found as any type.
fn enumeration<'db>(
    db: &'db dyn Db,
    decl: DeclRef<'db>,
    scope: ScopePath<'db>,
    path: &Path,
) -> Option<DeclRef<'db>> {
    let named = path_decls(db, decl.code(db).item, scope, path);
    let tag = named.and_then(|n| n.decls.first().copied());
    if let Some(tag) = tag.filter(|t| matches!(t.hir(db).map(|d| &d.kind), Some(DeclKind::Enum(_))))
    {
        return Some(crate::function::canonical(db, tag));
    }
    let mut cx = Context::of(db, Entity::new(db, decl, None))?;
    match cx.path_scope(path) {
        Scope::Type(ty) => match ty.kind(db) {
            TyKind::Enum(e) => Some(e.decl(db)),
            _ => None,
        },
        _ => None,
    }
}
