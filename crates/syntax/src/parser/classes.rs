//! Classes ([class]): heads, bases, members; and function bodies, which inside of a class are parsed after it.

use super::{
    events_of,
    names::{Name, NameShape},
    *,
};

impl<'a> Parser<'a> {
    /// The base-clause and the members; the class-head-name has been read. Returns the scope of the members.
    pub(super) fn class_body(&mut self, name: Option<&Name>) -> ScopeId {
        let outer = self.scopes.current();
        let first_pending = self.pending.len();
        let class = self.type_class();
        let own = name
            .filter(|name| matches!(name.shape, NameShape::Ident | NameShape::Template))
            .and_then(Name::last);
        let plain = name.is_some_and(|name| name.shape == NameShape::Ident);
        let scope = self.scopes.push(ScopeKind::Class);
        if let Some(at) = own {
            let text = self.text_at(at);
            self.scopes.set_class_name(text);
            self.scopes.declare(scope, text, class, Some(scope));
            self.scopes.enter(outer);
            match name.filter(|name| name.is_qualified()) {
                Some(name) => {
                    if let Some(of) = self.own_qualifier(name).filter(|_| plain) {
                        self.scopes.declare(of, text, class, Some(scope));
                    }
                    self.set_owner(scope, name);
                }
                None if plain => self.declare(at, class, Some(scope)),
                // A specialisation has the name of its template.
                None => {}
            }
            self.scopes.enter(scope);
        }
        if self.at(COLON) {
            self.base_clause(scope);
        }
        let m = self.start();
        if self.expect(L_BRACE) {
            let opener = self.pos - 1;
            self.classes += 1;
            self.stopping(Stops::STATEMENT | Stops::BLOCK, |p| {
                let outer = std::mem::replace(&mut p.greater, Greater::Operator);
                p.members();
                p.greater = outer;
                p.close_opened(R_BRACE, Some(opener));
            });
            self.classes -= 1;
        }
        m.complete(self, MEMBER_SPECIFICATION);
        self.scopes.enter(outer);
        // Unnamed members of a class are members of the class around them.
        if name.is_none() && self.at(SEMICOLON) {
            let target = self.scopes.target();
            self.scopes.link(target, scope);
        }
        if self.classes == 0 {
            self.parse_pending(first_pending);
        }
        scope
    }

    fn base_clause(&mut self, scope: ScopeId) {
        let m = self.start();
        self.bump();
        let mut nameless = false;
        loop {
            let base = self.start();
            loop {
                match self.kind {
                    VIRTUAL_KW | PUBLIC_KW | PROTECTED_KW | PRIVATE_KW => self.bump(),
                    ATTRIBUTE_KW | L_BRACK | ALIGNAS_KW | NOINLINE_KW | REGISTER_PARAMS_KW => {
                        let before = self.pos;
                        self.attribute_specifiers();
                        if self.pos == before {
                            break;
                        }
                    }
                    _ => break,
                }
            }
            let before = self.pos;
            let found = self.base_type();
            nameless |= self.pos == before;
            match self.leads_to(found) {
                (Some(members), _) => self.scopes.link(scope, members),
                (None, Some(name)) => {
                    let dependent = self.is_dependent_path(&name);
                    self.scopes
                        .lead_outside(scope, Outside::Base { dependent }, name);
                }
                _ => {}
            }
            self.eat(ELLIPSIS);
            base.complete(self, BASE_SPECIFIER);
            if !self.eat(COMMA) {
                break;
            }
        }
        if !self.at(L_BRACE) {
            // That there is no name of a class was said.
            if !nameless {
                self.error(SyntaxErrorKind::ExpectedClassBody);
            }
            let stop = self.next_stop(self.pos, Some(L_BRACE));
            if self.kind_at(stop) == L_BRACE {
                self.skip_to(stop);
            }
        }
        m.complete(self, BASE_CLAUSE);
    }

    /// A class by name, `decltype` or `typename`.
    fn base_type(&mut self) -> Option<Name> {
        match self.kind {
            DECLTYPE_KW => {
                let after = self.skip_balanced(self.pos + 1).unwrap_or(self.pos);
                if self.kind_at(after) == COLON2 {
                    return self.named_type();
                }
                self.decltype_specifier();
                None
            }
            TYPENAME_KW => {
                let m = self.start();
                self.bump();
                let name = self.name(super::names::NameContext::Type);
                m.complete(self, TYPENAME_SPECIFIER);
                name
            }
            _ => self.named_type(),
        }
    }

    /// Member declarations up to `}`.
    pub(super) fn members(&mut self) {
        while !matches!(self.kind, R_BRACE | EOF) {
            self.nested(|p| p.declaration());
        }
    }

    /// Parses what sees the whole class around it, if there is one.
    pub(super) fn in_complete_class<T>(&mut self, parse: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.complete_class, self.classes > 0);
        let parsed = parse(self);
        self.complete_class = outer;
        parsed
    }

    /// `: mem-initializers` ([class.base.init])
    pub(super) fn ctor_initializer(&mut self) {
        self.in_complete_class(Self::mem_initializers);
    }

    fn mem_initializers(&mut self) {
        let m = self.start();
        self.bump();
        loop {
            let item = self.start();
            let before = self.pos;
            self.base_type();
            match self.kind {
                // Without a name it is the body.
                _ if self.pos == before => {}
                L_PAREN => self.argument_list(),
                L_BRACE => {
                    self.braced_init_list();
                }
                _ => {
                    self.error(SyntaxErrorKind::ExpectedMemberInitializer);
                    let stop = self.next_stop(self.pos, Some(L_BRACE));
                    if self.kind_at(stop) == L_BRACE {
                        self.skip_to(stop);
                    }
                }
            }
            self.eat(ELLIPSIS);
            item.complete(self, MEM_INITIALIZER);
            if !self.eat(COMMA) {
                break;
            }
        }
        m.complete(self, CTOR_INITIALIZER);
    }

    /// The body at the current `{` or `try`: skipped, put off until the class is complete, or parsed.
    pub(super) fn function_body(&mut self) {
        if let Some(end) = self.body_end() {
            if self.lazy() {
                self.lazy_body(end);
                return;
            }
            if self.classes > 0 && self.speculating == 0 {
                let list = self.deferred.len() as u32;
                self.deferred.push(Vec::new());
                self.events.push(Event::Deferred(list));
                self.pending.push(Pending {
                    start: self.pos,
                    end,
                    scope: self.scopes.current(),
                    list,
                });
                self.jump(end);
                return;
            }
        }
        self.parsed_body();
    }

    fn parsed_body(&mut self) {
        let outer = self.greater;
        self.greater = Greater::Operator;
        self.nested(|p| match p.kind {
            TRY_KW => p.function_try_block(),
            _ => p.compound_statement(),
        });
        self.greater = outer;
    }

    /// One `LAZY_BODY` token up to `end`.
    pub(super) fn lazy_body(&mut self, end: usize) {
        if self.kind != EOF {
            self.events.push(Event::Lazy(end as u32));
            self.jump(end);
        }
    }

    fn jump(&mut self, to: usize) {
        self.pos = to;
        self.kind = self.kind_at(to);
    }

    /// The position after the body that begins here. `None` if its brackets do not close.
    fn body_end(&self) -> Option<usize> {
        if self.kind == L_BRACE {
            return self.skip_balanced(self.pos);
        }
        let mut pos = self.pos + 1;
        if self.kind_at(pos) == COLON {
            pos += 1;
            loop {
                while !matches!(self.kind_at(pos), L_PAREN | L_BRACE | EOF) {
                    pos += 1;
                }
                pos = self.skip_balanced(pos)?;
                if self.kind_at(pos) == ELLIPSIS {
                    pos += 1;
                }
                if self.kind_at(pos) != COMMA {
                    break;
                }
                pos += 1;
            }
        }
        pos = self.skip_balanced(pos)?;
        while self.kind_at(pos) == CATCH_KW {
            pos = self.skip_balanced(pos + 1)?;
            pos = self.skip_balanced(pos)?;
        }
        Some(pos)
    }

    /// `try : initializers { ... } catch ...` as a function's body.
    pub(super) fn function_try_block(&mut self) {
        let m = self.start();
        self.bump();
        if self.at(COLON) {
            self.ctor_initializer();
        }
        self.compound_statement();
        self.handlers();
        m.complete(self, FUNCTION_TRY_BLOCK);
    }

    /// Parses the bodies put off, from index `from` on, each in the scope it was found in.
    pub(super) fn parse_pending(&mut self, from: usize) {
        while self.pending.len() > from
            && let Some(body) = self.pending.pop()
        {
            let outer_scope = self.scopes.enter(body.scope);
            let room = Vec::with_capacity(events_of(body.end.saturating_sub(body.start)));
            let outer_events = std::mem::replace(&mut self.events, room);
            let (outer_pos, outer_end) = (self.pos, self.end);
            self.end = body.end;
            self.jump(body.start);
            self.parsed_body();
            let rest = self.end;
            self.skip_to(rest);
            self.deferred[body.list as usize] = std::mem::replace(&mut self.events, outer_events);
            self.end = outer_end;
            self.jump(outer_pos);
            self.scopes.enter(outer_scope);
        }
    }
}
