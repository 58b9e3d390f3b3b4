//! What is said of `#pragma pack`. What it means is `cleave_names::PackStack`'s.

use cleave_codes::codes;
use cleave_diagnostics::{Arg, Diagnostic};
use cleave_names::PackProblem;

/// The diagnostic of a problem.
pub(crate) fn diagnostic(problem: PackProblem<'_>) -> Diagnostic {
    match problem {
        PackProblem::InvalidAlignment => Diagnostic::new(codes::INVALID_PACKING_ALIGNMENT),
        PackProblem::EmptyStack => Diagnostic::new(codes::EMPTY_PACK_ALIGNMENT_STACK),
        PackProblem::NotOnStack(name) => {
            Diagnostic::new(codes::NAME_NOT_ON_PACK_ALIGNMENT_STACK).arg(Arg::name(name))
        }
        PackProblem::Shown(alignment) => {
            let value = match alignment {
                0 => "not set".to_owned(),
                n => n.to_string(),
            };
            Diagnostic::new(codes::CURRENT_PACK_VALUE).arg(Arg::text(value))
        }
    }
}
