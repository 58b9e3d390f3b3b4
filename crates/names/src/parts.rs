//! The parts of a text: what is scanned by itself, so that an edit scans its own part again and no other.
//!
//! Granularity: [`scanned`] runs when the text of its part changes, or what the parts before it declare. Items are numbered by
//! their place in the file; [`file_parts`] knows where each part's numbers begin, and changes only when a part in front of another
//! gets more or fewer items.

use cleave_base_db::{Db, Piece, SourceFile};
use cleave_syntax::skeleton::{Item, PartEnd, PartStart, Skeleton};

use crate::item::{ItemNode, ScopePath};
use crate::map::item_map;

/// A part of a text. A text that is not divided has one.
#[salsa::interned(debug)]
pub struct Part<'db> {
    /// The file whose whole text it is, if that is not divided.
    #[returns(copy)]
    whole: Option<SourceFile>,
    /// The pieces that it consists of otherwise.
    #[returns(deref)]
    pieces: Vec<Piece>,
    /// What stands in front of it.
    #[returns(ref)]
    start: PartStart,
}

/// A part in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Placed<'db> {
    /// The part.
    pub part: Part<'db>,
    /// The number of its first item among all items of the file.
    pub first: u32,
}

/// What a scan of a part found.
pub(crate) struct Scanned {
    pub(crate) skeleton: Skeleton,
    end: PartEnd,
}

fn heap_size(scanned: &Scanned) -> usize {
    scanned.skeleton.heap_size()
}

/// The parts of a file in order.
#[salsa::tracked(returns(deref))]
pub fn file_parts<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[Placed<'db>]> {
    let mut rest = file.pieces(db);
    if rest.is_empty() {
        let part = Part::new(db, Some(file), Vec::new(), PartStart::default());
        return Box::new([Placed { part, first: 0 }]);
    }
    let (mut out, mut first, mut start) = (Vec::new(), 0, PartStart::default());
    while let Some((piece, behind)) = rest.split_first() {
        let part = Part::new(db, None, vec![*piece], start.clone());
        if behind.is_empty() {
            out.push(Placed { part, first });
            break;
        }
        let end = part_end(db, part);
        if !end.end.complete {
            let part = Part::new(db, None, rest.to_vec(), start);
            out.push(Placed { part, first });
            break;
        }
        out.push(Placed { part, first });
        first += end.items;
        start = end.end.start.clone();
        rest = behind;
    }
    out.into()
}

/// What a part leaves to those behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Left {
    end: PartEnd,
    items: u32,
}

#[salsa::tracked(returns(ref))]
fn part_end<'db>(db: &'db dyn Db, part: Part<'db>) -> Left {
    let scanned = scanned(db, part);
    Left {
        end: scanned.end.clone(),
        items: scanned.skeleton.items.len() as u32,
    }
}

/// Scans a part.
#[salsa::tracked(no_eq, heap_size = heap_size)]
pub(crate) fn scanned<'db>(db: &'db dyn Db, part: Part<'db>) -> Scanned {
    let (skeleton, end) = Skeleton::of_part(part_text(db, part), part.start(db));
    Scanned { skeleton, end }
}

/// The skeleton of a part; all positions are the part's own.
pub fn part_skeleton<'db>(db: &'db dyn Db, part: Part<'db>) -> &'db Skeleton {
    &scanned(db, part).skeleton
}

/// The text of a part.
pub fn part_text<'db>(db: &'db dyn Db, part: Part<'db>) -> &'db str {
    match (part.whole(db), part.pieces(db)) {
        (Some(file), _) => file.text(db),
        (None, [piece]) => piece.text(db),
        _ => joined_text(db, part),
    }
}

/// The text of a part that consists of several pieces.
#[salsa::tracked(returns(deref), no_eq)]
fn joined_text<'db>(db: &'db dyn Db, part: Part<'db>) -> String {
    let pieces = part.pieces(db).iter();
    pieces.map(|piece| &**piece.text(db)).collect()
}

/// The skeleton of a file.
pub fn skeleton(db: &dyn Db, file: SourceFile) -> &Skeleton {
    match file_parts(db, file) {
        [only] => &scanned(db, only.part).skeleton,
        _ => joined_skeleton(db, file),
    }
}

/// The skeleton of a file that has several parts.
#[salsa::tracked(no_eq, heap_size = Skeleton::heap_size)]
fn joined_skeleton(db: &dyn Db, file: SourceFile) -> Skeleton {
    let parts = file_parts(db, file).iter();
    Skeleton::join(parts.map(|p| (&scanned(db, p.part).skeleton, part_text(db, p.part))))
}

/// The scopes of a part's skeleton.
#[salsa::tracked(returns(deref))]
pub fn part_scopes<'db>(db: &'db dyn Db, part: Part<'db>) -> Box<[ScopePath<'db>]> {
    let text = part_text(db, part);
    let mut out: Vec<ScopePath<'db>> = Vec::new();
    for scope in &scanned(db, part).skeleton.scopes {
        let parent = (!out.is_empty()).then(|| out[scope.parent as usize]);
        out.push(ScopePath::new(
            db,
            parent,
            scope.name.of(text),
            scope.inline,
        ));
    }
    out.into()
}

/// An item in its part.
#[derive(Clone, Copy)]
pub(crate) struct Place<'db> {
    pub part: Part<'db>,
    /// Its number among the items of the part.
    pub(crate) number: u32,
}

/// Where an item is, by its number among all items of a file. Items that no part has are in the last one.
pub(crate) fn place<'db>(db: &'db dyn Db, file: SourceFile, index: u32) -> Option<Place<'db>> {
    let parts = file_parts(db, file);
    let behind = parts.partition_point(|p| p.first <= index);
    let placed = parts.get(behind.checked_sub(1)?)?;
    Some(Place {
        part: placed.part,
        number: index - placed.first,
    })
}

impl<'db> Place<'db> {
    /// The item, if there is one.
    pub(crate) fn item(self, db: &'db dyn Db) -> Option<&'db Item> {
        let items = &scanned(db, self.part).skeleton.items;
        items.get(self.number as usize)
    }

    /// The item's text; empty if there is no such item.
    pub(crate) fn text(self, db: &'db dyn Db) -> &'db str {
        let item = self.item(db);
        item.map_or("", |item| item.span.of(part_text(db, self.part)))
    }

    /// The namespace that the item stands in.
    pub(crate) fn scope(self, db: &'db dyn Db) -> Option<ScopePath<'db>> {
        let scope = self.item(db)?.scope;
        part_scopes(db, self.part).get(scope as usize).copied()
    }
}

/// The nodes of a part's items in source order, each with the number of its item in the part.
#[salsa::tracked(returns(deref))]
pub fn part_nodes<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    part: Part<'db>,
) -> Box<[(ItemNode<'db>, u32)]> {
    let Some((first, end)) = numbers(db, file, part) else {
        return Box::default();
    };
    let map = item_map(db, file);
    let from = map.indices.partition_point(|&index| index < first);
    let to = map.indices.partition_point(|&index| index < end);
    let nodes = map.nodes[from..to].iter().copied();
    let numbers = map.indices[from..to].iter().map(|index| index - first);
    nodes.zip(numbers).collect()
}

/// The numbers of a part's items among all items of a file: the first, and one past the last.
fn numbers<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> Option<(u32, u32)> {
    let placed = file_parts(db, file)
        .iter()
        .find(|placed| placed.part == part)?;
    let count = part_skeleton(db, part).items.len() as u32;
    Some((placed.first, placed.first + count))
}

/// What of a part's text is the user's, as ranges `(start, end)` in order. The line markers in front of the part decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Owned {
    /// What comes from files of the user's own.
    user: Box<[(u32, u32)]>,
    /// What comes from the main file or its folder.
    near: Box<[(u32, u32)]>,
}

#[salsa::tracked(returns(ref))]
fn owned<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> Owned {
    let length = |part: Part<'db>| part_text(db, part).len() as u32;
    let all = file_parts(db, file).iter().map(|placed| placed.part);
    let start: u32 = all.take_while(|&p| p != part).map(length).sum();
    let end = start + length(part);
    let within = |ranges: &[(u32, u32)]| {
        let from = ranges.partition_point(|r| r.1 <= start);
        let within = ranges[from..].iter().take_while(|r| r.0 < end);
        within
            .map(|r| (r.0.max(start) - start, r.1.min(end) - start))
            .collect()
    };
    let map = item_map(db, file);
    Owned {
        user: within(&map.user_ranges),
        near: within(&map.near_ranges),
    }
}

fn is_within(ranges: &[(u32, u32)], at: u32) -> bool {
    let after = ranges.partition_point(|r| r.0 <= at);
    ranges[..after].last().is_some_and(|r| at < r.1)
}

/// Whether an item stands in a file of the user's own.
pub(crate) fn is_of_user_at(db: &dyn Db, file: SourceFile, index: u32) -> bool {
    is_owned(db, file, index, |owned| &owned.user)
}

/// Whether an item stands in the main file, or in a header in its folder or below.
pub(crate) fn is_near_at(db: &dyn Db, file: SourceFile, index: u32) -> bool {
    is_owned(db, file, index, |owned| &owned.near)
}

fn is_owned(
    db: &dyn Db,
    file: SourceFile,
    index: u32,
    ranges: impl Fn(&Owned) -> &[(u32, u32)],
) -> bool {
    place(db, file, index).is_some_and(|place| {
        let at = place.item(db).map(|item| item.span.start);
        at.is_some_and(|at| is_within(ranges(owned(db, file, place.part)), at))
    })
}

/// The name of the file that an item stands in, as its line marker spells it; none in front of the first marker.
pub fn file_of_item(db: &dyn Db, file: SourceFile, index: u32) -> Option<&str> {
    let place = place(db, file, index)?;
    let at = place.item(db)?.span.start as usize;
    let lines = &part_skeleton(db, place.part).lines;
    lines.position(part_text(db, place.part), at).file
}
