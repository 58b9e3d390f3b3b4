//! Which items a window shows. Knows nothing of what is shown.

use cleave_base_db::{Db, SourceFile};
use cleave_names::{ItemId, ItemNode, item_id_at, item_map, skeleton};
use cleave_syntax::skeleton::Item;

/// An item that was chosen.
pub(super) struct Chosen<'db> {
    /// Its place among all items of the file.
    pub(super) index: u32,
    /// What the scan found.
    pub(super) item: &'db Item,
    /// Its identity.
    pub(super) id: ItemId<'db>,
    /// Its node; items that nothing could make interesting have none.
    pub(super) node: Option<ItemNode<'db>>,
}

/// The items that declare `name`, or all of the main source file.
pub(super) fn items<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    name: Option<&str>,
) -> Vec<Chosen<'db>> {
    let text: &str = file.text(db);
    let skeleton = skeleton(db, file);
    let map = item_map(db, file);
    let main = skeleton.lines.first_file();
    let wanted = |index: usize, item: &Item| match name {
        Some(name) => {
            let more = (skeleton.more_names.iter()).filter(|more| more.0 as usize == index);
            item.name.of(text) == name || more.map(|more| more.1).any(|span| span.of(text) == name)
        }
        None => {
            let place = skeleton.lines.position(text, item.span.start as usize);
            place.file.is_none() || place.file == main
        }
    };
    (skeleton.items.iter().enumerate())
        .filter(|(index, item)| wanted(*index, item))
        .map(|(index, item)| Chosen {
            index: index as u32,
            item,
            id: item_id_at(db, file, index as u32),
            node: map
                .indices
                .binary_search(&(index as u32))
                .ok()
                .map(|i| map.nodes[i]),
        })
        .collect()
}
