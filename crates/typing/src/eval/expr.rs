//! Expressions: prvalues to values ([`Machine::eval`]), glvalues to places ([`Machine::place`]). Class and array prvalues are
//! made in place, see `init`.

use cleave_codes::codes;
use cleave_lang::Operator;

use crate::eval::machine::{Machine, Res, Slot, Stop};
use crate::eval::memory::objects::{Fault, Fill as Blank, ObjectKind};
use crate::thir::{Category, Conversion, Expr, ExprId, ExprKind, LocalId, LocalKind};
use crate::{Pointer, PointerBase, Site, Step, Ty, Value};

impl<'a, 'db> Machine<'a, 'db> {
    /// Evaluates for the effects.
    pub(super) fn discard(&mut self, e: ExprId) -> Res<()> {
        let x = self.expr(e)?;
        let shape = self.shape(e)?;
        let is_object = shape.is_class || shape.is_array;
        if x.category == Category::Prvalue && !is_object {
            self.eval(e).map(drop)
        } else {
            self.place(e).map(drop)
        }
    }

    /// The value of a prvalue; of a glvalue what it refers to, as a pointer.
    pub(super) fn eval(&mut self, e: ExprId) -> Res<Value<'db>> {
        if let Some(number) = self.number(e) {
            self.tick()?;
            return Ok(number);
        }
        self.nested(|m| {
            let result = m.eval_inner(e);
            m.note_unknown(e, result.as_ref().err());
            result
        })
    }

    /// The number that an expression is or that it loads from a local: nothing nests in it. `None` for all else.
    fn number(&mut self, e: ExprId) -> Option<Value<'db>> {
        match self.expr(e).ok()?.kind {
            ExprKind::Value(Value::Int(n)) => Some(Value::Int(n)),
            ExprKind::Convert(Conversion::Load, operand) => {
                let from = self.expr(operand).ok()?;
                self.number_of_local(operand, from)
            }
            _ => None,
        }
    }

    fn eval_inner(&mut self, e: ExprId) -> Res<Value<'db>> {
        let x = self.expr(e)?;
        if x.category != Category::Prvalue {
            return self.place_inner(e).map(Value::Pointer);
        }
        if let ExprKind::DefaultArgument(function, n) = x.kind {
            return self.default_argument(function, n, x.site, Self::eval);
        }
        match &x.kind {
            ExprKind::Value(value) => self.import(value.clone(), x.site),
            ExprKind::This => match &self.frame().this {
                Some(this) => Ok(Value::Pointer(this.clone())),
                None => self.fail(codes::ACCESS_TO_RUN_TIME_STORAGE, x.site, Vec::new()),
            },
            ExprKind::Convert(conversion, operand) => self.convert(e, x, *conversion, *operand),
            ExprKind::Unary(op, operand) => self.unary(x, *op, *operand),
            ExprKind::Binary(op, a, b) => self.binary(x, *op, *a, *b),
            ExprKind::Step { operand, .. } => {
                let (place, old) = self.step(x, *operand)?;
                drop(place);
                Ok(old)
            }
            ExprKind::Logical(and, a, b) => {
                let first = self.truth(*a)?;
                let result = if first == *and {
                    self.truth(*b)?
                } else {
                    first
                };
                Ok(Value::Int(result.into()))
            }
            ExprKind::Comma(a, b) => {
                self.discard(*a)?;
                self.eval(*b)
            }
            ExprKind::Conditional(condition, a, b) => {
                let chosen = if self.truth(*condition)? { *a } else { *b };
                self.eval(chosen)
            }
            ExprKind::Full(inner) => {
                let mark = self.cleanups.len();
                let value = self.eval(*inner)?;
                self.unwind_temporaries(mark)?;
                Ok(value)
            }
            ExprKind::Call { .. } | ExprKind::CallIndirect(..) | ExprKind::CallMember(..)
                if !self.shape(e)?.is_class =>
            {
                self.call_expr(x, None)
            }
            ExprKind::Builtin(name, args) => self.builtin(x, name, args),
            ExprKind::Statements(block) if !x.ty.is_class(self.db) => {
                self.statement_value(*block, None)
            }
            ExprKind::New {
                global: _,
                ty,
                count,
                init,
                placement,
                allocator,
            } => self.new_expr(x, *ty, *count, *init, placement, *allocator),
            ExprKind::Delete {
                pointer,
                array,
                global: _,
                destructor,
            } => self.delete_expr(x, *pointer, *array, *destructor),
            ExprKind::Destroy(object, ..) => {
                let place = self.place(*object)?;
                self.destroy_object(&place, x.site)?;
                Ok(Value::Indeterminate)
            }
            ExprKind::Zero if !x.ty.is_class(self.db) => self.blank(x.ty, Blank::Zero, x.site),
            ExprKind::Uninitialized if !x.ty.is_class(self.db) => Ok(Value::Indeterminate),
            ExprKind::Throw(_) | ExprKind::Launch(..) => self.cannot(x.site),
            // Which object it denotes is not modelled.
            ExprKind::Typeid(_) => Err(Stop::Unknown),
            ExprKind::Error | ExprKind::Overloaded { .. } | ExprKind::List(_) => Err(Stop::Unknown),
            _ if x.ty.is_class(self.db) || x.ty.is_array(self.db) => {
                let id = self.local(x.ty);
                let place = self.at(id);
                self.init(e, &place)?;
                let object = self.objects.remove(id).ok_or(Stop::Unknown)?;
                Ok(object.value)
            }
            _ => Err(Stop::Unknown),
        }
    }

    /// The value of a condition.
    pub(super) fn truth(&mut self, e: ExprId) -> Res<bool> {
        match self.eval(e)? {
            Value::Int(v) => Ok(v != 0),
            _ => Err(Stop::Unknown),
        }
    }

    /// The value of an integer.
    pub(super) fn integer(&mut self, e: ExprId) -> Res<i128> {
        match self.eval(e)? {
            Value::Int(v) => Ok(v),
            _ => Err(Stop::Unknown),
        }
    }

    /// The value of a pointer.
    pub(super) fn pointer(&mut self, e: ExprId) -> Res<Pointer<'db>> {
        match self.eval(e)? {
            Value::Pointer(p) => Ok(p),
            _ => Err(Stop::Unknown),
        }
    }

    /// Where a glvalue is. A class prvalue is given a temporary.
    pub(super) fn place(&mut self, e: ExprId) -> Res<Pointer<'db>> {
        self.nested(|m| {
            let result = m.place_inner(e);
            m.note_unknown(e, result.as_ref().err());
            result
        })
    }

    fn place_inner(&mut self, e: ExprId) -> Res<Pointer<'db>> {
        let x = self.expr(e)?;
        if x.category == Category::Prvalue {
            return self.temporary(e, e);
        }
        match &x.kind {
            ExprKind::Local(l) => self.local_place(*l, x),
            ExprKind::Static(entity) => self.static_place(*entity, x.site),
            ExprKind::Function(entity) => Ok(Pointer::to(PointerBase::Static(*entity))),
            ExprKind::String(units) => {
                let element = x.ty.element(self.db).ok_or(Stop::Unknown)?;
                let mut units = units.to_vec();
                if x.ty.length(self.db) == Some(units.len() as u64 + 1) {
                    units.push(0);
                }
                self.string(&units, element.unqualified(self.db))
            }
            ExprKind::Field(object, n) => {
                let class = self.expr(*object)?.ty;
                let object = self.place(*object)?;
                let place = self.part_place(&object, class, Step::Field(*n));
                let part = self.known.part(self.db, class, Step::Field(*n));
                match part.ok_or(Stop::Unknown)?.is_reference {
                    true => self.referent(place, x.site),
                    false => Ok(place),
                }
            }
            ExprKind::Materialize(inner) => self.temporary(e, *inner),
            ExprKind::Unary(Operator::Dereference, operand) => self.pointer(*operand),
            ExprKind::Step { operand, .. } => self.step(x, *operand).map(|(place, _)| place),
            ExprKind::Convert(conversion, operand) => self.convert_place(x, *conversion, *operand),
            ExprKind::Assign(target, value, _) => self.assign(x, *target, *value),
            ExprKind::Compound(op, target, value, ty) => {
                self.compound(x, *op, *target, *value, *ty)
            }
            ExprKind::Comma(a, b) => {
                self.discard(*a)?;
                self.place(*b)
            }
            ExprKind::Conditional(condition, a, b) => {
                let chosen = if self.truth(*condition)? { *a } else { *b };
                self.place(chosen)
            }
            ExprKind::Index(base, index) => {
                let array = self.expr(*base)?;
                let start = if array.category == Category::Prvalue {
                    self.pointer(*base)?
                } else {
                    let array_place = self.place(*base)?;
                    self.part_place(&array_place, array.ty, Step::Element(0))
                };
                let index = self.integer(*index)?;
                match self.moved_address(&start, index, x.ty) {
                    Some(place) => Ok(place),
                    None => self.advance(&start, index, x.ty, x.site),
                }
            }
            ExprKind::MemberPointer(object, member) => {
                let class = self.expr(*object)?.ty;
                let place = if self.expr(*object)?.category == Category::Prvalue
                    && class.is_pointer(self.db)
                {
                    self.pointer(*object)?
                } else {
                    self.place(*object)?
                };
                let class = class.pointee(self.db).unwrap_or(class);
                let member = self.eval(*member)?;
                self.member_place(&place, class, &member, x.site)
            }
            ExprKind::Call { .. } | ExprKind::CallIndirect(..) | ExprKind::CallMember(..) => {
                match self.call_expr(x, None)? {
                    Value::Pointer(p) => Ok(p),
                    _ => Err(Stop::Unknown),
                }
            }
            ExprKind::Builtin(name, args) => match self.builtin(x, name, args)? {
                Value::Pointer(p) => Ok(p),
                _ => Err(Stop::Unknown),
            },
            ExprKind::Full(inner) => {
                let mark = self.cleanups.len();
                let place = self.place(*inner)?;
                self.unwind_temporaries(mark)?;
                Ok(place)
            }
            // What a template parameter of class type names.
            ExprKind::Value(value) if x.ty.is_class(self.db) => {
                let value = self.constant(x.ty.unqualified(self.db), value.clone());
                Ok(Pointer::to(PointerBase::Parameter(value)))
            }
            ExprKind::Value(value) => match self.import(value.clone(), x.site)? {
                Value::Pointer(p) => Ok(p),
                _ => Err(Stop::Unknown),
            },
            ExprKind::DefaultArgument(function, n) => {
                self.default_argument(*function, *n, x.site, Self::place)
            }
            ExprKind::Throw(_) => self.cannot(x.site),
            _ => Err(Stop::Unknown),
        }
    }

    /// An object for a prvalue. `e` is the expression that stands for it, which may be one whose lifetime is extended.
    fn temporary(&mut self, e: ExprId, inner: ExprId) -> Res<Pointer<'db>> {
        let ty = self.expr(inner)?.ty;
        let id = self.local(ty);
        let place = self.at(id);
        self.init(inner, &place)?;
        if self.shape(inner)?.is_const {
            self.freeze(id);
        }
        let extended = self.frame().extended.contains(&e);
        self.cleanup_later(id, extended);
        Ok(place)
    }

    /// The number that a local variable holds: the way that is gone most often, without a detour over its place. `None` for all else.
    pub(super) fn number_of_local(&mut self, e: ExprId, x: &Expr<'db>) -> Option<Value<'db>> {
        let ExprKind::Local(l) = x.kind else {
            return None;
        };
        let typed = self.typed();
        let kind = &typed.locals.get(l.0 as usize)?.kind;
        if !matches!(kind, LocalKind::Param(_) | LocalKind::Automatic) {
            return None;
        }
        let Some(&Slot::Object(id)) = self.frame().locals.get(l) else {
            return None;
        };
        let object = self.objects.get(id)?;
        let number = match object.value {
            Value::Int(n) if object.kind == ObjectKind::Local => Value::Int(n),
            _ => return None,
        };
        (!self.shape(e).ok()?.is_volatile).then_some(number)
    }

    /// A local's place: its object, or what it refers to.
    fn local_place(&mut self, l: LocalId, x: &Expr<'db>) -> Res<Pointer<'db>> {
        let local = (self.typed().locals.get(l.0 as usize)).ok_or(Stop::Unknown)?;
        match &local.kind {
            LocalKind::Static(entity) => return self.static_place(*entity, x.site),
            LocalKind::Binding(inner) => return self.place(*inner),
            LocalKind::Capture(n) => {
                let this = self.frame().this.clone();
                if this.is_none()
                    && let Some(value) = local.value
                {
                    // What has to be a constant names the captured one ([expr.prim.lambda.capture]/11).
                    let ty = local.ty.strip_reference(self.db);
                    let id = self.allocate(ty, value.value(self.db).clone(), ObjectKind::Local);
                    self.freeze(id);
                    return Ok(self.at(id));
                }
                let known = self.failure.len();
                let place = match this {
                    Some(this) => self.referred(this.join(Step::Field(*n)), local.ty, x.site),
                    None => Err(Stop::Unknown),
                };
                return place.or_else(|stop| {
                    self.failure.truncate(known);
                    self.captured_place(l, x).ok_or(stop)
                });
            }
            LocalKind::Param(_) | LocalKind::Automatic => {}
        }
        match self.frame().locals.get(l) {
            Some(Slot::Object(id)) => Ok(Pointer::to(PointerBase::Object(*id))),
            Some(Slot::Reference(place)) => Ok(place.clone()),
            // A constant of the code around, asked for from outside of its block or by a lambda that need not capture it.
            _ => match local.init {
                Some(init) if self.frames.len() == 1 || self.is_known(init) => {
                    if let Some(value) = local.value {
                        let value = value.value(self.db).clone();
                        let id = self.allocate(local.ty, value, ObjectKind::Local);
                        self.freeze(id);
                        self.frame().locals.set(l, Slot::Object(id));
                        return Ok(self.at(id));
                    }
                    let known = self.failure.len();
                    let made = self.init_local(l, Some(init), x.site);
                    // What is no constant is not asked for why.
                    if matches!(made, Err(Stop::Fails)) && !local.is_constexpr {
                        self.failure.truncate(known);
                        return self.outside_place(l, x);
                    }
                    made?;
                    match self.frame().locals.get(l).cloned() {
                        // It is no object of the scope at hand, and lives on when that ends.
                        Some(Slot::Object(id)) => {
                            self.cleanups.retain(|c| c.object != id);
                            Ok(Pointer::to(PointerBase::Object(id)))
                        }
                        Some(Slot::Reference(place))
                            if self.is_outside(&place) || self.is_captured(init) =>
                        {
                            let what = self.outside(l);
                            self.fail(codes::VALUE_NOT_USABLE_AS_CONSTANT, x.site, vec![what])
                        }
                        Some(Slot::Reference(place)) => Ok(place),
                        _ => Err(Stop::Unknown),
                    }
                }
                _ if self.frames.len() == 1 => self.outside_place(l, x),
                _ => self.fail(codes::ACCESS_TO_EXPIRED_STORAGE, x.site, Vec::new()),
            },
        }
    }

    /// The place of a variable of the code around that is no constant: an object of which nothing is known but that it is there.
    /// What a reference refers to is not known at all.
    fn outside_place(&mut self, l: LocalId, x: &Expr<'db>) -> Res<Pointer<'db>> {
        let local = (self.typed().locals.get(l.0 as usize)).ok_or(Stop::Unknown)?;
        let is_class = local.ty.innermost_element(self.db).is_class(self.db);
        if local.ty.is_reference(self.db) || self.mode == crate::eval::Mode::Fold && !is_class {
            let what = self.outside(l);
            return self.fail(codes::VALUE_NOT_USABLE_AS_CONSTANT, x.site, vec![what]);
        }
        let value = self.blank(local.ty, Blank::Nothing, x.site)?;
        let id = self.allocate(local.ty, value, ObjectKind::Outside(l));
        self.frame().locals.set(l, Slot::Object(id));
        Ok(self.at(id))
    }

    /// The place of a captured object of which nothing is known but that it is there. Ordinary code only asks whether it is needed.
    fn captured_place(&mut self, l: LocalId, x: &Expr<'db>) -> Option<Pointer<'db>> {
        let ty = self
            .typed()
            .locals
            .get(l.0 as usize)?
            .ty
            .strip_reference(self.db);
        if !self.mode.is_for_ordinary_code() || !ty.is_class(self.db) {
            return None;
        }
        let value = self.blank(ty, Blank::Nothing, x.site).ok()?;
        let id = self.allocate(ty, value, ObjectKind::Outside(l));
        Some(self.at(id))
    }

    /// Whether a pointer is to an object of the code around.
    fn is_outside(&self, to: &Pointer<'db>) -> bool {
        let object = match &to.base {
            PointerBase::Object(id) => self.objects.get(*id),
            _ => None,
        };
        object.is_some_and(|o| matches!(o.kind, ObjectKind::Outside(_)))
    }

    /// Whether a glvalue is what a lambda captured, or a part of that: a reference to it is one to the closure's member.
    fn is_captured(&self, e: ExprId) -> bool {
        let Some(x) = self.typed().exprs.get(e.0 as usize) else {
            return false;
        };
        match x.kind {
            ExprKind::Local(l) => {
                let local = self.typed().locals.get(l.0 as usize);
                local.is_some_and(|l| matches!(l.kind, LocalKind::Capture(_)))
            }
            ExprKind::Field(of, _)
            | ExprKind::Index(of, _)
            | ExprKind::Convert(Conversion::Noop, of) => self.is_captured(of),
            _ => false,
        }
    }

    /// Whether an expression names a variable of the code around, all of which `place` is.
    pub(super) fn names_outside(&self, x: &Expr<'db>, place: &Pointer<'db>) -> Option<LocalId> {
        let ExprKind::Local(l) = x.kind else {
            return None;
        };
        let local = self.typed().locals.get(l.0 as usize)?;
        let named = self.frames.len() == 1 && !local.ty.is_reference(self.db);
        (named && place.path.is_empty() && self.is_outside(place)).then_some(l)
    }

    /// Whether an expression is a value already.
    fn is_known(&self, e: ExprId) -> bool {
        let typed = self.typed();
        (typed.exprs.get(e.0 as usize)).is_some_and(|x| matches!(x.kind, ExprKind::Value(_)))
    }

    /// A variable of static storage duration; what it refers to if it is a reference.
    fn static_place(&mut self, entity: crate::Entity<'db>, site: Site<'db>) -> Res<Pointer<'db>> {
        if let Some((subject, id)) = self.subject
            && subject == entity
        {
            return Ok(self.at(id));
        }
        let place = Pointer::to(PointerBase::Static(entity));
        if !self.known.is_static_reference(self.db, entity) {
            return Ok(place);
        }
        let constant = self.known.constant(self.db, entity);
        match constant.map(|c| c.value(self.db).clone()) {
            Some(value) => match self.import(value, site)? {
                Value::Pointer(p) => Ok(p),
                _ => Err(Stop::Unknown),
            },
            None => self.fault(Fault::Variable(entity), site, &place),
        }
    }

    /// What the part at `place`, of type `ty`, refers to if it is a reference; the part itself otherwise.
    pub(super) fn referred(
        &mut self,
        place: Pointer<'db>,
        ty: Ty<'db>,
        site: Site<'db>,
    ) -> Res<Pointer<'db>> {
        match ty.is_reference(self.db) {
            true => self.referent(place, site),
            false => Ok(place),
        }
    }

    /// What the reference at `place` refers to.
    fn referent(&mut self, place: Pointer<'db>, site: Site<'db>) -> Res<Pointer<'db>> {
        match self.load(&place, site)? {
            Value::Pointer(p) => Ok(p),
            _ => Err(Stop::Unknown),
        }
    }

    /// Whether an expression of a function's body is a constant wherever it stands.
    pub(super) fn is_folded(&self, e: ExprId, depth: u32) -> bool {
        let Ok(x) = self.expr(e) else { return false };
        if depth > 50 {
            return false;
        }
        let down = |e: &ExprId| self.is_folded(*e, depth + 1);
        match &x.kind {
            ExprKind::Value(_) | ExprKind::Static(_) => true,
            ExprKind::Convert(Conversion::Load | Conversion::Noop, e)
            | ExprKind::Convert(
                Conversion::Integral | Conversion::FloatingToIntegral | Conversion::ToBool,
                e,
            )
            | ExprKind::Unary(_, e) => down(e),
            ExprKind::Binary(_, a, b) | ExprKind::Logical(_, a, b) => down(a) && down(b),
            ExprKind::Conditional(a, b, c) => down(a) && down(b) && down(c),
            _ => false,
        }
    }
}
