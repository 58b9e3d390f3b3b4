//! Types in extended lambdas that the device half could not name, and arrays that it could not copy: in what they capture, and
//! in the parameters and results of those of both sides; and variables of `constexpr` functions that hold such lambdas (reference:
//! lambdas, Restrictions), as typed code has the types.

use cleave_codes::{Code, codes};
use cleave_hir::{Access, CaptureKind, Expr, Init, Lambda, Name};
use cleave_names::decl::Spec;
use cleave_syntax::SyntaxKind::{ARROW, COLON2, DOT, IDENT, L_BRACE, R_BRACE};
use cleave_typing::class::{Special, special};
use cleave_typing::function::signature;
use cleave_typing::template::is_initializer_list;
use cleave_typing::thir::{Conversion, ExprId, ExprKind, Typed};
use cleave_typing::{Arg as Argument, Closure, Entity, Site, Ty, TyKind, check, display, program};

use crate::Finding;
use crate::device::{Part, first_part, hidden};
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};
use crate::engine::typed::Body;

/// `A type local to a function … cannot be used in the type of a variable captured …`, `A type that is a private …`
const CAPTURED: (Code, Code) = (
    codes::EXTENDED_LAMBDA_CAPTURE_LOCAL_TYPE,
    codes::EXTENDED_LAMBDA_CAPTURE_PRIVATE_TYPE,
);
/// The same of the types of a call operator.
const OPERATOR: (Code, Code) = (
    codes::EXTENDED_LAMBDA_CALL_OPERATOR_LOCAL_TYPE,
    codes::EXTENDED_LAMBDA_CALL_OPERATOR_PRIVATE_TYPE,
);

/// The extended lambdas that stand in the code of a function which the host runs, but not in lambdas inside of it.
pub(crate) fn check<'db>(s: &Source<'db>, body: &Body<'db>, out: &mut Sink<'db>) {
    let within = body.is_host() && body.functions.is_some() && !body.template;
    if !within || !s.settings.extended_lambda {
        return;
    }
    out.extend(each(s, body.typed).into_iter().flat_map(|(_, found)| found));
    not_literal(s, body, out);
}

/// What is wrong with each extended lambda in some code, and the lambdas.
pub(crate) fn each<'db>(
    s: &Source<'db>,
    typed: &'db Typed<'db>,
) -> Vec<(Closure<'db>, Vec<Finding<'db>>)> {
    let mut seen: Vec<Site<'db>> = Vec::new();
    let mut all = Vec::new();
    for expr in &typed.exprs {
        let ExprKind::Lambda(closure, inits) = &expr.kind else {
            continue;
        };
        let Some(lambda) = closure.hir(s.db).filter(|_| !seen.contains(&expr.site)) else {
            continue;
        };
        if !is_for(lambda, "device") {
            continue;
        }
        seen.push(expr.site);
        let mut out = Vec::new();
        captures(s, *closure, lambda, &mut out);
        arrays(s, *closure, lambda, &mut out);
        match is_for(lambda, "host") {
            true => operator(s, *closure, &mut out),
            false => initialized(s, typed, *closure, lambda, inits, &mut out),
        }
        all.push((*closure, out));
    }
    all
}

/// The first variable of a `constexpr` function that holds an extended lambda: what stands in for it is of no literal type. Before C++17
/// no closure's type is one, which is no matter of CUDA.
fn not_literal<'db>(s: &Source<'db>, body: &Body<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    let constexpr = |e: Entity<'db>| e.hir(db).is_some_and(|d| d.spec.any(Spec::CONSTEXPR));
    let closures_are = s.settings.standard >= crate::cxx::standards::CPP17;
    if !closures_are || !body.entity.is_function(db) || !constexpr(body.entity) {
        return;
    }
    for local in &body.typed.locals {
        let TyKind::Closure(closure) = local.ty.unqualified(db).kind(db) else {
            continue;
        };
        let extended = closure.hir(db).is_some_and(|l| is_for(l, "device"));
        let place = local.declared.and_then(|site| program::place(db, site));
        if let (true, Some((_, at))) = (extended, place) {
            return out.push(Finding::new(
                codes::CONSTEXPR_LOCAL_NOT_LITERAL {
                    ty: Arg::Type(display::type_text(db, local.ty)),
                },
                at,
            ));
        }
    }
}

/// Whether a lambda is annotated for a side.
fn is_for(lambda: &Lambda, side: &str) -> bool {
    lambda.attrs.iter().any(|a| a.name.as_str() == side)
}

fn captures<'db>(s: &Source<'db>, closure: Closure<'db>, lambda: &Lambda, out: &mut Sink<'db>) {
    for captured in closure.around.captures(s.db) {
        let Some(name) = captured.name.as_ref().filter(|_| !captured.pack) else {
            continue;
        };
        if let Some(found) = unnameable(s, captured.ty, CAPTURED)
            && let Some(at) = captured_at(s, closure, lambda, name)
        {
            out.push(Finding::new(found.0, at).arg(Arg::Type(found.1)));
        }
    }
}

/// The types that the call operator takes and returns.
fn operator<'db>(s: &Source<'db>, closure: Closure<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    let operator = closure.operator(db);
    let Some((tokens, _)) = program::place(db, closure.site) else {
        return;
    };
    let Some(sig) = signature(db, operator).filter(|_| !operator.is_template(db)) else {
        return;
    };
    let returned = check::return_type(db, operator);
    for ty in std::iter::once(returned).chain(sig.ty.params.iter().copied()) {
        if let Some((code, ty)) = unnameable(s, ty, OPERATOR) {
            out.push(Finding::new(code, tokens.start).arg(Arg::Type(ty)));
        }
    }
}

/// The dimensions that the wrapper of an array can have.
const DIMENSIONS: usize = 7;

/// Arrays that are captured by copy: the wrapper makes one and assigns its elements.
fn arrays<'db>(s: &Source<'db>, closure: Closure<'db>, lambda: &Lambda, out: &mut Sink<'db>) {
    let db = s.db;
    let shown = match is_for(lambda, "host") {
        true => "__host__ __device__",
        false => "__device__",
    };
    for captured in closure.around.captures(db) {
        let Some(name) = captured.name.as_ref().filter(|_| captured.ty.is_array(db)) else {
            continue;
        };
        let dimensions = std::iter::successors(Some(captured.ty), |ty| ty.element(db)).count() - 1;
        let element = captured.ty.innermost_element(db).unqualified(db);
        let found = match dimensions > DIMENSIONS {
            true => Some((codes::EXTENDED_LAMBDA_ARRAY_CAPTURE_RANK, captured.ty)),
            false => uncopyable(s, element).map(|code| (code, element)),
        };
        if let Some((code, ty)) = found
            && let Some(at) = captured_at(s, closure, lambda, name)
        {
            let ty = Arg::Type(display::type_text(db, ty));
            out.push(Finding::new(code, at).text(shown).arg(ty));
        }
    }
}

/// What elements of an array lack: a default constructor, or assignment.
fn uncopyable<'db>(s: &Source<'db>, element: Ty<'db>) -> Option<Code> {
    let db = s.db;
    element.class_entity(db)?;
    let is_hidden = |f: Entity<'db>| f.hir(db).is_some_and(|d| d.access != Access::Public);
    let lacks = |which| {
        let state = special(db, element, which);
        state.is_some_and(|s| !s.exists || s.deleted || s.declared.is_some_and(is_hidden))
    };
    if lacks(Special::Default) {
        return Some(codes::EXTENDED_LAMBDA_ARRAY_CAPTURE_DEFAULT_CONSTRUCTIBLE);
    }
    lacks(Special::CopyAssign).then_some(codes::EXTENDED_LAMBDA_ARRAY_CAPTURE_ASSIGNABLE)
}

/// `[x = array]`: what lives longer than the function is no array by then but its address. `[x = list]`: the elements of a
/// `std::initializer_list` do not live as long as it does.
fn initialized<'db>(
    s: &Source<'db>,
    typed: &Typed<'db>,
    closure: Closure<'db>,
    lambda: &Lambda,
    inits: &[ExprId],
    out: &mut Sink<'db>,
) {
    for (captured, init) in closure.around.captures(s.db).iter().zip(inits) {
        let Some(name) = &captured.name else { continue };
        let mut written = lambda.captures.iter().filter_map(|c| match &c.kind {
            CaptureKind::Init {
                name: n,
                by_ref: false,
                init,
            } if n == name => Some(init),
            _ => None,
        });
        let Some(written) = written.next() else {
            continue;
        };
        let class = captured.ty.class_entity(s.db);
        let code = closure.site.code.code(s.db);
        // One in braces is reported as it is written.
        let braces = matches!((written, code), (Init::Equal(e), Some(code)) if matches!(code[*e], Expr::List(..)));
        let list = !braces && class.is_some_and(|c| is_initializer_list(s.db, c));
        let (code, shown) = match list {
            true => (codes::EXTENDED_LAMBDA_INIT_CAPTURE_INITLIST, "__device__"),
            false if is_local_array(typed, *init) => {
                (codes::EXTENDED_LAMBDA_INIT_CAPTURE_ARRAY, "__device__")
            }
            false => continue,
        };
        if let Some(at) = captured_at(s, closure, lambda, name) {
            out.push(Finding::new(code, at).text(shown));
        }
    }
}

fn is_local_array(typed: &Typed<'_>, init: ExprId) -> bool {
    let mut at = init;
    let mut decayed = false;
    for _ in 0..typed.exprs.len() {
        at = match typed.exprs.get(at.0 as usize).map(|e| &e.kind) {
            Some(ExprKind::Full(e) | ExprKind::Convert(Conversion::Noop, e)) => *e,
            Some(ExprKind::Convert(Conversion::Decay, e)) if !decayed => {
                decayed = true;
                *e
            }
            Some(ExprKind::Field(e, _)) if decayed => *e,
            Some(ExprKind::Local(_)) => return decayed,
            _ => return false,
        };
    }
    false
}

/// What keeps a type from being named: that a part of it is local to a function, or a private or protected member.
fn unnameable<'db>(
    s: &Source<'db>,
    ty: Ty<'db>,
    (local, private): (Code, Code),
) -> Option<(Code, String)> {
    let db = s.db;
    let text = |ty: Ty<'db>| display::type_text(db, ty.unqualified(db));
    first_part(db, &Argument::Type(ty), false, |part| match part {
        Part::Declared(e, ty) if e.decl(db).code(db).body.is_some() => Some((local, text(ty))),
        Part::Declared(e, ty) => hidden(db, e).map(|class| {
            let name = match class == e {
                true => text(ty),
                false => display::qualified_name(db, class),
            };
            (private, name)
        }),
        // Both halves know an extended lambda by its wrapper.
        Part::Closure(closure, _) if closure.hir(db).is_some_and(|l| is_for(l, "device")) => None,
        Part::Closure(closure, ty) => {
            let around = outermost(s, closure);
            around.is_function(db).then(|| (local, text(ty)))
        }
        Part::Template(_) => None,
    })
}

/// How deep lambdas may be nested.
const DEPTH: usize = 64;

/// What a closure stands in that is no lambda.
fn outermost<'db>(s: &Source<'db>, closure: Closure<'db>) -> Entity<'db> {
    let mut around = closure.owner;
    for _ in 0..DEPTH {
        match around.decl(s.db).closure(s.db) {
            Some(outer) => around = outer.owner,
            None => break,
        }
    }
    around
}

/// Where a lambda captures something: in its list, or where its body first names it.
fn captured_at<'db>(
    s: &Source<'db>,
    closure: Closure<'db>,
    lambda: &Lambda,
    name: &Name,
) -> Option<u32> {
    let db = s.db;
    let written = lambda.captures.iter().find(|c| match &c.kind {
        CaptureKind::Name { name: n, .. } | CaptureKind::Init { name: n, .. } => n == name,
        _ => false,
    });
    if let Some(capture) = written {
        let site = Site {
            index: u32::from(capture.at.into_raw()),
            ..closure.site
        };
        return Some(program::place(db, site)?.1);
    }
    let (tokens, _) = program::place(db, closure.site)?;
    let body = tokens.range().find(|&i| s.kind(i as u32) == L_BRACE)? as u32;
    let named = |i: u32| {
        s.kind(i) == IDENT
            && s.word(i) == name.as_str()
            && !matches!(s.kind(i - 1), DOT | ARROW | COLON2)
    };
    (body + 1..tokens.end).find(|&i| s.kind(i) != R_BRACE && named(i))
}
