//! Where `<` behind a name is read one way and means the other ([temp.names]/3). Calls of member templates that are named without
//! `template` in code that depends on template parameters: `A<T>::f<3>(x)`. As it is written it is a comparison, and the reference
//! diagnoses it as one; an instance of it is a call if the name is a template's by then. And comparisons of data members that the grammar
//! takes for calls: `a.size<3> (x)`.

use cleave_hir::{Expr as H, ExprId, TemplateArgRef};
use cleave_lang::Operator;

use crate::check::call::Callees;
use crate::check::expr::name::Named;
use crate::convert::quietly;
use crate::{Context, Site, thir};

/// An operator of a chain, its right operand, and where it is.
pub(super) type Link<'db> = (Operator, ExprId, Site<'db>);

impl<'db> Context<'db> {
    /// The call that `name`, and the two operators behind it that are the last ones of `spine`, are; they are taken off then.
    pub(super) fn unmarked_call(
        &mut self,
        name: ExprId,
        spine: &mut Vec<Link<'db>>,
    ) -> Option<thir::ExprId> {
        let code = self.code;
        let [
            ..,
            (Operator::Greater, args, _),
            (Operator::Less, argument, _),
        ] = spine[..]
        else {
            return None;
        };
        let H::Path(path) = &code[name] else {
            return None;
        };
        if path.is_unqualified() || path.args.is_some() || !self.is_instantiation() {
            return None;
        }
        let mut behind = Vec::new();
        let mut first = args;
        while let H::Binary(op, left, right) = code[first] {
            behind.push((op, right, self.site(first)));
            first = left;
        }
        let H::Paren(args) = code[first] else {
            return None;
        };
        let at = self.site(name);
        let Named::Functions {
            set,
            object,
            unknown,
        } = quietly(self, |cx| cx.name(path, at))
        else {
            return None;
        };
        if !set.iter().any(|f| f.is_template(self.db)) {
            return None;
        }
        let mut written = vec![args];
        while let H::Binary(Operator::Comma, before, last) = code[written[0]] {
            written.splice(0..1, [before, last]);
        }
        let explicit = [TemplateArgRef::Expr(argument)];
        let site = self.site(first);
        spine.truncate(spine.len() - 2);
        let mut made = match self.arguments(&written) {
            Some(args) => {
                let callees = Callees {
                    set,
                    object,
                    explicit: Some(&explicit),
                    adl: None,
                    qualified: true,
                    unknown,
                };
                self.call_functions(callees, &args, site, None)
            }
            None => self.dependent_expr(site),
        };
        for (op, right, site) in behind.into_iter().rev() {
            let right = self.expr(right);
            made = self.binary(op, made, right, site);
        }
        Some(made)
    }

    /// The comparisons that a call of a data member with template arguments is: `(member < argument) > (args)`. What binds stronger than
    /// a comparison does not stand behind it.
    pub(crate) fn compared_member(
        &mut self,
        member: thir::ExprId,
        argument: &TemplateArgRef,
        args: &'db [ExprId],
        site: Site<'db>,
    ) -> Option<thir::ExprId> {
        let TemplateArgRef::Expr(argument) = argument else {
            return None;
        };
        let thir::ExprKind::Field(..) = self.node(member).kind else {
            return None;
        };
        let (first, rest) = args.split_first()?;
        let argument = self.expr(*argument);
        let less = self.binary(Operator::Less, member, argument, site);
        let mut right = self.expr(*first);
        for next in rest {
            let next = self.expr(*next);
            right = self.binary(Operator::Comma, right, next, site);
        }
        Some(self.binary(Operator::Greater, less, right, site))
    }
}
