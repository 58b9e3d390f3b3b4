//! From an item's tree to its [`Declarations`]. Reads the tree's shape; looks nothing up.

use cleave_attributes::{bare, is_annotation};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::{Flat, FlatNode};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::tree::SyntaxNode;

use crate::decl::*;

/// The declarations of the item `text`, `tree` being its tree.
pub(crate) fn lower(text: &str, lexed: &Lexed, tree: &Flat) -> Declarations {
    let mut l = Lowering {
        text,
        lexed,
        out: Vec::new(),
    };
    for child in tree.root().children() {
        l.declaration(child, &Context::default());
    }
    l.out.into()
}

/// What one declaration somewhere inside an item declares; tokens are the item's, whose text is `text`.
pub fn declarations_of_node(text: &str, lexed: &Lexed, node: &SyntaxNode) -> Declarations {
    let mut l = Lowering {
        text,
        lexed,
        out: Vec::new(),
    };
    l.declaration(Flat::of(node, lexed).root(), &Context::default());
    l.out.into()
}

/// What a declaration inherits from what it stands in.
#[derive(Clone, Default)]
struct Context {
    parent: Option<u32>,
    heads: Vec<TemplateHead>,
    /// The first token of the outermost template head or linkage specification.
    start: Option<u32>,
    instantiation: bool,
    linkage_c: bool,
}

struct Lowering<'t> {
    text: &'t str,
    lexed: &'t Lexed,
    out: Vec<Decl>,
}

impl Lowering<'_> {
    fn word(&self, token: u32) -> &str {
        self.lexed.text(self.text, token as usize)
    }

    fn declaration(&mut self, node: FlatNode<'_>, context: &Context) {
        match node.kind() {
            TEMPLATE_DECLARATION | EXPLICIT_SPECIALIZATION | EXPLICIT_INSTANTIATION => {
                let mut inner = context.clone();
                inner.start.get_or_insert(span_of(node).start);
                match node.kind() {
                    EXPLICIT_INSTANTIATION => inner.instantiation = true,
                    _ => inner.heads.push(self.head(node)),
                }
                for child in node.children() {
                    self.declaration(child, &inner);
                }
            }
            LINKAGE_SPECIFICATION => {
                let mut inner = context.clone();
                inner.start.get_or_insert(span_of(node).start);
                inner.linkage_c |=
                    (node.token(STRING_LITERAL)).is_some_and(|t| self.word(t) == "\"C\"");
                for child in node.children() {
                    self.declaration(child, &inner);
                }
            }
            DECLARATION_LIST => {
                for child in node.children() {
                    self.declaration(child, context);
                }
            }
            SIMPLE_DECLARATION => self.simple(node, context),
            FUNCTION_DEFINITION => self.function_definition(node, context),
            ALIAS_DECLARATION => self.alias(node, context),
            _ => {}
        }
    }

    fn head(&self, node: FlatNode<'_>) -> TemplateHead {
        let all = span_of(node);
        let Some(list) = node.child(TEMPLATE_PARAMETER_LIST) else {
            // `template < >` of an explicit specialisation.
            let end = node.token(GT).map_or(all.start + 1, |t| t + 1);
            return TemplateHead {
                tokens: Tokens {
                    start: all.start,
                    end,
                },
                params: Box::default(),
            };
        };
        let start = node.token(TEMPLATE_KW).unwrap_or(all.start);
        let last = node.child(REQUIRES_CLAUSE).unwrap_or(list);
        let params = list
            .children()
            .filter_map(|p| self.template_param(p))
            .collect();
        TemplateHead {
            tokens: Tokens {
                start,
                end: span_of(last).end,
            },
            params,
        }
    }

    fn template_param(&self, node: FlatNode<'_>) -> Option<TemplateParam> {
        let tokens = span_of(node);
        if node.kind() == PARAMETER_DECLARATION {
            let p = self.param(node);
            return Some(TemplateParam {
                tokens,
                name: p.name,
                name_at: p.name_at,
                pack: p.pack,
                default: p.default,
            });
        }
        if !matches!(
            node.kind(),
            TYPE_PARAMETER | TEMPLATE_TEMPLATE_PARAMETER | CONSTRAINED_PARAMETER
        ) {
            return None;
        }
        let eq = node.token(EQ);
        let name = node.token(IDENT);
        let name_at = name.as_ref().map_or(eq.unwrap_or(tokens.end), |&t| t);
        Some(TemplateParam {
            tokens,
            name: name.map(|t| self.word(t).to_owned()),
            name_at,
            pack: node.token(ELLIPSIS).is_some(),
            default: eq.map_or(Tokens::default(), |start| Tokens {
                start,
                end: tokens.end,
            }),
        })
    }

    /// A declaration that ends in `;`: a class or enumeration defined in it comes first, then each declarator.
    fn simple(&mut self, node: FlatNode<'_>, context: &Context) {
        let tokens = self.whole(node, context);
        let specifiers = node.child(DECL_SPECIFIER_SEQ);
        for c in specifiers.into_iter().flat_map(FlatNode::children) {
            match c.kind() {
                CLASS_SPECIFIER => self.class(c, tokens, context),
                ENUM_SPECIFIER => self.named_type(c, DeclKind::Enum, tokens, context),
                _ => {}
            }
        }
        let declarators: Vec<_> = node
            .children()
            .filter(|c| c.kind() == INIT_DECLARATOR)
            .collect();
        let of = declarators.len() as u32;
        for (index, init) in declarators.into_iter().enumerate() {
            let Some(declarator) = init.child(DECLARATOR) else {
                continue;
            };
            let mut decl = self.declarator(declarator, specifiers, tokens, context);
            decl.place = Place {
                index: index as u32,
                of,
            };
            self.attributes_of(init, &mut decl);
            let initializer = init.children().find(|c| {
                matches!(
                    c.kind(),
                    EQUAL_INITIALIZER | ARGUMENT_LIST | BRACED_INIT_LIST
                )
            });
            decl.initializer = initializer.map_or(Tokens::default(), span_of);
            if let Some(f) = &mut decl.function {
                f.is_pure = init.child(PURE_SPECIFIER).is_some();
                f.is_virtual |= init.child(VIRT_SPECIFIER).is_some();
            }
            self.out.push(decl);
        }
    }

    /// `using T = …;`, which reads as `typedef … T;` does.
    fn alias(&mut self, node: FlatNode<'_>, context: &Context) {
        let (Some(id), Some(name)) = (node.child(TYPE_ID), node.token(IDENT)) else {
            return;
        };
        let tokens = self.whole(node, context);
        let mut decl = self.blank(DeclKind::Type, tokens, context);
        let at = name;
        decl.name_tokens = Tokens {
            start: at,
            end: at + 1,
        };
        self.word(name).clone_into(&mut decl.name);
        if let Some(seq) = id.child(DECL_SPECIFIER_SEQ) {
            decl.specifiers = span_of(seq);
            decl.spec = spec(seq).with(Spec::TYPEDEF);
        }
        if let Some(declarator) = id.child(DECLARATOR) {
            decl.declarator = span_of(declarator);
            decl.shape = self.read_declarator(declarator).shape.into();
        }
        self.out.push(decl);
    }

    fn whole(&self, node: FlatNode<'_>, context: &Context) -> Tokens {
        let own = span_of(node);
        Tokens {
            start: context.start.unwrap_or(own.start),
            end: own.end,
        }
    }

    fn class(&mut self, node: FlatNode<'_>, tokens: Tokens, context: &Context) {
        self.named_type(node, DeclKind::Class, tokens, context);
        let index = self.out.len() as u32 - 1;
        if let Some(members) = node.child(MEMBER_SPECIFICATION) {
            let inner = Context {
                parent: Some(index),
                ..Context::default()
            };
            for member in members.children() {
                self.declaration(member, &inner);
            }
        }
    }

    fn named_type(
        &mut self,
        node: FlatNode<'_>,
        kind: DeclKind,
        tokens: Tokens,
        context: &Context,
    ) {
        let mut decl = self.blank(kind, tokens, context);
        decl.declarator = span_of(node);
        self.attributes_of(node, &mut decl);
        self.name(node, &mut decl);
        let clause = node.child(BASE_CLAUSE);
        decl.bases = clause
            .iter()
            .flat_map(|c| c.children())
            .filter_map(|base| self.base_name(base))
            .collect();
        self.out.push(decl);
    }

    /// The last name of a base-specifier, template arguments left out.
    fn base_name(&self, base: FlatNode<'_>) -> Option<String> {
        let named = base
            .child(NAMED_TYPE)
            .or_else(|| base.child(TYPENAME_SPECIFIER))?;
        let holder = named.child(TEMPLATE_ID).unwrap_or(named);
        holder.token(IDENT).map(|t| self.word(t).to_owned())
    }

    fn function_definition(&mut self, node: FlatNode<'_>, context: &Context) {
        let tokens = self.whole(node, context);
        let Some(declarator) = node.child(DECLARATOR) else {
            return;
        };
        let specifiers = node.child(DECL_SPECIFIER_SEQ);
        let mut decl = self.declarator(declarator, specifiers, tokens, context);
        decl.place = Place { index: 0, of: 1 };
        self.attributes_of(node, &mut decl);
        let Some(f) = &mut decl.function else {
            self.out.push(decl);
            return;
        };
        f.is_virtual |= node.child(VIRT_SPECIFIER).is_some();
        if let Some(c) = node.child(CTOR_INITIALIZER) {
            f.ctor_initializer = span_of(c);
        }
        f.body = self.body(node);
        self.out.push(decl);
    }

    fn body(&self, node: FlatNode<'_>) -> Body {
        if let Some(lazy) = node.token_span(LAZY_BODY) {
            let tokens = Tokens {
                start: lazy.start,
                end: lazy.end,
            };
            return match self.lexed.kind(tokens.start as usize) {
                TRY_KW => Body::Try(tokens),
                _ => Body::Block(tokens),
            };
        }
        for c in node.children() {
            match c.kind() {
                COMPOUND_STATEMENT => return Body::Block(span_of(c)),
                FUNCTION_TRY_BLOCK => return Body::Try(span_of(c)),
                DEFAULTED_BODY => return Body::Default,
                DELETED_BODY => return Body::Delete,
                _ => {}
            }
        }
        Body::None
    }

    fn blank(&self, kind: DeclKind, tokens: Tokens, context: &Context) -> Decl {
        Decl {
            kind,
            parent: context.parent,
            tokens,
            heads: context.heads.clone().into(),
            instantiation: context.instantiation,
            linkage_c: context.linkage_c,
            specifiers: Tokens::default(),
            spec: Spec::default(),
            attributes: Box::default(),
            declarator: Tokens::default(),
            place: Place { index: 0, of: 1 },
            name: String::new(),
            name_tokens: Tokens::default(),
            qualifier: Tokens::default(),
            arguments: Tokens::default(),
            shape: Box::default(),
            function: None,
            initializer: Tokens::default(),
            bases: Box::default(),
        }
    }

    fn declarator(
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
    fn read_declarator<'f>(&self, node: FlatNode<'f>) -> ReadDeclarator<'f> {
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

    fn name(&self, node: FlatNode<'_>, decl: &mut Decl) {
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

    fn function(
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
            if void && only.shape.is_empty() && only.name.is_none() {
                params.clear();
            }
        }
        let exception = node
            .child(NOEXCEPT_SPECIFIER)
            .or_else(|| node.child(DYNAMIC_EXCEPTION_SPECIFICATION));
        let first = self.lexed.kind(decl.name_tokens.start as usize);
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
                Special::Constructor
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
            trailing: node
                .child(TRAILING_RETURN_TYPE)
                .map_or(Tokens::default(), span_of),
            is_const: node.token(CONST_KW).is_some(),
            special,
            ctor_initializer: Tokens::default(),
            body: Body::None,
            is_virtual: decl.spec.any(Spec::VIRTUAL),
            is_pure: false,
        }
    }

    fn param(&self, node: FlatNode<'_>) -> Param {
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

    /// Adds the attributes that stand directly in `node`.
    fn attributes_of(&self, node: FlatNode<'_>, decl: &mut Decl) {
        let mut all = Vec::new();
        for specifier in node.children().filter(|c| c.kind() == ATTRIBUTE_SPECIFIER) {
            for attribute in specifier.children().filter(|c| c.kind() == ATTRIBUTE) {
                let tokens = span_of(attribute);
                let arguments = attribute.child(ATTRIBUTE_ARGUMENT_CLAUSE).map(span_of);
                let end = arguments.map_or(tokens.end, |a| a.start);
                let words: Vec<&str> = (tokens.start..end)
                    .map(|i| self.lexed.text(self.text, i as usize))
                    .filter(|w| *w != "::" && *w != "...")
                    .collect();
                let name = words.iter().map(|w| bare(w)).collect::<Vec<_>>().join("::");
                let standard = self.lexed.kind(span_of(specifier).start as usize) == L_BRACK;
                let name = match name.strip_prefix("gnu::") {
                    Some(gnu) => gnu.to_owned(),
                    None if standard && is_annotation(&name) => format!("::{name}"),
                    None => name,
                };
                let arguments = arguments.map_or(Tokens::default(), |a| Tokens {
                    start: a.start + 1,
                    end: a.end.saturating_sub(1),
                });
                all.push(Attribute {
                    name,
                    tokens,
                    arguments,
                });
            }
        }
        if !all.is_empty() {
            let mut merged = std::mem::take(&mut decl.attributes).into_vec();
            merged.append(&mut all);
            decl.attributes = merged.into();
        }
    }
}

struct ReadDeclarator<'f> {
    /// The declarator and those in parentheses inside it, outermost first.
    chain: Vec<FlatNode<'f>>,
    id: Option<FlatNode<'f>>,
    shape: Vec<Shape>,
    /// The parameters and qualifiers of the function that is declared, and the declarator that they stand in.
    function: Option<(FlatNode<'f>, FlatNode<'f>)>,
}

fn span_of(node: FlatNode<'_>) -> Tokens {
    let tokens = node.tokens();
    Tokens {
        start: tokens.start,
        end: tokens.end,
    }
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

fn spec(seq: FlatNode<'_>) -> Spec {
    let mut out = Spec::default();
    for element in seq.elements() {
        let bit = match element {
            Err(token) => match token.kind {
                STATIC_KW => Spec::STATIC,
                EXTERN_KW => Spec::EXTERN,
                INLINE_KW => Spec::INLINE,
                CONSTEXPR_KW => Spec::CONSTEXPR,
                CONSTEVAL_KW => Spec::CONSTEVAL,
                CONSTINIT_KW => Spec::CONSTINIT,
                FRIEND_KW => Spec::FRIEND,
                TYPEDEF_KW => Spec::TYPEDEF,
                VIRTUAL_KW => Spec::VIRTUAL,
                CONST_KW => Spec::CONST,
                VOLATILE_KW => Spec::VOLATILE,
                AUTO_KW => Spec::AUTO,
                THREAD_LOCAL_KW | THREAD_KW => Spec::THREAD,
                EXPLICIT_KW => Spec::EXPLICIT,
                _ => continue,
            },
            Ok(n) => match n.kind() {
                EXPLICIT_SPECIFIER => Spec::EXPLICIT,
                PLACEHOLDER_TYPE_SPECIFIER => Spec::AUTO,
                DECLTYPE_SPECIFIER if n.token(AUTO_KW).is_some() => Spec::AUTO,
                _ => continue,
            },
        };
        out = out.with(bit);
    }
    out
}

/// Whether a decl-specifier-seq says a type: a constructor's does not.
fn names_type(seq: FlatNode<'_>) -> bool {
    seq.elements().any(|element| match element {
        Ok(node) => !matches!(
            node.kind(),
            ATTRIBUTE_SPECIFIER | ALIGNAS_SPECIFIER | EXPLICIT_SPECIFIER
        ),
        Err(token) => matches!(
            token.kind,
            VOID_KW
                | BOOL_KW
                | CHAR_KW
                | CHAR8_T_KW
                | CHAR16_T_KW
                | CHAR32_T_KW
                | WCHAR_T_KW
                | SHORT_KW
                | INT_KW
                | LONG_KW
                | SIGNED_KW
                | UNSIGNED_KW
                | FLOAT_KW
                | DOUBLE_KW
                | AUTO_KW
                | INT128_KW
                | FLOAT128_KW
                | FLOAT80_KW
                | FLOAT16_KW
                | BF16_KW
                | COMPLEX_KW
                | IDENT
        ),
    })
}
