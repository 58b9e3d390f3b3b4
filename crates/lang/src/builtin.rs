//! The fundamental types ([basic.fundamental]) with those that GNU C++ adds.

/// A fundamental type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// `void`
    Void,
    /// `bool`
    Bool,
    /// `char`
    Char,
    /// `signed char`
    SignedChar,
    /// `unsigned char`
    UnsignedChar,
    /// `short`
    Short,
    /// `unsigned short`
    UnsignedShort,
    /// `int`
    Int,
    /// `unsigned int`
    UnsignedInt,
    /// `long`
    Long,
    /// `unsigned long`
    UnsignedLong,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    UnsignedLongLong,
    /// `__int128`
    Int128,
    /// `unsigned __int128`
    UnsignedInt128,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `long double`
    LongDouble,
    /// `__float128`
    Float128,
    /// `_Float16`
    Float16,
    /// `_Float32`
    Float32,
    /// `_Float64`
    Float64,
    /// `_Float128`, distinct from `__float128`
    IeeeFloat128,
    /// `_Float32x`
    Float32x,
    /// `_Float64x`
    Float64x,
    /// `std::bfloat16_t`
    BFloat16,
    /// IEEE half precision of the ABI's older list
    Half,
    /// `_Decimal32`
    Decimal32,
    /// `_Decimal64`
    Decimal64,
    /// `_Decimal128`
    Decimal128,
    /// `wchar_t`
    WChar,
    /// `char8_t`
    Char8,
    /// `char16_t`
    Char16,
    /// `char32_t`
    Char32,
    /// `decltype(nullptr)`
    Nullptr,
    /// `...` as a type of its own
    Ellipsis,
}
