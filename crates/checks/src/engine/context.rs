//! What surrounds a node: the function or lambda whose body it is in, the classes around it, templates, operands that are not
//! evaluated, constant expressions.
//!
//! It must not know what any rule makes of it.

use std::rc::Rc;

use cleave_cuda::ExecutionSpace;
use cleave_names::decl::{Decl, Function, Special};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::cuda::lambdas::annotated;
use crate::engine::nodes::{first_name, has_text};
use crate::engine::walk::Walk;

/// The function or lambda whose body it is.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) space: ExecutionSpace,
}

impl Caller {
    /// Whether its body is compiled for the host.
    pub(crate) fn on_host(&self) -> bool {
        !self.space.is_device_only() && !self.space.is_kernel()
    }
}

/// A function that lambdas may stand in.
#[derive(Clone, Debug)]
pub(crate) struct Parent<'t> {
    pub(crate) name: String,
    pub(crate) space: ExecutionSpace,
    /// A member of a class local to a function.
    pub(crate) local: bool,
    pub(crate) deduced: bool,
    pub(crate) makes_or_destroys: bool,
    /// Declared private or protected.
    pub(crate) hidden: bool,
    /// The class whose member it is, by its last name.
    pub(crate) class: Option<String>,
    /// A member of a class without a name.
    pub(crate) unnamed_class: bool,
    /// The nearest enclosing class that is private or protected in another one.
    pub(crate) hidden_class: Option<String>,
    /// The token that names it.
    pub(crate) name_at: Option<u32>,
    /// The function's whole tree, to look for its locals.
    pub(crate) node: Node<'t>,
}

/// A lambda around the node at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Enclosing {
    pub(crate) generic: bool,
    pub(crate) host_device: bool,
    pub(crate) device: bool,
}

/// A class around the node at hand.
#[derive(Clone, Debug)]
pub(super) struct Class {
    name: Option<String>,
    hidden: bool,
}

/// What surrounds a node.
#[derive(Clone, Default)]
pub(crate) struct Context<'t> {
    pub(crate) caller: Option<Caller>,
    /// Shared, like the classes: the context is copied for each declaration.
    pub(crate) parent: Option<Rc<Parent<'t>>>,
    pub(crate) lambdas: Vec<Enclosing>,
    /// In a template, or in a generic lambda: types and names may depend on its parameters.
    pub(crate) dependent: bool,
    /// In an operand that is not evaluated.
    pub(crate) unevaluated: bool,
    /// In a statement that may be discarded.
    pub(crate) discarded: bool,
    /// Around the innermost `if`, in a statement that may be discarded.
    pub(super) kept: bool,
    /// Where a constant expression is asked for.
    pub(crate) constant: bool,
    /// In a constant expression that initialises nothing: a bound, a template argument, what is asserted.
    pub(crate) computed: bool,
    pub(super) classes: Rc<Vec<Class>>,
    pub(super) hidden: bool,
}

impl<'db> Walk<'_, 'db> {
    /// What surrounds the parts of a node, if that is not what surrounds the node.
    pub(super) fn context_inside<'t>(
        &self,
        node: Node<'t>,
        c: &Context<'t>,
    ) -> Option<Context<'t>> {
        let inner = match node.kind() {
            TEMPLATE_DECLARATION => Context {
                dependent: true,
                ..c.clone()
            },
            CLASS_SPECIFIER => self.inside_class(node, c),
            FUNCTION_DEFINITION => self.inside_function(node, c),
            LAMBDA_EXPRESSION => self.inside_lambda(node, c),
            // A default argument is evaluated by whoever calls.
            PARAMETER_DECLARATION => Context {
                caller: None,
                ..c.clone()
            },
            SIZEOF_EXPRESSION
            | DECLTYPE_SPECIFIER
            | TYPEOF_SPECIFIER
            | NOEXCEPT_EXPRESSION
            | NOEXCEPT_SPECIFIER
            | TYPEID_EXPRESSION
            | REQUIRES_EXPRESSION
            | REQUIRES_CLAUSE
            | ALIGNAS_SPECIFIER
            | ATTRIBUTE_SPECIFIER
            | TYPE_TRAIT_EXPRESSION
            | BUILTIN_EXPRESSION => Context {
                unevaluated: true,
                ..c.clone()
            },
            STATIC_ASSERT_DECLARATION
            | TEMPLATE_ARGUMENT_LIST
            | ARRAY_SUFFIX
            | ENUMERATOR
            | BIT_FIELD_WIDTH => Context {
                constant: true,
                computed: true,
                // Arguments are computed wherever the template is named.
                unevaluated: c.unevaluated && node.kind() != TEMPLATE_ARGUMENT_LIST,
                ..c.clone()
            },
            CONDITION
                if (node.parent())
                    .is_some_and(|p| p.kind() == IF_STATEMENT && p.has(CONSTEXPR_KW)) =>
            {
                Context {
                    constant: true,
                    computed: true,
                    discarded: c.kept,
                    ..c.clone()
                }
            }
            IF_STATEMENT => Context {
                kept: c.discarded,
                discarded: c.discarded || node.has(CONSTEXPR_KW) || has_text(node, "consteval"),
                ..c.clone()
            },
            SIMPLE_DECLARATION => {
                let mut inner = c.clone();
                inner.constant |= node.child(DECL_SPECIFIER_SEQ).is_some_and(|seq| {
                    seq.has(CONSTEXPR_KW) || seq.has(STATIC_KW) || has_text(seq, "constinit")
                });
                if is_member(node) {
                    inner.caller = None;
                }
                inner
            }
            _ => return None,
        };
        Some(inner)
    }

    fn inside_class<'t>(&self, node: Node<'t>, c: &Context<'t>) -> Context<'t> {
        let mut inner = c.clone();
        // A specialisation's name stands with its arguments.
        let holder = node.child(TEMPLATE_ID).unwrap_or(node);
        let name = first_name(holder);
        Rc::make_mut(&mut inner.classes).push(Class {
            name,
            hidden: c.hidden,
        });
        inner.caller = None;
        inner
    }

    /// The members of a class, each with its access.
    pub(super) fn members<'t>(
        &self,
        specification: Node<'t>,
        c: &Context<'t>,
    ) -> Vec<(Node<'t>, Context<'t>)> {
        let mut hidden = specification
            .parent()
            .is_some_and(|class| class.has(CLASS_KW));
        let mut out = Vec::new();
        for member in specification.children() {
            if member.kind() == ACCESS_SPECIFIER {
                hidden = !member.has(PUBLIC_KW);
                continue;
            }
            let inner = Context {
                hidden,
                ..c.clone()
            };
            out.push((member, inner));
        }
        out
    }

    /// The declaration of a function whose definition is a node of its own item, and its number there.
    pub(crate) fn declaration(&self, function: Node<'_>) -> Option<(usize, &'db Decl)> {
        let tokens = self.s.tokens(function.child(DECLARATOR)?);
        let index = self.s.function_declared_by(tokens)?;
        Some((index, &self.s.decls[index]))
    }

    fn inside_function<'t>(&self, node: Node<'t>, c: &Context<'t>) -> Context<'t> {
        let mut inner = c.clone();
        inner.caller = None;
        inner.lambdas.clear();
        inner.hidden = false;
        if let Some((index, decl)) = self.declaration(node).filter(|_| c.parent.is_none()) {
            let space = self.s.merged(index).space;
            let function = decl.function.as_ref();
            inner.dependent |= function.is_some_and(|f| self.abbreviated(f));
            let name = decl.name.clone();
            inner.caller = Some(Caller { space });
            inner.parent = Some(Rc::new(self.parent(decl, name, space, c, node)));
        } else {
            let name = node
                .child(DECLARATOR)
                .and_then(|d| d.child(DECLARATOR_ID))
                .map(|id| id.text().to_string().trim().to_owned())
                .unwrap_or_default();
            let space = c.parent.as_ref().map(|p| p.space).unwrap_or_default();
            let written = node
                .child(DECL_SPECIFIER_SEQ)
                .map_or(ExecutionSpace::default(), |seq| {
                    annotated::annotations(self.s, self.s.tokens(seq))
                });
            inner.caller = Some(Caller {
                space: if written.is_unannotated() {
                    space
                } else {
                    written
                },
            });
            inner.parent = Some(Rc::new(Parent {
                name,
                space,
                local: true,
                deduced: false,
                makes_or_destroys: false,
                hidden: false,
                class: None,
                unnamed_class: false,
                hidden_class: None,
                name_at: None,
                node,
            }));
        }
        inner
    }

    fn abbreviated(&self, f: &Function) -> bool {
        f.params.iter().any(|p| {
            p.specifiers
                .range()
                .any(|i| self.s.kind(i as u32) == AUTO_KW)
        })
    }

    fn parent<'t>(
        &self,
        decl: &Decl,
        name: String,
        space: ExecutionSpace,
        c: &Context<'_>,
        node: Node<'t>,
    ) -> Parent<'t> {
        let special = decl.function.as_ref().map(|f| f.special);
        let friend = decl.spec.any(cleave_names::decl::Spec::FRIEND);
        Parent {
            name,
            space,
            local: false,
            deduced: special == Some(Special::None) && decl.has_deduced_return()
                || special == Some(Special::Conversion)
                    && decl
                        .name_tokens
                        .range()
                        .any(|i| self.s.kind(i as u32) == AUTO_KW),
            makes_or_destroys: matches!(special, Some(Special::Constructor | Special::Destructor)),
            hidden: !friend && decl.parent.is_some() && c.hidden,
            class: (!friend)
                .then(|| c.classes.last().and_then(|k| k.name.clone()))
                .flatten()
                .or_else(|| self.s.last_name(decl.qualifier).map(str::to_owned)),
            unnamed_class: c.classes.last().is_some_and(|k| k.name.is_none()),
            hidden_class: c
                .classes
                .iter()
                .rev()
                .find(|k| k.hidden)
                .and_then(|k| k.name.clone()),
            name_at: Some(decl.name_tokens.start),
            node,
        }
    }

    fn inside_lambda<'t>(&self, node: Node<'t>, c: &Context<'t>) -> Context<'t> {
        let lambda = annotated::Lambda::new(self.s, node);
        let mut inner = c.clone();
        // Without the option, annotations are complained about and forgotten.
        let space = if lambda.space.is_unannotated() || !self.s.settings.extended_lambda {
            c.caller
                .as_ref()
                .map(|k| k.space)
                .or(c.parent.as_ref().map(|p| p.space))
                .unwrap_or_default()
        } else {
            lambda.space
        };
        inner.caller = Some(Caller { space });
        inner.constant = false;
        inner.computed = false;
        inner.dependent |= lambda.generic;
        inner.lambdas.push(Enclosing {
            generic: lambda.generic,
            host_device: lambda.space.is_host_device(),
            device: lambda.space.is_device_only(),
        });
        inner
    }
}

/// Whether a node is a member of a class.
pub(crate) fn is_member(node: Node<'_>) -> bool {
    (node.parent()).is_some_and(|p| p.kind() == MEMBER_SPECIFICATION)
}
