//! What is wrong with an input, as diagnostics with places: the skeleton's bracket errors, odd bytes, left-over directives.

use std::path::Path;
use std::sync::Arc;

use cleave_checks::{Finding, device_findings, item_findings};
use cleave_diagnostics::{
    Arg, Diagnostic, Location, Number, Pass, Place, Pragma, PragmaMap, PragmaProblem, Severity,
    catalog,
};
use cleave_names::decl::Decl;
use cleave_names::{ItemMap, ItemNode, declarations, item_map, skeleton};
use cleave_syntax::SyntaxKind;
use cleave_syntax::lexer::{Lexed, next_token};
use cleave_syntax::skeleton::{ErrorKind, Skeleton, SkeletonError};

use cleave_base_db::{Db, HostOptions, SourceFile, encode, is_stray_byte};

use crate::syntax::Whose;

/// Which of the diagnostics at one place comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Order {
    /// What is wrong with the token itself.
    Lexical,
    /// Found by the parser.
    Syntax,
    /// About the brackets around items.
    Bracket,
    /// Found by the rules.
    Meaning,
}

/// A diagnostic and where it belongs among the others.
pub(crate) type Found = ((usize, Order), Diagnostic);

/// The pass whose findings are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PassOver {
    /// The host pass.
    Host,
    /// The device pass.
    Device {
        /// The architecture's number, if it is known.
        architecture: Option<u32>,
    },
}

impl PassOver {
    fn pass(self) -> Pass {
        match self {
            PassOver::Host => Pass::Host,
            PassOver::Device { .. } => Pass::Device,
        }
    }
}

/// An extern variable that becomes a definition in whole-program mode.
const STATIC_DEFINITION: u16 = 3501;

/// Diagnostics in source order; `problems` are the pragmas' own.
pub(crate) fn findings(
    db: &dyn Db,
    file: SourceFile,
    options: HostOptions,
    pass: PassOver,
    problems: Vec<(usize, Diagnostic)>,
) -> Vec<Diagnostic> {
    let place = Places::new(db, file);
    let mut out = place.syntax_errors(db, file, Whose::User);
    let mut rest = problems;
    if place.text.as_bytes().contains(&0xf4) {
        rest.extend(place.stray_bytes());
    }
    rest.extend(place.includes());
    rest.extend(place.directives());
    rest.extend(place.item_findings(db, file, options, pass));
    out.extend(
        rest.into_iter()
            .map(|(offset, d)| ((offset, Order::Meaning), d)),
    );
    out.sort_by_key(|(at, _)| *at);
    let mut out: Vec<Diagnostic> = out.into_iter().map(|(_, d)| d).collect();
    // What concerns the whole program comes last, and only if there is one.
    let failed = out.iter().any(|d| {
        let entry = catalog().get(d.number);
        let default = entry.map(|entry| entry.severity(pass.pass()));
        d.severity.or(default).is_some_and(Severity::is_error)
    });
    let (whole, mut rest): (Vec<_>, Vec<_>) = out
        .drain(..)
        .partition(|d| d.number == Number::new(STATIC_DEFINITION));
    if !failed {
        rest.extend(whole);
    }
    rest
}

/// The pragmas that control diagnostics, and what is wrong with them, with offsets.
pub(crate) fn pragmas(db: &dyn Db, file: SourceFile) -> (PragmaMap, Vec<(usize, Diagnostic)>) {
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
        } else if MUST_PRECEDE_A_DECLARATION.contains(&body.trim())
            && nothing_declared_behind(&text[span.end as usize..])
        {
            let offset = start + body.len() - body.trim_start().len();
            let d = Diagnostic::new(Number::new(606)).at(place.location(offset));
            problems.push((offset, d));
        }
    }
    (map, problems)
}

/// Whether this is one of the restrictions on extended lambdas (spec 4-lambda).
fn is_about_lambdas(number: u16) -> bool {
    catalog()
        .get(Number::new(number))
        .and_then(|entry| entry.topic)
        .is_some_and(|topic| topic.starts_with("extended-lambda-"))
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

/// Pragmas that say something of the declaration behind them.
const MUST_PRECEDE_A_DECLARATION: [&str; 2] = ["nv_exec_check_disable", "hd_warning_disable"];

/// Whether the text ends before anything could be declared. (What stands inside a block is not looked at.)
fn nothing_declared_behind(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut pos = 0;
    let mut line_start = false;
    while pos < bytes.len() {
        let t = next_token(bytes, pos, line_start);
        let end = pos + t.len as usize;
        match t.kind {
            SyntaxKind::WHITESPACE => line_start |= bytes[pos..end].contains(&b'\n'),
            SyntaxKind::COMMENT | SyntaxKind::DIRECTIVE => line_start = false,
            _ => return false,
        }
        pos = end;
    }
    true
}

/// Whether a pass reports this diagnostic. The other pass sees the same program and reports it there.
fn reported(number: u16, pass: Pass) -> bool {
    catalog()
        .get(Number::new(number))
        .is_none_or(|entry| match pass {
            Pass::Host => entry.passes.host,
            Pass::Device => entry.passes.device,
        })
}

/// The end of the input.
pub(crate) fn end_of_input(db: &dyn Db, file: SourceFile) -> Location {
    Places::new(db, file).end_of_source()
}

/// The last line of the input, without its text.
pub(crate) fn last_line(db: &dyn Db, file: SourceFile) -> Location {
    let end = end_of_input(db, file);
    Location::line(end.file, end.line)
}

/// The note that goes with a bracket that is missing.
pub(crate) const TO_MATCH: Number = Number::new(3196);

/// A name as messages have it: with universal character names [lex.charset] for what is not ASCII.
fn in_ascii(name: &str) -> String {
    use std::fmt::Write as _;
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        let _ = match u32::from(c) {
            0..=0x7f => write!(out, "{c}"),
            code @ 0x80..=0xffff => write!(out, "\\u{code:04x}"),
            code => write!(out, "\\U{code:08x}"),
        };
    }
    out
}

/// Turns byte offsets into what users know.
pub(crate) struct Places<'a> {
    pub(crate) text: &'a str,
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) name: &'a str,
}

impl<'a> Places<'a> {
    pub(crate) fn new(db: &'a dyn Db, file: SourceFile) -> Places<'a> {
        Places {
            text: file.text(db),
            skeleton: skeleton(db, file),
            name: file.name(db),
        }
    }
}

impl Places<'_> {
    pub(crate) fn location(&self, offset: usize) -> Location {
        let offset = offset.min(self.text.len());
        let p = self.skeleton.lines.position(self.text, offset);
        let start = offset + 1 - p.column as usize;
        let end = self.text[offset..]
            .find('\n')
            .map_or(self.text.len(), |n| offset + n);
        let line = encode(&self.text[start..end]);
        let column = encode(&self.text[start..offset]).len() as u32 + 1;
        let at = Location::new(
            p.file.unwrap_or(self.name),
            p.line,
            column,
            Arc::<[u8]>::from(&*line),
        )
        .at_offset(offset as u32);
        if p.system { at.in_system_header() } else { at }
    }

    pub(crate) fn here_or_end(&self, offset: usize) -> Location {
        if self.text[offset..].trim().is_empty() {
            self.end_of_source()
        } else {
            self.location(offset)
        }
    }

    pub(crate) fn end_of_source(&self) -> Location {
        let last = self.text.trim_end_matches('\n').len();
        let p = self.skeleton.lines.position(self.text, last);
        Location::end_of_source(p.file.unwrap_or(self.name), p.line)
            .at_offset(self.text.len() as u32)
    }

    pub(crate) fn skeleton_error(&self, error: &SkeletonError) -> Diagnostic {
        let offset = error.offset as usize;
        let byte = self.text.as_bytes().get(offset).copied();
        let expected = |closer: u8| match closer {
            b')' => 18,
            b']' => 17,
            _ => 67,
        };
        match error.kind {
            ErrorKind::Unopened(b'}') => {
                Diagnostic::new(Number::new(169)).at(self.location(offset))
            }
            ErrorKind::Unopened(_) => Diagnostic::new(Number::new(65)).at(self.location(offset)),
            ErrorKind::Unclosed(closer) => {
                let d = Diagnostic::new(Number::new(expected(closer))).at(self.here_or_end(offset));
                // Only a missing brace says which one it would have matched.
                if closer == b'}' && (error.opener as usize) < self.text.len() {
                    d.note(Diagnostic::new(TO_MATCH).at(self.location(error.opener as usize)))
                } else {
                    d
                }
            }
            ErrorKind::UnterminatedLiteral => {
                Diagnostic::new(Number::new(8)).at(self.location(offset))
            }
            ErrorKind::MissingSemicolon => {
                Diagnostic::new(Number::new(65)).at(self.here_or_end(offset))
            }
            ErrorKind::MissingName => Diagnostic::new(Number::new(40)).at(self.here_or_end(offset)),
            ErrorKind::MissingBrace => {
                Diagnostic::new(Number::new(130)).at(self.here_or_end(offset))
            }
            ErrorKind::StrayByte if byte == Some(0) => {
                Diagnostic::new(Number::new(1192)).at(self.location(offset))
            }
            ErrorKind::StrayByte => Diagnostic::new(Number::new(7)).at(self.location(offset)),
            ErrorKind::ErrorDirective => {
                let line = self.text[offset..].lines().next().unwrap_or("");
                let (before, message) = line.split_once("error").unwrap_or((line, ""));
                Diagnostic::new(Number::new(35))
                    .arg(Arg::text(message.trim_start()))
                    .at(self.location(offset + before.len()))
            }
        }
    }

    /// Directives that stand for a diagnostic of their own: `#warning`, and words that are none.
    fn directives(&self) -> Vec<(usize, Diagnostic)> {
        let mut out = Vec::new();
        for span in &self.skeleton.directives {
            let directive = span.of(self.text);
            let rest = directive.trim_start_matches('#').trim_start();
            let length = rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            let (word, rest_of_line) = rest.split_at(length);
            let d = if word == "warning" {
                Diagnostic::new(Number::new(1105)).arg(Arg::text(rest_of_line.trim_start()))
            } else if word.starts_with(|c: char| c.is_alphabetic()) && !DIRECTIVES.contains(&word) {
                Diagnostic::new(Number::new(11))
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
    fn includes(&self) -> Vec<(usize, Diagnostic)> {
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
            if !beside.exists() && !Path::new(name).exists() {
                // The reference has read to the end of the line when it looks for the file.
                let end = span.start as usize + span.of(self.text).trim_end().len();
                let d = Diagnostic::new(Number::new(1696))
                    .arg(Arg::text("source file"))
                    .arg(Arg::name(name))
                    .at(self.location(end));
                out.push((span.start as usize, d));
            }
        }
        out
    }

    /// What the rules found, item by item.
    fn item_findings(
        &self,
        db: &dyn Db,
        file: SourceFile,
        options: HostOptions,
        over: PassOver,
    ) -> Vec<(usize, Diagnostic)> {
        let pass = over.pass();
        let map = item_map(db, file);
        let mut out = Vec::new();
        let mut errors = false;
        for (&node, &index) in map.nodes.iter().zip(&map.indices) {
            let found = match over {
                PassOver::Host => item_findings(db, file, node, options).to_vec(),
                PassOver::Device { architecture } => {
                    device_findings(db, file, node, options, architecture)
                }
            };
            if found.is_empty() {
                continue;
            }
            let span = self.skeleton.items[index as usize].span;
            let lexed = Lexed::new(span.of(self.text));
            // The device pass looks at an extended lambda in a template when that is instantiated, which is not known here.
            let template =
                pass == Pass::Device && declarations(db, node).iter().any(Decl::is_template);
            for finding in &found {
                if !reported(finding.number, pass) || (template && is_about_lambdas(finding.number))
                {
                    continue;
                }
                let offset = span.start as usize + lexed.range(finding.at as usize).start;
                let d = self.finding(map, finding, offset, errors);
                let severity = d
                    .severity
                    .or_else(|| catalog().get(d.number).map(|entry| entry.severity(pass)));
                errors |= severity.is_some_and(Severity::is_error);
                out.push((offset, d));
            }
        }
        out
    }

    /// The place of an item's token.
    fn place<'db>(&self, map: &ItemMap<'db>, item: ItemNode<'db>, token: u32) -> Place {
        let index = map.nodes.iter().position(|n| *n == item).unwrap_or(0);
        let span = self.skeleton.items[map.indices[index] as usize].span;
        let lexed = Lexed::new(span.of(self.text));
        let at = lexed.range(token as usize).start;
        let p = self.location(span.start as usize + at);
        Place::new(p.file, p.line)
    }

    fn finding<'db>(
        &self,
        map: &ItemMap<'db>,
        finding: &Finding<'db>,
        offset: usize,
        errors: bool,
    ) -> Diagnostic {
        let mut d = Diagnostic::new(Number::new(finding.number)).at(self.location(offset));
        if finding.number == STATIC_DEFINITION {
            // Found when everything has been read, without a line to show.
            d.at = d.at.map(|at| Location { source: None, ..at });
        }
        d.severity = finding.severity;
        for arg in &finding.args {
            d = d.arg(match arg {
                cleave_checks::Arg::Text(text) => Arg::text(in_ascii(text)),
                cleave_checks::Arg::Name(name) => Arg::name(in_ascii(name)),
                cleave_checks::Arg::Type(ty) => Arg::ty(in_ascii(ty)),
                cleave_checks::Arg::Entity { kind, name } => Arg::entity(*kind, in_ascii(name)),
                cleave_checks::Arg::Callee { readable, mangled } => {
                    Arg::name(in_ascii(if errors { mangled } else { readable }))
                }
                cleave_checks::Arg::Declared {
                    kind,
                    name,
                    item,
                    token,
                } => Arg::declared(*kind, in_ascii(name), self.place(map, *item, *token)),
                cleave_checks::Arg::Line { item, token } => {
                    Arg::Place(self.place(map, *item, *token))
                }
            });
        }
        // A rule that says something else than its message can hold is a slip that tests shall see.
        debug_assert_eq!(
            catalog()
                .get(d.number)
                .map(|entry| entry.message.check(&d.args)),
            Some(Ok(())),
            "{}",
            d.number
        );
        d
    }

    /// Bytes that are no UTF-8 matter in literals only.
    fn stray_bytes(&self) -> Vec<(usize, Diagnostic)> {
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
                            Diagnostic::new(Number::new(870)).at(self.location(pos + i)),
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
