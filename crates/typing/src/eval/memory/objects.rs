//! Objects of one evaluation and the way through their values: a pointer is an object and a path of steps. Values are trees
//! ([`Value`]); an object that is gone leaves no trace, so that pointers to it are found out. Knows no expressions.

use cleave_base_db::Db;

use crate::thir::LocalId;
use crate::{
    Bound, Entity, Pointer, PointerBase, Site, Step, SubobjectPath, Ty, TyKind, Value, class,
    function,
};

/// An object.
#[derive(Clone, Debug)]
pub(crate) struct Object<'db> {
    /// Its type.
    pub(crate) ty: Ty<'db>,
    /// Its value.
    pub(crate) value: Value<'db>,
    /// What it is.
    pub(crate) kind: ObjectKind<'db>,
    /// It is `const` and initialised.
    pub(crate) frozen: bool,
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectKind<'db> {
    /// A local variable, a parameter or a temporary.
    Local,
    /// The object whose initialiser is evaluated.
    Subject,
    /// Made by `new` at that place; whether it is an array.
    Heap(Site<'db>, bool),
    /// A string literal.
    String,
    /// A variable or parameter of the code around, whose value is not known: its functions can be called and references be bound
    /// to it all the same, as long as nothing is read from it ([expr.const]/5).
    Outside(LocalId),
}

/// Why an access fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault<'db> {
    /// Nothing was put there.
    Uninitialized,
    /// There is no such element.
    Position(u64, u64),
    /// One past the end of an array of so many elements.
    PastEnd(u64),
    /// One past an object that is no array.
    PastObject,
    /// The union member wanted is not the active one.
    Inactive(Option<u32>, u32),
    /// The object is gone.
    Expired,
    /// A null pointer, or a variable whose value is not a constant.
    RunTime,
    /// All of an object of the code around.
    Outside(LocalId),
    /// A variable whose value is not known here.
    Variable(Entity<'db>),
    /// A constant is modified.
    Const,
    /// A volatile object is read.
    Volatile,
    /// The types do not fit: code that was not understood.
    Unknown,
}

impl<'db> Pointer<'db> {
    /// A pointer to a whole object.
    pub(crate) fn to(base: PointerBase<'db>) -> Pointer<'db> {
        Pointer {
            base,
            path: SubobjectPath::WHOLE,
        }
    }

    /// The null pointer.
    pub(crate) fn null() -> Pointer<'db> {
        Pointer::to(PointerBase::Null(0))
    }

    /// Whether it is null.
    pub(crate) fn is_null(&self) -> bool {
        self.base == PointerBase::Null(0) && self.path.is_empty()
    }

    /// To a part of what it points to.
    pub(crate) fn join(&self, step: Step) -> Pointer<'db> {
        Pointer {
            base: self.base.clone(),
            path: self.path.join(step),
        }
    }

    /// The last step, and the pointer without it.
    pub(crate) fn split(&self) -> Option<(Pointer<'db>, Step)> {
        let (path, last) = self.path.split_last()?;
        let base = self.base.clone();
        Some((Pointer { base, path }, last))
    }
}

/// The part of a value at the end of a path.
pub(crate) fn part<'v, 'db>(
    mut value: &'v Value<'db>,
    path: impl IntoIterator<Item = Step>,
) -> Result<&'v Value<'db>, Fault<'db>> {
    for step in path {
        value = match (value, step) {
            (Value::Class { bases, .. }, Step::Base(n)) => {
                bases.get(n as usize).ok_or(Fault::Unknown)?
            }
            (Value::Class { fields, .. }, Step::Field(n)) => {
                fields.get(n as usize).ok_or(Fault::Unknown)?
            }
            (Value::Union(Some((active, value))), Step::Field(n)) if *active == n => value,
            (
                Value::Array {
                    elements,
                    filler,
                    len,
                },
                Step::Element(i),
            ) => {
                if i >= *len {
                    return Err(position(i, *len));
                }
                elements.get(i as usize).unwrap_or(filler)
            }
            (value, step) => return Err(no_part(value, step)),
        };
    }
    Ok(value)
}

/// A copy of the part of a value at the end of a path. The parts of a complex number are its first two members.
pub(crate) fn part_value<'db>(
    value: &Value<'db>,
    path: &SubobjectPath,
) -> Result<Value<'db>, Fault<'db>> {
    match part(value, path.iter()) {
        Err(Fault::Unknown) => {
            let (whole, Step::Field(n)) = path.split_last().ok_or(Fault::Unknown)? else {
                return Err(Fault::Unknown);
            };
            match *part(value, whole.iter())? {
                Value::Complex(re, im) => Ok(Value::Float([re, im][usize::from(n != 0)])),
                _ => Err(Fault::Unknown),
            }
        }
        found => found.cloned(),
    }
}

/// A part of a value, to be changed. Inactive union members are `Err`: who may activate them does so.
pub(crate) fn step_mut<'v, 'db>(
    value: &'v mut Value<'db>,
    step: Step,
) -> Result<&'v mut Value<'db>, Fault<'db>> {
    Ok(match (value, step) {
        (Value::Class { bases, .. }, Step::Base(n)) => {
            bases.get_mut(n as usize).ok_or(Fault::Unknown)?
        }
        (Value::Class { fields, .. }, Step::Field(n)) => {
            fields.get_mut(n as usize).ok_or(Fault::Unknown)?
        }
        (Value::Union(Some((active, value))), Step::Field(n)) => {
            if *active != n {
                return Err(Fault::Inactive(Some(*active), n));
            }
            value
        }
        (
            Value::Array {
                elements,
                filler,
                len,
            },
            Step::Element(i),
        ) => {
            if i >= *len {
                return Err(position(i, *len));
            }
            let i = i as usize;
            if i >= elements.len() {
                grow(elements, filler, i, *len as usize);
            }
            elements.get_mut(i).ok_or(Fault::Unknown)?
        }
        (value, step) => return Err(no_part(value, step)),
    })
}

/// Why a value has no such part.
fn no_part<'db>(value: &Value<'db>, step: Step) -> Fault<'db> {
    match (value, step) {
        (Value::Union(active), Step::Field(n)) => {
            Fault::Inactive(active.as_ref().map(|(active, _)| *active), n)
        }
        (Value::Indeterminate, _) => Fault::Uninitialized,
        (_, Step::Element(_)) => Fault::PastObject,
        _ => Fault::Unknown,
    }
}

fn position<'db>(i: u64, len: u64) -> Fault<'db> {
    if i == len {
        Fault::PastEnd(len)
    } else {
        Fault::Position(i, len)
    }
}

/// Makes element `i` one that is held apart; room at least doubles, so that filling an array costs what it holds.
fn grow<'db>(elements: &mut Box<[Value<'db>]>, filler: &Value<'db>, i: usize, len: usize) {
    let room = (i + 1).max(elements.len() * 2).max(8).min(len);
    let mut grown = std::mem::take(elements).into_vec();
    grown.resize(room, filler.clone());
    *elements = grown.into();
}

/// The type of a part.
pub(crate) fn step_type<'db>(db: &'db dyn Db, ty: Ty<'db>, step: Step) -> Option<Ty<'db>> {
    match (ty.kind(db), step) {
        (TyKind::Array(element, _) | TyKind::Vector(element, _), Step::Element(_)) => {
            Some(*element)
        }
        (TyKind::Class(_) | TyKind::Closure(_), Step::Field(n)) => {
            let field = class::class_info(db, ty.unqualified(db))?
                .fields
                .get(n as usize)?;
            let mut quals = ty.quals(db);
            quals.is_const &= !field.is_mutable;
            Some(field.ty.with_quals(db, quals))
        }
        (TyKind::Class(_) | TyKind::Closure(_), Step::Base(n)) => {
            let base = class::class_info(db, ty.unqualified(db))?
                .bases
                .get(n as usize)?;
            Some(base.ty.with_quals(db, ty.quals(db)))
        }
        (TyKind::Complex(part), Step::Field(_)) => {
            Some(Ty::of(db, TyKind::Builtin(*part)).with_quals(db, ty.quals(db)))
        }
        // One past an object that is no array, and back.
        (_, Step::Element(_)) => Some(ty),
        _ => None,
    }
}

/// The type of the complete object that a pointer points into.
pub(crate) fn static_type<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Ty<'db> {
    function::variable_type(db, entity).strip_reference(db)
}

/// The most elements, fields and bases of one value that are written out.
const MOST_PARTS: u64 = 64 << 20;

/// What to fill an object with.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Fill {
    /// Zeros ([dcl.init.general]/6).
    Zero,
    /// Nothing: scalars are indeterminate, classes are there.
    Nothing,
}

/// Whether a value has no scalars: an object of an empty class.
pub(crate) fn is_empty(value: &Value<'_>) -> bool {
    match value {
        Value::Class { bases, fields } => bases.iter().chain(fields).all(is_empty),
        Value::Array {
            elements, filler, ..
        } => is_empty(filler) && elements.iter().all(is_empty),
        _ => false,
    }
}

/// An object without a value, or zero-initialised. `None` where the type is not to be known or too large.
pub(crate) fn blank<'db>(db: &'db dyn Db, ty: Ty<'db>, fill: Fill) -> Option<Value<'db>> {
    blank_within(db, ty, fill, 0)
}

fn blank_within<'db>(db: &'db dyn Db, ty: Ty<'db>, fill: Fill, depth: u32) -> Option<Value<'db>> {
    if depth > 200 {
        return None;
    }
    let down = |ty| blank_within(db, ty, fill, depth + 1);
    let scalar = |value| match fill {
        Fill::Zero => Some(value),
        Fill::Nothing => Some(Value::Indeterminate),
    };
    match ty.kind(db) {
        TyKind::Array(element, bound) => {
            let Bound::Known(len) = *bound else {
                return None;
            };
            (len <= MOST_PARTS).then_some(())?;
            Some(Value::Array {
                elements: Box::default(),
                filler: Box::new(down(*element)?),
                len,
            })
        }
        TyKind::Vector(element, len) => Some(Value::Array {
            elements: Box::default(),
            filler: Box::new(down(*element)?),
            len: *len,
        }),
        TyKind::Class(_) | TyKind::Closure(_) => {
            let info = class::class_info(db, ty.unqualified(db))?;
            if info.is_union {
                return match (fill, info.fields.first()) {
                    (Fill::Zero, Some(first)) => {
                        Some(Value::Union(Some((0, Box::new(down(first.ty)?)))))
                    }
                    _ => Some(Value::Union(None)),
                };
            }
            if info.bases.iter().any(|b| b.is_virtual) {
                return None;
            }
            Some(Value::Class {
                bases: info
                    .bases
                    .iter()
                    .map(|b| down(b.ty))
                    .collect::<Option<_>>()?,
                fields: info
                    .fields
                    .iter()
                    .map(|f| down(f.ty))
                    .collect::<Option<_>>()?,
            })
        }
        TyKind::Builtin(b) if crate::eval::ops::scalar::format(*b).is_some() => {
            scalar(Value::Float(0))
        }
        TyKind::Builtin(cleave_lang::Builtin::Nullptr) => Some(Value::Pointer(Pointer::null())),
        TyKind::Builtin(cleave_lang::Builtin::Void) => Some(Value::Indeterminate),
        TyKind::Builtin(_) | TyKind::Enum(_) => scalar(Value::Int(0)),
        TyKind::Complex(_) => scalar(Value::Complex(0, 0)),
        TyKind::Pointer(_) => scalar(Value::Pointer(Pointer::null())),
        TyKind::MemberPointer { .. } => scalar(Value::Member(None)),
        TyKind::LvalueReference(_) | TyKind::RvalueReference(_) => Some(Value::Indeterminate),
        _ => None,
    }
}

/// The first part without a value, if any, as a path. Members of unions that are not active do not count.
pub(crate) fn uninitialized(value: &Value<'_>) -> Option<SubobjectPath> {
    fn find(value: &Value<'_>, path: &mut Vec<Step>) -> bool {
        if path.len() > 400 {
            return false;
        }
        let all = |values: &[Value<'_>], step: fn(usize) -> Step, path: &mut Vec<Step>| {
            for (i, v) in values.iter().enumerate() {
                path.push(step(i));
                if find(v, path) {
                    return true;
                }
                path.pop();
            }
            false
        };
        match value {
            Value::Indeterminate => true,
            Value::Class { bases, fields } => {
                all(bases, |i| Step::Base(i as u32), path)
                    || all(fields, |i| Step::Field(i as u32), path)
            }
            Value::Union(Some((n, value))) => {
                path.push(Step::Field(*n));
                let found = find(value, path);
                if !found {
                    path.pop();
                }
                found
            }
            Value::Array {
                elements,
                filler,
                len,
            } => {
                if all(elements, |i| Step::Element(i as u64), path) {
                    return true;
                }
                if elements.len() as u64 >= *len {
                    return false;
                }
                path.push(Step::Element(elements.len() as u64));
                let found = find(filler, path);
                if !found {
                    path.pop();
                }
                found
            }
            _ => false,
        }
    }
    let mut path = Vec::new();
    find(value, &mut path).then(|| path.into_iter().collect())
}

/// Brings arrays into the one form that equal values share: elements at the end that equal the last one are not repeated.
pub(crate) fn canonical(value: &mut Value<'_>) {
    match value {
        Value::Class { bases, fields } => {
            bases.iter_mut().chain(fields).for_each(canonical);
        }
        Value::Union(Some((_, value))) => canonical(value),
        Value::Array {
            elements,
            filler,
            len,
        } => {
            elements.iter_mut().for_each(canonical);
            canonical(filler);
            let mut kept = std::mem::take(elements).into_vec();
            if kept.len() as u64 >= *len
                && let Some(last) = kept.pop()
            {
                **filler = last;
            }
            while kept.last().is_some_and(|v| *v == **filler) {
                kept.pop();
            }
            *elements = kept.into();
        }
        _ => {}
    }
}
