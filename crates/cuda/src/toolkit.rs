//! Which CUDA toolkit a preprocessed text was made with, and what differs between toolkits.
//!
//! The text itself says so: each release of the runtime's headers declares something that the one before does not.
//! [`WITNESSES`] names one such declaration for each release, [`DIFFERENCES`] says since when the toolkit's cudafe++ does what.
//! Nobody else compares versions. This module must not know what the host half looks like.
//!
//! Granularity: [`toolkit_of`] reads the skeleton at every edit and is the firewall for whoever asks: its value is a version.

use cleave_base_db::{Db, SourceFile};
use cleave_names::{Word, file_of_item, named_items};

/// The version of a CUDA toolkit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, salsa::SalsaValue)]
pub struct Toolkit {
    /// 13 in 13.5.
    pub major: u8,
    /// 5 in 13.5.
    pub minor: u8,
}

impl Toolkit {
    /// What stands behind a text that includes no header of CUDA's runtime.
    pub const USUAL: Toolkit = version(13, 0);

    /// Whether cudafe++ of this toolkit does what `difference` names.
    pub fn has(self, difference: Difference) -> bool {
        DIFFERENCES
            .iter()
            .any(|&(d, since)| d == difference && self >= since)
    }
}

const fn version(major: u8, minor: u8) -> Toolkit {
    Toolkit { major, minor }
}

/// The releases that are told apart, each with something that its headers are the first to declare in the global namespace,
/// and the header that does so. The newest release whose declaration is there made the text, so that a release newer than
/// all of them counts as the last, and one older than all of them as the first.
const WITNESSES: [(Toolkit, &str, &str); 7] = [
    (version(12, 4), "cudaDeviceProp", "driver_types.h"),
    (version(13, 0), "long4_16a", "vector_types.h"),
    (version(13, 1), "cudaDevSmResource", "driver_types.h"),
    (version(13, 2), "cudaHostTaskSyncMode", "driver_types.h"),
    (version(13, 3), "cudaGraphRecaptureStatus", "driver_types.h"),
    (
        version(13, 4),
        "cudaMemGetLocationInfo",
        "cuda_runtime_api.h",
    ),
    (
        version(13, 5),
        "cudaMemcpyBatchNodeParams",
        "driver_types.h",
    ),
];

/// Something that cudafe++ does since some release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// What stands in an unnamed namespace is hidden outside of its shared object.
    UnnamedNamespacesAreHidden,
    /// A `const volatile` variable has external linkage, so that the module id may be named after it.
    VolatileConstantsNameModules,
    /// The class through which the wrapper of a `__host__ __device__` lambda calls the closure stands in no unnamed namespace.
    LambdaHelperIsGlobal,
    /// A `__tile_global__` function is no kernel unless tile code is asked for.
    TileIsOff,
    /// `--enable-tile` makes `__tile__` and `__tile_global__` spaces of their own; `__tile_builtin__` functions are tile code always.
    TileSpaces,
    /// A coroutine whose end is reached keeps its end as it is written, without a `co_return;`.
    CoroutinesMayEnd,
    /// Template arguments that are written stay so, and are not resolved to the types that they name.
    ArgumentsAsWritten,
    /// The whole host half is free of warnings about variables that are set and never read.
    UnusedButSetIsSilent,
}

/// Since which release cudafe++ does what.
const DIFFERENCES: &[(Difference, Toolkit)] = &[
    (Difference::UnnamedNamespacesAreHidden, version(13, 0)),
    (Difference::VolatileConstantsNameModules, version(13, 0)),
    (Difference::LambdaHelperIsGlobal, version(13, 2)),
    (Difference::TileIsOff, version(13, 1)),
    (Difference::TileSpaces, version(13, 3)),
    (Difference::CoroutinesMayEnd, version(13, 3)),
    (Difference::ArgumentsAsWritten, version(13, 3)),
    (Difference::UnusedButSetIsSilent, version(13, 3)),
];

/// The toolkit whose headers a text includes.
#[salsa::tracked(returns(copy))]
pub fn toolkit_of(db: &dyn Db, file: SourceFile) -> Toolkit {
    let mut found = None;
    for &(toolkit, witness, header) in &WITNESSES {
        let word = Word::new(db, witness);
        // A program may declare for itself what older toolkits lack.
        let is_there = named_items(db, file, word).iter().any(|item| {
            item.first
                && item.scope.is_global(db)
                && file_of_item(db, file, item.index).is_none_or(|f| is_called(f, header))
        });
        if is_there && found < Some(toolkit) {
            found = Some(toolkit);
        }
    }
    found.unwrap_or(Toolkit::USUAL)
}

/// Whether the last part of a path is `name`.
fn is_called(path: &str, name: &str) -> bool {
    path.rsplit(['/', '\\']).next() == Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_base_db::RootDatabase;

    fn read(text: &str) -> Toolkit {
        let db = RootDatabase::default();
        let file = SourceFile::new(&db, "a.cu".into(), text.into());
        toolkit_of(&db, file)
    }

    /// The headers of 13.2, as far as they matter.
    const HEADERS: &str = "# 1 \"a.cu\"\n\
        # 1 \"/cuda/include/vector_types.h\" 1\n\
        struct __attribute__((device_builtin)) __attribute__((aligned(16))) long4_16a { long x, y, z, w; };\n\
        # 1 \"/cuda/include/driver_types.h\" 1\n\
        struct __attribute__((device_builtin)) cudaDevSmResource { unsigned smCount; };\n\
        enum __attribute__((device_builtin)) cudaHostTaskSyncMode { cudaHostTaskBlocking = 0 };\n\
        struct __attribute__((device_builtin)) cudaDeviceProp { char name[256]; };\n\
        # 2 \"a.cu\" 2\n";

    #[test]
    fn the_newest_declaration_says_which_toolkit() {
        assert_eq!(read(HEADERS), version(13, 2));
    }

    #[test]
    fn each_witness_says_its_own_toolkit() {
        for (toolkit, name, header) in WITNESSES {
            let text =
                format!("# 1 \"a.cu\"\n# 1 \"/cuda/{header}\" 1\nstruct {name} {{ int x; }};\n");
            assert_eq!(read(&text), toolkit, "{name}");
        }
    }

    #[test]
    fn the_oldest_toolkit_declares_what_all_do() {
        let text =
            "# 1 \"a.cu\"\n# 1 \"driver_types.h\" 1\nstruct cudaDeviceProp { char name[256]; };\n";
        assert_eq!(read(text), version(12, 4));
    }

    #[test]
    fn a_program_may_declare_what_its_toolkit_lacks() {
        let own = "struct cudaMemcpyBatchNodeParams { int count; };\n";
        assert_eq!(read(&format!("{HEADERS}{own}")), version(13, 2));
        let inside = "namespace n { struct cudaMemcpyBatchNodeParams; }\n";
        let header = "# 1 \"driver_types.h\" 1\n";
        assert_eq!(read(&format!("{HEADERS}{header}{inside}")), version(13, 2));
    }

    #[test]
    fn a_text_without_headers() {
        assert_eq!(read("int x;\n"), Toolkit::USUAL);
    }

    #[test]
    fn a_text_without_line_markers() {
        assert_eq!(
            read("enum cudaGraphRecaptureStatus { a };\n"),
            version(13, 3)
        );
    }

    #[test]
    fn a_difference_holds_from_its_release_on() {
        let has = |minor| version(13, minor).has(Difference::LambdaHelperIsGlobal);
        assert_eq!([0, 1, 2, 5, 9].map(has), [false, false, true, true, true]);
        assert!(!version(12, 4).has(Difference::LambdaHelperIsGlobal));
        for new_in_13 in [
            Difference::UnnamedNamespacesAreHidden,
            Difference::VolatileConstantsNameModules,
        ] {
            assert!(!version(12, 4).has(new_in_13) && version(13, 0).has(new_in_13));
        }
        assert!(version(14, 0).has(Difference::LambdaHelperIsGlobal));
    }
}
