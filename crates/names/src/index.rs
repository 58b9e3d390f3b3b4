//! Items by name: the skeleton's facts, cut into pieces that survive edits elsewhere.
//!
//! Granularity: [`named_items`] reads the skeleton, which changes at every edit, and is the firewall in front of all lookup:
//! it holds no position, and of functions and classes no body. A lookup scans the skeleton's names, which costs less than
//! building a map of all of them for the handful of names that anybody asks about.

use cleave_base_db::{Db, SourceFile};
use cleave_syntax::SyntaxKind::{EQ, IDENT, L_BRACE, R_BRACE};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::{Flags, Item, ItemKind, Span};

use crate::{ItemText, ScopePath, item_map, skeleton};

/// A name as a key.
#[salsa::interned(debug)]
pub struct Word<'db> {
    /// The name.
    #[returns(deref)]
    pub text: String,
}

/// An item as lookup sees it.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct NamedItem<'db> {
    /// Its place among all items of the file.
    pub index: u32,
    /// What it is.
    pub kind: ItemKind,
    /// What the skeleton noticed in it.
    pub flags: Flags,
    /// Where it stands; for a namespace, the namespace itself.
    pub scope: ScopePath<'db>,
    /// The item has a body that [`item_head`] leaves out.
    pub body: bool,
    /// The name asked for is the item's first one, not that of a later declarator.
    pub first: bool,
    /// Template arguments follow the name.
    pub arguments: bool,
    /// The name is that of the class or enumeration which the item defines or declares, and not of a variable of such a type.
    pub tag: bool,
}

/// A few bits of a name, by which most others are told apart without looking at the text.
fn tag(name: &[u8]) -> u16 {
    let at = |i: usize| u16::from(name.get(i).copied().unwrap_or(0));
    (name.len() as u16) << 11
        ^ at(0)
        ^ at(name.len() / 2).rotate_left(4)
        ^ at(name.len().wrapping_sub(1)).rotate_left(8)
}

/// The tag of each item's name.
#[salsa::tracked(no_eq, returns(deref))]
fn tags(db: &dyn Db, file: SourceFile) -> Box<[u16]> {
    let text = file.text(db).as_bytes();
    let items = &skeleton(db, file).items;
    items.iter().map(|i| tag(&text[i.name.range()])).collect()
}

/// The items that declare a name, in source order.
#[salsa::tracked(returns(deref))]
pub fn named_items<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    word: Word<'db>,
) -> Box<[NamedItem<'db>]> {
    let text: &str = file.text(db);
    let skeleton = skeleton(db, file);
    let map = item_map(db, file);
    let wanted = word.text(db);
    let tag = tag(wanted.as_bytes());
    let mut found: Vec<(u32, bool)> = Vec::new();
    for (i, _) in tags(db, file).iter().enumerate().filter(|t| *t.1 == tag) {
        if skeleton.items[i].name.of(text) == wanted {
            found.push((i as u32, true));
        }
    }
    for &(i, span) in &skeleton.more_names {
        if span.of(text) == wanted {
            found.push((i, false));
        }
    }
    found.sort_unstable();
    found
        .into_iter()
        .map(|(index, first)| {
            let item = &skeleton.items[index as usize];
            let body = has_body(text, item);
            NamedItem {
                index,
                kind: item.kind,
                flags: item.flags,
                scope: map.scopes[item.scope as usize],
                body,
                first,
                tag: first && is_tag(text, item, body),
                arguments: first && text[item.name.end as usize..].trim_start().starts_with('<'),
            }
        })
        .collect()
}

/// Whether an item's first name is that of a class or enumeration: it has the body, or `struct` or an attribute before it.
fn is_tag(text: &str, item: &Item, body: bool) -> bool {
    let before = text[item.span.start as usize..item.name.start as usize].trim_end();
    matches!(item.kind, ItemKind::Class | ItemKind::Enum)
        && (body
            || ["class", "struct", "union", "enum", ")", "]"]
                .iter()
                .any(|end| before.ends_with(end)))
}

fn has_body(text: &str, item: &Item) -> bool {
    match item.kind {
        ItemKind::FunctionDefinition => true,
        ItemKind::Class => text[item.head_end as usize..].starts_with('{'),
        _ => false,
    }
}

/// An item's text: functions and classes without their bodies, everything else as it is. A declaration by itself.
#[salsa::tracked]
pub fn item_head(db: &dyn Db, file: SourceFile, index: u32) -> ItemText {
    let text: &str = file.text(db);
    let Some(item) = skeleton(db, file).items.get(index as usize) else {
        return ItemText::new("");
    };
    let head = &text[item.span.start as usize..item.head_end as usize];
    match item.kind {
        ItemKind::FunctionDefinition => ItemText::new(&format!("{head};")),
        ItemKind::Class if has_body(text, item) => ItemText::new(&format!("{head}{{}};")),
        _ => ItemText::new(item.span.of(text)),
    }
}

/// The whole text of an item.
#[salsa::tracked]
pub fn item_text(db: &dyn Db, file: SourceFile, index: u32) -> ItemText {
    let span = skeleton(db, file).items.get(index as usize).map(|i| i.span);
    ItemText::new(span.map_or("", |s| s.of(file.text(db))))
}

/// The namespace that an item stands in.
#[salsa::tracked]
pub fn item_scope<'db>(db: &'db dyn Db, file: SourceFile, index: u32) -> Option<ScopePath<'db>> {
    let item = skeleton(db, file).items.get(index as usize)?;
    item_map(db, file).scopes.get(item.scope as usize).copied()
}

/// The enumerators that unscoped enumerations of namespaces declare: tag, item and name.
#[salsa::tracked(no_eq, returns(deref))]
fn enumerators(db: &dyn Db, file: SourceFile) -> Box<[(u16, u32, Span)]> {
    let text: &str = file.text(db);
    let mut out = Vec::new();
    for (i, item) in skeleton(db, file).items.iter().enumerate() {
        if !matches!(item.kind, ItemKind::Enum | ItemKind::Typedef) {
            continue;
        }
        let own = item.span.of(text);
        if let Some(at) = own.find('{').filter(|&at| is_unscoped_enum(&own[..at])) {
            unscoped_enumerators(own, at, |name| {
                let start = item.span.start + name.start as u32;
                let end = item.span.start + name.end as u32;
                out.push((tag(&own.as_bytes()[name]), i as u32, Span { start, end }));
            });
        }
    }
    out.into()
}

fn is_unscoped_enum(head: &str) -> bool {
    let mut words = head.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|w| w == "enum") && !words.any(|w| w == "class" || w == "struct")
}

/// The words that begin an enumerator of the enumeration whose brace is at `at`.
fn unscoped_enumerators(text: &str, at: usize, mut found: impl FnMut(std::ops::Range<usize>)) {
    let body = &text[at..];
    let lexed = Lexed::new(body);
    let mut depth = 0u32;
    let mut begins = true;
    for i in 0..lexed.len() {
        use cleave_syntax::SyntaxKind::{COMMA, L_BRACK, L_PAREN, R_BRACK, R_PAREN};
        match lexed.kind(i) {
            L_BRACE | L_PAREN | L_BRACK => depth += 1,
            R_BRACE | R_PAREN | R_BRACK => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return;
                }
            }
            COMMA if depth == 1 => begins = true,
            IDENT if depth == 1 && begins => {
                let range = lexed.range(i);
                found(at + range.start..at + range.end);
                begins = false;
            }
            EQ => begins = false,
            _ => {}
        }
    }
}

/// The items of unscoped enumerations that declare an enumerator of this name.
#[salsa::tracked(returns(deref))]
pub(crate) fn enumerators_named<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    word: Word<'db>,
) -> Box<[(u32, ScopePath<'db>)]> {
    let text: &str = file.text(db);
    let wanted = word.text(db);
    let tag = tag(wanted.as_bytes());
    let map = item_map(db, file);
    let items = &skeleton(db, file).items;
    (enumerators(db, file).iter())
        .filter(|e| e.0 == tag && e.2.of(text) == wanted)
        .map(|e| (e.1, map.scopes[items[e.1 as usize].scope as usize]))
        .collect()
}

/// The namespaces of this name.
#[salsa::tracked(returns(deref))]
pub(crate) fn namespaces_named<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    word: Word<'db>,
) -> Box<[ScopePath<'db>]> {
    let wanted = word.text(db);
    let scopes = &item_map(db, file).scopes;
    (scopes.iter().copied())
        .filter(|s| s.name(db) == wanted)
        .collect()
}

/// A using-directive of a namespace: where it stands, its place among the items, the path that it names.
pub(crate) type Directive<'db> = (ScopePath<'db>, u32, Box<str>);

/// The using-directives of namespaces.
#[salsa::tracked(returns(deref))]
pub(crate) fn directives<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[Directive<'db>]> {
    let text: &str = file.text(db);
    let map = item_map(db, file);
    (skeleton(db, file).items.iter().enumerate())
        .filter(|(_, item)| item.kind == ItemKind::UsingDirective)
        .filter_map(|(i, item)| {
            let path = item.span.of(text).rsplit_once("namespace")?.1;
            let path = path.trim().trim_end_matches(';').trim();
            Some((map.scopes[item.scope as usize], i as u32, path.into()))
        })
        .collect()
}
