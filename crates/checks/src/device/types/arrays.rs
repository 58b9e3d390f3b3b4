//! Variables of device code that take no room (reference: diagnostics, Variables without room), and arrays of variable length,
//! which the host's compiler has as an extension and the device does not (reference: attributes, Device bodies).

use cleave_codes::codes;
use cleave_names::decl::{Decl, DeclKind as Written};
use cleave_names::item_id_of_node;
use cleave_odr_use::Piece;
use cleave_syntax::SyntaxKind::{L_BRACK, STAR};
use cleave_typing::function::variable_type;
use cleave_typing::thir::{Conversion, Expr, ExprId, ExprKind, LocalKind, Typed};
use cleave_typing::{Entity, Ty, eval, program};

use rustc_hash::FxHashSet;

use crate::Finding;
use crate::cuda::kernels::form::group_end;
use crate::cuda::kernels::zero_size::takes_no_room;
use crate::engine::chain::chain;
use crate::engine::entities::entity;
use crate::engine::source::{Sink, Source};

/// A variable of the device outside of functions.
pub(crate) fn declared<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let is_template = decl.is_template() || s.in_template(decl);
    if decl.kind != Written::Variable || decl.parent.is_some() || is_template {
        return;
    }
    if let Some(variable) = entity(s, decl)
        && takes_no_room(s.db, variable_type(s.db, variable), 0)
    {
        let at = decl.name_tokens.start;
        out.push(Finding::new(codes::ZERO_SIZED_DEVICE_VARIABLE, at).name(decl.name.clone()));
    }
}

/// The variables of device functions.
pub(crate) fn check<'db>(s: &Source<'db>, pieces: &[Piece<'db>], out: &mut Sink<'db>) {
    let db = s.db;
    let item = item_id_of_node(db, s.item);
    let mut reported = FxHashSet::default();
    for piece in pieces {
        for local in &piece.typed.locals {
            let own = matches!(local.kind, LocalKind::Automatic | LocalKind::Static(_));
            let Some(site) = local.declared.filter(|_| own) else {
                continue;
            };
            let Some((_, at)) = program::place(db, site).filter(|_| site.code.item == item) else {
                continue;
            };
            let found = match () {
                () if takes_no_room(db, local.ty, 0) => Some(
                    Finding::new(codes::ZERO_SIZED_DEVICE_VARIABLE, at)
                        .name(local.name.to_string()),
                ),
                () => bound(s, (piece.entity, piece.typed), local.ty, at)
                    .map(|at| Finding::new(codes::EXPR_NOT_CONSTANT, at)),
            };
            if let Some(mut found) = found
                && reported.insert((found.code, found.at, local.ty))
            {
                found.contexts = chain(db, &piece.chain(db));
                out.push(found);
            }
        }
    }
}

/// Where the first bound of a variable is no constant: at the variable or the call that is none. An array's type is not known
/// then.
fn bound<'db>(
    s: &Source<'db>,
    (owner, typed): (Entity<'db>, &Typed<'db>),
    ty: Ty<'db>,
    name: u32,
) -> Option<u32> {
    let db = s.db;
    if !ty.innermost_element(db).is_unknown(db) || s.kind(name + 1) != L_BRACK {
        return None;
    }
    let item = item_id_of_node(db, s.item);
    let mut end = name + 1;
    while s.kind(end) == L_BRACK {
        end = group_end(s, end, s.lexed.len() as u32);
    }
    let is_variable = |mut e: ExprId| loop {
        match typed.exprs.get(e.0 as usize).map(|x| &x.kind) {
            Some(ExprKind::Field(inner, _)) => e = *inner,
            Some(kind) => return matches!(kind, ExprKind::Static(_)),
            None => return false,
        }
    };
    let varies = |(n, x): (u32, &Expr<'db>)| match x.kind {
        ExprKind::Convert(Conversion::Load, e) if is_variable(e) => {
            x.ty.is_integral(db) && eval::evaluate(db, owner, typed, ExprId(n)).is_err()
        }
        ExprKind::Local(l) => typed.locals.get(l.0 as usize).is_some_and(|l| {
            let known = |e| eval::evaluate(db, owner, typed, e).is_ok();
            let constant =
                l.is_constexpr || l.ty.top_quals(db).is_const && l.init.is_some_and(known);
            !constant && !l.ty.is_unknown(db)
        }),
        ExprKind::Call { .. } => x.ty.is_integral(db),
        _ => false,
    };
    let places = (0..)
        .zip(&typed.exprs)
        .filter(|(n, x)| x.site.code.item == item && varies((*n, x)))
        .filter_map(|(_, x)| Some(program::place(db, x.site)?.0.start))
        .filter(|at| (name + 1..end).contains(at));
    let at = places.min()?;
    let before = at.checked_sub(1)?;
    Some(if s.kind(before) == STAR && s.kind(before - 1) == L_BRACK {
        before
    } else {
        at
    })
}

/// Of an array whose bound is no constant, as it has to be in device code, no more is said.
pub(in crate::device) fn silence(s: &Source<'_>, out: &mut Sink<'_>) {
    let bounds = out.iter().filter(|f| f.code == codes::EXPR_NOT_CONSTANT);
    let bounds: Vec<u32> = bounds.map(|f| f.at).collect();
    // The bounds stand behind the name.
    out.retain(|f| {
        let mut end = f.at + 1;
        while f.code == codes::STATIC_VARIABLE_LENGTH_ARRAY && s.kind(end) == L_BRACK {
            end = group_end(s, end, s.lexed.len() as u32);
        }
        !bounds.iter().any(|at| (f.at + 1..end).contains(at))
    });
}
