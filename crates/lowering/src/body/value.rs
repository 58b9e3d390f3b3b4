//! Prvalues of scalar types as values, and expressions for their effects.

use cleave_il::{ConstantKind, Conversion as Convert, ExprId as Il, ExprKind as Kind};
use cleave_lang::Operator;
use cleave_needed::{Decided, decided, read_of_call, read_of_part};
use cleave_typing::class::class_info;
use cleave_typing::function::variable_type;
use cleave_typing::thir::{Category, Conversion, Expr, ExprId, ExprKind};
use cleave_typing::{Entity, Ty, Value, check};

use crate::body::Body;
use crate::body::dest::Dest;
use crate::passing::{is_empty_class, is_passed_by_reference};
use crate::refusal::Res;

impl<'db> Body<'_, 'db> {
    /// The value of a prvalue.
    pub(crate) fn value(&mut self, e: ExprId) -> Res<'db, Il> {
        self.at(e, |b, x| b.value_of(e, x))
    }

    fn value_of(&mut self, e: ExprId, x: &'db Expr<'db>) -> Res<'db, Il> {
        let db = self.unit.db;
        if x.category != Category::Prvalue {
            if let ExprKind::DefaultArgument(function, n) = x.kind {
                return self.default_argument(function, n, |b, e| b.value(e));
            }
            return self.refuse("a glvalue where a value is needed");
        }
        if x.ty.is_class(db) {
            return self.class_value(e, x);
        }
        match &x.kind {
            ExprKind::Value(_) if x.ty.is_void(db) => Ok(self.nothing()),
            ExprKind::Value(value) => self.constant(x.ty, value),
            ExprKind::This => self.this(x),
            ExprKind::Convert(conversion, operand) => {
                let typed = self.frame()?.typed;
                match read_of_call(db, typed, e).or_else(|| read_of_part(db, typed, e)) {
                    Some(value) => self.constant(x.ty.unqualified(db), value.value(db)),
                    None => self.convert(x, *conversion, *operand),
                }
            }
            ExprKind::Unary(op, operand) => self.unary(x, *op, *operand),
            ExprKind::Binary(op, a, b) => self.binary(x, *op, *a, *b),
            ExprKind::Step { operand, .. } => {
                let place = self.place(*operand)?;
                self.modify(x, place)
            }
            ExprKind::Logical(and, a, b) => {
                let bool = self.ty(x.ty)?;
                if let Some(Decided::Value(value, _)) = decided(db, self.frame()?.typed, e) {
                    return Ok(self.number(value.into(), bool));
                }
                let a = self.value(*a)?;
                let b = self.conditionally(|body| body.value(*b))?;
                Ok(self.make(Kind::Logical(*and, a, b), bool))
            }
            ExprKind::Throw(_) => Ok(self.thrown()),
            ExprKind::Comma(a, b) => {
                let before = self.effect(*a)?;
                let value = self.value(*b)?;
                Ok(self.comma(before, value))
            }
            ExprKind::Conditional(condition, a, b) => {
                let is_void = x.ty.is_void(db);
                let condition = self.value(*condition)?;
                let ty = self.ty(x.ty)?;
                let branch = |body: &mut Self, e: ExprId| {
                    if let (false, ExprKind::Throw(_)) = (is_void, &body.expr(e)?.kind) {
                        return Ok(body.thrown_instead(ty));
                    }
                    body.conditionally(|body| match is_void {
                        true => body.effect(e),
                        false => body.value(e),
                    })
                };
                let (a, b) = (branch(self, *a)?, branch(self, *b)?);
                Ok(self.make(Kind::Conditional(condition, a, b), ty))
            }
            ExprKind::Full(inner) => {
                let is_void = x.ty.is_void(db);
                let (value, temporaries) = self.full(|b| match is_void {
                    true => b.effect(*inner),
                    false => b.value(*inner),
                })?;
                self.value_then_end(value, &temporaries)
            }
            ExprKind::Call { .. } | ExprKind::CallIndirect(..) | ExprKind::CallMember(..) => {
                self.call(e, x, None)
            }
            ExprKind::Builtin(name, args) => self.builtin(x, name, args),
            ExprKind::Statements(block) => self.statements(x, *block),
            ExprKind::New { .. } => self.new_expr(x),
            ExprKind::Delete {
                pointer,
                array,
                global,
                destructor,
            } => self.delete(*pointer, *array, *global, *destructor),
            ExprKind::Destroy(object, destructor, is_qualified) => {
                self.destroy_call(*object, *destructor, *is_qualified)
            }
            ExprKind::Zero | ExprKind::Aggregate(_) if x.ty.is_scalar(db) => {
                if let ExprKind::Aggregate(parts) = &x.kind
                    && let [Some(only)] = **parts
                {
                    return self.value(only);
                }
                let ty = self.ty(x.ty)?;
                match x.ty.is_member_pointer(db) {
                    true => self.constant(x.ty, &Value::Member(None)),
                    false => Ok(self.zero(ty)),
                }
            }
            ExprKind::Uninitialized => {
                let ty = self.ty(x.ty)?;
                let constant = self.code.constant(cleave_il::ConstantKind::Undefined, ty);
                Ok(self.make(Kind::Constant(constant), ty))
            }
            ExprKind::DefaultArgument(function, n) => {
                self.default_argument(*function, *n, |b, e| b.value(e))
            }
            ExprKind::Launch(kernel, configuration, args) => {
                self.launch(*kernel, configuration, args)
            }
            ExprKind::Typeid(_) => self.refuse("type information"),
            _ if x.ty.is_array(db)
                || matches!(x.ty.kind(db), cleave_typing::TyKind::Vector(..)) =>
            {
                let place = self.temporary_place(e, e)?;
                Ok(self.load(place))
            }
            // An expansion of nothing.
            ExprKind::Zero if x.ty.is_void(db) => Ok(self.nothing()),
            _ => self.refuse(kind_name(&x.kind)),
        }
    }

    /// A constant.
    pub(crate) fn constant(&mut self, ty: Ty<'db>, value: &Value<'db>) -> Res<'db, Il> {
        let constant = self.unit.constant(&mut self.code, ty, value)?;
        let il = self.code.constants[constant].ty;
        Ok(self.make(Kind::Constant(constant), il))
    }

    /// `this`; in a lambda what it captured.
    fn this(&mut self, x: &'db Expr<'db>) -> Res<'db, Il> {
        let Some(this) = self.frame()?.this else {
            return self.refuse("`this` without an object");
        };
        if let Some(value) = self.captured_this(this, x.ty)? {
            return Ok(value);
        }
        let value = self.local_value(this);
        let ty = self.ty(x.ty)?;
        Ok(self.as_pointer(value, ty))
    }

    /// A prvalue of class type as the value of its record.
    pub(crate) fn class_value(&mut self, e: ExprId, x: &'db Expr<'db>) -> Res<'db, Il> {
        let db = self.unit.db;
        match &x.kind {
            ExprKind::Call { .. } | ExprKind::CallIndirect(..) | ExprKind::CallMember(..)
                if !is_passed_by_reference(db, x.ty) && !self.is_literal(e, x) =>
            {
                return self.call(e, x, None);
            }
            ExprKind::DefaultArgument(function, n) => {
                return self.default_argument(*function, *n, |b, e| b.value(e));
            }
            ExprKind::Binary(Operator::Spaceship, a, b) if !self.is_literal(e, x) => {
                return self.ordering(x, (*a, *b));
            }
            _ => {}
        }
        if x.ty.is_class(db) && is_empty_class(db, x.ty) && self.is_known_empty(e, x)? {
            let ty = self.ty(x.ty.unqualified(db))?;
            let constant = self.code.constant(ConstantKind::Zero, ty);
            let object = self.make(Kind::Text(constant), ty);
            return Ok(self.load(object));
        }
        if x.ty.is_class(db) && is_empty_class(db, x.ty) && self.is_made_empty(e)? {
            let ty = self.ty(x.ty.unqualified(db))?;
            return Ok(self.zero(ty));
        }
        if let Some(source) = self.copied_trivially(e, x)? {
            let place = self.place(source)?;
            return Ok(self.load(place));
        }
        if let Some(constant) = self.constructed_constant(e)? {
            let ty = self.ty(x.ty.unqualified(db))?;
            let object = self.make(Kind::Text(constant), ty);
            return Ok(self.load(object));
        }
        let place = self.temporary_place(e, e)?;
        Ok(self.load(place))
    }

    /// An expression for its effect.
    pub(crate) fn effect(&mut self, e: ExprId) -> Res<'db, Il> {
        self.at(e, |b, x| b.effect_of(e, x))
    }

    fn effect_of(&mut self, e: ExprId, x: &'db Expr<'db>) -> Res<'db, Il> {
        let db = self.unit.db;
        match &x.kind {
            ExprKind::Assign(target, value, false) if self.is_stored(x.ty, *value)? => {
                self.store_object(*target, *value)
            }
            ExprKind::Assign(target, ..)
            | ExprKind::Compound(_, target, ..)
            | ExprKind::Step {
                operand: target, ..
            } => {
                let from = self.ranks.len();
                let place = self.place(*target)?;
                let middle = self.ranks.len();
                let modified = self.modify(x, place)?;
                if self.is_ordered() {
                    self.ranks.exchange(from, middle);
                }
                Ok(modified)
            }
            ExprKind::Comma(a, b) => {
                let (a, b) = (self.effect(*a)?, self.effect(*b)?);
                Ok(self.comma(a, b))
            }
            ExprKind::Conditional(condition, a, b) => {
                let condition = self.value(*condition)?;
                let a = self.conditionally(|body| body.effect(*a))?;
                let b = self.conditionally(|body| body.effect(*b))?;
                let (a, b) = (self.discard(a), self.discard(b));
                let void = self.void();
                Ok(self.make(Kind::Conditional(condition, a, b), void))
            }
            ExprKind::Full(inner) => {
                let (value, temporaries) = self.full(|b| b.effect(*inner))?;
                let value = self.discard(value);
                self.value_then_end(value, &temporaries)
            }
            ExprKind::Convert(Conversion::Discard | Conversion::Noop, inner)
                if self.expr(*inner)?.ty.is_void(db) || x.ty.is_void(db) =>
            {
                self.effect(*inner)
            }
            ExprKind::Materialize(inner) => self.effect(*inner),
            ExprKind::Call { .. } | ExprKind::CallIndirect(..) | ExprKind::CallMember(..)
                if x.category != Category::Prvalue =>
            {
                if let Some(store) = self.trivial_store(x)? {
                    return Ok(store);
                }
                self.call(e, x, None)
            }
            _ if x.category != Category::Prvalue => {
                if x.ty.is_function(db) {
                    return Ok(self.nothing());
                }
                let place = self.place(e)?;
                if x.ty.quals(db).is_volatile
                    && !x.ty.is_class(db)
                    && self.is_volatile_read(&x.kind)?
                {
                    return Ok(self.load(place));
                }
                // A bit-field has no address: its object has.
                let is_bit_field = self.is_bit_field(&x.kind)?;
                let (place, ty) = match self.code.exprs[place].kind {
                    Kind::Field(object, _) if is_bit_field => {
                        let record = self.code.exprs[object].ty;
                        let to = self.code.types.pointer(record, cleave_il::Quals::default());
                        (object, to)
                    }
                    _ => (place, self.pointer_to(x.ty)?),
                };
                let pointer = self.address(place, ty);
                Ok(self.make_effect(pointer))
            }
            ExprKind::Call { .. } | ExprKind::CallIndirect(..) | ExprKind::CallMember(..)
                if x.ty.is_class(db)
                    && !is_passed_by_reference(db, x.ty)
                    && !self.is_destroyed(x.ty)
                    && !self.is_literal(e, x) =>
            {
                let result = self.call(e, x, None)?;
                Ok(self.discard(result))
            }
            _ if x.ty.is_class(db) => {
                let ty = self.ty(x.ty)?;
                let local = self.temporary(ty);
                let dest = Dest::local(local, x.ty.unqualified(db));
                let mut effects = Vec::new();
                self.init(&dest, e, &mut effects)?;
                effects.extend(self.destroy_temporary(dest));
                match self.sequence(effects) {
                    Some(all) => Ok(self.discard(all)),
                    None => Ok(self.nothing()),
                }
            }
            _ => self.value(e),
        }
    }

    /// Whether a volatile glvalue is read though nobody wants its value ([expr.context]/2). What a reference is bound to is not.
    fn is_volatile_read(&mut self, kind: &ExprKind<'db>) -> Res<'db, bool> {
        let db = self.unit.db;
        Ok(match kind {
            ExprKind::Local(l) => {
                let local = self.frame()?.typed.locals.get(l.0 as usize);
                local.is_some_and(|l| !l.ty.is_reference(db))
            }
            ExprKind::Static(entity) => !variable_type(db, *entity).is_reference(db),
            ExprKind::Field(object, n) => {
                let class = self.expr(*object)?.ty.unqualified(db);
                let info = class_info(db, class);
                let field = info.and_then(|i| i.fields.get(*n as usize));
                field.is_some_and(|f| !f.ty.is_reference(db))
            }
            ExprKind::Index(..)
            | ExprKind::MemberPointer(..)
            | ExprKind::Unary(Operator::Dereference, _) => true,
            _ => false,
        })
    }

    /// Whether a glvalue names a bit-field.
    fn is_bit_field(&mut self, kind: &ExprKind<'db>) -> Res<'db, bool> {
        let ExprKind::Field(object, n) = *kind else {
            return Ok(false);
        };
        let class = self.expr(object)?.ty.unqualified(self.unit.db);
        let info = class_info(self.unit.db, class);
        let field = info.and_then(|i| i.fields.get(n as usize));
        Ok(field.is_some_and(|f| f.width.is_some()))
    }

    /// What throws an exception: there are none on the device, and the reference has it that this is never reached.
    pub(crate) fn thrown(&mut self) -> Il {
        let void = self.void();
        self.make(
            Kind::Builtin("__builtin_unreachable".into(), Box::default()),
            void,
        )
    }

    /// What throws an exception in place of a value of a type.
    pub(crate) fn thrown_instead(&mut self, ty: cleave_il::TypeId) -> Il {
        let constant = self.code.constant(cleave_il::ConstantKind::Zero, ty);
        let (thrown, value) = (self.thrown(), self.make(Kind::Constant(constant), ty));
        self.comma(thrown, value)
    }

    fn make_effect(&mut self, value: Il) -> Il {
        let void = self.void();
        self.make(Kind::Convert(Convert::Discard, value), void)
    }

    /// A default argument, in its own code.
    pub(crate) fn default_argument<T>(
        &mut self,
        function: Entity<'db>,
        n: u32,
        f: impl FnOnce(&mut Self, ExprId) -> Res<'db, T>,
    ) -> Res<'db, T> {
        let typed = check::default_argument(self.unit.db, function, n);
        let Some((typed, value)) = typed.and_then(|t| Some((t, t.value?))) else {
            return self.refuse("a default argument");
        };
        let frame = self.frame_of(typed, None);
        self.frames.push(frame);
        let result = f(self, value);
        self.frames.pop();
        result
    }
}

/// What to say of an expression that is not understood.
fn kind_name(kind: &ExprKind<'_>) -> &'static str {
    match kind {
        ExprKind::Error => "an expression of which nothing is known",
        ExprKind::Overloaded { .. } => "an overload set",
        ExprKind::Param { .. } => "a template parameter",
        ExprKind::List(_) => "a braced list",
        ExprKind::Typeid(_) => "type information",
        ExprKind::DefaultMember(_) => "a default member initialiser",
        ExprKind::Array(..) => "an array",
        ExprKind::Binary(..) => "an operator",
        _ => "an expression",
    }
}
