//! Which parameters occur in a pattern, and where.

use crate::template::deduce::{DEPTH, Deducer};
use crate::{Arg, Bound, Env, Ty, TyKind};

/// Which parameters of a pattern are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    /// All that occur.
    All,
    /// Those that occur where they can be deduced.
    Deducible,
    /// Of those the ones that are not packs of an expansion inside.
    Outside,
}

impl<'db> Deducer<'db> {
    /// Whether parameters that are deduced here occur in a type.
    pub(crate) fn mentions(&self, ty: Ty<'db>) -> bool {
        if !ty.is_dependent(self.db) {
            return false;
        }
        let mut found = Vec::new();
        self.params_in(ty, Which::All, &mut found, 0);
        !found.is_empty()
    }

    /// Whether they occur where they can be deduced: not only in nested names, `decltype` and the like.
    pub(crate) fn takes_part(&self, ty: Ty<'db>) -> bool {
        !self.deducible(ty).is_empty()
    }

    /// The parameters that occur where they can be deduced.
    pub(crate) fn deducible(&self, ty: Ty<'db>) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        self.params_in(ty, Which::Deducible, &mut found, 0);
        found
    }

    /// The same of a template argument.
    pub(crate) fn deducible_arg(&self, arg: &Arg<'db>) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        self.params_in_arg(arg, Which::Deducible, &mut found, 0);
        found
    }

    pub(super) fn mentions_env(&self, env: Option<Env<'db>>) -> bool {
        let mut found = Vec::new();
        let mut at = env.filter(|e| e.is_dependent(self.db));
        while let Some(env) = at {
            for arg in env.args(self.db) {
                self.params_in_arg(arg, Which::All, &mut found, 0);
            }
            at = env.parent(self.db);
        }
        !found.is_empty()
    }

    /// The packs that the pattern of an expansion expands.
    pub(super) fn packs_of(&self, pattern: &Arg<'db>) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        self.params_in_arg(pattern, Which::Outside, &mut found, 0);
        self.packs_among(&found)
    }

    fn packs_among(&self, found: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let mut packs = Vec::new();
        self.only_packs(found, &mut packs);
        packs.sort_unstable();
        packs.dedup();
        packs
    }

    fn only_packs(&self, found: &[(u32, u32)], packs: &mut Vec<(u32, u32)>) {
        packs.extend(found.iter().copied().filter(|&(level, index)| {
            (level.checked_sub(self.first))
                .and_then(|at| self.slots.get(at as usize)?.get(index as usize))
                .is_some_and(|s| s.pack)
        }));
    }

    /// Parameters that occur in a type.
    fn params_in(&self, ty: Ty<'db>, which: Which, out: &mut Vec<(u32, u32)>, depth: u32) {
        let db = self.db;
        if depth > DEPTH || !ty.is_dependent(db) {
            return;
        }
        let depth = depth + 1;
        match ty.kind(db) {
            TyKind::Param { level, index, .. } => self.note(*level, *index, out),
            TyKind::ParamSpecialization { level, index, args } => {
                self.note(*level, *index, out);
                for arg in args {
                    self.params_in_arg(arg, which, out, depth);
                }
            }
            TyKind::Pointer(t)
            | TyKind::LvalueReference(t)
            | TyKind::RvalueReference(t)
            | TyKind::Vector(t, _) => self.params_in(*t, which, out, depth),
            TyKind::Pack(t) => {
                let mut inner = Vec::new();
                self.params_in(*t, which, &mut inner, depth);
                self.outside(inner, which, out);
            }
            TyKind::Array(t, bound) => {
                match bound {
                    Bound::Param { level, index } => self.note(*level, *index, out),
                    Bound::Dependent(_, env) if which == Which::All => {
                        self.params_in_env(Some(*env), which, out, depth);
                    }
                    _ => {}
                }
                self.params_in(*t, which, out, depth);
            }
            TyKind::MemberPointer { class, member } => {
                self.params_in(*class, which, out, depth);
                self.params_in(*member, which, out, depth);
            }
            TyKind::Function(f) => {
                if let Some((level, index)) = f.noexcept_param {
                    self.note(level, index, out);
                }
                self.params_in(f.ret, which, out, depth);
                for p in &f.params {
                    self.params_in(*p, which, out, depth);
                }
            }
            TyKind::Class(e) | TyKind::Enum(e) => match which {
                Which::All => self.params_in_env(e.env(db), which, out, depth),
                _ => {
                    for arg in e.own_args(db).unwrap_or_default() {
                        self.params_in_arg(arg, which, out, depth);
                    }
                }
            },
            TyKind::Closure(c) if which == Which::All => {
                self.params_in_env(c.env, which, out, depth)
            }
            TyKind::Dependent(_, env) if which == Which::All => {
                self.params_in_env(Some(*env), which, out, depth);
            }
            _ => {}
        }
    }

    fn params_in_env(
        &self,
        env: Option<Env<'db>>,
        which: Which,
        out: &mut Vec<(u32, u32)>,
        depth: u32,
    ) {
        let mut at = env.filter(|e| e.is_dependent(self.db));
        while let Some(env) = at {
            for arg in env.args(self.db) {
                self.params_in_arg(arg, which, out, depth);
            }
            at = env.parent(self.db);
        }
    }

    fn params_in_arg(&self, arg: &Arg<'db>, which: Which, out: &mut Vec<(u32, u32)>, depth: u32) {
        match arg {
            Arg::Type(t) => self.params_in(*t, which, out, depth),
            Arg::Param { level, index, .. } => self.note(*level, *index, out),
            Arg::Pack(args) => {
                for a in args {
                    self.params_in_arg(a, which, out, depth);
                }
            }
            Arg::Expansion(of) => {
                let mut inner = Vec::new();
                self.params_in_arg(of, which, &mut inner, depth);
                self.outside(inner, which, out);
            }
            Arg::Dependent(_, env) if which == Which::All => {
                self.params_in_env(Some(*env), which, out, depth);
            }
            _ => {}
        }
    }

    /// What an expansion inside of a pattern leaves to the one outside: no packs.
    fn outside(&self, inner: Vec<(u32, u32)>, which: Which, out: &mut Vec<(u32, u32)>) {
        let mut packs = Vec::new();
        if which == Which::Outside {
            self.only_packs(&inner, &mut packs);
        }
        out.extend(inner.into_iter().filter(|p| !packs.contains(p)));
    }

    fn note(&self, level: u32, index: u32, out: &mut Vec<(u32, u32)>) {
        if self.is_mine(level, index) {
            out.push((level, index));
        }
    }
}
