//! The device half of small programs as IL: what the language does without a word is written out, and what an edit makes anew.

mod aggregates;
mod arrays;
mod as_written;
mod calls;
mod classes;
mod constants;
mod edits;
mod foreign;
mod functions;
mod jumps;
mod member_pointers;
mod own_names;
mod places;
mod promotions;
mod random;
mod statements;
mod tables;
mod virtual_bases;
mod zeroed;

use std::fmt::Write as _;

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{HostOptions, HostSettings, SourceFile};
use cleave_il::Module;
use expect_test::Expect;

/// A text in a database of its own.
fn database(text: &str, settings: HostSettings) -> (LoggedDatabase, SourceFile, HostOptions) {
    let l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    let options = HostOptions::new(&l.db, settings);
    (l, file, options)
}

/// The module of a text, or why there is none.
fn module(l: &LoggedDatabase, file: SourceFile, options: HostOptions) -> Result<Module, String> {
    cleave_lowering::module(&l.db, file, options).map_err(|all| {
        let mut out = String::new();
        for refused in all {
            let _ = writeln!(out, "refused: {}", refused.why.what);
        }
        out
    })
}

/// The module of a text as IL, which is valid, or why there is none.
fn lowered(text: &str) -> String {
    let (l, file, options) = database(text, HostSettings::default());
    match module(&l, file, options) {
        Ok(module) => {
            let faults = cleave_il::verify(&module);
            assert!(faults.is_empty(), "{faults:?}");
            cleave_il::print(&module)
        }
        Err(refused) => refused,
    }
}

/// One function of the module of a text.
fn function(text: &str, name: &str) -> String {
    let (l, file, options) = database(text, HostSettings::default());
    let module = module(&l, file, options).expect("the text is understood");
    let faults = cleave_il::verify(&module);
    assert!(faults.is_empty(), "{faults:?}");
    let found = module.functions.iter().find(|f| &*f.name == name);
    let found = found.expect("the function is there");
    cleave_il::print_definition(cleave_il::Definition::Function(found))
}

fn check(text: &str, name: &str, want: Expect) {
    want.assert_eq(&function(text, name));
}
