//! What an edit may and may not recompute.

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{Db, SourceFile};
use cleave_hir::item_hir;
use cleave_names::{item_id_of_node, user_items};
use expect_test::{Expect, expect};
use salsa::Setter;

use crate::function::{canonical, redeclarations};
use crate::tests::types;
use crate::{CodeRef, DeclRef};

const TEXT: &str = "struct A { int m; int f() { return 1; } };
template <class T> struct B { using type = T *; T member; };
template <class T> void g(T, B<T>);
void g(int);
B<A>::type x;
B<int>::type y;
";

/// The queries of this crate that run when all types are asked for again after an edit.
fn executed_after(from: &str, to: &str, expect: Expect) {
    executed_after_in(TEXT, from, to, expect);
}

fn executed_after_in(text: &str, from: &str, to: &str, expect: Expect) {
    assert!(text.contains(from), "the edit must hit");
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    types(&l.db, file);
    let _ = l.executed();
    file.set_text(&mut l.db).to(text.replace(from, to).into());
    types(&l.db, file);
    let own = [
        "alias_target",
        "bases",
        "first_declaration",
        "chosen",
        "default_arg",
        "defining",
        "explicit_for",
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
        "question_of_block",
        "all_declarations",
        "result_type",
        "self_type",
        "declared_signature",
        "specialization",
        "specializations",
        "specialized_by",
        "state",
        "typed_variable",
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
        expect!["levels, namespace_decls x3, question x3"],
    );
}

#[test]
fn a_member_runs_its_class() {
    executed_after(
        "T member;",
        "T member; T other;",
        expect![
            "alias_target x2, all_declarations, bases x2, first_declaration x2, levels x2, member x2, members, namespace_decls, self_type x2, specialization x2, specializations, typed_variable x2"
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

/// `can<T>` asks for `f(T)`, whose result asks for `can<T>`.
const CYCLE: &str = "template <bool B> struct Value { static constexpr bool value = B; };
template <bool B> struct If {};
template <> struct If<true> { using type = int; };
char g(...);
template <class T> struct can : Value<sizeof(g(T())) == 1> {};
template <class T> typename If<can<T>::value>::type g(T) { return 1; }
struct A { int m; };
decltype(g(A())) x;
";

#[test]
fn a_class_that_asks_for_itself() {
    let ask = |text: &str| {
        let db = LoggedDatabase::default();
        let file = SourceFile::new(&db.db, "a.cu".into(), text.into());
        let all = types(&db.db, file).into_iter();
        let all: Vec<_> = all.map(|(name, ty, _)| format!("{name}: {ty}")).collect();
        all.join(", ")
    };
    assert_eq!(ask(CYCLE), "x: int");
    let class_first = CYCLE.replace("decltype(g", "If<can<A>::value>::type y; decltype(g");
    assert_eq!(ask(&class_first), "y: int, x: int");
    executed_after_in(CYCLE, "return 1", "return 2", expect![[""]]);
    executed_after_in(CYCLE, "int m;", "int  /* c */ m;", expect![[""]]);
    executed_after_in(
        CYCLE,
        "char g(...)",
        "long g(...)",
        expect![
            "all_declarations x2, bases x4, chosen x2, declared_signature, defining, explicit_for, first_declaration x2, info x4, levels, member x4, members, namespace_decls x2, of, parameters, question x4, result_type x2, self_type, specialization x2, typed_variable x2"
        ],
    );
}

/// A block that nominates a namespace asks for a name there, and again only if that name is declared somewhere.
#[test]
fn a_using_directive_of_a_block() {
    const BLOCK: &str = "namespace n { char f(int); }
namespace m { int g(); }
auto v = [] { using namespace n; return f(1); }();
";
    executed_after_in(BLOCK, "int g();", "long g();", expect!["levels"]);
    executed_after_in(
        BLOCK,
        "int g();",
        "int g(); int f(long);",
        expect![
            "all_declarations, declared_signature, first_declaration, levels, namespace_decls x3, question x2, question_of_block"
        ],
    );
    executed_after_in(
        BLOCK,
        "char f(int);",
        "char f(int); long f(long);",
        expect![
            "all_declarations x2, declared_signature x2, first_declaration x2, levels, namespace_decls x3, parameters, question x2, question_of_block, result_type"
        ],
    );
}

/// The queries behind the redeclarations of a name that run when all of them are asked for again after an edit.
fn grouped_after(from: &str, to: &str, expect: Expect) {
    const OVERLOADS: &str =
        "struct A; void g(int); void g(A *, int a); template <class T> void g(T);
void g(int) { int x = 1; }
namespace n { void h(); void h() {} }
";
    assert!(OVERLOADS.contains(from), "the edit must hit");
    let ask = |db: &dyn Db, file: SourceFile| {
        for &node in user_items(db, file) {
            let code = CodeRef {
                item: item_id_of_node(db, node),
                body: None,
            };
            for (id, _) in item_hir(db, code.item).code.decls.iter() {
                redeclarations(db, canonical(db, DeclRef::at(db, code, id)));
            }
        }
    };
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), OVERLOADS.into());
    ask(&l.db, file);
    let _ = l.executed();
    file.set_text(&mut l.db)
        .to(OVERLOADS.replace(from, to).into());
    ask(&l.db, file);
    let own = [
        "first_declaration",
        "all_declarations",
        "group",
        "fingerprint",
    ];
    let ran: Vec<_> = (l.executed().into_iter())
        .filter(|q| own.contains(&q.split(' ').next().unwrap_or_default()))
        .collect();
    expect.assert_eq(&ran.join(", "));
}

#[test]
fn what_is_in_a_body_groups_nothing() {
    grouped_after("int x = 1", "int x = 2 + 3", expect![[""]]);
    grouped_after("int a", "int /* c */ a", expect![[""]]);
}

#[test]
fn another_overload_groups_its_name_alone() {
    grouped_after(
        "void g(int);",
        "void g(int); void g(char);",
        expect!["all_declarations x4, fingerprint, first_declaration x5, group"],
    );
}

#[test]
fn a_parameter_is_compared_alone() {
    grouped_after(
        "void g(A *, int a)",
        "void g(A *, char a)",
        expect!["all_declarations x3, fingerprint, first_declaration x4, group"],
    );
}

#[test]
fn another_name_groups_nothing() {
    grouped_after(
        "struct A;",
        "struct A; void other();",
        expect!["all_declarations, first_declaration"],
    );
}

/// The queries that tell candidates and specialisations apart without substitution that run when all types are asked for again
/// after an edit.
fn sifted_after(from: &str, to: &str, expect: Expect) {
    const CANDIDATES: &str = "using Size = unsigned;
template <class... T> struct Tuple { int m; };
template <class... T> struct Derived : Tuple<T...> {};
template <class T> struct Box {};
template <class T> struct Traits;
template <class T> struct Traits<T *> { using type = T; };
template <class... T> struct Traits<Tuple<T...>> { using type = int; };
template <Size I, class... T> int get(const Tuple<T...> &, int = 0);
template <Size I, class T> char get(const Box<T> &);
template <Size I, class T> auto get(const T &, int, int) -> decltype(T() + 1);
struct Dim { Dim(int, int = 3); };
template <Size I> long get(const Dim &, int = 2);
Derived<int> d;
decltype(get<0>(d)) a;
Traits<Tuple<int>>::type b;
";
    assert!(CANDIDATES.contains(from), "the edit must hit");
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), CANDIDATES.into());
    let before = types(&l.db, file);
    assert!(
        before.iter().any(|t| t.0 == "a" && t.1 == "int"),
        "{before:?}"
    );
    let _ = l.executed();
    file.set_text(&mut l.db)
        .to(CANDIDATES.replace(from, to).into());
    types(&l.db, file);
    let own = [
        "accepts",
        "ancestry",
        "associated",
        "calls",
        "defaults",
        "identity",
        "is_plain",
        "plain_param_type",
        "takes",
    ];
    let ran: Vec<_> = (l.executed().into_iter())
        .filter(|q| own.contains(&q.split(' ').next().unwrap_or_default()))
        .collect();
    expect.assert_eq(&ran.join(", "));
}

/// Whether a class has conversion functions, and which friends, is asked of its members.
#[test]
fn a_member_runs_whose_arguments_name_its_class() {
    sifted_after(
        "int m;",
        "int m; int n;",
        expect!["ancestry, associated, is_plain"],
    );
}

#[test]
fn another_name_sifts_nothing() {
    sifted_after("using Size", "void f(); using Size", expect![[""]]);
    sifted_after("using type = T;", "using  type = T;", expect![[""]]);
}

#[test]
fn a_base_runs_what_is_derived() {
    sifted_after(
        ": Tuple<T...> {}",
        ": Tuple<T...>, Box<int> {}",
        expect!["ancestry, associated, calls, defaults x3, plain_param_type x2"],
    );
}

#[test]
fn a_constructor_runs_what_converts_to_its_class() {
    sifted_after(
        "Dim(int, int = 3);",
        "Dim(long, int = 3);",
        expect!["accepts"],
    );
    sifted_after(
        "Dim(int, int = 3);",
        "Dim(int, int = 3); Dim(Tuple<int>);",
        expect!["accepts, ancestry, calls, defaults x3, plain_param_type"],
    );
}

#[test]
fn a_template_is_sifted_alone() {
    sifted_after(
        "int = 0",
        "int = 1",
        expect!["calls, defaults, plain_param_type, takes"],
    );
    sifted_after("const Box<T> &", "Box<T> &", expect!["takes"]);
    sifted_after(
        "decltype(T() + 1)",
        "decltype(T())",
        expect!["defaults, plain_param_type, takes"],
    );
}

#[test]
fn a_parameter_type_runs_those_who_name_it() {
    sifted_after(
        "using Size = unsigned",
        "using Size = int",
        expect!["plain_param_type x2"],
    );
}

#[test]
fn a_specialisation_is_read_alone() {
    sifted_after(
        "struct Traits<T *>",
        "struct Traits<T &>",
        expect!["identity"],
    );
}

/// The queries about where namespaces are opened, and lookups in them, that run when all types are asked for again after an edit.
fn opened_after(from: &str, to: &str, expect: Expect) {
    const OPENED: &str = "namespace n { struct S {}; void f() {} }
n::S s;
namespace n { int x; }
";
    assert!(OPENED.contains(from), "the edit must hit");
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), OPENED.into());
    types(&l.db, file);
    let _ = l.executed();
    file.set_text(&mut l.db).to(OPENED.replace(from, to).into());
    types(&l.db, file);
    let ran: Vec<_> = (l.executed().into_iter())
        .filter(|q| ["opened_at", "question"].contains(&q.split(' ').next().unwrap_or_default()))
        .collect();
    expect.assert_eq(&ran.join(", "));
}

#[test]
fn a_namespace_that_is_opened_again_is_looked_up_no_more() {
    opened_after("{}", "{ }", expect![[""]]);
    opened_after("int x;", "int x; int y;", expect![[""]]);
    opened_after(
        "namespace n { int x; }",
        "namespace n { int x; } namespace n { int y; }",
        expect!["opened_at"],
    );
    opened_after(
        "namespace n { struct",
        "namespace n {} namespace n { struct",
        expect!["opened_at, question x2"],
    );
}

/// Of a trait with many explicit specialisations a table says which is meant: one more makes it anew, and each class asks it alone.
#[test]
fn many_specializations_are_found_by_a_table() {
    let number =
        |n: usize| format!("template <> struct S<{n}> {{ using type = char[{n} + 1]; }};\n");
    let all: String = (0..20).map(number).collect();
    let text = format!("template <int N> struct S;\n{all}S<3>::type x;\nS<17>::type y;\n");
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.as_str().into());
    let mut ran = |text: &str| {
        file.set_text(&mut l.db).to(text.into());
        let types = types(&l.db, file).into_iter();
        let last = types
            .map(|(name, ty, _)| format!("{name}: {ty}"))
            .next_back();
        let ran = l.executed().into_iter();
        let ran = ran
            .filter(|q| ["explicit", "chosen"].contains(&q.split(' ').next().unwrap_or_default()));
        (ran.collect::<Vec<_>>().join(", "), last.unwrap_or_default())
    };
    ran(&text);
    let more = text.replace("S<3>::type x", "template <> struct S<20> {};\nS<3>::type x");
    let last = "y: char [18]".to_owned();
    assert_eq!(ran(&more), ("chosen x2, explicit".to_owned(), last.clone()));
    assert_eq!(
        ran(&more.replace("char[3 + 1]", "long")),
        (String::new(), last)
    );
}

/// Whether initialisers of members throw is asked again where a function that they call is declared otherwise, and of no class when
/// another member is.
#[test]
fn an_initializer_that_throws_is_asked_again_by_itself() {
    const TEXT: &str = "int f();
struct A { int x = f(); };
struct B { A a; };
struct C { int y = 1; };
constexpr bool b = __is_nothrow_constructible(B);
constexpr bool c = __is_nothrow_constructible(C);
";
    let ran = |from: &str, to: &str| {
        assert!(TEXT.contains(from), "the edit must hit");
        let mut l = LoggedDatabase::default();
        let file = SourceFile::new(&l.db, "a.cu".into(), TEXT.into());
        let values = |db: &LoggedDatabase| {
            let items = user_items(&db.db, file).iter();
            let values = items.flat_map(|&item| {
                let item = item_id_of_node(&db.db, item);
                crate::program::bodies(&db.db, item)
            });
            let known = values.filter_map(|e| crate::eval::constant_value(&db.db, e));
            let shown = known.filter_map(|c| c.as_int(&db.db));
            shown.map(|n| n.to_string()).collect::<Vec<_>>().join(" ")
        };
        let before = values(&l);
        let _ = l.executed();
        file.set_text(&mut l.db).to(TEXT.replace(from, to).into());
        let after = values(&l);
        let mut ran = l.executed();
        ran.retain(|q| q.starts_with("initializers_throw"));
        format!("{before} -> {after}\n{}\n", ran.join("\n"))
    };
    expect![[r#"
        0 1 -> 1 1
        initializers_throw x2
    "#]]
    .assert_eq(&ran("int f();", "int f() noexcept;"));
    expect![[r#"
        0 1 -> 0 1
        initializers_throw
    "#]]
    .assert_eq(&ran("int y = 1;", "int y = 1, z = 2;"));
}

#[test]
fn a_template_whose_declaration_names_nothing_is_looked_at_with_its_item() {
    let text =
        "template <class T> Undeclared f(T);\nint g(int a) { return a; }\ndecltype(f(1)) x;\n";
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    types(&l.db, file);
    let _ = l.executed();
    let mut ran = |to: String| {
        file.set_text(&mut l.db).to(to.into());
        types(&l.db, file);
        let ran = l.executed().into_iter();
        let own = ran.filter(|q| q.starts_with("is_ill_declared") || q.starts_with("result_type"));
        own.collect::<Vec<_>>().join(", ")
    };
    expect![""].assert_eq(&ran(text.replace("return a", "return -a")));
    let lines = ran(text.replace("Undeclared f", "Other *f")).replace(", ", "\n") + "\n";
    expect![[r#"
        is_ill_declared
        result_type x2
    "#]]
    .assert_eq(&lines);
}

/// Friends that are defined are looked for again where an item with friends is written otherwise.
#[test]
fn friends_with_bodies_are_found_by_their_name() {
    const TEXT: &str = "struct A { friend void f(A) {} };
struct B { friend void g(B) {} };
void f(A) {}
int h() { return 1; }
";
    let ran = |from: &str, to: &str| {
        assert!(TEXT.contains(from), "the edit must hit");
        let mut l = LoggedDatabase::default();
        let file = SourceFile::new(&l.db, "a.cu".into(), TEXT.into());
        let said = |db: &LoggedDatabase| {
            let items = user_items(&db.db, file).iter();
            let problems = items.map(|&item| {
                let item = item_id_of_node(&db.db, item);
                crate::redeclarations::definitions::problems(&db.db, item).len()
            });
            problems.sum::<usize>()
        };
        let before = said(&l);
        let _ = l.executed();
        file.set_text(&mut l.db).to(TEXT.replace(from, to).into());
        let after = said(&l);
        let mut ran = l.executed();
        ran.retain(|q| q.starts_with("friends_with_bodies"));
        format!("{before} -> {after}\n{}\n", ran.join("\n"))
    };
    expect![[r#"
        1 -> 1

    "#]]
    .assert_eq(&ran("return 1", "return 2"));
    expect![[r#"
        1 -> 0
        friends_with_bodies
    "#]]
    .assert_eq(&ran("void f(A) {} };", "void f(A); };"));
    expect![[r#"
        1 -> 1
        friends_with_bodies
    "#]]
    .assert_eq(&ran("void g(B) {}", "void g(B *) {}"));
    expect![[r#"
        1 -> 1

    "#]]
    .assert_eq(&ran("int h()", "int f()"));
}

/// What many declarations of one name are found by is made again where one of them changes, and not where a body does.
#[test]
fn many_of_one_name_are_grouped_once() {
    use std::fmt::Write as _;
    let mut text = "template <int N> struct I {};
template <int N> typename I<N + 1>::type r() {}
template <int N> typename I<N + 2>::type r() {}
int g() { return 1; }
"
    .to_owned();
    for n in 0..40 {
        let _ = writeln!(
            text,
            "struct S{n} {{ void f(); friend void h(S{n}) {{}} }};\nvoid S{n}::f() {{}}\ntemplate struct I<{n}>;\nvoid h(int (*)[{}]) {{}}",
            n + 1
        );
    }
    let ran = |from: &str, to: &str| {
        assert!(text.contains(from), "the edit must hit");
        let mut l = LoggedDatabase::default();
        let file = SourceFile::new(&l.db, "a.cu".into(), text.as_str().into());
        let said = |db: &LoggedDatabase| {
            let items = user_items(&db.db, file).iter();
            let problems = items.map(|&item| {
                let item = item_id_of_node(&db.db, item);
                crate::redeclarations::definitions::problems(&db.db, item).len()
            });
            problems.sum::<usize>()
        };
        let before = said(&l);
        let _ = l.executed();
        file.set_text(&mut l.db).to(text.replace(from, to).into());
        let after = said(&l);
        let grouped = [
            "by_class",
            "first_instantiations",
            "friends_by_parameters",
            "written",
        ];
        let mut ran = l.executed();
        ran.retain(|q| grouped.contains(&q.split('(').next().unwrap_or(q)));
        format!("{before} -> {after}\n{}\n", ran.join("\n"))
    };
    expect![[r#"
        0 -> 0

    "#]]
    .assert_eq(&ran("return 1", "return 2"));
    expect![[r#"
        0 -> 1
        first_instantiations
    "#]]
    .assert_eq(&ran("template struct I<7>", "template struct I<8>"));
    expect![[r#"
        0 -> 1

    "#]]
    .assert_eq(&ran("void h(int (*)[25]) {}", "void h(S7) {}"));
    expect![[r#"
        0 -> 1
        by_class
    "#]]
    .assert_eq(&ran("void S7::f() {}", "void S7::f() {} void S7::f() {}"));
    expect![[r#"
        0 -> 1
        first_instantiations
        written
    "#]]
    .assert_eq(&ran("N + 2", "N + 1"));
    expect![[r#"
        0 -> 1
        friends_by_parameters
    "#]]
    .assert_eq(&ran("friend void h(S3) {}", "friend void h(S2) {}"));
}
