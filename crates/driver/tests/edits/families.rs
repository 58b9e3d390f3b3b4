//! Edits of declarations of all sorts: what asks for each of them, with both passes' reports.

mod classes;
mod functions;
mod many;
mod templates;

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{HostOptions, HostSettings, RootDatabase, SourceFile};
use cleave_diagnostics::{Control, Options};
use cleave_report::{Over, Unit};
use cleave_syntax::{Dialect, Standard};
use expect_test::Expect;
use salsa::Durability;

const TEXT: &str = include_str!("families.cu");

/// What both passes report, and the host text.
fn pass(db: &RootDatabase, file: SourceFile, options: HostOptions) -> String {
    let unit = Unit {
        db,
        file,
        options,
        is_there: &|_| false,
    };
    let mut out = String::new();
    for over in [Over::Host, Over::Device { architecture: None }] {
        let pass = match over {
            Over::Host => cleave_diagnostics::Pass::Host,
            Over::Device { .. } => cleave_diagnostics::Pass::Device,
        };
        let settings = Options {
            pass,
            ..Options::default()
        };
        let report = cleave_report::report(unit, over, settings, Control::new(pass)).finish();
        out += &String::from_utf8_lossy(&report.body);
    }
    cleave_host::host_text_in_pieces(db, file, options, &mut |piece| out.push_str(piece));
    out
}

fn open(db: &RootDatabase, text: &str) -> (SourceFile, HostOptions) {
    let dialect = Dialect {
        standard: Standard::Cpp20,
        ..Dialect::default()
    };
    let file = SourceFile::builder("unit.cu".to_owned(), text.into()).dialect(dialect);
    let settings = HostSettings {
        module_id: Some("_id".into()),
        ..HostSettings::default()
    };
    let options = HostOptions::builder(settings).durability(Durability::HIGH);
    (file.new(db), options.new(db))
}

/// The queries that run after an edit: all of them.
fn check(from: &str, to: &str, want: Expect) {
    check_of(TEXT, from, to, want);
}

/// The same of another text.
fn check_of(text: &str, from: &str, to: &str, want: Expect) {
    assert!(text.contains(from), "the edit must hit");
    let mut l = LoggedDatabase::default();
    let (file, options) = open(&l.db, text);
    file.divide(&mut l.db, cleave_cuda::interface);
    let before = pass(&l.db, file, options);
    assert!(!before.contains("error"), "{before}");
    let _ = l.executed();
    let edited = text.replace(from, to);
    file.edit(&mut l.db, edited.as_str().into(), cleave_cuda::interface);
    let after = pass(&l.db, file, options);
    let ran = l.executed().join("\n") + "\n";
    let scratch = RootDatabase::default();
    let (fresh, fresh_options) = open(&scratch, &edited);
    assert_eq!(after, pass(&scratch, fresh, fresh_options));
    want.assert_eq(&ran);
}
