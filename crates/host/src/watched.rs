//! Which names mean a managed variable, or one that the toolkit builds in.
//!
//! Granularity: [`watched_variables`] reads the skeleton and is small; what names mean in one scope is then plain lookup.

use cleave_base_db::{Db, SourceFile};
use cleave_names::{ScopePath, declarations_of, item_map, skeleton};
use cleave_syntax::skeleton::{Flags, ItemKind};
use rustc_hash::FxHashSet;

/// Why a variable is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Watched {
    /// `__managed__`: every use goes through a pointer.
    Managed,
    /// `device_builtin`: it has another name in the host half.
    Builtin,
}

/// A namespace-scope declaration of a watched name; `what` is `None` for one that merely has the same name.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct WatchedName<'db> {
    /// The name.
    pub(crate) name: String,
    /// Where it is declared.
    pub(crate) scope: ScopePath<'db>,
    /// Why it is watched.
    pub(crate) what: Option<Watched>,
}

/// All namespace-scope declarations of watched names.
#[salsa::tracked(returns(deref))]
pub(crate) fn watched_variables<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[WatchedName<'db>]> {
    let text: &str = file.text(db);
    let skeleton = skeleton(db, file);
    let names: FxHashSet<&str> = skeleton
        .items
        .iter()
        .filter(|i| i.kind == ItemKind::Variable && i.flags.any(Flags::BUILTIN | Flags::MANAGED))
        .map(|i| i.name.of(text))
        .collect();
    let mut out: Vec<WatchedName<'db>> = Vec::new();
    if names.is_empty() {
        return out.into();
    }
    let map = item_map(db, file);
    let mut more = skeleton.more_names.iter().peekable();
    for (index, item) in skeleton.items.iter().enumerate() {
        let what = match item.kind {
            ItemKind::Variable if item.flags.has(Flags::MANAGED) => Some(Watched::Managed),
            ItemKind::Variable if item.flags.has(Flags::BUILTIN) => Some(Watched::Builtin),
            _ => None,
        };
        if item.kind == ItemKind::UsingDeclaration && names.contains(item.name.of(text)) {
            let words: Vec<&str> = item
                .span
                .of(text)
                .split(|c: char| !(c.is_alphanumeric() || c == '_'))
                .filter(|w| !w.is_empty())
                .collect();
            // `using`, the namespaces, the name.
            let qualifier = words
                .get(1..words.len().saturating_sub(1))
                .unwrap_or_default();
            let target = out
                .iter()
                .find(|w| w.name == item.name.of(text) && ends_with(db, w.scope, qualifier));
            let what = target.and_then(|t| t.what);
            out.push(WatchedName {
                name: item.name.of(text).to_owned(),
                scope: map.scopes[item.scope as usize],
                what,
            });
            continue;
        }
        let mut found = vec![item.name.of(text)];
        while let Some(m) = more.next_if(|m| m.0 as usize <= index) {
            found.push(m.1.of(text));
        }
        for name in found {
            // All declarators of a managed declaration are managed, though only the first name was known to the scan.
            if what == Some(Watched::Managed) || names.contains(name) {
                let new = WatchedName {
                    name: name.to_owned(),
                    scope: map.scopes[item.scope as usize],
                    what,
                };
                if !name.is_empty() && !out.contains(&new) && !item.flags.has(Flags::QUALIFIED) {
                    out.push(new);
                }
            }
        }
    }
    out.into()
}

/// The watched names that are members of classes called `class`, or of their bases by name. A class is found by its name
/// alone: two of one name in different namespaces are taken together, since a wrong guess can only leave a name alone.
#[salsa::tracked(returns(deref))]
pub(crate) fn watched_members(db: &dyn Db, file: SourceFile, class: String) -> Box<[String]> {
    let text: &str = file.text(db);
    let watched = watched_variables(db, file);
    let mut out = Vec::new();
    let mut seen = FxHashSet::default();
    let mut todo = vec![class];
    while let Some(class) = todo.pop() {
        if !seen.insert(class.clone()) {
            continue;
        }
        for item in skeleton(db, file)
            .items
            .iter()
            .filter(|i| i.kind == ItemKind::Class && i.name.of(text) == class)
        {
            let own = item.span.of(text);
            for decl in declarations_of(own, file.dialect(db)).iter() {
                if decl.parent.is_some() && watched.iter().any(|w| w.name == decl.name) {
                    out.push(decl.name.clone());
                }
                todo.extend(decl.bases.iter().cloned());
            }
        }
    }
    out.sort();
    out.dedup();
    out.into()
}

/// Lookup of watched names from one namespace.
pub(crate) struct Resolver<'db> {
    db: &'db dyn Db,
    file: SourceFile,
    names: &'db [WatchedName<'db>],
    scope: ScopePath<'db>,
}

impl<'db> Resolver<'db> {
    pub(crate) fn new(db: &'db dyn Db, file: SourceFile, scope: ScopePath<'db>) -> Self {
        Resolver {
            db,
            file,
            names: watched_variables(db, file),
            scope,
        }
    }

    pub(crate) fn is_watched(&self, name: &str) -> bool {
        self.names.iter().any(|w| w.name == name)
    }

    /// The watched names that a class brings into scope.
    pub(crate) fn members(&self, class: &str) -> &'db [String] {
        watched_members(self.db, self.file, class.to_owned())
    }

    /// What `qualifier::name` means here, `rooted` saying that it begins with `::`.
    pub(crate) fn resolve(&self, qualifier: &[&str], rooted: bool, name: &str) -> Option<Watched> {
        let candidates = || self.names.iter().filter(|w| w.name == name);
        if !qualifier.is_empty() {
            // The namespace named last must be the variable's own; a class of that name has no such member there.
            return candidates()
                .find(|w| w.what.is_some() && ends_with(self.db, w.scope, qualifier))
                .and_then(|w| w.what);
        }
        if rooted {
            return candidates()
                .find(|w| self.is_global(w.scope))
                .and_then(|w| w.what);
        }
        let mut at = Some(self.scope);
        while let Some(scope) = at {
            if let Some(w) =
                candidates().find(|w| w.scope == scope || self.is_transparent_in(w.scope, scope))
            {
                return w.what;
            }
            at = scope.parent(self.db);
        }
        // Not in an enclosing namespace: a using-directive or using-declaration must have brought it here.
        candidates().find(|w| w.what.is_some()).and_then(|w| w.what)
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

/// Whether the named, not inline namespaces of a path end with `qualifier`.
fn ends_with(db: &dyn Db, scope: ScopePath<'_>, qualifier: &[&str]) -> bool {
    let path: Vec<&str> = scope
        .path(db)
        .into_iter()
        .filter(|s| !s.inline(db) && !s.name(db).is_empty())
        .map(|s| s.name(db))
        .collect();
    path.ends_with(qualifier)
}
