//! Functions that are named and not called: members of an object, members without `&` and their class, sets of which nothing tells
//! one ([expr.ref]/6, [expr.unary.op]/4, [over.over]).

use cleave_codes::codes;
use cleave_hir::{DeclKind, Expr as H, Path};
use cleave_lang::Operator;
use cleave_names::decl::Special;

use crate::check::expr::name::Named;
use crate::function::signature;
use crate::lookup::qualified::Scope;
use crate::thir::{ExprId, ExprKind};
use crate::{At, Context, Entity, Fill, Problem, Site};

impl<'db> Context<'db> {
    /// The parentheses and the `&` around an expression.
    pub(crate) fn with_parentheses(&self, site: Site<'db>) -> Site<'db> {
        let mut at = site;
        loop {
            let around = self.code.exprs.iter().find(|(_, e)| {
                matches!(
                    e,
                    H::Paren(inner) | H::Prefix(cleave_lang::Operator::AddressOf, inner)
                        if u32::from(inner.into_raw()) == at.index
                )
            });
            let Some((outer, _)) = around else {
                return at;
            };
            at = self.site(outer);
        }
    }

    /// A member function that is not called is named behind `&` and its class ([expr.unary.op]/4).
    pub(crate) fn check_form_of_member(
        &mut self,
        named: &Named<'db>,
        path: &Path,
        site: Site<'db>,
    ) {
        let db = self.db;
        let Named::Functions { set, .. } = named else {
            return;
        };
        let [f] = set[..] else { return };
        let has_object = match (&path.args, f.is_template(db)) {
            (None, false) => signature(db, f).is_some_and(|s| s.has_object),
            // Whatever the arguments are.
            (Some(_), true) => {
                let member =
                    matches!(f.kind(db), Some(DeclKind::Function(f)) if f.special == Special::None);
                member && crate::check::lambda::is_nonstatic(db, f)
            }
            _ => false,
        };
        if has_object && !self.is_instantiation() && !self.is_substitution() {
            let at = self.with_parentheses(site);
            let problem = Problem::new(codes::NONSTANDARD_MEMBER_ADDRESS, at);
            self.problems.push(problem.at(At::First));
        }
    }

    /// `a.*m` of a member function: it can only be called ([expr.mptr.oper]/6).
    pub(in crate::check) fn uncalled_member(
        &mut self,
        op: Operator,
        e: ExprId,
        site: Site<'db>,
    ) -> ExprId {
        let is_access = matches!(op, Operator::DotStar | Operator::ArrowStar);
        match is_access && self.ty(e).is_function(self.db) && !self.in_template() {
            true => {
                let at = self.with_parentheses(site);
                let place = match at == site {
                    true => At::Last,
                    false => At::First,
                };
                let problem = Problem::new(codes::BOUND_FUNCTION_NOT_CALLED, at);
                self.report(problem.at(place))
            }
            false => e,
        }
    }

    /// A member function of an object that is not called: at its name, or at the parentheses around it.
    pub(crate) fn bound_function(&mut self, site: Site<'db>) -> ExprId {
        let parenthesized = (self.code.exprs.iter())
            .any(|(_, e)| matches!(e, H::Paren(e) if u32::from(e.into_raw()) == site.index));
        if !parenthesized {
            return self.reject(codes::BOUND_FUNCTION_NOT_CALLED, site);
        }
        let at = self.with_parentheses(site);
        let problem = Problem::new(codes::BOUND_FUNCTION_NOT_CALLED, at);
        self.report(problem.at(At::First))
    }

    /// Whether a qualified name means the constructors of a class ([class.qual]/2).
    pub(in crate::check) fn names_constructors(&self, set: &[Entity<'db>]) -> bool {
        let constructor = |e: &Entity<'db>| matches!(e.kind(self.db), Some(DeclKind::Function(f)) if f.special == Special::Constructor);
        !set.is_empty() && set.iter().all(constructor)
    }

    /// Whether a type in front of arguments is written `C::C`: that names the constructors ([class.qual]/2).
    pub(in crate::check) fn names_own_constructor(&mut self, ty: cleave_hir::TypeId) -> bool {
        let cleave_hir::TypeRef::Path {
            path,
            elaborated: None,
            typename: false,
        } = &self.code[ty]
        else {
            return false;
        };
        self.names_own_class(path)
    }

    /// Whether a name is `C::C` of a class that is no template's.
    pub(in crate::check) fn names_own_class(&mut self, path: &Path) -> bool {
        let (Some(last), Some(name)) = (path.qualifiers.last(), path.name.ident()) else {
            return false;
        };
        if last.name != *name || last.args.is_some() || path.args.is_some() {
            return false;
        }
        let db = self.db;
        let Scope::Type(of) = crate::convert::quietly(self, |cx| cx.scope_of(path)) else {
            return false;
        };
        let class = of.class_entity(db).filter(|c| c.env(db).is_none());
        class.is_some_and(|c| c.decl(db).ident(db) == name.as_str() && !self.is_instantiation())
    }

    /// Says so of several functions, or a template, whose type is asked for.
    pub(crate) fn undetermined_type(&mut self, e: ExprId) -> bool {
        !self.in_template() && self.undetermined_discarded(e)
    }

    /// Says so of several functions, or a template, of which nothing is asked: whatever templates around stand for, none is chosen.
    pub(crate) fn undetermined_discarded(&mut self, e: ExprId) -> bool {
        let ExprKind::Overloaded {
            set,
            explicit: None,
            object: None,
        } = &self.node(e).kind
        else {
            return false;
        };
        if self.is_substitution() || self.is_instantiation() {
            return false;
        }
        let fill = match &set[..] {
            [only] if only.is_template(self.db) => Fill::Entity(*only),
            [first, _, ..] => Fill::Overloaded(*first),
            _ => return false,
        };
        self.wrong_operand(codes::UNDETERMINED_FUNCTION_INSTANCE { function: fill }, e);
        true
    }
}
