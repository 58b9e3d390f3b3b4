//! Execution spaces of virtual functions and of what they override (reference: spaces, Overriding).

use cleave_codes::{Code, codes};
use cleave_cuda::ExecutionSpace;
use cleave_names::decl::{Decl, DeclKind, Special};
use cleave_names::item_id_of_node;
use cleave_syntax::SyntaxKind::*;
use cleave_typing::{class, display, program};

use crate::Finding;
use crate::cuda::spaces::cross_space_calls::space_of;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};
use crate::tokens::index::only_mine;

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
        let Some(mine) = side(space_of(db, function)) else {
            continue;
        };
        for other in overridden {
            let code = side(space_of(db, other)).and_then(|theirs| mismatch(theirs, mine));
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

/// The names of a class's direct bases that are plain identifiers.
fn bases<'s>(s: &Source<'s>, class: &Decl) -> Vec<&'s str> {
    let mut out = Vec::new();
    let mut i = class.declarator.start;
    let end = class.declarator.end;
    while i < end && !matches!(s.kind(i), COLON | L_BRACE) {
        i += 1;
    }
    if s.kind(i) != COLON {
        return out;
    }
    let mut last = None;
    let mut plain = true;
    i += 1;
    while i < end {
        match s.kind(i) {
            IDENT => {
                plain &= last.is_none();
                last = Some(s.word(i));
            }
            PUBLIC_KW | PROTECTED_KW | PRIVATE_KW | VIRTUAL_KW => {}
            COMMA | L_BRACE => {
                if let (Some(name), true) = (last, plain) {
                    out.push(name);
                }
                (last, plain) = (None, true);
                if s.kind(i) == L_BRACE {
                    break;
                }
            }
            _ => plain = false,
        }
        i += 1;
    }
    out
}

/// Whether some base of a class may declare a virtual function of a name, or a virtual destructor; certain only of the user's
/// own classes.
pub(crate) fn may_have_virtual(s: &Source<'_>, class: &Decl, name: &str, special: Special) -> bool {
    let plain = bases(s, class);
    plain.len() != class.bases.len()
        || plain
            .iter()
            .any(|base| base_may_have_virtual(s, base, name, special, 0))
}

fn base_may_have_virtual(
    s: &Source<'_>,
    base: &str,
    name: &str,
    special: Special,
    depth: u32,
) -> bool {
    let found = only_mine(s.db, s.file, base);
    let [class] = found else { return true };
    let certain = class.kind == DeclKind::Class
        && class.class.is_none()
        && !class.template
        && class.scope == s.item.scope(s.db);
    if !certain || depth > 32 {
        return true;
    }
    let theirs = Source::new(s.db, s.file, class.item, s.settings);
    let here = theirs.decls.iter().any(|d| {
        d.parent == Some(class.decl)
            && d.function.as_ref().is_some_and(|f| {
                f.is_virtual
                    && (d.name == name || special == f.special && special == Special::Destructor)
            })
    });
    let decl = &theirs.decls[class.decl as usize];
    let plain = bases(&theirs, decl);
    here || plain.len() != decl.bases.len()
        || plain
            .iter()
            .any(|b| base_may_have_virtual(&theirs, b, name, special, depth + 1))
}
