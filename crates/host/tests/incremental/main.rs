//! The incremental contract of the host half: which queries each kind of edit may run, as exact lists.

mod code;
mod lambdas;
mod types;

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{HostOptions, HostSettings, SourceFile};
use cleave_host::host_text;
use expect_test::Expect;
use salsa::Setter;

/// Runs the host pass, edits, runs it again, and says what ran the second time.
fn check_with(text: &str, settings: HostSettings, from: &str, to: &str, want: Expect) {
    assert!(text.contains(from), "the edit must hit");
    let mut l = LoggedDatabase::default();
    let settings = HostSettings {
        module_id: Some("_id".into()),
        ..settings
    };
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    let options = HostOptions::new(&l.db, settings);
    let before = host_text(&l.db, file, options).to_owned();
    let first = l.executed();
    assert!(
        first.iter().any(|q| q.starts_with("declarations x")),
        "the first run reads: {first:?}"
    );
    file.set_text(&mut l.db).to(text.replace(from, to).into());
    let after = host_text(&l.db, file, options).to_owned();
    let ran = l.executed().join("\n") + "\n";
    // The text of everybody else's items must not move.
    let scale = |t: &str| {
        t.lines()
            .find(|l| l.contains("void scale"))
            .map(str::to_owned)
    };
    if !from.contains("scale") && !from.contains("by") {
        assert_eq!(scale(&before), scale(&after));
    }
    want.assert_eq(&ran);
}
