//! Everything that is wrong with a translation unit, as diagnostics with places in the reference's order: syntax errors, directives and
//! pragmas, and what the rules found, with what silences what over the whole program.
//!
//! It takes a database, options as plain data and a question about files, and gives a session that has judged each diagnostic. It
//! must not know files, processes, the clock or the environment, nor how anything is found or rendered.

mod arguments;
mod directives;
mod items;
mod modules;
mod passes;
mod places;
mod pragmas;
mod reportable;
mod suppression;
mod syntax;
mod unread;
mod user_lines;

use std::path::Path;

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_codes::{Code, codes};
use cleave_diagnostics::{Control, Diagnostic, Options, Pass, Session};

pub use self::directives::pragmas;
pub use self::items::too_deep;
pub use self::passes::{merge, show_line};
pub use self::places::{Places, end_of_input, last_line};
pub use self::syntax::ItemErrors;
pub use self::user_lines::UserLines;

/// Which of the diagnostics at one place comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
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
pub type Found = ((usize, Order), Diagnostic);

/// What is asked about.
#[derive(Clone, Copy)]
pub struct Unit<'a> {
    /// The database.
    pub db: &'a dyn Db,
    /// The preprocessed text in it.
    pub file: SourceFile,
    /// What the command line says of the host half and of CUDA.
    pub options: HostOptions,
    /// Whether there is such a file: `#include` of one that is not there is reported.
    pub is_there: &'a dyn Fn(&Path) -> bool,
}

/// The pass whose diagnostics are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The host pass.
    Host,
    /// The device pass.
    Device {
        /// The architecture's number, if it is known.
        architecture: Option<u32>,
    },
}

impl Over {
    fn pass(self) -> Pass {
        match self {
            Over::Host => Pass::Host,
            Over::Device { .. } => Pass::Device,
        }
    }
}

/// What is declared and never referenced, and what is set and never used.
const UNUSED: [Code; 2] = [codes::DECLARED_BUT_NOT_REFERENCED, codes::SET_BUT_NOT_USED];

/// What is wrong with an input.
pub struct Findings {
    /// In source order.
    found: Vec<Diagnostic>,
    /// What concerns the whole program: the reference looks for it only where there are no errors.
    late: Vec<Diagnostic>,
}

impl Findings {
    /// Reports everything. What counts as an error is the session's to say: options and pragmas decide of it.
    fn report(&self, session: &mut Session) {
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

/// Reports everything that is wrong with a unit in one pass: the session, with nothing else in it. `options` say how it looks, `control`
/// what the command line makes of each diagnostic; the pragmas are the text's.
pub fn report(unit: Unit<'_>, over: Over, options: Options, control: Control) -> Session {
    let place = Places::new(unit.db, unit.file);
    let (pragmas, problems) = place.controlling_pragmas();
    let mut session = Session::new(options, control, pragmas);
    let unused = match over {
        Over::Host => UNUSED.iter().any(|&code| session.may_report(code)),
        Over::Device { .. } => true,
    };
    in_order(&place, unit, over, unused, problems).report(&mut session);
    session
}

/// The same before options and pragmas control it. `unused`: whether what nothing uses is looked for.
pub fn findings(unit: Unit<'_>, over: Over, unused: bool) -> Findings {
    let place = Places::new(unit.db, unit.file);
    let (_, problems) = place.controlling_pragmas();
    in_order(&place, unit, over, unused, problems)
}

/// Diagnostics in source order; `problems` are the pragmas' own.
fn in_order<'a>(
    place: &Places<'a>,
    unit: Unit<'a>,
    over: Over,
    unused: bool,
    problems: Vec<(usize, Diagnostic)>,
) -> Findings {
    let Unit { file, options, .. } = unit;
    let modules = place.modules(file);
    let mut unread = place.unread(file);
    unread.items.extend(&modules.items);
    let mut out = place.syntax_errors(file, ItemErrors::OfUser(over.pass()), &unread);
    let mut rest = problems;
    rest.extend(place.stray_bytes());
    rest.extend(place.includes(unit.is_there));
    rest.extend(place.directives());
    rest.extend(place.placed_pragmas(file, options, over.pass()));
    let (found, late) = place.item_findings(unit, over, unused, &unread.items);
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

#[cfg(test)]
mod tests;
