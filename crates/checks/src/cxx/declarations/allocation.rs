//! Allocation and deallocation functions ([basic.stc.dynamic.allocation], [basic.stc.dynamic.deallocation]): what they return, and
//! their first parameter. Types that have names are left alone.

use cleave_codes::codes;
use cleave_names::decl::{Decl, Shape, Special, Tokens};
use cleave_syntax::SyntaxKind::{self, *};

use crate::Finding;
use crate::cxx::declarations::operators::is_builtin;
use crate::cxx::declarations::words;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let Some(f) = (decl.function.as_ref())
        .filter(|f| f.special == Special::Operator && f.trailing.is_empty())
    else {
        return;
    };
    let (allocates, frees) = (is_named(&decl.name, "new"), is_named(&decl.name, "delete"));
    if !allocates && !frees {
        return;
    }
    let at = decl.name_tokens.start;
    // The global namespace or a class declares them ([basic.stc.dynamic.allocation]/1).
    let within = !s.item.scope(s.db).is_global(s.db);
    if within && decl.parent.is_none() && decl.qualifier.is_empty() {
        let code = match allocates {
            true => codes::ALLOCATION_FUNCTION_IN_NAMESPACE,
            false => codes::DEALLOCATION_FUNCTION_IN_NAMESPACE,
        };
        out.push(Finding::new(code, at));
        return;
    }
    if !within && decl.parent.is_none() && decl.qualifier.is_empty() {
        specifiers(s, decl, out);
    }
    let wanted: &[Shape] = match allocates {
        true => &[Shape::Function, Shape::Pointer],
        false => &[Shape::Function],
    };
    // A template has more parameters than the pointer ([basic.stc.dynamic.deallocation]/2).
    if frees && !decl.heads.is_empty() && !decl.name.ends_with(']') && f.params.len() == 1 {
        out.push(Finding::new(codes::OPERATOR_DELETE_TEMPLATE, at));
        return;
    }
    let deduced = words(s, decl.specifiers).iter().any(|w| w.1 == AUTO_KW);
    if frees && deduced {
        out.push(Finding::new(codes::DEALLOCATION_FUNCTION_RETURN_TYPE, at));
        return;
    }
    if let Some(types) = fundamental(s, decl.specifiers)
        && (types != [VOID_KW] || decl.shape[..] != *wanted)
    {
        let code = match allocates {
            true => codes::ALLOCATION_DOES_NOT_RETURN_VOID_POINTER,
            false => codes::DEALLOCATION_FUNCTION_RETURN_TYPE,
        };
        out.push(Finding::new(code, at));
        return;
    }
    let Some(first) = f.params.first() else {
        if !f.variadic {
            out.push(Finding::new(codes::TOO_FEW_OPERATOR_PARAMETERS, at));
        }
        return;
    };
    let Some(types) = fundamental(s, first.specifiers).filter(|_| !first.pack) else {
        return;
    };
    let is_size = || {
        let has = |kind| types.contains(&kind);
        first.shape.is_empty()
            && has(UNSIGNED_KW)
            && has(LONG_KW)
            && types.iter().filter(|k| **k == LONG_KW).count() == 1
    };
    if allocates && !is_size() {
        out.push(Finding::new(codes::ALLOCATION_PARAMETER_NOT_SIZE_T, at));
    }
    if frees && (types != [VOID_KW] || first.shape[..] != [Shape::Pointer]) {
        out.push(Finding::new(
            codes::DEALLOCATION_FUNCTION_FIRST_PARAMETER,
            at,
        ));
    }
}

/// Replacement functions are neither static nor inline ([replacement.functions]/3).
fn specifiers<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let words = words(s, decl.specifiers);
    // Of those with more than one parameter the reference has in mind those that do not throw.
    let rest = decl.function.as_ref().and_then(|f| f.params.get(1));
    let is_nothrow = |i: u32| s.kind(i) == IDENT && s.word(i) == "nothrow_t";
    let replaces = rest.is_none_or(|p| (p.specifiers.start..p.specifiers.end).any(is_nothrow));
    if let (Some((at, _)), true) = (words.iter().find(|w| w.1 == INLINE_KW), replaces) {
        out.push(Finding::new(codes::INLINE_ALLOCATION_FUNCTION, *at));
    }
    if words.iter().any(|w| w.1 == STATIC_KW) {
        let at = decl.name_tokens.start;
        out.push(Finding::new(codes::STATIC_ALLOCATION_FUNCTION, at));
    }
}

/// Whether an operator function of this name allocates or deallocates: such a member is static ([class.free]/1).
pub(crate) fn is_one(name: &str) -> bool {
    is_named(name, "new") || is_named(name, "delete")
}

fn is_named(name: &str, word: &str) -> bool {
    let name = name.strip_prefix("operator").map(str::trim_start);
    let rest = name.and_then(|n| n.strip_prefix(word));
    rest.is_some_and(|r| !r.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// The words of a type that has no name, if specifiers hold one; qualifiers and what is no type left out.
fn fundamental(s: &Source<'_>, specifiers: Tokens) -> Option<Vec<SyntaxKind>> {
    let mut out = Vec::new();
    for (_, kind) in words(s, specifiers) {
        match kind {
            VOID_KW => out.push(kind),
            _ if is_builtin(kind) => out.push(kind),
            STATIC_KW | INLINE_KW | VIRTUAL_KW | EXTERN_KW | FRIEND_KW | CONSTEXPR_KW => {}
            // A qualified type is none of those that are wanted; who writes one is not known to be wrong.
            _ => return None,
        }
    }
    (!out.is_empty()).then_some(out)
}
