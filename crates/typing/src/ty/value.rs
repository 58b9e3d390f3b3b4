//! Constant values: what constant evaluation yields and template arguments hold. Equality is template-argument equivalence
//! ([temp.type]): floating values compare by representation.

use crate::eval::ObjectId;
use crate::{Entity, SubobjectPath, Ty};

/// A value with its type.
#[salsa::interned(debug)]
pub struct Const<'db> {
    /// Its type.
    #[returns(copy)]
    pub ty: Ty<'db>,
    /// The value.
    #[returns(ref)]
    pub value: Value<'db>,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Value<'db> {
    /// Not initialised.
    Indeterminate,
    /// An integer, `bool`, character or enumeration; in range of its type (`unsigned __int128` in two's complement).
    Int(i128),
    /// A floating value, as the bits of a double: `float` and narrower are rounded already, `long double` is approximated.
    Float(u64),
    /// The parts of a complex value, as bits of doubles.
    Complex(u64, u64),
    /// A pointer or the referent of a reference.
    Pointer(Pointer<'db>),
    /// A pointer to member; `None` is null.
    Member(Option<Entity<'db>>),
    /// A class that is no union.
    Class {
        /// Its direct bases in order.
        bases: Box<[Value<'db>]>,
        /// Its non-static data members in order.
        fields: Box<[Value<'db>]>,
    },
    /// A union: which member is active, and its value.
    Union(Option<(u32, Box<Value<'db>>)>),
    /// An array. Trailing elements equal to the last one are not repeated: `len` counts all.
    Array {
        /// The first elements.
        elements: Box<[Value<'db>]>,
        /// What all others are.
        filler: Box<Value<'db>>,
        /// The number of elements.
        len: u64,
    },
}

/// Where a pointer points.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct Pointer<'db> {
    /// The complete object or function.
    pub base: PointerBase<'db>,
    /// The way to the subobject.
    pub path: SubobjectPath,
}

/// The complete object that a pointer points into.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum PointerBase<'db> {
    /// A null pointer; the number is an integer cast to a pointer.
    Null(i64),
    /// A variable of static storage duration, or a function.
    Static(Entity<'db>),
    /// A string literal.
    String(Box<StringLiteral<'db>>),
    /// A temporary whose lifetime the variable extends, by number among them ([class.temporary]): the object that a static
    /// reference was bound to, the array of a static initializer_list.
    Temporary(Entity<'db>, u32),
    /// A template parameter object: the one object that all parameters of class type with that value name ([temp.param]/8).
    Parameter(Const<'db>),
    /// An object of one evaluation: a local, a temporary, an allocation. Never part of a result.
    Object(ObjectId),
}

/// The object of a string literal ([lex.string]).
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct StringLiteral<'db> {
    /// Its code units with the terminator.
    pub units: Box<[u32]>,
    /// The type of an element.
    pub element: Ty<'db>,
}

/// A step to a subobject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Step {
    /// An array element, one past the end included.
    Element(u64),
    /// A non-static data member, by number.
    Field(u32),
    /// A base, by number: of the direct ones, or behind them of all virtual ones in the order of inheritance.
    Base(u32),
}
