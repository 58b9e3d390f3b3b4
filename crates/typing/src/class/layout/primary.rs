//! Primary bases, and which base shares the pointer to the virtual table of a virtual base (Itanium C++ ABI 2.4.II).
//!
//! This module must not know where members lie.

use cleave_base_db::Db;
use rustc_hash::{FxHashMap, FxHashSet};

use super::is_empty;
use crate::class::bases::bases;
use crate::class::{ClassInfo, class_info, layout};
use crate::{Ty, TyId, TyKind};

/// How deep bases may lie, and how many of them a class may have that have virtual bases: more than any program has.
const DEEP: u32 = 1_000;
const MANY: usize = 20_000;

/// The base whose virtual table pointer a class shares (Itanium C++ ABI 2.4.II).
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub enum Primary<'db> {
    /// The direct base of this number.
    Direct(usize),
    /// A virtual base that is nearly empty, direct or not.
    Virtual(Ty<'db>),
}

/// The number of the direct base that is a class's primary base and is not virtual (Itanium C++ ABI 2.4.II).
pub fn direct_primary_base<'db>(db: &'db dyn Db, info: &ClassInfo<'db>) -> Option<usize> {
    let is_dynamic = |ty: Ty<'db>| class_info(db, ty).is_some_and(|i| i.is_dynamic);
    (info.bases.iter()).position(|b| !b.is_virtual && is_dynamic(b.ty))
}

/// The primary base of a class, if it has one (Itanium C++ ABI 2.4.II).
pub fn primary_base<'db>(db: &'db dyn Db, class: Ty<'db>) -> Option<Primary<'db>> {
    let class = class.unqualified(db);
    let info = class_info(db, class).filter(|i| i.is_dynamic)?;
    match direct_primary_base(db, info) {
        Some(direct) => Some(Primary::Direct(direct)),
        None if virtual_bases(db, class.id()).is_empty() => None,
        None => virtual_primary_base(db, class.id()).map(Primary::Virtual),
    }
}

/// The virtual base that is the primary base of a class without another one.
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn virtual_primary_base<'db>(db: &'db dyn Db, class: TyId<'db>) -> Option<Ty<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let class = class.ty(db);
    let mut nearly_empty = (virtual_bases(db, class.id()).iter())
        .copied()
        .filter(|base| is_nearly_empty(db, (*base).id()))
        .peekable();
    let first = *nearly_empty.peek()?;
    // The first one that is nobody's primary base, else the first one.
    let sharing = Sharing::of_bases(db, class)?;
    let free = nearly_empty.find(|base| !sharing.by.contains_key(base));
    Some(free.unwrap_or(first))
}

/// The virtual bases of a class in the order of inheritance, those of bases included (Itanium C++ ABI 1.1, "inheritance graph
/// order": a base comes before the bases in it).
#[salsa::tracked(returns(deref), cycle_initial = |_, _, _| Box::default(), cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, Box::default))]
pub fn virtual_bases<'db>(db: &'db dyn Db, class: TyId<'db>) -> Box<[Ty<'db>]> {
    let _level = crate::engine::depth::Level::enter();
    let class = class.ty(db);
    let mut seen: FxHashSet<Ty<'db>> = FxHashSet::default();
    let mut out = Vec::new();
    for base in &bases(db, class.id()).all {
        let of = base.ty.unqualified(db);
        let own = base.is_virtual.then_some(of);
        for found in own
            .into_iter()
            .chain(virtual_bases(db, of.id()).iter().copied())
        {
            if seen.insert(found) {
                out.push(found);
            }
        }
    }
    out.into()
}

/// Whether a class holds a pointer to its virtual table and nothing else (Itanium C++ ABI 1.1).
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| false, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || false))]
fn is_nearly_empty<'db>(db: &'db dyn Db, class: TyId<'db>) -> bool {
    let _level = crate::engine::depth::Level::enter();
    let class = class.ty(db);
    let Some(info) = class_info(db, class).filter(|i| i.is_dynamic) else {
        return false;
    };
    let plain = || info.bases.iter().filter(|b| !b.is_virtual);
    let filled = || plain().filter(|b| !is_empty(db, b.ty.unqualified(db)));
    info.fields.iter().all(|f| f.takes_no_room(db))
        && filled().count() <= 1
        && filled().all(|b| is_nearly_empty(db, b.ty.unqualified(db).id()))
}

/// A base in the tree of bases, by number.
pub(super) type Node = usize;

/// A base of an object: what it is, and where it stands in the tree of bases.
struct Part<'db> {
    ty: Ty<'db>,
    /// The bases of it that are not virtual, with their numbers.
    parts: Vec<(usize, Node)>,
    /// The virtual base whose pointer it shares.
    shares: Option<Ty<'db>>,
}

/// The bases of an object that have virtual bases, or are virtual, and which of them shares the pointer of which virtual base.
pub(super) struct Sharing<'db> {
    parts: Vec<Part<'db>>,
    /// The direct bases that are not virtual, by number.
    direct: FxHashMap<usize, Node>,
    virtuals: FxHashMap<Ty<'db>, Node>,
    /// Who shares the pointer of a virtual base; none: the whole object.
    by: FxHashMap<Ty<'db>, Option<Node>>,
}

impl<'db> Sharing<'db> {
    /// Of the complete object of a class.
    pub(super) fn of(db: &'db dyn Db, class: Ty<'db>) -> Option<Sharing<'db>> {
        let mut sharing = Sharing::of_bases(db, class)?;
        if let TyKind::Class(_) = class.kind(db)
            && let Some(Primary::Virtual(base)) = primary_base(db, class)
        {
            // The whole object comes before its bases.
            if let Some(Some(node)) = sharing.by.insert(base, None) {
                sharing.parts[node].shares = None;
            }
        }
        Some(sharing)
    }

    /// As the bases alone have it.
    fn of_bases(db: &'db dyn Db, class: Ty<'db>) -> Option<Sharing<'db>> {
        let mut sharing = Sharing {
            parts: Vec::new(),
            direct: FxHashMap::default(),
            virtuals: FxHashMap::default(),
            by: FxHashMap::default(),
        };
        if !virtual_bases(db, class.id()).is_empty() {
            sharing.direct = sharing.bases(db, class, 0)?.into_iter().collect();
        }
        Some(sharing)
    }

    /// Adds the bases of a class, in the order of inheritance. The result has those that are not virtual.
    fn bases(&mut self, db: &'db dyn Db, class: Ty<'db>, depth: u32) -> Option<Vec<(usize, Node)>> {
        if depth > DEEP || self.parts.len() > MANY {
            return None;
        }
        let mut out = Vec::new();
        for (number, base) in bases(db, class.id()).all.iter().enumerate() {
            let ty = base.ty.unqualified(db);
            if base.is_virtual && self.virtuals.contains_key(&ty)
                || !base.is_virtual && virtual_bases(db, ty.id()).is_empty()
            {
                continue;
            }
            let node = self.parts.len();
            // The first one in the order of inheritance has the pointer of the virtual base; the others lose their primary base.
            let shares = match primary_base(db, ty) {
                Some(Primary::Virtual(primary)) if !self.by.contains_key(&primary) => {
                    self.by.insert(primary, Some(node));
                    Some(primary)
                }
                _ => None,
            };
            self.parts.push(Part {
                ty,
                parts: Vec::new(),
                shares,
            });
            match base.is_virtual {
                true => {
                    self.virtuals.insert(ty, node);
                }
                false => out.push((number, node)),
            }
            self.parts[node].parts = self.bases(db, ty, depth + 1)?;
        }
        Some(out)
    }

    pub(super) fn direct(&self, number: usize) -> Option<Node> {
        self.direct.get(&number).copied()
    }

    pub(super) fn virtual_base(&self, base: Ty<'db>) -> Option<Node> {
        self.virtuals.get(&base).copied()
    }

    /// Whether the object or a base shares the pointer of a virtual base.
    pub(super) fn is_shared(&self, base: Ty<'db>) -> bool {
        self.by.contains_key(&base)
    }

    /// Notes where a base is, and with it the virtual bases whose pointers it and the bases in it share: these are the result.
    pub(super) fn place(
        &self,
        db: &'db dyn Db,
        node: Node,
        at: u64,
        placed: &mut FxHashMap<Ty<'db>, u64>,
    ) -> Option<Vec<(Ty<'db>, u64)>> {
        let mut shared = Vec::new();
        let mut todo = vec![(node, at)];
        while let Some((node, at)) = todo.pop() {
            let part = self.parts.get(node)?;
            if self.virtual_base(part.ty) == Some(node) {
                placed.insert(part.ty, at);
            }
            if let Some(base) = part.shares {
                shared.push((base, at));
                todo.push((self.virtual_base(base)?, at));
            }
            let layout = layout(db, part.ty)?;
            for (number, inner) in &part.parts {
                todo.push((*inner, at + layout.bases.get(*number)?));
            }
        }
        Some(shared)
    }
}
