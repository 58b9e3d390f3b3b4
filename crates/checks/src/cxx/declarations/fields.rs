//! Members that only some classes may have ([class.bit], [class.union], [class.union.anon]).

use cleave_codes::codes;
use cleave_diagnostics::Severity;
use cleave_names::decl::{Decl, DeclKind, Shape, Spec};
use cleave_syntax::SyntaxKind::*;

use crate::Finding;
use crate::cxx::declarations::{class_of, words};
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    if decl.kind == DeclKind::Class {
        return union(s, decl, out);
    }
    let Some(class) = class_of(s, decl) else {
        return;
    };
    if decl.kind != DeclKind::Variable || decl.spec.any(Spec::STATIC.with(Spec::FRIEND)) {
        return;
    }
    let is_function = |p: &Shape| matches!(p, Shape::Function);
    let reference = |p: &Shape| matches!(p, Shape::LvalueReference | Shape::RvalueReference);
    if is_union(s, class)
        && decl.shape.iter().any(reference)
        && !decl.shape.iter().any(is_function)
        && decl.place.index == 0
    {
        out.push(Finding::new(
            codes::REFERENCE_MEMBER_IN_UNION,
            decl.specifiers.start,
        ));
    }
    if s.kind(decl.declarator.end) == COLON || has_width(s, decl) {
        let words = words(s, decl.specifiers);
        let floating = words.iter().any(|w| matches!(w.1, FLOAT_KW | DOUBLE_KW));
        if (floating || !decl.shape.is_empty()) && decl.place.index == 0 {
            out.push(Finding::new(
                codes::INVALID_BIT_FIELD_TYPE,
                decl.specifiers.start,
            ));
        }
    }
}

/// Whether a member is a bit-field: its declarator ends in `: width`.
fn has_width(s: &Source<'_>, decl: &Decl) -> bool {
    let from = decl.name_tokens.end.max(decl.specifiers.end);
    let mut depth = 0u32;
    (from..decl.declarator.end).any(|i| {
        match s.kind(i) {
            L_PAREN | L_BRACK | L_BRACE => depth += 1,
            R_PAREN | R_BRACK | R_BRACE => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && s.kind(i) == COLON
    })
}

/// A union has no bases, and one without a name nothing but public data. Of a struct without a name in a class the same holds, but
/// for functions and static members: then it declares nothing ([class.union.anon]/1).
fn union<'db>(s: &Source<'db>, class: &Decl, out: &mut Sink<'db>) {
    let union = is_union(s, class);
    if !union && (!class.name.is_empty() || class.parent.is_none()) {
        return;
    }
    let Some(open) = (class.tokens.start..class.tokens.end).find(|&i| s.kind(i) == L_BRACE) else {
        return;
    };
    let colon = (class.tokens.start..open).find(|&i| s.kind(i) == COLON);
    if let (Some(i), true, false) = (colon, union, class.bases.is_empty()) {
        out.push(Finding::new(codes::UNION_WITH_BASE_CLASS, i));
    }
    let anonymous =
        class.name.is_empty() && s.kind(class.tokens.end.saturating_sub(1)) == SEMICOLON;
    let index = s.decls.iter().position(|d| std::ptr::eq(d, class));
    let own = |d: &&Decl| d.parent.map(|p| p as usize) == index;
    let declares = s.decls.iter().any(|d| {
        !d.tokens.is_empty()
            && d.specifiers.start <= class.tokens.start
            && class.tokens.end <= d.tokens.end
            && d.kind == DeclKind::Variable
    });
    if !anonymous || declares {
        return;
    }
    if is_of_namespace(s, class) {
        out.push(Finding::new(
            codes::NAMESPACE_ANONYMOUS_UNION_NOT_STATIC,
            class.tokens.start,
        ));
        return;
    }
    let is_function = |d: &Decl| d.kind == DeclKind::Function;
    let is_data = |d: &Decl| !is_function(d) && !d.spec.any(Spec::STATIC);
    if !union && !s.decls.iter().filter(own).all(is_data) {
        let finding = Finding::new(codes::USELESS_DECL, class.tokens.start);
        out.push(finding.severity(Severity::Warning));
        return;
    }
    let types = s
        .decls
        .iter()
        .filter(own)
        .filter(|d| d.kind == DeclKind::Class && !d.name.is_empty() && d.function.is_none());
    for d in types {
        out.push(Finding::new(
            codes::TYPE_IN_ANONYMOUS_UNION,
            d.name_tokens.start,
        ));
    }
    let mut depth = 0u32;
    let mut hidden = (class.tokens.start..open).any(|i| s.kind(i) == CLASS_KW)
        && !matches!(s.kind(open + 1), PUBLIC_KW | R_BRACE);
    for i in open..class.tokens.end {
        match s.kind(i) {
            L_BRACE => depth += 1,
            R_BRACE => depth = depth.saturating_sub(1),
            PRIVATE_KW | PROTECTED_KW if depth == 1 => hidden = true,
            _ => {}
        }
    }
    if hidden {
        out.push(Finding::new(codes::NONPUBLIC_ANONYMOUS_UNION_MEMBER, open));
    } else if s.decls.iter().filter(own).any(is_function) {
        out.push(Finding::new(codes::ANONYMOUS_UNION_MEMBER_FUNCTION, open));
    }
}

/// Whether an anonymous union is declared in a namespace and without `static` ([class.union.anon]/2).
fn is_of_namespace(s: &Source<'_>, class: &Decl) -> bool {
    let first = class.tokens.start;
    // What stands before it are its specifiers, or the end of what was declared before.
    let before = first.checked_sub(1).map(|i| s.kind(i));
    class.parent.is_none()
        && s.kind(first) == UNION_KW
        && before.is_none_or(|k| matches!(k, SEMICOLON | L_BRACE | R_BRACE))
}

/// Whether a class is a union.
pub(crate) fn is_union(s: &Source<'_>, class: &Decl) -> bool {
    (class.tokens.start..class.tokens.end)
        .map(|i| s.kind(i))
        .take_while(|k| !matches!(k, L_BRACE | SEMICOLON))
        .filter(|k| matches!(k, UNION_KW | CLASS_KW | STRUCT_KW))
        .last()
        == Some(UNION_KW)
}
