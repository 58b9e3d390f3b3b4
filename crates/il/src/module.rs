//! A unit's device half: functions, variables, and the records that they are made of.

use std::sync::Arc;

use crate::code::{Code, LocalId, StmtId};
use crate::constant::ConstantId;
use crate::types::TypeId;

/// A linker name (Itanium C++ ABI 5.1), or what stands for one: of a record the name of its type.
pub type Symbol = Arc<str>;

/// Where something was written: a file as line markers name it, and a line from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file.
    pub file: Arc<str>,
    /// The line.
    pub line: u32,
}

/// The device half of a unit. Each name stands once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// Records, each after those that it holds.
    pub records: Vec<Arc<Record>>,
    /// Variables.
    pub variables: Vec<Arc<Variable>>,
    /// Functions; those without a body are declared only.
    pub functions: Vec<Arc<Function>>,
    /// Functions of the C++ runtime that are called (Itanium C++ ABI 3.3): a back end knows them by name.
    pub runtime: Vec<Symbol>,
}

/// One of a module's definitions.
#[derive(Clone, Copy, Debug)]
pub enum Definition<'a> {
    /// A record.
    Record(&'a Record),
    /// A variable.
    Variable(&'a Variable),
    /// A function.
    Function(&'a Function),
}

/// A class, struct or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its name.
    pub name: Symbol,
    /// All fields are at the start.
    pub is_union: bool,
    /// Its size in bytes; of an empty one 1, of one that is only declared 0: there are pointers to it and nothing more.
    pub size: u64,
    /// Its alignment in bytes.
    pub align: u64,
    /// Its fields in order of declaration: pointers to virtual tables, bases, members, virtual bases. Fields may overlap where the
    /// ABI lets one use what another leaves (Itanium C++ ABI 2.4).
    pub fields: Vec<Field>,
    /// The types.
    pub code: Code,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name; empty for what has none.
    pub name: Box<str>,
    /// What it is.
    pub kind: FieldKind,
    /// Its type.
    pub ty: TypeId,
    /// The qualifiers of its type that matter where it is read and stored: `volatile`.
    pub quals: crate::Quals,
    /// Where it starts, in bits.
    pub offset: u64,
    /// Of a bit-field: how many bits.
    pub width: Option<u32>,
    /// How many bytes belong to it: of a base less than its size where other fields stand in its tail.
    pub size: u64,
}

/// What a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldKind {
    /// The pointer to the virtual table.
    VirtualTable,
    /// A base.
    Base,
    /// A virtual base, in the complete object.
    VirtualBase,
    /// A member.
    Member,
}

/// How a name is seen outside of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// Others may use it.
    External,
    /// The unit's own.
    Internal,
    /// Others may define it too; it may be left out where nothing uses it.
    LinkOnce,
    /// Others may define it too; it stays.
    Weak,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: Symbol,
    /// Who sees it.
    pub linkage: Linkage,
    /// What it is.
    pub kind: FunctionKind,
    /// What annotations say.
    pub attributes: Attributes,
    /// What it returns; `void` if the object is made in a return slot.
    pub ret: TypeId,
    /// The first parameter is a pointer to where the returned object is made.
    pub has_return_slot: bool,
    /// Its parameters: the return slot first, then `this`, if there are any.
    pub params: Box<[LocalId]>,
    /// `...`
    pub variadic: bool,
    /// Its body, if it is defined.
    pub body: Option<StmtId>,
    /// Where it was written; none for what the compiler makes.
    pub place: Option<Place>,
    /// What it consists of.
    pub code: Code,
}

/// What a function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FunctionKind {
    /// A kernel.
    Kernel,
    /// A function.
    Device,
    /// A function that the compiler of the device knows: it is only declared.
    Builtin,
}

/// What annotations of a function say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    /// `inline`: of a member, whatever is defined in its class.
    pub inline: bool,
    /// `__forceinline__`
    pub always_inline: bool,
    /// `__noinline__`
    pub never_inline: bool,
    /// It stays even if nothing uses it (GNU's `used`).
    pub kept: bool,
    /// Its address is a multiple of this: the low bit of a pointer to a member function says whether it is virtual (Itanium C++ ABI
    /// 2.3).
    pub align: Option<u64>,
    /// It throws nothing.
    pub nothrow: bool,
    /// It does not return.
    pub noreturn: bool,
    /// GNU's `pure`.
    pub pure: bool,
    /// GNU's `const`.
    pub constant: bool,
    /// Of a kernel.
    pub launch: Launch,
}

/// What a kernel says of its launches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// `__launch_bounds__`: threads per block, blocks per multiprocessor, blocks per cluster; the latter two may be left out.
    pub bounds: Vec<i64>,
    /// `__maxnreg__`
    pub registers: Option<i64>,
    /// `__local_maxnreg__`, which other functions may have too.
    pub local_registers: Option<i64>,
    /// `__cluster_dims__`
    pub cluster: Vec<i64>,
    /// `__block_size__`: the block, and the cluster if it is given.
    pub block: Vec<i64>,
}

/// Where a variable lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Memory {
    /// Global memory.
    Device,
    /// Constant memory.
    Constant,
    /// Shared memory.
    Shared,
    /// Global memory that the host sees.
    Managed,
    /// None: the compiler of the device knows what it is, as `threadIdx`. It is only declared.
    Builtin,
}

/// A variable of static storage duration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: Symbol,
    /// Who sees it.
    pub linkage: Linkage,
    /// Where it lies.
    pub memory: Memory,
    /// Its type.
    pub ty: TypeId,
    /// Its qualifiers.
    pub quals: crate::Quals,
    /// Its alignment in bytes, if it is more than that of its type.
    pub align: Option<u64>,
    /// It stays even if nothing here uses it: the host may.
    pub is_kept: bool,
    /// It is only declared.
    pub is_declaration: bool,
    /// What it holds at first; zero without one.
    pub value: Option<ConstantId>,
    /// Where it was written.
    pub place: Option<Place>,
    /// What it consists of.
    pub code: Code,
}

impl Record {
    /// It is only declared: nothing is known of what it holds.
    pub fn is_incomplete(&self) -> bool {
        self.size == 0 && self.fields.is_empty()
    }
}

impl Variable {
    /// It is defined, and nothing but this module may name it.
    pub(crate) fn is_own(&self) -> bool {
        self.linkage == Linkage::Internal && !self.is_kept && !self.is_declaration
    }
}

impl Module {
    /// All definitions: records, variables, functions.
    pub fn definitions(&self) -> impl Iterator<Item = Definition<'_>> {
        let records = self.records.iter().map(|r| Definition::Record(r));
        let variables = self.variables.iter().map(|v| Definition::Variable(v));
        let functions = self.functions.iter().map(|f| Definition::Function(f));
        records.chain(variables).chain(functions)
    }
}

impl<'a> Definition<'a> {
    /// Its name.
    pub fn name(self) -> &'a Symbol {
        match self {
            Definition::Record(r) => &r.name,
            Definition::Variable(v) => &v.name,
            Definition::Function(f) => &f.name,
        }
    }

    /// What it consists of.
    pub fn code(self) -> &'a Code {
        match self {
            Definition::Record(r) => &r.code,
            Definition::Variable(v) => &v.code,
            Definition::Function(f) => &f.code,
        }
    }
}
