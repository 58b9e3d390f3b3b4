//! The tables of docs/device-il.md: how each kind of type, constant, expression and statement is written, and what it means.

use std::fmt::Write as _;

use crate::binary::shapes;
use crate::code::{Binary, Conversion, MemberPart, Unary};
use crate::module::{FieldKind, FunctionKind, Linkage, Memory};
use crate::types::{Floating, Integer};
use crate::verify::FaultKind;
use crate::words::{Word, Words};

/// A kind: its name in Rust, its text, its meaning.
type Row = (&'static str, &'static str, &'static str);

const TYPES: &[Row] = &[
    ("Void", "void", "No value."),
    ("Bool", "bool", "A truth value: one byte, 0 or 1."),
    (
        "Integer",
        "INTEGER",
        "An integer type: see its table. Types of one size stay apart, because they do not alias.",
    ),
    ("Floating", "FLOATING", "A floating type: see its table."),
    (
        "Complex",
        "complex(FLOATING)",
        "The real and then the imaginary part.",
    ),
    (
        "Pointer",
        "ptr [restrict](QUALS TYPE)",
        "Eight bytes. References are pointers. `restrict` is a promise about the pointer. The qualifiers are those of what it points to.",
    ),
    (
        "Array",
        "array(TYPE[, LEN])",
        "So many elements; without a length, nobody says how many.",
    ),
    (
        "Vector",
        "vector(TYPE, LEN)",
        "A GNU vector. Its size and alignment are the next power of two.",
    ),
    (
        "Record",
        "record @NAME",
        "A record by name. What only pointers point to need not be in the module.",
    ),
    (
        "Function",
        "fn(TYPE, ... [, ...]) -> TYPE",
        "A function. The return slot and `this` are ordinary parameters, in this order. `...` at the end takes more.",
    ),
    (
        "MemberFunction",
        "memfn",
        "A pointer to a member function, sixteen bytes: the function, or the place in the virtual table in bytes plus one; then what \
        is added to \
         `this`. A pointer to a data member is a `long`, -1 for null.",
    ),
    ("VaList", "va_list", "An element of the target's `va_list`."),
];

const CONSTANTS: &[Row] = &[
    ("Undefined", "undefined", "Bytes of no known value."),
    (
        "Zero",
        "zero",
        "All bytes are zero; of a pointer to a member, null.",
    ),
    (
        "Integer",
        "NUMBER",
        "An integer, a truth value, or a pointer made of a number.",
    ),
    (
        "Floating",
        "FLOAT",
        "A floating value, held with a double's precision.",
    ),
    (
        "Complex",
        "parts FLOAT FLOAT",
        "The real and the imaginary part.",
    ),
    (
        "Address",
        "@NAME [+ BYTES]",
        "The address of a variable or function, and bytes added to it.",
    ),
    (
        "AddressOfText",
        "text CONSTANT [+ BYTES]",
        "The address of a literal, and bytes added to it.",
    ),
    (
        "Text",
        "STRING",
        "The code units of a literal, the terminator among them. Elements of the array behind them are zero.",
    ),
    (
        "Record",
        "{NUMBER: CONSTANT, ...}",
        "Fields by number. Other bytes are zero.",
    ),
    (
        "Array",
        "[CONSTANT, ...]",
        "The first elements of an array or vector. Others are zero.",
    ),
    (
        "MemberFunction",
        "member @NAME [+ BYTES]",
        "A pointer to a member function that is not virtual, and what is added to `this`.",
    ),
    (
        "VirtualMemberFunction",
        "virtual_member NUMBER [+ BYTES]",
        "A pointer to a virtual member function: the bytes into the virtual table, and what is added to `this`.",
    ),
];

const EXPRESSIONS: &[Row] = &[
    ("Local", "%NAME", "Place. A parameter or local."),
    ("Global", "@NAME: TYPE", "Place. A variable."),
    (
        "Text",
        "text CONSTANT",
        "Place. A literal: an array or a record that nobody may change.",
    ),
    (
        "Deref",
        "deref(POINTER)",
        "Place. What a pointer points to.",
    ),
    (
        "Field",
        "field NUMBER (PLACE): TYPE",
        "Place. A field of a record, by its number from 0.",
    ),
    (
        "Element",
        "element(PLACE, INDEX)",
        "Place. An element of an array.",
    ),
    (
        "Lane",
        "lane(PLACE, INDEX)",
        "Place. An element of a vector.",
    ),
    (
        "Part",
        "real(PLACE), imaginary(PLACE)",
        "Place. A part of a complex number.",
    ),
    ("Constant", "CONSTANT", "A constant."),
    (
        "Load",
        "load(PLACE)",
        "What the place holds. Each load of a volatile place happens.",
    ),
    (
        "Address",
        "address(PLACE)",
        "A pointer to the place. Its type is a pointer without qualifiers unless it is written.",
    ),
    (
        "Function",
        "function @NAME: TYPE",
        "A pointer to a function. Its type may be another than the declared one: the pointer is converted.",
    ),
    (
        "LabelAddress",
        "label_address NAME: TYPE",
        "A pointer to a label of the function.",
    ),
    (
        "Convert",
        "convert CONVERSION (VALUE): TYPE",
        "A conversion to the type: see its table. Of vectors it goes element by element.",
    ),
    ("Unary", "OPERATOR(VALUE)", "An operator with one operand."),
    (
        "Binary",
        "OPERATOR(VALUE, VALUE)",
        "An operator with two operands, in no order. Comparisons give `bool`, of vectors a vector of integers with all bits set or none.",
    ),
    (
        "Logical",
        "both(VALUE, VALUE), either(VALUE, VALUE)",
        "Both or one of two truth values. The second is evaluated only if the first does not decide.",
    ),
    (
        "Conditional",
        "conditional(TRUTH, VALUE, VALUE)",
        "The second where the first is true, else the third. The other one is not evaluated.",
    ),
    (
        "Comma",
        "comma(VALUE, VALUE)",
        "Both in this order. The value is the second's.",
    ),
    (
        "Store",
        "store(PLACE, VALUE)",
        "Stores the value. It is the value of the expression too.",
    ),
    (
        "Compound",
        "compound OPERATOR TYPE (PLACE, VALUE)",
        "Loads the place, converts to the type, computes with the value, converts back and stores; the place is evaluated once. The \
        value is what \
         was stored. With a pointer, the type is the pointer's.",
    ),
    (
        "Step",
        "pre_increment(PLACE), pre_decrement(PLACE), post_increment(PLACE), post_decrement(PLACE)",
        "Adds or subtracts one; to a pointer one element. The value is the new one (`pre`) or the old one (`post`).",
    ),
    (
        "Clear",
        "clear(PLACE)",
        "Sets all bytes of the place to zero. There is no value.",
    ),
    (
        "Copy",
        "copy(PLACE, PLACE or CONSTANT)",
        "Copies the bytes of the second to the start of the first. Both have one type, or are arrays of one element type. There is no \
        value.",
    ),
    (
        "Call",
        "call @NAME(VALUE, ...)",
        "A call of a function by name. Arguments are evaluated in no order.",
    ),
    (
        "CallPointer",
        "call_pointer(POINTER, VALUE, ...)",
        "A call through a pointer.",
    ),
    (
        "Builtin",
        "builtin NAME(ANY, ...)",
        "A call of something that the compiler of the device defines. Operands are places or values, as it takes them.",
    ),
    (
        "VirtualFunction",
        "virtual_function NUMBER (POINTER): TYPE",
        "The final overrider in the virtual table of an object: a pointer to a function. The number counts functions from 0.",
    ),
    (
        "VirtualOffset",
        "virtual_offset BYTES (POINTER)",
        "What stands in the virtual table of an object so many bytes from its address point (so the number is negative): a `long`.",
    ),
    (
        "MemberPart",
        "member_function(VALUE), member_adjustment(VALUE)",
        "A part of a pointer to a member function: see its table.",
    ),
    (
        "Statements",
        "statements({...}[, VALUE])",
        "Runs a block. The value is evaluated at its end and sees its locals.",
    ),
    (
        "NextArgument",
        "next_argument(POINTER): TYPE",
        "The next variable argument of a list that is pointed to.",
    ),
];

const STATEMENTS: &[Row] = &[
    ("Expr", "EXPRESSION", "Evaluates it. Its value is not used."),
    (
        "Declare",
        "declare %NAME: QUALS TYPE [align N]",
        "A local comes to life, without a value. It ends with the block around. A jump over it is allowed.",
    ),
    ("Block", "{ ... }", "Statements one after the other."),
    ("If", "if TRUTH BODY [else BODY]", "One of two."),
    (
        "Loop",
        "loop [after] [while TRUTH] [step VALUE] [unroll full|N] BODY",
        "Asks the condition, runs the body, evaluates the step, and starts again. With `after` the condition is asked behind the step \
        instead. \
         Without a condition it runs for ever. `continue` goes to the step. `unroll 1` forbids unrolling.",
    ),
    (
        "Switch",
        "switch INTEGER BODY",
        "Goes to the case that has the value, else to the default, else behind the body.",
    ),
    (
        "Case",
        "case NUMBER [to NUMBER]",
        "The place in the innermost `switch` for these values.",
    ),
    ("Default", "default", "The place for all others."),
    ("Label", "label NAME", "A place to go to."),
    ("Goto", "goto NAME", "Goes to a label of the function."),
    (
        "GotoPointer",
        "goto_pointer POINTER",
        "Goes to the label that the pointer points to.",
    ),
    ("Break", "break", "Ends the innermost loop or `switch`."),
    (
        "Continue",
        "continue",
        "Goes to the next round of the innermost loop.",
    ),
    (
        "Return",
        "return [VALUE]",
        "Ends the function. A value stands on the same line.",
    ),
    (
        "Asm",
        "asm [volatile] [extended] STRING [out(OPERAND, ...)] [in(OPERAND, ...)] [clobber(STRING, ...)]",
        "GNU's assembly. `%` means something in the string only if it is `extended`. An operand is `[NAME] STRING EXPRESSION`: the \
        name may be left out, the string is the constraint. \
        Outputs are \
         places, inputs values.",
    ),
    (
        "Taken",
        "taken BODY",
        "What `if constexpr` keeps. It is apart from what stands around it, as the branch of an `if` is.",
    ),
];

/// The tables by their names, as Markdown.
pub fn reference() -> Vec<(&'static str, String)> {
    vec![
        ("types", kinds("Type", TYPES)),
        ("integers", words(Integer::WORDS)),
        ("floatings", words(Floating::WORDS)),
        ("constants", kinds("ConstantKind", CONSTANTS)),
        ("expressions", kinds("ExprKind", EXPRESSIONS)),
        ("conversions", words(Conversion::WORDS)),
        ("unary", words(Unary::WORDS)),
        ("binary", words(Binary::WORDS)),
        ("member-parts", words(MemberPart::WORDS)),
        ("statements", kinds("StmtKind", STATEMENTS)),
        ("fields", words(FieldKind::WORDS)),
        ("linkages", words(Linkage::WORDS)),
        ("functions", words(FunctionKind::WORDS)),
        ("memories", words(Memory::WORDS)),
        ("rules", rules()),
        ("shapes", shape_table()),
    ]
}

/// A bar would end a cell of the table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn kinds(of: &str, rows: &[Row]) -> String {
    let mut out = String::from("| number | kind | text | meaning |\n|---|---|---|---|\n");
    let shapes = shapes().filter(|shape| shape.of == of && !shape.kind.is_empty());
    for shape in shapes {
        let row = rows.iter().find(|row| row.0 == shape.kind);
        let (_, text, meaning) = row.copied().unwrap_or_default();
        let _ = writeln!(
            out,
            "| {} | {} | `{}` | {} |",
            shape.number,
            shape.kind,
            cell(text),
            cell(meaning)
        );
    }
    out
}

fn words(words: &[Word]) -> String {
    let mut out = String::from("| number | name | word | meaning |\n|---|---|---|---|\n");
    for (number, word) in words.iter().enumerate() {
        let _ = writeln!(
            out,
            "| {number} | {} | `{}` | {} |",
            word.name,
            word.word,
            cell(word.meaning)
        );
    }
    out
}

fn rules() -> String {
    let mut out = String::from("| name | rule |\n|---|---|\n");
    for rule in FaultKind::ALL {
        let _ = writeln!(out, "| `{}` | {} |", rule.name(), cell(rule.rule()));
    }
    out
}

fn shape_table() -> String {
    let mut out = String::from("| what | number | fields in order |\n|---|---|---|\n");
    for shape in shapes() {
        let (name, number) = match shape.kind {
            "" => (shape.of.to_owned(), String::new()),
            kind => (format!("{}::{kind}", shape.of), shape.number.to_string()),
        };
        let _ = writeln!(out, "| {name} | {number} | {} |", shape.fields.join(", "));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_row_and_every_row_its_kind() {
        for (of, rows) in [
            ("Type", TYPES),
            ("ConstantKind", CONSTANTS),
            ("ExprKind", EXPRESSIONS),
            ("StmtKind", STATEMENTS),
        ] {
            let kinds: Vec<&str> = shapes()
                .filter(|s| s.of == of && !s.kind.is_empty())
                .map(|s| s.kind)
                .collect();
            let named: Vec<&str> = rows.iter().map(|row| row.0).collect();
            assert_eq!(kinds, named, "{of}");
        }
    }
}
