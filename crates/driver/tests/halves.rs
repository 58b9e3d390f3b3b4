//! A source that is edited: after each edit the halves are those that a fresh start makes of the same text.

use std::ffi::OsString;
use std::path::Path;

use cleave_driver::halves::{Command, Editing, OPTIONS, edit};
use cleave_driver::with_big_stack;
use cleave_options::nvcc::NvccOption;

const OWN: &[NvccOption] = &OPTIONS;

const PROGRAM: &str = "\
#define TWICE(x) ((x) + (x))
namespace { __device__ int hidden(int a) { return TWICE(a); } }
__global__ void k(int *p) {
    p[0] = hidden(p[1]);
}
void launch(int *p) {
    k<<<1, 32>>>(p);
}
";

/// Edits, each of the program: what is replaced, and by what.
const EDITS: [(&str, &str); 6] = [
    ("p[1]", "p[2]"),
    ("((x) + (x))", "((x) * 2)"),
    ("void launch", "int other;\nvoid launch"),
    ("namespace {", "// A comment.\nnamespace {"),
    ("hidden(p[1])", "nowhere(p[1])"),
    (
        "__global__ void k(int *p)",
        "__global__ void k(int *p, double = 1)",
    ),
];

fn with<T: Send>(folder: &Path, serve: impl FnOnce(&mut Editing<'_>) -> T + Send) -> T {
    let source = folder.join("a.cu");
    std::fs::write(&source, PROGRAM).unwrap();
    let args: Vec<OsString> = vec![source.into(), "--own-headers".into(), "-arch=sm_80".into()];
    let command = Command::parse(&args, OWN).unwrap().unwrap();
    with_big_stack(|| edit(&command, serve).unwrap())
}

/// What is made of a version, as text.
fn made(editing: &mut Editing<'_>, text: &str) -> String {
    let made = editing.make(text);
    let mut out: String = made.problems.iter().map(|p| format!("{p}\n")).collect();
    for r in &made.reported {
        let at = r.diagnostic.at.as_ref().unwrap();
        out += &format!("{}:{}: {}\n", at.line, at.column, r.message());
    }
    let Some(halves) = made.halves else {
        return out + "no halves\n";
    };
    // Headers of our own lie in another folder each time.
    out += halves
        .host
        .rsplit("# 0 \"<command-line>\" 2")
        .next()
        .unwrap();
    match halves.device {
        Ok(device) => {
            out += &cleave_il::print(&device.module);
            out += &device.stub.unwrap();
            out += &format!("{:?}", device.names);
        }
        Err(why) => out += &why.join("\n"),
    }
    out
}

#[test]
fn an_edit_makes_what_a_fresh_start_makes() {
    let folder = tempfile::tempdir().unwrap();
    let versions: Vec<String> = EDITS
        .iter()
        .map(|(from, to)| PROGRAM.replace(from, to))
        .collect();
    assert!(versions.iter().all(|version| version != PROGRAM));
    let (first, edited, last) = with(folder.path(), |editing| {
        let first = made(editing, PROGRAM);
        let edited: Vec<String> = versions.iter().map(|v| made(editing, v)).collect();
        (first, edited, made(editing, PROGRAM))
    });
    assert_eq!(first, last);
    for (version, edited) in versions.iter().zip(edited) {
        assert_ne!(edited, first);
        let fresh = with(folder.path(), |editing| made(editing, version));
        assert_eq!(edited, fresh, "{version}");
    }
}

#[test]
fn the_halves_agree_on_the_module() {
    let folder = tempfile::tempdir().unwrap();
    let made = with(folder.path(), |editing| made(editing, PROGRAM));
    // The device half names what is hidden by the id that the host half has.
    let id = made
        .split("_NV_ANON_NAMESPACE _GLOBAL__N__")
        .nth(1)
        .unwrap();
    let id = id.split_whitespace().next().unwrap();
    assert!(
        made.contains(&format!("_GLOBAL__N__{id}6hiddenEi(%a: int)")),
        "{made}"
    );
}

#[test]
fn what_cannot_be_opened() {
    let parse = |words: &[&str]| {
        let args: Vec<OsString> = words.iter().map(OsString::from).collect();
        Command::parse(&args, OWN).map(|c| c.is_some())
    };
    assert_eq!(parse(&["--help"]), Ok(false));
    assert_eq!(parse(&[]), Err("name one source".to_owned()));
    let missing = parse(&["/nowhere/a.cu"]).unwrap_err();
    assert!(missing.contains("no such file"), "{missing}");
    assert!(parse(&["--strange", "a.cu"]).is_err());
}
