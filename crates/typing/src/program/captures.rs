//! Where a lambda uses what is around it: what a capture-default captures it by ([expr.prim.lambda.capture]/7).

use cleave_base_db::Db;
use cleave_hir::Name;

use crate::check::lambda::mention;
use crate::program::place;
use crate::{Closure, Site};

/// The uses of names and of `this` in the code of a lambda that is evaluated, lambdas within included: those of names that the lambda
/// does not declare itself. `None` is `this`. Each with its token in the item, in the order of the text.
pub fn lambda_uses<'db>(db: &'db dyn Db, closure: Closure<'db>) -> Vec<(Option<Name>, u32)> {
    let code_ref = closure.site.code;
    let (Some(code), Some(lambda)) = (code_ref.code(db), closure.hir(db)) else {
        return Vec::new();
    };
    let mentioned = mention::of_lambda(code, lambda, true);
    let mut out: Vec<_> = (mentioned.uses.into_iter())
        .filter_map(|(name, expr)| {
            let site = Site {
                code: code_ref,
                index: u32::from(expr.into_raw()),
                is_type: false,
            };
            let (_, token) = place(db, site)?;
            Some((name, token))
        })
        .collect();
    out.sort_by_key(|(_, token)| *token);
    out
}
