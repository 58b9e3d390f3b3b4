//! The device IL: the text form of each definition, and the lines that statements are written on.

use cleave_il::{Definition, Module, print_definition};

use super::{Row, Rows};

/// The rows of a device half. `source` is the source's name in places.
pub(crate) fn il(module: &Module, source: &str) -> Vec<Row> {
    let mut rows = Rows::default();
    let first = |definition: Definition<'_>| {
        let place = match definition {
            Definition::Function(function) => function.place.as_ref(),
            Definition::Variable(variable) => variable.place.as_ref(),
            Definition::Record(_) => None,
        };
        place.filter(|place| &*place.file == source).map(|p| p.line)
    };
    // What the source defines comes first; the rest is what it needs.
    let (own, others): (Vec<_>, Vec<_>) = module.definitions().partition(|d| first(*d).is_some());
    for definition in own.into_iter().chain(others) {
        let first = first(definition);
        let mut here = first;
        for (nth, row) in print_definition(definition).lines().enumerate() {
            let (text, offset) = statement(row);
            if let Some(offset) = offset {
                here = first.and_then(|first| first.checked_add_signed(offset));
            }
            // A line of a declaration is that of the whole; one of a statement goes on until the next.
            let is_end =
                nth > 0 && offset.is_none() && matches!(text.trim(), "" | "}" | "} else {");
            if text.trim().is_empty() {
                continue;
            }
            rows.line(&text, if is_end { 0 } else { here.unwrap_or(0) });
        }
        rows.line("", 0);
    }
    rows.finish()
}

/// A line of a function's text without the number that stands behind a statement, and that number: how many lines it is from the
/// function's own (docs/device-il.md). Texts end with a quotation mark, so the number is no part of one.
fn statement(row: &str) -> (String, Option<i32>) {
    let (mut text, mut line) = (row.to_owned(), None);
    // A statement with a block has its own line before the brace and that of the block behind it.
    loop {
        let (body, end) = match text.strip_suffix(" {") {
            Some(body) => (body, " {"),
            None => (&*text, ""),
        };
        let found = body.rsplit_once('!').and_then(|(before, number)| {
            let is_apart = before.is_empty() || before.ends_with(' ');
            let number = number.parse::<i32>().ok().filter(|_| is_apart)?;
            Some((before.trim_end(), number))
        });
        let Some((before, number)) = found else {
            return (text, line);
        };
        line = Some(number);
        text = format!("{before}{end}");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::panes::shown;

    #[test]
    fn statements_have_lines() {
        let module = cleave_il::parse(
            "cleave-il 1\n\n\
             function @f(%a: int) -> int device external at \"a.cu\":5 {\n  declare %b: int !1\n  if less(load(%a), int 10) !2 { !2\n    \
             return int 1 !3\n  }\n  return load(%a) !-1\n}\n\n\
             function @g() -> void device external at \"b.h\":5 {\n  return !1\n}\n",
        )
        .unwrap();
        expect![[r#"
            5   | function @f(%a: int) -> int device external at "a.cu":5 {
            6   |   declare %b: int
            7   |   if less(load(%a), int 10) {
            8   |     return int 1
            -   |   }
            4   |   return load(%a)
            -   | }
            -   | 
            -   | function @g() -> void device external at "b.h":5 {
            -   |   return
            -   | }
            -   | 
        "#]]
        .assert_eq(&shown(&il(&module, "a.cu")));
    }

    #[test]
    fn numbers_behind_statements() {
        assert_eq!(statement("  a !3"), ("  a".to_owned(), Some(3)));
        assert_eq!(statement("  if a !-3 {"), ("  if a {".to_owned(), Some(-3)));
        assert_eq!(
            statement("  if a !3 { !4"),
            ("  if a {".to_owned(), Some(3))
        );
        assert_eq!(statement("  !0"), (String::new(), Some(0)));
        for row in ["  text \" !3\"", "  a", "  }", "  not!3", "  a !x"] {
            assert_eq!(statement(row), (row.to_owned(), None));
        }
    }
}
