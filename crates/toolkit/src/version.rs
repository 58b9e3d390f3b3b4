//! Which release of CUDA a toolkit is: the file made to tell it, nvcc's own word, or a header. It must
//! not decide what a release can or cannot do.

use std::fmt;
use std::fs;

use crate::env::Env;
use crate::layout::{NVCC, Toolkit};

/// A CUDA release such as 13.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CudaVersion {
    /// The number before the point.
    pub major: u32,
    /// The number after it.
    pub minor: u32,
}

impl fmt::Display for CudaVersion {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}", self.major, self.minor)
    }
}

impl CudaVersion {
    /// Reads `13.0`, `13.0.88` or `13`.
    fn parse(text: &str) -> Option<CudaVersion> {
        let mut numbers = text.trim().split('.').map(str::parse);
        let major = numbers.next()?.ok()?;
        let minor = numbers.next().unwrap_or(Ok(0)).ok()?;
        Some(CudaVersion { major, minor })
    }

    /// Reads NVIDIA's `version.json`.
    fn from_json(text: &str) -> Option<CudaVersion> {
        let json: serde_json::Value = serde_json::from_str(text).ok()?;
        CudaVersion::parse(json.get("cuda")?.get("version")?.as_str()?)
    }

    /// Reads what `nvcc --version` prints: `..., release 13.0, V13.0.88`.
    fn from_nvcc(text: &str) -> Option<CudaVersion> {
        let (_, rest) = text.split_once("release ")?;
        CudaVersion::parse(rest.split([',', '\n']).next()?)
    }

    /// Reads `#define CUDA_VERSION 13000` of `cuda.h`: 1000 times the major number plus 10 times the
    /// minor one.
    fn from_header(text: &str) -> Option<CudaVersion> {
        let value = text.lines().find_map(|line| {
            let mut words = line.split_ascii_whitespace();
            (words.next() == Some("#define") && words.next() == Some("CUDA_VERSION"))
                .then(|| words.next())
                .flatten()
        })?;
        let value: u32 = value.parse().ok()?;
        Some(CudaVersion {
            major: value / 1000,
            minor: value % 1000 / 10,
        })
    }
}

impl Toolkit {
    /// The release of this toolkit: by its `version.json`, else by asking its nvcc, else by its
    /// `cuda.h`. `None` when none of them tells.
    pub fn version(&self, env: &dyn Env) -> Option<CudaVersion> {
        let read = |path: &str| fs::read_to_string(self.root().join(path)).ok();
        read("version.json")
            .and_then(|text| CudaVersion::from_json(&text))
            .or_else(|| {
                let nvcc = self.root().join(NVCC);
                CudaVersion::from_nvcc(&env.run(nvcc.as_os_str(), &["--version"])?)
            })
            .or_else(|| CudaVersion::from_header(&read("include/cuda.h")?))
    }
}

impl Toolkit {
    /// The version of this toolkit's nvcc, `13.0.88`: by asking it, else by `version.json`, else by `cuda.h`, which does not
    /// tell the last number. `None` when none of them tells.
    pub fn compiler_version(&self, env: &dyn Env) -> Option<String> {
        let nvcc = self.root().join(NVCC);
        env.run(nvcc.as_os_str(), &["--version"])
            .and_then(|text| build_from_nvcc(&text))
            .or_else(|| {
                let text = fs::read_to_string(self.root().join("version.json")).ok()?;
                let json: serde_json::Value = serde_json::from_str(&text).ok()?;
                let version = json.get("cuda_nvcc")?.get("version")?.as_str()?;
                Some(version.to_owned())
            })
            .or_else(|| self.version(env).map(|version| version.to_string()))
    }
}

/// Reads `V13.0.88` of what `nvcc --version` prints.
fn build_from_nvcc(text: &str) -> Option<String> {
    text.split([',', ' ', '\n'])
        .filter_map(|word| word.strip_prefix('V'))
        .find(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Machine;

    const V13: Option<CudaVersion> = Some(CudaVersion {
        major: 13,
        minor: 0,
    });

    #[test]
    fn three_forms() {
        assert_eq!(
            CudaVersion::from_json(r#"{"cuda": {"name": "CUDA SDK", "version": "13.0.2"}}"#),
            V13
        );
        assert_eq!(
            CudaVersion::from_nvcc("Cuda compilation tools, release 13.0, V13.0.88\nBuild x\n"),
            V13
        );
        assert_eq!(
            CudaVersion::from_header("#ifndef X\n#define CUDA_VERSION 13000\n"),
            V13
        );
        assert_eq!(
            CudaVersion::from_header("#define CUDA_VERSION 12090"),
            Some(CudaVersion {
                major: 12,
                minor: 9
            })
        );
    }

    #[test]
    fn nonsense_is_no_version() {
        for text in ["", "{}", "release soon", "#define CUDA_VERSION"] {
            assert_eq!(CudaVersion::from_json(text), None);
            assert_eq!(CudaVersion::from_nvcc(text), None);
            assert_eq!(CudaVersion::from_header(text), None);
        }
    }

    #[test]
    fn order_of_the_three() {
        let mut machine = Machine::new();
        let toolkit = Toolkit::at(&machine.toolkit("cuda")).unwrap();
        assert_eq!(toolkit.version(&machine), None);
        machine.write("cuda/include/cuda.h", "#define CUDA_VERSION 11080\n");
        assert_eq!(toolkit.version(&machine).unwrap().to_string(), "11.8");
        let nvcc = toolkit.root().join(NVCC);
        machine.answer(&nvcc, "release 12.4, V12.4.1");
        assert_eq!(toolkit.version(&machine).unwrap().to_string(), "12.4");
        machine.write("cuda/version.json", r#"{"cuda": {"version": "13.0.2"}}"#);
        assert_eq!(toolkit.version(&machine), V13);
    }

    #[test]
    fn version_of_the_compiler() {
        let mut machine = Machine::new();
        let toolkit = Toolkit::at(&machine.toolkit("cuda")).unwrap();
        assert_eq!(toolkit.compiler_version(&machine), None);
        machine.write("cuda/include/cuda.h", "#define CUDA_VERSION 12040\n");
        assert_eq!(toolkit.compiler_version(&machine).unwrap(), "12.4");
        machine.write(
            "cuda/version.json",
            r#"{"cuda": {"version": "12.4.0"}, "cuda_nvcc": {"version": "12.4.99"}}"#,
        );
        assert_eq!(toolkit.compiler_version(&machine).unwrap(), "12.4.99");
        let nvcc = toolkit.root().join(NVCC);
        machine.answer(&nvcc, "Cuda compilation tools, release 12.4, V12.4.131\n");
        assert_eq!(toolkit.compiler_version(&machine).unwrap(), "12.4.131");
    }
}
