//! What attributes of either spelling annotate: CUDA's annotations, which `host` belongs to which `device`, and what to cut out
//! of the text so that they are gone.

use cleave_attributes::{Execution, Meaning, Memory};

use super::{Cursor, b_at};
use crate::SyntaxKind::{IDENT, R_BRACK, R_PAREN};
use crate::blanks::trim_end_bytes;
use crate::skeleton::{Annotation, Flags, Span};

/// How deep annotations have been paired: which one is waiting for its partner.
#[derive(Clone, Copy)]
pub(super) struct Pending {
    pub(super) flag: Flags,
    pub(super) end: usize,
}

impl Cursor<'_> {
    /// Notes what `__attribute__((…))` holds. The tokens themselves still go by afterwards.
    pub(super) fn attribute(&mut self, start: usize, end: usize) {
        if self.nested_attribute(start, end) {
            return;
        }
        let mut pos = self.space(end);
        for _ in 0..2 {
            if b_at(self.bytes, pos) != b'(' {
                return;
            }
            pos = self.space(pos + 1);
        }
        let before = self.out.annotations.len();
        let mut count = 0;
        loop {
            let from = pos;
            pos = self.word_end(pos);
            let flag = annotation(&self.bytes[from..pos]);
            count += 1;
            pos = self.space(pos);
            if b_at(self.bytes, pos) == b'(' {
                pos = self.space(self.group_end(pos));
            }
            if let Some(flag) = flag {
                self.out.annotations.push(Annotation {
                    span: Span::new(from, pos),
                    flag,
                });
            }
            match b_at(self.bytes, pos) {
                b',' => pos = self.space(pos + 1),
                _ => break,
            }
        }
        let close = self.space(pos + 1) + 1;
        if self.out.annotations.len() == before && self.is_of_lambda(start, close) {
            self.flags.set(Flags::LAMBDA_ATTRIBUTE);
        }
        self.found(before, count, start, close);
    }

    /// Notes `__attribute__((noinline))` that stands for `__noinline__` within another attribute-specifier.
    fn nested_attribute(&mut self, start: usize, end: usize) -> bool {
        let before = trim_end_bytes(&self.bytes[..start]);
        let outer = before
            .strip_suffix(b"(")
            .and_then(|b| trim_end_bytes(b).strip_suffix(b"("));
        let inside = outer.is_some_and(|b| {
            let b = trim_end_bytes(b);
            b.ends_with(b"__attribute__") || b.ends_with(b"__attribute")
        });
        if !inside && !before.ends_with(b",") {
            return false;
        }
        let mut pos = end;
        for part in [&b"("[..], b"(", b"noinline", b")", b")"] {
            pos = self.space(pos);
            if !self.bytes[pos..].starts_with(part) {
                return false;
            }
            pos += part.len();
        }
        self.out.bare_attributes.push(Span::new(start, pos));
        true
    }

    /// Whether the attribute-specifier `start..end` may stand in a lambda-declarator: behind captures, parameters or a specifier,
    /// and, unless behind captures, before a body or a return type. No function that is defined has one there.
    fn is_of_lambda(&self, start: usize, end: usize) -> bool {
        let next = self.space(end).min(self.bytes.len());
        let next = &self.bytes[next..];
        match self.last_kind {
            R_BRACK => self.closes_captures(start),
            R_PAREN => next.starts_with(b"{") || next.starts_with(b"->"),
            IDENT => {
                let before = trim_end_bytes(&self.bytes[..start]);
                (before.ends_with(b"mutable") || before.ends_with(b"noexcept"))
                    && (next.starts_with(b"{") || next.starts_with(b"->"))
            }
            _ => false,
        }
    }

    /// Whether the bracket that ends at `end` may close a lambda's captures. `[[…]]` does not: no capture begins with a
    /// bracket.
    pub(super) fn closes_captures(&self, end: usize) -> bool {
        let mut depth = 0u32;
        for at in (0..end).rev() {
            match self.bytes[at] {
                b']' => depth += 1,
                b'[' if depth == 1 => return b_at(self.bytes, self.space(at + 1)) != b'[',
                b'[' if depth > 1 => depth -= 1,
                // Spelled `:>`, or nothing that a bracket of one byte opened.
                b'[' | b';' => return false,
                _ => {}
            }
        }
        false
    }

    /// Notes what `[[gnu::…]]` holds, `gnu` being the word at `start..end`.
    pub(super) fn standard_attribute(&mut self, start: usize, end: usize) {
        let open = trim_end_bytes(&self.bytes[..start]);
        let inner = open.strip_suffix(b"[").map(trim_end_bytes);
        let outer = inner.and_then(|o| o.strip_suffix(b"["));
        if outer.is_none() && !open.ends_with(b",") {
            return;
        }
        let mut pos = self.space(end);
        if !self.bytes[pos..].starts_with(b"::") {
            return;
        }
        let from = self.space(pos + 2);
        pos = self.word_end(from);
        let flag = annotation(&self.bytes[from..pos]);
        pos = self.space(pos);
        if b_at(self.bytes, pos) == b'(' {
            pos = self.space(self.group_end(pos));
        }
        let close = self.space(pos + 1);
        let ends = b_at(self.bytes, pos) == b']' && b_at(self.bytes, close) == b']';
        if let Some(flag) = flag.filter(|_| ends || b_at(self.bytes, pos) == b',') {
            let before = self.out.annotations.len();
            self.out.annotations.push(Annotation {
                span: Span::new(start, pos),
                flag,
            });
            // The whole specifier goes where it holds nothing else.
            match outer.filter(|_| ends) {
                Some(outer) => self.found(before, 1, outer.len(), close + 1),
                None => self.found(before, 0, start, pos),
            }
        }
    }

    /// Flags the annotations from number `before` on, found among `count` attributes of the specifier `start..end`.
    fn found(&mut self, before: usize, count: usize, start: usize, end: usize) {
        let new = &mut self.out.annotations[before..];
        if new.len() == count {
            for a in new.iter_mut() {
                a.span = Span::new(start, start);
            }
            new[0].span = Span::new(start, end);
        }
        let sides = Flags::LONE_HOST | Flags::LONE_DEVICE;
        let mut side = Flags::default();
        for a in new.iter() {
            if a.flag.any(sides) {
                side.set(a.flag)
            } else {
                self.flags.set(a.flag)
            }
        }
        if side.has(sides) {
            self.flags.set(Flags::HOST_DEVICE);
        } else if side.any(sides) {
            match self.pending.take() {
                Some(p) if p.flag != side && self.space(p.end) == start => {
                    self.flags.set(Flags::HOST_DEVICE)
                }
                waiting => {
                    if let Some(p) = waiting {
                        self.flags.set(p.flag);
                    }
                    self.pending = Some(Pending { flag: side, end });
                }
            }
        }
    }
}

/// What a word inside `__attribute__((…))` flags, if it is an annotation of CUDA.
fn annotation(word: &[u8]) -> Option<Flags> {
    Some(match cleave_attributes::find_written(word)?.meaning {
        Meaning::Runs(space) | Meaning::RunsOrLives(space, _) => match space {
            Execution::Host => Flags::LONE_HOST,
            // Whether CUDA Tile means anything here is not known yet: the flag asks for a closer look.
            Execution::Device | Execution::Tile | Execution::TileBuiltin => Flags::LONE_DEVICE,
            Execution::Kernel | Execution::TileKernel => Flags::GLOBAL,
        },
        Meaning::Lives(Memory::Managed) => Flags::MANAGED,
        Meaning::Lives(Memory::Device) => Flags::LONE_DEVICE,
        Meaning::Lives(Memory::Shared | Memory::Constant) => Flags::MEMORY,
        Meaning::Builtin => Flags::BUILTIN,
        Meaning::RuntimeBuiltin => Flags::CUDART_BUILTIN,
        Meaning::Launch | Meaning::Renamed(_) | Meaning::Other => Flags::OTHER_CUDA,
        Meaning::Foreign => return None,
    })
}
