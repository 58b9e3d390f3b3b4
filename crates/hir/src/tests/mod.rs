//! What items look like as HIR, and which queries an edit runs.

mod broken;
mod declarations;
mod expressions;
mod incremental;
mod literals;
mod statements;
mod templates;

use std::collections::HashSet;
use std::fmt::Write as _;

use cleave_base_db::{Db, RootDatabase, SourceFile};
use cleave_names::ItemId;
use cleave_syntax::{Dialect, Standard};
use salsa::Setter;

use crate::{Code, Expr, Stmt, TypeRef, body_hir, body_spans, body_start, item_hir};

/// All items of a text.
fn show(text: &str) -> String {
    let mut db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    file.set_dialect(&mut db).to(Dialect {
        standard: Standard::Cpp23,
        ..Dialect::default()
    });
    let count = cleave_names::skeleton(&db, file).items.len() as u32;
    (0..count)
        .map(|i| crate::print::print_item(&db, cleave_names::item_id(&db, file, i)))
        .collect()
}

/// How much of an item could not be read. A type may be missing where a constructor or its like returns one.
fn missing_in<'db>(db: &'db dyn Db, item: ItemId<'db>) -> usize {
    let hir = item_hir(db, item);
    let bodies = (hir.code.decls.iter())
        .filter_map(|(decl, _)| body_hir(db, item, decl.into_raw().into()))
        .map(|body| &body.code);
    bodies.chain([&hir.code]).map(missing_of).sum()
}

fn missing_of(code: &Code) -> usize {
    let returned: HashSet<_> = (code.types.values())
        .filter_map(|ty| match ty {
            TypeRef::Function(f) => Some(f.ret),
            _ => None,
        })
        .collect();
    let types = (code.types.iter())
        .filter(|(id, ty)| **ty == TypeRef::Missing && !returned.contains(id))
        .count();
    let exprs = code.exprs.values().filter(|e| **e == Expr::Missing);
    let stmts = code.stmts.values().filter(|s| **s == Stmt::Missing);
    types + exprs.count() + stmts.count()
}

fn missing(text: &str) -> usize {
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    let count = cleave_names::skeleton(&db, file).items.len() as u32;
    assert!(count > 0);
    (0..count)
        .map(|i| missing_in(&db, cleave_names::item_id(&db, file, i)))
        .sum()
}

/// For each expression of the first body of a text: its tokens, and the one it is pointed at by.
fn points(text: &str) -> String {
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    let item = cleave_names::item_id(&db, file, 0);
    let (Some(spans), Some(start)) = (body_spans(&db, item, 0), body_start(&db, item, 0)) else {
        return "no body".to_owned();
    };
    let lexed = cleave_syntax::lexer::Lexed::new(text);
    let token = |i: u32| lexed.range((i + start) as usize);
    let mut out = String::new();
    for (tokens, &point) in spans.exprs.iter().zip(&spans.points) {
        let own = &text[token(tokens.start).start..token(tokens.end - 1).end];
        let _ = writeln!(out, "{own}  @ {}", &text[token(point)]);
    }
    out
}
