//! Which queries an edit runs again for the rules of the device pass. What the rules say stands in `test_data/spec`.

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{Db, HostOptions, HostSettings, SourceFile};
use cleave_names::item_map;
use expect_test::expect;
use salsa::Setter;

use crate::device::unused::unreferenced::unreferenced;
use crate::device_findings;
use crate::engine::testing::expand;

/// How often the program was gathered, and bodies typed, when everything is asked for again after an edit.
fn executed_after(edit: impl Fn(&str) -> String) -> String {
    queries_after(&["used", "typed_body"], edit)
}

/// How often these queries ran when everything is asked for again after an edit.
fn queries_after(names: &[&str], edit: impl Fn(&str) -> String) -> String {
    let text = expand(
        "int host(); __device__ int host2(); template <class T> __device__ T twice(T t) { return t + t; }
__device__ int f(int x) { int y = 1; return twice(x); }
__global__ void k(int *p) { *p = f(1); }
int h() { int z = 1; return z; }
",
    );
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.clone().into());
    let options = HostOptions::new(&l.db, HostSettings::default());
    let ask = |db: &dyn Db| {
        for &node in &item_map(db, file).nodes {
            device_findings(db, file, node, options, Some(80));
        }
    };
    ask(&l.db);
    let _ = l.executed();
    file.set_text(&mut l.db).to(edit(&text).into());
    ask(&l.db);
    let mut ran: Vec<String> = (l.executed().into_iter())
        .filter(|q| q.split(' ').next().is_some_and(|q| names.contains(&q)))
        .collect();
    ran.sort_unstable();
    ran.join(", ")
}

#[test]
fn layout_gathers_no_program() {
    expect![[""]].assert_eq(&executed_after(|t| {
        t.replace("int y = 1", "int  /* c */ y = 1")
    }));
}

#[test]
fn a_body_is_typed_and_the_program_gathered() {
    expect!["typed_body, used"]
        .assert_eq(&executed_after(|t| t.replace("int y = 1", "int y = 2 + 3")));
}

#[test]
fn a_new_instance_types_its_own_body() {
    expect!["typed_body x2, used"].assert_eq(&executed_after(|t| {
        t.replace("twice(x)", "twice(x) + twice(2.0)")
    }));
}

#[test]
fn a_declaration_in_front_gathers_the_program_of_the_same_bodies() {
    expect!["typed_body, used"].assert_eq(&executed_after(|t| format!("int before;\n{t}")));
}

/// Whether the search for types that no GPU has runs again, and the rules that rest on it.
fn type_searches_after(edit: impl Fn(&str) -> String) -> String {
    let mut l = LoggedDatabase::default();
    let text =
        expand("__device__ int f(int x) { return x; }\n__device__ int g(int x) { return x; }\n");
    let file = SourceFile::new(&l.db, "a.cu".into(), text.clone().into());
    let options = HostOptions::new(&l.db, HostSettings::default());
    let ask = |db: &dyn Db| {
        for &node in &item_map(db, file).nodes {
            device_findings(db, file, node, options, Some(80));
        }
    };
    ask(&l.db);
    let _ = l.executed();
    file.set_text(&mut l.db).to(edit(&text).into());
    ask(&l.db);
    let ran = l.executed();
    let ran: Vec<String> = ran
        .into_iter()
        .filter(|q| q.starts_with("possible"))
        .collect();
    ran.join(", ")
}

#[test]
fn layout_looks_for_no_types() {
    expect![[""]].assert_eq(&type_searches_after(|t| {
        t.replace("return x", "return  /* c */ x")
    }));
    expect![["possible"]].assert_eq(&type_searches_after(|t| {
        t.replacen("return x", "return 3", 1)
    }));
}

/// The program is another one, but what it uses of an item is the same for most.
#[test]
fn rules_run_for_items_whose_own_part_of_the_program_is_another_one() {
    let rules = |edit: &dyn Fn(&str) -> String| {
        let queries = [
            "device_findings",
            "undefined_instances",
            "used",
            "used_by_item",
            "used_of",
        ];
        queries_after(&queries, edit).replace(", ", "\n")
    };
    // The body calls something more.
    expect![[r#"
        device_findings x2
        undefined_instances
        used
        used_by_item
        used_of x6"#]]
    .assert_eq(&rules(&|t| t.replace("int z = 1", "int z = host()")));
    // The places of later calls in the body are others.
    expect![[r#"
        device_findings x2
        undefined_instances
        used
        used_by_item
        used_of x6"#]]
    .assert_eq(&rules(&|t| t.replace("int y = 1", "int y = host2()")));
    expect![[r#"
        device_findings x2
        undefined_instances
        used
        used_by_item
        used_of x6"#]]
    .assert_eq(&rules(&|t| t.replace("twice(x)", "twice(2.0)")));
}

/// How often names stand in a text is counted by its parts, and the text that the user's code begins in is read each time.
#[test]
fn an_edit_counts_names_in_its_own_part() {
    let mut text = "# 1 \"a.cu\"
static int first() { return 1; }
# 1 \"/usr/include/h.h\" 1 3
struct H { int first; };
# 3 \"a.cu\" 2
static int second() { return 2; }
int f() { return second(); }
# 1 \"/usr/include/i.h\" 1 3
struct I { int second; };
# 6 \"a.cu\" 2
static int third() { return 3; }
"
    .to_owned();
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.as_str().into());
    let options = HostOptions::new(&l.db, HostSettings::default());
    file.divide(&mut l.db, cleave_cuda::interface);
    let mut said = String::new();
    for (from, to) in [
        ("", ""),
        ("return 3", "return 33"),
        ("return 1", "return 11"),
        ("return second()", "return 2"),
        ("third()", "third(int second)"),
        ("static int third", "int third"),
    ] {
        text = text.replacen(from, to, 1);
        file.edit(&mut l.db, text.as_str().into(), cleave_cuda::interface);
        let _ = l.executed();
        let names = unreferenced(&l.db, file, options);
        let names: Vec<&str> = (names.iter()).map(|(item, _)| item.name(&l.db)).collect();
        said += &format!("{from:?} to {to:?} leaves {names:?}\n");
        let counted = l.executed().into_iter();
        for query in counted.filter(|query| query.starts_with("in_part")) {
            said += &format!("  {query}\n");
        }
    }
    expect![[r#"
        "" to "" leaves ["third"]
          in_part x4
        "return 3" to "return 33" leaves ["third"]
          in_part
        "return 1" to "return 11" leaves ["third"]
        "return second()" to "return 2" leaves ["third"]
          in_part
        "third()" to "third(int second)" leaves ["third"]
          in_part
        "static int third" to "int third" leaves []
          in_part x4
    "#]]
    .assert_eq(&said);
}
