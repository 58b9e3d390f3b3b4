//! Which kernels and device variables one item's host code mentions. Any mention counts, evaluated or not; only the bodies of
//! kernels and of functions of the device alone do not (reference: host-text, Referenced entities).

use cleave_base_db::{Db, SourceFile};
use cleave_cuda::{ExecutionSpace, function_facts};
use cleave_cuda::{merged, tile};
use cleave_names::decl::Tokens;
use cleave_names::{ItemNode, ScopePath, declarations, lexed, parse, parse_bodies};
use cleave_syntax::Parse;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::skeleton::{Flags, ItemKind};
use cleave_syntax::tree::{SyntaxElement, SyntaxNode};

use super::entity::{ANNOTATED, device_entities, item_entities};
use super::launch;
use super::resolved::{Chosen, at, resolved};
use crate::alias;
use crate::item::all_gone;
use crate::local;
use crate::source::Source;
use crate::walk::{Context, Use, Visitor, walk};
use crate::watched::{Resolver, Table};

/// What is said about template arguments where an entity is mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Arguments {
    /// There are none.
    None,
    /// There are some: only a template is meant.
    Given,
    /// There are some, and one of them is a type of internal linkage; so is the specialisation then.
    Internal,
}

/// A kernel or device variable that is mentioned.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct Mention<'db> {
    /// Its namespace.
    pub scope: ScopePath<'db>,
    /// Its name.
    pub name: String,
    /// The template arguments.
    pub arguments: Arguments,
    /// With how many arguments it is launched, where it is and they can be counted.
    pub count: Option<u32>,
    /// Which of several of that name it is, where that was asked and is known.
    pub chosen: Option<Chosen>,
}

/// What an item's host code mentions, each once, in source order.
#[salsa::tracked(returns(deref))]
pub fn mentions<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
) -> Box<[Mention<'db>]> {
    if !may_mention(db, file, item) {
        return Box::default();
    }
    let (tree, gone) = host_code(db, file, item);
    let source = Source::new(item.text(db).as_str(), lexed(db, item));
    let resolver = Resolver::new(db, file, Table::Referenced, item.scope(db));
    let context = Context {
        source: &source,
        gone: &gone,
        resolver: &resolver,
        managed: &[],
    };
    let mut found = Finder {
        out: Vec::new(),
        resolver: &resolver,
        is_internal: |word: &str| alias::is_internal_type(db, file, item, word),
        chosen: |scope: ScopePath<'db>, name: &str, token: u32| {
            let several = is_told_apart(db, file, scope, name);
            several.then(|| at(resolved(db, item), token)).flatten()
        },
    };
    walk(&context, &tree.syntax(), &mut found);
    found.out.into()
}

/// An item's tree, opened where there is host code in it, and the tokens of what runs on the device alone.
pub(super) fn host_code<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
) -> (&'db Parse, Vec<Tokens>) {
    let decls = declarations(db, item);
    let mut gone: Vec<Tokens> = Vec::new();
    for (fact, merged) in function_facts(db, item).iter().zip(merged(db, item)) {
        let function = &decls[fact.decl as usize].function;
        if let (true, Some(f)) = (is_device_only(merged.space), function) {
            gone.extend(f.body.tokens());
            gone.push(f.ctor_initializer);
        }
    }
    let tree = if all_gone(decls, &gone) {
        parse(db, item)
    } else {
        parse_bodies(db, item)
    };
    let source = Source::new(item.text(db).as_str(), lexed(db, item));
    if item.flags(db).any(ANNOTATED) && local::may_have(&source, decls, &gone) {
        for local in local::locals(&source, tile(db, file), &tree.syntax(), &gone) {
            gone.extend(local.gone());
        }
    }
    (tree, gone)
}

/// Whether an item's host code may mention anything. The skeleton watches names from their declaration at namespace scope on;
/// a kernel that only a friend declaration or a block declares is none of these.
pub(crate) fn may_mention(db: &dyn Db, file: SourceFile, item: ItemNode<'_>) -> bool {
    let flags = item.flags(db);
    flags.any(Flags::MENTIONS | Flags::LAUNCH)
        || matches!(
            item.kind(db),
            ItemKind::FunctionDefinition | ItemKind::Class | ItemKind::Variable
        ) && flags.any(ANNOTATED)
            && item_entities(db, file, item).iter().any(|e| e.local)
}

fn is_device_only(space: ExecutionSpace) -> bool {
    space.is_kernel() || space.is_device_only()
}

/// Whether a namespace has several kernels of a name that the arrays tell apart.
fn is_told_apart<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    scope: ScopePath<'db>,
    name: &str,
) -> bool {
    let entities = device_entities(db, file);
    let start = entities.partition_point(|e| e.name.as_str() < name);
    let same = entities[start..].iter().take_while(|e| e.name == name);
    same.filter(|e| e.scope == scope && !e.local).count() > 1
}

struct Finder<'a, 'db, F, G> {
    out: Vec<Mention<'db>>,
    resolver: &'a Resolver<'db>,
    is_internal: F,
    chosen: G,
}

impl<'db, F, G> Visitor<'db> for Finder<'_, 'db, F, G>
where
    F: Fn(&str) -> bool,
    G: Fn(ScopePath<'db>, &str, u32) -> Option<Chosen>,
{
    const TYPES: bool = true;

    fn used(&mut self, used: &Use<'_, 'db>) {
        // A host function that overloads a kernel is what is called without a configuration.
        let called = used.node.parent().is_some_and(|p| {
            p.kind() == CALL_EXPRESSION && p.first_child().as_ref() == Some(used.node)
        });
        if called && used.found.shared {
            return;
        }
        // The arguments of a launch may bring in kernels of other namespaces ([basic.lookup.argdep]), and one that is left out
        // may be lost at link time: all that it could be are taken.
        let launch = used.node.parent().filter(|p| {
            p.kind() == LAUNCH_EXPRESSION && p.first_child().as_ref() == Some(used.node)
        });
        let unqualified =
            used.last + 1 == used.tokens.end && used.tokens.end - used.tokens.start == 1;
        let mut homes = vec![used.found.home];
        if let Some(launch) = launch.as_ref().filter(|_| unqualified) {
            match launch::directives_if_plain(launch, used.name) {
                Some(more) => {
                    let brought: Vec<_> = self.resolver.nominated_homes(used.name, &more).collect();
                    if used.found.guessed && !brought.is_empty() {
                        homes.clear();
                    }
                    homes.extend(brought);
                }
                None => homes.extend(self.resolver.homes(used.name)),
            }
        }
        let count = launch.as_ref().and_then(launch::count);
        let lone = homes.len() == 1;
        for scope in homes {
            let chosen = lone.then(|| (self.chosen)(scope, used.name, used.last));
            let new = Mention {
                scope,
                name: used.name.to_owned(),
                arguments: self.arguments(used.node),
                count,
                chosen: chosen.flatten(),
            };
            if !self.out.contains(&new) {
                self.out.push(new);
            }
        }
    }

    fn skips(&self, lambda: &SyntaxNode) -> bool {
        is_device_lambda(lambda)
    }
}

/// Whether a lambda runs on the device alone.
pub(super) fn is_device_lambda(lambda: &SyntaxNode) -> bool {
    let mut space = (false, false);
    for word in lambda
        .children()
        .filter(|c| c.kind() == ATTRIBUTE_SPECIFIER)
        .flat_map(|a| a.descendants_with_tokens())
        .filter_map(SyntaxElement::into_token)
    {
        match word.text().trim_matches('_') {
            "device" => space.0 = true,
            "host" => space.1 = true,
            _ => {}
        }
    }
    space == (true, false)
}

impl<F: Fn(&str) -> bool, G> Finder<'_, '_, F, G> {
    fn arguments(&self, name: &SyntaxNode) -> Arguments {
        let Some(list) = name
            .children()
            .find(|c| c.kind() == TEMPLATE_ID)
            .and_then(|t| t.children().find(|c| c.kind() == TEMPLATE_ARGUMENT_LIST))
        else {
            return Arguments::None;
        };
        let internal = list
            .descendants_with_tokens()
            .filter_map(SyntaxElement::into_token)
            .any(|t| t.kind() == IDENT && (self.is_internal)(t.text()));
        if internal {
            Arguments::Internal
        } else {
            Arguments::Given
        }
    }
}
