//! What an item holds that has code of its own, and what is wrong with it.
//!
//! Granularity: [`problems`] is per item and reads the typed code of its functions and initialisers, each a query of its own;
//! [`place`] alone knows where something stands.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{
    Decl, DeclKind, Expr, Init, NameId, TemplateArgRef, body_spans, body_start, item_hir,
    item_spans,
};
use cleave_names::decl::{Body, Tokens};
use cleave_names::{ItemId, item_index};
use cleave_syntax::{Lexed, SyntaxKind};

use crate::thir::{ExprId, ExprKind, Typed};
use crate::{
    Arg, At, CodeRef, Const, DeclRef, Entity, Problem, Site, Ty, TyKind, check, depth, display,
    eval, function,
};

/// How deep lambdas are looked for in lambdas.
const LAMBDA_DEPTH: u32 = 64;
/// How deep types are looked into.
const TYPE_DEPTH: u32 = 64;

/// The functions, variables and data members of an item that have a body or an initialiser, in order, members included.
/// Templates are among them, their parameters standing for themselves.
pub fn bodies<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Entity<'db>> {
    let hir = item_hir(db, item);
    let code = CodeRef { item, body: None };
    let mut out = Vec::new();
    for (id, decl) in hir.code.decls.iter() {
        if has_code(decl) {
            out.push(Entity::new(db, DeclRef::at(db, code, id), None));
        }
    }
    out
}

/// The declarations of an item of the user's own, each with its entity and its place; none of another item.
pub(crate) fn user_declarations<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
) -> impl Iterator<Item = (Entity<'db>, &'db Decl, Site<'db>)> {
    let code = CodeRef { item, body: None };
    let own = cleave_names::is_of_user(db, item).then(|| item_hir(db, item).code.decls.iter());
    own.into_iter().flatten().map(move |(id, decl)| {
        let entity = Entity::new(db, DeclRef::at(db, code, id), None);
        let site = Site::declaration(code, u32::from(id.into_raw()));
        (entity, decl, site)
    })
}

/// The code of the body of a function that is declared in an item.
pub(crate) fn body_of<'db>(db: &'db dyn Db, function: Entity<'db>) -> CodeRef<'db> {
    let decl = function.decl(db);
    CodeRef {
        body: Some(decl.index(db)),
        ..decl.code(db)
    }
}

/// Of what an item gives code to, and the member functions of classes in there, those that are no templates.
pub(crate) fn plain<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
) -> impl Iterator<Item = Entity<'db>> {
    let members = local_members(db, entity).into_iter();
    let all = members.chain([entity]);
    all.filter(move |&entity| crate::display::template_depth(db, entity) == 0)
}

/// The member functions with bodies of the classes that a function's body declares, lambdas in it included.
pub fn local_members<'db>(db: &'db dyn Db, function: Entity<'db>) -> Vec<Entity<'db>> {
    let decl = function.decl(db);
    if decl.closure(db).is_some() || decl.code(db).body.is_some() {
        return Vec::new();
    }
    let code = body_of(db, function);
    let Some(hir) = code.code(db) else {
        return Vec::new();
    };
    let is_defined = |d: &Decl| matches!(&d.kind, DeclKind::Function(f) if f.inline_body.is_some());
    (hir.decls.iter())
        .filter(|(_, d)| is_defined(d))
        .map(|(id, _)| {
            let index = u32::from(id.into_raw());
            Entity::new(db, DeclRef::new(db, code, index, None), None)
        })
        .collect()
}

fn has_code(decl: &Decl) -> bool {
    match &decl.kind {
        DeclKind::Function(f) => matches!(f.body, Body::Block(_) | Body::Try(_)),
        DeclKind::Variable(v) => !matches!(v.init, Init::None),
        DeclKind::StructuredBinding { .. } => true,
        _ => false,
    }
}

/// Rules over the declarations of an item.
type Rules = for<'db> fn(&'db dyn Db, ItemId<'db>) -> Vec<Problem<'db>>;

/// The rules behind [`problems`] that do not read typed code alone, in the order in which they speak.
const RULES: &[Rules] = &[
    crate::redeclarations::kinds::problems,
    crate::declarations::bases::problems,
    crate::eval::problems,
    crate::redeclarations::members::problems,
    crate::declarations::templates::problems,
    crate::declarations::delegation::problems,
    crate::declarations::using::problems,
    crate::declarations::enumerations::problems,
    crate::declarations::placeholders::problems,
    crate::declarations::overriding::problems,
    crate::redeclarations::agreement::problems,
    crate::declarations::template_heads::problems,
    crate::redeclarations::c_linkage::problems,
    crate::declarations::conversion_functions::problems,
    crate::declarations::static_members::problems,
    crate::declarations::inaccessible_types::problems,
    crate::redeclarations::definitions::problems,
];

/// What is wrong with the code of an item. Nothing is said of what could not be typed.
#[salsa::tracked(returns(deref))]
pub fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Box<[Problem<'db>]> {
    let mut out = Vec::new();
    for entity in bodies(db, item) {
        if let Some(typed) = check::body(db, entity) {
            told(db, typed, 0, &mut out);
        }
        for member in local_members(db, entity) {
            if let Some(typed) = check::body(db, member) {
                told(db, typed, 0, &mut out);
            }
        }
    }
    for entity in uninitialized(db, item) {
        if let Some(typed) = check::body(db, entity) {
            told(db, typed, 0, &mut out);
        }
    }
    for entity in functions(db, item) {
        for param in 0..defaults(db, entity) {
            if let Some(typed) = check::default_argument(db, entity, param) {
                told(db, typed, 0, &mut out);
            }
        }
    }
    for rules in RULES {
        // What has no end is silent; the walk over the instances says so.
        out.extend(depth::outermost(db, Vec::new, || rules(db, item)));
    }
    let instances = crate::instances::problems(db, item);
    if instances
        .iter()
        .any(|p| p.code == codes::EXCESSIVE_INSTANTIATION_RECURSION)
    {
        // That it has no end is why a constant has no value.
        out.retain(|p| p.code != codes::EXPR_NOT_CONSTANT);
    }
    out.extend(instances);
    once(&mut out, codes::INACCESSIBLE_ENTITY);
    out.into()
}

/// Says each problem of a number once: types are read more than once.
fn once(out: &mut Vec<Problem<'_>>, number: codes::Code) {
    let mut seen = Vec::new();
    out.retain(|p| {
        let first = p.code != number || !seen.contains(&(p.site, p.at));
        if first && p.code == number {
            seen.push((p.site, p.at));
        }
        first
    });
}

/// The variables of class types that an item defines without an initialiser; of members those that are static and inline.
fn uninitialized<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Entity<'db>> {
    use cleave_names::decl::Spec;
    let code = CodeRef { item, body: None };
    let is_defined = |d: &Decl| {
        matches!(&d.kind, DeclKind::Variable(v) if v.init == Init::None)
            && !d.spec.any(Spec::EXTERN)
            && (d.parent.is_none() || d.spec.any(Spec::STATIC) && d.spec.any(Spec::INLINE))
    };
    (item_hir(db, item).code.decls.iter())
        .filter(|(_, d)| is_defined(d))
        .map(|(id, _)| Entity::new(db, DeclRef::at(db, code, id), None))
        .filter(|e| {
            let ty = crate::function::variable_type(db, *e);
            display::template_depth(db, *e) == 0 && ty.innermost_element(db).is_class(db)
        })
        .collect()
}

/// The functions that an item declares, defined or not.
pub fn functions<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Entity<'db>> {
    let code = CodeRef { item, body: None };
    let decls = item_hir(db, item).code.decls.iter();
    decls
        .filter(|(_, d)| matches!(d.kind, DeclKind::Function(_)))
        .map(|(id, _)| Entity::new(db, DeclRef::at(db, code, id), None))
        .collect()
}

/// How deep lambdas may be nested.
const DEPTH: u32 = 64;

/// What was found in typed code, and in the lambdas that stand in it.
fn told<'db>(db: &'db dyn Db, typed: &Typed<'db>, depth: u32, out: &mut Vec<Problem<'db>>) {
    out.extend(typed.problems.iter().cloned());
    out.extend(typed.warnings.iter().cloned());
    let mut seen = Vec::new();
    for expr in &typed.exprs {
        let ExprKind::Lambda(closure, _) = &expr.kind else {
            continue;
        };
        if seen.contains(&expr.site) || depth > DEPTH {
            continue;
        }
        seen.push(expr.site);
        // Whether the copy of an object can be changed is not always told from the object.
        let copies = |c: &cleave_hir::Capture| matches!(c.kind, cleave_hir::CaptureKind::StarThis);
        if closure
            .hir(db)
            .is_none_or(|l| l.captures.iter().any(copies))
        {
            continue;
        }
        if let Some(inner) = check::body(db, closure.operator(db)) {
            told(db, inner, depth + 1, out);
        }
    }
}

/// How many parameters of a function may have default arguments.
pub fn defaults<'db>(db: &'db dyn Db, entity: Entity<'db>) -> u32 {
    match crate::function::signature(db, entity) {
        Some(sig) if display::template_depth(db, entity) == 0 => sig.ty.params.len() as u32,
        _ => 0,
    }
}

/// Where a site stands: its tokens in its item, and the token that a diagnostic about it points at.
pub fn place<'db>(db: &'db dyn Db, site: Site<'db>) -> Option<(Tokens, u32)> {
    let item = site.code.item;
    let (spans, start) = match site.code.body {
        None => (item_spans(db, item), 0),
        Some(decl) => (body_spans(db, item, decl)?, body_start(db, item, decl)?),
    };
    if let Some(number) = site.as_template_parameter() {
        let at = spans.template_params.get(number as usize)? + start;
        let tokens = Tokens {
            start: at,
            end: at + 1,
        };
        return Some((tokens, at));
    }
    let named = match (site.as_declaration(), site.as_parameter()) {
        (Some(decl), _) => Some(*spans.decls.get(decl as usize)?),
        (None, Some(param)) => Some(*spans.params.get(param as usize)?),
        (None, None) => None,
    };
    if let Some(tokens) = named {
        let moved = Tokens {
            start: tokens.start + start,
            end: tokens.end + start,
        };
        return Some((moved, moved.start));
    }
    let i = site.index as usize;
    let tokens = match site.is_type {
        true => *spans.types.get(i)?,
        false => *spans.exprs.get(i)?,
    };
    let point = match site.is_type {
        true => *spans.type_points.get(i)?,
        false => *spans.points.get(i)?,
    };
    Some((
        Tokens {
            start: tokens.start + start,
            end: tokens.end + start,
        },
        point + start,
    ))
}

/// The token that a problem points at, and the item that it is one of.
pub fn token<'db>(db: &'db dyn Db, problem: &Problem<'db>) -> Option<(ItemId<'db>, u32)> {
    let item = problem.site.code.item;
    match problem.at {
        At::Point => Some((item, place(db, problem.site)?.1)),
        At::First => Some((item, place(db, problem.site)?.0.start)),
        At::Keyword => Some((item, place(db, problem.site)?.0.start.checked_sub(2)?)),
        At::Inside => Some((item, place(db, problem.site)?.0.start + 2)),
        At::Last => Some((item, place(db, problem.site)?.0.end.checked_sub(1)?)),
        At::After => Some((item, place(db, problem.site)?.0.end)),
        At::Nth(n) => Some((item, place(db, problem.site)?.0.start + n)),
        At::Before(n) => Some((item, place(db, problem.site)?.0.start.checked_sub(n)?)),
        At::Opening => {
            let part = |e: cleave_hir::ExprId| {
                let index = u32::from(e.into_raw());
                place(
                    db,
                    Site {
                        index,
                        ..problem.site
                    },
                )
            };
            let token = match problem.site.expr(db) {
                Some(Expr::Call(callee, _) | Expr::Launch(callee, ..)) => part(*callee)?.0.end,
                Some(Expr::Fold { left: Some(e), .. }) => part(*e)?.0.end,
                Some(Expr::Fold { right: Some(e), .. }) => part(*e)?.0.start.saturating_sub(1),
                _ => place(db, problem.site)?.1,
            };
            Some((item, token))
        }
        At::Statement(index, back) => {
            let site = problem.site;
            let (spans, start) = match site.code.body {
                None => (item_spans(db, item), 0),
                Some(decl) => (body_spans(db, item, decl)?, body_start(db, item, decl)?),
            };
            let first = spans.stmts.get(index as usize)?.start + start;
            Some((item, first.checked_sub(back)?))
        }
        At::Qualified(nth) => Some((item, qualified_start(db, problem.site)? + nth)),
        At::Start => Some((item, behind_heads(db, item))),
        At::Declared(entity) => declaration(db, known_as(db, entity, item)),
    }
}

/// The kinds of an item's tokens. Reads the text: for what is wrong only.
fn token_kinds<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<SyntaxKind> {
    let lexed = Lexed::new(cleave_names::item_id_text(db, item).as_str());
    let significant = (0..lexed.len()).map(|i| lexed.kind(i));
    significant.filter(|k| !k.is_trivia()).collect()
}

/// The first token of an item behind its template heads.
fn behind_heads<'db>(db: &'db dyn Db, item: ItemId<'db>) -> u32 {
    let kinds = token_kinds(db, item);
    let mut at = usize::from(kinds.first() == Some(&SyntaxKind::EXTERN_KW));
    if kinds.get(at) != Some(&SyntaxKind::TEMPLATE_KW) {
        return 0;
    }
    while kinds.get(at) == Some(&SyntaxKind::TEMPLATE_KW) {
        let mut depth = 0;
        at += 1;
        // Of an explicit instantiation.
        if kinds.get(at) != Some(&SyntaxKind::LT) {
            break;
        }
        while let Some(kind) = kinds.get(at) {
            at += 1;
            depth += i32::from(*kind == SyntaxKind::LT) - i32::from(*kind == SyntaxKind::GT);
            if depth <= 0 {
                break;
            }
        }
    }
    at as u32
}

/// The first token of the qualified name that ends at a site.
fn qualified_start<'db>(db: &'db dyn Db, site: Site<'db>) -> Option<u32> {
    let (_, name) = place(db, site)?;
    let kinds = token_kinds(db, site.code.item);
    let before = |at: usize| at.checked_sub(1).and_then(|i| kinds.get(i)).copied();
    let mut at = name as usize;
    while before(at) == Some(SyntaxKind::COLON2) {
        at -= 1;
        let mut depth = 0;
        while let Some(kind @ (SyntaxKind::GT | SyntaxKind::LT)) = before(at).filter(|_| depth == 0)
        {
            if kind == SyntaxKind::LT {
                break;
            }
            loop {
                depth += match before(at) {
                    Some(SyntaxKind::GT) => 1,
                    Some(SyntaxKind::LT) => -1,
                    Some(_) => 0,
                    None => return None,
                };
                at -= 1;
                if depth == 0 {
                    break;
                }
            }
        }
        if before(at) != Some(SyntaxKind::IDENT) {
            break;
        }
        at -= 1;
    }
    u32::try_from(at).ok()
}

/// Whether the last token of what stands at a site is `)`. Reads the text: for what is wrong only.
pub(crate) fn ends_in_parenthesis<'db>(db: &'db dyn Db, site: Site<'db>) -> bool {
    let Some((tokens, _)) = place(db, site) else {
        return false;
    };
    let text = cleave_names::item_id_text(db, site.code.item).as_str();
    let lexed = Lexed::new(text);
    let mut significant = (0..lexed.len()).filter(|&i| !lexed.kind(i).is_trivia());
    let last = tokens.end.checked_sub(1);
    let last = last.and_then(|n| significant.nth(n as usize));
    last.is_some_and(|i| lexed.kind(i) == SyntaxKind::R_PAREN)
}

/// The token that names an entity in its declaration, and the item that it is one of.
pub fn declaration<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<(ItemId<'db>, u32)> {
    let decl = entity.decl(db);
    let (item, index) = (decl.code(db).item, decl.index(db) as usize);
    let token = match decl.code(db).body {
        None => item_spans(db, item).decls.get(index)?.start,
        Some(body) => {
            let start = body_start(db, item, body)?;
            body_spans(db, item, body)?.decls.get(index)?.start + start
        }
    };
    Some((item, token))
}

/// The declaration that stands for a function in what is said in an item: its definition if that came before, else the first.
fn known_as<'db>(db: &'db dyn Db, function: Entity<'db>, said_in: ItemId<'db>) -> Entity<'db> {
    let pattern = Entity::new(db, function.decl(db), None);
    let place = |e: Entity<'db>| item_index(db, e.decl(db).code(db).item);
    match crate::function::definition(db, pattern) {
        Some(defined) if place(defined) <= item_index(db, said_in) => defined,
        _ => function,
    }
}

/// The values of template arguments that are written as expressions at the launches of an item, by the expressions' places.
/// Launches in templates, and arguments whose value is not known, are left out.
#[salsa::tracked(returns(deref))]
pub fn launch_arguments<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Box<[(Site<'db>, Const<'db>)]> {
    let mut out = Vec::new();
    for entity in bodies(db, item) {
        if display::template_depth(db, entity) > 0 {
            continue;
        }
        let Some(typed) = check::body(db, entity) else {
            continue;
        };
        for expr in &typed.exprs {
            if let ExprKind::Launch(callee, ..) = &expr.kind {
                out.extend(
                    depth::outermost(
                        db,
                        || None,
                        || written_values(db, typed, expr.site, *callee),
                    )
                    .into_iter()
                    .flatten(),
                );
            }
        }
    }
    out.into()
}

/// What the lambdas of an item return that have a placeholder for a return type, by the lambdas' places, as the host text
/// spells types. Lambdas in templates, generic ones, and types that are not known or have no name are left out.
#[salsa::tracked(returns(deref))]
pub fn closure_results<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Box<[(Site<'db>, String)]> {
    let mut out = Vec::new();
    for entity in bodies(db, item) {
        let mut all = local_members(db, entity);
        all.push(entity);
        for entity in all {
            if display::template_depth(db, entity) == 0
                && let Some(typed) = check::body(db, entity)
            {
                depth::outermost(db, || (), || results_in(db, typed, 0, &mut out));
            }
        }
    }
    out.into()
}

fn results_in<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    depth: u32,
    out: &mut Vec<(Site<'db>, String)>,
) {
    for expr in &typed.exprs {
        let ExprKind::Lambda(closure, _) = &expr.kind else {
            continue;
        };
        let operator = closure.operator(db);
        if operator.is_template(db) {
            continue;
        }
        let written = function::signature(db, operator).map(|s| s.ty.ret);
        if written.is_some_and(|ret| ret.has_auto(db)) {
            let ty = check::return_type(db, operator);
            if is_named(db, ty, 0) {
                out.push((expr.site, eval::host_type(db, ty)));
            }
        }
        if depth < LAMBDA_DEPTH
            && let Some(typed) = check::body(db, operator)
        {
            results_in(db, typed, depth + 1, out);
        }
    }
}

/// Whether a type is known and can be written down: none of its parts is a closure, or a class or enumeration without a name.
fn is_named<'db>(db: &'db dyn Db, ty: Ty<'db>, depth: u32) -> bool {
    let inner = |ty| depth < TYPE_DEPTH && is_named(db, ty, depth + 1);
    match ty.kind(db) {
        TyKind::Builtin(_) | TyKind::Complex(_) => true,
        TyKind::Pointer(t)
        | TyKind::LvalueReference(t)
        | TyKind::RvalueReference(t)
        | TyKind::Array(t, _)
        | TyKind::Vector(t, _) => inner(*t),
        TyKind::MemberPointer { class, member } => inner(*class) && inner(*member),
        TyKind::Function(f) => inner(f.ret) && f.params.iter().all(|p| inner(*p)),
        TyKind::Class(entity) | TyKind::Enum(entity) => {
            let args = entity.env(db).map_or(&[][..], |env| env.args(db));
            entity.hir(db).is_some_and(|decl| decl.name != NameId::None)
                && args.iter().all(|a| is_named_argument(db, a, depth))
        }
        _ => false,
    }
}

fn is_named_argument<'db>(db: &'db dyn Db, arg: &Arg<'db>, depth: u32) -> bool {
    match arg {
        Arg::Type(ty) => depth < TYPE_DEPTH && is_named(db, *ty, depth + 1),
        Arg::Value(value) => is_named(db, value.ty(db), depth),
        Arg::Template(_) => true,
        Arg::Pack(elements) => elements.iter().all(|a| is_named_argument(db, a, depth)),
        _ => false,
    }
}

/// The arguments written at the launch `site` of `callee`, with their values.
fn written_values<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    site: Site<'db>,
    callee: ExprId,
) -> Option<Vec<(Site<'db>, Const<'db>)>> {
    let mut at = callee;
    let function = loop {
        match &typed.exprs.get(at.0 as usize)?.kind {
            ExprKind::Function(function) => break *function,
            ExprKind::Convert(_, inner) | ExprKind::Full(inner) => at = *inner,
            ExprKind::Unary(_, inner) => at = *inner,
            _ => return None,
        }
    };
    let code = site.code.code(db)?;
    let Expr::Launch(written, ..) = site.expr(db)? else {
        return None;
    };
    let path = match &code[*written] {
        Expr::Path(path) => path,
        Expr::Member { member, .. } => member,
        _ => return None,
    };
    let mut values = Vec::new();
    for arg in function.env(db)?.args(db) {
        match arg {
            Arg::Pack(elements) => values.extend(elements.iter()),
            other => values.push(other),
        }
    }
    let mut out = Vec::new();
    for (written, value) in path.args.as_deref()?.iter().zip(values) {
        let Arg::Value(value) = value else { continue };
        let (index, is_type) = match written {
            TemplateArgRef::Expr(expr) => (u32::from(expr.into_raw()), false),
            // A name that the parser could not tell from a type's.
            TemplateArgRef::Type(ty) => (u32::from(ty.into_raw()), true),
            TemplateArgRef::Pack(_) => break,
        };
        let site = Site {
            code: site.code,
            index,
            is_type,
        };
        out.push((site, *value));
    }
    Some(out)
}
