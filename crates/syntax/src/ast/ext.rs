//! Accessors that a grammar rule cannot express: names and structure of declarators, operands by position, attributes.

use std::ops::Range;

use rowan::NodeOrToken;

use crate::{
    SyntaxKind::{self, *},
    ast::{
        ArraySuffix, AstNode, Attribute, AttributeSpecifier, BinaryExpression,
        ConditionalExpression, DeclSpecifierSeq, Declaration, Declarator, DeclaratorId,
        DeclaratorSuffix, DestructorName, Expr, FunctionDefinition, IdExpression, IfStatement,
        InitDeclarator, MemberExpression, NamedType, NamespaceName, NestedNameSpecifier,
        ParameterClause, ParametersAndQualifiers, PointerOperator, Statement, SubscriptExpression,
        TemplateId, support,
    },
    lexer::Lexed,
    tree::{SyntaxElement, SyntaxNode, SyntaxToken},
};

/// The tokens of a node as indices into the tokens of the text that the tree was parsed from.
pub fn token_range(lexed: &Lexed, node: &SyntaxNode) -> Range<usize> {
    let range = node.text_range();
    token_index(lexed, range.start().into())..token_index(lexed, range.end().into())
}

/// The first token at or after a byte offset.
pub fn token_index(lexed: &Lexed, offset: u32) -> usize {
    lexed.at_or_after(offset as usize)
}

/// One step of a declared type, seen from the name outwards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DeclaratorPart {
    /// Function taking these parameters.
    Function(ParametersAndQualifiers),
    /// Array with this bound.
    Array(ArraySuffix),
    /// Pointer, reference or pointer to member.
    Pointer(PointerOperator),
}

impl Declarator {
    /// This declarator and those inside of its parentheses, outermost first.
    fn chain(&self) -> Vec<Declarator> {
        let mut all = vec![self.clone()];
        let mut inner = self.paren_declarator();
        while let Some(declarator) = inner.and_then(|paren| paren.declarator()) {
            inner = declarator.paren_declarator();
            all.push(declarator);
        }
        all
    }

    /// The declarator-id, through any parentheses. An abstract declarator has none.
    pub fn id(&self) -> Option<DeclaratorId> {
        self.chain().last().and_then(Declarator::declarator_id)
    }

    /// The structure of the declared type from the name outwards: `int *(*f[2])(char)` gives array, pointer, function,
    /// pointer.
    pub fn parts(&self) -> Vec<DeclaratorPart> {
        let mut parts = Vec::new();
        for declarator in self.chain().iter().rev() {
            parts.extend(declarator.suffixes().map(|suffix| match suffix {
                DeclaratorSuffix::ParametersAndQualifiers(it) => DeclaratorPart::Function(it),
                DeclaratorSuffix::ArraySuffix(it) => DeclaratorPart::Array(it),
            }));
            let mut pointers: Vec<_> = declarator
                .pointer_operators()
                .map(DeclaratorPart::Pointer)
                .collect();
            pointers.reverse();
            parts.append(&mut pointers);
        }
        parts
    }

    /// The function suffix next to the name: this declarator declares a function and not, say, a pointer to one.
    pub fn function(&self) -> Option<ParametersAndQualifiers> {
        match self.parts().into_iter().next() {
            Some(DeclaratorPart::Function(it)) => Some(it),
            _ => None,
        }
    }

    /// The parameters of the declared function.
    pub fn parameters(&self) -> Option<ParameterClause> {
        self.function()
            .and_then(|function| function.parameter_clause())
    }

    /// The token that is the declared name: of `A<T>::f`, `f`. None for operators and destructors, whose name is a node.
    pub fn name_token(&self) -> Option<SyntaxToken> {
        self.id().and_then(|id| id.name_token())
    }
}

/// A node that ends with a possibly qualified name.
pub trait HasName: AstNode {
    /// The qualifiers with their `::`.
    fn qualifier(&self) -> Option<NestedNameSpecifier> {
        support::child(self.syntax())
    }

    /// The template-id that is the last component.
    fn last_template_id(&self) -> Option<TemplateId> {
        support::child(self.syntax())
    }

    /// The identifier of the last component, that of a template-id included.
    fn name_token(&self) -> Option<SyntaxToken> {
        match self.last_template_id() {
            Some(id) => id.ident_token(),
            None => support::tokens(self.syntax(), IDENT).last(),
        }
    }

    /// The last component: an identifier, or the node of a template-id, operator or destructor name.
    fn last_component(&self) -> Option<SyntaxElement> {
        let is_name = |element: &SyntaxElement| {
            matches!(
                element.kind(),
                IDENT
                    | TEMPLATE_ID
                    | OPERATOR_FUNCTION_ID
                    | CONVERSION_FUNCTION_ID
                    | LITERAL_OPERATOR_ID
                    | DESTRUCTOR_NAME
            )
        };
        self.syntax().children_with_tokens().filter(is_name).last()
    }
}

impl HasName for DeclaratorId {}
impl HasName for IdExpression {}
impl HasName for NamedType {}
impl HasName for MemberExpression {}
impl HasName for crate::ast::ClassSpecifier {}
impl HasName for crate::ast::EnumSpecifier {}
impl HasName for crate::ast::ElaboratedTypeSpecifier {}
impl HasName for crate::ast::TypenameSpecifier {}
impl HasName for crate::ast::TypeConstraint {}

impl DeclaratorId {
    /// The byte range of the last component: `f`, `f<int>`, `operator +`, `~A`.
    pub fn name_range(&self) -> Option<rowan::TextRange> {
        self.last_component().map(|element| element.text_range())
    }

    /// `~A` as the declared name.
    pub fn destructor(&self) -> Option<DestructorName> {
        support::child(self.syntax())
    }
}

impl DeclSpecifierSeq {
    /// Whether a keyword specifier such as `static` or `const` is among them.
    pub fn has(&self, keyword: SyntaxKind) -> bool {
        support::token(self.syntax(), keyword).is_some()
    }

    /// The keyword specifiers in order.
    pub fn keywords(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        self.syntax()
            .children_with_tokens()
            .filter_map(NodeOrToken::into_token)
            .filter(|token| token.kind().is_keyword())
    }

    /// Every attribute of every attribute-specifier among them.
    pub fn attributes(&self) -> impl Iterator<Item = Attribute> + use<> {
        self.attribute_specifiers()
            .flat_map(|specifier| specifier.attributes())
    }
}

impl AttributeSpecifier {
    /// GNU syntax, as opposed to `[[...]]`.
    pub fn is_gnu(&self) -> bool {
        self.attribute_token().is_some()
    }
}

impl Attribute {
    /// The words of the attribute: namespace, if there is one, and name.
    fn words(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        self.syntax()
            .children_with_tokens()
            .filter_map(NodeOrToken::into_token)
            .filter(|token| token.kind() == IDENT || token.kind().is_keyword())
    }

    /// The attribute's name, without a namespace.
    pub fn name_token(&self) -> Option<SyntaxToken> {
        self.words().last()
    }

    /// `gnu` of `gnu::noinline`.
    pub fn namespace_token(&self) -> Option<SyntaxToken> {
        support::token(self.syntax(), COLON2).and_then(|_| self.words().next())
    }
}

impl NamespaceName {
    /// Each name with whether `inline` stands before it (for the first one, before `namespace`: see the definition).
    pub fn names(&self) -> impl Iterator<Item = (bool, SyntaxToken)> + use<> {
        let mut inline = false;
        self.syntax()
            .children_with_tokens()
            .filter_map(NodeOrToken::into_token)
            .filter_map(move |token| match token.kind() {
                INLINE_KW => {
                    inline = true;
                    None
                }
                IDENT => Some((std::mem::take(&mut inline), token)),
                _ => None,
            })
    }
}

impl InitDeclarator {
    /// The declarator-id of the declared name.
    pub fn id(&self) -> Option<DeclaratorId> {
        self.declarator().and_then(|declarator| declarator.id())
    }
}

impl FunctionDefinition {
    /// `= default` or `= delete` instead of a body.
    pub fn has_no_code(&self) -> bool {
        self.syntax()
            .children()
            .any(|node| matches!(node.kind(), DEFAULTED_BODY | DELETED_BODY))
    }

    /// The element that is the body: a node, or a `LAZY_BODY` token.
    pub fn body_element(&self) -> Option<SyntaxElement> {
        self.syntax().children_with_tokens().find(|element| {
            matches!(
                element.kind(),
                COMPOUND_STATEMENT | FUNCTION_TRY_BLOCK | DEFAULTED_BODY | DELETED_BODY | LAZY_BODY
            )
        })
    }
}

impl Declaration {
    /// The declaration inside of `template<...>`, `template<>`, `extern "C"` without braces, through any number of them.
    pub fn innermost(self) -> Declaration {
        let mut declaration = self;
        loop {
            let inner = match &declaration {
                Declaration::TemplateDeclaration(it) => it.declaration(),
                Declaration::ExplicitSpecialization(it) => it.declaration(),
                Declaration::ExplicitInstantiation(it) => it.declaration(),
                Declaration::LinkageSpecification(it) => it.declaration(),
                _ => None,
            };
            match inner {
                Some(inner) => declaration = inner,
                None => return declaration,
            }
        }
    }
}

fn nth_expr(node: &SyntaxNode, n: usize) -> Option<Expr> {
    support::children(node).nth(n)
}

impl BinaryExpression {
    /// The left operand.
    pub fn lhs(&self) -> Option<Expr> {
        nth_expr(self.syntax(), 0)
    }

    /// The right operand.
    pub fn rhs(&self) -> Option<Expr> {
        nth_expr(self.syntax(), 1)
    }

    /// The tokens of the operator, several for `>>`, `>=` and `>>=`.
    pub fn operator_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        self.syntax()
            .children_with_tokens()
            .filter_map(NodeOrToken::into_token)
            .filter(|token| !token.kind().is_trivia())
    }
}

impl SubscriptExpression {
    /// What is between the brackets.
    pub fn indices(&self) -> impl Iterator<Item = Expr> + use<> {
        support::children(self.syntax()).skip(1)
    }
}

impl ConditionalExpression {
    /// The expressions after the condition: between `?` and `:` (absent in GNU's `a ?: b`), and after `:`.
    pub fn branches(&self) -> (Option<Expr>, Option<Expr>) {
        let after_colon = |wanted: bool| {
            let mut colon = false;
            self.syntax()
                .children_with_tokens()
                .filter_map(|element| match element {
                    NodeOrToken::Token(token) => {
                        colon |= token.kind() == COLON;
                        None
                    }
                    NodeOrToken::Node(node) => {
                        (colon == wanted).then(|| Expr::cast(node)).flatten()
                    }
                })
                .nth(usize::from(!wanted))
        };
        (after_colon(false), after_colon(true))
    }
}

impl IfStatement {
    /// The statement after `else`.
    pub fn else_branch(&self) -> Option<Statement> {
        self.else_token()?;
        support::children(self.syntax()).last()
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::{Dialect, Entry, NoNames, ParseMode, parse_item};

    fn first<N: AstNode>(text: &str) -> N {
        let lexed = Lexed::new(text);
        let parse = parse_item(
            text,
            &lexed,
            Entry::Declaration,
            &Dialect::default(),
            &NoNames,
            ParseMode::default(),
        );
        assert_eq!(parse.errors, []);
        parse
            .syntax()
            .descendants()
            .find_map(N::cast)
            .expect("such a node")
    }

    #[test]
    fn parts_of_a_declarator() {
        let show = |text: &str| {
            let declarator: Declarator = first(text);
            let parts: Vec<_> = declarator
                .parts()
                .iter()
                .map(|part| match part {
                    DeclaratorPart::Function(_) => "function",
                    DeclaratorPart::Array(_) => "array",
                    DeclaratorPart::Pointer(_) => "pointer",
                })
                .collect();
            format!(
                "{:?}: {}",
                declarator.name_token().map(|token| token.to_string()),
                parts.join(" ")
            )
        };
        expect![[r#"Some("f"): array pointer function pointer"#]]
            .assert_eq(&show("int *(*f[2])(char);"));
        expect![[r#"Some("f"): function pointer"#]].assert_eq(&show("int *(f)(char);"));
        expect![[r#"Some("f"): function"#]].assert_eq(&show("void A<T>::f<int>(int x) const {}"));
        expect![[r#"None: function"#]].assert_eq(&show("A::~A() {}"));
    }

    #[test]
    fn attributes_of_specifiers() {
        let specifiers: DeclSpecifierSeq =
            first("[[gnu::noinline]] static __attribute__((device, launch_bounds(1))) void f();");
        let attributes: Vec<_> = specifiers
            .attributes()
            .map(|attribute| {
                (
                    attribute.namespace_token().map(|token| token.to_string()),
                    attribute.name_token().map(|token| token.to_string()),
                )
            })
            .collect();
        expect![[r#"[(Some("gnu"), Some("noinline")), (None, Some("device")), (None, Some("launch_bounds"))]"#]]
            .assert_eq(&format!("{attributes:?}"));
        assert!(specifiers.has(STATIC_KW) && !specifiers.has(CONST_KW));
    }

    #[test]
    fn operands() {
        let conditional: ConditionalExpression = first("int x = a ? b : c;");
        let text = |expr: Option<Expr>| expr.map(|expr| expr.syntax().text().to_string());
        assert_eq!(text(conditional.condition()).as_deref(), Some("a"));
        let (yes, no) = conditional.branches();
        assert_eq!(
            (text(yes).as_deref(), text(no).as_deref()),
            (Some("b"), Some("c"))
        );
        let (yes, no) = first::<ConditionalExpression>("int x = a ?: c;").branches();
        assert_eq!((text(yes), text(no).as_deref()), (None, Some("c")));
        let shift: BinaryExpression = first("int x = a >> b;");
        let operator: String = shift
            .operator_tokens()
            .map(|token| token.to_string())
            .collect();
        assert_eq!(
            (operator.as_str(), text(shift.rhs()).as_deref()),
            (">>", Some("b"))
        );
    }
}
