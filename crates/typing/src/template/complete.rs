//! From what was deduced to all arguments of a level: defaults, empty packs, values of their parameters' types
//! ([temp.deduct.type]/13 to /20, [temp.deduct]/5).

use cleave_base_db::Db;
use cleave_hir::TypeId;
use cleave_syntax::Standard;

use crate::code::params::{Level, ParamKind, Sort, levels, outer_depth, own_level};
use crate::resolve::{default_arg, value_param_type};
use crate::template::deduce::{Deducer, Mismatch, Slot};
use crate::{Arg, Const, Context, DeclRef, Entity, Env};

/// The bindings of all levels that were deduced for a declaration, around them `outer`.
pub(crate) fn complete<'db>(
    db: &'db dyn Db,
    decl: DeclRef<'db>,
    outer: Option<Env<'db>>,
    mut deducer: Deducer<'db>,
) -> Result<Option<Env<'db>>, Mismatch> {
    types_of_values(&mut deducer, decl, outer);
    let mut env = outer;
    let all = levels(db, decl).iter().skip(deducer.first as usize);
    for (level, slots) in all.zip(std::mem::take(&mut deducer.slots)) {
        let args = level_args(db, level, env, slots)?;
        env = Some(Env::make(db, env, args));
    }
    Ok(env)
}

/// The bindings of a partial specialisation's own parameters for which its pattern is these arguments.
pub(crate) fn bindings<'db>(
    db: &'db dyn Db,
    special: DeclRef<'db>,
    outer: Option<Env<'db>>,
    pattern: &[Arg<'db>],
    actual: &[Arg<'db>],
) -> Result<Option<Env<'db>>, Mismatch> {
    let deducer = arguments(db, special, pattern, actual)?;
    complete(db, special, outer, deducer)
}

/// Matches the arguments of a partial specialisation.
pub(super) fn arguments<'db>(
    db: &'db dyn Db,
    special: DeclRef<'db>,
    pattern: &[Arg<'db>],
    actual: &[Arg<'db>],
) -> Result<Deducer<'db>, Mismatch> {
    let mut deducer = Deducer::new(db, special, outer_depth(db, special));
    // `A<T...>` for parameters that are no pack ([temp.deduct.type]/9).
    if pattern.iter().any(|p| matches!(p, Arg::Expansion(_))) {
        return deducer.list(pattern, actual, None).map(|()| deducer);
    }
    if pattern.len() != actual.len() {
        return Err(Mismatch::Fails);
    }
    let mut unknown = false;
    // Parameter by parameter: a pack is one argument.
    for (p, a) in pattern.iter().zip(actual) {
        let matched = match (p, a) {
            (Arg::Pack(p), Arg::Pack(a)) => deducer.list(p, a, None),
            (p, a) => deducer.arg(p, a),
        };
        match matched {
            Ok(()) => {}
            Err(Mismatch::Fails) => return Err(Mismatch::Fails),
            Err(Mismatch::Unknown) => unknown = true,
        }
    }
    match unknown {
        true => Err(Mismatch::Unknown),
        false => Ok(deducer),
    }
}

/// Deduces from the types of values where the types of their parameters depend on others ([temp.deduct.type]/13).
fn types_of_values<'db>(deducer: &mut Deducer<'db>, decl: DeclRef<'db>, outer: Option<Env<'db>>) {
    let db = deducer.db;
    let open = |s: &Slot<'db>| s.value.is_none() && !s.pack;
    let standard = decl.code(db).file(db).dialect(db).standard;
    // Before C++17 nothing is deduced from them.
    if standard < Standard::Cpp17 || !deducer.slots.iter().flatten().any(open) {
        return;
    }
    let owner = Entity::new(db, decl, outer);
    for (at, level) in levels(db, decl)
        .iter()
        .enumerate()
        .skip(deducer.first as usize)
    {
        for (i, param) in level.kinds.iter().enumerate() {
            let Some(ty) = param.value_type() else {
                continue;
            };
            let Some(slot) = deducer.slot(at as u32, i as u32) else {
                continue;
            };
            let value = match &slot.value {
                Some(Arg::Value(c)) => *c,
                Some(Arg::Pack(all)) => match all.first() {
                    Some(Arg::Value(c)) => *c,
                    _ => continue,
                },
                _ => continue,
            };
            let Some(mut cx) = Context::of(db, owner).filter(|_| level.decl == decl) else {
                continue;
            };
            cx.modes.in_head = true;
            let pattern = cx.resolve_type(ty);
            if deducer.takes_part(pattern) && cx.problems.is_empty() {
                let _ = deducer.attempt(|d| d.ty(pattern, value.ty(db), Default::default()));
            }
        }
    }
}

fn level_args<'db>(
    db: &'db dyn Db,
    level: &Level<'db>,
    outer: Option<Env<'db>>,
    slots: Vec<Slot<'db>>,
) -> Result<Vec<Arg<'db>>, Mismatch> {
    let first = crate::function::canonical(db, level.decl);
    let template = Entity::new(db, level.decl, outer);
    let mut out: Vec<Arg<'db>> = Vec::with_capacity(slots.len());
    for (i, (&param, slot)) in level.kinds.iter().zip(slots).enumerate() {
        let arg = match slot.value {
            Some(Arg::Pack(rest)) if slot.pack && !slot.prefix.is_empty() => {
                let mut all = slot.prefix;
                all.extend(rest);
                Arg::Pack(all.into())
            }
            None if slot.pack => Arg::Pack(slot.prefix.into()),
            Some(arg) => arg,
            None => {
                let env = Env::make(db, outer, out.clone());
                match default_arg(db, first, i as u32, Some(env)) {
                    Some(Some(arg)) => arg.clone(),
                    _ => return Err(Mismatch::Fails),
                }
            }
        };
        if arg.has_error(db) {
            return Err(Mismatch::Unknown);
        }
        out.push(typed(db, template, &out, param, arg, slot.from_bound)?);
    }
    Ok(out)
}

/// A deduced argument as one of its parameter's kind and type ([temp.deduct.type]/20).
fn typed<'db>(
    db: &'db dyn Db,
    template: Entity<'db>,
    so_far: &[Arg<'db>],
    param: ParamKind,
    arg: Arg<'db>,
    from_bound: bool,
) -> Result<Arg<'db>, Mismatch> {
    if let Arg::Pack(all) = arg {
        if !param.pack {
            return Err(Mismatch::Fails);
        }
        let all: Result<Vec<_>, _> = (all.iter())
            .map(|a| typed(db, template, so_far, param, a.clone(), from_bound))
            .collect();
        return Ok(Arg::Pack(all?.into()));
    }
    let fits = match (param.sort, &arg) {
        (_, Arg::Error) => return Err(Mismatch::Unknown),
        (_, Arg::Param { .. } | Arg::Dependent(..) | Arg::Expansion(_)) => true,
        (Sort::Type | Sort::Invented, a) => matches!(a, Arg::Type(_)),
        (Sort::Template, a) => matches!(a, Arg::Template(_)),
        (Sort::Value(_), a) => matches!(a, Arg::Value(_)),
    };
    match (fits, param.value_type(), &arg) {
        (false, ..) => Err(Mismatch::Fails),
        (true, Some(ty), Arg::Value(c)) => {
            value(db, template, so_far, ty, *c, from_bound).map(Arg::Value)
        }
        _ => Ok(arg),
    }
}

fn value<'db>(
    db: &'db dyn Db,
    template: Entity<'db>,
    so_far: &[Arg<'db>],
    ty: TypeId,
    c: Const<'db>,
    from_bound: bool,
) -> Result<Const<'db>, Mismatch> {
    let to = value_param_type(db, template, so_far, ty).ok_or(Mismatch::Fails)?;
    if to.is_error(db) || c.ty(db).is_error(db) {
        return Err(Mismatch::Unknown);
    }
    if to.has_auto(db) || to.is_dependent(db) || c.ty(db) == to.unqualified(db) {
        return Ok(c);
    }
    let converts = from_bound && to.is_integral(db);
    match converts {
        true => crate::resolve::constant::convert(db, c, to).ok_or(Mismatch::Fails),
        // A value of class type or a pointer may differ in qualifiers.
        false if c.as_int(db).is_none() => Ok(c),
        false => Err(Mismatch::Fails),
    }
}

/// Whether a declaration has parameters of its own.
pub(super) fn is_generic<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    own_level(db, decl).is_some()
}
