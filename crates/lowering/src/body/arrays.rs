//! Arrays: their initialisers, and the functions that construct, copy and destroy arrays of objects (Itanium C++ ABI 3.3.3).

use cleave_il::{Conversion, ExprId as Il, ExprKind as Kind, Integer, Quals, Type, TypeId};
use cleave_needed::{Emitted, Variant, default_value, is_called_part, special_member};
use cleave_typing::class::{Special, class_info, layout::size_of, special};
use cleave_typing::function::signature;
use cleave_typing::thir::{Expr, ExprId, ExprKind, Implicit};
use cleave_typing::{Bound, Ty, TyKind, Value, eval};

use crate::body::Body;
use crate::body::dest::Dest;
use crate::refusal::Res;
use crate::unit::{Key, Runtime};

/// Elements without an initialiser of their own are initialised one by one up to so many.
const ONE_BY_ONE: u64 = 4_096;

impl<'db> Body<'_, 'db> {
    /// The elements of an array from a number on, which one expression initialises.
    pub(crate) fn other_elements(
        &mut self,
        dest: &Dest<'db>,
        from: u64,
        e: ExprId,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let (Some(element), Some(len)) = (dest.ty.element(db), dest.ty.length(db)) else {
            return self.refuse("an array of unknown length");
        };
        if from >= len {
            return Ok(());
        }
        if matches!(self.expr(e)?.kind, ExprKind::Uninitialized) {
            return Ok(());
        }
        if from == 0
            && let Some(value) = self.default_elements(e, len)
            && self.has_stored(dest, &value, out)
        {
            return Ok(());
        }
        if let ExprKind::Construct(..) | ExprKind::ConstructImplicit(..) = self.expr(e)?.kind
            && let Some(what) = self.plain_default(e)?
        {
            return match what {
                Some(what) if from == 0 => self.construct_array(dest, what, out),
                Some(what) => {
                    let first = self.dest_element(dest, from, element)?;
                    let (count, size) =
                        self.counted(Ty::of(db, TyKind::Array(element, Bound::Known(len - from))))?;
                    self.construct_elements(&first, count, size, what, out)
                }
                None => Ok(()),
            };
        }
        if len - from > ONE_BY_ONE {
            return self.refuse("an array with too many initialisers");
        }
        for n in from..len {
            let at = self.dest_element(dest, n, element)?;
            self.init(&at, e, out)?;
        }
        Ok(())
    }

    /// The value of an array whose elements a constexpr constructor makes without arguments. `e` makes one of them.
    fn default_elements(&self, e: ExprId, len: u64) -> Option<Value<'db>> {
        let db = self.unit.db;
        let typed = self.frames.last()?.typed;
        let x = typed.exprs.get(e.0 as usize)?;
        let filler = match &x.kind {
            ExprKind::Array(elements, Some(rest)) if elements.is_empty() => {
                self.default_elements(*rest, x.ty.length(db)?)?
            }
            ExprKind::Construct(_, args) if args.is_empty() => {
                self.literal(e, x)?.value(db).clone()
            }
            ExprKind::ConstructImplicit(Implicit::Default, zeroed)
                // A trivial constructor does nothing: it leaves a union as it is, though it is constexpr.
                if zeroed.is_empty()
                    && default_value(db, x.ty).is_some()
                    && !special(db, x.ty.unqualified(db), Special::Default).is_some_and(|s| s.trivial)
                    && !is_called_part(typed, e) =>
            {
                eval::called(db, typed, e)?.value(db).clone()
            }
            _ => return None,
        };
        Some(Value::Array {
            elements: Vec::new().into(),
            filler: Box::new(filler),
            len,
        })
    }

    /// The constructor that an initialiser of elements calls without arguments. The inner `None`: none that does anything.
    fn plain_default(&mut self, e: ExprId) -> Res<'db, Option<Option<Emitted<'db>>>> {
        let db = self.unit.db;
        let x = self.expr(e)?;
        Ok(match &x.kind {
            ExprKind::Construct(constructor, args) if self.takes_nothing(args)? => {
                match cleave_needed::is_trivial(db, *constructor) {
                    true => Some(None),
                    false => Some(Some(Emitted::of(db, *constructor))),
                }
            }
            ExprKind::ConstructImplicit(Implicit::Default, zeroed) if zeroed.is_empty() => {
                Some(special_member(db, x.ty, Special::Default))
            }
            _ => None,
        })
    }

    /// The backing array of an initializer_list, and the object that points to it ([dcl.init.list]/5).
    pub(crate) fn initializer_list(
        &mut self,
        dest: &Dest<'db>,
        x: &'db Expr<'db>,
        elements: &[ExprId],
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let info = class_info(db, x.ty.unqualified(db));
        let Some([start, end]) = info.map(|i| &*i.fields) else {
            return self.refuse("an initializer_list");
        };
        let Some(element) = start.ty.pointee(db) else {
            return self.refuse("an initializer_list");
        };
        let len = elements.len() as u64;
        let array = Ty::of(
            db,
            TyKind::Array(element.unqualified(db), Bound::Known(len.max(1))),
        );
        let ty = self.ty(array)?;
        let local = self.temporary(ty);
        let backing = Dest::local(local, array);
        for (n, e) in elements.iter().enumerate() {
            let at = self.dest_element(&backing, n as u64, element.unqualified(db))?;
            self.init(&at, *e, out)?;
        }
        if !elements.is_empty() {
            out.extend(self.destroy_temporary(backing.clone()));
        }
        let to = self.dest_member(dest, 0)?;
        let first = self.first_element(&backing, start.ty)?;
        let place = self.dest_place(&to)?;
        out.push(self.store(place, first));
        let to = self.dest_member(dest, 1)?;
        let place = self.dest_place(&to)?;
        let ty = self.ty_of(place);
        let value = match end.ty.is_pointer(db) {
            true => {
                let first = self.first_element(&backing, end.ty)?;
                let count = self.integer(len.into(), Integer::UnsignedLong);
                self.make(Kind::Binary(cleave_il::Binary::Add, first, count), ty)
            }
            false => self.number(len.into(), ty),
        };
        out.push(self.store(place, value));
        Ok(())
    }

    /// The address of the first element of an array.
    fn first_element(&mut self, array: &Dest<'db>, ty: Ty<'db>) -> Res<'db, Il> {
        let db = self.unit.db;
        let Some(element) = array.ty.element(db) else {
            return self.refuse("an array");
        };
        let first = self.dest_element(array, 0, element)?;
        let place = self.dest_place(&first)?;
        let ty = self.ty(ty)?;
        Ok(self.address(place, ty))
    }

    /// `void *`
    pub(crate) fn void_pointer(&mut self) -> TypeId {
        let void = self.void();
        self.code.types.pointer(void, Quals::default())
    }

    /// The number and the size of the elements of an array, arrays within it counted through.
    pub(crate) fn counted(&mut self, array: Ty<'db>) -> Res<'db, (Il, Il)> {
        let db = self.unit.db;
        let element = array.innermost_element(db);
        let (Some(all), Some(one)) = (size_of(db, array), size_of(db, element)) else {
            return self.refuse("an array of unknown length");
        };
        let count = self.integer((all / one.max(1)).into(), Integer::UnsignedLong);
        let size = self.integer(one.into(), Integer::UnsignedLong);
        Ok((count, size))
    }

    /// A function as one that takes so many pointers. What else a constructor takes it has by default.
    pub(crate) fn function_taking(
        &mut self,
        what: Option<Emitted<'db>>,
        pointers: usize,
    ) -> Res<'db, Il> {
        let pointer = self.void_pointer();
        let ret = self.void();
        let ty = self.function_type(ret, vec![pointer; pointers], false);
        let Some(what) = what else {
            return Ok(self.zero(ty));
        };
        let symbol = match what {
            Emitted::Function(function)
                if signature(self.unit.db, function)
                    .is_some_and(|s| s.ty.params.len() >= pointers) =>
            {
                if pointers > 1 {
                    return self.refuse("an array that is copied with default arguments");
                }
                self.unit.variant(Key {
                    what,
                    variant: Variant::Default,
                })?
            }
            _ => self.unit.symbol(what)?,
        };
        Ok(self.make(Kind::Function(symbol), ty))
    }

    /// Whether a constructor is called without arguments, but for those that it has by default.
    pub(crate) fn takes_nothing(&mut self, args: &[ExprId]) -> Res<'db, bool> {
        for arg in args {
            if !matches!(self.expr(*arg)?.kind, ExprKind::DefaultArgument(..)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Calls one of the functions for arrays.
    pub(crate) fn runtime_call(&mut self, which: Runtime, args: Vec<Il>, ret: TypeId) -> Il {
        let symbol = self.unit.runtime(which);
        self.make(Kind::Call(symbol, args.into()), ret)
    }

    /// Constructs the elements of an array.
    pub(crate) fn construct_array(
        &mut self,
        dest: &Dest<'db>,
        what: Emitted<'db>,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let (count, size) = self.counted(dest.ty)?;
        self.construct_elements(dest, count, size, what, out)
    }

    /// Constructs so many elements of an array, of so many bytes each, from a place on.
    fn construct_elements(
        &mut self,
        first: &Dest<'db>,
        count: Il,
        size: Il,
        what: Emitted<'db>,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let pointer = self.dest_pointer(first)?;
        let any = self.void_pointer();
        let start = self.as_any(pointer, any);
        let constructor = self.function_taking(Some(what), 1)?;
        let destructor = self.function_taking(None, 1)?;
        let args = vec![start, count, size, constructor, destructor];
        out.push(self.runtime_call(Runtime::Construct, args, any));
        Ok(())
    }

    /// Copies the elements of an array.
    pub(crate) fn copy_array(
        &mut self,
        dest: &Dest<'db>,
        from: Il,
        what: Emitted<'db>,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let pointer = self.dest_pointer(dest)?;
        let any = self.void_pointer();
        let to = self.as_any(pointer, any);
        let own = self.ty_of(from);
        let own = self.code.types.pointer(own, Quals::default());
        let source = self.address(from, own);
        let source = self.as_any(source, any);
        let (count, size) = self.counted(dest.ty)?;
        let constructor = self.function_taking(Some(what), 2)?;
        let destructor = special_member(self.unit.db, dest.ty, Special::Destructor);
        let destructor = self.function_taking(destructor, 1)?;
        let void = self.void();
        let args = vec![to, source, count, size, constructor, destructor];
        out.push(self.runtime_call(Runtime::Copy, args, void));
        Ok(())
    }

    /// Destroys the elements of an array.
    pub(crate) fn destroy_array(
        &mut self,
        pointer: Il,
        array: Ty<'db>,
        destructor: Emitted<'db>,
    ) -> Res<'db, Il> {
        let any = self.void_pointer();
        let start = self.as_any(pointer, any);
        let (count, size) = self.counted(array)?;
        let destructor = self.function_taking(Some(destructor), 1)?;
        let void = self.void();
        Ok(self.runtime_call(Runtime::Destroy, vec![start, count, size, destructor], void))
    }

    /// A pointer as `void *`.
    pub(crate) fn as_any(&mut self, pointer: Il, any: TypeId) -> Il {
        match self.code.types[self.ty_of(pointer)] {
            Type::Pointer { .. } => self.as_pointer(pointer, any),
            _ => self.make(Kind::Convert(Conversion::IntegerToPointer, pointer), any),
        }
    }
}
