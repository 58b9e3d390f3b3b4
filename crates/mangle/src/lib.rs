//! Names of entities as the linker sees them: Itanium C++ ABI mangling, the module id of a translation
//! unit, and the names that CUDA derives of both.
//!
//! Everything here works on plain data that the caller has filled in. The crate must not know a syntax
//! tree, a database or a lookup rule: which declaration a name denotes, which parameters decay and which
//! discriminator a lambda has is settled before a [`Function`] or a [`Type`] is built.
//!
//! ```
//! use cleave_lang::Builtin;
//! use cleave_mangle::{Function, FunctionType, Name, Type, mangle_function};
//!
//! let int = Type::Builtin(Builtin::Int);
//! let saxpy = Function::new(
//!     Name::global("blas").member("saxpy"),
//!     FunctionType::new(Type::VOID, [int.clone(), int.pointer()]),
//! );
//! assert_eq!(mangle_function(&saxpy).unwrap(), "_ZN4blas5saxpyEiPi");
//! ```

mod abi_tags;
mod codes;
mod entity;
mod expr;
mod host_reference;
mod mangler;
mod module_id;
mod name;
mod types;

pub use abi_tags::implied_abi_tags;
pub use codes::Coded;
pub use entity::{CallOffset, Entity, Function, Linkage, SpecialName, Variable};
pub use expr::{
    CastKind, Expr, FoldKind, Literal, LiteralValue, NewExpr, UnresolvedName, UnresolvedScope,
    WrittenScope,
};
pub use host_reference::{HostEntity, HostEntityKind, host_reference_name};
pub use mangler::{
    Dialect, MAX_DEPTH, MangleError, Mangler, mangle_function, mangle_type, mangle_variable,
};
pub use module_id::{
    ModuleIdInput, ModuleIdSeed, ctime_text, device_static_name, internal_unit_name, module_id,
    static_prefix, unnamed_namespace_name,
};
pub use name::{
    ConstructorVariant, DestructorVariant, Lambda, LocalScope, Name, Scope, TemplateArg,
    TemplateName, Unqualified, spelled_identifier,
};
pub use types::{Bound, ExceptionSpec, FunctionType, TemplateParam, Type};
