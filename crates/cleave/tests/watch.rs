//! `cleave watch` with an nvcc that is a script: what is built again after a save, and what is said.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// Compiles a source by copying it, and takes its time if the source says so. It does not take one with `error` in it.
const NVCC: &str = r#"#!/bin/sh
for word; do
  case "$before" in
    -o) object=$word ;;
    -MF) rules=$word ;;
  esac
  case "$word" in *.cu) source=$word ;; esac
  before=$word
done
[ -f "$source" ] || { echo "no $source" >&2; exit 1; }
grep -q slow "$source" && sleep 30
grep -q error "$source" && { echo "$source(1): error: no" >&2; exit 2; }
cp "$source" "$object"
printf '%s: %s \\\n  head.h\n' "$object" "$source" > "$rules"
"#;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long nothing has to happen.
const SILENCE: Duration = Duration::from_millis(600);

struct Machine {
    folder: TempDir,
}

struct Watching {
    child: Child,
    events: Receiver<Value>,
}

impl Machine {
    fn new() -> Machine {
        let folder = tempfile::tempdir().unwrap();
        let machine = Machine { folder };
        fs::create_dir_all(machine.at("cuda/bin")).unwrap();
        for (name, text) in [
            ("nvcc", NVCC),
            ("cudafe++", "#!/bin/sh\n"),
            ("ptxas", "#!/bin/sh\n"),
        ] {
            let path = machine.at("cuda/bin").join(name);
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        fs::write(machine.at("cuda/bin/nvcc.profile"), "TOP = $(_HERE_)/..\n").unwrap();
        fs::write(machine.at("head.h"), "int h;\n").unwrap();
        fs::write(machine.at("a.cu"), "int a;\n").unwrap();
        machine
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.at(name), text).unwrap();
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cleave"));
        command
            .args(["watch", "--format", "json", "--cuda-path"])
            .arg(self.at("cuda"))
            .args(args)
            .current_dir(self.folder.path())
            .env("XDG_CACHE_HOME", self.at("cache"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        command
    }

    fn watch(&self, args: &[&str]) -> Watching {
        let mut child = self.command(args).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, events) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if sender.send(serde_json::from_str(&line).unwrap()).is_err() {
                    return;
                }
            }
        });
        Watching { child, events }
    }
}

impl Watching {
    fn next(&self) -> Value {
        self.events
            .recv_timeout(PATIENCE)
            .expect("something happens")
    }

    /// The next event has this name.
    fn expect(&self, name: &str) -> Value {
        let event = self.next();
        assert_eq!(event["event"], name, "{event}");
        event
    }

    /// A build follows, with this outcome.
    fn expect_build(&self, ok: bool) -> Value {
        let building = self.expect("building");
        let built = self.expect("built");
        assert_eq!(built["ok"], ok, "{built}");
        building
    }

    fn is_silent(&self) -> bool {
        self.events.recv_timeout(SILENCE).is_err()
    }

    fn interrupt(mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-INT", &pid])
                .status()
                .unwrap()
                .success()
        );
        self.child.wait().unwrap().code()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // A test that fails leaves nobody behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const UNIT: [&str; 6] = ["--", "nvcc", "-c", "a.cu", "-o", "a.o"];

#[test]
fn a_save_builds_what_depends_on_it() {
    let machine = Machine::new();
    let watching = machine.watch(&UNIT);
    watching.expect_build(true);
    assert_eq!(fs::read_to_string(machine.at("a.o")).unwrap(), "int a;\n");
    // Touched and equal, and a file that nobody reads.
    machine.write("a.cu", "int a;\n");
    machine.write("other.h", "int o;\n");
    assert!(watching.is_silent());
    machine.write("a.cu", "int a, b;\n");
    let building = watching.expect_build(true);
    assert!(building["changed"][0].as_str().unwrap().ends_with("a.cu"));
    machine.write("head.h", "int h, i;\n");
    watching.expect_build(true);
    // An editor that writes another file and renames it.
    machine.write("a.tmp", "int a, b, c;\n");
    fs::rename(machine.at("a.tmp"), machine.at("a.cu")).unwrap();
    watching.expect_build(true);
    machine.write("a.cu", "error\n");
    watching.expect_build(false);
    machine.write("a.cu", "int a, b, c;\n");
    watching.expect_build(true);
    // Gone, and there again.
    fs::remove_file(machine.at("a.cu")).unwrap();
    watching.expect_build(false);
    machine.write("a.cu", "int d;\n");
    watching.expect_build(true);
    assert_eq!(watching.interrupt(), Some(130));
}

#[test]
fn a_newer_save_ends_a_build() {
    let machine = Machine::new();
    machine.write("a.cu", "slow\n");
    let watching = machine.watch(&UNIT);
    watching.expect("building");
    // nvcc has read the source by then.
    assert!(watching.is_silent());
    machine.write("a.cu", "quick\n");
    watching.expect("stopped");
    watching.expect_build(true);
    assert_eq!(fs::read_to_string(machine.at("a.o")).unwrap(), "quick\n");
    machine.write("a.cu", "slow again\n");
    watching.expect("building");
    assert_eq!(watching.interrupt(), Some(130));
}

#[test]
fn once_builds_and_ends() {
    let machine = Machine::new();
    let once = |more: &[&str]| {
        let args = [&["--once"][..], more, &UNIT].concat();
        let output = machine.command(&args).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), said.lines().count())
    };
    assert_eq!(once(&[]), (Some(0), 2));
    assert_eq!(once(&["--exec", "touch done"]), (Some(0), 3));
    assert!(machine.at("done").exists());
    machine.write("a.cu", "error\n");
    assert_eq!(once(&["--exec", "touch undone"]), (Some(1), 2));
    assert!(!machine.at("undone").exists());
}

#[test]
fn a_project_is_watched() {
    let machine = Machine::new();
    machine.write("b.cu", "int b;\n");
    let entry = |name: &str| {
        format!(
            r#"{{"directory": "{}", "file": "{name}.cu", "command": "nvcc -c {name}.cu -o {name}.o"}}"#,
            machine.folder.path().display()
        )
    };
    machine.write(
        "compile_commands.json",
        &format!("[{}, {}]", entry("a"), entry("b")),
    );
    let watching = machine.watch(&["-p", "."]);
    let mut built = 0;
    while built < 2 {
        built += usize::from(watching.next()["event"] == "built");
    }
    machine.write("b.cu", "int b, c;\n");
    assert_eq!(watching.expect_build(true)["unit"], "b.cu");
    machine.write("head.h", "int h, i, j;\n");
    built = 0;
    while built < 2 {
        built += usize::from(watching.next()["event"] == "built");
    }
}

#[test]
fn what_cannot_be_watched() {
    let machine = Machine::new();
    for args in [
        &["--once"][..],
        &["--once", "--", "gcc", "-c", "a.c"],
        &["--once", "--", "nvcc", "--version"],
        &["--once", "-p", "nowhere"],
    ] {
        let output = machine
            .command(args)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(
            String::from_utf8(output.stderr)
                .unwrap()
                .starts_with("cleave: error: ")
        );
    }
}
