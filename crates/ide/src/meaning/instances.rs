//! What names mean in the instances that the program makes of a template, where the template itself leaves it open.

use cleave_base_db::Db;
use cleave_hir::{ExprId, Path};
use cleave_names::ItemId;
use cleave_odr_use::{pieces, used_of};
use cleave_typing::function::{canonical, class_of};
use cleave_typing::{Context, Entity};

use super::dependent::is_known;
use super::{Symbol, found, typed_name};
use crate::navigation::first_declared;
use crate::piece::Piece;

/// The most meanings of a name that are shown.
const MEANINGS: usize = 8;

/// What a name in an expression means in instances, each meaning once.
pub(super) fn of_name<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    expr: ExprId,
    parent: Option<ExprId>,
) -> Vec<Symbol<'db>> {
    let mut out: Vec<Symbol<'db>> = Vec::new();
    if piece.code_ref.body.is_none() {
        return out;
    }
    let mut seen = Vec::new();
    for code in pieces::every(db, first_item(db, piece), true) {
        let Some(symbol) = typed_name(db, piece, code.typed, expr, parent) else {
            continue;
        };
        let declared = first_declared(db, &symbol);
        if seen.contains(&declared) {
            continue;
        }
        seen.push(declared);
        out.push(symbol);
        if out.len() == MEANINGS {
            break;
        }
    }
    out
}

/// The item that declares first whose code it is: by it instances are known.
fn first_item<'db>(db: &'db dyn Db, piece: &Piece<'db>) -> ItemId<'db> {
    let owner = piece.owner.map(|owner| canonical(db, owner.decl(db)));
    owner.map_or(piece.code_ref.item, |first| first.code(db).item)
}

/// What a path means in instances whose qualifier is a template parameter, or depends on one.
pub(super) fn of_path<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    path: &Path,
) -> Option<Vec<Symbol<'db>>> {
    let owner = piece.owner?.decl(db);
    if path.is_unqualified() {
        return None;
    }
    let mut out: Vec<Symbol<'db>> = Vec::new();
    let mut seen = Vec::new();
    for &(instance, _) in &used_of(db, first_item(db, piece)).instances {
        // Of a member of a class, its class has the arguments.
        let class = || class_of(db, instance).and_then(|class| class.class_entity(db));
        let around = match canonical(db, instance.decl(db)) == canonical(db, owner) {
            true => Some(instance),
            false => class().filter(|class| class.decl(db) == owner),
        };
        let Some(around) = around else { continue };
        let around = Entity::new(db, owner, around.env(db));
        let mut cx = Context::new(db, around, piece.code_ref, piece.code, around.env(db));
        for symbol in found(db, piece, cx.lookup_path(path)) {
            let declared = first_declared(db, &symbol);
            if !seen.contains(&declared) && is_known(db, std::slice::from_ref(&symbol)) {
                seen.push(declared);
                out.push(symbol);
            }
        }
        if out.len() >= MEANINGS {
            break;
        }
    }
    (!out.is_empty()).then_some(out)
}
