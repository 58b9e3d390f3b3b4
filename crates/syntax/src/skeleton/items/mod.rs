//! Cutting the text into items: where a declaration at namespace scope ends, and which names it declares. Declarations are
//! told apart by their keywords, brackets and the token before a brace; nothing is looked up.

mod declaration;
mod groups;
mod namespaces;
mod parenthesized;

use rustc_hash::FxHashMap;

use super::cursor::{Cursor, Tok};
use super::parts::Known;
use super::unclosed;
use super::{ErrorKind, Flags, Item, ItemKind, PartEnd, PartStart, Scope, Skeleton, Span};
use crate::SyntaxKind::{self, *};
use declaration::watch;

/// How many unclosed braces are given up on, each at the cost of another scan.
const MAX_CUTS: usize = 16;

/// The skeleton of a text that stands behind others, and what it leaves behind.
pub(super) fn scan(text: &str, start: &PartStart) -> (Skeleton, PartEnd) {
    let mut cuts = Vec::new();
    loop {
        let (mut skeleton, end) = scan_with(text, start, &cuts);
        match unclosed::cut(text, &skeleton) {
            Some(cut) if cuts.len() < MAX_CUTS && cuts.last().is_none_or(|last| *last < cut) => {
                cuts.push(cut);
            }
            _ => {
                skeleton.cut = cuts.first().map(|&cut| cut as u32);
                return (skeleton, end);
            }
        }
    }
}

/// The same, where no item reaches over one of `cuts`.
fn scan_with<'t>(text: &'t str, start: &'t PartStart, cuts: &'t [usize]) -> (Skeleton, PartEnd) {
    let mut s = Scanner {
        cuts,
        was_cut: false,
        known: Known::new(start),
        truncated: false,
        c: Cursor::new(text),
        scope: 0,
        open: Vec::new(),
        extern_c: false,
        brackets: Vec::new(),
        paths: FxHashMap::default(),
    };
    s.c.out.scopes.push(Scope {
        parent: 0,
        name: Span::default(),
        inline: false,
        unnamed: false,
    });
    for (name, flags) in &start.watched {
        s.c.watch(name, *flags);
    }
    while s.item() {}
    let end = PartEnd {
        complete: !s.truncated && s.open.is_empty() && s.c.out.errors.is_empty(),
        start: PartStart {
            watched: s.c.watched(),
            namespaces: s.known.with(text, &s.c.out.scopes),
        },
    };
    for open in std::mem::take(&mut s.open).into_iter().rev() {
        let opener = open.brace.unwrap_or(text.len());
        s.c.error_about(text.len(), opener, ErrorKind::Unclosed(b'}'));
    }
    (s.c.out, end)
}

/// A namespace or linkage specification whose closing brace is still to come.
struct Open {
    /// Where it was opened; `None` if that brace was missing.
    brace: Option<usize>,
    scope: u32,
    linkage: bool,
    /// Whether C linkage was specified around it.
    extern_c: bool,
}

struct Scanner<'t> {
    /// Where unclosed braces end, in order.
    cuts: &'t [usize],
    /// A brace has just been given up on.
    was_cut: bool,
    /// The namespaces in front of the text.
    known: Known<'t>,
    /// An item met the end of the text.
    truncated: bool,
    c: Cursor<'t>,
    scope: u32,
    open: Vec<Open>,
    /// Whether the innermost linkage specification says C.
    extern_c: bool,
    /// The brackets that are open in a group: what closes each, and where it stands. Kept for its room alone.
    brackets: Vec<(SyntaxKind, usize)>,
    paths: FxHashMap<(u32, &'t str), u32>,
}

impl<'t> Scanner<'t> {
    /// Reads one item; `false` at the end of the text.
    fn item(&mut self) -> bool {
        self.c.begin();
        let first = self.c.next();
        let mut t = first;
        while t.kind == IDENT && self.c.word_of(t) == "__extension__" {
            t = self.c.next();
        }
        match t.kind {
            EOF => {
                self.truncated |= first.kind != EOF;
                return false;
            }
            R_BRACE => self.close(t),
            SEMICOLON => self.push(ItemKind::Other, first.start, t.end, t.end, Span::default()),
            IDENT => match self.c.word_of(t) {
                "namespace" => self.namespace(first, false),
                "inline" if self.c.peek_word() == "namespace" => {
                    self.c.next();
                    self.namespace(first, true);
                }
                "extern" if self.c.peek().kind == STRING_LITERAL => self.linkage(first),
                "using" => self.using(first),
                "static_assert" | "_Static_assert" | "asm" | "__asm__" | "__asm" => {
                    self.plain(first)
                }
                "template" => self.template(first),
                word if begins_attribute(word) => self.attributed(first, t),
                _ => self.declaration(first, t, Flags::default()),
            },
            L_BRACK if self.c.peek().kind == L_BRACK => self.attributed(first, t),
            _ => self.declaration(first, t, Flags::default()),
        }
        self.truncated |= self.c.ended.get();
        true
    }

    fn push(&mut self, kind: ItemKind, start: usize, end: usize, head_end: usize, name: Span) {
        let mut flags = self.c.finish();
        if self.extern_c {
            flags.set(Flags::EXTERN_C);
        }
        self.c.watch(name.of(self.c.text), watch(kind, flags));
        self.c.out.items.push(Item {
            kind,
            flags,
            scope: self.scope,
            span: Span::new(start, end),
            head_end: head_end as u32,
            name,
        });
    }

    fn close(&mut self, brace: Tok) {
        match self.open.pop() {
            Some(o) => {
                let kind = if o.linkage {
                    ItemKind::LinkageClose
                } else {
                    ItemKind::NamespaceClose
                };
                self.push(kind, brace.start, brace.end, brace.end, Span::default());
                self.extern_c = o.extern_c;
                self.scope = o.scope;
            }
            None => {
                self.c.error(brace.start, ErrorKind::Unopened(b'}'));
                self.push(
                    ItemKind::Other,
                    brace.start,
                    brace.end,
                    brace.end,
                    Span::default(),
                );
            }
        }
    }
}

/// Whether a word begins an attribute-specifier. It is asked of the first word of every declaration.
fn begins_attribute(word: &str) -> bool {
    matches!(word.as_bytes(), [b'_' | b'a', ..])
        && matches!(
            word,
            "__attribute__" | "__attribute" | "alignas" | "_Alignas" | "__nv_noinline__"
        )
}

impl Cursor<'_> {
    fn peek_word(&self) -> &str {
        let t = self.peek();
        if t.kind == IDENT {
            &self.text[t.start..t.end]
        } else {
            ""
        }
    }
}

#[cfg(test)]
mod tests {
    use super::scan_with;
    use crate::skeleton::PartStart;

    /// What goes by in groups is noticed as if every token were looked at.
    #[test]
    fn groups_are_passed_over_as_if_read() {
        let texts = [
            "__attribute__((managed)) int m; void f() { m = 1; k<<<1, 2>>>(m); a < b; a << b; a <= b <=> c; }",
            "void f() { auto l = [=] __attribute__((device)) { return x[1]; }; int a[2] [[gnu::device]]; }",
            "void f() { 1'000 + .5e+3 + 1e-2 + 0x1p+3f + a.b + a->b + a.*b; x ? y : z; a::b; a::>b; }",
            "void f() { <% <: 1 :> %> a<::b> c; %:pragma\n#pragma unroll\n# 3 \"x.h\"\n}\nint after;",
            "void f() { L\"}\" u8R\"x(})x\" '{' 'a' \"\\\"}\" _Pragma(\"unroll\") \\u00e9t caf\u{e9}; }\nint after;",
            "struct s { using t = t; using u = v; __noinline__ void g(); // }\n /* } */ int x; };",
            "void f() { ( ] } void g(int a, ; { ) } int h[ ; namespace n { void i() { } int j;",
            "void f() { a ~b ! c , d ^ e | g & h ; @ \u{1} $x __nv_parent(x) gnu::device }",
        ];
        for text in texts {
            // A cut that is never reached.
            let none = PartStart::default();
            let read = scan_with(text, &none, &[usize::MAX]);
            assert_eq!(scan_with(text, &none, &[]), read, "{text}");
        }
    }
}
