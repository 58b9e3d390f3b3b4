//! The search for a toolkit: what the user names, then what is on PATH, then the usual folders, then
//! Python wheels. It must not know what a toolkit is used for, nor change anything on disk.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::env::{Env, SEARCHING};
use crate::layout::{Defect, NVCC, Toolkit};

/// The variables that name a toolkit; the first one that is set counts.
const VARIABLES: &[&str] = &["CUDA_PATH", "CUDA_HOME"];

/// Folders where toolkits are installed, relative to the system's root. In a last component `NAME*`
/// the star stands for a version, and the newest comes first. The last two are Debian's.
const USUAL_FOLDERS: &[&str] = &[
    "usr/local/cuda",
    "usr/local/cuda-*",
    "opt/cuda",
    "usr/lib/cuda",
    "usr/lib/nvidia-cuda-toolkit",
];

/// Variables that name an active Python environment.
const PYTHON_PREFIXES: &[&str] = &["VIRTUAL_ENV", "CONDA_PREFIX"];

/// Prints the folders in which Python looks for packages, one per line.
const PYTHON_PATH: &str = r"import sys; print('\n'.join(sys.path))";

/// Where wheels put a toolkit, relative to the folder of Python's packages: CUDA 13 and later, and the
/// folder of the compiler alone before that.
const WHEEL_ROOT: &str = "nvidia/cu*";
const OLD_WHEEL_ROOT: &str = "nvidia/cuda_nvcc";

/// No toolkit, and why.
#[derive(Debug, PartialEq, Eq)]
pub enum NotFound {
    /// The user named a folder that is no toolkit.
    Named {
        /// Who named it: an option or a variable.
        by: &'static str,
        /// The folder.
        path: PathBuf,
        /// What is wrong with it.
        defect: Defect,
    },
    /// Nobody named one and there is none in any of the places looked at.
    Nowhere {
        /// The places, in the order of the search.
        tried: Vec<Attempt>,
    },
}

/// A place that was looked at in vain.
#[derive(Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The place: a folder, a program, or a pattern.
    pub place: PathBuf,
    /// Why it was no help.
    pub defect: Defect,
}

impl fmt::Display for NotFound {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotFound::Named { by, path, defect } => {
                let path = path.display();
                write!(out, "{by} names {path}, which is no CUDA toolkit: {defect}")
            }
            NotFound::Nowhere { tried } => {
                writeln!(out, "no CUDA toolkit found. Looked at:")?;
                for Attempt { place, defect } in tried {
                    writeln!(out, "  {}: {defect}", place.display())?;
                }
                write!(out, "{HOW_TO_GET_ONE}")
            }
        }
    }
}

const HOW_TO_GET_ONE: &str = "\
If there is one elsewhere, name its root with --cuda-path or CUDA_PATH. To get one, take one of
  - the package of your distribution (nvidia-cuda-toolkit in Debian and Ubuntu, cuda in Arch)
  - NVIDIA's installer: https://developer.nvidia.com/cuda-downloads
  - pip install nvidia-cuda-nvcc nvidia-nvvm nvidia-cuda-crt nvidia-cuda-runtime nvidia-cuda-cccl";

impl std::error::Error for NotFound {}

/// Finds a toolkit. In this order:
/// 1. `explicit`, then `CUDA_PATH`, then `CUDA_HOME`: what they name is taken or is an error;
/// 2. each `nvcc` on PATH, links resolved; one that is no part of a toolkit is asked which it runs;
/// 3. the usual folders of Linux systems;
/// 4. Python wheels, of the active virtual or conda environment and of `python3`.
///
/// A shadow found in any of these ways stands for the toolkit that it mirrors.
///
/// # Errors
/// [`NotFound`] with what is wrong, or with every place that was looked at.
pub fn find(explicit: Option<&Path>, env: &dyn Env) -> Result<Toolkit, NotFound> {
    let variables = VARIABLES
        .iter()
        .filter_map(|&name| Some((name, PathBuf::from(env.nonempty_var(name)?))));
    let mut named = explicit
        .map(|path| ("--cuda-path", path.to_path_buf()))
        .into_iter()
        .chain(variables);
    if let Some((by, path)) = named.next() {
        return Toolkit::at(&path).map_err(|defect| NotFound::Named { by, path, defect });
    }

    let mut search = Search {
        env,
        tried: Vec::new(),
    };
    search
        .on_path()
        .or_else(|| search.in_usual_folders())
        .or_else(|| search.in_wheels())
        .ok_or(NotFound::Nowhere {
            tried: search.tried,
        })
}

struct Search<'a> {
    env: &'a dyn Env,
    tried: Vec<Attempt>,
}

impl Search<'_> {
    fn on_path(&mut self) -> Option<Toolkit> {
        let path = self.env.var("PATH").unwrap_or_default();
        let programs: Vec<PathBuf> = std::env::split_paths(&path)
            .filter(|folder| folder.is_absolute())
            .map(|folder| folder.join("nvcc"))
            .filter(|program| program.is_file())
            .collect();
        if programs.is_empty() {
            self.fail("nvcc on PATH".into(), Defect::NoProgram);
        }
        programs
            .into_iter()
            .find_map(|program| match self.of_program(&program) {
                Ok(toolkit) => Some(toolkit),
                Err(defect) => self.fail(program, defect),
            })
    }

    /// The toolkit that a program called nvcc is part of, or runs.
    fn of_program(&self, program: &Path) -> Result<Toolkit, Defect> {
        if let Ok(real) = fs::canonicalize(program)
            && real.file_name() == Some(OsStr::new("nvcc"))
            && let Some(root) = real.parent().and_then(Path::parent)
            && let Ok(toolkit) = Toolkit::at(root)
        {
            return Ok(toolkit);
        }
        // Debian's /usr/bin/nvcc is a script; others put a compiler cache there. nvcc, once it is
        // reached, tells where it is even though there is no such input file.
        if self.env.nonempty_var(SEARCHING).is_some() {
            return Err(Defect::UnknownWrapper);
        }
        let text = self
            .env
            .run(program.as_os_str(), &["-v", "no-such-input"])
            .ok_or(Defect::UnknownWrapper)?;
        let folder = text
            .lines()
            .find_map(|line| line.strip_prefix("#$ _HERE_="))
            .ok_or(Defect::UnknownWrapper)?;
        let folder = fs::canonicalize(folder).map_err(|_| Defect::UnknownWrapper)?;
        Toolkit::at(folder.parent().ok_or(Defect::UnknownWrapper)?)
    }

    fn in_usual_folders(&mut self) -> Option<Toolkit> {
        let system = self.env.system_root();
        USUAL_FOLDERS
            .iter()
            .find_map(|pattern| self.at_pattern(&system, pattern))
    }

    fn in_wheels(&mut self) -> Option<Toolkit> {
        let mut folders = Vec::new();
        for prefix in PYTHON_PREFIXES
            .iter()
            .filter_map(|v| self.env.nonempty_var(v))
        {
            folders.extend(
                newest_first(&Path::new(&prefix).join("lib"), "python")
                    .into_iter()
                    .map(|python| python.join("site-packages")),
            );
        }
        match self.env.run(OsStr::new("python3"), &["-c", PYTHON_PATH]) {
            Some(text) => folders.extend(
                text.lines()
                    .map(PathBuf::from)
                    .filter(|folder| folder.is_absolute() && folder.is_dir()),
            ),
            None => {
                self.fail("python3 on PATH".into(), Defect::NoProgram);
            }
        }
        let mut seen = Vec::new();
        for folder in folders {
            if seen.contains(&folder) {
                continue;
            }
            if let Some(toolkit) = self.at_pattern(&folder, WHEEL_ROOT) {
                return Some(toolkit);
            }
            let old = folder.join(OLD_WHEEL_ROOT);
            if old.is_dir() {
                match Toolkit::at(&old) {
                    Ok(toolkit) => return Some(toolkit),
                    Err(Defect::Missing(NVCC)) => self.fail(old, Defect::WheelWithoutNvcc),
                    Err(defect) => self.fail(old, defect),
                };
            }
            seen.push(folder);
        }
        None
    }

    /// A toolkit at `base/pattern`, where a star at the end of the pattern stands for a version.
    fn at_pattern(&mut self, base: &Path, pattern: &str) -> Option<Toolkit> {
        let place = base.join(pattern);
        let folders = match pattern.strip_suffix('*').map(|start| base.join(start)) {
            None => vec![place.clone()],
            Some(start) => {
                let name = start.file_name().unwrap_or_default().to_string_lossy();
                newest_first(start.parent().unwrap_or(base), &name)
            }
        };
        if folders.is_empty() {
            return self.fail(place, Defect::NoFolder);
        }
        folders
            .into_iter()
            .find_map(|folder| match Toolkit::at(&folder) {
                Ok(toolkit) => Some(toolkit),
                Err(defect) => self.fail(folder, defect),
            })
    }

    fn fail(&mut self, place: PathBuf, defect: Defect) -> Option<Toolkit> {
        self.tried.push(Attempt { place, defect });
        None
    }
}

/// The folders in `base` whose names are `start` and a version, the highest version first.
fn newest_first(base: &Path, start: &str) -> Vec<PathBuf> {
    let mut found: Vec<(Vec<u32>, PathBuf)> = fs::read_dir(base)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name();
            let version = name.to_str()?.strip_prefix(start)?;
            let numbers = version.split('.').map(str::parse).collect::<Result<_, _>>();
            Some((numbers.ok()?, entry.path()))
        })
        .collect();
    found.sort();
    found.into_iter().rev().map(|(_, path)| path).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::shadow::{self, Frontend};
    use crate::testing::Machine;

    /// The root found, relative to the machine; or the error, with the machine's root folded.
    fn found(machine: &Machine, explicit: Option<&str>) -> String {
        let explicit = explicit.map(|path| machine.path(path));
        let text = match find(explicit.as_deref(), machine) {
            Ok(toolkit) => toolkit.root().display().to_string(),
            Err(error) => error.to_string(),
        };
        text.replace(machine.path("").to_str().unwrap(), "/")
    }

    fn shadow_of(machine: &Machine, root: &str, dir: &str) -> PathBuf {
        let executable = machine.program("cleave", "");
        let frontend = Frontend {
            executable: &executable,
            version: "1",
        };
        let toolkit = Toolkit::at(&machine.path(root)).unwrap();
        let shadow = shadow::ensure(&toolkit, &frontend, &machine.path(dir)).unwrap();
        shadow.dir().to_path_buf()
    }

    #[test]
    fn each_source_gives_way_to_the_one_before() {
        let mut machine = Machine::new();
        let venv = machine.path("venv");
        let packages = machine.path("packages");
        machine.answer("python3", &format!("\n{}\n", packages.display()));
        machine.toolkit("packages/nvidia/cuda_nvcc");
        assert_eq!(found(&machine, None), "/packages/nvidia/cuda_nvcc");
        machine.toolkit("packages/nvidia/cu9");
        machine.toolkit("packages/nvidia/cu13");
        assert_eq!(found(&machine, None), "/packages/nvidia/cu13");
        machine.set("CONDA_PREFIX", &venv);
        machine.toolkit("venv/lib/python3.12/site-packages/nvidia/cu13");
        assert_eq!(
            found(&machine, None),
            "/venv/lib/python3.12/site-packages/nvidia/cu13"
        );
        let folders = [
            "usr/lib/nvidia-cuda-toolkit",
            "usr/lib/cuda",
            "opt/cuda",
            "usr/local/cuda-9.2",
            "usr/local/cuda-12.9",
            "usr/local/cuda-13",
            "usr/local/cuda",
        ];
        for folder in folders {
            machine.toolkit(folder);
            assert_eq!(found(&machine, None), format!("/{folder}"));
        }
        machine.toolkit("onpath");
        machine.set("PATH", machine.path("onpath/bin"));
        assert_eq!(found(&machine, None), "/onpath");
        machine.toolkit("home");
        machine.set("CUDA_HOME", machine.path("home"));
        assert_eq!(found(&machine, None), "/home");
        machine.toolkit("path");
        machine.set("CUDA_PATH", machine.path("path"));
        assert_eq!(found(&machine, None), "/path");
        machine.toolkit("option");
        assert_eq!(found(&machine, Some("option")), "/option");
    }

    #[test]
    fn what_is_named_must_be_right() {
        let mut machine = Machine::new();
        machine.toolkit("usr/local/cuda");
        machine.set("CUDA_PATH", "");
        assert_eq!(found(&machine, None), "/usr/local/cuda");
        machine.set("CUDA_PATH", machine.path("gone"));
        expect!["CUDA_PATH names /gone, which is no CUDA toolkit: no such folder"]
            .assert_eq(&found(&machine, None));
        machine.write("empty/readme", "");
        expect!["--cuda-path names /empty, which is no CUDA toolkit: there is no bin/nvcc in it"]
            .assert_eq(&found(&machine, Some("empty")));
        machine.write("text/bin/nvcc", "");
        expect![
            "--cuda-path names /text, which is no CUDA toolkit: its bin/nvcc is not an executable file"
        ]
        .assert_eq(&found(&machine, Some("text")));
        machine.program("script/bin/nvcc", "");
        expect![
            "--cuda-path names /script, which is no CUDA toolkit: there is no bin/nvcc.profile in it"
        ]
        .assert_eq(&found(&machine, Some("script")));
    }

    #[test]
    fn links_on_path_are_resolved() {
        let mut machine = Machine::new();
        let root = machine.toolkit("opt/toolkit-13");
        machine.link(root.join(NVCC), "usr/bin/nvcc");
        machine.set("PATH", machine.path("usr/bin"));
        assert_eq!(found(&machine, None), "/opt/toolkit-13");
    }

    #[test]
    fn wrappers_on_path_are_asked() {
        let mut machine = Machine::new();
        let root = machine.toolkit("real");
        let script = machine.program("usr/bin/nvcc", "#!/bin/sh\n");
        machine.program("usr/bin/ccache", "");
        let cache = machine.link("../../usr/bin/ccache", "lib/ccache/nvcc");
        let mut path = machine.path("lib/ccache").into_os_string();
        path.push(":");
        path.push(machine.path("usr/bin"));
        machine.set("PATH", path);
        machine.answer(cache, "ccache: error: no compiler");
        machine.answer(
            &script,
            &format!("#$ _SPACE_= \n#$ _HERE_={}/bin\n", root.display()),
        );
        assert_eq!(found(&machine, None), "/real");
        // Asked by such a script's own `cleave nvcc`, they are not.
        machine.set(SEARCHING, "1");
        assert!(found(&machine, None).contains("/usr/bin/nvcc: not part of a toolkit"));
    }

    #[test]
    fn shadows_stand_for_what_they_mirror() {
        let mut machine = Machine::new();
        let root = machine.toolkit("real");
        let shadow = shadow_of(&machine, "real", "shadow");
        assert_eq!(found(&machine, Some("shadow")), "/real");
        machine.set("PATH", shadow.join("bin"));
        assert_eq!(found(&machine, None), "/real");
        machine.link(shadow.join("bin/nvcc"), "links/nvcc");
        machine.set("PATH", machine.path("links"));
        assert_eq!(found(&machine, None), "/real");
        fs::remove_dir_all(root).unwrap();
        expect![
            "--cuda-path names /shadow, which is no CUDA toolkit: a shadow that Cleave made of a toolkit that is not there any more"
        ]
        .assert_eq(&found(&machine, Some("shadow")));
    }

    #[test]
    fn the_error_lists_where_it_looked() {
        let mut machine = Machine::new();
        machine.write("packages/nvidia/cuda_nvcc/bin/ptxas", "");
        let packages = machine.path("packages");
        machine.answer("python3", packages.to_str().unwrap());
        machine.write("usr/local/cuda-12.0/readme", "");
        expect![[r#"
            no CUDA toolkit found. Looked at:
              nvcc on PATH: no such program
              /usr/local/cuda: no such folder
              /usr/local/cuda-12.0: there is no bin/nvcc in it
              /opt/cuda: no such folder
              /usr/lib/cuda: no such folder
              /usr/lib/nvidia-cuda-toolkit: no such folder
              /packages/nvidia/cu*: no such folder
              /packages/nvidia/cuda_nvcc: the CUDA 12 wheels do not contain nvcc; those of CUDA 13 do
            If there is one elsewhere, name its root with --cuda-path or CUDA_PATH. To get one, take one of
              - the package of your distribution (nvidia-cuda-toolkit in Debian and Ubuntu, cuda in Arch)
              - NVIDIA's installer: https://developer.nvidia.com/cuda-downloads
              - pip install nvidia-cuda-nvcc nvidia-nvvm nvidia-cuda-crt nvidia-cuda-runtime nvidia-cuda-cccl"#]]
        .assert_eq(&found(&machine, None));
        assert!(found(&Machine::new(), None).contains("python3 on PATH: no such program\n"));
    }
}
