//! The programs in `test_data/programs`, split with the headers that come with Cleave and checked by g++; and what must hold
//! of every output: the same bytes in every run and folder.
#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::fmt::Write;
use std::fs;

use expect_test::expect;

use crate::common::{CLEAVE, cleave, have, needs_toolkit, own_headers, programs, root, stderr};

#[test]
fn every_program_passes_the_host_compiler() {
    if !have("g++") {
        eprintln!("skipped: no g++");
        return;
    }
    let dir = tempfile::tempdir().expect("folder");
    let mut failures = Vec::new();
    let mut messages = String::new();
    let mut count = 0;
    for (program, flags) in programs() {
        let text = fs::read_to_string(&program).expect("program");
        if needs_toolkit(&text) {
            continue;
        }
        count += 1;
        let mut args: Vec<String> = ["split", "--own-headers", "--check-host", "-o", "out"]
            .map(str::to_owned)
            .into();
        // Some use what the oldest architecture lacks.
        args.push("-arch=sm_80".to_owned());
        args.extend(flags);
        args.push(program.to_string_lossy().into_owned());
        let out = cleave(dir.path(), &args);
        if out.status.code() != Some(0) {
            failures.push(format!(
                "{}: {:?}\n{}",
                program.display(),
                out.status.code(),
                stderr(&out)
            ));
        }
        let folder = format!("{}/", program.parent().expect("a folder").display());
        for line in stderr(&out).lines() {
            if line.contains("): warning") || line.contains("): error") {
                writeln!(messages, "{}", line.replace(&folder, "")).expect("a string");
            }
        }
    }
    // The toolkit says the same of them (`scripts/mutants.py --each 0`).
    expect![""].assert_eq(&messages);
    assert!(count >= 40, "only {count} programs");
    assert!(
        failures.is_empty(),
        "{} of {count} fail:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn the_same_bytes_in_every_run_and_folder() {
    if !have("g++") {
        eprintln!("skipped: no g++");
        return;
    }
    let one = tempfile::tempdir().expect("folder");
    let other = tempfile::tempdir().expect("folder");
    let include = tempfile::tempdir().expect("folder");
    own_headers(include.path());
    for name in [
        "unnamed_namespaces.cu",
        "managed_basic.cu",
        "template_kernels.cu",
    ] {
        let text =
            fs::read_to_string(root().join("test_data/programs").join(name)).expect("program");
        let mut outputs = Vec::new();
        for dir in [one.path(), other.path(), one.path()] {
            fs::write(dir.join(name), &text).expect("input");
            // The preprocessed text is the pass's input: made once, so that header paths are equal too.
            let ii = one.path().join("input.ii");
            if !ii.exists() || outputs.is_empty() {
                let out = std::process::Command::new("g++")
                    .args(["-E", "-x", "c++", "-D__CUDACC__", "-I"])
                    .arg(include.path())
                    .args(["-include", "cuda_runtime.h", name, "-o"])
                    .arg(&ii)
                    .current_dir(one.path())
                    .status()
                    .expect("g++ runs");
                assert!(out.success());
            }
            fs::copy(&ii, dir.join("a.ii")).expect("copy");
            let out = cleave(
                dir,
                [
                    "cudafe++",
                    "--c++17",
                    "--static-host-stub",
                    "--device-hidden-visibility",
                    "--gnu_version=120200",
                    "--orig_src_file_name",
                    name,
                    "--orig_src_path_name",
                    "/src/x.cu",
                    "--gen_c_file_name",
                    "a.cpp",
                    "--stub_file_name",
                    "a.stub.c",
                    "--gen_module_id_file",
                    "--module_id_file_name",
                    "a.id",
                    "a.ii",
                ],
            );
            assert_eq!(out.status.code(), Some(0), "{}", stderr(&out));
            outputs.push((
                fs::read(dir.join("a.cpp")).expect("text"),
                fs::read(dir.join("a.id")).expect("id"),
            ));
        }
        assert!(
            outputs[0] == outputs[1] && outputs[0] == outputs[2],
            "{name}"
        );
        assert!(
            !String::from_utf8_lossy(&outputs[0].0).contains(&*one.path().to_string_lossy()),
            "a path of this machine"
        );
        let _ = fs::remove_file(one.path().join("input.ii"));
    }
}

#[test]
fn the_binary_answers_to_the_name_of_cudafe() {
    let dir = tempfile::tempdir().expect("folder");
    let link = dir.path().join("cudafe++");
    std::os::unix::fs::symlink(CLEAVE, &link).expect("link");
    fs::write(dir.path().join("a.ii"), "int a = 1;\n").expect("input");
    let run = |program: &std::path::Path, first: &[&str], out: &str| {
        let status = std::process::Command::new(program)
            .args(first)
            .args([
                "--gnu_version=120200",
                "--orig_src_file_name",
                "a.cu",
                "--gen_c_file_name",
                out,
                "--stub_file_name",
                "s.c",
            ])
            .args(["--cleave-depfile", "a.d", "a.ii"])
            .current_dir(dir.path())
            .status()
            .expect("runs");
        assert!(status.success());
        fs::read_to_string(dir.path().join(out)).expect("text")
    };
    assert_eq!(
        run(&link, &[], "x.cpp"),
        run(std::path::Path::new(CLEAVE), &["cudafe++"], "y.cpp")
    );
    assert_eq!(
        fs::read_to_string(dir.path().join("a.d")).expect("rule"),
        "y.cpp: \\\n a.ii\n"
    );
}

#[test]
fn split_says_what_is_on_the_device() {
    if !have("g++") {
        eprintln!("skipped: no g++");
        return;
    }
    let dir = tempfile::tempdir().expect("folder");
    fs::write(
        dir.path().join("a.cu"),
        "namespace n { __constant__ int table[2] = {1, 2};\nstruct S { __device__ int get() const; }; }\n\
         template <class T> __global__ void fill(T *p) { *p = T(); }\n__host__ __device__ int both() { return 1; }\nint host() { return 2; }\n",
    )
    .expect("input");
    let args = [
        "split",
        "--own-headers",
        "--format",
        "json",
        "--depfile",
        "a.d",
        "a.cu",
    ];
    let out = cleave(dir.path(), args);
    assert_eq!(out.status.code(), Some(0), "{}", stderr(&out));
    let rows: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let rows: Vec<String> = rows
        .as_array()
        .expect("rows")
        .iter()
        .map(|r| {
            format!(
                "{} {} {} {} {}",
                r["kind"], r["space"], r["name"], r["line"], r["defined"]
            )
        })
        .collect();
    expect_test::expect![[r#"
        "variable" "__constant__" "n::table" 1 true
        "function" "__device__" "n::S::get" 2 false
        "kernel" "__global__" "fill" 3 true
        "function" "__host__ __device__" "both" 4 true"#]]
    .assert_eq(&rows.join("\n"));
    let rule = fs::read_to_string(dir.path().join("a.d")).expect("rule");
    assert!(
        rule.starts_with("./a.cudafe1.cpp:") && rule.contains(" a.cu"),
        "{rule}"
    );
}
