//! Declarators, the names and parameters in them.

use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::FlatNode;

use crate::decl::*;
use crate::lower::{Context, Lowering, names_type, span_of, spec};

impl Lowering<'_> {
    pub(super) fn declarator(
        &self,
        node: FlatNode<'_>,
        specifiers: Option<FlatNode<'_>>,
        tokens: Tokens,
        context: &Context,
    ) -> Decl {
        let mut decl = self.blank(DeclKind::Variable, tokens, context);
        decl.declarator = span_of(node);
        if let Some(seq) = specifiers {
            decl.specifiers = span_of(seq);
            decl.spec = spec(seq);
            self.attributes_of(seq, &mut decl);
        }
        let read = self.read_declarator(node);
        for &d in &read.chain {
            self.attributes_of(d, &mut decl);
            for c in d.children() {
                match c.kind() {
                    PARAMETERS_AND_QUALIFIERS | POINTER_OPERATOR => {
                        self.attributes_of(c, &mut decl)
                    }
                    _ => {}
                }
            }
        }
        if let Some(id) = read.id {
            self.attributes_of(id, &mut decl);
            self.name(id, &mut decl);
        }
        decl.shape = read.shape.into();
        if decl.shape.first() == Some(&Shape::Function) {
            decl.kind = DeclKind::Function;
            decl.function = read
                .function
                .map(|(f, holder)| self.function(f, holder, node, &decl, specifiers));
        }
        if decl.spec.any(Spec::TYPEDEF) {
            decl.kind = DeclKind::Type;
        }
        decl
    }

    /// The parts of a possibly parenthesised declarator, from the name outwards.
    pub(super) fn read_declarator<'f>(&self, node: FlatNode<'f>) -> ReadDeclarator<'f> {
        let mut chain = vec![node];
        while let Some(inner) = chain
            .last()
            .and_then(|d| d.child(PAREN_DECLARATOR))
            .and_then(|p| p.child(DECLARATOR))
        {
            chain.push(inner);
        }
        let mut shape = Vec::new();
        let mut function = None;
        for &d in chain.iter().rev() {
            for c in d.children() {
                match c.kind() {
                    ARRAY_SUFFIX => shape.push(Shape::Array {
                        unbounded: c.children().next().is_none(),
                    }),
                    PARAMETERS_AND_QUALIFIERS => {
                        if shape.is_empty() {
                            function = Some((c, d));
                        }
                        shape.push(Shape::Function);
                    }
                    _ => {}
                }
            }
            let operators: Vec<_> = d
                .children()
                .filter(|c| c.kind() == POINTER_OPERATOR)
                .collect();
            shape.extend(operators.into_iter().rev().map(pointer));
        }
        let id = chain.last().and_then(|d| d.child(DECLARATOR_ID));
        ReadDeclarator {
            chain,
            id,
            shape,
            function,
        }
    }

    pub(super) fn name(&self, node: FlatNode<'_>, decl: &mut Decl) {
        if let Some(q) = node.child(NESTED_NAME_SPECIFIER) {
            decl.qualifier = span_of(q);
        }
        let mut holder = node;
        if let Some(id) = node.child(TEMPLATE_ID) {
            if let Some(list) = id.child(TEMPLATE_ARGUMENT_LIST) {
                decl.arguments = span_of(list);
            }
            holder = id;
        }
        let node = holder.children().find(|c| {
            matches!(
                c.kind(),
                OPERATOR_FUNCTION_ID
                    | CONVERSION_FUNCTION_ID
                    | LITERAL_OPERATOR_ID
                    | DESTRUCTOR_NAME
            )
        });
        if let Some(n) = node {
            decl.name_tokens = span_of(n);
            for i in decl.name_tokens.range() {
                let word = self.lexed.text(self.text, i);
                let glue = decl
                    .name
                    .ends_with(|c: char| c.is_alphanumeric() || c == '_')
                    && word.starts_with(|c: char| c.is_alphanumeric() || c == '_');
                if glue {
                    decl.name.push(' ');
                }
                decl.name.push_str(word);
            }
        } else if let Some(t) = holder.token(IDENT) {
            let at = t;
            decl.name_tokens = Tokens {
                start: at,
                end: at + 1,
            };
            self.word(t).clone_into(&mut decl.name);
        }
    }

    pub(super) fn function(
        &self,
        node: FlatNode<'_>,
        holder: FlatNode<'_>,
        declarator: FlatNode<'_>,
        decl: &Decl,
        specifiers: Option<FlatNode<'_>>,
    ) -> Function {
        let clause = node.child(PARAMETER_CLAUSE);
        let all = span_of(node);
        let clause_tokens = clause.map_or(all, span_of);
        let mut params: Vec<Param> = clause
            .iter()
            .flat_map(|c| c.children())
            .filter(|c| c.kind() == PARAMETER_DECLARATION)
            .map(|p| self.param(p))
            .collect();
        if let [only] = params.as_slice() {
            let t = only.specifiers;
            let void = t.end - t.start == 1 && self.lexed.kind(t.start as usize) == VOID_KW;
            let bare = only.name.is_none() && only.default.is_empty();
            if void && only.shape.is_empty() && bare {
                params.clear();
            }
        }
        let exception = node
            .child(NOEXCEPT_SPECIFIER)
            .or_else(|| node.child(DYNAMIC_EXCEPTION_SPECIFICATION));
        let trailing = node
            .child(TRAILING_RETURN_TYPE)
            .map_or(Tokens::default(), span_of);
        let first = self.lexed.kind(decl.name_tokens.start as usize);
        let mut implicit_int = false;
        let special = match first {
            TILDE => Special::Destructor,
            OPERATOR_KW => {
                let id = holder.child(DECLARATOR_ID);
                let has = |kind| id.is_some_and(|id| id.holds(kind));
                if has(CONVERSION_FUNCTION_ID) {
                    Special::Conversion
                } else if has(LITERAL_OPERATOR_ID) {
                    Special::Literal
                } else {
                    Special::Operator
                }
            }
            _ if !specifiers.is_some_and(names_type)
                && declarator.children().all(|c| c.kind() != POINTER_OPERATOR) =>
            {
                implicit_int = trailing.is_empty() && self.names_no_class(decl);
                match implicit_int {
                    true => Special::None,
                    false => Special::Constructor,
                }
            }
            _ => Special::None,
        };
        Function {
            clause: clause_tokens,
            params: params.into(),
            variadic: clause.as_ref().is_some_and(|c| c.token(ELLIPSIS).is_some()),
            suffix: Tokens {
                start: clause_tokens.end,
                end: span_of(declarator).end,
            },
            exception: exception.map_or(Tokens::default(), span_of),
            trailing,
            is_const: node.token(CONST_KW).is_some(),
            special,
            implicit_int,
            ctor_initializer: Tokens::default(),
            body: Body::None,
            is_virtual: decl.spec.any(Spec::VIRTUAL),
            is_pure: false,
        }
    }

    /// What is declared without a type has not the name of the class around. Of a name that is qualified by more than `::` the class
    /// is not known here.
    fn names_no_class(&self, decl: &Decl) -> bool {
        let class = decl.parent.map(|class| &self.out[class as usize].name);
        decl.qualifier.range().len() <= 1 && class != Some(&decl.name)
    }

    pub(super) fn param(&self, node: FlatNode<'_>) -> Param {
        let tokens = span_of(node);
        let default = node
            .child(EQUAL_INITIALIZER)
            .map_or(Tokens::default(), span_of);
        let end = if default.is_empty() {
            tokens.end
        } else {
            default.start
        };
        let mut out = Param {
            tokens,
            specifiers: node.child(DECL_SPECIFIER_SEQ).map_or(
                Tokens {
                    start: tokens.start,
                    end: tokens.start,
                },
                span_of,
            ),
            name: None,
            name_at: end,
            name_end: end,
            pack: false,
            shape: Box::default(),
            default,
        };
        let Some(declarator) = node.child(DECLARATOR) else {
            return out;
        };
        let read = self.read_declarator(declarator);
        let inner = read.chain.last().copied().unwrap_or(declarator);
        out.pack = read.chain.iter().any(|d| d.token(ELLIPSIS).is_some());
        // The name would stand after the pointer operators of the innermost declarator, before its suffixes.
        let before = inner
            .children()
            .filter(|c| c.kind() == POINTER_OPERATOR)
            .last();
        out.name_at = match (before, inner.token(ELLIPSIS), read.id) {
            (_, Some(dots), _) => dots,
            (_, None, Some(id)) => span_of(id).start,
            (Some(p), None, None) => span_of(p).end,
            (None, None, None) => span_of(inner).start,
        };
        out.name_end = out.name_at;
        if let Some(id) = read.id {
            out.name = id.token(IDENT).map(|t| self.word(t).to_owned());
            out.name_end = span_of(id).end;
        }
        out.shape = read.shape.into();
        out
    }
}

pub(super) struct ReadDeclarator<'f> {
    /// The declarator and those in parentheses inside it, outermost first.
    chain: Vec<FlatNode<'f>>,
    id: Option<FlatNode<'f>>,
    pub(super) shape: Vec<Shape>,
    /// The parameters and qualifiers of the function that is declared, and the declarator that they stand in.
    function: Option<(FlatNode<'f>, FlatNode<'f>)>,
}

fn pointer(node: FlatNode<'_>) -> Shape {
    if node.token(AMP2).is_some() {
        Shape::RvalueReference
    } else if node.token(AMP).is_some() {
        Shape::LvalueReference
    } else if node.child(NESTED_NAME_SPECIFIER).is_some() || node.token(COLON2).is_some() {
        Shape::MemberPointer
    } else {
        Shape::Pointer
    }
}
