//! The door to the parser: what it is asked, what it may ask, what it returns. Knows no files, options or database.

use cleave_codes::{Code, codes};

use crate::{
    SyntaxKind,
    flat::Flat,
    lexer::Lexed,
    outline::Outline,
    parser::{self, Parser},
    tree::{GreenNode, SyntaxNode},
};

/// The language standard that decides which words are keywords.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Standard {
    /// C++98 and C++03
    Cpp03,
    /// C++11
    Cpp11,
    /// C++14
    Cpp14,
    /// C++17
    #[default]
    Cpp17,
    /// C++20
    Cpp20,
    /// C++23
    Cpp23,
}

/// What of the compiler's options decides which language a text is in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dialect {
    /// The language standard.
    pub standard: Standard,
    /// Exceptions are switched off: who throws them is wrong, and goes on.
    pub no_exceptions: bool,
    /// The host compiler is clang: there are builtin functions and type traits that only it has.
    pub clang: bool,
}

impl Dialect {
    /// Whether a token of this kind, spelled as `text` says, is one here. A keyword of a later standard is an identifier, unless
    /// it is spelled with underscores.
    #[inline]
    pub fn knows<'t>(&self, kind: SyntaxKind, text: impl FnOnce() -> &'t str) -> bool {
        let is_later = kind.is_cpp20_keyword() && self.standard < Standard::Cpp20
            || kind.is_cpp11_keyword() && self.standard < Standard::Cpp11;
        // GNU's spellings are known in every standard.
        !is_later || text().starts_with("__")
    }
}

/// What a name means where it stands, as far as parsing is concerned ([basic.lookup]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NameClass {
    /// A class, enumeration, typedef name, alias or type parameter.
    Type,
    /// A class or alias template, or a template template parameter.
    TypeTemplate,
    /// A function template, alone or overloaded with functions.
    FunctionTemplate,
    /// A variable template.
    VariableTemplate,
    /// A concept.
    Concept,
    /// A variable, enumerator or parameter.
    Value,
    /// A function without a template among its overloads. Since C++20 `<` after it may open arguments all the same
    /// ([temp.names]/3.3), and structure decides.
    Function,
    /// A namespace or namespace alias.
    Namespace,
    /// Nothing is known: structure decides.
    Unknown,
    /// Nothing declares the name.
    Undeclared,
}

impl NameClass {
    /// Whether `<` after the name opens a template argument list ([temp.names]/3).
    pub fn is_template(self) -> bool {
        matches!(
            self,
            Self::TypeTemplate | Self::FunctionTemplate | Self::VariableTemplate | Self::Concept
        )
    }
}

/// A name that the parser could not find in the scopes of the item itself.
#[derive(Clone, Copy, Debug)]
pub struct NameQuery<'a> {
    /// The path begins with `::`.
    pub global: bool,
    /// The names of the path without template arguments, the asked one last; never empty.
    pub path: &'a [&'a str],
    /// The token of the asked name, an index into the parsed text's tokens.
    pub token: u32,
}

/// What the world outside of the parsed item knows about names. A parse depends on nothing else but its arguments, so the
/// answers given are the dependencies of the tree: wrap an implementation to record them.
pub trait Names {
    /// The class of a name. For the item's own outer scope: an item that defines a member of a class out of line is inside that
    /// class from its declarator on.
    fn classify(&self, query: &NameQuery<'_>) -> NameClass;

    /// The class of a member of what the path before the last name names: a class or namespace that the item mentions as a base,
    /// as the class whose member it defines, in a using-directive. `None`: no such member. `Unknown`: there may be one, but it
    /// depends on arguments. `inside`: the asker is a member itself, so that dependent bases do not count ([temp.dep.type]/5).
    fn member(&self, query: &NameQuery<'_>, inside: bool) -> Option<NameClass> {
        let _ = (query, inside);
        None
    }
}

/// Knows no name.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoNames;

impl Names for NoNames {
    fn classify(&self, _: &NameQuery<'_>) -> NameClass {
        NameClass::Unknown
    }
}

/// What the text is, which is also the kind of the tree's root.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Entry<'a> {
    /// A whole translation unit: `TRANSLATION_UNIT`.
    TranslationUnit,
    /// Declarations of a namespace: `ITEM_ROOT`.
    Declaration,
    /// Member declarations of the class with this name (empty if it has none): `ITEM_ROOT`.
    MemberDeclaration(&'a str),
    /// Statements of a block: `ITEM_ROOT`.
    Statement,
    /// A function's body with its braces, or a whole function-try-block: `ITEM_ROOT`.
    FunctionBody,
    /// An expression, comma operators included: `ITEM_ROOT`.
    Expression,
}

/// What becomes of the bodies of functions and lambdas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bodies {
    /// Parsed.
    #[default]
    Full,
    /// Each one a `LAZY_BODY` token, found by its braces.
    Lazy,
}

/// How deep to parse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ParseMode {
    /// Function and lambda bodies.
    pub bodies: Bodies,
}

/// What is wrong at a token, each with the reference's number for it ([`SyntaxErrorKind::number`]). The words are in the
/// catalogue of diagnostics, not here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SyntaxErrorKind {
    /// A certain token should stand here.
    Expected(SyntaxKind),
    /// No token of the language.
    UnknownToken,
    /// A `#` that begins no directive.
    MisplacedHash,
    /// An expression should stand here.
    ExpectedExpression,
    /// An identifier should stand here.
    ExpectedIdentifier,
    /// A type should stand here.
    ExpectedType,
    /// A declaration should stand here.
    ExpectedDeclaration,
    /// A statement should stand here.
    ExpectedStatement,
    /// A label has no statement after it, which is tolerated before C++23.
    LabelAtEnd,
    /// A `catch` should stand here.
    ExpectedHandler,
    /// `catch ()`
    ExpectedHandlerDeclaration,
    /// A member's name should stand here, after `.` or `->`.
    ExpectedMemberName,
    /// An operator should stand here, after `operator`.
    ExpectedOperator,
    /// A class-key has neither name nor body.
    ExpectedTag,
    /// The string of an `asm` should stand here.
    ExpectedAsmString,
    /// A string literal should stand here.
    ExpectedString,
    /// A template parameter should stand here.
    ExpectedTemplateParameter,
    /// `class` or `typename` should stand here.
    ExpectedTypeKey,
    /// A template parameter list should go on or end here.
    ExpectedParameterListEnd,
    /// A template argument should stand here.
    ExpectedTemplateArgument,
    /// A lambda's body should stand here.
    ExpectedLambdaBody,
    /// Neither parameters nor a body stand behind the captures of a lambda.
    LambdaWithoutParentheses,
    /// The `>>>` of a launch should stand here.
    ExpectedLaunchClose,
    /// The initializer of a mem-initializer should stand here.
    ExpectedMemberInitializer,
    /// The initializer of a condition's declaration should stand here.
    ExpectedConditionInitializer,
    /// A type stands where an expression should.
    TypeNotAllowed,
    /// `[[` where a subscript begins with a lambda: it always introduces attributes.
    MisplacedAttributes,
    /// A comma before the end of a lambda's captures.
    TrailingComma,
    /// A comma before the end of a member declaration.
    TrailingMemberComma,
    /// A class is named where it should be defined.
    ExpectedClassBody,
    /// `= x` on a member function that is not virtual, where x is neither `default` nor `delete`.
    PureNotVirtual,
    /// Nothing says what this declares.
    NoSpecifier,
    /// There are specifiers, but no type among them.
    NoType,
    /// A type stands behind a name that nothing declares, which was taken for one.
    SecondType,
    /// A nested-name-specifier begins with a name that nothing declares.
    NoScope,
    /// A declarator that names no member of anything has a qualified name.
    QualifiedName,
    /// A default argument goes on where it should end.
    DefaultArgumentEnd,
    /// `= x` on a member function, where x is not 0.
    BadPureSpecifier,
    /// `final` twice.
    DuplicateClassModifier,
    /// A namespace is defined inside of a function.
    NamespaceInFunction,
    /// A template is declared inside of a function.
    TemplateInFunction,

    /// Nesting beyond [`MAX_DEPTH`].
    TooDeep,
}

impl SyntaxErrorKind {
    /// The diagnostic. `None` if it is no error of the program but a limit of the parser. Where no diagnostic
    /// speaks of the token, a `;` is what is missing.
    pub fn code(self) -> Option<Code> {
        Some(match self {
            Self::Expected(kind) => match kind {
                SyntaxKind::R_BRACK => codes::EXP_RBRACKET,
                SyntaxKind::R_PAREN => codes::EXP_RPAREN,
                SyntaxKind::COLON => codes::EXP_COLON,
                SyntaxKind::R_BRACE => codes::EXP_RBRACE,
                SyntaxKind::WHILE_KW => codes::EXP_WHILE,
                SyntaxKind::L_PAREN => codes::EXP_LPAREN,
                SyntaxKind::L_BRACE => codes::EXP_LBRACE,
                SyntaxKind::COMMA => codes::EXPECTED_COMMA,
                SyntaxKind::LT => codes::EXPECTED_LESS_THAN,
                SyntaxKind::GT => codes::EXPECTED_GREATER_THAN,
                SyntaxKind::EQ => codes::EXPECTED_EQUALS,
                SyntaxKind::IDENT | SyntaxKind::THIS_KW => codes::EXP_IDENTIFIER,
                _ => codes::EXP_SEMICOLON,
            },
            Self::UnknownToken => codes::UNRECOGNIZED_TOKEN,
            Self::MisplacedHash => codes::BAD_USE_OF_SHARP,
            Self::ExpectedExpression => codes::EXP_PRIMARY_EXPR,
            Self::ExpectedIdentifier => codes::EXP_IDENTIFIER,
            Self::NoSpecifier => codes::NO_STORAGE_CLASS_OR_TYPE_SPECIFIER,
            Self::ExpectedType => codes::EXP_TYPE_SPECIFIER,
            Self::ExpectedTag => codes::EXPECTED_DEFINITION_OR_TAG_NAME,
            Self::ExpectedStatement | Self::LabelAtEnd => codes::EXP_STATEMENT,
            Self::ExpectedMemberName => codes::EXP_MEMBER_NAME,
            Self::ExpectedDeclaration => codes::EXP_DECLARATION,
            Self::ExpectedAsmString => codes::EXPECTED_ASM_STRING,
            Self::MisplacedAttributes => codes::MISPLACED_ATTRIBUTE_BRACKETS,
            Self::TrailingComma | Self::TrailingMemberComma => codes::TRAILING_COMMA,
            Self::ExpectedClassBody => codes::CLASS_DEFINITION_MISSING,
            Self::TypeNotAllowed => codes::TYPE_NAME_NOT_ALLOWED,
            Self::NoType => codes::MISSING_TYPE_SPECIFIER,
            Self::SecondType => codes::BAD_COMBINATION_OF_TYPE_SPECIFIERS,
            Self::NoScope => codes::NOT_A_CLASS_OR_NAMESPACE_NAME,
            Self::QualifiedName => codes::QUALIFIED_NAME_NOT_ALLOWED,
            Self::ExpectedOperator => codes::EXPECTED_OPERATOR,
            Self::PureNotVirtual => codes::PURE_SPECIFIER_ON_NONVIRTUAL,
            Self::BadPureSpecifier => codes::MALFORMED_PURE_SPECIFIER,
            Self::TemplateInFunction => codes::TEMPLATE_DECLARATION_NOT_ALLOWED,
            Self::ExpectedTemplateParameter => codes::TEMPLATE_PARAMETER_MISSING,
            Self::ExpectedHandler => codes::TRY_WITHOUT_HANDLER,
            Self::ExpectedHandlerDeclaration => codes::HANDLER_WITHOUT_DECLARATION,
            Self::ExpectedParameterListEnd => codes::EXPECTED_COMMA_OR_GREATER_THAN,
            Self::NamespaceInFunction => codes::NAMESPACE_DEFINITION_NOT_ALLOWED,
            Self::DefaultArgumentEnd => codes::UNEXPECTED_END_OF_DEFAULT_ARGUMENT,
            Self::ExpectedTemplateArgument => codes::EXPECTED_TEMPLATE_ARGUMENT,
            Self::ExpectedString => codes::EXPECTED_STRING_LITERAL,
            Self::DuplicateClassModifier => codes::DUPLICATE_CLASS_MODIFIER,
            Self::ExpectedLambdaBody => codes::EXPECTED_LAMBDA_BODY,
            Self::LambdaWithoutParentheses => codes::LAMBDA_WITHOUT_PARENTHESES,
            Self::ExpectedMemberInitializer => codes::EXPECTED_PARENTHESIS_OR_BRACE,
            Self::ExpectedTypeKey => codes::EXPECTED_CLASS_OR_TYPENAME,
            Self::ExpectedConditionInitializer => codes::CONDITION_WITHOUT_INITIALIZER,
            Self::ExpectedLaunchClose => codes::EXPECTED_LAUNCH_CLOSING,
            Self::TooDeep => return None,
        })
    }

    /// Whether it is no more than a warning.
    pub fn is_warning(self) -> bool {
        matches!(
            self,
            Self::LabelAtEnd | Self::TrailingMemberComma | Self::LambdaWithoutParentheses
        )
    }
}

/// How many constructs may nest. Deeper input is an error node: neither the parser nor the tree may exhaust the stack.
pub const MAX_DEPTH: u32 = parser::MAX_DEPTH;

/// An error of the parse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SyntaxError {
    /// The token where it was noticed, an index into the text's tokens; their number if the text ends too early.
    pub token: u32,
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    /// The bracket whose partner is missing, where that is worth telling.
    pub opener: Option<u32>,
    /// The token from which on the reference reads again, if it is another one: errors before it are consequences.
    pub restart: Option<u32>,
}

/// The tokens that the reference does not read for the errors before them, in order. The errors are in the order of their tokens.
pub fn unread(errors: &[SyntaxError]) -> Vec<std::ops::Range<u32>> {
    debug_assert!(errors.is_sorted_by_key(|e| e.token));
    let mut unread: Vec<std::ops::Range<u32>> = Vec::new();
    for error in errors {
        let Some(end) = error.restart else { continue };
        match unread.last_mut().filter(|last| error.token <= last.end) {
            Some(last) => last.end = last.end.max(end),
            None => unread.push(error.token..end),
        }
    }
    unread
}

/// A tree and its errors, in the order of their tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parse {
    /// The tree, which holds every byte of the text.
    pub green: GreenNode,
    /// The errors.
    pub errors: Vec<SyntaxError>,
}

impl Parse {
    /// The root with positions.
    pub fn syntax(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.green.clone())
    }
}

/// A tree as a table and its errors, in the order of their tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlatParse {
    /// The tree.
    pub flat: Flat,
    /// The errors.
    pub errors: Vec<SyntaxError>,
}

impl FlatParse {
    /// The bytes that it keeps on the heap.
    pub fn heap_size(&self) -> usize {
        self.flat.heap_size() + size_of_val(&*self.errors)
    }
}

/// Parses `text`, whose tokens are `lexed`. Never fails: what cannot be read is in `ERROR` nodes, and the errors say where.
pub fn parse_item(
    text: &str,
    lexed: &Lexed,
    entry: Entry<'_>,
    dialect: &Dialect,
    names: &dyn Names,
    mode: ParseMode,
) -> Parse {
    Parser::new(text, lexed, *dialect, names, mode).run(entry)
}

/// The same as a table, of a declaration.
pub fn parse_flat(
    text: &str,
    lexed: &Lexed,
    dialect: &Dialect,
    names: &dyn Names,
    mode: ParseMode,
) -> FlatParse {
    Parser::new(text, lexed, *dialect, names, mode).run_flat(Entry::Declaration)
}

/// The names that an item declares for others, found without knowing any from outside of it.
pub fn outline(text: &str, lexed: &Lexed, dialect: &Dialect) -> Outline {
    let mode = ParseMode {
        bodies: Bodies::Lazy,
    };
    Parser::new(text, lexed, *dialect, &NoNames, mode).outline()
}

/// Parses what a `LAZY_BODY` token holds: the text from its first to its last token.
pub fn parse_lazy_body(
    text: &str,
    lexed: &Lexed,
    dialect: &Dialect,
    names: &dyn Names,
    mode: ParseMode,
) -> Parse {
    parse_item(text, lexed, Entry::FunctionBody, dialect, names, mode)
}
