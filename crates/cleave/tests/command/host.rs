//! The stand-in for the host compiler, with the machine's own g++ behind it: what it writes is what g++ writes, whether anything is kept
//! or not.
#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

struct Machine {
    folder: TempDir,
    shadow: PathBuf,
    /// The host compiler's name.
    compiler: String,
}

/// The host compilers of this machine: g++, and clang++ where there is one.
fn compilers() -> Vec<String> {
    let names = (14..23).map(|release| format!("clang++-{release}"));
    let is_there = |name: &String| {
        let mut command = Command::new(name);
        command.arg("--version").output().is_ok()
    };
    let clang = std::iter::once("clang++".to_owned()).chain(names);
    let clang = clang.into_iter().find(is_there);
    if clang.is_none() {
        eprintln!("clang++ is not there: it is not tried");
    }
    std::iter::once("g++".to_owned()).chain(clang).collect()
}

/// The options that nvcc gives.
const OPTIONS: [&str; 5] = ["-D__CUDA_ARCH__=800", "-c", "-x", "c++", "-m64"];

/// A host half: headers, a user's function, and what is there of each kernel.
fn host_half(value: u32, lines: u32) -> String {
    let mut text = String::from(
        "# 1 \"a.cu\"\n#pragma GCC diagnostic ignored \"-Wunused-function\"\n# 1 \"headers.h\" 1\n",
    );
    text.push_str("#include \"lib.h\"\n");
    for i in 0..6000 {
        text.push_str(&format!("inline int f{i}(int a) {{ return a + {i}; }}\n"));
    }
    text.push_str(&format!("# {} \"a.cu\" 2\n", lines + 2));
    text.push_str(&format!(
        "int user(int a) {{ return f{value}(a) + lib; }}\n"
    ));
    text.push_str("# 1 \"a.cudafe1.stub.c\"\n#include \"a.cudafe1.stub.c\"\n");
    text
}

impl Machine {
    fn new() -> Machine {
        Machine::with("g++")
    }

    fn with(compiler: &str) -> Machine {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let script = "#!/bin/sh\n";
        let scripts = [("bin/nvcc", script), ("bin/cudafe++", script)];
        let shadow = crate::common::shadow_of(folder.path(), &scripts);
        fs::write(at("a.cudafe1.stub.c"), "static int stub = 1;\n").unwrap();
        fs::write(at("lib.h"), "static const int lib = 1;\n").unwrap();
        Machine {
            shadow,
            folder,
            compiler: compiler.to_owned(),
        }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A compiler as nvcc would run it: the stand-in, or g++.
    fn command(&self, program: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(args)
            .current_dir(self.folder.path())
            .env("XDG_CACHE_HOME", self.at("cache"))
            .env("CLEAVE_REPORT", self.at("report"))
            .env("CLEAVE_PCH", "now")
            .env_remove("CLEAVE_CACHE")
            .env_remove("CLEAVE_HOST");
        command
    }

    fn stand_in(&self, args: &[&str]) -> Command {
        self.command(&self.shadow.join("host").join(&self.compiler), args)
    }

    /// Compiles a text by the stand-in and by g++, compares all that they leave and say, and gives what the account says.
    fn compile(&self, text: &str, more: &[&str]) -> String {
        self.compile_as("a.cudafe1.cpp", text, more)
    }

    /// The same where the command line names the text so.
    fn compile_as(&self, name: &str, text: &str, more: &[&str]) -> String {
        fs::write(self.at("a.cudafe1.cpp"), text).unwrap();
        let args = [&OPTIONS, more, &[name, "-o", "a.o"]].concat();
        let run = |command: &mut Command| {
            let _ = fs::remove_file(self.at("a.o"));
            let Output {
                status,
                stdout,
                stderr,
            } = command.output().unwrap();
            let said = String::from_utf8(stderr).unwrap();
            (status.code(), stdout, said, fs::read(self.at("a.o")).ok())
        };
        let theirs = run(&mut self.command(Path::new(&self.compiler), &args));
        let ours = run(&mut self.stand_in(&args));
        assert_eq!((ours.0, &ours.1, &ours.2), (theirs.0, &theirs.1, &theirs.2));
        assert!(ours.3 == theirs.3, "the object is another one");
        crate::common::wait_for_headers(&self.at("cache"));
        self.outcome()
    }

    fn outcome(&self) -> String {
        let report = fs::read_to_string(self.at("report")).unwrap_or_default();
        let _ = fs::remove_file(self.at("report"));
        let line: serde_json::Value = serde_json::from_str(report.trim()).unwrap_or_default();
        format!("{}: {}", line["outcome"], line["why"]).replace('"', "")
    }

    fn precompiled(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.at("cache/cleave/precompiled"));
        let paths = entries.into_iter().flatten().flatten().map(|e| e.path());
        paths
            .filter(|p| p.extension().is_some_and(|e| e == "gch"))
            .collect()
    }
}

const NEW: &str = "ran: nothing is known of this host half";
const SAME: &str = "reused: the host half says the same";
const ON_HEADERS: &str = "ran: on precompiled headers";

#[test]
fn what_says_the_same_is_not_compiled_again() {
    for compiler in compilers() {
        what_says_the_same(&Machine::with(&compiler));
    }
}

fn what_says_the_same(machine: &Machine) {
    assert_eq!(machine.compile(&host_half(1, 0), &[]), NEW);
    assert_eq!(machine.compile(&host_half(1, 0), &[]), SAME);
    // Lines do not count.
    assert_eq!(machine.compile(&host_half(1, 3), &[]), SAME);
    // A body, an option, a header, what is there of the kernels.
    assert_eq!(machine.compile(&host_half(2, 3), &[]), ON_HEADERS);
    assert_eq!(machine.compile(&host_half(2, 3), &["-O2"]), NEW);
    fs::write(machine.at("lib.h"), "static const int lib = 2;\n").unwrap();
    assert_eq!(machine.compile(&host_half(2, 3), &["-O2"]), NEW);
    fs::write(machine.at("a.cudafe1.stub.c"), "int stub = 2;\n").unwrap();
    assert_eq!(machine.compile(&host_half(2, 3), &["-O2"]), ON_HEADERS);
    // A header that comes before another one of its name.
    fs::create_dir(machine.at("first")).unwrap();
    fs::write(machine.at("first/lib.h"), "static const int lib = 3;\n").unwrap();
    let text = host_half(2, 3).replace("\"lib.h\"", "<lib.h>");
    fs::rename(machine.at("lib.h"), machine.at("cache/lib.h")).unwrap();
    assert_eq!(machine.compile(&text, &["-Ifirst", "-Icache"]), NEW);
    fs::remove_file(machine.at("first/lib.h")).unwrap();
    assert_eq!(machine.compile(&text, &["-Ifirst", "-Icache"]), NEW);
}

const ASSEMBLED: &str = "ran: the device code alone is another one";

/// What stands in the stub of a unit: its device code, as words for the assembler.
fn device_code(words: &[u32]) -> String {
    let lines: String = words
        .iter()
        .map(|word| format!("\".quad 0x{word:016x},0x{word:016x}\\n\"\n"))
        .collect();
    format!(
        "asm(\n\".section .nv_fatbin, \\\"a\\\"\\n\"\n\".align 8\\n\"\n\"fatbinData:\\n\"\n{lines}\".text\\n\");\n\
         extern \"C\" {{ extern const unsigned long long fatbinData[{}]; }}\n\
         static const void *const text __attribute__((used)) = fatbinData;\n",
        words.len() * 2
    )
}

#[test]
fn where_the_device_code_alone_is_new_it_is_only_assembled() {
    let machine = Machine::new();
    let compile = |words: &[u32], text: &str, more: &[&str]| {
        fs::write(machine.at("a.cudafe1.stub.c"), device_code(words)).unwrap();
        machine.compile(text, more)
    };
    let text = host_half(1, 0);
    assert_eq!(compile(&[1, 2], &text, &[]), NEW);
    assert_eq!(compile(&[1, 3], &text, &[]), ASSEMBLED);
    assert_eq!(compile(&[1, 3, 4], &text, &[]), ASSEMBLED);
    assert_eq!(compile(&[1, 3, 4], &text, &[]), SAME);
    // Lines do not count, all else does.
    assert_eq!(compile(&[5], &host_half(1, 3), &[]), ASSEMBLED);
    assert_eq!(compile(&[5], &host_half(2, 3), &[]), ON_HEADERS);
    assert_eq!(compile(&[6], &host_half(2, 3), &[]), ASSEMBLED);
    assert_eq!(compile(&[6], &host_half(2, 3), &["-O2"]), NEW);
    assert_eq!(compile(&[7], &host_half(2, 3), &["-O2"]), ASSEMBLED);
    // Debug information says where the data is declared.
    assert_eq!(compile(&[8], &text, &["-g"]), NEW);
    assert_eq!(compile(&[9], &text, &["-g"]), NEW);
    // Of what the compiler says, or the assembler, nothing is kept.
    let speaks = host_half(1, 0) + "int g() { return 1 / 0; }\n";
    let fails = host_half(1, 0) + "int h() { return nothing; }\n";
    let mistaken = host_half(1, 0) + "asm(\".no_such_word\");\n";
    for word in [10, 11] {
        let said = "ran: the compiler says something";
        assert_eq!(compile(&[word], &speaks, &["-O1"]), said);
        assert_eq!(compile(&[word], &fails, &["-O1"]), "ran: it fails");
    }
    fs::write(machine.at("a.cudafe1.cpp"), mistaken).unwrap();
    let args = [&OPTIONS[..], &["a.cudafe1.cpp", "-o", "a.o"]].concat();
    let output = machine.stand_in(&args).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no_such_word"));
    assert_eq!(machine.outcome(), "ran: it fails");
}

#[test]
fn after_an_edit_of_a_header_what_stands_before_it_is_used() {
    let machine = Machine::new();
    // Two headers, the second one by the user's side.
    let second = |value: u32| {
        let first = "# 2 \"a.cu\" 2\n";
        let lines: String = (0..900)
            .map(|i| format!("inline int g{i}(int a) {{ return a - {i}; }}\n"))
            .collect();
        let text = format!(
            "{first}# 1 \"own.h\" 1\ninline int own() {{ return {value}; }}\n{lines}# 3 \"a.cu\" 2\n"
        );
        host_half(1, 0).replace(first, &text)
    };
    assert_eq!(machine.compile(&second(1), &[]), NEW);
    assert_eq!(machine.compile(&second(2), &[]), NEW);
    for value in [3, 4] {
        assert_eq!(machine.compile(&second(value), &[]), ON_HEADERS);
    }
}

#[test]
fn where_places_count_the_object_has_them() {
    let machine = Machine::new();
    let far = |value, lines| host_half(value, lines).replace("#include \"lib.h\"", "int lib;");
    let name = machine.at("a.cudafe1.cpp");
    let compile = |text: &str| machine.compile_as(name.to_str().unwrap(), text, &["-g"]);
    assert_eq!(compile(&far(1, 0)), NEW);
    assert_eq!(compile(&far(1, 0)), SAME);
    assert_eq!(compile(&far(1, 3)), ON_HEADERS);
    assert_eq!(compile(&far(2, 3)), ON_HEADERS);
    // A name without a folder would be another one from elsewhere.
    assert_eq!(machine.compile(&far(3, 3), &["-g"]), NEW);
    // What is found beside the source would be called by another path.
    assert_eq!(compile(&host_half(1, 0)), NEW);
    assert_eq!(compile(&host_half(2, 0)), NEW);
    let asks = |lines| host_half(1, lines) + "int line() { return __builtin_LINE(); }\n";
    assert_eq!(machine.compile(&asks(0), &[]), NEW);
    assert_eq!(machine.compile(&asks(2), &[]), ON_HEADERS);
    // The lines of a raw string are no layout.
    let raw = |text: &str| host_half(1, 0) + &format!("const char *s = R\"(\n{text}a)\";\n");
    assert_eq!(machine.compile(&raw(""), &[]), ON_HEADERS);
    assert_eq!(machine.compile(&raw(" "), &[]), ON_HEADERS);
    assert_eq!(machine.compile(&raw("\n"), &[]), ON_HEADERS);
}

#[test]
fn what_the_compiler_says_is_said() {
    for compiler in compilers() {
        what_is_said(&Machine::with(&compiler));
    }
}

fn what_is_said(machine: &Machine) {
    assert_eq!(machine.compile(&host_half(1, 0), &[]), NEW);
    let speaks = host_half(1, 0) + "int g() { return 1 / 0; }\n";
    let whole = "ran: the compiler says something";
    for _ in 0..3 {
        assert_eq!(machine.compile(&speaks, &[]), whole);
    }
    // Headers are used again when there is nothing to say any more.
    let before = "ran: the compiler said something before";
    assert_eq!(machine.compile(&host_half(3, 0), &[]), before);
    assert_eq!(machine.compile(&host_half(4, 0), &[]), ON_HEADERS);
    let fails = host_half(1, 0) + "int h() { return nothing; }\n";
    assert_eq!(machine.compile(&fails, &[]), "ran: it fails");
    assert_eq!(machine.compile(&host_half(5, 0), &[]), ON_HEADERS);
    // Warnings of the headers are no part of what is kept of them.
    let warns = host_half(1, 0).replacen("inline int f0(int a)", "inline int f0(int a, int b)", 1);
    for _ in 0..2 {
        assert_eq!(machine.compile(&warns, &["-Wunused-parameter"]), whole);
    }
}

#[test]
fn what_is_damaged_is_not_used() {
    let machine = Machine::new();
    machine.compile(&host_half(1, 0), &[]);
    let [headers] = &machine.precompiled()[..] else {
        panic!("not one file of headers");
    };
    let mut bytes = fs::read(headers).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(headers, bytes).unwrap();
    assert_eq!(machine.compile(&host_half(2, 0), &[]), NEW);
    fs::remove_file(headers).unwrap();
    assert_eq!(machine.compile(&host_half(3, 0), &[]), NEW);
}

#[test]
fn headers_are_made_by_one_at_a_time() {
    let machine = Machine::new();
    let folder = machine.at("cache/cleave/precompiled");
    fs::create_dir_all(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).unwrap();
    let turn = fs::File::create(folder.join(".turn")).unwrap();
    turn.lock().unwrap();
    assert_eq!(machine.compile(&host_half(1, 0), &[]), NEW);
    assert_eq!(machine.precompiled().len(), 0);
    drop(turn);
    assert_eq!(machine.compile(&host_half(2, 0), &[]), NEW);
    assert_eq!(machine.precompiled().len(), 1);
}

#[test]
fn it_can_be_turned_off() {
    let machine = Machine::new();
    fs::write(machine.at("a.cudafe1.cpp"), host_half(1, 0)).unwrap();
    let args = [&OPTIONS[..], &["a.cudafe1.cpp", "-o", "a.o"]].concat();
    for (name, outcome) in [
        ("CLEAVE_HOST", "passed: the environment says so"),
        ("CLEAVE_CACHE", "passed: the environment says so"),
        ("CLEAVE_PCH", NEW),
    ] {
        assert!(
            machine
                .stand_in(&args)
                .env(name, "off")
                .status()
                .unwrap()
                .success()
        );
        crate::common::wait_for_headers(&machine.at("cache"));
        assert_eq!(machine.outcome(), outcome, "{name}");
    }
    assert_eq!(machine.precompiled(), [""; 0].map(PathBuf::from));
    // Headers are made when they are needed again.
    for (value, outcome, files) in [(2, NEW, 0), (3, NEW, 1), (4, ON_HEADERS, 1)] {
        fs::write(machine.at("a.cudafe1.cpp"), host_half(value, 0)).unwrap();
        let mut command = machine.stand_in(&args);
        assert!(command.env_remove("CLEAVE_PCH").status().unwrap().success());
        crate::common::wait_for_headers(&machine.at("cache"));
        assert_eq!(machine.outcome(), outcome, "{value}");
        assert_eq!(machine.precompiled().len(), files, "{value}");
    }
}

#[test]
fn what_is_not_followed_is_the_compilers() {
    let machine = Machine::new();
    fs::write(machine.at("m.cpp"), "int main() { return 7; }\n").unwrap();
    let is_done = |args: &[&str]| machine.stand_in(args).status().unwrap().success();
    // To link, to be asked for a version: no word in the account.
    assert!(is_done(&["-c", "-x", "c++", "m.cpp", "-o", "m.o"]));
    let _ = fs::remove_file(machine.at("report"));
    assert!(is_done(&["m.o", "-o", "m"]));
    assert!(is_done(&["--version"]));
    assert!(!machine.at("report").exists());
    let status = Command::new(machine.at("m")).status().unwrap();
    assert_eq!(status.code(), Some(7));
    assert!(is_done(&[
        "-c",
        "-x",
        "c++",
        "-save-temps",
        "m.cpp",
        "-o",
        "m.o"
    ]));
    assert!(machine.at("m.s").exists());
    assert_eq!(machine.outcome(), "passed: -save-temps is not followed");
}

#[test]
fn a_text_is_the_compilers() {
    let machine = Machine::new();
    let source = "#include <vector>\n#define F(x) x + __LINE__\nint a = F(\n  1);\n#ifdef BAD\n#warning bad\n#endif\n\
                  #ifdef STAMP\nconst char *s = __TIMESTAMP__;\n#endif\n";
    fs::write(machine.at("a.cu"), source).unwrap();
    for more in [&[][..], &["-DBAD"], &["-DSTAMP"], &["-std=c++20", "-O2"]] {
        let args = [&["-E", "-x", "c++"], more, &["a.cu", "-o", "a.ii"]].concat();
        let run = |command: &mut Command| {
            let output = command.output().unwrap();
            let text = fs::read(machine.at("a.ii")).unwrap();
            fs::remove_file(machine.at("a.ii")).unwrap();
            (output.status.code(), output.stderr, text)
        };
        let theirs = run(&mut machine.command(Path::new("g++"), &args));
        let ours = run(&mut machine.stand_in(&args));
        assert!(ours == theirs, "{more:?}");
        let to_output = [&["-E", "-x", "c++"], more, &["a.cu"]].concat();
        let printed = machine.stand_in(&to_output).output().unwrap();
        assert!(printed.stdout == theirs.2, "{more:?}");
    }
}
