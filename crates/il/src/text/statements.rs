//! The reader of statements.

use super::code::Body;
use super::parser::{Parser, Result};
use crate::code::{Asm, AsmOperand, ExprId, Stmt, StmtId, StmtKind, Unroll};

/// A statement whose parts are still to come.
enum Open {
    /// In parentheses.
    Wrapped,
    Block(Vec<StmtId>, Option<i32>),
    Then(ExprId, Option<i32>),
    Else(ExprId, StmtId, Option<i32>),
    /// A loop or `switch` without its body.
    Body(StmtKind, Option<i32>),
}

impl Parser<'_> {
    /// A statement, inside of so many blocks in expressions. Statements around are kept on a stack of its own.
    pub(super) fn stmt(&mut self, body: &mut Body, depth: u32) -> Result<StmtId> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let Some(mut done) = self.begin(body, depth, &mut open)? else {
                continue;
            };
            // Close what can be closed.
            loop {
                let stmt = match open.pop() {
                    None => return Ok(done),
                    Some(Open::Wrapped) => {
                        self.take(')')?;
                        continue;
                    }
                    Some(Open::Block(mut stmts, line)) => {
                        stmts.push(done);
                        if !self.eat('}')? {
                            open.push(Open::Block(stmts, line));
                            break;
                        }
                        Stmt {
                            kind: StmtKind::Block(stmts.into()),
                            line,
                        }
                    }
                    Some(Open::Then(condition, line)) => {
                        if self.eat_word("else")? {
                            open.push(Open::Else(condition, done, line));
                            break;
                        }
                        Stmt {
                            kind: StmtKind::If(condition, done, None),
                            line,
                        }
                    }
                    Some(Open::Else(condition, then, line)) => Stmt {
                        kind: StmtKind::If(condition, then, Some(done)),
                        line,
                    },
                    Some(Open::Body(mut kind, line)) => {
                        if let StmtKind::Loop { body, .. }
                        | StmtKind::Switch(_, body)
                        | StmtKind::Taken(body) = &mut kind
                        {
                            *body = done;
                        }
                        Stmt { kind, line }
                    }
                };
                done = body.code.stmts.alloc(stmt);
            }
        }
    }

    /// A statement that is complete, or the beginning of one on the stack.
    fn begin(
        &mut self,
        body: &mut Body,
        depth: u32,
        open: &mut Vec<Open>,
    ) -> Result<Option<StmtId>> {
        if self.eat('(')? {
            open.push(Open::Wrapped);
            return Ok(None);
        }
        if self.eat('{')? {
            let line = self.line()?;
            if !self.eat('}')? {
                open.push(Open::Block(Vec::new(), line));
                return Ok(None);
            }
            let kind = StmtKind::Block([].into());
            return Ok(Some(body.code.stmts.alloc(Stmt { kind, line })));
        }
        let word = self.word().unwrap_or_default();
        let known = [
            "declare",
            "if",
            "taken",
            "loop",
            "switch",
            "case",
            "default",
            "label",
            "goto",
            "goto_pointer",
            "break",
            "continue",
            "return",
            "asm",
        ];
        if known.contains(&word) {
            self.bump()?;
        }
        let kind = match word {
            "declare" => StmtKind::Declare(self.local(body, true)?),
            "if" => {
                let condition = self.expr(body, depth)?;
                open.push(Open::Then(condition, self.line()?));
                return Ok(None);
            }
            "taken" => {
                open.push(Open::Body(StmtKind::Taken(NONE), self.line()?));
                return Ok(None);
            }
            "loop" => {
                let kind = self.loop_head(body, depth)?;
                open.push(Open::Body(kind, self.line()?));
                return Ok(None);
            }
            "switch" => {
                let kind = StmtKind::Switch(self.expr(body, depth)?, NONE);
                open.push(Open::Body(kind, self.line()?));
                return Ok(None);
            }
            "case" => {
                let first = self.number("an integer")?;
                let last = match self.eat_word("to")? {
                    true => self.number("an integer")?,
                    false => first,
                };
                StmtKind::Case(first, last)
            }
            "default" => StmtKind::Default,
            "label" => StmtKind::Label(self.name()?.into()),
            "goto" => StmtKind::Goto(self.name()?.into()),
            "goto_pointer" => StmtKind::GotoPointer(self.expr(body, depth)?),
            "break" => StmtKind::Break,
            "continue" => StmtKind::Continue,
            "return" => {
                // A value stands on the same line.
                let ends =
                    self.first_of_line() || ['}', '!', ')', ','].iter().any(|&mark| self.at(mark));
                StmtKind::Return(match ends {
                    true => None,
                    false => Some(self.expr(body, depth)?),
                })
            }
            "asm" => StmtKind::Asm(self.asm(body, depth)?),
            _ => StmtKind::Expr(self.expr(body, depth)?),
        };
        let line = self.line()?;
        Ok(Some(body.code.stmts.alloc(Stmt { kind, line })))
    }

    /// `!` and a line, if it is there.
    fn line(&mut self) -> Result<Option<i32>> {
        match self.eat('!')? {
            true => Ok(Some(self.number("a line")?)),
            false => Ok(None),
        }
    }

    fn loop_head(&mut self, body: &mut Body, depth: u32) -> Result<StmtKind> {
        let test_after = self.eat_word("after")?;
        let condition = match self.eat_word("while")? {
            true => Some(self.expr(body, depth)?),
            false => None,
        };
        let step = match self.eat_word("step")? {
            true => Some(self.expr(body, depth)?),
            false => None,
        };
        let unroll = match self.eat_word("unroll")? {
            true if self.eat_word("full")? => Some(Unroll::Full),
            true => Some(Unroll::By(self.number("a number of times")?)),
            false => None,
        };
        Ok(StmtKind::Loop {
            condition,
            step,
            body: NONE,
            test_after,
            unroll,
        })
    }

    fn asm(&mut self, body: &mut Body, depth: u32) -> Result<Asm> {
        let is_volatile = self.eat_word("volatile")?;
        let is_extended = self.eat_word("extended")?;
        let template = self.string()?.into();
        let outputs = self.asm_operands(body, depth, "out")?;
        let inputs = self.asm_operands(body, depth, "in")?;
        let mut clobbers = Vec::new();
        if self.eat_word("clobber")? {
            self.take('(')?;
            while !self.at(')') {
                clobbers.push(self.string()?.into());
                if !self.eat(',')? {
                    break;
                }
            }
            self.take(')')?;
        }
        Ok(Asm {
            template,
            is_volatile,
            is_extended,
            outputs,
            inputs,
            clobbers: clobbers.into(),
        })
    }

    fn asm_operands(
        &mut self,
        body: &mut Body,
        depth: u32,
        word: &str,
    ) -> Result<Box<[AsmOperand]>> {
        let mut operands = Vec::new();
        if self.eat_word(word)? {
            self.take('(')?;
            while !self.at(')') {
                let name = match self.eat('[')? {
                    true => {
                        let name = self.name()?;
                        self.take(']')?;
                        Some(name.into())
                    }
                    false => None,
                };
                let constraint = self.string()?.into();
                let value = self.expr(body, depth)?;
                operands.push(AsmOperand {
                    name,
                    constraint,
                    value,
                });
                if !self.eat(',')? {
                    break;
                }
            }
            self.take(')')?;
        }
        Ok(operands.into())
    }
}

/// What stands for a body that is still to come.
const NONE: StmtId = StmtId::from_raw(la_arena::RawIdx::from_u32(0));
