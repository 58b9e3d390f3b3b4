//! Bounds of arrays ([dcl.array]), and what is said of those that are none.

use cleave_codes::codes;

use crate::code::source::first_token;
use cleave_hir::DeclKind;

use crate::code::params::{has_own, levels};
use crate::{Arg, Bound, Context, Ty};

impl<'db> Context<'db> {
    pub(super) fn bound(&mut self, e: cleave_hir::ExprId) -> Option<Bound<'db>> {
        let size = Ty::builtin(self.db, crate::ty::classify::size_type(self.db));
        if let Some(problem) = self.wrong_bound(e, size) {
            self.problems.push(problem);
            return None;
        }
        let problems = self.problems.len();
        let arg = self.value_arg(e, Some(size));
        if arg.is_none() && self.is_negative_bound(e, problems) {
            self.problems.truncate(problems);
            let site = first_token(self.db, self.expr_site(e));
            self.problems.push(
                crate::Problem::new(codes::ARRAY_SIZE_NOT_POSITIVE, site).at(crate::At::First),
            );
            return None;
        }
        // Which of several conversion functions do not narrow is not told here ([expr.const]/10).
        let several = |p: &crate::Problem<'db>| p.code == codes::AMBIGUOUS_CONVERSION_FUNCTION;
        if self.problems.iter().skip(problems).any(several) {
            self.problems.truncate(problems);
            self.unknown = true;
            return None;
        }
        if arg.is_none() && self.code_ref.body.is_some() && !self.is_substitution() {
            // An array of variable length.
            self.problems.truncate(problems);
            self.unknown = true;
        }
        match arg? {
            Arg::Value(c) => match c.as_int(self.db) {
                Some(0) if self.makes_no_empty_arrays() => {
                    self.fail();
                    None
                }
                Some(n) => match u64::try_from(n) {
                    Ok(n) => Some(Bound::Known(n)),
                    Err(_) => {
                        self.fail();
                        None
                    }
                },
                None => {
                    self.unknown = true;
                    None
                }
            },
            Arg::Param { level, index, .. } => Some(Bound::Param { level, index }),
            Arg::Dependent(site, env) => Some(Bound::Dependent(site, env)),
            _ => {
                self.unknown = true;
                None
            }
        }
    }

    /// Whether an array of no elements is a failure here: it is one in the signature of a function and in an alias under arguments
    /// ([temp.deduct.general]). A member of a class under arguments may be GNU's array of no elements.
    fn makes_no_empty_arrays(&self) -> bool {
        let decl = self.owner.decl(self.db);
        let is_member = || match self.owner.kind(self.db) {
            Some(DeclKind::Class(_)) => !self.modes.in_head,
            Some(DeclKind::Variable(_)) => true,
            Some(DeclKind::Function(_)) => false,
            _ => !has_own(levels(self.db, decl), decl),
        };
        self.modes.substitution || self.is_substitution() && !is_member()
    }

    /// Whether a type as it is written is an array with a bound that is certainly no constant: of variable length, as GNU's
    /// compilers have it.
    pub(crate) fn is_of_variable_length(&mut self, ty: cleave_hir::TypeId) -> bool {
        let size = Ty::builtin(self.db, crate::ty::classify::size_type(self.db));
        let mut at = ty;
        while let cleave_hir::TypeRef::Array { element, bound } = self.code[at] {
            if let Some(e) = bound
                && self.is_no_constant(e, size)
            {
                return true;
            }
            at = element;
        }
        false
    }

    /// What is said of a bound of an array that `new` makes: all but the outermost have to be constants ([expr.new]/8).
    pub(crate) fn inner_bound(&mut self, ty: cleave_hir::TypeId) -> Option<crate::Problem<'db>> {
        let size = Ty::builtin(self.db, crate::ty::classify::size_type(self.db));
        let mut at = match self.code[ty] {
            cleave_hir::TypeRef::Array { element, .. } => element,
            _ => return None,
        };
        while let cleave_hir::TypeRef::Array { element, bound } = self.code[at] {
            if let Some(e) = bound
                && self.is_no_constant(e, size)
            {
                let site = first_token(self.db, self.expr_site(e));
                let problem = crate::Problem::new(codes::EXPR_NOT_CONSTANT, site);
                return Some(problem.at(crate::At::First));
            }
            at = element;
        }
        None
    }

    /// Whether an expression is certainly no constant of a type, and does not become one by template arguments.
    fn is_no_constant(&mut self, e: cleave_hir::ExprId, ty: Ty<'db>) -> bool {
        if self.is_dependent_expr(e) {
            return false;
        }
        let value = crate::convert::quietly(self, |cx| {
            cx.with_mode(
                |m| &mut m.in_type,
                false,
                |cx| crate::eval::constant_expression(cx, e, Some(ty)),
            )
        });
        matches!(value, Err(crate::eval::Failure::NotConstant(_)))
    }

    /// What is said of a bound that is no integer ([dcl.array]/1). Of what libraries declare nothing is.
    fn wrong_bound(&mut self, e: cleave_hir::ExprId, size: Ty<'db>) -> Option<crate::Problem<'db>> {
        use cleave_hir::{Expr as H, Literal};
        let db = self.db;
        let plain = matches!(
            &self.code[e],
            H::Literal(Literal::Int { .. } | Literal::Char { .. })
        );
        if plain
            || self.is_substitution()
            || self.env.is_some()
            || !cleave_names::is_of_user(db, self.code_ref.item)
            || self.is_dependent_expr(e)
        {
            return None;
        }
        let ty = crate::convert::quietly(self, |cx| {
            let e = cx.with_mode(|m| &mut m.in_type, false, |cx| cx.unevaluated(e));
            match cx.is_bad(e) {
                true => Ty::error(db),
                false => cx.ty(e).decayed(db).unqualified(db),
            }
        });
        let wrong = ty.is_class(db) && self.converts_to_nothing(ty)
            || ty.is_pointer(db)
            || ty.is_nullptr(db)
            || ty.is_arithmetic(db) && !ty.is_integral(db)
            || crate::convert::is_scoped(db, ty);
        let site = first_token(db, self.expr_site(e));
        let problem = match self.code_ref.body.is_some() {
            true => crate::Problem::new(codes::NOT_INTEGRAL_OR_UNSCOPED_ENUM, site),
            false => crate::Problem::new(
                codes::CONSTANT_OF_WRONG_TYPE {
                    ty: crate::Fill::Type(ty),
                    required: crate::Fill::Type(size),
                },
                site,
            ),
        };
        wrong.then(|| problem.at(crate::At::First))
    }

    /// Whether the bound of an array, which was not taken, is a negative number. `from`: the problems since it was read.
    fn is_negative_bound(&mut self, e: cleave_hir::ExprId, from: usize) -> bool {
        let number = self.problems.get(from).map(|p| p.code);
        if !matches!(
            number,
            Some(codes::NARROWING_VALUE_DOES_NOT_FIT | codes::TEMPLATE_ARGUMENTS_MISSING)
        ) {
            return false;
        }
        match crate::convert::quietly(self, |cx| cx.value_arg(e, None)) {
            Some(Arg::Value(value)) => value.as_int(self.db).is_some_and(|n| n < 0),
            _ => false,
        }
    }
}
