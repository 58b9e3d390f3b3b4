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
    pub(super) return_pattern: Option<Ty<'db>>,
    /// The jumps and labels of the body at hand.
    pub(super) jumps: Jumps<'db>,
    /// The condition of the `switch` around, and its type.
    pub(super) switch: Option<(Ty<'db>, thir::ExprId)>,
    /// The scope whose names the block at hand may not declare again.
    pub(super) guard: Option<Guard>,
    /// Variables that have no value yet.
    pub(super) uninitialized: FxHashSet<thir::LocalId>,
    /// Variables of a template's definition whose values may hang on its parameters ([temp.dep.constexpr]).
    pub(super) dependent_values: FxHashSet<thir::LocalId>,
    /// How many variables were declared before the loop at hand.
    pub(super) loop_start: u32,
    /// How many locals are declared outside of the innermost `try` block.
    pub(super) locals_outside_of_try: u32,
    /// Names that structured bindings introduce, and what is invented for them.
    pub(super) bindings: FxHashSet<thir::LocalId>,
    /// Locals of the code around a closure that it does not capture.
    pub(super) out_of_reach: FxHashMap<thir::LocalId, crate::Reach>,
    /// The statement at hand is what a statement expression is worth.
    pub(super) is_value_of_block: bool,
    /// Zeros that count as literals: those of rewritten comparisons.
    pub(super) null_literals: Vec<thir::ExprId>,
    /// What `auto` stood for in the last declarator: the placeholder, and its type.
    pub(super) implied: Option<(cleave_hir::TypeId, Ty<'db>)>,
    /// For the site of an expression the one around it that is the same value: in parentheses, converted by a cast that does
    /// nothing.
    pub(super) shells: FxHashMap<u32, u32>,
    /// Expressions that objects of classes are being made of, outermost first: a copy that needs itself has no end.
    pub(super) copies: Vec<(Ty<'db>, thir::ExprId)>,
}

impl<'db> Context<'db> {
    /// Types something with a part of what the body keeps replaced; what was there before is put back.
    pub(super) fn with_body<T, R>(
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
pub(super) struct Guard {
    /// The scope, as one of the blocks around ([`crate::context::scopes::Scopes`]).
    pub(super) head: usize,
    /// The block, likewise.
    pub(super) block: usize,
    /// What is said of a name that is declared again.
    pub(super) number: codes::Code,
}
