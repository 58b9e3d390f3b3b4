//! What an item holds that has code of its own, and what is wrong with it.
//!
//! Granularity: [`problems`] is per item and reads the typed code of its functions and initialisers, each a query of its own;
//! [`place`] alone knows where something stands.

use cleave_base_db::Db;
use cleave_hir::{Decl, DeclKind, Init, body_spans, body_start, item_hir, item_spans};
use cleave_names::ItemId;
use cleave_names::decl::{Body, Tokens};

use crate::{CodeRef, DeclRef, Entity, Problem, Site, check};

/// The functions, variables and data members of an item that have a body or an initialiser, in order, members included.
/// Templates are among them, their parameters standing for themselves.
pub fn bodies<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Entity<'db>> {
    let hir = item_hir(db, item);
    let code = CodeRef { item, body: None };
    let mut out = Vec::new();
    for (id, decl) in hir.code.decls.iter() {
        if has_code(decl) {
            out.push(Entity::new(db, DeclRef::at(db, code, id), None));
        }
    }
    out
}

fn has_code(decl: &Decl) -> bool {
    match &decl.kind {
        DeclKind::Function(f) => matches!(f.body, Body::Block(_) | Body::Try(_)),
        DeclKind::Variable(v) => !matches!(v.init, Init::None),
        DeclKind::StructuredBinding { .. } => true,
        _ => false,
    }
}

/// What is wrong with the code of an item. Nothing is said of what could not be typed.
#[salsa::tracked(returns(deref))]
pub fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Box<[Problem<'db>]> {
    let mut out = Vec::new();
    for entity in bodies(db, item) {
        if let Some(typed) = check::body(db, entity) {
            out.extend(typed.problems.iter().cloned());
        }
    }
    out.into()
}

/// Where a site stands: its tokens in its item, and the token that a diagnostic about it points at.
pub fn place<'db>(db: &'db dyn Db, site: Site<'db>) -> Option<(Tokens, u32)> {
    let item = site.code.item;
    let (spans, start) = match site.code.body {
        None => (item_spans(db, item), 0),
        Some(decl) => (body_spans(db, item, decl)?, body_start(db, item, decl)?),
    };
    let i = site.index as usize;
    let tokens = match site.is_type {
        true => *spans.types.get(i)?,
        false => *spans.exprs.get(i)?,
    };
    let point = match site.is_type {
        true => tokens.start,
        false => *spans.points.get(i)?,
    };
    Some((
        Tokens {
            start: tokens.start + start,
            end: tokens.end + start,
        },
        point + start,
    ))
}
