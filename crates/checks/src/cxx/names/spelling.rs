//! Identifiers as the reference prints them: universal character names are read ([lex.charset]).

use std::borrow::Cow;

/// A name with its universal character names read, if it has any.
pub(crate) fn plain_spelling(name: &str) -> Cow<'_, str> {
    if !name.contains('\\') {
        return Cow::Borrowed(name);
    }
    let mut out = String::new();
    let mut rest = name;
    while let Some(at) = rest.find('\\') {
        let digits = match rest[at + 1..].chars().next() {
            Some('u') => 4,
            _ => 8,
        };
        let code = rest.get(at + 2..at + 2 + digits);
        let read = code.and_then(|c| char::from_u32(u32::from_str_radix(c, 16).ok()?));
        let Some(read) = read else { break };
        out.push_str(&rest[..at]);
        out.push(read);
        rest = &rest[at + 2 + digits..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}
