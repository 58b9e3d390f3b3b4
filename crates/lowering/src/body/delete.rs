//! `delete`, and what destroys objects ([expr.delete], Itanium C++ ABI 2.7).

use cleave_il::{Conversion, ExprId as Il, ExprKind as Kind, Integer, LocalId, Quals, Symbol};
use cleave_needed::{Emitted, is_known_destructor, special_member};
use cleave_typing::class::layout::{layout, size_of};
use cleave_typing::class::{
    Deallocation, Special, class_info, deallocation, has_virtual_destructor,
};
use cleave_typing::thir::ExprId;
use cleave_typing::{Entity, Ty};

use crate::body::Body;
use crate::body::memory::COOKIE;
use crate::refusal::Res;
use crate::unit::Runtime;

impl<'db> Body<'_, 'db> {
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
                let mut args = vec![start];
                if by.aligned {
                    args.push(self.alignment(object)?);
                }
                return Ok(self.make(Kind::Call(free, args.into()), void));
            }
            if by.aligned {
                return self.refuse("an array of objects of a greater alignment on the heap");
            }
            let (_, size) = self.counted(object)?;
            let cookie = self.integer(by.cookie.into(), Integer::UnsignedLong);
            let (free, which) = match by.sized {
                true => (self.freeing(free, 2), Runtime::Delete),
                false => (self.freeing(free, 1), Runtime::DeleteUnsized),
            };
            if class.is_class(db) && has_virtual_destructor(db, class) {
                let (set, local) = self.set_aside(start);
                let start = self.local_value(local);
                let destructor = self.first_destructor(local, class)?;
                let args = vec![start, size, cookie, destructor, free];
                let call = self.runtime_call(which, args, void);
                let all = self.if_there(local, call)?;
                return Ok(self.comma(set, all));
            }
            let destructor = self.function_taking(ends, 1)?;
            let args = vec![start, size, cookie, destructor, free];
            return Ok(self.runtime_call(which, args, void));
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
        if by.aligned {
            args.push(self.alignment(ty)?);
        }
        Ok(self.make(Kind::Call(free, args.into()), void))
    }

    /// The alignment of a type, as functions of the heap are given it.
    pub(super) fn alignment(&mut self, ty: Ty<'db>) -> Res<'db, Il> {
        let Some(align) = layout(self.unit.db, ty).map(|l| l.align) else {
            return self.refuse("an object of unknown size");
        };
        Ok(self.integer(align.into(), Integer::UnsignedLong))
    }

    /// A deallocation function as one that is given the storage, and its size if it takes two arguments.
    pub(super) fn freeing(&mut self, function: Symbol, takes: usize) -> Il {
        let (any, void) = (self.void_pointer(), self.void());
        let long = self.integer_type(Integer::UnsignedLong);
        let params = [any, long].into_iter().take(takes).collect();
        let ty = self.function_type(void, params, false);
        self.make(Kind::Function(function), ty)
    }

    /// What frees the storage of an object, or of an array of objects: its name, and what it is given.
    pub(super) fn deallocation(
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
        let symbol = match (found.function, array, found.sized) {
            (None, false, true) if found.aligned => self.unit.runtime(Runtime::FreeAligned),
            (None, true, false) if found.aligned => self.unit.runtime(Runtime::FreeArrayAligned),
            _ if found.aligned => {
                return self.refuse("an object of a greater alignment on the heap");
            }
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
        is_qualified: bool,
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
        let class = ty.unqualified(db);
        let is_virtual = !is_qualified && class.is_class(db) && has_virtual_destructor(db, class);
        let typed = self.frame()?.typed;
        if is_virtual && !is_known_destructor(db, typed, destructor, class, object) {
            let slot = crate::tables::deleting_slot(db, class)? - 1;
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
