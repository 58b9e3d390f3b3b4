//! Where a kernel is defined: the file and line, and the namespaces around it.

use cleave_base_db::Db;
use cleave_names::{ScopePath, token_place};
use cleave_typing::function::definition;
use cleave_typing::{Entity, program};

/// The file and line of a function's definition.
pub(crate) fn of<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<(String, u32)> {
    let defined = definition(db, function)?;
    let (item, token) = program::declaration(db, defined)?;
    token_place(db, item, token)
}

/// The namespaces around a function, outermost first.
pub(crate) fn namespaces<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    unnamed: &str,
) -> Vec<String> {
    let scope = function.decl(db).code(db).item.scope(db);
    let name = |s: ScopePath<'db>| match s.name(db) {
        "" => unnamed.to_owned(),
        name => name.to_owned(),
    };
    scope.path(db).into_iter().map(name).collect()
}
