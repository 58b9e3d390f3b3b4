//! A made-up machine for the unit tests: a file system below a temporary folder, variables, and
//! programs that answer without being run.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::env::Env;

pub(crate) struct Machine {
    dir: TempDir,
    vars: HashMap<String, OsString>,
    answers: HashMap<OsString, String>,
}

impl Machine {
    pub(crate) fn new() -> Machine {
        Machine {
            dir: TempDir::new().unwrap(),
            vars: HashMap::new(),
            answers: HashMap::new(),
        }
    }

    /// The absolute path of `path` on this machine, without links in front of it.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.dir.path().canonicalize().unwrap().join(path)
    }

    pub(crate) fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.vars.insert(name.to_owned(), value.into());
    }

    /// Lets a program print `text`.
    pub(crate) fn answer(&mut self, program: impl AsRef<OsStr>, text: &str) {
        self.answers
            .insert(program.as_ref().to_owned(), text.to_owned());
    }

    pub(crate) fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn program(&self, path: &str, text: &str) -> PathBuf {
        let path = self.write(path, text);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    pub(crate) fn link(&self, target: impl AsRef<Path>, path: &str) -> PathBuf {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        symlink(target, &path).unwrap();
        path
    }

    /// Puts a toolkit at `root` and returns its absolute path.
    pub(crate) fn toolkit(&self, root: &str) -> PathBuf {
        for tool in ["nvcc", "cudafe++", "ptxas"] {
            self.program(&format!("{root}/bin/{tool}"), "#!/bin/sh\n");
        }
        self.write(&format!("{root}/bin/nvcc.profile"), "TOP = $(_HERE_)/..");
        self.write(&format!("{root}/nvvm/libdevice/libdevice.10.bc"), "");
        self.program(&format!("{root}/nvvm/bin/cicc"), "");
        self.write(&format!("{root}/include/cuda_runtime.h"), "");
        self.path(root)
    }
}

impl Env for Machine {
    fn var(&self, name: &str) -> Option<OsString> {
        self.vars.get(name).cloned()
    }

    fn run(&self, program: &OsStr, _args: &[&str]) -> Option<String> {
        self.answers.get(program).cloned()
    }

    fn system_root(&self) -> PathBuf {
        self.path("")
    }
}
