//! What `= default` may define ([dcl.fct.def.default]): special member functions of the right type, and comparisons of C++20.

use cleave_codes::codes;
use cleave_names::decl::{Body, Decl, Function, Param, Shape, Spec, Special};
use cleave_syntax::Standard;
use cleave_syntax::SyntaxKind::*;

use crate::Finding;
use crate::cxx::declarations::operators::is_builtin;
use crate::cxx::declarations::{class_of, words};
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let Some(f) = &decl.function else { return };
    if f.body != Body::Default {
        return;
    }
    let template = decl.heads.iter().any(|h| !h.params.is_empty());
    let code = if template && (decl.parent.is_some() || decl.qualifier.is_empty()) {
        Some(codes::DEFAULTED_FUNCTION_TEMPLATE)
    } else if !decl.heads.is_empty() {
        // `template<class T> A<T>::A() = default;`
        None
    } else {
        match f.special {
            Special::Constructor => {
                (!may_construct(s, f)).then_some(codes::INVALID_DEFAULTED_CONSTRUCTOR)
            }
            Special::Operator if decl.name == "operator=" => {
                let may = !f.is_const && may_return(s, decl, f) && may_construct(s, f);
                (!may || f.params.len() != 1).then_some(codes::INVALID_DEFAULTED_ASSIGNMENT)
            }
            Special::Operator if is_comparison(&decl.name) => {
                let before = s.file.dialect(s.db).standard < Standard::Cpp20;
                before.then_some(codes::FUNCTION_CANNOT_BE_DEFAULTED)
            }
            Special::Destructor => None,
            _ => Some(codes::FUNCTION_CANNOT_BE_DEFAULTED),
        }
    };
    if let Some(code) = code {
        let equals = (f.clause.end..decl.tokens.end).rfind(|&i| s.kind(i) == EQ);
        let at = match (decl.parent, code, equals) {
            (Some(_), codes::DEFAULTED_FUNCTION_TEMPLATE, Some(equals)) => equals,
            // Out of classes it is the keyword that is wrong.
            (None, codes::FUNCTION_CANNOT_BE_DEFAULTED, Some(equals)) => equals + 1,
            _ => decl.name_tokens.start,
        };
        out.push(Finding::new(code, at));
    }
}

fn is_comparison(name: &str) -> bool {
    let operator = name.strip_prefix("operator").map(str::trim);
    matches!(
        operator,
        Some("==" | "!=" | "<" | ">" | "<=" | ">=" | "<=>" | "not_eq")
    )
}

/// Whether a parameter list may be that of a default, copy or move operation; a name may stand for the class.
fn may_construct(s: &Source<'_>, f: &Function) -> bool {
    match &*f.params {
        [] => !f.variadic,
        [one] => one.default.is_empty() && !f.variadic && may_be_source(s, one),
        _ => false,
    }
}

fn may_be_source(s: &Source<'_>, param: &Param) -> bool {
    let words = words(s, param.specifiers);
    let has = |kind| words.iter().any(|w| w.1 == kind);
    if param.pack || words.iter().any(|w| is_builtin(w.1)) || has(VOLATILE_KW) {
        return false;
    }
    match *param.shape {
        [Shape::LvalueReference] => true,
        [Shape::RvalueReference] => !has(CONST_KW),
        // A typedef of a reference is nobody's.
        _ => false,
    }
}

/// Whether an assignment may return a reference to its class.
fn may_return(s: &Source<'_>, decl: &Decl, f: &Function) -> bool {
    if !f.trailing.is_empty() {
        return true;
    }
    let words = words(s, decl.specifiers);
    let wrong = |w: &(u32, cleave_syntax::SyntaxKind)| {
        is_builtin(w.1) || matches!(w.1, VOID_KW | CONST_KW | VOLATILE_KW)
    };
    if words.iter().any(wrong) {
        return false;
    }
    // The function's own part of the shape comes first.
    match decl.shape.iter().find(|p| **p != Shape::Function) {
        Some(Shape::LvalueReference) => true,
        Some(_) => false,
        None => {
            let class = class_of(s, decl).map(|c| c.name.as_str());
            let named = words.iter().rfind(|w| w.1 == IDENT).map(|w| s.word(w.0));
            decl.spec.any(Spec::AUTO) || class.is_none() || named != class
        }
    }
}
