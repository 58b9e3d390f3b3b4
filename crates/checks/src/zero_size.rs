//! Parameters of classes that take no room, which device functions cannot have (spec 3-attrs 3).

use cleave_names::decl::{DeclKind, Shape, Spec, Tokens};
use cleave_syntax::SyntaxKind::*;

use crate::Finding;
use crate::captures::full_name;
use crate::finding::Arg;
use crate::index::Entry;
use crate::kernels::group_end;
use crate::source::{Sink, Source};
use crate::types::{self, Base, Place};

/// How deeply classes may be made of classes.
const DEPTH: u32 = 16;

/// The parameters of each device function that the item defines.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for decl in s.decls {
        let Some(f) = &decl.function else { continue };
        let space = decl
            .attributes
            .iter()
            .rev()
            .find(|a| matches!(a.name.as_str(), "device" | "global"));
        let (Some(space), Some(_)) = (space, f.body.tokens()) else {
            continue;
        };
        if decl.is_template() {
            continue;
        }
        for p in f.params.iter().filter(|p| p.shape.is_empty() && !p.pack) {
            let place = Place::of(s, decl);
            let ty = types::read(s, p.specifiers, &place, 0);
            let Base::Class(e) = &ty.base else { continue };
            if !ty.shape.is_empty() || ty.indirect || !is_empty(s, e, 0) {
                continue;
            }
            out.push(Finding::new(3669, space.tokens.start).arg(Arg::Type(full_name(s, e))));
        }
    }
}

/// Whether a class has data members, and none that takes room.
fn is_empty<'db>(s: &Source<'db>, e: &Entry<'db>, depth: u32) -> bool {
    let theirs = Source::new(s.db, s.file, e.item, s.settings);
    let Some(class) = theirs.decls.get(e.decl as usize) else {
        return false;
    };
    if !class.bases.is_empty() || !class.heads.is_empty() || depth > DEPTH {
        return false;
    }
    let mut fields = 0;
    for d in theirs.decls.iter().filter(|d| d.parent == Some(e.decl)) {
        if d.function.as_ref().is_some_and(|f| f.is_virtual) {
            return false;
        }
        if d.kind != DeclKind::Variable || d.spec.any(Spec::STATIC) {
            continue;
        }
        fields += 1;
        let ty = types::declared(&theirs, d);
        let empty = match ty.shape.first() {
            Some(Shape::Array { .. }) => no_elements(&theirs, d.name_tokens.end, d.declarator.end),
            Some(_) => false,
            None => match &ty.base {
                Base::Class(inner) => is_empty(&theirs, inner, depth + 1),
                _ => false,
            },
        };
        if !empty {
            return false;
        }
    }
    fields > 0
}

/// Whether one of the bounds behind a name is zero.
fn no_elements(s: &Source<'_>, from: u32, end: u32) -> bool {
    let mut at = from;
    while at < end && s.kind(at) == L_BRACK {
        let close = group_end(s, at, end);
        let bound = Tokens {
            start: at + 1,
            end: close.saturating_sub(1),
        };
        if crate::constants::integer(s, bound) == Some(0) {
            return true;
        }
        at = close;
    }
    false
}
