//! Expressions that must be constants ([expr.const]), and values that typing itself must know.

use cleave_codes::codes;
use cleave_hir::{Expr as H, ExprId, Init};

use crate::code::around::template_depth;
use crate::thir::{self, ExprKind, LocalKind};
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
        !(self.env.is_some() || self.is_bad(e) || self.is_dependent_expr(written))
            && self.are_values_fixed(from)
            && !self.reads_dependent_binding(e, from)
    }

    /// Whether an expression reads a structured binding whose value may hang on parameters: what it stands for was typed before.
    fn reads_dependent_binding(&self, e: thir::ExprId, from: usize) -> bool {
        if self.body.dependent_values.is_empty() {
            return false;
        }
        let mut todo = vec![e];
        while let Some(e) = todo.pop() {
            match &self.node(e).kind {
                ExprKind::Local(l) if (e.0 as usize) < from && self.has_dependent_value(*l) => {
                    return true;
                }
                kind => kind.operands(&mut todo),
            }
        }
        false
    }

    /// Whether the expressions that were typed after the first `from` have values that are the same for all arguments.
    fn are_values_fixed(&self, from: usize) -> bool {
        let db = self.db;
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
                // A static data member that is no constant may be specialized.
                ExprKind::Static(v) => {
                    x.ty.top_quals(db).is_const || !open(*v) && !self.is_dependent_static(*v)
                }
                ExprKind::Local(l) => !self.has_dependent_value(*l),
                _ => true,
            };
            plain && !x.ty.is_dependent(db)
        })
    }

    /// Whether the value of a local may hang on the parameters of the template at hand. A capture is a member of a dependent class,
    /// and so is what a closure would capture.
    fn has_dependent_value(&self, l: thir::LocalId) -> bool {
        let captured = self.out.locals.get(l.0 as usize).is_some_and(|l| {
            let is_outer = l.site.is_none() && l.declared.is_none() && l.init.is_none();
            match l.kind {
                LocalKind::Capture(_) => true,
                LocalKind::Automatic => is_outer && self.scopes.closure.is_some(),
                _ => false,
            }
        });
        captured || self.body.dependent_values.contains(&l)
    }

    /// The same of a static variable of a block.
    fn is_dependent_static(&self, variable: crate::Entity<'db>) -> bool {
        self.body.dependent_values.iter().any(|l| {
            let local = self.out.locals.get(l.0 as usize);
            local.is_some_and(|l| l.kind == LocalKind::Static(variable))
        })
    }

    /// Notes whether the values of the variables that a declaration in a template's definition has declared may hang on the template's
    /// parameters. `from` and `first`: how many expressions and locals there were before.
    pub(crate) fn note_dependent_values(&mut self, init: &Init, from: usize, first: usize) {
        if !self.in_template() || self.env.is_some() {
            return;
        }
        // By observation: the reference keeps an object of a class as it is written, unless arguments in parentheses make it.
        let is_kept = |l: &thir::Local<'db>| {
            l.ty.innermost_element(self.db).is_class(self.db)
                && !matches!(init, Init::None | Init::Elsewhere | Init::Paren(_))
        };
        let locals = first..self.out.locals.len();
        if self.out.locals[first..].iter().any(is_kept) || !self.are_values_fixed(from) {
            let all = locals.map(|l| thir::LocalId(l as u32));
            self.body.dependent_values.extend(all);
        }
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
