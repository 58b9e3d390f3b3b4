//! Statements ([stmt]).

use super::*;

impl<'t> Lowering<'t> {
    pub(super) fn stmt(&mut self, node: &Node<'t>) -> StmtId {
        match self.deeper(|l| l.statement(node)) {
            Some(id) => id,
            None => self.alloc_stmt(Stmt::Missing, node),
        }
    }

    fn statement(&mut self, node: &Node<'t>) -> StmtId {
        let stmt = match node.kind() {
            COMPOUND_STATEMENT => Stmt::Block(node.children().map(|c| self.stmt(&c)).collect()),
            EXPRESSION_STATEMENT => match exprs(node).next() {
                Some(e) => Stmt::Expr(self.expr(&e)),
                None => Stmt::Empty,
            },
            LABELED_STATEMENT => {
                let label = token(node, IDENT);
                let label = self.name(label.as_ref().map_or("", |t| t.text()));
                let body = self.labelled(node);
                self.unroll(body, node);
                Stmt::Label(label, body)
            }
            CASE_STATEMENT => {
                let mut values = exprs(node);
                let value = match values.next() {
                    Some(e) => self.expr(&e),
                    None => self.missing_expr(node),
                };
                let to = match has(node, ELLIPSIS) {
                    true => values.next().map(|e| self.expr(&e)),
                    false => None,
                };
                Stmt::Case {
                    value,
                    to,
                    body: self.labelled(node),
                }
            }
            DEFAULT_STATEMENT => Stmt::Default(self.labelled(node)),
            IF_STATEMENT => self.if_statement(node),
            SWITCH_STATEMENT => Stmt::Switch {
                init: self.init_statement(node),
                condition: self.required_condition(node),
                body: self.substatement(node),
            },
            WHILE_STATEMENT => Stmt::While {
                condition: self.required_condition(node),
                body: self.substatement(node),
            },
            DO_STATEMENT => Stmt::Do {
                body: self.substatement(node),
                condition: match exprs(node).last() {
                    Some(e) => self.expr(&e),
                    None => self.missing_expr(node),
                },
            },
            FOR_STATEMENT => Stmt::For {
                init: self.init_statement(node),
                condition: self.condition(node),
                step: child(node, FOR_STEP)
                    .and_then(|s| exprs(&s).next())
                    .map(|e| self.expr(&e)),
                body: self.substatement(node),
            },
            RANGE_FOR_STATEMENT => self.range_for(node),
            // What the reference does not read leaves no function.
            RETURN_STATEMENT if self.is_unread(node) => match exprs(node).next() {
                Some(e) => Stmt::Expr(self.expr(&e)),
                None => Stmt::Empty,
            },
            RETURN_STATEMENT => Stmt::Return {
                value: exprs(node).next().map(|e| self.expr(&e)),
                coroutine: has(node, CO_RETURN_KW),
            },
            BREAK_STATEMENT => Stmt::Break,
            CONTINUE_STATEMENT => Stmt::Continue,
            GOTO_STATEMENT => match (exprs(node).next(), token(node, IDENT)) {
                (Some(e), _) => Stmt::ComputedGoto(self.expr(&e)),
                (None, Some(label)) => Stmt::Goto(self.name(label.text())),
                (None, None) => Stmt::Missing,
            },
            TRY_STATEMENT => return self.try_statement(node),
            LOCAL_LABEL_DECLARATION | EMPTY_DECLARATION | ATTRIBUTE_DECLARATION => Stmt::Empty,
            ATTRIBUTED_STATEMENT => match statements(node).next() {
                Some(inner) => return self.stmt(&inner),
                None => Stmt::Empty,
            },
            ASM_DECLARATION => Stmt::Asm(self.asm(node)),
            ERROR => Stmt::Missing,
            _ => {
                let mut decls = Vec::new();
                self.declaration(node, &Context::default(), &mut decls);
                let declared = Stmt::Decl(decls.into());
                match self.is_unread(node) {
                    // Nothing behind it knows the names.
                    true => Stmt::Block([self.alloc_stmt(declared, node)].into()),
                    false => declared,
                }
            }
        };
        let id = self.alloc_stmt(stmt, node);
        self.unroll(id, node);
        self.expected(id, node);
        id
    }

    /// The statement after a label; there may be none before `}`.
    fn labelled(&mut self, node: &Node<'t>) -> StmtId {
        match statements(node).next() {
            Some(inner) => self.stmt(&inner),
            None => self.alloc_stmt(Stmt::Empty, node),
        }
    }

    fn substatement(&mut self, node: &Node<'t>) -> StmtId {
        match statements(node).next() {
            Some(inner) => self.stmt(&inner),
            None => self.alloc_stmt(Stmt::Missing, node),
        }
    }

    fn if_statement(&mut self, node: &Node<'t>) -> Stmt {
        let kind = if has(node, CONSTEXPR_KW) {
            IfKind::Constexpr
        } else if has(node, CONSTEVAL_KW) {
            IfKind::Consteval {
                negated: has(node, BANG),
            }
        } else {
            IfKind::Plain
        };
        let init = self.init_statement(node);
        let condition = self.condition(node);
        let mut branches = statements(node);
        let then = match branches.next() {
            Some(then) => self.stmt(&then),
            None => self.alloc_stmt(Stmt::Missing, node),
        };
        let otherwise = branches.next().map(|s| self.stmt(&s));
        Stmt::If {
            kind,
            init,
            condition,
            then,
            otherwise,
        }
    }

    fn init_statement(&mut self, node: &Node<'t>) -> Option<StmtId> {
        let inner = child(node, INIT_STATEMENT)?.children().next()?;
        let id = self.stmt(&inner);
        (self.code.stmts[id] != Stmt::Empty).then_some(id)
    }

    fn condition(&mut self, node: &Node<'t>) -> Option<Condition> {
        let inner = child(node, CONDITION)?.children().next()?;
        if inner.kind() != CONDITION_DECLARATION {
            return Some(Condition::Expr(self.expr(&inner)));
        }
        let context = Context::default();
        let specifiers = child(&inner, DECL_SPECIFIER_SEQ)
            .map(|seq| self.specifiers(&seq, &context))
            .unwrap_or_default();
        let decl = match child(&inner, INIT_DECLARATOR) {
            Some(init) => self.init_declarator(&init, &specifiers, &context),
            None => return Some(Condition::Expr(self.missing_expr(&inner))),
        };
        Some(Condition::Decl(decl))
    }

    fn required_condition(&mut self, node: &Node<'t>) -> Condition {
        match self.condition(node) {
            Some(condition) => condition,
            None => Condition::Expr(self.missing_expr(node)),
        }
    }

    fn range_for(&mut self, node: &Node<'t>) -> Stmt {
        let init = self.init_statement(node);
        let context = Context::default();
        let declaration = child(node, FOR_RANGE_DECLARATION);
        let own = declaration.as_ref().unwrap_or(node);
        let specifiers = child(own, DECL_SPECIFIER_SEQ)
            .map(|seq| self.specifiers(&seq, &context))
            .unwrap_or_default();
        let declarator = child(own, DECLARATOR);
        let declared = self.declared(&specifiers, declarator.as_ref(), None, own);
        let decl = self.variable(declared, &specifiers, None, None, &context);
        Stmt::RangeFor {
            init,
            decl,
            range: match exprs(node).next() {
                Some(e) => self.expr(&e),
                None => self.missing_expr(node),
            },
            body: self.substatement(node),
        }
    }

    fn asm(&mut self, node: &Node<'t>) -> Asm {
        // Colons part the outputs, the inputs, the clobbers and the labels.
        let mut part = 0;
        let (mut operands, mut clobbers, mut labels) = (Vec::new(), Vec::new(), Vec::new());
        let template = match exprs(node).next() {
            Some(template) => self.expr(&template),
            None => self.missing_expr(node),
        };
        let qualified = |kind| children(node, ASM_QUALIFIER).any(|q| has(&q, kind));
        for element in node.elements() {
            let operand = match element {
                Element::Token(t) => {
                    part += match t.kind() {
                        COLON => 1,
                        COLON2 => 2,
                        _ => 0,
                    };
                    continue;
                }
                Element::Node(n) if n.kind() == ASM_OPERAND => n,
                Element::Node(_) => continue,
            };
            let mut parts = exprs(&operand);
            let Some(string) = parts.next() else {
                let label = token(&operand, IDENT).filter(|_| part == 4);
                labels.extend(label.map(|label| self.name(label.text())));
                continue;
            };
            match (part, parts.next()) {
                (1 | 2, Some(value)) => operands.push(AsmOperand {
                    name: token(&operand, IDENT).map(|name| self.name(name.text())),
                    output: part == 1,
                    constraint: self.expr(&string),
                    value: self.expr(&value),
                }),
                (3, _) => clobbers.push(self.expr(&string)),
                _ => {}
            }
        }
        Asm {
            template,
            volatile: qualified(VOLATILE_KW),
            goto: qualified(GOTO_KW),
            extended: part > 0,
            operands: operands.into(),
            clobbers: clobbers.into(),
            labels: labels.into(),
        }
    }

    /// A TRY_STATEMENT or FUNCTION_TRY_BLOCK.
    pub(super) fn try_statement(&mut self, node: &Node<'t>) -> StmtId {
        let body = match child(node, COMPOUND_STATEMENT) {
            Some(block) => self.stmt(&block),
            None => self.alloc_stmt(Stmt::Missing, node),
        };
        let handlers = children(node, HANDLER)
            .map(|h| Handler {
                param: child(&h, PARAMETER_DECLARATION).map(|p| self.param(&p)),
                body: match child(&h, COMPOUND_STATEMENT) {
                    Some(block) => self.stmt(&block),
                    None => self.alloc_stmt(Stmt::Missing, &h),
                },
            })
            .collect();
        self.alloc_stmt(Stmt::Try { body, handlers }, node)
    }
}

/// The statements among the children: what is neither an expression nor a part of a head.
pub(super) fn statements<'t>(node: &Node<'t>) -> impl Iterator<Item = Node<'t>> + use<'t> {
    node.children().filter(|c| {
        !is_expr(c.kind())
            && !matches!(
                c.kind(),
                INIT_STATEMENT
                    | CONDITION
                    | FOR_STEP
                    | FOR_RANGE_DECLARATION
                    | ATTRIBUTE_SPECIFIER
                    | ALIGNAS_SPECIFIER
            )
    })
}
