//! Name lookup: unqualified through bindings, classes and namespaces outwards; qualified in a namespace or class.

use std::sync::Arc;

use cleave_mangle::{Name, Scope, TemplateArg, Type, Unqualified};
use cleave_names::ScopePath;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::skeleton::{Flags, ItemKind};
use cleave_syntax::tree::{SyntaxElement, SyntaxNode};

use crate::env::{ClassInfo, Container, Env, Source, Symbol, Template};
use crate::index::NamedItem;
use crate::resolver::Resolver;
use crate::tree::{abi_tags, child, children, declarators, has, id_text, innermost};

/// What the context asks of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Want {
    /// Anything.
    Any,
    /// A template: arguments follow.
    Template,
}

/// How many using-directives may lead on to the next.
const MAX_DIRECTIVES: u32 = 8;

impl<'db> Resolver<'db> {
    /// An unqualified name.
    pub(crate) fn lookup(&self, env: &Env<'db>, name: &str, want: Want) -> Option<Symbol<'db>> {
        let _level = self.deeper()?;
        if let Some(arg) = env.bindings.get(name) {
            return Some(self.argument(arg.clone()));
        }
        let mut class = env.class.clone();
        while let Some(c) = class {
            let injected = matches!(&c.id, Unqualified::Identifier(id) if id == name);
            if injected && want == Want::Any {
                return Some(Symbol::Type(Type::Named(c)));
            }
            if !injected {
                // The injected name of a base is no template when arguments follow: the template itself is meant.
                match self.member(&c, name) {
                    Some(Symbol::Type(_)) if want == Want::Template => {}
                    Some(found) => return Some(found),
                    None => {}
                }
            }
            class = self.enclosing_class(&c);
        }
        // A class is complete in its members: what they name may follow.
        for before in [env.before, u32::MAX] {
            let mut at = Some(env.scope);
            while let Some(scope) = at {
                let found = self.in_namespace_through(scope, name, before, MAX_DIRECTIVES);
                if found.is_some() {
                    return found;
                }
                at = scope.parent(self.db);
            }
        }
        None
    }

    /// The class that a class is a member of.
    pub(crate) fn enclosing_class(&self, class: &Arc<Name>) -> Option<Arc<Name>> {
        match &class.scope {
            Scope::In(outer) if self.classes.borrow().contains_key(outer) => Some(outer.clone()),
            _ => None,
        }
    }

    fn argument(&self, arg: TemplateArg) -> Symbol<'db> {
        match arg {
            TemplateArg::Type(ty) => Symbol::Type(ty),
            arg => Symbol::Argument(arg),
        }
    }

    /// A name in a namespace, with its inline and unnamed namespaces and using-directives.
    pub(crate) fn in_namespace(
        &self,
        scope: ScopePath<'db>,
        name: &str,
        before: u32,
    ) -> Option<Symbol<'db>> {
        [before, u32::MAX]
            .into_iter()
            .find_map(|before| self.in_namespace_through(scope, name, before, MAX_DIRECTIVES))
    }

    fn in_namespace_through(
        &self,
        scope: ScopePath<'db>,
        name: &str,
        before: u32,
        directives: u32,
    ) -> Option<Symbol<'db>> {
        let nested = self.namespaces.all.iter().find(|n| {
            n.name(self.db) == name
                && n.parent(self.db)
                    .is_some_and(|p| self.is_transparent_in(p, scope))
        });
        if let Some(&nested) = nested.filter(|_| !name.is_empty()) {
            return Some(Symbol::Namespace(nested));
        }
        if let Some(found) = self.declared_in(scope, name, before) {
            return Some(found);
        }
        let left = directives.checked_sub(1)?;
        self.directives_in(scope)
            .into_iter()
            .find_map(|target| self.in_namespace_through(target, name, before, left))
    }

    /// The namespaces that the using-directives of a namespace name.
    pub(crate) fn directives_in(&self, scope: ScopePath<'db>) -> Vec<ScopePath<'db>> {
        let mut out: Vec<ScopePath<'db>> = Vec::new();
        for directive in &self.namespaces.directives {
            if !self.is_transparent_in(directive.scope, scope) {
                continue;
            }
            let target = self.directive_target(directive.scope, directive.text.as_str());
            out.extend(target.filter(|t| *t != scope && !out.contains(t)));
        }
        out
    }

    /// The namespace that `using namespace a::b;` names. Read from the text: it is plain words.
    fn directive_target(&self, scope: ScopePath<'db>, text: &str) -> Option<ScopePath<'db>> {
        let (_, path) = text.rsplit_once("namespace")?;
        self.namespace_path(scope, path.trim().trim_end_matches(';'))
    }

    /// A namespace by its path, looked up from `scope` among namespaces and their aliases alone.
    fn namespace_path(&self, scope: ScopePath<'db>, path: &str) -> Option<ScopePath<'db>> {
        let path = path.trim();
        let (global, path) = match path.strip_prefix("::") {
            Some(rest) => (true, rest),
            None => (false, path),
        };
        let mut words = path.split("::").map(str::trim);
        let first = words.next()?;
        let mut at = if global { self.root } else { scope };
        let mut found = loop {
            if let Some(found) = self.child_namespace(at, first) {
                break found;
            }
            match at.parent(self.db) {
                Some(parent) if !global => at = parent,
                _ => return None,
            }
        };
        for word in words {
            found = self.child_namespace(found, word)?;
        }
        Some(found)
    }

    fn child_namespace(&self, scope: ScopePath<'db>, name: &str) -> Option<ScopePath<'db>> {
        let _level = self.deeper()?;
        let nested = self.namespaces.all.iter().copied().find(|n| {
            n.name(self.db) == name
                && n.parent(self.db)
                    .is_some_and(|p| self.is_transparent_in(p, scope))
        });
        nested.or_else(|| {
            let alias = self.items_named(name).iter().find(|i| {
                i.kind == ItemKind::NamespaceAlias && self.is_transparent_in(i.scope, scope)
            })?;
            let (_, path) = self.head_text(alias).split_once('=')?;
            self.namespace_path(alias.scope, path.trim_end().trim_end_matches(';'))
        })
    }

    /// A name that items of a namespace declare.
    fn declared_in(&self, scope: ScopePath<'db>, name: &str, before: u32) -> Option<Symbol<'db>> {
        let items = self.items_named(name);
        let visible = |i: &&NamedItem<'db>| {
            !i.flags.has(Flags::QUALIFIED) && self.is_transparent_in(i.scope, scope)
        };
        let earlier: Vec<&NamedItem<'db>> = items
            .iter()
            .filter(visible)
            .filter(|i| i.index < before)
            .collect();
        self.symbol_of(&earlier, name)
    }

    fn symbol_of(&self, items: &[&NamedItem<'db>], name: &str) -> Option<Symbol<'db>> {
        let _level = self.deeper()?;
        if let Some(alias) = items.iter().find(|i| i.kind == ItemKind::NamespaceAlias) {
            return self
                .child_namespace(alias.scope, name)
                .map(Symbol::Namespace);
        }
        let classes: Vec<_> = items
            .iter()
            .copied()
            .filter(|i| i.kind == ItemKind::Class && i.first && !i.arguments)
            .filter(|i| i.body || declarators(&innermost(&self.head(i)).0).is_empty())
            .collect();
        if let Some(first) = classes.first() {
            return Some(self.class_symbol(first, &classes, name));
        }
        for item in items {
            let found = match item.kind {
                ItemKind::Enum => self.enum_symbol(item, name),
                ItemKind::Typedef | ItemKind::Alias => self.alias_symbol(item, name),
                ItemKind::UsingDeclaration => self.using_symbol(item, name),
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn class_symbol(
        &self,
        first: &NamedItem<'db>,
        all: &[&NamedItem<'db>],
        name: &str,
    ) -> Symbol<'db> {
        let mut class = Name::new(
            self.namespace_scope(first.scope),
            Unqualified::Identifier(name.to_owned()),
        );
        for item in all.iter().filter(|i| self.head_text(i).contains("abi_tag")) {
            let (declaration, _) = innermost(&self.head(item));
            class.abi_tags.extend(specifier_tags(&declaration));
        }
        class.abi_tags.sort();
        class.abi_tags.dedup();
        let class = Arc::new(class);
        let source = Source::Items(first.scope, name.to_owned());
        let primary: Vec<_> = all
            .iter()
            .filter(|i| i.flags.has(Flags::TEMPLATE) && !i.flags.has(Flags::SPECIALIZATION))
            .map(|i| (self.head(i), Env::namespace(i.scope, i.index)))
            .collect();
        if !primary.is_empty() {
            return Symbol::Template(Template {
                name: class,
                alias: false,
                declarations: primary,
                source,
            });
        }
        self.meet(&class, source, Env::namespace(first.scope, first.index));
        Symbol::Type(Type::Named(class))
    }

    /// Remembers where a class may be defined.
    pub(crate) fn meet(&self, class: &Arc<Name>, source: Source<'db>, env: Env<'db>) {
        self.classes
            .borrow_mut()
            .entry(class.clone())
            .or_insert(ClassInfo { source, env });
    }

    fn enum_symbol(&self, item: &NamedItem<'db>, name: &str) -> Option<Symbol<'db>> {
        let (declaration, _) = innermost(&self.head(item));
        let specifiers = child(&declaration, DECL_SPECIFIER_SEQ)?;
        let node = specifiers
            .children()
            .find(|c| matches!(c.kind(), ENUM_SPECIFIER | ELABORATED_TYPE_SPECIFIER))?;
        if id_text(&node).as_deref() != Some(name) {
            return None;
        }
        let id = Unqualified::Identifier(name.to_owned());
        let enumeration = Arc::new(Name::new(self.namespace_scope(item.scope), id));
        Some(Symbol::Type(Type::Named(enumeration)))
    }

    fn alias_symbol(&self, item: &NamedItem<'db>, name: &str) -> Option<Symbol<'db>> {
        let env = Env::namespace(item.scope, item.index);
        self.alias_in(&self.head(item), &env, name)
    }

    /// What a typedef, alias-declaration or alias template declares as `name`.
    pub(crate) fn alias_in(
        &self,
        root: &SyntaxNode,
        env: &Env<'db>,
        name: &str,
    ) -> Option<Symbol<'db>> {
        let (declaration, heads) = innermost(root);
        if declaration.kind() == ALIAS_DECLARATION {
            if heads.is_empty() {
                let ty = self.type_id(env, &child(&declaration, TYPE_ID)?)?;
                return Some(Symbol::Type(self.with_attributes(env, ty, &declaration)));
            }
            let scope = match &env.class {
                Some(class) => Scope::In(class.clone()),
                None => self.namespace_scope(env.scope),
            };
            let id = Unqualified::Identifier(name.to_owned());
            let declarations = vec![(root.clone(), env.clone())];
            return Some(Symbol::Template(Template {
                name: Arc::new(Name::new(scope, id)),
                alias: true,
                declarations: declarations.clone(),
                source: Source::Member(declarations),
            }));
        }
        let specifiers = child(&declaration, DECL_SPECIFIER_SEQ)?;
        if !has(&specifiers, TYPEDEF_KW) {
            return None;
        }
        for init in children(&declaration, INIT_DECLARATOR) {
            let declarator = child(&init, DECLARATOR)?;
            if crate::tree::declared_name(&declarator).as_deref() == Some(name) {
                let base = self.specifiers_named(env, &specifiers, Some(name))?;
                let ty = self.declare(env, base, &declarator)?;
                return Some(Symbol::Type(self.with_attributes(env, ty, &init)));
            }
        }
        // `typedef struct S { … } T;` declares S too.
        None
    }

    fn using_symbol(&self, item: &NamedItem<'db>, name: &str) -> Option<Symbol<'db>> {
        let env = Env::namespace(item.scope, item.index);
        self.using_in(&innermost(&self.head(item)).0, &env, name)
    }

    /// What a using-declaration brings in as `name`.
    pub(crate) fn using_in(
        &self,
        declaration: &SyntaxNode,
        env: &Env<'db>,
        name: &str,
    ) -> Option<Symbol<'db>> {
        let _level = self.deeper()?;
        for using in children(declaration, USING_DECLARATOR) {
            let id = child(&using, DECLARATOR_ID)?;
            if id_text(&id).as_deref() != Some(name) {
                continue;
            }
            let path = child(&id, NESTED_NAME_SPECIFIER)?;
            return match self.container(env, &path)? {
                Container::Namespace(scope) => self.in_namespace(scope, name, env.before),
                Container::Type(ty) => self.member_of(&ty, name),
            };
        }
        None
    }

    /// A type or template that is a member of a class.
    pub(crate) fn member_of(&self, ty: &Type, name: &str) -> Option<Symbol<'db>> {
        match ty.unqualified() {
            Type::Named(class) => self.member(class, name),
            _ => None,
        }
    }

    /// What a nested-name-specifier names.
    pub(crate) fn container(&self, env: &Env<'db>, path: &SyntaxNode) -> Option<Container<'db>> {
        let _level = self.deeper()?;
        let mut at: Option<Container<'db>> = None;
        for element in path.children_with_tokens() {
            let (name, arguments) = match &element {
                SyntaxElement::Token(t) if t.kind() == COLON2 && at.is_none() => {
                    at = Some(Container::Namespace(self.root));
                    continue;
                }
                SyntaxElement::Token(t) if t.kind() == IDENT => (t.text().to_owned(), None),
                SyntaxElement::Node(n) if n.kind() == TEMPLATE_ID => {
                    (id_text(n)?, child(n, TEMPLATE_ARGUMENT_LIST))
                }
                SyntaxElement::Node(n) if n.kind() == DECLTYPE_SPECIFIER => {
                    at = Some(Container::Type(self.decltype(env, n)?));
                    continue;
                }
                _ => continue,
            };
            let want = match arguments {
                Some(_) => Want::Template,
                None => Want::Any,
            };
            let symbol = match &at {
                None => self.lookup(env, &name, want)?,
                Some(Container::Namespace(scope)) => {
                    self.in_namespace(*scope, &name, env.before)?
                }
                Some(Container::Type(ty)) => self.member_of(ty, &name)?,
            };
            at = Some(match (symbol, arguments) {
                (Symbol::Namespace(scope), None) => Container::Namespace(scope),
                (Symbol::Type(ty), None) => Container::Type(ty),
                (Symbol::Template(template), Some(list)) => {
                    Container::Type(self.instantiate(env, &template, &list)?)
                }
                _ => return None,
            });
        }
        at
    }

    /// What a possibly qualified name means, without its template arguments; those are returned beside it.
    pub(crate) fn named_symbol(
        &self,
        env: &Env<'db>,
        node: &SyntaxNode,
    ) -> Option<(Symbol<'db>, Option<SyntaxNode>)> {
        let name = id_text(node)?;
        let arguments = child(node, TEMPLATE_ID).and_then(|t| child(&t, TEMPLATE_ARGUMENT_LIST));
        let want = match arguments {
            Some(_) => Want::Template,
            None => Want::Any,
        };
        let symbol = match child(node, NESTED_NAME_SPECIFIER) {
            None => self.lookup(env, &name, want)?,
            Some(path) => match self.container(env, &path)? {
                Container::Namespace(scope) => self.in_namespace(scope, &name, env.before)?,
                Container::Type(ty) => self.member_of(&ty, &name)?,
            },
        };
        Some((symbol, arguments))
    }
}

/// The ABI tags on the class-specifier or elaborated-type-specifier of a declaration.
pub(crate) fn specifier_tags(declaration: &SyntaxNode) -> Vec<String> {
    child(declaration, DECL_SPECIFIER_SEQ)
        .iter()
        .flat_map(|s| s.children())
        .filter(|c| matches!(c.kind(), CLASS_SPECIFIER | ELABORATED_TYPE_SPECIFIER))
        .flat_map(|c| abi_tags(&c))
        .collect()
}
