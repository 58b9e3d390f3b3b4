//! Namespaces, linkage specifications and using-declarations ([basic.namespace], [dcl.link]).

use super::{Open, Scanner, begins_attribute};
use crate::SyntaxKind::*;
use crate::skeleton::cursor::Tok;
use crate::skeleton::{ErrorKind, Flags, ItemKind, Scope, Span};

impl<'t> Scanner<'t> {
    /// namespace-definition, nested-namespace-definition and namespace-alias-definition.
    pub(super) fn namespace(&mut self, first: Tok, inline: bool) {
        let mut names: Vec<(Span, bool)> = Vec::new();
        let mut inner_inline = inline;
        let mut prev = EOF;
        let mut attributes = None;
        loop {
            let t = self.c.next();
            let after = std::mem::replace(&mut prev, t.kind);
            match t.kind {
                IDENT => match self.c.word_of(t) {
                    "inline" => {
                        inner_inline = true;
                        prev = COLON2;
                    }
                    "__attribute__" | "__attribute" => {
                        self.group_if(L_PAREN);
                        prev = EOF;
                    }
                    // A keyword of CUDA's that is an attribute.
                    "__noinline__" | "__nv_register_params__" => prev = EOF,
                    // Two words in a row.
                    _ if after == IDENT => {
                        self.missing_brace(t);
                        let brace = self.brace_ahead(t);
                        return self.open_namespace(first, inline, &names, brace);
                    }
                    // The next line is no part of it.
                    _ if names.is_empty()
                        && after == EOF
                        && self.c.peek().kind == IDENT
                        && self.c.text[first.start..t.start].contains('\n') =>
                    {
                        self.c.error(t.start, ErrorKind::MissingName);
                        self.missing_brace(t);
                        let brace = self.brace_ahead(t);
                        return self.open_namespace(first, inline, &names, brace);
                    }
                    _ => {
                        names.push((Span::new(t.start, t.end), inner_inline));
                        inner_inline = false;
                    }
                },
                COLON2 => {}
                L_BRACK => {
                    let start = self.inner_start(t);
                    match names.is_empty() {
                        true => attributes = Some(start),
                        // Attributes of the standard stand in front of the name ([namespace.def.general]/1).
                        false => self.c.error(start, ErrorKind::MissingBrace),
                    }
                    self.group(t);
                }
                EQ => {
                    let name = names.first().map_or(Span::default(), |n| n.0);
                    let end = self.skip_to_semicolon();
                    return self.push(ItemKind::NamespaceAlias, first.start, end, end, name);
                }
                L_BRACE => {
                    if after == COLON2 {
                        self.c.error(t.start, ErrorKind::MissingName);
                    }
                    if names.len() > 1 {
                        if inline {
                            self.c.error(first.start, ErrorKind::InlineNested);
                        }
                        if let Some(start) = attributes {
                            self.c.error(start, ErrorKind::MisplacedAttributes);
                        }
                    }
                    return self.open_namespace(first, inline, &names, Some(t));
                }
                // `namespace 3 {`
                _ if names.is_empty() && self.c.peek().kind == L_BRACE => {
                    self.c.error(t.start, ErrorKind::MissingName);
                }
                _ => {
                    if names.is_empty() {
                        self.c.error(t.start, ErrorKind::MissingName);
                    }
                    self.missing_brace(t);
                    let brace = self.brace_ahead(t);
                    return self.open_namespace(first, inline, &names, brace);
                }
            }
        }
    }

    /// What has attributes in front of it. A namespace and a linkage specification have none there.
    pub(super) fn attributed(&mut self, first: Tok, mut t: Tok) {
        loop {
            match t.kind {
                IDENT if begins_attribute(self.c.word_of(t)) => self.group_if(L_PAREN),
                L_BRACK if self.c.peek().kind == L_BRACK => self.group(t),
                _ => break,
            }
            t = self.c.next();
        }
        let word = match t.kind {
            IDENT => self.c.word_of(t),
            _ => "",
        };
        match word {
            "namespace" => {
                self.c.error(first.start, ErrorKind::AttributesInFront);
                self.namespace(first, false);
            }
            "inline" if self.c.peek_word() == "namespace" => {
                self.c.error(first.start, ErrorKind::AttributesInFront);
                self.c.next();
                self.namespace(first, true);
            }
            "extern" if self.c.peek().kind == STRING_LITERAL => {
                self.c.error(first.start, ErrorKind::AttributesInFront);
                self.linkage(first);
            }
            _ => self.declaration(first, t, Flags::default()),
        }
    }

    /// Where what stands within `[[` begins, of which `t` is the first.
    fn inner_start(&self, t: Tok) -> usize {
        let rest = &self.c.text[t.end..];
        let inner = rest.trim_start().trim_start_matches('[').trim_start();
        self.c.text.len() - inner.len()
    }

    fn missing_brace(&mut self, t: Tok) {
        self.c.error(t.start, ErrorKind::MissingBrace);
    }

    /// The brace that comes before the declaration at hand ends, `t` being its next token. Without one nothing but a `;` is
    /// consumed.
    fn brace_ahead(&mut self, t: Tok) -> Option<Tok> {
        let mut at = t;
        while !matches!(at.kind, L_BRACE | R_BRACE | SEMICOLON | EOF) {
            at = self.c.next();
        }
        if at.kind == L_BRACE {
            return Some(at);
        }
        if t.kind != SEMICOLON {
            self.c.pos = t.start;
            self.c.last_end = self.c.text[..t.start].trim_end().len();
        }
        None
    }

    /// The names of a namespace-definition have been read, and its brace unless there is none.
    fn open_namespace(
        &mut self,
        first: Tok,
        inline: bool,
        names: &[(Span, bool)],
        brace: Option<Tok>,
    ) {
        let before = self.scope;
        if names.is_empty() {
            self.enter(Span::default(), inline, true);
        }
        for &(name, inline) in names {
            self.enter(name, inline, false);
        }
        if inline {
            self.c.flags.set(Flags::INLINE_NAMESPACE);
        }
        let name = names.last().map_or(Span::default(), |n| n.0);
        let end = brace.map_or(self.c.last_end, |t| t.end);
        self.push(ItemKind::NamespaceOpen, first.start, end, end, name);
        self.open.push(Open {
            brace: brace.map(|t| t.start),
            scope: before,
            linkage: false,
            extern_c: self.extern_c,
        });
    }

    fn enter(&mut self, name: Span, inline: bool, unnamed: bool) {
        let parent = self.scope;
        let key = (parent, if unnamed { "" } else { name.of(self.c.text) });
        if let Some(&known) = self.paths.get(&key) {
            self.scope = known;
            return;
        }
        self.scope = self.c.out.scopes.len() as u32;
        let first = self.known.enter(parent, key.1);
        self.paths.insert(key, self.scope);
        self.c.out.scopes.push(Scope {
            parent,
            name,
            inline: first.unwrap_or(inline),
            unnamed,
        });
    }

    /// `extern "C" {` or `extern "C"` before one declaration.
    pub(super) fn linkage(&mut self, first: Tok) {
        let string = self.c.next();
        let c = self.c.word_of(string).trim_matches('"') == "C";
        if self.c.peek().kind == L_BRACE {
            let brace = self.c.next();
            self.push(
                ItemKind::LinkageOpen,
                first.start,
                brace.end,
                brace.end,
                Span::default(),
            );
            self.open.push(Open {
                brace: Some(brace.start),
                scope: self.scope,
                linkage: true,
                extern_c: self.extern_c,
            });
            self.extern_c = c;
            return;
        }
        let t = self.c.next();
        let around = std::mem::replace(&mut self.extern_c, c);
        let open = self.open.len();
        match self.c.word_of(t) {
            "namespace" => self.namespace(first, false),
            "inline" if self.c.peek_word() == "namespace" => {
                self.c.next();
                self.namespace(first, true);
            }
            _ => self.declaration(first, t, Flags::EXTERN),
        }
        // The linkage of a namespace ends with it.
        match self.open.get_mut(open) {
            Some(namespace) => namespace.extern_c = around,
            None => self.extern_c = around,
        }
    }

    pub(super) fn using(&mut self, first: Tok) {
        let second = self.c.next();
        if second.kind == IDENT && self.c.word_of(second) == "namespace" {
            let mut name = Span::default();
            let mut t = self.c.next();
            while matches!(t.kind, IDENT | COLON2) {
                if t.kind == IDENT {
                    name = Span::new(t.start, t.end);
                }
                t = self.c.next();
            }
            let end = if t.kind == SEMICOLON {
                t.end
            } else {
                self.skip_to_semicolon()
            };
            return self.push(ItemKind::UsingDirective, first.start, end, end, name);
        }
        let mut last = second;
        let mut earlier: Vec<Span> = Vec::new();
        let mut alias = false;
        let mut t = second;
        loop {
            match t.kind {
                SEMICOLON => break,
                EOF | R_BRACE => {
                    self.missing_semicolon(t);
                    break;
                }
                EQ => {
                    alias = true;
                    break;
                }
                L_PAREN | L_BRACK => self.group(t),
                IDENT if matches!(self.c.word_of(t), "__attribute__" | "__attribute") => {
                    self.group_if(L_PAREN)
                }
                // `using a::x, b::y;`
                COMMA if last.kind == IDENT => earlier.push(Span::new(last.start, last.end)),
                IDENT => last = t,
                _ => {}
            }
            t = self.c.next();
        }
        let name = if last.kind == IDENT {
            Span::new(last.start, last.end)
        } else {
            Span::default()
        };
        let head = t.start;
        let end = if alias {
            self.skip_to_semicolon()
        } else {
            self.c.last_end
        };
        self.push(
            if alias {
                ItemKind::Alias
            } else {
                ItemKind::UsingDeclaration
            },
            first.start,
            end,
            head,
            name,
        );
        if !alias {
            let index = self.c.out.items.len() as u32 - 1;
            let names = earlier.into_iter().map(|name| (index, name));
            self.c.out.more_names.extend(names);
        }
    }
}
