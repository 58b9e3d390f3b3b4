//! What destroys an object: of a variable, a temporary, an argument, what is thrown. It is not deleted, and accessible where the object
//! is made ([class.dtor]/15).

use cleave_codes::codes;
use cleave_hir::Init;

use crate::class::{Special, SpecialState, special};
use crate::code::source::first_token;
use crate::thir::{ExprId, ExprKind};
use crate::{At, Context, Fill, Problem, Site, Ty};

impl<'db> Context<'db> {
    /// What is wrong with what destroys an object of a type: it is deleted, or certainly not accessible from here.
    fn wrong_destructor(&self, ty: Ty<'db>) -> Option<(codes::Code, SpecialState<'db>)> {
        let db = self.db;
        let class = ty.innermost_element(db).unqualified(db);
        let is_checked = self.reports_access() || self.is_substitution();
        if !class.is_class(db) || class.is_unknown(db) || !is_checked {
            return None;
        }
        let state = special(db, class, Special::Destructor)?;
        let code = match state.deleted {
            true => codes::DELETED_FUNCTION_REFERENCED,
            false if state.declared.is_some_and(|d| self.is_inaccessible(d)) => {
                codes::INACCESSIBLE_CONSTRUCTOR_OR_DESTRUCTOR
            }
            false
                if (state.declared).is_some_and(|d| {
                    !self.modes.of_base && self.is_protected_elsewhere(d, class)
                }) =>
            {
                codes::PROTECTED_MEMBER_NOT_ACCESSIBLE
            }
            false => return None,
        };
        Some((code, state))
    }

    /// Says so if something is wrong with what destroys an object of a type.
    pub(crate) fn check_destructor(&mut self, ty: Ty<'db>, site: Site<'db>, at: At<'db>) {
        let db = self.db;
        let Some((code, state)) = self.wrong_destructor(ty) else {
            return;
        };
        let class = ty.innermost_element(db);
        if self.is_substitution() {
            return self.problem(codes::Code::NONE, site);
        }
        if let (codes::PROTECTED_MEMBER_NOT_ACCESSIBLE, Some(destructor)) = (code, state.declared) {
            let ty = Fill::Type(class.unqualified(db));
            let fills = vec![Fill::Declared(destructor), ty];
            self.problems.push(Problem::new((code, fills), site).at(at));
            return;
        }
        let fill = match (state.declared, class.class_entity(db)) {
            (Some(destructor), _) => Fill::DeclaredSignature(destructor),
            (None, Some(entity)) if entity.env(db).is_none() => {
                let own = entity.decl(db).ident(db);
                let class = crate::display::qualified_name(db, entity);
                // Behind a class whose destructor is defined it is known whether this one throws.
                let destroyer = self.owner.hir(db).map(|h| &h.name);
                let known = matches!(destroyer, Some(cleave_hir::NameId::Destructor(_)));
                let noexcept = if known && state.noexcept {
                    " noexcept"
                } else {
                    ""
                };
                let name = format!("{class}::~{own}(){noexcept}");
                Fill::Implicit(name.into())
            }
            (None, _) => return,
        };
        self.problems
            .push(Problem::new((code, vec![fill]), site).at(at));
    }

    /// The same of a base of the class at hand.
    pub(crate) fn destroy_base(&mut self, ty: Ty<'db>, site: Site<'db>, at: At<'db>) {
        self.with_mode(
            |m| &mut m.of_base,
            true,
            |cx| cx.check_destructor(ty, site, at),
        );
    }

    /// The same of a temporary object, an argument, or what is thrown: it is pointed at where the value is made.
    pub(crate) fn check_temporary(&mut self, e: ExprId) {
        let ty = self.ty(e);
        if !ty.is_class(self.db) || !self.reports_access() || self.is_bad(e) {
            return;
        }
        // Where it is said is looked for only if there is something to say.
        if self.wrong_destructor(ty).is_none() {
            return;
        }
        let mut made = e;
        while let ExprKind::Full(inner) | ExprKind::Materialize(inner) = self.node(made).kind {
            made = inner;
        }
        let site = self.site_of(made);
        let called = matches!(self.node(made).kind, ExprKind::Call { .. });
        match self.written(site).filter(|_| called) {
            Some(cleave_hir::Expr::Call(..)) => self.check_destructor(ty, site, At::Opening),
            Some(
                cleave_hir::Expr::Binary(..)
                | cleave_hir::Expr::Prefix(..)
                | cleave_hir::Expr::Postfix(..),
            ) => self.check_destructor(ty, site, At::Point),
            Some(_) => self.check_destructor(ty, self.start_of(made), At::First),
            None => {
                let at = match self.written(site) {
                    Some(
                        cleave_hir::Expr::CStyleCast(_, operand)
                        | cleave_hir::Expr::NamedCast(_, _, operand),
                    ) => first_token(self.db, self.site(*operand)),
                    _ => self.start_of(made),
                };
                self.check_destructor(ty, at, At::First);
            }
        }
    }

    /// The same of a variable: what is destroyed is pointed at where it is initialised.
    pub(crate) fn check_variable_destructor(
        &mut self,
        ty: Ty<'db>,
        (init, value): (&Init, Option<ExprId>),
        site: Site<'db>,
    ) {
        if self.wrong_destructor(ty).is_none() {
            return;
        }
        let first = match init {
            Init::Equal(e) | Init::Brace(e) => Some(*e),
            Init::Paren(args) => args.first().copied(),
            Init::None | Init::Elsewhere => None,
        };
        let mut made = value;
        while let Some(e) = made
            && let ExprKind::Full(inner) = self.node(e).kind
        {
            made = Some(inner);
        }
        let calls = |e: &ExprId| matches!(self.node(*e).kind, ExprKind::Call { .. });
        match (first, made.filter(calls)) {
            (_, Some(made)) if ty.is_class(self.db) => {
                if matches!(init, Init::Paren(_) | Init::Brace(_)) {
                    self.check_eliminated(ty, made);
                }
                self.check_temporary(made);
            }
            (Some(first), _) if ty.is_class(self.db) => {
                self.check_destructor(ty, first_token(self.db, self.site(first)), At::First);
            }
            _ => self.check_destructor(ty, site, At::Point),
        }
    }

    /// The same of the temporary object that is left out where `e` initialises an object of its class ([class.copy.elision]).
    pub(crate) fn check_eliminated(&mut self, ty: Ty<'db>, e: ExprId) {
        if !self.reports_access() || self.wrong_destructor(ty).is_none() {
            return;
        }
        let reported = self.problems.len();
        self.check_destructor(ty, self.start_of(e), At::First);
        if self.problems.len() > reported
            && let Some(mut problem) = self.problems.pop()
        {
            if problem.code == codes::DELETED_FUNCTION_REFERENCED {
                problem.code = codes::DELETED_DESTRUCTOR_OF_ELIMINATED_COPY;
                self.problems.push(problem);
            } else {
                problem.code = codes::INACCESSIBLE_ELIMINATED_COPY_DESTRUCTOR;
                self.warnings.push(problem);
            }
        }
    }
}
