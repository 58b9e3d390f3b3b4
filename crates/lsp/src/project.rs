//! Which nvcc command a source is compiled with: `compile_commands.json` in the folders above it and in their build folders (clang,
//! JSONCompilationDatabase), or none. And which source includes a header. It reads files, and knows no units.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use cleave_driver::editor::{Command, normal};
use cleave_toolkit::compile_commands::{NAME, nvcc_commands};

/// How many folders above a file are looked at.
const UP: usize = 24;
/// How deep inclusions are followed, and how many files are read for it.
const DEEP: usize = 6;
const FILES: usize = 400;

/// What is the same for every unit.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The toolkit whose headers to use where the command names none.
    pub toolkit: Option<PathBuf>,
    /// Cleave's own headers, whatever toolkits there are.
    pub own_headers: bool,
    /// The program that makes device halves in a process of its own ([`crate::device_half`]); without one they are made in this process,
    /// which then keeps what it finds out for that.
    pub program: Option<PathBuf>,
}

/// The commands of a project by the sources' paths.
#[derive(Default)]
pub(crate) struct Project {
    settings: Settings,
    commands: BTreeMap<String, Command>,
    /// The databases that were read, and those that could not be, with why.
    read: Vec<PathBuf>,
    pub(crate) complaints: Vec<String>,
}

impl Project {
    pub(crate) fn new(settings: Settings) -> Project {
        Project {
            settings,
            ..Project::default()
        }
    }

    /// The command of a source: that of the project, or one without options.
    pub(crate) fn command(&mut self, path: &str) -> Command {
        self.look(Path::new(path));
        match self.commands.get(path) {
            Some(command) => command.clone(),
            None => self.alone(path),
        }
    }

    fn alone(&self, path: &str) -> Command {
        Command {
            toolkit: self.settings.toolkit.clone(),
            own_headers: self.settings.own_headers,
            ..Command::alone(Path::new(path))
        }
    }

    /// Whether a project compiles a file.
    pub(crate) fn compiles(&mut self, path: &str) -> bool {
        self.look(Path::new(path));
        self.commands.contains_key(path)
    }

    /// Forgets what was read.
    pub(crate) fn reload(&mut self) {
        *self = Project::new(self.settings.clone());
    }

    /// Looks for databases above a file.
    fn look(&mut self, file: &Path) {
        for folder in file.ancestors().skip(1).take(UP) {
            for database in databases(folder) {
                if self.read.contains(&database) {
                    continue;
                }
                if let Err(message) = self.read(&database) {
                    self.complaints.push(message);
                }
                self.read.push(database);
            }
        }
    }

    fn read(&mut self, database: &Path) -> Result<(), String> {
        for found in nvcc_commands(database)? {
            let folder = PathBuf::from(normal(&found.folder));
            let source = normal(&folder.join(&found.file));
            let is_source = |w: &&String| !w.starts_with('-') && normal(&folder.join(w)) == source;
            let named = found.words.iter().find(is_source);
            let named = named.map_or(found.file, PathBuf::from);
            let command = Command {
                toolkit: toolkit_of(&found.program).or_else(|| self.settings.toolkit.clone()),
                own_headers: self.settings.own_headers,
                words: found.words.iter().map(OsString::from).collect(),
                source: named,
                folder,
            };
            self.commands.entry(source).or_insert(command);
        }
        Ok(())
    }

    /// A source that includes a header: one of the project, or one beside it.
    pub(crate) fn includer(
        &mut self,
        header: &str,
        text: &dyn Fn(&str) -> Option<String>,
    ) -> Option<String> {
        self.look(Path::new(header));
        let mut sources: Vec<String> = self.commands.keys().cloned().collect();
        // Those that lie near come first.
        let near = |s: &String| {
            let common = s.bytes().zip(header.bytes()).take_while(|(a, b)| a == b);
            std::cmp::Reverse(common.count())
        };
        sources.sort_by_key(near);
        sources.extend(beside(Path::new(header)));
        let mut read = 0;
        sources.into_iter().find(|source| {
            let mut seen = Vec::new();
            includes(source, header, text, DEEP, &mut seen, &mut read)
        })
    }
}

/// The databases that lie in a folder or in a build folder of it.
fn databases(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    if folder.join(NAME).is_file() {
        out.push(folder.join(NAME));
    }
    // A project's build folders lie beside its sources: nobody looks through a home or the root.
    let is_project = ["CMakeLists.txt", ".git", "Makefile", "meson.build"];
    if !is_project.iter().any(|name| folder.join(name).exists()) {
        return out;
    }
    let Ok(entries) = fs::read_dir(folder) else {
        return out;
    };
    let mut builds: Vec<PathBuf> = entries
        .flatten()
        .filter(|e| {
            let name = e.file_name();
            let name = name.to_string_lossy();
            name.starts_with("build") || name.starts_with("cmake-build") || name == "out"
        })
        .map(|e| e.path())
        .collect();
    builds.sort();
    for build in builds {
        if build.join(NAME).is_file() {
            out.push(build.join(NAME));
            continue;
        }
        let Ok(entries) = fs::read_dir(&build) else {
            continue;
        };
        let mut presets: Vec<PathBuf> = entries.flatten().map(|e| e.path().join(NAME)).collect();
        presets.retain(|p| p.is_file());
        presets.sort();
        out.extend(presets);
    }
    out
}

/// The toolkit that an nvcc lies in.
fn toolkit_of(nvcc: &str) -> Option<PathBuf> {
    let nvcc = Path::new(nvcc).canonicalize().ok()?;
    let root = nvcc.parent()?.parent()?;
    let runtime = ["include", "targets/x86_64-linux/include"];
    let is_there = |include: &&str| root.join(include).join("cuda_runtime.h").is_file();
    runtime.iter().any(is_there).then(|| root.to_owned())
}

/// The CUDA sources in the folder of a header and in those beside it that are usual.
fn beside(header: &Path) -> Vec<String> {
    let mut folders = vec![header.parent().map(Path::to_owned)];
    let up = header.parent().and_then(Path::parent);
    folders.push(up.map(Path::to_owned));
    folders.push(up.map(|up| up.join("src")));
    let mut out = Vec::new();
    for folder in folders.into_iter().flatten() {
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        let mut sources: Vec<String> = entries
            .flatten()
            .map(|e| e.path())
            .filter(|p| p.extension().is_some_and(|e| e == "cu"))
            .map(|p| normal(&p))
            .collect();
        sources.sort();
        out.extend(sources);
    }
    out
}

/// Whether a file includes another, as far as the names tell that `#include` lines have.
fn includes(
    file: &str,
    header: &str,
    text: &dyn Fn(&str) -> Option<String>,
    depth: usize,
    seen: &mut Vec<String>,
    read: &mut usize,
) -> bool {
    if depth == 0 || *read >= FILES || seen.iter().any(|s| s == file) {
        return false;
    }
    seen.push(file.to_owned());
    *read += 1;
    let Some(own) = text(file) else {
        return false;
    };
    let folder = Path::new(file).parent().unwrap_or(Path::new("/"));
    let name = Path::new(header).file_name().unwrap_or_default();
    let mut within = Vec::new();
    for line in own.lines() {
        let Some(rest) = line.trim_start().strip_prefix('#') else {
            continue;
        };
        let Some(rest) = rest.trim_start().strip_prefix("include") else {
            continue;
        };
        let named = rest.trim().trim_start_matches(['"', '<']);
        let named = named.split(['"', '>']).next().unwrap_or("");
        if Path::new(named).file_name() == Some(name) && ends_like(header, named) {
            return true;
        }
        within.push(normal(&folder.join(named)));
    }
    within
        .into_iter()
        .any(|file| includes(&file, header, text, depth - 1, seen, read))
}

/// Whether a path may be what a name in an `#include` means.
fn ends_like(path: &str, named: &str) -> bool {
    let named = named.trim_start_matches("../").trim_start_matches("./");
    path.strip_suffix(named)
        .is_some_and(|before| before.ends_with('/'))
}

#[cfg(test)]
mod tests;
