//! Generated from `tokens.tsv` and `cpp.ungram` by `tests/codegen.rs`; not for editing.

/// The kind of a token or of a node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u16)]
#[allow(non_camel_case_types, clippy::upper_case_acronyms)]
pub enum SyntaxKind {
    /// Token class `whitespace`.
    WHITESPACE,
    /// Token class `comment`.
    COMMENT,
    /// Token class `line_marker`.
    LINE_MARKER,
    /// Token class `pragma`.
    PRAGMA,
    /// Token class `directive`.
    DIRECTIVE,
    /// Token class `ident`.
    IDENT,
    /// Token class `int_literal`.
    INT_LITERAL,
    /// Token class `float_literal`.
    FLOAT_LITERAL,
    /// Token class `char_literal`.
    CHAR_LITERAL,
    /// Token class `string_literal`.
    STRING_LITERAL,
    /// Token class `lazy_body`.
    LAZY_BODY,
    /// Token class `unknown`.
    UNKNOWN,
    /// Token class `eof`.
    EOF,
    /// `(`
    L_PAREN,
    /// `)`
    R_PAREN,
    /// `[`
    L_BRACK,
    /// `]`
    R_BRACK,
    /// `{`
    L_BRACE,
    /// `}`
    R_BRACE,
    /// `;`
    SEMICOLON,
    /// `,`
    COMMA,
    /// `:`
    COLON,
    /// `::`
    COLON2,
    /// `.`
    DOT,
    /// `.*`
    DOT_STAR,
    /// `->`
    ARROW,
    /// `->*`
    ARROW_STAR,
    /// `...`
    ELLIPSIS,
    /// `?`
    QUESTION,
    /// `~`
    TILDE,
    /// `!`
    BANG,
    /// `+`
    PLUS,
    /// `-`
    MINUS,
    /// `*`
    STAR,
    /// `/`
    SLASH,
    /// `%`
    PERCENT,
    /// `^`
    CARET,
    /// `&`
    AMP,
    /// `|`
    PIPE,
    /// `=`
    EQ,
    /// `<`
    LT,
    /// `>`
    GT,
    /// `+=`
    PLUS_EQ,
    /// `-=`
    MINUS_EQ,
    /// `*=`
    STAR_EQ,
    /// `/=`
    SLASH_EQ,
    /// `%=`
    PERCENT_EQ,
    /// `^=`
    CARET_EQ,
    /// `&=`
    AMP_EQ,
    /// `|=`
    PIPE_EQ,
    /// `==`
    EQ2,
    /// `!=`
    BANG_EQ,
    /// `<=`
    LT_EQ,
    /// `<=>`
    SPACESHIP,
    /// `&&`
    AMP2,
    /// `||`
    PIPE2,
    /// `<<`
    SHL,
    /// `<<=`
    SHL_EQ,
    /// `<<<`
    LAUNCH_OPEN,
    /// `++`
    PLUS2,
    /// `--`
    MINUS2,
    /// `#`
    HASH,
    /// `##`
    HASH2,
    /// `@`
    AT,
    /// `asm`
    ASM_KW,
    /// `auto`
    AUTO_KW,
    /// `bool`
    BOOL_KW,
    /// `break`
    BREAK_KW,
    /// `case`
    CASE_KW,
    /// `catch`
    CATCH_KW,
    /// `char`
    CHAR_KW,
    /// `class`
    CLASS_KW,
    /// `const`
    CONST_KW,
    /// `const_cast`
    CONST_CAST_KW,
    /// `continue`
    CONTINUE_KW,
    /// `default`
    DEFAULT_KW,
    /// `delete`
    DELETE_KW,
    /// `do`
    DO_KW,
    /// `double`
    DOUBLE_KW,
    /// `dynamic_cast`
    DYNAMIC_CAST_KW,
    /// `else`
    ELSE_KW,
    /// `enum`
    ENUM_KW,
    /// `explicit`
    EXPLICIT_KW,
    /// `export`
    EXPORT_KW,
    /// `extern`
    EXTERN_KW,
    /// `false`
    FALSE_KW,
    /// `float`
    FLOAT_KW,
    /// `for`
    FOR_KW,
    /// `friend`
    FRIEND_KW,
    /// `goto`
    GOTO_KW,
    /// `if`
    IF_KW,
    /// `inline`
    INLINE_KW,
    /// `int`
    INT_KW,
    /// `long`
    LONG_KW,
    /// `mutable`
    MUTABLE_KW,
    /// `namespace`
    NAMESPACE_KW,
    /// `new`
    NEW_KW,
    /// `operator`
    OPERATOR_KW,
    /// `private`
    PRIVATE_KW,
    /// `protected`
    PROTECTED_KW,
    /// `public`
    PUBLIC_KW,
    /// `register`
    REGISTER_KW,
    /// `reinterpret_cast`
    REINTERPRET_CAST_KW,
    /// `return`
    RETURN_KW,
    /// `short`
    SHORT_KW,
    /// `signed`
    SIGNED_KW,
    /// `sizeof`
    SIZEOF_KW,
    /// `static`
    STATIC_KW,
    /// `static_cast`
    STATIC_CAST_KW,
    /// `struct`
    STRUCT_KW,
    /// `switch`
    SWITCH_KW,
    /// `template`
    TEMPLATE_KW,
    /// `this`
    THIS_KW,
    /// `throw`
    THROW_KW,
    /// `true`
    TRUE_KW,
    /// `try`
    TRY_KW,
    /// `typedef`
    TYPEDEF_KW,
    /// `typeid`
    TYPEID_KW,
    /// `typename`
    TYPENAME_KW,
    /// `union`
    UNION_KW,
    /// `unsigned`
    UNSIGNED_KW,
    /// `using`
    USING_KW,
    /// `virtual`
    VIRTUAL_KW,
    /// `void`
    VOID_KW,
    /// `volatile`
    VOLATILE_KW,
    /// `wchar_t`
    WCHAR_T_KW,
    /// `while`
    WHILE_KW,
    /// `typeof`
    TYPEOF_KW,
    /// `__attribute__`
    ATTRIBUTE_KW,
    /// `__extension__`
    EXTENSION_KW,
    /// `__noinline__`
    NOINLINE_KW,
    /// `__nv_register_params__`
    REGISTER_PARAMS_KW,
    /// `__restrict__`
    RESTRICT_KW,
    /// `__label__`
    LABEL_KW,
    /// `__thread`
    THREAD_KW,
    /// `__complex__`
    COMPLEX_KW,
    /// `__real__`
    REAL_KW,
    /// `__imag__`
    IMAG_KW,
    /// `__null`
    NULL_KW,
    /// `__int128`
    INT128_KW,
    /// `__float128`
    FLOAT128_KW,
    /// `__float80`
    FLOAT80_KW,
    /// `_Float16`
    FLOAT16_KW,
    /// `__bf16`
    BF16_KW,
    /// `__fp16`
    FP16_KW,
    /// `__builtin_va_arg`
    BUILTIN_VA_ARG_KW,
    /// `__builtin_offsetof`
    BUILTIN_OFFSETOF_KW,
    /// `__builtin_bit_cast`
    BUILTIN_BIT_CAST_KW,
    /// `__builtin_convertvector`
    BUILTIN_CONVERTVECTOR_KW,
    /// `__builtin_has_attribute`
    BUILTIN_HAS_ATTRIBUTE_KW,
    /// `__builtin_types_compatible_p`
    BUILTIN_TYPES_COMPATIBLE_KW,
    /// `alignas`
    ALIGNAS_KW,
    /// `alignof`
    ALIGNOF_KW,
    /// `char16_t`
    CHAR16_T_KW,
    /// `char32_t`
    CHAR32_T_KW,
    /// `constexpr`
    CONSTEXPR_KW,
    /// `decltype`
    DECLTYPE_KW,
    /// `noexcept`
    NOEXCEPT_KW,
    /// `nullptr`
    NULLPTR_KW,
    /// `static_assert`
    STATIC_ASSERT_KW,
    /// `thread_local`
    THREAD_LOCAL_KW,
    /// `char8_t`
    CHAR8_T_KW,
    /// `concept`
    CONCEPT_KW,
    /// `consteval`
    CONSTEVAL_KW,
    /// `constinit`
    CONSTINIT_KW,
    /// `co_await`
    CO_AWAIT_KW,
    /// `co_return`
    CO_RETURN_KW,
    /// `co_yield`
    CO_YIELD_KW,
    /// `requires`
    REQUIRES_KW,
    /// Node [`TranslationUnit`](crate::ast::TranslationUnit).
    TRANSLATION_UNIT,
    /// Node [`ItemRoot`](crate::ast::ItemRoot).
    ITEM_ROOT,
    /// Node [`Error`](crate::ast::Error).
    ERROR,
    /// Node [`SimpleDeclaration`](crate::ast::SimpleDeclaration).
    SIMPLE_DECLARATION,
    /// Node [`FunctionDefinition`](crate::ast::FunctionDefinition).
    FUNCTION_DEFINITION,
    /// Node [`FunctionTryBlock`](crate::ast::FunctionTryBlock).
    FUNCTION_TRY_BLOCK,
    /// Node [`DefaultedBody`](crate::ast::DefaultedBody).
    DEFAULTED_BODY,
    /// Node [`DeletedBody`](crate::ast::DeletedBody).
    DELETED_BODY,
    /// Node [`VirtSpecifier`](crate::ast::VirtSpecifier).
    VIRT_SPECIFIER,
    /// Node [`CtorInitializer`](crate::ast::CtorInitializer).
    CTOR_INITIALIZER,
    /// Node [`MemInitializer`](crate::ast::MemInitializer).
    MEM_INITIALIZER,
    /// Node [`TemplateDeclaration`](crate::ast::TemplateDeclaration).
    TEMPLATE_DECLARATION,
    /// Node [`ExplicitSpecialization`](crate::ast::ExplicitSpecialization).
    EXPLICIT_SPECIALIZATION,
    /// Node [`ExplicitInstantiation`](crate::ast::ExplicitInstantiation).
    EXPLICIT_INSTANTIATION,
    /// Node [`LinkageSpecification`](crate::ast::LinkageSpecification).
    LINKAGE_SPECIFICATION,
    /// Node [`DeclarationList`](crate::ast::DeclarationList).
    DECLARATION_LIST,
    /// Node [`NamespaceDefinition`](crate::ast::NamespaceDefinition).
    NAMESPACE_DEFINITION,
    /// Node [`NamespaceName`](crate::ast::NamespaceName).
    NAMESPACE_NAME,
    /// Node [`NamespaceAliasDefinition`](crate::ast::NamespaceAliasDefinition).
    NAMESPACE_ALIAS_DEFINITION,
    /// Node [`UsingDirective`](crate::ast::UsingDirective).
    USING_DIRECTIVE,
    /// Node [`UsingDeclaration`](crate::ast::UsingDeclaration).
    USING_DECLARATION,
    /// Node [`UsingDeclarator`](crate::ast::UsingDeclarator).
    USING_DECLARATOR,
    /// Node [`UsingEnumDeclaration`](crate::ast::UsingEnumDeclaration).
    USING_ENUM_DECLARATION,
    /// Node [`AliasDeclaration`](crate::ast::AliasDeclaration).
    ALIAS_DECLARATION,
    /// Node [`StaticAssertDeclaration`](crate::ast::StaticAssertDeclaration).
    STATIC_ASSERT_DECLARATION,
    /// Node [`AsmDeclaration`](crate::ast::AsmDeclaration).
    ASM_DECLARATION,
    /// Node [`AsmQualifier`](crate::ast::AsmQualifier).
    ASM_QUALIFIER,
    /// Node [`AsmOperand`](crate::ast::AsmOperand).
    ASM_OPERAND,
    /// Node [`ConceptDefinition`](crate::ast::ConceptDefinition).
    CONCEPT_DEFINITION,
    /// Node [`DeductionGuide`](crate::ast::DeductionGuide).
    DEDUCTION_GUIDE,
    /// Node [`EmptyDeclaration`](crate::ast::EmptyDeclaration).
    EMPTY_DECLARATION,
    /// Node [`AttributeDeclaration`](crate::ast::AttributeDeclaration).
    ATTRIBUTE_DECLARATION,
    /// Node [`AccessSpecifier`](crate::ast::AccessSpecifier).
    ACCESS_SPECIFIER,
    /// Node [`DeclSpecifierSeq`](crate::ast::DeclSpecifierSeq).
    DECL_SPECIFIER_SEQ,
    /// Node [`ExplicitSpecifier`](crate::ast::ExplicitSpecifier).
    EXPLICIT_SPECIFIER,
    /// Node [`NamedType`](crate::ast::NamedType).
    NAMED_TYPE,
    /// Node [`ElaboratedTypeSpecifier`](crate::ast::ElaboratedTypeSpecifier).
    ELABORATED_TYPE_SPECIFIER,
    /// Node [`TypenameSpecifier`](crate::ast::TypenameSpecifier).
    TYPENAME_SPECIFIER,
    /// Node [`DecltypeSpecifier`](crate::ast::DecltypeSpecifier).
    DECLTYPE_SPECIFIER,
    /// Node [`TypeofSpecifier`](crate::ast::TypeofSpecifier).
    TYPEOF_SPECIFIER,
    /// Node [`TypeTransform`](crate::ast::TypeTransform).
    TYPE_TRANSFORM,
    /// Node [`PlaceholderTypeSpecifier`](crate::ast::PlaceholderTypeSpecifier).
    PLACEHOLDER_TYPE_SPECIFIER,
    /// Node [`TypeConstraint`](crate::ast::TypeConstraint).
    TYPE_CONSTRAINT,
    /// Node [`ClassSpecifier`](crate::ast::ClassSpecifier).
    CLASS_SPECIFIER,
    /// Node [`BaseClause`](crate::ast::BaseClause).
    BASE_CLAUSE,
    /// Node [`BaseSpecifier`](crate::ast::BaseSpecifier).
    BASE_SPECIFIER,
    /// Node [`MemberSpecification`](crate::ast::MemberSpecification).
    MEMBER_SPECIFICATION,
    /// Node [`EnumSpecifier`](crate::ast::EnumSpecifier).
    ENUM_SPECIFIER,
    /// Node [`EnumBase`](crate::ast::EnumBase).
    ENUM_BASE,
    /// Node [`EnumeratorList`](crate::ast::EnumeratorList).
    ENUMERATOR_LIST,
    /// Node [`Enumerator`](crate::ast::Enumerator).
    ENUMERATOR,
    /// Node [`AttributeSpecifier`](crate::ast::AttributeSpecifier).
    ATTRIBUTE_SPECIFIER,
    /// Node [`Attribute`](crate::ast::Attribute).
    ATTRIBUTE,
    /// Node [`AttributeArgumentClause`](crate::ast::AttributeArgumentClause).
    ATTRIBUTE_ARGUMENT_CLAUSE,
    /// Node [`AlignasSpecifier`](crate::ast::AlignasSpecifier).
    ALIGNAS_SPECIFIER,
    /// Node [`InitDeclarator`](crate::ast::InitDeclarator).
    INIT_DECLARATOR,
    /// Node [`EqualInitializer`](crate::ast::EqualInitializer).
    EQUAL_INITIALIZER,
    /// Node [`PureSpecifier`](crate::ast::PureSpecifier).
    PURE_SPECIFIER,
    /// Node [`BitFieldWidth`](crate::ast::BitFieldWidth).
    BIT_FIELD_WIDTH,
    /// Node [`AsmLabel`](crate::ast::AsmLabel).
    ASM_LABEL,
    /// Node [`Declarator`](crate::ast::Declarator).
    DECLARATOR,
    /// Node [`ParenDeclarator`](crate::ast::ParenDeclarator).
    PAREN_DECLARATOR,
    /// Node [`PointerOperator`](crate::ast::PointerOperator).
    POINTER_OPERATOR,
    /// Node [`DeclaratorId`](crate::ast::DeclaratorId).
    DECLARATOR_ID,
    /// Node [`StructuredBinding`](crate::ast::StructuredBinding).
    STRUCTURED_BINDING,
    /// Node [`ArraySuffix`](crate::ast::ArraySuffix).
    ARRAY_SUFFIX,
    /// Node [`ParametersAndQualifiers`](crate::ast::ParametersAndQualifiers).
    PARAMETERS_AND_QUALIFIERS,
    /// Node [`ParameterClause`](crate::ast::ParameterClause).
    PARAMETER_CLAUSE,
    /// Node [`ParameterDeclaration`](crate::ast::ParameterDeclaration).
    PARAMETER_DECLARATION,
    /// Node [`NoexceptSpecifier`](crate::ast::NoexceptSpecifier).
    NOEXCEPT_SPECIFIER,
    /// Node [`DynamicExceptionSpecification`](crate::ast::DynamicExceptionSpecification).
    DYNAMIC_EXCEPTION_SPECIFICATION,
    /// Node [`TrailingReturnType`](crate::ast::TrailingReturnType).
    TRAILING_RETURN_TYPE,
    /// Node [`TypeId`](crate::ast::TypeId).
    TYPE_ID,
    /// Node [`NestedNameSpecifier`](crate::ast::NestedNameSpecifier).
    NESTED_NAME_SPECIFIER,
    /// Node [`TemplateId`](crate::ast::TemplateId).
    TEMPLATE_ID,
    /// Node [`TemplateArgumentList`](crate::ast::TemplateArgumentList).
    TEMPLATE_ARGUMENT_LIST,
    /// Node [`OperatorFunctionId`](crate::ast::OperatorFunctionId).
    OPERATOR_FUNCTION_ID,
    /// Node [`ConversionFunctionId`](crate::ast::ConversionFunctionId).
    CONVERSION_FUNCTION_ID,
    /// Node [`LiteralOperatorId`](crate::ast::LiteralOperatorId).
    LITERAL_OPERATOR_ID,
    /// Node [`DestructorName`](crate::ast::DestructorName).
    DESTRUCTOR_NAME,
    /// Node [`TemplateParameterList`](crate::ast::TemplateParameterList).
    TEMPLATE_PARAMETER_LIST,
    /// Node [`TypeParameter`](crate::ast::TypeParameter).
    TYPE_PARAMETER,
    /// Node [`TemplateTemplateParameter`](crate::ast::TemplateTemplateParameter).
    TEMPLATE_TEMPLATE_PARAMETER,
    /// Node [`ConstrainedParameter`](crate::ast::ConstrainedParameter).
    CONSTRAINED_PARAMETER,
    /// Node [`RequiresClause`](crate::ast::RequiresClause).
    REQUIRES_CLAUSE,
    /// Node [`CompoundStatement`](crate::ast::CompoundStatement).
    COMPOUND_STATEMENT,
    /// Node [`ExpressionStatement`](crate::ast::ExpressionStatement).
    EXPRESSION_STATEMENT,
    /// Node [`LabeledStatement`](crate::ast::LabeledStatement).
    LABELED_STATEMENT,
    /// Node [`CaseStatement`](crate::ast::CaseStatement).
    CASE_STATEMENT,
    /// Node [`DefaultStatement`](crate::ast::DefaultStatement).
    DEFAULT_STATEMENT,
    /// Node [`IfStatement`](crate::ast::IfStatement).
    IF_STATEMENT,
    /// Node [`SwitchStatement`](crate::ast::SwitchStatement).
    SWITCH_STATEMENT,
    /// Node [`WhileStatement`](crate::ast::WhileStatement).
    WHILE_STATEMENT,
    /// Node [`DoStatement`](crate::ast::DoStatement).
    DO_STATEMENT,
    /// Node [`ForStatement`](crate::ast::ForStatement).
    FOR_STATEMENT,
    /// Node [`ForStep`](crate::ast::ForStep).
    FOR_STEP,
    /// Node [`RangeForStatement`](crate::ast::RangeForStatement).
    RANGE_FOR_STATEMENT,
    /// Node [`ForRangeDeclaration`](crate::ast::ForRangeDeclaration).
    FOR_RANGE_DECLARATION,
    /// Node [`InitStatement`](crate::ast::InitStatement).
    INIT_STATEMENT,
    /// Node [`Condition`](crate::ast::Condition).
    CONDITION,
    /// Node [`ConditionDeclaration`](crate::ast::ConditionDeclaration).
    CONDITION_DECLARATION,
    /// Node [`ReturnStatement`](crate::ast::ReturnStatement).
    RETURN_STATEMENT,
    /// Node [`BreakStatement`](crate::ast::BreakStatement).
    BREAK_STATEMENT,
    /// Node [`ContinueStatement`](crate::ast::ContinueStatement).
    CONTINUE_STATEMENT,
    /// Node [`GotoStatement`](crate::ast::GotoStatement).
    GOTO_STATEMENT,
    /// Node [`TryStatement`](crate::ast::TryStatement).
    TRY_STATEMENT,
    /// Node [`Handler`](crate::ast::Handler).
    HANDLER,
    /// Node [`LocalLabelDeclaration`](crate::ast::LocalLabelDeclaration).
    LOCAL_LABEL_DECLARATION,
    /// Node [`AttributedStatement`](crate::ast::AttributedStatement).
    ATTRIBUTED_STATEMENT,
    /// Node [`Literal`](crate::ast::Literal).
    LITERAL,
    /// Node [`StringExpression`](crate::ast::StringExpression).
    STRING_EXPRESSION,
    /// Node [`ThisExpression`](crate::ast::ThisExpression).
    THIS_EXPRESSION,
    /// Node [`IdExpression`](crate::ast::IdExpression).
    ID_EXPRESSION,
    /// Node [`ParenExpression`](crate::ast::ParenExpression).
    PAREN_EXPRESSION,
    /// Node [`StatementExpression`](crate::ast::StatementExpression).
    STATEMENT_EXPRESSION,
    /// Node [`FoldExpression`](crate::ast::FoldExpression).
    FOLD_EXPRESSION,
    /// Node [`LambdaExpression`](crate::ast::LambdaExpression).
    LAMBDA_EXPRESSION,
    /// Node [`LambdaAnnotation`](crate::ast::LambdaAnnotation).
    LAMBDA_ANNOTATION,
    /// Node [`LambdaIntroducer`](crate::ast::LambdaIntroducer).
    LAMBDA_INTRODUCER,
    /// Node [`LambdaCapture`](crate::ast::LambdaCapture).
    LAMBDA_CAPTURE,
    /// Node [`RequiresExpression`](crate::ast::RequiresExpression).
    REQUIRES_EXPRESSION,
    /// Node [`SimpleRequirement`](crate::ast::SimpleRequirement).
    SIMPLE_REQUIREMENT,
    /// Node [`TypeRequirement`](crate::ast::TypeRequirement).
    TYPE_REQUIREMENT,
    /// Node [`CompoundRequirement`](crate::ast::CompoundRequirement).
    COMPOUND_REQUIREMENT,
    /// Node [`NestedRequirement`](crate::ast::NestedRequirement).
    NESTED_REQUIREMENT,
    /// Node [`SubscriptExpression`](crate::ast::SubscriptExpression).
    SUBSCRIPT_EXPRESSION,
    /// Node [`CallExpression`](crate::ast::CallExpression).
    CALL_EXPRESSION,
    /// Node [`ArgumentList`](crate::ast::ArgumentList).
    ARGUMENT_LIST,
    /// Node [`LaunchExpression`](crate::ast::LaunchExpression).
    LAUNCH_EXPRESSION,
    /// Node [`ExecutionConfiguration`](crate::ast::ExecutionConfiguration).
    EXECUTION_CONFIGURATION,
    /// Node [`MemberExpression`](crate::ast::MemberExpression).
    MEMBER_EXPRESSION,
    /// Node [`PostfixExpression`](crate::ast::PostfixExpression).
    POSTFIX_EXPRESSION,
    /// Node [`PrefixExpression`](crate::ast::PrefixExpression).
    PREFIX_EXPRESSION,
    /// Node [`CastExpression`](crate::ast::CastExpression).
    CAST_EXPRESSION,
    /// Node [`CompoundLiteral`](crate::ast::CompoundLiteral).
    COMPOUND_LITERAL,
    /// Node [`FunctionalCastExpression`](crate::ast::FunctionalCastExpression).
    FUNCTIONAL_CAST_EXPRESSION,
    /// Node [`NamedCastExpression`](crate::ast::NamedCastExpression).
    NAMED_CAST_EXPRESSION,
    /// Node [`TypeidExpression`](crate::ast::TypeidExpression).
    TYPEID_EXPRESSION,
    /// Node [`SizeofExpression`](crate::ast::SizeofExpression).
    SIZEOF_EXPRESSION,
    /// Node [`NoexceptExpression`](crate::ast::NoexceptExpression).
    NOEXCEPT_EXPRESSION,
    /// Node [`NewExpression`](crate::ast::NewExpression).
    NEW_EXPRESSION,
    /// Node [`NewPlacement`](crate::ast::NewPlacement).
    NEW_PLACEMENT,
    /// Node [`DeleteExpression`](crate::ast::DeleteExpression).
    DELETE_EXPRESSION,
    /// Node [`BinaryExpression`](crate::ast::BinaryExpression).
    BINARY_EXPRESSION,
    /// Node [`ConditionalExpression`](crate::ast::ConditionalExpression).
    CONDITIONAL_EXPRESSION,
    /// Node [`ThrowExpression`](crate::ast::ThrowExpression).
    THROW_EXPRESSION,
    /// Node [`YieldExpression`](crate::ast::YieldExpression).
    YIELD_EXPRESSION,
    /// Node [`PackExpansion`](crate::ast::PackExpansion).
    PACK_EXPANSION,
    /// Node [`BracedInitList`](crate::ast::BracedInitList).
    BRACED_INIT_LIST,
    /// Node [`DesignatedInitializer`](crate::ast::DesignatedInitializer).
    DESIGNATED_INITIALIZER,
    /// Node [`Designator`](crate::ast::Designator).
    DESIGNATOR,
    /// Node [`TypeTraitExpression`](crate::ast::TypeTraitExpression).
    TYPE_TRAIT_EXPRESSION,
    /// Node [`BuiltinExpression`](crate::ast::BuiltinExpression).
    BUILTIN_EXPRESSION,
    /// Node [`LabelAddressExpression`](crate::ast::LabelAddressExpression).
    LABEL_ADDRESS_EXPRESSION,
}

use SyntaxKind::*;

impl SyntaxKind {
    /// Every kind in the order of its number.
    pub const ALL: &[SyntaxKind] = &[
        WHITESPACE,
        COMMENT,
        LINE_MARKER,
        PRAGMA,
        DIRECTIVE,
        IDENT,
        INT_LITERAL,
        FLOAT_LITERAL,
        CHAR_LITERAL,
        STRING_LITERAL,
        LAZY_BODY,
        UNKNOWN,
        EOF,
        L_PAREN,
        R_PAREN,
        L_BRACK,
        R_BRACK,
        L_BRACE,
        R_BRACE,
        SEMICOLON,
        COMMA,
        COLON,
        COLON2,
        DOT,
        DOT_STAR,
        ARROW,
        ARROW_STAR,
        ELLIPSIS,
        QUESTION,
        TILDE,
        BANG,
        PLUS,
        MINUS,
        STAR,
        SLASH,
        PERCENT,
        CARET,
        AMP,
        PIPE,
        EQ,
        LT,
        GT,
        PLUS_EQ,
        MINUS_EQ,
        STAR_EQ,
        SLASH_EQ,
        PERCENT_EQ,
        CARET_EQ,
        AMP_EQ,
        PIPE_EQ,
        EQ2,
        BANG_EQ,
        LT_EQ,
        SPACESHIP,
        AMP2,
        PIPE2,
        SHL,
        SHL_EQ,
        LAUNCH_OPEN,
        PLUS2,
        MINUS2,
        HASH,
        HASH2,
        AT,
        ASM_KW,
        AUTO_KW,
        BOOL_KW,
        BREAK_KW,
        CASE_KW,
        CATCH_KW,
        CHAR_KW,
        CLASS_KW,
        CONST_KW,
        CONST_CAST_KW,
        CONTINUE_KW,
        DEFAULT_KW,
        DELETE_KW,
        DO_KW,
        DOUBLE_KW,
        DYNAMIC_CAST_KW,
        ELSE_KW,
        ENUM_KW,
        EXPLICIT_KW,
        EXPORT_KW,
        EXTERN_KW,
        FALSE_KW,
        FLOAT_KW,
        FOR_KW,
        FRIEND_KW,
        GOTO_KW,
        IF_KW,
        INLINE_KW,
        INT_KW,
        LONG_KW,
        MUTABLE_KW,
        NAMESPACE_KW,
        NEW_KW,
        OPERATOR_KW,
        PRIVATE_KW,
        PROTECTED_KW,
        PUBLIC_KW,
        REGISTER_KW,
        REINTERPRET_CAST_KW,
        RETURN_KW,
        SHORT_KW,
        SIGNED_KW,
        SIZEOF_KW,
        STATIC_KW,
        STATIC_CAST_KW,
        STRUCT_KW,
        SWITCH_KW,
        TEMPLATE_KW,
        THIS_KW,
        THROW_KW,
        TRUE_KW,
        TRY_KW,
        TYPEDEF_KW,
        TYPEID_KW,
        TYPENAME_KW,
        UNION_KW,
        UNSIGNED_KW,
        USING_KW,
        VIRTUAL_KW,
        VOID_KW,
        VOLATILE_KW,
        WCHAR_T_KW,
        WHILE_KW,
        TYPEOF_KW,
        ATTRIBUTE_KW,
        EXTENSION_KW,
        NOINLINE_KW,
        REGISTER_PARAMS_KW,
        RESTRICT_KW,
        LABEL_KW,
        THREAD_KW,
        COMPLEX_KW,
        REAL_KW,
        IMAG_KW,
        NULL_KW,
        INT128_KW,
        FLOAT128_KW,
        FLOAT80_KW,
        FLOAT16_KW,
        BF16_KW,
        FP16_KW,
        BUILTIN_VA_ARG_KW,
        BUILTIN_OFFSETOF_KW,
        BUILTIN_BIT_CAST_KW,
        BUILTIN_CONVERTVECTOR_KW,
        BUILTIN_HAS_ATTRIBUTE_KW,
        BUILTIN_TYPES_COMPATIBLE_KW,
        ALIGNAS_KW,
        ALIGNOF_KW,
        CHAR16_T_KW,
        CHAR32_T_KW,
        CONSTEXPR_KW,
        DECLTYPE_KW,
        NOEXCEPT_KW,
        NULLPTR_KW,
        STATIC_ASSERT_KW,
        THREAD_LOCAL_KW,
        CHAR8_T_KW,
        CONCEPT_KW,
        CONSTEVAL_KW,
        CONSTINIT_KW,
        CO_AWAIT_KW,
        CO_RETURN_KW,
        CO_YIELD_KW,
        REQUIRES_KW,
        TRANSLATION_UNIT,
        ITEM_ROOT,
        ERROR,
        SIMPLE_DECLARATION,
        FUNCTION_DEFINITION,
        FUNCTION_TRY_BLOCK,
        DEFAULTED_BODY,
        DELETED_BODY,
        VIRT_SPECIFIER,
        CTOR_INITIALIZER,
        MEM_INITIALIZER,
        TEMPLATE_DECLARATION,
        EXPLICIT_SPECIALIZATION,
        EXPLICIT_INSTANTIATION,
        LINKAGE_SPECIFICATION,
        DECLARATION_LIST,
        NAMESPACE_DEFINITION,
        NAMESPACE_NAME,
        NAMESPACE_ALIAS_DEFINITION,
        USING_DIRECTIVE,
        USING_DECLARATION,
        USING_DECLARATOR,
        USING_ENUM_DECLARATION,
        ALIAS_DECLARATION,
        STATIC_ASSERT_DECLARATION,
        ASM_DECLARATION,
        ASM_QUALIFIER,
        ASM_OPERAND,
        CONCEPT_DEFINITION,
        DEDUCTION_GUIDE,
        EMPTY_DECLARATION,
        ATTRIBUTE_DECLARATION,
        ACCESS_SPECIFIER,
        DECL_SPECIFIER_SEQ,
        EXPLICIT_SPECIFIER,
        NAMED_TYPE,
        ELABORATED_TYPE_SPECIFIER,
        TYPENAME_SPECIFIER,
        DECLTYPE_SPECIFIER,
        TYPEOF_SPECIFIER,
        TYPE_TRANSFORM,
        PLACEHOLDER_TYPE_SPECIFIER,
        TYPE_CONSTRAINT,
        CLASS_SPECIFIER,
        BASE_CLAUSE,
        BASE_SPECIFIER,
        MEMBER_SPECIFICATION,
        ENUM_SPECIFIER,
        ENUM_BASE,
        ENUMERATOR_LIST,
        ENUMERATOR,
        ATTRIBUTE_SPECIFIER,
        ATTRIBUTE,
        ATTRIBUTE_ARGUMENT_CLAUSE,
        ALIGNAS_SPECIFIER,
        INIT_DECLARATOR,
        EQUAL_INITIALIZER,
        PURE_SPECIFIER,
        BIT_FIELD_WIDTH,
        ASM_LABEL,
        DECLARATOR,
        PAREN_DECLARATOR,
        POINTER_OPERATOR,
        DECLARATOR_ID,
        STRUCTURED_BINDING,
        ARRAY_SUFFIX,
        PARAMETERS_AND_QUALIFIERS,
        PARAMETER_CLAUSE,
        PARAMETER_DECLARATION,
        NOEXCEPT_SPECIFIER,
        DYNAMIC_EXCEPTION_SPECIFICATION,
        TRAILING_RETURN_TYPE,
        TYPE_ID,
        NESTED_NAME_SPECIFIER,
        TEMPLATE_ID,
        TEMPLATE_ARGUMENT_LIST,
        OPERATOR_FUNCTION_ID,
        CONVERSION_FUNCTION_ID,
        LITERAL_OPERATOR_ID,
        DESTRUCTOR_NAME,
        TEMPLATE_PARAMETER_LIST,
        TYPE_PARAMETER,
        TEMPLATE_TEMPLATE_PARAMETER,
        CONSTRAINED_PARAMETER,
        REQUIRES_CLAUSE,
        COMPOUND_STATEMENT,
        EXPRESSION_STATEMENT,
        LABELED_STATEMENT,
        CASE_STATEMENT,
        DEFAULT_STATEMENT,
        IF_STATEMENT,
        SWITCH_STATEMENT,
        WHILE_STATEMENT,
        DO_STATEMENT,
        FOR_STATEMENT,
        FOR_STEP,
        RANGE_FOR_STATEMENT,
        FOR_RANGE_DECLARATION,
        INIT_STATEMENT,
        CONDITION,
        CONDITION_DECLARATION,
        RETURN_STATEMENT,
        BREAK_STATEMENT,
        CONTINUE_STATEMENT,
        GOTO_STATEMENT,
        TRY_STATEMENT,
        HANDLER,
        LOCAL_LABEL_DECLARATION,
        ATTRIBUTED_STATEMENT,
        LITERAL,
        STRING_EXPRESSION,
        THIS_EXPRESSION,
        ID_EXPRESSION,
        PAREN_EXPRESSION,
        STATEMENT_EXPRESSION,
        FOLD_EXPRESSION,
        LAMBDA_EXPRESSION,
        LAMBDA_ANNOTATION,
        LAMBDA_INTRODUCER,
        LAMBDA_CAPTURE,
        REQUIRES_EXPRESSION,
        SIMPLE_REQUIREMENT,
        TYPE_REQUIREMENT,
        COMPOUND_REQUIREMENT,
        NESTED_REQUIREMENT,
        SUBSCRIPT_EXPRESSION,
        CALL_EXPRESSION,
        ARGUMENT_LIST,
        LAUNCH_EXPRESSION,
        EXECUTION_CONFIGURATION,
        MEMBER_EXPRESSION,
        POSTFIX_EXPRESSION,
        PREFIX_EXPRESSION,
        CAST_EXPRESSION,
        COMPOUND_LITERAL,
        FUNCTIONAL_CAST_EXPRESSION,
        NAMED_CAST_EXPRESSION,
        TYPEID_EXPRESSION,
        SIZEOF_EXPRESSION,
        NOEXCEPT_EXPRESSION,
        NEW_EXPRESSION,
        NEW_PLACEMENT,
        DELETE_EXPRESSION,
        BINARY_EXPRESSION,
        CONDITIONAL_EXPRESSION,
        THROW_EXPRESSION,
        YIELD_EXPRESSION,
        PACK_EXPANSION,
        BRACED_INIT_LIST,
        DESIGNATED_INITIALIZER,
        DESIGNATOR,
        TYPE_TRAIT_EXPRESSION,
        BUILTIN_EXPRESSION,
        LABEL_ADDRESS_EXPRESSION,
    ];
    /// White space, comments, line markers, pragmas and other directives.
    pub const fn is_trivia(self) -> bool {
        (self as u16) <= DIRECTIVE as u16
    }
    /// Any keyword, whatever the standard.
    pub const fn is_keyword(self) -> bool {
        (self as u16) >= ASM_KW as u16 && (self as u16) <= REQUIRES_KW as u16
    }
    /// A keyword of C++11 and later only.
    pub const fn is_cpp11_keyword(self) -> bool {
        (self as u16) >= ALIGNAS_KW as u16 && (self as u16) <= THREAD_LOCAL_KW as u16
    }
    /// A keyword of C++20 and later only.
    pub const fn is_cpp20_keyword(self) -> bool {
        (self as u16) >= CHAR8_T_KW as u16 && (self as u16) <= REQUIRES_KW as u16
    }
    /// A token and not a node.
    pub const fn is_token(self) -> bool {
        (self as u16) <= REQUIRES_KW as u16
    }
}

impl SyntaxKind {
    /// The spelling of a punctuator or keyword, the usual one if there are several.
    pub const fn text(self) -> Option<&'static str> {
        Some(match self {
            L_PAREN => "(",
            R_PAREN => ")",
            L_BRACK => "[",
            R_BRACK => "]",
            L_BRACE => "{",
            R_BRACE => "}",
            SEMICOLON => ";",
            COMMA => ",",
            COLON => ":",
            COLON2 => "::",
            DOT => ".",
            DOT_STAR => ".*",
            ARROW => "->",
            ARROW_STAR => "->*",
            ELLIPSIS => "...",
            QUESTION => "?",
            TILDE => "~",
            BANG => "!",
            PLUS => "+",
            MINUS => "-",
            STAR => "*",
            SLASH => "/",
            PERCENT => "%",
            CARET => "^",
            AMP => "&",
            PIPE => "|",
            EQ => "=",
            LT => "<",
            GT => ">",
            PLUS_EQ => "+=",
            MINUS_EQ => "-=",
            STAR_EQ => "*=",
            SLASH_EQ => "/=",
            PERCENT_EQ => "%=",
            CARET_EQ => "^=",
            AMP_EQ => "&=",
            PIPE_EQ => "|=",
            EQ2 => "==",
            BANG_EQ => "!=",
            LT_EQ => "<=",
            SPACESHIP => "<=>",
            AMP2 => "&&",
            PIPE2 => "||",
            SHL => "<<",
            SHL_EQ => "<<=",
            LAUNCH_OPEN => "<<<",
            PLUS2 => "++",
            MINUS2 => "--",
            HASH => "#",
            HASH2 => "##",
            AT => "@",
            ASM_KW => "asm",
            AUTO_KW => "auto",
            BOOL_KW => "bool",
            BREAK_KW => "break",
            CASE_KW => "case",
            CATCH_KW => "catch",
            CHAR_KW => "char",
            CLASS_KW => "class",
            CONST_KW => "const",
            CONST_CAST_KW => "const_cast",
            CONTINUE_KW => "continue",
            DEFAULT_KW => "default",
            DELETE_KW => "delete",
            DO_KW => "do",
            DOUBLE_KW => "double",
            DYNAMIC_CAST_KW => "dynamic_cast",
            ELSE_KW => "else",
            ENUM_KW => "enum",
            EXPLICIT_KW => "explicit",
            EXPORT_KW => "export",
            EXTERN_KW => "extern",
            FALSE_KW => "false",
            FLOAT_KW => "float",
            FOR_KW => "for",
            FRIEND_KW => "friend",
            GOTO_KW => "goto",
            IF_KW => "if",
            INLINE_KW => "inline",
            INT_KW => "int",
            LONG_KW => "long",
            MUTABLE_KW => "mutable",
            NAMESPACE_KW => "namespace",
            NEW_KW => "new",
            OPERATOR_KW => "operator",
            PRIVATE_KW => "private",
            PROTECTED_KW => "protected",
            PUBLIC_KW => "public",
            REGISTER_KW => "register",
            REINTERPRET_CAST_KW => "reinterpret_cast",
            RETURN_KW => "return",
            SHORT_KW => "short",
            SIGNED_KW => "signed",
            SIZEOF_KW => "sizeof",
            STATIC_KW => "static",
            STATIC_CAST_KW => "static_cast",
            STRUCT_KW => "struct",
            SWITCH_KW => "switch",
            TEMPLATE_KW => "template",
            THIS_KW => "this",
            THROW_KW => "throw",
            TRUE_KW => "true",
            TRY_KW => "try",
            TYPEDEF_KW => "typedef",
            TYPEID_KW => "typeid",
            TYPENAME_KW => "typename",
            UNION_KW => "union",
            UNSIGNED_KW => "unsigned",
            USING_KW => "using",
            VIRTUAL_KW => "virtual",
            VOID_KW => "void",
            VOLATILE_KW => "volatile",
            WCHAR_T_KW => "wchar_t",
            WHILE_KW => "while",
            TYPEOF_KW => "typeof",
            ATTRIBUTE_KW => "__attribute__",
            EXTENSION_KW => "__extension__",
            NOINLINE_KW => "__noinline__",
            REGISTER_PARAMS_KW => "__nv_register_params__",
            RESTRICT_KW => "__restrict__",
            LABEL_KW => "__label__",
            THREAD_KW => "__thread",
            COMPLEX_KW => "__complex__",
            REAL_KW => "__real__",
            IMAG_KW => "__imag__",
            NULL_KW => "__null",
            INT128_KW => "__int128",
            FLOAT128_KW => "__float128",
            FLOAT80_KW => "__float80",
            FLOAT16_KW => "_Float16",
            BF16_KW => "__bf16",
            FP16_KW => "__fp16",
            BUILTIN_VA_ARG_KW => "__builtin_va_arg",
            BUILTIN_OFFSETOF_KW => "__builtin_offsetof",
            BUILTIN_BIT_CAST_KW => "__builtin_bit_cast",
            BUILTIN_CONVERTVECTOR_KW => "__builtin_convertvector",
            BUILTIN_HAS_ATTRIBUTE_KW => "__builtin_has_attribute",
            BUILTIN_TYPES_COMPATIBLE_KW => "__builtin_types_compatible_p",
            ALIGNAS_KW => "alignas",
            ALIGNOF_KW => "alignof",
            CHAR16_T_KW => "char16_t",
            CHAR32_T_KW => "char32_t",
            CONSTEXPR_KW => "constexpr",
            DECLTYPE_KW => "decltype",
            NOEXCEPT_KW => "noexcept",
            NULLPTR_KW => "nullptr",
            STATIC_ASSERT_KW => "static_assert",
            THREAD_LOCAL_KW => "thread_local",
            CHAR8_T_KW => "char8_t",
            CONCEPT_KW => "concept",
            CONSTEVAL_KW => "consteval",
            CONSTINIT_KW => "constinit",
            CO_AWAIT_KW => "co_await",
            CO_RETURN_KW => "co_return",
            CO_YIELD_KW => "co_yield",
            REQUIRES_KW => "requires",
            _ => return None,
        })
    }
}

/// The kind of an identifier that is a keyword or an alternative token, in any standard or spelling.
pub fn keyword(text: &str) -> Option<SyntaxKind> {
    let b = text.as_bytes();
    let n = b.len();
    if !(2..=28).contains(&n) || !(b[0] == b'_' || b[0].is_ascii_lowercase()) {
        return None;
    }
    let key = u64::from_le_bytes([
        b[0],
        b[1],
        b[n / 2],
        b[n - 2],
        b[n - 1],
        n as u8,
        b[n / 3],
        0,
    ]);
    let slot = SLOTS[(key.wrapping_mul(0x474fa40d0caf4e4f) >> 40) as usize % SLOTS.len()] as usize;
    if slot == 0 {
        return None;
    }
    let (word, kind) = WORDS[slot - 1];
    (word == text).then_some(kind)
}

static WORDS: [(&str, SyntaxKind); 138] = [
    ("asm", ASM_KW),
    ("auto", AUTO_KW),
    ("bool", BOOL_KW),
    ("break", BREAK_KW),
    ("case", CASE_KW),
    ("catch", CATCH_KW),
    ("char", CHAR_KW),
    ("class", CLASS_KW),
    ("const", CONST_KW),
    ("const_cast", CONST_CAST_KW),
    ("continue", CONTINUE_KW),
    ("default", DEFAULT_KW),
    ("delete", DELETE_KW),
    ("do", DO_KW),
    ("double", DOUBLE_KW),
    ("dynamic_cast", DYNAMIC_CAST_KW),
    ("else", ELSE_KW),
    ("enum", ENUM_KW),
    ("explicit", EXPLICIT_KW),
    ("export", EXPORT_KW),
    ("extern", EXTERN_KW),
    ("false", FALSE_KW),
    ("float", FLOAT_KW),
    ("for", FOR_KW),
    ("friend", FRIEND_KW),
    ("goto", GOTO_KW),
    ("if", IF_KW),
    ("inline", INLINE_KW),
    ("int", INT_KW),
    ("long", LONG_KW),
    ("mutable", MUTABLE_KW),
    ("namespace", NAMESPACE_KW),
    ("new", NEW_KW),
    ("operator", OPERATOR_KW),
    ("private", PRIVATE_KW),
    ("protected", PROTECTED_KW),
    ("public", PUBLIC_KW),
    ("register", REGISTER_KW),
    ("reinterpret_cast", REINTERPRET_CAST_KW),
    ("return", RETURN_KW),
    ("short", SHORT_KW),
    ("signed", SIGNED_KW),
    ("sizeof", SIZEOF_KW),
    ("static", STATIC_KW),
    ("static_cast", STATIC_CAST_KW),
    ("struct", STRUCT_KW),
    ("switch", SWITCH_KW),
    ("template", TEMPLATE_KW),
    ("this", THIS_KW),
    ("throw", THROW_KW),
    ("true", TRUE_KW),
    ("try", TRY_KW),
    ("typedef", TYPEDEF_KW),
    ("typeid", TYPEID_KW),
    ("typename", TYPENAME_KW),
    ("union", UNION_KW),
    ("unsigned", UNSIGNED_KW),
    ("using", USING_KW),
    ("virtual", VIRTUAL_KW),
    ("void", VOID_KW),
    ("volatile", VOLATILE_KW),
    ("wchar_t", WCHAR_T_KW),
    ("while", WHILE_KW),
    ("typeof", TYPEOF_KW),
    ("__attribute__", ATTRIBUTE_KW),
    ("__extension__", EXTENSION_KW),
    ("__noinline__", NOINLINE_KW),
    ("__nv_register_params__", REGISTER_PARAMS_KW),
    ("__restrict__", RESTRICT_KW),
    ("__label__", LABEL_KW),
    ("__thread", THREAD_KW),
    ("__complex__", COMPLEX_KW),
    ("__real__", REAL_KW),
    ("__imag__", IMAG_KW),
    ("__null", NULL_KW),
    ("__int128", INT128_KW),
    ("__float128", FLOAT128_KW),
    ("__float80", FLOAT80_KW),
    ("_Float16", FLOAT16_KW),
    ("__bf16", BF16_KW),
    ("__fp16", FP16_KW),
    ("__builtin_va_arg", BUILTIN_VA_ARG_KW),
    ("__builtin_offsetof", BUILTIN_OFFSETOF_KW),
    ("__builtin_bit_cast", BUILTIN_BIT_CAST_KW),
    ("__builtin_convertvector", BUILTIN_CONVERTVECTOR_KW),
    ("__builtin_has_attribute", BUILTIN_HAS_ATTRIBUTE_KW),
    ("__builtin_types_compatible_p", BUILTIN_TYPES_COMPATIBLE_KW),
    ("alignas", ALIGNAS_KW),
    ("alignof", ALIGNOF_KW),
    ("char16_t", CHAR16_T_KW),
    ("char32_t", CHAR32_T_KW),
    ("constexpr", CONSTEXPR_KW),
    ("decltype", DECLTYPE_KW),
    ("noexcept", NOEXCEPT_KW),
    ("nullptr", NULLPTR_KW),
    ("static_assert", STATIC_ASSERT_KW),
    ("thread_local", THREAD_LOCAL_KW),
    ("char8_t", CHAR8_T_KW),
    ("concept", CONCEPT_KW),
    ("consteval", CONSTEVAL_KW),
    ("constinit", CONSTINIT_KW),
    ("co_await", CO_AWAIT_KW),
    ("co_return", CO_RETURN_KW),
    ("co_yield", CO_YIELD_KW),
    ("requires", REQUIRES_KW),
    ("and", AMP2),
    ("and_eq", AMP_EQ),
    ("bitand", AMP),
    ("bitor", PIPE),
    ("compl", TILDE),
    ("not", BANG),
    ("not_eq", BANG_EQ),
    ("or", PIPE2),
    ("or_eq", PIPE_EQ),
    ("xor", CARET),
    ("xor_eq", CARET_EQ),
    ("__asm", ASM_KW),
    ("__asm__", ASM_KW),
    ("__typeof", TYPEOF_KW),
    ("__typeof__", TYPEOF_KW),
    ("__inline", INLINE_KW),
    ("__inline__", INLINE_KW),
    ("__const", CONST_KW),
    ("__const__", CONST_KW),
    ("__volatile", VOLATILE_KW),
    ("__volatile__", VOLATILE_KW),
    ("__signed", SIGNED_KW),
    ("__signed__", SIGNED_KW),
    ("__alignof", ALIGNOF_KW),
    ("__alignof__", ALIGNOF_KW),
    ("__decltype", DECLTYPE_KW),
    ("__constinit", CONSTINIT_KW),
    ("__attribute", ATTRIBUTE_KW),
    ("__restrict", RESTRICT_KW),
    ("__complex", COMPLEX_KW),
    ("_Complex", COMPLEX_KW),
    ("__real", REAL_KW),
    ("__imag", IMAG_KW),
];

#[rustfmt::skip]
static SLOTS: [u8; 2048] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 63, 117, 0, 0, 0, 0, 0, 0, 0, 51, 0, 85, 0, 0, 0, 0, 0, 0, 0, 0, 0, 50, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 104, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 70, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 31, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 131,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 62, 0, 0, 0, 0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 138, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 101, 0, 0, 0, 0, 78, 0, 0, 0, 0, 0, 0, 0, 106, 0, 0, 0, 0, 0, 100, 0, 98, 133, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 28, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 91, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 97, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 41, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 82, 0, 0, 118, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 79, 0, 0, 0, 0, 0, 0, 0, 0, 0, 134, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 19, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 0, 86, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 39, 0, 0, 0, 0, 0, 127, 65, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 69, 0, 0, 0, 0, 60, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 44, 0, 0, 38, 0, 0, 58, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 123, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 23, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 0, 0,
    96, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 56, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 29, 0, 0, 16, 0, 0, 0, 0, 0, 43, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 49, 0, 0, 0, 0, 0, 0, 0, 0, 0, 92, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 27, 0, 0, 0, 0, 0, 0, 126, 0, 0, 66, 0, 0, 0, 0, 0, 0, 0, 0, 130, 0, 0, 61, 0, 0, 0, 0, 0, 0, 128,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 21, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 0, 0, 0, 0, 0, 0,
    0, 68, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 18, 0, 0, 0, 0, 0, 0, 0, 0, 0, 115, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 119, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 137, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 113, 0, 0, 0, 0, 73, 0, 36, 0,
    10, 0, 33, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0, 136, 0, 0, 81, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 95, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 99, 0, 0, 0, 0, 75, 0, 87,
    0, 0, 30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 125, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 88, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 103, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 135, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 116, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 53, 93, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 74, 0, 0, 122,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 83, 132, 0, 0, 0, 105, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 76, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 72, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 102, 71, 0, 0, 0, 0, 0,
    0, 0, 0, 67, 0, 0, 0, 0, 0, 0, 0, 35, 114, 120, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 34,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 111, 0, 0, 0, 0, 0, 0, 0, 0, 42, 0, 0, 0, 0, 0,
    37, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 84, 0, 0, 0, 0, 0, 3, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 59, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 0, 0, 0, 0, 112, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 46, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 121, 0, 0, 110, 0, 0, 0, 0, 0, 52, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 57, 129, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 55, 5, 47, 0, 0, 0, 77, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 107, 0, 124, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 89, 0, 0, 0, 0, 0, 0, 0, 0, 90, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 109, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 48, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 94, 0, 0, 0, 0, 0, 0, 108, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
];

/// What the language itself declares under a reserved identifier. The names are ordinary identifiers to the lexer,
/// because libraries declare some of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Predefined {
    /// A predicate over types, written as a call.
    Trait,
    /// A transformation of a type, written as a call in type position.
    Transform,
    /// A typedef name.
    Type,
    /// A template name.
    Template,
}

/// The meaning of a reserved identifier that is predefined.
pub fn predefined(text: &str) -> Option<Predefined> {
    if !text.starts_with("__") {
        return None;
    }
    PREDEFINED
        .binary_search_by(|(name, _)| (*name).cmp(text))
        .ok()
        .map(|at| PREDEFINED[at].1)
}

static PREDEFINED: [(&str, Predefined); 106] = [
    ("__add_lvalue_reference", Predefined::Transform),
    ("__add_pointer", Predefined::Transform),
    ("__add_rvalue_reference", Predefined::Transform),
    ("__array_extent", Predefined::Trait),
    ("__array_rank", Predefined::Trait),
    ("__bases", Predefined::Transform),
    ("__builtin_is_corresponding_member", Predefined::Trait),
    (
        "__builtin_is_pointer_interconvertible_with_class",
        Predefined::Trait,
    ),
    ("__builtin_va_list", Predefined::Type),
    ("__decay", Predefined::Transform),
    ("__direct_bases", Predefined::Transform),
    ("__edg_is_deducible", Predefined::Trait),
    ("__has_nothrow_assign", Predefined::Trait),
    ("__has_nothrow_constructor", Predefined::Trait),
    ("__has_nothrow_copy", Predefined::Trait),
    ("__has_nothrow_move_assign", Predefined::Trait),
    ("__has_trivial_assign", Predefined::Trait),
    ("__has_trivial_constructor", Predefined::Trait),
    ("__has_trivial_copy", Predefined::Trait),
    ("__has_trivial_destructor", Predefined::Trait),
    ("__has_trivial_move_assign", Predefined::Trait),
    ("__has_trivial_move_constructor", Predefined::Trait),
    ("__has_unique_object_representations", Predefined::Trait),
    ("__has_virtual_destructor", Predefined::Trait),
    ("__int128_t", Predefined::Type),
    ("__is_abstract", Predefined::Trait),
    ("__is_aggregate", Predefined::Trait),
    ("__is_arithmetic", Predefined::Trait),
    ("__is_array", Predefined::Trait),
    ("__is_assignable", Predefined::Trait),
    ("__is_base_of", Predefined::Trait),
    ("__is_bounded_array", Predefined::Trait),
    ("__is_class", Predefined::Trait),
    ("__is_complete_type", Predefined::Trait),
    ("__is_compound", Predefined::Trait),
    ("__is_const", Predefined::Trait),
    ("__is_constructible", Predefined::Trait),
    ("__is_convertible", Predefined::Trait),
    ("__is_convertible_to", Predefined::Trait),
    ("__is_destructible", Predefined::Trait),
    ("__is_empty", Predefined::Trait),
    ("__is_enum", Predefined::Trait),
    ("__is_final", Predefined::Trait),
    ("__is_floating_point", Predefined::Trait),
    ("__is_function", Predefined::Trait),
    ("__is_fundamental", Predefined::Trait),
    ("__is_integral", Predefined::Trait),
    ("__is_invocable", Predefined::Trait),
    ("__is_layout_compatible", Predefined::Trait),
    ("__is_literal", Predefined::Trait),
    ("__is_literal_type", Predefined::Trait),
    ("__is_lvalue_reference", Predefined::Trait),
    ("__is_member_function_pointer", Predefined::Trait),
    ("__is_member_object_pointer", Predefined::Trait),
    ("__is_member_pointer", Predefined::Trait),
    ("__is_nothrow_assignable", Predefined::Trait),
    ("__is_nothrow_constructible", Predefined::Trait),
    ("__is_nothrow_convertible", Predefined::Trait),
    ("__is_nothrow_destructible", Predefined::Trait),
    ("__is_nothrow_invocable", Predefined::Trait),
    ("__is_object", Predefined::Trait),
    ("__is_pod", Predefined::Trait),
    ("__is_pointer", Predefined::Trait),
    ("__is_pointer_interconvertible_base_of", Predefined::Trait),
    ("__is_polymorphic", Predefined::Trait),
    ("__is_reference", Predefined::Trait),
    ("__is_referenceable", Predefined::Trait),
    ("__is_rvalue_reference", Predefined::Trait),
    ("__is_same", Predefined::Trait),
    ("__is_same_as", Predefined::Trait),
    ("__is_scalar", Predefined::Trait),
    ("__is_scoped_enum", Predefined::Trait),
    ("__is_signed", Predefined::Trait),
    ("__is_standard_layout", Predefined::Trait),
    ("__is_trivial", Predefined::Trait),
    ("__is_trivially_assignable", Predefined::Trait),
    ("__is_trivially_constructible", Predefined::Trait),
    ("__is_trivially_copyable", Predefined::Trait),
    ("__is_trivially_destructible", Predefined::Trait),
    ("__is_trivially_equality_comparable", Predefined::Trait),
    ("__is_trivially_relocatable", Predefined::Trait),
    ("__is_unbounded_array", Predefined::Trait),
    ("__is_union", Predefined::Trait),
    ("__is_unsigned", Predefined::Trait),
    ("__is_void", Predefined::Trait),
    ("__is_volatile", Predefined::Trait),
    ("__make_integer_seq", Predefined::Template),
    ("__make_signed", Predefined::Transform),
    ("__make_unsigned", Predefined::Transform),
    (
        "__nv_is_extended_device_lambda_closure_type",
        Predefined::Trait,
    ),
    (
        "__nv_is_extended_device_lambda_with_preserved_return_type",
        Predefined::Trait,
    ),
    (
        "__nv_is_extended_host_device_lambda_closure_type",
        Predefined::Trait,
    ),
    ("__reference_binds_to_temporary", Predefined::Trait),
    ("__reference_constructs_from_temporary", Predefined::Trait),
    ("__reference_converts_from_temporary", Predefined::Trait),
    ("__remove_all_extents", Predefined::Transform),
    ("__remove_const", Predefined::Transform),
    ("__remove_cv", Predefined::Transform),
    ("__remove_cvref", Predefined::Transform),
    ("__remove_extent", Predefined::Transform),
    ("__remove_pointer", Predefined::Transform),
    ("__remove_reference", Predefined::Transform),
    ("__remove_volatile", Predefined::Transform),
    ("__type_pack_element", Predefined::Template),
    ("__uint128_t", Predefined::Type),
    ("__underlying_type", Predefined::Transform),
];
