//! The functions whose code stands in an item.

use cleave_base_db::Db;
use cleave_names::ItemId;
use rustc_hash::FxHashSet;

use crate::code::around::template_depth;
use crate::program::{bodies, defaults, functions, local_members};
use crate::thir::{ExprKind, Typed};
use crate::{Entity, check};

/// How deep lambdas may be nested.
const DEPTH: u32 = 64;

/// The functions with typed code that an item gives code to and that are no templates: members of local classes are among them,
/// and the call operators of lambdas.
pub fn plain_functions<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Entity<'db>> {
    let all = all_functions(db, &functions(db, item), &bodies(db, item)).into_iter();
    all.filter(|f| !f.in_template).map(|f| f.function).collect()
}

/// A function whose code stands in an item.
#[derive(Clone, Copy)]
pub(crate) struct OwnFunction<'db> {
    pub(crate) function: Entity<'db>,
    /// It stands in a template or is one.
    pub(crate) in_template: bool,
}

/// The same and templates, of an item's functions and of what it gives code to.
pub(crate) fn all_functions<'db>(
    db: &'db dyn Db,
    functions: &[Entity<'db>],
    bodies: &[Entity<'db>],
) -> Vec<OwnFunction<'db>> {
    let mut all = All::default();
    for &entity in functions {
        for param in 0..defaults(db, entity) {
            if let Some(typed) = check::default_argument(db, entity, param) {
                all.closures(db, typed, false, 0);
            }
        }
    }
    for &entity in bodies {
        for entity in local_members(db, entity).into_iter().chain([entity]) {
            let in_template = template_depth(db, entity) > 0;
            if entity.is_function(db) {
                all.push(entity, in_template);
            }
            if let Some(typed) = check::body(db, entity) {
                all.closures(db, typed, in_template, 0);
            }
        }
    }
    all.out
}

/// Functions in the order in which they were found.
#[derive(Default)]
struct All<'db> {
    out: Vec<OwnFunction<'db>>,
    seen: FxHashSet<Entity<'db>>,
}

impl<'db> All<'db> {
    fn push(&mut self, function: Entity<'db>, in_template: bool) {
        self.seen.insert(function);
        self.out.push(OwnFunction {
            function,
            in_template,
        });
    }

    /// Adds the call operators of the lambdas in typed code.
    fn closures(&mut self, db: &'db dyn Db, typed: &Typed<'db>, in_template: bool, depth: u32) {
        for expr in &typed.exprs {
            let ExprKind::Lambda(closure, _) = &expr.kind else {
                continue;
            };
            let operator = closure.operator(db);
            if depth > DEPTH || self.seen.contains(&operator) {
                continue;
            }
            let in_template = in_template || operator.is_template(db);
            self.push(operator, in_template);
            if let Some(inner) = check::body(db, operator) {
                self.closures(db, inner, in_template, depth + 1);
            }
        }
    }
}
