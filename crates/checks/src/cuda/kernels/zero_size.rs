//! Parameters of classes that take no room, which device functions cannot have (reference: attributes, Parameters without room).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_names::decl::{DeclKind, Shape, Spec, Tokens};
use cleave_names::{ItemId, item_id_of_node};
use cleave_syntax::SyntaxKind::*;
use cleave_typing::function::{definition, signature};
use cleave_typing::{Entity, Ty, class, display};

use crate::Finding;
use crate::cuda::kernels::form::group_end;
use crate::cuda::lambdas::captures::full_name;
use crate::device::{has, node};
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};
use crate::tokens::index::Entry;
use crate::tokens::types;
use crate::tokens::types::{Base, Place};

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
            out.push(
                Finding::new(codes::ZERO_SIZED_DEVICE_PARAMETER, space.tokens.start)
                    .arg(Arg::Type(full_name(s, e))),
            );
        }
    }
}

/// Whether something is an instance of a function template of the device that is defined.
pub(crate) fn is_worth_it<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    function.env(db).is_some_and(|env| !env.is_dependent(db))
        && ["device", "global"]
            .iter()
            .any(|space| has(db, function, space))
        && display::template_depth(db, function) == function.depth(db)
        && function.decl(db).parent_class(db).is_none()
        && definition(db, function).is_some()
}

/// The parameters of an instance, told at the annotation of its template.
pub(crate) fn instance<'db>(
    s: &Source<'db>,
    function: Entity<'db>,
    contexts: &[(Arg<'db>, ItemId<'db>, u32)],
    out: &mut Sink<'db>,
) {
    let db = s.db;
    let (Some(sig), Some((item, index))) = (signature(db, function), node(s, function)) else {
        return;
    };
    let empty = |ty: &&Ty<'db>| ty.is_class(db) && takes_no_room(db, **ty, 0);
    let theirs = Source::new(db, s.file, item, s.settings);
    let space = theirs.decls.get(index as usize).and_then(|d| {
        let all = d.attributes.iter().rev();
        all.into_iter()
            .find(|a| matches!(a.name.as_str(), "device" | "global"))
    });
    let Some(space) = space.filter(|_| is_worth_it(db, function)) else {
        return;
    };
    for ty in sig.declared.iter().filter(empty) {
        let ty = Arg::Type(display::type_text(db, ty.unqualified(db)));
        let mut found =
            Finding::new(codes::ZERO_SIZED_DEVICE_PARAMETER, space.tokens.start).arg(ty);
        found.item = Some(item_id_of_node(db, item));
        found.contexts = contexts.into();
        found.reported_at = contexts.last().map(|c| c.2);
        out.push(found);
    }
}

/// Whether a type is an array without elements, or a class with data members of which none takes room.
pub(crate) fn takes_no_room<'db>(db: &'db dyn Db, ty: Ty<'db>, depth: u32) -> bool {
    if depth > DEPTH {
        return false;
    }
    if let Some(element) = ty.element(db) {
        return ty.length(db) == Some(0) || takes_no_room(db, element, depth + 1);
    }
    let Some(info) = class::class_info(db, ty.unqualified(db)) else {
        return false;
    };
    let fields = &info.fields;
    let all = fields.iter().all(|f| takes_no_room(db, f.ty, depth + 1));
    info.bases.is_empty() && !info.is_polymorphic && !fields.is_empty() && all
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
        if crate::tokens::constants::integer(s, bound) == Some(0) {
            return true;
        }
        at = close;
    }
    false
}
