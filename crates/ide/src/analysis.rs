//! A snapshot of one pass over a unit, and the way from bytes of its text to items and tokens. It knows no meaning.

use std::sync::Arc;

use cleave_base_db::{Db, HostOptions, RootDatabase, SourceFile};
use cleave_names::{ItemId, Part, file_parts, item_id_at, item_index, part_skeleton, part_text};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::Item;

use crate::places::{FilePosition, FileRange, Places};

/// A snapshot of a pass. A thread asks it; an edit of the database that it was taken from cancels what it computes
/// ([`salsa::Cancelled`]).
pub struct Analysis {
    /// The database.
    pub db: RootDatabase,
    /// The preprocessed text.
    pub file: SourceFile,
    /// How the host half is written.
    pub options: HostOptions,
    /// Where tokens come from.
    pub places: Arc<Places>,
}

/// A token of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'db> {
    pub(crate) item: ItemId<'db>,
    /// Its number among the significant tokens of the item.
    pub(crate) number: u32,
}

/// Where the parts of a text begin, and which item is the first of each.
pub(crate) struct Text<'db> {
    db: &'db dyn Db,
    file: SourceFile,
    parts: Vec<(usize, u32, Part<'db>)>,
}

impl<'db> Text<'db> {
    pub(crate) fn new(db: &'db dyn Db, file: SourceFile) -> Text<'db> {
        let mut start = 0;
        let parts = file_parts(db, file).iter().map(|placed| {
            let at = start;
            start += part_text(db, placed.part).len();
            (at, placed.first, placed.part)
        });
        Text {
            db,
            file,
            parts: parts.collect(),
        }
    }

    fn part(&self, offset: usize) -> Option<(usize, u32, Part<'db>)> {
        let behind = self.parts.partition_point(|p| p.0 <= offset);
        self.parts.get(behind.checked_sub(1)?).copied()
    }

    /// The text from a byte on, up to the end of its part.
    pub(crate) fn from(&self, offset: usize) -> &'db str {
        let Some((start, _, part)) = self.part(offset) else {
            return "";
        };
        part_text(self.db, part).get(offset - start..).unwrap_or("")
    }

    /// Whether nothing stands between two bytes of the text.
    pub(crate) fn touch(&self, end: usize, next: usize) -> bool {
        let between = next.checked_sub(end).and_then(|n| self.from(end).get(..n));
        between.is_some_and(str::is_empty)
    }

    /// The token that begins at a byte.
    pub(crate) fn token_text(&self, offset: usize) -> &'db str {
        let rest = self.from(offset);
        let line = rest.split('\n').next().unwrap_or("");
        let line = match line.starts_with(['"', 'R', 'u', 'U', 'L']) {
            true => rest,
            false => line,
        };
        // A word needs no lexer.
        let word = line
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(line.len());
        if word > 0
            && !line[word..].starts_with(['"', '\''])
            && !line.starts_with(|c: char| c.is_ascii_digit())
        {
            return &line[..word];
        }
        let end = cleave_syntax::lexer::next_token(line.as_bytes(), 0, false).len as usize;
        line.get(..end.max(1)).unwrap_or(line)
    }

    /// The item that a byte is in, and where the item begins.
    pub(crate) fn item_at(&self, offset: usize) -> Option<(ItemId<'db>, usize, &'db Item)> {
        let (start, first, part) = self.part(offset)?;
        let items = &part_skeleton(self.db, part).items;
        let within = (offset - start) as u32;
        let behind = items.partition_point(|i| i.span.start <= within);
        let number = behind.checked_sub(1)?;
        let item = &items[number];
        if within > item.span.end {
            return None;
        }
        let id = item_id_at(self.db, self.file, first + number as u32);
        Some((id, start + item.span.start as usize, item))
    }

    /// The token that begins at a byte, or that the byte is in.
    pub(crate) fn token_at(&self, offset: usize) -> Option<Token<'db>> {
        let (item, start, scanned) = self.item_at(offset)?;
        let (_, _, part) = self.part(offset)?;
        let text = scanned.span.of(part_text(self.db, part));
        let lexed = Lexed::new(text);
        let number = lexed.at_or_after(offset - start);
        let found = (number < lexed.len()).then(|| lexed.range(number))?;
        (found.start <= offset - start).then_some(Token {
            item,
            number: number as u32,
        })
    }

    /// Where an item begins in the text, with its text.
    pub(crate) fn item(&self, item: ItemId<'db>) -> Option<(usize, &'db str)> {
        let index = item_index(self.db, item)?;
        let behind = self.parts.partition_point(|p| p.1 <= index);
        let (start, first, part) = *self.parts.get(behind.checked_sub(1)?)?;
        let items = &part_skeleton(self.db, part).items;
        let scanned = items.get((index - first) as usize)?;
        let text = scanned.span.of(part_text(self.db, part));
        Some((start + scanned.span.start as usize, text))
    }
}

/// The tokens of an item with their places in the text, for whoever asks of many.
pub(crate) struct ItemTokens<'db> {
    pub(crate) start: usize,
    pub(crate) text: &'db str,
    pub(crate) lexed: Lexed,
}

impl<'db> ItemTokens<'db> {
    pub(crate) fn new(text: &Text<'db>, item: ItemId<'db>) -> Option<ItemTokens<'db>> {
        let (start, text) = text.item(item)?;
        Some(ItemTokens {
            start,
            text,
            lexed: Lexed::new(text),
        })
    }

    /// Where a token begins in the text, and its length.
    pub(crate) fn offset(&self, token: u32) -> Option<(usize, u32)> {
        let token = token as usize;
        let range = (token < self.lexed.len()).then(|| self.lexed.range(token))?;
        Some((self.start + range.start, range.len() as u32))
    }

    pub(crate) fn word(&self, token: u32) -> &'db str {
        let token = token as usize;
        match token < self.lexed.len() {
            true => self.lexed.text(self.text, token),
            false => "",
        }
    }
}

impl Analysis {
    /// Another handle of the same state, for another thread.
    pub fn snapshot(&self) -> Analysis {
        Analysis {
            db: self.db.clone(),
            file: self.file,
            options: self.options,
            places: Arc::clone(&self.places),
        }
    }

    pub(crate) fn text(&self) -> Text<'_> {
        Text::new(&self.db, self.file)
    }

    /// Where a token of the text is in the user's files: where it is spelled if that is where it stands or an argument of a macro there,
    /// else where the macro is named. Of other files the line alone is known.
    pub(crate) fn range_of(
        &self,
        text: &Text<'_>,
        offset: usize,
        length: u32,
    ) -> Option<FileRange> {
        let at = offset as u32;
        let stands = self.places.stands(at);
        let spelled = self.places.spelled(at);
        let (Some(stands), spelled) = (stands, spelled) else {
            let line = self.line_of(offset)?;
            return Some(FileRange::of_token(line, 0));
        };
        let length = match length {
            0 => text.token_text(offset).len() as u32,
            length => length,
        };
        if let Some(spelled) = spelled
            && (spelled == stands || is_argument(&spelled, &stands))
        {
            return Some(FileRange::of_token(spelled, length));
        }
        let name = self
            .places
            .expanded_at(&stands.file, stands.line, stands.column);
        let length = name.map_or(1, |e| e.name.len() as u32);
        Some(FileRange::of_token(stands, length))
    }

    /// The file and the line of a byte of the text.
    pub(crate) fn line_of(&self, offset: usize) -> Option<FilePosition> {
        let places = cleave_report::Places::new(&self.db, self.file);
        let at = places.position(offset);
        Some(FilePosition {
            file: at.file?.into(),
            line: at.line,
            column: 0,
        })
    }
}

/// Whether a token that stands where a macro is named is spelled as an argument: behind that name, where no definition is that was known
/// there.
fn is_argument(spelled: &FilePosition, stands: &FilePosition) -> bool {
    spelled.file == stands.file && (spelled.line, spelled.column) > (stands.line, stands.column)
}
