//! The rule for make that `-M` and its kin write: what the text was made of, and where the rule goes. Knows nothing of how headers
//! are found.

use crate::options::Options;

/// Where the rule goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// Standard output, behind the text if there is one.
    Output,
    /// A file.
    File(String),
}

impl Options {
    /// Where the rule goes; `None` if none is asked for.
    pub fn dependency_destination(&self) -> Option<Destination> {
        if !self.dependencies {
            return None;
        }
        let output = self.output.as_deref().filter(|o| *o != "-");
        let named = match (&self.dependency_file, self.dependencies_only) {
            (Some(file), _) => Some(file.clone()),
            (None, true) => output.map(str::to_owned),
            (None, false) => {
                let input = self.input.as_deref().map(file_name).unwrap_or_default();
                Some(format!("{}.d", without_suffix(output.unwrap_or(input))))
            }
        };
        Some(match named {
            Some(file) if file != "-" => Destination::File(file),
            _ => Destination::Output,
        })
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A path without what begins at the last dot of its file's name.
fn without_suffix(path: &str) -> &str {
    match path.rfind('.') {
        Some(dot) if !path[dot..].contains('/') => &path[..dot],
        _ => path,
    }
}

/// A name as make reads it as one word: blanks, `#` and `$` are quoted, and backslashes in front of a blank.
pub fn make_word(name: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len());
    let mut backslashes = 0;
    for &byte in name {
        match byte {
            b' ' | b'\t' => out.extend(std::iter::repeat_n(b'\\', backslashes + 1)),
            b'$' => out.push(b'$'),
            b'#' => out.push(b'\\'),
            _ => {}
        }
        backslashes = match byte {
            b'\\' => backslashes + 1,
            _ => 0,
        };
        out.push(byte);
    }
    out
}

/// The same of text, which stays text: only ASCII is added.
pub(crate) fn quoted(name: &str) -> String {
    String::from_utf8_lossy(&make_word(name.as_bytes())).into_owned()
}

/// The rule: the files that were read, each with whether it is one of the system's.
pub(crate) fn rule(o: &Options, input: &str, dependencies: &[(String, bool)]) -> String {
    let target = match o.targets.is_empty() {
        true => quoted(&format!("{}.o", without_suffix(file_name(input)))),
        false => o.targets.join(" "),
    };
    let mut text = format!("{target}:");
    let mut column = text.len();
    let wanted: Vec<String> = dependencies
        .iter()
        .filter(|d| !(o.user_dependencies && d.1))
        .map(|d| quoted(d.0.strip_prefix("./").unwrap_or(&d.0)))
        .collect();
    for d in &wanted {
        if column + 1 + d.len() > 72 && column > 0 {
            text.push_str(" \\\n");
            column = 0;
        }
        text.push(' ');
        text.push_str(d);
        column += d.len() + 1;
    }
    text.push('\n');
    if o.phony {
        for d in wanted.iter().skip(1) {
            text.push_str(&format!("{d}:\n"));
        }
    }
    text
}
