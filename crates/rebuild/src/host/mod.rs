//! The stand-in for the host compiler. Under nvcc it preprocesses twice and compiles the host half. Cleave preprocesses itself where that
//! gives every byte of the compiler's text. The object is written again where the host half says the same, or else compiled on headers
//! that were compiled before. Everything else is the compiler's.

mod ahead;
mod assembly;
mod compile;
mod cut;
mod image;
mod options;
mod precompile;
mod reads;
mod unchanged;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::Output;

use cleave_snapshot::{FileStore, Store};
use cleave_toolkit::Env;
use cleave_toolkit::cache;

use self::options::{Command, Mode, command};
use crate::account::{Outcome, Step};
use crate::original::{Run, bounds};
use crate::record::write;

pub use self::ahead::read_ahead;
pub use self::precompile::precompile;

/// The variable that turns the stand-in off, with the value `off`.
pub(crate) const HOST: &str = "CLEAVE_HOST";
/// The variable that turns precompiled headers off, with the value `off`. With `now` they are made when they are needed first, and not
/// when they are needed again.
pub const PRECOMPILED: &str = "CLEAVE_PCH";

/// What files of precompiled headers are called. A compiler finds them by the rest of the name.
const SUFFIX: &str = ".h.gch";
/// What the header is called beside it.
const HEADER_SUFFIX: &str = ".h";

/// A preprocessed text of which there is nothing to say.
pub struct Preprocessed {
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
    Lines,
    /// The tokens are.
    Tokens,
}

/// Preprocesses for a compiler's words, without the program's name. `None` where the compiler itself must do it.
pub type Preprocess<'a> = &'a dyn Fn(&Path, &[OsString], Likeness) -> Option<Preprocessed>;

/// Runs the host compiler that a name stands for, or writes what it would write, and gives the exit status. `args` are its words without
/// the program's name. `None` where this process is nobody's stand-in.
pub fn host_compiler(
    name: &str,
    args: &[OsString],
    env: &dyn Env,
    preprocess: Preprocess<'_>,
) -> Option<i32> {
    Some(match Run::host(name, args, env)? {
        Ok(run) => with_stand_in(run, preprocess),
        Err(status) => status,
    })
}

/// The same for a compiler that is named by its path.
pub fn host_compiler_at(
    program: &Path,
    args: &[OsString],
    env: &dyn Env,
    preprocess: Preprocess<'_>,
) -> i32 {
    with_stand_in(Run::at(program, args, env), preprocess)
}

fn with_stand_in(mut run: Run<'_>, preprocess: Preprocess<'_>) -> i32 {
    let (args, env) = (run.args, run.env);
    let line = match command(args) {
        Ok(line) => line,
        // nvcc asks for versions, and links.
        Err(_) if !args.iter().any(|word| word == "-c" || word == "-E") => {
            return run.become_program();
        }
        Err(word) => return run.pass(&format!("{word} is not followed")),
    };
    run.step = Some(match line.mode {
        Mode::Preprocess => Step::Text,
        Mode::Compile => Step::Object,
    });
    run.input = crate::names::source_name(&line.source);
    match switched_off(env) {
        Some(why) => run.pass(why),
        None => stand_in(run, line, preprocess),
    }
}

fn switched_off(env: &dyn Env) -> Option<&'static str> {
    let is_off = |name: &str| env.var(name).is_some_and(|value| value == "off");
    (is_off(HOST) || is_off(cache::SWITCH)).then_some("the environment says so")
}

fn stand_in(run: Run<'_>, line: Command, preprocess: Preprocess<'_>) -> i32 {
    let Some(family) = reads::family(&run.program) else {
        return run.pass("the host compiler is none that is known");
    };
    match line.mode {
        Mode::Preprocess => text(run, &line, preprocess),
        Mode::Compile => match stores(run.env) {
            Some(stores) => compile::compile(run, line, family, stores, preprocess),
            None => run.pass("there is no cache folder"),
        },
    }
}

/// Writes a preprocessed text.
fn text(run: Run<'_>, line: &Command, preprocess: Preprocess<'_>) -> i32 {
    let Some(text) = preprocess(&run.program, run.args, Likeness::Bytes) else {
        return run.pass("the compiler's own preprocessor is needed");
    };
    let written = match &line.output {
        Some(path) => write(path, &text.bytes),
        None => io::stdout().write_all(&text.bytes),
    };
    match written {
        Ok(()) => {
            run.note(Outcome::Made, "Cleave preprocesses", 0.0);
            0
        }
        // The compiler has its own words for that.
        Err(_) => run.pass("the text cannot be written"),
    }
}

/// Whether a compiler has said nothing.
fn is_silent(output: &Output) -> bool {
    output.stdout.is_empty() && output.stderr.is_empty()
}

/// Where objects and precompiled headers are kept.
struct Stores {
    values: Store,
    headers: FileStore,
}

fn stores(env: &dyn Env) -> Option<Stores> {
    let folder = cache::folder(env)?;
    Some(Stores {
        values: values(&folder),
        headers: precompiled(&folder),
    })
}

/// The store of objects in Cleave's cache folder.
fn values(folder: &Path) -> Store {
    Store::new(folder.join(cache::HOST.name), bounds(&cache::HOST))
}

/// The store of precompiled headers in Cleave's cache folder.
pub(crate) fn precompiled(folder: &Path) -> FileStore {
    let part = &cache::PRECOMPILED;
    FileStore::new(folder.join(part.name), bounds(part), SUFFIX)
}

/// For fuzz targets: what is found in a text lies in it.
#[cfg(feature = "fuzzing")]
pub(crate) fn check(text: &[u8]) {
    if let Some(image) = image::Image::find(text) {
        assert!(image.without(text).len() + image.data(text).len() <= text.len());
    }
    for cut in cut::cuts(text) {
        assert!(cut.rest(text).ends_with(&text[cut.marker.end..]));
    }
    let _ = (reads::without_places(text), reads::asks_for_more(text));
}
