//! The words of a declaration: what each says of its kind and its name.

use crate::SyntaxKind::*;
use crate::blanks::{trim_end_bytes, trim_start_bytes};
use crate::skeleton::cursor::Tok;
use crate::skeleton::items::Scanner;
use crate::skeleton::items::declaration::Decl;
use crate::skeleton::items::parenthesized::is_fundamental;
use crate::skeleton::{Flags, ItemKind, Span};

impl<'t> Scanner<'t> {
    pub(super) fn declaration_word(&mut self, d: &mut Decl, t: Tok) {
        let span = Span::new(t.start, t.end);
        let word = self.c.word_of(t);
        let head = d.head_end.is_none() && !d.params && !d.paren_declarator;
        match word {
            // `__underlying_type(E) e;` is a type like `decltype(e)`.
            "__underlying_type" if head && d.words == 0 && self.c.peek().kind == L_PAREN => {
                self.group_if(L_PAREN);
                d.prev = IDENT;
                d.prev_word = Span::default();
                return;
            }
            "__attribute__" | "__attribute" | "decltype" | "__decltype" | "alignas"
            | "_Alignas" | "noexcept" | "explicit" | "__typeof__" | "typeof" | "__typeof"
            | "__declspec" | "asm" | "__asm__" | "__asm" | "throw" | "__nv_noinline__" => {
                self.group_if(L_PAREN);
                if matches!(
                    word,
                    "decltype" | "__decltype" | "__typeof__" | "typeof" | "__typeof"
                ) {
                    d.words += u32::from(head);
                    d.prev = IDENT;
                    d.prev_word = Span::default();
                } else if word == "noexcept" || word == "throw" {
                    d.prev = R_PAREN;
                }
                return;
            }
            // Attributes behind the parameters, as `__attribute__` is.
            "__noinline__" | "__nv_register_params__" if d.params => return,
            "class" | "struct" | "union" | "enum" if head && !d.initializer => {
                if d.prev_word.of(self.c.text) != "enum" || d.prev != IDENT {
                    d.class_head = true;
                    if d.kind.is_none() {
                        d.kind = Some(if word == "enum" {
                            ItemKind::Enum
                        } else {
                            ItemKind::Class
                        });
                    }
                    d.name = Span::default();
                }
            }
            "typedef" if head => d.typedef = true,
            "concept" if head => d.kind = Some(ItemKind::Concept),
            "constexpr" | "consteval" if head => self.c.flags.set(Flags::CONSTEXPR),
            "inline" | "__inline__" | "__inline" if head => self.c.flags.set(Flags::INLINE),
            "static" if head => self.c.flags.set(Flags::STATIC),
            "extern" if head => self.c.flags.set(Flags::EXTERN),
            "const" | "volatile" | "__const" if head => self.c.flags.set(Flags::CONST),
            "requires" => {
                // The first one opens a clause; within the clause, another one is an expression, whose braces are no body.
                d.requires_expression =
                    d.requires || d.constrained && matches!(d.prev, AMP2 | PIPE2);
                d.requires = true;
                d.constrained = true;
            }
            "operator" if !d.initializer => {
                if head {
                    d.qualified = d.prev == COLON2;
                    d.name = self.operator_name(t);
                    d.words += 1;
                    d.prev = IDENT;
                    d.prev_word = d.name;
                    return;
                }
            }
            "template"
                if d.kind.is_none()
                    && d.prev == IDENT
                    && d.prev_word.of(self.c.text) == "extern" =>
            {
                d.kind = Some(ItemKind::ExplicitInstantiation);
            }
            "final" | "override" | "virtual" | "mutable" | "thread_local" | "__thread"
            | "__extension__" | "friend" | "register" => {}
            "try" => {
                d.tries = true;
                d.prev = R_PAREN;
                return;
            }
            _ => {
                d.words += 1;
                // In a class head the name is the last word before the base clause or the body; in a declarator, before
                // its parameters, bound or initializer.
                let tagged = d.class_head || d.after_body && d.typedef;
                let first = d.tag.is_empty() && d.more.is_empty();
                if tagged && first && d.prev != COLON2 && !d.qualified && !d.base_clause {
                    d.tag = d.name;
                }
                if d.base_clause {
                } else if d.after_body && d.typedef && d.more.is_empty() && !d.params {
                    d.name = span;
                } else if head && !d.ctor_init {
                    d.name = span;
                    d.qualified = d.prev == COLON2;
                } else if let Some(last) = d.more.last_mut().filter(|_| !d.initializer && !d.params)
                {
                    *last = span;
                }
            }
        }
        d.prev = IDENT;
        d.prev_word = span;
    }

    /// `operator` has been read: its symbol, or the type of a conversion function.
    fn operator_name(&mut self, operator: Tok) -> Span {
        let t = self.c.peek();
        match t.kind {
            L_PAREN | L_BRACK => {
                self.c.next();
                if matches!(self.c.peek().kind, R_PAREN | R_BRACK) {
                    self.c.next();
                }
            }
            STRING_LITERAL => {
                self.c.next();
                if self.c.peek().kind == IDENT
                    && self.c.last_end == t.end
                    && self.c.word_of(t) == "\"\""
                {
                    self.c.next();
                }
            }
            IDENT if matches!(self.c.word_of(t), "new" | "delete" | "co_await") => {
                self.c.next();
                if self.c.peek().kind == L_BRACK {
                    self.c.next();
                    if self.c.peek().kind == R_BRACK {
                        self.c.next();
                    }
                }
            }
            IDENT | COLON2 => {
                // A conversion function: its parameters open with the next parenthesis.
                while !matches!(
                    self.c.peek().kind,
                    L_PAREN | SEMICOLON | L_BRACE | R_BRACE | EOF
                ) {
                    if self.c.next().kind == LT {
                        self.angles();
                    }
                }
            }
            // `operator<<<int>`: the lexer's longest match joins what the grammar keeps apart.
            LAUNCH_OPEN => {
                self.c.next();
                self.angles();
            }
            GT => {
                self.c.next();
                while matches!(self.c.peek().kind, GT | EQ)
                    && self.c.peek().start == self.c.last_end
                {
                    self.c.next();
                }
            }
            EOF | SEMICOLON | L_BRACE | R_BRACE => {}
            _ => {
                self.c.next();
            }
        }
        Span::new(operator.start, self.c.last_end)
    }

    /// Whether a parenthesis behind a word is an operand of the requires-clause before it, such as `__is_enum(T)`, rather than
    /// the parameters of what is declared: the clause's `requires`, or an operator on both sides, says so.
    pub(super) fn is_constraint(&self, word: Span, open: Tok) -> bool {
        let before = trim_end_bytes(&self.c.bytes[..word.start as usize]);
        if before.ends_with(b"requires") {
            return true;
        }
        let operator = |s: &[u8]| s.starts_with(b"&&") || s.starts_with(b"||");
        let joined = before.len() >= 2 && operator(&before[before.len() - 2..]);
        joined
            && operator(trim_start_bytes(
                &self.c.bytes[self.c.group_end(open.start)..],
            ))
    }

    /// Whether the word before parentheses with a name in them is the type of what is declared. A function has one before its
    /// own name, and one that is a constructor has a qualified name out here.
    pub(super) fn is_specifier_alone(&self, d: &Decl) -> bool {
        let next = self.c.peek().kind;
        is_fundamental(d.prev_word.of(self.c.text))
            || d.words == 1
                && !d.class_head
                && matches!(next, EQ | L_BRACE | L_BRACK | COMMA | SEMICOLON)
    }

    /// Whether a name in parentheses is a type of the language, or follows an operator's name: a parameter, not a declarator.
    pub(super) fn is_parameter(&self, d: &Decl, name: Span) -> bool {
        let of_operator = d.prev_word.of(self.c.text).starts_with("operator");
        d.words == 1 && (of_operator || is_fundamental(name.of(self.c.text)))
    }
}
