//! What extended lambdas capture: arrays, `this`, and what is first named where it may be discarded (reference: lambdas,
//! Restrictions).

use cleave_codes::codes;
use cleave_names::decl::{Body, Decl, DeclKind, Shape, Spec, Special};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::{FlatElement, Node};
use rustc_hash::FxHashSet;

use crate::Finding;
use crate::cuda::lambdas::annotated::Lambda;
use crate::engine::context::{Context, Parent};
use crate::engine::finding::Arg;
use crate::engine::source::Source;
use crate::engine::walk::Walk;
use crate::tokens::index::{Entry, only_mine};
use crate::tokens::operands;
use crate::tokens::types::Base;

/// The dimensions that the wrapper of an array can have.
const DIMENSIONS: usize = 7;

/// The rules for one extended lambda.
pub(crate) fn check(w: &mut Walk<'_, '_>, l: &Lambda<'_>, parent: &Parent<'_>, c: &Context<'_>) {
    let Some(introducer) = l.node.child(LAMBDA_INTRODUCER) else {
        return;
    };
    initialized(w, l, introducer);
    let uses = uses(w, l, parent, introducer);
    for name in explicit(w, introducer) {
        array(w, l, name, c);
    }
    for u in &uses {
        array(w, l, u.at, c);
        if u.discarded {
            w.out.push(
                Finding::new(codes::EXTENDED_LAMBDA_CAPTURE_IN_CONSTEXPR_IF, u.at).text(l.shown()),
            );
        }
    }
    this(w, l, parent, introducer);
}

/// The names that are captured as they are.
fn explicit(w: &Walk<'_, '_>, introducer: Node<'_>) -> Vec<u32> {
    let s = w.s;
    introducer
        .children()
        .filter(|n| n.kind() == LAMBDA_CAPTURE && n.children().next().is_none())
        .filter_map(|n| {
            let t = s.tokens(n);
            (t.end == t.start + 1 && s.kind(t.start) == IDENT).then_some(t.start)
        })
        .collect()
}

/// `[x = list]`
fn initialized(w: &mut Walk<'_, '_>, l: &Lambda<'_>, introducer: Node<'_>) {
    let s = w.s;
    if l.space.is_host_device() {
        return;
    }
    for capture in introducer.children().filter(|n| n.kind() == LAMBDA_CAPTURE) {
        let t = s.tokens(capture);
        let Some(init) = capture
            .children()
            .next()
            .filter(|_| s.kind(t.start) == IDENT)
        else {
            continue;
        };
        let mut inner = init.children();
        let (Some(mut value), None) = (inner.next(), inner.next()) else {
            continue;
        };
        while value.kind() == PAREN_EXPRESSION {
            let Some(next) = value.children().next() else {
                break;
            };
            value = next;
        }
        if value.kind() == ID_EXPRESSION && is_initializer_list(w, value) {
            w.out.push(
                Finding::new(codes::EXTENDED_LAMBDA_INIT_CAPTURE_INITLIST, t.start).text(l.shown()),
            );
        }
    }
}

/// Whether a variable is declared as a `std::initializer_list<…>`.
fn is_initializer_list(w: &Walk<'_, '_>, node: Node<'_>) -> bool {
    let s = w.s;
    let name = s.word(s.tokens(node).start);
    let Some((seq, declarator)) = operands::declaration_of(w, name, node) else {
        return false;
    };
    let named = seq.child(NAMED_TYPE).map(|n| s.tokens(n));
    let pointer = declarator
        .children()
        .any(|n| matches!(n.kind(), POINTER_OPERATOR | ARRAY_SUFFIX));
    !pointer
        && named
            .is_some_and(|t| s.word(t.start) == "std" && s.word(t.start + 2) == "initializer_list")
}
/// The first use of a captured variable.
struct Use {
    at: u32,
    /// It is within a branch of a constexpr if.
    discarded: bool,
}

/// What a lambda with a capture default captures by using it, in order.
fn uses(w: &Walk<'_, '_>, l: &Lambda<'_>, parent: &Parent<'_>, introducer: Node<'_>) -> Vec<Use> {
    let s = w.s;
    let mut known: FxHashSet<String> = FxHashSet::default();
    let mut default = false;
    for capture in introducer.children().filter(|n| n.kind() == LAMBDA_CAPTURE) {
        let t = s.tokens(capture);
        default |= t.end == t.start + 1 && matches!(s.kind(t.start), EQ | AMP);
        let name = t.range().find(|&i| s.kind(i as u32) == IDENT);
        known.extend(name.map(|i| s.word(i as u32).to_owned()));
    }
    let Some(body) = l.node.child(COMPOUND_STATEMENT).filter(|_| default) else {
        return Vec::new();
    };
    for own in l.node.descendants().filter(|n| n.kind() == DECLARATOR_ID) {
        known.insert(s.word(s.tokens(own).start).to_owned());
    }
    let here = s.tokens(l.node).start;
    let locals = crate::cuda::lambdas::annotated::locals(s, parent, here);
    let mut out = Vec::new();
    for id in body.descendants().filter(|n| n.kind() == ID_EXPRESSION) {
        let t = s.tokens(id);
        let name = s.word(t.start);
        if t.end != t.start + 1 || !locals.contains_key(name) || known.contains(name) {
            continue;
        }
        let around = || id.ancestors().take_while(|n| *n != body);
        if around().any(|n| {
            matches!(
                n.kind(),
                SIZEOF_EXPRESSION | DECLTYPE_SPECIFIER | NOEXCEPT_EXPRESSION | TYPEID_EXPRESSION
            )
        }) {
            continue;
        }
        known.insert(name.to_owned());
        out.push(Use {
            at: t.start,
            discarded: is_discarded(id, body),
        });
    }
    out
}

/// Whether something stands within a branch of a constexpr if of a body.
fn is_discarded(node: Node<'_>, body: Node<'_>) -> bool {
    node.ancestors().take_while(|n| *n != body).any(|n| {
        n.parent().is_some_and(|p| {
            p.kind() == IF_STATEMENT
                && p.has(CONSTEXPR_KW)
                && !matches!(n.kind(), CONDITION | INIT_STATEMENT)
        })
    })
}

/// An array that is captured, by the token of its name.
fn array(w: &mut Walk<'_, '_>, l: &Lambda<'_>, at: u32, c: &Context<'_>) {
    let s = w.s;
    let name = s.word(at);
    let Some(Some((_, declarator))) = w.variables.get(name) else {
        return;
    };
    let suffixes: Vec<Node<'_>> = declarator
        .children()
        .filter(|n| n.kind() == ARRAY_SUFFIX)
        .collect();
    let Some(ty) = operands::named_variable(w, name, l.node).filter(|_| !c.dependent) else {
        return;
    };
    let dimensions = ty
        .shape
        .iter()
        .take_while(|p| matches!(p, Shape::Array { .. }))
        .count();
    if dimensions == 0 || dimensions != suffixes.len() {
        return;
    }
    let plain = ty.shape.len() == dimensions;
    if dimensions > DIMENSIONS {
        let Base::Fundamental(f) = &ty.base else {
            return;
        };
        if plain {
            let bounds: String = suffixes
                .iter()
                .map(|n| {
                    let t = s.tokens(*n);
                    t.range().map(|i| s.word(i as u32)).collect::<String>()
                })
                .collect();
            let constant = if ty.constant { "const " } else { "" };
            w.out.push(
                Finding::new(codes::EXTENDED_LAMBDA_ARRAY_CAPTURE_RANK, at)
                    .text(l.shown())
                    .arg(Arg::Type(format!("{constant}{} {bounds}", f.name))),
            );
        }
        return;
    }
    let Base::Class(e) = &ty.base else { return };
    if !plain {
        return;
    }
    let code = if !default_constructible(s, e) {
        codes::EXTENDED_LAMBDA_ARRAY_CAPTURE_DEFAULT_CONSTRUCTIBLE
    } else if !assignable(s, e) {
        codes::EXTENDED_LAMBDA_ARRAY_CAPTURE_ASSIGNABLE
    } else {
        return;
    };
    let name = full_name(s, e);
    w.out
        .push(Finding::new(code, at).text(l.shown()).arg(Arg::Type(name)));
}

/// A class by its name with the namespaces around it.
pub(crate) fn full_name(s: &Source<'_>, e: &Entry<'_>) -> String {
    let mut out = String::new();
    for scope in e.scope.path(s.db) {
        let name = scope.name(s.db);
        out.push_str(if name.is_empty() { "<unnamed>" } else { name });
        out.push_str("::");
    }
    out + &e.name
}

/// The members of a class of the user's.
fn members<'db, T>(s: &Source<'db>, e: &Entry<'db>, of: impl Fn(&Source<'db>, &[&Decl]) -> T) -> T {
    let theirs = Source::new(s.db, s.file, e.item, s.settings);
    let all: Vec<&Decl> = theirs
        .decls
        .iter()
        .filter(|d| d.parent == Some(e.decl) && !d.spec.any(Spec::FRIEND))
        .collect();
    of(&theirs, &all)
}

/// Whether a class may have a default constructor: not certainly none.
fn default_constructible<'db>(s: &Source<'db>, e: &Entry<'db>) -> bool {
    members(s, e, |_, all| {
        let constructors: Vec<_> = all
            .iter()
            .filter_map(|d| d.function.as_ref())
            .filter(|f| f.special == Special::Constructor)
            .collect();
        constructors.is_empty()
            || constructors.iter().any(|f| {
                let needed = f
                    .params
                    .iter()
                    .filter(|p| p.default.is_empty() && !p.pack)
                    .count();
                needed == 0 && f.body != Body::Delete
            })
    })
}

/// Whether objects of a class may be assigned to: not certainly not.
fn assignable<'db>(s: &Source<'db>, e: &Entry<'db>) -> bool {
    members(s, e, |theirs, all| {
        let mut operators = all
            .iter()
            .filter(|d| d.name == "operator=" && !d.is_template())
            .filter_map(|d| d.function.as_ref())
            .peekable();
        if operators.peek().is_some() {
            return operators.any(|f| f.body != Body::Delete);
        }
        // A const or reference member takes the implicit operator away ([class.copy.assign]).
        !all.iter().any(|d| {
            let ty = crate::tokens::types::declared(theirs, d);
            d.kind == DeclKind::Variable
                && !d.spec.any(Spec::STATIC)
                && (ty.constant && ty.is_known_object() || ty.is_reference())
        })
    })
}

/// `this` that is captured by using it, which is reported to the query that asks for it.
fn this(w: &mut Walk<'_, '_>, l: &Lambda<'_>, parent: &Parent<'_>, introducer: Node<'_>) {
    let s = w.s;
    let Some(class) = parent.class.as_deref() else {
        return;
    };
    let captures = || introducer.children().filter(|n| n.kind() == LAMBDA_CAPTURE);
    let default = captures().any(|n| {
        let t = s.tokens(n);
        t.end == t.start + 1 && matches!(s.kind(t.start), EQ | AMP)
    });
    let named = captures().any(|n| n.has(THIS_KW));
    let Some(body) = l
        .node
        .child(COMPOUND_STATEMENT)
        .filter(|_| default && !named)
    else {
        return;
    };
    let declared: FxHashSet<String> = parent
        .node
        .descendants()
        .filter(|n| {
            matches!(
                n.kind(),
                DECLARATOR_ID | STRUCTURED_BINDING | LAMBDA_CAPTURE
            )
        })
        .flat_map(|n| n.children_with_tokens())
        .filter_map(FlatElement::into_token)
        .filter(|t| t.kind() == IDENT)
        .map(|t| t.text().to_owned())
        .collect();
    let first = body.descendants().find_map(|n| {
        let t = s.tokens(n);
        let unevaluated = || {
            n.ancestors().take_while(|a| *a != body).any(|a| {
                matches!(
                    a.kind(),
                    SIZEOF_EXPRESSION | DECLTYPE_SPECIFIER | NOEXCEPT_EXPRESSION
                )
            })
        };
        let yes = match n.kind() {
            THIS_EXPRESSION => true,
            ID_EXPRESSION if t.end == t.start + 1 => {
                let name = s.word(t.start);
                !declared.contains(name) && is_member(s, class, name)
            }
            _ => false,
        };
        (yes && !unevaluated()).then(|| (t.start, is_discarded(n, body)))
    });
    w.out
        .extend(first.map(|at| Finding::new(codes::THIS_ADDR_CAPTURE_EXT_LAMBDA, at.0)));
    if let Some((at, true)) = first {
        w.out
            .push(Finding::new(codes::EXTENDED_LAMBDA_CAPTURE_IN_CONSTEXPR_IF, at).text(l.shown()));
    }
}

/// Whether a name certainly is a non-static member of a class.
fn is_member(s: &Source<'_>, class: &str, name: &str) -> bool {
    // Something of a header with the same name is no member of this class.
    let found = crate::tokens::index::named(s.db, s.file, name);
    let mut mine = found
        .iter()
        .filter(|e| e.class.as_deref() == Some(class))
        .peekable();
    mine.peek().is_some()
        && mine.all(|e| {
            matches!(e.kind, DeclKind::Function | DeclKind::Variable)
                && cleave_names::declarations(s.db, e.item)
                    .get(e.decl as usize)
                    .is_some_and(|d| !d.spec.any(Spec::STATIC.with(Spec::FRIEND)))
        })
}

/// `__nv_parent(f)`: once at most, and of a function.
pub(crate) fn parents(w: &mut Walk<'_, '_>, l: &Lambda<'_>) {
    let s = w.s;
    let annotations = l.node.children().filter(|n| n.kind() == LAMBDA_ANNOTATION);
    for (n, annotation) in annotations.enumerate() {
        let end = s.tokens(annotation).end;
        if n > 0 {
            w.out
                .push(Finding::new(codes::EXTENDED_LAMBDA_MULTIPLE_PARENT, end));
            continue;
        }
        let Some(argument) = annotation
            .child(ARGUMENT_LIST)
            .and_then(|a| a.children().next())
        else {
            continue;
        };
        let literal = |n: &Node<'_>| matches!(n.kind(), LITERAL | STRING_EXPRESSION);
        let constant = literal(&argument)
            || argument.kind() == BINARY_EXPRESSION && argument.children().all(|n| literal(&n));
        if constant {
            w.out
                .push(Finding::new(codes::MALFORMED_PARENT_ANNOTATION, end));
        }
        let t = s.tokens(argument);
        if argument.kind() == ID_EXPRESSION && t.end == t.start + 1 {
            let found = only_mine(s.db, s.file, s.word(t.start));
            let functions = found
                .iter()
                .filter(|e| e.kind == DeclKind::Function && e.class.is_none() && !e.template);
            let first = functions.clone().next();
            let overloaded = functions.clone().count() == found.len()
                && first.is_some_and(|f| {
                    functions
                        .clone()
                        .any(|e| e.key != f.key && e.scope == f.scope)
                });
            if overloaded {
                w.out.push(
                    Finding::new(codes::UNDETERMINED_FUNCTION_INSTANCE, t.start).arg(Arg::Entity {
                        kind: "overloaded function",
                        name: s.word(t.start).to_owned(),
                    }),
                );
                // The reference does not recover from it.
                for code in [
                    codes::PARENT_FUNCTION_NOT_FOUND,
                    codes::LAMBDA_WITHOUT_PARENTHESES,
                    codes::EXPECTED_LAMBDA_BODY,
                    codes::EXP_SEMICOLON,
                ] {
                    w.out.push(Finding::new(code, end - 1));
                }
            }
        }
    }
}
