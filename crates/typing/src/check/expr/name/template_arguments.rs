//! Explicit template arguments that are expressions ([temp.arg.explicit]): what is wrong with them by themselves, which is reported
//! before a function is chosen, and what is wrong with their values, which is reported when none fits.

use cleave_codes::codes;
use cleave_hir::{Expr as H, ExprId, Path, TemplateArgRef, TemplateParamKind, TypeRef};
use cleave_syntax::Standard;

use crate::check::expr::name::Named;
use crate::code::params::{ParamRef, own_level};
use crate::convert::quietly;
use crate::thir::{self, ExprKind};
use crate::{Context, Entity, Problem, Ty};

/// How many expressions of an argument are looked at.
const MOST: usize = 10_000;

/// What is wrong with expressions among explicit arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suppressed {
    /// Nothing.
    No,
    /// Enough not to call anything.
    Call,
    /// So much that the template-id names nothing.
    Name,
}

impl<'db> Context<'db> {
    /// Types the expressions among the explicit arguments of a call of `set` where a template takes values, and says what is
    /// wrong with them.
    pub(crate) fn explicit_errors(
        &mut self,
        set: &[Entity<'db>],
        written: &'db [TemplateArgRef],
    ) -> Suppressed {
        if self.is_dependent_place() || self.in_template() || self.is_substitution() {
            let is_looked_at = !self.is_substitution() && self.is_of_user();
            let mut types = written.iter().filter_map(|arg| match arg {
                TemplateArgRef::Type(ty) => Some(*ty),
                _ => None,
            });
            return match is_looked_at && types.any(|ty| self.names_nothing(ty)) {
                true => Suppressed::Name,
                false => Suppressed::No,
            };
        }
        let mut out = Suppressed::No;
        for (i, arg) in written.iter().enumerate() {
            if let TemplateArgRef::Pack(_) = arg {
                break;
            }
            let e = match arg {
                TemplateArgRef::Expr(e) => e,
                TemplateArgRef::Type(ty) if self.names_nothing(*ty) => {
                    out = Suppressed::Name;
                    break;
                }
                _ => continue,
            };
            if !set.iter().any(|f| self.value_parameter(*f, i).is_some()) {
                continue;
            }
            let from = self.problems.len();
            let typed = self.expr(*e);
            let mut found = self.problems.split_off(from);
            // An argument of the wrong sort is a matter of substitution.
            found.retain(|p| p.code != codes::TYPE_NAME_NOT_ALLOWED);
            // Where several partial specialisations match, the class is known all the same.
            let known = found
                .iter()
                .all(|p| p.code == codes::AMBIGUOUS_PARTIAL_SPECIALIZATION);
            if !found.is_empty() {
                out = if known {
                    Suppressed::Call
                } else {
                    Suppressed::Name
                };
            }
            self.problems.extend(found);
            if out == Suppressed::No && (self.calls_wrong(typed) || self.holds_lambda(*e)) {
                out = Suppressed::Name;
            }
            if out != Suppressed::No {
                break;
            }
        }
        out
    }

    /// Says which names in the template arguments of a dependent name nothing declares.
    pub(crate) fn undefined_in_arguments(&mut self, path: &Path) {
        let is_looked_at = path.args.is_some() && self.is_of_user();
        for arg in path.args.iter().flatten().filter(|_| is_looked_at) {
            if let TemplateArgRef::Type(ty) = arg {
                self.undefined_in(*ty);
            }
        }
    }

    /// Whether a name that could be a type's or a value's is neither's. Says what is wrong with a qualified one.
    fn names_nothing(&mut self, ty: cleave_hir::TypeId) -> bool {
        let code = self.code;
        let TypeRef::Path {
            path,
            elaborated: None,
            ..
        } = &code[ty]
        else {
            return false;
        };
        let site = self.type_site(ty);
        match self.name(path, site) {
            Named::Nothing => {
                self.undefined(path, site);
                true
            }
            _ => false,
        }
    }

    /// Whether an expression calls instances with errors in them, which are instantiated for it.
    fn calls_wrong(&mut self, e: thir::ExprId) -> bool {
        let db = self.db;
        let mut open = vec![e];
        let mut wrong = false;
        for _ in 0..MOST {
            let Some(e) = open.pop() else { break };
            let x = self.node(e);
            let site = x.site;
            x.kind.operands(&mut open);
            if let ExprKind::Call { callee, .. } = x.kind
                && callee.env(db).is_some()
                && crate::check::body(db, callee)
                    .is_some_and(|t| t.problems.iter().any(is_named_so))
            {
                wrong = true;
                self.out.required.push((callee, site));
            }
        }
        wrong
    }

    /// Whether an expression holds a lambda where none may stand ([expr.prim.lambda]/2 of C++17).
    fn holds_lambda(&self, e: ExprId) -> bool {
        let standard = self.code_ref.item.file(self.db).dialect(self.db).standard;
        if standard >= Standard::Cpp20 {
            return false;
        }
        let mut open = vec![e];
        for _ in 0..MOST {
            let Some(e) = open.pop() else { break };
            match &self.code[e] {
                H::Lambda(_) => return true,
                H::Paren(e) | H::Prefix(_, e) | H::Postfix(_, e) => open.push(*e),
                H::Binary(_, a, b) => open.extend([*a, *b]),
                H::Conditional(a, b, c) => {
                    open.extend([*a, *c]);
                    open.extend(b);
                }
                H::Index(a, b) | H::Call(a, b) => {
                    open.push(*a);
                    open.extend(b.iter());
                }
                H::Member { base, .. } => open.push(*base),
                _ => {}
            }
        }
        false
    }

    /// The type of a template's parameter of that number, if it is a value.
    fn value_parameter(&self, template: Entity<'db>, number: usize) -> Option<Ty<'db>> {
        let level = own_level(self.db, template.decl(self.db))?;
        let Some(ParamRef::Written(param)) = level.params(self.db).get(number).copied() else {
            return None;
        };
        match param.kind {
            TemplateParamKind::Value { ty, .. } => {
                crate::resolve::value_param_type(self.db, template, &[], ty)
            }
            _ => None,
        }
    }

    /// What is wrong with the values of explicit arguments, by the first template that takes a scalar there: they are constants whatever
    /// they are for ([temp.arg.nontype]).
    pub(crate) fn explicit_values(
        &mut self,
        set: &[Entity<'db>],
        written: &[TemplateArgRef],
    ) -> Suppressed {
        let db = self.db;
        let mut out = Suppressed::No;
        if self.is_dependent_place() || self.is_substitution() {
            return out;
        }
        for (i, arg) in written.iter().enumerate() {
            let TemplateArgRef::Expr(e) = arg else {
                if let TemplateArgRef::Pack(_) = arg {
                    break;
                }
                continue;
            };
            let mut types = set.iter().filter_map(|f| self.value_parameter(*f, i));
            let Some(to) = types.find(|t| t.is_scalar(db)) else {
                continue;
            };
            let from = self.problems.len();
            let _ = self.value_arg(*e, Some(to));
            let found = self.problems.split_off(from);
            let own = |p: &Problem<'db>| {
                matches!(
                    p.code,
                    codes::EXPR_NOT_CONSTANT
                        | codes::DIVIDE_BY_ZERO
                        | codes::NEGATIVE_SHIFT_COUNT
                        | codes::FLOAT_TO_INTEGER_CONVERSION
                        | codes::MOD_BY_ZERO
                        | codes::NOT_INTEGRAL_OR_ENUM
                )
            };
            // A value that is out of range, or a floating-point one, stands for some value.
            if found.iter().any(|p| {
                matches!(
                    p.code,
                    codes::FLOAT_TO_INTEGER_CONVERSION | codes::NOT_INTEGRAL_OR_ENUM
                )
            }) {
                out = Suppressed::Name;
            }
            self.problems.extend(found.into_iter().filter(own));
        }
        out
    }

    /// `<int, <expression>>`: explicit template arguments as notes show them.
    pub(crate) fn explicit_text(&mut self, written: &[TemplateArgRef]) -> Box<str> {
        let db = self.db;
        let mut out = Vec::new();
        for arg in written {
            out.push(match arg {
                TemplateArgRef::Type(ty) => {
                    let ty = crate::convert::quietly(self, |cx| cx.resolve_type(*ty));
                    crate::display::type_text(db, ty)
                }
                _ => "<expression>".into(),
            });
        }
        format!("<{}>", out.join(", ")).into()
    }

    /// What the callee of a launch is, if explicit arguments are written for it.
    pub(crate) fn explicit_callee(
        &mut self,
        callee: ExprId,
    ) -> Option<(Vec<Entity<'db>>, &'db [TemplateArgRef])> {
        let code = self.code;
        let H::Path(path) = &code[callee] else {
            return None;
        };
        let written = path.args.as_deref()?;
        let at = self.site(callee);
        match quietly(self, |cx| cx.name(path, at)) {
            Named::Functions { set, .. } => Some((set, written)),
            _ => None,
        }
    }
}

/// Whether a problem in an instance is reported. Whether `a.b<1>(c)` is a call (109) the tree of a template does not know.
fn is_named_so(problem: &Problem<'_>) -> bool {
    problem.code != codes::CALLEE_NOT_A_FUNCTION
}
