//! Variables of functions that nothing writes. The optimiser takes them for constants, as their functions alone can name them.
//!
//! It must not know how C says that.

use rustc_hash::FxHashMap;

use crate::walk::{self, Part};
use crate::{Code, ConstantKind, ExprId, ExprKind, Memory, Module, StmtKind, Type, Variable};

/// What is read of a variable that nothing writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// Scalars in places that are known: each of them is a literal in the end.
    Known,
    /// Whatever code computes.
    Any,
}

/// The variables that only functions name, which they read and do nothing else with.
pub(crate) fn unwritten(module: &Module) -> FxHashMap<&str, Reads> {
    let mut found: FxHashMap<&str, Reads> = (module.variables.iter())
        .filter(|v| is_candidate(v))
        .map(|v| (&*v.name, Reads::Known))
        .collect();
    if found.is_empty() {
        return found;
    }
    for definition in module.definitions() {
        look(definition.code(), &mut found);
    }
    // Of an object without data nothing is read, whatever names it.
    for variable in module.variables.iter().filter(|v| is_candidate(v)) {
        if is_empty(module, variable) {
            found.insert(&variable.name, Reads::Known);
        }
    }
    found
}

/// Whether a variable is an object without data.
fn is_empty(module: &Module, variable: &Variable) -> bool {
    let Type::Record(name) = &variable.code.types[variable.ty] else {
        return false;
    };
    (module.records.iter()).any(|r| r.name == *name && r.size == 1 && r.fields.is_empty())
}

fn is_candidate(variable: &Variable) -> bool {
    variable.is_own()
        && matches!(variable.memory, Memory::Device | Memory::Constant)
        && !variable.quals.is_volatile
}

/// Takes away what some code does more with than read it.
fn look(code: &Code, found: &mut FxHashMap<&str, Reads>) {
    for (_, constant) in code.constants.iter() {
        if let ConstantKind::Address(name, _) = &constant.kind {
            found.remove(&**name);
        }
    }
    for (_, expr) in code.exprs.iter() {
        let read = match expr.kind {
            ExprKind::Load(place) => Some(place),
            _ => None,
        };
        let is_step = matches!(expr.kind, ExprKind::Field(..) | ExprKind::Element(..));
        walk::expr(&expr.kind, &mut |part| {
            let Part::Expr(&place) = part else { return };
            let Some((name, is_known)) = variable(code, place) else {
                return;
            };
            if is_step {
                return;
            }
            if read != Some(place) {
                found.remove(name);
                return;
            }
            let is_scalar = !matches!(code.types[expr.ty], Type::Record(_) | Type::Array { .. });
            if let Some(reads) = found.get_mut(name)
                && !(is_known && is_scalar)
            {
                *reads = Reads::Any;
            }
        });
    }
    for (_, stmt) in code.stmts.iter() {
        // The code generator may see the place of an operand of assembly.
        let is_asm = matches!(stmt.kind, StmtKind::Asm(_));
        walk::stmt(&stmt.kind, &mut |part| {
            if let Part::Expr(&place) = part
                && let Some((name, _)) = variable(code, place)
                && (is_asm || !matches!(stmt.kind, StmtKind::Expr(_)))
            {
                found.remove(name);
            }
        });
    }
}

/// The variable that a place is, or a part of, and whether it is known which part.
fn variable(code: &Code, mut place: ExprId) -> Option<(&str, bool)> {
    let mut is_known = true;
    loop {
        place = match &code.exprs[place].kind {
            ExprKind::Global(name) => return Some((name, is_known)),
            ExprKind::Field(object, _) => *object,
            ExprKind::Element(array, index) => {
                is_known &= matches!(code.exprs[*index].kind, ExprKind::Constant(_));
                *array
            }
            _ => return None,
        };
    }
}
