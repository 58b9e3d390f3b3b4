//! What the device pass finds in an item: what the host pass's rules say of it, and what only the device pass says. Here is the order
//! of the rules; the rules are in the modules.

mod bodies;
pub(crate) mod calls;
mod declarations;
pub(crate) mod names;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod types;
pub(crate) mod unused;
pub(crate) mod variables;
mod words;

use crate::cxx::control_flow::coroutines;
use crate::device::calls::ellipsis;
use crate::device::calls::emitted;
use crate::device::calls::host_functions;
use crate::device::calls::launches;
use crate::device::declarations::{kernels, redeclared, variables as memory};
use crate::device::names::deprecated;
use crate::device::names::discouraged;
use crate::device::names::identifiers;
use crate::device::names::undefined;
use crate::device::types::arrays;
use crate::device::types::instances;
use crate::device::types::kernel_instances;
use crate::device::types::lambda_parents;
use crate::device::types::long_double;
use crate::device::types::unsupported;
use crate::device::unused::emitted::idle_members;
use crate::device::unused::locals;
use crate::device::variables::dynamic_initialization;
use crate::device::variables::externs;
use crate::device::variables::host_addresses;
use crate::device::variables::host_variables;
use crate::device::variables::textures;
use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_names::decl::DeclKind;
use cleave_names::{ItemNode, flat_bodies, item_id_of_node};
use cleave_odr_use::pieces;
use cleave_syntax::skeleton::Flags;

use crate::cuda::{asm, builtins};
use crate::cxx::expressions::formats;
use crate::engine::order;
use crate::engine::source::Source;
use crate::engine::suppression;
use crate::{Extent, Finding, item_findings, typed_rule};

/// The first architecture with clusters.
const CLUSTERS: u32 = 90;

/// What is wrong with an item on a GPU of this architecture (`90` of `compute_90a`; `None` says nothing about attributes that
/// only some have), in the order of its tokens. Some findings are the host pass's alone; the catalogue says which.
#[salsa::tracked(returns(deref))]
pub fn device_findings<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
    architecture: Option<u32>,
) -> Box<[Finding<'db>]> {
    if !item.flags(db).has(Flags::USER) {
        return Box::default();
    }
    let s = Source::new(db, file, item, options.settings(db));
    let mut out = Vec::new();
    let (mut replaced, mut of_kernels) = (Vec::new(), Vec::new());
    for (i, decl) in s.decls.iter().enumerate() {
        if let Some(architecture) = architecture {
            kernels::attributes(&s, decl, architecture, &mut of_kernels);
        }
        match decl.kind {
            DeclKind::Function => {
                let Some(function) = &decl.function else {
                    continue;
                };
                if let Some(was) = redeclared::declared_before(&s, decl, function) {
                    if decl.qualifier.is_empty() {
                        replaced.push(decl.tokens);
                    }
                    redeclared::spaces(&s, decl, was, &mut out);
                }
                kernels::inline_hint(&s, decl, &mut out);
                if decl.has_attribute("global") && !decl.instantiation {
                    kernels::kernel(&s, decl, function, &mut of_kernels);
                    kernel_instances::declared(&s, decl, &mut out);
                }
                words::check(&s, i, decl, function, &mut out);
            }
            DeclKind::Variable => memory::variable(&s, decl, &mut out),
            _ => {}
        }
    }
    identifiers::check(&s, &mut out);
    let clusters = architecture.is_none_or(|a| a >= CLUSTERS);
    let of_host: Vec<Finding<'db>> = (item_findings(db, file, item, options, Extent::All).iter())
        .filter(|f| {
            let redeclared = replaced.iter().any(|t| t.contains(f.at));
            !suppression::is_left_to_device(f, &out, clusters, redeclared)
                && (!f.at_end || emitted::is_emitted(&s, f.at))
        })
        .cloned()
        .collect();
    out.extend(of_host);
    out.append(&mut of_kernels);
    words::silence(&s, &mut out);
    let parse = flat_bodies(db, item);
    // A tree with holes in it says nothing for certain.
    if parse.errors.is_empty() {
        typed_rule(&s, &mut out, host_functions::check);
        let own = item_id_of_node(db, item);
        let pieces = pieces::of_device(db, own, s.settings.extended_lambda);
        let idle = idle_members(&s, &pieces);
        suppression::remove_inside(&mut out, &idle, |f| f.at_end);
        typed_rule(&s, &mut out, |s, out| {
            host_variables::check(s, &pieces, out)
        });
        typed_rule(&s, &mut out, |s, out| {
            dynamic_initialization::check(s, &pieces, out)
        });
        typed_rule(&s, &mut out, host_addresses::check);
        typed_rule(&s, &mut out, |s, out| launches::check(s, &pieces, out));
        typed_rule(&s, &mut out, externs::check);
        typed_rule(&s, &mut out, instances::check);
        typed_rule(&s, &mut out, textures::arguments);
        typed_rule(&s, &mut out, undefined::check);
        typed_rule(&s, &mut out, |s, out| discouraged::check(s, &pieces, out));
        typed_rule(&s, &mut out, |s, out| deprecated::check(s, &pieces, out));
        typed_rule(&s, &mut out, |s, out| unsupported::check(s, &pieces, out));
        typed_rule(&s, &mut out, |s, out| {
            long_double::constants(s, &pieces, out)
        });
        typed_rule(&s, &mut out, |s, out| arrays::check(s, &pieces, out));
        arrays::silence(&s, &mut out);
        typed_rule(&s, &mut out, |s, out| asm::instances(s, &pieces, out));
        typed_rule(&s, &mut out, |s, out| builtins::pieces(s, &pieces, out));
        typed_rule(&s, &mut out, |s, out| ellipsis::check(s, &pieces, out));
        typed_rule(&s, &mut out, |s, out| formats::pieces(s, &pieces, out));
    }
    // A name stands in front of its body, and says that the function is a coroutine.
    let named = |at: u32| {
        let named = s.decls.iter().filter(move |d| d.name_tokens.start == at);
        named.filter_map(|d| d.function.as_ref()?.body.tokens())
    };
    let unread = bodies::unread_bodies(db, item, |body| {
        let concerns = |f: &Finding<'_>| {
            body.contains(f.at)
                || coroutines::ALL.contains(&f.code) && named(f.at).any(|b| b == body)
        };
        out.iter().any(concerns)
    });
    suppression::remove_inside(&mut out, &unread, |_| true);
    // That a function is a coroutine is seen in its body.
    let is_unread = |at: u32| named(at).any(|body| unread.contains(&body));
    out.retain(|f| !(coroutines::ALL.contains(&f.code) && is_unread(f.at)));
    locals::check(&s, s.tree(), &parse.errors, &mut out);
    if parse.errors.is_empty() {
        let tree = s.tree();
        lambda_parents::check(&s, tree.root(), &mut out);
        typed_rule(&s, &mut out, host_functions::instances);
        typed_rule(&s, &mut out, kernel_instances::undefined);
    }
    out.iter().for_each(Finding::check_holes);
    order::arrange(&s, &mut out);
    out.into()
}

/// What the bodies of an item declare and nothing uses, behind what the host pass has found in the item. They are remarks of
/// that pass, which are only worth looking for where an option or a pragma asks for them.
pub fn unused_variables<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
) -> Vec<Finding<'db>> {
    let mut out = item_findings(db, file, item, options, Extent::Needed).to_vec();
    if item.flags(db).has(Flags::USER) {
        let s = Source::new(db, file, item, options.settings(db));
        locals::check(&s, s.tree(), &flat_bodies(db, item).errors, &mut out);
        order::arrange(&s, &mut out);
    }
    out
}

pub use crate::device::bodies::{device_bodies, host_bodies, unread_bodies};
pub use crate::device::calls::implicit::implicit_calls;
pub(crate) use crate::device::types::instances::{Part, first_part, hidden};
pub(crate) use cleave_odr_use::Around;
