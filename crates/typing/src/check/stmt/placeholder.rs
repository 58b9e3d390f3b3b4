//! What is wrong with variables whose types are deduced ([dcl.spec.auto]).

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
                .push(Problem::new(codes::AUTO_IN_ARRAY_TYPE, at, Vec::new()).at(At::First));
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
        own.then(|| self.reject(codes::AUTO_VARIABLE_IN_OWN_INITIALIZER, site, Vec::new()))
    }
}
