//! Words and names that stand where the grammar has no place for them, although the parser understands what is meant. The tree
//! alone decides.

use cleave_codes::codes;
use cleave_diagnostics::Severity;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::{KindSet, Node, Token};

use crate::cxx::declarations::{
    bit_fields, block_specifiers, default_arguments, gnu_places, lone_specifiers, namespaces,
    qualified, standard_attributes,
};
use crate::cxx::templates::expansions;
use crate::engine::source::{Sink, Source};
use crate::{Arg, Finding};

/// The kinds of nodes that [`check`] looks at.
pub(super) const KINDS: KindSet = KindSet::of(&[
    BASE_SPECIFIER,
    PARAMETERS_AND_QUALIFIERS,
    NAMESPACE_ALIAS_DEFINITION,
    ENUM_SPECIFIER,
    ATTRIBUTE,
    ALIGNAS_SPECIFIER,
    ASM_DECLARATION,
    CONCEPT_DEFINITION,
    INIT_STATEMENT,
    LOCAL_LABEL_DECLARATION,
    TEMPLATE_DECLARATION,
    EXPLICIT_INSTANTIATION,
    CLASS_SPECIFIER,
    LAMBDA_EXPRESSION,
    SIMPLE_DECLARATION,
    FUNCTION_DEFINITION,
    DECL_SPECIFIER_SEQ,
    PARAMETER_CLAUSE,
    PARAMETER_DECLARATION,
    CONDITION_DECLARATION,
    FOR_RANGE_DECLARATION,
    TEMPLATE_ARGUMENT_LIST,
    USING_DECLARATOR,
    NEW_PLACEMENT,
    LINKAGE_SPECIFICATION,
    LAMBDA_CAPTURE,
    PACK_EXPANSION,
]);

/// One node of an item without syntax errors.
pub(crate) fn check<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    match node.kind() {
        BASE_SPECIFIER => base(node, out),
        PARAMETERS_AND_QUALIFIERS => {
            exceptions(node, out);
            of_no_member(node, out);
            constrained_function(node, out);
        }
        NAMESPACE_ALIAS_DEFINITION => namespaces::alias(node, out),
        ENUM_SPECIFIER => qualified::enumeration(s, node, out),
        ATTRIBUTE => {
            standard_attributes::check(s, node, out);
            gnu_places::check(s, node, out);
        }
        ALIGNAS_SPECIFIER => gnu_places::alignas(s, node, out),
        ASM_DECLARATION => asm_qualifiers(node, out),
        CONCEPT_DEFINITION => constrained_concept(node, out),
        INIT_STATEMENT if s.settings.standard < 202_302 => alias(node, out),
        LOCAL_LABEL_DECLARATION => local_label(node, out),
        TEMPLATE_DECLARATION | EXPLICIT_INSTANTIATION => in_front_of_template(node, out),
        CLASS_SPECIFIER => template_without_name(node, out),
        LAMBDA_EXPRESSION => {
            lambda_constraint(node, out);
            constexpr_lambda(s, node, out);
        }
        SIMPLE_DECLARATION => {
            lone_specifiers::check(node, out);
            block_specifiers::check(node, out);
            conversion_object(node, out);
            destructor_of_namespace(node, out);
            destructor_template(node, out);
            qualified::declarators(node, out);
            member_of_no_name(node, out);
            bit_fields::check(node, out);
            flexible_array(node, out);
            generic_member(node, out);
        }
        FUNCTION_DEFINITION => {
            destructor_of_namespace(node, out);
            destructor_template(node, out);
            generic_member(node, out);
        }
        DECL_SPECIFIER_SEQ => decltype_auto(node, out),
        PARAMETER_CLAUSE => qualified_void(node, out),
        CONDITION_DECLARATION | FOR_RANGE_DECLARATION => qualified::declarator(node, out),
        PARAMETER_DECLARATION => {
            qualified::declarator(node, out);
            operator_name(node, out);
            braced_default(node, out);
            explicit_object(s, node, out);
            default_arguments::check(node, out);
            expansions::check(node, out);
        }
        TEMPLATE_ARGUMENT_LIST => braced_argument(node, out),
        USING_DECLARATOR => template_id(node, out),
        NEW_PLACEMENT => empty_placement(node, out),
        LINKAGE_SPECIFICATION => linkage(node, out),
        LAMBDA_CAPTURE | PACK_EXPANSION => expansions::check(node, out),
        _ => {}
    }
}

fn first(node: Node<'_>) -> u32 {
    node.tokens().start
}

/// Attributes stand in front of all else of a base-specifier ([class.derived.general]).
fn base<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let word =
        |t: &Token<'_>| matches!(t.kind(), VIRTUAL_KW | PUBLIC_KW | PROTECTED_KW | PRIVATE_KW);
    let words: Vec<Token<'_>> = node.own_tokens().filter(word).collect();
    let Some(word) = words.first() else {
        return;
    };
    let is_virtual = |t: &&Token<'_>| t.kind() == VIRTUAL_KW;
    let again = words.iter().filter(is_virtual).nth(1);
    out.extend(again.map(|t| Finding::new(codes::DUPLICATE_SPECIFIER, t.number())));
    let again = words.iter().filter(|t| !is_virtual(t)).nth(1);
    out.extend(again.map(|t| Finding::new(codes::MULTIPLE_ACCESS_SPECIFIERS, t.number())));
    let attributes = node.children().filter(|n| n.kind() == ATTRIBUTE_SPECIFIER);
    let late = attributes.map(first).find(|&at| at > word.number());
    out.extend(late.map(|at| Finding::new(codes::EXP_IDENTIFIER, at)));
}

/// A function has one exception specification ([except.spec]).
fn exceptions<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let both = (node.child(NOEXCEPT_SPECIFIER)).zip(node.child(DYNAMIC_EXCEPTION_SPECIFICATION));
    if let Some((a, b)) = both {
        out.push(Finding::new(codes::EXP_LBRACE, first(a).max(first(b))));
    }
    // What Microsoft's compiler has for any exception.
    let dynamic = node.child(DYNAMIC_EXCEPTION_SPECIFICATION);
    if let Some(dynamic) = dynamic.filter(|d| d.children().next().is_none())
        && let Some(dots) = dynamic.own_tokens().find(|t| t.kind() == ELLIPSIS)
    {
        out.push(Finding::new(
            codes::PARAMETER_PACK_NOT_ALLOWED,
            dots.number(),
        ));
        out.push(Finding::new(codes::MISSING_TYPE_SPECIFIER, dots.number()));
    }
}

/// The type of a parameter that is a function's has no cv-qualifiers behind its parameters ([dcl.fct]/6).
fn of_no_member<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let declarator = node.parent().filter(|d| d.kind() == DECLARATOR);
    let plain = declarator.is_some_and(|d| {
        d.children().next() == Some(node)
            && (d.parent()).is_some_and(|p| {
                let list = p.parent().map(|l| l.kind());
                p.kind() == PARAMETER_DECLARATION && list == Some(PARAMETER_CLAUSE)
            })
    });
    let cv = |t: &Token<'_>| matches!(t.kind(), CONST_KW | VOLATILE_KW);
    if plain && let Some(cv) = node.own_tokens().find(cv) {
        let code = codes::QUALIFIER_ON_NONMEMBER_FUNCTION;
        out.push(Finding::new(code, cv.number()));
    }
}

/// Until C++23 no parameter is an explicit object parameter ([dcl.fct]/7).
fn explicit_object<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    let first = node.own_tokens().next();
    let this = first.filter(|t| t.kind() == THIS_KW && s.settings.standard < 202_302);
    if let Some(this) = this.filter(|t| t.number() == node.tokens().start) {
        out.push(Finding::new(codes::EXP_TYPE_SPECIFIER, this.number()));
    }
}

/// A function that is no template, nor a member of one, has no requires-clause ([dcl.decl.general]/4), and a virtual one neither
/// ([class.virtual]/6).
fn constrained_function<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let Some(clause) = node.child(REQUIRES_CLAUSE) else {
        return;
    };
    let declared = (node.ancestors())
        .find(|n| {
            !matches!(
                n.kind(),
                PARAMETERS_AND_QUALIFIERS | DECLARATOR | INIT_DECLARATOR
            )
        })
        .filter(|n| matches!(n.kind(), SIMPLE_DECLARATION | FUNCTION_DEFINITION));
    let Some(declared) = declared else { return };
    let seq = declared.child(DECL_SPECIFIER_SEQ);
    let of_template = |n: Node<'_>| matches!(n.kind(), TEMPLATE_DECLARATION | LAMBDA_EXPRESSION);
    let placeholder = |n: Node<'_>| n.has(AUTO_KW) || n.kind() == PLACEHOLDER_TYPE_SPECIFIER;
    let clause_of = |n: Node<'_>| n.kind() == PARAMETER_CLAUSE && n.descendants().any(placeholder);
    let generic = |n: Node<'_>| {
        n.kind() == FUNCTION_DEFINITION
            && (n.child(DECLARATOR)).is_some_and(|d| d.descendants().any(clause_of))
    };
    let specialized = |n: Node<'_>| n.kind() == EXPLICIT_SPECIALIZATION;
    let plain = !declared
        .ancestors()
        .any(|n| of_template(n) || specialized(n) || generic(n))
        && !node.children().any(clause_of);
    if plain
        && node
            .parent()
            .is_some_and(|d| d.child(DECLARATOR_ID).is_some_and(unqualified))
    {
        let at = first(clause);
        out.push(Finding::new(codes::REQUIRES_CLAUSE_NOT_ALLOWED, at));
    } else if seq.is_some_and(|seq| seq.has(VIRTUAL_KW)) {
        out.push(Finding::new(
            codes::CONSTRAINED_VIRTUAL_FUNCTION,
            first(clause),
        ));
    }
}

fn unqualified(id: Node<'_>) -> bool {
    id.child(NESTED_NAME_SPECIFIER).is_none() && id.child(TEMPLATE_ID).is_none()
}

/// Each qualifier of an `asm` stands once; `volatile` may be repeated where it stands.
fn asm_qualifiers<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let qualifiers = node.children().filter(|n| n.kind() == ASM_QUALIFIER);
    let words: Vec<Token<'_>> = qualifiers.filter_map(|n| n.own_tokens().next()).collect();
    for (i, word) in words.iter().enumerate() {
        let same = |t: &Token<'_>| t.kind() == word.kind();
        let next = word.kind() == VOLATILE_KW && i > 0 && same(&words[i - 1]);
        if !next && words[..i].iter().any(same) {
            let at = word.number();
            out.push(Finding::new(codes::DUPLICATE_ASM_QUALIFIER, at));
        }
    }
}

/// A concept has no constraints of its own ([temp.concept]/4).
fn constrained_concept<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let template = node.parent().filter(|p| p.kind() == TEMPLATE_DECLARATION);
    if template.is_some_and(|t| t.child(REQUIRES_CLAUSE).is_some())
        && let Some(name) = node.own_tokens().find(|t| t.kind() == IDENT)
    {
        out.push(Finding::new(codes::CONSTRAINED_CONCEPT, name.number()));
    }
}

/// Until C++23 an init-statement is no alias-declaration ([stmt.pre]).
fn alias<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let alias = node.child(ALIAS_DECLARATION);
    out.extend(alias.map(|a| Finding::new(codes::EXP_PRIMARY_EXPR, first(a))));
}

/// `__label__` declares labels at the beginning of a block, and is a name elsewhere.
fn local_label<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let Some(block) = node.parent() else {
        return;
    };
    let mut before = block.children().take_while(|n| *n != node);
    let inside = block.kind() == COMPOUND_STATEMENT;
    if !inside || before.any(|n| n.kind() != LOCAL_LABEL_DECLARATION) {
        let name = Arg::Name("__label__".into());
        out.push(Finding::new(
            codes::UNDEFINED_IDENTIFIER { name },
            first(node),
        ));
    }
}

/// What stands in front of `template` ([temp.pre], [temp.explicit]).
fn in_front_of_template<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let template = node.own_tokens().find(|t| t.kind() == TEMPLATE_KW);
    let Some(template) = template.map(|t| t.number()) else {
        return;
    };
    let before = |t: &Token<'_>| t.number() < template;
    let found = node
        .own_tokens()
        .filter(before)
        .find_map(|t| match t.kind() {
            STATIC_KW => Some(Finding::new(codes::TEMPLATE_NOT_ALLOWED, template)),
            INLINE_KW if node.kind() == TEMPLATE_DECLARATION => {
                let mut finding = Finding::new(codes::INLINE_NOT_ALLOWED, t.number());
                finding.severity = Some(Severity::Error);
                Some(finding)
            }
            _ => None,
        });
    out.extend(found);
    let declared = node.child(SIMPLE_DECLARATION);
    let specifiers = declared.and_then(|d| d.child(DECL_SPECIFIER_SEQ));
    if node.kind() == TEMPLATE_DECLARATION
        && let Some(specifiers) = specifiers
        && let Some(typedef) = specifiers.own_tokens().find(|t| t.kind() == TYPEDEF_KW)
    {
        out.push(Finding::new(codes::TYPEDEF_NOT_ALLOWED, typedef.number()));
    }
}

/// A class template has a name ([temp.pre]).
fn template_without_name<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let declared = node.parent().and_then(|seq| seq.parent());
    let around = declared.and_then(|d| d.parent()).map(|p| p.kind());
    let named = node.has(IDENT) || node.child(TEMPLATE_ID).is_some();
    if around == Some(TEMPLATE_DECLARATION)
        && declared.is_some_and(|d| d.kind() == SIMPLE_DECLARATION)
        && !named
        && let Some(body) = node.child(BASE_CLAUSE).or(node.child(MEMBER_SPECIFICATION))
    {
        out.push(Finding::new(codes::EXP_IDENTIFIER, first(body)));
    }
}

/// A lambda that is not generic has no requires-clause ([expr.prim.lambda.general]/5).
fn lambda_constraint<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let Some(clause) = node.child(REQUIRES_CLAUSE) else {
        return;
    };
    let placeholder = |n: Node<'_>| n.kind() == PLACEHOLDER_TYPE_SPECIFIER || n.has(AUTO_KW);
    let generic = node.child(TEMPLATE_PARAMETER_LIST).is_some()
        || node
            .child(PARAMETER_CLAUSE)
            .is_some_and(|p| p.descendants().any(placeholder));
    if !generic {
        out.push(Finding::new(
            codes::REQUIRES_CLAUSE_NOT_ALLOWED,
            first(clause),
        ));
    }
}

/// A linkage-specification stands at namespace scope only ([dcl.link]/5).
fn linkage<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let around = node.parent().map(|p| p.kind());
    let inside = matches!(around, Some(COMPOUND_STATEMENT | MEMBER_SPECIFICATION));
    if inside {
        let code = codes::LINKAGE_SPECIFICATION_NOT_ALLOWED;
        out.push(Finding::new(code, first(node)));
    }
}

/// `operator int;`
fn conversion_object<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    for declarator in node.children().filter_map(|n| n.child(DECLARATOR)) {
        let id = declarator.child(DECLARATOR_ID);
        let conversion = id.and_then(|id| id.child(CONVERSION_FUNCTION_ID));
        let plain = declarator.children().count() == 1;
        if let Some(conversion) = conversion.filter(|_| plain) {
            out.push(Finding::new(
                codes::OPERATOR_NAME_NOT_A_FUNCTION,
                first(conversion),
            ));
        }
    }
}

/// The name of a destructor that a declaration begins with, no specifier and no qualifier before it.
fn plain_destructor(node: Node<'_>) -> Option<Node<'_>> {
    let declarator = match node.kind() {
        SIMPLE_DECLARATION => node.child(INIT_DECLARATOR)?.child(DECLARATOR)?,
        _ => node.child(DECLARATOR)?,
    };
    let id = declarator.child(DECLARATOR_ID)?;
    let is_plain = id.child(NESTED_NAME_SPECIFIER).is_none() && first(id) == first(node);
    (is_plain && id.child(DESTRUCTOR_NAME).is_some()).then_some(id)
}

/// `~A() {}` outside of a class ([class.dtor]/1).
fn destructor_of_namespace<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let outside = node.parent().is_some_and(|p| p.kind() == ITEM_ROOT);
    let Some(id) = plain_destructor(node) else {
        return;
    };
    if outside {
        out.push(Finding::new(codes::EXP_DECLARATION, first(id)));
    }
}

/// `template <int> ~A();` in a class ([class.dtor]/1).
fn destructor_template<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let template = node.parent().filter(|p| p.kind() == TEMPLATE_DECLARATION);
    if template.is_none_or(|t| t.parent().is_none_or(|p| p.kind() != MEMBER_SPECIFICATION)) {
        return;
    }
    let Some(id) = plain_destructor(node) else {
        return;
    };
    out.push(Finding::new(codes::EXP_DECLARATION, first(id)));
    out.push(Finding::new(codes::EXP_SEMICOLON, first(id)));
}

/// `decltype(auto)` as the type of a function is all of it ([dcl.spec.auto]/5).
fn decltype_auto<'db>(seq: Node<'_>, out: &mut Sink<'db>) {
    let auto = seq.child(DECLTYPE_SPECIFIER).filter(|d| d.has(AUTO_KW));
    let (Some(auto), Some(node)) = (auto, seq.parent()) else {
        return;
    };
    let declarator = match node.kind() {
        SIMPLE_DECLARATION => node
            .child(INIT_DECLARATOR)
            .and_then(|d| d.child(DECLARATOR)),
        FUNCTION_DEFINITION => node.child(DECLARATOR),
        _ => None,
    };
    let Some(declarator) = declarator else {
        return;
    };
    let Some(function) = declarator.child(PARAMETERS_AND_QUALIFIERS) else {
        return;
    };
    if declarator.child(POINTER_OPERATOR).is_some() {
        out.push(Finding::new(
            codes::DECLTYPE_AUTO_IN_COMPOUND_TYPE,
            first(auto),
        ));
    } else if seq.has(CONST_KW) || seq.has(VOLATILE_KW) {
        out.push(Finding::new(
            codes::DECLTYPE_AUTO_WITH_QUALIFIERS,
            first(auto),
        ));
    }
    if let Some(trailing) = function.child(TRAILING_RETURN_TYPE) {
        out.push(Finding::new(
            codes::TRAILING_RETURN_NEEDS_AUTO,
            first(trailing),
        ));
    }
}

/// `f(const void)`: a parameter list of `void` alone has no qualifiers ([dcl.fct]/4).
fn qualified_void<'db>(clause: Node<'_>, out: &mut Sink<'db>) {
    let mut parameters = clause.children();
    let (Some(only), None) = (parameters.next(), parameters.next()) else {
        return;
    };
    let Some(seq) = only.child(DECL_SPECIFIER_SEQ) else {
        return;
    };
    let mut words = seq.own_tokens().map(|t| t.kind());
    let plain = words
        .clone()
        .all(|k| matches!(k, CONST_KW | VOLATILE_KW | VOID_KW));
    let qualified = words.any(|k| k != VOID_KW) && seq.has(VOID_KW);
    if only.kind() == PARAMETER_DECLARATION
        && only.children().count() == 1
        && seq.children().next().is_none()
        && plain
        && qualified
        && !clause.own_tokens().any(|t| t.kind() == ELLIPSIS)
    {
        out.push(Finding::new(codes::QUALIFIED_VOID_PARAMETER, first(seq)));
    }
}

/// A parameter has no operator's name ([dcl.fct]).
fn operator_name<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let id = node.child(DECLARATOR).and_then(|d| d.child(DECLARATOR_ID));
    let name = id.and_then(|id| id.child(OPERATOR_FUNCTION_ID));
    out.extend(name.map(|n| Finding::new(codes::OPERATOR_NAME_NOT_ALLOWED, first(n))));
}

/// A template argument is no braced list ([temp.names]).
fn braced_argument<'db>(list: Node<'_>, out: &mut Sink<'db>) {
    let braced = list.child(BRACED_INIT_LIST);
    out.extend(braced.map(|b| Finding::new(codes::EXP_PRIMARY_EXPR, first(b))));
}

/// A using-declarator names no specialisation ([namespace.udecl]/5).
fn template_id<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let Some(id) = node.child(DECLARATOR_ID) else {
        return;
    };
    if id.child(TEMPLATE_ID).is_some() && id.child(NESTED_NAME_SPECIFIER).is_some() {
        out.push(Finding::new(codes::TEMPLATE_ID_NOT_ALLOWED, first(id)));
    }
}

/// Neither is the default argument of a template parameter ([temp.param]).
fn braced_default<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let of_template = node
        .parent()
        .is_some_and(|p| p.kind() == TEMPLATE_PARAMETER_LIST);
    let default = node.child(EQUAL_INITIALIZER).filter(|_| of_template);
    let braced = default.and_then(|d| d.child(BRACED_INIT_LIST));
    out.extend(braced.map(|b| Finding::new(codes::EXP_PRIMARY_EXPR, first(b))));
}

/// `new() int`: a placement has arguments ([expr.new]).
fn empty_placement<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    if node.children().next().is_none() {
        out.push(Finding::new(codes::EXP_PRIMARY_EXPR, node.tokens().end - 1));
    }
}

/// Lambdas are constant expressions since C++17 ([expr.prim.lambda.closure]).
fn constexpr_lambda<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    let word = node.own_tokens().find(|t| t.kind() == CONSTEXPR_KW);
    if let Some(word) = word.filter(|_| s.settings.standard < 201_703) {
        out.push(Finding::new(
            codes::CONSTEXPR_LAMBDA_NOT_ENABLED,
            word.number(),
        ));
    }
}

fn is_member(node: Node<'_>) -> bool {
    node.parent()
        .is_some_and(|p| p.kind() == MEMBER_SPECIFICATION)
}

/// `int;` as a member ([class.mem.general]/3). A lone name is a type's, or wrong as well.
fn member_of_no_name<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let Some(seq) = node.child(DECL_SPECIFIER_SEQ).filter(|_| is_member(node)) else {
        return;
    };
    let lone = |n: Node<'_>| match n.kind() {
        NAMED_TYPE => n.children().next().is_none() && !n.has(COLON2),
        kind => kind == DECLTYPE_SPECIFIER,
    };
    if node.children().count() == 1
        && seq.children().all(lone)
        && !seq.has(FRIEND_KW)
        && !seq.has(TYPEDEF_KW)
    {
        let mut finding = Finding::new(codes::USELESS_DECL, first(seq));
        finding.severity = Some(Severity::Error);
        out.push(finding);
    }
}

/// A flexible array member has no initializer.
fn flexible_array<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let fixed = |seq: Node<'_>| {
        let word = |t: Token<'_>| {
            matches!(
                t.kind(),
                STATIC_KW | CONSTEXPR_KW | TYPEDEF_KW | FRIEND_KW | EXTERN_KW
            )
        };
        seq.own_tokens().any(word)
    };
    if !is_member(node) || node.child(DECL_SPECIFIER_SEQ).is_none_or(fixed) {
        return;
    }
    for init in node.children().filter(|n| n.kind() == INIT_DECLARATOR) {
        let open = |n: Node<'_>| n.kind() == ARRAY_SUFFIX && n.children().next().is_none();
        let declarator = init.child(DECLARATOR);
        let plain = declarator.is_some_and(|d| {
            d.child(DECLARATOR_ID).is_some()
                && d.child(POINTER_OPERATOR).is_none()
                && d.children().nth(1).is_some_and(open)
        });
        let value = (init.child(EQUAL_INITIALIZER)).or(init.child(BRACED_INIT_LIST));
        if let Some(value) = value.filter(|_| plain) {
            out.push(Finding::new(
                codes::FLEXIBLE_ARRAY_INITIALIZER,
                first(value),
            ));
        }
    }
}

/// A member with a placeholder among its parameters is a template: it is not virtual, and in no local class ([temp.mem]).
fn generic_member<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let declarator = match node.kind() {
        SIMPLE_DECLARATION => node
            .child(INIT_DECLARATOR)
            .and_then(|d| d.child(DECLARATOR)),
        _ => node.child(DECLARATOR),
    };
    let function = declarator.and_then(|d| d.child(PARAMETERS_AND_QUALIFIERS));
    let clause = function.and_then(|f| f.child(PARAMETER_CLAUSE));
    let Some(clause) = clause.filter(|_| is_member(node)) else {
        return;
    };
    let placeholder = |p: Node<'_>| {
        let seq = p.child(DECL_SPECIFIER_SEQ);
        seq.is_some_and(|s| s.has(AUTO_KW) || s.child(PLACEHOLDER_TYPE_SPECIFIER).is_some())
    };
    if !clause.children().any(placeholder) {
        return;
    }
    let around = node.nearest(&[COMPOUND_STATEMENT, ITEM_ROOT]);
    if around.is_some_and(|n| n.kind() == COMPOUND_STATEMENT) {
        out.push(Finding::new(
            codes::TEMPLATE_DECLARATION_NOT_ALLOWED,
            first(node),
        ));
        return;
    }
    let seq = node.child(DECL_SPECIFIER_SEQ);
    let word = seq.and_then(|seq| seq.own_tokens().find(|t| t.kind() == VIRTUAL_KW));
    out.extend(word.map(|w| Finding::new(codes::VIRTUAL_FUNCTION_TEMPLATE, w.number())));
}
