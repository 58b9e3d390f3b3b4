//! Overload resolution ([over.match]): which functions are candidates, which are viable, which is best. What a call is made
//! of then is [`crate::check`]'s business. Execution spaces play no part: they are looked at afterwards.

pub(crate) mod address;
pub(crate) mod candidates;
pub(crate) mod filter;
pub(crate) mod index;
pub(crate) mod operators;
pub(crate) mod select;

use crate::convert::{Options, Sequence, Standard};
use crate::template::Operand;
use crate::thir::Implicit;
use crate::{Entity, FnTy, Ty};

pub(crate) use crate::overload::address::address_of;
pub(crate) use crate::overload::candidates::{
    add_function, as_one_class, copied, list_constructors, object_sequence,
};
pub(crate) use crate::overload::filter::{UNFILTERED, never_converts};
pub(crate) use crate::overload::select::select;

/// What is called.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Callable<'db> {
    /// A function.
    Function(Entity<'db>),
    /// An implicit constructor, deleted or not.
    Implicit(Implicit, bool),
    /// A builtin operator: its operands are converted to the candidate's parameters.
    Builtin,
    /// A call through what a conversion function returns ([over.call.object]).
    Surrogate(Entity<'db>, FnTy<'db>),
}

/// How an operator's candidate came about ([over.match.oper]/3.4); better ones first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rewrite {
    /// As written.
    #[default]
    None,
    /// By another operator.
    Rewritten,
    /// By another operator or the same, operands swapped.
    Reversed,
}

/// A viable candidate.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Candidate<'db> {
    /// What is called.
    pub callable: Callable<'db>,
    /// The template that it is a specialisation of.
    pub template: Option<Entity<'db>>,
    /// The conversions of the arguments, the object's first if there is one.
    pub sequences: Vec<Sequence<'db>>,
    /// The conversion after a conversion function.
    pub after: Option<Standard<'db>>,
    /// For operators.
    pub rewrite: Rewrite,
    /// Parameter types, the object's left out.
    pub params: Vec<Ty<'db>>,
    /// Deduction guides: written by the user, and not the copy deduction candidate.
    pub guide: u32,
}

impl<'db> Candidate<'db> {
    /// A builtin candidate with these conversions.
    pub(crate) fn new(sequences: Vec<Sequence<'db>>) -> Candidate<'db> {
        Candidate {
            callable: Callable::Builtin,
            template: None,
            sequences,
            after: None,
            rewrite: Rewrite::None,
            params: Vec::new(),
            guide: 0,
        }
    }

    /// The function, if it is one.
    pub(crate) fn function(&self) -> Option<Entity<'db>> {
        match self.callable {
            Callable::Function(f) => Some(f),
            _ => None,
        }
    }
}

/// Why a function is no candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The number of arguments.
    Count,
    /// An argument's conversion.
    Conversion(u32),
    /// Deduction or constraints.
    Deduction,
    /// The explicit template arguments.
    Explicit,
}

/// Candidates while they are collected.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool<'db> {
    /// The viable ones.
    pub candidates: Vec<Candidate<'db>>,
    /// The others.
    pub failed: Vec<(Entity<'db>, Reason)>,
    /// There may be more.
    pub unknown: bool,
    /// Some failed by a look at their parameters: what else is wrong with them was not asked.
    pub filtered: bool,
}

/// What overload resolution found.
#[derive(Clone, Debug)]
pub(crate) enum Choice<'db> {
    /// The best viable function.
    One(Box<Candidate<'db>>),
    /// None is viable.
    None(Vec<(Entity<'db>, Reason)>),
    /// Several are best.
    Ambiguous(Vec<Candidate<'db>>),
    /// Not to be known.
    Unknown,
}

/// The arguments that candidates are tried with.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a, 'db> {
    /// The implied object argument.
    pub object: Option<&'a Operand<'db>>,
    /// The others.
    pub args: &'a [Operand<'db>],
    /// What conversions may use.
    pub options: Options,
    /// Explicit template arguments.
    pub explicit_args: Option<&'a [cleave_hir::TemplateArgRef]>,
    /// Explicit constructors are no candidates.
    pub skip_explicit: bool,
    /// The class that the only argument initialises directly.
    pub constructs: Option<crate::Ty<'db>>,
    /// Templates that nothing can be deduced for may be left out before it is known what is wrong with them, which is of
    /// interest only if no function fits.
    pub filter: bool,
}
