//! The syntax errors of a file as diagnostics with places: what the parser found in items, and the brackets that the skeleton
//! missed between them. What is an error is decided there; here are only positions.

use std::borrow::Cow;

use cleave_base_db::{Db, SourceFile};
use cleave_checks::unread_bodies;
use cleave_codes::codes;
use cleave_diagnostics::{Diagnostic, Pass, Severity};
use cleave_names::{ItemNode, item_map, skeleton, syntax_errors, syntax_errors_as};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::{ErrorKind, Flags, Item, ItemKind, Skeleton, SkeletonError};
use cleave_syntax::{SyntaxError, SyntaxErrorKind, SyntaxKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::places::Places;
use crate::{Found, Order};

/// Where the errors of items come from.
#[derive(Clone, Copy)]
pub enum ItemErrors<'a> {
    /// The database, which parses the user's own code: what a compilation reports in this pass.
    OfUser(Pass),
    /// Somebody who has parsed every item: the errors of those that have any, by their place among all items.
    Known(&'a FxHashMap<u32, Vec<SyntaxError>>),
}

/// That many lines must have been skipped for a note that says where the reading goes on.
const FAR: u32 = 3;

impl Places<'_> {
    /// The errors of items, then those of the skeleton that no item accounts for. Nothing is said of the items in `silent`.
    pub fn syntax_errors(
        &self,
        db: &dyn Db,
        file: SourceFile,
        errors: ItemErrors<'_>,
        silent: &FxHashSet<u32>,
    ) -> Vec<Found> {
        let skeleton = skeleton(db, file);
        let map = item_map(db, file);
        let mut nodes = map.indices.iter().zip(&map.nodes).peekable();
        let mut out = Vec::new();
        let mut reported = Vec::new();
        // The brace of a function's body is missing: what follows is its body, up to the next brace.
        let mut in_body = false;
        for (i, item) in skeleton.items.iter().enumerate() {
            let node = nodes
                .next_if(|(index, _)| **index as usize == i)
                .map(|n| *n.1);
            if skeleton.cut.is_some_and(|cut| {
                item.span.start < cut && cut as usize <= self.end_of(i, skeleton)
            }) && node.is_some()
            {
                // To the language everything up to the end of the text is part of this item.
                let mut whole = *item;
                whole.span.end = self.text.trim_end().len() as u32;
                let errors = syntax_errors_as(db, file, i as u32, whole.span.of(self.text));
                self.item(&whole, &errors, &mut out);
                reported.push((whole.span.start, whole.span.end, self.text.len() as u32));
                break;
            }
            if silent.contains(&(i as u32)) {
                reported.push((item.span.start, item.span.end, item.span.end));
                continue;
            }
            if std::mem::take(&mut in_body) {
                let text = item.span.of(self.text);
                in_body = !text.contains(['{', '}']);
                reported.push((item.span.start, item.span.end, item.span.end));
                continue;
            }
            let errors = match errors {
                ItemErrors::OfUser(pass) => match node.filter(|n| n.flags(db).has(Flags::USER)) {
                    Some(node) => of_user(db, node, pass),
                    None => Cow::default(),
                },
                ItemErrors::Known(known) => known
                    .get(&(i as u32))
                    .map_or_else(Cow::default, |e| Cow::Borrowed(&**e)),
            };
            let errors = &*errors;
            if errors.is_empty() {
                continue;
            }
            self.item(item, errors, &mut out);
            in_body = self.swallows(item, errors);
            let next = self.end_of(i, skeleton) as u32;
            reported.push((item.span.start, item.span.end, next));
        }
        if in_body {
            let d = Diagnostic::new(codes::EXP_RBRACE).at(self.end_of_source());
            out.push(((self.text.len(), Order::Bracket), d));
        }
        let kept = skeleton.errors.iter().filter(|e| {
            !reported
                .iter()
                .any(|&(start, end, next)| concerns(e, start, end, next))
        });
        out.extend(kept.map(|e| {
            let order = match e.kind {
                ErrorKind::Unopened(_) | ErrorKind::Unclosed(_) | ErrorKind::MissingSemicolon => {
                    Order::Bracket
                }
                _ => Order::Lexical,
            };
            ((e.offset as usize, order), self.skeleton_error(e))
        }));
        out
    }

    /// Whether an item's last error is a missing body that nothing in the item ends.
    fn swallows(&self, item: &Item, errors: &[SyntaxError]) -> bool {
        let missing = SyntaxErrorKind::Expected(SyntaxKind::L_BRACE);
        errors.last().is_some_and(|e| e.kind == missing)
            && !item.span.of(self.text).contains(['{', '}'])
            && item.kind == ItemKind::FunctionDeclaration
    }

    /// Where the item after the one at `index` begins.
    fn end_of(&self, index: usize, skeleton: &Skeleton) -> usize {
        skeleton
            .items
            .get(index + 1)
            .map_or(self.text.len(), |next| next.span.start as usize)
    }

    fn item(&self, item: &Item, errors: &[SyntaxError], out: &mut Vec<Found>) {
        let span = item.span;
        let lexed = Lexed::new(span.of(self.text));
        let offset = |token: u32| {
            if (token as usize) < lexed.len() {
                span.start as usize + lexed.range(token as usize).start
            } else {
                self.after(span.end as usize)
            }
        };
        for error in errors {
            let Some(code) = error.kind.code() else {
                continue;
            };
            let at = offset(error.token);
            let place = self.here_or_end(at);
            let line = place.line;
            let mut d = Diagnostic::new(code).at(place);
            if error.kind.is_warning() {
                d.severity = Some(Severity::Warning);
            }
            if let Some(opener) = error.opener {
                d = d.note(
                    Diagnostic::new(codes::TO_MATCH_THIS_BRACE).at(self.location(offset(opener))),
                );
            }
            out.push(((at, Order::Syntax), d));
            let Some(restart) = error.restart.map(offset) else {
                continue;
            };
            let place = self.here_or_end(restart);
            if restart < self.text.len() && place.line >= line.saturating_add(FAR) {
                let d = Diagnostic::new(codes::PARSING_RESTARTS).at(place);
                out.push(((restart, Order::Lexical), d));
            }
        }
    }

    /// The next significant token after an item.
    fn after(&self, end: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut pos = end;
        let mut line_start = false;
        while pos < bytes.len() {
            let t = cleave_syntax::lexer::next_token(bytes, pos, line_start);
            if !t.kind.is_trivia() {
                return pos;
            }
            let stop = pos + t.len as usize;
            line_start |= bytes[pos..stop].contains(&b'\n');
            pos = stop;
        }
        pos
    }
}

/// The syntax errors of an item that a pass meets.
fn of_user<'db>(db: &'db dyn Db, item: ItemNode<'db>, pass: Pass) -> Cow<'db, [SyntaxError]> {
    let errors = syntax_errors(db, item);
    if errors.is_empty() || pass == Pass::Host {
        return Cow::Borrowed(errors);
    }
    let unread = unread_bodies(db, item);
    let met = |e: &&SyntaxError| !unread.iter().any(|body| body.contains(e.token));
    errors.iter().filter(met).copied().collect()
}

/// Whether an error of the skeleton is about the brackets of the item in this range, whose parser says it better.
fn concerns(error: &SkeletonError, start: u32, end: u32, next: u32) -> bool {
    match error.kind {
        ErrorKind::Unclosed(_) => (start..end).contains(&error.opener),
        ErrorKind::Unopened(_) | ErrorKind::MissingSemicolon => {
            (start..=next).contains(&error.offset)
        }
        _ => false,
    }
}
