//! The raw listing (`--list`): the source line by line, with what was reported before the line it concerns (reference: diagnostics,
//! Listing). Knows nothing of how diagnostics come to be.

use cleave_diagnostics::ListEntry;

/// The listing of a text under a name. Entries come in the order in which they were reported; one without a place belongs to
/// the entry before it.
pub(crate) fn listing(name: &str, text: &str, entries: &[ListEntry]) -> String {
    let mut out = format!("L 1 \"{name}\"\n");
    let mut placed: Vec<(usize, &str)> = Vec::new();
    let mut last = 0;
    for entry in entries {
        last = entry.offset.map_or(last, |offset| offset as usize);
        placed.push((last, &entry.lines));
    }
    placed.sort_by_key(|(offset, _)| *offset);
    let mut placed = placed.into_iter().peekable();
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        if let Some((number, file)) = marker(line) {
            out.push_str(&format!("L {number} \"{file}\"\n"));
        }
        while let Some((_, lines)) = placed.next_if(|(offset, _)| *offset < end) {
            out.push_str(lines);
        }
        out.push_str(&format!("N{}\n", line.trim_end_matches('\n')));
    }
    for (_, lines) in placed {
        out.push_str(lines);
    }
    out
}

/// Line and file of a line marker.
fn marker(line: &str) -> Option<(u32, &str)> {
    let rest = line.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").map_or(rest, str::trim_start);
    let (number, rest) = rest.split_once(' ')?;
    let file = rest.trim_start().strip_prefix('"')?;
    Some((number.parse().ok()?, &file[..file.find('"')?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagnostics_stand_before_their_line() {
        let entry = |offset, lines: &str| ListEntry {
            offset,
            lines: lines.to_owned(),
        };
        let text = "# 1 \"x.cu\"\nint a;\nint b;";
        let entries = [
            entry(Some(13), "W a\n"),
            entry(None, "R hint\n"),
            entry(Some(99), "E end\n"),
        ];
        expect_test::expect![[r#"
            L 1 "x.ii"
            L 1 "x.cu"
            N# 1 "x.cu"
            W a
            R hint
            Nint a;
            Nint b;
            E end
        "#]]
        .assert_eq(&listing("x.ii", text, &entries));
    }
}
