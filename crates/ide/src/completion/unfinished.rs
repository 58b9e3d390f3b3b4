//! What stands in front of a place in unfinished text. It knows no database.

/// What stands in front of the word that is being written.
pub(super) enum Before {
    /// `.` or `->`, at a byte.
    Member(usize),
    /// Names with `::` behind each.
    Scope(Vec<String>, bool),
    /// Neither.
    Nothing,
    /// A comment, a literal or a number: nothing is offered.
    Silent,
}

/// Whether a name begins with a prefix, upper and lower case alike.
pub(super) fn begins_like(name: &str, prefix: &str) -> bool {
    name.get(..prefix.len())
        .is_some_and(|n| n.eq_ignore_ascii_case(prefix))
}

/// The word that ends at a byte.
pub(crate) fn word_before(text: &str, at: usize) -> &str {
    let before = &text[..at];
    let start = before
        .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
        .map_or(0, |n| {
            n + before[n..].chars().next().map_or(1, char::len_utf8)
        });
    &before[start..]
}

pub(super) fn before(text: &str, word: usize) -> Before {
    let line = &text[text[..word].rfind('\n').map_or(0, |n| n + 1)..word];
    let quotes = line.matches('"').count() - line.matches("\\\"").count();
    if line.contains("//")
        || quotes % 2 == 1
        || text[word..].starts_with(|c: char| c.is_ascii_digit())
    {
        return Before::Silent;
    }
    let ahead = text[..word].trim_end();
    if ahead.rfind("/*") > ahead.rfind("*/") {
        return Before::Silent;
    }
    if ahead.ends_with("->") {
        return Before::Member(ahead.len() - 2);
    }
    if ahead.ends_with('.') && !ahead.ends_with("..") {
        let number = word_before(text, ahead.len() - 1);
        return match number.starts_with(|c: char| c.is_ascii_digit()) {
            true => Before::Silent,
            false => Before::Member(ahead.len() - 1),
        };
    }
    let (mut rest, mut names) = (ahead, Vec::new());
    while let Some(shorter) = rest.strip_suffix("::") {
        rest = shorter.trim_end();
        if rest.ends_with('>') {
            let Some(open) = matching_angle(rest) else {
                return Before::Silent;
            };
            rest = rest[..open].trim_end();
        }
        let name = word_before(rest, rest.len());
        if name.is_empty() {
            names.reverse();
            return Before::Scope(names, true);
        }
        names.push(name.to_owned());
        rest = rest[..rest.len() - name.len()].trim_end();
    }
    match names.is_empty() {
        true => Before::Nothing,
        false => {
            names.reverse();
            Before::Scope(names, false)
        }
    }
}

/// Where the `<` is that a `>` at the end of a text closes.
fn matching_angle(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices().rev().take(400) {
        match c {
            '>' => depth += 1,
            '<' => depth -= 1,
            ';' | '{' | '}' => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
