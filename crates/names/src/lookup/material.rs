//! Lookup's raw material for whoever reads declarations: the items that may declare a name, and the namespaces to look through.

use cleave_base_db::{Db, SourceFile};
use cleave_syntax::skeleton::{Flags, ItemKind};

use super::Resolver;
use crate::identity::{ItemId, item_id_at};
use crate::index::{Word, named};
use crate::item::ScopePath;
use crate::parts::place;

/// An item that may declare a name.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Candidate<'db> {
    /// The item.
    pub item: ItemId<'db>,
    /// Its place among all items of the file.
    pub index: u32,
    /// What it is.
    pub kind: ItemKind,
    /// What the skeleton noticed in it.
    pub flags: Flags,
    /// The namespace it stands in.
    pub scope: ScopePath<'db>,
    /// How it has the name.
    pub role: Role,
    /// Template arguments follow the name where it is the item's first one.
    pub arguments: bool,
}

/// How an item has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// It declares it.
    Name,
    /// It mentions a class or enumeration with its key.
    Tag,
    /// An unscoped enumeration has an enumerator of the name.
    Enumerator,
}

/// The items that may declare a name at namespace level, in source order.
#[salsa::tracked(returns(deref))]
pub fn candidates<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    word: Word<'db>,
) -> Box<[Candidate<'db>]> {
    let named = named(db, file, word);
    let of = |index: u32, scope: ScopePath<'db>, role: Role, arguments: bool| {
        let item = place(db, file, index)?.item(db)?;
        Some(Candidate {
            item: item_id_at(db, file, index),
            index,
            kind: item.kind,
            flags: item.flags,
            scope,
            role,
            arguments,
        })
    };
    let names = (named.items.iter()).map(|i| (i.index, i.scope, Role::Name, i.arguments));
    let tags = (named.tags.iter()).map(|i| (i.index, i.scope, Role::Tag, false));
    let enumerators = (named.enumerators.iter()).map(|&(i, s)| (i, s, Role::Enumerator, false));
    let mut all: Vec<_> = names
        .chain(tags)
        .chain(enumerators)
        .filter_map(|(index, scope, role, arguments)| of(index, scope, role, arguments))
        .filter(|c| c.kind != ItemKind::NamespaceOpen)
        .collect();
    all.sort_by_key(|c| c.index);
    all.into()
}

/// The namespaces of a name, by whatever item they are opened.
#[salsa::tracked(returns(deref))]
pub fn namespaces_named<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    word: Word<'db>,
) -> Box<[ScopePath<'db>]> {
    named(db, file, word).namespaces.clone()
}

/// The first item that opens one of the namespaces of a name, which is not known before.
#[salsa::tracked(returns(copy))]
pub fn opened_at<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    word: Word<'db>,
    namespace: ScopePath<'db>,
) -> Option<u32> {
    let named = named(db, file, word);
    let nth = named.namespaces.iter().position(|n| *n == namespace)?;
    named.openings.get(nth).copied()
}

/// Whether names of `inner` are visible in `outer` as its own: through inline and unnamed namespaces.
pub fn is_transparent_in<'db>(
    db: &'db dyn Db,
    inner: ScopePath<'db>,
    outer: ScopePath<'db>,
) -> bool {
    // Asked for every declaration of a name: no resolver is made for it.
    crate::lookup::namespaces::is_transparent_in(db, inner, outer)
}

/// The namespaces that an unqualified name is looked up in from a place of namespace `scope`, in order; those of one group
/// count as one namespace ([namespace.udir]). `nominated`: those that using-directives of blocks around the place name.
pub fn search_order<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    scope: ScopePath<'db>,
    before: u32,
    nominated: &[ScopePath<'db>],
) -> Vec<Vec<ScopePath<'db>>> {
    let resolver = Resolver::new(db, file);
    let mut opened: Vec<(ScopePath<'db>, ScopePath<'db>)> = Vec::new();
    for &first in nominated {
        let further = resolver.directives_in(first, before);
        for target in std::iter::once(first).chain(further) {
            if !opened.iter().any(|o| o.1 == target) {
                opened.push((resolver.common(scope, target), target));
            }
        }
    }
    let mut groups = Vec::new();
    let mut at = Some(scope);
    while let Some(s) = at {
        for target in resolver.directives_in(s, before) {
            let seen = resolver.common(scope, target);
            if !opened.iter().any(|o| o.1 == target) {
                opened.push((seen, target));
            }
        }
        let mut group = vec![s];
        group.extend(opened.iter().filter(|o| o.0 == s && o.1 != s).map(|o| o.1));
        groups.push(group);
        at = s.parent(db);
    }
    groups
}

/// The namespaces that using-directives of a namespace open.
pub fn opened<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    scope: ScopePath<'db>,
    before: u32,
) -> Vec<ScopePath<'db>> {
    Resolver::new(db, file).directives_in(scope, before)
}
