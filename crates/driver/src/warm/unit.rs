//! A unit that is preprocessed again and again, in the place of a host compiler, from the files of the machine. What has changed is found
//! out each time; nobody has to tell. Knows nothing of what the text is for.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cleave_preprocessor::{Options, PieceBytes, Unit, UnitText};
use cleave_snapshot::state;
use self_cell::self_cell;

use super::divided::Divided;
use super::files::Change;
use crate::own_preprocessor::{OwnPreprocessor, has_timestamp, read_options};

/// What a unit rests on.
struct Ground {
    own: OwnPreprocessor,
    files: Divided,
}

self_cell!(
    struct Resting {
        owner: Ground,
        #[not_covariant]
        dependent: Unit,
    }
);

/// A unit under one command line.
pub(super) struct WarmUnit {
    program: PathBuf,
    /// The state of the program.
    state: Vec<u8>,
    words: Vec<OsString>,
    options: Options,
    resting: Resting,
    /// The last text, by its pieces.
    written: Vec<PieceBytes>,
}

/// The times that are given to texts: those that have one of them are not made here, since they are others the next time.
const TIMES: (&str, &str) = ("date of cleave", "time of cleave");
/// Whether a text says when it, or a file, was made.
fn has_time(text: &[u8]) -> bool {
    let words = [TIMES.0, TIMES.1];
    let has = |word: &&str| memchr::memmem::find(text, word.as_bytes()).is_some();
    words.iter().any(has) || has_timestamp(text)
}

impl WarmUnit {
    /// A unit of a compiler's command line; `None` where the own preprocessor does not write what the compiler would.
    pub(super) fn new(program: &Path, words: &[OsString]) -> Option<WarmUnit> {
        WarmUnit::with(program, words, |own, options| {
            own.is_exact(options) && options.output.is_some() && !options.dependencies_only
        })
    }

    /// The same where the tokens are the compiler's, and spaces need not be.
    pub(super) fn of_tokens(program: &Path, words: &[OsString]) -> Option<WarmUnit> {
        WarmUnit::with(program, words, |_, _| true)
    }

    fn with(
        program: &Path,
        words: &[OsString],
        is_good: impl FnOnce(&OwnPreprocessor, &Options) -> bool,
    ) -> Option<WarmUnit> {
        let options = read_options(words)?;
        let own = OwnPreprocessor::at(program.as_os_str(), &options, TIMES)?;
        if !is_good(&own, &options) {
            return None;
        }
        let state = program_state(program)?;
        let files = Divided::default();
        Some(WarmUnit {
            program: program.to_owned(),
            state,
            words: words.to_vec(),
            resting: Resting::new(Ground { own, files }, |ground| {
                ground.own.unit_of(&ground.files, &options)
            }),
            options,
            written: Vec::new(),
        })
    }

    /// Whether it is still that of a command line.
    pub(super) fn is_of(&self, program: &Path, words: &[OsString]) -> bool {
        self.program == program && self.words == words
    }

    /// The file that the text goes to.
    pub(super) fn output(&self) -> Option<&Path> {
        self.options.output.as_deref().map(Path::new)
    }

    /// The source.
    pub(super) fn input(&self) -> Option<&str> {
        self.options.input.as_deref()
    }

    /// The files that it is made of.
    pub(super) fn files(&self) -> &Divided {
        &self.resting.borrow_owner().files
    }

    /// The text as the files are now. `None` where the compiler must be asked, or where the unit has to be made anew.
    pub(super) fn text(&mut self) -> Option<UnitText> {
        self.text_with(|_, _| Some(()))
    }

    /// The same after a step that may add files that are others now.
    pub(super) fn text_with(
        &mut self,
        step: impl FnOnce(&Divided, &mut Vec<String>) -> Option<()>,
    ) -> Option<UnitText> {
        if program_state(&self.program)? != self.state {
            return None;
        }
        let Change::Texts(mut changed) = self.files().seen.changes() else {
            return None;
        };
        step(self.files(), &mut changed)?;
        let options = &self.options;
        let text = self.resting.with_dependent_mut(|_, unit| {
            changed.iter().for_each(|path| unit.changed(path));
            unit.preprocess(options).ok()
        })?;
        let is_said = !text.problems.is_empty() || self.resting.borrow_owner().own.has_failed();
        let known = |piece: &PieceBytes| self.written.iter().any(|old| old.is_same(piece));
        let mut new = text.pieces.iter().filter(|piece| !known(&piece.text));
        if is_said || new.any(|piece| has_time(&piece.text)) {
            return None;
        }
        Some(text)
    }

    /// Notes the pieces of a text as the last ones, and gives them as one.
    pub(super) fn take(&mut self, text: &UnitText) -> Vec<u8> {
        self.written = text.pieces.iter().map(|p| p.text.clone()).collect();
        let bytes: Vec<&[u8]> = self.written.iter().map(|piece| &**piece).collect();
        bytes.concat()
    }

    /// Writes a text, and the rule of a Makefile if the command line asks for one.
    ///
    /// # Errors
    /// What a file operation says.
    pub(super) fn write(&mut self, text: &UnitText) -> io::Result<()> {
        let Some(output) = &self.options.output else {
            return Ok(());
        };
        let pieces: Vec<PieceBytes> = text.pieces.iter().map(|p| p.text.clone()).collect();
        let is_written = pieces == self.written && Path::new(output).exists();
        if !is_written {
            self.written.clear();
            let mut file = File::create(output)?;
            for piece in &pieces {
                file.write_all(piece)?;
            }
            self.written = pieces;
        }
        if let (Some(rule), Some(file)) = (text.rule(&self.options), &self.options.dependency_file)
        {
            fs::write(file, rule)?;
        }
        Ok(())
    }
}

fn program_state(program: &Path) -> Option<Vec<u8>> {
    Some(state(&fs::metadata(program).ok()?))
}
