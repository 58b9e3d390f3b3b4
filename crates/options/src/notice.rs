//! What a command line asks to be printed before the run: versions and lists. Text only, no printing.

use crate::spelling::{Spelling, USUAL};
use crate::table::SPELLINGS;

/// Something to print before compiling, in command-line order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// `-v`: the version, on standard error.
    Version,
    /// `-V`: the same with the options that the version speaks for, on standard error; nothing follows.
    FullVersion,
    /// `--dump_command_options`: every spelling, on standard output.
    CommandOptions,
    /// `--dump_configuration`: the limits and defaults that Cleave is built with, on standard error.
    Configuration,
    /// `--dump_legacy_as_target`: the target's type sizes under this name, on standard error. The driver
    /// owns the target, so this crate has no text for it.
    LegacyTarget(Vec<u8>),
}

impl Notice {
    /// Whether the text belongs on standard output.
    pub fn is_for_stdout(&self) -> bool {
        matches!(self, Self::CommandOptions)
    }

    /// The text, byte for byte, or nothing where the driver has to supply it.
    pub fn text(&self) -> Option<String> {
        match self {
            Self::Version => Some(banner()),
            Self::FullVersion => Some(format!(
                "{}{} command-line spellings\n",
                banner(),
                usual().count()
            )),
            Self::CommandOptions => Some(usual().map(|row| format!("--{} ", row.name)).collect()),
            Self::Configuration => Some(configuration()),
            Self::LegacyTarget(_) => None,
        }
    }
}

/// The options of the toolkit that Cleave stands in for when it is asked for a list.
fn usual() -> impl Iterator<Item = &'static Spelling> {
    SPELLINGS.iter().filter(|row| row.since == USUAL)
}

/// Cleave's name and version, and what it stands in for.
fn banner() -> String {
    format!(
        "cleave: incremental CUDA C++ front end\nVersion {}\nCommand line of cudafe++, release 13.0, V13.0.88\n",
        env!("CARGO_PKG_VERSION")
    )
}

fn configuration() -> String {
    use crate::invocation as i;
    let rows: [(&str, u64); 7] = [
        ("DEFAULT_GNU_VERSION", u64::from(i::DEFAULT_GNU_VERSION)),
        ("DEFAULT_CLANG_VERSION", u64::from(i::DEFAULT_CLANG_VERSION)),
        ("DEFAULT_CONTEXT_LIMIT", i::DEFAULT_CONTEXT_LIMIT),
        ("DEFAULT_ERROR_LIMIT", i::DEFAULT_ERROR_LIMIT),
        (
            "DEFAULT_MAX_PENDING_INSTANTIATIONS",
            i::DEFAULT_PENDING_INSTANTIATIONS,
        ),
        (
            "DEFAULT_MAX_DEPTH_CONSTEXPR_CALL",
            i::DEFAULT_CONSTEXPR_DEPTH,
        ),
        ("DEFAULT_MAX_COST_CONSTEXPR_CALL", i::DEFAULT_CONSTEXPR_COST),
    ];
    let mut text = format!("/* Cleave {} */\n", env!("CARGO_PKG_VERSION"));
    for (name, value) in rows {
        text.push_str(&format!("#define {name} {value}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::Notice;

    #[test]
    fn versions_speak_of_cleave() {
        expect![[r#"
            cleave: incremental CUDA C++ front end
            Version 0.1.0
            Command line of cudafe++, release 13.0, V13.0.88
        "#]]
        .assert_eq(&Notice::Version.text().unwrap());
        expect![[r#"
            cleave: incremental CUDA C++ front end
            Version 0.1.0
            Command line of cudafe++, release 13.0, V13.0.88
            386 command-line spellings
        "#]]
        .assert_eq(&Notice::FullVersion.text().unwrap());
        expect![[r#"
            /* Cleave 0.1.0 */
            #define DEFAULT_GNU_VERSION 80100
            #define DEFAULT_CLANG_VERSION 90100
            #define DEFAULT_CONTEXT_LIMIT 10
            #define DEFAULT_ERROR_LIMIT 100
            #define DEFAULT_MAX_PENDING_INSTANTIATIONS 200
            #define DEFAULT_MAX_DEPTH_CONSTEXPR_CALL 256
            #define DEFAULT_MAX_COST_CONSTEXPR_CALL 2000000
        "#]]
        .assert_eq(&Notice::Configuration.text().unwrap());
    }

    #[test]
    fn the_list_of_options_is_one_line() {
        let text = Notice::CommandOptions.text().unwrap();
        assert!(text.starts_with("--strict --strict_warnings --no_line_commands "));
        assert!(text.ends_with(" --incognito --no_incognito "));
        assert_eq!(text.split_whitespace().count(), 386);
        assert!(Notice::CommandOptions.is_for_stdout());
        assert!(!Notice::Version.is_for_stdout());
    }
}
