//! Explicit instantiations that name a template of functions which nothing in the file defines ([temp.explicit]).

use cleave_codes::codes;
use cleave_names::item_id_of_node;
use cleave_typing::function::definition;
use cleave_typing::{display, program};

use crate::Finding;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};
use cleave_typing::function::specialized::instantiations;

pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    if !s.decls.iter().any(|d| d.instantiation) {
        return;
    }
    for (entity, site, is_extern) in instantiations(db, item_id_of_node(db, s.item)) {
        if is_extern || !entity.is_function(db) || definition(db, entity).is_some() {
            continue;
        }
        let Some((name, _)) = program::place(db, site) else {
            continue;
        };
        let written = (s.decls.iter()).find(|d| d.instantiation && d.tokens.contains(name.start));
        let Some(written) = written else { continue };
        let own = entity.hir(db).is_some_and(|d| !d.heads.is_empty());
        let parameters = own || display::is_overloaded(db, entity);
        out.push(Finding::new(
            codes::UNDEFINED_TEMPLATE_INSTANTIATED {
                entity: Arg::Entity {
                    kind: "function",
                    name: display::function_text(db, entity, parameters),
                },
            },
            written.tokens.start + 1,
        ));
    }
}
