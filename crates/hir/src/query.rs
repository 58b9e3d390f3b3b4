//! The queries.
//!
//! Granularity: [`lowered`] parses and lowers an item whole and is read by nobody but the small queries below, each of which
//! compares equal when its part of the item did not change.
#![allow(missing_docs, reason = "salsa generates methods without documentation")]

use std::sync::Arc;

use cleave_base_db::Db;
use cleave_names::{ItemId, parse_full};
use cleave_syntax::skeleton::ItemKind;

use crate::lower::{Lowered, LoweredBody, lower};
use crate::{BodyHir, ItemHir, Spans};

#[salsa::tracked(no_eq)]
fn lowered<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Option<Lowered> {
    // What opens or closes a group declares nothing by itself.
    if matches!(
        item.kind(db),
        ItemKind::NamespaceOpen
            | ItemKind::NamespaceClose
            | ItemKind::LinkageOpen
            | ItemKind::LinkageClose
    ) {
        return None;
    }
    let (parse, lexed) = parse_full(db, item);
    Some(lower(&lexed, &parse.syntax()))
}

/// The signature level of an item.
#[salsa::tracked(returns(deref))]
pub fn item_hir<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Arc<ItemHir> {
    let lowered = lowered(db, item).as_ref();
    lowered.map(|l| Arc::clone(&l.item)).unwrap_or_default()
}

/// Where everything of [`item_hir`] stands, in tokens of the item.
#[salsa::tracked(returns(deref))]
pub fn item_spans<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Arc<Spans> {
    let lowered = lowered(db, item).as_ref();
    lowered.map(|l| Arc::clone(&l.spans)).unwrap_or_default()
}

fn body<'db>(db: &'db dyn Db, item: ItemId<'db>, decl: u32) -> Option<&'db LoweredBody> {
    let bodies = &lowered(db, item).as_ref()?.bodies;
    let at = bodies.binary_search_by_key(&decl, |b| b.decl.into_raw().into());
    bodies.get(at.ok()?)
}

/// The body of a function or the initializer of a variable or data member, by the raw index of its declaration in [`item_hir`].
#[salsa::tracked(returns(as_deref))]
pub fn body_hir<'db>(db: &'db dyn Db, item: ItemId<'db>, decl: u32) -> Option<Arc<BodyHir>> {
    Some(Arc::clone(&body(db, item, decl)?.hir))
}

/// Where everything of a [`body_hir`] stands, in tokens from [`body_start`] on.
#[salsa::tracked(returns(as_deref))]
pub fn body_spans<'db>(db: &'db dyn Db, item: ItemId<'db>, decl: u32) -> Option<Arc<Spans>> {
    Some(Arc::clone(&body(db, item, decl)?.spans))
}

/// The first token of a body in its item: that of its member initializers, if it has any.
#[salsa::tracked(returns(copy))]
pub fn body_start<'db>(db: &'db dyn Db, item: ItemId<'db>, decl: u32) -> Option<u32> {
    Some(body(db, item, decl)?.start)
}
