//! Statements in C.

use std::fmt::Write as _;

use crate::c::{Writer, names};
use crate::tables::constant_of;
use crate::walk::{self, Part};
use crate::{
    AsmOperand, ConstantId, ExprId, Function, Integer, LocalId, StmtId, StmtKind, Type, Unroll,
};

/// The code of a function that is being written.
pub(crate) struct Code<'w, 'm> {
    pub(crate) writer: &'w mut Writer<'m>,
    pub(crate) function: &'m Function,
    /// What stands at the beginning of the function.
    pub(crate) head: String,
    pub(crate) out: String,
    /// The line that was written last, where lines are known.
    at: Option<u32>,
}

impl<'w, 'm> Code<'w, 'm> {
    pub(crate) fn new(writer: &'w mut Writer<'m>, function: &'m Function) -> Self {
        Code {
            writer,
            function,
            head: String::new(),
            out: String::new(),
            at: function.place.as_ref().map(|p| p.line),
        }
    }

    /// The cast that keeps a `switch` narrow: a scoped enumeration is not promoted ([stmt.switch]/2), and C promotes. The optimiser takes
    /// that back where nothing depends on the sign.
    fn narrow_switch(&self, value: ExprId, body: StmtId) -> &'static str {
        let code = &self.function.code;
        let unsigned = match code.types[code.exprs[value].ty] {
            Type::Integer(Integer::Char | Integer::SignedChar) => "(unsigned char)",
            Type::Integer(Integer::Short) => "(unsigned short)",
            _ => return "",
        };
        let mut todo = vec![body];
        while let Some(at) = todo.pop() {
            match &code.stmts[at].kind {
                StmtKind::Case(low, _) if *low < 0 => return "",
                StmtKind::Switch(..) => {}
                kind => walk::stmt(kind, &mut |part| {
                    if let Part::Stmt(inner) = part {
                        todo.push(*inner);
                    }
                }),
            }
        }
        unsigned
    }

    /// Whether control gets behind a statement, as far as its last parts tell.
    fn completes(&self, s: StmtId) -> bool {
        let mut todo = vec![s];
        while let Some(s) = todo.pop() {
            match &self.function.code.stmts[s].kind {
                StmtKind::Block(all) => match all.last() {
                    Some(last) => todo.push(*last),
                    None => return true,
                },
                StmtKind::Taken(body) => todo.push(*body),
                StmtKind::If(_, then, Some(otherwise)) => todo.extend([*then, *otherwise]),
                StmtKind::Return(_)
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Goto(_)
                | StmtKind::GotoPointer(_) => {}
                _ => return true,
            }
        }
        false
    }

    /// The body as it is written.
    pub(crate) fn finish(self) -> String {
        match self.head.is_empty() {
            true => self.out,
            false => format!("{{{}\n{}}}\n", self.head, self.out),
        }
    }

    fn line(&mut self, depth: usize, text: &str) {
        for _ in 0..depth {
            self.out.push(' ');
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Says which line the next one stands for: that of a statement, or the one before where it has none.
    fn marker(&mut self, line: Option<i32>) {
        let Some(place) = &self.function.place else {
            return;
        };
        if let Some(line) = line {
            self.at = place.line.checked_add_signed(line);
        }
        if let Some(line) = self.at {
            self.out.push_str(&super::marker(&place.file, line));
        }
    }

    /// A statement.
    pub(crate) fn statement(&mut self, s: StmtId, depth: usize) {
        let code = &self.function.code;
        self.marker(code.stmts[s].line);
        match &code.stmts[s].kind {
            StmtKind::Expr(e) => {
                let text = self.effect(*e);
                self.line(depth, &format!("{text};"));
            }
            StmtKind::Declare(local) => self.declare(*local, None, depth),
            StmtKind::Block(all) => {
                self.line(depth, "{");
                // The compiler numbers registers by the order of declarations, and NVIDIA's front end has temporaries first.
                let behind = all.iter().skip(1).map(Some).chain([None]);
                for (s, next) in all.iter().zip(behind) {
                    if let Some(local) = self.temporary(*s)
                        && next.is_none_or(|next| self.initializer(local, *next).is_none())
                    {
                        self.declare(local, None, depth + 1);
                    }
                }
                let mut rest = &all[..];
                while let [s, after @ ..] = rest {
                    rest = after;
                    if let Some(local) = self.temporary(*s)
                        && (after.first())
                            .is_none_or(|next| self.initializer(local, *next).is_none())
                    {
                        continue;
                    }
                    let between = after.iter().take_while(|s| self.temporary(**s).is_some());
                    if let StmtKind::Declare(local) = code.stmts[*s].kind
                        && let [set, behind @ ..] = &after[between.count()..]
                        && let Some(constant) = self.initializer(local, *set)
                    {
                        let value = self.constant(constant, true);
                        self.marker(code.stmts[*s].line);
                        self.declare(local, Some(&value), depth + 1);
                        rest = behind;
                        continue;
                    }
                    self.statement(*s, depth + 1);
                }
                self.marker(None);
                self.line(depth, "}");
            }
            StmtKind::If(condition, then, otherwise) => {
                let condition = self.condition(*condition);
                self.line(depth, &format!("if ({condition})"));
                self.statement(*then, depth);
                if let Some(otherwise) = otherwise {
                    self.line(depth, "else");
                    self.statement(*otherwise, depth);
                }
            }
            // Jumps to what follows: two blocks more, and no condition. A constant condition would be a branch until it is folded.
            StmtKind::Taken(body) => {
                let number = s.into_raw().into_u32();
                self.line(depth, "{");
                self.line(depth, &format!("goto __taken_{number}; __taken_{number}:;"));
                self.statement(*body, depth);
                if self.completes(*body) {
                    self.line(depth, &format!("goto __after_{number}; __after_{number}:;"));
                }
                self.line(depth, "}");
            }
            StmtKind::Loop {
                condition,
                step,
                body,
                test_after,
                unroll,
            } => {
                let condition = condition.map(|e| self.condition(e));
                let step = step.map(|e| self.effect(e)).unwrap_or_default();
                match unroll {
                    Some(Unroll::Full) => self.out.push_str("\n#pragma unroll\n"),
                    Some(Unroll::By(n)) => {
                        let _ = write!(self.out, "\n#pragma unroll {n}\n");
                    }
                    None => {}
                }
                if unroll.is_some() {
                    self.marker(None);
                }
                match test_after {
                    true => {
                        self.line(depth, "do");
                        self.statement(*body, depth);
                        let condition = condition.unwrap_or_else(|| "1".to_owned());
                        self.line(depth, &format!("while ({condition});"));
                    }
                    false if step.is_empty() && condition.is_some() => {
                        let condition = condition.unwrap_or_default();
                        self.line(depth, &format!("while ({condition})"));
                        self.statement(*body, depth);
                    }
                    false => {
                        let condition = condition.unwrap_or_default();
                        self.line(depth, &format!("for (; {condition}; {step})"));
                        self.statement(*body, depth);
                    }
                }
            }
            StmtKind::Switch(value, body) => {
                let unsigned = self.narrow_switch(*value, *body);
                let value = self.expr(*value);
                self.line(depth, &format!("switch ({unsigned}{value})"));
                self.statement(*body, depth);
            }
            StmtKind::Case(low, high) if low == high => {
                self.line(depth, &format!("case {}:;", number(*low)));
            }
            StmtKind::Case(low, high) => {
                let text = format!("case {} ... {}:;", number(*low), number(*high));
                self.line(depth, &text);
            }
            StmtKind::Default => self.line(depth, "default:;"),
            StmtKind::Label(label) => self.line(depth, &format!("{label}:;")),
            StmtKind::Goto(label) => self.line(depth, &format!("goto {label};")),
            StmtKind::GotoPointer(e) => {
                let text = self.expr(*e);
                self.line(depth, &format!("goto *{text};"));
            }
            StmtKind::Break => self.line(depth, "break;"),
            StmtKind::Continue => self.line(depth, "continue;"),
            StmtKind::Return(None) => self.line(depth, "return;"),
            StmtKind::Return(Some(e)) => {
                let text = self.expr(*e);
                self.line(depth, &format!("return {text};"));
            }
            StmtKind::Asm(asm) => {
                let mut text = String::from("__asm");
                if asm.is_volatile {
                    text.push_str(" volatile");
                }
                let template = super::constants::quoted(asm.template.bytes().map(u32::from));
                let _ = write!(text, "({template}");
                if asm.is_extended {
                    let outputs = self.operands(&asm.outputs);
                    let inputs = self.operands(&asm.inputs);
                    let _ = write!(text, " : {outputs} : {inputs}");
                }
                if !asm.clobbers.is_empty() {
                    let all: Vec<String> = asm
                        .clobbers
                        .iter()
                        .map(|c| super::constants::quoted(c.bytes().map(u32::from)))
                        .collect();
                    let _ = write!(text, " : {}", all.join(", "));
                }
                self.line(depth, &format!("{text});"));
            }
        }
    }

    /// The variable without a name that a statement declares.
    fn temporary(&self, s: StmtId) -> Option<LocalId> {
        let code = &self.function.code;
        match code.stmts[s].kind {
            StmtKind::Declare(local) if code.locals[local].name.is_empty() => Some(local),
            _ => None,
        }
    }

    /// The constant that a statement gives to a local that has just been declared: it is written as an initialiser, which NVIDIA's
    /// compiler stores as a whole.
    fn initializer(&self, local: LocalId, s: StmtId) -> Option<ConstantId> {
        constant_of(&self.function.code, local, s)
    }

    fn declare(&mut self, local: LocalId, value: Option<&str>, depth: usize) {
        let code = &self.function.code;
        let name = names::local(code, local);
        let local = &code.locals[local];
        let mut text = self.writer.declarator(code, local.ty, local.quals, &name);
        if let Some(align) = local.align {
            let _ = write!(text, " __attribute__((__aligned__({align})))");
        }
        if let Some(value) = value {
            let _ = write!(text, " = {value}");
        }
        self.line(depth, &format!("{text};"));
    }

    fn operands(&mut self, all: &[AsmOperand]) -> String {
        let mut out = Vec::new();
        for operand in all {
            let name = match &operand.name {
                Some(name) => format!("[{name}] "),
                None => String::new(),
            };
            let constraint = super::constants::quoted(operand.constraint.bytes().map(u32::from));
            let value = self.expr(operand.value);
            out.push(format!("{name}{constraint} ({value})"));
        }
        out.join(", ")
    }
}

/// The value of a case.
fn number(n: i128) -> String {
    match i64::try_from(n) {
        Ok(i64::MIN) => "(-9223372036854775807LL-1)".to_owned(),
        Ok(n) if i32::try_from(n).is_ok() => n.to_string(),
        Ok(n) => format!("{n}LL"),
        Err(_) => format!("{n}ULL"),
    }
}
