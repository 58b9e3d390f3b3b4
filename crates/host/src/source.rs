//! An item's tokens as text: pieces of them on one line, without CUDA's annotations, with some of them exchanged.

use cleave_attributes::is_annotation;
use cleave_names::decl::Tokens;
use cleave_syntax::lexer::Lexed;
use cleave_syntax::tree::SyntaxNode;
use cleave_syntax::{SyntaxKind, is_builtin_type};

use crate::boilerplate::NOINLINE;
use crate::edit::Edit;

/// An item's text and its tokens.
pub(crate) struct Source<'t> {
    pub(crate) text: &'t str,
    pub(crate) lexed: &'t Lexed,
}

impl<'t> Source<'t> {
    pub(crate) fn new(text: &'t str, lexed: &'t Lexed) -> Self {
        Source { text, lexed }
    }

    /// The tokens of a node of the item's tree.
    pub(crate) fn tokens(&self, node: &SyntaxNode) -> Tokens {
        let range = node.text_range();
        Tokens {
            start: self.lexed.at_or_after(range.start().into()) as u32,
            end: self.lexed.at_or_after(range.end().into()) as u32,
        }
    }

    pub(crate) fn kind(&self, i: u32) -> SyntaxKind {
        self.lexed.kind(i as usize)
    }

    pub(crate) fn word(&self, i: u32) -> &'t str {
        self.lexed.text(self.text, i as usize)
    }

    /// The tokens of a range, on one line.
    pub(crate) fn render(&self, range: Tokens) -> String {
        self.render_with(range, &[])
    }

    /// Whether token `i` is the rest of an operator such as `>>` that the lexer cuts. Nothing else of the layout may show in
    /// what is rendered: an item keeps its edits while its layout changes.
    fn is_composed(&self, i: u32) -> bool {
        self.kind(i - 1) == SyntaxKind::GT
            && matches!(
                self.kind(i),
                SyntaxKind::GT | SyntaxKind::EQ | SyntaxKind::EQ2
            )
            && self.lexed.is_joint(i as usize - 1)
    }

    /// The tokens of a range on one line, edits applied. Edits are in order and do not overlap.
    pub(crate) fn render_with(&self, range: Tokens, edits: &[Edit]) -> String {
        let mut out = String::new();
        let mut edits = edits.iter().peekable();
        let mut i = range.start;
        loop {
            while let Some(e) = edits.next_if(|e| e.start <= i) {
                push(&mut out, &e.text, false);
                i = i.max(e.end);
            }
            if i >= range.end {
                return out;
            }
            if let Some(end) = self.annotation_end(i) {
                i = end;
                continue;
            }
            let joint = i > range.start && self.is_composed(i);
            let word = match self.kind(i) {
                SyntaxKind::NOINLINE_KW => NOINLINE,
                SyntaxKind::REGISTER_PARAMS_KW => "",
                _ => self.word(i),
            };
            push(&mut out, word, joint);
            i += 1;
        }
    }

    /// If a `__attribute__((…))` of annotations only begins at token `i`, the token after it.
    pub(crate) fn annotation_end(&self, i: u32) -> Option<u32> {
        if self.kind(i) != SyntaxKind::ATTRIBUTE_KW
            || self.kind(i + 1) != SyntaxKind::L_PAREN
            || self.kind(i + 2) != SyntaxKind::L_PAREN
        {
            return None;
        }
        let mut at = i + 3;
        loop {
            if !is_annotation(self.word(at)) {
                return None;
            }
            at += 1;
            if self.kind(at) == SyntaxKind::L_PAREN {
                at = self.group_end(at);
            }
            match self.kind(at) {
                SyntaxKind::COMMA => at += 1,
                SyntaxKind::R_PAREN if self.kind(at + 1) == SyntaxKind::R_PAREN => {
                    return Some(at + 2);
                }
                _ => return None,
            }
        }
    }

    /// The identifiers of a nested-name-specifier, template arguments left out.
    pub(crate) fn path(&self, range: Tokens) -> Vec<&'t str> {
        let mut depth = 0u32;
        let mut out = Vec::new();
        for i in range.start..range.end {
            match self.kind(i) {
                SyntaxKind::LT => depth += 1,
                SyntaxKind::GT => depth = depth.saturating_sub(1),
                SyntaxKind::IDENT if depth == 0 => out.push(self.word(i)),
                _ => {}
            }
        }
        out
    }

    /// The token after the bracket that closes the one at `open`.
    pub(crate) fn group_end(&self, open: u32) -> u32 {
        use SyntaxKind::{EOF, L_BRACE, L_BRACK, L_PAREN, R_BRACE, R_BRACK, R_PAREN};
        let mut depth = 0u32;
        let mut i = open;
        loop {
            match self.kind(i) {
                L_PAREN | L_BRACK | L_BRACE => depth += 1,
                R_PAREN | R_BRACK | R_BRACE => {
                    depth -= 1;
                    if depth == 0 {
                        return i + 1;
                    }
                }
                EOF => return i,
                _ => {}
            }
            i += 1;
        }
    }

    /// The first token of `range` after the standard attributes and alignment specifiers that it may begin with: no GNU
    /// attribute and no storage class may go before those.
    pub(crate) fn after_standard_attributes(&self, range: Tokens) -> u32 {
        let mut i = range.start;
        let mut after = i;
        while i < range.end {
            match (self.kind(i), self.kind(i + 1)) {
                (SyntaxKind::L_BRACK, SyntaxKind::L_BRACK) => {
                    i = self.group_end(i);
                    after = i;
                }
                (SyntaxKind::ALIGNAS_KW, _) => {
                    i = self.group_end(i + 1);
                    after = i;
                }
                (SyntaxKind::ATTRIBUTE_KW, _) => i = self.group_end(i + 1),
                _ => break,
            }
        }
        after
    }
}

/// Whether a token may end a simple type: a name, the end of template arguments, a keyword.
pub(crate) fn ends_type(kind: SyntaxKind) -> bool {
    use SyntaxKind::{AUTO_KW, CONST_KW, GT, IDENT};
    matches!(kind, IDENT | GT | AUTO_KW | CONST_KW) || is_builtin_type(kind)
}

fn push(out: &mut String, word: &str, joint: bool) {
    let apart = !joint && !out.is_empty() && !out.ends_with(' ') && !word.is_empty();
    if apart {
        out.push(' ');
    }
    out.push_str(word);
}
