//! What an edit types again.

use cleave_base_db::SourceFile;
use cleave_base_db::testing::LoggedDatabase;
use expect_test::{Expect, expect};
use salsa::Setter;

use crate::check::tests::all_bodies;

/// The queries of typing that run when all bodies are asked for again after an edit.
fn executed_after(text: &str, from: &str, to: &str, expect: Expect) {
    let own = ["typed_body", "deduced_return", "typed_default"];
    executed_of(&own, text, from, to, expect);
}

/// Those of them that have these names.
fn executed_of(own: &[&str], text: &str, from: &str, to: &str, expect: Expect) {
    assert!(text.contains(from), "the edit must hit");
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    all_bodies(&l.db, file);
    let _ = l.executed();
    file.set_text(&mut l.db).to(text.replace(from, to).into());
    all_bodies(&l.db, file);
    let ran: Vec<_> = (l.executed().into_iter())
        .filter(|q| own.contains(&q.split(' ').next().unwrap_or_default()))
        .collect();
    expect.assert_eq(&ran.join(" "));
}

const EDITED: &str = "constexpr int c() { return 1; }\nint p() { return 1; }\nauto d() { return 1; }\nint user() { return c() + p() + d(); }\nint other() { return 3; }\n";

#[test]
fn a_body_types_itself_alone() {
    executed_after(EDITED, "return 3;", "return 4;", expect!["typed_body"]);
    executed_after(
        EDITED,
        "{ return c() +",
        "{ return 2 * c() +",
        expect!["typed_body"],
    );
}

#[test]
fn a_callee_does_not_type_its_callers() {
    executed_after(
        EDITED,
        "c() { return 1;",
        "c() { return 2;",
        expect!["typed_body"],
    );
    executed_after(
        EDITED,
        "p() { return 1;",
        "p() { return 2;",
        expect!["typed_body"],
    );
}

#[test]
fn a_deduced_return_type_does_if_it_changes() {
    executed_after(
        EDITED,
        "d() { return 1;",
        "d() { return 2;",
        expect!["deduced_return typed_body"],
    );
    executed_after(
        EDITED,
        "d() { return 1;",
        "d() { return 2L;",
        expect!["deduced_return typed_body x2"],
    );
}

#[test]
fn layout_types_nothing() {
    executed_after(
        EDITED,
        "return 3;",
        "\n  return /* three */ 3;",
        expect![[""]],
    );
}

#[test]
fn the_table_of_overloads_outlives_its_callers() {
    let overloads: String = (0..20)
        .map(|i| format!("struct s{i} {{}}; void f(s{i});\n"))
        .collect();
    let text = format!("{overloads}void user() {{ f(s1()); f(s2()); }}\n");
    let own = ["table", "typed_body"];
    executed_of(&own, &text, "f(s2())", "f(s3())", expect!["typed_body"]);
    executed_of(
        &own,
        &text,
        "void f(s4)",
        "void f(s4, int)",
        expect!["table typed_body"],
    );
}

#[test]
fn the_classes_with_friends_are_looked_for_once() {
    let text = "class a { protected: int m; };\nclass b : a { friend int of(b &); };\nint of(b &x) { return x.m; }\nint other() { return 1; }\n";
    let own = ["classes_with_friends", "typed_body"];
    executed_of(&own, text, "return 1;", "return 2;", expect!["typed_body"]);
    executed_of(
        &own,
        text,
        "friend int of",
        "friend int off",
        expect!["classes_with_friends typed_body"],
    );
}
