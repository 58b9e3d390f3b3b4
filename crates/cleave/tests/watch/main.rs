//! `cleave watch` with an nvcc that is a script: what is built again after a save, and what is said.

mod saves;

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Compiles a source by copying it, and takes its time if the source says so. It does not take one with `error` in it. It does not say what
/// it would run.
const NVCC: &str = r#"#!/bin/sh
for word; do
  [ "$word" = --dryrun ] && exit 1
  case "$before" in
    -o) object=$word ;;
    -MF) rules=$word ;;
  esac
  case "$word" in *.cu) source=$word ;; esac
  before=$word
done
[ -f "$source" ] || { echo "no $source" >&2; exit 1; }
grep -q slow "$source" && { printf half > "$object"; echo $$ > nvcc.pid; touch "$TMPDIR/tmpxft_1"; sleep 30; }
grep -q lasts "$source" && sleep 1
grep -q deaf "$source" && { trap '' TERM; echo $$ > nvcc.pid; sleep 30; sleep 30; }
grep -q needs "$source" && [ ! -s head.h ] && { echo "head.h(1): error: no" >&2; exit 2; }
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
        Watching::start(&mut self.command(args))
    }
}

/// A tool that reads the events may be gone. Then nobody would ever end the session.
#[test]
fn it_ends_when_nobody_reads_what_it_says() {
    let machine = Machine::new();
    let mut command = machine.command(&["--", "nvcc", "-c", "a.cu", "-o", "a.o"]);
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let is_built = |line: String| line.contains("\"built\"");
    assert!(lines.by_ref().map_while(Result::ok).any(is_built));
    drop(lines);
    machine.write("a.cu", "int b;\n");
    let begin = Instant::now();
    let ended = loop {
        match child.try_wait().unwrap() {
            Some(status) => break Some(status),
            None if begin.elapsed() > PATIENCE => break None,
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    let _ = child.kill();
    assert_eq!(ended.and_then(|status| status.code()), Some(1));
}

impl Watching {
    fn start(command: &mut Command) -> Watching {
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, events) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let event: Value = serde_json::from_str(&line).unwrap();
                // This nvcc does not say what it would run, so each unit is one.
                if event["event"] != "whole" && sender.send(event).is_err() {
                    return;
                }
            }
        });
        Watching { child, events }
    }

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

/// How often the threads of a process have gone to sleep.
fn sleeps(process: u32) -> u64 {
    let threads = fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let status = threads.map(|thread| fs::read_to_string(thread.unwrap().path().join("status")));
    let count = |status: String| -> Option<u64> {
        let line = (status.lines()).find(|line| line.starts_with("voluntary_ctxt_switches"))?;
        line.split_whitespace().last()?.parse().ok()
    };
    status.map(|status| count(status.unwrap()).unwrap()).sum()
}

/// Other builds read the same headers all the time.
#[test]
fn what_others_read_does_not_wake_it() {
    let machine = Machine::new();
    let watching = machine.watch(&UNIT);
    watching.expect_build(true);
    assert!(watching.is_silent());
    let before = sleeps(watching.child.id());
    for _ in 0..50 {
        fs::read(machine.at("head.h")).unwrap();
        fs::read_dir(machine.folder.path()).unwrap().count();
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(sleeps(watching.child.id()), before);
    // It is not deaf.
    machine.write("head.h", "int h, i;\n");
    watching.expect_build(true);
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

/// Waits until something holds.
fn becomes(what: &str, mut holds: impl FnMut() -> bool) {
    let begin = std::time::Instant::now();
    while !holds() {
        assert!(begin.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The files below a folder whose names begin so.
fn left(folder: &std::path::Path, prefix: &str) -> usize {
    let mut out = 0;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_one = entry.file_name().to_string_lossy().starts_with(prefix);
        out += usize::from(is_one) + left(&entry.path(), prefix);
    }
    out
}

#[test]
fn nothing_half_made_stays() {
    let machine = Machine::new();
    let temporary = machine.at("tmp");
    fs::create_dir(&temporary).unwrap();
    machine.write("a.cu", "slow\n");
    let mut command = machine.command(&UNIT);
    let watching = Watching::start(command.env("TMPDIR", &temporary));
    watching.expect("building");
    becomes("half an object", || machine.at("a.o").exists());
    becomes("a temporary file", || left(&temporary, "tmpxft_") == 1);
    machine.write("a.cu", "int a;\n");
    watching.expect("stopped");
    watching.expect_build(true);
    assert_eq!(fs::read_to_string(machine.at("a.o")).unwrap(), "int a;\n");
    assert_eq!(left(&temporary, "tmpxft_"), 0);
    // And so after Ctrl-C: the half object is gone, and so is all that watching needed.
    machine.write("a.cu", "slow again\n");
    watching.expect("building");
    becomes("half an object", || {
        fs::read_to_string(machine.at("a.o")).is_ok_and(|text| text == "half")
    });
    assert_eq!(watching.interrupt(), Some(130));
    assert!(!machine.at("a.o").exists());
    assert_eq!(left(&temporary, ""), 0);
    assert!(is_gone(&machine.at("nvcc.pid")));
}

/// Whether the process of a number in a file is over.
fn is_gone(file: &std::path::Path) -> bool {
    let number = fs::read_to_string(file).unwrap();
    let state = fs::read_to_string(format!("/proc/{}/stat", number.trim()));
    state.map_or(true, |state| state.contains(") Z "))
}

#[test]
fn a_build_that_does_not_listen_is_killed() {
    let machine = Machine::new();
    machine.write("a.cu", "deaf\n");
    let watching = machine.watch(&UNIT);
    watching.expect("building");
    becomes("it runs", || machine.at("nvcc.pid").exists());
    machine.write("a.cu", "int a;\n");
    watching.expect("stopped");
    watching.expect_build(true);
    assert!(is_gone(&machine.at("nvcc.pid")));
}

#[test]
fn a_folder_may_go_and_come_back() {
    let machine = Machine::new();
    fs::create_dir_all(machine.at("lib/deep")).unwrap();
    machine.write("lib/deep/b.cu", "int b;\n");
    let watching = machine.watch(&["--", "nvcc", "-c", "lib/deep/b.cu", "-o", "b.o"]);
    watching.expect_build(true);
    fs::rename(machine.at("lib"), machine.at("away")).unwrap();
    watching.expect_build(false);
    // As another branch is checked out.
    fs::create_dir(machine.at("lib")).unwrap();
    std::thread::sleep(SILENCE);
    fs::create_dir(machine.at("lib/deep")).unwrap();
    machine.write("lib/deep/b.cu", "int c;\n");
    watching.expect_build(true);
    assert_eq!(fs::read_to_string(machine.at("b.o")).unwrap(), "int c;\n");
    machine.write("lib/deep/b.cu", "int d;\n");
    watching.expect_build(true);
    // What lies in the old folder is nobody's.
    machine.write("away/deep/b.cu", "int e;\n");
    assert!(watching.is_silent());
}

#[test]
fn a_toolkit_may_vanish_and_come_back() {
    let machine = Machine::new();
    let watching = machine.watch(&UNIT);
    watching.expect_build(true);
    fs::rename(machine.at("cuda"), machine.at("gone")).unwrap();
    machine.write("a.cu", "int b;\n");
    watching.expect("building");
    watching.expect("failed");
    fs::rename(machine.at("gone"), machine.at("cuda")).unwrap();
    machine.write("a.cu", "int c;\n");
    watching.expect_build(true);
    // An update: another nvcc in its place.
    let changed = NVCC.replace("cp \"$source\"", "echo new; cp \"$source\"");
    machine.write("cuda/bin/nvcc", &changed);
    machine.write("a.cu", "int d;\n");
    watching.expect("building");
    assert_eq!(watching.expect("built")["said"], "new\n");
}

/// A terminal shows what is under way, and the lines that stay are whole. `script` of util-linux makes one.
#[test]
fn a_terminal_shows_what_is_under_way() {
    let machine = Machine::new();
    machine.write("a.cu", "lasts\n");
    let command = machine.command(&UNIT);
    let words = command.get_args().map(|w| w.to_string_lossy().into_owned());
    let words: Vec<String> = words.filter(|w| w != "--format" && w != "json").collect();
    let line = format!(
        "'{}' {} --once {}",
        env!("CARGO_BIN_EXE_cleave"),
        words[0],
        words[1..].join(" ")
    );
    let said = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(machine.folder.path())
        .env("XDG_CACHE_HOME", machine.at("cache"))
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output();
    let Ok(said) = said else {
        return;
    };
    let said = String::from_utf8(said.stdout).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert!(
        lines.iter().any(|l| l.ends_with("a.cu: building")),
        "{said:?}"
    );
    assert!(said.contains("a.cu: built in "), "{said:?}");
    // The line of what is under way, with its time.
    assert!(
        said.contains(" a.cu 0s") || said.contains(" a.cu 1s"),
        "{said:?}"
    );
}

/// What the system says of a process: memory that it has written, in KiB (pages of the program come as they are run), and ticks of the
/// processor.
fn usage(process: u32) -> (u64, u64) {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|l| l.starts_with("RssAnon:")).unwrap();
    let memory = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = stat
        .rsplit_once(')')
        .unwrap()
        .1
        .split_whitespace()
        .collect();
    let ticks = |at: usize| fields[at].parse::<u64>().unwrap();
    (memory, ticks(11) + ticks(12))
}

/// Saves so often, and compares the memory after some saves with that after all of them.
fn memory_is_flat(saves: usize) {
    let machine = Machine::new();
    let watching = machine.watch(&UNIT);
    watching.expect_build(true);
    let process = watching.child.id();
    let mut early = 0;
    for save in 0..saves {
        machine.write("a.cu", &format!("int a{save};\n"));
        watching.expect_build(true);
        if save == saves / 4 {
            early = usage(process).0;
        }
    }
    let late = usage(process).0;
    // The allocator keeps some of what is freed.
    assert!(late < early + 4096, "{early} and then {late} KiB");
    let count = |folder: &str| {
        fs::read_dir(format!("/proc/{process}/{folder}"))
            .unwrap()
            .count()
    };
    assert!(count("fd") < 40 && count("task") < 8);
}

#[test]
fn memory_is_flat_over_many_saves() {
    memory_is_flat(120);
}

#[test]
#[ignore = "takes minutes"]
fn memory_is_flat_over_a_thousand_saves() {
    memory_is_flat(1000);
}

#[test]
fn waiting_costs_nothing() {
    let machine = Machine::new();
    let watching = machine.watch(&UNIT);
    watching.expect_build(true);
    let before = usage(watching.child.id()).1;
    assert!(watching.is_silent() && watching.is_silent());
    assert!(usage(watching.child.id()).1 <= before + 1);
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
