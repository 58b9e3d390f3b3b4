//! Commands of projects.

use super::*;

#[test]
fn a_launcher_may_stand_in_front_of_nvcc() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = r#"[
        {"directory": "b", "file": "../a.cu", "command": "ccache /x/nvcc -DX='a b' -c ../a.cu -o a.o"},
        {"directory": "b", "file": "c.cpp", "command": "g++ -c c.cpp"}
    ]"#;
    fs::write(folder.path().join("compile_commands.json"), text).expect("a file");
    let source = normal(&folder.path().join("a.cu"));
    let mut project = Project::new(Settings::default());
    let command = project.command(&source);
    assert_eq!(command.words, ["-DX=a b", "-c", "../a.cu", "-o", "a.o"]);
    assert_eq!(command.source, Path::new("../a.cu"));
    assert!(project.compiles(&source));
    assert!(!project.compiles(&normal(&folder.path().join("c.cpp"))));
}

#[test]
fn a_database_that_cannot_be_read_is_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("compile_commands.json"), "[{").expect("a file");
    let mut project = Project::new(Settings::default());
    for name in ["a.cu", "b.cu"] {
        let command = project.command(&normal(&folder.path().join(name)));
        assert!(command.words.is_empty());
    }
    assert_eq!(project.complaints.len(), 1);
}
