//! Where code runs: on the host, on the device, or on both, as annotations over all declarations say.

use cleave_base_db::Db;
use cleave_typing::function::{canonical, redeclarations};
use cleave_typing::{Closure, Entity};

/// How many closures stand in each other.
const DEPTH: usize = 128;

/// Whether a declaration of something has an attribute.
pub fn has<'db>(db: &'db dyn Db, entity: Entity<'db>, name: &str) -> bool {
    redeclarations(db, canonical(db, entity.decl(db)))
        .iter()
        .any(|d| {
            d.hir(db)
                .is_some_and(|d| d.attrs.iter().any(|a| a.name.as_str() == name))
        })
}

/// Where a function runs, or a closure's call operator: on the host, on the device.
pub fn space<'db>(db: &'db dyn Db, entity: Entity<'db>, extended: bool) -> (bool, bool) {
    match entity.decl(db).closure(db) {
        Some(closure) => closure_space(db, closure, extended),
        None => of_function(db, entity),
    }
}

fn of_function<'db>(db: &'db dyn Db, function: Entity<'db>) -> (bool, bool) {
    let kernel = has(db, function, "global");
    let device = has(db, function, "device");
    (
        !kernel && (!device || has(db, function, "host")),
        device || kernel,
    )
}

/// The execution spaces of a closure's call operator: on the host, on the device. Without annotations they are those of the
/// function around it (reference: lambdas, Which lambdas are extended). `extended`: annotations are allowed; they mean nothing
/// where they are not.
pub fn closure_space<'db>(db: &'db dyn Db, closure: Closure<'db>, extended: bool) -> (bool, bool) {
    let mut at = closure;
    for _ in 0..DEPTH {
        if let (Some(cleave_hir::Expr::Lambda(lambda)), true) = (at.site.expr(db), extended) {
            let has = |name: &str| lambda.attrs.iter().any(|a| a.name.as_str() == name);
            if has("host") || has("device") {
                return (has("host"), has("device"));
            }
        }
        let owner = at.owner;
        match owner.decl(db).closure(db) {
            Some(outer) => at = outer,
            None => {
                if !owner.is_function(db) {
                    return (true, false);
                }
                return of_function(db, owner);
            }
        }
    }
    (true, true)
}
