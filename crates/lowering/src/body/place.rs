//! Glvalues as places ([basic.lval]).

use cleave_cuda::has_attribute;
use cleave_il::{
    Binary, ConstantKind, ExprId as Il, ExprKind as Kind, Integer, Quals, Type, TypeId,
};
use cleave_lang::{Operator, Qualifiers};
use cleave_needed::Emitted;
use cleave_typing::class::tables::base_way;
use cleave_typing::function::variable_type;
use cleave_typing::thir::{self, Category, Conversion, Expr, ExprId, ExprKind, LocalKind};
use cleave_typing::{Entity, PointerBase, Ty, Value, eval};

use crate::body::dest::Dest;
use crate::body::own_names::{SIGNATURE, is_function_name};
use crate::body::{Body, Slot};
use crate::records::member_number;
use crate::refusal::Res;

impl<'db> Body<'_, 'db> {
    /// Where a glvalue is. A prvalue of class or array type is given a temporary.
    pub(crate) fn place(&mut self, e: ExprId) -> Res<'db, Il> {
        self.at(e, |b, x| b.place_of(e, x))
    }

    /// A reference to a glvalue: a pointer to what it is, qualified as its type is.
    pub(crate) fn reference(&mut self, e: ExprId) -> Res<'db, Il> {
        let x = self.expr(e)?;
        if x.ty.is_function(self.unit.db) {
            return self.function_pointer(e);
        }
        let place = self.place(e)?;
        let ty = self.pointer_to(x.ty)?;
        if self.is_builtin(e)? {
            return self.copied(x.ty, place, ty);
        }
        match self.code.exprs[place].kind {
            Kind::Element(array, index) => Ok(self.element_address(array, index, ty)),
            _ => Ok(self.address(place, ty)),
        }
    }

    /// The address of an element is computed: it is `a + i`.
    fn element_address(&mut self, array: Il, index: Il, pointer: TypeId) -> Il {
        let start = self.decayed(array, pointer);
        self.make(Kind::Binary(Binary::Add, start, index), pointer)
    }

    /// A pointer to the first element of an array.
    pub(crate) fn decayed(&mut self, array: Il, pointer: TypeId) -> Il {
        let element = match self.code.types[self.ty_of(array)] {
            Type::Array { element, .. } => element,
            _ => self.ty_of(array),
        };
        let zero = self.integer(0, Integer::Int);
        let first = self.make(Kind::Element(array, zero), element);
        self.address(first, pointer)
    }

    /// A pointer to an object that is made.
    pub(crate) fn dest_pointer(&mut self, dest: &Dest<'db>) -> Res<'db, Il> {
        let place = self.dest_place(dest)?;
        let ty = self.ty_of(place);
        let pointer = self.code.types.pointer(ty, Quals::default());
        Ok(match self.code.exprs[place].kind {
            Kind::Element(array, index) if !self.is_first(index) => {
                self.element_address(array, index, pointer)
            }
            _ => self.address(place, pointer),
        })
    }

    fn is_first(&self, value: Il) -> bool {
        let Kind::Constant(constant) = self.code.exprs[value].kind else {
            return false;
        };
        matches!(
            self.code.constants[constant].kind,
            ConstantKind::Integer(0) | ConstantKind::Zero
        )
    }

    /// Whether a glvalue is one that the compiler of the device knows, as `threadIdx`, or a part of it: it has no address.
    fn is_builtin(&mut self, e: ExprId) -> Res<'db, bool> {
        match &self.expr(e)?.kind {
            ExprKind::Static(entity) => Ok(has_attribute(self.unit.db, *entity, "device_builtin")),
            ExprKind::Field(of, _) | ExprKind::Convert(Conversion::Noop, of) => {
                self.is_builtin(*of)
            }
            _ => Ok(false),
        }
    }

    /// A pointer to a copy of an object.
    fn copied(&mut self, ty: Ty<'db>, from: Il, pointer: TypeId) -> Res<'db, Il> {
        let il = self.ty(ty.unqualified(self.unit.db))?;
        let local = self.temporary(il);
        let place = self.local_place(local);
        let value = self.load(from);
        let stored = self.store(place, value);
        let place = self.local_place(local);
        let address = self.address(place, pointer);
        Ok(self.comma(stored, address))
    }

    /// A reference to a glvalue that is bound to it: a base of something that may be no object is looked for only where there is one.
    pub(crate) fn bound(&mut self, e: ExprId) -> Res<'db, Il> {
        let x = self.expr(e)?;
        let ExprKind::Convert(Conversion::ToBase(_), operand) = x.kind else {
            return self.reference(e);
        };
        let from = self.expr(operand)?.ty;
        let pointer = self.reference(operand)?;
        let is_object = self.is_complete_pointer(pointer);
        self.base_pointer(pointer, from, x.ty, is_object)
    }

    fn place_of(&mut self, e: ExprId, x: &'db Expr<'db>) -> Res<'db, Il> {
        let db = self.unit.db;
        if x.category == Category::Prvalue && !matches!(x.kind, ExprKind::Materialize(_)) {
            return self.temporary_place(e, e);
        }
        match &x.kind {
            ExprKind::Local(l) => self.local_object(*l),
            ExprKind::Static(entity) => self.variable_place(*entity),
            ExprKind::String(_) if is_function_name(db, x.site) => self.function_name(),
            ExprKind::String(units) => {
                let ty = self.ty(x.ty)?;
                let mut units = units.to_vec();
                if x.ty.length(db) == Some(units.len() as u64 + 1) {
                    units.push(0);
                }
                let text = self.code.constant(ConstantKind::Text(units.into()), ty);
                Ok(self.make(Kind::Text(text), ty))
            }
            ExprKind::Field(object, n) => self.field(*object, *n),
            ExprKind::Materialize(inner) => self.temporary_place(e, *inner),
            ExprKind::Unary(Operator::Dereference, operand) => {
                let pointer = self.value(*operand)?;
                let to = self.pointer_to(x.ty)?;
                let pointer = self.as_pointer(pointer, to);
                self.deref(pointer)
            }
            ExprKind::Convert(conversion, operand) => {
                self.converted_place(x, *conversion, *operand)
            }
            ExprKind::Step { .. } | ExprKind::Assign(..) | ExprKind::Compound(..) => {
                self.modified_place(x)
            }
            ExprKind::Comma(a, b) => {
                let before = self.effect(*a)?;
                let place = self.place(*b)?;
                self.place_after(vec![before], place)
            }
            ExprKind::Conditional(condition, a, b) => {
                let condition = self.value(*condition)?;
                let ty = self.pointer_to(x.ty)?;
                let branch = |body: &mut Self, e: ExprId| match &body.expr(e)?.kind {
                    ExprKind::Throw(_) => Ok(body.thrown_instead(ty)),
                    _ => body.conditionally(|body| body.reference(e)),
                };
                let (a, b) = (branch(self, *a)?, branch(self, *b)?);
                let (a, b) = (self.as_pointer(a, ty), self.as_pointer(b, ty));
                let chosen = self.make(Kind::Conditional(condition, a, b), ty);
                self.deref(chosen)
            }
            ExprKind::Index(base, index) => self.element(x, *base, *index),
            ExprKind::MemberPointer(object, member) => {
                let start = self.object_pointer(*object)?;
                let offset = self.value(*member)?;
                let to = self.pointer_to(x.ty)?;
                let pointer = self.bytes_from(start, offset, to);
                self.deref(pointer)
            }
            ExprKind::Call { .. } | ExprKind::CallIndirect(..) | ExprKind::CallMember(..) => {
                let pointer = self.call(e, x, None)?;
                let to = self.pointer_to(x.ty)?;
                let pointer = self.as_pointer(pointer, to);
                self.deref(pointer)
            }
            ExprKind::Builtin(name, _) if **name == *SIGNATURE => self.signature(),
            ExprKind::Builtin(name, args)
                if let ("__real__" | "__imag__", [number]) = (&**name, &**args) =>
            {
                let number = self.place(*number)?;
                let ty = self.ty(x.ty)?;
                Ok(self.make(Kind::Part(number, **name == *"__imag__"), ty))
            }
            ExprKind::Builtin(name, args) => {
                let pointer = self.builtin(x, name, args)?;
                let to = self.pointer_to(x.ty)?;
                let pointer = self.as_pointer(pointer, to);
                self.deref(pointer)
            }
            ExprKind::Full(inner) => {
                let (pointer, temporaries) = self.full(|b| b.reference(*inner))?;
                let pointer = self.value_then_end(pointer, &temporaries)?;
                self.deref(pointer)
            }
            ExprKind::Value(Value::Pointer(pointer)) if !x.ty.is_pointer(db) => {
                let kind = self.unit.address(&mut self.code, pointer)?;
                let ty = self.pointer_to(x.ty)?;
                let constant = self.code.constant(kind, ty);
                let pointer = self.make(Kind::Constant(constant), ty);
                self.deref(pointer)
            }
            ExprKind::Value(value) => self.value_object(x, value),
            ExprKind::DefaultArgument(function, n) => {
                self.default_argument(*function, *n, |b, e| b.place(e))
            }
            ExprKind::Statements(_) => self.refuse("a statement expression that is a glvalue"),
            _ => self.refuse("a glvalue"),
        }
    }

    /// A constant of class type as an object.
    fn value_object(&mut self, x: &'db Expr<'db>, value: &Value<'db>) -> Res<'db, Il> {
        let ty = self.ty(x.ty)?;
        let local = self.temporary(ty);
        let dest = Dest::local(local, x.ty.unqualified(self.unit.db));
        let mut effects = Vec::new();
        self.init_value(&dest, value, &mut effects)?;
        let place = self.local_place(local);
        self.place_after(effects, place)
    }

    /// An object for a prvalue. `e` stands for it: its lifetime may be extended.
    pub(crate) fn temporary_place(&mut self, e: ExprId, inner: ExprId) -> Res<'db, Il> {
        let x = self.expr(inner)?;
        let db = self.unit.db;
        let ty = self.ty(x.ty)?;
        let local = self.temporary(ty);
        let dest = Dest::local(local, x.ty.unqualified(db));
        let mut effects = Vec::new();
        match self.copied_from(inner, &dest)? {
            Some(constant) => {
                let place = self.local_place(local);
                effects.push(self.copy_constant(place, constant));
            }
            None => {
                self.init(&dest, inner, &mut effects)?;
                if !self.repeats
                    && matches!(x.kind, ExprKind::Aggregate(_) | ExprKind::Construct(..))
                {
                    self.begin_before(local, &mut effects);
                }
            }
        }
        match self.frame()?.extended.contains(&e) {
            true => self.destroy_later(dest),
            false => effects.extend(self.destroy_temporary(dest)),
        }
        if x.ty.is_class(db) {
            self.objects.push(local);
        }
        let place = self.local_place(local);
        self.place_after(effects, place)
    }

    /// A local's object, or what it refers to.
    pub(crate) fn local_object(&mut self, l: thir::LocalId) -> Res<'db, Il> {
        let frame = self.frame()?;
        let slot = frame.slots.get(&l).copied();
        let this = frame.this;
        let Some(local) = frame.typed.locals.get(l.0 as usize) else {
            return self.refuse("a local that is not there");
        };
        match &local.kind {
            LocalKind::Static(entity) => return self.variable_place(*entity),
            LocalKind::Binding(inner) => return self.place(*inner),
            LocalKind::Capture(n) => {
                let Some(this) = this else {
                    return self.refuse("a capture without a closure");
                };
                return self.capture(this, *n, local.ty);
            }
            LocalKind::Param(_) | LocalKind::Automatic => {}
        }
        match slot {
            Some(Slot::Local(local)) => Ok(self.local_place(local)),
            Some(Slot::Pointer(local)) => {
                let pointer = self.local_value(local);
                self.deref(pointer)
            }
            // A constant of the code around, which a lambda need not capture.
            None => {
                let ty = local.ty;
                let value = match (local.value, local.init) {
                    (Some(value), _) => Some(value),
                    (None, Some(init)) => eval::constant(self.unit.db, frame.typed, init),
                    (None, None) => None,
                };
                match value {
                    Some(value) => self.constant_object(ty, value.value(self.unit.db)),
                    None => self.refuse("a variable of the code around"),
                }
            }
        }
    }

    /// A constant as an object.
    fn constant_object(&mut self, ty: Ty<'db>, value: &Value<'db>) -> Res<'db, Il> {
        if ty.is_reference(self.unit.db) {
            let Value::Pointer(pointer) = value else {
                return self.refuse("a reference that is a constant");
            };
            let kind = self.unit.address(&mut self.code, pointer)?;
            let ty = self.ty(ty)?;
            let constant = self.code.constant(kind, ty);
            let pointer = self.make(Kind::Constant(constant), ty);
            return self.deref(pointer);
        }
        let il = self.ty(ty)?;
        let local = self.temporary(il);
        let dest = Dest::local(local, ty.unqualified(self.unit.db));
        let mut effects = Vec::new();
        self.init_value(&dest, value, &mut effects)?;
        let place = self.local_place(local);
        self.place_after(effects, place)
    }

    /// A variable of static storage duration; what it refers to if it is a reference.
    fn variable_place(&mut self, entity: Entity<'db>) -> Res<'db, Il> {
        let db = self.unit.db;
        let ty = variable_type(db, entity);
        if ty.is_reference(db) {
            let value = eval::constant_value(db, entity).map(|c| c.value(db));
            if let Some(Value::Pointer(to)) = value
                && !matches!(to.base, PointerBase::Temporary(..))
            {
                let kind = self.unit.address(&mut self.code, to)?;
                let ty = self.ty(ty)?;
                let constant = self.code.constant(kind, ty);
                let pointer = self.make(Kind::Constant(constant), ty);
                return self.deref(pointer);
            }
        }
        let symbol = self.unit.symbol(Emitted::of(db, entity))?;
        if has_attribute(db, entity, "shared") {
            self.shared.insert(symbol.clone());
        }
        let il = self.ty(ty)?;
        let place = self.make(Kind::Global(symbol), il);
        match ty.is_reference(db) {
            true => {
                let pointer = self.load(place);
                self.deref(pointer)
            }
            false => Ok(place),
        }
    }

    /// The pointer to an object, which is given as a glvalue or as a pointer.
    pub(crate) fn object_pointer(&mut self, object: ExprId) -> Res<'db, Il> {
        let x = self.expr(object)?;
        match x.category == Category::Prvalue && x.ty.is_pointer(self.unit.db) {
            true => self.value(object),
            false => self.reference(object),
        }
    }

    /// A data member.
    fn field(&mut self, object: ExprId, n: u32) -> Res<'db, Il> {
        let db = self.unit.db;
        let (class, is_made) = {
            let x = self.expr(object)?;
            (x.ty, matches!(x.kind, ExprKind::Materialize(_)))
        };
        let mut place = self.place(object)?;
        // Where a member is read and nothing is destroyed, the object is as good as a value.
        if is_made && !self.is_destroyed(class) {
            self.objects.pop();
        }
        let info = cleave_typing::class::class_info(db, class.unqualified(db));
        let Some(field) = info.and_then(|i| i.fields.get(n as usize)) else {
            return self.refuse("a member of a class that is not known");
        };
        let ty = field.ty;
        // C knows no `mutable`: the object is one that may be modified ([dcl.stc]/9).
        if field.is_mutable && class.quals(db).is_const {
            let quals = Qualifiers {
                is_const: false,
                ..class.quals(db)
            };
            let from = self.pointer_to(class)?;
            let to = self.pointer_to(class.unqualified(db).qualified(db, quals))?;
            let pointer = self.address(place, from);
            let pointer = self.as_pointer(pointer, to);
            place = self.deref(pointer)?;
        }
        self.member_place(place, class, n, ty)
    }

    /// A data member of a place; what it refers to if it is a reference.
    pub(crate) fn member_place(
        &mut self,
        place: Il,
        class: Ty<'db>,
        n: u32,
        ty: Ty<'db>,
    ) -> Res<'db, Il> {
        let Some(number) = member_number(self.unit.db, class, n) else {
            return self.refuse("a member of a class that is not known");
        };
        let il = self.ty(ty)?;
        let member = self.make(Kind::Field(place, number), il);
        self.members.insert(member);
        match ty.is_reference(self.unit.db) {
            true => {
                let pointer = self.load(member);
                self.deref(pointer)
            }
            false => Ok(member),
        }
    }

    /// `a[i]`
    fn element(&mut self, x: &'db Expr<'db>, base: ExprId, index: ExprId) -> Res<'db, Il> {
        let of = self.expr(base)?;
        let ty = self.ty(x.ty)?;
        if of.category == Category::Prvalue && of.ty.is_pointer(self.unit.db) {
            let start = self.value(base)?;
            let index = self.value(index)?;
            let pointer_ty = self.ty_of(start);
            let pointer = self.make(Kind::Binary(Binary::Add, start, index), pointer_ty);
            return self.deref(pointer);
        }
        let array = self.place(base)?;
        let index = self.value(index)?;
        let kind = match self.code.types[self.ty_of(array)] {
            Type::Vector { .. } => Kind::Lane(array, index),
            _ => Kind::Element(array, index),
        };
        Ok(self.make(kind, ty))
    }

    /// What an assignment or a prefix step leaves: the object.
    fn modified_place(&mut self, x: &'db Expr<'db>) -> Res<'db, Il> {
        let target = match &x.kind {
            ExprKind::Step { operand, .. } => *operand,
            ExprKind::Assign(target, _, _) | ExprKind::Compound(_, target, ..) => *target,
            _ => return self.refuse("an assignment"),
        };
        let quals = crate::types::quals(x.ty.top_quals(self.unit.db));
        let place = self.place(target)?;
        let (mut before, place, again) = self.twice(place, quals)?;
        before.push(self.modify(x, place)?);
        self.place_after(before, again)
    }

    /// Whether a glvalue is a reference, a parameter that is passed as one, or what a call returns as one: the compiler of the device
    /// looks whether that is null before it asks an object for a virtual base.
    pub(crate) fn is_by_pointer(&self, e: ExprId) -> Res<'db, bool> {
        let x = self.expr(e)?;
        Ok(match x.kind {
            ExprKind::Local(l) => {
                matches!(self.frame()?.slots.get(&l), Some(Slot::Pointer(_)))
            }
            ExprKind::Call { .. } | ExprKind::CallIndirect(..) | ExprKind::CallMember(..) => {
                x.category != Category::Prvalue
            }
            _ => false,
        })
    }

    /// A conversion that yields a glvalue.
    fn converted_place(
        &mut self,
        x: &'db Expr<'db>,
        conversion: Conversion<'db>,
        operand: ExprId,
    ) -> Res<'db, Il> {
        let from = self.expr(operand)?.ty;
        match conversion {
            Conversion::Noop => self.place(operand),
            Conversion::ToBase(_) if self.is_by_pointer(operand)? => {
                let pointer = self.reference(operand)?;
                let is_static = base_way(self.unit.db, from, x.ty)
                    .is_some_and(|way| way.virtual_base.is_none());
                let pointer = self.base_pointer(pointer, from, x.ty, is_static)?;
                self.deref(pointer)
            }
            Conversion::ToBase(_) => {
                let place = self.place(operand)?;
                self.base_place(place, from, x.ty)
            }
            Conversion::ToDerived(_) => {
                let pointer = self.reference(operand)?;
                let pointer = self.derived_pointer(pointer, from, x.ty, true)?;
                self.deref(pointer)
            }
            Conversion::Reinterpret => {
                let pointer = self.reference(operand)?;
                let to = self.pointer_to(x.ty)?;
                let pointer = self.as_pointer(pointer, to);
                self.deref(pointer)
            }
            _ => self.refuse("a conversion to a glvalue"),
        }
    }
}
