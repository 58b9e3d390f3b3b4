//! Which names have internal linkage ([basic.link]), the instances of function templates included that arguments make internal.

use cleave_base_db::Db;

use crate::linkage::language;
use crate::{Arg, Entity, PointerBase, Ty, TyKind, Value};

/// How deep arguments hold each other.
const DEPTH: u32 = 32;

/// Whether an entity is internal to its translation unit: it or its namespace says so, or it is an instance for arguments that are.
/// Kernels are like other functions here, although their names do not show it.
pub fn is_internal<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    language::is_declared_internal(db, entity) || has_internal_argument(db, entity, 0)
}

/// Whether an argument of a specialisation is internal: a class of an unnamed namespace, a specialisation for one, an internal
/// variable or function. What is made of such a class, a pointer to it, is not (reference: device-half, Linkage and names).
pub(super) fn has_internal_argument<'db>(db: &'db dyn Db, entity: Entity<'db>, depth: u32) -> bool {
    let args = entity.env(db).map_or(&[][..], |env| env.args(db));
    depth < DEPTH && args.iter().any(|arg| is_internal_argument(db, arg, depth))
}

fn is_internal_argument<'db>(db: &'db dyn Db, arg: &Arg<'db>, depth: u32) -> bool {
    match arg {
        Arg::Type(ty) => is_internal_type(db, *ty, depth),
        Arg::Value(value) => match value.value(db) {
            Value::Pointer(pointer) => match pointer.base {
                PointerBase::Static(entity) => language::is_declared_internal(db, entity),
                _ => false,
            },
            _ => false,
        },
        Arg::Pack(all) => all.iter().any(|arg| is_internal_argument(db, arg, depth)),
        _ => false,
    }
}

fn is_internal_type<'db>(db: &'db dyn Db, ty: Ty<'db>, depth: u32) -> bool {
    let (TyKind::Class(entity) | TyKind::Enum(entity)) = *ty.kind(db) else {
        return false;
    };
    let code = entity.decl(db).code(db);
    code.body.is_none()
        && (code.scope(db).is_internal(db) || has_internal_argument(db, entity, depth + 1))
}
