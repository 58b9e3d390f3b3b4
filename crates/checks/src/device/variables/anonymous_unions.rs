//! Members of anonymous unions of a namespace: the device does not have the union, whatever is done with its members (reference:
//! attributes, Device bodies). Reported for every mention, those that are not evaluated among them.

use cleave_codes::codes;
use cleave_names::decl::DeclKind;
use cleave_syntax::SyntaxKind::{COLON2, IDENT};
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::context::Context;
use crate::engine::walk::Walk;
use crate::tokens::index::only_mine;

/// A name in a body that the device compiles.
pub(crate) fn member(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    let s = w.s;
    let device = c.caller.as_ref().is_some_and(|k| k.space.on_device());
    let t = s.tokens(node);
    let Some(at) = t.end.checked_sub(1).filter(|&at| s.kind(at) == IDENT) else {
        return;
    };
    let path = t.range().map(|i| i as u32);
    let plain = path
        .into_iter()
        .all(|i| matches!(s.kind(i), IDENT | COLON2));
    if !device || !plain || c.discarded || w.declared.contains(s.word(at)) {
        return;
    }
    // What a class without a name declares has a name of its own only in an anonymous union.
    let [only] = only_mine(s.db, s.file, s.word(at)) else {
        return;
    };
    if only.kind == DeclKind::Variable && only.class.as_deref() == Some("") {
        w.out.push(Finding::new(
            codes::ANONYMOUS_UNION_MEMBER_IN_DEVICE_CODE,
            at,
        ));
    }
}
