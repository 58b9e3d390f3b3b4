//! The small enumerations: the word that the text has for each value, the number in the binary form, and what it means. The page
//! docs/device-il.md has these tables.

use crate::code::{Binary, Conversion, MemberPart, Unary};
use crate::module::{FieldKind, FunctionKind, Linkage, Memory};
use crate::types::{Floating, Integer};

/// A value of a small enumeration: its name in Rust, its word in the text, what it means. Its number is its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    /// The name in Rust.
    pub(crate) name: &'static str,
    /// The word in the text.
    pub(crate) word: &'static str,
    /// What it means.
    pub(crate) meaning: &'static str,
}

/// An enumeration whose values have words.
pub(crate) trait Words: Copy + PartialEq + 'static {
    /// All values, in the order of their numbers.
    const ALL: &'static [Self];
    /// Their words, in the same order.
    const WORDS: &'static [Word];

    /// Its number.
    fn number(self) -> u8;

    /// Its word.
    fn word(self) -> &'static str {
        Self::WORDS[usize::from(self.number())].word
    }

    /// The value with a word.
    fn of_word(word: &str) -> Option<Self> {
        let at = Self::WORDS.iter().position(|w| w.word == word)?;
        Some(Self::ALL[at])
    }

    /// The value with a number.
    fn of_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}

macro_rules! words {
    ($ty:ident { $($name:ident $word:literal $meaning:literal)* }) => {
        impl Words for $ty {
            const ALL: &'static [$ty] = &[$($ty::$name),*];
            const WORDS: &'static [Word] = &[$(Word {
                name: stringify!($name),
                word: $word,
                meaning: $meaning,
            }),*];

            fn number(self) -> u8 {
                // The match makes a new value an error here.
                match self {
                    $($ty::$name => {
                        const { position(<$ty as Words>::WORDS, stringify!($name)) }
                    })*
                }
            }
        }
    };
}

/// Where a name stands in a table. The macro asks for names that are there.
const fn position(words: &[Word], name: &str) -> u8 {
    let mut at = 0;
    loop {
        let (a, b) = (words[at].name.as_bytes(), name.as_bytes());
        let mut same = a.len() == b.len();
        let mut i = 0;
        while same && i < a.len() {
            same = a[i] == b[i];
            i += 1;
        }
        if same {
            return at as u8;
        }
        at += 1;
    }
}

words!(Integer {
    Char "char" "One byte. Signed or not as the target has it: signed for NVIDIA's devices."
    SignedChar "schar" "One byte, signed."
    UnsignedChar "uchar" "One byte, unsigned."
    Short "short" "Two bytes, signed."
    UnsignedShort "ushort" "Two bytes, unsigned."
    Int "int" "Four bytes, signed."
    UnsignedInt "uint" "Four bytes, unsigned."
    Long "long" "Eight bytes, signed."
    UnsignedLong "ulong" "Eight bytes, unsigned."
    LongLong "llong" "Eight bytes, signed; it does not alias `long`."
    UnsignedLongLong "ullong" "Eight bytes, unsigned; it does not alias `ulong`."
    Int128 "int128" "Sixteen bytes, signed."
    UnsignedInt128 "uint128" "Sixteen bytes, unsigned."
});

words!(Floating {
    Half "half" "IEEE 754 binary16."
    BFloat16 "bfloat16" "The upper half of a `float`."
    Float "float" "IEEE 754 binary32."
    Double "double" "IEEE 754 binary64."
    LongDouble "ldouble" "As wide as `double` on the device, and another type."
    Float128 "float128" "IEEE 754 binary128. A constant of it has a double's precision."
});

words!(Conversion {
    Integer "integer" "Among integers and `bool`. To `bool` it asks whether the value is not zero, else it wraps."
    Truth "truth" "Anything to `bool`: whether it is not zero or null."
    Floating "floating" "Among floating types."
    IntegerToFloating "integer_to_floating" "An integer or `bool` to a floating type."
    FloatingToInteger "floating_to_integer" "A floating type to an integer, truncating."
    Pointer "pointer" "A pointer to another pointer."
    PointerToInteger "pointer_to_integer" "A pointer to an integer."
    IntegerToPointer "integer_to_pointer" "An integer to a pointer."
    Bits "bits" "The same bytes as another type of the same size."
    Complex "complex" "A number to a complex number, or one complex number to another."
    Discard "discard" "The value is not used; the type is `void`."
});

words!(Unary {
    Negate "negate" "`-x`"
    Complement "complement" "`~x`; of a complex number its conjugate."
    Not "not" "`!x` of a truth value."
});

words!(Binary {
    Add "add" "Sum; also a pointer and a number of elements."
    Subtract "subtract" "Difference; also a pointer and a number of elements, which may be a truth value, or two pointers, which gives elements."
    Multiply "multiply" "Product."
    Divide "divide" "Quotient; of integers truncated toward zero."
    Remainder "remainder" "Remainder of the truncated quotient."
    ShiftLeft "shift_left" "The left operand shifted; the right one may have another integer type."
    ShiftRight "shift_right" "As above; a signed left operand keeps its sign."
    And "and" "Bits that both have."
    Or "or" "Bits that one has."
    Xor "xor" "Bits that just one has."
    Equal "equal" "`==`"
    NotEqual "not_equal" "`!=`"
    Less "less" "`<`"
    LessEqual "less_equal" "`<=`"
    Greater "greater" "`>`"
    GreaterEqual "greater_equal" "`>=`"
});

words!(MemberPart {
    Function "member_function" "The function, or the place in the virtual table in bytes plus one: a pointer to a function."
    Adjustment "member_adjustment" "What is added to `this`, in bytes: a `long`."
});

words!(FieldKind {
    VirtualTable "vtable" "The pointer to the virtual table."
    Base "base" "A base that is not virtual."
    VirtualBase "virtual_base" "A virtual base, in the complete object."
    Member "member" "A member, named or not."
});

words!(Linkage {
    External "external" "Other units may use the name. One of them defines it."
    Internal "internal" "The name is the unit's own."
    LinkOnce "link_once" "Other units may define it too, and one definition stays. It may be left out where nothing uses it."
    Weak "weak" "Other units may define it too, and one definition stays. It may not be left out."
});

words!(FunctionKind {
    Kernel "kernel" "A kernel (`__global__`)."
    Device "device" "A function that device code calls."
    Builtin "builtin" "A function that the compiler of the device knows. It has no body."
});

words!(Memory {
    Device "device" "Global memory."
    Constant "constant" "Constant memory."
    Shared "shared" "Shared memory of a block. It has no initial value."
    Managed "managed" "Global memory that the host sees too."
    Builtin "builtin" "None: the compiler of the device knows what it is, as `threadIdx`. It is only declared."
});
