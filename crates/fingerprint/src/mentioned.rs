//! Where a text mentions names: by bytes, so in strings and headers too.

use std::ops::Range;

use cleave_syntax::lexer::words;
use rustc_hash::{FxHashMap, FxHashSet};

/// The places of some names in a text.
pub(crate) struct Mentions<'t>(FxHashMap<&'t str, Vec<usize>>);

impl<'t> Mentions<'t> {
    pub(crate) fn new(text: &'t str, names: impl Iterator<Item = &'t str>) -> Mentions<'t> {
        let mut places: FxHashMap<&str, Vec<usize>> = names.map(|n| (n, Vec::new())).collect();
        if !places.is_empty() {
            for word in words(text) {
                if let Some(places) = places.get_mut(word) {
                    places.push(word.as_ptr().addr() - text.as_ptr().addr());
                }
            }
        }
        Mentions(places)
    }

    /// Whether a name stands anywhere but in `ranges`, which are in order and apart, and at `declared`.
    pub(crate) fn is_outside(
        &self,
        name: &str,
        ranges: &[Range<usize>],
        declared: &FxHashSet<usize>,
    ) -> bool {
        let is_inside = |at: usize| {
            let behind = ranges.partition_point(|r| r.start <= at);
            ranges[..behind].last().is_some_and(|r| at < r.end)
        };
        let mut places = self.0.get(name).into_iter().flatten();
        places.any(|at| !declared.contains(at) && !is_inside(*at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_outside_of_ranges() {
        let text = "f g { f } \"g\" gg";
        let mentions = Mentions::new(text, ["f", "g", "h"].into_iter());
        let body = text.find('{').unwrap()..text.find('}').unwrap();
        let is_outside = |name: &str, declared: &[usize]| {
            let declared = declared.iter().copied().collect();
            mentions.is_outside(name, std::slice::from_ref(&body), &declared)
        };
        assert!(is_outside("f", &[]));
        assert!(!is_outside("f", &[0]));
        assert!(is_outside("g", &[2]));
        assert!(!is_outside("h", &[]));
    }
}
