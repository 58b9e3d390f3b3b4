//! Names that lookup does not know, although the user's code declares them.

use cleave_base_db::Db;
use cleave_hir::{Code, Decl, DeclKind, Name, NameId, item_hir};
use cleave_names::decl::Spec;
use cleave_names::{ItemId, ScopePath, Word, item_id_of_node, item_index, user_items_with};

use crate::lookup::namespaces::{What, class_mention};
use crate::{CodeRef, DeclRef, NameKey};

/// Whether an item of the user's declares a name in a way that lookup does not know: as a member of a class without a name, which
/// makes it one of the scope around, by a declarator that the index of names does not read, or by an elaborated-type-specifier among
/// parameters or members, which declares a class of the namespace ([basic.scope.pdecl]/7).
pub(crate) fn is_unseen<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    namespace: ScopePath<'db>,
    name: &str,
) -> bool {
    let word = Word::new(db, name.to_owned());
    user_items_with(db, item.file(db), word)
        .iter()
        .any(|&node| {
            let other = item_id_of_node(db, node);
            let code = &item_hir(db, other).code;
            let around =
                || other.scope(db) == namespace && item_index(db, other) < item_index(db, item);
            let unseen = |d: &Decl| match d.parent {
                Some(parent) => {
                    let is_scope =
                        matches!(code[parent].kind, DeclKind::Class(_) | DeclKind::Enum(_));
                    is_scope && code[parent].name == NameId::None
                }
                None => d.path.is_none() && !d.spec.any(Spec::FRIEND) && around(),
            };
            let named = |d: &Decl| d.name.ident().is_some_and(|n| n.as_str() == name);
            code.decls.iter().any(|(_, d)| named(d) && unseen(d))
                || item_index(db, other) <= item_index(db, item) && mentions(code, name)
        })
}

/// The first elaborated-type-specifier of the user's, up to an item, that declares a class in a namespace around the item, which nothing
/// else declares: each that follows names the same one ([basic.scope.pdecl]/7).
pub(crate) fn first_mention<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    name: &str,
) -> Option<DeclRef<'db>> {
    let word = Word::new(db, name.to_owned());
    let key = NameKey::Ident(Name::new(name));
    let own = item_index(db, item);
    let around = |scope: ScopePath<'db>| {
        std::iter::successors(Some(item.scope(db)), |s| s.parent(db)).any(|s| s == scope)
    };
    let items = user_items_with(db, item.file(db), word).iter();
    let items = items.map(|&node| item_id_of_node(db, node));
    let before = items.filter(|&other| item_index(db, other) <= own && around(other.scope(db)));
    let mut mentions =
        before.filter_map(
            |other| match class_mention(&item_hir(db, other).code, &key)? {
                (ty, What::Mention) => Some(DeclRef::elaborated(db, CodeRef::signature(other), ty)),
                _ => None,
            },
        );
    mentions.next()
}

/// Whether an elaborated-type-specifier somewhere in an item names a class. A friend declaration alone makes it visible to nobody
/// ([namespace.memdef]/3).
fn mentions(code: &Code, name: &str) -> bool {
    let key = NameKey::Ident(Name::new(name));
    matches!(class_mention(code, &key), Some((_, What::Mention)))
}
