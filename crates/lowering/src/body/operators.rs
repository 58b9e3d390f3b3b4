//! Builtin operators on converted operands ([expr.unary], [expr.mul] to [expr.ass]).

use cleave_il::{Binary, Conversion, ExprId as Il, ExprKind as Kind, Quals, Type, TypeId, Unary};
use cleave_lang::Operator;
use cleave_typing::Value;
use cleave_typing::thir::{Expr, ExprId, ExprKind};

use crate::body::Body;
use crate::body::choice::Right;
use crate::refusal::Res;

/// The IL's operator.
fn infix(op: Operator) -> Option<Binary> {
    Some(match op {
        Operator::Plus | Operator::PlusAssign => Binary::Add,
        Operator::Minus | Operator::MinusAssign => Binary::Subtract,
        Operator::Multiply | Operator::MultiplyAssign => Binary::Multiply,
        Operator::Divide | Operator::DivideAssign => Binary::Divide,
        Operator::Remainder | Operator::RemainderAssign => Binary::Remainder,
        Operator::ShiftLeft | Operator::ShiftLeftAssign => Binary::ShiftLeft,
        Operator::ShiftRight | Operator::ShiftRightAssign => Binary::ShiftRight,
        Operator::BitAnd | Operator::BitAndAssign => Binary::And,
        Operator::BitOr | Operator::BitOrAssign => Binary::Or,
        Operator::BitXor | Operator::BitXorAssign => Binary::Xor,
        Operator::Equal => Binary::Equal,
        Operator::NotEqual => Binary::NotEqual,
        Operator::Less => Binary::Less,
        Operator::LessEqual => Binary::LessEqual,
        Operator::Greater => Binary::Greater,
        Operator::GreaterEqual => Binary::GreaterEqual,
        _ => return None,
    })
}

impl<'db> Body<'_, 'db> {
    pub(crate) fn unary(
        &mut self,
        x: &'db Expr<'db>,
        op: Operator,
        operand: ExprId,
    ) -> Res<'db, Il> {
        let ty = self.ty(x.ty)?;
        let how = match op {
            Operator::AddressOf if x.ty.is_member_pointer(self.unit.db) => {
                let ExprKind::Function(function) = self.expr(operand)?.kind else {
                    return self.refuse("a pointer to member");
                };
                return self.constant(x.ty, &Value::Member(Some(function)));
            }
            Operator::AddressOf => {
                let pointer = match self.expr(operand)?.ty.is_function(self.unit.db) {
                    true => self.function_pointer(operand)?,
                    false => self.reference(operand)?,
                };
                return Ok(self.as_pointer(pointer, ty));
            }
            Operator::UnaryPlus => return self.value(operand),
            Operator::Negate | Operator::Minus => Unary::Negate,
            Operator::Complement => Unary::Complement,
            Operator::Not => Unary::Not,
            _ => return self.refuse("an operator"),
        };
        let value = self.value(operand)?;
        Ok(self.make(Kind::Unary(how, value), ty))
    }

    pub(crate) fn binary(
        &mut self,
        x: &'db Expr<'db>,
        op: Operator,
        a: ExprId,
        b: ExprId,
    ) -> Res<'db, Il> {
        let db = self.unit.db;
        let Some(op) = infix(op) else {
            return self.refuse("an operator");
        };
        if self.expr(a)?.ty.is_member_pointer(db) {
            return self.compare_members(x, op, a, b);
        }
        let (mut first, mut second) = (self.value(a)?, self.value(b)?);
        let ty = self.ty(x.ty)?;
        // A number may stand before a pointer.
        if op == Binary::Add && self.is_pointer(second) && !self.is_pointer(first) {
            std::mem::swap(&mut first, &mut second);
        }
        if self.is_pointer(first) && self.is_pointer(second) {
            let own = self.ty_of(first);
            second = self.as_pointer(second, own);
        }
        Ok(self.make(Kind::Binary(op, first, second), ty))
    }

    pub(crate) fn is_pointer(&self, e: Il) -> bool {
        matches!(self.code.types[self.ty_of(e)], Type::Pointer { .. })
    }

    /// Pointers to members are compared.
    fn compare_members(
        &mut self,
        x: &'db Expr<'db>,
        op: Binary,
        a: ExprId,
        b: ExprId,
    ) -> Res<'db, Il> {
        let (first, second) = (self.value(a)?, self.value(b)?);
        let ty = self.ty(x.ty)?;
        if matches!(self.code.types[self.ty_of(first)], Type::Integer(_)) {
            return Ok(self.make(Kind::Binary(op, first, second), ty));
        }
        let compared = self.compare_member_functions(op, first, second)?;
        Ok(self.converted(Conversion::Integer, compared, ty))
    }

    /// A builtin assignment, compound assignment or step of a place that no other expression yields.
    pub(crate) fn modify_one(
        &mut self,
        x: &'db Expr<'db>,
        place: Il,
        right: Option<Right>,
    ) -> Res<'db, Il> {
        let db = self.unit.db;
        match &x.kind {
            ExprKind::Step {
                increment, prefix, ..
            } => {
                let ty = self.ty_of(place);
                if matches!(self.code.types[ty], Type::Bool) {
                    return self.step_of_bool(place, *prefix, quals(x, db));
                }
                let kind = Kind::Step {
                    increment: *increment,
                    prefix: *prefix,
                    place,
                };
                Ok(self.make(kind, ty))
            }
            ExprKind::Assign(_, value, by_name) => {
                if x.ty.is_class(db) {
                    return self.assign_object(place, x.ty, *value, *by_name);
                }
                let value = self.right(right)?;
                Ok(self.store(place, value))
            }
            ExprKind::Compound(op, target, _, ty) => {
                let Some(op) = infix(*op) else {
                    return self.refuse("an operator");
                };
                let value = self.right(right)?;
                let own = self.ty_of(place);
                if self.is_pointer_type(own) {
                    return Ok(self.make(Kind::Compound(op, place, value, own), own));
                }
                let ty = self.ty(*ty)?;
                if matches!(self.code.types[own], Type::Bool) {
                    return self.compound_of_bool(op, (place, quals(x, db)), value, ty);
                }
                match (op, &self.code.types[ty]) {
                    (Binary::Divide, Type::Floating(_)) => {
                        self.divided(*target, (place, quals(x, db)), value, ty)
                    }
                    _ => Ok(self.make(Kind::Compound(op, place, value, ty), own)),
                }
            }
            _ => self.refuse("an assignment"),
        }
    }

    fn is_pointer_type(&self, ty: TypeId) -> bool {
        matches!(self.code.types[ty], Type::Pointer { .. })
    }

    /// A place that is needed twice: what comes before, and the two. Bit-fields have no address: that of the object around is set
    /// aside.
    /// `quals` are those of the place.
    pub(crate) fn twice(&mut self, place: Il, quals: Quals) -> Res<'db, (Vec<Il>, Il, Il)> {
        let (at, path) = self.around(place);
        if let Kind::Local(local) = self.code.exprs[at].kind {
            let again = self.local_place(local);
            return Ok((Vec::new(), place, self.along(again, &path)));
        }
        let ty = self.ty_of(at);
        let pointer_ty = self.code.types.pointer(ty, quals);
        let pointer = self.address(at, pointer_ty);
        let (set, local) = self.set_aside(pointer);
        let mut made = Vec::new();
        for _ in 0..2 {
            let value = self.local_value(local);
            let start = self.deref(value)?;
            made.push(self.along(start, &path));
        }
        Ok((vec![set], made[0], made[1]))
    }

    /// `a /= b` in a floating type: the reference writes `a = a / b`, which reads the object before the operand. Where there is something to
    /// run for the object, the operand and a pointer are set aside.
    fn divided(
        &mut self,
        target: ExprId,
        (place, quals): (Il, Quals),
        value: Il,
        ty: TypeId,
    ) -> Res<'db, Il> {
        let own = self.ty_of(place);
        let (before, to, from, value) = match self.code.has_effects(place) {
            true => {
                let (operand, local) = self.set_aside(value);
                let (mut before, to, from) = self.twice(place, quals)?;
                before.insert(0, operand);
                (before, to, from, self.local_value(local))
            }
            false => (Vec::new(), place, self.place(target)?, value),
        };
        let old = self.load(from);
        let how = match self.code.types[own] {
            Type::Floating(_) => Conversion::Floating,
            _ => Conversion::IntegerToFloating,
        };
        let old = self.converted(how, old, ty);
        let new = self.make(Kind::Binary(Binary::Divide, old, value), ty);
        let how = match self.code.types[own] {
            Type::Floating(_) => Conversion::Floating,
            _ => Conversion::FloatingToInteger,
        };
        let new = self.converted(how, new, own);
        let store = self.store(to, new);
        Ok(self.after(before, store))
    }

    /// A truth value is computed with as an integer, and made a truth value again.
    fn compound_of_bool(
        &mut self,
        op: Binary,
        (place, quals): (Il, Quals),
        value: Il,
        ty: TypeId,
    ) -> Res<'db, Il> {
        let (before, to, from) = self.twice(place, quals)?;
        let old = self.load(from);
        let how = match self.code.types[ty] {
            Type::Floating(_) => Conversion::IntegerToFloating,
            _ => Conversion::Integer,
        };
        let old = self.converted(how, old, ty);
        let new = self.make(Kind::Binary(op, old, value), ty);
        let bool = self.bool();
        let new = match ty == bool {
            true => new,
            false => self.make(Kind::Convert(Conversion::Truth, new), bool),
        };
        let store = self.store(to, new);
        Ok(self.after(before, store))
    }

    /// `++b` of a truth value: it becomes true.
    fn step_of_bool(&mut self, place: Il, is_prefix: bool, quals: Quals) -> Res<'db, Il> {
        let (mut before, to, from) = self.twice(place, quals)?;
        let bool = self.bool();
        let one = self.number(1, bool);
        if is_prefix {
            let store = self.store(to, one);
            return Ok(self.after(before, store));
        }
        let old = self.load(from);
        let (set, local) = self.set_aside(old);
        before.push(set);
        before.push(self.store(to, one));
        let old = self.local_value(local);
        Ok(self.after(before, old))
    }
}

/// The qualifiers of what an expression modifies.
fn quals<'db>(x: &Expr<'db>, db: &'db dyn cleave_base_db::Db) -> Quals {
    crate::types::quals(x.ty.top_quals(db))
}
