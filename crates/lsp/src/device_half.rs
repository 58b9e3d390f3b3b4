//! The device half of a unit as C, made in a process of its own. What is found out for it is as much again as all that an editor asks for,
//! and nothing else needs it: it goes with the process, and no edit waits for it. It must not know what the half is good for.

use std::ffi::OsString;
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use cleave_driver::editor::{Once, once};
use cleave_ide::{Analysis, Whole};

/// The half of a device pass's text, by a process of `program`; nothing where it is not understood. `words` are those of the pass.
pub(crate) fn half(program: &Path, words: &[OsString], text: &Whole) -> Option<String> {
    let mut child = Command::new(program)
        .args(["lsp", "--device-half", &text.name, &text.module_id, "--"])
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    // It writes nothing before it has read everything.
    let mut input = child.stdin.take()?;
    let sent = text.write_to(&mut input);
    drop(input);
    let output = child.wait_with_output().ok()?;
    let is_good = sent.is_ok() && output.status.success();
    is_good.then(|| String::from_utf8(output.stdout).ok())?
}

/// What that process does. Exit status: 0, or 1 where there is no half.
pub(crate) fn run(words: &[OsString], name: &str, module_id: &str) -> i32 {
    let mut text = Vec::new();
    if io::stdin().lock().read_to_end(&mut text).is_err() {
        return 1;
    }
    let (name, module_id) = (name.to_owned(), module_id.to_owned());
    let code = cleave_driver::with_big_stack(|| {
        let Once { db, file, options } = once(words, name, module_id, text).ok()?;
        let places = Arc::default();
        let analysis = Analysis {
            db,
            file,
            options,
            places,
        };
        analysis.device_code()
    });
    match code.map(|code| io::stdout().lock().write_all(code.as_bytes())) {
        Some(Ok(())) => 0,
        _ => 1,
    }
}
