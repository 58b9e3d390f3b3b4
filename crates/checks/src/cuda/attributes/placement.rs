//! Whether an attribute may stand where it stands (reference: attributes, Names and places): every attribute of an item, in bodies
//! as well.
//!
//! What an attribute does where it may stand is no concern here.

use std::cell::OnceCell;

use cleave_attributes::{Applies, Attribute, Spelling, bare, find};
use cleave_codes::codes;
use cleave_diagnostics::Severity;
use cleave_names::decl::{Function, Tokens};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::cxx::declarations::gnu_places::{self, is_behind_type};
use crate::engine::broken::Broken;
use crate::engine::order::behind_declarator;
use crate::engine::source::{Sink, Source};
use crate::engine::variables;

/// One attribute that is known here.
struct Written<'t> {
    /// Where its name begins.
    at: u32,
    known: &'static Attribute,
    /// A standard attribute that is not CUDA's.
    foreign: bool,
    /// Its `__attribute__((…))` or `[[…]]`.
    specifier: Node<'t>,
}

/// Attributes on declarations, statements and whatever else they stand on.
pub(crate) fn check<'db>(s: &Source<'db>, root: Node<'_>, out: &mut Sink<'db>) {
    let functions = OnceCell::new();
    for node in root.descendants_of(ATTRIBUTE) {
        let Some(w) = written(s, node) else { continue };
        let Some(holder) = w.specifier.parent() else {
            continue;
        };
        if let Some(mut finding) = judged(s, &w, holder) {
            if finding.code == codes::ATTRIBUTE_DOES_NOT_APPLY
                && let Some(function) = function_around(functions.get_or_init(|| own(s)), w.at)
            {
                finding = behind_declarator(finding, function);
            }
            out.push(finding);
        }
    }
    keywords(s, root, out);
}

/// Attributes that do not apply among the specifiers of declarations that are read up to the end of their declarators: what is wrong
/// stands behind those.
pub(crate) fn in_front<'db>(
    s: &Source<'db>,
    root: Node<'_>,
    broken: &Broken<'_>,
    out: &mut Sink<'db>,
) {
    for node in root.descendants_of(ATTRIBUTE) {
        let Some(w) = written(s, node) else { continue };
        let sequence = (w.specifier.parent()).filter(|p| p.kind() == DECL_SPECIFIER_SEQ);
        let declaration =
            (sequence.and_then(|p| p.parent())).filter(|p| matches!(p.kind(), SIMPLE_DECLARATION));
        let (Some(sequence), Some(declaration)) = (sequence, declaration) else {
            continue;
        };
        let start = s.tokens(declaration).start;
        let end = (declaration.children())
            .filter(|c| c.kind() == INIT_DECLARATOR)
            .map(|c| s.tokens(c).end)
            .last();
        let is_read = |end: u32| broken.at(start..=end - 1).is_empty() && !broken.skips(start);
        if end.is_some_and(is_read)
            && let Some(finding) = specifiers(s, &w, sequence)
            && finding.code == codes::ATTRIBUTE_DOES_NOT_APPLY
        {
            out.push(finding);
        }
    }
}

/// The tokens of specifiers, and those of declarators behind their parameters, with the function that they declare, in order.
fn own<'s>(s: &'s Source<'_>) -> Vec<(Tokens, &'s Function)> {
    let functions = (s.decls.iter()).filter_map(|d| Some((d, d.function.as_ref()?)));
    let tokens = |start, end| Tokens { start, end };
    let mut out: Vec<(Tokens, &Function)> = functions
        .flat_map(|(d, f)| {
            let before = tokens(d.declarator.start, f.clause.start);
            let behind = tokens(f.clause.end, d.declarator.end);
            [d.specifiers, before, behind].map(|tokens| (tokens, f))
        })
        .filter(|(tokens, _)| !tokens.is_empty())
        .collect();
    out.sort_by_key(|(tokens, _)| tokens.start);
    out
}

/// The function among whose specifiers or behind whose name a token stands.
fn function_around<'s>(functions: &[(Tokens, &'s Function)], at: u32) -> Option<&'s Function> {
    let next = functions.partition_point(|(tokens, _)| tokens.start <= at);
    let &(tokens, function) = functions.get(next.checked_sub(1)?)?;
    tokens.contains(at).then_some(function)
}

/// Attributes before something that takes none, at the beginning of an item.
pub(crate) fn leading<'db>(s: &Source<'db>, root: Node<'_>, out: &mut Sink<'db>) {
    let mut children = root.children();
    let Some(first) = children.next() else {
        return;
    };
    for lone in children.filter(|n| n.kind() == ATTRIBUTE_DECLARATION) {
        all_misplaced(s, lone, out);
    }
    let lone = match first.kind() {
        ATTRIBUTE_DECLARATION => first,
        SIMPLE_DECLARATION => {
            let Some(seq) = first.child(DECL_SPECIFIER_SEQ) else {
                return;
            };
            let only = seq.children().count() > 0
                && seq.children().all(|c| c.kind() == ATTRIBUTE_SPECIFIER)
                && seq.children_with_tokens().all(|e| {
                    e.into_token()
                        .is_none_or(|t| t.kind().is_trivia() || t.kind() == ATTRIBUTE_KW)
                });
            if !only || first.children().any(|c| c.kind() == INIT_DECLARATOR) {
                return;
            }
            seq
        }
        _ => return,
    };
    let next = s.tokens(lone);
    let after = lone
        .children()
        .filter(|c| c.kind() == ATTRIBUTE_SPECIFIER)
        .last()
        .map_or(next.end, |a| s.tokens(a).end);
    if s.kind(after) == SEMICOLON {
        all_misplaced(s, lone, out);
    }
}

/// `__device__;` is an error where everything else of the kind is a warning.
fn all_misplaced<'db>(s: &Source<'db>, lone: Node<'_>, out: &mut Sink<'db>) {
    for node in lone.descendants_of(ATTRIBUTE) {
        if let Some(w) = written(s, node) {
            let finding = misplaced(&w);
            out.push(finding.severity(Severity::Error));
        }
    }
}

fn written<'t>(s: &Source<'_>, node: Node<'t>) -> Option<Written<'t>> {
    let specifier = node.parent().filter(|p| p.kind() == ATTRIBUTE_SPECIFIER)?;
    let mut words = node.own_tokens().map(|t| t.text());
    let words = [words.next(), words.next(), words.next(), words.next()];
    let keyword = node.has(NOINLINE_KW) || node.has(REGISTER_PARAMS_KW);
    let gnu = keyword || specifier.has(ATTRIBUTE_KW);
    let name = match words {
        [Some(name), None, ..] if gnu => name,
        [Some("gnu" | "__gnu__"), Some("::"), Some(name), None] if !gnu => name,
        _ => return None,
    };
    let known = find(bare(name))?;
    Some(Written {
        at: s.tokens(node).start,
        known,
        foreign: !gnu && known.is_foreign(),
        specifier,
    })
}

impl Written<'_> {
    /// As messages print it: a standard attribute that is not CUDA's with its namespace.
    fn shown(&self) -> String {
        let of = if self.foreign { "gnu::" } else { "" };
        format!("{of}{}", self.known.shown)
    }
}

fn misplaced<'db>(w: &Written<'_>) -> Finding<'db> {
    Finding::new(codes::ATTRIBUTE_DOES_NOT_APPLY, w.at).name(w.shown())
}

/// What is said of an attribute in `holder`.
fn judged<'db>(s: &Source<'db>, w: &Written<'_>, holder: Node<'_>) -> Option<Finding<'db>> {
    match holder.kind() {
        DECL_SPECIFIER_SEQ => specifiers(s, w, holder),
        CLASS_SPECIFIER | ENUM_SPECIFIER | ELABORATED_TYPE_SPECIFIER if !in_template(holder) => {
            (w.known.applies != Applies::Anything).then(|| misplaced(w))
        }
        ENUMERATOR | LABELED_STATEMENT | CASE_STATEMENT | DEFAULT_STATEMENT
        | ATTRIBUTED_STATEMENT => Some(misplaced(w)),
        USING_DIRECTIVE => {
            (w.specifier.tokens().start > holder.tokens().start).then(|| misplaced(w))
        }
        // Behind `public` it is no place for one, as another rule says.
        BASE_SPECIFIER => {
            (w.specifier.tokens().start == holder.tokens().start).then(|| misplaced(w))
        }
        // Behind the parameters it is the function's.
        LAMBDA_EXPRESSION => (holder.child(PARAMETER_CLAUSE))
            .is_some_and(|p| p.tokens().start < w.at && !may_be_functions(w.known))
            .then(|| misplaced(w)),
        FOR_RANGE_DECLARATION => {
            let variables = matches!(w.known.applies, Applies::Variables | Applies::Both);
            (!variables && w.known.applies != Applies::Anything).then(|| misplaced(w))
        }
        ALIAS_DECLARATION if is_templated(holder) => None,
        ALIAS_DECLARATION => (s.tokens(w.specifier).start > s.tokens(holder).start
            && holder.first_token().is_some_and(|t| t.kind() == USING_KW))
        .then(|| misplaced(w)),
        NAMESPACE_DEFINITION => {
            let first = s.tokens(holder).start;
            if s.kind(first) == NAMESPACE_KW || s.kind(first) == INLINE_KW {
                return Some(misplaced(w));
            }
            None
        }
        ATTRIBUTE_DECLARATION => match holder.parent()?.kind() {
            COMPOUND_STATEMENT => Some(misplaced(w)),
            _ => None,
        },
        PARAMETER_DECLARATION => parameter(w, holder),
        INIT_DECLARATOR
        | DECLARATOR
        | DECLARATOR_ID
        | PARAMETERS_AND_QUALIFIERS
        | POINTER_OPERATOR
        | ARRAY_SUFFIX
        | PAREN_DECLARATOR => declarator(s, w, holder),
        _ => None,
    }
}

/// Whether an attribute may be put on functions.
fn may_be_functions(known: &Attribute) -> bool {
    matches!(
        known.applies,
        Applies::Functions | Applies::Both | Applies::Anything
    )
}

/// Whether a node is what a template declares.
fn is_templated(node: Node<'_>) -> bool {
    (node.parent()).is_some_and(|p| p.kind() == TEMPLATE_DECLARATION)
}

/// Whether it belongs to a template's declaration.
fn in_template(node: Node<'_>) -> bool {
    node.kind() == ELABORATED_TYPE_SPECIFIER
        && node.ancestors().any(|n| n.kind() == TEMPLATE_DECLARATION)
}

/// An attribute among decl-specifiers.
fn specifiers<'db>(s: &Source<'db>, w: &Written<'_>, seq: Node<'_>) -> Option<Finding<'db>> {
    let owner = seq.parent()?;
    if w.known.applies == Applies::Anything {
        return None;
    }
    match owner.kind() {
        PARAMETER_DECLARATION => parameter(w, owner),
        ENUM_BASE => Some(misplaced(w)),
        TYPE_ID => {
            match owner.parent()?.kind() {
                CONVERSION_FUNCTION_ID => return None,
                NEW_EXPRESSION => {}
                _ => return Some(misplaced(w)),
            }
            let name = bare(w.known.name);
            let lives = w.known.memory().is_some();
            Some(if !lives {
                Finding::new(codes::ATTRIBUTES_MAY_NOT_APPEAR_HERE, w.at)
            } else {
                Finding::new(codes::MEMORY_SPACE_IN_NEW_EXPRESSION, w.at).name(name)
            })
        }
        SIMPLE_DECLARATION
        | FUNCTION_DEFINITION
        | CONDITION_DECLARATION
        | FOR_RANGE_DECLARATION => {
            if seq.has(TYPEDEF_KW) {
                return Some(misplaced(w));
            }
            let declarators: Vec<Node<'_>> = owner
                .children()
                .filter(|c| matches!(c.kind(), INIT_DECLARATOR | DECLARATOR))
                .collect();
            if declarators.is_empty() {
                return lonely(s, w, seq, owner);
            }
            declarators
                .iter()
                .any(|d| !fits(s, w.known, *d, seq, owner))
                .then(|| misplaced(w))
        }
        _ => None,
    }
}

/// Specifiers without a declarator.
fn lonely<'db>(
    s: &Source<'db>,
    w: &Written<'_>,
    seq: Node<'_>,
    owner: Node<'_>,
) -> Option<Finding<'db>> {
    let types = [CLASS_SPECIFIER, ENUM_SPECIFIER, ELABORATED_TYPE_SPECIFIER];
    let typed = seq.children().find(|c| types.contains(&c.kind()));
    let word = seq.own_tokens().any(|t| !t.kind().is_trivia());
    if typed.is_none() && !word {
        return None;
    }
    let around = owner.parent().map(|p| p.kind());
    let body = typed.filter(|t| t.kind() == CLASS_SPECIFIER);
    match around {
        Some(EXPLICIT_INSTANTIATION | EXPLICIT_SPECIALIZATION) => return None,
        Some(TEMPLATE_DECLARATION) if body.is_some_and(|b| b.tokens().start < w.at) => return None,
        _ => {}
    }
    if body.is_some_and(|b| b.tokens().start < w.at) {
        return Some(match w.known.is_foreign() {
            true => misplaced(w),
            false => Finding::new(codes::ATTRIBUTE_APPLIES_TO_NO_ENTITY, w.at),
        });
    }
    if around == Some(TEMPLATE_DECLARATION) && typed.is_some() {
        let first = seq.child(ATTRIBUTE_SPECIFIER) == Some(w.specifier);
        let at = s.tokens(w.specifier).start;
        let finding = Finding::new(codes::ATTRIBUTES_NOT_ALLOWED, at).severity(Severity::Warning);
        return first.then_some(finding);
    }
    let end = s.tokens(owner).end.saturating_sub(1);
    let finding = Finding::new(codes::ATTRIBUTE_APPLIES_TO_NO_ENTITY, w.at).reported_at(end);
    (gnu_places::last_known(seq) == Some(w.at)).then_some(finding)
}

/// An attribute of a parameter, of a template's or of a function's.
fn parameter<'db>(w: &Written<'_>, p: Node<'_>) -> Option<Finding<'db>> {
    match p.parent()?.kind() {
        TEMPLATE_PARAMETER_LIST => {
            let behind = p
                .child(DECLARATOR)
                .is_some_and(|d| d.tokens().start < w.specifier.tokens().start);
            Some(if behind {
                misplaced(w).severity(Severity::Error)
            } else {
                Finding::new(codes::ATTRIBUTES_MAY_NOT_APPEAR_HERE, w.at)
            })
        }
        HANDLER if is_behind_type(w.specifier) => {
            Some(Finding::new(codes::ATTRIBUTES_MAY_NOT_APPEAR_HERE, w.at))
        }
        HANDLER => (w.known.applies == Applies::Parameters
            || w.known.applies == Applies::Functions)
            .then(|| misplaced(w)),
        _ => (!matches!(w.known.applies, Applies::Parameters | Applies::Anything))
            .then(|| misplaced(w)),
    }
}

/// An attribute within a declarator, which appertains to what that declares.
fn declarator<'db>(s: &Source<'db>, w: &Written<'_>, holder: Node<'_>) -> Option<Finding<'db>> {
    let outer = holder.ancestors().find(|n| {
        matches!(
            n.kind(),
            SIMPLE_DECLARATION
                | FUNCTION_DEFINITION
                | CONDITION_DECLARATION
                | FOR_RANGE_DECLARATION
                | PARAMETER_DECLARATION
                | TYPE_ID
        )
    })?;
    match outer.kind() {
        PARAMETER_DECLARATION => return parameter(w, outer),
        TYPE_ID if is_of_type(outer) => return None,
        TYPE_ID => return Some(misplaced(w)),
        _ => {}
    }
    if w.known.applies == Applies::Anything {
        return None;
    }
    // In front of what stands in parentheses it is of a type.
    let inner = holder.child(DECLARATOR).map(|d| d.tokens().start);
    if holder.kind() == PAREN_DECLARATOR && inner.is_some_and(|inner| w.at < inner) {
        return Some(misplaced(w));
    }
    let seq = outer.child(DECL_SPECIFIER_SEQ);
    if seq.is_some_and(|seq| seq.has(TYPEDEF_KW)) {
        return Some(misplaced(w));
    }
    let own = holder.ancestors().find(|n| n.parent() == Some(outer))?;
    let fits = match &seq {
        Some(seq) => fits(s, w.known, own, *seq, outer),
        // A constructor, a destructor or a conversion function.
        None => may_be_functions(w.known),
    };
    (!fits).then(|| misplaced(w))
}

/// Whether a type-id is one where attributes of the declarator are let pass.
fn is_of_type(type_id: Node<'_>) -> bool {
    (type_id.parent()).is_some_and(|p| matches!(p.kind(), CONVERSION_FUNCTION_ID | NEW_EXPRESSION))
}

/// Whether an attribute applies to what a declarator declares, as far as is certain.
fn fits(
    s: &Source<'_>,
    known: &Attribute,
    declarator: Node<'_>,
    seq: Node<'_>,
    owner: Node<'_>,
) -> bool {
    let mut inner = if declarator.kind() == INIT_DECLARATOR {
        match declarator.child(DECLARATOR) {
            Some(d) => d,
            // An unnamed bit-field.
            None => return false,
        }
    } else {
        declarator
    };
    while let Some(d) = inner
        .child(PAREN_DECLARATOR)
        .and_then(|p| p.child(DECLARATOR))
    {
        inner = d;
    }
    // What stands around parentheses with a name alone is of the name.
    let shapes = |c: Node<'_>| {
        let kind = c.kind();
        matches!(
            kind,
            PARAMETERS_AND_QUALIFIERS | ARRAY_SUFFIX | POINTER_OPERATOR
        )
    };
    let mut shaped = inner;
    while !shaped.children().any(shapes)
        && let Some(paren) = shaped.parent().filter(|p| p.kind() == PAREN_DECLARATOR)
        && let Some(around) = paren.parent()
    {
        shaped = around;
    }
    let suffix = shaped
        .children()
        .find(|c| matches!(c.kind(), PARAMETERS_AND_QUALIFIERS | ARRAY_SUFFIX));
    let function = suffix.is_some_and(|c| c.kind() == PARAMETERS_AND_QUALIFIERS);
    if function {
        return matches!(known.applies, Applies::Functions | Applies::Both);
    }
    let pointer = shaped.children().any(shapes);
    let member = owner
        .parent()
        .is_some_and(|p| p.kind() == MEMBER_SPECIFICATION);
    let field = member && !seq.has(STATIC_KW);
    // `F f;` declares a function if F is a function type.
    let maybe = !pointer && may_be_function(s, seq, inner);
    if maybe && known.applies == Applies::Variables {
        return !is_function(s, inner);
    }
    match known.applies {
        Applies::Both | Applies::Variables if maybe => true,
        Applies::Both | Applies::Variables => !field,
        Applies::Functions => maybe,
        Applies::Parameters => false,
        Applies::Anything => true,
    }
}

/// Whether a name that is declared with nothing but specifiers certainly is that of a function.
fn is_function(s: &Source<'_>, declarator: Node<'_>) -> bool {
    let name = declarator.child(DECLARATOR_ID);
    let ty = name.and_then(|name| s.variable(s.tokens(name).start));
    ty.is_some_and(|ty| ty.is_function(s.db))
}

/// Whether a name that is declared with nothing but specifiers may be that of a function.
pub(crate) fn may_be_function(s: &Source<'_>, seq: Node<'_>, declarator: Node<'_>) -> bool {
    let certain = |kind: SyntaxKind| {
        crate::engine::nodes::is_arithmetic(kind) || matches!(kind, VOID_KW | AUTO_KW)
    };
    let fundamental = seq.own_tokens().any(|t| certain(t.kind()));
    let defined = seq.children().any(|c| {
        matches!(
            c.kind(),
            CLASS_SPECIFIER | ENUM_SPECIFIER | ELABORATED_TYPE_SPECIFIER
        )
    });
    if fundamental || defined {
        return false;
    }
    let Some(name) = declarator.child(DECLARATOR_ID) else {
        return true;
    };
    variables::may_be_function(s, s.variable(s.tokens(name).start))
}

/// `__nv_register_params__` and `__noinline__` are keywords, and attributes all the same.
fn keywords<'db>(s: &Source<'db>, root: Node<'_>, out: &mut Sink<'db>) {
    for (kind, name) in [
        (REGISTER_PARAMS_KW, "nv_register_params"),
        (NOINLINE_KW, "noinline"),
    ] {
        if let Some(known) = find(name)
            && let Spelling::Keyword(spelling) = known.spelling
            && s.text.contains(spelling)
        {
            keyword(s, root, kind, known, out);
        }
    }
}

fn keyword<'db>(
    s: &Source<'db>,
    root: Node<'_>,
    kind: SyntaxKind,
    known: &Attribute,
    out: &mut Sink<'db>,
) {
    for seq in root.descendants_of(DECL_SPECIFIER_SEQ) {
        let keyword = seq.own_tokens().find(|t| t.kind() == kind);
        let (Some(t), Some(owner)) = (keyword, seq.parent()) else {
            continue;
        };
        let at = t.number();
        let finding = || Finding::new(codes::ATTRIBUTE_DOES_NOT_APPLY, at).name(known.shown);
        let declarators: Vec<Node<'_>> = owner
            .children()
            .filter(|c| matches!(c.kind(), INIT_DECLARATOR | DECLARATOR))
            .collect();
        let simple = matches!(owner.kind(), SIMPLE_DECLARATION | FUNCTION_DEFINITION);
        let typed = seq.children().find(|c| {
            matches!(
                c.kind(),
                CLASS_SPECIFIER | ENUM_SPECIFIER | ELABORATED_TYPE_SPECIFIER
            )
        });
        let lonely = simple && declarators.is_empty();
        let around = owner.parent().map(|p| p.kind());
        let behind_body =
            typed.is_some_and(|t| t.kind() == CLASS_SPECIFIER && t.tokens().start < at);
        if lonely && behind_body {
            out.push(finding());
        } else if lonely
            && matches!(
                around,
                Some(EXPLICIT_INSTANTIATION | EXPLICIT_SPECIALIZATION)
            )
        {
            continue;
        } else if lonely && typed.is_some() && around == Some(TEMPLATE_DECLARATION) {
            let finding = Finding::new(codes::ATTRIBUTES_NOT_ALLOWED, at);
            out.push(finding.severity(Severity::Warning));
        } else if lonely && typed.is_some() {
            out.push(Finding::new(codes::ATTRIBUTE_APPLIES_TO_NO_ENTITY, at));
        } else if matches!(owner.kind(), PARAMETER_DECLARATION | FOR_RANGE_DECLARATION)
            || seq.has(TYPEDEF_KW)
            || simple && declarators.iter().any(|d| !fits(s, known, *d, seq, owner))
        {
            out.push(finding());
        }
    }
}
