//! Whether a definition's indices make trees: what everything that reads a definition rests on.

use la_arena::Idx;

use crate::code::{Code, ExprId, StmtId};
use crate::constant::ConstantId;
use crate::module::Definition;
use crate::types::{Type, TypeId};
use crate::verify::{Fault, FaultKind};
use crate::walk::{self, Part};

/// How deep types, constants, and blocks in expressions nest.
pub(crate) const MAX_DEPTH: u32 = 200;
/// How many words a type has at most when it is written out.
pub(crate) const MAX_TYPE: u64 = 10_000;

/// The number of an index.
pub(crate) fn raw<T>(id: Idx<T>) -> usize {
    id.into_raw().into_u32() as usize
}

/// What is wrong with a definition's indices, if anything.
pub(crate) fn check(definition: Definition<'_>) -> Vec<Fault> {
    let code = definition.code();
    let mut check = Check {
        definition,
        code,
        faults: Vec::new(),
        line: None,
    };
    check.ranges();
    // Nothing can be looked at while an index names nothing.
    if check.faults.is_empty() {
        check.types();
        check.trees();
    }
    check.faults
}

struct Check<'a> {
    definition: Definition<'a>,
    code: &'a Code,
    faults: Vec<Fault>,
    line: Option<i32>,
}

/// What is still to be looked at.
enum Task {
    /// An expression, and how many blocks in expressions are around it.
    Expr(ExprId, u32),
    /// A statement, and the same.
    Stmt(StmtId, u32),
    /// A constant, and how many constants are around it.
    Constant(ConstantId, u32),
    /// What follows belongs to this line.
    Line(Option<i32>),
}

impl<'a> Check<'a> {
    fn fault(&mut self, kind: FaultKind, detail: String) {
        self.faults.push(Fault {
            definition: self.definition.name().clone(),
            kind,
            line: self.line,
            detail,
        });
    }

    fn known<T>(&mut self, id: Idx<T>, len: usize, what: &str) {
        if raw(id) >= len {
            let detail = format!("{what} {} of {len}", raw(id));
            self.fault(FaultKind::Index, detail);
        }
    }

    fn known_part(&mut self, part: Part<'_>) {
        let code = self.code;
        match part {
            Part::Expr(&id) => self.known(id, code.exprs.len(), "expression"),
            Part::Stmt(&id) => self.known(id, code.stmts.len(), "statement"),
            Part::Local(&id) => self.known(id, code.locals.len(), "local"),
            Part::Constant(&id) => self.known(id, code.constants.len(), "constant"),
            Part::Type(&id) => self.known_type(id),
        }
    }

    fn known_type(&mut self, id: TypeId) {
        self.known(id, self.code.types.len(), "type");
    }

    fn ranges(&mut self) {
        let code = self.code;
        for (_, ty) in code.types.iter() {
            walk::ty(ty, &mut |&id| self.known_type(id));
        }
        for (_, local) in code.locals.iter() {
            self.known_type(local.ty);
        }
        for (_, constant) in code.constants.iter() {
            self.known_type(constant.ty);
            walk::constant(&constant.kind, &mut |&id| {
                self.known(id, code.constants.len(), "constant");
            });
        }
        for (_, expr) in code.exprs.iter() {
            self.known_type(expr.ty);
            walk::expr(&expr.kind, &mut |part| self.known_part(part));
        }
        for (_, stmt) in code.stmts.iter() {
            self.line = stmt.line;
            walk::stmt(&stmt.kind, &mut |part| self.known_part(part));
        }
        self.line = None;
        match self.definition {
            Definition::Record(record) => {
                for field in &record.fields {
                    self.known_type(field.ty);
                }
            }
            Definition::Variable(variable) => {
                self.known_type(variable.ty);
                if let Some(value) = &variable.value {
                    self.known_part(Part::Constant(value));
                }
            }
            Definition::Function(function) => {
                self.known_type(function.ret);
                for param in &function.params {
                    self.known_part(Part::Local(param));
                }
                if let Some(body) = &function.body {
                    self.known_part(Part::Stmt(body));
                }
            }
        }
    }

    fn types(&mut self) {
        for (at, (_, ty)) in self.code.types.iter().enumerate() {
            let mut ordered = true;
            walk::ty(ty, &mut |&part| ordered &= raw(part) < at);
            if !ordered {
                self.fault(FaultKind::TypeOrder, format!("type {at}"));
            }
        }
        for (at, (depth, words)) in words(self.code).enumerate() {
            if depth > MAX_DEPTH || words > MAX_TYPE {
                self.fault(
                    FaultKind::Depth,
                    format!("type {at}: {depth} deep, {words} words"),
                );
            }
        }
    }

    fn trees(&mut self) {
        let code = self.code;
        let mut tasks = Vec::new();
        match self.definition {
            Definition::Record(_) => {}
            Definition::Variable(variable) => {
                tasks.extend(variable.value.map(|value| Task::Constant(value, 0)));
            }
            Definition::Function(function) => {
                tasks.extend(function.body.map(|body| Task::Stmt(body, 0)));
            }
        }
        let mut seen = Seen {
            exprs: vec![false; code.exprs.len()],
            stmts: vec![false; code.stmts.len()],
            constants: vec![false; code.constants.len()],
        };
        while let Some(task) = tasks.pop() {
            match task {
                Task::Line(line) => self.line = line,
                Task::Expr(id, depth) => {
                    if self.first(&mut seen.exprs, id, "expression") {
                        walk::expr(&code.exprs[id].kind, &mut |part| match part {
                            Part::Expr(&e) => tasks.push(Task::Expr(e, depth)),
                            Part::Constant(&c) => tasks.push(Task::Constant(c, 0)),
                            Part::Stmt(&s) if depth < MAX_DEPTH => {
                                tasks.push(Task::Stmt(s, depth + 1));
                            }
                            Part::Stmt(_) => {
                                self.fault(FaultKind::Depth, "blocks in expressions".to_owned());
                            }
                            Part::Local(_) | Part::Type(_) => {}
                        });
                    }
                }
                Task::Stmt(id, depth) => {
                    if self.first(&mut seen.stmts, id, "statement") {
                        let line = code.stmts[id].line;
                        if line.is_some() {
                            tasks.push(Task::Line(self.line));
                            self.line = line;
                        }
                        walk::stmt(&code.stmts[id].kind, &mut |part| match part {
                            Part::Expr(&e) => tasks.push(Task::Expr(e, depth)),
                            Part::Stmt(&s) => tasks.push(Task::Stmt(s, depth)),
                            Part::Constant(_) | Part::Local(_) | Part::Type(_) => {}
                        });
                    }
                }
                Task::Constant(id, depth) => {
                    if self.first(&mut seen.constants, id, "constant") {
                        if depth >= MAX_DEPTH {
                            self.fault(FaultKind::Depth, "constants".to_owned());
                            continue;
                        }
                        walk::constant(&code.constants[id].kind, &mut |&c| {
                            tasks.push(Task::Constant(c, depth + 1));
                        });
                    }
                }
            }
        }
    }

    fn first<T>(&mut self, seen: &mut [bool], id: Idx<T>, what: &str) -> bool {
        let first = !std::mem::replace(&mut seen[raw(id)], true);
        if !first {
            self.fault(FaultKind::Place, format!("{what} {}", raw(id)));
        }
        first
    }
}

struct Seen {
    exprs: Vec<bool>,
    stmts: Vec<bool>,
    constants: Vec<bool>,
}

/// How deep each type nests, and how many words it has when it is written out. Of types out of order the parts do not count.
pub(crate) fn words(code: &Code) -> impl Iterator<Item = (u32, u64)> {
    let mut sizes: Vec<(u32, u64)> = Vec::with_capacity(code.types.len());
    for (_, ty) in code.types.iter() {
        let (mut depth, mut words) = (0, 1);
        walk::ty(ty, &mut |&part| {
            let (d, w) = sizes.get(raw(part)).copied().unwrap_or_default();
            depth = depth.max(d);
            words = u64::saturating_add(words, w);
        });
        sizes.push((depth.saturating_add(1), words));
    }
    sizes.into_iter()
}

/// The bytes and the alignment of each type, where they are known: those of a record by its name.
pub(crate) fn sizes(
    code: &Code,
    record: impl Fn(&str) -> Option<(u64, u64)>,
) -> Vec<Option<(u64, u64)>> {
    let mut out: Vec<Option<(u64, u64)>> = Vec::with_capacity(code.types.len());
    for (_, ty) in code.types.iter() {
        let of = |id: &TypeId| out.get(raw(*id)).copied().flatten();
        let size = match ty {
            Type::Bool => Some((1, 1)),
            Type::Integer(integer) => Some((integer.size(), integer.size())),
            Type::Floating(floating) => Some((floating.size(), floating.size())),
            Type::Complex(floating) => Some((2 * floating.size(), floating.size())),
            Type::Pointer { .. } => Some((8, 8)),
            Type::Array { element, len } => len.and_then(|len| {
                let (size, align) = of(element)?;
                Some((size.checked_mul(len)?, align))
            }),
            Type::Vector { element, len } => of(element).and_then(|(size, _)| {
                let size = size.checked_mul(*len)?.checked_next_power_of_two()?;
                Some((size, size))
            }),
            Type::Record(name) => record(name),
            Type::MemberFunction => Some((16, 8)),
            Type::Void | Type::Function { .. } | Type::VaList => None,
        };
        out.push(size);
    }
    out
}
