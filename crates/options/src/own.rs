//! Cleave's own options. All begin with `--cleave-`, which no spelling of the reference does, are not
//! abbreviated, and take no part in the reference's abbreviations.

/// What all own options begin with.
pub(crate) const PREFIX: &[u8] = b"--cleave-";

/// An option of Cleave's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnSpelling {
    /// The long name without its two dashes. Every own option takes a value.
    pub name: &'static str,
    /// What it does.
    pub option: OwnOption,
}

/// What an own option does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnOption {
    /// Where to write a make rule for the run.
    DependencyFile,
}

/// Every own option.
pub const OWN_SPELLINGS: &[OwnSpelling] = &[OwnSpelling {
    name: "cleave-depfile",
    option: OwnOption::DependencyFile,
}];

/// The own option with exactly this name.
pub(crate) fn exact(name: &[u8]) -> Option<OwnOption> {
    OWN_SPELLINGS
        .iter()
        .find(|own| own.name.as_bytes() == name)
        .map(|own| own.option)
}
