//! Default member initialisers that make an object of their own class by its generated default constructor, which would need them
//! ([class.base.init]/9, [class.default.ctor]).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{DeclKind, Init};
use cleave_names::decl::Spec;

use crate::code::around::template_depth;
use crate::program::Declared;
use crate::thir::{ExprKind, Implicit};
use crate::{At, Fill, Problem, check, function};

/// The problems of the data members of an item's classes.
pub(crate) fn problems<'db>(db: &'db dyn Db, declared: &[Declared<'db>]) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for &(own, decl, _) in declared {
        let initialized = matches!(&decl.kind, DeclKind::Variable(v) if v.init != Init::None);
        if !initialized || decl.parent.is_none() || decl.spec.any(Spec::STATIC) {
            continue;
        }
        let entity = own.entity(db);
        if template_depth(db, entity) > 0 {
            continue;
        }
        let (Some(class), Some(typed)) = (function::class_of(db, entity), check::body(db, entity))
        else {
            continue;
        };
        let class = class.unqualified(db);
        for x in &typed.exprs {
            let generated = match &x.kind {
                ExprKind::ConstructImplicit(Implicit::Default, _) | ExprKind::Zero => true,
                // What is given to all members needs no initialisers of theirs.
                ExprKind::Aggregate(parts) => parts.is_empty() || parts.iter().any(Option::is_none),
                _ => false,
            };
            if generated && x.ty.unqualified(db) == class {
                let ty = Fill::Type(class);
                let code = codes::DEFAULT_CONSTRUCTOR_IN_OWN_INITIALIZER { class: ty };
                out.push(Problem::new(code, x.site).at(At::First));
                break;
            }
        }
    }
    out
}
