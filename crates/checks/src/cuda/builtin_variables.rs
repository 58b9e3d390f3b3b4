//! The address of `threadIdx` and its kin, or of a member of one, which nobody may take.

use cleave_codes::codes;
use cleave_lang::Operator;
use cleave_typing::thir::{ExprId, ExprKind, Typed};
use cleave_typing::{Entity, display, program};

use crate::Finding;
use crate::engine::source::{Sink, Source};
use crate::engine::typed::Body;

const VARIABLES: [&str; 5] = ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"];

/// The addresses that the code of one function takes.
pub(crate) fn check<'db>(s: &Source<'db>, body: &Body<'db>, out: &mut Sink<'db>) {
    for expr in &body.typed.exprs {
        let ExprKind::Unary(Operator::AddressOf, operand) = expr.kind else {
            continue;
        };
        let Some(variable) = variable(body.typed, operand) else {
            continue;
        };
        let name = display::qualified_name(s.db, variable);
        if let (true, Some((tokens, _))) = (
            VARIABLES.contains(&name.as_str()),
            program::place(s.db, expr.site),
        ) {
            let found = Finding::new(codes::ADDR_OF_NV_BUILTIN_VAR, tokens.start);
            out.push(found.name(name));
        }
    }
}

/// The variable that an operand is, or is a member of.
fn variable<'db>(typed: &Typed<'db>, operand: ExprId) -> Option<Entity<'db>> {
    match typed.exprs.get(operand.0 as usize)?.kind {
        ExprKind::Static(variable) => Some(variable),
        ExprKind::Field(object, _) => match typed.exprs.get(object.0 as usize)?.kind {
            ExprKind::Static(variable) => Some(variable),
            _ => None,
        },
        _ => None,
    }
}
