//! Conversions ([conv], [expr.static.cast], [expr.reinterpret.cast]).

use cleave_base_db::Db;
use cleave_il::{
    Binary, Conversion as Convert, ExprId as Il, ExprKind as Kind, Integer, MemberPart, Quals, Type,
};
use cleave_lang::Operator;
use cleave_needed::Emitted;
use cleave_typing::class::tables::base_way;
use cleave_typing::function::variable_type;
use cleave_typing::thir::{Category, Conversion, Expr, ExprId, ExprKind, LocalKind};
use cleave_typing::{Const, Entity, Ty, TyKind, Value, eval};

use crate::body::Body;
use crate::constants::base_offset;
use crate::refusal::Res;

impl<'db> Body<'_, 'db> {
    /// A conversion that yields a prvalue of scalar type.
    pub(crate) fn convert(
        &mut self,
        x: &'db Expr<'db>,
        conversion: Conversion<'db>,
        operand: ExprId,
    ) -> Res<'db, Il> {
        let db = self.unit.db;
        let from = self.expr(operand)?;
        let ty = self.ty(x.ty)?;
        match conversion {
            Conversion::Load => {
                if from.ty.is_nullptr(db) {
                    let before = self.effect(operand)?;
                    let zero = self.zero(ty);
                    return Ok(self.comma(before, zero));
                }
                if let Some(value) = self.read_constant(operand)? {
                    return Ok(value);
                }
                if let Some(value) = self.chosen_constant(operand)? {
                    return Ok(value);
                }
                // What an assignment leaves is what was stored. The compiler of the device reads it again where that is volatile.
                let leaves = matches!(
                    from.kind,
                    ExprKind::Assign(..)
                        | ExprKind::Compound(..)
                        | ExprKind::Step { prefix: true, .. }
                );
                if leaves {
                    return self.effect(operand);
                }
                let place = self.place(operand)?;
                Ok(self.load(place))
            }
            Conversion::Decay => {
                let array = self.place(operand)?;
                match self.code.types[self.ty_of(array)] {
                    Type::Array { .. } => Ok(self.decayed(array, ty)),
                    _ => self.refuse("an array"),
                }
            }
            Conversion::FunctionToPointer => {
                let pointer = self.function_pointer(operand)?;
                Ok(self.as_pointer(pointer, ty))
            }
            Conversion::Integral => {
                let value = self.value(operand)?;
                Ok(self.converted(Convert::Integer, value, ty))
            }
            Conversion::Floating => {
                let value = self.value(operand)?;
                Ok(self.converted(Convert::Floating, value, ty))
            }
            Conversion::IntegralToFloating => {
                let value = self.value(operand)?;
                Ok(self.converted(Convert::IntegerToFloating, value, ty))
            }
            Conversion::FloatingToIntegral => {
                let value = self.value(operand)?;
                Ok(self.converted(Convert::FloatingToInteger, value, ty))
            }
            Conversion::Complex => {
                let value = self.value(operand)?;
                Ok(self.converted(Convert::Complex, value, ty))
            }
            Conversion::ToBool => {
                if from.ty.is_nullptr(db) {
                    let before = self.effect(operand)?;
                    let zero = self.zero(ty);
                    return Ok(self.comma(before, zero));
                }
                let value = self.value(operand)?;
                self.truth(value, from.ty)
            }
            Conversion::Noop => {
                let value = self.value(operand)?;
                Ok(match self.code.types[ty] {
                    Type::Pointer { .. } => self.as_pointer(value, ty),
                    _ => value,
                })
            }
            Conversion::Null => {
                let is_pure = matches!(from.kind, ExprKind::Value(_) | ExprKind::Zero);
                let null = match x.ty.is_member_pointer(db) {
                    true => self.constant(x.ty, &Value::Member(None))?,
                    false => self.zero(ty),
                };
                if is_pure {
                    return Ok(null);
                }
                let before = self.effect(operand)?;
                Ok(self.comma(before, null))
            }
            Conversion::ToBase(_) | Conversion::ToDerived(_) => {
                let (Some(object), Some(to)) = (from.ty.pointee(db), x.ty.pointee(db)) else {
                    return self.refuse("a conversion of a pointer");
                };
                let is_object = matches!(
                    from.kind,
                    ExprKind::This | ExprKind::Unary(Operator::AddressOf, _)
                );
                let value = self.value(operand)?;
                match conversion {
                    Conversion::ToBase(_) => self.base_pointer(value, object, to, is_object),
                    _ => self.derived_pointer(value, object, to, is_object),
                }
            }
            Conversion::VoidPointer => {
                let value = self.value(operand)?;
                Ok(self.as_pointer(value, ty))
            }
            Conversion::MemberPointer => {
                let value = self.value(operand)?;
                self.convert_member(value, from.ty, x.ty)
            }
            Conversion::Reinterpret => {
                if from.category != Category::Prvalue {
                    return self.refuse("a reinterpreted glvalue");
                }
                let value = self.value(operand)?;
                self.reinterpreted(value, ty)
            }
            Conversion::Discard => {
                let value = self.effect(operand)?;
                Ok(self.discard(value))
            }
            Conversion::Bits => {
                let place = match from.category {
                    Category::Prvalue => self.temporary_place(operand, operand)?,
                    _ => self.place(operand)?,
                };
                let place = self.as_bits(place, ty)?;
                Ok(self.load(place))
            }
            Conversion::ClosureToFunction(operator) => {
                let before = self.effect(operand)?;
                let symbol = self.unit.symbol(Emitted::Invoker(operator))?;
                let function = self.make(Kind::Function(symbol), ty);
                Ok(self.comma(before, function))
            }
            Conversion::Dynamic => self.refuse("a dynamic cast"),
        }
    }

    /// A place as one of another type of the same size.
    pub(crate) fn as_bits(&mut self, place: Il, ty: cleave_il::TypeId) -> Res<'db, Il> {
        let pointer = self.code.types.pointer(ty, Quals::default());
        let address = self.address(place, pointer);
        let address = match self.code.exprs[address].kind {
            // A pointer of the right type to a place of another type.
            Kind::Address(inner) if self.ty_of(inner) != ty => {
                let own = self.ty_of(inner);
                let own = self.code.types.pointer(own, Quals::default());
                self.code.exprs[address].ty = own;
                self.make(Kind::Convert(Convert::Pointer, address), pointer)
            }
            _ => address,
        };
        self.deref(address)
    }

    /// The value of a constant that is read: it is a literal wherever that is (reference: device-half, Uses).
    fn read_constant(&mut self, operand: ExprId) -> Res<'db, Option<Il>> {
        let db = self.unit.db;
        let x = self.expr(operand)?;
        // A member of a constant is one as well, but not an element of it.
        let (mut root, mut path) = (operand, Vec::new());
        while let ExprKind::Field(object, n) = self.expr(root)?.kind {
            path.push(n as usize);
            root = object;
        }
        let value = match self.expr(root)?.kind {
            ExprKind::Value(ref value @ Value::Class { .. }) if !path.is_empty() => {
                return Ok(member(value, &path).and_then(|value| self.number_of(x.ty, value)));
            }
            ExprKind::Static(variable) => constant_of(db, variable),
            ExprKind::Local(l) => {
                let frame = self.frame()?;
                let local = frame.typed.locals.get(l.0 as usize);
                match local {
                    Some(local) if matches!(local.kind, LocalKind::Static(_)) => match local.kind {
                        LocalKind::Static(variable) => constant_of(db, variable),
                        _ => None,
                    },
                    Some(local) if !local.ty.is_reference(db) => match (local.value, local.init) {
                        (Some(value), _) => Some(value),
                        (None, Some(init)) if local.is_constexpr => {
                            eval::constant(db, frame.typed, init)
                        }
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        };
        let Some(value) = value else {
            return Ok(None);
        };
        if !path.is_empty() {
            let value = member(value.value(db), &path);
            return Ok(value.and_then(|value| self.number_of(x.ty, value)));
        }
        match value.value(db) {
            value @ (Value::Int(_) | Value::Float(_) | Value::Pointer(_) | Value::Member(_)) => {
                Ok(self.constant(x.ty.unqualified(db), value).ok())
            }
            _ => Ok(None),
        }
    }

    /// A number that a member of a constant holds.
    fn number_of(&mut self, ty: Ty<'db>, value: &Value<'db>) -> Option<Il> {
        let is_number = matches!(value, Value::Int(_) | Value::Float(_));
        let ty = ty.unqualified(self.unit.db);
        is_number.then(|| self.constant(ty, value).ok()).flatten()
    }

    /// What is read of one of two glvalues, if one is a constant.
    fn chosen_constant(&mut self, operand: ExprId) -> Res<'db, Option<Il>> {
        let x = self.expr(operand)?;
        let ExprKind::Conditional(condition, a, b) = x.kind else {
            return Ok(None);
        };
        let is_thrown = |e: ExprId| Ok(matches!(self.expr(e)?.kind, ExprKind::Throw(_)));
        if is_thrown(a)? || is_thrown(b)? {
            return Ok(None);
        }
        let (first, second) = (self.read_constant(a)?, self.read_constant(b)?);
        if first.is_none() && second.is_none() {
            return Ok(None);
        }
        let ty = self.ty(x.ty.unqualified(self.unit.db))?;
        let condition = self.value(condition)?;
        let read = |b: &mut Self, e: ExprId, constant: Option<Il>| match constant {
            Some(value) => Ok(value),
            None => b.conditionally(|b| {
                let place = b.place(e)?;
                Ok(b.load(place))
            }),
        };
        let (a, b) = (read(self, a, first)?, read(self, b, second)?);
        Ok(Some(self.make(Kind::Conditional(condition, a, b), ty)))
    }

    /// A conversion among numbers; to the same type none.
    pub(crate) fn converted(&mut self, how: Convert, value: Il, ty: cleave_il::TypeId) -> Il {
        if self.ty_of(value) == ty {
            return value;
        }
        self.make(Kind::Convert(how, value), ty)
    }

    /// Whether a value is not zero or null.
    pub(crate) fn truth(&mut self, value: Il, ty: Ty<'db>) -> Res<'db, Il> {
        let bool = self.bool();
        if let TyKind::MemberPointer { member, .. } = ty.kind(self.unit.db) {
            if !member.is_function(self.unit.db) {
                let null = self.integer(-1, Integer::Long);
                return Ok(self.make(Kind::Binary(Binary::NotEqual, value, null), bool));
            }
            let function = self.member_part(value, MemberPart::Function);
            return Ok(self.make(Kind::Convert(Convert::Truth, function), bool));
        }
        if self.ty_of(value) == bool && !ty.is_bool(self.unit.db) {
            return Ok(value);
        }
        if self.is_text(value) {
            return Ok(self.number(1, bool));
        }
        Ok(self.make(Kind::Convert(Convert::Truth, value), bool))
    }

    /// Whether a pointer points to a string literal.
    fn is_text(&self, mut value: Il) -> bool {
        loop {
            value = match self.code.exprs[value].kind {
                Kind::Convert(_, inner) | Kind::Address(inner) | Kind::Element(inner, _) => inner,
                Kind::Text(_) => return true,
                _ => return false,
            };
        }
    }

    /// A part of a pointer to member function.
    pub(crate) fn member_part(&mut self, value: Il, part: MemberPart) -> Il {
        let ty = match part {
            MemberPart::Function => self.any_function(),
            MemberPart::Adjustment => self.integer_type(Integer::Long),
        };
        self.make(Kind::MemberPart(value, part), ty)
    }

    /// A pointer to a function of which nothing is known.
    pub(crate) fn any_function(&mut self) -> cleave_il::TypeId {
        let ret = self.void();
        let function = self.code.types.intern(Type::Function {
            ret,
            params: Box::default(),
            variadic: false,
        });
        self.code.types.pointer(function, Quals::default())
    }

    /// The bits of a value as another type: pointers and integers.
    pub(crate) fn reinterpreted(&mut self, value: Il, ty: cleave_il::TypeId) -> Res<'db, Il> {
        let from = self.ty_of(value);
        if from == ty {
            return Ok(value);
        }
        let is_pointer = |t: &Type| matches!(t, Type::Pointer { .. });
        let is_integer = |t: &Type| matches!(t, Type::Integer(_) | Type::Bool);
        let (a, b) = (&self.code.types[from], &self.code.types[ty]);
        let how = match (is_pointer(a), is_pointer(b)) {
            (true, true) => Convert::Pointer,
            (true, false) if is_integer(b) => Convert::PointerToInteger,
            (false, true) if is_integer(a) => Convert::IntegerToPointer,
            (false, false) if is_integer(a) && is_integer(b) => Convert::Integer,
            _ => return self.refuse("a reinterpreted value"),
        };
        Ok(self.make(Kind::Convert(how, value), ty))
    }

    /// A base of an object.
    pub(crate) fn base_place(&mut self, place: Il, class: Ty<'db>, base: Ty<'db>) -> Res<'db, Il> {
        let mut at_class = class.unqualified(self.unit.db);
        let Some(way) = base_way(self.unit.db, at_class, base) else {
            return self.refuse("a class that is no base");
        };
        let mut at = place;
        if let Some(base) = way.virtual_base {
            at = self.virtual_base_place(at, at_class, base)?;
            at_class = base;
        }
        for &number in &way.path {
            at = self.direct_base(at, &mut at_class, number)?;
        }
        Ok(at)
    }

    /// A pointer to a base of what a pointer points to. A null pointer stays one.
    pub(crate) fn base_pointer(
        &mut self,
        pointer: Il,
        class: Ty<'db>,
        base: Ty<'db>,
        is_object: bool,
    ) -> Res<'db, Il> {
        let ty = self.pointer_to(base)?;
        let moved = |b: &mut Self, pointer: Il| {
            let place = b.deref(pointer)?;
            let place = b.base_place(place, class, base)?;
            Ok(b.address(place, ty))
        };
        let way = base_way(self.unit.db, class, base);
        let stays = way.is_some_and(|way| match way.virtual_base {
            Some(_) => self.is_complete_pointer(pointer),
            None => way.bytes == 0,
        });
        if is_object || stays {
            return moved(self, pointer);
        }
        self.unless_null(pointer, ty, moved)
    }

    /// What is made of a pointer that is not null.
    fn unless_null(
        &mut self,
        pointer: Il,
        ty: cleave_il::TypeId,
        f: impl FnOnce(&mut Self, Il) -> Res<'db, Il>,
    ) -> Res<'db, Il> {
        let (set, local) = self.set_aside(pointer);
        let value = self.local_value(local);
        let bool = self.bool();
        let is_there = self.make(Kind::Convert(Convert::Truth, value), bool);
        let value = self.local_value(local);
        let moved = f(self, value)?;
        let null = self.zero(ty);
        let chosen = self.make(Kind::Conditional(is_there, moved, null), ty);
        Ok(self.comma(set, chosen))
    }

    /// A pointer to the object that something is a base of.
    pub(crate) fn derived_pointer(
        &mut self,
        pointer: Il,
        base: Ty<'db>,
        class: Ty<'db>,
        is_object: bool,
    ) -> Res<'db, Il> {
        let ty = self.pointer_to(class)?;
        let Some(offset) = base_offset(self.unit.db, class, base, 0) else {
            return self.refuse("a virtual base");
        };
        if offset == 0 {
            return Ok(self.as_pointer(pointer, ty));
        }
        let moved = |b: &mut Self, pointer: Il| {
            let bytes = b.integer(-i128::from(offset), Integer::Long);
            Ok(b.bytes_from(pointer, bytes, ty))
        };
        match is_object {
            true => moved(self, pointer),
            false => self.unless_null(pointer, ty, moved),
        }
    }

    /// A pointer to a function that an lvalue names.
    pub(crate) fn function_pointer(&mut self, e: ExprId) -> Res<'db, Il> {
        self.at(e, |b, x| match &x.kind {
            ExprKind::Function(function) => {
                let symbol = b.unit.symbol(Emitted::of(b.unit.db, *function))?;
                let ty = b.pointer_to(x.ty)?;
                Ok(b.make(Kind::Function(symbol), ty))
            }
            ExprKind::Unary(Operator::Dereference, pointer) => b.value(*pointer),
            ExprKind::Convert(Conversion::Noop | Conversion::Reinterpret, inner) => {
                let pointer = b.function_pointer(*inner)?;
                let ty = b.pointer_to(x.ty)?;
                Ok(b.as_pointer(pointer, ty))
            }
            ExprKind::Comma(a, inner) => {
                let before = b.effect(*a)?;
                let pointer = b.function_pointer(*inner)?;
                Ok(b.comma(before, pointer))
            }
            ExprKind::Conditional(condition, a, c) => {
                let condition = b.value(*condition)?;
                let (a, c) = (b.function_pointer(*a)?, b.function_pointer(*c)?);
                let ty = b.ty_of(a);
                let c = b.as_pointer(c, ty);
                Ok(b.make(Kind::Conditional(condition, a, c), ty))
            }
            ExprKind::Value(Value::Pointer(pointer)) => {
                let kind = b.unit.address(&mut b.code, pointer)?;
                let ty = b.pointer_to(x.ty)?;
                let constant = b.code.constant(kind, ty);
                Ok(b.make(Kind::Constant(constant), ty))
            }
            ExprKind::Local(l) => {
                // A reference to a function.
                let place = b.local_object(*l)?;
                let ty = b.pointer_to(x.ty)?;
                Ok(b.address(place, ty))
            }
            ExprKind::Call { .. } | ExprKind::CallIndirect(..) | ExprKind::CallMember(..) => {
                b.call(e, x, None)
            }
            ExprKind::Full(inner) => b.function_pointer(*inner),
            ExprKind::Field(..) | ExprKind::Static(_) => {
                let place = b.place(e)?;
                let ty = b.pointer_to(x.ty)?;
                Ok(b.address(place, ty))
            }
            _ => b.refuse("a function"),
        })
    }
}

/// The value of a variable that is a constant wherever it is read. What a reference refers to is read itself.
fn constant_of<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Option<Const<'db>> {
    match variable_type(db, variable).is_reference(db) {
        true => None,
        false => eval::constant_value(db, variable),
    }
}

/// The member of a constant object that a way leads to, its last step first.
fn member<'v, 'db>(object: &'v Value<'db>, path: &[usize]) -> Option<&'v Value<'db>> {
    path.iter().rev().try_fold(object, |at, &n| match at {
        Value::Class { fields, .. } => fields.get(n),
        _ => None,
    })
}
