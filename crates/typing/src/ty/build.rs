//! Making types and asking simple things of them. References collapse, arrays take qualifiers to their elements, functions and
//! references take none ([dcl.ref], [dcl.array], [dcl.fct]).

use cleave_base_db::{Db, Kept};
use cleave_lang::{Builtin, Qualifiers};
use salsa::Database;
use salsa::plumbing::AsId;

use crate::ty::types::{Sort, TyFacts, TyParts};
use crate::{Arg, Bound, Const, Entity, Env, FnTy, Ty, TyKind, Value};

const NONE: Qualifiers = Qualifiers::NONE;

impl<'db> Ty<'db> {
    /// A type without qualifiers.
    pub fn of(db: &'db dyn Database, kind: TyKind<'db>) -> Ty<'db> {
        Ty::new(db, kind, NONE)
    }

    /// The type that is not known.
    pub fn error(db: &'db dyn Database) -> Ty<'db> {
        Ty::of(db, TyKind::Error)
    }

    /// A fundamental type.
    pub fn builtin(db: &'db dyn Db, builtin: Builtin) -> Ty<'db> {
        static KEPT: Kept<Ty<'static>> = Kept::new();
        let made = || Ty::of(db, TyKind::Builtin(builtin));
        Ty::at_hand(db, &KEPT, builtin as usize, made)
    }

    /// A pointer to this type.
    pub fn pointer(self, db: &'db dyn Db) -> Ty<'db> {
        static KEPT: Kept<Ty<'static>> = Kept::new();
        let made = || Ty::of(db, TyKind::Pointer(self));
        Ty::at_hand(db, &KEPT, self.id().as_id().index() as usize, made)
    }

    /// A type that is made all the time, from where it is found sooner than by salsa.
    fn at_hand(
        db: &'db dyn Db,
        all: &Kept<Ty<'static>>,
        number: usize,
        made: impl Fn() -> Ty<'db>,
    ) -> Ty<'db> {
        let kept = (db.unchanging()).and_then(|kept| kept.get(all, number, || made().to_keep()));
        kept.map_or_else(made, |kept| *kept)
    }

    /// An lvalue reference to this type; references collapse.
    pub fn lvalue_reference(self, db: &'db dyn Database) -> Ty<'db> {
        match *self.kind(db) {
            TyKind::LvalueReference(_) | TyKind::Error => self,
            TyKind::RvalueReference(of) => Ty::of(db, TyKind::LvalueReference(of)),
            _ => Ty::of(db, TyKind::LvalueReference(self)),
        }
    }

    /// An rvalue reference to this type; references collapse.
    pub fn rvalue_reference(self, db: &'db dyn Database) -> Ty<'db> {
        match self.kind(db) {
            TyKind::LvalueReference(_) | TyKind::RvalueReference(_) | TyKind::Error => self,
            _ => Ty::of(db, TyKind::RvalueReference(self)),
        }
    }

    /// An array of this type.
    pub fn array(self, db: &'db dyn Database, bound: Bound<'db>) -> Ty<'db> {
        if self.is_error(db) {
            return self;
        }
        Ty::of(db, TyKind::Array(self, bound))
    }

    /// This type with more qualifiers.
    pub fn qualified(self, db: &'db dyn Database, quals: Qualifiers) -> Ty<'db> {
        if quals.is_empty() {
            return self;
        }
        let parts = self.parts(db);
        match &parts.kind {
            TyKind::Array(element, bound) => element.qualified(db, quals).array(db, bound.clone()),
            TyKind::Pack(of) => Ty::of(db, TyKind::Pack(of.qualified(db, quals))),
            TyKind::LvalueReference(_)
            | TyKind::RvalueReference(_)
            | TyKind::Function(_)
            | TyKind::Error => self,
            _ if parts.quals.union(quals) == parts.quals => self,
            kind => {
                let all = TyParts {
                    kind: kind.clone(),
                    quals: parts.quals.union(quals),
                    facts: parts.facts,
                    plain: parts.plain.or(Some(self)),
                };
                Ty::intern(db, all)
            }
        }
    }

    /// This type with exactly these qualifiers at the top.
    pub fn with_quals(self, db: &'db dyn Database, quals: Qualifiers) -> Ty<'db> {
        self.unqualified(db).qualified(db, quals)
    }

    /// Its qualifiers at the top; an array's are its element's.
    pub fn top_quals(self, db: &'db dyn Database) -> Qualifiers {
        let mut at = self;
        while at.sort() == Sort::Array
            && let TyKind::Array(element, _) = at.kind(db)
        {
            at = *element;
        }
        at.quals(db)
    }

    /// This type without qualifiers at the top; an array's are its element's.
    pub fn unqualified(self, db: &'db dyn Database) -> Ty<'db> {
        if self.is_plain() {
            return self;
        }
        let parts = self.parts(db);
        match &parts.kind {
            TyKind::Array(element, bound) => {
                let inner = element.unqualified(db);
                match inner == *element {
                    true => self,
                    false => inner.array(db, bound.clone()),
                }
            }
            _ => parts.plain.unwrap_or(self),
        }
    }

    /// The referenced type, or the type itself.
    pub fn strip_reference(self, db: &'db dyn Database) -> Ty<'db> {
        if !self.is_reference(db) {
            return self;
        }
        match self.kind(db) {
            TyKind::LvalueReference(of) | TyKind::RvalueReference(of) => *of,
            _ => self,
        }
    }

    /// Whether it is a reference.
    pub fn is_reference(self, _: &'db dyn Database) -> bool {
        matches!(self.sort(), Sort::LvalueReference | Sort::RvalueReference)
    }

    /// What a parameter of this type is adjusted to ([dcl.fct]/5): arrays and functions to pointers, no cv at the top.
    pub fn decayed(self, db: &'db dyn Db) -> Ty<'db> {
        if self.is_plain() && !matches!(self.sort(), Sort::Function | Sort::Pack) {
            return self;
        }
        let parts = self.parts(db);
        match &parts.kind {
            TyKind::Array(element, _) => element.pointer(db),
            TyKind::Function(_) => self.pointer(db),
            TyKind::Pack(of) => Ty::of(db, TyKind::Pack(of.decayed(db))),
            _ => parts.plain.unwrap_or(self),
        }
    }

    /// Whether it is not known.
    pub fn is_error(self, _: &'db dyn Database) -> bool {
        self.sort() == Sort::Error
    }

    /// Whether it is this fundamental type, qualified or not.
    pub fn is_builtin(self, _: &'db dyn Database, builtin: Builtin) -> bool {
        self.fundamental() == Some(builtin)
    }

    /// Whether it is `void`, qualified or not.
    pub fn is_void(self, db: &'db dyn Database) -> bool {
        self.is_builtin(db, Builtin::Void)
    }

    /// The function type, if it is one.
    pub fn as_function(self, db: &'db dyn Database) -> Option<&'db FnTy<'db>> {
        if self.sort() != Sort::Function {
            return None;
        }
        match self.kind(db) {
            TyKind::Function(f) => Some(f),
            _ => None,
        }
    }

    /// Whether it is the type of functions with cv-qualifiers or a ref-qualifier, to which nothing points or refers
    /// ([dcl.fct]/10).
    pub(crate) fn is_qualified_function(self, db: &'db dyn Database) -> bool {
        self.as_function(db)
            .is_some_and(|f| f.quals != cleave_lang::Qualifiers::NONE || f.ref_qualifier.is_some())
    }

    /// The class or enumeration, if it is one.
    pub fn as_entity(self, db: &'db dyn Database) -> Option<Entity<'db>> {
        if !matches!(self.sort(), Sort::Class | Sort::Enum) {
            return None;
        }
        match *self.kind(db) {
            TyKind::Class(e) | TyKind::Enum(e) => Some(e),
            _ => None,
        }
    }

    /// Whether it is a class, closures included.
    pub fn is_class(self, _: &'db dyn Database) -> bool {
        matches!(self.sort(), Sort::Class | Sort::Closure)
    }

    /// Whether template parameters occur in it.
    pub fn is_dependent(self, _: &'db dyn Database) -> bool {
        self.facts().dependent
    }

    /// Whether a placeholder occurs in it.
    pub fn has_auto(self, _: &'db dyn Database) -> bool {
        self.facts().auto
    }
}

impl TyFacts {
    /// What follows of a type of this kind.
    pub(super) fn of<'db>(db: &'db dyn Database, kind: &TyKind<'db>) -> TyFacts {
        let of = |ty: Ty<'db>| ty.facts();
        let dependent = |dependent| TyFacts {
            dependent,
            ..TyFacts::default()
        };
        let env = |env: Option<Env<'db>>| dependent(env.is_some_and(|e| e.is_dependent(db)));
        match kind {
            TyKind::Error => TyFacts {
                error: true,
                ..TyFacts::default()
            },
            TyKind::Auto(_) => TyFacts {
                auto: true,
                ..TyFacts::default()
            },
            TyKind::Pointer(t) | TyKind::LvalueReference(t) | TyKind::RvalueReference(t) => of(*t),
            TyKind::Array(t, bound) => {
                let of = of(*t);
                let bound = matches!(bound, Bound::Param { .. } | Bound::Dependent(..));
                TyFacts {
                    dependent: of.dependent || bound,
                    ..of
                }
            }
            TyKind::MemberPointer { class, member } => {
                let (class, member) = (of(*class), of(*member));
                TyFacts {
                    dependent: class.dependent || member.dependent,
                    auto: member.auto,
                    error: false,
                }
            }
            TyKind::Vector(t, _) => dependent(of(*t).dependent),
            TyKind::Function(f) => TyFacts {
                dependent: f.noexcept_param.is_some()
                    || of(f.ret).dependent
                    || f.params.iter().any(|p| of(*p).dependent),
                auto: of(f.ret).auto,
                error: false,
            },
            TyKind::Class(e) | TyKind::Enum(e) => env(e.stored_env(db)),
            TyKind::Closure(c) => env(c.env),
            TyKind::Pack(t) => TyFacts {
                dependent: true,
                auto: of(*t).auto,
                error: false,
            },
            TyKind::Param { .. } | TyKind::ParamSpecialization { .. } | TyKind::Dependent(..) => {
                dependent(true)
            }
            _ => TyFacts::default(),
        }
    }
}

impl<'db> Arg<'db> {
    /// Whether template parameters occur in it.
    pub fn is_dependent(&self, db: &'db dyn Database) -> bool {
        match self {
            Arg::Type(t) => t.is_dependent(db),
            Arg::Value(c) => c.ty(db).is_dependent(db),
            Arg::Template(e) => e.stored_env(db).is_some_and(|e| e.is_dependent(db)),
            Arg::Pack(args) => args.iter().any(|a| a.is_dependent(db)),
            Arg::Param { .. } | Arg::Dependent(..) | Arg::Expansion(_) => true,
            Arg::Error => false,
        }
    }

    /// Whether it, or a part of it, could not be made out.
    pub fn has_error(&self, db: &'db dyn Database) -> bool {
        match self {
            Arg::Type(t) => t.is_error(db),
            Arg::Pack(args) => args.iter().any(|a| a.has_error(db)),
            Arg::Expansion(a) => a.has_error(db),
            Arg::Error => true,
            _ => false,
        }
    }

    /// The type, if it is one.
    pub fn as_type(&self) -> Option<Ty<'db>> {
        match self {
            Arg::Type(t) => Some(*t),
            _ => None,
        }
    }

    /// The integer, if it is one.
    pub fn as_int(&self, db: &'db dyn Database) -> Option<i128> {
        match self {
            Arg::Value(c) => c.as_int(db),
            _ => None,
        }
    }
}

impl<'db> Const<'db> {
    /// The integer, if it is one.
    pub fn as_int(self, db: &'db dyn Database) -> Option<i128> {
        match self.value(db) {
            Value::Int(n) => Some(*n),
            _ => None,
        }
    }

    /// A `bool`.
    pub fn bool(db: &'db dyn Db, value: bool) -> Const<'db> {
        Const::new(db, Ty::builtin(db, Builtin::Bool), Value::Int(value.into()))
    }
}

impl<'db> Env<'db> {
    /// Its levels, outermost first.
    pub fn levels(self, db: &'db dyn Database) -> Vec<Env<'db>> {
        let mut out: Vec<_> = std::iter::successors(Some(self), |e| e.parent(db)).collect();
        out.reverse();
        out
    }

    /// An argument by level and index.
    pub fn arg(self, db: &'db dyn Database, level: u32, index: u32) -> Option<&'db Arg<'db>> {
        let up = self.count(db).checked_sub(level.checked_add(1)?)?;
        self.above(db, up)?.args(db).get(index as usize)
    }

    /// The innermost level that is at most `depth` levels deep.
    pub fn truncated(self, db: &'db dyn Database, depth: u32) -> Option<Env<'db>> {
        if depth == 0 {
            return None;
        }
        self.above(db, self.count(db).saturating_sub(depth))
    }

    /// The level so many levels further out.
    fn above(self, db: &'db dyn Database, up: u32) -> Option<Env<'db>> {
        std::iter::successors(Some(self), |e| e.parent(db)).nth(up as usize)
    }
}
