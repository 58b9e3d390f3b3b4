//! The syntax errors of a file as diagnostics with places: what the parser found in items, and the brackets that the skeleton
//! missed between them. What is an error is decided there; here are only positions.

use std::borrow::Cow;

use cleave_base_db::{Db, SourceFile};
use cleave_checks::unread_bodies;
use cleave_codes::codes;
use cleave_diagnostics::{Diagnostic, Pass, Severity};
use cleave_names::{
    ItemNode, flat_bodies, part_nodes, part_user_nodes, syntax_errors, syntax_errors_as,
};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::{ErrorKind, Flags, Item, ItemKind, SkeletonError};
use cleave_syntax::{SyntaxError, SyntaxErrorKind, SyntaxKind};
use rustc_hash::FxHashMap;

use crate::places::{Places, Stretch};
use crate::unread::Unread;
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
    /// The errors of items, then those of the skeleton that no item accounts for.
    pub fn all_syntax_errors(&self, file: SourceFile, errors: ItemErrors<'_>) -> Vec<Found> {
        self.syntax_errors(file, errors, &Unread::default())
    }

    /// The same of what is read.
    pub(crate) fn syntax_errors(
        &self,
        file: SourceFile,
        errors: ItemErrors<'_>,
        unread: &Unread,
    ) -> Vec<Found> {
        let mut found = Errors {
            // The brace of a function's body is missing: what follows is its body, up to the next brace.
            in_body: false,
            reported: Vec::new(),
            out: Vec::new(),
        };
        for stretch in &self.stretches {
            if found.in_body || !self.is_right(stretch, file, errors) {
                self.errors_in(stretch, file, errors, unread, &mut found);
            }
        }
        let Errors {
            in_body,
            reported,
            mut out,
        } = found;
        if in_body {
            let d = Diagnostic::new(codes::EXP_RBRACE).at(self.end_of_source());
            out.push(((self.end, Order::Bracket), d));
        }
        for stretch in &self.stretches {
            let start = stretch.start as u32;
            let moved = stretch.skeleton.errors.iter().map(|e| SkeletonError {
                offset: e.offset + start,
                opener: e.opener.saturating_add(start),
                kind: e.kind,
            });
            let kept = moved.filter(|e| {
                !reported
                    .iter()
                    .any(|&(start, end, next)| concerns(e, start, end, next))
            });
            out.extend(kept.map(|e| {
                let order = match e.kind {
                    ErrorKind::Unopened(_)
                    | ErrorKind::Unclosed(_)
                    | ErrorKind::MissingSemicolon => Order::Bracket,
                    _ => Order::Lexical,
                };
                ((e.offset as usize, order), self.skeleton_error(&e))
            }));
        }
        out
    }

    /// Whether nothing is wrong with the brackets of a part, nor with the user's items in it.
    fn is_right(&self, stretch: &Stretch<'_>, file: SourceFile, errors: ItemErrors<'_>) -> bool {
        let db = self.db();
        let ItemErrors::OfUser(_) = errors else {
            return false;
        };
        let mut own = part_user_nodes(db, file, stretch.part).iter();
        stretch.skeleton.errors.is_empty()
            && stretch.skeleton.cut.is_none()
            && own.all(|&(node, _)| flat_bodies(db, node).errors.is_empty())
    }

    /// The errors of the items of a part.
    fn errors_in(
        &self,
        stretch: &Stretch<'_>,
        file: SourceFile,
        errors: ItemErrors<'_>,
        unread: &Unread,
        found: &mut Errors,
    ) {
        let (db, skeleton) = (self.db(), stretch.skeleton);
        let start = stretch.start as u32;
        let mut nodes = part_nodes(db, file, stretch.part).iter().peekable();
        for (number, item) in (0..).zip(&skeleton.items) {
            let index = stretch.first + number;
            let node = nodes.next_if(|(_, n)| *n == number).map(|n| n.0);
            let (first, end) = (start + item.span.start, start + item.span.end);
            let is_cut = |cut: u32| {
                item.span.start < cut && stretch.start + cut as usize <= self.start_behind(index)
            };
            if skeleton.cut.is_some_and(is_cut) && node.is_some() {
                // To the language everything up to the end of the text is part of this item.
                let mut whole = *item;
                whole.span.end = stretch.text.trim_end().len() as u32;
                let errors = syntax_errors_as(db, file, index, whole.span.of(stretch.text));
                self.item(stretch, &whole, &errors, None, &mut found.out);
                let reported = (first, start + whole.span.end, self.end as u32);
                found.reported.push(reported);
                break;
            }
            if unread.items.contains(&index) {
                found.reported.push((first, end, end));
                continue;
            }
            if std::mem::take(&mut found.in_body) {
                let text = item.span.of(stretch.text);
                found.in_body = !text.contains(['{', '}']);
                found.reported.push((first, end, end));
                continue;
            }
            let errors = match errors {
                ItemErrors::OfUser(pass) => match node.filter(|n| n.flags(db).has(Flags::USER)) {
                    Some(node) => of_user(db, node, pass),
                    None => Cow::default(),
                },
                ItemErrors::Known(known) => known
                    .get(&index)
                    .map_or_else(Cow::default, |e| Cow::Borrowed(&**e)),
            };
            let errors = &*errors;
            if errors.is_empty() {
                continue;
            }
            let restart = unread.restarts.get(&index).copied();
            self.item(stretch, item, errors, restart, &mut found.out);
            found.in_body = swallows(stretch, item, errors);
            let next = self.start_behind(index) as u32;
            found.reported.push((first, end, next));
        }
    }

    /// Where the item behind another one begins.
    fn start_behind(&self, index: u32) -> usize {
        self.item_at(index + 1).map_or(self.end, |(stretch, next)| {
            stretch.start + next.span.start as usize
        })
    }

    /// The errors of an item. `behind`: where the reference goes on, if that is in another item.
    fn item(
        &self,
        stretch: &Stretch<'_>,
        item: &Item,
        errors: &[SyntaxError],
        behind: Option<usize>,
        out: &mut Vec<Found>,
    ) {
        let span = item.span;
        let lexed = Lexed::new(span.of(stretch.text));
        let offset = |token: u32| {
            if (token as usize) < lexed.len() {
                stretch.start + span.start as usize + lexed.range(token as usize).start
            } else {
                self.after(stretch.start + span.end as usize)
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
            let is_last = std::ptr::eq(error, &errors[errors.len() - 1]);
            let restart = behind.filter(|_| is_last);
            let Some(restart) = restart.or(error.restart.map(offset)) else {
                continue;
            };
            let place = self.here_or_end(restart);
            if restart < self.end && place.line >= line.saturating_add(FAR) {
                let d = Diagnostic::new(codes::PARSING_RESTARTS).at(place);
                out.push(((restart, Order::Lexical), d));
            }
        }
    }

    /// The next significant token after an item.
    fn after(&self, end: usize) -> usize {
        let mut line_start = false;
        for (stretch, text) in self.from(end) {
            let bytes = stretch.text.as_bytes();
            let mut pos = bytes.len() - text.len();
            while pos < bytes.len() {
                let t = cleave_syntax::lexer::next_token(bytes, pos, line_start);
                if !t.kind.is_trivia() {
                    return stretch.start + pos;
                }
                let stop = pos + t.len as usize;
                line_start |= bytes[pos..stop].contains(&b'\n');
                pos = stop;
            }
        }
        self.end
    }
}

/// What was found in the parts so far.
struct Errors {
    in_body: bool,
    /// The items that something was said of: where each begins and ends, and where the next one begins.
    reported: Vec<(u32, u32, u32)>,
    out: Vec<Found>,
}

/// Whether an item's last error is a missing body that nothing in the item ends.
fn swallows(stretch: &Stretch<'_>, item: &Item, errors: &[SyntaxError]) -> bool {
    let missing = SyntaxErrorKind::Expected(SyntaxKind::L_BRACE);
    errors.last().is_some_and(|e| e.kind == missing)
        && !item.span.of(stretch.text).contains(['{', '}'])
        && item.kind == ItemKind::FunctionDeclaration
}

/// The syntax errors of an item that a pass meets.
fn of_user<'db>(db: &'db dyn Db, item: ItemNode<'db>, pass: Pass) -> Cow<'db, [SyntaxError]> {
    let errors = syntax_errors(db, item);
    if errors.is_empty() || pass == Pass::Host {
        return Cow::Borrowed(errors);
    }
    let unread = unread_bodies(db, item, |body| {
        errors.iter().any(|e| body.contains(e.token))
    });
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
