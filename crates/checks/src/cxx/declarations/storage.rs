//! Storage classes and the other specifiers that only some declarations may have ([dcl.stc], [dcl.fct.spec]).

use cleave_codes::codes;
use cleave_diagnostics::Severity;
use cleave_names::decl::{Decl, DeclKind, Shape, Spec, Special};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_typing::function::canonical;

use crate::Finding;
use crate::cxx::declarations::{is_no_template, words};
use crate::engine::entities::entity;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    // Declarators of one declaration share their specifiers.
    let kind = matches!(
        decl.kind,
        DeclKind::Function | DeclKind::Variable | DeclKind::Type
    );
    if decl.place.index > 0 || !kind || is_alias(decl) {
        return;
    }
    let member = decl.parent.is_some();
    let function = decl.kind == DeclKind::Function;
    let field = member && !decl.spec.any(Spec::STATIC);
    let special = decl.function.as_ref().map_or(Special::None, |f| f.special);
    let elsewhere = !member && decl.qualifier.is_empty();
    if special == Special::Conversion && (elsewhere || decl.spec.any(Spec::STATIC)) {
        out.push(Finding::new(
            codes::CONVERSION_FUNCTION_NOT_A_MEMBER,
            decl.name_tokens.start,
        ));
    }
    let reference = decl
        .shape
        .last()
        .is_some_and(|p| matches!(p, Shape::LvalueReference | Shape::RvalueReference));
    let mut class = None;
    let mut seen = Vec::new();
    let all = words(s, decl.specifiers);
    let threads = |kind: SyntaxKind| all.iter().find(|w| w.1 == kind);
    if let (Some(a), Some(b)) = (threads(THREAD_LOCAL_KW), threads(THREAD_KW)) {
        let at = a.0.min(b.0);
        out.push(Finding::new(codes::SEVERAL_THREAD_LOCAL_SPECIFIERS, at));
    }
    for (i, kind) in all {
        if matches!(kind, VIRTUAL_KW | INLINE_KW | EXPLICIT_KW) {
            if seen.contains(&kind) {
                out.push(Finding::new(codes::DUPLICATE_SPECIFIER, i));
                continue;
            }
            seen.push(kind);
        }
        match kind {
            TYPEDEF_KW if seen.contains(&INLINE_KW) => {
                out.push(Finding::new(codes::STORAGE_CLASS_OF_INLINE_FUNCTION, i));
            }
            STATIC_KW | EXTERN_KW if decl.spec.any(Spec::FRIEND) && member => {
                out.push(Finding::new(codes::STORAGE_CLASS_ON_FRIEND, i));
            }
            STATIC_KW | EXTERN_KW | REGISTER_KW | MUTABLE_KW | TYPEDEF_KW => {
                if class.is_some() {
                    out.push(Finding::new(codes::MORE_THAN_ONE_STORAGE_CLASS, i));
                    return;
                }
                class = Some(kind);
                let special = decl.is_specialization() || decl.instantiation;
                let explicit = decl.heads.last().is_some_and(|h| h.params.is_empty());
                match kind {
                    STATIC_KW | EXTERN_KW if !member && explicit => {
                        out.push(Finding::new(codes::STORAGE_CLASS_ON_SPECIALIZATION, i));
                    }
                    // `static void A::f()`; what a specialisation may not have is another rule's. Nothing declares what `<` follows.
                    STATIC_KW
                        if !member
                            && !decl.qualifier.is_empty()
                            && !special
                            && !is_no_template(s, decl) =>
                    {
                        out.push(Finding::new(codes::STORAGE_CLASS_NOT_ALLOWED, i));
                    }
                    // A warning for a variable.
                    EXTERN_KW if !member && !special && is_of_class(s, decl) => {
                        let finding = Finding::new(codes::STORAGE_CLASS_NOT_ALLOWED, i);
                        out.push(match function {
                            true => finding,
                            false => finding.severity(Severity::Warning),
                        });
                    }
                    // A register of the processor that an `asm` names may be a variable of a namespace.
                    REGISTER_KW if s.kind(decl.declarator.end) == ASM_KW => {}
                    // Those of structured bindings are another rule's.
                    REGISTER_KW if s.kind(decl.declarator.start) == L_BRACK => {}
                    REGISTER_KW if !member && !function => {
                        out.push(Finding::new(codes::INVALID_GLOBAL_STORAGE_CLASS, i))
                    }
                    REGISTER_KW | EXTERN_KW if member => {
                        out.push(Finding::new(codes::INVALID_MEMBER_STORAGE_CLASS, i))
                    }
                    MUTABLE_KW if reference && !function => {
                        out.push(Finding::new(codes::MUTABLE_REFERENCE, i))
                    }
                    MUTABLE_KW if !member || function => {
                        out.push(Finding::new(codes::MUTABLE_NOT_ALLOWED, i))
                    }
                    MUTABLE_KW if is_constant(s, decl) => {
                        out.push(Finding::new(
                            codes::MUTABLE_NOT_ALLOWED,
                            decl.specifiers.start,
                        ));
                    }
                    _ => {}
                }
            }
            VIRTUAL_KW if !member || decl.spec.any(Spec::FRIEND) => {
                // Beside `friend` it is not allowed; outside of a class it says nothing.
                let code = if member {
                    codes::VIRTUAL_NOT_ALLOWED
                } else {
                    codes::SPECIFIER_OUTSIDE_CLASS
                };
                out.push(Finding::new(code, i));
            }
            // A member may be declared by a typedef of a function type.
            VIRTUAL_KW if !function && decl.shape.is_empty() && names_type(s, decl) => {}
            VIRTUAL_KW if !function => out.push(Finding::new(codes::VIRTUAL_NOT_ALLOWED, i)),
            VIRTUAL_KW
                if crate::cxx::declarations::class_of(s, decl)
                    .is_some_and(|c| crate::cxx::declarations::fields::is_union(s, c)) =>
            {
                out.push(Finding::new(codes::VIRTUAL_NOT_ALLOWED, i))
            }
            VIRTUAL_KW
                if decl.spec.any(Spec::STATIC) && special == Special::None
                    || special == Special::Operator && super::allocation::is_one(&decl.name) =>
            {
                out.push(Finding::new(
                    codes::VIRTUAL_ON_STATIC_OR_NONMEMBER,
                    decl.specifiers.start,
                ));
            }
            INLINE_KW if field && decl.kind == DeclKind::Variable => {
                out.push(Finding::new(codes::INLINE_NONSTATIC_MEMBER, i))
            }
            CONSTEXPR_KW
                if decl.kind == DeclKind::Variable
                    && !member
                    && decl.spec.any(Spec::EXTERN)
                    && decl.initializer.is_empty() =>
            {
                out.push(Finding::new(codes::CONSTEXPR_WITHOUT_INITIALIZER, i));
            }
            CONSTEXPR_KW if field && decl.kind == DeclKind::Variable => {
                out.push(Finding::new(codes::CONSTEXPR_NOT_VALID, i));
            }
            CONSTEXPR_KW
                if member && decl.kind == DeclKind::Variable && decl.spec.any(Spec::STATIC) =>
            {
                let class =
                    crate::cxx::declarations::class_of(s, decl).filter(|_| !s.in_template(decl));
                if let (true, Some(class)) = (decl.initializer.is_empty(), class) {
                    let name = format!(
                        "{}::{}",
                        crate::cxx::declarations::special::spelled(s, class),
                        decl.name
                    );
                    let entity = Arg::Entity {
                        kind: "member",
                        name,
                    };
                    out.push(Finding::new(
                        codes::MISSING_INITIALIZER_ON_CONST { entity },
                        decl.name_tokens.start,
                    ));
                }
            }
            THREAD_LOCAL_KW if function && !decl.spec.any(Spec::FRIEND) => {
                out.push(Finding::new(codes::THREAD_LOCAL_NOT_VALID, i));
            }
            THREAD_LOCAL_KW if field && decl.kind == DeclKind::Variable => {
                out.push(Finding::new(codes::THREAD_LOCAL_NOT_VALID, i));
            }
            FRIEND_KW if !member => out.push(Finding::new(codes::SPECIFIER_OUTSIDE_CLASS, i)),
            EXPLICIT_KW => {
                let may = matches!(special, Special::Constructor | Special::Conversion);
                let guide = function
                    && decl
                        .function
                        .as_ref()
                        .is_some_and(|f| !f.trailing.is_empty());
                let destructor = special == Special::Destructor;
                let outside = may && !member && !decl.qualifier.is_empty();
                if !may && !guide && !destructor || outside {
                    out.push(Finding::new(codes::EXPLICIT_NOT_ALLOWED, i));
                }
            }
            _ => {}
        }
    }
}

/// Whether a declaration is an alias-declaration, which has its specifiers in a type-id.
fn is_alias(decl: &Decl) -> bool {
    decl.kind == DeclKind::Type && decl.name_tokens.start < decl.specifiers.start
}

/// Whether a declaration outside of classes names a member of a class.
fn is_of_class(s: &Source<'_>, decl: &Decl) -> bool {
    !decl.qualifier.is_empty()
        && entity(s, decl)
            .is_some_and(|e| canonical(s.db, e.decl(s.db)).parent_class(s.db).is_some())
}

/// Whether a data member is constant itself, and not what it points at.
fn is_constant(s: &Source<'_>, decl: &Decl) -> bool {
    decl.shape.is_empty() && words(s, decl.specifiers).iter().any(|w| w.1 == CONST_KW)
}

/// Whether a declaration names its type: what that is, its words do not say.
fn names_type(s: &Source<'_>, decl: &Decl) -> bool {
    crate::cxx::declarations::words(s, decl.specifiers)
        .iter()
        .any(|word| word.1 == IDENT)
}
