//! What a host compiler defines, where it looks and what it answers, asked once and kept in the user's cache folder. What is kept holds
//! for one compiler, by its path, size and time, and for arguments and variables that may change an answer. `CLEAVE_CACHE=off` keeps
//! nothing. Knows nothing of CUDA.

use std::cell::{Cell, RefCell};
use std::ffi::OsStr;
use std::io::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cleave_preprocessor::{Answers, HostCompiler};
use cleave_toolkit::{ProcessEnv, cache};

use crate::output;

/// The format of what is kept.
const VERSION: &str = "cleave compiler 2";

/// The variables that GNU's compilers heed and that may change an answer.
const VARIABLES: [&str; 6] = [
    "CPATH",
    "CPLUS_INCLUDE_PATH",
    "GCC_EXEC_PREFIX",
    "COMPILER_PATH",
    "GCC_SPECS",
    "LC_ALL",
];

/// A compiler and what is known of it.
pub(crate) struct CompilerMemory {
    program: String,
    arguments: Vec<String>,
    /// Where it is kept, and the first lines of the file, which say of whom it speaks.
    kept: Option<(PathBuf, String)>,
    host: RefCell<HostCompiler>,
    /// It knows more than what is kept.
    changed: Cell<bool>,
    failure: RefCell<Option<String>>,
}

impl CompilerMemory {
    /// Reads what is kept of a compiler with these arguments, or asks it.
    ///
    /// # Errors
    /// A message for people if it cannot be run.
    pub(crate) fn new(program: &str, arguments: &[String]) -> Result<CompilerMemory, String> {
        let kept = place(program, arguments);
        let memory = CompilerMemory {
            program: program.to_owned(),
            arguments: arguments.to_vec(),
            host: RefCell::default(),
            changed: Cell::new(false),
            failure: RefCell::default(),
            kept,
        };
        let known = memory.read();
        memory.changed.set(known.is_none());
        let host = match known {
            Some(host) => host,
            None => memory.ask(&[])?,
        };
        memory.host.replace(host);
        Ok(memory)
    }

    /// What is known now.
    pub(crate) fn host(&self) -> HostCompiler {
        self.host.borrow().clone()
    }

    /// Why a question that came up late could not be asked.
    pub(crate) fn failure(&self) -> Option<String> {
        self.failure.borrow().clone()
    }

    fn read(&self) -> Option<HostCompiler> {
        let (path, head) = self.kept.as_ref()?;
        let text = std::fs::read_to_string(path).ok()?;
        let rest = text.strip_prefix(head.as_str())?;
        let (sum, body) = rest.split_once('\n')?;
        if sum != checksum(body) {
            return None;
        }
        let host = HostCompiler::parse(body)?;
        // A folder that was missing then would be searched now.
        let same = !host.missing_dirs.iter().any(|d| Path::new(d).is_dir());
        same.then_some(host)
    }

    /// Failing to keep it is no failure: the next run asks again.
    fn write(&self) {
        let Some((path, head)) = &self.kept else {
            return;
        };
        let body = self.host.borrow().to_text();
        let text = format!("{head}{}\n{body}", checksum(&body));
        let folder = path.parent().unwrap_or(Path::new("."));
        if std::fs::create_dir_all(folder).is_ok() {
            let _ = output::write(path, None, text.as_bytes());
        }
    }

    fn ask(&self, questions: &[String]) -> Result<HostCompiler, String> {
        let fails =
            |e: std::io::Error| format!("cannot run {}: {}", self.program, output::reason(&e));
        let mut child = Command::new(&self.program)
            .args(HostCompiler::ARGUMENTS)
            .args(&self.arguments)
            .arg("-")
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(fails)?;
        let stdin = child.stdin.take();
        let question = HostCompiler::question(questions);
        let asking = std::thread::spawn(move || {
            if let Some(mut stdin) = stdin {
                let _ = stdin.write_all(question.as_bytes());
            }
        });
        let out = child.wait_with_output().map_err(fails)?;
        let _ = asking.join();
        let said = String::from_utf8_lossy(&out.stderr);
        let host = HostCompiler::read(&String::from_utf8_lossy(&out.stdout), &said);
        if host.predefined.is_empty() {
            let said = said.lines().find(|l| l.contains("error")).unwrap_or("");
            let program = &self.program;
            return Err(format!("{program} does not say what it defines: {said}"));
        }
        Ok(host)
    }
}

impl Answers for CompilerMemory {
    fn answer(&self, question: &str) -> i64 {
        if let Some(known) = self.host.borrow().answer(question) {
            return known;
        }
        let answer = match self.ask(&[question.to_owned()]) {
            Ok(host) => host.answer(question).unwrap_or(0),
            Err(message) => {
                self.failure.replace(Some(message));
                return 0;
            }
        };
        self.changed.set(true);
        let answers = &mut self.host.borrow_mut().answers;
        answers.insert(question.to_owned(), answer);
        answer
    }
}

impl Drop for CompilerMemory {
    /// What came up in a run is kept in one go, together with what another run has kept meanwhile.
    fn drop(&mut self) {
        if self.changed.get() && self.failure.borrow().is_none() {
            if let Some(other) = self.read() {
                let answers = &mut self.host.borrow_mut().answers;
                for (question, answer) in other.answers {
                    answers.entry(question).or_insert(answer);
                }
            }
            self.write();
        }
    }
}

fn checksum(body: &str) -> String {
    format!("{:016x}", cache::key(&[body.as_bytes()]))
}

/// Where a compiler's answers are kept, and the lines that say whose they are; nothing if nothing may be kept.
fn place(program: &str, arguments: &[String]) -> Option<(PathBuf, String)> {
    if std::env::var_os("CLEAVE_CACHE").is_some_and(|v| v == "off") {
        return None;
    }
    // This machine's processor is not in the key.
    if arguments.iter().any(|a| a.ends_with("=native")) {
        return None;
    }
    let real = std::fs::canonicalize(found(program)?).ok()?;
    let status = std::fs::metadata(&real).ok()?;
    let mut head = format!(
        "{VERSION}\n{}\n{} {}.{}\n",
        real.display(),
        status.len(),
        status.mtime(),
        status.mtime_nsec()
    );
    for argument in arguments {
        head.push_str(&format!("{argument:?} "));
    }
    let plain = ["-std=", "-f", "-m", "-W", "-O", "-g", "-n", "-p", "-w"];
    let is_plain = |a: &String| plain.iter().any(|p| a.starts_with(p));
    if !arguments.iter().all(is_plain) {
        // A relative path may be among them.
        head.push_str(&format!("in {:?}", std::env::current_dir().ok()?));
    }
    head.push('\n');
    for name in VARIABLES {
        if let Some(value) = std::env::var_os(name) {
            head.push_str(&format!("{name}={value:?}\n"));
        }
    }
    head.push_str("--\n");
    let name = format!("{:016x}", cache::key(&[head.as_bytes()]));
    let folder = cache::folder(&ProcessEnv)?.join("compilers");
    Some((folder.join(name), head))
}

/// The file that running a program runs.
fn found(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(program.into());
    }
    let path = std::env::var_os("PATH")?;
    let in_folder = |folder: PathBuf| folder.join(OsStr::new(program));
    std::env::split_paths(&path)
        .map(in_folder)
        .find(|p| p.is_file())
}
