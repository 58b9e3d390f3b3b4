//! Member functions that are declared outside of their class and not defined there: only definitions may stand there
//! ([class.mfct.general]/1).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind};
use cleave_names::decl::{Body, Spec};

use crate::class::members::members;
use crate::class::specialization::specialization;
use crate::function::qualified::qualifier_class;
use crate::program::{Declared, instantiated};
use crate::{Entity, Fill, NameKey, Problem, display};

/// The member functions that an item only declares again.
pub(crate) fn problems<'db>(db: &'db dyn Db, declared: &[Declared<'db>]) -> Vec<Problem<'db>> {
    let instantiated = instantiated(declared.iter().map(|d| d.1));
    let again = declared.iter().filter_map(|&(own, decl, site)| {
        if !only_declares(decl) || instantiated.contains(&own.id()) {
            return None;
        }
        let name = redeclared(db, own.entity(db))?;
        let function = Fill::Kind("function", name.into());
        Some(Problem::new(
            codes::MEMBER_REDECLARED_OUTSIDE_CLASS { function },
            site,
        ))
    });
    again.collect()
}

/// Whether a function with a nested-name-specifier is declared, and neither defined nor specialised.
pub(super) fn only_declares(decl: &Decl) -> bool {
    let qualified = decl.path.as_ref().is_some_and(|p| !p.qualifiers.is_empty());
    let body = |f: &cleave_hir::Function| f.body == Body::None;
    qualified
        && decl.parent.is_none()
        && !decl.spec.any(Spec::FRIEND)
        && decl.heads.iter().all(|h| !h.params.is_empty())
        && matches!(&decl.kind, DeclKind::Function(f) if body(f))
}

/// The qualified name of the member functions that a class declares by the name of a declaration.
pub(super) fn redeclared<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<String> {
    let own = entity.decl(db);
    let class = qualifier_class(db, own)?.class_entity(db)?;
    let definition = specialization(db, class)?;
    let candidates = members(db, definition.decl(db)).get(&own.key(db)?);
    match candidates.first() {
        Some(first) if first.is_function(db) => {
            Some(display::spelled(db, Entity::new(db, *first, None), false))
        }
        Some(_) => None,
        // Every class has those.
        None => {
            let mark = match own.key(db)? {
                NameKey::Constructor => "",
                NameKey::Destructor => "~",
                _ => return None,
            };
            let class = definition.decl(db);
            let key = class.key(db)?;
            let around = display::spelled(db, Entity::new(db, class, None), false);
            Some(format!("{around}::{mark}{}", key.ident()?.as_str()))
        }
    }
}
