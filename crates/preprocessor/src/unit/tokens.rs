//! Where the tokens of a piece come from, as plain data: files, lines and columns. It is made when the piece is preprocessed and taken
//! with it, so an edit costs the tokens of its own stretch. Knows nothing of how tokens are read or written.

use rustc_hash::FxHashMap;

use crate::engine::Preprocessor;
use crate::expansion::Expansion;
use crate::source::{Sources, Text};
use crate::stream::Origins;

/// A place in a file of [`PieceTokens::files`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The number of the file.
    pub file: u32,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
}

/// A token of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Where it begins in the text of the piece.
    pub start: u32,
    /// Where it is spelled; nothing for what a macro put together.
    pub spelled: Option<Spot>,
    /// Where it stands after all expansion: where the outermost macro is named that made it.
    pub stands: Option<Spot>,
}

/// A macro that is expanded in a piece. A piece of headers has tens of thousands of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expanded {
    /// The number of its name among [`PieceTokens::macros`].
    name: u32,
    /// Where the name is written.
    pub at: Spot,
    /// The number of the file of its definition among [`PieceTokens::markers`], and the line.
    defined: (u32, u32),
}

/// Where the tokens of a piece come from that stand in files which are no system's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceTokens {
    /// The files that places speak of.
    pub files: Vec<String>,
    /// The tokens, in the order of the text.
    pub tokens: Vec<Origin>,
    /// The macros that are expanded, in the order of their names' places.
    pub expanded: Box<[Expanded]>,
    /// The lines that were left out ([cpp.cond]): the file, the first and the last line of each stretch.
    pub inactive: Vec<(u32, u32, u32)>,
    /// The names of macros that are expanded.
    macros: Box<[Box<str>]>,
    /// The files that macros are defined in, as line markers have them.
    markers: Box<[Box<str>]>,
}

impl PieceTokens {
    /// The name of a macro of this piece.
    pub fn name_of(&self, expanded: &Expanded) -> &str {
        &self.macros[expanded.name as usize]
    }

    /// Where a macro of this piece is defined: the file as line markers have it, and the line.
    pub fn definition_of(&self, expanded: &Expanded) -> (&str, u32) {
        let (file, line) = expanded.defined;
        (&self.markers[file as usize], line)
    }
}

/// Strings that many values share, by number.
#[derive(Default)]
struct Shared {
    numbers: FxHashMap<u32, u32>,
    texts: Vec<Box<str>>,
}

impl Shared {
    /// The number of what is `key` elsewhere.
    fn number(&mut self, key: u32, text: impl FnOnce() -> Box<str>) -> u32 {
        *self.numbers.entry(key).or_insert_with(|| {
            self.texts.push(text());
            self.texts.len() as u32 - 1
        })
    }
}

/// Turns places among all bytes into files, lines and columns.
struct Resolver<'a> {
    sources: &'a Sources,
    files: Vec<String>,
    /// By the number of a text: that of its file, and where its lines begin.
    texts: FxHashMap<usize, (u32, Vec<u32>)>,
    /// The number of the text that was asked last: the next place is mostly in the same one.
    last: usize,
}

impl Resolver<'_> {
    fn spot(&mut self, pos: u32) -> Option<Spot> {
        let sources = self.sources;
        let holds = |text: &&Text| (text.start..=text.end).contains(&pos);
        let number = match sources.texts.get(self.last).is_some_and(|t| holds(&t)) {
            true => self.last,
            false => (sources.texts.partition_point(|t| t.start <= pos)).checked_sub(1)?,
        };
        let text = sources.texts.get(number).filter(holds)?;
        self.last = number;
        let files = &mut self.files;
        let (file, lines) = (self.texts.entry(number)).or_insert_with(|| {
            let known = files.iter().position(|f| *f == text.path);
            let file = known.unwrap_or_else(|| {
                files.push(text.path.clone());
                files.len() - 1
            });
            (file as u32, lines_of(sources, text))
        });
        let line = lines.partition_point(|&start| start <= pos);
        let start = lines.get(line.checked_sub(1)?)?;
        Some(Spot {
            file: *file,
            line: line as u32,
            column: pos - start + 1,
        })
    }
}

/// Where the lines of a text begin: behind a line end, or where a splice was.
fn lines_of(sources: &Sources, text: &Text) -> Vec<u32> {
    let bytes = &sources.bytes[text.start as usize..text.end as usize];
    let ends = memchr::memchr_iter(b'\n', bytes).map(|i| text.start + i as u32 + 1);
    let mut starts: Vec<u32> = std::iter::once(text.start).chain(ends).collect();
    starts.extend_from_slice(&text.splices);
    starts.sort_unstable();
    starts
}

impl Preprocessor<'_> {
    /// What was noted of the tokens since the last time.
    pub(super) fn take_tokens(&mut self) -> PieceTokens {
        let noted: Origins = std::mem::take(&mut self.origins);
        let mut resolver = Resolver {
            sources: &self.sources,
            files: Vec::new(),
            texts: FxHashMap::default(),
            last: 0,
        };
        let mut tokens = Vec::with_capacity(noted.len());
        for (start, pos, at) in noted.places() {
            let stands = resolver.spot(at);
            let spelled = match pos == at {
                true => stands,
                false => resolver.spot(pos),
            };
            tokens.push(Origin {
                start,
                spelled,
                stands,
            });
        }
        // A macro that is named in the body of another one is expanded there again and again.
        let place = |e: &Expansion| (e.at, e.name, e.defined);
        let mut places: Vec<_> = self.expansions.iter().skip(1).map(place).collect();
        places.sort_by_key(|place| place.0);
        places.dedup();
        let (mut macros, mut markers) = (Shared::default(), Shared::default());
        let mut expanded = Vec::with_capacity(places.len());
        for (at, name, (file, line)) in places {
            let Some(at) = resolver.spot(at) else {
                continue;
            };
            let name = macros.number(name.0, || {
                String::from_utf8_lossy(self.names.name(name)).into()
            });
            let file = markers.number(file, || {
                let quoted = self.p.names.get(file as usize);
                let quoted = String::from_utf8_lossy(quoted.map_or(&b""[..], Vec::as_slice));
                quoted.trim_matches('"').into()
            });
            let defined = (file, line);
            expanded.push(Expanded { name, at, defined });
        }
        expanded.sort_by_key(|e| e.at);
        expanded.dedup();
        let lines = |&(from, to): &(u32, u32)| {
            let (before, behind) = (resolver.spot(from)?, resolver.spot(to)?);
            let some = before.file == behind.file && before.line + 1 < behind.line;
            some.then_some((before.file, before.line + 1, behind.line - 1))
        };
        let inactive = noted.inactive.iter().filter_map(lines).collect();
        PieceTokens {
            files: resolver.files,
            tokens,
            expanded: expanded.into(),
            inactive,
            macros: macros.texts.into(),
            markers: markers.texts.into(),
        }
    }
}
