//! Types. Enumerations are their underlying types, references are pointers, typedefs are gone.

use la_arena::{Arena, Idx};
use rustc_hash::FxHashMap;

use crate::Symbol;

/// An index into [`Types`].
pub type TypeId = Idx<Type>;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`
    Void,
    /// `bool`: one byte, 0 or 1.
    Bool,
    /// An integer type. Types of one size stay apart: they do not alias ([basic.lval]/11).
    Integer(Integer),
    /// A floating type.
    Floating(Floating),
    /// A complex number: two of these.
    Complex(Floating),
    /// A pointer, or a reference.
    Pointer {
        /// What it points to.
        to: TypeId,
        /// The cv-qualifiers of what it points to.
        quals: Quals,
        /// `__restrict__`
        restrict: bool,
    },
    /// An array; of no length if nothing says how long it is.
    Array {
        /// The elements.
        element: TypeId,
        /// How many.
        len: Option<u64>,
    },
    /// A GNU vector.
    Vector {
        /// The elements.
        element: TypeId,
        /// How many.
        len: u64,
    },
    /// A class, struct or union, by name: [`crate::Record`].
    Record(Symbol),
    /// A function.
    Function {
        /// What it returns.
        ret: TypeId,
        /// The parameters: the return slot first, then `this`, if there are any.
        params: Box<[TypeId]>,
        /// `...`
        variadic: bool,
    },
    /// A pointer to a member function: the function or the place in the virtual table plus one, and what is added to `this`
    /// (Itanium C++ ABI 2.3). A pointer to a data member is an offset, an integer.
    MemberFunction,
    /// An element of `va_list`.
    VaList,
}

/// The integer types. `char` is signed or not as the target has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are C's")]
pub enum Integer {
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
}

impl Integer {
    /// All of them, in the order of their ranks.
    pub const ALL: [Integer; 13] = [
        Integer::Char,
        Integer::SignedChar,
        Integer::UnsignedChar,
        Integer::Short,
        Integer::UnsignedShort,
        Integer::Int,
        Integer::UnsignedInt,
        Integer::Long,
        Integer::UnsignedLong,
        Integer::LongLong,
        Integer::UnsignedLongLong,
        Integer::Int128,
        Integer::UnsignedInt128,
    ];

    /// Its size in bytes.
    pub fn size(self) -> u64 {
        match self {
            Integer::Char | Integer::SignedChar | Integer::UnsignedChar => 1,
            Integer::Short | Integer::UnsignedShort => 2,
            Integer::Int | Integer::UnsignedInt => 4,
            Integer::Long
            | Integer::UnsignedLong
            | Integer::LongLong
            | Integer::UnsignedLongLong => 8,
            Integer::Int128 | Integer::UnsignedInt128 => 16,
        }
    }

    /// Whether a value is one of its values. All values of `unsigned __int128` from 2 to the 127th on are negative as an `i128`.
    pub fn holds(self, value: i128) -> bool {
        match self {
            Integer::Int128 | Integer::UnsignedInt128 => true,
            _ => {
                let bits = self.size() * 8;
                let (low, high) = match self.is_signed() {
                    true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
                    false => (0, (1i128 << bits) - 1),
                };
                (low..=high).contains(&value)
            }
        }
    }

    /// Whether it has negative values.
    pub fn is_signed(self) -> bool {
        !matches!(
            self,
            Integer::UnsignedChar
                | Integer::UnsignedShort
                | Integer::UnsignedInt
                | Integer::UnsignedLong
                | Integer::UnsignedLongLong
                | Integer::UnsignedInt128
        )
    }
}

/// The floating types. `long double` is as wide as `double` on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are C's")]
pub enum Floating {
    Half,
    BFloat16,
    Float,
    Double,
    LongDouble,
    Float128,
}

impl Floating {
    /// Its size in bytes.
    pub fn size(self) -> u64 {
        match self {
            Floating::Half | Floating::BFloat16 => 2,
            Floating::Float => 4,
            Floating::Double | Floating::LongDouble => 8,
            Floating::Float128 => 16,
        }
    }
}

/// cv-qualifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Quals {
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
}

/// The types of one definition, each once: equal types have equal indices.
#[derive(Clone, Debug, Default)]
pub struct Types {
    all: Arena<Type>,
    ids: FxHashMap<Type, TypeId>,
}

impl PartialEq for Types {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}

impl Eq for Types {}

impl Types {
    /// The index of a type, which is added if it is new.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = self.all.alloc(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// The index of a type that is there.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.ids.get(ty).copied()
    }

    /// A pointer to a type.
    pub fn pointer(&mut self, to: TypeId, quals: Quals) -> TypeId {
        self.intern(Type::Pointer {
            to,
            quals,
            restrict: false,
        })
    }

    /// An integer type.
    pub fn integer(&mut self, integer: Integer) -> TypeId {
        self.intern(Type::Integer(integer))
    }

    /// All types, each after those that it is made of.
    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &Type)> {
        self.all.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

impl std::ops::Index<TypeId> for Types {
    type Output = Type;

    fn index(&self, id: TypeId) -> &Type {
        &self.all[id]
    }
}
