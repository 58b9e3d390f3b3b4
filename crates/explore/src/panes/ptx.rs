//! PTX: the instructions, and the lines that they come from. What debuggers want is left out (PTX ISA, Debugging Directives).

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Row, Rows};

/// The rows of a PTX text that was made with `-lineinfo`. `source` is the source's path as the text has it, `kernels` are the lines of
/// kernels by their linker names.
pub(crate) fn ptx(
    text: &str,
    is_source: impl Fn(&str) -> bool,
    kernels: &FxHashMap<&str, u32>,
) -> Vec<Row> {
    let mut rows = Rows::default();
    // Files are numbered behind the code.
    let files: FxHashSet<&str> = text
        .lines()
        .filter_map(file)
        .filter(|f| is_source(f.1))
        .map(|f| f.0)
        .collect();
    let (mut here, mut in_section) = (0, false);
    for row in text.lines() {
        let words = row.trim();
        if in_section {
            in_section = words != "}";
            continue;
        }
        if words.starts_with(".section") {
            in_section = true;
            continue;
        }
        if file(row).is_some() || words.starts_with("// .globl") {
            continue;
        }
        if let Some(place) = words.strip_prefix(".loc") {
            let mut numbers = place.split([' ', '\t', ',']).filter(|w| !w.is_empty());
            let (of, line) = (numbers.next(), numbers.next());
            let line = line.and_then(|line| line.parse().ok()).unwrap_or(0);
            here = if of.is_some_and(|f| files.contains(f)) {
                line
            } else {
                0
            };
            continue;
        }
        if let Some(name) = declared(words) {
            here = kernels.get(name).copied().unwrap_or(0);
        }
        rows.line(row, if words.is_empty() { 0 } else { here });
        if words == "}" {
            here = 0;
        }
    }
    rows.finish()
}

/// The number and the name of a file.
fn file(row: &str) -> Option<(&str, &str)> {
    let rest = row.trim().strip_prefix(".file")?.trim_start();
    let (number, rest) = rest.split_once(['\t', ' '])?;
    let name = rest.trim_start().strip_prefix('"')?;
    Some((number, name.split_once('"')?.0))
}

/// The name of a kernel that is declared.
fn declared(words: &str) -> Option<&str> {
    let (_, name) = words.split_once(".entry ")?;
    Some(name.split(['(', ' ', '{']).next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::panes::shown;

    #[test]
    fn instructions_have_lines() {
        let text = ".version 9.0\n\t// .globl\tk\n.visible .entry k(\n\t.param .u32 k_param_0\n)\n{\n\t.loc\t1 8 0\n\tld;\n\
                    \t.loc\t2 3 5, function_name $L, inlined_at 1 8 9\n\tadd;\n\t.loc 1 9 1\n\tret;\n}\n\n.func f()\n{\n\tret;\n}\n\
                    \t.file\t1 \"/w/a.cu\"\n\t.file\t2 \"/w/b.h\"\n\t.section\t.debug_str\n\t{\n.b8 95\n\t}\n";
        let kernels = FxHashMap::from_iter([("k", 8)]);
        expect![[r#"
            -   | .version 9.0
            8   | .visible .entry k(
            8   | 	.param .u32 k_param_0
            8   | )
            8   | {
            8   | 	ld;
            -   | 	add;
            9   | 	ret;
            9   | }
            -   | 
            -   | .func f()
            -   | {
            -   | 	ret;
            -   | }
        "#]]
        .assert_eq(&shown(&ptx(text, |file| file == "/w/a.cu", &kernels)));
    }
}
