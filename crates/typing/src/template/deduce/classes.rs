//! Deduction from class types: specialisations, template template parameters, and bases ([temp.deduct.call]/4).

use std::collections::VecDeque;

use crate::class::bases::derives;
use crate::resolve::compatible::may_be;
use crate::template::deduce::{Deducer, Matched, Mismatch, Slot, Way, same_slots};
use crate::{Arg, Entity, Ty, TyKind};

impl<'db> Deducer<'db> {
    pub(super) fn class(&mut self, p: Entity<'db>, a: Ty<'db>, way: Way) -> Matched {
        let db = self.db;
        if p.own_args(db).is_none() {
            // A member of a dependent class: nothing is deduced from it.
            return match (a.kind(db), self.mentions_env(p.env(db))) {
                (_, true) => Ok(()),
                (TyKind::Class(a), false) if *a == p => Ok(()),
                _ if way.derived && a.is_class(db) => {
                    self.bases(a, &mut |d, base| match base.class_entity(d.db) == Some(p) {
                        true => Ok(()),
                        false => Err(Mismatch::Fails),
                    })
                }
                _ => Err(Mismatch::Fails),
            };
        }
        let own = match a.kind(db) {
            // Of another template: most candidates of a call are told apart by that.
            TyKind::Class(a) if a.decl(db) != p.decl(db) => Err(Mismatch::Fails),
            _ => self.attempt(|d| d.specialization(p, a)),
        };
        match own {
            Err(Mismatch::Fails) if way.derived => {
                self.bases(a, &mut |d, base| d.specialization(p, base))
            }
            result => result,
        }
    }

    /// A template-id against a class, bases left aside.
    fn specialization(&mut self, p: Entity<'db>, a: Ty<'db>) -> Matched {
        let db = self.db;
        let a = match a.kind(db) {
            TyKind::Class(a) => *a,
            _ => return Err(Mismatch::Fails),
        };
        let (Some((template, ps)), Some((other, actual))) = (p.specialized(db), a.specialized(db))
        else {
            return Err(Mismatch::Fails);
        };
        // The class around it is deduced nothing from.
        let (around, outer) = (ps.parent(db), actual.parent(db));
        if template != other || around != outer && !self.mentions_env(around) {
            return Err(Mismatch::Fails);
        }
        self.list(ps.args(db), actual.args(db), None)
    }

    /// `TT<args>`
    pub(super) fn param_specialization(
        &mut self,
        level: u32,
        index: u32,
        args: &[Arg<'db>],
        a: Ty<'db>,
        way: Way,
    ) -> Matched {
        let own = self.attempt(|d| d.template_parameter(level, index, args, a));
        match own {
            Err(Mismatch::Fails) if way.derived => self.bases(a, &mut |d, base| {
                d.template_parameter(level, index, args, base)
            }),
            result => result,
        }
    }

    fn template_parameter(
        &mut self,
        level: u32,
        index: u32,
        args: &[Arg<'db>],
        a: Ty<'db>,
    ) -> Matched {
        let db = self.db;
        match a.kind(db) {
            TyKind::Class(a) => {
                let (Some(template), Some(actual)) = (a.template(db), a.own_args(db)) else {
                    return Err(Mismatch::Fails);
                };
                let head = self.slot(level, index).and_then(|s| s.head);
                if head.is_some_and(|head| !may_be(db, head, index as usize, template)) {
                    return Err(Mismatch::Fails);
                }
                self.bind(level, index, Arg::Template(template), false)?;
                // Where the parameter takes more arguments, defaults may be those (P0522).
                let variadic = self.slot(level, index).is_some_and(|s| s.variadic);
                self.list(args, actual, Some(template).filter(|_| variadic))
            }
            TyKind::ParamSpecialization {
                level: l,
                index: i,
                args: actual,
            } => {
                let arg = Arg::Param {
                    level: *l,
                    index: *i,
                    pack: false,
                };
                self.bind(level, index, arg, false)?;
                self.list(args, actual, None)
            }
            _ => Err(Mismatch::Fails),
        }
    }

    /// Matches some base of a class, the nearest ones first; different results are none ([temp.deduct.call]/4.3).
    fn bases(
        &mut self,
        class: Ty<'db>,
        f: &mut dyn FnMut(&mut Self, Ty<'db>) -> Matched,
    ) -> Matched {
        let db = self.db;
        if !class.is_class(db) {
            return Err(Mismatch::Fails);
        }
        let direct = crate::class::bases::bases(db, class.unqualified(db).id());
        if direct.all.is_empty() {
            return Err(match direct.unknown {
                true => Mismatch::Unknown,
                false => Mismatch::Fails,
            });
        }
        let mut queue: VecDeque<Ty<'db>> = VecDeque::from([class.unqualified(db)]);
        let mut seen = vec![class.unqualified(db)];
        let before = self.slots.clone();
        let mut found: Vec<(Ty<'db>, Vec<Vec<Slot<'db>>>)> = Vec::new();
        let mut unknown = false;
        while let Some(ty) = queue.pop_front() {
            let bases = crate::class::bases::bases(db, ty.id());
            unknown |= bases.unknown;
            for base in &bases.all {
                let base = base.ty.unqualified(db);
                if seen.contains(&base) {
                    continue;
                }
                seen.push(base);
                self.slots.clone_from(&before);
                match f(self, base) {
                    Ok(()) => found.push((base, self.slots.clone())),
                    Err(Mismatch::Unknown) => {
                        unknown = true;
                        queue.push_back(base);
                    }
                    Err(Mismatch::Fails) => queue.push_back(base),
                }
                if seen.len() > 1000 {
                    unknown = true;
                    break;
                }
            }
        }
        self.slots = before;
        if let [(first, slots), others @ ..] = &found[..] {
            // Bases of a match do not count (CWG 2303).
            let hides = |a: Ty<'db>, b: Ty<'db>| derives(db, a, b) == Some(true);
            let mut best = (*first, slots);
            let mut rivals = Vec::new();
            for (base, slots) in others {
                if hides(*base, best.0) {
                    best = (*base, slots);
                } else if !hides(best.0, *base) && !same_slots(best.1, slots) {
                    rivals.push(*base);
                }
            }
            if rivals.iter().any(|rival| !hides(best.0, *rival)) {
                return Err(Mismatch::Fails);
            }
            self.slots.clone_from(best.1);
            return Ok(());
        }
        Err(match unknown {
            true => Mismatch::Unknown,
            false => Mismatch::Fails,
        })
    }
}
