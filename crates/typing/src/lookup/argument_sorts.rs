//! What a template that namespaces declare takes as an argument, for who reads names before types.

use cleave_base_db::Db;
use cleave_hir::Name;
use cleave_names::ItemId;

use crate::NameKey;
use crate::code::params::{Sort, own_level};
use crate::lookup::namespaces::{Place, Want, Way, in_namespaces};

/// Whether the template of a name that an item finds takes a value as its argument of that number. An argument of a function
/// template is taken for one.
pub fn takes_value<'db>(db: &'db dyn Db, item: ItemId<'db>, template: &str, number: u32) -> bool {
    let key = NameKey::Ident(Name::new(template));
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
    found.decls.iter().any(|&decl| {
        let level = own_level(db, decl);
        let param = level.and_then(|l| l.kinds.get(number as usize));
        param.is_some_and(|p| decl.is_function(db) || matches!(p.sort, Sort::Value(_)))
    })
}
