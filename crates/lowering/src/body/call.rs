//! Calls: arguments, objects, results ([expr.call], Itanium C++ ABI 3.1).

use cleave_hir::NameId;
use cleave_il::{
    Binary, Conversion, ExprId as Il, ExprKind as Kind, Integer, MemberPart, Quals, Type, TypeId,
};
use cleave_needed::{Emitted, Folded, folded, is_trivial, known_overrider};
use cleave_typing::class::tables::base_way;
use cleave_typing::function::{class_of, signature};
use cleave_typing::thir::{Category, Expr, ExprId, ExprKind};
use cleave_typing::{Const, Entity, FnTy, Ty, TyKind, Value};

use crate::body::Body;
use crate::body::dest::Dest;
use crate::passing::is_passed_by_reference;
use crate::refusal::Res;

impl<'db> Body<'_, 'db> {
    /// A call. Without `dest` an object that is returned in a slot is made in a temporary, and the value is that of its place.
    pub(crate) fn call(
        &mut self,
        e: ExprId,
        x: &'db Expr<'db>,
        dest: Option<&Dest<'db>>,
    ) -> Res<'db, Il> {
        let db = self.unit.db;
        let is_reference = x.category != Category::Prvalue;
        let mut args = Vec::new();
        let has_slot = !is_reference && is_passed_by_reference(db, x.ty);
        if has_slot {
            let Some(dest) = dest else {
                return self.refuse("an object that is returned without a place");
            };
            args.push(self.dest_pointer(dest)?);
        }
        let ret = match (has_slot, is_reference) {
            (true, _) => self.void(),
            (false, true) => self.pointer_to(x.ty)?,
            (false, false) => self.ty(x.ty.unqualified(db))?,
        };
        match &x.kind {
            ExprKind::Call {
                callee,
                object,
                args: written,
                is_virtual,
                is_operator,
            } => {
                if let Some(value) = self.folded_call(e, x, *callee)? {
                    return Ok(value);
                }
                // The object may say by itself which function is called.
                let typed = self.frame()?.typed;
                let known = object
                    .filter(|_| *is_virtual)
                    .and_then(|o| known_overrider(db, typed, *callee, o));
                match known {
                    Some((callee, object)) => self.direct(
                        callee,
                        Some(object),
                        written,
                        (false, *is_operator),
                        args,
                        ret,
                    ),
                    None => {
                        let how = (*is_virtual, *is_operator);
                        self.direct(*callee, *object, written, how, args, ret)
                    }
                }
            }
            ExprKind::CallIndirect(pointer, written) => {
                let callee = self.value(*pointer)?;
                let before = self.arguments(written, &mut args)?;
                let call = self.make(Kind::CallPointer(callee, args.into()), ret);
                Ok(self.after(before, call))
            }
            ExprKind::CallMember(object, member, written) => {
                self.member_call(*object, *member, written, args, ret)
            }
            _ => self.refuse("a call"),
        }
    }

    /// Whether a call is a literal (reference: device-half, Uses).
    pub(crate) fn is_literal(&self, e: ExprId, x: &'db Expr<'db>) -> bool {
        self.literal(e, x).is_some()
    }

    /// The value of a call that is a literal.
    pub(crate) fn literal(&self, e: ExprId, x: &'db Expr<'db>) -> Option<Const<'db>> {
        let callee = match &x.kind {
            ExprKind::Call { callee, .. } => *callee,
            ExprKind::Construct(callee, _) => *callee,
            _ => return None,
        };
        let typed = self.frames.last()?.typed;
        match folded(self.unit.db, typed, e, callee)? {
            Folded::Value(value) => Some(value),
            Folded::Default(_) => None,
        }
    }

    /// The value of a call of a constexpr function that has one, where it is a scalar or a reference.
    fn folded_call(
        &mut self,
        e: ExprId,
        x: &'db Expr<'db>,
        callee: Entity<'db>,
    ) -> Res<'db, Option<Il>> {
        if x.category == Category::Prvalue && x.ty.is_class(self.unit.db) {
            return Ok(None);
        }
        let typed = self.frame()?.typed;
        let Some(Folded::Value(value)) = folded(self.unit.db, typed, e, callee) else {
            return Ok(None);
        };
        if x.ty.is_void(self.unit.db) {
            return Ok(Some(self.nothing()));
        }
        if x.category == Category::Prvalue {
            let value = value.value(self.unit.db);
            return Ok(self.constant(x.ty.unqualified(self.unit.db), value).ok());
        }
        let Value::Pointer(pointer) = value.value(self.unit.db) else {
            return Ok(None);
        };
        let Ok(kind) = self.unit.address(&mut self.code, pointer) else {
            return Ok(None);
        };
        let ty = self.pointer_to(x.ty)?;
        let constant = self.code.constant(kind, ty);
        Ok(Some(self.make(Kind::Constant(constant), ty)))
    }

    fn direct(
        &mut self,
        callee: Entity<'db>,
        object: Option<ExprId>,
        written: &[ExprId],
        (is_virtual, is_operator): (bool, bool),
        mut args: Vec<Il>,
        ret: TypeId,
    ) -> Res<'db, Il> {
        let db = self.unit.db;
        let Some(sig) = signature(db, callee) else {
            return self.refuse("a function whose type is not known");
        };
        let class = class_of(db, callee);
        let mut before = Vec::new();
        // The right operand of an assignment comes first ([expr.ass]/1).
        let from_right = is_operator && self.is_ordered() && is_assignment(db, callee);
        if from_right
            && object.is_some()
            && sig.has_object
            && !is_virtual
            && let Some(call) = self.assigning(callee, object, written, &args, ret)?
        {
            return Ok(call);
        }
        let mut this = None;
        if let Some(object) = object {
            if sig.has_object {
                this = Some(self.this_pointer(callee, object)?);
            } else {
                before.push(self.effect(object)?);
            }
        }
        if is_operator && let Some(call) = self.trivial_call(callee, this, written)? {
            return Ok(self.after(before, call));
        }
        let Some(this) = this else {
            before.extend(match from_right {
                true => self.arguments_from_right(written, &mut args)?,
                false => self.arguments(written, &mut args)?,
            });
            let symbol = self.unit.symbol(Emitted::of(db, callee))?;
            let call = self.make(Kind::Call(symbol, args.into()), ret);
            return Ok(self.after(before, call));
        };
        let this = self.qualified_this(this, callee)?;
        if !is_virtual {
            args.push(this);
            let before = self.arguments(written, &mut args)?;
            let symbol = self.unit.symbol(Emitted::of(db, callee))?;
            let call = self.make(Kind::Call(symbol, args.into()), ret);
            return Ok(self.after(before, call));
        }
        let Some(class) = class else {
            return self.refuse("a virtual function");
        };
        let slot = crate::tables::slot(db, class.unqualified(db), callee)?;
        let (set, local) = self.set_aside(this);
        let object = self.local_value(local);
        args.push(object);
        let mut effects = vec![set];
        effects.extend(self.arguments(written, &mut args)?);
        let params: Vec<TypeId> = args.iter().map(|a| self.ty_of(*a)).collect();
        let function = self.function_type(ret, params, sig.ty.variadic);
        let object = self.local_value(local);
        let callee = self.make(Kind::VirtualFunction(object, slot), function);
        let call = self.make(Kind::CallPointer(callee, args.into()), ret);
        Ok(self.after(effects, call))
    }

    /// A call of an assignment operator that is a member; none where it is trivial.
    fn assigning(
        &mut self,
        callee: Entity<'db>,
        object: Option<ExprId>,
        written: &[ExprId],
        slots: &[Il],
        ret: TypeId,
    ) -> Res<'db, Option<Il>> {
        let db = self.unit.db;
        let Some(object) = object.filter(|_| !is_trivial(db, callee) && slots.is_empty()) else {
            return Ok(None);
        };
        let mut rest = Vec::new();
        // The object that a call returns is there before the right operand is looked at.
        let first = self.ranks.next();
        let is_result = self.is_returned_object(object)?;
        let mut before = self.arguments(written, &mut rest)?;
        let rank = self.ranks.next();
        let number = self.ranks.len();
        let this = self.this_pointer(callee, object)?;
        if is_result {
            self.ranks.move_to(number, first);
        }
        let this = self.qualified_this(this, callee)?;
        for arg in &mut rest {
            if self.comes_before(*arg, this) {
                let (set, local) = self.set_aside_at(*arg, rank);
                before.push(set);
                *arg = self.local_value(local);
            }
        }
        let mut args = vec![this];
        args.extend(rest);
        let symbol = self.unit.symbol(Emitted::of(db, callee))?;
        let call = self.make(Kind::Call(symbol, args.into()), ret);
        Ok(Some(self.after(before, call)))
    }

    /// Whether an object is what a call returns as a value.
    fn is_returned_object(&self, object: ExprId) -> Res<'db, bool> {
        let x = self.expr(object)?;
        let ExprKind::Materialize(inner) = x.kind else {
            return Ok(false);
        };
        let made = self.expr(inner)?;
        Ok(matches!(
            made.kind,
            ExprKind::Call { .. } | ExprKind::CallIndirect(..) | ExprKind::CallMember(..)
        ) && !is_passed_by_reference(self.unit.db, made.ty)
            && !self.is_literal(inner, made))
    }

    /// The object of a member call as the class that declares the function.
    fn this_pointer(&mut self, callee: Entity<'db>, object: ExprId) -> Res<'db, Il> {
        let db = self.unit.db;
        let own = self.expr(object)?.ty;
        let own = own.pointee(db).unwrap_or(own);
        let class = class_of(db, callee);
        if class.is_some_and(|class| class.unqualified(db) == own.unqualified(db))
            && let Some(pointer) = self.copied_result(object)?
        {
            return Ok(pointer);
        }
        let pointer = self.object_pointer(object)?;
        match class {
            Some(class) if class.unqualified(db) != own.unqualified(db) && !own.is_pointer(db) => {
                let quals = own.top_quals(db);
                let is_object = !self.is_by_pointer(object)?
                    || base_way(db, own, class).is_some_and(|way| way.virtual_base.is_none());
                self.base_pointer(pointer, own, class.qualified(db, quals), is_object)
            }
            _ => Ok(pointer),
        }
    }

    /// A pointer to a function of a type.
    pub(crate) fn function_type(
        &mut self,
        ret: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
    ) -> TypeId {
        let function = self.code.types.intern(Type::Function {
            ret,
            params: params.into(),
            variadic,
        });
        self.code.types.pointer(function, Quals::default())
    }

    /// The object pointer as the function's `this`.
    fn qualified_this(&mut self, this: Il, callee: Entity<'db>) -> Res<'db, Il> {
        let db = self.unit.db;
        let (Some(sig), Some(class)) = (signature(db, callee), class_of(db, callee)) else {
            return Ok(this);
        };
        let ty = self.pointer_to(class.unqualified(db).qualified(db, sig.ty.quals))?;
        Ok(self.as_pointer(this, ty))
    }

    /// A call of a trivial special member function: it copies the object.
    fn trivial_call(
        &mut self,
        callee: Entity<'db>,
        this: Option<Il>,
        written: &[ExprId],
    ) -> Res<'db, Option<Il>> {
        let (Some(this), [source]) = (this, written) else {
            return Ok(None);
        };
        if !is_trivial(self.unit.db, callee) {
            return Ok(None);
        }
        let class = self.expr(*source)?.ty;
        if crate::passing::is_empty_class(self.unit.db, class) {
            let effect = self.effect(*source)?;
            return Ok(Some(self.comma(effect, this)));
        }
        let (set, local) = self.set_aside(this);
        let from = self.place(*source)?;
        let value = self.load(from);
        let pointer = self.local_value(local);
        let to = self.deref(pointer)?;
        let store = self.store(to, value);
        let pointer = self.local_value(local);
        Ok(Some(self.after(vec![set, store], pointer)))
    }

    /// A call of a trivial assignment operator whose result nobody wants: the object is stored, the value computed first.
    pub(crate) fn trivial_store(&mut self, x: &'db Expr<'db>) -> Res<'db, Option<Il>> {
        let db = self.unit.db;
        let ExprKind::Call {
            callee,
            object: Some(object),
            args,
            is_operator: true,
            ..
        } = &x.kind
        else {
            return Ok(None);
        };
        let [source] = **args else {
            return Ok(None);
        };
        let class = self.expr(source)?.ty;
        if !is_trivial(db, *callee) || crate::passing::is_empty_class(db, class) {
            return Ok(None);
        }
        let of = class_of(db, *callee).map(|c| c.unqualified(db));
        let own = self.expr(*object)?.ty;
        if of != Some(own.unqualified(db)) {
            return Ok(None);
        }
        self.store_object(*object, source).map(Some)
    }

    /// Stores an object into another one, byte by byte. The value is computed first ([expr.ass]/1).
    pub(crate) fn store_object(&mut self, object: ExprId, source: ExprId) -> Res<'db, Il> {
        let mut value = self.object_value(source)?;
        let place = self.place(object)?;
        let class = self.expr(object)?.ty;
        if let Some(bytes) = self.bytes_of_part(class) {
            return self.assign_bytes(place, value, bytes);
        }
        if let Some(stores) = self.store_chosen(object, place, source)? {
            return Ok(stores);
        }
        let mut before = Vec::new();
        let is_read = self.is_read(value) && !self.code.has_effects(value);
        let is_chosen = match self.code.exprs[value].kind {
            Kind::Load(from) => matches!(self.code.exprs[from].kind, Kind::Conditional(..)),
            ref kind => matches!(kind, Kind::Conditional(..)),
        };
        let is_aside = !self.stays(place) || is_chosen && self.code.has_effects(value);
        if !is_read && is_aside || self.code.has_effects(place) {
            let (set, local) = self.set_aside(value);
            if matches!(self.expr(source)?.kind, ExprKind::Materialize(_)) {
                self.objects.push(local);
            }
            before.push(set);
            value = self.local_value(local);
        }
        // A temporary is made and read before the place is looked for ([expr.ass]/1).
        let is_made = matches!(self.code.exprs[value].kind, Kind::Comma(_, last) if self.is_read(self.last_of(last)));
        if is_made && !matches!(self.code.exprs[place].kind, Kind::Local(_)) {
            let (set, local) = self.set_aside(value);
            before.push(set);
            value = self.local_value(local);
        }
        let store = match self.is_result(value) {
            true => self.stored_behind(place, value, &mut before),
            false => self.store(place, value),
        };
        Ok(self.after(before, store))
    }

    /// The operand behind all commas.
    fn last_of(&self, mut value: Il) -> Il {
        while let Kind::Comma(_, last) = self.code.exprs[value].kind {
            value = last;
        }
        value
    }

    /// Whether a value is what a call returns.
    fn is_result(&self, value: Il) -> bool {
        match self.code.exprs[value].kind {
            Kind::Call(..) | Kind::CallPointer(..) => true,
            Kind::Comma(_, value) => self.is_result(value),
            _ => false,
        }
    }

    /// Whether a value is what a place holds, or what one of two does.
    pub(crate) fn is_read(&self, value: Il) -> bool {
        match self.code.exprs[value].kind {
            Kind::Load(_) => true,
            Kind::Conditional(_, a, b) => self.is_read(a) && self.is_read(b),
            _ => false,
        }
    }

    /// An object as a value: of a temporary that nothing destroys the value that it is made of.
    pub(crate) fn object_value(&mut self, e: ExprId) -> Res<'db, Il> {
        let x = self.expr(e)?;
        match x.kind {
            ExprKind::Materialize(inner) if !self.is_destroyed(x.ty) => {
                self.at(inner, |b, y| b.class_value(inner, y))
            }
            _ if x.category == Category::Prvalue => self.value(e),
            ExprKind::Conditional(condition, a, b) if x.category != Category::Lvalue => {
                self.conditional_object(x, [condition, a, b])
            }
            _ => {
                if let Some(stored) = self.assigned_value(e)? {
                    return Ok(stored);
                }
                let place = self.place(e)?;
                Ok(self.load(place))
            }
        }
    }

    /// One of two objects: it is put into a temporary.
    fn conditional_object(&mut self, x: &'db Expr<'db>, parts: [ExprId; 3]) -> Res<'db, Il> {
        let [condition, a, b] = parts;
        let condition = self.value(condition)?;
        let ty = self.ty(x.ty.unqualified(self.unit.db))?;
        let local = self.temporary(ty);
        let void = self.void();
        let branch = |body: &mut Self, e: ExprId| {
            body.conditionally(|body| {
                let value = body.object_value(e)?;
                let place = body.local_place(local);
                let store = body.store(place, value);
                Ok(body.discard(store))
            })
        };
        let (a, b) = (branch(self, a)?, branch(self, b)?);
        let made = self.make(Kind::Conditional(condition, a, b), void);
        let value = self.local_value(local);
        Ok(self.comma(made, value))
    }

    /// Whether a place is where it is whatever runs, as one that has a [`Body::root`], or is an element or a member that is reached by
    /// parameters that nothing modifies. What such a parameter points to itself is not looked at by the reference.
    pub(crate) fn stays(&self, place: Il) -> bool {
        if let Kind::Deref(mut pointer) = self.code.exprs[place].kind {
            while let Kind::Convert(_, inner) = self.code.exprs[pointer].kind {
                pointer = inner;
            }
            if matches!(self.code.exprs[pointer].kind, Kind::Load(_)) {
                return false;
            }
        }
        let mut todo = vec![place];
        while let Some(e) = todo.pop() {
            match self.code.exprs[e].kind {
                Kind::Local(_) | Kind::Global(_) | Kind::Text(_) | Kind::Constant(_) => {}
                Kind::Field(inner, _) | Kind::Deref(inner) | Kind::Convert(_, inner) => {
                    todo.push(inner)
                }
                Kind::Address(inner) => todo.push(inner),
                Kind::Element(a, b) | Kind::Binary(_, a, b) => todo.extend([a, b]),
                Kind::Load(from) => match self.code.exprs[from].kind {
                    Kind::Local(local) if self.unmodified.contains(&local) => {}
                    _ => return false,
                },
                _ => return false,
            }
        }
        true
    }

    /// A call through a pointer to member function (Itanium C++ ABI 2.3).
    fn member_call(
        &mut self,
        object: ExprId,
        member: ExprId,
        written: &[ExprId],
        mut args: Vec<Il>,
        ret: TypeId,
    ) -> Res<'db, Il> {
        let db = self.unit.db;
        let Some((class, function)) = member_function(self.expr(member)?.ty, db) else {
            return self.refuse("a pointer to member function");
        };
        let pointer = self.object_pointer(object)?;
        let own = self.expr(object)?.ty;
        let own = own.pointee(db).unwrap_or(own);
        let pointer = match own.unqualified(db) == class.unqualified(db) {
            true => pointer,
            false => self.base_pointer(pointer, own, class, true)?,
        };
        let member = self.value(member)?;
        let (set_member, member) = self.held_member(member);
        let value = self.local_value(member);
        let adjustment = self.member_part(value, MemberPart::Adjustment);
        let this_ty = self.pointer_to(class.unqualified(db).qualified(db, function.quals))?;
        let this = self.bytes_from(pointer, adjustment, this_ty);
        let (set_this, this) = self.set_aside(this);
        let object = self.local_value(this);
        args.push(object);
        let target = self.member_target(member, this)?;
        let target_ty = {
            let mut params: Vec<TypeId> = args.iter().map(|a| self.ty_of(*a)).collect();
            for &param in &function.params {
                params.push(self.unit.parameter(&mut self.code.types, param)?);
            }
            self.function_type(ret, params, function.variadic)
        };
        let target = self.as_pointer(target, target_ty);
        let (set_target, target) = self.set_aside(target);
        let mut effects: Vec<Il> = set_member.into_iter().collect();
        effects.extend([set_this, set_target]);
        effects.extend(self.arguments(written, &mut args)?);
        let callee = self.local_value(target);
        let call = self.make(Kind::CallPointer(callee, args.into()), ret);
        Ok(self.after(effects, call))
    }

    /// The function that a pointer to member function calls: itself, or what the virtual table has at the place.
    fn member_target(
        &mut self,
        member: cleave_il::LocalId,
        this: cleave_il::LocalId,
    ) -> Res<'db, Il> {
        let any = self.any_function();
        let long = self.integer_type(Integer::Long);
        let bool = self.bool();
        let word = |b: &mut Self| {
            let value = b.local_value(member);
            let function = b.member_part(value, MemberPart::Function);
            b.make(Kind::Convert(Conversion::PointerToInteger, function), long)
        };
        let bits = word(self);
        let one = self.integer(1, Integer::Long);
        let low = self.make(Kind::Binary(Binary::And, bits, one), long);
        let zero = self.integer(0, Integer::Long);
        let is_plain = self.make(Kind::Binary(Binary::Equal, low, zero), bool);
        let value = self.local_value(member);
        let plain = self.member_part(value, MemberPart::Function);
        // The table is at the start of the object.
        let entry = self.code.types.pointer(any, Quals::default());
        let table_ty = self.code.types.pointer(entry, Quals::default());
        let object = self.local_value(this);
        let object = self.as_pointer(object, table_ty);
        let table = self.deref(object)?;
        let table = self.load(table);
        let bits = word(self);
        let one = self.integer(1, Integer::Long);
        let bytes = self.make(Kind::Binary(Binary::Subtract, bits, one), long);
        let entry = self.bytes_from(table, bytes, entry);
        let entry = self.deref(entry)?;
        let found = self.load(entry);
        Ok(self.make(Kind::Conditional(is_plain, plain, found), any))
    }
}

/// Whether a function is an assignment operator, compound ones included.
fn is_assignment<'db>(db: &'db dyn cleave_base_db::Db, function: Entity<'db>) -> bool {
    use cleave_lang::Operator as Op;
    let name = function.hir(db).map(|h| &h.name);
    matches!(
        name,
        Some(NameId::Operator(
            Op::Assign
                | Op::PlusAssign
                | Op::MinusAssign
                | Op::MultiplyAssign
                | Op::DivideAssign
                | Op::RemainderAssign
                | Op::BitAndAssign
                | Op::BitOrAssign
                | Op::BitXorAssign
                | Op::ShiftLeftAssign
                | Op::ShiftRightAssign
        ))
    )
}

/// The class and the function type of a pointer to member function.
fn member_function<'db>(
    ty: Ty<'db>,
    db: &'db dyn cleave_base_db::Db,
) -> Option<(Ty<'db>, &'db FnTy<'db>)> {
    match ty.kind(db) {
        TyKind::MemberPointer { class, member } => Some((*class, member.as_function(db)?)),
        _ => None,
    }
}
