//! The text that a host compiler would make of a source, as a stand-in for one asks for it. Where anything would have to be said of it,
//! there is none: the compiler says it better. Knows nothing of CUDA.

use std::ffi::OsString;
use std::path::Path;

use cleave_preprocessor::Options;

use crate::own_preprocessor::{OwnPreprocessor, VARIABLES, writes_like};

/// A text of which there is nothing to say.
pub struct HostText {
    /// The text.
    pub bytes: Vec<u8>,
    /// The files that were read, the source first.
    pub files: Vec<String>,
}

/// How near a text must be to the compiler's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// Every byte is the compiler's.
    Bytes,
    /// The tokens and their lines are.
    Tokens,
}

/// The text of a compiler's command line, given without the program's name. `None` where the compiler itself must be asked.
pub fn host_text(program: &Path, words: &[OsString], likeness: Likeness) -> Option<HostText> {
    if VARIABLES.iter().any(|v| std::env::var_os(v).is_some()) {
        return None;
    }
    let words = words.iter().map(|w| w.to_str().map(str::to_owned));
    let options = Options::parse(&words.collect::<Option<Vec<String>>>()?).ok()?;
    let own = OwnPreprocessor::new(program.as_os_str(), &options)?;
    if likeness == Likeness::Bytes && !writes_like(&own.compiler()) {
        return None;
    }
    let outcome = own.preprocess(&options).ok()?;
    let is_silent = outcome.problems.is_empty() && !own.has_failed();
    is_silent.then_some(HostText {
        bytes: outcome.text,
        files: outcome.files,
    })
}
