//! Lookup in namespaces ([basic.lookup.unqual], [namespace.qual], [namespace.udir]).

use cleave_base_db::{Db, SourceFile};
use cleave_syntax::skeleton::{Flags, ItemKind};
use cleave_syntax::{NameClass, Standard};
use rustc_hash::FxHashSet;

use super::{At, Found, Leads, Resolver, declared_outline};
use crate::index::{NamedItem, Word, directives, named, using_enums};
use crate::item::ScopePath;

/// How many namespaces using-directives may open.
const MAX_DIRECTIVES: usize = 10_000;

/// Of how many scopes it is remembered that they are not looked into.
const ELSEWHERE: usize = 8;

/// The namespaces that the using-directives of a namespace, and of those within it that are transparent, name; with the place of
/// each directive among all items.
#[salsa::tracked(returns(deref))]
fn opened_in<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    scope: ScopePath<'db>,
) -> Box<[(u32, ScopePath<'db>)]> {
    let resolver = Resolver::new(db, file);
    let mut out: Vec<(u32, ScopePath<'db>)> = Vec::new();
    let own = (directives(db, file).iter()).filter(|d| resolver.is_transparent_in(d.0, scope));
    for (place, index, path) in own {
        // `using namespace a; using namespace b;`: the second may name a member of the first.
        let target = resolver
            .directive_target(*place, *index, path)
            .or_else(|| resolver.within_opened(&out, *index, path));
        out.extend(target.map(|target| (*index, target)));
    }
    out.into()
}

/// Through how many namespaces that directives open the target of another one is looked for.
const MAX_THROUGH: usize = 64;

impl<'db> Resolver<'db> {
    /// An unqualified name, outwards from a namespace. `qualifies`: `::` follows, and only namespaces and types are found
    /// ([basic.lookup.qual.general]/1).
    pub(super) fn unqualified(
        &self,
        at: &At<'db>,
        name: &str,
        qualifies: bool,
    ) -> Option<Found<'db>> {
        // Namespaces that directives open, each in sight from the nearest namespace around both on.
        let mut opened: Vec<(ScopePath<'db>, ScopePath<'db>)> = Vec::new();
        let mut scope = Some(at.scope);
        while let Some(s) = scope {
            for target in self.directives_in(s, at.before) {
                let seen = self.common(at.scope, target);
                if !opened.iter().any(|o| o.1 == target) {
                    opened.push((seen, target));
                }
            }
            let mut found = self.declared_in(s, name, at.before, qualifies);
            for (seen, target) in &opened {
                if found.is_none() && *seen == s {
                    found = self.declared_in(*target, name, at.before, qualifies);
                }
            }
            if found.is_some() {
                return found;
            }
            scope = s.parent(self.db);
        }
        None
    }

    /// A qualified name: directives are followed if the namespace itself has no such name ([namespace.qual]/2).
    pub(super) fn in_namespace(
        &self,
        scope: ScopePath<'db>,
        name: &str,
        before: u32,
        qualifies: bool,
    ) -> Option<Found<'db>> {
        self.declared_in(scope, name, before, qualifies)
            .or_else(|| {
                (self.directives_in(scope, before).into_iter())
                    .find_map(|target| self.declared_in(target, name, before, qualifies))
            })
    }

    /// The nearest namespace that encloses `target` and is `scope` or around it.
    pub(super) fn common(&self, scope: ScopePath<'db>, target: ScopePath<'db>) -> ScopePath<'db> {
        let around = target.path(self.db);
        let mut at = scope;
        while let Some(parent) = at.parent(self.db) {
            if around.contains(&at) {
                return at;
            }
            at = parent;
        }
        at
    }

    /// Whether names of `inner` are visible in `outer` as its own: through inline and unnamed namespaces.
    pub(super) fn is_transparent_in(&self, inner: ScopePath<'db>, outer: ScopePath<'db>) -> bool {
        is_transparent_in(self.db, inner, outer)
    }

    /// The namespaces that directives of a namespace open, and those that these open.
    pub(super) fn directives_in(&self, scope: ScopePath<'db>, before: u32) -> Vec<ScopePath<'db>> {
        let mut out: Vec<ScopePath<'db>> = Vec::new();
        let mut seen: FxHashSet<ScopePath<'db>> = FxHashSet::default();
        let mut next = 0;
        let mut from = scope;
        loop {
            for &(index, target) in opened_in(self.db, self.file, from) {
                if index < before
                    && out.len() < MAX_DIRECTIVES
                    && target != scope
                    && seen.insert(target)
                {
                    out.push(target);
                }
            }
            match out.get(next) {
                Some(&target) => from = target,
                None => return out,
            }
            next += 1;
        }
    }

    /// The namespace that a directive names. Directives themselves are not followed here, and so no question leads back to itself.
    fn directive_target(
        &self,
        scope: ScopePath<'db>,
        before: u32,
        path: &str,
    ) -> Option<ScopePath<'db>> {
        let (global, path) = match path.strip_prefix("::") {
            Some(rest) => (true, rest),
            None => (false, path),
        };
        let path: Vec<&str> = path.split("::").map(str::trim).collect();
        self.namespace_path(scope, before, global, &path)
    }

    /// The namespace of an unqualified path that begins in one that directives before have opened.
    fn within_opened(
        &self,
        opened: &[(u32, ScopePath<'db>)],
        before: u32,
        path: &str,
    ) -> Option<ScopePath<'db>> {
        if path.starts_with("::") {
            return None;
        }
        let (first, rest) = path.split_once("::").unwrap_or((path, ""));
        let found = (opened.iter().take(MAX_THROUGH))
            .filter(|o| o.0 < before)
            .find_map(|o| self.child_namespace(o.1, first.trim(), before))?;
        (rest.split("::").map(str::trim).filter(|s| !s.is_empty()))
            .try_fold(found, |at, name| self.child_namespace(at, name, before))
    }

    fn namespace_path<S: AsRef<str>>(
        &self,
        scope: ScopePath<'db>,
        before: u32,
        global: bool,
        path: &[S],
    ) -> Option<ScopePath<'db>> {
        let _level = self.deeper()?;
        let (first, rest) = path.split_first()?;
        let mut found = None;
        let mut at = Some(if global { self.root } else { scope });
        while let Some(s) = at {
            found = self.child_namespace(s, first.as_ref(), before);
            if found.is_some() || global {
                break;
            }
            at = s.parent(self.db);
        }
        rest.iter().try_fold(found?, |at, name| {
            self.child_namespace(at, name.as_ref(), before)
        })
    }

    fn child_namespace(
        &self,
        scope: ScopePath<'db>,
        name: &str,
        before: u32,
    ) -> Option<ScopePath<'db>> {
        let word = self.word(name);
        for (nth, item) in self.items(word).iter().enumerate() {
            if item.kind == ItemKind::NamespaceAlias
                && item.index < before
                && self.is_transparent_in(item.scope, scope)
                && let Leads::Alias(path, at) = self.target_of(word, nth, item)
            {
                return self.namespace_path(at.scope, at.before, path.global, &path.path);
            }
        }
        match self.nested_namespace(scope, word)?.leads {
            Leads::Namespace(scope) => Some(scope),
            _ => None,
        }
    }

    /// What items of a namespace declare, those of its inline and unnamed namespaces among them.
    fn declared_in(
        &self,
        scope: ScopePath<'db>,
        name: &str,
        before: u32,
        qualifies: bool,
    ) -> Option<Found<'db>> {
        let _level = self.deeper()?;
        let word = self.word(name);
        let mut type_name: Option<Found<'db>> = None;
        let mut value: Option<NameClass> = None;
        let mut functions: Vec<usize> = Vec::new();
        // A namespace is opened hundreds of times.
        let mut elsewhere: Vec<(bool, ScopePath<'db>)> = Vec::new();
        let items = self.items(word);
        for (nth, item) in items.iter().enumerate() {
            if item.index >= before {
                break;
            }
            let opened = item.kind == ItemKind::NamespaceOpen;
            if elsewhere.contains(&(opened, item.scope)) {
                continue;
            }
            let stands = match item.kind {
                ItemKind::NamespaceOpen => match item.scope.parent(self.db) {
                    Some(parent) => parent,
                    None => continue,
                },
                _ => item.scope,
            };
            if item.flags.has(Flags::QUALIFIED) && item.kind != ItemKind::UsingDeclaration {
                continue;
            }
            if !self.is_transparent_in(stands, scope) {
                if elsewhere.len() < ELSEWHERE {
                    elsewhere.push((opened, item.scope));
                }
                continue;
            }
            match item.kind {
                ItemKind::NamespaceOpen => {
                    return Some(Found {
                        class: NameClass::Namespace,
                        leads: Leads::Namespace(item.scope),
                    });
                }
                ItemKind::FunctionDefinition | ItemKind::FunctionDeclaration if !qualifies => {
                    functions.push(nth);
                }
                ItemKind::UsingDeclaration => {
                    let Some(used) = self.used(word, nth, item) else {
                        continue;
                    };
                    match used.class {
                        NameClass::Value
                        | NameClass::Function
                        | NameClass::FunctionTemplate
                        | NameClass::VariableTemplate
                        | NameClass::Concept => value = Some(more_template(value, used.class)),
                        _ => type_name = type_name.or(Some(used)),
                    }
                }
                _ => match self.plain_class(word, nth, item) {
                    Some(found) if is_type(found.class) => type_name = type_name.or(Some(found)),
                    Some(found) => value = Some(more_template(value, found.class)),
                    None => {}
                },
            }
        }
        if type_name.is_none() {
            type_name = self.mentioned(scope, word, before);
        }
        if qualifies {
            return type_name.or_else(|| self.nested_namespace(scope, word));
        }
        for nth in functions {
            let item = &items[nth];
            // Deduction guides declare nothing.
            if type_name.is_some() && self.is_guide(word, nth) {
                continue;
            }
            let class = match item.flags.any(Flags::TEMPLATE | Flags::SPECIALIZATION) {
                true => NameClass::FunctionTemplate,
                false => NameClass::Function,
            };
            value = Some(more_template(value, class));
        }
        // A function, variable or enumerator hides a class of the same name ([basic.scope.hiding]).
        if let Some(class) = value {
            return Some(Found::plain(class));
        }
        if type_name.is_some() {
            return type_name;
        }
        let enumerators = &named(self.db, self.file, word).enumerators;
        if (enumerators.iter())
            .any(|&(index, place)| index < before && self.is_transparent_in(place, scope))
        {
            return Some(Found::plain(NameClass::Value));
        }
        if self.is_enumerator_in_use(scope, name, before) {
            return Some(Found::plain(NameClass::Value));
        }
        self.nested_namespace(scope, word)
    }

    /// Whether a using-enum-declaration of a namespace brings an enumerator of this name ([enum.udecl]).
    fn is_enumerator_in_use(&self, scope: ScopePath<'db>, name: &str, before: u32) -> bool {
        (using_enums(self.db, self.file).iter())
            .filter(|u| u.1 < before && self.is_transparent_in(u.0, scope))
            .any(|(place, index, path)| {
                let at = At {
                    scope: *place,
                    before: *index,
                };
                let (global, path) = match path.strip_prefix("::") {
                    Some(rest) => (true, rest),
                    None => (false, &**path),
                };
                let path: Vec<&str> = path.split("::").map(str::trim).collect();
                self.path(&at, global, &path)
                    .and_then(|of| self.member(&of.leads, name, false, *index))
                    .is_some_and(|found| found.class == NameClass::Value)
            })
    }

    /// A class or enumeration that items mention with its key, and so declare ([basic.scope.pdecl]).
    fn mentioned(&self, scope: ScopePath<'db>, word: Word<'db>, before: u32) -> Option<Found<'db>> {
        let named = named(self.db, self.file, word);
        let seen = |i: &NamedItem<'db>| i.index < before && self.is_transparent_in(i.scope, scope);
        let mut leads = Leads::Nowhere;
        for (i, item) in named.tags.iter().enumerate().filter(|t| seen(t.1)) {
            // `typedef struct S { ... } T;`
            leads = Leads::Items(word, item.scope);
            let members = match item.kind {
                ItemKind::Typedef => self.target_of(word, named.items.len() + i, item),
                _ => Leads::Nowhere,
            };
            if matches!(members, Leads::Scope(..)) {
                leads = members;
                break;
            }
        }
        (!matches!(leads, Leads::Nowhere)).then_some(Found {
            class: NameClass::Type,
            leads,
        })
    }

    /// A namespace of which no item has the name: one that is opened as a part of `namespace a::b {`.
    fn nested_namespace(&self, scope: ScopePath<'db>, word: Word<'db>) -> Option<Found<'db>> {
        let all = &named(self.db, self.file, word).namespaces;
        let found = all.iter().find(|n| {
            n.parent(self.db)
                .is_some_and(|p| self.is_transparent_in(p, scope))
        })?;
        Some(Found {
            class: NameClass::Namespace,
            leads: Leads::Namespace(*found),
        })
    }

    /// What a declaration other than of a function says of its name.
    fn plain_class(
        &self,
        word: Word<'db>,
        nth: usize,
        item: &NamedItem<'db>,
    ) -> Option<Found<'db>> {
        let template = item.flags.any(Flags::TEMPLATE | Flags::SPECIALIZATION);
        let by = |template_class, class| if template { template_class } else { class };
        let value = by(NameClass::VariableTemplate, NameClass::Value);
        Some(match item.kind {
            ItemKind::Class | ItemKind::Enum if item.tag => Found {
                class: by(NameClass::TypeTemplate, NameClass::Type),
                leads: Leads::Items(word, item.scope),
            },
            // `struct S {} x;`, `struct S x;`
            ItemKind::Class | ItemKind::Enum => Found::plain(NameClass::Value),
            ItemKind::Variable => Found::plain(value),
            // Before C++20 `concept` is a type that nobody declared.
            ItemKind::Concept if self.file.dialect(self.db).standard < Standard::Cpp20 => {
                Found::plain(value)
            }
            ItemKind::Concept => Found::plain(NameClass::Concept),
            ItemKind::NamespaceAlias => Found {
                class: NameClass::Namespace,
                leads: self.target_of(word, nth, item),
            },
            ItemKind::Alias => Found {
                class: self.alias_class(word, nth),
                leads: self.target_of(word, nth, item),
            },
            // `typedef int a, b;`
            ItemKind::Typedef => Found {
                class: NameClass::Type,
                leads: self.target_of(word, nth, item),
            },
            _ => return None,
        })
    }

    /// Whether an alias is a template.
    fn alias_class(&self, word: Word<'db>, nth: usize) -> NameClass {
        let outline = declared_outline(self.db, self.declaring(word, nth));
        let root = outline.scopes.first();
        root.and_then(|root| root.get(word.text(self.db)))
            .map_or(NameClass::Type, |name| name.class)
    }

    /// Where what an alias names has its members.
    fn target_of(&self, word: Word<'db>, nth: usize, item: &NamedItem<'db>) -> Leads<'db> {
        let key = self.declaring(word, nth);
        let outline = declared_outline(self.db, key);
        let declared = (outline.scopes.first()).and_then(|root| root.get(word.text(self.db)));
        match declared {
            Some(name) => match (name.scope, &name.outer) {
                (Some(scope), _) => Leads::Scope(key, scope),
                (None, Some(path)) => Leads::Alias(path, place(item)),
                _ => Leads::Nowhere,
            },
            None => Leads::Nowhere,
        }
    }

    /// What a using-declaration names.
    fn used(&self, word: Word<'db>, nth: usize, item: &NamedItem<'db>) -> Option<Found<'db>> {
        let _level = self.deeper()?;
        match self.target_of(word, nth, item) {
            Leads::Alias(path, at) => self.outer(path, &at),
            _ => None,
        }
    }

    fn is_guide(&self, word: Word<'db>, nth: usize) -> bool {
        let outline = declared_outline(self.db, self.declaring(word, nth));
        let root = outline.scopes.first();
        root.is_some_and(|root| root.get(word.text(self.db)).is_none())
    }
}

pub(super) fn place<'db>(item: &NamedItem<'db>) -> At<'db> {
    At {
        scope: item.scope,
        before: item.index,
    }
}

fn is_type(class: NameClass) -> bool {
    matches!(
        class,
        NameClass::Type | NameClass::TypeTemplate | NameClass::Namespace
    )
}

/// One template among overloads makes the name a template's.
fn more_template(old: Option<NameClass>, new: NameClass) -> NameClass {
    match old {
        Some(old) if old.is_template() => old,
        _ => new,
    }
}

/// Whether names of `inner` are visible in `outer` as its own.
pub(super) fn is_transparent_in<'db>(
    db: &'db dyn Db,
    inner: ScopePath<'db>,
    outer: ScopePath<'db>,
) -> bool {
    let mut at = inner;
    loop {
        if at == outer {
            return true;
        }
        match at.parent(db) {
            Some(parent) if at.inline(db) || at.name(db).is_empty() => at = parent,
            _ => return false,
        }
    }
}
