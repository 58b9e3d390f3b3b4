//! Identifiers that nothing can have declared: their spelling occurs in the user's code in nothing but uses.
//!
//! Whatever else is spelled like the name, a member of some class, a label, a macro's left-over, a word in a string, makes the
//! rule silent. A name that headers spell is looked up, where namespaces alone decide: not that of a called function, which
//! its arguments may find, and not in a member that stands outside of its class.
//!
//! Granularity: [`undefined`] runs at every edit, for the whole text is asked; [`undefined_in`] is the firewall in front of an
//! item's findings.

use std::borrow::Cow;

use cleave_base_db::{Db, SourceFile};
use cleave_codes::codes;
use cleave_names::decl::Spec;
use cleave_names::{
    ItemNode, ScopePath, declarations, is_undeclared, item_id_of_node, lexed, skeleton, user_items,
};
use cleave_syntax::SyntaxKind::*;
use cleave_typing::takes_value;
use memchr::memmem::Finder;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Finding;
use crate::cxx::names::uses::{Use, name_uses};
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

/// The tokens of an item that are undefined names, each with whether a template is asked for.
type Undefined<'db> = (ItemNode<'db>, Box<[(u32, bool)]>);

/// How certain it is that nothing declares a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Certainty {
    /// It is spelled nowhere else.
    Nowhere,
    /// It is spelled outside of the user's code: lookup decides.
    Elsewhere,
}

/// The uses of undefined names that are worth reporting, by item.
#[salsa::tracked(returns(deref))]
fn undefined<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[Undefined<'db>]> {
    let items = user_items(db, file);
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for &item in items {
        for u in &name_uses(db, item).uses {
            *counts.entry(&u.name).or_default() += 1;
        }
    }
    for &item in items {
        for name in &name_uses(db, item).others {
            counts.remove(name.as_str());
        }
    }
    if counts.is_empty() {
        return Box::default();
    }
    let text: &str = file.text(db);
    let skeleton = skeleton(db, file);
    let declared: FxHashSet<&str> = (skeleton.items.iter().map(|item| item.name))
        .chain(skeleton.more_names.iter().map(|(_, name)| *name))
        .map(|name| name.of(text))
        .filter(|name| counts.contains_key(name))
        .collect();
    let unknown = (counts.into_iter())
        .filter(|(name, _)| !is_spelled_otherwise(text, name))
        .map(|(name, uses)| {
            let spelled = declared.contains(name) || occurs_more_often(text, name, uses);
            let certainty = match spelled {
                true => Certainty::Elsewhere,
                false => Certainty::Nowhere,
            };
            (name, certainty)
        })
        .collect();
    reported_uses(db, items, &unknown)
}

/// A name with its universal character names [lex.charset] read, if it has any.
pub(crate) fn plain_spelling(name: &str) -> Cow<'_, str> {
    if !name.contains('\\') {
        return Cow::Borrowed(name);
    }
    let mut out = String::new();
    let mut rest = name;
    while let Some(at) = rest.find('\\') {
        let digits = match rest[at + 1..].chars().next() {
            Some('u') => 4,
            _ => 8,
        };
        let code = rest.get(at + 2..at + 2 + digits);
        let read = code.and_then(|c| char::from_u32(u32::from_str_radix(c, 16).ok()?));
        let Some(read) = read else { break };
        out.push_str(&rest[..at]);
        out.push(read);
        rest = &rest[at + 2 + digits..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Whether the text has a name in one of the other spellings that characters beyond ASCII have.
fn is_spelled_otherwise(text: &str, name: &str) -> bool {
    let plain = plain_spelling(name);
    if plain.is_ascii() {
        return false;
    }
    let spelled = |escape: &dyn Fn(u32) -> String| -> String {
        plain
            .chars()
            .map(|c| match c {
                c if c.is_ascii() => c.to_string(),
                c => escape(u32::from(c)),
            })
            .collect()
    };
    let short = spelled(&|c| format!("\\u{c:04x}"));
    let long = spelled(&|c| format!("\\U{c:08x}"));
    [&*plain, &short, &long]
        .iter()
        .any(|other| *other != name && text.contains(other))
}

/// Whether a word stands in the text more than `times` times.
fn occurs_more_often(text: &str, word: &str, times: usize) -> bool {
    let bytes = text.as_bytes();
    let part = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | 0x80..);
    let mut found = 0;
    for at in Finder::new(word).find_iter(bytes) {
        let alone = !at.checked_sub(1).is_some_and(|i| part(bytes[i]))
            && !bytes.get(at + word.len()).is_some_and(|&b| part(b));
        found += usize::from(alone);
        if found > times {
            return true;
        }
    }
    false
}

/// Which of the uses the reference reports: a name counts as declared in a scope where it was complained about.
fn reported_uses<'db>(
    db: &'db dyn Db,
    items: &[ItemNode<'db>],
    unknown: &FxHashMap<&str, Certainty>,
) -> Box<[Undefined<'db>]> {
    let mut reported: FxHashSet<(ScopePath<'db>, &str)> = FxHashSet::default();
    let mut out = Vec::new();
    for &item in items {
        let n = name_uses(db, item);
        let mut inside: FxHashSet<(u32, &str)> = FxHashSet::default();
        let mut tokens = Vec::new();
        let undefined = |u: &Use| match unknown.get(u.name.as_str()) {
            Some(Certainty::Nowhere) => true,
            Some(Certainty::Elsewhere) => n.plain && !u.callee && is_undeclared(db, item, &u.name),
            None => false,
        };
        for u in n.uses.iter().filter(|u| undefined(u)) {
            let name = u.name.as_str();
            let mut around = Some(item.scope(db));
            let mut known = false;
            while let Some(scope) = around {
                known |= reported.contains(&(scope, name));
                around = scope.parent(db);
            }
            let mut scope = u.scope;
            while scope != 0 {
                known |= inside.contains(&(scope, name));
                scope = n.scopes[scope as usize];
            }
            let value = |(template, number): &(String, u32)| {
                takes_value(db, item_id_of_node(db, item), template, *number)
            };
            let each = u.ty && !u.argument.as_ref().is_some_and(value);
            if known && (!each || u.template) {
                continue;
            }
            tokens.push((u.token, u.template));
            if !each {
                if u.scope == 0 {
                    reported.insert((item.scope(db), name));
                } else {
                    inside.insert((u.scope, name));
                }
            }
        }
        if !tokens.is_empty() {
            out.push((item, tokens.into()));
        }
    }
    out.into()
}

/// The tokens of an item that are undefined names, and of each whether a template is asked for.
#[salsa::tracked(returns(deref))]
pub(crate) fn undefined_in<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
) -> Box<[(u32, bool)]> {
    undefined(db, file)
        .iter()
        .find(|u| u.0 == item)
        .map_or_else(Box::default, |u| u.1.clone())
}

/// Which of the names that lookup by meaning did not find are reported as well: not those that were reported before, here or in a
/// scope around, nor those that are the implementation's to know.
pub(crate) fn worth_telling<'db>(s: &Source<'db>, found: &[u32]) -> Vec<u32> {
    if found.is_empty() {
        return Vec::new();
    }
    let n = name_uses(s.db, s.item);
    let known = undefined_in(s.db, s.file, s.item);
    // Of these every use was looked at, and reported where it is worth it.
    let complete = undefined_words(s.db, s.file);
    let mut inside: FxHashSet<(u32, &str)> = FxHashSet::default();
    let mut out = Vec::new();
    let mut uses: Vec<&Use> = n.uses.iter().collect();
    uses.sort_by_key(|u| u.token);
    for u in uses.into_iter().filter(|u| !u.template) {
        let reported = known.contains(&(u.token, false));
        let name = u.name.as_str();
        let open = || complete.contains(name) || is_spelled_elsewhere(s, name);
        if !reported && (!found.contains(&u.token) || open()) {
            continue;
        }
        let mut covered = inside.contains(&(0, name));
        let mut scope = u.scope;
        while scope != 0 {
            covered |= inside.contains(&(scope, name));
            scope = n.scopes[scope as usize];
        }
        if !reported && (!covered || u.ty) {
            out.push(u.token);
        }
        if !u.ty {
            inside.insert((u.scope, name));
        }
    }
    out
}

/// Whether another item of the user's declares a name in a way that lookup does not know: as a member of a class without a name,
/// whose members are those of the scope around, behind a class key, or by a declarator that the index of names does not read.
fn is_spelled_elsewhere(s: &Source<'_>, name: &str) -> bool {
    let scope = s.item.scope(s.db);
    let mut around = scope.path(s.db);
    around.extend(user_items(s.db, s.file).iter().find_map(|item| {
        let scope = item.scope(s.db);
        scope.parent(s.db).is_none().then_some(scope)
    }));
    let declares = |item: &ItemNode<'_>| {
        let decls = declarations(s.db, *item);
        let before = item.index(s.db) < s.item.index(s.db);
        let visible = before && around.contains(&item.scope(s.db));
        visible && is_behind_key(s.db, *item, name)
            || decls.iter().filter(|d| d.name == name).any(|d| {
                match d.parent.and_then(|p| decls.get(p as usize)) {
                    Some(parent) => parent.name.is_empty(),
                    None => visible && d.qualifier.is_empty() && !d.spec.any(Spec::FRIEND),
                }
            })
    };
    (user_items(s.db, s.file).iter())
        .filter(|item| **item != s.item)
        .filter(|item| name_uses(s.db, **item).others.iter().any(|o| o == name))
        .any(declares)
}

/// Whether an item mentions a class or enumeration of this name by its key.
fn is_behind_key(db: &dyn Db, item: ItemNode<'_>, name: &str) -> bool {
    let (text, lexed) = (item.text(db).as_str(), lexed(db, item));
    (1..lexed.len()).any(|i| {
        matches!(lexed.kind(i - 1), ENUM_KW | STRUCT_KW | CLASS_KW | UNION_KW)
            && lexed.kind(i) == IDENT
            && lexed.text(text, i) == name
    })
}

/// The names that [`undefined`] reports.
#[salsa::tracked(returns(ref))]
fn undefined_words(db: &dyn Db, file: SourceFile) -> FxHashSet<String> {
    let mut out = FxHashSet::default();
    for (item, tokens) in undefined(db, file) {
        let (text, lexed) = (item.text(db).as_str(), lexed(db, *item));
        out.extend(
            tokens
                .iter()
                .map(|&(at, _)| lexed.text(text, at as usize).to_owned()),
        );
    }
    out
}

/// Names that nothing declares.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for &(at, template) in undefined_in(s.db, s.file, s.item) {
        let name = plain_spelling(s.word(at)).into_owned();
        let (code, shown) = match template {
            true => (codes::NOT_A_TEMPLATE, Arg::Text(name)),
            false => (codes::UNDEFINED_IDENTIFIER, Arg::Name(name)),
        };
        out.push(Finding::new(code, at).arg(shown));
    }
}
