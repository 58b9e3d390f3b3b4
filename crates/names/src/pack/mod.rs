//! `#pragma pack`: the greatest alignment that members of classes have from some line on. It must not know what a class is.

mod stack;

use cleave_base_db::{Db, SourceFile};

pub use crate::pack::stack::{PackProblem, PackStack, pack_arguments};
use crate::parts::place;
use crate::{ItemId, Part, file_parts, item_index, part_skeleton, part_text};

/// The greatest alignment in bytes that `#pragma pack` allows the members of the classes in an item; 0 if it says nothing.
/// What holds where the item begins holds for all of it.
#[salsa::tracked(returns(copy))]
pub fn packing<'db>(db: &'db dyn Db, item: ItemId<'db>) -> u32 {
    let file = item.file(db);
    if let [only] = file_parts(db, file)
        && packs_in(db, only.part).is_empty()
    {
        return 0;
    }
    let Some(place) = item_index(db, item).and_then(|index| place(db, file, index)) else {
        return 0;
    };
    let changes = pack_changes(db, file, place.part);
    let before = changes.partition_point(|change| change.0 <= place.number);
    before.checked_sub(1).map_or(0, |last| changes[last].1)
}

/// The items of a part from which on another alignment holds, each with that alignment, in source order. What stands behind the part
/// has no say.
#[salsa::tracked(returns(deref))]
fn pack_changes<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> Box<[(u32, u32)]> {
    let parts = file_parts(db, file).iter().map(|placed| placed.part);
    let mut state = PackStack::default();
    for before in parts.take_while(|&p| p != part) {
        for (directive, _) in packs_in(db, before) {
            state.read(directive);
        }
    }
    let mut out: Vec<(u32, u32)> = Vec::new();
    if state.now() != 0 {
        out.push((0, state.now()));
    }
    for (directive, behind) in packs_in(db, part) {
        state.read(directive);
        match out.last_mut() {
            Some(last) if last.0 == *behind => last.1 = state.now(),
            _ => out.push((*behind, state.now())),
        }
    }
    out.into()
}

/// What the `pack` pragmas of a part say, each with the number of the first item behind it.
#[salsa::tracked(returns(deref))]
fn packs_in<'db>(db: &'db dyn Db, part: Part<'db>) -> Box<[(Box<str>, u32)]> {
    let (text, skeleton) = (part_text(db, part), part_skeleton(db, part));
    (skeleton.directives.iter())
        .filter_map(|directive| {
            let (_, arguments) = pack_arguments(directive.of(text))?;
            let items = &skeleton.items;
            let behind = items.partition_point(|item| item.span.start < directive.start);
            Some((arguments.into(), behind as u32))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use cleave_base_db::{RootDatabase, SourceFile};

    use super::packing;
    use crate::{file_parts, item_id};

    /// What holds at the end of one part holds in the next one.
    #[test]
    fn a_pragma_reaches_the_parts_behind() {
        let text = "# 1 \"a.cu\"\nstruct A {};\n#pragma pack(push, 2)\n# 1 \"b.h\" 1\nstruct B {};
#pragma pack(1)\nstruct C {};\n#pragma pack(pop)\n# 3 \"a.cu\" 2\nstruct D {};\n#pragma pack(4)\nstruct E {};\n";
        let mut db = RootDatabase::default();
        let whole = SourceFile::new(&db, "a.cu".into(), text.into());
        let divided = SourceFile::new(&db, "a.cu".into(), text.into());
        divided.divide(&mut db, |_, _| None);
        assert_eq!(file_parts(&db, divided).len(), 3);
        for file in [whole, divided] {
            let all = (0..5).map(|index| packing(&db, item_id(&db, file, index)));
            assert_eq!(all.collect::<Vec<_>>(), [0, 2, 1, 0, 4]);
        }
    }
}
