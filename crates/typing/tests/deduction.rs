//! Deduction, partial ordering and constraints: every `static_assert` of the fixtures in `tests/deduction` holds, and g++ agrees
//! that it does. What g++ says is skipped where there is none.

use std::path::PathBuf;
use std::process::Command;

use cleave_base_db::{Db, RootDatabase, SourceFile};
use cleave_hir::{DeclKind, ExprId, item_hir};
use cleave_lang::Builtin;
use cleave_syntax::{Dialect, Standard};
use cleave_typing::{CodeRef, Context, DeclRef, Entity, Ty, eval};

fn fixtures() -> Vec<PathBuf> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deduction");
    let mut out: Vec<PathBuf> = (std::fs::read_dir(folder).expect("the fixtures"))
        .map(|entry| entry.expect("an entry").path())
        .collect();
    out.sort();
    out
}

/// What an assertion comes to, if it is not true.
fn holds<'db>(db: &'db dyn Db, decl: DeclRef<'db>, condition: ExprId) -> Option<String> {
    let mut cx = Context::of(db, Entity::new(db, decl, None)).expect("code");
    let to = Ty::builtin(db, Builtin::Bool);
    let found = eval::constant_expression(&mut cx, condition, Some(to));
    match found {
        Ok(value) if value.as_int(db) == Some(1) => None,
        Ok(_) => Some("does not hold".to_owned()),
        Err(failure) => {
            let numbers: Vec<_> = cx.problems.iter().map(|p| p.code).collect();
            Some(match failure {
                eval::Failure::Unknown => format!("is not known {numbers:?}"),
                eval::Failure::NotConstant(why) => {
                    let why: Vec<_> = why.iter().map(|p| p.code).collect();
                    format!("is not constant {numbers:?} {why:?}")
                }
            })
        }
    }
}

fn wrong(text: &str) -> (usize, Vec<String>) {
    let db = RootDatabase::default();
    let file = SourceFile::builder("a.cu".into(), text.into())
        .dialect(Dialect {
            standard: Standard::Cpp20,
            ..Dialect::default()
        })
        .new(&db);
    let (mut count, mut out) = (0, Vec::new());
    for index in 0..cleave_names::skeleton(&db, file).items.len() {
        let item = cleave_names::item_id(&db, file, index as u32);
        let hir = item_hir(&db, item);
        for &root in &hir.roots {
            if let DeclKind::StaticAssert(condition) = hir.code[root].kind {
                count += 1;
                let decl = DeclRef::at(&db, CodeRef { item, body: None }, root);
                if let Some(why) = holds(&db, decl, condition) {
                    let text = cleave_hir::print::print_expr(&hir.code, condition);
                    out.push(format!("{text} {why}"));
                }
            }
        }
    }
    (count, out)
}

#[test]
fn assertions_hold() {
    let mut total = 0;
    let mut report = String::new();
    for path in fixtures() {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a fixture");
        let work = || wrong(&text);
        let (count, wrong) = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(256 << 20);
            let handle = thread.spawn_scoped(scope, work).expect("a thread");
            handle.join().expect("no panic")
        });
        total += count;
        for line in wrong {
            report.push_str(&format!("{name}: {line}\n"));
        }
    }
    assert!(report.is_empty(), "of {total}:\n{report}");
}

#[test]
fn the_host_compiler_agrees() {
    for path in fixtures() {
        let flags = ["-std=c++20", "-fsyntax-only", "-w", "-xc++"];
        let Ok(out) = Command::new("g++").args(flags).arg(&path).output() else {
            return;
        };
        let said = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success(), "{said}");
    }
}
