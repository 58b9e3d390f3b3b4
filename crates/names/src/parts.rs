//! The parts of a text: what is scanned by itself, so that an edit scans its own part again and no other.
//!
//! Granularity: [`scanned`] runs when the text of its part changes, or what the parts before it declare. Items are numbered by
//! their place in the file; [`file_parts`] knows where each part's numbers begin, and changes only when a part in front of another
//! gets more or fewer items.

use std::sync::Arc;

use cleave_base_db::{Db, Piece, PieceText, SourceFile};

use cleave_syntax::skeleton::{Flags, Item, ItemKind, PartEnd, PartStart, Skeleton, Span};

use crate::interface::{has_interface, opens_inline_unnamed};
use crate::item::{ItemText, ScopePath};

/// A part of a text. A text that is not divided has one.
#[salsa::interned(debug)]
pub struct Part<'db> {
    /// The file whose whole text it is, if that is not divided.
    #[returns(copy)]
    whole: Option<SourceFile>,
    /// The pieces that it consists of otherwise.
    #[returns(deref)]
    pub(crate) pieces: Vec<Piece>,
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
    pub(crate) skeleton: Arc<Skeleton>,
    end: PartEnd,
}

fn heap_size(scanned: &Scanned) -> usize {
    size_of::<Skeleton>() + scanned.skeleton.heap_size()
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

/// Scans a part, unless its skeleton is known.
#[salsa::tracked(no_eq, heap_size = heap_size)]
pub(crate) fn scanned<'db>(db: &'db dyn Db, part: Part<'db>) -> Scanned {
    let whole = part.whole(db);
    if let Some(skeleton) = whole.and_then(|file| file.known(db).as_ref()?.share()) {
        let end = PartEnd::default();
        return Scanned { skeleton, end };
    }
    let (skeleton, end) = Skeleton::of_part(part_text(db, part), part.start(db));
    Scanned {
        skeleton: skeleton.into(),
        end,
    }
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

/// A stretch of a part's text that may be kept.
pub(crate) fn part_stretch<'db>(db: &'db dyn Db, part: Part<'db>, at: Span) -> PieceText {
    let range = at.start as usize..at.end as usize;
    match (part.whole(db), part.pieces(db)) {
        (Some(file), _) => PieceText::of(file.text(db).clone(), range),
        (None, [piece]) => piece.text(db).stretch(range),
        _ => PieceText::from(&joined_text(db, part)[range]),
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
    Skeleton::join(parts.map(|p| (part_skeleton(db, p.part), part_text(db, p.part))))
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
    pub(crate) part: Part<'db>,
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
        placed_in(db, self.part, self.number)
    }

    /// The item's text; empty if there is no such item.
    pub(crate) fn text(self, db: &'db dyn Db) -> &'db str {
        let item = self.item(db);
        item.map_or("", |item| item.span.of(part_text(db, self.part)))
    }

    /// The item's text as it may be kept; empty if there is no such item.
    pub(crate) fn kept_text(self, db: &'db dyn Db) -> ItemText {
        match self.item(db) {
            Some(item) => ItemText::of(part_stretch(db, self.part, item.span)),
            None => ItemText::new(""),
        }
    }

    /// The namespace that the item stands in.
    pub(crate) fn scope(self, db: &'db dyn Db) -> Option<ScopePath<'db>> {
        let scope = self.item(db)?.scope;
        part_scopes(db, self.part).get(scope as usize).copied()
    }
}

/// An item as the scan found it.
#[derive(Clone, Copy)]
pub struct ScannedItem<'db> {
    /// Its place among all items of the file.
    pub index: u32,
    /// What is known of it; positions are those of its part.
    pub item: &'db Item,
    /// The text of its part.
    pub text: &'db str,
    /// The namespace that it stands in; for an opening brace, the namespace opened.
    pub scope: ScopePath<'db>,
}

/// An item by its number among all items of a file, the part that has it, and the number of that part's first item.
pub fn placed_item<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    index: u32,
) -> Option<(Placed<'db>, &'db Item)> {
    let Place { part, number } = place(db, file, index)?;
    let placed = Placed {
        part,
        first: index - number,
    };
    Some((placed, placed_in(db, part, number)?))
}

fn placed_in<'db>(db: &'db dyn Db, part: Part<'db>, number: u32) -> Option<&'db Item> {
    scanned(db, part).skeleton.items.get(number as usize)
}

/// The items of a part in source order.
pub fn part_items<'db>(
    db: &'db dyn Db,
    placed: Placed<'db>,
) -> impl Iterator<Item = ScannedItem<'db>> + use<'db> {
    let Placed { part, first } = placed;
    let (text, scopes) = (part_text(db, part), part_scopes(db, part));
    let items = (first..).zip(&part_skeleton(db, part).items);
    items.map(move |(index, item)| ScannedItem {
        index,
        item,
        text,
        scope: scopes[item.scope as usize],
    })
}

/// The items of a file in source order.
pub fn all_items<'db>(
    db: &'db dyn Db,
    file: SourceFile,
) -> impl Iterator<Item = ScannedItem<'db>> + use<'db> {
    let parts = file_parts(db, file).iter();
    parts.flat_map(move |placed| part_items(db, *placed))
}

/// The unnamed namespaces of a file that some opening calls inline.
#[salsa::tracked(returns(deref))]
pub fn inline_unnamed_namespaces<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[ScopePath<'db>]> {
    let parts = file_parts(db, file).iter().map(|placed| placed.part);
    let opens =
        |part: &Part<'db>| !has_interface(db, file, *part) || opens_inline_unnamed(db, file);
    let all = parts.filter(opens).flat_map(|part| opened_inline(db, part));
    all.copied().collect()
}

/// The unnamed namespaces that a part calls inline where it opens them.
#[salsa::tracked(returns(deref))]
pub(crate) fn opened_inline<'db>(db: &'db dyn Db, part: Part<'db>) -> Box<[ScopePath<'db>]> {
    let items = part_skeleton(db, part).items.iter();
    let opened = items.filter(|i| i.kind == ItemKind::NamespaceOpen && i.name.is_empty());
    let inline = opened.filter(|i| i.flags.has(Flags::INLINE_NAMESPACE));
    let mut scopes: Vec<u32> = inline.map(|i| i.scope).collect();
    scopes.sort_unstable();
    scopes.dedup();
    let path = |scope: u32| part_scopes(db, part).get(scope as usize).copied();
    scopes.into_iter().filter_map(path).collect()
}

/// Whether a part declares anything that is managed.
#[salsa::tracked(returns(copy))]
pub(crate) fn declares_managed<'db>(db: &'db dyn Db, part: Part<'db>) -> bool {
    let mut items = part_skeleton(db, part).items.iter();
    items.any(|item| item.flags.has(Flags::MANAGED))
}

/// Whether a part declares managed or built-in variables.
#[salsa::tracked(returns(copy))]
pub(crate) fn declares_rewritten<'db>(db: &'db dyn Db, part: Part<'db>) -> bool {
    let mut items = part_skeleton(db, part).items.iter();
    items.any(|item| item.flags.any(Flags::MANAGED | Flags::BUILTIN))
}
