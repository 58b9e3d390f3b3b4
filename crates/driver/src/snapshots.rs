//! What an earlier run found in the same headers, kept in the user's cache folder: the skeletons of the parts of a text, and of items in
//! them the facts and the edits that follow from their declarations. The text is cut where the main file includes something. A part is
//! known by its bytes and by what stands in front of it, as far as a scan goes by that.
//!
//! `CLEAVE_CACHE=off` keeps nothing and looks nothing up; the answers are the same.

use std::ops::Range;

use cleave_base_db::{HostOptions, HostSettings, Known, RootDatabase, SourceFile, cuts};
use cleave_cuda::{KnownFacts, are_facts_kept, write_facts};
use cleave_host::{KnownEdits, settings_of_edits, write_edits};
use cleave_names::item_map;
use cleave_snapshot::{Bounds, Key, Store};
use cleave_syntax::Dialect;
use cleave_syntax::skeleton::{PartEnd, PartStart, Skeleton};
use cleave_syntax::words::{Reader, Writer};
use cleave_toolkit::{ProcessEnv, cache};

/// Bytes of text from which on it is worth while to ask for a part: a file is opened sooner than so much is scanned.
const WORTH_WHILE: usize = 16 << 10;

/// What a run found that no earlier one has left.
pub(crate) struct New {
    store: Store,
    skeletons: Vec<(Key, Skeleton, PartEnd)>,
    /// Parts of whose items nothing was known, by the places of their items in the file.
    items: Vec<(Key, Range<u32>)>,
}

impl New {
    /// Keeps the skeletons that it has not kept yet. Failing to is no failure: the next run finds them again.
    pub(crate) fn keep_skeletons(&mut self) {
        let mut value = Vec::new();
        for (key, skeleton, end) in self.skeletons.drain(..) {
            value.clear();
            if skeleton.write_part(&end, &mut value) {
                self.store.put(key, &value);
            }
        }
    }

    /// The same with what a host pass found, once it is known that it comes to its end.
    pub(crate) fn keep(&mut self, db: &RootDatabase, file: SourceFile, options: HostOptions) {
        self.keep_skeletons();
        let mut value = Vec::new();
        let map = item_map(db, file);
        for (key, places) in self.items.drain(..) {
            value.clear();
            let nodes = map.indices.partition_point(|&at| at < places.start)
                ..map.indices.partition_point(|&at| at < places.end);
            let nodes = map.indices[nodes.clone()].iter().zip(&map.nodes[nodes]);
            let kept = nodes.filter(|(_, node)| are_facts_kept(db, **node));
            let kept: Vec<_> = kept.map(|(at, node)| (at - places.start, *node)).collect();
            let mut out = Writer::new(&mut value);
            write_facts(db, &kept, &mut out);
            write_edits(db, file, options, &kept, &mut out);
            self.store.put(key, &value);
        }
    }
}

/// The store of this user; none if nothing may be kept.
fn store() -> Option<Store> {
    if std::env::var_os(cache::SWITCH).is_some_and(|v| v == "off") {
        return None;
    }
    let part = cache::SNAPSHOTS;
    let bounds = Bounds {
        bytes: part.bytes,
        value: part.value,
    };
    let folder = cache::folder(&ProcessEnv)?.join(part.name);
    Some(Store::new(folder, bounds))
}

/// What earlier runs know of a text, and what they do not know, if there is any. Nothing if the text has no headers worth asking for.
pub(crate) fn known(
    text: &str,
    dialect: &Dialect,
    settings: &HostSettings,
) -> Option<(Known, Option<New>)> {
    let store = store()?;
    let parts = Parts::new(text, WORTH_WHILE);
    if !parts.headers.iter().any(|part| part.is_asked_for) {
        return None;
    }
    let settings = format!("{dialect:?} {}", settings_of_edits(settings));
    let (found, new) = parts.find(store, &settings);
    let is_new = !new.skeletons.is_empty() || !new.items.is_empty();
    Some((found.into(), is_new.then_some(new)))
}

/// What is known of a text.
#[derive(Default)]
struct Found {
    skeleton: Skeleton,
    facts: KnownFacts,
    edits: KnownEdits,
}

impl Found {
    /// Adds what is kept of the items in these places. Where it cannot be read, nothing is known of them.
    fn add_items(&mut self, bytes: &[u8], places: &Range<u32>) -> Option<()> {
        let place = |number: u32| {
            let at = places.start.checked_add(number)?;
            Some(at).filter(|at| places.contains(at))
        };
        let mut from = Reader::new(bytes);
        let facts = KnownFacts::read(&mut from, place)?;
        let edits = KnownEdits::read(&mut from, place)?;
        from.is_done().then_some(())?;
        self.facts.append(facts);
        self.edits.append(edits);
        Some(())
    }
}

impl From<Found> for Known {
    fn from(found: Found) -> Known {
        Known::default()
            .with(found.skeleton)
            .with(found.facts)
            .with(found.edits)
    }
}

/// A text in parts.
struct Parts<'t> {
    text: &'t str,
    headers: Vec<Part<'t>>,
    /// Where the last part begins: the user's own code.
    own: usize,
}

struct Part<'t> {
    start: usize,
    text: &'t str,
    is_asked_for: bool,
}

impl<'t> Parts<'t> {
    /// The pieces of a text. Small ones that follow each other are one part: those of less than so many bytes.
    fn new(text: &'t str, worth_while: usize) -> Parts<'t> {
        let mut pieces: Vec<Range<usize>> = cuts(text).into_iter().map(|cut| cut.range).collect();
        let own = pieces.pop().map_or(0, |own| own.start);
        let is_large = |range: &Range<usize>| range.len() >= worth_while;
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for range in pieces {
            match ranges.last_mut() {
                Some(before) if !is_large(before) && !is_large(&range) => before.end = range.end,
                _ => ranges.push(range),
            }
        }
        let part = |range: Range<usize>| Part {
            start: range.start,
            is_asked_for: is_large(&range),
            text: &text[range],
        };
        let headers = ranges.into_iter().map(part).collect();
        Parts { text, headers, own }
    }

    /// Asks the store and finds the rest. `settings` is what else items depend on.
    fn find(&self, store: Store, settings: &str) -> (Found, New) {
        let mut read = Vec::new();
        let mut found = Found::default();
        let mut items = Vec::new();
        let mut start = PartStart::default();
        let mut own = self.own;
        let mut first = 0;
        let mut bytes = Vec::new();
        for part in &self.headers {
            let key = part.is_asked_for.then(|| {
                bytes.clear();
                start.write(&mut bytes);
                Key::new("skeleton", &[&bytes, part.text.as_bytes()])
            });
            let kept = key.and_then(|key| store.get(key));
            let kept = kept.and_then(|kept| Skeleton::read_part(&kept, part.text));
            let new = key.filter(|_| kept.is_none());
            let (skeleton, end) = kept.unwrap_or_else(|| Skeleton::of_part(part.text, &start));
            if !end.complete {
                // A declaration goes on behind it, or something is wrong.
                own = part.start;
                break;
            }
            let places = first..first + skeleton.items.len() as u32;
            first = places.end;
            if let Some(key) = key {
                let key = Key::new("items", &[key.as_bytes(), settings.as_bytes()]);
                let kept = store.get(key);
                let added = kept.and_then(|kept| found.add_items(&kept, &places));
                items.extend(added.is_none().then_some((key, places)));
            }
            start.clone_from(&end.start);
            read.push((new, skeleton, end));
        }
        let own = &self.text[own..];
        let last = Skeleton::of_part(own, &start).0;
        let headers = read.iter().zip(&self.headers);
        let headers = headers.map(|((_, skeleton, _), part)| (skeleton, part.text));
        found.skeleton = Skeleton::join(headers.chain([(&last, own)]));
        let skeletons = read.into_iter();
        let skeletons = skeletons.filter_map(|(key, skeleton, end)| Some((key?, skeleton, end)));
        let new = New {
            store,
            skeletons: skeletons.collect(),
            items,
        };
        (found, new)
    }
}

#[cfg(test)]
mod tests;
