//! One run from options to text: the folders in order, the macros of the compiler and of the command line, the files that come first.
//! Knows nothing of processes or of where the results go.

use crate::dependencies::rule;
use crate::dialect::Dialect;
use crate::dump::Dump;
use crate::engine::{Open, Preprocessor, Sink};
use crate::headers::{Found, NO_DIR, Seen};
use crate::host::{Answers, HostCompiler};
use crate::lex::Cursor;
use crate::options::Options;
use crate::print::{Place, quote};
use crate::problems::Problem;
use crate::settings::{IncludeDir, Settings};
use crate::source::Files;
use crate::stream::Stream;
use crate::token::{BUILTIN, SYS, SYS_C};

/// What came of a run.
pub struct Outcome {
    /// The text, if no sink took it.
    pub text: Vec<u8>,
    /// The rule of a Makefile, if one was asked for and nothing went wrong.
    pub rule: Option<String>,
    /// The files that were read, the source first, as a rule of a Makefile would name them.
    pub files: Vec<String>,
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// The tokens and where they come from; empty unless they were asked for.
    pub stream: Stream,
}

/// Preprocesses a source. The sink takes the text as it grows.
///
/// # Errors
/// A message, if the source cannot be read.
pub fn preprocess(
    files: &dyn Files,
    host: &HostCompiler,
    answers: &dyn Answers,
    options: &Options,
    settings: Settings,
    sink: &mut dyn FnMut(&[u8]),
) -> Result<Outcome, String> {
    let mut out = run(files, host, answers, options, settings, Some(sink))?;
    sink(&std::mem::take(&mut out.text));
    Ok(out)
}

/// As `preprocess`, with settings that no command line has: limits, the date, and whether tokens are kept.
///
/// # Errors
/// A message, if the source cannot be read.
pub fn preprocess_with(
    files: &dyn Files,
    host: &HostCompiler,
    answers: &dyn Answers,
    options: &Options,
    settings: Settings,
) -> Result<Outcome, String> {
    run(files, host, answers, options, settings, None)
}

fn run<'a>(
    files: &'a dyn Files,
    host: &HostCompiler,
    answers: &'a dyn Answers,
    options: &Options,
    settings: Settings,
    sink: Option<Sink<'a>>,
) -> Result<Outcome, String> {
    let settings = complete(files, host, options, settings);
    let mut p = Preprocessor::new(files, answers, settings);
    p.sink = sink;
    let input = options.input.clone().unwrap_or_default();
    let shown = if input == "-" {
        "<stdin>".to_owned()
    } else {
        input.clone()
    };
    let mut raw = vec![];
    let time = files
        .read(&input, &mut raw)
        .ok_or_else(|| format!("{input}: No such file or directory"))?;
    let main = p.marker_name(shown.as_bytes());
    let built_in = p.marker_name(b"<built-in>");
    let command = p.marker_name(b"<command-line>");
    let at = |file, line| Place { file, line, sys: 0 };
    let shows = !p.p.quiet;
    if shows {
        p.p.marker(at(main, 0), b"");
        p.folder_marker(options);
        p.p.marker(at(built_in, 0), b"");
    }
    p.b.name = built_in;
    p.settings_text("<built-in>", &host.predefined);
    if shows {
        p.p.marker(at(command, 0), b"");
    }
    p.b.name = command;
    p.settings_text("<command-line>", &host.command_line(options));
    let start = p.sources.begin();
    p.sources.bytes.append(&mut raw);
    let id = p.sources.finish(&input, start, p.settings.trigraphs);
    p.headers.insert(&input, id, time);
    p.dependencies.push((input.clone(), false));
    let main_seen = p.headers.seen.len();
    p.headers.seen.push(Seen {
        text: id,
        time,
        opened: true,
        ..Seen::default()
    });
    p.command_line(id, command, &options.include)?;
    let text = &p.sources.texts[id as usize];
    let c = Cursor::new(text, 0);
    p.b = Open {
        text: id,
        c,
        seen: Some(main_seen),
        name: main,
        dir: NO_DIR,
        guard_valid: true,
        ..Open::default()
    };
    p.stack.clear();
    p.stack.push(Open {
        name: main,
        ..Open::default()
    });
    if shows {
        p.p.marker(at(main, 1), b"");
    }
    p.run();
    p.pop_file();
    if p.settings.dump == Dump::Everything && !options.dependencies_only {
        p.dump_everything();
    }
    let failed = p.problems.iter().any(|p| p.severity.is_error());
    let rule = (options.dependencies && !failed).then(|| rule(options, &input, &p.dependencies));
    Ok(Outcome {
        text: p.take_output(),
        rule,
        files: std::mem::take(&mut p.dependencies)
            .into_iter()
            .map(|(path, _)| path)
            .collect(),
        problems: std::mem::take(&mut p.problems),
        stream: Stream::new(p.origins, p.sources, p.names, p.expansions),
    })
}

/// The settings that a command line makes of others.
pub(crate) fn complete(
    files: &dyn Files,
    host: &HostCompiler,
    options: &Options,
    settings: Settings,
) -> Settings {
    let (dirs, brackets) = folders(files, host, options);
    let (year, strict) = options.standard();
    Settings {
        dirs,
        brackets,
        dialect: Dialect::of(&host.predefined, options),
        strict,
        year,
        trigraphs: options.trigraphs || strict && year < 2017,
        comments: options.comments,
        dump: options.dump,
        includes: options.includes,
        bare: options.bare,
        quiet: options.dependencies_only || options.dump == Dump::Everything,
        generated: options.generated && options.dependencies_only,
        ..settings
    }
}

/// The headers of the command line in their order: those for macros only, GNU's own, then the rest. The name, whether it is for
/// macros only, and whether it is GNU's own.
pub(crate) fn command_headers(
    include: &[(String, bool)],
) -> impl Iterator<Item = (&str, bool, bool)> {
    const PREDEFINED: &str = "stdc-predef.h";
    let of = |macros_only: bool| include.iter().filter(move |i| i.1 == macros_only);
    let own = std::iter::once((PREDEFINED, false, true));
    (of(true).map(|i| (i.0.as_str(), true, false)))
        .chain(own)
        .chain(of(false).map(|i| (i.0.as_str(), false, false)))
}

impl Preprocessor<'_> {
    /// The marker that says which folder the text is made in.
    pub(crate) fn folder_marker(&mut self, options: &Options) {
        if let Some(folder) = self.settings.folder.as_ref()
            && options.working_directory
        {
            let name = quote(format!("{folder}//").as_bytes());
            self.p.folder_marker(&name);
        }
    }

    /// Reads lines that only define.
    pub(crate) fn settings_text(&mut self, name: &str, text: &[u8]) {
        let id = self.sources.add(name, text, false);
        let flags = if name == "<built-in>" { BUILTIN } else { 0 };
        let c = Cursor::new(&self.sources.texts[id as usize], flags);
        self.b = Open {
            text: id,
            c,
            name: self.b.name,
            dir: NO_DIR,
            ..Open::default()
        };
        self.run_inner();
    }

    /// The headers of the command line: those for macros only, GNU's own, then the rest.
    fn command_line(
        &mut self,
        id: u32,
        command: u32,
        include: &[(String, bool)],
    ) -> Result<(), String> {
        for (name, macros_only, is_own) in command_headers(include) {
            let Some((seen, dir)) = self.command_header(id, command, name, is_own)? else {
                continue;
            };
            self.macros_only = macros_only;
            self.open(seen, dir, false);
            self.run_inner();
            self.macros_only = false;
        }
        Ok(())
    }

    /// Goes to the command line and looks for a header of it, which may be missing if it is GNU's own.
    pub(crate) fn command_header(
        &mut self,
        id: u32,
        command: u32,
        name: &str,
        is_own: bool,
    ) -> Result<Found, String> {
        // The command line is a file of its own that has nothing but this line.
        let end = self.sources.texts[id as usize].end as usize;
        self.b = Open {
            name: command,
            dir: NO_DIR,
            text: id,
            spoken: end,
            c: Cursor {
                cur: end,
                end,
                splice_at: usize::MAX,
                ..Cursor::default()
            },
            ..Open::default()
        };
        self.stack.clear();
        self.stack.push(Open::default());
        let from = match is_own {
            true => self.headers.brackets,
            false => self.own_dir("./", 0),
        };
        let from = if name.starts_with('/') { NO_DIR } else { from };
        match self.find_from(name.as_bytes(), from) {
            None if !is_own => Err(format!("{name}: No such file or directory")),
            found => Ok(found),
        }
    }

    pub(crate) fn run_inner(&mut self) {
        self.run();
        self.contexts.clear();
        self.look = None;
        (self.p.paste, self.p.marked) = (false, false);
    }
}

/// The folders for headers in their order, each once ([cpp.include], and GNU's rules for what comes twice).
fn folders(files: &dyn Files, host: &HostCompiler, o: &Options) -> (Vec<IncludeDir>, usize) {
    let real = |path: &str| files.folder(path);
    let dir = |path: &String, sys: u8| IncludeDir {
        path: path.clone(),
        sys,
    };
    let mut system: Vec<IncludeDir> = o.system.iter().map(|p| dir(p, SYS | SYS_C)).collect();
    system.extend(host.include_dirs.iter().cloned());
    system.extend(o.after.iter().map(|p| dir(p, SYS | SYS_C)));
    let known: Vec<String> = system.iter().filter_map(|d| real(&d.path)).collect();
    let mut seen: Vec<String> = vec![];
    let mut once = |d: &IncludeDir| {
        let Some(r) = real(&d.path) else { return false };
        let fresh = !seen.contains(&r);
        seen.push(r);
        fresh
    };
    let user: Vec<IncludeDir> = o.user.iter().map(|p| dir(p, 0)).collect();
    let mut brackets: Vec<IncludeDir> = user
        .into_iter()
        .filter(|d| real(&d.path).is_some_and(|r| !known.contains(&r)) && once(d))
        .collect();
    brackets.extend(system.into_iter().filter(|d| once(d)));
    let mut all: Vec<IncludeDir> = o
        .quote
        .iter()
        .map(|p| dir(p, 0))
        .filter(|d| real(&d.path).is_some())
        .collect();
    let at = all.len();
    all.extend(brackets);
    (all, at)
}
