//! What is said of casts that cannot be ([expr.static.cast], [expr.const.cast], [expr.dynamic.cast]).

use cleave_hir::NamedCast;

use super::cast::is_subset;
use crate::convert::is_base_of;
use crate::thir::E;
use crate::{At, Context, Problem, Site, Ty};

impl<'db> Context<'db> {
    /// What stands against a named cast, where there are words of its own for it.
    pub(super) fn refused_cast(
        &self,
        cast: NamedCast,
        to: Ty<'db>,
        e: E,
        site: Site<'db>,
    ) -> Option<Problem<'db>> {
        let db = self.db;
        let from = self.ty(e);
        let operand = |number| {
            let at = crate::eval::first_token(db, self.site_of(e));
            Some(Problem::new(number, at, Vec::new()).at(At::First))
        };
        match cast {
            NamedCast::Dynamic => {
                let target = match to.is_reference(db) {
                    true => to.strip_reference(db),
                    false => to.pointee(db).unwrap_or(to),
                };
                let wanted = to.is_reference(db) && target.is_class(db)
                    || to.is_pointer(db) && (target.is_class(db) || target.is_void(db));
                if !wanted {
                    return Some(Problem::new(695, site, Vec::new()).at(At::Inside));
                }
                match to.is_reference(db) && !from.is_class(db) {
                    true => operand(697),
                    false => None,
                }
            }
            NamedCast::Const if to.is_pointer_like(db) && from.decayed(db).is_pointer_like(db) => {
                operand(718)
            }
            NamedCast::Static => {
                let (p, q) = (from.decayed(db).pointee(db)?, to.pointee(db)?);
                let related = p.unqualified(db) == q.unqualified(db)
                    || p.is_void(db)
                    || is_base_of(db, p, q)
                    || is_base_of(db, q, p);
                (related && !is_subset(p, q, db))
                    .then(|| Problem::new(694, site, Vec::new()).at(At::First))
            }
            _ => None,
        }
    }
}
