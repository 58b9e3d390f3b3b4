//! What a type is and what is made of it: categories ([basic.types]), ranks and sizes of fundamental types, compound types.
//! The target is x86-64 Linux, as the reference's, but for what [`cleave_base_db::Target`] holds.

use cleave_base_db::{Db, SizeType};
use cleave_lang::Builtin;

use crate::ty::types::Sort;
use crate::{Bound, Entity, Ty, TyKind};

/// Size in bytes and signedness of an integer type; `None` for what is none. `bool` and the character types are among them.
pub(crate) fn integer(db: &dyn Db, b: Builtin) -> Option<(u32, bool)> {
    use Builtin::*;
    Some(match b {
        Bool => (1, false),
        Char => (1, !db.target().unsigned_char),
        SignedChar => (1, true),
        UnsignedChar | Char8 => (1, false),
        Short => (2, true),
        UnsignedShort | Char16 => (2, false),
        Int => (4, true),
        WChar => (4, !db.target().unsigned_wchar),
        UnsignedInt | Char32 => (4, false),
        Long => (db.target().long.into(), true),
        UnsignedLong => (db.target().long.into(), false),
        LongLong => (8, true),
        UnsignedLongLong => (8, false),
        Int128 => (16, true),
        UnsignedInt128 => (16, false),
        _ => return None,
    })
}

/// `std::size_t` ([support.types.layout]).
pub(crate) fn size_type(db: &dyn Db) -> Builtin {
    match db.target().size {
        SizeType::Int => Builtin::UnsignedInt,
        SizeType::Long => Builtin::UnsignedLong,
        SizeType::LongLong => Builtin::UnsignedLongLong,
    }
}

/// `std::ptrdiff_t` ([support.types.layout]).
pub(crate) fn difference_type(db: &dyn Db) -> Builtin {
    match db.target().size {
        SizeType::Int => Builtin::Int,
        SizeType::Long => Builtin::Long,
        SizeType::LongLong => Builtin::LongLong,
    }
}

/// The order of floating types for the usual arithmetic conversions; `None` for what is none.
pub(crate) fn floating_rank(b: Builtin) -> Option<u32> {
    use Builtin::*;
    Some(match b {
        Half | Float16 | BFloat16 => 1,
        Float | Float32 => 2,
        Double | Float64 | Float32x => 3,
        LongDouble | Float64x => 4,
        Float128 | IeeeFloat128 => 5,
        _ => return None,
    })
}

/// The integer conversion rank ([conv.rank]).
pub(crate) fn integer_rank(b: Builtin) -> Option<u32> {
    use Builtin::*;
    Some(match b {
        Bool => 1,
        Char | SignedChar | UnsignedChar | Char8 => 2,
        Short | UnsignedShort | Char16 => 3,
        Int | UnsignedInt | WChar | Char32 => 4,
        Long | UnsignedLong => 5,
        LongLong | UnsignedLongLong => 6,
        Int128 | UnsignedInt128 => 7,
        _ => return None,
    })
}

/// Where a signed type's unsigned counterpart is.
pub(crate) fn to_unsigned(b: Builtin) -> Builtin {
    use Builtin::*;
    match b {
        Char | SignedChar => UnsignedChar,
        Short => UnsignedShort,
        Int => UnsignedInt,
        Long => UnsignedLong,
        LongLong => UnsignedLongLong,
        Int128 => UnsignedInt128,
        b => b,
    }
}

impl<'db> Ty<'db> {
    /// Without a reference and without top-level qualifiers.
    pub fn bare(self, db: &'db dyn Db) -> Ty<'db> {
        self.strip_reference(db).unqualified(db)
    }

    /// The fundamental type it is, qualifiers aside.
    pub fn as_builtin(self, _: &'db dyn Db) -> Option<Builtin> {
        self.fundamental()
    }

    /// What a pointer points to.
    pub fn pointee(self, db: &'db dyn Db) -> Option<Ty<'db>> {
        if self.sort() != Sort::Pointer {
            return None;
        }
        match self.kind(db) {
            TyKind::Pointer(t) => Some(*t),
            _ => None,
        }
    }

    /// The element of an array.
    pub fn element(self, db: &'db dyn Db) -> Option<Ty<'db>> {
        if self.sort() != Sort::Array {
            return None;
        }
        match self.kind(db) {
            TyKind::Array(t, _) => Some(*t),
            _ => None,
        }
    }

    /// The element of an array of arrays of…; the type itself if it is none.
    pub fn innermost_element(self, db: &'db dyn Db) -> Ty<'db> {
        let mut ty = self;
        while let Some(t) = ty.element(db) {
            ty = t;
        }
        ty
    }

    /// The number of elements of an array.
    pub fn length(self, db: &'db dyn Db) -> Option<u64> {
        if self.sort() != Sort::Array {
            return None;
        }
        match self.kind(db) {
            TyKind::Array(_, Bound::Known(n)) => Some(*n),
            _ => None,
        }
    }

    /// The class that it names.
    pub fn class_entity(self, db: &'db dyn Db) -> Option<Entity<'db>> {
        if self.sort() != Sort::Class {
            return None;
        }
        match self.kind(db) {
            TyKind::Class(e) => Some(*e),
            _ => None,
        }
    }

    /// `bool`
    pub fn is_bool(self, db: &'db dyn Db) -> bool {
        self.as_builtin(db) == Some(Builtin::Bool)
    }

    /// `std::nullptr_t`
    pub fn is_nullptr(self, db: &'db dyn Db) -> bool {
        self.as_builtin(db) == Some(Builtin::Nullptr)
    }

    /// An integral type: no enumeration.
    pub fn is_integral(self, db: &'db dyn Db) -> bool {
        self.as_builtin(db)
            .is_some_and(|b| integer(db, b).is_some())
    }

    /// A signed integer type.
    pub fn is_signed(self, db: &'db dyn Db) -> bool {
        let builtin = self.as_builtin(db);
        builtin.and_then(|b| integer(db, b)).is_some_and(|i| i.1)
    }

    /// A floating type.
    pub fn is_floating(self, db: &'db dyn Db) -> bool {
        self.as_builtin(db)
            .is_some_and(|b| floating_rank(b).is_some())
    }

    /// An integral, floating or complex type.
    pub fn is_arithmetic(self, db: &'db dyn Db) -> bool {
        self.is_integral(db) || self.is_floating(db)
    }

    /// An enumeration.
    pub fn is_enum(self, _: &'db dyn Db) -> bool {
        self.sort() == Sort::Enum
    }

    /// A pointer to an object, to a function or to `void`.
    pub fn is_pointer(self, _: &'db dyn Db) -> bool {
        self.sort() == Sort::Pointer
    }

    /// A pointer to member.
    pub fn is_member_pointer(self, _: &'db dyn Db) -> bool {
        self.sort() == Sort::MemberPointer
    }

    /// An array.
    pub fn is_array(self, _: &'db dyn Db) -> bool {
        self.sort() == Sort::Array
    }

    /// A function.
    pub fn is_function(self, _: &'db dyn Db) -> bool {
        self.sort() == Sort::Function
    }

    /// A scalar type ([basic.types.general]).
    pub fn is_scalar(self, db: &'db dyn Db) -> bool {
        self.is_arithmetic(db)
            || self.is_nullptr(db)
            || matches!(
                self.sort(),
                Sort::Pointer | Sort::MemberPointer | Sort::Enum | Sort::Complex
            )
    }

    /// A pointer or member pointer.
    pub fn is_pointer_like(self, db: &'db dyn Db) -> bool {
        self.is_pointer(db) || self.is_member_pointer(db)
    }

    /// An error is part of it, or it depends on template parameters: rules that need to know it stay silent.
    pub fn is_unknown(self, _: &'db dyn Db) -> bool {
        self.facts().is_unknown()
    }
}
