//! What a name means: what scopes of the item declare, then what lookup answers for what is around it.

use crate::parser::names::{Name, PARTS};
use crate::parser::{scopes::Found, *};
use crate::{
    Predefined, is_builtin_function,
    outline::OuterPath,
    parse::{NameClass, NameQuery},
    predefined,
};

/// What a name means.
#[derive(Clone, Copy, Debug)]
pub(in crate::parser) struct Meaning {
    pub(in crate::parser) class: NameClass,
    pub(in crate::parser) scope: Option<ScopeId>,
    /// A function without a template among the overloads in sight.
    pub(in crate::parser) is_function: bool,
    /// Where its members are outside of the text.
    pub(in crate::parser) outer: Option<Name>,
    /// Nothing declares it: it is taken for a value.
    pub(in crate::parser) is_undeclared: bool,
}

pub(in crate::parser) const UNKNOWN_MEANING: Meaning = plain(NameClass::Unknown);

const fn plain(class: NameClass) -> Meaning {
    Meaning {
        class,
        scope: None,
        is_function: false,
        outer: None,
        is_undeclared: false,
    }
}

/// Functions are values to the grammar.
fn of_outside(class: NameClass) -> Meaning {
    match class {
        NameClass::Function => Meaning {
            is_function: true,
            ..plain(NameClass::Value)
        },
        NameClass::Undeclared => UNKNOWN_MEANING,
        class => plain(class),
    }
}

impl<'a> Parser<'a> {
    /// What a name means here: by the item's own scopes, then by what is outside.
    pub(in crate::parser) fn meaning(&self, name: &Name) -> Meaning {
        let parts = name.parts();
        let Some((&first, rest)) = parts.split_first() else {
            return UNKNOWN_MEANING;
        };
        if name.opaque {
            return UNKNOWN_MEANING;
        }
        let ask = |how, outer: &Name| self.ask(how, outer, first);
        let text = self.text_at(first as usize);
        let found = match name.global {
            true => self.scopes.lookup_in(self.scopes.root(), text, &ask),
            false => self.scopes.lookup(text, &ask),
        };
        let Some(mut found) = found else {
            return self.outer_meaning(name, parts);
        };
        for &token in rest {
            // Taken for a value without `typename` and `template` ([temp.res.general]/3).
            if found.dependent {
                return plain(NameClass::Value);
            }
            let text = self.text_at(token as usize);
            let ask = |how, outer: &Name| self.ask(how, outer, token);
            let member = found
                .scope
                .and_then(|scope| self.scopes.lookup_in(scope, text, &ask))
                .or_else(|| self.ask(Outside::Base { dependent: false }, &found.outer?, token));
            found = match member {
                Some(member) => member,
                // A namespace may have more members than are in the text.
                None if found.class == NameClass::Namespace && found.scope.is_some() => {
                    return self.outer_meaning(name, parts);
                }
                None => return UNKNOWN_MEANING,
            };
        }
        Meaning {
            class: found.class,
            scope: found.scope,
            is_function: found.is_function,
            outer: found.outer,
            is_undeclared: false,
        }
    }

    pub(in crate::parser) fn class(&self, name: &Name) -> NameClass {
        self.meaning(name).class
    }

    /// The scope of the components before the last, if it is in the text.
    pub(in crate::parser) fn own_qualifier(&self, name: &Name) -> Option<ScopeId> {
        self.leads_to(Some(name.qualifier())).0
    }

    /// Where the members of what a name names are: a scope of the text, or a name to ask for outside of it. Asks nobody.
    pub(in crate::parser) fn leads_to(
        &self,
        name: Option<Name>,
    ) -> (Option<ScopeId>, Option<Name>) {
        let Some(name) = name.filter(|name| !name.opaque) else {
            return (None, None);
        };
        let Some((&first, rest)) = name.parts().split_first() else {
            return (None, None);
        };
        let text = self.text_at(first as usize);
        let found = match name.global {
            true => self.scopes.lookup_in(self.scopes.root(), text, OWN),
            false => self.scopes.lookup(text, OWN),
        };
        let Some(mut found) = found else {
            return (None, Some(name));
        };
        for (at, &token) in rest.iter().enumerate() {
            let text = self.text_at(token as usize);
            if let Some(scope) = found.scope
                && let Some(member) = self.scopes.lookup_in(scope, text, OWN)
            {
                found = member;
                continue;
            }
            let outer = found.outer.map(|outer| outer.with(&rest[at..]));
            return (None, outer);
        }
        match found.scope {
            Some(scope) => (Some(scope), None),
            None => (None, found.outer),
        }
    }

    /// Whether template arguments within a name depend on parameters in sight, as far as own names tell.
    pub(in crate::parser) fn is_dependent_path(&self, name: &Name) -> bool {
        let own = |token: usize| self.scopes.lookup(self.text_at(token), OWN);
        let is_open = |found: Found| {
            let templated = |scope| self.scopes.is_template_around(scope);
            found.dependent || found.scope.is_some_and(templated)
        };
        name.parts().iter().any(|&token| {
            let open = token as usize + 1;
            self.kind_at(open) == LT
                && self.skip_template_arguments(open).is_some_and(|end| {
                    (open + 1..end).any(|i| self.kind_at(i) == IDENT && own(i).is_some_and(is_open))
                })
        }) || name
            .parts()
            .first()
            .is_some_and(|&token| !name.global && own(token as usize).is_some_and(|f| f.dependent))
    }

    /// A name as others may look it up.
    pub(in crate::parser) fn outer_path(&self, name: &Name) -> Option<OuterPath> {
        (!name.opaque && name.len > 0).then(|| OuterPath {
            global: name.global,
            path: (name.parts().iter())
                .map(|&token| self.text_at(token as usize).into())
                .collect(),
        })
    }

    fn with_path<T>(&self, parts: &[u32], ask: impl FnOnce(&[&str]) -> T) -> T {
        let mut path = [""; PARTS];
        for (slot, &token) in path.iter_mut().zip(parts) {
            *slot = self.text_at(token as usize);
        }
        ask(&path[..parts.len().min(PARTS)])
    }

    /// A member of what `outer` names outside of the text.
    #[cold]
    fn ask(&self, how: Outside, outer: &Name, token: u32) -> Option<Found> {
        let inside = how == Outside::Owner;
        if outer.opaque {
            return None;
        }
        // The classes around the owner are looked into as well.
        let shortest = if inside { 1 } else { outer.len };
        (shortest..=outer.len).rev().find_map(|len| {
            let asked = Name { len, ..*outer }.with(&[token]);
            let class = self.with_path(asked.parts(), |path| {
                let query = NameQuery {
                    global: outer.global,
                    path,
                    token,
                };
                self.names.member(&query, inside)
            })?;
            let meaning = of_outside(class);
            Some(Found {
                class: meaning.class,
                scope: None,
                dependent: false,
                is_function: meaning.is_function,
                outer: Some(asked),
            })
        })
    }

    #[cold]
    fn outer_meaning(&self, name: &Name, parts: &[u32]) -> Meaning {
        let token = parts[parts.len() - 1];
        let global = name.global;
        if let &[only] = parts {
            match predefined(self.text_at(only as usize)) {
                Some(Predefined::Type) => return plain(NameClass::Type),
                Some(Predefined::Template) => return plain(NameClass::TypeTemplate),
                _ if is_builtin_function(self.text_at(only as usize)) => {
                    return of_outside(NameClass::Function);
                }
                _ => {}
            }
        } else if self.is_dependent_path(&name.qualifier()) {
            return self.dependent_meaning(name, parts);
        }
        let class = self.with_path(parts, |path| {
            self.names.classify(&NameQuery {
                global,
                path,
                token,
            })
        });
        if matches!(class, NameClass::Unknown | NameClass::Undeclared) && !global {
            let ask =
                |how, outer: &Name| self.ask(how, &outer.with(&parts[..parts.len() - 1]), token);
            if let Some(found) = self.scopes.lookup_by_directives(&ask) {
                return Meaning {
                    class: found.class,
                    scope: None,
                    is_function: found.is_function,
                    outer: found.outer,
                    is_undeclared: false,
                };
            }
        }
        // A qualified name that nothing declares is a type where one may stand, but no template.
        if class == NameClass::Undeclared
            && (global || parts.len() > 1)
            && self
                .scopes
                .lookup(self.text_at(token as usize), OWN)
                .is_none()
        {
            return Meaning {
                is_undeclared: true,
                ..plain(match self.kind_at(token as usize + 1) {
                    LT => NameClass::Value,
                    _ => NameClass::Unknown,
                })
            };
        }
        // Since C++20 arguments may bring a template ([temp.names]/3).
        let maybe_template =
            self.dialect.standard >= Standard::Cpp20 && self.kind_at(token as usize + 1) == LT;
        if let (NameClass::Undeclared, [_]) = (class, parts)
            && !global
            && !maybe_template
            && !self.complete_class
        {
            return Meaning {
                is_undeclared: true,
                ..plain(NameClass::Value)
            };
        }
        Meaning {
            outer: Some(*name),
            ..of_outside(class)
        }
    }

    /// A name whose qualifier depends on template parameters: of the current instantiation, if it is the class that the
    /// declaration is a member of, and otherwise a value ([temp.dep.type]/1, [temp.res.general]/3).
    fn dependent_meaning(&self, name: &Name, parts: &[u32]) -> Meaning {
        let text = |token: u32| self.text_at(token as usize);
        let qualifier = &parts[..parts.len() - 1];
        for owner in self.scopes.owners() {
            let same = owner.parts().iter().rev().zip(qualifier.iter().rev());
            if qualifier.len() <= owner.parts().len()
                && same.into_iter().all(|(&a, &b)| text(a) == text(b))
            {
                return match self.ask(Outside::Owner, owner, parts[parts.len() - 1]) {
                    Some(found) => Meaning {
                        class: found.class,
                        scope: None,
                        is_function: found.is_function,
                        outer: found.outer,
                        is_undeclared: false,
                    },
                    None => UNKNOWN_MEANING,
                };
            }
        }
        match self.with_path(&parts[..1], |path| {
            self.names.classify(&NameQuery {
                global: name.global,
                path,
                token: parts[0],
            })
        }) {
            NameClass::Unknown | NameClass::Undeclared => UNKNOWN_MEANING,
            _ => plain(NameClass::Value),
        }
    }
}
