//! What the line markers of a text leave to a text behind it, so that whose code that is need not be found out from the beginning. What a
//! text before says and what the whole says is the same: a test compares them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{LineTable, MARK, Marker, folder, is_below};

/// What counts of the line markers in front of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinesBefore {
    /// The main file's name; none if there is no marker.
    first: Option<String>,
    /// The files met, and whether each is foreign.
    files: FxHashMap<String, bool>,
    /// The toolkit's directories.
    roots: Vec<String>,
    /// Other names of the main file.
    aliases: FxHashSet<String>,
    /// Whether what follows the last marker is the main file's, the user's own, of a foreign file, and near the main file.
    main: bool,
    user: bool,
    foreign: bool,
    near: bool,
}

/// What of a text is the user's, and what stands in the main file or near it: as [`LineTable::user_ranges`] and
/// [`LineTable::near_ranges`] have it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnRanges {
    /// What comes from files of the user's own.
    pub user: Vec<(u32, u32)>,
    /// What comes from the main file or its folder.
    pub near: Vec<(u32, u32)>,
}

impl LineTable {
    /// What these markers leave to a text behind.
    pub fn before(&self) -> LinesBefore {
        let foreign = self.foreign_files();
        let name = |file: u32| self.files[file as usize].clone();
        let last = self.markers.last();
        let is_foreign = |m: &Marker| foreign[m.file as usize];
        let roots = self.files.iter().filter_map(|f| f.strip_suffix(MARK));
        LinesBefore {
            first: self.first_file().map(str::to_owned),
            files: self.files.iter().cloned().zip(foreign.clone()).collect(),
            roots: roots.map(str::to_owned).collect(),
            aliases: self.aliases.iter().map(|&file| name(file)).collect(),
            main: last.is_none_or(|m| m.main),
            user: last.is_none_or(|m| !m.system && !is_foreign(m)),
            foreign: last.is_some_and(is_foreign),
            near: last.is_none_or(|m| m.main || m.near),
        }
    }
}

impl LinesBefore {
    /// Whose code a text of `len` bytes behind is. Its markers must not name the toolkit's directory.
    pub fn own_ranges(&self, lines: &LineTable, len: usize) -> OwnRanges {
        let Some(first) = &self.first else {
            return OwnRanges {
                user: lines.user_ranges(len),
                near: lines.near_ranges(len),
            };
        };
        let mut files: FxHashMap<&str, bool> = FxHashMap::default();
        let mut aliases: FxHashSet<&str> = FxHashSet::default();
        let (mut main, mut before) = (self.main, self.foreign);
        let mut judged = Vec::with_capacity(lines.markers.len());
        for m in &lines.markers {
            let name = lines.files[m.file as usize].as_str();
            main = match () {
                () if name == first => true,
                () if name.starts_with('<') || m.entered => false,
                () if m.returned => aliases.contains(name) || self.aliases.contains(name),
                () => main,
            };
            if main && name != first {
                aliases.insert(name);
            }
            let near = main || !m.system && is_below(folder(first), name);
            let known = self.files.get(name).or_else(|| files.get(name)).copied();
            let foreign = known.unwrap_or_else(|| {
                let foreign = before || m.system || name.starts_with('<') || self.in_root(name);
                files.insert(name, foreign);
                foreign
            });
            before = foreign;
            judged.push((m.offset, !m.system && !foreign, near));
        }
        OwnRanges {
            user: ranges(self.user, judged.iter().map(|j| (j.0, j.1)), len),
            near: ranges(self.near, judged.iter().map(|j| (j.0, j.2)), len),
        }
    }

    fn in_root(&self, name: &str) -> bool {
        let below = |root: &String| {
            let rest = name.strip_prefix(root.as_str());
            rest.is_some_and(|rest| rest.starts_with('/'))
        };
        self.roots.iter().any(below)
    }
}

/// The parts of a text of `len` bytes behind the markers that are wanted, in order. `within`: whether what stands in front of the
/// first marker is.
pub(super) fn ranges(
    mut within: bool,
    markers: impl Iterator<Item = (u32, bool)>,
    len: usize,
) -> Vec<(u32, u32)> {
    let mut out: Vec<(u32, u32)> = Vec::new();
    let mut start = 0;
    for (offset, now) in markers {
        if within && !now && offset > start {
            out.push((start, offset));
        }
        if now && !within {
            start = offset;
        }
        within = now;
    }
    if within && len as u32 > start {
        out.push((start, len as u32));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{LineTable, OwnRanges};
    use crate::skeleton::Skeleton;

    /// Whose code the text behind each line is, from the whole.
    fn of_whole(front: &LineTable, lines: &LineTable, at: usize, len: usize) -> OwnRanges {
        let mut whole = front.clone();
        whole.append(lines, at as u32);
        let cut = |ranges: Vec<(u32, u32)>| {
            let behind = ranges.into_iter().filter(|r| r.1 as usize > at);
            behind
                .map(|(start, end)| (start.saturating_sub(at as u32), end - at as u32))
                .collect()
        };
        OwnRanges {
            user: cut(whole.user_ranges(at + len)),
            near: cut(whole.near_ranges(at + len)),
        }
    }

    #[test]
    fn what_stands_behind_is_judged_as_in_the_whole() {
        let mut random = fastrand::Rng::with_seed(11);
        let names = [
            "a.cu",
            "in/b.h",
            "/lib/s.h",
            "<built-in>",
            "alias.cu",
            "/cuda/in/x.h",
            "/cuda/crt/host_config.h",
        ];
        for _ in 0..2000 {
            let mut text = String::new();
            for _ in 0..random.usize(0..9) {
                let name = names[random.usize(0..names.len())];
                let flags = ["", " 1", " 2", " 1 3", " 2 3 4", " 3"][random.usize(0..6)];
                text += &format!("# 3 \"{name}\"{flags}\nint x;\n");
            }
            let mut behind = String::new();
            for _ in 0..random.usize(0..6) {
                let name = names[random.usize(0..names.len() - 1)];
                let flags = ["", " 1", " 2", " 1 3", " 2 3", " 3"][random.usize(0..6)];
                behind += &format!("# 3 \"{name}\"{flags}\nint y;\n");
            }
            let (front, last) = (Skeleton::new(&text).lines, Skeleton::new(&behind).lines);
            let want = of_whole(&front, &last, text.len(), behind.len());
            let got = front.before().own_ranges(&last, behind.len());
            assert_eq!(got, want, "{text}--\n{behind}");
        }
    }
}
