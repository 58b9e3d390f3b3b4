//! Whether the code of a file does nothing with a variable of a namespace but give it values (550; reference: diagnostics, Unused
//! entities). Code that is not typed counts as using it: templates, members of local classes.

use cleave_base_db::{Db, SourceFile};
use cleave_names::{Word, item_id_of_node, user_items_with};
use cleave_odr_use::parents;
use cleave_typing::function::canonical;
use cleave_typing::thir::{ExprId, ExprKind};
use cleave_typing::{Entity, check, program};
use rustc_hash::FxHashMap;

use crate::device::unused::variables::{Mention, closures, mention};

/// How many pieces of code of one item are looked at.
const PIECES: usize = 4096;

/// Whether code names a variable and never takes its value. `elsewhere`: how often the text has its name outside of its
/// declarations.
pub(super) fn is_only_set<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    (variable, name): (Entity<'db>, &str),
    elsewhere: usize,
) -> bool {
    let mut met = FxHashMap::default();
    for &node in user_items_with(db, file, Word::new(db, name)) {
        let item = item_id_of_node(db, node);
        let mut next = program::bodies(db, item);
        for _ in 0..PIECES {
            let Some(body) = next.pop() else { break };
            let Some(typed) = check::body(db, body).filter(|t| !t.dependent) else {
                continue;
            };
            next.extend(closures(db, typed, false).into_iter().map(|c| c.0));
            let around = parents(typed);
            for (i, expr) in typed.exprs.iter().enumerate() {
                let ExprKind::Static(named) = &expr.kind else {
                    continue;
                };
                let decl = canonical(db, named.decl(db));
                if decl != variable.decl(db) {
                    continue;
                }
                let part = around.get(i).is_some_and(Option::is_some);
                let what = match part {
                    true => mention(typed, &around, ExprId(i as u32), false),
                    false if expr.evaluated => Mention::Use,
                    false => Mention::Unevaluated,
                };
                // An expression may be typed more than once: what is part of something tells more than what was given up.
                let known = met
                    .entry((expr.site.code, expr.site.index))
                    .or_insert((part, what));
                match (known.0, part) {
                    (true, true) if what == Mention::Use => *known = (part, what),
                    (false, true) => *known = (part, what),
                    _ => {}
                }
            }
        }
    }
    met.len() == elsewhere && !met.is_empty() && met.values().all(|m| m.1 != Mention::Use)
}
