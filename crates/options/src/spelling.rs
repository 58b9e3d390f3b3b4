//! What one row of the option table says. Knows nothing of how rows are found or applied.

use crate::effect::Effect;

/// One spelling of the reference's command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spelling {
    /// The long name without its two dashes; `_` and `-` are different characters.
    pub name: &'static str,
    /// The single letter after one dash that means the same.
    pub short: Option<char>,
    /// Whether a value follows, and of what kind.
    pub value: Value,
    /// What the option does.
    pub effect: Effect,
    /// How the option fares on a command line of nvcc.
    pub class: Class,
    /// The toolkit that brought it in, as major and minor version; all that [`USUAL`] has count as its own.
    pub since: (u8, u8),
}

/// The toolkit whose command line Cleave lists and abbreviates.
pub(crate) const USUAL: (u8, u8) = (13, 0);

/// What follows an option, as `--name=value` or as the next word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    None,
    /// Any text.
    Text,
    /// A file or directory name.
    Path,
    /// A decimal number.
    Number,
    /// Diagnostic numbers and tags separated by commas.
    List,
}

/// How an option fares when it is added to a command line of nvcc (C++17, a GNU host compiler).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// It changes the [`Invocation`](crate::Invocation) in a way that a front end acts on.
    Effective,
    /// It is taken and has no influence on what the host pass writes.
    Ignored,
    /// It ends in a command-line error.
    Rejected(Rejection),
}

/// Why an option is an error on a command line of nvcc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rejection {
    /// It asks for C, K&R, SVR4 or strict mode next to a C++ standard and a GNU version.
    LanguageModes,
    /// It asks for temporaries that live to the end of their block, which C++11 rules out.
    LongLifetimes,
    /// It controls something that only C has.
    OnlyInC,
    /// It is listed but not understood.
    UnknownOption,
    /// It wants the name of an internal flag or configuration, and there is none.
    UnknownValue,
    /// It takes away `bool`, which constexpr of C++14 needs.
    NeedsBool,
    /// It names an output file, which only preprocessing has.
    OutputNotNeeded,
    /// The reference fails an internal assertion; Cleave says that it does not support the option.
    Unsupported,
}

/// Makes a row; keeps the table readable.
pub(crate) const fn row(
    name: &'static str,
    short: Option<char>,
    value: Value,
    effect: Effect,
    class: Class,
) -> Spelling {
    Spelling {
        name,
        short,
        value,
        effect,
        class,
        since: USUAL,
    }
}

/// Makes a row of what a newer toolkit brought in.
pub(crate) const fn newer(since: (u8, u8), row: Spelling) -> Spelling {
    Spelling { since, ..row }
}

/// The row with exactly this name.
pub(crate) fn exact(table: &[Spelling], name: &[u8]) -> Option<usize> {
    table.iter().position(|row| row.name.as_bytes() == name)
}

/// All rows whose name begins with `name`, in table order. An option of a newer toolkit makes no abbreviation ambiguous that
/// older ones take.
pub(crate) fn abbreviated(table: &[Spelling], name: &[u8]) -> Vec<usize> {
    let begins = |i: &usize| table[*i].name.as_bytes().starts_with(name);
    let (usual, newer): (Vec<usize>, Vec<usize>) = (0..table.len())
        .filter(begins)
        .partition(|&i| table[i].since == USUAL);
    if usual.is_empty() { newer } else { usual }
}

/// The row that a short letter stands for.
pub(crate) fn short(table: &[Spelling], letter: u8) -> Option<usize> {
    table
        .iter()
        .position(|row| row.short == Some(char::from(letter)))
}
