//! Parameters of classes that take no room, which device functions cannot have (reference: attributes, Parameters without room).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_cuda::annotations;
use cleave_names::decl::{Param, Tokens};
use cleave_names::{ItemId, item_id_of_node};
use cleave_syntax::SyntaxKind::IDENT;
use cleave_typing::function::{definition, parameter_types, signature};
use cleave_typing::{Entity, Ty, class, display, outermost};

use crate::Finding;
use crate::engine::entities::{self, node};
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

/// How deeply classes may be made of classes.
const DEPTH: u32 = 16;

/// The parameters of each device function that the item defines. Of members of class templates the reference says nothing, whether
/// the type depends on the template or not.
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
        let is_template = decl.is_template() || s.in_template(decl);
        if is_template || !f.params.iter().any(|p| may_be_class(s, p)) {
            continue;
        }
        let Some(function) = entities::entity(s, decl) else {
            continue;
        };
        let empty = |ty: &&Ty<'db>| ty.is_class(s.db) && takes_no_room(s.db, **ty, 0);
        // Of most functions the rest need not be known.
        let types =
            outermost(s.db, || None, || parameter_types(s.db, function)).unwrap_or_default();
        let types = match types.iter().any(|ty| empty(&ty)) {
            true => signature(s.db, function).map_or(&[][..], |sig| &sig.declared),
            false => &[],
        };
        for ty in types.iter().filter(empty) {
            let ty = display::type_text(s.db, ty.unqualified(s.db));
            let found = Finding::new(codes::ZERO_SIZED_DEVICE_PARAMETER, space.tokens.start);
            out.push(found.arg(Arg::Type(ty)));
        }
    }
}

/// Whether a parameter may be of a class type, as it is written: else no type need be known.
fn may_be_class(s: &Source<'_>, param: &Param) -> bool {
    let Tokens { start, end } = param.specifiers;
    param.shape.is_empty() && (start..end).any(|i| s.lexed.kind(i as usize) == IDENT)
}

/// Whether something is an instance of a function template of the device that is defined.
pub(crate) fn is_worth_it<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    function.env(db).is_some_and(|env| !env.is_dependent(db))
        && annotations(db, function).on_device()
        && display::template_depth(db, function) == function.depth(db)
        && function.decl(db).parent_class(db).is_none()
        && definition(db, function).is_some()
}

/// The parameters of an instance, reported at the annotation of its template.
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
        let mut found = Finding::new(
            codes::ZERO_SIZED_DEVICE_PARAMETER { ty },
            space.tokens.start,
        );
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
    // The reference does not look into instances of class templates.
    if (ty.class_entity(db)).is_some_and(|class| class.env(db).is_some()) {
        return false;
    }
    let Some(info) = class::class_info(db, ty.unqualified(db)) else {
        return false;
    };
    let fields = &info.fields;
    let all = fields.iter().all(|f| takes_no_room(db, f.ty, depth + 1));
    info.bases.is_empty() && !info.is_polymorphic && !fields.is_empty() && all
}
