//! Initialisation in place: class and array prvalues, constructors' effects on bases and members, copies, assignment of whole
//! objects, destruction ([dcl.init], [class.copy.ctor], [class.dtor]).

use cleave_lang::Operator;

use crate::class;
use crate::class::{ClassInfo, Special};
use crate::eval::known::Part;
use crate::eval::machine::{Frame, Machine, Res, Slot, Stop};
use crate::eval::memory::objects::{Fill as Blank, ObjectKind};
use crate::thir::{Category, Conversion, Expr, ExprId, ExprKind, Implicit};
use crate::{Bound, Entity, Pointer, Site, Step, Ty, TyKind, Value, check};

impl<'a, 'db> Machine<'a, 'db> {
    /// Initialises the object at `place` with an expression.
    pub(super) fn init(&mut self, e: ExprId, place: &Pointer<'db>) -> Res<()> {
        self.nested(|m| {
            let result = m.init_inner(e, place);
            m.note_unknown(e, result.as_ref().err());
            result
        })
    }

    fn init_inner(&mut self, e: ExprId, place: &Pointer<'db>) -> Res<()> {
        let x = self.expr(e)?;
        match &x.kind {
            ExprKind::DefaultMember(n) => {
                let Some((parent, _)) = place.split() else {
                    return Err(Stop::Unknown);
                };
                return self.default_member(&parent, *n, place, x.site);
            }
            ExprKind::DefaultArgument(function, n) => {
                return self.default_argument(*function, *n, x.site, |m, e| m.init(e, place));
            }
            _ if x.category != Category::Prvalue => return self.init_from_glvalue(e, x, place),
            _ => {}
        }
        match &x.kind {
            ExprKind::Construct(constructor, args) => {
                self.construct(*constructor, x.ty, place, args, x.site)
            }
            ExprKind::ConstructImplicit(Implicit::Default, zeroed) => {
                if zeroed.is_empty() {
                    self.default_construct(x.ty, place, x.site)
                } else {
                    self.value_init(x.ty, place, x.site)
                }
            }
            ExprKind::Array(elements, rest) => self.array(x, elements, *rest, place),
            ExprKind::ConstructImplicit(which, args) => {
                let [source] = **args else {
                    return Err(Stop::Unknown);
                };
                // Of an object without members nothing is read.
                if (self.known).copies_nothing(self.db, x.ty, which.special()) {
                    let value = self.blank(x.ty, Blank::Zero, x.site)?;
                    return self.write(place, value, true, x.site);
                }
                let from = self.place(source)?;
                self.copy(x.ty, place, &from, *which == Implicit::Move, x.site)
            }
            ExprKind::Aggregate(parts) if !self.shape(e)?.is_scalar => {
                self.aggregate(x, parts, place)
            }
            ExprKind::Binary(Operator::Spaceship, a, b) => {
                let value = self.spaceship(x, *a, *b)?;
                self.write(place, value, true, x.site)
            }
            ExprKind::UnionInit(n, value) => self.union_init(x, *n, *value, place),
            ExprKind::InitializerList(elements) => self.initializer_list(x, elements, place),
            ExprKind::Zero => {
                let value = self.blank(x.ty, Blank::Zero, x.site)?;
                self.write(place, value, true, x.site)
            }
            ExprKind::Uninitialized => {
                let value = self.blank(x.ty, Blank::Nothing, x.site)?;
                self.write(place, value, true, x.site)
            }
            ExprKind::Lambda(_, captures) => {
                let value = self.blank(x.ty, Blank::Nothing, x.site)?;
                self.write(place, value, true, x.site)?;
                for (i, capture) in captures.iter().enumerate() {
                    self.init(*capture, &place.join(Step::Field(i as u32)))?;
                }
                Ok(())
            }
            ExprKind::Conditional(condition, a, b) => {
                let chosen = if self.truth(*condition)? { *a } else { *b };
                self.init(chosen, place)
            }
            ExprKind::Comma(a, b) => {
                self.discard(*a)?;
                self.init(*b, place)
            }
            ExprKind::Full(inner) => {
                let mark = self.cleanups.len();
                self.init(*inner, place)?;
                self.unwind_temporaries(mark)
            }
            ExprKind::Convert(Conversion::Noop, inner) if !self.shape(e)?.is_scalar => {
                self.init(*inner, place)
            }
            ExprKind::Convert(Conversion::Load, inner) if !self.shape(e)?.is_scalar => {
                let source = self.expr(*inner)?;
                if let ExprKind::String(units) = &source.kind {
                    return self.array_of_units(units, x, place);
                }
                let from = self.place(*inner)?;
                self.copy(x.ty, place, &from, false, x.site)
            }
            ExprKind::Call { .. } | ExprKind::CallIndirect(..) | ExprKind::CallMember(..)
                if self.shape(e)?.is_class =>
            {
                self.call_expr(x, Some(place)).map(drop)
            }
            ExprKind::Statements(block) if x.ty.is_class(self.db) => {
                self.statement_value(*block, Some(place)).map(drop)
            }
            _ if !matches!(
                x.kind,
                ExprKind::Value(_) | ExprKind::Convert(..) | ExprKind::Builtin(..)
            ) && self.shape(e)?.is_class =>
            {
                match x.kind {
                    ExprKind::Throw(_) => self.cannot(x.site),
                    _ => Err(Stop::Unknown),
                }
            }
            _ => {
                let value = self.eval(e)?;
                let value = self.fit_field(place, value);
                self.write(place, value, true, x.site)
            }
        }
    }

    /// A reference is bound, a string literal fills an array, an object is copied.
    fn init_from_glvalue(&mut self, e: ExprId, x: &Expr<'db>, place: &Pointer<'db>) -> Res<()> {
        let target = self.pointed_type(place).ok_or(Stop::Unknown)?;
        if target.is_reference(self.db) {
            let to = self.place(e)?;
            return self.write(place, Value::Pointer(to), true, x.site);
        }
        if let ExprKind::String(units) = &x.kind {
            return self.array_of_units(units, x, place);
        }
        let from = self.place(e)?;
        self.copy(target, place, &from, false, x.site)
    }

    /// A string literal's code units fill an array ([dcl.init.string]).
    fn array_of_units(&mut self, units: &[u32], x: &Expr<'db>, place: &Pointer<'db>) -> Res<()> {
        let target = self.pointed_type(place).unwrap_or(x.ty);
        let len = (target.length(self.db).or(x.ty.length(self.db))).ok_or(Stop::Unknown)?;
        let int = (target.element(self.db))
            .and_then(|t| crate::eval::ops::scalar::int(self.db, t))
            .ok_or(Stop::Unknown)?;
        let value = Value::Array {
            elements: (units.iter().take(len as usize))
                .map(|&u| Value::Int(int.wrap(u.into())))
                .collect(),
            filler: Box::new(Value::Int(0)),
            len,
        };
        self.write(place, value, true, x.site)
    }

    /// An array: its first elements, and what initialises each of the others.
    fn array(
        &mut self,
        x: &Expr<'db>,
        elements: &[ExprId],
        rest: Option<ExprId>,
        place: &Pointer<'db>,
    ) -> Res<()> {
        let target = match self.pointed_type(place) {
            Some(ty) if ty.length(self.db).is_some() => ty,
            _ => x.ty,
        };
        let value = self.blank(target, Blank::Nothing, x.site)?;
        let len = target.length(self.db).ok_or(Stop::Unknown)?;
        self.write(place, value, true, x.site)?;
        for (i, e) in elements.iter().enumerate() {
            self.tick()?;
            self.init(*e, &place.join(Step::Element(i as u64)))?;
        }
        let from = elements.len() as u64;
        match rest {
            Some(e) if from < len && !matches!(self.expr(e)?.kind, ExprKind::Zero) => {
                for i in from..len {
                    self.tick()?;
                    self.init(e, &place.join(Step::Element(i)))?;
                }
                Ok(())
            }
            Some(_) => {
                let element = target.element(self.db).ok_or(Stop::Unknown)?;
                self.fill_zero(element, place, from, x.site)
            }
            None => Ok(()),
        }
    }

    /// Evaluates a default argument in its own code.
    pub(super) fn default_argument<T>(
        &mut self,
        function: Entity<'db>,
        n: u32,
        site: Site<'db>,
        f: impl FnOnce(&mut Self, ExprId) -> Res<T>,
    ) -> Res<T> {
        let typed = check::default_argument(self.db, function, n).ok_or(Stop::Unknown)?;
        let value = typed.value.ok_or(Stop::Unknown)?;
        self.enter(Frame::of(typed, site))?;
        let result = f(self, value)?;
        self.leave()?;
        Ok(result)
    }

    /// The first value of a bit-field is cut to its width too.
    fn fit_field(&self, place: &Pointer<'db>, value: Value<'db>) -> Value<'db> {
        let Value::Int(v) = value else { return value };
        let Some((parent, Step::Field(n))) = place.split() else {
            return value;
        };
        let field = self
            .pointed_type(&parent)
            .and_then(|class| self.known.part(self.db, class, Step::Field(n)));
        match field {
            Some(Part {
                ty,
                width: Some(width),
                ..
            }) => Value::Int(self.cut(v, ty, width)),
            _ => value,
        }
    }

    pub(super) fn info(&self, class: Ty<'db>) -> Res<&'db ClassInfo<'db>> {
        self.known.class(self.db, class).ok_or(Stop::Unknown)
    }

    fn aggregate(
        &mut self,
        x: &Expr<'db>,
        parts: &[Option<ExprId>],
        place: &Pointer<'db>,
    ) -> Res<()> {
        let info = self.info(x.ty)?;
        let value = self.blank(x.ty, Blank::Nothing, x.site)?;
        self.write(place, value, true, x.site)?;
        let bases = info.bases.len();
        for n in 0..bases + info.fields.len() {
            let part = parts.get(n).copied().flatten();
            let (step, ty, default) = match n.checked_sub(bases) {
                None => (Step::Base(n as u32), info.bases[n].ty, false),
                Some(f) => {
                    let field = &info.fields[f];
                    (Step::Field(f as u32), field.ty, field.has_default)
                }
            };
            let at = place.join(step);
            match (part, step) {
                (Some(e), _) => self.init(e, &at)?,
                (None, Step::Field(f)) if default => {
                    self.default_member(place, f, &at, x.site)?;
                }
                _ => self.value_init(ty, &at, x.site)?,
            }
        }
        Ok(())
    }

    /// Zeros in the elements of an array from `from` on.
    fn fill_zero(
        &mut self,
        element: Ty<'db>,
        place: &Pointer<'db>,
        from: u64,
        site: Site<'db>,
    ) -> Res<()> {
        let zero = self.blank(element, Blank::Zero, site)?;
        let Value::Array { elements, len, .. } = self.read(place, site)? else {
            return Err(Stop::Unknown);
        };
        let mut elements = elements.into_vec();
        elements.truncate(from as usize);
        let value = Value::Array {
            elements: elements.into(),
            filler: Box::new(zero),
            len,
        };
        self.write(place, value, true, site)
    }

    fn union_init(
        &mut self,
        x: &Expr<'db>,
        n: u32,
        value: Option<ExprId>,
        place: &Pointer<'db>,
    ) -> Res<()> {
        let info = self.info(x.ty)?;
        let field = info.fields.get(n as usize).ok_or(Stop::Unknown)?;
        let member = self.blank(field.ty, Blank::Nothing, x.site)?;
        self.write(
            place,
            Value::Union(Some((n, Box::new(member)))),
            true,
            x.site,
        )?;
        let at = place.join(Step::Field(n));
        match value {
            Some(e) => self.init(e, &at),
            None if field.has_default => self.default_member(place, n, &at, x.site),
            None => self.value_init(field.ty, &at, x.site),
        }
    }

    /// The array, and the class that points to it: a pointer, then the length or the end.
    fn initializer_list(
        &mut self,
        x: &Expr<'db>,
        elements: &[ExprId],
        place: &Pointer<'db>,
    ) -> Res<()> {
        let db = self.db;
        let info = self.info(x.ty)?;
        let [start, end] = &*info.fields else {
            return Err(Stop::Unknown);
        };
        let element = start.ty.pointee(db).ok_or(Stop::Unknown)?;
        let len = elements.len() as u64;
        let array = Ty::of(db, TyKind::Array(element, Bound::Known(len)));
        let value = self.blank(array, Blank::Nothing, x.site)?;
        let id = self.allocate(array, value, ObjectKind::Local);
        let backing = self.at(id);
        for (i, e) in elements.iter().enumerate() {
            self.init(*e, &backing.join(Step::Element(i as u64)))?;
        }
        self.freeze(id);
        self.cleanup_later(id, true);
        let last = if end.ty.is_pointer(db) {
            Value::Pointer(backing.join(Step::Element(len)))
        } else {
            Value::Int(len.into())
        };
        let value = Value::Class {
            bases: Box::default(),
            fields: [Value::Pointer(backing.join(Step::Element(0))), last].into(),
        };
        self.write(place, value, true, x.site)
    }

    /// A member's default initializer, in the object at `parent`.
    pub(super) fn default_member(
        &mut self,
        parent: &Pointer<'db>,
        n: u32,
        place: &Pointer<'db>,
        site: Site<'db>,
    ) -> Res<()> {
        let class = self.pointed_type(parent).ok_or(Stop::Unknown)?;
        let info = self.info(class)?;
        let field = info.fields.get(n as usize).ok_or(Stop::Unknown)?;
        let env = info.definition.and_then(|d| d.env(self.db));
        let entity = Entity::new(self.db, field.decl, env);
        let typed = check::body(self.db, entity).ok_or(Stop::Unknown)?;
        let value = typed.value.ok_or(Stop::Unknown)?;
        self.enter(Frame {
            this: Some(parent.clone()),
            ..Frame::of(typed, site)
        })?;
        self.init(value, place)?;
        self.leave()
    }

    /// Value-initialisation ([dcl.init.general]/9), as of an element that an initialiser list leaves out.
    pub(super) fn value_init(
        &mut self,
        ty: Ty<'db>,
        place: &Pointer<'db>,
        site: Site<'db>,
    ) -> Res<()> {
        let value = self.blank(ty, Blank::Zero, site)?;
        self.write(place, value, true, site)?;
        let inner = ty.innermost_element(self.db);
        if !inner.is_class(self.db) {
            return Ok(());
        }
        let state = class::special(self.db, inner.unqualified(self.db), Special::Default);
        let info = self.info(inner)?;
        match state {
            Some(state) if state.trivial => Ok(()),
            Some(state) if state.exists && !state.deleted && !info.is_aggregate => {
                self.default_construct_over(ty, place, site, false)
            }
            // An aggregate is initialised by an empty list.
            _ if info.is_aggregate => self.default_construct_over(ty, place, site, false),
            _ => Err(Stop::Unknown),
        }
    }

    /// Default-initialisation of an object of class or array type.
    pub(super) fn default_construct(
        &mut self,
        ty: Ty<'db>,
        place: &Pointer<'db>,
        site: Site<'db>,
    ) -> Res<()> {
        self.nested(|m| m.default_construct_over(ty, place, site, true))
    }

    /// With `blank` the object is made anew; otherwise it was zero-initialised.
    fn default_construct_over(
        &mut self,
        ty: Ty<'db>,
        place: &Pointer<'db>,
        site: Site<'db>,
        blank: bool,
    ) -> Res<()> {
        self.tick()?;
        if blank {
            let value = self.blank(ty, Blank::Nothing, site)?;
            self.write(place, value, true, site)?;
        }
        if let TyKind::Array(element, _) = *ty.kind(self.db) {
            if !element.innermost_element(self.db).is_class(self.db) {
                return Ok(());
            }
            for i in 0..ty.length(self.db).ok_or(Stop::Unknown)? {
                let at = place.join(Step::Element(i));
                self.default_construct_over(element, &at, site, blank)?;
            }
            return Ok(());
        }
        if !ty.is_class(self.db) {
            return Ok(());
        }
        let bare = ty.unqualified(self.db);
        let info = self.info(bare)?;
        let state = class::special(self.db, bare, Special::Default);
        if let Some(declared) = state.and_then(|s| s.declared)
            && !self.is_implicit_body(declared)
        {
            return self.construct(declared, bare, place, &[], site);
        }
        match state {
            Some(s) if !s.exists => {
                let chosen = class::default_constructor(self.db, bare).flatten();
                let chosen = chosen.ok_or(Stop::Unknown)?;
                return self.construct(chosen, bare, place, &[], site);
            }
            Some(s) if s.trivial => return Ok(()),
            Some(s) if s.deleted => return Err(Stop::Unknown),
            Some(_) => {}
            None => return Err(Stop::Unknown),
        }
        self.building.push(place.clone());
        for (i, base) in info.bases.iter().enumerate() {
            let at = place.join(Step::Base(i as u32));
            self.default_construct_over(base.ty, &at, site, blank)?;
        }
        self.building.pop();
        for (i, field) in info.fields.iter().enumerate() {
            let at = place.join(Step::Field(i as u32));
            if field.has_default {
                if info.is_union {
                    let value = self.blank(field.ty, Blank::Nothing, site)?;
                    let value = Value::Union(Some((i as u32, Box::new(value))));
                    self.write(place, value, true, site)?;
                }
                self.default_member(place, i as u32, &at, site)?;
            } else if !info.is_union {
                self.default_construct_over(field.ty, &at, site, blank)?;
            }
        }
        Ok(())
    }

    /// Whether a declared special member function is defaulted without a body of its own.
    pub(super) fn is_implicit_body(&self, function: Entity<'db>) -> bool {
        crate::function::signature(self.db, function).is_some_and(|s| s.is_defaulted)
            && check::body(self.db, function)
                .is_none_or(|t| t.block.is_none() && t.inits.is_empty())
    }

    /// Copies or moves an object into a new one.
    pub(super) fn copy(
        &mut self,
        ty: Ty<'db>,
        place: &Pointer<'db>,
        from: &Pointer<'db>,
        moving: bool,
        site: Site<'db>,
    ) -> Res<()> {
        self.nested(|m| m.transfer(ty, place, from, moving, true, site))
    }

    /// Assigns a whole object, member by member.
    pub(super) fn assign_whole(
        &mut self,
        place: &Pointer<'db>,
        from: &Pointer<'db>,
        ty: Ty<'db>,
        moving: bool,
        site: Site<'db>,
    ) -> Res<()> {
        self.nested(|m| m.transfer(ty, place, from, moving, false, site))
    }

    fn transfer(
        &mut self,
        ty: Ty<'db>,
        place: &Pointer<'db>,
        from: &Pointer<'db>,
        moving: bool,
        initial: bool,
        site: Site<'db>,
    ) -> Res<()> {
        self.tick()?;
        let which = match (initial, moving) {
            (true, true) => Special::Move,
            (true, false) => Special::Copy,
            (false, true) => Special::MoveAssign,
            (false, false) => Special::CopyAssign,
        };
        let inner = ty.innermost_element(self.db).unqualified(self.db);
        if !inner.is_class(self.db) {
            let value = self.read(from, site)?;
            if initial && ty.is_scalar(self.db) && value == Value::Indeterminate {
                // An indeterminate member of a class is copied with it by a trivial copy only.
                return self.load(from, site).map(drop);
            }
            return self.write(place, value, initial, site);
        }
        let chosen = self.known.chosen(self.db, inner, which);
        let Some((which, state)) = chosen.filter(|(_, s)| s.exists && !s.deleted) else {
            return Err(Stop::Unknown);
        };
        // What is copied copies its parts.
        let moving = matches!(which, Special::Move | Special::MoveAssign);
        if state.trivial {
            let value = self.read(from, site)?;
            return self.write(place, value, initial, site);
        }
        if let TyKind::Array(element, _) = *ty.kind(self.db) {
            if initial {
                let value = self.blank(ty, Blank::Nothing, site)?;
                self.write(place, value, true, site)?;
            }
            for i in 0..ty.length(self.db).ok_or(Stop::Unknown)? {
                let step = Step::Element(i);
                let (to, from) = (place.join(step), from.join(step));
                self.transfer(element, &to, &from, moving, initial, site)?;
            }
            return Ok(());
        }
        if let Some(declared) = state.declared
            && !self.is_implicit_body(declared)
        {
            let argument = Slot::Reference(from.clone());
            return if initial {
                self.construct_with(declared, inner, place, vec![argument], site)
            } else {
                let this = Some(place.clone());
                self.run(declared, this, vec![argument], None, site)
                    .map(drop)
            };
        }
        let info = self.info(inner)?;
        if info.is_union {
            let value = self.read(from, site)?;
            return self.write(place, value, initial, site);
        }
        if initial {
            let value = self.blank(inner, Blank::Nothing, site)?;
            self.write(place, value, true, site)?;
        }
        for (i, base) in info.bases.iter().enumerate() {
            let step = Step::Base(i as u32);
            let (to, from) = (place.join(step), from.join(step));
            self.transfer(base.ty, &to, &from, moving, initial, site)?;
        }
        for (i, field) in info.fields.iter().enumerate() {
            let step = Step::Field(i as u32);
            let (to, from) = (place.join(step), from.join(step));
            if field.ty.is_reference(self.db) {
                let value = self.read(&from, site)?;
                self.write(&to, value, true, site)?;
            } else {
                self.transfer(field.ty, &to, &from, moving, initial, site)?;
            }
        }
        Ok(())
    }
}
