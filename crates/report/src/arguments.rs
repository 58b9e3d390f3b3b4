//! A finding of the rules as a diagnostic: tokens become places, and what it names becomes arguments of the message.
//!
//! It must not know which rule found it, nor whether it is reported.

use cleave_base_db::Db;
use cleave_checks::Finding;
use cleave_diagnostics::{Arg, Context, Declared, Diagnostic, Location, Place, Severity, catalog};

use crate::places::Places;

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
    /// A finding whose token is at this offset, as a diagnostic. `errors`: whether errors were reported before it.
    pub(crate) fn finding<'db>(
        &self,
        db: &'db dyn Db,
        finding: &Finding<'db>,
        offset: usize,
        errors: bool,
    ) -> Diagnostic {
        let mut d = Diagnostic::new(finding.code).at(self.location(offset));
        if finding.at_end && !finding.hinders_emission() {
            // Found without a line to show.
            d.at = d.at.map(|at| Location { source: None, ..at });
        }
        if finding.is_nowhere {
            d.at = None;
        }
        d.severity = finding.severity;
        for arg in &finding.args {
            d = d.arg(self.arg(db, arg, errors));
        }
        d.details = (finding.details.iter())
            .map(|line| line.iter().map(|a| self.arg(db, a, errors)).collect())
            .collect();
        d.notes = (finding.notes.iter())
            .filter_map(|n| {
                let offset = self.offset_in(db, n.item?, n.at)?;
                let mut note = self.finding(db, n, offset, errors);
                note.severity = Some(Severity::Note);
                Some(note)
            })
            .collect();
        d.contexts = (finding.contexts.iter())
            .filter_map(|(what, item, token)| {
                let at = self.location(self.offset_in(db, *item, *token)?);
                Some(Context {
                    what: vec![Arg::text("instantiation of "), self.arg(db, what, errors)],
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

    fn arg<'db>(&self, db: &'db dyn Db, arg: &cleave_checks::Arg<'db>, errors: bool) -> Arg {
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
            } => Arg::declared(*kind, in_ascii(name), self.place(db, *item, *token)),
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
            cleave_checks::Arg::Line { item, token } => Arg::Place(self.place(db, *item, *token)),
        }
    }
}
