//! Keywords of constants, declarators and member initializers that may not stand where they stand. The tree alone
//! decides.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::{KindSet, Node, Token};

use crate::Finding;
use crate::cxx::declarations::parameters::specifier;
use crate::cxx::declarations::{attribute_places, places};
use crate::cxx::names::enclosing_locals;
use crate::engine::source::{Sink, Source};

/// The kinds of nodes that rules of this module and of those that it asks look at.
pub(crate) static KINDS: KindSet = KindSet::of(&[
    DECL_SPECIFIER_SEQ,
    TRAILING_RETURN_TYPE,
    CONDITION_DECLARATION,
    FOR_RANGE_DECLARATION,
    ATTRIBUTED_STATEMENT,
    ATTRIBUTE_DECLARATION,
    TYPENAME_SPECIFIER,
    TYPE_TRAIT_EXPRESSION,
    BUILTIN_EXPRESSION,
    TEMPLATE_ID,
    NESTED_NAME_SPECIFIER,
    FOLD_EXPRESSION,
    CALL_EXPRESSION,
    LITERAL_OPERATOR_ID,
    POINTER_OPERATOR,
    DECLARATOR,
    CTOR_INITIALIZER,
    PARAMETER_CLAUSE,
    PARAMETER_DECLARATION,
    CLASS_SPECIFIER,
    ENUM_SPECIFIER,
    STATEMENT_EXPRESSION,
    FUNCTION_DEFINITION,
    TEMPLATE_DECLARATION,
    EXPLICIT_SPECIALIZATION,
    EXPLICIT_INSTANTIATION,
    PURE_SPECIFIER,
    BRACED_INIT_LIST,
    USING_DIRECTIVE,
    CONCEPT_DEFINITION,
    REQUIRES_EXPRESSION,
])
.and(places::KINDS)
.and(attribute_places::KINDS);

/// A node of an item.
pub(crate) fn check<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    places::check(s, node, out);
    attribute_places::check(s, node, out);
    match node.kind() {
        DECL_SPECIFIER_SEQ => {
            sequence(s, node, out);
            crate::cxx::declarations::type_ids::check(s, node, out);
            crate::cxx::declarations::friends::check(s, node, out);
            crate::cxx::declarations::autos::check(node, out);
            crate::cxx::declarations::standard_attributes::amid_specifiers(s, node, out);
            crate::cxx::declarations::gnu_places::lonely(node, out);
        }
        TRAILING_RETURN_TYPE => {
            crate::cxx::declarations::function_types::check(s, node, out);
        }
        CONDITION_DECLARATION | FOR_RANGE_DECLARATION => {
            crate::cxx::control_flow::conditions::check(s, node, out);
        }
        ATTRIBUTED_STATEMENT | ATTRIBUTE_DECLARATION => {
            crate::cxx::control_flow::fallthrough::check(s, node, out);
        }
        TYPENAME_SPECIFIER => crate::cxx::declarations::typename_places::check(s, node, out),
        TYPE_TRAIT_EXPRESSION | BUILTIN_EXPRESSION | TEMPLATE_ID => {
            crate::cxx::names::predefined::check(s, node, out);
        }
        NESTED_NAME_SPECIFIER => crate::cxx::templates::value_parameters::check(s, node, out),
        FOLD_EXPRESSION => crate::cxx::expressions::folds::check(s, node, out),
        BRACED_INIT_LIST => crate::cxx::expressions::designators::check(s, node, out),
        CALL_EXPRESSION => crate::cxx::expressions::variable_arguments::check(node, out),
        LITERAL_OPERATOR_ID => literal_operator(node, out),
        POINTER_OPERATOR => crate::cxx::declarations::pointer_operators::check(node, out),
        DECLARATOR => declarator(s, node, out),
        CTOR_INITIALIZER => initializers(s, node, out),
        PARAMETER_CLAUSE => parameters(node, out),
        PARAMETER_DECLARATION => enclosing_locals::default_argument(s, node, out),
        CLASS_SPECIFIER => {
            enclosing_locals::class(s, node, out);
            type_definition(node, out);
        }
        ENUM_SPECIFIER => {
            type_definition(node, out);
            enumeration_template(node, out);
        }
        STATEMENT_EXPRESSION => statement_expression(node, out),
        FUNCTION_DEFINITION => crate::cxx::templates::heads::outermost_block(node, out),
        TEMPLATE_DECLARATION => {
            crate::cxx::templates::heads::check(s, node, out);
            crate::cxx::templates::member_variables::check(s, node, out);
        }
        USING_DIRECTIVE => directive_in_class(node, out),
        CONCEPT_DEFINITION => crate::cxx::templates::requirements::concept(node, out),
        REQUIRES_EXPRESSION => crate::cxx::templates::requirements::expression(node, out),
        PURE_SPECIFIER => crate::cxx::declarations::pure_specifiers::check(s, node, out),
        EXPLICIT_SPECIALIZATION | EXPLICIT_INSTANTIATION => {
            crate::cxx::templates::heads::placed(s, node, out);
        }
        _ => {}
    }
}

/// A class has using-declarations, and no using-directives ([class.mem.general]).
fn directive_in_class<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let member = (node.parent()).is_some_and(|p| p.kind() == MEMBER_SPECIFICATION);
    let namespace = node.own_tokens().find(|t| t.kind() == NAMESPACE_KW);
    let wrong = namespace.filter(|_| member).map(|t| t.number());
    out.extend(wrong.map(|at| Finding::new(codes::EXP_IDENTIFIER, at)));
}

/// GNU's statements in parentheses stand in blocks, and in no default argument.
fn statement_expression<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    const AROUND: &[cleave_syntax::SyntaxKind] = &[
        COMPOUND_STATEMENT,
        CLASS_SPECIFIER,
        PARAMETER_CLAUSE,
        EQUAL_INITIALIZER,
    ];
    let around = node.parent().and_then(|p| p.nearest(AROUND));
    let of_parameter = |n: Node<'_>| {
        n.parent()
            .is_some_and(|p| p.kind() == PARAMETER_DECLARATION)
    };
    let code = match around {
        Some(n) if n.kind() == EQUAL_INITIALIZER => match of_parameter(n) {
            true => codes::STATEMENT_EXPRESSION_IN_DEFAULT_ARGUMENT,
            false if n.nearest(&AROUND[..3]).is_none() => codes::STATEMENT_EXPRESSION_OUTSIDE_BLOCK,
            false => return,
        },
        Some(_) => return,
        None => codes::STATEMENT_EXPRESSION_OUTSIDE_BLOCK,
    };
    out.push(Finding::new(code, node.tokens().start + 1));
}

/// A type is not defined where a type is named, but for aliases, nor in a parameter ([dcl.type.general]/3, [dcl.fct]/17). GNU's `offsetof`
/// takes one that is defined there.
fn type_definition<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let defines = defines_type(node);
    let Some(holder) = node.parent().and_then(|seq| seq.parent()) else {
        return;
    };
    let around = holder.parent();
    let takes_definition = |p: Node<'_>| {
        matches!(p.kind(), ALIAS_DECLARATION | COMPOUND_LITERAL)
            || p.own_tokens().any(|t| t.kind() == BUILTIN_OFFSETOF_KW)
    };
    let wrong = match holder.kind() {
        TYPE_ID => !around.is_some_and(takes_definition),
        PARAMETER_DECLARATION => true,
        _ => false,
    };
    if defines && wrong {
        out.push(Finding::new(
            codes::TYPE_DEFINITION_NOT_ALLOWED,
            node.tokens().start,
        ));
    }
    // For each function whose return type it is in.
    if defines && matches!(holder.kind(), SIMPLE_DECLARATION | FUNCTION_DEFINITION) {
        let declarators = holder.children().filter(|n| match n.kind() {
            INIT_DECLARATOR => n.child(DECLARATOR).is_some_and(is_of_function),
            _ => is_of_function(*n),
        });
        let code = codes::TYPE_DEFINITION_IN_RETURN_TYPE;
        out.extend(declarators.map(|_| Finding::new(code, node.tokens().start)));
    }
}

/// Whether a class or an enumeration is defined and not only named.
fn defines_type(node: Node<'_>) -> bool {
    node.child(MEMBER_SPECIFICATION).is_some() || node.child(ENUMERATOR_LIST).is_some()
}

/// Whether a declarator has the parameters of a function in it, the declared one's or another's.
fn is_of_function(declarator: Node<'_>) -> bool {
    let mut at = Some(declarator).filter(|d| d.kind() == DECLARATOR);
    while let Some(d) = at {
        if d.child(PARAMETERS_AND_QUALIFIERS).is_some() {
            return true;
        }
        at = (d.child(PAREN_DECLARATOR)).and_then(|p| p.child(DECLARATOR));
    }
    false
}

/// There are no templates of enumerations, but members of class templates are declared like some ([temp.pre]/2).
fn enumeration_template<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let declaration = node.parent().and_then(|seq| seq.parent());
    let templated = (declaration.filter(|d| d.kind() == SIMPLE_DECLARATION))
        .and_then(|d| d.parent())
        .is_some_and(|p| p.kind() == TEMPLATE_DECLARATION);
    let name = node.own_tokens().find(|t| t.kind() == IDENT);
    let member = node.child(NESTED_NAME_SPECIFIER).is_some();
    if let (true, false, Some(name)) = (templated, member, name) {
        out.push(Finding::new(codes::ENUMERATION_TEMPLATE, name.number()));
    }
}

/// Where a sequence of specifiers stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Namespace,
    Member,
    Block,
    Parameter,
    Other,
}

fn place(seq: Node<'_>) -> Place {
    let Some(parent) = seq.parent() else {
        return Place::Other;
    };
    if parent.kind() == PARAMETER_DECLARATION {
        let clause = parent.parent().map(|p| p.kind());
        return match clause {
            Some(PARAMETER_CLAUSE) => Place::Parameter,
            _ => Place::Other,
        };
    }
    if !matches!(parent.kind(), SIMPLE_DECLARATION | FUNCTION_DEFINITION) {
        return Place::Other;
    }
    let mut around = parent.parent();
    while let Some(node) = around {
        match node.kind() {
            MEMBER_SPECIFICATION => return Place::Member,
            COMPOUND_STATEMENT | INIT_STATEMENT => return Place::Block,
            ITEM_ROOT | NAMESPACE_DEFINITION | LINKAGE_SPECIFICATION => return Place::Namespace,
            TEMPLATE_DECLARATION | EXPLICIT_SPECIALIZATION => around = node.parent(),
            _ => return Place::Other,
        }
    }
    Place::Other
}

fn sequence<'db>(s: &Source<'db>, seq: Node<'_>, out: &mut Sink<'db>) {
    let place = place(seq);
    if place == Place::Other {
        return;
    }
    let Some(parent) = seq.parent() else { return };
    let declarators: Vec<Node<'_>> = match parent.kind() {
        SIMPLE_DECLARATION => parent
            .children()
            .filter(|n| n.kind() == INIT_DECLARATOR)
            .filter_map(|n| n.child(DECLARATOR))
            .collect(),
        _ => parent.child(DECLARATOR).into_iter().collect(),
    };
    let is_function = |d: &Node<'_>| d.child(PARAMETERS_AND_QUALIFIERS).is_some();
    let functions = !declarators.is_empty() && declarators.iter().all(is_function);
    let variables = !declarators.is_empty()
        && declarators.iter().all(|d| {
            d.descendants()
                .all(|n| n.kind() != PARAMETERS_AND_QUALIFIERS)
        });
    constant_keywords(s, seq, place, &declarators, functions, out);
    if place == Place::Block {
        // A pointer to a function has its name in parentheses.
        let named = declarators.iter().all(|d| d.child(DECLARATOR_ID).is_some());
        in_block(seq, functions && named, out);
    }
    if matches!(place, Place::Block | Place::Member) && seq.has(TYPEDEF_KW) {
        typedef_initializer(s, parent, out);
    }
    if place == Place::Block && seq.has(EXTERN_KW) && variables {
        let initialized = parent.children().filter(|n| n.kind() == INIT_DECLARATOR);
        let initializers = initialized
            .flat_map(|n| n.children().collect::<Vec<_>>())
            .filter(|n| matches!(n.kind(), EQUAL_INITIALIZER | BRACED_INIT_LIST));
        for initializer in initializers {
            out.push(Finding::new(
                codes::INITIALIZER_ON_LOCAL_EXTERN,
                s.tokens(initializer).start,
            ));
        }
    }
}

/// Specifiers that no declaration in a block has, or no function there ([dcl.stc]/4, [dcl.fct.spec]).
fn in_block<'db>(seq: Node<'_>, functions: bool, out: &mut Sink<'db>) {
    for token in seq.own_tokens() {
        let code = match token.kind() {
            VIRTUAL_KW | FRIEND_KW => codes::SPECIFIER_OUTSIDE_CLASS,
            STATIC_KW if functions => codes::BLOCK_SCOPE_FUNCTION_NOT_EXTERN,
            MUTABLE_KW if !seq.has(STATIC_KW) && !seq.has(EXTERN_KW) => codes::MUTABLE_NOT_ALLOWED,
            _ => continue,
        };
        out.push(Finding::new(code, token.number()));
    }
    if seq.child(EXPLICIT_SPECIFIER).is_some() {
        let at = seq.tokens().start;
        out.push(Finding::new(codes::EXPLICIT_NOT_ALLOWED, at));
    }
}

/// A typedef initialises nothing ([dcl.typedef]/1).
fn typedef_initializer<'db>(s: &Source<'db>, declaration: Node<'_>, out: &mut Sink<'db>) {
    let declarators = declaration
        .children()
        .filter(|n| n.kind() == INIT_DECLARATOR);
    let initialized = |d: Node<'_>| {
        let is_initializer =
            |n: &Node<'_>| matches!(n.kind(), EQUAL_INITIALIZER | BRACED_INIT_LIST);
        let found = d.children().find(is_initializer);
        found.map(|n| s.tokens(n).start)
    };
    // The reference reads on behind the declaration.
    if let Some(at) = declarators.filter_map(initialized).next() {
        out.push(Finding::new(codes::EXP_SEMICOLON, at));
    }
}

/// `constexpr`, `consteval` and `constinit` ([dcl.constexpr], [dcl.constinit]).
fn constant_keywords<'db>(
    s: &Source<'db>,
    seq: Node<'_>,
    place: Place,
    declarators: &[Node<'_>],
    functions: bool,
    out: &mut Sink<'db>,
) {
    let keyword = |t: &Token<'_>| matches!(t.kind(), CONSTEXPR_KW | CONSTEVAL_KW | CONSTINIT_KW);
    let found: Vec<Token<'_>> = seq.own_tokens().filter(keyword).collect();
    if let [first, second, ..] = &found[..] {
        let code = match first.kind() == second.kind() {
            true => codes::DUPLICATE_SPECIFIER,
            false => codes::SEVERAL_CONSTEXPR_SPECIFIERS,
        };
        out.push(Finding::new(code, second.number()));
        return;
    }
    let [word] = &found[..] else { return };
    let standard = s.settings.standard;
    let destructor = declarators
        .first()
        .and_then(|d| d.child(DECLARATOR_ID))
        .is_some_and(|id| s.kind(s.tokens(id).start) == TILDE);
    let number = match word.kind() {
        CONSTEVAL_KW if !functions && !declarators.is_empty() => Some(codes::CONSTEVAL_VARIABLE),
        CONSTEVAL_KW if destructor => Some(codes::CONSTEVAL_DESTRUCTOR),
        CONSTEXPR_KW if destructor && standard < 202_002 => Some(codes::CONSTEXPR_DESTRUCTOR),
        CONSTINIT_KW if place == Place::Block => {
            let lasting = seq.has(STATIC_KW) || seq.has(THREAD_LOCAL_KW) || seq.has(EXTERN_KW);
            (!lasting).then_some(codes::CONSTINIT_WITHOUT_STATIC_STORAGE)
        }
        _ => None,
    };
    out.extend(number.map(|n| Finding::new(n, word.number())));
    if word.kind() == CONSTEXPR_KW
        && standard < 202_002
        && let Some(token) = seq.own_tokens().find(|t| t.kind() == VIRTUAL_KW)
    {
        // At the second of the two.
        let at = token.number().max(word.number());
        out.push(Finding::new(codes::CONSTEXPR_VIRTUAL_FUNCTION, at));
    }
}

/// What a declarator makes of types that cannot be: references to references, arrays of functions, functions that return
/// functions or arrays.
fn declarator<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    let mut reference = false;
    // Outside of blocks others look at that.
    let in_block = (node.ancestors().map(|n| n.kind()))
        .find(|k| matches!(k, COMPOUND_STATEMENT | MEMBER_SPECIFICATION))
        == Some(COMPOUND_STATEMENT);
    for operator in node.children().filter(|n| n.kind() == POINTER_OPERATOR) {
        let t = s.tokens(operator);
        let code = match s.kind(t.start) {
            AMP | AMP2 if reference => Some(codes::REFERENCE_TO_REFERENCE),
            STAR if reference && in_block => Some(codes::POINTER_TO_REFERENCE),
            _ => None,
        };
        if let Some(code) = code {
            out.push(Finding::new(code, t.start));
            return;
        }
        reference = matches!(s.kind(t.start), AMP | AMP2);
    }
    let suffixes: Vec<Node<'_>> = node
        .children()
        .filter(|n| matches!(n.kind(), PARAMETERS_AND_QUALIFIERS | ARRAY_SUFFIX))
        .collect();
    if reference
        && in_block
        && suffixes.first().is_some_and(|n| n.kind() == ARRAY_SUFFIX)
        && let Some(id) = node.child(DECLARATOR_ID)
    {
        out.push(Finding::new(codes::ARRAY_OF_REFERENCES, s.tokens(id).start));
        return;
    }
    for pair in suffixes.windows(2) {
        let [first, second] = pair else { continue };
        let start = s.tokens(*second).start;
        let found = match (first.kind(), second.kind()) {
            (PARAMETERS_AND_QUALIFIERS, PARAMETERS_AND_QUALIFIERS) => {
                Some((codes::FUNCTION_RETURNING_FUNCTION, start + 1))
            }
            (PARAMETERS_AND_QUALIFIERS, ARRAY_SUFFIX) => {
                Some((codes::FUNCTION_RETURNING_ARRAY, start))
            }
            (ARRAY_SUFFIX, PARAMETERS_AND_QUALIFIERS) => {
                Some((codes::ARRAY_OF_FUNCTIONS, start + 1))
            }
            (ARRAY_SUFFIX, ARRAY_SUFFIX) if s.kind(start + 1) == R_BRACK => {
                Some((codes::INVALID_ARRAY_ELEMENT_TYPE, start))
            }
            _ => None,
        };
        if let Some((code, at)) = found {
            out.push(Finding::new(code, at));
            return;
        }
    }
}

/// Members and bases that are initialized twice, and what stands beside a delegation ([class.base.init]).
fn initializers<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    let class = node
        .ancestors()
        .find(|n| n.kind() == CLASS_SPECIFIER)
        .and_then(|n| crate::engine::nodes::first_name(n));
    let all: Vec<Node<'_>> = node
        .children()
        .filter(|n| n.kind() == MEM_INITIALIZER)
        .collect();
    let named = |n: &Node<'_>| {
        let t = n.child(NAMED_TYPE).map(|id| s.tokens(id))?;
        (t.end == t.start + 1).then(|| s.word(t.start))
    };
    let (Some(class), Some(first)) = (class, all.first()) else {
        return;
    };
    if named(first) == Some(class.as_str()) {
        if all.len() > 1 {
            out.push(Finding::new(
                codes::DELEGATION_WITH_OTHER_INITIALIZERS,
                s.tokens(*first).end,
            ));
        }
        return;
    }
    let late = all.iter().find(|n| named(n) == Some(class.as_str()));
    if let Some(late) = late {
        out.push(Finding::new(
            codes::DELEGATION_WITH_OTHER_INITIALIZERS,
            s.tokens(*late).start,
        ));
    }
}

/// The parameters of a lambda, or of a function that only a type or a block-scope declaration names: each name once. Those of
/// other functions are reported with their declarations.
fn parameters<'db>(clause: Node<'_>, out: &mut Sink<'db>) {
    let mut seen: Vec<String> = Vec::new();
    let params = clause
        .children()
        .filter(|n| n.kind() == PARAMETER_DECLARATION);
    let specifiers = (params.clone())
        .filter_map(|p| p.child(DECL_SPECIFIER_SEQ))
        .flat_map(|seq| seq.own_tokens());
    for token in specifiers {
        let at = token.number();
        if let Some(code) = specifier(token.kind())
            && !out.iter().any(|f| f.code == code && f.at == at)
        {
            out.push(Finding::new(code, at));
        }
    }
    for (at, name) in params.filter_map(declared_name) {
        if !seen.contains(&name) {
            seen.push(name);
        } else if !out
            .iter()
            .any(|f| f.code == codes::DUPLICATE_PARAMETER_NAME && f.at == at)
        {
            out.push(Finding::new(codes::DUPLICATE_PARAMETER_NAME, at));
        }
    }
}

/// The name in the middle of a parameter's declarator.
fn declared_name(param: Node<'_>) -> Option<(u32, String)> {
    let mut declarator = param.child(DECLARATOR)?;
    loop {
        if let Some(id) = declarator.child(DECLARATOR_ID) {
            return single(id);
        }
        declarator = declarator.child(PAREN_DECLARATOR)?.child(DECLARATOR)?;
    }
}

/// The only token of a declarator-id, and where it stands.
fn single(id: Node<'_>) -> Option<(u32, String)> {
    if id.children().next().is_some() {
        return None;
    }
    id.own_tokens()
        .find(|t| t.kind() == IDENT)
        .map(|t| (t.number(), t.text().to_owned()))
}

/// The name of a literal operator begins with an empty string without an encoding-prefix ([over.literal]/1).
fn literal_operator<'db>(id: Node<'_>, out: &mut Sink<'db>) {
    let string = id.own_tokens().find(|t| t.kind() == STRING_LITERAL);
    if let Some(t) = string.filter(|t| !t.text().starts_with("\"\"")) {
        out.push(Finding::new(
            codes::INVALID_LITERAL_OPERATOR_NAME,
            t.number(),
        ));
    }
}
