//! Whether a function could be constexpr ([dcl.constexpr]): all that is in it is of a kind that every standard since C++14 allows. What is
//! not listed here is not said to be possible.

use cleave_base_db::Db;
use cleave_typing::eval::constant_value;
use cleave_typing::function::{class_of, definition, signature};
use cleave_typing::thir::{Conversion, ExprKind, LocalKind, Stmt, Typed};
use cleave_typing::{Entity, Ty, check};

/// Whether a function could be. What it calls is asked for by itself.
pub(super) fn is_possible<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let (Some(sig), Some(defined)) = (signature(db, function), definition(db, function)) else {
        return false;
    };
    // Of classes one would have to know that they are literal types.
    let types = sig.declared.iter().copied();
    let mut types = types.chain([check::return_type(db, function)]);
    if class_of(db, function).is_some() || !types.all(|ty| is_plain(db, ty)) {
        return false;
    }
    check::body(db, defined).is_some_and(|typed| is_allowed(db, typed))
}

/// A type that is a literal type whatever else holds.
fn is_plain<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    let ty = ty.strip_reference(db);
    ty.is_void(db) || ty.is_scalar(db)
}

fn is_allowed<'db>(db: &'db dyn Db, typed: &'db Typed<'db>) -> bool {
    let stmts = typed.stmts.iter().all(|stmt| match stmt {
        Stmt::Local(_, init) => init.is_some(),
        Stmt::Empty
        | Stmt::Expr(_)
        | Stmt::Decls(_)
        | Stmt::Block(_)
        | Stmt::Taken(_)
        | Stmt::If { .. }
        | Stmt::Switch { .. }
        | Stmt::Case(..)
        | Stmt::Default(_)
        | Stmt::Loop { .. }
        | Stmt::Return(_)
        | Stmt::Break
        | Stmt::Continue => true,
        _ => false,
    });
    let locals = typed.locals.iter().all(|local| {
        let has_storage = matches!(local.kind, LocalKind::Param(_) | LocalKind::Automatic);
        has_storage && is_plain(db, local.ty.innermost_element(db))
    });
    let exprs = typed.exprs.iter().all(|x| match &x.kind {
        ExprKind::Static(variable) => constant_value(db, *variable).is_some(),
        ExprKind::Call { is_virtual, .. } => !is_virtual,
        ExprKind::Convert(how, _) => !matches!(
            how,
            Conversion::Reinterpret
                | Conversion::Dynamic
                | Conversion::VoidPointer
                | Conversion::ClosureToFunction(_)
        ),
        ExprKind::Value(_)
        | ExprKind::Local(_)
        | ExprKind::Function(_)
        | ExprKind::DefaultArgument(..)
        | ExprKind::Array(..)
        | ExprKind::Zero
        | ExprKind::Unary(..)
        | ExprKind::Step { .. }
        | ExprKind::Binary(..)
        | ExprKind::Logical(..)
        | ExprKind::Comma(..)
        | ExprKind::Assign(..)
        | ExprKind::Compound(..)
        | ExprKind::Conditional(..)
        | ExprKind::Index(..)
        | ExprKind::Materialize(_)
        | ExprKind::Full(_) => true,
        _ => false,
    });
    stmts && locals && exprs
}
