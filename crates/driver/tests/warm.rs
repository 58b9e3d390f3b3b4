//! A pass that stays in memory gives after each edit what the tools give that begin anew.
#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cleave_driver::StartedBy;
use cleave_driver::warm::Pass;
use tempfile::TempDir;

const SOURCE: &str = "#include \"head.h\"
#include <cstddef>
#define CHECK(x) if (!(x)) __builtin_printf(\"%d\", __LINE__)
__attribute__((global)) void kernel(Head *p)
{
    p->first = VALUE;
}
int main()
{
    Head h = {};
    CHECK(h.first == VALUE);
    return h.first;
}
";
const HEAD: &str = "#define VALUE 1\nstruct Head\n{\n    int first;\n};\n";

struct Project {
    folder: TempDir,
    compiler: PathBuf,
}

impl Project {
    /// None where the compiler is none whose text Cleave writes.
    fn new() -> Option<Project> {
        let compiler = PathBuf::from("/usr/bin/g++");
        let said = Command::new(&compiler).arg("-dumpversion").output().ok()?;
        let version = String::from_utf8_lossy(&said.stdout).trim().to_owned();
        if !["11", "12"]
            .iter()
            .any(|known| version.split('.').next() == Some(known))
        {
            eprintln!("skipped: g++ {version} is none whose text Cleave writes");
            return None;
        }
        let project = Project {
            folder: tempfile::tempdir().unwrap(),
            compiler,
        };
        fs::create_dir(project.at("inc")).unwrap();
        fs::create_dir(project.at("first")).unwrap();
        project.write("a.cu", SOURCE);
        project.write("inc/head.h", HEAD);
        Some(project)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.at(name), text).unwrap();
    }

    /// The words that preprocess into a file.
    fn words(&self, output: &str) -> Vec<OsString> {
        let mut words: Vec<OsString> = ["-E", "-x", "c++", "-I"].map(OsString::from).into();
        words.push(self.at("first").into());
        words.push("-I".into());
        words.push(self.at("inc").into());
        words.push(self.at("a.cu").into());
        words.push("-o".into());
        words.push(self.at(output).into());
        words
    }

    /// The words of the host pass.
    fn host_words(&self, output: &str) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec!["--c++17".into(), "--gnu_version=120200".into()];
        for (option, file) in [
            ("--orig_src_file_name", "a.cu"),
            ("--orig_src_path_name", "a.cu"),
            ("--gen_c_file_name", output),
            ("--module_id_file_name", &format!("{output}.id")),
        ] {
            words.push(option.into());
            words.push(self.at(file).into());
        }
        let rest = ["--gen_module_id_file", "--stub_file_name", "a.stub.c"];
        words.extend(rest.map(OsString::from));
        words.push(self.at("warm.ii").into());
        words
    }

    /// The text of the pass is the compiler's.
    fn check(&self, pass: &mut Pass, what: &str) {
        let files = pass.preprocess(&self.compiler, &self.words("warm.ii"));
        let done = Command::new(&self.compiler)
            .args(self.words("cold.ii"))
            .status();
        assert!(done.unwrap().success(), "{what}");
        let read = |name: &str| fs::read_to_string(self.at(name)).unwrap();
        assert_eq!(read("warm.ii"), read("cold.ii"), "{what}");
        let files = files.unwrap_or_else(|| panic!("{what}: nothing is said"));
        assert_eq!(
            files.first().map(Path::new),
            Some(&*self.at("a.cu")),
            "{what}"
        );
    }
}

#[test]
fn a_text_is_that_of_the_files_as_they_are() {
    let Some(project) = Project::new() else {
        return;
    };
    let mut pass = Pass::default();
    project.check(&mut pass, "at first");
    project.write(
        "a.cu",
        &SOURCE.replace("return h.first", "// more\n    return 2"),
    );
    project.check(&mut pass, "the source");
    project.write("inc/head.h", &HEAD.replace("VALUE 1", "VALUE 2"));
    project.check(&mut pass, "a macro of a header");
    project.write(
        "inc/head.h",
        &HEAD.replace("int first;", "int first;\n    int second;"),
    );
    project.check(&mut pass, "a class of a header");
    project.write("first/head.h", HEAD);
    project.check(&mut pass, "a header that is found before");
    fs::remove_file(project.at("first/head.h")).unwrap();
    project.check(&mut pass, "that header is gone");
    fs::rename(project.at("inc/head.h"), project.at("inc/other.h")).unwrap();
    std::os::unix::fs::symlink("other.h", project.at("inc/head.h")).unwrap();
    project.check(&mut pass, "a link to a header");
    project.write("inc/other.h", HEAD);
    project.check(&mut pass, "what a link leads to");
    project.write("a.cu", &SOURCE.replace("<cstddef>", "<cstdlib>"));
    project.check(&mut pass, "another header");
    project.write("a.cu", SOURCE);
    project.check(&mut pass, "as at first");
}

#[test]
fn what_tells_the_time_is_the_compilers() {
    let Some(project) = Project::new() else {
        return;
    };
    let mut pass = Pass::default();
    for word in ["__TIME__", "__DATE__", "__TIMESTAMP__"] {
        project.write(
            "a.cu",
            &SOURCE.replace("return h.first", &format!("return {word}[0]")),
        );
        let said = pass.preprocess(&project.compiler, &project.words("warm.ii"));
        assert_eq!(said, None, "{word}");
        project.write("a.cu", SOURCE);
        project.check(&mut pass, word);
    }
    project.write("a.cu", "#warning careful\n");
    assert_eq!(
        pass.preprocess(&project.compiler, &project.words("warm.ii")),
        None
    );
}

#[test]
fn a_host_half_is_that_of_the_text() {
    let Some(project) = Project::new() else {
        return;
    };
    let mut pass = Pass::default();
    let edits = [
        ("", ""),
        (
            "return h.first",
            "kernel<<<1, 2>>>(&h);\n    return h.first",
        ),
        (
            "int main",
            "\n\ntemplate <class T> T id(T t) { return t; }\nint main",
        ),
        (
            "void kernel(Head *p)",
            "void kernel(Head *p, long n = sizeof(Head))",
        ),
        ("", ""),
    ];
    for (from, to) in edits {
        let text = match from {
            "" => SOURCE.to_owned(),
            from => SOURCE.replace(from, to),
        };
        project.write("a.cu", &text);
        project.check(&mut pass, to);
        assert_eq!(pass.host(&project.host_words("warm.cpp")), Some(0), "{to}");
        let cold = project.host_words("cold.cpp");
        let cold = cleave_driver::with_big_stack(move || {
            cleave_driver::cudafe::run(&cold, StartedBy::Nvcc)
        });
        assert_eq!(cold, 0);
        for end in ["cpp", "cpp.id"] {
            let read = |name: &str| fs::read_to_string(project.at(&format!("{name}.{end}")));
            assert_eq!(read("warm").unwrap(), read("cold").unwrap(), "{to}");
        }
    }
    // What is refused is said by others, and nothing is written.
    fs::remove_file(project.at("warm.cpp")).unwrap();
    project.write(
        "a.cu",
        &SOURCE.replace("return h.first", "return h.nothing"),
    );
    project.check(&mut pass, "an error");
    assert_eq!(pass.host(&project.host_words("warm.cpp")), None);
    assert!(!project.at("warm.cpp").exists());
    // A text that it has not made is none of its own.
    let mut other = Pass::default();
    assert_eq!(other.host(&project.host_words("warm.cpp")), None);
}

/// What of a preprocessed text are tokens: all lines but markers and empty ones.
fn tokens(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let lines = text.lines().map(str::trim_start);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("# "));
    lines.map(|line| line.to_owned() + "\n").collect()
}

#[test]
fn the_tokens_of_a_host_half_are_those_of_the_whole() {
    let Some(project) = Project::new() else {
        return;
    };
    let half = |lines: &str, header: &str, own: &str| {
        let long = "inline int from_a_header(int x) { return x; }\n".repeat(2500);
        format!(
            "# 1 \"a.cu\"\n#pragma GCC diagnostic ignored \"-Wattributes\"\n# 1 \"a.cu\"\n{lines}# 1 \"{header}\" 1\n\
             #define IN_HEADER 3\n{long}#include \"more.h\"\n# 3 \"a.cu\" 2\n{lines}int between = IN_HEADER;\n# 1 \"i\" 1\nint i;\n# 9 \"a.cu\" 2\n{own}\n#include \"a.stub.c\"\n"
        )
    };
    let words: Vec<OsString> = ["-c", "-x", "c++", "-I"].map(OsString::from).into();
    let words = [
        words,
        vec![project.at("inc").into(), project.at("a.cpp").into()],
    ]
    .concat();
    let mut pass = Pass::default();
    let mut check = |what: &str, is_divided: bool| {
        let ours = pass.host_tokens(&project.compiler, &words);
        assert_eq!(ours.is_some(), is_divided, "{what}");
        let Some(ours) = ours else { return };
        let whole = cleave_driver::host_text::tokens(&project.compiler, &words).unwrap();
        assert_eq!(tokens(&ours.text), tokens(&whole.text), "{what}");
        assert_eq!(ours.files, whole.files, "{what}");
    };
    project.write(
        "a.stub.c",
        "#define STUB MORE + IN_HEADER\nint stub = STUB;\n",
    );
    project.write("more.h", "#define MORE 1\n");
    project.write("a.cpp", &half("", "h", "int own = MORE;"));
    check("at first", true);
    project.write(
        "a.cpp",
        &half("\n\n", "h", "int own = MORE + 1, other = __LINE__;"),
    );
    check("other lines", true);
    project.write("more.h", "#define MORE 2\n");
    check("a header of the headers", true);
    project.write("a.stub.c", "int stub = MORE;\n");
    check("what stands behind", true);
    project.write("a.cpp", &half("int more;\n", "h", "int own;"));
    check("something between headers", true);
    project.write("a.cpp", &half("auto r = R\"(\n\n)\";\n", "h", "int own;"));
    check("a raw string between headers", true);
    project.write("a.cpp", &half("", "other", "int own = MORE;"));
    check("another header", true);
    fs::remove_file(project.at("more.h")).unwrap();
    check("a header that is gone", false);
    project.write("inc/more.h", "#define MORE 3\n");
    check("one that is found elsewhere", true);
    project.write(
        "a.cpp",
        &half(
            "#define IN_HEADER IN_HEADER (\n",
            "h",
            "int own = (IN_HEADER 2)); int x;",
        ),
    );
    check("another macro", false);
    project.write("a.cpp", &half("int line = __LINE__;\n", "h", "int own;"));
    check("a place", false);
    project.write("a.cpp", "# 1 \"a.cu\"\nint short_one;\n");
    check("no headers", false);
    project.write("a.cpp", &half("", "h", "int own;"));
    check("as at first", true);
}
