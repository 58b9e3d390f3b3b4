//! What the machine that a program is compiled for decides of its types.
//!
//! It must not know what types there are, or how they are laid out.

/// Sizes and signedness of fundamental types where the command line has a say. All else is x86-64 Linux (Itanium C++ ABI 2.4).
///
/// A database is made for one target and keeps it, so that reading it is no dependency of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Size and alignment of a pointer in bytes: 4 or 8.
    pub pointer: u8,
    /// Size and alignment of `long` in bytes: 4 or 8.
    pub long: u8,
    /// What `std::size_t` is.
    pub size: SizeType,
    /// Plain `char` has no sign.
    pub unsigned_char: bool,
    /// `wchar_t` has no sign.
    pub unsigned_wchar: bool,
    /// An enumeration without a fixed type takes the smallest type that holds its values.
    pub short_enums: bool,
}

/// The unsigned type that `sizeof` yields; its signed counterpart is what the difference of pointers is of ([support.types]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SizeType {
    /// `unsigned int`.
    Int,
    /// `unsigned long`.
    Long,
    /// `unsigned long long`.
    LongLong,
}

impl Default for Target {
    /// LP64, as nvcc asks for.
    fn default() -> Self {
        Target {
            pointer: 8,
            long: 8,
            size: SizeType::Long,
            unsigned_char: false,
            unsigned_wchar: false,
            short_enums: false,
        }
    }
}
