//! Which queries of layouts and virtual tables an edit runs: complete lists.

use cleave_base_db::SourceFile;
use cleave_base_db::testing::LoggedDatabase;
use cleave_hir::DeclKind;
use expect_test::{Expect, expect};
use salsa::Setter;

use crate::class::tables::virtual_tables;
use crate::{CodeRef, DeclRef, Entity, Ty, TyKind};

const TEXT: &str = "struct A { virtual int f() { return 1; } };
struct B : virtual A { int b; int f() override { return 2; } };
struct C : virtual A { virtual A *self() { return this; } };
struct D : B, C { int d; D *self() override { return this; } };
";

/// Asks for the tables of all classes.
fn ask(l: &LoggedDatabase, file: SourceFile) -> usize {
    let db = &l.db;
    let mut entries = 0;
    for index in 0..cleave_names::skeleton(db, file).items.len() {
        let item = cleave_names::item_id(db, file, index as u32);
        let code = CodeRef { item, body: None };
        for (id, decl) in cleave_hir::item_hir(db, item).code.decls.iter() {
            if matches!(decl.kind, DeclKind::Class(_)) {
                let entity = Entity::new(db, DeclRef::at(db, code, id), None);
                let made = virtual_tables(db, (Ty::of(db, TyKind::Class(entity))).id());
                entries += made.map_or(0, |t| t.own.tables.iter().map(|t| t.entries.len()).sum());
            }
        }
    }
    entries
}

fn executed_after(from: &str, to: &str, want: Expect) {
    assert!(TEXT.contains(from), "the edit must hit");
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), TEXT.into());
    assert!(ask(&l, file) > 0);
    let _ = l.executed();
    file.set_text(&mut l.db).to(TEXT.replace(from, to).into());
    ask(&l, file);
    let own = [
        "virtual_tables",
        "own_virtuals",
        "offsets",
        "virtual_bases",
        "virtual_primary_base",
        "is_nearly_empty",
        "of",
    ];
    let ran: Vec<_> = (l.executed().into_iter())
        .filter(|q| own.contains(&q.split(' ').next().unwrap_or_default()))
        .collect();
    want.assert_eq(&ran.join(", "));
}

#[test]
fn layout_and_bodies_make_no_table_anew() {
    executed_after("return 2", "return 3", expect![[""]]);
    executed_after(
        "int f() override",
        "int /* c */ f() override",
        expect![[""]],
    );
}

#[test]
fn a_member_makes_the_layouts_behind_it_and_their_tables() {
    executed_after(
        "int d;",
        "int d; int e;",
        expect!["of, offsets, own_virtuals, virtual_tables"],
    );
    executed_after(
        "int b;",
        "long b;",
        expect!["of x3, offsets x2, own_virtuals, virtual_tables x2"],
    );
}

#[test]
fn a_virtual_function_makes_the_tables_behind_it() {
    executed_after(
        "D *self()",
        "virtual void g() {} D *self()",
        expect!["of, own_virtuals, virtual_tables"],
    );
    executed_after(
        "virtual A *self()",
        "virtual void g() {} virtual A *self()",
        expect!["of, own_virtuals x2, virtual_tables x2"],
    );
}
