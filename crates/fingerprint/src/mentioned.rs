//! Where a text mentions names: by bytes, so in strings and headers too.

use std::ops::Range;

use cleave_base_db::{Db, SourceFile};
use cleave_names::{Part, part_text};
use cleave_syntax::lexer::words;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::text::parts;

/// Names, sorted and each once.
#[salsa::interned]
pub(crate) struct Names<'db> {
    #[returns(deref)]
    all: Vec<Box<str>>,
}

/// A place in a part where one of some names stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Mention {
    /// Which of the names.
    name: u32,
    /// Where it begins.
    at: u32,
}

/// The places in a part where names stand, in order. An edit of one part leaves those of the others as they are.
#[salsa::tracked(returns(deref))]
fn mentions<'db>(db: &'db dyn Db, part: Part<'db>, names: Names<'db>) -> Box<[Mention]> {
    let numbers: FxHashMap<&str, u32> = names.all(db).iter().map(|n| &**n).zip(0..).collect();
    let text = part_text(db, part);
    let mention = |word: &str| {
        let name = *numbers.get(word)?;
        let at = u32::try_from(word.as_ptr().addr() - text.as_ptr().addr()).ok()?;
        Some(Mention { name, at })
    };
    words(text).filter_map(mention).collect()
}

/// The places of some names in a text.
pub(crate) struct Mentions<'db>(FxHashMap<&'db str, Vec<usize>>);

impl<'db> Mentions<'db> {
    pub(crate) fn new<'n>(
        db: &'db dyn Db,
        file: SourceFile,
        names: impl Iterator<Item = &'n str>,
    ) -> Mentions<'db> {
        let mut all: Vec<Box<str>> = names.map(Into::into).collect();
        all.sort_unstable();
        all.dedup();
        let mut places: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        if all.is_empty() {
            return Mentions(places);
        }
        let names = Names::new(db, all);
        let all = names.all(db);
        for (base, placed) in parts(db, file) {
            for mention in mentions(db, placed.part, names) {
                let of = places.entry(&*all[mention.name as usize]).or_default();
                of.push(base + mention.at as usize);
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
    use cleave_base_db::RootDatabase;

    use super::*;

    #[test]
    fn names_are_found_outside_of_ranges() {
        let text = "f g { f } \"g\" gg";
        let db = RootDatabase::default();
        let file = SourceFile::new(&db, "a.ii".into(), text.into());
        let mentions = Mentions::new(&db, file, ["f", "g", "h"].into_iter());
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
