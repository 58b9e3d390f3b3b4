//! The skeleton of a text that is read in parts: each part by itself, then all of them as one.
//!
//! A part knows nothing of the others but what [`PartStart`] tells it.

use rustc_hash::FxHashMap;

use super::{Annotation, Flags, Item, Scope, Skeleton, SkeletonError, Span, items};

/// What the text in front of a part has declared, as far as a scan goes by it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PartStart {
    /// Names whose mention flags an item, each once and sorted, with the flags.
    pub(super) watched: Box<[(Box<str>, Flags)]>,
    /// The namespaces in the order in which they were first opened; number 0, the global one, is left out.
    pub(super) namespaces: Box<[Opened]>,
}

/// A namespace that was opened in front of a part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Opened {
    /// The number of the enclosing one.
    pub(super) parent: u32,
    /// Its name; empty for an unnamed one.
    pub(super) name: Box<str>,
    /// Whether it was first opened as an inline namespace.
    pub(super) inline: bool,
}

/// The namespaces in front of a part, and which of them the part's own are.
pub(super) struct Known<'t> {
    opened: &'t [Opened],
    /// Numbers by parent and name.
    numbers: FxHashMap<(u32, &'t str), u32>,
    /// For each scope of the part its number in front of it.
    of: Vec<Option<u32>>,
}

impl<'t> Known<'t> {
    pub(super) fn new(start: &'t PartStart) -> Self {
        let numbers = (1..).zip(&start.namespaces);
        Known {
            opened: &start.namespaces,
            numbers: numbers.map(|(i, n)| ((n.parent, &*n.name), i)).collect(),
            of: vec![Some(0)],
        }
    }

    /// Notes that the part opens a scope for the first time; whether it was first opened inline in front of the part, if it was
    /// opened there.
    pub(super) fn enter(&mut self, parent: u32, name: &str) -> Option<bool> {
        let parent = self.of[parent as usize];
        let number = parent.and_then(|parent| self.numbers.get(&(parent, name)).copied());
        self.of.push(number);
        number.map(|number| self.opened[number as usize - 1].inline)
    }

    /// All namespaces behind a part that has these scopes.
    pub(super) fn with(mut self, text: &str, scopes: &[Scope]) -> Box<[Opened]> {
        let mut all = self.opened.to_vec();
        for (i, scope) in scopes.iter().enumerate().skip(1) {
            // A scope stands behind its parent.
            if let (None, Some(parent)) = (self.of[i], self.of[scope.parent as usize]) {
                all.push(Opened {
                    parent,
                    name: scope.name.of(text).into(),
                    inline: scope.inline,
                });
                self.of[i] = Some(all.len() as u32);
            }
        }
        all.into()
    }
}

/// What a part leaves behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartEnd {
    /// No item, namespace or linkage specification is open where the part ends, and nothing is wrong in it. Otherwise the text
    /// behind it must be read together with it.
    pub complete: bool,
    /// Where the next part starts.
    pub start: PartStart,
}

impl Skeleton {
    /// Scans a part of a text. `start` is what the part before it leaves behind.
    pub fn of_part(text: &str, start: &PartStart) -> (Skeleton, PartEnd) {
        items::scan(text, start)
    }

    /// The skeleton of a text from those of its parts, in order, each with its text. All but the last are complete.
    pub fn join<'a>(parts: impl IntoIterator<Item = (&'a Skeleton, &'a str)>) -> Skeleton {
        let mut out = Skeleton {
            scopes: vec![Scope {
                parent: 0,
                name: Span::default(),
                inline: false,
                unnamed: false,
            }],
            ..Skeleton::default()
        };
        let mut paths = FxHashMap::default();
        let mut offset = 0;
        for (part, text) in parts {
            out.append(part, text, offset, &mut paths);
            offset += text.len() as u32;
        }
        out
    }

    /// Adds a part that begins at byte `offset`. `paths` gives the scopes so far by parent and name.
    fn append<'a>(
        &mut self,
        part: &Skeleton,
        text: &'a str,
        offset: u32,
        paths: &mut FxHashMap<(u32, &'a str), u32>,
    ) {
        let first = self.items.len() as u32;
        let moved = |span: Span| match span.is_empty() && span.start == 0 {
            true => span,
            false => Span {
                start: span.start + offset,
                end: span.end + offset,
            },
        };
        let mut scopes: Vec<u32> = vec![0];
        for scope in part.scopes.iter().skip(1) {
            let parent = scopes[scope.parent as usize];
            let number = *paths
                .entry((parent, scope.name.of(text)))
                .or_insert_with(|| {
                    self.scopes.push(Scope {
                        parent,
                        name: moved(scope.name),
                        ..*scope
                    });
                    self.scopes.len() as u32 - 1
                });
            scopes.push(number);
        }
        self.items.extend(part.items.iter().map(|item| Item {
            scope: scopes[item.scope as usize],
            span: moved(item.span),
            head_end: item.head_end + offset,
            name: moved(item.name),
            ..*item
        }));
        let numbered = |&(item, name): &(u32, Span)| (item + first, moved(name));
        self.more_names.extend(part.more_names.iter().map(numbered));
        self.tags.extend(part.tags.iter().map(numbered));
        self.annotations
            .extend(part.annotations.iter().map(|a| Annotation {
                span: moved(a.span),
                ..*a
            }));
        let spans = |spans: &[Span]| spans.iter().copied().map(moved).collect::<Vec<Span>>();
        self.bare_attributes.extend(spans(&part.bare_attributes));
        self.directives.extend(spans(&part.directives));
        self.errors
            .extend(part.errors.iter().map(|e| SkeletonError {
                offset: e.offset + offset,
                opener: e.opener + offset,
                kind: e.kind,
            }));
        self.lines.append(&part.lines, offset);
        self.cut = self.cut.or(part.cut.map(|cut| cut + offset));
    }
}

#[cfg(test)]
mod tests {
    use super::{PartEnd, PartStart, Skeleton};

    const TEXT: &str = "# 1 \"a.cu\"
namespace n { __attribute__((managed)) int m; __attribute__((global)) void k(); }
# 1 \"/usr/include/b.h\" 1 3
extern \"C\" {
int b, c;
}
#pragma pack(push)
namespace n { inline namespace v { struct A *f(); enum { e }; } }
namespace { template<class T> constexpr T x = 3; }
# 5 \"a.cu\" 2
int g() { return n::m; }
#pragma unroll
void h() { n::k<<<1, 2>>>(); __noinline__ int i; }
# 1 \"c.h\" 1
__attribute__((host)) __attribute__((device)) int
# 9 \"a.cu\" 2
j();
struct S { int s; } s1, s2;
namespace n::w { using namespace v; typedef struct T { } U; }
namespace n { namespace v { int late; } }
";

    /// Wherever a text is cut between items, its parts give what the whole gives; nowhere else are they called complete.
    #[test]
    fn parts_give_the_same_as_the_whole() {
        let whole = Skeleton::new(TEXT);
        let none = PartStart::default();
        let ends = TEXT.match_indices('\n').map(|(at, _)| at + 1);
        let mut complete = 0;
        for cut in ends.clone() {
            let (first, rest) = TEXT.split_at(cut);
            let (skeleton, end) = Skeleton::of_part(first, &none);
            let between = whole.items.iter().all(|item| {
                let span = item.span.range();
                !(span.start < cut && cut < span.end)
            });
            if !end.complete {
                continue;
            }
            complete += 1;
            assert!(between, "{first}");
            let (behind, _) = Skeleton::of_part(rest, &end.start);
            let joined = Skeleton::join([(&skeleton, first), (&behind, rest)]);
            assert_eq!(joined, whole, "{first}");
        }
        assert_eq!((complete, ends.count()), (16, 20));
    }

    #[test]
    fn what_is_open_is_not_complete() {
        for text in [
            "int a",
            "void f() {",
            "extern \"C\" {",
            "template<class T>",
            "__extension__",
            "\"x",
        ] {
            let (_, PartEnd { complete, .. }) = Skeleton::of_part(text, &PartStart::default());
            assert!(!complete, "{text}");
        }
    }
}
