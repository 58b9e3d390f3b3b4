//! Calls of functions of the device by code that the host compiles, and what of kernels is called and launched (reference: spaces,
//! Calls between spaces; spaces, Launches), as typed code names them: plain calls, operators, conversions, constructors and
//! destructors of variables and of `T(…)`, `new` and `delete`.
//!
//! What is not reported, by observation: conversions and copies that arguments, results and references need, what `{}` and casts
//! make, default arguments, initialisers of members in classes. A template's own definition is told of what it calls by name.

use cleave_codes::codes;
use cleave_cuda::{ExecutionSpace, Tile, names_out_of_reach};
use cleave_hir::{DeclKind, Expr};
use cleave_lang::Operator;
use cleave_names::decl::{Body, Decl, Special};
use cleave_names::{ItemId, item_id_of_node};
use cleave_syntax::SyntaxKind;
use cleave_syntax::skeleton::Flags;
use cleave_typing::class::{self, special};
use cleave_typing::function::{canonical, explicit, redeclarations, signature};
use cleave_typing::thir::{self, ExprId, ExprKind, Stmt, Typed};
use cleave_typing::{Entity, Site, Ty, check, display, program};
use rustc_hash::FxHashSet;

use crate::Finding;
use crate::cuda::spaces::mangled;
use crate::device::calls::demangled;
use crate::device::{closure_space, name_token};
use crate::engine::finding::Arg;
use crate::engine::problems::is_in_own_file;
use crate::engine::source::{Sink, Source};
use crate::engine::suppression;

/// How deep lambdas and local classes may be nested.
const DEPTH: u32 = 64;

/// Calls in the functions of an item.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let own = is_in_own_file(s.db, s.item);
    if !own && !(0..s.decls.len()).any(|decl| is_worth_it(s, decl)) {
        return;
    }
    let item = item_id_of_node(s.db, s.item);
    let mut w = Crossings {
        s,
        item,
        found: Vec::new(),
    };
    for entity in program::bodies(s.db, item) {
        let token = name_token(s.db, entity.decl(s.db));
        let declared = s
            .decls
            .iter()
            .enumerate()
            .find(|(_, d)| d.function.is_some() && Some(d.name_tokens.start) == token);
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
    }
    // Tokens know of names at namespace scope as well; here it is known when they are reported.
    let named = |f: &Finding<'db>, _: &Finding<'db>| f.code == codes::AUTO_DEVICE_FN_REF;
    suppression::replace(out, w.found, named);
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

/// Whose code it is.
struct Caller<'n> {
    name: &'n str,
    space: ExecutionSpace,
    /// It is looked at before its template's arguments are known.
    template: bool,
    /// It is no function's: what it calls is told to nobody.
    initializer: bool,
    /// A pragma lets it call what it likes.
    unchecked: bool,
    depth: u32,
}

struct Crossings<'s, 'db> {
    s: &'s Source<'db>,
    item: ItemId<'db>,
    found: Vec<Finding<'db>>,
}

impl<'db> Crossings<'_, 'db> {
    fn body(&mut self, entity: Entity<'db>, caller: &Caller<'_>) {
        let db = self.s.db;
        let Some(typed) = check::body(db, entity).filter(|_| caller.depth < DEPTH) else {
            return;
        };
        let mut told = FxHashSet::default();
        let mut referred = FxHashSet::default();
        for (i, expr) in typed.exprs.iter().enumerate() {
            let e = ExprId(i as u32);
            if let ExprKind::Lambda(closure, _) = &expr.kind
                && told.insert((expr.site, None))
            {
                let operator = closure.operator(db);
                let space = closure_annotation(db, *closure);
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
                self.expression(typed, e, caller, &mut told);
            }
            self.reference(expr, caller, &mut referred);
        }
        if !caller.initializer {
            self.variables(typed, caller);
            self.local_classes(entity, caller);
        }
    }

    /// What default arguments name: they have no caller either.
    fn default_arguments(&mut self) {
        let db = self.s.db;
        let caller = Caller {
            name: "",
            space: ExecutionSpace::default(),
            template: false,
            initializer: true,
            unchecked: false,
            depth: 0,
        };
        for function in program::functions(db, self.item) {
            let mut referred = FxHashSet::default();
            for param in 0..program::defaults(db, function) {
                let typed = check::default_argument(db, function, param);
                for expr in typed.iter().flat_map(|t| &t.exprs) {
                    self.reference(expr, &caller, &mut referred);
                }
            }
        }
    }

    /// Member functions of the classes that a body declares: without annotations they are what the function around them is.
    fn local_classes(&mut self, entity: Entity<'db>, caller: &Caller<'_>) {
        let db = self.s.db;
        for own in program::local_members(db, entity) {
            let Some(member) = own.decl(db).hir(db) else {
                continue;
            };
            let written = annotated(member);
            let name = bare(db, own);
            let inner = Caller {
                name: &name,
                space: if written.is_unannotated() {
                    caller.space
                } else {
                    written
                },
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
        told: &mut FxHashSet<(Site<'db>, Option<Entity<'db>>)>,
    ) {
        let db = self.s.db;
        let expr = &typed.exprs[e.0 as usize];
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
            ExprKind::Call { callee, .. } => {
                // A launch tells what it launches.
                if let Some(Expr::Launch(..)) = written {
                    if bare(db, *callee) == "operator()" && told.insert((site, Some(*callee))) {
                        self.launched_object(site);
                    }
                    return;
                }
                if caller.template && !is_call || !told.insert((site, Some(*callee))) {
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
                    && told.insert((site, Some(function)))
                {
                    self.named(function, site, caller);
                }
            }
            ExprKind::Launch(callee, ..) => {
                if let Some(function) = function_of(typed, *callee)
                    && told.insert((site, Some(function)))
                {
                    self.launched(function, site, caller);
                }
            }
            ExprKind::Destroy(_, Some(destructor))
                if is_call && told.insert((site, Some(*destructor))) =>
            {
                self.named(*destructor, site, caller);
            }
            _ if caller.template => {}
            ExprKind::Delete(operand, _, Some(destructor)) => {
                let operand = typed.exprs.get(operand.0 as usize).map(|x| x.site);
                if let Some((tokens, _)) = operand.and_then(|at| self.place(at))
                    && told.insert((site, Some(*destructor)))
                {
                    self.cross(*destructor, tokens.start, tokens.end, caller);
                }
            }
            ExprKind::New { init, .. } => {
                let made = init.and_then(|e| constructor(typed, e));
                if let (Some(made), Some((tokens, _))) = (made, self.place(site))
                    && told.insert((site, Some(made)))
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
                if let Some((tokens, _)) = self.place(site).filter(|_| told.insert((site, None))) {
                    let made = constructor(typed, e);
                    self.made(expr.ty, made, tokens.start, tokens.end, caller);
                }
            }
            _ => {}
        }
    }

    /// A function of the device whose return type is deduced: only the device knows its body, so that the host may not so much
    /// as name it.
    fn reference(
        &mut self,
        expr: &thir::Expr<'db>,
        caller: &Caller<'_>,
        told: &mut FxHashSet<(Site<'db>, Entity<'db>)>,
    ) {
        let db = self.s.db;
        let called = match &expr.kind {
            ExprKind::Call { callee, .. } => *callee,
            ExprKind::Function(function) => *function,
            _ => return,
        };
        let on_host = !caller.space.is_device_only() && !caller.space.is_kernel();
        let deduced = |sig: &cleave_typing::function::Signature<'db>| {
            sig.ty.ret.has_auto(db) && !sig.is_constexpr && !sig.is_consteval
        };
        // What is defaulted is everybody's, and constexpr where it can be.
        let defaulted = called
            .hir(db)
            .is_some_and(|d| matches!(&d.kind, DeclKind::Function(f) if f.body == Body::Default));
        if !on_host
            || defaulted
            || !signature(db, called).is_some_and(deduced)
            || !space_of(db, called).is_device_only()
        {
            return;
        }
        let of = |part: cleave_hir::ExprId| {
            let index = u32::from(part.into_raw());
            self.place(Site { index, ..expr.site })
        };
        let Some((tokens, point)) = self.place(expr.site) else {
            return;
        };
        let at = match expr.site.expr(db) {
            Some(Expr::Call(callee, _)) => match (of(*callee), bare(db, called) == "operator()") {
                (Some((first, _)), true) => first.end,
                (Some((_, point)), false) => point,
                (None, _) => return,
            },
            Some(Expr::Prefix(_, operand)) => match of(*operand) {
                Some((_, point)) => point,
                None => return,
            },
            _ => point,
        };
        if told.insert((expr.site, called)) {
            let finding = Finding::new(codes::AUTO_DEVICE_FN_REF, at).name(bare(db, called));
            let finding = finding.text("outside the bodies of device functions");
            self.found.push(finding.reported_at(tokens.end));
        }
    }

    /// An object that is made and destroyed: both are told, in this order.
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
                // A conversion function that is called by its name is told of at both ends of it.
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
        if self.is_kernel(called) {
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
        let special = match called.decl(db).hir(db).map(|d| &d.kind) {
            Some(DeclKind::Function(f)) => f.special,
            _ => Special::None,
        };
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
            // What a range-based `for` calls.
            _ => return,
        };
        self.cross(called, at, tokens.end, caller);
    }

    /// `f<<<…>>>(…)`
    fn launched(&mut self, function: Entity<'db>, site: Site<'db>, caller: &Caller<'_>) {
        let Some((tokens, _)) = self.place(site) else {
            return;
        };
        if self.is_kernel(function) {
            return;
        }
        self.cross(function, tokens.start, tokens.end, caller);
        let space = match space_of(self.s.db, function) {
            space if space.is_device_only() || space.is_host_device() => "__device__",
            _ => "host",
        };
        let finding = Finding::new(codes::CALL_CONFIGURATION_MISMATCH, tokens.start)
            .text(space)
            .text("cannot");
        self.found.push(finding.reported_at(tokens.end));
    }

    /// `o<<<…>>>(…)` on an object with a call operator.
    fn launched_object(&mut self, site: Site<'db>) {
        let Some((tokens, _)) = self.place(site) else {
            return;
        };
        let after = |i: &u32| {
            i.checked_sub(1).map(|i| self.s.kind(i)) == Some(SyntaxKind::GT)
                && self.s.kind(*i) == SyntaxKind::L_PAREN
        };
        if let Some(at) = (tokens.start..tokens.end).find(after) {
            let finding = Finding::new(codes::CALL_CONFIGURATION_MISMATCH, at)
                .text("host")
                .text("cannot");
            self.found.push(finding.reported_at(tokens.end));
        }
    }

    fn is_kernel(&self, function: Entity<'db>) -> bool {
        space_of(self.s.db, function).is_kernel()
    }

    /// Where something stands, if it stands in this item.
    fn place(&self, site: Site<'db>) -> Option<(cleave_names::decl::Tokens, u32)> {
        (site.code.item == self.item)
            .then(|| program::place(self.s.db, site))
            .flatten()
    }

    /// A function that code of this caller calls; `end` is where the call ends.
    fn cross(&mut self, callee: Entity<'db>, at: u32, end: u32, caller: &Caller<'_>) {
        let (s, db) = (self.s, self.s.db);
        let host = !caller.space.is_device_only() && !caller.space.is_kernel();
        // It does nothing for the definition of a template.
        if !host || caller.unchecked && !caller.template {
            return;
        }
        let Some(sig) = signature(db, callee) else {
            return;
        };
        let closure = callee.decl(db).closure(db);
        let certain = closure.is_some() || callee.depth(db) == display::template_depth(db, callee);
        // What is defaulted where it is declared first is for both sides.
        let first = canonical(db, callee.decl(db));
        let implicit = closure.is_none()
            && matches!(first.hir(db).map(|d| &d.kind), Some(DeclKind::Function(f)) if f.body == Body::Default);
        let ours = !implicit && !sig.is_deleted && !sig.is_consteval;
        if !certain || !ours || !space_of(db, callee).is_device_only() {
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

/// How messages name a called function (reference: diagnostics, Names of callees).
fn callee_name<'db>(db: &'db dyn cleave_base_db::Db, callee: Entity<'db>) -> Arg<'db> {
    let mangled = mangled::after_errors(db, callee);
    match (demangled::callee(db, callee), mangled) {
        (Some(readable), Some(mangled)) => Arg::Callee { readable, mangled },
        (Some(name), None) | (None, Some(name)) => Arg::Name(name),
        (None, None) => Arg::Name(display::function_text(db, callee, true)),
    }
}

/// A function's own name.
fn bare<'db>(db: &'db dyn cleave_base_db::Db, function: Entity<'db>) -> String {
    if function.decl(db).closure(db).is_some() {
        return "operator()".into();
    }
    let name = display::qualified_name(db, Entity::new(db, function.decl(db), None));
    let last = match name.find("operator") {
        Some(at) => &name[at..],
        None => name.rsplit("::").next().unwrap_or(&name),
    };
    last.to_owned()
}

/// The execution space that the declarations of a function agree on.
pub(crate) fn space_of<'db>(
    db: &'db dyn cleave_base_db::Db,
    function: Entity<'db>,
) -> ExecutionSpace {
    if let Some(closure) = function.decl(db).closure(db) {
        return closure_annotation(db, closure);
    }
    let of = |function: Entity<'db>| {
        redeclarations(db, canonical(db, function.decl(db)))
            .iter()
            .filter_map(|d| d.hir(db))
            .fold(ExecutionSpace::default(), |sum, d| sum.with(annotated(d)))
    };
    // A specialisation has its template's annotations and its own.
    match explicit(db, function) {
        Some(own) => of(function).with(of(own)),
        None => of(function),
    }
}

fn closure_annotation<'db>(
    db: &'db dyn cleave_base_db::Db,
    closure: cleave_typing::Closure<'db>,
) -> ExecutionSpace {
    match closure_space(db, closure, true) {
        (true, true) => ExecutionSpace::HOST.with(ExecutionSpace::DEVICE),
        (false, true) => ExecutionSpace::DEVICE,
        (_, false) => ExecutionSpace::default(),
    }
}

/// What one declaration says.
pub(crate) fn annotated(decl: &cleave_hir::Decl) -> ExecutionSpace {
    let named = |a: &cleave_hir::Attr| ExecutionSpace::named(a.name.as_str(), Tile::Kernels);
    (decl.attrs.iter().map(named)).fold(ExecutionSpace::default(), ExecutionSpace::with)
}

/// The function that an expression is, by its name.
fn function_of<'db>(typed: &Typed<'db>, e: ExprId) -> Option<Entity<'db>> {
    let mut at = e;
    loop {
        match &typed.exprs.get(at.0 as usize)?.kind {
            ExprKind::Function(function) => return Some(*function),
            ExprKind::Convert(_, inner) | ExprKind::Full(inner) | ExprKind::Unary(_, inner) => {
                at = *inner;
            }
            _ => return None,
        }
    }
}

/// The function whose address an expression is.
fn address_of<'db>(typed: &Typed<'db>, e: ExprId) -> Option<Entity<'db>> {
    let mut at = e;
    loop {
        match &typed.exprs.get(at.0 as usize)?.kind {
            ExprKind::Function(function) => return Some(*function),
            ExprKind::Convert(_, inner)
            | ExprKind::Full(inner)
            | ExprKind::Unary(Operator::AddressOf, inner) => at = *inner,
            _ => return None,
        }
    }
}

/// The constructor that makes an object.
fn constructor<'db>(typed: &Typed<'db>, e: ExprId) -> Option<Entity<'db>> {
    let mut at = e;
    loop {
        match &typed.exprs.get(at.0 as usize)?.kind {
            ExprKind::Construct(constructor, _) => return Some(*constructor),
            ExprKind::Full(inner)
            | ExprKind::Materialize(inner)
            | ExprKind::Array(_, Some(inner)) => at = *inner,
            _ => return None,
        }
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
