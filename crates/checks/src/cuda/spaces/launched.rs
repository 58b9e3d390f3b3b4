//! What a launch launches (reference: spaces, Launches): a kernel, and neither another function nor an object.

use cleave_codes::codes;
use cleave_cuda::execution_space;
use cleave_syntax::SyntaxKind;
use cleave_typing::{Entity, Site};

use crate::Finding;
use crate::cuda::spaces::cross_space_calls::{Caller, Calls};

impl<'db> Calls<'_, 'db> {
    /// `f<<<…>>>(…)`
    pub(super) fn launched(&mut self, function: Entity<'db>, site: Site<'db>, caller: &Caller<'_>) {
        let Some((tokens, _)) = self.place(site) else {
            return;
        };
        if self.is_kernel(function) {
            return;
        }
        self.cross(function, tokens.start, tokens.end, caller);
        let space = match execution_space(self.s.db, function, true) {
            space if space.is_device_only() || space.is_host_device() => "__device__",
            _ => "host",
        };
        let finding = Finding::new(codes::CALL_CONFIGURATION_MISMATCH, tokens.start)
            .text(space)
            .text("cannot");
        self.found.push(finding.reported_at(tokens.end));
    }

    /// `o<<<…>>>(…)` on an object with a call operator.
    pub(super) fn launched_object(&mut self, site: Site<'db>) {
        let Some((tokens, _)) = self.place(site) else {
            return;
        };
        let after = |i: &u32| {
            i.checked_sub(1).map(|i| self.s.kind(i)) == Some(SyntaxKind::GT)
                && self.s.kind(*i) == SyntaxKind::L_PAREN
        };
        if let Some(at) = (tokens.start..tokens.end).find(after) {
            let finding = Finding::new(codes::CALL_CONFIGURATION_MISMATCH, at)
                .text("host")
                .text("cannot");
            self.found.push(finding.reported_at(tokens.end));
        }
    }
}
