//! sccache and ccache in front of the shadow's nvcc: they work, they hit, and what they do not know Cleave does. They need the
//! program and a CUDA toolkit, found by the ordinary rules; without them they say so and pass.
#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{ALONE, CLEAVE, have, root, stderr};
use serde_json::Value;
use tempfile::TempDir;

struct Project {
    folder: TempDir,
    shadow: PathBuf,
}

impl Project {
    /// A folder with a program and a shadow toolkit, or `None` with a word about it.
    fn new(cache: &str) -> Option<Project> {
        if !have(cache) {
            eprintln!("skipped: no {cache}");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let shadow = folder.path().join("shadow");
        let made = Command::new(CLEAVE)
            .arg("toolkit")
            .arg("--dir")
            .arg(&shadow)
            .output()
            .unwrap();
        if !made.status.success() {
            eprintln!("skipped: no toolkit: {}", stderr(&made));
            return None;
        }
        let source = root().join("test_data/modes/basic.cu");
        fs::copy(source, folder.path().join("basic.cu")).unwrap();
        Some(Project { folder, shadow })
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, command: &mut Command) -> String {
        let out = command
            .current_dir(self.folder.path())
            .env(ALONE.0, ALONE.1)
            .env("XDG_CACHE_HOME", self.at("cache"))
            .env("CLEAVE_REPORT", self.at("report"))
            .env("CCACHE_DIR", self.at("ccache"))
            .output()
            .unwrap();
        assert!(out.status.success(), "{command:?}: {}", stderr(&out));
        String::from_utf8(out.stdout).unwrap()
    }

    /// Compiles, and gives the object and what Cleave's tools of the device did.
    fn compile(&self, command: &mut Command) -> (Vec<u8>, Vec<String>) {
        let _ = fs::remove_file(self.at("basic.o"));
        let nvcc = self.shadow.join("bin/nvcc");
        command.arg(nvcc).args([
            "-arch=sm_80",
            "-MD",
            "-MF",
            "basic.d",
            "-c",
            "basic.cu",
            "-o",
            "basic.o",
        ]);
        self.run(command);
        let rules = fs::read_to_string(self.at("basic.d")).unwrap();
        assert!(rules.contains("basic.cu"), "{rules}");
        let report = fs::read_to_string(self.at("report")).unwrap_or_default();
        let _ = fs::remove_file(self.at("report"));
        let steps = report.lines().filter_map(|line| {
            let entry: Value = serde_json::from_str(line).unwrap();
            let step = format!("{} {}", entry["tool"], entry["outcome"]).replace('"', "");
            // The caches run the host compiler to preprocess in any case.
            (!step.starts_with("gcc")).then_some(step)
        });
        (fs::read(self.at("basic.o")).unwrap(), steps.collect())
    }

    /// An edit that leaves the device's code as it is.
    fn comment(&self) {
        let text = fs::read_to_string(self.at("basic.cu")).unwrap();
        fs::write(self.at("basic.cu"), format!("// A comment.\n{text}")).unwrap();
    }
}

/// An sccache with a server of its own.
struct Sccache<'a> {
    project: &'a Project,
    port: String,
}

impl Sccache<'_> {
    fn command(&self) -> Command {
        let mut command = Command::new("sccache");
        command
            .env("SCCACHE_SERVER_PORT", &self.port)
            .env("SCCACHE_IDLE_TIMEOUT", "60")
            .env("SCCACHE_DIR", self.project.at("sccache"))
            .env("SCCACHE_CONF", self.project.at("no-file"));
        command
    }

    /// Hits and misses since this was asked last.
    fn counts(&self) -> (u64, u64) {
        let said =
            self.project.run(
                self.command()
                    .args(["--show-stats", "--stats-format", "json"]),
            );
        self.project.run(self.command().arg("--zero-stats"));
        let said: Value = serde_json::from_str(&said).unwrap();
        let sum = |name: &str| {
            let counts = said["stats"][name]["counts"].as_object().unwrap();
            counts.values().map(|n| n.as_u64().unwrap()).sum()
        };
        (sum("cache_hits"), sum("cache_misses"))
    }
}

impl Drop for Sccache<'_> {
    fn drop(&mut self) {
        let _ = self.command().arg("--stop-server").output();
    }
}

#[test]
fn sccache_hits_and_cleave_hits_behind_it() {
    let Some(project) = Project::new("sccache") else {
        return;
    };
    let port = TcpListener::bind("127.0.0.1:0").unwrap();
    let sccache = Sccache {
        project: &project,
        port: port.local_addr().unwrap().port().to_string(),
    };
    drop(port);
    let (object, steps) = project.compile(&mut sccache.command());
    assert_eq!(steps, ["cicc ran", "ptxas ran"]);
    let (hits, misses) = sccache.counts();
    assert!(hits == 0 && misses > 0, "{hits} {misses}");
    let (again, steps) = project.compile(&mut sccache.command());
    assert!(object == again);
    assert!(steps.is_empty(), "{steps:?}");
    let (hits, misses) = sccache.counts();
    assert!(hits > 0 && misses == 0, "{hits} {misses}");
    // A new sccache knows the bytes of each step, and Cleave knows what they mean. An old one does without lines itself.
    project.comment();
    let (_, steps) = project.compile(&mut sccache.command());
    assert!(steps.iter().all(|step| step == "cicc reused"), "{steps:?}");
    let (hits, _) = sccache.counts();
    assert!(hits > 0);
}

#[test]
fn ccache_hits_and_cleave_hits_behind_it() {
    let Some(project) = Project::new("ccache") else {
        return;
    };
    let command = || Command::new("ccache");
    let (object, steps) = project.compile(&mut command());
    assert_eq!(steps, ["cicc ran", "ptxas ran"]);
    let (again, steps) = project.compile(&mut command());
    assert!(object == again);
    assert!(steps.is_empty(), "{steps:?}");
    project.comment();
    let (_, steps) = project.compile(&mut command());
    assert_eq!(steps, ["cicc reused", "ptxas reused"]);
    // ccache counts by itself.
    let said = project.run(command().arg("--print-stats"));
    let count = |name: &str| {
        let line = said.lines().find(|l| l.starts_with(name)).unwrap();
        line.rsplit('\t').next().unwrap().parse::<u64>().unwrap()
    };
    assert_eq!(
        count("direct_cache_hit") + count("preprocessed_cache_hit"),
        1,
        "{said}"
    );
    assert!(Path::new(&project.at("ccache")).is_dir());
}
