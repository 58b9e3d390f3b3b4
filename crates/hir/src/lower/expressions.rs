//! Expressions ([expr]): those made of operators.

use std::borrow::Cow;

use cleave_lang::Operator;

use super::names::infix;
use super::*;

impl<'t> Lowering<'t> {
    /// An expression. Chains of operators lean to the left and may be long: they are walked along, not into.
    pub(super) fn expr(&mut self, node: &Node<'t>) -> ExprId {
        if !leans_left(node.kind()) {
            return self.leaf(node);
        }
        let mut spine = vec![*node];
        let mut at = loop {
            let outer = &spine[spine.len() - 1];
            match exprs(outer).next() {
                Some(inner) if leans_left(inner.kind()) => spine.push(inner),
                Some(inner) => break self.leaf(&inner),
                None => {
                    let outer = *outer;
                    break self.missing_expr(&outer);
                }
            }
        };
        while let Some(node) = spine.pop() {
            at = self.chained(&node, at);
        }
        at
    }

    pub(super) fn missing_expr(&mut self, node: &Node<'t>) -> ExprId {
        let span = self.span(node);
        self.alloc_expr(Expr::Missing, span)
    }

    fn leaf(&mut self, node: &Node<'t>) -> ExprId {
        match self.deeper(|l| l.operand(node)) {
            Some(id) => id,
            None => self.missing_expr(node),
        }
    }

    /// The expression that is a child.
    pub(super) fn expr_child(&mut self, node: &Node<'t>) -> ExprId {
        match exprs(node).next() {
            Some(e) => self.expr(&e),
            None => self.missing_expr(node),
        }
    }

    pub(super) fn args(&mut self, list: Option<Node<'t>>) -> Box<[ExprId]> {
        let Some(list) = list else {
            return Box::default();
        };
        // `f(, 1)`: what is missing at a comma counts as an argument.
        let mut args = Vec::new();
        let mut at_comma = false;
        let mut any = false;
        for element in list.elements() {
            match element {
                Element::Token(t) if t.kind() == COMMA => {
                    if !std::mem::replace(&mut any, false) {
                        args.push(self.missing_expr(&list));
                    }
                    at_comma = true;
                }
                Element::Token(_) => {}
                Element::Node(node) => {
                    if is_expr(node.kind()) {
                        args.push(self.expr(&node));
                    }
                    any = true;
                    at_comma = false;
                }
            }
        }
        if at_comma {
            args.push(self.missing_expr(&list));
        }
        args.into()
    }

    /// `node`, whose first operand is `first`.
    fn chained(&mut self, node: &Node<'t>, first: ExprId) -> ExprId {
        let span = self.span(node);
        let operator = all_tokens(node).next();
        let point = match node.kind() {
            MEMBER_EXPRESSION => Some(self.name_span(node).start),
            CONDITIONAL_EXPRESSION => token(node, COLON).map(|t| self.token_span(&t).start),
            BINARY_EXPRESSION | POSTFIX_EXPRESSION | SUBSCRIPT_EXPRESSION => {
                operator.as_ref().map(|t| match t.is_second_of_two() {
                    true => self.token_span(t).start.saturating_sub(1),
                    false => self.token_span(t).start,
                })
            }
            _ => None,
        };
        let point = point.unwrap_or(span.start);
        let expr = match node.kind() {
            BINARY_EXPRESSION => {
                let text = text_of_tokens(node);
                let second = match exprs(node).nth(1) {
                    Some(e) => self.expr(&e),
                    None => self.missing_expr(node),
                };
                match infix(&text) {
                    Some(op) => Expr::Binary(op, first, second),
                    // GNU's old operators for the lesser and the greater of two values.
                    None if matches!(&*text, "<?" | ">?") => {
                        let operands = [first, second].map(TypeOrExpr::Expr);
                        Expr::Builtin(self.name(&text), operands.into())
                    }
                    None => Expr::Missing,
                }
            }
            CONDITIONAL_EXPRESSION => {
                let mut branches = exprs(node).skip(1);
                let (a, b) = (branches.next(), branches.next());
                let (yes, no) = match (a, b) {
                    (a, Some(b)) => (a, Some(b)),
                    (a, None) => (None, a),
                };
                let yes = yes.map(|e| self.expr(&e));
                let no = match no {
                    Some(e) => self.expr(&e),
                    None => self.missing_expr(node),
                };
                Expr::Conditional(first, yes, no)
            }
            CALL_EXPRESSION => Expr::Call(first, self.args(child(node, ARGUMENT_LIST))),
            LAUNCH_EXPRESSION => {
                let config = self.args(child(node, EXECUTION_CONFIGURATION));
                let args = self.args(child(node, ARGUMENT_LIST));
                Expr::Launch(first, config, args)
            }
            SUBSCRIPT_EXPRESSION => {
                let indices = exprs(node).skip(1).map(|e| self.expr(&e)).collect();
                Expr::Index(first, indices)
            }
            MEMBER_EXPRESSION => Expr::Member {
                base: first,
                arrow: operator.is_some_and(|t| t.kind() == ARROW),
                template: all_tokens(node).any(|t| t.kind() == TEMPLATE_KW),
                member: self.path(node),
            },
            _ => match operator.map(|t| t.kind()) {
                Some(MINUS2) => Expr::Postfix(Operator::Decrement, first),
                _ => Expr::Postfix(Operator::Increment, first),
            },
        };
        self.alloc_expr_at(expr, span, point)
    }
}

/// The text of the tokens directly in a node: mostly it is one.
fn text_of_tokens<'t>(node: &Node<'t>) -> Cow<'t, str> {
    let mut all = all_tokens(node).map(|t| t.text());
    let first = all.next().unwrap_or_default();
    match all.next() {
        None => Cow::Borrowed(first),
        Some(second) => Cow::Owned([first, second].into_iter().chain(all).collect()),
    }
}

/// Whether the first operand of an expression of this kind may be a long chain of the same sort.
fn leans_left(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        BINARY_EXPRESSION
            | CONDITIONAL_EXPRESSION
            | CALL_EXPRESSION
            | LAUNCH_EXPRESSION
            | SUBSCRIPT_EXPRESSION
            | MEMBER_EXPRESSION
            | POSTFIX_EXPRESSION
    )
}
