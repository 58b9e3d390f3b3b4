//! What a rule has to say: a code, arguments and a token. Knows no lines, no columns and no text of messages.

use cleave_codes::{Code, HoleKind, Message};
use cleave_diagnostics::{Pass, Severity};
use cleave_names::{ItemId, ItemNode};

/// One finding about an item.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Finding<'db> {
    /// What is wrong.
    pub code: Code,
    /// Severity in place of the catalogue's, for what comes in two strengths.
    pub severity: Option<Severity>,
    /// Where: an index into the item's significant tokens.
    pub at: u32,
    /// How many bytes into that token.
    pub within: u32,
    /// The token where the reference reports it, if it is another one: what is known at the end of a scope only.
    pub reported_at: Option<u32>,
    /// It is reported behind the class that its token stands in: at the brace at the end of that, and in which turn there.
    pub behind_class: Option<(u32, u8)>,
    /// Reported when everything has been read and nothing is wrong, without a line to show.
    pub at_end: bool,
    /// Reported when everything has been read, whatever else is wrong.
    pub reported_last: bool,
    /// In what kind of code it was found, of what is reported at the end.
    pub emitted: Emitted,
    /// The item and token that asked for the instance in which it was found, of what is reported at the end.
    pub asked: Option<(ItemId<'db>, u32)>,
    /// Reported only as long as nothing is wrong, and behind what else is reported there.
    pub while_right: bool,
    /// Findings of one function that are reported together, as long as nothing is wrong before the first of them: the number
    /// of the function in the item.
    pub group: Option<u32>,
    /// It is reported of no place: what it speaks of is not written.
    pub is_nowhere: bool,
    /// The only pass that reports it, where the catalogue allows both.
    pub only: Option<Pass>,
    /// What fills the message's holes, in order.
    pub args: Box<[Arg<'db>]>,
    /// The item whose token `at` is, if it is not the one that was looked at: what is wrong in an instantiated template.
    pub item: Option<ItemId<'db>>,
    /// Lines that belong to the message.
    pub details: Box<[Box<[Arg<'db>]>]>,
    /// Notes under it.
    pub notes: Box<[Finding<'db>]>,
    /// The instantiation chain, innermost first: what, and the item and token where it was asked for.
    pub contexts: Box<[(Arg<'db>, ItemId<'db>, u32)]>,
    /// It was found during an instantiation whose contexts are not shown: that has ended.
    pub of_instance: bool,
}

/// Kinds of code, in the order in which the reference emits them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, salsa::SalsaValue)]
pub enum Emitted {
    /// Functions of the global namespace.
    Function,
    /// Members of classes there.
    Member,
    /// Closures there.
    Closure,
    /// Members of classes in other namespaces.
    InnerMember,
    /// Functions of other namespaces.
    InnerFunction,
}

/// An argument of a message.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub enum Arg<'db> {
    /// Plain text.
    Text(String),
    /// A quoted name.
    Name(String),
    /// A type.
    Type(String),
    /// A type by a typedef's name, and what it means.
    Named {
        /// The name.
        name: String,
        /// The type.
        meaning: String,
    },
    /// An entity: its kind in words and its name.
    Entity {
        /// `function`, `variable`, …
        kind: &'static str,
        /// Its qualified name.
        name: String,
    },
    /// A function that the compiler declares by itself.
    Implicit {
        /// `function`
        kind: &'static str,
        /// Its name.
        name: String,
    },
    /// A called function. The reference knows its readable name only as long as there was no error.
    Callee {
        /// The readable name.
        readable: String,
        /// What is printed once an error has been reported.
        mangled: String,
    },
    /// An entity with the place of its declaration.
    Declared {
        /// `function`, `variable`, …; empty where the message says it.
        kind: &'static str,
        /// Its qualified name.
        name: String,
        /// The item that declares it.
        item: ItemNode<'db>,
        /// The token that names it there.
        token: u32,
    },
    /// An entity with the place of its declaration, in any item.
    DeclaredIn {
        /// `function`, `variable`, …; empty where the message says it.
        kind: &'static str,
        /// Its qualified name.
        name: String,
        /// The item that declares it.
        item: ItemId<'db>,
        /// The token that names it there.
        token: u32,
    },
    /// `, defined at a.cu:3`: where a token of any item is.
    DefinedAt {
        /// The item.
        item: ItemId<'db>,
        /// The token.
        token: u32,
    },
    /// The line of a token of any item.
    LineIn {
        /// The item.
        item: ItemId<'db>,
        /// The token.
        token: u32,
    },
    /// The line of a token of some item.
    Line {
        /// The item.
        item: ItemNode<'db>,
        /// The token.
        token: u32,
    },
}

impl Arg<'_> {
    /// Whether a hole of this kind takes it.
    fn fits(&self, hole: HoleKind) -> bool {
        match self {
            Arg::Text(_) | Arg::DefinedAt { .. } => hole == HoleKind::Text,
            Arg::Name(_) | Arg::Callee { .. } => hole == HoleKind::Name,
            Arg::Type(_) | Arg::Named { .. } => hole == HoleKind::Type,
            Arg::Entity { .. }
            | Arg::Implicit { .. }
            | Arg::Declared { .. }
            | Arg::DeclaredIn { .. } => matches!(hole, HoleKind::Entity | HoleKind::Bare),
            Arg::LineIn { .. } | Arg::Line { .. } => hole == HoleKind::Place,
        }
    }
}

impl<'db> Finding<'db> {
    /// In debug builds, ends the program where the arguments are not what the holes of the message take: a mistake in a rule that
    /// every test of the rule shall see.
    pub(crate) fn check_holes(&self) {
        if cfg!(debug_assertions) {
            let holes = self.code.holes();
            let fit = holes.len() == self.args.len()
                && (self.args.iter().zip(holes)).all(|(arg, (_, kind))| arg.fits(*kind));
            assert!(
                fit,
                "{} has the holes {holes:?}, not {:?}",
                self.code, self.args
            );
            self.notes.iter().for_each(Finding::check_holes);
        }
    }

    /// A finding at a token.
    pub fn new(message: impl Message<Arg<'db>>, at: u32) -> Finding<'db> {
        let (code, args) = message.filled();
        Finding {
            code,
            severity: None,
            at,
            within: 0,
            reported_at: None,
            behind_class: None,
            at_end: false,
            reported_last: false,
            emitted: Emitted::Function,
            asked: None,
            while_right: false,
            group: None,
            is_nowhere: false,
            only: None,
            args: args.into(),
            item: None,
            details: Box::default(),
            notes: Box::default(),
            contexts: Box::default(),
            of_instance: false,
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, arg: Arg<'db>) -> Finding<'db> {
        let mut args = self.args.into_vec();
        args.push(arg);
        self.args = args.into();
        self
    }

    /// Adds plain text.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Finding<'db> {
        self.arg(Arg::Text(text.into()))
    }

    /// Adds a quoted name.
    #[must_use]
    pub fn name(self, name: impl Into<String>) -> Finding<'db> {
        self.arg(Arg::Name(name.into()))
    }

    /// Points into its token.
    #[must_use]
    pub fn within(mut self, bytes: u32) -> Finding<'db> {
        self.within = bytes;
        self
    }

    /// Takes its place among the others at this token.
    #[must_use]
    pub fn reported_at(mut self, token: u32) -> Finding<'db> {
        self.reported_at = Some(token);
        self
    }

    /// Whether nothing is emitted: a variable gets its value in a way that there is not. Its line is shown.
    pub fn hinders_emission(&self) -> bool {
        self.code == cleave_codes::codes::DYNAMIC_INITIALIZATION_IN_DEVICE_CODE
    }

    /// Is reported when everything has been read and nothing is wrong.
    #[must_use]
    pub fn reported_at_end(mut self) -> Finding<'db> {
        self.at_end = true;
        self
    }

    /// Is reported at a token, behind the others there, as long as nothing is wrong.
    #[must_use]
    pub fn while_right(mut self, token: u32) -> Finding<'db> {
        self.reported_at = Some(token);
        self.while_right = true;
        self
    }

    /// Is the device pass's alone.
    #[must_use]
    pub fn on_device_only(mut self) -> Finding<'db> {
        self.only = Some(Pass::Device);
        self
    }

    /// Takes this severity instead of the catalogue's.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Finding<'db> {
        self.severity = Some(severity);
        self
    }
}
