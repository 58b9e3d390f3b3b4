//! Which queries an edit may run again.

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{Db, SourceFile};
use salsa::Setter;

use crate::items;

/// Stands for anything that reads an item's text.
#[salsa::tracked]
fn token_count<'db>(db: &'db dyn Db, item: crate::ItemNode<'db>) -> usize {
    cleave_syntax::lexer::Lexed::new(item.text(db).as_str()).len()
}

fn count_all(db: &dyn Db, file: SourceFile) -> usize {
    items(db, file).iter().map(|&i| *token_count(db, i)).sum()
}

const TEXT: &str = "namespace n { __attribute__((global)) void k(int *p) { *p = 1; } }
__attribute__((device)) int d(int) { return 1; }
__attribute__((device)) int d(float) { return 2; }
";

fn executed_after(edit: impl Fn(&str) -> String) -> Vec<String> {
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), TEXT.into());
    count_all(&l.db, file);
    let _ = l.executed();
    file.set_text(&mut l.db).to(edit(TEXT).into());
    count_all(&l.db, file);
    l.executed()
}

#[test]
fn layout_runs_the_skeleton_only() {
    let layout = |t: &str| {
        format!(
            "\n# 1 \"b.cu\"\n{}",
            t.replace("*p = 1;", "*p  =\n /* c */ 1 ;")
        )
    };
    assert_eq!(executed_after(layout), ["item_map", "items", "skeleton"]);
}

#[test]
fn a_body_runs_its_own_item() {
    assert_eq!(
        executed_after(|t| t.replace("*p = 1", "*p = 3")),
        ["item_map", "items", "skeleton", "token_count"]
    );
}

#[test]
fn an_overload_added_in_front_shifts_nobody() {
    let add = |t: &str| {
        t.replace(
            "__attribute__((device)) int d(int)",
            "__attribute__((device)) int d(char) { return 0; }\n__attribute__((device)) int d(int)",
        )
    };
    assert_eq!(
        executed_after(add),
        ["item_map", "items", "skeleton", "token_count"]
    );
}

/// The syntax errors of all items, after an edit; which queries ran for them, and what they are.
fn syntax_errors_after(from: &str, to: &str) -> (Vec<String>, String) {
    const TEXT: &str = "void f(int a) { a = ; }\nint g() { return 1; }\nint x = 3 4;\n";
    let all = |db: &dyn Db, file: SourceFile| {
        let mut out = String::new();
        for &item in items(db, file) {
            for error in crate::syntax_errors(db, item) {
                out.push_str(&format!("{}: {:?}\n", item.name(db), error.kind));
            }
        }
        out
    };
    assert!(TEXT.contains(from), "the edit must hit");
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), TEXT.into());
    all(&l.db, file);
    let _ = l.executed();
    file.set_text(&mut l.db).to(TEXT.replace(from, to).into());
    let errors = all(&l.db, file);
    (l.executed(), errors)
}

#[test]
fn an_edit_in_a_body_runs_its_own_syntax_errors() {
    let (ran, errors) = syntax_errors_after("return 1;", "return 1");
    expect_test::expect![[r#"
        item_map
        items
        lexed
        parse_bodies
        skeleton
        syntax_errors
        f: ExpectedExpression
        g: Expected(SEMICOLON)
        x: Expected(SEMICOLON)
    "#]]
    .assert_eq(&format!("{}\n{errors}", ran.join("\n")));
}

#[test]
fn layout_moves_syntax_errors_without_a_parse() {
    let (ran, errors) = syntax_errors_after("{ a = ; }", "{\n  a = // nothing\n  ;\n}");
    expect_test::expect![[r#"
        item_map
        items
        skeleton
        f: ExpectedExpression
        x: Expected(SEMICOLON)
    "#]]
    .assert_eq(&format!("{}\n{errors}", ran.join("\n")));
}
