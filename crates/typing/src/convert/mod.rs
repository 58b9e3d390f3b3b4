//! Implicit conversion sequences ([over.best.ics]): whether one exists, of what rank it is, and how two compare. What a
//! sequence does to code is [`crate::check`]'s business.

pub(crate) mod bases;
pub(crate) mod compare;
pub(crate) mod list;
pub(crate) mod reference;
pub(crate) mod standard;
pub(crate) mod user;

use crate::overload::never_converts;
use crate::template::Operand;
use crate::thir::Category;
use crate::ty::types::Sort;
use crate::{Context, Entity, Ty, TyKind};

pub(crate) use crate::convert::bases::{BaseSearch, base_search, is_base_of, is_same_class};
pub(crate) use crate::convert::compare::{compare, standard as compare_standard};
pub(crate) use crate::convert::list::{initializer_list_element, is_string_for};
pub(crate) use crate::convert::standard::{
    has_fixed_underlying, is_deprecated_string, is_null, is_scoped, promoted, promoted_bit_field,
    promoted_enum, qualification, underlying,
};
pub(crate) use crate::convert::user::{constructor_candidates, pointer_to as closure_pointer};

/// The rank of a conversion sequence, better ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Identity, qualification adjustments.
    Exact,
    /// Promotion.
    Promotion,
    /// Conversion.
    Conversion,
    /// Of a real number to a complex one (GNU): worse than any other conversion.
    ToComplex,
    /// User-defined conversion.
    User,
    /// `...`
    Ellipsis,
}

/// A standard conversion sequence ([over.ics.scs]), after the lvalue transformation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Standard<'db> {
    /// `Exact`, `Promotion`, `Conversion` or `ToComplex`.
    pub rank: Rank,
    /// The converted type; of a reference binding what is bound.
    pub from: Ty<'db>,
    /// The target; of a reference binding the referred type.
    pub to: Ty<'db>,
    /// It has a qualification or function pointer conversion.
    pub qualification: bool,
    /// A pointer or the like to `bool`.
    pub to_bool: bool,
    /// The reference that is bound.
    pub binding: Option<Binding>,
}

impl Standard<'_> {
    fn is_identity(&self) -> bool {
        self.rank == Rank::Exact && !self.qualification
    }
}

/// How a reference is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Binding {
    /// The reference is an rvalue reference.
    pub rvalue_reference: bool,
    /// It is bound to an rvalue.
    pub to_rvalue: bool,
    /// It is the implicit object parameter of a function without ref-qualifier.
    pub object: bool,
    /// It is bound directly to what the operand denotes: no temporary of another type.
    pub direct: bool,
}

/// A user-defined conversion sequence ([over.ics.user]).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct User<'db> {
    /// The function.
    pub function: UserFunction<'db>,
    /// What follows it.
    pub second: Standard<'db>,
}

/// What converts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum UserFunction<'db> {
    /// A constructor.
    Constructor(Entity<'db>),
    /// A conversion function.
    Conversion(Entity<'db>),
    /// A closure's conversion to a pointer to function, by its call operator.
    Closure(Entity<'db>),
    /// A braced list initialises an aggregate, or an `initializer_list` parameter (true).
    List(bool),
}

/// An implicit conversion sequence.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Sequence<'db> {
    /// Standard.
    Standard(Standard<'db>),
    /// User-defined.
    User(User<'db>),
    /// Several user-defined ones.
    Ambiguous,
    /// `...`
    Ellipsis,
    /// Neither better nor worse than any: the object argument of a static function.
    Any,
    /// It may exist or not.
    Unknown,
}

impl Sequence<'_> {
    /// Its rank.
    pub(crate) fn rank(&self) -> Rank {
        match self {
            Sequence::Standard(s) => s.rank,
            Sequence::User(User {
                function: UserFunction::List(true),
                second,
            }) => second.rank,
            Sequence::User(_) | Sequence::Ambiguous => Rank::User,
            Sequence::Ellipsis => Rank::Ellipsis,
            Sequence::Any | Sequence::Unknown => Rank::Exact,
        }
    }
}

/// What a sequence may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Options {
    /// User-defined conversions ([over.best.ics]/4).
    pub user: bool,
    /// Explicit constructors and conversion functions: direct-initialisation.
    pub explicit: bool,
    /// An rvalue reference binds to the result: no conversion function may give an lvalue ([dcl.init.ref]/5.4.1).
    pub to_rvalue: bool,
    /// The parameter is that of a copy or move constructor: a list makes the object by no explicit constructor.
    pub copies: bool,
}

impl Options {
    /// Copy-initialisation.
    pub(crate) const COPY: Options = Options {
        user: true,
        explicit: false,
        to_rvalue: false,
        copies: false,
    };
    /// Direct-initialisation.
    pub(crate) const DIRECT: Options = Options {
        user: true,
        explicit: true,
        to_rvalue: false,
        copies: false,
    };
    /// Standard conversions only.
    pub(crate) const STANDARD: Options = Options {
        user: false,
        explicit: false,
        to_rvalue: false,
        copies: false,
    };
}

/// The identity conversion.
pub(crate) fn identity<'db>(from: Ty<'db>, to: Ty<'db>) -> Standard<'db> {
    Standard {
        rank: Rank::Exact,
        from,
        to,
        qualification: false,
        to_bool: false,
        binding: None,
    }
}

/// How deep conversions may nest: a constructor's parameter may be a class with constructors, and so on.
const DEPTH: u32 = 400;

/// The implicit conversion sequence from an operand to a type; `None`: there is none.
pub(crate) fn sequence<'db>(
    cx: &mut Context<'db>,
    from: &Operand<'db>,
    to: Ty<'db>,
    options: Options,
) -> Option<Sequence<'db>> {
    let is_plain = matches!(to.sort(), Sort::Builtin | Sort::Enum | Sort::Pointer);
    if to.is_unknown(cx.db) {
        return Some(Sequence::Unknown);
    }
    if from.list.is_none() && from.ty == to {
        // Mostly an operand has the type that is wanted.
        if is_plain && to.quals(cx.db).is_empty() && from.set.is_empty() {
            return Some(Sequence::Standard(identity(to, to)));
        }
    } else if from.list.is_none() && from.ty.is_unknown(cx.db) {
        return Some(Sequence::Unknown);
    }
    if cx.depth > DEPTH {
        return Some(Sequence::Unknown);
    }
    cx.depth += 1;
    let found = sequence_inner(cx, from, to, options);
    cx.depth -= 1;
    found
}

fn sequence_inner<'db>(
    cx: &mut Context<'db>,
    from: &Operand<'db>,
    to: Ty<'db>,
    options: Options,
) -> Option<Sequence<'db>> {
    let db = cx.db;
    if from.list.is_some() {
        return list::sequence(cx, from, to, options);
    }
    // Mostly classes that have nothing to do with each other.
    if from.set.is_empty() && from.ty.is_class(db) {
        let target = to.strip_reference(db);
        let is_lvalue = to.sort() == Sort::LvalueReference;
        let temporary = !is_lvalue || target.quals(db).is_const;
        if never_converts(db, from.ty, target, temporary) {
            return None;
        }
    }
    if to.is_reference(db) {
        return reference::sequence(cx, from, to, options);
    }
    if !from.set.is_empty() {
        let chosen = crate::overload::address_of(cx, &from.set, from.explicit, to)?;
        return Some(match chosen {
            Some(_) => Sequence::Standard(identity(to, to)),
            None => Sequence::Unknown,
        });
    }
    if to.is_class(db) {
        return user::to_class(cx, from, to, options);
    }
    if from.ty.is_class(db) {
        return match options.user {
            true => user::from_class(cx, from, to, options),
            false => None,
        };
    }
    standard::standard(cx, from, to).map(Sequence::Standard)
}

/// Whether and how `from` converts implicitly to `to`; `None`: not at all.
pub fn implicit_rank<'db>(cx: &mut Context<'db>, from: &Operand<'db>, to: Ty<'db>) -> Option<Rank> {
    let found = quietly(cx, |cx| sequence(cx, from, to, Options::COPY))?;
    match found {
        Sequence::Ambiguous => None,
        found => Some(found.rank()),
    }
}

/// Tries something without leaving problems behind. Whether something unknown was met stays.
pub(crate) fn quietly<'db, R>(
    cx: &mut Context<'db>,
    try_it: impl FnOnce(&mut Context<'db>) -> R,
) -> R {
    let (problems, warnings) = (cx.problems.len(), cx.warnings.len());
    let result = try_it(cx);
    cx.problems.truncate(problems);
    cx.warnings.truncate(warnings);
    result
}

/// An operand that is a value or object of a type, by the type of a declaration or the result of a call: references become
/// glvalues.
pub(crate) fn operand_of_type<'db>(db: &'db dyn cleave_base_db::Db, ty: Ty<'db>) -> Operand<'db> {
    let (ty, category) = match *ty.kind(db) {
        TyKind::LvalueReference(t) => (t, Category::Lvalue),
        TyKind::RvalueReference(t) if t.is_function(db) => (t, Category::Lvalue),
        TyKind::RvalueReference(t) => (t, Category::Xvalue),
        _ => (ty, Category::Prvalue),
    };
    Operand {
        ty,
        category,
        constant: None,
        list: None,
        designated: Box::default(),
        set: Box::default(),
        explicit: None,
        bit_field: None,
        string: false,
    }
}
