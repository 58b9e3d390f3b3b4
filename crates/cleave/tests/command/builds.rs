//! Edits of a program, each built by the toolkit's nvcc with all stand-ins, by `cleave watch`, and by the same nvcc with nothing kept. The
//! objects must be the same. Needs a toolkit: `CUDA_PATH` names it.
#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

const SOURCE: &str = "#include <cstdio>
#include \"shape.h\"
#define TIMES 2
__constant__ int table[4] = {1, 2, 3, 4};

__device__ int helper(int x)
{
    int unused;
    return x * TIMES;
}

template <class T>
__global__ void scale(T *p)
{
    p[threadIdx.x] *= helper(3);
}

__global__ void add(int *p)
{
    p[threadIdx.x] += helper(table[1]);
}

__global__ void shape(Shape s, int *p)
{
    p[0] = helper(s.wide + s.high);
}

static int count(int n)
{
    int sum = 0;
    for (int i = 0; i < n; ++i)
        sum += i;
    return sum;
}

int main()
{
    int *p = nullptr;
    scale<int><<<1, 32>>>(p);
    add<<<1, 32>>>(p);
    shape<<<1, 1>>>(Shape{1, 2}, p);
    std::printf(\"%d\\n\", count(10));
    return 0;
}
";

const HEADER: &str = "struct Shape\n{\n    int wide;\n    int high;\n};\n";

/// A kind of edit.
struct Edit {
    name: &'static str,
    /// What stands in the source, or in the header, and what comes in its place.
    from: &'static str,
    to: &'static str,
    /// An option of nvcc's.
    option: Option<&'static str>,
    /// Whether the tools have nothing to do: cicc, and the host compiler.
    reused: [bool; 2],
}

const fn edit(name: &'static str, from: &'static str, to: &'static str, reused: [bool; 2]) -> Edit {
    Edit {
        name,
        from,
        to,
        option: None,
        reused,
    }
}

#[rustfmt::skip] // one row per line
const EDITS: &[Edit] = &[
    edit("touched", "", "", [true, true]),
    edit("comment", "return sum;", "return sum; // the sum", [true, true]),
    edit("blank lines", "static int count", "\n\nstatic int count", [true, true]),
    edit("host body", "sum += i;", "sum += 2 * i;", [true, false]),
    edit("new host function", "int main()", "int more() { return 1; }\nint main()", [true, false]),
    edit("launch configuration", "add<<<1, 32>>>", "add<<<2, 64>>>", [true, false]),
    edit("template argument of a launch", "scale<int><<<1, 32>>>(p)", "scale<long><<<1, 32>>>((long *)p)", [false, false]),
    edit("kernel body", "p[0] = helper", "p[1] = helper", [false, false]),
    edit("helper of three kernels", "x * TIMES", "x - TIMES", [false, false]),
    edit("constant", "{1, 2, 3, 4}", "{1, 2, 3, 5}", [false, false]),
    edit("macro", "TIMES 2", "TIMES 5", [false, false]),
    edit("struct in a header", "int high;", "short high;", [false, false]),
    Edit { option: Some("-Xcompiler=-funroll-loops"), ..edit("option of the host compiler", "", "", [true, false]) },
    Edit { option: Some("-Xptxas=-O2"), ..edit("option of ptxas", "", "", [true, false]) },
    Edit { option: Some("-fmad=false"), ..edit("option of cicc", "", "", [false, false]) },
];

/// The edits that are also built kernel by kernel, where it must not matter what is kept. It takes time.
const IN_PARTS: [&str; 4] = [
    "kernel body",
    "helper of three kernels",
    "struct in a header",
    "option of ptxas",
];

struct Project {
    folder: TempDir,
    toolkit: OsString,
}

impl Project {
    /// None where `CUDA_PATH` names no toolkit.
    fn new() -> Option<Project> {
        let Some(toolkit) = std::env::var_os("CUDA_PATH").filter(|path| !path.is_empty()) else {
            eprintln!("skipped: CUDA_PATH names no toolkit");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        Some(Project { folder, toolkit })
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Builds with what is kept in a folder, and gives what came of it and what became of the tools.
    fn build(&self, mode: &str, cache: &str, option: Option<&str>) -> (Made, Vec<(String, bool)>) {
        let _ = fs::remove_file(self.at("a.o"));
        let _ = fs::remove_file(self.at("report"));
        let output = Command::new(env!("CARGO_BIN_EXE_cleave"))
            .args(["nvcc", "--cleave-report", "report", "-arch=sm_80"])
            .args(option)
            .args(["-c", "a.cu", "-o", "a.o"])
            .current_dir(self.folder.path())
            .env("CUDA_PATH", &self.toolkit)
            .env("XDG_CACHE_HOME", self.at(cache))
            .env("CLEAVE_DEVICE", mode)
            .env("CLEAVE_PCH", "now")
            .env_remove("CLEAVE_CACHE")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        crate::common::wait_for_headers(&self.at(cache));
        let report = fs::read(self.at("report")).unwrap();
        let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
        let steps = report["steps"].as_array().unwrap();
        let tools = steps.iter().filter(|step| step["step"] != "text");
        let tools = tools.map(|step| (step["tool"].to_string(), step["outcome"] == "reused"));
        let object = without_runs(fs::read(self.at("a.o")).unwrap());
        (Made { object, said }, tools.collect())
    }

    /// Writes the sources, and says whether they are others now.
    fn write(&self, edit: Option<&Edit>) -> bool {
        let (mut source, mut header) = (SOURCE.to_owned(), HEADER.to_owned());
        if let Some(edit) = edit.filter(|edit| !edit.from.is_empty()) {
            assert_eq!(
                source.matches(edit.from).count() + header.matches(edit.from).count(),
                1
            );
            source = source.replace(edit.from, edit.to);
            header = header.replace(edit.from, edit.to);
        }
        let mut is_changed = false;
        for (name, text) in [("a.cu", source), ("shape.h", header)] {
            is_changed |= fs::read_to_string(self.at(name)).ok().as_ref() != Some(&text);
            fs::write(self.at(name), text).unwrap();
        }
        is_changed
    }
}

/// What a build leaves and says.
#[derive(PartialEq)]
struct Made {
    object: Vec<u8>,
    said: String,
}

/// `cleave watch` beside, which builds by steps.
struct Watch {
    child: Child,
    events: Receiver<Value>,
    object: PathBuf,
    /// What was said last.
    said: String,
    /// How many objects came from a compiler that had read its headers before.
    ahead: usize,
}

/// Why a compiler had less to do.
const AHEAD: &str = "on precompiled headers that the compiler had read before";

/// How long a build may take.
const PATIENCE: Duration = Duration::from_secs(120);

impl Watch {
    fn new(project: &Project, mode: &str, option: Option<&str>) -> Watch {
        let object = project.at(&format!("watched-{mode}.o"));
        let rules = object.with_extension("d");
        let rules = rules.to_string_lossy();
        let options = option.into_iter().chain(["-MD", "-MF", &rules, "-c"]);
        Watch::with(project, mode, options, object.clone())
    }

    /// With all options but the one for the output, which is `object`. It is there when a build by steps is ready.
    fn with<'a>(
        project: &Project,
        mode: &str,
        options: impl IntoIterator<Item = &'a str>,
        object: PathBuf,
    ) -> Watch {
        let mut watch = Watch::started(project, mode, options, object);
        let built = watch.wait("built");
        built["said"]
            .as_str()
            .unwrap_or_default()
            .clone_into(&mut watch.said);
        watch.wait("warm");
        watch
    }

    /// The same before anything was built.
    fn started<'a>(
        project: &Project,
        mode: &str,
        options: impl IntoIterator<Item = &'a str>,
        object: PathBuf,
    ) -> Watch {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cleave"))
            .args(["watch", "--format", "json", "--cleave-device", mode])
            .args(["--", "nvcc", "-arch=sm_80"])
            .args(options)
            .args(["a.cu", "-o"])
            .arg(&object)
            .current_dir(project.folder.path())
            .env("CUDA_PATH", &project.toolkit)
            .env("XDG_CACHE_HOME", project.at(&format!("watch {mode}")))
            .env_remove("CLEAVE_CACHE")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, events) = channel();
        std::thread::spawn(move || {
            let events = lines.map_while(Result::ok);
            let mut events = events.map(|line| serde_json::from_str(&line).unwrap());
            events.all(|event| sender.send(event).is_ok())
        });
        Watch {
            child,
            events,
            object,
            said: String::new(),
            ahead: 0,
        }
    }

    fn wait(&self, name: &str) -> Value {
        loop {
            let event = self.events.recv_timeout(PATIENCE).expect("an event");
            if event["event"] == name {
                return event;
            }
        }
    }

    /// What came of the sources as they are now.
    fn made(&mut self, is_changed: bool) -> Made {
        if is_changed {
            let built = self.wait("built");
            built["said"]
                .as_str()
                .unwrap_or_default()
                .clone_into(&mut self.said);
            assert_eq!(built["ok"], true, "{built}");
            let mut steps = built["account"]["steps"].as_array().unwrap().iter();
            let ahead = |step: &&Value| step["why"] == AHEAD;
            self.ahead += steps.clone().filter(ahead).count();
            // Under nvcc nobody says this of it.
            let is_known = steps.any(|step| step["tool"] == "cudafe++");
            assert!(is_known, "it is not built by steps: {built}");
        }
        let object = without_runs(fs::read(&self.object).unwrap());
        let said = self.said.clone();
        Made { object, said }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An object names its source, and nvcc numbers that by its process.
fn without_runs(mut object: Vec<u8>) -> Vec<u8> {
    let name = b"tmpxft_";
    for at in 0..object.len().saturating_sub(name.len() + 8) {
        if object[at..].starts_with(name) {
            object[at + name.len()..at + name.len() + 8].fill(b'0');
        }
    }
    object
}

/// A compiler that is named by its path is the one that runs, whatever its name leads to elsewhere.
#[test]
fn a_compiler_that_is_named_by_its_path_runs() {
    let Some(project) = Project::new() else {
        return;
    };
    let compiler = project.at("g++");
    fs::write(&compiler, "#!/bin/sh\nexec /usr/bin/g++ -DEXTRA=7 \"$@\"\n").unwrap();
    fs::set_permissions(&compiler, Permissions::from_mode(0o755)).unwrap();
    fs::write(project.at("shape.h"), HEADER).unwrap();
    let write = |times: u32| {
        let text = SOURCE.replace("count(10)", &format!("count(EXTRA * {times})"));
        fs::write(project.at("a.cu"), text).unwrap();
    };
    write(1);
    let ccbin = format!("-ccbin={}", compiler.display());
    let mut watch = Watch::new(&project, "exact", Some(&ccbin));
    write(2);
    assert!(watch.made(true) == project.build("off", "clean", Some(&ccbin)).0);
}

/// A header that is written while a build reads it may have been empty for a moment, even if it is the same afterwards.
#[test]
fn what_is_written_while_a_build_runs_is_read_again() {
    let Some(project) = Project::new() else {
        return;
    };
    let compiler = project.at("g++");
    let script = "#!/bin/sh
if mv once gone 2>/dev/null; then
    cp gone shape.h
    sleep 0.3
fi
exec /usr/bin/g++ \"$@\"
";
    fs::write(&compiler, script).unwrap();
    fs::set_permissions(&compiler, Permissions::from_mode(0o755)).unwrap();
    project.write(None);
    let ccbin = format!("-ccbin={}", compiler.display());
    let mut watch = Watch::new(&project, "exact", Some(&ccbin));
    fs::write(project.at("once"), HEADER).unwrap();
    let text = SOURCE.replace("count(10)", "count(20)");
    fs::write(project.at("a.cu"), text).unwrap();
    watch.wait("stopped");
    let made = watch.made(true);
    assert!(project.at("gone").exists());
    assert!(made == project.build("off", "clean", Some(&ccbin)).0);
}

/// A text that the compiler has preprocessed itself is read by the engine as well.
#[test]
fn device_code_is_used_again_whoever_preprocesses() {
    let Some(project) = Project::new() else {
        return;
    };
    fs::write(project.at("shape.h"), HEADER).unwrap();
    // What time it is the compiler says.
    let write = |times: u32| {
        let text = SOURCE.replace("count(10)", &format!("{times} + int(__TIME__[0])"));
        fs::write(project.at("a.cu"), text).unwrap();
    };
    write(1);
    let watch = Watch::new(&project, "exact", None);
    write(2);
    let built = watch.wait("built");
    let mut steps = built["account"]["steps"].as_array().unwrap().iter();
    let made = |step: &&Value| step["why"] == "Cleave preprocesses";
    assert!(!steps.clone().any(|step| made(&step)), "{built}");
    let same = |step: &Value| step["tool"] == "cicc" && step["outcome"] == "reused";
    assert!(steps.any(same), "{built}");
}

/// What such a compiler wrote is kept as that of others is.
#[test]
fn objects_of_a_compiler_that_is_named_by_its_path_are_kept() {
    let Some(project) = Project::new() else {
        return;
    };
    fs::write(project.at("shape.h"), HEADER).unwrap();
    let write = |times: u32| {
        let text = SOURCE.replace("count(10)", &format!("count({times})"));
        fs::write(project.at("a.cu"), text).unwrap();
    };
    write(1);
    let ccbin = "-ccbin=/usr/bin/g++";
    let mut watch = Watch::new(&project, "exact", Some(ccbin));
    write(2);
    let second = watch.made(true);
    write(3);
    let third = watch.made(true);
    assert!(second != third);
    write(2);
    let built = watch.wait("built");
    let mut steps = built["account"]["steps"].as_array().unwrap().iter();
    let is_kept = |step: &Value| step["tool"] == "g++" && step["outcome"] == "reused";
    assert!(steps.any(is_kept), "{built}");
    assert!(watch.made(false).object == second.object);
    assert!(second == project.build("off", "clean", Some(ccbin)).0);
}

/// What nvcc does more than its steps it does as a whole, and the reason is said.
#[test]
fn who_keeps_files_is_told_that_nvcc_builds() {
    let Some(project) = Project::new() else {
        return;
    };
    fs::write(project.at("shape.h"), HEADER).unwrap();
    fs::write(project.at("a.cu"), SOURCE).unwrap();
    let object = project.at("kept.o");
    let watch = Watch::started(&project, "exact", ["-c", "--keep"], object);
    let whole = watch.wait("whole");
    assert!(whole["why"].as_str().unwrap().contains("--keep"), "{whole}");
    fs::write(project.at("a.cu"), format!("{SOURCE}// more\n")).unwrap();
    let built = watch.wait("built");
    let why = built["account"]["whole"].as_str().unwrap();
    assert!(why.contains("--keep"), "{built}");
    assert!(project.at("a.cudafe1.cpp").exists());
}

/// nvcc writes the dependency file, so it builds where other headers are read.
#[test]
fn a_new_header_is_in_the_dependency_file() {
    let Some(project) = Project::new() else {
        return;
    };
    project.write(None);
    let watch = Watch::new(&project, "exact", None);
    let rules = || fs::read_to_string(watch.object.with_extension("d")).unwrap();
    assert!(rules().contains("shape.h"));
    fs::write(project.at("more.h"), "const int more = 1;\n").unwrap();
    let text = SOURCE.replace("#define TIMES", "#include \"more.h\"\n#define TIMES");
    fs::write(project.at("a.cu"), text).unwrap();
    assert_eq!(watch.wait("built")["ok"], true);
    assert!(rules().contains("more.h"), "{}", rules());
}

/// Which headers are the system's is decided by rules of nvcc's own, so nvcc builds: a header may become one of the user's although the
/// same files are read.
#[test]
fn a_dependency_file_without_headers_of_the_system_is_nvccs() {
    let Some(project) = Project::new() else {
        return;
    };
    project.write(None);
    fs::create_dir(project.at("system")).unwrap();
    fs::write(project.at("system/more.h"), "extern int more;\n").unwrap();
    fs::write(project.at("system/around.h"), "#include \"more.h\"\n").unwrap();
    let including = |what: &str| SOURCE.replace("#define TIMES", &format!("{what}\n#define TIMES"));
    let around = "#include <around.h>";
    fs::write(project.at("a.cu"), including(around)).unwrap();
    let options = ["-isystem", "system", "-MMD", "-MF", "rules", "-c"];
    let watch = Watch::started(&project, "exact", options, project.at("watched.o"));
    assert_eq!(watch.wait("built")["ok"], true);
    let rules = || fs::read_to_string(project.at("rules")).unwrap();
    assert!(rules().contains("shape.h") && !rules().contains("more.h"));
    // A build by steps would be ready by then.
    let _ = watch.events.recv_timeout(Duration::from_secs(4));
    let own = format!("{around}\n#include \"system/more.h\"");
    fs::write(project.at("a.cu"), including(&own)).unwrap();
    assert_eq!(watch.wait("built")["ok"], true);
    let nvcc = Command::new(Path::new(&project.toolkit).join("bin/nvcc"))
        .args(["-arch=sm_80", "-isystem", "system", "-MMD", "-MF", "nvcc"])
        .args(["-c", "a.cu", "-o", "watched.o"])
        .current_dir(project.folder.path())
        .status();
    assert!(nvcc.unwrap().success());
    let whole = fs::read_to_string(project.at("nvcc")).unwrap();
    let names = |rules: &str| {
        let words = rules.split_whitespace().filter(|word| word.ends_with(".h"));
        // The toolkit of each is in another folder.
        let own = words.filter(|word| !word.contains("/include/"));
        own.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(names(&whole), ["shape.h", "system/more.h"]);
    assert_eq!(names(&rules()), names(&whole));
}

/// A program is linked by steps too, and its other objects are watched.
#[test]
fn a_program_is_linked() {
    let Some(project) = Project::new() else {
        return;
    };
    let other = |value: u32| {
        fs::write(
            project.at("b.cc"),
            format!("int other() {{ return {value}; }}\n"),
        )
        .unwrap();
        let mut compiler = Command::new("g++");
        compiler.args(["-c", "b.cc", "-o", "new.o"]);
        let done = compiler.current_dir(project.folder.path()).status();
        assert!(done.unwrap().success());
        fs::rename(project.at("new.o"), project.at("b.o")).unwrap();
    };
    let source = |times: u32| {
        let text = SOURCE.replace("int main()", "int other();\nint main()");
        let text = text.replace("count(10)", &format!("other() * {times}"));
        fs::write(project.at("a.cu"), text).unwrap();
    };
    let says = || {
        let done = Command::new(project.at("program")).output().unwrap();
        String::from_utf8(done.stdout).unwrap()
    };
    fs::write(project.at("shape.h"), HEADER).unwrap();
    other(5);
    source(1);
    let mut watch = Watch::with(&project, "exact", ["b.o"], project.at("program"));
    assert_eq!(says(), "5\n");
    source(3);
    watch.made(true);
    assert_eq!(says(), "15\n");
    other(7);
    watch.made(true);
    assert_eq!(says(), "21\n");
}

#[test]
fn edits_give_the_object_of_a_clean_build() {
    let Some(project) = Project::new() else {
        return;
    };
    project.write(None);
    for mode in ["exact", "kernels"] {
        project.build(mode, mode, None);
    }
    let mut watches = [
        Watch::new(&project, "exact", None),
        Watch::new(&project, "kernels", None),
    ];
    for edit in EDITS {
        let is_changed = project.write(Some(edit));
        let watched = watches.each_mut().map(|watch| watch.made(is_changed));
        let clean = project.build("off", "clean", edit.option).0;
        if edit.option.is_none() {
            assert!(
                watched[0] == clean,
                "{}: another object in watch",
                edit.name
            );
        }
        let (made, tools) = project.build("exact", "exact", edit.option);
        assert!(made.object == clean.object, "{}: another object", edit.name);
        assert_eq!(made.said, clean.said, "{}", edit.name);
        let is_reused = |name: &str| {
            let tool = tools.iter().find(|(tool, _)| tool.contains(name));
            tool.unwrap_or_else(|| panic!("{}: no {name}", edit.name)).1
        };
        let reused = [is_reused("cicc"), is_reused("gcc")];
        assert_eq!(reused, edit.reused, "{}", edit.name);
        if !IN_PARTS.contains(&edit.name) {
            continue;
        }
        let warm = project.build("kernels", "kernels", edit.option).0;
        let cold = format!("cold {}", edit.name);
        assert!(
            warm == project.build("kernels", &cold, edit.option).0,
            "{}",
            edit.name
        );
        if edit.option.is_none() {
            assert!(watched[1] == warm, "{}: another object in watch", edit.name);
        }
    }
    for watch in &watches {
        assert!(watch.ahead > 0, "no compiler has waited");
    }
}

/// Memory that a process and all that it has started have written, in KiB.
fn memory(process: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let own = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"));
    let own = own.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    let threads = fs::read_dir(format!("/proc/{process}/task"));
    let children = (threads.into_iter().flatten().flatten())
        .map(|thread| fs::read_to_string(thread.path().join("children")).unwrap_or_default());
    let below = |all: String| all.split_whitespace().map(memory).sum::<u64>();
    own.unwrap_or(0) + children.map(below).sum::<u64>()
}

/// Neither the session grows nor do the processes that keep its passes.
#[test]
#[ignore = "takes half an hour"]
fn memory_is_flat_over_a_thousand_saves() {
    let Some(project) = Project::new() else {
        return;
    };
    let save = |number: u32| {
        let body = format!("int main() {{ return std::printf(\"{number}\"); }}\n");
        let text = format!("#include <cstdio>\n__global__ void k(int *p) {{ *p = 1; }}\n{body}");
        fs::write(project.at("a.cu"), text).unwrap();
    };
    save(0);
    let mut watch = Watch::with(&project, "exact", ["-c"], project.at("a.o"));
    let mut early = 0;
    for number in 1..=1000 {
        save(number);
        watch.made(true);
        if number == 100 {
            early = memory(&watch.child.id().to_string());
        }
    }
    let late = memory(&watch.child.id().to_string());
    assert!(late < early + early / 10, "{early} and then {late} KiB");
}
