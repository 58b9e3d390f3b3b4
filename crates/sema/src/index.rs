//! Items by name: the skeleton's facts, cut into pieces that survive edits elsewhere.
//!
//! Granularity: [`candidates`] and what else reads the skeleton here changes at every edit and is the firewall in
//! front of what is looked up: no position is held, and of functions and classes no body.

use cleave_base_db::{Db, SourceFile};
use cleave_names::decl::Body;
pub(crate) use cleave_names::item_scope;
use cleave_names::{
    ItemNode, ItemText, ScopePath, declarations, item_map, may_name_module, skeleton,
};
pub use cleave_names::{NamedItem, Word, item_head, item_text, named_items};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::ItemKind;

/// A using-directive.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Directive<'db> {
    pub(crate) scope: ScopePath<'db>,
    pub(crate) text: ItemText,
}

/// The namespaces of a file and the using-directives in them.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Namespaces<'db> {
    pub(crate) all: Box<[ScopePath<'db>]>,
    pub(crate) directives: Box<[Directive<'db>]>,
}

#[salsa::tracked]
pub(crate) fn namespaces<'db>(db: &'db dyn Db, file: SourceFile) -> Namespaces<'db> {
    let text: &str = file.text(db);
    let map = item_map(db, file);
    Namespaces {
        all: map.scopes.clone(),
        directives: skeleton(db, file)
            .items
            .iter()
            .filter(|i| i.kind == ItemKind::UsingDirective)
            .map(|i| Directive {
                scope: map.scopes[i.scope as usize],
                text: ItemText::new(i.span.of(text)),
            })
            .collect(),
    }
}

/// The ABI tags of an inline namespace, written wherever it is opened.
#[salsa::tracked(returns(deref))]
pub(crate) fn namespace_tags<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    scope: ScopePath<'db>,
) -> Box<[String]> {
    if !scope.inline(db) {
        return Box::default();
    }
    let text: &str = file.text(db);
    let map = item_map(db, file);
    let mut tags: Vec<String> = Vec::new();
    for item in &skeleton(db, file).items {
        if item.kind != ItemKind::NamespaceOpen || map.scopes[item.scope as usize] != scope {
            continue;
        }
        let text = item.span.of(text);
        let Some(at) = text.find("abi_tag") else {
            continue;
        };
        let quoted: Vec<&str> = text[at..].split('"').skip(1).step_by(2).collect();
        if quoted.is_empty() {
            // A tag without a name takes the namespace's.
            tags.push(scope.name(db).to_owned());
        }
        tags.extend(quoted.into_iter().map(str::to_owned));
    }
    tags.sort();
    tags.dedup();
    tags.into()
}

/// The items that the module id may be named after, as far as the skeleton tells, with their places among all items.
#[salsa::tracked(returns(deref))]
pub fn candidates<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[(ItemNode<'db>, u32)]> {
    let map = item_map(db, file);
    let skeleton = skeleton(db, file);
    let text: &str = file.text(db);
    map.nodes
        .iter()
        .zip(&map.indices)
        .filter(|&(_, &i)| may_name_module(text, &skeleton.items[i as usize]))
        .map(|(&node, &i)| (node, i))
        .collect()
}

/// What of a candidate its name can depend on: the declaration without a function's body or a variable's value. Nothing for a
/// function that is defaulted or deleted.
#[salsa::tracked]
pub(crate) fn candidate_head<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Option<ItemText> {
    let text = item.text(db).as_str();
    let decls = declarations(db, item);
    let outer: Vec<_> = decls.iter().filter(|d| d.parent.is_none()).collect();
    let [only] = outer.as_slice() else {
        return Some(item.text(db).clone());
    };
    let (cut, end) = match &only.function {
        Some(f) => {
            let body = match f.body {
                Body::Block(body) | Body::Try(body) => body,
                _ => return None,
            };
            let at = if f.ctor_initializer.is_empty() {
                body.start
            } else {
                f.ctor_initializer.start.min(body.start)
            };
            (at, "{}")
        }
        None if only.initializer.is_empty() => return Some(item.text(db).clone()),
        None => (only.initializer.start, "= 0;"),
    };
    let lexed = Lexed::new(text);
    let at = lexed.range(cut as usize).start;
    Some(ItemText::new(&format!("{}{end}", &text[..at])))
}

/// The enumerations, plain or in a typedef, whose text holds a word: where an enumerator of that name may be.
#[salsa::tracked(returns(deref))]
pub(crate) fn enumerations_with<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    word: Word<'db>,
) -> Box<[u32]> {
    let text: &str = file.text(db);
    let finder = memchr::memmem::Finder::new(word.text(db).as_bytes());
    skeleton(db, file)
        .items
        .iter()
        .enumerate()
        .filter(|(_, i)| matches!(i.kind, ItemKind::Enum | ItemKind::Typedef))
        .filter(|(_, i)| finder.find(i.span.of(text).as_bytes()).is_some())
        .filter(|(_, i)| i.span.of(text).contains("enum"))
        .map(|(i, _)| i as u32)
        .collect()
}
