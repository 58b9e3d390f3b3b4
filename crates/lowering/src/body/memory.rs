//! `new` and `delete` ([expr.new], [expr.delete], Itanium C++ ABI 2.7).

use cleave_il::{
    Binary, Conversion, ExprId as Il, ExprKind as Kind, Integer, LocalId, Quals, Symbol,
};
use cleave_needed::{Emitted, special_member};
use cleave_typing::class::layout::size_of;
use cleave_typing::class::{
    Deallocation, Special, class_info, deallocation, has_virtual_destructor,
};
use cleave_typing::function::{class_of, signature};
use cleave_typing::thir::{Expr, ExprId, ExprKind};
use cleave_typing::{Bound, Entity, Ty, TyKind};

use crate::body::Body;
use crate::body::dest::Dest;
use crate::refusal::Res;
use crate::unit::Runtime;

/// The size of an array cookie: what keeps the number of elements.
const COOKIE: i128 = 8;

impl<'db> Body<'_, 'db> {
    pub(crate) fn new_expr(&mut self, x: &'db Expr<'db>) -> Res<'db, Il> {
        let db = self.unit.db;
        let ExprKind::New {
            ty,
            count,
            init,
            placement,
            allocator,
            global: _,
        } = &x.kind
        else {
            return self.refuse("an allocation");
        };
        let (ty, is_array) = match (ty.element(db), count) {
            (Some(element), Some(_)) if ty.length(db).is_none() => (element, true),
            _ => (*ty, count.is_some()),
        };
        let Some(size) = size_of(db, ty) else {
            return self.refuse("an object of unknown size");
        };
        let result = self.ty(x.ty)?;
        let one = self.integer(size.into(), Integer::UnsignedLong);
        if is_array && self.is_destroyed(ty) && allocator.is_none() && placement.is_empty() {
            return self.new_objects(x, ty, *count, *init);
        }
        let (mut effects, bytes) = match count {
            Some(count) => {
                let count = self.count(*count)?;
                let long = self.ty_of(one);
                let bytes = self.make(Kind::Binary(Binary::Multiply, count, one), long);
                (Vec::new(), bytes)
            }
            None => (Vec::new(), one),
        };
        let (set, bytes) = self.set_aside(bytes);
        effects.push(set);
        let mut args = vec![self.local_value(bytes)];
        effects.extend(self.arguments(placement, &mut args)?);
        let any = self.void_pointer();
        let storage = match allocator {
            Some(allocator) => {
                let symbol = self.unit.symbol(Emitted::of(db, *allocator))?;
                self.make(Kind::Call(symbol, args.into()), any)
            }
            None if placement.is_empty() => {
                let which = match is_array {
                    true => Runtime::AllocateArray,
                    false => Runtime::Allocate,
                };
                self.runtime_call(which, args, any)
            }
            None => {
                let Some(function) = self.placement_function(x) else {
                    return self.refuse("a placement new without its function");
                };
                let symbol = self.unit.symbol(Emitted::of(db, function))?;
                self.make(Kind::Call(symbol, args.into()), any)
            }
        };
        let pointer_ty = {
            let to = self.ty(ty)?;
            self.code.types.pointer(to, Quals::default())
        };
        let pointer = self.as_pointer(storage, pointer_ty);
        let (set, local) = self.set_aside(pointer);
        effects.push(set);
        if let Some(init) = init {
            self.init_new(local, ty, is_array, *count, *init, &mut effects)?;
        }
        let value = self.local_value(local);
        let value = self.as_pointer(value, result);
        Ok(self.after(effects, value))
    }

    fn count(&mut self, count: ExprId) -> Res<'db, Il> {
        let value = self.value(count)?;
        let long = self.integer_type(Integer::UnsignedLong);
        Ok(self.converted(Conversion::Integer, value, long))
    }

    /// Initialises what was allocated.
    fn init_new(
        &mut self,
        local: LocalId,
        ty: Ty<'db>,
        is_array: bool,
        count: Option<ExprId>,
        init: ExprId,
        effects: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        if !is_array {
            let dest = Dest::pointed(local, ty.unqualified(db));
            return self.init(&dest, init, effects);
        }
        let x = self.expr(init)?;
        if matches!(x.kind, ExprKind::Uninitialized) {
            return Ok(());
        }
        let known = count.and_then(|c| {
            let typed = self.frames.last()?.typed;
            let value = cleave_typing::eval::constant(db, typed, c)?;
            u64::try_from(value.as_int(db)?).ok()
        });
        let Some(known) = known else {
            return self.init_unknown(local, ty, count, init, effects);
        };
        let array = Ty::of(db, TyKind::Array(ty, Bound::Known(known)));
        let il = self.ty(array)?;
        let to = self.code.types.pointer(il, Quals::default());
        let value = self.local_value(local);
        let pointer = self.as_pointer(value, to);
        let (set, local) = self.set_aside(pointer);
        effects.push(set);
        let dest = Dest::pointed(local, array);
        self.init(&dest, init, effects)
    }

    /// Initialises an array whose length is known when the program runs.
    fn init_unknown(
        &mut self,
        local: LocalId,
        ty: Ty<'db>,
        count: Option<ExprId>,
        init: ExprId,
        effects: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let x = self.expr(init)?;
        let rest = match &x.kind {
            ExprKind::Array(elements, rest) if elements.is_empty() => *rest,
            ExprKind::ConstructImplicit(..) | ExprKind::Construct(..) => Some(init),
            _ => return self.refuse("an initialiser of an array of unknown length"),
        };
        let Some(rest) = rest else {
            return Ok(());
        };
        let of = self.expr(rest)?;
        match &of.kind {
            ExprKind::Uninitialized => Ok(()),
            ExprKind::ConstructImplicit(..)
                if special_member(self.unit.db, ty, Special::Default).is_none() =>
            {
                Ok(())
            }
            ExprKind::ConstructImplicit(..) | ExprKind::Construct(..) => {
                let what = match &of.kind {
                    ExprKind::Construct(constructor, args) if args.is_empty() => {
                        Emitted::of(self.unit.db, *constructor)
                    }
                    _ => match special_member(self.unit.db, ty, Special::Default) {
                        Some(what) => what,
                        None => return self.refuse("a constructor of an array's elements"),
                    },
                };
                let Some(count) = count else {
                    return self.refuse("an array of unknown length");
                };
                let count = self.count(count)?;
                let any = self.void_pointer();
                let start = self.local_value(local);
                let start = self.as_any(start, any);
                let Some(size) = size_of(self.unit.db, ty) else {
                    return self.refuse("an object of unknown size");
                };
                let size = self.integer(size.into(), Integer::UnsignedLong);
                let constructor = self.function_taking(Some(what), 1)?;
                let destructor = self.function_taking(None, 1)?;
                let args = vec![start, count, size, constructor, destructor];
                effects.push(self.runtime_call(Runtime::Construct, args, any));
                Ok(())
            }
            _ => self.refuse("an initialiser of an array of unknown length"),
        }
    }

    /// An array of objects with destructors: the number of elements is kept before it.
    fn new_objects(
        &mut self,
        x: &'db Expr<'db>,
        ty: Ty<'db>,
        count: Option<ExprId>,
        init: Option<ExprId>,
    ) -> Res<'db, Il> {
        let db = self.unit.db;
        let (Some(count), Some(size)) = (count, size_of(db, ty)) else {
            return self.refuse("an array of objects");
        };
        let mut listed = None;
        let what = match init.map(|e| self.expr(e)).transpose()?.map(|x| &x.kind) {
            None | Some(ExprKind::Uninitialized) => None,
            Some(ExprKind::Array(elements, Some(rest))) if elements.is_empty() => {
                match &self.expr(*rest)?.kind {
                    ExprKind::Construct(constructor, args) if args.is_empty() => {
                        Some(Emitted::of(db, *constructor))
                    }
                    ExprKind::ConstructImplicit(..) => special_member(db, ty, Special::Default),
                    _ => {
                        listed = init;
                        None
                    }
                }
            }
            Some(ExprKind::ConstructImplicit(..)) => special_member(db, ty, Special::Default),
            Some(ExprKind::Construct(constructor, args)) if args.is_empty() => {
                Some(Emitted::of(db, *constructor))
            }
            // Each is initialised after the storage is there.
            _ => {
                listed = init;
                None
            }
        };
        let written = count;
        let count = self.count(count)?;
        let size = self.integer(size.into(), Integer::UnsignedLong);
        let cookie = self.integer(COOKIE, Integer::UnsignedLong);
        let constructor = self.function_taking(what, 1)?;
        let destructor = special_member(db, ty, Special::Destructor);
        let destructor = self.function_taking(destructor, 1)?;
        let any = self.void_pointer();
        let long = self.integer_type(Integer::UnsignedLong);
        let void = self.void();
        let allocate = self.unit.runtime(Runtime::AllocateArray);
        let allocate_ty = self.function_type(any, vec![long], false);
        let allocate = self.make(Kind::Function(allocate), allocate_ty);
        let free = self.unit.runtime(Runtime::FreeArray);
        let free_ty = self.function_type(void, vec![any, long], false);
        let free = self.make(Kind::Function(free), free_ty);
        let args = vec![count, size, cookie, constructor, destructor, allocate, free];
        let made = self.runtime_call(Runtime::New, args, any);
        let result = self.ty(x.ty)?;
        let Some(init) = listed else {
            return Ok(self.as_pointer(made, result));
        };
        let to = self.ty(ty)?;
        let pointer = self.code.types.pointer(to, Quals::default());
        let made = self.as_pointer(made, pointer);
        let (set, local) = self.set_aside(made);
        let mut effects = vec![set];
        self.init_new(local, ty, true, Some(written), init, &mut effects)?;
        let value = self.local_value(local);
        let value = self.as_pointer(value, result);
        Ok(self.after(effects, value))
    }

    /// The allocation function of a placement new that takes a place ([new.delete.placement]).
    fn placement_function(&self, x: &'db Expr<'db>) -> Option<Entity<'db>> {
        cleave_needed::placement(self.unit.db, x.site.code.item.file(self.unit.db))
    }

    pub(crate) fn delete(
        &mut self,
        pointer: ExprId,
        is_array: bool,
        global: bool,
        destructor: Option<Entity<'db>>,
    ) -> Res<'db, Il> {
        let db = self.unit.db;
        let Some(object) = self.expr(pointer)?.ty.pointee(db) else {
            return self.refuse("a deletion");
        };
        let value = self.value(pointer)?;
        let any = self.void_pointer();
        let void = self.void();
        let class = object.innermost_element(db).unqualified(db);
        let ends = match destructor {
            Some(function) if !cleave_needed::is_trivial(db, function) => {
                Some(Emitted::of(db, function))
            }
            _ => special_member(db, object, Special::Destructor),
        };
        let bytes = size_of(db, object).unwrap_or(0);
        if is_array {
            let start = self.as_any(value, any);
            let (free, by) = self.deallocation(object, true, global)?;
            if by.cookie == 0 {
                // The deallocation function may be given null ([basic.stc.dynamic.deallocation]/4).
                return Ok(self.make(Kind::Call(free, [start].into()), void));
            }
            let size = self.integer(bytes.into(), Integer::UnsignedLong);
            let cookie = self.integer(by.cookie.into(), Integer::UnsignedLong);
            let long = self.integer_type(Integer::UnsignedLong);
            if !by.sized {
                return self.refuse("an array whose storage is freed without its size");
            }
            let free_ty = self.function_type(void, vec![any, long], false);
            let free = self.make(Kind::Function(free), free_ty);
            if class.is_class(db) && has_virtual_destructor(db, class) {
                let (set, local) = self.set_aside(start);
                let start = self.local_value(local);
                let destructor = self.first_destructor(local, class)?;
                let args = vec![start, size, cookie, destructor, free];
                let call = self.runtime_call(Runtime::Delete, args, void);
                let all = self.if_there(local, call)?;
                return Ok(self.comma(set, all));
            }
            let destructor = self.function_taking(ends, 1)?;
            let args = vec![start, size, cookie, destructor, free];
            return Ok(self.runtime_call(Runtime::Delete, args, void));
        }
        if class.is_class(db) && class_info(db, class).is_none() {
            return self.refuse("the deletion of an incomplete class");
        }
        let is_virtual = class.is_class(db) && has_virtual_destructor(db, class);
        if ends.is_none() && !is_virtual {
            return self.free(value, object, global, bytes);
        }
        let (set, local) = self.set_aside(value);
        let value = self.local_value(local);
        let done = if is_virtual {
            let slot = crate::tables::deleting_slot(db, class)?;
            let function = {
                let this = self.ty_of(value);
                self.function_type(void, vec![this], false)
            };
            let callee = self.make(Kind::VirtualFunction(value, slot), function);
            let value = self.local_value(local);
            self.make(Kind::CallPointer(callee, [value].into()), void)
        } else {
            let free = self.free(value, object, global, bytes)?;
            match ends {
                Some(ends) => {
                    let value = self.local_value(local);
                    let bare = self.pointer_to(class)?;
                    let value = self.as_pointer(value, bare);
                    let destroyed = self.call_destructor(value, ends)?;
                    self.comma(destroyed, free)
                }
                None => free,
            }
        };
        let all = self.if_there(local, done)?;
        Ok(self.comma(set, all))
    }

    /// The destructor that the virtual table of an array's first element names; null where the array has no elements.
    fn first_destructor(&mut self, array: LocalId, class: Ty<'db>) -> Res<'db, Il> {
        let slot = crate::tables::deleting_slot(self.unit.db, class)? - 1;
        let void = self.void();
        let any = self.void_pointer();
        let taken = self.function_type(void, vec![any], false);
        let long = self.integer_type(Integer::UnsignedLong);
        let longs = self.code.types.pointer(long, Quals::default());
        let start = self.local_value(array);
        let back = self.integer(-COOKIE, Integer::Long);
        let count = self.bytes_from(start, back, longs);
        let count = self.deref(count)?;
        let count = self.load(count);
        let bool = self.bool();
        let is_there = self.make(Kind::Convert(Conversion::Truth, count), bool);
        let this = self.pointer_to(class)?;
        let first = self.local_value(array);
        let first = self.as_pointer(first, this);
        let found = self.make(Kind::VirtualFunction(first, slot), taken);
        let null = self.zero(taken);
        Ok(self.make(Kind::Conditional(is_there, found, null), taken))
    }

    /// Frees the storage of an object, or of an array of objects that nothing destroys.
    pub(crate) fn free(
        &mut self,
        pointer: Il,
        ty: Ty<'db>,
        global: bool,
        size: u64,
    ) -> Res<'db, Il> {
        let (free, by) = self.deallocation(ty, false, global)?;
        let any = self.void_pointer();
        let void = self.void();
        let mut args = vec![self.as_any(pointer, any)];
        if by.sized {
            args.push(self.integer(size.into(), Integer::UnsignedLong));
        }
        Ok(self.make(Kind::Call(free, args.into()), void))
    }

    /// What frees the storage of an object, or of an array of objects: its name, and what it is given.
    fn deallocation(
        &mut self,
        ty: Ty<'db>,
        array: bool,
        global: bool,
    ) -> Res<'db, (Symbol, Deallocation<'db>)> {
        let db = self.unit.db;
        let standard = self.unit.file.dialect(db).standard;
        let Some(found) = deallocation(db, standard, ty, array, global) else {
            return self.refuse("what frees an object");
        };
        if found.aligned {
            return self.refuse("an object of a greater alignment on the heap");
        }
        let symbol = match (found.function, array, found.sized) {
            (Some(function), ..) => self.unit.symbol(Emitted::of(db, function))?,
            (None, false, true) => self.unit.runtime(Runtime::Free),
            (None, false, false) => self.unit.runtime(Runtime::FreeUnsized),
            (None, true, true) => self.unit.runtime(Runtime::FreeArray),
            (None, true, false) => self.unit.runtime(Runtime::FreeArrayUnsized),
        };
        Ok((symbol, found))
    }

    /// Does something where a pointer is not null.
    pub(crate) fn if_there(&mut self, pointer: LocalId, then: Il) -> Res<'db, Il> {
        let value = self.local_value(pointer);
        let bool = self.bool();
        let is_there = self.make(Kind::Convert(Conversion::Truth, value), bool);
        let nothing = self.nothing();
        let void = self.void();
        Ok(self.make(Kind::Conditional(is_there, then, nothing), void))
    }

    /// An explicit call of a destructor ([expr.prim.id.dtor]).
    pub(crate) fn destroy_call(
        &mut self,
        object: ExprId,
        destructor: Option<Entity<'db>>,
    ) -> Res<'db, Il> {
        let db = self.unit.db;
        let x = self.expr(object)?;
        let ty =
            x.ty.pointee(db)
                .filter(|_| x.ty.is_pointer(db))
                .unwrap_or(x.ty);
        let what = match destructor {
            Some(function) if cleave_needed::is_trivial(db, function) => None,
            Some(function) => Some(Emitted::of(db, function)),
            None => special_member(db, ty, Special::Destructor),
        };
        let Some(what) = what else {
            return self.effect(object);
        };
        let pointer = self.object_pointer(object)?;
        let is_virtual = destructor
            .and_then(|d| signature(db, d))
            .is_some_and(|s| s.is_virtual);
        if is_virtual && let Some(class) = destructor.and_then(|d| class_of(db, d)) {
            let slot = crate::tables::deleting_slot(db, class.unqualified(db))? - 1;
            let void = self.void();
            let (set, local) = self.set_aside(pointer);
            let value = self.local_value(local);
            let this = self.ty_of(value);
            let function = self.function_type(void, vec![this], false);
            let callee = self.make(Kind::VirtualFunction(value, slot), function);
            let value = self.local_value(local);
            let call = self.make(Kind::CallPointer(callee, [value].into()), void);
            return Ok(self.comma(set, call));
        }
        let bare = self.pointer_to(ty.unqualified(db))?;
        let pointer = self.as_pointer(pointer, bare);
        self.call_destructor(pointer, what)
    }
}
