//! A function that the device compiles, walked in the order in which it is compiled: the calls that it makes and where each stands.
//! Default member initialisers and default arguments have code of their own, which belongs to the function that runs it.

use std::cell::{Cell, RefCell};

use cleave_codes::{Code, codes};
use cleave_cuda::ExecutionSpace;
use cleave_hir::Expr;
use cleave_names::{ItemId, is_of_user, item_id_of_node, user_node};
use cleave_odr_use::compiled::{Elements, Event, compiled};
use cleave_odr_use::program::destructor;
use cleave_odr_use::reached::Reached;
use cleave_typing::class::{Special, special};
use cleave_typing::flow::is_constexpr;
use cleave_typing::function::{class_of, signature};
use cleave_typing::thir::{ExprId, ExprKind, Typed};
use cleave_typing::{CodeRef, Entity, Site, Step, Ty, eval, program};

use crate::Finding;
use crate::device::calls::callees::is_conversion;
use crate::device::calls::places::{Places, bare_expression};
use crate::device::calls::range_for;
use crate::engine::source::{Sink, Source};

/// How much code that is written elsewhere is looked at for one function: default member initialisers may make objects whose members
/// have some.
const ELSEWHERE: u32 = 1024;
/// How deep it may be nested.
const DEPTH: u32 = 32;

/// A place in the order of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Order {
    /// Instances of generic closures come one after the other.
    pub(super) group: u32,
    /// The number of a constructor's initialiser; behind them the body comes.
    pub(super) step: u32,
    pub(super) token: u32,
}

impl Order {
    /// Where the code of a group begins.
    pub(super) fn of_group(group: u32) -> Order {
        Order {
            group,
            step: 0,
            token: 0,
        }
    }
}

/// What is reported at the end of a body, with its place in the order of the code.
pub(super) type Behind<'db> = RefCell<Vec<(Order, Finding<'db>)>>;

/// A token of an item: of the one that is looked at, unless it is said.
#[derive(Clone, Copy)]
pub(super) struct Spot<'db> {
    pub(super) item: Option<ItemId<'db>>,
    pub(super) token: u32,
}

/// Where code runs that is written elsewhere.
#[derive(Clone, Copy)]
pub(super) struct Elsewhere<'db> {
    /// The item that it is written in.
    pub(super) item: Option<ItemId<'db>>,
    /// Where the function runs it: a token of the function's item.
    pub(super) order: u32,
    /// Where the object is made that it initialises; where the reference is, if nothing is said.
    pub(super) made: Option<Spot<'db>>,
    depth: u32,
}

/// A function that the device compiles, and what is said of its calls.
pub(super) struct Caller<'c, 'db> {
    pub(super) s: &'c Source<'db>,
    /// Its own name.
    pub(super) name: String,
    pub(super) entity: Entity<'db>,
    pub(super) typed: &'db Typed<'db>,
    pub(super) space: ExecutionSpace,
    /// Whether it is compiled for certain.
    pub(super) emitted: bool,
    /// It is an instance of a template.
    pub(super) instance: bool,
    /// What is reported at the end of the body that it stands in, by the last tokens of the calls.
    pub(super) behind: &'c Behind<'db>,
    /// The item whose findings these are.
    pub(super) home: ItemId<'db>,
    /// The name of a constructor that nothing declares.
    pub(super) implicit: Option<String>,
    /// Where its code runs, of code that is written elsewhere.
    pub(super) elsewhere: Option<Elsewhere<'db>>,
    /// The last token at which something was found that is reported at the end: the order of the code is that of the findings.
    pub(super) last: Cell<Option<u32>>,
    /// Where the reference is in the code: what has no name there is reported here.
    pub(super) place: Cell<Option<Spot<'db>>>,
    /// Where the last of what is reported at the end of the body stands.
    pub(super) order: Cell<Order>,
    /// How much code that is written elsewhere was looked at.
    pub(super) runs: Cell<u32>,
}

impl Elsewhere<'_> {
    /// In a constructor that nothing declares: what it makes stands where the reference is.
    pub(super) fn in_implicit() -> Self {
        Elsewhere {
            item: None,
            order: 0,
            made: None,
            depth: 1,
        }
    }
}

impl<'db> Caller<'_, 'db> {
    /// Everything that the function computes and destroys.
    pub(super) fn walk(&self, out: &mut Sink<'db>) {
        let class = signature(self.s.db, self.entity).and_then(|sig| sig.class);
        for event in compiled(self.s.db, self.typed, class) {
            self.event(event, out);
        }
    }

    /// A token of the code.
    fn spot(&self, token: u32) -> Spot<'db> {
        Spot {
            item: self.elsewhere.and_then(|e| e.item),
            token,
        }
    }

    fn event(&self, event: Event<'db>, out: &mut Sink<'db>) {
        let db = self.s.db;
        let is_own = |code: CodeRef<'db>| code.item == item_id_of_node(db, self.s.item);
        let tokens = |stmt| {
            let code = self.typed.code.filter(|code| is_own(*code));
            code.and_then(|_| program::statement_tokens(db, self.typed, stmt))
        };
        match event {
            Event::Expr(r) => self.expression(r, out),
            Event::Computed(e) => {
                let expr = self.typed.exprs.get(e.0 as usize);
                // It is the operands that the reference comes to where an object is made.
                let has_operands = |kind: &ExprKind<'db>| match kind {
                    ExprKind::Construct(_, args) => !args.is_empty(),
                    _ => true,
                };
                let site = expr.filter(|x| has_operands(&x.kind)).map(|x| x.site);
                let place = site.filter(|site| is_own(site.code));
                let start = place.and_then(|site| Some(program::place(db, site)?.0.start));
                self.is_at(start);
            }
            Event::Statement(s) | Event::Leaves(s) => {
                self.begins(self.typed.inits.len() as u32);
                self.is_at(tokens(s).map(|t| t.start));
            }
            Event::End(block) => {
                self.is_at(tokens(block).and_then(|t| t.end.checked_sub(1)));
            }
            Event::Elements(elements) => self.elements(elements, out),
            Event::Destroyed(dying) => self.destroyed(dying.class, dying.is_array, out),
            Event::Initializer(n) => self.begins(n),
            Event::Default(code, e) => self.default(code, e, out),
        }
    }

    /// An object of a class is destroyed, or all elements of an array.
    fn destroyed(&self, class: Ty<'db>, is_array: bool, out: &mut Sink<'db>) {
        if let (Some(destructor), Some(at)) = (destructor(self.s.db, class), self.place.get()) {
            let last = self.last.get().unwrap_or(0).max(self.order.get().token);
            let places = Places {
                item: at.item,
                order: Some(last.max(at.token)),
                is_repeated: is_array,
                ..Places::at(at.token)
            };
            self.call(destructor, false, places, None, out);
        }
    }

    /// A constructor makes elements of an array.
    fn elements(&self, elements: Elements, out: &mut Sink<'db>) {
        let db = self.s.db;
        let Some(expr) = self.typed.exprs.get(elements.made.0 as usize) else {
            return;
        };
        let (ExprKind::Construct(callee, args), Some(at)) = (&expr.kind, self.place.get()) else {
            return;
        };
        // With default arguments a function of the compiler's own calls it.
        if !args.is_empty() || elements.is_new && is_constexpr(db, *callee) {
            return;
        }
        let places = Places {
            item: at.item,
            is_repeated: true,
            front: self.behind_elements(elements.array).unwrap_or(at.token),
            ..Places::at(at.token)
        };
        self.call(*callee, false, places, Some(elements.made), out);
        let class = expr.ty.unqualified(db);
        let is_destroyed = special(db, class, Special::Destructor).is_some_and(|s| !s.trivial);
        if elements.is_new && is_destroyed {
            self.destroyed(class, true, out);
        }
    }

    /// Where the elements of an array are made that no initialiser is written for: at the bracket behind those that are written, or at
    /// the variable.
    fn behind_elements(&self, array: Reached) -> Option<u32> {
        let db = self.s.db;
        let site = self.typed.exprs.get(array.expr.0 as usize)?.site;
        match site.expr(db) {
            Some(Expr::List(_)) if site.code.item == item_id_of_node(db, self.s.item) => {
                program::place(db, site)?.0.end.checked_sub(1)
            }
            _ => self.local(array.local?.0, site),
        }
    }

    /// An initialiser of a constructor begins, or the body behind them.
    pub(super) fn begins(&self, step: u32) {
        let order = self.order.get();
        if order.step != step {
            self.order.set(Order {
                step,
                token: 0,
                ..order
            });
        }
    }

    /// The reference comes to a token, if it is known.
    fn is_at(&self, token: Option<u32>) {
        let spot = token.map(|token| self.spot(token));
        self.place.set(spot.or(self.place.get()));
    }

    /// A default member initialiser or a default argument runs for an expression.
    fn default(&self, code: &'db Typed<'db>, e: ExprId, out: &mut Sink<'db>) {
        let db = self.s.db;
        let Some(expr) = self.typed.exprs.get(e.0 as usize) else {
            return;
        };
        let is_argument = matches!(expr.kind, ExprKind::DefaultArgument(..));
        let made = match self.elsewhere {
            Some(outer) => outer.made,
            None => {
                let own = self.initializes(e).and_then(|_| self.body());
                own.or_else(|| {
                    let is_own = expr.site.code.item == item_id_of_node(db, self.s.item);
                    Some(program::place(db, expr.site).filter(|_| is_own)?.0.start)
                })
                .map(|token| self.spot(token))
            }
        };
        let order = self.elsewhere.map(|outer| outer.order);
        let order = order.or(made.map(|made| made.token)).unwrap_or(0);
        let made = made.filter(|_| !is_argument);
        let depth = self.elsewhere.map_or(0, |outer| outer.depth) + 1;
        let at = Elsewhere {
            item: None,
            order,
            made,
            depth,
        };
        self.run_elsewhere(code, at, out);
    }

    /// Code that is written elsewhere runs at a place. What the user did not write is not looked at.
    pub(super) fn run_elsewhere(
        &self,
        code: &'db Typed<'db>,
        at: Elsewhere<'db>,
        out: &mut Sink<'db>,
    ) {
        let db = self.s.db;
        let runs = self.runs.get();
        let value = code.value.and_then(|e| code.exprs.get(e.0 as usize));
        let item = value.map(|value| value.site.code.item);
        let node = item.and_then(|item| user_node(db, item));
        let Some(node) = node.filter(|_| runs < ELSEWHERE && at.depth <= DEPTH) else {
            return;
        };
        let s = Source::new(db, self.s.file, node, self.s.settings);
        let item = item.filter(|item| *item != self.home);
        let inner = Caller {
            s: &s,
            name: self.name.clone(),
            entity: self.entity,
            typed: code,
            space: self.space,
            emitted: self.emitted,
            instance: self.instance,
            behind: self.behind,
            home: self.home,
            implicit: self.implicit.clone(),
            elsewhere: Some(Elsewhere { item, ..at }),
            last: self.last.clone(),
            place: self.place.clone(),
            order: self.order.clone(),
            runs: Cell::new(runs + 1),
        };
        for event in compiled(db, code, None) {
            inner.event(event, out);
        }
        self.last.set(inner.last.get());
        self.place.set(inner.place.get());
        self.order.set(inner.order.get());
        self.runs.set(inner.runs.get());
    }

    /// A call that is written in the code. Of code that is written elsewhere nothing is reported where it stands.
    fn written(
        &self,
        callee: Entity<'db>,
        is_virtual: bool,
        places: Places<'db>,
        e: ExprId,
        out: &mut Sink<'db>,
    ) {
        let places = match self.elsewhere {
            None => places,
            Some(elsewhere) => Places {
                item: elsewhere.item,
                late: true,
                open: places.paren,
                ..places
            },
        };
        self.call(callee, is_virtual, places, Some(e), out);
    }

    /// Where an object is made: all of it, and its own token.
    fn constructed(
        &self,
        r: Reached,
        callee: Entity<'db>,
        start: Option<u32>,
        site: Site<'db>,
    ) -> Option<Places<'db>> {
        let elsewhere = |spot: Spot<'db>| Places {
            item: spot.item,
            late: self.elsewhere.is_some(),
            ..Places::at(spot.token)
        };
        if let Some(local) = r.local {
            let at = self.local(local.0, site)?;
            return Some(Places {
                front: self.initializer(at),
                ..elsewhere(self.spot(at))
            });
        }
        if let Some(init) = self.initializes(r.expr) {
            return match init.target {
                // What makes a base belongs to the base.
                Some(Step::Base(_)) => None,
                _ => self.initialized(init).map(Places::at),
            };
        }
        let value = self.typed.value.filter(|_| self.elsewhere.is_some());
        if value.is_some_and(|value| bare_expression(self.typed, value) == r.expr) {
            let made = self.elsewhere.and_then(|e| e.made);
            let made = made.or(self.place.get())?;
            return Some(Places {
                // Its operands come first.
                order: self.elsewhere.map(|e| e.order + 1),
                ..elsewhere(made)
            });
        }
        let at = start?;
        let place = self.place.get().unwrap_or(self.spot(at));
        let here = self.spot(at).item;
        Some(Places {
            front: match place.item == here {
                true => self.made(at, callee),
                false => place.token,
            },
            ..elsewhere(place)
        })
    }

    pub(super) fn expression(&self, r: Reached, out: &mut Sink<'db>) {
        let s = self.s;
        let Some(expr) = self.typed.exprs.get(r.expr.0 as usize) else {
            return;
        };
        let place = |site: Site<'db>| {
            (site.code.item == item_id_of_node(s.db, s.item))
                .then(|| program::place(s.db, site))
                .flatten()
        };
        let start = |site: Site<'db>| place(site).map(|p| p.0.start);
        match &expr.kind {
            ExprKind::Call {
                callee,
                is_virtual,
                object,
                args,
                ..
            } => {
                let Some((tokens, point)) = place(expr.site) else {
                    return;
                };
                let part = range_for::part(s.db, self.typed, *callee, *object, args);
                if let Some(part) = part.filter(|p| *p != range_for::Part::Step) {
                    let Some(at) = range_for::place(s, part, tokens.start) else {
                        return;
                    };
                    let bound = (part == range_for::Part::Bound).then_some(tokens.start);
                    let places = Places {
                        front: tokens.start,
                        open: bound,
                        paren: bound,
                        late: bound.is_some(),
                        ..Places::at(at)
                    };
                    return self.written(*callee, *is_virtual, places, r.expr, out);
                }
                let is_of_site = |o: &ExprId| {
                    let object = self.typed.exprs.get(o.0 as usize);
                    object.is_some_and(|object| object.site == expr.site)
                };
                if is_conversion(s.db, *callee)
                    && (object.as_ref().is_some_and(is_of_site)
                        || !matches!(expr.site.expr(s.db), Some(Expr::Call(..))))
                {
                    let at = self.converted(tokens.start);
                    let place = self.place.get().filter(|p| p.item == self.spot(at).item);
                    let places = Places {
                        front: point,
                        whole: place.map_or(at, |place| place.token),
                        ..Places::at(at)
                    };
                    return self.written(*callee, *is_virtual, places, r.expr, out);
                }
                if self.is_folded(*callee, args) {
                    return;
                }
                self.is_at(Some(tokens.start));
                let places = self.named(*callee, expr.site, tokens, point);
                self.written(*callee, *is_virtual, places, r.expr, out);
            }
            ExprKind::Construct(callee, _) => {
                // Who inherits a constructor has one of its own, which is implicit.
                let class = class_of(s.db, *callee).map(|class| class.unqualified(s.db));
                let inherited = class != Some(expr.ty.unqualified(s.db));
                let constexpr = is_constexpr(s.db, *callee);
                let places = self.constructed(r, *callee, start(expr.site), expr.site);
                let behind = self.behind_comparison(r.expr);
                // It is made before the operator is looked at.
                let places = places.map(|places| Places {
                    front: behind.unwrap_or(places.front),
                    end: behind.and(start(expr.site)).or(places.end),
                    ..places
                });
                if let Some(places) = places.filter(|_| !(inherited && constexpr)) {
                    self.call(*callee, false, places, Some(r.expr), out);
                }
            }
            ExprKind::Launch(_, _, args) => {
                if let Some(at) = start(expr.site) {
                    for code in args.iter().filter_map(|e| self.passed(*e)) {
                        out.push(Finding::new(code, at));
                    }
                }
            }
            ExprKind::New { allocator, .. } => {
                if let (Some(callee), Some(at)) = (allocator, start(expr.site)) {
                    self.written(*callee, false, Places::at(at), r.expr, out);
                }
            }
            ExprKind::Delete {
                pointer,
                destructor: Some(callee),
                ..
            } => {
                let operand = self.typed.exprs.get(pointer.0 as usize);
                if let Some(at) = operand.and_then(|o| start(o.site)) {
                    self.written(*callee, false, Places::at(at), r.expr, out);
                }
            }
            _ => {}
        }
    }

    /// Whether the reference knows what a function of the C library gives: `strlen` of a constant string.
    fn is_folded(&self, callee: Entity<'db>, args: &[ExprId]) -> bool {
        let db = self.s.db;
        let [string] = args else {
            return false;
        };
        let is_known = || {
            callee
                .decl(db)
                .hir(db)
                .is_some_and(|d| d.name.ident().is_some_and(|n| n.as_str() == "strlen"))
                && !is_of_user(db, callee.decl(db).code(db).item)
        };
        is_known() && eval::constant(db, self.typed, *string).is_some()
    }

    /// What is wrong with an argument of a launch in device code: its class may copy and drop itself in no way of its own.
    fn passed(&self, argument: ExprId) -> Option<Code> {
        let db = self.s.db;
        let ty = self.typed.exprs.get(argument.0 as usize)?.ty;
        if !ty.is_class(db) {
            return None;
        }
        let own = |which: Special| {
            let declared = special(db, ty, which).and_then(|s| s.declared);
            let sig = declared.and_then(|f| signature(db, f));
            sig.is_some_and(|sig| !sig.is_defaulted && !sig.is_deleted)
        };
        own(Special::Copy)
            .then_some(codes::DEVICE_SIDE_LAUNCH_ARG_WITH_USER_PROVIDED_CCTOR)
            .or_else(|| {
                own(Special::Destructor)
                    .then_some(codes::DEVICE_SIDE_LAUNCH_ARG_WITH_USER_PROVIDED_DTOR)
            })
    }
}
