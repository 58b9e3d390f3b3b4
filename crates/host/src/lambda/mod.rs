//! Extended lambdas: annotated lambda expressions in functions of the host. In the host half each one becomes an object of a
//! wrapper template whose arguments say where the lambda stands and what it captures, because the device compiler's stub
//! names it by exactly that (reference: lambdas, Which lambdas are extended).
//!
//! Granularity: [`extended_lambdas`] per item, asked only of items that the skeleton flagged; [`capture_counts`] and the toolkit's
//! version in front of [`templates`], so that a body that captures as many things as before changes nothing there.

mod class;
mod find;
mod named;
mod preamble;
mod result;
mod tag;
mod wrapper;

#[cfg(test)]
mod tests;

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_cuda::{function_facts, merged, toolkit_of};
use cleave_names::decl::{Decl, Spec, Special, Tokens};
use cleave_names::{ItemNode, declarations, items, lexed, parse_bodies};
use cleave_syntax::skeleton::Flags;

use crate::module_id;
use crate::source::Source;
use class::{ClassFacts, class_facts, instance_names, owning_class};
use find::{Finder, Function};

pub use named::wrapper_type;
pub(crate) use preamble::PREAMBLE_PLACE;
pub(crate) use wrapper::wrap;

use crate::edit::Edit;

/// An annotated lambda that the host half does not keep as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExtendedLambda {
    /// The whole expression.
    pub(crate) tokens: Tokens,
    /// Its body with its braces.
    pub(crate) body: Tokens,
    /// What takes its place; without it the body is emptied, since only the device may run it.
    pub(crate) wrapper: Option<Wrapper>,
}

/// What an object of a wrapper template is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrapper {
    /// The host can call it as well, so that the closure itself goes into the wrapper.
    pub(crate) host_device: bool,
    /// `mutable`
    pub(crate) mutable: bool,
    /// There is a capture default.
    pub(crate) has_default: bool,
    /// The arguments of the tag that name the enclosing function: its type and its address.
    pub(crate) function: String,
    /// The number of the lambda among the wrapped ones of its outermost function, from 1.
    pub(crate) number: u32,
    /// The trailing return type without its arrow.
    pub(crate) trailing: Tokens,
    /// What a placeholder in it stands for, if that is known.
    pub(crate) result: Option<String>,
    /// Its captures in their order.
    pub(crate) captures: Box<[Capture]>,
}

/// A capture of an extended lambda.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Capture {
    /// A variable.
    Variable(String),
    /// `this`
    This,
    /// `*this`
    StarThis,
    /// The initializer of an init-capture, without `=` or braces.
    Init(Tokens),
}

/// The extended lambdas of an item in source order. None lies in another one.
#[salsa::tracked(returns(deref))]
pub(crate) fn extended_lambdas<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
) -> Box<[ExtendedLambda]> {
    if !item.flags(db).has(Flags::LAMBDA) {
        return Box::default();
    }
    let decls = declarations(db, item);
    let source = Source::new(item.text(db).as_str(), lexed(db, item));
    let facts = function_facts(db, item);
    let merged = merged(db, item);
    let mut functions = Vec::new();
    for (fact, merged) in facts.iter().zip(merged) {
        let decl = &decls[fact.decl as usize];
        let Some(function) = &decl.function else {
            continue;
        };
        let Some(body) = function.body.tokens() else {
            continue;
        };
        let device = merged.space.is_device_only() || merged.space.is_kernel();
        let mut found = Function {
            body: body.start,
            tag: None,
            members: Vec::new(),
            family: Vec::new(),
        };
        if !device {
            let class = enclosing_class(db, file, item, decls, decl, &source);
            found.tag = tag::tag(
                &source,
                decl,
                function,
                class.as_ref().map(|c| (c.name.as_str(), c.is_static)),
                || namespace_path(db, file, item, options),
            );
            if let Some(c) = class.filter(|c| !c.is_static) {
                (found.members, found.family) = instance_names(db, file, &c.facts);
            }
        }
        functions.push(found);
    }
    let mut all = Finder::new(&source, functions).find(&parse_bodies(db, item).syntax());
    result::by_typed_code(db, item, &source, &mut all);
    all
}

/// The class of a member function.
struct EnclosingClass<'db> {
    name: String,
    facts: Vec<ClassFacts<'db>>,
    is_static: bool,
}

fn enclosing_class<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    decls: &[Decl],
    decl: &Decl,
    source: &Source<'_>,
) -> Option<EnclosingClass<'db>> {
    if decl.spec.any(Spec::FRIEND) {
        return None;
    }
    let Some(function) = &decl.function else {
        return None;
    };
    let allocates = function.special == Special::Operator
        && matches!(source.word(decl.name_tokens.start + 1), "new" | "delete");
    if let Some(parent) = decl.parent {
        return Some(EnclosingClass {
            name: decls[parent as usize].name.clone(),
            facts: vec![class_facts(decls, parent, item.scope(db), source)],
            is_static: allocates || decl.spec.any(Spec::STATIC),
        });
    }
    let (name, facts) = owning_class(db, file, item.scope(db), &source.path(decl.qualifier))?;
    let params = class::parameter_types(source, function);
    let is_static = allocates || facts.iter().any(|f| f.is_static(&decl.name, &params));
    Some(EnclosingClass {
        name,
        facts,
        is_static,
    })
}

/// The namespaces around an item as the host half names them.
fn namespace_path(
    db: &dyn Db,
    file: SourceFile,
    item: ItemNode<'_>,
    options: HostOptions,
) -> Vec<String> {
    let name = |scope: cleave_names::ScopePath<'_>| match scope.name(db) {
        "" => crate::boilerplate::unnamed_namespace_name(module_id(db, file, options)),
        name => name.to_owned(),
    };
    item.scope(db).path(db).into_iter().map(name).collect()
}

/// How many things the extended lambdas of a file capture, as far as templates must be made for it: each list is in order and
/// without repetition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CaptureCounts {
    /// Of those for the device alone; capturing nothing needs no template of its own.
    pub(crate) device: Box<[usize]>,
    /// Of those for both sides.
    pub(crate) host_device: Box<[usize]>,
}

/// The front end takes no more captures than this.
const MOST_CAPTURES: usize = 1022;

/// Collects the capture counts of a file.
#[salsa::tracked]
pub(crate) fn capture_counts(db: &dyn Db, file: SourceFile, options: HostOptions) -> CaptureCounts {
    let (mut device, mut both) = (Vec::new(), Vec::new());
    for &item in items(db, file) {
        if !item.flags(db).has(Flags::LAMBDA) {
            continue;
        }
        for wrapper in extended_lambdas(db, file, item, options)
            .iter()
            .filter_map(|l| l.wrapper.as_ref())
        {
            let count = wrapper.captures.len();
            match wrapper.host_device {
                true => both.push(count),
                false if count > 0 => device.push(count),
                false => {}
            }
        }
    }
    let set = |mut all: Vec<usize>| {
        all.retain(|&n| n <= MOST_CAPTURES);
        all.sort_unstable();
        all.dedup();
        all.into_boxed_slice()
    };
    CaptureCounts {
        device: set(device),
        host_device: set(both),
    }
}

/// The templates that a file's extended lambdas are wrapped in.
#[salsa::tracked(returns(deref))]
pub(crate) fn templates(db: &dyn Db, file: SourceFile, options: HostOptions) -> String {
    preamble::preamble(
        options.settings(db),
        toolkit_of(db, file),
        capture_counts(db, file, options),
    )
}

/// Names the unnamed template parameters of functions that tags have to name.
pub(crate) fn name_parameters(
    source: &Source<'_>,
    decls: &[Decl],
    lambdas: &[ExtendedLambda],
    out: &mut Vec<Edit>,
) {
    for decl in decls {
        let body = decl.function.as_ref().and_then(|f| f.body.tokens());
        let wraps = |body: Tokens| {
            lambdas
                .iter()
                .any(|l| l.wrapper.is_some() && body.contains(l.tokens.start))
        };
        if body.is_some_and(wraps) {
            tag::name_parameters(source, decl, out);
        }
    }
}
