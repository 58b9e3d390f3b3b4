//! The writer of definitions and statements.

use std::fmt::Write as _;

use super::constants::symbol;
use super::{expressions, names, types};
use crate::code::{AsmOperand, Code, ExprId, ExprKind, LocalId, StmtId, StmtKind, Unroll};
use crate::module::{Attributes, Definition, Function, Place, Record, Variable};
use crate::structure::{self, raw};
use crate::types::Quals;
use crate::walk::{self, Part};
use crate::words::Words as _;

pub(super) fn definition(definition: Definition<'_>) -> String {
    let mut out = String::new();
    let faults = structure::check(definition);
    if let Some(fault) = faults.first() {
        out.push_str("// ");
        names::string(&mut out, definition.name());
        let _ = writeln!(
            out,
            " cannot be written: {}: {}",
            fault.kind.name(),
            fault.detail
        );
        return out;
    }
    match definition {
        Definition::Record(record) => self::record(&mut out, record),
        Definition::Variable(variable) => self::variable(&mut out, &variable.normalized()),
        Definition::Function(function) => self::function(&mut out, &function.normalized()),
    }
    out
}

fn record(out: &mut String, record: &Record) {
    out.push_str("record ");
    symbol(out, &record.name);
    let _ = write!(out, " size {} align {}", record.size, record.align);
    out.push_str(if record.is_union {
        " union {\n"
    } else {
        " {\n"
    });
    for field in &record.fields {
        let _ = write!(out, "  {}", field.kind.word());
        if !field.name.is_empty() {
            out.push(' ');
            names::name(out, &field.name);
        }
        out.push_str(": ");
        types::quals(out, field.quals);
        types::ty(out, &record.code.types, field.ty);
        let _ = write!(out, " at {}", field.offset);
        if let Some(width) = field.width {
            let _ = write!(out, " width {width}");
        }
        let _ = writeln!(out, " size {}", field.size);
    }
    out.push_str("}\n");
}

fn variable(out: &mut String, variable: &Variable) {
    out.push_str("variable ");
    symbol(out, &variable.name);
    out.push_str(": ");
    types::quals(out, variable.quals);
    types::ty(out, &variable.code.types, variable.ty);
    let _ = write!(
        out,
        " {} {}",
        variable.memory.word(),
        variable.linkage.word()
    );
    align(out, variable.align);
    if variable.is_kept {
        out.push_str(" kept");
    }
    if variable.is_declaration {
        out.push_str(" declaration");
    }
    place(out, variable.place.as_ref());
    if let Some(value) = variable.value {
        out.push_str(" = ");
        super::constants::constant(out, &variable.code, value, Some(variable.ty));
    }
    out.push('\n');
}

fn align(out: &mut String, align: Option<u64>) {
    if let Some(align) = align {
        let _ = write!(out, " align {align}");
    }
}

fn place(out: &mut String, place: Option<&Place>) {
    if let Some(place) = place {
        out.push_str(" at ");
        names::string(out, &place.file);
        let _ = write!(out, ":{}", place.line);
    }
}

fn function(out: &mut String, function: &Function) {
    let code = &function.code;
    let mut body = Printer {
        out: String::new(),
        code,
        locals: names::locals(code),
        introduced: vec![false; code.locals.len()],
        tasks: Vec::new(),
    };
    out.push_str("function ");
    symbol(out, &function.name);
    out.push('(');
    for (i, &param) in function.params.iter().enumerate() {
        out.push_str(if i > 0 { ", " } else { "" });
        body.introduce(param);
        out.push_str(&std::mem::take(&mut body.out));
    }
    if function.variadic {
        out.push_str(if function.params.is_empty() {
            "..."
        } else {
            ", ..."
        });
    }
    out.push_str(") -> ");
    types::ty(out, &code.types, function.ret);
    let _ = write!(out, " {} {}", function.kind.word(), function.linkage.word());
    if function.has_return_slot {
        out.push_str(" return_slot");
    }
    attributes(out, &function.attributes);
    place(out, function.place.as_ref());
    if let Some(stmt) = function.body {
        let early = body.used_early(stmt);
        out.push_str(" {\n");
        for local in early {
            body.out.push_str("  local ");
            body.introduce(local);
            body.out.push('\n');
        }
        out.push_str(&std::mem::take(&mut body.out));
        // The body's own statements stand in the function's braces.
        match &code.stmts[stmt].kind {
            StmtKind::Block(stmts) => {
                if let Some(line) = code.stmts[stmt].line {
                    let _ = writeln!(body.out, "  !{line}");
                }
                for &stmt in stmts {
                    body.out.push_str("  ");
                    body.print(stmt, 1);
                    body.out.push('\n');
                }
            }
            _ => {
                body.out.push_str("  body ");
                body.print(stmt, 1);
                body.out.push('\n');
            }
        }
        out.push_str(&body.out);
        out.push('}');
    }
    out.push('\n');
}

fn attributes(out: &mut String, attributes: &Attributes) {
    for (set, word) in [
        (attributes.inline, " inline"),
        (attributes.always_inline, " always_inline"),
        (attributes.never_inline, " never_inline"),
        (attributes.kept, " kept"),
        (attributes.nothrow, " nothrow"),
        (attributes.noreturn, " noreturn"),
        (attributes.pure, " pure"),
        (attributes.constant, " constant"),
    ] {
        if set {
            out.push_str(word);
        }
    }
    align(out, attributes.align);
    let launch = &attributes.launch;
    let numbers = |out: &mut String, word: &str, numbers: &[i64]| {
        if !numbers.is_empty() {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            let _ = write!(out, " {word}({})", numbers.join(", "));
        }
    };
    numbers(out, "bounds", &launch.bounds);
    numbers(out, "registers", launch.registers.as_slice());
    numbers(out, "local_registers", launch.local_registers.as_slice());
    numbers(out, "cluster", &launch.cluster);
    numbers(out, "block", &launch.block);
}

/// What is still to be written, the last first.
enum Task {
    Text(&'static str),
    /// The type of an expression behind its operands.
    Suffix(ExprId),
    /// The line of a statement.
    Line(Option<i32>),
    NewLine(usize),
    Expr(ExprId, usize),
    Stmt(StmtId, usize),
    Owned(String),
}

struct Printer<'a> {
    out: String,
    code: &'a Code,
    locals: Vec<String>,
    /// The text has said what their types are.
    introduced: Vec<bool>,
    tasks: Vec<Task>,
}

impl Printer<'_> {
    /// Writes a local with all that is said of it.
    fn introduce(&mut self, id: LocalId) {
        let out = &mut self.out;
        out.push_str(names::local(&self.locals, id));
        if std::mem::replace(&mut self.introduced[raw(id)], true) {
            return;
        }
        let local = &self.code.locals[id];
        out.push_str(": ");
        let quals: Quals = local.quals;
        types::quals(out, quals);
        types::ty(out, &self.code.types, local.ty);
        align(out, local.align);
        if local.grid_constant {
            out.push_str(" grid_constant");
        }
    }

    /// Locals that are used before they are declared, or never declared. There are none where the rules are kept.
    fn used_early(&self, body: StmtId) -> Vec<LocalId> {
        let mut met = self.introduced.clone();
        let mut early = Vec::new();
        let mut tasks = vec![Task::Stmt(body, 0)];
        while let Some(task) = tasks.pop() {
            let first = tasks.len();
            let mut add = |part: Part<'_>| match part {
                Part::Expr(&e) => tasks.push(Task::Expr(e, 0)),
                Part::Stmt(&s) => tasks.push(Task::Stmt(s, 0)),
                Part::Local(_) | Part::Constant(_) | Part::Type(_) => {}
            };
            match task {
                Task::Expr(id, _) => {
                    walk::expr(&self.code.exprs[id].kind, &mut add);
                    if let ExprKind::Local(local) = self.code.exprs[id].kind
                        && !std::mem::replace(&mut met[raw(local)], true)
                    {
                        early.push(local);
                    }
                }
                Task::Stmt(id, _) => {
                    walk::stmt(&self.code.stmts[id].kind, &mut add);
                    if let StmtKind::Declare(local) = self.code.stmts[id].kind {
                        met[raw(local)] = true;
                    }
                }
                Task::Text(_)
                | Task::Suffix(_)
                | Task::Line(_)
                | Task::NewLine(_)
                | Task::Owned(_) => {}
            }
            tasks[first..].reverse();
        }
        early
    }

    fn print(&mut self, stmt: StmtId, indent: usize) {
        self.tasks.push(Task::Stmt(stmt, indent));
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Text(text) => self.out.push_str(text),
                Task::Owned(text) => self.out.push_str(&text),
                Task::Suffix(id) => {
                    expressions::suffix(&mut self.out, self.code, &self.code.exprs[id])
                }
                Task::Line(line) => {
                    if let Some(line) = line {
                        let _ = write!(self.out, " !{line}");
                    }
                }
                Task::NewLine(indent) => {
                    self.out.push('\n');
                    // Deep nesting would make the text grow with the square of the depth.
                    for _ in 0..indent.min(40) {
                        self.out.push_str("  ");
                    }
                }
                Task::Expr(id, indent) => self.expr(id, indent),
                Task::Stmt(id, indent) => {
                    let first = self.tasks.len();
                    self.stmt(id, indent);
                    self.tasks[first..].reverse();
                }
            }
        }
    }

    fn expr(&mut self, id: ExprId, indent: usize) {
        let kind = &self.code.exprs[id].kind;
        if !expressions::head(&mut self.out, self.code, &self.locals, kind) {
            return expressions::suffix(&mut self.out, self.code, &self.code.exprs[id]);
        }
        let first = self.tasks.len();
        let tasks = &mut self.tasks;
        tasks.push(Task::Text("("));
        let mut between = false;
        walk::expr(kind, &mut |part| {
            let task = match part {
                Part::Expr(&e) => Task::Expr(e, indent),
                Part::Stmt(&s) => Task::Stmt(s, indent),
                Part::Local(_) | Part::Constant(_) | Part::Type(_) => return,
            };
            if std::mem::replace(&mut between, true) {
                tasks.push(Task::Text(", "));
            }
            tasks.push(task);
        });
        tasks.push(Task::Text(")"));
        tasks.push(Task::Suffix(id));
        tasks[first..].reverse();
    }

    /// Adds what a statement consists of, in order.
    fn stmt(&mut self, id: StmtId, indent: usize) {
        let stmt = &self.code.stmts[id];
        let mut line = stmt.line;
        match &stmt.kind {
            StmtKind::Expr(e) => self.tasks.push(Task::Expr(*e, indent)),
            StmtKind::Declare(local) => {
                self.out.push_str("declare ");
                self.introduce(*local);
            }
            StmtKind::Block(stmts) => {
                self.tasks
                    .extend([Task::Text("{"), Task::Line(line.take())]);
                for &stmt in stmts {
                    self.tasks
                        .extend([Task::NewLine(indent + 1), Task::Stmt(stmt, indent + 1)]);
                }
                self.tasks.extend([Task::NewLine(indent), Task::Text("}")]);
            }
            StmtKind::If(condition, then, otherwise) => {
                self.out.push_str("if ");
                self.tasks
                    .extend([Task::Expr(*condition, indent), Task::Line(line.take())]);
                self.inner(*then, indent, false);
                if let Some(otherwise) = otherwise {
                    self.tasks.push(Task::Text(" else"));
                    self.inner(*otherwise, indent, true);
                }
            }
            StmtKind::Taken(body) => {
                self.out.push_str("taken");
                self.tasks.push(Task::Line(line.take()));
                self.inner(*body, indent, false);
            }
            StmtKind::Loop {
                condition,
                step,
                body,
                test_after,
                unroll,
            } => {
                self.out
                    .push_str(if *test_after { "loop after" } else { "loop" });
                if let Some(condition) = condition {
                    self.tasks
                        .extend([Task::Text(" while "), Task::Expr(*condition, indent)]);
                }
                if let Some(step) = step {
                    self.tasks
                        .extend([Task::Text(" step "), Task::Expr(*step, indent)]);
                }
                match unroll {
                    Some(Unroll::Full) => self.tasks.push(Task::Text(" unroll full")),
                    Some(Unroll::By(times)) => {
                        self.tasks.push(Task::Owned(format!(" unroll {times}")))
                    }
                    None => {}
                }
                self.tasks.push(Task::Line(line.take()));
                self.inner(*body, indent, false);
            }
            StmtKind::Switch(value, body) => {
                self.out.push_str("switch ");
                self.tasks
                    .extend([Task::Expr(*value, indent), Task::Line(line.take())]);
                self.inner(*body, indent, false);
            }
            StmtKind::Case(first, last) => {
                let _ = match first == last {
                    true => write!(self.out, "case {first}"),
                    false => write!(self.out, "case {first} to {last}"),
                };
            }
            StmtKind::Default => self.out.push_str("default"),
            StmtKind::Label(name) => self.named("label ", name),
            StmtKind::Goto(name) => self.named("goto ", name),
            StmtKind::GotoPointer(e) => {
                self.tasks
                    .extend([Task::Text("goto_pointer "), Task::Expr(*e, indent)]);
            }
            StmtKind::Break => self.out.push_str("break"),
            StmtKind::Continue => self.out.push_str("continue"),
            StmtKind::Return(None) => self.out.push_str("return"),
            StmtKind::Return(Some(e)) => {
                self.tasks
                    .extend([Task::Text("return "), Task::Expr(*e, indent)]);
            }
            StmtKind::Asm(asm) => {
                self.out.push_str(match (asm.is_volatile, asm.is_extended) {
                    (true, true) => "asm volatile extended ",
                    (true, false) => "asm volatile ",
                    (false, true) => "asm extended ",
                    (false, false) => "asm ",
                });
                names::string(&mut self.out, &asm.template);
                self.operands(" out(", &asm.outputs, indent);
                self.operands(" in(", &asm.inputs, indent);
                if !asm.clobbers.is_empty() {
                    let mut text = String::from(" clobber(");
                    for (i, clobber) in asm.clobbers.iter().enumerate() {
                        text.push_str(if i > 0 { ", " } else { "" });
                        names::string(&mut text, clobber);
                    }
                    text.push(')');
                    self.tasks.push(Task::Owned(text));
                }
            }
        }
        self.tasks.push(Task::Line(line));
    }

    /// A statement in another one: in braces if it is a block, else in parentheses. An `if` behind `else` needs none.
    fn inner(&mut self, id: StmtId, indent: usize, after_else: bool) {
        match &self.code.stmts[id].kind {
            StmtKind::Block(_) => self.tasks.extend([Task::Text(" "), Task::Stmt(id, indent)]),
            StmtKind::If(..) if after_else => {
                self.tasks.extend([Task::Text(" "), Task::Stmt(id, indent)]);
            }
            _ => self.tasks.extend([
                Task::Text(" ("),
                Task::NewLine(indent + 1),
                Task::Stmt(id, indent + 1),
                Task::NewLine(indent),
                Task::Text(")"),
            ]),
        }
    }

    fn named(&mut self, word: &str, name: &str) {
        self.out.push_str(word);
        names::name(&mut self.out, name);
    }

    fn operands(&mut self, start: &'static str, operands: &[AsmOperand], indent: usize) {
        if operands.is_empty() {
            return;
        }
        self.tasks.push(Task::Text(start));
        for (i, operand) in operands.iter().enumerate() {
            let mut text = String::from(if i > 0 { ", " } else { "" });
            if let Some(name) = &operand.name {
                text.push('[');
                names::name(&mut text, name);
                text.push_str("] ");
            }
            names::string(&mut text, &operand.constraint);
            text.push(' ');
            self.tasks
                .extend([Task::Owned(text), Task::Expr(operand.value, indent)]);
        }
        self.tasks.push(Task::Text(")"));
    }
}
