//! What is said of calls that find no function, or too many ([over.match.general]).

use cleave_codes::codes;
use cleave_hir::{NameId, Path, TemplateArgRef};

use crate::check::expr::name::template_arguments::Suppressed;
use crate::check::init::{Mode, Purpose};
use crate::code::source::first_token;
use crate::lookup::qualified::declared_name;
use crate::lookup::unseen::is_unseen;
use crate::overload::{Candidate, Reason};
use crate::problem::Detail;
use crate::thir::{ExprId, ExprKind};
use crate::{At, Context, Entity, Fill, Problem, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// A deleted function was chosen.
    pub(crate) fn deleted(&mut self, function: Entity<'db>, site: Site<'db>) -> ExprId {
        // A member's name is pointed at, of other callees the first token.
        let at = match self.written(site) {
            Some(cleave_hir::Expr::Call(callee, _))
                if matches!(self.code[*callee], cleave_hir::Expr::Member { .. }) =>
            {
                self.site(*callee)
            }
            _ => site,
        };
        self.reject(
            codes::DELETED_FUNCTION_REFERENCED {
                entity: Fill::DeclaredSignature(function),
            },
            at,
        )
    }

    /// A deleted constructor was chosen.
    pub(crate) fn deleted_constructor(
        &mut self,
        constructor: Entity<'db>,
        class: Ty<'db>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> ExprId {
        let Some(&first) = args.first() else {
            return self.reject(
                codes::DELETED_DEFAULT_CONSTRUCTOR {
                    ty: Fill::Type(class),
                },
                site,
            );
        };
        let fills = vec![Fill::DeclaredSignature(constructor)];
        match site.as_declaration() {
            Some(_) => self.wrong_operand((codes::DELETED_FUNCTION_REFERENCED, fills), first),
            None => self.reject((codes::DELETED_FUNCTION_REFERENCED, fills), site),
        }
    }

    /// An identifier that nothing declares.
    pub(crate) fn undefined(&mut self, path: &Path, site: Site<'db>) -> ExprId {
        let unqualified = matches!(path.name, NameId::Ident(_)) && path.is_unqualified();
        match self.undefined_name(path, site) {
            Some(problem) => self.report(problem),
            None if !unqualified && self.is_substitution() => {
                self.reject(codes::NO_SUCH_MEMBER, site)
            }
            None => self.error_expr(site),
        }
    }

    /// What is said of a name that nothing declares. `None`: it may be one that is known elsewhere.
    pub(crate) fn undefined_name(&mut self, path: &Path, site: Site<'db>) -> Option<Problem<'db>> {
        if !path.is_unqualified() {
            return self.no_member_of_scope(path, site);
        }
        let NameId::Ident(name) = &path.name else {
            let name = Fill::Name(declared_name(&path.name)?.into());
            return Some(Problem::new(codes::UNDEFINED_IDENTIFIER { name }, site));
        };
        let item = self.code_ref.item;
        let is_known = !self.is_substitution()
            && !crate::check::call::builtin::is_of_another(self.db, item, name.as_str())
            && (cleave_syntax::is_implementation_name(name.as_str())
                || cleave_names::is_of_user(self.db, item)
                    && is_unseen(self.db, item, item.scope(self.db), name.as_str()));
        let code = codes::UNDEFINED_IDENTIFIER {
            name: Fill::Name(name.as_str().into()),
        };
        (!is_known).then(|| Problem::new(code, site))
    }

    fn no_member_of_scope(&mut self, path: &Path, site: Site<'db>) -> Option<Problem<'db>> {
        let scope = crate::convert::quietly(self, |cx| cx.scope_of(path));
        self.no_such_member(&scope, path, site)
    }

    /// The types of the arguments of a call for its message, if all of them have one.
    pub(crate) fn shown_arguments(&mut self, args: &[ExprId]) -> Option<Vec<Fill<'db>>> {
        let db = self.db;
        let plain = |e: &ExprId| {
            let ty = self.ty(*e);
            !ty.is_unknown(db) && !matches!(ty.kind(db), TyKind::Overloaded | TyKind::List)
        };
        args.iter().all(plain).then(|| self.shown_all(args))
    }

    /// No function is viable.
    pub(crate) fn no_function(
        &mut self,
        set: &[Entity<'db>],
        args: &[ExprId],
        object: Option<ExprId>,
        failed: &[(Entity<'db>, Reason)],
        explicit: Option<&[TemplateArgRef]>,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        if let Some(written) = explicit
            && self.explicit_values(set, written) == Suppressed::Name
        {
            if let Some(cleave_hir::Expr::Launch(..)) = self.written(site) {
                self.read_as_declaration(site);
            }
            return self.error_expr(site);
        }
        let [first, ..] = *set else {
            return self.error_expr(site);
        };
        if let ([only], Some(object)) = (set, object)
            && let Some(e) = self.wrong_object(*only, object, args, site)
        {
            return e;
        }
        // An object that is called as a function.
        let functor = object.is_some()
            && (first.decl(db).closure(db).is_some()
                || first.hir(db).is_some_and(|d| {
                    matches!(d.name, NameId::Operator(cleave_lang::Operator::Call))
                }))
            && match self.written(site) {
                Some(cleave_hir::Expr::Call(callee, _)) => {
                    let mut at = *callee;
                    while let cleave_hir::Expr::Paren(inner) = self.code[at] {
                        at = inner;
                    }
                    !matches!(&self.code[at], cleave_hir::Expr::Member { member, .. }
                        if matches!(member.name, NameId::Operator(_)))
                }
                _ => false,
            };
        if let ([only], true) = (set, functor)
            && !only.is_template(db)
        {
            let at = first_token(db, site);
            let prevented = object.is_some_and(|o| self.is_prevented(set, o, args, explicit));
            let number = match prevented {
                true => codes::NO_OVERLOAD_FOR_QUALIFIED_OBJECT,
                false => codes::NOT_CALLABLE_WITH_ARGUMENTS,
            };
            let mut problem = Problem::new((number, vec![Fill::Entity(*only)]), at).at(At::First);
            if let Some(types) = self.shown_arguments(args).filter(|t| !t.is_empty()) {
                problem = problem.detail(Detail::ArgumentTypes(types));
            }
            if let Some(object) = object {
                problem = problem.detail(Detail::ObjectType(self.shown(object, self.ty(object))));
            }
            return self.report(problem);
        }
        if let [only] = *set
            && !only.is_template(db)
        {
            let misfits = matches!(
                failed.first().map(|f| f.1),
                Some(Reason::Count | Reason::Conversion(_))
            );
            if misfits && let Some(bad) = self.wrong_arguments(only, object, args, site) {
                return bad;
            }
        }
        let Some((what, at)) = self.no_function_of(set, object, site) else {
            return self.error_expr(site);
        };
        let Some(types) = self.shown_arguments(args) else {
            return self.reject(codes::NO_MATCHING_FUNCTION { function: what }, at);
        };
        let number = match object {
            Some(object) if self.is_prevented(set, object, args, explicit) => {
                codes::NO_OVERLOAD_FOR_QUALIFIED_OBJECT
            }
            _ => codes::NO_MATCHING_FUNCTION,
        };
        let mut problem = Problem::new((number, vec![what]), at);
        if !types.is_empty() {
            problem = problem.detail(Detail::ArgumentTypes(types));
        }
        let is_named = functor || number == codes::NO_OVERLOAD_FOR_QUALIFIED_OBJECT;
        if let Some(object) = object
            && !self.is_bad(object)
            && (is_named || self.is_member_access(site))
        {
            problem = problem.detail(Detail::ObjectType(self.shown(object, self.ty(object))));
        }
        problem.notes = mismatches(failed, object.is_some(), site);
        if let Some(written) = explicit
            && failed.iter().any(|f| f.1 == Reason::Explicit)
        {
            let text = self.explicit_text(written);
            for (f, _) in failed.iter().rev().filter(|f| f.1 == Reason::Explicit) {
                let note = Problem::new(
                    codes::CANDIDATE_SUBSTITUTION_FAILED {
                        arguments: Fill::Spelled(text.clone()),
                        function: Fill::Entity(*f),
                    },
                    site,
                )
                .at(At::Declared(*f));
                problem.notes.push(note);
            }
        }
        self.report(problem)
    }

    /// Whether a call is written as one of a member of an object.
    fn is_member_access(&self, site: Site<'db>) -> bool {
        let mut callee = self.callee_written(site);
        while let Some(at) = callee {
            match self.code[at] {
                cleave_hir::Expr::Paren(inner) => callee = Some(inner),
                cleave_hir::Expr::Member { .. } => return true,
                _ => return false,
            }
        }
        false
    }

    /// What a call that finds no function of a set is said to call, and where that is said.
    pub(super) fn no_function_of(
        &mut self,
        set: &[Entity<'db>],
        object: Option<ExprId>,
        site: Site<'db>,
    ) -> Option<(Fill<'db>, Site<'db>)> {
        let what = match *set {
            [] => return None,
            [only] => Fill::Entity(only),
            [first, ..] => {
                let kind = "overloaded function";
                let callee = self.callee_written(site);
                let shown = object.and_then(|o| {
                    let inherited = callee.and_then(|c| self.set_of_object(c, o, first));
                    inherited.or_else(|| self.shown_members(kind, first, o))
                });
                shown.unwrap_or_else(|| self.set_named(callee, first))
            }
        };
        // A member's name is pointed at, of other callees the first token.
        let callee = match self.written(site) {
            Some(cleave_hir::Expr::Call(callee, _)) => Some(*callee),
            _ => None,
        };
        let member = callee.filter(|&c| matches!(self.code[c], cleave_hir::Expr::Member { .. }));
        Some((what, member.map_or(site, |c| self.site(c))))
    }

    /// Records a problem with its details; the expression is an error.
    pub(crate) fn report(&mut self, problem: Problem<'db>) -> ExprId {
        let bad = self.reject(problem.code, problem.site);
        if let Some(last) = self.problems.last_mut() {
            *last = problem;
        }
        bad
    }

    /// No constructor is viable.
    pub(crate) fn no_constructor(
        &mut self,
        class: Ty<'db>,
        args: &[ExprId],
        failed: &[(Entity<'db>, Reason)],
        site: Site<'db>,
    ) -> ExprId {
        let listed = matches!(self.written(site), Some(cleave_hir::Expr::List(_)));
        if args.is_empty() && (!listed || failed.is_empty()) {
            // Whether a union's members leave it one is not looked at closely enough.
            let union = failed.is_empty()
                && crate::class::class_info(self.db, class).is_some_and(|i| i.is_union);
            return match union {
                true => self.error_expr(site),
                false => self.reject(
                    codes::NO_DEFAULT_CONSTRUCTOR {
                        ty: Fill::Type(class),
                    },
                    site,
                ),
            };
        }
        self.no_matching_constructor(class, args, failed, site)
    }

    /// The same where arguments, or that there are none, have been written.
    pub(crate) fn no_matching_constructor(
        &mut self,
        class: Ty<'db>,
        args: &[ExprId],
        failed: &[(Entity<'db>, Reason)],
        site: Site<'db>,
    ) -> ExprId {
        let entity = failed.first().map(|f| f.0);
        let Some(entity) = entity else {
            return self.no_written_constructor(class, args, site);
        };
        // Of a declaration the first argument is pointed at.
        let (site, at) = match (site.as_declaration(), args.first()) {
            (Some(_), Some(&first)) => {
                let first = self.start_of(first);
                (first, At::First)
            }
            _ => (site, At::Point),
        };
        let shown = self.shown_constructors(entity);
        let entity = shown.unwrap_or(Fill::Constructor(entity));
        let code = codes::NO_MATCHING_CONSTRUCTOR { entity };
        let mut problem = Problem::new(code, site).at(at);
        if let Some(types) = self.shown_arguments(args).filter(|t| !t.is_empty()) {
            problem = problem.detail(Detail::ArgumentTypes(types));
        }
        problem.notes = mismatches(failed, false, site);
        self.report(problem)
    }

    /// The same of a class that nobody has written a constructor for. If what the compiler makes does nothing, the reference
    /// reads the arguments as if one were to be converted.
    fn no_written_constructor(
        &mut self,
        class: Ty<'db>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> ExprId {
        use crate::class::{Special, special};
        let db = self.db;
        let trivial = special(db, class, Special::Default)
            .is_none_or(|s| s.declared.is_some() || s.trivial || s.deleted);
        let Some(&first) = args.first() else {
            let number = match class.kind(db) {
                TyKind::Closure(_) => codes::DELETED_DEFAULT_CONSTRUCTOR,
                _ => codes::NO_MATCHING_CONSTRUCTOR,
            };
            return self.reject((number, vec![Fill::Type(class)]), site);
        };
        if self.is_bad(first) {
            return self.error_expr(site);
        }
        if !trivial && let Some(entity) = class.class_entity(db) {
            let name = crate::display::qualified_name(db, entity);
            let own = name.rsplit("::").next().unwrap_or(&name);
            let own = own.split('<').next().unwrap_or(own);
            let (site, at) = match site.as_declaration() {
                Some(_) => (self.start_of(first), At::First),
                None => (site, At::Point),
            };
            let what = Fill::Kind("constructor", format!("{name}::{own}").into());
            let mut problem =
                Problem::new(codes::NO_MATCHING_CONSTRUCTOR { entity: what }, site).at(at);
            if let Some(types) = self.shown_arguments(args) {
                problem = problem.detail(Detail::ArgumentTypes(types));
            }
            return self.report(problem);
        }
        // What the list would initialise is a temporary to copy from.
        if args.len() == 1 && matches!(self.node(first).kind, ExprKind::List(_)) {
            return self.list_initialize(class, first, Mode::Copy, Purpose::Argument);
        }
        let expr = self.written(site);
        let listed = matches!(expr, Some(cleave_hir::Expr::List(_)));
        if let (Some(&second), true) = (args.get(1), listed) {
            return self.wrong_operand(codes::TOO_MANY_INITIALIZERS, second);
        }
        // Nothing but a declaration may have more between the parentheses.
        let made = site != self.site_of(first)
            && matches!(
                expr,
                Some(
                    cleave_hir::Expr::Functional(..)
                        | cleave_hir::Expr::Call(..)
                        | cleave_hir::Expr::New { .. }
                )
            );
        if let (Some(&second), false) = (args.get(1), made) {
            self.wrong_operand(codes::TOO_MANY_INITIALIZERS, second);
        }
        let from = self.ty(first);
        let number = if from.is_class(db) {
            codes::NO_USER_DEFINED_CONVERSION
        } else {
            codes::NO_CONVERTING_CONSTRUCTOR
        };
        let class = match from.is_class(db) {
            true => self.shown_target(class),
            false => self.shown_target_class(class),
        };
        let fills = vec![self.shown(first, from), class];
        let bad = self.wrong_operand((number, fills), first);
        if args.len() > 1 && made {
            let after = Problem::new(codes::EXP_RPAREN, self.site_of(first)).at(At::After);
            self.problems.push(after);
        }
        bad
    }

    /// Whether `()` is what calls a constructor without arguments.
    fn is_parenthesized_empty(&self, site: Site<'db>) -> bool {
        use cleave_hir::Expr as H;
        match self.written(site) {
            Some(H::Call(..) | H::Functional(..)) => true,
            Some(H::New { init, .. }) => matches!(init, cleave_hir::Init::Paren(_)),
            _ => false,
        }
    }

    /// Several functions are best.
    pub(crate) fn ambiguous_call(
        &mut self,
        found: &[Candidate<'db>],
        args: &[ExprId],
        site: Site<'db>,
    ) -> ExprId {
        let functions: Vec<_> = found
            .iter()
            .filter_map(|c| c.template.or(c.function()))
            .collect();
        let Some(&first) = functions.first() else {
            return self.error_expr(site);
        };
        let constructor = first.hir(self.db).is_some_and(|d| {
            matches!(&d.kind, cleave_hir::DeclKind::Function(f) if f.special == cleave_names::decl::Special::Constructor)
        });
        if constructor && args.is_empty() && !self.is_parenthesized_empty(site) {
            let class = crate::function::class_of(self.db, first);
            if let Some(class) = class.and_then(|c| c.class_entity(self.db)) {
                let class = Fill::Entity(class);
                return self.reject(codes::SEVERAL_DEFAULT_CONSTRUCTORS { class }, site);
            }
        }
        let mut problem = match constructor {
            true => {
                let constructor = Fill::Constructor(first);
                Problem::new(codes::AMBIGUOUS_CONSTRUCTOR { constructor }, site)
            }
            false => {
                let function = self.set_called(site, first);
                Problem::new(codes::AMBIGUOUS_OVERLOADED_FUNCTION { function }, site)
            }
        };
        for f in functions {
            problem = problem.detail(Detail::Candidate(f));
        }
        if let Some(types) = self.shown_arguments(args).filter(|t| !t.is_empty()) {
            problem = problem.detail(Detail::ArgumentTypes(types));
        }
        self.report(problem)
    }
}

/// Notes on why candidates are not viable, the last declared one first.
pub(crate) fn mismatches<'db>(
    failed: &[(Entity<'db>, Reason)],
    has_object: bool,
    site: Site<'db>,
) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (f, reason) in failed.iter().rev() {
        let (number, index) = match reason {
            Reason::Count => (codes::CANDIDATE_PARAMETER_COUNT_MISMATCH, None),
            Reason::Deduction => (codes::CANDIDATE_DEDUCTION_FAILED, None),
            // Said with the arguments by who has them.
            Reason::Explicit => continue,
            // That the object does not fit is said in the message itself.
            Reason::Conversion(0) if has_object => continue,
            Reason::Conversion(i) => (codes::CANDIDATE_ARGUMENT_MISMATCH, Some(i128::from(*i) + 1)),
        };
        let mut fills = vec![Fill::Entity(*f)];
        fills.extend(index.map(Fill::Number));
        out.push(Problem::new((number, fills), site).at(At::Declared(*f)));
    }
    out
}
