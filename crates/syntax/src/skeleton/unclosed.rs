//! Guessing where an unclosed bracket should have been closed, so that it does not take the rest of the file with it. Only
//! asked about texts whose brackets are wrong.

use super::{ErrorKind, ItemKind, Skeleton};
use crate::blanks;

/// Whether the parenthesis at `open` is one in which a `;` may stand: that of `for`, `if` or `switch`.
pub(super) fn is_head(text: &str, open: usize) -> bool {
    if text.as_bytes().get(open) != Some(&b'(') {
        return false;
    }
    let before = blanks::trim_end(&text[..open]);
    let word = before
        .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
        .map_or(before, |i| &before[i..])
        .trim_start_matches(|c: char| !(c.is_alphanumeric() || c == '_'));
    matches!(
        word,
        "for" | "if" | "switch" | "while" | "constexpr" | "co_await"
    )
}

/// Where an item with an unclosed brace probably ends: at the next line that begins, without indentation, with a word that
/// is no label. `None` if no item reaches over such a line to the end of the text.
pub(super) fn cut(text: &str, skeleton: &Skeleton) -> Option<usize> {
    let item = skeleton.items.last()?;
    if matches!(
        item.kind,
        ItemKind::NamespaceOpen | ItemKind::LinkageOpen | ItemKind::NamespaceClose
    ) {
        return None;
    }
    let opener = skeleton
        .errors
        .iter()
        .filter(|e| {
            e.kind == ErrorKind::Unclosed(b'}') && item.span.range().contains(&(e.opener as usize))
        })
        .map(|e| e.opener as usize)
        .min()?;
    let mut at = opener;
    loop {
        at += text[at..].find('\n')? + 1;
        if begins_item(&text[at..]) {
            return Some(at);
        }
    }
}

fn begins_item(rest: &str) -> bool {
    let word_end = rest
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(rest.len());
    let word = &rest[..word_end];
    if word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) {
        return rest.starts_with("[[");
    }
    let after = rest[word_end..].trim_start();
    let label = after.starts_with(':') && !after.starts_with("::");
    let statement = matches!(
        word,
        "case"
            | "default"
            | "else"
            | "catch"
            | "if"
            | "for"
            | "while"
            | "do"
            | "switch"
            | "return"
            | "goto"
            | "break"
            | "continue"
            | "public"
            | "private"
            | "protected"
    );
    !label && !statement
}
