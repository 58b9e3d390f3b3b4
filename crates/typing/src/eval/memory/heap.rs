//! `new` and `delete` ([expr.new], [expr.delete]), and the standard allocator.

use cleave_codes::codes;
use cleave_syntax::Standard;

use crate::eval::machine::{Machine, Res, Stop};
use crate::eval::memory::objects::{Fill as Blank, ObjectKind};
use crate::eval::memory::store::ObjectId;
use crate::thir::{Expr, ExprId};
use crate::{
    Arg, Bound, Entity, Fill, Pointer, PointerBase, Problem, Site, Step, Ty, TyKind, Value,
};

/// The most elements of an allocation.
const MOST_ELEMENTS: i128 = 16 << 20;

impl<'a, 'db> Machine<'a, 'db> {
    pub(crate) fn new_expr(
        &mut self,
        x: &Expr<'db>,
        ty: Ty<'db>,
        count: Option<ExprId>,
        init: Option<ExprId>,
        placement: &[ExprId],
        allocator: Option<Entity<'db>>,
    ) -> Res<Value<'db>> {
        if self.standard < Standard::Cpp20 || !self.mode.calls() {
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
            Some(n) => {
                return self.fail(
                    codes::ALLOCATION_COUNT_TOO_LARGE,
                    x.site,
                    vec![Fill::Number(n)],
                );
            }
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
        init: Option<ExprId>,
        place: &Pointer<'db>,
        site: Site<'db>,
    ) -> Res<()> {
        let there = match self.pointed_type(place) {
            Some(there) => there,
            None => return self.fail(codes::ACCESS_TO_EXPIRED_STORAGE, site, Vec::new()),
        };
        if there.unqualified(self.db) != ty.unqualified(self.db) {
            return self.cannot(site);
        }
        match init {
            Some(e) => self.init(e, place),
            None => self.default_construct(ty, place, site),
        }
    }

    pub(crate) fn delete_expr(
        &mut self,
        x: &Expr<'db>,
        operand: ExprId,
        array: bool,
        _destructor: Option<Entity<'db>>,
    ) -> Res<Value<'db>> {
        if self.standard < Standard::Cpp20 || !self.mode.calls() {
            return self.cannot(x.site);
        }
        let pointer = self.pointer(operand)?;
        if pointer.is_null() {
            return Ok(Value::Indeterminate);
        }
        let whole = match (pointer.path.only(), array) {
            (Some(Step::Element(0)), true) => Pointer::to(pointer.base.clone()),
            _ if array => pointer,
            // The dynamic type's object, by its virtual destructor.
            _ => match self.dynamic(&pointer) {
                Some((whole, _)) => whole,
                None => {
                    return self.fail(
                        codes::DEALLOCATION_OF_NON_DYNAMIC_STORAGE,
                        x.site,
                        Vec::new(),
                    );
                }
            },
        };
        self.release(&whole, Some(array), x.site)?;
        Ok(Value::Indeterminate)
    }

    /// Gives storage back. `array`: the kind of the delete-expression; `None` for a call of `operator delete`.
    fn release(&mut self, whole: &Pointer<'db>, array: Option<bool>, site: Site<'db>) -> Res<()> {
        let PointerBase::Object(id) = whole.base else {
            return self.fail(codes::DEALLOCATION_OF_NON_DYNAMIC_STORAGE, site, Vec::new());
        };
        let Some((kind, ty)) = self.objects.get(id).map(|o| (o.kind, o.ty)) else {
            return self.fail(codes::DEALLOCATION_OF_NON_DYNAMIC_STORAGE, site, Vec::new());
        };
        let ObjectKind::Heap(made, is_array) = kind else {
            return self.fail(codes::DEALLOCATION_OF_NON_DYNAMIC_STORAGE, site, Vec::new());
        };
        if !whole.path.is_empty() {
            return self.fail(codes::DEALLOCATION_OF_NON_DYNAMIC_STORAGE, site, Vec::new());
        }
        if let Some(array) = array {
            if array != is_array {
                self.fail::<()>(codes::DEALLOCATION_KIND_MISMATCH, site, Vec::new())
                    .ok();
                self.failure
                    .insert(1, Problem::new(codes::ALLOCATION_OCCURRED_HERE, made));
                return Err(Stop::Fails);
            }
            if let Some(object) = self.objects.get_mut(id) {
                object.frozen = false;
            }
            self.destroy(ty, whole, site)?;
        }
        self.objects.remove(id);
        Ok(())
    }

    /// A call of `std::allocator`'s `allocate` or `deallocate`, which constant evaluation knows by itself ([expr.const]/5.18);
    /// `None` for any other function.
    pub(crate) fn allocation_call(
        &mut self,
        callee: Entity<'db>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> Res<Option<Value<'db>>> {
        let db = self.db;
        let name = callee.hir(db).and_then(|d| d.name.ident());
        let allocates = match name.map(|n| n.as_str()) {
            Some("allocate") => true,
            Some("deallocate") => false,
            _ => return Ok(None),
        };
        let (Some(element), Some(&first)) = (self.allocated_type(callee), args.first()) else {
            return Ok(None);
        };
        if self.standard < Standard::Cpp20 {
            return Ok(None);
        }
        if !allocates {
            let pointer = self.pointer(first)?;
            let whole = match pointer.path.only() {
                Some(Step::Element(0)) => Pointer::to(pointer.base.clone()),
                _ => pointer,
            };
            self.release(&whole, None, site)?;
            return Ok(Some(Value::Indeterminate));
        }
        let count = self.integer(first)?;
        if !(0..=MOST_ELEMENTS).contains(&count) {
            return self.fail(
                codes::ALLOCATION_COUNT_TOO_LARGE,
                site,
                vec![Fill::Number(count)],
            );
        }
        let len = u64::try_from(count).map_err(|_| Stop::Unknown)?;
        let ty = Ty::of(db, TyKind::Array(element, Bound::Known(len)));
        let value = Value::Array {
            elements: Box::default(),
            filler: Box::new(Value::Indeterminate),
            len,
        };
        let id = self.allocate(ty, value, ObjectKind::Heap(site, true));
        Ok(Some(Value::Pointer(self.at(id).join(Step::Element(0)))))
    }

    /// The type that the specialisation of `std::allocator` allocates that a function is a member of.
    fn allocated_type(&self, function: Entity<'db>) -> Option<Ty<'db>> {
        let db = self.db;
        let class = crate::function::signature(db, function)?.class?;
        let class = class.class_entity(db)?;
        let named = (class.hir(db)?.name.ident()).is_some_and(|n| n.as_str() == "allocator");
        let scope = class.decl(db).code(db).item.scope(db);
        match class.env(db)?.args(db).first() {
            Some(Arg::Type(ty)) if named && scope.is_std(db) => Some(*ty),
            _ => None,
        }
    }

    /// What was allocated and not given back makes the evaluation no constant.
    pub(crate) fn check_leaks(&mut self, site: Site<'db>) -> Res<()> {
        let mut leaks: Vec<(ObjectId, Site<'db>)> = (self.objects.iter())
            .filter_map(|(id, o)| match o.kind {
                ObjectKind::Heap(at, _) => Some((id, at)),
                _ => None,
            })
            .collect();
        leaks.sort_by_key(|(id, _)| *id);
        let Some(&(_, first)) = leaks.first() else {
            return Ok(());
        };
        let total = Fill::Number(leaks.len() as i128);
        self.failure = vec![
            Problem::new(codes::ALLOCATIONS_NOT_DEALLOCATED { count: total }, site),
            Problem::new(codes::ALLOCATION_OCCURRED_HERE, first),
        ];
        Err(Stop::Fails)
    }
}
