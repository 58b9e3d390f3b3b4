//! What all parts of the reader share: the token at hand, and errors.

use std::sync::Arc;

use super::SyntaxError;
use super::lexer::{Lexer, Token};
use crate::Symbol;
use crate::words::Words;

pub(super) type Result<T> = std::result::Result<T, SyntaxError>;

/// Reads a text token by token.
pub(super) struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    token: Token<'a>,
    /// Where the token starts.
    at: usize,
    /// It is the first of its line.
    first: bool,
}

impl<'a> Parser<'a> {
    /// A reader that stands before the first line.
    pub(super) fn new(text: &'a str) -> Parser<'a> {
        Parser {
            text,
            lexer: Lexer::new(text, 0),
            token: Token::End,
            at: 0,
            first: true,
        }
    }

    /// The first line.
    pub(super) fn first_line(&self) -> &'a str {
        self.text.lines().next().unwrap_or_default()
    }

    /// Goes to the first token behind the first line.
    pub(super) fn after_first_line(&mut self) -> Result<()> {
        let end = self.text.find('\n').unwrap_or(self.text.len());
        self.lexer = Lexer::new(self.text, end);
        self.bump()
    }

    pub(super) fn bump(&mut self) -> Result<()> {
        match self.lexer.next() {
            Ok((token, at, first)) => {
                (self.token, self.at, self.first) = (token, at, first);
                Ok(())
            }
            Err((at, message)) => self.error_at(at, message),
        }
    }

    /// Where the token starts.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    pub(super) fn first_of_line(&self) -> bool {
        self.first
    }

    pub(super) fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        self.error_at(self.at, message)
    }

    pub(super) fn error_at<T>(&self, at: usize, message: impl Into<String>) -> Result<T> {
        let before = &self.text[..at];
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        Err(SyntaxError {
            line: u32::try_from(before.matches('\n').count() + 1).unwrap_or(u32::MAX),
            column: u32::try_from(before[start..].chars().count() + 1).unwrap_or(u32::MAX),
            message: message.into(),
        })
    }

    pub(super) fn expected<T>(&self, what: &str) -> Result<T> {
        let found = match &self.token {
            Token::Word(word) => format!("'{}'", short(word)),
            Token::Number(number) => format!("'{}'", short(number)),
            Token::Text(_) => "a string".to_owned(),
            Token::Mark('…') => "'...'".to_owned(),
            Token::Mark('→') => "'->'".to_owned(),
            Token::Mark(c) => format!("'{c}'"),
            Token::End => "the end of the text".to_owned(),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    pub(super) fn at(&self, mark: char) -> bool {
        self.token == Token::Mark(mark)
    }

    /// The token at hand.
    pub(super) fn token(&self) -> &Token<'a> {
        &self.token
    }

    /// The mark at hand.
    pub(super) fn mark(&self) -> Option<char> {
        match self.token {
            Token::Mark(mark) => Some(mark),
            _ => None,
        }
    }

    pub(super) fn at_end(&self) -> bool {
        self.token == Token::End
    }

    pub(super) fn eat(&mut self, mark: char) -> Result<bool> {
        let there = self.at(mark);
        if there {
            self.bump()?;
        }
        Ok(there)
    }

    pub(super) fn take(&mut self, mark: char) -> Result<()> {
        match self.eat(mark)? {
            true => Ok(()),
            false if mark == '→' => self.expected("'->'"),
            false => self.expected(&format!("'{mark}'")),
        }
    }

    /// The word at hand.
    pub(super) fn word(&self) -> Option<&'a str> {
        match self.token {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    pub(super) fn eat_word(&mut self, word: &str) -> Result<bool> {
        let there = self.word() == Some(word);
        if there {
            self.bump()?;
        }
        Ok(there)
    }

    pub(super) fn take_word(&mut self, word: &str) -> Result<()> {
        match self.eat_word(word)? {
            true => Ok(()),
            false => self.expected(&format!("'{word}'")),
        }
    }

    /// A word of a small enumeration.
    pub(super) fn a_word<T: Words>(&mut self, what: &str) -> Result<T> {
        match self.word().and_then(T::of_word) {
            Some(value) => {
                self.bump()?;
                Ok(value)
            }
            None => self.expected(what),
        }
    }

    pub(super) fn at_number(&self) -> bool {
        matches!(self.token, Token::Number(_))
    }

    pub(super) fn at_text(&self) -> bool {
        matches!(self.token, Token::Text(_))
    }

    /// A number as it is written.
    pub(super) fn digits(&mut self, what: &str) -> Result<&'a str> {
        match self.token {
            Token::Number(number) => {
                self.bump()?;
                Ok(number)
            }
            _ => self.expected(what),
        }
    }

    /// A number of some type.
    pub(super) fn number<T: std::str::FromStr>(&mut self, what: &str) -> Result<T> {
        match self.token {
            Token::Number(number) => match number.parse() {
                Ok(value) => {
                    self.bump()?;
                    Ok(value)
                }
                Err(_) => self.error(format!(
                    "'{}' is not {what}, or out of range",
                    short(number)
                )),
            },
            _ => self.expected(what),
        }
    }

    /// The code units of a string.
    pub(super) fn units(&mut self) -> Result<Box<[u32]>> {
        match &mut self.token {
            Token::Text(units) => {
                let units = std::mem::take(units);
                self.bump()?;
                Ok(units.into())
            }
            _ => self.expected("a string"),
        }
    }

    /// A string of characters.
    pub(super) fn string(&mut self) -> Result<String> {
        let at = self.at;
        let units = self.units()?;
        match units.iter().map(|&unit| char::from_u32(unit)).collect() {
            Some(text) => Ok(text),
            None => self.error_at(at, "the string has a number that is no character"),
        }
    }

    /// A name, with quotes or without.
    pub(super) fn name(&mut self) -> Result<String> {
        match self.token {
            Token::Word(word) => {
                self.bump()?;
                Ok(word.to_owned())
            }
            Token::Text(_) => self.string(),
            _ => self.expected("a name"),
        }
    }

    /// `@` and a name.
    pub(super) fn symbol(&mut self) -> Result<Symbol> {
        self.take('@')?;
        Ok(Arc::from(self.name()?))
    }

    /// `%`, a name, and the number that keeps locals of one name apart.
    pub(super) fn local_name(&mut self) -> Result<(String, u32)> {
        self.take('%')?;
        let name = match self.at('#') {
            true => String::new(),
            false => self.name()?,
        };
        let number = match self.eat('#')? {
            true => self.number("a number")?,
            false => 1,
        };
        Ok((name, number))
    }
}

/// The start of a word that may be long.
fn short(word: &str) -> &str {
    match word.char_indices().nth(40) {
        Some((end, _)) => &word[..end],
        None => word,
    }
}
