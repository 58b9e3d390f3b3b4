//! `asm` statements ([dcl.asm]). What the letters of a constraint mean is the target's business.

use cleave_codes::codes;

use crate::thir::{Asm, AsmOperand, Category, ExprId};
use crate::{At, Context, Problem};

impl<'db> Context<'db> {
    pub(super) fn asm(&mut self, asm: &cleave_hir::Asm) -> Asm {
        let template = self.unevaluated(asm.template);
        let mut operands = Vec::new();
        for o in &asm.operands {
            let constraint = self.unevaluated(o.constraint);
            let value = self.expr(o.value);
            let reads = !o.output || self.begins_with(constraint, '+');
            let value = match o.output {
                true => {
                    if reads {
                        self.is_read(value);
                    }
                    self.is_set(value);
                    self.check_output(value);
                    value
                }
                false => {
                    // All of an object is an operand.
                    if self.ty(value).is_class(self.db) {
                        self.is_read(value);
                    }
                    self.rvalue(value)
                }
            };
            operands.push(AsmOperand {
                name: o.name.as_ref().map(|name| name.as_str().into()),
                output: o.output,
                reads,
                constraint,
                value,
            });
        }
        let clobbers = asm.clobbers.iter().map(|&e| self.unevaluated(e));
        Asm {
            template,
            volatile: asm.volatile,
            goto: asm.goto,
            extended: asm.extended,
            clobbers: clobbers.collect(),
            labels: asm.labels.iter().map(|l| l.as_str().into()).collect(),
            operands: operands.into(),
        }
    }

    /// What an output stands in is an lvalue. GNU's compilers take one that is constant.
    fn check_output(&mut self, value: ExprId) {
        let ty = self.ty(value);
        if ty.is_unknown(self.db) || ty.is_dependent(self.db) || self.is_substitution() {
            return;
        }
        let lvalue = self.category(value) == Category::Lvalue;
        let constant = ty.top_quals(self.db).is_const;
        if lvalue && (!constant || self.in_template() || self.is_instantiation()) {
            return;
        }
        let at = self.start_of(value);
        let mut problem = Problem::new(codes::NOT_A_MODIFIABLE_LVALUE, at).at(At::First);
        problem.soft = lvalue;
        self.problems.push(problem);
    }

    fn begins_with(&self, string: ExprId, letter: char) -> bool {
        let text = self.out.string(string);
        text.is_some_and(|text| text.starts_with(letter))
    }
}
