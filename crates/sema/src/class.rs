//! Classes: their definitions, specialisations among them, and the types they have as members.

use std::sync::Arc;

use cleave_mangle::{Name, TemplateArg, Type, Unqualified};
use cleave_names::ScopePath;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::skeleton::{Flags, ItemKind};
use cleave_syntax::tree::SyntaxNode;

use crate::env::{Definition, Env, Source, Symbol, Template};
use crate::index::NamedItem;
use crate::resolver::Resolver;
use crate::template::parameters;
use crate::tree::{abi_tags, child, children, id_text, innermost};

impl<'db> Resolver<'db> {
    /// The definition of a class, if it has one that lookup can find.
    pub(crate) fn definition(&self, class: &Arc<Name>) -> Option<Definition<'db>> {
        if let Some(found) = self.definitions.borrow().get(class) {
            return found.clone();
        }
        let _level = self.deeper()?;
        // Whoever asks again on the way gets nothing.
        self.definitions.borrow_mut().insert(class.clone(), None);
        let info = self.classes.borrow().get(class).cloned();
        let found = info.and_then(|info| match info.source {
            Source::Node(node) => Some(Definition {
                node,
                env: info.env.inside(class.clone()),
            }),
            Source::Items(scope, name) => self.defining_item(class, scope, &name),
            Source::Member(declarations) => declarations.iter().find_map(|(root, env)| {
                let node = class_specifier(root)?;
                let env = self.with_arguments(root, env, class.args.as_deref()?)?;
                Some(Definition {
                    node,
                    env: env.inside(class.clone()),
                })
            }),
        });
        self.definitions
            .borrow_mut()
            .insert(class.clone(), found.clone());
        found
    }

    fn defining_item(
        &self,
        class: &Arc<Name>,
        scope: ScopePath<'db>,
        name: &str,
    ) -> Option<Definition<'db>> {
        let items: Vec<_> = self
            .items_named(name)
            .iter()
            .filter(|i| match i.kind {
                ItemKind::Class => i.body && i.first,
                ItemKind::Typedef => true,
                _ => false,
            })
            .filter(|i| i.scope == scope || i.flags.has(Flags::QUALIFIED))
            .collect();
        let inside = |item: &NamedItem<'db>, env: Env<'db>| {
            Some(Definition {
                node: class_specifier(&self.whole(item))?,
                env: env.inside(class.clone()),
            })
        };
        let outside = |item: &NamedItem<'db>| Env::namespace(scope, item.index);
        let Some(args) = class.args.as_deref() else {
            let item = items
                .iter()
                .filter(|i| !i.flags.any(Flags::TEMPLATE | Flags::SPECIALIZATION))
                .min_by_key(|i| i.scope != scope)?;
            return inside(item, outside(item));
        };
        for item in items.iter().filter(|i| i.arguments) {
            if let Some(env) = self.specialized(item, &outside(item), args) {
                return inside(item, env);
            }
        }
        let primary = items
            .iter()
            .find(|i| i.flags.has(Flags::TEMPLATE) && !i.arguments)?;
        let env = self.with_arguments(&self.head(primary), &outside(primary), args)?;
        inside(primary, env)
    }

    /// Whether a specialisation is the one for `args`, and its parameters then.
    fn specialized(
        &self,
        item: &NamedItem<'db>,
        env: &Env<'db>,
        args: &[TemplateArg],
    ) -> Option<Env<'db>> {
        let head = self.head(item);
        let (declaration, lists) = innermost(&head);
        let node = class_specifier(&declaration)?;
        let id = child(&node, TEMPLATE_ID)?;
        let pattern = child(&id, TEMPLATE_ARGUMENT_LIST)?;
        match lists.last() {
            None => {
                let given = self.plain_arguments(env, &pattern)?;
                same_arguments(&given, args).then(|| env.clone())
            }
            Some(list) => self.matched(env, &parameters(list), &pattern, args),
        }
    }

    /// `env` with the parameters of the template declaration `root` standing for `args`.
    fn with_arguments(
        &self,
        root: &SyntaxNode,
        env: &Env<'db>,
        args: &[TemplateArg],
    ) -> Option<Env<'db>> {
        let (_, lists) = innermost(root);
        let mut env = env.clone();
        for (param, arg) in parameters(lists.last()?).iter().zip(args) {
            if let Some(name) = &param.name {
                env = env.with(name, arg.clone());
            }
        }
        Some(env)
    }

    /// A member of a class or of its bases that is a type or template.
    pub(crate) fn member(&self, class: &Arc<Name>, name: &str) -> Option<Symbol<'db>> {
        let key = (class.clone(), name.to_owned());
        if let Some(found) = self.members.borrow().get(&key) {
            return found.clone();
        }
        let _level = self.deeper()?;
        // Whoever asks again on the way gets nothing.
        self.members.borrow_mut().insert(key.clone(), None);
        let found = self.find_member(class, name);
        self.members.borrow_mut().insert(key, found.clone());
        found
    }

    fn find_member(&self, class: &Arc<Name>, name: &str) -> Option<Symbol<'db>> {
        let definition = self.definition(class)?;
        if matches!(&class.id, Unqualified::Identifier(id) if id == name) {
            return Some(Symbol::Type(Type::Named(class.clone())));
        }
        let env = &definition.env;
        let body = child(&definition.node, MEMBER_SPECIFICATION);
        let mut templates: Vec<(SyntaxNode, Env<'db>)> = Vec::new();
        for member in body.iter().flat_map(|b| b.children()) {
            match member.kind() {
                ALIAS_DECLARATION if id_text(&member).as_deref() == Some(name) => {
                    return self.alias_in(&member, env, name);
                }
                USING_DECLARATION => {
                    if let Some(found) = self.using_in(&member, env, name) {
                        return Some(found);
                    }
                }
                SIMPLE_DECLARATION => {
                    if let Some(found) = self.member_type(class, env, &member, name) {
                        return Some(found);
                    }
                }
                TEMPLATE_DECLARATION => {
                    let (inner, _) = innermost(&member);
                    let named = match inner.kind() {
                        ALIAS_DECLARATION => id_text(&inner),
                        _ => class_head(&inner).and_then(|n| match child(&n, TEMPLATE_ID) {
                            None => id_text(&n),
                            Some(_) => None,
                        }),
                    };
                    if named.as_deref() == Some(name) {
                        if inner.kind() == ALIAS_DECLARATION {
                            return self.alias_in(&member, env, name);
                        }
                        templates.push((member.clone(), env.clone()));
                    }
                }
                _ => {}
            }
        }
        if !templates.is_empty() {
            return Some(Symbol::Template(Template {
                name: Arc::new((**class).clone().member(name)),
                alias: false,
                declarations: templates.clone(),
                source: Source::Member(templates),
            }));
        }
        self.bases(&definition)
            .iter()
            .find_map(|base| self.member_of(base, name))
    }

    /// The base classes, in order; those that cannot be resolved are left out.
    pub(crate) fn bases(&self, definition: &Definition<'db>) -> Vec<Type> {
        // The base-clause stands outside of the class.
        let mut env = definition.env.clone();
        env.class = env.class.and_then(|c| self.enclosing_class(&c));
        child(&definition.node, BASE_CLAUSE)
            .iter()
            .flat_map(|c| children(c, BASE_SPECIFIER))
            .filter_map(|base| {
                let named = base
                    .children()
                    .find(|c| matches!(c.kind(), NAMED_TYPE | TYPENAME_SPECIFIER))?;
                self.named_type(&env, &named)
            })
            .collect()
    }

    fn member_type(
        &self,
        class: &Arc<Name>,
        env: &Env<'db>,
        member: &SyntaxNode,
        name: &str,
    ) -> Option<Symbol<'db>> {
        let specifiers = child(member, DECL_SPECIFIER_SEQ)?;
        for node in specifiers.children() {
            let declares = match node.kind() {
                CLASS_SPECIFIER | ENUM_SPECIFIER => true,
                // `struct S;`, which may be defined out of line.
                ELABORATED_TYPE_SPECIFIER => {
                    child(member, INIT_DECLARATOR).is_none()
                        && child(&node, NESTED_NAME_SPECIFIER).is_none()
                        && !crate::tree::has(&specifiers, FRIEND_KW)
                }
                _ => false,
            };
            if declares && id_text(&node).as_deref() == Some(name) {
                let mut named = (**class).clone().member(name);
                named.abi_tags = abi_tags(&node);
                let named = Arc::new(named);
                match node.kind() {
                    CLASS_SPECIFIER => self.meet(&named, Source::Node(node), env.clone()),
                    ELABORATED_TYPE_SPECIFIER if self.is_defined_later(class, name) => {}
                    ELABORATED_TYPE_SPECIFIER => self.meet(
                        &named,
                        Source::Items(env.scope, name.to_owned()),
                        env.clone(),
                    ),
                    _ => {}
                }
                return Some(Symbol::Type(Type::Named(named)));
            }
        }
        self.alias_in(member, env, name)
    }

    /// Whether the class's own body defines a member class that it also declares; that definition counts then.
    fn is_defined_later(&self, class: &Arc<Name>, name: &str) -> bool {
        let Some(Some(definition)) = self.definitions.borrow().get(class).cloned() else {
            return false;
        };
        let Some(body) = child(&definition.node, MEMBER_SPECIFICATION) else {
            return false;
        };
        let found = body
            .children()
            .filter_map(|m| child(&m, DECL_SPECIFIER_SEQ))
            .filter_map(|s| child(&s, CLASS_SPECIFIER))
            .find(|c| id_text(c).as_deref() == Some(name));
        if let Some(node) = found {
            let named = Arc::new((**class).clone().member(name));
            self.meet(&named, Source::Node(node), definition.env.clone());
            return true;
        }
        false
    }

    /// The name of the class or enumeration that a specifier defines where it stands.
    pub(crate) fn defined_here(
        &self,
        env: &Env<'db>,
        node: &SyntaxNode,
        linkage_name: Option<&str>,
    ) -> Type {
        let id = match id_text(node) {
            Some(name) => Unqualified::Identifier(name),
            None => match linkage_name {
                Some(name) => Unqualified::Identifier(name.to_owned()),
                None => Unqualified::UnnamedType(0),
            },
        };
        let scope = match &env.class {
            Some(class) => cleave_mangle::Scope::In(class.clone()),
            None => self.namespace_scope(env.scope),
        };
        let mut name = Name::new(scope, id);
        name.abi_tags = abi_tags(node);
        let name = Arc::new(name);
        if node.kind() == CLASS_SPECIFIER {
            self.meet(&name, Source::Node(node.clone()), env.clone());
        }
        Type::Named(name)
    }
}

/// The class-specifier of a class's declaration.
pub(crate) fn class_specifier(root: &SyntaxNode) -> Option<SyntaxNode> {
    let (declaration, _) = innermost(root);
    child(&child(&declaration, DECL_SPECIFIER_SEQ)?, CLASS_SPECIFIER)
}

/// The class-specifier or elaborated-type-specifier of a declaration without declarators.
fn class_head(declaration: &SyntaxNode) -> Option<SyntaxNode> {
    if child(declaration, INIT_DECLARATOR).is_some() {
        return None;
    }
    child(declaration, DECL_SPECIFIER_SEQ)?
        .children()
        .find(|c| matches!(c.kind(), CLASS_SPECIFIER | ELABORATED_TYPE_SPECIFIER))
}

/// Whether two lists of template arguments are the same once packs are written out.
fn same_arguments(a: &[TemplateArg], b: &[TemplateArg]) -> bool {
    fn flat<'a>(args: &'a [TemplateArg], out: &mut Vec<&'a TemplateArg>) {
        for arg in args {
            match arg {
                TemplateArg::Pack(inner) => flat(inner, out),
                arg => out.push(arg),
            }
        }
    }
    let (mut x, mut y) = (Vec::new(), Vec::new());
    flat(a, &mut x);
    flat(b, &mut y);
    x.len() == y.len() && x.iter().zip(&y).all(|(x, y)| crate::matching::equal(x, y))
}
