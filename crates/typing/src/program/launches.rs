//! The values of template arguments that launches write as expressions.

use crate::code::around::template_depth;
use crate::engine::depth;
use crate::program::bodies;
use crate::thir::{ExprId, ExprKind, Typed};
use crate::{Arg, Const, Site, check};
use cleave_base_db::Db;
use cleave_hir::{Expr, TemplateArgRef};
use cleave_names::ItemId;

/// The values of template arguments that are written as expressions at the launches of an item, by the expressions' places.
/// Launches in templates, and arguments whose value is not known, are left out.
#[salsa::tracked(returns(deref))]
pub fn launch_arguments<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Box<[(Site<'db>, Const<'db>)]> {
    let mut out = Vec::new();
    for entity in bodies(db, item) {
        if template_depth(db, entity) > 0 {
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
