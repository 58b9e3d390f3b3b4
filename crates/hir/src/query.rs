//! The queries.
//!
//! Granularity: [`lowered_signature`] and [`lowered_bodies`] parse and lower an item and are read by nobody but the small queries
//! below, each of which compares equal when its part of the item did not change. Both number the declarations alike.
#![allow(missing_docs, reason = "salsa generates methods without documentation")]

use std::sync::Arc;

use cleave_base_db::{Db, Kept};
use cleave_names::{ItemId, Word, flat_beside, flat_id, flat_of_user, item_id_text};
use cleave_syntax::Bodies;
use cleave_syntax::skeleton::ItemKind;

use crate::lower::{Beside as Text, Lowered, LoweredBody, Source, Unrolls, lower, lower_bodies};
use crate::{BodyHir, Code, DeclKind, ExprId, ItemHir, Spans};

/// Whether an item declares something, and does not just open or close a group.
fn declares(kind: ItemKind) -> bool {
    !matches!(
        kind,
        ItemKind::NamespaceOpen
            | ItemKind::NamespaceClose
            | ItemKind::LinkageOpen
            | ItemKind::LinkageClose
    )
}

fn lowered<'db>(db: &'db dyn Db, item: ItemId<'db>, bodies: Bodies) -> Lowered {
    if !declares(item.kind(db)) {
        return Lowered::default();
    }
    // The rules over what is written have a tree of the user's own code with everything in it.
    if let Some((parse, lexed, text)) = flat_of_user(db, item) {
        let source = Source { text, lexed };
        let unrolls = unrolls(db, item, source, bodies);
        return lower(source, (&parse.flat, &parse.errors), bodies, &unrolls);
    }
    let (tree, lexed) = flat_id(db, item, bodies);
    let source = Source {
        text: item_id_text(db, item).as_str(),
        lexed: &lexed,
    };
    let unrolls = unrolls(db, item, source, bodies);
    lower(source, (&tree, &[]), bodies, &unrolls)
}

/// The pragmas before loops: these stand in bodies.
fn unrolls<'db>(db: &'db dyn Db, item: ItemId<'db>, source: Source<'_>, bodies: Bodies) -> Unrolls {
    match bodies {
        Bodies::Lazy => Unrolls::default(),
        Bodies::Full => Unrolls::of(source, |factor| text_beside(db, item, factor)),
    }
}

/// What an expression beside an item is read from, with names as they are looked up where the item begins.
fn text_beside<'db>(db: &'db dyn Db, item: ItemId<'db>, expression: &str) -> Option<Text> {
    // An enumerator's value is a constant expression by itself ([dcl.enum]). A comment may end the expression.
    let text = format!("enum {{ e = ({expression}\n) }};");
    let (parse, lexed) = flat_beside(db, item, &text);
    parse.errors.is_empty().then_some(Text {
        text,
        lexed,
        flat: parse.flat,
    })
}

/// Read from a tree with closed bodies where there is no other: most items of headers are asked for nothing else.
#[salsa::tracked(no_eq, lru = 0)]
fn lowered_signature<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Lowered {
    let lowered_lazily = lowered(db, item, Bodies::Lazy);
    // A lambda's body within the signature.
    if lowered_lazily.closed {
        return lowered(db, item, Bodies::Full);
    }
    lowered_lazily
}

#[salsa::tracked(no_eq, lru = 0)]
fn lowered_bodies<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Box<[LoweredBody]> {
    // Both levels of the user's own code are read from one tree.
    if declares(item.kind(db))
        && let Some((parse, lexed, text)) = flat_of_user(db, item)
    {
        let source = Source { text, lexed };
        let unrolls = unrolls(db, item, source, Bodies::Full);
        let tree = (&parse.flat, &parse.errors[..]);
        return lower_bodies(source, tree, lowered_signature(db, item), &unrolls);
    }
    lowered(db, item, Bodies::Full).bodies
}

/// From now on only the values of that many items are kept when something changes, those that were used last; the others are lowered again
/// when somebody asks. Without that all are kept.
pub fn keep_at_most(db: &mut dyn Db, items: usize) {
    lowered_signature::set_lru_capacity(db, items);
    lowered_bodies::set_lru_capacity(db, items);
    tracked::keep_at_most(db, items);
    item_spans::set_lru_capacity(db, items);
    body_spans::set_lru_capacity(db, items);
}

/// The signature level of an item.
pub fn item_hir<'db>(db: &'db dyn Db, item: ItemId<'db>) -> &'db ItemHir {
    let asked = || tracked::item_hir(db, item);
    // Hardly anything is asked as often.
    static KEPT: Kept<Arc<ItemHir>> = Kept::new();
    let kept = KEPT.of(db, item, || Arc::clone(asked()));
    kept.unwrap_or_else(asked)
}

mod tracked {
    use super::*;

    /// The signature level of an item.
    #[salsa::tracked(returns(ref), lru = 0, heap_size = item_heap_size)]
    pub(super) fn item_hir<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Arc<ItemHir> {
        Arc::clone(&lowered_signature(db, item).item)
    }

    /// The body of a function or the initializer of a variable or data member.
    #[salsa::tracked(returns(as_ref), lru = 0, heap_size = body_heap_size)]
    pub(super) fn body_hir<'db>(
        db: &'db dyn Db,
        item: ItemId<'db>,
        decl: u32,
    ) -> Option<Arc<BodyHir>> {
        Some(Arc::clone(&body(db, item, decl)?.hir))
    }

    pub(super) fn keep_at_most(db: &mut dyn Db, items: usize) {
        item_hir::set_lru_capacity(db, items);
        body_hir::set_lru_capacity(db, items);
    }
}

/// Where everything of [`item_hir`] stands, in tokens of the item.
#[salsa::tracked(returns(deref), lru = 0)]
pub fn item_spans<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Arc<Spans> {
    Arc::clone(&lowered_signature(db, item).spans)
}

fn body<'db>(db: &'db dyn Db, item: ItemId<'db>, decl: u32) -> Option<&'db LoweredBody> {
    let bodies = lowered_bodies(db, item);
    let at = bodies.binary_search_by_key(&decl, |b| b.decl.into_raw().into());
    bodies.get(at.ok()?)
}

/// The body of a function or the initializer of a variable or data member, by the raw index of its declaration in [`item_hir`].
pub fn body_hir<'db>(db: &'db dyn Db, item: ItemId<'db>, decl: u32) -> Option<&'db BodyHir> {
    tracked::body_hir(db, item, decl).map(|body| &**body)
}

/// Code that is kept at hand.
#[derive(Clone)]
pub enum SharedCode {
    /// The signature level of an item.
    Signatures(Arc<ItemHir>),
    /// A body.
    Body(Arc<BodyHir>),
}

impl std::ops::Deref for SharedCode {
    type Target = Code;

    fn deref(&self) -> &Code {
        match self {
            SharedCode::Signatures(item) => &item.code,
            SharedCode::Body(body) => &body.code,
        }
    }
}

/// The code of an item's signature level, or of the body of one of its declarations.
pub fn shared_code<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    body: Option<u32>,
) -> Option<SharedCode> {
    Some(match body {
        None => SharedCode::Signatures(Arc::clone(tracked::item_hir(db, item))),
        Some(decl) => SharedCode::Body(Arc::clone(tracked::body_hir(db, item, decl)?)),
    })
}

/// Where everything of a [`body_hir`] stands, in tokens from [`body_start`] on.
#[salsa::tracked(returns(as_deref), lru = 0)]
pub fn body_spans<'db>(db: &'db dyn Db, item: ItemId<'db>, decl: u32) -> Option<Arc<Spans>> {
    Some(Arc::clone(&body(db, item, decl)?.spans))
}

/// The first token of a body in its item: that of its member initializers, if it has any.
#[salsa::tracked(returns(copy))]
pub fn body_start<'db>(db: &'db dyn Db, item: ItemId<'db>, decl: u32) -> Option<u32> {
    Some(body(db, item, decl)?.start)
}

/// An expression that is not written in an item but beside it, as in a pragma.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// It and its parts.
    pub code: Code,
    /// The expression.
    pub expr: ExprId,
}

/// The expression that a text beside an item is, with names as they are looked up where the item begins. `None` if it is none, or
/// if there is a lambda in it.
#[salsa::tracked(returns(as_deref))]
pub fn expression_beside<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    text: Word<'db>,
) -> Option<Arc<Beside>> {
    let Text { text, lexed, flat } = text_beside(db, item, text.text(db))?;
    let source = Source {
        text: &text,
        lexed: &lexed,
    };
    let lowered = lower(source, (&flat, &[]), Bodies::Lazy, &Unrolls::default());
    let code = lowered.item.code.clone();
    let mut values = code.decls.iter().filter_map(|(_, d)| match d.kind {
        DeclKind::Enumerator(value) => Some(value),
        _ => None,
    });
    let (Some(Some(expr)), None, false) = (values.next(), values.next(), lowered.closed) else {
        return None;
    };
    drop(values);
    Some(Arc::new(Beside { code, expr }))
}

/// The bytes behind what [`item_hir`] keeps.
fn item_heap_size(hir: &Arc<ItemHir>) -> usize {
    size_of::<ItemHir>() + hir.code.heap_size()
}

/// The bytes behind what [`body_hir`] keeps.
fn body_heap_size(hir: &Option<Arc<BodyHir>>) -> usize {
    let size = |hir: &Arc<BodyHir>| size_of::<BodyHir>() + hir.code.heap_size();
    hir.as_ref().map_or(0, size)
}
