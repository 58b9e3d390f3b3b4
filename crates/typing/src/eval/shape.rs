//! What an evaluation asks of an expression's type at each step, found once for each expression of a function that is called: a table
//! beside its code. It must not know values.

use cleave_base_db::Db;

use crate::eval::ops::scalar::{self, Int};
use crate::thir::{Expr, ExprId, Typed};
use crate::{Ty, TyKind};

/// The answers for a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    /// The others are known.
    known: bool,
    /// A class, closures included.
    pub(super) is_class: bool,
    /// An array.
    pub(super) is_array: bool,
    /// A scalar.
    pub(super) is_scalar: bool,
    /// A pointer.
    pub(super) is_pointer: bool,
    /// `std::nullptr_t`
    pub(super) is_nullptr: bool,
    /// `bool`
    pub(super) is_bool: bool,
    /// It is constant at the top, or its elements are.
    pub(super) is_const: bool,
    /// It is volatile at the top, or its elements are.
    pub(super) is_volatile: bool,
    /// The integer type that it is computed as: enumerations by their underlying type.
    pub(super) int: Option<Int>,
}

impl Shape {
    /// Looks at a type.
    pub(super) fn of<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Shape {
        let (kind, quals) = (ty.kind(db), ty.top_quals(db));
        Shape {
            known: true,
            is_class: matches!(kind, TyKind::Class(_) | TyKind::Closure(_)),
            is_array: matches!(kind, TyKind::Array(..)),
            is_scalar: ty.is_scalar(db),
            is_pointer: matches!(kind, TyKind::Pointer(_)),
            is_nullptr: ty.is_nullptr(db),
            is_bool: ty.is_bool(db),
            is_const: quals.is_const,
            is_volatile: quals.is_volatile,
            int: scalar::int(db, ty),
        }
    }
}

/// What a local is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Storage {
    /// A reference.
    Reference,
    /// An object that may change.
    Object,
    /// A constant object.
    Constant,
}

impl Storage {
    /// What a local of this type is.
    pub(super) fn of<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Storage {
        match ty.is_reference(db) {
            true => Storage::Reference,
            false if ty.top_quals(db).is_const => Storage::Constant,
            false => Storage::Object,
        }
    }
}

/// What a function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Returning {
    /// A reference.
    Reference,
    /// Nothing.
    Void,
    /// An object.
    Object,
    /// Not known.
    Unknown,
}

impl Returning {
    /// What the function of this body returns.
    pub(super) fn of<'db>(db: &'db dyn Db, typed: &Typed<'db>) -> Returning {
        match typed.ret {
            None => Returning::Unknown,
            Some(ret) if ret.is_reference(db) => Returning::Reference,
            Some(ret) if ret.is_void(db) => Returning::Void,
            Some(ret) if ret.is_error(db) => Returning::Unknown,
            Some(_) => Returning::Object,
        }
    }
}

/// The body of a function that may be called, and what is known of its types.
pub(super) struct Body<'db> {
    /// The code.
    pub(super) typed: &'db Typed<'db>,
    /// The number of its parameters.
    pub(super) parameters: usize,
    /// How it returns.
    pub(super) returning: Returning,
    /// What its locals are, parameters first.
    pub(super) locals: Box<[Storage]>,
    /// By expression.
    shapes: Vec<Shape>,
}

impl<'db> Body<'db> {
    /// A body of which nothing is known yet.
    pub(super) fn new(db: &'db dyn Db, typed: &'db Typed<'db>) -> Body<'db> {
        let locals = typed.locals.iter();
        Body {
            typed,
            parameters: typed.parameters().len(),
            returning: Returning::of(db, typed),
            locals: locals.map(|l| Storage::of(db, l.ty)).collect(),
            shapes: vec![Shape::default(); typed.exprs.len()],
        }
    }

    /// The answers for expression `e`, which is `x`.
    pub(super) fn shape(&mut self, db: &'db dyn Db, e: ExprId, x: &Expr<'db>) -> Shape {
        match self.shapes.get_mut(e.0 as usize) {
            Some(kept) if kept.known => *kept,
            Some(kept) => {
                *kept = Shape::of(db, x.ty);
                *kept
            }
            None => Shape::of(db, x.ty),
        }
    }
}
