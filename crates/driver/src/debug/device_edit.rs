//! What the device half of a preprocessed text costs after an edit: time, what of it is another one, and the queries that run. What comes
//! out is compared with a device half from scratch.

use std::fmt::Write as _;

use cleave_base_db::{Db, HostOptions, RootDatabase, SourceFile};
use cleave_il::c::{Purpose, print};
use cleave_il::{DiffOptions, Module};
use cleave_stub::Files;

use super::edited::{Measured, Replacement};
use super::needed;
use crate::device::refused;
use crate::units::Create;

/// How often an edit is made and taken back for its time.
const ROUNDS: usize = 2;

/// The device half of a file.
struct Half {
    module: Module,
    /// It as C.
    code: String,
    stub: String,
    /// What it defines and declares.
    entities: String,
}

/// Makes the device half.
///
/// # Errors
/// What is not understood.
fn half(db: &dyn Db, file: SourceFile, options: HostOptions) -> Result<Half, String> {
    let module = cleave_lowering::module(db, file, options).map_err(|all| {
        let why = refused(db, &all).into_iter().next();
        format!(
            "the device half cannot be written: {}",
            why.unwrap_or_default()
        )
    })?;
    let module_id = cleave_host::module_id(db, file, options);
    let files = Files {
        stub: "a.cudafe1.stub.c".to_owned(),
        fatbin: "a.fatbin.c".to_owned(),
    };
    Ok(Half {
        code: print(&module, Purpose::Compiling),
        module,
        stub: cleave_stub::stub(db, file, options, &files, module_id)?,
        entities: needed::list(db, file, options),
    })
}

/// What the edit of a text that is preprocessed for the device costs.
///
/// # Errors
/// What is not understood, and whatever the half has that one from scratch has not.
pub(super) fn of_text(
    text: &str,
    edit: &Replacement<'_>,
    create: &Create<'_>,
) -> Result<String, String> {
    let edited = edit.of(text)?;
    let measured = Measured::new((text, &edited), create, ROUNDS, |db, file, options| {
        half(db, file, options)
    })?;
    let (before, after) = &measured.results;
    let scratch = RootDatabase::default();
    let (fresh, fresh_options) = create(&scratch, edited.as_str().into());
    let fresh = half(&scratch, fresh, fresh_options)?;
    let same = after.code == fresh.code
        && after.stub == fresh.stub
        && after.entities == fresh.entities
        && cleave_il::print(&after.module) == cleave_il::print(&fresh.module);
    if !same {
        return Err("the half after the edit is another one than from scratch".into());
    }
    Ok(format!(
        "{}\n{}{}",
        measured.times(),
        changes(before, after),
        measured.lists
    ))
}

/// What of the device half is another one than before.
fn changes(before: &Half, after: &Half) -> String {
    let mut out = String::from("changed\n");
    for difference in cleave_il::diff(&before.module, &after.module, DiffOptions::default()) {
        let _ = writeln!(out, "{:>9} {}", "", difference.name);
    }
    let parts = [
        ("C", before.code == after.code),
        ("stub", before.stub == after.stub),
        ("entities", before.entities == after.entities),
    ];
    for (part, _) in parts.iter().filter(|p| !p.1) {
        let _ = writeln!(out, "{:>9} {part}", "");
    }
    out
}
