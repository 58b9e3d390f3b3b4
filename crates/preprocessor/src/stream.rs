//! The tokens of a run in their order, and where each comes from, both ways: from a token to the file, line, column and expansions, and
//! from a place in a file to the tokens that it became. Knows nothing of how tokens are read or written.

use crate::expansion::Expansion;
use crate::intern::Interner;
use crate::source::Sources;
use crate::token::Token;

/// The tokens of a run.
pub struct Stream {
    /// The tokens in the order of the text.
    pub tokens: Vec<Token>,
    /// All text.
    pub sources: Sources,
    /// All names.
    pub names: Interner,
    pub(crate) expansions: Vec<Expansion>,
    /// The places that tokens have in files, each with the token's number; a token that a macro made also has that of the macro's name.
    places: Vec<(u32, u32)>,
}

/// A place in a file: what it is called, line and column from 1.
pub type Location<'a> = (&'a str, u32, u32);

impl Stream {
    pub(crate) fn new(
        tokens: Vec<Token>,
        sources: Sources,
        names: Interner,
        expansions: Vec<Expansion>,
    ) -> Stream {
        let mut places = vec![];
        for (i, t) in tokens.iter().enumerate() {
            let spelled = sources.text_of(t.pos).map(|_| t.pos);
            let named = (t.expansion > 0).then_some(t.at);
            places.extend(spelled.into_iter().chain(named).map(|p| (p, i as u32)));
        }
        places.sort_unstable();
        places.dedup();
        Stream {
            tokens,
            sources,
            names,
            expansions,
            places,
        }
    }

    /// The bytes of a token.
    pub fn spelling(&self, t: &Token) -> &[u8] {
        &self.sources.bytes[t.pos as usize..(t.pos + t.len) as usize]
    }

    /// Where a token is spelled: in a macro's body or argument, or in the file itself. What `#` or `##` made is spelled nowhere.
    pub fn spelled_at(&self, t: &Token) -> Option<Location<'_>> {
        self.sources.locate(t.pos)
    }

    /// Where a token stands after all expansion: for what a macro made, where the outermost macro is named.
    pub fn stands_at(&self, t: &Token) -> Option<Location<'_>> {
        self.sources.locate(t.at)
    }

    /// The expansions that a token comes from, the innermost first.
    pub fn expansions(&self, t: &Token) -> impl Iterator<Item = &Expansion> {
        let mut next = t.expansion;
        std::iter::from_fn(move || {
            let e = (next > 0).then(|| self.expansions.get(next as usize))??;
            next = e.parent;
            Some(e)
        })
    }

    /// The tokens that are spelled at a place, and those that the macro named there made. A header that was read several times has
    /// them all.
    pub fn at(&self, file: &str, line: u32, column: u32) -> Vec<&Token> {
        let mut found = vec![];
        for text in self.sources.texts.iter().filter(|t| t.path == file) {
            let Some(pos) = self.sources.place(text, line, column) else {
                continue;
            };
            let from = self.places.partition_point(|p| p.0 < pos);
            let here = self.places[from..].iter().take_while(|p| p.0 == pos);
            found.extend(here.map(|p| &self.tokens[p.1 as usize]));
        }
        found
    }
}
