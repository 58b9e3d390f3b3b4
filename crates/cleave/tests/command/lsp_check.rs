//! What `cleave lsp --check` shows of a file is what `cleave split` reports of it: the same numbers at the same places.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs that Cleave's own headers are enough for.
const PROGRAMS: [&str; 6] = [
    "reduction",
    "lambda_captures",
    "constant_tables",
    "device_classes",
    "kernel_attributes",
    "default_arguments",
];

/// What is wrong in one pass, in both, in an instantiation, in macros and in a directive.
const WRONG: &str = "\
#define CHECK(x) do { if ((x) != 0) fail(#x); } while (0)
#define NEGATIVE -1
void fail(const char *);
int host_only(int i);
__device__ int twice(int i) { return host_only(i) * 2; }
template <class T> T outer(T t) { return t.x; }
__global__ void __launch_bounds__(NEGATIVE) kernel(int *p)
{
    int unused;
#pragma unroll 99999999999
    for (int i = 0; i < 4; ++i)
        p[i] = undefined_name + NEGATIVE;
#ifdef __CUDA_ARCH__
    p[1] = device_error;
#endif
}
int main()
{
    CHECK(nothing(1));
    return outer(1) + missing
}
";

type Said = BTreeSet<(u64, u64, Option<u64>)>;

fn cleave(args: &[&str], file: &Path, folder: &Path) -> (String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_cleave"))
        .args(args)
        .arg(file)
        .current_dir(folder)
        .env("CLEAVE_SECOND_OPINION", "off")
        .output()
        .expect("cleave runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(out.stdout), text(out.stderr))
}

/// The number, line and column of each diagnostic.
fn split(file: &Path, folder: &Path) -> Said {
    let args = ["split", "--own-headers", "--diagnostics=json", "-o", "out"];
    let (_, said) = cleave(&args, file, folder);
    let objects = said.lines().filter(|line| line.starts_with('{'));
    let objects =
        objects.map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let key = |d: serde_json::Value| {
        (
            d["number"].as_u64().unwrap_or(0),
            d["line"].as_u64().unwrap_or(0),
            d["column"].as_u64(),
        )
    };
    objects.map(key).collect()
}

fn check(file: &Path, folder: &Path) -> Said {
    let (said, errors) = cleave(&["lsp", "--own-headers", "--check"], file, folder);
    assert_eq!(errors, "");
    let name = file.to_string_lossy();
    let own = said
        .lines()
        .filter_map(|line| line.strip_prefix(&*name)?.strip_prefix(':'));
    let key = |line: &str| {
        let (place, rest) = line.split_once(": ").expect("a place");
        let mut parts = place
            .split(':')
            .map(|n| n.parse::<u64>().expect("a number"));
        let number = rest
            .split_once('#')
            .map_or("0", |(_, n)| n.split(':').next().unwrap_or("0"));
        (
            number.parse().unwrap_or(0),
            parts.next().unwrap_or(0),
            parts.next(),
        )
    };
    own.map(key).collect()
}

#[test]
fn an_editor_shows_what_a_build_reports() {
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = folder.path().join("wrong.cu");
    std::fs::write(&wrong, WRONG).expect("a file");
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test_data/programs");
    let mut files: Vec<PathBuf> = PROGRAMS
        .iter()
        .map(|p| programs.join(format!("{p}.cu")))
        .collect();
    files.push(wrong.clone());
    for file in &files {
        let reported = split(file, folder.path());
        assert_eq!(check(file, folder.path()), reported, "{}", file.display());
    }
    assert!(split(&wrong, folder.path()).len() > 6);
}
