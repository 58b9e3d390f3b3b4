//! Which of the user's items have a word in them, so that questions about a name look into those alone.
//!
//! It knows no declarations: a word in a string or in a body counts like any other.

use std::hash::BuildHasher;

use cleave_base_db::{Db, SourceFile};
use cleave_syntax::lexer::words;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::{ItemNode, Word, user_items};

/// For a hash of each word the places among [`user_items`] of those that have it, in order. Two words of one hash share a list.
#[salsa::tracked(returns(ref), no_eq)]
fn places_of_words(db: &dyn Db, file: SourceFile) -> FxHashMap<u32, Vec<u32>> {
    let mut places = FxHashMap::<u32, Vec<u32>>::default();
    for (i, item) in (0u32..).zip(user_items(db, file)) {
        for word in words(item.text(db).as_str()) {
            let of = places.entry(hash(word)).or_default();
            if of.last() != Some(&i) {
                of.push(i);
            }
        }
    }
    places
}

fn hash(word: &str) -> u32 {
    // The upper half depends on all of the word.
    (FxBuildHasher.hash_one(word) >> 32) as u32
}

/// The user's items that may mention a name, in source order: all that do, and hardly another.
#[salsa::tracked(returns(deref))]
pub fn user_items_with<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    name: Word<'db>,
) -> Box<[ItemNode<'db>]> {
    let (all, name) = (user_items(db, file), name.text(db));
    if !name.is_ascii() || words(name).next() != Some(name) {
        // Universal-character-names spell one name in many ways.
        return all.into();
    }
    let places = places_of_words(db, file).get(&hash(name));
    let places = places.into_iter().flatten();
    places.map(|i| all[*i as usize]).collect()
}
