//! Copies, moves and assignments of whole objects ([class.copy.ctor], [class.copy.assign]).

use cleave_base_db::Db;
use cleave_il::{Binary, ExprId as Il, ExprKind as Kind, Integer, Quals, StmtId, StmtKind};
use cleave_needed::{Emitted, called_member, copied_constant, special_member};
use cleave_typing::class::layout::assigned_size;
use cleave_typing::class::{Special, layout};
use cleave_typing::thir::{Category, Conversion, Expr, ExprId, ExprKind, Implicit, LocalKind};
use cleave_typing::{Ty, eval};

use crate::body::Body;
use crate::body::dest::Dest;
use crate::passing::{is_empty_class, is_passed_by_reference};
use crate::refusal::Res;

impl<'db> Body<'_, 'db> {
    /// Copies or moves an object into a new one.
    pub(crate) fn copy(
        &mut self,
        dest: &Dest<'db>,
        from: Il,
        moving: bool,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let class = dest.ty.innermost_element(db);
        let Some(what) = copying(db, class, moving) else {
            let place = self.dest_place(dest)?;
            return self.copy_bytes(place, dest.ty, from, out);
        };
        let ty = self.pointer_to(
            class
                .unqualified(db)
                .with_quals(db, cleave_lang::Qualifiers::CONST),
        )?;
        match dest.ty.is_array(db) {
            true => self.copy_array(dest, from, what, out),
            false => {
                let source = self.address(from, ty);
                self.call_constructor(dest, what, vec![source], out)
            }
        }
    }

    /// Whether what copies or moves an object into a new one is no function.
    pub(crate) fn is_copied_as_bytes(&self, ty: Ty<'db>, moving: bool) -> bool {
        copying(self.unit.db, ty, moving).is_none()
    }

    /// What an assignment stores, as the value that it leaves: an object that is copied as bytes, as a whole.
    pub(crate) fn assigned_value(&mut self, e: ExprId) -> Res<'db, Option<Il>> {
        let db = self.unit.db;
        let x = self.expr(e)?;
        let is_whole = x.ty.is_class(db)
            && !x.ty.quals(db).is_volatile
            && !is_empty_class(db, x.ty)
            && self.bytes_of_part(x.ty).is_none();
        match x.kind {
            _ if !is_whole || x.category != Category::Lvalue => Ok(None),
            ExprKind::Convert(Conversion::Noop, inner)
                if self.expr(inner)?.ty.unqualified(db) == x.ty.unqualified(db) =>
            {
                self.assigned_value(inner)
            }
            ExprKind::Assign(target, value, false) if self.is_stored(x.ty, value)? => {
                self.store_object(target, value).map(Some)
            }
            ExprKind::Call { .. } => self.trivial_store(x),
            _ => Ok(None),
        }
    }

    /// A full-expression that copies or moves an object into a new one by a call of what copies it.
    pub(crate) fn full_copy(
        &mut self,
        dest: &Dest<'db>,
        what: Emitted<'db>,
        source: ExprId,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let class = dest.ty.unqualified(self.unit.db);
        let ty = self.pointer_to(class.with_quals(self.unit.db, cleave_lang::Qualifiers::CONST))?;
        self.full_effects(out, |b, effects| {
            let from = b.place(source)?;
            let from = b.address(from, ty);
            b.call_constructor(dest, what, vec![from], effects)
        })
    }

    /// The store of an object that a call returns: the reference looks for the place behind the call, and C before it unless the place is a
    /// local.
    pub(crate) fn stored_behind(&mut self, place: Il, call: Il, out: &mut Vec<Il>) -> Il {
        if matches!(self.code.exprs[place].kind, Kind::Local(_)) {
            return self.store(place, call);
        }
        let (set, local) = self.set_aside(call);
        out.push(set);
        let value = self.local_value(local);
        self.store(place, value)
    }

    /// Copies the bytes of an object; of one without data nothing.
    pub(crate) fn copy_bytes(
        &mut self,
        to: Il,
        ty: Ty<'db>,
        from: Il,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        if ty.innermost_element(db).is_class(db) && is_empty_class(db, ty.innermost_element(db)) {
            let pointer_ty = {
                let own = self.ty_of(from);
                self.code.types.pointer(own, cleave_il::Quals::default())
            };
            let pointer = self.address(from, pointer_ty);
            out.push(self.discard(pointer));
            return Ok(());
        }
        if ty.is_array(db) {
            let void = self.void();
            out.push(self.make(Kind::Copy(to, from), void));
            return Ok(());
        }
        let value = self.load(from);
        out.push(self.store(to, value));
        Ok(())
    }

    /// Whether a copy of an object without members is a constant: of a constant, of what a lambda captures, or of a base or a member of
    /// a variable. In the initialiser of a variable so is a copy of a variable. What a reference names is not known.
    pub(crate) fn is_known_empty(&self, e: ExprId, x: &'db Expr<'db>) -> Res<'db, bool> {
        let typed = self.frame()?.typed;
        if copied_constant(self.unit.db, typed, e).is_some() {
            return Ok(true);
        }
        let Some(mut source) = self.copied_trivially(e, x)? else {
            return Ok(false);
        };
        let mut is_part = false;
        loop {
            let from = self.expr(source)?;
            match from.kind {
                ExprKind::Convert(Conversion::Noop, of) => source = of,
                ExprKind::Convert(Conversion::ToBase(_), of) | ExprKind::Field(of, _) => {
                    is_part = true;
                    source = of;
                }
                ExprKind::Local(local) => {
                    let Some(local) = typed.locals.get(local.0 as usize) else {
                        return Ok(false);
                    };
                    return Ok(match local.kind {
                        LocalKind::Param(_) | LocalKind::Automatic => {
                            let is_object = !local.ty.is_reference(self.unit.db);
                            is_object && (is_part || self.initializes)
                        }
                        // What is captured is known as an object.
                        LocalKind::Capture(_) => true,
                        _ => false,
                    });
                }
                ExprKind::Static(variable) => {
                    let value = || eval::constant_value(self.unit.db, variable);
                    return Ok(self.initializes || value().is_some());
                }
                _ => return Ok(false),
            }
        }
    }

    /// Whether a prvalue of a class without members is known: an aggregate with nothing in it, or a copy of a base of an object that is made for
    /// that.
    pub(crate) fn is_made_empty(&self, e: ExprId) -> Res<'db, bool> {
        let x = self.expr(e)?;
        if let ExprKind::Aggregate(parts) = &x.kind {
            let mut all = true;
            for part in parts.iter().flatten() {
                all &= self.is_made_empty(*part)?;
            }
            return Ok(all);
        }
        let Some(copied) = self.copied_trivially(e, x)? else {
            return Ok(false);
        };
        let mut source = copied;
        while let ExprKind::Convert(Conversion::ToBase(_), of) = self.expr(source)?.kind {
            source = of;
        }
        let ExprKind::Materialize(made) = self.expr(source)?.kind else {
            return Ok(false);
        };
        Ok(match self.expr(made)?.kind {
            ExprKind::ConstructImplicit(Implicit::Default, _) | ExprKind::Zero => true,
            ExprKind::Aggregate(_) => self.is_made_empty(made)?,
            _ => false,
        })
    }

    /// How many bytes an assignment copies, and how they are aligned, where that is not the whole object: what lies in the tail padding of
    /// a base or a `[[no_unique_address]]` member is another member's (Itanium C++ ABI 2.2, dsize).
    pub(crate) fn bytes_of_part(&self, ty: Ty<'db>) -> Option<(u64, u64)> {
        let db = self.unit.db;
        if !ty.is_class(db) || is_empty_class(db, ty) {
            return None;
        }
        let layout = layout(db, ty.unqualified(db))?;
        let bytes = assigned_size(db, ty)?;
        (bytes < layout.size).then_some((bytes, layout.align))
    }

    /// Assigns so many bytes of a value to an object. A value that is computed is put into a temporary first ([expr.ass]/1).
    pub(crate) fn assign_bytes(
        &mut self,
        place: Il,
        value: Il,
        (bytes, align): (u64, u64),
    ) -> Res<'db, Il> {
        let own = self.ty_of(place);
        let pointer = self.code.types.pointer(own, cleave_il::Quals::default());
        let to = self.address(place, pointer);
        let is_read = self.is_read(value);
        let stays = self.stays(place);
        let mut before = Vec::new();
        let made = match self.code.exprs[value].kind {
            Kind::Comma(effects, value) => match self.code.exprs[value].kind {
                Kind::Load(from) => Some((effects, from)),
                _ => None,
            },
            _ => None,
        };
        let from = match (is_read, made) {
            (true, _) if !self.code.has_effects(to) && (!self.code.has_effects(value) || stays) => {
                self.address_of_read(value, pointer)
            }
            // A temporary that is there already. It is made first where the object may change meanwhile.
            (_, Some((effects, from))) if stays => {
                let address = self.address(from, pointer);
                self.comma(effects, address)
            }
            (_, Some((effects, from)))
                if matches!(self.code.exprs[effects].kind, Kind::Store(..)) =>
            {
                before.push(effects);
                self.address(from, pointer)
            }
            _ => {
                let (set, local) = self.set_aside(value);
                let place = self.local_place(local);
                let address = self.address(place, pointer);
                match is_read || !stays {
                    true => {
                        before.push(set);
                        address
                    }
                    false => self.comma(set, address),
                }
            }
        };
        // The alignment is that of the places, where they are no more than places.
        let is_plain = !self.code.has_effects(to) && !self.code.has_effects(from);
        let name = match (is_plain, align) {
            (true, 1 | 2 | 4 | 8 | 16) => format!("__gen_nvvm_memcpy_aligned{align}"),
            (true, _) => "__gen_nvvm_memcpy_aligned1".to_owned(),
            (false, _) => "__gen_nvvm_memcpy".to_owned(),
        };
        let void = self.void_pointer();
        let size = self.integer_type(Integer::UnsignedLong);
        let args = [
            self.as_pointer(to, void),
            self.as_pointer(from, void),
            self.number(i128::from(bytes), size),
        ];
        let copied = self.make(Kind::Builtin(name.into(), args.into()), void);
        let result = self.as_pointer(copied, pointer);
        Ok(self.after(before, result))
    }

    /// The object of a member call that a call returns, if its class has tail padding: the reference puts the result into a temporary
    /// and copies the bytes that a part of the class would have into another one (reference: device-half, Objects and temporaries).
    pub(crate) fn copied_result(&mut self, object: ExprId) -> Res<'db, Option<Il>> {
        let mut inner = object;
        while let ExprKind::Convert(Conversion::Noop, operand) = self.expr(inner)?.kind {
            inner = operand;
        }
        let ExprKind::Materialize(result) = self.expr(inner)?.kind else {
            return Ok(None);
        };
        let x = self.expr(result)?;
        let Some(bytes) = self.bytes_of_part(x.ty) else {
            return Ok(None);
        };
        if !self.is_returned_value(result)? {
            return Ok(None);
        }
        let ty = self.ty(x.ty.unqualified(self.unit.db))?;
        let local = self.temporary(ty);
        self.objects.push(local);
        let value = self.value(result)?;
        let place = self.local_place(local);
        let copied = self.assign_bytes(place, value, bytes)?;
        let (place, pointer) = (
            self.local_place(local),
            self.code.types.pointer(ty, Quals::default()),
        );
        let address = self.address(place, pointer);
        Ok(Some(self.comma(copied, address)))
    }

    /// Whether an expression is a call that returns an object with data as a value, or ends with one behind commas.
    pub(crate) fn is_returned_value(&self, e: ExprId) -> Res<'db, bool> {
        let db = self.unit.db;
        let mut last = e;
        while let ExprKind::Comma(_, operand) = self.expr(last)?.kind {
            last = operand;
        }
        let x = self.expr(last)?;
        let is_call = matches!(
            x.kind,
            ExprKind::Call { .. } | ExprKind::CallIndirect(..) | ExprKind::CallMember(..)
        );
        let is_value = x.category == Category::Prvalue
            && x.ty.is_class(db)
            && !is_passed_by_reference(db, x.ty)
            && !is_empty_class(db, x.ty);
        Ok(is_call && is_value && !self.is_literal(last, x))
    }

    /// Where an object lies that is read, or one of two.
    fn address_of_read(&mut self, value: Il, pointer: cleave_il::TypeId) -> Il {
        match self.code.exprs[value].kind {
            Kind::Load(from) => self.address(from, pointer),
            Kind::Conditional(condition, a, b) => {
                let (a, b) = (
                    self.address_of_read(a, pointer),
                    self.address_of_read(b, pointer),
                );
                self.make(Kind::Conditional(condition, a, b), pointer)
            }
            _ => value,
        }
    }

    /// Whether an assignment of an object of class type only copies its bytes.
    pub(crate) fn is_stored(&self, ty: Ty<'db>, value: ExprId) -> Res<'db, bool> {
        let db = self.unit.db;
        let which = assigning(self.expr(value)?.category != Category::Lvalue);
        Ok(ty.is_class(db) && !is_empty_class(db, ty) && special_member(db, ty, which).is_none())
    }

    /// Assigns to an object of class type without an operator that is declared.
    pub(crate) fn assign_object(
        &mut self,
        place: Il,
        ty: Ty<'db>,
        value: ExprId,
        by_name: bool,
    ) -> Res<'db, Il> {
        let moving = self.expr(value)?.category != Category::Lvalue;
        let from = self.place(value)?;
        if by_name && let Some(operator) = called_member(self.unit.db, ty, assigning(moving)) {
            return self.call_assignment(operator, place, ty, from);
        }
        self.assign_from(place, ty, from, moving)
    }

    /// Assigns to an object what another one holds.
    pub(crate) fn assign_from(
        &mut self,
        place: Il,
        ty: Ty<'db>,
        from: Il,
        moving: bool,
    ) -> Res<'db, Il> {
        let db = self.unit.db;
        let which = assigning(moving);
        let class = ty.innermost_element(db);
        let what = match class.is_class(db) && !ty.is_array(db) {
            true => special_member(db, class, which),
            false => None,
        };
        let Some(what) = what else {
            if class.is_class(db) && special_member(db, class, which).is_some() {
                return self.refuse("an assignment of an array of objects");
            }
            if let Some(bytes) = self.bytes_of_part(ty) {
                let value = self.load(from);
                return self.assign_bytes(place, value, bytes);
            }
            let mut out = Vec::new();
            self.copy_bytes(place, ty, from, &mut out)?;
            return Ok(match self.sequence(out) {
                Some(all) => all,
                None => self.nothing(),
            });
        };
        self.call_assignment(what, place, class, from)
    }

    /// A call of an implicit assignment operator.
    fn call_assignment(
        &mut self,
        operator: Emitted<'db>,
        place: Il,
        class: Ty<'db>,
        from: Il,
    ) -> Res<'db, Il> {
        let db = self.unit.db;
        let bare = class.unqualified(db);
        let to_ty = self.pointer_to(bare)?;
        let from_ty = self.pointer_to(bare.with_quals(db, cleave_lang::Qualifiers::CONST))?;
        let to = self.address(place, to_ty);
        let source = self.address(from, from_ty);
        let symbol = self.unit.symbol(operator)?;
        Ok(self.make(Kind::Call(symbol, [to, source].into()), to_ty))
    }

    /// Assigns to a base or member what that of another object holds.
    pub(crate) fn assign_part(
        &mut self,
        to: &Dest<'db>,
        from: &Dest<'db>,
        moving: bool,
        out: &mut Vec<StmtId>,
    ) -> Res<'db, ()> {
        let which = assigning(moving);
        match special_member(self.unit.db, to.ty, which) {
            Some(what) if to.ty.is_array(self.unit.db) => self.assign_elements(to, from, what, out),
            _ => self.push_effects(out, |b, effects| {
                let (place, source) = (b.dest_place(to)?, b.dest_place(from)?);
                effects.push(b.assign_from(place, to.ty, source, moving)?);
                Ok(())
            }),
        }
    }

    /// Assigns the elements of an array, one after the other ([class.copy.assign]/12).
    fn assign_elements(
        &mut self,
        to: &Dest<'db>,
        from: &Dest<'db>,
        what: Emitted<'db>,
        out: &mut Vec<StmtId>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let element = to.ty.innermost_element(db).unqualified(db);
        let (count, _) = self.counted(to.ty)?;
        let number = self.integer_type(Integer::UnsignedLong);
        let local = self.temporary(number);
        let (place, zero) = (self.local_place(local), self.number(0, number));
        let start = self.store(place, zero);
        self.push_expr(out, start);
        let target = self.pointer_to(element)?;
        let quals = cleave_lang::Qualifiers::CONST;
        let source = self.pointer_to(element.with_quals(db, quals))?;
        let mut args = Vec::new();
        for (array, ty) in [(to, target), (from, source)] {
            let first = self.dest_pointer(array)?;
            let first = self.as_pointer(first, ty);
            let at = self.local_value(local);
            args.push(self.make(Kind::Binary(Binary::Add, first, at), ty));
        }
        let symbol = self.unit.symbol(what)?;
        let call = self.make(Kind::Call(symbol, args.into()), target);
        let mut body = Vec::new();
        self.push_expr(&mut body, call);
        let body = self.block(body);
        let step = Kind::Step {
            increment: true,
            prefix: true,
            place: self.local_place(local),
        };
        let next = self.make(step, number);
        let bool = self.bool();
        let condition = self.make(Kind::Binary(Binary::Less, next, count), bool);
        self.push(
            out,
            StmtKind::Loop {
                condition: Some(condition),
                step: None,
                body,
                test_after: true,
                unroll: None,
            },
        );
        Ok(())
    }
}

/// The assignment operator that copies or moves.
fn assigning(moving: bool) -> Special {
    match moving {
        true => Special::MoveAssign,
        false => Special::CopyAssign,
    }
}

/// What copies or moves an object into a new one; nothing if its bytes are copied.
fn copying<'db>(db: &'db dyn Db, ty: Ty<'db>, moving: bool) -> Option<Emitted<'db>> {
    let which = match moving {
        true => Special::Move,
        false => Special::Copy,
    };
    match ty.is_class(db) {
        true => special_member(db, ty, which),
        false => None,
    }
}
