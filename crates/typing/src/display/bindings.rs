//! The template arguments behind the name of an entity: `[with T=int]`.

use cleave_base_db::Db;

use crate::display::Speller;
use crate::display::declarator::DEPTH;
use crate::display::entity::{arg_text, args_text, levels, spelled, speller};
use crate::display::written::written_argument;
use crate::written::BoundTo;
use crate::{Arg, Entity};

/// An argument as what a parameter stands for: those of a pack together.
pub(super) fn bound_text<'db>(sp: &Speller<'db>, arg: &Arg<'db>) -> String {
    match arg {
        Arg::Pack(_) => args_text(sp, std::slice::from_ref(arg), DEPTH),
        _ => arg_text(sp, arg, DEPTH),
    }
}

/// `T=int`, for each parameter of each level.
pub(crate) fn bindings<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Vec<String> {
    bindings_by(&Speller::new(db), entity)
}

pub(super) fn bindings_by<'db>(sp: &Speller<'db>, entity: Entity<'db>) -> Vec<String> {
    bindings_with(sp, entity, |_, _| None)
}

/// The same, some arguments spelled otherwise, by their level and number.
fn bindings_with<'db>(
    sp: &Speller<'db>,
    entity: Entity<'db>,
    spelled: impl Fn(usize, usize) -> Option<String>,
) -> Vec<String> {
    let db = sp.db;
    let levels = levels(db, entity.env(db));
    let heads = speller(db, entity).heads;
    let mut out = Vec::new();
    for (level, (head, args)) in heads.iter().zip(levels).enumerate() {
        for (number, (param, arg)) in head.params.iter().zip(args).enumerate() {
            let Some(name) = &param.name else { continue };
            let text = spelled(level, number).unwrap_or_else(|| bound_text(sp, arg));
            out.push(format!("{name}={text}"));
        }
    }
    out
}

/// A function by its name, with what the template parameters around it stand for as that is written.
pub(crate) fn function_bound<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    bound: &BoundTo<'db>,
) -> String {
    let sp = Speller::for_message(db);
    let pattern = Entity::new(db, function.decl(db), None);
    let mut out = spelled(db, pattern, false);
    let written = |level: usize, number: usize| {
        let arg = bound.get(level as u32, number as u32)?;
        written_argument(&sp, arg)
    };
    let bound = bindings_with(&sp, function, written);
    if !bound.is_empty() {
        out.push_str(&format!(" [with {}]", bound.join(", ")));
    }
    out
}
