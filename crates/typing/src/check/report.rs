//! What is said of calls that find no function, or too many ([over.match.general]).

use cleave_hir::{NameId, Path};

use super::init::Purpose;
use crate::function::signature;
use crate::overload::{Candidate, Reason};
use crate::problem::Detail;
use crate::thir::E;
use crate::{Context, Entity, Fill, Problem, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// A deleted function was chosen.
    pub(crate) fn deleted(&mut self, function: Entity<'db>, site: Site<'db>) -> E {
        self.reject(1776, site, vec![Fill::Entity(function)])
    }

    /// An identifier that nothing declares.
    pub(crate) fn undefined(&mut self, path: &Path, site: Site<'db>) -> E {
        match &path.name {
            NameId::Ident(name) if path.is_unqualified() => {
                self.reject(20, site, vec![Fill::Name(name.as_str().into())])
            }
            _ if self.is_substitution() => self.reject(crate::numbers::NO_MEMBER, site, Vec::new()),
            _ => self.error_expr(site),
        }
    }

    pub(super) fn types_of(&self, args: &[E]) -> Option<Vec<Ty<'db>>> {
        let db = self.db;
        let types: Vec<_> = args.iter().map(|&e| self.ty(e)).collect();
        let plain = |t: &Ty<'db>| {
            !t.is_unknown(db) && !matches!(t.kind(db), TyKind::Overloaded | TyKind::List)
        };
        types.iter().all(plain).then_some(types)
    }

    /// No function is viable.
    pub(crate) fn no_function(
        &mut self,
        set: &[Entity<'db>],
        args: &[E],
        object: Option<E>,
        failed: &[(Entity<'db>, Reason)],
        site: Site<'db>,
    ) -> E {
        let db = self.db;
        let [first, ..] = *set else {
            return self.error_expr(site);
        };
        if let [only] = *set
            && !only.is_template(db)
        {
            // One function: the first argument that does not fit is to blame.
            match failed.first().map(|f| f.1) {
                Some(Reason::Count) => {
                    let required = signature(db, only).map_or(0, |s| s.required as usize);
                    let number = if args.len() < required { 165 } else { 140 };
                    return self.reject(number, site, Vec::new());
                }
                Some(Reason::Conversion(i)) => {
                    if let (Some(sig), Some(&arg)) = (signature(db, only), args.get(i as usize))
                        && let Some(&param) = sig.ty.params.get(i as usize)
                    {
                        return self.cannot(arg, param, Purpose::Argument);
                    }
                }
                _ => {}
            }
        }
        let Some(types) = self.types_of(args) else {
            let bad = self.reject(304, site, vec![Fill::Entity(first)]);
            return bad;
        };
        let mut problem = Problem::new(304, site, vec![Fill::Entity(first)]);
        if !types.is_empty() {
            problem = problem.detail(Detail::ArgumentTypes(types));
        }
        if let Some(object) = object
            && !self.is_bad(object)
            && failed.iter().any(|f| f.1 == Reason::Conversion(0))
        {
            problem = problem.detail(Detail::ObjectType(self.ty(object)));
        }
        for (f, reason) in failed.iter().rev() {
            let number = match reason {
                Reason::Count => 3322,
                Reason::Deduction => 3327,
                Reason::Conversion(_) => continue,
            };
            problem = problem.note(Problem::new(number, site, vec![Fill::Entity(*f)]));
        }
        self.report(problem)
    }

    /// Records a problem with its details; the expression is an error.
    pub(super) fn report(&mut self, problem: Problem<'db>) -> E {
        let bad = self.reject(problem.number, problem.site, Vec::new());
        if let Some(last) = self.problems.last_mut() {
            *last = problem;
        }
        bad
    }

    /// No constructor is viable.
    pub(crate) fn no_constructor(
        &mut self,
        class: Ty<'db>,
        args: &[E],
        failed: &[(Entity<'db>, Reason)],
        site: Site<'db>,
    ) -> E {
        if args.is_empty() {
            return self.reject(291, site, vec![Fill::Type(class)]);
        }
        let entity = failed.first().map(|f| f.0);
        let Some(entity) = entity else {
            if let ([e], false) = (args, self.is_bad(args[0])) {
                let fills = vec![Fill::Type(self.ty(*e)), Fill::Type(class)];
                return self.reject(415, site, fills);
            }
            return self.reject(289, site, vec![Fill::Type(class)]);
        };
        let mut problem = Problem::new(289, site, vec![Fill::Entity(entity)]);
        if let Some(types) = self.types_of(args) {
            problem = problem.detail(Detail::ArgumentTypes(types));
        }
        self.report(problem)
    }

    /// Several functions are best.
    pub(crate) fn ambiguous_call(
        &mut self,
        found: &[Candidate<'db>],
        args: &[E],
        site: Site<'db>,
    ) -> E {
        let functions: Vec<_> = found
            .iter()
            .filter_map(|c| c.template.or(c.function()))
            .collect();
        let Some(&first) = functions.first() else {
            return self.error_expr(site);
        };
        let mut problem = Problem::new(308, site, vec![Fill::Entity(first)]);
        for f in functions {
            problem = problem.detail(Detail::Candidate(f));
        }
        if let Some(types) = self.types_of(args).filter(|t| !t.is_empty()) {
            problem = problem.detail(Detail::ArgumentTypes(types));
        }
        self.report(problem)
    }
}
