//! Which constants of the blocks around a lambda's body odr-uses.
//!
//! A constant is odr-used wherever it is named unless the lvalue-to-rvalue conversion is applied to the name itself: the rule before
//! CWG 712, that the reference follows. An operand of `?:` or of a comma, a discarded value, and the array of a subscript are
//! odr-uses. Nothing is converted that depends on the parameters of a generic lambda.

use cleave_base_db::Db;
use cleave_hir::{CaptureKind, Name};

use rustc_hash::FxHashSet;

use crate::check::body::body;
use crate::check::lambda::mention::of_lambda;
use crate::thir::{Conversion, Expr, ExprKind, LocalId, Typed};
use crate::{Closure, Outer};

/// Those of `constants`, which are names that `closure` sees without capturing them, that its body odr-uses.
pub(super) fn constants<'db>(
    db: &'db dyn Db,
    closure: Closure<'db>,
    constants: &[Name],
) -> Vec<Name> {
    let Some(typed) = body(db, closure.operator(db)) else {
        return Vec::new();
    };
    // What a closure sees and does not capture follows its parameters, in order.
    let params = typed.parameters().len();
    let outer: Vec<Option<usize>> = (closure.around.names(db).iter())
        .filter(|(_, outer)| matches!(outer, Outer::Local(..)))
        .map(|(name, _)| constants.iter().position(|c| c == name))
        .collect();
    let named = |l: LocalId| *outer.get((l.0 as usize).checked_sub(params)?)?;
    // In the definition of a template what depends on its parameters has no operands.
    let is_template = closure.operator(db).is_template(db);
    let evaluated = match is_template {
        true => mentioned(db, closure, typed),
        false => typed.evaluated(),
    };
    let mut converted = vec![false; typed.exprs.len()];
    for expr in &typed.exprs {
        if let ExprKind::Convert(Conversion::Load, e) = expr.kind
            && let Some(converted) = converted.get_mut(e.0 as usize)
        {
            *converted = true;
        }
    }
    let mut used = vec![false; constants.len()];
    for (i, expr) in typed.exprs.iter().enumerate() {
        if !evaluated.get(i).copied().unwrap_or_default() {
            continue;
        }
        match &expr.kind {
            ExprKind::Local(l) if !converted[i] => {
                if let Some(constant) = named(*l) {
                    used[constant] = true;
                }
            }
            // A capture is an odr-use whatever the copy is made of ([expr.prim.lambda.capture]/8).
            ExprKind::Lambda(inner, _) => {
                let initialized: Vec<_> = (inner.hir(db).into_iter())
                    .flat_map(|lambda| &lambda.captures)
                    .filter_map(|capture| match &capture.kind {
                        CaptureKind::Init { name, .. } => Some(name),
                        _ => None,
                    })
                    .collect();
                let captures = inner.around.captures(db).iter();
                for name in captures.filter_map(|c| c.name.as_ref()) {
                    if let Some(constant) = constants.iter().position(|c| c == name)
                        && !initialized.contains(&name)
                    {
                        used[constant] = true;
                    }
                }
            }
            _ => {}
        }
    }
    let used = constants.iter().zip(used).filter(|(_, used)| *used);
    used.map(|(name, _)| name.clone()).collect()
}

/// Of each expression of a generic lambda's body whether it is the mention of a name that is evaluated.
fn mentioned<'db>(db: &'db dyn Db, closure: Closure<'db>, typed: &Typed<'db>) -> Vec<bool> {
    let code = closure.site.code;
    let (Some(text), Some(lambda)) = (code.code(db), closure.hir(db)) else {
        return Vec::new();
    };
    let uses = of_lambda(text, lambda, true).uses;
    let uses: FxHashSet<u32> = uses.iter().map(|(_, e)| u32::from(e.into_raw())).collect();
    let is_use = |e: &Expr<'db>| {
        matches!(e.kind, ExprKind::Lambda(..))
            || e.site.code == code && !e.site.is_type && uses.contains(&e.site.index)
    };
    typed.exprs.iter().map(is_use).collect()
}
