//! Calls of functions of the device by code that the host compiles, and what of kernels is called and launched (reference: spaces,
//! Calls between spaces; spaces, Launches), as typed code names them: plain calls, operators, conversions, constructors and
//! destructors of variables and of `T(…)`, `new` and `delete`.
//!
//! What is not reported, by observation: conversions and copies that arguments, results and references need, what `{}` and casts
//! make, default arguments, initialisers of members in classes. Of a template's own definition only calls by name are looked at.

use cleave_codes::{Code, codes};
use cleave_cuda::{ExecutionSpace, execution_space, is_unwritten, names_out_of_reach};
use cleave_hir::Expr;
use cleave_lang::Operator;
use cleave_names::decl::{Decl, Special};
use cleave_names::{ItemId, item_id_of_node, user_node};
use cleave_syntax::SyntaxKind;
use cleave_syntax::skeleton::Flags;
use cleave_typing::class::{self, special};
use cleave_typing::function::{signature, special_of};
use cleave_typing::program::Extent;
use cleave_typing::thir::{ExprId, ExprKind, Stmt, Typed};
use cleave_typing::{Entity, Site, Ty, check, display, program};
use rustc_hash::FxHashSet;

use crate::Finding;
use crate::cuda::spaces::called::{address_of, bare, callee_name, constructor, function_of};
use crate::device::calls::range_for;
use crate::engine::entities;
use crate::engine::problems::{context, is_in_own_file};
use crate::engine::source::{Sink, Source};
use crate::engine::suppression;

/// How deep lambdas and local classes may be nested.
const DEPTH: u32 = 64;

/// What is said of a call that crosses.
const CALLS: [Code; 4] = [
    codes::D_H_ILLEGAL_CALL,
    codes::D_HD_ILLEGAL_CALL,
    codes::D_H_ILLEGAL_CALL_CONSTEXPR,
    codes::D_HD_ILLEGAL_CALL_CONSTEXPR,
];

/// Calls in the functions of an item.
pub(crate) fn check<'db>(s: &Source<'db>, extent: Extent, out: &mut Sink<'db>) {
    let own = is_in_own_file(s.db, s.item);
    if !own && !(0..s.decls.len()).any(|decl| is_worth_it(s, decl)) {
        return;
    }
    let item = item_id_of_node(s.db, s.item);
    let mut w = Calls {
        s,
        item,
        found: Vec::new(),
    };
    for entity in program::bodies(s.db, item) {
        let declared = entities::declared(s, entity);
        if !own && !declared.is_some_and(|(decl, _)| is_worth_it(s, decl)) {
            continue;
        }
        let (name, space) = match declared {
            Some((index, decl)) => (decl.name.clone(), s.merged(index).space),
            None if entity.is_function(s.db) => continue,
            // An initialiser has no caller; the lambdas in it have.
            None => (String::new(), ExecutionSpace::default()),
        };
        let caller = Caller {
            name: &name,
            space,
            template: display::template_depth(s.db, entity) > 0,
            initializer: declared.is_none(),
            unchecked: declared.is_some_and(|(_, decl)| is_unchecked(s, decl)),
            depth: 0,
        };
        w.body(entity, &caller);
    }
    if own {
        w.default_arguments();
        instances(s, item, extent, &mut w.found);
    }
    // Tokens know of names at namespace scope as well; here it is known when they are reported.
    let named = |f: &Finding<'db>, _: &Finding<'db>| f.code == codes::AUTO_DEVICE_FN_REF;
    suppression::replace(out, w.found, named);
}

/// Calls in the instances of templates that an item makes at once: of functions whose type must be deduced, of constexpr functions and
/// of explicit instantiations. Other instances are made when everything has been read, and nobody looks at their calls.
fn instances<'db>(s: &Source<'db>, item: ItemId<'db>, extent: Extent, out: &mut Vec<Finding<'db>>) {
    let db = s.db;
    for (instance, chain) in &program::problems(db, item, extent).at_once {
        // A lambda without the option has no annotation.
        let space = execution_space(db, *instance, s.settings.extended_lambda);
        if !space.on_host() {
            continue;
        }
        let own = instance.decl(db).code(db).item;
        let Some(node) = user_node(db, own) else {
            continue;
        };
        let source = Source::new(db, s.file, node, s.settings);
        let declared = entities::declared(&source, *instance);
        let name = bare(db, *instance);
        let mut w = Calls {
            s: &source,
            item: own,
            found: Vec::new(),
        };
        let mut caller = Caller {
            name: &name,
            space,
            template: false,
            initializer: false,
            unchecked: declared.is_some_and(|(_, decl)| is_unchecked(&source, decl)),
            depth: 0,
        };
        w.body(*instance, &caller);
        w.found.retain(|f| CALLS.contains(&f.code));
        if w.found.is_empty() {
            continue;
        }
        let found = std::mem::take(&mut w.found);
        // What the template itself says is reported of it.
        caller.template = true;
        w.body(Entity::new(db, instance.decl(db), None), &caller);
        let known: FxHashSet<_> = w.found.iter().map(|f| (f.code, f.at)).collect();
        let contexts: Box<[_]> = chain.iter().filter_map(|c| context(db, c)).collect();
        let is_new = |f: &Finding<'db>| !known.contains(&(f.code, f.at));
        for mut f in found.into_iter().filter(is_new) {
            f.item = (own != item).then_some(own);
            f.reported_at = contexts.last().filter(|c| c.1 == item).map(|c| c.2);
            f.contexts = contexts.clone();
            out.push(f);
        }
    }
}

/// Whether a declaration is a function with host code that seems to call a function which no host code can. Libraries that are
/// included like one's own code are large, and typing all of it would cost more than everything else: outside of the main source
/// file nothing else is looked into.
fn is_worth_it(s: &Source<'_>, decl: usize) -> bool {
    let body = s.decls[decl]
        .function
        .as_ref()
        .and_then(|f| f.body.tokens());
    let Some(body) = body else { return false };
    let space = s.merged(decl).space;
    if space.is_device_only() || space.is_kernel() {
        return false;
    }
    let names = names_out_of_reach(s.db, s.file);
    // A call, a launch, or template arguments and then one.
    let called = |i: u32| {
        matches!(
            s.kind(i + 1),
            SyntaxKind::L_PAREN | SyntaxKind::LT | SyntaxKind::LAUNCH_OPEN
        )
    };
    (body.start..body.end.saturating_sub(1))
        .filter(|&i| s.kind(i) == SyntaxKind::IDENT && called(i))
        .any(|i| {
            names
                .binary_search_by(|n| n.as_str().cmp(s.word(i)))
                .is_ok()
        })
}

/// Whether an expression may be a call of some kind, written or not.
fn may_call(kind: &ExprKind<'_>) -> bool {
    matches!(
        kind,
        ExprKind::Call { .. }
            | ExprKind::CallIndirect(..)
            | ExprKind::Launch(..)
            | ExprKind::Destroy(..)
            | ExprKind::Delete { .. }
            | ExprKind::New { .. }
            | ExprKind::Construct(..)
            | ExprKind::ConstructImplicit(..)
            | ExprKind::Aggregate(_)
            | ExprKind::Zero
    )
}

/// Whose code it is.
pub(super) struct Caller<'n> {
    pub(super) name: &'n str,
    pub(super) space: ExecutionSpace,
    /// It is looked at before its template's arguments are known.
    pub(super) template: bool,
    /// It is no function's: what it calls is not reported.
    pub(super) initializer: bool,
    /// A pragma lets it call what it likes.
    pub(super) unchecked: bool,
    pub(super) depth: u32,
}

pub(super) struct Calls<'s, 'db> {
    pub(super) s: &'s Source<'db>,
    pub(super) item: ItemId<'db>,
    pub(super) found: Vec<Finding<'db>>,
}

impl<'db> Calls<'_, 'db> {
    fn body(&mut self, entity: Entity<'db>, caller: &Caller<'_>) {
        let db = self.s.db;
        let Some(typed) = check::body(db, entity).filter(|_| caller.depth < DEPTH) else {
            return;
        };
        let mut reported = FxHashSet::default();
        let mut referred = FxHashSet::default();
        for (i, expr) in typed.exprs.iter().enumerate() {
            let e = ExprId(i as u32);
            if let ExprKind::Lambda(closure, _) = &expr.kind
                && reported.insert((expr.site, None))
            {
                let operator = closure.operator(db);
                let space = execution_space(db, operator, true);
                let inner = Caller {
                    name: "operator()",
                    space,
                    template: caller.template || operator.is_template(db),
                    initializer: false,
                    unchecked: caller.unchecked,
                    depth: caller.depth + 1,
                };
                self.body(operator, &inner);
            }
            if caller.initializer {
                self.reference(expr, caller, &mut referred);
                continue;
            }
            if expr.evaluated {
                self.expression(typed, e, caller, &mut reported);
            }
            self.reference(expr, caller, &mut referred);
        }
        if !caller.initializer {
            self.variables(typed, caller);
            self.local_classes(entity, caller);
        }
    }

    /// Member functions of the classes that a body declares: they are functions of their own.
    fn local_classes(&mut self, entity: Entity<'db>, caller: &Caller<'_>) {
        let db = self.s.db;
        for own in program::local_members(db, entity) {
            let name = bare(db, own);
            let inner = Caller {
                name: &name,
                space: execution_space(db, own, true),
                template: caller.template || own.is_template(db),
                initializer: false,
                unchecked: caller.unchecked,
                depth: caller.depth + 1,
            };
            self.body(own, &inner);
        }
    }

    fn expression(
        &mut self,
        typed: &Typed<'db>,
        e: ExprId,
        caller: &Caller<'_>,
        reported: &mut FxHashSet<(Site<'db>, Option<Entity<'db>>)>,
    ) {
        let db = self.s.db;
        let expr = &typed.exprs[e.0 as usize];
        // Of what calls nothing nobody needs to know how it is written.
        if !may_call(&expr.kind) {
            return;
        }
        let site = expr.site;
        let is_address = |site: Site<'db>| match (site.expr(db), site.code.code(db)) {
            (Some(Expr::Call(callee, _)), Some(code)) => {
                let mut at = *callee;
                while let Expr::Paren(inner) = code[at] {
                    at = inner;
                }
                matches!(code[at], Expr::Prefix(Operator::AddressOf, _))
            }
            _ => false,
        };
        let written = site.expr(db);
        let is_call = matches!(written, Some(Expr::Call(..)));
        match &expr.kind {
            ExprKind::Call {
                callee,
                object,
                args,
                ..
            } => {
                if let Some(part) = range_for::part(db, typed, *callee, *object, args) {
                    if !caller.template && reported.insert((site, Some(*callee))) {
                        self.range(part, *callee, site, caller);
                    }
                    return;
                }
                // A launch tells what it launches.
                if let Some(Expr::Launch(..)) = written {
                    if bare(db, *callee) == "operator()" && reported.insert((site, Some(*callee))) {
                        self.launched_object(site);
                    }
                    return;
                }
                if caller.template && !is_call || !reported.insert((site, Some(*callee))) {
                    return;
                }
                match is_call {
                    true => self.named(*callee, site, caller),
                    false => self.implicit(*callee, site, caller),
                }
            }
            ExprKind::CallIndirect(callee, _) if is_call => {
                // `(&f)()` is a call of `f`, `(*f)()` is not.
                if let Some(function) = address_of(typed, *callee)
                    && is_address(site)
                    && reported.insert((site, Some(function)))
                {
                    self.named(function, site, caller);
                }
            }
            ExprKind::Launch(callee, ..) => {
                if let Some(function) = function_of(typed, *callee)
                    && reported.insert((site, Some(function)))
                {
                    self.launched(function, site, caller);
                }
            }
            ExprKind::Destroy(_, Some(destructor), _)
                if is_call && reported.insert((site, Some(*destructor))) =>
            {
                self.named(*destructor, site, caller);
            }
            _ if caller.template => {}
            ExprKind::Delete {
                pointer,
                destructor: Some(destructor),
                ..
            } => {
                let operand = typed.exprs.get(pointer.0 as usize).map(|x| x.site);
                if let Some((tokens, _)) = operand.and_then(|at| self.place(at))
                    && reported.insert((site, Some(*destructor)))
                {
                    self.cross(*destructor, tokens.start, tokens.end, caller);
                }
            }
            ExprKind::New { init, .. } => {
                let made = init.and_then(|e| constructor(typed, e));
                if let (Some(made), Some((tokens, _))) = (made, self.place(site))
                    && reported.insert((site, Some(made)))
                {
                    self.cross(made, tokens.start, tokens.end, caller);
                }
            }
            ExprKind::Construct(..)
            | ExprKind::ConstructImplicit(..)
            | ExprKind::Aggregate(_)
            | ExprKind::Zero
                // The grammar takes `S(1)` for a call where it does not know the name.
                if is_call || matches!(written, Some(Expr::Functional(..))) =>
            {
                if let Some((tokens, _)) = self.place(site).filter(|_| reported.insert((site, None))) {
                    let made = constructor(typed, e);
                    self.made(expr.ty, made, tokens.start, tokens.end, caller);
                }
            }
            _ => {}
        }
    }

    /// An object that is made and destroyed: both calls are reported, in this order.
    fn made(
        &mut self,
        ty: Ty<'db>,
        constructor: Option<Entity<'db>>,
        at: u32,
        end: u32,
        caller: &Caller<'_>,
    ) {
        let class = ty.innermost_element(self.s.db).unqualified(self.s.db);
        let destructor = (class.is_class(self.s.db) && !ty.is_reference(self.s.db))
            .then(|| special(self.s.db, class, class::Special::Destructor)?.declared)
            .flatten();
        if let Some(destructor) = destructor {
            self.cross(destructor, at, end, caller);
        }
        if let Some(constructor) = constructor {
            self.cross(constructor, at, end, caller);
        }
    }

    /// Variables of class type, and of arrays what destroys them.
    fn variables(&mut self, typed: &Typed<'db>, caller: &Caller<'_>) {
        if caller.template {
            return;
        }
        for stmt in &typed.stmts {
            let Stmt::Local(l, init) = stmt else { continue };
            let Some(local) = typed.locals.get(l.0 as usize) else {
                continue;
            };
            let Some((name, _)) = local.site.and_then(|at| self.place(at)) else {
                continue;
            };
            let end = init
                .and_then(|e| self.place(typed.exprs.get(e.0 as usize)?.site))
                .map_or(name.end, |t| t.0.end.max(name.end));
            let array = local.ty.is_array(self.s.db);
            let made = init.filter(|_| !array).and_then(|e| constructor(typed, e));
            self.made(local.ty, made, name.start, end, caller);
        }
    }

    /// `f(…)`, `o.f(…)`, `o(…)`
    fn named(&mut self, called: Entity<'db>, site: Site<'db>, caller: &Caller<'_>) {
        let db = self.s.db;
        // Most functions may be called from anywhere.
        let space = execution_space(db, called, true);
        if !space.is_kernel() && !space.is_device_only() {
            return;
        }
        let Some((tokens, _)) = self.place(site) else {
            return;
        };
        let (Some(Expr::Call(callee, _)), Some(code)) = (site.expr(db), site.code.code(db)) else {
            return;
        };
        let index = u32::from(callee.into_raw());
        let Some((first, point)) = self.place(Site { index, ..site }) else {
            return;
        };
        let fixed = || signature(db, called).is_some_and(|sig| !sig.has_object);
        let at = match &code[*callee] {
            Expr::Member { .. } if fixed() => first.start,
            Expr::Member { member, .. } => {
                // A conversion function that is called by its name is reported at both ends of it.
                if matches!(member.name, cleave_hir::NameId::Conversion(_)) {
                    self.cross(called, first.end, tokens.end, caller);
                }
                point
            }
            _ if bare(db, called) == "operator()"
                && !matches!(&code[*callee], Expr::Path(p) if !matches!(p.name, cleave_hir::NameId::Ident(_))) =>
            {
                if !caller.template {
                    self.cross(called, first.end, tokens.end, caller);
                }
                first.end
            }
            _ => first.start,
        };
        if space.is_kernel() {
            let finding = Finding::new(codes::CALL_CONFIGURATION_MISMATCH, at)
                .text("__global__")
                .text("must");
            return self.found.push(finding.reported_at(tokens.end));
        }
        self.cross(called, at, tokens.end, caller);
    }

    /// An operator or a conversion.
    fn implicit(&mut self, called: Entity<'db>, site: Site<'db>, caller: &Caller<'_>) {
        let db = self.s.db;
        let Some((tokens, point)) = self.place(site) else {
            return;
        };
        let special = special_of(db, called);
        let at = match (special, site.expr(db)) {
            (Special::Conversion, _) => tokens.start,
            (_, Some(Expr::Member { .. })) => point.saturating_sub(1),
            (
                _,
                Some(
                    Expr::Binary(..)
                    | Expr::Prefix(..)
                    | Expr::Postfix(..)
                    | Expr::Index(..)
                    | Expr::Literal(_),
                ),
            ) => point,
            _ => return,
        };
        self.cross(called, at, tokens.end, caller);
    }

    /// What a range-based `for` calls: its operators are reported at the colon, `begin` and `end` are not.
    fn range(
        &mut self,
        part: range_for::Part,
        called: Entity<'db>,
        site: Site<'db>,
        caller: &Caller<'_>,
    ) {
        let colon = self
            .place(site)
            .and_then(|(tokens, _)| Some((tokens.start.checked_sub(1)?, tokens.end)));
        if let Some((at, end)) = colon
            .filter(|c| part != range_for::Part::Bound && self.s.kind(c.0) == SyntaxKind::COLON)
        {
            self.cross(called, at, end, caller);
        }
    }

    pub(super) fn is_kernel(&self, function: Entity<'db>) -> bool {
        execution_space(self.s.db, function, true).is_kernel()
    }

    /// Where something stands, if it stands in this item.
    pub(super) fn place(&self, site: Site<'db>) -> Option<(cleave_names::decl::Tokens, u32)> {
        (site.code.item == self.item)
            .then(|| program::place(self.s.db, site))
            .flatten()
    }

    /// A function that code of this caller calls; `end` is where the call ends.
    pub(super) fn cross(&mut self, callee: Entity<'db>, at: u32, end: u32, caller: &Caller<'_>) {
        let (s, db) = (self.s, self.s.db);
        let host = caller.space.on_host();
        // It does nothing for the definition of a template.
        if !host || caller.unchecked && !caller.template {
            return;
        }
        let Some(sig) = signature(db, callee) else {
            return;
        };
        let certain = callee.decl(db).closure(db).is_some()
            || callee.depth(db) == display::template_depth(db, callee);
        let ours = !is_unwritten(db, callee) && !sig.is_deleted && !sig.is_consteval;
        if !certain || !ours || !execution_space(db, callee, true).is_device_only() {
            return;
        }
        if sig.is_constexpr && s.settings.relaxed_constexpr {
            return;
        }
        let number = match (sig.is_constexpr, caller.space.is_host_device()) {
            (false, false) => codes::D_H_ILLEGAL_CALL,
            (false, true) => codes::D_HD_ILLEGAL_CALL,
            (true, false) => codes::D_H_ILLEGAL_CALL_CONSTEXPR,
            (true, true) => codes::D_HD_ILLEGAL_CALL_CONSTEXPR,
        };
        let name = callee_name(db, callee);
        let finding = Finding::new(number, at).arg(name).name(caller.name);
        self.found.push(finding.reported_at(end));
    }
}

/// Whether `nv_exec_check_disable` stands right before a function: before its item, or before the member in its class.
fn is_unchecked(s: &Source<'_>, decl: &Decl) -> bool {
    if !s.item.flags(s.db).has(Flags::UNCHECKED) {
        return false;
    }
    let directive = "nv_exec_check_disable";
    if !s.text.contains(directive) {
        return decl.parent.is_none();
    }
    let start = s.lexed.range(decl.tokens.start as usize).start;
    let before = match decl.tokens.start.checked_sub(1) {
        Some(token) => s.lexed.range(token as usize).end,
        None => 0,
    };
    s.text
        .get(before..start)
        .is_some_and(|gap| gap.contains(directive))
}
