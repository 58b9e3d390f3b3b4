//! Partial ordering ([temp.func.order], [temp.deduct.partial], [temp.spec.partial.order]). The parameters of the template on the
//! argument's side are left as they are: they are different from all other types, as made up ones would be.

use std::cmp::Ordering;

use cleave_base_db::Db;

use crate::class::specialization::pattern;
use crate::function::{class_of, parameters, result_type};
use crate::template::complete::arguments;
use crate::template::constraints;
use crate::template::deduce::{Deducer, Mismatch, Way};
use crate::{Arg, DeclRef, Entity, NameKey, Ty, TyKind};

/// Whether partial specialisation `a` of a template is more specialised than `b`; `None`: not to be known.
pub(crate) fn more_specialized_partial<'db>(
    db: &'db dyn Db,
    class: Entity<'db>,
    a: DeclRef<'db>,
    b: DeclRef<'db>,
) -> Option<bool> {
    let template = class.template(db)?;
    let outer = template.env(db);
    let at_least = |x: DeclRef<'db>, y: DeclRef<'db>| -> Option<bool> {
        let from = pattern(db, template, x, outer)?;
        let to = pattern(db, template, y, outer)?;
        match arguments(db, y, to, from) {
            Ok(deducer) => Some(repeats(db, template, y, outer, deducer, from)),
            Err(Mismatch::Fails) => Some(false),
            Err(Mismatch::Unknown) => None,
        }
    };
    Some(match (at_least(a, b)?, at_least(b, a)?) {
        (true, false) => true,
        (true, true) => {
            let entity = |d| Entity::new(db, d, outer);
            constraints::order(db, entity(a), entity(b)) == Ordering::Less
        }
        _ => false,
    })
}

/// Whether what was deduced makes the pattern that it was deduced from, where everything is known: what is not deduced from
/// tells patterns apart too.
fn repeats<'db>(
    db: &'db dyn Db,
    template: Entity<'db>,
    special: DeclRef<'db>,
    outer: Option<crate::Env<'db>>,
    deducer: Deducer<'db>,
    wanted: &[Arg<'db>],
) -> bool {
    let Ok(env) = crate::template::complete::complete(db, special, outer, deducer) else {
        return false;
    };
    match pattern(db, template, special, env) {
        Some(made) => (made.iter().zip(wanted))
            .all(|(m, w)| m == w || is_opaque(db, m) && !is_parameter(db, w)),
        None => false,
    }
}

/// Whether an argument is a template parameter by itself: no other dependent type is the same.
fn is_parameter<'db>(db: &'db dyn Db, arg: &Arg<'db>) -> bool {
    matches!(arg, Arg::Type(t) if matches!(t.kind(db), TyKind::Param { .. }))
}

/// Whether dependent types that are not compared occur in an argument.
fn is_opaque<'db>(db: &'db dyn Db, arg: &Arg<'db>) -> bool {
    match arg {
        Arg::Type(t) => t.is_dependent(db),
        arg => arg.is_dependent(db),
    }
}

/// The more specialised of two function templates for so many arguments: `Less` if it is the first.
pub(super) fn functions<'db>(
    db: &'db dyn Db,
    a: Entity<'db>,
    b: Entity<'db>,
    count: usize,
) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    let (Some(mut ps), Some(mut qs)) = (types(db, a, count), types(db, b, count)) else {
        return Ordering::Equal;
    };
    let mut count = count;
    // A member against a function that is none takes its object as the first parameter ([temp.func.order]/3).
    match (object(db, a), object(db, b)) {
        (Some(object), None) if !is_static(db, b) => {
            ps.insert(0, object);
            count = count.saturating_add(1);
        }
        (None, Some(object)) if !is_static(db, a) => {
            qs.insert(0, object);
            count = count.saturating_add(1);
        }
        _ => {}
    }
    let to_b = at_least(db, (a, &ps), (b, &qs), count);
    let to_a = at_least(db, (b, &qs), (a, &ps), count);
    let (Some(a_fits), Some(b_fits)) = (to_b, to_a) else {
        return Ordering::Equal;
    };
    match (a_fits, b_fits) {
        (true, false) => return Ordering::Less,
        (false, true) => return Ordering::Greater,
        (false, false) => return Ordering::Equal,
        (true, true) => {}
    }
    // A trailing pack is less specialised than none ([temp.deduct.partial]/11).
    let pack = |list: &[Ty<'db>]| list.last().is_some_and(|t| is_pack(db, *t));
    match (pack(&ps), pack(&qs)) {
        (false, true) if qs.len() > ps.len() => return Ordering::Less,
        (true, false) if ps.len() > qs.len() => return Ordering::Greater,
        (false, true) => return Ordering::Less,
        (true, false) => return Ordering::Greater,
        _ => {}
    }
    match constraints::order(db, a, b) {
        Ordering::Equal => repeated(db, a, b),
        ordering => ordering,
    }
}

/// Two declarations that nothing tells apart where one has a body are taken for one function, declared alike in other words than
/// the definition: an error is not certain.
fn repeated<'db>(db: &'db dyn Db, a: Entity<'db>, b: Entity<'db>) -> Ordering {
    let (x, y) = (a.decl(db), b.decl(db));
    let heads =
        |d: DeclRef<'db>| crate::code::params::own_level(db, d).map_or(0, |l| l.kinds.len());
    let alike = x.key(db) == y.key(db)
        && x.code(db).scope(db) == y.code(db).scope(db)
        && x.parent_class(db) == y.parent_class(db)
        && heads(x) == heads(y)
        && parameters(db, a).map(|p| p.types.len()) == parameters(db, b).map(|p| p.types.len());
    let has_body = |e: Entity<'db>| {
        crate::function::redeclarations(db, e.decl(db))
            .iter()
            .any(|d| crate::function::redeclared::defines(db, *d))
    };
    match (alike, has_body(a), has_body(b)) {
        (true, true, false) => Ordering::Less,
        (true, false, true) => Ordering::Greater,
        _ => Ordering::Equal,
    }
}

fn is_pack<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    matches!(ty.kind(db), TyKind::Pack(_))
}

/// The types that are compared: those of the parameters; of a conversion function the result; where there is no call, the
/// parameters and the result.
fn types<'db>(db: &'db dyn Db, f: Entity<'db>, count: usize) -> Option<Vec<Ty<'db>>> {
    if f.decl(db).key(db) == Some(NameKey::Conversion) {
        return Some(vec![result_type(db, f)?]);
    }
    let mut out = parameters(db, f)?.types.to_vec();
    if count == usize::MAX
        && let Some(ret) = result_type(db, f)
        && !ret.has_auto(db)
        && !ret.is_error(db)
        && !out.last().is_some_and(|t| is_pack(db, *t))
    {
        out.push(ret);
    }
    match out.iter().any(|t| t.is_error(db)) {
        true => None,
        false => Some(out),
    }
}

/// The implicit object parameter.
fn object<'db>(db: &'db dyn Db, f: Entity<'db>) -> Option<Ty<'db>> {
    let class = class_of(db, f)?;
    if f.decl(db).key(db) == Some(NameKey::Constructor) || is_static(db, f) {
        return None;
    }
    let written = crate::code::params::function_ref(db, f.decl(db))?;
    let object = class.qualified(db, written.quals);
    Some(match written.ref_qualifier.unwrap_or_default() {
        cleave_lang::RefQualifier::Rvalue => object.rvalue_reference(db),
        _ => object.lvalue_reference(db),
    })
}

fn is_static<'db>(db: &'db dyn Db, f: Entity<'db>) -> bool {
    class_of(db, f).is_some()
        && (f.hir(db)).is_some_and(|d| d.spec.any(cleave_names::decl::Spec::STATIC))
}

/// Whether template `a`, whose types are `args`, is at least as specialised as `b`, whose types are `patterns`; `None`: not to
/// be known.
fn at_least<'db>(
    db: &'db dyn Db,
    (a, args): (Entity<'db>, &[Ty<'db>]),
    (b, patterns): (Entity<'db>, &[Ty<'db>]),
    count: usize,
) -> Option<bool> {
    let mut d = deducer(db, b);
    let compare = |d: &mut Deducer<'db>, p, t| compare(d, p, t, a);
    let longest = args.len().max(patterns.len()).min(count);
    let mut i = 0;
    while i < longest {
        let Some(&t) = args.get(i) else { break };
        let Some(&p) = patterns.get(i) else {
            // Parameters with default arguments that the call does not use.
            break;
        };
        if let TyKind::Pack(of) = *p.kind(db) {
            // The pattern of a pack is compared with each of what is left ([temp.deduct.partial]/8).
            let rest: Vec<Ty<'db>> = args[i..].iter().copied().take(count - i).collect();
            let packs = d.packs_of(&Arg::Type(of));
            let matched =
                d.expansion_with(packs, rest.len(), &mut |d, n| match *rest[n].kind(db) {
                    TyKind::Pack(t) => compare(d, of, t).map(|()| true),
                    _ => compare(d, of, rest[n]).map(|()| false),
                });
            return fits(matched);
        }
        if is_pack(db, t) {
            return Some(false);
        }
        if !fits(compare(&mut d, p, t))? {
            return Some(false);
        }
        i += 1;
    }
    Some(true)
}

fn fits(matched: Result<(), Mismatch>) -> Option<bool> {
    match matched {
        Ok(()) => Some(true),
        Err(Mismatch::Fails) => Some(false),
        Err(Mismatch::Unknown) => None,
    }
}

fn deducer<'db>(db: &'db dyn Db, template: Entity<'db>) -> Deducer<'db> {
    Deducer::new(db, template.decl(db), template.depth(db))
}

/// Matches type `a` of template `of`; where both are references that are otherwise alike, the kind of reference and the
/// qualifiers decide ([temp.deduct.partial]/9).
fn compare<'db>(
    d: &mut Deducer<'db>,
    p: Ty<'db>,
    a: Ty<'db>,
    of: Entity<'db>,
) -> Result<(), Mismatch> {
    let db = d.db;
    let bare = |t: Ty<'db>| t.strip_reference(db).unqualified(db);
    if p != a && d.mentions(p) && !d.takes_part(p) {
        // Nothing is deduced from it, but it is something else.
        return Ok(());
    }
    d.ty(bare(p), bare(a), Way::default())?;
    if !p.is_reference(db) || !a.is_reference(db) {
        return Ok(());
    }
    let quals = |t: Ty<'db>| t.strip_reference(db).top_quals(db);
    let (pq, aq) = (quals(p), quals(a));
    let rvalue = |t: Ty<'db>| matches!(t.kind(db), TyKind::RvalueReference(_));
    // The pattern's template is the more specialised one by this type, if deduction succeeds in both directions.
    let wins = match (rvalue(p), rvalue(a)) {
        (false, true) => true,
        (true, false) => false,
        _ => pq != aq && pq.union(aq) == pq,
    };
    if wins && deducer(db, of).ty(bare(a), bare(p), Way::default()).is_ok() {
        return Err(Mismatch::Fails);
    }
    Ok(())
}
