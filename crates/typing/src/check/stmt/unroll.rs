//! `#pragma unroll` before a loop (reference: device-half, Loops and statements).

use cleave_hir::StmtId;

use crate::Context;
use crate::convert::quietly;
use crate::eval::Failure;
use crate::thir::Unroll;

impl<'db> Context<'db> {
    /// What the pragma before a loop says. What is wrong with it is found elsewhere; the loop is the same without it.
    pub(super) fn unroll(&mut self, stmt: StmtId) -> Option<Unroll> {
        let Some(factor) = self.code.unroll(stmt)?.factor else {
            return Some(Unroll::Fully);
        };
        // Of what is no token of the code nothing else is noted.
        let (unknown, named) = (self.unknown, self.named.take());
        let (required, decltypes) = (self.out.required.len(), self.out.decltypes.len());
        let unroll = quietly(self, |cx| {
            let e = cx.unevaluated(factor);
            let e = cx.rvalue(e);
            if cx.is_bad(e) {
                return Some(Unroll::Unknown);
            }
            match crate::eval::evaluate(cx.db, cx.owner, &cx.out, e) {
                Ok(_) if cx.ty(e).is_floating(cx.db) => None,
                Ok(value) => match value.as_int(cx.db) {
                    Some(times) => Some(match i32::try_from(times) {
                        _ if times <= 0 => Unroll::NotPositive,
                        Ok(times) => Unroll::Times(times.unsigned_abs()),
                        Err(_) => Unroll::TooOften,
                    }),
                    None => Some(Unroll::Unknown),
                },
                Err(Failure::NotConstant(_)) => None,
                Err(Failure::Unknown) => Some(Unroll::Unknown),
            }
        });
        self.out.required.truncate(required);
        self.out.decltypes.truncate(decltypes);
        (self.unknown, self.named) = (unknown, named);
        unroll
    }
}
