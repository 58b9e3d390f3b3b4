//! A part's skeleton and what the part leaves behind, as bytes, in records of a fixed width.
//!
//! It must not know where the bytes are kept. Whatever they are, what is read fits the text that it is read for, or nothing is read.

use super::lines::LineTable;
use super::parts::Opened;
use super::{Annotation, Flags, Item, ItemKind, PartEnd, PartStart, Scope, Skeleton, Span};
use crate::words::{Reader, Writer};

/// Every kind of item, at its own number.
const KINDS: [ItemKind; 17] = [
    ItemKind::NamespaceOpen,
    ItemKind::NamespaceClose,
    ItemKind::LinkageOpen,
    ItemKind::LinkageClose,
    ItemKind::FunctionDefinition,
    ItemKind::FunctionDeclaration,
    ItemKind::Variable,
    ItemKind::Class,
    ItemKind::Enum,
    ItemKind::Typedef,
    ItemKind::Alias,
    ItemKind::UsingDeclaration,
    ItemKind::UsingDirective,
    ItemKind::NamespaceAlias,
    ItemKind::Concept,
    ItemKind::ExplicitInstantiation,
    ItemKind::Other,
];

fn spans(spans: &[Span], out: &mut Writer<'_>) {
    out.count(spans.len());
    for span in spans {
        out.record([span.start, span.end]);
    }
}

fn numbered(spans: &[(u32, Span)], out: &mut Writer<'_>) {
    out.count(spans.len());
    for (number, span) in spans {
        out.record([*number, span.start, span.end]);
    }
}

/// A text that what is read must fit.
#[derive(Clone, Copy)]
pub(super) struct Fits<'t>(&'t str);

impl Fits<'_> {
    /// Whether the text may be cut there.
    pub(super) fn is_place(self, at: u32) -> bool {
        self.0.is_char_boundary(at as usize)
    }

    fn span(self, start: u32, end: u32) -> Option<Span> {
        let fits = start <= end && self.is_place(start) && self.is_place(end);
        fits.then_some(Span { start, end })
    }

    fn spans(self, from: &mut Reader<'_>) -> Option<Vec<Span>> {
        let records = from.records()?;
        records.map(|[start, end]| self.span(start, end)).collect()
    }

    /// Spans of items, of which there are so many.
    fn numbered(self, from: &mut Reader<'_>, items: usize) -> Option<Vec<(u32, Span)>> {
        let records = from.records()?;
        records
            .map(|[number, start, end]| {
                let known = (number as usize) < items;
                let span = self.span(start, end).filter(|_| known)?;
                Some((number, span))
            })
            .collect()
    }
}

impl PartStart {
    /// Writes it. Two are equal if their bytes are.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut out = Writer::new(out);
        out.count(self.watched.len());
        for (name, flags) in &self.watched {
            out.record([flags.0]);
            out.text(name);
        }
        out.count(self.namespaces.len());
        for opened in &self.namespaces {
            out.record([opened.parent, u32::from(opened.inline)]);
            out.text(&opened.name);
        }
    }

    fn read(from: &mut Reader<'_>) -> Option<PartStart> {
        let mut watched = Vec::new();
        for _ in 0..from.word()? {
            let flags = Flags(from.word()?);
            watched.push((from.text()?.into(), flags));
        }
        let mut namespaces = Vec::new();
        for number in 0..from.word()? {
            let (parent, inline) = (from.word()?, from.word()? != 0);
            namespaces.push(Opened {
                parent: Some(parent).filter(|&parent| parent <= number)?,
                name: from.text()?.into(),
                inline,
            });
        }
        Some(PartStart {
            watched: watched.into(),
            namespaces: namespaces.into(),
        })
    }
}

impl Skeleton {
    /// Writes the skeleton of a part and what the part leaves behind; `false` where that is not worth while: a part that is not
    /// complete is read together with what follows.
    pub fn write_part(&self, end: &PartEnd, out: &mut Vec<u8>) -> bool {
        if !end.complete || !self.errors.is_empty() || self.cut.is_some() {
            return false;
        }
        out.reserve(32 * self.items.len() + 16 * self.annotations.len());
        end.start.write(out);
        let mut out = Writer::new(out);
        out.count(self.scopes.len());
        for scope in &self.scopes {
            let bits = u32::from(scope.inline) | u32::from(scope.unnamed) << 1;
            out.record([scope.parent, bits, scope.name.start, scope.name.end]);
        }
        out.count(self.items.len());
        for item in &self.items {
            out.record([
                item.kind as u32,
                item.flags.0,
                item.scope,
                item.span.start,
                item.span.end,
                item.head_end,
                item.name.start,
                item.name.end,
            ]);
        }
        numbered(&self.more_names, &mut out);
        numbered(&self.tags, &mut out);
        out.count(self.annotations.len());
        for annotation in &self.annotations {
            out.record([
                annotation.flag.0,
                annotation.span.start,
                annotation.span.end,
            ]);
        }
        spans(&self.bare_attributes, &mut out);
        spans(&self.directives, &mut out);
        self.lines.write(&mut out);
        true
    }

    /// Reads what [`Skeleton::write_part`] wrote for a part with this text.
    pub fn read_part(bytes: &[u8], text: &str) -> Option<(Skeleton, PartEnd)> {
        let (mut from, text) = (Reader::new(bytes), Fits(text));
        let end = PartEnd {
            complete: true,
            start: PartStart::read(&mut from)?,
        };
        let mut scopes: Vec<Scope> = Vec::new();
        for [parent, bits, start, end] in from.records()? {
            if parent as usize >= scopes.len().max(1) {
                return None;
            }
            scopes.push(Scope {
                parent,
                name: text.span(start, end)?,
                inline: bits & 1 != 0,
                unnamed: bits & 2 != 0,
            });
        }
        let items = items(&mut from, text, scopes.len())?;
        let more_names = text.numbered(&mut from, items.len())?;
        let tags = text.numbered(&mut from, items.len())?;
        let annotations = from.records()?;
        let annotations = annotations.map(|[flag, start, end]| {
            let span = text.span(start, end)?;
            let flag = Flags(flag);
            Some(Annotation { span, flag })
        });
        let annotations = annotations.collect::<Option<Vec<_>>>()?;
        let skeleton = Skeleton {
            items,
            scopes,
            more_names,
            tags,
            annotations,
            bare_attributes: text.spans(&mut from)?,
            directives: text.spans(&mut from)?,
            lines: LineTable::read(&mut from, text)?,
            errors: Vec::new(),
            cut: None,
        };
        from.is_done().then_some((skeleton, end))
    }
}

/// Items in the order of the text, none of them in another.
fn items(from: &mut Reader<'_>, text: Fits<'_>, scopes: usize) -> Option<Vec<Item>> {
    let mut last = 0;
    let records = from.records()?;
    let read = |[kind, flags, scope, start, end, head_end, name, name_end]: [u32; 8]| {
        let span = text.span(start, end).filter(|_| last <= start)?;
        last = end;
        let name = text.span(name, name_end)?;
        let within = |inner: Span| start <= inner.start && inner.end <= end;
        let fits = (scope as usize) < scopes
            && (start..=end).contains(&head_end)
            && text.is_place(head_end)
            && (within(name) || name.is_empty());
        fits.then_some(Item {
            kind: *KINDS.get(kind as usize)?,
            flags: Flags(flags),
            scope,
            span,
            head_end,
            name,
        })
    };
    records.map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::KINDS;
    use crate::skeleton::{PartStart, Skeleton};

    const TEXT: &str = "# 1 \"a.cu\"
namespace n { __attribute__((managed)) int m\u{e9}; __attribute__((global)) void k(); }
# 1 \"/usr/include/b.h\" 1 3
extern \"C\" {
int b, c;
}
#pragma pack(push)
inline namespace v { struct A *f(); enum { e }; }
# 5 \"a.cu\" 2
namespace { template<class T> constexpr T x = 3; }
void h() { n::k<<<1, 2>>>(); __noinline__ int i; }
struct S { int s; } s1, s2;
namespace n::w { using namespace v; typedef struct T { } U; }
";

    #[test]
    fn kinds_are_at_their_numbers() {
        for (number, kind) in KINDS.iter().enumerate() {
            assert_eq!(*kind as usize, number);
        }
    }

    #[test]
    fn what_was_written_is_read() {
        let first = Skeleton::of_part(TEXT, &PartStart::default());
        let behind = "namespace n { inline namespace o { int p; } }\n";
        let second = Skeleton::of_part(behind, &first.1.start);
        for (text, (skeleton, end)) in [(TEXT, first), (behind, second)] {
            let mut bytes = Vec::new();
            assert!(skeleton.write_part(&end, &mut bytes));
            assert_eq!(Skeleton::read_part(&bytes, text), Some((skeleton, end)));
        }
    }

    #[test]
    fn what_is_not_complete_is_not_written() {
        for text in ["int a", "void f() {", "}", "\"x"] {
            let (skeleton, end) = Skeleton::of_part(text, &PartStart::default());
            assert!(!skeleton.write_part(&end, &mut Vec::new()), "{text}");
        }
    }

    /// Whatever the bytes are, nothing panics, and what is read can be looked at.
    #[test]
    fn damaged_bytes_are_harmless() {
        let (skeleton, end) = Skeleton::of_part(TEXT, &PartStart::default());
        let mut good = Vec::new();
        assert!(skeleton.write_part(&end, &mut good));
        for length in 0..good.len() {
            assert_eq!(Skeleton::read_part(&good[..length], TEXT), None, "{length}");
        }
        let shorter = &TEXT[..TEXT.len() - 1];
        let mut read = 0;
        for at in 0..good.len() {
            for value in [0, 1, 0x7f, 0xff, good[at] ^ 1, good[at].wrapping_add(3)] {
                let mut bad = good.clone();
                bad[at] = value;
                for text in [TEXT, shorter, ""] {
                    if let Some((skeleton, _)) = Skeleton::read_part(&bad, text) {
                        look(&skeleton, text);
                        read += 1;
                    }
                }
            }
        }
        assert!(read > 0);
    }

    fn look(skeleton: &Skeleton, text: &str) {
        for item in &skeleton.items {
            let _ = (item.span.of(text), item.name.of(text));
            let _ = &text[item.span.start as usize..item.head_end as usize];
            let _ = skeleton.path(item.scope);
            let _ = skeleton.lines.position(text, item.span.start as usize);
        }
        let _ = skeleton.lines.user_ranges(text.len());
        let _ = Skeleton::join([(skeleton, text), (skeleton, text)]);
    }
}
