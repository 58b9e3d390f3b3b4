//! Members of anonymous unions of namespaces, which are names of the namespace ([class.union.anon]/1). The index of names does not
//! read them; who asks has found nothing else. Those of headers are not looked for.

use cleave_base_db::{Db, SourceFile};
use cleave_hir::{DeclKind, NameId, item_hir};
use cleave_names::{
    ItemId, ScopePath, Word, item_id_of_node, item_index, user_items, user_items_with,
};
use cleave_syntax::skeleton::ItemKind;
use rustc_hash::FxHashSet;

use crate::class::members::is_anonymous;
use crate::{CodeRef, DeclRef, Entity};

/// How deep anonymous unions and structs nest.
const DEPTH: usize = 64;

/// The member of an anonymous union of a namespace by its name, declared before an item.
pub(super) fn member<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    namespace: ScopePath<'db>,
    name: &str,
) -> Option<DeclRef<'db>> {
    let file = item.file(db);
    let unions = unnamed_classes(db, file);
    if unions.is_empty() {
        return None;
    }
    let before = |other: ItemId<'db>| {
        other.scope(db) == namespace && item_index(db, other) < item_index(db, item)
    };
    user_items_with(db, file, Word::new(db, name.to_owned()))
        .iter()
        .map(|&node| item_id_of_node(db, node))
        .filter(|other| unions.contains(other) && before(*other))
        .find_map(|other| {
            let code = CodeRef {
                item: other,
                body: None,
            };
            let decls = item_hir(db, other).code.decls.iter();
            decls
                .filter(|(_, d)| {
                    d.parent.is_some() && d.name.ident().is_some_and(|n| n.as_str() == name)
                })
                .map(|(id, _)| DeclRef::at(db, code, id))
                .find(|&d| is_member(db, Entity::new(db, d, None)))
        })
}

/// The user's items that define a class without a name and nothing else, which hardly any program has: anonymous unions of namespaces
/// are among them.
#[salsa::tracked(returns(ref))]
fn unnamed_classes<'db>(db: &'db dyn Db, file: SourceFile) -> FxHashSet<ItemId<'db>> {
    let unnamed = user_items(db, file).iter().filter(|item| {
        let nameless = item.name(db).is_empty();
        nameless && item.kind(db) == ItemKind::Class
    });
    unnamed.map(|&item| item_id_of_node(db, item)).collect()
}

/// Whether a variable is a member of an anonymous union of a namespace.
pub fn is_anonymous_union_member<'db>(db: &'db dyn Db, variable: Entity<'db>) -> bool {
    variable.decl(db).parent(db).is_some() && is_member(db, variable)
}

fn is_member<'db>(db: &'db dyn Db, variable: Entity<'db>) -> bool {
    let code_ref = variable.decl(db).code(db);
    let (Some(decl), Some(code), None) = (variable.hir(db), code_ref.code(db), code_ref.body)
    else {
        return false;
    };
    let roots = &item_hir(db, code_ref.item).roots;
    let mut around = decl.parent;
    for _ in 0..DEPTH {
        let Some(class) = around else { break };
        let outer = code[class].parent;
        let among = match outer.map(|o| &code[o].kind) {
            None => &roots[..],
            Some(DeclKind::Class(c)) => &c.members[..],
            Some(_) => return false,
        };
        if code[class].name != NameId::None || !is_anonymous(code, class, among) {
            return false;
        }
        around = outer;
    }
    around.is_none() && matches!(decl.kind, DeclKind::Variable(_))
}
