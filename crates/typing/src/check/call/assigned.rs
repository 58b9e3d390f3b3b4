//! Calls of assignment operators by their name where some are declared implicitly: lookup does not find these ([class.copy.assign]).

use cleave_hir::{Expr as H, ExprId, NameId};
use cleave_lang::Operator;

use crate::class::{Special, special};
use crate::convert::{is_base_of, quietly};
use crate::lookup::qualified::Scope;
use crate::thir;
use crate::{Context, Site, Ty};

impl<'db> Context<'db> {
    /// `a.operator=(b)`, `B::operator=(b)`, `operator=(b)`, if the class has such operators that nobody declared.
    pub(super) fn named_assignment(
        &mut self,
        callee: ExprId,
        args: &'db [ExprId],
        site: Site<'db>,
    ) -> Option<thir::ExprId> {
        let code = self.code;
        let (path, base) = match &code[callee] {
            H::Path(path) => (path, None),
            H::Member {
                base,
                arrow,
                member,
                ..
            } => (member, Some((*base, *arrow))),
            _ => return None,
        };
        let &[arg] = args else { return None };
        if !matches!(path.name, NameId::Operator(Operator::Assign))
            || matches!(code[arg], H::Pack(_))
        {
            return None;
        }
        let at = self.site(callee);
        let object = match base {
            Some((base, arrow)) => self.member_object(base, arrow, at),
            None => {
                self.scopes.this?;
                self.this_object(at)
            }
        };
        if self.is_bad(object) {
            return None;
        }
        let own = self.ty(object).unqualified(self.db);
        let class = match path.is_unqualified() {
            true => own,
            false => match quietly(self, |cx| cx.scope_of(path)) {
                Scope::Type(ty) => ty.unqualified(self.db),
                _ => return None,
            },
        };
        let is_part = class == own || is_base_of(self.db, class, own);
        if !class.is_class(self.db) || !is_part || !self.has_implicit_assignment(class) {
            return None;
        }
        let object = self.object_argument(object, Some(class));
        let value = self.expr(arg);
        self.overloaded(Operator::Assign, &[object, value], site)
    }

    /// Whether an assignment operator of a class is declared implicitly.
    fn has_implicit_assignment(&self, class: Ty<'db>) -> bool {
        [Special::CopyAssign, Special::MoveAssign]
            .into_iter()
            .filter_map(|which| special(self.db, class, which))
            .any(|state| state.exists && state.declared.is_none())
    }
}
