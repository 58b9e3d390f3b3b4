//! Calls that are given numbers, run once for the whole program: tables that are written as functions of long chains of `if` are asked
//! the same for every instance of a template. Only what yields numbers, without a problem, is remembered; all else is run where it is
//! called.

use cleave_base_db::Db;

use crate::eval::machine::{Frame, MOST_CALLS, Machine, Mode, Res, Slot, Slots};
use crate::eval::memory::objects::{Fill as Blank, ObjectKind};
use crate::thir::Typed;
use crate::{Const, Entity, Pointer, Site, Ty, Value, check};

/// Functions of fewer expressions are run again: it costs no more than to look for what they yielded.
const WORTH: usize = 24;

/// What a call yields.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
struct Outcome<'db> {
    /// What it returns, or the object that it makes.
    value: Value<'db>,
    /// What it cost.
    cost: u64,
    /// How deep calls nest in it.
    depth: usize,
}

/// Whether a value is made of numbers.
fn is_plain(value: &Value<'_>) -> bool {
    match value {
        Value::Int(_) | Value::Float(_) | Value::Complex(..) => true,
        Value::Class { bases, fields } => bases.iter().chain(fields).all(is_plain),
        _ => false,
    }
}

fn outcome<'db>(
    db: &'db dyn Db,
    callee: Entity<'db>,
    args: Box<[Const<'db>]>,
) -> Option<&'db Outcome<'db>> {
    crate::engine::depth::outermost(db, || None, || run(db, callee, args).as_ref())
}

#[allow(clippy::boxed_local, reason = "the key of a query is its own")]
#[salsa::tracked(returns(ref), cycle_initial = |_, _, _, _| None, cycle_fn = |_, cycle, _, new, _, _| crate::engine::cycles::settle(cycle, new, || None))]
fn run<'db>(db: &'db dyn Db, callee: Entity<'db>, args: Box<[Const<'db>]>) -> Option<Outcome<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let typed = check::body(db, callee)?;
    let site = typed.exprs.first()?.site;
    let mut machine = Machine::new(db, typed, site, Mode::Constant);
    let slots = args.iter().map(|arg| {
        let (ty, value) = (arg.ty(db), arg.value(db).clone());
        let id = machine.allocate(ty, value, ObjectKind::Local);
        machine.freeze(id);
        Slot::Object(id)
    });
    let locals = Slots::parameters(slots.collect());
    let class = typed.ret.filter(|ret| ret.is_class(db));
    let made = match class {
        Some(class) => {
            let blank = machine.blank(class, Blank::Nothing, site).ok()?;
            Some(machine.allocate(class, blank, ObjectKind::Local))
        }
        None => None,
    };
    let frame = Frame {
        locals,
        result: made.map(|id| machine.at(id)),
        body: Some(machine.known.keep_body(db, callee, typed)),
        ..Frame::of(typed, site)
    };
    let returned = machine.run_body(frame).ok()?;
    machine.check_leaks(site).ok()?;
    let value = match made {
        Some(id) => machine.objects.remove(id)?.value,
        None => returned,
    };
    let said = !machine.warnings.is_empty() || !machine.failure.is_empty();
    let (cost, depth) = machine.spent();
    (is_plain(&value) && !said).then_some(Outcome { value, cost, depth })
}

impl<'db> Machine<'_, 'db> {
    /// What a call with these parameters yields, if that is known from another one.
    pub(super) fn remembered(
        &mut self,
        callee: Entity<'db>,
        typed: &Typed<'db>,
        slots: &[Slot<'db>],
        result: Option<&Pointer<'db>>,
        site: Site<'db>,
    ) -> Res<Option<Value<'db>>> {
        let db = self.db;
        // What is remembered was manifestly constant-evaluated.
        let manifest = self.mode == Mode::Constant;
        if typed.exprs.len() < WORTH || self.seek.is_some() || !manifest {
            return Ok(None);
        }
        let returns = typed.ret.filter(|ret| !ret.is_void(db));
        let wanted = returns.is_some_and(|ret: Ty<'db>| ret.is_class(db) == result.is_some());
        if !wanted || typed.parameters().len() != slots.len() {
            return Ok(None);
        }
        let mut args = Vec::with_capacity(slots.len());
        for slot in slots {
            let Slot::Object(id) = slot else {
                return Ok(None);
            };
            match self.objects.get(*id) {
                Some(o) if is_plain(&o.value) && !o.ty.top_quals(db).is_volatile => {
                    args.push(Const::new(db, o.ty, o.value.clone()));
                }
                _ => return Ok(None),
            }
        }
        let Some(outcome) = outcome(db, callee, args.into()) else {
            return Ok(None);
        };
        if self.frames.len() + outcome.depth > MOST_CALLS || !self.can_pay(outcome.cost) {
            return Ok(None);
        }
        self.pay(outcome.cost)?;
        self.deepest = self.deepest.max(self.frames.len() + outcome.depth);
        for slot in slots {
            if let Slot::Object(id) = slot {
                self.objects.remove(*id);
            }
        }
        match result {
            Some(place) => {
                self.write(place, outcome.value.clone(), true, site)?;
                Ok(Some(Value::Indeterminate))
            }
            None => Ok(Some(outcome.value.clone())),
        }
    }
}
