//! `asm` statements ([dcl.asm]). What the letters of a constraint mean is the target's business.

use crate::Context;
use crate::thir::{Asm, AsmOperand, ExprId};

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
                    value
                }
                false => self.rvalue(value),
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

    fn begins_with(&self, string: ExprId, letter: char) -> bool {
        let text = self.out.string(string);
        text.is_some_and(|text| text.starts_with(letter))
    }
}
