//! What is wrong with an input, as diagnostics with places: the skeleton's bracket errors, odd bytes, left-over directives.

use std::path::Path;
use std::sync::Arc;

use cleave_checks::{Finding, item_findings};
use cleave_diagnostics::{
    Arg, Diagnostic, Location, Number, Pass, Place, Pragma, PragmaMap, PragmaProblem, Severity,
    catalog,
};
use cleave_names::{ItemMap, ItemNode, item_map, skeleton};
use cleave_syntax::SyntaxKind;
use cleave_syntax::lexer::{Lexed, next_token};
use cleave_syntax::skeleton::{ErrorKind, Skeleton, SkeletonError};

use cleave_base_db::{Db, HostOptions, SourceFile, encode, is_stray_byte};

/// Diagnostics in source order.
pub(crate) fn findings(db: &dyn Db, file: SourceFile, options: HostOptions) -> Vec<Diagnostic> {
    let text: &str = file.text(db);
    let skeleton = skeleton(db, file);
    let place = Places {
        text,
        skeleton,
        name: file.name(db),
    };
    let mut out: Vec<(usize, Diagnostic)> = skeleton
        .errors
        .iter()
        .map(|e| (e.offset as usize, place.skeleton_error(e)))
        .collect();
    if text.as_bytes().contains(&0xf4) {
        out.extend(place.stray_bytes());
    }
    out.extend(place.includes());
    out.extend(place.item_findings(db, file, options));
    out.sort_by_key(|(offset, _)| *offset);
    out.into_iter().map(|(_, d)| d).collect()
}

/// The pragmas that control diagnostics, and what is wrong with them.
pub(crate) fn pragmas(db: &dyn Db, file: SourceFile) -> (PragmaMap, Vec<Diagnostic>) {
    let text: &str = file.text(db);
    let skeleton = skeleton(db, file);
    let place = Places {
        text,
        skeleton,
        name: file.name(db),
    };
    let mut map = PragmaMap::default();
    let mut problems = Vec::new();
    for span in &skeleton.directives {
        let directive = span.of(text).trim_start_matches('#').trim_start();
        let Some(pragma) = directive
            .strip_prefix("pragma")
            .and_then(|rest| Pragma::parse(rest.trim()))
        else {
            continue;
        };
        let problem: Option<PragmaProblem> = map.add(span.start, &pragma);
        problems.extend(problem.map(|p| p.diagnostic(place.location(span.start as usize))));
    }
    (map, problems)
}

/// The note that goes with a bracket that is missing.
const TO_MATCH: Number = Number::new(3196);

/// Turns byte offsets into what users know.
struct Places<'a> {
    text: &'a str,
    skeleton: &'a Skeleton,
    name: &'a str,
}

impl Places<'_> {
    fn location(&self, offset: usize) -> Location {
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

    fn here_or_end(&self, offset: usize) -> Location {
        if self.text[offset..].trim().is_empty() {
            self.end_of_source()
        } else {
            self.location(offset)
        }
    }

    fn end_of_source(&self) -> Location {
        let last = self.text.trim_end_matches('\n').len();
        let p = self.skeleton.lines.position(self.text, last);
        Location::end_of_source(p.file.unwrap_or(self.name), p.line)
            .at_offset(self.text.len() as u32)
    }

    fn skeleton_error(&self, error: &SkeletonError) -> Diagnostic {
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
                if closer == b'}' {
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
            ErrorKind::StrayByte if byte == Some(0) => {
                Diagnostic::new(Number::new(1192)).at(self.location(offset))
            }
            ErrorKind::StrayByte => Diagnostic::new(Number::new(7)).at(self.location(offset)),
            ErrorKind::ErrorDirective => {
                let line = self.text[offset..].lines().next().unwrap_or("");
                let message = line.split_once("error").map_or("", |(_, m)| m.trim());
                Diagnostic::new(Number::new(35))
                    .arg(Arg::text(message))
                    .at(self.location(offset))
            }
        }
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
    ) -> Vec<(usize, Diagnostic)> {
        let map = item_map(db, file);
        let mut out = Vec::new();
        let mut errors = false;
        for (&node, &index) in map.nodes.iter().zip(&map.indices) {
            let found = item_findings(db, file, node, options);
            if found.is_empty() {
                continue;
            }
            let span = self.skeleton.items[index as usize].span;
            let lexed = Lexed::new(span.of(self.text));
            for finding in found {
                let offset = span.start as usize + lexed.range(finding.at as usize).start;
                let d = self.finding(map, finding, offset, errors);
                let severity = d.severity.or_else(|| {
                    catalog()
                        .get(d.number)
                        .map(|entry| entry.severity(Pass::Host))
                });
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
        d.severity = finding.severity;
        for arg in &finding.args {
            d = d.arg(match arg {
                cleave_checks::Arg::Text(text) => Arg::text(text.clone()),
                cleave_checks::Arg::Name(name) => Arg::name(name.clone()),
                cleave_checks::Arg::Type(ty) => Arg::ty(ty.clone()),
                cleave_checks::Arg::Entity { kind, name } => Arg::entity(*kind, name.clone()),
                cleave_checks::Arg::Callee { readable, mangled } => {
                    Arg::name(if errors { mangled } else { readable }.clone())
                }
                cleave_checks::Arg::Declared {
                    kind,
                    name,
                    item,
                    token,
                } => Arg::declared(*kind, name.clone(), self.place(map, *item, *token)),
                cleave_checks::Arg::Line { item, token } => {
                    Arg::Place(self.place(map, *item, *token))
                }
            });
        }
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
