//! What the user's own code declares, by name: the little name lookup that rules may trust.
//!
//! Granularity: [`user_index`] reads declarations only and holds no positions, so that an edited body leaves it as it was.

use std::hash::Hasher;

use cleave_base_db::{Db, SourceFile};
use cleave_names::decl::{Decl, DeclKind, Spec, Tokens};
use cleave_names::{
    ItemNode, ScopePath, Word, declarations, item_map, lexed, skeleton, user_items,
};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::lexer::Lexed;
use rustc_hash::{FxHashSet, FxHasher};

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
    /// Equal for declarations of the same function, as far as tokens tell.
    pub(crate) key: u64,
    pub(crate) template: bool,
    pub(crate) specialization: bool,
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
    let mut out = Vec::new();
    for (i, d) in decls.iter().enumerate() {
        if d.name.is_empty() || d.instantiation {
            continue;
        }
        let friend = d.spec.any(Spec::FRIEND);
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
            key: key(text, lexed, d),
            template: d.is_template() && !d.is_specialization(),
            specialization: d.is_specialization(),
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
