//! The codes that the ABI gives to operators, qualifiers and fundamental types (Itanium ABI 5.1.3 and 5.1.5).

use cleave_lang::{Builtin, Operator, Qualifiers, RefQualifier};

/// What has a code in linker names.
pub trait Coded {
    /// The code.
    fn code(self) -> &'static str;
}

impl Coded for Operator {
    fn code(self) -> &'static str {
        match self {
            Operator::New => "nw",
            Operator::NewArray => "na",
            Operator::Delete => "dl",
            Operator::DeleteArray => "da",
            Operator::CoAwait => "aw",
            Operator::UnaryPlus => "ps",
            Operator::Negate => "ng",
            Operator::AddressOf => "ad",
            Operator::Dereference => "de",
            Operator::Complement => "co",
            Operator::Plus => "pl",
            Operator::Minus => "mi",
            Operator::Multiply => "ml",
            Operator::Divide => "dv",
            Operator::Remainder => "rm",
            Operator::BitAnd => "an",
            Operator::BitOr => "or",
            Operator::BitXor => "eo",
            Operator::Assign => "aS",
            Operator::PlusAssign => "pL",
            Operator::MinusAssign => "mI",
            Operator::MultiplyAssign => "mL",
            Operator::DivideAssign => "dV",
            Operator::RemainderAssign => "rM",
            Operator::BitAndAssign => "aN",
            Operator::BitOrAssign => "oR",
            Operator::BitXorAssign => "eO",
            Operator::ShiftLeft => "ls",
            Operator::ShiftRight => "rs",
            Operator::ShiftLeftAssign => "lS",
            Operator::ShiftRightAssign => "rS",
            Operator::Equal => "eq",
            Operator::NotEqual => "ne",
            Operator::Less => "lt",
            Operator::Greater => "gt",
            Operator::LessEqual => "le",
            Operator::GreaterEqual => "ge",
            Operator::Spaceship => "ss",
            Operator::Not => "nt",
            Operator::LogicalAnd => "aa",
            Operator::LogicalOr => "oo",
            Operator::Increment => "pp",
            Operator::Decrement => "mm",
            Operator::Comma => "cm",
            Operator::ArrowStar => "pm",
            Operator::DotStar => "ds",
            Operator::Arrow => "pt",
            Operator::Call => "cl",
            Operator::Subscript => "ix",
            Operator::Question => "qu",
        }
    }
}

impl Coded for Builtin {
    fn code(self) -> &'static str {
        match self {
            Builtin::Void => "v",
            Builtin::Bool => "b",
            Builtin::Char => "c",
            Builtin::SignedChar => "a",
            Builtin::UnsignedChar => "h",
            Builtin::Short => "s",
            Builtin::UnsignedShort => "t",
            Builtin::Int => "i",
            Builtin::UnsignedInt => "j",
            Builtin::Long => "l",
            Builtin::UnsignedLong => "m",
            Builtin::LongLong => "x",
            Builtin::UnsignedLongLong => "y",
            Builtin::Int128 => "n",
            Builtin::UnsignedInt128 => "o",
            Builtin::Float => "f",
            Builtin::Double => "d",
            Builtin::LongDouble => "e",
            Builtin::Float128 => "g",
            Builtin::Float16 => "DF16_",
            Builtin::Float32 => "DF32_",
            Builtin::Float64 => "DF64_",
            Builtin::IeeeFloat128 => "DF128_",
            Builtin::Float32x => "DF32x",
            Builtin::Float64x => "DF64x",
            Builtin::BFloat16 => "DF16b",
            Builtin::Half => "Dh",
            Builtin::Decimal32 => "Df",
            Builtin::Decimal64 => "Dd",
            Builtin::Decimal128 => "De",
            Builtin::WChar => "w",
            Builtin::Char8 => "Du",
            Builtin::Char16 => "Ds",
            Builtin::Char32 => "Di",
            Builtin::Nullptr => "Dn",
            Builtin::Ellipsis => "z",
        }
    }
}

impl Coded for Qualifiers {
    /// In the ABI's order: `r`, `V`, `K`.
    fn code(self) -> &'static str {
        match (self.is_restrict, self.is_volatile, self.is_const) {
            (false, false, false) => "",
            (false, false, true) => "K",
            (false, true, false) => "V",
            (false, true, true) => "VK",
            (true, false, false) => "r",
            (true, false, true) => "rK",
            (true, true, false) => "rV",
            (true, true, true) => "rVK",
        }
    }
}

impl Coded for RefQualifier {
    /// Nothing, `R` or `O`.
    fn code(self) -> &'static str {
        match self {
            RefQualifier::None => "",
            RefQualifier::Lvalue => "R",
            RefQualifier::Rvalue => "O",
        }
    }
}
