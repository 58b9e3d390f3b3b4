//! The table of operators: spelling and the ABI's two-letter code.

macro_rules! operators {
    ($($variant:ident $spelling:literal $code:literal,)*) => {
        /// An operator, told apart by arity where the ABI does.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Operator {
            $(#[doc = concat!("`", $spelling, "`, code `", $code, "`.")] $variant,)*
        }

        impl Operator {
            /// Every operator, in table order.
            pub const ALL: &'static [Operator] = &[$(Operator::$variant,)*];

            /// The ABI's code.
            pub fn code(self) -> &'static str {
                match self { $(Operator::$variant => $code,)* }
            }

            /// The operator as written in source.
            pub fn spelling(self) -> &'static str {
                match self { $(Operator::$variant => $spelling,)* }
            }
        }
    };
}

operators! {
    New "new" "nw",
    NewArray "new[]" "na",
    Delete "delete" "dl",
    DeleteArray "delete[]" "da",
    CoAwait "co_await" "aw",
    UnaryPlus "+" "ps",
    Negate "-" "ng",
    AddressOf "&" "ad",
    Dereference "*" "de",
    Complement "~" "co",
    Plus "+" "pl",
    Minus "-" "mi",
    Multiply "*" "ml",
    Divide "/" "dv",
    Remainder "%" "rm",
    BitAnd "&" "an",
    BitOr "|" "or",
    BitXor "^" "eo",
    Assign "=" "aS",
    PlusAssign "+=" "pL",
    MinusAssign "-=" "mI",
    MultiplyAssign "*=" "mL",
    DivideAssign "/=" "dV",
    RemainderAssign "%=" "rM",
    BitAndAssign "&=" "aN",
    BitOrAssign "|=" "oR",
    BitXorAssign "^=" "eO",
    ShiftLeft "<<" "ls",
    ShiftRight ">>" "rs",
    ShiftLeftAssign "<<=" "lS",
    ShiftRightAssign ">>=" "rS",
    Equal "==" "eq",
    NotEqual "!=" "ne",
    Less "<" "lt",
    Greater ">" "gt",
    LessEqual "<=" "le",
    GreaterEqual ">=" "ge",
    Spaceship "<=>" "ss",
    Not "!" "nt",
    LogicalAnd "&&" "aa",
    LogicalOr "||" "oo",
    Increment "++" "pp",
    Decrement "--" "mm",
    Comma "," "cm",
    ArrowStar "->*" "pm",
    DotStar ".*" "ds",
    Arrow "->" "pt",
    Call "()" "cl",
    Subscript "[]" "ix",
    Question "?" "qu",
}
