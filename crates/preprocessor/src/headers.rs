//! Which file a header's name means ([cpp.include]), and what is known of files that were found. Knows nothing of directives or of what is
//! in the files.

use rustc_hash::FxHashMap;

use crate::intern::Sym;
use crate::settings::{IncludeDir, Settings};
use crate::source::{Files, Sources, Time};

/// A file of `Headers`, and the folder that it was found in.
pub(crate) type Found = Option<(usize, usize)>;

/// The folder of what was named by its own path.
pub(crate) const NO_DIR: usize = usize::MAX;

/// A file as one folder has it. As with GNU's cpp, a file that is found by another folder or name is another one, and so is its include
/// guard; the text is shared.
#[derive(Clone, Default)]
pub(crate) struct Seen {
    pub(crate) text: u32,
    pub(crate) guard: Option<Sym>,
    pub(crate) once: bool,
    /// It was opened before.
    pub(crate) opened: bool,
    pub(crate) time: Time,
}

/// All headers, and where they are looked for.
pub(crate) struct Headers {
    /// The folders for all, and behind them those of files with `#include "..."`.
    pub(crate) dirs: Vec<IncludeDir>,
    chain: usize,
    pub(crate) brackets: usize,
    pub(crate) seen: Vec<Seen>,
    /// The folders of files with `#include "..."` in this run, and those of all runs by their kind.
    own: FxHashMap<String, usize>,
    own_of_kind: FxHashMap<(String, u8), usize>,
    by_name: FxHashMap<(usize, Sym), Option<usize>>,
    found: FxHashMap<(usize, Sym), Found>,
    /// By path, and whether it is a system's: those may go by another name.
    texts: FxHashMap<(String, bool), Option<(u32, Time)>>,
    /// The files with `#pragma once`, by what two of the same have in common.
    once: FxHashMap<(Time, u32), Vec<usize>>,
    /// Whether a folder has a folder for the names that begin so.
    folders: FxHashMap<(usize, Sym), bool>,
    trigraphs: bool,
}

impl Headers {
    pub(crate) fn new(settings: &Settings) -> Headers {
        Headers {
            dirs: settings.dirs.clone(),
            chain: settings.dirs.len(),
            brackets: settings.brackets,
            seen: vec![],
            own: FxHashMap::default(),
            own_of_kind: FxHashMap::default(),
            by_name: FxHashMap::default(),
            found: FxHashMap::default(),
            texts: FxHashMap::default(),
            once: FxHashMap::default(),
            folders: FxHashMap::default(),
            trigraphs: settings.trigraphs,
        }
    }

    /// The folder that a file's own `#include "..."` looks in first. What kind it is was settled when it was first needed.
    pub(crate) fn own_dir(&mut self, of: &str, sys: u8) -> usize {
        let path = folder_of(of);
        if let Some(&known) = self.own.get(path) {
            return known;
        }
        let key = (path.to_owned(), sys);
        let dirs = &mut self.dirs;
        let dir = *self
            .own_of_kind
            .entry(key)
            .or_insert_with_key(|(path, sys)| {
                let (path, sys) = (path.clone(), *sys);
                dirs.push(IncludeDir { path, sys });
                dirs.len() - 1
            });
        self.own.insert(path.to_owned(), dir);
        dir
    }

    /// The folder that this run has for the files of `folder`, if it was needed before.
    pub(crate) fn known_own_dir(&self, folder: &str) -> Option<usize> {
        self.own.get(folder).copied()
    }

    /// This run has needed a folder.
    pub(crate) fn note_own_dir(&mut self, folder: &str, dir: usize) {
        if !self.own.contains_key(folder) {
            self.own.insert(folder.to_owned(), dir);
        }
    }

    /// Forgets what a run has done with the files; where they lie and what is in them stays known.
    pub(crate) fn begin(&mut self) {
        self.own.clear();
        self.once.clear();
        for seen in &mut self.seen {
            (seen.guard, seen.once, seen.opened) = (None, false, false);
        }
    }

    /// The folder behind one, for `#include_next`.
    pub(crate) fn next_dir(&self, dir: usize) -> usize {
        if dir < self.chain { dir + 1 } else { 0 }
    }

    /// The first file from a folder on.
    pub(crate) fn find(
        &mut self,
        files: &dyn Files,
        sources: &mut Sources,
        from: usize,
        key: Sym,
        name: &str,
        folder: Option<Sym>,
    ) -> Found {
        if from == NO_DIR {
            let seen = self.load(files, sources, NO_DIR, key, name, None)?;
            return Some((seen, NO_DIR));
        }
        if let Some(&known) = self.found.get(&(from, key)) {
            return known;
        }
        let mut result = None;
        let mut dir = from;
        while dir < self.dirs.len() {
            if let Some(seen) = self.load(files, sources, dir, key, name, folder) {
                result = Some((seen, dir));
                break;
            }
            dir = self.next_dir(dir);
            if dir >= self.chain {
                break;
            }
        }
        self.found.insert((from, key), result);
        result
    }

    fn load(
        &mut self,
        files: &dyn Files,
        sources: &mut Sources,
        dir: usize,
        key: Sym,
        name: &str,
        folder: Option<Sym>,
    ) -> Option<usize> {
        if let Some(&known) = self.by_name.get(&(dir, key)) {
            return known;
        }
        let result = self.text(files, sources, dir, name, folder);
        let result = result.map(|(text, time)| {
            self.seen.push(Seen {
                text,
                time,
                ..Seen::default()
            });
            self.seen.len() - 1
        });
        self.by_name.insert((dir, key), result);
        result
    }

    fn text(
        &mut self,
        files: &dyn Files,
        sources: &mut Sources,
        dir: usize,
        name: &str,
        folder: Option<Sym>,
    ) -> Option<(u32, Time)> {
        let (base, sys) = self
            .dirs
            .get(dir)
            .map_or(("", 0), |d| (d.path.as_str(), d.sys));
        let slash = if base.is_empty() || base.ends_with('/') {
            ""
        } else {
            "/"
        };
        let key = (format!("{base}{slash}{name}"), sys != 0);
        if let Some(&known) = self.texts.get(&key) {
            return known;
        }
        // Where a folder is missing, so are its files: most names are looked for in folders that have nothing like them.
        if let Some(folder) = folder
            && let Some((part, _)) = name.rsplit_once('/')
        {
            let there = *self
                .folders
                .entry((dir, folder))
                .or_insert_with(|| files.folder(&format!("{base}{slash}{part}")).is_some());
            if !there {
                return None;
            }
        }
        let path = &key.0;
        let start = sources.begin();
        let read = files.read(path, &mut sources.bytes);
        // GNU's -fcanonical-system-headers: the shorter name of the two.
        let mut shown = path.clone();
        if sys != 0 && read.is_some() {
            let real = files.canonical(path).filter(|r| r.len() < path.len());
            shown = real.unwrap_or(shown);
        }
        let other = (shown, key.1);
        let known = self.texts.get(&other).copied().flatten();
        let result = match (known, read) {
            (None, Some(time)) => Some((sources.finish(&other.0, start, self.trigraphs), time)),
            _ => {
                sources.bytes.truncate(start);
                known
            }
        };
        self.texts.insert(other, result);
        self.texts.insert(key, result);
        result
    }

    /// Marks a file that shall not be read again.
    pub(crate) fn mark_once(&mut self, sources: &Sources, seen: usize) {
        if std::mem::replace(&mut self.seen[seen].once, true) {
            return;
        }
        let key = self.key(sources, seen);
        self.once.entry(key).or_default().push(seen);
    }

    fn key(&self, sources: &Sources, seen: usize) -> (Time, u32) {
        let s = &self.seen[seen];
        let t = &sources.texts[s.text as usize];
        (s.time, t.end - t.start)
    }

    /// Whether a file is the same as another one that shall not be read again; with `all`, as any other one.
    pub(crate) fn is_copy(&self, sources: &Sources, seen: usize, all: bool) -> bool {
        if !all {
            return self.copies(sources, seen).next().is_some();
        }
        let key = self.key(sources, seen);
        (0..self.seen.len()).any(|o| {
            let opened = self.seen[o].opened && self.key(sources, o) == key;
            opened && self.same(sources, seen, o)
        })
    }

    /// The other files that shall not be read again and are the same as one.
    pub(crate) fn copies(&self, sources: &Sources, seen: usize) -> impl Iterator<Item = usize> {
        let some = (!self.once.is_empty()).then(|| self.once.get(&self.key(sources, seen)));
        let others = some.flatten().into_iter().flatten().copied();
        others.filter(move |&other| self.same(sources, seen, other))
    }

    /// Whether two files are two names of one, or are alike.
    fn same(&self, sources: &Sources, a: usize, b: usize) -> bool {
        let bytes = |text: u32| {
            let t = &sources.texts[text as usize];
            &sources.bytes[t.start as usize..t.end as usize]
        };
        let (x, y) = (self.seen[a].text, self.seen[b].text);
        a != b && (x == y || bytes(x) == bytes(y))
    }

    /// Reads a file again that was read under this path. Says whether there was one, and is.
    pub(crate) fn reread(&mut self, files: &dyn Files, sources: &mut Sources, path: &str) -> bool {
        let old: Vec<u32> = (self.texts.values().flatten())
            .map(|t| t.0)
            .filter(|&t| sources.texts[t as usize].path == path)
            .collect();
        if old.is_empty() {
            return false;
        }
        let start = sources.begin();
        let Some(time) = files.read(path, &mut sources.bytes) else {
            sources.bytes.truncate(start);
            return false;
        };
        let new = sources.finish(path, start, self.trigraphs);
        if old.iter().all(|&old| sources.are_alike(old, new)) {
            sources.forget_last(start);
            return true;
        }
        for text in self.texts.values_mut().flatten() {
            if old.contains(&text.0) {
                *text = (new, time);
            }
        }
        for seen in &mut self.seen {
            if old.contains(&seen.text) {
                (seen.text, seen.time) = (new, time);
            }
        }
        true
    }

    /// A text that was read by other means.
    pub(crate) fn insert(&mut self, path: &str, text: u32, time: Time) {
        self.texts
            .insert((path.to_owned(), false), Some((text, time)));
    }
}

/// The folder of a file with its slash.
pub(crate) fn folder_of(path: &str) -> &str {
    path.rfind('/').map_or("", |at| &path[..=at])
}
