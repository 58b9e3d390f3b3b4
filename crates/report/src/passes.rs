//! The reports of several passes over one source as one: each diagnostic once, each with the line that it is about.
//!
//! It must not know how a pass came to its report.

use cleave_base_db::encode;
use cleave_diagnostics::{Diagnostic, Reported};

/// Gives the line to what was found after parsing, which the reference shows without one.
pub fn show_line(d: &mut Diagnostic, text: &str) {
    if let Some(at) = &mut d.at
        && at.source.is_none()
        && at.column > 0
        && let Some((before, behind)) = text.split_at_checked(at.offset as usize)
    {
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let end = behind.find('\n').unwrap_or(behind.len());
        let line = &text[start..before.len() + end];
        at.source = Some(encode(line).as_ref().into());
    }
    for note in &mut d.notes {
        show_line(note, text);
    }
}

/// Adds what another pass reported and the ones before did not, each before what stands behind it in the same file.
pub fn merge(all: &mut Vec<Reported>, more: Vec<Reported>) {
    let key = |r: &Reported| {
        let at = r.diagnostic.at.as_ref();
        (
            r.diagnostic.code,
            r.severity,
            at.map(|at| (at.file.clone(), at.line, at.column, at.end_of_source)),
            r.message(),
        )
    };
    let known: Vec<_> = all.iter().map(key).collect();
    for r in more {
        if known.contains(&key(&r)) {
            continue;
        }
        let place = |r: &Reported| {
            let at = r.diagnostic.at.clone()?;
            (!at.end_of_source).then_some((at.file, at.line))
        };
        let behind = place(&r).and_then(|(file, line)| {
            all.iter()
                .position(|other| place(other).is_some_and(|p| p.0 == file && p.1 > line))
        });
        all.insert(behind.unwrap_or(all.len()), r);
    }
}

#[cfg(test)]
mod tests {
    use cleave_codes::codes;
    use cleave_diagnostics::{Arg, Location, Severity};

    use super::*;

    fn undefined(name: &str, line: u32, column: u32) -> Reported {
        let at = Location::new("a.cu", line, column, &b"text"[..]);
        Reported {
            diagnostic: Diagnostic::new(codes::UNDEFINED_IDENTIFIER)
                .arg(Arg::name(name))
                .at(at),
            severity: Severity::Error,
            numbered: false,
        }
    }

    #[test]
    fn equal_reports_are_one() {
        let mut all = vec![undefined("a", 1, 1), undefined("b", 5, 1)];
        let device = [
            undefined("b", 5, 1),
            undefined("b", 5, 3),
            undefined("c", 3, 1),
            undefined("d", 9, 1),
        ];
        merge(&mut all, device.into());
        let shown: Vec<String> = all
            .iter()
            .map(|r| {
                let at = r.diagnostic.at.as_ref().expect("a place");
                format!("{}:{} {}", at.line, at.column, r.message())
            })
            .collect();
        assert_eq!(
            shown,
            [
                r#"1:1 identifier "a" is undefined"#,
                r#"3:1 identifier "c" is undefined"#,
                r#"5:1 identifier "b" is undefined"#,
                r#"5:3 identifier "b" is undefined"#,
                r#"9:1 identifier "d" is undefined"#,
            ]
        );
    }
}
