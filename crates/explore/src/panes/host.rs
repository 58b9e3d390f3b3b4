//! The host half: what the source itself became. What its headers became is folded.

use super::{Row, Rows, marker};

/// The rows of a host half. `source` is the source's name in line markers.
pub(crate) fn host(text: &str, source: &str) -> Vec<Row> {
    let mut rows = Rows::default();
    let (mut file, mut line, mut begun) = (String::new(), 0u32, false);
    // Lines of headers since the last line that is shown, without the empty ones.
    let mut folded = 0usize;
    for row in text.lines() {
        if let Some((next, name)) = marker(row) {
            line = next;
            file = name.unwrap_or(file);
            // The preprocessor's text names what is built in before anything else.
            begun |= file != source;
            continue;
        }
        let here = line;
        line = line.saturating_add(1);
        // The text begins with lines of Cleave's own, and ends with those around the stub.
        let (is_own, is_source) = (!begun || file.ends_with(".stub.c"), file == source);
        if !is_own && !is_source {
            folded += usize::from(!row.trim().is_empty());
            continue;
        }
        if folded > 0 {
            rows.fold(match folded {
                1 => "1 line of headers".to_owned(),
                n => format!("{n} lines of headers"),
            });
            folded = 0;
        }
        if is_own && row.trim().is_empty() {
            continue;
        }
        rows.line(row, if is_own { 0 } else { here });
    }
    rows.finish()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::panes::shown;

    #[test]
    fn headers_are_folded() {
        let text = "# 1 \"a.cu\"\n#pragma P\n\n# 1\n#pragma Q\n# 0 \"a.cu\"\n# 0 \"<built-in>\"\n# 1 \"/h/x.h\" 1\nint a;\n\nint b;\n# 2 \"a.cu\" 2\nvoid k()\n;\n\n\
                    # 9 \"a.cu\"\nint main() { }\n# 1 \"a.cudafe1.stub.c\"\n#include \"a.cudafe1.stub.c\"\n";
        expect![[r#"
            -   | #pragma P
            -   | #pragma Q
            ... | 2 lines of headers
            2   | void k()
            3   | ;
            4   | 
            9   | int main() { }
            -   | #include "a.cudafe1.stub.c"
        "#]]
        .assert_eq(&shown(&host(text, "a.cu")));
    }
}
