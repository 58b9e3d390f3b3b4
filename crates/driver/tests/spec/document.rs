//! A document of the specification: Markdown with programs, and the programs' expectations in the comments of their lines.

use std::path::{Path, PathBuf};

use crate::WIDTH;
use crate::expectation::{self, Expectation};
use crate::options::Options;

/// What begins a program's block.
const FENCE: &str = "```";
/// What begins a comment that goes on with the expectations of the line above.
const ABOVE: &str = "// ^ ";

/// One file.
pub(crate) struct Document {
    path: PathBuf,
    /// The path as it is shown, from the root of the repository.
    pub(crate) shown: String,
    lines: Vec<String>,
    /// Its programs, in order.
    pub(crate) programs: Vec<Program>,
}

/// One program.
#[derive(Clone)]
pub(crate) struct Program {
    /// The file, without `.md`, and the heading above.
    pub(crate) name: String,
    /// How to run it.
    pub(crate) options: Options,
    /// The document's line that its first line is.
    pub(crate) first_line: usize,
    /// Its lines. Expectations that continue a line leave an empty one.
    pub(crate) lines: Vec<Line>,
    /// What cannot be read: the line in the program, and why.
    pub(crate) problems: Vec<(usize, String)>,
}

/// A line of a program.
#[derive(Clone)]
pub(crate) struct Line {
    /// The line without its expectations.
    pub(crate) code: String,
    /// What is to be reported of it.
    pub(crate) expected: Vec<Expectation>,
    /// It only continues the expectations of a line above.
    continues: bool,
}

impl Document {
    /// Reads a file below `root`.
    pub(crate) fn read(root: &Path, path: PathBuf) -> Document {
        let text = std::fs::read_to_string(&path).expect("a document can be read");
        let below = path.strip_prefix(root).unwrap_or(&path);
        let subject = below.with_extension("").to_string_lossy().into_owned();
        let lines: Vec<String> = text.lines().map(String::from).collect();
        let mut programs: Vec<Program> = Vec::new();
        let mut heading = String::new();
        let mut at = 0;
        while at < lines.len() {
            let line = &lines[at];
            at += 1;
            if let Some(title) = line.strip_prefix('#') {
                heading = title.trim_start_matches('#').trim().to_owned();
            }
            let Some(info) = line
                .strip_prefix(FENCE)
                .and_then(|l| l.strip_prefix("cuda"))
            else {
                continue;
            };
            let length = lines[at..]
                .iter()
                .position(|l| l == FENCE)
                .unwrap_or_else(|| panic!("{}:{at}: the program has no end", path.display()));
            let mut name = format!("{subject}: {heading}");
            let twins = programs
                .iter()
                .filter(|p| p.name == name || p.name.starts_with(&format!("{name} (")));
            match twins.count() {
                0 => {}
                n => name = format!("{name} ({})", n + 1),
            }
            let options =
                Options::read(info).unwrap_or_else(|e| panic!("{}:{at}: {e}", path.display()));
            programs.push(Program::read(
                name,
                options,
                at + 1,
                &lines[at..at + length],
            ));
            at += length + 1;
        }
        Document {
            shown: format!("test_data/spec/{subject}.md"),
            path,
            lines,
            programs,
        }
    }

    /// Writes the file with its programs' expectations.
    pub(crate) fn write(&self) {
        let mut out = String::new();
        let mut at = 0;
        for program in &self.programs {
            let first = program.first_line - 1;
            for line in &self.lines[at..first] {
                out.push_str(&format!("{line}\n"));
            }
            for line in &program.lines {
                line.write(&mut out);
            }
            at = first + program.lines.len();
        }
        for line in &self.lines[at..] {
            out.push_str(&format!("{line}\n"));
        }
        if std::fs::read_to_string(&self.path).ok().as_ref() != Some(&out) {
            std::fs::write(&self.path, out).expect("a document can be written");
        }
    }
}

impl Program {
    fn read(name: String, options: Options, first_line: usize, text: &[String]) -> Program {
        let mut program = Program {
            name,
            options,
            first_line,
            lines: Vec::new(),
            problems: Vec::new(),
        };
        for (i, line) in text.iter().enumerate() {
            if line.len() > WIDTH {
                let problem = format!("the line is wider than {WIDTH} columns");
                program.problems.push((i + 1, problem));
            }
            let (code, comment) = match line.rfind("//") {
                Some(at) => line.split_at(at),
                None => (line.as_str(), ""),
            };
            let above = comment
                .strip_prefix(ABOVE)
                .filter(|_| code.trim().is_empty());
            let comment = above.unwrap_or(comment.trim_start_matches('/'));
            let (expected, read) = match expectation::read_all(comment) {
                Ok(None) => (Vec::new(), false),
                Ok(Some(expected)) => (expected, true),
                Err(problem) => {
                    program.problems.push((i + 1, problem));
                    (Vec::new(), true)
                }
            };
            let continues = read && above.is_some();
            let last = program.lines.iter_mut().rfind(|l: &&mut Line| !l.continues);
            let own = match last {
                Some(last) if continues => {
                    last.expected.extend(expected);
                    Vec::new()
                }
                _ => expected,
            };
            program.lines.push(Line {
                code: if read { code.trim_end() } else { line.as_str() }.to_owned(),
                expected: own,
                continues,
            });
        }
        program
    }

    /// The text to compile, line by line.
    pub(crate) fn text(&self) -> String {
        self.lines
            .iter()
            .map(|line| format!("{}\n", line.code))
            .collect()
    }
}

impl Line {
    fn write(&self, out: &mut String) {
        if self.continues {
            return;
        }
        let indentation = self.code.len() - self.code.trim_start().len();
        let mut line = self.code.clone();
        let mut opened = false;
        for expected in &self.expected {
            let expected = expected.to_string();
            let joint = if opened { "; " } else { "  // " };
            if line.len() + joint.len() + expected.len() <= WIDTH {
                line.push_str(joint);
            } else {
                out.push_str(&format!("{line}\n"));
                line = format!("{}{ABOVE}", &self.code[..indentation]);
            }
            line.push_str(&expected);
            opened = true;
        }
        out.push_str(&format!("{line}\n"));
    }
}
