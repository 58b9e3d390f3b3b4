use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{Db, SourceFile};
use cleave_names::{ItemId, item_id, skeleton};
use salsa::Setter;

use crate::{DeclKind, body_hir, item_hir, item_spans};

/// Stands for whoever reads a signature.
#[salsa::tracked]
fn signature_user<'db>(db: &'db dyn Db, item: ItemId<'db>) -> usize {
    item_hir(db, item).code.types.len()
}

/// Stands for whoever reads a body.
#[salsa::tracked]
fn body_user<'db>(db: &'db dyn Db, item: ItemId<'db>, decl: u32) -> usize {
    body_hir(db, item, decl).map_or(0, |b| b.code.exprs.len())
}

fn read_all(db: &dyn Db, file: SourceFile) {
    for i in 0..skeleton(db, file).items.len() as u32 {
        let item = item_id(db, file, i);
        signature_user(db, item);
        item_spans(db, item);
        for (decl, own) in item_hir(db, item).code.decls.iter() {
            if matches!(own.kind, DeclKind::Function(_) | DeclKind::Variable(_)) {
                body_user(db, item, decl.into_raw().into());
            }
        }
    }
}

const TEXT: &str = "struct S {
    int x = 1;
    int f() { return x + 1; }
    int g() { return x + 2; }
};
int h(int n) { return n; }
";

fn executed_after(from: &str, to: &str) -> Vec<String> {
    assert!(TEXT.contains(from), "the edit must hit");
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), TEXT.into());
    read_all(&l.db, file);
    let _ = l.executed();
    file.set_text(&mut l.db).to(TEXT.replace(from, to).into());
    read_all(&l.db, file);
    let mut ran = l.executed();
    // What runs at every edit of the file, for every item or name asked about.
    ran.retain(|q| {
        let name = q.split(' ').next().unwrap_or(q);
        ![
            "scanned",
            "part_scopes",
            "part_nodes",
            "owned",
            "marks",
            "completed_here",
            "item_map",
            "name_index",
            "named",
            "identities",
            "item_id",
            "item_index",
            "item_id_text",
            "user_node",
        ]
        .contains(&name)
    });
    ran
}

#[test]
fn layout_lowers_nothing() {
    assert_eq!(
        executed_after("struct S", "\n\n// new\nstruct  S"),
        [] as [&str; 0]
    );
}

#[test]
fn an_item_above_lowers_itself_alone() {
    let ran = executed_after("struct S", "int above;\nstruct S");
    assert_eq!(
        ran,
        [
            "body_hir",
            "body_user",
            "flat_bodies",
            "item_hir",
            "item_spans",
            "lexed",
            "lowered_bodies",
            "lowered_signature",
            "signature_user"
        ]
    );
}

#[test]
fn a_body_changes_only_its_own() {
    let ran = executed_after("x + 1", "x * y");
    assert_eq!(
        ran,
        [
            "body_hir x3",
            "body_user",
            "flat_bodies",
            "item_hir",
            "item_spans",
            "lexed",
            "lowered_bodies",
            "lowered_signature"
        ]
    );
}

#[test]
fn a_longer_body_leaves_signature_and_later_bodies_alone() {
    let ran = executed_after("return x + 1;", "int y = x; return y + y;");
    assert_eq!(
        ran,
        [
            "body_hir x3",
            "body_user",
            "flat_bodies",
            "item_hir",
            "item_spans",
            "lexed",
            "lowered_bodies",
            "lowered_signature"
        ]
    );
}

#[test]
fn an_initializer_changes_only_its_own() {
    let ran = executed_after("x = 1", "x = 5");
    assert_eq!(
        ran,
        [
            "body_hir x3",
            "body_user",
            "flat_bodies",
            "item_hir",
            "item_spans",
            "lexed",
            "lowered_bodies",
            "lowered_signature"
        ]
    );
}

#[test]
fn a_signature_opens_no_body() {
    let l = LoggedDatabase::default();
    let text = "int f() { return 1; } auto g(int x = [] { return 1; }()) { return x; }";
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    let _ = l.executed();
    for i in 0..2 {
        item_hir(&l.db, item_id(&l.db, file, i));
    }
    assert!(!l.executed().iter().any(|q| q.starts_with("lowered_bodies")));
}

/// What is named is lowered, with what its declaration names; namespaces that nothing names, specialisations and members' types
/// are not. Whoever asks afterwards finds it done.
#[test]
fn lowering_ahead() {
    let logged = LoggedDatabase::default();
    let db = &logged.db;
    let text = "# 1 \"a.cu\"
# 1 \"h.h\" 1 3
namespace a { struct r; r g(int); struct t { u m; }; struct u; }
namespace b { int g(int); }
template <class T> struct v; template <> struct v<int> { };
int unused();
# 2 \"a.cu\" 2
int f() { return a::g(1); } v<a::t> w;
";
    let file = SourceFile::new(db, "a.cu".into(), text.into());
    crate::lower_ahead(db, file, cleave_names::user_items(db, file), || true);
    let lowered = |executed: Vec<String>| -> Vec<String> {
        (executed.into_iter())
            .filter(|query| query.starts_with("lowered_signature"))
            .collect()
    };
    // The two of the user, `g`, `r`, `t` and `v`.
    assert_eq!(lowered(logged.executed()), ["lowered_signature x6"]);
    let index = |name: &str| {
        let items = &cleave_names::skeleton(db, file).items;
        items
            .iter()
            .position(|i| i.name.of(text) == name)
            .unwrap_or(usize::MAX) as u32
    };
    for name in ["g", "r", "t", "v"] {
        item_hir(db, item_id(db, file, index(name)));
    }
    assert!(lowered(logged.executed()).is_empty());
    item_hir(db, item_id(db, file, index("unused")));
    assert_eq!(lowered(logged.executed()), ["lowered_signature"]);
}
