//! Kernels that a template may call without saying which. What is called by its name in a template is only found when the
//! template is instantiated, and the reference takes every kernel of that name for it, wherever it is declared: those named
//! `copy` or `fill` once `<algorithm>` is included (reference: host-text, Referenced entities).
//!
//! Granularity: [`callers`] reads the text, and is the firewall in front of [`template_calls`], which looks through one item. Most
//! files have no item to look through.

use std::iter;

use cleave_base_db::{Db, SourceFile};
use cleave_names::decl::Param;
use cleave_names::{
    ItemId, ItemNode, Word, declarations_at, item_id_at, item_id_text, item_map, item_text, lexed,
    named_items, parse_id, skeleton,
};
use cleave_syntax::Bodies;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::blanks;
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::{Item, ItemKind};
use cleave_syntax::tree::SyntaxNode;
use memchr::memmem;

use super::entity::{Kind, device_entities};
use super::mention::{host_code, is_device_lambda};
use crate::source::Source;
use crate::walk::{Context, Use, Visitor, walk};
use crate::watched::{Resolver, Table};

/// The names of kernels that templates of the host call without saying which, sorted.
#[salsa::tracked(returns(deref))]
pub(crate) fn called_in_templates(db: &dyn Db, file: SourceFile) -> Box<[String]> {
    let mut out: Vec<String> = callers(db, file)
        .iter()
        .flat_map(|&(item, node)| template_calls(db, item, node))
        .cloned()
        .collect();
    out.sort();
    out.dedup();
    out.into()
}

/// The items in which a template may call something that is named like a kernel, with their nodes if they have one.
#[salsa::tracked(returns(deref))]
fn callers<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[(ItemId<'db>, Option<ItemNode<'db>>)]> {
    let text: &str = file.text(db);
    let mut names: Vec<&str> = device_entities(db, file)
        .iter()
        .filter(|e| e.kind == Kind::Kernel)
        .map(|e| e.name.as_str())
        .collect();
    names.dedup();
    let items = &skeleton(db, file).items;
    let mut found: Vec<usize> = Vec::new();
    for name in names {
        for at in memmem::find_iter(text.as_bytes(), name) {
            let i = items.partition_point(|i| i.span.start as usize <= at);
            let Some(i) = i.checked_sub(1).filter(|i| !found.contains(i)) else {
                continue;
            };
            if is_called(text, at, name) && may_hold_template(text, &items[i], at) {
                found.push(i);
            }
        }
    }
    found.sort_unstable();
    let map = item_map(db, file);
    found
        .into_iter()
        .map(|i| {
            let node = map.indices.binary_search(&(i as u32)).ok();
            (item_id_at(db, file, i as u32), node.map(|n| map.nodes[n]))
        })
        .collect()
}

/// Whether the name at a place of the text looks like that of a function that is called.
fn is_called(text: &str, at: usize, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (before, after) = (&text[..at], &text[at + name.len()..]);
    let member = || {
        let before = blanks::trim_end(before);
        before.ends_with("->") || before.ends_with('.')
    };
    !before.ends_with(is_word)
        && !after.starts_with(is_word)
        && blanks::trim_start(after).starts_with(['(', '<', ')'])
        && !member()
}

/// Whether the place is in an item, and not its own name, and there may be a template around it.
fn may_hold_template(text: &str, item: &Item, at: usize) -> bool {
    let span = item.span.of(text);
    at < item.span.end as usize
        && at != item.name.start as usize
        && !matches!(
            item.kind,
            ItemKind::UsingDeclaration | ItemKind::UsingDirective
        )
        && ["template", "auto"]
            .iter()
            .any(|word| memmem::find(span.as_bytes(), word.as_bytes()).is_some())
}

/// The names of kernels by which an item's templates call something without saying what, each once.
#[salsa::tracked(returns(deref))]
fn template_calls<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    node: Option<ItemNode<'db>>,
) -> Box<[String]> {
    let file = item.file(db);
    let (tree, own_lexed, gone);
    let (root, text, lexed) = match node {
        Some(node) => {
            let (parse, tokens) = host_code(db, file, node);
            gone = tokens;
            (parse.syntax(), node.text(db).as_str(), lexed(db, node))
        }
        None => {
            (tree, own_lexed) = parse_id(db, item, Bodies::Full);
            gone = Vec::new();
            (tree.syntax(), item_id_text(db, item).as_str(), &own_lexed)
        }
    };
    let source = Source::new(text, lexed);
    let resolver = Resolver::new(db, file, Table::Called, item.scope(db));
    let context = Context {
        source: &source,
        gone: &gone,
        resolver: &resolver,
        managed: &[],
    };
    let mut calls = Calls {
        db,
        file,
        out: Vec::new(),
    };
    walk(&context, &root, &mut calls);
    calls.out.into()
}

struct Calls<'db> {
    db: &'db dyn Db,
    file: SourceFile,
    out: Vec<String>,
}

impl<'db> Visitor<'db> for Calls<'db> {
    const TYPES: bool = false;

    fn used(&mut self, used: &Use<'_, 'db>) {
        let called = outermost(used.node);
        let call = called.parent().filter(|p| {
            matches!(p.kind(), CALL_EXPRESSION | LAUNCH_EXPRESSION)
                && p.first_child().as_ref() == Some(&called)
        });
        let known = self.out.iter().any(|name| name == used.name);
        if call.is_none() || known || !is_in_template(used.node) {
            return;
        }
        // A qualified name that means one function means it at once.
        let qualified = used.last > used.tokens.start;
        if !qualified || is_overloaded(self.db, self.file, used) {
            self.out.push(used.name.to_owned());
        }
    }

    fn skips(&self, lambda: &SyntaxNode) -> bool {
        is_device_lambda(lambda)
    }
}

/// A name with the parentheses around it.
fn outermost(name: &SyntaxNode) -> SyntaxNode {
    iter::successors(name.parent(), SyntaxNode::parent)
        .take_while(|p| p.kind() == PAREN_EXPRESSION)
        .last()
        .unwrap_or_else(|| name.clone())
}

/// Whether a template, or what is one for its parameters ([dcl.fct]/18, [expr.prim.lambda]/5), is around a node. An explicit
/// specialization is none.
fn is_in_template(node: &SyntaxNode) -> bool {
    node.ancestors().any(|around| match around.kind() {
        TEMPLATE_DECLARATION => true,
        LAMBDA_EXPRESSION => {
            let listed = |c: SyntaxNode| c.kind() == TEMPLATE_PARAMETER_LIST;
            around.children().any(listed) || has_placeholder(&around)
        }
        FUNCTION_DEFINITION => around
            .children()
            .filter(|c| c.kind() == DECLARATOR)
            .flat_map(|c| c.children())
            .any(|c| has_placeholder(&c)),
        _ => false,
    })
}

/// Whether a parameter that is listed right in a node has a placeholder type.
fn has_placeholder(node: &SyntaxNode) -> bool {
    let specifiers = node
        .children()
        .filter(|c| c.kind() == PARAMETER_CLAUSE)
        .flat_map(|c| c.children())
        .filter(|c| c.kind() == PARAMETER_DECLARATION)
        .flat_map(|c| c.children())
        .filter(|c| c.kind() == DECL_SPECIFIER_SEQ);
    let mut words = specifiers.flat_map(|c| c.descendants_with_tokens());
    words.any(|w| w.kind() == AUTO_KW)
}

/// Whether what a qualified name was found to mean is a template, or several functions: those whose parameters are spelled
/// alike are one.
fn is_overloaded<'db>(db: &'db dyn Db, file: SourceFile, used: &Use<'_, 'db>) -> bool {
    let mut first: Option<Vec<String>> = None;
    for item in named_items(db, file, Word::new(db, used.name)) {
        if item.scope != used.found.home {
            continue;
        }
        let text = item_text(db, file, item.index);
        let lexed = Lexed::new(text.as_str());
        let source = Source::new(text.as_str(), &lexed);
        for decl in declarations_at(db, file, item.index) {
            let Some(function) = decl.function.as_ref().filter(|_| decl.name == used.name) else {
                continue;
            };
            let types = function.params.iter().map(|p| type_words(&source, p));
            let types: Vec<String> = types.collect();
            if decl.is_template() || first.as_ref().is_some_and(|f| *f != types) {
                return true;
            }
            first = Some(types);
        }
    }
    false
}

/// A parameter without its name and its default argument, on one line.
fn type_words(source: &Source<'_>, param: &Param) -> String {
    let default = param.default;
    let end = if default.is_empty() {
        param.tokens.end
    } else {
        default.start
    };
    (param.tokens.start..end)
        .filter(|i| !(param.name_at..param.name_end).contains(i))
        .map(|i| source.word(i))
        .collect::<Vec<_>>()
        .join(" ")
}
