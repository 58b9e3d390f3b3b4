//! What the parser of an item asks about names outside of it ([`Names`]): lookup by the standard's rules, in source order.
//!
//! Granularity: each question of an item is a query of its own ([`name_class`]), so that the answers, and nothing else, are what
//! a tree depends on. An answer comes from the items that declare the asked names and from outlines of classes, which are parsed
//! without names: no parse ever waits for another one.

mod classes;
mod material;
mod namespaces;
#[cfg(test)]
mod tests;

use std::cell::Cell;

use cleave_base_db::{Db, SourceFile};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::outline::{OuterPath, Outline};
use cleave_syntax::{NameClass, NameQuery, Names, outline};

pub use material::{
    Candidate, Role, candidates, is_transparent_in, namespaces_named, opened, opened_at,
    search_order,
};

use crate::identity::{ItemId, item_index};
use crate::index::{NamedItem, Word, item_head, item_scope, item_text, named};
use crate::item::{ItemNode, ItemText, ScopePath};
use crate::words::may_declare;

/// What a question is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Want {
    /// The class of a name that is looked up where the item stands.
    Name,
    /// The class of a member, asked from outside.
    Member,
    /// The same, asked by another member.
    MemberInside,
}

/// A question as a key.
#[salsa::interned(debug)]
struct Question<'db> {
    #[returns(copy)]
    want: Want,
    #[returns(copy)]
    global: bool,
    /// The components of the name, joined by `::`.
    #[returns(deref)]
    path: String,
}

/// The answer to a question of an item. `None`: there is no such name.
#[salsa::tracked(returns(copy))]
fn name_class<'db>(
    db: &'db dyn Db,
    item: ItemNode<'db>,
    question: Question<'db>,
) -> Option<NameClass> {
    let at = At {
        scope: item.scope(db),
        before: item.index(db),
    };
    answer(db, item.file(db), &at, question)
}

/// The same for an item that needs no node.
#[salsa::tracked(returns(copy))]
fn name_class_of_id<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    question: Question<'db>,
) -> Option<NameClass> {
    let at = At {
        scope: item.scope(db),
        before: item_index(db, item)?,
    };
    answer(db, item.file(db), &at, question)
}

/// The answer to a question that is asked in a place.
fn answer<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    at: &At<'db>,
    question: Question<'db>,
) -> Option<NameClass> {
    let path: Vec<&str> = question.path(db).split("::").collect();
    let (want, global) = (question.want(db), question.global(db));
    let resolver = Resolver::new(db, file);
    match (resolver.answer(at, want, global, &path), want, &*path) {
        // Of names that the implementation may have nothing is sure.
        (None, Want::Name, &[ref qualifier @ .., name])
            if !name.starts_with('_') && resolver.is_namespace(at, global, qualifier) =>
        {
            let word = Word::new(db, name);
            // A namespace has more names than are looked through here. A class knows its own ([basic.scope.pdecl]/2).
            let declares = |item: &NamedItem<'_>| {
                item.index < at.before || item.index == at.before && item.tag
            };
            let is_new =
                qualifier.is_empty() && !global || !resolver.items(word).iter().any(declares);
            // The user's items are asked last: what asks for them is checked again after each edit.
            let is_sure = is_new && !resolver.gave_up.get();
            (is_sure && !may_declare(db, file, at.before, word)).then_some(NameClass::Undeclared)
        }
        (found, ..) => found,
    }
}

/// Who asks.
#[derive(Clone, Copy)]
enum Asker<'db> {
    Node(ItemNode<'db>),
    Id(ItemId<'db>),
}

/// The names outside of an item.
#[derive(Clone, Copy)]
pub struct ItemNames<'db> {
    db: &'db dyn Db,
    item: Asker<'db>,
}

impl<'db> ItemNames<'db> {
    /// The names that `item` may use.
    pub fn new(db: &'db dyn Db, item: ItemNode<'db>) -> Self {
        ItemNames {
            db,
            item: Asker::Node(item),
        }
    }

    /// The same for any item.
    pub fn of_id(db: &'db dyn Db, item: ItemId<'db>) -> Self {
        ItemNames {
            db,
            item: Asker::Id(item),
        }
    }

    fn ask(&self, want: Want, query: &NameQuery<'_>) -> Option<NameClass> {
        let question = Question::new(self.db, want, query.global, query.path.join("::"));
        match self.item {
            Asker::Node(item) => name_class(self.db, item, question),
            Asker::Id(item) => name_class_of_id(self.db, item, question),
        }
    }
}

impl Names for ItemNames<'_> {
    fn classify(&self, query: &NameQuery<'_>) -> NameClass {
        self.ask(Want::Name, query).unwrap_or(NameClass::Unknown)
    }

    fn member(&self, query: &NameQuery<'_>, inside: bool) -> Option<NameClass> {
        self.ask(wanted_member(inside), query)
    }
}

fn wanted_member(inside: bool) -> Want {
    if inside {
        Want::MemberInside
    } else {
        Want::Member
    }
}

/// The names outside of any item of a file, by its place in the skeleton. Nothing of an answer is remembered but what it is made
/// of: for passes over a whole file.
pub struct IndexNames<'db> {
    resolver: Resolver<'db>,
    at: At<'db>,
}

impl<'db> IndexNames<'db> {
    /// The names that item number `index` may use; `None` if there is no such item.
    pub fn new(db: &'db dyn Db, file: SourceFile, index: u32) -> Option<Self> {
        let scope = (*item_scope(db, file, index))?;
        Some(IndexNames {
            resolver: Resolver::new(db, file),
            at: At {
                scope,
                before: index,
            },
        })
    }

    fn ask(&self, want: Want, query: &NameQuery<'_>) -> Option<NameClass> {
        self.resolver.refill();
        self.resolver
            .answer(&self.at, want, query.global, query.path)
    }
}

impl Names for IndexNames<'_> {
    fn classify(&self, query: &NameQuery<'_>) -> NameClass {
        self.ask(Want::Name, query).unwrap_or(NameClass::Unknown)
    }

    fn member(&self, query: &NameQuery<'_>, inside: bool) -> Option<NameClass> {
        self.ask(wanted_member(inside), query)
    }
}

/// An item by a name that it declares and its place among those that declare the same name: what comes and goes elsewhere in
/// the file leaves it alone.
#[salsa::interned(debug)]
struct Declaring<'db> {
    #[returns(copy)]
    file: SourceFile,
    #[returns(copy)]
    word: Word<'db>,
    #[returns(copy)]
    nth: u32,
}

/// The text of a declaring item, without function bodies.
#[salsa::tracked(returns(ref))]
fn declaring_text<'db>(db: &'db dyn Db, of: Declaring<'db>) -> ItemText {
    use cleave_syntax::skeleton::ItemKind::FunctionDefinition;
    let file = of.file(db);
    match named(db, file, of.word(db)).nth(of.nth(db) as usize) {
        Some(item) if item.kind == FunctionDefinition => item_head(db, file, item.index).clone(),
        Some(item) => item_text(db, file, item.index).clone(),
        None => ItemText::new(""),
    }
}

/// What a declaring item declares.
#[salsa::tracked(returns(ref))]
fn declared_outline<'db>(db: &'db dyn Db, of: Declaring<'db>) -> Outline {
    let text = declaring_text(db, of).as_str();
    outline(text, &Lexed::new(text), &of.file(db).dialect(db))
}

/// Where a name is looked up.
#[derive(Clone, Copy)]
struct At<'db> {
    scope: ScopePath<'db>,
    /// Only items before this one are in sight.
    before: u32,
}

/// What a lookup finds.
#[derive(Clone)]
struct Found<'db> {
    class: NameClass,
    leads: Leads<'db>,
}

impl<'db> Found<'db> {
    fn plain(class: NameClass) -> Self {
        Found {
            class,
            leads: Leads::Nowhere,
        }
    }
}

/// Where the members of what was found are.
#[derive(Clone)]
enum Leads<'db> {
    /// It has none, or nobody knows.
    Nowhere,
    Namespace(ScopePath<'db>),
    /// A class or enumeration that items of this name define.
    Items(Word<'db>, ScopePath<'db>),
    /// A scope in the outline of an item.
    Scope(Declaring<'db>, u32),
    /// What this name means there.
    Alias(&'db OuterPath, At<'db>),
}

/// How many steps one question may take. Answers of real code take a few dozen.
const STEPS: u32 = 2_000;
/// How deep aliases, bases and using-declarations may lead to one another.
const DEPTH: u32 = 48;

struct Resolver<'db> {
    db: &'db dyn Db,
    file: SourceFile,
    root: ScopePath<'db>,
    steps: Cell<u32>,
    depth: Cell<u32>,
    /// A question has become too long.
    gave_up: Cell<bool>,
}

/// One level of recursion; ends when dropped.
struct Level<'r>(&'r Cell<u32>);

impl Drop for Level<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

impl<'db> Resolver<'db> {
    fn new(db: &'db dyn Db, file: SourceFile) -> Self {
        Resolver {
            db,
            file,
            root: ScopePath::new(db, None, "", false),
            steps: Cell::new(STEPS),
            depth: Cell::new(0),
            gave_up: Cell::new(false),
        }
    }

    fn refill(&self) {
        self.steps.set(STEPS);
    }

    /// Takes a step down; `None` if the question has become too long.
    fn deeper(&self) -> Option<Level<'_>> {
        let steps = self.steps.get().checked_sub(1);
        let Some(steps) = steps.filter(|_| self.depth.get() < DEPTH) else {
            self.gave_up.set(true);
            return None;
        };
        self.steps.set(steps);
        self.depth.set(self.depth.get() + 1);
        Some(Level(&self.depth))
    }

    fn word(&self, name: &str) -> Word<'db> {
        Word::new(self.db, name)
    }

    fn items(&self, word: Word<'db>) -> &'db [NamedItem<'db>] {
        &named(self.db, self.file, word).items
    }

    fn declaring(&self, word: Word<'db>, nth: usize) -> Declaring<'db> {
        Declaring::new(self.db, self.file, word, nth as u32)
    }

    fn answer(&self, at: &At<'db>, want: Want, global: bool, path: &[&str]) -> Option<NameClass> {
        let (&name, qualifier) = path.split_last()?;
        let found = match want {
            Want::Name => self.path(at, global, path)?,
            Want::Member | Want::MemberInside => {
                let of = self.path(at, global, qualifier)?;
                self.member(&of.leads, name, want == Want::MemberInside, at.before)?
            }
        };
        Some(found.class)
    }

    /// A qualified or unqualified name.
    fn path<S: AsRef<str>>(&self, at: &At<'db>, global: bool, path: &[S]) -> Option<Found<'db>> {
        let _level = self.deeper()?;
        let (first, rest) = path.split_first()?;
        let qualifies = !rest.is_empty();
        let mut found = match global {
            true => self.in_namespace(self.root, first.as_ref(), at.before, qualifies),
            false => self.unqualified(at, first.as_ref(), qualifies),
        }?;
        for name in rest {
            found = self.member(&found.leads, name.as_ref(), false, at.before)?;
        }
        Some(found)
    }

    /// Whether a qualifier names a namespace; none names what is around.
    fn is_namespace(&self, at: &At<'db>, global: bool, qualifier: &[&str]) -> bool {
        qualifier.is_empty()
            || (self.path(at, global, qualifier))
                .is_some_and(|found| matches!(found.leads, Leads::Namespace(_)))
    }

    /// What an outline takes from outside.
    fn outer(&self, path: &'db OuterPath, at: &At<'db>) -> Option<Found<'db>> {
        self.path(at, path.global, &path.path)
    }
}
