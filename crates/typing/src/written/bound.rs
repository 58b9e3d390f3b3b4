//! What template parameters stand for, as it is written.

use std::rc::Rc;

use cleave_base_db::Db;

use crate::class::specialization::specialization;
use crate::written::deduced::of_partial;
use crate::written::{Form, Written, WrittenArg};
use crate::{Arg, Context, Entity, Ty, TyKind};

/// The arguments of the levels of template parameters around some code, as they are written. What is not among them is what it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoundTo<'db> {
    levels: Vec<Option<Rc<[WrittenArg<'db>]>>>,
}

impl<'db> BoundTo<'db> {
    /// Sets the arguments of a level.
    pub(super) fn set(&mut self, level: usize, args: Rc<[WrittenArg<'db>]>) {
        if self.levels.len() <= level {
            self.levels.resize(level + 1, None);
        }
        self.levels[level] = Some(args);
    }

    /// What a parameter stands for.
    pub(crate) fn get(&self, level: u32, index: u32) -> Option<&WrittenArg<'db>> {
        let args = self.levels.get(level as usize)?.as_ref()?;
        args.get(index as usize)
    }

    /// Whether nothing is known.
    pub(super) fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// The arguments of a level.
    pub(super) fn level(&self, level: usize) -> Option<&Rc<[WrittenArg<'db>]>> {
        self.levels.get(level)?.as_ref()
    }
}

impl<'db> Written<'db> {
    /// The arguments that members of a class see, if it is written with some.
    pub(super) fn members_see(&self, cx: &Context<'db>) -> BoundTo<'db> {
        let db = cx.db;
        let mut bound = BoundTo::default();
        let class = self.referred(db).unqualified(db).meant();
        let Some(entity) = class.ty.class_entity(db) else {
            return bound;
        };
        let (Form::Specialization(args), Some(definition)) =
            (&*class.form, specialization(db, entity))
        else {
            return bound;
        };
        // The parameters of a partial specialisation are others.
        let seen = match definition.env(db) == entity.env(db) {
            true => Some(args.clone().into()),
            false => of_partial(db, definition, args),
        };
        if let Some(seen) = seen {
            bound.set(entity.depth(db).saturating_sub(1) as usize, seen);
        }
        bound
    }

    /// A base class of a class, as the class names it.
    pub(super) fn base(&self, db: &'db dyn Db, base: Ty<'db>, depth: u32) -> Option<Written<'db>> {
        let depth = depth.checked_sub(1)?;
        let class = self.referred(db).ty.unqualified(db).class_entity(db)?;
        let definition = specialization(db, class)?;
        let mut cx = Context::of(db, definition)?;
        let bound = self.members_see(&cx);
        for written in &definition.decl(db).class(db)?.bases {
            let of = cx.written_type_within(written.ty, &bound, depth).meant();
            let found = match of.ty == base {
                true => Some(of),
                false if crate::convert::is_base_of(db, base, of.ty) => of.base(db, base, depth),
                false => None,
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// A class by its own name, within it or its members: under the arguments that are in force there.
pub(super) fn injected<'db>(
    cx: &Context<'db>,
    class: Entity<'db>,
    bound: &BoundTo<'db>,
) -> Written<'db> {
    let db = cx.db;
    let ty = Ty::of(db, TyKind::Class(class));
    let level = class.depth(db).saturating_sub(1) as usize;
    let own = class.own_args(db);
    match (bound.level(level), own) {
        (Some(args), Some(own)) if fits(args, own) => {
            Written::new(ty, Form::Specialization(args.to_vec().into()))
        }
        _ => Written::plain(ty),
    }
}

/// Whether written arguments are those of a specialisation.
fn fits<'db>(written: &[WrittenArg<'db>], own: &[Arg<'db>]) -> bool {
    written.len() == own.len()
        && (written.iter().zip(own)).all(|(w, arg)| match (w, arg) {
            (WrittenArg::Type(w), Arg::Type(ty)) => w.ty == *ty,
            (WrittenArg::Pack(all), Arg::Pack(own)) => fits(all, own),
            (WrittenArg::Other(w), arg) => w == arg,
            _ => false,
        })
}
