//! What the user's own code declares, by name: the little name lookup that rules may trust.
//!
//! Granularity: [`user_index`] reads declarations only and holds no positions, so that an edited body leaves it as it was.

use std::hash::Hasher;
use std::sync::LazyLock;

use cleave_base_db::{Db, HostSettings, SourceFile};
use cleave_cuda::{EntityPath, ExecutionSpace, FunctionFact, MemorySpace, function_facts, tile};
use cleave_names::decl::{Body, Decl, DeclKind, Spec, Tokens};
use cleave_names::{
    ItemNode, ScopePath, Word, declarations, item_map, lexed, skeleton, user_items,
};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::lexer::Lexed;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::cuda::launches::bounds::Launch;
use crate::engine::source::Source;

/// One declaration of the user's own code.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Entry<'db> {
    pub(crate) name: String,
    pub(crate) item: ItemNode<'db>,
    pub(crate) decl: u32,
    pub(crate) scope: ScopePath<'db>,
    pub(crate) kind: DeclKind,
    /// The class whose member it is; empty for a class without a name.
    pub(crate) class: Option<String>,
    /// Its name is written with a qualifier.
    pub(crate) qualified: bool,
    /// A friend declared in a class, which belongs to the scope around it.
    pub(crate) friend: bool,
    /// Equal for declarations of the same function, as far as tokens tell.
    pub(crate) key: u64,
    pub(crate) space: ExecutionSpace,
    pub(crate) memory: MemorySpace,
    pub(crate) constexpr: bool,
    pub(crate) template: bool,
    pub(crate) specialization: bool,
    /// It defines what it declares.
    pub(crate) defined: bool,
    /// It has attributes that are none of CUDA's.
    pub(crate) attributed: bool,
    /// How many arguments a call may have.
    pub(crate) arity: (u32, u32),
}

/// Everything that the user's own code declares outside of bodies, sorted by name; equals in source order.
#[salsa::tracked(returns(deref))]
pub(crate) fn user_index<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[Entry<'db>]> {
    let mut out = Vec::new();
    for &item in user_items(db, file) {
        out.extend(entries(db, item).iter().cloned());
    }
    out.sort_by(|a: &Entry<'_>, b| a.name.cmp(&b.name));
    out.into()
}

/// What one item declares.
#[salsa::tracked(returns(deref))]
fn entries<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Box<[Entry<'db>]> {
    let decls = declarations(db, item);
    let text = item.text(db).as_str();
    let lexed = lexed(db, item);
    let facts = function_facts(db, item);
    let mut out = Vec::new();
    for (i, d) in decls.iter().enumerate() {
        if d.name.is_empty() || d.instantiation {
            continue;
        }
        let fact = facts.iter().find(|f| f.decl as usize == i);
        let f = d.function.as_ref();
        let friend = d.spec.any(Spec::FRIEND);
        let required = f.map_or(0, |f| {
            f.params
                .iter()
                .filter(|p| p.default.is_empty() && !p.pack)
                .count() as u32
        });
        let open = f.is_some_and(|f| f.variadic || f.params.iter().any(|p| p.pack));
        out.push(Entry {
            name: d.name.clone(),
            item,
            decl: i as u32,
            scope: item.scope(db),
            kind: d.kind,
            class: d
                .parent
                .filter(|_| !friend)
                .map(|p| decls[p as usize].name.clone()),
            qualified: !d.qualifier.is_empty(),
            friend,
            key: key(text, lexed, d),
            space: fact.map(|f| f.space).unwrap_or_default(),
            memory: if d.kind == DeclKind::Variable {
                MemorySpace::written(d, tile(db, item.file(db)))
            } else {
                MemorySpace::default()
            },
            constexpr: d.spec.any(Spec::CONSTEXPR.with(Spec::CONSTEVAL)),
            template: d.is_template() && !d.is_specialization(),
            specialization: d.is_specialization(),
            defined: match f {
                Some(f) => !matches!(f.body, Body::None),
                None => {
                    // `extern "C" int x;` declares as `extern int x;` does ([dcl.link]).
                    let linkage = lexed.kind(d.tokens.start as usize) == EXTERN_KW;
                    d.kind != DeclKind::Variable
                        || !(d.spec.any(Spec::EXTERN) || linkage)
                        || !d.initializer.is_empty()
                }
            },
            attributed: d
                .attributes
                .iter()
                .any(|a| crate::cuda::attributes::known::find(&a.name).is_none()),
            arity: (
                required,
                if open {
                    u32::MAX
                } else {
                    f.map_or(0, |f| f.params.len() as u32)
                },
            ),
        });
    }
    out.into()
}

/// A hash of everything that tells functions of one name and scope apart, as written.
fn key(text: &str, lexed: &Lexed, d: &Decl) -> u64 {
    let mut h = FxHasher::default();
    let mut tokens = |t: Tokens| {
        let mut i = t.start;
        while i < t.end {
            if lexed.kind(i as usize) == ATTRIBUTE_KW {
                i = close(lexed, i + 1, t.end);
                continue;
            }
            h.write(lexed.text(text, i as usize).as_bytes());
            h.write_u8(0);
            i += 1;
        }
    };
    if d.is_template() {
        // Templates may differ in their heads and return types alone ([temp.over.link]).
        for head in &d.heads {
            tokens(head.tokens);
        }
        tokens(d.specifiers);
    }
    if let Some(f) = &d.function {
        for p in &f.params {
            let whole = Tokens {
                start: p.tokens.start,
                end: if p.default.is_empty() {
                    p.tokens.end
                } else {
                    p.default.start
                },
            };
            let named = p.name.is_some() && !p.pack;
            let (before, after) = if named {
                (p.name_at, p.name_end)
            } else {
                (whole.end, whole.end)
            };
            let mut parts = FxHasher::default();
            // A parameter's own qualifiers are no part of the function's type ([dcl.fct]/5).
            let by_value = p.shape.is_empty();
            for t in [
                Tokens {
                    start: whole.start,
                    end: before,
                },
                Tokens {
                    start: after,
                    end: whole.end,
                },
            ] {
                let mut i = t.start;
                while i < t.end {
                    if lexed.kind(i as usize) == ATTRIBUTE_KW {
                        i = close(lexed, i + 1, t.end);
                        continue;
                    }
                    let word = lexed.text(text, i as usize);
                    if !(by_value && matches!(word, "const" | "volatile")) {
                        parts.write(word.as_bytes());
                        parts.write_u8(0);
                    }
                    i += 1;
                }
            }
            h.write_u64(parts.finish());
        }
        h.write_u8(u8::from(f.variadic));
        suffix(text, lexed, f.suffix, &mut h);
    }
    h.finish()
}

/// What follows the parameters, without attributes.
fn suffix(text: &str, lexed: &Lexed, t: Tokens, h: &mut FxHasher) {
    let mut i = t.start;
    while i < t.end {
        if lexed.kind(i as usize) == ATTRIBUTE_KW {
            i = close(lexed, i + 1, t.end);
            continue;
        }
        h.write(lexed.text(text, i as usize).as_bytes());
        i += 1;
    }
}

fn close(lexed: &Lexed, open: u32, end: u32) -> u32 {
    let mut depth = 0i32;
    for i in open..end {
        match lexed.kind(i as usize) {
            L_PAREN => depth += 1,
            R_PAREN => {
                depth -= 1;
                if depth == 0 {
                    return i + 1;
                }
            }
            _ => {}
        }
    }
    end
}

/// All user declarations of a name.
pub(crate) fn named<'db>(db: &'db dyn Db, file: SourceFile, name: &str) -> &'db [Entry<'db>] {
    entries_of(db, file, Word::new(db, name))
}

/// The firewall in front of [`user_index`]: whoever asks for a name depends on what that name means, and on nothing else.
#[salsa::tracked(returns(deref))]
fn entries_of<'db>(db: &'db dyn Db, file: SourceFile, word: Word<'db>) -> Box<[Entry<'db>]> {
    let name: &str = word.text(db);
    let all = user_index(db, file);
    let start = all.partition_point(|e| e.name.as_str() < name);
    let end = start + all[start..].partition_point(|e| e.name == name);
    all[start..end].into()
}

/// The names of user functions and variables that something outside of the user's code declares as well, sorted.
#[salsa::tracked(returns(deref))]
fn shared_names(db: &dyn Db, file: SourceFile) -> Box<[String]> {
    let text: &str = file.text(db);
    let mine: FxHashSet<&str> = user_index(db, file)
        .iter()
        .map(|e| e.name.as_str())
        .collect();
    let skeleton = skeleton(db, file);
    let ranges = &item_map(db, file).user_ranges;
    let foreign = |offset: u32| {
        let i = ranges.partition_point(|r| r.1 <= offset);
        ranges.get(i).is_none_or(|r| r.0 > offset)
    };
    let first = skeleton
        .items
        .iter()
        .map(|i| i.name)
        .chain(skeleton.more_names.iter().map(|m| m.1));
    let mut out: FxHashSet<String> = FxHashSet::default();
    for span in first {
        let name = span.of(text);
        if mine.contains(name) && foreign(span.start) && !out.contains(name) {
            out.insert(name.to_owned());
        }
    }
    let mut out: Vec<String> = out.into_iter().collect();
    out.sort();
    out.into()
}

/// The declarations of a name if nothing outside of the user's code declares it.
pub(crate) fn only_mine<'db>(db: &'db dyn Db, file: SourceFile, name: &str) -> &'db [Entry<'db>] {
    let mine = named(db, file, name);
    if mine.is_empty() || *is_shared(db, file, Word::new(db, name)) {
        return &[];
    }
    mine
}

/// The firewall in front of [`shared_names`].
#[salsa::tracked]
fn is_shared<'db>(db: &'db dyn Db, file: SourceFile, word: Word<'db>) -> bool {
    let name: &str = word.text(db);
    shared_names(db, file)
        .binary_search_by(|n| n.as_str().cmp(name))
        .is_ok()
}

/// What the earlier declarations of a function say together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Before {
    /// The union of their annotations; for a specialisation, those of its template as well.
    pub(crate) space: ExecutionSpace,
    /// One of them is inline.
    pub(crate) inline: bool,
    /// Their launch attributes.
    pub(crate) launch: Launch,
}

/// The first declaration of a function.
pub(crate) type First<'db> = Option<(ItemNode<'db>, u32)>;

/// What the declarations of the user's functions say together, as far as they have been read.
#[derive(Default, salsa::SalsaValue)]
pub(crate) struct FunctionOrder<'db> {
    /// Before each declaration.
    before: FxHashMap<(ItemNode<'db>, u32), (Before, First<'db>)>,
    /// All of them, by what they declare; templates by their heads as well.
    together: FxHashMap<(EntityPath, u64), (Before, First<'db>)>,
}

/// The launch attributes of a declaration. Their arguments are read within the item alone.
fn said<'db>(db: &'db dyn Db, file: SourceFile, item: ItemNode<'db>, decl: &Decl) -> Launch {
    if !(decl.attributes.iter()).any(|a| cleave_attributes::is_launch(&a.name)) {
        return Launch::default();
    }
    // No setting matters to what is written.
    static SETTINGS: LazyLock<HostSettings> = LazyLock::new(HostSettings::default);
    crate::cuda::launches::bounds::said(&Source::new(db, file, item, &SETTINGS), decl)
}

/// Which of the functions of one path and parameters a declaration means.
fn identity(db: &dyn Db, item: ItemNode<'_>, fact: &FunctionFact) -> (EntityPath, u64) {
    let heads = declarations(db, item)
        .get(fact.decl as usize)
        .filter(|_| fact.template)
        .map_or(0, |d| key(item.text(db).as_str(), lexed(db, item), d));
    (fact.path.clone(), heads)
}

/// What one item says of each function that it declares. A firewall over its declarations, which count tokens of bodies.
#[salsa::tracked(returns(deref))]
fn said_by<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
) -> Box<[(EntityPath, u64, u32, Before)]> {
    let decls = declarations(db, item);
    function_facts(db, item)
        .iter()
        .map(|fact| {
            let decl = &decls[fact.decl as usize];
            let before = Before {
                space: fact.space,
                inline: decl.spec.any(Spec::INLINE),
                launch: said(db, file, item, decl),
            };
            let (path, heads) = identity(db, item, fact);
            (path, heads, fact.decl, before)
        })
        .collect()
}

#[salsa::tracked(no_eq)]
fn function_order<'db>(db: &'db dyn Db, file: SourceFile) -> FunctionOrder<'db> {
    let mut out = FunctionOrder::default();
    for &item in user_items(db, file) {
        for (path, heads, decl, own) in said_by(db, file, item) {
            let (sum, first) = (out.together)
                .entry((path.clone(), *heads))
                .or_insert((Before::default(), None));
            out.before.insert((item, *decl), (*sum, *first));
            sum.space = sum.space.with(own.space);
            sum.inline |= own.inline;
            sum.launch = sum.launch.then(own.launch);
            *first = first.or(Some((item, *decl)));
        }
    }
    out
}

/// For each function that an item declares, what is said of it before.
#[salsa::tracked(returns(deref))]
pub(crate) fn before<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
) -> Box<[(u32, Before, First<'db>)]> {
    let facts = function_facts(db, item);
    if facts.is_empty() {
        return Box::default();
    }
    let order = function_order(db, file);
    let mut out = Vec::new();
    for fact in facts {
        let said = (order.before.get(&(item, fact.decl)))
            .or_else(|| order.together.get(&identity(db, item, fact)));
        let (mut sum, first) = said.copied().unwrap_or_default();
        if fact.specialization
            && let Some(template) = only_template(db, file, item, fact)
        {
            sum.space = sum.space.with(template.space);
        }
        out.push((fact.decl, sum, first));
    }
    out.into()
}

/// The template that a specialisation or an instantiation means, if there is only one of the name.
fn only_template<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    fact: &FunctionFact,
) -> Option<&'db Entry<'db>> {
    let decls = declarations(db, item);
    let decl = decls.get(fact.decl as usize)?;
    let name = &decl.name;
    let mut templates = only_mine(db, file, name).iter().filter(|e| {
        e.kind == DeclKind::Function && e.template && !e.specialization && e.class.is_none()
    });
    let first = templates.next()?;
    let alone = templates.all(|e| e.key == first.key && e.scope == first.scope);
    let plain = decl.parent.is_none() && decl.qualifier.is_empty();
    (alone && plain && first.scope == item.scope(db) && first.item != item).then_some(first)
}
