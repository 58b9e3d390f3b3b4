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
