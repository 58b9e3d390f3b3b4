//! The state of one evaluation: objects, frames, what is to be destroyed, limits, and why it stopped. Knows how to read and
//! write objects; what expressions and statements do is elsewhere.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_syntax::Standard;
use rustc_hash::FxHashMap;

use crate::eval::known::{BodyId, Known};
use crate::eval::memory::objects;
use crate::eval::memory::objects::{Fault, Fill as Blank, Object, ObjectKind};
use crate::eval::memory::store::{ObjectId, Store};
use crate::eval::shape::{Returning, Shape};
use crate::thir::{Expr, ExprId, LocalId, LocalKind, Stmt, StmtId, Typed};
use crate::{
    Const, Entity, Fill, Pointer, PointerBase, Problem, Site, Step, StringLiteral, Ty, TyKind,
    Value,
};

/// The most calls within calls, as the reference's default (`--max_depth_constexpr_call`).
pub(super) const MOST_CALLS: usize = 256;
/// The most that may be spent, as by the reference's default (`--max_cost_constexpr_call`): a round of a loop costs two, a call
/// three.
const MOST_COST: u64 = 1_992_187;
/// The most steps of our own: the reference knows no such limit.
const MOST_STEPS: u64 = 200_000_000;
/// After so many levels the room on the stack is looked at again.
const LEVELS: u32 = 8;
/// The most that one level takes of the stack, without optimisation.
const MOST_FRAME: usize = 48 << 10;
/// How deep expressions and statements nest in all frames together.
const MOST_DEPTH: u32 = 60_000;

/// Why an evaluation stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Something is not known.
    Unknown,
    /// Not a constant; [`Machine::failure`] says why.
    Fails,
}

/// What an evaluation step yields.
pub(super) type Res<T> = Result<T, Stop>;

/// Where a local's object is.
#[derive(Clone, Debug)]
pub(super) enum Slot<'db> {
    /// Not alive, or not of this evaluation.
    None,
    /// An object.
    Object(ObjectId),
    /// A reference: where it refers to.
    Reference(Pointer<'db>),
}

/// Where the locals of a frame are: of those alone that were touched, since most evaluations touch few of the code around.
#[derive(Default)]
pub(super) struct Slots<'db> {
    /// The first local that has a slot.
    first: u32,
    slots: Vec<Slot<'db>>,
}

impl<'db> Slots<'db> {
    /// The parameters, which are the first locals.
    pub(super) fn parameters(slots: Vec<Slot<'db>>) -> Slots<'db> {
        Slots { first: 0, slots }
    }

    /// Room for the locals of another call.
    pub(super) fn into_spare(mut self) -> Vec<Slot<'db>> {
        self.slots.clear();
        self.slots
    }

    /// Where a local is, if it is anywhere.
    pub(super) fn get(&self, local: LocalId) -> Option<&Slot<'db>> {
        self.slots.get(local.0.checked_sub(self.first)? as usize)
    }

    /// Says where a local is.
    pub(super) fn set(&mut self, local: LocalId, slot: Slot<'db>) {
        if self.slots.is_empty() {
            self.first = local.0;
        }
        if local.0 < self.first {
            // As much again, lest one after the other takes quadratic time.
            let first = local
                .0
                .min(self.first.saturating_sub(self.slots.len() as u32));
            let before = std::iter::repeat_n(Slot::None, (self.first - first) as usize);
            self.slots.splice(0..0, before);
            self.first = first;
        }
        let at = (local.0 - self.first) as usize;
        if at >= self.slots.len() {
            self.slots.resize(at + 1, Slot::None);
        }
        self.slots[at] = slot;
    }
}

/// The activation of some code.
pub(super) struct Frame<'a, 'db: 'a> {
    /// The code.
    pub(super) typed: &'a Typed<'db>,
    /// What is known of its types, if it is a function that is called.
    pub(super) body: Option<BodyId>,
    /// Its locals.
    pub(super) locals: Slots<'db>,
    /// What `this` points to.
    pub(super) this: Option<Pointer<'db>>,
    /// Where a class result goes.
    pub(super) result: Option<Pointer<'db>>,
    /// Where it was called.
    pub(super) site: Site<'db>,
    /// Temporaries whose lifetime is that of the reference being initialised ([class.temporary]).
    pub(super) extended: Vec<ExprId>,
}

impl<'a, 'db> Frame<'a, 'db> {
    /// The activation of code that has no parameters, at `site`.
    pub(super) fn of(typed: &'a Typed<'db>, site: Site<'db>) -> Frame<'a, 'db> {
        Frame {
            typed,
            body: None,
            locals: Slots::default(),
            this: None,
            result: None,
            site,
            extended: Vec::new(),
        }
    }
}

/// Something that ends its life when its scope does.
pub(super) struct Cleanup {
    /// The object.
    pub(super) object: ObjectId,
    /// It outlives the full-expression.
    pub(super) extended: bool,
}

/// What an evaluation may do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// A constant expression is wanted.
    Constant,
    /// The same, of an expression that need not be one: it is not manifestly constant-evaluated ([expr.const]).
    Called,
    /// As `Called`, but it is not worth many steps.
    Cheap,
    /// A constant expression is wanted, but it is not worth a call.
    Plain,
    /// Folding in ordinary code: no calls, no diagnostics.
    Fold,
}

impl Mode {
    /// Whether functions are called.
    pub(super) fn calls(self) -> bool {
        matches!(self, Mode::Constant | Mode::Called | Mode::Cheap)
    }

    /// Whether functions are called for an expression that need not be a constant.
    pub(super) fn is_for_ordinary_code(self) -> bool {
        matches!(self, Mode::Called | Mode::Cheap)
    }
}

/// The state of one evaluation.
pub(super) struct Machine<'a, 'db: 'a> {
    pub(super) db: &'db dyn Db,
    pub(super) mode: Mode,
    pub(super) standard: Standard,
    pub(super) objects: Store<Object<'db>>,
    pub(super) frames: Vec<Frame<'a, 'db>>,
    pub(super) cleanups: Vec<Cleanup>,
    strings: FxHashMap<StringLiteral<'db>, ObjectId>,
    /// The variable whose initialiser is evaluated, and its object.
    pub(super) subject: Option<(Entity<'db>, ObjectId)>,
    /// Temporaries that live as long as the subject.
    pub(super) extended: Vec<ObjectId>,
    /// Objects whose bases are being initialised or were destroyed: their dynamic type is the base's.
    pub(super) building: Vec<Pointer<'db>>,
    cost: u64,
    /// How deep calls were nested.
    pub(super) deepest: usize,
    steps: u64,
    depth: u32,
    pub(super) failure: Vec<Problem<'db>>,
    /// What is said about operators that were folded all the same.
    pub(super) warnings: Vec<Problem<'db>>,
    /// Jumping to a label: statements before it are passed over.
    pub(super) seek: Option<StmtId>,
    /// The innermost expression that was not understood, for those who want to know.
    pub(super) unknown: Option<Site<'db>>,
    /// The last function that was to be called, for the same.
    pub(super) callee: Option<Entity<'db>>,
    root: Site<'db>,
    pub(super) known: Known<'db>,
    /// Locals of calls that ended, empty: there is room in them.
    pub(super) spare: Vec<Vec<Slot<'db>>>,
}

impl<'a, 'db> Machine<'a, 'db> {
    /// An evaluation of an expression of `typed` at `root`.
    pub(super) fn new(
        db: &'db dyn Db,
        typed: &'a Typed<'db>,
        root: Site<'db>,
        mode: Mode,
    ) -> Machine<'a, 'db> {
        let standard = root.code.item.file(db).dialect(db).standard;
        Machine {
            db,
            mode,
            standard,
            objects: Store::default(),
            frames: vec![Frame::of(typed, root)],
            cleanups: Vec::new(),
            strings: FxHashMap::default(),
            subject: None,
            extended: Vec::new(),
            building: Vec::new(),
            cost: MOST_COST,
            deepest: 0,
            steps: match mode {
                Mode::Constant | Mode::Called => MOST_STEPS,
                Mode::Cheap | Mode::Plain | Mode::Fold => 20_000,
            },
            depth: 0,
            failure: Vec::new(),
            warnings: Vec::new(),
            seek: None,
            unknown: None,
            callee: None,
            root,
            known: Known::default(),
            spare: Vec::new(),
        }
    }

    /// The innermost frame.
    pub(super) fn frame(&mut self) -> &mut Frame<'a, 'db> {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// The code that is running.
    pub(super) fn typed(&self) -> &'a Typed<'db> {
        self.frames[self.frames.len() - 1].typed
    }

    /// An expression of the running code.
    pub(super) fn expr(&self, e: ExprId) -> Res<&'a Expr<'db>> {
        self.typed().exprs.get(e.0 as usize).ok_or(Stop::Unknown)
    }

    /// What is asked of the type of an expression of the running code.
    pub(super) fn shape(&mut self, e: ExprId) -> Res<Shape> {
        let x = self.expr(e)?;
        Ok(match self.frames[self.frames.len() - 1].body {
            Some(body) => self.known.body_mut(body).shape(self.db, e, x),
            None => Shape::of(self.db, x.ty),
        })
    }

    /// What the running code returns.
    pub(super) fn returning(&self) -> Returning {
        let frame = &self.frames[self.frames.len() - 1];
        match frame.body {
            Some(body) => self.known.body(body).returning,
            None => Returning::of(self.db, frame.typed),
        }
    }

    /// A statement of the running code.
    pub(super) fn stmt(&self, s: StmtId) -> Res<&'a Stmt> {
        self.typed().stmts.get(s.0 as usize).ok_or(Stop::Unknown)
    }

    /// Runs a nested step with room on the stack, within the limits.
    pub(super) fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        self.tick()?;
        if self.depth >= MOST_DEPTH {
            return Err(Stop::Unknown);
        }
        self.depth += 1;
        // What is left of the stack is enough for a few levels more.
        let result = match self.depth % LEVELS {
            0 => stacker::maybe_grow(LEVELS as usize * MOST_FRAME, 2 << 20, || f(self)),
            _ => f(self),
        };
        self.depth -= 1;
        result
    }

    /// Remembers the innermost expression that was not understood.
    pub(super) fn note_unknown(&mut self, e: ExprId, stop: Option<&Stop>) {
        if stop == Some(&Stop::Unknown) && self.unknown.is_none() {
            self.unknown = self.expr(e).ok().map(|x| x.site);
        }
    }

    /// Pays for a round or a call.
    pub(super) fn pay(&mut self, cost: u64) -> Res<()> {
        match self.cost.checked_sub(cost) {
            Some(rest) => {
                self.cost = rest;
                Ok(())
            }
            None => self.too_complex(),
        }
    }

    /// Whether so much is left to be spent.
    pub(super) fn can_pay(&self, cost: u64) -> bool {
        cost <= self.cost
    }

    /// What was spent, and how deep calls were nested.
    pub(super) fn spent(&self) -> (u64, usize) {
        (MOST_COST - self.cost, self.deepest)
    }

    /// Counts a step.
    pub(super) fn tick(&mut self) -> Res<()> {
        self.steps = self.steps.checked_sub(1).ok_or(Stop::Unknown)?;
        Ok(())
    }

    /// The limits are exceeded. It is reported of the whole expression.
    pub(super) fn too_complex<T>(&mut self) -> Res<T> {
        self.failure = vec![Problem::new(codes::CONSTEXPR_CALL_TOO_COMPLEX, self.root)];
        Err(Stop::Fails)
    }

    /// Not a constant, because of what is at `site`.
    pub(super) fn fail<T>(
        &mut self,
        number: codes::Code,
        site: Site<'db>,
        fills: Vec<Fill<'db>>,
    ) -> Res<T> {
        self.failure.clear();
        self.failure.push(Problem::new((number, fills), site));
        // The call in the expression itself is not among the callers.
        let callers = self.frames.iter().skip(2).rev();
        self.failure
            .extend(callers.map(|f| Problem::new(codes::CALLED_FROM, f.site)));
        Err(Stop::Fails)
    }

    /// Something that the reference does not evaluate.
    pub(super) fn cannot<T>(&mut self, site: Site<'db>) -> Res<T> {
        self.fail(codes::EXPRESSION_NOT_INTERPRETABLE, site, Vec::new())
    }

    /// A failed access.
    pub(super) fn fault<T>(
        &mut self,
        fault: Fault<'db>,
        site: Site<'db>,
        pointer: &Pointer<'db>,
    ) -> Res<T> {
        let number = |n: u64| Fill::Number(i128::from(n));
        let (code, fills) = match fault {
            Fault::Uninitialized => (codes::ACCESS_TO_UNINITIALIZED_OBJECT, Vec::new()),
            Fault::Position(i, len) => {
                (codes::POSITION_OUTSIDE_ARRAY, vec![number(i), number(len)])
            }
            Fault::PastEnd(len) => (codes::ACCESS_PAST_END_OF_ARRAY, vec![number(len)]),
            Fault::PastObject => (codes::ACCESS_PAST_SINGLE_OBJECT, Vec::new()),
            Fault::Expired => (codes::ACCESS_TO_EXPIRED_STORAGE, Vec::new()),
            Fault::RunTime => (codes::ACCESS_TO_RUN_TIME_STORAGE, Vec::new()),
            Fault::Variable(entity) => (
                codes::VALUE_NOT_USABLE_AS_CONSTANT,
                vec![Fill::Declared(entity)],
            ),
            Fault::Const => (codes::CONST_STORAGE_MODIFIED, Vec::new()),
            Fault::Volatile => (codes::READ_FROM_VOLATILE_STORAGE, Vec::new()),
            Fault::Outside(l) => (codes::VALUE_NOT_USABLE_AS_CONSTANT, vec![self.outside(l)]),
            Fault::Unknown => return Err(Stop::Unknown),
            Fault::Inactive(active, wanted) => {
                let member = |n| self.union_member(pointer, wanted, n);
                match (member(wanted), active.map(member)) {
                    (Some(wanted), Some(Some(active))) => {
                        (codes::INACTIVE_UNION_MEMBER_ACCESSED, vec![wanted, active])
                    }
                    _ => (codes::ACCESS_TO_UNINITIALIZED_OBJECT, Vec::new()),
                }
            }
        };
        self.fail(code, site, fills)
    }

    /// A variable or parameter of the code around, as it is called.
    pub(super) fn outside(&self, l: LocalId) -> Fill<'db> {
        let locals = self.frames.first().map(|f| &f.typed.locals);
        match locals.and_then(|all| all.get(l.0 as usize)) {
            Some(local) => {
                let kind = match local.kind {
                    LocalKind::Param(_) => "parameter",
                    _ => "variable",
                };
                Fill::Local(kind, local.name.clone(), local.site)
            }
            None => Fill::Text("".into()),
        }
    }

    /// Member `n` of the union that `pointer` goes through by its member `wanted`.
    fn union_member(&self, pointer: &Pointer<'db>, wanted: u32, n: u32) -> Option<Fill<'db>> {
        let mut ty = self.base_type(&pointer.base)?;
        for step in pointer.path.iter() {
            if step == Step::Field(wanted)
                && let Some(info) = crate::class::class_info(self.db, ty.unqualified(self.db))
                && info.is_union
            {
                let env = info.definition.and_then(|d| d.env(self.db));
                let decl = info.fields.get(n as usize)?.decl;
                return Some(Fill::Entity(Entity::new(self.db, decl, env)));
            }
            ty = self.known.part(self.db, ty, step)?.ty;
        }
        None
    }

    /// Makes an object; the caller sees to its end.
    pub(super) fn allocate(
        &mut self,
        ty: Ty<'db>,
        value: Value<'db>,
        kind: ObjectKind<'db>,
    ) -> ObjectId {
        self.objects.insert(Object {
            ty,
            value,
            kind,
            frozen: false,
        })
    }

    /// Makes a local object without a value that is not destroyed by itself.
    pub(super) fn local(&mut self, ty: Ty<'db>) -> ObjectId {
        self.allocate(ty, Value::Indeterminate, ObjectKind::Local)
    }

    /// A pointer to an object of this evaluation.
    pub(super) fn at(&self, object: ObjectId) -> Pointer<'db> {
        Pointer::to(PointerBase::Object(object))
    }

    /// The object of a string literal.
    pub(super) fn string(&mut self, units: &[u32], element: Ty<'db>) -> Res<Pointer<'db>> {
        let key = StringLiteral {
            units: units.into(),
            element,
        };
        if let Some(&id) = self.strings.get(&key) {
            return Ok(self.at(id));
        }
        let ty = Ty::of(
            self.db,
            TyKind::Array(element, crate::Bound::Known(units.len() as u64)),
        );
        let value = Value::Array {
            elements: units.iter().map(|&u| Value::Int(u.into())).collect(),
            filler: Box::new(Value::Int(0)),
            len: units.len() as u64,
        };
        let id = self.allocate(ty, value, ObjectKind::String);
        if let Some(object) = self.objects.get_mut(id) {
            object.frozen = true;
        }
        self.strings.insert(key, id);
        Ok(self.at(id))
    }

    /// The string literal that an object is.
    pub(super) fn string_of(&self, object: ObjectId) -> Option<StringLiteral<'db>> {
        self.strings
            .iter()
            .find_map(|(key, id)| (*id == object).then(|| key.clone()))
    }

    /// The type of a complete object.
    pub(super) fn base_type(&self, base: &PointerBase<'db>) -> Option<Ty<'db>> {
        match base {
            PointerBase::Null(_) => None,
            PointerBase::Static(entity) => Some(objects::static_type(self.db, *entity)),
            PointerBase::String(literal) => Some(Ty::of(
                self.db,
                TyKind::Array(
                    literal.element,
                    crate::Bound::Known(literal.units.len() as u64),
                ),
            )),
            PointerBase::Temporary(entity, n) => {
                let all = &crate::eval::variable(self.db, *entity).temporaries;
                all.get(*n as usize).map(|c| c.ty(self.db))
            }
            PointerBase::Parameter(value) => {
                let ty = value.ty(self.db);
                Some(ty.qualified(self.db, cleave_lang::Qualifiers::CONST))
            }
            PointerBase::Object(id) => self.objects.get(*id).map(|o| o.ty),
        }
    }

    /// The type of what a pointer points to.
    pub(super) fn pointed_type(&self, pointer: &Pointer<'db>) -> Option<Ty<'db>> {
        let whole = self.base_type(&pointer.base)?;
        self.known.part_type(self.db, whole, &pointer.path)
    }

    /// An object without a value, or zero-initialised.
    pub(super) fn blank(&mut self, ty: Ty<'db>, fill: Blank, site: Site<'db>) -> Res<Value<'db>> {
        match self.known.blank(self.db, ty, fill) {
            Some(value) => Ok(value),
            None if ty.length(self.db).is_some_and(|n| n > 1 << 20) => self.fail(
                codes::TYPE_TOO_LARGE_FOR_EVALUATION,
                site,
                vec![Fill::Type(ty)],
            ),
            None => Err(Stop::Unknown),
        }
    }

    /// A constant of this type.
    pub(super) fn constant(&self, ty: Ty<'db>, value: Value<'db>) -> Const<'db> {
        Const::new(self.db, ty, value)
    }
}
