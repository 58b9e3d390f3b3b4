//! The names that the parsed text itself declares, as far as parsing needs them: what a name is, and where the members of a
//! class or namespace are found ([basic.scope], [basic.lookup]). No overloads, no types, no access.

use rustc_hash::FxHashMap;

use super::names::Name;
use crate::outline::{OuterBase, OuterPath, Outline, OutlineName, OutlineScope};
use crate::parse::NameClass;

/// A scope; scopes live as long as the parser, so that members stay reachable after their class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ScopeId(u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScopeKind {
    Namespace,
    Class,
    Enum,
    /// Template parameters: declarations inside go to the scope around it.
    Template,
    /// Function parameters and blocks.
    Block,
}

/// What a scope knows of one name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) class: NameClass,
    /// Where its members are, if it has any that are known.
    pub(super) scope: Option<ScopeId>,
    /// A template parameter: nothing can be known of its members.
    pub(super) dependent: bool,
    /// A function.
    pub(super) is_function: bool,
    /// Where its members are, if that is outside of the text.
    outer: Option<OuterId>,
}

/// A name that leads outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct OuterId(u32);

/// What a lookup finds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) class: NameClass,
    pub(super) scope: Option<ScopeId>,
    pub(super) dependent: bool,
    pub(super) is_function: bool,
    /// The name by which its members are asked for outside.
    pub(super) outer: Option<Name>,
}

/// How a scope leads outside of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outside {
    /// A base class.
    Base {
        /// It depends on template parameters, so that nothing is looked up in it ([temp.dep.type]/5).
        dependent: bool,
    },
    /// The class or namespace of which the scope is a member, defined out of line.
    Owner,
    /// The namespace of a using-directive.
    Directive,
}

/// Asks for the member with a name (its token) of what leads outside.
pub(super) type Ask<'x> = &'x dyn Fn(Outside, &Name) -> Option<Found>;

/// Asks nobody.
pub(super) const OWN: Ask<'static> = &|_, _| None;

struct Scope<'a> {
    parent: Option<ScopeId>,
    /// The nearest scope around it in which anything could be found when this one was opened.
    telling: Option<ScopeId>,
    /// Nothing was ever put into it.
    bare: bool,
    /// Of a statement with a head, which is no scope unless the head declares something ([stmt.select], [stmt.iter]): the scope around it.
    around_head: Option<ScopeId>,
    kind: ScopeKind,
    /// The class's own name, by which constructors are known.
    name: &'a str,
    /// Bases, used and inline namespaces.
    linked: Vec<ScopeId>,
    /// The class of which this is a member defined out of line.
    owner: Option<ScopeId>,
    /// What is found in it from outside.
    outside: Vec<(Outside, Name)>,
}

pub(super) struct Scopes<'a> {
    names: FxHashMap<(u32, &'a str), Entry>,
    all: Vec<Scope<'a>>,
    current: ScopeId,
    outers: Vec<Name>,
    /// Something was put into a scope that scopes inside of it pass by: from then on none is passed by.
    late: bool,
    /// Changes to take back when an attempt fails.
    log: Vec<Change<'a>>,
    logging: bool,
    /// Which names of values were declared, by a few bits of each: most names of types are told apart without a lookup.
    values: [u64; 4],
    /// The names that were read as values and that no value here declares, with the scope where that was last.
    read: FxHashMap<&'a str, ScopeId>,
}

/// The bit of a name in a set of names.
fn bit_of(name: &str) -> (usize, u64) {
    let bytes = name.as_bytes();
    let first = bytes.first().copied().unwrap_or(0);
    let last = bytes.last().copied().unwrap_or(0);
    let hash = (first.wrapping_mul(7) ^ last).wrapping_add(bytes.len() as u8);
    (usize::from(hash >> 6), 1 << (hash & 63))
}

enum Change<'a> {
    Name((u32, &'a str), Option<Entry>),
    Link(ScopeId),
    Outside(ScopeId),
}

pub(super) struct Mark {
    current: ScopeId,
    log: usize,
    scopes: usize,
}

/// Blocks around further out than this are not asked which names were read as values.
const MAX_BLOCKS: usize = 64;

/// Chains of bases and using-directives longer than this are cut.
const MAX_LINKS: u32 = 24;

impl<'a> Scopes<'a> {
    pub(super) fn new() -> Self {
        let root = Scope {
            parent: None,
            telling: None,
            bare: true,
            around_head: None,
            kind: ScopeKind::Namespace,
            name: "",
            linked: Vec::new(),
            owner: None,
            outside: Vec::new(),
        };
        Scopes {
            outers: Vec::new(),
            late: false,
            values: [0; 4],
            read: FxHashMap::default(),
            names: FxHashMap::default(),
            all: vec![root],
            current: ScopeId(0),
            log: Vec::new(),
            logging: false,
        }
    }

    pub(super) fn current(&self) -> ScopeId {
        self.current
    }

    pub(super) fn root(&self) -> ScopeId {
        ScopeId(0)
    }

    /// Enters a new scope.
    pub(super) fn push(&mut self, kind: ScopeKind) -> ScopeId {
        let id = ScopeId(self.all.len() as u32);
        let around = self.scope(self.current);
        let telling = match around.bare {
            true => around.telling.or(Some(self.current)),
            false => Some(self.current),
        };
        self.all.push(Scope {
            parent: Some(self.current),
            telling,
            bare: true,
            around_head: None,
            kind,
            name: "",
            linked: Vec::new(),
            owner: None,
            outside: Vec::new(),
        });
        self.current = id;
        id
    }

    /// Enters the scope of a statement with a head.
    pub(super) fn push_head(&mut self) {
        let around = self.declaring();
        let id = self.push(ScopeKind::Block);
        self.all[id.0 as usize].around_head = Some(around);
    }

    /// The scope in which a name would be declared that is missed here.
    fn declaring(&self) -> ScopeId {
        match *self.scope(self.current) {
            Scope {
                around_head: Some(around),
                bare: true,
                ..
            } => around,
            _ => self.current,
        }
    }

    /// A name is read as a value in a block.
    pub(super) fn read_value(&mut self, name: &'a str) {
        if self.is_no_value(name) && !self.was_read_as_value(name) {
            self.read.insert(name, self.declaring());
        }
    }

    /// Whether a name was read as a value in this scope or one around it.
    pub(super) fn was_read_as_value(&self, name: &str) -> bool {
        self.read.get(name).is_some_and(|&read| {
            let mut around =
                std::iter::successors(Some(self.declaring()), |&id| self.scope(id).parent);
            around.by_ref().take(MAX_BLOCKS).any(|id| id == read)
        })
    }

    /// Goes back to the scope that was current before.
    pub(super) fn enter(&mut self, id: ScopeId) -> ScopeId {
        std::mem::replace(&mut self.current, id)
    }

    pub(super) fn set_class_name(&mut self, name: &'a str) {
        let at = self.current.0 as usize;
        self.all[at].name = name;
    }

    /// Whether a scope is within what a template's head governs.
    pub(super) fn is_template_around(&self, id: ScopeId) -> bool {
        let around = std::iter::successors(Some(id), |&id| self.scope(id).parent);
        around
            .into_iter()
            .any(|id| self.scope(id).kind == ScopeKind::Template)
    }

    fn scope(&self, id: ScopeId) -> &Scope<'a> {
        &self.all[id.0 as usize]
    }

    /// The next scope outwards that lookup has to ask. Chains of `else if` nest by the thousand without a name in them.
    fn outwards(&self, id: ScopeId) -> Option<ScopeId> {
        let scope = self.scope(id);
        match self.late {
            true => scope.parent,
            false => scope.telling,
        }
    }

    /// Something is put into a scope.
    fn touch(&mut self, id: ScopeId) {
        let is_current = id == self.current;
        if let Some(scope) = self.all.get_mut(id.0 as usize)
            && std::mem::take(&mut scope.bare)
        {
            self.late |= !is_current && self.all.len() > id.0 as usize + 1;
        }
    }

    pub(super) fn kind(&self) -> ScopeKind {
        self.scope(self.current).kind
    }

    /// The innermost scope that is not of template parameters: where declarations go.
    pub(super) fn target(&self) -> ScopeId {
        let mut id = self.current;
        while self.scope(id).kind == ScopeKind::Template
            && let Some(parent) = self.scope(id).parent
        {
            id = parent;
        }
        id
    }

    /// Whether the declaration being read has template parameters.
    pub(super) fn is_templated(&self) -> bool {
        self.kind() == ScopeKind::Template
    }

    /// The name of the class whose members are being declared, empty if there is none.
    pub(super) fn class_name(&self) -> &'a str {
        let target = self.scope(self.target());
        if target.kind == ScopeKind::Class {
            target.name
        } else {
            ""
        }
    }

    pub(super) fn in_class(&self) -> bool {
        self.scope(self.target()).kind == ScopeKind::Class
    }

    pub(super) fn in_block(&self) -> bool {
        self.scope(self.target()).kind == ScopeKind::Block
    }

    /// Lets members of `to` be found in `from`.
    pub(super) fn link(&mut self, from: ScopeId, to: ScopeId) {
        if from != to && !self.scope(from).linked.contains(&to) {
            self.touch(from);
            self.all[from.0 as usize].linked.push(to);
            if self.logging {
                self.log.push(Change::Link(from));
            }
        }
    }

    /// Lets what is outside of the text be found in `from`.
    pub(super) fn lead_outside(&mut self, from: ScopeId, how: Outside, name: Name) {
        self.touch(from);
        self.all[from.0 as usize].outside.push((how, name));
        if self.logging {
            self.log.push(Change::Outside(from));
        }
    }

    /// Makes the scope that of a member of `class`, defined out of line.
    pub(super) fn set_owner(&mut self, of: ScopeId, class: ScopeId) {
        if of != class {
            self.touch(of);
            self.all[of.0 as usize].owner = Some(class);
        }
    }

    /// Declares a template parameter in the current scope.
    pub(super) fn declare_type_parameter(&mut self, name: &'a str, class: NameClass) {
        self.declare_dependent(self.current, name, class);
    }

    /// Declares a type of whose members nothing can be known.
    pub(super) fn declare_dependent(&mut self, scope: ScopeId, name: &'a str, class: NameClass) {
        self.insert(
            (scope.0, name),
            Entry {
                class,
                scope: None,
                dependent: true,
                is_function: false,
                outer: None,
            },
        );
    }

    pub(super) fn declare(
        &mut self,
        scope: ScopeId,
        name: &'a str,
        class: NameClass,
        members: Option<ScopeId>,
    ) {
        self.declare_outer(scope, name, class, members, None);
    }

    /// Declares a name whose members may be outside of the text.
    pub(super) fn declare_outer(
        &mut self,
        scope: ScopeId,
        name: &'a str,
        class: NameClass,
        members: Option<ScopeId>,
        outer: Option<Name>,
    ) {
        use NameClass::*;
        let key = (scope.0, name);
        let mut entry = Entry {
            class,
            scope: members,
            dependent: false,
            is_function: false,
            outer: outer.map(|name| {
                self.outers.push(name);
                OuterId(self.outers.len() as u32 - 1)
            }),
        };
        let old = self.names.get(&key).copied();
        if let Some(old) = old {
            // A using-declaration of something unknown takes nothing away.
            if class == Unknown && old.class != Unknown {
                return;
            }
            // One template among the overloads makes `<` an opening bracket; a redeclaration keeps the known members.
            if old.class == FunctionTemplate && class == Value
                || old.class == TypeTemplate && class == Type
            {
                entry.class = old.class;
            }
            if members.is_none() && class != Value {
                entry.scope = old.scope;
            }
            if old.class == entry.class && old.scope == entry.scope && entry.outer.is_none() {
                return;
            }
        }
        self.insert(key, entry);
    }

    /// Declares a function, which hides no template of its name.
    pub(super) fn declare_function(&mut self, scope: ScopeId, name: &'a str) {
        let key = (scope.0, name);
        let class = match self.names.get(&key) {
            Some(old) if old.class == NameClass::FunctionTemplate => return,
            Some(old) if old.is_function => return,
            _ => NameClass::Value,
        };
        self.insert(
            key,
            Entry {
                class,
                scope: None,
                dependent: false,
                is_function: true,
                outer: None,
            },
        );
    }

    fn insert(&mut self, key: (u32, &'a str), entry: Entry) {
        self.touch(ScopeId(key.0));
        if entry.class == NameClass::Value {
            let (word, bit) = bit_of(key.1);
            self.values[word] |= bit;
        }
        let old = self.names.insert(key, entry);
        if self.logging {
            self.log.push(Change::Name(key, old));
        }
    }

    /// Whether a name is certainly that of no value that was declared.
    pub(super) fn is_no_value(&self, name: &str) -> bool {
        let (word, bit) = bit_of(name);
        self.values[word] & bit == 0
    }

    /// The scope of a namespace or class that is already declared in `scope` itself.
    pub(super) fn reopen(&self, scope: ScopeId, name: &'a str) -> Option<ScopeId> {
        self.names
            .get(&(scope.0, name))
            .and_then(|entry| entry.scope)
    }

    /// Unqualified lookup from the current scope.
    pub(super) fn lookup(&self, name: &str, ask: Ask<'_>) -> Option<Found> {
        let mut id = Some(self.current);
        while let Some(scope) = id {
            let found = self
                .member(scope, name, 0, ask)
                .or_else(|| self.member_of_owner(scope, name, ask));
            if found.is_some() {
                return found;
            }
            id = self.outwards(scope);
        }
        None
    }

    /// Among the members of the owner and of the classes around it; what is around those, the scope itself is in as well.
    fn member_of_owner(&self, scope: ScopeId, name: &str, ask: Ask<'_>) -> Option<Found> {
        for (how, owner) in &self.scope(scope).outside {
            if *how == Outside::Owner
                && let Some(found) = ask(*how, owner)
            {
                return Some(found);
            }
        }
        let mut id = self.scope(scope).owner;
        let mut steps = 0;
        while let Some(class) = id
            && steps < MAX_LINKS
        {
            match self.scope(class).kind {
                ScopeKind::Namespace => break,
                ScopeKind::Template => {}
                _ => {
                    if let Some(entry) = self.member(class, name, 0, ask) {
                        return Some(entry);
                    }
                }
            }
            id = self.scope(class).owner.or(self.scope(class).parent);
            steps += 1;
        }
        None
    }

    /// Qualified lookup.
    pub(super) fn lookup_in(&self, scope: ScopeId, name: &str, ask: Ask<'_>) -> Option<Found> {
        self.member(scope, name, 0, ask)
    }

    /// In the namespaces of the using-directives around.
    pub(super) fn lookup_by_directives(&self, ask: Ask<'_>) -> Option<Found> {
        let mut id = Some(self.current);
        while let Some(at) = id {
            let found = (self.scope(at).outside.iter())
                .filter(|(how, _)| *how == Outside::Directive)
                .find_map(|(how, name)| ask(*how, name));
            if found.is_some() {
                return found;
            }
            id = self.outwards(at);
        }
        None
    }

    /// The out-of-line member's classes around, from the innermost.
    pub(super) fn owners(&self) -> impl Iterator<Item = &Name> {
        std::iter::successors(Some(self.current), |&id| self.outwards(id))
            .flat_map(|id| &self.scope(id).outside)
            .filter(|(how, _)| *how == Outside::Owner)
            .map(|(_, name)| name)
    }

    fn found(&self, entry: &Entry) -> Found {
        Found {
            class: entry.class,
            scope: entry.scope,
            dependent: entry.dependent,
            is_function: entry.is_function,
            outer: entry
                .outer
                .and_then(|id| self.outers.get(id.0 as usize).copied()),
        }
    }

    fn member(&self, scope: ScopeId, name: &str, links: u32, ask: Ask<'_>) -> Option<Found> {
        if let Some(entry) = self.names.get(&(scope.0, name)) {
            return Some(self.found(entry));
        }
        if links > MAX_LINKS {
            return None;
        }
        // Usings of one another must not multiply: every level of links costs more of the allowance than it has branches.
        let linked = &self.scope(scope).linked;
        let step = links + 1 + linked.len() as u32;
        linked
            .iter()
            .find_map(|&other| self.member(other, name, step, ask))
            .or_else(|| {
                let outside = &self.scope(scope).outside;
                outside
                    .iter()
                    .filter(|(how, _)| *how == Outside::Base { dependent: false })
                    .find_map(|(how, base)| ask(*how, base))
            })
    }

    /// Everything but what is local to functions.
    pub(super) fn outline(&self, path: impl Fn(&Name) -> Option<OuterPath>) -> Outline {
        let mut scopes: Vec<OutlineScope> = Vec::with_capacity(self.all.len());
        for scope in &self.all {
            let shown = matches!(
                scope.kind,
                ScopeKind::Namespace | ScopeKind::Class | ScopeKind::Enum
            );
            let outside = scope.outside.iter().filter(|_| shown);
            scopes.push(OutlineScope {
                name: scope.name.into(),
                linked: scope.linked.iter().map(|id| id.0).collect(),
                bases: outside
                    .filter_map(|(how, name)| match how {
                        Outside::Base { dependent } => Some(OuterBase {
                            dependent: *dependent,
                            path: path(name)?,
                        }),
                        _ => None,
                    })
                    .collect(),
                names: Box::default(),
            });
        }
        let mut names: Vec<Vec<OutlineName>> = vec![Vec::new(); scopes.len()];
        for (&(scope, name), entry) in &self.names {
            let at = scope as usize;
            let kind = self.all.get(at).map(|s| s.kind);
            if !matches!(
                kind,
                Some(ScopeKind::Namespace | ScopeKind::Class | ScopeKind::Enum)
            ) {
                continue;
            }
            let found = self.found(entry);
            names[at].push(OutlineName {
                name: name.into(),
                class: if found.is_function && found.class == NameClass::Value {
                    NameClass::Function
                } else {
                    found.class
                },
                scope: found.scope.map(|id| id.0),
                // Of what depends on template parameters the members are not known.
                outer: (found.outer.as_ref().filter(|_| !entry.dependent)).and_then(&path),
            });
        }
        for (scope, mut names) in scopes.iter_mut().zip(names) {
            names.sort_unstable_by(|a, b| a.name.cmp(&b.name));
            scope.names = names.into();
        }
        Outline {
            scopes: scopes.into(),
        }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            current: self.current,
            log: self.log.len(),
            scopes: self.all.len(),
        }
    }

    pub(super) fn rollback(&mut self, to: Mark) {
        while self.log.len() > to.log {
            match self.log.pop() {
                Some(Change::Name(key, Some(old))) => {
                    self.names.insert(key, old);
                }
                Some(Change::Name(key, None)) => {
                    self.names.remove(&key);
                }
                Some(Change::Link(from)) => {
                    if let Some(scope) = self.all.get_mut(from.0 as usize) {
                        scope.linked.pop();
                    }
                }
                Some(Change::Outside(from)) => {
                    if let Some(scope) = self.all.get_mut(from.0 as usize) {
                        scope.outside.pop();
                    }
                }
                None => {}
            }
        }
        self.current = to.current;
        self.all.truncate(to.scopes);
    }

    /// Whether changes are logged, which they must be while an attempt may fail.
    pub(super) fn log(&mut self, on: bool) {
        self.logging = on;
        if !on {
            self.log.clear();
        }
    }
}
