//! What a CUDA toolkit looks like on disk: the parts it must have, the parts a compilation needs, and
//! where a distribution may have put them. It must not know how a toolkit was found.

use std::fmt;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::marker::{self, Marker};

/// The compiler driver, relative to the root of a toolkit.
pub const NVCC: &str = "bin/nvcc";
/// The settings that nvcc reads beside itself, relative to the root of a toolkit.
pub const PROFILE: &str = "bin/nvcc.profile";

/// Why a folder is no toolkit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defect {
    /// There is no such folder.
    NoFolder,
    /// A file that every toolkit has is not there (relative to the root).
    Missing(&'static str),
    /// nvcc is there but is not an executable file.
    NotExecutable,
    /// There is no such program.
    NoProgram,
    /// A program called nvcc that is not part of a toolkit and does not say which one it runs.
    UnknownWrapper,
    /// A folder named `nvidia/cuda_nvcc` from a wheel without nvcc in it.
    WheelWithoutNvcc,
    /// A shadow whose real toolkit is gone, or whose marker is damaged.
    StaleShadow,
}

impl fmt::Display for Defect {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Defect::NoFolder => write!(out, "no such folder"),
            Defect::Missing(part) => write!(out, "there is no {part} in it"),
            Defect::NotExecutable => write!(out, "its {NVCC} is not an executable file"),
            Defect::NoProgram => write!(out, "no such program"),
            Defect::UnknownWrapper => {
                write!(
                    out,
                    "not part of a toolkit, and `nvcc -v` does not name the toolkit it runs"
                )
            }
            Defect::WheelWithoutNvcc => {
                write!(
                    out,
                    "the CUDA 12 wheels do not contain nvcc; those of CUDA 13 do"
                )
            }
            Defect::StaleShadow => {
                write!(
                    out,
                    "a shadow that Cleave made of a toolkit that is not there any more"
                )
            }
        }
    }
}

/// The root of a CUDA toolkit that has nvcc and its profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolkit {
    root: PathBuf,
}

impl Toolkit {
    /// Takes `root` for a toolkit if it is one. Links in the path are resolved, so that a shadow of
    /// `/usr/local/cuda` stays with its version when that link moves on to the next. A shadow stands
    /// for the toolkit that it mirrors: what is returned is never a shadow.
    ///
    /// # Errors
    /// What is wrong with the folder.
    pub fn at(root: &Path) -> Result<Toolkit, Defect> {
        let has_marker = |root: &Path| root.join(marker::FILE).exists();
        if !has_marker(root) {
            return Toolkit::real(root);
        }
        let mirrored = Marker::read(root).ok_or(Defect::StaleShadow)?.toolkit;
        if has_marker(&mirrored) {
            return Err(Defect::StaleShadow);
        }
        Toolkit::real(&mirrored).map_err(|_| Defect::StaleShadow)
    }

    fn real(root: &Path) -> Result<Toolkit, Defect> {
        let root = fs::canonicalize(root).map_err(|_| Defect::NoFolder)?;
        if !root.is_dir() {
            return Err(Defect::NoFolder);
        }
        let nvcc = fs::metadata(root.join(NVCC)).map_err(|_| Defect::Missing(NVCC))?;
        if !nvcc.is_file() || nvcc.permissions().mode() & 0o111 == 0 {
            return Err(Defect::NotExecutable);
        }
        if !root.join(PROFILE).is_file() {
            return Err(Defect::Missing(PROFILE));
        }
        Ok(Toolkit { root })
    }

    /// The root folder: absolute, without links.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The parts of [`COMPONENTS`] that this toolkit lacks.
    pub fn missing(&self) -> Vec<&'static Component> {
        COMPONENTS
            .iter()
            .filter(|part| !part.any_of.iter().any(|path| self.root.join(path).exists()))
            .collect()
    }
}

/// A part of a toolkit that compiling and linking a program needs, beside nvcc.
#[derive(Debug, PartialEq, Eq)]
pub struct Component {
    /// What it is.
    pub what: &'static str,
    /// Where it may be, relative to the root; one is enough.
    pub any_of: &'static [&'static str],
    /// The Python wheel that brings it.
    pub wheel: &'static str,
}

/// The parts that can be missing where each comes in a package of its own. Debian has no `nvvm` folder
/// and keeps headers and libraries in the system's folders, which is why several places are named.
pub const COMPONENTS: &[Component] = &[
    Component {
        what: "the device compiler cicc",
        any_of: &["nvvm/bin/cicc", "bin/cicc"],
        wheel: "nvidia-nvvm",
    },
    Component {
        what: "the device library",
        any_of: &["nvvm/libdevice", "libdevice"],
        wheel: "nvidia-nvvm",
    },
    Component {
        what: "the compiler's headers",
        any_of: &[
            "include/crt/host_config.h",
            "targets/x86_64-linux/include/crt/host_config.h",
            "targets/sbsa-linux/include/crt/host_config.h",
            "../../include/crt/host_config.h",
        ],
        wheel: "nvidia-cuda-crt",
    },
    Component {
        what: "the runtime's headers",
        any_of: &[
            "include/cuda_runtime.h",
            "targets/x86_64-linux/include/cuda_runtime.h",
            "targets/sbsa-linux/include/cuda_runtime.h",
            "../../include/cuda_runtime.h",
        ],
        wheel: "nvidia-cuda-runtime",
    },
    Component {
        what: "the C++ core libraries",
        any_of: &[
            "include/cccl",
            "include/thrust",
            "targets/x86_64-linux/include/cccl",
            "targets/x86_64-linux/include/thrust",
            "targets/sbsa-linux/include/cccl",
            "targets/sbsa-linux/include/thrust",
            "../../include/thrust",
        ],
        wheel: "nvidia-cuda-cccl",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Machine;

    #[test]
    fn missing_parts_are_named() {
        let machine = Machine::new();
        let toolkit = Toolkit::at(&machine.toolkit("usr/lib/cuda")).unwrap();
        let wheels = || -> Vec<_> { toolkit.missing().iter().map(|part| part.wheel).collect() };
        assert_eq!(wheels(), ["nvidia-cuda-crt", "nvidia-cuda-cccl"]);
        machine.write("usr/include/thrust/version.h", "");
        assert_eq!(wheels(), ["nvidia-cuda-crt"]);
        machine.write("usr/lib/cuda/include/crt/host_config.h", "");
        assert_eq!(wheels(), [""; 0]);
    }
}
