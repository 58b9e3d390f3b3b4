//! GNU's flexible array members, arrays without a bound: each is the last of the members of its class, which has others.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Class, ClassKey, Code, Decl, DeclId, DeclKind, NameId, TypeRef};
use cleave_names::decl::Spec;

use crate::class::members::is_anonymous;
use crate::program::Declared;
use crate::{
    At, Bound, Context, DeclRef, Entity, Fill, Problem, Ty, TyKind, class, display, function,
};

/// What is wrong with the arrays without a bound among the members of an item's classes.
pub(crate) fn problems<'db>(db: &'db dyn Db, declared: &[Declared<'db>]) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for &(own, decl, site) in declared {
        let (DeclKind::Variable(v), Some(parent)) = (&decl.kind, decl.parent) else {
            continue;
        };
        let entity = own.entity(db);
        let Some(code) = entity.code(db).filter(|_| is_member(&decl.spec)) else {
            continue;
        };
        let DeclKind::Class(class) = &code[parent].kind else {
            continue;
        };
        let id = crate::code::idx(entity.decl(db).index(db));
        if !matches!(code[v.ty], TypeRef::Array { bound: None, .. })
            || !matches!(v.init, cleave_hir::Init::None)
        {
            continue;
        }
        let Some(element) = function::variable_type(db, entity).element(db) else {
            continue;
        };
        let around = Entity::new(db, DeclRef::at(db, entity.decl(db).code(db), parent), None);
        let problem = match place(db, code, class, id, around) {
            Place::Misplaced => {
                let ty = element.array(db, Bound::Unknown);
                let shown = match element.is_dependent(db) {
                    true => Fill::Spelled(display::type_within(db, around, ty).into()),
                    false => Fill::Type(ty),
                };
                codes::INCOMPLETE_TYPE_NOT_ALLOWED { ty: shown }
            }
            Place::Alone => {
                let problem = Problem::new(codes::FLEXIBLE_ARRAY_IN_EMPTY_TYPE, site);
                out.push(problem.at(At::Declarator));
                continue;
            }
            Place::Fits => continue,
        };
        out.push(Problem::new(problem, site));
    }
    out
}

/// Whether a declaration in a class is a data member with a name.
pub(crate) fn is_data(decl: &Decl) -> bool {
    let variable = matches!(decl.kind, DeclKind::Variable(_));
    variable && is_member(&decl.spec) && decl.name != NameId::None
}

fn is_member(spec: &Spec) -> bool {
    !spec.any(Spec::STATIC.with(Spec::FRIEND).with(Spec::TYPEDEF))
}

/// Where an array without a bound stands.
enum Place {
    Fits,
    /// In a union, in front of another member or of a virtual base.
    Misplaced,
    /// Nothing else takes room in its class.
    Alone,
}

fn place<'db>(
    db: &'db dyn Db,
    code: &Code,
    class: &Class,
    own: DeclId,
    around: Entity<'db>,
) -> Place {
    let is_data = |id: &DeclId| match &code[*id].kind {
        DeclKind::Variable(_) => is_data(&code[*id]),
        DeclKind::Class(_) => is_anonymous(code, *id, &class.members),
        _ => false,
    };
    let Some(position) = class.members.iter().position(|m| *m == own) else {
        return Place::Fits;
    };
    let (before, after) = (&class.members[..position], &class.members[position + 1..]);
    let is_union = class.key == ClassKey::Union;
    if is_union || after.iter().any(is_data) || class.bases.iter().any(|b| b.is_virtual) {
        return Place::Misplaced;
    }
    let is_empty = || {
        let Some(mut cx) = Context::of(db, around) else {
            return false;
        };
        cx.modes.in_head = true;
        (class.bases.iter()).all(|b| {
            let ty = crate::convert::quietly(&mut cx, |cx| cx.resolve_type(b.ty));
            ty.is_class(db) && class::layout::is_empty(db, ty.unqualified(db))
        })
    };
    match !before.iter().any(is_data) && is_empty() {
        true => Place::Alone,
        false => Place::Fits,
    }
}

/// Whether the last member of a class is one.
pub(crate) fn ends_in_one<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    let info = class::class_info(db, class);
    let last = info.and_then(|i| i.fields.last());
    last.is_some_and(|f| matches!(f.ty.kind(db), TyKind::Array(_, Bound::Unknown)))
}
