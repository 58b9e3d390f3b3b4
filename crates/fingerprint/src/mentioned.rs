//! Which names a text mentions outside of the bodies of some functions.

use cleave_syntax::lexer::words;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::omitted::Candidate;

/// The names of functions that something mentions beside their own declarations and the bodies of all: by bytes, so in strings and
/// headers too.
pub(crate) fn mentioned<'t, 'db: 't>(
    text: &'t str,
    candidates: impl Iterator<Item = &'t Candidate<'db>> + Clone,
) -> FxHashSet<&'t str> {
    let named = candidates.clone().filter_map(|c| c.name.as_ref());
    let mut names: FxHashMap<&str, bool> = named.clone().map(|n| (n.1, false)).collect();
    let declared: FxHashSet<usize> = named.map(|n| n.0.start).collect();
    if names.is_empty() {
        return FxHashSet::default();
    }
    let mut mention = |start: usize, end: usize| {
        let part = &text[start..end];
        for word in words(part) {
            if let Some(found) = names.get_mut(word) {
                let at = start + (word.as_ptr().addr() - part.as_ptr().addr());
                *found |= !declared.contains(&at);
            }
        }
    };
    let mut bodies: Vec<_> = candidates
        .map(|c| &c.body)
        .filter(|b| !b.is_empty())
        .collect();
    bodies.sort_by_key(|body| body.start);
    let mut at = 0;
    for body in bodies {
        mention(at, body.start.max(at));
        at = at.max(body.end);
    }
    mention(at, text.len());
    let found = names.into_iter().filter(|(_, found)| *found);
    found.map(|(name, _)| name).collect()
}
