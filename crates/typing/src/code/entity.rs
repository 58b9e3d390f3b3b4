//! Entities: declarations under template arguments. Identity is by meaning: the item that first declares it, the declaration
//! within, and the arguments.

use cleave_base_db::{Db, Kept};
use cleave_names::ItemId;
use salsa::plumbing::{AsId, FromId};

use crate::{Arg, Closure, Surroundings};

/// Some code: an item's signature level, or one of its bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct CodeRef<'db> {
    /// The item.
    pub item: ItemId<'db>,
    /// The declaration (raw index in the signature level) whose body it is; `None`: the signature level itself.
    pub body: Option<u32>,
}

/// Where a declaration is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct DeclAt<'db> {
    /// The code.
    pub code: CodeRef<'db>,
    /// Its raw index there; of a closure's call operator the lambda-expression's.
    pub index: u32,
    /// It is the call operator of this closure.
    pub closure: Option<Closure<'db>>,
}

/// A declaration in some code.
#[salsa::interned(debug, constructor = intern)]
pub struct DeclRef<'db> {
    /// One field: whoever wants to know one part of it mostly wants all.
    #[get(stored_parts)]
    #[returns(ref)]
    parts: DeclAt<'db>,
}

impl<'db> DeclAt<'db> {
    /// The same in a form that can be kept.
    fn to_keep(self) -> DeclAt<'static> {
        DeclAt {
            code: self.code.to_keep(),
            index: self.index,
            closure: self.closure.map(Closure::to_keep),
        }
    }
}

impl<'db> CodeRef<'db> {
    fn to_keep(self) -> CodeRef<'static> {
        CodeRef {
            item: ItemId::from_id(self.item.as_id()),
            body: self.body,
        }
    }
}

impl<'db> Closure<'db> {
    fn to_keep(self) -> Closure<'static> {
        let site = Site {
            code: self.site.code.to_keep(),
            index: self.site.index,
            is_type: self.site.is_type,
        };
        Closure {
            owner: Entity::from_id(self.owner.as_id()),
            site,
            env: self.env.map(|env| Env::from_id(env.as_id())),
            around: Surroundings::from_id(self.around.as_id()),
        }
    }
}

impl<'db> DeclRef<'db> {
    /// The declaration with a raw index in some code; of a closure's call operator the lambda-expression's.
    pub fn new(
        db: &'db dyn salsa::Database,
        code: CodeRef<'db>,
        index: u32,
        closure: Option<Closure<'db>>,
    ) -> Self {
        let parts = DeclAt {
            code,
            index,
            closure,
        };
        DeclRef::intern(db, parts)
    }

    /// Where it is.
    pub fn parts(self, db: &'db dyn Db) -> &'db DeclAt<'db> {
        static KEPT: Kept<DeclAt<'static>> = Kept::new();
        let stored = || self.stored_parts(db);
        let kept = KEPT.of(db, self, || stored().to_keep());
        kept.unwrap_or_else(stored)
    }

    /// The code it stands in.
    pub fn code(self, db: &'db dyn Db) -> CodeRef<'db> {
        self.parts(db).code
    }

    /// Its raw index there.
    pub fn index(self, db: &'db dyn Db) -> u32 {
        self.parts(db).index
    }

    /// The closure whose call operator it is.
    pub fn closure(self, db: &'db dyn Db) -> Option<Closure<'db>> {
        self.parts(db).closure
    }
}

/// An expression, type or declaration in some code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct Site<'db> {
    /// The code.
    pub code: CodeRef<'db>,
    /// The raw index of the expression or type.
    pub index: u32,
    /// Whether it is a type.
    pub is_type: bool,
}

/// Template arguments by level, outermost first. Explicit full specialisations add no level; a partial specialisation's level
/// holds the arguments deduced for its own parameters.
#[salsa::interned(debug, constructor = intern)]
pub struct Env<'db> {
    /// The levels around.
    #[returns(copy)]
    pub parent: Option<Env<'db>>,
    /// The arguments of the innermost level.
    #[returns(deref)]
    pub args: Box<[Arg<'db>]>,
    /// What follows from the others and is asked all the time.
    #[returns(copy)]
    facts: EnvFacts,
}

/// What is known of arguments at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct EnvFacts {
    /// The number of levels.
    count: u32,
    /// Template parameters occur in some argument.
    dependent: bool,
}

impl<'db> Env<'db> {
    /// A level of arguments.
    pub fn make(
        db: &'db dyn salsa::Database,
        parent: Option<Env<'db>>,
        args: impl Into<Box<[Arg<'db>]>>,
    ) -> Env<'db> {
        let args: Box<[Arg<'db>]> = args.into();
        let around = parent.map(|p| p.facts(db));
        let facts = EnvFacts {
            count: around.map_or(0, |p| p.count).saturating_add(1),
            dependent: around.is_some_and(|p| p.dependent)
                || args.iter().any(|a| a.is_dependent(db)),
        };
        Env::intern(db, parent, args, facts)
    }

    /// Whether template parameters occur in its arguments.
    pub fn is_dependent(self, db: &'db dyn salsa::Database) -> bool {
        self.facts(db).dependent
    }

    /// The number of its levels.
    pub(crate) fn count(self, db: &'db dyn salsa::Database) -> u32 {
        self.facts(db).count
    }
}

/// A declared thing: a namespace-level declaration, a class member, a local class or variable, under template arguments. A
/// template is the entity whose environment lacks its own level.
#[salsa::interned(debug)]
pub struct Entity<'db> {
    #[get(stored_decl)]
    #[returns(copy)]
    decl: DeclRef<'db>,
    #[get(stored_env)]
    #[returns(copy)]
    pub(crate) env: Option<Env<'db>>,
}

impl<'db> Entity<'db> {
    /// The first declaration (canonical among redeclarations); of a member of a class template specialisation, the one that
    /// was chosen for it.
    pub fn decl(self, db: &'db dyn Db) -> DeclRef<'db> {
        self.at_hand(db)
            .map_or_else(|| self.stored_decl(db), |kept| kept.0)
    }

    /// Its template arguments and those around it.
    pub fn env(self, db: &'db dyn Db) -> Option<Env<'db>> {
        self.at_hand(db)
            .map_or_else(|| self.stored_env(db), |kept| kept.1)
    }

    /// Both, from where they are found sooner than by salsa.
    fn at_hand(self, db: &'db dyn Db) -> Option<(DeclRef<'db>, Option<Env<'db>>)> {
        static KEPT: Kept<(DeclRef<'static>, Option<Env<'static>>)> = Kept::new();
        KEPT.of(db, self, || self.to_keep(db)).copied()
    }

    fn to_keep(self, db: &'db dyn Db) -> (DeclRef<'static>, Option<Env<'static>>) {
        let env = self.stored_env(db).map(|env| Env::from_id(env.as_id()));
        (DeclRef::from_id(self.stored_decl(db).as_id()), env)
    }
}

impl<'db> Closure<'db> {
    /// Its call operator; of a generic lambda the template. [`crate::function::signature`], [`crate::template::deduce_call`] and
    /// [`crate::check::body`] know it as any other function.
    pub fn operator(self, db: &'db dyn salsa::Database) -> Entity<'db> {
        let decl = DeclRef::new(db, self.site.code, self.site.index, Some(self));
        Entity::new(db, decl, self.env)
    }
}

impl<'db> Surroundings<'db> {
    /// Nothing is seen: of a lambda-expression of which no more is known than its text.
    pub(crate) fn bare(db: &'db dyn salsa::Database) -> Self {
        Surroundings::new(db, Box::default(), Box::default(), None, Box::default())
    }
}

/// Set in [`Site::index`] of declarations.
const DECLARATION: u32 = 1 << 31;
/// Set in [`Site::index`] of parameters.
const PARAMETER: u32 = 1 << 30;
/// Set in [`Site::index`] of template parameters, beside [`PARAMETER`].
const OF_TEMPLATE: u32 = 1 << 29;

impl<'db> Site<'db> {
    /// The place of a declaration: its name.
    pub fn declaration(code: CodeRef<'db>, index: u32) -> Site<'db> {
        Site {
            code,
            index: index | DECLARATION,
            is_type: false,
        }
    }

    /// The place of a parameter: its name.
    pub(crate) fn parameter(code: CodeRef<'db>, index: u32) -> Site<'db> {
        Site {
            code,
            index: index | PARAMETER,
            is_type: false,
        }
    }

    /// The raw index of the parameter, if it is the place of one.
    pub fn as_parameter(self) -> Option<u32> {
        let marks = self.index & (DECLARATION | PARAMETER | OF_TEMPLATE);
        (!self.is_type && marks == PARAMETER).then_some(self.index & !PARAMETER)
    }

    /// The place of a template parameter by its number: its name, or what stands where it would.
    pub(crate) fn template_parameter(code: CodeRef<'db>, number: u32) -> Site<'db> {
        Site {
            code,
            index: number | PARAMETER | OF_TEMPLATE,
            is_type: false,
        }
    }

    /// The number of the template parameter, if it is the place of one.
    pub(crate) fn as_template_parameter(self) -> Option<u32> {
        let marks = PARAMETER | OF_TEMPLATE;
        let found = !self.is_type && self.index & (DECLARATION | marks) == marks;
        found.then_some(self.index & !marks)
    }

    /// The raw index of the declaration, if it is the place of one.
    pub fn as_declaration(self) -> Option<u32> {
        (!self.is_type && self.index & DECLARATION != 0).then_some(self.index & !DECLARATION)
    }
}

impl<'db> Entity<'db> {
    /// The number of levels of arguments.
    pub fn depth(self, db: &'db dyn Db) -> u32 {
        self.env(db).map_or(0, |e| e.count(db))
    }
}
