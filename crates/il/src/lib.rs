//! The device IL: what the device half of a unit holds, typed, without templates, classes' functions or overloads. Everything that
//! the language does without a word stands in it: calls of constructors and destructors, `this`, captures, return slots, virtual
//! calls, guards of static locals (docs/device-il.md is its specification).
//!
//! A definition stands for itself: it has its own types and constants, and names others by their linker names. So each is made and
//! compared alone, and a unit is a set of definitions. This crate must not know the database, C++, or how a definition is made.

mod binary;
pub mod c;
mod code;
mod constant;
mod diff;
mod effects;
mod groups;
mod kinds;
mod lines;
mod live;
mod module;
mod normal;
mod own_names;
mod parameters;
mod reach;
mod structure;
mod tables;
#[cfg(test)]
mod tests;
mod text;
mod types;
mod unwritten;
mod verify;
mod walk;
mod words;

pub use crate::binary::{BINARY_MAGIC, BINARY_VERSION, DecodeError, decode, encode, is_binary};
pub use crate::code::{
    Asm, AsmOperand, Binary, Code, Conversion, Expr, ExprId, ExprKind, Local, LocalId, MemberPart,
    Stmt, StmtId, StmtKind, Unary, Unroll,
};
pub use crate::constant::{Constant, ConstantId, ConstantKind};
pub use crate::diff::{DiffOptions, Difference, Kind, diff};
pub use crate::groups::Group;
pub use crate::kinds::reference;
pub use crate::lines::Lines;
pub use crate::module::{
    Attributes, Definition, Field, FieldKind, Function, FunctionKind, Launch, Linkage, Memory,
    Module, Place, Record, Symbol, Variable,
};
pub use crate::own_names::{OWN_NAMES, own_name};
pub use crate::text::{SyntaxError, TEXT_MAGIC, TEXT_VERSION, parse, print, print_definition};
pub use crate::types::{Floating, Integer, Quals, Type, TypeId, Types};
pub use crate::verify::{Fault, FaultKind, Names, verify, verify_definition};
