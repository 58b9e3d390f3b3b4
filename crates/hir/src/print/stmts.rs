//! Statements.

use super::Printer;
use crate::*;

impl Printer<'_> {
    /// A statement and, below it, what it holds.
    pub(super) fn stmt(&mut self, id: StmtId) {
        if let Some(unroll) = self.code.unroll(id) {
            let factor = unroll
                .factor
                .map_or(String::new(), |f| format!(" {}", self.expr_text(f)));
            self.line(&format!("unroll{factor}"));
        }
        if let Some(holds) = self.code.expected(id) {
            self.line(match holds {
                true => "likely",
                false => "unlikely",
            });
        }
        match &self.code[id] {
            Stmt::Missing => self.line("MISSING"),
            Stmt::Empty => self.line(";"),
            Stmt::Expr(e) => {
                let e = self.expr_text(*e);
                self.line(&e);
            }
            Stmt::Decl(decls) => self.decls(decls),
            Stmt::Block(stmts) => {
                self.line("block");
                self.indented(|p| stmts.iter().for_each(|&s| p.stmt(s)));
            }
            Stmt::If {
                kind,
                init,
                condition,
                then,
                otherwise,
            } => {
                let word = match kind {
                    IfKind::Plain => "if",
                    IfKind::Constexpr => "if constexpr",
                    IfKind::Consteval { negated: false } => "if consteval",
                    IfKind::Consteval { negated: true } => "if !consteval",
                };
                self.head(word, *init, condition.as_ref());
                self.indented(|p| p.stmt(*then));
                if let Some(otherwise) = otherwise {
                    self.line("else");
                    self.indented(|p| p.stmt(*otherwise));
                }
            }
            Stmt::Switch {
                init,
                condition,
                body,
            } => {
                self.head("switch", *init, Some(condition));
                self.indented(|p| p.stmt(*body));
            }
            Stmt::Case { value, to, body } => {
                let to = to.map_or(String::new(), |t| format!(" ... {}", self.expr_text(t)));
                let value = self.expr_text(*value);
                self.line(&format!("case {value}{to}"));
                self.indented(|p| p.stmt(*body));
            }
            Stmt::Default(body) => {
                self.line("default");
                self.indented(|p| p.stmt(*body));
            }
            Stmt::Label(name, body) => {
                self.line(&format!("label {name}"));
                self.indented(|p| p.stmt(*body));
            }
            Stmt::While { condition, body } => {
                self.head("while", None, Some(condition));
                self.indented(|p| p.stmt(*body));
            }
            Stmt::Do { body, condition } => {
                let condition = self.expr_text(*condition);
                self.line(&format!("do while {condition}"));
                self.indented(|p| p.stmt(*body));
            }
            Stmt::For {
                init,
                condition,
                step,
                body,
            } => {
                self.head("for", *init, condition.as_ref());
                if let Some(step) = step {
                    let step = self.expr_text(*step);
                    self.indented(|p| p.line(&format!("step {step}")));
                }
                self.indented(|p| p.stmt(*body));
            }
            Stmt::RangeFor {
                init,
                decl,
                range,
                body,
            } => {
                let range = self.expr_text(*range);
                self.head(&format!("for in {range}"), *init, None);
                self.indented(|p| {
                    p.decl(*decl);
                    p.stmt(*body);
                });
            }
            Stmt::Return { value, coroutine } => {
                let word = if *coroutine { "co_return" } else { "return" };
                let value = value.map_or(String::new(), |v| format!(" {}", self.expr_text(v)));
                self.line(&format!("{word}{value}"));
            }
            Stmt::Break => self.line("break"),
            Stmt::Continue => self.line("continue"),
            Stmt::Goto(label) => self.line(&format!("goto {label}")),
            Stmt::ComputedGoto(e) => {
                let e = self.expr_text(*e);
                self.line(&format!("goto (* {e})"));
            }
            Stmt::Try { body, handlers } => {
                self.line("try");
                self.indented(|p| p.stmt(*body));
                for handler in handlers {
                    let param = handler
                        .param
                        .map_or("...".to_owned(), |p| self.param_text(p));
                    self.line(&format!("catch {param}"));
                    self.indented(|p| p.stmt(handler.body));
                }
            }
            Stmt::Asm(asm) => {
                let mut text = format!("asm {}", self.expr_text(asm.template));
                let marks = [
                    (asm.volatile, " volatile"),
                    (asm.goto, " goto"),
                    (!asm.extended, " basic"),
                ];
                text.extend(marks.iter().filter(|m| m.0).map(|m| m.1));
                for o in &asm.operands {
                    let side = if o.output { "out" } else { "in" };
                    text += &o.name.as_ref().map_or(String::new(), |n| format!(" [{n}]"));
                    let (constraint, value) =
                        (self.expr_text(o.constraint), self.expr_text(o.value));
                    text += &format!(" {side} {constraint} {value}");
                }
                for c in &asm.clobbers {
                    text += &format!(" clobber {}", self.expr_text(*c));
                }
                for label in &asm.labels {
                    text += &format!(" label {label}");
                }
                self.line(&text);
            }
        }
    }

    fn head(&mut self, word: &str, init: Option<StmtId>, condition: Option<&Condition>) {
        match condition {
            Some(Condition::Expr(e)) => {
                let e = self.expr_text(*e);
                self.line(&format!("{word} {e}"));
            }
            _ => self.line(word),
        }
        self.indented(|p| {
            if let Some(init) = init {
                p.stmt(init);
            }
            if let Some(Condition::Decl(decl)) = condition {
                p.decl(*decl);
            }
        });
    }
}
