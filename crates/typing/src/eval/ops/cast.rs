//! Conversions ([conv], [expr.static.cast], [expr.reinterpret.cast]).

use cleave_codes::codes;

use crate::eval::machine::{Machine, Res, Stop};
use crate::eval::memory::address::address;
use crate::eval::memory::objects::{Fault, Fill as Blank};
use crate::eval::ops;
use crate::eval::ops::bits;
use crate::eval::ops::scalar;
use crate::eval::shape::Shape;
use crate::thir::{Conversion, Expr, ExprId};
use crate::{Fill, Pointer, PointerBase, Site, Step, Ty, TyKind, Value};

impl<'a, 'db> Machine<'a, 'db> {
    /// A conversion that yields a prvalue.
    pub(crate) fn convert(
        &mut self,
        e: ExprId,
        x: &Expr<'db>,
        conversion: Conversion<'db>,
        operand: ExprId,
    ) -> Res<Value<'db>> {
        let from = self.expr(operand)?;
        match conversion {
            Conversion::Load => {
                let place = self.place(operand)?;
                let shape = self.shape(operand)?;
                if shape.is_nullptr {
                    return Ok(Value::Pointer(Pointer::null()));
                }
                if shape.is_volatile {
                    return self.fault(Fault::Volatile, from.site, &place);
                }
                if let Some(l) = self.names_outside(from, &place) {
                    let what = self.outside(l);
                    return self.fail(codes::VALUE_NOT_USABLE_AS_CONSTANT, from.site, vec![what]);
                }
                self.load(&place, from.site)
            }
            Conversion::Decay => {
                let place = self.place(operand)?;
                let first = self.part_place(&place, from.ty, Step::Element(0));
                Ok(Value::Pointer(first))
            }
            Conversion::FunctionToPointer => self.place(operand).map(Value::Pointer),
            Conversion::ClosureToFunction(entity) => {
                self.discard(operand)?;
                Ok(Value::Pointer(Pointer::to(PointerBase::Static(entity))))
            }
            Conversion::Discard => {
                self.discard(operand)?;
                Ok(Value::Indeterminate)
            }
            Conversion::Bits => self.bit_cast(x, operand),
            Conversion::Noop => self.eval(operand),
            Conversion::Null => {
                self.discard(operand)?;
                self.blank(x.ty, Blank::Zero, x.site)
            }
            // There is one value, which is not read ([conv.lval]/3).
            Conversion::ToBool if self.shape(operand)?.is_nullptr => Ok(Value::Int(0)),
            Conversion::Integral
            | Conversion::Floating
            | Conversion::IntegralToFloating
            | Conversion::FloatingToIntegral
            | Conversion::ToBool
            | Conversion::Complex => {
                let value = self.eval(operand)?;
                if let Value::Int(n) = value
                    && let Shape {
                        int: Some(int),
                        is_bool,
                        ..
                    } = self.shape(e)?
                {
                    return Ok(Value::Int(match is_bool {
                        true => (n != 0).into(),
                        false => int.wrap(n),
                    }));
                }
                self.convert_arithmetic(value, from.ty, x.ty, x.site)
            }
            Conversion::MemberPointer => self.eval(operand),
            Conversion::ToBase(_) | Conversion::ToDerived(_) | Conversion::Dynamic => {
                let pointer = self.pointer(operand)?;
                if pointer.is_null() {
                    return Ok(Value::Pointer(pointer));
                }
                let from = from.ty.pointee(self.db).ok_or(Stop::Unknown)?;
                let to = x.ty.pointee(self.db).ok_or(Stop::Unknown)?;
                match conversion {
                    Conversion::ToBase(_) => self.upcast(&pointer, from, to),
                    Conversion::ToDerived(_) => self.downcast(&pointer, from, to, x.site),
                    _ => match self.dynamic_cast(&pointer, to)? {
                        Some(place) => Ok(place),
                        None => Ok(Pointer::null()),
                    },
                }
                .map(Value::Pointer)
            }
            Conversion::VoidPointer => {
                let pointer = self.pointer(operand)?;
                self.void_pointer(x, from, pointer).map(Value::Pointer)
            }
            Conversion::Reinterpret => self.reinterpret(x, from, operand),
        }
    }

    /// A conversion that yields a glvalue.
    pub(crate) fn convert_place(
        &mut self,
        x: &Expr<'db>,
        conversion: Conversion<'db>,
        operand: ExprId,
    ) -> Res<Pointer<'db>> {
        let from = self.expr(operand)?.ty;
        match conversion {
            Conversion::Noop => self.place(operand),
            Conversion::ToBase(_) => {
                let place = self.place(operand)?;
                self.upcast(&place, from, x.ty)
            }
            Conversion::ToDerived(_) => {
                let place = self.place(operand)?;
                self.downcast(&place, from, x.ty, x.site)
            }
            Conversion::Dynamic => {
                let place = self.place(operand)?;
                match self.dynamic_cast(&place, x.ty)? {
                    Some(place) => Ok(place),
                    None => self.cannot(x.site),
                }
            }
            Conversion::Reinterpret => {
                let place = self.place(operand)?;
                match address(&place) {
                    Some(_) => Ok(place),
                    None => self.invalid(from, x.ty, x.site),
                }
            }
            _ => Err(Stop::Unknown),
        }
    }

    /// The conversion has no meaning in constant expressions.
    fn invalid<T>(&mut self, from: Ty<'db>, to: Ty<'db>, site: Site<'db>) -> Res<T> {
        self.fail(
            codes::CONVERSION_INVALID_IN_EVALUATION,
            site,
            vec![Fill::Type(from), Fill::Type(to)],
        )
    }

    /// A value converted between arithmetic types, or to `bool`.
    pub(crate) fn convert_arithmetic(
        &mut self,
        value: Value<'db>,
        from: Ty<'db>,
        to: Ty<'db>,
        site: Site<'db>,
    ) -> Res<Value<'db>> {
        if to.is_bool(self.db) {
            return Ok(Value::Int(
                match value {
                    Value::Int(v) => v != 0,
                    Value::Float(bits) => f64::from_bits(bits) != 0.0,
                    Value::Complex(re, im) => {
                        f64::from_bits(re) != 0.0 || f64::from_bits(im) != 0.0
                    }
                    Value::Pointer(p) => !p.is_null(),
                    Value::Member(m) => m.is_some(),
                    _ => return Err(Stop::Unknown),
                }
                .into(),
            ));
        }
        if let TyKind::Complex(_) = to.kind(self.db) {
            let format = scalar::float(self.db, to).ok_or(Stop::Unknown)?;
            let round = |v: f64| format.round(v).to_bits();
            return Ok(match value {
                Value::Complex(re, im) => {
                    Value::Complex(round(f64::from_bits(re)), round(f64::from_bits(im)))
                }
                Value::Float(v) => Value::Complex(round(f64::from_bits(v)), 0),
                Value::Int(v) => Value::Complex(round(v as f64), 0),
                _ => return Err(Stop::Unknown),
            });
        }
        let value = match value {
            Value::Complex(re, _) => Value::Float(re),
            value => value,
        };
        if let Some(format) = scalar::float(self.db, to) {
            return Ok(Value::Float(match value {
                Value::Float(v) => format.round(f64::from_bits(v)).to_bits(),
                Value::Int(v) => {
                    let from = scalar::int(self.db, from).ok_or(Stop::Unknown)?;
                    format.of_int(from, v).to_bits()
                }
                _ => return Err(Stop::Unknown),
            }));
        }
        let int = scalar::int(self.db, to).ok_or(Stop::Unknown)?;
        match value {
            Value::Int(v) => Ok(Value::Int(int.wrap(v))),
            Value::Float(v) => match ops::truncate(f64::from_bits(v), int) {
                Ok(v) => Ok(Value::Int(v)),
                Err(true) if self.frames.len() > 1 => self.invalid(from, to, site),
                Err(_) if self.frames.len() > 1 => self.fail(
                    codes::VALUE_EXCEEDS_RANGE_OF_TYPE,
                    site,
                    vec![Fill::Type(to.unqualified(self.db))],
                ),
                Err(_) => self.fail(codes::FLOAT_TO_INTEGER_CONVERSION, site, Vec::new()),
            },
            _ => Err(Stop::Unknown),
        }
    }

    /// To `void *` and back.
    fn void_pointer(
        &mut self,
        x: &Expr<'db>,
        from: &Expr<'db>,
        pointer: Pointer<'db>,
    ) -> Res<Pointer<'db>> {
        let db = self.db;
        let to = x.ty.pointee(db).ok_or(Stop::Unknown)?;
        if to.is_void(db) || pointer.is_null() {
            return Ok(pointer);
        }
        if let PointerBase::Object(id) = pointer.base
            && self.objects.get(id).is_none()
        {
            return Ok(pointer);
        }
        match self.pointed_type(&pointer) {
            Some(ty) if ty.unqualified(db) == to.unqualified(db) => Ok(pointer),
            // A pointer to an array's storage that was handed about as a pointer to the whole.
            Some(ty) if ty.element(db).map(|t| t.unqualified(db)) == Some(to.unqualified(db)) => {
                Ok(pointer.join(Step::Element(0)))
            }
            Some(_) => self.invalid(from.ty, x.ty, x.site),
            None => Err(Stop::Unknown),
        }
    }

    fn reinterpret(&mut self, x: &Expr<'db>, from: &Expr<'db>, operand: ExprId) -> Res<Value<'db>> {
        let value = self.eval(operand)?;
        match value {
            Value::Int(n) if x.ty.is_pointer(self.db) => {
                // An address has 64 bits.
                Ok(Value::Pointer(Pointer::to(PointerBase::Null(n as i64))))
            }
            Value::Pointer(Pointer {
                base: PointerBase::Null(n),
                path,
            }) if path.is_empty()
                && let Some(int) = scalar::int(self.db, x.ty) =>
            {
                Ok(Value::Int(int.wrap(n.into())))
            }
            // Addresses of objects at run time are constants of a kind that values do not hold.
            Value::Pointer(p)
                if self.frames.len() == 1 && matches!(p.base, PointerBase::Static(_)) =>
            {
                Err(Stop::Unknown)
            }
            _ => self.invalid(from.ty, x.ty, x.site),
        }
    }

    fn bit_cast(&mut self, x: &Expr<'db>, operand: ExprId) -> Res<Value<'db>> {
        let from = self.expr(operand)?;
        let value = if from.category == crate::thir::Category::Prvalue {
            self.eval(operand)?
        } else {
            let place = self.place(operand)?;
            self.read(&place, from.site)?
        };
        let source = match bits::write(self.db, from.ty, &value) {
            Ok(bytes) => bytes,
            Err(error) => return self.bit_error(error, x.site),
        };
        match bits::read(self.db, x.ty, &source) {
            Ok(value) => Ok(value),
            Err(error) => self.bit_error(error, x.site),
        }
    }

    fn bit_error<T>(&mut self, error: bits::Error<'db>, site: Site<'db>) -> Res<T> {
        match error {
            bits::Error::Type(ty) => self.fail(
                codes::TYPE_PREVENTS_CONSTEXPR_BIT_CAST,
                site,
                vec![Fill::Type(ty)],
            ),
            bits::Error::Uninitialized => {
                self.fail(codes::ACCESS_TO_UNINITIALIZED_OBJECT, site, Vec::new())
            }
            bits::Error::Unknown => Err(Stop::Unknown),
        }
    }
}
