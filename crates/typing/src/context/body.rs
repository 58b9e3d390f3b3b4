//! What typing the statements and expressions of a body keeps from one to the next. Whoever reads types and looks names up asks
//! for none of it.

use cleave_codes::codes;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::stmt::jumps::Jumps;
use crate::{Context, Ty, thir};

/// What typing the statements of a body keeps.
#[derive(Default)]
pub(crate) struct Body<'db> {
    /// The return type as declared, where it holds a placeholder.
    pub(crate) return_pattern: Option<Ty<'db>>,
    /// The jumps and labels of the body at hand.
    pub(crate) jumps: Jumps<'db>,
    /// The type of the condition of the `switch` around.
    pub(crate) switch: Option<Ty<'db>>,
    /// The scope whose names the block at hand may not declare again.
    pub(crate) guard: Option<Guard>,
    /// Variables that have no value yet.
    pub(crate) uninitialized: FxHashSet<thir::LocalId>,
    /// How many variables were declared before the loop at hand.
    pub(crate) loop_start: u32,
    /// How many locals are declared outside of the innermost `try` block.
    pub(crate) locals_outside_of_try: u32,
    /// Names that structured bindings introduce, and what is invented for them.
    pub(crate) bindings: FxHashSet<thir::LocalId>,
    /// Locals of the code around a closure that it does not capture.
    pub(crate) out_of_reach: FxHashMap<thir::LocalId, crate::Reach>,
    /// The statement at hand is what a statement expression is worth.
    pub(crate) is_value_of_block: bool,
    /// Zeros that count as literals: those of rewritten comparisons.
    pub(crate) null_literals: Vec<thir::ExprId>,
    /// What `auto` stood for in the last declarator: the placeholder, and its type.
    pub(crate) implied: Option<(cleave_hir::TypeId, Ty<'db>)>,
    /// For the site of an expression the one around it that is the same value: in parentheses, converted by a cast that does
    /// nothing.
    pub(crate) shells: FxHashMap<u32, u32>,
    /// Expressions that objects of classes are being made of, outermost first: a copy that needs itself has no end.
    pub(crate) copies: Vec<(Ty<'db>, thir::ExprId)>,
}

impl<'db> Context<'db> {
    /// Types something with a part of what the body keeps replaced; what was there before is put back.
    pub(crate) fn with_body<T, R>(
        &mut self,
        part: for<'b> fn(&'b mut Body<'db>) -> &'b mut T,
        value: T,
        read: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let around = std::mem::replace(part(&mut self.body), value);
        let made = read(self);
        *part(&mut self.body) = around;
        made
    }
}

/// A scope whose names the outermost block of the statement in it may not declare again ([basic.scope.block]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Guard {
    /// The scope, as one of the blocks around ([`crate::context::scopes::Scopes`]).
    pub(crate) head: usize,
    /// The block, likewise.
    pub(crate) block: usize,
    /// What is said of a name that is declared again.
    pub(crate) number: codes::Code,
}
