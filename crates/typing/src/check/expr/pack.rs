//! Pack expansions and folds ([temp.variadic], [expr.prim.fold]).

use cleave_codes::codes;
use cleave_hir::{Expr as H, ExprId, Name};
use cleave_lang::{Builtin, Operator};

use crate::code::unexpanded;
use crate::resolve::packs::Expansion;
use crate::thir::{self, Category, ExprKind};
use crate::{At, Context, Problem, Site};

impl<'db> Context<'db> {
    /// How the pattern of an expression expands.
    fn expr_expansion(&mut self, pattern: ExprId) -> Expansion<'db> {
        let code = self.code;
        let mut names: Vec<Name> = Vec::new();
        unexpanded::expr_names(code, pattern, &mut |n| names.push(n.clone()));
        unexpanded::expr_parts_of(code, pattern, &mut |seen| {
            if let unexpanded::Seen::Expr(H::Lambda(lambda)) = seen {
                names.extend(crate::check::lambda::mention::of_lambda(code, lambda, false).names);
            }
        });
        self.expansion_of(&names)
    }

    /// What a pattern makes for each element of its packs; `None`: they are not known.
    pub(crate) fn expand_with<R>(
        &mut self,
        pattern: ExprId,
        mut each: impl FnMut(&mut Self) -> R,
    ) -> Option<Vec<R>> {
        match self.expr_expansion(pattern) {
            Expansion::Elements(elements) => {
                if elements.iter().any(|e| e.expansion) {
                    return None;
                }
                let mut out = Vec::with_capacity(elements.len());
                for element in &elements {
                    let before = self.enter(element);
                    out.push(each(self));
                    self.leave(before);
                }
                Some(out)
            }
            Expansion::Open => None,
            Expansion::Mismatch => {
                let site = self.site(pattern);
                self.problem(codes::Code::NONE, site);
                None
            }
        }
    }

    /// `sizeof...(p)`
    pub(crate) fn size_of_pack(&mut self, name: &Name, site: Site<'db>) -> thir::ExprId {
        let ty = self.builtin(crate::ty::classify::size_type(self.db));
        match self.expansion_of(std::slice::from_ref(name)) {
            Expansion::Elements(elements) if !elements.iter().any(|e| e.expansion) => self.int(
                crate::ty::classify::size_type(self.db),
                elements.len() as i128,
                site,
            ),
            Expansion::Open if self.is_of_user() && !self.is_substitution() => {
                self.no_pack(name, site);
                self.dependent_of(ty, Category::Prvalue, site)
            }
            _ => self.dependent_of(ty, Category::Prvalue, site),
        }
    }

    /// The operand of `sizeof...` that is certainly no pack ([expr.sizeof]/5).
    fn no_pack(&mut self, name: &Name, site: Site<'db>) {
        let is_local = match self.declared(name) {
            Some(crate::Declared::Locals { pack, .. }) => !*pack,
            None => self.is_plain_parameter(name),
            _ => false,
        };
        if !is_local {
            return;
        }
        let local = self.scopes.local_packs.iter().any(|(n, _)| n == name);
        if local || self.is_instantiation() || self.scopes.closure.is_some() {
            return;
        }
        let plain = crate::code::around::template_depth(self.db, self.owner) == 0;
        let problem = match plain {
            true => crate::Problem::new(codes::SIZEOF_PACK_OUTSIDE_VARIADIC_TEMPLATE, site),
            false => crate::Problem::new(codes::SIZEOF_PACK_OF_NO_PACK, site),
        };
        self.problems.push(problem.at(crate::At::First));
    }

    /// Whether a name means a parameter of a template around that is no pack.
    fn is_plain_parameter(&self, name: &Name) -> bool {
        let levels = crate::code::params::levels(self.db, self.owner.decl(self.db));
        let found = levels.iter().rev().find_map(|l| l.find(name));
        matches!(found, Some((_, false)))
    }

    /// Whether an expression mentions packs that are not expanded.
    fn has_pack(&mut self, e: ExprId) -> bool {
        matches!(self.code[e], H::Pack(_))
            || match self.expr_expansion(e) {
                Expansion::Elements(_) | Expansion::Mismatch => true,
                Expansion::Open => false,
            }
    }

    /// A fold-expression.
    pub(crate) fn fold(
        &mut self,
        op: Operator,
        left: Option<ExprId>,
        right: Option<ExprId>,
        is_left: bool,
        site: Site<'db>,
    ) -> thir::ExprId {
        let (pattern, init) = match (left, right) {
            (Some(a), Some(b)) => match is_left {
                // `(init op ... op pack)` and `(pack op ... op init)`.
                true => (b, Some(a)),
                false => (a, Some(b)),
            },
            (Some(a), None) => (a, None),
            (None, Some(b)) => (b, None),
            (None, None) => return self.error_expr(site),
        };
        let (pattern, init) = match init {
            Some(i) if !self.has_pack(pattern) && self.has_pack(i) => (i, Some(pattern)),
            init => (pattern, init),
        };
        let Some(mut elements) = self.expand_with(pattern, |cx| cx.expr(pattern)) else {
            if let Some(init) = init {
                self.expr(init);
            }
            return self.dependent_expr(site);
        };
        if let Some(init) = init {
            let init = self.expr(init);
            match is_left {
                true => elements.insert(0, init),
                false => elements.push(init),
            }
        }
        let combined = match is_left {
            true => elements
                .into_iter()
                .reduce(|a, b| self.binary(op, a, b, site)),
            false => elements
                .into_iter()
                .rev()
                .reduce(|b, a| self.binary(op, a, b, site)),
        };
        match (combined, op) {
            (Some(e), _) => e,
            (None, Operator::LogicalAnd) => self.bool(true, site),
            (None, Operator::LogicalOr) => self.bool(false, site),
            (None, Operator::Comma) => {
                let void = self.builtin(Builtin::Void);
                self.prvalue(ExprKind::Zero, void, site)
            }
            (None, _) => {
                let problem = Problem::new(codes::EMPTY_FOLD_EXPANSION, site).at(At::Opening);
                self.report(problem)
            }
        }
    }
}
