//! `new` ([expr.new], Itanium C++ ABI 2.7).

use cleave_il::{Binary, Conversion, ExprId as Il, ExprKind as Kind, Integer, LocalId, Quals};
use cleave_needed::{Emitted, special_member};
use cleave_typing::class::layout::size_of;
use cleave_typing::class::{Special, deallocation};
use cleave_typing::thir::{Expr, ExprId, ExprKind};
use cleave_typing::{Bound, Entity, Ty, TyKind};

use crate::body::Body;
use crate::body::dest::Dest;
use crate::refusal::Res;
use crate::unit::Runtime;

/// The size of an array cookie: what keeps the number of elements.
pub(super) const COOKIE: i128 = 8;

/// How many elements a `new` makes.
struct Count {
    known: Option<u64>,
    /// What keeps the number where it is not known.
    elements: Option<LocalId>,
}

impl<'db> Body<'_, 'db> {
    pub(crate) fn new_expr(&mut self, x: &'db Expr<'db>) -> Res<'db, Il> {
        let db = self.unit.db;
        let ExprKind::New {
            ty,
            count,
            init,
            placement,
            allocator,
            global,
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
        // What keeps the number of elements is not asked for where a place is given ([expr.new]/19).
        let standard = self.unit.file.dialect(db).standard;
        let freed = deallocation(db, standard, ty, is_array, *global);
        if is_array && placement.is_empty() && freed.as_ref().is_some_and(|d| d.cookie > 0) {
            return self.new_objects(x, ty, *count, *init);
        }
        let is_aligned = freed.is_some_and(|d| d.aligned);
        let mut effects = Vec::new();
        let known = count.and_then(|count| self.known_count(count));
        let mut elements = None;
        let bytes = match count {
            Some(written) => {
                let mut count = self.count(*written)?;
                if known.is_none() {
                    let (set, local) = self.set_aside(count);
                    effects.push(set);
                    elements = Some(local);
                    count = self.local_value(local);
                }
                let long = self.ty_of(one);
                self.make(Kind::Binary(Binary::Multiply, count, one), long)
            }
            None => one,
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
                if is_aligned {
                    args.push(self.alignment(ty)?);
                }
                let which = match (is_array, is_aligned) {
                    (true, false) => Runtime::AllocateArray,
                    (false, false) => Runtime::Allocate,
                    (true, true) => Runtime::AllocateArrayAligned,
                    (false, true) => Runtime::AllocateAligned,
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
            let count = is_array.then_some(Count { known, elements });
            self.init_new(local, ty, count, *init, &mut effects)?;
        }
        let value = self.local_value(local);
        let value = self.as_pointer(value, result);
        Ok(self.after(effects, value))
    }

    /// The number of elements that a `new` is known to make.
    fn known_count(&self, count: ExprId) -> Option<u64> {
        let db = self.unit.db;
        let typed = self.frames.last()?.typed;
        let value = cleave_typing::eval::called(db, typed, count)?;
        u64::try_from(value.as_int(db)?).ok()
    }

    fn count(&mut self, count: ExprId) -> Res<'db, Il> {
        let value = self.value(count)?;
        let long = self.integer_type(Integer::UnsignedLong);
        Ok(self.converted(Conversion::Integer, value, long))
    }

    /// Initialises what was allocated; `count` is that of an array's elements.
    fn init_new(
        &mut self,
        local: LocalId,
        ty: Ty<'db>,
        count: Option<Count>,
        init: ExprId,
        effects: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let Some(count) = count else {
            let dest = Dest::pointed(local, ty.unqualified(db));
            return self.init(&dest, init, effects);
        };
        let x = self.expr(init)?;
        if matches!(x.kind, ExprKind::Uninitialized) {
            return Ok(());
        }
        let Some(known) = count.known else {
            return self.init_unknown(local, ty, count.elements, init, effects);
        };
        let dest = self.pointed_array(local, ty, known, effects)?;
        self.init(&dest, init, effects)
    }

    /// What a local points to as an array of so many elements.
    fn pointed_array(
        &mut self,
        local: LocalId,
        ty: Ty<'db>,
        len: u64,
        effects: &mut Vec<Il>,
    ) -> Res<'db, Dest<'db>> {
        let array = Ty::of(self.unit.db, TyKind::Array(ty, Bound::Known(len)));
        let il = self.ty(array)?;
        let to = self.code.types.pointer(il, Quals::default());
        let value = self.local_value(local);
        let pointer = self.as_pointer(value, to);
        let (set, local) = self.set_aside(pointer);
        effects.push(set);
        Ok(Dest::pointed(local, array))
    }

    /// Initialises an array whose length is known when the program runs.
    fn init_unknown(
        &mut self,
        local: LocalId,
        ty: Ty<'db>,
        count: Option<LocalId>,
        init: ExprId,
        effects: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let x = self.expr(init)?;
        // How many elements have initialisers of their own.
        let mut listed = 0;
        let rest = match &x.kind {
            ExprKind::Zero => return self.init_zeroed(local, ty, count, &[], effects),
            ExprKind::Array(elements, rest) if self.is_zeroed(ty, *rest)? => {
                return self.init_zeroed(local, ty, count, elements, effects);
            }
            ExprKind::Array(elements, rest) => {
                if !elements.is_empty() {
                    self.init_zeroed(local, ty, count, elements, effects)?;
                    listed = elements.len() as u64;
                }
                *rest
            }
            ExprKind::ConstructImplicit(..) | ExprKind::Construct(..) => Some(init),
            _ => return self.refuse("an initialiser of an array of unknown length"),
        };
        let what = match rest {
            Some(rest) => self.made_by(rest, ty)?,
            // What a list leaves out has no initialiser of its own.
            None => special_member(self.unit.db, ty, Special::Default),
        };
        let Some(what) = what else {
            return Ok(());
        };
        let Some(count) = count else {
            return self.refuse("an array of unknown length");
        };
        let (one, size) = self.counted(ty)?;
        let mut count = self.local_value(count);
        let mut start = self.local_value(local);
        let long = self.ty_of(count);
        if listed > 0 {
            let pointer = self.ty_of(start);
            let by = self.number(listed.into(), long);
            start = self.make(Kind::Binary(Binary::Add, start, by), pointer);
            let less = self.number(listed.into(), long);
            count = self.make(Kind::Binary(Binary::Subtract, count, less), long);
        }
        if ty.is_array(self.unit.db) {
            count = self.make(Kind::Binary(Binary::Multiply, count, one), long);
        }
        let any = self.void_pointer();
        let start = self.as_any(start, any);
        let constructor = self.function_taking(Some(what), 1)?;
        let destructor = self.function_taking(None, 1)?;
        let args = vec![start, count, size, constructor, destructor];
        effects.push(self.runtime_call(Runtime::Construct, args, any));
        Ok(())
    }

    /// The constructor that makes the elements of an array without arguments; none where it does nothing.
    fn made_by(&mut self, init: ExprId, ty: Ty<'db>) -> Res<'db, Option<Emitted<'db>>> {
        let element = self.each_element(init)?;
        match &self.expr(element)?.kind {
            ExprKind::Uninitialized => Ok(None),
            ExprKind::Construct(constructor, args) if self.takes_nothing(args)? => {
                Ok(Some(Emitted::of(self.unit.db, *constructor)))
            }
            ExprKind::ConstructImplicit(..) => {
                Ok(special_member(self.unit.db, ty, Special::Default))
            }
            _ => self.refuse("an initialiser of an array of unknown length"),
        }
    }

    /// What initialises each object of an array, of arrays too.
    fn each_element(&mut self, init: ExprId) -> Res<'db, ExprId> {
        let mut at = init;
        while let ExprKind::Array(elements, Some(rest)) = &self.expr(at)?.kind
            && elements.is_empty()
        {
            at = *rest;
        }
        Ok(at)
    }

    /// Whether what initialises the last elements of an array only clears them.
    fn is_zeroed(&mut self, element: Ty<'db>, rest: Option<ExprId>) -> Res<'db, bool> {
        let Some(rest) = rest else {
            return Ok(self.is_zero_by_default(element));
        };
        let kind = &self.expr(rest)?.kind;
        Ok(self.is_zero(element, kind))
    }

    /// An array that is cleared, whose first elements have initialisers of their own.
    fn init_zeroed(
        &mut self,
        local: LocalId,
        ty: Ty<'db>,
        count: Option<LocalId>,
        elements: &[ExprId],
        effects: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let (Some(count), Some(size)) = (count, size_of(self.unit.db, ty)) else {
            return self.refuse("an array of unknown length");
        };
        let any = self.void_pointer();
        let start = self.local_value(local);
        let start = self.as_any(start, any);
        let int = self.integer_type(Integer::Int);
        let zero = self.number(0, int);
        let count = self.local_value(count);
        let size = self.integer(size.into(), Integer::UnsignedLong);
        let long = self.ty_of(size);
        let bytes = self.make(Kind::Binary(Binary::Multiply, count, size), long);
        let args = [start, zero, bytes];
        effects.push(self.make(Kind::Builtin("__gen_nvvm_memset".into(), args.into()), any));
        if elements.is_empty() {
            return Ok(());
        }
        let dest = self.pointed_array(local, ty, elements.len() as u64, effects)?;
        for (n, e) in elements.iter().enumerate() {
            let at = self.dest_element(&dest, n as u64, ty)?;
            self.init(&at, *e, effects)?;
        }
        Ok(())
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
        let Some(count) = count else {
            return self.refuse("an array of objects");
        };
        let mut listed = None;
        let element = init.map(|e| self.each_element(e)).transpose()?;
        let what = match element.map(|e| self.expr(e)).transpose()?.map(|x| &x.kind) {
            None | Some(ExprKind::Uninitialized) => None,
            Some(ExprKind::ConstructImplicit(..)) => special_member(db, ty, Special::Default),
            Some(ExprKind::Construct(constructor, args)) if self.takes_nothing(args)? => {
                Some(Emitted::of(db, *constructor))
            }
            // Each is initialised after the storage is there.
            _ => {
                listed = init;
                None
            }
        };
        let known = self.known_count(count);
        let mut effects = Vec::new();
        let mut count = self.count(count)?;
        let mut elements = None;
        if known.is_none() && listed.is_some() {
            let (set, local) = self.set_aside(count);
            effects.push(set);
            elements = Some(local);
            count = self.local_value(local);
        }
        let (one, size) = self.counted(ty)?;
        if ty.is_array(db) {
            let long = self.ty_of(count);
            count = self.make(Kind::Binary(Binary::Multiply, count, one), long);
        }
        let ExprKind::New {
            allocator, global, ..
        } = &x.kind
        else {
            return self.refuse("an allocation");
        };
        let (free, by) = self.deallocation(ty, true, *global)?;
        if by.aligned {
            return self.refuse("an array of objects of a greater alignment on the heap");
        }
        let cookie = self.integer(by.cookie.into(), Integer::UnsignedLong);
        let constructor = self.function_taking(what, 1)?;
        let destructor = special_member(db, ty, Special::Destructor);
        let destructor = self.function_taking(destructor, 1)?;
        let any = self.void_pointer();
        let long = self.integer_type(Integer::UnsignedLong);
        let allocate = match allocator {
            Some(allocator) => self.unit.symbol(Emitted::of(db, *allocator))?,
            None => self.unit.runtime(Runtime::AllocateArray),
        };
        let allocate_ty = self.function_type(any, vec![long], false);
        let allocate = self.make(Kind::Function(allocate), allocate_ty);
        let (free, which) = match by.sized {
            true => (self.freeing(free, 2), Runtime::New),
            false => (self.freeing(free, 1), Runtime::NewUnsized),
        };
        let args = vec![count, size, cookie, constructor, destructor, allocate, free];
        let made = self.runtime_call(which, args, any);
        let result = self.ty(x.ty)?;
        let Some(init) = listed else {
            return Ok(self.as_pointer(made, result));
        };
        let to = self.ty(ty)?;
        let pointer = self.code.types.pointer(to, Quals::default());
        let made = self.as_pointer(made, pointer);
        let (set, local) = self.set_aside(made);
        effects.push(set);
        self.init_new(
            local,
            ty,
            Some(Count { known, elements }),
            init,
            &mut effects,
        )?;
        let value = self.local_value(local);
        let value = self.as_pointer(value, result);
        Ok(self.after(effects, value))
    }

    /// The allocation function of a placement new that takes a place ([new.delete.placement]).
    fn placement_function(&self, x: &'db Expr<'db>) -> Option<Entity<'db>> {
        cleave_needed::placement(self.unit.db, x.site.code.item.file(self.unit.db))
    }
}
