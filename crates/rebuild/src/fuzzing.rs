//! The readers of what others have written, for fuzz targets: each takes any bytes, and says by a panic where what it reads does not hold
//! together.

use std::path::Path;

use cleave_il::Lines;

use crate::host;
use crate::names::{Template, is_of_one_run, without_runs};
use crate::ptx::{Places, Ptx};
use crate::record::Record;

/// PTX of a module: what is put together is read again, and stays as it is.
pub fn ptx(text: &str) {
    let read = |text: &str| Ptx::read(text, &Lines::default(), &mut Places::default());
    let Some(module) = read(text) else {
        return;
    };
    let Ok(joined) = Ptx::join(std::slice::from_ref(&module)) else {
        return;
    };
    let again = read(&joined).expect("what is joined is read");
    assert_eq!(Ptx::join(&[again]).as_ref(), Ok(&joined));
    // A module goes together with itself.
    let _ = Ptx::join(&[module.clone(), module]);
    let mut places = Places::default();
    let _ = Ptx::read(text, &Lines::default(), &mut places);
    let _ = places.text(Path::new("/a"));
}

/// The text of a host half, or of an assembler.
pub fn host_text(text: &[u8]) {
    host::check(text);
}

/// An output of a tool: without names of files and with them again it is the same.
pub fn output(text: &[u8], name: &[u8]) {
    if let Some(template) = Template::new(text, &[("-o", name)]) {
        let filled = template.fill(|_| Some(name), &Default::default());
        assert_eq!(filled.as_deref(), Some(text));
    }
    assert_eq!(without_runs(&without_runs(text)), without_runs(text));
    let _ = is_of_one_run(name);
}

/// What is kept of a run.
pub fn record(bytes: &[u8]) {
    Record::check(bytes);
}
