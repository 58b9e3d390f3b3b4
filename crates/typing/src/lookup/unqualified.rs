//! Unqualified names ([basic.lookup.unqual]): from the innermost scope outwards. Template parameters of a level stand just
//! outside of what the level's head belongs to.

use cleave_hir::{DeclKind, Path};

use crate::code::NameKey;
use crate::context::Around;
use crate::convert::quietly;
use crate::function::parameters;
use crate::lookup::current_instantiation::{is_qualified, qualified_in};
use crate::lookup::members::{in_bases, in_definition};
use crate::lookup::namespaces::{Place, Want, Way, from_block, in_namespaces};
use crate::lookup::paths::qualifier_namespace;
use crate::lookup::{Found, anonymous};
use crate::thir::{Local, LocalId};
use crate::{Context, DeclRef, Declared, Entity, Namespace, Ty};

/// Scopes nest no deeper than this.
pub(super) const DEPTH: usize = 256;

impl<'db> Context<'db> {
    pub(crate) fn lookup_key(&mut self, key: &NameKey, want: Want) -> Found<'db> {
        if let Some(name) = key.ident() {
            match self.declared(name) {
                Some(Declared::Locals { locals, pack }) if want == Want::Any => {
                    if *pack {
                        let element = self.scopes.local_packs.iter().rev().find(|p| p.0 == *name);
                        if let Some((_, local)) = element {
                            return Found::Local(vec![*local]);
                        }
                    }
                    return Found::Local(locals.clone());
                }
                Some(Declared::Entities(set)) => {
                    let set: Vec<_> = set
                        .iter()
                        .copied()
                        .filter(|e| {
                            want == Want::Any
                                || crate::lookup::same::is_type(self.db, e.decl(self.db))
                        })
                        .collect();
                    if !set.is_empty() {
                        return Found::Entities { set, class: None };
                    }
                }
                Some(Declared::Namespace(namespace)) => return Found::Namespace(*namespace),
                Some(Declared::Type(ty)) => return Found::Type(*ty),
                Some(Declared::Unknown) => return Found::Unknown,
                _ => {}
            }
        }
        match self.scopes.blocks.is_empty() {
            true => self.lookup_outside(key, want),
            // The code of a body says the same names again and again.
            false => self.remembering_found(key, want, |cx| cx.lookup_outside(key, want)),
        }
    }

    /// The same without what blocks declare.
    fn lookup_outside(&mut self, key: &NameKey, want: Want) -> Found<'db> {
        let mut decl = self.owner.decl(self.db);
        let mut unknown = false;
        for nth in 0..DEPTH {
            let Some(around) = self.around(nth) else {
                break;
            };
            decl = around.decl;
            if let Some(found) = self.in_declaration(around, nth, key, want, &mut unknown) {
                return found;
            }
        }
        match self.in_file(decl, key, want) {
            // A class around whose bases are not all known may have it.
            Found::Nothing if unknown => Found::Unknown,
            Found::Nothing => self.in_nominated(key, want),
            found => found,
        }
    }

    /// The namespaces that using-directives of blocks nominate, by a name that means nothing without them.
    fn in_nominated(&mut self, key: &NameKey, want: Want) -> Found<'db> {
        let all_known = self.see_directives_around();
        let nominated: Vec<_> = self.scopes.directives.iter().map(|d| d.1).collect();
        let mut first: Option<Found<'db>> = None;
        for namespace in nominated.into_iter().rev() {
            let scope = crate::lookup::qualified::Scope::Namespace(namespace);
            match (self.lookup_key_in(&scope, key, want), &mut first) {
                (Found::Nothing, _) => {}
                (Found::Entities { set: more, .. }, Some(Found::Entities { set, class: None })) => {
                    match self.merged_meaning(set, more) {
                        true => {}
                        false => return Found::Ambiguous,
                    }
                }
                (found @ Found::Entities { .. }, None) => first = Some(found),
                (_, Some(_)) => {}
                (found, None) => return found,
            }
        }
        if let Some(found) = first {
            return found;
        }
        match all_known {
            true => Found::Nothing,
            false => Found::Unknown,
        }
    }

    /// Adds what another namespace has of a name: functions overload each other. `false`: the name means several things.
    fn merged_meaning(&mut self, set: &mut Vec<Entity<'db>>, more: Vec<Entity<'db>>) -> bool {
        let db = self.db;
        if set.iter().chain(&more).all(|e| e.is_function(db)) {
            for e in more {
                if !set.contains(&e) {
                    set.push(e);
                }
            }
            return true;
        }
        let ([a], [b]) = (&set[..], &more[..]) else {
            return true;
        };
        let plain = |e: &Entity<'db>| {
            let object = matches!(
                e.kind(db),
                Some(DeclKind::Class(_) | DeclKind::Enum(_) | DeclKind::Variable(_))
            );
            object && !e.is_template(db)
        };
        let alias =
            |e: &Entity<'db>| matches!(e.kind(db), Some(DeclKind::Alias(_))) && !e.is_template(db);
        let first = |e: &Entity<'db>| crate::function::canonical(db, e.decl(db));
        match (plain(a) && plain(b), alias(a) && alias(b)) {
            (true, _) => first(a) == first(b),
            (_, true) => {
                let ty = |cx: &mut Self, e: Entity<'db>| {
                    let found = Found::Entities {
                        set: vec![e],
                        class: None,
                    };
                    crate::convert::quietly(cx, |cx| cx.found_type(found, None))
                };
                let (a, b) = (ty(self, *a), ty(self, *b));
                match (a, b) {
                    (Some(a), Some(b)) => a == b || a.is_unknown(db) || b.is_unknown(db),
                    _ => true,
                }
            }
            _ => true,
        }
    }

    /// Sees the using-directives of the blocks around a local declaration or a lambda, whose own code does not have them. Gives
    /// whether these blocks open nothing else.
    fn see_directives_around(&mut self) -> bool {
        if let Some(known) = self.scopes.knows_directives {
            return known;
        }
        let decl = self.owner.decl(self.db);
        let opens = |d: &cleave_hir::Decl| {
            matches!(d.kind, DeclKind::UsingDirective(_) | DeclKind::UsingEnum(_))
        };
        let inner = self.scopes.closure.is_some() || decl.code(self.db).body.is_some();
        let any = |code: &cleave_hir::Code| code.decls.iter().any(|(_, d)| opens(d));
        // The body of a local class's member has code of its own.
        let around = || decl.code(self.db).code(self.db).is_some_and(any);
        if !inner || !(any(self.code) || around()) {
            self.scopes.knows_directives = Some(true);
            return true;
        }
        // A name of a directive is looked up by those before it.
        self.scopes.knows_directives = Some(false);
        let mut known = true;
        let own = std::mem::take(&mut self.scopes.directives);
        for around in crate::lookup::local::directives(self.db, decl) {
            match around.hir(self.db).map(|d| &d.kind) {
                Some(DeclKind::UsingDirective(path)) => match self.lookup_path(path) {
                    Found::Namespace(namespace) => self.scopes.directives.push((0, namespace)),
                    _ => known = false,
                },
                Some(DeclKind::UsingEnum(_)) => known = false,
                _ => {}
            }
        }
        self.scopes.directives.extend(own);
        self.scopes.knows_directives = Some(known);
        known
    }

    /// The scopes of the declaration so many around: its members if it is a class, its template parameters, the class that qualifies
    /// it. `unknown`: set where a class may have members that are not known.
    fn in_declaration(
        &mut self,
        around: Around<'db>,
        nth: usize,
        key: &NameKey,
        want: Want,
        unknown: &mut bool,
    ) -> Option<Found<'db>> {
        let db = self.db;
        let first = nth == 0;
        let (decl, hir, all) = (around.decl, around.hir, around.levels);
        let kind = hir.map(|d| &d.kind);
        if let Some(DeclKind::Class(_)) = kind
            && !(first && (self.modes.in_head || self.modes.in_qualifier))
            && !self.modes.without_members
        {
            let (class, definition) = self.class_around(nth, decl);
            let found = in_class(db, definition, class, key, want, unknown);
            let found = match found {
                Some(found) if self.is_own_name(&found) => {
                    let bases = in_bases(db, class, key, true, false);
                    answer(db, bases.found(), false, want, unknown)
                }
                found => found,
            };
            if found.is_some() {
                return found;
            }
        } else if let Some(DeclKind::Enum(_)) = kind
            && !(first && self.modes.in_qualifier)
            && let Some(found) = crate::lookup::by_name::enumerator(db, decl, key)
        {
            return Some(Found::Entities {
                set: vec![Entity::new(db, found, self.env_of(decl))],
                class: None,
            });
        }
        let name = key.ident();
        let param = |from: usize, to: usize| {
            let name = name?;
            (from..to).rev().find_map(|i| {
                let (index, pack) = all[i].find(name)?;
                let hidden = (self.modes.default_of)
                    .filter(|_| i + 1 == all.len() && decl == self.owner.decl(db));
                if hidden.is_some_and(|first| index >= first) {
                    return None;
                }
                let is_value = all[i].value_type(index).is_some();
                if is_value && matches!(want, Want::Scope | Want::Tag) {
                    return None;
                }
                Some(Found::Param {
                    level: i as u32,
                    index,
                    pack,
                })
            })
        };
        let own = usize::from(crate::code::params::has_own(all, decl));
        let is_qualified = hir.is_some_and(|d| d.path.as_deref().is_some_and(is_qualified));
        let start = all.iter().position(|l| l.decl == decl).unwrap_or(all.len());
        if let Some(found) = param(all.len() - own, all.len()) {
            return Some(found);
        }
        let is_before = self.modes.in_qualifier || self.modes.before_declarator;
        if is_qualified && !(self.modes.without_members || first && is_before) {
            // The class that it is a member of, and the classes around that one ([basic.lookup.unqual]/8).
            let mut around = qualified_in(db, decl, self.env_of(decl));
            for _ in 0..DEPTH {
                let Some(class) = around else { break };
                let Some(definition) = self.definition_of(class) else {
                    *unknown |= class.is_class(db);
                    break;
                };
                if let Some(found) = in_class(db, definition, class, key, want, unknown) {
                    return Some(found);
                }
                around = crate::function::class_of(db, definition);
            }
        }
        if let Some(found) = param(start, all.len() - own) {
            return Some(found);
        }
        let is_local = decl.code(db).body.is_some();
        // What else the blocks around a closure declare it has as its own.
        let found = match decl.closure(db) {
            None if is_local => self.declared_around(decl, key, want),
            Some(_) if is_local && want == Want::Scope => self.alias_around(decl, key),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
        if !first && let Some(number) = crate::lookup::local::parameter(db, decl, key) {
            return Some(self.parameter_around(decl, number));
        }
        None
    }

    /// A parameter of a function around a local declaration. The declaration may use it where it is not evaluated ([class.local]/1).
    fn parameter_around(&mut self, function: DeclRef<'db>, number: usize) -> Found<'db> {
        let db = self.db;
        let own = Entity::new(db, function, self.env_of(function));
        let known = parameters(db, own).filter(|_| self.modes.unevaluated);
        let ty = known.and_then(|known| {
            let of = known.from.iter().zip(&known.types);
            let mut types = of.filter(|(from, _)| **from as usize == number);
            // A pack has as many types as elements.
            match (types.next(), types.next()) {
                (Some((_, ty)), None) => (!known.unknown && !ty.is_unknown(db)).then_some(*ty),
                _ => None,
            }
        });
        match ty {
            Some(ty) => {
                self.out.locals.push(Local::outer(ty, None));
                Found::Local(vec![LocalId(self.out.locals.len() as u32 - 1)])
            }
            None => Found::Unknown,
        }
    }

    /// What blocks around a local declaration made of a name before it, using-declarations and namespace aliases followed.
    fn declared_around(
        &mut self,
        decl: DeclRef<'db>,
        key: &NameKey,
        want: Want,
    ) -> Option<Found<'db>> {
        let db = self.db;
        let mut set: Vec<Entity<'db>> = Vec::new();
        for d in crate::lookup::local::visible(db, decl, key) {
            match d.hir(db).map(|d| &d.kind) {
                Some(DeclKind::NamespaceAlias(path)) => return Some(self.aliased(path, key)),
                Some(DeclKind::Using { target, .. }) => {
                    match quietly(self, |cx| cx.lookup_path(target)) {
                        Found::Entities { set: named, .. } => set.extend(named),
                        found => return Some(found),
                    }
                }
                _ => set.push(Entity::new(db, d, self.env_of(d))),
            }
        }
        set.retain(|d| want == Want::Any || crate::lookup::same::is_type(db, d.decl(db)));
        (!set.is_empty()).then_some(Found::Entities { set, class: None })
    }

    /// The namespace that an alias of the blocks around a closure names.
    fn alias_around(&mut self, closure: DeclRef<'db>, key: &NameKey) -> Option<Found<'db>> {
        let db = self.db;
        let [only] = crate::lookup::local::visible(db, closure, key)[..] else {
            return None;
        };
        match only.hir(db).map(|d| &d.kind) {
            Some(DeclKind::NamespaceAlias(path)) => Some(self.aliased(path, key)),
            _ => None,
        }
    }

    /// What a namespace alias of a block names. One that is named like the first name of its path would be found as that name.
    fn aliased(&mut self, path: &'db Path, alias: &NameKey) -> Found<'db> {
        let first = match path.qualifiers.first() {
            Some(segment) => Some(&segment.name),
            None => path.name.ident(),
        };
        match !path.global && first.is_some() && first == alias.ident() {
            true => Found::Unknown,
            false => quietly(self, |cx| cx.lookup_path(path)),
        }
    }

    /// Whether what was found is the very member whose type is being read: it is declared after its type only
    /// ([basic.scope.pdecl]/1 and /3), so that in `using A = A<int>;` the second name is one from around the class.
    fn is_own_name(&self, found: &Found<'db>) -> bool {
        let db = self.db;
        let Found::Entities { set, .. } = found else {
            return false;
        };
        let own = self.owner.decl(db);
        let later = matches!(
            self.owner.kind(db),
            Some(DeclKind::Alias(_) | DeclKind::Variable(_) | DeclKind::Function(_))
        );
        later && self.code_ref.body.is_none() && matches!(set[..], [only] if only.decl(db) == own)
    }

    /// Whether what was found are functions or variables that the class declares behind the member whose type is being read: that
    /// does not see them ([basic.scope.pdecl]). A class may not change what its names mean, but this one may be a header's.
    pub(crate) fn is_declared_later(&self, found: &Found<'db>) -> bool {
        let db = self.db;
        let Found::Entities {
            set,
            class: Some(_),
        } = found
        else {
            return false;
        };
        let own = self.owner.decl(db);
        let is_later = |e: &Entity<'db>| {
            let decl = e.decl(db);
            decl.code(db) == own.code(db)
                && decl.index(db) > own.index(db)
                && decl.parent(db) == own.parent(db)
                && matches!(
                    e.kind(db),
                    Some(DeclKind::Function(_) | DeclKind::Variable(_))
                )
        };
        self.code_ref.body.is_none() && own.parent(db).is_some() && set.iter().all(is_later)
    }

    /// The namespaces around an item's outermost declaration.
    fn in_file(&mut self, outermost: DeclRef<'db>, key: &NameKey, want: Want) -> Found<'db> {
        let db = self.db;
        let item = self.code_ref.item;
        let file = item.file(db);
        let mut scope = item.scope(db);
        let hir = outermost.hir(db);
        if let Some(path) = hir.and_then(|d| d.path.as_deref())
            && !path.qualifiers.is_empty()
            && !self.modes.before_declarator
        {
            let mut segments: &[_] = &path.qualifiers;
            // Of `N::A<T>::f` the namespaces in front.
            while !segments.is_empty() {
                match qualifier_namespace(db, item, scope, path.global, segments) {
                    Some(namespace) => {
                        scope = namespace;
                        break;
                    }
                    None => segments = &segments[..segments.len() - 1],
                }
            }
            // A using-directive or a using-declaration may have led to a class of another namespace ([basic.lookup.unqual]/8).
            if !(self.modes.in_qualifier || self.modes.without_members)
                && let Some(class) = qualified_in(db, outermost, self.env_of(outermost))
                && let Some(definition) = self.definition_of(class)
            {
                scope = definition.decl(db).code(db).item.scope(db);
            }
        }
        let inclusive = self.code_ref.body.is_some()
            || hir.is_some_and(|d| matches!(d.kind, DeclKind::Class(_) | DeclKind::Enum(_)));
        // To the reference an operator in an instance finds what is declared up to the instantiation, as argument-dependent lookup does.
        let is_late = self.modes.without_members && self.env.is_some();
        let place = Place {
            item: (!is_late).then_some(item),
            inclusive,
        };
        self.see_directives_around();
        let found = match self.scopes.directives.is_empty() {
            true => in_namespaces(db, file, place, scope, key, want, Way::Unqualified),
            false => {
                let nominated = self.scopes.directives.iter().map(|d| d.1).collect();
                from_block(db, file, place, scope, key, want, nominated)
            }
        };
        match crate::lookup::qualified::namespace_found(db, found) {
            Found::Nothing if want == Want::Any => {
                let mut around = std::iter::successors(Some(scope), |s| s.parent(db));
                let found = around.find_map(|s| self.in_anonymous_union(s, key));
                found.unwrap_or(Found::Nothing)
            }
            found if self.is_alias_of_several(&found) => match self.in_nominated(key, want) {
                Found::Ambiguous => Found::Ambiguous,
                _ => found,
            },
            found => found,
        }
    }

    /// Whether what was found is an alias of one of several namespaces side by side that blocks nominate: another one may have it for
    /// another type.
    fn is_alias_of_several(&self, found: &Found<'db>) -> bool {
        let db = self.db;
        let Found::Entities { set, .. } = found else {
            return false;
        };
        let ([only], [_, _, ..]) = (&set[..], &self.scopes.directives[..]) else {
            return false;
        };
        let around = |n: Namespace<'db>| n.parent(db);
        let own = only.decl(db).code(db).scope(db);
        let mut nominated = self.scopes.directives.iter();
        matches!(only.kind(db), Some(DeclKind::Alias(_)))
            && nominated.all(|d| around(d.1) == around(own))
    }

    /// A member of an anonymous union of a namespace.
    pub(super) fn in_anonymous_union(
        &self,
        namespace: cleave_names::ScopePath<'db>,
        key: &NameKey,
    ) -> Option<Found<'db>> {
        let db = self.db;
        // What headers name is declared before the user's own code.
        let name = key
            .ident()
            .filter(|_| cleave_names::is_of_user(db, self.code_ref.item))?;
        let member = anonymous::member(db, self.code_ref.item, namespace, name.as_str())?;
        Some(Found::Entities {
            set: vec![Entity::new(db, member, None)],
            class: None,
        })
    }
}

fn in_class<'db>(
    db: &'db dyn cleave_base_db::Db,
    definition: Entity<'db>,
    class: Ty<'db>,
    key: &NameKey,
    want: Want,
    unknown: &mut bool,
) -> Option<Found<'db>> {
    if matches!(key, NameKey::Constructor) {
        return None;
    }
    let found = in_definition(db, definition, class, key, true).found();
    let declares = found == Found::Unknown && declares(db, definition, key);
    answer(db, found, declares, want, unknown)
}

/// What lookup in a class found, as the answer for its scope; `None` to go on around it. `declares`: the class itself declares
/// the name.
fn answer<'db>(
    db: &'db dyn cleave_base_db::Db,
    found: Found<'db>,
    declares: bool,
    want: Want,
    unknown: &mut bool,
) -> Option<Found<'db>> {
    match found {
        Found::Nothing => None,
        // A using-declaration brings it from a class that is not known.
        Found::Unknown if declares => Some(Found::Unknown),
        // A name that a base which is not known might have: looked up outside all the same, as at the definition.
        Found::Unknown => {
            *unknown = true;
            None
        }
        Found::Entities { set, class } if want != Want::Any => {
            let set: Vec<_> = set
                .into_iter()
                .filter(|e| crate::lookup::same::is_type(db, e.decl(db)))
                .collect();
            (!set.is_empty()).then_some(Found::Entities { set, class })
        }
        found => Some(found),
    }
}

/// Whether a class itself declares a name.
fn declares<'db>(db: &'db dyn cleave_base_db::Db, definition: Entity<'db>, key: &NameKey) -> bool {
    let members = crate::class::members::members(db, definition.decl(db));
    let named = |using: &DeclRef<'db>| match using.hir(db).map(|d| &d.kind) {
        Some(DeclKind::Using { target, .. }) => NameKey::of(&target.name).as_ref() == Some(key),
        _ => false,
    };
    !members.get(key).is_empty() || members.usings.iter().any(named)
}
