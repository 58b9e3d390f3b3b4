//! The rules that CUDA adds, in both passes.

pub(crate) mod asm;
pub(crate) mod attributes;
pub(crate) mod builtin_variables;
pub(crate) mod builtins;
pub(crate) mod kernels;
pub(crate) mod lambdas;
pub(crate) mod launches;
pub(crate) mod memory;
pub(crate) mod pragmas;
pub(crate) mod spaces;
