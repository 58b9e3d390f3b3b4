//! Deduction for calls, function types and placeholders ([temp.deduct.call], [temp.deduct.funcaddr], [dcl.type.auto.deduct]).

use cleave_base_db::Db;
use cleave_hir::NameId;
use cleave_mangle::{Builtin, Qualifiers};

use super::deduce::{Deduction, Quals, complete};
use super::{Failure, Operand, constraints};
use crate::class::bases::bases;
use crate::function::{Parameters, parameters, result_type, signature};
use crate::lookup::namespaces::{Place, Want, Way, in_namespaces};
use crate::params::levels;
use crate::thir::Category;
use crate::{Arg, Bound, Const, Context, Entity, Env, NameKey, Ty, TyKind, Value};

/// The level of the parameter that `auto` stands for while it is deduced.
const AUTO: u32 = 1 << 20;

fn unknown<'db>() -> Failure<'db> {
    Failure::Unknown(std::marker::PhantomData)
}

/// A deduction with explicit arguments in place, and the entity that patterns are read under.
fn begin<'db>(
    db: &'db dyn Db,
    template: Entity<'db>,
    explicit: &[Arg<'db>],
) -> Option<(Deduction<'db>, Entity<'db>)> {
    let decl = template.decl(db);
    let all = levels(db, decl);
    let base = template.depth(db);
    let counts: Vec<usize> = (all.iter().skip(base as usize))
        .map(|l| l.params(db).len())
        .collect();
    let last = all.len().checked_sub(1)? as u32;
    let mut deduction = Deduction::new(db, base, &counts);
    if explicit.is_empty() {
        return Some((deduction, template));
    }
    let level = &all[last as usize];
    let params = level.params(db);
    if explicit.len() > params.len() {
        return None;
    }
    let mut args = level.identity(db, last).into_vec();
    for (i, arg) in explicit.iter().enumerate() {
        match (params[i].is_pack(), arg) {
            (true, Arg::Pack(prefix)) => {
                deduction.set_prefix(last, i as u32, prefix.clone());
            }
            _ => {
                deduction.set(last, i as u32, arg.clone());
                args[i] = arg.clone();
            }
        }
    }
    if base != last {
        return Some((deduction, template));
    }
    let env = Env::make(db, template.env(db), args);
    Some((deduction, Entity::new(db, decl, Some(env))))
}

/// The specialisation that deduction came to.
fn end<'db>(
    db: &'db dyn Db,
    template: Entity<'db>,
    deduction: Deduction<'db>,
) -> Result<Entity<'db>, Failure<'db>> {
    let decl = template.decl(db);
    let all = levels(db, decl);
    let base = template.depth(db);
    let mut env = template.env(db);
    for (i, deduced) in deduction.finish().into_iter().enumerate() {
        let at = base + i as u32;
        let level = &all[at as usize];
        let args = complete(db, level, at, env, deduced).ok_or(Failure::Deduction)?;
        if args.iter().any(|a| a.has_error(db)) {
            return Err(unknown());
        }
        env = Some(Env::make(db, env, args));
    }
    let entity = Entity::new(db, decl, env);
    match constraints::satisfied(db, entity) {
        Some(true) => {}
        Some(false) => return Err(Failure::Constraints),
        None => return Err(unknown()),
    }
    let signature = signature(db, entity).ok_or(Failure::Deduction)?;
    let unknown_type =
        signature.ty.ret.is_error(db) || signature.ty.params.iter().any(|p| p.is_error(db));
    match unknown_type {
        true => Err(unknown()),
        false => Ok(entity),
    }
}

pub(super) fn deduce_call<'db>(
    cx: &mut Context<'db>,
    template: Entity<'db>,
    explicit: &[Arg<'db>],
    args: &[Operand<'db>],
) -> Result<Entity<'db>, Failure<'db>> {
    let db = cx.db;
    let (mut deduction, pattern) = begin(db, template, explicit).ok_or(Failure::Explicit)?;
    let parameters = parameters(db, pattern).ok_or(Failure::Deduction)?;
    if parameters.unknown && parameters.types.iter().any(|t| t.is_error(db)) {
        return Err(unknown());
    }
    let last_is_pack =
        (parameters.types.last()).is_some_and(|t| matches!(t.kind(db), TyKind::Pack(_)));
    let fixed = parameters.types.len() - usize::from(last_is_pack);
    let variadic = crate::params::function_ref(db, template.decl(db)).is_some_and(|f| f.variadic);
    if args.len() > fixed && !last_is_pack && !variadic {
        return Err(Failure::Count);
    }
    if args.len() < crate::function::required_of(db, template.decl(db), parameters) as usize {
        return Err(Failure::Count);
    }
    let own = levels(db, template.decl(db)).len() as u32 - 1;
    let forwards = |level: u32| {
        level == own && levels(db, template.decl(db))[own as usize].decl == template.decl(db)
    };
    for (p, operand) in parameters.types[..fixed].iter().zip(args) {
        if matches!(p.kind(db), TyKind::Pack(_)) {
            // A pack that is not last is not deduced.
            continue;
        }
        if !from_operand(&mut deduction, *p, operand, &forwards) {
            return Err(Failure::Deduction);
        }
    }
    if last_is_pack && let Some(TyKind::Pack(pattern)) = parameters.types.last().map(|t| t.kind(db))
    {
        let rest = args.get(fixed..).unwrap_or_default();
        let fits = deduction.each(
            &Arg::Type(*pattern),
            rest.len(),
            |d, i| from_operand(d, *pattern, &rest[i], &forwards),
            |_| false,
        );
        if !fits {
            return Err(Failure::Deduction);
        }
    }
    end(db, template, deduction)
}

/// Deduces from an argument of a call ([temp.deduct.call]).
fn from_operand<'db>(
    d: &mut Deduction<'db>,
    p: Ty<'db>,
    operand: &Operand<'db>,
    forwards: &dyn Fn(u32) -> bool,
) -> bool {
    let db = d.db;
    if !p.is_dependent(db) {
        return true;
    }
    let bare = p.strip_reference(db);
    if let Some(list) = &operand.list {
        return from_list(d, bare.unqualified(db), list, forwards);
    }
    if !operand.set.is_empty() {
        return from_set(d, p, operand);
    }
    if operand.ty.is_error(db) {
        return true;
    }
    let a = match p.kind(db) {
        TyKind::RvalueReference(to)
            if to.quals(db).is_empty()
                && operand.category == Category::Lvalue
                && matches!(to.kind(db), TyKind::Param { level, .. } if forwards(*level)) =>
        {
            let a = operand.ty.lvalue_reference(db);
            return d.ty(*to, a, Quals::Exact);
        }
        TyKind::LvalueReference(_) | TyKind::RvalueReference(_) => operand.ty,
        _ => operand.ty.decayed(db),
    };
    let p = match p.is_reference(db) {
        true => bare,
        false => p.unqualified(db),
    };
    top(d, p, a)
}

/// Deduces where the pattern may be more qualified, or a base of the argument ([temp.deduct.call]/4).
fn top<'db>(d: &mut Deduction<'db>, p: Ty<'db>, a: Ty<'db>) -> bool {
    let db = d.db;
    let (class, of) = match (p.kind(db), a.kind(db)) {
        (TyKind::Pointer(p), TyKind::Pointer(a)) => (*p, *a),
        _ => (p, a),
    };
    let is_template_id = match class.kind(db) {
        TyKind::Class(e) => e.own_args(db).is_some(),
        TyKind::ParamSpecialization { .. } => true,
        _ => false,
    };
    if !is_template_id || !of.is_class(db) {
        return d.ty(p, a, Quals::Lenient);
    }
    if d.attempt(|d| d.ty(p, a, Quals::Lenient)) {
        return true;
    }
    // Bases, nearest first; several different ones make it ambiguous.
    let mut found: Option<Ty<'db>> = None;
    let mut seen: Vec<Ty<'db>> = Vec::new();
    let mut todo = vec![of.unqualified(db)];
    while let Some(next) = todo.pop() {
        if seen.len() > 2_000 {
            return false;
        }
        for base in &bases(db, next).all {
            if seen.contains(&base.ty) {
                continue;
            }
            seen.push(base.ty);
            let fits = d.trial(|d| d.ty(class.unqualified(db), base.ty, Quals::Lenient));
            match fits {
                true => {
                    if found.is_some_and(|f| f != base.ty) {
                        return false;
                    }
                    found = Some(base.ty);
                }
                false => todo.push(base.ty),
            }
        }
    }
    match found {
        Some(base) => d.ty(class.unqualified(db), base, Quals::Lenient),
        None => false,
    }
}

/// Deduces from a braced list.
fn from_list<'db>(
    d: &mut Deduction<'db>,
    p: Ty<'db>,
    list: &[Operand<'db>],
    forwards: &dyn Fn(u32) -> bool,
) -> bool {
    let db = d.db;
    match p.kind(db) {
        TyKind::Class(e) if is_initializer_list(db, *e) => match e.own_args(db) {
            Some([Arg::Type(element)]) => list
                .iter()
                .all(|item| from_operand(d, *element, item, forwards)),
            _ => true,
        },
        TyKind::Array(element, bound) => {
            if !list
                .iter()
                .all(|item| from_operand(d, *element, item, forwards))
            {
                return false;
            }
            match bound {
                Bound::Param { level, index } => {
                    let size = Ty::builtin(db, Builtin::UnsignedLong);
                    let value = Const::new(db, size, Value::Int(list.len() as i128));
                    let of = Arg::Param {
                        level: *level,
                        index: *index,
                        pack: false,
                    };
                    d.arg(&of, &Arg::Value(value))
                }
                _ => true,
            }
        }
        // Not deduced.
        _ => true,
    }
}

/// Deduces from an overload set: by its only member that fits ([temp.deduct.call]/6).
fn from_set<'db>(d: &mut Deduction<'db>, p: Ty<'db>, operand: &Operand<'db>) -> bool {
    let db = d.db;
    if operand.set.iter().any(|e| e.is_template(db)) {
        return true;
    }
    let mut found = None;
    for &entity in operand.set.iter() {
        let Some(signature) = signature(db, entity) else {
            continue;
        };
        let ty = Ty::of(db, TyKind::Function(signature.ty.clone()));
        let a = match (p.is_reference(db), signature.has_object, signature.class) {
            (_, true, Some(class)) => Ty::of(db, TyKind::MemberPointer { class, member: ty }),
            (true, ..) => ty,
            _ => ty.pointer(db),
        };
        let pattern = p.strip_reference(db);
        if d.trial(|d| d.ty(pattern, a, Quals::Lenient)) {
            if found.is_some() {
                return true;
            }
            found = Some((pattern, a));
        }
    }
    match found {
        Some((pattern, a)) => d.ty(pattern, a, Quals::Lenient),
        None => operand.set.is_empty(),
    }
}

pub(super) fn deduce_type<'db>(
    cx: &mut Context<'db>,
    template: Entity<'db>,
    explicit: &[Arg<'db>],
    ty: Ty<'db>,
) -> Result<Entity<'db>, Failure<'db>> {
    let db = cx.db;
    let (mut deduction, pattern) = begin(db, template, explicit).ok_or(Failure::Explicit)?;
    let is_conversion = (template.hir(db)).is_some_and(|h| matches!(h.name, NameId::Conversion(_)));
    let fits = match ty.kind(db) {
        TyKind::Function(f) if !is_conversion => {
            let parameters: &Parameters<'db> = parameters(db, pattern).ok_or(Failure::Deduction)?;
            let written = crate::params::function_ref(db, template.decl(db));
            let variadic = written.is_some_and(|w| w.variadic == f.variadic);
            let decayed: Vec<_> = parameters.types.iter().map(|t| t.decayed(db)).collect();
            let ret = result_type(db, pattern).ok_or(Failure::Deduction)?;
            let ret_fits = ret.has_auto(db) || deduction.ty(ret, f.ret, Quals::Exact);
            variadic && ret_fits && deduction.types(&decayed, &f.params)
        }
        _ => {
            let p = result_type(db, pattern).ok_or(Failure::Deduction)?;
            let p = p.strip_reference(db);
            let (p, a) = match ty.is_reference(db) {
                true => (p, ty.strip_reference(db)),
                false => (p.decayed(db), ty.unqualified(db)),
            };
            deduction.ty(p, a, Quals::Lenient) || deduction.ty(a, p, Quals::Exact) && p == a
        }
    };
    match fits {
        true => end(db, template, deduction),
        false => Err(Failure::Deduction),
    }
}

pub(super) fn deduce_auto<'db>(
    cx: &mut Context<'db>,
    pattern: Ty<'db>,
    init: &Operand<'db>,
) -> Option<Ty<'db>> {
    let db = cx.db;
    if let TyKind::Auto(true) = pattern.kind(db) {
        return Some(match init.category {
            Category::Lvalue => init.ty.lvalue_reference(db),
            Category::Xvalue => init.ty.rvalue_reference(db),
            Category::Prvalue => init.ty,
        });
    }
    let param = Ty::of(
        db,
        TyKind::Param {
            level: AUTO,
            index: 0,
            pack: false,
        },
    );
    let p = replace_auto(db, pattern, param);
    let mut deduction = Deduction::new(db, AUTO, &[1]);
    let fits = match &init.list {
        Some(list) => {
            if pattern.strip_reference(db).unqualified(db) != Ty::of(db, TyKind::Auto(false)) {
                return None;
            }
            let mut element = Deduction::new(db, AUTO, &[1]);
            let same = !list.is_empty()
                && list
                    .iter()
                    .all(|item| from_operand(&mut element, param, item, &|_| true));
            if !same {
                return None;
            }
            let Some(Arg::Type(of)) = element.finish().pop()?.pop()? else {
                return None;
            };
            let list = initializer_list(cx, of)?;
            deduction.ty(param, list, Quals::Exact)
        }
        None => from_operand(&mut deduction, p, init, &|_| true),
    };
    if !fits {
        return None;
    }
    match deduction.finish().pop()?.pop()? {
        Some(Arg::Type(ty)) => Some(replace_param(db, p, ty)),
        _ => None,
    }
}

/// A type with its placeholder replaced.
pub(crate) fn replace_auto<'db>(db: &'db dyn Db, ty: Ty<'db>, by: Ty<'db>) -> Ty<'db> {
    map(db, ty, &|t| match t.kind(db) {
        TyKind::Auto(_) => Some(by.qualified(db, t.quals(db))),
        _ => None,
    })
}

fn replace_param<'db>(db: &'db dyn Db, ty: Ty<'db>, by: Ty<'db>) -> Ty<'db> {
    map(db, ty, &|t| match t.kind(db) {
        TyKind::Param { level: AUTO, .. } => Some(by.qualified(db, t.quals(db))),
        _ => None,
    })
}

fn map<'db>(db: &'db dyn Db, ty: Ty<'db>, f: &dyn Fn(Ty<'db>) -> Option<Ty<'db>>) -> Ty<'db> {
    if let Some(ty) = f(ty) {
        return ty;
    }
    let again = |t: Ty<'db>| map(db, t, f);
    match ty.kind(db) {
        TyKind::Pointer(t) => again(*t).pointer(db).qualified(db, ty.quals(db)),
        TyKind::LvalueReference(t) => again(*t).lvalue_reference(db),
        TyKind::RvalueReference(t) => again(*t).rvalue_reference(db),
        TyKind::Array(t, bound) => again(*t).array(db, bound.clone()),
        TyKind::MemberPointer { class, member } => Ty::new(
            db,
            TyKind::MemberPointer {
                class: *class,
                member: again(*member),
            },
            ty.quals(db),
        ),
        TyKind::Function(function) => {
            let mut function = function.clone();
            function.ret = again(function.ret);
            Ty::of(db, TyKind::Function(function))
        }
        _ => ty,
    }
}

/// Whether a class is a specialisation of `std::initializer_list`.
pub(crate) fn is_initializer_list<'db>(db: &'db dyn Db, class: Entity<'db>) -> bool {
    let decl = class.decl(db);
    let scope = decl.code(db).scope(db);
    decl.ident(db) == "initializer_list"
        && scope.name(db) == "std"
        && scope.parent(db).is_some_and(|p| p.is_global(db))
        && decl.parent(db).is_none()
}

/// `std::initializer_list<of>`, if the header is there.
pub(crate) fn initializer_list<'db>(cx: &Context<'db>, of: Ty<'db>) -> Option<Ty<'db>> {
    let db = cx.db;
    let item = cx.code_ref.item;
    let root = crate::lookup::namespaces::root(db, item.scope(db));
    let std = cleave_names::ScopePath::new(db, Some(root), "std", false);
    let key = NameKey::Ident(cleave_hir::Name::new("initializer_list"));
    let place = Place {
        item: Some(item),
        inclusive: true,
    };
    let found = in_namespaces(db, item.file(db), place, std, &key, Want::Tag, Way::Own);
    let template = Entity::new(db, *found.decls.first()?, None);
    let entity = template.specialize(db, vec![Arg::Type(of)]);
    Some(Ty::new(db, TyKind::Class(entity), Qualifiers::NONE))
}
