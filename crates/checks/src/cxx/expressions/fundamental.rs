//! Statements without effect that typed code does not know yet, and uses of CUDA's variables as operands.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::context::Context;
use crate::engine::walk::Walk;
use crate::tokens::index::named;

/// A statement that computes something and drops it.
pub(crate) fn statement(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    // The last statement of a statement expression is its value.
    let last_of_value = node.nearest(&[STATEMENT_EXPRESSION]).is_some();
    let Some(e) = node.children().next() else {
        return;
    };
    if last_of_value || c.caller.is_none() {
        return;
    }
    let cast = e.kind() == NAMED_CAST_EXPRESSION && e.has(DYNAMIC_CAST_KW);
    if !c.dependent && (cast || variable_template(w, e)) {
        w.out
            .push(Finding::new(codes::EXPR_HAS_NO_EFFECT, w.s.tokens(e).start));
    }
}

/// Whether an expression is a variable template with its arguments, and nothing else.
fn variable_template(w: &Walk<'_, '_>, node: Node<'_>) -> bool {
    let s = w.s;
    let t = s.tokens(node);
    let name = s.word(t.start);
    if node.kind() != ID_EXPRESSION || s.kind(t.start + 1) != LT || w.declared.contains(name) {
        return false;
    }
    let [e] = crate::tokens::index::only_mine(s.db, s.file, name) else {
        return false;
    };
    e.kind == cleave_names::decl::DeclKind::Variable && e.template
}

/// `&threadIdx`
pub(crate) fn prefix(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    const BUILTINS: [&str; 5] = ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"];
    let s = w.s;
    let t = s.tokens(node);
    let name = s.word(t.start + 1);
    // `&threadIdx.x` is as bad.
    let member = t.end == t.start + 4 && s.kind(t.start + 2) == DOT && s.kind(t.start + 3) == IDENT;
    let address = s.kind(t.start) == AMP && (t.end == t.start + 2 || member);
    let certain = BUILTINS.contains(&name) && !w.declared.contains(name) && !c.derived;
    let known = !crate::cxx::names::undeclared::undefined_in(s.db, s.file, s.item)
        .iter()
        .any(|u| u.0 == t.start + 1);
    if address && certain && known && named(s.db, s.file, name).is_empty() {
        w.out
            .push(Finding::new(codes::ADDR_OF_NV_BUILTIN_VAR, t.start).name(name));
    }
}

/// `decltype(m)` of a managed variable.
pub(crate) fn operand(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    let s = w.s;
    let Some(id) = node
        .child(ID_EXPRESSION)
        .filter(|_| node.kind() == DECLTYPE_SPECIFIER)
    else {
        return;
    };
    let t = s.tokens(id);
    let name = s.word(t.start);
    let managed = |space: cleave_cuda::MemorySpace| space.has(cleave_cuda::MemorySpace::MANAGED);
    if t.end != t.start + 1 {
        if crate::cuda::memory::device_variables::named(w, id, managed).is_some() {
            w.out
                .push(Finding::new(codes::DECLTYPE_OF_MANAGED_VARIABLE, t.start));
        }
        return;
    }
    if w.declared.contains(name) || c.derived {
        return;
    }
    let found = crate::tokens::index::only_mine(s.db, s.file, name);
    let managed = !found.is_empty()
        && found
            .iter()
            .all(|e| e.class.is_none() && e.memory.has(cleave_cuda::MemorySpace::MANAGED));
    if managed {
        w.out
            .push(Finding::new(codes::DECLTYPE_OF_MANAGED_VARIABLE, t.start));
    }
}
