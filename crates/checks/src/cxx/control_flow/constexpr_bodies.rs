//! What may not stand in the body of a constexpr function ([dcl.constexpr]/3): variables that last or that are not initialized,
//! jumps, labels, handlers and assembly.

use cleave_codes::codes;
use cleave_diagnostics::Severity;
use cleave_names::decl::Shape;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::cuda::memory::locals::{innermost, named};
use crate::cxx::control_flow::labels::own;
use crate::engine::source::Source;
use crate::engine::walk::Walk;
use crate::tokens::types::{Base, Type};

const CPP14: u32 = 201_402;
const CPP17: u32 = 201_703;
const CPP20: u32 = 202_002;

/// The body of a function or a lambda. In a template the reference is milder, as it may never be asked for a constant.
pub(crate) fn check(w: &mut Walk<'_, '_>, function: Node<'_>, dependent: bool) {
    let s = w.s;
    let holder = match function.kind() {
        LAMBDA_EXPRESSION if s.settings.standard >= CPP17 => Some(function),
        LAMBDA_EXPRESSION => None,
        _ => function.child(DECL_SPECIFIER_SEQ),
    };
    let constant = holder.is_some_and(|seq| seq.has(CONSTEXPR_KW) || seq.has(CONSTEVAL_KW));
    let standard = s.settings.standard;
    // C++23 allows most of it.
    if !constant
        || !(CPP14..=CPP20).contains(&standard)
        || !crate::engine::problems::is_in_own_file(s.db, s.item)
    {
        return;
    }
    let variable = own(function).find_map(|n| variable(w, n, dependent));
    let before = |at: u32| variable.as_ref().is_none_or(|v| at < v.at);
    let mut found = Vec::new();
    for node in own(function) {
        let t = s.tokens(node);
        // What is known at the end of a statement.
        let (told, severity) = match node.kind() {
            GOTO_STATEMENT => (t.start, Severity::Error),
            TRY_STATEMENT if standard < CPP20 => (t.end, Severity::Error),
            ASM_DECLARATION if standard < CPP20 => (t.start, Severity::Warning),
            LABELED_STATEMENT => {
                found.push(Finding::new(codes::LABEL_IN_CONSTEXPR_FUNCTION, t.start));
                continue;
            }
            _ => continue,
        };
        if before(told) {
            let severity = if dependent {
                Severity::Warning
            } else {
                severity
            };
            found.push(
                Finding::new(codes::STATEMENT_IN_CONSTEXPR_FUNCTION, t.start).severity(severity),
            );
        }
    }
    w.out.extend(variable);
    w.out.extend(found);
}

/// What is wrong with the variables that a declaration declares: the first one counts.
fn variable<'db>(w: &Walk<'_, 'db>, node: Node<'_>, dependent: bool) -> Option<Finding<'db>> {
    let s = w.s;
    if node.kind() != SIMPLE_DECLARATION {
        return None;
    }
    // A member of a local class.
    if node.parent()?.kind() == MEMBER_SPECIFICATION {
        return None;
    }
    let seq = node
        .child(DECL_SPECIFIER_SEQ)
        .filter(|seq| !seq.has(TYPEDEF_KW))?;
    let lasting = [STATIC_KW, EXTERN_KW, THREAD_LOCAL_KW];
    let space = memory_space(s, seq);
    let lasting = lasting.iter().any(|&k| seq.has(k)) || space;
    let declarators = node.children().filter(|n| n.kind() == INIT_DECLARATOR);
    declarators.into_iter().find_map(|init| {
        let declarator = innermost(init)?;
        let id = s.tokens(declarator.child(DECLARATOR_ID)?).start;
        if declarator.child(PARAMETERS_AND_QUALIFIERS).is_some() {
            return None;
        }
        if lasting {
            return Some(Finding::new(codes::CONSTEXPR_LOCAL_NOT_AUTOMATIC, id));
        }
        let bare = init.children().all(|n| n.kind() == DECLARATOR)
            && init.child(DECLARATOR) == Some(declarator)
            && matches!(s.kind(s.tokens(init).end), COMMA | SEMICOLON);
        if dependent || !bare || s.settings.standard >= CPP20 {
            return None;
        }
        let (_, ty) = named(s, seq, declarator)?;
        is_scalar(&ty).then(|| Finding::new(codes::CONSTEXPR_LOCAL_UNINITIALIZED, id))
    })
}

/// Whether specifiers put a variable into a memory space, where it stays.
fn memory_space(s: &Source<'_>, seq: Node<'_>) -> bool {
    (seq.descendants())
        .filter(|n| n.kind() == ATTRIBUTE)
        .any(|n| cleave_attributes::is_memory_space(s.word(s.tokens(n).start)))
}

fn is_scalar(ty: &Type<'_>) -> bool {
    match ty.shape.iter().find(|p| !matches!(p, Shape::Array { .. })) {
        None => matches!(ty.base, Base::Fundamental(_) | Base::Enum),
        Some(shape) => *shape == Shape::Pointer,
    }
}
