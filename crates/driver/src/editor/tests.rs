//! A unit with a text that no file has.

use super::*;

#[test]
fn detours_are_left_out_of_paths() {
    assert_eq!(normal(Path::new("/a/./b/../c.cu")), "/a/c.cu");
    assert_eq!(normal(Path::new("/../a")), "/a");
}

#[test]
fn unsaved_text_counts_until_it_is_taken_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("a.cu");
    std::fs::write(&source, "int a;\n").expect("a file");
    let command = Command {
        own_headers: true,
        ..Command::alone(&source)
    };
    let path = normal(&source);
    let said = |unit: &mut EditedUnit<'_>| -> Vec<String> {
        unit.update().expect("a text");
        let passes = unit.passes();
        assert_eq!(passes.len(), 2);
        assert_eq!(&*passes[0].name, "host");
        let reported = passes.iter().flat_map(Pass::reported);
        reported.map(|r| r.message()).collect()
    };
    let all = with_unit(&command, |unit| {
        let before = said(unit);
        unit.change(&path, Some(Arc::from(&b"int a = b;\n"[..])));
        let unsaved = said(unit);
        unit.change(&path, None);
        [before, unsaved, said(unit)]
    });
    let undefined = "identifier \"b\" is undefined".to_owned();
    let both = vec![undefined.clone(), undefined];
    assert_eq!(all.expect("a unit"), [vec![], both, vec![]]);
}
