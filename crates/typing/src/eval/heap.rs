//! `new` and `delete` ([expr.new], [expr.delete]); storage from `operator new` itself is untyped until something is made of it.

use cleave_hir::NameId;
use cleave_mangle::Operator;
use cleave_syntax::Standard;

use super::machine::{Machine, Mode, Res, Stop};
use super::memory::{Fill as Blank, ObjectKind};
use crate::thir::{E, Expr};
use crate::{Bound, Entity, Fill, Pointer, PointerBase, Problem, Site, Step, Ty, TyKind, Value};

/// The most elements of an allocation.
const MOST_ELEMENTS: i128 = 16 << 20;

impl<'a, 'db> Machine<'a, 'db> {
    pub(super) fn new_expr(
        &mut self,
        x: &Expr<'db>,
        ty: Ty<'db>,
        count: Option<E>,
        init: Option<E>,
        placement: &[E],
        allocator: Option<Entity<'db>>,
    ) -> Res<Value<'db>> {
        if self.standard < Standard::Cpp20 || self.mode == Mode::Fold {
            return self.cannot(x.site);
        }
        let place = match (placement, allocator) {
            ([], None) => None,
            // The allocation function that gives back what it is given ([new.delete.placement]).
            ([at], _)
                if self
                    .expr(*at)?
                    .ty
                    .pointee(self.db)
                    .is_some_and(|t| t.is_void(self.db)) =>
            {
                Some(self.pointer(*at)?)
            }
            _ => return self.cannot(x.site),
        };
        let number = match count {
            Some(e) => Some(self.integer(e)?),
            None => None,
        };
        let whole = match number {
            None => ty,
            Some(n) if (0..=MOST_ELEMENTS).contains(&n) => Ty::of(
                self.db,
                TyKind::Array(
                    ty,
                    Bound::Known(u64::try_from(n).map_err(|_| Stop::Unknown)?),
                ),
            ),
            Some(n) => return self.fail(2989, x.site, vec![Fill::Number(n)]),
        };
        if let Some(place) = place {
            if number.is_some() {
                return Err(Stop::Unknown);
            }
            let place = self.element_of(&place, ty);
            self.construct_at(ty, init, &place, x.site)?;
            return Ok(Value::Pointer(place));
        }
        let value = self.blank(whole, Blank::Nothing, x.site)?;
        let id = self.allocate(whole, value, ObjectKind::Heap(x.site, number.is_some()));
        let place = self.at(id);
        let Some(n) = number else {
            self.construct_at(ty, init, &place, x.site)?;
            return Ok(Value::Pointer(place));
        };
        match init {
            Some(e) if self.expr(e)?.ty.is_array(self.db) => self.init(e, &place)?,
            Some(e) => {
                for i in 0..n as u64 {
                    self.tick()?;
                    self.init(e, &place.join(Step::Element(i)))?;
                }
            }
            None => self.default_construct(whole, &place, x.site)?,
        }
        Ok(Value::Pointer(place.join(Step::Element(0))))
    }

    /// A pointer to storage for a `ty`: of an array that starts there, its first element.
    fn element_of(&self, place: &Pointer<'db>, ty: Ty<'db>) -> Pointer<'db> {
        let there = self.pointed_type(place).map(|t| t.unqualified(self.db));
        match there {
            Some(there)
                if there != ty.unqualified(self.db)
                    && there.element(self.db).map(|t| t.unqualified(self.db))
                        == Some(ty.unqualified(self.db)) =>
            {
                place.join(Step::Element(0))
            }
            _ => place.clone(),
        }
    }

    fn construct_at(
        &mut self,
        ty: Ty<'db>,
        init: Option<E>,
        place: &Pointer<'db>,
        site: Site<'db>,
    ) -> Res<()> {
        let there = match self.pointed_type(place) {
            Some(there) => there,
            None => return self.fail(2700, site, Vec::new()),
        };
        if there.unqualified(self.db) != ty.unqualified(self.db) {
            return self.cannot(site);
        }
        match init {
            Some(e) => self.init(e, place),
            None => self.default_construct(ty, place, site),
        }
    }

    pub(super) fn delete_expr(
        &mut self,
        x: &Expr<'db>,
        operand: E,
        array: bool,
        _destructor: Option<Entity<'db>>,
    ) -> Res<Value<'db>> {
        if self.standard < Standard::Cpp20 || self.mode == Mode::Fold {
            return self.cannot(x.site);
        }
        let pointer = self.pointer(operand)?;
        if pointer.is_null() {
            return Ok(Value::Indeterminate);
        }
        let whole = match (&*pointer.path, array) {
            ([Step::Element(0)], true) => Pointer::to(pointer.base.clone()),
            _ if array => pointer,
            // The dynamic type's object, by its virtual destructor.
            _ => match self.dynamic(&pointer) {
                Some((whole, _)) => whole,
                None => return self.fail(2991, x.site, Vec::new()),
            },
        };
        self.release(&whole, Some(array), x.site)?;
        Ok(Value::Indeterminate)
    }

    /// Gives storage back. `array`: the kind of the delete-expression; `None` for a call of `operator delete`.
    fn release(&mut self, whole: &Pointer<'db>, array: Option<bool>, site: Site<'db>) -> Res<()> {
        let PointerBase::Object(id) = whole.base else {
            return self.fail(2991, site, Vec::new());
        };
        let Some((kind, ty)) = self.objects.get(&id).map(|o| (o.kind, o.ty)) else {
            return self.fail(2991, site, Vec::new());
        };
        let ObjectKind::Heap(made, is_array) = kind else {
            return self.fail(2991, site, Vec::new());
        };
        if !whole.path.is_empty() {
            return self.fail(2991, site, Vec::new());
        }
        if let Some(array) = array {
            if array != is_array {
                self.fail::<()>(3312, site, Vec::new()).ok();
                self.failure.insert(1, Problem::new(2993, made, Vec::new()));
                return Err(Stop::Fails);
            }
            if let Some(object) = self.objects.get_mut(&id) {
                object.frozen = false;
            }
            self.destroy(ty, whole, site)?;
        }
        self.objects.remove(&id);
        Ok(())
    }

    /// A call of the global allocation or deallocation function, which only `std::allocator`'s members may make
    /// ([expr.const]/5.18); `None` for any other function or caller.
    pub(super) fn allocation_call(
        &mut self,
        callee: Entity<'db>,
        args: &[E],
        site: Site<'db>,
    ) -> Res<Option<Value<'db>>> {
        let Some(NameId::Operator(op)) = callee.hir(self.db).map(|d| &d.name) else {
            return Ok(None);
        };
        let is_new = matches!(op, Operator::New);
        if !is_new && !matches!(op, Operator::Delete) || !self.in_allocator() {
            return Ok(None);
        }
        let Some(&first) = args.first() else {
            return Ok(None);
        };
        if is_new {
            let size = self.integer(first)?;
            return self.allocate_bytes(size, site).map(Some);
        }
        let pointer = self.pointer(first)?;
        self.free_bytes(&pointer, site)?;
        Ok(Some(Value::Indeterminate))
    }

    /// Whether a member of `std::allocator` is running.
    fn in_allocator(&mut self) -> bool {
        let db = self.db;
        let class = self
            .frame()
            .function
            .and_then(|f| crate::function::signature(db, f))
            .and_then(|s| s.class)
            .and_then(|c| c.class_entity(db));
        let Some(class) = class else { return false };
        let named = (class.hir(db)).and_then(|d| d.name.ident().map(|n| n.as_str() == "allocator"));
        let scope = class.decl(db).code(db).item.scope(db);
        named == Some(true) && scope.name(db) == "std"
    }

    /// `operator new(n)` called as a function: untyped storage, its size as its value.
    pub(super) fn allocate_bytes(&mut self, size: i128, site: Site<'db>) -> Res<Value<'db>> {
        if self.standard < Standard::Cpp20 {
            return self.cannot(site);
        }
        let void = Ty::builtin(self.db, cleave_mangle::Builtin::Void);
        let id = self.allocate(void, Value::Int(size), ObjectKind::Heap(site, false));
        Ok(Value::Pointer(self.at(id)))
    }

    /// `operator delete(p)` called as a function.
    pub(super) fn free_bytes(&mut self, pointer: &Pointer<'db>, site: Site<'db>) -> Res<()> {
        if pointer.is_null() {
            return Ok(());
        }
        let whole = match *pointer.path {
            [Step::Element(0)] => Pointer::to(pointer.base.clone()),
            _ => pointer.clone(),
        };
        self.release(&whole, None, site)
    }

    /// What was allocated and not given back makes the evaluation no constant.
    pub(super) fn check_leaks(&mut self, site: Site<'db>) -> Res<()> {
        let mut leaks: Vec<(u32, Site<'db>)> = (self.objects.iter())
            .filter_map(|(id, o)| match o.kind {
                ObjectKind::Heap(at, _) => Some((*id, at)),
                _ => None,
            })
            .collect();
        leaks.sort_by_key(|(id, _)| *id);
        let Some(&(_, first)) = leaks.first() else {
            return Ok(());
        };
        let total = Fill::Number(leaks.len() as i128);
        self.failure = vec![
            Problem::new(2995, site, vec![total]),
            Problem::new(2993, first, Vec::new()),
        ];
        Err(Stop::Fails)
    }
}
