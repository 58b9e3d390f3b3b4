//! The functions whose code stands in an item.

use cleave_base_db::Db;
use cleave_names::ItemId;

use crate::program::{bodies, defaults, functions, plain};
use crate::thir::{ExprKind, Typed};
use crate::{Entity, check};

/// How deep lambdas may be nested.
const DEPTH: u32 = 64;

/// The functions with typed code that an item gives code to and that are no templates: members of local classes are among them,
/// and the call operators of lambdas.
pub fn plain_functions<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Entity<'db>> {
    let mut out = Vec::new();
    for entity in functions(db, item) {
        for param in 0..defaults(db, entity) {
            if let Some(typed) = check::default_argument(db, entity, param) {
                closures(db, typed, 0, &mut out);
            }
        }
    }
    for entity in bodies(db, item) {
        for entity in plain(db, entity) {
            if entity.is_function(db) {
                out.push(entity);
            }
            if let Some(typed) = check::body(db, entity) {
                closures(db, typed, 0, &mut out);
            }
        }
    }
    out
}

/// The call operators of the lambdas in typed code that are no templates.
fn closures<'db>(db: &'db dyn Db, typed: &Typed<'db>, depth: u32, out: &mut Vec<Entity<'db>>) {
    for expr in &typed.exprs {
        let ExprKind::Lambda(closure, _) = &expr.kind else {
            continue;
        };
        let operator = closure.operator(db);
        if depth > DEPTH || operator.is_template(db) || out.contains(&operator) {
            continue;
        }
        out.push(operator);
        if let Some(inner) = check::body(db, operator) {
            closures(db, inner, depth + 1, out);
        }
    }
}
