//! Constructors that delegate to themselves by way of others ([class.base.init]/6).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_names::ItemId;

use crate::thir::ExprKind;
use crate::{At, Entity, Problem, check, program};

/// How many constructors a circle may have.
const LENGTH: u32 = 64;

/// The problems of an item's delegating constructors; of a circle the constructor that closes it is reported. Circles of several
/// items are not looked for.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for entity in program::bodies(db, item) {
        let Some(mut target) = delegate(db, entity) else {
            continue;
        };
        let mut last = entity.decl(db).index(db);
        for _ in 0..LENGTH {
            if target.decl(db).code(db).item != item {
                break;
            }
            if target == entity {
                if last == entity.decl(db).index(db) {
                    out.extend(circle(db, entity));
                }
                break;
            }
            last = last.max(target.decl(db).index(db));
            let Some(next) = delegate(db, target) else {
                break;
            };
            target = next;
        }
    }
    out
}

/// The definition of the constructor that one hands over to.
fn delegate<'db>(db: &'db dyn Db, constructor: Entity<'db>) -> Option<Entity<'db>> {
    let typed = check::body(db, constructor)?;
    let [init] = &typed.inits[..] else {
        return None;
    };
    let mut at = init.value;
    while let ExprKind::Full(inner) = typed.exprs.get(at.0 as usize)?.kind {
        at = inner;
    }
    match (init.target, &typed.exprs.get(at.0 as usize)?.kind) {
        (None, ExprKind::Construct(f, _)) => crate::function::definition(db, *f),
        _ => None,
    }
}

fn circle<'db>(db: &'db dyn Db, constructor: Entity<'db>) -> Option<Problem<'db>> {
    let site = check::delegation_site(db, constructor)?;
    Some(Problem::new(codes::CONSTRUCTOR_DELEGATES_TO_ITSELF, site).at(At::First))
}
