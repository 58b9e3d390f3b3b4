//! Ways to save: by renaming, in parts, empty first and complete later.

use std::fs;
use std::time::Duration;

use crate::{Machine, UNIT};

#[test]
fn editors_save_in_many_ways() {
    let machine = Machine::new();
    let watching = machine.watch(&UNIT);
    watching.expect_build(true);
    let is_built = |text: &str| {
        watching.expect_build(true);
        assert_eq!(fs::read_to_string(machine.at("a.o")).unwrap(), text);
    };
    // A backup by renaming, then a new file.
    fs::rename(machine.at("a.cu"), machine.at("a.cu~")).unwrap();
    machine.write("a.cu", "int b;\n");
    is_built("int b;\n");
    // In several steps, at once.
    {
        use std::io::Write;
        let mut file = fs::File::create(machine.at("a.cu")).unwrap();
        for part in ["int ", "c", ";\n"] {
            file.write_all(part.as_bytes()).unwrap();
            file.sync_all().unwrap();
        }
    }
    is_built("int c;\n");
    // Half of it first, and the rest when the error has been reported: what was half is an error like any other.
    machine.write("a.cu", "int d error\n");
    watching.expect_build(false);
    machine.write("a.cu", "int d;\n");
    is_built("int d;\n");
    // Time goes back.
    machine.write("a.cu", "int e;\n");
    let old = std::time::SystemTime::now() - Duration::from_secs(3600);
    let file = fs::File::options()
        .append(true)
        .open(machine.at("a.cu"))
        .unwrap();
    file.set_modified(old).unwrap();
    is_built("int e;\n");
    // A link to another file.
    machine.write("other.cu", "int f;\n");
    fs::remove_file(machine.at("a.cu")).unwrap();
    std::os::unix::fs::symlink("other.cu", machine.at("a.cu")).unwrap();
    let mut event = watching.expect("building");
    // Between the two there may have been none.
    while watching.next()["ok"] != true {
        event = watching.expect("building");
    }
    assert_eq!(event["unit"], "a.cu");
    assert_eq!(fs::read_to_string(machine.at("a.o")).unwrap(), "int f;\n");
}

/// Longer than a save is waited for, and shorter than an error is.
const PAUSE: Duration = Duration::from_millis(100);

/// A script opens a file, which empties it, and finds out then what to write.
#[test]
fn a_file_that_is_empty_is_waited_for() {
    let machine = Machine::new();
    let watching = machine.watch(&UNIT);
    watching.expect_build(true);
    // Not everything that is read compiles without it.
    machine.write("a.cu", "needs head\n");
    watching.expect_build(true);
    fs::File::create(machine.at("head.h")).unwrap();
    std::thread::sleep(PAUSE);
    machine.write("head.h", "int h, i;\n");
    watching.expect_build(true);
    // So is one that is gone, as while another branch is checked out.
    fs::remove_file(machine.at("a.cu")).unwrap();
    std::thread::sleep(PAUSE);
    machine.write("a.cu", "int b;\n");
    watching.expect_build(true);
    assert!(watching.is_silent());
    // One that stays empty is built.
    fs::File::create(machine.at("a.cu")).unwrap();
    watching.expect_build(true);
    assert_eq!(fs::read_to_string(machine.at("a.o")).unwrap(), "");
}

/// The build of what was half there is over before the other half comes. It has failed, and nobody has to know.
#[test]
fn an_error_in_half_a_file_is_not_reported() {
    let machine = Machine::new();
    let watching = machine.watch(&UNIT);
    watching.expect_build(true);
    machine.write("a.cu", "int b error\n");
    std::thread::sleep(PAUSE);
    machine.write("a.cu", "int b;\n");
    watching.expect("building");
    watching.expect("stopped");
    watching.expect_build(true);
    assert!(watching.is_silent());
    // What has been reported is over: the next save begins anew.
    machine.write("a.cu", "int c error\n");
    watching.expect_build(false);
    machine.write("a.cu", "int c;\n");
    watching.expect_build(true);
}
