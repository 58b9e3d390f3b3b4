//! What an edit may and may not recompute of constraints.

use cleave_base_db::SourceFile;
use cleave_base_db::testing::LoggedDatabase;
use cleave_syntax::{Dialect, Standard};
use expect_test::{Expect, expect};
use salsa::Setter;

use crate::tests::{on_big_stack, types};

const TEXT: &str = "template <class T> concept small = sizeof(T) <= 4;
template <class T> concept tiny = small<T> && sizeof(T) == 1;
template <small T> int f(T);
template <tiny T> char f(T);
int unrelated() { return 1; }
decltype(f('a')) x;
";

/// The queries about constraints that run when all types are asked for again after an edit.
fn executed_after(from: &str, to: &str, expect: Expect) {
    assert!(TEXT.contains(from), "the edit must hit");
    let ran = on_big_stack(|| {
        let mut l = LoggedDatabase::default();
        let file = SourceFile::new(&l.db, "a.cu".into(), TEXT.into());
        file.set_dialect(&mut l.db).to(Dialect {
            standard: Standard::Cpp20,
            ..Dialect::default()
        });
        let before: Vec<_> = types(&l.db, file).into_iter().map(|t| t.1).collect();
        assert_eq!(before, ["char"]);
        let _ = l.executed();
        file.set_text(&mut l.db).to(TEXT.replace(from, to).into());
        types(&l.db, file);
        let own = ["associated", "concept_satisfied", "satisfied"];
        let ran = l.executed();
        (ran.into_iter())
            .filter(|q| own.contains(&q.split(' ').next().unwrap_or_default()))
            .collect::<Vec<_>>()
    });
    expect.assert_eq(&ran.join(", "));
}

#[test]
fn layout_and_bodies_run_nothing() {
    executed_after("f(T);", "f( /* c */ T);", expect![[""]]);
    executed_after("return 1", "return 2", expect![[""]]);
}

#[test]
fn a_concept_runs_what_rests_on_it() {
    executed_after(
        "<= 4",
        "<= 8",
        expect!["associated x2, concept_satisfied x2, satisfied"],
    );
    executed_after(
        "== 1",
        "<= 1",
        expect!["associated, concept_satisfied, satisfied"],
    );
}
