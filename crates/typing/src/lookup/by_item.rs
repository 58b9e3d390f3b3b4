//! What the name of a function or template means where an item begins, for who reads names before types.

use cleave_base_db::Db;
use cleave_hir::Name;
use cleave_names::ItemId;

use crate::code::params::{Sort, own_level};
use crate::function::canonical;
use crate::lookup::namespaces::{Place, Want, Way, in_namespaces};
use crate::{DeclRef, NameKey};

/// Whether the template of a name that an item finds takes a value as its argument of that number. An argument of a function
/// template is taken for one.
pub fn takes_value<'db>(db: &'db dyn Db, item: ItemId<'db>, template: &str, number: u32) -> bool {
    declared(db, item, template).iter().any(|&decl| {
        let level = own_level(db, decl);
        let param = level.and_then(|l| l.kinds.get(number as usize));
        param.is_some_and(|p| decl.is_function(db) || matches!(p.sort, Sort::Value(_)))
    })
}

/// The functions of namespaces that a name alone means, each by its first declaration; none if it means anything else.
pub fn functions_of<'db>(db: &'db dyn Db, item: ItemId<'db>, name: &str) -> Vec<DeclRef<'db>> {
    let mut out: Vec<DeclRef<'db>> = Vec::new();
    for &decl in declared(db, item, name) {
        if !decl.is_function(db) {
            return Vec::new();
        }
        let first = canonical(db, decl);
        if !out.contains(&first) {
            out.push(first);
        }
    }
    out
}

fn declared<'db>(db: &'db dyn Db, item: ItemId<'db>, name: &str) -> &'db [DeclRef<'db>] {
    let key = NameKey::Ident(Name::new(name));
    let place = Place {
        item: Some(item),
        inclusive: true,
    };
    let scope = item.scope(db);
    let found = in_namespaces(
        db,
        item.file(db),
        place,
        scope,
        &key,
        Want::Any,
        Way::Unqualified,
    );
    &found.decls
}
