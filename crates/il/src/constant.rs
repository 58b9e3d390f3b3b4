//! Constants: what a variable holds before the program runs, and literals in code.

use la_arena::Idx;

use crate::{Symbol, TypeId};

/// An index into [`crate::Code::constants`].
pub type ConstantId = Idx<Constant>;

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constant {
    /// Its type.
    pub ty: TypeId,
    /// Its value.
    pub kind: ConstantKind,
}

/// What a constant is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstantKind {
    /// Bytes of no known value.
    Undefined,
    /// All bytes are zero; the null pointer.
    Zero,
    /// An integer, `bool`, or a pointer made of an integer; in range of its type.
    Integer(i128),
    /// A floating value, as the bits of a double.
    Floating(u64),
    /// A complex value: the real and the imaginary part.
    Complex(u64, u64),
    /// The address of a variable or function, and bytes added to it.
    Address(Symbol, i64),
    /// The address of a string literal, which is an array constant, and bytes added to it.
    AddressOfText(ConstantId, i64),
    /// A string literal, or an array of characters: code units, the terminator among them.
    Text(Box<[u32]>),
    /// A record: fields by number, in order. Others are zero.
    Record(Box<[(u32, ConstantId)]>),
    /// An array: its first elements. Others are zero.
    Array(Box<[ConstantId]>),
    /// A pointer to a member function: the function, and what is added to `this`.
    MemberFunction(Symbol, i64),
    /// A pointer to a virtual member function: the number of bytes into the virtual table, and what is added to `this`.
    VirtualMemberFunction(u64, i64),
}
