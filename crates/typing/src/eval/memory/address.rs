//! Addresses that no object has: integers that were made pointers, and what lies a known number of bytes behind them.
//!
//! The reference computes with such addresses in constants, as `offsetof` was once written: `&((T *)0)->member`.

use cleave_base_db::Db;

use crate::eval::machine::Machine;
use crate::{Pointer, PointerBase, Step, Ty, class};

impl<'a, 'db> Machine<'a, 'db> {
    /// The place of a direct part of an object of type `whole`.
    pub(crate) fn part_place(
        &self,
        place: &Pointer<'db>,
        whole: Ty<'db>,
        step: Step,
    ) -> Pointer<'db> {
        address(place)
            .and_then(|at| moved(at, part_offset(self.db, whole, step)?, 1))
            .unwrap_or_else(|| place.join(step))
    }

    /// `n` elements behind a pointer to `pointee`, where it is an address.
    pub(crate) fn moved_address(
        &self,
        pointer: &Pointer<'db>,
        n: i128,
        pointee: Ty<'db>,
    ) -> Option<Pointer<'db>> {
        moved(address(pointer)?, size(self.db, pointee)?, n)
    }

    /// The number of objects of type `pointee` between two addresses.
    pub(crate) fn address_distance(
        &self,
        p: &Pointer<'db>,
        q: &Pointer<'db>,
        pointee: Ty<'db>,
    ) -> Option<i128> {
        let bytes = i128::from(address(p)?) - i128::from(address(q)?);
        bytes.checked_div(size(self.db, pointee)?.into())
    }

    /// The address of a base class of what lies at an address.
    pub(crate) fn base_address(
        &self,
        pointer: &Pointer<'db>,
        from: Ty<'db>,
        to: Ty<'db>,
    ) -> Option<Pointer<'db>> {
        moved(address(pointer)?, base_offset(self.db, from, to)?, 1)
    }

    /// The address of what has a base class at an address. Functions do not get there.
    pub(crate) fn derived_address(
        &self,
        pointer: &Pointer<'db>,
        from: Ty<'db>,
        to: Ty<'db>,
    ) -> Option<Pointer<'db>> {
        let at = address(pointer).filter(|_| self.frames.len() == 1)?;
        moved(at, base_offset(self.db, to, from)?, -1)
    }
}

/// The address that a pointer holds, if it points to no object.
pub(crate) fn address(pointer: &Pointer<'_>) -> Option<i64> {
    match pointer.base {
        PointerBase::Null(at) if pointer.path.is_empty() => Some(at),
        _ => None,
    }
}

fn moved<'db>(at: i64, bytes: u64, times: i128) -> Option<Pointer<'db>> {
    let by = i128::from(bytes).checked_mul(times)?;
    // An address has 64 bits, and arithmetic on it wraps.
    Some(Pointer::to(PointerBase::Null(
        i128::from(at).wrapping_add(by) as i64,
    )))
}

/// How many bytes behind the beginning of an object one of its parts begins.
fn part_offset<'db>(db: &'db dyn Db, whole: Ty<'db>, step: Step) -> Option<u64> {
    match step {
        Step::Field(n) => {
            let layout = class::layout(db, whole.unqualified(db))?;
            layout.fields.get(n as usize).map(|bits| bits / 8)
        }
        Step::Base(n) => {
            let layout = class::layout(db, whole.unqualified(db))?;
            layout.bases.get(n as usize).copied()
        }
        Step::Element(n) => size(db, whole.element(db)?)?.checked_mul(n),
    }
}

/// How many bytes behind the beginning of an object a base of its class is. Where a virtual one is, only the object knows.
fn base_offset<'db>(db: &'db dyn Db, class: Ty<'db>, base: Ty<'db>) -> Option<u64> {
    let way = class::tables::base_way(db, class, base)?;
    way.virtual_base.is_none().then_some(way.bytes)
}

fn size<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<u64> {
    class::layout(db, ty.unqualified(db)).map(|layout| layout.size)
}
