//! What an edit may and may not recompute.

use cleave_base_db::SourceFile;
use cleave_base_db::testing::LoggedDatabase;
use expect_test::{Expect, expect};
use salsa::Setter;

use super::types;

const TEXT: &str = "struct A { int m; int f() { return 1; } };
template <class T> struct B { using type = T *; T member; };
template <class T> void g(T, B<T>);
void g(int);
B<A>::type x;
B<int>::type y;
";

/// The queries of this crate that run when all types are asked for again after an edit.
fn executed_after(from: &str, to: &str, expect: Expect) {
    assert!(TEXT.contains(from), "the edit must hit");
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), TEXT.into());
    types(&l.db, file);
    let _ = l.executed();
    file.set_text(&mut l.db).to(TEXT.replace(from, to).into());
    types(&l.db, file);
    let own = [
        "alias_target",
        "bases",
        "canonical",
        "chosen",
        "default_arg",
        "definition",
        "explicit",
        "info",
        "levels",
        "member",
        "members",
        "namespace_decls",
        "of",
        "outside_of",
        "parameters",
        "primary",
        "qualified_in",
        "qualifier_class",
        "question",
        "redeclarations",
        "result_type",
        "self_type",
        "signature",
        "specialization",
        "specializations",
        "specialized",
        "state",
        "variable_type",
        "written_arguments",
    ];
    let ran: Vec<_> = (l.executed().into_iter())
        .filter(|q| own.contains(&q.split(' ').next().unwrap_or_default()))
        .collect();
    expect.assert_eq(&ran.join(", "));
}

#[test]
fn layout_and_bodies_run_nothing() {
    executed_after("int m;", "int  /* c */ m;", expect![[""]]);
    executed_after("return 1", "return 2", expect![[""]]);
}

#[test]
fn a_declaration_in_front_resolves_nothing_again() {
    executed_after(
        "struct A {",
        "struct Z {};\nstruct A {",
        expect!["levels, namespace_decls x5, question x3"],
    );
}

#[test]
fn a_member_runs_its_class() {
    executed_after(
        "T member;",
        "T member; T other;",
        expect![
            "alias_target x2, bases x2, canonical x2, levels x2, member x2, members, namespace_decls, redeclarations, self_type x2, specialization x2, specializations, variable_type x2"
        ],
    );
}

#[test]
fn an_overload_runs_no_type() {
    executed_after(
        "void g(int);",
        "void g(int); void g(char);",
        expect!["levels, question x3"],
    );
}
