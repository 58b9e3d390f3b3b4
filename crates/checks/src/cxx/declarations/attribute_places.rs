//! Where no attribute stands, whichever it is ([dcl.attr.grammar], [namespace.udir], [dcl.type.elab]). The tree alone decides.

use cleave_codes::codes;
use cleave_diagnostics::Severity;
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::{KindSet, Node, Token};

use crate::Finding;
use crate::cuda::kernels::form::is_member as is_defined_member;
use crate::cxx::declarations::gnu_places;
use crate::engine::source::{Sink, Source};

/// The kinds of nodes that [`check`] looks at.
pub(super) const KINDS: KindSet = KindSet::of(&[
    FUNCTION_DEFINITION,
    STRUCTURED_BINDING,
    ELABORATED_TYPE_SPECIFIER,
    LAMBDA_EXPRESSION,
    TEMPLATE_DECLARATION,
    EXPLICIT_INSTANTIATION,
    EXPLICIT_SPECIALIZATION,
    ASM_DECLARATION,
    ALIAS_DECLARATION,
    USING_DECLARATION,
    USING_DIRECTIVE,
    NAMESPACE_ALIAS_DEFINITION,
    LINKAGE_SPECIFICATION,
    ATTRIBUTE_DECLARATION,
]);

/// One node of an item.
pub(crate) fn check<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    match node.kind() {
        FUNCTION_DEFINITION => behind_parameters(s, node, out),
        STRUCTURED_BINDING => behind_bindings(node, out),
        ELABORATED_TYPE_SPECIFIER => elaborated(node, out),
        LAMBDA_EXPRESSION => before_specifiers(node, out),
        TEMPLATE_DECLARATION if is_member(node) => member_template(node, out),
        ATTRIBUTE_DECLARATION if is_member(node) => no_member(node, out),
        // At the beginning of an item the skeleton has seen it.
        NAMESPACE_ALIAS_DEFINITION | LINKAGE_SPECIFICATION if is_item(node) => {}
        TEMPLATE_DECLARATION
        | EXPLICIT_INSTANTIATION
        | EXPLICIT_SPECIALIZATION
        | ASM_DECLARATION
        | ALIAS_DECLARATION
        | USING_DECLARATION
        | USING_DIRECTIVE
        | NAMESPACE_ALIAS_DEFINITION
        | LINKAGE_SPECIFICATION => in_front(node, out),
        _ => {}
    }
}

/// GNU's attributes behind the parameters of a function that is defined there. Members, which are complete later, templates and their
/// specialisations may have them.
fn behind_parameters<'db>(s: &Source<'db>, function: Node<'_>, out: &mut Sink<'db>) {
    const MAY: &[SyntaxKind] = &[
        MEMBER_SPECIFICATION,
        TEMPLATE_DECLARATION,
        EXPLICIT_SPECIALIZATION,
    ];
    if (function.parent()).is_some_and(|p| MAY.contains(&p.kind())) {
        return;
    }
    let Some(declarator) = function.child(DECLARATOR) else {
        return;
    };
    let suffix = declarator.child(PARAMETERS_AND_QUALIFIERS);
    let attributes = suffix.and_then(|n| n.children().find(|n| is_gnus(*n)));
    let Some(attributes) = attributes else { return };
    let finding = || {
        let at = s.tokens(attributes).start;
        Finding::new(codes::ATTRIBUTES_IN_FUNCTION_DEFINITION, at)
    };
    out.push(finding());
    // The reference looks at a member twice that is defined outside of its class.
    let name = declarator.child(DECLARATOR_ID).map(|n| n.tokens().start);
    let own = (s.decls.iter()).find(|d| Some(d.declarator.start) == name);
    if own.is_some_and(|d| is_defined_member(s, d)) {
        out.push(finding());
    }
}

/// Whether attributes are GNU's, in whatever form: one of the standard's own behind parameters is of the type.
fn is_gnus(specifier: Node<'_>) -> bool {
    let is_theirs = |n: Node<'_>| n.has(COLON2) || n.has(NOINLINE_KW) || n.has(REGISTER_PARAMS_KW);
    specifier.kind() == ATTRIBUTE_SPECIFIER
        && (specifier.has(ATTRIBUTE_KW) || specifier.children().any(is_theirs))
}

/// Behind the names of a structured binding its initializer stands ([dcl.pre]/6).
fn behind_bindings<'db>(bindings: Node<'_>, out: &mut Sink<'db>) {
    let end = bindings.tokens().end;
    let behind = |n: &Node<'_>| n.kind() == ATTRIBUTE_SPECIFIER && n.tokens().start == end;
    let holders = bindings.ancestors().skip(1).take(2);
    let attributes = holders.flat_map(|n| n.children()).find(behind);
    out.extend(attributes.map(|n| Finding::new(codes::MISSING_INITIALIZER, n.tokens().start)));
}

/// Only declarations with specifiers have attributes in front of them ([dcl.pre]/1), whichever they are. How a namespace is opened, the
/// skeleton sees.
fn in_front<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let at = node.tokens().start;
    let is_attribute = |n: &Node<'_>| matches!(n.kind(), ATTRIBUTE_SPECIFIER | ALIGNAS_SPECIFIER);
    if (node.children().next()).is_some_and(|n| is_attribute(&n) && n.tokens().start == at) {
        out.push(Finding::new(codes::ATTRIBUTES_NOT_ALLOWED, at).severity(Severity::Error));
    }
}

fn is_item(node: Node<'_>) -> bool {
    (node.parent()).is_some_and(|p| p.kind() == ITEM_ROOT)
}

fn is_member(node: Node<'_>) -> bool {
    (node.parent()).is_some_and(|p| p.kind() == MEMBER_SPECIFICATION)
}

/// Behind attributes the reference reads a member-declaration with specifiers, where `template` has no place.
fn member_template<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let template = node.own_tokens().find(|t| t.kind() == TEMPLATE_KW);
    let first = node.children().next().map(|n| n.tokens().start);
    let Some(template) = template.map(|t| t.number()).filter(|&at| first < Some(at)) else {
        return;
    };
    out.push(Finding::new(codes::TEMPLATE_NOT_ALLOWED, template));
    let finding = |at| Finding::new(codes::ATTRIBUTE_APPLIES_TO_NO_ENTITY, at);
    let last = gnu_places::last_known(node).map(finding);
    out.extend(last.map(|f| f.reported_at(node.tokens().end - 1)));
}

/// Attributes that are all of a member-declaration ([class.mem.general]/3). It is said once, of the first.
fn no_member<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let first = node.children().find_map(|n| n.child(ATTRIBUTE));
    let at = first.map(|a| a.tokens().start);
    out.extend(at.map(|at| Finding::new(codes::ATTRIBUTES_IGNORED_WITHOUT_ENTITY, at)));
}

/// An elaborated-type-specifier has attributes of the standard's form only where it is all of a declaration ([dcl.type.elab]/2).
fn elaborated<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let whole = node.parent().is_some_and(|seq| {
        let declaration = seq.parent().filter(|d| d.kind() == SIMPLE_DECLARATION);
        declaration.is_some_and(|d| d.children().count() == 1) && !seq.has(FRIEND_KW)
    });
    if whole {
        return;
    }
    let found = node.children().find_map(|n| match n.kind() {
        ATTRIBUTE_SPECIFIER if n.has(L_BRACK) => n.child(ATTRIBUTE).map(|a| a.tokens().start),
        ALIGNAS_SPECIFIER => Some(n.tokens().start),
        _ => None,
    });
    out.extend(
        found.map(|at| Finding::new(codes::ATTRIBUTES_NOT_ALLOWED, at).severity(Severity::Error)),
    );
}

/// The attributes of a lambda's type stand behind its specifiers ([expr.prim.lambda.general]).
fn before_specifiers<'db>(lambda: Node<'_>, out: &mut Sink<'db>) {
    let parameters = lambda.child(PARAMETER_CLAUSE).map(|p| p.tokens().end);
    let Some(parameters) = parameters else { return };
    let attribute =
        |n: &Node<'_>| n.kind() == ATTRIBUTE_SPECIFIER && n.tokens().start >= parameters;
    let Some(attributes) = lambda.children().find(attribute) else {
        return;
    };
    let is_late = |t: &Token<'_>| {
        matches!(
            t.kind(),
            MUTABLE_KW | CONSTEXPR_KW | CONSTEVAL_KW | STATIC_KW
        ) && t.number() > attributes.tokens().start
    };
    if let Some(word) = lambda.own_tokens().find(is_late) {
        out.push(Finding::new(codes::EXPECTED_LAMBDA_BODY, word.number()));
        out.push(Finding::new(codes::EXP_SEMICOLON, word.number()));
    }
}
