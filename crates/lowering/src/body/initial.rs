//! Objects that begin with a constant: a local that is cleared and filled with constants gets all of them at once, for the compiler of
//! the device stores a constant as a whole and optimises that otherwise than stores of its parts.
//!
//! It must not know what C++ wrote.

use std::collections::BTreeMap;

use crate::body::Body;
use cleave_il::{
    Code, ConstantId, ConstantKind, ExprId as Il, ExprKind as Kind, LocalId, Type, TypeId,
};

/// How many bytes an entry of a virtual table has.
const ENTRY: i64 = 8;

/// Parts of an object with constants, by their numbers in their record or array.
#[derive(Default)]
struct Parts(BTreeMap<u64, Part>);

enum Part {
    Constant(ConstantId),
    /// A record or an array, and its type.
    Inner(TypeId, Parts),
}

/// A step from an object to a part of it.
struct Step {
    number: u64,
    /// The type of what it is a part of.
    within: TypeId,
}

impl Body<'_, '_> {
    /// Puts one constant in the place of the effects that clear a local and store constants in its parts, where the first effects do. What
    /// is cleared for a constructor, which is called then, stays. `may_be_zero`: a constant may be all zero.
    pub(crate) fn begin_with_constant(
        &mut self,
        local: LocalId,
        may_be_zero: bool,
        effects: &mut Vec<Il>,
    ) {
        if let Some((count, set)) = self.constant_start(local, may_be_zero, effects) {
            effects.splice(..count, [set]);
        }
    }

    /// As [`Body::begin_with_constant`], of a temporary: it gets its constant before the statement that makes it.
    pub(crate) fn begin_before(&mut self, local: LocalId, effects: &mut Vec<Il>) {
        if let Some((count, set)) = self.constant_start(local, false, effects) {
            effects.drain(..count);
            self.ranks.begin(local);
            self.starts.push((local, set));
        }
    }

    /// How many effects are those that one constant stands for, and what stores it.
    fn constant_start(
        &mut self,
        local: LocalId,
        may_be_zero: bool,
        effects: &[Il],
    ) -> Option<(usize, Il)> {
        let [first, rest @ ..] = effects else {
            return None;
        };
        let Kind::Clear(place) = self.code.exprs[*first].kind else {
            return None;
        };
        if !matches!(self.code.exprs[place].kind, Kind::Local(found) if found == local) {
            return None;
        }
        let mut parts = Parts::default();
        let mut count = 0;
        while let Some(effect) = rest.get(count)
            && let Kind::Store(place, value) = self.code.exprs[*effect].kind
            && let Some(constant) = self.constant_or_table(value)
            && let Some(path) = path(&self.code, local, place)
            && parts.set(&path, constant)
        {
            count += 1;
        }
        let is_made = rest
            .first()
            .is_some_and(|e| self.is_made_as_whole(local, *e));
        if count == 0 && (!may_be_zero || is_made) {
            return None;
        }
        let ty = self.code.locals[local].ty;
        let constant = self.constant_of(ty, &parts);
        Some((count + 1, self.copy_constant(place, constant)))
    }

    /// A value that is a constant or a place in a virtual table.
    fn constant_or_table(&mut self, value: Il) -> Option<ConstantId> {
        let place = match self.code.exprs[value].kind {
            Kind::Constant(constant) => return Some(constant),
            Kind::Address(place) => place,
            _ => return None,
        };
        let Kind::Element(table, index) = self.code.exprs[place].kind else {
            return None;
        };
        let (Kind::Global(name), Kind::Constant(index)) =
            (&self.code.exprs[table].kind, &self.code.exprs[index].kind)
        else {
            return None;
        };
        let ConstantKind::Integer(entry) = self.code.constants[*index].kind else {
            return None;
        };
        let bytes = i64::try_from(entry).ok()?.checked_mul(ENTRY)?;
        let kind = ConstantKind::Address(name.clone(), bytes);
        let ty = self.code.exprs[value].ty;
        Some(self.code.constant(kind, ty))
    }

    /// Whether an effect calls a function on a local as a whole, as a constructor does that finds the object cleared.
    fn is_made_as_whole(&self, local: LocalId, effect: Il) -> bool {
        let Kind::Call(_, ref args) = self.code.exprs[effect].kind else {
            return false;
        };
        let Some(mut at) = args.first().copied() else {
            return false;
        };
        loop {
            at = match self.code.exprs[at].kind {
                Kind::Convert(_, inner) | Kind::Address(inner) => inner,
                Kind::Local(found) => return found == local,
                _ => return false,
            };
        }
    }

    /// A record or an array of which parts are known; the others are zero.
    fn constant_of(&mut self, ty: TypeId, parts: &Parts) -> ConstantId {
        let mut all: Vec<(u64, ConstantId)> = Vec::new();
        for (number, part) in &parts.0 {
            let constant = match part {
                Part::Constant(constant) => *constant,
                Part::Inner(ty, inner) => self.constant_of(*ty, inner),
            };
            if !is_zero(&self.code, constant) {
                all.push((*number, constant));
            }
        }
        let kind = match self.code.types[ty] {
            _ if all.is_empty() => ConstantKind::Zero,
            Type::Array { element, .. } => {
                let zero = self.code.constant(ConstantKind::Zero, element);
                let mut elements = Vec::new();
                for (number, constant) in all {
                    elements.resize(number as usize, zero);
                    elements.push(constant);
                }
                ConstantKind::Array(elements.into())
            }
            _ => ConstantKind::Record(all.into_iter().map(|(n, c)| (n as u32, c)).collect()),
        };
        self.code.constant(kind, ty)
    }
}

fn is_zero(code: &Code, constant: ConstantId) -> bool {
    matches!(
        code.constants[constant].kind,
        ConstantKind::Zero | ConstantKind::Integer(0) | ConstantKind::Floating(0)
    )
}

/// The steps from a local to a part of it.
fn path(code: &Code, local: LocalId, place: Il) -> Option<Vec<Step>> {
    let mut at = place;
    let mut out = Vec::new();
    loop {
        let (object, number) = match code.exprs[at].kind {
            Kind::Local(found) => {
                out.reverse();
                return (found == local && !out.is_empty()).then_some(out);
            }
            Kind::Field(object, n) => (object, u64::from(n)),
            Kind::Element(array, index) => {
                let Kind::Constant(index) = code.exprs[index].kind else {
                    return None;
                };
                let ConstantKind::Integer(n) = code.constants[index].kind else {
                    return None;
                };
                (array, u64::try_from(n).ok()?)
            }
            _ => return None,
        };
        let within = code.exprs[object].ty;
        if !matches!(code.types[within], Type::Record(_) | Type::Array { .. }) {
            return None;
        }
        out.push(Step { number, within });
        at = object;
    }
}

impl Parts {
    /// Sets a part that nothing was known of, and says whether that could be done. A part that another one lies in, or the other way
    /// round, is left to the stores.
    fn set(&mut self, path: &[Step], constant: ConstantId) -> bool {
        let [step, rest @ ..] = path else {
            return false;
        };
        let [inner, ..] = rest else {
            let is_new = !self.0.contains_key(&step.number);
            if is_new {
                self.0.insert(step.number, Part::Constant(constant));
            }
            return is_new;
        };
        let part = (self.0.entry(step.number))
            .or_insert_with(|| Part::Inner(inner.within, Parts::default()));
        match part {
            Part::Inner(_, parts) => parts.set(rest, constant),
            Part::Constant(_) => false,
        }
    }
}
