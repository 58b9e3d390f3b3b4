//! Types that are not complete where an object or a base of them is declared ([basic.types.general]/5, [class.mem.general]/7).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{ClassKey, DeclKind, TypeRef};
use cleave_names::{ItemId, item_index};

use crate::class::specialization::is_undefined;
use crate::code::Node;
use crate::{Bound, CodeRef, DeclRef, Entity, Fill, Problem, Site, Ty, TyKind, display, function};

/// Says that an object of an incomplete type is declared ([basic.def]/5): `void`, an array whose size nothing says, a class that
/// nothing defines. `listed` says that an initialiser gives an array its size; `at`
/// is where.
pub(crate) fn incomplete_object<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    listed: bool,
    site: Site<'db>,
    at: Place<'db>,
) -> Option<Problem<'db>> {
    let unsized_array = matches!(ty.kind(db), TyKind::Array(_, Bound::Unknown)) && !listed;
    let element = ty.innermost_element(db);
    // Whatever a template's parameter stands for, such an array of it has no size.
    let open = unsized_array && element.is_dependent(db);
    if ty.is_reference(db) || ty.is_unknown(db) && !open {
        return None;
    }
    let class = element.unqualified(db).class_entity(db);
    let later = class.is_some_and(|class| is_defined_later(db, class, at));
    let undefined = !element.is_unknown(db)
        && element
            .unqualified(db)
            .class_entity(db)
            .is_some_and(|class| {
                let is_class = matches!(class.kind(db), Some(DeclKind::Class(_)));
                (is_class || is_mentioned_class(db, class)) && is_undefined(db, class)
            });
    let incomplete = ty.is_void(db) || unsized_array || undefined || later;
    incomplete.then(|| {
        let shown = match (open, site.code.body) {
            (true, Some(body)) => {
                let signature = CodeRef::signature(site.code.item);
                let owner = DeclRef::new(db, signature, body, None);
                let text = display::type_within(db, Entity::new(db, owner, None), ty);
                Fill::Spelled(text.into())
            }
            _ => crate::written::shown_declaration(db, site, ty),
        };
        Problem::new(codes::INCOMPLETE_TYPE_NOT_ALLOWED { ty: shown }, site)
    })
}

/// Whether nothing but elaborated-type-specifiers declare a class: `struct A a;`.
fn is_mentioned_class<'db>(db: &'db dyn Db, class: Entity<'db>) -> bool {
    let decl = class.decl(db);
    let Node::Elaborated(ty) = decl.node(db) else {
        return false;
    };
    let key = decl.code(db).code(db).map(|code| &code[ty]);
    let Some(TypeRef::Path { elaborated, .. }) = key else {
        return false;
    };
    elaborated.is_some_and(|key| key != ClassKey::Enum)
}

/// Where an object or a base is declared.
#[derive(Clone, Copy)]
pub(crate) enum Place<'db> {
    /// By a declaration outside of bodies, or in a class.
    Declaration(DeclRef<'db>),
    /// In a body of an item: the classes around are complete there.
    Body(ItemId<'db>),
    /// In a template: where it is instantiated counts.
    Template,
}

/// Whether the definition of a class that is no instance begins behind a place, or stands around it and has not ended
/// ([class.mem.general]/6).
pub(crate) fn is_defined_later<'db>(db: &'db dyn Db, class: Entity<'db>, at: Place<'db>) -> bool {
    if class.env(db).is_some() {
        return false;
    }
    let Some(definition) = function::definition(db, class).map(|d| d.decl(db)) else {
        return false;
    };
    let theirs = definition.code(db);
    let item = match at {
        Place::Template => return false,
        Place::Body(item) => item,
        Place::Declaration(at) => {
            let ours = at.code(db);
            if theirs == ours {
                let mut around = std::iter::successors(at.parent(db), |d| d.parent(db));
                return definition.index(db) >= at.index(db) || around.any(|d| d == definition);
            }
            ours.item
        }
    };
    theirs.body.is_none()
        && theirs.item != item
        && item_index(db, theirs.item) > item_index(db, item)
}
