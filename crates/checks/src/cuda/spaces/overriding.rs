//! Execution spaces of virtual functions and of what they override (reference: spaces, Overriding).

use cleave_codes::{Code, codes};
use cleave_cuda::ExecutionSpace;
use cleave_names::decl::Decl;
use cleave_typing::{Fill, Problem, class, display};

use crate::engine::entities::{self, execution_space};
use crate::engine::source::Source;

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

/// What is said of the spaces of a function and of one that it overrides, if anything. The problem names both.
pub(crate) fn mismatched<'db>(s: &Source<'db>, problem: &Problem<'db>) -> Option<Problem<'db>> {
    let [Fill::Entity(overridden), Fill::Entity(overrider)] = problem.fills[..] else {
        return None;
    };
    let side = |function| side(execution_space(s, function));
    let code = mismatch(side(overridden)?, side(overrider)?)?;
    let name = |e| Fill::Kind("function", display::function_text(s.db, e, false).into());
    Some(Problem {
        code,
        fills: [overridden, overrider].map(name).into(),
        ..problem.clone()
    })
}

/// Whether a member function is virtual, or may be: nothing is certain with bases that are not known.
pub(crate) fn may_be_virtual(s: &Source<'_>, decl: &Decl) -> bool {
    let own = entities::entity(s, decl);
    own.is_none_or(|own| !class::is_certainly_no_virtual(s.db, own))
}
