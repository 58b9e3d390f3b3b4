//! Constants: values of constant evaluation as the IL has them.

use cleave_base_db::Db;
use cleave_cuda::closure_annotations;
use cleave_il::{Code, ConstantId, ConstantKind};
use cleave_needed::Emitted;
use cleave_typing::class::{class_info, layout};
use cleave_typing::function::{signature, variable_type};
use cleave_typing::{
    Bound, DeclRef, Entity, Pointer, PointerBase, Step, SubobjectPath, Ty, TyKind, Value,
};

use crate::records::{base_number, member_number};
use crate::refusal::{Res, refuse};
use crate::tables::OwnTables;
use crate::unit::Unit;

impl<'db> Unit<'db> {
    /// A value of a type.
    pub(crate) fn constant(
        &mut self,
        code: &mut Code,
        ty: Ty<'db>,
        value: &Value<'db>,
    ) -> Res<'db, ConstantId> {
        let db = self.db;
        let il = self.ty(&mut code.types, ty)?;
        let kind = match value {
            Value::Indeterminate => ConstantKind::Undefined,
            Value::Int(n) => ConstantKind::Integer(*n),
            Value::Float(bits) => ConstantKind::Floating(*bits),
            Value::Complex(re, im) => ConstantKind::Complex(*re, *im),
            Value::Pointer(pointer) => self.address(code, pointer)?,
            Value::Member(None) => match ty.kind(db) {
                TyKind::MemberPointer { member, .. } if !member.is_function(db) => {
                    ConstantKind::Integer(-1)
                }
                _ => ConstantKind::Zero,
            },
            Value::Member(Some(member)) => self.member(ty, *member)?,
            Value::Class { .. } => {
                let tables = OwnTables::of(db, ty)?;
                return self.class_constant(code, ty, value, tables.as_ref());
            }
            Value::Union(None) => ConstantKind::Zero,
            Value::Union(Some((n, value))) => {
                let info = class_info(db, ty.unqualified(db));
                let Some(field) = info.and_then(|i| i.fields.get(*n as usize)) else {
                    return refuse("a constant of a union that is not known");
                };
                let value = self.constant(code, field.ty, value)?;
                ConstantKind::Record([(*n, value)].into())
            }
            Value::Array {
                elements,
                filler,
                len,
            } => {
                let Some(element) = ty.element(db) else {
                    return refuse("a constant vector");
                };
                let is_zero = is_zero(filler);
                let all = match is_zero {
                    true => elements.len() as u64,
                    false => *len,
                };
                if all > MOST {
                    return refuse("a constant array that is too long");
                }
                let mut parts = Vec::new();
                for n in 0..all {
                    let value = elements.get(n as usize).unwrap_or(filler);
                    parts.push(self.constant(code, element, value)?);
                }
                ConstantKind::Array(parts.into())
            }
        };
        Ok(code.constant(kind, il))
    }

    /// An object of a class, or a base of one: its pointers to virtual tables are those of the complete object.
    fn class_constant(
        &mut self,
        code: &mut Code,
        ty: Ty<'db>,
        value: &Value<'db>,
        tables: Option<&OwnTables<'db>>,
    ) -> Res<'db, ConstantId> {
        let db = self.db;
        let il = self.ty(&mut code.types, ty)?;
        let Some(info) = class_info(db, ty.unqualified(db)) else {
            return refuse("a constant of a class that is not known");
        };
        let Value::Class { bases, fields } = value else {
            return self.constant(code, ty, value);
        };
        let mut parts = Vec::new();
        if let Some(tables) = tables
            && let Some(bytes) = tables.pointer(db, ty)
        {
            let long = code.types.integer(cleave_il::Integer::Long);
            let pointer = code.types.pointer(long, TABLE);
            let symbol = self.symbol(Emitted::Vtable(tables.class))?;
            let address = code.constant(ConstantKind::Address(symbol, bytes), pointer);
            parts.push((0, address));
        }
        for (n, (base, value)) in info.bases.iter().zip(bases).enumerate() {
            let Some(number) = base_number(db, ty, n) else {
                return refuse("a constant with a virtual base");
            };
            if !crate::passing::is_empty_class(db, base.ty) {
                let inner = tables.map(|tables| tables.of_base(db, ty, n));
                let inner = self.class_constant(code, base.ty, value, inner.as_ref())?;
                parts.push((number, inner));
            }
        }
        for (n, (field, value)) in info.fields.iter().zip(fields).enumerate() {
            let number = member_number(db, ty, n as u32).unwrap_or_default();
            if !(field.ty.is_class(db) && crate::passing::is_empty_class(db, field.ty)) {
                parts.push((number, self.constant(code, field.ty, value)?));
            }
        }
        Ok(code.constant(ConstantKind::Record(parts.into()), il))
    }

    /// Where a pointer points.
    pub(crate) fn address(
        &mut self,
        code: &mut Code,
        pointer: &Pointer<'db>,
    ) -> Res<'db, ConstantKind> {
        let db = self.db;
        Ok(match &pointer.base {
            PointerBase::Null(0) if pointer.path.is_empty() => ConstantKind::Zero,
            PointerBase::Null(n) => ConstantKind::Integer((*n).into()),
            PointerBase::Static(entity) if is_converted_outside(db, *entity) => ConstantKind::Zero,
            PointerBase::Static(entity) => {
                let symbol = self.symbol(Emitted::pointed(db, *entity))?;
                let offset = match pointer.path.is_empty() {
                    true => 0,
                    false => self.offset(variable_type(db, *entity), &pointer.path)?,
                };
                ConstantKind::Address(symbol, offset)
            }
            PointerBase::String(literal) => {
                let len = literal.units.len() as u64;
                let array = Ty::of(db, TyKind::Array(literal.element, Bound::Known(len)));
                let offset = self.offset(array, &pointer.path)?;
                let ty = self.ty(&mut code.types, array)?;
                let text = code.constant(ConstantKind::Text(literal.units.clone()), ty);
                ConstantKind::AddressOfText(text, offset)
            }
            PointerBase::Temporary(..) | PointerBase::Parameter(_) | PointerBase::Object(_) => {
                return refuse("the address of an object without a name");
            }
        })
    }

    /// The bytes from an object's start to a part of it.
    pub(crate) fn offset(&self, ty: Ty<'db>, path: &SubobjectPath) -> Res<'db, i64> {
        let db = self.db;
        let mut at = ty;
        let mut bytes = 0;
        for step in path.iter() {
            let found = match step {
                Step::Element(n) => match at.element(db) {
                    Some(element) => layout(db, element).map(|l| (element, l.size.wrapping_mul(n))),
                    // A single object is an array of one.
                    None => layout(db, at).map(|l| (at, l.size.wrapping_mul(n))),
                },
                Step::Field(n) => part(db, at, n as usize, false),
                Step::Base(n) => part(db, at, n as usize, true),
            };
            let Some((next, offset)) = found else {
                return refuse("the place of a subobject");
            };
            at = next;
            bytes += offset as i64;
        }
        Ok(bytes)
    }

    /// A pointer to a member of the class that its type names.
    fn member(
        &mut self,
        ty: Ty<'db>,
        member: cleave_typing::Entity<'db>,
    ) -> Res<'db, ConstantKind> {
        let db = self.db;
        let TyKind::MemberPointer { class, .. } = ty.kind(db) else {
            return refuse("a pointer to member");
        };
        let of = cleave_typing::function::class_of(db, member).map(|c| c.unqualified(db));
        let Some(of) = of else {
            return refuse("a pointer to member");
        };
        let class = class.unqualified(db);
        if member.is_function(db) {
            if signature(db, member).is_some_and(|s| s.is_virtual) {
                let slot = crate::tables::slot(db, of, member)?;
                let adjust = self.adjustment(class, of)?;
                return Ok(ConstantKind::VirtualMemberFunction(
                    u64::from(slot) * 8,
                    adjust,
                ));
            }
            let adjust = self.adjustment(class, of)?;
            let symbol = self.symbol(Emitted::of(db, member))?;
            return Ok(ConstantKind::MemberFunction(symbol, adjust));
        }
        match member_offset(db, of, member.decl(db), 0) {
            Some(offset) => Ok(ConstantKind::Integer(
                i128::from(offset) + i128::from(self.adjustment(class, of)?),
            )),
            None => refuse("a pointer to member"),
        }
    }

    /// The offset of a base in a class, or minus that of the class in the base.
    fn adjustment(&self, class: Ty<'db>, of: Ty<'db>) -> Res<'db, i64> {
        if class == of {
            return Ok(0);
        }
        if let Some(offset) = base_offset(self.db, class, of, 0) {
            return Ok(offset as i64);
        }
        match base_offset(self.db, of, class, 0) {
            Some(offset) => Ok(-(offset as i64)),
            None => refuse("a pointer to a member of another class"),
        }
    }
}

/// The qualifiers of the entries of virtual tables.
const TABLE: cleave_il::Quals = cleave_il::Quals {
    is_const: true,
    is_volatile: false,
};
/// The longest array that is written out.
const MOST: u64 = 1 << 20;
/// How deep bases may lie.
const DEPTH: u32 = 64;

/// Whether all of a value is zero.
pub(crate) fn is_zero(value: &Value<'_>) -> bool {
    match value {
        Value::Int(n) => *n == 0,
        Value::Float(bits) => *bits == 0,
        Value::Complex(re, im) => *re == 0 && *im == 0,
        Value::Pointer(p) => p.base == PointerBase::Null(0) && p.path.is_empty(),
        Value::Class { bases, fields } => bases.iter().chain(fields).all(is_zero),
        Value::Union(None) | Value::Indeterminate => true,
        Value::Union(Some((_, value))) => is_zero(value),
        Value::Array {
            elements, filler, ..
        } => is_zero(filler) && elements.iter().all(is_zero),
        Value::Member(_) => false,
    }
}

/// Whether a function is the call operator of a closure that no function's code makes and no annotation puts on the device. What such a
/// closure is converted to is never defined, and the reference leaves a null pointer there.
fn is_converted_outside<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    (function.decl(db).closure(db)).is_some_and(|closure| {
        let owner = closure.owner;
        !owner.is_function(db)
            && owner.decl(db).code(db).body.is_none()
            && closure_annotations(db, closure).is_none()
    })
}

/// A data member or a base, and how many bytes before it.
fn part<'db>(db: &'db dyn Db, class: Ty<'db>, n: usize, is_base: bool) -> Option<(Ty<'db>, u64)> {
    let class = class.unqualified(db);
    let (info, layout) = (class_info(db, class)?, layout(db, class)?);
    match is_base {
        true => Some((info.bases.get(n)?.ty, *layout.bases.get(n)?)),
        false => Some((info.fields.get(n)?.ty, *layout.fields.get(n)? / 8)),
    }
}

/// How far a data member lies in a class: a member of an anonymous union is one of the class around ([class.union.anon]).
fn member_offset<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    member: DeclRef<'db>,
    depth: u32,
) -> Option<u64> {
    let info = class_info(db, class.unqualified(db))?;
    info.fields.iter().enumerate().find_map(|(n, field)| {
        let (ty, offset) = part(db, class, n, false)?;
        if field.decl == member {
            return Some(offset);
        }
        let is_anonymous = field.name.is_empty() && ty.is_class(db) && depth < DEPTH;
        let inner = is_anonymous.then(|| member_offset(db, ty, member, depth + 1));
        Some(offset + inner.flatten()?)
    })
}

/// How far a base that is not virtual lies in a class.
pub(crate) fn base_offset<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    base: Ty<'db>,
    depth: u32,
) -> Option<u64> {
    let (class, base) = (class.unqualified(db), base.unqualified(db));
    if class == base {
        return Some(0);
    }
    let (info, layout) = (class_info(db, class)?, layout(db, class)?);
    for (of, offset) in info.bases.iter().zip(&layout.bases) {
        if !of.is_virtual
            && depth < DEPTH
            && let Some(rest) = base_offset(db, of.ty, base, depth + 1)
        {
            return Some(offset + rest);
        }
    }
    None
}
