//! Builtin functions and statement expressions.

use cleave_il::{ExprId as Il, ExprKind as Kind, Quals, StmtKind, Type};
use cleave_typing::thir::{Category, Expr, ExprId, ExprKind, Stmt, StmtId};
use cleave_typing::{PointerBase, Value, eval};

use crate::body::dest::Dest;
use crate::body::{Body, Scope};
use crate::refusal::Res;

impl<'db> Body<'_, 'db> {
    /// A call of a builtin function by name.
    pub(crate) fn builtin(
        &mut self,
        x: &'db Expr<'db>,
        name: &str,
        args: &[ExprId],
    ) -> Res<'db, Il> {
        let is_reference = x.category != Category::Prvalue;
        let ty = match is_reference {
            true => self.pointer_to(x.ty)?,
            false => self.ty(x.ty)?,
        };
        match (name, args) {
            ("__builtin_is_constant_evaluated", []) => return Ok(self.number(0, ty)),
            ("__builtin_addressof" | "__builtin_launder", [object]) => {
                let pointer = self.object_pointer(*object)?;
                return Ok(self.as_pointer(pointer, ty));
            }
            ("__builtin_constant_p", [operand]) => {
                let is_known = self.expr(*operand)?.category == Category::Prvalue;
                let value = eval::constant(self.unit.db, self.frame()?.typed, *operand);
                let is_constant = value.is_some_and(|value| match value.value(self.unit.db) {
                    Value::Pointer(to) => matches!(to.base, PointerBase::Null(_)),
                    _ => is_known,
                });
                return self.constant(x.ty, &Value::Int(is_constant.into()));
            }
            ("__builtin_va_arg", [list]) if !is_reference => {
                let list = self.list_pointer(*list)?;
                return Ok(self.make(Kind::NextArgument(list), ty));
            }
            ("__builtin_va_start", [list, last]) => {
                let list = self.argument_list(*list)?;
                let last = self.value(*last)?;
                return Ok(self.make(Kind::Builtin(name.into(), [list, last].into()), ty));
            }
            ("__builtin_va_copy", [to, from]) => {
                let lists = [self.argument_list(*to)?, self.argument_list(*from)?];
                return Ok(self.make(Kind::Builtin(name.into(), lists.into()), ty));
            }
            ("__builtin_va_end", [list]) => {
                let list = self.argument_list(*list)?;
                return Ok(self.make(Kind::Builtin(name.into(), [list].into()), ty));
            }
            ("__builtin_va_arg", _) => return self.refuse("a variable argument of this type"),
            _ => {}
        }
        let mut all = Vec::new();
        for &arg in args {
            let y = self.expr(arg)?;
            all.push(match y.category {
                Category::Prvalue => self.value(arg)?,
                _ if y.ty.is_function(self.unit.db) => self.function_pointer(arg)?,
                _ => {
                    let place = self.place(arg)?;
                    self.load(place)
                }
            });
        }
        Ok(self.make(Kind::Builtin(name.into(), all.into()), ty))
    }

    /// A list of variable arguments as builtins take it: what a pointer to its only element points to.
    fn argument_list(&mut self, list: ExprId) -> Res<'db, Il> {
        let pointer = self.list_pointer(list)?;
        self.deref(pointer)
    }

    /// A pointer to a list of variable arguments: an array of one element, or, of a parameter, the pointer that it is passed as.
    fn list_pointer(&mut self, list: ExprId) -> Res<'db, Il> {
        let x = self.expr(list)?;
        if x.category == Category::Prvalue {
            return self.value(list);
        }
        let place = self.place(list)?;
        let Type::Array { element, .. } = self.code.types[self.ty_of(place)] else {
            return Ok(self.load(place));
        };
        let pointer = self.code.types.pointer(element, Quals::default());
        Ok(self.decayed(place, pointer))
    }

    /// `({ … })`: the value is that of the last statement.
    pub(crate) fn statements(&mut self, x: &'db Expr<'db>, block: StmtId) -> Res<'db, Il> {
        let is_void = x.ty.is_void(self.unit.db);
        let ty = self.ty(x.ty)?;
        let result = match is_void {
            true => None,
            false => Some(self.temporary(ty)),
        };
        let outer = std::mem::take(&mut self.undeclared);
        let made = self.block_with(block, |b, e, out| {
            match result {
                Some(local) => {
                    let value = match b.expr(e)?.category {
                        Category::Prvalue => b.value(e)?,
                        _ => {
                            let place = b.place(e)?;
                            b.load(place)
                        }
                    };
                    let place = b.local_place(local);
                    let store = b.store(place, value);
                    b.push_expr(out, store);
                }
                None => {
                    let effect = b.effect(e)?;
                    b.push_expr(out, effect);
                }
            }
            Ok(())
        });
        self.undeclared.splice(0..0, outer);
        let block = made?;
        let value = result.map(|local| self.local_value(local));
        Ok(self.make(Kind::Statements(block, value), ty))
    }

    /// `({ … })` of class type, into an object.
    pub(crate) fn class_statements(
        &mut self,
        dest: &Dest<'db>,
        block: StmtId,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let outer = std::mem::take(&mut self.undeclared);
        let made = self.block_with(block, |b, e, out| {
            b.push_effects(out, |b, effects| b.init(dest, e, effects))
        });
        self.undeclared.splice(0..0, outer);
        let block = made?;
        let void = self.void();
        out.push(self.make(Kind::Statements(block, None), void));
        Ok(())
    }

    /// A block whose last expression is treated in a way of its own.
    fn block_with(
        &mut self,
        block: StmtId,
        f: impl FnOnce(&mut Self, ExprId, &mut Vec<cleave_il::StmtId>) -> Res<'db, ()>,
    ) -> Res<'db, cleave_il::StmtId> {
        let Some(Stmt::Block(all)) = self.frame()?.typed.stmts.get(block.0 as usize) else {
            return self.refuse("a statement expression");
        };
        let mut out = Vec::new();
        self.scopes.push(Scope {
            of: Some(block),
            ..Scope::default()
        });
        let mut last = Some(f);
        for (n, &s) in all.iter().enumerate() {
            let typed = self.frame()?.typed;
            match typed.stmts.get(s.0 as usize) {
                Some(Stmt::Expr(e)) if n + 1 == all.len() => {
                    let mut e = *e;
                    while let ExprKind::Full(inner)
                    | ExprKind::Convert(cleave_typing::thir::Conversion::Discard, inner) =
                        self.expr(e)?.kind
                    {
                        e = inner;
                    }
                    if let Some(f) = last.take() {
                        f(self, e, &mut out)?;
                    }
                }
                _ => self.statement(s, &mut out)?,
            }
        }
        let from = self.scopes.len() - 1;
        self.leave_scopes(from, &mut out)?;
        self.scopes.pop();
        Ok(self.stmt(StmtKind::Block(out.into())))
    }
}
