//! Where code is read from: the owner whose declaration or body it is, the bindings of template parameters, the blocks around.
//! Every reader of types and expressions carries one. Failures are collected here: in a substitution they mean "no candidate"
//! ([temp.deduct]), elsewhere they are diagnostics.

pub(crate) mod modes;
mod remembered;
pub(crate) mod scopes;

use std::cell::OnceCell;

use cleave_base_db::Db;
use cleave_codes::Message;
use cleave_hir::Code;

use crate::check::kept::Body;
use crate::code::params::levels;
use crate::context::modes::Modes;
use crate::context::remembered::Remembered;
pub(crate) use crate::context::scopes::Around;
pub use crate::context::scopes::Declared;
use crate::context::scopes::Scopes;
use crate::written::Target;
use crate::{CodeRef, Entity, Env, Fill, Problem, Site, Ty, thir};

/// Types that nearly all code has.
#[derive(Default)]
pub(crate) struct Common<'db> {
    pub(crate) bool: OnceCell<Ty<'db>>,
    pub(crate) int: OnceCell<Ty<'db>>,
    /// The type that is not known.
    pub(crate) error: OnceCell<Ty<'db>>,
}

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
    pub code: &'db Code,
    /// The template arguments in force. `None` at level 0.
    pub env: Option<Env<'db>>,
    /// What is around, as far as names are looked up in it.
    pub(crate) scopes: Scopes<'db>,
    /// The typed code so far; locals are looked up here, by whoever types an operand of `decltype` or an array bound too.
    pub out: thir::Typed<'db>,
    /// What went wrong so far.
    pub problems: Vec<Problem<'db>>,
    /// What is worth a warning: it makes nothing ill-formed.
    pub(crate) warnings: Vec<Problem<'db>>,
    /// Something that cannot be known was met: an error reported elsewhere, a dependent construct.
    pub unknown: bool,
    /// How what is at hand is read.
    pub(crate) modes: Modes,
    /// What typing the statements of a body keeps.
    pub(crate) body: Body<'db>,
    /// What is remembered while the candidates of a call are looked at, and while names nest.
    pub(crate) remembered: Remembered<'db>,
    /// Whether the owner lacks template arguments, once somebody has asked.
    pub(crate) unbound: OnceCell<bool>,
    /// Types that nearly all code has, once somebody has asked.
    pub(crate) common: Common<'db>,
    /// How deep expressions are nested: typing gives up beyond a limit.
    pub depth: u32,
    /// What is being initialised.
    pub(crate) target: Target<'db>,
    /// The innermost expression or type that is being read.
    pub(crate) at: Option<Site<'db>>,
    /// Names of types within template arguments, and template-ids, with what they denote; `None`: they are not remembered.
    pub(crate) named: Option<Vec<thir::Named<'db>>>,
}

impl<'db> Context<'db> {
    /// A place outside of all blocks. `this` is for the caller to set.
    pub fn new(
        db: &'db dyn Db,
        owner: Entity<'db>,
        code_ref: CodeRef<'db>,
        code: &'db Code,
        env: Option<Env<'db>>,
    ) -> Context<'db> {
        Context {
            db,
            owner,
            code_ref,
            code,
            env,
            scopes: Scopes::default(),
            out: thir::Typed::default(),
            problems: Vec::new(),
            warnings: Vec::new(),
            unknown: false,
            modes: Modes::default(),
            body: Body::default(),
            remembered: Remembered::default(),
            unbound: OnceCell::new(),
            common: Common::default(),
            depth: 0,
            target: Target::Unknown,
            at: None,
            named: None,
        }
    }

    /// The place of a declaration's own code: its signature, its members if it is a class.
    pub fn of(db: &'db dyn Db, owner: Entity<'db>) -> Option<Context<'db>> {
        let code_ref = owner.decl(db).code(db);
        Some(Context::new(
            db,
            owner,
            code_ref,
            code_ref.code(db)?,
            owner.env(db),
        ))
    }

    /// Remembers from here on what template arguments and template-ids denote, in the user's own code that is no template's.
    pub(crate) fn remember_names(&mut self) {
        let plain = self.env.is_none()
            && cleave_names::is_of_user(self.db, self.code_ref.item)
            && levels(self.db, self.owner.decl(self.db)).is_empty();
        self.named = plain.then(Vec::new);
    }

    /// Reads a template argument that is a type.
    pub(crate) fn argument_type(&mut self, written: cleave_hir::TypeId) -> Ty<'db> {
        self.with_mode(|m| &mut m.in_argument, true, |cx| cx.resolve_type(written))
    }

    /// Remembers what a type is that is written within a template argument, with template arguments, or as a member of a member.
    /// What had to be complete to know it stands behind the first `required` of [`Typed::required`](thir::Typed::required).
    pub(crate) fn name_type(&mut self, written: cleave_hir::TypeId, ty: Ty<'db>, required: usize) {
        let new = self.out.required.get(required..).unwrap_or_default();
        let name = thir::Named {
            site: self.type_site(written),
            ty,
            in_argument: self.modes.in_argument,
            instantiates: new.len() as u32,
            member_of: new.last().map(|r| r.0),
        };
        if let Some(named) = &mut self.named
            && named.last() != Some(&name)
        {
            named.push(name);
        }
    }

    /// Whether this is a substitution: a signature under arguments, a constraint, a requirement. There a failure must be
    /// recorded even where a diagnostic would not be certain to be the reference's.
    pub fn is_substitution(&self) -> bool {
        self.modes.substitution || self.code_ref.body.is_none() && self.env.is_some()
    }

    /// Whether the code at hand is the user's own: what is wrong with other code is not reported.
    pub(crate) fn is_of_user(&self) -> bool {
        cleave_names::is_of_user(self.db, self.code_ref.item)
    }

    /// Forgets the problems from a number on that are not wanted.
    pub(crate) fn retain_problems(&mut self, from: usize, wanted: impl Fn(&Problem<'db>) -> bool) {
        let found = self.problems.split_off(from.min(self.problems.len()));
        self.problems.extend(found.into_iter().filter(wanted));
    }

    /// Records a problem.
    pub fn problem(&mut self, message: impl Message<Fill<'db>>, site: Site<'db>) {
        self.problems.push(Problem::new(message, site));
    }
}
