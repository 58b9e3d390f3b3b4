//! Deduction from a type: the address of a template, conversion functions, what an explicit specialisation specialises
//! ([temp.deduct.funcaddr], [temp.deduct.conv], [temp.deduct.decl]).

use cleave_hir::NameId;

use crate::code::params::function_ref;
use crate::function::{result_type, signature};
use crate::template::Failure;
use crate::template::call::{begin, end, pattern_parameters, unknown};
use crate::template::deduce::Way;
use crate::{Arg, Context, Entity, FnTy, Ty, TyKind};

pub(super) fn deduce_type<'db>(
    cx: &mut Context<'db>,
    template: Entity<'db>,
    explicit: &[Arg<'db>],
    ty: Ty<'db>,
) -> Result<Entity<'db>, Failure<'db>> {
    let db = cx.db;
    let _level = crate::engine::depth::Level::enter();
    if ty.is_error(db) || ty.is_dependent(db) || ty.has_auto(db) && ty.as_function(db).is_none() {
        return Err(unknown());
    }
    let is_conversion = (template.hir(db)).is_some_and(|h| matches!(h.name, NameId::Conversion(_)));
    match ty.as_function(db) {
        Some(wanted) if !is_conversion => function(cx, template, explicit, wanted),
        _ if is_conversion => conversion(cx, template, explicit, ty),
        _ => Err(Failure::Deduction),
    }
}

fn function<'db>(
    cx: &mut Context<'db>,
    template: Entity<'db>,
    explicit: &[Arg<'db>],
    wanted: &FnTy<'db>,
) -> Result<Entity<'db>, Failure<'db>> {
    let db = cx.db;
    let (mut deducer, pattern) = begin(db, template, explicit)?;
    let parameters = pattern_parameters(db, pattern)?;
    let decl = template.decl(db);
    let written = function_ref(db, decl).ok_or_else(unknown)?;
    // The call operator's own qualifiers are no part of the function that a closure converts to.
    let member = decl.closure(db).is_none();
    if written.variadic != wanted.variadic
        || member && written.quals != wanted.quals
        || member
            && written.ref_qualifier.unwrap_or_default() != wanted.ref_qualifier.unwrap_or_default()
    {
        return Err(Failure::Deduction);
    }
    let decayed: Vec<_> = parameters.types.iter().map(|t| t.decayed(db)).collect();
    deducer.types(&decayed, &wanted.params)?;
    let ret = result_type(db, pattern).ok_or(Failure::Deduction)?;
    if !ret.has_auto(db) && !wanted.ret.has_auto(db) && deducer.takes_part(ret) {
        deducer.ty(ret, wanted.ret, Way::default())?;
    }
    let found = end(db, template, deducer, &mut cx.remembered.tried)?;
    // What was not deduced must come out the same.
    let made = signature(db, found).ok_or(Failure::Deduction)?;
    let mut ret = made.ty.ret;
    if ret.has_auto(db) && !wanted.ret.has_auto(db) {
        ret = crate::check::return_type(db, found);
        if ret.is_error(db) {
            return Err(unknown());
        }
    }
    match made.ty.params == wanted.params && (ret == wanted.ret || wanted.ret.has_auto(db)) {
        true => Ok(found),
        false => Err(Failure::Deduction),
    }
}

fn conversion<'db>(
    cx: &mut Context<'db>,
    template: Entity<'db>,
    explicit: &[Arg<'db>],
    wanted: Ty<'db>,
) -> Result<Entity<'db>, Failure<'db>> {
    let db = cx.db;
    let (mut deducer, pattern) = begin(db, template, explicit)?;
    // An explicit specialisation names the function by its type.
    let wanted = match wanted.as_function(db) {
        Some(f) => f.ret,
        None => wanted,
    };
    let p = result_type(db, pattern).ok_or(Failure::Deduction)?;
    if p.is_error(db) {
        return Err(unknown());
    }
    let (p, a) = match (p.is_reference(db), wanted.is_reference(db)) {
        (true, _) => (p.strip_reference(db), wanted.strip_reference(db)),
        (false, true) => (p.decayed(db), wanted.strip_reference(db).unqualified(db)),
        (false, false) => (p.decayed(db), wanted.unqualified(db)),
    };
    if deducer.takes_part(p) {
        let exact = deducer.attempt(|d| d.ty(p, a, Way::default()));
        if exact.is_err() {
            // The result may be converted by a qualification conversion: it has fewer qualifiers than what is wanted.
            let bare = strip_pointees(db, a);
            deducer.ty(strip_pointees(db, p), bare, Way::default())?;
        }
        return end(db, template, deducer, &mut cx.remembered.tried);
    }
    let found = end(db, template, deducer, &mut cx.remembered.tried)?;
    // What was not deduced must come out the same.
    let made = crate::check::return_type(db, found);
    if made.is_error(db) {
        return Err(unknown());
    }
    let made = made.strip_reference(db).decayed(db);
    let same = made == a.decayed(db) || strip_pointees(db, made) == strip_pointees(db, a);
    match same {
        true => Ok(found),
        false => Err(Failure::Deduction),
    }
}

/// The specialisation of a conversion function template whose result says nothing of the arguments: the defaults make it.
pub(super) fn by_defaults<'db>(
    cx: &mut Context<'db>,
    template: Entity<'db>,
) -> Result<Entity<'db>, Failure<'db>> {
    let db = cx.db;
    let _level = crate::engine::depth::Level::enter();
    let (deducer, pattern) = begin(db, template, &[])?;
    let result = result_type(db, pattern).ok_or(Failure::Deduction)?;
    match result.is_error(db) || deducer.takes_part(result) {
        true => Err(unknown()),
        false => end(db, template, deducer, &mut cx.remembered.tried),
    }
}

/// A pointer type without the qualifiers of what is pointed to.
fn strip_pointees<'db>(db: &'db dyn cleave_base_db::Db, ty: Ty<'db>) -> Ty<'db> {
    let mut levels = 0;
    let mut at = ty.unqualified(db);
    while let TyKind::Pointer(to) = at.kind(db) {
        at = to.unqualified(db);
        levels += 1;
        if levels > 100 {
            break;
        }
    }
    (0..levels).fold(at, |t, _| t.pointer(db))
}
