//! What the versions of GNU's cpp do differently, as tables. Knows nothing of how it is done.

use crate::names::BUILT_INS;
use crate::options::Options;

/// A version of GNU's cpp, and the options that give pragmas a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// The compiler's major version.
    pub version: u32,
    /// `OPENMP` and its like.
    under: u8,
    /// It is clang, which has more built-in macros. Its text is written as the oldest version writes it.
    clang: bool,
}

impl Default for Dialect {
    /// The oldest version that is measured.
    fn default() -> Self {
        Dialect {
            version: 12,
            under: 0,
            clang: false,
        }
    }
}

/// `-fopenmp`
const OPENMP: u8 = 1;
/// `-fopenmp-simd`, which the other one includes.
const SIMD: u8 = 2;
/// `-fopenacc`
const OPENACC: u8 = 4;

/// A pragma whose tokens are tokens of the text. All others are written as a line when they are read.
pub(crate) struct Deferred {
    name: &'static str,
    /// The first version in which it is one.
    since: u32,
    /// The options of which one must be given; 0 for none.
    under: u8,
    /// Macros are expanded in it.
    pub(crate) expands: bool,
}

const fn plain(name: &'static str, since: u32) -> Deferred {
    Deferred {
        name,
        since,
        under: 0,
        expands: false,
    }
}

const fn expanding(name: &'static str, under: u8, since: u32) -> Deferred {
    Deferred {
        name,
        since,
        under,
        expands: true,
    }
}

const ALL: u32 = 0;

const DEFERRED: &[Deferred] = &[
    expanding("message", 0, ALL),
    expanding("redefine_extname", 0, ALL),
    plain("GCC diagnostic", 13),
    plain("GCC target", 14),
    plain("GCC push_options", 14),
    plain("GCC pop_options", 14),
    plain("GCC reset_options", 14),
    expanding("omp allocate", OPENMP, ALL),
    expanding("omp assume", OPENMP | SIMD, 13),
    expanding("omp assumes", OPENMP, 13),
    expanding("omp atomic", OPENMP, ALL),
    expanding("omp barrier", OPENMP, ALL),
    expanding("omp begin", OPENMP, 13),
    expanding("omp cancel", OPENMP, ALL),
    expanding("omp cancellation", OPENMP, ALL),
    expanding("omp critical", OPENMP, ALL),
    expanding("omp declare", OPENMP | SIMD, ALL),
    expanding("omp depobj", OPENMP, ALL),
    expanding("omp distribute", OPENMP | SIMD, ALL),
    expanding("omp end", OPENMP, ALL),
    expanding("omp error", OPENMP, ALL),
    expanding("omp flush", OPENMP, ALL),
    expanding("omp for", OPENMP | SIMD, ALL),
    expanding("omp loop", OPENMP | SIMD, ALL),
    expanding("omp masked", OPENMP | SIMD, ALL),
    expanding("omp master", OPENMP | SIMD, ALL),
    expanding("omp nothing", OPENMP, ALL),
    expanding("omp ordered", OPENMP | SIMD, ALL),
    expanding("omp parallel", OPENMP | SIMD, ALL),
    expanding("omp requires", OPENMP, ALL),
    expanding("omp scan", OPENMP | SIMD, ALL),
    expanding("omp scope", OPENMP, ALL),
    expanding("omp section", OPENMP, ALL),
    expanding("omp sections", OPENMP, ALL),
    expanding("omp simd", OPENMP | SIMD, ALL),
    expanding("omp single", OPENMP, ALL),
    expanding("omp target", OPENMP | SIMD, ALL),
    expanding("omp task", OPENMP, ALL),
    expanding("omp taskgroup", OPENMP, ALL),
    expanding("omp taskloop", OPENMP | SIMD, ALL),
    expanding("omp taskwait", OPENMP, ALL),
    expanding("omp taskyield", OPENMP, ALL),
    expanding("omp teams", OPENMP | SIMD, ALL),
    expanding("omp threadprivate", OPENMP, ALL),
    expanding("acc atomic", OPENACC, ALL),
    expanding("acc cache", OPENACC, ALL),
    expanding("acc data", OPENACC, ALL),
    expanding("acc declare", OPENACC, ALL),
    expanding("acc enter", OPENACC, ALL),
    expanding("acc exit", OPENACC, ALL),
    expanding("acc host_data", OPENACC, ALL),
    expanding("acc kernels", OPENACC, ALL),
    expanding("acc loop", OPENACC, ALL),
    expanding("acc parallel", OPENACC, ALL),
    expanding("acc routine", OPENACC, ALL),
    expanding("acc serial", OPENACC, ALL),
    expanding("acc update", OPENACC, ALL),
    expanding("acc wait", OPENACC, ALL),
];

impl Dialect {
    /// The dialect of a compiler that defines these macros, with these options.
    pub fn of(predefined: &[u8], options: &Options) -> Dialect {
        const VERSION: &[u8] = b"#define __GNUC__ ";
        let version = memchr::memmem::find(predefined, VERSION).and_then(|at| {
            let rest = &predefined[at + VERSION.len()..];
            let digits = rest.iter().take_while(|c| c.is_ascii_digit());
            let digits: Vec<u8> = digits.copied().collect();
            std::str::from_utf8(&digits).ok()?.parse().ok()
        });
        let under = |(plus, minus, flag): (&str, &str, u8)| {
            let mut given = options.pass_on.iter().rev();
            match given.find(|word| *word == plus || *word == minus) {
                Some(word) if word == plus => flag,
                _ => 0,
            }
        };
        let options = [
            ("-fopenmp", "-fno-openmp", OPENMP),
            ("-fopenmp-simd", "-fno-openmp-simd", SIMD),
            ("-fopenacc", "-fno-openacc", OPENACC),
        ];
        let version = version.unwrap_or(Dialect::default().version);
        let clang = memchr::memmem::find(predefined, b"#define __clang__ ");
        Dialect {
            version,
            under: options.into_iter().map(under).sum(),
            clang: clang.is_some(),
        }
    }

    /// Whether the pragmas of OpenMP or OpenACC mean something.
    pub fn has_directives(self) -> bool {
        self.under != 0
    }

    /// Whether a pragma has a second name behind this one, and whether that may be a macro's.
    pub(crate) fn pragma_space(self, name: &[u8]) -> Option<bool> {
        match name {
            b"GCC" => Some(false),
            b"omp" if self.under & (OPENMP | SIMD) != 0 => Some(true),
            b"acc" if self.under & OPENACC != 0 => Some(true),
            _ => None,
        }
    }

    /// What a pragma is by its name.
    pub(crate) fn deferred(self, name: &[u8]) -> Option<&'static Deferred> {
        DEFERRED.iter().find(|d| {
            d.name.as_bytes() == name
                && d.since <= self.version
                && (d.under == 0 || d.under & self.under != 0)
        })
    }

    /// The built-in macros that there are, in the order of their numbers.
    pub(crate) fn built_ins(self) -> impl Iterator<Item = &'static str> {
        let has = move |row: &&(&str, u32)| self.clang || row.1 <= self.version;
        BUILT_INS.iter().take_while(has).map(|row| row.0)
    }

    /// Whether a name behind `#pragma omp` that a macro made and that means nothing is kept apart.
    pub(crate) fn separates_made_names(self) -> bool {
        self.version >= 13
    }

    /// Whether such a pragma's line begins with the spaces that its name has before it.
    pub(crate) fn spaces_pragmas(self) -> bool {
        self.version < 13
    }

    /// Whether such a pragma from an operator takes more than itself: what g++ 14 makes of the tokens behind it is not known.
    pub(crate) fn reads_past(self, pragma: &[u8]) -> bool {
        let obeyed: [&[u8]; 2] = [b"#pragma GCC target", b"#pragma GCC reset_options"];
        self.version >= 14 && obeyed.contains(&pragma)
    }

    /// Whether messages about definitions have columns.
    pub(crate) fn places_definitions(self) -> bool {
        self.version >= 14
    }

    /// Whether C++ knows imaginary numbers, as C does.
    pub(crate) fn has_imaginary_numbers(self) -> bool {
        self.version < 13
    }

    /// Whether a division by zero that is not evaluated has the type of both its operands.
    pub(crate) fn types_idle_divisions(self) -> bool {
        self.version >= 14
    }

    /// Whether each token's being in a system's header is remembered, and not only that of the last one for which a marker was written.
    pub(crate) fn remembers_system(self) -> bool {
        self.version >= 13
    }
}
