//! Launches without a stream (reference: spaces, Launches).

use cleave_codes::codes;
use cleave_diagnostics::Pass;
use cleave_syntax::SyntaxKind::EXECUTION_CONFIGURATION;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::context::Context;
use crate::engine::walk::Walk;

/// A launch without a stream, which is worth a remark to those who ask for it.
pub(crate) fn check(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    let Some(configuration) = node.child(EXECUTION_CONFIGURATION) else {
        return;
    };
    let t = w.s.tokens(configuration);
    let close = t.end.saturating_sub(3).max(t.start + 1);
    if configuration.children().count() < 4 {
        // A template's launches are looked at where it is instantiated.
        w.out.push(Finding {
            only: c.dependent.then_some(Pass::Device),
            ..Finding::new(codes::DEFAULT_STREAM_LAUNCH, close)
        });
    }
}
