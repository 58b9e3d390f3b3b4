//! Whole entities that have a linker name: functions, variables, and what the compiler adds to them.

use crate::{FunctionType, Name, Type};

/// How an entity's name reaches the linker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Linkage {
    /// External C++ linkage. The reference names kernels of internal linkage this way too.
    #[default]
    External,
    /// Internal linkage through `static`, `const` or an unnamed namespace. g++ marks it with `L`; the
    /// reference prefixes a namespace `_INTERNAL<module id>`.
    Internal,
    /// C language linkage: the plain name.
    C,
}

/// A function.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Function {
    /// Its name, with template arguments for a specialisation.
    pub name: Name,
    /// Its type. For a specialisation of a function template this is the template's own signature, in
    /// terms of [`Type::TemplateParam`].
    pub ty: FunctionType,
    /// Its linkage.
    pub linkage: Linkage,
    /// Of a specialisation: any number that tells its template from others of the same name. The reference abbreviates the name of a
    /// template by what it names, where the ABI has the text of the name.
    pub template: Option<u64>,
}

impl Function {
    /// A function of external C++ linkage.
    pub fn new(name: Name, ty: FunctionType) -> Function {
        Function {
            name,
            ty,
            linkage: Linkage::External,
            template: None,
        }
    }
}

/// A variable or static data member.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Variable {
    /// Its name, with template arguments for a specialisation of a variable template.
    pub name: Name,
    /// Its linkage.
    pub linkage: Linkage,
}

impl Variable {
    /// A variable of external C++ linkage.
    pub fn new(name: Name) -> Variable {
        Variable {
            name,
            linkage: Linkage::External,
        }
    }
}

/// A function or variable as an operand of an expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Entity {
    /// A function.
    Function(Function),
    /// A variable or a data member.
    Variable(Variable),
}

/// What a compiler emits beside the entities of the source.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SpecialName {
    /// Virtual table.
    Vtable(Type),
    /// Table of virtual tables.
    Vtt(Type),
    /// The `type_info` object.
    Typeinfo(Type),
    /// The string inside it.
    TypeinfoName(Type),
    /// Guard of a static with dynamic initialisation.
    Guard(Variable),
    /// A temporary whose life a reference extends, and how many came before it.
    ReferenceTemporary(Variable, u32),
    /// Initialisation function of a `thread_local`.
    ThreadInit(Variable),
    /// Access function of a `thread_local`.
    ThreadWrapper(Variable),
    /// A thunk: adjusts `this`, then calls the target; with a second offset also the returned pointer.
    Thunk {
        /// Adjustment of `this`.
        this: CallOffset,
        /// Adjustment of a covariant result.
        ret: Option<CallOffset>,
        /// The overrider.
        target: Box<Function>,
    },
}

/// An adjustment in a thunk, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallOffset {
    /// A fixed offset.
    Fixed(i64),
    /// An offset, and the place in the vtable of another.
    Virtual(i64, i64),
}
