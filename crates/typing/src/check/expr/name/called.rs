//! Access of functions that nobody names where they are called, and of those that are named and not called ([class.access]).

use cleave_codes::codes;

use crate::lookup::qualified::Scope;
use crate::thir::ExprId;
use crate::{At, Context, Entity, Fill, NameKey, Problem, Site};

impl<'db> Context<'db> {
    /// What is said of a function that is not accessible and that a name without an object, an operator or a conversion calls.
    pub(super) fn inaccessible_call(
        &self,
        function: Entity<'db>,
        object: Option<ExprId>,
        site: Site<'db>,
    ) -> Option<Problem<'db>> {
        use cleave_hir::Expr as H;
        let signature = || codes::INACCESSIBLE_CONSTRUCTOR_OR_DESTRUCTOR {
            entity: Fill::DeclaredSignature(function),
        };
        let entity = self.inaccessible_function(function);
        let named = codes::INACCESSIBLE_ENTITY { entity };
        match (function.decl(self.db).key(self.db)?, self.written(site)?) {
            (NameKey::Operator("()"), H::Call(..)) => None,
            (_, H::Call(callee, _)) if matches!(self.code[*callee], H::Path(_)) => {
                Some(Problem::new(named, self.site(*callee)))
            }
            (_, H::Call(callee, _)) if matches!(self.code[*callee], H::Member { .. }) => None,
            (NameKey::Conversion, _) => {
                let at = self.start_of(object?);
                Some(Problem::new(signature(), at).at(At::First))
            }
            (NameKey::Operator("="), H::Binary(..)) => {
                let text = crate::display::declared_text(self.db, function);
                let decl = function.decl(self.db);
                let at = decl.site(self.db);
                let entity = Fill::Local("", text.into(), Some(at));
                let code = codes::INACCESSIBLE_CONSTRUCTOR_OR_DESTRUCTOR { entity };
                Some(Problem::new(code, site))
            }
            (
                NameKey::Operator(_),
                H::Binary(..) | H::Prefix(..) | H::Postfix(..) | H::Index(..),
            ) => Some(Problem::new(named, site)),
            (NameKey::Operator("->"), H::Member { .. }) => Some(Problem::new(named, site)),
            _ => None,
        }
    }

    /// A function as a message on its access has it.
    fn inaccessible_function(&self, function: Entity<'db>) -> Fill<'db> {
        match crate::display::is_overloaded(self.db, function) {
            true => Fill::DeclaredSignature(function),
            false => Fill::Declared(function),
        }
    }

    /// Says so if a function that is named and not called is certainly not accessible from here.
    pub(crate) fn check_named_access(
        &mut self,
        set: &[Entity<'db>],
        path: &cleave_hir::Path,
        site: Site<'db>,
    ) {
        let [function] = *set else { return };
        if path.is_unqualified() || !self.is_inaccessible(function) {
            return;
        }
        let class = match crate::convert::quietly(self, |cx| cx.scope_of(path)) {
            Scope::Type(ty) => Some(ty),
            _ => None,
        };
        if self.is_accessible_by_using(function, class) {
            return;
        }
        let entity = self.inaccessible_function(function);
        match self.reports_access() {
            true => self.problem(codes::INACCESSIBLE_ENTITY { entity }, site),
            false => self.problem(codes::Code::NONE, site),
        }
    }

    /// Says so if a function that allocates or frees the memory of an object is certainly not accessible from here ([expr.new]/17,
    /// [expr.delete]/10).
    pub(crate) fn check_allocating(&mut self, function: Entity<'db>, site: Site<'db>) {
        if !self.reports_access() || !self.is_inaccessible(function) {
            return;
        }
        let entity = self.inaccessible_function(function);
        let problem = Problem::new(codes::INACCESSIBLE_ENTITY { entity }, site);
        self.problems.push(problem.at(At::First));
    }
}
