//! From places in the user's files to tokens of the preprocessed text, and back. It knows no items and no meaning.

use std::sync::{Arc, OnceLock};

use cleave_preprocessor::{Origin, PieceTokens, Spot};
use rustc_hash::FxHashMap;

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FilePosition {
    /// The file, as line markers call it.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1; 0 if only the line is known.
    pub column: u32,
}

impl FilePosition {
    /// The place of a byte of a file's text.
    pub(crate) fn of_byte(file: &Arc<str>, text: &str, byte: usize) -> FilePosition {
        let before = &text[..byte];
        let start = before.rfind('\n').map_or(0, |n| n + 1);
        FilePosition {
            file: Arc::clone(file),
            line: before.matches('\n').count() as u32 + 1,
            column: (byte - start) as u32 + 1,
        }
    }
}

/// A stretch of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileRange {
    /// Where it begins.
    pub start: FilePosition,
    /// The line that it ends in.
    pub end_line: u32,
    /// One past its last byte, as a column from 1.
    pub end_column: u32,
}

impl FileRange {
    /// A stretch of one line.
    pub fn of_token(start: FilePosition, length: u32) -> FileRange {
        FileRange {
            end_line: start.line,
            end_column: start.column + length,
            start,
        }
    }

    /// Whether it has no length.
    pub fn is_empty(&self) -> bool {
        (self.start.line, self.start.column) == (self.end_line, self.end_column)
    }

    /// Whether a place is in it or right behind it.
    pub fn touches(&self, line: u32, column: u32) -> bool {
        (self.start.line, self.start.column) <= (line, column)
            && (line, column) <= (self.end_line, self.end_column)
    }
}

/// A token that has a place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) line: u32,
    pub(crate) column: u32,
    /// Where it begins in the text.
    pub(crate) offset: u32,
    /// It is spelled here; otherwise a macro that is named here made it.
    pub(crate) spelled: bool,
}

/// A macro that is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpandedMacro<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where the name is written.
    pub at: Spot,
    /// The file of its definition as line markers have it, and the line.
    pub defined: (&'a str, u32),
}

/// The tokens of a file.
#[derive(Debug, Default)]
pub(crate) struct InFile {
    /// In the order of their places.
    pub(crate) tokens: Vec<Placed>,
    /// The macros that are expanded: piece, and number in it.
    expanded: Vec<(Spot, usize, usize)>,
    pub(crate) inactive: Vec<(u32, u32)>,
}

/// A file that parts speak of. A unit has a thousand, and an editor asks for the places of a few.
#[derive(Debug, Default)]
struct Named {
    /// The numbers of the parts, and that of the file in each.
    parts: Vec<(usize, u32)>,
    found: OnceLock<InFile>,
}

/// Where the tokens of a text come from.
#[derive(Debug, Default)]
pub struct Places {
    parts: Arc<[(u32, Arc<PieceTokens>)]>,
    files: OnceLock<FxHashMap<Arc<str>, Named>>,
}

impl Places {
    /// Of parts of a text, each with where it begins.
    pub fn new(parts: Arc<[(u32, Arc<PieceTokens>)]>) -> Places {
        Places {
            parts,
            files: OnceLock::new(),
        }
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The token that begins at a byte of the text, or the last one before it.
    fn token(&self, offset: u32) -> Option<(u32, &PieceTokens, &Origin)> {
        let behind = self.parts.partition_point(|p| p.0 <= offset);
        let (start, part) = &self.parts[behind.checked_sub(1)?];
        let behind = part.tokens.partition_point(|t| t.start + start <= offset);
        let token = part.tokens.get(behind.checked_sub(1)?)?;
        Some((token.start + start, part, token))
    }

    fn position(part: &PieceTokens, spot: Spot) -> Option<FilePosition> {
        Some(FilePosition {
            file: part.files.get(spot.file as usize)?.as_str().into(),
            line: spot.line,
            column: spot.column,
        })
    }

    /// Where the token is spelled that begins at a byte of the text.
    pub(crate) fn spelled(&self, offset: u32) -> Option<FilePosition> {
        let (start, part, token) = self.token(offset)?;
        (start == offset).then(|| Places::position(part, token.spelled?))?
    }

    /// Where the token stands after all expansion that begins at a byte of the text.
    pub(crate) fn stands(&self, offset: u32) -> Option<FilePosition> {
        let (start, part, token) = self.token(offset)?;
        (start == offset).then(|| Places::position(part, token.stands?))?
    }

    fn index(&self) -> &FxHashMap<Arc<str>, Named> {
        self.files.get_or_init(|| {
            let mut files: FxHashMap<Arc<str>, Named> = FxHashMap::default();
            for (nth, (_, part)) in self.parts.iter().enumerate() {
                for (number, name) in (0u32..).zip(&part.files) {
                    let named = match files.get_mut(name.as_str()) {
                        Some(named) => named,
                        None => files.entry(name.as_str().into()).or_default(),
                    };
                    named.parts.push((nth, number));
                }
            }
            files
        })
    }

    /// What some parts have of a file, each with the number that the file has there.
    fn collect(&self, parts: &[(usize, u32)]) -> InFile {
        let mut out = InFile::default();
        for &(nth, file) in parts {
            let (start, part) = &self.parts[nth];
            let mut add = |spot: Spot, offset: u32, spelled: bool| {
                if spot.file == file {
                    out.tokens.push(Placed {
                        line: spot.line,
                        column: spot.column,
                        offset,
                        spelled,
                    });
                }
            };
            for token in &part.tokens {
                let offset = start + token.start;
                if let Some(spelled) = token.spelled {
                    add(spelled, offset, true);
                }
                if token.spelled != token.stands
                    && let Some(stands) = token.stands
                {
                    add(stands, offset, false);
                }
            }
            let numbers = part.expanded.iter().enumerate();
            let expanded = numbers.filter(|(_, e)| e.at.file == file);
            (out.expanded).extend(expanded.map(|(number, e)| (e.at, nth, number)));
            let inactive = part.inactive.iter().filter(|lines| lines.0 == file);
            (out.inactive).extend(inactive.map(|&(_, from, to)| (from, to)));
        }
        (out.tokens).sort_by_key(|t| (t.line, t.column, !t.spelled, t.offset));
        out.expanded.sort_by_key(|e| (e.0.line, e.0.column));
        out.inactive.sort_unstable();
        out.inactive.dedup();
        out
    }

    /// The tokens of a file, by the name that line markers have.
    pub(crate) fn in_file(&self, file: &str) -> Option<&InFile> {
        let named = self.index().get(file)?;
        Some(named.found.get_or_init(|| self.collect(&named.parts)))
    }

    /// The files that have tokens.
    pub fn files(&self) -> impl Iterator<Item = &Arc<str>> {
        self.index().keys()
    }

    /// The tokens whose place is the last one of a file at or before a place: those that are spelled there first. A header that was read
    /// several times has them all.
    pub(crate) fn at(&self, file: &str, line: u32, column: u32) -> &[Placed] {
        let Some(file) = self.in_file(file) else {
            return &[];
        };
        let all = &file.tokens;
        let behind = all.partition_point(|t| (t.line, t.column) <= (line, column));
        let Some(last) = behind.checked_sub(1).map(|n| all[n]) else {
            return &[];
        };
        if last.line != line {
            return &[];
        }
        let first = all.partition_point(|t| (t.line, t.column) < (last.line, last.column));
        &all[first..behind]
    }

    /// The lines of a file that were left out.
    pub fn inactive(&self, file: &str) -> &[(u32, u32)] {
        self.in_file(file).map_or(&[], |f| &f.inactive)
    }

    /// The macros whose names are written in a file.
    pub fn expanded(&self, file: &str) -> impl Iterator<Item = ExpandedMacro<'_>> {
        let all = self.in_file(file).map_or(&[][..], |f| &f.expanded);
        self.macros(all.iter())
    }

    fn macros<'a>(
        &'a self,
        of: impl Iterator<Item = &'a (Spot, usize, usize)>,
    ) -> impl Iterator<Item = ExpandedMacro<'a>> {
        of.filter_map(|&(at, part, number)| {
            let part = &self.parts.get(part)?.1;
            let expanded = part.expanded.get(number)?;
            Some(ExpandedMacro {
                name: part.name_of(expanded),
                at,
                defined: part.definition_of(expanded),
            })
        })
    }

    /// The macro whose name is written at a place.
    pub fn expanded_at(&self, file: &str, line: u32, column: u32) -> Option<ExpandedMacro<'_>> {
        let all = self.in_file(file).map_or(&[][..], |f| &f.expanded);
        let first = all.partition_point(|e| e.0.line < line);
        let of_line = all[first..].iter().take_while(|e| e.0.line == line);
        self.macros(of_line).find(|e| {
            let end = e.at.column + e.name.len() as u32;
            (e.at.column..=end).contains(&column)
        })
    }

    /// The tokens of the text that the macro named at a place made, by where they begin.
    pub(crate) fn made_at(&self, file: &str, line: u32, column: u32) -> Vec<u32> {
        let Some(file) = self.in_file(file) else {
            return Vec::new();
        };
        let from = (file.tokens).partition_point(|t| (t.line, t.column) < (line, column));
        let here = file.tokens[from..].iter();
        let here = here.take_while(|t| (t.line, t.column) == (line, column));
        here.filter(|t| !t.spelled).map(|t| t.offset).collect()
    }
}
