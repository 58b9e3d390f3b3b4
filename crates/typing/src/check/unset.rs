//! Variables whose value is read before they have one. As the reference does, the source is read once from its beginning to its
//! end: whatever might give a variable a value does, and in loops and behind labels nothing is known.

use cleave_hir::Init;
use rustc_hash::FxHashSet;

use crate::thir::{E, ExprKind, L, LocalKind};
use crate::{At, Context, Fill, Problem, Ty};

/// The variable is used before its value is set.
const UNSET: u32 = 549;
/// How deep an object may be a part of another one.
const DEPTH: u32 = 64;

impl<'db> Context<'db> {
    /// A variable was declared.
    pub(super) fn declared_unset(&mut self, l: L, ty: Ty<'db>, init: &Init, value: Option<E>) {
        let db = self.db;
        let part = ty.innermost_element(db);
        let plain = part.is_arithmetic(db)
            || part.is_enum(db)
            || part.is_pointer_like(db)
            || part.is_class(db)
                && value.is_some_and(|e| match &self.node(e).kind {
                    ExprKind::Uninitialized | ExprKind::ConstructImplicit(..) => {
                        crate::class::special(
                            db,
                            part.unqualified(db),
                            crate::class::Special::Default,
                        )
                        .is_some_and(|s| s.trivial)
                    }
                    _ => false,
                });
        let automatic = matches!(
            self.out.locals.get(l.0 as usize).map(|l| &l.kind),
            Some(LocalKind::Automatic)
        );
        if *init == Init::None && automatic && plain && !ty.top_quals(db).is_volatile {
            self.unset.insert(l);
        }
    }

    /// The variable that an object is, or is a part of.
    fn whole(&self, e: E) -> Option<(L, E)> {
        let mut at = e;
        for _ in 0..DEPTH {
            match &self.node(at).kind {
                ExprKind::Local(l) => return Some((*l, at)),
                ExprKind::Field(inner, _)
                | ExprKind::Index(inner, _)
                | ExprKind::Materialize(inner)
                | ExprKind::Full(inner) => at = *inner,
                ExprKind::Convert(_, inner) => at = *inner,
                _ => return None,
            }
        }
        None
    }

    /// An object may be given a value.
    pub(super) fn is_set(&mut self, e: E) {
        if !self.unset.is_empty()
            && let Some((l, _)) = self.whole(e)
        {
            self.unset.remove(&l);
        }
    }

    /// An object's value is read.
    pub(super) fn is_read(&mut self, e: E) {
        if self.unset.is_empty() || self.unevaluated || self.is_instantiation() {
            return;
        }
        let Some((l, at)) = self.whole(e) else { return };
        if self.unset.remove(&l) {
            let name = self.out.locals[l.0 as usize].name.clone();
            let site = self.site_of(at);
            let problem = Problem::new(UNSET, site, vec![Fill::Kind("variable", name)]);
            self.warnings.push(problem.at(At::First));
        }
    }

    /// Code that may run again, or be jumped to: nothing is known of what was declared before.
    pub(super) fn set_unknown(&mut self) {
        self.unset = FxHashSet::default();
    }
}
