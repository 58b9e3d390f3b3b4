use std::os::unix::fs::{PermissionsExt, symlink};

use super::*;

/// A folder with an input in it.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("folder");
    let input = dir.path().join("in");
    std::fs::write(&input, "input").expect("input");
    (dir, input)
}

fn failure(path: &Path, input: &Path) -> String {
    match stage(path, Some(input), b"output") {
        Ok(_) => "none".to_owned(),
        Err(failure) => failure.text().to_owned(),
    }
}

#[test]
fn the_input_is_no_output_under_any_name() {
    let (dir, input) = folder();
    let at = |name: &str| dir.path().join(name);
    std::fs::hard_link(&input, at("hard")).expect("link");
    symlink("in", at("soft")).expect("link");
    symlink("soft", at("softer")).expect("link");
    for name in ["in", "./in", "hard", "soft", "softer"] {
        assert_eq!(failure(&at(name), &input), INVALID_NAME, "{name}");
    }
    assert_eq!(std::fs::read(&input).expect("input"), b"input");
    assert_eq!(failure(&at("other"), &input), "none");
}

#[test]
fn what_the_reference_refuses() {
    let (dir, input) = folder();
    let at = |name: &str| dir.path().join(name);
    symlink("loop", at("loop")).expect("link");
    symlink("none/x", at("dangling")).expect("link");
    for (path, why) in [
        (PathBuf::new(), INVALID_NAME),
        (at("."), "Is a directory"),
        (at("none/x"), "No such file or directory"),
        (at("dangling"), "No such file or directory"),
        (at("in/x"), "Not a directory"),
        (at("loop"), "Too many levels of symbolic links"),
        (at(&"a".repeat(300)), "File name too long"),
        ("/dev/full".into(), SPECIAL),
        ("/dev/null".into(), SPECIAL),
    ] {
        assert_eq!(failure(&path, &input), why, "{}", path.display());
    }
}

#[test]
fn a_link_stays_a_link_and_permissions_stay() {
    let (dir, input) = folder();
    let at = |name: &str| dir.path().join(name);
    symlink("gone", at("dangling")).expect("link");
    std::fs::write(at("old"), "longer than what is new").expect("file");
    std::fs::set_permissions(at("old"), std::fs::Permissions::from_mode(0o640)).expect("mode");
    symlink("old", at("link")).expect("link");
    for (name, end) in [("dangling", "gone"), ("link", "old")] {
        write(&at(name), Some(&input), b"new").expect("written");
        assert!(at(name).symlink_metadata().expect("link").is_symlink());
        assert_eq!(std::fs::read(at(end)).expect("file"), b"new");
    }
    let mode = at("old").metadata().expect("file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn what_is_staged_is_not_seen() {
    let (dir, input) = folder();
    let path = dir.path().join("out");
    let names = || std::fs::read_dir(dir.path()).expect("folder").count();
    let staged = stage(&path, Some(&input), b"output").expect("staged");
    assert!(!path.exists());
    drop(staged);
    assert_eq!(names(), 1);
    let full = stage_with(&path, Some(&input), |_| {
        Err(io::Error::from_raw_os_error(28))
    });
    assert_eq!(
        full.err(),
        Some(Failure::Write("No space left on device".into()))
    );
    assert_eq!(names(), 1);
}

#[test]
fn a_named_file_is_published_too() {
    let (dir, _) = folder();
    let path = dir.path().join("out");
    std::fs::write(&path, "old").expect("file");
    let mut file = abandoned::named(dir.path()).expect("file");
    file.write_all(b"new").expect("written");
    let staged = Staged {
        path: path.clone(),
        contents: Contents::Named(file),
    };
    staged.publish().expect("published");
    assert_eq!(std::fs::read(&path).expect("file"), b"new");
    assert_eq!(std::fs::read_dir(dir.path()).expect("folder").count(), 2);
}

#[test]
fn a_file_in_a_folder_of_others_is_written_where_it_is() {
    let (dir, _) = folder();
    let path = dir.path().join("out");
    std::fs::write(&path, "much longer").expect("file");
    let file = OpenOptions::new().write(true).open(&path).expect("file");
    let staged = Staged {
        path: path.clone(),
        contents: Contents::InPlace(file, b"new".to_vec()),
    };
    assert_eq!(std::fs::read(&path).expect("file"), b"much longer");
    staged.publish().expect("published");
    assert_eq!(std::fs::read(&path).expect("file"), b"new");
}

#[test]
fn many_writers_leave_one_whole_file() {
    let (dir, _) = folder();
    let path = dir.path().join("out");
    std::thread::scope(|scope| {
        for n in 0..4_u8 {
            let path = &path;
            scope.spawn(move || {
                for _ in 0..50 {
                    write(path, None, &[n; 1000]).expect("written");
                }
            });
        }
    });
    let bytes = std::fs::read(&path).expect("file");
    assert_eq!(bytes, [bytes[0]; 1000]);
    assert_eq!(std::fs::read_dir(dir.path()).expect("folder").count(), 2);
}
