//! Expressions ([expr]): primary ones, those that begin with their operator, builtins.

use cleave_lang::Operator;

use super::literals;
use super::names::infix;
use super::*;

impl<'t> Lowering<'t> {
    pub(super) fn operand(&mut self, node: &Node<'t>) -> ExprId {
        let span = self.span(node);
        let expr = match node.kind() {
            LITERAL => match all_tokens(node).next() {
                Some(t) => literals::literal(t.kind(), t.text(), |s| self.name(s))
                    .map_or(Expr::Missing, Expr::Literal),
                None => Expr::Missing,
            },
            STRING_EXPRESSION => {
                let pieces: Vec<Token<'t>> = all_tokens(node)
                    .filter(|t| t.kind() == STRING_LITERAL)
                    .collect();
                let texts: Vec<&str> = pieces.iter().map(|t| t.text()).collect();
                literals::string(&texts, |s| self.name(s)).map_or(Expr::Missing, Expr::Literal)
            }
            ID_EXPRESSION => Expr::Path(self.path(node)),
            THIS_EXPRESSION => Expr::This,
            PAREN_EXPRESSION => Expr::Paren(self.expr_child(node)),
            PREFIX_EXPRESSION => self.prefix(node),
            YIELD_EXPRESSION => Expr::Keyword(KeywordOperator::Yield, self.expr_child(node)),
            CAST_EXPRESSION => Expr::CStyleCast(self.type_child(node), self.expr_child(node)),
            COMPOUND_LITERAL => Expr::Braced(self.type_child(node), self.expr_child(node)),
            FUNCTIONAL_CAST_EXPRESSION => self.functional_cast(node),
            NAMED_CAST_EXPRESSION => {
                let cast = match node.first_token().map(|t| t.kind()) {
                    Some(CONST_CAST_KW) => NamedCast::Const,
                    Some(DYNAMIC_CAST_KW) => NamedCast::Dynamic,
                    Some(REINTERPRET_CAST_KW) => NamedCast::Reinterpret,
                    _ => NamedCast::Static,
                };
                Expr::NamedCast(cast, self.type_child(node), self.expr_child(node))
            }
            BRACED_INIT_LIST => Expr::List(
                node.children()
                    .filter(|c| c.kind() == DESIGNATED_INITIALIZER || is_expr(c.kind()))
                    .map(|c| self.list_item(&c))
                    .collect(),
            ),
            SIZEOF_EXPRESSION => self.sizeof(node),
            TYPEID_EXPRESSION => match child(node, TYPE_ID) {
                Some(ty) => Expr::TypeidType(self.type_id(&ty)),
                None => Expr::TypeidExpr(self.expr_child(node)),
            },
            NOEXCEPT_EXPRESSION => Expr::Noexcept(self.expr_child(node)),
            NEW_EXPRESSION => Expr::New {
                global: has(node, COLON2),
                placement: self.args(child(node, NEW_PLACEMENT)),
                ty: self.type_child(node),
                init: match initializer(node) {
                    Some(init) => self.init(&init),
                    None => Init::None,
                },
            },
            DELETE_EXPRESSION => Expr::Delete {
                global: has(node, COLON2),
                array: has(node, L_BRACK),
                operand: self.expr_child(node),
            },
            LAMBDA_EXPRESSION => self.lambda(node),
            FOLD_EXPRESSION => self.fold(node),
            REQUIRES_EXPRESSION => self.requires(node),
            STATEMENT_EXPRESSION => match child(node, COMPOUND_STATEMENT) {
                Some(block) => Expr::Statements(self.inline_block(&block)),
                None => Expr::Missing,
            },
            THROW_EXPRESSION => Expr::Throw(exprs(node).next().map(|e| self.expr(&e))),
            PACK_EXPANSION => Expr::Pack(self.expr_child(node)),
            TYPE_TRAIT_EXPRESSION => {
                let name = token(node, IDENT);
                let name = self.name(name.as_ref().map_or("", |t| t.text()));
                Expr::Trait(name, self.types_or_exprs(node))
            }
            BUILTIN_EXPRESSION => self.builtin(node),
            LABEL_ADDRESS_EXPRESSION => {
                let label = token(node, IDENT);
                Expr::LabelAddress(self.name(label.as_ref().map_or("", |t| t.text())))
            }
            _ if is_expr(node.kind()) => return self.expr(node),
            _ => Expr::Missing,
        };
        let point = match node.kind() {
            ID_EXPRESSION => self.name_span(node).start,
            FUNCTIONAL_CAST_EXPRESSION | COMPOUND_LITERAL => match child(node, BRACED_INIT_LIST) {
                Some(list) => self.span(&list).start,
                None => span.start,
            },
            _ => span.start,
        };
        self.alloc_expr_at(expr, span, point)
    }

    /// A block of statements in the code at hand.
    pub(super) fn inline_block(&mut self, block: &Node<'t>) -> StmtId {
        let outer = std::mem::replace(&mut self.inline, true);
        let block = self.stmt(block);
        self.inline = outer;
        block
    }

    fn prefix(&mut self, node: &Node<'t>) -> Expr {
        let operator = all_tokens(node).next().map(|t| t.kind());
        let operand = self.expr_child(node);
        let keyword = |op| Expr::Keyword(op, operand);
        let prefix = |op| Expr::Prefix(op, operand);
        match operator {
            Some(PLUS) => prefix(Operator::UnaryPlus),
            Some(MINUS) => prefix(Operator::Negate),
            Some(BANG) => prefix(Operator::Not),
            Some(TILDE) => prefix(Operator::Complement),
            Some(STAR) => prefix(Operator::Dereference),
            Some(AMP) => prefix(Operator::AddressOf),
            Some(PLUS2) => prefix(Operator::Increment),
            Some(MINUS2) => prefix(Operator::Decrement),
            Some(REAL_KW) => keyword(KeywordOperator::Real),
            Some(IMAG_KW) => keyword(KeywordOperator::Imag),
            Some(EXTENSION_KW) => keyword(KeywordOperator::Extension),
            Some(CO_AWAIT_KW) => keyword(KeywordOperator::Await),
            _ => Expr::Missing,
        }
    }

    fn functional_cast(&mut self, node: &Node<'t>) -> Expr {
        let ty = child(node, DECL_SPECIFIER_SEQ)
            .and_then(|seq| self.specifiers(&seq, &Context::default()).ty);
        let ty = ty.unwrap_or_else(|| self.missing_type(node));
        match child(node, BRACED_INIT_LIST) {
            Some(list) => Expr::Braced(ty, self.expr(&list)),
            None => Expr::Functional(ty, self.args(child(node, ARGUMENT_LIST))),
        }
    }

    fn list_item(&mut self, node: &Node<'t>) -> ListItem {
        if node.kind() != DESIGNATED_INITIALIZER {
            return ListItem {
                designators: Box::default(),
                at: None,
                value: self.expr(node),
            };
        }
        let at = child(node, DESIGNATOR).map(|d| self.missing_expr(&d));
        let designators = children(node, DESIGNATOR)
            .map(|d| match token(&d, IDENT) {
                Some(field) => Designator::Field(self.name(field.text())),
                None => {
                    let mut bounds = exprs(&d);
                    let from = match bounds.next() {
                        Some(e) => self.expr(&e),
                        None => self.missing_expr(&d),
                    };
                    Designator::Index(from, bounds.next().map(|e| self.expr(&e)))
                }
            })
            .collect();
        ListItem {
            designators,
            at,
            value: self.expr_child(node),
        }
    }

    fn sizeof(&mut self, node: &Node<'t>) -> Expr {
        let alignof = has(node, ALIGNOF_KW);
        if has(node, ELLIPSIS) {
            let pack = token(node, IDENT);
            return Expr::SizeofPack(self.name(pack.as_ref().map_or("", |t| t.text())));
        }
        match (child(node, TYPE_ID), alignof) {
            (Some(ty), false) => Expr::SizeofType(self.type_id(&ty)),
            (Some(ty), true) => Expr::AlignofType(self.type_id(&ty)),
            (None, false) => Expr::SizeofExpr(self.expr_child(node)),
            (None, true) => Expr::AlignofExpr(self.expr_child(node)),
        }
    }

    /// [expr.prim.fold]. A binary fold is a left fold if its right operand has the pack.
    fn fold(&mut self, node: &Node<'t>) -> Expr {
        let dots = token(node, ELLIPSIS).map(|t| t.tokens().start);
        let operator = |before: bool| -> String {
            all_tokens(node)
                .filter(|t| !matches!(t.kind(), L_PAREN | R_PAREN | ELLIPSIS))
                .filter(|t| dots.is_some_and(|d| (t.tokens().start < d) == before))
                .map(|t| t.text().to_owned())
                .collect()
        };
        let side = |before: bool| {
            exprs(node).find(|e| dots.is_some_and(|d| (e.tokens().start < d) == before))
        };
        let (left, right) = (side(true), side(false));
        let is_left = match (&left, &right) {
            (Some(left), Some(_)) => !self.mentions_pack(left),
            (left, _) => left.is_none(),
        };
        let text = match operator(true) {
            text if text.is_empty() => operator(false),
            text => text,
        };
        let left = left.map(|e| self.expr(&e));
        let right = right.map(|e| self.expr(&e));
        match infix(&text) {
            Some(op) => Expr::Fold {
                op,
                left,
                right,
                is_left,
            },
            None => Expr::Missing,
        }
    }

    /// Whether a pack of this item is named somewhere below a node, and not expanded there.
    pub(super) fn mentions_pack(&self, node: &Node<'t>) -> bool {
        let mut expanded = None;
        node.descendants().any(|element| match element {
            Element::Node(n) => {
                if matches!(n.kind(), PACK_EXPANSION | SIZEOF_EXPRESSION) && has(&n, ELLIPSIS) {
                    expanded = Some(n.tokens().end);
                }
                false
            }
            Element::Token(t) => {
                t.kind() == IDENT
                    && expanded.is_none_or(|end| t.tokens().start >= end)
                    && self.packs.contains(t.text())
            }
        })
    }

    fn requires(&mut self, node: &Node<'t>) -> Expr {
        let params = child(node, PARAMETER_CLAUSE)
            .map(|c| self.params(&c).0)
            .unwrap_or_default();
        let requirements = node
            .children()
            .filter_map(|r| {
                Some(match r.kind() {
                    SIMPLE_REQUIREMENT => Requirement::Simple(self.expr_child(&r)),
                    TYPE_REQUIREMENT => {
                        let named = child(&r, TYPENAME_SPECIFIER)?;
                        let path = self.path(&named);
                        let span = self.span(&named);
                        let ty = TypeRef::Path {
                            path,
                            elaborated: None,
                            typename: true,
                        };
                        Requirement::Type(self.alloc_type(ty, span))
                    }
                    COMPOUND_REQUIREMENT => Requirement::Compound {
                        expr: self.expr_child(&r),
                        noexcept: has(&r, NOEXCEPT_KW),
                        constraint: child(&r, TYPE_CONSTRAINT).map(|c| self.path(&c)),
                    },
                    NESTED_REQUIREMENT => Requirement::Nested(self.expr_child(&r)),
                    _ => return None,
                })
            })
            .collect();
        Expr::Requires(params, requirements)
    }

    fn types_or_exprs(&mut self, node: &Node<'t>) -> Box<[TypeOrExpr]> {
        node.children()
            .filter_map(|c| self.type_or_expr(&c))
            .collect()
    }

    fn type_or_expr(&mut self, node: &Node<'t>) -> Option<TypeOrExpr> {
        Some(match node.kind() {
            TYPE_ID => TypeOrExpr::Type(self.type_id(node)),
            PACK_EXPANSION => {
                let inner = node.children().next()?;
                let inner = match inner.kind() {
                    TYPE_ID => TypeOrExpr::Type(self.type_id(&inner)),
                    _ => TypeOrExpr::Expr(self.expr(&inner)),
                };
                TypeOrExpr::Pack(Box::new(inner))
            }
            kind if is_expr(kind) => TypeOrExpr::Expr(self.expr(node)),
            _ => return None,
        })
    }

    fn builtin(&mut self, node: &Node<'t>) -> Expr {
        let Some(keyword) = node.first_token() else {
            return Expr::Missing;
        };
        let args = self.types_or_exprs(node);
        match (keyword.kind(), &*args) {
            (BUILTIN_OFFSETOF_KW, [TypeOrExpr::Type(ty), TypeOrExpr::Expr(member)]) => {
                Expr::Offsetof(*ty, *member)
            }
            (BUILTIN_VA_ARG_KW, [TypeOrExpr::Expr(list), TypeOrExpr::Type(ty)]) => {
                Expr::VaArg(*list, *ty)
            }
            (BUILTIN_BIT_CAST_KW, [TypeOrExpr::Type(ty), TypeOrExpr::Expr(value)]) => {
                Expr::BitCast(*ty, *value)
            }
            (BUILTIN_TYPES_COMPATIBLE_KW, _) => Expr::Trait(self.name(keyword.text()), args),
            _ => Expr::Builtin(self.name(keyword.text()), args),
        }
    }
}
