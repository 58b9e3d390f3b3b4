//! What becomes of single declarations in the host half.

mod declarations;
mod members;
mod toolkits;
mod written_out;

use cleave_base_db::{HostOptions, HostSettings, RootDatabase, SourceFile};
use cleave_host::host_text;
use cleave_syntax::{Dialect, Standard};
use expect_test::Expect;

/// Annotations are spelled as CUDA spells them, and expanded as its headers do; what is shown stands between prologue and trailer.
fn check_with(settings: HostSettings, text: &str, want: Expect) {
    let text = cleave_attributes::expand(&format!("# 1 \"a.cu\"\n{text}"));
    let db = RootDatabase::default();
    let settings = HostSettings {
        module_id: Some("_id".into()),
        ..settings
    };
    let file = SourceFile::builder("a.cu".into(), text.into())
        .dialect(Dialect {
            standard: Standard::Cpp20,
            ..Dialect::default()
        })
        .new(&db);
    let all = host_text(&db, file, HostOptions::new(&db, settings));
    let start = all.rfind("# 1 \"a.cu\"\n").expect("a first line") + 11;
    want.assert_eq(&up_to_trailer(all, start));
}

/// The lines of a host half from a place to its trailer, blanks and empty lines left out.
fn up_to_trailer(all: &str, start: usize) -> String {
    let stub = all.find("\"input.cudafe1.stub.c\"").expect("a trailer");
    let end = all[..stub].rfind('\n').expect("lines before it");
    let lines = all[start..end]
        .lines()
        .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "));
    let shown: Vec<String> = lines.filter(|l| !l.is_empty()).collect();
    shown.join("\n") + "\n"
}

fn whole(text: &str, want: Expect) {
    check_with(HostSettings::default(), text, want);
}

fn relocatable(text: &str, want: Expect) {
    let settings = HostSettings {
        relocatable: true,
        stub_linkage: cleave_base_db::StubLinkage::External,
        ..HostSettings::default()
    };
    check_with(settings, text, want);
}
