//! What is wrong with some code, as data: a code of the catalogue, a place, and what its placeholders stand for. Rendering,
//! severity and control by options are others' business.

use cleave_codes::{Message, codes};

use crate::{Entity, Site, Ty};

/// A diagnostic before it is rendered.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub struct Problem<'db> {
    /// What is wrong.
    pub code: codes::Code,
    /// Where.
    pub site: Site<'db>,
    /// Which token of the site.
    pub at: At<'db>,
    /// What the reference has read when it says so, where that is more than the site: of an argument, the call.
    pub read: Option<Site<'db>>,
    /// What fills its placeholders, in order.
    pub fills: Vec<Fill<'db>>,
    /// Lines that belong to the message.
    pub details: Vec<Detail<'db>>,
    /// Notes under it.
    pub notes: Vec<Problem<'db>>,
    /// Why the code was looked at, innermost first.
    pub contexts: Vec<Instantiation<'db>>,
    /// It is an error whatever its code is otherwise: a constant is asked for.
    pub hard: bool,
    /// It is a warning whatever its code is otherwise: GNU's compilers take it.
    pub soft: bool,
    /// It stands in the definition of a function that is instantiated when everything has been read ([temp.point]/8), which not
    /// every pass does.
    pub deferred: bool,
    /// It is reported when everything has been read.
    pub late: bool,
    /// It is reported where its chain of instantiations began, and without the chain: that has ended by then.
    pub is_detached: bool,
}

/// Which token of a site a diagnostic points at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum At<'db> {
    /// The one that stands for it: an operator, an unqualified name.
    #[default]
    Point,
    /// Its first token.
    First,
    /// Of a call the parenthesis after the callee, of a fold its operator.
    Opening,
    /// Of a condition in parentheses the keyword before it.
    Keyword,
    /// Of a keyword with a parenthesis what stands in it.
    Inside,
    /// Its last token.
    Last,
    /// Of a call what stands behind its last argument where that should be the end, else its last token.
    Arguments,
    /// The token after it.
    After,
    /// The one that many tokens after the token after it.
    Behind(u32),
    /// Not the site but the first token of a statement of its code, by number, or so many tokens before it.
    Statement(u32, u32),
    /// Not the site but the token of a statement of its code that many behind its first, by the statement's number.
    StatementNth(u32, u32),
    /// Not the site but the last token of a statement of its code, by number.
    StatementLast(u32),
    /// The one that many tokens after its first.
    Nth(u32),
    /// The one that many tokens before its first.
    Before(u32),
    /// Of a variable, what ends its declarator.
    Declarator,
    /// Of a member function, the `=` of its pure-specifier.
    Pure,
    /// Of a declaration, the token that many behind the first one of the qualified name that it declares.
    Qualified(u32),
    /// Of a member, the first token of its declaration.
    Member,
    /// The first token of the item behind its template heads.
    Start,
    /// Not the site but the name in the declaration of this entity.
    Declared(Entity<'db>),
}

impl<'db> Problem<'db> {
    /// A problem without details.
    pub fn new(message: impl Message<Fill<'db>>, site: Site<'db>) -> Problem<'db> {
        let (code, fills) = message.filled();
        Problem {
            code,
            site,
            at: At::Point,
            read: None,
            fills,
            details: Vec::new(),
            notes: Vec::new(),
            contexts: Vec::new(),
            deferred: false,
            late: false,
            is_detached: false,
            hard: false,
            soft: false,
        }
    }

    /// Whether it has something to say: what a reader of types records without more than a number means something in
    /// substitutions only.
    pub(crate) fn is_certain(&self) -> bool {
        // A reader of types has these for what cannot be made as well.
        let vague = matches!(
            self.code,
            codes::TEMPLATE_ARGUMENTS_MISSING | codes::NO_SUCH_MEMBER | codes::UNDEFINED_IDENTIFIER
        );
        // Which object it is somebody else knows.
        let unnamed = self.code == codes::MISSING_INITIALIZER_ON_REFERENCE && self.fills.is_empty();
        self.code != codes::Code::NONE
            && !unnamed
            && !(vague && self.site.is_type && self.fills.is_empty())
    }

    /// Whether it says that nothing declares an unqualified name ([basic.lookup.unqual]).
    pub(crate) fn is_undefined_name(&self) -> bool {
        self.code == codes::UNDEFINED_IDENTIFIER && !self.fills.is_empty()
    }

    /// Whether it says that nothing declares a name, or that its scope does not have it ([basic.lookup]).
    pub(crate) fn names_nothing(&self) -> bool {
        let codes = [
            codes::UNDEFINED_IDENTIFIER,
            codes::NO_SUCH_MEMBER,
            codes::NO_SUCH_GLOBAL_NAME,
            codes::NO_SUCH_TAG_IN_NAMESPACE,
            codes::NO_SUCH_GLOBAL_TAG,
            codes::NO_SUCH_CLASS_MEMBER,
            codes::NO_SUCH_GLOBAL_CLASS,
            codes::NOT_A_CLASS_OR_NAMESPACE_NAME,
        ];
        let worded = !self.fills.is_empty() || self.code == codes::NOT_A_CLASS_OR_NAMESPACE_NAME;
        codes.contains(&self.code) && worded
    }

    /// Whether it says so of a template's own code, or that a requirement names no type ([expr.prim.req.type]).
    pub(crate) fn is_of_open_name(&self) -> bool {
        self.names_nothing() || self.code == codes::EXPECTED_TYPE_NAME
    }

    /// Whether it says that a template argument does not fit its parameter ([temp.arg]).
    pub(crate) fn is_misfit(&self) -> bool {
        let misfits = [
            codes::TOO_MANY_TEMPLATE_ARGUMENTS,
            codes::TOO_FEW_TEMPLATE_ARGUMENTS,
            codes::TEMPLATE_ARGUMENTS_MISSING,
            codes::TYPE_NAME_NOT_ALLOWED,
            codes::EXP_TYPE_SPECIFIER,
            codes::EXP_PRIMARY_EXPR,
            codes::EXP_IDENTIFIER,
            codes::ENTITY_NOT_A_CLASS_TEMPLATE,
            codes::NOT_A_TYPE_NAME,
            codes::CONSTRAINT_NOT_SATISFIED,
        ];
        misfits.contains(&self.code) && self.is_certain()
    }

    /// The same, pointing at another token.
    #[must_use]
    pub fn at(mut self, at: At<'db>) -> Problem<'db> {
        self.at = at;
        self
    }

    /// Adds a line.
    #[must_use]
    pub fn detail(mut self, detail: Detail<'db>) -> Problem<'db> {
        self.details.push(detail);
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, note: Problem<'db>) -> Problem<'db> {
        self.notes.push(note);
        self
    }
}

/// A line under a message.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub enum Detail<'db> {
    /// `argument types are: (int, S)`
    ArgumentTypes(Vec<Fill<'db>>),
    /// `object type is: S`
    ObjectType(Fill<'db>),
    /// `operand types are: S + int`: the operator's spelling and one or two types.
    OperandTypes(Box<str>, Vec<Fill<'db>>),
    /// A candidate: `function "f(int)" (declared at line 3)`.
    Candidate(Entity<'db>),
    /// A builtin operator as a candidate: `built-in operator "arithmetic + arithmetic"`.
    Builtin(Box<str>),
    /// `function "A::f" is a pure virtual function`
    Pure(Entity<'db>),
    /// `pure virtual function "A::f" has no overrider`
    Open(Entity<'db>),
    /// A partial specialisation by its pattern: `"X<T, int>" (declared at line 3)`.
    Pattern(Entity<'db>),
    /// A local variable: `variable "x" (declared at line 3)`.
    Variable(Box<str>, Site<'db>),
    /// Any other line.
    Text(Box<str>),
}

/// A step of an instantiation chain.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub struct Instantiation<'db> {
    /// What was instantiated.
    pub entity: Entity<'db>,
    /// Where that was asked for.
    pub at: Site<'db>,
}

/// What fills a placeholder.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub enum Fill<'db> {
    /// Text.
    Text(Box<str>),
    /// A name in quotes.
    Name(Box<str>),
    /// A type.
    Type(Ty<'db>),
    /// An entity by its kind and name; a function's parameters are shown where its name is overloaded.
    Entity(Entity<'db>),
    /// What is to be instantiated: `class "A<1>"`, `member "A<N>::v [with N=1]"`, `function "f<N>() [with N=1]"`.
    Instantiated(Entity<'db>),
    /// The constructors of a class by one of them: `constructor "C::C"`.
    Constructor(Entity<'db>),
    /// A function with its parameters.
    Signature(Entity<'db>),
    /// An overload set by one of its members: `overloaded function "f"`.
    Overloaded(Entity<'db>),
    /// An entity with the place of its declaration.
    Declared(Entity<'db>),
    /// A data member, static or not, with the place of its declaration.
    DeclaredMember(Entity<'db>),
    /// A function with its parameters and the place of its declaration.
    DeclaredSignature(Entity<'db>),
    /// What has no entity of its own: its kind in words, and its name.
    Kind(&'static str, Box<str>),
    /// A local variable or parameter with the place of its declaration: its kind in words, its name, the place.
    Local(&'static str, Box<str>, Option<Site<'db>>),
    /// A function that the compiler knows without a declaration.
    Implicit(Box<str>),
    /// Text that is quoted as a type is.
    Spelled(Box<str>),
    /// A type by the name that it was declared with, and the type itself.
    Named(Box<str>, Ty<'db>),
    /// A type as it is written.
    Written {
        /// With the names of typedefs.
        name: Box<str>,
        /// What it means, where that is spelled otherwise.
        meaning: Option<Box<str>>,
    },
    /// Where something stands.
    Line(Site<'db>),
    /// The same of where the head of the template begins that stands there.
    HeadLine(Site<'db>),
    /// A number.
    Number(i128),
}
