//! Default member initialisers of unions ([class.union.general]/1): one member has one at most.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{ClassKey, DeclKind, Init};
use cleave_names::decl::Spec;

use crate::program::Declared;
use crate::{Entity, Fill, Problem};

/// The members of an item's unions that have an initialiser where another one has.
pub(crate) fn problems<'db>(db: &'db dyn Db, declared: &[Declared<'db>]) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    let mut first: Vec<(cleave_hir::DeclId, Entity<'db>)> = Vec::new();
    for &(own, decl, site) in declared {
        let initialized = matches!(&decl.kind, DeclKind::Variable(v) if !matches!(v.init, Init::None))
            && !decl.spec.any(Spec::STATIC.with(Spec::FRIEND));
        let Some(parent) = decl.parent.filter(|_| initialized) else {
            continue;
        };
        let entity = own.entity(db);
        let code = entity.code(db);
        let union = code.is_some_and(
            |code| matches!(&code[parent].kind, DeclKind::Class(c) if c.key == ClassKey::Union),
        );
        if !union {
            continue;
        }
        match first.iter().find(|f| f.0 == parent) {
            Some((_, other)) => out.push(Problem::new(
                codes::SEVERAL_FIELD_INITIALIZERS_IN_UNION {
                    member: Fill::DeclaredMember(*other),
                },
                site,
            )),
            None => first.push((parent, entity)),
        }
    }
    out
}
