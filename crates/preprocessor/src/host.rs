//! What a host compiler says of itself: the macros that it defines, the folders that it looks in, and its answers to `__has_builtin`
//! and its like. The question and the reading of the answer are here; running the compiler is not.

use rustc_hash::FxHashMap;

use crate::engine::IncludeDir;
use crate::token::{SYS, SYS_C};

/// What headers ask compilers for; all is asked at once.
const QUESTIONS: &str = include_str!("questions.txt");

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

    /// What goes into that run.
    pub fn question() -> String {
        let mut text = String::new();
        for q in QUESTIONS.lines() {
            let word = q.split('(').next().unwrap_or_default();
            text.push_str(&format!(
                "#ifdef {word}\n#if {q}\n@ \"{q}\" 1\n#endif\n#endif\n"
            ));
        }
        // The numbers of attributes are dates: a directive compares them.
        for q in QUESTIONS
            .lines()
            .filter(|q| q.starts_with("__has_cpp_attribute"))
        {
            for year in ["200809", "201309", "201603", "201803", "201907", "202207"] {
                text.push_str(&format!("#if {q} == {year}\n@ \"{q}\" {year}\n#endif\n"));
            }
        }
        text
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
                    .insert(q.to_owned(), value.parse().unwrap_or(1));
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
