//! Which queries of this crate an edit runs again. What the rules say stands in `test_data/spec`.

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{HostOptions, HostSettings, SourceFile};
use expect_test::expect;
use salsa::Setter;

use crate::engine::testing::{all, expand};

/// Runs an edit and says which queries of this crate it runs again.
fn executed_after(edit: impl Fn(&str) -> String) -> Vec<String> {
    let text = expand(
        "__device__ int d(int);\nint f() { int x = 1; return x; }\nint g() { return d(1); }\n__global__ void k() {}\nstatic int s(int);\n__device__ int v;\nstruct S { __device__ void m(); };\nvoid h(S &o) { o.m(); k<<<1, 1>>>(); v = 1; }\n",
    );
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.clone().into());
    let options = HostOptions::new(&l.db, HostSettings::default());
    all(&l.db, file, options);
    let _ = l.executed();
    file.set_text(&mut l.db).to(edit(&text).into());
    all(&l.db, file, options);
    l.executed()
}

/// How often each query of this crate ran.
fn of_rules(executed: &[String]) -> Vec<&str> {
    const RULES: [&str; 12] = [
        "evaluated",
        "evaluated_by",
        "first_reports",
        "is_own_and_undefined",
        "item_findings",
        "possible",
        "running_sums",
        "types_of_declarations",
        "undefined_uses",
        "used",
        "used_by",
        "written_findings",
    ];
    let mut out: Vec<&str> = executed
        .iter()
        .map(String::as_str)
        .filter(|q| RULES.contains(&q.split(' ').next().unwrap_or_default()))
        .collect();
    out.sort_unstable();
    out
}

#[test]
fn an_edit_in_a_body_runs_the_rules_of_one_item() {
    // What an item declares is read again, and found to be as it was.
    expect![[r#"
        item_findings
        used_by
        written_findings"#]]
    .assert_eq(&of_rules(&executed_after(|t| t.replace("int x = 1", "int x = 2 + 3"))).join("\n"));
}

/// Who uses an inline function that nothing defines is gathered anew; what is said of it is not.
#[test]
fn uses_of_the_undefined_are_gathered_by_item() {
    let text = "inline int never(int);\nint f() { return never(1); }\nint g() { return 2; }\n";
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    let options = HostOptions::new(&l.db, HostSettings::default());
    let said = all(&l.db, file, options);
    assert!(said.contains("821"), "{said}");
    let mut runs_after = |text: String| {
        let _ = l.executed();
        file.set_text(&mut l.db).to(text.into());
        let said = all(&l.db, file, options);
        let mut ran = l.executed();
        ran.retain(|q| {
            ["item_findings", "used", "used_by"].contains(&q.split(' ').next().unwrap_or(q))
        });
        (said.contains("821"), ran.join(", "))
    };
    let (said, ran) = runs_after(text.replace("return 2", "return 2 + 3"));
    assert!(said);
    expect!["item_findings, used_by"].assert_eq(&ran);
    let (said, ran) = runs_after(text.replace("never(1)", "1"));
    assert!(!said);
    expect!["item_findings x3, used, used_by x2"].assert_eq(&ran);
}

/// What is said before a redeclaration is summed up once for all of them, and only a sum that changed reaches their findings.
#[test]
fn redeclarations_are_summed_up_once() {
    let text = expand(
        "extern __device__ int v;\nextern __device__ int v;\n__device__ int v = 1;\nextern __device__ int w;\n__device__ int w;\n",
    );
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.clone().into());
    let options = HostOptions::new(&l.db, HostSettings::default());
    all(&l.db, file, options);
    let mut runs_after = |from: &str, to: &str| {
        let _ = l.executed();
        let edited = text.replacen(&expand(from), &expand(to), 1);
        assert_ne!(edited, text);
        file.set_text(&mut l.db).to(edited.into());
        all(&l.db, file, options);
        let mut ran = l.executed();
        ran.retain(|q| {
            let name = q.split(' ').next().unwrap_or(q);
            ["running_sums", "written_findings"].contains(&name)
        });
        ran.join(", ")
    };
    expect!["written_findings"].assert_eq(&runs_after("v = 1", "v = 2 + 3"));
    expect!["running_sums, written_findings x3"].assert_eq(&runs_after(
        "extern __device__ int v",
        "extern __managed__ int v",
    ));
}

/// What the semantic core says of a body is asked again for that body alone.
#[test]
fn an_edit_in_a_body_types_one_body() {
    const TYPED: [&str; 3] = ["typed_body", "problems", "item_findings"];
    let executed = executed_after(|t| t.replace("int x = 1", "int x = 2 + 3"));
    let mut ran: Vec<_> = (executed.iter())
        .filter(|q| TYPED.contains(&q.split(' ').next().unwrap_or_default()))
        .collect();
    ran.sort_unstable();
    expect![[r#"["item_findings", "problems", "typed_body"]"#]].assert_eq(&format!("{ran:?}"));
}

/// What the calls of a template's body mean is settled there. It is asked again where that body has changed.
#[test]
fn calls_of_a_template_are_resolved_in_its_body() {
    let text = "namespace n { struct A {}; int *g(A, ...); }
template <class T> T f(T t) { n::A a; int *p = g(a, 0); return p ? t : t; }
namespace n { double *g(A, int); }
int x = f(1);
int y = 2;
";
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    let options = HostOptions::new(&l.db, HostSettings::default());
    assert_eq!(all(&l.db, file, options), "");
    let mut text = text.to_owned();
    let mut runs_after = |from: &str, to: &str| {
        let _ = l.executed();
        text = text.replace(from, to);
        file.set_text(&mut l.db).to(text.clone().into());
        all(&l.db, file, options);
        l.executed().join("\n")
    };
    expect![[r#"
        body_hir
        candidates x4
        code_instance
        completed_here
        declarations
        declares_managed
        directives
        flat_bodies
        function_facts
        identities x6
        is_of_user x6
        item_findings
        item_hir
        item_id_of_node x2
        item_spans
        lexed
        lowered_bodies
        lowered_signature
        marks
        name_index
        named x11
        owned
        part_nodes
        part_scopes
        problems
        resolved_calls
        scanned
        scope_openings
        sole_names x6
        typed_body x2
        using_enums
        written_findings"#]]
    .assert_eq(&runs_after("p ? t : t", "p ? t : t + 1"));
    expect![[r#"
        body_hir
        candidates x4
        completed_here
        declarations
        declares_managed
        directives
        flat_bodies
        function_facts
        identities x6
        is_of_user x6
        item_findings
        item_hir
        item_id_of_node x2
        item_spans
        lexed
        lowered_bodies
        lowered_signature
        marks
        name_index
        named x11
        owned
        part_nodes
        part_scopes
        problems
        scanned
        scope_openings
        sole_names x6
        typed_body
        using_enums
        written_findings"#]]
    .assert_eq(&runs_after("y = 2", "y = 3 + 4"));
}

/// Of what is included like one's own code, only what seems to call the unreachable is typed, and again only after an edit to it.
#[test]
fn included_code_is_typed_where_it_may_matter() {
    let text = expand(
        "# 1 \"a.cu\"\n# 1 \"../lib/lib.h\" 1\n__device__ int d(int);\nint f() { return 1; }\nint g() { return d(1); }\n# 2 \"a.cu\" 2\nint x;\n",
    );
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.clone().into());
    let options = HostOptions::new(&l.db, HostSettings::default());
    let mut typed_after = |text: &str| {
        file.set_text(&mut l.db).to(text.to_owned().into());
        all(&l.db, file, options);
        let executed = l.executed();
        let typed = |q: &&String| q.starts_with("typed_body");
        executed.iter().find(typed).cloned().unwrap_or_default()
    };
    // That of `g`, and that there is none of `d`.
    assert_eq!(typed_after(&text), "typed_body x2");
    assert_eq!(typed_after(&text.replace("return 1", "return 2")), "");
    assert_eq!(typed_after(&text.replace("d(1)", "d(2)")), "typed_body");
}

/// A name that a body begins to use may be one that another item's rules ask about; what they find stays.
#[test]
fn a_new_use_stops_at_the_names() {
    expect![[r#"
        item_findings
        used_by
        written_findings"#]]
    .assert_eq(&of_rules(&executed_after(|t| t.replace("int x = 1", "int x = f()"))).join("\n"));
}

/// A declarator makes another item, which others may have to be compared with.
#[test]
fn a_new_declaration_runs_the_index() {
    expect![[r#"
        item_findings
        types_of_declarations
        used
        used_by
        written_findings"#]]
    .assert_eq(&of_rules(&executed_after(|t| t.replace("int g()", "int g(int)"))).join("\n"));
}

#[test]
fn layout_runs_no_rule() {
    let executed = executed_after(|t| format!("\n\n{}", t.replace("int x = 1;", "int  x =\n 1;")));
    assert!(
        !executed.iter().any(|q| q.starts_with("item_findings")),
        "{executed:?}"
    );
}

/// The argument of a pragma is read once, and its value follows the constants that it names.
#[test]
fn the_argument_of_a_pragma_is_read_once() {
    let text = "const int n = 4;\nint f() { return 1; }\n";
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    let value = |db: &cleave_base_db::RootDatabase| {
        let item = cleave_names::user_items(db, file)[1];
        crate::pragma_value(db, item, "n - 3")
    };
    assert_eq!(value(&l.db), crate::PragmaValue::Integer(1));
    let mut read_after = |text: String| {
        let _ = l.executed();
        file.set_text(&mut l.db).to(text.into());
        let value = value(&l.db);
        let read = |q: &String| q.starts_with("expression_beside");
        (value, l.executed().iter().any(read))
    };
    let one = crate::PragmaValue::Integer(1);
    assert_eq!(
        read_after(text.replace("return 1", "return 2")),
        (one, false)
    );
    let two = crate::PragmaValue::Integer(2);
    assert_eq!(read_after(text.replace("= 4", "= 5")), (two, false));
}

/// What a kernel's declarations say of launches is summed up again after an edit of one of them, and after no other.
#[test]
fn launch_attributes_are_summed_up_for_their_kernel() {
    let text = "__global__ void __launch_bounds__(64) k(int *p);\nint f() { return 1; }\n\
        __global__ void __maxnreg__(32) k(int *p);\n";
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), expand(text).into());
    let options = HostOptions::new(&l.db, HostSettings::default());
    all(&l.db, file, options);
    let mut sums_after = |text: String| {
        let _ = l.executed();
        file.set_text(&mut l.db).to(expand(&text).into());
        all(&l.db, file, options);
        let executed = l.executed();
        let sums = executed.iter().filter(|q| q.starts_with("running_sums"));
        sums.map(String::as_str).collect::<Vec<_>>().join(", ")
    };
    expect![[""]].assert_eq(&sums_after(text.replace("return 1", "return 2")));
    expect!["running_sums"].assert_eq(&sums_after(text.replace("(64)", "(128)")));
}

/// The functions that template arguments call are looked for where something was found in the body of a template, in what names
/// the template: after an edit of that, and after no other.
#[test]
fn evaluated_functions_are_collected_by_item() {
    let text = "template <int N> struct A {};\ntemplate <class T> constexpr int s(T t) { return t + zork; }\n\
        void f() { A<s(1)> a; }\nint g() { return 1; }\n";
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    let options = HostOptions::new(&l.db, HostSettings::default());
    let ask = |db: &cleave_base_db::RootDatabase| {
        for &item in cleave_names::user_items(db, file) {
            crate::device_findings(db, file, item, options, None);
        }
    };
    ask(&l.db);
    let mut ran_after = |text: String| {
        let _ = l.executed();
        file.set_text(&mut l.db).to(text.into());
        ask(&l.db);
        let executed = l.executed();
        let mut ran: Vec<&str> = (executed.iter())
            .filter(|q| q.starts_with("evaluated"))
            .map(String::as_str)
            .collect();
        ran.sort_unstable();
        ran.iter().map(|q| format!("{q}\n")).collect::<String>()
    };
    expect![""].assert_eq(&ran_after(text.replace("return 1", "return 2")));
    expect![[r#"
        evaluated_by
    "#]]
    .assert_eq(&ran_after(text.replace("s(1)", "s(2)")));
}

/// What is not found is gathered by item: a name more or less in one body does not reach the rules of others.
#[test]
fn undefined_names_are_gathered_by_item() {
    let text = "int a = zork;\nint b = zork;\nint f() { return 1; }\nint g() { return none; }\n";
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    let options = HostOptions::new(&l.db, HostSettings::default());
    let said = all(&l.db, file, options);
    assert_eq!(said.lines().filter(|l| *l == "20").count(), 2, "{said}");
    let mut runs_after = |text: String| {
        let _ = l.executed();
        file.set_text(&mut l.db).to(text.into());
        let said = all(&l.db, file, options);
        let mut ran = l.executed();
        ran.retain(|q| {
            ["first_reports", "item_findings", "undefined_uses"]
                .contains(&q.split(' ').next().unwrap_or(q))
        });
        (said.lines().filter(|l| *l == "20").count(), ran.join(", "))
    };
    // Another value: nothing else is asked.
    let (said, ran) = runs_after(text.replace("return 1", "return 2"));
    assert_eq!(said, 2);
    expect!["item_findings, undefined_uses"].assert_eq(&ran);
    // A name that is not found in a body: the namespace's are the same.
    let (said, ran) = runs_after(text.replace("return 1", "return one"));
    assert_eq!(said, 3);
    expect!["first_reports, item_findings, undefined_uses"].assert_eq(&ran);
    // The first use is gone: the second one is reported.
    let (said, ran) = runs_after(text.replace("int a = zork", "int a = 1"));
    assert_eq!(said, 2);
    expect!["first_reports, item_findings x4, undefined_uses x2"].assert_eq(&ran);
}
