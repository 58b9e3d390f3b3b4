//! Expressions that must be constants ([expr.const]), and values that typing itself must know.

use cleave_codes::codes;
use cleave_hir::{Expr as H, ExprId};

use crate::code::around::template_depth;
use crate::thir::{self, ExprKind};
use crate::{At, Context, Problem, Value};

impl<'db> Context<'db> {
    /// Warns of `__builtin_is_constant_evaluated()` in a condition that is always evaluated as a constant ([meta.const.eval]).
    pub(crate) fn check_always_constant(&mut self, written: ExprId) {
        let code = self.code;
        let mut found = Vec::new();
        let mut open = vec![written];
        while let Some(e) = open.pop() {
            match &code[e] {
                H::Call(callee, args) => {
                    let name = "__builtin_is_constant_evaluated";
                    match &code[*callee] {
                        H::Path(path)
                            if path.is_unqualified()
                                && path.name.ident().is_some_and(|n| n.as_str() == name) =>
                        {
                            found.push(e);
                        }
                        _ => open.extend(args),
                    }
                }
                H::Paren(e) | H::Prefix(_, e) => open.push(*e),
                H::Binary(_, a, b) => open.extend([*a, *b]),
                _ => {}
            }
        }
        for e in found {
            let at = self.site(e);
            self.problems
                .push(Problem::new(codes::IS_CONSTANT_EVALUATED_ALWAYS_TRUE, at).at(At::Opening));
        }
    }

    /// Whether the value of an expression in a template's definition is the same for all arguments ([temp.dep.constexpr]): it names
    /// no parameter, and calls no function of the template. `from`: how many expressions were typed before it.
    pub(crate) fn is_fixed(&mut self, written: ExprId, e: thir::ExprId, from: usize) -> bool {
        let db = self.db;
        if self.env.is_some() || self.is_bad(e) || self.is_dependent_expr(written) {
            return false;
        }
        let open = |f: crate::Entity<'db>| {
            template_depth(db, f) > 0 && f.env(db).is_none_or(|e| e.is_dependent(db))
        };
        self.out.exprs[from..].iter().all(|x| {
            let plain = match &x.kind {
                ExprKind::Error | ExprKind::Param { .. } => false,
                ExprKind::Call { callee: f, .. }
                | ExprKind::Function(f)
                | ExprKind::Construct(f, _)
                | ExprKind::DefaultArgument(f, _) => !open(*f),
                _ => true,
            };
            plain && !x.ty.is_dependent(db)
        })
    }

    /// The value of an expression that must be a constant; that it is none is a problem.
    pub(crate) fn must_be_constant(
        &mut self,
        e: thir::ExprId,
        written: ExprId,
    ) -> Option<crate::Const<'db>> {
        if self.is_bad(e) || self.in_template() {
            return None;
        }
        match crate::eval::evaluate_written(self.db, &self.out, e, self.site(written)) {
            Ok(found) if !matches!(found.value(self.db), Value::Indeterminate) => Some(found),
            Ok(_) => None,
            Err(crate::eval::Failure::Unknown) => None,
            Err(crate::eval::Failure::NotConstant(problems)) => {
                self.problems.extend(problems);
                None
            }
        }
    }

    /// The value of an enumerator or constant, where typing itself must know it.
    pub(crate) fn evaluated(&mut self, e: thir::ExprId) -> Option<crate::Const<'db>> {
        let found = crate::eval::evaluate(self.db, self.owner, &self.out, e).ok()?;
        match found.value(self.db) {
            Value::Indeterminate => None,
            _ => Some(found),
        }
    }
}
