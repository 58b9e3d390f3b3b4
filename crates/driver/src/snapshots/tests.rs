use std::path::{Path, PathBuf};

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
            out.extend(blocks.map(|(program, _)| format!("{program}\n")));
        }
    }
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
            let (first, new) = parts.find(store.clone(), "");
            assert_eq!(first.skeleton, alone, "{text}");
            kept += new.skeletons.len();
            new.keep(None);
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
        let (found, new) = Parts::new(&text, 1).find(store.clone(), "");
        assert_eq!(found.skeleton, Skeleton::new(&text));
        assert_eq!(new.skeletons.len(), count, "{first}");
        new.keep(None);
    }
}
