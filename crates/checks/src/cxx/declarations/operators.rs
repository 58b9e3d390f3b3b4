//! Operator functions ([over.oper]): where they may stand and how many parameters they have.

use cleave_codes::codes;
use cleave_names::decl::{Body, Decl, Spec, Special};
use cleave_syntax::SyntaxKind::*;

use crate::Finding;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

/// How many operands an operator has.
struct Operands {
    least: usize,
    most: usize,
}

/// Those that only members can overload ([over.ass], [over.call], [over.sub], [over.ref]).
const MEMBERS: &[&str] = &["=", "()", "[]", "->"];

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let Some(f) = &decl.function else { return };
    let Some(name) = decl.name.strip_prefix("operator") else {
        return;
    };
    let name = name.trim();
    // Those of allocation and of coroutines follow other rules.
    let elsewhere = super::allocation::is_one(&decl.name) || name == "co_await";
    let object = f
        .params
        .first()
        .is_some_and(|p| s.kind(p.tokens.start) == THIS_KW);
    if f.special != Special::Operator
        || elsewhere
        || object
        || !decl.qualifier.is_empty()
        || f.params.iter().any(|p| p.pack)
    {
        return;
    }
    let at = decl.name_tokens.start;
    let member = decl.parent.is_some() && !decl.spec.any(Spec::FRIEND);
    if !member && MEMBERS.contains(&name) {
        let text = format!("operator{name}");
        out.push(Finding::new(
            codes::MUST_BE_MEMBER_FUNCTION {
                name: Arg::Name(text),
            },
            at,
        ));
        return;
    }
    if member && decl.spec.any(Spec::STATIC) {
        out.push(Finding::new(codes::STATIC_OPERATOR_FUNCTION, at));
        return;
    }
    // Since C++23 a subscript has any number of them ([over.sub]/1).
    if name == "()" || name == "[]" && s.settings.standard >= 202_302 && f.params.len() != 1 {
        return;
    }
    if f.variadic {
        out.push(Finding::new(codes::ELLIPSIS_IN_OPERATOR_PARAMETERS, at));
        return;
    }
    let operands = operands(name);
    let count = f.params.len() + usize::from(member);
    if count > operands.most {
        out.push(Finding::new(codes::TOO_MANY_OPERATOR_PARAMETERS, at));
        return;
    }
    if count < operands.least {
        out.push(Finding::new(codes::TOO_FEW_OPERATOR_PARAMETERS, at));
        if count == 0 {
            out.push(Finding::new(codes::OPERATOR_WITHOUT_CLASS_PARAMETER, at));
        }
        return;
    }
    let last = f.params.last().filter(|_| count == 2);
    if let ("++" | "--", Some(p)) = (name, last)
        && p.shape.is_empty()
        && is_builtin_but_int(s, p.specifiers)
    {
        out.push(Finding::new(
            codes::POSTFIX_OPERATOR_PARAMETER_NOT_INT {
                name: Arg::Name(decl.name.clone()),
            },
            at,
        ));
        return;
    }
    if !matches!(f.body, Body::Default) {
        for p in f.params.iter().filter(|p| !p.default.is_empty()) {
            out.push(Finding::new(
                codes::DEFAULT_ARGUMENT_NOT_ALLOWED,
                p.default.start,
            ));
        }
    }
    let builtin = |p: &cleave_names::decl::Param| {
        let words = crate::cxx::declarations::words(s, p.specifiers);
        let indirect = p.shape.iter().any(|s| {
            matches!(
                s,
                cleave_names::decl::Shape::Pointer | cleave_names::decl::Shape::Array { .. }
            )
        });
        indirect && !words.is_empty() || words.iter().all(|w| is_builtin(w.1) || is_cv(w.1))
    };
    if !member && f.params.iter().all(builtin) {
        out.push(Finding::new(codes::OPERATOR_WITHOUT_CLASS_PARAMETER, at));
    }
}

fn operands(name: &str) -> Operands {
    let (least, most) = match name {
        "!" | "not" | "~" | "compl" | "->" => (1, 1),
        "+" | "-" | "*" | "&" | "bitand" | "++" | "--" => (1, 2),
        _ => (2, 2),
    };
    Operands { least, most }
}

/// Whether a type is one of the language's, and not `int`.
fn is_builtin_but_int(s: &Source<'_>, specifiers: cleave_names::decl::Tokens) -> bool {
    let words = crate::cxx::declarations::words(s, specifiers);
    words.iter().all(|w| is_builtin(w.1) || is_cv(w.1)) && !words.iter().any(|w| w.1 == INT_KW)
}

pub(crate) fn is_builtin(kind: cleave_syntax::SyntaxKind) -> bool {
    matches!(
        kind,
        INT_KW
            | UNSIGNED_KW
            | SIGNED_KW
            | FLOAT_KW
            | DOUBLE_KW
            | CHAR_KW
            | BOOL_KW
            | LONG_KW
            | SHORT_KW
            | WCHAR_T_KW
    )
}

fn is_cv(kind: cleave_syntax::SyntaxKind) -> bool {
    matches!(kind, CONST_KW | VOLATILE_KW)
}
