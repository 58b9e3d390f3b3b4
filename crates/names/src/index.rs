//! Items by name: the skeleton's facts, cut into pieces that survive edits elsewhere.
//!
//! Granularity: [`named_items`] reads the skeleton, which changes at every edit, and is the firewall in front of all lookup: it holds no position, and of functions and classes no body.

use std::borrow::Cow;
use std::hash::BuildHasher;

use cleave_base_db::{Db, SourceFile};
use cleave_syntax::SyntaxKind::{EQ, IDENT, L_BRACE, R_BRACE};
use cleave_syntax::blanks;
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::{Flags, Item, ItemKind, Span};

use crate::interface::{has_interface, interface_has_name, interface_paths};
use crate::parts::{
    Part, Place, Placed, file_parts, part_scopes, part_skeleton, part_stretch, part_text, place,
    scanned,
};
use crate::{ItemId, ItemText, ScopePath, item_index};

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

/// What an entry of the index says about a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The first name of an item.
    First,
    /// The name of a later declarator.
    More,
    /// An enumerator of an unscoped enumeration.
    Enumerator,
    /// A namespace; the number is that of a scope.
    Namespace,
    /// A class or enumeration that an item mentions.
    Tag,
}

#[derive(Clone, Copy)]
struct Entry {
    name: Span,
    number: u32,
    role: Role,
}

/// All names that namespaces declare, by the hash of the name; those of one hash in source order.
struct NameIndex {
    /// Where each bucket begins; one more than there are buckets.
    starts: Box<[u32]>,
    entries: Box<[Entry]>,
}

impl NameIndex {
    fn new(text: &str, entries: &[Entry]) -> NameIndex {
        let buckets = entries.len().next_power_of_two();
        let hashes: Vec<u32> = (entries.iter())
            .map(|e| bucket(&plain(e.name.of(text)), buckets))
            .collect();
        let mut starts = vec![0u32; buckets + 1];
        for &hash in &hashes {
            starts[hash as usize + 1] += 1;
        }
        for i in 0..buckets {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut sorted: Vec<Entry> = entries.to_vec();
        for (entry, &hash) in entries.iter().zip(&hashes) {
            let at = &mut next[hash as usize];
            sorted[*at as usize] = *entry;
            *at += 1;
        }
        NameIndex {
            starts: starts.into(),
            entries: sorted.into(),
        }
    }

    fn find<'t>(&self, text: &'t str, name: &'t str) -> impl Iterator<Item = Entry> {
        let name = plain(name);
        let at = bucket(&name, self.starts.len() - 1) as usize;
        let range = self.starts[at] as usize..self.starts[at + 1] as usize;
        (self.entries[range].iter().copied()).filter(move |e| plain(e.name.of(text)) == name)
    }
}

/// What all conversion functions are called here: their types are written in many ways.
pub const CONVERSION: &str = "operator <type>";

/// The first words of names behind `operator` that are no types.
const NO_TYPES: &[&str] = &[
    "new", "delete", "co_await", "and", "or", "not", "bitand", "bitor", "xor", "compl", "and_eq",
    "or_eq", "xor_eq", "not_eq", "compare",
];

/// Whether what stands behind `operator` is a type.
fn is_type(symbol: &str) -> bool {
    let symbol = symbol.trim_start();
    let end = symbol.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')));
    let first = &symbol[..end.unwrap_or(symbol.len())];
    match first.is_empty() {
        true => symbol.starts_with("::") || symbol == "<type>",
        false => !NO_TYPES.contains(&first) && !first.starts_with(|c: char| c.is_ascii_digit()),
    }
}

/// The one spelling of a name that has several: `operator  bitor` is `operator|` ([lex.digraph]).
fn plain(name: &str) -> Cow<'_, str> {
    let Some(symbol) = name.strip_prefix("operator") else {
        return Cow::Borrowed(name);
    };
    // `operators` is a name like any other.
    if symbol.starts_with(|c: char| c.is_ascii_whitespace() || c == ':') && is_type(symbol) {
        return Cow::Borrowed(CONVERSION);
    }
    let spaced = symbol.bytes().any(|b| b.is_ascii_whitespace());
    if !spaced {
        return Cow::Borrowed(name);
    }
    let symbol: String = symbol.split_ascii_whitespace().collect();
    let symbol = match symbol.as_str() {
        "and" => "&&",
        "or" => "||",
        "not" => "!",
        "bitand" => "&",
        "bitor" => "|",
        "xor" => "^",
        "compl" => "~",
        "and_eq" => "&=",
        "or_eq" => "|=",
        "xor_eq" => "^=",
        "not_eq" => "!=",
        other => other,
    };
    Cow::Owned(format!("operator{symbol}"))
}

fn bucket(name: &str, buckets: usize) -> u32 {
    (hash(name) as usize & (buckets - 1)) as u32
}

/// The index of a part; items and scopes have the part's own numbers.
#[salsa::tracked(no_eq)]
fn name_index<'db>(db: &'db dyn Db, part: Part<'db>) -> NameIndex {
    let text = part_text(db, part);
    let skeleton = &scanned(db, part).skeleton;
    let mut entries = Vec::with_capacity(skeleton.items.len() + skeleton.more_names.len());
    for (i, scope) in skeleton.scopes.iter().enumerate() {
        if !scope.name.is_empty() {
            entries.push(Entry {
                name: scope.name,
                number: i as u32,
                role: Role::Namespace,
            });
        }
    }
    let mut more = skeleton.more_names.iter().peekable();
    let mut tags = skeleton.tags.iter().peekable();
    for (i, item) in skeleton.items.iter().enumerate() {
        let number = i as u32;
        let mut add = |name, role| {
            entries.push(Entry { name, number, role });
        };
        if !item.name.is_empty() {
            add(item.name, Role::First);
        }
        while let Some(&(_, name)) = more.next_if(|m| m.0 == number) {
            add(name, Role::More);
        }
        while let Some(&(_, name)) = tags.next_if(|m| m.0 == number) {
            add(name, Role::Tag);
        }
        enumerators(text, item, |name| add(name, Role::Enumerator));
    }
    NameIndex::new(text, &entries)
}

/// The enumerators of an unscoped enumeration that an item defines.
fn enumerators(text: &str, item: &Item, mut found: impl FnMut(Span)) {
    if !matches!(
        item.kind,
        ItemKind::Enum | ItemKind::Typedef | ItemKind::Alias
    ) {
        return;
    }
    let own = item.span.of(text);
    if let Some(at) = own.find('{').filter(|&at| is_unscoped_enum(&own[..at])) {
        unscoped_enumerators(own, at, |name| {
            let start = item.span.start + name.start as u32;
            let end = item.span.start + name.end as u32;
            found(Span { start, end });
        });
    }
}

/// What namespaces declare under a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Named<'db> {
    /// The items that declare it, in source order.
    pub(crate) items: Box<[NamedItem<'db>]>,
    /// The items that mention a class or enumeration of this name with its key, and may be the first to do so.
    pub(crate) tags: Box<[NamedItem<'db>]>,
    /// The items of unscoped enumerations that have an enumerator of this name, and where they stand.
    pub(crate) enumerators: Box<[(u32, ScopePath<'db>)]>,
    /// The namespaces of this name.
    pub(crate) namespaces: Box<[ScopePath<'db>]>,
    /// The first item that opens each of them.
    pub(crate) openings: Box<[u32]>,
}

/// Whether namespaces declare anything by a name. Not remembered, and it reads positions: for whoever asks outside of queries.
pub fn declares(db: &dyn Db, file: SourceFile, name: &str) -> bool {
    file_parts(db, file).iter().any(|placed| {
        let mut found = name_index(db, placed.part).find(part_text(db, placed.part), name);
        found.next().is_some()
    })
}

/// Whether an item alone declares one of its names, and once: no other item, no namespace has it.
pub fn is_sole<'db>(db: &'db dyn Db, item: ItemId<'db>, name: &str) -> bool {
    let sole = sole_names(db, item);
    if name == item.name(db) {
        return sole.first;
    }
    !sole.others.is_empty() && sole.others.binary_search(&hash(&plain(name))).is_ok()
}

/// The names that an item alone declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SoleNames {
    /// Its first name is one.
    first: bool,
    /// The hashes of the others, sorted.
    others: Box<[u64]>,
}

/// The names that an item alone declares. Most names of a program are such, and nothing need be compared for them.
#[salsa::tracked(returns(ref))]
fn sole_names<'db>(db: &'db dyn Db, item: ItemId<'db>) -> SoleNames {
    let file = item.file(db);
    let place = item_index(db, item).and_then(|index| place(db, file, index));
    let Some((Place { part, number }, own)) = place.and_then(|p| Some((p, p.item(db)?))) else {
        return SoleNames::default();
    };
    let text = part_text(db, part);
    let (index, skeleton) = (name_index(db, part), &scanned(db, part).skeleton);
    let others = file_parts(db, file).iter().map(|placed| placed.part);
    let others: Vec<Part<'db>> = others.filter(|&other| other != part).collect();
    let is_elsewhere = |hash: u64| others.iter().any(|&other| has_name(db, file, other, hash));
    let more = &skeleton.more_names;
    let more = more[more.partition_point(|m| m.0 < number)..].iter();
    let more = more.take_while(|m| m.0 == number).map(|m| m.1);
    let sole = |span: Span| {
        let name = span.of(text);
        let mut found = index.find(text, name);
        let once = !name.is_empty() && found.next().is_some() && found.next().is_none();
        let hash = once.then(|| hash(&plain(name)))?;
        (!is_elsewhere(hash)).then_some(hash)
    };
    let mut others: Vec<u64> = more.filter_map(sole).collect();
    enumerators(text, own, |span| others.extend(sole(span)));
    others.sort_unstable();
    SoleNames {
        first: sole(own.name).is_some(),
        others: others.into(),
    }
}

/// Whether a part may declare a name. Every part has items without a name.
pub fn may_declare<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    part: Part<'db>,
    word: Word<'db>,
) -> bool {
    let name = plain(word.text(db));
    name.is_empty() || has_name(db, file, part, hash(&name))
}

fn has_name<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>, hash: u64) -> bool {
    match has_interface(db, file, part) {
        true => interface_has_name(db, file, hash),
        false => name_hashes(db, part).binary_search(&hash).is_ok(),
    }
}

/// The hashes of all names that a part declares, sorted.
#[salsa::tracked(returns(deref))]
pub(crate) fn name_hashes<'db>(db: &'db dyn Db, part: Part<'db>) -> Box<[u64]> {
    let (index, text) = (name_index(db, part), part_text(db, part));
    let names = index.entries.iter().map(|entry| entry.name.of(text));
    let mut hashes: Vec<u64> = names.map(|name| hash(&plain(name))).collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes.into()
}

fn hash(name: &str) -> u64 {
    rustc_hash::FxBuildHasher.hash_one(name)
}

/// The items that declare a name, in source order.
pub fn named_items<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    word: Word<'db>,
) -> &'db [NamedItem<'db>] {
    &named(db, file, word).items
}

/// The items of a part whose first name is `word`, in source order, by their places in the part.
pub(crate) fn first_items<'db>(db: &'db dyn Db, part: Part<'db>, word: Word<'db>) -> Vec<u32> {
    name_index(db, part)
        .find(part_text(db, part), word.text(db))
        .filter(|entry| entry.role == Role::First)
        .map(|entry| entry.number)
        .collect()
}

impl<'db> Named<'db> {
    /// An item by its number among those that declare the name, and those that mention it as a class after them.
    pub(crate) fn nth(&self, nth: usize) -> Option<&NamedItem<'db>> {
        let tag = nth.wrapping_sub(self.items.len());
        self.items.get(nth).or_else(|| self.tags.get(tag))
    }
}

/// Everything that is called by a name.
#[salsa::tracked(returns(ref))]
pub(crate) fn named<'db>(db: &'db dyn Db, file: SourceFile, word: Word<'db>) -> Named<'db> {
    let parts = file_parts(db, file);
    if let [only] = parts {
        return find(db, only.part, word);
    }
    let (mut items, mut tags, mut enumerators) = (Vec::new(), Vec::new(), Vec::new());
    let (mut namespaces, mut openings) = (Vec::new(), Vec::new());
    for &Placed { part, first } in parts {
        if !may_declare(db, file, part, word) {
            continue;
        }
        let own = named_in(db, part, word);
        let moved = |item: &NamedItem<'db>| NamedItem {
            index: item.index + first,
            ..item.clone()
        };
        items.extend(own.items.iter().map(moved));
        tags.extend(own.tags.iter().map(moved));
        enumerators.extend(own.enumerators.iter().map(|&(i, scope)| (i + first, scope)));
        for (&namespace, opening) in own.namespaces.iter().zip(&own.openings) {
            if !namespaces.contains(&namespace) {
                namespaces.push(namespace);
                openings.push(opening.saturating_add(first));
            }
        }
    }
    Named {
        items: items.into(),
        tags: tags.into(),
        enumerators: enumerators.into(),
        namespaces: namespaces.into(),
        openings: openings.into(),
    }
}

/// Everything that a part calls by a name; items have the part's own numbers.
#[salsa::tracked(returns(ref))]
fn named_in<'db>(db: &'db dyn Db, part: Part<'db>, word: Word<'db>) -> Named<'db> {
    find(db, part, word)
}

fn find<'db>(db: &'db dyn Db, part: Part<'db>, word: Word<'db>) -> Named<'db> {
    let text = part_text(db, part);
    let skeleton = &scanned(db, part).skeleton;
    let scopes = part_scopes(db, part);
    let item = |entry: Entry, first: bool| {
        let index = entry.number;
        let item = &skeleton.items[index as usize];
        let body = has_body(text, item);
        NamedItem {
            index,
            kind: item.kind,
            flags: item.flags,
            scope: scopes[item.scope as usize],
            body,
            first,
            tag: first && is_tag(text, item, body),
            arguments: first
                && blanks::trim_start(&text[item.name.end as usize..]).starts_with('<'),
        }
    };
    let mut items = Vec::new();
    let mut tags = Vec::new();
    let mut enumerators = Vec::new();
    let mut namespaces = Vec::new();
    let mut openings = Vec::new();
    for entry in name_index(db, part).find(text, word.text(db)) {
        let number = entry.number as usize;
        match entry.role {
            Role::First => items.push(item(entry, true)),
            Role::More => items.push(item(entry, false)),
            Role::Tag => tags.push(item(entry, false)),
            Role::Namespace => {
                namespaces.push(scopes[number]);
                openings.push(scope_openings(db, part)[number]);
            }
            Role::Enumerator => {
                let scope = skeleton.items[number].scope;
                enumerators.push((entry.number, scopes[scope as usize]));
            }
        }
    }
    Named {
        items: items.into(),
        tags: tags.into(),
        enumerators: enumerators.into(),
        namespaces: namespaces.into(),
        openings: openings.into(),
    }
}

/// The first item of a part that opens each of its scopes, or a namespace within it: `namespace a::b {` opens both.
#[salsa::tracked(returns(deref), no_eq)]
fn scope_openings<'db>(db: &'db dyn Db, part: Part<'db>) -> Box<[u32]> {
    let skeleton = &scanned(db, part).skeleton;
    let mut out = vec![u32::MAX; skeleton.scopes.len()];
    for (i, item) in skeleton.items.iter().enumerate() {
        let mut at = item.scope as usize;
        while item.kind == ItemKind::NamespaceOpen && out[at] == u32::MAX {
            out[at] = i as u32;
            at = skeleton.scopes[at].parent as usize;
        }
    }
    out.into()
}

/// Whether an item's first name is that of a class or enumeration: it has the body, or `struct` or an attribute before it.
fn is_tag(text: &str, item: &Item, body: bool) -> bool {
    let before = blanks::trim_end(&text[item.span.start as usize..item.name.start as usize]);
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
    let place = place(db, file, index);
    let Some((place, item)) = place.and_then(|p| Some((p, p.item(db)?))) else {
        return ItemText::new("");
    };
    let text = part_text(db, place.part);
    let head = &text[item.span.start as usize..item.head_end as usize];
    match item.kind {
        ItemKind::FunctionDefinition => ItemText::new(&format!("{head};")),
        ItemKind::Class if has_body(text, item) => ItemText::new(&format!("{head}{{}};")),
        _ => ItemText::of(part_stretch(db, place.part, item.span)),
    }
}

/// The whole text of an item.
#[salsa::tracked]
pub fn item_text(db: &dyn Db, file: SourceFile, index: u32) -> ItemText {
    let place = place(db, file, index);
    place.map_or_else(|| ItemText::new(""), |place| place.kept_text(db))
}

/// The namespace that an item stands in.
#[salsa::tracked]
pub fn item_scope<'db>(db: &'db dyn Db, file: SourceFile, index: u32) -> Option<ScopePath<'db>> {
    place(db, file, index)?.scope(db)
}

/// Whether what precedes a brace is the head of an unscoped enumeration.
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

/// A using-directive of a namespace: where it stands, its place among the items, the path that it names.
pub type Directive<'db> = (ScopePath<'db>, u32, Box<str>);

/// The using-directives of namespaces.
#[salsa::tracked(returns(deref))]
pub(crate) fn directives<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[Directive<'db>]> {
    paths_behind(db, file, ItemKind::UsingDirective, "namespace")
}

/// The using-enum-declarations of namespaces, as directives.
#[salsa::tracked(returns(deref))]
pub fn using_enums<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[Directive<'db>]> {
    paths_behind(db, file, ItemKind::UsingDeclaration, "enum")
}

/// The paths that items of a kind name behind a word, up to their `;`.
fn paths_behind<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    kind: ItemKind,
    word: &str,
) -> Box<[Directive<'db>]> {
    let parts = file_parts(db, file).iter();
    parts
        .flat_map(|placed| match has_interface(db, file, placed.part) {
            true => interface_paths(db, file, placed.first, word == "enum"),
            false => paths_in(db, placed, kind, word),
        })
        .collect()
}

pub(crate) fn paths_in<'db>(
    db: &'db dyn Db,
    placed: &Placed<'db>,
    kind: ItemKind,
    word: &str,
) -> Vec<Directive<'db>> {
    let &Placed { part, first } = placed;
    let (text, scopes) = (part_text(db, part), part_scopes(db, part));
    (first..)
        .zip(&part_skeleton(db, part).items)
        .filter(|(_, item)| item.kind == kind)
        .filter_map(|(i, item)| {
            let (before, path) = item.span.of(text).split_once(word)?;
            if !before.ends_with(|c: char| c.is_whitespace() || c == ']' || c == ')')
                || !path.starts_with(|c: char| c.is_whitespace() || c == ':')
            {
                return None;
            }
            let path = blanks::without_directives(path);
            let path: Vec<&str> = (path.trim_end().trim_end_matches(';').split("::"))
                .map(str::trim)
                .collect();
            Some((scopes[item.scope as usize], i, path.join("::").into()))
        })
        .collect()
}
