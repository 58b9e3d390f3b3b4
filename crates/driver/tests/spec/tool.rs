//! Who is asked about a program: Cleave's fronts in this process, or the toolkit's commands. Both get the same text and command line.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cleave_codes::Code;
use serde_json::Value;

use crate::document::Program;
use crate::options::Pass;
use crate::spelling::{FILE, Spelled};

/// Who is asked.
#[derive(Clone)]
pub(crate) enum Tool {
    /// This repository's fronts.
    Cleave,
    /// The commands of a toolkit, by its root.
    Reference(PathBuf),
}

/// Which of the two, in an expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// Cleave.
    Cleave,
    /// The toolkit.
    Reference,
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Who::Cleave => "cleave",
            Who::Reference => "reference",
        })
    }
}

/// A diagnostic as a user sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reported {
    /// Counted from the program's first line.
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) severity: String,
    pub(crate) number: u16,
    pub(crate) text: String,
}

impl fmt::Display for Reported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reported {
            severity,
            number,
            column,
            text,
            ..
        } = self;
        write!(f, "{severity}: {number} @{column} {text}")
    }
}

impl Reported {
    /// Whether the two tell a user the same. Columns are compared where an expectation names one.
    pub(crate) fn agrees(&self, other: &Reported) -> bool {
        self.line == other.line
            && self.number == other.number
            && self.severity == other.severity
            && self.text == other.text
    }
}

impl Tool {
    /// Which of the two it is.
    pub(crate) fn who(&self) -> Who {
        match self {
            Tool::Cleave => Who::Cleave,
            Tool::Reference(_) => Who::Reference,
        }
    }

    /// Runs a program through a pass: what is reported of its lines.
    ///
    /// # Errors
    /// Why the pass could not be run.
    pub(crate) fn run(&self, program: &Program, pass: Pass) -> Result<Vec<Reported>, String> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let at = |name: &str| folder.path().join(name);
        let spelled = Spelled::new(&program.text(), program.options.prelude);
        let write =
            |name: &str, text: &str| std::fs::write(at(name), text).map_err(|e| e.to_string());
        write("program.ii", &spelled.text)?;
        let mut words: Vec<OsString> = vec!["--output_mode".into(), "sarif".into()];
        words.extend(
            program
                .options
                .command_line(pass)
                .into_iter()
                .map(OsString::from),
        );
        let mut file = |option: &str, name: &str| words.extend([option.into(), at(name).into()]);
        file("--error_output", "diagnostics");
        file("--gen_c_file_name", "program.c");
        file("--module_id_file_name", "id");
        file("--stub_file_name", "program.stub.c");
        match pass {
            Pass::Host => words.push("--gen_module_id_file".into()),
            Pass::Device => {
                // The host pass has made it.
                write("id", "_00000000_10_program_cu_00000000")?;
                file("--gen_device_file_name", "program.gpu");
                file("-o", "program.ptx");
            }
        }
        words.push(at("program.ii").into());
        match self {
            Tool::Cleave => {
                cleave_driver::with_big_stack(move || match pass {
                    Pass::Host => {
                        cleave_driver::cudafe::run(&words, cleave_driver::StartedBy::Nvcc)
                    }
                    Pass::Device => cleave_driver::device::run(&words),
                });
            }
            Tool::Reference(toolkit) => run_reference(toolkit, pass, &words, folder.path())?,
        }
        let text = std::fs::read_to_string(at("diagnostics")).unwrap_or_default();
        let mut reported = read(&text)?;
        for r in &mut reported {
            r.column = spelled.column(r.line, r.column);
        }
        Ok(reported)
    }
}

fn run_reference(
    toolkit: &Path,
    pass: Pass,
    words: &[OsString],
    folder: &Path,
) -> Result<(), String> {
    let command = match pass {
        Pass::Host => "bin/cudafe++",
        Pass::Device => "nvvm/bin/cicc",
    };
    Command::new(toolkit.join(command))
        .args(words)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map(drop)
        .map_err(|e| format!("{command}: {e}"))
}

/// The diagnostics in SARIF text that have a line in the program. The reference forgets commas between results and leaves an empty
/// place in lists.
fn read(text: &str) -> Result<Vec<Reported>, String> {
    let text = text
        .replace("}{\"", "},{\"")
        .replace("\"relatedLocations\":[,", "\"relatedLocations\":[")
        .replace(",]", "]")
        .replace("Error limit reached.", "");
    let start = text.find('{').ok_or("the run wrote no diagnostics")?;
    let log = serde_json::Deserializer::from_str(&text[start..])
        .into_iter::<Value>()
        .next()
        .and_then(Result::ok)
        .ok_or(format!("no SARIF can be read in {text}"))?;
    let results = log.pointer("/runs/0/results").and_then(Value::as_array);
    Ok(results.into_iter().flatten().filter_map(one).collect())
}

fn one(result: &Value) -> Option<Reported> {
    let text = |at: &str| result.pointer(at).and_then(Value::as_str);
    let count = |at: &str| {
        let n = result.pointer(at).and_then(Value::as_u64)?;
        usize::try_from(n).ok()
    };
    let place = "/locations/0/physicalLocation";
    text(&format!("{place}/artifactLocation/uri")).filter(|uri| uri.ends_with(FILE))?;
    let number = text("/ruleId")?.trim_start_matches(|c: char| !c.is_ascii_digit());
    let severity = text("/properties/severity").or(text("/level"))?;
    Some(Reported {
        line: count(&format!("{place}/region/startLine"))?,
        column: count(&format!("{place}/region/startColumn")).unwrap_or(0),
        // The reference writes a remark as a note.
        severity: if severity == "note" {
            "remark"
        } else {
            severity
        }
        .to_owned(),
        number: Code::from_user(number.parse().ok()?)?.shown(),
        text: text("/message/text")?.to_owned(),
    })
}
