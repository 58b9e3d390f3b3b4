//! The variants of constructors and destructors, and thunks: functions that call another variant (Itanium C++ ABI 5.1.4).

use cleave_base_db::Db;
use cleave_il::{ExprId, ExprKind, StmtId, TypeId};
use cleave_names::decl::Special as Written;
use cleave_needed::{Emitted, Variant, defaulted, variants};
use cleave_typing::Entity;
use cleave_typing::class::Special;
use cleave_typing::class::layout::virtual_bases;
use cleave_typing::function::{class_of, definition, signature, special_of};
use cleave_typing::thir::Typed;

use crate::body::Body;
use crate::body::dest::Dest;
use crate::functions::{Parts, class_of_member, result};
use crate::refusal::Res;
use crate::unit::Key;

/// Calls another variant of a function.
fn call<'db>(
    b: &mut Body<'_, 'db>,
    key: Key<'db>,
    variant: Variant,
    args: Vec<ExprId>,
    ret: TypeId,
    out: &mut Vec<StmtId>,
) -> Res<'db, ()> {
    let symbol = b.unit.variant(Key { variant, ..key })?;
    let call = b.make(ExprKind::Call(symbol, args.into()), ret);
    b.push_expr(out, call);
    Ok(())
}

/// A constructor as one that is given no argument calls it with the default arguments.
pub(crate) fn by_default<'db>(
    b: &mut Body<'_, 'db>,
    key: Key<'db>,
    ret: TypeId,
    parts: &Parts<'_>,
    out: &mut Vec<StmtId>,
) -> Res<'db, ()> {
    let Emitted::Function(function) = key.what else {
        return b.refuse("a constructor that is not declared");
    };
    let count = signature(b.unit.db, function).map_or(0, |s| s.ty.params.len() as u32);
    let symbol = b.unit.symbol(key.what)?;
    let this = parts.object(b)?;
    let (call, temporaries) = b.full(|b| {
        let mut args = vec![b.local_value(this)];
        b.default_arguments(function, count, &mut args)?;
        Ok(b.make(ExprKind::Call(symbol, args.into()), ret))
    })?;
    b.push_full(call, &temporaries, out)
}

/// The variants of a constructor or destructor do what the one for complete objects does.
pub(crate) fn complete<'db>(
    b: &mut Body<'_, 'db>,
    key: Key<'db>,
    ret: TypeId,
    parts: &Parts<'_>,
    out: &mut Vec<StmtId>,
) -> Res<'db, ()> {
    let args = parts.params.iter().map(|p| b.local_value(*p)).collect();
    call(b, key, Variant::Complete, args, ret, out)
}

/// Whether a variant is the one that what is written goes into: of a class with virtual bases the variant for bases, of another that for
/// complete objects, if there is one.
pub(crate) fn has_written_body<'db>(db: &'db dyn Db, key: Key<'db>) -> bool {
    let has_virtual_bases = || {
        class_of_member(db, key.what).is_some_and(|class| !virtual_bases(db, class.id()).is_empty())
    };
    match key.variant {
        Variant::Only | Variant::Unified => true,
        Variant::Complete => !has_virtual_bases(),
        Variant::Base => {
            has_virtual_bases() || !variants(db, key.what).contains(&Variant::Complete)
        }
        _ => false,
    }
}

/// Whether a variant is given the table of tables of the object that it makes or destroys as a base.
pub(crate) fn takes_vtt<'db>(db: &'db dyn Db, key: Key<'db>) -> bool {
    matches!(key.variant, Variant::Base | Variant::Unified)
        && class_of_member(db, key.what)
            .is_some_and(|class| !virtual_bases(db, class.id()).is_empty())
}

/// The variants of a delegating constructor of a class with virtual bases call the one that makes objects of either sort.
pub(crate) fn unified<'db>(
    b: &mut Body<'_, 'db>,
    key: Key<'db>,
    ret: TypeId,
    parts: &Parts<'_>,
    out: &mut Vec<StmtId>,
) -> Res<'db, ()> {
    let mut args = vec![b.local_value(parts.object(b)?)];
    args.push(match parts.vtt {
        Some(vtt) => b.local_value(vtt),
        None => {
            let ty = b.vtt_type();
            b.zero(ty)
        }
    });
    args.extend(parts.declared().map(|p| b.local_value(p)));
    call(b, key, Variant::Unified, args, ret, out)
}

/// A constructor or destructor for complete objects of a class with virtual bases: it makes or destroys these, and calls the variant
/// for bases for all else (Itanium C++ ABI 2.6.3).
pub(crate) fn whole<'db>(
    b: &mut Body<'_, 'db>,
    key: Key<'db>,
    typed: Option<(Entity<'db>, &'db Typed<'db>)>,
    ret: TypeId,
    parts: &Parts<'_>,
    out: &mut Vec<StmtId>,
) -> Res<'db, ()> {
    let db = b.unit.db;
    let Some(class) = class_of_member(db, key.what) else {
        return b.refuse("a constructor without a class");
    };
    let this = parts.object(b)?;
    let object = Dest::pointed(this, class);
    let vtt = b.take_vtt(class, out)?;
    let which = match key.what {
        Emitted::Function(function) => {
            let defined = definition(db, function).unwrap_or(function);
            let is_destructor = special_of(db, function) == Written::Destructor;
            let is_written = typed.is_some() && !is_destructor;
            match is_destructor {
                true => Some(Special::Destructor),
                false if is_written => None,
                false => defaulted(db, function, defined).map(|d| d.1),
            }
        }
        Emitted::Implicit(_, which) => Some(which),
        _ => None,
    };
    if which != Some(Special::Destructor) {
        b.store_own_pointer(&object, vtt, out)?;
        let all = b.virtual_parts(&object)?;
        if let (Some((defined, typed)), None) = (typed, which) {
            b.enter_function(typed, parts.this, Some(class), defined, parts.slots);
        }
        for (base, step) in all {
            match (key.what, which, typed) {
                (_, Some(Special::Default), _) => {
                    b.push_effects(out, |b, effects| b.make_base(&base, None, false, effects))?;
                }
                (_, Some(which), _) => {
                    let Some(from) = parts.declared().last() else {
                        return b.refuse("a copy without a source");
                    };
                    let source = Dest::pointed(from, class);
                    let source = b.found_virtual_base(&source, base.ty, out)?;
                    b.transfer(&base, &source, false, which == Special::Move, out)?;
                }
                (Emitted::Inherited(constructor, _), None, _) => {
                    let Some(of) = class_of(db, constructor).map(|c| c.unqualified(db)) else {
                        return b.refuse("an inherited constructor");
                    };
                    let args: Vec<_> = parts.declared().map(|p| b.local_value(p)).collect();
                    let inherited = Some((of, constructor, &args[..]));
                    b.push_effects(out, |b, effects| {
                        b.make_base(&base, inherited, false, effects)
                    })?;
                }
                (_, None, Some((_, typed))) => {
                    let init = typed.inits.iter().find(|i| i.target == Some(step));
                    let Some(init) = init else {
                        return b.refuse("a virtual base that nothing initialises");
                    };
                    b.push_effects(out, |b, effects| b.full_init(&base, init.value, effects))?;
                }
                _ => return b.refuse("a function whose code is not known"),
            }
        }
        if let (Some(_), None) = (typed, which) {
            b.frames.pop();
        }
    }
    let mut args = vec![b.local_value(this), b.local_value(vtt)];
    args.extend(parts.declared().map(|p| b.local_value(p)));
    call(b, key, Variant::Base, args, ret, out)?;
    match which {
        Some(Special::Destructor) => b.destroy_virtual_bases(&object, out),
        _ => Ok(()),
    }
}

/// A thunk calls the function for the object that the class of the function knows.
pub(crate) fn thunk<'db>(
    b: &mut Body<'_, 'db>,
    key: Key<'db>,
    ret: TypeId,
    parts: &Parts<'_>,
    out: &mut Vec<StmtId>,
) -> Res<'db, ()> {
    let Some((variant, thunk)) = key.variant.behind() else {
        return b.refuse("a thunk");
    };
    let symbol = b.unit.variant(Key { variant, ..key })?;
    let mut args = Vec::new();
    for &param in parts.params {
        args.push(match Some(param) == parts.this {
            true => b.shifted(param, thunk.this, out),
            false => b.local_value(param),
        });
    }
    let call = b.make(ExprKind::Call(symbol, args.into()), ret);
    if thunk.result.is_none() {
        result(b, call, ret, out);
        return Ok(());
    }
    let value = b.shifted_result(call, thunk.result, out)?;
    result(b, value, ret, out);
    Ok(())
}
