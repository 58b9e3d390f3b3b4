//! The names of device architectures. Knows no commands.

use std::str::FromStr;

use super::release::{Era, Release};

/// A device architecture as the preprocessor sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Architecture {
    /// `90` of `sm_90a`.
    pub number: u32,
    /// `a` and `f` promise more than later devices keep.
    pub suffix: Option<char>,
}

impl FromStr for Architecture {
    type Err = String;

    /// `80`, `sm_80`, `compute_80`, `lto_80`, `sm_90a`, or `800` as `__CUDA_ARCH__` has it.
    fn from_str(text: &str) -> Result<Architecture, String> {
        let unknown = || format!("unknown architecture '{text}'");
        let name = ["sm_", "compute_", "lto_"]
            .iter()
            .find_map(|prefix| text.strip_prefix(prefix))
            .unwrap_or(text);
        let digits = name.trim_end_matches(['a', 'f']);
        let number: u32 = digits
            .parse()
            .ok()
            .filter(|n| (20..2000).contains(n))
            .ok_or_else(unknown)?;
        let suffix = match &name[digits.len()..] {
            "" => None,
            "a" => Some('a'),
            "f" => Some('f'),
            _ => return Err(unknown()),
        };
        Ok(Architecture {
            // No device has a number of 200 or more; `__CUDA_ARCH__` never has one below.
            number: if number < 200 { number } else { number / 10 },
            suffix,
        })
    }
}

impl Architecture {
    /// `__CUDA_ARCH__`.
    pub fn macro_value(self) -> u32 {
        self.number * 10
    }

    /// The macros of a compilation for this architecture, `__CUDA_ARCH_LIST__` left out.
    pub(crate) fn macros(self, era: &Era) -> Vec<String> {
        let n = self.macro_value();
        let mut out = vec![format!("-D__CUDA_ARCH__={n}")];
        if self.suffix == Some('a') {
            out.push(format!("-D__CUDA_ARCH_FEAT_SM{}_ALL", self.number));
            if era.specific {
                out.push(format!("-D__CUDA_ARCH_SPECIFIC__={n}"));
            }
        }
        if self.suffix.is_some() && era.specific {
            out.push(format!("-D__CUDA_ARCH_FAMILY_SPECIFIC__={n}"));
        }
        out
    }
}

impl std::fmt::Display for Architecture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "compute_{}", self.number)?;
        self.suffix.map_or(Ok(()), |s| write!(f, "{s}"))
    }
}

/// What `-arch` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// One architecture.
    One(Architecture),
    /// Every architecture of the release.
    All,
    /// The first architecture of each generation.
    AllMajor,
    /// That of the devices in this machine. Nobody looks for them here: it stands for the release's default.
    Native,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        Ok(match text {
            "all" => Target::All,
            "all-major" => Target::AllMajor,
            "native" => Target::Native,
            // A bare number is no name to nvcc.
            _ if text.starts_with(|c: char| c.is_ascii_digit()) => {
                return Err(format!("unknown architecture '{text}'"));
            }
            _ => Target::One(text.parse()?),
        })
    }
}

impl Target {
    /// The architectures that this stands for.
    pub(crate) fn architectures(self, release: Release) -> Vec<Architecture> {
        let plain = |number: &u32| Architecture {
            number: *number,
            suffix: None,
        };
        let era = release.era();
        match self {
            Target::One(architecture) => vec![architecture],
            Target::All => era.all.iter().map(plain).collect(),
            Target::AllMajor => era.all_major.iter().map(plain).collect(),
            Target::Native => vec![plain(&era.architecture)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let macros = |text: &str, release: &str| {
            let era = Release::parse(release)
                .map(Release::era)
                .expect("a release");
            text.parse::<Architecture>()
                .map(|a| a.macros(era).join(" "))
                .unwrap_or_else(|e| e)
        };
        for text in ["80", "800", "sm_80", "compute_80", "lto_80"] {
            assert_eq!(macros(text, "13.0"), "-D__CUDA_ARCH__=800");
        }
        assert_eq!(macros("sm_120", "13.0"), "-D__CUDA_ARCH__=1200");
        assert_eq!(
            macros("sm_90a", "13.0"),
            "-D__CUDA_ARCH__=900 -D__CUDA_ARCH_FEAT_SM90_ALL -D__CUDA_ARCH_SPECIFIC__=900 \
             -D__CUDA_ARCH_FAMILY_SPECIFIC__=900"
        );
        assert_eq!(
            macros("sm_90a", "12.4"),
            "-D__CUDA_ARCH__=900 -D__CUDA_ARCH_FEAT_SM90_ALL"
        );
        for text in ["", "sm_", "x", "sm_90q", "9", "99999999999"] {
            let said = macros(text, "13.0");
            assert!(said.starts_with("unknown architecture"), "{text}");
        }
        assert!("80".parse::<Target>().is_err());
    }
}
