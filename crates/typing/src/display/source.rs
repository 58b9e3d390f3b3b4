//! Types as C++ that means them wherever it stands: names from the global namespace on.

use cleave_base_db::Db;
use cleave_hir::{Access, NameId, TypeRef};

use crate::class::specialization::chosen;
use crate::code::params::own_level;
use crate::display::Speller;
use crate::display::bindings::bindings_by;
use crate::display::declarator::{DEPTH, nested};
use crate::display::entity::{spelled, speller};
use crate::resolve::{default_arg, default_type};
use crate::{Arg, DeclRef, Entity, Env, Ty, TyKind, Value};

/// A type as C++ that means it in any scope, with the default arguments that NVIDIA's front end writes. `None`: some part of it
/// has no such name, being a closure, unnamed, local, in an unnamed namespace, or not public in its class.
pub(crate) fn source_text<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<String> {
    if !is_nameable(db, ty, DEPTH) {
        return None;
    }
    Some(nested(&rooted(db), ty, DEPTH))
}

fn rooted<'db>(db: &'db dyn Db) -> Speller<'db> {
    Speller {
        rooted: true,
        ..Speller::new(db)
    }
}

/// A template argument likewise.
pub(crate) fn source_argument<'db>(db: &'db dyn Db, arg: &Arg<'db>) -> Option<String> {
    if !is_nameable_argument(db, arg, DEPTH) {
        return None;
    }
    Some(crate::display::entity::arg_text(&rooted(db), arg, DEPTH))
}

/// How many of the arguments of a class template's specialisation are written: none of those at the end that are the default,
/// but as many as the partial specialisation has parameters that the class is made by, as
/// NVIDIA's front end writes them (test_data/programs/deduced_constants.cu compares). A default that an alias template or a
/// `decltype` computes is written: the host compiler would compute it again, and make what that takes complete.
pub(crate) fn written_arguments<'db>(db: &'db dyn Db, class: Entity<'db>) -> usize {
    let Some(args) = class.own_args(db) else {
        return 0;
    };
    let is_default = |i: usize| {
        let before = Env::make(
            db,
            class.env(db).and_then(|e| e.parent(db)),
            args[..i].to_vec(),
        );
        let default = default_arg(db, class.decl(db), i as u32, Some(before));
        matches!(default, Some(Some(arg)) if *arg == args[i])
            && !is_computed(db, class.decl(db), i as u32, &args[i])
    };
    let mut count = args.len();
    while count > 0 && is_default(count - 1) {
        count -= 1;
    }
    count
        .max(parameters_of_partial(db, class).unwrap_or(0))
        .min(args.len())
}

/// Whether a default argument is computed: not the class by whose name it is written.
fn is_computed<'db>(db: &'db dyn Db, template: DeclRef<'db>, index: u32, arg: &Arg<'db>) -> bool {
    match default_type(db, template, index) {
        Some(TypeRef::Decltype(_)) => true,
        Some(TypeRef::Path { path, .. }) if path.args.is_some() => {
            let Arg::Type(ty) = arg else {
                return false;
            };
            match ty.kind(db) {
                TyKind::Class(class) => class.hir(db).is_none_or(|d| d.name != path.name),
                _ => true,
            }
        }
        _ => false,
    }
}

/// How many parameters the partial specialisation has that a class is made by.
pub(crate) fn parameters_of_partial<'db>(db: &'db dyn Db, class: Entity<'db>) -> Option<usize> {
    let chosen = chosen(db, class)?.decl(db);
    if chosen == class.decl(db) {
        return None;
    }
    Some(own_level(db, chosen)?.kinds.len())
}

fn is_nameable<'db>(db: &'db dyn Db, ty: Ty<'db>, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let inner = |ty| is_nameable(db, ty, depth);
    match ty.kind(db) {
        TyKind::Builtin(_) => true,
        TyKind::Pointer(t)
        | TyKind::LvalueReference(t)
        | TyKind::RvalueReference(t)
        | TyKind::Array(t, _) => inner(*t),
        TyKind::MemberPointer { class, member } => inner(*class) && inner(*member),
        TyKind::Function(f) => inner(f.ret) && f.params.iter().all(|p| inner(*p)),
        TyKind::Class(entity) | TyKind::Enum(entity) => {
            let levels = std::iter::successors(entity.env(db), |e| e.parent(db));
            has_public_name(db, entity.decl(db))
                && levels
                    .flat_map(|e| e.args(db))
                    .all(|a| is_nameable_argument(db, a, depth))
        }
        _ => false,
    }
}

fn is_nameable_argument<'db>(db: &'db dyn Db, arg: &Arg<'db>, depth: u32) -> bool {
    match arg {
        Arg::Type(ty) => is_nameable(db, *ty, depth),
        Arg::Value(value) => {
            // The least value is no literal.
            let least = i128::from(i64::MIN);
            matches!(value.value(db), Value::Int(n) if *n != least)
                && is_nameable(db, value.ty(db), depth)
        }
        Arg::Template(entity) => has_public_name(db, entity.decl(db)),
        Arg::Pack(elements) => elements.iter().all(|a| is_nameable_argument(db, a, depth)),
        _ => false,
    }
}

/// Whether a declaration is named from outside: all that is around it is, and it is public where it stands.
fn has_public_name<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    let code_ref = decl.code(db);
    let path = code_ref.item.scope(db).path(db);
    if code_ref.body.is_some()
        || decl.closure(db).is_some()
        || path.iter().any(|s| s.name(db).is_empty())
    {
        return false;
    }
    let mut at = Some(decl);
    while let Some(this) = at {
        let Some(hir) = this.hir(db) else {
            return false;
        };
        if hir.name == NameId::None || hir.parent.is_some() && hir.access != Access::Public {
            return false;
        }
        at = hir.parent.map(|p| DeclRef::at(db, code_ref, p));
        // Bindings there are those of the partial specialisation, which are not the class's arguments.
        let partial = |d: &cleave_hir::Decl| {
            d.path.as_ref().is_some_and(|p| p.args.is_some())
                && d.heads.iter().any(|h| !h.params.is_empty())
        };
        if at.and_then(|a| a.hir(db)).is_some_and(partial) {
            return false;
        }
    }
    true
}

/// A member of a class with what its parameters stand for, in the words of the template parameters of the declaration `of`:
/// `S<T>::H [with T=U]`.
pub(crate) fn member_within<'db>(db: &'db dyn Db, member: Entity<'db>, of: Entity<'db>) -> String {
    let pattern = Entity::new(db, member.decl(db), None);
    let name = spelled(db, pattern, false);
    let bound = bindings_by(&speller(db, of), member);
    match bound.is_empty() {
        true => name,
        false => format!("{name} [with {}]", bound.join(", ")),
    }
}
