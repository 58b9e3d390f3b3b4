//! Where the code of PTX stands (PTX ISA 11.5: `.loc`, `.file`, `.section`). A part says it in numbers of its own for files, lines and
//! names of functions that were inlined; of all parts put together each stands once.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

use cleave_il::Lines;

/// The files and the names of functions that the lines of several parts refer to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Places {
    files: Vec<String>,
    /// The bytes of each name, as directives.
    names: Vec<String>,
}

/// What one part refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Own {
    /// Names of files by their numbers.
    files: HashMap<u32, String>,
    /// The bytes behind each label.
    names: HashMap<String, String>,
}

/// What the compiler of the device calls the names of functions that were inlined.
const NAME: &str = "$L__info_string";

impl Own {
    /// Reads the directive that lines begin with, and says how many it takes; `None` if it is another one.
    pub(super) fn read(&mut self, lines: &[&str]) -> Option<usize> {
        let mut words = lines.first()?.split_whitespace();
        match (words.next()?, words.next()?, words.next()) {
            (".file", number, Some(name)) => {
                let name = name.strip_prefix('"')?.strip_suffix('"')?;
                self.files.insert(number.parse().ok()?, name.to_owned());
                words.next().is_none().then_some(1)
            }
            (".section", ".debug_str", None) => {
                let end = lines.iter().position(|line| line.trim() == "}")?;
                let mut inside = lines.get(1..end)?.iter().map(|line| line.trim());
                if inside.next()? != "{" {
                    return None;
                }
                let mut label = None;
                for line in inside.filter(|line| !line.is_empty()) {
                    match line.strip_suffix(':') {
                        Some(new) if new.starts_with(NAME) => label = Some(new.to_owned()),
                        Some(_) => return None,
                        None if line.starts_with(".b8 ") => {
                            let bytes = self.names.entry(label.clone()?).or_default();
                            bytes.push_str(line);
                            bytes.push('\n');
                        }
                        None => return None,
                    }
                }
                Some(end + 1)
            }
            _ => None,
        }
    }
}

impl Places {
    /// A text of a part with the files, lines and names of the whole; `None` if something of it is not known.
    pub(super) fn rewritten(&mut self, text: &str, own: &Own, lines: &Lines) -> Option<String> {
        let mut out = String::with_capacity(text.len());
        let mut in_asm = false;
        for line in text.split_inclusive('\n') {
            match line.trim() {
                "// begin inline asm" => in_asm = true,
                "// end inline asm" => in_asm = false,
                _ => {}
            }
            let behind = line.strip_prefix("\t.loc\t").filter(|_| !in_asm);
            match behind {
                Some(behind) => {
                    out.push_str("\t.loc\t");
                    out.push_str(&self.location(behind.trim_end(), own, lines)?);
                    out.push_str(&line[line.trim_end().len()..]);
                }
                None => out.push_str(line),
            }
        }
        Some(out)
    }

    /// `FILE LINE COLUMN`, and of what was inlined `, function_name LABEL, inlined_at FILE LINE COLUMN`.
    fn location(&mut self, text: &str, own: &Own, lines: &Lines) -> Option<String> {
        let mut out = Vec::new();
        for part in text.split(", ") {
            let (head, rest) = match part.split_once(' ')? {
                ("function_name", label) => {
                    let bytes = own.names.get(label)?;
                    let number = self.name(bytes);
                    out.push(format!("function_name {NAME}{number}"));
                    continue;
                }
                ("inlined_at", rest) => ("inlined_at ", rest),
                _ => ("", part),
            };
            let mut words = rest.split(' ');
            let file = own.files.get(&words.next()?.parse().ok()?)?;
            let (file, line) = lines.place(file, words.next()?.parse().ok()?)?;
            let column: u32 = words.next()?.parse().ok()?;
            if words.next().is_some() {
                return None;
            }
            let file = self.file(file)?;
            out.push(format!("{head}{file} {line} {column}"));
        }
        Some(out.join(", "))
    }

    /// The number of a file. `None` of a name that stands in quotes in another way than it is.
    fn file(&mut self, name: &str) -> Option<usize> {
        if name.contains(['"', '\\']) || name.chars().any(char::is_whitespace) {
            return None;
        }
        let at = self.files.iter().position(|f| f == name);
        Some(
            1 + at.unwrap_or_else(|| {
                self.files.push(name.to_owned());
                self.files.len() - 1
            }),
        )
    }

    fn name(&mut self, bytes: &str) -> usize {
        let at = self.names.iter().position(|n| n == bytes);
        at.unwrap_or_else(|| {
            self.names.push(bytes.to_owned());
            self.names.len() - 1
        })
    }

    /// What stands behind the code: files as seen from a folder, and names. Nothing where no line was said.
    pub(crate) fn text(&self, folder: &Path) -> String {
        let mut out = String::new();
        for (n, file) in self.files.iter().enumerate() {
            let slash = if file.starts_with('/') { "" } else { "/" };
            let folder = match slash {
                "" => "".into(),
                _ => folder.to_string_lossy(),
            };
            let _ = writeln!(out, "\t.file\t{} \"{folder}{slash}{file}\"", n + 1);
        }
        if !self.names.is_empty() {
            out.push_str("\t.section\t.debug_str\n\t{\n");
            for (n, bytes) in self.names.iter().enumerate() {
                let _ = writeln!(out, "{NAME}{n}:\n{bytes}");
            }
            out.push_str("\t}\n");
        }
        out
    }
}
