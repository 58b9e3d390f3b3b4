//! What happens after an error: skipped tokens go into `ERROR` nodes that end where a declaration, statement or list element
//! may begin again.

use super::{lookahead::begins_declaration, *};

impl Parser<'_> {
    /// Expects a closing bracket. If something else stands there, skips to the bracket within the list that it closes.
    pub(super) fn close(&mut self, kind: SyntaxKind) {
        if self.eat(kind) {
            return;
        }
        self.error(SyntaxErrorKind::Expected(kind));
        if self.kind == EOF {
            return;
        }
        let mut pos = self.pos;
        while pos < self.end {
            match self.kind_at(pos) {
                found if found == kind => break,
                L_PAREN | L_BRACE | L_BRACK => match self.skip_balanced(pos) {
                    Some(after) => pos = after,
                    None => return,
                },
                R_PAREN | R_BRACE | R_BRACK => return,
                SEMICOLON if kind != R_BRACE => return,
                _ => pos += 1,
            }
        }
        if pos < self.end {
            self.skip_to(pos);
            self.bump();
        }
    }

    /// Puts the tokens up to `pos` into an `ERROR` node.
    pub(super) fn skip_to(&mut self, pos: usize) {
        if self.pos < pos && self.kind != EOF {
            let m = self.start();
            while self.pos < pos && self.kind != EOF {
                self.bump();
            }
            m.complete(self, ERROR);
        }
    }

    /// Skips to the next comma or closing bracket.
    pub(super) fn recover_in_list(&mut self) {
        let mut pos = self.pos;
        loop {
            match self.kind_at(pos) {
                COMMA | R_PAREN | R_BRACE | R_BRACK | SEMICOLON | EOF => break,
                L_PAREN | L_BRACE | L_BRACK => match self.skip_balanced(pos) {
                    Some(after) => pos = after,
                    None => break,
                },
                _ => pos += 1,
            }
        }
        self.skip_to(pos);
    }

    /// Expects the `;` that ends a declaration or statement; otherwise skips behind the next `;` or `}` of this level, but not
    /// over anything that begins a declaration.
    pub(super) fn semicolon(&mut self) {
        if self.eat(SEMICOLON) {
            return;
        }
        self.error(SyntaxErrorKind::Expected(SEMICOLON));
        self.recover_statement();
    }

    pub(super) fn recover_statement(&mut self) {
        if self.kind == EOF {
            return;
        }
        let mut pos = self.pos;
        let mut first = true;
        loop {
            match self.kind_at(pos) {
                SEMICOLON => {
                    self.skip_to(pos);
                    self.bump();
                    return;
                }
                EOF | R_BRACE => break,
                L_BRACE => match self.skip_balanced(pos) {
                    // A body; a `;` after it still belongs to the same construct.
                    Some(after) => {
                        pos = after;
                        if self.kind_at(pos) == SEMICOLON {
                            pos += 1;
                        }
                        break;
                    }
                    None => pos += 1,
                },
                L_PAREN | L_BRACK => pos = self.skip_balanced(pos).unwrap_or(pos + 1),
                kind if begins_declaration(kind) && (!first || kind != ATTRIBUTE_KW) => break,
                PUBLIC_KW | PRIVATE_KW | PROTECTED_KW | IF_KW | FOR_KW | WHILE_KW | RETURN_KW
                | DO_KW | SWITCH_KW => break,
                _ => pos += 1,
            }
            first = false;
        }
        self.skip_to(pos);
    }

    /// The construct at hand nests too deep: skips to its end without recursion.
    pub(super) fn too_deep(&mut self) {
        self.error(SyntaxErrorKind::TooDeep);
        let mut pos = self.pos;
        loop {
            match self.kind_at(pos) {
                L_PAREN | L_BRACE | L_BRACK => match self.skip_balanced(pos) {
                    Some(after) => pos = after,
                    None => pos = self.end,
                },
                EOF | R_PAREN | R_BRACE | R_BRACK | SEMICOLON => break,
                _ => pos += 1,
            }
        }
        // Whoever asked in a loop must see progress; a closing bracket ends every loop, a semicolon does not.
        if pos == self.pos && self.at(SEMICOLON) {
            pos += 1;
        }
        self.skip_to(pos);
    }
}
