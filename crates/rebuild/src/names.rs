//! Outputs without the names that one command line gives its files: nvcc numbers temporary files by its process.

use std::path::Path;

use serde::{Deserialize, Serialize};

/// What replaces ranges of a template's bytes, in order.
pub(crate) type Changes = Vec<(std::ops::Range<usize>, Vec<u8>)>;

/// What nvcc's names of temporary files begin with.
const TEMPORARY: &[u8] = b"tmpxft_";

/// A part of an output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Part {
    /// So many bytes.
    Bytes(u64),
    /// The name that the command line gives with an option.
    Name(String),
}

/// An output as it would be for any names of files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Template {
    pub(crate) parts: Vec<Part>,
    /// The bytes of all parts, one behind the other.
    pub(crate) bytes: Vec<u8>,
}

impl Template {
    /// Takes the names out of an output, where each stands in quotes. `None` if it mentions a temporary file in another way.
    pub(crate) fn new(output: &[u8], names: &[(&'static str, &[u8])]) -> Option<Template> {
        let mut template = Template::default();
        let mut at = 0;
        while let Some((start, option, length)) = first(output, at, names) {
            template.add(&output[at..start]);
            template.parts.push(Part::Name(option.to_owned()));
            at = start + length;
        }
        template.add(&output[at..]);
        // What is left of such a name is in no quotes, or names a file of no option.
        if find(&template.bytes, TEMPORARY).is_some() {
            return None;
        }
        Some(template)
    }

    fn add(&mut self, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.parts.push(Part::Bytes(bytes.len() as u64));
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// The output for a command line.
    ///
    /// `None` if a part is not what the bytes can hold.
    pub(crate) fn fill<'n>(
        &self,
        name: impl Fn(&str) -> Option<&'n [u8]>,
        changes: &Changes,
    ) -> Option<Vec<u8>> {
        let mut out = Vec::with_capacity(self.bytes.len() + 256);
        let mut changes = changes.iter().peekable();
        let mut at = 0usize;
        for part in &self.parts {
            match part {
                Part::Name(option) => out.extend_from_slice(name(option)?),
                &Part::Bytes(length) => {
                    let end = at.checked_add(usize::try_from(length).ok()?)?;
                    while let Some((range, new)) = changes.next_if(|c| c.0.start < end) {
                        out.extend_from_slice(self.bytes.get(at..range.start)?);
                        out.extend_from_slice(new);
                        at = range.end;
                    }
                    out.extend_from_slice(self.bytes.get(at..end)?);
                    at = end;
                }
            }
        }
        (at == self.bytes.len() && changes.next().is_none()).then_some(out)
    }
}

/// The first name in quotes from a place on: where it begins, which it is, and its length.
fn first(
    output: &[u8],
    from: usize,
    names: &[(&'static str, &[u8])],
) -> Option<(usize, &'static str, usize)> {
    let quoted = |name: &[u8]| [b"\"", name, b"\""].concat();
    let all = names
        .iter()
        .filter(|n| !n.1.is_empty())
        .filter_map(|(option, name)| {
            let at = find(output.get(from..)?, &quoted(name))?;
            Some((from + at + 1, *option, name.len()))
        });
    all.min()
}

/// Whether a file is one that only this run of nvcc has.
pub(crate) fn is_of_one_run(name: &[u8]) -> bool {
    let last = name.rsplit(|b| *b == b'/').next();
    last.is_some_and(|last| last.starts_with(TEMPORARY))
}

/// A source's name without its folder and the number of this run of nvcc.
pub(crate) fn source_name(source: &Path) -> String {
    let name = source.file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    match name
        .strip_prefix("tmpxft_")
        .and_then(|rest| rest.splitn(3, '_').nth(2))
    {
        Some(own) => own.to_owned(),
        None => name.into_owned(),
    }
}

/// A text without the numbers of temporary files.
pub(crate) fn without_runs(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut from = 0;
    for at in memchr::memmem::find_iter(text, TEMPORARY) {
        let start = at + TEMPORARY.len();
        let numbers = &text[start..];
        // Of the process, and of the file.
        let length = |part: &[u8]| {
            let is_number = |b: &u8| b.is_ascii_hexdigit() || *b == b'-';
            let end = part.iter().take_while(|b| is_number(b)).count();
            (end > 0 && part.get(end) == Some(&b'_')).then_some(end + 1)
        };
        let both = length(numbers).and_then(|one| Some(one + length(&numbers[one..])?));
        out.extend_from_slice(&text[from..start]);
        from = start + both.unwrap_or(0);
    }
    out.extend_from_slice(&text[from..]);
    out
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    memchr::memmem::find(text, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_filled_in_again() {
        let text = b"#include \"tmpxft_1.fatbin.c\"\nint a;\n# 1 \"/tmp/tmpxft_1.stub.c\"\n";
        let names: [(&str, &[u8]); 2] = [
            ("--fatbin", b"tmpxft_1.fatbin.c"),
            ("--stub", b"/tmp/tmpxft_1.stub.c"),
        ];
        let template = Template::new(text, &names).unwrap();
        let fill = |fatbin: &'static [u8], stub: &'static [u8]| {
            let name = |option: &str| match option {
                "--fatbin" => Some(fatbin),
                _ => Some(stub),
            };
            template.fill(name, &Vec::new()).unwrap()
        };
        assert_eq!(fill(names[0].1, names[1].1), text);
        let other = fill(b"x.c", b"y.c");
        assert_eq!(other, b"#include \"x.c\"\nint a;\n# 1 \"y.c\"\n");
        let int = find(&template.bytes, b"int").unwrap();
        let changes = vec![(int..int + 3, b"long".to_vec())];
        let changed = template.fill(|_| Some(b""), &changes).unwrap();
        assert_eq!(changed, b"#include \"\"\nlong a;\n# 1 \"\"\n");
        assert!(template.fill(|_| None, &Vec::new()).is_none());
    }

    #[test]
    fn numbers_of_a_run_do_not_count() {
        let text = b"# 1 \"/tmp/tmpxft_00003a76_00000000-6_a.stub.c\" tmpxft_1 tmpxft_1_2_";
        let plain = b"# 1 \"/tmp/tmpxft_a.stub.c\" tmpxft_1 tmpxft_";
        assert_eq!(without_runs(text), plain);
    }

    #[test]
    fn a_name_outside_of_quotes_is_not_understood() {
        let names: [(&str, &[u8]); 1] = [("-o", b"/tmp/tmpxft_1.ptx")];
        assert!(Template::new(b".file 1 tmpxft_1.ptx", &names).is_none());
        assert!(Template::new(b".file 1 \"/tmp/tmpxft_1.ptx\"", &names).is_some());
    }
}
