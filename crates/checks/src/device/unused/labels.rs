//! Labels that nothing names again (177; reference: diagnostics, Unused entities). Labels have names of their own, which mean
//! what they are in the whole function ([stmt.label]).

use cleave_codes::codes;
use cleave_names::item_id_of_node;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::{FlatTree, Node};
use cleave_typing::{Entity, program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Finding;
use crate::cxx::control_flow::labels::{name, own};
use crate::engine::entities::name_token;
use crate::engine::finding::Arg;
use crate::engine::source::Source;

/// Those of functions and lambdas of an item.
pub(crate) fn check<'db>(
    s: &Source<'db>,
    tree: &FlatTree<'_>,
    functions: &[Entity<'db>],
) -> Vec<Finding<'db>> {
    let db = s.db;
    let mut out = Vec::new();
    let mut seen = FxHashSet::default();
    for function in functions {
        let decl = function.decl(db);
        if !seen.insert(decl) || decl.code(db).item != item_id_of_node(db, s.item) {
            continue;
        }
        let (at, kind) = match decl.closure(db) {
            Some(closure) => {
                let place = program::place(db, closure.site);
                (place.map(|p| p.0.start), LAMBDA_EXPRESSION)
            }
            None => (name_token(db, decl), FUNCTION_DEFINITION),
        };
        let token = at.and_then(|at| tree.token(at));
        let node = token.and_then(|t| t.parent_ancestors().find(|n| n.kind() == kind));
        if let Some(node) = node {
            of_function(s, node, &mut out);
        }
    }
    out
}

fn of_function<'db>(s: &Source<'db>, function: Node<'_>, out: &mut Vec<Finding<'db>>) {
    let labels: Vec<Node<'_>> = own(function)
        .filter(|n| n.kind() == LABELED_STATEMENT)
        .collect();
    let body = function.child(COMPOUND_STATEMENT);
    let Some(body) = body.filter(|_| !labels.is_empty()) else {
        return;
    };
    // A label that a block declares belongs to that block alone.
    let of_block = |n: Node<'_>| matches!(n.kind(), LOCAL_LABEL_DECLARATION | STATEMENT_EXPRESSION);
    if body.descendants().any(of_block) {
        return;
    }
    let tokens = s.tokens(body);
    // How often each label is named. Who declares a label again does not refer to it.
    let mut uses: FxHashMap<&str, i64> = FxHashMap::default();
    for own in labels.iter().filter_map(|label| name(*label)) {
        *uses.entry(own.text()).or_default() -= 1;
    }
    for i in tokens.range().map(|i| i as u32) {
        if s.kind(i) == IDENT
            && let Some(uses) = uses.get_mut(s.word(i))
        {
            *uses += 1;
        }
    }
    let mut first: FxHashSet<String> = FxHashSet::default();
    for label in &labels {
        let Some(own) = name(*label) else {
            continue;
        };
        let is_used = uses.get(own.text()).is_some_and(|uses| *uses > 0);
        let used = is_used || label.child(ATTRIBUTE_SPECIFIER).is_some();
        if used || !first.insert(own.text().to_owned()) {
            continue;
        }
        let text = Arg::Entity {
            kind: "label",
            name: own.text().to_owned(),
        };
        out.push(
            Finding::new(
                codes::DECLARED_BUT_NOT_REFERENCED { entity: text },
                own.number(),
            )
            .reported_at(tokens.end.saturating_sub(1)),
        );
    }
}
