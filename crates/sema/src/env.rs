//! Where a name is looked up from, and what lookup finds.

use std::rc::Rc;
use std::sync::Arc;

use cleave_mangle::{Name, TemplateArg, Type};
use cleave_names::ScopePath;
use cleave_syntax::tree::SyntaxNode;

/// Template parameters and what stands for them, innermost first.
#[derive(Clone, Default)]
pub(crate) struct Bindings(Option<Rc<Binding>>);

struct Binding {
    name: String,
    arg: TemplateArg,
    next: Bindings,
}

impl Bindings {
    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// With one more.
    pub(crate) fn with(&self, name: &str, arg: TemplateArg) -> Bindings {
        Bindings(Some(Rc::new(Binding {
            name: name.to_owned(),
            arg,
            next: self.clone(),
        })))
    }

    /// What stands for `name`.
    pub(crate) fn get(&self, name: &str) -> Option<&TemplateArg> {
        let mut at = self.0.as_deref();
        while let Some(binding) = at {
            if binding.name == name {
                return Some(&binding.arg);
            }
            at = binding.next.0.as_deref();
        }
        None
    }
}

/// Where a name is looked up from.
#[derive(Clone)]
pub(crate) struct Env<'db> {
    /// The namespace.
    pub(crate) scope: ScopePath<'db>,
    /// The innermost class around it.
    pub(crate) class: Option<Arc<Name>>,
    /// The template parameters in scope.
    pub(crate) bindings: Bindings,
    /// Items from this one on are not declared yet.
    pub(crate) before: u32,
}

impl<'db> Env<'db> {
    /// In a namespace, before item `before`.
    pub(crate) fn namespace(scope: ScopePath<'db>, before: u32) -> Env<'db> {
        Env {
            scope,
            class: None,
            bindings: Bindings::default(),
            before,
        }
    }

    /// With a template parameter.
    pub(crate) fn with(&self, name: &str, arg: TemplateArg) -> Env<'db> {
        Env {
            bindings: self.bindings.with(name, arg),
            ..self.clone()
        }
    }

    /// Inside a class.
    pub(crate) fn inside(&self, class: Arc<Name>) -> Env<'db> {
        Env {
            class: Some(class),
            ..self.clone()
        }
    }
}

/// What a name means.
#[derive(Clone)]
pub(crate) enum Symbol<'db> {
    /// A namespace.
    Namespace(ScopePath<'db>),
    /// A type; a typedef is what it stands for.
    Type(Type),
    /// A class or alias template.
    Template(Template<'db>),
    /// What stands for a template parameter that is neither.
    Argument(TemplateArg),
}

/// A class or alias template.
#[derive(Clone)]
pub(crate) struct Template<'db> {
    /// Its name, without arguments.
    pub(crate) name: Arc<Name>,
    /// An alias template.
    pub(crate) alias: bool,
    /// Its declarations: the whole `template<…>` declaration, and where it stands. Default arguments may stand in any.
    pub(crate) declarations: Vec<(SyntaxNode, Env<'db>)>,
    /// Where definitions of its specialisations are looked for.
    pub(crate) source: Source<'db>,
}

/// Where a class may be defined.
#[derive(Clone)]
pub(crate) enum Source<'db> {
    /// By an item of this name in this namespace.
    Items(ScopePath<'db>, String),
    /// In this tree: a class-specifier.
    Node(SyntaxNode),
    /// As a member template: its declarations, and where they stand.
    Member(Vec<(SyntaxNode, Env<'db>)>),
}

/// What is known of a class besides its name.
#[derive(Clone)]
pub(crate) struct ClassInfo<'db> {
    /// Where it may be defined.
    pub(crate) source: Source<'db>,
    /// What is around it.
    pub(crate) env: Env<'db>,
}

/// A class's definition.
#[derive(Clone)]
pub(crate) struct Definition<'db> {
    /// The class-specifier.
    pub(crate) node: SyntaxNode,
    /// The inside of the class.
    pub(crate) env: Env<'db>,
}

/// What may stand before `::`.
#[derive(Clone)]
pub(crate) enum Container<'db> {
    /// A namespace.
    Namespace(ScopePath<'db>),
    /// A class or enumeration.
    Type(Type),
}
