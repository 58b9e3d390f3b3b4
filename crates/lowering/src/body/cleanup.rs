//! What is destroyed, and when: variables at the end of their blocks, temporaries at the end of their full-expressions
//! ([class.temporary], [stmt.jump]).

use cleave_il::{ExprId as Il, ExprKind, Integer, LocalId, StmtId as IlStmt};
use cleave_needed::{Emitted, special_member};
use cleave_typing::Ty;
use cleave_typing::class::Special;

use crate::body::Body;
use crate::body::dest::Dest;
use crate::refusal::Res;

/// An object that is destroyed.
#[derive(Clone, Debug)]
pub(crate) struct Cleanup<'db> {
    object: Dest<'db>,
    destructor: Emitted<'db>,
    /// Set where the object exists, if it may not.
    flag: Option<LocalId>,
}

/// The temporaries of a full-expression.
#[derive(Debug, Default)]
pub(crate) struct Temporaries<'db> {
    cleanups: Vec<Cleanup<'db>>,
    flags: Vec<LocalId>,
    /// How many operands around are evaluated under a condition.
    pub(crate) conditions: u32,
}

impl<'db> Body<'_, 'db> {
    /// How an object of a type is destroyed, if that does anything.
    fn cleanup(&mut self, object: Dest<'db>) -> Option<Cleanup<'db>> {
        if object.ty.is_reference(self.unit.db) {
            return None;
        }
        let destructor = special_member(self.unit.db, object.ty, Special::Destructor)?;
        Some(Cleanup {
            object,
            destructor,
            flag: None,
        })
    }

    /// An object is destroyed at the end of the block.
    pub(crate) fn destroy_later(&mut self, object: Dest<'db>) {
        if let Some(cleanup) = self.cleanup(object)
            && let Some(scope) = self.scopes.last_mut()
        {
            scope.cleanups.push(cleanup);
        }
    }

    /// A temporary is destroyed at the end of the full-expression. What says that it exists, if that is not certain.
    pub(crate) fn destroy_temporary(&mut self, object: Dest<'db>) -> Option<Il> {
        let mut cleanup = self.cleanup(object)?;
        let is_conditional = self.temporaries.last()?.conditions > 0;
        let mut note = None;
        if is_conditional {
            let int = self.integer_type(Integer::Int);
            let flag = self.temporary(int);
            let place = self.local_place(flag);
            let one = self.integer(1, Integer::Int);
            note = Some(self.store(place, one));
            cleanup.flag = Some(flag);
        }
        let all = self.temporaries.last_mut()?;
        all.flags.extend(cleanup.flag);
        all.cleanups.push(cleanup);
        note
    }

    /// A full-expression, or a part of it that is one.
    pub(crate) fn full<T>(
        &mut self,
        f: impl FnOnce(&mut Self) -> Res<'db, T>,
    ) -> Res<'db, (T, Temporaries<'db>)> {
        self.temporaries.push(Temporaries::default());
        let result = f(self);
        let own = self.temporaries.pop().unwrap_or_default();
        Ok((result?, own))
    }

    /// An operand that is evaluated under a condition.
    pub(crate) fn conditionally<T>(
        &mut self,
        f: impl FnOnce(&mut Self) -> Res<'db, T>,
    ) -> Res<'db, T> {
        if let Some(last) = self.temporaries.last_mut() {
            last.conditions += 1;
        }
        let result = f(self);
        if let Some(last) = self.temporaries.last_mut() {
            last.conditions = last.conditions.saturating_sub(1);
        }
        result
    }

    /// Whether what is being made is an operand that is evaluated under a condition.
    pub(crate) fn is_under_condition(&self) -> bool {
        self.temporaries
            .last()
            .is_some_and(|last| last.conditions > 0)
    }

    /// The flags of a full-expression, cleared before it.
    pub(crate) fn clear_flags(&mut self, all: &Temporaries<'db>) -> Vec<Il> {
        let mut out = Vec::new();
        for &flag in &all.flags {
            let place = self.local_place(flag);
            let zero = self.integer(0, Integer::Int);
            out.push(self.store(place, zero));
        }
        out
    }

    /// The temporaries of a full-expression are destroyed, last made first.
    pub(crate) fn end(&mut self, all: &Temporaries<'db>) -> Res<'db, Vec<Il>> {
        let mut out = Vec::new();
        for cleanup in all.cleanups.iter().rev() {
            out.push(self.destroy(cleanup)?);
        }
        Ok(out)
    }

    fn destroy(&mut self, cleanup: &Cleanup<'db>) -> Res<'db, Il> {
        let call = self.destroy_object(&cleanup.object, cleanup.destructor)?;
        let Some(flag) = cleanup.flag else {
            return Ok(call);
        };
        let value = self.local_value(flag);
        let bool = self.bool();
        let is_set = self.make(ExprKind::Convert(cleave_il::Conversion::Truth, value), bool);
        let void = self.void();
        let nothing = self.nothing();
        Ok(self.make(ExprKind::Conditional(is_set, call, nothing), void))
    }

    /// Whether anything is destroyed when scopes are left.
    pub(crate) fn has_cleanups(&self, from: usize) -> bool {
        (self.scopes.iter().skip(from)).any(|scope| !scope.cleanups.is_empty())
    }

    /// Destroys what ends when scopes are left.
    pub(crate) fn leave_scopes(&mut self, from: usize, out: &mut Vec<IlStmt>) -> Res<'db, ()> {
        let all: Vec<Cleanup<'db>> = (self.scopes.iter().skip(from))
            .flat_map(|scope| &scope.cleanups)
            .rev()
            .cloned()
            .collect();
        for cleanup in all {
            let call = self.destroy(&cleanup)?;
            self.push_expr(out, call);
        }
        Ok(())
    }

    /// A full-expression that has a value: temporaries are destroyed after it.
    pub(crate) fn value_then_end(&mut self, value: Il, all: &Temporaries<'db>) -> Res<'db, Il> {
        let mut before = self.clear_flags(all);
        let ended = self.end(all)?;
        if ended.is_empty() {
            return Ok(self.after(before, value));
        }
        let void = self.void();
        if self.ty_of(value) == void {
            before.push(value);
            before.extend(ended);
            let Some(all) = self.sequence(before) else {
                return Ok(self.nothing());
            };
            return Ok(all);
        }
        let (set, local) = self.set_aside(value);
        before.push(set);
        before.extend(ended);
        let value = self.local_value(local);
        Ok(self.after(before, value))
    }

    /// Calls the destructor of an object, or those of an array's elements.
    pub(crate) fn destroy_object(
        &mut self,
        object: &Dest<'db>,
        destructor: Emitted<'db>,
    ) -> Res<'db, Il> {
        let pointer = self.dest_pointer(object)?;
        match object.ty.is_array(self.unit.db) {
            true => self.destroy_array(pointer, object.ty, destructor),
            false if object.is_base => {
                let symbol = self.unit.base_symbol(destructor)?;
                let mut args = vec![pointer];
                args.extend(self.vtt_of_base(object)?);
                let void = self.void();
                Ok(self.make(ExprKind::Call(symbol, args.into()), void))
            }
            false => self.call_destructor(pointer, destructor),
        }
    }

    /// Calls a destructor for a complete object.
    pub(crate) fn call_destructor(
        &mut self,
        pointer: Il,
        destructor: Emitted<'db>,
    ) -> Res<'db, Il> {
        let symbol = self.unit.symbol(destructor)?;
        let void = self.void();
        Ok(self.make(ExprKind::Call(symbol, [pointer].into()), void))
    }

    /// A type whose objects are destroyed by code.
    pub(crate) fn is_destroyed(&self, ty: Ty<'db>) -> bool {
        special_member(self.unit.db, ty, Special::Destructor).is_some()
    }
}

impl Temporaries<'_> {
    /// Whether nothing is destroyed.
    pub(crate) fn is_empty(&self) -> bool {
        self.cleanups.is_empty()
    }
}
