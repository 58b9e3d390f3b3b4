//! Deduction of template arguments from types and argument lists ([temp.deduct.type]). Patterns are types in which template
//! parameters stand for themselves; the other side is taken as it is, whatever occurs in it.

use cleave_base_db::Db;
use cleave_mangle::{Builtin, Qualifiers, RefQualifier};
use rustc_hash::FxHashMap;

use crate::params::{Level, ParamRef};
use crate::{Arg, Bound, Const, Entity, Env, Ty, TyKind, Value};

/// Patterns nest no deeper than this.
const DEPTH: u32 = 400;

/// How qualifiers may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quals {
    /// Not at all, but that the argument may have more where the pattern is a parameter.
    Exact,
    /// The pattern may have more: a qualification conversion follows ([temp.deduct.call]/4).
    Lenient,
}

/// The parameters being deduced.
pub(crate) struct Deduction<'db> {
    pub(crate) db: &'db dyn Db,
    /// The first level that is deduced.
    base: u32,
    /// By level and index.
    slots: Vec<Vec<Option<Arg<'db>>>>,
    /// Explicit arguments of packs, which may have more.
    prefixes: FxHashMap<(u32, u32), Box<[Arg<'db>]>>,
    /// What packs are for the element at hand.
    element: Option<FxHashMap<(u32, u32), Arg<'db>>>,
    depth: u32,
}

impl<'db> Deduction<'db> {
    /// Nothing deduced yet of levels from `base` on, with so many parameters each.
    pub(crate) fn new(db: &'db dyn Db, base: u32, counts: &[usize]) -> Self {
        Deduction {
            db,
            base,
            slots: counts.iter().map(|n| vec![None; *n]).collect(),
            prefixes: FxHashMap::default(),
            element: None,
            depth: 0,
        }
    }

    /// An explicit argument.
    pub(crate) fn set(&mut self, level: u32, index: u32, arg: Arg<'db>) {
        if let Some(slot) = self.slot(level, index) {
            *slot = Some(arg);
        }
    }

    /// The explicit arguments that a pack begins with.
    pub(crate) fn set_prefix(&mut self, level: u32, index: u32, args: Box<[Arg<'db>]>) {
        self.prefixes.insert((level, index), args);
    }

    /// What was deduced.
    pub(crate) fn finish(mut self) -> Vec<Vec<Option<Arg<'db>>>> {
        for ((level, index), args) in std::mem::take(&mut self.prefixes) {
            if let Some(slot) = self.slot(level, index)
                && slot.is_none()
            {
                *slot = Some(Arg::Pack(args));
            }
        }
        self.slots
    }

    /// Tries something; what it bound stays if it fits.
    pub(crate) fn attempt(&mut self, step: impl FnOnce(&mut Self) -> bool) -> bool {
        let (slots, element) = (self.slots.clone(), self.element.clone());
        let fits = step(self);
        if !fits {
            (self.slots, self.element) = (slots, element);
        }
        fits
    }

    /// Tries something and forgets what it bound.
    pub(crate) fn trial(&mut self, step: impl FnOnce(&mut Self) -> bool) -> bool {
        let (slots, element) = (self.slots.clone(), self.element.clone());
        let fits = step(self);
        (self.slots, self.element) = (slots, element);
        fits
    }

    fn slot(&mut self, level: u32, index: u32) -> Option<&mut Option<Arg<'db>>> {
        let level = level.checked_sub(self.base)?;
        self.slots.get_mut(level as usize)?.get_mut(index as usize)
    }

    fn is_deduced(&self, level: u32) -> bool {
        level >= self.base && ((level - self.base) as usize) < self.slots.len()
    }

    fn bind(&mut self, level: u32, index: u32, pack: bool, arg: Arg<'db>) -> bool {
        let db = self.db;
        if pack && let Some(element) = &mut self.element {
            return match element.get(&(level, index)) {
                Some(old) => same(db, old, &arg),
                None => {
                    element.insert((level, index), arg);
                    true
                }
            };
        }
        match self.slot(level, index) {
            Some(slot) => match slot {
                Some(old) => same(db, old, &arg),
                None => {
                    *slot = Some(arg);
                    true
                }
            },
            None => false,
        }
    }

    /// Deduces from a type.
    pub(crate) fn ty(&mut self, p: Ty<'db>, a: Ty<'db>, quals: Quals) -> bool {
        if self.depth >= DEPTH {
            return false;
        }
        self.depth += 1;
        let fits = self.ty_inner(p, a, quals);
        self.depth -= 1;
        fits
    }

    fn ty_inner(&mut self, p: Ty<'db>, a: Ty<'db>, mode: Quals) -> bool {
        let db = self.db;
        if let TyKind::Param { level, index, pack } = *p.kind(db)
            && self.is_deduced(level)
        {
            let (want, have) = (p.quals(db), a.top_quals(db));
            if mode == Quals::Exact && !contains(have, want) {
                return false;
            }
            let rest = without(have, want);
            return self.bind(level, index, pack, Arg::Type(a.with_quals(db, rest)));
        }
        if p == a {
            // Nothing to deduce, but for what is dependent in both.
            if !p.is_dependent(db) {
                return true;
            }
        } else if !p.is_dependent(db) {
            return mode == Quals::Lenient && lenient(db, p, a);
        }
        if !matches!(p.kind(db), TyKind::Dependent(..)) {
            let (want, have) = (p.quals(db), a.quals(db));
            let fits = match mode {
                Quals::Exact => want == have,
                Quals::Lenient => contains(want, have),
            };
            if !fits && !matches!(p.kind(db), TyKind::ParamSpecialization { .. }) {
                return false;
            }
        }
        match (p.kind(db), a.kind(db)) {
            (TyKind::Dependent(..), _) => true,
            (TyKind::Pointer(p), TyKind::Pointer(a)) => self.ty(*p, *a, mode),
            (TyKind::LvalueReference(p), TyKind::LvalueReference(a))
            | (TyKind::RvalueReference(p), TyKind::RvalueReference(a)) => {
                self.ty(*p, *a, Quals::Exact)
            }
            (
                TyKind::MemberPointer { class, member },
                TyKind::MemberPointer {
                    class: c,
                    member: m,
                },
            ) => self.ty(*class, *c, Quals::Exact) && self.ty(*member, *m, mode),
            (TyKind::Array(p, m), TyKind::Array(a, n)) => self.bound(m, n) && self.ty(*p, *a, mode),
            (TyKind::Vector(p, m), TyKind::Vector(a, n)) => m == n && self.ty(*p, *a, mode),
            (TyKind::Function(f), TyKind::Function(g)) => {
                let written = |r: Option<RefQualifier>| r.unwrap_or_default();
                f.variadic == g.variadic
                    && f.quals == g.quals
                    && written(f.ref_qualifier) == written(g.ref_qualifier)
                    && (g.noexcept || !f.noexcept)
                    && self.ty(f.ret, g.ret, Quals::Exact)
                    && self.types(&f.params, &g.params)
            }
            (TyKind::Class(p), TyKind::Class(a)) | (TyKind::Enum(p), TyKind::Enum(a)) => {
                self.entity(*p, *a)
            }
            (TyKind::ParamSpecialization { level, index, args }, kind)
                if self.is_deduced(*level) =>
            {
                match kind {
                    TyKind::Class(a) => self.template_param(*level, *index, args, *a),
                    TyKind::ParamSpecialization {
                        level: l,
                        index: i,
                        args: others,
                    } => {
                        let arg = Arg::Param {
                            level: *l,
                            index: *i,
                            pack: false,
                        };
                        self.bind(*level, *index, false, arg) && self.args(args, others)
                    }
                    _ => false,
                }
            }
            (TyKind::Pack(p), TyKind::Pack(a)) => self.ty(*p, *a, Quals::Exact),
            _ => p == a,
        }
    }

    fn bound(&mut self, p: &Bound<'db>, a: &Bound<'db>) -> bool {
        let db = self.db;
        match (p, a) {
            (Bound::Param { level, index }, Bound::Known(n)) if self.is_deduced(*level) => {
                let size = Ty::builtin(db, Builtin::UnsignedLong);
                let value = Const::new(db, size, Value::Int((*n).into()));
                self.bind(*level, *index, false, Arg::Value(value))
            }
            (Bound::Param { level, index }, Bound::Param { level: l, index: i })
                if self.is_deduced(*level) =>
            {
                let arg = Arg::Param {
                    level: *l,
                    index: *i,
                    pack: false,
                };
                self.bind(*level, *index, false, arg)
            }
            (
                Bound::Dependent(..),
                Bound::Known(_) | Bound::Dependent(..) | Bound::Param { .. },
            ) => true,
            _ => p == a,
        }
    }

    fn entity(&mut self, p: Entity<'db>, a: Entity<'db>) -> bool {
        let db = self.db;
        if p.decl(db) != a.decl(db) {
            return false;
        }
        let (Some(ps), Some(qs)) = (p.own_args(db), a.own_args(db)) else {
            // A member class of a template: its class is a nested-name-specifier, which nothing is deduced from.
            return p == a || p.env(db).is_some();
        };
        let parent = |e: Entity<'db>| e.env(db).and_then(|e| e.parent(db));
        let outer = parent(p);
        if outer != parent(a) && !outer.is_some_and(|e| e.is_dependent(db)) {
            return false;
        }
        self.args(ps, qs)
    }

    /// `TT<args>` from a specialisation of some template.
    fn template_param(
        &mut self,
        level: u32,
        index: u32,
        args: &[Arg<'db>],
        a: Entity<'db>,
    ) -> bool {
        let db = self.db;
        let (Some(template), Some(own)) = (a.template(db), a.own_args(db)) else {
            return false;
        };
        if !self.bind(level, index, false, Arg::Template(template)) {
            return false;
        }
        if args.is_empty() {
            return true;
        }
        // The template's parameters may be a pack where the pattern's are not, and the other way round.
        let flat = |args: &[Arg<'db>]| -> Vec<Arg<'db>> {
            let mut out = Vec::new();
            for arg in args {
                match arg {
                    Arg::Pack(all) => out.extend(all.iter().cloned()),
                    arg => out.push(arg.clone()),
                }
            }
            out
        };
        let (patterns, own) = (flat(args), flat(own));
        let open = patterns.iter().any(|p| matches!(p, Arg::Expansion(_)));
        // Default arguments of the template are left out in the pattern ([temp.arg.template], P0522).
        match open || patterns.len() >= own.len() {
            true => self.args(&patterns, &own),
            false => self.args(&patterns, &own[..patterns.len()]),
        }
    }

    /// Deduces from a list of types, function parameters.
    pub(crate) fn types(&mut self, ps: &[Ty<'db>], qs: &[Ty<'db>]) -> bool {
        let db = self.db;
        let arg = |t: &Ty<'db>| match t.kind(db) {
            TyKind::Pack(of) => Arg::Expansion(Box::new(Arg::Type(*of))),
            _ => Arg::Type(*t),
        };
        let ps: Vec<_> = ps.iter().map(arg).collect();
        let qs: Vec<_> = qs.iter().map(arg).collect();
        self.args(&ps, &qs)
    }

    /// Deduces from a list of arguments.
    pub(crate) fn args(&mut self, ps: &[Arg<'db>], qs: &[Arg<'db>]) -> bool {
        for (i, p) in ps.iter().enumerate() {
            if let Arg::Expansion(pattern) = p {
                // An expansion that is not last makes the list a non-deduced context.
                if i + 1 != ps.len() {
                    return true;
                }
                return self.expansion(pattern, qs.get(i..).unwrap_or_default());
            }
            let Some(q) = qs.get(i) else { return false };
            // A single parameter takes no expansion ([temp.deduct.type]/9).
            if matches!(q, Arg::Expansion(_)) || !self.arg(p, q) {
                return false;
            }
        }
        ps.len() == qs.len()
    }

    /// Deduces from one argument.
    pub(crate) fn arg(&mut self, p: &Arg<'db>, q: &Arg<'db>) -> bool {
        let db = self.db;
        match (p, q) {
            (Arg::Type(p), Arg::Type(q)) => self.ty(*p, *q, Quals::Exact),
            (Arg::Param { level, index, pack }, q) if self.is_deduced(*level) => match q {
                Arg::Type(_) | Arg::Pack(_) | Arg::Expansion(_) | Arg::Error => false,
                q => self.bind(*level, *index, *pack, q.clone()),
            },
            (Arg::Dependent(..), Arg::Value(_) | Arg::Dependent(..) | Arg::Param { .. }) => true,
            (Arg::Pack(p), Arg::Pack(q)) => self.args(p, q),
            (Arg::Template(p), Arg::Template(q)) => p == q,
            // The injected name of a template parameter's own pattern.
            (Arg::Type(p), Arg::Template(_)) => {
                matches!(p.kind(db), TyKind::ParamSpecialization { .. })
            }
            (p, q) => same(db, p, q),
        }
    }

    /// `pattern...` from the rest of a list.
    pub(crate) fn expansion(&mut self, pattern: &Arg<'db>, qs: &[Arg<'db>]) -> bool {
        self.each(
            pattern,
            qs.len(),
            |this, i| {
                let q = match &qs[i] {
                    Arg::Expansion(of) => of,
                    q => q,
                };
                this.arg(pattern, q)
            },
            |i| matches!(qs[i], Arg::Expansion(_)),
        )
    }

    /// Deduces the packs of a pattern from so many elements, each by `step`; `wrapped` elements stand for expansions.
    pub(crate) fn each(
        &mut self,
        pattern: &Arg<'db>,
        count: usize,
        mut step: impl FnMut(&mut Self, usize) -> bool,
        wrapped: impl Fn(usize) -> bool,
    ) -> bool {
        let db = self.db;
        let mut packs = Vec::new();
        packs_of(db, pattern, &mut packs, 0);
        packs.retain(|(level, _)| self.is_deduced(*level));
        let mut lists: Vec<Vec<Option<Arg<'db>>>> = vec![Vec::new(); packs.len()];
        for i in 0..count {
            let explicit = packs
                .iter()
                .any(|key| self.prefixes.get(key).is_some_and(|p| i < p.len()));
            let outer = self.element.replace(FxHashMap::default());
            let fits = explicit || step(self, i);
            let element = std::mem::replace(&mut self.element, outer).unwrap_or_default();
            if !fits {
                return false;
            }
            for (key, list) in packs.iter().zip(&mut lists) {
                let arg = match self.prefixes.get(key).and_then(|p| p.get(i)) {
                    Some(arg) => Some(arg.clone()),
                    None => element.get(key).cloned(),
                };
                list.push(arg.map(|arg| match wrapped(i) {
                    true => Arg::Expansion(Box::new(arg)),
                    false => arg,
                }));
            }
        }
        for ((level, index), list) in packs.into_iter().zip(lists) {
            let Some(list) = list.into_iter().collect::<Option<Vec<_>>>() else {
                // Its elements occur where nothing is deduced.
                continue;
            };
            if !self.bind(level, index, false, Arg::Pack(list.into())) {
                return false;
            }
        }
        true
    }
}

/// The packs that a pattern expands.
fn packs_of<'db>(db: &'db dyn Db, arg: &Arg<'db>, out: &mut Vec<(u32, u32)>, depth: u32) {
    if depth > DEPTH {
        return;
    }
    match arg {
        Arg::Type(ty) => packs_of_type(db, *ty, out, depth + 1),
        Arg::Pack(all) => all.iter().for_each(|a| packs_of(db, a, out, depth + 1)),
        Arg::Param {
            level,
            index,
            pack: true,
        } if !out.contains(&(*level, *index)) => out.push((*level, *index)),
        _ => {}
    }
}

fn packs_of_type<'db>(db: &'db dyn Db, ty: Ty<'db>, out: &mut Vec<(u32, u32)>, depth: u32) {
    if depth > DEPTH {
        return;
    }
    match ty.kind(db) {
        TyKind::Param {
            level,
            index,
            pack: true,
        } if !out.contains(&(*level, *index)) => out.push((*level, *index)),
        TyKind::Pointer(t)
        | TyKind::LvalueReference(t)
        | TyKind::RvalueReference(t)
        | TyKind::Array(t, _)
        | TyKind::Vector(t, _) => packs_of_type(db, *t, out, depth + 1),
        TyKind::MemberPointer { class, member } => {
            packs_of_type(db, *class, out, depth + 1);
            packs_of_type(db, *member, out, depth + 1);
        }
        TyKind::Function(f) => {
            packs_of_type(db, f.ret, out, depth + 1);
            f.params
                .iter()
                .for_each(|p| packs_of_type(db, *p, out, depth + 1));
        }
        TyKind::Class(e) | TyKind::Enum(e) => {
            for arg in e.own_args(db).unwrap_or_default() {
                packs_of(db, arg, out, depth + 1);
            }
        }
        TyKind::ParamSpecialization { args, .. } => {
            args.iter().for_each(|a| packs_of(db, a, out, depth + 1));
        }
        _ => {}
    }
}

fn contains(all: Qualifiers, some: Qualifiers) -> bool {
    all.union(some) == all
}

fn without(all: Qualifiers, some: Qualifiers) -> Qualifiers {
    Qualifiers {
        is_const: all.is_const && !some.is_const,
        is_volatile: all.is_volatile && !some.is_volatile,
        is_restrict: all.is_restrict && !some.is_restrict,
    }
}

/// Whether types differ in qualifiers only that a conversion adds.
fn lenient<'db>(db: &'db dyn Db, p: Ty<'db>, a: Ty<'db>) -> bool {
    contains(p.top_quals(db), a.top_quals(db))
        && match (p.kind(db), a.kind(db)) {
            (TyKind::Pointer(p), TyKind::Pointer(a)) => p == a || lenient(db, *p, *a),
            _ => p.unqualified(db) == a.unqualified(db),
        }
}

/// Whether two arguments are the same; values of different types by what they are.
pub(crate) fn same<'db>(db: &'db dyn Db, a: &Arg<'db>, b: &Arg<'db>) -> bool {
    match (a, b) {
        (Arg::Value(a), Arg::Value(b)) => match (a.as_int(db), b.as_int(db)) {
            (Some(m), Some(n)) => m == n,
            _ => a == b,
        },
        (Arg::Pack(a), Arg::Pack(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same(db, a, b))
        }
        (a, b) => a == b,
    }
}

/// Deduces the parameters of one level from arguments: of a partial specialisation.
pub(crate) fn arguments<'db>(
    db: &'db dyn Db,
    level: u32,
    count: usize,
    patterns: &[Arg<'db>],
    args: &[Arg<'db>],
) -> Option<Vec<Option<Arg<'db>>>> {
    let mut deduction = Deduction::new(db, level, &[count]);
    if !deduction.args(patterns, args) {
        return None;
    }
    deduction.finish().pop()
}

/// The arguments of a level, those that were not deduced by their defaults, packs empty, values of their parameters' types.
/// `None`: one is missing.
pub(crate) fn complete<'db>(
    db: &'db dyn Db,
    level: &Level<'db>,
    at: u32,
    outer: Option<Env<'db>>,
    deduced: Vec<Option<Arg<'db>>>,
) -> Option<Vec<Arg<'db>>> {
    let first = crate::function::canonical(db, level.decl);
    let template = Entity::new(db, level.decl, outer);
    let mut out: Vec<Arg<'db>> = Vec::with_capacity(deduced.len());
    let _ = at;
    for (i, (param, arg)) in level.params(db).into_iter().zip(deduced).enumerate() {
        let arg = match arg {
            Some(arg) => arg,
            None if param.is_pack() => Arg::Pack(Box::default()),
            None => {
                let env = Env::make(db, outer, out.clone());
                let default = crate::resolve::default_arg(db, first, i as u32, Some(env))?;
                default.clone()?
            }
        };
        out.push(typed(db, template, &out, param, arg)?);
    }
    Some(out)
}

/// A deduced value as one of its parameter's type ([temp.deduct.type]/17).
fn typed<'db>(
    db: &'db dyn Db,
    template: Entity<'db>,
    so_far: &[Arg<'db>],
    param: ParamRef<'_>,
    arg: Arg<'db>,
) -> Option<Arg<'db>> {
    let ParamRef::Written(written) = param else {
        return Some(arg);
    };
    let cleave_hir::TemplateParamKind::Value { ty, .. } = written.kind else {
        use cleave_hir::TemplateParamKind::{Template, Type};
        let misfit = matches!(
            (&written.kind, &arg),
            (Type { .. }, Arg::Value(_) | Arg::Template(_))
                | (Template { .. }, Arg::Type(_) | Arg::Value(_))
        );
        return (!misfit).then_some(arg);
    };
    let value = |c: Const<'db>| -> Option<Arg<'db>> {
        let to = crate::resolve::value_param_type(db, template, so_far, ty)?;
        if to.has_auto(db) || to.is_dependent(db) || to.is_error(db) {
            return Some(Arg::Value(c));
        }
        let from = c.ty(db);
        if from == to {
            return Some(Arg::Value(c));
        }
        // A bound has type `std::size_t`, whatever the parameter's; anything else must match.
        let bound = from.is_builtin(db, Builtin::UnsignedLong) && to.is_integral(db);
        match bound {
            true => crate::resolve::constant::convert(db, c, to).map(Arg::Value),
            false => None,
        }
    };
    match arg {
        Arg::Value(c) => value(c),
        Arg::Pack(all) if param.is_pack() => {
            let all: Option<Vec<_>> = (all.iter())
                .map(|a| match a {
                    Arg::Value(c) => value(*c),
                    Arg::Type(_) | Arg::Template(_) => None,
                    a => Some(a.clone()),
                })
                .collect();
            Some(Arg::Pack(all?.into()))
        }
        Arg::Type(_) | Arg::Template(_) => None,
        arg => Some(arg),
    }
}
