//! Preprocessing tokens ([lex.pptoken]) as small plain values. Knows nothing of files, macros or output.

use crate::intern::Sym;

/// What a token is. The operators up to `Shl` make another one together with `=`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Kind {
    /// `=`
    Eq,
    /// `!`
    Not,
    /// `>`
    Greater,
    /// `<`
    Less,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Mult,
    /// `/`
    Div,
    /// `%`
    Mod,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `>>`
    Shr,
    /// `<<`
    Shl,
    /// `~`
    Compl,
    /// `&&`
    AndAnd,
    /// `||`
    OrOr,
    /// `?`
    Query,
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,
    /// `==`
    EqEq,
    /// `!=`
    NotEq,
    /// `>=`
    GreaterEq,
    /// `<=`
    LessEq,
    /// `->`
    Deref,
    /// `.`
    Dot,
    /// `#`
    Hash,
    /// `##`
    Paste,
    /// Any other operator or punctuator
    Punct,
    /// An identifier ([lex.name])
    Name,
    /// A name with characters beyond ASCII, before it becomes a `Name`
    Extended,
    /// A preprocessing number ([lex.ppnumber])
    Number,
    /// A character literal
    Char,
    /// A string literal
    Str,
    /// A character that begins no token
    Other,
    /// No token: a place where a space may be needed. Its value says where the space comes from.
    Padding,
    /// A parameter in a macro's body; its value is the number, from 0
    Param,
    /// `__VA_OPT__` and its parenthesis
    OptStart,
    /// The parenthesis that ends `__VA_OPT__`
    OptEnd,
    /// A comment, where comments are kept
    Comment,
    /// A pragma's name, whose tokens are tokens of the text; spelled with `#pragma` before it
    Pragma,
    /// The end of such a pragma
    PragmaEnd,
    /// The end of a line in a directive, of a macro argument, or of everything
    End,
}

/// White space came before the token.
pub(crate) const PREV_WHITE: u8 = 1;
/// The token is the first of its line.
pub(crate) const BOL: u8 = 2;
/// The token is the left side of `##`.
pub(crate) const PASTE_LEFT: u8 = 4;
/// The parameter is to be made a string.
pub(crate) const STRINGIFY: u8 = 8;
/// The name is never expanded again ([cpp.rescan]).
pub(crate) const NO_EXPAND: u8 = 16;
/// Spelled in a system header.
pub(crate) const SYS: u8 = 32;
/// Spelled in a system header whose text is C.
pub(crate) const SYS_C: u8 = 64;
/// Made by a macro that is built in.
pub(crate) const BUILTIN: u8 = 128;

/// The value of a raw string's token that has splices within, until they are put back.
pub(crate) const SPLICED: u32 = 1;

/// A padding whose space nobody knows yet.
pub(crate) const PAD_NONE: u32 = 0;
/// A padding in the place of a token without white space before it.
pub(crate) const PAD_PLAIN: u32 = 1;
/// A padding in the place of a token with white space before it.
pub(crate) const PAD_WHITE: u32 = 2;

/// A token and where it comes from.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// `PREV_WHITE` and its like.
    pub flags: u8,
    /// A name's symbol, a parameter's number, a padding's source.
    pub val: u32,
    /// Where its spelling is in `Sources`.
    pub pos: u32,
    /// How long the spelling is.
    pub len: u32,
    /// The line that it stands on after all expansion, as `#line` has it.
    pub line: u32,
    /// Where it stands in `Sources` after all expansion: the macro's name for what a macro made.
    pub at: u32,
    /// The expansion that it comes from; 0 for a file.
    pub expansion: u32,
}

impl Token {
    /// A padding.
    pub(crate) fn padding(source: u32) -> Token {
        Token {
            kind: Kind::Padding,
            flags: 0,
            val: source,
            pos: 0,
            len: 0,
            line: 0,
            at: 0,
            expansion: 0,
        }
    }

    /// An end.
    pub(crate) fn end() -> Token {
        Token {
            kind: Kind::End,
            ..Token::padding(0)
        }
    }

    /// Nothing but a place: a line and where it is.
    pub(crate) fn at((line, at): (u32, u32)) -> Token {
        Token {
            line,
            at,
            ..Token::end()
        }
    }

    /// The padding that stands for this token.
    pub(crate) fn as_padding(&self) -> Token {
        Token::padding(if self.flags & PREV_WHITE != 0 {
            PAD_WHITE
        } else {
            PAD_PLAIN
        })
    }

    /// Its symbol, if it is a name.
    pub fn sym(&self) -> Option<Sym> {
        (self.kind == Kind::Name).then_some(Sym(self.val))
    }

    pub(crate) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}
