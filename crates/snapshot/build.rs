//! Says which Cleave this is: the hash of everything that it is built from. A value that another Cleave computed is not for this one.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![root.join("Cargo.toml"), root.join("Cargo.lock")];
    for folder in entries(&root.join("crates")) {
        // What is watched as a folder is watched with all that is in it, so tests are left out.
        for entry in entries(&folder) {
            if !entry.ends_with("tests") {
                println!("cargo::rerun-if-changed={}", entry.display());
                add(&entry, &mut files);
            }
        }
    }
    files.sort();
    let mut hash = blake3::Hasher::new();
    let mut part = |bytes: &[u8]| {
        hash.update(&(bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    for file in &files {
        let name = file.strip_prefix(&root).unwrap_or(file);
        part(name.as_os_str().as_encoded_bytes());
        part(&std::fs::read(file).unwrap_or_default());
    }
    for variable in [
        "TARGET",
        "PROFILE",
        "OPT_LEVEL",
        "DEBUG",
        "CARGO_ENCODED_RUSTFLAGS",
    ] {
        part(
            std::env::var_os(variable)
                .unwrap_or_default()
                .as_encoded_bytes(),
        );
    }
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(compiler).arg("-vV").output();
    part(&version.map(|out| out.stdout).unwrap_or_default());
    for file in &files[..] {
        if file.parent() == Some(&root) {
            println!("cargo::rerun-if-changed={}", file.display());
        }
    }
    println!("cargo::rustc-env=CLEAVE_BUILD={}", hash.finalize().to_hex());
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.flatten().map(|entry| entry.path()).collect()
}

fn add(path: &Path, files: &mut Vec<PathBuf>) {
    match path.is_dir() {
        true => entries(path).iter().for_each(|entry| add(entry, files)),
        false => files.push(path.to_owned()),
    }
}
