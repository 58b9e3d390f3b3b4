//! Chains of instances that ask for each other, as messages have them.

use cleave_base_db::Db;
use cleave_names::ItemId;
use cleave_odr_use::Link;
use cleave_typing::{display, program};

use crate::engine::finding::Arg;

/// The links, innermost first: what, and the item and token where it was asked for.
pub(crate) type Chain<'db> = [(Arg<'db>, ItemId<'db>, u32)];

/// What messages say of instances that ask for each other.
pub(crate) fn chain<'db>(db: &'db dyn Db, links: &[Link<'db>]) -> Box<Chain<'db>> {
    let shown = |link: &Link<'db>| {
        let (_, token) = program::place(db, link.site)?;
        // A closure's call operator goes by the closure's type, which needs a word in front.
        let is_closure = link.instance.decl(db).closure(db).is_some();
        let what = Arg::Entity {
            kind: if is_closure { "function" } else { "" },
            name: display::template_text(db, link.instance),
        };
        Some((what, link.site.code.item, token))
    };
    links.iter().filter_map(shown).collect()
}
