//! A cache that machines share: two machines are two cache folders. Whatever the other side does, what is written is what the tool
//! writes, and the time is bounded.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Machine, TEXT, done};

/// What a run of cicc leaves: PTX and stub.
fn outputs(machine: &Machine, run: u32) -> [String; 2] {
    ["ptx", "stub.c"].map(|what| machine.read(&format!("tmpxft_{run}_a.{what}")))
}

/// Compiles with a shared cache; says how often the tool ran, what the account says of the shared cache, and what was written.
fn compile(machine: &Machine, address: &str, text: &str, run: u32) -> (usize, Said, [String; 2]) {
    let mut command = machine.cicc(text, run, &[]);
    command
        .env("CLEAVE_CACHE_REMOTE", address)
        .env("CLEAVE_CACHE_REMOTE_TIMEOUT", "1");
    done(&mut command);
    let report = machine.read("report");
    let _ = fs::remove_file(machine.at("report"));
    let entry: serde_json::Value = serde_json::from_str(report.trim()).unwrap();
    let shared = &entry["shared"];
    let said = Said {
        values: shared["values"].as_u64().unwrap(),
        damaged: shared["damaged"].as_u64().unwrap(),
        trouble: shared["trouble"].as_str().unwrap_or_default().to_owned(),
    };
    (machine.ran(), said, outputs(machine, run))
}

/// What the account says.
#[derive(Debug, Default, PartialEq)]
struct Said {
    values: u64,
    damaged: u64,
    trouble: String,
}

/// What the tool writes without any cache.
fn expected(text: &str) -> [String; 2] {
    let machine = Machine::new();
    let mut command = machine.cicc(text, 1, &[]);
    done(command.env("CLEAVE_CACHE", "off"));
    outputs(&machine, 1)
}

/// One machine makes it, another one has it.
fn is_shared(address: &str) {
    let (one, other) = (Machine::new(), Machine::new());
    let (ran, said, _) = compile(&one, address, TEXT, 1);
    assert_eq!((ran, said), (1, Said::default()));
    let (ran, said, written) = compile(&other, address, TEXT, 1);
    assert_eq!((ran, said.values, said.damaged), (0, 1, 0));
    assert_eq!(written, expected(TEXT));
    // It is here now.
    assert_eq!(
        compile(&other, address, TEXT, 1),
        (0, Said::default(), written)
    );
    // The same device code on other lines: that of the unit something is known, what its run is good for, and the run.
    let third = Machine::new();
    let moved = TEXT.replace("int count;", "int count;\n\n");
    let (ran, said, written) = compile(&third, address, &moved, 1);
    assert_eq!((ran, said.values, said.damaged), (0, 3, 0));
    assert_eq!(written, expected(&moved));
}

fn folder(machine: &Machine) -> (PathBuf, String) {
    let folder = machine.at("shared");
    fs::create_dir(&folder).unwrap();
    let address = format!("file://{}", folder.display());
    (folder, address)
}

#[test]
fn a_folder_is_shared() {
    let machine = Machine::new();
    is_shared(&folder(&machine).1);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => out.extend(files(&path)),
            false => out.push(path),
        }
    }
    out.sort();
    out
}

/// What becomes of a file, by number.
type Damage<'a> = &'a dyn Fn(usize) -> Vec<u8>;

#[test]
fn what_is_not_as_it_was_sent_is_not_used() {
    let machine = Machine::new();
    let (folder, address) = folder(&machine);
    compile(&machine, &address, TEXT, 1);
    let kept: Vec<(PathBuf, Vec<u8>)> = (files(&folder).into_iter())
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    assert_eq!(kept.len(), 3);
    let swapped = |at: usize| kept[(at + 1) % kept.len()].1.clone();
    let damages: [(&str, Damage<'_>); 6] = [
        ("garbage", &|_| b"<html>log in first</html>".to_vec()),
        ("empty", &|_| Vec::new()),
        ("truncated", &|at| {
            kept[at].1[..kept[at].1.len() - 1].to_vec()
        }),
        ("longer", &|at| [&kept[at].1[..], b"x"].concat()),
        ("a bit", &|at| {
            let mut bytes = kept[at].1.clone();
            *bytes.last_mut().unwrap() ^= 1;
            bytes
        }),
        ("swapped", &swapped),
    ];
    for (name, damage) in damages {
        for (at, (path, _)) in kept.iter().enumerate() {
            fs::write(path, damage(at)).unwrap();
        }
        let other = Machine::new();
        let (ran, said, written) = compile(&other, &address, TEXT, 1);
        assert_eq!((ran, said.values), (1, 0), "{name}");
        assert!(said.damaged > 0, "{name}");
        assert_eq!(written, expected(TEXT), "{name}");
        // What that machine made is there now, as it should be. How long the run took is in it.
        let (ran, ..) = compile(&Machine::new(), &address, TEXT, 1);
        assert_eq!(ran, 0, "{name}");
    }
}

#[test]
fn a_cache_that_cannot_be_used_is_left_alone() {
    let machine = Machine::new();
    let (_, there) = folder(&machine);
    let nowhere = format!("file://{}", machine.at("nowhere").display());
    let (ran, said, written) = compile(&machine, &nowhere, TEXT, 1);
    assert_eq!((ran, written), (1, expected(TEXT)));
    assert_eq!(said.trouble, "there is no such folder");
    // No process asks it for some seconds, even if it is there again.
    fs::create_dir(machine.at("nowhere")).unwrap();
    let changed = TEXT.replace("*p = 1", "*p = 2");
    let (ran, said, _) = compile(&machine, &nowhere, &changed, 2);
    assert_eq!((ran, &*said.trouble), (1, "there is no such folder"));
    assert!(files(&machine.at("nowhere")).is_empty());
    // Others are asked.
    assert_eq!(compile(&machine, &there, &changed, 3).1.trouble, "");
    for (address, why) in [
        ("nothing", "is no address: it has no scheme"),
        ("ftp://user:secret@h/", "is no address: its scheme"),
    ] {
        let (ran, said, _) = compile(&machine, address, &TEXT.replace("= 1", "= 3"), 4);
        assert!(said.trouble.contains(why), "{}", said.trouble);
        assert!(!said.trouble.contains("secret"));
        assert!(ran <= 1);
    }
}

/// What `cleave cache info` says of a shared cache.
fn info(machine: &Machine, address: &str) -> String {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_cleave"))
        .args(["cache", "info"])
        .env("XDG_CACHE_HOME", machine.at("cache"))
        .env("CLEAVE_CACHE_REMOTE", address)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stdout).unwrap();
    let line = said.lines().find(|l| l.trim().starts_with("shared"));
    line.unwrap_or_default().trim().to_owned()
}

#[test]
fn the_shared_cache_is_shown() {
    let machine = Machine::new();
    let (folder, address) = folder(&machine);
    let said = info(&machine, &address);
    assert!(
        said.contains(&format!("file://{} answers in", folder.display())),
        "{said}"
    );
    fs::remove_dir(folder).unwrap();
    let said = info(&machine, &address);
    assert!(
        said.ends_with("cannot be used: there is no such folder"),
        "{said}"
    );
    compile(&machine, &address, TEXT, 1);
    let said = info(&machine, &address);
    assert!(
        said.contains("is left alone for ") && said.ends_with(" s: there is no such folder"),
        "{said}"
    );
}

#[cfg(not(feature = "shared-cache"))]
#[test]
fn a_network_needs_the_feature() {
    let machine = Machine::new();
    let said = info(&machine, "redis://user:secret@nowhere");
    assert!(
        said.contains("redis://nowhere cannot be used: this Cleave was built without"),
        "{said}"
    );
}

#[cfg(feature = "shared-cache")]
#[path = "network.rs"]
mod network;
