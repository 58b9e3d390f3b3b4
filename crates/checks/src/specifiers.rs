//! Specifiers and declarators that may not stand where they stand ([dcl.spec], [dcl.meaning]). The tree alone decides.

use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::tree::{SyntaxElement, SyntaxNode, SyntaxToken};

use crate::Finding;
use crate::attributes::child;
use crate::bodies::has;
use crate::source::{Sink, Source};

/// All of an item.
pub(crate) fn check<'db>(s: &Source<'db>, root: &SyntaxNode, out: &mut Sink<'db>) {
    for node in root.descendants() {
        match node.kind() {
            DECL_SPECIFIER_SEQ => sequence(s, &node, out),
            DECLARATOR => declarator(s, &node, out),
            PARAMETER_CLAUSE => parameters(s, &node, out),
            CTOR_INITIALIZER => initializers(s, &node, out),
            LAMBDA_INTRODUCER => captures(s, &node, out),
            _ => {}
        }
    }
}

fn at(s: &Source<'_>, token: &SyntaxToken) -> u32 {
    s.lexed.at_or_after(token.text_range().start().into()) as u32
}

fn tokens(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> {
    node.children_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .filter(|t| !t.kind().is_trivia())
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

fn place(seq: &SyntaxNode) -> Place {
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
            COMPOUND_STATEMENT => return Place::Block,
            ITEM_ROOT | NAMESPACE_DEFINITION | LINKAGE_SPECIFICATION => return Place::Namespace,
            TEMPLATE_DECLARATION | EXPLICIT_SPECIALIZATION => around = node.parent(),
            _ => return Place::Other,
        }
    }
    Place::Other
}

fn sequence<'db>(s: &Source<'db>, seq: &SyntaxNode, out: &mut Sink<'db>) {
    let place = place(seq);
    if place == Place::Other {
        return;
    }
    let Some(parent) = seq.parent() else { return };
    let is_storage = |k: SyntaxKind| {
        matches!(
            k,
            STATIC_KW | EXTERN_KW | REGISTER_KW | TYPEDEF_KW | MUTABLE_KW
        )
    };
    let storage: Vec<SyntaxToken> = tokens(seq).filter(|t| is_storage(t.kind())).collect();
    let declarators: Vec<SyntaxNode> = match parent.kind() {
        SIMPLE_DECLARATION => parent
            .children()
            .filter(|n| n.kind() == INIT_DECLARATOR)
            .filter_map(|n| child(&n, DECLARATOR))
            .collect(),
        _ => child(&parent, DECLARATOR).into_iter().collect(),
    };
    let is_function = |d: &SyntaxNode| child(d, PARAMETERS_AND_QUALIFIERS).is_some();
    let functions = !declarators.is_empty() && declarators.iter().all(is_function);
    let variables = !declarators.is_empty()
        && declarators.iter().all(|d| {
            d.descendants()
                .all(|n| n.kind() != PARAMETERS_AND_QUALIFIERS)
        });
    if let [_, second, ..] = &storage[..] {
        out.push(Finding::new(81, at(s, second)));
        return;
    }
    for token in &storage {
        let number = match (place, token.kind()) {
            (Place::Parameter, STATIC_KW | EXTERN_KW | TYPEDEF_KW | MUTABLE_KW) => Some(85),
            (Place::Namespace, REGISTER_KW) => Some(149),
            (Place::Namespace | Place::Block, MUTABLE_KW) => Some(719),
            (Place::Member, EXTERN_KW | REGISTER_KW) => Some(328),
            (Place::Member, MUTABLE_KW) if functions => Some(719),
            (Place::Member, MUTABLE_KW) if is_constant(seq, &declarators) => Some(719),
            _ => None,
        };
        out.extend(number.map(|n| Finding::new(n, at(s, token))));
    }
    for token in tokens(seq) {
        let number = match (place, token.kind()) {
            (Place::Member, VIRTUAL_KW) if variables && !has(seq, FRIEND_KW) => Some(377),
            (Place::Namespace | Place::Block, VIRTUAL_KW) => Some(239),
            (Place::Member, INLINE_KW) if variables && !has(seq, STATIC_KW) => Some(2860),
            (Place::Member, CONSTEXPR_KW) if variables && !has(seq, STATIC_KW) => Some(2386),
            _ => None,
        };
        out.extend(number.map(|n| Finding::new(n, at(s, &token))));
    }
    if let (Place::Member, true, true) = (place, has(seq, STATIC_KW), has(seq, VIRTUAL_KW)) {
        out.push(Finding::new(314, s.tokens(seq).start));
    }
    constant_keywords(s, seq, place, &declarators, functions, out);
    if place == Place::Block && has(seq, EXTERN_KW) && variables {
        let initialized = parent.children().filter(|n| n.kind() == INIT_DECLARATOR);
        let initializers = initialized
            .flat_map(|n| n.children().collect::<Vec<_>>())
            .filter(|n| matches!(n.kind(), EQUAL_INITIALIZER | BRACED_INIT_LIST));
        for initializer in initializers {
            out.push(Finding::new(2442, s.tokens(&initializer).start));
        }
    }
}

/// `constexpr`, `consteval` and `constinit` ([dcl.constexpr], [dcl.constinit]).
fn constant_keywords<'db>(
    s: &Source<'db>,
    seq: &SyntaxNode,
    place: Place,
    declarators: &[SyntaxNode],
    functions: bool,
    out: &mut Sink<'db>,
) {
    let keyword = |t: &SyntaxToken| matches!(t.kind(), CONSTEXPR_KW | CONSTEVAL_KW | CONSTINIT_KW);
    let found: Vec<SyntaxToken> = tokens(seq).filter(keyword).collect();
    if let [_, second, ..] = &found[..] {
        out.push(Finding::new(2923, at(s, second)));
        return;
    }
    let [word] = &found[..] else { return };
    let standard = s.settings.standard;
    let destructor = declarators
        .first()
        .and_then(|d| child(d, DECLARATOR_ID))
        .is_some_and(|id| s.kind(s.tokens(&id).start) == TILDE);
    let number = match word.kind() {
        CONSTEVAL_KW if !functions && !declarators.is_empty() => Some(2929),
        CONSTEVAL_KW if destructor => Some(2927),
        CONSTEXPR_KW if destructor && standard < 202_002 => Some(2395),
        CONSTINIT_KW if place == Place::Block => {
            let lasting = has(seq, STATIC_KW) || has(seq, THREAD_LOCAL_KW) || has(seq, EXTERN_KW);
            (!lasting).then_some(3114)
        }
        _ => None,
    };
    out.extend(number.map(|n| Finding::new(n, at(s, word))));
    if word.kind() == CONSTEXPR_KW
        && standard < 202_002
        && let Some(token) = tokens(seq).find(|t| t.kind() == VIRTUAL_KW)
    {
        out.push(Finding::new(2390, at(s, &token)));
    }
}

/// Whether members are constant or references, by their declaration.
fn is_constant(seq: &SyntaxNode, declarators: &[SyntaxNode]) -> bool {
    has(seq, CONST_KW)
        && declarators
            .iter()
            .all(|d| d.children().all(|n| n.kind() == DECLARATOR_ID))
}

/// What a declarator makes of types that cannot be: pointers and references to references, arrays of functions, functions that
/// return functions or arrays.
fn declarator<'db>(s: &Source<'db>, node: &SyntaxNode, out: &mut Sink<'db>) {
    let mut reference = false;
    for operator in node.children().filter(|n| n.kind() == POINTER_OPERATOR) {
        let t = s.tokens(&operator);
        let number = match s.kind(t.start) {
            STAR if reference => Some(248),
            AMP | AMP2 if reference => Some(249),
            _ => None,
        };
        if let Some(number) = number {
            out.push(Finding::new(number, t.start));
            return;
        }
        reference = matches!(s.kind(t.start), AMP | AMP2);
    }
    let suffixes: Vec<SyntaxNode> = node
        .children()
        .filter(|n| matches!(n.kind(), PARAMETERS_AND_QUALIFIERS | ARRAY_SUFFIX))
        .collect();
    for pair in suffixes.windows(2) {
        let [first, second] = pair else { continue };
        let start = s.tokens(second).start;
        let found = match (first.kind(), second.kind()) {
            (PARAMETERS_AND_QUALIFIERS, PARAMETERS_AND_QUALIFIERS) => Some((90, start + 1)),
            (PARAMETERS_AND_QUALIFIERS, ARRAY_SUFFIX) => Some((91, start)),
            (ARRAY_SUFFIX, PARAMETERS_AND_QUALIFIERS) => Some((88, start + 1)),
            _ => None,
        };
        if let Some((number, at)) = found {
            out.push(Finding::new(number, at));
            return;
        }
    }
}

/// Parameters of one name, and those of type `void` beside others ([dcl.fct]/4, [basic.scope.param]).
fn parameters<'db>(s: &Source<'db>, clause: &SyntaxNode, out: &mut Sink<'db>) {
    let mut seen: Vec<&str> = Vec::new();
    let all: Vec<SyntaxNode> = clause
        .children()
        .filter(|n| n.kind() == PARAMETER_DECLARATION)
        .collect();
    for parameter in &all {
        let declarator = child(parameter, DECLARATOR);
        let name = declarator
            .as_ref()
            .and_then(|d| d.descendants().find(|n| n.kind() == DECLARATOR_ID));
        if let Some(id) = &name {
            let at = s.tokens(id).start;
            let word = s.word(at);
            if seen.contains(&word) {
                out.push(Finding::new(100, at));
            }
            seen.push(word);
        }
        let Some(seq) = child(parameter, DECL_SPECIFIER_SEQ) else {
            continue;
        };
        let t = s.tokens(&seq);
        let void = t.end == t.start + 1 && s.kind(t.start) == VOID_KW;
        let plain = declarator
            .as_ref()
            .is_none_or(|d| d.children().all(|n| n.kind() == DECLARATOR_ID));
        if void && plain && (all.len() > 1 || name.is_some()) {
            out.push(Finding::new(526, t.start));
        }
    }
}

/// Members and bases that are initialized twice, and what stands beside a delegation ([class.base.init]).
fn initializers<'db>(s: &Source<'db>, node: &SyntaxNode, out: &mut Sink<'db>) {
    let class = node
        .ancestors()
        .find(|n| n.kind() == CLASS_SPECIFIER)
        .and_then(|n| crate::bodies::first_name(&n));
    let all: Vec<SyntaxNode> = node
        .children()
        .filter(|n| n.kind() == MEM_INITIALIZER)
        .collect();
    let named = |n: &SyntaxNode| {
        let t = child(n, NAMED_TYPE).map(|id| s.tokens(&id))?;
        (t.end == t.start + 1).then(|| s.word(t.start))
    };
    let (Some(class), Some(first)) = (class, all.first()) else {
        return;
    };
    if named(first) == Some(class.as_str()) {
        if all.len() > 1 {
            out.push(Finding::new(2447, s.tokens(first).end));
        }
        return;
    }
    let late = all.iter().find(|n| named(n) == Some(class.as_str()));
    if let Some(late) = late {
        out.push(Finding::new(2447, s.tokens(late).start));
    }
}

/// Captures of one name, and those that say what the default says ([expr.prim.lambda.capture]).
fn captures<'db>(s: &Source<'db>, introducer: &SyntaxNode, out: &mut Sink<'db>) {
    let mut default = None;
    let mut seen: Vec<&str> = Vec::new();
    for capture in introducer.children().filter(|n| n.kind() == LAMBDA_CAPTURE) {
        let t = s.tokens(&capture);
        if t.end == t.start + 1 && matches!(s.kind(t.start), EQ | AMP) {
            default = Some(s.kind(t.start));
            continue;
        }
        let initialized = capture.children().next().is_some();
        let by_reference = s.kind(t.start) == AMP;
        let name = (t.start..t.end).find(|&i| matches!(s.kind(i), IDENT | THIS_KW));
        let Some(name) = name else { continue };
        let this = s.kind(name) == THIS_KW;
        let copied_this = this && s.kind(t.start) == STAR;
        let repeats = match default {
            Some(EQ) if this => !copied_this && s.settings.standard < 202_002,
            Some(EQ) => !by_reference && !initialized,
            Some(AMP) => by_reference && !initialized,
            _ => false,
        };
        if seen.contains(&s.word(name)) {
            out.push(Finding::new(1761, name));
        } else if repeats {
            out.push(Finding::new(1729, t.start));
        }
        seen.push(s.word(name));
    }
}
