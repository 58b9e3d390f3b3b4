//! Deduction from the arguments of a call ([temp.deduct.call]), and what a specialisation must be to be a candidate
//! ([temp.deduct]/5 to /8).

use cleave_base_db::Db;
use cleave_hir::DeclKind;
use cleave_names::decl::Special;

use crate::code::params::{function_ref, levels};
use crate::function::{Parameters, class_of, parameters, required_of, result_type, signature};
use crate::template::complete::complete;
use crate::template::deduce::{Deducer, Matched, Mismatch, Way};
use crate::template::{Failure, Operand, constraints};
use crate::thir::Category;
use crate::{Arg, Bound, Const, Context, Entity, Env, Ty, TyKind, Value};

pub(super) fn unknown<'db>() -> Failure<'db> {
    Failure::Unknown(std::marker::PhantomData)
}

impl<'db> From<Mismatch> for Failure<'db> {
    fn from(mismatch: Mismatch) -> Self {
        match mismatch {
            Mismatch::Fails => Failure::Deduction,
            Mismatch::Unknown => unknown(),
        }
    }
}

/// A deduction with the explicit arguments in place, and the entity that the pattern is read under: packs of which some
/// arguments are given may have more ([temp.arg.explicit]/9).
pub(super) fn begin<'db>(
    db: &'db dyn Db,
    template: Entity<'db>,
    explicit: &[Arg<'db>],
) -> Result<(Deducer<'db>, Entity<'db>), Failure<'db>> {
    let decl = template.decl(db);
    let all = levels(db, decl);
    let base = template.depth(db);
    if (all.len() as u32) <= base {
        return Err(Failure::Deduction);
    }
    let mut deducer = Deducer::new(db, decl, base);
    if explicit.is_empty() {
        return Ok((deducer, template));
    }
    if explicit
        .iter()
        .any(|a| a.is_dependent(db) || a.has_error(db))
    {
        return Err(unknown());
    }
    let last = all.len() as u32 - 1;
    let mut args = all[last as usize].identity(db, last).into_vec();
    if explicit.len() > args.len() || base != last {
        return Err(Failure::Explicit);
    }
    for (i, arg) in explicit.iter().enumerate() {
        let Some(slot) = deducer.slot(last, i as u32) else {
            return Err(Failure::Explicit);
        };
        match (slot.pack, arg) {
            (true, Arg::Pack(prefix)) => {
                slot.prefix = prefix.to_vec();
                let mut elements = prefix.to_vec();
                if let Arg::Pack(rest) = &args[i] {
                    elements.extend(rest.iter().cloned());
                }
                args[i] = Arg::Pack(elements.into());
            }
            _ => {
                slot.value = Some(arg.clone());
                args[i] = arg.clone();
            }
        }
    }
    let env = Env::make(db, template.env(db), args);
    Ok((deducer, Entity::new(db, decl, Some(env))))
}

/// The parameters of a pattern.
pub(super) fn pattern_parameters<'db>(
    db: &'db dyn Db,
    pattern: Entity<'db>,
) -> Result<&'db Parameters<'db>, Failure<'db>> {
    let parameters = parameters(db, pattern).ok_or(Failure::Deduction)?;
    match parameters.types.iter().any(|t| t.is_error(db)) {
        true => Err(unknown()),
        false => Ok(parameters),
    }
}

/// The specialisation that deduction came to: its constraints hold, its signature is well-formed. `tried`: those whose
/// signatures were looked at.
pub(super) fn end<'db>(
    db: &'db dyn Db,
    template: Entity<'db>,
    deducer: Deducer<'db>,
    tried: &mut Vec<Entity<'db>>,
) -> Result<Entity<'db>, Failure<'db>> {
    let decl = template.decl(db);
    let env = complete(db, decl, template.env(db), deducer)?;
    if env.is_some_and(|e| e.is_dependent(db)) {
        return Err(unknown());
    }
    let entity = Entity::new(db, decl, env);
    let base = template.depth(db);
    match constraints::satisfied_from(db, entity, base) {
        Some(true) => {}
        Some(false) => return Err(Failure::Constraints),
        None => return Err(unknown()),
    }
    tried.push(entity);
    well_formed(db, entity)?;
    Ok(entity)
}

fn well_formed<'db>(db: &'db dyn Db, function: Entity<'db>) -> Result<(), Failure<'db>> {
    let parameters = parameters(db, function).ok_or(Failure::Deduction)?;
    let ret = result_type(db, function).ok_or(Failure::Deduction)?;
    let error = |t: &Ty<'db>| t.is_error(db) || t.is_dependent(db);
    if parameters.types.iter().any(error) || error(&ret) {
        return Err(unknown());
    }
    if copies_by_value(db, function, parameters) {
        return Err(Failure::Deduction);
    }
    match signature(db, function) {
        Some(_) => Ok(()),
        None => Err(Failure::Deduction),
    }
}

/// Whether a specialisation is a constructor that can be called with an object of its class alone and takes it by value: a
/// template never gives such a one ([class.copy.ctor]/5).
fn copies_by_value<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    parameters: &Parameters<'db>,
) -> bool {
    let is_constructor = matches!(function.kind(db),
        Some(DeclKind::Function(f)) if f.special == Special::Constructor);
    let class = || class_of(db, function).map(|c| c.unqualified(db));
    is_constructor
        && parameters.types.first().map(|t| t.unqualified(db)) == class()
        && required_of(db, function.decl(db), parameters) <= 1
}

pub(super) fn deduce_call<'db>(
    cx: &mut Context<'db>,
    template: Entity<'db>,
    explicit: &[Arg<'db>],
    args: &[Operand<'db>],
) -> Result<Entity<'db>, Failure<'db>> {
    let deducer = match_operands(cx, template, explicit, args)?;
    end(cx.db, template, deducer, &mut cx.remembered.tried)
}

/// What the arguments of a call tell of a template's own: nothing is looked at beyond their types.
pub(super) fn match_operands<'db>(
    cx: &mut Context<'db>,
    template: Entity<'db>,
    explicit: &[Arg<'db>],
    args: &[Operand<'db>],
) -> Result<Deducer<'db>, Failure<'db>> {
    let db = cx.db;
    let (mut deducer, pattern) = begin(db, template, explicit)?;
    let decl = template.decl(db);
    // Where all arguments are given, they are put in before anything else is looked at ([temp.arg.explicit]/3).
    if !explicit.is_empty() && pattern.env(db).is_some_and(|e| !e.is_dependent(db)) {
        cx.remembered.tried.push(pattern);
    }
    let parameters = pattern_parameters(db, pattern)?;
    let types = &parameters.types;
    let pack = |t: &Ty<'db>| match t.kind(db) {
        TyKind::Pack(of) => Some(*of),
        _ => None,
    };
    let trailing = types.last().and_then(pack);
    // A pack that is not last is not deduced; it is what was given explicitly.
    let fixed: Vec<Ty<'db>> = types
        .iter()
        .copied()
        .filter(|t| pack(t).is_none())
        .collect();
    let variadic = function_ref(db, decl).is_some_and(|f| f.variadic);
    if args.len() > fixed.len() && trailing.is_none() && !variadic {
        return Err(Failure::Count);
    }
    if args.len() < required_of(db, decl, parameters) as usize {
        return Err(Failure::Count);
    }
    let own = levels(db, decl).len() as u32 - 1;
    let call = Arguments {
        // Parameters of a class template are no forwarding references in its constructors ([temp.deduct.call]/3).
        forwards: match crate::template::complete::is_generic(db, decl) {
            true => Some(own),
            false => None,
        },
    };
    let mut unsure = false;
    let mut note = |matched: Matched| match matched {
        Err(Mismatch::Fails) => Err(Failure::Deduction),
        Err(Mismatch::Unknown) => {
            unsure = true;
            Ok(())
        }
        Ok(()) => Ok(()),
    };
    for (p, operand) in fixed.iter().zip(args) {
        note(call.operand(&mut deducer, *p, operand))?;
    }
    if let Some(of) = trailing {
        let rest = args.get(fixed.len()..).unwrap_or_default();
        let packs = deducer.packs_of(&Arg::Type(of));
        note(deducer.expansion_with(packs, rest.len(), &mut |d, i| {
            call.operand(d, of, &rest[i]).map(|()| false)
        }))?;
    }
    match unsure {
        true => Err(unknown()),
        false => Ok(deducer),
    }
}

/// How operands are matched.
pub(super) struct Arguments {
    /// The level of which `T &&` is a forwarding reference.
    pub forwards: Option<u32>,
}

impl Arguments {
    /// Deduces from one argument.
    pub(super) fn operand<'db>(
        &self,
        d: &mut Deducer<'db>,
        p: Ty<'db>,
        operand: &Operand<'db>,
    ) -> Matched {
        let db = d.db;
        if !d.takes_part(p) {
            return Ok(());
        }
        let bare = p.strip_reference(db);
        if let Some(list) = &operand.list {
            return self.list(d, bare.unqualified(db), list);
        }
        if !operand.set.is_empty() {
            return set(d, p, operand);
        }
        if operand.ty.is_error(db) || operand.ty.is_dependent(db) || operand.ty.has_auto(db) {
            return Err(Mismatch::Unknown);
        }
        if matches!(operand.ty.kind(db), TyKind::Overloaded | TyKind::List) {
            return Err(Mismatch::Unknown);
        }
        let way = |derived| Way {
            more_qualified: true,
            pointers: true,
            derived,
            referred: true,
        };
        let a = match p.kind(db) {
            TyKind::RvalueReference(to) if operand.category == Category::Lvalue => {
                match to.kind(db) {
                    TyKind::Param { level, .. }
                        if to.quals(db).is_empty() && Some(*level) == self.forwards =>
                    {
                        operand.ty.lvalue_reference(db)
                    }
                    _ => operand.ty,
                }
            }
            TyKind::LvalueReference(_) | TyKind::RvalueReference(_) => operand.ty,
            _ => {
                return self.value(d, p.decayed(db), operand.ty.decayed(db));
            }
        };
        match (bare.kind(db), a.kind(db)) {
            // A reference to a pointer may bind to a converted one.
            (TyKind::Pointer(_), TyKind::Pointer(_)) => self.value(d, bare, a),
            _ => d.ty(bare, a, way(true)),
        }
    }

    /// Deduces from a value: no qualifiers at the top.
    fn value<'db>(&self, d: &mut Deducer<'db>, p: Ty<'db>, a: Ty<'db>) -> Matched {
        let db = d.db;
        let way = Way {
            more_qualified: true,
            pointers: true,
            derived: true,
            referred: false,
        };
        if let (TyKind::Pointer(p), TyKind::Pointer(a)) = (p.kind(db), a.kind(db)) {
            // `T *` takes what is pointed to as it is; a pointer to a template-id takes one to a derived class.
            return d.ty(*p, *a, way);
        }
        d.ty(p, a, way)
    }

    /// Deduces from a braced list ([temp.deduct.call]/1).
    fn list<'db>(&self, d: &mut Deducer<'db>, p: Ty<'db>, items: &[Operand<'db>]) -> Matched {
        let db = d.db;
        match p.kind(db) {
            TyKind::Class(e) if crate::template::auto::is_initializer_list(db, *e) => {
                let Some([Arg::Type(element)]) = e.own_args(db) else {
                    return Ok(());
                };
                (items.iter()).try_for_each(|item| self.operand(d, *element, item))
            }
            TyKind::Array(element, bound) => {
                let element = *element;
                items
                    .iter()
                    .try_for_each(|item| self.operand(d, element, item))?;
                match bound {
                    Bound::Param { level, index } => {
                        let size = Ty::builtin(db, crate::ty::classify::size_type(db));
                        let count = Value::Int(items.len() as i128);
                        let value = Arg::Value(Const::new(db, size, count));
                        d.bind_bound(*level, *index, value)
                    }
                    _ => Ok(()),
                }
            }
            // Not deduced.
            _ => Ok(()),
        }
    }
}

/// Deduces from an overload set, by its only member that fits ([temp.deduct.call]/6).
fn set<'db>(d: &mut Deducer<'db>, p: Ty<'db>, operand: &Operand<'db>) -> Matched {
    let db = d.db;
    // Of templates with some of their arguments nothing is deduced, but for the only function that they name.
    let open = operand.set.iter().any(|e| e.is_template(db));
    let named = |e: &&Entity<'db>| !e.is_template(db);
    if open && (operand.explicit.is_none() || operand.set.iter().filter(named).count() != 1) {
        return Ok(());
    }
    let pattern = p.strip_reference(db);
    let way = Way {
        more_qualified: true,
        pointers: true,
        derived: false,
        referred: p.is_reference(db),
    };
    let before = d.slots.clone();
    let mut found = None;
    let mut several = false;
    let mut unknown = false;
    for &entity in operand.set.iter().filter(named) {
        let Some(signature) = signature(db, entity) else {
            unknown = true;
            continue;
        };
        let mut ty = crate::function::named_type(db, entity, signature);
        if ty.ret.has_auto(db) {
            ty.ret = crate::check::return_type(db, entity);
        }
        let ty = Ty::of(db, TyKind::Function(ty));
        let a = match (p.is_reference(db), signature.has_object, signature.class) {
            (_, true, Some(class)) => Ty::of(db, TyKind::MemberPointer { class, member: ty }),
            (true, ..) => ty,
            _ => ty.pointer(db),
        };
        match d.ty(pattern, a, way) {
            Ok(()) => {
                several |= found.is_some();
                found = Some(d.slots.clone());
            }
            Err(Mismatch::Unknown) => unknown = true,
            Err(Mismatch::Fails) => {}
        }
        d.slots.clone_from(&before);
    }
    match found {
        // Which one it is, is not deduced from it.
        _ if several => Ok(()),
        _ if unknown => Err(Mismatch::Unknown),
        Some(slots) => {
            d.slots = slots;
            Ok(())
        }
        None => Err(Mismatch::Fails),
    }
}
