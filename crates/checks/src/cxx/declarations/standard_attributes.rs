//! Where attributes of the standard may stand, and what their arguments are ([dcl.attr]). The tree alone decides.

use cleave_codes::codes;
use cleave_diagnostics::Severity;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::nodes::is_arithmetic;
use crate::engine::source::{Sink, Source};

/// Attributes whose first argument is a string literal.
const STRINGS: [&str; 9] = [
    "abi_tag",
    "alias",
    "deprecated",
    "nodiscard",
    "section",
    "target",
    "visibility",
    "warning",
    "weakref",
];

/// One attribute.
pub(crate) fn check<'db>(s: &Source<'db>, attribute: Node<'_>, out: &mut Sink<'db>) {
    let at = s.tokens(attribute).start;
    string(s, attribute, out);
    let Some(specifier) = attribute.parent() else {
        return;
    };
    let plain = s.kind(at) == IDENT && s.kind(at + 1) != COLON2 && !specifier.has(ATTRIBUTE_KW);
    let name = s.word(at);
    let of_functions = matches!(name, "noreturn" | "__noreturn__");
    let lasting = matches!(name, "maybe_unused" | "__maybe_unused__");
    let misplaced = plain && (of_functions && is_on_no_function(specifier))
        || plain && (of_functions || lasting) && is_on_function_type(specifier);
    if misplaced {
        let finding = Finding::new(codes::ATTRIBUTE_DOES_NOT_APPLY, at).name(name);
        out.push(finding.severity(Severity::Error));
    }
}

/// An attribute between specifiers, with no type before it yet, appertains to nothing; it is
/// reported where the attributes that it stands with begin ([dcl.spec.general]/1): `static [[nodiscard]] int f();`.
pub(crate) fn amid_specifiers<'db>(s: &Source<'db>, seq: Node<'_>, out: &mut Sink<'db>) {
    // What stands for a template's parameter is read otherwise.
    let around = seq.parent().and_then(|p| p.parent());
    if around.is_some_and(|n| n.kind() == TEMPLATE_PARAMETER_LIST) {
        return;
    }
    let mut behind = false;
    // Where the attributes that stand together begin, and whether they are reported.
    let mut run: Option<(u32, bool)> = None;
    for element in seq.children_with_tokens() {
        if let Some(token) = element.into_token() {
            match token.kind() {
                k if k.is_trivia() => continue,
                STATIC_KW | INLINE_KW | CONSTEXPR_KW | FRIEND_KW | CONST_KW | VOLATILE_KW
                | TYPEDEF_KW | VIRTUAL_KW | MUTABLE_KW | EXTERN_KW => behind = true,
                _ => return,
            }
            run = None;
            continue;
        }
        let Some(node) = element.into_node() else {
            return;
        };
        if !matches!(node.kind(), ATTRIBUTE_SPECIFIER | ALIGNAS_SPECIFIER) {
            return;
        }
        let at = s.tokens(node).start;
        let (first, reported) = *run.get_or_insert((at, false));
        if behind && !reported && matches!(s.kind(at), L_BRACK | ALIGNAS_KW) {
            out.push(
                Finding::new(codes::ATTRIBUTE_APPLIES_TO_NO_ENTITY, first)
                    .severity(Severity::Error),
            );
            run = Some((first, true));
        }
    }
}

/// Messages and names are strings, and no expressions.
fn string<'db>(s: &Source<'db>, attribute: Node<'_>, out: &mut Sink<'db>) {
    let Some(clause) = attribute.child(ATTRIBUTE_ARGUMENT_CLAUSE) else {
        return;
    };
    let mut names = attribute.own_tokens().filter(|t| t.kind() == IDENT);
    let (first, second) = (names.next(), names.next());
    let name = match (first, second) {
        (Some(name), None) => name,
        (Some(scope), Some(name)) if scope.text() == "gnu" => name,
        _ => return,
    };
    let at = s.tokens(clause).start + 1;
    let other = matches!(
        s.kind(at),
        INT_LITERAL | FLOAT_LITERAL | CHAR_LITERAL | IDENT | TRUE_KW | FALSE_KW
    );
    let gnu = attribute.parent().is_none_or(|p| p.has(ATTRIBUTE_KW));
    let other = other || s.kind(at) == R_PAREN && !gnu;
    if other && STRINGS.contains(&cleave_attributes::bare(name.text())) {
        out.push(Finding::new(codes::EXPECTED_STRING_LITERAL, at));
    }
}

/// Whether an attribute appertains to a function's type: it stands behind the parameters.
fn is_on_function_type(specifier: Node<'_>) -> bool {
    let holder = specifier.parent();
    holder.is_some_and(|h| match h.kind() {
        PARAMETERS_AND_QUALIFIERS => true,
        LAMBDA_EXPRESSION => {
            let clause = h.child(PARAMETER_CLAUSE).map(|c| c.tokens().end);
            clause.is_some_and(|end| end <= specifier.tokens().start)
        }
        _ => false,
    })
}

/// Whether an attribute appertains to what is certainly no function.
fn is_on_no_function(specifier: Node<'_>) -> bool {
    let Some(holder) = specifier.parent() else {
        return false;
    };
    match holder.kind() {
        PARAMETER_DECLARATION | ALIAS_DECLARATION => true,
        DECL_SPECIFIER_SEQ => {
            let Some(owner) = holder.parent() else {
                return false;
            };
            let first = |n: Node<'_>| n.tokens().start == specifier.tokens().start;
            if !first(holder) || !matches!(owner.kind(), SIMPLE_DECLARATION | PARAMETER_DECLARATION)
            {
                return false;
            }
            let mut declared = (owner.children())
                .filter(|n| n.kind() == INIT_DECLARATOR)
                .filter_map(|n| n.child(DECLARATOR));
            owner.kind() == PARAMETER_DECLARATION
                || declared.any(|d| is_no_function(holder, innermost(d)))
        }
        DECLARATOR_ID => {
            let mut declaration = holder;
            while matches!(
                declaration.kind(),
                DECLARATOR_ID | DECLARATOR | PAREN_DECLARATOR | INIT_DECLARATOR
            ) {
                match declaration.parent() {
                    Some(parent) => declaration = parent,
                    None => return false,
                }
            }
            let seq = declaration.child(DECL_SPECIFIER_SEQ);
            match (declaration.kind(), seq, holder.parent()) {
                (PARAMETER_DECLARATION, ..) => true,
                (SIMPLE_DECLARATION, Some(seq), Some(inner)) => is_no_function(seq, inner),
                _ => false,
            }
        }
        _ => false,
    }
}

fn innermost(declarator: Node<'_>) -> Node<'_> {
    match (declarator.child(PAREN_DECLARATOR)).and_then(|p| p.child(DECLARATOR)) {
        Some(inner) => innermost(inner),
        None => declarator,
    }
}

/// Whether the declarator that holds a declared name makes it no function, or the type in front of it is none.
fn is_no_function(seq: Node<'_>, inner: Node<'_>) -> bool {
    if seq.has(TYPEDEF_KW) {
        return true;
    }
    let mut declarator = inner;
    loop {
        let suffix = (declarator.children())
            .find(|n| matches!(n.kind(), PARAMETERS_AND_QUALIFIERS | ARRAY_SUFFIX));
        if let Some(suffix) = suffix {
            return suffix.kind() == ARRAY_SUFFIX;
        }
        if declarator.child(POINTER_OPERATOR).is_some() {
            return true;
        }
        let outer = declarator.parent().filter(|p| p.kind() == PAREN_DECLARATOR);
        match outer.and_then(|p| p.parent()) {
            Some(outer) => declarator = outer,
            None => break,
        }
    }
    let object = |n: Node<'_>| matches!(n.kind(), CLASS_SPECIFIER | ENUM_SPECIFIER);
    seq.has(AUTO_KW)
        || seq.own_tokens().any(|t| is_arithmetic(t.kind()))
        || seq.children().any(object)
}
