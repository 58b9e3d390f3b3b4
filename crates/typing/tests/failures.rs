//! What is said of initialisers that are no constants, against what the reference says: in `tests/failures` the comment of a
//! line lists the numbers for its variable, the error's first and then its notes'; `w61` is a warning.
#![allow(clippy::print_stderr)]

use std::fmt::Write as _;
use std::path::Path;

use cleave_base_db::{RootDatabase, SourceFile};
use cleave_hir::DeclKind;
use cleave_syntax::{Dialect, Standard};
use cleave_typing::eval::{self, Failure};
use cleave_typing::{CodeRef, DeclRef, Entity};

/// How many are known to be right; only to be raised.
const AT_LEAST: usize = 96;

/// The variables of a file with what is expected of them.
fn expected(text: &str) -> Vec<(String, String)> {
    text.lines()
        .filter_map(|line| {
            let (code, comment) = line.split_once("  // ")?;
            let head = code.split(['=', ';', '[']).next()?.trim_end();
            let name = head.rsplit([' ', '*', '&']).next()?;
            Some((name.to_owned(), comment.trim().to_owned()))
        })
        .collect()
}

fn numbers(evaluated: &eval::Evaluated<'_>) -> String {
    let mut out: Vec<String> = Vec::new();
    match &evaluated.value {
        Ok(_) => {}
        Err(Failure::Unknown) => out.push("unknown".into()),
        Err(Failure::NotConstant(problems)) => {
            for p in problems
                .iter()
                .flat_map(|p| std::iter::once(p).chain(&p.notes))
            {
                out.push(p.code.to_string());
            }
        }
    }
    out.extend(evaluated.warnings.iter().map(|w| format!("w{}", w.code)));
    if out.is_empty() {
        out.push("ok".into());
    }
    out.join(" ")
}

#[test]
fn as_the_reference() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/failures");
    let mut report = String::new();
    let (mut right, mut unknown, mut wrong) = (0, 0, 0);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the fixtures")
        .map(|e| e.expect("an entry").path())
        .collect();
    files.sort();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a fixture");
        let db = RootDatabase::default();
        let dialect = Dialect {
            standard: Standard::Cpp20,
            ..Dialect::default()
        };
        let file = SourceFile::builder("a.cu".into(), text.as_str().into())
            .dialect(dialect)
            .new(&db);
        let mut found = std::collections::BTreeMap::new();
        for index in 0..cleave_names::skeleton(&db, file).items.len() {
            let item = cleave_names::item_id(&db, file, index as u32);
            let code = CodeRef { item, body: None };
            for (id, decl) in cleave_hir::item_hir(&db, item).code.decls.iter() {
                let entity = Entity::new(&db, DeclRef::at(&db, code, id), None);
                if let (DeclKind::Variable(_), Some(name), None) =
                    (&decl.kind, decl.name.ident(), decl.parent)
                {
                    let text = numbers(eval::variable(&db, entity));
                    found.insert(name.as_str().to_owned(), text);
                }
            }
        }
        for (name, want) in expected(&text) {
            let got = found.get(&name).map_or("nothing", |s| s.as_str());
            if got == want {
                right += 1;
                continue;
            }
            match got {
                "unknown" | "nothing" => unknown += 1,
                _ => wrong += 1,
            }
            let file = path.file_stem().unwrap_or_default().to_string_lossy();
            writeln!(report, "{file}: {name}: {got}, not {want}").expect("text");
        }
    }
    eprintln!("{report}{right} right, {unknown} unknown, {wrong} wrong");
    assert_eq!(wrong, 0, "{report}");
    assert!(right >= AT_LEAST, "{right} right: {report}");
}
