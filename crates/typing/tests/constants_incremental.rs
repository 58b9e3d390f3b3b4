//! What an edit evaluates again: the log of the queries.

use cleave_base_db::SourceFile;
use cleave_base_db::testing::LoggedDatabase;
use cleave_hir::DeclKind;
use cleave_typing::{eval, program};
use salsa::Setter;

const TEXT: &str = "constexpr int twice(int n) { return n * 2; }
constexpr int other(int n) { return n + 1; }
constexpr int a = twice(3);
constexpr int b = a + 1;
constexpr int c = other(3);
enum E { one = 1, two };
constexpr int d = two;
";

/// The values of the file's variables, and what was run for evaluation.
fn run(db: &LoggedDatabase, file: SourceFile) -> (String, Vec<String>) {
    let mut values = Vec::new();
    let db_ref = &db.db;
    for index in 0..cleave_names::skeleton(db_ref, file).items.len() {
        let item = cleave_names::item_id(db_ref, file, index as u32);
        for entity in program::bodies(db_ref, item) {
            if let Some(DeclKind::Variable(_)) = entity.kind(db_ref) {
                let value = eval::constant_value(db_ref, entity);
                values.push(value.map_or("?".into(), |v| {
                    v.as_int(db_ref).unwrap_or_default().to_string()
                }));
            }
        }
    }
    let wanted = [
        "variable",
        "evaluated_constant",
        "evaluated_enumerator",
        "typed_body",
    ];
    let ran = (db.executed().into_iter())
        .filter(|name| wanted.contains(&name.split(' ').next().unwrap_or_default()))
        .collect();
    (values.join(" "), ran)
}

fn edit(db: &mut LoggedDatabase, file: SourceFile, from: &str, to: &str) -> (String, Vec<String>) {
    let text = file.text(&db.db).replace(from, to);
    file.set_text(&mut db.db).to(text.into());
    run(db, file)
}

#[test]
fn edits() {
    let mut db = LoggedDatabase::default();
    let file = SourceFile::new(&db.db, "a.cu".into(), TEXT.into());
    let (values, ran) = run(&db, file);
    assert_eq!(values, "6 7 4 2");
    assert_eq!(
        ran,
        [
            "evaluated_constant x6",
            "evaluated_enumerator",
            "typed_body x6",
            "variable x4"
        ]
    );
    // Layout: nothing.
    let (values, ran) = edit(&mut db, file, "return n * 2;", "return  n\n * 2;");
    assert_eq!(values, "6 7 4 2");
    assert_eq!(ran, [""; 0]);
    // Another way to the same value: its user is evaluated again, and nobody else.
    let (values, ran) = edit(&mut db, file, "return  n\n * 2;", "return n + n;");
    assert_eq!(values, "6 7 4 2");
    assert_eq!(ran, ["typed_body", "variable"]);
    // Another value: its users', and theirs. What is computed from it is typed again: it may overflow now.
    let (values, ran) = edit(&mut db, file, "return n + n;", "return n * 3;");
    assert_eq!(values, "9 10 4 2");
    assert_eq!(
        ran,
        ["evaluated_constant x2", "typed_body x2", "variable x2"]
    );
    // An enumerator: the constants that name it.
    let (values, ran) = edit(&mut db, file, "one = 1", "one = 5");
    assert_eq!(values, "9 10 4 6");
    assert_eq!(
        ran,
        [
            "evaluated_constant x3",
            "evaluated_enumerator",
            "typed_body",
            "variable"
        ]
    );
}

#[test]
fn cycles() {
    let db = LoggedDatabase::default();
    let text = "constexpr int f(int n);
extern const int y;
const int x = y + 1;
const int y = x + 1;
constexpr int self = self + 1;
struct S { static constexpr int a = sizeof(char[a]); };
";
    let file = SourceFile::new(&db.db, "a.cu".into(), text.into());
    let (values, _) = run(&db, file);
    assert_eq!(values, "? ? ? ?");
}
