//! Pure specifiers and virt-specifiers of member functions ([class.mem]): only virtual functions may have them.

use cleave_codes::codes;
use cleave_hir::DeclKind;
use cleave_names::decl::{Decl, Spec, Special};
use cleave_syntax::SyntaxKind::*;

use crate::Finding;
use crate::cuda::spaces::overriding::may_be_virtual;
use crate::cxx::declarations::class_of;
use crate::engine::entities;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let (Some(f), Some(_)) = (&decl.function, class_of(s, decl)) else {
        return;
    };
    if decl.spec.any(Spec::FRIEND) {
        return;
    }
    if decl.spec.any(Spec::VIRTUAL) && decl.has_deduced_return() {
        let at = decl.name_tokens.start;
        out.push(Finding::new(codes::VIRTUAL_WITH_DEDUCED_RETURN, at));
    }
    let is_static = decl.spec.any(Spec::STATIC);
    if is_static {
        let modifiers: Vec<u32> = (f.clause.end..decl.tokens.end)
            .take_while(|&i| !matches!(s.kind(i), EQ | L_BRACE | SEMICOLON))
            .filter(|&i| s.kind(i) == IDENT && matches!(s.word(i), "override" | "final"))
            .filter(|i| !f.trailing.contains(*i))
            .collect();
        if let Some(&first) = modifiers.first() {
            out.push(Finding::new(
                codes::FUNCTION_MODIFIER_ON_STATIC_MEMBER,
                first,
            ));
        }
        if let [_, second] = modifiers[..] {
            out.push(
                Finding::new(codes::FINAL_ON_NONVIRTUAL_FUNCTION, decl.name_tokens.start)
                    .reported_at(second),
            );
        }
    }
    let equals = (f.suffix.start..decl.tokens.end).rfind(|&i| s.kind(i) == EQ);
    let Some(at) = equals.filter(|_| f.is_pure) else {
        return;
    };
    let can_override = !is_static && f.special != Special::Constructor;
    let is_virtual = decl.spec.any(Spec::VIRTUAL) || can_override && may_override(s, decl);
    if is_virtual && is_final(s, decl) {
        out.push(Finding::new(codes::FINAL_PURE_FUNCTION, at));
    }
    if !is_virtual && !s.in_template(decl) && !decl.is_template() {
        out.push(Finding::new(codes::PURE_SPECIFIER_ON_NONVIRTUAL, at));
    }
}

/// Whether a member function that is not declared virtual overrides one, as far as that is known.
fn may_override(s: &Source<'_>, decl: &Decl) -> bool {
    let Some(function) = entities::entity(s, decl) else {
        return true;
    };
    let class = function.decl(s.db).parent_class(s.db);
    let has_bases = class
        .and_then(|c| c.class(s.db))
        .is_none_or(|c| !c.bases.is_empty());
    has_bases && may_be_virtual(s, decl)
}

/// Whether a member function cannot be overridden: it is final, or its class is.
fn is_final(s: &Source<'_>, decl: &Decl) -> bool {
    let Some(function) = entities::entity(s, decl) else {
        return false;
    };
    let is = |kind: Option<&DeclKind>| match kind {
        Some(DeclKind::Function(f)) => f.is_final,
        Some(DeclKind::Class(c)) => c.is_final,
        _ => false,
    };
    let class = function.decl(s.db).parent_class(s.db);
    is(function.kind(s.db)) || is(class.and_then(|c| c.hir(s.db)).map(|c| &c.kind))
}
