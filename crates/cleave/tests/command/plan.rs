//! `cleave plan` with a real nvcc: its steps, run by themselves, make what nvcc makes. They need a CUDA toolkit, found by the ordinary rules;
//! without one they say so and pass.
#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{CLEAVE, root, stderr};
use serde_json::Value;
use tempfile::TempDir;

/// The toolkit's nvcc, or `None` with a word about it.
fn nvcc() -> Option<PathBuf> {
    let out = Command::new(CLEAVE)
        .args(["toolkit", "--print-cuda-path"])
        .output()
        .expect("cleave runs");
    if !out.status.success() {
        eprintln!("skipped: no toolkit: {}", stderr(&out));
        return None;
    }
    let root = String::from_utf8_lossy(&out.stdout).trim().to_owned();
    Some(Path::new(&root).join("bin/nvcc"))
}

/// A folder with the programs of test_data/modes.
fn project() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(root().join("test_data/modes")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    folder
}

fn done(command: &mut Command) -> Output {
    let out = command.output().unwrap();
    assert!(out.status.success(), "{command:?}: {}", stderr(&out));
    out
}

fn plan(nvcc: &Path, folder: &Path, args: &str) -> Value {
    let mut command = Command::new(CLEAVE);
    command
        .args(["plan", "--"])
        .arg(nvcc)
        .args(args.split(' '))
        .current_dir(folder);
    serde_json::from_slice(&done(&mut command).stdout).unwrap()
}

fn words(value: &Value) -> Vec<String> {
    let all = value.as_array().unwrap().iter();
    all.map(|w| w.as_str().unwrap().to_owned()).collect()
}

/// Copies files from one folder into another.
fn copy(files: &[String], from: &Path, to: &Path) {
    for file in files.iter().filter(|f| Path::new(f).is_relative()) {
        let target = to.join(file);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(from.join(file), target).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
}

/// Runs the steps of a plan, each in a folder with the sources, the headers and the files that it says it reads, and in an order that only
/// keeps to what a step says it needs. Gives what they print.
fn run(plan: &Value, folder: &Path) -> Vec<u8> {
    let sources: Vec<String> = crate::common::files(folder)
        .into_iter()
        .filter(|name| folder.join(name).is_file())
        .collect();
    let (mut printed, mut over) = (Vec::new(), BTreeSet::new());
    let mut left: Vec<&Value> = plan["steps"].as_array().unwrap().iter().collect();
    while !left.is_empty() {
        let is_ready = |step: &&Value| words(&step["needs"]).iter().all(|n| over.contains(n));
        let at = left
            .iter()
            .rposition(is_ready)
            .expect("a step that can be run");
        let step = left.remove(at);
        let sandbox = tempfile::tempdir().unwrap();
        copy(&sources, folder, sandbox.path());
        copy(&words(&step["inputs"]), folder, sandbox.path());
        let outputs = words(&step["outputs"]);
        let depfile = step["depfile"].as_str().map(str::to_owned);
        let written: Vec<String> = outputs.iter().cloned().chain(depfile).collect();
        for file in &written {
            fs::create_dir_all(sandbox.path().join(file).parent().unwrap()).unwrap();
            let _ = fs::remove_file(sandbox.path().join(file));
        }
        let arguments = words(&step["arguments"]);
        let mut command = Command::new(&arguments[0]);
        command.args(&arguments[1..]).current_dir(sandbox.path());
        for (name, value) in plan["environment"].as_object().unwrap() {
            command.env(name, value.as_str().unwrap());
        }
        printed.extend(done(&mut command).stdout);
        copy(&written, sandbox.path(), folder);
        over.insert(step["name"].as_str().unwrap().to_owned());
    }
    printed
}

#[test]
fn the_steps_of_a_plan_make_what_nvcc_makes() {
    let Some(nvcc) = nvcc() else { return };
    for (args, products) in [
        ("-arch=sm_80 -c basic.cu", &["basic.o"][..]),
        (
            "-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=[sm_90,compute_90] -c lambda.cu \
             --extended-lambda -o other.o",
            &["other.o"],
        ),
        (
            "-arch=sm_80 -c basic.cu numbers.cu plain.cpp",
            &["basic.o", "numbers.o", "plain.o"],
        ),
        (
            "-arch=sm_80 -dc caller.cu callee.cu",
            &["caller.o", "callee.o"],
        ),
        (
            "-arch=sm_80 -rdc=true caller.cu callee.cu main.cu -o program",
            &["program"],
        ),
        ("-arch=sm_80 basic.cu main.cu -o whole", &["whole"]),
        ("-arch=sm_80 -ptx basic.cu", &["basic.ptx"]),
        ("-arch=sm_80 -cubin basic.cu", &["basic.cubin"]),
        ("-arch=sm_80 -fatbin basic.cu", &["basic.fatbin"]),
        ("-arch=sm_80 -E basic.cu", &[]),
        ("-arch=sm_80 -cuda basic.cu -o basic.ii", &["basic.ii"]),
        ("-arch=sm_80 -lib basic.cu -o libbasic.a", &["libbasic.a"]),
    ] {
        let folder = project();
        let plan = plan(&nvcc, folder.path(), args);
        let made: BTreeSet<String> = words(&plan["outputs"]).into_iter().collect();
        assert_eq!(
            made,
            products.iter().map(|p| (*p).to_owned()).collect(),
            "{args}"
        );
        assert!(!plan.to_string().contains("tmpxft_"), "{args}");
        // Objects have the names of files between steps, which nvcc keeps under the plan's.
        fs::create_dir(folder.path().join("plan")).unwrap();
        let mut command = Command::new(&nvcc);
        command
            .args(args.split(' '))
            .args(["--keep", "--keep-dir", "plan"]);
        let theirs = command.current_dir(folder.path()).output().unwrap();
        let has_libraries = !stderr(&theirs).contains("/ld: cannot find -lcuda");
        if !has_libraries {
            eprintln!("skipped: {args}: the toolkit has no libraries to link with");
            continue;
        }
        assert!(theirs.status.success(), "{args}: {}", stderr(&theirs));
        let product = |name: &str| folder.path().join(name);
        let expected: Vec<Vec<u8>> = products
            .iter()
            .map(|p| fs::read(product(p)).unwrap())
            .collect();
        products
            .iter()
            .for_each(|p| fs::remove_file(product(p)).unwrap());
        fs::remove_dir_all(folder.path().join("plan")).unwrap();
        let printed = run(&plan, folder.path());
        assert!(printed == theirs.stdout, "{args}: what is printed differs");
        for (name, expected) in products.iter().zip(expected) {
            let ours = fs::read(product(name)).unwrap();
            assert!(ours == expected, "{args}: {name} differs");
        }
    }
}

/// The steps of the shadow's nvcc are Cleave's: its cudafe++, its cicc, its host compiler.
#[test]
fn the_plan_of_the_shadow_is_of_its_programs() {
    if nvcc().is_none() {
        return;
    }
    let folder = project();
    let mut made = Command::new(CLEAVE);
    let made = done(
        made.args(["toolkit", "--dir", "shadow"])
            .current_dir(folder.path()),
    );
    let shadow = PathBuf::from(String::from_utf8_lossy(&made.stdout).trim());
    let args = "-arch=sm_80 -c basic.cu -o basic.o";
    let nvcc = shadow.join("bin/nvcc");
    let plan = plan(&nvcc, folder.path(), args);
    for step in plan["steps"].as_array().unwrap() {
        let program = words(&step["arguments"])[0].clone();
        assert!(Path::new(&program).starts_with(&shadow), "{program}");
    }
    run(&plan, folder.path());
    let ours = fs::read(folder.path().join("basic.o")).unwrap();
    let mut command = Command::new(&nvcc);
    command
        .args(args.split(' '))
        .args(["--keep", "--keep-dir", "plan"]);
    done(command.current_dir(folder.path()));
    assert!(ours == fs::read(folder.path().join("basic.o")).unwrap());
}

#[test]
fn objects_are_linked_for_the_device() {
    let Some(nvcc) = nvcc() else { return };
    let folder = project();
    let dc = plan(&nvcc, folder.path(), "-arch=sm_80 -dc caller.cu callee.cu");
    run(&dc, folder.path());
    let link = "-arch=sm_80 -dlink caller.o callee.o -o linked.o";
    let plan = plan(&nvcc, folder.path(), link);
    assert_eq!(words(&plan["steps"][0]["inputs"]), ["caller.o", "callee.o"]);
    run(&plan, folder.path());
    let ours = fs::read(folder.path().join("linked.o")).unwrap();
    let mut command = Command::new(&nvcc);
    command
        .args(link.split(' '))
        .args(["--keep", "--keep-dir", "plan"]);
    done(command.current_dir(folder.path()));
    assert!(ours == fs::read(folder.path().join("linked.o")).unwrap());
}

/// The files that rules name, but those of the system and of the toolkit.
fn headers(rules: &str) -> BTreeSet<String> {
    let words = rules
        .split_whitespace()
        .filter(|w| w.ends_with(".h") || w.ends_with(".cu"));
    words
        .filter(|w| !w.starts_with('/'))
        .map(str::to_owned)
        .collect()
}

#[test]
fn dependency_files_have_the_headers_of_all_passes() {
    let Some(nvcc) = nvcc() else { return };
    let folder = tempfile::tempdir().unwrap();
    let source = "#ifdef __CUDA_ARCH__\n#include \"device.h\"\n#if __CUDA_ARCH__ == 900\n#include \"hopper.h\"\n#endif\n#else\n\
                  #include \"host.h\"\n#endif\n#include \"both.h\"\n__global__ void k() {}\n";
    fs::write(folder.path().join("a.cu"), source).unwrap();
    for name in ["device.h", "hopper.h", "host.h", "both.h", "unread.h"] {
        fs::write(folder.path().join(name), "\n").unwrap();
    }
    let targets = "-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90";
    let args = format!("{targets} -c a.cu -o a.o -MD -MF nvcc.d");
    let plan = plan(&nvcc, folder.path(), &args);
    run(&plan, folder.path());
    let read = |file: &str| headers(&fs::read_to_string(folder.path().join(file)).unwrap());
    let own = |names: &[&str]| -> BTreeSet<String> {
        let all = [&["a.cu", "both.h"], names].concat();
        all.into_iter().map(str::to_owned).collect()
    };
    let passes: Vec<BTreeSet<String>> = (plan["steps"].as_array().unwrap().iter())
        .filter(|step| step["kind"] == "preprocess")
        .map(|step| read(step["depfile"].as_str().unwrap()))
        .collect();
    assert_eq!(passes.len(), 3);
    for expected in [&["host.h"][..], &["device.h"], &["device.h", "hopper.h"]] {
        assert!(passes.contains(&own(expected)), "{expected:?}: {passes:?}");
    }
    // nvcc's own file has those of all passes in one.
    assert!(!folder.path().join("nvcc.d").exists());
    done(
        Command::new(&nvcc)
            .args(args.split(' '))
            .current_dir(folder.path()),
    );
    let all: BTreeSet<String> = passes.into_iter().flatten().collect();
    assert_eq!(all, read("nvcc.d"));
}

#[test]
fn what_has_no_plan() {
    let Some(nvcc) = nvcc() else { return };
    let folder = project();
    let said = |args: &[&str]| {
        let mut command = Command::new(CLEAVE);
        command.args(["plan", "--"]).args(args);
        let out = command.current_dir(folder.path()).output().unwrap();
        assert!(out.stdout.is_empty());
        (out.status.code(), stderr(&out))
    };
    let nvcc = nvcc.to_str().unwrap();
    let (status, message) = said(&[nvcc, "-M", "basic.cu"]);
    assert_eq!(
        (status, &*message),
        (Some(1), "cleave: error: with -M nothing is built\n")
    );
    let (status, message) = said(&[nvcc, "--no-such-option", "-c", "basic.cu"]);
    assert_eq!(status, Some(1));
    assert!(message.starts_with("nvcc fatal"), "{message}");
    assert_eq!(said(&["/nowhere/nvcc", "-c", "basic.cu"]).0, Some(1));
}
