//! Text for people, in the reference's layout. Knows no severities but those it is handed.

use std::fmt::Write as _;

use super::{message, source_line, wrap};
use crate::diagnostic::{Context, Diagnostic};
use crate::location::Location;
use crate::message::{Rich, line};
use crate::options::{Layout, Options, Style};
use crate::session::{Counts, ExitStatus, Judged};
use crate::severity::Severity;

/// Indentation of a message's further lines, and of a single instantiation context.
const INDENT: usize = 10;
/// Indentation of a message's details, and of an entry in a list of contexts.
const LIST_INDENT: usize = 12;

fn style(severity: Severity) -> Style {
    match severity {
        Severity::Suppressed | Severity::Note | Severity::Remark => Style::Note,
        Severity::Warning => Style::Warning,
        _ => Style::Error,
    }
}

/// Appends a diagnostic with its notes and contexts, and the blank line after it.
pub(crate) fn diagnostic(out: &mut Vec<u8>, layout: &Layout, judged: Judged<'_>) {
    one(out, layout, judged);
    for note in &judged.diagnostic.notes {
        one(
            out,
            layout,
            Judged {
                diagnostic: note,
                severity: Severity::Note,
                numbered: true,
            },
        );
    }
    contexts(out, layout, judged.diagnostic);
    if !layout.brief {
        out.push(b'\n');
    }
}

/// Appends header, details and source line.
fn one(out: &mut Vec<u8>, layout: &Layout, judged: Judged<'_>) {
    let Judged {
        diagnostic,
        severity,
        numbered,
    } = judged;
    let at = diagnostic.at.as_ref();
    let file = at.map(|at| &*at.file);
    let mut header = Rich::default();
    locus(&mut header, at);
    let word = if at.is_some() {
        severity.word()
    } else {
        severity.capitalised()
    };
    header.styled(style(severity), word);
    if numbered && layout.display_numbers {
        header.text(&format!(" #{}-D", diagnostic.code));
    }
    header.text(": ");
    header.extend(message(diagnostic));
    wrap::render(out, &header, layout, 0, INDENT);
    for detail in &diagnostic.details {
        wrap::render(
            out,
            &line(detail, file),
            layout,
            LIST_INDENT,
            LIST_INDENT + INDENT,
        );
    }
    if layout.brief {
        return;
    }
    if let Some(at) = at
        && let Some(source) = &at.source
        && at.column > 0
    {
        source_line::render(out, source, at.column);
    }
}

fn locus(header: &mut Rich, at: Option<&Location>) {
    let Some(at) = at else { return };
    if at.end_of_source {
        header.text("At end of source");
    } else if &*at.file == "-" {
        header.styled(Style::Locus, &format!("Line {}", at.line));
    } else {
        header.styled(Style::Locus, &format!("{}({})", at.file, at.line));
    }
    header.text(": ");
}

/// How many contexts at either end are shown of `count`; `None` when all are. Leaving out a single one would
/// save no line.
pub(super) fn shown_at_ends(count: usize, limit: usize) -> Option<usize> {
    let half = (limit / 2).max(1);
    (limit != 0 && count.saturating_sub(half * 2) >= 2).then_some(half)
}

fn contexts(out: &mut Vec<u8>, layout: &Layout, diagnostic: &Diagnostic) {
    let file = diagnostic.at.as_ref().map(|at| &*at.file);
    let entry = |out: &mut Vec<u8>, lead: &str, context: &Context, indent| {
        let mut rich = Rich::default();
        rich.text(lead);
        rich.extend(line(&context.what, file));
        rich.text(" ");
        rich.styled(Style::Range, &context.place.seen_from(file));
        wrap::render(out, &rich, layout, indent, indent + INDENT);
    };
    let all = diagnostic.contexts.as_slice();
    match all {
        [] => return,
        [single] => return entry(out, "detected during ", single, INDENT),
        _ => {}
    }
    let blanks = |out: &mut Vec<u8>, count| out.extend(std::iter::repeat_n(b' ', count));
    blanks(out, INDENT);
    out.extend_from_slice(b"detected during:\n");
    match shown_at_ends(all.len(), layout.context_limit) {
        None => all
            .iter()
            .for_each(|context| entry(out, "", context, LIST_INDENT)),
        Some(half) => {
            all[..half]
                .iter()
                .for_each(|context| entry(out, "", context, LIST_INDENT));
            blanks(out, LIST_INDENT);
            let hidden = all.len() - 2 * half;
            out.extend_from_slice(
                format!("[ {hidden} instantiation contexts not shown ]\n").as_bytes(),
            );
            all[all.len() - half..]
                .iter()
                .for_each(|context| entry(out, "", context, LIST_INDENT));
        }
    }
}

/// Appends a message that has no number. Command-line errors come before colours are set up, so they have none.
pub(crate) fn free(out: &mut Vec<u8>, layout: &Layout, severity: Severity, message: &str) {
    let mut rich = Rich::default();
    if severity == Severity::CommandLineError {
        rich.text(severity.capitalised());
    } else {
        rich.styled(style(severity), severity.capitalised());
    }
    let mut lines = message.lines();
    rich.text(": ");
    rich.text(lines.next().unwrap_or_default());
    wrap::render(out, &rich, layout, 0, INDENT);
    for line in lines {
        let mut rich = Rich::default();
        rich.text(line);
        wrap::render(out, &rich, layout, LIST_INDENT, LIST_INDENT + INDENT);
    }
    if !layout.brief {
        out.push(b'\n');
    }
}

/// Appends what stands after all diagnostics. Warnings are not counted aloud.
pub(crate) fn summary(out: &mut Vec<u8>, counts: Counts, status: ExitStatus, options: &Options) {
    let mut text = String::new();
    let plural = |n: u32| if n == 1 { "" } else { "s" };
    if counts.errors > 0 {
        let _ = write!(text, "{} error{}", counts.errors, plural(counts.errors));
    }
    if counts.catastrophes > 0 {
        let joint = if text.is_empty() { "" } else { " and " };
        let _ = write!(
            text,
            "{joint}{} catastrophic error{}",
            counts.catastrophes,
            plural(counts.catastrophes)
        );
    }
    if !text.is_empty() {
        let _ = match &options.source_name {
            Some(name) => writeln!(text, " detected in the compilation of \"{name}\"."),
            None => writeln!(text, " detected in this compilation."),
        };
    }
    match status {
        ExitStatus::Clean | ExitStatus::Errors => {}
        ExitStatus::Terminated => text.push_str("Compilation terminated.\n"),
        ExitStatus::Aborted => text.push_str("Compilation aborted.\n"),
    }
    out.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::shown_at_ends;

    // The reference's behaviour for chains of 2 to 7 and limits of 1 to 6.
    #[test]
    fn elision() {
        let table: Vec<Vec<Option<usize>>> = (2..=7)
            .map(|count| (1..=6).map(|limit| shown_at_ends(count, limit)).collect())
            .collect();
        let (n, one, two) = (None, Some(1), Some(2));
        assert_eq!(
            table,
            [
                [n, n, n, n, n, n],
                [n, n, n, n, n, n],
                [one, one, one, n, n, n],
                [one, one, one, n, n, n],
                [one, one, one, two, two, n],
                [one, one, one, two, two, n],
            ]
        );
        assert_eq!(shown_at_ends(1000, 0), None);
        assert_eq!(shown_at_ends(12, 10), Some(5));
        assert_eq!(shown_at_ends(11, 10), None);
        assert_eq!(shown_at_ends(usize::MAX, usize::MAX), None);
    }
}
