//! Initialisers that end at a `;` and deserve a closer look, told by the bytes before it.
//!
//! It must not know what they are rewritten to. It looks back a bounded number of bytes, so that a `;` costs no more than that.

use super::Flags;
use crate::lexer::WORD;

/// Longer initialisers, and longer declarations of them, are not looked for.
const LONGEST: usize = 300;

/// What the declaration that ends at `end` is flagged with: `T x = A::b` and `constexpr T x = 3`, neither static.
pub(super) fn initializer_before(bytes: &[u8], end: usize) -> Flags {
    let before = &bytes[end.saturating_sub(LONGEST)..end];
    let word = |b: &u8| WORD[*b as usize];
    let last = before.iter().rev().take_while(|b| word(b)).count();
    let (rest, last) = before.split_at(before.len() - last);
    let literal =
        last.first().is_some_and(u8::is_ascii_digit) || matches!(last, b"true" | b"false");
    let head = match () {
        () if literal => rest.trim_ascii_end(),
        () if !last.is_empty() && rest.ends_with(b"::") => {
            let path = |b: &u8| word(b) || b": <>,*&\n".contains(b);
            let length = rest.iter().rev().take_while(|b| path(b)).count();
            &rest[..rest.len() - length]
        }
        () => return Flags::default(),
    };
    let Some(head) = head.strip_suffix(b"=") else {
        return Flags::default();
    };
    if head.last().is_none_or(|b| b"=!<>+-*/%&|^".contains(b)) {
        return Flags::default();
    }
    let start = head.iter().rposition(|b| b";{}".contains(b));
    let words = head[start.map_or(0, |at| at + 1)..].split(|b| !word(b));
    let mut constant = false;
    for w in words {
        match w {
            b"using" | b"static" | b"namespace" => return Flags::default(),
            b"constexpr" => constant = true,
            _ => {}
        }
    }
    match (literal, constant) {
        (true, true) => Flags::LITERAL_CONSTANT,
        (false, false) => Flags::QUALIFIED_INITIALIZER,
        _ => Flags::default(),
    }
}
