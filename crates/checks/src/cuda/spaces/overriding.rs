//! Execution spaces of virtual functions and of what they override (reference: spaces, Overriding).

use cleave_codes::{Code, codes};
use cleave_cuda::ExecutionSpace;
use cleave_names::decl::{Decl, DeclKind};
use cleave_names::item_id_of_node;
use cleave_syntax::SyntaxKind::*;
use cleave_typing::{class, display, program};

use crate::Finding;
use crate::engine::entities::{self, execution_space};
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

/// The three spaces that a virtual function may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Host,
    Device,
    Both,
}

fn side(space: ExecutionSpace) -> Option<Side> {
    match space {
        s if s.is_kernel() => None,
        s if s.is_host_device() => Some(Side::Both),
        s if s.is_device_only() => Some(Side::Device),
        _ => Some(Side::Host),
    }
}

/// `execution space mismatch: overridden entity … is …, but overriding entity … is …`
fn mismatch(overridden: Side, overrider: Side) -> Option<Code> {
    Some(match (overridden, overrider) {
        (Side::Host, Side::Device) => codes::DEVICE_OVERRIDES_HOST,
        (Side::Host, Side::Both) => codes::HOST_DEVICE_OVERRIDES_HOST,
        (Side::Device, Side::Both) => codes::HOST_DEVICE_OVERRIDES_DEVICE,
        (Side::Device, Side::Host) => codes::HOST_OVERRIDES_DEVICE,
        (Side::Both, Side::Host) => codes::HOST_OVERRIDES_HOST_DEVICE,
        (Side::Both, Side::Device) => codes::DEVICE_OVERRIDES_HOST_DEVICE,
        _ => return None,
    })
}

/// Every member function of the item's classes against what it overrides.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    // Most items have no such class, and need not be lowered.
    if !s.decls.iter().any(|d| derives(s, d)) {
        return;
    }
    let item = item_id_of_node(db, s.item);
    for (function, overridden) in class::overriders(db, item) {
        let Some(mine) = side(execution_space(s, function)) else {
            continue;
        };
        for other in overridden {
            let code = side(execution_space(s, other)).and_then(|theirs| mismatch(theirs, mine));
            let place = program::declaration(db, function).filter(|(at, _)| *at == item);
            let (Some(code), Some((_, at))) = (code, place) else {
                continue;
            };
            let entity = |e| Arg::Entity {
                kind: "function",
                name: display::function_text(db, e, false),
            };
            out.push(
                Finding::new(code, at)
                    .arg(entity(other))
                    .arg(entity(function)),
            );
        }
    }
}

/// Whether a declaration is a class with bases, outside of templates.
fn derives(s: &Source<'_>, decl: &Decl) -> bool {
    let parent = |d: &&Decl| d.parent.and_then(|p| s.decls.get(p as usize));
    let mut around = std::iter::successors(Some(decl), parent);
    decl.kind == DeclKind::Class
        && (decl.declarator.start..decl.declarator.end)
            .take_while(|&i| s.kind(i) != L_BRACE)
            .any(|i| s.kind(i) == COLON)
        && !around.any(Decl::is_template)
}

/// Whether a member function is virtual, or may be: nothing is certain with bases that are not known.
pub(crate) fn may_be_virtual(s: &Source<'_>, decl: &Decl) -> bool {
    let own = entities::entity(s, decl);
    own.is_none_or(|own| !class::is_certainly_no_virtual(s.db, own))
}
