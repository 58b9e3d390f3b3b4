//! Dependency files as compilers write them for make.

use std::path::{Path, PathBuf};

/// The files that the rules of a dependency file name behind their colons, from a folder on. A backslash in front of a space or a hash is
/// an escape, and so are two dollars.
pub(crate) fn read(text: &str, folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    let joined = text.replace("\\\r\n", " ").replace("\\\n", " ");
    for rule in joined.lines() {
        let mut words = words(rule).into_iter();
        // The target may have a drive's colon or one in its name: the one that counts ends a word.
        if words.any(|word| word == ":" || word.ends_with(':')) {
            out.extend(words.map(|word| folder.join(word)));
        }
    }
    out.sort();
    out.dedup();
    out
}

fn words(rule: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut rest = rule.chars().peekable();
    while let Some(c) = rest.next() {
        let last = out.last_mut();
        match (c, rest.peek()) {
            (' ' | '\t', _) => out.push(String::new()),
            ('\\', Some(' ' | '#' | '\\')) | ('$', Some('$')) => {
                if let (Some(last), Some(next)) = (last, rest.next()) {
                    last.push(next);
                }
            }
            _ => last.into_iter().for_each(|last| last.push(c)),
        }
    }
    out.retain(|word| !word.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read() {
        let text = "a.o : a.cu /usr/include/x.h \\\n  sub/my\\ file.h \\\n  cash$$.h\n\nx.h:\n";
        let read = read(text, Path::new("/p"));
        let expected = [
            "/p/a.cu",
            "/p/cash$.h",
            "/p/sub/my file.h",
            "/usr/include/x.h",
        ];
        assert_eq!(read, expected.map(PathBuf::from));
        assert!(super::read("nothing here", Path::new("/p")).is_empty());
    }
}
