//! The lines that the user wrote, in place of those that the preprocessor made of them. A diagnostic's column counts in the
//! preprocessed line; here it is found again in the source file's: as whoever preprocessed knows it, or else by comparing the two lines.
//! Knows no rendering.

use std::collections::HashMap;
use std::sync::Arc;

use cleave_diagnostics::{Diagnostic, Location};
use cleave_syntax::lexer::Lexed;

/// The files that were looked at.
pub struct UserLines<'a> {
    /// The bytes of a file; `None` if it cannot be read.
    read: &'a dyn Fn(&str) -> Option<Vec<u8>>,
    /// The lines of each file; `None` if it cannot be read.
    files: HashMap<Arc<str>, Option<Vec<Vec<u8>>>>,
}

impl<'a> UserLines<'a> {
    /// None yet. `read` gives the bytes of a file, as the line marker names it.
    pub fn new(read: &'a dyn Fn(&str) -> Option<Vec<u8>>) -> UserLines<'a> {
        UserLines {
            read,
            files: HashMap::new(),
        }
    }

    /// Puts the user's lines and columns into a diagnostic and its notes. `known` gives the column that a token of the preprocessed text
    /// has in the user's line, if that is known.
    pub fn relocate(&mut self, d: &mut Diagnostic, known: &dyn Fn(&Location) -> Option<u32>) {
        if let Some(at) = &mut d.at {
            self.locate(at, known);
        }
        for note in &mut d.notes {
            self.relocate(note, known);
        }
    }

    fn locate(&mut self, at: &mut Location, known: &dyn Fn(&Location) -> Option<u32>) {
        let Some(made) = at.source.clone() else {
            return;
        };
        let index = (at.line as usize).wrapping_sub(1);
        let written = self.lines(&at.file).and_then(|lines| lines.get(index));
        // A file that is not there, such as a line marker may name, has nothing better to show.
        let Some(written) = written else {
            at.length = token_length(&made, at.column);
            return;
        };
        let known = known(at).map(|column| (column, token_length(written, column)));
        let found = known.or_else(|| column(written, &made, at.column));
        (at.column, at.length) = found.unwrap_or((0, 0));
        at.source = Some(written.as_slice().into());
    }

    fn lines(&mut self, file: &Arc<str>) -> Option<&Vec<Vec<u8>>> {
        self.files
            .entry(file.clone())
            .or_insert_with(|| {
                let bytes = (self.read)(file)?;
                let lines = bytes.split(|b| *b == b'\n');
                Some(
                    lines
                        .map(|line| line.strip_suffix(b"\r").unwrap_or(line).to_vec())
                        .collect(),
                )
            })
            .as_ref()
    }
}

/// How long the token is that begins at a byte column, 0 if none does.
fn token_length(line: &[u8], column: u32) -> u32 {
    let (Ok(text), Some(start)) = (std::str::from_utf8(line), column.checked_sub(1)) else {
        return 0;
    };
    let lexed = Lexed::new(text);
    let token = lexed.at_or_after(start as usize);
    let range = lexed.range(token);
    match token < lexed.len() && range.start == start as usize {
        true => range.len() as u32,
        false => 0,
    }
}

/// Where in the line `written` the byte column of the preprocessed line `made` is, and how long the token there is; `None` where
/// that is not certain.
fn column(written: &[u8], made: &[u8], column: u32) -> Option<(u32, u32)> {
    if written == made {
        return Some((column, token_length(made, column)));
    }
    let written = std::str::from_utf8(written).ok()?;
    let made = std::str::from_utf8(made).ok()?;
    let offset = column.checked_sub(1)? as usize;
    let (ours, theirs) = (Lexed::new(written), Lexed::new(made));
    let token = theirs.at_or_after(offset);
    let range_of = |ours: &Lexed, token: usize| {
        let range = ours.range(token);
        (range.start as u32 + 1, range.len() as u32)
    };
    if token >= theirs.len() {
        // Behind everything: so it is in the user's line.
        return (!ours.is_empty()).then(|| (ours.range(ours.len() - 1).end as u32 + 1, 0));
    }
    if theirs.range(token).start != offset {
        return None;
    }
    let words = |lexed: &Lexed, text: &str| -> Vec<String> {
        let all = 0..lexed.len();
        all.map(|i| lexed.text(text, i).to_owned()).collect()
    };
    let (from, to) = (words(&theirs, made), words(&ours, written));
    match aligned(&from, &to, token) {
        Aligned::Token(at) | Aligned::Macro(at) => Some(range_of(&ours, at)),
        Aligned::Unsure => None,
    }
}

/// What became of a token.
#[derive(Debug, PartialEq, Eq)]
enum Aligned {
    /// It is this one.
    Token(usize),
    /// It comes out of the macro with this name.
    Macro(usize),
    /// Nobody knows.
    Unsure,
}

/// Which token of `to`, the user's line, stands for token `index` of `from`, what the preprocessor made of it.
fn aligned(from: &[String], to: &[String], index: usize) -> Aligned {
    // Tokens that are certain, in pairs.
    let same = |(a, b): &(&String, &String)| a == b;
    let prefix = from.iter().zip(to).take_while(same).count();
    let rest = from.len().min(to.len()) - prefix;
    let suffix = (from.iter().rev())
        .zip(to.iter().rev())
        .take(rest)
        .take_while(same)
        .count();
    let (from_end, to_end) = (from.len() - suffix, to.len() - suffix);
    if index < prefix {
        return Aligned::Token(index);
    }
    if index >= from_end {
        return Aligned::Token(index - from_end + to_end);
    }
    // Between them: words that stand once in either line, in the same order.
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (a, word) in from.iter().enumerate().take(from_end).skip(prefix) {
        let once = |all: &[String]| all.iter().filter(|w| *w == word).count() == 1;
        if word.len() < 2 || !once(&from[prefix..from_end]) || !once(&to[prefix..to_end]) {
            continue;
        }
        let b = (prefix..to_end).find(|b| to[*b] == *word);
        let Some(b) = b else { continue };
        if pairs.last().is_some_and(|last| last.1 >= b) {
            // Words that changed places: a macro did that.
            return first_macro(from, to, prefix..from_end, prefix..to_end);
        }
        pairs.push((a, b));
    }
    // What stands next to a certain token and is equal belongs to it.
    let after = pairs.iter().copied().find(|pair| pair.0 > index);
    let (mut a, mut b) = (prefix, prefix);
    if let Some(before) = pairs.iter().rev().find(|pair| pair.0 <= index) {
        let end = after.unwrap_or((from_end, to_end));
        (a, b) = *before;
        while a < index && b + 1 < end.1 && from[a + 1] == to[b + 1] {
            (a, b) = (a + 1, b + 1);
        }
        if a == index {
            return Aligned::Token(b);
        }
        (a, b) = (a + 1, b + 1);
    }
    let before = (a, b);
    (a, b) = (from_end, to_end);
    if let Some(after) = after {
        (a, b) = after;
        while a > index && b > before.1 && from[a - 1] == to[b - 1] {
            (a, b) = (a - 1, b - 1);
        }
        if a == index {
            return Aligned::Token(b);
        }
    }
    match first_macro(from, to, before.0..a, before.1..b) {
        Aligned::Unsure => first_macro(from, to, prefix..from_end, prefix..to_end),
        found => found,
    }
}

/// The first name in the user's tokens that the preprocessor replaced, if it is the only one.
fn first_macro(
    from: &[String],
    to: &[String],
    made: std::ops::Range<usize>,
    written: std::ops::Range<usize>,
) -> Aligned {
    let is_name = |word: &str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let mut replaced = written.filter(|i| {
        to.get(*i)
            .is_some_and(|word| is_name(word) && !from[made.clone()].contains(word))
    });
    match (replaced.next(), replaced.next()) {
        (Some(only), None) => Aligned::Macro(only),
        _ => Aligned::Unsure,
    }
}

#[cfg(test)]
mod tests;
