//! Runs nvcc through a shadow: a made-up nvcc always, the real one where a toolkit is found by the
//! ordinary rules (CUDA_PATH and so on).
//!
//! This executable plays three parts. Started by the name of a program or a host compiler it becomes the real one, and
//! `cudafe++` writes down its arguments before; with `ROLE` set it is `cleave`; otherwise it runs the tests.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use clap::{Parser, Subcommand};
use cleave_toolkit::original::{Program, host_compiler, is_host_compiler, of_this_process};
use cleave_toolkit::{ProcessEnv, Toolkit, cli, find};
use libtest_mimic::{Arguments, Failed, Trial};
use tempfile::TempDir;

/// Set for the part of `cleave`.
const ROLE: &str = "CLEAVE_TEST_ROLE";
/// For the part of `cudafe++`: the file to write its arguments to, and the real one.
const LOG: &str = "CLEAVE_TEST_LOG";
const REAL: &str = "CLEAVE_TEST_CUDAFE";

fn main() -> ExitCode {
    let name = std::env::args_os().next().map(PathBuf::from);
    let is_named = |program: &Program| name.as_ref().is_some_and(|n| n.ends_with(program.name()));
    match Program::ALL.iter().find(|program| is_named(program)) {
        Some(Program::Cudafe) => return as_cudafe(),
        Some(program) => return become_real(of_this_process(*program, &ProcessEnv)),
        None => {}
    }
    let name = name.as_ref().and_then(|n| n.file_name()?.to_str());
    if let Some(name) = name.filter(|name| is_host_compiler(name)) {
        return become_real(host_compiler(name, &ProcessEnv).flatten());
    }
    if std::env::var_os(ROLE).is_some() {
        return as_cleave();
    }
    run_tests()
}

fn as_cudafe() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    if let Some(log) = std::env::var_os(LOG) {
        let line = format!("{}\n", args.join(" ".as_ref()).to_string_lossy());
        let mut log = fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(log)
            .unwrap();
        log.write_all(line.as_bytes()).unwrap();
    }
    let real = std::env::var_os(REAL).expect("the real cudafe++");
    let error = Command::new(&real).args(args).exec();
    panic!("{}: {error}", real.display());
}

fn become_real(real: Option<PathBuf>) -> ExitCode {
    let real = real.expect("the one that this process stands in for");
    let error = Command::new(&real).args(std::env::args_os().skip(1)).exec();
    panic!("{}: {error}", real.display());
}

#[derive(Parser)]
struct Cleave {
    #[command(subcommand)]
    command: Sub,
}

#[derive(Subcommand)]
enum Sub {
    Nvcc(cli::NvccArgs),
    Toolkit(cli::ToolkitArgs),
}

fn as_cleave() -> ExitCode {
    let status = match Cleave::parse().command {
        Sub::Nvcc(args) => match cli::nvcc(&args, "0.0.1") {
            Ok(mut command) => cli::become_command(&mut command),
            Err(status) => status,
        },
        Sub::Toolkit(args) => cli::toolkit(&args, "0.0.1"),
    };
    ExitCode::from(u8::try_from(status).unwrap_or(u8::MAX))
}

/// A folder to work in, with a cache folder of its own (whose path has a space in it) and a toolkit.
struct Bench {
    dir: TempDir,
    cache: PathBuf,
    toolkit: PathBuf,
}

impl Bench {
    fn new(toolkit: &Path) -> Bench {
        let dir = TempDir::new().unwrap();
        Bench {
            cache: dir.path().join("the cache"),
            toolkit: toolkit.to_path_buf(),
            dir,
        }
    }

    /// With a made-up toolkit whose nvcc is a script.
    fn with_script(script: &str) -> Bench {
        let mut bench = Bench::new(Path::new(""));
        bench.toolkit = bench.dir.path().join("cuda");
        fs::create_dir_all(bench.toolkit.join("bin")).unwrap();
        let nvcc = bench.toolkit.join("bin/nvcc");
        fs::write(&nvcc, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&nvcc, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(bench.toolkit.join("bin/nvcc.profile"), "").unwrap();
        bench.release("13.0");
        bench
    }

    /// Makes the toolkit one of a release.
    fn release(&self, release: &str) {
        let json = format!("{{\"cuda\": {{\"version\": \"{release}\"}}}}");
        fs::write(self.toolkit.join("version.json"), json).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.dir.path())
            .env("XDG_CACHE_HOME", &self.cache)
            .env_remove("CLEAVE_SECOND_OPINION")
            .env("CUDA_PATH", &self.toolkit)
            .env(LOG, self.path("log"))
            .env(REAL, self.toolkit.join("bin/cudafe++"));
        command
    }

    fn cleave(&self, args: &[&str]) -> Command {
        let mut command = self.command(&std::env::current_exe().unwrap());
        command.env(ROLE, "cleave").args(args);
        command
    }

    fn cleave_nvcc(&self, args: &[&str]) -> Output {
        self.cleave(&["nvcc"]).args(args).output().unwrap()
    }

    fn nvcc(&self, args: &[&str]) -> Output {
        let nvcc = self.toolkit.join("bin/nvcc");
        self.command(&nvcc).args(args).output().unwrap()
    }

    /// The shadow, by `cleave toolkit`.
    fn shadow(&self) -> PathBuf {
        let output = self.cleave(&["toolkit"]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let line = String::from_utf8(output.stdout).unwrap();
        PathBuf::from(line.strip_suffix('\n').unwrap())
    }

    /// The calls of `cudafe++` since the last question.
    fn calls(&self) -> Vec<String> {
        let text = fs::read_to_string(self.path("log")).unwrap_or_default();
        let _ = fs::remove_file(self.path("log"));
        text.lines().map(str::to_owned).collect()
    }

    /// Runs nvcc both ways. All that it prints and its status must be the same.
    #[track_caller]
    fn both(&self, args: &[&str], status: i32) {
        let theirs = self.nvcc(args);
        let ours = self.cleave_nvcc(args);
        assert_eq!(ours, theirs);
        assert_eq!(ours.status.code(), Some(status), "{ours:?}");
    }
}

const KERNEL: &str = "\
__device__ int scale(int value);
__global__ void kernel(int *p) { *p = scale(*p); }
int main() { int *p = nullptr; kernel<<<1, 1>>>(p); return 0; }
";
const SCALE: &str = "__device__ int scale(int value) { return FACTOR * value; }\n";

// With a made-up nvcc.

fn arguments_reach_nvcc() {
    let bench = Bench::with_script(r#"printf '<%s>' "$@""#);
    let args = ["-DA=b c", "--cuda-path", "x", "", "--", "-h", "*"];
    let output = bench.cleave_nvcc(&args);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(printed, "<-DA=b c><--cuda-path><x><><--><-h><*>");
}

fn the_second_opinion_is_an_option_of_ours() {
    let bench = Bench::with_script("echo \"$CLEAVE_SECOND_OPINION: $*\"");
    for (own, printed) in [
        ("--cleave-second-opinion=off", "off: a.cu\n"),
        ("--cleave-second-opinion=on", "on: a.cu\n"),
    ] {
        let output = bench.cleave_nvcc(&[own, "a.cu"]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), printed);
    }
    // Behind the first argument of nvcc it is nvcc's.
    let output = bench.cleave_nvcc(&["a.cu", "--cleave-second-opinion=off"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed, ": a.cu --cleave-second-opinion=off\n");
}

/// Debian 12 has such a toolkit, Ubuntu 24.04 has one that is taken.
fn old_toolkits() {
    let bench = Bench::with_script("echo ran");
    bench.release("11.8");
    let output = bench.cleave_nvcc(&["a.cu"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert!(
        said.starts_with("cleave: error: CUDA 11.8 is too old: Cleave supports CUDA 12.4 to 13.5"),
        "{said}"
    );
    bench.release("12.0");
    let [first, second] = [(); 2].map(|()| bench.cleave_nvcc(&["a.cu"]));
    assert_eq!(String::from_utf8(first.stdout).unwrap(), "ran\n");
    assert_eq!(
        String::from_utf8(first.stderr).unwrap(),
        "cleave: warning: CUDA 12.0 is treated as 12.4, the oldest release that Cleave was compared with\n"
    );
    assert!(second.stderr.is_empty());
}

fn statuses_pass() {
    for status in [0, 1, 2, 37] {
        let bench = Bench::with_script(&format!("exit {status}"));
        assert_eq!(bench.cleave_nvcc(&["a.cu"]).status.code(), Some(status));
    }
}

/// The process itself becomes nvcc: it has the same id, and a signal to it reaches nvcc.
fn signals_pass() {
    let bench = Bench::with_script("echo $$; exec sleep 60");
    let mut child = bench
        .cleave(&["nvcc", "a.cu"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let output = child.stdout.take().unwrap();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut line).unwrap();
    assert_eq!(line.trim(), child.id().to_string());
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(9));
}

fn toolkit_prints_one_line() {
    let bench = Bench::with_script("exit 0");
    let shadow = bench.shadow();
    assert!(shadow.starts_with(bench.cache.canonicalize().unwrap()));
    assert_eq!(bench.shadow(), shadow);
    let exe = std::env::current_exe().unwrap();
    let cudafe = fs::canonicalize(shadow.join("bin/cudafe++")).unwrap();
    assert_eq!(cudafe, exe.canonicalize().unwrap());

    let here = bench
        .cleave(&["toolkit", "--dir", "here/cuda"])
        .output()
        .unwrap();
    let here = String::from_utf8(here.stdout).unwrap();
    let expected = bench.dir.path().canonicalize().unwrap().join("here/cuda");
    assert_eq!(Path::new(here.trim_end()), expected);
    assert!(expected.join("bin/nvcc").is_file());

    // Asked with the shadow as the toolkit, it is the real one that is meant.
    let real = bench
        .cleave(&["toolkit", "--print-cuda-path", "--cuda-path"])
        .arg(&shadow)
        .output()
        .unwrap();
    let real = String::from_utf8(real.stdout).unwrap();
    assert_eq!(
        Path::new(real.trim_end()),
        bench.toolkit.canonicalize().unwrap()
    );
}

fn no_toolkit_is_an_error() {
    let bench = Bench::with_script("exit 0");
    for command in ["nvcc", "toolkit"] {
        let output = bench
            .cleave(&[command, "--cuda-path", "gone"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(output.stdout, b"");
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            "cleave: error: --cuda-path names gone, which is no CUDA toolkit: no such folder\n"
        );
    }
}

/// Where only nvcc tells its release it is asked for a shadow, and not for each build.
fn the_release_is_asked_for_once() {
    let bench = Bench::with_script("echo \"$*\" >> asked; echo release 13.0, V13.0.88");
    fs::remove_file(bench.toolkit.join("version.json")).unwrap();
    for _ in 0..2 {
        let output = bench.cleave_nvcc(&["-c", "a.cu"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let asked = fs::read_to_string(bench.path("asked")).unwrap();
    assert_eq!(asked, "--version\n-c a.cu\n-c a.cu\n");
}

/// A script called nvcc on PATH that runs `cleave nvcc` ends in the real nvcc, not in itself.
fn a_script_that_runs_cleave_does_not_run_forever() {
    let bench = Bench::with_script("echo '#$ _HERE_='\"$(dirname \"$0\")\"; echo \"ran $*\"");
    let scripts = bench.path("scripts");
    fs::create_dir(&scripts).unwrap();
    let script = scripts.join("nvcc");
    let exe = std::env::current_exe().unwrap();
    let text = format!("#!/bin/sh\nexec '{}' nvcc \"$@\"\n", exe.display());
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let path = [
        scripts,
        bench.toolkit.join("bin"),
        "/usr/bin".into(),
        "/bin".into(),
    ];
    let output = bench
        .cleave(&["nvcc", "a.cu"])
        .env("PATH", std::env::join_paths(path).unwrap())
        .env_remove("CUDA_PATH")
        .env_remove("CUDA_HOME")
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.ends_with("\nran a.cu\n"), "{output:?}");
}

// With the real one.

fn compiles(toolkit: &Path) {
    let bench = Bench::new(toolkit);
    bench.write(
        "a.cu",
        "__global__ void k(int *p) { *p = 1; }\nint unused() { static int x; }\n",
    );
    bench.both(&["-arch=sm_80", "-c", "a.cu", "-o", "a.o"], 0);
    let [call] = &bench.calls()[..] else {
        panic!("not one call");
    };
    assert!(call.contains("--orig_src_file_name a.cu"), "{call}");
    assert!(bench.path("a.o").is_file());
}

fn links_separate_compilation(toolkit: &Path) {
    let bench = Bench::new(toolkit);
    bench.write("kernel.cu", KERNEL);
    bench.write("scale.cu", SCALE);
    let args = ["-arch=sm_80", "-dc", "-DFACTOR=2", "kernel.cu", "scale.cu"];
    bench.both(&args, 0);
    let calls = bench.calls();
    assert_eq!(calls.len(), 2, "{calls:?}");
    for cudart in ["static", "shared"] {
        let output = bench.cleave_nvcc(&[
            "-arch=sm_80",
            "-cudart",
            cudart,
            "kernel.o",
            "scale.o",
            "-o",
            cudart,
        ]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(bench.path(cudart).is_file());
    }
}

fn makes_ptx(toolkit: &Path) {
    let bench = Bench::new(toolkit);
    bench.write("scale.cu", SCALE);
    let args = ["-arch=sm_80", "-rdc=true", "-ptx", "scale.cu", "-DFACTOR=3"];
    bench.both(&args, 0);
    let ptx = fs::read_to_string(bench.path("scale.ptx")).unwrap();
    assert!(ptx.contains("_Z5scalei"), "{ptx}");
}

fn dry_run_names_the_shadow(toolkit: &Path) {
    let bench = Bench::new(toolkit);
    bench.write("a.cu", "");
    let output = bench.cleave_nvcc(&["--dryrun", "-c", "a.cu"]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stderr).unwrap();
    let bin = bench.shadow().join("bin");
    assert!(text.contains(&format!("#$ _HERE_={}\n", bin.display())));
    assert!(text.contains("\n#$ CLEAVE=0.0.1\n"), "{text}");
    // The folders of our host compilers and of our cudafe++ are the first ones to be looked into.
    let path = text.lines().rfind(|line| line.starts_with("#$ PATH="));
    let first = format!("#$ PATH={0}/../host:{0}:", bin.display());
    assert!(path.unwrap().starts_with(&first), "{text}");
    assert_eq!(bench.calls(), [""; 0]);
}

fn keeps_intermediate_files(toolkit: &Path) {
    let bench = Bench::new(toolkit);
    bench.write("scale.cu", SCALE);
    let kept = |run: &dyn Fn(&[&str]) -> Output, dir: &str| {
        fs::create_dir(bench.path(dir)).unwrap();
        let args = [
            "-arch=sm_80",
            "-DFACTOR=1",
            "-dc",
            "scale.cu",
            "--keep",
            "--keep-dir",
            dir,
        ];
        assert_eq!(run(&args).status.code(), Some(0));
        let mut names: Vec<_> = fs::read_dir(bench.path(dir))
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        names
    };
    let theirs = kept(&|args| bench.nvcc(args), "theirs");
    let ours = kept(&|args| bench.cleave_nvcc(args), "ours");
    assert_eq!(ours, theirs);
    assert!(bench.path("ours/scale.cudafe1.cpp").is_file());
}

fn statuses_of_the_real_nvcc_pass(toolkit: &Path) {
    let bench = Bench::new(toolkit);
    bench.write("wrong.cu", "__global__ int k() { return 1; }\n");
    bench.both(&["--version"], 0);
    bench.both(&["--no-such-option"], 1);
    bench.both(&["-c", "gone.cu"], 1);
    bench.both(&["-c", "wrong.cu"], 2);
    assert_eq!(bench.calls().len(), 1);
}

fn variables_of_nvcc_count(toolkit: &Path) {
    let bench = Bench::new(toolkit);
    bench.write("scale.cu", SCALE);
    let output = bench
        .cleave(&["nvcc", "-c", "scale.cu"])
        .env("NVCC_PREPEND_FLAGS", "-DFACTOR=1")
        .env("NVCC_APPEND_FLAGS", "-lineinfo -ccbin g++")
        .env("CUDAFE_FLAGS", "--no_warnings")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let calls = bench.calls();
    assert!(calls[0].contains("--no_warnings"), "{calls:?}");
}

fn the_shadow_serves_by_itself(toolkit: &Path) {
    let bench = Bench::new(toolkit);
    bench.write("scale.cu", SCALE);
    let nvcc = bench.shadow().join("bin/nvcc");
    let output = bench
        .command(&nvcc)
        .args(["-DFACTOR=1", "-c", "scale.cu"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(bench.calls().len(), 1);
}

type WithToolkit = fn(&Path);

const WITHOUT_TOOLKIT: &[(&str, fn())] = &[
    ("arguments_reach_nvcc", arguments_reach_nvcc),
    (
        "the_second_opinion_is_an_option_of_ours",
        the_second_opinion_is_an_option_of_ours,
    ),
    ("old_toolkits", old_toolkits),
    ("statuses_pass", statuses_pass),
    ("signals_pass", signals_pass),
    ("toolkit_prints_one_line", toolkit_prints_one_line),
    ("no_toolkit_is_an_error", no_toolkit_is_an_error),
    (
        "the_release_is_asked_for_once",
        the_release_is_asked_for_once,
    ),
    (
        "a_script_that_runs_cleave_does_not_run_forever",
        a_script_that_runs_cleave_does_not_run_forever,
    ),
];

const WITH_TOOLKIT: &[(&str, WithToolkit)] = &[
    ("compiles", compiles),
    ("links_separate_compilation", links_separate_compilation),
    ("makes_ptx", makes_ptx),
    ("dry_run_names_the_shadow", dry_run_names_the_shadow),
    ("keeps_intermediate_files", keeps_intermediate_files),
    (
        "statuses_of_the_real_nvcc_pass",
        statuses_of_the_real_nvcc_pass,
    ),
    ("variables_of_nvcc_count", variables_of_nvcc_count),
    ("the_shadow_serves_by_itself", the_shadow_serves_by_itself),
];

/// The toolkit to test with, or why there is none.
fn usable_toolkit() -> Result<Toolkit, String> {
    let toolkit = find(None, &ProcessEnv).map_err(|error| error.to_string())?;
    if let Some(part) = toolkit.missing().first() {
        return Err(format!("{} lacks {}", toolkit.root().display(), part.what));
    }
    if !toolkit.root().join("bin/cudafe++").is_file() {
        return Err(format!("{} has no cudafe++", toolkit.root().display()));
    }
    match Command::new("g++").arg("--version").output() {
        Ok(output) if output.status.success() => Ok(toolkit),
        _ => Err("there is no g++".to_owned()),
    }
}

fn run_tests() -> ExitCode {
    let toolkit = usable_toolkit();
    if let Err(reason) = &toolkit {
        let line = format!("tests with a real nvcc are ignored: {reason}\n");
        std::io::stderr().write_all(line.as_bytes()).unwrap();
    }
    let root = toolkit
        .as_ref()
        .ok()
        .map(|toolkit| toolkit.root().to_path_buf());
    let made_up = WITHOUT_TOOLKIT
        .iter()
        .map(|&(name, test)| Trial::test(name, move || attempt(test)));
    let real = WITH_TOOLKIT.iter().map(|&(name, test)| {
        let root = root.clone();
        let ignored = root.is_none();
        Trial::test(name, move || {
            let root = root.ok_or("no toolkit")?;
            attempt(|| test(&root))
        })
        .with_ignored_flag(ignored)
    });
    libtest_mimic::run(&Arguments::from_args(), made_up.chain(real).collect()).exit_code()
}

/// Lets a failed assertion be one test's failure.
fn attempt(test: impl FnOnce()) -> Result<(), Failed> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(test))
        .map_err(|_| Failed::from("panicked, see above"))
}
