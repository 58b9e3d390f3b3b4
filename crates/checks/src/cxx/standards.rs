//! What a later standard brought, where the reference takes it with a warning or, for dynamic exception specifications, what an
//! earlier one took away (reference: language, Standards). The tree alone decides.

use cleave_codes::codes;
use cleave_diagnostics::Severity;
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::{FlatElement, KindSet, Node};

use crate::Finding;
use crate::engine::source::{Sink, Source};

const CPP11: u32 = 201_103;
const CPP14: u32 = 201_402;
pub(crate) const CPP17: u32 = 201_703;
pub(crate) const CPP20: u32 = 202_002;
pub(crate) const CPP23: u32 = 202_302;

/// The kinds of nodes that [`check`] looks at.
pub(crate) static KINDS: KindSet = KindSet::of(&[
    INIT_DECLARATOR,
    FUNCTION_DEFINITION,
    LAMBDA_EXPRESSION,
    EXPLICIT_SPECIFIER,
    RANGE_FOR_STATEMENT,
    FUNCTIONAL_CAST_EXPRESSION,
    DYNAMIC_EXCEPTION_SPECIFICATION,
    SWITCH_STATEMENT,
    ATTRIBUTE_SPECIFIER,
    TEMPLATE_DECLARATION,
    ENUM_SPECIFIER,
    CTOR_INITIALIZER,
    USING_DECLARATION,
    POINTER_OPERATOR,
    DELETED_BODY,
    DEFAULTED_BODY,
]);

/// A node of an item.
pub(crate) fn check<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    let standard = s.settings.standard;
    let found =
        match node.kind() {
            INIT_DECLARATOR | FUNCTION_DEFINITION if standard < CPP20 => {
                declarator(s, node, standard, out);
                None
            }
            LAMBDA_EXPRESSION if standard < CPP23 => {
                lambda(s, node, standard, out);
                None
            }
            EXPLICIT_SPECIFIER if standard < CPP20 && node.has(L_PAREN) => Some(Finding::new(
                codes::CONDITIONAL_EXPLICIT_IS_CPP20,
                s.tokens(node).start,
            )),
            RANGE_FOR_STATEMENT if standard < CPP20 => node.child(INIT_STATEMENT).map(|init| {
                Finding::new(
                    codes::RANGE_FOR_INITIALIZER_NONSTANDARD,
                    s.tokens(init).start,
                )
            }),
            FUNCTIONAL_CAST_EXPRESSION if standard < CPP23 => cast_to_auto(s, node),
            DYNAMIC_EXCEPTION_SPECIFICATION => exceptions(s, node, standard),
            SWITCH_STATEMENT if standard < CPP17 => node.child(INIT_STATEMENT).map(|init| {
                Finding::new(codes::CPP17_INITIALIZER_NONSTANDARD, s.tokens(init).end - 1)
            }),
            ATTRIBUTE_SPECIFIER if standard < CPP17 => attribute(s, node, standard),
            TEMPLATE_DECLARATION if standard < CPP14 => variable_template(s, node),
            ENUM_SPECIFIER if standard < CPP11 => {
                enumeration(s, node, out);
                None
            }
            CTOR_INITIALIZER if standard < CPP11 => delegation(s, node),
            USING_DECLARATION if standard < CPP11 => inheritance(s, node),
            POINTER_OPERATOR if standard < CPP11 => {
                at(s, node, AMP2).map(|at| Finding::new(codes::RVALUE_REFERENCES_ARE_CPP11, at))
            }
            DELETED_BODY if standard < CPP11 => at(s, node, DELETE_KW)
                .map(|at| Finding::new(codes::DELETED_FUNCTIONS_ARE_CPP11, at)),
            DEFAULTED_BODY if standard < CPP11 => at(s, node, DEFAULT_KW)
                .map(|at| Finding::new(codes::DEFAULTED_FUNCTIONS_ARE_CPP11, at)),
            _ => None,
        };
    out.extend(found);
}

/// The token of a kind that stands directly in a node.
fn at(_s: &Source<'_>, node: Node<'_>, kind: SyntaxKind) -> Option<u32> {
    node.own_tokens()
        .find(|t| t.kind() == kind)
        .map(|t| t.number())
}

/// Initializers of bit-fields and, before C++11, of members, in braces, and what overrides.
fn declarator<'db>(s: &Source<'db>, node: Node<'_>, standard: u32, out: &mut Sink<'db>) {
    let initializer = (node.children())
        .find(|n| matches!(n.kind(), EQUAL_INITIALIZER | BRACED_INIT_LIST))
        .map(|n| (n.kind(), s.tokens(n).start));
    if let (Some((_, at)), true) = (initializer, node.child(BIT_FIELD_WIDTH).is_some()) {
        out.push(Finding::new(codes::BIT_FIELD_INITIALIZER_IS_CPP20, at));
    }
    if standard >= CPP11 {
        return;
    }
    if node.child(VIRT_SPECIFIER).is_some()
        && let Some(name) = node.child(DECLARATOR).and_then(|d| d.child(DECLARATOR_ID))
    {
        out.push(Finding::new(
            codes::OVERRIDE_AND_FINAL_ARE_CPP11,
            s.tokens(name).start,
        ));
    }
    let Some((kind, at)) = initializer else {
        return;
    };
    let declaration = node.parent();
    let member = declaration
        .and_then(Node::parent)
        .is_some_and(|p| p.kind() == MEMBER_SPECIFICATION);
    let shared = declaration
        .and_then(|d| d.child(DECL_SPECIFIER_SEQ))
        .is_some_and(|seq| seq.has(STATIC_KW));
    let function = node
        .child(DECLARATOR)
        .is_some_and(|d| d.child(PARAMETERS_AND_QUALIFIERS).is_some());
    if member && !shared && !function && node.child(BIT_FIELD_WIDTH).is_none() {
        out.push(Finding::new(codes::FIELD_INITIALIZERS_ARE_CPP11, at));
    } else if kind == BRACED_INIT_LIST && !member {
        out.push(Finding::new(codes::LIST_INITIALIZATION_IS_CPP11, at));
    }
}

/// Template parameters, packs of init-captures, and a parameter list that is left out before a specifier.
fn lambda<'db>(s: &Source<'db>, node: Node<'_>, standard: u32, out: &mut Sink<'db>) {
    if standard < CPP20 {
        if let Some(list) = node.child(TEMPLATE_PARAMETER_LIST) {
            out.push(Finding::new(
                codes::LAMBDA_TEMPLATE_PARAMETERS_ARE_CPP20,
                s.tokens(list).start,
            ));
        }
        let introducer = node.child(LAMBDA_INTRODUCER);
        for capture in introducer.into_iter().flat_map(Node::children) {
            let initialized = capture.children().next().is_some();
            if let (Some(at), true) = (at(s, capture, ELLIPSIS), initialized) {
                out.push(Finding::new(codes::INIT_CAPTURE_PACK_IS_CPP20, at));
            }
        }
    }
    if node.child(PARAMETER_CLAUSE).is_some() || node.child(TEMPLATE_PARAMETER_LIST).is_some() {
        return;
    }
    let specifier = |e: &FlatElement<'_>| {
        matches!(
            e.kind(),
            MUTABLE_KW
                | CONSTEXPR_KW
                | CONSTEVAL_KW
                | NOEXCEPT_SPECIFIER
                | DYNAMIC_EXCEPTION_SPECIFICATION
                | TRAILING_RETURN_TYPE
        )
    };
    let first = node.children_with_tokens().find(specifier);
    out.extend(first.map(|e| {
        let at = match e {
            FlatElement::Node(node) => s.tokens(node).start,
            FlatElement::Token(token) => token.number(),
        };
        Finding::new(codes::LAMBDA_WITHOUT_PARENTHESES, at)
    }));
}

/// `auto(e)` and `auto{e}`
fn cast_to_auto<'db>(s: &Source<'db>, node: Node<'_>) -> Option<Finding<'db>> {
    let seq = node.child(DECL_SPECIFIER_SEQ)?;
    let t = s.tokens(seq);
    if t.end != t.start + 1 || s.kind(t.start) != AUTO_KW {
        return None;
    }
    // Of braces the reference knows when they are behind it.
    let at = match node.child(BRACED_INIT_LIST) {
        Some(list) => s.tokens(list).end,
        None => t.start,
    };
    Some(Finding::new(codes::AUTO_CAST_IS_CPP23, at))
}

/// `throw(T)`
fn exceptions<'db>(s: &Source<'db>, node: Node<'_>, standard: u32) -> Option<Finding<'db>> {
    node.child(TYPE_ID)?;
    let at = s.tokens(node).start;
    match standard {
        CPP17.. => Some(
            Finding::new(codes::DYNAMIC_EXCEPTIONS_NOT_PERMITTED, at).severity(Severity::Error),
        ),
        CPP14.. => Some(Finding::new(codes::DYNAMIC_EXCEPTIONS_DEPRECATED, at)),
        _ => None,
    }
}

/// `[[using gnu: a]]`, and before C++11 `[[a]]`.
fn attribute<'db>(s: &Source<'db>, node: Node<'_>, standard: u32) -> Option<Finding<'db>> {
    let first = at(s, node, L_BRACK)?;
    if standard < CPP11 {
        return Some(Finding::new(codes::ATTRIBUTES_ARE_CPP11, first));
    }
    at(s, node, USING_KW).map(|at| Finding::new(codes::ATTRIBUTE_USING_PREFIX_NONSTANDARD, at + 1))
}

/// A variable template.
fn variable_template<'db>(s: &Source<'db>, node: Node<'_>) -> Option<Finding<'db>> {
    let declaration = node.child(SIMPLE_DECLARATION)?;
    let declarator = declaration.child(INIT_DECLARATOR)?.child(DECLARATOR)?;
    let function = declarator
        .descendants()
        .any(|n| n.kind() == PARAMETERS_AND_QUALIFIERS);
    let name = declarator.child(DECLARATOR_ID).filter(|_| !function)?;
    // The definition of a static member of a class template is none.
    if name.child(NESTED_NAME_SPECIFIER).is_some() {
        return None;
    }
    Some(Finding::new(
        codes::VARIABLE_TEMPLATES_ARE_CPP14,
        s.tokens(declarator).end,
    ))
}

fn enumeration<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    if node.has(CLASS_KW) || node.has(STRUCT_KW) {
        out.push(Finding::new(
            codes::SCOPED_ENUM_IS_CPP11,
            s.tokens(node).start,
        ));
    }
    if let Some(base) = node.child(ENUM_BASE) {
        out.push(Finding::new(
            codes::ENUM_BASE_IS_CPP11,
            s.tokens(base).start,
        ));
    }
}

/// A constructor that another one of its class initializes.
fn delegation<'db>(s: &Source<'db>, node: Node<'_>) -> Option<Finding<'db>> {
    let class = node
        .ancestors()
        .find(|n| n.kind() == CLASS_SPECIFIER)
        .and_then(|n| crate::engine::nodes::first_name(n))?;
    let first = node.child(MEM_INITIALIZER)?;
    let at = s.tokens(first.child(NAMED_TYPE)?).start;
    (s.word(at) == class).then(|| Finding::new(codes::DELEGATING_CONSTRUCTORS_ARE_CPP11, at))
}

/// `using A::A;`
fn inheritance<'db>(s: &Source<'db>, node: Node<'_>) -> Option<Finding<'db>> {
    let t = s.tokens(node);
    let name = (t.start..t.end).rfind(|&i| s.kind(i) == IDENT)?;
    let scope = name.checked_sub(2)?;
    let inherits = s.kind(scope) == IDENT && s.word(scope) == s.word(name);
    inherits.then(|| Finding::new(codes::INHERITING_CONSTRUCTORS_ARE_CPP11, t.start))
}

/// Member functions that `constexpr` makes const in C++11, and no longer in C++14 ([dcl.constexpr]/8).
pub(crate) fn constant_members<'db>(s: &Source<'db>, root: Node<'_>, out: &mut Sink<'db>) {
    if s.settings.standard >= CPP14 || s.settings.standard < CPP11 {
        return;
    }
    for node in root.descendants_of(FUNCTION_DEFINITION) {
        let member = node
            .parent()
            .is_some_and(|p| p.kind() == MEMBER_SPECIFICATION);
        let seq = node.child(DECL_SPECIFIER_SEQ);
        let constant = seq
            .as_ref()
            .is_some_and(|q| q.has(CONSTEXPR_KW) && !q.has(STATIC_KW) && !q.has(FRIEND_KW));
        let Some(declarator) = node.child(DECLARATOR).filter(|_| member && constant) else {
            continue;
        };
        let Some(rest) = declarator.child(PARAMETERS_AND_QUALIFIERS) else {
            continue;
        };
        let keyword = seq.and_then(|q| at(s, q, CONSTEXPR_KW));
        // Constructors have no result, and `const` may be there.
        let typed = seq.is_some_and(|q| {
            q.children().next().is_some()
                || q.own_tokens().any(|t| {
                    !t.kind().is_trivia()
                        && !matches!(
                            t.kind(),
                            CONSTEXPR_KW | INLINE_KW | EXPLICIT_KW | VIRTUAL_KW
                        )
                })
        });
        if typed && !rest.has(CONST_KW) {
            out.extend(
                keyword.map(|at| Finding::new(codes::CONSTEXPR_MEMBER_NOT_IMPLICITLY_CONST, at)),
            );
        }
    }
}
