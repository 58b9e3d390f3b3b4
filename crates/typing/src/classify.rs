//! What a type is and what is made of it: categories ([basic.types]), ranks and sizes of fundamental types, compound types.
//! The target is x86-64 Linux, as the reference's.

use cleave_base_db::Db;
use cleave_mangle::{Builtin, Qualifiers};

use crate::{Arg, Bound, Entity, Env, FnTy, Ty, TyKind};

/// Size in bytes and signedness of an integer type; `None` for what is none. `bool` and the character types are among them.
pub fn integer(b: Builtin) -> Option<(u32, bool)> {
    use Builtin::*;
    Some(match b {
        Bool => (1, false),
        Char | SignedChar => (1, true),
        UnsignedChar | Char8 => (1, false),
        Short => (2, true),
        UnsignedShort | Char16 => (2, false),
        Int | WChar => (4, true),
        UnsignedInt | Char32 => (4, false),
        Long | LongLong => (8, true),
        UnsignedLong | UnsignedLongLong => (8, false),
        Int128 => (16, true),
        UnsignedInt128 => (16, false),
        _ => return None,
    })
}

/// The order of floating types for the usual arithmetic conversions; `None` for what is none.
pub fn floating_rank(b: Builtin) -> Option<u32> {
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
pub fn integer_rank(b: Builtin) -> Option<u32> {
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
pub fn to_unsigned(b: Builtin) -> Builtin {
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
    /// A type without qualifiers.
    pub fn of(db: &'db dyn Db, kind: TyKind<'db>) -> Ty<'db> {
        Ty::new(db, kind, Qualifiers::NONE)
    }

    /// A fundamental type.
    pub fn builtin(db: &'db dyn Db, b: Builtin) -> Ty<'db> {
        Ty::of(db, TyKind::Builtin(b))
    }

    /// `T *`
    pub fn pointer(self, db: &'db dyn Db) -> Ty<'db> {
        Ty::of(db, TyKind::Pointer(self))
    }

    /// `T &`, with references collapsed ([dcl.ref]).
    pub fn lvalue_reference(self, db: &'db dyn Db) -> Ty<'db> {
        match *self.kind(db) {
            TyKind::LvalueReference(_) => self,
            TyKind::RvalueReference(t) => Ty::of(db, TyKind::LvalueReference(t)),
            _ => Ty::of(db, TyKind::LvalueReference(self)),
        }
    }

    /// `T &&`, with references collapsed.
    pub fn rvalue_reference(self, db: &'db dyn Db) -> Ty<'db> {
        match *self.kind(db) {
            TyKind::LvalueReference(_) | TyKind::RvalueReference(_) => self,
            _ => Ty::of(db, TyKind::RvalueReference(self)),
        }
    }

    /// The type with exactly these qualifiers; an array's go to its elements, references and functions have none.
    pub fn requalified(self, db: &'db dyn Db, quals: Qualifiers) -> Ty<'db> {
        match self.kind(db) {
            TyKind::Array(element, bound) => {
                let element = element.requalified(db, quals);
                Ty::of(db, TyKind::Array(element, bound.clone()))
            }
            TyKind::LvalueReference(_) | TyKind::RvalueReference(_) | TyKind::Function(_) => self,
            kind => Ty::new(db, kind.clone(), quals),
        }
    }

    /// The type with these qualifiers in addition.
    pub fn with_quals(self, db: &'db dyn Db, quals: Qualifiers) -> Ty<'db> {
        if quals.is_empty() {
            return self;
        }
        self.requalified(db, self.cv(db).union(quals))
    }

    /// Its qualifiers; of an array its elements'.
    pub fn cv(self, db: &'db dyn Db) -> Qualifiers {
        match self.kind(db) {
            TyKind::Array(element, _) => element.cv(db),
            _ => self.quals(db),
        }
    }

    /// Without top-level qualifiers.
    pub fn unqualified(self, db: &'db dyn Db) -> Ty<'db> {
        if self.cv(db).is_empty() {
            return self;
        }
        self.requalified(db, Qualifiers::NONE)
    }

    /// What a reference refers to; the type itself if it is none.
    pub fn referent(self, db: &'db dyn Db) -> Ty<'db> {
        match *self.kind(db) {
            TyKind::LvalueReference(t) | TyKind::RvalueReference(t) => t,
            _ => self,
        }
    }

    /// Without a reference and without top-level qualifiers.
    pub fn bare(self, db: &'db dyn Db) -> Ty<'db> {
        self.referent(db).unqualified(db)
    }

    /// What a parameter of this type is adjusted to ([dcl.fct]); a function or array argument by value ([conv.array]).
    pub fn decayed(self, db: &'db dyn Db) -> Ty<'db> {
        match self.kind(db) {
            TyKind::Array(element, _) => element.pointer(db),
            TyKind::Function(_) => self.pointer(db),
            _ => self.unqualified(db),
        }
    }

    /// The fundamental type it is, qualifiers aside.
    pub fn as_builtin(self, db: &'db dyn Db) -> Option<Builtin> {
        match self.kind(db) {
            TyKind::Builtin(b) => Some(*b),
            _ => None,
        }
    }

    /// What a pointer points to.
    pub fn pointee(self, db: &'db dyn Db) -> Option<Ty<'db>> {
        match self.kind(db) {
            TyKind::Pointer(t) => Some(*t),
            _ => None,
        }
    }

    /// The element of an array.
    pub fn element(self, db: &'db dyn Db) -> Option<Ty<'db>> {
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
        match self.kind(db) {
            TyKind::Array(_, Bound::Known(n)) => Some(*n),
            _ => None,
        }
    }

    /// The function type it is.
    pub fn function(self, db: &'db dyn Db) -> Option<&'db FnTy<'db>> {
        match self.kind(db) {
            TyKind::Function(f) => Some(f),
            _ => None,
        }
    }

    /// The class that it names.
    pub fn class_entity(self, db: &'db dyn Db) -> Option<Entity<'db>> {
        match self.kind(db) {
            TyKind::Class(e) => Some(*e),
            _ => None,
        }
    }

    /// Whether it is not known.
    pub fn is_error(self, db: &'db dyn Db) -> bool {
        matches!(self.kind(db), TyKind::Error)
    }

    /// `void`, qualified or not.
    pub fn is_void(self, db: &'db dyn Db) -> bool {
        self.as_builtin(db) == Some(Builtin::Void)
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
        self.as_builtin(db).is_some_and(|b| integer(b).is_some())
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
    pub fn is_enum(self, db: &'db dyn Db) -> bool {
        matches!(self.kind(db), TyKind::Enum(_))
    }

    /// A class, union or closure type.
    pub fn is_class(self, db: &'db dyn Db) -> bool {
        matches!(self.kind(db), TyKind::Class(_) | TyKind::Closure(_))
    }

    /// A pointer to an object, to a function or to `void`.
    pub fn is_pointer(self, db: &'db dyn Db) -> bool {
        matches!(self.kind(db), TyKind::Pointer(_))
    }

    /// A pointer to member.
    pub fn is_member_pointer(self, db: &'db dyn Db) -> bool {
        matches!(self.kind(db), TyKind::MemberPointer { .. })
    }

    /// A reference.
    pub fn is_reference(self, db: &'db dyn Db) -> bool {
        matches!(
            self.kind(db),
            TyKind::LvalueReference(_) | TyKind::RvalueReference(_)
        )
    }

    /// An array.
    pub fn is_array(self, db: &'db dyn Db) -> bool {
        matches!(self.kind(db), TyKind::Array(..))
    }

    /// A function.
    pub fn is_function(self, db: &'db dyn Db) -> bool {
        matches!(self.kind(db), TyKind::Function(_))
    }

    /// A scalar type ([basic.types.general]).
    pub fn is_scalar(self, db: &'db dyn Db) -> bool {
        self.is_arithmetic(db)
            || self.is_nullptr(db)
            || matches!(
                self.kind(db),
                TyKind::Pointer(_)
                    | TyKind::MemberPointer { .. }
                    | TyKind::Enum(_)
                    | TyKind::Complex(_)
            )
    }

    /// A pointer or member pointer.
    pub fn is_pointer_like(self, db: &'db dyn Db) -> bool {
        self.is_pointer(db) || self.is_member_pointer(db)
    }

    /// It is an error or depends on template parameters: rules that need to know it stay silent.
    pub fn is_unknown(self, db: &'db dyn Db) -> bool {
        self.is_error(db) || self.is_dependent(db)
    }

    /// It depends on template parameters that are not bound. Placeholders do not count.
    pub fn is_dependent(self, db: &'db dyn Db) -> bool {
        let mut ty = self;
        loop {
            match ty.kind(db) {
                TyKind::Error
                | TyKind::Builtin(_)
                | TyKind::Complex(_)
                | TyKind::Auto(_)
                | TyKind::Overloaded
                | TyKind::List => return false,
                TyKind::Pointer(t)
                | TyKind::LvalueReference(t)
                | TyKind::RvalueReference(t)
                | TyKind::Vector(t, _) => ty = *t,
                TyKind::Array(t, bound) => match bound {
                    Bound::Param { .. } | Bound::Dependent(..) => return true,
                    _ => ty = *t,
                },
                TyKind::MemberPointer { class, member } => {
                    if class.is_dependent(db) {
                        return true;
                    }
                    ty = *member;
                }
                TyKind::Class(e) | TyKind::Enum(e) => {
                    return e.env(db).is_some_and(|env| dependent_env(db, env));
                }
                TyKind::Closure(c) => return c.env.is_some_and(|env| dependent_env(db, env)),
                TyKind::Function(f) => {
                    if f.params.iter().any(|p| p.is_dependent(db)) {
                        return true;
                    }
                    ty = f.ret;
                }
                TyKind::Param { .. }
                | TyKind::ParamSpecialization { .. }
                | TyKind::Dependent(..)
                | TyKind::Pack(_)
                | TyKind::Unique(_) => return true,
            }
        }
    }
}

/// Whether arguments depend on template parameters.
#[salsa::tracked(returns(copy))]
pub fn dependent_env<'db>(db: &'db dyn Db, env: Env<'db>) -> bool {
    env.parent(db).is_some_and(|p| dependent_env(db, p))
        || env.args(db).iter().any(|a| a.is_dependent(db))
}

impl<'db> Arg<'db> {
    /// It depends on template parameters.
    pub fn is_dependent(&self, db: &'db dyn Db) -> bool {
        match self {
            Arg::Type(t) => t.is_dependent(db),
            Arg::Value(c) => c.ty(db).is_dependent(db),
            Arg::Template(e) => e.env(db).is_some_and(|env| dependent_env(db, env)),
            Arg::Pack(args) => args.iter().any(|a| a.is_dependent(db)),
            Arg::Param { .. } | Arg::Dependent(..) | Arg::Expansion(_) => true,
            Arg::Error => false,
        }
    }
}
