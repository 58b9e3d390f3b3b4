//! Variables of a function, named where another function's code begins: in default arguments ([dcl.fct.default]/7) and
//! in members of local classes ([class.local]/1). The tree decides, where one declaration alone may be meant.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::{FlatElement, Node, Token};
use rustc_hash::FxHashMap;

use crate::Finding;
use crate::engine::nodes::{holds_declared_name, is_arithmetic};
use crate::engine::source::{Sink, Source};

/// What is no use of a variable, or needs no more than its value.
const VALUES: [SyntaxKind; 13] = [
    ALIGNAS_SPECIFIER,
    ARRAY_SUFFIX,
    ATTRIBUTE,
    BIT_FIELD_WIDTH,
    DECLTYPE_SPECIFIER,
    ENUMERATOR,
    LAMBDA_EXPRESSION,
    NOEXCEPT_EXPRESSION,
    REQUIRES_EXPRESSION,
    SIZEOF_EXPRESSION,
    STATIC_ASSERT_DECLARATION,
    TEMPLATE_ARGUMENT_LIST,
    TYPEID_EXPRESSION,
];

/// The tokens of an item that declare something, by name, in order: a function may have thousands of names to look up.
pub(crate) struct DeclaringTokens<'db>(FxHashMap<&'db str, Vec<u32>>);

impl<'db> DeclaringTokens<'db> {
    pub(crate) fn of(s: &Source<'db>) -> Self {
        let mut by_name: FxHashMap<&'db str, Vec<u32>> = FxHashMap::default();
        let tokens = s.tree().root().descendants_with_tokens();
        let tokens = tokens.filter_map(FlatElement::into_token);
        for token in tokens.filter(|t| t.kind() == IDENT && declares(*t)) {
            let number = token.number();
            by_name.entry(s.word(number)).or_default().push(number);
        }
        Self(by_name)
    }

    /// The only token in a node that declares a name.
    fn only(&self, name: &str, node: Node<'_>) -> Option<u32> {
        let all = self.0.get(name)?;
        let within = node.tokens();
        let from = all.partition_point(|t| *t < within.start);
        let to = all.partition_point(|t| *t < within.end);
        match all[from..to] {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// The default argument of a parameter of a lambda, or of a function that a block declares.
pub(crate) fn default_argument<'db>(s: &Source<'db>, parameter: Node<'_>, out: &mut Sink<'db>) {
    let Some(default) = parameter.child(EQUAL_INITIALIZER) else {
        return;
    };
    let owner = (parameter.ancestors().skip(1)).find(|n| {
        !matches!(
            n.kind(),
            PARAMETER_CLAUSE | PARAMETERS_AND_QUALIFIERS | DECLARATOR | INIT_DECLARATOR
        )
    });
    let Some(owner) = owner else { return };
    let local = match owner.kind() {
        LAMBDA_EXPRESSION => true,
        SIMPLE_DECLARATION => owner
            .parent()
            .is_some_and(|p| p.kind() == COMPOUND_STATEMENT),
        _ => false,
    };
    let around = owner.parent().and_then(function);
    if let Some(function) = around.filter(|_| local) {
        let any = |_: Node<'_>, _: Node<'_>| true;
        mentions(s, default, function, owner, any, out);
    }
}

/// The members of a local class, and of the classes in it.
pub(crate) fn class<'db>(s: &Source<'db>, class: Node<'_>, out: &mut Sink<'db>) {
    let Some(members) = class.child(MEMBER_SPECIFICATION) else {
        return;
    };
    let mut outer = class.ancestors();
    let inherits = outer.any(|n| n.kind() == CLASS_SPECIFIER && n.child(BASE_CLAUSE).is_some());
    let Some(function) = class.parent().and_then(function).filter(|_| !inherits) else {
        return;
    };
    for member in members.children() {
        let code = member.children().flat_map(|n| match n.kind() {
            INIT_DECLARATOR => n.child(EQUAL_INITIALIZER).or(n.child(BRACED_INIT_LIST)),
            COMPOUND_STATEMENT => Some(n),
            _ => None,
        });
        for code in code {
            mentions(s, code, function, class, is_no_constant, out);
        }
        let inner = [CLASS_SPECIFIER, COMPOUND_STATEMENT, LAMBDA_EXPRESSION];
        for node in member.descendants_but(|n| inner.contains(&n.kind())) {
            match node.kind() {
                // Whatever it is, a default argument may not name it.
                PARAMETER_DECLARATION => {
                    if let Some(default) = node.child(EQUAL_INITIALIZER) {
                        mentions(s, default, function, class, |_, _| true, out);
                    }
                }
                ARRAY_SUFFIX | BIT_FIELD_WIDTH | ENUMERATOR => {
                    for value in node.children() {
                        mentions(s, value, function, class, is_no_constant, out);
                    }
                }
                MEM_INITIALIZER => {
                    for value in node.children().filter(|n| n.kind() == ARGUMENT_LIST) {
                        mentions(s, value, function, class, is_no_constant, out);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The function whose code a node stands in.
fn function(node: Node<'_>) -> Option<Node<'_>> {
    let around = node.nearest(&[FUNCTION_DEFINITION, LAMBDA_EXPRESSION])?;
    (around.kind() == FUNCTION_DEFINITION).then_some(around)
}

/// Reports the automatic variables of a function that an expression outside of its code names.
fn mentions<'t, 'db>(
    s: &Source<'db>,
    code: Node<'t>,
    function: Node<'t>,
    place: Node<'t>,
    counts: impl Fn(Node<'_>, Node<'_>) -> bool,
    out: &mut Sink<'db>,
) {
    let uses = code.descendants_but(|n| VALUES.contains(&n.kind()) || n.kind() == CLASS_SPECIFIER);
    for named in uses.filter(|n| n.kind() == ID_EXPRESSION && n.children().next().is_none()) {
        let mut words = named.own_tokens();
        let (Some(name), None) = (words.next(), words.next()) else {
            continue;
        };
        let at = name.number();
        let declared = s.declaring_tokens().only(name.text(), function);
        let Some(declared) = declared.filter(|d| *d < at) else {
            continue;
        };
        let before = s.tree().token(declared);
        if before.is_some_and(|d| is_local(d, function, place, &counts)) {
            out.push(Finding::new(codes::LOCAL_OF_ENCLOSING_FUNCTION, at));
        }
    }
}

/// Whether a name declares something right where it stands.
fn declares(t: Token<'_>) -> bool {
    t.parent().is_some_and(|n| {
        matches!(n.kind(), ELABORATED_TYPE_SPECIFIER | CONSTRAINED_PARAMETER)
            || n.kind() == LAMBDA_CAPTURE && n.children().next().is_some()
            || holds_declared_name(n.kind())
    })
}

/// Whether a name is that of a parameter of a function, or of a variable that a block around `place` declares.
fn is_local<'t>(
    name: Token<'t>,
    function: Node<'t>,
    place: Node<'t>,
    counts: impl Fn(Node<'_>, Node<'_>) -> bool,
) -> bool {
    let Some(id) = name.parent().filter(|n| n.kind() == DECLARATOR_ID) else {
        return false;
    };
    let declaration = (id.ancestors().skip(1))
        .find(|n| !matches!(n.kind(), DECLARATOR | PAREN_DECLARATOR | INIT_DECLARATOR));
    let (Some(declaration), Some(declarator)) = (declaration, id.parent()) else {
        return false;
    };
    let Some(seq) = declaration.child(DECL_SPECIFIER_SEQ) else {
        return false;
    };
    match declaration.kind() {
        PARAMETER_DECLARATION => {
            let owner = (declaration.ancestors().skip(1)).find(|n| {
                !matches!(
                    n.kind(),
                    PARAMETER_CLAUSE | PARAMETERS_AND_QUALIFIERS | DECLARATOR
                )
            });
            let body = function.child(COMPOUND_STATEMENT);
            let own = declaration
                .ancestors()
                .filter(|n| n.kind() == PARAMETER_CLAUSE)
                .count()
                == 1;
            owner == Some(function) && own && body.is_some_and(|b| around(b, place))
        }
        SIMPLE_DECLARATION => {
            let block = declaration
                .parent()
                .filter(|p| p.kind() == COMPOUND_STATEMENT);
            let other = |t: Token<'_>| matches!(t.kind(), EXTERN_KW | TYPEDEF_KW);
            let lasts = seq.own_tokens().any(other);
            let special = seq.children().any(|n| n.kind() == ATTRIBUTE_SPECIFIER);
            let suffixed = |n: Node<'_>| n.kind() == PARAMETERS_AND_QUALIFIERS;
            let plain = declarator
                .parent()
                .is_some_and(|p| p.kind() == INIT_DECLARATOR)
                && !declarator.children().any(suffixed);
            block.is_some_and(|b| {
                around(b, place) && b.parent().and_then(self::function) == Some(function)
            }) && !lasts
                && !special
                && plain
                && counts(seq, declarator)
        }
        _ => false,
    }
}

fn around(outer: Node<'_>, inner: Node<'_>) -> bool {
    let (outer, inner) = (outer.tokens(), inner.tokens());
    outer.start <= inner.start && inner.end <= outer.end
}

/// Whether a variable is certainly automatic and no constant, and no reference.
fn is_no_constant(seq: Node<'_>, declarator: Node<'_>) -> bool {
    let constant = |t: Token<'_>| {
        matches!(
            t.kind(),
            CONST_KW | CONSTEXPR_KW | STATIC_KW | THREAD_LOCAL_KW
        )
    };
    let operators = declarator
        .children()
        .filter(|n| n.kind() == POINTER_OPERATOR);
    seq.own_tokens().any(|t| is_arithmetic(t.kind()))
        && !seq.own_tokens().any(constant)
        && !operators
            .clone()
            .any(|n| n.has(AMP) || n.has(AMP2) || n.has(CONST_KW))
}
