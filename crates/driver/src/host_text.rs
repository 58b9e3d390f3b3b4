//! The text that a host compiler would make of a source, as a stand-in for one asks for it. Where anything would have to be said of it,
//! there is none: the compiler says it better. Knows nothing of CUDA.

use std::ffi::OsString;
use std::path::Path;

use cleave_preprocessor::{Options, Outcome};

use crate::own_preprocessor::{OwnPreprocessor, has_timestamp, read_options};

/// The text of a compiler's command line, given without the program's name: every byte is the compiler's. `None` where the compiler itself
/// must be asked.
pub fn exact(program: &Path, words: &[OsString]) -> Option<Outcome> {
    text(program, words, OwnPreprocessor::is_exact)
}

/// The same where the tokens and their lines are the compiler's, and spaces need not be.
pub fn tokens(program: &Path, words: &[OsString]) -> Option<Outcome> {
    text(program, words, |_, _| true)
}

fn text(
    program: &Path,
    words: &[OsString],
    is_good: impl FnOnce(&OwnPreprocessor, &Options) -> bool,
) -> Option<Outcome> {
    let options = read_options(words)?;
    let own = OwnPreprocessor::new(program.as_os_str(), &options)?;
    if !is_good(&own, &options) {
        return None;
    }
    let outcome = own.preprocess(&options).ok()?;
    let is_silent = outcome.problems.is_empty() && !own.has_failed();
    // The time of a file is not asked here.
    let is_whole = !has_timestamp(&outcome.text);
    (is_silent && is_whole).then_some(outcome)
}
