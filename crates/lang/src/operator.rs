//! The operators that a function can be called after, and how they are spelled.

macro_rules! operators {
    ($($variant:ident $spelling:literal,)*) => {
        /// An operator ([over.oper]). Unary and binary ones of the same spelling are two.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Operator {
            $(#[doc = concat!("`", $spelling, "`")] $variant,)*
        }

        impl Operator {
            /// Every operator, in table order.
            pub const ALL: &'static [Operator] = &[$(Operator::$variant,)*];

            /// The operator as written in source.
            pub fn spelling(self) -> &'static str {
                match self { $(Operator::$variant => $spelling,)* }
            }

            /// The operator-function-id ([over.oper]): `operator+`, `operator new`.
            pub fn function_id(self) -> String {
                let spelling = self.spelling();
                match spelling.starts_with(|c: char| c.is_ascii_alphabetic()) {
                    true => format!("operator {spelling}"),
                    false => format!("operator{spelling}"),
                }
            }
        }
    };
}

operators! {
    New "new",
    NewArray "new[]",
    Delete "delete",
    DeleteArray "delete[]",
    CoAwait "co_await",
    UnaryPlus "+",
    Negate "-",
    AddressOf "&",
    Dereference "*",
    Complement "~",
    Plus "+",
    Minus "-",
    Multiply "*",
    Divide "/",
    Remainder "%",
    BitAnd "&",
    BitOr "|",
    BitXor "^",
    Assign "=",
    PlusAssign "+=",
    MinusAssign "-=",
    MultiplyAssign "*=",
    DivideAssign "/=",
    RemainderAssign "%=",
    BitAndAssign "&=",
    BitOrAssign "|=",
    BitXorAssign "^=",
    ShiftLeft "<<",
    ShiftRight ">>",
    ShiftLeftAssign "<<=",
    ShiftRightAssign ">>=",
    Equal "==",
    NotEqual "!=",
    Less "<",
    Greater ">",
    LessEqual "<=",
    GreaterEqual ">=",
    Spaceship "<=>",
    Not "!",
    LogicalAnd "&&",
    LogicalOr "||",
    Increment "++",
    Decrement "--",
    Comma ",",
    ArrowStar "->*",
    DotStar ".*",
    Arrow "->",
    Call "()",
    Subscript "[]",
    Question "?",
}
