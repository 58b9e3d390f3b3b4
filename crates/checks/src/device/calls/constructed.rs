//! The constructors that a constructor calls which is evaluated where it is called. The reference follows the initialisers of bases and
//! members and says of each constructor what it says of the outer one (reference: spaces, Constructors that are evaluated).
//! It must not know what is said.

use cleave_names::ItemId;
use cleave_typing::thir::{ExprId, ExprKind, MemberInit, Typed};
use cleave_typing::{Entity, Step, check, eval, program};

use crate::device::calls::caller::Caller;
use crate::device::calls::places::bare_expression;

/// How deep constructors are followed.
const DEPTH: u32 = 32;
/// How many constructors are followed for one call.
const MOST: usize = 256;

/// A constructor that is called for a subobject.
pub(super) struct Inner<'db> {
    /// The constructor.
    pub callee: Entity<'db>,
    /// Where it is called: at the name of the constructor that calls it. `None`: where the whole object is made.
    pub at: Option<(ItemId<'db>, u32)>,
}

impl<'db> Caller<'_, 'db> {
    /// The constructors that a constructor calls for subobjects, each after those that it calls itself.
    pub(super) fn inner_constructors(&self, constructor: Entity<'db>) -> Vec<Inner<'db>> {
        let mut out = Vec::new();
        self.add_inner(constructor, 0, &mut out);
        out
    }

    fn add_inner(&self, constructor: Entity<'db>, depth: u32, out: &mut Vec<Inner<'db>>) {
        let db = self.s.db;
        let Some(typed) = check::body(db, constructor).filter(|_| depth < DEPTH) else {
            return;
        };
        let at = program::declaration(db, constructor);
        for init in &typed.inits {
            let Some(callee) = constructor_of(typed, init.value) else {
                continue;
            };
            if out.len() >= MOST || self.is_constant(constructor, typed, init) {
                continue;
            }
            self.add_inner(callee, depth + 1, out);
            // A delegating constructor makes the whole object.
            let at = at.filter(|_| init.target.is_some());
            out.push(Inner { callee, at });
        }
    }

    /// Whether the initialiser of a member is a constant by itself: nothing is called for it then.
    fn is_constant(
        &self,
        constructor: Entity<'db>,
        typed: &Typed<'db>,
        init: &MemberInit<'db>,
    ) -> bool {
        let db = self.s.db;
        let of_member = init.target.is_some() && !matches!(init.target, Some(Step::Base(_)));
        of_member && eval::evaluate(db, constructor, typed, init.value).is_ok()
    }
}

/// The constructor that an initialiser calls.
fn constructor_of<'db>(typed: &Typed<'db>, e: ExprId) -> Option<Entity<'db>> {
    match typed.exprs.get(bare_expression(typed, e).0 as usize)?.kind {
        ExprKind::Construct(callee, _) => Some(callee),
        _ => None,
    }
}
