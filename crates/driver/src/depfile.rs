//! A make rule that says which files an output was made from.

use std::path::Path;

use cleave_preprocessor::make_word;

/// The rule `target: prerequisites`, names escaped as make wants them.
pub(crate) fn rule(target: &Path, prerequisites: &[&Path]) -> Vec<u8> {
    let mut out = make_word(target.as_os_str().as_encoded_bytes());
    out.push(b':');
    for p in prerequisites {
        out.extend_from_slice(b" \\\n ");
        out.extend(make_word(p.as_os_str().as_encoded_bytes()));
    }
    out.push(b'\n');
    out
}

#[cfg(test)]
mod tests {
    use super::rule;
    use std::path::Path;

    #[test]
    fn names_are_escaped() {
        let rule = rule(Path::new("o u$t"), &[Path::new("a#b.ii"), Path::new("c")]);
        assert_eq!(rule, b"o\\ u$$t: \\\n a\\#b.ii \\\n c\n");
    }
}
