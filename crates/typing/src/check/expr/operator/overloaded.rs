//! Operators that are functions: candidates, rewritten ones, the one that is chosen ([over.match.oper]).

use cleave_codes::codes;
use cleave_hir::Expr as H;
use cleave_lang::{Builtin, Operator};

use crate::check::expr::operator::compound;
use crate::check::init::{Mode, Purpose};
use crate::class::Special;
use crate::overload::operators::operator_candidates;
use crate::overload::{Callable, Candidate, Choice, Rewrite, select};
use crate::thir::{Category, ExprId, ExprKind};
use crate::{Context, Fill, Site, TyKind};

impl<'db> Context<'db> {
    pub(crate) fn overloadable(&self, e: ExprId) -> bool {
        matches!(
            self.ty(e).kind(self.db),
            TyKind::Class(_) | TyKind::Closure(_) | TyKind::Enum(_)
        )
    }

    /// Overload resolution for an operator. `None`: the builtin operator on the operands as they are.
    pub(crate) fn overloaded(
        &mut self,
        op: Operator,
        args: &[ExprId],
        site: Site<'db>,
    ) -> Option<ExprId> {
        let db = self.db;
        let operands = self.operands(args);
        let mut pool = operator_candidates(self, op, &operands);
        let builtin_possible = matches!(
            op,
            Operator::AddressOf | Operator::Comma | Operator::ArrowStar
        ) || !args.iter().any(|&e| self.ty(e).is_class(db));
        // An assignment to what is no class is builtin, whatever is assigned.
        // Functions that assign are members ([over.ass]).
        let is_class = self.ty(args[0]).is_class(db);
        if op == Operator::Assign && !is_class {
            return None;
        }
        let assigns = compound(op).is_some() && !is_class;
        if assigns && pool.candidates.iter().all(|c| c.function().is_none()) {
            return match pool.unknown {
                true => Some(self.infect(args, site)),
                false => None,
            };
        }
        if builtin_possible && pool.candidates.is_empty() {
            // An unknown candidate may be better.
            return match pool.unknown && args.iter().any(|&e| self.ty(e).is_class(db)) {
                true => Some(self.infect(args, site)),
                false => None,
            };
        }
        if op == Operator::Assign && self.ty(args[0]).is_class(db) {
            self.implicit_assignment(&mut pool, args, &operands);
        }
        match select(self, pool, args.len()) {
            Choice::One(best) => self.chosen_operator(op, *best, args, site),
            Choice::None(_) => match self.through_reference(op, args, site) {
                Some(e) => Some(e),
                None if op == Operator::Assign && self.is_wrong_aggregate(args[0], args[1]) => {
                    Some(self.infect(args, site))
                }
                None => Some(self.no_operator(op, args, site)),
            },
            Choice::Ambiguous(found) => Some(self.ambiguous_operator(op, args, &found, site)),
            Choice::Unknown => Some(self.infect(args, site)),
        }
    }

    /// Says what is wrong in a list that is assigned to an aggregate without an assignment operator of its own ([expr.ass]/9): only one
    /// object can be meant.
    fn is_wrong_aggregate(&mut self, to: ExprId, list: ExprId) -> bool {
        use crate::class::{class_info, special};
        let db = self.db;
        let class = self.ty(to).unqualified(db);
        let is_list = matches!(self.node(list).kind, ExprKind::List(_));
        let implicit = [Special::CopyAssign, Special::MoveAssign]
            .into_iter()
            .all(|which| special(db, class, which).is_some_and(|state| state.declared.is_none()));
        let is_const = self.ty(to).top_quals(db).is_const;
        let aggregate = class_info(db, class).is_some_and(|info| info.is_aggregate);
        if !is_list || !implicit || !aggregate || is_const {
            return false;
        }
        let before = self.problems.len();
        self.list_initialize(class, list, Mode::Copy, Purpose::Variable);
        self.problems.len() > before
    }

    /// The implicit copy and move assignment operators, as candidates with a builtin effect.
    pub(crate) fn implicit_assignment(
        &mut self,
        pool: &mut crate::overload::Pool<'db>,
        args: &[ExprId],
        operands: &[crate::template::Operand<'db>],
    ) {
        use crate::class::{Special, special};
        let db = self.db;
        let class = self.ty(args[0]).unqualified(db);
        let quals = self.ty(args[0]).top_quals(db);
        if quals.is_const || quals.is_volatile {
            return;
        }
        for which in [Special::CopyAssign, Special::MoveAssign] {
            let Some(state) = special(db, class, which) else {
                pool.unknown = true;
                continue;
            };
            let is_move = which == Special::MoveAssign;
            if state.declared.is_some() || !state.exists || is_move && state.deleted {
                continue;
            }
            let param = match is_move {
                true => class.rvalue_reference(db),
                false => state.copied(db, class),
            };
            let found = crate::convert::quietly(self, |cx| {
                crate::convert::sequence(cx, &operands[1], param, crate::convert::Options::COPY)
            });
            if let Some(found) = found {
                let object = crate::convert::Sequence::Any;
                pool.candidates.push(Candidate {
                    callable: Callable::Implicit(
                        match is_move {
                            true => crate::thir::Implicit::Move,
                            false => crate::thir::Implicit::Copy,
                        },
                        state.deleted,
                    ),
                    params: vec![param],
                    ..Candidate::new(vec![object, found])
                });
            }
        }
    }

    pub(crate) fn chosen_operator(
        &mut self,
        op: Operator,
        best: Candidate<'db>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> Option<ExprId> {
        let db = self.db;
        match best.callable {
            Callable::Function(f) => {
                let mut order = args.to_vec();
                if best.rewrite == Rewrite::Reversed {
                    order.reverse();
                }
                let member = crate::function::signature(db, f)
                    .is_some_and(|s| s.has_object || s.is_static && s.class.is_some());
                let call = match member {
                    true => self.call_function(f, Some(order[0]), &order[1..], false, site),
                    false => self.call_function(f, None, &order, false, site),
                };
                if best.rewrite == Rewrite::None || self.is_bad(call) {
                    return Some(call);
                }
                Some(self.rewritten(op, call, best.rewrite, site))
            }
            Callable::Implicit(_, true) => {
                let class = self.ty(args[0]).unqualified(db);
                let param = crate::display::type_text(db, best.params[0]);
                let member = format!("operator=({param})");
                let text = match class.class_entity(db) {
                    Some(class) => crate::display::implicit_member_text(db, class, &member),
                    None => format!("{}::{member}", crate::display::type_text(db, class)),
                };
                Some(self.reject(
                    codes::DELETED_FUNCTION_REFERENCED {
                        entity: Fill::Implicit(text.into()),
                    },
                    site,
                ))
            }
            Callable::Implicit(..) => {
                let which = match self.category(args[1]) {
                    Category::Lvalue => Special::CopyAssign,
                    _ => Special::MoveAssign,
                };
                self.is_copied(args[1], self.ty(args[0]), which);
                self.is_set(args[0]);
                let value = self.initialize(best.params[0], args[1], Mode::Copy, Purpose::Argument);
                let ty = self.ty(args[0]);
                let target = self.materialize(args[0]);
                let by_name = matches!(self.written(site), Some(H::Call(..)));
                let kind = ExprKind::Assign(target, value, by_name);
                Some(self.push(kind, ty, Category::Lvalue, site))
            }
            _ => {
                if !args.iter().any(|&e| self.ty(e).is_class(db)) {
                    return None;
                }
                let mut converted = args.to_vec();
                for (e, &param) in converted.iter_mut().zip(&best.params) {
                    if self.ty(*e).is_class(db) {
                        *e = match param.is_bool(db) {
                            true => self.logical_operand(*e),
                            false => self.initialize(param, *e, Mode::Copy, Purpose::Argument),
                        };
                    }
                }
                Some(match converted[..] {
                    [a] => self.builtin_unary(op, a, site),
                    [a, b] if op == Operator::Subscript => self.builtin_index(a, b, site),
                    [a, b] => self.builtin_binary(op, a, b, site),
                    _ => self.error_expr(site),
                })
            }
        }
    }

    /// `!(a == b)` for `!=`, `(a <=> b) < 0` for `<`, `0 < (b <=> a)` reversed ([over.match.oper]/9).
    pub(crate) fn rewritten(
        &mut self,
        op: Operator,
        call: ExprId,
        how: Rewrite,
        site: Site<'db>,
    ) -> ExprId {
        match op {
            Operator::NotEqual => {
                let value = self.condition(call);
                let ty = self.builtin(Builtin::Bool);
                self.prvalue(ExprKind::Unary(Operator::Not, value), ty, site)
            }
            Operator::Less | Operator::Greater | Operator::LessEqual | Operator::GreaterEqual => {
                let zero = self.zero_literal(site);
                match how {
                    Rewrite::Reversed => self.binary(op, zero, call, site),
                    _ => self.binary(op, call, zero, site),
                }
            }
            Operator::Spaceship => {
                let zero = self.zero_literal(site);
                self.binary(op, zero, call, site)
            }
            _ => call,
        }
    }

    /// The literal `0` that rewritten comparisons compare with: a null pointer constant, as comparison categories want it.
    pub(crate) fn zero_literal(&mut self, site: Site<'db>) -> ExprId {
        let int = self.int(Builtin::Int, 0, site);
        self.body.null_literals.push(int);
        int
    }
}
