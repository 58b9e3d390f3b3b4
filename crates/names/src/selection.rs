//! Which items outside of the user's own code get a node. Megabytes of headers hold nothing but declarations that pass through
//! as they are; a node is for what the skeleton flagged, for what may redeclare something flagged, and for what the module id may be
//! named after.
//!
//! Granularity: [`marks`] is what a part's declarations mean for items elsewhere, and [`selected`] puts those of all parts
//! together. Names are kept as hashes: two of one hash give a node too many, and nothing else.

use std::hash::{BuildHasher, Hash};

use cleave_base_db::{Db, Marks, SourceFile};
use cleave_syntax::blanks;
use cleave_syntax::skeleton::{Flags, Item, ItemKind, Skeleton};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::interface::{has_interface, interface_marks};
use crate::parts::{Part, file_parts, part_skeleton, part_text};

/// What counts of the marks of all parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Selected {
    one_sided: FxHashSet<u64>,
    classes: FxHashSet<u64>,
    /// Classes that may have virtual functions, of which a member is defined elsewhere and `inline`.
    completed: FxHashSet<u64>,
    /// Functions of [`Marks::plain`] that another declaration declares constexpr.
    constexprs: FxHashSet<u64>,
}

fn hash(value: impl Hash) -> u64 {
    FxBuildHasher.hash_one(value)
}

/// For each scope of a skeleton the hash of its path.
fn scope_hashes(text: &str, skeleton: &Skeleton) -> Vec<u64> {
    let mut out: Vec<u64> = Vec::with_capacity(skeleton.scopes.len());
    for scope in &skeleton.scopes {
        let parent = out.get(scope.parent as usize).copied().unwrap_or_default();
        out.push(hash((parent, scope.name.of(text))));
    }
    out
}

fn sorted(mut hashes: Vec<u64>) -> Box<[u64]> {
    hashes.sort_unstable();
    hashes.dedup();
    hashes.into()
}

#[salsa::tracked(returns(ref))]
fn marks<'db>(db: &'db dyn Db, part: Part<'db>) -> Marks {
    let (text, skeleton) = (part_text(db, part), part_skeleton(db, part));
    let scopes = scope_hashes(text, skeleton);
    let (mut one_sided, mut classes, mut completed) = (Vec::new(), Vec::new(), Vec::new());
    let (mut plain, mut constexprs) = (Vec::new(), Vec::new());
    for item in &skeleton.items {
        let name = item.name.of(text);
        let key = || hash((scopes[item.scope as usize], name));
        if is_function(item) {
            if item.flags.any(Flags::LONE_DEVICE | Flags::GLOBAL) {
                one_sided.push(key());
            }
            if item.flags.has(Flags::CONSTEXPR) {
                constexprs.push(key());
            } else if item.kind == ItemKind::FunctionDeclaration && item.flags.any(Flags::CUDA) {
                plain.push(key());
            }
            if is_inline_member(item) {
                completed.extend(classes_of(text, item).map(hash));
            }
        } else if item.kind == ItemKind::Class && item.flags.any(Flags::LONE_DEVICE) {
            classes.push(hash(name));
        }
    }
    Marks {
        one_sided: sorted(one_sided),
        classes: sorted(classes),
        completed: sorted(completed),
        plain: sorted(plain),
        constexprs: sorted(constexprs),
        polymorphic: Box::default(),
    }
}

/// The marks of a part without [`Marks::polymorphic`]; those of its interface if it has one.
fn marks_of<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> &'db Marks {
    match has_interface(db, file, part) {
        true => interface_marks(db, file),
        false => marks(db, part),
    }
}

/// [`Marks::polymorphic`] of a part.
fn polymorphic<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> &'db [u64] {
    match has_interface(db, file, part) {
        true => &interface_marks(db, file).polymorphic,
        false => completed_here(db, file, part),
    }
}

/// The marks of a part as its interface has them.
pub(crate) fn own_marks<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> Marks {
    Marks {
        polymorphic: completed_here(db, file, part).into(),
        ..marks(db, part).clone()
    }
}

/// The classes of which a member is defined elsewhere and `inline`, whatever part that is in.
#[salsa::tracked(returns(ref))]
fn completed_classes(db: &dyn Db, file: SourceFile) -> FxHashSet<u64> {
    let parts = file_parts(db, file).iter();
    let all = parts.flat_map(|placed| &marks_of(db, file, placed.part).completed);
    all.copied().collect()
}

/// Those of them that a part defines and that may have virtual functions.
#[salsa::tracked(returns(deref))]
fn completed_here<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> Box<[u64]> {
    let (text, all) = (part_text(db, part), completed_classes(db, file));
    let items = part_skeleton(db, part).items.iter();
    let found = items
        .filter(|item| item.kind == ItemKind::Class)
        .map(|item| (item, hash(item.name.of(text))))
        .filter(|(item, name)| all.contains(name) && may_be_polymorphic(text, item));
    sorted(found.map(|(_, name)| name).collect())
}

#[salsa::tracked(returns(ref))]
fn selected(db: &dyn Db, file: SourceFile) -> Selected {
    let mut out = Selected::default();
    let parts = file_parts(db, file).iter().map(|placed| placed.part);
    let parts: Vec<Part<'_>> = parts.collect();
    let mut plain: FxHashSet<u64> = FxHashSet::default();
    for &part in &parts {
        let marks = marks_of(db, file, part);
        out.one_sided.extend(&marks.one_sided);
        out.classes.extend(&marks.classes);
        out.completed.extend(polymorphic(db, file, part));
        plain.extend(&marks.plain);
    }
    for &part in &parts {
        let constexprs = marks_of(db, file, part).constexprs.iter().copied();
        out.constexprs
            .extend(constexprs.filter(|f| plain.contains(f)));
    }
    out
}

/// Decides which items of a part get a node.
pub(crate) struct Selection<'db> {
    text: &'db str,
    scopes: Vec<u64>,
    selected: &'db Selected,
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
    let mut ends = head
        .match_indices('>')
        .filter(|(at, _)| blanks::trim_start(&head[at + 1..]).starts_with("::"));
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
    let mut head = blanks::trim_end(head).trim_end_matches('~');
    std::iter::from_fn(move || {
        let qualifier = blanks::trim_end(blanks::trim_end(head).strip_suffix("::")?);
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

impl<'db> Selection<'db> {
    pub(crate) fn new(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> Self {
        let text = part_text(db, part);
        Selection {
            text,
            scopes: scope_hashes(text, part_skeleton(db, part)),
            selected: selected(db, file),
        }
    }

    pub(crate) fn takes(&self, item: &Item) -> bool {
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
            return self
                .selected
                .completed
                .contains(&hash(item.name.of(self.text)));
        }
        if !is_function(item) {
            return false;
        }
        let name = item.name.of(self.text);
        let key = hash((self.scopes[item.scope as usize], name));
        self.selected.one_sided.contains(&key)
            || self.selected.constexprs.contains(&key)
            || item.flags.has(Flags::QUALIFIED) && self.is_member_of_flagged(item)
            || is_inline_member(item)
                && classes_of(self.text, item).any(|c| self.selected.completed.contains(&hash(c)))
            || item.scope == 0 && name == "main"
    }

    /// Whether the head of a function with a qualified name mentions a class with one-sided members.
    fn is_member_of_flagged(&self, item: &Item) -> bool {
        let head = &self.text[item.span.start as usize..item.name.start as usize];
        !self.selected.classes.is_empty()
            && head
                .split(|c: char| !(c.is_alphanumeric() || c == '_'))
                .any(|w| self.selected.classes.contains(&hash(w)))
    }
}

/// Whether a class's definition is followed by a name, or by the bound of an array.
fn ends_with_declarator(text: &str, item: &Item) -> bool {
    let text = item.span.of(text);
    let before = blanks::trim_end(text).strip_suffix(';');
    before
        .and_then(|t| blanks::trim_end(t).bytes().next_back())
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
            let rest = blanks::trim_start(&text[item.name.end as usize..item.span.end as usize]);
            rest.strip_prefix('(')
                .and_then(|r| blanks::trim_start(r).bytes().next())
                .is_some_and(|b| {
                    // No parameter-declaration begins like this.
                    b.is_ascii_digit() || b"\"'-+!~&*({".contains(&b)
                })
        }
        _ => false,
    }
}
