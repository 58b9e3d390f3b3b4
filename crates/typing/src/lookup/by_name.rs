//! Declarations of one item by their names, where reading them through each time would cost the square of their number: the
//! enumerators of an enumeration, the members of a class; and items of one name by where they stand.

use std::borrow::Cow;

use cleave_base_db::{Db, SourceFile};
use cleave_hir::{Code, Decl, DeclId, DeclKind, item_hir};
use cleave_names::{Candidate, ItemId, ScopePath, Word, candidates};
use cleave_syntax::skeleton::Flags;
use rustc_hash::FxHashMap;

use crate::DeclRef;
use crate::code::NameKey;
use crate::lookup::namespaces::Among;

/// Code of fewer declarations is read through for a name.
const FEW: usize = 16;

/// The declarations of an item's signature level by their names, where there are many: enumerators, members of a class.
#[salsa::tracked(returns(ref))]
fn names_of_item<'db>(db: &'db dyn Db, item: ItemId<'db>) -> FxHashMap<NameKey, Vec<DeclId>> {
    let mut out: FxHashMap<NameKey, Vec<DeclId>> = FxHashMap::default();
    for (id, decl) in item_hir(db, item).code.decls.iter() {
        if let Some(key) = NameKey::of(&decl.name) {
            out.entry(key).or_default().push(id);
        }
    }
    out
}

/// The declarations of an item's signature level that may have a name.
pub(super) fn named_in<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    code: &'db Code,
    key: &NameKey,
) -> impl Iterator<Item = (DeclId, &'db Decl)> {
    let many = code.decls.len() > FEW;
    let named = many.then(|| {
        names_of_item(db, item)
            .get(key)
            .map_or(&[][..], Vec::as_slice)
    });
    let all = (!many).then(|| code.decls.iter());
    let named = named.into_iter().flatten().map(|id| (*id, &code[*id]));
    named.chain(all.into_iter().flatten())
}

/// The items of a name by where they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
struct Places<'db> {
    /// By the namespace, and by those whose own names they are too.
    within: FxHashMap<ScopePath<'db>, Vec<u32>>,
    /// Those that may be declared by a qualified name, by the namespace.
    qualified: FxHashMap<ScopePath<'db>, Vec<u32>>,
    /// Those that may be specialisations as well.
    special: Vec<u32>,
}

#[salsa::tracked(returns(ref))]
fn places<'db>(db: &'db dyn Db, file: SourceFile, word: Word<'db>) -> Places<'db> {
    let mut out = Places::default();
    for (number, candidate) in (0..).zip(candidates(db, file, word)) {
        let mut at = Some(candidate.scope);
        while let Some(scope) = at {
            out.within.entry(scope).or_default().push(number);
            let transparent = scope.inline(db) || scope.name(db).is_empty();
            at = scope.parent(db).filter(|_| transparent);
        }
        if candidate.flags.has(Flags::QUALIFIED) {
            let qualified = &mut out.qualified;
            qualified.entry(candidate.scope).or_default().push(number);
        }
        if Among::Special.wants(db, candidate) {
            out.special.push(number);
        }
    }
    out
}

/// The items of a name that are wanted, in source order.
pub(super) fn among<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    word: Word<'db>,
    among: Among<'db>,
) -> impl Iterator<Item = &'db Candidate<'db>> {
    let all = candidates(db, file, word);
    let many = all.len() > FEW;
    let listed = many.then(|| {
        let places = places(db, file, word);
        match among {
            Among::In(scope) => {
                Cow::Borrowed(places.within.get(&scope).map_or(&[][..], Vec::as_slice))
            }
            Among::Defining(scope) => Cow::Owned(standing_around(db, &places.qualified, scope)),
            Among::Special => Cow::Borrowed(&places.special[..]),
        }
    });
    let listed = listed.unwrap_or_default();
    let listed = (0..listed.len()).filter_map(move |i| all.get(listed[i] as usize));
    let whole = all.iter().filter(move |_| !many);
    listed.chain(whole).filter(move |c| among.wants(db, c))
}

/// The items of a name that may stand in a namespace or in one around it, in source order.
pub(crate) fn around<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    word: Word<'db>,
    scope: ScopePath<'db>,
) -> Vec<&'db Candidate<'db>> {
    let all = candidates(db, file, word);
    if all.len() <= FEW {
        let scopes: Vec<_> = namespaces_around(db, scope).collect();
        return all.iter().filter(|c| scopes.contains(&c.scope)).collect();
    }
    let numbers = standing_around(db, &places(db, file, word).within, scope);
    let items = numbers.into_iter().map(|number| all.get(number as usize));
    items.flatten().collect()
}

/// A namespace and those around it.
fn namespaces_around<'db>(
    db: &'db dyn Db,
    scope: ScopePath<'db>,
) -> impl Iterator<Item = ScopePath<'db>> {
    std::iter::successors(Some(scope), |s| s.parent(db))
}

/// The numbers that stand by a namespace or by one around it, in order.
fn standing_around<'db>(
    db: &'db dyn Db,
    by_scope: &FxHashMap<ScopePath<'db>, Vec<u32>>,
    scope: ScopePath<'db>,
) -> Vec<u32> {
    let lists = namespaces_around(db, scope).filter_map(|s| by_scope.get(&s));
    let mut out: Vec<u32> = lists.flatten().copied().collect();
    out.sort_unstable();
    // An inline namespace's are those of the one around it too.
    out.dedup();
    out
}

/// An enumeration's enumerator of a name.
pub(crate) fn enumerator<'db>(
    db: &'db dyn Db,
    tag: DeclRef<'db>,
    key: &NameKey,
) -> Option<DeclRef<'db>> {
    let all = enumerators(db, tag);
    match all.len() > FEW {
        true => enumerators_by_name(db, tag).get(key).copied(),
        false => all
            .iter()
            .copied()
            .find(|d| d.key(db).as_ref() == Some(key)),
    }
}

#[salsa::tracked(returns(ref))]
fn enumerators_by_name<'db>(
    db: &'db dyn Db,
    tag: DeclRef<'db>,
) -> FxHashMap<NameKey, DeclRef<'db>> {
    let mut out = FxHashMap::default();
    for &decl in enumerators(db, tag) {
        if let Some(key) = decl.key(db) {
            out.entry(key).or_insert(decl);
        }
    }
    out
}

/// The enumerators of an enumeration, from whichever declaration has them.
pub(crate) fn enumerators<'db>(db: &'db dyn Db, tag: DeclRef<'db>) -> &'db [DeclRef<'db>] {
    crate::engine::depth::outermost(db, || &[][..], || enumerators_of(db, tag))
}

#[salsa::tracked(returns(deref), cycle_initial = |_, _, _| Box::default(), cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, Box::default))]
fn enumerators_of<'db>(db: &'db dyn Db, tag: DeclRef<'db>) -> Box<[DeclRef<'db>]> {
    let _level = crate::engine::depth::Level::enter();
    for decl in crate::function::redeclarations(db, tag) {
        if let Some(DeclKind::Enum(e)) = decl.hir(db).map(|d| &d.kind)
            && let Some(all) = &e.enumerators
        {
            let code = decl.code(db);
            return all.iter().map(|id| DeclRef::at(db, code, *id)).collect();
        }
    }
    Box::default()
}
