//! What a module can have wrong with it.

use std::fmt;

use crate::Symbol;

/// Something that a rule forbids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The name of the definition.
    pub definition: Symbol,
    /// The rule.
    pub kind: FaultKind,
    /// The line of the innermost statement that has one, counted from the definition's.
    pub line: Option<i32>,
    /// What is wrong with what, for people.
    pub detail: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.definition)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}: {}", self.kind.name(), self.detail)
    }
}

macro_rules! kinds {
    ($($kind:ident $name:literal $rule:literal)*) => {
        /// The rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum FaultKind {
            $(#[doc = $rule] $kind,)*
        }

        impl FaultKind {
            /// All rules, in the order of the specification.
            pub const ALL: &'static [FaultKind] = &[$(FaultKind::$kind),*];

            /// A short name, the same from release to release.
            pub fn name(self) -> &'static str {
                match self {
                    $(FaultKind::$kind => $name,)*
                }
            }

            /// What the rule wants.
            pub fn rule(self) -> &'static str {
                match self {
                    $(FaultKind::$kind => $rule,)*
                }
            }
        }
    };
}

kinds! {
    Index "index" "Every index names something that the definition has."
    Place "one-place" "An expression, a statement and a constant stand in one place. Nothing is a part of itself."
    TypeOrder "type-order" "A type stands after the types that it is made of."
    Depth "depth" "Types and constants nest at most 200 deep, and so do blocks in expressions. A type that is written out has at most \
    10,000 words."
    DuplicateName "duplicate-name" "A name stands once in a module."
    UnknownName "unknown-name" "A name that is used is declared in the module."
    NameKind "name-kind" "A name is used as what it is: a record, a variable or a function."
    RecordOrder "record-order" "A record stands after the records that it holds. So no record holds itself."
    RecordLayout "record-layout" "The alignment of a record is a power of two, and its size is a multiple of it. Only an incomplete record has the size zero."
    FieldLayout "field-layout" "A field lies within its record. It starts at a byte unless it is a bit-field; a bit-field is an \
    integer of 1 to 128 bits \
        or `bool`, and not wider than its type. The bytes of a field are no more than its type's size. In a union each starts at 0."
    BadType "bad-type" "Elements of arrays and vectors have a size, those of vectors are numbers, a vector has elements. A parameter \
    is no `void`, array or \
        function, and nothing returns an array or function. Only a last field, a declared variable and a shared one have an \
        array type without a length. \
        Variables, fields and locals are objects."
    Alignment "alignment" "An alignment is a power of two."
    SharedVariable "shared-variable" "A shared variable has no initial value and is not weak."
    DeclaredVariable "declared-variable" "A variable that is only declared has no initial value. A built-in one is only declared."
    Kernel "kernel" "A kernel returns `void` and has neither `...` nor a return slot. Nothing calls it."
    KernelOnly "kernel-only" "Only kernels have launch attributes, `local_registers` aside, and only their parameters are `grid_constant`."
    LaunchBounds "launch-bounds" "There are at most 3 launch bounds, 3 cluster dimensions and 6 block sizes."
    Signature "signature" "A return slot is a pointer and the first parameter, and the function returns `void`. A parameter stands \
    once in the list."
    Body "body" "A body is a block, and a built-in function has none."
    ConstantKind "constant-kind" "A constant has a type that its kind can have."
    ConstantRange "constant-range" "An integer, a floating value and a code unit are values of their types. An offset into a literal \
    lies within it."
    ConstantShape "constant-shape" "A record's constants name fields in ascending order, of a union one. An array has no more \
    elements than its type."
    PlaceExpected "place-expected" "Where a place must stand, one stands."
    ValueExpected "value-expected" "Where a value must stand, one stands. A value is no array and no function."
    TypeMismatch "type-mismatch" "The type of an expression is the one that follows from its operands, and operands have the types \
    that are asked for. \
        Qualifiers of what is pointed to and `restrict` make no difference."
    Operand "operand" "An operator, conversion or access has operands of types that it is made for."
    FieldNumber "field-number" "A field that is named by number exists."
    Arguments "arguments" "A call has as many arguments as its function has parameters, or more if it takes `...`."
    Return "return" "What is returned has the function's type."
    Truth "truth" "Conditions are truth values: of type `bool`."
    LocalDeclared "local-declared" "A local is declared once, and a parameter not at all."
    LocalScope "local-scope" "A local is used behind its declaration, and within the block around that."
    LabelTwice "label-twice" "A label stands once in its function."
    LabelUnknown "label-unknown" "A label that is named stands in the function."
    BreakPlace "break-place" "`break` stands in a loop or `switch`."
    ContinuePlace "continue-place" "`continue` stands in a loop."
    CasePlace "case-place" "`case` and `default` stand in a `switch`, which has at most one `default`."
    CaseRange "case-range" "The values of a `case` are values of the type of the `switch`, in ascending order, and no other `case` \
    has them."
    Unroll "unroll" "A loop is unrolled at least once."
    AsmOperand "asm-operand" "The constraint of an output of `asm` starts with `=` or `+`, that of an input does not."
}
