//! A unit as an editor has it: files with unsaved text, the host pass and a device pass for each architecture of nvcc's command, each in
//! a database of its own that lives through edits. Who asks takes a [`Pass`], a snapshot that any thread may read; the next edit
//! cancels what is computed from it. Knows no protocol, and nothing of what is asked of a pass but its diagnostics.

use std::cell::RefCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use cleave_base_db::{HostOptions, ModuleIdSeed, Pending, RootDatabase, SourceFile, SourceText};
use cleave_diagnostics::Reported;
use cleave_options::Invocation;
use cleave_options::nvcc::{FrontNames, Lookups, NvccInvocation, Side, parse, words_of};
use cleave_preprocessor::{Disk, Files, Options, PieceTokens, Problem, Time, Unit};
use cleave_report::Over;
use rustc_hash::FxHashMap;
use salsa::Durability;

use crate::own_preprocessor::OwnPreprocessor;
use crate::preprocess::{HeaderChoice, Preprocessor};
use crate::reporting;
use crate::settings::{dialect, host_settings, target};
use crate::source_options::VARIABLES;
use crate::units::Session;

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

    /// The command in nvcc's terms, and what is wrong with it: then what can be told of macros, folders and the standard.
    fn invocation(&self) -> (NvccInvocation, Option<String>) {
        let [before, behind] = VARIABLES.map(|name| {
            let text = std::env::var(name).unwrap_or_default();
            words_of(&text)
        });
        let read = |path: &Path| std::fs::read_to_string(self.folder.join(path)).ok();
        let lookups = Lookups {
            options_file: &read,
        };
        let words = [before.as_slice(), &self.words, &behind].concat();
        match parse(&words, &[], &lookups) {
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
                    parse(&words, &[], &lookups).unwrap_or_default(),
                    Some(message),
                )
            }
        }
    }
}

/// A path without `.` and `..`, as text.
pub fn normal(path: &Path) -> String {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => drop(out.pop()),
            part => out.push(part),
        }
    }
    out.to_string_lossy().into_owned()
}

/// The files of the machine as seen from a folder, but for those that an editor has another text of.
struct Overlay {
    folder: PathBuf,
    disk: Disk,
    texts: RefCell<FxHashMap<String, Arc<[u8]>>>,
}

impl Overlay {
    fn absolute(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }
}

impl Files for Overlay {
    fn read(&self, path: &str, into: &mut Vec<u8>) -> Option<Time> {
        let path = self.absolute(path);
        let texts = self.texts.borrow();
        if !texts.is_empty()
            && let Some(text) = texts.get(&normal(&path))
        {
            into.extend_from_slice(text);
            return Some(0);
        }
        self.disk.read(path.to_str()?, into)
    }

    fn folder(&self, path: &str) -> Option<String> {
        self.disk.folder(self.absolute(path).to_str()?)
    }

    fn canonical(&self, path: &str) -> Option<String> {
        let path = self.absolute(path);
        match self.texts.borrow().contains_key(&normal(&path)) {
            true => Some(normal(&path)),
            false => self.disk.canonical(path.to_str()?),
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
        let (mut output, control) = reporting::settings(&self.front, self.over);
        output.keep = true;
        let unit = cleave_report::Unit {
            db: &self.db,
            file: self.file,
            options: self.options,
            is_there: &|path| self.folder.join(path).exists(),
        };
        cleave_report::report(unit, self.over, output, control)
            .finish()
            .reported
    }
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
    files: &'a Overlay,
    passes: Vec<Living<'a>>,
    front: Arc<Invocation>,
    create: crate::units::Create<'a>,
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
    let devices = architectures.iter().map(|&a| {
        let over = Over::Device {
            architecture: Some(a.number),
        };
        (a.to_string().into(), over, Side::Device(a))
    });
    let sides: Vec<(Arc<str>, Over, Side)> =
        std::iter::once(("host".into(), Over::Host, Side::Host))
            .chain(devices)
            .collect();
    let mut passes = Vec::new();
    for (name, over, side) in sides {
        let options = preprocessor.own_options(&command.source, side).ok_or(
            "an option for the host compiler's preprocessor is not understood, or a variable makes it write elsewhere",
        )?;
        passes.push(Living {
            name,
            over,
            options,
            session: None,
            tokens: Arc::default(),
            problems: Arc::default(),
            read: Vec::new(),
        });
    }
    let own = OwnPreprocessor::new(&preprocessor.program, &passes[0].options)
        .ok_or_else(|| format!("cannot run {}", preprocessor.program.to_string_lossy()))?;
    let front = front(command, &invocation, &preprocessor, &own)?;
    let files = Overlay {
        folder: command.folder.clone(),
        disk: Disk::default(),
        texts: RefCell::default(),
    };
    let seed = command.source.to_string_lossy().into_owned();
    let name = seed.clone();
    let create = |db: &RootDatabase, text: SourceText| {
        let file = SourceFile::builder(name.clone(), text)
            .dialect(dialect(&front))
            .dialect_durability(Durability::HIGH)
            .pending(Pending(front.limits.pending_instantiations))
            .pending_durability(Durability::HIGH)
            .new(db);
        let mut settings = host_settings(&front, None);
        if front.outputs.frandom_seed.is_none() {
            settings.seed = ModuleIdSeed::Seed(seed.clone());
        }
        let options = HostOptions::builder(settings).durability(Durability::HIGH);
        (file, options.new(db))
    };
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
        front: Arc::clone(&front),
        create: Rc::new(create),
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
fn front(
    command: &Command,
    invocation: &NvccInvocation,
    preprocessor: &Preprocessor<'_>,
    own: &OwnPreprocessor,
) -> Result<Arc<Invocation>, String> {
    let stem = command.source.file_stem().unwrap_or_default();
    let stem = stem.to_string_lossy();
    let names = FrontNames {
        source: command.source.as_os_str().to_owned(),
        source_path: Some(command.folder.join(&command.source).into()),
        stub: format!("{stem}.cudafe1.stub.c").into(),
        input: format!("{stem}.cpp4.ii").into(),
    };
    let words = invocation.front(preprocessor.release, own.compiler(), &names);
    cleave_options::parse(&words, &reporting::lookups())
        .map(Arc::new)
        .map_err(|e| String::from_utf8_lossy(&e.text).trim_end().to_owned())
}

impl EditedUnit<'_> {
    /// A file has this text now, whatever is on disk; nothing: what is on disk counts again, which may have changed, come or gone.
    /// `path` is absolute and [`normal`].
    pub fn change(&mut self, path: &str, text: Option<Arc<[u8]>>) {
        let mut texts = self.files.texts.borrow_mut();
        let was = match &text {
            Some(text) => texts.insert(path.to_owned(), Arc::clone(text)),
            None => texts.remove(path),
        };
        drop(texts);
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
        if !self.stale {
            return Ok(());
        }
        let mut others = false;
        for pass in &mut self.passes {
            let text = self.unit.preprocess(&pass.options)?;
            match &mut pass.session {
                Some(session) => session.edit(&text),
                None => {
                    let db = RootDatabase::for_target(target(&self.front));
                    pass.session = Some(Session::new(db, &text, Rc::clone(&self.create)));
                }
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
        let snapshot = |pass: &Living<'_>| {
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
                front: Arc::clone(&self.front),
            })
        };
        self.passes.iter().filter_map(snapshot).collect()
    }
}

#[cfg(test)]
mod tests;
