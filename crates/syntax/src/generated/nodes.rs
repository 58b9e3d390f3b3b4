//! Generated from `cpp.ungram` by `tests/codegen.rs`; not for editing.

use crate::{
    SyntaxKind::{self, *},
    ast::{AstChildren, AstNode, support},
    tree::{SyntaxNode, SyntaxToken},
};

/// Node `TRANSLATION_UNIT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TranslationUnit {
    syntax: SyntaxNode,
}
impl AstNode for TranslationUnit {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TRANSLATION_UNIT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TRANSLATION_UNIT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TranslationUnit {
    /// The children that are [`Declaration`].
    pub fn declarations(&self) -> AstChildren<Declaration> {
        support::children(&self.syntax)
    }
}

/// Node `ITEM_ROOT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ItemRoot {
    syntax: SyntaxNode,
}
impl AstNode for ItemRoot {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ITEM_ROOT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ITEM_ROOT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ItemRoot {
    /// The children that are [`Declaration`].
    pub fn declarations(&self) -> AstChildren<Declaration> {
        support::children(&self.syntax)
    }
    /// The children that are [`Statement`].
    pub fn statements(&self) -> AstChildren<Statement> {
        support::children(&self.syntax)
    }
    /// The children that are [`Expr`].
    pub fn exprs(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }
}

/// Node `ERROR`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Error {
    syntax: SyntaxNode,
}
impl AstNode for Error {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ERROR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ERROR).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl Error {
    /// The `UNKNOWN` tokens.
    pub fn unknown_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        support::tokens(&self.syntax, UNKNOWN)
    }
}

/// Any of the nodes that are a Declaration.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Declaration {
    /// See [`SimpleDeclaration`](struct@SimpleDeclaration).
    SimpleDeclaration(SimpleDeclaration),
    /// See [`FunctionDefinition`](struct@FunctionDefinition).
    FunctionDefinition(FunctionDefinition),
    /// See [`TemplateDeclaration`](struct@TemplateDeclaration).
    TemplateDeclaration(TemplateDeclaration),
    /// See [`ExplicitSpecialization`](struct@ExplicitSpecialization).
    ExplicitSpecialization(ExplicitSpecialization),
    /// See [`ExplicitInstantiation`](struct@ExplicitInstantiation).
    ExplicitInstantiation(ExplicitInstantiation),
    /// See [`LinkageSpecification`](struct@LinkageSpecification).
    LinkageSpecification(LinkageSpecification),
    /// See [`NamespaceDefinition`](struct@NamespaceDefinition).
    NamespaceDefinition(NamespaceDefinition),
    /// See [`NamespaceAliasDefinition`](struct@NamespaceAliasDefinition).
    NamespaceAliasDefinition(NamespaceAliasDefinition),
    /// See [`UsingDirective`](struct@UsingDirective).
    UsingDirective(UsingDirective),
    /// See [`UsingDeclaration`](struct@UsingDeclaration).
    UsingDeclaration(UsingDeclaration),
    /// See [`UsingEnumDeclaration`](struct@UsingEnumDeclaration).
    UsingEnumDeclaration(UsingEnumDeclaration),
    /// See [`AliasDeclaration`](struct@AliasDeclaration).
    AliasDeclaration(AliasDeclaration),
    /// See [`StaticAssertDeclaration`](struct@StaticAssertDeclaration).
    StaticAssertDeclaration(StaticAssertDeclaration),
    /// See [`AsmDeclaration`](struct@AsmDeclaration).
    AsmDeclaration(AsmDeclaration),
    /// See [`ConceptDefinition`](struct@ConceptDefinition).
    ConceptDefinition(ConceptDefinition),
    /// See [`DeductionGuide`](struct@DeductionGuide).
    DeductionGuide(DeductionGuide),
    /// See [`EmptyDeclaration`](struct@EmptyDeclaration).
    EmptyDeclaration(EmptyDeclaration),
    /// See [`AttributeDeclaration`](struct@AttributeDeclaration).
    AttributeDeclaration(AttributeDeclaration),
    /// See [`AccessSpecifier`](struct@AccessSpecifier).
    AccessSpecifier(AccessSpecifier),
    /// See [`Error`](struct@Error).
    Error(Error),
}
impl AstNode for Declaration {
    fn can_cast(kind: SyntaxKind) -> bool {
        matches!(
            kind,
            SIMPLE_DECLARATION
                | FUNCTION_DEFINITION
                | TEMPLATE_DECLARATION
                | EXPLICIT_SPECIALIZATION
                | EXPLICIT_INSTANTIATION
                | LINKAGE_SPECIFICATION
                | NAMESPACE_DEFINITION
                | NAMESPACE_ALIAS_DEFINITION
                | USING_DIRECTIVE
                | USING_DECLARATION
                | USING_ENUM_DECLARATION
                | ALIAS_DECLARATION
                | STATIC_ASSERT_DECLARATION
                | ASM_DECLARATION
                | CONCEPT_DEFINITION
                | DEDUCTION_GUIDE
                | EMPTY_DECLARATION
                | ATTRIBUTE_DECLARATION
                | ACCESS_SPECIFIER
                | ERROR
        )
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Some(match syntax.kind() {
            SIMPLE_DECLARATION => Self::SimpleDeclaration(SimpleDeclaration { syntax }),
            FUNCTION_DEFINITION => Self::FunctionDefinition(FunctionDefinition { syntax }),
            TEMPLATE_DECLARATION => Self::TemplateDeclaration(TemplateDeclaration { syntax }),
            EXPLICIT_SPECIALIZATION => {
                Self::ExplicitSpecialization(ExplicitSpecialization { syntax })
            }
            EXPLICIT_INSTANTIATION => Self::ExplicitInstantiation(ExplicitInstantiation { syntax }),
            LINKAGE_SPECIFICATION => Self::LinkageSpecification(LinkageSpecification { syntax }),
            NAMESPACE_DEFINITION => Self::NamespaceDefinition(NamespaceDefinition { syntax }),
            NAMESPACE_ALIAS_DEFINITION => {
                Self::NamespaceAliasDefinition(NamespaceAliasDefinition { syntax })
            }
            USING_DIRECTIVE => Self::UsingDirective(UsingDirective { syntax }),
            USING_DECLARATION => Self::UsingDeclaration(UsingDeclaration { syntax }),
            USING_ENUM_DECLARATION => Self::UsingEnumDeclaration(UsingEnumDeclaration { syntax }),
            ALIAS_DECLARATION => Self::AliasDeclaration(AliasDeclaration { syntax }),
            STATIC_ASSERT_DECLARATION => {
                Self::StaticAssertDeclaration(StaticAssertDeclaration { syntax })
            }
            ASM_DECLARATION => Self::AsmDeclaration(AsmDeclaration { syntax }),
            CONCEPT_DEFINITION => Self::ConceptDefinition(ConceptDefinition { syntax }),
            DEDUCTION_GUIDE => Self::DeductionGuide(DeductionGuide { syntax }),
            EMPTY_DECLARATION => Self::EmptyDeclaration(EmptyDeclaration { syntax }),
            ATTRIBUTE_DECLARATION => Self::AttributeDeclaration(AttributeDeclaration { syntax }),
            ACCESS_SPECIFIER => Self::AccessSpecifier(AccessSpecifier { syntax }),
            ERROR => Self::Error(Error { syntax }),
            _ => return None,
        })
    }
    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::SimpleDeclaration(it) => &it.syntax,
            Self::FunctionDefinition(it) => &it.syntax,
            Self::TemplateDeclaration(it) => &it.syntax,
            Self::ExplicitSpecialization(it) => &it.syntax,
            Self::ExplicitInstantiation(it) => &it.syntax,
            Self::LinkageSpecification(it) => &it.syntax,
            Self::NamespaceDefinition(it) => &it.syntax,
            Self::NamespaceAliasDefinition(it) => &it.syntax,
            Self::UsingDirective(it) => &it.syntax,
            Self::UsingDeclaration(it) => &it.syntax,
            Self::UsingEnumDeclaration(it) => &it.syntax,
            Self::AliasDeclaration(it) => &it.syntax,
            Self::StaticAssertDeclaration(it) => &it.syntax,
            Self::AsmDeclaration(it) => &it.syntax,
            Self::ConceptDefinition(it) => &it.syntax,
            Self::DeductionGuide(it) => &it.syntax,
            Self::EmptyDeclaration(it) => &it.syntax,
            Self::AttributeDeclaration(it) => &it.syntax,
            Self::AccessSpecifier(it) => &it.syntax,
            Self::Error(it) => &it.syntax,
        }
    }
}

/// Node `SIMPLE_DECLARATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SimpleDeclaration {
    syntax: SyntaxNode,
}
impl AstNode for SimpleDeclaration {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SIMPLE_DECLARATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == SIMPLE_DECLARATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl SimpleDeclaration {
    /// The `EXTENSION_KW` tokens.
    pub fn extension_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        support::tokens(&self.syntax, EXTENSION_KW)
    }
    /// The first child [`DeclSpecifierSeq`].
    pub fn decl_specifier_seq(&self) -> Option<DeclSpecifierSeq> {
        support::child(&self.syntax)
    }
    /// The children that are [`InitDeclarator`].
    pub fn init_declarators(&self) -> AstChildren<InitDeclarator> {
        support::children(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `FUNCTION_DEFINITION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionDefinition {
    syntax: SyntaxNode,
}
impl AstNode for FunctionDefinition {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == FUNCTION_DEFINITION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == FUNCTION_DEFINITION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl FunctionDefinition {
    /// The `EXTENSION_KW` tokens.
    pub fn extension_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        support::tokens(&self.syntax, EXTENSION_KW)
    }
    /// The first child [`DeclSpecifierSeq`].
    pub fn decl_specifier_seq(&self) -> Option<DeclSpecifierSeq> {
        support::child(&self.syntax)
    }
    /// The first child [`Declarator`].
    pub fn declarator(&self) -> Option<Declarator> {
        support::child(&self.syntax)
    }
    /// The children that are [`VirtSpecifier`].
    pub fn virt_specifiers(&self) -> AstChildren<VirtSpecifier> {
        support::children(&self.syntax)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first child [`CtorInitializer`].
    pub fn ctor_initializer(&self) -> Option<CtorInitializer> {
        support::child(&self.syntax)
    }
    /// The first child [`FunctionBody`].
    pub fn body(&self) -> Option<FunctionBody> {
        support::child(&self.syntax)
    }
    /// The first `LAZY_BODY` token.
    pub fn lazy_body_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, LAZY_BODY)
    }
}

/// Any of the nodes that are a FunctionBody.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FunctionBody {
    /// See [`CompoundStatement`](struct@CompoundStatement).
    CompoundStatement(CompoundStatement),
    /// See [`FunctionTryBlock`](struct@FunctionTryBlock).
    FunctionTryBlock(FunctionTryBlock),
    /// See [`DefaultedBody`](struct@DefaultedBody).
    DefaultedBody(DefaultedBody),
    /// See [`DeletedBody`](struct@DeletedBody).
    DeletedBody(DeletedBody),
}
impl AstNode for FunctionBody {
    fn can_cast(kind: SyntaxKind) -> bool {
        matches!(
            kind,
            COMPOUND_STATEMENT | FUNCTION_TRY_BLOCK | DEFAULTED_BODY | DELETED_BODY
        )
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Some(match syntax.kind() {
            COMPOUND_STATEMENT => Self::CompoundStatement(CompoundStatement { syntax }),
            FUNCTION_TRY_BLOCK => Self::FunctionTryBlock(FunctionTryBlock { syntax }),
            DEFAULTED_BODY => Self::DefaultedBody(DefaultedBody { syntax }),
            DELETED_BODY => Self::DeletedBody(DeletedBody { syntax }),
            _ => return None,
        })
    }
    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::CompoundStatement(it) => &it.syntax,
            Self::FunctionTryBlock(it) => &it.syntax,
            Self::DefaultedBody(it) => &it.syntax,
            Self::DeletedBody(it) => &it.syntax,
        }
    }
}

/// Node `FUNCTION_TRY_BLOCK`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionTryBlock {
    syntax: SyntaxNode,
}
impl AstNode for FunctionTryBlock {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == FUNCTION_TRY_BLOCK
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == FUNCTION_TRY_BLOCK).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl FunctionTryBlock {
    /// The first `TRY_KW` token.
    pub fn try_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TRY_KW)
    }
    /// The first child [`CtorInitializer`].
    pub fn ctor_initializer(&self) -> Option<CtorInitializer> {
        support::child(&self.syntax)
    }
    /// The first child [`CompoundStatement`].
    pub fn compound_statement(&self) -> Option<CompoundStatement> {
        support::child(&self.syntax)
    }
    /// The children that are [`Handler`].
    pub fn handlers(&self) -> AstChildren<Handler> {
        support::children(&self.syntax)
    }
}

/// Node `DEFAULTED_BODY`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DefaultedBody {
    syntax: SyntaxNode,
}
impl AstNode for DefaultedBody {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DEFAULTED_BODY
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == DEFAULTED_BODY).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl DefaultedBody {
    /// The first `EQ` token.
    pub fn eq_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EQ)
    }
    /// The first `DEFAULT_KW` token.
    pub fn default_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, DEFAULT_KW)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `DELETED_BODY`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeletedBody {
    syntax: SyntaxNode,
}
impl AstNode for DeletedBody {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DELETED_BODY
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == DELETED_BODY).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl DeletedBody {
    /// The first `EQ` token.
    pub fn eq_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EQ)
    }
    /// The first `DELETE_KW` token.
    pub fn delete_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, DELETE_KW)
    }
    /// The first child [`ArgumentList`].
    pub fn argument_list(&self) -> Option<ArgumentList> {
        support::child(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `VIRT_SPECIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct VirtSpecifier {
    syntax: SyntaxNode,
}
impl AstNode for VirtSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == VIRT_SPECIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == VIRT_SPECIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl VirtSpecifier {
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
}

/// Node `CTOR_INITIALIZER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CtorInitializer {
    syntax: SyntaxNode,
}
impl AstNode for CtorInitializer {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == CTOR_INITIALIZER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == CTOR_INITIALIZER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl CtorInitializer {
    /// The first `COLON` token.
    pub fn colon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, COLON)
    }
    /// The children that are [`MemInitializer`].
    pub fn mem_initializers(&self) -> AstChildren<MemInitializer> {
        support::children(&self.syntax)
    }
}

/// Node `MEM_INITIALIZER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MemInitializer {
    syntax: SyntaxNode,
}
impl AstNode for MemInitializer {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == MEM_INITIALIZER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == MEM_INITIALIZER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl MemInitializer {
    /// The first child [`NamedType`].
    pub fn named_type(&self) -> Option<NamedType> {
        support::child(&self.syntax)
    }
    /// The first child [`DecltypeSpecifier`].
    pub fn decltype_specifier(&self) -> Option<DecltypeSpecifier> {
        support::child(&self.syntax)
    }
    /// The first child [`ArgumentList`].
    pub fn argument_list(&self) -> Option<ArgumentList> {
        support::child(&self.syntax)
    }
    /// The first child [`BracedInitList`].
    pub fn braced_init_list(&self) -> Option<BracedInitList> {
        support::child(&self.syntax)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
}

/// Node `TEMPLATE_DECLARATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TemplateDeclaration {
    syntax: SyntaxNode,
}
impl AstNode for TemplateDeclaration {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TEMPLATE_DECLARATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TEMPLATE_DECLARATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TemplateDeclaration {
    /// The `EXTENSION_KW` tokens.
    pub fn extension_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        support::tokens(&self.syntax, EXTENSION_KW)
    }
    /// The first `EXPORT_KW` token.
    pub fn export_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EXPORT_KW)
    }
    /// The first `TEMPLATE_KW` token.
    pub fn template_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TEMPLATE_KW)
    }
    /// The first child [`TemplateParameterList`].
    pub fn template_parameter_list(&self) -> Option<TemplateParameterList> {
        support::child(&self.syntax)
    }
    /// The first child [`RequiresClause`].
    pub fn requires_clause(&self) -> Option<RequiresClause> {
        support::child(&self.syntax)
    }
    /// The first child [`Declaration`].
    pub fn declaration(&self) -> Option<Declaration> {
        support::child(&self.syntax)
    }
}

/// Node `EXPLICIT_SPECIALIZATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ExplicitSpecialization {
    syntax: SyntaxNode,
}
impl AstNode for ExplicitSpecialization {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == EXPLICIT_SPECIALIZATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == EXPLICIT_SPECIALIZATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ExplicitSpecialization {
    /// The `EXTENSION_KW` tokens.
    pub fn extension_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        support::tokens(&self.syntax, EXTENSION_KW)
    }
    /// The first `TEMPLATE_KW` token.
    pub fn template_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TEMPLATE_KW)
    }
    /// The first `LT` token.
    pub fn lt_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, LT)
    }
    /// The first `GT` token.
    pub fn gt_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, GT)
    }
    /// The first child [`Declaration`].
    pub fn declaration(&self) -> Option<Declaration> {
        support::child(&self.syntax)
    }
}

/// Node `EXPLICIT_INSTANTIATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ExplicitInstantiation {
    syntax: SyntaxNode,
}
impl AstNode for ExplicitInstantiation {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == EXPLICIT_INSTANTIATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == EXPLICIT_INSTANTIATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ExplicitInstantiation {
    /// The `EXTENSION_KW` tokens.
    pub fn extension_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        support::tokens(&self.syntax, EXTENSION_KW)
    }
    /// The first `EXTERN_KW` token.
    pub fn extern_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EXTERN_KW)
    }
    /// The first `TEMPLATE_KW` token.
    pub fn template_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TEMPLATE_KW)
    }
    /// The first child [`Declaration`].
    pub fn declaration(&self) -> Option<Declaration> {
        support::child(&self.syntax)
    }
}

/// Node `LINKAGE_SPECIFICATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LinkageSpecification {
    syntax: SyntaxNode,
}
impl AstNode for LinkageSpecification {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == LINKAGE_SPECIFICATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == LINKAGE_SPECIFICATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl LinkageSpecification {
    /// The `EXTENSION_KW` tokens.
    pub fn extension_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        support::tokens(&self.syntax, EXTENSION_KW)
    }
    /// The first `EXTERN_KW` token.
    pub fn extern_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EXTERN_KW)
    }
    /// The first `STRING_LITERAL` token.
    pub fn string_literal_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, STRING_LITERAL)
    }
    /// The first child [`DeclarationList`].
    pub fn declaration_list(&self) -> Option<DeclarationList> {
        support::child(&self.syntax)
    }
    /// The first child [`Declaration`].
    pub fn declaration(&self) -> Option<Declaration> {
        support::child(&self.syntax)
    }
}

/// Node `DECLARATION_LIST`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeclarationList {
    syntax: SyntaxNode,
}
impl AstNode for DeclarationList {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DECLARATION_LIST
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == DECLARATION_LIST).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl DeclarationList {
    /// The first `L_BRACE` token.
    pub fn l_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_BRACE)
    }
    /// The children that are [`Declaration`].
    pub fn declarations(&self) -> AstChildren<Declaration> {
        support::children(&self.syntax)
    }
    /// The first `R_BRACE` token.
    pub fn r_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_BRACE)
    }
}

/// Node `NAMESPACE_DEFINITION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NamespaceDefinition {
    syntax: SyntaxNode,
}
impl AstNode for NamespaceDefinition {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == NAMESPACE_DEFINITION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == NAMESPACE_DEFINITION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl NamespaceDefinition {
    /// The `EXTENSION_KW` tokens.
    pub fn extension_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        support::tokens(&self.syntax, EXTENSION_KW)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first `INLINE_KW` token.
    pub fn inline_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, INLINE_KW)
    }
    /// The first `NAMESPACE_KW` token.
    pub fn namespace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, NAMESPACE_KW)
    }
    /// The first child [`NamespaceName`].
    pub fn namespace_name(&self) -> Option<NamespaceName> {
        support::child(&self.syntax)
    }
    /// The first child [`DeclarationList`].
    pub fn declaration_list(&self) -> Option<DeclarationList> {
        support::child(&self.syntax)
    }
}

/// Node `NAMESPACE_NAME`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NamespaceName {
    syntax: SyntaxNode,
}
impl AstNode for NamespaceName {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == NAMESPACE_NAME
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == NAMESPACE_NAME).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl NamespaceName {
    /// The `IDENT` tokens.
    pub fn ident_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        support::tokens(&self.syntax, IDENT)
    }
}

/// Node `NAMESPACE_ALIAS_DEFINITION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NamespaceAliasDefinition {
    syntax: SyntaxNode,
}
impl AstNode for NamespaceAliasDefinition {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == NAMESPACE_ALIAS_DEFINITION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == NAMESPACE_ALIAS_DEFINITION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl NamespaceAliasDefinition {
    /// The first `NAMESPACE_KW` token.
    pub fn namespace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, NAMESPACE_KW)
    }
    /// The first `IDENT` token.
    pub fn name_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first `EQ` token.
    pub fn eq_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EQ)
    }
    /// The first child [`NamedType`].
    pub fn target(&self) -> Option<NamedType> {
        support::child(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `USING_DIRECTIVE`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UsingDirective {
    syntax: SyntaxNode,
}
impl AstNode for UsingDirective {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == USING_DIRECTIVE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == USING_DIRECTIVE).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl UsingDirective {
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first `USING_KW` token.
    pub fn using_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, USING_KW)
    }
    /// The first `NAMESPACE_KW` token.
    pub fn namespace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, NAMESPACE_KW)
    }
    /// The first child [`NamedType`].
    pub fn named_type(&self) -> Option<NamedType> {
        support::child(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `USING_DECLARATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UsingDeclaration {
    syntax: SyntaxNode,
}
impl AstNode for UsingDeclaration {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == USING_DECLARATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == USING_DECLARATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl UsingDeclaration {
    /// The first `USING_KW` token.
    pub fn using_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, USING_KW)
    }
    /// The children that are [`UsingDeclarator`].
    pub fn using_declarators(&self) -> AstChildren<UsingDeclarator> {
        support::children(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `USING_DECLARATOR`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UsingDeclarator {
    syntax: SyntaxNode,
}
impl AstNode for UsingDeclarator {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == USING_DECLARATOR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == USING_DECLARATOR).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl UsingDeclarator {
    /// The first `TYPENAME_KW` token.
    pub fn typename_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TYPENAME_KW)
    }
    /// The first child [`DeclaratorId`].
    pub fn declarator_id(&self) -> Option<DeclaratorId> {
        support::child(&self.syntax)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
}

/// Node `USING_ENUM_DECLARATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UsingEnumDeclaration {
    syntax: SyntaxNode,
}
impl AstNode for UsingEnumDeclaration {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == USING_ENUM_DECLARATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == USING_ENUM_DECLARATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl UsingEnumDeclaration {
    /// The first `USING_KW` token.
    pub fn using_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, USING_KW)
    }
    /// The first `ENUM_KW` token.
    pub fn enum_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ENUM_KW)
    }
    /// The first child [`NamedType`].
    pub fn named_type(&self) -> Option<NamedType> {
        support::child(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `ALIAS_DECLARATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AliasDeclaration {
    syntax: SyntaxNode,
}
impl AstNode for AliasDeclaration {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ALIAS_DECLARATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ALIAS_DECLARATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl AliasDeclaration {
    /// The first `USING_KW` token.
    pub fn using_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, USING_KW)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first `EQ` token.
    pub fn eq_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EQ)
    }
    /// The first child [`TypeId`].
    pub fn type_id(&self) -> Option<TypeId> {
        support::child(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `STATIC_ASSERT_DECLARATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StaticAssertDeclaration {
    syntax: SyntaxNode,
}
impl AstNode for StaticAssertDeclaration {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == STATIC_ASSERT_DECLARATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == STATIC_ASSERT_DECLARATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl StaticAssertDeclaration {
    /// The `EXTENSION_KW` tokens.
    pub fn extension_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        support::tokens(&self.syntax, EXTENSION_KW)
    }
    /// The first `STATIC_ASSERT_KW` token.
    pub fn static_assert_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, STATIC_ASSERT_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`Expr`].
    pub fn condition(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `COMMA` token.
    pub fn comma_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, COMMA)
    }
    /// The first child [`StringExpression`].
    pub fn message(&self) -> Option<StringExpression> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `ASM_DECLARATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AsmDeclaration {
    syntax: SyntaxNode,
}
impl AstNode for AsmDeclaration {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ASM_DECLARATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ASM_DECLARATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl AsmDeclaration {
    /// The first `ASM_KW` token.
    pub fn asm_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ASM_KW)
    }
    /// The children that are [`AsmQualifier`].
    pub fn asm_qualifiers(&self) -> AstChildren<AsmQualifier> {
        support::children(&self.syntax)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`StringExpression`].
    pub fn string_expression(&self) -> Option<StringExpression> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `ASM_QUALIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AsmQualifier {
    syntax: SyntaxNode,
}
impl AstNode for AsmQualifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ASM_QUALIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ASM_QUALIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl AsmQualifier {
    /// The first `VOLATILE_KW` token.
    pub fn volatile_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, VOLATILE_KW)
    }
    /// The first `INLINE_KW` token.
    pub fn inline_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, INLINE_KW)
    }
    /// The first `GOTO_KW` token.
    pub fn goto_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, GOTO_KW)
    }
}

/// Node `ASM_OPERAND`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AsmOperand {
    syntax: SyntaxNode,
}
impl AstNode for AsmOperand {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ASM_OPERAND
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ASM_OPERAND).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl AsmOperand {
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first child [`StringExpression`].
    pub fn string_expression(&self) -> Option<StringExpression> {
        support::child(&self.syntax)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// Node `CONCEPT_DEFINITION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConceptDefinition {
    syntax: SyntaxNode,
}
impl AstNode for ConceptDefinition {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == CONCEPT_DEFINITION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == CONCEPT_DEFINITION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ConceptDefinition {
    /// The first `CONCEPT_KW` token.
    pub fn concept_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CONCEPT_KW)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first `EQ` token.
    pub fn eq_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EQ)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `DEDUCTION_GUIDE`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeductionGuide {
    syntax: SyntaxNode,
}
impl AstNode for DeductionGuide {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DEDUCTION_GUIDE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == DEDUCTION_GUIDE).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl DeductionGuide {
    /// The first child [`DeclSpecifierSeq`].
    pub fn decl_specifier_seq(&self) -> Option<DeclSpecifierSeq> {
        support::child(&self.syntax)
    }
    /// The first child [`Declarator`].
    pub fn declarator(&self) -> Option<Declarator> {
        support::child(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `EMPTY_DECLARATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EmptyDeclaration {
    syntax: SyntaxNode,
}
impl AstNode for EmptyDeclaration {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == EMPTY_DECLARATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == EMPTY_DECLARATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl EmptyDeclaration {
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `ATTRIBUTE_DECLARATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AttributeDeclaration {
    syntax: SyntaxNode,
}
impl AstNode for AttributeDeclaration {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ATTRIBUTE_DECLARATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ATTRIBUTE_DECLARATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl AttributeDeclaration {
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `ACCESS_SPECIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AccessSpecifier {
    syntax: SyntaxNode,
}
impl AstNode for AccessSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ACCESS_SPECIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ACCESS_SPECIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl AccessSpecifier {
    /// The first `PUBLIC_KW` token.
    pub fn public_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, PUBLIC_KW)
    }
    /// The first `PROTECTED_KW` token.
    pub fn protected_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, PROTECTED_KW)
    }
    /// The first `PRIVATE_KW` token.
    pub fn private_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, PRIVATE_KW)
    }
    /// The first `COLON` token.
    pub fn colon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, COLON)
    }
}

/// Node `DECL_SPECIFIER_SEQ`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeclSpecifierSeq {
    syntax: SyntaxNode,
}
impl AstNode for DeclSpecifierSeq {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DECL_SPECIFIER_SEQ
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == DECL_SPECIFIER_SEQ).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl DeclSpecifierSeq {
    /// The children that are [`TypeSpecifier`].
    pub fn type_specifiers(&self) -> AstChildren<TypeSpecifier> {
        support::children(&self.syntax)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The children that are [`AlignasSpecifier`].
    pub fn alignas_specifiers(&self) -> AstChildren<AlignasSpecifier> {
        support::children(&self.syntax)
    }
    /// The first child [`ExplicitSpecifier`].
    pub fn explicit_specifier(&self) -> Option<ExplicitSpecifier> {
        support::child(&self.syntax)
    }
}

/// Node `EXPLICIT_SPECIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ExplicitSpecifier {
    syntax: SyntaxNode,
}
impl AstNode for ExplicitSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == EXPLICIT_SPECIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == EXPLICIT_SPECIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ExplicitSpecifier {
    /// The first `EXPLICIT_KW` token.
    pub fn explicit_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EXPLICIT_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Any of the nodes that are a TypeSpecifier.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeSpecifier {
    /// See [`NamedType`](struct@NamedType).
    NamedType(NamedType),
    /// See [`ElaboratedTypeSpecifier`](struct@ElaboratedTypeSpecifier).
    ElaboratedTypeSpecifier(ElaboratedTypeSpecifier),
    /// See [`ClassSpecifier`](struct@ClassSpecifier).
    ClassSpecifier(ClassSpecifier),
    /// See [`EnumSpecifier`](struct@EnumSpecifier).
    EnumSpecifier(EnumSpecifier),
    /// See [`TypenameSpecifier`](struct@TypenameSpecifier).
    TypenameSpecifier(TypenameSpecifier),
    /// See [`DecltypeSpecifier`](struct@DecltypeSpecifier).
    DecltypeSpecifier(DecltypeSpecifier),
    /// See [`TypeofSpecifier`](struct@TypeofSpecifier).
    TypeofSpecifier(TypeofSpecifier),
    /// See [`TypeTransform`](struct@TypeTransform).
    TypeTransform(TypeTransform),
    /// See [`PlaceholderTypeSpecifier`](struct@PlaceholderTypeSpecifier).
    PlaceholderTypeSpecifier(PlaceholderTypeSpecifier),
}
impl AstNode for TypeSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        matches!(
            kind,
            NAMED_TYPE
                | ELABORATED_TYPE_SPECIFIER
                | CLASS_SPECIFIER
                | ENUM_SPECIFIER
                | TYPENAME_SPECIFIER
                | DECLTYPE_SPECIFIER
                | TYPEOF_SPECIFIER
                | TYPE_TRANSFORM
                | PLACEHOLDER_TYPE_SPECIFIER
        )
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Some(match syntax.kind() {
            NAMED_TYPE => Self::NamedType(NamedType { syntax }),
            ELABORATED_TYPE_SPECIFIER => {
                Self::ElaboratedTypeSpecifier(ElaboratedTypeSpecifier { syntax })
            }
            CLASS_SPECIFIER => Self::ClassSpecifier(ClassSpecifier { syntax }),
            ENUM_SPECIFIER => Self::EnumSpecifier(EnumSpecifier { syntax }),
            TYPENAME_SPECIFIER => Self::TypenameSpecifier(TypenameSpecifier { syntax }),
            DECLTYPE_SPECIFIER => Self::DecltypeSpecifier(DecltypeSpecifier { syntax }),
            TYPEOF_SPECIFIER => Self::TypeofSpecifier(TypeofSpecifier { syntax }),
            TYPE_TRANSFORM => Self::TypeTransform(TypeTransform { syntax }),
            PLACEHOLDER_TYPE_SPECIFIER => {
                Self::PlaceholderTypeSpecifier(PlaceholderTypeSpecifier { syntax })
            }
            _ => return None,
        })
    }
    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::NamedType(it) => &it.syntax,
            Self::ElaboratedTypeSpecifier(it) => &it.syntax,
            Self::ClassSpecifier(it) => &it.syntax,
            Self::EnumSpecifier(it) => &it.syntax,
            Self::TypenameSpecifier(it) => &it.syntax,
            Self::DecltypeSpecifier(it) => &it.syntax,
            Self::TypeofSpecifier(it) => &it.syntax,
            Self::TypeTransform(it) => &it.syntax,
            Self::PlaceholderTypeSpecifier(it) => &it.syntax,
        }
    }
}

/// Node `NAMED_TYPE`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NamedType {
    syntax: SyntaxNode,
}
impl AstNode for NamedType {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == NAMED_TYPE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == NAMED_TYPE).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl NamedType {
    /// The first child [`NestedNameSpecifier`].
    pub fn nested_name_specifier(&self) -> Option<NestedNameSpecifier> {
        support::child(&self.syntax)
    }
    /// The first `TEMPLATE_KW` token.
    pub fn template_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TEMPLATE_KW)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first child [`TemplateId`].
    pub fn template_id(&self) -> Option<TemplateId> {
        support::child(&self.syntax)
    }
}

/// Node `ELABORATED_TYPE_SPECIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ElaboratedTypeSpecifier {
    syntax: SyntaxNode,
}
impl AstNode for ElaboratedTypeSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ELABORATED_TYPE_SPECIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ELABORATED_TYPE_SPECIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ElaboratedTypeSpecifier {
    /// The first `CLASS_KW` token.
    pub fn class_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CLASS_KW)
    }
    /// The first `STRUCT_KW` token.
    pub fn struct_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, STRUCT_KW)
    }
    /// The first `UNION_KW` token.
    pub fn union_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, UNION_KW)
    }
    /// The first `ENUM_KW` token.
    pub fn enum_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ENUM_KW)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first child [`NestedNameSpecifier`].
    pub fn nested_name_specifier(&self) -> Option<NestedNameSpecifier> {
        support::child(&self.syntax)
    }
    /// The first `TEMPLATE_KW` token.
    pub fn template_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TEMPLATE_KW)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first child [`TemplateId`].
    pub fn template_id(&self) -> Option<TemplateId> {
        support::child(&self.syntax)
    }
}

/// Node `TYPENAME_SPECIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypenameSpecifier {
    syntax: SyntaxNode,
}
impl AstNode for TypenameSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TYPENAME_SPECIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TYPENAME_SPECIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TypenameSpecifier {
    /// The first `TYPENAME_KW` token.
    pub fn typename_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TYPENAME_KW)
    }
    /// The first child [`NestedNameSpecifier`].
    pub fn nested_name_specifier(&self) -> Option<NestedNameSpecifier> {
        support::child(&self.syntax)
    }
    /// The first `TEMPLATE_KW` token.
    pub fn template_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TEMPLATE_KW)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first child [`TemplateId`].
    pub fn template_id(&self) -> Option<TemplateId> {
        support::child(&self.syntax)
    }
}

/// Node `DECLTYPE_SPECIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DecltypeSpecifier {
    syntax: SyntaxNode,
}
impl AstNode for DecltypeSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DECLTYPE_SPECIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == DECLTYPE_SPECIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl DecltypeSpecifier {
    /// The first `DECLTYPE_KW` token.
    pub fn decltype_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, DECLTYPE_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `AUTO_KW` token.
    pub fn auto_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, AUTO_KW)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `TYPEOF_SPECIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypeofSpecifier {
    syntax: SyntaxNode,
}
impl AstNode for TypeofSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TYPEOF_SPECIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TYPEOF_SPECIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TypeofSpecifier {
    /// The first `TYPEOF_KW` token.
    pub fn typeof_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TYPEOF_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`TypeId`].
    pub fn type_id(&self) -> Option<TypeId> {
        support::child(&self.syntax)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `TYPE_TRANSFORM`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypeTransform {
    syntax: SyntaxNode,
}
impl AstNode for TypeTransform {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TYPE_TRANSFORM
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TYPE_TRANSFORM).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TypeTransform {
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`TypeId`].
    pub fn type_id(&self) -> Option<TypeId> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `PLACEHOLDER_TYPE_SPECIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PlaceholderTypeSpecifier {
    syntax: SyntaxNode,
}
impl AstNode for PlaceholderTypeSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == PLACEHOLDER_TYPE_SPECIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == PLACEHOLDER_TYPE_SPECIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl PlaceholderTypeSpecifier {
    /// The first child [`TypeConstraint`].
    pub fn type_constraint(&self) -> Option<TypeConstraint> {
        support::child(&self.syntax)
    }
    /// The first `AUTO_KW` token.
    pub fn auto_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, AUTO_KW)
    }
    /// The first child [`DecltypeSpecifier`].
    pub fn decltype_specifier(&self) -> Option<DecltypeSpecifier> {
        support::child(&self.syntax)
    }
}

/// Node `TYPE_CONSTRAINT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypeConstraint {
    syntax: SyntaxNode,
}
impl AstNode for TypeConstraint {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TYPE_CONSTRAINT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TYPE_CONSTRAINT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TypeConstraint {
    /// The first child [`NestedNameSpecifier`].
    pub fn nested_name_specifier(&self) -> Option<NestedNameSpecifier> {
        support::child(&self.syntax)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first child [`TemplateId`].
    pub fn template_id(&self) -> Option<TemplateId> {
        support::child(&self.syntax)
    }
}

/// Node `CLASS_SPECIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ClassSpecifier {
    syntax: SyntaxNode,
}
impl AstNode for ClassSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == CLASS_SPECIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == CLASS_SPECIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ClassSpecifier {
    /// The first `CLASS_KW` token.
    pub fn class_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CLASS_KW)
    }
    /// The first `STRUCT_KW` token.
    pub fn struct_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, STRUCT_KW)
    }
    /// The first `UNION_KW` token.
    pub fn union_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, UNION_KW)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first child [`NestedNameSpecifier`].
    pub fn nested_name_specifier(&self) -> Option<NestedNameSpecifier> {
        support::child(&self.syntax)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first child [`TemplateId`].
    pub fn template_id(&self) -> Option<TemplateId> {
        support::child(&self.syntax)
    }
    /// The children that are [`VirtSpecifier`].
    pub fn virt_specifiers(&self) -> AstChildren<VirtSpecifier> {
        support::children(&self.syntax)
    }
    /// The first child [`BaseClause`].
    pub fn base_clause(&self) -> Option<BaseClause> {
        support::child(&self.syntax)
    }
    /// The first child [`MemberSpecification`].
    pub fn member_specification(&self) -> Option<MemberSpecification> {
        support::child(&self.syntax)
    }
}

/// Node `BASE_CLAUSE`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BaseClause {
    syntax: SyntaxNode,
}
impl AstNode for BaseClause {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == BASE_CLAUSE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == BASE_CLAUSE).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl BaseClause {
    /// The first `COLON` token.
    pub fn colon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, COLON)
    }
    /// The children that are [`BaseSpecifier`].
    pub fn base_specifiers(&self) -> AstChildren<BaseSpecifier> {
        support::children(&self.syntax)
    }
}

/// Node `BASE_SPECIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BaseSpecifier {
    syntax: SyntaxNode,
}
impl AstNode for BaseSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == BASE_SPECIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == BASE_SPECIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl BaseSpecifier {
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first `VIRTUAL_KW` token.
    pub fn virtual_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, VIRTUAL_KW)
    }
    /// The first `PUBLIC_KW` token.
    pub fn public_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, PUBLIC_KW)
    }
    /// The first `PROTECTED_KW` token.
    pub fn protected_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, PROTECTED_KW)
    }
    /// The first `PRIVATE_KW` token.
    pub fn private_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, PRIVATE_KW)
    }
    /// The first child [`NamedType`].
    pub fn named_type(&self) -> Option<NamedType> {
        support::child(&self.syntax)
    }
    /// The first child [`TypenameSpecifier`].
    pub fn typename_specifier(&self) -> Option<TypenameSpecifier> {
        support::child(&self.syntax)
    }
    /// The first child [`DecltypeSpecifier`].
    pub fn decltype_specifier(&self) -> Option<DecltypeSpecifier> {
        support::child(&self.syntax)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
}

/// Node `MEMBER_SPECIFICATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MemberSpecification {
    syntax: SyntaxNode,
}
impl AstNode for MemberSpecification {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == MEMBER_SPECIFICATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == MEMBER_SPECIFICATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl MemberSpecification {
    /// The first `L_BRACE` token.
    pub fn l_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_BRACE)
    }
    /// The children that are [`Declaration`].
    pub fn declarations(&self) -> AstChildren<Declaration> {
        support::children(&self.syntax)
    }
    /// The first `R_BRACE` token.
    pub fn r_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_BRACE)
    }
}

/// Node `ENUM_SPECIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EnumSpecifier {
    syntax: SyntaxNode,
}
impl AstNode for EnumSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ENUM_SPECIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ENUM_SPECIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl EnumSpecifier {
    /// The first `ENUM_KW` token.
    pub fn enum_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ENUM_KW)
    }
    /// The first `CLASS_KW` token.
    pub fn class_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CLASS_KW)
    }
    /// The first `STRUCT_KW` token.
    pub fn struct_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, STRUCT_KW)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first child [`NestedNameSpecifier`].
    pub fn nested_name_specifier(&self) -> Option<NestedNameSpecifier> {
        support::child(&self.syntax)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first child [`EnumBase`].
    pub fn enum_base(&self) -> Option<EnumBase> {
        support::child(&self.syntax)
    }
    /// The first child [`EnumeratorList`].
    pub fn enumerator_list(&self) -> Option<EnumeratorList> {
        support::child(&self.syntax)
    }
}

/// Node `ENUM_BASE`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EnumBase {
    syntax: SyntaxNode,
}
impl AstNode for EnumBase {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ENUM_BASE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ENUM_BASE).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl EnumBase {
    /// The first `COLON` token.
    pub fn colon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, COLON)
    }
    /// The first child [`DeclSpecifierSeq`].
    pub fn decl_specifier_seq(&self) -> Option<DeclSpecifierSeq> {
        support::child(&self.syntax)
    }
}

/// Node `ENUMERATOR_LIST`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EnumeratorList {
    syntax: SyntaxNode,
}
impl AstNode for EnumeratorList {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ENUMERATOR_LIST
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ENUMERATOR_LIST).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl EnumeratorList {
    /// The first `L_BRACE` token.
    pub fn l_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_BRACE)
    }
    /// The children that are [`Enumerator`].
    pub fn enumerators(&self) -> AstChildren<Enumerator> {
        support::children(&self.syntax)
    }
    /// The first `R_BRACE` token.
    pub fn r_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_BRACE)
    }
}

/// Node `ENUMERATOR`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Enumerator {
    syntax: SyntaxNode,
}
impl AstNode for Enumerator {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ENUMERATOR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ENUMERATOR).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl Enumerator {
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first `EQ` token.
    pub fn eq_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EQ)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// Node `ATTRIBUTE_SPECIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AttributeSpecifier {
    syntax: SyntaxNode,
}
impl AstNode for AttributeSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ATTRIBUTE_SPECIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ATTRIBUTE_SPECIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl AttributeSpecifier {
    /// The first `ATTRIBUTE_KW` token.
    pub fn attribute_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ATTRIBUTE_KW)
    }
    /// The children that are [`Attribute`].
    pub fn attributes(&self) -> AstChildren<Attribute> {
        support::children(&self.syntax)
    }
}

/// Node `ATTRIBUTE`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attribute {
    syntax: SyntaxNode,
}
impl AstNode for Attribute {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ATTRIBUTE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ATTRIBUTE).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl Attribute {
    /// The `IDENT` tokens.
    pub fn ident_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        support::tokens(&self.syntax, IDENT)
    }
    /// The first child [`AttributeArgumentClause`].
    pub fn attribute_argument_clause(&self) -> Option<AttributeArgumentClause> {
        support::child(&self.syntax)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
}

/// Node `ATTRIBUTE_ARGUMENT_CLAUSE`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AttributeArgumentClause {
    syntax: SyntaxNode,
}
impl AstNode for AttributeArgumentClause {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ATTRIBUTE_ARGUMENT_CLAUSE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ATTRIBUTE_ARGUMENT_CLAUSE).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl AttributeArgumentClause {
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The children that are [`TypeId`].
    pub fn type_ids(&self) -> AstChildren<TypeId> {
        support::children(&self.syntax)
    }
    /// The children that are [`Expr`].
    pub fn exprs(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `ALIGNAS_SPECIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlignasSpecifier {
    syntax: SyntaxNode,
}
impl AstNode for AlignasSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ALIGNAS_SPECIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ALIGNAS_SPECIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl AlignasSpecifier {
    /// The first `ALIGNAS_KW` token.
    pub fn alignas_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ALIGNAS_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`TypeId`].
    pub fn type_id(&self) -> Option<TypeId> {
        support::child(&self.syntax)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `INIT_DECLARATOR`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InitDeclarator {
    syntax: SyntaxNode,
}
impl AstNode for InitDeclarator {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == INIT_DECLARATOR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == INIT_DECLARATOR).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl InitDeclarator {
    /// The first child [`Declarator`].
    pub fn declarator(&self) -> Option<Declarator> {
        support::child(&self.syntax)
    }
    /// The children that are [`VirtSpecifier`].
    pub fn virt_specifiers(&self) -> AstChildren<VirtSpecifier> {
        support::children(&self.syntax)
    }
    /// The first child [`BitFieldWidth`].
    pub fn bit_field_width(&self) -> Option<BitFieldWidth> {
        support::child(&self.syntax)
    }
    /// The first child [`AsmLabel`].
    pub fn asm_label(&self) -> Option<AsmLabel> {
        support::child(&self.syntax)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first child [`RequiresClause`].
    pub fn requires_clause(&self) -> Option<RequiresClause> {
        support::child(&self.syntax)
    }
    /// The first child [`Initializer`].
    pub fn initializer(&self) -> Option<Initializer> {
        support::child(&self.syntax)
    }
    /// The first child [`PureSpecifier`].
    pub fn pure_specifier(&self) -> Option<PureSpecifier> {
        support::child(&self.syntax)
    }
}

/// Any of the nodes that are a Initializer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Initializer {
    /// See [`EqualInitializer`](struct@EqualInitializer).
    EqualInitializer(EqualInitializer),
    /// See [`ArgumentList`](struct@ArgumentList).
    ArgumentList(ArgumentList),
    /// See [`BracedInitList`](struct@BracedInitList).
    BracedInitList(BracedInitList),
}
impl AstNode for Initializer {
    fn can_cast(kind: SyntaxKind) -> bool {
        matches!(kind, EQUAL_INITIALIZER | ARGUMENT_LIST | BRACED_INIT_LIST)
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Some(match syntax.kind() {
            EQUAL_INITIALIZER => Self::EqualInitializer(EqualInitializer { syntax }),
            ARGUMENT_LIST => Self::ArgumentList(ArgumentList { syntax }),
            BRACED_INIT_LIST => Self::BracedInitList(BracedInitList { syntax }),
            _ => return None,
        })
    }
    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::EqualInitializer(it) => &it.syntax,
            Self::ArgumentList(it) => &it.syntax,
            Self::BracedInitList(it) => &it.syntax,
        }
    }
}

/// Node `EQUAL_INITIALIZER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EqualInitializer {
    syntax: SyntaxNode,
}
impl AstNode for EqualInitializer {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == EQUAL_INITIALIZER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == EQUAL_INITIALIZER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl EqualInitializer {
    /// The first `EQ` token.
    pub fn eq_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EQ)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// Node `PURE_SPECIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PureSpecifier {
    syntax: SyntaxNode,
}
impl AstNode for PureSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == PURE_SPECIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == PURE_SPECIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl PureSpecifier {
    /// The first `EQ` token.
    pub fn eq_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EQ)
    }
    /// The first `INT_LITERAL` token.
    pub fn int_literal_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, INT_LITERAL)
    }
}

/// Node `BIT_FIELD_WIDTH`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BitFieldWidth {
    syntax: SyntaxNode,
}
impl AstNode for BitFieldWidth {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == BIT_FIELD_WIDTH
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == BIT_FIELD_WIDTH).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl BitFieldWidth {
    /// The first `COLON` token.
    pub fn colon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, COLON)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// Node `ASM_LABEL`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AsmLabel {
    syntax: SyntaxNode,
}
impl AstNode for AsmLabel {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ASM_LABEL
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ASM_LABEL).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl AsmLabel {
    /// The first `ASM_KW` token.
    pub fn asm_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ASM_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`StringExpression`].
    pub fn string_expression(&self) -> Option<StringExpression> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `DECLARATOR`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Declarator {
    syntax: SyntaxNode,
}
impl AstNode for Declarator {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DECLARATOR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == DECLARATOR).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl Declarator {
    /// The children that are [`PointerOperator`].
    pub fn pointer_operators(&self) -> AstChildren<PointerOperator> {
        support::children(&self.syntax)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
    /// The first child [`DeclaratorId`].
    pub fn declarator_id(&self) -> Option<DeclaratorId> {
        support::child(&self.syntax)
    }
    /// The first child [`ParenDeclarator`].
    pub fn paren_declarator(&self) -> Option<ParenDeclarator> {
        support::child(&self.syntax)
    }
    /// The first child [`StructuredBinding`].
    pub fn structured_binding(&self) -> Option<StructuredBinding> {
        support::child(&self.syntax)
    }
    /// The children that are [`DeclaratorSuffix`].
    pub fn suffixes(&self) -> AstChildren<DeclaratorSuffix> {
        support::children(&self.syntax)
    }
}

/// Any of the nodes that are a DeclaratorSuffix.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DeclaratorSuffix {
    /// See [`ParametersAndQualifiers`](struct@ParametersAndQualifiers).
    ParametersAndQualifiers(ParametersAndQualifiers),
    /// See [`ArraySuffix`](struct@ArraySuffix).
    ArraySuffix(ArraySuffix),
}
impl AstNode for DeclaratorSuffix {
    fn can_cast(kind: SyntaxKind) -> bool {
        matches!(kind, PARAMETERS_AND_QUALIFIERS | ARRAY_SUFFIX)
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Some(match syntax.kind() {
            PARAMETERS_AND_QUALIFIERS => {
                Self::ParametersAndQualifiers(ParametersAndQualifiers { syntax })
            }
            ARRAY_SUFFIX => Self::ArraySuffix(ArraySuffix { syntax }),
            _ => return None,
        })
    }
    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::ParametersAndQualifiers(it) => &it.syntax,
            Self::ArraySuffix(it) => &it.syntax,
        }
    }
}

/// Node `PAREN_DECLARATOR`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ParenDeclarator {
    syntax: SyntaxNode,
}
impl AstNode for ParenDeclarator {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == PAREN_DECLARATOR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == PAREN_DECLARATOR).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ParenDeclarator {
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first child [`Declarator`].
    pub fn declarator(&self) -> Option<Declarator> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `POINTER_OPERATOR`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PointerOperator {
    syntax: SyntaxNode,
}
impl AstNode for PointerOperator {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == POINTER_OPERATOR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == POINTER_OPERATOR).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl PointerOperator {
    /// The first child [`NestedNameSpecifier`].
    pub fn nested_name_specifier(&self) -> Option<NestedNameSpecifier> {
        support::child(&self.syntax)
    }
    /// The first `STAR` token.
    pub fn star_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, STAR)
    }
    /// The first `AMP` token.
    pub fn amp_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, AMP)
    }
    /// The first `AMP2` token.
    pub fn amp2_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, AMP2)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
}

/// Node `DECLARATOR_ID`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeclaratorId {
    syntax: SyntaxNode,
}
impl AstNode for DeclaratorId {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DECLARATOR_ID
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == DECLARATOR_ID).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl DeclaratorId {
    /// The first child [`NestedNameSpecifier`].
    pub fn nested_name_specifier(&self) -> Option<NestedNameSpecifier> {
        support::child(&self.syntax)
    }
    /// The first `TEMPLATE_KW` token.
    pub fn template_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TEMPLATE_KW)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first child [`TemplateId`].
    pub fn template_id(&self) -> Option<TemplateId> {
        support::child(&self.syntax)
    }
    /// The first child [`OperatorFunctionId`].
    pub fn operator_function_id(&self) -> Option<OperatorFunctionId> {
        support::child(&self.syntax)
    }
    /// The first child [`ConversionFunctionId`].
    pub fn conversion_function_id(&self) -> Option<ConversionFunctionId> {
        support::child(&self.syntax)
    }
    /// The first child [`LiteralOperatorId`].
    pub fn literal_operator_id(&self) -> Option<LiteralOperatorId> {
        support::child(&self.syntax)
    }
    /// The first child [`DestructorName`].
    pub fn destructor_name(&self) -> Option<DestructorName> {
        support::child(&self.syntax)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
}

/// Node `STRUCTURED_BINDING`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StructuredBinding {
    syntax: SyntaxNode,
}
impl AstNode for StructuredBinding {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == STRUCTURED_BINDING
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == STRUCTURED_BINDING).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl StructuredBinding {
    /// The first `L_BRACK` token.
    pub fn l_brack_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_BRACK)
    }
    /// The `IDENT` tokens.
    pub fn ident_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        support::tokens(&self.syntax, IDENT)
    }
    /// The first `R_BRACK` token.
    pub fn r_brack_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_BRACK)
    }
}

/// Node `ARRAY_SUFFIX`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArraySuffix {
    syntax: SyntaxNode,
}
impl AstNode for ArraySuffix {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ARRAY_SUFFIX
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ARRAY_SUFFIX).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ArraySuffix {
    /// The first `L_BRACK` token.
    pub fn l_brack_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_BRACK)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `R_BRACK` token.
    pub fn r_brack_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_BRACK)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
}

/// Node `PARAMETERS_AND_QUALIFIERS`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ParametersAndQualifiers {
    syntax: SyntaxNode,
}
impl AstNode for ParametersAndQualifiers {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == PARAMETERS_AND_QUALIFIERS
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == PARAMETERS_AND_QUALIFIERS).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ParametersAndQualifiers {
    /// The first child [`ParameterClause`].
    pub fn parameter_clause(&self) -> Option<ParameterClause> {
        support::child(&self.syntax)
    }
    /// The first `CONST_KW` token.
    pub fn const_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CONST_KW)
    }
    /// The first `VOLATILE_KW` token.
    pub fn volatile_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, VOLATILE_KW)
    }
    /// The first `AMP` token.
    pub fn amp_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, AMP)
    }
    /// The first `AMP2` token.
    pub fn amp2_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, AMP2)
    }
    /// The first child [`NoexceptSpecifier`].
    pub fn noexcept_specifier(&self) -> Option<NoexceptSpecifier> {
        support::child(&self.syntax)
    }
    /// The first child [`DynamicExceptionSpecification`].
    pub fn dynamic_exception_specification(&self) -> Option<DynamicExceptionSpecification> {
        support::child(&self.syntax)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first child [`TrailingReturnType`].
    pub fn trailing_return_type(&self) -> Option<TrailingReturnType> {
        support::child(&self.syntax)
    }
    /// The first child [`RequiresClause`].
    pub fn requires_clause(&self) -> Option<RequiresClause> {
        support::child(&self.syntax)
    }
}

/// Node `PARAMETER_CLAUSE`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ParameterClause {
    syntax: SyntaxNode,
}
impl AstNode for ParameterClause {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == PARAMETER_CLAUSE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == PARAMETER_CLAUSE).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ParameterClause {
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The children that are [`ParameterDeclaration`].
    pub fn parameter_declarations(&self) -> AstChildren<ParameterDeclaration> {
        support::children(&self.syntax)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `PARAMETER_DECLARATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ParameterDeclaration {
    syntax: SyntaxNode,
}
impl AstNode for ParameterDeclaration {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == PARAMETER_DECLARATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == PARAMETER_DECLARATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ParameterDeclaration {
    /// The first `THIS_KW` token.
    pub fn this_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, THIS_KW)
    }
    /// The first child [`DeclSpecifierSeq`].
    pub fn decl_specifier_seq(&self) -> Option<DeclSpecifierSeq> {
        support::child(&self.syntax)
    }
    /// The first child [`Declarator`].
    pub fn declarator(&self) -> Option<Declarator> {
        support::child(&self.syntax)
    }
    /// The first child [`EqualInitializer`].
    pub fn equal_initializer(&self) -> Option<EqualInitializer> {
        support::child(&self.syntax)
    }
}

/// Node `NOEXCEPT_SPECIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NoexceptSpecifier {
    syntax: SyntaxNode,
}
impl AstNode for NoexceptSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == NOEXCEPT_SPECIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == NOEXCEPT_SPECIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl NoexceptSpecifier {
    /// The first `NOEXCEPT_KW` token.
    pub fn noexcept_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, NOEXCEPT_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `DYNAMIC_EXCEPTION_SPECIFICATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DynamicExceptionSpecification {
    syntax: SyntaxNode,
}
impl AstNode for DynamicExceptionSpecification {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DYNAMIC_EXCEPTION_SPECIFICATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == DYNAMIC_EXCEPTION_SPECIFICATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl DynamicExceptionSpecification {
    /// The first `THROW_KW` token.
    pub fn throw_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, THROW_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The children that are [`TypeId`].
    pub fn type_ids(&self) -> AstChildren<TypeId> {
        support::children(&self.syntax)
    }
    /// The children that are [`PackExpansion`].
    pub fn pack_expansions(&self) -> AstChildren<PackExpansion> {
        support::children(&self.syntax)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `TRAILING_RETURN_TYPE`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TrailingReturnType {
    syntax: SyntaxNode,
}
impl AstNode for TrailingReturnType {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TRAILING_RETURN_TYPE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TRAILING_RETURN_TYPE).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TrailingReturnType {
    /// The first `ARROW` token.
    pub fn arrow_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ARROW)
    }
    /// The first child [`TypeId`].
    pub fn type_id(&self) -> Option<TypeId> {
        support::child(&self.syntax)
    }
}

/// Node `TYPE_ID`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypeId {
    syntax: SyntaxNode,
}
impl AstNode for TypeId {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TYPE_ID
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TYPE_ID).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TypeId {
    /// The first child [`DeclSpecifierSeq`].
    pub fn decl_specifier_seq(&self) -> Option<DeclSpecifierSeq> {
        support::child(&self.syntax)
    }
    /// The first child [`Declarator`].
    pub fn declarator(&self) -> Option<Declarator> {
        support::child(&self.syntax)
    }
}

/// Node `NESTED_NAME_SPECIFIER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NestedNameSpecifier {
    syntax: SyntaxNode,
}
impl AstNode for NestedNameSpecifier {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == NESTED_NAME_SPECIFIER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == NESTED_NAME_SPECIFIER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl NestedNameSpecifier {
    /// The children that are [`TemplateId`].
    pub fn template_ids(&self) -> AstChildren<TemplateId> {
        support::children(&self.syntax)
    }
    /// The first child [`DecltypeSpecifier`].
    pub fn decltype_specifier(&self) -> Option<DecltypeSpecifier> {
        support::child(&self.syntax)
    }
    /// The `IDENT` tokens.
    pub fn ident_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        support::tokens(&self.syntax, IDENT)
    }
}

/// Node `TEMPLATE_ID`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TemplateId {
    syntax: SyntaxNode,
}
impl AstNode for TemplateId {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TEMPLATE_ID
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TEMPLATE_ID).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TemplateId {
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first child [`OperatorFunctionId`].
    pub fn operator_function_id(&self) -> Option<OperatorFunctionId> {
        support::child(&self.syntax)
    }
    /// The first child [`LiteralOperatorId`].
    pub fn literal_operator_id(&self) -> Option<LiteralOperatorId> {
        support::child(&self.syntax)
    }
    /// The first child [`TemplateArgumentList`].
    pub fn template_argument_list(&self) -> Option<TemplateArgumentList> {
        support::child(&self.syntax)
    }
}

/// Node `TEMPLATE_ARGUMENT_LIST`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TemplateArgumentList {
    syntax: SyntaxNode,
}
impl AstNode for TemplateArgumentList {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TEMPLATE_ARGUMENT_LIST
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TEMPLATE_ARGUMENT_LIST).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TemplateArgumentList {
    /// The first `LT` token.
    pub fn lt_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, LT)
    }
    /// The children that are [`TypeId`].
    pub fn type_ids(&self) -> AstChildren<TypeId> {
        support::children(&self.syntax)
    }
    /// The children that are [`PackExpansion`].
    pub fn pack_expansions(&self) -> AstChildren<PackExpansion> {
        support::children(&self.syntax)
    }
    /// The children that are [`Expr`].
    pub fn exprs(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }
    /// The first `GT` token.
    pub fn gt_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, GT)
    }
}

/// Node `OPERATOR_FUNCTION_ID`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OperatorFunctionId {
    syntax: SyntaxNode,
}
impl AstNode for OperatorFunctionId {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == OPERATOR_FUNCTION_ID
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == OPERATOR_FUNCTION_ID).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl OperatorFunctionId {
    /// The first `OPERATOR_KW` token.
    pub fn operator_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, OPERATOR_KW)
    }
}

/// Node `CONVERSION_FUNCTION_ID`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConversionFunctionId {
    syntax: SyntaxNode,
}
impl AstNode for ConversionFunctionId {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == CONVERSION_FUNCTION_ID
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == CONVERSION_FUNCTION_ID).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ConversionFunctionId {
    /// The first `OPERATOR_KW` token.
    pub fn operator_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, OPERATOR_KW)
    }
    /// The first child [`TypeId`].
    pub fn type_id(&self) -> Option<TypeId> {
        support::child(&self.syntax)
    }
}

/// Node `LITERAL_OPERATOR_ID`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LiteralOperatorId {
    syntax: SyntaxNode,
}
impl AstNode for LiteralOperatorId {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == LITERAL_OPERATOR_ID
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == LITERAL_OPERATOR_ID).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl LiteralOperatorId {
    /// The first `OPERATOR_KW` token.
    pub fn operator_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, OPERATOR_KW)
    }
    /// The first `STRING_LITERAL` token.
    pub fn string_literal_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, STRING_LITERAL)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
}

/// Node `DESTRUCTOR_NAME`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DestructorName {
    syntax: SyntaxNode,
}
impl AstNode for DestructorName {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DESTRUCTOR_NAME
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == DESTRUCTOR_NAME).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl DestructorName {
    /// The first `TILDE` token.
    pub fn tilde_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TILDE)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first child [`TemplateId`].
    pub fn template_id(&self) -> Option<TemplateId> {
        support::child(&self.syntax)
    }
    /// The first child [`DecltypeSpecifier`].
    pub fn decltype_specifier(&self) -> Option<DecltypeSpecifier> {
        support::child(&self.syntax)
    }
}

/// Node `TEMPLATE_PARAMETER_LIST`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TemplateParameterList {
    syntax: SyntaxNode,
}
impl AstNode for TemplateParameterList {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TEMPLATE_PARAMETER_LIST
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TEMPLATE_PARAMETER_LIST).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TemplateParameterList {
    /// The first `LT` token.
    pub fn lt_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, LT)
    }
    /// The children that are [`TemplateParameter`].
    pub fn template_parameters(&self) -> AstChildren<TemplateParameter> {
        support::children(&self.syntax)
    }
    /// The first `GT` token.
    pub fn gt_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, GT)
    }
}

/// Any of the nodes that are a TemplateParameter.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TemplateParameter {
    /// See [`TypeParameter`](struct@TypeParameter).
    TypeParameter(TypeParameter),
    /// See [`TemplateTemplateParameter`](struct@TemplateTemplateParameter).
    TemplateTemplateParameter(TemplateTemplateParameter),
    /// See [`ConstrainedParameter`](struct@ConstrainedParameter).
    ConstrainedParameter(ConstrainedParameter),
    /// See [`ParameterDeclaration`](struct@ParameterDeclaration).
    ParameterDeclaration(ParameterDeclaration),
}
impl AstNode for TemplateParameter {
    fn can_cast(kind: SyntaxKind) -> bool {
        matches!(
            kind,
            TYPE_PARAMETER
                | TEMPLATE_TEMPLATE_PARAMETER
                | CONSTRAINED_PARAMETER
                | PARAMETER_DECLARATION
        )
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Some(match syntax.kind() {
            TYPE_PARAMETER => Self::TypeParameter(TypeParameter { syntax }),
            TEMPLATE_TEMPLATE_PARAMETER => {
                Self::TemplateTemplateParameter(TemplateTemplateParameter { syntax })
            }
            CONSTRAINED_PARAMETER => Self::ConstrainedParameter(ConstrainedParameter { syntax }),
            PARAMETER_DECLARATION => Self::ParameterDeclaration(ParameterDeclaration { syntax }),
            _ => return None,
        })
    }
    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::TypeParameter(it) => &it.syntax,
            Self::TemplateTemplateParameter(it) => &it.syntax,
            Self::ConstrainedParameter(it) => &it.syntax,
            Self::ParameterDeclaration(it) => &it.syntax,
        }
    }
}

/// Node `TYPE_PARAMETER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypeParameter {
    syntax: SyntaxNode,
}
impl AstNode for TypeParameter {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TYPE_PARAMETER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TYPE_PARAMETER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TypeParameter {
    /// The first `CLASS_KW` token.
    pub fn class_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CLASS_KW)
    }
    /// The first `TYPENAME_KW` token.
    pub fn typename_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TYPENAME_KW)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first `EQ` token.
    pub fn eq_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EQ)
    }
    /// The first child [`TypeId`].
    pub fn default(&self) -> Option<TypeId> {
        support::child(&self.syntax)
    }
}

/// Node `TEMPLATE_TEMPLATE_PARAMETER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TemplateTemplateParameter {
    syntax: SyntaxNode,
}
impl AstNode for TemplateTemplateParameter {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TEMPLATE_TEMPLATE_PARAMETER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TEMPLATE_TEMPLATE_PARAMETER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TemplateTemplateParameter {
    /// The first `TEMPLATE_KW` token.
    pub fn template_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TEMPLATE_KW)
    }
    /// The first child [`TemplateParameterList`].
    pub fn template_parameter_list(&self) -> Option<TemplateParameterList> {
        support::child(&self.syntax)
    }
    /// The first child [`RequiresClause`].
    pub fn requires_clause(&self) -> Option<RequiresClause> {
        support::child(&self.syntax)
    }
    /// The first `CLASS_KW` token.
    pub fn class_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CLASS_KW)
    }
    /// The first `TYPENAME_KW` token.
    pub fn typename_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TYPENAME_KW)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first `EQ` token.
    pub fn eq_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EQ)
    }
    /// The first child [`TypeId`].
    pub fn default(&self) -> Option<TypeId> {
        support::child(&self.syntax)
    }
}

/// Node `CONSTRAINED_PARAMETER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConstrainedParameter {
    syntax: SyntaxNode,
}
impl AstNode for ConstrainedParameter {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == CONSTRAINED_PARAMETER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == CONSTRAINED_PARAMETER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ConstrainedParameter {
    /// The first child [`TypeConstraint`].
    pub fn type_constraint(&self) -> Option<TypeConstraint> {
        support::child(&self.syntax)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first `EQ` token.
    pub fn eq_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EQ)
    }
    /// The first child [`TypeId`].
    pub fn default(&self) -> Option<TypeId> {
        support::child(&self.syntax)
    }
}

/// Node `REQUIRES_CLAUSE`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RequiresClause {
    syntax: SyntaxNode,
}
impl AstNode for RequiresClause {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == REQUIRES_CLAUSE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == REQUIRES_CLAUSE).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl RequiresClause {
    /// The first `REQUIRES_KW` token.
    pub fn requires_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, REQUIRES_KW)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// Any of the nodes that are a Statement.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Statement {
    /// See [`CompoundStatement`](struct@CompoundStatement).
    CompoundStatement(CompoundStatement),
    /// See [`ExpressionStatement`](struct@ExpressionStatement).
    ExpressionStatement(ExpressionStatement),
    /// See [`LabeledStatement`](struct@LabeledStatement).
    LabeledStatement(LabeledStatement),
    /// See [`CaseStatement`](struct@CaseStatement).
    CaseStatement(CaseStatement),
    /// See [`DefaultStatement`](struct@DefaultStatement).
    DefaultStatement(DefaultStatement),
    /// See [`IfStatement`](struct@IfStatement).
    IfStatement(IfStatement),
    /// See [`SwitchStatement`](struct@SwitchStatement).
    SwitchStatement(SwitchStatement),
    /// See [`WhileStatement`](struct@WhileStatement).
    WhileStatement(WhileStatement),
    /// See [`DoStatement`](struct@DoStatement).
    DoStatement(DoStatement),
    /// See [`ForStatement`](struct@ForStatement).
    ForStatement(ForStatement),
    /// See [`RangeForStatement`](struct@RangeForStatement).
    RangeForStatement(RangeForStatement),
    /// See [`ReturnStatement`](struct@ReturnStatement).
    ReturnStatement(ReturnStatement),
    /// See [`BreakStatement`](struct@BreakStatement).
    BreakStatement(BreakStatement),
    /// See [`ContinueStatement`](struct@ContinueStatement).
    ContinueStatement(ContinueStatement),
    /// See [`GotoStatement`](struct@GotoStatement).
    GotoStatement(GotoStatement),
    /// See [`TryStatement`](struct@TryStatement).
    TryStatement(TryStatement),
    /// See [`LocalLabelDeclaration`](struct@LocalLabelDeclaration).
    LocalLabelDeclaration(LocalLabelDeclaration),
    /// See [`AttributedStatement`](struct@AttributedStatement).
    AttributedStatement(AttributedStatement),
    /// See [`SimpleDeclaration`](struct@SimpleDeclaration).
    SimpleDeclaration(SimpleDeclaration),
    /// See [`FunctionDefinition`](struct@FunctionDefinition).
    FunctionDefinition(FunctionDefinition),
    /// See [`TemplateDeclaration`](struct@TemplateDeclaration).
    TemplateDeclaration(TemplateDeclaration),
    /// See [`ExplicitSpecialization`](struct@ExplicitSpecialization).
    ExplicitSpecialization(ExplicitSpecialization),
    /// See [`ExplicitInstantiation`](struct@ExplicitInstantiation).
    ExplicitInstantiation(ExplicitInstantiation),
    /// See [`LinkageSpecification`](struct@LinkageSpecification).
    LinkageSpecification(LinkageSpecification),
    /// See [`NamespaceDefinition`](struct@NamespaceDefinition).
    NamespaceDefinition(NamespaceDefinition),
    /// See [`NamespaceAliasDefinition`](struct@NamespaceAliasDefinition).
    NamespaceAliasDefinition(NamespaceAliasDefinition),
    /// See [`UsingDirective`](struct@UsingDirective).
    UsingDirective(UsingDirective),
    /// See [`UsingDeclaration`](struct@UsingDeclaration).
    UsingDeclaration(UsingDeclaration),
    /// See [`UsingEnumDeclaration`](struct@UsingEnumDeclaration).
    UsingEnumDeclaration(UsingEnumDeclaration),
    /// See [`AliasDeclaration`](struct@AliasDeclaration).
    AliasDeclaration(AliasDeclaration),
    /// See [`StaticAssertDeclaration`](struct@StaticAssertDeclaration).
    StaticAssertDeclaration(StaticAssertDeclaration),
    /// See [`AsmDeclaration`](struct@AsmDeclaration).
    AsmDeclaration(AsmDeclaration),
    /// See [`ConceptDefinition`](struct@ConceptDefinition).
    ConceptDefinition(ConceptDefinition),
    /// See [`DeductionGuide`](struct@DeductionGuide).
    DeductionGuide(DeductionGuide),
    /// See [`EmptyDeclaration`](struct@EmptyDeclaration).
    EmptyDeclaration(EmptyDeclaration),
    /// See [`AttributeDeclaration`](struct@AttributeDeclaration).
    AttributeDeclaration(AttributeDeclaration),
    /// See [`AccessSpecifier`](struct@AccessSpecifier).
    AccessSpecifier(AccessSpecifier),
    /// See [`Error`](struct@Error).
    Error(Error),
}
impl AstNode for Statement {
    fn can_cast(kind: SyntaxKind) -> bool {
        matches!(
            kind,
            COMPOUND_STATEMENT
                | EXPRESSION_STATEMENT
                | LABELED_STATEMENT
                | CASE_STATEMENT
                | DEFAULT_STATEMENT
                | IF_STATEMENT
                | SWITCH_STATEMENT
                | WHILE_STATEMENT
                | DO_STATEMENT
                | FOR_STATEMENT
                | RANGE_FOR_STATEMENT
                | RETURN_STATEMENT
                | BREAK_STATEMENT
                | CONTINUE_STATEMENT
                | GOTO_STATEMENT
                | TRY_STATEMENT
                | LOCAL_LABEL_DECLARATION
                | ATTRIBUTED_STATEMENT
                | SIMPLE_DECLARATION
                | FUNCTION_DEFINITION
                | TEMPLATE_DECLARATION
                | EXPLICIT_SPECIALIZATION
                | EXPLICIT_INSTANTIATION
                | LINKAGE_SPECIFICATION
                | NAMESPACE_DEFINITION
                | NAMESPACE_ALIAS_DEFINITION
                | USING_DIRECTIVE
                | USING_DECLARATION
                | USING_ENUM_DECLARATION
                | ALIAS_DECLARATION
                | STATIC_ASSERT_DECLARATION
                | ASM_DECLARATION
                | CONCEPT_DEFINITION
                | DEDUCTION_GUIDE
                | EMPTY_DECLARATION
                | ATTRIBUTE_DECLARATION
                | ACCESS_SPECIFIER
                | ERROR
        )
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Some(match syntax.kind() {
            COMPOUND_STATEMENT => Self::CompoundStatement(CompoundStatement { syntax }),
            EXPRESSION_STATEMENT => Self::ExpressionStatement(ExpressionStatement { syntax }),
            LABELED_STATEMENT => Self::LabeledStatement(LabeledStatement { syntax }),
            CASE_STATEMENT => Self::CaseStatement(CaseStatement { syntax }),
            DEFAULT_STATEMENT => Self::DefaultStatement(DefaultStatement { syntax }),
            IF_STATEMENT => Self::IfStatement(IfStatement { syntax }),
            SWITCH_STATEMENT => Self::SwitchStatement(SwitchStatement { syntax }),
            WHILE_STATEMENT => Self::WhileStatement(WhileStatement { syntax }),
            DO_STATEMENT => Self::DoStatement(DoStatement { syntax }),
            FOR_STATEMENT => Self::ForStatement(ForStatement { syntax }),
            RANGE_FOR_STATEMENT => Self::RangeForStatement(RangeForStatement { syntax }),
            RETURN_STATEMENT => Self::ReturnStatement(ReturnStatement { syntax }),
            BREAK_STATEMENT => Self::BreakStatement(BreakStatement { syntax }),
            CONTINUE_STATEMENT => Self::ContinueStatement(ContinueStatement { syntax }),
            GOTO_STATEMENT => Self::GotoStatement(GotoStatement { syntax }),
            TRY_STATEMENT => Self::TryStatement(TryStatement { syntax }),
            LOCAL_LABEL_DECLARATION => {
                Self::LocalLabelDeclaration(LocalLabelDeclaration { syntax })
            }
            ATTRIBUTED_STATEMENT => Self::AttributedStatement(AttributedStatement { syntax }),
            SIMPLE_DECLARATION => Self::SimpleDeclaration(SimpleDeclaration { syntax }),
            FUNCTION_DEFINITION => Self::FunctionDefinition(FunctionDefinition { syntax }),
            TEMPLATE_DECLARATION => Self::TemplateDeclaration(TemplateDeclaration { syntax }),
            EXPLICIT_SPECIALIZATION => {
                Self::ExplicitSpecialization(ExplicitSpecialization { syntax })
            }
            EXPLICIT_INSTANTIATION => Self::ExplicitInstantiation(ExplicitInstantiation { syntax }),
            LINKAGE_SPECIFICATION => Self::LinkageSpecification(LinkageSpecification { syntax }),
            NAMESPACE_DEFINITION => Self::NamespaceDefinition(NamespaceDefinition { syntax }),
            NAMESPACE_ALIAS_DEFINITION => {
                Self::NamespaceAliasDefinition(NamespaceAliasDefinition { syntax })
            }
            USING_DIRECTIVE => Self::UsingDirective(UsingDirective { syntax }),
            USING_DECLARATION => Self::UsingDeclaration(UsingDeclaration { syntax }),
            USING_ENUM_DECLARATION => Self::UsingEnumDeclaration(UsingEnumDeclaration { syntax }),
            ALIAS_DECLARATION => Self::AliasDeclaration(AliasDeclaration { syntax }),
            STATIC_ASSERT_DECLARATION => {
                Self::StaticAssertDeclaration(StaticAssertDeclaration { syntax })
            }
            ASM_DECLARATION => Self::AsmDeclaration(AsmDeclaration { syntax }),
            CONCEPT_DEFINITION => Self::ConceptDefinition(ConceptDefinition { syntax }),
            DEDUCTION_GUIDE => Self::DeductionGuide(DeductionGuide { syntax }),
            EMPTY_DECLARATION => Self::EmptyDeclaration(EmptyDeclaration { syntax }),
            ATTRIBUTE_DECLARATION => Self::AttributeDeclaration(AttributeDeclaration { syntax }),
            ACCESS_SPECIFIER => Self::AccessSpecifier(AccessSpecifier { syntax }),
            ERROR => Self::Error(Error { syntax }),
            _ => return None,
        })
    }
    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::CompoundStatement(it) => &it.syntax,
            Self::ExpressionStatement(it) => &it.syntax,
            Self::LabeledStatement(it) => &it.syntax,
            Self::CaseStatement(it) => &it.syntax,
            Self::DefaultStatement(it) => &it.syntax,
            Self::IfStatement(it) => &it.syntax,
            Self::SwitchStatement(it) => &it.syntax,
            Self::WhileStatement(it) => &it.syntax,
            Self::DoStatement(it) => &it.syntax,
            Self::ForStatement(it) => &it.syntax,
            Self::RangeForStatement(it) => &it.syntax,
            Self::ReturnStatement(it) => &it.syntax,
            Self::BreakStatement(it) => &it.syntax,
            Self::ContinueStatement(it) => &it.syntax,
            Self::GotoStatement(it) => &it.syntax,
            Self::TryStatement(it) => &it.syntax,
            Self::LocalLabelDeclaration(it) => &it.syntax,
            Self::AttributedStatement(it) => &it.syntax,
            Self::SimpleDeclaration(it) => &it.syntax,
            Self::FunctionDefinition(it) => &it.syntax,
            Self::TemplateDeclaration(it) => &it.syntax,
            Self::ExplicitSpecialization(it) => &it.syntax,
            Self::ExplicitInstantiation(it) => &it.syntax,
            Self::LinkageSpecification(it) => &it.syntax,
            Self::NamespaceDefinition(it) => &it.syntax,
            Self::NamespaceAliasDefinition(it) => &it.syntax,
            Self::UsingDirective(it) => &it.syntax,
            Self::UsingDeclaration(it) => &it.syntax,
            Self::UsingEnumDeclaration(it) => &it.syntax,
            Self::AliasDeclaration(it) => &it.syntax,
            Self::StaticAssertDeclaration(it) => &it.syntax,
            Self::AsmDeclaration(it) => &it.syntax,
            Self::ConceptDefinition(it) => &it.syntax,
            Self::DeductionGuide(it) => &it.syntax,
            Self::EmptyDeclaration(it) => &it.syntax,
            Self::AttributeDeclaration(it) => &it.syntax,
            Self::AccessSpecifier(it) => &it.syntax,
            Self::Error(it) => &it.syntax,
        }
    }
}

/// Node `COMPOUND_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CompoundStatement {
    syntax: SyntaxNode,
}
impl AstNode for CompoundStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == COMPOUND_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == COMPOUND_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl CompoundStatement {
    /// The first `L_BRACE` token.
    pub fn l_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_BRACE)
    }
    /// The children that are [`Statement`].
    pub fn statements(&self) -> AstChildren<Statement> {
        support::children(&self.syntax)
    }
    /// The first `R_BRACE` token.
    pub fn r_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_BRACE)
    }
}

/// Node `EXPRESSION_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ExpressionStatement {
    syntax: SyntaxNode,
}
impl AstNode for ExpressionStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == EXPRESSION_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == EXPRESSION_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ExpressionStatement {
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `LABELED_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LabeledStatement {
    syntax: SyntaxNode,
}
impl AstNode for LabeledStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == LABELED_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == LABELED_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl LabeledStatement {
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first `COLON` token.
    pub fn colon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, COLON)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first child [`Statement`].
    pub fn statement(&self) -> Option<Statement> {
        support::child(&self.syntax)
    }
}

/// Node `CASE_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CaseStatement {
    syntax: SyntaxNode,
}
impl AstNode for CaseStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == CASE_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == CASE_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl CaseStatement {
    /// The first `CASE_KW` token.
    pub fn case_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CASE_KW)
    }
    /// The first child [`Expr`].
    pub fn value(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
    /// The first `COLON` token.
    pub fn colon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, COLON)
    }
    /// The first child [`Statement`].
    pub fn statement(&self) -> Option<Statement> {
        support::child(&self.syntax)
    }
}

/// Node `DEFAULT_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DefaultStatement {
    syntax: SyntaxNode,
}
impl AstNode for DefaultStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DEFAULT_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == DEFAULT_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl DefaultStatement {
    /// The first `DEFAULT_KW` token.
    pub fn default_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, DEFAULT_KW)
    }
    /// The first `COLON` token.
    pub fn colon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, COLON)
    }
    /// The first child [`Statement`].
    pub fn statement(&self) -> Option<Statement> {
        support::child(&self.syntax)
    }
}

/// Node `IF_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IfStatement {
    syntax: SyntaxNode,
}
impl AstNode for IfStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == IF_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == IF_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl IfStatement {
    /// The first `IF_KW` token.
    pub fn if_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IF_KW)
    }
    /// The first `CONSTEXPR_KW` token.
    pub fn constexpr_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CONSTEXPR_KW)
    }
    /// The first `BANG` token.
    pub fn bang_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, BANG)
    }
    /// The first `CONSTEVAL_KW` token.
    pub fn consteval_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CONSTEVAL_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`InitStatement`].
    pub fn init(&self) -> Option<InitStatement> {
        support::child(&self.syntax)
    }
    /// The first child [`Condition`].
    pub fn condition(&self) -> Option<Condition> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
    /// The first child [`Statement`].
    pub fn then_branch(&self) -> Option<Statement> {
        support::child(&self.syntax)
    }
    /// The first `ELSE_KW` token.
    pub fn else_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELSE_KW)
    }
}

/// Node `SWITCH_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SwitchStatement {
    syntax: SyntaxNode,
}
impl AstNode for SwitchStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SWITCH_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == SWITCH_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl SwitchStatement {
    /// The first `SWITCH_KW` token.
    pub fn switch_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SWITCH_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`InitStatement`].
    pub fn init(&self) -> Option<InitStatement> {
        support::child(&self.syntax)
    }
    /// The first child [`Condition`].
    pub fn condition(&self) -> Option<Condition> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
    /// The first child [`Statement`].
    pub fn body(&self) -> Option<Statement> {
        support::child(&self.syntax)
    }
}

/// Node `WHILE_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WhileStatement {
    syntax: SyntaxNode,
}
impl AstNode for WhileStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == WHILE_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == WHILE_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl WhileStatement {
    /// The first `WHILE_KW` token.
    pub fn while_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, WHILE_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`Condition`].
    pub fn condition(&self) -> Option<Condition> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
    /// The first child [`Statement`].
    pub fn body(&self) -> Option<Statement> {
        support::child(&self.syntax)
    }
}

/// Node `DO_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DoStatement {
    syntax: SyntaxNode,
}
impl AstNode for DoStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DO_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == DO_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl DoStatement {
    /// The first `DO_KW` token.
    pub fn do_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, DO_KW)
    }
    /// The first child [`Statement`].
    pub fn body(&self) -> Option<Statement> {
        support::child(&self.syntax)
    }
    /// The first `WHILE_KW` token.
    pub fn while_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, WHILE_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`Expr`].
    pub fn condition(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `FOR_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ForStatement {
    syntax: SyntaxNode,
}
impl AstNode for ForStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == FOR_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == FOR_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ForStatement {
    /// The first `FOR_KW` token.
    pub fn for_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, FOR_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`InitStatement`].
    pub fn init(&self) -> Option<InitStatement> {
        support::child(&self.syntax)
    }
    /// The first child [`Condition`].
    pub fn condition(&self) -> Option<Condition> {
        support::child(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
    /// The first child [`ForStep`].
    pub fn step(&self) -> Option<ForStep> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
    /// The first child [`Statement`].
    pub fn body(&self) -> Option<Statement> {
        support::child(&self.syntax)
    }
}

/// Node `FOR_STEP`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ForStep {
    syntax: SyntaxNode,
}
impl AstNode for ForStep {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == FOR_STEP
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == FOR_STEP).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ForStep {
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// Node `RANGE_FOR_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RangeForStatement {
    syntax: SyntaxNode,
}
impl AstNode for RangeForStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == RANGE_FOR_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == RANGE_FOR_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl RangeForStatement {
    /// The first `FOR_KW` token.
    pub fn for_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, FOR_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`InitStatement`].
    pub fn init(&self) -> Option<InitStatement> {
        support::child(&self.syntax)
    }
    /// The first child [`ForRangeDeclaration`].
    pub fn for_range_declaration(&self) -> Option<ForRangeDeclaration> {
        support::child(&self.syntax)
    }
    /// The first `COLON` token.
    pub fn colon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, COLON)
    }
    /// The first child [`Expr`].
    pub fn range(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
    /// The first child [`Statement`].
    pub fn body(&self) -> Option<Statement> {
        support::child(&self.syntax)
    }
}

/// Node `FOR_RANGE_DECLARATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ForRangeDeclaration {
    syntax: SyntaxNode,
}
impl AstNode for ForRangeDeclaration {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == FOR_RANGE_DECLARATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == FOR_RANGE_DECLARATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ForRangeDeclaration {
    /// The first child [`DeclSpecifierSeq`].
    pub fn decl_specifier_seq(&self) -> Option<DeclSpecifierSeq> {
        support::child(&self.syntax)
    }
    /// The first child [`Declarator`].
    pub fn declarator(&self) -> Option<Declarator> {
        support::child(&self.syntax)
    }
}

/// Node `INIT_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InitStatement {
    syntax: SyntaxNode,
}
impl AstNode for InitStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == INIT_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == INIT_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl InitStatement {
    /// The first child [`Declaration`].
    pub fn declaration(&self) -> Option<Declaration> {
        support::child(&self.syntax)
    }
    /// The first child [`ExpressionStatement`].
    pub fn expression_statement(&self) -> Option<ExpressionStatement> {
        support::child(&self.syntax)
    }
}

/// Node `CONDITION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Condition {
    syntax: SyntaxNode,
}
impl AstNode for Condition {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == CONDITION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == CONDITION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl Condition {
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first child [`ConditionDeclaration`].
    pub fn condition_declaration(&self) -> Option<ConditionDeclaration> {
        support::child(&self.syntax)
    }
}

/// Node `CONDITION_DECLARATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConditionDeclaration {
    syntax: SyntaxNode,
}
impl AstNode for ConditionDeclaration {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == CONDITION_DECLARATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == CONDITION_DECLARATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ConditionDeclaration {
    /// The first child [`DeclSpecifierSeq`].
    pub fn decl_specifier_seq(&self) -> Option<DeclSpecifierSeq> {
        support::child(&self.syntax)
    }
    /// The first child [`InitDeclarator`].
    pub fn init_declarator(&self) -> Option<InitDeclarator> {
        support::child(&self.syntax)
    }
}

/// Node `RETURN_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ReturnStatement {
    syntax: SyntaxNode,
}
impl AstNode for ReturnStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == RETURN_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == RETURN_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ReturnStatement {
    /// The first `RETURN_KW` token.
    pub fn return_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, RETURN_KW)
    }
    /// The first `CO_RETURN_KW` token.
    pub fn co_return_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CO_RETURN_KW)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `BREAK_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BreakStatement {
    syntax: SyntaxNode,
}
impl AstNode for BreakStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == BREAK_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == BREAK_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl BreakStatement {
    /// The first `BREAK_KW` token.
    pub fn break_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, BREAK_KW)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `CONTINUE_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ContinueStatement {
    syntax: SyntaxNode,
}
impl AstNode for ContinueStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == CONTINUE_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == CONTINUE_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ContinueStatement {
    /// The first `CONTINUE_KW` token.
    pub fn continue_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CONTINUE_KW)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `GOTO_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GotoStatement {
    syntax: SyntaxNode,
}
impl AstNode for GotoStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == GOTO_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == GOTO_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl GotoStatement {
    /// The first `GOTO_KW` token.
    pub fn goto_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, GOTO_KW)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `TRY_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TryStatement {
    syntax: SyntaxNode,
}
impl AstNode for TryStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TRY_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TRY_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TryStatement {
    /// The first `TRY_KW` token.
    pub fn try_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TRY_KW)
    }
    /// The first child [`CompoundStatement`].
    pub fn compound_statement(&self) -> Option<CompoundStatement> {
        support::child(&self.syntax)
    }
    /// The children that are [`Handler`].
    pub fn handlers(&self) -> AstChildren<Handler> {
        support::children(&self.syntax)
    }
}

/// Node `HANDLER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Handler {
    syntax: SyntaxNode,
}
impl AstNode for Handler {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == HANDLER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == HANDLER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl Handler {
    /// The first `CATCH_KW` token.
    pub fn catch_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CATCH_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`ParameterDeclaration`].
    pub fn parameter_declaration(&self) -> Option<ParameterDeclaration> {
        support::child(&self.syntax)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
    /// The first child [`CompoundStatement`].
    pub fn compound_statement(&self) -> Option<CompoundStatement> {
        support::child(&self.syntax)
    }
}

/// Node `LOCAL_LABEL_DECLARATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LocalLabelDeclaration {
    syntax: SyntaxNode,
}
impl AstNode for LocalLabelDeclaration {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == LOCAL_LABEL_DECLARATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == LOCAL_LABEL_DECLARATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl LocalLabelDeclaration {
    /// The first `LABEL_KW` token.
    pub fn label_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, LABEL_KW)
    }
    /// The `IDENT` tokens.
    pub fn ident_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        support::tokens(&self.syntax, IDENT)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `ATTRIBUTED_STATEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AttributedStatement {
    syntax: SyntaxNode,
}
impl AstNode for AttributedStatement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ATTRIBUTED_STATEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ATTRIBUTED_STATEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl AttributedStatement {
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first child [`Statement`].
    pub fn statement(&self) -> Option<Statement> {
        support::child(&self.syntax)
    }
}

/// Any of the nodes that are a Expr.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    /// See [`Literal`](struct@Literal).
    Literal(Literal),
    /// See [`StringExpression`](struct@StringExpression).
    StringExpression(StringExpression),
    /// See [`ThisExpression`](struct@ThisExpression).
    ThisExpression(ThisExpression),
    /// See [`IdExpression`](struct@IdExpression).
    IdExpression(IdExpression),
    /// See [`ParenExpression`](struct@ParenExpression).
    ParenExpression(ParenExpression),
    /// See [`LambdaExpression`](struct@LambdaExpression).
    LambdaExpression(LambdaExpression),
    /// See [`FoldExpression`](struct@FoldExpression).
    FoldExpression(FoldExpression),
    /// See [`RequiresExpression`](struct@RequiresExpression).
    RequiresExpression(RequiresExpression),
    /// See [`StatementExpression`](struct@StatementExpression).
    StatementExpression(StatementExpression),
    /// See [`SubscriptExpression`](struct@SubscriptExpression).
    SubscriptExpression(SubscriptExpression),
    /// See [`CallExpression`](struct@CallExpression).
    CallExpression(CallExpression),
    /// See [`LaunchExpression`](struct@LaunchExpression).
    LaunchExpression(LaunchExpression),
    /// See [`MemberExpression`](struct@MemberExpression).
    MemberExpression(MemberExpression),
    /// See [`PostfixExpression`](struct@PostfixExpression).
    PostfixExpression(PostfixExpression),
    /// See [`PrefixExpression`](struct@PrefixExpression).
    PrefixExpression(PrefixExpression),
    /// See [`CastExpression`](struct@CastExpression).
    CastExpression(CastExpression),
    /// See [`CompoundLiteral`](struct@CompoundLiteral).
    CompoundLiteral(CompoundLiteral),
    /// See [`FunctionalCastExpression`](struct@FunctionalCastExpression).
    FunctionalCastExpression(FunctionalCastExpression),
    /// See [`NamedCastExpression`](struct@NamedCastExpression).
    NamedCastExpression(NamedCastExpression),
    /// See [`TypeidExpression`](struct@TypeidExpression).
    TypeidExpression(TypeidExpression),
    /// See [`SizeofExpression`](struct@SizeofExpression).
    SizeofExpression(SizeofExpression),
    /// See [`NoexceptExpression`](struct@NoexceptExpression).
    NoexceptExpression(NoexceptExpression),
    /// See [`NewExpression`](struct@NewExpression).
    NewExpression(NewExpression),
    /// See [`DeleteExpression`](struct@DeleteExpression).
    DeleteExpression(DeleteExpression),
    /// See [`BinaryExpression`](struct@BinaryExpression).
    BinaryExpression(BinaryExpression),
    /// See [`ConditionalExpression`](struct@ConditionalExpression).
    ConditionalExpression(ConditionalExpression),
    /// See [`ThrowExpression`](struct@ThrowExpression).
    ThrowExpression(ThrowExpression),
    /// See [`YieldExpression`](struct@YieldExpression).
    YieldExpression(YieldExpression),
    /// See [`PackExpansion`](struct@PackExpansion).
    PackExpansion(PackExpansion),
    /// See [`BracedInitList`](struct@BracedInitList).
    BracedInitList(BracedInitList),
    /// See [`TypeTraitExpression`](struct@TypeTraitExpression).
    TypeTraitExpression(TypeTraitExpression),
    /// See [`BuiltinExpression`](struct@BuiltinExpression).
    BuiltinExpression(BuiltinExpression),
    /// See [`LabelAddressExpression`](struct@LabelAddressExpression).
    LabelAddressExpression(LabelAddressExpression),
}
impl AstNode for Expr {
    fn can_cast(kind: SyntaxKind) -> bool {
        matches!(
            kind,
            LITERAL
                | STRING_EXPRESSION
                | THIS_EXPRESSION
                | ID_EXPRESSION
                | PAREN_EXPRESSION
                | LAMBDA_EXPRESSION
                | FOLD_EXPRESSION
                | REQUIRES_EXPRESSION
                | STATEMENT_EXPRESSION
                | SUBSCRIPT_EXPRESSION
                | CALL_EXPRESSION
                | LAUNCH_EXPRESSION
                | MEMBER_EXPRESSION
                | POSTFIX_EXPRESSION
                | PREFIX_EXPRESSION
                | CAST_EXPRESSION
                | COMPOUND_LITERAL
                | FUNCTIONAL_CAST_EXPRESSION
                | NAMED_CAST_EXPRESSION
                | TYPEID_EXPRESSION
                | SIZEOF_EXPRESSION
                | NOEXCEPT_EXPRESSION
                | NEW_EXPRESSION
                | DELETE_EXPRESSION
                | BINARY_EXPRESSION
                | CONDITIONAL_EXPRESSION
                | THROW_EXPRESSION
                | YIELD_EXPRESSION
                | PACK_EXPANSION
                | BRACED_INIT_LIST
                | TYPE_TRAIT_EXPRESSION
                | BUILTIN_EXPRESSION
                | LABEL_ADDRESS_EXPRESSION
        )
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Some(match syntax.kind() {
            LITERAL => Self::Literal(Literal { syntax }),
            STRING_EXPRESSION => Self::StringExpression(StringExpression { syntax }),
            THIS_EXPRESSION => Self::ThisExpression(ThisExpression { syntax }),
            ID_EXPRESSION => Self::IdExpression(IdExpression { syntax }),
            PAREN_EXPRESSION => Self::ParenExpression(ParenExpression { syntax }),
            LAMBDA_EXPRESSION => Self::LambdaExpression(LambdaExpression { syntax }),
            FOLD_EXPRESSION => Self::FoldExpression(FoldExpression { syntax }),
            REQUIRES_EXPRESSION => Self::RequiresExpression(RequiresExpression { syntax }),
            STATEMENT_EXPRESSION => Self::StatementExpression(StatementExpression { syntax }),
            SUBSCRIPT_EXPRESSION => Self::SubscriptExpression(SubscriptExpression { syntax }),
            CALL_EXPRESSION => Self::CallExpression(CallExpression { syntax }),
            LAUNCH_EXPRESSION => Self::LaunchExpression(LaunchExpression { syntax }),
            MEMBER_EXPRESSION => Self::MemberExpression(MemberExpression { syntax }),
            POSTFIX_EXPRESSION => Self::PostfixExpression(PostfixExpression { syntax }),
            PREFIX_EXPRESSION => Self::PrefixExpression(PrefixExpression { syntax }),
            CAST_EXPRESSION => Self::CastExpression(CastExpression { syntax }),
            COMPOUND_LITERAL => Self::CompoundLiteral(CompoundLiteral { syntax }),
            FUNCTIONAL_CAST_EXPRESSION => {
                Self::FunctionalCastExpression(FunctionalCastExpression { syntax })
            }
            NAMED_CAST_EXPRESSION => Self::NamedCastExpression(NamedCastExpression { syntax }),
            TYPEID_EXPRESSION => Self::TypeidExpression(TypeidExpression { syntax }),
            SIZEOF_EXPRESSION => Self::SizeofExpression(SizeofExpression { syntax }),
            NOEXCEPT_EXPRESSION => Self::NoexceptExpression(NoexceptExpression { syntax }),
            NEW_EXPRESSION => Self::NewExpression(NewExpression { syntax }),
            DELETE_EXPRESSION => Self::DeleteExpression(DeleteExpression { syntax }),
            BINARY_EXPRESSION => Self::BinaryExpression(BinaryExpression { syntax }),
            CONDITIONAL_EXPRESSION => Self::ConditionalExpression(ConditionalExpression { syntax }),
            THROW_EXPRESSION => Self::ThrowExpression(ThrowExpression { syntax }),
            YIELD_EXPRESSION => Self::YieldExpression(YieldExpression { syntax }),
            PACK_EXPANSION => Self::PackExpansion(PackExpansion { syntax }),
            BRACED_INIT_LIST => Self::BracedInitList(BracedInitList { syntax }),
            TYPE_TRAIT_EXPRESSION => Self::TypeTraitExpression(TypeTraitExpression { syntax }),
            BUILTIN_EXPRESSION => Self::BuiltinExpression(BuiltinExpression { syntax }),
            LABEL_ADDRESS_EXPRESSION => {
                Self::LabelAddressExpression(LabelAddressExpression { syntax })
            }
            _ => return None,
        })
    }
    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::Literal(it) => &it.syntax,
            Self::StringExpression(it) => &it.syntax,
            Self::ThisExpression(it) => &it.syntax,
            Self::IdExpression(it) => &it.syntax,
            Self::ParenExpression(it) => &it.syntax,
            Self::LambdaExpression(it) => &it.syntax,
            Self::FoldExpression(it) => &it.syntax,
            Self::RequiresExpression(it) => &it.syntax,
            Self::StatementExpression(it) => &it.syntax,
            Self::SubscriptExpression(it) => &it.syntax,
            Self::CallExpression(it) => &it.syntax,
            Self::LaunchExpression(it) => &it.syntax,
            Self::MemberExpression(it) => &it.syntax,
            Self::PostfixExpression(it) => &it.syntax,
            Self::PrefixExpression(it) => &it.syntax,
            Self::CastExpression(it) => &it.syntax,
            Self::CompoundLiteral(it) => &it.syntax,
            Self::FunctionalCastExpression(it) => &it.syntax,
            Self::NamedCastExpression(it) => &it.syntax,
            Self::TypeidExpression(it) => &it.syntax,
            Self::SizeofExpression(it) => &it.syntax,
            Self::NoexceptExpression(it) => &it.syntax,
            Self::NewExpression(it) => &it.syntax,
            Self::DeleteExpression(it) => &it.syntax,
            Self::BinaryExpression(it) => &it.syntax,
            Self::ConditionalExpression(it) => &it.syntax,
            Self::ThrowExpression(it) => &it.syntax,
            Self::YieldExpression(it) => &it.syntax,
            Self::PackExpansion(it) => &it.syntax,
            Self::BracedInitList(it) => &it.syntax,
            Self::TypeTraitExpression(it) => &it.syntax,
            Self::BuiltinExpression(it) => &it.syntax,
            Self::LabelAddressExpression(it) => &it.syntax,
        }
    }
}

/// Node `LITERAL`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Literal {
    syntax: SyntaxNode,
}
impl AstNode for Literal {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == LITERAL
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == LITERAL).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl Literal {
    /// The first `INT_LITERAL` token.
    pub fn int_literal_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, INT_LITERAL)
    }
    /// The first `FLOAT_LITERAL` token.
    pub fn float_literal_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, FLOAT_LITERAL)
    }
    /// The first `CHAR_LITERAL` token.
    pub fn char_literal_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CHAR_LITERAL)
    }
    /// The first `TRUE_KW` token.
    pub fn true_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TRUE_KW)
    }
    /// The first `FALSE_KW` token.
    pub fn false_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, FALSE_KW)
    }
    /// The first `NULLPTR_KW` token.
    pub fn nullptr_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, NULLPTR_KW)
    }
    /// The first `NULL_KW` token.
    pub fn null_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, NULL_KW)
    }
}

/// Node `STRING_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StringExpression {
    syntax: SyntaxNode,
}
impl AstNode for StringExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == STRING_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == STRING_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl StringExpression {
    /// The `STRING_LITERAL` tokens.
    pub fn string_literal_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        support::tokens(&self.syntax, STRING_LITERAL)
    }
}

/// Node `THIS_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ThisExpression {
    syntax: SyntaxNode,
}
impl AstNode for ThisExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == THIS_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == THIS_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ThisExpression {
    /// The first `THIS_KW` token.
    pub fn this_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, THIS_KW)
    }
}

/// Node `ID_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IdExpression {
    syntax: SyntaxNode,
}
impl AstNode for IdExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ID_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ID_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl IdExpression {
    /// The first child [`NestedNameSpecifier`].
    pub fn nested_name_specifier(&self) -> Option<NestedNameSpecifier> {
        support::child(&self.syntax)
    }
    /// The first `TEMPLATE_KW` token.
    pub fn template_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TEMPLATE_KW)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first child [`TemplateId`].
    pub fn template_id(&self) -> Option<TemplateId> {
        support::child(&self.syntax)
    }
    /// The first child [`OperatorFunctionId`].
    pub fn operator_function_id(&self) -> Option<OperatorFunctionId> {
        support::child(&self.syntax)
    }
    /// The first child [`ConversionFunctionId`].
    pub fn conversion_function_id(&self) -> Option<ConversionFunctionId> {
        support::child(&self.syntax)
    }
    /// The first child [`LiteralOperatorId`].
    pub fn literal_operator_id(&self) -> Option<LiteralOperatorId> {
        support::child(&self.syntax)
    }
    /// The first child [`DestructorName`].
    pub fn destructor_name(&self) -> Option<DestructorName> {
        support::child(&self.syntax)
    }
}

/// Node `PAREN_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ParenExpression {
    syntax: SyntaxNode,
}
impl AstNode for ParenExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == PAREN_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == PAREN_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ParenExpression {
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `STATEMENT_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StatementExpression {
    syntax: SyntaxNode,
}
impl AstNode for StatementExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == STATEMENT_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == STATEMENT_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl StatementExpression {
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`CompoundStatement`].
    pub fn compound_statement(&self) -> Option<CompoundStatement> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `FOLD_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FoldExpression {
    syntax: SyntaxNode,
}
impl AstNode for FoldExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == FOLD_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == FOLD_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl FoldExpression {
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `LAMBDA_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LambdaExpression {
    syntax: SyntaxNode,
}
impl AstNode for LambdaExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == LAMBDA_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == LAMBDA_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl LambdaExpression {
    /// The first child [`LambdaIntroducer`].
    pub fn lambda_introducer(&self) -> Option<LambdaIntroducer> {
        support::child(&self.syntax)
    }
    /// The children that are [`LambdaAnnotation`].
    pub fn lambda_annotations(&self) -> AstChildren<LambdaAnnotation> {
        support::children(&self.syntax)
    }
    /// The first child [`TemplateParameterList`].
    pub fn template_parameter_list(&self) -> Option<TemplateParameterList> {
        support::child(&self.syntax)
    }
    /// The first child [`RequiresClause`].
    pub fn requires_clause(&self) -> Option<RequiresClause> {
        support::child(&self.syntax)
    }
    /// The first child [`ParameterClause`].
    pub fn parameter_clause(&self) -> Option<ParameterClause> {
        support::child(&self.syntax)
    }
    /// The first `MUTABLE_KW` token.
    pub fn mutable_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, MUTABLE_KW)
    }
    /// The first `CONSTEXPR_KW` token.
    pub fn constexpr_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CONSTEXPR_KW)
    }
    /// The first `CONSTEVAL_KW` token.
    pub fn consteval_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CONSTEVAL_KW)
    }
    /// The first `STATIC_KW` token.
    pub fn static_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, STATIC_KW)
    }
    /// The first child [`NoexceptSpecifier`].
    pub fn noexcept_specifier(&self) -> Option<NoexceptSpecifier> {
        support::child(&self.syntax)
    }
    /// The first child [`DynamicExceptionSpecification`].
    pub fn dynamic_exception_specification(&self) -> Option<DynamicExceptionSpecification> {
        support::child(&self.syntax)
    }
    /// The children that are [`AttributeSpecifier`].
    pub fn attribute_specifiers(&self) -> AstChildren<AttributeSpecifier> {
        support::children(&self.syntax)
    }
    /// The first child [`TrailingReturnType`].
    pub fn trailing_return_type(&self) -> Option<TrailingReturnType> {
        support::child(&self.syntax)
    }
    /// The first child [`CompoundStatement`].
    pub fn compound_statement(&self) -> Option<CompoundStatement> {
        support::child(&self.syntax)
    }
    /// The first `LAZY_BODY` token.
    pub fn lazy_body_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, LAZY_BODY)
    }
}

/// Node `LAMBDA_ANNOTATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LambdaAnnotation {
    syntax: SyntaxNode,
}
impl AstNode for LambdaAnnotation {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == LAMBDA_ANNOTATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == LAMBDA_ANNOTATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl LambdaAnnotation {
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first child [`ArgumentList`].
    pub fn argument_list(&self) -> Option<ArgumentList> {
        support::child(&self.syntax)
    }
}

/// Node `LAMBDA_INTRODUCER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LambdaIntroducer {
    syntax: SyntaxNode,
}
impl AstNode for LambdaIntroducer {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == LAMBDA_INTRODUCER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == LAMBDA_INTRODUCER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl LambdaIntroducer {
    /// The first `L_BRACK` token.
    pub fn l_brack_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_BRACK)
    }
    /// The children that are [`LambdaCapture`].
    pub fn lambda_captures(&self) -> AstChildren<LambdaCapture> {
        support::children(&self.syntax)
    }
    /// The first `R_BRACK` token.
    pub fn r_brack_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_BRACK)
    }
}

/// Node `LAMBDA_CAPTURE`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LambdaCapture {
    syntax: SyntaxNode,
}
impl AstNode for LambdaCapture {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == LAMBDA_CAPTURE
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == LAMBDA_CAPTURE).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl LambdaCapture {
    /// The first `AMP` token.
    pub fn amp_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, AMP)
    }
    /// The first `EQ` token.
    pub fn eq_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EQ)
    }
    /// The first `STAR` token.
    pub fn star_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, STAR)
    }
    /// The first `THIS_KW` token.
    pub fn this_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, THIS_KW)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
    /// The first child [`Initializer`].
    pub fn initializer(&self) -> Option<Initializer> {
        support::child(&self.syntax)
    }
}

/// Node `REQUIRES_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RequiresExpression {
    syntax: SyntaxNode,
}
impl AstNode for RequiresExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == REQUIRES_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == REQUIRES_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl RequiresExpression {
    /// The first `REQUIRES_KW` token.
    pub fn requires_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, REQUIRES_KW)
    }
    /// The first child [`ParameterClause`].
    pub fn parameter_clause(&self) -> Option<ParameterClause> {
        support::child(&self.syntax)
    }
    /// The first `L_BRACE` token.
    pub fn l_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_BRACE)
    }
    /// The children that are [`Requirement`].
    pub fn requirements(&self) -> AstChildren<Requirement> {
        support::children(&self.syntax)
    }
    /// The first `R_BRACE` token.
    pub fn r_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_BRACE)
    }
}

/// Any of the nodes that are a Requirement.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Requirement {
    /// See [`SimpleRequirement`](struct@SimpleRequirement).
    SimpleRequirement(SimpleRequirement),
    /// See [`TypeRequirement`](struct@TypeRequirement).
    TypeRequirement(TypeRequirement),
    /// See [`CompoundRequirement`](struct@CompoundRequirement).
    CompoundRequirement(CompoundRequirement),
    /// See [`NestedRequirement`](struct@NestedRequirement).
    NestedRequirement(NestedRequirement),
}
impl AstNode for Requirement {
    fn can_cast(kind: SyntaxKind) -> bool {
        matches!(
            kind,
            SIMPLE_REQUIREMENT | TYPE_REQUIREMENT | COMPOUND_REQUIREMENT | NESTED_REQUIREMENT
        )
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        Some(match syntax.kind() {
            SIMPLE_REQUIREMENT => Self::SimpleRequirement(SimpleRequirement { syntax }),
            TYPE_REQUIREMENT => Self::TypeRequirement(TypeRequirement { syntax }),
            COMPOUND_REQUIREMENT => Self::CompoundRequirement(CompoundRequirement { syntax }),
            NESTED_REQUIREMENT => Self::NestedRequirement(NestedRequirement { syntax }),
            _ => return None,
        })
    }
    fn syntax(&self) -> &SyntaxNode {
        match self {
            Self::SimpleRequirement(it) => &it.syntax,
            Self::TypeRequirement(it) => &it.syntax,
            Self::CompoundRequirement(it) => &it.syntax,
            Self::NestedRequirement(it) => &it.syntax,
        }
    }
}

/// Node `SIMPLE_REQUIREMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SimpleRequirement {
    syntax: SyntaxNode,
}
impl AstNode for SimpleRequirement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SIMPLE_REQUIREMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == SIMPLE_REQUIREMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl SimpleRequirement {
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `TYPE_REQUIREMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypeRequirement {
    syntax: SyntaxNode,
}
impl AstNode for TypeRequirement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TYPE_REQUIREMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TYPE_REQUIREMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TypeRequirement {
    /// The first child [`TypenameSpecifier`].
    pub fn typename_specifier(&self) -> Option<TypenameSpecifier> {
        support::child(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `COMPOUND_REQUIREMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CompoundRequirement {
    syntax: SyntaxNode,
}
impl AstNode for CompoundRequirement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == COMPOUND_REQUIREMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == COMPOUND_REQUIREMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl CompoundRequirement {
    /// The first `L_BRACE` token.
    pub fn l_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_BRACE)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `R_BRACE` token.
    pub fn r_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_BRACE)
    }
    /// The first `NOEXCEPT_KW` token.
    pub fn noexcept_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, NOEXCEPT_KW)
    }
    /// The first `ARROW` token.
    pub fn arrow_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ARROW)
    }
    /// The first child [`TypeConstraint`].
    pub fn type_constraint(&self) -> Option<TypeConstraint> {
        support::child(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `NESTED_REQUIREMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NestedRequirement {
    syntax: SyntaxNode,
}
impl AstNode for NestedRequirement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == NESTED_REQUIREMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == NESTED_REQUIREMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl NestedRequirement {
    /// The first `REQUIRES_KW` token.
    pub fn requires_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, REQUIRES_KW)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `SEMICOLON` token.
    pub fn semicolon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SEMICOLON)
    }
}

/// Node `SUBSCRIPT_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SubscriptExpression {
    syntax: SyntaxNode,
}
impl AstNode for SubscriptExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SUBSCRIPT_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == SUBSCRIPT_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl SubscriptExpression {
    /// The first child [`Expr`].
    pub fn base(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `L_BRACK` token.
    pub fn l_brack_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_BRACK)
    }
    /// The first `R_BRACK` token.
    pub fn r_brack_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_BRACK)
    }
}

/// Node `CALL_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CallExpression {
    syntax: SyntaxNode,
}
impl AstNode for CallExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == CALL_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == CALL_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl CallExpression {
    /// The first child [`Expr`].
    pub fn callee(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first child [`ArgumentList`].
    pub fn argument_list(&self) -> Option<ArgumentList> {
        support::child(&self.syntax)
    }
}

/// Node `ARGUMENT_LIST`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArgumentList {
    syntax: SyntaxNode,
}
impl AstNode for ArgumentList {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == ARGUMENT_LIST
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == ARGUMENT_LIST).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ArgumentList {
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The children that are [`Expr`].
    pub fn args(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `LAUNCH_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LaunchExpression {
    syntax: SyntaxNode,
}
impl AstNode for LaunchExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == LAUNCH_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == LAUNCH_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl LaunchExpression {
    /// The first child [`Expr`].
    pub fn callee(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first child [`ExecutionConfiguration`].
    pub fn execution_configuration(&self) -> Option<ExecutionConfiguration> {
        support::child(&self.syntax)
    }
    /// The first child [`ArgumentList`].
    pub fn argument_list(&self) -> Option<ArgumentList> {
        support::child(&self.syntax)
    }
}

/// Node `EXECUTION_CONFIGURATION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ExecutionConfiguration {
    syntax: SyntaxNode,
}
impl AstNode for ExecutionConfiguration {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == EXECUTION_CONFIGURATION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == EXECUTION_CONFIGURATION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ExecutionConfiguration {
    /// The first `LAUNCH_OPEN` token.
    pub fn launch_open_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, LAUNCH_OPEN)
    }
    /// The children that are [`Expr`].
    pub fn args(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }
    /// The `GT` tokens.
    pub fn gt_tokens(&self) -> impl Iterator<Item = SyntaxToken> + use<> {
        support::tokens(&self.syntax, GT)
    }
}

/// Node `MEMBER_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MemberExpression {
    syntax: SyntaxNode,
}
impl AstNode for MemberExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == MEMBER_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == MEMBER_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl MemberExpression {
    /// The first child [`Expr`].
    pub fn base(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `DOT` token.
    pub fn dot_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, DOT)
    }
    /// The first `ARROW` token.
    pub fn arrow_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ARROW)
    }
    /// The first `TEMPLATE_KW` token.
    pub fn template_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TEMPLATE_KW)
    }
    /// The first child [`NestedNameSpecifier`].
    pub fn nested_name_specifier(&self) -> Option<NestedNameSpecifier> {
        support::child(&self.syntax)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first child [`TemplateId`].
    pub fn template_id(&self) -> Option<TemplateId> {
        support::child(&self.syntax)
    }
    /// The first child [`OperatorFunctionId`].
    pub fn operator_function_id(&self) -> Option<OperatorFunctionId> {
        support::child(&self.syntax)
    }
    /// The first child [`ConversionFunctionId`].
    pub fn conversion_function_id(&self) -> Option<ConversionFunctionId> {
        support::child(&self.syntax)
    }
    /// The first child [`DestructorName`].
    pub fn destructor_name(&self) -> Option<DestructorName> {
        support::child(&self.syntax)
    }
}

/// Node `POSTFIX_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PostfixExpression {
    syntax: SyntaxNode,
}
impl AstNode for PostfixExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == POSTFIX_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == POSTFIX_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl PostfixExpression {
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `PLUS2` token.
    pub fn plus2_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, PLUS2)
    }
    /// The first `MINUS2` token.
    pub fn minus2_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, MINUS2)
    }
}

/// Node `PREFIX_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PrefixExpression {
    syntax: SyntaxNode,
}
impl AstNode for PrefixExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == PREFIX_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == PREFIX_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl PrefixExpression {
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// Node `CAST_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CastExpression {
    syntax: SyntaxNode,
}
impl AstNode for CastExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == CAST_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == CAST_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl CastExpression {
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`TypeId`].
    pub fn type_id(&self) -> Option<TypeId> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// Node `COMPOUND_LITERAL`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CompoundLiteral {
    syntax: SyntaxNode,
}
impl AstNode for CompoundLiteral {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == COMPOUND_LITERAL
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == COMPOUND_LITERAL).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl CompoundLiteral {
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`TypeId`].
    pub fn type_id(&self) -> Option<TypeId> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
    /// The first child [`BracedInitList`].
    pub fn braced_init_list(&self) -> Option<BracedInitList> {
        support::child(&self.syntax)
    }
}

/// Node `FUNCTIONAL_CAST_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionalCastExpression {
    syntax: SyntaxNode,
}
impl AstNode for FunctionalCastExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == FUNCTIONAL_CAST_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == FUNCTIONAL_CAST_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl FunctionalCastExpression {
    /// The first child [`DeclSpecifierSeq`].
    pub fn decl_specifier_seq(&self) -> Option<DeclSpecifierSeq> {
        support::child(&self.syntax)
    }
    /// The first child [`ArgumentList`].
    pub fn argument_list(&self) -> Option<ArgumentList> {
        support::child(&self.syntax)
    }
    /// The first child [`BracedInitList`].
    pub fn braced_init_list(&self) -> Option<BracedInitList> {
        support::child(&self.syntax)
    }
}

/// Node `NAMED_CAST_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NamedCastExpression {
    syntax: SyntaxNode,
}
impl AstNode for NamedCastExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == NAMED_CAST_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == NAMED_CAST_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl NamedCastExpression {
    /// The first `STATIC_CAST_KW` token.
    pub fn static_cast_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, STATIC_CAST_KW)
    }
    /// The first `CONST_CAST_KW` token.
    pub fn const_cast_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CONST_CAST_KW)
    }
    /// The first `DYNAMIC_CAST_KW` token.
    pub fn dynamic_cast_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, DYNAMIC_CAST_KW)
    }
    /// The first `REINTERPRET_CAST_KW` token.
    pub fn reinterpret_cast_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, REINTERPRET_CAST_KW)
    }
    /// The first `LT` token.
    pub fn lt_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, LT)
    }
    /// The first child [`TypeId`].
    pub fn type_id(&self) -> Option<TypeId> {
        support::child(&self.syntax)
    }
    /// The first `GT` token.
    pub fn gt_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, GT)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `TYPEID_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypeidExpression {
    syntax: SyntaxNode,
}
impl AstNode for TypeidExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TYPEID_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TYPEID_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TypeidExpression {
    /// The first `TYPEID_KW` token.
    pub fn typeid_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, TYPEID_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`TypeId`].
    pub fn type_id(&self) -> Option<TypeId> {
        support::child(&self.syntax)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `SIZEOF_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SizeofExpression {
    syntax: SyntaxNode,
}
impl AstNode for SizeofExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == SIZEOF_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == SIZEOF_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl SizeofExpression {
    /// The first `SIZEOF_KW` token.
    pub fn sizeof_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, SIZEOF_KW)
    }
    /// The first `ALIGNOF_KW` token.
    pub fn alignof_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ALIGNOF_KW)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`TypeId`].
    pub fn type_id(&self) -> Option<TypeId> {
        support::child(&self.syntax)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `NOEXCEPT_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NoexceptExpression {
    syntax: SyntaxNode,
}
impl AstNode for NoexceptExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == NOEXCEPT_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == NOEXCEPT_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl NoexceptExpression {
    /// The first `NOEXCEPT_KW` token.
    pub fn noexcept_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, NOEXCEPT_KW)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `NEW_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NewExpression {
    syntax: SyntaxNode,
}
impl AstNode for NewExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == NEW_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == NEW_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl NewExpression {
    /// The first `COLON2` token.
    pub fn colon2_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, COLON2)
    }
    /// The first `NEW_KW` token.
    pub fn new_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, NEW_KW)
    }
    /// The first child [`NewPlacement`].
    pub fn new_placement(&self) -> Option<NewPlacement> {
        support::child(&self.syntax)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The first child [`TypeId`].
    pub fn type_id(&self) -> Option<TypeId> {
        support::child(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
    /// The first child [`ArgumentList`].
    pub fn argument_list(&self) -> Option<ArgumentList> {
        support::child(&self.syntax)
    }
    /// The first child [`BracedInitList`].
    pub fn braced_init_list(&self) -> Option<BracedInitList> {
        support::child(&self.syntax)
    }
}

/// Node `NEW_PLACEMENT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NewPlacement {
    syntax: SyntaxNode,
}
impl AstNode for NewPlacement {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == NEW_PLACEMENT
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == NEW_PLACEMENT).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl NewPlacement {
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The children that are [`Expr`].
    pub fn args(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `DELETE_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeleteExpression {
    syntax: SyntaxNode,
}
impl AstNode for DeleteExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DELETE_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == DELETE_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl DeleteExpression {
    /// The first `COLON2` token.
    pub fn colon2_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, COLON2)
    }
    /// The first `DELETE_KW` token.
    pub fn delete_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, DELETE_KW)
    }
    /// The first `L_BRACK` token.
    pub fn l_brack_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_BRACK)
    }
    /// The first `R_BRACK` token.
    pub fn r_brack_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_BRACK)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// Node `BINARY_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BinaryExpression {
    syntax: SyntaxNode,
}
impl AstNode for BinaryExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == BINARY_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == BINARY_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl BinaryExpression {
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// Node `CONDITIONAL_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConditionalExpression {
    syntax: SyntaxNode,
}
impl AstNode for ConditionalExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == CONDITIONAL_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == CONDITIONAL_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ConditionalExpression {
    /// The first child [`Expr`].
    pub fn condition(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `QUESTION` token.
    pub fn question_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, QUESTION)
    }
    /// The first `COLON` token.
    pub fn colon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, COLON)
    }
}

/// Node `THROW_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ThrowExpression {
    syntax: SyntaxNode,
}
impl AstNode for ThrowExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == THROW_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == THROW_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl ThrowExpression {
    /// The first `THROW_KW` token.
    pub fn throw_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, THROW_KW)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// Node `YIELD_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct YieldExpression {
    syntax: SyntaxNode,
}
impl AstNode for YieldExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == YIELD_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == YIELD_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl YieldExpression {
    /// The first `CO_YIELD_KW` token.
    pub fn co_yield_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, CO_YIELD_KW)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// Node `PACK_EXPANSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PackExpansion {
    syntax: SyntaxNode,
}
impl AstNode for PackExpansion {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == PACK_EXPANSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == PACK_EXPANSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl PackExpansion {
    /// The first child [`TypeId`].
    pub fn type_id(&self) -> Option<TypeId> {
        support::child(&self.syntax)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
}

/// Node `BRACED_INIT_LIST`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BracedInitList {
    syntax: SyntaxNode,
}
impl AstNode for BracedInitList {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == BRACED_INIT_LIST
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == BRACED_INIT_LIST).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl BracedInitList {
    /// The first `L_BRACE` token.
    pub fn l_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_BRACE)
    }
    /// The children that are [`DesignatedInitializer`].
    pub fn designated_initializers(&self) -> AstChildren<DesignatedInitializer> {
        support::children(&self.syntax)
    }
    /// The children that are [`Expr`].
    pub fn exprs(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }
    /// The first `R_BRACE` token.
    pub fn r_brace_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_BRACE)
    }
}

/// Node `DESIGNATED_INITIALIZER`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DesignatedInitializer {
    syntax: SyntaxNode,
}
impl AstNode for DesignatedInitializer {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DESIGNATED_INITIALIZER
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == DESIGNATED_INITIALIZER).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl DesignatedInitializer {
    /// The children that are [`Designator`].
    pub fn designators(&self) -> AstChildren<Designator> {
        support::children(&self.syntax)
    }
    /// The first `EQ` token.
    pub fn eq_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, EQ)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
}

/// Node `DESIGNATOR`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Designator {
    syntax: SyntaxNode,
}
impl AstNode for Designator {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == DESIGNATOR
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == DESIGNATOR).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl Designator {
    /// The first `DOT` token.
    pub fn dot_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, DOT)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first `L_BRACK` token.
    pub fn l_brack_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_BRACK)
    }
    /// The first child [`Expr`].
    pub fn expr(&self) -> Option<Expr> {
        support::child(&self.syntax)
    }
    /// The first `ELLIPSIS` token.
    pub fn ellipsis_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, ELLIPSIS)
    }
    /// The first `R_BRACK` token.
    pub fn r_brack_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_BRACK)
    }
    /// The first `COLON` token.
    pub fn colon_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, COLON)
    }
}

/// Node `TYPE_TRAIT_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypeTraitExpression {
    syntax: SyntaxNode,
}
impl AstNode for TypeTraitExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == TYPE_TRAIT_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == TYPE_TRAIT_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl TypeTraitExpression {
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The children that are [`TypeId`].
    pub fn type_ids(&self) -> AstChildren<TypeId> {
        support::children(&self.syntax)
    }
    /// The children that are [`Expr`].
    pub fn exprs(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `BUILTIN_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BuiltinExpression {
    syntax: SyntaxNode,
}
impl AstNode for BuiltinExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == BUILTIN_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == BUILTIN_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl BuiltinExpression {
    /// The first `L_PAREN` token.
    pub fn l_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, L_PAREN)
    }
    /// The children that are [`TypeId`].
    pub fn type_ids(&self) -> AstChildren<TypeId> {
        support::children(&self.syntax)
    }
    /// The children that are [`Expr`].
    pub fn exprs(&self) -> AstChildren<Expr> {
        support::children(&self.syntax)
    }
    /// The first `R_PAREN` token.
    pub fn r_paren_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, R_PAREN)
    }
}

/// Node `LABEL_ADDRESS_EXPRESSION`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LabelAddressExpression {
    syntax: SyntaxNode,
}
impl AstNode for LabelAddressExpression {
    fn can_cast(kind: SyntaxKind) -> bool {
        kind == LABEL_ADDRESS_EXPRESSION
    }
    fn cast(syntax: SyntaxNode) -> Option<Self> {
        (syntax.kind() == LABEL_ADDRESS_EXPRESSION).then_some(Self { syntax })
    }
    fn syntax(&self) -> &SyntaxNode {
        &self.syntax
    }
}
impl LabelAddressExpression {
    /// The first `AMP2` token.
    pub fn amp2_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, AMP2)
    }
    /// The first `IDENT` token.
    pub fn ident_token(&self) -> Option<SyntaxToken> {
        support::token(&self.syntax, IDENT)
    }
}
