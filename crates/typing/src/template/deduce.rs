//! Matching patterns against types and arguments ([temp.deduct.type]): what the parameters of some levels stand for. Knows
//! nothing of calls; what a call allows beyond equality comes in as a [`Way`].

mod classes;

use cleave_base_db::Db;
use cleave_hir::TemplateParamKind;
use cleave_lang::Qualifiers;

use crate::code::params::{Level, ParamRef, Sort, levels};
use crate::{Arg, Bound, Const, DeclRef, Entity, Env, FnTy, Ty, TyKind, Value};

/// Patterns nest no deeper than this.
pub(super) const DEPTH: u32 = 300;

/// Why a pattern does not match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mismatch {
    /// It does not.
    Fails,
    /// It may or may not.
    Unknown,
}

pub(crate) type Matched = Result<(), Mismatch>;

/// In which ways an argument may differ from the pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Way {
    /// The pattern may be more qualified here ([temp.deduct.call]/4.1).
    pub more_qualified: bool,
    /// Pointers may be converted by qualification and function pointer conversions ([temp.deduct.call]/4.2).
    pub pointers: bool,
    /// The argument may be a class derived from the pattern's, or a pointer to one ([temp.deduct.call]/4.3).
    pub derived: bool,
    /// The pattern is what a reference parameter refers to: its qualifiers have no effect on functions.
    pub referred: bool,
}

/// What a parameter stands for so far.
#[derive(Clone, Debug)]
pub(crate) struct Slot<'db> {
    /// It is a pack: its value is a [`Arg::Pack`], but while an expansion is matched the element.
    pub pack: bool,
    /// It stands for a template, and some parameter of that is a pack.
    pub variadic: bool,
    /// It stands for a template: the declaration whose head says which may be that.
    pub head: Option<DeclRef<'db>>,
    /// The elements of a pack that are given explicitly; its value holds those after them.
    pub prefix: Vec<Arg<'db>>,
    /// Its value.
    pub value: Option<Arg<'db>>,
    /// The value comes from an array's bound: its type does not count ([temp.deduct.type]/19).
    pub from_bound: bool,
}

/// A match under way.
#[derive(Clone)]
pub(crate) struct Deducer<'db> {
    pub(super) db: &'db dyn Db,
    /// The first of the levels that are deduced.
    pub(super) first: u32,
    /// The parameters of each.
    pub(super) slots: Vec<Vec<Slot<'db>>>,
    depth: u32,
    steps: u32,
}

/// A match does no more than so many steps: overlapping bases may make it long.
const STEPS: u32 = 100_000;

impl<'db> Deducer<'db> {
    /// Nothing deduced yet, of the levels of a declaration from `first` on.
    pub(crate) fn new(db: &'db dyn Db, decl: DeclRef<'db>, first: u32) -> Self {
        let slots = (levels(db, decl).iter().skip(first as usize))
            .map(|level| slots(db, level))
            .collect();
        Deducer {
            db,
            first,
            slots,
            depth: 0,
            steps: 0,
        }
    }

    /// One parameter that is no pack, of a level that no declaration has.
    pub(crate) fn lone(db: &'db dyn Db, level: u32) -> Self {
        Deducer {
            db,
            first: level,
            slots: vec![vec![Slot {
                pack: false,
                variadic: false,
                head: None,
                prefix: Vec::new(),
                value: None,
                from_bound: false,
            }]],
            depth: 0,
            steps: 0,
        }
    }

    /// The slot of a parameter, if it is deduced here.
    pub(crate) fn slot(&mut self, level: u32, index: u32) -> Option<&mut Slot<'db>> {
        let at = level.checked_sub(self.first)? as usize;
        self.slots.get_mut(at)?.get_mut(index as usize)
    }

    pub(super) fn is_mine(&self, level: u32, index: u32) -> bool {
        let at = level.checked_sub(self.first);
        at.and_then(|at| self.slots.get(at as usize))
            .is_some_and(|l| (index as usize) < l.len())
    }

    /// Binds a parameter, or compares with what it is bound to.
    fn bind(&mut self, level: u32, index: u32, arg: Arg<'db>, from_bound: bool) -> Matched {
        let db = self.db;
        if arg.has_error(db) {
            return Err(Mismatch::Unknown);
        }
        let Some(slot) = self.slot(level, index) else {
            return Err(Mismatch::Fails);
        };
        let Some(old) = &slot.value else {
            slot.value = Some(arg);
            slot.from_bound = from_bound;
            return Ok(());
        };
        if *old == arg {
            slot.from_bound &= from_bound;
            return Ok(());
        }
        if !(from_bound || slot.from_bound) {
            return Err(Mismatch::Fails);
        }
        match (old.as_int(db), arg.as_int(db)) {
            (Some(x), Some(y)) if x == y => {
                if slot.from_bound {
                    slot.value = Some(arg);
                    slot.from_bound = from_bound;
                }
                Ok(())
            }
            _ => Err(Mismatch::Fails),
        }
    }

    /// Binds a parameter to the number of elements of an array; one that is not deduced here is left alone.
    pub(crate) fn bind_bound(&mut self, level: u32, index: u32, value: Arg<'db>) -> Matched {
        match self.is_mine(level, index) {
            true => self.bind(level, index, value, true),
            false => Ok(()),
        }
    }

    /// Tries a match; nothing is bound if it fails.
    pub(crate) fn attempt(&mut self, f: impl FnOnce(&mut Self) -> Matched) -> Matched {
        let before = self.slots.clone();
        let result = f(self);
        if result.is_err() {
            self.slots = before;
        }
        result
    }

    /// Matches a type.
    pub(crate) fn ty(&mut self, p: Ty<'db>, a: Ty<'db>, way: Way) -> Matched {
        self.steps += 1;
        if self.depth >= DEPTH || self.steps > STEPS {
            return Err(Mismatch::Unknown);
        }
        self.depth += 1;
        let result = stacker::maybe_grow(128 * 1024, 1024 * 1024, || self.ty_inner(p, a, way));
        self.depth -= 1;
        result
    }

    fn ty_inner(&mut self, p: Ty<'db>, a: Ty<'db>, way: Way) -> Matched {
        let db = self.db;
        if p == a && !self.mentions(p) {
            return Ok(());
        }
        if p.is_error(db) || a.is_error(db) {
            return Err(Mismatch::Unknown);
        }
        let (pq, aq) = (p.quals(db), a.quals(db));
        match (p.kind(db), a.kind(db)) {
            (TyKind::Dependent(..), _) => return Ok(()),
            (TyKind::Param { level, index, .. }, _) if self.is_mine(*level, *index) => {
                let (level, index) = (*level, *index);
                return self.param(level, index, pq, a, way);
            }
            // Qualifiers of arrays are their elements'.
            (TyKind::Array(p, m), TyKind::Array(a, n)) => {
                self.bound(m, n)?;
                return self.ty(*p, *a, way);
            }
            _ => {}
        }
        if !qualifiers_fit(pq, aq, way) {
            return Err(Mismatch::Fails);
        }
        let exact = Way::default();
        match (p.kind(db), a.kind(db)) {
            (TyKind::Pointer(p), TyKind::Pointer(a)) => {
                let inner = Way {
                    more_qualified: way.pointers,
                    pointers: way.pointers,
                    derived: false,
                    referred: false,
                };
                self.ty(*p, *a, inner)
            }
            (TyKind::LvalueReference(p), TyKind::LvalueReference(a))
            | (TyKind::RvalueReference(p), TyKind::RvalueReference(a)) => self.ty(*p, *a, exact),
            (
                TyKind::MemberPointer { class, member },
                TyKind::MemberPointer {
                    class: of,
                    member: other,
                },
            ) => {
                self.ty(*class, *of, exact)?;
                let inner = Way {
                    more_qualified: way.pointers,
                    pointers: way.pointers,
                    derived: false,
                    referred: false,
                };
                self.ty(*member, *other, inner)
            }
            (TyKind::Function(p), TyKind::Function(a)) => self.function(p, a, way),
            (TyKind::Vector(p, n), TyKind::Vector(a, m)) if n == m => self.ty(*p, *a, exact),
            (TyKind::Class(p), _) => self.class(*p, a, way),
            (TyKind::ParamSpecialization { level, index, args }, _)
                if self.is_mine(*level, *index) =>
            {
                let (level, index) = (*level, *index);
                self.param_specialization(level, index, args, a, way)
            }
            (TyKind::Enum(p), TyKind::Enum(a)) => {
                // A member of a dependent class: nothing is deduced from it.
                match p == a || p.decl(db) == a.decl(db) && self.mentions_env(p.env(db)) {
                    true => Ok(()),
                    false => Err(Mismatch::Fails),
                }
            }
            (TyKind::Pack(_), _) => Err(Mismatch::Unknown),
            (p, a) => match p == a {
                true => Ok(()),
                false => Err(Mismatch::Fails),
            },
        }
    }

    /// `cv T`
    fn param(
        &mut self,
        level: u32,
        index: u32,
        quals: Qualifiers,
        a: Ty<'db>,
        way: Way,
    ) -> Matched {
        let db = self.db;
        if matches!(a.kind(db), TyKind::List | TyKind::Overloaded) {
            return Err(Mismatch::Unknown);
        }
        let has = a.top_quals(db);
        // Qualifiers have no effect on references, nor on functions; but `const T` matches no function type.
        let function = a.is_function(db);
        if function && !way.referred && (quals.is_const || quals.is_volatile) {
            return Err(Mismatch::Fails);
        }
        let takes_none = function || a.is_reference(db);
        if !takes_none && !qualifiers_fit(minus(quals, has), Qualifiers::NONE, way) {
            return Err(Mismatch::Fails);
        }
        if takes_none && a.is_reference(db) && !quals.is_empty() {
            return Err(Mismatch::Fails);
        }
        let left = a.with_quals(db, minus(has, quals));
        self.bind(level, index, Arg::Type(left), false)
    }

    fn bound(&mut self, p: &Bound<'db>, a: &Bound<'db>) -> Matched {
        let db = self.db;
        match (p, a) {
            (Bound::Dependent(..), Bound::Unknown) => Err(Mismatch::Fails),
            (Bound::Dependent(..), _) => Ok(()),
            (Bound::Param { level, index }, a) if self.is_mine(*level, *index) => match a {
                Bound::Known(n) => {
                    let ty = Ty::builtin(db, crate::ty::classify::size_type(db));
                    let value = Const::new(db, ty, Value::Int((*n).into()));
                    self.bind(*level, *index, Arg::Value(value), true)
                }
                Bound::Param { level: l, index: i } => {
                    let arg = Arg::Param {
                        level: *l,
                        index: *i,
                        pack: false,
                    };
                    self.bind(*level, *index, arg, true)
                }
                Bound::Dependent(site, env) => {
                    self.bind(*level, *index, Arg::Dependent(*site, *env), true)
                }
                Bound::Unknown => Err(Mismatch::Fails),
                Bound::Variable => Err(Mismatch::Unknown),
            },
            _ if p == a => Ok(()),
            _ => Err(Mismatch::Fails),
        }
    }

    fn function(&mut self, p: &FnTy<'db>, a: &FnTy<'db>, way: Way) -> Matched {
        let ref_qualifier = |f: &FnTy<'db>| f.ref_qualifier.unwrap_or_default();
        let noexcept = match p.noexcept_param {
            Some((level, index)) if self.is_mine(level, index) => {
                let arg = match a.noexcept_param {
                    Some((level, index)) => Arg::Param {
                        level,
                        index,
                        pack: false,
                    },
                    None => Arg::Value(Const::bool(self.db, a.noexcept)),
                };
                self.bind(level, index, arg, false)?;
                true
            }
            _ => p.noexcept == a.noexcept || way.pointers && a.noexcept,
        };
        if p.variadic != a.variadic
            || p.quals != a.quals
            || ref_qualifier(p) != ref_qualifier(a)
            || !noexcept
        {
            return Err(Mismatch::Fails);
        }
        self.ty(p.ret, a.ret, Way::default())?;
        self.types(&p.params, &a.params)
    }

    /// Matches a list of parameters.
    pub(crate) fn types(&mut self, ps: &[Ty<'db>], actual: &[Ty<'db>]) -> Matched {
        let db = self.db;
        let args = |ts: &[Ty<'db>]| -> Vec<Arg<'db>> {
            ts.iter()
                .map(|t| match t.kind(db) {
                    TyKind::Pack(of) => Arg::Expansion(Box::new(Arg::Type(*of))),
                    _ => Arg::Type(*t),
                })
                .collect()
        };
        // A forwarding reference that is matched with an lvalue reference stands for the parameter itself ([temp.deduct.type]/10).
        let adjusted: Vec<Ty<'db>> = (ps.iter().enumerate())
            .map(
                |(i, p)| match (p.kind(db), actual.get(i).map(|a| a.kind(db))) {
                    (TyKind::RvalueReference(of), Some(TyKind::LvalueReference(_)))
                        if self.is_own_parameter(*of) =>
                    {
                        *of
                    }
                    _ => *p,
                },
            )
            .collect();
        self.list(&args(&adjusted), &args(actual), None)
    }

    /// Whether a type is a parameter of the template at hand, without qualifiers.
    fn is_own_parameter(&self, ty: Ty<'db>) -> bool {
        let db = self.db;
        match *ty.kind(db) {
            TyKind::Param { level, index, .. } => {
                ty.quals(db) == Qualifiers::NONE && self.is_mine(level, index)
            }
            _ => false,
        }
    }

    /// Matches template arguments or parameters ([temp.deduct.type]/9 and /10). Arguments that are a template's defaults count
    /// like those that are written, but for those of `template` beyond the pattern.
    pub(crate) fn list(
        &mut self,
        ps: &[Arg<'db>],
        actual: &[Arg<'db>],
        template: Option<Entity<'db>>,
    ) -> Matched {
        let (ps, flat) = (flatten(ps), flatten(actual));
        let expansion = |a: &&Arg<'db>| matches!(a, Arg::Expansion(_));
        if ps.iter().rev().skip(1).any(expansion) {
            // A pack that is not the last one: nothing is deduced.
            return Ok(());
        }
        for (i, p) in ps.iter().enumerate() {
            if let Arg::Expansion(of) = p {
                return self.expansion(of, &flat[i.min(flat.len())..]);
            }
            match flat.get(i) {
                None => return Err(Mismatch::Fails),
                // `A<Ts...>` for parameters that are no pack.
                Some(Arg::Error) => return Err(Mismatch::Unknown),
                Some(Arg::Expansion(_)) => return Err(Mismatch::Fails),
                Some(a) => self.arg(p, a)?,
            }
        }
        if flat.len() == ps.len() {
            return Ok(());
        }
        match template {
            Some(template) if self.are_defaults(template, actual, ps.len()) => Ok(()),
            _ => Err(Mismatch::Fails),
        }
    }

    /// Whether the arguments of a template from `from` on are its default arguments.
    fn are_defaults(&self, template: Entity<'db>, args: &[Arg<'db>], from: usize) -> bool {
        let db = self.db;
        (from..args.len()).all(|i| {
            let env = Env::make(db, template.env(db), args[..i].to_vec());
            match crate::resolve::default_arg(db, template.decl(db), i as u32, Some(env)) {
                Some(Some(arg)) => *arg == args[i],
                _ => false,
            }
        })
    }

    /// Matches the pattern of an expansion against each of some arguments.
    fn expansion(&mut self, pattern: &Arg<'db>, actual: &[&Arg<'db>]) -> Matched {
        let packs = self.packs_of(pattern);
        self.expansion_with(packs, actual.len(), &mut |d, i| {
            Ok(match actual[i] {
                Arg::Expansion(of) => {
                    d.arg(pattern, of)?;
                    true
                }
                a => {
                    d.arg(pattern, a)?;
                    false
                }
            })
        })
    }

    /// The same for anything that can be matched one after the other: `packs` are those that the
    /// pattern expands, `each` says whether the element is an expansion itself.
    pub(crate) fn expansion_with(
        &mut self,
        packs: Vec<(u32, u32)>,
        count: usize,
        each: &mut dyn FnMut(&mut Self, usize) -> Result<bool, Mismatch>,
    ) -> Matched {
        let mut saved = Vec::with_capacity(packs.len());
        for &(level, index) in &packs {
            saved.push(self.slot(level, index).and_then(|s| s.value.take()));
        }
        let mut found: Vec<Vec<Option<Arg<'db>>>> = vec![Vec::with_capacity(count); packs.len()];
        for i in 0..count {
            let expands = each(self, i)?;
            for (list, &(level, index)) in found.iter_mut().zip(&packs) {
                let value = self.slot(level, index).and_then(|s| s.value.take());
                list.push(match (value, expands) {
                    (Some(v), true) => Some(Arg::Expansion(Box::new(v))),
                    (v, _) => v,
                });
            }
        }
        for ((list, &(level, index)), old) in found.into_iter().zip(&packs).zip(saved) {
            let new: Option<Vec<Arg<'db>>> = match list.iter().any(Option::is_none) {
                true => None,
                false => Some(list.into_iter().flatten().collect()),
            };
            let value = match (old, new) {
                (Some(old), None) => {
                    if !matches!(&old, Arg::Pack(all) if all.len() == count) {
                        return Err(Mismatch::Fails);
                    }
                    Some(old)
                }
                (None, new) => new.map(|list| Arg::Pack(list.into())),
                (Some(old), Some(list)) => {
                    let new = Arg::Pack(list.into());
                    if old != new {
                        return Err(Mismatch::Fails);
                    }
                    Some(new)
                }
            };
            if let Some(slot) = self.slot(level, index) {
                slot.value = value;
            }
        }
        Ok(())
    }

    /// Matches a template argument.
    pub(crate) fn arg(&mut self, p: &Arg<'db>, a: &Arg<'db>) -> Matched {
        match (p, a) {
            (Arg::Error, _) | (_, Arg::Error) => Err(Mismatch::Unknown),
            (Arg::Dependent(..), _) => Ok(()),
            (Arg::Type(p), Arg::Type(a)) => self.ty(*p, *a, Way::default()),
            // A template parameter that the grammar took for a type.
            (Arg::Type(p), a) => match p.kind(self.db) {
                TyKind::ParamSpecialization { level, index, args }
                    if args.is_empty() && self.is_mine(*level, *index) =>
                {
                    self.bind(*level, *index, a.clone(), false)
                }
                _ => Err(Mismatch::Fails),
            },
            (Arg::Param { level, index, .. }, a) if self.is_mine(*level, *index) => match a {
                Arg::Type(_) | Arg::Pack(_) | Arg::Expansion(_) => Err(Mismatch::Fails),
                a => self.bind(*level, *index, a.clone(), false),
            },
            (p, a) if p == a => Ok(()),
            (Arg::Value(p), Arg::Value(a)) => {
                // One of another type is not converted yet.
                match (
                    p.ty(self.db) == a.ty(self.db),
                    p.as_int(self.db),
                    a.as_int(self.db),
                ) {
                    (false, Some(p), Some(a)) if p == a => Ok(()),
                    _ => Err(Mismatch::Fails),
                }
            }
            _ => Err(Mismatch::Fails),
        }
    }
}

fn slots<'db>(db: &'db dyn Db, level: &Level<'db>) -> Vec<Slot<'db>> {
    let variadic = |i: usize| match level.params(db).get(i) {
        Some(ParamRef::Written(p)) => match &p.kind {
            TemplateParamKind::Template { params, .. } => params.iter().any(|p| p.pack),
            _ => false,
        },
        _ => false,
    };
    (level.kinds.iter().enumerate())
        .map(|(i, p)| Slot {
            pack: p.pack,
            variadic: p.sort == Sort::Template && variadic(i),
            head: (p.sort == Sort::Template).then_some(level.decl),
            prefix: Vec::new(),
            value: None,
            from_bound: false,
        })
        .collect()
}

fn same_slots<'db>(a: &[Vec<Slot<'db>>], b: &[Vec<Slot<'db>>]) -> bool {
    let values = |s: &[Vec<Slot<'db>>]| -> Vec<Option<Arg<'db>>> {
        s.iter().flatten().map(|s| s.value.clone()).collect()
    };
    values(a) == values(b)
}

/// Whether qualifiers fit a pattern's: equal, or fewer where the pattern may have more.
fn qualifiers_fit(pattern: Qualifiers, actual: Qualifiers, way: Way) -> bool {
    // `__restrict` is no part of what is deduced.
    let pattern = Qualifiers {
        is_restrict: actual.is_restrict,
        ..pattern
    };
    pattern == actual || way.more_qualified && minus(actual, pattern).is_empty()
}

/// The qualifiers of one set that another lacks.
fn minus(a: Qualifiers, b: Qualifiers) -> Qualifiers {
    Qualifiers {
        is_const: a.is_const && !b.is_const,
        is_volatile: a.is_volatile && !b.is_volatile,
        is_restrict: a.is_restrict && !b.is_restrict,
    }
}

/// Arguments with packs spliced in.
fn flatten<'a, 'db>(args: &'a [Arg<'db>]) -> Vec<&'a Arg<'db>> {
    let mut out = Vec::with_capacity(args.len());
    for arg in args {
        match arg {
            Arg::Pack(all) => out.extend(all.iter()),
            arg => out.push(arg),
        }
    }
    out
}
