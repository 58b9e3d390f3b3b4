//! The stand-ins for cicc and ptxas under a toolkit whose programs are scripts: when they run, and what is written when they do not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A device text: a kernel on line 3, and a function of the host.
const TEXT: &str = "# 1 \"a.cu\"
int count;

__attribute__((global)) void k(int *p) { *p = 1; }
int host(int n) { return n + 1; }
";

/// Writes what a cicc would: PTX with what is device code, and a stub with the kernel's line.
const CICC: &str = r#"#!/bin/sh
echo cicc >> "$FOLDER/ran"
[ -n "$FAILS" ] && { echo "a.cu(3): error: no" >&2; exit 2; }
while [ $# -gt 0 ]; do
  case "$1" in
    -o) ptx=$2; shift ;;
    --stub_file_name) stub=$2; shift ;;
    --gen_device_file_name) listing=$2; shift ;;
    --gen_c_file_name) c=$2; shift ;;
    --include_file_name) include=$2; shift ;;
    --module_id_file_name | --orig_src_file_name | -arch) shift ;;
    -*) ;;
    *) source=$1 ;;
  esac
  shift
done
[ -n "$WARNS" ] && echo "a.cu(3): warning #1: careful" >&2
grep global "$source" > "$ptx"
line=$(grep -n global "$source" | head -n 1 | cut -d: -f1)
printf '#include "%s"\n# %s "a.cu"\nvoid k\n# 1 "%s"\n' "$include" $((line - 1)) "$stub" > "$stub"
cp "$source" "$listing"
: > "$c"
exit 0
"#;

/// The same of C: PTX with the kernels that it defines.
const CICC_OF_C: &str = r#"
case " $* " in *" --c11 "*)
  echo part >> "$FOLDER/ran"
  for word; do
    case "$before" in -o) ptx=$word ;; esac
    case "$word" in *.i) source=$word ;; esac
    before=$word
  done
  { printf '.version 9.0\n.target sm_80\n.address_size 64\n'
    sum=$(cksum < "$source")
    grep -q ' _Z6commoni(int' "$source" && printf '.func _Z6commoni()\n{\nmov %s;\n}\n' "${sum%% *}"
    sed -n 's/.*global.* void \(_Z[A-Za-z0-9_]*\)(.*)$/\1/p' "$source" | while read -r name; do
      case " $* " in *" -generate-line-info "*) loc=$(grep -B 1 "void $name(.*)$" "$source" | sed -n 's/^# \([0-9]*\) .*/.loc\\t1 \1 0/p') ;; esac
      printf '.visible .entry %s()\n{\n\t%b\n// %s\nret;\n}\n' "$name" "$loc" "$sum"
    done
    case " $* " in *" -generate-line-info "*) printf '\t.file\t1 "/0"\n' ;; esac; } > "$ptx"
  exit 0 ;;
esac
"#;

const PTXAS: &str = r#"#!/bin/sh
echo ptxas >> "$FOLDER/ran"
echo "ptxas info : 1 register" >&2
for word; do
  case "$before" in -o) cp "$source" "$word" ;; esac
  case "$word" in *.ptx) source=$word ;; esac
  before=$word
done
echo code >> "$word"
"#;

struct Machine {
    folder: TempDir,
    shadow: PathBuf,
}

impl Machine {
    fn new() -> Machine {
        let folder = tempfile::tempdir().unwrap();
        let cicc = CICC.replacen("#!/bin/sh\n", &format!("#!/bin/sh{CICC_OF_C}"), 1);
        let scripts = [
            ("bin/nvcc", "#!/bin/sh\n"),
            ("bin/cudafe++", "#!/bin/sh\n"),
            ("bin/ptxas", PTXAS),
            ("nvvm/bin/cicc", &cicc),
        ];
        let shadow = crate::common::shadow_of(folder.path(), &scripts);
        fs::write(folder.path().join("id"), "_0000_4_a_cu_0000").unwrap();
        Machine { shadow, folder }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap_or_default()
    }

    fn command(&self, program: &str, args: &[&str]) -> Command {
        let mut command = Command::new(self.shadow.join(program));
        command
            .args(args)
            .current_dir(self.folder.path())
            .env("FOLDER", self.folder.path())
            .env("XDG_CACHE_HOME", self.at("cache"))
            .env("CLEAVE_REPORT", self.at("report"))
            .env_remove("CLEAVE_CACHE")
            .env_remove("CLEAVE_DEVICE");
        command
    }

    /// Compiles a text as nvcc would have it: `run` numbers the temporary files.
    fn cicc(&self, text: &str, run: u32, more: &[&str]) -> Command {
        let name = |what: &str| format!("tmpxft_{run}_a.{what}");
        fs::write(self.at(&name("ii")), text).unwrap();
        let (include, c, stub) = (name("fatbin.c"), name("c"), name("stub.c"));
        let (listing, source, ptx) = (name("gpu"), name("ii"), name("ptx"));
        let mut args = vec![
            "--c++17",
            "--orig_src_file_name",
            "a.cu",
            "-arch",
            "compute_80",
            "-m64",
            "-ftz=0",
            "--include_file_name",
            &include,
            "-tused",
            "--module_id_file_name",
            "id",
            "--gen_c_file_name",
            &c,
            "--stub_file_name",
            &stub,
            "--gen_device_file_name",
            &listing,
        ];
        args.extend(more);
        args.extend([source.as_str(), "-o", &ptx]);
        self.command("nvvm/bin/cicc", &args)
    }

    /// How often tools have run since this was asked last.
    fn ran(&self) -> usize {
        let ran = self.read("ran").lines().count();
        let _ = fs::remove_file(self.at("ran"));
        ran
    }

    fn outcomes(&self) -> Vec<String> {
        let report = self.read("report");
        let _ = fs::remove_file(self.at("report"));
        let lines = report
            .lines()
            .map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap());
        lines
            .map(|l| format!("{} {}: {}", l["tool"], l["outcome"], l["why"]).replace('"', ""))
            .collect()
    }
}

fn done(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

#[test]
fn what_is_the_same_is_not_compiled_again() {
    let machine = Machine::new();
    done(&mut machine.cicc(TEXT, 1, &[]));
    assert_eq!(machine.ran(), 1);
    let stub = |run: u32, line: u32| {
        format!(
            "#include \"tmpxft_{run}_a.fatbin.c\"\n# {line} \"a.cu\"\nvoid k\n# 1 \"tmpxft_{run}_a.stub.c\"\n"
        )
    };
    assert_eq!(machine.read("tmpxft_1_a.stub.c"), stub(1, 3));

    done(&mut machine.cicc(TEXT, 2, &[]));
    assert_eq!(machine.ran(), 0);
    assert_eq!(
        machine.read("tmpxft_2_a.ptx"),
        machine.read("tmpxft_1_a.ptx")
    );
    assert_eq!(machine.read("tmpxft_2_a.stub.c"), stub(2, 3));

    // Other lines, and another body of the host's function.
    let moved = TEXT
        .replace("int count;", "int count;\n\n")
        .replace("n + 1", "n + 2");
    done(&mut machine.cicc(&moved, 3, &[]));
    assert_eq!(machine.ran(), 0);
    assert_eq!(
        machine.read("tmpxft_3_a.ptx"),
        machine.read("tmpxft_1_a.ptx")
    );
    assert_eq!(machine.read("tmpxft_3_a.stub.c"), stub(3, 5));

    // The same device code, but there is something to say: an unused function.
    let warned = format!("{TEXT}static int unused() {{ return 1; }}\n");
    done(&mut machine.cicc(&warned, 4, &[]));
    assert_eq!(machine.ran(), 1);
    done(&mut machine.cicc(&TEXT.replace("*p = 1", "*p = 2"), 4, &[]));
    assert_eq!(machine.ran(), 1);
    done(&mut machine.cicc(TEXT, 5, &["-fmad=1"]));
    assert_eq!(machine.ran(), 1);
    fs::write(machine.at("id"), "_1111_4_a_cu_1111").unwrap();
    done(&mut machine.cicc(TEXT, 6, &[]));
    assert_eq!(machine.ran(), 1);
    assert_eq!(
        machine.outcomes(),
        [
            "cicc ran: nothing is known of this unit",
            "cicc reused: the text is the same",
            "cicc reused: the device code is the same",
            "cicc ran: there may be something to say of the text",
            "cicc ran: nothing is known of this device code",
            "cicc ran: nothing is known of this unit",
            "cicc ran: nothing is known of this unit",
        ]
    );
}

#[test]
fn where_places_count_only_the_same_bytes_do() {
    let machine = Machine::new();
    let moved = TEXT.replace("int count;", "int count;\n");
    for option in ["-generate-line-info", "-g", "--gen_module_id_file"] {
        done(&mut machine.cicc(TEXT, 1, &[option]));
        done(&mut machine.cicc(&moved, 2, &[option]));
        assert_eq!(machine.ran(), 2, "{option}");
        done(&mut machine.cicc(&moved, 3, &[option]));
        assert_eq!(machine.ran(), 0, "{option}");
    }
    // So it is where somebody may look at the text of cicc's front end,
    let keep = |text: &str, run: u32| {
        let command = machine.cicc(text, run, &[]);
        let seen = command.get_args().map(|a| match a.to_str() {
            Some(name) if name.ends_with(".gpu") => "a.gpu".as_ref(),
            _ => a,
        });
        done(machine.command("nvvm/bin/cicc", &[]).args(seen));
    };
    keep(TEXT, 4);
    keep(&moved, 5);
    assert_eq!(machine.ran(), 2);
    // and where cicc says something, which it says again.
    let warn = |text: &str, run: u32| {
        let mut command = machine.cicc(text, run, &["--extended-lambda"]);
        done(command.env("WARNS", "1")).stderr
    };
    let said = warn(TEXT, 6);
    assert_eq!(said, warn(TEXT, 7));
    assert_eq!(machine.ran(), 1);
    assert!(String::from_utf8(said).unwrap().contains("careful"));
    warn(&moved, 8);
    assert_eq!(machine.ran(), 1);
}

#[test]
fn what_is_not_understood_runs_as_it_would() {
    let machine = Machine::new();
    for (more, why) in [
        (&["--strange"][..], "--strange is not known"),
        (&["b.ii"][..], "not one source"),
    ] {
        for run in [1, 2] {
            done(&mut machine.cicc(TEXT, run, more));
        }
        assert_eq!(machine.ran(), 2, "{why}");
        let line = format!("cicc passed: {why}");
        assert_eq!(machine.outcomes(), [line.clone(), line]);
    }
    for (name, value) in [
        ("CLEAVE_DEVICE", "off"),
        ("CLEAVE_CACHE", "off"),
        ("CLEAVE_DEVICE", "x"),
    ] {
        for run in [1, 2] {
            done(machine.cicc(TEXT, run, &[]).env(name, value));
        }
        assert_eq!(machine.ran(), 2, "{name}={value}");
    }
    // A failure is none to keep.
    for run in [1, 2] {
        let output = machine
            .cicc(TEXT, run, &[])
            .env("FAILS", "1")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(
            String::from_utf8(output.stderr).unwrap(),
            "a.cu(3): error: no\n"
        );
    }
    assert_eq!(machine.ran(), 2);
    // What is broken is cicc's to judge.
    let broken = "# 1 \"a.cu\"\n__attribute__((global)) void k( { }\n";
    done(&mut machine.cicc(broken, 3, &[]));
    assert_eq!(machine.ran(), 1);
}

/// Three kernels, two of which share a function that is not inlined.
const KERNELS: &str = "# 1 \"a.cu\"
__attribute__((device)) int twice(int x) { return 2 * x; }
__attribute__((noinline)) __attribute__((device)) int shared(int x) { return x + 1; }
__attribute__((global)) void first(int *p) { *p = twice(1); }
__attribute__((global)) void second(int *p) { *p = shared(2); }
__attribute__((global)) void third(int *p) { *p = shared(3); }
int host(int n) { return n + 1; }
";

#[test]
fn a_changed_kernel_is_compiled_and_no_other() {
    let machine = Machine::new();
    let compile = |text: &str, run: u32| {
        done(machine.cicc(text, run, &[]).env("CLEAVE_DEVICE", "kernels"));
        let report = machine.read("report");
        let _ = fs::remove_file(machine.at("report"));
        let entry: serde_json::Value = serde_json::from_str(&report).unwrap();
        let count = |what: &str| entry["kernels"][what].as_u64();
        (machine.ran(), count("compiled"), count("reused"))
    };
    assert_eq!(compile(KERNELS, 1), (2, Some(3), Some(0)));
    let ptx = machine.read("tmpxft_1_a.ptx");
    for kernel in ["_Z5firstPi", "_Z6secondPi", "_Z5thirdPi"] {
        assert_eq!(
            ptx.matches(&format!(".entry {kernel}(")).count(),
            1,
            "{ptx}"
        );
    }
    assert!(machine.read("tmpxft_1_a.stub.c").contains("_Z5firstPi"));
    // The same, and other code of the host.
    assert_eq!(compile(KERNELS, 2), (0, None, None));
    assert_eq!(
        compile(&KERNELS.replace("n + 1", "n + 2"), 3),
        (0, None, None)
    );
    // One kernel; the two that share a function; a function that one of them uses.
    let one = KERNELS.replace("twice(1)", "twice(2)");
    assert_eq!(compile(&one, 4), (1, Some(1), Some(2)));
    assert_eq!(
        compile(&KERNELS.replace("shared(2)", "shared(4)"), 5),
        (1, Some(2), Some(1))
    );
    assert_eq!(
        compile(&KERNELS.replace("2 * x", "3 * x"), 6),
        (1, Some(1), Some(2))
    );
    // What is kept makes no difference to what is written.
    let warm = (
        machine.read("tmpxft_4_a.ptx"),
        machine.read("tmpxft_4_a.stub.c"),
    );
    fs::remove_dir_all(machine.at("cache/cleave/device")).unwrap();
    assert_eq!(compile(&one, 4), (2, Some(3), Some(0)));
    assert_eq!(
        (
            machine.read("tmpxft_4_a.ptx"),
            machine.read("tmpxft_4_a.stub.c")
        ),
        warm
    );
}

#[test]
fn a_kernel_that_moves_gets_its_lines() {
    let machine = Machine::new();
    let compile = |text: &str, run: u32| {
        let mut command = machine.cicc(text, run, &["-generate-line-info"]);
        done(command.env("CLEAVE_DEVICE", "kernels"));
        let ptx = machine.read(&format!("tmpxft_{run}_a.ptx"));
        let lines = ptx.lines().filter_map(|l| l.trim().strip_prefix(".loc\t"));
        (
            machine.ran(),
            lines.map(str::to_owned).collect::<Vec<_>>(),
            ptx,
        )
    };
    let first = compile(KERNELS, 1);
    assert_eq!(
        (first.0, &first.1[..]),
        (2, &["1 3 0", "1 4 0", "1 5 0"].map(str::to_owned)[..])
    );
    let file = format!("\t.file\t1 \"{}\"\n", machine.at("a.cu").display());
    assert!(first.2.ends_with(&file), "{}", first.2);
    // All of them, and one of them.
    let below = KERNELS.replace(
        "__attribute__((global)) void second",
        "\n\n__attribute__((global)) void second",
    );
    let moved = [
        compile(&KERNELS.replace("a.cu\"\n", "a.cu\"\n\n"), 2),
        compile(&below, 3),
    ];
    assert_eq!(
        (moved[0].0, &moved[0].1[..]),
        (0, &["1 4 0", "1 5 0", "1 6 0"].map(str::to_owned)[..])
    );
    assert_eq!(
        (moved[1].0, &moved[1].1[..]),
        (0, &["1 3 0", "1 6 0", "1 7 0"].map(str::to_owned)[..])
    );
    // What is kept makes no difference to what is written.
    fs::remove_dir_all(machine.at("cache/cleave/device")).unwrap();
    let cold = compile(&below, 3);
    assert_eq!((cold.0, cold.2), (2, moved[1].2.clone()));
    // Nor does the code of the host.
    assert_eq!(compile(&below.replace("n + 1", "n + 2"), 4).0, 0);
}

#[test]
fn the_folder_counts_where_files_are_named() {
    let machine = Machine::new();
    let link = machine.at("link");
    std::os::unix::fs::symlink(machine.folder.path(), &link).unwrap();
    for (more, ran) in [(&[][..], 0), (&["-generate-line-info"][..], 1)] {
        done(
            machine
                .cicc(TEXT, 1, more)
                .env("PWD", machine.folder.path()),
        );
        assert_eq!(machine.ran(), 1);
        done(machine.cicc(TEXT, 2, more).env("PWD", &link));
        assert_eq!(machine.ran(), ran, "{more:?}");
        // A name of the shell's that is not true is nobody's.
        done(machine.cicc(TEXT, 3, more).env("PWD", "/"));
        assert_eq!(machine.ran(), 0, "{more:?}");
    }
}

#[test]
fn parts_that_do_not_go_together_are_compiled_as_one() {
    let machine = Machine::new();
    // The script gives the function another body in each part.
    let text = "# 1 \"a.cu\"
__attribute__((device)) int common(int x) { return x; }
__attribute__((global)) void first(int *p) { *p = common(1); }
__attribute__((global)) void second(int *p) { *p = common(2); }
__attribute__((global)) void third(int *p) { *p = 3; }
";
    let kernels = |run: u32| done(machine.cicc(text, run, &[]).env("CLEAVE_DEVICE", "kernels"));
    kernels(1);
    // Three kernels, and then two of them together.
    assert_eq!(machine.ran(), 4);
    let ptx = machine.read("tmpxft_1_a.ptx");
    assert_eq!(
        (ptx.matches(".entry").count(), ptx.matches(".func").count()),
        (3, 1),
        "{ptx}"
    );
    // The same when all that is known is the parts.
    let moved = text.replace("x; }", "x; }\nint host() { return 1; }");
    done(machine.cicc(&moved, 2, &[]).env("CLEAVE_DEVICE", "kernels"));
    assert_eq!(machine.read("tmpxft_2_a.ptx"), ptx);
    assert_eq!(machine.ran(), 0);
}

#[test]
fn what_kernels_mode_does_not_do_is_compiled_as_a_whole() {
    let machine = Machine::new();
    let broken = KERNELS.replace("twice(1)", "nothing(1)");
    for (text, more, why) in [
        (
            KERNELS,
            &["--device-c"][..],
            "--device-c needs the toolkit's own tool",
        ),
        (KERNELS, &["-g"][..], "with -g all bytes count"),
        (&broken, &[][..], "there are errors"),
    ] {
        let mut command = machine.cicc(text, 1, more);
        done(command.env("CLEAVE_DEVICE", "kernels"));
        assert_eq!(machine.read("ran"), "cicc\n", "{why}");
        assert_eq!(machine.ran(), 1);
        let said = machine.outcomes();
        assert!(
            said[0].starts_with("cicc ran") && said[0].ends_with(why),
            "{said:?}"
        );
    }
}

#[test]
fn ptxas_runs_for_other_ptx_alone() {
    let machine = Machine::new();
    let ptxas = |ptx: &str, run: u32, more: &[&str]| {
        let (source, cubin) = (format!("tmpxft_{run}.ptx"), format!("tmpxft_{run}.cubin"));
        fs::write(machine.at(&source), ptx).unwrap();
        let mut args = vec!["-arch=sm_80", "-m64"];
        args.extend(more);
        args.extend([source.as_str(), "-o", &cubin]);
        let output = done(&mut machine.command("bin/ptxas", &args));
        (
            machine.read(&cubin),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let first = ptxas("a", 1, &[]);
    assert_eq!(
        first,
        ("acode\n".to_owned(), "ptxas info : 1 register\n".to_owned())
    );
    assert_eq!(ptxas("a", 2, &[]), first);
    assert_eq!(machine.ran(), 1);
    ptxas("b", 3, &[]);
    ptxas("a", 4, &["-maxrregcount=32"]);
    assert_eq!(machine.ran(), 2);
}

#[test]
fn what_is_damaged_is_compiled_again() {
    let machine = Machine::new();
    done(&mut machine.cicc(TEXT, 1, &[]));
    let good = machine.read("tmpxft_1_a.ptx");
    damage(&machine.at("cache/cleave/device"));
    machine.ran();
    done(&mut machine.cicc(TEXT, 2, &[]));
    assert_eq!(machine.ran(), 1);
    assert_eq!(machine.read("tmpxft_2_a.ptx"), good);
    // A changed tool is another tool.
    fs::write(
        machine.at("cuda/nvvm/bin/cicc"),
        CICC.replace("grep global", "grep -h global"),
    )
    .unwrap();
    done(&mut machine.cicc(TEXT, 3, &[]));
    assert_eq!(machine.ran(), 1);
}

#[test]
fn the_cache_is_shown_checked_and_removed() {
    let machine = Machine::new();
    // The content of a tool that was written just now is not kept: it may be written again before the clock goes on.
    std::thread::sleep(std::time::Duration::from_millis(100));
    done(&mut machine.cicc(TEXT, 1, &[]));
    let cache = |command: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_cleave"))
            .args(["cache", command])
            .env("XDG_CACHE_HOME", machine.at("cache"))
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        (
            output.status.code(),
            said.lines()
                .find(|line| line.trim_start().starts_with("device"))
                .unwrap()
                .to_owned(),
        )
    };
    // The run, that of its unit something is kept, what the run is good for, and the content of cicc.
    let (status, said) = cache("info");
    assert_eq!(status, Some(0));
    assert!(said.contains(": 4 values"), "{said}");
    assert_eq!(cache("verify").0, Some(0));
    damage(&machine.at("cache/cleave/device"));
    let (status, said) = cache("verify");
    assert_eq!(status, Some(1));
    assert!(said.contains("0 values read, 4 damaged"), "{said}");
    done(&mut machine.cicc(TEXT, 2, &[]));
    assert_eq!(cache("clear").0, Some(0));
    assert!(cache("info").1.contains(": 0 values"));
}

/// A disk that is full does not stop a build: the toolkit's own nvcc runs.
#[test]
fn where_no_shadow_can_be_made_nvcc_runs() {
    let machine = Machine::new();
    let nvcc = machine.at("cuda/bin/nvcc");
    fs::write(&nvcc, "#!/bin/sh\necho \"own $*\"\nexit 3\n").unwrap();
    // No folder can be made in a file.
    let cache = machine.at("no-folder");
    fs::write(&cache, "").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_cleave"))
        .args(["nvcc", "-c", "a.cu"])
        .env("CUDA_PATH", machine.at("cuda"))
        .env("XDG_CACHE_HOME", &cache)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert_eq!(output.stdout, b"own -c a.cu\n");
    assert!(said.contains("warning: shadow toolkit"), "{said}");
    assert!(said.contains("nvcc runs without Cleave"), "{said}");
}

#[test]
fn shadow_toolkits_are_shown_and_removed() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("cleave/toolkit-0123456789abcdef");
    fs::create_dir_all(folder.join("bin")).unwrap();
    // Nobody knows of which toolkit it is.
    fs::write(folder.join("bin/nvcc"), vec![0; 3 << 20]).unwrap();
    let cache = |command: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_cleave"))
            .args(["cache", command])
            .env("XDG_CACHE_HOME", home.path())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let mut lines = said.lines().map(str::trim_start);
        lines
            .find(|l| l.starts_with("toolkits"))
            .unwrap()
            .to_owned()
    };
    let said = cache("info");
    assert!(said.contains("1 folder, 3 MiB"), "{said}");
    let said = cache("verify");
    assert!(
        said.ends_with("1 folder read, 1 of no use and removed"),
        "{said}"
    );
    assert!(!folder.exists());
    assert!(cache("clear").ends_with("0 folders removed"));
}

#[test]
fn many_at_once_agree() {
    let machine = Machine::new();
    let texts = ["1", "2", "3"].map(|n| TEXT.replace("*p = 1", &format!("*p = {n}")));
    std::thread::scope(|scope| {
        for run in 0..12 {
            let (machine, text) = (&machine, &texts[run as usize % 3]);
            scope.spawn(move || done(&mut machine.cicc(text, run, &[])));
        }
    });
    for run in 0..12u32 {
        let expected = texts[run as usize % 3].lines().nth(3).unwrap();
        assert_eq!(
            machine.read(&format!("tmpxft_{run}_a.ptx")).trim(),
            expected
        );
    }
}

/// Changes a byte near the end of every file below a folder.
fn damage(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            damage(&path);
            continue;
        }
        let mut bytes = fs::read(&path).unwrap();
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        fs::write(&path, bytes).unwrap();
    }
}

/// sccache runs nvcc's commands by itself, in a folder for one run, and names the files otherwise.
#[test]
fn in_a_folder_of_sccache_nobody_looks_at_listings() {
    let machine = Machine::new();
    let moved = TEXT.replace("int count;", "int count;\n");
    let ran = |folder: &str, text: &str| {
        let folder = machine.at(folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("x_0.cpp1.ii"), text).unwrap();
        fs::write(folder.join("a.module_id"), "_0000_4_a_cu_0000").unwrap();
        let args = "--c++17 --orig_src_file_name a.cu -arch compute_80 --include_file_name a.fatbin.c -tused --module_id_file_name \
                    a.module_id --gen_c_file_name x_0.cudafe1.c --stub_file_name x_0.cudafe1.stub.c --gen_device_file_name \
                    a.cudafe1.gpu x_0.cpp1.ii -o a.ptx";
        let args: Vec<&str> = args.split_whitespace().collect();
        done(machine.command("nvvm/bin/cicc", &args).current_dir(&folder));
        machine.ran()
    };
    assert_eq!(ran("sccache_nvccAb12", TEXT), 1);
    assert_eq!(ran("sccache_nvccCd34", &moved), 0);
    let stub = machine.read("sccache_nvccCd34/x_0.cudafe1.stub.c");
    assert!(stub.contains("# 4 \"a.cu\"\n"), "{stub}");
    // Somebody keeps them, and may look.
    assert_eq!(ran("kept", &TEXT.replace("= 1", "= 2")), 1);
    assert_eq!(ran("kept", &moved.replace("= 1", "= 2")), 1);
}

mod shared;
