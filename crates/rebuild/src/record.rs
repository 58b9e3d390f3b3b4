//! What a run of a tool left: its outputs and messages, in a form that does not know the names of files.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use cleave_snapshot::Key;
use serde::{Deserialize, Serialize};

use crate::line::Line;
use crate::names::{Changes, Part, Template};
use crate::shared::Keep;

/// One output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Output {
    /// The option that names it.
    pub(crate) option: String,
    pub(crate) template: Template,
}

/// What a run left that ended well.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Record {
    pub(crate) outputs: Vec<Output>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    /// How long it took, in seconds.
    pub(crate) seconds: f64,
}

/// What stands in front of the bytes.
#[derive(Serialize, Deserialize)]
struct Head {
    outputs: Vec<(String, Vec<Part>, u64)>,
    stdout: u64,
    stderr: u64,
    seconds: f64,
}

impl Record {
    /// Reads what a run has written. `None` where an output is not there, or mentions files in a way that is not understood.
    pub(crate) fn of_run(
        line: &Line,
        stdout: &[u8],
        stderr: &[u8],
        seconds: f64,
    ) -> Option<Record> {
        let names = line.names();
        let outputs = line.outputs().map(|(option, path)| {
            let template = Template::new(&fs::read(path).ok()?, &names)?;
            Some(Output {
                option: option.to_owned(),
                template,
            })
        });
        let said = [stdout, stderr].map(|text| Template::new(text, &names));
        // Messages that name files of one run are not kept.
        let is_plain = |t: &Option<Template>| {
            t.as_ref()
                .is_some_and(|t| t.parts.iter().all(|p| matches!(p, Part::Bytes(_))))
        };
        if !said.iter().all(is_plain) {
            return None;
        }
        Some(Record {
            outputs: outputs.collect::<Option<_>>()?,
            stdout: stdout.to_vec(),
            stderr: stderr.to_vec(),
            seconds,
        })
    }

    /// The same of a run that is over.
    ///
    /// # Errors
    /// Why nothing of it is kept.
    pub(crate) fn of_output(
        line: &Line,
        output: &std::process::Output,
        seconds: f64,
    ) -> Result<Record, &'static str> {
        if !output.status.success() {
            return Err("it fails");
        }
        let record = Record::of_run(line, &output.stdout, &output.stderr, seconds);
        record.ok_or("its outputs name files of this run")
    }

    /// What is kept under a key.
    pub(crate) fn get(store: &impl Keep, key: Key) -> Option<Record> {
        Record::decode(&store.get(key)?)
    }

    /// Keeps it under a key.
    pub(crate) fn put(&self, store: &impl Keep, key: Key) {
        if let Some(bytes) = self.encode() {
            store.put(key, &bytes);
        }
    }

    /// As bytes.
    fn encode(&self) -> Option<Vec<u8>> {
        let head = Head {
            outputs: (self.outputs.iter())
                .map(|o| {
                    (
                        o.option.clone(),
                        o.template.parts.clone(),
                        o.template.bytes.len() as u64,
                    )
                })
                .collect(),
            stdout: self.stdout.len() as u64,
            stderr: self.stderr.len() as u64,
            seconds: self.seconds,
        };
        let mut out = serde_json::to_vec(&head).ok()?;
        out.push(b'\n');
        for output in &self.outputs {
            out.extend_from_slice(&output.template.bytes);
        }
        out.extend_from_slice(&self.stdout);
        out.extend_from_slice(&self.stderr);
        Some(out)
    }

    /// From bytes; `None` if they are none of a record.
    fn decode(bytes: &[u8]) -> Option<Record> {
        let end = memchr::memchr(b'\n', bytes)?;
        let head: Head = serde_json::from_slice(&bytes[..end]).ok()?;
        let mut rest = &bytes[end + 1..];
        let mut take = |length: u64| {
            let (taken, behind) = rest.split_at_checked(usize::try_from(length).ok()?)?;
            rest = behind;
            Some(taken.to_vec())
        };
        let outputs = head.outputs.into_iter().map(|(option, parts, length)| {
            let template = Template {
                parts,
                bytes: take(length)?,
            };
            Some(Output { option, template })
        });
        let outputs = outputs.collect::<Option<_>>()?;
        let record = Record {
            outputs,
            stdout: take(head.stdout)?,
            stderr: take(head.stderr)?,
            seconds: head.seconds,
        };
        rest.is_empty().then_some(record)
    }

    /// For fuzz targets: what is read is written, and read again.
    #[cfg(feature = "fuzzing")]
    pub(crate) fn check(bytes: &[u8]) {
        let Some(record) = Record::decode(bytes) else {
            return;
        };
        let again = record.encode().and_then(|bytes| Record::decode(&bytes));
        assert_eq!(
            again.map(|again| again.outputs),
            Some(record.outputs.clone())
        );
        for output in &record.outputs {
            let _ = output.template.fill(|_| Some(b"name"), &Changes::new());
        }
    }

    /// Writes the outputs where a command line wants them, and nothing if one cannot be made. `changes` are those of one output's
    /// bytes, with the option that names it.
    ///
    /// # Errors
    /// What a file operation says; `None` where the record is not of such a command line.
    pub(crate) fn write(
        &self,
        line: &Line,
        changes: Option<(&str, Changes)>,
    ) -> Option<io::Result<()>> {
        let wanted = line.outputs().count();
        if wanted != self.outputs.len() {
            return None;
        }
        let (mut files, none) = (Vec::new(), Changes::new());
        for (option, path) in line.outputs() {
            let output = self.outputs.iter().find(|o| o.option == option)?;
            let own = changes.as_ref().filter(|c| c.0 == option);
            let changes = own.map_or(&none, |c| &c.1);
            let bytes = output.template.fill(|n| line.file(n), changes)?;
            files.push((path, bytes));
        }
        Some(
            files
                .iter()
                .try_for_each(|(path, bytes)| write(path, bytes)),
        )
    }
}

/// Writes a file that has its name when it is complete.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let is_plain = fs::symlink_metadata(path).map_or(true, |about| about.is_file());
    if !is_plain {
        // A device or a link: whoever named it wants the bytes there.
        return fs::write(path, bytes);
    }
    let mut file = tempfile::Builder::new()
        .prefix(".cleave-")
        .permissions(fs::Permissions::from_mode(0o666))
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}

/// Says again what a tool said, and gives the exit status: 0, or 1 where an output could not be written.
pub(crate) fn show(record: &Record, done: io::Result<()>) -> i32 {
    // Nothing to be done when an output is closed.
    let _ = io::stdout().write_all(&record.stdout);
    let _ = io::stderr().write_all(&record.stderr);
    match done {
        Ok(()) => 0,
        Err(error) => {
            crate::original::say(&error.to_string());
            1
        }
    }
}

/// Says what a tool said, and gives its exit status. A tool that a signal ended has the status that shells give it.
pub(crate) fn pass_on(output: &std::process::Output) -> i32 {
    let _ = io::stdout().write_all(&output.stdout);
    let _ = io::stderr().write_all(&output.stderr);
    crate::tools::status(output)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let template = Template::new(b"a \"x.ptx\" b\n\n", &[("-o", b"x.ptx")]).unwrap();
        let record = Record {
            outputs: vec![
                Output {
                    option: "-o".to_owned(),
                    template,
                },
                Output {
                    option: "--stub".to_owned(),
                    template: Template::default(),
                },
            ],
            stdout: b"said".to_vec(),
            stderr: b"\nmore".to_vec(),
            seconds: 1.25,
        };
        let bytes = record.encode().unwrap();
        assert_eq!(Record::decode(&bytes), Some(record));
        for end in 0..bytes.len() {
            assert_eq!(Record::decode(&bytes[..end]), None, "{end}");
        }
        assert_eq!(Record::decode(&[&bytes[..], b"x"].concat()), None);
    }
}
