//! The words of the text form.

use super::names::{in_word, starts_word};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name or keyword without quotes.
    Word(&'a str),
    /// A number, with its sign.
    Number(&'a str),
    /// What stands in quotes, as code units.
    Text(Vec<u32>),
    /// A mark. `…` is three dots, `→` an arrow.
    Mark(char),
    /// The end.
    End,
}

/// Reads tokens off a text.
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// Where the next token is looked for.
    at: usize,
}

impl<'a> Lexer<'a> {
    /// Reads from some byte on.
    pub(super) fn new(text: &'a str, at: usize) -> Lexer<'a> {
        Lexer { text, at }
    }

    /// The next token, where it starts, and whether it is the first of its line. Or where what kind of error is.
    pub(super) fn next(&mut self) -> Result<(Token<'a>, usize, bool), (usize, String)> {
        let before = self.at;
        self.skip();
        let start = self.at;
        let first = self.text[before..start].contains('\n');
        let rest = &self.text[start..];
        let mut chars = rest.chars();
        let Some(c) = chars.next() else {
            return Ok((Token::End, start, first));
        };
        let next = chars.next();
        let (token, len) = match c {
            '"' => {
                let (units, len) = string(rest).map_err(|(at, why)| (start + at, why))?;
                (Token::Text(units), len)
            }
            c if starts_word(c) => {
                let len = rest.find(|c| !in_word(c)).unwrap_or(rest.len());
                (Token::Word(&rest[..len]), len)
            }
            c if c.is_ascii_digit() || (c == '-' && next.is_some_and(|n| n.is_ascii_digit())) => {
                let len = number(rest);
                (Token::Number(&rest[..len]), len)
            }
            '-' if next == Some('>') => (Token::Mark('→'), 2),
            '.' if rest.starts_with("...") => (Token::Mark('…'), 3),
            '(' | ')' | '{' | '}' | '[' | ']' | ',' | ':' | '=' | '@' | '%' | '#' | '!' | '+' => {
                (Token::Mark(c), 1)
            }
            c => return Err((start, format!("the character {c:?} has no meaning here"))),
        };
        self.at = start + len;
        Ok((token, start, first))
    }

    fn skip(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest
                .find(|c: char| !matches!(c, ' ' | '\t' | '\r' | '\n'))
                .unwrap_or(rest.len());
            self.at += blank;
            if !rest[blank..].starts_with("//") {
                return;
            }
            self.at += rest[blank..].find('\n').unwrap_or(rest.len() - blank);
        }
    }
}

fn number(text: &str) -> usize {
    let hexadecimal = text.starts_with("0x");
    let mut last = ' ';
    for (i, c) in text.char_indices() {
        let exponent = !hexadecimal && matches!(last, 'e' | 'E') && matches!(c, '+' | '-');
        if !(c.is_ascii_alphanumeric() || c == '.' || exponent || (i == 0 && c == '-')) {
            return i;
        }
        last = c;
    }
    text.len()
}

/// The code units in quotes, and how long that is in bytes.
fn string(text: &str) -> Result<(Vec<u32>, usize), (usize, String)> {
    let mut units = Vec::new();
    let mut chars = text.char_indices();
    chars.next();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok((units, at + 1)),
            '\n' => break,
            '\\' => {
                let escape = chars.next().map(|(_, c)| c);
                let unit = match escape {
                    Some('n') => 0x0a,
                    Some('t') => 0x09,
                    Some(c @ ('"' | '\\')) => c as u32,
                    Some('{') => {
                        let rest = &text[at + 2..];
                        // A number has at most eight digits: no more is looked at.
                        let end = rest.bytes().take(9).position(|b| b == b'}');
                        let unit = end.and_then(|end| match &rest[..end] {
                            digits if digits.bytes().all(|b| b.is_ascii_hexdigit()) => {
                                u32::from_str_radix(digits, 16).ok()
                            }
                            _ => None,
                        });
                        let (Some(end), Some(unit)) = (end, unit) else {
                            return Err((at, "no number of a character".to_owned()));
                        };
                        for _ in 0..=end {
                            chars.next();
                        }
                        unit
                    }
                    _ => return Err((at, "no such escape".to_owned())),
                };
                units.push(unit);
            }
            c => units.push(c as u32),
        }
    }
    Err((0, "the string does not end".to_owned()))
}
