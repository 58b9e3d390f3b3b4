//! The parts of a text: what is scanned by itself, so that an edit scans its own part again and no other.
//!
//! Granularity: [`scanned`] runs when the text of its part changes, or what the parts before it declare. Items are numbered by
//! their place in the file; [`parts`] knows where each part's numbers begin, and changes only when a part in front of another
//! gets more or fewer items.

use cleave_base_db::{Db, Piece, SourceFile};
use cleave_syntax::skeleton::{Item, PartEnd, PartStart, Skeleton};

use crate::item::ScopePath;
use crate::map::item_map;

/// A part of a text. A text that is not divided has one.
#[salsa::interned(debug)]
pub(crate) struct Part<'db> {
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
pub(crate) struct Placed<'db> {
    /// The part.
    pub(crate) part: Part<'db>,
    /// The number of its first item among all items of the file.
    pub(crate) first: u32,
}

/// What a scan of a part found.
pub(crate) struct Scanned {
    /// The part's skeleton; all positions are the part's own.
    pub(crate) skeleton: Skeleton,
    end: PartEnd,
}

fn heap_size(scanned: &Scanned) -> usize {
    scanned.skeleton.heap_size()
}

/// The parts of a file in order.
#[salsa::tracked(returns(deref))]
pub(crate) fn parts<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[Placed<'db>]> {
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

/// The text of a part.
pub(crate) fn part_text<'db>(db: &'db dyn Db, part: Part<'db>) -> &'db str {
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
    match parts(db, file) {
        [only] => &scanned(db, only.part).skeleton,
        _ => joined_skeleton(db, file),
    }
}

/// The skeleton of a file that has several parts.
#[salsa::tracked(no_eq, heap_size = Skeleton::heap_size)]
fn joined_skeleton(db: &dyn Db, file: SourceFile) -> Skeleton {
    let parts = parts(db, file).iter();
    Skeleton::join(parts.map(|p| (&scanned(db, p.part).skeleton, part_text(db, p.part))))
}

/// The scopes of a part's skeleton.
#[salsa::tracked(returns(deref))]
pub(crate) fn part_scopes<'db>(db: &'db dyn Db, part: Part<'db>) -> Box<[ScopePath<'db>]> {
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
    pub(crate) part: Part<'db>,
    /// Its number among the items of the part.
    pub(crate) number: u32,
}

/// Where an item is, by its number among all items of a file. Items that no part has are in the last one.
pub(crate) fn place<'db>(db: &'db dyn Db, file: SourceFile, index: u32) -> Option<Place<'db>> {
    let parts = parts(db, file);
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

/// The parts of a part's text that come from files of the user's own, in order, as `(start, end)`: what is the user's depends on
/// the line markers before it.
#[salsa::tracked(returns(deref))]
fn own_ranges<'db>(db: &'db dyn Db, file: SourceFile, nth: u32) -> Box<[(u32, u32)]> {
    let parts = parts(db, file);
    let length = |p: &Placed<'db>| part_text(db, p.part).len() as u32;
    let start: u32 = parts.iter().take(nth as usize).map(length).sum();
    let end = start + parts.get(nth as usize).map_or(0, length);
    let all = &item_map(db, file).user_ranges;
    let from = all.partition_point(|r| r.1 <= start);
    let within = all[from..].iter().take_while(|r| r.0 < end);
    within
        .map(|r| (r.0.max(start) - start, r.1.min(end) - start))
        .collect()
}

/// Whether an item stands in a file of the user's own.
pub(crate) fn is_own(db: &dyn Db, file: SourceFile, index: u32) -> bool {
    let behind = parts(db, file).partition_point(|p| p.first <= index);
    let Some(nth) = behind.checked_sub(1) else {
        return false;
    };
    let item = place(db, file, index).and_then(|p| p.item(db));
    let Some(at) = item.map(|item| item.span.start) else {
        return false;
    };
    let own = own_ranges(db, file, nth as u32);
    let after = own.partition_point(|r| r.0 <= at);
    own[..after].last().is_some_and(|r| at < r.1)
}
