//! The rules behind the host pass's diagnostics: what is wrong with an item, as numbers, arguments and tokens.
//!
//! Each module holds the rules of one subject. A rule stays silent whenever tokens, declared types and the names of the user's
//! own code do not decide: what the reference accepts must never be rejected. Nothing here knows lines, columns, or whether a
//! finding is shown.
//!
//! Granularity: [`item_findings`] is keyed by item, so that an edit in one body runs the rules of one item; what needs no types
//! is a query of its own, [`written_findings`].
#![allow(missing_docs, reason = "salsa generates methods without documentation")]

mod cuda;
mod cxx;
mod device;
mod engine;
#[cfg(test)]
mod tests;

pub use crate::cuda::pragmas::{
    Local, PragmaValue, function_space, local_of_function, pragma_value, unrolled_instances,
};
pub use crate::device::unused::unreferenced::unreferenced;
pub use crate::device::{
    device_bodies, device_findings, host_bodies, implicit_calls, unread_bodies, unused_variables,
};
pub use crate::engine::finding::{Arg, Emitted, Finding};
pub use crate::engine::problems::type_ahead;
pub use cleave_cuda::ExecutionSpace;
pub use cleave_typing::program::Extent;

use crate::cuda::asm;
use crate::cuda::attributes::known;
use crate::cuda::attributes::placement;
use crate::cuda::builtin_variables;
use crate::cuda::builtins;
use crate::cuda::kernels::form;
use crate::cuda::kernels::zero_size;
use crate::cuda::lambdas::types;
use crate::cuda::launches::bound_values;
use crate::cuda::launches::bounds;
use crate::cuda::memory::decltypes;
use crate::cuda::memory::spaces;
use crate::cuda::memory::{constants, host_uses};
use crate::cuda::spaces::cross_space_calls;
use crate::cuda::spaces::redeclared;
use crate::cxx::control_flow::{coroutines, statements};
use crate::cxx::declarations;
use crate::cxx::declarations::misplaced;
use crate::cxx::declarations::{nonmembers, undefined_functions, undefined_local};
use crate::cxx::expressions::alignof;
use crate::cxx::expressions::concatenation;
use crate::cxx::expressions::formats;
use crate::cxx::expressions::literals;
use crate::cxx::standards;
use crate::cxx::templates::instantiations;
use crate::cxx::templates::packs;
use crate::cxx::templates::written;
use crate::device::variables::anonymous_unions;
use crate::engine::broken::Broken;
use crate::engine::order;
use crate::engine::problems;
use crate::engine::suppression;
use crate::engine::typed;
use crate::engine::walk;
use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_names::{ItemNode, flat_bodies};
use cleave_syntax::skeleton::Flags;

use crate::engine::source::Source;

/// What is wrong with an item, in the order of its tokens. The host pass instantiates what is needed, the device pass all.
#[salsa::tracked(returns(deref))]
pub fn item_findings<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
    extent: Extent,
) -> Box<[Finding<'db>]> {
    if !item.flags(db).has(Flags::USER) {
        return Box::default();
    }
    let s = Source::new(db, file, item, options.settings(db));
    let mut out = written_findings(db, file, item, options).to_vec();
    typed_rule(&s, &mut out, |s, out| {
        cross_space_calls::check(s, extent, out)
    });
    typed_rule(
        &s,
        &mut out,
        match problems::is_in_own_file(db, item) {
            true => bodies,
            false => host_uses::elsewhere,
        },
    );
    let by_tokens = out.len();
    typed_rule(&s, &mut out, |s, out| problems::check(s, extent, out));
    for rule in [
        bound_values::check,
        decltypes::check,
        undefined_functions::check,
        undefined_local::check,
    ] {
        typed_rule(&s, &mut out, rule);
    }
    suppression::apply(&s, by_tokens, &mut out);
    typed_rule(&s, &mut out, nonmembers::of_no_class);
    out.iter().for_each(Finding::check_holes);
    order::arrange(&s, &mut out);
    out.into()
}

/// The rules over the typed code of an item.
fn bodies<'db>(s: &Source<'db>, out: &mut Vec<Finding<'db>>) {
    for body in typed::bodies(s, |_| true) {
        anonymous_unions::check(s, &body, out);
        asm::check(s, &body, out);
        builtin_variables::check(s, &body, out);
        builtins::check(s, &body, out);
        constants::check(s, &body, out);
        formats::check(s, &body, out);
        host_uses::check(s, &body, out);
        types::check(s, &body, out);
    }
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
    statements::qualified_returns(&s, &mut out);
    declarations::check(&s, &mut out);
    form::check(&s, &mut out);
    bounds::check(&s, &mut out);
    typed_rule(&s, &mut out, spaces::check);
    zero_size::check(&s, &mut out);
    known::declarations(&s, &mut out);
    instantiations::check(&s, &mut out);
    let tree = s.tree();
    let root = tree.root();
    placement::leading(&s, root, &mut out);
    literals::check(&s, &mut out);
    alignof::check(root, &mut out);
    concatenation::check(&s, &mut out);
    // A tree with holes in it says nothing for certain, but for what has none in it.
    let broken = Broken::by(&flat_bodies(db, item).errors);
    if broken.is_empty() {
        placement::check(&s, root, &mut out);
        known::namespaces(&s, root, &mut out);
    } else {
        placement::in_front(&s, root, &broken, &mut out);
    }
    walk::each(root, &written::KINDS, &mut out, |node, out| {
        if broken.spares(node.tokens()) {
            written::check(&s, node, out);
        }
    });
    if broken.is_empty() {
        // What a library's headers say of templates is theirs to know.
        if problems::is_in_own_file(db, item) {
            // It looks at what was found before.
            walk::each(root, &misplaced::KINDS, &mut out, |node, out| {
                misplaced::check(&s, node, out);
            });
            packs::check(&s, root, &mut out);
        }
    }
    walk::each(root, &standards::KINDS, &mut out, |node, out| {
        if broken.spares(node.tokens()) {
            standards::check(&s, node, out);
        }
    });
    if broken.is_empty() {
        standards::constant_members(&s, root, &mut out);
    }
    if s.settings.standard >= standards::CPP20 {
        coroutines::check(&s, &mut out);
    }
    walk::check(&s, root, &broken, &mut out);
    out.into()
}
