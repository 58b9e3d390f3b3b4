//! What of a module may run: as what is used, but for code under conditions that are known to be false.
//!
//! It says nothing about what the optimiser finds out by itself.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::reach::names;
use crate::walk::{self, Part};
use crate::{
    Binary, Code, ConstantKind, Conversion, ExprId, ExprKind, Function, Integer, Module, StmtId,
    StmtKind, Symbol, Type, Unary,
};

/// The functions and variables that kernels, and what else others may use, may come to.
pub(crate) fn live(module: &Module) -> FxHashSet<&Symbol> {
    let functions: FxHashMap<&Symbol, &Function> =
        module.functions.iter().map(|f| (&f.name, &**f)).collect();
    let variables: FxHashMap<&Symbol, &Code> = module
        .variables
        .iter()
        .map(|v| (&v.name, &v.code))
        .collect();
    let mut todo = module.roots();
    let mut seen: FxHashSet<&Symbol> = todo.iter().copied().collect();
    while let Some(name) = todo.pop() {
        let mut found = Vec::new();
        if let Some(function) = functions.get(name) {
            found = named_by(function);
        } else if let Some(code) = variables.get(name) {
            found.extend(names(code));
        }
        for name in found {
            if seen.insert(name) {
                todo.push(name);
            }
        }
    }
    seen
}

/// A part of a function's code that is still to be looked at.
enum Next {
    Stmt(StmtId),
    Expr(ExprId),
}

/// What the code of a function names where it may run.
fn named_by(function: &Function) -> Vec<&Symbol> {
    let code = &function.code;
    let mut out = Vec::new();
    let mut todo: Vec<Next> = function.body.map(Next::Stmt).into_iter().collect();
    while let Some(next) = todo.pop() {
        let mut push = |part: Part<'_>| match part {
            Part::Expr(e) => todo.push(Next::Expr(*e)),
            Part::Stmt(s) => todo.push(Next::Stmt(*s)),
            _ => {}
        };
        match next {
            Next::Stmt(s) => match &code.stmts[s].kind {
                StmtKind::If(condition, then, otherwise) => match truth(code, *condition) {
                    Some(true) => push(Part::Stmt(then)),
                    Some(false) => otherwise.iter().for_each(|s| push(Part::Stmt(s))),
                    None => walk::stmt(&code.stmts[s].kind, &mut push),
                },
                kind => walk::stmt(kind, &mut push),
            },
            Next::Expr(e) => match &code.exprs[e].kind {
                ExprKind::Conditional(condition, a, b) if truth(code, *condition).is_some() => {
                    let chosen = if truth(code, *condition) == Some(true) {
                        a
                    } else {
                        b
                    };
                    push(Part::Expr(chosen));
                }
                ExprKind::Logical(is_and, a, b) => {
                    push(Part::Expr(a));
                    if truth(code, *a) != Some(!is_and) {
                        push(Part::Expr(b));
                    }
                }
                ExprKind::Global(name) | ExprKind::Function(name) => out.push(name),
                ExprKind::Call(name, args) => {
                    out.push(name);
                    args.iter().for_each(|e| push(Part::Expr(e)));
                }
                ExprKind::Constant(c) => match &code.constants[*c].kind {
                    ConstantKind::Address(name, _) | ConstantKind::MemberFunction(name, _) => {
                        out.push(name);
                    }
                    _ => {}
                },
                kind => walk::expr(kind, &mut push),
            },
        }
    }
    out
}

/// The truth value of a condition that is a constant.
fn truth(code: &Code, condition: ExprId) -> Option<bool> {
    known(code, condition, 0).map(|n| n != 0)
}

/// The depth to which operands are looked at.
const DEPTH: u32 = 64;

/// The number that an expression of constants is. What is negative or does not fit into `int` is not known: signs make no difference to
/// what does.
fn known(code: &Code, e: ExprId, depth: u32) -> Option<i64> {
    if depth > DEPTH {
        return None;
    }
    let down = |e: ExprId| known(code, e, depth + 1);
    let number = match code.exprs[e].kind {
        ExprKind::Constant(c) => match code.constants[c].kind {
            ConstantKind::Integer(n) => i64::try_from(n).ok()?,
            ConstantKind::Zero => 0,
            _ => return None,
        },
        ExprKind::Convert(Conversion::Truth, inner) => i64::from(down(inner)? != 0),
        ExprKind::Convert(Conversion::Integer, inner) => {
            let number = down(inner)?;
            match code.types[code.exprs[e].ty] {
                Type::Bool => i64::from(number != 0),
                // What every integer type has.
                _ if number <= i8::MAX.into() => number,
                Type::Integer(Integer::Int | Integer::UnsignedInt) => number,
                Type::Integer(Integer::Long | Integer::UnsignedLong) => number,
                _ => return None,
            }
        }
        ExprKind::Unary(Unary::Not, inner) => i64::from(down(inner)? == 0),
        ExprKind::Logical(is_and, a, b) => {
            let a = down(a)? != 0;
            match a == is_and {
                true => i64::from(down(b)? != 0),
                false => i64::from(a),
            }
        }
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (down(a)?, down(b)?);
            match op {
                Binary::Add => a + b,
                Binary::Subtract => a - b,
                Binary::Multiply => a * b,
                Binary::Divide if b != 0 => a / b,
                Binary::Remainder if b != 0 => a % b,
                Binary::Equal => i64::from(a == b),
                Binary::NotEqual => i64::from(a != b),
                Binary::Less => i64::from(a < b),
                Binary::LessEqual => i64::from(a <= b),
                Binary::Greater => i64::from(a > b),
                Binary::GreaterEqual => i64::from(a >= b),
                _ => return None,
            }
        }
        _ => return None,
    };
    (0..=i64::from(i32::MAX))
        .contains(&number)
        .then_some(number)
}
