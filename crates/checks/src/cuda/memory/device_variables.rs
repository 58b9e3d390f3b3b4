//! Device variables in host code (reference: spaces, Host code and device variables), where the variable and what is done to it are
//! certain.

use cleave_codes::codes;
use cleave_cuda::MemorySpace;
use cleave_names::decl::{DeclKind, Shape, Spec};
use cleave_names::declarations;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::context::Context;
use crate::engine::finding::Arg;
use crate::engine::source::Source;
use crate::engine::walk::Walk;
use crate::tokens::index::{Entry, only_mine};
use crate::tokens::operands;
use crate::tokens::types;
use crate::tokens::types::{Base, Type};

/// What is done to a variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    pub(crate) read: bool,
    pub(crate) written: bool,
    pub(crate) address: bool,
}

const NOTHING: Usage = Usage {
    read: false,
    written: false,
    address: false,
};
const READS: Usage = Usage {
    read: true,
    ..NOTHING
};
const WRITES: Usage = Usage {
    written: true,
    ..NOTHING
};
const BOTH: Usage = Usage {
    read: true,
    ..WRITES
};

/// A name in a body that the host compiles.
pub(crate) fn used(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    let s = w.s;
    let host = c.caller.as_ref().is_some_and(|k| k.on_host());
    // There typed code tells: see [`crate::cuda::memory::host_uses`].
    let main = crate::engine::problems::is_in_own_file(s.db, s.item);
    if main || !host || c.unevaluated || c.derived || c.discarded {
        return;
    }
    let Some((at, name, e)) = named(w, node, |space| {
        !space.is_host() && !space.has(MemorySpace::MANAGED)
    }) else {
        return;
    };
    let space = e.memory;
    let Some(decl) = declarations(s.db, e.item).get(e.decl as usize) else {
        return;
    };
    // Constants may have a value that the host knows as well.
    let theirs = Source::new(s.db, s.file, e.item, s.settings);
    let ty = types::declared(&theirs, decl);
    if decl.spec.any(Spec::CONST.with(Spec::CONSTEXPR)) || ty.constant || ty.is_reference() {
        return;
    }
    // In a template, only what depends on nothing is certain.
    let usage = if c.dependent {
        let assigned = node.parent().is_some_and(|p| {
            p.kind() == BINARY_EXPRESSION
                && p.children().next() == Some(node)
                && p.children().nth(1).is_some_and(|v| v.kind() == LITERAL)
                && operator(p) == "="
        });
        if assigned { WRITES } else { return }
    } else {
        usage(w, node, &ty)
    };
    let say = |code| {
        Finding::new(code, at).text(space.name()).arg(Arg::Entity {
            kind: "variable",
            name: qualified(s, e, name),
        })
    };
    // A variable in constant memory is const, but its elements are not.
    if usage.written && space.has(MemorySpace::CONSTANT) && ty.shape.is_empty() {
        let start = s.tokens(node).start;
        w.out
            .push(Finding::new(codes::NOT_A_MODIFIABLE_LVALUE, start));
        return;
    }
    if usage.read {
        w.out.push(say(codes::DEVICE_VAR_READ_IN_HOST));
    }
    if usage.written {
        w.out.push(say(codes::DEVICE_VAR_WRITTEN_IN_HOST));
    }
    if usage.address && space.has(MemorySpace::SHARED) {
        w.out.push(say(codes::DEVICE_VAR_ADDRESS_TAKEN_IN_HOST));
    }
}

/// The variable in such a memory space that a name certainly means: where it is named, its name, its declaration.
pub(crate) fn named<'s, 'db>(
    w: &Walk<'s, 'db>,
    node: Node<'_>,
    wanted: impl Fn(MemorySpace) -> bool,
) -> Option<(u32, &'db str, &'db Entry<'db>)> {
    let s = w.s;
    let t = s.tokens(node);
    let (rooted, mut path) = s.path(t)?;
    let name = path.pop()?;
    if w.declared.contains(name) && path.is_empty() && !rooted {
        return None;
    }
    let [e] = only_mine(s.db, s.file, name) else {
        return None;
    };
    let space = e.memory;
    if e.kind != DeclKind::Variable
        || e.class.is_some()
        || e.template
        || e.qualified
        || !wanted(space)
    {
        return None;
    }
    types::reached(s, e.scope, &path, rooted, s.item.scope(s.db))?;
    Some((t.end - 1, name, e))
}

pub(crate) fn qualified(s: &Source<'_>, e: &Entry<'_>, name: &str) -> String {
    let mut out = String::new();
    for scope in e.scope.path(s.db) {
        let segment = scope.name(s.db);
        out.push_str(if segment.is_empty() {
            "<unnamed>"
        } else {
            segment
        });
        out.push_str("::");
    }
    out + name
}

fn operator(node: Node<'_>) -> String {
    node.own_tokens().map(|t| t.text().to_owned()).collect()
}

/// What an expression around a variable does to it, as far as is certain.
pub(crate) fn usage<'db>(w: &Walk<'_, 'db>, node: Node<'_>, ty: &Type<'db>) -> Usage {
    let mut at = node;
    let mut ty = Some(ty.clone());
    let mut bare = true;
    // Each step goes up one node.
    loop {
        let Some(parent) = at.parent() else {
            return NOTHING;
        };
        let scalar = ty
            .as_ref()
            .is_some_and(|t| t.fundamental().is_some() || t.shape.first() == Some(&Shape::Pointer));
        let pointer = ty
            .as_ref()
            .is_some_and(|t| t.shape.first() == Some(&Shape::Pointer));
        let array = ty
            .as_ref()
            .is_some_and(|t| matches!(t.shape.first(), Some(Shape::Array { .. })));
        // A member's type is not looked up: only what reads any kind of scalar counts then.
        let maybe = scalar || ty.is_none();
        let reads = |yes: bool| if yes { READS } else { NOTHING };
        let first = parent.children().next() == Some(at);
        match parent.kind() {
            PAREN_EXPRESSION => bare = false,
            SUBSCRIPT_EXPRESSION if first && array => {
                if let Some(t) = &mut ty {
                    t.shape.remove(0);
                }
            }
            SUBSCRIPT_EXPRESSION => return reads(if first { pointer } else { maybe }),
            MEMBER_EXPRESSION if first && parent.has(DOT) => {
                let called = parent.parent().is_some_and(|p| {
                    p.kind() == CALL_EXPRESSION && p.children().next() == Some(parent)
                });
                if called || array || scalar {
                    return NOTHING;
                }
                ty = None;
            }
            MEMBER_EXPRESSION => return reads(pointer),
            PREFIX_EXPRESSION => match operator(parent).as_str() {
                "&" => {
                    return Usage {
                        address: true,
                        ..NOTHING
                    };
                }
                "*" if array => {
                    if let Some(t) = &mut ty {
                        t.shape.remove(0);
                    }
                }
                "*" => return reads(pointer),
                "!" | "-" | "+" | "~" => return reads(scalar),
                "++" | "--" => return if scalar { BOTH } else { NOTHING },
                _ => return NOTHING,
            },
            POSTFIX_EXPRESSION => return if scalar { BOTH } else { NOTHING },
            BINARY_EXPRESSION => return operand(w, parent, at, maybe, scalar),
            CONDITIONAL_EXPRESSION => {
                let other = parent
                    .children()
                    .skip(1)
                    .find(|n| *n != at)
                    .is_some_and(|n| n.kind() == LITERAL);
                return reads(scalar && (first || other));
            }
            CONDITION => return reads(scalar),
            DO_STATEMENT => return reads(scalar),
            DELETE_EXPRESSION => return reads(pointer),
            RETURN_STATEMENT => return reads(maybe && returns_value(parent, bare)),
            EQUAL_INITIALIZER | BRACED_INIT_LIST | ARGUMENT_LIST => {
                return reads(maybe && initializes(w, parent, at, scalar));
            }
            CAST_EXPRESSION | NAMED_CAST_EXPRESSION => {
                let arithmetic = parent.child(TYPE_ID).is_some_and(|id| {
                    id.child(DECLARATOR).is_none()
                        && id
                            .child(DECL_SPECIFIER_SEQ)
                            .is_some_and(|seq| is_arithmetic(w, seq))
                });
                return reads(maybe && arithmetic);
            }
            _ => return NOTHING,
        }
        at = parent;
    }
}

fn is_arithmetic(w: &Walk<'_, '_>, seq: Node<'_>) -> bool {
    let t = w.s.tokens(seq);
    t.range().any(|i| types::is_arithmetic(w.s.kind(i as u32)))
}

/// An operand of a binary operator.
fn operand(w: &Walk<'_, '_>, node: Node<'_>, at: Node<'_>, maybe: bool, scalar: bool) -> Usage {
    let mut operands = node.children();
    let (Some(left), Some(right)) = (operands.next(), operands.next()) else {
        return NOTHING;
    };
    let is_left = left == at;
    let other = if is_left { &right } else { &left };
    match operator(node).as_str() {
        "=" if is_left => {
            if scalar {
                WRITES
            } else {
                NOTHING
            }
        }
        "=" => {
            if maybe && certainly_scalar(w, *other, 0) {
                READS
            } else {
                NOTHING
            }
        }
        "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" => {
            match (is_left, scalar) {
                (true, true) => BOTH,
                (false, true) if certainly_scalar(w, *other, 0) => READS,
                _ => NOTHING,
            }
        }
        "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>" | "==" | "!=" | "<" | ">"
        | "<=" | ">=" | "&&" | "||"
            if scalar && certainly_scalar(w, *other, 0) =>
        {
            READS
        }
        _ => NOTHING,
    }
}

/// Whether an expression is certainly of arithmetic or pointer type.
fn certainly_scalar(w: &Walk<'_, '_>, node: Node<'_>, depth: u32) -> bool {
    if depth > 32 {
        return false;
    }
    match node.kind() {
        LITERAL | SIZEOF_EXPRESSION => true,
        ID_EXPRESSION | SUBSCRIPT_EXPRESSION => operands::of(w, node).is_some_and(|t| {
            t.fundamental().is_some() || t.shape.first() == Some(&Shape::Pointer) || {
                t.is_reference() && t.shape.len() == 1 && matches!(t.base, Base::Fundamental(_))
            }
        }),
        PAREN_EXPRESSION | BINARY_EXPRESSION => {
            node.children().all(|n| certainly_scalar(w, n, depth + 1))
        }
        CAST_EXPRESSION => node
            .child(TYPE_ID)
            .and_then(|id| id.child(DECL_SPECIFIER_SEQ))
            .is_some_and(|seq| is_arithmetic(w, seq)),
        _ => false,
    }
}

/// Whether a return statement certainly returns a value of its operand, and no reference to it.
fn returns_value(statement: Node<'_>, bare: bool) -> bool {
    let Some(function) = statement
        .ancestors()
        .find(|n| matches!(n.kind(), LAMBDA_EXPRESSION | FUNCTION_DEFINITION))
    else {
        return false;
    };
    if function.kind() == LAMBDA_EXPRESSION {
        return function.child(TRAILING_RETURN_TYPE).is_none();
    }
    let Some(declarator) = function.child(DECLARATOR) else {
        return false;
    };
    let conversion = declarator
        .descendants()
        .find(|n| n.kind() == CONVERSION_FUNCTION_ID);
    if let Some(conversion) = conversion {
        return !conversion
            .descendants()
            .any(|n| n.kind() == POINTER_OPERATOR && (n.has(AMP) || n.has(AMP2)));
    }
    let Some(seq) = function.child(DECL_SPECIFIER_SEQ) else {
        return false;
    };
    let trailing = declarator
        .descendants()
        .any(|n| n.kind() == TRAILING_RETURN_TYPE);
    let reference = declarator
        .children()
        .any(|n| n.kind() == POINTER_OPERATOR && (n.has(AMP) || n.has(AMP2)));
    let deduced = seq
        .child(DECLTYPE_SPECIFIER)
        .is_some_and(|d| d.has(AUTO_KW));
    let plain = seq
        .own_tokens()
        .any(|t| types::is_arithmetic(t.kind()) || t.kind() == AUTO_KW)
        || deduced && bare;
    plain && !trailing && !reference
}

/// Whether an initializer, or an argument, certainly copies an operand.
fn initializes(w: &Walk<'_, '_>, list: Node<'_>, at: Node<'_>, scalar: bool) -> bool {
    let Some(mut holder) = list.parent() else {
        return false;
    };
    if holder.kind() == EQUAL_INITIALIZER {
        match holder.parent() {
            Some(p) => holder = p,
            None => return false,
        }
    }
    match holder.kind() {
        INIT_DECLARATOR => {
            let Some(seq) = holder.parent().and_then(|d| d.child(DECL_SPECIFIER_SEQ)) else {
                return false;
            };
            let Some(declarator) = holder.child(DECLARATOR) else {
                return false;
            };
            let reference = declarator
                .descendants()
                .any(|n| n.kind() == POINTER_OPERATOR && (n.has(AMP) || n.has(AMP2)));
            let deduced = seq.has(AUTO_KW) && scalar && list.kind() == EQUAL_INITIALIZER;
            !reference && (is_arithmetic(w, seq) || deduced)
        }
        CALL_EXPRESSION => {
            // Passed by value to a function that has no overloads.
            let Some(callee) = holder
                .children()
                .next()
                .filter(|n| n.kind() == ID_EXPRESSION)
            else {
                return false;
            };
            let s = w.s;
            let t = s.tokens(callee);
            let name = s.word(t.start);
            if t.end != t.start + 1 || w.declared.contains(name) {
                return false;
            }
            let [e] = only_mine(s.db, s.file, name) else {
                return false;
            };
            let index = list.children().position(|n| n == at).unwrap_or(usize::MAX);
            let decl = declarations(s.db, e.item).get(e.decl as usize);
            let param = decl
                .filter(|_| !e.template && e.class.is_none())
                .and_then(|d| d.function.as_ref())
                .and_then(|f| f.params.get(index));
            let theirs = Source::new(s.db, s.file, e.item, s.settings);
            param.is_some_and(|p| {
                p.shape.is_empty()
                    && !p.pack
                    && p.specifiers
                        .range()
                        .any(|i| types::is_arithmetic(theirs.kind(i as u32)))
            })
        }
        _ => false,
    }
}
