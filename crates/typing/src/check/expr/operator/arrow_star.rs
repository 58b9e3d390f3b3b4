//! The builtin `->*` ([expr.mptr.oper]), whose operands may be of classes that convert to pointers ([over.built]/12).

use cleave_codes::codes;
use cleave_lang::Operator;

use crate::check::init::{Mode, Purpose};
use crate::overload::operators::reachable;
use crate::problem::Detail;
use crate::thir::{Category, ExprId, ExprKind};
use crate::{Context, Fill, Problem, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// `a->*b` where no function is called.
    pub(super) fn arrow_star(&mut self, a: ExprId, b: ExprId, site: Site<'db>) -> ExprId {
        let db = self.db;
        let is_member = |ty: Ty<'db>| matches!(ty.kind(db), TyKind::MemberPointer { .. });
        let pointers = self.pointers(a, &|ty| ty.is_pointer(db));
        let members = self.pointers(b, &is_member);
        let (pointer, member) = match (pointers.as_deref(), members.as_deref()) {
            (Some([]), _) | (_, Some([])) => {
                return self.no_operator(Operator::ArrowStar, &[a, b], site);
            }
            (Some([_, _, ..]), _) | (_, Some([_, _, ..])) => {
                let all = |types: Option<&[Ty<'db>]>| types.map_or(1, <[_]>::len);
                let count = all(pointers.as_deref()) * all(members.as_deref());
                return self.several_arrow_stars(a, b, count, site);
            }
            (pointer, member) => (
                self.as_pointer(a, pointer.and_then(<[_]>::first)),
                self.as_pointer(b, member.and_then(<[_]>::first)),
            ),
        };
        let pointer = self.rvalue(pointer);
        if let Some(ty) = self.ty(pointer).pointee(db) {
            let kind = ExprKind::Unary(Operator::Dereference, pointer);
            let object = self.push(kind, ty, Category::Lvalue, site);
            return self.member_pointer(object, member, site);
        }
        let own = self.ty(pointer);
        let known = own.is_scalar(db) && !own.is_unknown(db);
        match known && !self.is_instantiation() && !self.in_template() {
            true => {
                let ty = self.shown(a, own);
                self.wrong_operand(codes::ARROW_ON_NON_POINTER { ty }, a)
            }
            false => self.error_expr(site),
        }
    }

    /// The pointers that an operand of a class converts to. `None`: it is of no class, or that is not known.
    fn pointers(&mut self, e: ExprId, fits: &dyn Fn(Ty<'db>) -> bool) -> Option<Vec<Ty<'db>>> {
        let ty = self.ty(e);
        if !ty.is_class(self.db) || self.is_bad(e) {
            return None;
        }
        let types = reachable(self, ty)?;
        Some(types.into_iter().filter(|ty| fits(*ty)).collect())
    }

    /// An operand, converted to a pointer if it is of a class.
    fn as_pointer(&mut self, e: ExprId, to: Option<&Ty<'db>>) -> ExprId {
        match to {
            Some(to) => self.initialize(*to, e, Mode::Copy, Purpose::Argument),
            None => e,
        }
    }

    /// Several conversions would do, each for a builtin operator of its own.
    fn several_arrow_stars(
        &mut self,
        a: ExprId,
        b: ExprId,
        count: usize,
        site: Site<'db>,
    ) -> ExprId {
        let types = self.shown_all(&[a, b]);
        let spelling = Operator::ArrowStar.spelling();
        let name = Fill::Name(spelling.into());
        let mut problem = Problem::new(codes::AMBIGUOUS_OPERATOR { name }, site);
        for _ in 0..count {
            let builtin = "pointer-to-object ->* pointer-to-member";
            problem = problem.detail(Detail::Builtin(builtin.into()));
        }
        self.report(problem.detail(Detail::OperandTypes(spelling.into(), types)))
    }
}
