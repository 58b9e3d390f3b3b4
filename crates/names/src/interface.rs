//! What the last part of a divided file tells the others, apart from its text: see [`Interface`].
//!
//! Granularity: each list is a query of its own, so that an edit which changes one of them leaves the readers of the others
//! alone. Whoever asks another part than the last one asks that part.

use cleave_base_db::{Db, Interface, Marks, OwnDirective, SourceFile};
use cleave_syntax::skeleton::ItemKind;

use crate::index::{Directive, name_hashes, paths_in};
use crate::item::ScopePath;
use crate::parts::{
    Part, Placed, declares_managed, declares_rewritten, file_parts, opened_inline, part_skeleton,
};
use crate::selection::own_marks;

/// The last part of a divided file, if it is one piece, and its line markers decide nothing in front of it: that whose
/// interface may be known.
pub fn last_part(db: &dyn Db, file: SourceFile) -> Option<Part<'_>> {
    let (last, parts) = (file.pieces(db).last()?, file_parts(db, file));
    let part = parts.last()?.part;
    let is_apart = parts.len() > 1 && part.pieces(db) == [*last];
    (is_apart && !part_skeleton(db, part).lines.names_toolkit()).then_some(part)
}

/// What a part tells the others, but for what higher layers add.
pub fn interface_of<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> Interface {
    Interface {
        names: name_hashes(db, part).into(),
        marks: own_marks(db, file, part),
        directives: own_directives(db, part),
        managed: declares_managed(db, part),
        rewritten: declares_rewritten(db, part),
        opens_inline_unnamed: !opened_inline(db, part).is_empty(),
        ..Interface::default()
    }
}

/// Whether a part is the one whose interface is known.
pub fn has_interface<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> bool {
    part_with_interface(db, file) == Some(part)
}

#[salsa::tracked(returns(copy))]
fn part_with_interface<'db>(db: &'db dyn Db, file: SourceFile) -> Option<Part<'db>> {
    file.interface(db).as_ref()?;
    let last = file.pieces(db).last()?;
    let part = file_parts(db, file).last()?.part;
    (part.pieces(db) == [*last]).then_some(part)
}

/// Whether the part declares a name with this hash.
pub(crate) fn interface_has_name(db: &dyn Db, file: SourceFile, hash: u64) -> bool {
    let bucket = interface_names(db, file, bucket(hash));
    bucket.binary_search(&hash).is_ok()
}

/// The hashes of names are kept in buckets, by their first bits: a name more changes one of them, and leaves who asked for another
/// name alone.
const BUCKET_BITS: u32 = 8;

fn bucket(hash: u64) -> u32 {
    (hash >> (u64::BITS - BUCKET_BITS)) as u32
}

/// The hashes of a sorted list that are in a bucket.
fn in_bucket(hashes: &[u64], number: u32) -> Box<[u64]> {
    let start = hashes.partition_point(|&hash| bucket(hash) < number);
    let end = hashes.partition_point(|&hash| bucket(hash) <= number);
    hashes[start..end].into()
}

/// The hashes of the names that the part declares, of one bucket.
#[salsa::tracked(returns(deref))]
fn interface_names(db: &dyn Db, file: SourceFile, bucket: u32) -> Box<[u64]> {
    let interface = file.interface(db).as_ref();
    interface.map_or_else(Box::default, |i| in_bucket(&i.names, bucket))
}

/// What its declarations mean for items elsewhere.
#[salsa::tracked(returns(ref))]
pub(crate) fn interface_marks(db: &dyn Db, file: SourceFile) -> Marks {
    let interface = file.interface(db).as_ref();
    interface.map_or_else(Marks::default, |i| i.marks.clone())
}

/// Whether a function of it has a last name with this hash.
pub fn interface_has_function(db: &dyn Db, file: SourceFile, hash: u64) -> bool {
    let bucket = interface_functions(db, file, bucket(hash));
    bucket.binary_search(&hash).is_ok()
}

/// The hashes of the last names of its functions, of one bucket.
#[salsa::tracked(returns(deref))]
fn interface_functions(db: &dyn Db, file: SourceFile, bucket: u32) -> Box<[u64]> {
    let interface = file.interface(db).as_ref();
    interface.map_or_else(Box::default, |i| in_bucket(&i.functions, bucket))
}

#[salsa::tracked(returns(deref))]
fn interface_directives(db: &dyn Db, file: SourceFile) -> Box<[OwnDirective]> {
    let interface = file.interface(db).as_ref();
    interface.map_or_else(Box::default, |i| i.directives.clone())
}

/// Whether it declares managed or built-in variables.
#[salsa::tracked(returns(copy))]
pub fn interface_has_rewritten(db: &dyn Db, file: SourceFile) -> bool {
    file.interface(db).as_ref().is_some_and(|i| i.rewritten)
}

/// Whether it declares anything that is managed.
#[salsa::tracked(returns(copy))]
fn interface_has_managed(db: &dyn Db, file: SourceFile) -> bool {
    file.interface(db).as_ref().is_some_and(|i| i.managed)
}

/// Whether anything in a file is declared that is managed.
#[salsa::tracked(returns(copy))]
pub fn has_managed(db: &dyn Db, file: SourceFile) -> bool {
    let mut parts = file_parts(db, file).iter().map(|placed| placed.part);
    parts.any(|part| match has_interface(db, file, part) {
        true => interface_has_managed(db, file),
        false => declares_managed(db, part),
    })
}

/// Whether it opens an unnamed namespace that is inline.
#[salsa::tracked(returns(copy))]
pub(crate) fn opens_inline_unnamed(db: &dyn Db, file: SourceFile) -> bool {
    let interface = file.interface(db).as_ref();
    interface.is_some_and(|i| i.opens_inline_unnamed)
}

/// The directives of the part with an interface, whose first item has the number `first`.
pub(crate) fn interface_paths<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    first: u32,
    of_enums: bool,
) -> Vec<Directive<'db>> {
    let all = interface_directives(db, file)
        .iter()
        .filter(|d| d.3 == of_enums);
    all.map(|(number, path, named, _)| {
        let mut scope = ScopePath::new(db, None, "", false);
        for (name, inline) in path {
            scope = ScopePath::new(db, Some(scope), &**name, *inline);
        }
        (scope, first + number, named.clone())
    })
    .collect()
}

/// The directives of a part as its interface has them.
fn own_directives<'db>(db: &'db dyn Db, part: Part<'db>) -> Box<[OwnDirective]> {
    let placed = Placed { part, first: 0 };
    let kinds = [
        (ItemKind::UsingDirective, "namespace"),
        (ItemKind::UsingDeclaration, "enum"),
    ];
    let found = kinds.into_iter().flat_map(|(kind, word)| {
        let found = paths_in(db, &placed, kind, word).into_iter();
        found.map(move |directive| (directive, word == "enum"))
    });
    found
        .map(|((scope, number, named), of_enum)| {
            let path = scope.path(db).into_iter();
            let path = path.map(|s| (s.name(db).into(), s.inline(db)));
            (number, path.collect(), named, of_enum)
        })
        .collect()
}
