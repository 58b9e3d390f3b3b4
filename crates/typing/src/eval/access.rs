//! Reading and writing objects while a constant is evaluated.

use cleave_syntax::Standard;

use crate::eval::machine::{Machine, Res, Stop};
use crate::eval::memory::objects;
use crate::eval::memory::objects::{Fault, Fill as Blank, ObjectKind};
use crate::{Entity, Pointer, PointerBase, Site, Step, Value};

impl<'a, 'db> Machine<'a, 'db> {
    /// Reads what a pointer points to.
    pub(super) fn read(&mut self, pointer: &Pointer<'db>, site: Site<'db>) -> Res<Value<'db>> {
        match self.try_read(pointer) {
            Ok(value) => self.import(value, site),
            Err(fault) => self.fault(fault, site, pointer),
        }
    }

    fn try_read(&self, pointer: &Pointer<'db>) -> Result<Value<'db>, Fault<'db>> {
        match &pointer.base {
            PointerBase::Object(id) => {
                let object = self.objects.get(*id).ok_or(Fault::Expired)?;
                let value = objects::part_value(&object.value, &pointer.path)?;
                match (object.kind, value) {
                    (ObjectKind::Outside(_), Value::Indeterminate) => Err(Fault::RunTime),
                    (ObjectKind::Outside(l), value) if !objects::is_empty(&value) => {
                        Err(Fault::Outside(l))
                    }
                    (_, value) => Ok(value),
                }
            }
            PointerBase::Static(entity) => {
                let constant = self.known.constant(self.db, *entity);
                let Some(constant) = constant else {
                    return Err(self.no_constant(*entity));
                };
                let mut ty = constant.ty(self.db);
                for step in pointer.path.iter() {
                    let part = self.known.part(self.db, ty, step).ok_or(Fault::Unknown)?;
                    // What may change is no constant.
                    if part.is_mutable {
                        return Err(Fault::RunTime);
                    }
                    ty = part.ty;
                }
                objects::part_value(constant.value(self.db), &pointer.path)
            }
            PointerBase::String(literal) => match pointer.path.only() {
                Some(Step::Element(i)) => match literal.units.get(i as usize) {
                    Some(&unit) => Ok(Value::Int(unit.into())),
                    None if i == literal.units.len() as u64 => Err(Fault::PastEnd(i)),
                    None => Err(Fault::Position(i, literal.units.len() as u64)),
                },
                _ => Err(Fault::Unknown),
            },
            PointerBase::Temporary(entity, n) => {
                // What a reference to no constant refers to may have changed ([expr.const]/5).
                let ty = crate::function::variable_type(self.db, *entity);
                if ty.is_reference(self.db)
                    && !ty.strip_reference(self.db).top_quals(self.db).is_const
                    && !crate::eval::is_constexpr(self.db, *entity)
                {
                    return Err(Fault::Variable(*entity));
                }
                let all = &crate::eval::variable(self.db, *entity).temporaries;
                let temporary = all.get(*n as usize).ok_or(Fault::Unknown)?;
                objects::part_value(temporary.value(self.db), &pointer.path)
            }
            PointerBase::Parameter(value) => {
                objects::part_value(value.value(self.db), &pointer.path)
            }
            PointerBase::Null(_) => Err(Fault::RunTime),
        }
    }

    /// Why a variable has no constant value. What is reported where it is declared is not reported again.
    fn no_constant(&self, entity: Entity<'db>) -> Fault<'db> {
        use cleave_hir::{DeclKind, Init};
        let ty = crate::function::variable_type(self.db, entity);
        if ty.is_unknown(self.db) {
            return Fault::Unknown;
        }
        if !crate::eval::is_usable(self.db, entity) {
            return Fault::Variable(entity);
        }
        match &crate::eval::variable(self.db, entity).value {
            Err(crate::eval::Failure::NotConstant(_))
                if !crate::eval::is_constexpr(self.db, entity) =>
            {
                Fault::Variable(entity)
            }
            Err(crate::eval::Failure::Unknown) => {
                let defined = crate::function::definition(self.db, entity).unwrap_or(entity);
                match defined.kind(self.db) {
                    Some(DeclKind::Variable(v)) if matches!(v.init, Init::None) => {
                        Fault::Variable(entity)
                    }
                    _ => Fault::Unknown,
                }
            }
            _ => Fault::Unknown,
        }
    }

    /// Reads a scalar that must have a value.
    pub(super) fn load(&mut self, pointer: &Pointer<'db>, site: Site<'db>) -> Res<Value<'db>> {
        match self.read(pointer, site)? {
            Value::Indeterminate => self.fault(Fault::Uninitialized, site, pointer),
            value => Ok(value),
        }
    }

    /// Puts a value where a pointer points. `initial` is the first value of an object: constants may be given one.
    pub(super) fn write(
        &mut self,
        pointer: &Pointer<'db>,
        value: Value<'db>,
        initial: bool,
        site: Site<'db>,
    ) -> Res<()> {
        if !initial && self.is_constant_part(pointer) {
            return self.fault(Fault::Const, site, pointer);
        }
        let needs_object = !initial && matches!(value, Value::Class { .. });
        let mut value = Some(value);
        loop {
            let written = self.part_mut(pointer, initial).map(|place| {
                let gone = needs_object && matches!(place, Value::Indeterminate);
                if let (false, Some(value)) = (gone, value.take()) {
                    *place = value;
                }
                !gone
            });
            match written {
                Ok(true) => return Ok(()),
                Ok(false) => return self.fault(Fault::Uninitialized, site, pointer),
                Err((Fault::Inactive(_, _), at)) if initial || self.standard >= Standard::Cpp20 => {
                    self.activate(pointer, at, site)?;
                }
                Err((Fault::Unknown, _)) => {
                    let value = value.take().ok_or(Stop::Unknown)?;
                    return self.write_complex_part(pointer, value, initial);
                }
                Err((fault, _)) => return self.fault(fault, site, pointer),
            }
        }
    }

    /// Puts a value where a pointer to the real or imaginary part of a complex number points.
    fn write_complex_part(
        &mut self,
        pointer: &Pointer<'db>,
        value: Value<'db>,
        initial: bool,
    ) -> Res<()> {
        let (Some((number, Step::Field(n))), Value::Float(bits)) = (pointer.split(), value) else {
            return Err(Stop::Unknown);
        };
        match self.part_mut(&number, initial) {
            Ok(Value::Complex(re, im)) => {
                *(if n == 0 { re } else { im }) = bits;
                Ok(())
            }
            _ => Err(Stop::Unknown),
        }
    }

    /// Whether what a pointer points to lies in a constant member that is initialised: no constructor of the member runs, nor any
    /// other function of its class ([dcl.type.cv]/4).
    fn is_constant_part(&self, pointer: &Pointer<'db>) -> bool {
        let (PointerBase::Object(id), db) = (&pointer.base, self.db) else {
            return false;
        };
        let Some(object) = self.objects.get(*id) else {
            return false;
        };
        let mut ty = object.ty;
        let mut constant = None;
        for (i, step) in pointer.path.iter().enumerate() {
            let Some(part) = self.known.part(db, ty, step) else {
                return false;
            };
            if part.is_mutable {
                constant = None;
            } else if part.is_const {
                constant = constant.or(Some(i + 1));
            }
            ty = part.ty;
        }
        let Some(member) = constant.map(|end| pointer.path.prefix(end)) else {
            return false;
        };
        let within =
            |this: &Pointer<'db>| this.base == pointer.base && this.path.starts_with(&member);
        !(self.frames.iter().filter_map(|f| f.this.as_ref())).any(within)
    }

    /// What a pointer points to, to be changed. A fault comes with the length of the path to it.
    fn part_mut(
        &mut self,
        pointer: &Pointer<'db>,
        initial: bool,
    ) -> Result<&mut Value<'db>, (Fault<'db>, usize)> {
        let PointerBase::Object(id) = pointer.base else {
            return Err(match pointer.base {
                PointerBase::String(..) => (Fault::Const, 0),
                _ => (Fault::RunTime, 0),
            });
        };
        let object = self.objects.get_mut(id).ok_or((Fault::Expired, 0))?;
        if matches!(object.kind, ObjectKind::Outside(_)) {
            return Err((Fault::RunTime, 0));
        }
        if object.frozen && !initial {
            return Err((Fault::Const, 0));
        }
        let mut place = &mut object.value;
        for (i, step) in pointer.path.iter().enumerate() {
            place = objects::step_mut(place, step).map_err(|f| (f, i))?;
        }
        Ok(place)
    }

    /// Makes the union member that step `at` of a path goes to the active one ([class.union.general]).
    fn activate(&mut self, pointer: &Pointer<'db>, at: usize, site: Site<'db>) -> Res<()> {
        let Some(Step::Field(n)) = pointer.path.get(at) else {
            return Err(Stop::Unknown);
        };
        let union = Pointer {
            base: pointer.base.clone(),
            path: pointer.path.prefix(at),
        };
        let ty = self.pointed_type(&union).ok_or(Stop::Unknown)?;
        let member = objects::step_type(self.db, ty, Step::Field(n)).ok_or(Stop::Unknown)?;
        let value = self.blank(member, Blank::Nothing, site)?;
        self.write(&union, Value::Union(Some((n, Box::new(value)))), true, site)
    }
}
