//! What a host compiler says of itself: the macros that it defines, the folders that it looks in, and its answers to `__has_builtin`
//! and its like. The question and the reading of the answer are here; running the compiler is not.

use rustc_hash::FxHashMap;

use crate::options::Options;
use crate::settings::IncludeDir;
use crate::token::{SYS, SYS_C};

/// What headers often ask compilers for; all is asked at once, and what is missing here when it comes up.
const QUESTIONS: &str = include_str!("questions.txt");

/// Who answers `__has_builtin(X)` and its like.
pub trait Answers {
    /// The value of such a question, spelled without blanks.
    fn answer(&self, question: &str) -> i64;
}

impl<F: Fn(&str) -> i64> Answers for F {
    fn answer(&self, question: &str) -> i64 {
        self(question)
    }
}

/// A compiler's answers.
#[derive(Debug, Clone, Default)]
pub struct HostCompiler {
    /// The macros that it defines, as `#define` lines.
    pub predefined: Vec<u8>,
    /// Those that its driver defines on the command line, likewise.
    pub on_command_line: Vec<u8>,
    /// Its folders for headers.
    pub include_dirs: Vec<IncludeDir>,
    /// Folders that it would look in if they were there.
    pub missing_dirs: Vec<String>,
    /// `__has_builtin(X)` and its like.
    pub answers: FxHashMap<String, i64>,
}

impl HostCompiler {
    /// The arguments of the one run that asks everything, before those that the user gave.
    pub const ARGUMENTS: [&str; 5] = ["-E", "-dD", "-v", "-x", "c++"];

    /// What goes into that run: the questions that are asked anyway if there are none.
    pub fn question(questions: &[String]) -> String {
        let mut text = String::new();
        let mut ask = |q: &str| {
            if let Some(lines) = crate::target::lines(q) {
                return text.push_str(&lines);
            }
            let word = q.split('(').next().unwrap_or_default();
            text.push_str(&format!("#ifdef {word}\n@ \"{q}\" {q}\n#endif\n"));
        };
        if questions.is_empty() {
            QUESTIONS.lines().for_each(&mut ask);
        } else {
            questions.iter().for_each(|q| ask(q));
        }
        text
    }

    /// All of it as text, for keeping.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for dir in &self.include_dirs {
            text.push_str(&format!("dir {} {}\n", dir.sys, dir.path));
        }
        for dir in &self.missing_dirs {
            text.push_str(&format!("missing {dir}\n"));
        }
        let mut answers: Vec<_> = self.answers.iter().collect();
        answers.sort();
        for (question, answer) in answers {
            text.push_str(&format!("answer {answer} {question}\n"));
        }
        text.push_str(&String::from_utf8_lossy(&self.predefined));
        for line in String::from_utf8_lossy(&self.on_command_line).lines() {
            text.push_str(&format!("driver {line}\n"));
        }
        text
    }

    /// Reads what `to_text` wrote; nothing if it is something else.
    pub fn parse(text: &str) -> Option<HostCompiler> {
        let mut host = HostCompiler::default();
        for line in text.lines() {
            let (word, rest) = line.split_once(' ')?;
            match word {
                "#define" => {
                    host.predefined.extend_from_slice(line.as_bytes());
                    host.predefined.push(b'\n');
                }
                "driver" => {
                    host.on_command_line.extend_from_slice(rest.as_bytes());
                    host.on_command_line.push(b'\n');
                }
                "dir" => {
                    let (sys, path) = rest.split_once(' ')?;
                    host.include_dirs.push(IncludeDir {
                        path: path.to_owned(),
                        sys: sys.parse().ok()?,
                    });
                }
                "missing" => host.missing_dirs.push(rest.to_owned()),
                "answer" => {
                    let (answer, question) = rest.split_once(' ')?;
                    host.answers
                        .insert(question.to_owned(), answer.parse().ok()?);
                }
                _ => return None,
            }
        }
        Some(host)
    }

    /// What the command line defines, the driver's part first.
    pub(crate) fn command_line(&self, options: &Options) -> Vec<u8> {
        [&self.on_command_line, options.macros.concat().as_bytes()].concat()
    }

    /// What is known of a question.
    pub fn answer(&self, question: &str) -> Option<i64> {
        self.answers.get(question).copied()
    }

    /// Reads what the run printed: the text, and what it said beside.
    pub fn read(stdout: &str, stderr: &str) -> HostCompiler {
        let mut host = HostCompiler::default();
        let mut elsewhere = Vec::new();
        let mut section = &mut elsewhere;
        for line in stdout.lines() {
            if line.starts_with("# ") {
                section = match line {
                    _ if line.contains("\"<built-in>\"") => &mut host.predefined,
                    _ if line.contains("\"<command-line>\"") => &mut host.on_command_line,
                    _ => &mut elsewhere,
                };
            } else if line.starts_with("#define ") {
                section.extend_from_slice(line.as_bytes());
                section.push(b'\n');
            } else if let Some((q, value)) =
                line.strip_prefix("@ \"").and_then(|l| l.split_once("\" "))
            {
                // clang answers with suffixes.
                let digits = value.trim().trim_end_matches('L');
                host.answers
                    .insert(q.to_owned(), digits.parse().unwrap_or(0));
            }
        }
        let mut inside = false;
        for line in stderr.lines() {
            match line {
                "#include <...> search starts here:" => inside = true,
                "End of search list." => inside = false,
                _ if line.starts_with("ignoring nonexistent directory \"") => {
                    let path = line.split('"').nth(1).unwrap_or_default();
                    host.missing_dirs.push(path.to_owned());
                }
                _ if inside => {
                    let path = line.trim().to_owned();
                    let cxx = path.contains("/c++") || path == "/usr/local/include";
                    host.include_dirs.push(IncludeDir {
                        path,
                        sys: if cxx { SYS } else { SYS | SYS_C },
                    });
                }
                _ => {}
            }
        }
        host
    }
}
