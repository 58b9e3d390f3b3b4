//! The rules behind the host pass's diagnostics: what is wrong with an item, as numbers, arguments and tokens.
//!
//! Each module holds the rules of one subject. A rule stays silent whenever tokens, declared types and the names of the user's
//! own code do not decide: what the reference accepts must never be rejected. Nothing here knows lines, columns, or whether a
//! finding is shown.
//!
//! Granularity: [`item_findings`] is keyed by item, so that an edit in one body runs the rules of one item; what needs no types
//! is a query of its own, [`written_findings`].
#![allow(missing_docs, reason = "salsa generates methods without documentation")]

mod access;
mod asm;
mod attributes;
mod bodies;
mod builtins;
mod callee;
mod calls;
mod captures;
mod conflicts;
mod constant_bodies;
mod constants;
mod crossings;
mod declarations;
mod device;
mod expressions;
mod extended;
mod finding;
mod flow;
mod hidden_types;
mod host_uses;
mod index;
mod initial;
mod instantiations;
mod kernels;
mod labels;
mod lambda_places;
mod lambdas;
mod launch;
mod launch_values;
mod literals;
mod locals;
mod mangled;
mod members;
mod memory;
mod misplaced;
mod names;
mod operands;
mod overrides;
mod packs;
mod placement;
mod pragmas;
mod redeclared;
mod returns;
mod source;
mod specifiers;
mod standards;
mod statements;
mod suppression;
mod template_heads;
mod template_ids;
mod templates;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod typed;
mod types;
mod undefined;
mod variables;
mod zero_size;

pub use cleave_cuda::ExecutionSpace;
pub use device::{
    device_bodies, device_findings, host_bodies, implicit_calls, unread_bodies, unreferenced,
    unused_variables,
};
pub use finding::{Arg, Finding};
pub use pragmas::{PragmaValue, function_space, pragma_value};
pub use typed::type_ahead;

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_names::{ItemNode, flat_bodies};
use cleave_syntax::skeleton::Flags;

use crate::source::Source;

/// What is wrong with an item, in the order of its tokens.
#[salsa::tracked(returns(deref))]
pub fn item_findings<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
) -> Box<[Finding<'db>]> {
    if !item.flags(db).has(Flags::USER) {
        return Box::default();
    }
    let s = Source::new(db, file, item, options.settings(db));
    let mut out = written_findings(db, file, item, options).to_vec();
    typed_rule(&s, &mut out, crossings::check);
    let by_tokens = out.len();
    for rule in [
        typed::check,
        returns::check,
        launch_values::check,
        undefined::check,
    ] {
        typed_rule(&s, &mut out, rule);
    }
    suppression::apply(&s, by_tokens, &mut out);
    out.iter().for_each(Finding::check_holes);
    out.sort_by_key(|f| f.reported_at.unwrap_or(f.at));
    out.into()
}

/// Follows a rule over types. Where it asks for what has no end, it says no more.
fn typed_rule<'db>(
    s: &Source<'db>,
    out: &mut Vec<Finding<'db>>,
    rule: impl FnOnce(&Source<'db>, &mut Vec<Finding<'db>>),
) {
    cleave_typing::outermost(s.db, || (), || rule(s, out));
}

/// What is wrong with an item as it is written, whatever the types in it are, in the order of the rules.
#[salsa::tracked(returns(deref))]
pub fn written_findings<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
) -> Box<[Finding<'db>]> {
    let s = Source::new(db, file, item, options.settings(db));
    let mut out = Vec::new();
    redeclared::check(&s, &mut out);
    conflicts::check(&s, &mut out);
    initial::check(&s, &mut out);
    declarations::check(&s, &mut out);
    kernels::check(&s, &mut out);
    launch::check(&s, &mut out);
    overrides::check(&s, &mut out);
    memory::check(&s, &mut out);
    zero_size::check(&s, &mut out);
    statements::qualified_returns(&s, &mut out);
    attributes::declarations(&s, &mut out);
    instantiations::check(&s, &mut out);
    let tree = s.tree();
    let root = tree.root();
    placement::leading(&s, root, &mut out);
    names::check(&s, &mut out);
    names::undefined_functions(&s, &mut out);
    literals::check(&s, &mut out);
    // A tree with holes in it says nothing for certain.
    if flat_bodies(db, item).errors.is_empty() {
        placement::check(&s, root, &mut out);
        attributes::namespaces(&s, root, &mut out);
        templates::check(&s, root, &mut out);
        // What a library's headers say of templates is theirs to know.
        if typed::is_in_own_file(db, item) {
            template_ids::check(&s, root, &mut out);
            misplaced::check(&s, root, &mut out);
            packs::check(&s, root, &mut out);
        }
        standards::check(&s, root, &mut out);
        standards::constant_members(&s, root, &mut out);
        bodies::check(&s, root, &mut out);
    }
    out.into()
}
