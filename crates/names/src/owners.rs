//! Whose code a part of a text is: the user's own, or that of a header.
//!
//! Granularity: line markers count, wherever they stand; [`owned`] is the firewall, and has positions of one part only. That of the
//! last part, which is edited, takes what those in front leave from [`lines_in_front`].

use cleave_base_db::{Db, SourceFile};
use cleave_syntax::skeleton::{LineTable, LinesBefore, OwnRanges};

use crate::interface::has_interface;
use crate::parts::{Part, Place, Placed, file_parts, part_skeleton, part_text, place};

/// What of a part's text is the user's, as ranges `(start, end)` in order. The line markers in front of the part decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Owned {
    /// What comes from files of the user's own.
    pub(crate) user: Box<[(u32, u32)]>,
    /// What comes from the main file or its folder.
    pub(crate) near: Box<[(u32, u32)]>,
}

impl From<OwnRanges> for Owned {
    fn from(own: OwnRanges) -> Owned {
        Owned {
            user: own.user.into(),
            near: own.near.into(),
        }
    }
}

/// The same for a whole file.
#[salsa::tracked(no_eq)]
fn owned_in_file(db: &dyn Db, file: SourceFile) -> Owned {
    owned_by(db, file_parts(db, file))
}

/// The same for all of a file but its last part. What stands there has no say in what is in front of it, but for
/// [`LineTable::names_toolkit`].
#[salsa::tracked(no_eq)]
fn owned_in_front(db: &dyn Db, file: SourceFile) -> Owned {
    let parts = file_parts(db, file);
    owned_by(db, &parts[..parts.len().saturating_sub(1)])
}

/// What the line markers of all of a file but its last part leave to that.
#[salsa::tracked(returns(ref))]
fn lines_in_front(db: &dyn Db, file: SourceFile) -> LinesBefore {
    let parts = file_parts(db, file);
    lines_of(db, &parts[..parts.len().saturating_sub(1)])
        .0
        .before()
}

fn owned_by(db: &dyn Db, parts: &[Placed<'_>]) -> Owned {
    let (lines, length) = lines_of(db, parts);
    Owned::new(&lines, length)
}

/// The line markers of some parts as one text, and how long that is.
fn lines_of(db: &dyn Db, parts: &[Placed<'_>]) -> (LineTable, u32) {
    let mut lines = LineTable::default();
    let mut offset = 0;
    for placed in parts {
        lines.append(&part_skeleton(db, placed.part).lines, offset);
        offset += part_text(db, placed.part).len() as u32;
    }
    (lines, offset)
}

impl Owned {
    fn new(lines: &LineTable, length: u32) -> Owned {
        Owned {
            user: lines.user_ranges(length as usize).into(),
            near: lines.near_ranges(length as usize).into(),
        }
    }
}

#[salsa::tracked(returns(ref))]
pub(crate) fn owned<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> Owned {
    let length = |part: Part<'db>| part_text(db, part).len() as u32;
    let all = file_parts(db, file);
    if let [_] = all {
        return Owned::new(&part_skeleton(db, part).lines, length(part));
    }
    let last = all.last().map(|placed| placed.part);
    if last == Some(part) {
        let lines = &part_skeleton(db, part).lines;
        // A toolkit's directory that only the last part knows says something of the files in front.
        if !lines.names_toolkit() {
            let length = length(part) as usize;
            return lines_in_front(db, file).own_ranges(lines, length).into();
        }
    }
    let before = all.iter().map(|placed| placed.part);
    let start: u32 = before.take_while(|&p| p != part).map(length).sum();
    let end = start + length(part);
    let within = |ranges: &[(u32, u32)]| {
        let from = ranges.partition_point(|r| r.1 <= start);
        let within = ranges[from..].iter().take_while(|r| r.0 < end);
        within
            .map(|r| (r.0.max(start) - start, r.1.min(end) - start))
            .collect()
    };
    let is_in_front = last.is_some_and(|last| last != part && has_interface(db, file, last));
    let all = match is_in_front {
        true => owned_in_front(db, file),
        false => owned_in_file(db, file),
    };
    Owned {
        user: within(&all.user),
        near: within(&all.near),
    }
}

/// What of a part's text comes from [`SourceFile::edited`] headers, as ranges `(start, end)` in order.
pub(crate) fn edited_ranges(db: &dyn Db, file: SourceFile, part: Part<'_>) -> Vec<(u32, u32)> {
    match file.edited(db) {
        [] => Vec::new(),
        names => {
            let length = part_text(db, part).len();
            part_skeleton(db, part).lines.named_ranges(length, names)
        }
    }
}

fn is_within(ranges: &[(u32, u32)], at: u32) -> bool {
    let after = ranges.partition_point(|r| r.0 <= at);
    ranges[..after].last().is_some_and(|r| at < r.1)
}

/// What of a part's text comes from files of the user's own, as ranges `(start, end)` in order.
pub fn user_ranges<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> &'db [(u32, u32)] {
    &owned(db, file, part).user
}

/// Whether an item stands in a file of the user's own.
pub(crate) fn is_of_user_at<'db>(db: &'db dyn Db, file: SourceFile, place: Place<'db>) -> bool {
    let at = place.item(db).map(|item| item.span.start);
    at.is_some_and(|at| is_within(&owned(db, file, place.part).user, at))
}

/// The name of the file that an item stands in, as its line marker spells it; none in front of the first marker.
pub fn file_of_item(db: &dyn Db, file: SourceFile, index: u32) -> Option<&str> {
    let place = place(db, file, index)?;
    let at = place.item(db)?.span.start as usize;
    let lines = &part_skeleton(db, place.part).lines;
    lines.position(part_text(db, place.part), at).file
}
