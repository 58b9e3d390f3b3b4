//! The command line of `cleave explore`.

use std::ffi::OsString;
use std::io::Write;

use cleave_driver::halves::{self, Command};
use cleave_options::nvcc::{Effect, NVCC_OPTIONS, NvccOption, Value, help};

use crate::running::Running;

/// Exit status: the source cannot be shown.
const CANNOT: i32 = 1;

const PORT: NvccOption = NvccOption::own(
    "port",
    Value::Text("NUMBER"),
    Effect::Own,
    "The port of the page [default: one that is free]",
);

/// The options besides nvcc's.
pub const OPTIONS: &[NvccOption] = &[halves::OPTIONS[0], halves::OPTIONS[1], PORT];

/// Whether a word is an option that is none of nvcc's, and if so whether its value is the next word.
fn is_own(word: &str) -> Option<bool> {
    let name = word.strip_prefix("--")?;
    let (name, has_value) = match name.split_once('=') {
        Some((name, _)) => (name, true),
        None => (name, false),
    };
    let row = OPTIONS.iter().find(|row| row.long == name)?;
    Some(row.value != Value::None && !has_value)
}

/// The words of a command line that are nvcc's.
pub(crate) fn of_nvcc(args: &[OsString]) -> Vec<OsString> {
    let mut out = Vec::new();
    let mut rest = args.iter();
    while let Some(word) = rest.next() {
        match word.to_str().and_then(is_own) {
            None => out.push(word.clone()),
            Some(true) => drop(rest.next()),
            Some(false) => {}
        }
    }
    out
}

/// Serves the page until the process ends. The exit status is 1 where it cannot be served.
pub fn run(args: &[OsString]) -> i32 {
    match serve(args) {
        Ok(()) => 0,
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "cleave explore: {message}");
            CANNOT
        }
    }
}

fn serve(args: &[OsString]) -> Result<(), String> {
    let said = |text: &str| {
        let written = std::io::stdout().write_all(text.as_bytes());
        written
            .and_then(|()| std::io::stdout().flush())
            .map_err(|e| format!("cannot print: {e}"))
    };
    let command = Command::parse(args, OPTIONS)
        .map_err(|message| format!("{message}; see cleave explore --help"))?;
    let Some(command) = command else {
        return said(&help_text());
    };
    let port = match command.own(PORT.long).and_then(|port| port.to_str()) {
        None => 0,
        Some(port) => port
            .parse::<u16>()
            .map_err(|_| format!("{port} is no port"))?,
    };
    let running = Running::start(command, args, port)?;
    said(&format!("{}\n", running.address()))?;
    running.wait()
}

/// What `cleave explore --help` prints.
fn help_text() -> String {
    format!(
        "Show a CUDA source, its host half, device IL, stub and PTX side by side on a page in the browser\n\n\
         Usage: cleave explore FILE [OPTIONS]\n\n\
         It prints the address of the page and serves it until Ctrl-C. The source can be edited in the page; the file is not changed.\n\
         Only this machine can open the page, and only with the whole address. PTX, registers and spills need a CUDA toolkit.\n\n\
         Options:\n{}\n\
         Options of nvcc, written as for nvcc:\n{}\n\
         Exit status:\n  \
         1  the source cannot be shown\n\n\
         Examples:\n  \
         cleave explore examples/saxpy.cu\n  \
         cleave explore kernel.cu -std=c++20 -arch=sm_90 -Iinclude --port 8080\n",
        help(OPTIONS),
        help(NVCC_OPTIONS),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_options_are_told_from_those_of_nvcc() {
        assert_eq!(is_own("--port"), Some(true));
        assert_eq!(is_own("--port=80"), Some(false));
        assert_eq!(is_own("--own-headers"), Some(false));
        assert_eq!(is_own("--std"), None);
        assert_eq!(is_own("-port"), None);
    }

    #[test]
    fn own_options_are_not_given_to_nvcc() {
        let words = "a.cu --port 80 -arch sm_80 --cuda-path=/x --own-headers -c";
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        assert_eq!(of_nvcc(&words).join(" ".as_ref()), "a.cu -arch sm_80 -c");
    }
}
