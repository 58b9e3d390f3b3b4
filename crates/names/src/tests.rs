//! Which queries an edit may run again.

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{Db, SourceFile};
use expect_test::expect;
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

/// What runs at every edit of a part.
const SCAN: [&str; 6] = [
    "completed_here",
    "marks",
    "owned",
    "part_nodes",
    "part_scopes",
    "scanned",
];

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
    assert_eq!(executed_after(layout), SCAN);
}

#[test]
fn a_body_runs_its_own_item() {
    assert_eq!(
        executed_after(|t| t.replace("*p = 1", "*p = 3")),
        [&SCAN[..], &["token_count"]].concat()
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
        [
            "completed_here",
            "item_map",
            "items",
            "marks",
            "owned",
            "part_nodes",
            "part_scopes",
            "scanned",
            "token_count"
        ]
    );
}

/// Reads the trees of all items, bodies included.
fn parse_all(db: &dyn Db, file: SourceFile) {
    for &item in items(db, file) {
        crate::flat_bodies(db, item);
    }
}

/// What runs when all trees are asked for again after an edit.
fn parsed_after(text: &str, from: &str, to: &str) -> Vec<String> {
    assert!(text.contains(from), "the edit must hit");
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    parse_all(&l.db, file);
    let _ = l.executed();
    file.set_text(&mut l.db).to(text.replace(from, to).into());
    parse_all(&l.db, file);
    l.executed()
}

/// How many trees were made again.
fn parses(executed: &[String]) -> usize {
    (executed.iter())
        .find_map(|q| q.strip_prefix("flat_bodies"))
        .map_or(0, |n| n.trim_start_matches(" x").parse().unwrap_or(1))
}

/// `one` and `two` ask for `f`, `three` asks for `A::a` and `four` for nothing.
const NAMES: &str = "template <int> struct f { f(int); operator bool(); };
int g(bool, bool); int g(bool);
struct A { static const int a = 0; int three(); };
int one() { return g(f < 1 > (2)); }
int two() { return g(f < 3 > (4)); }
int A::three() { return g(a < 1, 2 > (3)); }
int four() { return 4; }
";

#[test]
fn another_class_of_a_name_parses_the_items_that_asked() {
    let ran = parsed_after(
        NAMES,
        "template <int> struct f { f(int); operator bool(); };",
        "int f;",
    );
    // Those two, and the new `f` itself.
    assert_eq!(parses(&ran), 3, "{ran:?}");
}

#[test]
fn another_member_parses_the_items_that_asked() {
    let ran = parsed_after(
        NAMES,
        "static const int a = 0;",
        "template <int, int> void a(int);",
    );
    // `three`, and the class itself.
    assert_eq!(parses(&ran), 2, "{ran:?}");
    // The class is read anew for others, and nothing else.
    assert!(ran.contains(&"declared_outline".to_owned()), "{ran:?}");
}

#[test]
fn a_using_enum_parses_the_items_whose_names_it_gives() {
    let text = NAMES.replacen(
        "template <int> struct f",
        "enum class E { f, e };\nnamespace k { template <int> struct f {}; }\ntemplate <int> struct h",
        1,
    );
    let text = text.replace("{ f(int); operator bool(); }", "{}");
    let to = "enum class E { f, e }; using enum E;";
    let ran = parsed_after(&text, "enum class E { f, e };", to);
    // `one` and `two`; the enumeration is as it was.
    assert!(ran.contains(&"using_enums".to_owned()), "{ran:?}");
    assert_eq!(parses(&ran), 3, "{ran:?}");
    // Where it says nothing else, nobody is parsed but the item of the edit.
    let ran = parsed_after(
        &text.replace("enum class E { f, e };", to),
        "return 4;",
        "return 5;",
    );
    assert_eq!(parses(&ran), 1, "{ran:?}");
}

#[test]
fn a_name_that_stays_what_it_is_parses_nobody_else() {
    let ran = parsed_after(NAMES, "struct f { f(int);", "struct f { int m; f(int);");
    assert_eq!(parses(&ran), 1, "{ran:?}");
    let ran = parsed_after(
        NAMES,
        "static const int a = 0;",
        "int m; static const int a = 0;",
    );
    assert_eq!(parses(&ran), 1, "{ran:?}");
}

#[test]
fn a_body_asks_no_name_again() {
    let ran = parsed_after(NAMES, "return 4;", "return 5;");
    let want = [
        "completed_here",
        "directives",
        "flat_bodies",
        "item_text",
        "lexed",
        "marks",
        "name_index",
        "named x2",
        "owned",
        "part_nodes",
        "part_scopes",
        "scanned",
    ];
    assert_eq!(ran, want);
}

#[test]
fn an_item_in_front_parses_itself_alone() {
    let ran = parsed_after(
        NAMES,
        "template <int> struct f",
        "int unrelated;\ntemplate <int> struct f",
    );
    assert_eq!(parses(&ran), 1, "{ran:?}");
    // The questions are answered again, as before; no class is read again.
    assert!(
        !ran.iter().any(|q| q.starts_with("declared_outline")),
        "{ran:?}"
    );
}

#[test]
fn what_follows_an_item_is_out_of_sight() {
    let text = "int f; int g(bool, bool); int g(int);\nint one() { return g(f < 1, 2 > (3)); }\n";
    let ran = parsed_after(text, "int f; ", "");
    assert_eq!(parses(&ran), 1, "{ran:?}");
    let ran = parsed_after(text, "}\n", "}\nint f(int);\n");
    // The new one alone: what follows an item means nothing to it.
    assert_eq!(parses(&ran), 1, "{ran:?}");
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
        completed_here
        flat_bodies
        lexed
        marks
        owned
        part_nodes
        part_scopes
        scanned
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
        completed_here
        marks
        owned
        part_nodes
        part_scopes
        scanned
        f: ExpectedExpression
        x: Expected(SEMICOLON)
    "#]]
    .assert_eq(&format!("{}\n{errors}", ran.join("\n")));
}

/// Stands for whoever reads the text of an item by its identity.
#[salsa::tracked]
fn text_length<'db>(db: &'db dyn Db, item: crate::ItemId<'db>) -> usize {
    cleave_syntax::lexer::Lexed::new(crate::item_id_text(db, item).as_str()).len()
}

/// Items with and without names, equal ones among them.
const MANY: &str = "namespace n { int f(int); }
int f(int);
int f(int);
enum { a, b };
struct S;
template <class T> S(T) -> S<T>;
template struct S<int>;
template struct S<int>;
extern \"C\" { void c(); }
extern \"C\" { void c(); }
namespace { int hidden; }
static_assert(true);
static_assert(true);
int g() { return 1; }
int operator+(S, S);
using namespace n;
";

fn read_by_identity(db: &dyn Db, file: SourceFile) -> usize {
    let count = crate::skeleton(db, file).items.len() as u32;
    let ids: Vec<_> = (0..count).map(|i| crate::item_id(db, file, i)).collect();
    ids.iter().for_each(|&id| {
        text_length(db, id);
    });
    let distinct: std::collections::HashSet<_> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len(), "every item has its own identity");
    for (i, &id) in ids.iter().enumerate() {
        assert_eq!(crate::item_index(db, id), Some(i as u32));
    }
    ids.len()
}

/// How often a text was read again, and whether anything was.
fn text_readers_after(from: &str, to: &str) -> Vec<String> {
    assert!(MANY.contains(from), "the edit must hit");
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), MANY.into());
    assert!(read_by_identity(&l.db, file) > 15);
    let _ = l.executed();
    file.set_text(&mut l.db)
        .to(MANY.replacen(from, to, 1).into());
    read_by_identity(&l.db, file);
    let mut ran = l.executed();
    ran.retain(|q| q.starts_with("text_length"));
    ran
}

#[test]
fn lines_above_reach_no_reader_of_texts() {
    let none: [&str; 0] = [];
    assert_eq!(
        text_readers_after("namespace n {", "\n\n// x\nnamespace n\n{"),
        none
    );
    // A new item reads its own text.
    assert_eq!(
        text_readers_after("namespace n {", "int above;\nnamespace n {"),
        ["text_length"]
    );
}

#[test]
fn another_item_reaches_no_reader_of_texts() {
    assert_eq!(
        text_readers_after("return 1", "return 2 + 3"),
        ["text_length"]
    );
    assert_eq!(text_readers_after("int g()", "int g(int)"), ["text_length"]);
    assert_eq!(
        text_readers_after("enum { a, b }", "enum { a, b, c }"),
        ["text_length"]
    );
}

/// Of equals, the last one is new: the texts are equal, too.
#[test]
fn one_more_equal_item_is_the_last_of_them() {
    assert_eq!(
        text_readers_after("int f(int);\n", "int f(int);\nint f(int);\n"),
        ["text_length"]
    );
}

#[test]
fn what_is_gone_has_no_place() {
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), "int a; int b;".into());
    assert_eq!(
        crate::item_index(&l.db, crate::item_id(&l.db, file, 7)),
        None
    );
    let node_free = crate::item_id(&l.db, file, 1);
    assert_eq!(node_free.name(&l.db), "b");
    assert_eq!(crate::item_id_text(&l.db, node_free).as_str(), "int b;");
    file.set_text(&mut l.db).to("int a;".into());
    let other = SourceFile::new(&l.db, "b.cu".into(), "int a; int b;".into());
    let (here, there) = (
        crate::item_id(&l.db, file, 0),
        crate::item_id(&l.db, other, 0),
    );
    assert!(here != there, "files are told apart");
    assert_eq!(
        crate::item_index(&l.db, crate::item_id(&l.db, file, 1)),
        None
    );
}

/// The items that have a word, and what an edit runs to find them again.
fn items_with_word_after(from: &str, to: &str) -> (Vec<String>, Vec<String>) {
    const TEXT: &str = "int first(int used) { return used; }\nint other();\nint last = other();\n";
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), TEXT.into());
    reader_of_other(&l.db, file);
    let _ = l.executed();
    assert!(TEXT.contains(from), "the edit must hit");
    file.set_text(&mut l.db).to(TEXT.replace(from, to).into());
    let found = reader_of_other(&l.db, file).clone();
    (found, l.executed())
}

/// Stands for a question about the name `other`.
#[salsa::tracked(returns(ref))]
fn reader_of_other(db: &dyn Db, file: SourceFile) -> Vec<String> {
    let word = crate::Word::new(db, "other".to_owned());
    let items = crate::user_items_with(db, file, word).iter();
    items.map(|i| i.text(db).as_str().to_owned()).collect()
}

#[test]
fn a_name_is_looked_for_where_its_word_stands() {
    // Another item's words are gathered again, and nobody asks what they mean.
    let (found, ran) = items_with_word_after("return used", "return used + 1");
    assert_eq!(found, ["int other();", "int last = other();"]);
    let gathered = [
        "completed_here",
        "marks",
        "owned",
        "part_nodes",
        "part_scopes",
        "places_of_words",
        "scanned",
        "user_items_with",
    ];
    assert_eq!(ran, gathered);
    let (found, ran) = items_with_word_after("return used", "return other()");
    assert_eq!(found.len(), 3);
    assert!(ran.iter().any(|q| q.starts_with("reader_of_other")));
    // A word is all of a word.
    let (found, _) = items_with_word_after("= other", "= another");
    assert_eq!(found, ["int other();"]);
}

/// Who asks for the skeleton of a whole file has it joined again: no pass over a unit does.
#[test]
fn the_skeleton_of_a_divided_file_is_joined_again() {
    let text = "# 1 \"a.cu\"
int a;
# 1 \"/usr/include/h.h\" 1 3
int h;
# 3 \"a.cu\" 2
int b;
";
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    file.divide(&mut l.db, |_, _| None);
    assert_eq!(crate::skeleton(&l.db, file).items.len(), 3);
    let _ = l.executed();
    file.edit(
        &mut l.db,
        text.replace("int b", "int c").as_str().into(),
        |_, _| None,
    );
    assert_eq!(crate::skeleton(&l.db, file).items.len(), 3);
    let mut ran = l.executed();
    ran.retain(|query| query.starts_with("joined_skeleton"));
    expect![[r#"
        joined_skeleton
    "#]]
    .assert_eq(&format!("{}\n", ran.join("\n")));
}

/// Whether the user's items are asked for when a class of a library is parsed, which stands in a namespace.
fn asks_for_users_items(class: &str) -> bool {
    let text = format!(
        "# 1 \"/usr/include/h.h\" 1 3
namespace n {{ template <class T> struct p; {class} }}
# 2 \"a.cu\" 2
int f();
"
    );
    let l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    // Behind the namespace and the template.
    let item = crate::item_id(&l.db, file, 2);
    let _ = crate::flat_id(&l.db, item, cleave_syntax::Bodies::Lazy);
    let ran = l.executed();
    ran.iter().any(|q| q.starts_with("user_items_with"))
}

#[test]
fn a_class_that_names_itself_asks_for_nothing_of_the_user() {
    assert!(!asks_for_users_items(
        "template <class T> struct q : p<n::q<T>> {};"
    ));
    assert!(asks_for_users_items(
        "template <class T> struct q : p<n::z<T>> {};"
    ));
}
