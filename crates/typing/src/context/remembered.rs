//! What is remembered while the candidates of a call are looked at, and while names nest: it saves reading the same again.

use cleave_hir::ExprId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::NameKey;
use crate::context::Context;
use crate::convert::{Options, Sequence};
use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::thir::Category;
use crate::{Arg, CodeRef, Const, Entity, Ty};

/// What is remembered while the candidates of a call are looked at, and while names nest.
#[derive(Default)]
pub(crate) struct Remembered<'db> {
    /// Specialisations of function templates whose signatures were looked at for a call.
    pub(crate) tried: Vec<Entity<'db>>,
    /// Explicit template arguments of the call at hand that have been read for one of its candidates.
    pub(crate) explicit: Option<ReadArgs<'db>>,
    /// Template arguments deep within others that had no value.
    pub(crate) failed: FxHashSet<ExprId>,
    /// The values of others there, by what is written, the type that each was converted to, and whether a glvalue stays one.
    pub(crate) values: FxHashMap<(CodeRef<'db>, ExprId, Option<Ty<'db>>, bool), Const<'db>>,
    /// Sequences from a value of a class to what is none, by its type and category, where no template takes part.
    pub(crate) conversions: FxHashMap<(Ty<'db>, Category, Ty<'db>, Options), Option<Sequence<'db>>>,
    /// What names mean that no block declares, by what was looked for and how.
    found: FxHashMap<NameKey, Vec<(How, Found<'db>)>>,
}

/// How a name is looked up, as far as that decides what is found outside of blocks.
#[derive(Clone, Copy, PartialEq, Eq)]
struct How {
    want: Want,
    in_head: bool,
    in_qualifier: bool,
    before_declarator: bool,
    without_members: bool,
}

/// Template arguments that have been read: each candidate of a call has the same, mostly for parameters of the same type.
#[derive(Clone, Debug)]
pub(crate) struct ReadArgs<'db> {
    /// How many elements packs were expanded to: in an expansion an argument is another one for each element.
    packs: (usize, usize),
    /// By what is written and the type that it was converted to.
    read: Vec<(ReadArg<'db>, Arg<'db>)>,
}

/// A template argument as written, and what its parameter wants: a type, or a value of a type; whether one that stays a glvalue.
pub(crate) type ReadArg<'db> = (cleave_hir::TemplateArgRef, Option<Option<Ty<'db>>>, bool);

impl<'db> Context<'db> {
    /// Looks a name up outside of blocks, or remembers what was found: all of a body sees the same. What is not found, or is a local
    /// variable, or took more than a look, is looked up each time.
    pub(crate) fn remembering_found(
        &mut self,
        key: &NameKey,
        want: Want,
        look_up: impl FnOnce(&mut Self) -> Found<'db>,
    ) -> Found<'db> {
        let how = How {
            want,
            in_head: self.modes.in_head,
            in_qualifier: self.modes.in_qualifier,
            before_declarator: self.modes.before_declarator,
            without_members: self.modes.without_members,
        };
        let known = self.remembered.found.get(key).into_iter().flatten();
        if let Some((_, found)) = { known }.find(|(of, _)| *of == how) {
            return found.clone();
        }
        let state = |cx: &Self| {
            let out = &cx.out;
            let made = (out.exprs.len(), out.locals.len(), out.required.len());
            (made, cx.problems.len(), cx.warnings.len(), cx.unknown)
        };
        let before = state(self);
        let found = look_up(self);
        if matches!(
            found,
            Found::Entities { .. } | Found::Type(_) | Found::Param { .. } | Found::Namespace(_)
        ) && state(self) == before
        {
            let of = self.remembered.found.entry(key.clone()).or_default();
            of.push((how, found.clone()));
        }
        found
    }

    /// A using-directive was read, or the block ended that has one: names mean something else from here on.
    pub(crate) fn forget_found(&mut self) {
        self.remembered.found.clear();
    }

    /// Reads explicit template arguments once for all candidates that are looked at within.
    pub(crate) fn remembering_args<R>(&mut self, inner: impl FnOnce(&mut Self) -> R) -> R {
        let packs = (self.scopes.packs.len(), self.scopes.local_packs.len());
        let read = Vec::new();
        let around = self.remembered.explicit.replace(ReadArgs { packs, read });
        let made = inner(self);
        self.remembered.explicit = around;
        made
    }

    /// Reads a template argument, or remembers it. What is wrong with it, or is no type or value, is read each time.
    pub(crate) fn read_arg(
        &mut self,
        arg: ReadArg<'db>,
        read: impl FnOnce(&mut Self) -> Option<Arg<'db>>,
    ) -> Option<Arg<'db>> {
        let packs = (self.scopes.packs.len(), self.scopes.local_packs.len());
        let Some(known) = self
            .remembered
            .explicit
            .as_ref()
            .filter(|k| k.packs == packs)
        else {
            return read(self);
        };
        if let Some((_, found)) = known.read.iter().find(|(written, _)| *written == arg) {
            return Some(found.clone());
        }
        let (problems, warnings) = (self.problems.len(), self.warnings.len());
        let found = read(self);
        if self.problems.len() == problems
            && self.warnings.len() == warnings
            && let Some(value @ (Arg::Type(_) | Arg::Value(_))) = &found
            && let Some(known) = &mut self.remembered.explicit
        {
            known.read.push((arg, value.clone()));
        }
        found
    }
}
