//! The normal order of a definition's arenas: that of a walk over it, parts first. What nothing uses is left out. Two definitions that
//! say the same are equal in normal order.

use std::sync::Arc;

use la_arena::Arena;

use crate::code::{Code, ExprId, LocalId, StmtId};
use crate::constant::ConstantId;
use crate::module::{Definition, Function, Module, Record, Variable};
use crate::structure::{self, raw};
use crate::types::{Type, TypeId, Types};
use crate::walk::{self, Part, PartMut};

impl Module {
    /// The module with each definition in normal order. What [`crate::print`] writes is a module in normal order.
    pub fn normalized(&self) -> Module {
        Module {
            records: (self.records.iter())
                .map(|r| Arc::new(r.normalized()))
                .collect(),
            variables: (self.variables.iter())
                .map(|v| Arc::new(v.normalized()))
                .collect(),
            functions: (self.functions.iter())
                .map(|f| Arc::new(f.normalized()))
                .collect(),
            runtime: self.runtime.clone(),
        }
    }
}

impl Record {
    /// The record in normal order. One whose indices make no trees stays as it is.
    pub fn normalized(&self) -> Record {
        let mut out = self.clone();
        if structure::check(Definition::Record(self)).is_empty() {
            let mut order = Order::new(&self.code);
            for field in &mut out.fields {
                field.ty = order.ty(field.ty);
            }
            out.code = order.new;
        }
        out
    }
}

impl Variable {
    /// The variable in normal order. One whose indices make no trees stays as it is.
    pub fn normalized(&self) -> Variable {
        let mut out = self.clone();
        if structure::check(Definition::Variable(self)).is_empty() {
            let mut order = Order::new(&self.code);
            out.ty = order.ty(self.ty);
            out.value = self.value.map(|value| order.constant(value));
            out.code = order.new;
        }
        out
    }
}

impl Function {
    /// The function in normal order. One whose indices make no trees stays as it is.
    pub fn normalized(&self) -> Function {
        let mut out = self.clone();
        if structure::check(Definition::Function(self)).is_empty() {
            let mut order = Order::new(&self.code);
            out.ret = order.ty(self.ret);
            for param in &mut out.params {
                *param = order.local(*param);
            }
            out.body = self.body.map(|body| order.body(body));
            out.code = order.new;
        }
        out
    }
}

/// A definition's code while it gets its new order.
struct Order<'a> {
    old: &'a Code,
    new: Code,
    types: Vec<Option<TypeId>>,
    locals: Vec<Option<LocalId>>,
    constants: Vec<Option<ConstantId>>,
    exprs: Vec<Option<ExprId>>,
    stmts: Vec<Option<StmtId>>,
}

/// What is to be done next, the last first.
#[derive(Clone, Copy)]
enum Task {
    Expr(ExprId),
    ExprParts(ExprId),
    Stmt(StmtId),
    StmtParts(StmtId),
    Constant(ConstantId),
    Local(LocalId),
    Type(TypeId),
}

/// The new number of something whose parts came first. The default is never met in a definition whose indices make trees.
fn placed<T>(table: &[Option<la_arena::Idx<T>>], old: la_arena::Idx<T>) -> la_arena::Idx<T> {
    table[raw(old)].unwrap_or(old)
}

impl<'a> Order<'a> {
    fn new(old: &'a Code) -> Order<'a> {
        Order {
            old,
            new: Code {
                types: Types::default(),
                constants: Arena::default(),
                locals: Arena::default(),
                exprs: Arena::default(),
                stmts: Arena::default(),
            },
            types: vec![None; old.types.len()],
            locals: vec![None; old.locals.len()],
            constants: vec![None; old.constants.len()],
            exprs: vec![None; old.exprs.len()],
            stmts: vec![None; old.stmts.len()],
        }
    }

    /// Types nest within a limit, so this may call itself.
    fn ty(&mut self, old: TypeId) -> TypeId {
        if let Some(new) = self.types[raw(old)] {
            return new;
        }
        let mut ty: Type = self.old.types[old].clone();
        walk::ty_mut(&mut ty, &mut |part| *part = self.ty(*part));
        let new = self.new.types.intern(ty);
        self.types[raw(old)] = Some(new);
        new
    }

    fn local(&mut self, old: LocalId) -> LocalId {
        if let Some(new) = self.locals[raw(old)] {
            return new;
        }
        let mut local = self.old.locals[old].clone();
        local.ty = self.ty(local.ty);
        let new = self.new.locals.alloc(local);
        self.locals[raw(old)] = Some(new);
        new
    }

    /// Constants nest within a limit, so this may call itself.
    fn constant(&mut self, old: ConstantId) -> ConstantId {
        let mut constant = self.old.constants[old].clone();
        constant.ty = self.ty(constant.ty);
        walk::constant_mut(&mut constant.kind, &mut |part| *part = self.constant(*part));
        let new = self.new.constants.alloc(constant);
        self.constants[raw(old)] = Some(new);
        new
    }

    fn body(&mut self, body: StmtId) -> StmtId {
        let mut tasks = vec![Task::Stmt(body)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Type(id) => {
                    self.ty(id);
                }
                Task::Local(id) => {
                    self.local(id);
                }
                Task::Constant(id) => {
                    self.constant(id);
                }
                Task::Expr(id) => {
                    tasks.push(Task::ExprParts(id));
                    let first = tasks.len();
                    walk::expr(&self.old.exprs[id].kind, &mut |part| tasks.push(of(part)));
                    tasks[first..].reverse();
                }
                Task::Stmt(id) => {
                    tasks.push(Task::StmtParts(id));
                    let first = tasks.len();
                    walk::stmt(&self.old.stmts[id].kind, &mut |part| tasks.push(of(part)));
                    tasks[first..].reverse();
                }
                Task::ExprParts(id) => {
                    let mut expr = self.old.exprs[id].clone();
                    walk::expr_mut(&mut expr.kind, &mut |part| self.change(part));
                    expr.ty = self.ty(expr.ty);
                    self.exprs[raw(id)] = Some(self.new.exprs.alloc(expr));
                }
                Task::StmtParts(id) => {
                    let mut stmt = self.old.stmts[id].clone();
                    walk::stmt_mut(&mut stmt.kind, &mut |part| self.change(part));
                    self.stmts[raw(id)] = Some(self.new.stmts.alloc(stmt));
                }
            }
        }
        placed(&self.stmts, body)
    }

    fn change(&self, part: PartMut<'_>) {
        match part {
            PartMut::Expr(id) => *id = placed(&self.exprs, *id),
            PartMut::Stmt(id) => *id = placed(&self.stmts, *id),
            PartMut::Local(id) => *id = placed(&self.locals, *id),
            PartMut::Constant(id) => *id = placed(&self.constants, *id),
            PartMut::Type(id) => *id = placed(&self.types, *id),
        }
    }
}

fn of(part: Part<'_>) -> Task {
    match part {
        Part::Expr(&id) => Task::Expr(id),
        Part::Stmt(&id) => Task::Stmt(id),
        Part::Local(&id) => Task::Local(id),
        Part::Constant(&id) => Task::Constant(id),
        Part::Type(&id) => Task::Type(id),
    }
}
