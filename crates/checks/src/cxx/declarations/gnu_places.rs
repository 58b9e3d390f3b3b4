//! Where GNU's attributes may stand (reference: attributes, GNU's attributes). The tree decides, but for names that may be those
//! of functions. CUDA's own attributes are judged in `cuda::attributes`, and those of the standard in `standard_attributes`.

use cleave_attributes::{Of, Places, bare, find, gnu};
use cleave_codes::codes;
use cleave_diagnostics::Severity;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;
use cleave_typing::TyKind;

use crate::cuda::attributes::placement::may_be_function;
use crate::engine::nodes::{innermost, is_arithmetic};
use crate::engine::source::{Sink, Source};
use crate::{Arg, Finding};

/// One attribute.
pub(crate) fn check<'db>(s: &Source<'db>, attribute: Node<'_>, out: &mut Sink<'db>) {
    let Some(specifier) = attribute.parent() else {
        return;
    };
    let Some((name, of)) = known(attribute, specifier) else {
        return;
    };
    let at = attribute.tokens().start;
    if bare(name.rsplit("::").next().unwrap_or(&name)) == "aligned" && may_point(specifier) {
        return;
    }
    if let Some(finding) = of_bodiless_enum(specifier) {
        if !is_said(&finding, out) {
            out.push(finding);
        }
        return;
    }
    if of == Of::FunctionType {
        let found = names(specifier).find_map(|at| of_no_function(s, attribute, &name, at));
        out.extend(found);
    }
    // Of several declarators it is said once.
    let told = |place| verdict(at, &name, of, place);
    out.extend(places(s, specifier).into_iter().find_map(told));
}

/// What is said of GNU's attributes on an enumeration without its enumerators.
fn of_bodiless_enum<'db>(specifier: Node<'_>) -> Option<Finding<'db>> {
    let holder = specifier.parent().filter(|h| h.kind() == ENUM_SPECIFIER)?;
    let has_body = holder.has(L_BRACE) || holder.child(ENUMERATOR_LIST).is_some();
    let bodiless = !has_body && specifier.has(ATTRIBUTE_KW);
    let at = specifier.tokens().start;
    bodiless.then(|| Finding::new(codes::ATTRIBUTES_ON_UNDEFINED_ENUM, at))
}

/// The names that the declarators declare which an attribute stands on.
fn names(specifier: Node<'_>) -> impl Iterator<Item = u32> {
    let holder = specifier.parent();
    let of_all = holder.filter(|h| h.kind() == DECL_SPECIFIER_SEQ && !h.has(AUTO_KW));
    let owner = of_all.and_then(|seq| seq.parent());
    let all = owner.into_iter().flat_map(|o| o.children());
    let own = (holder
        .into_iter()
        .flat_map(|h| std::iter::once(h).chain(h.ancestors())))
    .take_while(|n| {
        matches!(
            n.kind(),
            INIT_DECLARATOR
                | DECLARATOR
                | DECLARATOR_ID
                | PAREN_DECLARATOR
                | POINTER_OPERATOR
                | ARRAY_SUFFIX
                | PARAMETERS_AND_QUALIFIERS
        )
    })
    .filter(|n| n.kind() == INIT_DECLARATOR)
    .take(usize::from(of_all.is_none()));
    all.filter(|n| n.kind() == INIT_DECLARATOR)
        .chain(own)
        .filter_map(|n| {
            let declarator = innermost(n.child(DECLARATOR)?);
            Some(declarator.child(DECLARATOR_ID)?.tokens().start)
        })
}

/// What is said of an attribute of function types on a variable whose type is none, and no pointer or reference to one.
fn of_no_function<'db>(
    s: &Source<'db>,
    attribute: Node<'_>,
    name: &str,
    variable: u32,
) -> Option<Finding<'db>> {
    let ty = s.variable(variable)?;
    let pointee = |t: cleave_typing::Ty<'db>| t.pointee(s.db).unwrap_or(t);
    let to = pointee(ty.strip_reference(s.db));
    let open =
        |t: cleave_typing::Ty<'db>| t.is_unknown(s.db) || t.is_dependent(s.db) || t.has_auto(s.db);
    let may_call = to.is_function(s.db)
        || matches!(to.kind(s.db), TyKind::MemberPointer { .. })
        || pointee(to) != to;
    let code = codes::ATTRIBUTE_ON_NONFUNCTION_TYPE {
        name: Arg::Name(name.to_owned()),
        ty: Arg::Type(cleave_typing::display::type_text(s.db, ty)),
    };
    (!open(ty) && !open(to) && !may_call).then(|| Finding::new(code, attribute.tokens().start))
}

/// What is said of an attribute at a place.
fn verdict<'db>(at: u32, name: &str, of: Of, place: Place) -> Option<Finding<'db>> {
    let misplaced = Finding::new(codes::ATTRIBUTE_DOES_NOT_APPLY, at).name(name);
    let plain = bare(name.rsplit("::").next().unwrap_or(name));
    match place {
        Place::Nothing(severity) => (of != Of::Type).then(|| misplaced.severity(severity)),
        Place::Entity(place) => match of {
            Of::Entity(places) if places.has(place) => None,
            Of::Entity(_) => match (plain, place) {
                ("aligned", Places::PARAMETER) => Some(misplaced.severity(Severity::Error)),
                ("abi_tag", Places::NAMESPACE) => None,
                _ => Some(misplaced),
            },
            Of::FunctionType => {
                let untyped = Places::CLASS.or(Places::ENUM).or(Places::ENUMERATOR);
                let untyped = untyped.or(Places::NAMESPACE).or(Places::LABEL);
                untyped.has(place).then_some(misplaced)
            }
            Of::Type => {
                let given = plain == "mode" && place == Places::CLASS
                    || plain == "vector_size" && matches!(place, Places::CLASS | Places::ENUM);
                given.then_some(misplaced)
            }
        },
        Place::Local { extent } => local(at, name, plain, extent),
    }
}

/// One alignment-specifier ([dcl.align]/1): of variables, data members, classes and enumerations.
pub(crate) fn alignas<'db>(s: &Source<'db>, specifier: Node<'_>, out: &mut Sink<'db>) {
    let at = specifier.tokens().start;
    let finding = Finding::new(codes::ALIGNAS_DOES_NOT_APPLY, at);
    if is_behind_type(specifier) {
        out.push(finding.severity(Severity::Warning));
        return;
    }
    let told = |place| match place {
        Place::Entity(Places::TYPEDEF) => Some(Severity::Warning),
        Place::Entity(Places::FUNCTION | Places::PARAMETER | Places::ENUMERATOR) => {
            Some(Severity::Error)
        }
        Place::Nothing(_) => Some(Severity::Error),
        _ => None,
    };
    let severity = places(s, specifier).into_iter().find_map(told);
    out.extend(severity.map(|severity| finding.severity(severity)));
}

/// Whether a specifier stands behind the type among the specifiers of a declaration.
pub(crate) fn is_behind_type(specifier: Node<'_>) -> bool {
    let seq = specifier
        .parent()
        .filter(|p| p.kind() == DECL_SPECIFIER_SEQ);
    let Some(seq) = seq else { return false };
    let declares = (seq.parent()).is_some_and(|o| {
        matches!(
            o.kind(),
            SIMPLE_DECLARATION | FUNCTION_DEFINITION | PARAMETER_DECLARATION
        )
    });
    let start = specifier.tokens().start;
    let node = |n: Node<'_>| n.tokens().start < start && !is_attribute(&n);
    let word = |k| is_arithmetic(k) || matches!(k, VOID_KW | AUTO_KW);
    let mut words = seq.own_tokens().filter(|t| t.number() < start);
    declares && (seq.children().any(node) || words.any(|t| word(t.kind())))
}

/// Where an attribute stands.
enum Place {
    /// On something that is declared.
    Entity(Places),
    /// On a variable of a block without linkage; whether it lives as long as the program does.
    Local { extent: Extent },
    /// On no declaration at all.
    Nothing(Severity),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Automatic,
    Static,
}

/// What is said of an attribute of variables on one without linkage.
fn local<'db>(at: u32, name: &str, plain: &str, extent: Extent) -> Option<Finding<'db>> {
    let (code, severity) = match plain {
        "externally_visible" | "visibility" => {
            (codes::ATTRIBUTE_NEEDS_EXTERNAL_LINKAGE, Severity::Warning)
        }
        "weak" => (codes::ATTRIBUTE_NEEDS_EXTERNAL_LINKAGE, Severity::Error),
        "alias" => (codes::ATTRIBUTE_ON_LOCAL_VARIABLE, Severity::Error),
        "init_priority" => (codes::ATTRIBUTE_ON_LOCAL_VARIABLE, Severity::Warning),
        "section" if extent == Extent::Automatic => {
            (codes::ATTRIBUTE_ON_AUTOMATIC_VARIABLE, Severity::Error)
        }
        "common" | "nocommon" | "used" if extent == Extent::Automatic => {
            (codes::ATTRIBUTE_ON_AUTOMATIC_VARIABLE, Severity::Warning)
        }
        _ => match gnu(plain)? {
            Of::Entity(places) if !places.has(Places::VARIABLE) => {
                (codes::ATTRIBUTE_DOES_NOT_APPLY, Severity::Warning)
            }
            _ => return None,
        },
    };
    Some(Finding::new(code, at).name(name).severity(severity))
}

/// The name of one of GNU's attributes as messages print it, and what it is a property of.
fn known(attribute: Node<'_>, specifier: Node<'_>) -> Option<(String, Of)> {
    let mut words = attribute.own_tokens().filter(|t| !t.kind().is_trivia());
    let first = words.next()?;
    if specifier.has(ATTRIBUTE_KW) {
        return Some((first.text().to_owned(), gnu(first.text())?));
    }
    let scoped = bare(first.text()) == "gnu" && words.next()?.kind() == COLON2;
    let name = words.next().filter(|_| scoped)?;
    let of = gnu(name.text())?;
    Some((format!("{}::{}", first.text(), name.text()), of))
}

/// What an attribute-specifier stands on, where that is certain.
fn places(s: &Source<'_>, specifier: Node<'_>) -> Vec<Place> {
    let Some(holder) = specifier.parent() else {
        return Vec::new();
    };
    match holder.kind() {
        DECL_SPECIFIER_SEQ => of_specifiers(s, specifier, holder).unwrap_or_default(),
        _ => place(s, specifier, holder).into_iter().collect(),
    }
}

fn place(s: &Source<'_>, specifier: Node<'_>, holder: Node<'_>) -> Option<Place> {
    let on = |places| Some(Place::Entity(places));
    match holder.kind() {
        CLASS_SPECIFIER => on(Places::CLASS),
        ENUM_SPECIFIER => on(Places::ENUM),
        ELABORATED_TYPE_SPECIFIER => {
            let template = holder.ancestors().any(|n| n.kind() == TEMPLATE_DECLARATION);
            match holder.has(ENUM_KW) {
                _ if template => None,
                true => on(Places::ENUM),
                false => on(Places::CLASS),
            }
        }
        PARAMETER_DECLARATION => of_parameter(holder),
        ENUMERATOR => on(Places::ENUMERATOR),
        NAMESPACE_DEFINITION => {
            let behind = specifier.tokens().start > holder.tokens().start;
            behind.then_some(Place::Entity(Places::NAMESPACE))
        }
        ALIAS_DECLARATION
            if (holder.parent()).is_some_and(|p| p.kind() == TEMPLATE_DECLARATION) =>
        {
            None
        }
        ALIAS_DECLARATION => {
            let behind = specifier.tokens().start > holder.tokens().start;
            behind.then_some(Place::Entity(Places::TYPEDEF))
        }
        LABELED_STATEMENT => on(Places::LABEL),
        // Behind `public` it is no place for one, as another rule says.
        BASE_SPECIFIER => (specifier.tokens().start == holder.tokens().start)
            .then_some(Place::Nothing(Severity::Warning)),
        CASE_STATEMENT | DEFAULT_STATEMENT => statement(specifier),
        USING_DIRECTIVE => {
            let behind = specifier.tokens().start > holder.tokens().start;
            behind.then_some(Place::Nothing(Severity::Warning))
        }
        LAMBDA_EXPRESSION => {
            let parameters = holder.child(PARAMETER_CLAUSE)?;
            let behind = parameters.tokens().start < specifier.tokens().start;
            behind.then_some(Place::Entity(Places::FUNCTION))
        }
        ATTRIBUTED_STATEMENT if is_first_behind_label(specifier, holder) => on(Places::LABEL),
        ATTRIBUTED_STATEMENT => statement(specifier),
        ATTRIBUTE_DECLARATION => match holder.parent()?.kind() {
            MEMBER_SPECIFICATION => None,
            ITEM_ROOT | DECLARATION_LIST | LINKAGE_SPECIFICATION => {
                Some(Place::Nothing(Severity::Error))
            }
            _ => statement(specifier),
        },
        INIT_DECLARATOR
        | DECLARATOR
        | DECLARATOR_ID
        | PARAMETERS_AND_QUALIFIERS
        | POINTER_OPERATOR
        | ARRAY_SUFFIX
        | PAREN_DECLARATOR
            if specifier.has(ATTRIBUTE_KW) || holder.kind() == DECLARATOR_ID =>
        {
            of_declarator(s, holder)
        }
        _ => None,
    }
}

/// Whether an attribute stands right behind a label, which has it then.
fn is_first_behind_label(specifier: Node<'_>, statement: Node<'_>) -> bool {
    let labeled = (statement.parent()).is_some_and(|p| p.kind() == LABELED_STATEMENT);
    labeled && specifier.has(ATTRIBUTE_KW) && statement.tokens().start == specifier.tokens().start
}

/// Statements that fall through are judged with the statements around them.
fn statement(specifier: Node<'_>) -> Option<Place> {
    let falls = |n: Node<'_>| {
        let mut words = n.own_tokens().filter(|t| t.kind() == IDENT);
        words.any(|t| bare(t.text()) == "fallthrough")
    };
    let falls = specifier.children().any(falls);
    (!falls).then_some(Place::Nothing(Severity::Warning))
}

/// Among specifiers an attribute is of what is declared, and behind a class's body of the class.
fn of_specifiers(s: &Source<'_>, specifier: Node<'_>, seq: Node<'_>) -> Option<Vec<Place>> {
    let start = specifier.tokens().start;
    let before = |n: &Node<'_>| n.tokens().start < start && n.kind() != ATTRIBUTE_SPECIFIER;
    let before = seq.children().filter(before).last();
    if let Some(before) = before
        && before.child(MEMBER_SPECIFICATION).is_some()
        && before.kind() == CLASS_SPECIFIER
    {
        return specifier
            .has(ATTRIBUTE_KW)
            .then(|| vec![Place::Entity(Places::CLASS)]);
    }
    let packs = |a: Node<'_>| a.first_token().is_some_and(|t| bare(t.text()) == "packed");
    if before.is_some_and(|n| n.kind() == ENUM_SPECIFIER) && specifier.children().any(packs) {
        return None;
    }
    // One of the standard's form is of the type in front of it.
    if before.is_some() && !specifier.has(ATTRIBUTE_KW) {
        return None;
    }
    let owner = seq.parent()?;
    match owner.kind() {
        PARAMETER_DECLARATION => Some(of_parameter(owner).into_iter().collect()),
        CONDITION_DECLARATION | FOR_RANGE_DECLARATION => {
            let extent = Extent::Automatic;
            Some(vec![Place::Local { extent }])
        }
        ENUM_BASE => Some(vec![Place::Nothing(Severity::Warning)]),
        SIMPLE_DECLARATION | FUNCTION_DEFINITION => {
            let declarators =
                (owner.children()).filter(|c| matches!(c.kind(), INIT_DECLARATOR | DECLARATOR));
            Some(
                declarators
                    .filter_map(|d| of_declared(s, owner, d))
                    .collect(),
            )
        }
        _ => None,
    }
}

fn of_parameter(parameter: Node<'_>) -> Option<Place> {
    match parameter.parent()?.kind() {
        TEMPLATE_PARAMETER_LIST => None,
        HANDLER => Some(Place::Local {
            extent: Extent::Automatic,
        }),
        _ => Some(Place::Entity(Places::PARAMETER)),
    }
}

/// Whether an attribute stands on a parameter that may be a pointer or a reference, as arrays and functions are there
/// ([dcl.fct]/5): a type with a name may be anything.
fn may_point(specifier: Node<'_>) -> bool {
    let parameter = (specifier.ancestors().skip(1))
        .find(|n| matches!(n.kind(), PARAMETER_DECLARATION | SIMPLE_DECLARATION));
    let Some(parameter) = parameter.filter(|p| p.kind() == PARAMETER_DECLARATION) else {
        return false;
    };
    let fundamental = |seq: Node<'_>| {
        (seq.own_tokens()).any(|t| is_arithmetic(t.kind()) || t.kind() == AUTO_KW)
            || named(seq).is_some()
    };
    let compound = |n: &Node<'_>| {
        matches!(
            n.kind(),
            POINTER_OPERATOR | PARAMETERS_AND_QUALIFIERS | ARRAY_SUFFIX
        )
    };
    let mut declarator = parameter.child(DECLARATOR);
    while let Some(d) = declarator {
        if d.children().any(|n| compound(&n)) {
            return true;
        }
        declarator = (d.child(PAREN_DECLARATOR)).and_then(|p| p.child(DECLARATOR));
    }
    !parameter.child(DECL_SPECIFIER_SEQ).is_some_and(fundamental)
}

/// An attribute within a declarator is of what that declares.
fn of_declarator(s: &Source<'_>, holder: Node<'_>) -> Option<Place> {
    const OUTER: [cleave_syntax::SyntaxKind; 7] = [
        SIMPLE_DECLARATION,
        FUNCTION_DEFINITION,
        CONDITION_DECLARATION,
        FOR_RANGE_DECLARATION,
        PARAMETER_DECLARATION,
        TYPE_ID,
        LAMBDA_EXPRESSION,
    ];
    let outer = (holder.ancestors()).find(|n| OUTER.contains(&n.kind()))?;
    match outer.kind() {
        PARAMETER_DECLARATION => of_parameter(outer),
        CONDITION_DECLARATION | FOR_RANGE_DECLARATION => Some(Place::Local {
            extent: Extent::Automatic,
        }),
        SIMPLE_DECLARATION => {
            let own = (std::iter::once(holder).chain(holder.ancestors()))
                .find(|n| n.parent() == Some(outer))?;
            of_declared(s, outer, own)
        }
        _ => None,
    }
}

/// What a declarator of a declaration declares, where that is certain.
fn of_declared(s: &Source<'_>, owner: Node<'_>, declarator: Node<'_>) -> Option<Place> {
    let seq = owner.child(DECL_SPECIFIER_SEQ);
    let has = |kind| seq.is_some_and(|seq| seq.has(kind));
    if has(TYPEDEF_KW) {
        return Some(Place::Entity(Places::TYPEDEF));
    }
    let declarator = match declarator.kind() {
        INIT_DECLARATOR => match declarator.child(DECLARATOR) {
            Some(d) => d,
            None => return Some(Place::Entity(Places::FIELD)),
        },
        _ => declarator,
    };
    let inner = innermost(declarator);
    let suffix =
        (inner.children()).find(|c| matches!(c.kind(), PARAMETERS_AND_QUALIFIERS | ARRAY_SUFFIX));
    if suffix.is_some_and(|c| c.kind() == PARAMETERS_AND_QUALIFIERS) {
        let pointer = inner.child(POINTER_OPERATOR).is_some()
            && (inner.parent()).is_some_and(|p| p.kind() == PAREN_DECLARATOR);
        return (!pointer).then_some(Place::Entity(Places::FUNCTION));
    }
    let object = inner.child(POINTER_OPERATOR).is_some() || suffix.is_some();
    if !object && seq.is_none_or(|seq| may_be_function(s, seq, inner)) {
        return None;
    }
    let around = owner.parent().map(|p| p.kind());
    let plain = !has(STATIC_KW) && !has(EXTERN_KW) && !has(THREAD_LOCAL_KW);
    Some(match around {
        Some(MEMBER_SPECIFICATION) if !has(STATIC_KW) => Place::Entity(Places::FIELD),
        Some(COMPOUND_STATEMENT | INIT_STATEMENT) if !has(EXTERN_KW) => {
            let extent = match plain {
                true => Extent::Automatic,
                false => Extent::Static,
            };
            Place::Local { extent }
        }
        _ => Place::Entity(Places::VARIABLE),
    })
}

/// Specifiers without a declarator: the last attribute that is known is reported, whichever it is.
pub(crate) fn lonely<'db>(seq: Node<'_>, out: &mut Sink<'db>) {
    let Some(owner) = seq.parent().filter(|o| o.kind() == SIMPLE_DECLARATION) else {
        return;
    };
    if owner.child(INIT_DECLARATOR).is_some() {
        return;
    }
    let Some(first) = seq.children().find(is_attribute).map(|n| n.tokens().start) else {
        return;
    };
    let special = [EXPLICIT_INSTANTIATION, EXPLICIT_SPECIALIZATION];
    if owner.parent().is_some_and(|p| special.contains(&p.kind())) {
        return;
    }
    let named = named(seq);
    if named.is_none() && !seq.own_tokens().any(|t| !t.kind().is_trivia()) {
        return;
    }
    if named.is_some()
        && owner
            .parent()
            .is_some_and(|p| p.kind() == TEMPLATE_DECLARATION)
    {
        let behind = named.is_some_and(|n| n.tokens().start < first);
        let finding = Finding::new(codes::ATTRIBUTES_NOT_ALLOWED, first);
        if !behind && !is_said(&finding, out) {
            out.push(finding.severity(Severity::Warning));
        }
        return;
    }
    for specifier in seq.children().filter(is_attribute) {
        for attribute in specifier.children() {
            let Some((name, Of::Type)) = known(attribute, specifier) else {
                continue;
            };
            let at = attribute.tokens().start;
            let misplaced = Finding::new(codes::ATTRIBUTE_DOES_NOT_APPLY, at).name(name.as_str());
            if name.ends_with("may_alias") && is_of_nothing(seq, specifier) && named.is_some() {
                out.push(misplaced.severity(Severity::Error));
            }
        }
    }
    let end = owner.tokens().end.saturating_sub(1);
    let finding = |at| Finding::new(codes::ATTRIBUTE_APPLIES_TO_NO_ENTITY, at).reported_at(end);
    let last = last_known(seq).map(finding);
    out.extend(last.filter(|f| !is_said(f, out)));
}

/// Whether the same is said already, because the attribute is one of CUDA's.
fn is_said<'db>(finding: &Finding<'db>, out: &Sink<'db>) -> bool {
    out.iter()
        .any(|f| f.code == finding.code && f.at == finding.at)
}

fn is_attribute(node: &Node<'_>) -> bool {
    matches!(node.kind(), ATTRIBUTE_SPECIFIER | ALIGNAS_SPECIFIER)
}

/// The class or enumeration that specifiers name.
fn named(seq: Node<'_>) -> Option<Node<'_>> {
    let types = [CLASS_SPECIFIER, ENUM_SPECIFIER, ELABORATED_TYPE_SPECIFIER];
    seq.children().find(|c| types.contains(&c.kind()))
}

/// Whether an attribute-specifier among specifiers without a declarator is of nothing: behind the body of a class one of GNU's is of
/// the class, and one of the standard's form is of the type in front of it.
fn is_of_nothing(seq: Node<'_>, specifier: Node<'_>) -> bool {
    let at = specifier.tokens().start;
    let behind = named(seq).filter(|n| n.tokens().start < at);
    match specifier.has(ATTRIBUTE_KW) {
        true => behind.is_none_or(|n| n.kind() != CLASS_SPECIFIER),
        false => {
            let mut words = seq.own_tokens().filter(|t| !t.kind().is_trivia());
            behind.is_none() && words.all(|t| t.number() > at)
        }
    }
}

/// Where the last attribute begins that is known and of nothing, among the specifiers of a declaration without a declarator or in front
/// of one.
pub(crate) fn last_known(node: Node<'_>) -> Option<u32> {
    let packed_enum = |specifier: Node<'_>, name: &str| {
        let behind = named(node).filter(|n| n.tokens().start < specifier.tokens().start);
        bare(name) == "packed" && behind.is_some_and(|n| n.kind() == ENUM_SPECIFIER)
    };
    let specifiers = (node.children()).filter(|n| is_attribute(n) && is_of_nothing(node, *n));
    let mut last = None;
    for specifier in specifiers {
        if specifier.kind() == ALIGNAS_SPECIFIER {
            last = Some(specifier.tokens().start);
        }
        for attribute in specifier.children().filter(|n| n.kind() == ATTRIBUTE) {
            let counts = match known(attribute, specifier) {
                Some((_, Of::Type)) => false,
                Some((name, _)) => !packed_enum(specifier, &name),
                None => is_of_others(attribute, specifier),
            };
            if counts {
                last = Some(attribute.tokens().start);
            }
        }
    }
    last
}

/// Whether an attribute is one of CUDA's or of the standard's.
fn is_of_others(attribute: Node<'_>, specifier: Node<'_>) -> bool {
    let mut words = attribute.own_tokens().filter(|t| !t.kind().is_trivia());
    let (Some(first), second) = (words.next(), words.next()) else {
        return false;
    };
    let cudas = |word: &str| find(bare(word)).is_some();
    match second {
        Some(_) => bare(first.text()) == "gnu" && words.next().is_some_and(|w| cudas(w.text())),
        None if specifier.has(ATTRIBUTE_KW) || attribute.has(NOINLINE_KW) => cudas(first.text()),
        None => is_of_standard(first.text()),
    }
}

/// Attributes of the standard ([dcl.attr]).
pub(super) fn is_of_standard(name: &str) -> bool {
    matches!(
        bare(name),
        "nodiscard"
            | "deprecated"
            | "maybe_unused"
            | "noreturn"
            | "likely"
            | "unlikely"
            | "fallthrough"
            | "carries_dependency"
            | "no_unique_address"
    )
}
