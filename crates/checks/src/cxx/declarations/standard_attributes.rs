//! Where attributes of the standard may stand, and what their arguments are ([dcl.attr]). The tree alone decides.

use cleave_codes::codes;
use cleave_diagnostics::Severity;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::cxx::declarations::gnu_places::is_of_standard;
use crate::engine::nodes::{innermost, is_arithmetic};
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
    if plain && let Some(place) = place(specifier) {
        out.extend(placed(s, at, specifier, place));
    }
    if plain && is_all(specifier) && is_of_standard(s.word(at)) {
        let finding = Finding::new(codes::ATTRIBUTE_DOES_NOT_APPLY, at).name(s.word(at));
        out.push(finding.severity(Severity::Error));
    }
}

/// Whether attributes are all of a declaration at namespace scope ([dcl.pre]/14).
fn is_all(specifier: Node<'_>) -> bool {
    let lone = specifier
        .parent()
        .filter(|p| p.kind() == ATTRIBUTE_DECLARATION);
    let around = lone.and_then(|l| l.parent()).map(|p| p.kind());
    matches!(
        around,
        Some(ITEM_ROOT | DECLARATION_LIST | LINKAGE_SPECIFICATION)
    )
}

/// What an attribute appertains to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Function,
    Variable,
    Parameter,
    Field,
    Typedef,
    Class,
    Enum,
    Enumerator,
    /// The type that the specifiers are.
    Type,
    /// The type of a function: it stands behind the parameters.
    FunctionType,
    /// A pointer's or a reference's, or an array's.
    Compound,
    /// A statement without a label.
    Statement,
    /// A label, or the statement behind it.
    Label,
    Base,
}

/// What the reference says of an attribute that does not appertain to what it stands on.
#[derive(Clone, Copy)]
enum Verdict {
    Fits,
    Warning,
    Error,
}

/// The attributes of the standard, and where each may stand ([dcl.attr]).
fn verdict(name: &str, place: Place) -> Verdict {
    use Place::*;
    use Verdict::*;
    let bare = name.strip_prefix("__").and_then(|n| n.strip_suffix("__"));
    match (bare.unwrap_or(name), place) {
        ("maybe_unused" | "noreturn", FunctionType | Compound) => Error,
        ("noreturn", Variable | Parameter | Field | Typedef) => Error,
        ("maybe_unused", Type) => Warning,
        ("noreturn", Class | Enum | Enumerator | Type) => Warning,
        ("nodiscard", Function | Class | Enum) => Fits,
        ("nodiscard", _) => Warning,
        ("deprecated", Type | FunctionType | Compound | Label) => Warning,
        ("noreturn" | "carries_dependency", Label) => Warning,
        ("likely" | "unlikely" | "fallthrough", Statement | Label) => Fits,
        (name, Statement | Base) if is_of_standard(name) => Warning,
        ("no_unique_address", Field) => Fits,
        ("likely" | "unlikely" | "fallthrough" | "no_unique_address", _) => Warning,
        _ => Fits,
    }
}

fn placed<'db>(
    s: &Source<'db>,
    at: u32,
    specifier: Node<'_>,
    place: Place,
) -> Option<Finding<'db>> {
    let name = s.word(at);
    if place == Place::Function && matches!(name, "nodiscard" | "__nodiscard__") {
        let code = codes::NODISCARD_DOES_NOT_APPLY;
        return gives_nothing(specifier).then(|| Finding::new(code, at));
    }
    let finding = Finding::new(codes::ATTRIBUTE_DOES_NOT_APPLY, at).name(name);
    match verdict(name, place) {
        Verdict::Fits => None,
        Verdict::Warning => Some(finding),
        Verdict::Error => Some(finding.severity(Severity::Error)),
    }
}

/// What an attribute appertains to, where the tree tells ([dcl.attr.grammar]/5).
fn place(specifier: Node<'_>) -> Option<Place> {
    let holder = specifier.parent()?;
    match holder.kind() {
        DECL_SPECIFIER_SEQ => of_specifiers(specifier, holder),
        DECLARATOR_ID => {
            let declaration = declaration_of(holder)?;
            let inner = holder.parent()?;
            match declaration.kind() {
                PARAMETER_DECLARATION => of_parameter(declaration),
                SIMPLE_DECLARATION | FUNCTION_DEFINITION => {
                    of_declarator(declaration, declaration.child(DECL_SPECIFIER_SEQ), inner)
                }
                _ => None,
            }
        }
        POINTER_OPERATOR | ARRAY_SUFFIX => Some(Place::Compound),
        PARAMETERS_AND_QUALIFIERS | LAMBDA_EXPRESSION => {
            is_on_function_type(specifier).then_some(Place::FunctionType)
        }
        CLASS_SPECIFIER => Some(Place::Class),
        ENUM_SPECIFIER => Some(Place::Enum),
        PARAMETER_DECLARATION => of_parameter(holder),
        ENUMERATOR => Some(Place::Enumerator),
        BASE_SPECIFIER => Some(Place::Base),
        LABELED_STATEMENT => Some(Place::Label),
        ATTRIBUTED_STATEMENT => Some(match holder.child(LABELED_STATEMENT) {
            Some(_) => Place::Label,
            None => Place::Statement,
        }),
        ATTRIBUTE_DECLARATION => {
            let around = holder.parent().map(|p| p.kind());
            let lone = matches!(
                around,
                Some(MEMBER_SPECIFICATION | ITEM_ROOT | DECLARATION_LIST | LINKAGE_SPECIFICATION)
            );
            (!lone).then_some(Place::Statement)
        }
        ALIAS_DECLARATION => {
            let behind = specifier.tokens().start > holder.tokens().start;
            behind.then_some(Place::Typedef)
        }
        _ => None,
    }
}

/// The declaration that a declarator-id is of, through the declarators around it.
fn declaration_of(id: Node<'_>) -> Option<Node<'_>> {
    id.ancestors().skip(1).find(|n| {
        !matches!(
            n.kind(),
            DECLARATOR_ID | DECLARATOR | PAREN_DECLARATOR | INIT_DECLARATOR
        )
    })
}

fn of_parameter(parameter: Node<'_>) -> Option<Place> {
    let list = parameter.parent().map(|p| p.kind());
    (list != Some(TEMPLATE_PARAMETER_LIST)).then_some(Place::Parameter)
}

/// Among specifiers an attribute in front of all is of what is declared, and one behind a type is of that.
fn of_specifiers(specifier: Node<'_>, seq: Node<'_>) -> Option<Place> {
    let owner = seq.parent()?;
    let at = specifier.tokens().start;
    let attribute = |n: &Node<'_>| matches!(n.kind(), ATTRIBUTE_SPECIFIER | ALIGNAS_SPECIFIER);
    let node_before = (seq.children()).any(|n| n.tokens().start < at && !attribute(&n));
    let word_before = (seq.own_tokens())
        .any(|t| t.number() < at && (is_arithmetic(t.kind()) || t.kind() == VOID_KW));
    if node_before || word_before {
        // In templates, handlers and `new` something else is said, whichever attribute it is.
        let other = owner.parent().is_some_and(|p| {
            matches!(
                p.kind(),
                TEMPLATE_DECLARATION
                    | TEMPLATE_PARAMETER_LIST
                    | EXPLICIT_INSTANTIATION
                    | EXPLICIT_SPECIALIZATION
                    | HANDLER
                    | NEW_EXPRESSION
            )
        });
        return (!other).then_some(Place::Type);
    }
    if seq
        .own_tokens()
        .any(|t| t.number() < at && !t.kind().is_trivia())
    {
        return None;
    }
    match owner.kind() {
        PARAMETER_DECLARATION => of_parameter(owner),
        CONDITION_DECLARATION | FOR_RANGE_DECLARATION => Some(Place::Variable),
        SIMPLE_DECLARATION | FUNCTION_DEFINITION => {
            let declarator = match owner.kind() {
                FUNCTION_DEFINITION => owner.child(DECLARATOR),
                _ => (owner.children().filter(|n| n.kind() == INIT_DECLARATOR))
                    .filter_map(|n| n.child(DECLARATOR))
                    .find(|d| is_no_function(seq, innermost(*d)))
                    .or_else(|| owner.child(INIT_DECLARATOR)?.child(DECLARATOR)),
            };
            of_declarator(owner, Some(seq), innermost(declarator?))
        }
        _ => None,
    }
}

/// What a declarator declares; nothing where only the meaning of its type tells.
fn of_declarator(declaration: Node<'_>, seq: Option<Node<'_>>, inner: Node<'_>) -> Option<Place> {
    let around = declaration.parent().map(|p| p.kind());
    // What is specialised or instantiated has the attributes of its template.
    if matches!(
        around,
        Some(EXPLICIT_SPECIALIZATION | EXPLICIT_INSTANTIATION)
    ) {
        return None;
    }
    if inner.child(PARAMETERS_AND_QUALIFIERS).is_some()
        && seq.is_none_or(|seq| !seq.has(TYPEDEF_KW))
        && inner
            .children()
            .all(|n| n.kind() != POINTER_OPERATOR || !is_nested(inner))
    {
        return Some(Place::Function);
    }
    let seq = seq?;
    if seq.has(TYPEDEF_KW) {
        return Some(Place::Typedef);
    }
    if !is_no_function(seq, inner) {
        return None;
    }
    let member = around == Some(MEMBER_SPECIFICATION);
    match member && !seq.has(STATIC_KW) {
        true => Some(Place::Field),
        false => Some(Place::Variable),
    }
}

/// Whether a declarator stands in the parentheses of another one.
fn is_nested(declarator: Node<'_>) -> bool {
    declarator
        .parent()
        .is_some_and(|p| p.kind() == PAREN_DECLARATOR)
}

/// Whether what an attribute stands on is a destructor or a function that certainly returns `void`.
fn gives_nothing(specifier: Node<'_>) -> bool {
    let declaration = (specifier.ancestors())
        .find(|n| matches!(n.kind(), SIMPLE_DECLARATION | FUNCTION_DEFINITION));
    let Some(declaration) = declaration else {
        return false;
    };
    let declarator = match declaration.child(INIT_DECLARATOR) {
        Some(first) => first.child(DECLARATOR),
        None => declaration.child(DECLARATOR),
    };
    let Some(declarator) = declarator else {
        return false;
    };
    let destructor =
        (declarator.child(DECLARATOR_ID)).is_some_and(|id| id.child(DESTRUCTOR_NAME).is_some());
    let is_void = |seq: Node<'_>| seq.has(VOID_KW);
    let plain = declarator.child(POINTER_OPERATOR).is_none()
        && declarator.child(PAREN_DECLARATOR).is_none();
    destructor || plain && declaration.child(DECL_SPECIFIER_SEQ).is_some_and(is_void)
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
