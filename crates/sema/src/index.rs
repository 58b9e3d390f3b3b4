//! Items by name: the skeleton's facts, cut into pieces that survive edits elsewhere.
//!
//! Granularity: [`named_items`] and [`candidates`] read the skeleton, which changes at every edit, and are the firewall in
//! front of all lookup: they hold no position, and of functions and classes no body. A lookup scans the skeleton's names,
//! which costs less than building a map of all of them for the handful of names that anybody asks about.

use cleave_base_db::{Db, SourceFile};
use cleave_names::decl::Body;
use cleave_names::{
    ItemNode, ItemText, ScopePath, declarations, item_map, may_name_module, skeleton,
};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::{Flags, Item, ItemKind};

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
            NamedItem {
                index,
                kind: item.kind,
                flags: item.flags,
                scope: map.scopes[item.scope as usize],
                body: has_body(text, item),
                first,
                arguments: first && text[item.name.end as usize..].trim_start().starts_with('<'),
            }
        })
        .collect()
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

/// A using-directive.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Directive<'db> {
    pub(crate) scope: ScopePath<'db>,
    pub(crate) text: ItemText,
}

/// The namespaces of a file and the using-directives in them.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Namespaces<'db> {
    pub(crate) all: Box<[ScopePath<'db>]>,
    pub(crate) directives: Box<[Directive<'db>]>,
}

#[salsa::tracked]
pub(crate) fn namespaces<'db>(db: &'db dyn Db, file: SourceFile) -> Namespaces<'db> {
    let text: &str = file.text(db);
    let map = item_map(db, file);
    Namespaces {
        all: map.scopes.clone(),
        directives: skeleton(db, file)
            .items
            .iter()
            .filter(|i| i.kind == ItemKind::UsingDirective)
            .map(|i| Directive {
                scope: map.scopes[i.scope as usize],
                text: ItemText::new(i.span.of(text)),
            })
            .collect(),
    }
}

/// The ABI tags of an inline namespace, written wherever it is opened.
#[salsa::tracked(returns(deref))]
pub(crate) fn namespace_tags<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    scope: ScopePath<'db>,
) -> Box<[String]> {
    if !scope.inline(db) {
        return Box::default();
    }
    let text: &str = file.text(db);
    let map = item_map(db, file);
    let mut tags: Vec<String> = Vec::new();
    for item in &skeleton(db, file).items {
        if item.kind != ItemKind::NamespaceOpen || map.scopes[item.scope as usize] != scope {
            continue;
        }
        let text = item.span.of(text);
        let Some(at) = text.find("abi_tag") else {
            continue;
        };
        let quoted: Vec<&str> = text[at..].split('"').skip(1).step_by(2).collect();
        if quoted.is_empty() {
            // A tag without a name takes the namespace's.
            tags.push(scope.name(db).to_owned());
        }
        tags.extend(quoted.into_iter().map(str::to_owned));
    }
    tags.sort();
    tags.dedup();
    tags.into()
}

/// The items that the module id may be named after, as far as the skeleton tells, with their places among all items.
#[salsa::tracked(returns(deref))]
pub fn candidates<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[(ItemNode<'db>, u32)]> {
    let map = item_map(db, file);
    let skeleton = skeleton(db, file);
    let text: &str = file.text(db);
    map.nodes
        .iter()
        .zip(&map.indices)
        .filter(|&(_, &i)| may_name_module(text, &skeleton.items[i as usize]))
        .map(|(&node, &i)| (node, i))
        .collect()
}

/// What of a candidate its name can depend on: the declaration without a function's body or a variable's value. Nothing for a
/// function that is defaulted or deleted.
#[salsa::tracked]
pub(crate) fn candidate_head<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Option<ItemText> {
    let text = item.text(db).as_str();
    let decls = declarations(db, item);
    let outer: Vec<_> = decls.iter().filter(|d| d.parent.is_none()).collect();
    let [only] = outer.as_slice() else {
        return Some(item.text(db).clone());
    };
    let (cut, end) = match &only.function {
        Some(f) => {
            let body = match f.body {
                Body::Block(body) | Body::Try(body) => body,
                _ => return None,
            };
            let at = if f.ctor_initializer.is_empty() {
                body.start
            } else {
                f.ctor_initializer.start.min(body.start)
            };
            (at, "{}")
        }
        None if only.initializer.is_empty() => return Some(item.text(db).clone()),
        None => (only.initializer.start, "= 0;"),
    };
    let lexed = Lexed::new(text);
    let at = lexed.range(cut as usize).start;
    Some(ItemText::new(&format!("{}{end}", &text[..at])))
}

/// The enumerations, plain or in a typedef, whose text holds a word: where an enumerator of that name may be.
#[salsa::tracked(returns(deref))]
pub(crate) fn enumerations_with<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    word: Word<'db>,
) -> Box<[u32]> {
    let text: &str = file.text(db);
    let finder = memchr::memmem::Finder::new(word.text(db).as_bytes());
    skeleton(db, file)
        .items
        .iter()
        .enumerate()
        .filter(|(_, i)| matches!(i.kind, ItemKind::Enum | ItemKind::Typedef))
        .filter(|(_, i)| finder.find(i.span.of(text).as_bytes()).is_some())
        .filter(|(_, i)| i.span.of(text).contains("enum"))
        .map(|(i, _)| i as u32)
        .collect()
}

/// The namespace that an item stands in.
#[salsa::tracked]
pub(crate) fn item_scope<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    index: u32,
) -> Option<ScopePath<'db>> {
    let item = skeleton(db, file).items.get(index as usize)?;
    item_map(db, file).scopes.get(item.scope as usize).copied()
}
