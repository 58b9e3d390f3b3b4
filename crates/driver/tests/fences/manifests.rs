//! Which crate depends on which, from the manifests. What only tests need is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The crates that a crate depends on, each with the line of its manifest.
pub(crate) struct Manifests(BTreeMap<String, Vec<(String, usize)>>);

impl Manifests {
    pub(crate) fn read(root: &Path) -> Manifests {
        let mut out = BTreeMap::new();
        for entry in fs::read_dir(root.join("crates")).expect("the crates") {
            let folder = entry.expect("a crate");
            let Ok(text) = fs::read_to_string(folder.path().join("Cargo.toml")) else {
                continue;
            };
            let name = folder.file_name().to_string_lossy().into_owned();
            out.insert(name, dependencies(&text));
        }
        Manifests(out)
    }

    /// The crates of the workspace, by their folders.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// What the code of a crate can name: its own dependencies, and itself.
    pub(crate) fn roots(&self, folder: &str) -> Vec<String> {
        let own = self.0.get(folder).into_iter().flatten();
        let mut out: Vec<String> = own.map(|(name, _)| name.replace('-', "_")).collect();
        out.push(crate::sources::crate_name(folder));
        out
    }

    /// The line of a crate's manifest by which it rests on another one, if it does.
    pub(crate) fn reaches(&self, folder: &str, other: &str) -> Option<usize> {
        let own = self.0.get(folder)?;
        let mut seen = BTreeSet::new();
        let found = own
            .iter()
            .find(|(name, _)| self.is_or_reaches(name, other, &mut seen));
        found.map(|(_, line)| *line)
    }

    fn is_or_reaches<'m>(
        &'m self,
        name: &'m str,
        other: &str,
        seen: &mut BTreeSet<&'m str>,
    ) -> bool {
        if name == other {
            return true;
        }
        let Some(folder) = name.strip_prefix("cleave-") else {
            return false;
        };
        let own = self.0.get(folder).into_iter().flatten();
        seen.insert(folder) && { own }.any(|(name, _)| self.is_or_reaches(name, other, seen))
    }
}

fn dependencies(text: &str) -> Vec<(String, usize)> {
    let mut out = Vec::new();
    let mut listed = false;
    for (i, line) in text.lines().enumerate() {
        if let Some(section) = line.strip_prefix('[') {
            listed = section == "dependencies]" || section.ends_with(".dependencies]");
        } else if let Some((name, _)) = line.split_once(['.', '=', ' ']).filter(|_| listed) {
            out.push((name.to_owned(), i + 1));
        }
    }
    out
}
