//! Which elements of constexpr arrays of the host are known in device code, as the reference computes them: those that a constant
//! initialiser reads, and those of static data members at a place that is written as a literal (reference: spaces, Device code and
//! host variables).

use cleave_base_db::Db;
use cleave_hir::Expr;
use cleave_odr_use::Around;
use cleave_typing::thir::{ExprId, ExprKind, Stmt, Typed};
use cleave_typing::{Entity, eval};

/// An element that code reads.
pub(super) struct Element<'c, 'db> {
    pub(super) db: &'db dyn Db,
    /// The function whose code it is.
    pub(super) owner: Entity<'db>,
    pub(super) typed: &'c Typed<'db>,
    /// What each expression is part of.
    pub(super) parents: &'c [Option<Around>],
    /// The expression that reads it.
    pub(super) read: ExprId,
}

impl<'db> Element<'_, 'db> {
    /// Whether its value is known. `name` names the variable that it is of; `member`: that is a static data member.
    pub(super) fn is_known(&self, name: ExprId, member: bool) -> bool {
        let literal = member && self.is_literal(name);
        let outermost = self.outermost();
        let initialises = |stmt: &Stmt| matches!(stmt, Stmt::Local(_, Some(e)) if *e == outermost);
        if self.typed.stmts.iter().any(initialises) {
            return literal || self.is_constant(outermost);
        }
        literal && self.is_computed()
    }

    /// Whether the variable is named without an object, and its elements by literals.
    fn is_literal(&self, name: ExprId) -> bool {
        let site = self.typed.exprs.get(name.0 as usize).map(|x| x.site);
        if !site.is_some_and(|site| matches!(site.expr(self.db), Some(Expr::Path(_)))) {
            return false;
        }
        let mut here = name;
        while here != self.read {
            let Some(parent) = self.parent(here) else {
                return false;
            };
            if let Some(ExprKind::Index(base, index)) = self.kind(parent)
                && *base == here
                && !self.is_free(*index)
            {
                return false;
            }
            here = parent;
        }
        true
    }

    /// Whether an expression names no variable.
    fn is_free(&self, e: ExprId) -> bool {
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            match self.kind(e) {
                None | Some(ExprKind::Local(_) | ExprKind::Static(_) | ExprKind::Error) => {
                    return false;
                }
                Some(kind) => kind.operands(&mut open),
            }
        }
        true
    }

    /// Whether the element is computed where it is read. The right operand of an operator is if the left one is a constant that is
    /// no element itself, or if it is converted; a place in an array and the condition of a `switch` are not.
    fn is_computed(&self) -> bool {
        let mut here = self.read;
        while let Some(parent) = self.parent(here) {
            match self.kind(parent) {
                Some(ExprKind::Convert(..) | ExprKind::Full(_)) => here = parent,
                Some(ExprKind::Binary(_, left, right)) if *right == here => {
                    let literal = self.is_constant(*left) && !self.reads_element(*left);
                    return literal || self.is_cast();
                }
                Some(ExprKind::Index(_, place)) => return *place != here,
                _ => return true,
            }
        }
        let is_switched =
            |stmt: &Stmt| matches!(stmt, Stmt::Switch { condition, .. } if *condition == here);
        !self.typed.stmts.iter().any(is_switched)
    }

    /// Whether a cast is written in front of the element.
    fn is_cast(&self) -> bool {
        let site = self.typed.exprs.get(self.read.0 as usize).map(|x| x.site);
        let code = site.and_then(|site| Some((site.index, site.code.code(self.db)?)));
        code.is_some_and(|(index, code)| {
            code.exprs.iter().any(|(_, e)| match e {
                Expr::CStyleCast(_, e) | Expr::NamedCast(_, _, e) => {
                    u32::from(e.into_raw()) == index
                }
                _ => false,
            })
        })
    }

    fn reads_element(&self, mut e: ExprId) -> bool {
        while let Some(ExprKind::Convert(_, inner) | ExprKind::Full(inner)) = self.kind(e) {
            e = *inner;
        }
        matches!(self.kind(e), Some(ExprKind::Index(..)))
    }

    fn is_constant(&self, e: ExprId) -> bool {
        eval::evaluate(self.db, self.owner, self.typed, e).is_ok()
    }

    /// The whole expression that the element is part of.
    fn outermost(&self) -> ExprId {
        let mut here = self.read;
        while let Some(parent) = self.parent(here) {
            here = parent;
        }
        here
    }

    fn parent(&self, e: ExprId) -> Option<ExprId> {
        match self.parents.get(e.0 as usize)?.as_ref()? {
            Around::Expr(parent) => Some(*parent),
            _ => None,
        }
    }

    fn kind(&self, e: ExprId) -> Option<&ExprKind<'db>> {
        self.typed.exprs.get(e.0 as usize).map(|x| &x.kind)
    }
}
