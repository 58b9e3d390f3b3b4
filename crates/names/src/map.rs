//! The nodes of a text: its items as things with an identity, and where they lie.
//!
//! Granularity: [`part_nodes`] runs when its part changes. [`items`] is the firewall: it changes only when an item appears,
//! disappears, or moves past another one.

use cleave_base_db::{Db, SourceFile};
use cleave_syntax::lexer::token_hash;
use cleave_syntax::skeleton::{Flags, Item, ItemKind};
use rustc_hash::FxHashMap;

use crate::item::{ItemNode, ItemText};
use crate::owners::{edited_ranges, owned};
use crate::parts::{Part, Placed, file_parts, part_scopes, part_skeleton, part_stretch, part_text};
use crate::selection::Selection;
#[cfg(doc)]
use cleave_syntax::skeleton::Skeleton;

/// The nodes of a file and where they lie in its skeleton.
#[derive(Debug, PartialEq, salsa::SalsaValue)]
pub struct ItemMap<'db> {
    /// The nodes in source order.
    pub nodes: Box<[ItemNode<'db>]>,
    /// For each node, its index in [`Skeleton::items`].
    pub indices: Box<[u32]>,
}

/// The nodes of a file, and their places.
#[salsa::tracked(no_eq)]
pub fn item_map<'db>(db: &'db dyn Db, file: SourceFile) -> ItemMap<'db> {
    let (mut nodes, mut indices) = (Vec::new(), Vec::new());
    for &Placed { part, first } in file_parts(db, file) {
        for &(node, number) in part_nodes(db, file, part) {
            nodes.push(node);
            indices.push(first + number);
        }
    }
    ItemMap {
        nodes: nodes.into(),
        indices: indices.into(),
    }
}

/// Makes the nodes of a part: in source order, each with the number of its item in the part.
#[salsa::tracked(returns(deref))]
pub fn part_nodes<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    part: Part<'db>,
) -> Box<[(ItemNode<'db>, u32)]> {
    let text = part_text(db, part);
    let skeleton = part_skeleton(db, part);
    let scopes = part_scopes(db, part);
    let selection = Selection::new(db, file, part);
    let placed = file_parts(db, file).iter().find(|p| p.part == part);
    let first = placed.map_or(0, |placed| placed.first);
    let dialect = file.dialect(db);
    let owned = owned(db, file, part);
    let edited = edited_ranges(db, file, part);
    let mut user = owned.user.iter().peekable();
    let mut near = owned.near.iter().peekable();
    let mut edited = edited.iter().peekable();
    let mut directives = skeleton.directives.iter().peekable();
    let mut out = Vec::new();
    let mut equals: FxHashMap<_, u32> = FxHashMap::default();
    for (i, item) in (0u32..).zip(&skeleton.items) {
        while user.next_if(|r| r.1 <= item.span.start).is_some() {}
        while near.next_if(|r| r.1 <= item.span.start).is_some() {}
        while edited.next_if(|r| r.1 <= item.span.start).is_some() {}
        let own = user.peek().is_some_and(|r| r.0 <= item.span.start);
        let mut unchecked = false;
        while let Some(d) = directives.next_if(|d| d.start < item.span.end) {
            unchecked |= switches_checks_off(d.of(text));
        }
        let mut flags = item.flags;
        if unchecked {
            flags.set(Flags::UNCHECKED);
        }
        let is_in = |range: Option<&&(u32, u32)>| range.is_some_and(|r| r.0 <= item.span.start);
        if is_in(near.peek()) || own && is_in(edited.peek()) {
            flags.set(Flags::NEAR);
        }
        if own && is_declaration(item) && !is_empty(item, text) {
            flags.set(Flags::USER);
        } else if !selection.takes(item) {
            continue;
        }
        let scope = scopes[item.scope as usize];
        let text_of_item = ItemText::of(part_stretch(db, part, item.span));
        let name = item.name.of(text);
        let (head, nth) = match db.unchanging() {
            // There is no other version in which an item would have to be found again.
            Some(_) => (u64::from(first + i), 0),
            None => {
                let head = token_hash(&text[item.span.start as usize..item.head_end as usize]);
                let equal = equals.entry((item.kind, scope, name, head)).or_insert(0);
                let nth = *equal;
                *equal += 1;
                (head, nth)
            }
        };
        let node = ItemNode::new(
            db,
            file,
            item.kind,
            scope,
            name.to_owned(),
            head,
            nth,
            flags,
            first + i,
            dialect,
            text_of_item,
        );
        out.push((node, i));
    }
    out.into()
}

/// The nodes of the user's own code in a part, each with the number of its item in the part.
#[salsa::tracked(returns(deref))]
pub fn part_user_nodes<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    part: Part<'db>,
) -> Box<[(ItemNode<'db>, u32)]> {
    let nodes = part_nodes(db, file, part).iter();
    let own = nodes.filter(|(node, _)| node.flags(db).has(Flags::USER));
    own.copied().collect()
}

/// The nodes of a file in source order, without their places: a firewall over [`item_map`].
#[salsa::tracked(returns(deref))]
pub fn items<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[ItemNode<'db>]> {
    item_map(db, file).nodes.clone()
}

/// The nodes of the user's own code in source order: what can be wrong in it is worth telling, and only that.
#[salsa::tracked(returns(deref))]
pub fn user_items<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[ItemNode<'db>]> {
    items(db, file)
        .iter()
        .copied()
        .filter(|item| item.flags(db).has(Flags::USER))
        .collect()
}

/// Whether an item stands in the main source file, in a header next to it (in its folder or below), or in one that somebody edits.
pub fn is_in_own_file<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> bool {
    item.flags(db).has(Flags::NEAR)
}

/// Whether a pragma says that the next declaration may call what it likes.
fn switches_checks_off(directive: &str) -> bool {
    directive.contains("nv_exec_check_disable")
}

/// Whether an item is an empty declaration: nothing can be wrong with it, and nothing becomes of it.
fn is_empty(item: &Item, text: &str) -> bool {
    item.name.is_empty() && item.span.of(text) == ";"
}

/// Whether an item declares something by itself, rather than opening or closing what others stand in.
fn is_declaration(item: &Item) -> bool {
    !matches!(
        item.kind,
        ItemKind::NamespaceOpen
            | ItemKind::NamespaceClose
            | ItemKind::LinkageOpen
            | ItemKind::LinkageClose
    ) && !item.is_builtin_device_function()
}
