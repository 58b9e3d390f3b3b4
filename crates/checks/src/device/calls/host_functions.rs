//! Functions of the host that device code calls in whatever way: as members, operators, conversions, constructors and
//! destructors, as typed code names them (reference: spaces, Calls between spaces). Calls of virtual and of constexpr functions are
//! reported where they stand; the others once everything has been read and nothing is wrong, of functions that are compiled for the
//! device.
//!
//! Of templates the instances are looked at that the program makes: what they call is reported with the chain of what asked for
//! them where it stands. Calls of inline functions are reported where they stand as well (20014).

use std::cell::{Cell, RefCell};

use cleave_base_db::Db;
use cleave_codes::{Code, codes};
use cleave_cuda::ExecutionSpace;
use cleave_hir::Expr;
use cleave_names::item_id_of_node;
use cleave_odr_use::compiled::{Event, compiled};
use cleave_odr_use::pieces;
use cleave_odr_use::program::destructor;
use cleave_odr_use::reached::{Reached, constants, manifest, reached};
use cleave_odr_use::{is_used, used, used_of};
use cleave_syntax::skeleton::Flags;
use cleave_typing::class::{Special, special};
use cleave_typing::flow::is_constexpr;
use cleave_typing::function::{canonical, definition, signature};
use cleave_typing::thir::{ExprId, ExprKind, Typed};
use cleave_typing::{CodeRef, Entity, Site, check, display, eval, program};

use rustc_hash::FxHashSet;

use crate::Finding;
use crate::device::calls::callees::{
    bare, is_constexpr_closure, is_constructor_or_destructor, is_conversion, is_host,
    is_of_both_sides, spelled, without_parameters,
};
use crate::device::calls::places::Places;
use crate::device::calls::{demangled, emitted, inline, range_for};
use crate::engine::chain::chain;
use crate::engine::entities::{declared, execution_space};
use crate::engine::finding::{Arg, Emitted};
use crate::engine::source::{Sink, Source};
use crate::engine::suppression;

/// What is said of calls of inline functions, and of constexpr ones, where they stand.
const GENERIC: (Code, Code) = (
    codes::H_HD_ILLEGAL_CALL_GENERIC,
    codes::H_HD_ILLEGAL_CALL_CONSTEXPR_GENERIC,
);
/// How many lambdas and members of local classes of one function are looked at.
const LIMIT: usize = 4096;

/// The numbers of what is said of a call: of an ordinary function and of a constexpr one.
fn numbers(caller: ExecutionSpace) -> (Code, Code) {
    match () {
        () if caller.is_kernel() => (codes::H_G_ILLEGAL_CALL, codes::H_G_ILLEGAL_CALL_CONSTEXPR),
        () if caller.is_device_only() => {
            (codes::H_D_ILLEGAL_CALL, codes::H_D_ILLEGAL_CALL_CONSTEXPR)
        }
        () => (codes::H_HD_ILLEGAL_CALL, codes::H_HD_ILLEGAL_CALL_CONSTEXPR),
    }
}

/// What kind of code a function is.
pub(super) fn kind_of<'db>(db: &'db dyn Db, function: Entity<'db>) -> Emitted {
    let decl = canonical(db, function.decl(db));
    let is_member = decl.parent_class(db).is_some();
    let is_global = decl.code(db).item.scope(db).path(db).is_empty();
    match (decl.closure(db).is_some(), is_member, is_global) {
        (true, ..) => Emitted::Closure,
        (_, true, true) => Emitted::Member,
        (_, true, false) => Emitted::InnerMember,
        (_, false, true) => Emitted::Function,
        (_, false, false) => Emitted::InnerFunction,
    }
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
    pub(super) behind: &'c RefCell<Vec<(u32, Finding<'db>)>>,
    /// The last token at which something was found that is reported at the end: the order of the code is that of the findings.
    last: Cell<Option<u32>>,
    /// Where the reference is in the code: what has no name there is reported here.
    place: Cell<Option<u32>>,
}

/// Calls in the item's functions. What was found of the same calls by other means is replaced.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let mut found = Vec::new();
    for entity in program::bodies(s.db, item_id_of_node(s.db, s.item)) {
        if display::template_depth(s.db, entity) > 0 {
            continue;
        }
        let emitted = is_used(s.db, entity);
        function(s, entity, entity, emitted, &mut found);
    }
    suppression::replace(out, found, |f, g| f.at_end == g.at_end);
}

/// Calls in the instances of the item's templates.
pub(crate) fn instances<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let instances = &used_of(s.db, item_id_of_node(s.db, s.item)).instances;
    for &(entity, _) in instances {
        if entity.decl(s.db).closure(s.db).is_some() || !entity.is_function(s.db) {
            continue;
        }
        let Some(own) = definition(s.db, entity) else {
            continue;
        };
        let mut found = unconfigured(s, own);
        let plain = |g: &&Finding<'db>| g.contexts.is_empty();
        found.retain(|f| {
            let mut reported = out.iter().filter(plain);
            !reported.any(|g| g.code == f.code && g.at == f.at)
        });
        function(s, entity, own, true, &mut found);
        if found.is_empty() {
            continue;
        }
        let contexts = chain(s.db, &used(s.db, s.file).chain(s.db, entity));
        for mut f in found {
            let asked = contexts.last().map(|(_, item, token)| (*item, *token));
            match f.at_end {
                true => f.asked = asked,
                false => {
                    f.contexts = contexts.clone();
                    f.reported_last = true;
                }
            }
            out.push(f);
        }
    }
}

/// Kernels that an instance calls as if they were functions.
fn unconfigured<'db>(s: &Source<'db>, own: Entity<'db>) -> Vec<Finding<'db>> {
    let db = s.db;
    let Some(typed) = check::body(db, own).filter(|t| !t.dependent) else {
        return Vec::new();
    };
    let item = item_id_of_node(db, s.item);
    let calls = reached(typed).into_iter().filter_map(|r| {
        let expr = typed.exprs.get(r.expr.0 as usize)?;
        let ExprKind::Call { callee, .. } = expr.kind else {
            return None;
        };
        let kernel = execution_space(s, callee).is_kernel() && expr.site.code.item == item;
        let (tokens, _) = program::place(db, expr.site).filter(|_| kernel)?;
        Some(
            Finding::new(codes::CALL_CONFIGURATION_MISMATCH, tokens.start)
                .text("__global__")
                .text("must"),
        )
    });
    calls.collect()
}

/// Calls in one function, whose code is that of `own`.
fn function<'db>(
    s: &Source<'db>,
    entity: Entity<'db>,
    own: Entity<'db>,
    emitted: bool,
    out: &mut Sink<'db>,
) {
    let db = s.db;
    let Some((index, decl)) = declared(s, own) else {
        return;
    };
    let space = s.merged(index).space;
    if !space.on_device() {
        return;
    }
    let emitted = emitted || emitted::is_emitted(s, decl.name_tokens.start);
    let instance = own.env(db).is_some();
    let behind = RefCell::default();
    let outer = Outer {
        instance,
        behind: &behind,
    };
    let name = decl.name.clone();
    code(s, (entity, own), name, space, (emitted, outer), out);
    // Lambdas in it and the members of its classes have code of their own. They are compiled where something calls them.
    let mut next = vec![own];
    let mut seen = FxHashSet::default();
    while let (Some(around), true) = (next.pop(), seen.len() < LIMIT) {
        let Some(typed) = check::body(db, around).filter(|t| !t.dependent) else {
            continue;
        };
        let closures = typed.exprs.iter().filter_map(|x| match &x.kind {
            ExprKind::Lambda(closure, _) if x.evaluated => Some(closure.operator(db)),
            _ => None,
        });
        for inner in closures.chain(pieces::local_members(db, around)) {
            let space = execution_space(s, inner);
            let name = bare(db, inner).filter(|_| space.on_device() && seen.insert(inner));
            if let Some(name) = name {
                let emitted = is_used(db, inner);
                code(s, (inner, inner), name, space, (emitted, outer), out);
                next.push(inner);
            }
        }
    }
    let body = decl.function.as_ref().and_then(|f| f.body.tokens());
    let end = body.and_then(|body| body.end.checked_sub(1));
    let mut behind = behind.into_inner();
    behind.sort_by_key(|(call, _)| *call);
    // Where closures stand in it that is known last.
    let has_closures = !instance && !seen.is_empty();
    for (_, found) in &mut behind {
        found.reported_last = has_closures;
    }
    out.extend(
        behind
            .into_iter()
            .map(|(call, found)| found.while_right(end.unwrap_or(call))),
    );
}

/// The function around.
#[derive(Clone, Copy)]
struct Outer<'o, 'db> {
    /// It is an instance of a template.
    instance: bool,
    /// What is reported at the end of its body.
    behind: &'o RefCell<Vec<(u32, Finding<'db>)>>,
}

/// Calls in the code of a function, a lambda or a member of a local class, whose code is that of `own`.
fn code<'db>(
    s: &Source<'db>,
    (entity, own): (Entity<'db>, Entity<'db>),
    name: String,
    space: ExecutionSpace,
    (emitted, outer): (bool, Outer<'_, 'db>),
    out: &mut Sink<'db>,
) {
    let db = s.db;
    let Some(typed) = check::body(db, own).filter(|t| !t.dependent) else {
        return;
    };
    let caller = Caller {
        s,
        name,
        entity,
        typed,
        space,
        emitted,
        instance: outer.instance,
        behind: outer.behind,
        last: Cell::new(Some(0)),
        place: Cell::new(None),
    };
    for event in compiled(db, typed) {
        caller.event(event, out);
    }
    caller.last.set(None);
    // Constants are computed while compiling, which functions of the device may not do by those of the host either.
    for r in constants(typed) {
        let callee = match typed.exprs.get(r.expr.0 as usize).map(|e| &e.kind) {
            Some(ExprKind::Call { callee, .. }) => *callee,
            // A constant that is made of nothing is left alone.
            Some(ExprKind::Construct(callee, args)) => {
                let constant = r.local.and_then(|l| typed.locals.get(l.0 as usize));
                let written = |e: &ExprId| {
                    let kind = typed.exprs.get(e.0 as usize).map(|x| &x.kind);
                    !matches!(kind, Some(ExprKind::DefaultArgument(..)))
                };
                if constant.is_some_and(|l| l.is_constexpr) && !args.iter().any(written) {
                    continue;
                }
                *callee
            }
            _ => continue,
        };
        if is_constexpr(db, callee) {
            caller.expression(r, out);
        }
    }
    // So are bounds, template arguments, enumerators, assertions and labels.
    let mut reported = FxHashSet::default();
    for e in manifest(typed) {
        let ExprKind::Call { callee, .. } = &typed.exprs[e.0 as usize].kind else {
            continue;
        };
        let constexpr = is_constexpr(db, *callee);
        if constexpr && reported.insert((typed.exprs[e.0 as usize].site, *callee)) {
            let place = Reached {
                expr: e,
                local: None,
            };
            caller.expression(place, out);
        }
    }
    if let Some((_, decl)) = declared(s, own) {
        caller.parts(decl.name_tokens.start);
    }
}

impl<'db> Caller<'_, 'db> {
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
                let site = self.typed.exprs.get(e.0 as usize).map(|x| x.site);
                let place = site.filter(|site| is_own(site.code));
                let start = place.and_then(|site| Some(program::place(db, site)?.0.start));
                self.place.set(start.or(self.place.get()));
            }
            Event::Statement(s) | Event::Leaves(s) => {
                let start = tokens(s).map(|t| t.start);
                self.place.set(start.or(self.place.get()));
            }
            Event::End(block) => {
                let end = tokens(block).and_then(|t| t.end.checked_sub(1));
                self.place.set(end.or(self.place.get()));
            }
            Event::Destroyed(ty) => {
                if let (Some(destructor), Some(at)) = (destructor(db, ty), self.place.get()) {
                    let places = Places {
                        ended: Some(self.last.get().map_or(at, |last| last.max(at))),
                        ..Places::at(at)
                    };
                    self.call(destructor, false, places, None, out);
                }
            }
        }
    }

    fn expression(&self, r: Reached, out: &mut Sink<'db>) {
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
            } => {
                let Some((tokens, point)) = place(expr.site) else {
                    return;
                };
                if let Some(part) = range_for::part(s.db, self.typed, *callee, *object, args) {
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
                    return self.call(*callee, *is_virtual, places, Some(r.expr), out);
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
                    let places = Places {
                        front: point,
                        whole: self.place.get().unwrap_or(at),
                        ..Places::at(at)
                    };
                    return self.call(*callee, *is_virtual, places, Some(r.expr), out);
                }
                self.place.set(Some(tokens.start));
                let places = self.named(*callee, expr.site, tokens, point);
                self.call(*callee, *is_virtual, places, Some(r.expr), out);
            }
            ExprKind::Construct(callee, _) => {
                let at = match r.local {
                    Some(l) => self.local(l.0, expr.site),
                    None => start(expr.site).filter(|_| !self.is_initializer(r)),
                };
                // Who inherits a constructor has one of its own, which is implicit.
                let class = expr.ty.unqualified(s.db).class_entity(s.db);
                let inherited = callee.decl(s.db).parent_class(s.db) != class.map(|c| c.decl(s.db));
                if let Some(at) = at {
                    let places = Places {
                        front: match r.local {
                            Some(_) => self.initializer(at),
                            None => self.made(at, *callee),
                        },
                        whole: match r.local {
                            Some(_) => at,
                            None => self.place.get().unwrap_or(at),
                        },
                        ..Places::at(at)
                    };
                    let constexpr = is_constexpr(s.db, *callee);
                    if !(inherited && constexpr) {
                        self.call(*callee, false, places, Some(r.expr), out);
                    }
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
                    self.call(*callee, false, Places::at(at), Some(r.expr), out);
                }
            }
            ExprKind::Delete {
                pointer,
                destructor: Some(callee),
                ..
            } => {
                let operand = self.typed.exprs.get(pointer.0 as usize);
                if let Some(at) = operand.and_then(|o| start(o.site)) {
                    self.call(*callee, false, Places::at(at), Some(r.expr), out);
                }
            }
            _ => {}
        }
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

    /// What is found when the code is emitted.
    fn emitted_late(&self, found: Finding<'db>) -> Finding<'db> {
        let mut found = found.reported_at_end();
        if let Some(last) = self.last.get() {
            let at = last.max(found.at);
            self.last.set(Some(at));
            found = found.reported_at(at);
        }
        found.emitted = kind_of(self.s.db, self.entity);
        found
    }

    /// A call, and the expression that it is.
    fn call(
        &self,
        callee: Entity<'db>,
        dispatched: bool,
        mut places: Places,
        expr: Option<ExprId>,
        out: &mut Sink<'db>,
    ) {
        let (s, db) = (self.s, self.s.db);
        let Some(sig) = signature(db, callee) else {
            return;
        };
        let closure = callee.decl(db).closure(db);
        let certain = callee.depth(db) == display::template_depth(db, callee) || closure.is_some();
        if !certain
            || closure.is_none() && callee.decl(db).code(db).body.is_some()
            || sig.is_defaulted
            || sig.is_deleted
            || sig.is_consteval
            || !is_host(s, callee)
            || is_of_both_sides(s, callee)
        {
            return;
        }
        let Some(name) = bare(db, callee) else { return };
        let constexpr = match closure {
            Some(_) => match is_constexpr_closure(s, callee) {
                Some(known) => known,
                None => return,
            },
            None => is_constexpr(db, callee),
        };
        let (ordinary, constant) = numbers(self.space);
        let unchecked = s.item.flags(db).has(Flags::UNCHECKED);
        let special = callee
            .decl(db)
            .hir(db)
            .is_some_and(is_constructor_or_destructor);
        let said_at = places.end;
        let say = |code: Code| {
            let found = Finding::new(code, places.front)
                .name(name.clone())
                .name(self.name.clone());
            match said_at {
                Some(token) => found.reported_at(token),
                None => found,
            }
        };
        let text = || {
            let plain = callee.env(db).is_none() && closure.is_none();
            demangled::callee(db, callee)
                .map(Arg::Name)
                .or_else(|| plain.then(|| Arg::Name(spelled(db, callee, sig.ty.ret))))
        };
        let from = || {
            demangled::caller(db, self.entity).unwrap_or_else(|| {
                let own = canonical(db, self.entity.decl(db));
                display::qualified_name(db, Entity::new(db, own, None))
            })
        };
        let generic = |code: Code, open: Option<u32>| {
            if let Some(open) = open.filter(|_| self.space.is_host_device()) {
                let call = said_at.unwrap_or(open);
                let mut found = Finding::new(code, open);
                found.emitted = kind_of(db, self.entity);
                self.behind.borrow_mut().push((call, found));
            }
        };
        // A constructor or destructor is called without a word for it: what is said of that has no place. Calls of destructors stand
        // where their objects end.
        let unnamed = |code: Code| {
            self.say_unwritten(code, places.whole, places.ended.unwrap_or(places.front));
        };
        // For inline functions it is reported where they are called as well, whether or not the caller is compiled.
        let inline = inline::is_inline(db, callee, self.instance);
        let told_here = inline && !self.instance && !constexpr && !dispatched && !unchecked;
        if let Some(paren) = places.paren.filter(|_| told_here)
            && self.space.is_host_device()
        {
            generic(GENERIC.0, Some(paren));
        }
        if special && inline && !constexpr && (!self.instance || self.emitted) {
            unnamed(GENERIC.0);
        }
        if constexpr {
            if s.settings.relaxed_constexpr || unchecked {
                return;
            }
            // A constructor is looked at where a constant is made, or at the end.
            let folded =
                expr.is_some_and(|e| eval::evaluate(db, self.entity, self.typed, e).is_ok());
            places.late |= special && !folded;
            if !places.late {
                out.push(say(constant));
                if places.object {
                    out.push(say(constant));
                }
                if !folded && self.space.is_host_device() {
                    generic(GENERIC.1, places.paren);
                    if let Some(text) = text().filter(|_| self.emitted) {
                        let found = Finding::new(constant, places.whole).arg(text);
                        out.push(self.emitted_late(found.name(from())));
                    }
                }
                return;
            }
        } else if dispatched || sig.is_virtual && !special {
            if !unchecked && !special {
                out.push(say(ordinary));
            }
            return;
        }
        if !self.emitted {
            return;
        }
        let Some(text) = text() else { return };
        let undefined = match &text {
            _ if callee.env(db).is_some() || closure.is_some() => demangled::undefined(db, callee),
            Arg::Callee { readable, .. } => Some(without_parameters(readable)),
            Arg::Name(name) => Some(without_parameters(name)),
            _ => None,
        };
        if !unchecked {
            let (code, generic_code) = match constexpr {
                true => (constant, GENERIC.1),
                false => (ordinary, GENERIC.0),
            };
            if constexpr && special {
                unnamed(generic_code);
            } else if constexpr {
                generic(generic_code, places.open);
            } else if inline && self.instance {
                generic(generic_code, places.paren);
            }
            let found = Finding::new(code, places.whole).arg(text).name(from());
            out.push(self.emitted_late(found));
        }
        if let Some(undefined) = undefined.filter(|_| !self.space.is_host_device()) {
            let found =
                Finding::new(codes::UNDEFINED_DEVICE_IDENTIFIER, places.back).name(undefined);
            out.push(self.emitted_late(found));
        }
    }
}
