//! From an item's tree to its [`Declarations`]. Reads the tree's shape; looks nothing up.

use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::is_annotation;
use cleave_syntax::tree::{SyntaxElement, SyntaxNode, SyntaxToken};

use crate::decl::*;

/// The declarations of the item `text`, `root` being its tree.
pub(crate) fn lower(text: &str, lexed: &Lexed, root: &SyntaxNode) -> Declarations {
    let mut l = Lowering {
        text,
        lexed,
        out: Vec::new(),
    };
    for child in root.children() {
        l.declaration(&child, &Context::default());
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
    l.declaration(node, &Context::default());
    l.out.into()
}

/// The declarations of a text that no item stands for, `root` being its tree.
pub fn declarations_in(text: &str, root: &SyntaxNode) -> Declarations {
    lower(text, &Lexed::new(text), root)
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
    fn tokens(&self, node: &SyntaxNode) -> Tokens {
        let range = node.text_range();
        self.span(range.start().into(), range.end().into())
    }

    fn span(&self, start: usize, end: usize) -> Tokens {
        let first = self.lexed.at_or_after(start) as u32;
        Tokens {
            start: first,
            end: (self.lexed.at_or_after(end) as u32).max(first),
        }
    }

    fn token(&self, token: &SyntaxToken) -> u32 {
        self.lexed.at_or_after(token.text_range().start().into()) as u32
    }

    fn declaration(&mut self, node: &SyntaxNode, context: &Context) {
        match node.kind() {
            TEMPLATE_DECLARATION | EXPLICIT_SPECIALIZATION | EXPLICIT_INSTANTIATION => {
                let mut inner = context.clone();
                inner.start.get_or_insert(self.tokens(node).start);
                match node.kind() {
                    EXPLICIT_INSTANTIATION => inner.instantiation = true,
                    _ => inner.heads.push(self.head(node)),
                }
                for child in node.children() {
                    self.declaration(&child, &inner);
                }
            }
            LINKAGE_SPECIFICATION => {
                let mut inner = context.clone();
                inner.start.get_or_insert(self.tokens(node).start);
                inner.linkage_c |=
                    find_token(node, STRING_LITERAL).is_some_and(|t| t.text() == "\"C\"");
                for child in node.children() {
                    self.declaration(&child, &inner);
                }
            }
            DECLARATION_LIST => {
                for child in node.children() {
                    self.declaration(&child, context);
                }
            }
            SIMPLE_DECLARATION => self.simple(node, context),
            FUNCTION_DEFINITION => self.function_definition(node, context),
            ALIAS_DECLARATION => self.alias(node, context),
            _ => {}
        }
    }

    fn head(&self, node: &SyntaxNode) -> TemplateHead {
        let all = self.tokens(node);
        let Some(list) = child(node, TEMPLATE_PARAMETER_LIST) else {
            // `template < >` of an explicit specialisation.
            let end = find_token(node, GT).map_or(all.start + 1, |t| self.token(&t) + 1);
            return TemplateHead {
                tokens: Tokens {
                    start: all.start,
                    end,
                },
                params: Box::default(),
            };
        };
        let start = find_token(node, TEMPLATE_KW).map_or(all.start, |t| self.token(&t));
        let last = child(node, REQUIRES_CLAUSE).unwrap_or_else(|| list.clone());
        let params = list
            .children()
            .filter_map(|p| self.template_param(&p))
            .collect();
        TemplateHead {
            tokens: Tokens {
                start,
                end: self.tokens(&last).end,
            },
            params,
        }
    }

    fn template_param(&self, node: &SyntaxNode) -> Option<TemplateParam> {
        let tokens = self.tokens(node);
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
        let eq = find_token(node, EQ).map(|t| self.token(&t));
        let name = find_token(node, IDENT);
        let name_at = name
            .as_ref()
            .map_or(eq.unwrap_or(tokens.end), |t| self.token(t));
        Some(TemplateParam {
            tokens,
            name: name.map(|t| t.text().to_owned()),
            name_at,
            pack: find_token(node, ELLIPSIS).is_some(),
            default: eq.map_or(Tokens::default(), |start| Tokens {
                start,
                end: tokens.end,
            }),
        })
    }

    /// A declaration that ends in `;`: a class or enumeration defined in it comes first, then each declarator.
    fn simple(&mut self, node: &SyntaxNode, context: &Context) {
        let tokens = self.whole(node, context);
        let specifiers = child(node, DECL_SPECIFIER_SEQ);
        for c in specifiers.iter().flat_map(|seq| seq.children()) {
            match c.kind() {
                CLASS_SPECIFIER => self.class(&c, tokens, context),
                ENUM_SPECIFIER => self.named_type(&c, DeclKind::Enum, tokens, context),
                _ => {}
            }
        }
        let declarators: Vec<_> = node
            .children()
            .filter(|c| c.kind() == INIT_DECLARATOR)
            .collect();
        let of = declarators.len() as u32;
        for (index, init) in declarators.iter().enumerate() {
            let Some(declarator) = child(init, DECLARATOR) else {
                continue;
            };
            let mut decl = self.declarator(&declarator, specifiers.as_ref(), tokens, context);
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
            decl.initializer = initializer.map_or(Tokens::default(), |i| self.tokens(&i));
            if let Some(f) = &mut decl.function {
                f.is_pure = child(init, PURE_SPECIFIER).is_some();
                f.is_virtual |= child(init, VIRT_SPECIFIER).is_some();
            }
            self.out.push(decl);
        }
    }

    /// `using T = …;`, which reads as `typedef … T;` does.
    fn alias(&mut self, node: &SyntaxNode, context: &Context) {
        let (Some(id), Some(name)) = (child(node, TYPE_ID), find_token(node, IDENT)) else {
            return;
        };
        let tokens = self.whole(node, context);
        let mut decl = self.blank(DeclKind::Type, tokens, context);
        let at = self.token(&name);
        decl.name_tokens = Tokens {
            start: at,
            end: at + 1,
        };
        name.text().clone_into(&mut decl.name);
        if let Some(seq) = child(&id, DECL_SPECIFIER_SEQ) {
            decl.specifiers = self.tokens(&seq);
            decl.spec = spec(&seq).with(Spec::TYPEDEF);
        }
        if let Some(declarator) = child(&id, DECLARATOR) {
            decl.declarator = self.tokens(&declarator);
            decl.shape = self.read_declarator(&declarator).shape.into();
        }
        self.out.push(decl);
    }

    fn whole(&self, node: &SyntaxNode, context: &Context) -> Tokens {
        let own = self.tokens(node);
        Tokens {
            start: context.start.unwrap_or(own.start),
            end: own.end,
        }
    }

    fn class(&mut self, node: &SyntaxNode, tokens: Tokens, context: &Context) {
        self.named_type(node, DeclKind::Class, tokens, context);
        let index = self.out.len() as u32 - 1;
        if let Some(members) = child(node, MEMBER_SPECIFICATION) {
            let inner = Context {
                parent: Some(index),
                ..Context::default()
            };
            for member in members.children() {
                self.declaration(&member, &inner);
            }
        }
    }

    fn named_type(&mut self, node: &SyntaxNode, kind: DeclKind, tokens: Tokens, context: &Context) {
        let mut decl = self.blank(kind, tokens, context);
        decl.declarator = self.tokens(node);
        self.attributes_of(node, &mut decl);
        self.name(node, &mut decl);
        let clause = child(node, BASE_CLAUSE);
        decl.bases = clause
            .iter()
            .flat_map(|c| c.children())
            .filter_map(|base| self.base_name(&base))
            .collect();
        self.out.push(decl);
    }

    /// The last name of a base-specifier, template arguments left out.
    fn base_name(&self, base: &SyntaxNode) -> Option<String> {
        let named = child(base, NAMED_TYPE).or_else(|| child(base, TYPENAME_SPECIFIER))?;
        let holder = child(&named, TEMPLATE_ID).unwrap_or(named);
        find_token(&holder, IDENT).map(|t| t.text().to_owned())
    }

    fn function_definition(&mut self, node: &SyntaxNode, context: &Context) {
        let tokens = self.whole(node, context);
        let Some(declarator) = child(node, DECLARATOR) else {
            return;
        };
        let specifiers = child(node, DECL_SPECIFIER_SEQ);
        let mut decl = self.declarator(&declarator, specifiers.as_ref(), tokens, context);
        decl.place = Place { index: 0, of: 1 };
        self.attributes_of(node, &mut decl);
        let Some(f) = &mut decl.function else {
            self.out.push(decl);
            return;
        };
        f.is_virtual |= child(node, VIRT_SPECIFIER).is_some();
        if let Some(c) = child(node, CTOR_INITIALIZER) {
            f.ctor_initializer = self.tokens(&c);
        }
        f.body = self.body(node);
        self.out.push(decl);
    }

    fn body(&self, node: &SyntaxNode) -> Body {
        if let Some(lazy) = find_token(node, LAZY_BODY) {
            let range = lazy.text_range();
            let tokens = self.span(range.start().into(), range.end().into());
            return match self.lexed.kind(tokens.start as usize) {
                TRY_KW => Body::Try(tokens),
                _ => Body::Block(tokens),
            };
        }
        for c in node.children() {
            match c.kind() {
                COMPOUND_STATEMENT => return Body::Block(self.tokens(&c)),
                FUNCTION_TRY_BLOCK => return Body::Try(self.tokens(&c)),
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
        node: &SyntaxNode,
        specifiers: Option<&SyntaxNode>,
        tokens: Tokens,
        context: &Context,
    ) -> Decl {
        let mut decl = self.blank(DeclKind::Variable, tokens, context);
        decl.declarator = self.tokens(node);
        if let Some(seq) = specifiers {
            decl.specifiers = self.tokens(seq);
            decl.spec = spec(seq);
            self.attributes_of(seq, &mut decl);
        }
        let read = self.read_declarator(node);
        for d in &read.chain {
            self.attributes_of(d, &mut decl);
            for c in d.children() {
                match c.kind() {
                    PARAMETERS_AND_QUALIFIERS | POINTER_OPERATOR => {
                        self.attributes_of(&c, &mut decl)
                    }
                    _ => {}
                }
            }
        }
        if let Some(id) = &read.id {
            self.attributes_of(id, &mut decl);
            self.name(id, &mut decl);
        }
        decl.shape = read.shape.into();
        if decl.shape.first() == Some(&Shape::Function) {
            decl.kind = DeclKind::Function;
            decl.function = read
                .function
                .map(|f| self.function(&f, node, &decl, specifiers));
        }
        if decl.spec.any(Spec::TYPEDEF) {
            decl.kind = DeclKind::Type;
        }
        decl
    }

    /// The parts of a possibly parenthesised declarator, from the name outwards.
    fn read_declarator(&self, node: &SyntaxNode) -> ReadDeclarator {
        let mut chain = vec![node.clone()];
        while let Some(inner) = chain
            .last()
            .and_then(|d| child(d, PAREN_DECLARATOR))
            .and_then(|p| child(&p, DECLARATOR))
        {
            chain.push(inner);
        }
        let mut shape = Vec::new();
        let mut function = None;
        for d in chain.iter().rev() {
            for c in d.children() {
                match c.kind() {
                    ARRAY_SUFFIX => shape.push(Shape::Array {
                        unbounded: c.children().next().is_none(),
                    }),
                    PARAMETERS_AND_QUALIFIERS => {
                        if shape.is_empty() {
                            function = Some(c.clone());
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
            shape.extend(operators.iter().rev().map(pointer));
        }
        let id = chain.last().and_then(|d| child(d, DECLARATOR_ID));
        ReadDeclarator {
            chain,
            id,
            shape,
            function,
        }
    }

    fn name(&self, node: &SyntaxNode, decl: &mut Decl) {
        if let Some(q) = child(node, NESTED_NAME_SPECIFIER) {
            decl.qualifier = self.tokens(&q);
        }
        let mut holder = node.clone();
        if let Some(id) = child(node, TEMPLATE_ID) {
            if let Some(list) = child(&id, TEMPLATE_ARGUMENT_LIST) {
                decl.arguments = self.tokens(&list);
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
            decl.name_tokens = self.tokens(&n);
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
        } else if let Some(t) = find_token(&holder, IDENT) {
            let at = self.token(&t);
            decl.name_tokens = Tokens {
                start: at,
                end: at + 1,
            };
            t.text().clone_into(&mut decl.name);
        }
    }

    fn function(
        &self,
        node: &SyntaxNode,
        declarator: &SyntaxNode,
        decl: &Decl,
        specifiers: Option<&SyntaxNode>,
    ) -> Function {
        let clause = child(node, PARAMETER_CLAUSE);
        let all = self.tokens(node);
        let clause_tokens = clause.as_ref().map_or(all, |c| self.tokens(c));
        let mut params: Vec<Param> = clause
            .iter()
            .flat_map(|c| c.children())
            .filter(|c| c.kind() == PARAMETER_DECLARATION)
            .map(|p| self.param(&p))
            .collect();
        if let [only] = params.as_slice() {
            let t = only.specifiers;
            let void = t.end - t.start == 1 && self.lexed.kind(t.start as usize) == VOID_KW;
            if void && only.shape.is_empty() && only.name.is_none() {
                params.clear();
            }
        }
        let exception = child(node, NOEXCEPT_SPECIFIER)
            .or_else(|| child(node, DYNAMIC_EXCEPTION_SPECIFICATION));
        let first = self.lexed.kind(decl.name_tokens.start as usize);
        let special = match first {
            TILDE => Special::Destructor,
            OPERATOR_KW => {
                let id = node.parent().and_then(|d| child(&d, DECLARATOR_ID));
                let has = |kind: SyntaxKind| {
                    id.as_ref()
                        .is_some_and(|n| n.descendants().any(|d| d.kind() == kind))
                };
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
            variadic: clause
                .as_ref()
                .is_some_and(|c| find_token(c, ELLIPSIS).is_some()),
            suffix: Tokens {
                start: clause_tokens.end,
                end: self.tokens(declarator).end,
            },
            exception: exception.map_or(Tokens::default(), |e| self.tokens(&e)),
            trailing: child(node, TRAILING_RETURN_TYPE)
                .map_or(Tokens::default(), |t| self.tokens(&t)),
            is_const: find_token(node, CONST_KW).is_some(),
            special,
            ctor_initializer: Tokens::default(),
            body: Body::None,
            is_virtual: decl.spec.any(Spec::VIRTUAL),
            is_pure: false,
        }
    }

    fn param(&self, node: &SyntaxNode) -> Param {
        let tokens = self.tokens(node);
        let default = child(node, EQUAL_INITIALIZER).map_or(Tokens::default(), |e| self.tokens(&e));
        let end = if default.is_empty() {
            tokens.end
        } else {
            default.start
        };
        let mut out = Param {
            tokens,
            specifiers: child(node, DECL_SPECIFIER_SEQ).map_or(
                Tokens {
                    start: tokens.start,
                    end: tokens.start,
                },
                |s| self.tokens(&s),
            ),
            name: None,
            name_at: end,
            name_end: end,
            pack: false,
            shape: Box::default(),
            default,
        };
        let Some(declarator) = child(node, DECLARATOR) else {
            return out;
        };
        let read = self.read_declarator(&declarator);
        let inner = read.chain.last().unwrap_or(&declarator).clone();
        out.pack = read.chain.iter().any(|d| find_token(d, ELLIPSIS).is_some());
        // The name would stand after the pointer operators of the innermost declarator, before its suffixes.
        let before = inner
            .children()
            .filter(|c| c.kind() == POINTER_OPERATOR)
            .last();
        out.name_at = match (&before, find_token(&inner, ELLIPSIS), &read.id) {
            (_, Some(dots), _) => self.token(&dots),
            (_, None, Some(id)) => self.tokens(id).start,
            (Some(p), None, None) => self.tokens(p).end,
            (None, None, None) => self.tokens(&inner).start,
        };
        out.name_end = out.name_at;
        if let Some(id) = &read.id {
            out.name = find_token(id, IDENT).map(|t| t.text().to_owned());
            out.name_end = self.tokens(id).end;
        }
        out.shape = read.shape.into();
        out
    }

    /// Adds the attributes that stand directly in `node`.
    fn attributes_of(&self, node: &SyntaxNode, decl: &mut Decl) {
        let mut all = Vec::new();
        for specifier in node.children().filter(|c| c.kind() == ATTRIBUTE_SPECIFIER) {
            for attribute in specifier.children().filter(|c| c.kind() == ATTRIBUTE) {
                let tokens = self.tokens(&attribute);
                let arguments =
                    child(&attribute, ATTRIBUTE_ARGUMENT_CLAUSE).map(|a| self.tokens(&a));
                let end = arguments.map_or(tokens.end, |a| a.start);
                let words: Vec<&str> = (tokens.start..end)
                    .map(|i| self.lexed.text(self.text, i as usize))
                    .filter(|w| *w != "::" && *w != "...")
                    .collect();
                let name = words.iter().map(|w| bare(w)).collect::<Vec<_>>().join("::");
                let standard = self.lexed.kind(self.tokens(&specifier).start as usize) == L_BRACK;
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

struct ReadDeclarator {
    /// The declarator and those in parentheses inside it, outermost first.
    chain: Vec<SyntaxNode>,
    id: Option<SyntaxNode>,
    shape: Vec<Shape>,
    function: Option<SyntaxNode>,
}

fn bare(word: &str) -> &str {
    word.strip_prefix("__")
        .and_then(|w| w.strip_suffix("__"))
        .unwrap_or(word)
}

fn pointer(node: &SyntaxNode) -> Shape {
    if find_token(node, AMP2).is_some() {
        Shape::RvalueReference
    } else if find_token(node, AMP).is_some() {
        Shape::LvalueReference
    } else if child(node, NESTED_NAME_SPECIFIER).is_some() || find_token(node, COLON2).is_some() {
        Shape::MemberPointer
    } else {
        Shape::Pointer
    }
}

fn spec(seq: &SyntaxNode) -> Spec {
    let mut out = Spec::default();
    for element in seq.children_with_tokens() {
        let bit = match &element {
            SyntaxElement::Token(t) => match t.kind() {
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
            SyntaxElement::Node(n) => match n.kind() {
                EXPLICIT_SPECIFIER => Spec::EXPLICIT,
                PLACEHOLDER_TYPE_SPECIFIER => Spec::AUTO,
                DECLTYPE_SPECIFIER if find_token(n, AUTO_KW).is_some() => Spec::AUTO,
                _ => continue,
            },
        };
        out = out.with(bit);
    }
    out
}

/// Whether a decl-specifier-seq says a type: a constructor's does not.
fn names_type(seq: &SyntaxNode) -> bool {
    seq.children_with_tokens().any(|e| match e {
        SyntaxElement::Node(n) => !matches!(
            n.kind(),
            ATTRIBUTE_SPECIFIER | ALIGNAS_SPECIFIER | EXPLICIT_SPECIFIER
        ),
        SyntaxElement::Token(t) => matches!(
            t.kind(),
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

fn child(node: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxNode> {
    node.children().find(|c| c.kind() == kind)
}

fn find_token(node: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxToken> {
    node.children_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .find(|t| t.kind() == kind)
}
