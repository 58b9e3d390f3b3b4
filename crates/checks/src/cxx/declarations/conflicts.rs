//! Declarations of one name that cannot stand beside each other ([basic.scope.declarative], [over.load], [dcl.typedef]).
//!
//! Two types are told apart only where both are fundamental types and nothing else.

use cleave_codes::codes;
use cleave_names::decl::{Decl, DeclKind, Param, Spec};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;
use rustc_hash::FxHashMap;

use crate::Finding;
use crate::cuda::spaces::redeclared::qualified;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};
use crate::engine::walk::Walk;
use crate::tokens::index::{Entry, only_mine};
use crate::tokens::types;

/// How many earlier declarations of a name one is compared with: each was compared with those before it.
const COMPARED: usize = 64;

/// The item's declarations at namespace scope against earlier ones, and the members of its classes against each other.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for (i, decl) in s.decls.iter().enumerate() {
        if decl.name.is_empty() || decl.instantiation {
            continue;
        }
        if decl.parent.is_some() {
            member(s, i, decl, out);
        } else if decl.qualifier.is_empty() && !decl.is_specialization() {
            namespace(s, i, decl, out);
        }
    }
}

fn namespace<'db>(s: &Source<'db>, index: usize, decl: &Decl, out: &mut Sink<'db>) {
    let all = only_mine(s.db, s.file, &decl.name);
    let scope = s.item.scope(s.db);
    let Some(own) = all
        .iter()
        .position(|e| (e.item, e.decl as usize) == (s.item, index))
    else {
        return;
    };
    let key = all[own].key;
    let before = all[..own]
        .iter()
        .filter(|e| {
            e.class.is_none()
                && !e.friend
                && !e.qualified
                && !e.specialization
                && e.scope == scope
                && e.template == decl.is_template()
                && (e.kind != DeclKind::Function || decl.is_template() || e.key == key)
        })
        .take(COMPARED);
    for e in before {
        let theirs = Source::new(s.db, s.file, e.item, s.settings);
        let Some(other) = theirs.decls.get(e.decl as usize) else {
            continue;
        };
        if let Some(finding) = against(s, decl, &theirs, e, other) {
            out.push(finding);
            return;
        }
    }
}

fn declared<'db>(kind: &'static str, name: String, e: &Entry<'db>, other: &Decl) -> Arg<'db> {
    Arg::Declared {
        kind,
        name,
        item: e.item,
        token: other.name_tokens.start,
    }
}

/// What is said of a declaration because of one earlier one.
fn against<'db>(
    s: &Source<'db>,
    decl: &Decl,
    theirs: &Source<'db>,
    e: &Entry<'db>,
    other: &Decl,
) -> Option<Finding<'db>> {
    let at = decl.name_tokens.start;
    let name = || qualified(s, &decl.name);
    match (decl.kind, e.kind) {
        (DeclKind::Type, DeclKind::Type) if !decl.is_template() => {
            let (a, b) = (fundamental(s, decl)?, fundamental(theirs, other)?);
            (a != b).then(|| {
                Finding::new(codes::INVALID_TYPE_REDECLARATION, at).arg(declared(
                    "",
                    name(),
                    e,
                    other,
                ))
            })
        }
        (DeclKind::Class, DeclKind::Class) | (DeclKind::Enum, DeclKind::Enum)
            if !decl.is_template() && has_body(s, decl) && has_body(theirs, other) =>
        {
            Some(
                Finding::new(codes::ALREADY_DEFINED, at)
                    .arg(Arg::Entity {
                        kind: tag(theirs, other)?,
                        name: name(),
                    })
                    .arg(Arg::Line {
                        item: e.item,
                        token: other.name_tokens.start,
                    }),
            )
        }
        (DeclKind::Enum, DeclKind::Class) if !decl.is_template() => {
            let unscoped = !matches!(s.kind(decl.declarator.start + 1), CLASS_KW | STRUCT_KW);
            let previous = declared(tag(theirs, other)?, name(), e, other);
            unscoped.then(|| {
                Finding::new(codes::TAG_KIND_MISMATCH, at)
                    .text("enum")
                    .arg(previous)
            })
        }
        (DeclKind::Class, DeclKind::Enum) if !decl.is_template() => Some(
            Finding::new(codes::INVALID_TYPE_REDECLARATION, at).arg(declared("", name(), e, other)),
        ),
        (DeclKind::Class, DeclKind::Type) if !decl.is_template() => {
            fundamental(theirs, other)?;
            Some(
                Finding::new(codes::INVALID_TYPE_REDECLARATION, at).arg(declared(
                    "",
                    name(),
                    e,
                    other,
                )),
            )
        }
        (DeclKind::Function, DeclKind::Function)
            if !decl.is_template() && same_length(decl, other) =>
        {
            let (a, b) = (result(s, decl), result(theirs, other));
            if let (Some(a), Some(b)) = (a, b)
                && a != b
            {
                return Some(Finding::new(
                    codes::OVERLOADS_DIFFER_IN_RETURN_TYPE_ONLY,
                    at,
                ));
            }
            default_twice(decl, other)
        }
        (DeclKind::Variable, DeclKind::Variable) if !decl.is_template() => {
            let extern_only = |s: &Source<'_>, d: &Decl| {
                d.spec.any(Spec::EXTERN) && d.initializer.is_empty() && !linkage(s, d)
            };
            if !extern_only(s, decl) && !extern_only(theirs, other) {
                return None;
            }
            let (a, b) = (fundamental(s, decl)?, fundamental(theirs, other)?);
            (a != b).then(|| {
                let entity = format!("{b} {}", name());
                Finding::new(codes::NOT_COMPATIBLE_WITH_PREVIOUS_DECL, at)
                    .arg(declared("", entity, e, other))
            })
        }
        _ => None,
    }
}

/// Whether a class or an enumeration is defined, and not only declared.
fn has_body(s: &Source<'_>, decl: &Decl) -> bool {
    decl.declarator.range().any(|i| s.kind(i as u32) == L_BRACE)
}

/// What messages call a class or an enumeration.
fn tag(s: &Source<'_>, decl: &Decl) -> Option<&'static str> {
    Some(match s.kind(decl.declarator.start) {
        CLASS_KW | STRUCT_KW => "class",
        UNION_KW => "union",
        ENUM_KW => "enum",
        _ => return None,
    })
}

fn linkage(s: &Source<'_>, decl: &Decl) -> bool {
    s.kind(decl.tokens.start) == EXTERN_KW && s.kind(decl.tokens.start + 1) == STRING_LITERAL
}

/// The fundamental type that a declaration names, and nothing around it.
fn fundamental(s: &Source<'_>, decl: &Decl) -> Option<&'static str> {
    let ty = types::declared(s, decl);
    let plain = !ty.constant && !decl.spec.any(Spec::VOLATILE.with(Spec::CONST));
    ty.fundamental().filter(|_| plain).map(|f| f.name)
}

/// The fundamental type that a function returns.
fn result(s: &Source<'_>, decl: &Decl) -> Option<&'static str> {
    let ty = types::returned(s, decl)?;
    if ty.indirect
        || decl
            .spec
            .any(Spec::AUTO.with(Spec::CONST).with(Spec::VOLATILE))
    {
        return None;
    }
    match &ty.base {
        types::Base::Void if ty.shape.is_empty() => Some("void"),
        _ => ty.fundamental().map(|f| f.name),
    }
}

/// Whether two functions have as many parameters.
fn same_length(decl: &Decl, other: &Decl) -> bool {
    let length = |d: &Decl| d.function.as_ref().map(|f| f.params.len());
    length(decl) == length(other)
}

/// A default argument for a parameter that has one.
fn default_twice<'db>(decl: &Decl, other: &Decl) -> Option<Finding<'db>> {
    let (mine, their) = (decl.function.as_ref()?, other.function.as_ref()?);
    let both = |p: &(&Param, &Param)| !p.0.default.is_empty() && !p.1.default.is_empty();
    mine.params
        .iter()
        .zip(&their.params)
        .find(both)
        .map(|p| Finding::new(codes::DEFAULT_ARGUMENT_REDEFINED, p.0.default.start + 1))
}

/// A data member of a name that a class has already given to another one.
fn member<'db>(s: &Source<'db>, index: usize, decl: &Decl, out: &mut Sink<'db>) {
    let plain = |d: &Decl| {
        d.qualifier.is_empty()
            && d.arguments.is_empty()
            && d.heads.is_empty()
            && !d.spec.any(Spec::FRIEND)
    };
    let field = |d: &Decl| d.kind == DeclKind::Variable && plain(d);
    let function = |d: &Decl| d.kind == DeclKind::Function && plain(d);
    let earlier = s.decls[..index].iter().find(|d| {
        d.parent == decl.parent
            && d.name == decl.name
            && (field(d) && (field(decl) || function(decl)) || field(decl) && function(d))
    });
    // Those with the name of their class are another rule's.
    let class = decl.parent.and_then(|p| s.decls.get(p as usize));
    let alike = class.is_some_and(|c| crate::cxx::declarations::class_names::is_alike(decl, c));
    if earlier.is_some() && !alike {
        out.push(
            Finding::new(codes::ALREADY_DECLARED_IN_SCOPE, decl.name_tokens.start)
                .name(decl.name.clone()),
        );
    }
}

/// The variables of one block, and the parameters of its function with those of the outermost block.
pub(crate) fn block(w: &mut Walk<'_, '_>, node: Node<'_>) {
    let mut seen: FxHashMap<String, ()> = FxHashMap::default();
    let function = node
        .parent()
        .filter(|p| p.kind() == FUNCTION_DEFINITION && p.child(CTOR_INITIALIZER).is_none());
    let lambda = node.parent().filter(|p| p.kind() == LAMBDA_EXPRESSION);
    let clause = function
        .as_ref()
        .and_then(|f| f.child(DECLARATOR))
        .and_then(|d| d.child(PARAMETERS_AND_QUALIFIERS))
        .or(lambda)
        .and_then(|p| p.child(PARAMETER_CLAUSE));
    for p in clause.iter().flat_map(|c| c.children()) {
        if let Some(t) = p
            .child(DECLARATOR)
            .and_then(|d| d.child(DECLARATOR_ID))
            .and_then(|id| single(id))
        {
            seen.insert(t.1, ());
        }
    }
    for statement in node.children().filter(|n| n.kind() == SIMPLE_DECLARATION) {
        let Some(seq) = statement.child(DECL_SPECIFIER_SEQ) else {
            continue;
        };
        let variable = !seq.has(EXTERN_KW) && !seq.has(TYPEDEF_KW);
        // `T f;` might mean anything if T does.
        let plain = seq
            .own_tokens()
            .any(|t| types::is_arithmetic(t.kind()) || t.kind() == AUTO_KW);
        for init in statement
            .children()
            .filter(|n| n.kind() == INIT_DECLARATOR && variable && plain)
        {
            let Some(d) = init.child(DECLARATOR) else {
                continue;
            };
            if d.descendants()
                .any(|n| n.kind() == PARAMETERS_AND_QUALIFIERS)
            {
                continue;
            }
            if let Some(t) = d.child(DECLARATOR_ID).and_then(|id| single(id))
                && seen.insert(t.1.clone(), ()).is_some()
            {
                w.out
                    .push(Finding::new(codes::ALREADY_DECLARED_IN_SCOPE, t.0).name(t.1));
            }
        }
    }
}

/// The only token of a declarator-id, and where it stands.
pub(crate) fn single(id: Node<'_>) -> Option<(u32, String)> {
    if id.children().next().is_some() {
        return None;
    }
    id.own_tokens()
        .find(|t| t.kind() == IDENT)
        .map(|t| (t.number(), t.text().to_owned()))
}

/// The enumerators of one enumeration.
pub(crate) fn enumerators(w: &mut Walk<'_, '_>, node: Node<'_>) {
    let s = w.s;
    let mut seen: FxHashMap<String, ()> = FxHashMap::default();
    for e in node.children().filter(|n| n.kind() == ENUMERATOR) {
        let at = s.tokens(e).start;
        let name = s.word(at).to_owned();
        if seen.insert(name.clone(), ()).is_some() {
            w.out
                .push(Finding::new(codes::ALREADY_DECLARED_IN_SCOPE, at).name(name));
        }
    }
}
