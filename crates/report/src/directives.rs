//! What is wrong with directives and pragmas, and with single bytes: everything that no item's tree shows.

use std::path::Path;

use cleave_base_db::{Db, SourceFile, is_stray_byte};
use cleave_codes::codes;
use cleave_diagnostics::{Arg, Diagnostic, Pragma, PragmaMap, PragmaProblem};
use cleave_syntax::SyntaxKind;
use cleave_syntax::lexer::next_token;

use crate::places::Places;

/// The pragmas that control diagnostics, and what is wrong with them, with offsets.
pub fn pragmas(db: &dyn Db, file: SourceFile) -> (PragmaMap, Vec<(usize, Diagnostic)>) {
    let place = Places::new(db, file);
    let (text, skeleton) = (place.text, place.skeleton);
    let mut map = PragmaMap::default();
    let mut problems = Vec::new();
    for span in &skeleton.directives {
        let directive = span.of(text);
        let Some(body) = directive
            .trim_start_matches('#')
            .trim_start()
            .strip_prefix("pragma")
        else {
            continue;
        };
        let start = span.end as usize - body.len();
        if let Some(pragma) = Pragma::parse(body) {
            let late: Option<PragmaProblem> = map.add(span.start, &pragma);
            for problem in pragma.problems.into_iter().chain(late) {
                let offset = start + problem.offset;
                problems.push((offset, problem.diagnostic(place.location(offset))));
            }
        }
    }
    (map, problems)
}

/// The GCC pragmas that the reference knows.
const GCC_PRAGMAS: [&str; 12] = [
    "dependency",
    "diagnostic",
    "error",
    "ivdep",
    "poison",
    "pop_options",
    "push_options",
    "reset_options",
    "system_header",
    "target",
    "visibility",
    "warning",
];

/// Where the word stands that a `#pragma GCC` is about, if it means nothing to the reference.
fn unknown_gcc_pragma(directive: &str, rest: &str) -> Option<usize> {
    let about = rest.trim_start().strip_prefix("GCC")?;
    let word = about.trim_start();
    let name = word
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()?;
    let separate = about.is_empty() || about.starts_with(char::is_whitespace);
    (directive == "pragma" && separate && !GCC_PRAGMAS.contains(&name))
        .then(|| rest.len() - word.len())
}

/// Every directive [cpp], and GCC's.
const DIRECTIVES: [&str; 24] = [
    "assert",
    "cpp_assert",
    "define",
    "elif",
    "elifdef",
    "elifndef",
    "else",
    "embed",
    "endif",
    "error",
    "ident",
    "if",
    "ifdef",
    "ifndef",
    "import",
    "include",
    "include_next",
    "line",
    "module",
    "pragma",
    "sccs",
    "unassert",
    "undef",
    "warning",
];

impl Places<'_> {
    /// Directives that stand for a diagnostic of their own: `#warning`, and words that are none.
    pub(crate) fn directives(&self) -> Vec<(usize, Diagnostic)> {
        let mut out = Vec::new();
        for span in &self.skeleton.directives {
            let directive = span.of(self.text);
            let rest = directive.trim_start_matches('#').trim_start();
            let length = rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            let (word, rest_of_line) = rest.split_at(length);
            if let Some(offset) = unknown_gcc_pragma(word, rest_of_line) {
                let offset = span.range().end - rest_of_line.len() + offset;
                let d = Diagnostic::new(codes::UNRECOGNIZED_GCC_PRAGMA).at(self.location(offset));
                out.push((offset, d));
                continue;
            }
            let d = if word == "warning" {
                Diagnostic::new(codes::WARNING_DIRECTIVE).arg(Arg::text(rest_of_line.trim_start()))
            } else if word.starts_with(|c: char| c.is_alphabetic()) && !DIRECTIVES.contains(&word) {
                Diagnostic::new(codes::UNRECOGNIZED_DIRECTIVE)
            } else {
                continue;
            };
            let offset = span.start as usize + directive.len() - rest.len();
            out.push((offset, d.at(self.location(offset))));
        }
        out
    }

    /// `#include` of a file that is not there. Nothing but preprocessed text is read here, so that one that is there is no
    /// concern either.
    pub(crate) fn includes(&self, is_there: &dyn Fn(&Path) -> bool) -> Vec<(usize, Diagnostic)> {
        let mut out = Vec::new();
        for span in &self.skeleton.directives {
            let directive = span.of(self.text).trim_start_matches('#').trim_start();
            let Some(rest) = directive.strip_prefix("include") else {
                continue;
            };
            let quoted = rest
                .trim()
                .strip_prefix('"')
                .and_then(|r| r.split_once('"'));
            let Some((name, _)) = quoted.filter(|q| !q.0.is_empty()) else {
                continue;
            };
            let at = self.location(span.start as usize);
            let beside = Path::new(&*at.file).with_file_name(name);
            if !is_there(&beside) && !is_there(Path::new(name)) {
                // The reference has read to the end of the line when it looks for the file.
                let end = span.start as usize + span.of(self.text).trim_end().len();
                let d = Diagnostic::new(codes::CANNOT_OPEN_FILE)
                    .arg(Arg::text("source file"))
                    .arg(Arg::name(name))
                    .at(self.location(end));
                out.push((span.start as usize, d));
            }
        }
        out
    }

    /// Bytes that are no UTF-8 matter in literals only.
    pub(crate) fn stray_bytes(&self) -> Vec<(usize, Diagnostic)> {
        let bytes = self.text.as_bytes();
        let mut out = Vec::new();
        let mut pos = 0;
        let mut line_start = true;
        while pos < bytes.len() {
            let t = next_token(bytes, pos, line_start);
            let end = pos + t.len as usize;
            match t.kind {
                SyntaxKind::WHITESPACE => line_start |= bytes[pos..end].contains(&b'\n'),
                SyntaxKind::STRING_LITERAL | SyntaxKind::CHAR_LITERAL => {
                    line_start = false;
                    let stray = self.text[pos..end]
                        .char_indices()
                        .filter(|(_, c)| is_stray_byte(*c));
                    out.extend(stray.map(|(i, _)| {
                        (
                            pos + i,
                            Diagnostic::new(codes::INVALID_MULTIBYTE_CHARACTER)
                                .at(self.location(pos + i)),
                        )
                    }));
                }
                _ => line_start = false,
            }
            pos = end;
        }
        out
    }
}
