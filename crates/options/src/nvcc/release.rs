//! What differs between the releases of nvcc, as `nvcc --dryrun` and `nvcc --list-gpu-arch` of each show it. Data, and the
//! look-up in it. Releases between two rows are like the earlier row.

/// A release of nvcc, `13.0.88`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Release {
    /// 13
    pub major: u32,
    /// 0
    pub minor: u32,
    /// 88; 0 where it is not known.
    pub build: u32,
}

/// The release whose headers come with Cleave.
impl Default for Release {
    fn default() -> Release {
        Release {
            major: 13,
            minor: 0,
            build: 88,
        }
    }
}

/// What holds from one release on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Era {
    /// Major and minor number of the first release.
    pub(crate) from: (u32, u32),
    /// The architecture where none is named.
    pub(crate) architecture: u32,
    /// Macros of every compilation, besides the version's.
    pub(crate) macros: &'static [&'static str],
    /// Macros that the compilation of the host half has too, besides the architecture's.
    pub(crate) launch: &'static [&'static str],
    /// `sm_90a` and the like define the macros of specific and family-specific targets.
    pub(crate) specific: bool,
    /// The host functions of kernel templates are static, and device entities hidden, unless options say otherwise.
    pub(crate) hidden: bool,
    /// `-arch=all`
    pub(crate) all: &'static [u32],
    /// `-arch=all-major`
    pub(crate) all_major: &'static [u32],
}

const DIAGNOSTIC_PRAGMAS: &str = "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1";
const ATOMIC_BUILTINS: &str = "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1";

/// The table, oldest first.
const ERAS: &[Era] = &[
    Era {
        from: (12, 0),
        architecture: 52,
        macros: &[DIAGNOSTIC_PRAGMAS],
        launch: &["-D__NV_LEGACY_LAUNCH"],
        specific: false,
        hidden: false,
        all: &[50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90],
        all_major: &[50, 60, 70, 80, 90],
    },
    Era {
        from: (13, 0),
        architecture: 75,
        macros: &[DIAGNOSTIC_PRAGMAS, ATOMIC_BUILTINS],
        launch: &[],
        specific: true,
        hidden: true,
        all: &[75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121],
        all_major: &[75, 80, 90, 100, 110, 120],
    },
    Era {
        from: (13, 5),
        architecture: 75,
        macros: &[DIAGNOSTIC_PRAGMAS, ATOMIC_BUILTINS],
        launch: &[],
        specific: true,
        hidden: true,
        all: &[75, 80, 86, 87, 88, 89, 90, 100, 103, 107, 110, 120, 121],
        all_major: &[75, 80, 90, 100, 110, 120],
    },
];

impl Release {
    /// Reads `13.0.88`, `V13.0.88`, `13.0` or `13`.
    pub fn parse(text: &str) -> Option<Release> {
        let mut numbers = text
            .trim()
            .trim_start_matches('V')
            .split('.')
            .map(str::parse);
        Some(Release {
            major: numbers.next()?.ok()?,
            minor: numbers.next().unwrap_or(Ok(0)).ok()?,
            build: numbers.next().unwrap_or(Ok(0)).ok()?,
        })
    }

    /// What holds for this release.
    pub(crate) fn era(self) -> &'static Era {
        ERAS.iter()
            .rev()
            .find(|era| era.from <= (self.major, self.minor))
            .unwrap_or(&ERAS[0])
    }

    /// The macros that tell the release.
    pub(crate) fn macros(self) -> Vec<String> {
        let Release {
            major,
            minor,
            build,
        } = self;
        vec![
            format!("-D__CUDACC_VER_MAJOR__={major}"),
            format!("-D__CUDACC_VER_MINOR__={minor}"),
            format!("-D__CUDACC_VER_BUILD__={build}"),
            format!("-D__CUDA_API_VER_MAJOR__={major}"),
            format!("-D__CUDA_API_VER_MINOR__={minor}"),
        ]
    }
}
