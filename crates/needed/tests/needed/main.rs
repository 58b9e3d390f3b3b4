//! What the device half holds of small programs, and which queries an edit may run.

mod classes;
mod declarations;
mod edits;
mod kept;
mod members;
mod relaxed;

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{HostOptions, HostSettings, SourceFile};
use cleave_needed::definitions::{DefinitionKind, definitions};
use cleave_needed::{Naming, emitted_symbols};

/// The module id in all tests.
const MODULE_ID: &str = "_id";

/// The names of what the device half of a file defines, one in a line; `declared` stands before what it only declares.
fn listed(db: &LoggedDatabase, file: SourceFile, options: HostOptions) -> String {
    let db = &db.db;
    let naming = Naming::new(MODULE_ID, options.settings(db).relocatable);
    let mut out = Vec::new();
    for definition in definitions(db, file, options) {
        let kind = match definition.kind {
            DefinitionKind::Kernel => "kernel ",
            DefinitionKind::Function => "",
            DefinitionKind::Variable(_) => "variable ",
        };
        let declared = match definition.defined {
            true => "",
            false => "declared ",
        };
        for name in emitted_symbols(db, file, options, definition.what, &naming) {
            out.push(format!("{declared}{kind}{name}\n"));
        }
    }
    out.sort();
    out.concat()
}

/// A database with one file.
fn database(text: &str, settings: HostSettings) -> (LoggedDatabase, SourceFile, HostOptions) {
    let l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    let options = HostOptions::new(&l.db, settings);
    (l, file, options)
}

/// What is kept of a text where every constexpr function may run on the device.
fn check_relaxed(text: &str, want: expect_test::Expect) {
    let settings = HostSettings {
        relaxed_constexpr: true,
        ..HostSettings::default()
    };
    let (l, file, options) = database(&format!("# 1 \"a.cu\"\n{}\n", text.trim()), settings);
    want.assert_eq(&listed(&l, file, options));
}
