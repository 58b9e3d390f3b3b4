//! Which of the user's items have a word in them, so that questions about a name look into those alone, and which of those may declare
//! it.
//!
//! It reads tokens and knows no declarations: a word in a string or in a body counts like any other.

use std::hash::BuildHasher;

use cleave_base_db::{Db, SourceFile, Unchanging};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::lexer::{Lexed, is_word_byte, words};
use memchr::memmem;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::{ItemNode, Word, user_items};

/// For a hash of each word the places among [`user_items`] of those that have it, in order. Two words of one hash share a list.
#[salsa::tracked(returns(ref), no_eq)]
fn places_of_words(db: &dyn Db, file: SourceFile) -> FxHashMap<u32, Vec<u32>> {
    let mut places = FxHashMap::<u32, Vec<u32>>::default();
    // Most words stand in an item many times: of those that were seen last, nothing more is asked.
    let mut seen = vec![(u32::MAX, 0); SEEN];
    for (i, item) in (0u32..).zip(user_items(db, file)) {
        for word in words(item.text(db).as_str()) {
            let hash = hash(word);
            let last = &mut seen[hash as usize % SEEN];
            if *last == (i, hash) {
                continue;
            }
            *last = (i, hash);
            let of = places.entry(hash).or_default();
            if of.last() != Some(&i) {
                of.push(i);
            }
        }
    }
    places
}

/// How many words are kept of those that were seen last.
const SEEN: usize = 1 << 11;

fn hash(word: &str) -> u32 {
    // The upper half depends on all of the word.
    (FxBuildHasher.hash_one(word) >> 32) as u32
}

/// The user's items that may mention a name, in source order: all that do, and hardly another. Where nothing changes the first few names
/// are looked for as they are: to know the places of all words costs more.
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
    if db.unchanging().is_some_and(Unchanging::seeks_one_more) {
        let finder = memmem::Finder::new(name);
        let has = |item: &&ItemNode<'db>| is_said(&finder, name, item.text(db).as_str());
        return all.iter().filter(has).copied().collect();
    }
    let places = places_of_words(db, file).get(&hash(name));
    let places = places.into_iter().flatten();
    places.map(|i| all[*i as usize]).collect()
}

/// Whether a text has a word in it.
fn is_said(finder: &memmem::Finder<'_>, name: &str, text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_word =
        |at: Option<usize>| at.is_some_and(|at| bytes.get(at).copied().is_some_and(is_word_byte));
    let mut found = finder.find_iter(bytes);
    found.any(|at| !is_word(at.checked_sub(1)) && !is_word(Some(at + name.len())))
}

/// Whether an item of the user's in front of item number `before` may declare a name in a way that the index of names does not read: by
/// an elaborated-type-specifier ([basic.scope.pdecl]/7), as a member of a class without a name, or by an unusual declarator. Where in
/// doubt, it may.
pub(crate) fn may_declare<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    before: u32,
    name: Word<'db>,
) -> bool {
    let items = user_items_with(db, file, name).iter();
    let mut earlier = items.filter(|item| item.index(db) < before);
    earlier.any(|item| declares_unseen(item.text(db).as_str(), name.text(db)))
}

/// The same of the text of an item.
fn declares_unseen(text: &str, name: &str) -> bool {
    let lexed = Lexed::new(text);
    let mut depth = 0u32;
    let mut is_mentioned = false;
    let mut has_unnamed = false;
    for i in 0..lexed.len() {
        let kind = lexed.kind(i);
        let is_key = |i: usize| matches!(lexed.kind(i), STRUCT_KW | CLASS_KW | UNION_KW | ENUM_KW);
        match kind {
            L_BRACE => {
                has_unnamed |= i > 0 && is_key(i - 1);
                depth += 1;
            }
            R_BRACE => depth = depth.saturating_sub(1),
            IDENT if lexed.text(text, i) == name => {
                is_mentioned = true;
                let is_type = i + 1 < lexed.len()
                    && matches!(lexed.kind(i + 1), IDENT | LT | STAR | AMP | AMP2 | COLON2);
                if i > 0 && is_key(i - 1) || depth == 0 && !is_type {
                    return true;
                }
            }
            _ => {}
        }
    }
    is_mentioned && has_unnamed
}

#[cfg(test)]
mod tests {
    use cleave_base_db::{RootDatabase, SourceFile};
    use cleave_syntax::SyntaxKind::{ARGUMENT_LIST, PARAMETER_CLAUSE};
    use salsa::Setter;

    use crate::{parse, user_items};

    /// Whether the parentheses of the last item hold parameters.
    fn has_parameters(db: &RootDatabase, file: SourceFile) -> bool {
        let item = *user_items(db, file).last().expect("an item");
        let tree = parse(db, item).syntax();
        let has = |kind| tree.descendants().any(|n| n.kind() == kind);
        assert_ne!(has(PARAMETER_CLAUSE), has(ARGUMENT_LIST));
        has(PARAMETER_CLAUSE)
    }

    #[test]
    fn what_earlier_items_may_declare_follows_the_edits() {
        let mut db = RootDatabase::default();
        let marker = "# 1 \"a.cu\"\n";
        let file = SourceFile::new(&db, "a.cu".into(), "".into());
        for (earlier, parameters) in [
            ("int a;", false),
            ("struct A { struct U *m; };", true),
            ("void g() { U *m; }", false),
            ("static union { int U; };", true),
            ("U<int> a;", false),
            ("__add_const(int) U(0);", true),
            ("int a;", false),
        ] {
            let text = format!("{marker}{earlier}\nvoid f(U *x);\n");
            file.set_text(&mut db).to(text.as_str().into());
            assert_eq!(has_parameters(&db, file), parameters, "{earlier}");
            let fresh = RootDatabase::default();
            let file = SourceFile::new(&fresh, "a.cu".into(), text.as_str().into());
            assert_eq!(has_parameters(&fresh, file), parameters, "{earlier}");
        }
    }
}
