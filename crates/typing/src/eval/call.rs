//! Calls: frames, parameters, constructors, virtual functions, pointers to functions and members ([expr.call]).

use cleave_codes::codes;
use cleave_hir::NameId;
use cleave_lang::Operator;

use crate::eval::known::BodyId;
use crate::eval::machine::{Frame, MOST_CALLS, Machine, Res, Slot, Slots, Stop};
use crate::eval::memory::objects::Fill as Blank;
use crate::eval::shape::{Returning, Storage};
use crate::eval::stmt::Flow;
use crate::thir::{Category, Expr, ExprId, ExprKind, LocalId, Typed};
use crate::{
    Entity, Fill, Pointer, PointerBase, Site, Step, Ty, TyKind, Value, check, class, function,
};

impl<'a, 'db> Machine<'a, 'db> {
    /// A call; a class result is made at `result`. A reference comes back as a pointer.
    pub(super) fn call_expr(
        &mut self,
        x: &Expr<'db>,
        result: Option<&Pointer<'db>>,
    ) -> Res<Value<'db>> {
        match &x.kind {
            ExprKind::Call {
                callee,
                object,
                args,
                is_virtual,
                ..
            } => {
                let mut callee = *callee;
                let mut this = None;
                if let Some(object) = *object {
                    let place = if self.shape(object)?.is_pointer {
                        self.pointer(object)?
                    } else {
                        self.place(object)?
                    };
                    this = Some(place);
                }
                if *is_virtual && let Some(place) = &this {
                    let (target, adjusted) = self.dispatch(callee, place, x.site)?;
                    callee = target;
                    this = Some(adjusted);
                }
                self.call(callee, this, args, result, x.site)
            }
            ExprKind::CallIndirect(pointer, args) => {
                let target = match self.eval(*pointer)? {
                    Value::Pointer(p) => p,
                    _ => return Err(Stop::Unknown),
                };
                match target.base {
                    PointerBase::Static(callee) if target.path.is_empty() => {
                        self.call(callee, None, args, result, x.site)
                    }
                    PointerBase::Null(_) => {
                        self.fail(codes::ACCESS_TO_RUN_TIME_STORAGE, x.site, Vec::new())
                    }
                    _ => Err(Stop::Unknown),
                }
            }
            ExprKind::CallMember(object, member, args) => {
                let place = if self.shape(*object)?.is_pointer {
                    self.pointer(*object)?
                } else {
                    self.place(*object)?
                };
                let callee = match self.eval(*member)? {
                    Value::Member(Some(callee)) => callee,
                    Value::Member(None) => {
                        return self.fail(codes::NULL_DATA_MEMBER_POINTER, x.site, Vec::new());
                    }
                    _ => return Err(Stop::Unknown),
                };
                let signature = function::signature(self.db, callee).ok_or(Stop::Unknown)?;
                let (callee, place) = if signature.is_virtual {
                    self.dispatch(callee, &place, x.site)?
                } else {
                    (callee, self.adjust(&place, signature.class)?)
                };
                self.call(callee, Some(place), args, result, x.site)
            }
            _ => Err(Stop::Unknown),
        }
    }

    /// The object as one of class `class`, which is its own or a base or derived class of it.
    fn adjust(&mut self, place: &Pointer<'db>, class: Option<Ty<'db>>) -> Res<Pointer<'db>> {
        let (Some(class), Some(own)) = (class, self.pointed_type(place)) else {
            return Ok(place.clone());
        };
        if own.unqualified(self.db) == class.unqualified(self.db) {
            return Ok(place.clone());
        }
        self.upcast(place, own, class)
    }

    /// The function that a virtual call runs, and its object.
    pub(super) fn dispatch(
        &mut self,
        callee: Entity<'db>,
        place: &Pointer<'db>,
        site: Site<'db>,
    ) -> Res<(Entity<'db>, Pointer<'db>)> {
        if place.is_null() {
            return self.fail(codes::ACCESS_TO_RUN_TIME_STORAGE, site, Vec::new());
        }
        let Some((whole, ty)) = self.dynamic(place) else {
            return self.fail(codes::ACCESS_TO_EXPIRED_STORAGE, site, Vec::new());
        };
        let ty = ty.unqualified(self.db);
        let (target, class) = class::final_overrider(self.db, ty, callee).ok_or(Stop::Unknown)?;
        let place = self.upcast(&whole, ty, class)?;
        Ok((target, place))
    }

    /// Calls a function with argument expressions of the running code.
    pub(super) fn call(
        &mut self,
        callee: Entity<'db>,
        this: Option<Pointer<'db>>,
        args: &[ExprId],
        result: Option<&Pointer<'db>>,
        site: Site<'db>,
    ) -> Res<Value<'db>> {
        if !self.mode.calls() {
            return Err(Stop::Unknown);
        }
        let body = match self.called_before(callee) {
            Some(body) => body,
            None => {
                if let Some(value) = self.allocation_call(callee, args, site)? {
                    return Ok(value);
                }
                match self.callable(callee, site)? {
                    Some(body) => body,
                    None => return self.call_implicit(callee, this, args, site),
                }
            }
        };
        let slots = self.arguments(callee, body, args, site)?;
        if this.is_none() {
            let typed = self.known.body(body).typed;
            if let Some(value) = self.remembered(callee, typed, &slots, result, site)? {
                return Ok(value);
            }
        }
        // Parameters end with the call; temporaries among the arguments with the full-expression.
        let frame = self.frame_of(body, this, slots, result.cloned(), site);
        self.run_body(frame)
    }

    /// The body of a function that was called before. Those that allocate are looked at each time.
    fn called_before(&mut self, callee: Entity<'db>) -> Option<BodyId> {
        let body = self.known.called_before(callee)?;
        if self.unknown.is_none() {
            self.callee = Some(callee);
        }
        Some(body)
    }

    /// The body of a function that may be called; `None` for one that is defaulted.
    fn callable(&mut self, callee: Entity<'db>, site: Site<'db>) -> Res<Option<BodyId>> {
        if let Some(body) = self.called_before(callee) {
            return Ok(Some(body));
        }
        if self.unknown.is_none() {
            self.callee = Some(callee);
        }
        let signature = function::signature(self.db, callee).ok_or(Stop::Unknown)?;
        let of_closure = signature
            .class
            .is_some_and(|c| matches!(c.kind(self.db), TyKind::Closure(_)));
        let constexpr = signature.is_constexpr
            || signature.is_consteval
            || signature.is_defaulted
            || of_closure;
        if !constexpr {
            return self.fail(
                codes::CALL_OF_NON_CONSTEXPR_FUNCTION,
                site,
                vec![Fill::Declared(callee)],
            );
        }
        match check::body(self.db, callee) {
            Some(typed) if typed.dependent => Err(Stop::Unknown),
            Some(typed) if typed.block.is_some() || !typed.inits.is_empty() => {
                Ok(Some(self.known.keep_body(self.db, callee, typed)))
            }
            _ if signature.is_defaulted => Ok(None),
            Some(_) => Err(Stop::Unknown),
            // Another class may define what this one declares a friend.
            None if function::friend::is_friend(self.db, callee.decl(self.db)) => {
                Err(Stop::Unknown)
            }
            None => self.fail(
                codes::CONSTEXPR_FUNCTION_NOT_DEFINED,
                site,
                vec![Fill::Declared(callee)],
            ),
        }
    }

    /// A defaulted assignment operator or comparison without a body.
    fn call_implicit(
        &mut self,
        callee: Entity<'db>,
        this: Option<Pointer<'db>>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> Res<Value<'db>> {
        let (this, source) = match (this, args) {
            (Some(this), [source]) => (this, *source),
            (None, [first, source]) => (self.place(*first)?, *source),
            _ => return Err(Stop::Unknown),
        };
        let ty = self.pointed_type(&this).ok_or(Stop::Unknown)?;
        let x = self.expr(source)?;
        if x.ty.unqualified(self.db) != ty.unqualified(self.db) {
            return Err(Stop::Unknown);
        }
        let from = self.place(source)?;
        if let Some(value) = self.defaulted_comparison(callee, &this, &from, ty, site)? {
            return Ok(value);
        }
        let is_assignment = matches!(
            callee.hir(self.db).map(|d| &d.name),
            Some(NameId::Operator(Operator::Assign))
        );
        if !is_assignment {
            return Err(Stop::Unknown);
        }
        let moving = x.category == Category::Xvalue;
        self.assign_whole(&this, &from, ty, moving, site)?;
        Ok(Value::Pointer(this))
    }

    /// The parameters' objects and references. Default arguments stand in for arguments that nobody wrote.
    fn arguments(
        &mut self,
        callee: Entity<'db>,
        id: BodyId,
        args: &[ExprId],
        site: Site<'db>,
    ) -> Res<Vec<Slot<'db>>> {
        let body = self.known.body(id);
        let (typed, count) = (body.typed, body.parameters);
        // There is room for the other locals too.
        let mut slots = self.spare.pop().unwrap_or_default();
        slots.reserve(typed.locals.len());
        for &arg in args.iter().skip(count) {
            // For `...`.
            self.discard(arg)?;
        }
        for (i, parameter) in typed.locals.iter().take(count).enumerate() {
            let (ty, storage) = (parameter.ty, self.known.body(id).locals[i]);
            slots.push(match args.get(i) {
                Some(&arg) => self.argument(ty, storage, arg)?,
                None => self
                    .default_argument(callee, i as u32, site, |m, e| m.argument(ty, storage, e))?,
            });
        }
        Ok(slots)
    }

    fn argument(&mut self, ty: Ty<'db>, storage: Storage, arg: ExprId) -> Res<Slot<'db>> {
        if storage == Storage::Reference {
            return Ok(Slot::Reference(self.place(arg)?));
        }
        // What initialises an object of a class makes it.
        let id = self.local(ty);
        let place = self.at(id);
        self.init(arg, &place)?;
        if storage == Storage::Constant {
            self.freeze(id);
        }
        Ok(Slot::Object(id))
    }

    /// Runs a function with its parameters given.
    pub(super) fn run(
        &mut self,
        callee: Entity<'db>,
        this: Option<Pointer<'db>>,
        slots: Vec<Slot<'db>>,
        result: Option<Pointer<'db>>,
        site: Site<'db>,
    ) -> Res<Value<'db>> {
        if !self.mode.calls() {
            return Err(Stop::Unknown);
        }
        match self.callable(callee, site)? {
            Some(body) => {
                let frame = self.frame_of(body, this, slots, result, site);
                self.run_body(frame)
            }
            None => Err(Stop::Unknown),
        }
    }

    /// The activation of a function with its parameters.
    fn frame_of(
        &self,
        body: BodyId,
        this: Option<Pointer<'db>>,
        mut slots: Vec<Slot<'db>>,
        result: Option<Pointer<'db>>,
        site: Site<'db>,
    ) -> Frame<'a, 'db> {
        slots.truncate(self.known.body(body).parameters);
        Frame {
            body: Some(body),
            locals: Slots::parameters(slots),
            this,
            result,
            ..Frame::of(self.known.body(body).typed, site)
        }
    }

    /// Begins a frame.
    pub(super) fn enter(&mut self, frame: Frame<'a, 'db>) -> Res<()> {
        self.pay(3)?;
        if self.frames.len() > MOST_CALLS {
            return self.too_complex();
        }
        self.deepest = self.deepest.max(self.frames.len());
        self.frames.push(frame);
        Ok(())
    }

    /// Ends a frame.
    pub(super) fn leave(&mut self) -> Res<()> {
        if self.frames.len() > 1
            && let Some(frame) = self.frames.pop()
        {
            self.spare.push(frame.locals.into_spare());
        }
        Ok(())
    }

    /// Runs a function whose parameters are the locals of its frame.
    pub(super) fn run_body(&mut self, frame: Frame<'a, 'db>) -> Res<Value<'db>> {
        let (typed, site) = (frame.typed, frame.site);
        self.enter(frame)?;
        self.nested(|m| {
            let mark = m.cleanups.len();
            for n in 0.. {
                match m.frame().locals.get(LocalId(n)) {
                    Some(&Slot::Object(id)) => m.cleanup_later(id, false),
                    Some(_) => {}
                    None => break,
                }
            }
            if !typed.inits.is_empty()
                && let Some(this) = m.frame().this.clone()
            {
                m.member_inits(typed, &this, site)?;
            }
            let flow = match typed.block {
                Some(block) => m.exec(block)?,
                None => Flow::Next,
            };
            let value = match flow {
                Flow::Return(value) => value,
                Flow::Next => match m.returning() {
                    Returning::Reference | Returning::Object => {
                        let at = typed.end_site(site);
                        return m.fail(codes::MISSING_RETURN_VALUE, at, Vec::new());
                    }
                    Returning::Void | Returning::Unknown => Value::Indeterminate,
                },
                _ => return Err(Stop::Unknown),
            };
            m.unwind_scope(mark)?;
            m.leave()?;
            Ok(value)
        })
    }

    /// A constructor's initialisations of bases and members.
    fn member_inits(
        &mut self,
        typed: &'a Typed<'db>,
        this: &Pointer<'db>,
        _site: Site<'db>,
    ) -> Res<()> {
        let mut building = false;
        for init in &typed.inits {
            let is_base = matches!(init.target, Some(Step::Base(_)));
            if is_base != building {
                building = is_base;
                if is_base {
                    self.building.push(this.clone());
                } else {
                    self.building.pop();
                }
            }
            let place = match init.target {
                Some(step) => this.join(step),
                None => this.clone(),
            };
            if let Some(step @ Step::Field(n)) = init.target
                && let Some(class) = self.pointed_type(this)
                && let Some(info) = self.known.class(self.db, class)
                && info.is_union
            {
                let ty = crate::eval::memory::objects::step_type(self.db, class, step)
                    .ok_or(Stop::Unknown)?;
                let x = self.expr(init.value)?;
                let member = self.blank(ty, Blank::Nothing, x.site)?;
                let value = Value::Union(Some((n, Box::new(member))));
                self.write(this, value, true, x.site)?;
            }
            let mark = self.cleanups.len();
            self.init(init.value, &place)?;
            self.unwind_temporaries(mark)?;
        }
        if building {
            self.building.pop();
        }
        Ok(())
    }

    /// Constructs an object of class `ty` at `place`.
    pub(super) fn construct(
        &mut self,
        constructor: Entity<'db>,
        ty: Ty<'db>,
        place: &Pointer<'db>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> Res<()> {
        if !self.mode.calls() {
            return Err(Stop::Unknown);
        }
        let Some(body) = self.callable(constructor, site)? else {
            return match args {
                [] => self.default_construct(ty, place, site),
                [source] => {
                    let moving = function::signature(self.db, constructor)
                        .and_then(|s| s.ty.params.first().copied())
                        .is_some_and(|p| matches!(p.kind(self.db), TyKind::RvalueReference(_)));
                    let from = self.place(*source)?;
                    self.copy(ty, place, &from, moving, site)
                }
                _ => Err(Stop::Unknown),
            };
        };
        let slots = self.arguments(constructor, body, args, site)?;
        let value = self.blank(ty, Blank::Nothing, site)?;
        self.write(place, value, true, site)?;
        let frame = self.frame_of(body, Some(place.clone()), slots, None, site);
        self.run_body(frame).map(drop)
    }

    /// Constructs with parameters given.
    pub(super) fn construct_with(
        &mut self,
        constructor: Entity<'db>,
        ty: Ty<'db>,
        place: &Pointer<'db>,
        slots: Vec<Slot<'db>>,
        site: Site<'db>,
    ) -> Res<()> {
        let value = self.blank(ty, Blank::Nothing, site)?;
        self.write(place, value, true, site)?;
        self.run(constructor, Some(place.clone()), slots, None, site)
            .map(drop)
    }
}

impl<'db> Typed<'db> {
    /// A place for what is said about the end of the code: the last expression's, for want of statements' sites.
    fn end_site(&self, otherwise: Site<'db>) -> Site<'db> {
        self.exprs.last().map_or(otherwise, |x| x.site)
    }
}
