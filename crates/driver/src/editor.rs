//! A unit as an editor has it: files with unsaved text, the host pass and a device pass for each architecture of nvcc's command, each in
//! a database of its own that lives through edits. Who asks takes a [`Pass`], a snapshot that any thread may read; the next edit
//! cancels what is computed from it. Knows no protocol, and nothing of what is asked of a pass but its diagnostics.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use cleave_base_db::{HostOptions, RootDatabase, SourceFile, Target, decode, join_lines};
use cleave_diagnostics::Reported;
use cleave_options::Invocation;
use cleave_options::nvcc::{FrontNames, NvccInvocation, Side};
use cleave_preprocessor::{Options, PieceTokens, Problem, Unit};
use cleave_report::Over;
use rustc_hash::FxHashMap;

use crate::edited_files::EditedFiles;
use crate::frame::Frame;
use crate::own_preprocessor::OwnPreprocessor;
use crate::preprocess::{HeaderChoice, Preprocessor};
use crate::reporting::{self, over};
use crate::source_options::invocation;
use crate::units::{Create, Session};

pub use crate::edited_files::normal;

/// How a unit is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The folder that nvcc is run in.
    pub folder: PathBuf,
    /// nvcc's words, without its name.
    pub words: Vec<OsString>,
    /// The source, as the words name it.
    pub source: PathBuf,
    /// The toolkit whose headers to use; the one that is found if none is named.
    pub toolkit: Option<PathBuf>,
    /// Cleave's own headers, even if there is a toolkit.
    pub own_headers: bool,
}

impl Command {
    /// A source that nobody says anything of.
    pub fn alone(source: &Path) -> Command {
        let folder = source.parent().unwrap_or(Path::new("/"));
        Command {
            folder: folder.to_owned(),
            words: Vec::new(),
            source: source.to_owned(),
            toolkit: None,
            own_headers: false,
        }
    }

    /// The command in nvcc's terms, and what is wrong with it: then what can be said of macros, folders and the standard.
    fn invocation(&self) -> (NvccInvocation, Option<String>) {
        match invocation(&self.words, &[], &self.folder) {
            Ok(invocation) => (invocation, None),
            Err(message) => {
                let plain = |word: &&OsString| {
                    let word = word.to_string_lossy();
                    let known = ["-I", "-D", "-U", "-std=", "-arch=", "--std="];
                    known
                        .iter()
                        .any(|k| word.len() > k.len() && word.starts_with(k))
                };
                let words: Vec<OsString> = self.words.iter().filter(plain).cloned().collect();
                (
                    invocation(&words, &[], &self.folder).unwrap_or_default(),
                    Some(message),
                )
            }
        }
    }
}

/// What a pass is over, and a snapshot of its database.
#[derive(Clone)]
pub struct Pass {
    /// `host`, or the architecture's name as options spell it: `compute_80`.
    pub name: Arc<str>,
    /// Which pass it is.
    pub over: Over,
    /// The database.
    pub db: RootDatabase,
    /// The preprocessed text.
    pub file: SourceFile,
    /// How the host half is written.
    pub options: HostOptions,
    /// Where the tokens of the user's files come from: parts of the text, each with where it begins.
    pub tokens: Tokens,
    /// What the preprocessor says.
    pub problems: Arc<[Problem]>,
    /// The folder that names of files are seen from.
    pub folder: Arc<Path>,
    /// The words of cudafe++'s command line.
    pub words: Arc<[OsString]>,
    front: Arc<Invocation>,
}

/// Parts of a text with where they begin and where their tokens come from.
pub type Tokens = Arc<[(u32, Arc<PieceTokens>)]>;

impl Pass {
    /// Whether there is no program to speak of: the preprocessor has failed.
    pub fn is_broken(&self) -> bool {
        self.problems.iter().any(|p| p.severity.is_error())
    }

    /// Everything that the pass reports, in the reference's order.
    pub fn reported(&self) -> Vec<Reported> {
        let unit = cleave_report::Unit {
            db: &self.db,
            file: self.file,
            options: self.options,
            is_there: &|path| self.folder.join(path).exists(),
        };
        reporting::reported(unit, &self.front, self.over).0
    }
}

/// A text in a database that sees one version of it.
pub struct Once {
    /// The database.
    pub db: RootDatabase,
    /// The preprocessed text.
    pub file: SourceFile,
    /// How the host half is written.
    pub options: HostOptions,
}

/// Puts the text of a [`Pass`] into a database by itself: under the same words, the name of its file and its module id.
///
/// # Errors
/// A message, if the words are no command line of cudafe++.
pub fn once(
    words: &[OsString],
    name: String,
    module_id: String,
    text: Vec<u8>,
) -> Result<Once, String> {
    let front = parsed(words)?;
    let frame = Frame::new(&front, name, Some(module_id));
    let db = RootDatabase::unchanging_for(frame.target);
    let (file, options) = frame.open_once(&db, join_lines(decode(text)).into(), None);
    Ok(Once { db, file, options })
}

/// A pass that lives.
struct Living<'a> {
    name: Arc<str>,
    over: Over,
    options: Options,
    session: Option<Session<'a>>,
    tokens: Tokens,
    problems: Arc<[Problem]>,
    /// The files of the last run, as they are called, and whether they are a system's.
    read: Vec<(String, bool)>,
}

/// A unit that lives through edits.
pub struct EditedUnit<'a> {
    unit: Unit<'a>,
    files: &'a EditedFiles,
    passes: Vec<Living<'a>>,
    words: Arc<[OsString]>,
    front: Arc<Invocation>,
    target: Target,
    create: Create<'a>,
    folder: Arc<Path>,
    /// The files that were read in the last run: as they are called, and their paths.
    read: FxHashMap<String, Vec<String>>,
    /// The paths alone.
    list: Arc<[String]>,
    /// The folders that inclusions are looked for in.
    includes: Arc<[PathBuf]>,
    /// What is wrong with the command.
    complaint: Option<String>,
    stale: bool,
}

/// Opens a unit and hands it to `run`. Nothing is preprocessed yet.
///
/// # Errors
/// A message for people: there is no such compiler, or the toolkit that was named is not there.
pub fn with_unit<T>(
    command: &Command,
    run: impl FnOnce(&mut EditedUnit<'_>) -> T,
) -> Result<T, String> {
    let (invocation, complaint) = command.invocation();
    let choice = match command.own_headers {
        true => HeaderChoice::Own,
        false => HeaderChoice::Toolkit(command.toolkit.as_deref()),
    };
    let preprocessor = Preprocessor::new(&invocation, choice)?;
    let architectures = invocation.architectures(preprocessor.release);
    let devices = architectures.iter();
    let devices = devices.map(|&a| (a.to_string().into(), Side::Device(a)));
    let host: (Arc<str>, Side) = ("host".into(), Side::Host);
    let mut passes = Vec::new();
    for (name, side) in std::iter::once(host).chain(devices) {
        let options = preprocessor.own_options(&command.source, side).ok_or(
            "an option for the host compiler's preprocessor is not understood, or a variable makes it write elsewhere",
        )?;
        passes.push(Living {
            name,
            over: over(side),
            options,
            session: None,
            tokens: Arc::default(),
            problems: Arc::default(),
            read: Vec::new(),
        });
    }
    let own = OwnPreprocessor::new(&preprocessor.program, &passes[0].options)
        .ok_or_else(|| format!("cannot run {}", preprocessor.program.to_string_lossy()))?;
    let words = words(command, &invocation, &preprocessor, &own);
    let front = Arc::new(parsed(&words)?);
    let files = EditedFiles::seen_from(command.folder.clone());
    let name = command.source.to_string_lossy().into_owned();
    let frame = Frame::new(&front, name, None).steady();
    let first = &passes[0].options;
    let unit = own.unit_with_places(&files, first);
    let folders = [&first.quote, &first.user, &first.system, &first.after];
    let mut includes: Vec<PathBuf> = (folders.into_iter().flatten())
        .map(|f| command.folder.join(f))
        .collect();
    includes.extend(own.folders().map(PathBuf::from));
    let mut edited = EditedUnit {
        unit,
        files: &files,
        passes,
        words: words.into(),
        front: Arc::clone(&front),
        target: frame.target,
        create: Rc::new(move |db: &RootDatabase, text| frame.open(db, text)),
        folder: command.folder.as_path().into(),
        read: FxHashMap::default(),
        list: Arc::default(),
        includes: includes.into(),
        complaint,
        stale: true,
    };
    Ok(run(&mut edited))
}

/// The command line of cudafe++ that nvcc would run.
fn words(
    command: &Command,
    invocation: &NvccInvocation,
    preprocessor: &Preprocessor<'_>,
    own: &OwnPreprocessor,
) -> Vec<OsString> {
    let stem = command.source.file_stem().unwrap_or_default();
    let stem = stem.to_string_lossy();
    let names = FrontNames {
        source: command.source.as_os_str().to_owned(),
        source_path: Some(command.folder.join(&command.source).into()),
        stub: format!("{stem}.cudafe1.stub.c").into(),
        input: format!("{stem}.cpp4.ii").into(),
    };
    invocation.front(preprocessor.release, own.compiler(), &names)
}

fn parsed(words: &[OsString]) -> Result<Invocation, String> {
    cleave_options::parse(words, &reporting::lookups())
        .map_err(|e| String::from_utf8_lossy(&e.text).trim_end().to_owned())
}

impl EditedUnit<'_> {
    /// A file has this text now, whatever is on disk; nothing: what is on disk counts again, which may have changed, come or gone.
    /// `path` is absolute and [`normal`].
    pub fn change(&mut self, path: &str, text: Option<Arc<[u8]>>) {
        let was = self.files.edit(path, text.clone());
        if was.is_some() && was == text {
            return;
        }
        let names = self.read.get(path).cloned();
        match names {
            Some(names) => names.iter().for_each(|name| self.unit.changed(name)),
            // Nobody has read it. It matters where something was missing, or in front of what was found.
            None if self.is_wanted(path) => self.unit.changed(path),
            None => return,
        }
        self.stale = true;
    }

    /// Whether a file that was not read may be what an inclusion asks for.
    fn is_wanted(&self, path: &str) -> bool {
        let is_first = self.read.is_empty();
        let missing = self.passes.iter().any(|p| {
            let fatal = |p: &Problem| p.severity == cleave_preprocessor::Severity::Fatal;
            p.problems.iter().any(fatal)
        });
        let name = Path::new(path).file_name();
        is_first || missing || self.read.keys().any(|r| Path::new(r).file_name() == name)
    }

    /// Whether a file takes part in the unit, as far as the last run knows.
    pub fn reads(&self, path: &str) -> bool {
        self.read.contains_key(path)
    }

    /// The paths of the files that take part.
    pub fn files(&self) -> Arc<[String]> {
        Arc::clone(&self.list)
    }

    /// The folders that inclusions are looked for in.
    pub fn includes(&self) -> Arc<[PathBuf]> {
        Arc::clone(&self.includes)
    }

    /// What is wrong with the command.
    pub fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }

    /// Preprocesses what has changed and gives it to the databases. Cancels what is being computed from them.
    ///
    /// # Errors
    /// A message, if the source or a header of the command line cannot be read: then all is as it was.
    pub fn update(&mut self) -> Result<(), String> {
        self.update_each(|_, _| {})
    }

    /// The same. `ready` receives each pass with its number as soon as it can be asked: the next one is still to be preprocessed.
    ///
    /// # Errors
    /// As [`EditedUnit::update`].
    pub fn update_each(&mut self, mut ready: impl FnMut(usize, Pass)) -> Result<(), String> {
        if !self.stale {
            (0..)
                .zip(self.passes())
                .for_each(|(nth, pass)| ready(nth, pass));
            return Ok(());
        }
        let mut others = false;
        for nth in 0..self.passes.len() {
            let pass = &mut self.passes[nth];
            let text = self.unit.preprocess(&pass.options)?;
            match &mut pass.session {
                Some(session) => session.edit(&text),
                None => {
                    let db = RootDatabase::for_target(self.target);
                    pass.session = Some(Session::new(db, &text, Rc::clone(&self.create)));
                }
            }
            if let Some(session) = &mut pass.session {
                let names = text.dependencies.iter().map(|(name, _)| &**name);
                session.look_into(self.files.edited(names));
            }
            let (mut start, mut tokens) = (0, Vec::new());
            for piece in &text.pieces {
                let parts = piece.tokens.iter();
                tokens.extend(parts.map(|(at, t)| (start + at, Arc::clone(t))));
                start += piece.text.len() as u32;
            }
            let known =
                (pass.session.as_ref()).is_some_and(|s| s.decoded.text.len() == start as usize);
            pass.tokens = match known {
                true => tokens.into(),
                // Bytes that are no text, or joined lines: nothing is where it was.
                false => Arc::default(),
            };
            pass.problems = text.problems.into();
            if pass.read != text.dependencies {
                pass.read = text.dependencies;
                others = true;
            }
            if let Some(pass) = self.snapshot(&self.passes[nth]) {
                ready(nth, pass);
            }
        }
        if others {
            self.read_anew();
        }
        self.stale = false;
        Ok(())
    }

    /// Other files take part now.
    fn read_anew(&mut self) {
        let mut read: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for (name, _) in self.passes.iter().flat_map(|p| &p.read) {
            let names = read.entry(normal(&self.files.absolute(name))).or_default();
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        self.list = read.keys().cloned().collect();
        self.read = read;
    }

    /// Snapshots of the passes, the host's first; none before the first update.
    pub fn passes(&self) -> Vec<Pass> {
        let snapshots = self.passes.iter().map(|pass| self.snapshot(pass));
        snapshots.flatten().collect()
    }

    /// How many passes there are, from the beginning on.
    pub fn count(&self) -> usize {
        self.passes.len()
    }

    fn snapshot(&self, pass: &Living<'_>) -> Option<Pass> {
        let session = pass.session.as_ref()?;
        Some(Pass {
            name: Arc::clone(&pass.name),
            over: pass.over,
            db: session.db.clone(),
            file: session.file,
            options: session.options,
            tokens: Arc::clone(&pass.tokens),
            problems: Arc::clone(&pass.problems),
            folder: Arc::clone(&self.folder),
            words: Arc::clone(&self.words),
            front: Arc::clone(&self.front),
        })
    }
}

#[cfg(test)]
mod tests;
