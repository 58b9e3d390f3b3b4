//! A header that somebody saves between the moment when it is preprocessed and the moment when the compiler reads it: the object is not
//! kept for the text that was preprocessed.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cleave_rebuild::{Likeness, Preprocessed, host_compiler_at};
use cleave_toolkit::Env;

/// An environment with a cache folder.
struct Vars(PathBuf);

impl Env for Vars {
    fn var(&self, name: &str) -> Option<OsString> {
        match name {
            "XDG_CACHE_HOME" => Some(self.0.join("cache").into()),
            "CLEAVE_PCH" => Some("off".into()),
            "CLEAVE_REPORT" => Some(self.0.join("report").into()),
            _ => None,
        }
    }

    fn run(&self, _: &OsStr, _: &[&str]) -> Option<String> {
        None
    }

    fn system_root(&self) -> PathBuf {
        PathBuf::from("/")
    }
}

const ONE: &str = "static const int value = 1;\n";
const TWO: &str = "static const int value = 2;\n";

struct Machine {
    folder: tempfile::TempDir,
    compiler: PathBuf,
}

impl Machine {
    fn at(&self, name: &str) -> String {
        let path = self.folder.path().join(name);
        path.to_string_lossy().into_owned()
    }

    /// The object of the stand-in. `saved`: a new text of the header, which is saved as soon as the old one was read.
    fn object(&self, saved: Option<&str>) -> Vec<u8> {
        let output = self.at("a.o");
        let words = ["-c", "-x", "c++", &self.at("a.cpp"), "-o", &output].map(OsString::from);
        let preprocess = |program: &Path, _: &[OsString], _: Likeness| {
            let text = Command::new(program)
                .args(["-E", "-x", "c++", &self.at("a.cpp")])
                .output()
                .unwrap();
            if let Some(text) = saved {
                fs::write(self.at("lib.h"), text).unwrap();
            }
            Some(Preprocessed {
                bytes: text.stdout,
                files: vec![self.at("a.cpp"), self.at("lib.h")],
            })
        };
        let env = Vars(self.folder.path().to_path_buf());
        let status = host_compiler_at(&self.compiler, &words, &env, &preprocess);
        assert_eq!(status, 0);
        fs::read(output).unwrap()
    }

    /// Whether the last object was one that was kept.
    fn is_reused(&self) -> bool {
        let report = fs::read_to_string(self.at("report")).unwrap();
        report.lines().last().unwrap().contains("reused")
    }
}

#[test]
fn what_is_saved_meanwhile_is_not_kept() {
    let Ok(compiler) = fs::canonicalize("/usr/bin/g++") else {
        return;
    };
    let machine = Machine {
        folder: tempfile::tempdir().unwrap(),
        compiler,
    };
    let text = "#include \"lib.h\"\nint get() { return value; }\n";
    fs::write(machine.at("a.cpp"), text).unwrap();
    fs::write(machine.at("lib.h"), ONE).unwrap();
    let two = machine.object(Some(TWO));
    fs::write(machine.at("lib.h"), ONE).unwrap();
    let one = machine.object(None);
    assert!(!machine.is_reused());
    assert!(one != two, "an object of another header was kept");
    // What nobody has saved meanwhile is kept.
    assert!(machine.object(None) == one && machine.is_reused());
    fs::write(machine.at("lib.h"), TWO).unwrap();
    assert!(machine.object(None) == two && !machine.is_reused());
}
