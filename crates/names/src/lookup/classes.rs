//! Lookup of members ([class.member.lookup]): in a class, in its bases, in the specialisations of a class template.

use cleave_syntax::NameClass;
use cleave_syntax::blanks;
use cleave_syntax::skeleton::{Flags, ItemKind};

use super::{At, Declaring, Found, Leads, OuterPath, Resolver, declared_outline};
use crate::index::{Word, named};
use crate::item::ScopePath;
use crate::lookup::namespaces::place;

/// More specialisations than this are not looked into: any of them may have another member.
const MAX_SPECIALIZATIONS: usize = 24;

impl<'db> Resolver<'db> {
    /// A member of a namespace, class or enumeration. `None`: it has no such member. `Unknown`: it may have.
    pub(super) fn member(
        &self,
        of: &Leads<'db>,
        name: &str,
        inside: bool,
        before: u32,
    ) -> Option<Found<'db>> {
        let Some(_level) = self.deeper() else {
            return Some(Found::plain(NameClass::Unknown));
        };
        match of {
            Leads::Nowhere => Some(Found::plain(NameClass::Unknown)),
            Leads::Namespace(scope) => self.in_namespace(*scope, name, before, false),
            Leads::Scope(key, scope) => self.in_scope(*key, *scope, name, inside),
            Leads::Alias(path, at) => match self.outer(path, at) {
                Some(target) => self.member(&target.leads, name, inside, before),
                None => Some(Found::plain(NameClass::Unknown)),
            },
            Leads::Items(word, scope) => self.in_class(*word, *scope, name, inside),
        }
    }

    /// A member of the class that items define under a name: what the primary template and all specialisations agree on.
    fn in_class(
        &self,
        word: Word<'db>,
        scope: ScopePath<'db>,
        name: &str,
        inside: bool,
    ) -> Option<Found<'db>> {
        let mut primary = None;
        let mut specializations = Vec::new();
        for (nth, item) in self.items(word).iter().enumerate() {
            let defines = match item.kind {
                ItemKind::Class => item.body,
                ItemKind::Enum => true,
                _ => false,
            };
            if !defines || !item.tag || item.scope != scope || item.flags.has(Flags::QUALIFIED) {
                continue;
            }
            if item.arguments {
                specializations.push(nth);
            } else if primary.is_none() || item.kind == ItemKind::Class {
                primary = Some(nth);
            }
        }
        let unknown = Some(Found::plain(NameClass::Unknown));
        let look = |nth: usize| {
            let key = self.declaring(word, nth);
            let outline = declared_outline(self.db, key);
            let of = (outline.scopes.iter().enumerate().skip(1))
                .find(|(_, s)| *s.name == *word.text(self.db))
                .map(|(i, _)| i as u32)
                .or_else(|| outline.scopes.first()?.get(word.text(self.db))?.scope);
            match of {
                Some(of) => self.in_scope(key, of, name, inside),
                None => unknown.clone(),
            }
        };
        let Some(primary) = primary else {
            return unknown;
        };
        if specializations.len() > MAX_SPECIALIZATIONS {
            return unknown;
        }
        let found = look(primary);
        let class = found.as_ref().map(|f| f.class);
        for nth in specializations {
            if look(nth).map(|f| f.class) != class {
                return unknown;
            }
        }
        found
    }

    /// A member of a class or enumeration of an outline, or of its bases.
    fn in_scope(
        &self,
        key: Declaring<'db>,
        scope: u32,
        name: &str,
        inside: bool,
    ) -> Option<Found<'db>> {
        let unknown = Some(Found::plain(NameClass::Unknown));
        let Some(_level) = self.deeper() else {
            return unknown;
        };
        let outline = declared_outline(self.db, key);
        let own = outline.scopes.get(scope as usize)?;
        let item = named(self.db, self.file, key.word(self.db)).nth(key.nth(self.db) as usize)?;
        let at = place(item);
        if let Some(declared) = own.get(name) {
            let leads = match (declared.scope, &declared.outer) {
                (Some(scope), _) => Leads::Scope(key, scope),
                (None, Some(path)) => Leads::Alias(path, at),
                (None, None)
                    if declared.class == NameClass::Type
                        || declared.class == NameClass::TypeTemplate =>
                {
                    self.defined_later(item.scope, &own.name, name)
                }
                _ => Leads::Nowhere,
            };
            // A using-declaration: the class of what it names.
            if declared.class == NameClass::Unknown
                && let Some(path) = &declared.outer
            {
                return self
                    .used_member(key, scope, path, name, inside, &at)
                    .or(unknown);
            }
            return Some(Found {
                class: declared.class,
                leads,
            });
        }
        for &linked in &own.linked {
            let found = self.in_scope(key, linked, name, inside);
            if found.is_some() {
                return found;
            }
        }
        let mut maybe = false;
        for base in &own.bases {
            if base.dependent && inside {
                continue;
            }
            let found = match self.outer(&base.path, &at) {
                Some(class) => self.member(&class.leads, name, false, at.before),
                None => unknown.clone(),
            };
            match found {
                Some(found) if found.class == NameClass::Unknown => maybe = true,
                Some(found) => return Some(found),
                None => {}
            }
        }
        if maybe { unknown } else { None }
    }

    /// What a using-declaration of a class names. It may begin with an alias of the class itself: `using Base = B<T>; using Base::member;`.
    fn used_member(
        &self,
        key: Declaring<'db>,
        scope: u32,
        path: &'db OuterPath,
        name: &str,
        inside: bool,
        at: &At<'db>,
    ) -> Option<Found<'db>> {
        let outline = declared_outline(self.db, key);
        let own = outline.scopes.get(scope as usize)?;
        let [first, rest @ ..] = &*path.path else {
            return None;
        };
        if path.global || rest.is_empty() || **first == *name || own.get(first).is_none() {
            return self.outer(path, at);
        }
        let mut found = self.in_scope(key, scope, first, inside)?;
        for part in rest {
            found = self.member(&found.leads, part, false, at.before)?;
        }
        Some(found)
    }

    /// A member class that an item of its own defines: `class A::B { ... };`.
    fn defined_later(&self, scope: ScopePath<'db>, class: &str, name: &str) -> Leads<'db> {
        let word = self.word(name);
        for (nth, item) in self.items(word).iter().enumerate() {
            if item.kind != ItemKind::Class
                || !item.body
                || !item.flags.has(Flags::QUALIFIED)
                || item.scope != scope
                || item.arguments
            {
                continue;
            }
            let key = self.declaring(word, nth);
            let outline = declared_outline(self.db, key);
            let found = (outline.scopes.iter()).position(|s| *s.name == *name);
            if let Some(found) = found
                && self.is_member_of(key, class)
            {
                return Leads::Scope(key, found as u32);
            }
        }
        Leads::Nowhere
    }

    /// Whether the head of a class names it as a member of `class`.
    fn is_member_of(&self, key: Declaring<'db>, class: &str) -> bool {
        let text = super::declaring_text(self.db, key).as_str();
        let head = text.split('{').next().unwrap_or(text);
        head.split("::").any(|part| {
            let part = blanks::trim_end(part);
            // `A<T>::B`
            let part = blanks::trim_end(part.split('<').next().unwrap_or(part));
            part.ends_with(class)
        })
    }
}
