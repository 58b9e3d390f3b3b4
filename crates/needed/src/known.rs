//! Functions that the language calls by name: nobody writes a call of them.

use cleave_base_db::{Db, SourceFile};
use cleave_names::{Word, item_id, named_items};
use cleave_typing::function::signature;
use cleave_typing::{Entity, program};

/// The allocation function's name, as items are listed by.
const PLACEMENT: &str = "operatornew";

/// The allocation function of a placement new that nobody replaces: it takes a place ([new.delete.placement]).
pub fn placement<'db>(db: &'db dyn Db, file: SourceFile) -> Option<Entity<'db>> {
    global_functions(db, file, PLACEMENT).find(|function| {
        signature(db, *function)
            .and_then(|s| s.ty.params.get(1).copied())
            .and_then(|ty| ty.pointee(db))
            .is_some_and(|ty| ty.is_void(db))
    })
}

/// The functions of the global namespace that have a name.
pub fn global_functions<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    name: &str,
) -> impl Iterator<Item = Entity<'db>> + use<'db> {
    let items = named_items(db, file, Word::new(db, name)).iter();
    items
        .filter(|named| named.scope.is_global(db))
        .flat_map(move |named| program::functions(db, item_id(db, file, named.index)))
}
