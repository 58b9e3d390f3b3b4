//! Which items of a text deserve a node of their own, and where they lie.
//!
//! Granularity: [`skeleton`] changes at every edit of its file and nobody but [`item_map`] and the assembly of the final text
//! reads it. [`items`] is the firewall: it changes only when an item appears, disappears, or moves past another one.

use cleave_base_db::{Db, SourceFile};
use cleave_syntax::lexer::token_hash;
use cleave_syntax::skeleton::{Flags, Item, ItemKind, Skeleton};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::item::{ItemNode, ItemText, ScopePath};
use crate::parts::{is_near_at, skeleton};

/// The nodes of a file and where they lie in its skeleton.
#[derive(Debug, PartialEq, salsa::SalsaValue)]
pub struct ItemMap<'db> {
    /// The nodes in source order.
    pub nodes: Box<[ItemNode<'db>]>,
    /// For each node, its index in [`Skeleton::items`].
    pub indices: Box<[u32]>,
    /// For each scope of the skeleton, its path.
    pub scopes: Box<[ScopePath<'db>]>,
    /// The parts of the text that come from files of the user's own, in order, as `(start, end)`.
    pub user_ranges: Box<[(u32, u32)]>,
    /// The parts of the text that come from the main file, or from headers in its folder or below, in the same way.
    pub near_ranges: Box<[(u32, u32)]>,
}

/// Makes the nodes of a file.
#[salsa::tracked(no_eq)]
pub fn item_map<'db>(db: &'db dyn Db, file: SourceFile) -> ItemMap<'db> {
    let text: &str = file.text(db);
    let skeleton = skeleton(db, file);
    let mut scopes: Vec<ScopePath<'db>> = Vec::with_capacity(skeleton.scopes.len());
    for (i, scope) in skeleton.scopes.iter().enumerate() {
        let parent = (i > 0).then(|| scopes[scope.parent as usize]);
        scopes.push(ScopePath::new(
            db,
            parent,
            scope.name.of(text),
            scope.inline,
        ));
    }
    let selection = Selection::new(text, skeleton);
    let dialect = file.dialect(db);
    let user_ranges = skeleton.lines.user_ranges(text.len());
    let mut user = user_ranges.iter().peekable();
    let mut directives = skeleton.directives.iter().peekable();
    let mut nodes = Vec::new();
    let mut indices = Vec::new();
    let mut equals: FxHashMap<_, u32> = FxHashMap::default();
    for (i, item) in skeleton.items.iter().enumerate() {
        while user.next_if(|r| r.1 <= item.span.start).is_some() {}
        let own = user.peek().is_some_and(|r| r.0 <= item.span.start);
        let mut unchecked = false;
        while let Some(d) = directives.next_if(|d| d.start < item.span.end) {
            unchecked |= switches_checks_off(d.of(text));
        }
        let mut flags = item.flags;
        if unchecked {
            flags.set(Flags::UNCHECKED);
        }
        if own && is_declaration(item) {
            flags.set(Flags::USER);
        } else if !selection.takes(item) {
            continue;
        }
        let head = token_hash(&text[item.span.start as usize..item.head_end as usize]);
        let scope = scopes[item.scope as usize];
        let text_of_item = ItemText::new(item.span.of(text));
        let name = item.name.of(text);
        let equal = equals.entry((item.kind, scope, name, head)).or_insert(0);
        let nth = *equal;
        *equal += 1;
        nodes.push(ItemNode::new(
            db,
            file,
            item.kind,
            scope,
            name.to_owned(),
            head,
            nth,
            flags,
            i as u32,
            dialect,
            text_of_item,
        ));
        indices.push(i as u32);
    }
    ItemMap {
        nodes: nodes.into(),
        indices: indices.into(),
        scopes: scopes.into(),
        user_ranges: user_ranges.into(),
        near_ranges: skeleton.lines.near_ranges(text.len()).into(),
    }
}

/// The nodes of a file in source order, without their places: a firewall over [`item_map`].
#[salsa::tracked(returns(deref))]
pub fn items<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[ItemNode<'db>]> {
    item_map(db, file).nodes.clone()
}

/// The nodes of the user's own code in source order: what can be wrong in it is worth telling, and only that.
#[salsa::tracked(returns(deref))]
pub fn user_items<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[ItemNode<'db>]> {
    items(db, file)
        .iter()
        .copied()
        .filter(|item| item.flags(db).has(Flags::USER))
        .collect()
}

/// Whether an item stands in the main source file, or in a header next to it (in its folder or below). A query of its own: it
/// reads positions, which move at every edit.
#[salsa::tracked(returns(copy))]
pub fn is_in_own_file<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> bool {
    is_near_at(db, item.file(db), item.index(db))
}

/// Whether a pragma says that the next declaration may call what it likes.
fn switches_checks_off(directive: &str) -> bool {
    directive.contains("nv_exec_check_disable")
}

/// Whether an item declares something by itself, rather than opening or closing what others stand in.
fn is_declaration(item: &Item) -> bool {
    !matches!(
        item.kind,
        ItemKind::NamespaceOpen
            | ItemKind::NamespaceClose
            | ItemKind::LinkageOpen
            | ItemKind::LinkageClose
    ) && !item.is_builtin_device_function()
}

/// Decides which items outside of the user's own code get a node. Megabytes of headers hold nothing but declarations that pass through as they are; a node
/// is for what the skeleton flagged, for what may redeclare something flagged, and for what the module id may be named after.
struct Selection<'t> {
    text: &'t str,
    /// Functions that some declaration annotates for one side only.
    one_sided: FxHashSet<(u32, &'t str)>,
    /// Classes with a member annotated for one side only.
    classes: FxHashSet<&'t str>,
    /// Classes that may have virtual functions, of which a member is defined elsewhere and `inline`.
    completed: FxHashSet<&'t str>,
    /// Functions that an annotated declaration without a body declares, and not as constexpr.
    plain: FxHashSet<(u32, &'t str)>,
    /// Functions that some declaration declares constexpr, among those of `plain`.
    constexpr: FxHashSet<(u32, &'t str)>,
}

/// What makes an item worth a node by itself.
const HOT: Flags = Flags(
    Flags::LONE_DEVICE.0
        | Flags::GLOBAL.0
        | Flags::MEMORY.0
        | Flags::MANAGED.0
        | Flags::LAUNCH.0
        | Flags::WATCHED.0
        | Flags::MENTIONS.0
        | Flags::NAMESAKE.0
        | Flags::LAMBDA.0
        | Flags::LAMBDA_ATTRIBUTE.0,
);

/// Whether a template's text is written otherwise for the host: dependent constants that initialise, or such as its lambdas may name;
/// a type without its `typename`.
fn is_hot_template(text: &str, item: &Item) -> bool {
    let captures = || {
        let own = item.span.of(text);
        own.contains("[&]") || own.contains("[=]")
    };
    item.flags.has(Flags::TEMPLATE)
        && (item.flags.has(Flags::QUALIFIED_INITIALIZER)
            || item.flags.has(Flags::LITERAL_CONSTANT) && captures()
            || item.flags.has(Flags::QUALIFIED) && may_lack_typename(text, item))
}

/// Whether a member of a template is declared with a member of a template-id, and `typename` is not said: `S<T>::H S<T>::f()`. The
/// words before the declarator's own qualifier are looked at.
fn may_lack_typename(text: &str, item: &Item) -> bool {
    let head = &text[item.span.start as usize..item.name.start as usize];
    // The declarator's own qualifier has one template-id less than the type with it.
    let mut ends = head.match_indices('>').filter(|(at, _)| {
        let rest = head[at + 1..].trim_start();
        rest.starts_with("::")
    });
    ends.next().is_some() && ends.next().is_some() && !head.contains("typename ")
}

fn is_function(item: &Item) -> bool {
    matches!(
        item.kind,
        ItemKind::FunctionDefinition | ItemKind::FunctionDeclaration
    )
}

/// Whether a function is defined `inline` and under a qualified name, and is no template.
fn is_inline_member(item: &Item) -> bool {
    item.kind == ItemKind::FunctionDefinition
        && item.flags.has(Flags::INLINE)
        && item.flags.has(Flags::QUALIFIED)
        && !item.flags.has(Flags::TEMPLATE)
}

/// The names in front of a function's own, the innermost class first: `D` and `n` of `n::D::~D`.
fn classes_of<'t>(text: &'t str, item: &Item) -> impl Iterator<Item = &'t str> + use<'t> {
    let head = &text[item.span.start as usize..item.name.start as usize];
    let mut head = head.trim_end().trim_end_matches('~');
    std::iter::from_fn(move || {
        let qualifier = head.trim_end().strip_suffix("::")?.trim_end();
        let rest = qualifier.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        head = rest;
        Some(&qualifier[rest.len()..]).filter(|name| !name.is_empty())
    })
}

/// Whether a class may have virtual functions: it says so, or it has bases.
fn may_be_polymorphic(text: &str, item: &Item) -> bool {
    // The name of a typedef stands behind the class.
    let head = text.get(item.name.end as usize..item.head_end as usize);
    head.is_some_and(|h| h.contains(':'))
        || ["virtual", "override"]
            .iter()
            .any(|word| item.span.of(text).contains(word))
}

impl<'t> Selection<'t> {
    fn new(text: &'t str, skeleton: &Skeleton) -> Self {
        let mut s = Selection {
            text,
            one_sided: FxHashSet::default(),
            classes: FxHashSet::default(),
            completed: FxHashSet::default(),
            plain: FxHashSet::default(),
            constexpr: FxHashSet::default(),
        };
        let mut completed = FxHashSet::default();
        for item in &skeleton.items {
            let key = (item.scope, item.name.of(text));
            if is_function(item) {
                if item.flags.any(Flags::LONE_DEVICE | Flags::GLOBAL) {
                    s.one_sided.insert(key);
                }
                if item.kind == ItemKind::FunctionDeclaration
                    && item.flags.any(Flags::CUDA)
                    && !item.flags.has(Flags::CONSTEXPR)
                {
                    s.plain.insert(key);
                }
                if is_inline_member(item) {
                    completed.extend(classes_of(text, item));
                }
            } else if item.kind == ItemKind::Class && item.flags.any(Flags::LONE_DEVICE) {
                s.classes.insert(key.1);
            }
        }
        for item in &skeleton.items {
            let key = (item.scope, item.name.of(text));
            if is_function(item) && item.flags.has(Flags::CONSTEXPR) && s.plain.contains(&key) {
                s.constexpr.insert(key);
            }
            let is_class = item.kind == ItemKind::Class && completed.contains(key.1);
            if is_class && may_be_polymorphic(text, item) {
                s.completed.insert(key.1);
            }
        }
        s
    }

    fn takes(&self, item: &Item) -> bool {
        if item.is_builtin_device_function() {
            return false;
        }
        if item.flags.any(HOT)
            || is_hot_template(self.text, item)
            || may_name_module(self.text, item)
        {
            return true;
        }
        if item.kind == ItemKind::Class {
            return self.completed.contains(item.name.of(self.text));
        }
        if !is_function(item) {
            return false;
        }
        let key = (item.scope, item.name.of(self.text));
        self.one_sided.contains(&key)
            || self.constexpr.contains(&key)
            || item.flags.has(Flags::QUALIFIED) && self.is_member_of_flagged(item)
            || is_inline_member(item)
                && classes_of(self.text, item).any(|class| self.completed.contains(class))
            || item.scope == 0 && key.1 == "main"
    }

    /// Whether the head of a function with a qualified name mentions a class with one-sided members.
    fn is_member_of_flagged(&self, item: &Item) -> bool {
        let head = &self.text[item.span.start as usize..item.name.start as usize];
        !self.classes.is_empty()
            && head
                .split(|c: char| !(c.is_alphanumeric() || c == '_'))
                .any(|w| self.classes.contains(w))
    }
}

/// Whether a class's definition is followed by a name, or by the bound of an array.
fn ends_with_declarator(text: &str, item: &Item) -> bool {
    let text = item.span.of(text);
    let before = text.trim_end().strip_suffix(';');
    before
        .and_then(|t| t.trim_end().bytes().next_back())
        .is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b']'))
        && text.contains('{')
}

/// Whether the module id may be named after an item (reference: host-text, Entity of the module id), as far as flags and the look
/// of it tell.
pub fn may_name_module(text: &str, item: &Item) -> bool {
    let never =
        Flags::CONSTEXPR | Flags::TEMPLATE | Flags::SPECIALIZATION | Flags::INLINE | Flags::STATIC;
    if item.flags.any(never) {
        return false;
    }
    match item.kind {
        ItemKind::FunctionDefinition => true,
        ItemKind::Variable => item.flags.has(Flags::INITIALIZED) || !item.flags.has(Flags::EXTERN),
        // `struct { … } x = { … };` and `struct S x = …;`; `struct S { … } x;` may call a constructor.
        ItemKind::Enum => item.flags.has(Flags::INITIALIZED),
        ItemKind::Class => item.flags.has(Flags::INITIALIZED) || ends_with_declarator(text, item),
        // `int x(3);` looks like a function until one looks inside.
        ItemKind::FunctionDeclaration => {
            let rest = text[item.name.end as usize..item.span.end as usize].trim_start();
            rest.strip_prefix('(')
                .and_then(|r| r.trim_start().bytes().next())
                .is_some_and(|b| {
                    // No parameter-declaration begins like this.
                    b.is_ascii_digit() || b"\"'-+!~&*({".contains(&b)
                })
        }
        _ => false,
    }
}
