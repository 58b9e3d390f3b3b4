//! Functions and variables of the host whose addresses variables of the device begin with (reference: spaces, Dynamic
//! initialization): the device does not have them. Reported for the variable, once everything has been read.

use cleave_codes::codes;
use cleave_cuda::{MemorySpace, tile};
use cleave_lang::Operator;
use cleave_names::decl::{DeclKind, Spec};
use cleave_names::is_of_user;
use cleave_odr_use::{Around, parents, reached};
use cleave_typing::function::{signature, variable_type};
use cleave_typing::thir::{Conversion, ExprId, ExprKind, Typed};
use cleave_typing::{Entity, check, display};

use crate::Finding;
use crate::device::calls::callees::{is_host as is_host_function, is_of_both_sides};
use crate::device::calls::demangled;
use crate::device::variables::dynamic_initialization::{computes, is_whole};
use crate::device::variables::host_variables::{is_host, undefined};
use crate::engine::entities::entity;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    for decl in s.decls.iter().filter(|d| d.kind == DeclKind::Variable) {
        let plain = !decl.is_template() && !s.in_template(decl) && decl.parent.is_none();
        let initialized = !decl.initializer.is_empty() && !decl.spec.any(Spec::FRIEND);
        if !plain || !initialized || MemorySpace::written(decl, tile(s.db, s.file)).is_host() {
            continue;
        }
        let Some(variable) = entity(s, decl) else {
            continue;
        };
        let Some(typed) = check::body(db, variable) else {
            continue;
        };
        let binds = variable_type(db, variable).is_reference(db);
        if !is_whole(typed) || computes(db, typed, None) {
            continue;
        }
        let mut reported = Vec::new();
        for name in named(s, typed, binds) {
            if !reported.contains(&name) {
                let at = decl.name_tokens.start;
                // Of a program with errors no variable is made.
                let mut found = Finding::new(codes::UNDEFINED_DEVICE_IDENTIFIER, at)
                    .name(name.clone())
                    .reported_at_end();
                found.while_right = true;
                out.push(found);
                reported.push(name);
            }
        }
    }
}

/// What an initialiser names that the device does not have.
fn named<'db>(s: &Source<'db>, typed: &Typed<'db>, binds: bool) -> Vec<String> {
    let db = s.db;
    let parents = parents(typed);
    let mut out = Vec::new();
    for r in reached::reached(typed).iter() {
        let Some(expr) = typed.exprs.get(r.expr.0 as usize) else {
            continue;
        };
        match expr.kind {
            ExprKind::Function(f) if is_hosts(s, f) => out.extend(match f.env(db) {
                Some(_) => demangled::undefined(db, f),
                None => Some(display::qualified_name(db, f)),
            }),
            ExprKind::Static(v)
                if is_host(s, v)
                    && (is_address(typed, &parents, r.expr)
                        || binds && is_bound(typed, &parents, r.expr)) =>
            {
                let found = undefined(db, v, 0);
                out.extend(found.args.iter().filter_map(|a| match a {
                    crate::Arg::Name(name) => Some(name.clone()),
                    _ => None,
                }));
            }
            _ => {}
        }
    }
    out
}

/// Whether the address of an object is taken, by an operator or as an array.
fn is_address(typed: &Typed<'_>, parents: &[Option<Around>], e: ExprId) -> bool {
    let Some(Some(Around::Expr(parent))) = parents.get(e.0 as usize) else {
        return false;
    };
    let kind = typed.exprs.get(parent.0 as usize).map(|e| &e.kind);
    matches!(
        kind,
        Some(ExprKind::Unary(Operator::AddressOf, _) | ExprKind::Convert(Conversion::Decay, _))
    )
}

/// Whether a reference is bound to an object.
fn is_bound(typed: &Typed<'_>, parents: &[Option<Around>], e: ExprId) -> bool {
    let mut at = e;
    for _ in 0..typed.exprs.len() {
        match parents.get(at.0 as usize) {
            Some(Some(Around::Other)) => return true,
            Some(Some(Around::Expr(parent))) => at = *parent,
            _ => return false,
        }
        match typed.exprs.get(at.0 as usize).map(|e| &e.kind) {
            Some(ExprKind::Full(_) | ExprKind::Convert(Conversion::Noop, _)) => {}
            _ => return false,
        }
    }
    false
}

/// Whether a function is certainly the host's alone, and the user's.
fn is_hosts<'db>(s: &Source<'db>, f: Entity<'db>) -> bool {
    let db = s.db;
    let code = f.decl(db).code(db);
    is_of_user(db, code.item)
        && code.body.is_none()
        && f.decl(db).closure(db).is_none()
        && is_host_function(s, f)
        && !is_of_both_sides(s, f)
        && signature(db, f).is_some_and(|sig| !sig.is_virtual)
}
