//! A make rule that says which files an output was made from.

use std::ffi::OsStr;
use std::path::Path;

/// The rule `target: prerequisites`, names escaped as make wants them.
pub(crate) fn rule(target: &Path, prerequisites: &[&Path]) -> Vec<u8> {
    let mut out = escape(target.as_os_str());
    out.push(b':');
    for p in prerequisites {
        out.extend_from_slice(b" \\\n ");
        out.extend(escape(p.as_os_str()));
    }
    out.push(b'\n');
    out
}

fn escape(name: &OsStr) -> Vec<u8> {
    let mut out = Vec::new();
    for &b in name.as_encoded_bytes() {
        match b {
            b' ' | b'#' | b'\\' => out.push(b'\\'),
            b'$' => out.push(b'$'),
            _ => {}
        }
        out.push(b);
    }
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
