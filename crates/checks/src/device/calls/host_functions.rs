//! Functions of the host that device code calls in whatever way: as members, operators, conversions, constructors and
//! destructors, as typed code names them (reference: spaces, Calls between spaces). Calls of virtual and of constexpr functions are
//! told where they stand; the others once everything has been read and nothing is wrong, of functions that are compiled for the
//! device.
//!
//! Of templates the instances are looked at that the program makes: what they call is told with the chain of what asked for
//! them where it stands. Calls of inline functions are told of where they stand as well (20014).

use cleave_base_db::Db;
use cleave_codes::{Code, codes};
use cleave_cuda::ExecutionSpace;
use cleave_hir::{Expr, body_spans, body_start, item_spans};
use cleave_names::decl::{Decl, Tokens};
use cleave_names::{ItemNode, declarations, item_id_of_node, user_items};
use cleave_odr_use::program::destructor;
use cleave_odr_use::reached::{Reached, constants, reached};
use cleave_odr_use::spaces::{closure_space, has};
use cleave_odr_use::used;
use cleave_syntax::SyntaxKind;
use cleave_syntax::skeleton::Flags;
use cleave_typing::class::{Special, special};
use cleave_typing::function::{canonical, definition, signature};
use cleave_typing::thir::{ExprId, ExprKind, LocalKind, Stmt, Typed};
use cleave_typing::{CodeRef, DeclRef, Entity, Site, Ty, check, display, eval, program};

use crate::Finding;
use crate::cuda::spaces::callee;
use crate::device::calls::{by_name, demangled, inline, range_for};
use crate::device::is_device_code;
use crate::engine::chain::chain;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};
use crate::engine::suppression;

/// What is said of calls of inline functions, and of constexpr ones, where they stand.
const GENERIC: (Code, Code) = (
    codes::H_HD_ILLEGAL_CALL_GENERIC,
    codes::H_HD_ILLEGAL_CALL_CONSTEXPR_GENERIC,
);
/// How near to `new` the name of its class stands.
const CLOSE: u32 = 8;
/// The first standard that makes call operators of closures constexpr, and the one that lets their variables be without values.
const CONSTEXPR_LAMBDAS: (u32, u32) = (201_703, 202_002);

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

/// A function that the device compiles, and what is said of its calls.
struct Caller<'c, 'db> {
    s: &'c Source<'db>,
    decl: &'c Decl,
    entity: Entity<'db>,
    typed: &'db Typed<'db>,
    space: ExecutionSpace,
    /// Whether it is compiled for certain.
    emitted: bool,
    /// It is an instance of a template.
    instance: bool,
}

/// Where a call is told of.
struct Places {
    /// Of what is told once everything has been read.
    whole: u32,
    /// The callee's name, for what is told in front.
    front: u32,
    /// The callee's name, for what is told at the end.
    back: u32,
    /// The parenthesis before the arguments, of members and objects that are called.
    open: Option<u32>,
    /// What stands behind the name, of any call that is written as one.
    paren: Option<u32>,
    /// An object is called.
    object: bool,
    /// Nothing is told where it stands.
    late: bool,
}

impl Places {
    fn at(token: u32) -> Places {
        Places {
            whole: token,
            front: token,
            back: token,
            open: None,
            paren: None,
            object: false,
            late: false,
        }
    }
}

/// Calls in the item's functions. What was found of the same calls by other means is replaced.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let mut found = Vec::new();
    for entity in program::bodies(s.db, item_id_of_node(s.db, s.item)) {
        if display::template_depth(s.db, entity) > 0 {
            continue;
        }
        let emitted = used(s.db, s.file).contains(s.db, entity);
        function(s, entity, entity, emitted, &mut found);
    }
    suppression::replace(out, found, |f, g| f.at_end == g.at_end);
}

/// Calls in the instances of the item's templates.
pub(crate) fn instances<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let program = used(s.db, s.file);
    for entity in program.instances(s.db, item_id_of_node(s.db, s.item)) {
        if entity.decl(s.db).closure(s.db).is_some() || !entity.is_function(s.db) {
            continue;
        }
        let Some(own) = definition(s.db, entity) else {
            continue;
        };
        let mut found = unconfigured(s, own);
        let plain = |g: &&Finding<'db>| g.contexts.is_empty();
        found.retain(|f| {
            let mut told = out.iter().filter(plain);
            !told.any(|g| g.code == f.code && g.at == f.at)
        });
        function(s, entity, own, true, &mut found);
        let contexts = chain(s.db, &program.chain(s.db, entity));
        for mut f in found {
            if !f.at_end {
                f.contexts = contexts.clone();
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
        let kernel = has(db, callee, "global") && expr.site.code.item == item;
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
    if !is_device_code(space) {
        return;
    }
    let Some(typed) = check::body(db, own).filter(|t| !t.dependent) else {
        return;
    };
    let caller = Caller {
        s,
        decl,
        entity,
        typed,
        space,
        emitted: emitted || by_name::is_emitted(s, decl.name_tokens.start),
        instance: own.env(db).is_some(),
    };
    for r in reached(typed) {
        caller.expression(r, out);
    }
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
        if signature(db, callee).is_some_and(|sig| sig.is_constexpr) {
            caller.expression(r, out);
        }
    }
    caller.dropped(own, out);
}

/// The token that names what a declaration declares.
pub(crate) fn name_token<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Option<u32> {
    let code = decl.code(db);
    let (spans, first) = match code.body {
        None => (item_spans(db, code.item), 0),
        Some(body) => (
            body_spans(db, code.item, body)?,
            body_start(db, code.item, body)?,
        ),
    };
    let name = spans.decls.get(decl.index(db) as usize)?;
    Some(name.start + first)
}

/// The declaration of the item's own that an entity is.
pub(crate) fn declared<'s>(s: &'s Source<'_>, entity: Entity<'_>) -> Option<(usize, &'s Decl)> {
    let token = name_token(s.db, entity.decl(s.db))?;
    s.decls
        .iter()
        .enumerate()
        .find(|(_, d)| d.function.is_some() && d.name_tokens.start == token)
}

impl<'db> Caller<'_, 'db> {
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
                if is_conversion(s.db, *callee)
                    && !matches!(expr.site.expr(s.db), Some(Expr::Call(..)))
                {
                    let at = self.converted(tokens.start);
                    let places = Places {
                        front: point,
                        ..Places::at(at)
                    };
                    return self.call(*callee, *is_virtual, places, Some(r.expr), out);
                }
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
                        ..Places::at(at)
                    };
                    let constexpr = signature(s.db, *callee).is_some_and(|sig| sig.is_constexpr);
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
            ExprKind::Delete(operand, _, Some(callee)) => {
                let operand = self.typed.exprs.get(operand.0 as usize);
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

    /// Where an object without a name is made: at the class of a functional cast, at the initialiser of what `new` makes.
    fn made(&self, at: u32, constructor: Entity<'db>) -> u32 {
        use SyntaxKind::{L_BRACE, L_PAREN, NEW_KW};
        let Some(class) = bare(self.s.db, constructor) else {
            return at;
        };
        let is_class = |i: u32| self.s.word(i) == class;
        if self.s.kind(at) == NEW_KW {
            let name = (at + 1..at + CLOSE).find(|&i| is_class(i));
            return match name {
                Some(i) if matches!(self.s.kind(i + 1), L_PAREN | L_BRACE) => i + 1,
                Some(i) => i,
                None => at,
            };
        }
        match at.checked_sub(2) {
            Some(i) if self.s.kind(i + 1) == L_PAREN && is_class(i) => i,
            _ => at,
        }
    }

    /// Where a variable's initialiser begins, without parentheses and `=`; its name if it has none.
    fn initializer(&self, name: u32) -> u32 {
        match self.s.kind(name + 1) {
            SyntaxKind::L_PAREN | SyntaxKind::EQ => name + 2,
            SyntaxKind::L_BRACE => name + 1,
            _ => name,
        }
    }

    /// Local variables that are destroyed, each class once.
    fn dropped(&self, own: Entity<'db>, out: &mut Sink<'db>) {
        let db = self.s.db;
        let decl = own.decl(db);
        let code = CodeRef {
            body: Some(decl.index(db)),
            ..decl.code(db)
        };
        let mut seen: Vec<Entity<'db>> = Vec::new();
        for (i, local) in self.typed.locals.iter().enumerate() {
            let made = self
                .typed
                .stmts
                .iter()
                .any(|s| matches!(s, Stmt::Local(l, _) if l.0 as usize == i));
            if !made || !matches!(local.kind, LocalKind::Automatic) {
                continue;
            }
            let Some(destructor) = destructor(db, local.ty).filter(|d| !seen.contains(d)) else {
                continue;
            };
            seen.push(destructor);
            let site = Site {
                code,
                index: 0,
                is_type: false,
            };
            if let Some(at) = self.local(i as u32, site) {
                self.call(destructor, false, Places::at(at), None, out);
            }
        }
    }

    /// A member initialiser as a whole: it has no place of its own in typed code.
    fn is_initializer(&self, r: Reached) -> bool {
        self.typed.inits.iter().any(|i| i.value == r.expr)
    }

    /// The name of the variable that is declared at a site.
    fn local(&self, local: u32, site: Site<'db>) -> Option<u32> {
        let db = self.s.db;
        let own = self.typed.locals.get(local as usize)?;
        let body = site.code.body?;
        let spans = body_spans(db, site.code.item, body)?;
        let first = body_start(db, site.code.item, body)?;
        let at = spans.decls.iter().map(|t| t.start + first);
        let mut named = at.filter(|&t| self.s.word(t) == &*own.name);
        // Of several variables of one name it is not known which one is meant.
        named.next().filter(|_| named.next().is_none())
    }

    /// Where an implicit conversion is told of: at the `=` of an initialiser and the word of the statement whose condition it is.
    fn converted(&self, operand: u32) -> u32 {
        use cleave_syntax::SyntaxKind::{EQ, IF_KW, L_PAREN, SWITCH_KW, WHILE_KW};
        let before = |n| operand.checked_sub(n).map(|i| (i, self.s.kind(i)));
        match (before(2), before(1)) {
            (_, Some((at, EQ))) => at,
            (Some((at, IF_KW | SWITCH_KW | WHILE_KW)), Some((_, L_PAREN))) => at,
            _ => operand,
        }
    }

    /// Where the called function is named: a member's name; the operator and the first token; what stands before the arguments
    /// of an object that is called.
    fn named(&self, called: Entity<'db>, site: Site<'db>, tokens: Tokens, point: u32) -> Places {
        let db = self.s.db;
        let of = |index| Site { index, ..site };
        let plain = Places {
            front: point,
            ..Places::at(tokens.start)
        };
        let Some(Expr::Call(callee, _)) = site.expr(db) else {
            return plain;
        };
        let Some(code) = site.code.code(db) else {
            return plain;
        };
        let first = program::place(db, of(u32::from(callee.into_raw())));
        let (front, open, object) = match (&code[*callee], first) {
            (Expr::Member { .. }, Some((t, name))) => (name, Some(t.end), false),
            (Expr::Path(_), Some((t, _))) if bare(db, called).as_deref() != Some("operator()") => {
                (t.start, None, false)
            }
            (_, Some((t, _))) => (t.end, Some(t.end), true),
            (_, None) => return plain,
        };
        Places {
            whole: tokens.start,
            front,
            back: front,
            open,
            paren: first.map(|(t, _)| t.end),
            object,
            late: false,
        }
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
            None => sig.is_constexpr,
        };
        let (ordinary, constant) = numbers(self.space);
        let unchecked = s.item.flags(db).has(Flags::UNCHECKED);
        let structor = callee.decl(db).hir(db).is_some_and(is_structor);
        let say = |code: Code| {
            Finding::new(code, places.front)
                .name(name.clone())
                .name(self.decl.name.clone())
        };
        let text = || {
            let plain = callee.env(db).is_none() && closure.is_none();
            let written = || {
                let (node, index) = node(s, callee).filter(|_| plain)?;
                callee::signature(s, node, index, None)
            };
            demangled::callee(db, callee)
                .map(Arg::Name)
                .or_else(written)
                .or_else(|| plain.then(|| Arg::Name(spelled(db, callee, sig.ty.ret))))
        };
        let from = || {
            demangled::caller(db, self.entity).unwrap_or_else(|| {
                let own = canonical(db, self.entity.decl(db));
                display::qualified_name(db, Entity::new(db, own, None))
            })
        };
        let generic = |code: Code, open: Option<u32>, out: &mut Sink<'db>| {
            if let Some(open) = open.filter(|_| self.space.is_host_device()) {
                out.push(Finding::new(code, open).reported_at_end());
            }
        };
        // Of inline functions it is told where they are called as well, whether or not the caller is compiled.
        let inline = inline::is_inline(db, callee, self.instance);
        let told_here = inline && !self.instance && !constexpr && !dispatched && !unchecked;
        if let Some(paren) = places.paren.filter(|_| told_here)
            && self.space.is_host_device()
        {
            out.push(Finding::new(GENERIC.0, paren));
        }
        if constexpr {
            if s.settings.relaxed_constexpr || unchecked {
                return;
            }
            // A constructor is looked at where a constant is made, or at the end.
            let folded =
                expr.is_some_and(|e| eval::evaluate(db, self.entity, self.typed, e).is_ok());
            places.late |= structor && !folded;
            if !places.late {
                out.push(say(constant));
                if places.object {
                    out.push(say(constant));
                }
                if !folded && self.space.is_host_device() {
                    generic(GENERIC.1, places.paren, out);
                    if let Some(text) = text() {
                        let found = Finding::new(constant, places.whole).arg(text);
                        out.push(found.name(from()).reported_at_end());
                    }
                }
                return;
            }
        } else if dispatched || sig.is_virtual && !structor {
            if !unchecked && !structor {
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
            let (code, unnamed) = match constexpr {
                true => (constant, GENERIC.1),
                false => (ordinary, GENERIC.0),
            };
            if constexpr {
                generic(unnamed, places.open, out);
            } else if inline && self.instance {
                generic(unnamed, places.paren, out);
            }
            out.push(
                Finding::new(code, places.whole)
                    .arg(text)
                    .name(from())
                    .reported_at_end(),
            );
        }
        if let Some(undefined) = undefined.filter(|_| !self.space.is_host_device()) {
            let found =
                Finding::new(codes::UNDEFINED_DEVICE_IDENTIFIER, places.back).name(undefined);
            out.push(found.reported_at_end());
        }
    }
}

/// Whether the reference takes a function of the standard library for one of both sides, which no annotation says.
pub(crate) fn is_of_both_sides<'db>(s: &Source<'db>, function: Entity<'db>) -> bool {
    let db = s.db;
    let decl = function.decl(db);
    if let Some(class) = decl.parent_class(db) {
        return s.settings.shared_initializer_list
            && display::qualified_name(db, Entity::new(db, class, None))
                == "std::initializer_list";
    }
    let Some(name) = decl.hir(db).and_then(|d| d.name.ident()) else {
        return false;
    };
    s.settings.shared_move_forward
        && matches!(name.as_str(), "move" | "forward")
        && signature(db, function).is_some_and(|sig| sig.declared.len() == 1)
        && display::qualified_name(db, Entity::new(db, decl, None))
            == format!("std::{}", name.as_str())
}

/// A function's own name.
pub(crate) fn bare<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<String> {
    if function.decl(db).closure(db).is_some() {
        return Some("operator()".into());
    }
    let name = display::qualified_name(db, Entity::new(db, function.decl(db), None));
    let last = match name.find("operator") {
        Some(at) => &name[at..],
        None => name.rsplit("::").next().unwrap_or(&name),
    };
    Some(last.to_owned())
}

/// Whether a closure's call operator is constexpr without saying so ([expr.prim.lambda.closure]); nothing where that is not known.
fn is_constexpr_closure<'db>(s: &Source<'db>, operator: Entity<'db>) -> Option<bool> {
    let typed = check::body(s.db, operator).filter(|t| !t.dependent)?;
    if s.settings.standard < CONSTEXPR_LAMBDAS.0 {
        return Some(false);
    }
    let fixed = |l: &cleave_typing::thir::Local<'db>| matches!(l.kind, LocalKind::Static(_));
    let jumps = typed.stmts.iter().any(|s| {
        matches!(
            s,
            Stmt::Goto(_) | Stmt::Label(..) | Stmt::Try(..) | Stmt::Asm(_) | Stmt::Error
        )
    });
    if typed.locals.iter().any(fixed) {
        return Some(false);
    }
    let unset = typed
        .stmts
        .iter()
        .any(|s| matches!(s, Stmt::Local(_, None)));
    let objects = typed
        .locals
        .iter()
        .filter(|l| matches!(l.kind, LocalKind::Param(_) | LocalKind::Automatic))
        .any(|l| l.ty.is_class(s.db));
    let returned = typed.ret.is_some_and(|t| t.is_class(s.db));
    let certain = !jumps && !unset && !objects && !returned;
    certain.then_some(true)
}

/// Conversion functions by their types, allocation functions with a blank behind the word.
fn spelled<'db>(db: &'db dyn Db, function: Entity<'db>, result: Ty<'db>) -> String {
    let mut text = display::function_text(db, function, true);
    if is_conversion(db, function) {
        text = text.replacen("<type>", &display::type_text(db, result), 1);
    }
    for word in ["new", "delete", "new[]", "delete[]"] {
        text = text.replace(&format!("operator {word}("), &format!("operator {word} ("));
    }
    text
}

pub(crate) fn is_conversion<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    match function.decl(db).hir(db).map(|d| &d.kind) {
        Some(cleave_hir::DeclKind::Function(f)) => {
            f.special == cleave_names::decl::Special::Conversion
        }
        _ => false,
    }
}

fn is_structor(decl: &cleave_hir::Decl) -> bool {
    use cleave_names::decl::Special;
    match &decl.kind {
        cleave_hir::DeclKind::Function(f) => {
            matches!(f.special, Special::Constructor | Special::Destructor)
        }
        _ => false,
    }
}

/// Whether no declaration of a function says that the device has it.
pub(crate) fn is_host<'db>(s: &Source<'db>, function: Entity<'db>) -> bool {
    let db = s.db;
    if let Some(closure) = function.decl(db).closure(db) {
        return closure_space(db, closure, s.settings.extended_lambda) == (true, false);
    }
    let space = crate::cuda::spaces::cross_space_calls::space_of(db, function);
    space.is_unannotated() || space == ExecutionSpace::HOST
}

/// The item of the user's that declares a function, and the declaration's number there.
pub(crate) fn node<'db>(s: &Source<'db>, function: Entity<'db>) -> Option<(ItemNode<'db>, u32)> {
    let item = function.decl(s.db).code(s.db).item;
    let token = name_token(s.db, function.decl(s.db))?;
    let items = user_items(s.db, s.file).iter().copied();
    let node = items
        .into_iter()
        .find(|&n| item_id_of_node(s.db, n) == item)?;
    let index = declarations(s.db, node)
        .iter()
        .position(|d| d.function.is_some() && d.name_tokens.start == token)?;
    Some((node, index as u32))
}

/// `H::g(int) const` without `(int)`.
fn without_parameters(text: &str) -> String {
    let Some(end) = text.rfind(')') else {
        return text.to_owned();
    };
    let mut depth = 0i32;
    for (i, c) in text[..=end].char_indices().rev() {
        depth += i32::from(c == ')') - i32::from(c == '(');
        if depth == 0 {
            return format!("{}{}", &text[..i], &text[end + 1..]);
        }
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn parameters_go() {
        let cut = super::without_parameters;
        assert_eq!(cut("H::g(int, A::B) const"), "H::g const");
        assert_eq!(cut("H::operator ()(int (*)(int))"), "H::operator ()");
        assert_eq!(cut("ec"), "ec");
    }
}
