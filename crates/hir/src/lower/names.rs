//! Names: qualifiers, template arguments, operators.

use std::sync::LazyLock;

use cleave_lang::Operator;
use rustc_hash::FxHashMap;

use super::*;

impl<'t> Lowering<'t> {
    /// The possibly qualified name that a node ends with.
    pub(super) fn path(&mut self, node: &Node<'t>) -> Path {
        let (mut name, mut parts) = (NameId::None, PathParts::default());
        for element in node.elements() {
            match element {
                Element::Token(t) if t.kind() == IDENT => {
                    name = NameId::Ident(self.name(t.text()));
                    parts.args = None;
                }
                Element::Token(_) => {}
                Element::Node(n) => match n.kind() {
                    NESTED_NAME_SPECIFIER => self.qualifiers(&n, &mut parts),
                    TEMPLATE_ID => (name, parts.args) = self.template_id(&n),
                    OPERATOR_FUNCTION_ID
                    | CONVERSION_FUNCTION_ID
                    | LITERAL_OPERATOR_ID
                    | DESTRUCTOR_NAME => name = self.special_name(&n),
                    _ => {}
                },
            }
        }
        Path::new(name, parts)
    }

    fn qualifiers(&mut self, node: &Node<'t>, parts: &mut PathParts) {
        let mut out = Vec::new();
        for element in node.elements() {
            match element {
                Element::Token(t) => match t.kind() {
                    COLON2 if out.is_empty() && parts.decltype.is_none() => parts.global = true,
                    IDENT => out.push(PathSegment {
                        name: self.name(t.text()),
                        args: None,
                    }),
                    _ => {}
                },
                Element::Node(n) => match n.kind() {
                    TEMPLATE_ID => {
                        let (name, args) = self.template_id(&n);
                        if let NameId::Ident(name) = name {
                            out.push(PathSegment { name, args });
                        }
                    }
                    DECLTYPE_SPECIFIER => parts.decltype = Some(self.decltype(&n)),
                    _ => {}
                },
            }
        }
        parts.qualifiers = out.into();
    }

    fn template_id(&mut self, node: &Node<'t>) -> (NameId, Option<Box<[TemplateArgRef]>>) {
        let mut name = NameId::None;
        let mut args = None;
        for element in node.elements() {
            match element {
                Element::Token(t) if t.kind() == IDENT => {
                    name = NameId::Ident(self.name(t.text()));
                }
                Element::Node(n) => match n.kind() {
                    TEMPLATE_ARGUMENT_LIST => {
                        self.code.has_template_ids = true;
                        args = Some(n.children().map(|c| self.template_argument(&c)).collect());
                    }
                    _ => name = self.special_name(&n),
                },
                Element::Token(_) => {}
            }
        }
        (name, args)
    }

    fn template_argument(&mut self, node: &Node<'t>) -> TemplateArgRef {
        match node.kind() {
            TYPE_ID => TemplateArgRef::Type(self.type_id(node)),
            PACK_EXPANSION => match node.children().next() {
                Some(inner) if inner.kind() == TYPE_ID => {
                    TemplateArgRef::Pack(Box::new(TemplateArgRef::Type(self.type_id(&inner))))
                }
                Some(inner) => {
                    TemplateArgRef::Pack(Box::new(TemplateArgRef::Expr(self.expr(&inner))))
                }
                None => TemplateArgRef::Expr(self.missing_expr(node)),
            },
            _ => TemplateArgRef::Expr(self.expr(node)),
        }
    }

    /// A name that is no identifier.
    fn special_name(&mut self, node: &Node<'t>) -> NameId {
        match node.kind() {
            OPERATOR_FUNCTION_ID => {
                let text: String = all_tokens(node)
                    .skip(1)
                    .map(|t| t.text().to_owned())
                    .collect();
                operator_name(&text).map_or(NameId::None, NameId::Operator)
            }
            CONVERSION_FUNCTION_ID => match child(node, TYPE_ID) {
                Some(ty) => NameId::Conversion(self.type_id(&ty)),
                None => NameId::None,
            },
            LITERAL_OPERATOR_ID => {
                // `""_x` is one token, `"" _x` two.
                let suffix = token(node, IDENT).or_else(|| token(node, STRING_LITERAL));
                let text = suffix.as_ref().map_or("", |t| t.text());
                let text = text.rsplit('"').next().unwrap_or(text);
                NameId::Literal(self.name(text))
            }
            DESTRUCTOR_NAME => {
                let ty = match child(node, DECLTYPE_SPECIFIER) {
                    Some(decltype) => self.decltype(&decltype),
                    None => {
                        let path = self.path(node);
                        let span = self.span(node);
                        let ty = TypeRef::Path {
                            path,
                            elaborated: None,
                            typename: true,
                        };
                        self.alloc_type(ty, span)
                    }
                };
                NameId::Destructor(ty)
            }
            _ => NameId::None,
        }
    }
}

/// The operator of an operator-function-id. Those that are unary and binary are the binary ones.
fn operator_name(text: &str) -> Option<Operator> {
    match text {
        "~" => Some(Operator::Complement),
        "!" => Some(Operator::Not),
        "++" => Some(Operator::Increment),
        "--" => Some(Operator::Decrement),
        "->" => Some(Operator::Arrow),
        "()" => Some(Operator::Call),
        "[]" => Some(Operator::Subscript),
        "new" => Some(Operator::New),
        "new[]" => Some(Operator::NewArray),
        "delete" => Some(Operator::Delete),
        "delete[]" => Some(Operator::DeleteArray),
        "co_await" => Some(Operator::CoAwait),
        _ => infix(text),
    }
}

/// An infix operator by its spelling.
pub(super) fn infix(text: &str) -> Option<Operator> {
    static BY_SPELLING: LazyLock<FxHashMap<&'static str, Operator>> = LazyLock::new(|| {
        use Operator::*;
        let unary = [UnaryPlus, Negate, AddressOf, Dereference];
        let infix = Operator::ALL.iter().filter(|op| !unary.contains(op));
        let mut all = FxHashMap::default();
        for &op in infix {
            all.entry(op.spelling()).or_insert(op);
        }
        // Alternative tokens ([lex.digraph]).
        let words = [
            ("and", LogicalAnd),
            ("or", LogicalOr),
            ("bitand", BitAnd),
            ("bitor", BitOr),
            ("xor", BitXor),
            ("and_eq", BitAndAssign),
            ("or_eq", BitOrAssign),
            ("xor_eq", BitXorAssign),
            ("not_eq", NotEqual),
            ("compl", Complement),
            ("not", Not),
        ];
        all.extend(words);
        all
    });
    BY_SPELLING.get(text).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infix_operators_are_known_by_their_spellings() {
        use Operator::*;
        let found = [
            "+", "*", "&", "bitand", "and", "not_eq", "<=>", "->*", "compl",
        ]
        .map(infix);
        let expected = [
            Plus, Multiply, BitAnd, BitAnd, LogicalAnd, NotEqual, Spaceship, ArrowStar, Complement,
        ];
        assert_eq!(found, expected.map(Some));
        assert_eq!(infix("b"), None);
    }
}
