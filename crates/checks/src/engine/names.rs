//! What names mean that stand where nothing is evaluated, such as the operand of `decltype`: typed code has nothing of these.

use cleave_hir::{Expr, body_spans, body_start, item_hir, item_spans};
use cleave_names::decl::Tokens;
use cleave_names::item_id_of_node;
use cleave_typing::lookup::Found;
use cleave_typing::{CodeRef, Context, DeclRef, Entity};

use crate::engine::source::Source;

/// The one declaration outside of bodies that a name at some tokens means, as it is looked up from the declaration whose code the
/// name stands in ([basic.lookup.unqual], [basic.lookup.qual]).
pub(crate) fn meant<'db>(s: &Source<'db>, at: Tokens) -> Option<Entity<'db>> {
    cleave_typing::outermost(s.db, || None, || looked_up(s, at))
}

fn looked_up<'db>(s: &Source<'db>, at: Tokens) -> Option<Entity<'db>> {
    let db = s.db;
    let item = item_id_of_node(db, s.item);
    let hir = item_hir(db, item);
    let index = |spans: &[Tokens], first: u32| {
        let is_it = |t: &Tokens| (t.start + first, t.end + first) == (at.start, at.end);
        spans.iter().rposition(is_it)
    };
    let signature = CodeRef { item, body: None };
    let mut place = index(&item_spans(db, item).exprs, 0)
        .zip(hir.roots.first())
        .map(|(e, root)| (e, *root, signature));
    for (id, _) in hir.code.decls.iter() {
        let raw = u32::from(id.into_raw());
        if let (None, Some(spans), Some(first)) =
            (place, body_spans(db, item, raw), body_start(db, item, raw))
        {
            let body = CodeRef {
                item,
                body: Some(raw),
            };
            place = index(&spans.exprs, first).map(|e| (e, id, body));
        }
    }
    let (e, owner, code_ref) = place?;
    let code = code_ref.code(db)?;
    let Expr::Path(path) = &code.exprs.iter().nth(e)?.1 else {
        return None;
    };
    let owner = Entity::new(db, DeclRef::at(db, signature, owner), None);
    let mut cx = Context::new(db, owner, code_ref, code, None);
    match cx.lookup_path(path) {
        Found::Entities { set, .. } if set.len() == 1 => set.first().copied(),
        _ => None,
    }
}
