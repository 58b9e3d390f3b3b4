//! Constants as the reference writes them into the host text: the comments of `tests/host_text.cu`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cleave_base_db::{RootDatabase, SourceFile};
use cleave_hir::DeclKind;
use cleave_syntax::{Dialect, Standard};
use cleave_typing::{eval, program};

#[test]
fn as_the_reference() {
    let text = include_str!("host_text.cu");
    let db = RootDatabase::default();
    let dialect = Dialect {
        standard: Standard::Cpp20,
        ..Dialect::default()
    };
    let file = SourceFile::builder("a.cu".into(), text.into())
        .dialect(dialect)
        .new(&db);
    let mut found = BTreeMap::new();
    for index in 0..cleave_names::skeleton(&db, file).items.len() {
        let item = cleave_names::item_id(&db, file, index as u32);
        for entity in program::bodies(&db, item) {
            if let Some(decl) = entity.hir(&db)
                && let (DeclKind::Variable(_), Some(name)) = (&decl.kind, decl.name.ident())
                && let Some(value) = eval::constant_value(&db, entity)
            {
                found.insert(name.as_str().to_owned(), eval::const_text(&db, value));
            }
        }
    }
    let mut report = String::new();
    for line in text.lines() {
        let Some((code, want)) = line.split_once("  // => ") else {
            continue;
        };
        let head = code.split(" =").next().unwrap_or_default();
        let name = head.rsplit([' ', '*']).next().unwrap_or_default();
        let got = found.get(name).cloned().flatten();
        if got.as_deref() != Some(want) {
            writeln!(report, "{name}: {got:?}, not {want}").expect("text");
        }
    }
    assert_eq!(report, "");
}
