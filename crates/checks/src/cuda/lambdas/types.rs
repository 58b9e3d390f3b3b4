//! Types in extended lambdas that the device half could not name, and arrays that it could not copy: in what they capture, and
//! in the parameters and results of those of both sides (reference: lambdas, Restrictions), as typed code has the types.

use cleave_codes::{Code, codes};
use cleave_hir::{CaptureKind, Lambda, Name};
use cleave_syntax::SyntaxKind::{ARROW, COLON2, DOT, IDENT, L_BRACE, R_BRACE};
use cleave_typing::function::signature;
use cleave_typing::thir::{Conversion, ExprId, ExprKind, Typed};
use cleave_typing::{Arg as Argument, Closure, Entity, Site, Ty, check, display, program};

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
    let typed = body.typed;
    let mut seen: Vec<Site<'db>> = Vec::new();
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
        let both = is_for(lambda, "host");
        captures(s, *closure, lambda, out);
        match both {
            true => operator(s, *closure, out),
            false => arrays(s, typed, *closure, lambda, inits, out),
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

/// `[x = array]`: what lives longer than the function is no array by then but its address.
fn arrays<'db>(
    s: &Source<'db>,
    typed: &Typed<'db>,
    closure: Closure<'db>,
    lambda: &Lambda,
    inits: &[ExprId],
    out: &mut Sink<'db>,
) {
    for (captured, init) in closure.around.captures(s.db).iter().zip(inits) {
        let Some(name) = &captured.name else { continue };
        let written = lambda.captures.iter().any(
            |c| matches!(&c.kind, CaptureKind::Init { name: n, by_ref: false, .. } if n == name),
        );
        if written
            && is_local_array(typed, *init)
            && let Some(at) = captured_at(s, closure, lambda, name)
        {
            out.push(
                Finding::new(codes::EXTENDED_LAMBDA_INIT_CAPTURE_ARRAY, at).text("__device__"),
            );
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
