//! The facts about a whole translation unit that single items read: which edits reach them, and whom they reach then.

use std::collections::BTreeMap;
use std::fmt::Write;

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{HostOptions, HostSettings, SourceFile};
use cleave_host::host_text;
use salsa::Setter;

/// What ran after an edit, each query with how often, and both texts.
struct Ran {
    queries: BTreeMap<String, usize>,
    before: String,
    after: String,
}

impl Ran {
    fn count(&self, query: &str) -> usize {
        self.queries.get(query).copied().unwrap_or_default()
    }

    /// How many lines of the host half the edit changed.
    fn changed_lines(&self) -> usize {
        let (a, b) = (self.before.lines(), self.after.lines());
        assert_eq!(a.clone().count(), b.clone().count());
        a.zip(b).filter(|(x, y)| x != y).count()
    }
}

fn edit(text: &str, settings: HostSettings, from: &str, to: &str) -> Ran {
    assert_eq!(text.matches(from).count(), 1, "the edit must hit one place");
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    let options = HostOptions::new(&l.db, settings);
    let before = host_text(&l.db, file, options).to_owned();
    let _ = l.executed();
    file.set_text(&mut l.db).to(text.replace(from, to).into());
    let after = host_text(&l.db, file, options).to_owned();
    let mut queries = BTreeMap::new();
    for line in l.executed() {
        let (name, count) = line.split_once(" x").unwrap_or((&line, "1"));
        *queries.entry(name.to_owned()).or_default() += count.parse::<usize>().expect("a count");
    }
    Ran {
        queries,
        before,
        after,
    }
}

fn relocatable() -> HostSettings {
    HostSettings {
        relocatable: true,
        ..HostSettings::default()
    }
}

/// Two hundred kernels with launches, a variable each, and an unnamed namespace.
fn many() -> String {
    let mut text =
        String::from("# 1 \"a.cu\"\nnamespace { __attribute__((device)) int hidden; }\n");
    for i in 0..200 {
        let _ = writeln!(
            text,
            "__attribute__((device)) int v{i} = {i};\n\
             template <class T> __attribute__((global)) void t{i}(T *p) {{ *p = T({i}); }}\n\
             __attribute__((global)) void k{i}(int *p) {{ *p = v{i} + 1000 + {i}; }}\n\
             void f{i}(int *p) {{ k{i}<<<1, 1>>>(p); t{i}<<<1, {i}>>>(p); }}"
        );
    }
    text
}

#[test]
fn one_body_among_many_is_one_item() {
    for settings in [HostSettings::default(), relocatable()] {
        for (from, to) in [("+ 1000 + 77;", "- 77;"), ("T(123)", "T(321)")] {
            let ran = edit(&many(), settings.clone(), from, to);
            for query in ["item_edits", "declarations", "function_facts"] {
                assert_eq!(ran.count(query), 1, "{query}: {:?}", ran.queries);
            }
            for query in [
                "function_index",
                "merged",
                "module_id",
                "module_entity",
                "device_entities",
                "reference_arrays",
                "parse_bodies",
            ] {
                assert_eq!(ran.count(query), 0, "{query}: {:?}", ran.queries);
            }
            assert_eq!(ran.changed_lines(), 0, "no host half has that body");
        }
    }
}

#[test]
fn a_launch_among_many_is_one_item() {
    let ran = edit(&many(), relocatable(), "t50<<<1, 50>>>", "t50<<<2, 50>>>");
    assert_eq!(ran.count("item_edits"), 1, "{:?}", ran.queries);
    assert_eq!(ran.count("parse_bodies"), 1, "{:?}", ran.queries);
    assert_eq!(ran.count("mentions"), 1, "{:?}", ran.queries);
    assert_eq!(ran.count("reference_arrays"), 0, "{:?}", ran.queries);
    assert_eq!(ran.changed_lines(), 1);
}

#[test]
fn another_mention_makes_the_arrays_anew_and_nothing_else() {
    let ran = edit(
        &many(),
        relocatable(),
        "k7<<<1, 1>>>(p);",
        "k9<<<1, 1>>>(p);",
    );
    assert_eq!(ran.count("mentions"), 1, "{:?}", ran.queries);
    assert_eq!(ran.count("reference_arrays"), 1, "{:?}", ran.queries);
    assert_eq!(ran.count("item_edits"), 1, "{:?}", ran.queries);
    assert!(ran.before.contains("/* _Z2k7* */") && !ran.after.contains("/* _Z2k7* */"));
}

#[test]
fn the_entity_that_names_the_module_reaches_the_id_and_no_item() {
    let text = many();
    let ran = edit(&text, relocatable(), "int v0 = 0;", "int v0;");
    assert_eq!(ran.count("module_id"), 1, "{:?}", ran.queries);
    assert_eq!(ran.count("item_edits"), 1, "{:?}", ran.queries);
    assert!(ran.before.contains("_GLOBAL__N__00000000_8_input_cu_v0"));
    assert!(!ran.after.contains("_GLOBAL__N__00000000_8_input_cu_v0"));

    // What comes after the first one has no say.
    let ran = edit(&text, relocatable(), "int v5 = 5;", "int v5;");
    assert_eq!(ran.count("module_id"), 0, "{:?}", ran.queries);
}

#[test]
fn an_unnamed_namespace_more_changes_its_own_lines_alone() {
    let text = many();
    let ran = edit(
        &text,
        HostSettings::default(),
        "__attribute__((device)) int v100 = 100;",
        "namespace { int x; }",
    );
    assert_eq!(ran.count("module_id"), 0, "{:?}", ran.queries);
    assert!(ran.count("item_edits") <= 2, "{:?}", ran.queries);
    assert_eq!(ran.changed_lines(), 1);
}

/// As many host functions with lambdas, each capturing one thing but for one that captures two.
fn lambdas() -> String {
    let mut text = String::from(
        "# 1 \"a.cu\"\nstruct __attribute__((device_builtin)) __nv_lambda_preheader_injection { };\n\
         template <class F> __attribute__((global)) void run(F f) { f(); }\n",
    );
    for i in 0..50 {
        let more = if i == 3 { " + m" } else { "" };
        let _ = writeln!(
            text,
            "void f{i}(int n, int m) {{ run<<<1, 1>>>([=] __attribute__((device)) () {{ use(n{more}, {i}); }}); }}"
        );
    }
    text
}

#[test]
fn captures_are_counted_anew_only_where_they_change() {
    let settings = HostSettings {
        extended_lambda: true,
        ..HostSettings::default()
    };
    // The same captures: the counts are not even asked.
    let ran = edit(&lambdas(), settings.clone(), "use(n, 7)", "use(n, 8)");
    assert_eq!(ran.count("extended_lambdas"), 1, "{:?}", ran.queries);
    assert_eq!(ran.count("capture_counts"), 0, "{:?}", ran.queries);
    assert_eq!(ran.changed_lines(), 0);
    // One lambda more with two captures: there are such already.
    let ran = edit(&lambdas(), settings.clone(), "use(n, 7)", "use(n, m)");
    assert_eq!(ran.count("capture_counts"), 1, "{:?}", ran.queries);
    assert_eq!(ran.count("item_edits"), 1, "{:?}", ran.queries);
    assert_eq!(ran.changed_lines(), 1);
    // The only one: the templates for two go, in one place of the text.
    let ran = edit(&lambdas(), settings, "use(n + m, 3)", "use(n, 3)");
    assert_eq!(ran.count("capture_counts"), 1, "{:?}", ran.queries);
    assert_eq!(ran.count("item_edits"), 1, "{:?}", ran.queries);
    assert!(ran.before.contains("class F2") && !ran.after.contains("class F2"));
}

#[test]
fn a_kernel_declared_in_a_block_is_known_without_its_neighbours() {
    let text = "# 1 \"a.cu\"\n\
        __attribute__((device)) int v;\n\
        void f(int *p) { extern __attribute__((global)) void late(int *); late<<<1, 1>>>(p); }\n\
        void g() { int y = 1; y++; }\n";
    let ran = edit(text, relocatable(), "<<<1, 1>>>", "<<<2, 1>>>");
    assert!(ran.after.contains("/* _Z4late* */"));
    assert_eq!(ran.count("item_entities"), 1, "{:?}", ran.queries);
    assert_eq!(ran.count("device_entities"), 0, "{:?}", ran.queries);
    assert_eq!(ran.count("reference_arrays"), 0, "{:?}", ran.queries);
    assert_eq!(ran.count("item_edits"), 1, "{:?}", ran.queries);
}

#[test]
fn a_second_declaration_of_a_variable_reaches_both() {
    let text = "# 1 \"a.cu\"\n\
        extern __attribute__((device)) int v;\n\
        __attribute__((device)) int w = 1;\n\
        __attribute__((device)) int u = 2;\n";
    let ran = edit(text, HostSettings::default(), "int w = 1", "int v = 1");
    assert!(ran.before.contains("static"), "{}", ran.before);
    assert!(
        ran.after.contains("namespace {") && ran.after.contains("extern  int v; }"),
        "{}",
        ran.after
    );
    assert_eq!(ran.count("item_edits"), 2, "{:?}", ran.queries);
    let ran = edit(text, HostSettings::default(), "int u = 2", "int u = 3");
    assert_eq!(ran.count("item_edits"), 1, "{:?}", ran.queries);
}

#[test]
fn a_call_in_a_template_is_looked_for_in_that_template() {
    let mut text = many();
    for i in 0..50 {
        let _ = writeln!(
            text,
            "template <class T> void h{i}(T t) {{ k{i}(t, {i}); }}"
        );
    }
    let ran = edit(&text, relocatable(), "k7(t, 7)", "k7(t, 7 + 1)");
    assert_eq!(ran.count("callers"), 1, "{:?}", ran.queries);
    assert_eq!(ran.count("template_calls"), 1, "{:?}", ran.queries);
    assert_eq!(ran.count("called_in_templates"), 0, "{:?}", ran.queries);
    assert_eq!(ran.count("reference_arrays"), 0, "{:?}", ran.queries);
    let text = text.replace("{ k9<<<1, 1>>>(p);", "{");
    let ran = edit(&text, relocatable(), "k9(t, 9)", "t(9)");
    assert_eq!(ran.count("template_calls"), 0, "{:?}", ran.queries);
    assert_eq!(ran.count("called_in_templates"), 1, "{:?}", ran.queries);
    assert_eq!(ran.count("reference_arrays"), 1, "{:?}", ran.queries);
    assert!(ran.before.contains("/* _Z2k9* */") && !ran.after.contains("/* _Z2k9* */"));
}

#[test]
fn what_a_kernels_name_means_is_asked_of_the_item_that_says_it() {
    let text = "# 1 \"a.cu\"
__attribute__((global)) void k(int); static __attribute__((global)) void k(float) {}
void one() { k<<<1, 1>>>(1); }
void two() { k<<<1, 1>>>(2.f); }
void three(int x) { x = 1; }
";
    let ran = edit(text, relocatable(), "k<<<1, 1>>>(1);", "k<<<1, 2>>>(1);");
    assert_eq!(ran.count("resolved"), 1, "{:?}", ran.queries);
    assert_eq!(ran.count("reference_arrays"), 0, "{:?}", ran.queries);
    let ran = edit(text, relocatable(), "k<<<1, 1>>>(1);", "k<<<1, 1>>>(1.f);");
    assert_eq!(ran.count("resolved"), 1, "{:?}", ran.queries);
    assert!(ran.before.contains("/* _Z1k* */") && !ran.after.contains("/* _Z1k* */"));
    let ran = edit(text, relocatable(), "x = 1", "x = 2");
    assert_eq!(ran.count("resolved"), 0, "{:?}", ran.queries);
}
