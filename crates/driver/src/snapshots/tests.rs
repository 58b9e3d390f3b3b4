use std::path::{Path, PathBuf};

use cleave_base_db::{HostOptions, HostSettings, Known, RootDatabase, SourceFile};
use cleave_snapshot::{Bounds, Store};
use cleave_syntax::skeleton::Skeleton;

use super::Parts;

/// The programs of the specification.
fn programs(folder: &Path, out: &mut Vec<String>) {
    let entries = std::fs::read_dir(folder).expect("the specification");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            programs(&path, out);
        } else if path.extension().is_some_and(|e| e == "md") {
            let text = std::fs::read_to_string(&path).unwrap();
            let blocks = text.split("\n```cuda").skip(1);
            let blocks = blocks.filter_map(|block| block.split_once('\n')?.1.split_once("\n```"));
            out.extend(blocks.map(|(program, _)| spelled_out(program)));
        }
    }
}

/// A program with CUDA's annotations as the preprocessor leaves them.
fn spelled_out(program: &str) -> String {
    let words = ["host", "device", "global", "shared", "constant", "managed"];
    words.iter().fold(format!("{program}\n"), |text, word| {
        text.replace(&format!("__{word}__"), &format!("__attribute__(({word}))"))
    })
}

/// A program of which the main file includes what lies between two lines and between two others, some of it with an error.
fn divided(program: &str, nth: usize) -> String {
    let lines: Vec<&str> = program.split_inclusive('\n').collect();
    let (a, b, c) = (lines.len() / 4, lines.len() / 2, 3 * lines.len() / 4);
    let [first, second, third, fourth] =
        [&lines[..a], &lines[a..b], &lines[b..c], &lines[c..]].map(|lines| lines.concat());
    let broken = ["", "}\n", "int (;\n", "namespace wrong {\n"][nth % 4];
    let (before, behind) = match nth % 3 {
        0 => (broken, ""),
        _ => ("", broken),
    };
    format!(
        "# 1 \"a.cu\"\n{first}# 1 \"/usr/include/b.h\" 1 3\n{second}{before}# 2 \"a.cu\" 2\n{third}# 1 \"own/c.h\" 1\n{fourth}# 9 \"a.cu\" 2\n{behind}{first}"
    )
}

/// Everything else is a function of the text and its skeleton: what is known changes no answer if the skeleton is the same.
#[test]
fn the_skeleton_is_the_same_with_and_without_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().join("s"), Bounds::default());
    let mut all = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test_data/spec");
    programs(&root, &mut all);
    assert!(all.len() > 500, "{}", all.len());
    let (mut kept, mut known) = (0, 0);
    for (nth, program) in all.iter().enumerate() {
        let text = divided(program, nth);
        let alone = Skeleton::new(&text);
        for worth_while in [0, 64] {
            let parts = Parts::new(&text, worth_while);
            let (first, mut new) = parts.find(store.clone(), "");
            assert_eq!(first.skeleton, alone, "{text}");
            kept += new.skeletons.len();
            new.keep_skeletons();
            let (again, new) = parts.find(store.clone(), "");
            assert_eq!(again.skeleton, alone, "{text}");
            assert!(new.skeletons.is_empty(), "{text}");
            known += 1;
        }
    }
    assert!(kept > all.len() / 2 && known > 0, "{kept}");
}

/// A part that stands behind something else is another part.
#[test]
fn what_stands_in_front_counts() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().join("s"), Bounds::default());
    let text = |first: &str| {
        format!(
            "# 1 \"a.cu\"\n# 1 \"a.h\" 1\n{first}\n# 2 \"a.cu\" 2\n# 1 \"b.h\" 1\nint b() {{ return m; }}\n# 3 \"a.cu\" 2\nint c;\n"
        )
    };
    let managed = "__attribute__((managed)) int m;";
    for (first, count) in [("int m;", 4), (managed, 3), ("int m;", 0), ("long m;", 1)] {
        let text = text(first);
        let (found, mut new) = Parts::new(&text, 1).find(store.clone(), "");
        assert_eq!(found.skeleton, Skeleton::new(&text));
        assert_eq!(new.skeletons.len(), count, "{first}");
        new.keep_skeletons();
    }
}

/// The host text of a text, with what is known of it.
struct Pass {
    db: RootDatabase,
    file: SourceFile,
    options: HostOptions,
}

impl Pass {
    fn new(text: &str, known: Option<Known>) -> Pass {
        let db = RootDatabase::default();
        let file = SourceFile::builder("a.cu".into(), text.into())
            .known(known)
            .new(&db);
        let options = HostOptions::new(&db, HostSettings::default());
        Pass { db, file, options }
    }

    fn text(&self) -> &str {
        cleave_host::host_text(&self.db, self.file, self.options)
    }

    fn parts(&self) -> (&RootDatabase, SourceFile, HostOptions) {
        (&self.db, self.file, self.options)
    }
}

/// What another unit left of the same headers changes nothing: neither that of the same code, nor of code that declares more.
#[test]
fn the_host_text_is_the_same_with_and_without_a_store() {
    crate::with_big_stack(compare_host_texts);
}

fn compare_host_texts() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().join("s"), Bounds::default());
    let mut all = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test_data/spec");
    programs(&root, &mut all);
    assert!(all.len() > 500, "{}", all.len());
    let (mut facts, mut changes) = (0, 0);
    for (nth, program) in all.iter().enumerate().step_by(3) {
        // Nothing is broken.
        let text = divided(program, 4 * nth);
        let more = program.replace("((device))", "((host)) __attribute__((device))");
        let more = more.replace("__attribute__((global))", "constexpr");
        for text in [format!("{text}{program}"), format!("{text}{more}"), text] {
            let alone = Pass::new(&text, None);
            for _ in 0..2 {
                let (found, mut new) = Parts::new(&text, 0).find(store.clone(), "");
                facts += found.facts.len();
                changes += found.edits.len();
                let pass = Pass::new(&text, Some(found.into()));
                assert_eq!(pass.text(), alone.text(), "{text}");
                let (db, file, options) = pass.parts();
                new.keep(db, file, options);
            }
        }
    }
    assert!(facts > 200 && changes > 200, "{facts} {changes}");
}

/// A class that says a built-in variable in bodies that go is known, as long as the same names are watched.
#[test]
fn names_that_are_watched_count() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().join("s"), Bounds::default());
    let header = "int __attribute__((device_builtin)) extern const t;\nnamespace h {\nint m;\n\
                  struct S { __attribute__((device)) int d() { return t; } int f() { return m; } };\n}\n";
    let unit =
        |own: &str| format!("# 1 \"a.cu\"\n# 1 \"/usr/b.h\" 1 3\n{header}# 3 \"a.cu\" 2\n{own}\n");
    let managed = "__attribute__((managed)) int m;\nint g() { return m; }";
    let mut kept = Vec::new();
    for own in ["int c;", managed, "int c;"] {
        let text = unit(own);
        let (found, mut new) = Parts::new(&text, 0).find(store.clone(), "");
        kept.push(found.edits.len());
        let pass = Pass::new(&text, Some(found.into()));
        assert_eq!(pass.text(), Pass::new(&text, None).text(), "{own}");
        let (db, file, options) = pass.parts();
        new.keep(db, file, options);
    }
    assert!(
        kept[0] == 0 && kept[1] > 0 && kept[1] == kept[2],
        "{kept:?}"
    );
    let (found, _) = Parts::new(&unit("int c;"), 0).find(store.clone(), "");
    let pass = Pass::new(&unit("int c;"), Some(found.into()));
    let (db, file, options) = pass.parts();
    let all = cleave_names::items(db, file);
    let class = all.iter().find(|item| item.name(db) == "S");
    let edits = cleave_host::item_edits(db, file, *class.expect("the class"), options);
    assert!(edits.by_itself && !edits.is_empty());
}

/// Whatever the bytes are, nothing panics.
#[test]
fn damaged_items_are_harmless() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().join("s"), Bounds::default());
    let text = "# 1 \"a.cu\"\n# 1 \"/usr/b.h\" 1 3\nint b; __attribute__((device)) int f(int x = b < 1);\n__attribute__((device)) void g() { }\n# 3 \"a.cu\" 2\nint c;\n";
    let parts = Parts::new(text, 0);
    let (found, mut new) = parts.find(store.clone(), "");
    let (key, places) = new.items.last().expect("items").clone();
    let pass = Pass::new(text, Some(found.into()));
    let expected = pass.text().to_owned();
    let (db, file, options) = pass.parts();
    new.keep(db, file, options);
    let good = store.get(key).expect("kept");
    for at in 0..good.len() {
        for value in [0, 1, 0x7f, 0xff, good[at] ^ 1] {
            let mut bad = good.clone();
            bad[at] = value;
            for bytes in [&bad[..], &good[..at]] {
                let mut found = parts.find(store.clone(), "").0;
                (found.facts, found.edits) = Default::default();
                let read = found.add_items(bytes, &places);
                let text = Pass::new(text, Some(found.into())).text().to_owned();
                assert!(read.is_some() || text == expected, "{at}");
            }
        }
    }
}
