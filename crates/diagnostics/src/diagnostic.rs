//! One thing to say: code, arguments, position, and what belongs to it. Knows no layout and no control.

use cleave_codes::Code;

use crate::location::{Location, Place};
use crate::message::Arg;
use crate::severity::Severity;

/// A line of text made of arguments, printed one after the other.
pub type Line = Vec<Arg>;

/// Why the compiler was at work where the problem arose: one step of an instantiation chain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Context {
    /// What went on, such as `instantiation of class "A<T> [with T=int]"`.
    pub what: Line,
    /// Where it was asked for.
    pub place: Place,
}

impl Context {
    /// The instantiation of an entity, asked for at `place`. Classes are named with their kind, functions by
    /// their whole declaration and without: `void f(T) [with T=int]`.
    pub fn instantiation(
        kind: impl Into<String>,
        name: impl Into<String>,
        place: Place,
    ) -> Context {
        Context {
            what: vec![Arg::text("instantiation of "), Arg::entity(kind, name)],
            place,
        }
    }
}

/// A diagnostic, not yet judged by options and pragmas.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// Which entry of the catalogue it is.
    pub code: Code,
    /// Severity in place of the entry's default, for the few entries that come in two strengths.
    pub severity: Option<Severity>,
    /// What fills the message's holes, in the order of the text.
    pub args: Vec<Arg>,
    /// Where it points; `None` for what concerns no place in the source.
    pub at: Option<Location>,
    /// Lines that belong to the message: candidates, argument types, jumped-over variables.
    pub details: Vec<Line>,
    /// Notes, in order. Their own notes and contexts are not shown.
    pub notes: Vec<Diagnostic>,
    /// The instantiation chain, innermost first.
    pub contexts: Vec<Context>,
}

impl Diagnostic {
    /// A diagnostic without arguments that points nowhere.
    pub fn new(code: Code) -> Diagnostic {
        Diagnostic {
            code,
            severity: None,
            args: Vec::new(),
            at: None,
            details: Vec::new(),
            notes: Vec::new(),
            contexts: Vec::new(),
        }
    }

    /// Adds the next argument.
    #[must_use]
    pub fn arg(mut self, arg: Arg) -> Diagnostic {
        self.args.push(arg);
        self
    }

    /// Points somewhere.
    #[must_use]
    pub fn at(mut self, at: Location) -> Diagnostic {
        self.at = Some(at);
        self
    }

    /// Takes this severity instead of the entry's default.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Diagnostic {
        self.severity = Some(severity);
        self
    }

    /// Adds a line below the message.
    #[must_use]
    pub fn detail(mut self, line: Line) -> Diagnostic {
        self.details.push(line);
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, note: Diagnostic) -> Diagnostic {
        self.notes.push(note);
        self
    }

    /// Adds the next outer step of the instantiation chain.
    #[must_use]
    pub fn context(mut self, context: Context) -> Diagnostic {
        self.contexts.push(context);
        self
    }
}
