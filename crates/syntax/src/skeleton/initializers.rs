//! Initialisers and names of declarators that deserve a closer look. The bytes before what ends them show it.
//!
//! It must not know what they are rewritten to. It looks back a bounded number of bytes, so that a `;` costs no more than that.

use super::Flags;
use crate::blanks::trim_end_bytes;
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
        () if literal => trim_end_bytes(rest),
        () if !last.is_empty() && rest.ends_with(b"::") => {
            let path = |b: &u8| word(b) || b": <>,*&\n".contains(b);
            let length = rest.iter().rev().take_while(|b| path(b)).count();
            trim_end_bytes(&rest[..rest.len() - length])
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

/// Whether the name that ends at `end` is that of the type before it: `X X`, `X<…> X`. In `struct X X` the type is named by its
/// key, and in `A::X X` by its scope: no member hides these.
pub(super) fn is_namesake(bytes: &[u8], end: usize) -> bool {
    let least = end.saturating_sub(LONGEST);
    let mut start = end;
    while start > least && WORD[bytes[start - 1] as usize] {
        start -= 1;
    }
    let ty_end = least + trim_end_bytes(&bytes[least..start]).len();
    if start == end || ty_end == 0 {
        return false;
    }
    let last = bytes[ty_end - 1];
    if last != b'>' && (ty_end == start || last != bytes[end - 1]) {
        return false;
    }
    let (name, ty) = (&bytes[start..end], &bytes[..ty_end]);
    if matches!(name, b"long" | b"requires") {
        return false;
    }
    let ty = match last {
        b'>' => match arguments_start(ty) {
            Some(start) => trim_end_bytes(&ty[..start]),
            None => return false,
        },
        _ => ty,
    };
    let Some(before) = ty.strip_suffix(name) else {
        return false;
    };
    let keys: [&[u8]; 4] = [b"struct", b"class", b"union", b"enum"];
    let key = trim_end_bytes(before);
    before.last().is_none_or(|&b| !WORD[b as usize])
        && !key.ends_with(b"::")
        && !keys.iter().any(|word| key.ends_with(word))
}

/// Where the template arguments begin that a text ends with.
fn arguments_start(text: &[u8]) -> Option<usize> {
    let mut depth = 0u32;
    for at in (text.len().saturating_sub(LONGEST)..text.len()).rev() {
        match text[at] {
            b'>' => depth += 1,
            b'<' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            b';' | b'{' | b'}' => return None,
            _ => {}
        }
    }
    None
}
