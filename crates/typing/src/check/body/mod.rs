//! The typed code of functions and variables, as queries.

pub(crate) mod defaulted;
pub(crate) mod deleted_comparison;

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{BodyRoot, DeclKind, Init, MemInit, NameId, StmtId, TypeRef, body_hir};
use cleave_names::decl::Body;
use rustc_hash::FxHashMap;

use crate::check::body::deleted_comparison::is_unusable;
use crate::check::init::{Mode, Purpose};
use crate::engine::depth;
use crate::function::{definition, signature, signature_of_body};
use crate::thir::{Local, LocalId, LocalKind, Typed};
use crate::written::Target;
use crate::{
    At, Closure, CodeRef, Context, Declared, Entity, Outer, Problem, Reach, Site, Ty, TyKind,
};

/// The typed body of a function, or initialiser of a variable. Of a template itself: its definition, parameters standing for
/// themselves.
pub fn body<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<&'db Typed<'db>> {
    let typed = depth::outermost(db, || &None, || typed_body(db, entity)).as_ref()?;
    match typed.endless {
        true if depth::is_within() => depth::fail(),
        true => None,
        false => Some(typed),
    }
}

/// The same, and of code that needs what has no end as much as was typed before.
pub(crate) fn started<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<&'db Typed<'db>> {
    depth::outermost(db, || &None, || typed_body(db, entity)).as_ref()
}

#[salsa::tracked(cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn typed_body<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<Typed<'db>> {
    depth::nested(|| {
        if let Some(closure) = entity.decl(db).closure(db) {
            return closure_body(db, entity, closure);
        }
        match &entity.hir(db)?.kind {
            DeclKind::Function(_) => function_body(db, entity),
            DeclKind::Variable(_) | DeclKind::StructuredBinding { .. } => variable_body(db, entity),
            _ => None,
        }
    })
}

/// Types code into `cx`. If that has no end, what was typed before.
fn typed<'db>(mut cx: Context<'db>, make: impl FnOnce(&mut Context<'db>)) -> Typed<'db> {
    match depth::partially(cx.db, || make(&mut cx)) {
        Some(()) => finish(cx),
        None => Typed {
            exprs: cx.out.exprs,
            required: cx.out.required,
            endless: true,
            ..Typed::default()
        },
    }
}

/// A function's return type, deduced from its body if need be.
pub fn return_type<'db>(db: &'db dyn Db, function: Entity<'db>) -> Ty<'db> {
    match signature(db, function) {
        Some(sig) if sig.ty.ret.has_auto(db) => {
            depth::outermost(db, || Ty::error(db), || deduced_return(db, function))
        }
        Some(sig) => sig.ty.ret,
        None => Ty::error(db),
    }
}

#[salsa::tracked(returns(copy), cycle_initial = |db, _, _| Ty::error(db), cycle_fn = |db, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || Ty::error(db)))]
fn deduced_return<'db>(db: &'db dyn Db, function: Entity<'db>) -> Ty<'db> {
    let _level = crate::engine::depth::Level::enter();
    match body(db, function).and_then(|b| b.ret) {
        Some(ret) if !ret.has_auto(db) => ret,
        _ => Ty::error(db),
    }
}

/// The code of a default argument, converted to its parameter: [`Typed::value`].
pub fn default_argument<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    param: u32,
) -> Option<&'db Typed<'db>> {
    let typed = || match crate::function::has_default_argument(db, function, param) {
        true => typed_default(db, function, param),
        false => &None,
    };
    depth::outermost(db, || &None, typed).as_ref()
}

#[salsa::tracked(cycle_initial = |_, _, _, _| None, cycle_fn = |_, cycle, _, new, _, _| crate::engine::cycles::settle(cycle, new, || None))]
fn typed_default<'db>(db: &'db dyn Db, function: Entity<'db>, param: u32) -> Option<Typed<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let (owner, code_ref, expr) = crate::function::default_argument(db, function, param)?;
    let ty = *signature(db, function)?.ty.params.get(param as usize)?;
    let mut cx = Context::new(db, owner, code_ref, code_ref.code(db)?, owner.env(db));
    cx.remember_names();
    let from = cx.out.exprs.len();
    let e = cx.with_mode(|m| &mut m.in_default_argument, true, |cx| cx.expr(expr));
    let (before, warned) = (cx.problems.len(), cx.warnings.len());
    let e = cx.for_target(Target::Parameter(function, param, None), |cx| {
        cx.initialize(ty, e, Mode::Copy, Purpose::Argument)
    });
    let said = cx.problems.iter_mut().skip(before);
    for problem in said.chain(cx.warnings.iter_mut().skip(warned)) {
        if problem.code == codes::INCOMPATIBLE_PARAM {
            problem.code = codes::INCOMPATIBLE_DEFAULT_ARGUMENT;
        }
    }
    let e = match ty.is_reference(db) {
        true => e,
        false => cx.full(e, from),
    };
    cx.out.value = Some(e);
    Some(finish(cx))
}

/// What a context made, its problems included; those without a number mean something in substitutions only.
fn finish<'db>(cx: Context<'db>) -> Typed<'db> {
    let mut out = cx.out;
    // It is kept for long.
    out.exprs = cleave_syntax::exact(out.exprs);
    out.stmts = cleave_syntax::exact(out.stmts);
    out.locals = cleave_syntax::exact(out.locals);
    out.named = cx.named.unwrap_or_default();
    out.problems = cx.problems;
    out.problems.retain(Problem::is_certain);
    out.warnings = cx.warnings;
    out
}

/// The code of a declaration's body, and the place of what it consists of.
struct Source<'db> {
    code_ref: CodeRef<'db>,
    block: Option<StmtId>,
    inits: &'db [MemInit],
    init: Option<&'db Init>,
}

/// Where a definition's body is: in a body of its own, or in the code that it stands in.
fn source<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<Source<'db>> {
    let decl = entity.decl(db);
    let code_ref = decl.code(db);
    let hir = decl.hir(db)?;
    match &hir.kind {
        DeclKind::Function(f) if f.inline_body.is_some() => Some(Source {
            code_ref,
            block: f.inline_body,
            inits: &f.inline_inits,
            init: None,
        }),
        DeclKind::Variable(v) if !matches!(v.init, Init::Elsewhere | Init::None) => Some(Source {
            code_ref,
            block: None,
            inits: &[],
            init: Some(&v.init),
        }),
        _ if code_ref.body.is_none() => {
            let body = body_hir(db, code_ref.item, decl.index(db))?;
            let code_ref = CodeRef {
                body: Some(decl.index(db)),
                ..code_ref
            };
            Some(match &body.root {
                BodyRoot::Function { block, inits } => Source {
                    code_ref,
                    block: Some(*block),
                    inits,
                    init: None,
                },
                BodyRoot::Init(init) => Source {
                    code_ref,
                    block: None,
                    inits: &[],
                    init: Some(init),
                },
            })
        }
        _ => None,
    }
}

/// What a variable's declaration initialises it with, and the code that this stands in.
pub(crate) fn initializer<'db>(
    db: &'db dyn Db,
    variable: Entity<'db>,
) -> Option<(CodeRef<'db>, &'db Init)> {
    let source = source(db, variable)?;
    Some((source.code_ref, source.init?))
}

fn function_body<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<Typed<'db>> {
    let defined = definition(db, entity)?;
    let hir = defined.hir(db)?;
    let DeclKind::Function(f) = &hir.kind else {
        return None;
    };
    if matches!(f.body, Body::Delete | Body::None) {
        return None;
    }
    if f.body == Body::Default {
        return defaulted_body(db, defined, f, signature(db, entity)?);
    }
    let sig = signature_of_body(db, entity)?;
    let class = sig.class;
    let source = source(db, defined)?;
    let code = source.code_ref.code(db)?;
    let mut cx = Context::new(db, defined, source.code_ref, code, defined.env(db));
    if source.code_ref.body.is_some() {
        // Conversions are expressions, too: mostly there are half as many again.
        cx.out
            .exprs
            .reserve(code.exprs.len() + code.exprs.len() / 2);
        cx.out.stmts.reserve(code.stmts.len());
    }
    cx.remember_names();
    if sig.has_object || !source.inits.is_empty() || is_constructor_or_destructor(f) {
        cx.scopes.this = class.map(|c| c.unqualified(db).qualified(db, sig.ty.quals));
    }
    Some(typed(cx, |cx| {
        let mut block = FxHashMap::default();
        declare_params(cx, defined, f.ty, &sig.declared, &mut block);
        cx.check_defined(defined, f.ty, &sig.declared, sig.ty.ret);
        cx.scopes.blocks.push(block);
        let is_special = is_constructor_or_destructor(f);
        cx.body.return_pattern = Some(sig.ty.ret).filter(|r| r.has_auto(db));
        cx.out.ret = match is_special {
            true => None,
            false => Some(sig.ty.ret),
        };
        if let (cleave_names::decl::Special::Constructor, Some(class)) = (f.special, class) {
            // Of a function-try-block the block that is tried.
            let block = source.block.map(|b| match &code[b] {
                cleave_hir::Stmt::Try { body, .. } => *body,
                _ => b,
            });
            crate::check::init::constructor::constructor(cx, class, source.inits, block);
        }
        if let (cleave_names::decl::Special::Destructor, Some(class)) = (f.special, class) {
            crate::check::init::constructor::destructor(cx, class, defined.decl(db).site(db));
        }
        let made = source.block.map(|b| cx.stmt(b));
        cx.out.block = made;
        cx.out.code = Some(cx.code_ref);
        cx.check_jumps();
        complete_return(cx);
    }))
}

/// A defaulted comparison operator; other defaulted functions have no code of their own.
fn defaulted_body<'db>(
    db: &'db dyn Db,
    defined: Entity<'db>,
    f: &'db cleave_hir::Function,
    sig: &'db crate::function::Signature<'db>,
) -> Option<Typed<'db>> {
    let NameId::Operator(op) = defined.hir(db)?.name else {
        return None;
    };
    let code_ref = defined.decl(db).code(db);
    let mut cx = Context::new(db, defined, code_ref, code_ref.code(db)?, defined.env(db));
    let class = match sig.class {
        Some(class) => class,
        // A friend: the class of its parameters.
        None => sig.declared.first()?.bare(db),
    };
    if sig.has_object {
        cx.scopes.this = Some(class.unqualified(db).qualified(db, sig.ty.quals));
    }
    cx.scopes.blocks.push(FxHashMap::default());
    let mut block = FxHashMap::default();
    declare_params(&mut cx, defined, f.ty, &sig.declared, &mut block);
    cx.out.ret = Some(sig.ty.ret);
    let site = Site {
        code: code_ref,
        index: 0,
        is_type: false,
    };
    // Without a block what cannot be compared is known all the same: it makes the operator a deleted one.
    cx.out.block = cx.defaulted_comparison(op, class, site);
    let typed = finish(cx);
    (typed.block.is_some() || is_unusable(&typed)).then_some(typed)
}

/// Where the only initialiser of a constructor names what it initialises.
pub(crate) fn delegation_site<'db>(db: &'db dyn Db, constructor: Entity<'db>) -> Option<Site<'db>> {
    let source = source(db, constructor)?;
    let [init] = source.inits else {
        return None;
    };
    Some(Site {
        code: source.code_ref,
        index: u32::from(init.at.into_raw()),
        is_type: false,
    })
}

fn is_constructor_or_destructor(f: &cleave_hir::Function) -> bool {
    use cleave_names::decl::Special;
    matches!(f.special, Special::Constructor | Special::Destructor)
}

/// A function without a return statement that says otherwise returns nothing.
fn complete_return(cx: &mut Context<'_>) {
    if let Some(ret) = cx.out.ret
        && ret.has_auto(cx.db)
    {
        let plain = matches!(ret.kind(cx.db), TyKind::Auto(_));
        cx.out.ret = Some(match plain {
            true => Ty::builtin(cx.db, cleave_lang::Builtin::Void),
            false => Ty::error(cx.db),
        });
    }
}

/// The parameters as locals, packs as several.
fn declare_params<'db>(
    cx: &mut Context<'db>,
    declared_by: Entity<'db>,
    ty: cleave_hir::TypeId,
    types: &[Ty<'db>],
    block: &mut FxHashMap<cleave_hir::Name, Declared<'db>>,
) {
    let Some(code) = declared_by.code(cx.db) else {
        return;
    };
    let code_ref = declared_by.decl(cx.db).code(cx.db);
    declare_params_of(cx, code_ref, code, ty, types, block);
}

/// Makes the parameters of the function around a local variable visible. Its type may name them as objects, whatever they hold
/// ([expr.const]): `int a[n.value()]`. Says whether there are any.
pub(crate) fn see_parameters<'db>(cx: &mut Context<'db>, variable: Entity<'db>) -> bool {
    let db = cx.db;
    let decl = variable.decl(db);
    let around = decl.code(db).body.and_then(|_| decl.parent(db));
    let Some(function) = around.map(|f| Entity::new(db, f, variable.env(db))) else {
        return false;
    };
    let (Some(DeclKind::Function(f)), Some(sig)) =
        (function.kind(db), crate::function::signature(db, function))
    else {
        return false;
    };
    let mut block = FxHashMap::default();
    declare_params(cx, function, f.ty, &sig.declared, &mut block);
    let is_there = !block.is_empty();
    cx.scopes.blocks.push(block);
    is_there
}

fn declare_params_of<'db>(
    cx: &mut Context<'db>,
    code_ref: CodeRef<'db>,
    code: &'db cleave_hir::Code,
    ty: cleave_hir::TypeId,
    types: &[Ty<'db>],
    block: &mut FxHashMap<cleave_hir::Name, Declared<'db>>,
) {
    let db = cx.db;
    let mut at = ty;
    let f = loop {
        match &code[at] {
            TypeRef::Function(f) => break f,
            TypeRef::Attributed(t, _) | TypeRef::Qualified(_, t) => at = *t,
            _ => return,
        }
    };
    let is_pack = |p: cleave_hir::ParamId| matches!(code[code[p].ty], TypeRef::Pack(_));
    let packs = f.params.iter().filter(|&&p| is_pack(p)).count();
    let in_packs = types.len().saturating_sub(f.params.len() - packs);
    let mut rest = types.iter();
    let mut number = 0;
    for &param in &f.params {
        let pack = is_pack(param);
        let count = match pack {
            true if packs == 1 => in_packs,
            _ => 1,
        };
        let mut locals = Vec::new();
        for _ in 0..count {
            let Some(&ty) = rest.next() else { break };
            let ty = match ty.is_array(db) || ty.is_function(db) {
                true => ty.decayed(db),
                false => ty,
            };
            let name = code[param].name.as_ref();
            locals.push(LocalId(cx.out.locals.len() as u32));
            cx.out.locals.push(Local {
                name: name.map_or_else(|| "".into(), |n| n.as_str().into()),
                ty,
                kind: LocalKind::Param(number),
                site: Some(Site::parameter(code_ref, u32::from(param.into_raw()))),
                is_constexpr: false,
                init: None,
                value: None,
                declared: None,
            });
            number += 1;
        }
        if let Some(name) = code[param].name.clone() {
            block.insert(name, Declared::Locals { locals, pack });
        }
    }
}

/// A variable's or data member's initialiser; [`Typed::ret`] is its type, deduced and completed.
fn variable_body<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<Typed<'db>> {
    let defined = definition(db, entity).unwrap_or(entity);
    let hir = defined.hir(db)?;
    let DeclKind::Variable(v) = &hir.kind else {
        return None;
    };
    let mut outer = Context::new(
        db,
        defined,
        defined.decl(db).code(db),
        defined.code(db)?,
        defined.env(db),
    );
    let (pattern, template) = outer.declared_pattern(v.ty);
    let source = source(db, defined);
    let (code_ref, init) = match &source {
        Some(s) => (s.code_ref, s.init?),
        None => (defined.decl(db).code(db), &NO_INIT),
    };
    let code = code_ref.code(db)?;
    let mut cx = Context::new(db, defined, code_ref, code, defined.env(db));
    cx.remember_names();
    cx.scopes.this = crate::function::class_of(db, defined);
    let site = match source {
        Some(_) => Site {
            code: code_ref,
            index: 0,
            is_type: false,
        },
        None => Site::declaration(code_ref, defined.decl(db).index(db)),
    };
    let extern_only = hir.spec.any(cleave_names::decl::Spec::EXTERN) && *init == Init::None;
    Some(typed(cx, |cx| {
        let from = cx.out.exprs.len();
        // The definition of a static member that its class initialises has nothing to initialise ([depr.static.constexpr]).
        let is_initialized = *init == Init::None
            && hir.spec.any(cleave_names::decl::Spec::CONSTEXPR)
            && hir.path.as_deref().is_some_and(|p| !p.is_unqualified())
            && is_initialized_in_class(db, defined);
        // A function declared by a typedef of its type: `= 0` makes it pure.
        let is_function = || crate::function::variable_type(db, entity).is_function(db);
        // Of a class that is not complete no object is made.
        let is_open = || {
            let ty = crate::function::variable_type(db, entity);
            !ty.is_reference(db)
                && ty.is_class(db)
                && hir.parent.is_some()
                && hir.spec.any(cleave_names::decl::Spec::STATIC)
                && cx.is_open_here(ty)
        };
        if is_initialized
            || *init != Init::None && hir.parent.is_some() && (is_function() || is_open())
        {
            cx.out.ret = Some(crate::function::variable_type(db, entity));
            return;
        }
        let at = defined.decl(db).site(db);
        if hir.parent.is_none() && outer.check_placeholder_component(v.ty, *init != Init::None) {
            cx.problems.append(&mut outer.problems);
            cx.out.ret = Some(crate::Ty::error(db));
            return;
        }
        let made = template.map_or(site, |_| at);
        let (ty, mut value) = cx.for_target(Target::Variable(defined), |cx| {
            cx.initialize_declared(pattern, template, init, extern_only, made)
        });
        cx.name_unbound_references(0, &crate::Fill::Entity(defined), at);
        let is_static = hir.parent.is_none() || hir.spec.any(cleave_names::decl::Spec::STATIC);
        if is_static && !extern_only && !hir.spec.any(cleave_names::decl::Spec::EXTERN) {
            cx.check_variable_destructor(ty, (init, value), at);
            let constexpr = hir.spec.any(cleave_names::decl::Spec::CONSTEXPR);
            // Of a constexpr member its declaration says so.
            if *init == Init::None && (hir.parent.is_none() || !constexpr) {
                let first = crate::function::canonical(db, defined.decl(db));
                let known = Entity::new(db, first, defined.env(db));
                let member = crate::function::class_of(db, known).is_some();
                let name = match member && !cx.is_instantiation() {
                    true => {
                        let name = crate::display::qualified_name(db, known);
                        crate::Fill::Kind("member", name.into())
                    }
                    false => crate::Fill::Instantiated(known),
                };
                let reported = cx.problems.len();
                if cx.missing_initializer(ty, constexpr, name, at) {
                    value = Some(cx.error_expr(at));
                }
                // In its class a member is reported by its name.
                if hir.parent.is_some() || cx.is_instantiation() {
                    for problem in cx.problems.iter_mut().skip(reported) {
                        problem.at = At::Point;
                    }
                }
            }
        }
        let value = value.map(|e| match ty.is_reference(db) {
            true => e,
            false => cx.full(e, from),
        });
        let constant = hir.spec.any(cleave_names::decl::Spec::CONSTEXPR) && !ty.is_reference(db);
        cx.out.ret = Some(match constant {
            true => ty.qualified(db, cleave_lang::Qualifiers::CONST),
            false => ty,
        });
        if *init == Init::None && hir.parent.is_some() {
            // Of a member the end of its declaration is reported.
            let needed = [
                codes::MISSING_INITIALIZER_ON_CONST,
                codes::MISSING_INITIALIZER_ON_REFERENCE,
            ];
            let found = |p: &&mut Problem<'db>| p.site == site && !needed.contains(&p.code);
            for problem in cx.problems.iter_mut().filter(found) {
                problem.at = At::After;
            }
        }
        cx.out.value = value;
    }))
}

/// Whether a declaration of a static member in its class has an initialiser.
pub(crate) fn is_initialized_in_class<'db>(db: &'db dyn Db, member: Entity<'db>) -> bool {
    let first = crate::function::canonical(db, member.decl(db));
    let Some(DeclKind::Variable(v)) = first.hir(db).map(|d| &d.kind) else {
        return false;
    };
    first != member.decl(db) && v.init != Init::None
}

/// That of a variable without an initialiser.
static NO_INIT: Init = Init::None;

/// The body of a closure's call operator: typed with what the closure sees of the blocks around it.
fn closure_body<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    closure: Closure<'db>,
) -> Option<Typed<'db>> {
    let code_ref = closure.site.code;
    let code = code_ref.code(db)?;
    let lambda = closure.hir(db)?;
    let sig = signature_of_body(db, entity)?;
    let mut cx = Context::new(db, entity, code_ref, code, entity.env(db));
    cx.remember_names();
    cx.scopes.closure = Some(closure);
    cx.scopes.this = closure.around.this(db);
    if let Some(this) = cx.scopes.this
        && lambda
            .captures
            .iter()
            .any(|c| matches!(c.kind, cleave_hir::CaptureKind::StarThis))
    {
        // A copy of the object, constant unless the lambda is mutable ([expr.prim.lambda.capture]/8).
        let own = this.unqualified(db);
        cx.scopes.this = Some(match lambda.is_mutable {
            true => own,
            false => own.qualified(db, cleave_lang::Qualifiers::CONST),
        });
    }
    cx.scopes.packs = closure.around.packs(db).to_vec();
    Some(typed(cx, |cx| {
        let mut params = FxHashMap::default();
        // Parameters come first among the locals.
        declare_params_of(cx, code_ref, code, lambda.ty, &sig.declared, &mut params);
        crate::check::lambda::declare_outer(cx, closure);
        cx.scopes.blocks.push(params);
        cx.body.return_pattern = Some(sig.ty.ret).filter(|r| r.has_auto(db));
        cx.out.ret = Some(sig.ty.ret);
        let block = cx.stmt(lambda.body);
        cx.out.block = Some(block);
        cx.out.code = Some(cx.code_ref);
        cx.check_jumps();
        complete_return(cx);
    }))
}

/// A pack without elements.
pub(crate) const EMPTY_PACK: Declared<'static> = Declared::Locals {
    locals: Vec::new(),
    pack: true,
};

/// What a closure sees of a name.
pub(super) fn outer_local<'db>(cx: &mut Context<'db>, outer: &Outer<'db>) -> Declared<'db> {
    match outer {
        Outer::Entities(all) => Declared::Entities(all.clone()),
        Outer::Type(ty) => Declared::Type(*ty),
        Outer::Pack => EMPTY_PACK,
        Outer::Unknown => Declared::Unknown,
        Outer::Local(ty, value, reach) => {
            let l = LocalId(cx.out.locals.len() as u32);
            if *reach != Reach::Open {
                cx.body.out_of_reach.insert(l, *reach);
            }
            let init = value.map(|c| {
                let site = Site {
                    code: cx.code_ref,
                    index: 0,
                    is_type: false,
                };
                cx.constant(c, site)
            });
            cx.out.locals.push(Local::outer(*ty, init));
            Declared::Locals {
                locals: vec![l],
                pack: false,
            }
        }
    }
}
