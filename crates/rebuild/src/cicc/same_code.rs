//! The run of one text that is good for others with the same device code: which it is, and how its stub has to change.

use std::ffi::OsStr;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use cleave_fingerprint::{Fingerprint, Lines};
use cleave_snapshot::Key;
use serde::{Deserialize, Serialize};

use super::options::{LISTINGS, STUB};
use crate::line::Line;
use crate::names::{Changes, is_of_one_run};
use crate::record::Record;
use crate::shared::Keep;

/// What is kept under the key of a text's device code.
#[derive(Serialize, Deserialize)]
pub(super) struct SameCode {
    /// The key of the run.
    run: [u8; 32],
    /// A range of the stub's bytes, and the token whose line it names.
    lines: Vec<(Range<usize>, u32)>,
    /// The run said something, and the engine says the same of its text.
    #[serde(default)]
    speaks: bool,
}

impl SameCode {
    /// What is good for all texts with the same device code of a run, if it is. `said` is what the engine says of the run's text, if the
    /// run has said anything: what has to be said of another text is the engine's to say only if it has said the same of this one.
    pub(super) fn new(
        run: Key,
        record: &Record,
        line: &Line,
        lines: &Lines,
        said: Option<&[u8]>,
    ) -> Option<SameCode> {
        let mut listings = LISTINGS.iter().filter_map(|option| line.file(option));
        let speaks = !record.stderr.is_empty();
        let is_known = !speaks || said == Some(&record.stderr);
        if listings.any(is_seen) || !record.stdout.is_empty() || !is_known {
            return None;
        }
        let stub = record.outputs.iter().find(|o| o.option == STUB);
        let lines = match stub {
            Some(stub) => places(&stub.template.bytes, lines)?,
            None => Vec::new(),
        };
        Some(SameCode {
            run: run.bytes(),
            lines,
            speaks,
        })
    }

    pub(super) fn get(store: &impl Keep, key: Key) -> Option<SameCode> {
        serde_json::from_slice(&store.get(key)?).ok()
    }

    pub(super) fn put(&self, store: &impl Keep, key: Key) {
        if let Ok(value) = serde_json::to_vec(self) {
            store.put(key, &value);
        }
    }

    /// The run, and what changes in its stub, for a text with these lines of which the engine says this.
    pub(super) fn record(
        self,
        store: &impl Keep,
        text: &Fingerprint,
        said: Vec<u8>,
    ) -> Option<(Record, Changes)> {
        if !self.speaks && !said.is_empty() {
            return None;
        }
        let mut record = Record::get(store, Key::from_bytes(self.run))?;
        record.stderr = said;
        let changes = self.lines.into_iter().map(|(range, token)| {
            let (file, line) = text.lines.place(token)?;
            Some((range, marker(file, line)))
        });
        Some((record, changes.collect::<Option<_>>()?))
    }
}

/// What the folders begin with that sccache makes for one run of nvcc: it runs nvcc's commands in them, and removes them.
const FOLDER_OF_ONE_RUN: &str = "sccache_nvcc";

/// Whether somebody may look at a file after nvcc's run.
fn is_seen(name: &[u8]) -> bool {
    let path = std::path::absolute(Path::new(OsStr::from_bytes(name))).ok();
    let folder = path
        .as_deref()
        .and_then(Path::parent)
        .and_then(Path::file_name);
    let is_of_cache =
        folder.is_some_and(|f| f.as_bytes().starts_with(FOLDER_OF_ONE_RUN.as_bytes()));
    !is_of_one_run(name) && !is_of_cache
}

/// Where a stub names lines of the source, and the tokens that stand there. `None` if it names a line that no kernel begins or ends on.
fn places(stub: &[u8], lines: &Lines) -> Option<Vec<(Range<usize>, u32)>> {
    let mut out = Vec::new();
    let mut start = 0;
    for row in stub.split_inclusive(|b| *b == b'\n') {
        let end = start + row.len();
        // The stub's own name has been taken out of its marker.
        if let Some(rest) = row.strip_prefix(b"# ")
            && rest.trim_ascii_end() != b"1 \"\""
        {
            let (number, file) = place(rest)?;
            let token = lines.token(file, number)?;
            let marker = marker(file, number);
            // A number may be written in other ways, which no compiler does.
            if !rest.starts_with(&marker) {
                return None;
            }
            out.push((start + 2..start + 2 + marker.len(), token));
        }
        start = end;
    }
    Some(out)
}

/// The line and the file of a line marker behind its `# `; `None` of a name with escapes.
fn place(rest: &[u8]) -> Option<(u32, &str)> {
    let text = std::str::from_utf8(rest).ok()?;
    let (number, name) = text.trim_end().split_once(" \"")?;
    let file = name.strip_suffix('"')?;
    (!file.contains(['"', '\\'])).then_some((number.parse().ok()?, file))
}

fn marker(file: &str, line: u32) -> Vec<u8> {
    format!("{line} \"{file}\"").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::Line;

    #[test]
    fn messages_are_the_engines_where_it_has_said_the_same() {
        let new = |theirs: &[u8], ours: Option<&[u8]>| {
            let record = Record {
                stderr: theirs.to_vec(),
                ..Record::default()
            };
            let line = Line::new(&[], &[], &[]);
            let run = Key::new("a run", &[]);
            SameCode::new(run, &record, &line, &Lines::default(), ours).map(|same| same.speaks)
        };
        assert_eq!(new(b"", None), Some(false));
        assert_eq!(new(b"warning", Some(b"warning")), Some(true));
        assert_eq!(new(b"warning", Some(b"Warning")), None);
        assert_eq!(new(b"warning", None), None);
    }

    #[test]
    fn every_marker_of_a_stub_is_understood_or_none_is() {
        let none = Lines::default();
        // Its own name is gone from the second one.
        assert_eq!(
            places(b"#pragma x\n# 1 \"\"\nvoid f();\n", &none),
            Some(Vec::new())
        );
        for marker in [
            "# 3 \"a.cu\"\n",
            "# 3 \"a\\\\b.cu\"\n",
            "# x\n",
            "# 2 \"\"\n",
        ] {
            assert_eq!(places(marker.as_bytes(), &none), None, "{marker}");
        }
    }
}
