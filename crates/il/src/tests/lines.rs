//! Places by their order.

use crate::tests::module;
use crate::{Lines, Module};

/// Two functions of a file and one of another. The lines of the first stand at `first`, and a statement `gap` lines below.
fn numbered(first: u32, gap: u32) -> (Module, Lines) {
    let text = format!(
        "function @a() -> int device external at \"a.cu\":{first} {{
            return int 1 !{gap}
        }}
        function @b() -> int device external at \"b.h\":{} {{
            return int 2 !2
        }}
        function @c() -> int device external at \"a.cu\":{} {{
            return int 3
        }}",
        first * 2,
        first + gap + 3,
    );
    module(&text).with_lines_in_order()
}

#[test]
fn code_that_moves_is_the_same() {
    let (here, lines) = numbered(3, 1);
    let (there, moved) = numbered(30, 1);
    assert_eq!(here, there);
    assert_ne!(lines, moved);
    // A line more between two statements moves what follows.
    assert_eq!(here, numbered(3, 4).0);
    // A statement on the line of another is something else than on one of its own.
    assert_ne!(here, numbered(3, 0).0);
}

#[test]
fn numbers_stand_for_lines() {
    let (module, lines) = numbered(3, 4);
    let found: Vec<_> = (module.functions.iter())
        .filter_map(|f| f.place.as_ref())
        .map(|p| lines.place(&p.file, p.line))
        .collect();
    let expected = [Some(("a.cu", 3)), Some(("b.h", 6)), Some(("a.cu", 10))];
    assert_eq!(found, expected);
    let a = &module.functions[0];
    let place = a.place.as_ref().unwrap();
    let statement = a.code.stmts.values().find_map(|s| s.line).unwrap();
    let at = place.line.checked_add_signed(statement).unwrap();
    assert_eq!(lines.place(&place.file, at), Some(("a.cu", 7)));
    // A back end may write a statement over two lines.
    assert_eq!(lines.place(&place.file, at + 1), Some(("a.cu", 8)));
    assert_eq!(lines.place(&place.file, 0), Some(("a.cu", 0)));
    assert_eq!(lines.place("/2", place.line), None);
    assert_eq!(lines.place("a.cu", place.line), None);
    assert_eq!(lines.place(&place.file, 1), None);
    assert_eq!(lines.place(&place.file, u32::MAX), None);
}
