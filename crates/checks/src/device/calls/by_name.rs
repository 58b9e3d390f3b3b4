//! Functions of the host that device code calls (reference: spaces, Calls between spaces), where the callee is certain. The host
//! pass has nothing to say of them. That a constexpr function is called is reported where it stands; the rest is reported once everything
//! has been read and only if nothing else is wrong, of functions that are compiled for the device.

use cleave_codes::codes;
use cleave_cuda::ExecutionSpace;
use cleave_names::decl::{DeclKind, Spec};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;
use cleave_syntax::skeleton::Flags;

use crate::Finding;
use crate::engine::context::{Context, Enclosing};
use crate::engine::finding::Arg;
use crate::engine::source::Source;
use crate::engine::walk::Walk;

/// A call that certainly means this function.
pub(crate) struct Call<'c, 'db> {
    pub(crate) space: ExecutionSpace,
    pub(crate) constexpr: bool,
    /// Its name with what it is declared in.
    pub(crate) qualified: String,
    /// How messages name it with its parameters.
    pub(crate) signature: Option<Arg<'db>>,
    /// Where it is named.
    pub(crate) at: u32,
    /// Where its arguments begin; none if they are constants.
    pub(crate) arguments: Option<u32>,
    pub(crate) caller: &'c str,
    pub(crate) from: ExecutionSpace,
}

/// Whether an expression may be left out because a constant decides that it is not computed (`false ? f() : 0`).
pub(crate) fn may_be_left_out(node: Node<'_>) -> bool {
    let mut at = node;
    while let Some(parent) = at.parent() {
        let first = parent.children().next() == Some(at);
        let decided = match parent.kind() {
            CONDITIONAL_EXPRESSION => true,
            BINARY_EXPRESSION => parent
                .children_with_tokens()
                .any(|e| matches!(e.kind(), AMP2 | PIPE2)),
            COMPOUND_STATEMENT => return false,
            _ => false,
        };
        if decided && !first {
            return true;
        }
        at = parent;
    }
    false
}

/// A call of a function that only the host has.
pub(crate) fn check<'db>(
    w: &mut Walk<'_, 'db>,
    node: Node<'_>,
    call: Call<'_, 'db>,
    c: &Context<'_>,
) {
    let device = call.from.is_device_only() || call.from.is_kernel();
    let foreign =
        call.space.is_device_only() || call.space.is_host_device() || call.space.is_kernel();
    let inside = device || call.from.is_host_device();
    // Calls in closures are told by what typed code has of them, which knows no constant expressions.
    let plain = |l: &Enclosing| !(l.generic || l.device || l.host_device);
    let closure = !c.lambdas.is_empty();
    let known = !closure || c.computed && c.lambdas.iter().all(plain);
    if foreign || !inside || c.dependent || !known || may_be_left_out(node) {
        return;
    }
    let unchecked = w.s.item.flags(w.s.db).has(Flags::UNCHECKED);
    if call.constexpr {
        if w.s.settings.relaxed_constexpr || c.constant && !c.computed || unchecked {
            return;
        }
        let code = match () {
            () if call.from.is_kernel() => codes::H_G_ILLEGAL_CALL_CONSTEXPR,
            () if call.from.is_device_only() => codes::H_D_ILLEGAL_CALL_CONSTEXPR,
            () => codes::H_HD_ILLEGAL_CALL_CONSTEXPR,
        };
        let name = call
            .qualified
            .rsplit("::")
            .next()
            .unwrap_or_default()
            .to_owned();
        let caller = if closure { "operator()" } else { call.caller };
        w.out
            .push(Finding::new(code, call.at).name(name).name(caller));
        if c.computed {
            return;
        }
        // What is not computed while compiling is called for certain.
        if let (Some(list), Some(name), false) = (call.arguments, call.signature, device) {
            w.out.push(
                Finding::new(codes::H_HD_ILLEGAL_CALL_CONSTEXPR_GENERIC, list).reported_at_end(),
            );
            let named = Finding::new(code, call.at).arg(name).name(call.caller);
            w.out.push(named.reported_at_end());
        }
        return;
    }
    let Some(name) = call.signature else { return };
    let code = match () {
        () if call.from.is_kernel() => codes::H_G_ILLEGAL_CALL,
        () if call.from.is_device_only() => codes::H_D_ILLEGAL_CALL,
        () => codes::H_HD_ILLEGAL_CALL,
    };
    if !unchecked {
        let found = Finding::new(code, call.at).arg(name).name(call.caller);
        w.out.push(found.reported_at_end());
    }
    if device {
        w.out.push(
            Finding::new(codes::UNDEFINED_DEVICE_IDENTIFIER, call.at)
                .name(call.qualified)
                .reported_at_end(),
        );
    }
}

/// Whether a finding that is told at the end stands in a function that is certainly compiled for the device: others are left
/// out unless something calls them.
pub(crate) fn is_emitted(s: &Source<'_>, at: u32) -> bool {
    let Some((index, decl)) = s
        .decls
        .iter()
        .enumerate()
        .filter(|(_, d)| d.kind == DeclKind::Function && d.tokens.contains(at))
        .min_by_key(|(_, d)| d.tokens.end - d.tokens.start)
    else {
        return false;
    };
    let space = s.merged(index).space;
    let mut scopes = s.item.scope(s.db).path(s.db).into_iter();
    let hidden = scopes.any(|p| p.name(s.db).is_empty());
    let kernel = space.is_kernel();
    let local = decl.spec.any(
        Spec::STATIC
            .with(Spec::INLINE)
            .with(Spec::CONSTEXPR)
            .with(Spec::CONSTEVAL),
    );
    decl.heads.is_empty()
        && decl.parent.is_none()
        && (kernel || !local && !hidden)
        && !decl.is_specialization()
}
