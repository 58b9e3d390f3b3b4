//! The semantic core: types, scopes, overload resolution, templates and constant evaluation over [`cleave_hir`].
//!
//! Code is typed once per entity: a declaration under template arguments. A template's own definition is typed too, with its
//! parameters standing for themselves; whatever depends on them is an error type that no rule speaks about. Nothing here knows
//! CUDA beyond passing attributes on, and nothing renders a diagnostic.
#![allow(missing_docs, reason = "salsa generates methods without documentation")]

mod agreement;
mod bases;
mod build;
mod c_linkage;
pub mod check;
mod clashes;
pub mod class;
pub mod classify;
mod code;
mod completed;
mod context;
mod conversions;
pub mod convert;
mod cycles;
mod declared;
mod definitions;
mod delegation;
mod depth;
pub mod display;
mod entity;
mod enumerations;
pub mod eval;
pub mod function;
mod hidden_types;
mod inherited;
mod instances;
pub mod linkage;
pub mod lookup;
mod mention;
mod naming;
mod overload;
mod overriding;
mod params;
mod placeholders;
mod problem;
pub mod program;
mod redefined;
mod resolve;
mod returned;
mod source;
mod static_members;
pub mod template;
mod template_decls;
pub mod thir;
mod ty;
mod value;
mod walk;

mod written_out;

pub use code::{NameKey, Node};
pub use context::{Context, Declared};
pub use depth::outermost;
pub use entity::{CodeRef, DeclAt, DeclRef, Entity, Env, Site};
pub use inherited::{Around, inherits_type, type_around};
pub use params::is_within_template;
pub use problem::{At, Detail, Fill, Instantiation, Problem};
pub use resolve::alias_type;
pub use returned::returned_operators;
pub use ty::{
    Arg, Bound, Captured, Closure, FnTy, Namespace, Outer, Reach, Surroundings, Ty, TyKind,
};
pub use value::{Const, Pointer, PointerBase, Step, Value};
pub use written_out::{WrittenOut, written_types};

#[cfg(test)]
mod tests;
