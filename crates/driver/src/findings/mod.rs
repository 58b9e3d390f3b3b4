//! What is wrong with an input, as diagnostics with places: everything found, put into the order of the source.

mod directives;
mod modules;
mod placed;
mod places;
mod suppression;

use cleave_checks::{
    Finding, device_findings, implicit_calls, item_findings, unreferenced, unused_variables,
};
use cleave_codes::{Code, codes};
use cleave_diagnostics::{
    Arg, Context, Declared, Diagnostic, Location, Pass, Place, Session, Severity, catalog,
};
use cleave_names::{ItemId, ItemMap, ItemNode, flat_bodies, item_index, item_map};
use cleave_syntax::SyntaxErrorKind;
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::Flags;
use rustc_hash::FxHashSet;

use cleave_base_db::{Db, HostOptions, SourceFile, may_hold_stray_bytes};

pub(crate) use self::directives::pragmas;
pub(crate) use self::places::{Places, end_of_input, last_line};
use self::suppression::Suppression;
use crate::syntax::ItemErrors;

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
    Host {
        /// Whether what nothing uses is looked for.
        unused: bool,
    },
    /// The device pass.
    Device {
        /// The architecture's number, if it is known.
        architecture: Option<u32>,
    },
}

/// What is declared and never referenced, and what is set and never used.
const UNUSED: [Code; 2] = [codes::DECLARED_BUT_NOT_REFERENCED, codes::SET_BUT_NOT_USED];

impl PassOver {
    /// The host pass, with what the session may report.
    pub(crate) fn host(session: &Session) -> PassOver {
        let unused = UNUSED.iter().any(|&code| session.may_report(code));
        PassOver::Host { unused }
    }

    /// Whether what nothing uses is looked for.
    fn finds_unused(self) -> bool {
        match self {
            PassOver::Host { unused } => unused,
            PassOver::Device { .. } => true,
        }
    }

    fn pass(self) -> Pass {
        match self {
            PassOver::Host { .. } => Pass::Host,
            PassOver::Device { .. } => Pass::Device,
        }
    }
}

/// What is wrong with an input.
pub(crate) struct Findings {
    /// In source order.
    found: Vec<Diagnostic>,
    /// What concerns the whole program: the reference looks for it only where there are no errors.
    late: Vec<Diagnostic>,
}

impl Findings {
    /// Reports everything. What counts as an error is the session's to say: options and pragmas decide of it.
    pub(crate) fn report(&self, session: &mut Session) {
        for d in &self.found {
            session.report(d);
        }
        let counts = session.counts();
        if counts.errors > 0 || counts.catastrophes > 0 {
            return;
        }
        for d in &self.late {
            session.report(d);
        }
    }
}

/// Diagnostics in source order; `problems` are the pragmas' own.
pub(crate) fn findings(
    db: &dyn Db,
    file: SourceFile,
    options: HostOptions,
    pass: PassOver,
    problems: Vec<(usize, Diagnostic)>,
) -> Findings {
    let place = Places::new(db, file);
    let modules = place.modules(db, file);
    let mut out = place.syntax_errors(db, file, ItemErrors::OfUser(pass.pass()), &modules.items);
    let mut rest = problems;
    if may_hold_stray_bytes(place.text) {
        rest.extend(place.stray_bytes());
    }
    rest.extend(place.includes());
    rest.extend(place.directives());
    rest.extend(place.placed_pragmas(db, file, options, pass.pass()));
    let (found, late) = place.item_findings(db, file, options, pass, &modules.items);
    rest.extend(found);
    out.extend(
        rest.into_iter()
            .map(|(offset, d)| ((offset, Order::Meaning), d)),
    );
    if let Some(end) = modules.end {
        out.retain(|((offset, _), _)| *offset < end);
    }
    out.extend(modules.found);
    out.sort_by_key(|(at, _)| *at);
    Findings {
        found: out.into_iter().map(|(_, d)| d).collect(),
        late,
    }
}

/// Whether an item of the user's nests deeper than the parser reads. What is said of such an item is not about the program.
pub(crate) fn too_deep(db: &dyn Db, file: SourceFile) -> bool {
    let deep = |item: &ItemNode<'_>| {
        let errors = &flat_bodies(db, *item).errors;
        errors.iter().any(|e| e.kind == SyntaxErrorKind::TooDeep)
    };
    let mut nodes = item_map(db, file).nodes.iter();
    nodes.any(|item| item.flags(db).has(Flags::USER) && deep(item))
}

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

impl Places<'_> {
    /// What the rules found, item by item, and what is told of it when everything has been read.
    fn item_findings(
        &self,
        db: &dyn Db,
        file: SourceFile,
        options: HostOptions,
        over: PassOver,
        silent: &FxHashSet<u32>,
    ) -> (Vec<(usize, Diagnostic)>, Vec<Diagnostic>) {
        let pass = over.pass();
        let map = item_map(db, file);
        let mut out = Vec::new();
        let mut late = Vec::new();
        let in_pragmas = match over.finds_unused() {
            false => FxHashSet::default(),
            true => self.words_in_pragmas(),
        };
        let mut errors = false;
        let mut suppression = Suppression::new(pass, in_pragmas);
        for (&node, &index) in map.nodes.iter().zip(&map.indices) {
            if silent.contains(&index) {
                continue;
            }
            let ask = || match over {
                PassOver::Host { unused: false } => item_findings(db, file, node, options).to_vec(),
                PassOver::Host { unused: true } => unused_variables(db, file, node, options),
                PassOver::Device { architecture } => {
                    device_findings(db, file, node, options, architecture)
                }
            };
            // Of an item whose code has no end nothing is known, and the others go on.
            let found = cleave_typing::outermost(db, Vec::new, ask);
            if found.is_empty() {
                continue;
            }
            let span = self.skeleton.items[index as usize].span;
            let lexed = Lexed::new(span.of(self.text));
            for finding in &found {
                if suppression.is_silent(finding) {
                    continue;
                }
                let offset_of =
                    |token: u32| span.start as usize + lexed.range(token as usize).start;
                let offset = match finding.item {
                    None => offset_of(finding.at) + finding.within as usize,
                    Some(item) => match self.offset_in(db, item, finding.at) {
                        Some(offset) => offset,
                        None => continue,
                    },
                };
                if suppression.is_repeated(finding, offset, index) {
                    continue;
                }
                let reported_at = match finding.reported_last {
                    true => self.text.len(),
                    false => finding.reported_at.map_or(offset, offset_of),
                };
                if finding.at_end {
                    late.push(self.finding(db, map, finding, offset, false));
                    continue;
                }
                let d = self.finding(db, map, finding, offset, errors);
                let severity = d
                    .severity
                    .or_else(|| catalog().get(d.code).map(|entry| entry.severity(pass)));
                errors |= severity.is_some_and(Severity::is_error);
                out.push((reported_at, d));
            }
        }
        if pass == Pass::Device && !errors {
            for (item, finding) in implicit_calls(db, file, options) {
                let offset = self.offset(map, item, finding.at);
                late.push(self.finding(db, map, &finding, offset, false));
            }
        }
        if over.finds_unused() {
            // Known when everything has been read, and told of the file itself, not of what it includes.
            let main = self.skeleton.lines.first_file().unwrap_or(self.name);
            for (item, finding) in unreferenced(db, file, options) {
                if suppression.is_used(&finding) {
                    continue;
                }
                let offset = self.offset(map, item, finding.at);
                let d = self.finding(db, map, &finding, offset, errors);
                if d.at.as_ref().is_some_and(|at| &*at.file == main) {
                    out.push((self.text.len(), d));
                }
            }
        }
        (out, late)
    }

    /// The words in pragmas: `#pragma unroll N` uses N.
    fn words_in_pragmas(&self) -> FxHashSet<&str> {
        (self.skeleton.directives.iter())
            .map(|span| span.of(self.text))
            .filter(|directive| directive.contains("pragma"))
            .flat_map(|d| d.split(|c: char| !c.is_alphanumeric() && c != '_'))
            .collect()
    }

    /// Where a token of an item begins.
    fn offset<'db>(&self, map: &ItemMap<'db>, item: ItemNode<'db>, token: u32) -> usize {
        let index = map.nodes.iter().position(|n| *n == item).unwrap_or(0);
        let span = self.skeleton.items[map.indices[index] as usize].span;
        let lexed = Lexed::new(span.of(self.text));
        span.start as usize + lexed.range(token as usize).start
    }

    /// The place of an item's token.
    fn place<'db>(&self, map: &ItemMap<'db>, item: ItemNode<'db>, token: u32) -> Place {
        let p = self.location(self.offset(map, item, token));
        Place::new(p.file, p.line)
    }

    /// Where a token of any item begins.
    fn offset_in<'db>(&self, db: &'db dyn Db, item: ItemId<'db>, token: u32) -> Option<usize> {
        let index = item_index(db, item)?;
        let span = self.skeleton.items.get(index as usize)?.span;
        let lexed = Lexed::new(span.of(self.text));
        Some(span.start as usize + lexed.range(token as usize).start)
    }

    fn finding<'db>(
        &self,
        db: &'db dyn Db,
        map: &ItemMap<'db>,
        finding: &Finding<'db>,
        offset: usize,
        errors: bool,
    ) -> Diagnostic {
        let mut d = Diagnostic::new(finding.code).at(self.location(offset));
        if finding.at_end {
            // Found without a line to show.
            d.at = d.at.map(|at| Location { source: None, ..at });
        }
        d.severity = finding.severity;
        for arg in &finding.args {
            d = d.arg(self.arg(db, map, arg, errors));
        }
        d.details = (finding.details.iter())
            .map(|line| line.iter().map(|a| self.arg(db, map, a, errors)).collect())
            .collect();
        d.notes = (finding.notes.iter())
            .filter_map(|n| {
                let offset = self.offset_in(db, n.item?, n.at)?;
                let mut note = self.finding(db, map, n, offset, errors);
                note.severity = Some(Severity::Note);
                Some(note)
            })
            .collect();
        d.contexts = (finding.contexts.iter())
            .filter_map(|(what, item, token)| {
                let at = self.location(self.offset_in(db, *item, *token)?);
                Some(Context {
                    what: vec![
                        Arg::text("instantiation of "),
                        self.arg(db, map, what, errors),
                    ],
                    place: Place::new(at.file, at.line),
                })
            })
            .collect();
        // A rule that fills other holes than its message has is a mistake that tests shall see.
        debug_assert_eq!(
            catalog()
                .get(d.code)
                .map(|entry| entry.message().check(&d.args)),
            Some(Ok(())),
            "{}",
            d.code
        );
        d
    }

    fn arg<'db>(
        &self,
        db: &'db dyn Db,
        map: &ItemMap<'db>,
        arg: &cleave_checks::Arg<'db>,
        errors: bool,
    ) -> Arg {
        match arg {
            cleave_checks::Arg::Text(text) => Arg::text(in_ascii(text)),
            cleave_checks::Arg::Name(name) => Arg::name(in_ascii(name)),
            cleave_checks::Arg::Type(ty) => Arg::ty(in_ascii(ty)),
            cleave_checks::Arg::Named { name, meaning } => {
                Arg::ty_aka(in_ascii(name), in_ascii(meaning))
            }
            cleave_checks::Arg::Entity { kind, name } => Arg::entity(*kind, in_ascii(name)),
            cleave_checks::Arg::Implicit { kind, name } => Arg::Entity {
                kind: (*kind).to_owned(),
                name: in_ascii(name),
                declared: Some(Declared::Implicitly),
            },
            cleave_checks::Arg::Callee { readable, mangled } => {
                Arg::name(in_ascii(if errors { mangled } else { readable }))
            }
            cleave_checks::Arg::Declared {
                kind,
                name,
                item,
                token,
            } => Arg::declared(*kind, in_ascii(name), self.place(map, *item, *token)),
            cleave_checks::Arg::DeclaredIn {
                kind,
                name,
                item,
                token,
            } => match self.offset_in(db, *item, *token) {
                Some(offset) => {
                    let at = self.location(offset);
                    let place = Place::new(at.file, at.line);
                    Arg::declared(*kind, in_ascii(name), place)
                }
                None => Arg::entity(*kind, in_ascii(name)),
            },
            cleave_checks::Arg::DefinedAt { item, token } => {
                let at = self.offset_in(db, *item, *token).map(|o| self.location(o));
                let text = at.map(|at| format!(", defined at {}:{}", at.file, at.line));
                Arg::text(text.unwrap_or_default())
            }
            cleave_checks::Arg::LineIn { item, token } => match self.offset_in(db, *item, *token) {
                Some(offset) => {
                    let at = self.location(offset);
                    Arg::Place(Place::new(at.file, at.line))
                }
                None => Arg::text(""),
            },
            cleave_checks::Arg::Line { item, token } => Arg::Place(self.place(map, *item, *token)),
        }
    }
}
