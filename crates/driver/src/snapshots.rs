//! What an earlier run found in the same headers: the skeletons of the parts of a text, kept in the user's cache folder. The text is cut where
//! the main file includes something. A part is known by its bytes and by what stands in front of it, as far as a scan goes by that.
//!
//! `CLEAVE_CACHE=off` keeps nothing and looks nothing up; the answers are the same. Knows nothing of CUDA.

use std::ops::Range;

use cleave_base_db::{Known, cuts};
use cleave_snapshot::{Bounds, Key, Store};
use cleave_syntax::skeleton::{PartEnd, PartStart, Skeleton};
use cleave_toolkit::{ProcessEnv, cache};

/// Bytes of text from which on it is worth while to ask for a part: a file is opened sooner than so much is scanned.
const WORTH_WHILE: usize = 16 << 10;

/// What a run found that no earlier one has left.
pub(crate) struct New {
    store: Store,
    parts: Vec<(Key, Skeleton, PartEnd)>,
}

impl New {
    /// Keeps it. Failing to is no failure: the next run finds it again.
    pub(crate) fn keep(self) {
        for (key, skeleton, end) in self.parts {
            let mut value = Vec::new();
            if skeleton.write_part(&end, &mut value) {
                self.store.put(key, &value);
            }
        }
    }
}

/// The store of this user; none if nothing may be kept.
fn store() -> Option<Store> {
    if std::env::var_os("CLEAVE_CACHE").is_some_and(|v| v == "off") {
        return None;
    }
    let folder = cache::folder(&ProcessEnv)?.join("snapshots");
    Some(Store::new(folder, Bounds::default()))
}

/// The skeleton of a text with the help of earlier runs, and what they did not know. Nothing if the text has no headers worth asking
/// for.
pub(crate) fn skeleton(text: &str) -> Option<(Known, New)> {
    let parts = Parts::new(text, WORTH_WHILE);
    if !parts.headers.iter().any(|part| part.is_asked_for) {
        return None;
    }
    let (skeleton, new) = parts.skeleton(store()?);
    Some((Known::new(skeleton), new))
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

    fn skeleton(&self, store: Store) -> (Skeleton, New) {
        let mut read = Vec::new();
        let mut start = PartStart::default();
        let mut own = self.own;
        let mut bytes = Vec::new();
        for part in &self.headers {
            let key = part.is_asked_for.then(|| {
                bytes.clear();
                start.write(&mut bytes);
                Key::new("skeleton", &[&bytes, part.text.as_bytes()])
            });
            let kept = key.and_then(|key| store.get(key));
            let kept = kept.and_then(|kept| Skeleton::read_part(&kept, part.text));
            let key = key.filter(|_| kept.is_none());
            let (skeleton, end) = kept.unwrap_or_else(|| Skeleton::of_part(part.text, &start));
            if !end.complete {
                // A declaration goes on behind it, or something is wrong.
                own = part.start;
                break;
            }
            start.clone_from(&end.start);
            read.push((key, skeleton, end));
        }
        let own = &self.text[own..];
        let last = Skeleton::of_part(own, &start).0;
        let headers = read.iter().zip(&self.headers);
        let headers = headers.map(|((_, skeleton, _), part)| (skeleton, part.text));
        let whole = Skeleton::join(headers.chain([(&last, own)]));
        let new = read.into_iter();
        let new = new.filter_map(|(key, skeleton, end)| Some((key?, skeleton, end)));
        let parts = new.collect();
        (whole, New { store, parts })
    }
}

#[cfg(test)]
mod tests;
