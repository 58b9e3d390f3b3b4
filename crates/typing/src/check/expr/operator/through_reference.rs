//! Operators that change an object of a class by the built-in operator on what it refers to: `reference += 3`, `++reference`
//! ([over.built]/18 to /23 take `VQ L &`, which a conversion function may give). `=` is none of them ([over.match.oper]/4).

use cleave_lang::Operator;

use crate::check::expr::operator::compound;
use crate::check::init::{Mode, Purpose};
use crate::class::conversions;
use crate::function::signature;
use crate::thir::ExprId;
use crate::{Context, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// The built-in operator on what the first operand's class refers to. `None`: it refers to nothing that could be changed.
    pub(crate) fn through_reference(
        &mut self,
        op: Operator,
        args: &[ExprId],
        site: Site<'db>,
    ) -> Option<ExprId> {
        let steps = matches!(op, Operator::Increment | Operator::Decrement);
        let &operand = args.first().filter(|_| steps || compound(op).is_some())?;
        let targets = self.changed_through(operand);
        let [target] = targets[..] else {
            // Which one is meant is not made out.
            return (!targets.is_empty()).then(|| self.infect(args, site));
        };
        let object = self.initialize(target, operand, Mode::Copy, Purpose::Argument);
        if self.is_bad(object) {
            return Some(self.infect(&[object], site));
        }
        Some(match args {
            [_, b] if !steps => self.builtin_binary(op, object, *b, site),
            _ => self.step(op == Operator::Increment, args.len() == 1, object, site),
        })
    }

    /// The references to what may be changed that a class converts to.
    fn changed_through(&self, operand: ExprId) -> Vec<Ty<'db>> {
        let db = self.db;
        let class = self.ty(operand);
        if !class.is_class(db) {
            return Vec::new();
        }
        let is_const = class.top_quals(db).is_const;
        let mut out = Vec::new();
        for f in conversions(db, class.unqualified(db)) {
            let ty = crate::check::return_type(db, f);
            if ty.is_unknown(db) || ty.is_dependent(db) || f.is_template(db) {
                continue;
            }
            let callable = signature(db, f).is_some_and(|s| !is_const || s.ty.quals.is_const);
            let of = ty.strip_reference(db);
            let changes = matches!(ty.kind(db), TyKind::LvalueReference(_))
                && !of.top_quals(db).is_const
                && (of.is_arithmetic(db) || of.is_pointer(db));
            if callable && changes && !out.contains(&ty) {
                out.push(ty);
            }
        }
        out
    }
}
