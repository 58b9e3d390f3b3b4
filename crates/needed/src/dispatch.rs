//! Virtual calls whose function is known: nothing can override it, or the object is a variable, a member, an element or a temporary, whose
//! class is what its type says (reference: device-half, Uses).

use cleave_base_db::Db;
use cleave_hir::DeclKind;
use cleave_lang::Operator;
use cleave_typing::class::{class_info, final_overrider};
use cleave_typing::function::class_of;
use cleave_typing::thir::{Category, Conversion, ExprId, ExprKind, LocalKind, Typed};
use cleave_typing::{Entity, Ty, check};

/// How many conversions of an object are looked through.
const STEPS: u32 = 64;

/// The function that a virtual call runs, and the expression that is its object, where both are known.
pub fn known_overrider<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    callee: Entity<'db>,
    object: ExprId,
) -> Option<(Entity<'db>, ExprId)> {
    if is_last(db, callee) {
        return Some((callee, object));
    }
    let object = complete_object(db, typed, object)?;
    let class = typed.exprs.get(object.0 as usize)?.ty.unqualified(db);
    let (function, _) = final_overrider(db, class, callee)?;
    // A result of another class would have to be converted.
    let result = |function| check::return_type(db, function);
    (result(function) == result(callee)).then_some((function, object))
}

/// Whether the destructor that destroys an object of a class by name is known without its virtual table. `destructor`: that of the
/// class, if it is declared.
pub fn is_known_destructor<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    destructor: Option<Entity<'db>>,
    class: Ty<'db>,
    object: ExprId,
) -> bool {
    let is_complete = || {
        let object = complete_object(db, typed, object)?;
        Some(typed.exprs.get(object.0 as usize)?.ty.unqualified(db) == class)
    };
    is_final(db, class) || destructor.is_some_and(|d| is_last(db, d)) || is_complete() == Some(true)
}

/// Whether nothing overrides a virtual function: it or its class is `final`. What overrides it in a class that is final does not count.
fn is_last<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let says = match function.kind(db) {
        Some(DeclKind::Function(f)) => f.is_final,
        _ => false,
    };
    says || class_of(db, function).is_some_and(|class| is_final(db, class.unqualified(db)))
}

fn is_final<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    let definition = class_info(db, class).and_then(|info| info.definition);
    definition.is_some_and(|d| matches!(d.kind(db), Some(DeclKind::Class(c)) if c.is_final))
}

/// The complete object that an expression is, or is a base of, or points to.
fn complete_object<'db>(db: &'db dyn Db, typed: &Typed<'db>, object: ExprId) -> Option<ExprId> {
    let mut at = object;
    for _ in 0..STEPS {
        let x = typed.exprs.get(at.0 as usize)?;
        let is_pointer = x.category == Category::Prvalue && x.ty.is_pointer(db);
        let is_object = match &x.kind {
            ExprKind::Convert(Conversion::ToBase(_) | Conversion::Noop, inner) => {
                at = *inner;
                continue;
            }
            ExprKind::Unary(Operator::AddressOf, inner) if is_pointer => {
                at = *inner;
                continue;
            }
            ExprKind::Unary(Operator::Dereference, inner) => {
                at = *inner;
                // What is pointed to is known only where the address is taken right here.
                match typed.exprs.get(at.0 as usize)?.kind {
                    ExprKind::Unary(Operator::AddressOf, inner) => at = inner,
                    _ => return None,
                }
                continue;
            }
            ExprKind::Local(l) => typed.locals.get(l.0 as usize).is_some_and(|l| {
                let is_own = !matches!(l.kind, LocalKind::Binding(_) | LocalKind::Capture(_));
                is_own && !l.ty.is_reference(db)
            }),
            ExprKind::Static(variable) => {
                !cleave_typing::function::variable_type(db, *variable).is_reference(db)
            }
            ExprKind::Field(of, n) => {
                let class = typed.exprs.get(of.0 as usize)?.ty.unqualified(db);
                let field = class_info(db, class)?.fields.get(*n as usize)?;
                !field.ty.is_reference(db)
            }
            ExprKind::Index(array, _) => {
                let array = typed.exprs.get(array.0 as usize)?;
                let is_decayed = matches!(array.kind, ExprKind::Convert(Conversion::Decay, _));
                is_decayed || array.ty.is_array(db)
            }
            ExprKind::Materialize(_) => true,
            _ => false,
        };
        return (is_object && x.ty.is_class(db)).then_some(at);
    }
    None
}
