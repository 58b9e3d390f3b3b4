//! Statements ([stmt]), GNU's included, and asm.

use super::{
    declarators::{DeclaratorContext, ParametersOf},
    lookahead::Place,
    names::Name,
    specifiers::SpecifierContext,
    *,
};
use crate::parse::NameClass;

impl Parser<'_> {
    /// `{ statements }` in a scope of its own.
    pub(super) fn compound_statement(&mut self) {
        let m = self.start();
        let outer = self.scopes.current();
        self.scopes.push(ScopeKind::Block);
        let stops = self.stops.and_block();
        if self.stopping(stops, |p| p.expect(L_BRACE)) {
            let opener = self.pos - 1;
            self.stopping(Stops::STATEMENT | Stops::BLOCK, |p| {
                p.statements();
                p.close_opened(R_BRACE, Some(opener));
            });
        }
        self.scopes.enter(outer);
        m.complete(self, COMPOUND_STATEMENT);
    }

    /// Statements up to `}`.
    pub(super) fn statements(&mut self) {
        while !matches!(self.kind, R_BRACE | EOF) {
            self.statement();
        }
    }

    /// Any statement. Always consumes at least one token, unless there is none or a `}`.
    pub(super) fn statement(&mut self) {
        let before = self.pos;
        self.nested(Self::statement_inner);
        if self.pos == before && !matches!(self.kind, R_BRACE | EOF) {
            self.error(SyntaxErrorKind::ExpectedStatement);
            self.skip_to(before + 1);
        }
    }

    fn statement_inner(&mut self) {
        match self.kind {
            L_BRACE => self.compound_statement(),
            IF_KW => self.if_statement(),
            FOR_KW => self.for_statement(),
            WHILE_KW => {
                let m = self.start();
                let outer = self.scopes.current();
                self.scopes.push_head();
                self.bump();
                self.parenthesised_head(Stops::NONE, Self::condition);
                self.sub_statement();
                self.scopes.enter(outer);
                m.complete(self, WHILE_STATEMENT);
            }
            DO_KW => {
                let m = self.start();
                self.bump();
                self.sub_statement();
                let stops = self.stops.and_block();
                if self.stopping(stops, |p| p.expect(WHILE_KW)) {
                    self.parenthesised_head(Stops::STATEMENT, |p| {
                        p.expression();
                    });
                } else {
                    self.error(SyntaxErrorKind::Expected(L_PAREN));
                    self.missing_condition();
                }
                self.semicolon();
                m.complete(self, DO_STATEMENT);
            }
            SWITCH_KW => {
                let m = self.start();
                let outer = self.scopes.current();
                self.scopes.push_head();
                self.bump();
                self.parenthesised_head(Stops::NONE, Self::init_and_condition);
                self.sub_statement();
                self.scopes.enter(outer);
                m.complete(self, SWITCH_STATEMENT);
            }
            RETURN_KW | CO_RETURN_KW => {
                let m = self.start();
                self.bump();
                match self.kind {
                    SEMICOLON => {}
                    L_BRACE => {
                        self.braced_init_list();
                    }
                    _ => {
                        self.expression();
                    }
                }
                self.semicolon();
                m.complete(self, RETURN_STATEMENT);
            }
            BREAK_KW => self.keyword_statement(BREAK_STATEMENT),
            CONTINUE_KW => self.keyword_statement(CONTINUE_STATEMENT),
            GOTO_KW => {
                let m = self.start();
                self.bump();
                if self.at(STAR) {
                    self.bump();
                    self.expression();
                } else if !self.eat(IDENT) {
                    self.error_and_skip(SyntaxErrorKind::ExpectedIdentifier);
                }
                self.semicolon();
                m.complete(self, GOTO_STATEMENT);
            }
            CASE_KW | DEFAULT_KW => self.labels(),
            IDENT if self.nth(1) == COLON => self.labels(),
            TRY_KW => {
                let m = self.start();
                self.bump();
                self.compound_statement();
                self.handlers();
                m.complete(self, TRY_STATEMENT);
            }
            LABEL_KW => {
                let m = self.start();
                self.bump();
                loop {
                    self.expect(IDENT);
                    if !self.eat(COMMA) {
                        break;
                    }
                }
                self.semicolon();
                m.complete(self, LOCAL_LABEL_DECLARATION);
            }
            SEMICOLON => {
                let m = self.start();
                self.bump();
                m.complete(self, EXPRESSION_STATEMENT);
            }
            ELSE_KW | CATCH_KW => {
                self.error(SyntaxErrorKind::ExpectedStatement);
                self.drop_statement();
                let mut after = self.pos + 1;
                if self.at(CATCH_KW) && self.nth(1) == L_PAREN {
                    after = self.skip_balanced(after).unwrap_or(after);
                }
                self.skip_to(after);
            }
            L_BRACK | ATTRIBUTE_KW | NOINLINE_KW | REGISTER_PARAMS_KW
                if self.skip_attributes(self.pos) > self.pos =>
            {
                let after = self.skip_attributes(self.pos);
                if self.kind_at(after) == SEMICOLON || self.at_declaration(Place::Block) {
                    self.declaration();
                } else {
                    let m = self.start();
                    self.attribute_specifiers();
                    self.statement();
                    m.complete(self, ATTRIBUTED_STATEMENT);
                }
            }
            _ if self.at_declaration(Place::Block) => self.declaration(),
            _ => self.expression_statement(),
        }
    }

    fn expression_statement(&mut self) {
        let m = self.start();
        self.expression();
        self.semicolon();
        m.complete(self, EXPRESSION_STATEMENT);
    }

    fn keyword_statement(&mut self, kind: SyntaxKind) {
        let m = self.start();
        self.bump();
        self.semicolon();
        m.complete(self, kind);
    }

    /// `label:`, `case x:`, `default:`, any number of them, and their statement. Each label contains the next.
    fn labels(&mut self) {
        let mut open = Vec::new();
        while open.len() < MAX_CHAIN as usize {
            let m = self.start();
            let kind = match self.kind {
                CASE_KW => {
                    self.bump();
                    let stops = self.statement_stops() | Stops::COLON;
                    self.stopping(stops, |p| {
                        p.assignment_expression();
                        if p.eat(ELLIPSIS) {
                            p.assignment_expression();
                        }
                    });
                    CASE_STATEMENT
                }
                DEFAULT_KW => {
                    self.bump();
                    DEFAULT_STATEMENT
                }
                IDENT if self.nth(1) == COLON => {
                    self.bump();
                    LABELED_STATEMENT
                }
                _ => {
                    m.abandon(self);
                    break;
                }
            };
            let stops = self.stops.and_block();
            let found = self.stopping(stops, |p| p.expect(COLON));
            if found
                && matches!(self.kind, ATTRIBUTE_KW | NOINLINE_KW | REGISTER_PARAMS_KW)
                && self.kind_at(self.skip_attributes(self.pos)) == SEMICOLON
            {
                self.attribute_specifiers();
            }
            open.push((m, kind));
            if !found {
                break;
            }
        }
        if !open.is_empty() && self.kind_at(self.reported_pos()) == R_BRACE {
            self.error(SyntaxErrorKind::LabelAtEnd);
        }
        if !matches!(self.kind, R_BRACE | EOF) {
            self.statement();
        }
        for (m, kind) in open.into_iter().rev() {
            m.complete(self, kind);
        }
    }

    /// `if` with its `else if`s, which nest in the tree but not on the stack.
    fn if_statement(&mut self) {
        let outer = self.scopes.current();
        let mut open = Vec::new();
        loop {
            let m = self.start();
            self.scopes.push_head();
            self.bump();
            self.eat(CONSTEXPR_KW);
            if self.at(BANG) || self.at(CONSTEVAL_KW) {
                self.eat(BANG);
                self.expect(CONSTEVAL_KW);
            } else {
                self.parenthesised_head(Stops::NONE, Self::init_and_condition);
            }
            self.sub_statement();
            open.push(m);
            if !self.eat(ELSE_KW) {
                break;
            }
            if !self.at(IF_KW) || open.len() >= MAX_CHAIN as usize {
                self.sub_statement();
                break;
            }
        }
        self.scopes.enter(outer);
        for m in open.into_iter().rev() {
            m.complete(self, IF_STATEMENT);
        }
    }

    /// `[init;] condition`
    fn init_and_condition(&mut self) {
        if self.at(SEMICOLON) || self.at_declaration(Place::Init) {
            // `if (value name`: the parenthesis is missed, and nothing behind the value is an init-statement.
            if self.semicolons_ahead() > 0 && !self.at_value_and_name() {
                self.init_statement();
            }
            return self.condition();
        }
        // Whether an expression was an init-statement is known behind it.
        let m = self.start();
        self.expression();
        if !self.at(SEMICOLON) {
            m.complete(self, CONDITION);
            return;
        }
        self.bump();
        let statement = m.complete(self, EXPRESSION_STATEMENT);
        let init = statement.precede(self);
        init.complete(self, INIT_STATEMENT);
        self.condition();
    }

    /// How many semicolons stand before the `)` that closes the current parentheses.
    fn semicolons_ahead(&self) -> usize {
        let mut count = 0;
        let mut braces = false;
        let mut pos = self.pos;
        loop {
            match self.kind_at(pos) {
                SEMICOLON => count += 1,
                R_PAREN => return count,
                // A statement further on, not the one of the missing parenthesis.
                EOF | R_BRACE if braces => return 0,
                EOF | R_BRACE => return count,
                open @ (L_PAREN | L_BRACE | L_BRACK) => match self.skip_balanced(pos) {
                    Some(after) => {
                        braces |= open == L_BRACE;
                        pos = after;
                        continue;
                    }
                    None => return count,
                },
                _ => {}
            }
            pos += 1;
        }
    }

    fn init_statement(&mut self) {
        let m = self.start();
        if !self.at(SEMICOLON) && self.at_declaration(Place::Init) {
            self.declaration();
        } else if self.at(SEMICOLON) {
            let empty = self.start();
            self.bump();
            empty.complete(self, EXPRESSION_STATEMENT);
        } else {
            self.expression_statement();
        }
        m.complete(self, INIT_STATEMENT);
    }

    fn condition(&mut self) {
        let m = self.start();
        if self.at_declaration(Place::Condition) {
            let declaration = self.start();
            let specifiers = self.decl_specifier_seq(SpecifierContext::Variable);
            if !specifiers.has_type {
                self.missing_type(&specifiers, self.pos);
            }
            let item = self.start();
            let (declared, _) = self.declarator(DeclaratorContext::Declaration, &specifiers);
            if let Some(at) = declared.name.and_then(|name| name.last()) {
                self.declare(at, crate::parse::NameClass::Value, None);
            }
            self.attribute_specifiers();
            match self.kind {
                EQ => {
                    let init = self.start();
                    self.bump();
                    self.initializer_clause();
                    init.complete(self, EQUAL_INITIALIZER);
                }
                L_BRACE => {
                    self.braced_init_list();
                }
                _ => match declared.name.and_then(|name| name.last()) {
                    Some(at) if self.speculating == 0 => {
                        self.report(at, SyntaxErrorKind::ExpectedConditionInitializer, None);
                    }
                    _ => self.error(SyntaxErrorKind::ExpectedConditionInitializer),
                },
            }
            item.complete(self, INIT_DECLARATOR);
            declaration.complete(self, CONDITION_DECLARATION);
        } else {
            self.expression();
        }
        m.complete(self, CONDITION);
    }

    fn for_statement(&mut self) {
        let m = self.start();
        let outer = self.scopes.current();
        self.scopes.push_head();
        self.bump();
        let mut kind = FOR_STATEMENT;
        let stops = self.stops.and_block();
        if self.stopping(stops, |p| p.expect(L_PAREN)) {
            self.stopping(stops | Stops::PAREN | Stops::STATEMENT, |p| {
                match p.range_for_colon() {
                    Some(with_init) => {
                        kind = RANGE_FOR_STATEMENT;
                        if with_init {
                            p.init_statement();
                        }
                        p.range_for_head();
                    }
                    None => p.for_head(),
                }
            });
            if self.at(SEMICOLON) && self.nth(1) == R_PAREN {
                // A step that is missing comes first.
                if !self.has_error_here() {
                    self.error(SyntaxErrorKind::Expected(R_PAREN));
                }
                self.skip_to(self.pos + 1);
            }
            self.stopping(stops, |p| p.close(R_PAREN));
        } else if self.reported_kind() != L_PAREN {
            self.error(SyntaxErrorKind::ExpectedExpression);
            let at = self.reported_pos();
            self.error(SyntaxErrorKind::Expected(SEMICOLON));
            self.report_again(at, SyntaxErrorKind::ExpectedExpression);
            self.error(SyntaxErrorKind::Expected(R_PAREN));
        }
        self.sub_statement();
        self.scopes.enter(outer);
        m.complete(self, kind);
    }

    /// `init; condition; step`
    fn for_head(&mut self) {
        self.init_statement();
        if self.at(R_PAREN) {
            // Of an empty head the init-statement and the condition lack as much.
            match self.kind_at(self.pos - 1) {
                L_PAREN => self.report_again(self.pos, SyntaxErrorKind::ExpectedExpression),
                _ => self.error(SyntaxErrorKind::ExpectedExpression),
            }
            self.report_again(self.pos, SyntaxErrorKind::Expected(SEMICOLON));
            return;
        }
        if !self.at(SEMICOLON) {
            self.condition();
        }
        self.expect(SEMICOLON);
        if !self.at(R_PAREN) {
            let step = self.start();
            self.expression();
            step.complete(self, FOR_STEP);
        }
    }

    /// `(head)` of a statement, where beside the closing parenthesis only `stops` end what is wrong.
    fn parenthesised_head(&mut self, stops: Stops, head: impl FnOnce(&mut Self)) {
        let stops = stops | self.stops.and_block();
        if self.stopping(stops, |p| p.expect(L_PAREN)) {
            self.stopping(stops | Stops::PAREN, |p| {
                head(p);
                p.close(R_PAREN);
            });
        } else {
            self.missing_condition();
        }
    }

    fn missing_condition(&mut self) {
        // The parenthesis stands further on.
        if self.reported_kind() == L_PAREN {
            return;
        }
        self.error(SyntaxErrorKind::ExpectedExpression);
        self.error(SyntaxErrorKind::Expected(R_PAREN));
    }

    /// The statement that an `if` or a loop needs.
    fn sub_statement(&mut self) {
        if matches!(self.kind_at(self.reported_pos()), R_BRACE | EOF) {
            self.error(SyntaxErrorKind::ExpectedStatement);
        } else if self.at(ELSE_KW) && self.reported_pos() == self.pos {
            // The `else` is that of the statement around.
            return self.error(SyntaxErrorKind::ExpectedStatement);
        }
        if !matches!(self.kind, R_BRACE | EOF) {
            self.statement();
        }
    }

    fn range_for_head(&mut self) {
        let declaration = self.start();
        let specifiers = self.decl_specifier_seq(SpecifierContext::Variable);
        self.second_type();
        let (declared, _) = self.declarator(DeclaratorContext::Declaration, &specifiers);
        if let Some(at) = declared.name.and_then(|name| name.last()) {
            self.declare(at, crate::parse::NameClass::Value, None);
        }
        if declared.is_empty {
            self.error(SyntaxErrorKind::ExpectedIdentifier);
        }
        self.attribute_specifiers();
        declaration.complete(self, FOR_RANGE_DECLARATION);
        self.expect(COLON);
        self.initializer_or_expression();
    }

    fn initializer_or_expression(&mut self) {
        if self.at(L_BRACE) {
            self.braced_init_list();
        } else {
            self.expression();
        }
    }

    /// Whether the parentheses of a `for` hold a `:` that makes it range-based; `true` if an init-statement comes first.
    fn range_for_colon(&self) -> Option<bool> {
        let mut semicolons = 0;
        let mut questions = 0;
        let mut pos = self.pos;
        loop {
            match self.kind_at(pos) {
                SEMICOLON => {
                    semicolons += 1;
                    if semicolons > 1 {
                        return None;
                    }
                }
                QUESTION => questions += 1,
                COLON if questions > 0 => questions -= 1,
                COLON => return Some(semicolons > 0),
                R_PAREN | R_BRACE | EOF => return None,
                L_PAREN | L_BRACE | L_BRACK => match self.skip_balanced(pos) {
                    Some(after) => {
                        pos = after;
                        continue;
                    }
                    None => return None,
                },
                _ => {}
            }
            pos += 1;
        }
    }

    /// The `catch` clauses of a try.
    pub(super) fn handlers(&mut self) {
        if !self.at(CATCH_KW) {
            self.error(SyntaxErrorKind::ExpectedHandler);
            // The reference looks for one up to the end of the block.
            let block = self.stops.and_block();
            let stop = self.stopping(block, |p| p.next_stop(p.pos, Some(CATCH_KW)));
            self.skip_in_report(stop, Skip::Dropped);
        }
        while self.at(CATCH_KW) {
            let m = self.start();
            let outer = self.scopes.current();
            self.scopes.push(ScopeKind::Block);
            self.bump();
            let stops = self.stops.and_block();
            if self.stopping(stops, |p| p.expect(L_PAREN)) {
                if self.at(R_PAREN) || self.lacks_handler_type() {
                    self.error(SyntaxErrorKind::ExpectedHandlerDeclaration);
                    self.handled_value();
                } else if !self.eat(ELLIPSIS) {
                    self.parameter_declaration(ParametersOf::Handler);
                }
                self.close(R_PAREN);
            }
            self.compound_statement();
            self.scopes.enter(outer);
            m.complete(self, HANDLER);
        }
    }

    /// Whether what stands in the parentheses of a handler begins with no type: a literal, or one word that names none.
    fn lacks_handler_type(&self) -> bool {
        let mut name = Name::default();
        name.add(self.pos);
        match self.kind {
            INT_LITERAL | FLOAT_LITERAL | CHAR_LITERAL | STRING_LITERAL => true,
            IDENT => {
                matches!(self.nth(1), R_PAREN | CONST_KW | VOLATILE_KW)
                    && matches!(self.class(&name), NameClass::Value | NameClass::Function)
            }
            _ => false,
        }
    }

    /// What stands in a handler's parentheses instead of a declaration: one word, or whatever it is up to the parenthesis.
    fn handled_value(&mut self) {
        match self.kind {
            R_PAREN => {}
            IDENT => self.skip_to(self.pos + 1),
            _ => {
                let stop = self.next_stop(self.pos, Some(R_PAREN));
                self.skip_to(stop);
            }
        }
    }

    /// `asm` as declaration or statement, with GNU's operands ([dcl.asm]). The node has begun.
    pub(super) fn asm_declaration(&mut self, m: Marker) -> Done {
        self.bump();
        while matches!(self.kind, VOLATILE_KW | INLINE_KW | GOTO_KW) {
            let qualifier = self.start();
            self.bump();
            qualifier.complete(self, ASM_QUALIFIER);
        }
        if self.expect(L_PAREN) {
            self.bracketed(|p| {
                p.string_literal(SyntaxErrorKind::ExpectedAsmString);
                let mut section = 0;
                while matches!(p.kind, COLON | COLON2 | COMMA) {
                    section += match p.kind {
                        COLON => 1,
                        COLON2 => 2,
                        _ => 0,
                    };
                    p.bump();
                    // A clobber is a string; what follows names labels.
                    let named = p.kind == IDENT && section != 3;
                    if matches!(p.kind, L_BRACK | STRING_LITERAL) || named {
                        p.asm_operand(section < 3);
                    }
                    // The reference takes operands without a comma between them, and CUTLASS has some.
                    while section < 3 && matches!(p.kind, L_BRACK | STRING_LITERAL) {
                        p.asm_operand(true);
                    }
                }
            });
            self.close(R_PAREN);
        }
        self.semicolon();
        m.complete(self, ASM_DECLARATION)
    }

    /// An operand, a clobber or a label. An operand has its expression.
    fn asm_operand(&mut self, is_operand: bool) {
        let m = self.start();
        if self.eat(L_BRACK) {
            self.expect(IDENT);
            self.close(R_BRACK);
        }
        // The label of an `asm goto`.
        if !self.eat(IDENT) {
            self.string_literal(SyntaxErrorKind::ExpectedAsmString);
            if is_operand && self.expect(L_PAREN) || !is_operand && self.eat(L_PAREN) {
                self.bracketed(|p| p.expression());
                self.close(R_PAREN);
            }
        }
        m.complete(self, ASM_OPERAND);
    }
}
