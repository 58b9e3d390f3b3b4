//! What becomes of items of headers, as an earlier run found it: changes that follow from an item's own declarations, from what all
//! declarations of its functions say together, and from settings.
//!
//! It must not know where the bytes are kept. What is known holds where the item's facts are known, for one toolkit, and for what was
//! said of the functions then. All are compared when it is asked for.

use std::hash::BuildHasher;

use cleave_base_db::{Db, HostOptions, HostSettings, SourceFile};
use cleave_cuda::{Toolkit, are_facts_known, merged, toolkit_of};
use cleave_names::{ItemNode, lexed};
use cleave_syntax::skeleton::Flags;
use cleave_syntax::words::{Reader, Writer};
use rustc_hash::FxBuildHasher;

use crate::Linkage;
use crate::item::item_edits;
use crate::watched::Table;

/// Changes to items by their place in the file, in order.
#[derive(Clone, Debug, Default)]
pub struct KnownEdits(Vec<Item>);

#[derive(Clone, Debug)]
struct Item {
    index: u32,
    toolkit: Toolkit,
    /// [`cleave_cuda::Merged`] of its functions.
    merged: Box<[[u32; 2]]>,
    /// The names of managed and built-in variables, as a hash, if they count.
    watched: Option<[u32; 2]>,
    changes: Box<[Change]>,
}

/// Bytes of an item that are replaced, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) text: Box<str>,
}

/// The settings that decide over what is kept.
pub fn settings_of_edits(settings: &HostSettings) -> String {
    format!("{:?}", Linkage::new(settings, false))
}

impl KnownEdits {
    /// Of how many items something is known.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads what [`write_edits`] wrote. `place` gives the place of an item by its number, if there is such an item.
    pub fn read(from: &mut Reader<'_>, place: impl Fn(u32) -> Option<u32>) -> Option<KnownEdits> {
        let [major, minor] = from.record()?;
        let toolkit = Toolkit {
            major: major.try_into().ok()?,
            minor: minor.try_into().ok()?,
        };
        let watched = from.record()?;
        let mut last = None;
        let mut all = Vec::new();
        for _ in 0..from.word()? {
            let index = place(from.word()?).filter(|&at| last.is_none_or(|last| last < at))?;
            last = Some(index);
            let reads_watched = from.word()? != 0;
            let merged = from.records()?.collect();
            let changes = (0..from.word()?).map(|_| {
                let [start, end] = from.record()?;
                let text = from.text()?.into();
                Some(Change { start, end, text })
            });
            let changes = changes.collect::<Option<_>>()?;
            all.push(Item {
                index,
                toolkit,
                merged,
                watched: reads_watched.then_some(watched),
                changes,
            });
        }
        Some(KnownEdits(all))
    }

    /// Adds what is known of items behind all of these.
    pub fn append(&mut self, later: KnownEdits) {
        self.0.extend(later.0);
    }
}

/// The changes to an item with this text, if they are known.
pub(crate) fn known_changes<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    text: &str,
) -> Option<&'db [Change]> {
    let KnownEdits(all) = file.known(db).as_ref()?.get()?;
    let index = item.index(db);
    let at = all.binary_search_by_key(&index, |item| item.index).ok()?;
    let known = &all[at];
    let merged = merged(db, item);
    let fits = |c: &Change| text.get(c.start as usize..c.end as usize).is_some();
    let holds = !item.flags(db).has(Flags::USER)
        && known.toolkit == toolkit_of(db, file)
        && known.merged.len() == merged.len()
        && (known.merged.iter().zip(merged)).all(|(then, now)| *then == now.to_words())
        && known.changes.iter().all(fits)
        && known
            .watched
            .is_none_or(|then| then == watched_names(db, file))
        && are_facts_known(db, item);
    holds.then_some(&known.changes)
}

/// A hash of the names of managed and built-in variables.
fn watched_names(db: &dyn Db, file: SourceFile) -> [u32; 2] {
    let names = Table::Rewritten.names(db, file).iter();
    let names: Vec<&str> = names.map(|watched| watched.name.as_str()).collect();
    let hash = FxBuildHasher.hash_one(names);
    [hash as u32, (hash >> 32) as u32]
}

/// Writes the changes to those of the items for which they follow from nothing else, each with its number, in order. All tell
/// their facts by their own text.
pub fn write_edits(
    db: &dyn Db,
    file: SourceFile,
    options: HostOptions,
    items: &[(u32, ItemNode<'_>)],
    out: &mut Writer<'_>,
) {
    let toolkit = toolkit_of(db, file);
    out.record([toolkit.major.into(), toolkit.minor.into()]);
    out.record(watched_names(db, file));
    let kept = items
        .iter()
        .map(|&(number, item)| (number, item, item_edits(db, file, item, options)));
    let kept: Vec<_> = kept.filter(|(_, _, edits)| edits.by_itself).collect();
    out.count(kept.len());
    for (number, item, edits) in kept {
        let merged = merged(db, item);
        out.record([number, u32::from(edits.reads_watched), merged.len() as u32]);
        merged.iter().for_each(|m| out.record(m.to_words()));
        out.count(edits.len());
        for edit in edits.iter() {
            let patch = edit.patch(lexed(db, item), 0);
            out.record([patch.range.start as u32, patch.range.end as u32]);
            out.text(&patch.text);
        }
    }
}
