//! How often `#pragma unroll` says that a loop shall be unrolled (reference: diagnostics, Pragmas before a construct).

use cleave_base_db::Db;
use cleave_checks::{Local, PragmaValue, local_of_function, pragma_value};
use cleave_codes::{Code, codes};
use cleave_diagnostics::{Arg, Diagnostic};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::lexer::Lexed;

use super::Inside;

/// What is wrong with the number: offsets into the arguments, or none for the pragma as a whole.
pub(super) fn check(
    db: &dyn Db,
    inside: &Inside<'_>,
    arguments: &str,
) -> Vec<(Option<usize>, Diagnostic)> {
    let lexed = Lexed::new(arguments);
    let whole = |code| vec![(None, Diagnostic::new(code))];
    let kinds: Vec<SyntaxKind> = (0..lexed.len()).map(|i| lexed.kind(i)).collect();
    // What follows a first operand can be no part of it.
    let (first, rest) = match *kinds {
        [] => return Vec::new(),
        [MINUS, INT_LITERAL, ref rest @ ..] => (2, rest),
        [L_PAREN, _, R_PAREN, ref rest @ ..] => (3, rest),
        [INT_LITERAL | FLOAT_LITERAL | IDENT, ref rest @ ..] => (1, rest),
        _ => (0, &[][..]),
    };
    if first > 0 && kinds[0] != L_PAREN && matches!(rest.first(), Some(INT_LITERAL | IDENT | COMMA))
    {
        return whole(codes::UNROLL_EXTRA_CHARACTERS);
    }
    let start = || lexed.range(0).start;
    let not_constant = |code: Code, ty: Option<&str>| {
        let mut why = Diagnostic::new(code);
        if let Some(ty) = ty {
            why = why.arg(Arg::ty(ty));
        }
        let here = Diagnostic::new(codes::UNROLL_VALUE_NOT_CONSTANT);
        vec![(Some(start()), why), (None, here)]
    };
    let name = match *kinds {
        [IDENT] => Some(lexed.text(arguments, 0)),
        [L_PAREN, IDENT, R_PAREN] => Some(lexed.text(arguments, 1)),
        _ => None,
    };
    if let Some(name) = name {
        match local_of_function(db, inside.around.item, name) {
            Local::Changes => return not_constant(codes::EXPR_NOT_CONSTANT, None),
            Local::Unclear => return Vec::new(),
            Local::None => {}
        }
    }
    match pragma_value(db, inside.around.item, arguments.trim()) {
        PragmaValue::Integer(v) if v <= 0 => whole(codes::UNROLL_VALUE_NOT_POSITIVE),
        PragmaValue::Integer(v) if v > i128::from(i32::MAX) => whole(codes::UNROLL_VALUE_TOO_LARGE),
        PragmaValue::NotIntegral(ty) => {
            not_constant(codes::CONSTANT_NOT_INTEGRAL_OR_ENUM, Some(&ty))
        }
        PragmaValue::Undefined(name) if kinds.len() == 1 => {
            let why = Diagnostic::new(codes::UNDEFINED_IDENTIFIER).arg(Arg::name(&name));
            let here = Diagnostic::new(codes::UNROLL_VALUE_NOT_CONSTANT);
            vec![(Some(start()), why), (None, here)]
        }
        // Within more than a name a local may stand.
        PragmaValue::NotConstant if name.is_some() => not_constant(codes::EXPR_NOT_CONSTANT, None),
        _ => Vec::new(),
    }
}
