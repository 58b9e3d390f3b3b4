//! Signatures of functions and types of variables under bindings, and redeclarations.

use cleave_base_db::Db;

use crate::{Entity, FnTy, Ty};

/// A function's signature.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub struct Signature<'db> {
    /// Its type; a deduced return type is `Auto` here, see [`crate::check::return_type`].
    pub ty: FnTy<'db>,
    /// The parameters' types before decay adjustment of top-level cv.
    pub declared: Box<[Ty<'db>]>,
    /// How many parameters have no default argument over all redeclarations seen.
    pub required: u32,
    /// `constexpr` or `consteval` (implied for defaulted functions and lambdas elsewhere).
    pub is_constexpr: bool,
    /// `consteval`
    pub is_consteval: bool,
    /// `static` in a class.
    pub is_static: bool,
    /// A non-static member function: it has an object parameter.
    pub has_object: bool,
    /// The class it is a member of.
    pub class: Option<Ty<'db>>,
    /// `= delete`
    pub is_deleted: bool,
    /// `= default`
    pub is_defaulted: bool,
    /// `virtual`, by declaration or by overriding.
    pub is_virtual: bool,
    /// `explicit`, its condition evaluated.
    pub is_explicit: bool,
}

/// The signature of a function: not a template, or with its arguments. `None`: cannot be made out (in deduction: failure).
pub fn signature<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<&'db Signature<'db>> {
    let _ = (db, function);
    None
}

/// The type of a variable, static data member, enumerator or data member; placeholders deduced.
pub fn variable_type<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Ty<'db> {
    let _ = variable;
    Ty::error(db)
}

/// The declaration that defines the entity, under the bindings that its code is read in; `None` without a definition.
pub fn definition<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<Entity<'db>> {
    let _ = (db, entity);
    None
}

/// Where the default argument of a function's parameter is: the entity whose scopes and bindings it is read in (that of the
/// redeclaration that has it), its code, and the expression there.
pub fn default_argument<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    param: u32,
) -> Option<(Entity<'db>, crate::CodeRef<'db>, cleave_hir::ExprId)> {
    let _ = (db, function, param);
    None
}
