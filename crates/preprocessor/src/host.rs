//! What a host compiler says of itself: the macros that it defines, the folders that it looks in, and its answers to `__has_builtin`
//! and its like. The question and the reading of the answer are here; running the compiler is not.

use rustc_hash::FxHashMap;

use crate::engine::IncludeDir;
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
    /// Its folders for headers.
    pub include_dirs: Vec<IncludeDir>,
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

    /// What is known of a question.
    pub fn answer(&self, question: &str) -> Option<i64> {
        self.answers.get(question).copied()
    }

    /// Reads what the run printed: the text, and what it said beside.
    pub fn read(stdout: &str, stderr: &str) -> HostCompiler {
        let mut host = HostCompiler::default();
        let mut built_in = false;
        for line in stdout.lines() {
            if line.starts_with("# ") {
                built_in = line.contains("\"<built-in>\"") || line.contains("\"<command-line>\"");
            } else if line.starts_with("#define ") && built_in {
                host.predefined.extend_from_slice(line.as_bytes());
                host.predefined.push(b'\n');
            } else if let Some((q, value)) =
                line.strip_prefix("@ \"").and_then(|l| l.split_once("\" "))
            {
                host.answers
                    .insert(q.to_owned(), value.trim().parse().unwrap_or(0));
            }
        }
        let mut inside = false;
        for line in stderr.lines() {
            match line {
                "#include <...> search starts here:" => inside = true,
                "End of search list." => inside = false,
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
