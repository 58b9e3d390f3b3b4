//! What tells overloads apart without comparing them pair by pair ([over.load], [temp.over.link]).
//!
//! Headers declare some names hundreds of times. [`shape`] is what can be read off a declaration as written, [`fingerprint`] is
//! a hash of its parameter types: functions that [`crate::function::same::functions`] finds alike agree in both. Must not know which
//! declarations are compared.

use std::hash::{Hash, Hasher};

use cleave_base_db::Db;
use cleave_lang::{Qualifiers, RefQualifier};
use rustc_hash::FxHasher;

use crate::code::params::{function_ref, is_explicit_specialization, levels, own_level};
use crate::function::parameter_types;
use crate::{Arg, Bound, DeclRef, Entity, Ty, TyKind};

/// How deep into a type its hash looks.
const DEPTH: u32 = 6;

/// What two declarations of the same function have in common as they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub(crate) struct Shape {
    params: u32,
    variadic: bool,
    constrained: bool,
    quals: Qualifiers,
    ref_qualifier: RefQualifier,
    /// Levels of template parameters around it and its own.
    levels: u32,
    /// Parameters of its own template head, invented ones included.
    heads: u32,
    /// It is an explicit or partial specialisation.
    pub(super) specialized: bool,
}

impl Shape {
    /// Whether it is of a function template.
    pub(super) fn is_template(self) -> bool {
        self.heads > 0
    }
}

/// The shape of a function or function template; none for what is no function, or is declared through a typedef.
pub(crate) fn shape<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Option<Shape> {
    let function = function_ref(db, decl)?;
    Some(Shape {
        params: function.params.len() as u32,
        variadic: function.variadic,
        constrained: function.requires.is_some(),
        quals: function.quals,
        ref_qualifier: function.ref_qualifier.unwrap_or_default(),
        levels: levels(db, decl).len() as u32,
        heads: own_level(db, decl).map_or(0, |l| l.kinds.len() as u32),
        specialized: is_specialized(db, decl),
    })
}

/// Whether a declaration is an explicit or partial specialisation, as far as it shows.
pub(crate) fn is_specialized<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    decl.in_code(db).is_some_and(|(code, h)| {
        h.path.as_ref().is_some_and(|p| p.args.is_some()) || is_explicit_specialization(code, h)
    })
}

/// A hash of a function's parameter types, equal for equivalent ones; none while they are not known.
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
pub(crate) fn fingerprint<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Option<u64> {
    let _level = crate::engine::depth::Level::enter();
    let types = parameter_types(db, Entity::new(db, decl, None))?;
    let mut hash = FxHasher::default();
    for ty in types {
        hash_type(db, ty.decayed(db), DEPTH, &mut hash);
    }
    Some(hash.finish())
}

fn hash_type<'db>(db: &'db dyn Db, ty: Ty<'db>, depth: u32, hash: &mut FxHasher) {
    if depth == 0 {
        return;
    }
    let kind = ty.kind(db);
    ty.quals(db).hash(hash);
    std::mem::discriminant(kind).hash(hash);
    let depth = depth - 1;
    match kind {
        TyKind::Pointer(of)
        | TyKind::LvalueReference(of)
        | TyKind::RvalueReference(of)
        | TyKind::Pack(of) => hash_type(db, *of, depth, hash),
        TyKind::MemberPointer { class, member } => {
            hash_type(db, *class, depth, hash);
            hash_type(db, *member, depth, hash);
        }
        TyKind::Array(element, bound) => {
            if let Bound::Known(n) = bound {
                n.hash(hash);
            }
            hash_type(db, *element, depth, hash);
        }
        TyKind::Function(f) => {
            (f.variadic, f.params.len()).hash(hash);
            hash_type(db, f.ret, depth, hash);
            for param in &f.params {
                hash_type(db, *param, depth, hash);
            }
        }
        TyKind::Class(entity) | TyKind::Enum(entity) => {
            entity.decl(db).hash(hash);
            if let Some(env) = entity.env(db) {
                hash_args(db, env.args(db), depth, hash);
            }
        }
        TyKind::ParamSpecialization { level, index, args } => {
            (level, index).hash(hash);
            hash_args(db, args, depth, hash);
        }
        // Compared as written: `decltype(f(a))` at two places.
        TyKind::Dependent(..) => {}
        kind => kind.hash(hash),
    }
}

fn hash_args<'db>(db: &'db dyn Db, args: &[Arg<'db>], depth: u32, hash: &mut FxHasher) {
    args.len().hash(hash);
    for arg in args {
        std::mem::discriminant(arg).hash(hash);
        match arg {
            Arg::Type(ty) => hash_type(db, *ty, depth, hash),
            Arg::Pack(args) if depth > 0 => hash_args(db, args, depth - 1, hash),
            Arg::Expansion(arg) if depth > 0 => {
                hash_args(db, std::slice::from_ref(&**arg), depth - 1, hash);
            }
            Arg::Value(_) | Arg::Template(_) | Arg::Param { .. } => arg.hash(hash),
            _ => {}
        }
    }
}

/// A hash of template arguments, equal for equivalent ones: what depends on template parameters by an expression does not count.
pub(super) fn outline<'db>(db: &'db dyn Db, args: &[Arg<'db>]) -> u64 {
    let mut hash = FxHasher::default();
    hash_args(db, args, DEPTH, &mut hash);
    hash.finish()
}
