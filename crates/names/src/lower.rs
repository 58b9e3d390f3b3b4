//! From an item's tree to its [`Declarations`]. Reads the tree's shape; looks nothing up.

mod declarators;

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

fn span_of(node: FlatNode<'_>) -> Tokens {
    let tokens = node.tokens();
    Tokens {
        start: tokens.start,
        end: tokens.end,
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
                THREAD_LOCAL_KW => Spec::THREAD,
                THREAD_KW => Spec::THREAD.with(Spec::GNU_THREAD),
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
                | FP16_KW
                | COMPLEX_KW
                | IDENT
        ),
    })
}
