//! Where a kernel is defined: the file and line, and the namespaces around it.

use cleave_base_db::Db;
use cleave_names::{item_id_text, item_index};
use cleave_syntax::Lexed;
use cleave_typing::function::definition;
use cleave_typing::{Entity, program};

/// The file and line of a function's definition.
pub(crate) fn of<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<(String, u32)> {
    let defined = definition(db, function)?;
    let (item, token) = program::declaration(db, defined)?;
    let file = item.file(db);
    let skeleton = cleave_names::skeleton(db, file);
    let start = skeleton
        .items
        .get(item_index(db, item)? as usize)?
        .span
        .start as usize;
    let text = item_id_text(db, item);
    let lexed = Lexed::new(text.as_str());
    let named = (0..lexed.len())
        .filter(|i| !lexed.kind(*i).is_trivia())
        .nth(token as usize)?;
    let at = start + lexed.range(named).start;
    let place = skeleton.lines.position(file.text(db), at);
    let name = place.file.unwrap_or(file.name(db));
    Some((name.to_owned(), place.line))
}

/// The namespaces around a function, outermost first.
pub(crate) fn namespaces<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    unnamed: &str,
) -> Vec<String> {
    let scope = function.decl(db).code(db).item.scope(db);
    let name = |s: cleave_names::ScopePath<'db>| match s.name(db) {
        "" => unnamed.to_owned(),
        name => name.to_owned(),
    };
    scope.path(db).into_iter().map(name).collect()
}
