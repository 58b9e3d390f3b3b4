//! Where the tokens of a text come from, both ways: from a token to the file, line, column and expansions, and from a place in a file to
//! the tokens that it became. And which lines of a file were left out. Knows nothing of how tokens are read or written.
//!
//! A token is one number: its place in the file, or an entry of a table for what a macro made. What is asked the other way is sorted when
//! it is asked for the first time.

use std::cell::OnceCell;

use crate::expansion::Expansion;
use crate::intern::Interner;
use crate::source::Sources;
use crate::token::Token;

/// The number of a token of a text.
pub type TokenId = u32;

/// A place in a file: what it is called, line and column from 1.
pub type Location<'a> = (&'a str, u32, u32);

/// From here on the number of a token is that of an entry of `made`.
const MADE: u32 = 1 << 31;

/// A token that a macro made.
#[derive(Clone, Copy)]
struct Made {
    /// Where it is spelled.
    pos: u32,
    /// Where it stands.
    at: u32,
    /// The expansion that it comes from; 0 for a built-in macro in a file.
    expansion: u32,
}

/// What is noted of each token as it is written.
#[derive(Default)]
pub(crate) struct Origins {
    origins: Vec<u32>,
    /// Where each token begins in the text.
    starts: Vec<u32>,
    made: Vec<Made>,
    /// What was left out: from the end of the directive before to the directive behind.
    pub(crate) inactive: Vec<(u32, u32)>,
}

impl Origins {
    /// How many tokens there are.
    pub(crate) fn len(&self) -> usize {
        self.origins.len()
    }

    /// Of each token where it begins in the text, where it is spelled, and where it stands.
    pub(crate) fn places(&self) -> impl Iterator<Item = (u32, u32, u32)> {
        let places = |&origin: &u32| match origin & MADE {
            0 => (origin, origin),
            _ => {
                let made = self.made[(origin & !MADE) as usize];
                (made.pos, made.at)
            }
        };
        let all = self.starts.iter().zip(self.origins.iter().map(places));
        all.map(|(&start, (pos, at))| (start, pos, at))
    }

    /// A token is written at a place of the text.
    pub(crate) fn note(&mut self, t: &Token, start: usize) {
        let in_file = t.expansion == 0 && t.pos == t.at;
        self.starts.push(start as u32);
        self.origins.push(match in_file {
            true => t.pos,
            false => {
                let (pos, at, expansion) = (t.pos, t.at, t.expansion);
                self.made.push(Made { pos, at, expansion });
                MADE | (self.made.len() as u32 - 1)
            }
        });
    }
}

/// Where the tokens of a text come from.
pub struct Stream {
    origins: Origins,
    /// All text.
    pub sources: Sources,
    /// All names.
    pub names: Interner,
    expansions: Vec<Expansion>,
    /// The places that tokens have in files, each with the token's number; a token that a macro made also has that of the macro's name.
    places: OnceCell<Vec<(u32, TokenId)>>,
}

impl Stream {
    pub(crate) fn new(
        origins: Origins,
        sources: Sources,
        names: Interner,
        expansions: Vec<Expansion>,
    ) -> Stream {
        Stream {
            origins,
            sources,
            names,
            expansions,
            places: OnceCell::new(),
        }
    }

    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.origins.origins.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn made(&self, t: TokenId) -> Made {
        let origin = self.origins.origins[t as usize];
        match origin & MADE {
            0 => Made {
                pos: origin,
                at: origin,
                expansion: 0,
            },
            _ => self.origins.made[(origin & !MADE) as usize],
        }
    }

    /// Where a token begins in the text.
    pub fn start(&self, t: TokenId) -> usize {
        self.origins.starts[t as usize] as usize
    }

    /// The last token that begins at a place of the text or before.
    pub fn token_at(&self, offset: usize) -> Option<TokenId> {
        let before = (self.origins.starts).partition_point(|&s| s as usize <= offset);
        before.checked_sub(1).map(|t| t as TokenId)
    }

    /// Where a token is spelled: in a macro's body or argument, or in the file itself. What `#` or `##` made is spelled nowhere.
    pub fn spelled_at(&self, t: TokenId) -> Option<Location<'_>> {
        self.sources.locate(self.made(t).pos)
    }

    /// Where a token stands after all expansion: for what a macro made, where the outermost macro is named.
    pub fn stands_at(&self, t: TokenId) -> Option<Location<'_>> {
        self.sources.locate(self.made(t).at)
    }

    /// The expansions that a token comes from, the innermost first.
    pub fn expansions(&self, t: TokenId) -> impl Iterator<Item = &Expansion> {
        let mut next = self.made(t).expansion;
        std::iter::from_fn(move || {
            let e = (next > 0).then(|| self.expansions.get(next as usize))??;
            next = e.parent;
            Some(e)
        })
    }

    /// The tokens that are spelled at a place, and those that the macro named there made. A header that was read several times has
    /// them all.
    pub fn at(&self, file: &str, line: u32, column: u32) -> Vec<TokenId> {
        let places = self.places.get_or_init(|| self.index());
        let mut found = vec![];
        for text in self.sources.texts.iter().filter(|t| t.path == file) {
            let Some(pos) = self.sources.place(text, line, column) else {
                continue;
            };
            let from = places.partition_point(|p| p.0 < pos);
            let here = places[from..].iter().take_while(|p| p.0 == pos);
            found.extend(here.map(|p| p.1));
        }
        found
    }

    fn index(&self) -> Vec<(u32, TokenId)> {
        let mut places = vec![];
        for t in 0..self.len() as TokenId {
            let made = self.made(t);
            let spelled = self.sources.text_of(made.pos).map(|_| made.pos);
            let named = (made.at != made.pos).then_some(made.at);
            places.extend(spelled.into_iter().chain(named).map(|p| (p, t)));
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The lines of a file that were left out, the first and the last of each stretch ([cpp.cond]). A header that was read several
    /// times has them all.
    pub fn inactive(&self, file: &str) -> Vec<(u32, u32)> {
        let lines = |&(from, to): &(u32, u32)| {
            let (path, before, _) = self.sources.locate(from)?;
            let (_, behind, _) = self.sources.locate(to)?;
            (path == file && before + 1 < behind).then_some((before + 1, behind - 1))
        };
        let mut found: Vec<_> = self.origins.inactive.iter().filter_map(lines).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}
