//! Constructors and destructors ([class.ctor], [class.dtor]): what they may not be declared as.

use cleave_codes::codes;
use cleave_names::decl::{Decl, Spec, Special, Tokens};
use cleave_syntax::SyntaxKind::*;

use crate::Finding;
use crate::cuda::spaces::redeclared::qualified;
use crate::cxx::declarations::{class_of, words};
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    if class_of(s, decl).is_none() {
        qualified_elsewhere(s, decl, out);
        destructor_of_nothing(decl, out);
    }
    let (Some(f), Some(class)) = (&decl.function, class_of(s, decl)) else {
        return;
    };
    let constructor = f.special == Special::Constructor;
    if !constructor && f.special != Special::Destructor {
        return;
    }
    if !constructor && decl.spec.any(Spec::FRIEND) && decl.qualifier.is_empty() {
        out.push(Finding::new(
            codes::UNQUALIFIED_DESTRUCTOR_NAME,
            decl.name_tokens.start,
        ));
        return;
    }
    for (i, kind) in words(s, decl.specifiers) {
        match kind {
            VIRTUAL_KW if constructor => out.push(Finding::new(codes::VIRTUAL_NOT_ALLOWED, i)),
            STATIC_KW => out.push(Finding::new(codes::STATIC_NOT_ALLOWED, i)),
            EXPLICIT_KW if !constructor => out.push(Finding::new(codes::EXPLICIT_NOT_ALLOWED, i)),
            _ => {}
        }
    }
    if constructor && decl.spec.any(Spec::CONSTEXPR) && has_virtual_base(s, class) {
        out.push(Finding::new(
            codes::CONSTEXPR_CONSTRUCTOR_WITH_VIRTUAL_BASES,
            decl.specifiers.start,
        ));
    }
    let other = decl
        .name
        .strip_prefix('~')
        .is_some_and(|name| name.split('<').next().unwrap_or(name).trim() != class.name);
    let typed = words(s, decl.specifiers).into_iter().any(|(_, kind)| {
        let qualifies = matches!(kind, CONST_KW | VOLATILE_KW) && !constructor;
        crate::cxx::declarations::operators::is_builtin(kind)
            || matches!(kind, VOID_KW | AUTO_KW)
            || qualifies
    });
    if typed && !constructor && !other {
        out.push(Finding::new(
            codes::RETURN_TYPE_ON_DESTRUCTOR,
            decl.specifiers.start,
        ));
    }
    if other && !class.name.is_empty() && !decl.spec.any(cleave_names::decl::Spec::FRIEND) {
        out.push(Finding::new(
            codes::INVALID_DESTRUCTOR_DECLARATION,
            decl.name_tokens.start,
        ));
    }
    let qualifier = (f.suffix.start..f.suffix.end)
        .take_while(|&i| matches!(s.kind(i), CONST_KW | VOLATILE_KW))
        .next();
    if let Some(i) = qualifier {
        out.push(Finding::new(
            codes::QUALIFIER_ON_CONSTRUCTOR_OR_DESTRUCTOR,
            i,
        ));
    }
    match f.params.split_first() {
        Some((first, _)) if !constructor => out.push(Finding::new(
            codes::DESTRUCTOR_WITH_PARAMETERS,
            first.tokens.start,
        )),
        // `A(A)`; a template's may be called with something else, and never for a copy.
        Some((first, rest))
            if decl.heads.is_empty()
                && !first.pack
                && first.shape.is_empty()
                && rest.iter().all(|p| !p.default.is_empty() || p.pack)
                && is_class(s, first.specifiers, class) =>
        {
            let name = spelled(s, class);
            out.push(Finding::new(
                codes::INVALID_COPY_CONSTRUCTOR_PARAMETER {
                    class: Arg::Type(name.clone()),
                    parameter: Arg::Type(name),
                },
                first.tokens.start,
            ));
        }
        _ => {}
    }
}

/// A destructor that names no class.
fn destructor_of_nothing(decl: &Decl, out: &mut Sink<'_>) {
    let Some(f) = (decl.function.as_ref()).filter(|f| f.special == Special::Destructor) else {
        return;
    };
    // Without specifiers it is no declaration at all.
    if !decl.qualifier.is_empty() || decl.specifiers.is_empty() {
        return;
    }
    let at = decl.name_tokens.start;
    out.push(Finding::new(codes::INVALID_DESTRUCTOR_DECLARATION, at));
    let first = f.params.first().map(|p| p.tokens.start);
    out.extend(first.map(|at| Finding::new(codes::DESTRUCTOR_WITH_PARAMETERS, at)));
}

/// Outside of its class too a constructor or destructor has no type that could be qualified.
fn qualified_elsewhere<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let code = match decl.function.as_ref().map(|f| f.special) {
        Some(Special::Constructor) => codes::RETURN_TYPE_ON_CONSTRUCTOR,
        Some(Special::Destructor) => codes::RETURN_TYPE_ON_DESTRUCTOR,
        _ => return,
    };
    let mut words = words(s, decl.specifiers).into_iter();
    if words.any(|(_, kind)| matches!(kind, CONST_KW | VOLATILE_KW)) {
        out.push(Finding::new(code, decl.specifiers.start));
    }
}

/// Whether the bases that a class names are virtual ones.
fn has_virtual_base(s: &Source<'_>, class: &Decl) -> bool {
    (class.name_tokens.end..class.tokens.end)
        .take_while(|&i| s.kind(i) != L_BRACE)
        .any(|i| s.kind(i) == VIRTUAL_KW)
}

/// Whether specifiers name the class itself, without arguments, or with a qualifier.
fn is_class(s: &Source<'_>, specifiers: Tokens, class: &Decl) -> bool {
    let words = words(s, specifiers);
    let named = |w: &&(u32, cleave_syntax::SyntaxKind)| !matches!(w.1, CONST_KW | VOLATILE_KW);
    let mut names = words.iter().filter(named);
    let (Some(&(name, IDENT)), None) = (names.next(), names.next()) else {
        return false;
    };
    s.word(name) == class.name && are_own_arguments(s, name + 1, specifiers.end, class)
}

/// Whether what stands behind the name of a class up to some token is nothing, or the parameters of its template in their order.
fn are_own_arguments(s: &Source<'_>, from: u32, to: u32, class: &Decl) -> bool {
    let written: Vec<&str> = (from..to)
        .filter(|&i| !matches!(s.kind(i), CONST_KW | VOLATILE_KW))
        .map(|i| s.word(i))
        .collect();
    let Some(head) = class.heads.last().filter(|_| !written.is_empty()) else {
        return written.is_empty() || class.heads.is_empty();
    };
    let names: Vec<&str> = (head.params.iter())
        .map(|p| p.name.as_deref().unwrap_or_default())
        .collect();
    let own = format!("<{}>", names.join(","));
    written.concat().replace("...", "") == own
}

/// A class's own name with the parameters of its template.
pub(crate) fn spelled(s: &Source<'_>, class: &Decl) -> String {
    let own = match class.heads.last() {
        Some(head) if class.arguments.is_empty() => {
            let params: Vec<String> = (head.params.iter())
                .map(|p| p.name.clone().unwrap_or_else(|| "<unnamed>".to_owned()))
                .collect();
            format!("{}<{}>", class.name, params.join(", "))
        }
        _ => class.name.clone(),
    };
    match class_of(s, class) {
        Some(outer) => format!("{}::{own}", spelled(s, outer)),
        None => qualified(s, &own),
    }
}
