//! Which names mean something that the host half treats in a way of its own: a managed variable, one that the toolkit builds
//! in, and, where device code is relocatable, a kernel or any device variable.
//!
//! Granularity: each table reads the skeleton and is small; what names mean in one scope is then plain lookup.

use cleave_base_db::{Db, SourceFile};
use cleave_cuda::{MemorySpace, tile};
use cleave_names::decl::DeclKind;
use cleave_names::{
    Placed, ScannedItem, ScopePath, Word, all_items, declarations_at, file_parts, has_interface,
    interface_has_rewritten, may_declare, named_items, part_items, part_skeleton, part_text,
};
use cleave_syntax::SyntaxKind::{
    ATTRIBUTE_KW, CLASS_KW, COMMA, IDENT, L_BRACE, SEMICOLON, STRUCT_KW,
};
use cleave_syntax::blanks;
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::{Flags, Item, ItemKind};
use rustc_hash::FxHashSet;

use crate::references::{Kind, device_entities};

/// What a watched name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Watched {
    /// `__managed__`: every use goes through a pointer.
    Managed,
    /// `device_builtin`: it has another name in the host half.
    Builtin,
    /// A kernel, or a device, constant or managed variable as the linker knows it.
    Device,
}

/// A namespace-scope declaration of a watched name; `what` is `None` for one that merely has the same name.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct WatchedName<'db> {
    /// The name.
    pub(crate) name: String,
    /// Where it is declared.
    pub(crate) scope: ScopePath<'db>,
    /// The namespace of what it stands for: another one than `scope` for a using-declaration.
    pub(crate) home: ScopePath<'db>,
    /// What it is.
    pub(crate) what: Option<Watched>,
}

/// Which names are watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Table {
    /// Those whose uses are rewritten: managed and built-in variables.
    Rewritten,
    /// Those whose mentions go to the linker: see [`crate::references`].
    Referenced,
    /// The functions that are called like a kernel, kernels among them.
    Called,
}

impl Table {
    /// Its names, sorted by name.
    pub(crate) fn names<'db>(self, db: &'db dyn Db, file: SourceFile) -> &'db [WatchedName<'db>] {
        match self {
            Table::Rewritten => watched_variables(db, file),
            Table::Referenced => referenced_names(db, file),
            Table::Called => called_names(db, file),
        }
    }
}

/// All namespace-scope declarations of the names of managed and built-in variables.
#[salsa::tracked(returns(deref))]
pub(crate) fn watched_variables<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[WatchedName<'db>]> {
    let what = |item: &Item, first: bool| match item.kind {
        ItemKind::Variable if item.flags.has(Flags::MANAGED) => Some(Watched::Managed),
        ItemKind::Variable if item.flags.has(Flags::BUILTIN) => Some(Watched::Builtin),
        // The variables that are declared with their class.
        ItemKind::Class | ItemKind::Enum if item.flags.has(Flags::MANAGED) && !first => {
            Some(Watched::Managed)
        }
        _ => None,
    };
    let parts = file_parts(db, file).iter();
    let parts =
        parts.filter(|p| !has_interface(db, file, p.part) || interface_has_rewritten(db, file));
    let further: Vec<(u32, &str)> = (parts.clone())
        .flat_map(|placed| {
            let skeleton = part_skeleton(db, placed.part);
            let more = skeleton.more_names.iter();
            let more = more.filter(|m| what(&skeleton.items[m.0 as usize], false).is_some());
            more.map(|m| (m.0 + placed.first, m.1.of(part_text(db, placed.part))))
        })
        .collect();
    let mut lists: Vec<u32> = further.iter().map(|m| m.0).collect();
    lists.dedup();
    let unmanaged: Vec<(u32, Box<[String]>)> = lists
        .into_iter()
        .map(|index| (index, unmanaged(db, file, index)))
        .collect();
    let names: FxHashSet<&str> = parts
        .flat_map(|placed| part_items(db, *placed))
        .filter(|found| what(found.item, true).is_some())
        .map(|found| found.item.name.of(found.text))
        .chain(further.iter().map(|m| m.1))
        .collect();
    namespace_names(db, file, &names, |found, name| {
        let plain =
            |own: &(u32, Box<[String]>)| own.0 == found.index && own.1.iter().any(|n| n == name);
        let what = what(found.item, found.item.name.of(found.text) == name);
        what.filter(|w| *w != Watched::Managed || !unmanaged.iter().any(plain))
    })
    .into()
}

/// The variables of a declaration whose own declarators do not say that they are managed, where another's does: in
/// `int a __managed__, b;` the attribute is a part of the first declarator.
fn unmanaged(db: &dyn Db, file: SourceFile, index: u32) -> Box<[String]> {
    declarations_at(db, file, index)
        .iter()
        .filter(|d| d.kind == DeclKind::Variable && d.parent.is_none())
        .filter(|d| !MemorySpace::written(d, tile(db, file)).has(MemorySpace::MANAGED))
        .map(|d| d.name.clone())
        .collect()
}

/// All namespace-scope declarations of the names of kernels and device variables.
#[salsa::tracked(returns(deref))]
pub(crate) fn referenced_names<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[WatchedName<'db>]> {
    let entities = device_entities(db, file);
    let names: FxHashSet<&str> = entities.iter().map(|e| e.name.as_str()).collect();
    let known: FxHashSet<(ScopePath<'db>, &str)> = entities
        .iter()
        .map(|e| (e.scope, e.name.as_str()))
        .collect();
    let mut out = namespace_names(db, file, &names, |found, name| {
        let item = found.item;
        // A host function may overload a kernel.
        let host = matches!(
            item.kind,
            ItemKind::FunctionDeclaration | ItemKind::FunctionDefinition
        ) && !item.flags.has(Flags::GLOBAL);
        (!host && known.contains(&(found.scope, name))).then_some(Watched::Device)
    });
    for entity in entities {
        let new = WatchedName {
            name: entity.name.clone(),
            scope: entity.scope,
            home: entity.scope,
            what: Some(Watched::Device),
        };
        if !out.contains(&new) {
            out.push(new);
        }
    }
    out.sort_by(|a, b| a.name.cmp(&b.name));
    out.into()
}

/// All namespace-scope declarations of the names of kernels: what is a function counts.
#[salsa::tracked(returns(deref))]
pub(crate) fn called_names<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[WatchedName<'db>]> {
    let entities = device_entities(db, file);
    let kernels = || entities.iter().filter(|e| e.kind == Kind::Kernel);
    let names: FxHashSet<&str> = kernels().map(|e| e.name.as_str()).collect();
    let mut out = namespace_names(db, file, &names, |found, name| {
        let item = found.item;
        let function = matches!(
            item.kind,
            ItemKind::FunctionDeclaration | ItemKind::FunctionDefinition
        );
        (function && item.name.of(found.text) == name).then_some(Watched::Device)
    });
    // Those that only a friend or a block declares are none of the items of a namespace.
    for kernel in kernels() {
        let new = WatchedName {
            name: kernel.name.clone(),
            scope: kernel.scope,
            home: kernel.scope,
            what: Some(Watched::Device),
        };
        if !out.contains(&new) {
            out.push(new);
        }
    }
    out.sort_by(|a, b| a.name.cmp(&b.name));
    out.into()
}

/// The namespace-scope declarations of `names`, sorted by name; `what` says what one of them is.
fn namespace_names<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    names: &FxHashSet<&str>,
    what: impl Fn(ScannedItem<'db>, &str) -> Option<Watched>,
) -> Vec<WatchedName<'db>> {
    let mut out: Vec<WatchedName<'db>> = Vec::new();
    if names.is_empty() {
        return out;
    }
    let declares = |placed: &&Placed<'db>| {
        let mut names = names.iter().map(|name| Word::new(db, *name));
        !has_interface(db, file, placed.part)
            || names.any(|name| may_declare(db, file, placed.part, name))
    };
    for placed in file_parts(db, file).iter().filter(declares) {
        let mut more = part_skeleton(db, placed.part).more_names.iter().peekable();
        for place in part_items(db, *placed) {
            let ScannedItem {
                item, text, scope, ..
            } = place;
            let first = item.name.of(text);
            if item.kind == ItemKind::UsingDeclaration {
                if names.contains(first) {
                    let new = using_declaration(db, text, item, scope, &out);
                    out.push(new);
                }
                continue;
            }
            let mut found = |name: &str| {
                if names.contains(name) && !item.flags.has(Flags::QUALIFIED) {
                    let new = WatchedName {
                        name: name.to_owned(),
                        scope,
                        home: scope,
                        what: what(place, name),
                    };
                    if !out.contains(&new) {
                        out.push(new);
                    }
                }
            };
            found(first);
            while let Some(m) = more.next_if(|m| m.0 + placed.first <= place.index) {
                found(m.1.of(text));
            }
            if item.kind == ItemKind::Enum && item.flags.any(Flags::WATCHED | Flags::MENTIONS) {
                enumerators(item.span.of(text)).into_iter().for_each(found);
            }
        }
    }
    out.sort_by(|a, b| a.name.cmp(&b.name));
    out
}

/// The enumerators of an enumeration whose text is given that are seen around it.
fn enumerators(text: &str) -> Vec<&str> {
    let lexed = Lexed::new(text);
    let scoped = matches!(lexed.kind(1), CLASS_KW | STRUCT_KW);
    let body = (0..lexed.len()).find(|&i| lexed.kind(i) == L_BRACE);
    let from = body.filter(|_| !scoped).unwrap_or(lexed.len());
    (from..lexed.len())
        .filter(|&i| matches!(lexed.kind(i), L_BRACE | COMMA) && lexed.kind(i + 1) == IDENT)
        .map(|i| lexed.text(text, i + 1))
        .collect()
}

/// What a using-declaration of a watched name makes of it; `before` are the declarations before it.
fn using_declaration<'db>(
    db: &'db dyn Db,
    text: &str,
    item: &Item,
    scope: ScopePath<'db>,
    before: &[WatchedName<'db>],
) -> WatchedName<'db> {
    let name = item.name.of(text);
    let own = blanks::without_directives(item.span.of(text));
    let words: Vec<&str> = own
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|w| !w.is_empty())
        .collect();
    // `using`, the namespaces, the name.
    let qualifier = words
        .get(1..words.len().saturating_sub(1))
        .unwrap_or_default();
    let target = before
        .iter()
        .find(|w| w.name == name && ends_with(db, w.scope, qualifier));
    WatchedName {
        name: name.to_owned(),
        scope,
        home: target.map_or(scope, |t| t.home),
        what: target.and_then(|t| t.what),
    }
}

/// How names reach other namespaces than they are declared in.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Borrowing {
    /// The names through which a qualified name may: namespace aliases, and the namespaces that hold a using-directive; the
    /// global one is the empty name.
    through: FxHashSet<String>,
    /// What using-directives at namespace scope nominate, word by word.
    nominated: Vec<Vec<String>>,
}

#[salsa::tracked(returns(ref))]
fn borrowing(db: &dyn Db, file: SourceFile) -> Borrowing {
    let mut out = Borrowing::default();
    for ScannedItem {
        item, text, scope, ..
    } in all_items(db, file)
    {
        match item.kind {
            ItemKind::NamespaceAlias => {
                out.through.insert(item.name.of(text).to_owned());
            }
            ItemKind::UsingDirective => {
                out.through.insert(scope.name(db).to_owned());
                out.nominated.push(nominated(item.span.of(text)));
            }
            _ => {}
        }
    }
    out
}

/// The namespace that a using-directive nominates, word by word.
pub(crate) fn nominated(directive: &str) -> Vec<String> {
    let lexed = Lexed::new(directive);
    let words =
        (0..lexed.len()).take_while(|&i| !matches!(lexed.kind(i), SEMICOLON | ATTRIBUTE_KW));
    words
        .filter(|&i| lexed.kind(i) == IDENT)
        .map(|i| lexed.text(directive, i).to_owned())
        .collect()
}

/// The watched names that are members of the class `path`, written with `::` as far as it is known, or of its bases by name. A
/// class is found by its name alone: two of one name in different namespaces are taken together, since a wrong guess can only
/// leave a name alone.
#[salsa::tracked(returns(deref))]
pub(crate) fn watched_members(
    db: &dyn Db,
    file: SourceFile,
    table: Table,
    path: String,
) -> Box<[String]> {
    let watched = table.names(db, file);
    let mut out = Vec::new();
    let mut seen = FxHashSet::default();
    let mut todo = vec![path];
    while let Some(path) = todo.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let words: Vec<&str> = path.split("::").collect();
        let class = words.last().copied().unwrap_or_default();
        let mut classes: Vec<u32> = (words.iter())
            .flat_map(|word| named_items(db, file, Word::new(db, *word)))
            .filter(|i| i.first && i.kind == ItemKind::Class)
            .map(|i| i.index)
            .collect();
        classes.sort_unstable();
        classes.dedup();
        for index in classes {
            let decls = declarations_at(db, file, index);
            for decl in &decls {
                let is_member = decl.parent.is_some_and(|p| decls[p as usize].name == class);
                if is_member && watched.binary_search_by(|w| w.name.cmp(&decl.name)).is_ok() {
                    out.push(decl.name.clone());
                }
                if decl.name == class {
                    todo.extend(decl.bases.iter().cloned());
                }
            }
        }
    }
    out.sort();
    out.dedup();
    out.into()
}

/// What a name was found to mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<'db> {
    /// What it is.
    pub(crate) what: Watched,
    /// The namespace of the entity.
    pub(crate) home: ScopePath<'db>,
    /// It is none of an enclosing namespace, and no using-directive at namespace scope brings it here: a guess.
    pub(crate) guessed: bool,
    /// Something that is not watched shares the name and the scope: host functions may overload a kernel.
    pub(crate) shared: bool,
}

/// Lookup of watched names from one namespace.
pub(crate) struct Resolver<'db> {
    db: &'db dyn Db,
    file: SourceFile,
    table: Table,
    names: &'db [WatchedName<'db>],
    scope: ScopePath<'db>,
}

impl<'db> Resolver<'db> {
    pub(crate) fn new(
        db: &'db dyn Db,
        file: SourceFile,
        table: Table,
        scope: ScopePath<'db>,
    ) -> Self {
        Resolver {
            db,
            file,
            table,
            names: table.names(db, file),
            scope,
        }
    }

    /// The declarations of a name.
    fn candidates(&self, name: &str) -> &'db [WatchedName<'db>] {
        let start = self.names.partition_point(|w| w.name.as_str() < name);
        let len = self.names[start..].partition_point(|w| w.name == name);
        &self.names[start..start + len]
    }

    pub(crate) fn is_watched(&self, name: &str) -> bool {
        !self.candidates(name).is_empty()
    }

    /// The watched names that a class brings into scope.
    pub(crate) fn members(&self, path: &[&str]) -> &'db [String] {
        watched_members(self.db, self.file, self.table, path.join("::"))
    }

    /// What `qualifier::name` means here, `rooted` saying that it begins with `::`.
    pub(crate) fn resolve(
        &self,
        qualifier: &[&str],
        rooted: bool,
        name: &str,
    ) -> Option<Found<'db>> {
        let candidates = self.candidates(name);
        if !qualifier.is_empty() {
            // The namespace named last must be the variable's own; a class of that name has no such member there.
            let own = choose(candidates, |w| ends_with(self.db, w.scope, qualifier));
            return own.or_else(|| {
                let last = qualifier.last().copied().unwrap_or_default();
                let elsewhere = borrowing(self.db, self.file).through.contains(last);
                choose(candidates, |_| elsewhere)
            })?;
        }
        if rooted {
            let own = choose(candidates, |w| self.is_global(w.scope));
            return own.or_else(|| {
                let elsewhere = borrowing(self.db, self.file).through.contains("");
                choose(candidates, |_| elsewhere)
            })?;
        }
        let mut at = Some(self.scope);
        while let Some(scope) = at {
            let here =
                |w: &WatchedName<'db>| w.scope == scope || self.is_transparent_in(w.scope, scope);
            if let Some(found) = choose(candidates, here) {
                return found;
            }
            at = scope.parent(self.db);
        }
        // Not in an enclosing namespace: a using-directive or using-declaration must have brought it here.
        choose(candidates, |w| self.is_nominated(w.scope, &[])).or_else(|| {
            let guess = choose(candidates, |_| true)?;
            Some(guess.map(|found| Found {
                guessed: true,
                ..found
            }))
        })?
    }

    /// Whether a using-directive anywhere in the file, or one of `more`, may mean a namespace.
    fn is_nominated(&self, scope: ScopePath<'db>, more: &[Vec<String>]) -> bool {
        let borrowing = borrowing(self.db, self.file);
        borrowing.nominated.iter().chain(more).any(|words| {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            words.last().is_none_or(|&l| borrowing.through.contains(l))
                || ends_with(self.db, scope, &words)
        })
    }

    /// The namespaces of everything watched of a name that using-directives, those of `more` among them, may bring here.
    pub(crate) fn nominated_homes(
        &self,
        name: &str,
        more: &[Vec<String>],
    ) -> impl Iterator<Item = ScopePath<'db>> {
        (self.candidates(name).iter())
            .filter(|w| w.what.is_some() && self.is_nominated(w.scope, more))
            .map(|w| w.home)
    }

    /// A managed variable that a block declares `extern`: one of the namespace around ([basic.link]/6).
    pub(crate) fn managed_here(&self) -> Found<'db> {
        Found {
            what: Watched::Managed,
            home: self.scope,
            guessed: false,
            shared: false,
        }
    }

    /// The namespaces of everything watched of a name.
    pub(crate) fn homes(&self, name: &str) -> impl Iterator<Item = ScopePath<'db>> {
        self.candidates(name)
            .iter()
            .filter(|w| w.what.is_some())
            .map(|w| w.home)
    }

    /// Whether the name is that of something unwatched anywhere.
    pub(crate) fn is_ambiguous(&self, name: &str) -> bool {
        self.candidates(name).iter().any(|w| w.what.is_none())
    }

    /// Whether names of `inner` are visible in `outer` as its own: through inline and unnamed namespaces.
    fn is_transparent_in(&self, inner: ScopePath<'db>, outer: ScopePath<'db>) -> bool {
        let mut at = inner;
        while at != outer {
            let Some(parent) = at.parent(self.db) else {
                return false;
            };
            if !(at.inline(self.db) || at.name(self.db).is_empty()) {
                return false;
            }
            at = parent;
        }
        true
    }

    /// Whether names of `scope` are visible as `::name`.
    fn is_global(&self, scope: ScopePath<'db>) -> bool {
        scope
            .path(self.db)
            .iter()
            .all(|s| s.inline(self.db) || s.name(self.db).is_empty())
    }
}

/// Of the declarations in one scope, the one that is watched: `None` if there are none, `Some(None)` if none of them is.
fn choose<'db>(
    candidates: &[WatchedName<'db>],
    here: impl Fn(&WatchedName<'db>) -> bool,
) -> Option<Option<Found<'db>>> {
    let mut all = candidates.iter().filter(|&w| here(w)).peekable();
    all.peek()?;
    let mut found = None;
    let mut shared = false;
    for w in all {
        match w.what {
            Some(what) => {
                found.get_or_insert((what, w.home));
            }
            None => shared = true,
        }
    }
    Some(found.map(|(what, home)| Found {
        what,
        home,
        guessed: false,
        shared,
    }))
}

/// Whether a path ends with the namespaces of `qualifier`; inline and unnamed ones may be left out there.
fn ends_with(db: &dyn Db, scope: ScopePath<'_>, qualifier: &[&str]) -> bool {
    let mut wanted = qualifier.iter().rev().peekable();
    for s in scope.path(db).into_iter().rev() {
        match wanted.peek() {
            None => return true,
            Some(&&name) if name == s.name(db) => {
                wanted.next();
            }
            Some(_) if s.inline(db) || s.name(db).is_empty() => {}
            Some(_) => return false,
        }
    }
    wanted.peek().is_none()
}
