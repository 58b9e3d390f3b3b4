//! Where code is read from: the owner whose declaration or body it is, the bindings of template parameters, the blocks around.
//! Every reader of types and expressions carries one. Failures are collected here: in a substitution they mean "no candidate"
//! ([temp.deduct]), elsewhere they are diagnostics.

use std::sync::Arc;

use cleave_base_db::Db;
use cleave_hir::{Code, Name};
use rustc_hash::FxHashMap;

use crate::{Arg, CodeRef, Entity, Env, Problem, thir};

/// A place in some code under bindings.
pub struct Context<'db> {
    /// The database.
    pub db: &'db dyn Db,
    /// The declaration that the code belongs to: its scopes are the ones looked through. For a function's body the function,
    /// for a class's members the class, for an item's own signature the declaration itself.
    pub owner: Entity<'db>,
    /// Which code.
    pub code_ref: CodeRef<'db>,
    /// The code.
    pub code: Arc<Code>,
    /// The template arguments in force. `None` at level 0.
    pub env: Option<Env<'db>>,
    /// Elements that packs are expanded to right now: level and index of the pack, and its element. Function parameter packs
    /// are packs of locals: see `blocks`.
    pub packs: Vec<((u32, u32), Arg<'db>)>,
    /// Block scopes, innermost last: names of locals (several for a parameter pack).
    pub blocks: Vec<FxHashMap<Name, Vec<thir::L>>>,
    /// What went wrong so far.
    pub problems: Vec<Problem<'db>>,
    /// Something that cannot be known was met: an error reported elsewhere, a dependent construct.
    pub unknown: bool,
}
