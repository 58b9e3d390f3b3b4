//! The semantic core: types, scopes, overload resolution, templates and constant evaluation over [`cleave_hir`].
//!
//! Code is typed once per entity: a declaration under template arguments. A template's own definition is typed too, with its
//! parameters standing for themselves; whatever depends on them is an error type that no rule speaks about.
//!
//! It must not know the spaces of functions and variables: of CUDA it knows launches, and single annotations where a rule of C++
//! asks for them. Nothing here renders a diagnostic.
#![allow(missing_docs, reason = "salsa generates methods without documentation")]

pub mod check;
pub mod class;
pub(crate) mod code;
mod context;
pub mod convert;
mod declarations;
pub mod display;
mod engine;
pub mod eval;
pub mod flow;
pub mod function;
mod host_text;
pub mod linkage;
pub mod lookup;
mod overload;
mod problem;
pub mod program;
mod redeclarations;
mod resolve;
pub mod template;
#[cfg(test)]
mod tests;
pub mod thir;
pub(crate) mod ty;
mod written;

pub use crate::code::entity::{CodeRef, DeclAt, DeclRef, Entity, Env, Site};
pub use crate::code::params::{function_ref, is_explicit_specialization, is_within_template};
pub use crate::code::{NameKey, Node};
pub use crate::context::{Context, Declared};
pub use crate::declarations::overriding::SPACES;
pub use crate::engine::depth::outermost;
pub use crate::host_text::returned::returned_operators;
pub use crate::host_text::written_out::{WrittenOut, written_types};
pub use crate::lookup::anonymous::is_anonymous_union_member;
pub use crate::lookup::by_item::{functions_of, takes_value};
pub use crate::lookup::inherited::{Around, inherits_type, type_around};
pub use crate::problem::{At, Detail, Fill, Instantiation, Problem};
pub use crate::resolve::alias_type;
pub use crate::ty::subobject::SubobjectPath;
pub use crate::ty::types::{
    Arg, Bound, Captured, Closure, FnTy, Namespace, Outer, Reach, Surroundings, Ty, TyId, TyKind,
};
pub use crate::ty::value::{Const, Pointer, PointerBase, Step, StringLiteral, Value};
