//! What the declarations of an entity that stand before one of them say together. It knows no rule.

use cleave_base_db::Db;
use cleave_cuda::{ExecutionSpace, MemorySpace, annotated, annotated_memory, tile};
use cleave_hir::DeclKind;
use cleave_names::ItemNode;
use cleave_names::decl::{Body, Decl};
use cleave_typing::DeclRef;
use cleave_typing::function::{canonical, redeclarations};
use rustc_hash::FxHashMap;

use crate::engine::entities;

/// What some declarations of one function or variable say together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Said {
    /// Of a function, the union of its annotations.
    pub(crate) execution: ExecutionSpace,
    /// Of a variable, the union of its annotations.
    pub(crate) memory: MemorySpace,
    /// One of them defines the function, be it by `= default` or `= delete`.
    pub(crate) defined: bool,
}

/// What is said before a declaration of an item; `None` before the first one.
pub(crate) fn said_before<'db>(db: &'db dyn Db, item: ItemNode<'db>, decl: &Decl) -> Option<Said> {
    let own = entities::declaration_in(db, item, decl)?;
    let first = canonical(db, own);
    if own == first {
        return None;
    }
    running_sums(db, first).get(&own).copied()
}

/// Before each redeclaration of an entity, by its first declaration. Kept as a whole: a thing that is declared a thousand times is
/// not read a million times.
#[salsa::tracked(returns(ref))]
fn running_sums<'db>(db: &'db dyn Db, first: DeclRef<'db>) -> FxHashMap<DeclRef<'db>, Said> {
    let tile = tile(db, first.code(db).item.file(db));
    let mut sum = Said::default();
    let mut out = FxHashMap::default();
    for &decl in redeclarations(db, first) {
        if decl != first {
            out.insert(decl, sum);
        }
        let Some(hir) = decl.hir(db) else { continue };
        sum.execution = sum.execution.with(annotated(hir, tile));
        sum.memory = sum.memory.with(annotated_memory(hir, tile));
        sum.defined |= matches!(&hir.kind, DeclKind::Function(f) if !matches!(f.body, Body::None));
    }
    out
}
