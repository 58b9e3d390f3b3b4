//! What happens when a run does not end well and there is a toolkit's cudafe++ to ask. The toolkit is made up: its
//! cudafe++ is a script that writes down what it gets.
#![cfg(target_os = "linux")]

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::common::{CLEAVE, files, stderr};

const GOOD: &str = "# 1 \"x.cu\"\nint a;\n";
const BAD: &str = "# 1 \"x.cu\"\nint a = none;\n";
/// What Cleave says of it.
const OURS: &str = "identifier \"none\" is undefined";
/// An unsigned comparison that is always true: a warning.
const WARNED: &str = "# 1 \"x.cu\"\nint f(unsigned u) { return u >= 0; }\n";

/// Writes its arguments down, says something, and ends as the file `ends` says.
const SCRIPT: &str = "\
#!/bin/sh
[ \"$1\" = --version ] && exit 1
echo \"$*\" >> \"$(dirname \"$0\")/../calls\"
echo 'theirs' >&2
. \"$(dirname \"$0\")/../ends\"
";

/// The folders of PATH that have no cudafe++: the machine's toolkit would be asked when the bench's is gone.
fn path_without_toolkits() -> OsString {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).filter(|folder| !folder.join("cudafe++").exists());
    env::join_paths(folders).expect("folders that came from PATH")
}

struct Bench {
    dir: tempfile::TempDir,
}

impl Bench {
    fn new(ends: &str) -> Bench {
        let bench = Bench {
            dir: tempfile::tempdir().expect("folder"),
        };
        fs::create_dir_all(bench.path("cuda/bin")).expect("folder");
        fs::create_dir(bench.path("work")).expect("folder");
        for (name, text) in [("nvcc", "#!/bin/sh\n"), ("cudafe++", SCRIPT)] {
            let program = bench.path("cuda/bin").join(name);
            fs::write(&program, text).expect("program");
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("mode");
        }
        fs::write(bench.path("cuda/bin/nvcc.profile"), "").expect("profile");
        fs::write(bench.path("cuda/ends"), ends).expect("ends");
        let out = bench
            .command(Path::new(CLEAVE))
            .args(["toolkit", "--cuda-path"])
            .arg(bench.path("cuda"))
            .arg("--dir")
            .arg(bench.path("shadow"))
            .output()
            .expect("cleave runs");
        assert!(out.status.success(), "{}", stderr(&out));
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.path("work"))
            .env("PATH", path_without_toolkits())
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env_remove("CLEAVE_SECOND_OPINION")
            .env_remove("CLEAVE_TIME_LIMIT")
            .env_remove("CLEAVE_MEMORY_LIMIT")
            .stdin(Stdio::null());
        command
    }

    /// The shadow's cudafe++ with an input and the options that every run needs.
    fn cudafe(&self, input: &str, options: &[&str]) -> Command {
        fs::write(self.path("work/x.ii"), input).expect("input");
        let mut command = self.command(&self.path("shadow/bin/cudafe++"));
        command.args(ARGS).args(options).arg("x.ii");
        command
    }

    fn run(&self, input: &str, options: &[&str]) -> Output {
        self.cudafe(input, options).output().expect("cleave runs")
    }

    /// The calls of the toolkit's cudafe++ so far.
    fn calls(&self) -> Vec<String> {
        let text = fs::read_to_string(self.path("cuda/calls")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// The names of the reports.
    fn reports(&self) -> Vec<String> {
        let folder = self.path("cache/cleave/reports");
        if folder.exists() {
            files(&folder)
        } else {
            Vec::new()
        }
    }

    /// A run after which the toolkit's verdict stands: it accepts, there is a report for this reason, and no file is
    /// left.
    #[track_caller]
    fn accepted(&self, out: &Output, reason: &str) {
        assert_eq!(out.status.code(), Some(0), "{out:?}");
        let text = stderr(out);
        let line = text.strip_prefix("theirs\n").expect("theirs comes first");
        let start =
            format!("cleave: the toolkit's cudafe++ accepts what Cleave did not ({reason})");
        assert!(line.starts_with(&start), "{text}");
        assert_eq!(line.lines().count(), 1, "{text}");
        let reports = self.reports();
        assert_eq!(reports.len(), 1);
        assert!(line.contains(&reports[0]), "{text}");
        assert_eq!(files(&self.path("work")), ["x.ii"]);
    }
}

const ARGS: [&str; 4] = ["--gen_c_file_name", "o", "--stub_file_name", "s"];

#[test]
fn the_toolkit_accepts_what_cleave_refuses() {
    let bench = Bench::new("exit 0");
    let out = bench.run(BAD, &["--cleave-depfile", "d", "-w"]);
    bench.accepted(&out, "input refused");
    assert_eq!(
        bench.calls(),
        ["--gen_c_file_name o --stub_file_name s -w x.ii"]
    );
    let report = bench.path("cache/cleave/reports").join(&bench.reports()[0]);
    assert_eq!(files(&report), ["cleave.txt", "input.ii", "report.txt"]);
    let read = |name: &str| fs::read_to_string(report.join(name)).expect("text");
    assert_eq!(read("input.ii"), BAD);
    assert!(read("cleave.txt").contains(OURS));
    let mode = fs::metadata(&report).expect("report").permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn the_toolkit_refuses_too() {
    let bench = Bench::new("exit 2");
    let out = bench.run(BAD, &[]);
    assert_eq!(out.status.code(), Some(2));
    assert_eq!(stderr(&out), "theirs\n");
    assert_eq!(out.stdout, b"");
    assert_eq!(bench.reports(), [""; 0]);
}

#[test]
fn an_option_that_cleave_does_not_know() {
    let bench = Bench::new("exit 0");
    let out = bench.run(GOOD, &["--no-such-option"]);
    bench.accepted(&out, "command line refused");
}

#[test]
fn what_cleave_accepts_stands() {
    let bench = Bench::new("exit 2");
    let out = bench.run(WARNED, &[]);
    assert_eq!(out.status.code(), Some(0));
    assert!(stderr(&out).contains("warning"), "{}", stderr(&out));
    assert_eq!(bench.calls(), [""; 0]);
    assert_eq!(files(&bench.path("work")), ["o", "x.ii"]);
    let version = bench.cudafe(GOOD, &["--version"]).output().expect("runs");
    assert_eq!(bench.calls(), [""; 0], "{version:?}");
}

#[test]
fn faults_of_cleave() {
    for (fault, reason) in [
        ("panic", "panic"),
        ("stack-overflow", "signal 11"),
        ("abort", "signal 6"),
        ("time", "time limit of 0.3 s"),
        ("memory", "memory limit of 300 MiB"),
    ] {
        let bench = Bench::new("exit 0");
        let option = format!("--cleave-fault={fault}");
        let mut command = bench.cudafe(GOOD, &[&option]);
        match fault {
            "time" => drop(command.env("CLEAVE_TIME_LIMIT", "0.3")),
            "memory" => drop(command.env("CLEAVE_MEMORY_LIMIT", "300")),
            _ => {}
        }
        let out = command.output().expect("cleave runs");
        bench.accepted(&out, reason);
        assert_eq!(
            bench.calls(),
            ["--gen_c_file_name o --stub_file_name s x.ii"],
            "{fault}"
        );
    }
}

#[test]
fn nesting_that_cleave_does_not_read() {
    let n = 20_000;
    let deep = format!("void f() {}{}\n", "{".repeat(n), "}".repeat(n));
    let bench = Bench::new("exit 0");
    let out = bench.run(&deep, &[]);
    bench.accepted(&out, "depth limit");
    // Without a verdict Cleave does what it can.
    let bench = Bench::new("kill -SEGV $$");
    let out = bench.run(&deep, &[]);
    assert_eq!(out.status.code(), Some(0), "{}", stderr(&out));
    assert_eq!(files(&bench.path("work")), ["o", "x.ii"]);
}

#[test]
fn cleave_stands_where_the_toolkit_has_no_verdict() {
    for ends in ["kill -SEGV $$", "rm \"$0\"; kill -KILL $$"] {
        let bench = Bench::new(ends);
        let ours = bench.run(BAD, &["--cleave-second-opinion=off"]);
        assert!(stderr(&ours).contains(OURS));
        for _ in 0..2 {
            let out = bench.run(BAD, &[]);
            assert_eq!(out.status.code(), Some(2));
            let text = stderr(&out);
            let text = text.strip_prefix("theirs\n").unwrap_or(&text);
            assert_eq!(text, stderr(&ours));
        }
        assert_eq!(bench.reports(), [""; 0]);
        let out = bench.run(GOOD, &["--cleave-fault=panic"]);
        assert_eq!(out.status.code(), Some(101));
        assert!(stderr(&out).contains("a fault was asked for"));
    }
}

#[test]
fn it_can_be_turned_off() {
    let bench = Bench::new("exit 0");
    let off = bench.run(BAD, &["--cleave-second-opinion=off"]);
    let variable = bench
        .cudafe(BAD, &[])
        .env("CLEAVE_SECOND_OPINION", "off")
        .output()
        .expect("cleave runs");
    for out in [off, variable] {
        assert_eq!(out.status.code(), Some(2));
        assert!(stderr(&out).contains(OURS));
    }
    assert_eq!(bench.calls(), [""; 0]);
}

#[test]
fn outside_of_a_shadow_nobody_is_asked() {
    let bench = Bench::new("exit 0");
    symlink(CLEAVE, bench.path("cudafe++")).expect("link");
    let run = |program: &Path, more: &[&str]| {
        bench
            .command(program)
            .args(more)
            .args(ARGS)
            .arg("x.ii")
            .env("CUDA_PATH", bench.path("cuda"))
            .output()
            .expect("cleave runs")
    };
    fs::write(bench.path("work/x.ii"), BAD).expect("input");
    for out in [
        run(Path::new(CLEAVE), &["cudafe++"]),
        run(&bench.path("cudafe++"), &[]),
    ] {
        assert_eq!(out.status.code(), Some(2));
        assert!(stderr(&out).contains(OURS));
    }
    assert_eq!(bench.calls(), [""; 0]);
    // Unless it is asked for.
    let out = run(
        Path::new(CLEAVE),
        &["cudafe++", "--cleave-second-opinion=on"],
    );
    bench.accepted(&out, "input refused");
    let program = format!(
        "--cleave-second-opinion={}",
        bench.path("cuda/bin/cudafe++").display()
    );
    let out = run(Path::new(CLEAVE), &["cudafe++", &program]);
    bench.accepted(&out, "input refused");
    // Also in a process that starts itself anew.
    let out = run(
        Path::new(CLEAVE),
        &["cudafe++", &program, "--cleave-fault=panic"],
    );
    assert_eq!(out.status.code(), Some(0));
}

#[test]
fn a_shadow_is_known_however_its_program_is_started() {
    let bench = Bench::new("exit 0");
    fs::write(bench.path("work/x.ii"), BAD).expect("input");
    symlink(bench.path("shadow/bin/cudafe++"), bench.path("front")).expect("link");
    symlink("front", bench.path("cudafe++")).expect("link");
    let line = format!("cudafe++ {} x.ii", ARGS.join(" "));
    let shell = |path: &str| {
        bench
            .command(Path::new("/bin/sh"))
            .args(["-c", &line])
            .env("PATH", format!("{path}:/usr/bin:/bin"))
            .output()
            .expect("the shell runs")
    };
    // As nvcc does it; by a relative path; by a link to a link elsewhere.
    let shadow = bench.path("shadow/bin");
    for path in [
        shadow.to_str().expect("text"),
        "../shadow/bin",
        bench.dir.path().to_str().expect("text"),
    ] {
        let out = shell(path);
        bench.accepted(&out, "input refused");
    }
    assert_eq!(bench.calls().len(), 3);
}

#[test]
fn standard_input_is_given_back() {
    for fault in ["", "--cleave-fault=abort", "--cleave-fault=panic"] {
        let bench = Bench::new("cat > got; exit 0");
        let text = if fault.is_empty() { BAD } else { GOOD };
        let mut command = bench.command(&bench.path("shadow/bin/cudafe++"));
        command.args(ARGS);
        if !fault.is_empty() {
            command.arg(fault);
        }
        let mut child = command
            .arg("-")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("cleave runs");
        let mut input = child.stdin.take().expect("input");
        input.write_all(text.as_bytes()).expect("written");
        drop(input);
        let out = child.wait_with_output().expect("it ends");
        assert_eq!(out.status.code(), Some(0), "{out:?}");
        assert_eq!(out.stdout, b"", "{fault}");
        let got = fs::read_to_string(bench.path("work/got"));
        assert_eq!(got.expect("what was read"), text, "{fault}");
    }
}
