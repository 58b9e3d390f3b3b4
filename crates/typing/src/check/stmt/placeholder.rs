//! What is wrong with variables whose types are deduced, and with placeholders in expressions ([dcl.spec.auto]).

use cleave_codes::codes;

use crate::thir::{ExprId, LocalId, LocalKind};
use crate::{At, Context, Problem, Site, Ty};

impl<'db> Context<'db> {
    /// Says so of an array of what is to be deduced.
    pub(crate) fn is_array_of_placeholders(&mut self, pattern: Ty<'db>, at: Site<'db>) -> bool {
        let wrong = pattern.is_array(self.db)
            && !self.in_template()
            && !self.is_instantiation()
            && !self.is_substitution();
        if wrong {
            self.problems
                .push(Problem::new(codes::AUTO_IN_ARRAY_TYPE, at).at(At::First));
        }
        wrong
    }

    /// Says so of a variable that is named where its type is being deduced.
    pub(crate) fn in_own_initializer(&mut self, l: LocalId, site: Site<'db>) -> Option<ExprId> {
        let db = self.db;
        let local = self.out.locals.get(l.0 as usize)?;
        let own = local.ty.has_auto(db)
            && local.declared.is_none()
            && local.site.is_some_and(|s| s.as_declaration().is_some())
            && matches!(local.kind, LocalKind::Automatic | LocalKind::Static(_))
            && !self.is_instantiation();
        own.then(|| self.reject(codes::AUTO_VARIABLE_IN_OWN_INITIALIZER, site))
    }

    /// A type whose size is asked for and that is a placeholder, which nothing replaces ([dcl.spec.auto]/5).
    pub(in crate::check) fn is_placeholder_type(&mut self, ty: cleave_hir::TypeId) -> bool {
        match crate::declarations::placeholders::placeholder(self.code, ty) {
            Some(auto) => self.misplaced_auto(auto),
            None => false,
        }
    }

    /// A pointer or reference to a placeholder that a cast makes: `(auto *)0`.
    pub(in crate::check) fn is_within_placeholder(&mut self, ty: cleave_hir::TypeId) -> bool {
        match crate::declarations::placeholders::placeholder(self.code, ty) {
            Some(auto) if auto != ty => self.misplaced_auto(auto),
            _ => false,
        }
    }

    fn misplaced_auto(&mut self, auto: cleave_hir::TypeId) -> bool {
        let site = self.type_site(auto);
        self.problem(codes::AUTO_NOT_ALLOWED, site);
        true
    }
}
