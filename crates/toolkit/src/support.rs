//! Which releases of CUDA Cleave stands in for. It must not know how a release is found out.

use crate::version::CudaVersion;

/// The oldest release whose cudafe++ Cleave was compared with. Older ones get its texts.
pub const OLDEST_COMPARED: CudaVersion = CudaVersion {
    major: 12,
    minor: 4,
};
/// The newest release whose cudafe++ Cleave was compared with.
pub const NEWEST_COMPARED: CudaVersion = CudaVersion {
    major: 13,
    minor: 5,
};
/// The oldest release that is taken.
pub const OLDEST_TAKEN: CudaVersion = CudaVersion {
    major: 12,
    minor: 0,
};

/// What there is to say of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Support {
    /// Nothing: Cleave was compared with it, or with an older and a newer one.
    Full,
    /// It is taken, and nobody has compared it.
    Untried(String),
    /// It is not taken.
    Refused(String),
}

/// What there is to say of a release; of one that nobody can tell, nothing.
pub fn support(version: Option<CudaVersion>) -> Support {
    let Some(version) = version.filter(|v| *v < OLDEST_COMPARED) else {
        return Support::Full;
    };
    if version >= OLDEST_TAKEN {
        return Support::Untried(format!(
            "CUDA {version} is treated as {OLDEST_COMPARED}, the oldest release that Cleave was compared with"
        ));
    }
    Support::Refused(format!(
        "CUDA {version} is too old: Cleave supports CUDA {OLDEST_COMPARED} to {NEWEST_COMPARED} and takes {OLDEST_TAKEN} and newer, \
         from developer.nvidia.com/cuda-downloads or PyPI's nvidia-cuda-nvcc packages"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn what_is_said_of_each_release() {
        let said: Vec<_> = [(11, 8), (12, 0), (12, 3), (12, 4), (13, 0), (13, 9)]
            .map(|(major, minor)| support(Some(CudaVersion { major, minor })))
            .into_iter()
            .map(|s| format!("{s:?}\n"))
            .collect();
        expect![[r#"
            Refused("CUDA 11.8 is too old: Cleave supports CUDA 12.4 to 13.5 and takes 12.0 and newer, from developer.nvidia.com/cuda-downloads or PyPI's nvidia-cuda-nvcc packages")
            Untried("CUDA 12.0 is treated as 12.4, the oldest release that Cleave was compared with")
            Untried("CUDA 12.3 is treated as 12.4, the oldest release that Cleave was compared with")
            Full
            Full
            Full
        "#]]
        .assert_eq(&said.concat());
        assert_eq!(support(None), Support::Full);
    }
}
