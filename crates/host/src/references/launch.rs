//! What the arguments of a launch say about the kernel that is meant, as far as that needs no types: how many there are, and
//! whether they may bring in kernels of other namespaces.
//!
//! Plain functions over trees. Where they cannot be certain, everything is possible: a kernel listed in vain costs nothing, one
//! that is not listed may be lost when units are linked.

use cleave_names::decl::Function;
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::tree::{SyntaxElement, SyntaxNode};

use crate::watched::nominated;

/// With how many arguments a kernel can be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Arity {
    least: u32,
    most: u32,
}

impl Arity {
    /// That of a declaration.
    pub(crate) fn of(function: &Function) -> Arity {
        let params = &function.params;
        let optional = |p: &cleave_names::decl::Param| p.pack || !p.default.is_empty();
        let open = function.variadic || params.iter().any(|p| p.pack);
        Arity {
            least: params.iter().take_while(|p| !optional(p)).count() as u32,
            most: if open { u32::MAX } else { params.len() as u32 },
        }
    }

    /// Whether so many arguments will do.
    pub(crate) fn takes(self, count: u32) -> bool {
        (self.least..=self.most).contains(&count)
    }
}

/// How many arguments a launch has, if that can be counted.
pub(super) fn count(launch: &SyntaxNode) -> Option<u32> {
    let arguments = arguments(launch)?;
    let packs = arguments.children().any(|a| a.kind() == PACK_EXPANSION);
    (!packs).then(|| arguments.children().count() as u32)
}

/// What using-directives in the item around nominate, if nothing but ordinary lookup finds the kernel that is launched by its
/// name; `None` if the arguments, or a using-declaration in a block, may bring in others.
pub(super) fn directives_if_plain(launch: &SyntaxNode, name: &str) -> Option<Vec<Vec<String>>> {
    if !is_plain(launch) {
        return None;
    }
    let root = launch.ancestors().last()?;
    let mut out = Vec::new();
    for node in root.descendants() {
        match node.kind() {
            USING_DECLARATOR if ends_in(&node, name) => return None,
            USING_DIRECTIVE => out.push(nominated(&node.text().to_string())),
            NAMESPACE_ALIAS_DEFINITION => return None,
            _ => {}
        }
    }
    Some(out)
}

/// Whether a name is the last word of a node.
fn ends_in(node: &SyntaxNode, name: &str) -> bool {
    node.last_token().is_some_and(|t| t.text() == name)
}

/// Whether no argument can have a class or an enumeration in its type, so that lookup by arguments finds nothing
/// ([basic.lookup.argdep]/3).
fn is_plain(launch: &SyntaxNode) -> bool {
    let Some(arguments) = arguments(launch) else {
        return false;
    };
    arguments.descendants_with_tokens().all(|e| match e {
        SyntaxElement::Node(n) => match n.kind() {
            ID_EXPRESSION => n
                .children_with_tokens()
                .all(|t| t.kind() == IDENT || t.kind() == WHITESPACE),
            kind => matches!(
                kind,
                ARGUMENT_LIST
                    | LITERAL
                    | PAREN_EXPRESSION
                    | PREFIX_EXPRESSION
                    | POSTFIX_EXPRESSION
                    | BINARY_EXPRESSION
                    | CONDITIONAL_EXPRESSION
                    | SUBSCRIPT_EXPRESSION
                    | CAST_EXPRESSION
                    | SIZEOF_EXPRESSION
                    | TYPE_ID
                    | DECL_SPECIFIER_SEQ
                    | DECLARATOR
                    | POINTER_OPERATOR
            ),
        },
        SyntaxElement::Token(t) => match t.kind() {
            IDENT => is_plain_variable(launch, t.text()),
            // A literal with a suffix of the user's is a call.
            CHAR_LITERAL | STRING_LITERAL => t.text().ends_with(['\'', '"']),
            INT_LITERAL | FLOAT_LITERAL => is_plain_number(t.text()),
            _ => true,
        },
    })
}

/// Whether a number has no suffix but those of the language: `1d` may be a day.
fn is_plain_number(text: &str) -> bool {
    let allowed = match text.starts_with("0x") {
        true => "0123456789abcdefABCDEFxuUlL'",
        false => "0123456789.eEfFuUlL'+-",
    };
    text.chars().all(|c| allowed.contains(c))
}

fn arguments(launch: &SyntaxNode) -> Option<SyntaxNode> {
    launch.children().find(|c| c.kind() == ARGUMENT_LIST)
}

/// Whether all that the item around declares under a name are variables and parameters of fundamental types, of pointers and
/// references to them, and of their arrays.
fn is_plain_variable(launch: &SyntaxNode, name: &str) -> bool {
    let Some(root) = launch.ancestors().last() else {
        return false;
    };
    let mut found = false;
    for node in root.descendants() {
        let declaring = matches!(
            node.kind(),
            DECLARATOR_ID
                | STRUCTURED_BINDING
                | LAMBDA_CAPTURE
                | TYPE_PARAMETER
                | TEMPLATE_TEMPLATE_PARAMETER
                | ENUMERATOR
                | CLASS_SPECIFIER
                | USING_DECLARATOR
        );
        let mut words = node.children_with_tokens();
        if declaring && words.any(|t| t.as_token().is_some_and(|t| t.text() == name)) {
            let captures = node.kind() == LAMBDA_CAPTURE && node.children().next().is_none();
            if !captures && !(node.kind() == DECLARATOR_ID && is_fundamental(&node)) {
                return false;
            }
            found = true;
        }
    }
    found
}

/// Whether what a declarator-id declares has no class, enumeration or function in its type.
fn is_fundamental(id: &SyntaxNode) -> bool {
    for node in id.ancestors().skip(1) {
        match node.kind() {
            DECLARATOR | PAREN_DECLARATOR | INIT_DECLARATOR => {
                let of_class = |c: &SyntaxNode| {
                    c.kind() == POINTER_OPERATOR
                        && c.descendants_with_tokens().any(|t| t.kind() == IDENT)
                };
                let is_function = |c: &SyntaxNode| c.kind() == PARAMETERS_AND_QUALIFIERS;
                if node.children().any(|c| is_function(&c) || of_class(&c)) {
                    return false;
                }
            }
            PARAMETER_DECLARATION
            | SIMPLE_DECLARATION
            | FOR_RANGE_DECLARATION
            | CONDITION_DECLARATION => {
                let Some(specifiers) = node.children().find(|c| c.kind() == DECL_SPECIFIER_SEQ)
                else {
                    return false;
                };
                let mut words = specifiers.children_with_tokens().map(|t| t.kind());
                return words.all(|w| FUNDAMENTAL.contains(&w) || w.is_trivia());
            }
            _ => return false,
        }
    }
    false
}

/// The simple type specifiers that are keywords ([dcl.type.simple]), and what may stand beside them.
const FUNDAMENTAL: [SyntaxKind; 13] = [
    CONST_KW,
    VOLATILE_KW,
    STATIC_KW,
    CONSTEXPR_KW,
    INT_KW,
    UNSIGNED_KW,
    SIGNED_KW,
    FLOAT_KW,
    DOUBLE_KW,
    CHAR_KW,
    BOOL_KW,
    LONG_KW,
    SHORT_KW,
];
