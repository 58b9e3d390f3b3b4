//! Small steps in a tree.

use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::tree::{SyntaxElement, SyntaxNode, SyntaxToken};

pub(crate) fn child(node: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxNode> {
    node.children().find(|c| c.kind() == kind)
}

pub(crate) fn children(
    node: &SyntaxNode,
    kind: SyntaxKind,
) -> impl Iterator<Item = SyntaxNode> + use<> {
    node.children().filter(move |c| c.kind() == kind)
}

pub(crate) fn token(node: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxToken> {
    node.children_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .find(|t| t.kind() == kind)
}

pub(crate) fn has(node: &SyntaxNode, kind: SyntaxKind) -> bool {
    token(node, kind).is_some()
}

/// The declaration inside `template<…>` heads and linkage specifications, and the template heads' parameter lists.
pub(crate) fn innermost(node: &SyntaxNode) -> (SyntaxNode, Vec<SyntaxNode>) {
    let mut at = node.clone();
    let mut heads = Vec::new();
    loop {
        if let Some(list) = child(&at, TEMPLATE_PARAMETER_LIST) {
            heads.push(list);
        }
        let inner = match at.kind() {
            ITEM_ROOT
            | TEMPLATE_DECLARATION
            | EXPLICIT_SPECIALIZATION
            | EXPLICIT_INSTANTIATION
            | LINKAGE_SPECIFICATION
            | DECLARATION_LIST => at.children().find(|c| is_declaration(c.kind())),
            _ => None,
        };
        match inner {
            Some(inner) => at = inner,
            None => return (at, heads),
        }
    }
}

fn is_declaration(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        TEMPLATE_DECLARATION
            | EXPLICIT_SPECIALIZATION
            | EXPLICIT_INSTANTIATION
            | LINKAGE_SPECIFICATION
            | DECLARATION_LIST
            | SIMPLE_DECLARATION
            | FUNCTION_DEFINITION
            | ALIAS_DECLARATION
            | USING_DECLARATION
            | USING_DIRECTIVE
            | NAMESPACE_ALIAS_DEFINITION
    )
}

/// The declarators of a declaration: those of its init-declarators, or a function definition's own.
pub(crate) fn declarators(declaration: &SyntaxNode) -> Vec<SyntaxNode> {
    match declaration.kind() {
        FUNCTION_DEFINITION => child(declaration, DECLARATOR).into_iter().collect(),
        _ => children(declaration, INIT_DECLARATOR)
            .filter_map(|i| child(&i, DECLARATOR))
            .collect(),
    }
}

/// The declarator-id of a declarator, through parentheses.
pub(crate) fn declarator_id(declarator: &SyntaxNode) -> Option<SyntaxNode> {
    let mut at = declarator.clone();
    loop {
        if let Some(id) = child(&at, DECLARATOR_ID) {
            return Some(id);
        }
        at = child(&at, PAREN_DECLARATOR).and_then(|p| child(&p, DECLARATOR))?;
    }
}

/// The name that a declarator declares: an identifier, or the text of an operator or destructor name without blanks.
pub(crate) fn declared_name(declarator: &SyntaxNode) -> Option<String> {
    id_text(&declarator_id(declarator)?)
}

/// The last component of a name.
pub(crate) fn id_text(id: &SyntaxNode) -> Option<String> {
    let last = last_component(id)?;
    Some(match last {
        SyntaxElement::Token(t) => t.text().to_owned(),
        SyntaxElement::Node(n) if n.kind() == TEMPLATE_ID => return id_text(&n),
        SyntaxElement::Node(n) => squeezed(&n),
    })
}

/// A node's tokens without what stands between them.
pub(crate) fn squeezed(node: &SyntaxNode) -> String {
    node.descendants_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .filter(|t| !t.kind().is_trivia())
        .map(|t| t.text().to_owned())
        .collect()
}

/// The last component of a possibly qualified name: an identifier, or the node of a template-id or another kind of name.
pub(crate) fn last_component(node: &SyntaxNode) -> Option<SyntaxElement> {
    node.children_with_tokens()
        .filter(|e| {
            matches!(
                e.kind(),
                IDENT
                    | TEMPLATE_ID
                    | OPERATOR_FUNCTION_ID
                    | CONVERSION_FUNCTION_ID
                    | LITERAL_OPERATOR_ID
                    | DESTRUCTOR_NAME
            )
        })
        .last()
}

/// The first word of an attribute and the strings among its arguments, for every attribute in `node`'s own specifiers.
pub(crate) fn attributes(node: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> + use<> {
    children(node, ATTRIBUTE_SPECIFIER).flat_map(|s| children(&s, ATTRIBUTE))
}

/// An attribute's name without underscores around it.
pub(crate) fn attribute_name(attribute: &SyntaxNode) -> String {
    let name = attribute
        .children_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .filter(|t| t.kind() == IDENT || t.kind().is_keyword())
        .last()
        .map(|t| t.text().to_owned())
        .unwrap_or_default();
    name.strip_prefix("__")
        .and_then(|n| n.strip_suffix("__"))
        .map(str::to_owned)
        .unwrap_or(name)
}

/// The strings of the `abi_tag` attributes among `nodes`' own.
pub(crate) fn abi_tags(node: &SyntaxNode) -> Vec<String> {
    attributes(node)
        .filter(|a| attribute_name(a) == "abi_tag")
        .flat_map(|a| strings(&a))
        .collect()
}

fn strings(node: &SyntaxNode) -> Vec<String> {
    node.descendants_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .filter(|t| t.kind() == STRING_LITERAL)
        .map(|t| t.text().trim_matches('"').to_owned())
        .collect()
}

/// A node for an expression among the children.
pub(crate) fn expression(node: &SyntaxNode) -> Option<SyntaxNode> {
    expressions(node).next()
}

/// The expressions among the children.
pub(crate) fn expressions(node: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> + use<> {
    use cleave_syntax::ast::{AstNode, Expr};
    node.children().filter(|c| Expr::can_cast(c.kind()))
}
