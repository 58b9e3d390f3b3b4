//! Which variables of namespaces the code of a file does nothing with but give them values (550; reference: diagnostics, Unused
//! entities). Code that is not typed counts as using them: templates, members of local classes.

use std::collections::BTreeMap;

use cleave_base_db::{Db, SourceFile};
use cleave_names::{Word, item_id_of_node, user_items_with};
use cleave_odr_use::parents;
use cleave_typing::function::canonical;
use cleave_typing::thir::{ExprId, ExprKind};
use cleave_typing::{CodeRef, DeclRef, check, program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::device::unused::variables::{Mention, closures, mention};

/// How many pieces of code of one item are looked at.
const PIECES: usize = 4096;

/// What code does with a variable, by the place where it names it; whether that is part of an expression.
type Met<'db> = FxHashMap<(CodeRef<'db>, u32), (bool, Mention)>;

/// The variables that code names without ever taking their values. Of each its name, and how often the text has that outside of its
/// declarations.
pub(super) fn only_set<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    variables: &FxHashMap<DeclRef<'db>, (&str, usize)>,
) -> FxHashSet<DeclRef<'db>> {
    let mut items = BTreeMap::new();
    for (name, _) in variables.values() {
        let all = user_items_with(db, file, Word::new(db, *name)).iter();
        items.extend(all.map(|node| (node.index(db), *node)));
    }
    let mut met: FxHashMap<DeclRef<'db>, Met<'db>> = FxHashMap::default();
    for node in items.into_values() {
        let mut next = program::bodies(db, item_id_of_node(db, node));
        for _ in 0..PIECES {
            let Some(body) = next.pop() else { break };
            let Some(typed) = check::body(db, body).filter(|t| !t.dependent) else {
                continue;
            };
            next.extend(closures(db, typed, false).into_iter().map(|c| c.0));
            let mut around = None;
            for (i, expr) in typed.exprs.iter().enumerate() {
                let ExprKind::Static(named) = &expr.kind else {
                    continue;
                };
                let decl = canonical(db, named.decl(db));
                if !variables.contains_key(&decl) {
                    continue;
                }
                let around = around.get_or_insert_with(|| parents(typed));
                let part = around.get(i).is_some_and(Option::is_some);
                let what = match part {
                    true => mention(typed, around, ExprId(i as u32), false),
                    false if expr.evaluated => Mention::Use,
                    false => Mention::Unevaluated,
                };
                // An expression may be typed more than once: what is part of something tells more than what was given up.
                let known = (met.entry(decl).or_default())
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
    met.retain(|decl, met| {
        let all = variables.get(decl).is_some_and(|(_, n)| met.len() == *n);
        all && met.values().all(|m| m.1 != Mention::Use)
    });
    met.into_keys().collect()
}
