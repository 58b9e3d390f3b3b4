//! What device code holds as a literal instead of a call (reference: device-half, Uses).

use cleave_base_db::Db;
use cleave_cuda::{closure_annotations, memory_space};
use cleave_lang::Operator;
use cleave_names::decl::Spec;
use cleave_typing::class::layout::is_empty;
use cleave_typing::class::{Special, special};
use cleave_typing::function::{definition, signature, variable_type};
use cleave_typing::thir::{Conversion, ExprId, ExprKind, Implicit, Typed};
use cleave_typing::{Const, Entity, Step, Ty, Value, eval};

use crate::edges::is_defaulted;
use crate::implicit;

/// What a call is instead of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folded<'db> {
    /// An object of this class, as its defaulted default constructor makes it.
    Default(Ty<'db>),
    /// A value.
    Value(Const<'db>),
}

/// A call of a constexpr function that has a value is a literal: its function is not called. `e` is the call.
pub fn folded<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    e: ExprId,
    callee: Entity<'db>,
) -> Option<Folded<'db>> {
    if is_called_part(typed, e) {
        return None;
    }
    let sig = signature(db, callee)?;
    // A defaulted default constructor is constexpr where it can be.
    if sig.is_defaulted
        && let Some(defined) = definition(db, callee)
        && let Some((class, Special::Default)) = implicit::defaulted(db, callee, defined)
        && default_value(db, class).is_some()
    {
        return Some(Folded::Default(class));
    }
    // A call operator may be constexpr without a word ([expr.prim.lambda.closure]); not that of an annotated lambda.
    let closure = callee.decl(db).closure(db);
    let is_closure = closure.is_some_and(|c| closure_annotations(db, c).is_none());
    match sig.is_constexpr || is_closure {
        true => eval::called(db, typed, e).map(Folded::Value),
        false => None,
    }
}

/// An expression that a constant decides, and the operand that does not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// A conditional expression is one of two operands.
    Operand(ExprId, ExprId),
    /// A logical one has a value.
    Value(bool, ExprId),
}

impl Decided {
    /// What does not run.
    pub fn dropped(self) -> ExprId {
        match self {
            Decided::Operand(_, dropped) | Decided::Value(_, dropped) => dropped,
        }
    }
}

/// What a constant decides of an expression: `c ? a : b`, `c && a` and `c || a` (reference: device-half, Uses). A statement is compiled
/// whatever its condition is.
pub fn decided<'db>(db: &'db dyn Db, typed: &Typed<'db>, e: ExprId) -> Option<Decided> {
    let truth = |e: ExprId| match eval::called(db, typed, e)?.value(db) {
        Value::Int(n) => Some(*n != 0),
        _ => None,
    };
    match &typed.exprs.get(e.0 as usize)?.kind {
        ExprKind::Conditional(condition, a, b) => Some(match truth(*condition)? {
            true => Decided::Operand(*a, *b),
            false => Decided::Operand(*b, *a),
        }),
        ExprKind::Logical(and, a, b) if truth(*a)? != *and => Some(Decided::Value(!and, *b)),
        _ => None,
    }
}

/// Whether a constructor makes a base or member by a call, whatever value that has: what it delegates to, bases, and members that
/// nothing initialises. `e` is what initialises one or the elements of one.
pub fn is_called_part(typed: &Typed<'_>, e: ExprId) -> bool {
    let is_made_by = |mut value: ExprId| {
        while value != e
            && let Some(ExprKind::Array(elements, Some(rest))) =
                typed.exprs.get(value.0 as usize).map(|x| &x.kind)
            && elements.is_empty()
        {
            value = *rest;
        }
        value == e
    };
    typed.inits.iter().any(|init| match init.target {
        Some(Step::Field(_)) => init.written.is_none() && is_made_by(init.value),
        _ => init.value == e,
    })
}

/// The value that is read of what a call of a constexpr function refers to, or points to. `e` is the reading.
pub fn read_of_call<'db>(db: &'db dyn Db, typed: &Typed<'db>, e: ExprId) -> Option<Const<'db>> {
    let kind = |e: ExprId| typed.exprs.get(e.0 as usize).map(|x| &x.kind);
    let ExprKind::Convert(Conversion::Load, from) = kind(e)? else {
        return None;
    };
    let mut at = *from;
    let callee = loop {
        at = match kind(at)? {
            ExprKind::Call { callee, .. } => break *callee,
            ExprKind::Unary(Operator::Dereference, inner)
            | ExprKind::Convert(Conversion::Noop, inner)
            | ExprKind::Full(inner) => *inner,
            _ => return None,
        };
    };
    let value = match signature(db, callee)?.is_constexpr {
        true => eval::called(db, typed, e)?,
        false => return None,
    };
    matches!(value.value(db), Value::Int(_) | Value::Float(_)).then_some(value)
}

/// The value that is read of a part of a constant object of the host, which the device does not have. `e` is the reading.
pub fn read_of_part<'db>(db: &'db dyn Db, typed: &Typed<'db>, e: ExprId) -> Option<Const<'db>> {
    let kind = |e: ExprId| typed.exprs.get(e.0 as usize).map(|x| &x.kind);
    let ExprKind::Convert(Conversion::Load, part) = kind(e)? else {
        return None;
    };
    let mut at = *part;
    loop {
        at = match kind(at)? {
            ExprKind::Static(variable) if at != *part => {
                let is_constexpr = (variable.hir(db)).is_some_and(|d| d.spec.any(Spec::CONSTEXPR));
                let wanted = is_constexpr && memory_space(db, *variable).is_host();
                break wanted.then_some(())?;
            }
            ExprKind::Field(object, _) | ExprKind::Index(object, _) => *object,
            ExprKind::Binary(Operator::Plus, pointer, _) => *pointer,
            ExprKind::Unary(Operator::Dereference, inner)
            | ExprKind::Convert(Conversion::Decay | Conversion::Noop, inner)
            | ExprKind::Full(inner) => *inner,
            _ => return None,
        };
    }
    let value = eval::constant(db, typed, e)?;
    matches!(value.value(db), Value::Int(_) | Value::Float(_)).then_some(value)
}

/// The value that a trivial copy of a constant object has: the object itself is not read. `e` is the copy.
pub fn copied_constant<'db>(db: &'db dyn Db, typed: &Typed<'db>, e: ExprId) -> Option<Const<'db>> {
    let x = typed.exprs.get(e.0 as usize)?;
    let ExprKind::ConstructImplicit(how, args) = &x.kind else {
        return None;
    };
    let which = match how {
        Implicit::Default => return None,
        Implicit::Copy => Special::Copy,
        Implicit::Move => Special::Move,
    };
    let [source] = **args else {
        return None;
    };
    let from = typed.exprs.get(source.0 as usize)?;
    let class = x.ty.unqualified(db);
    if from.ty.unqualified(db) != class || !special(db, class, which).is_some_and(|s| s.trivial) {
        return None;
    }
    match from.kind {
        ExprKind::Static(variable) if !variable_type(db, variable).is_reference(db) => {
            eval::constant_value(db, variable)
        }
        ExprKind::Local(l) => {
            let local = typed.locals.get(l.0 as usize)?;
            let init = local.init.filter(|_| local.is_constexpr)?;
            match local.ty.is_reference(db) {
                true => None,
                false => eval::constant(db, typed, init),
            }
        }
        // Of an object without members nothing is read: it is enough to know which one it is.
        ExprKind::Call { .. }
            if is_empty(db, class) && eval::refers_to_known(db, typed, source) =>
        {
            eval::called(db, typed, e)
        }
        _ => None,
    }
}

/// The object that the default constructor of a class makes which is not user-provided and constexpr: it is stored as that, and the
/// constructor is not called. None where a part of the object holds nothing known.
pub fn default_value<'db>(db: &'db dyn Db, class: Ty<'db>) -> Option<Const<'db>> {
    let class = class.unqualified(db);
    if !class.is_class(db) {
        return None;
    }
    let state = special(db, class, Special::Default)?;
    let provided = |f: Entity<'db>| definition(db, f).is_none_or(|d| !is_defaulted(db, d));
    if !state.constexpr || state.deleted || state.declared.is_some_and(provided) {
        return None;
    }
    eval::default_of_class(db, class).filter(|value| is_determinate(value.value(db)))
}

/// Whether each part of an object holds something known.
fn is_determinate(value: &Value<'_>) -> bool {
    match value {
        Value::Indeterminate => false,
        Value::Class { bases, fields } => bases.iter().chain(fields).all(is_determinate),
        Value::Union(Some((_, value))) => is_determinate(value),
        Value::Array {
            elements,
            filler,
            len,
        } => {
            elements.iter().all(is_determinate)
                && (elements.len() as u64 >= *len || is_determinate(filler))
        }
        _ => true,
    }
}
