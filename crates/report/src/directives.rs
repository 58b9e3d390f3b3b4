//! What is wrong with directives and pragmas, and with single bytes: everything that no item's tree shows.

use std::path::Path;

use cleave_base_db::{Db, SourceFile, is_stray_byte};
use cleave_codes::codes;
use cleave_diagnostics::{Arg, Diagnostic, Pragma, PragmaMap, PragmaProblem};
use cleave_syntax::SyntaxKind;
use cleave_syntax::lexer::next_token;

use crate::places::{Places, Stretch};
use crate::pragmas::packing;

/// The pragmas that control diagnostics, and what is wrong with them, with offsets.
pub fn pragmas(db: &dyn Db, file: SourceFile) -> (PragmaMap, Vec<(usize, Diagnostic)>) {
    Places::new(db, file).controlling_pragmas()
}

/// What follows `#pragma`, if a directive is one.
fn pragma_body(directive: &str) -> Option<&str> {
    let directive = directive.trim_start_matches('#').trim_start();
    directive.strip_prefix("pragma")
}

/// A directive as a pragma that controls diagnostics.
pub(crate) fn controlling(directive: &str) -> Option<Pragma> {
    Pragma::parse(pragma_body(directive)?)
}

/// The word of a directive, and what stands behind it.
fn word(directive: &str) -> (&str, &str) {
    let rest = directive.trim_start_matches('#').trim_start();
    let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
    rest.split_at(word.unwrap_or(rest.len()))
}

/// Whether a directive may stand for a diagnostic of its own: `#warning`, a word that is none, a pragma of GCC that means nothing, one
/// that packs.
pub(crate) fn is_reportable(directive: &str) -> bool {
    let (word, rest) = word(directive);
    word == "warning"
        || is_unknown(word)
        || unknown_gcc_pragma(word, rest).is_some()
        || cleave_names::pack_arguments(directive).is_some()
}

fn is_unknown(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic()) && !DIRECTIVES.contains(&word)
}

/// The file that a directive includes, in quotes.
pub(crate) fn included(directive: &str) -> Option<&str> {
    let directive = directive.trim_start_matches('#').trim_start();
    let quoted = directive
        .strip_prefix("include")?
        .trim()
        .strip_prefix('"')?;
    let (name, _) = quoted.split_once('"')?;
    (!name.is_empty()).then_some(name)
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

impl<'a> Places<'a> {
    /// The pragmas that control diagnostics, and what is wrong with them, with offsets.
    pub(crate) fn controlling_pragmas(&self) -> (PragmaMap, Vec<(usize, Diagnostic)>) {
        let mut map = PragmaMap::default();
        let mut problems = Vec::new();
        for stretch in &self.stretches {
            for (number, pragma) in &self.reportable(stretch).control {
                let span = stretch.skeleton.directives[*number as usize];
                let body = pragma_body(span.of(stretch.text)).unwrap_or_default();
                let start = stretch.start + span.end as usize - body.len();
                let at = stretch.start as u32 + span.start;
                let late: Option<PragmaProblem> = map.add(at, pragma);
                for problem in pragma.problems.iter().copied().chain(late) {
                    let offset = start + problem.offset;
                    problems.push((offset, problem.diagnostic(self.location(offset))));
                }
            }
        }
        (map, problems)
    }

    /// Directives that stand for a diagnostic of their own: `#warning`, and words that are none.
    pub(crate) fn directives(&self) -> Vec<(usize, Diagnostic)> {
        let mut out = Vec::new();
        let mut packed = cleave_names::PackStack::default();
        for stretch in &self.stretches {
            for (start, directive) in stretch.directives(&self.reportable(stretch).words) {
                if let Some((within, arguments)) = cleave_names::pack_arguments(directive) {
                    out.extend(packed.read(arguments).into_iter().map(|(offset, problem)| {
                        let offset = start + within + offset;
                        let d = packing::diagnostic(problem);
                        (offset, d.at(self.location(offset)))
                    }));
                    continue;
                }
                let (word, rest) = word(directive);
                let end = start + directive.len();
                if let Some(offset) = unknown_gcc_pragma(word, rest) {
                    let offset = end - rest.len() + offset;
                    let d = Diagnostic::new(codes::UNRECOGNIZED_GCC_PRAGMA);
                    out.push((offset, d.at(self.location(offset))));
                    continue;
                }
                let d = match word {
                    "warning" => {
                        let message = Arg::text(rest.trim_start());
                        Diagnostic::new(codes::WARNING_DIRECTIVE).arg(message)
                    }
                    _ => Diagnostic::new(codes::UNRECOGNIZED_DIRECTIVE),
                };
                let offset = end - rest.len() - word.len();
                out.push((offset, d.at(self.location(offset))));
            }
        }
        out
    }

    /// `#include` of a file that is not there. Nothing but preprocessed text is read here, so that one that is there is no
    /// concern either.
    pub(crate) fn includes(&self, is_there: &dyn Fn(&Path) -> bool) -> Vec<(usize, Diagnostic)> {
        let mut out = Vec::new();
        for stretch in &self.stretches {
            for (start, directive) in stretch.directives(&self.reportable(stretch).includes) {
                let Some(name) = included(directive) else {
                    continue;
                };
                let at = self.location(start);
                let beside = Path::new(&*at.file).with_file_name(name);
                if !is_there(&beside) && !is_there(Path::new(name)) {
                    // The reference has read to the end of the line when it looks for the file.
                    let end = start + directive.trim_end().len();
                    let d = Diagnostic::new(codes::CANNOT_OPEN_FILE)
                        .arg(Arg::text("source file"))
                        .arg(Arg::name(name))
                        .at(self.location(end));
                    out.push((start, d));
                }
            }
        }
        out
    }

    /// Bytes that are no UTF-8 matter in literals only.
    pub(crate) fn stray_bytes(&self) -> Vec<(usize, Diagnostic)> {
        let mut out = Vec::new();
        for stretch in &self.stretches {
            if self.reportable(stretch).stray {
                self.stray_bytes_in(stretch, &mut out);
            }
        }
        out
    }

    fn stray_bytes_in(&self, stretch: &Stretch<'_>, out: &mut Vec<(usize, Diagnostic)>) {
        let bytes = stretch.text.as_bytes();
        let mut pos = 0;
        let mut line_start = true;
        while pos < bytes.len() {
            let t = next_token(bytes, pos, line_start);
            let end = pos + t.len as usize;
            match t.kind {
                SyntaxKind::WHITESPACE => line_start |= bytes[pos..end].contains(&b'\n'),
                SyntaxKind::STRING_LITERAL | SyntaxKind::CHAR_LITERAL => {
                    line_start = false;
                    let within = stretch.text[pos..end].char_indices();
                    let stray = within.filter(|(_, c)| is_stray_byte(*c));
                    out.extend(stray.map(|(i, _)| {
                        let at = stretch.start + pos + i;
                        let d = Diagnostic::new(codes::INVALID_MULTIBYTE_CHARACTER);
                        (at, d.at(self.location(at)))
                    }));
                }
                _ => line_start = false,
            }
            pos = end;
        }
    }
}
