//! The offsets that stand before the address point of a table (Itanium C++ ABI 2.5.2): which there are, and in which order.

use cleave_base_db::Db;
use rustc_hash::{FxHashMap, FxHashSet};

use super::ENTRY;
use super::methods::{Method, MethodKey, own_virtuals, primary};
use crate::Ty;
use crate::class::{class_info, layout};

/// How deep bases may lie.
pub(super) const DEEP: usize = 1_000;

/// An offset in the table of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(super) enum Offset<'db> {
    /// To a virtual base.
    Base(Ty<'db>),
    /// To the final overrider of a function.
    Call {
        method: Method<'db>,
        /// The class that declares it.
        of: Ty<'db>,
        /// The virtual base that this lies in; none for the class of the table.
        within: Option<Ty<'db>>,
        /// How far it lies in there.
        bytes: u64,
    },
}

/// The offsets in the table of a class, from the address point on. A virtual base has those for calls.
#[salsa::tracked(returns(deref))]
pub(super) fn offsets<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    is_virtual: bool,
) -> Box<[Offset<'db>]> {
    let mut all = Offsets {
        db,
        bases: FxHashSet::default(),
        calls: FxHashMap::default(),
        out: Vec::new(),
    };
    // What the primary base asks for comes first: there a table of its own would have it.
    let mut chain = vec![(class, is_virtual, None, 0)];
    while let Some((base, is_virtual)) = chain.last().and_then(|last| primary(db, last.0)) {
        let within = match is_virtual {
            true => Some(base),
            false => chain.last().and_then(|last| last.2),
        };
        if chain.len() > DEEP {
            break;
        }
        chain.push((base, is_virtual, within, 0));
    }
    for (base, is_virtual, within, bytes) in chain.into_iter().rev() {
        all.bases(base);
        if is_virtual {
            all.calls(base, within, bytes, 0);
        }
    }
    all.out.into()
}

struct Offsets<'db> {
    db: &'db dyn Db,
    bases: FxHashSet<Ty<'db>>,
    /// The functions that have one, by name.
    calls: FxHashMap<MethodKey, Vec<Method<'db>>>,
    out: Vec<Offset<'db>>,
}

impl<'db> Offsets<'db> {
    fn bases(&mut self, class: Ty<'db>) {
        for &base in crate::class::layout::virtual_bases(self.db, class.id()) {
            if self.bases.insert(base) {
                self.out.push(Offset::Base(base));
            }
        }
    }

    /// Those for the functions of a class and of its bases that are not virtual, the primary base's first.
    fn calls(&mut self, class: Ty<'db>, within: Option<Ty<'db>>, bytes: u64, depth: usize) {
        let db = self.db;
        let (Some(info), Some(layout)) = (class_info(db, class), layout(db, class)) else {
            return;
        };
        if !info.is_dynamic || depth > DEEP {
            return;
        }
        let first = match primary(db, class) {
            Some((base, false)) => {
                self.calls(base, within, bytes, depth + 1);
                Some(base)
            }
            _ => None,
        };
        for &method in own_virtuals(db, class.id()) {
            let same = self.calls.entry(method.key(db)).or_default();
            if !same.iter().any(|other| method.overrides(db, *other)) {
                same.push(method);
                self.out.push(Offset::Call {
                    method,
                    of: class,
                    within,
                    bytes,
                });
            }
        }
        for (base, at) in info.bases.iter().zip(&layout.bases) {
            let ty = base.ty.unqualified(db);
            if !base.is_virtual && Some(ty) != first {
                self.calls(ty, within, bytes + at, depth + 1);
            }
        }
    }
}

/// Where an offset stands in a table, in bytes from the address point: the type information and the offset to the top are between.
fn place(number: usize) -> i64 {
    -ENTRY * (number as i64 + 3)
}

/// Where the offset of a virtual base stands in the table of a class, in bytes from its address point.
pub fn virtual_base_entry<'db>(db: &'db dyn Db, class: Ty<'db>, base: Ty<'db>) -> Option<i64> {
    let all = offsets(db, class.unqualified(db), false);
    let wanted = Offset::Base(base.unqualified(db));
    all.iter().position(|o| *o == wanted).map(place)
}

/// Where the offset for calls of a function stands in the table of a virtual base.
pub(super) fn call_entry<'db>(db: &'db dyn Db, base: Ty<'db>, called: Method<'db>) -> Option<i64> {
    let all = offsets(db, base, true);
    let found = all.iter().position(|offset| match offset {
        Offset::Call { method, .. } => called.overrides(db, *method),
        Offset::Base(_) => false,
    });
    found.map(place)
}
