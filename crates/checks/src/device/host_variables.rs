//! Variables of the host that device code uses (spec 2-spaces 2), where the variable and what is done to it are certain. That
//! it is used is told where it stands; that the device does not have it is told of functions that are compiled for it.

use cleave_names::decl::Spec;
use cleave_names::declarations;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::tree::SyntaxNode;

use super::host_calls::may_be_left_out;
use crate::Finding;
use crate::bodies::{Context, Walk};
use crate::finding::Arg;
use crate::source::Source;
use crate::{types, variables};

const READ: u16 = 3551;
const WRITTEN: u16 = 3552;
const ADDRESS: u16 = 3553;
/// `identifier … is undefined in device code`
const UNDEFINED: u16 = 3525;

/// A name in a body that the device compiles.
pub(crate) fn used(w: &mut Walk<'_, '_>, node: &SyntaxNode, c: &Context) {
    let s = w.s;
    let device = c.caller.as_ref().is_some_and(|k| {
        k.space.is_kernel() || k.space.is_device_only() || k.space.is_host_device()
    });
    let uncertain = c.unevaluated || c.derived || c.discarded || c.dependent || c.constant;
    if !device || uncertain || !c.lambdas.is_empty() {
        return;
    }
    let Some((at, name, e)) = variables::named(w, node, |space| space.is_host()) else {
        return;
    };
    let Some(decl) = declarations(s.db, e.item).get(e.decl as usize) else {
        return;
    };
    let theirs = Source::new(s.db, s.file, e.item, s.settings);
    let ty = types::declared(&theirs, decl);
    let scalar = ty.fundamental().is_some();
    if !scalar || e.attributed || decl.spec.any(Spec::CONSTEXPR) {
        return;
    }
    let usage = variables::usage(w, node, &ty);
    let name = variables::qualified(s, e, name);
    let mut say = |number| {
        let variable = Arg::Entity {
            kind: "variable",
            name: name.clone(),
        };
        w.out.push(Finding::new(number, at).arg(variable));
    };
    // The value of a constant is known everywhere.
    let constant = ty.constant || decl.spec.any(Spec::CONST);
    if usage.read && !constant {
        say(READ);
    }
    if usage.written && !constant {
        say(WRITTEN);
    }
    if usage.address && !constant {
        say(ADDRESS);
    }
    // The reference points at what is computed last: the operator, or what is assigned.
    let start = s.tokens(node).start;
    let token = match node.parent() {
        Some(p) if usage.address && p.kind() == PREFIX_EXPRESSION => s.tokens(&p).start,
        Some(p) if usage.written && !usage.read && p.kind() == BINARY_EXPRESSION => {
            match p.children().nth(1) {
                Some(value) => s.tokens(&value).start,
                None => return,
            }
        }
        _ => start,
    };
    let needed = usage.address || (usage.read || usage.written) && !constant;
    if needed && !may_be_left_out(node) {
        w.out
            .push(Finding::new(UNDEFINED, token).name(name).told_at_end());
    }
}
