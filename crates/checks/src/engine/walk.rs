//! The walk over an item's tree, bodies and all: keeps what surrounds each node and hands nodes to the rules.
//!
//! It must not know any rule.

use cleave_cuda::ExecutionSpace;
use cleave_names::decl::{Decl, Function, Special};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::{FlatElement, Node};
use rustc_hash::FxHashSet;

use crate::cuda::lambdas::annotated;
use crate::cuda::memory::{device_variables, locals};
use crate::cuda::spaces::calls_by_name;
use crate::cxx::classes::access;
use crate::cxx::classes::inaccessible_types::{hidden_types, hidden_types_of_item};
use crate::cxx::control_flow::{constexpr_bodies, labels, statements};
use crate::cxx::declarations::{conflicts, uninitialized};
use crate::cxx::expressions::{fundamental, lambda_places};
use crate::engine::source::{Sink, Source};

/// The function or lambda whose body it is.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) name: String,
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
    pub(crate) structor: bool,
    /// Declared private or protected.
    pub(crate) hidden: bool,
    /// The class whose member it is, by its last name.
    pub(crate) class: Option<String>,
    /// A member of a class without a name.
    pub(crate) unnamed_class: bool,
    /// The nearest enclosing class that is private or protected in another one.
    pub(crate) hidden_class: Option<String>,
    /// The private and protected types of the classes around it: plain and qualified name.
    pub(crate) hidden_types: Vec<(String, String)>,
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
struct Class {
    name: Option<String>,
    hidden: bool,
    /// The classes and enumerations that it declares private or protected.
    hidden_types: Vec<String>,
}

/// What surrounds a node.
#[derive(Clone, Default)]
pub(crate) struct Context<'t> {
    pub(crate) caller: Option<Caller>,
    pub(crate) parent: Option<Parent<'t>>,
    pub(crate) lambdas: Vec<Enclosing>,
    /// In a template, or in a generic lambda: types and names may depend on its parameters.
    pub(crate) dependent: bool,
    /// In an operand that is not evaluated.
    pub(crate) unevaluated: bool,
    /// In a statement that may be discarded.
    pub(crate) discarded: bool,
    /// Around the innermost `if`, in a statement that may be discarded.
    kept: bool,
    /// Where a constant expression is asked for.
    pub(crate) constant: bool,
    /// In a constant expression that initialises nothing: a bound, a template argument, what is asserted.
    pub(crate) computed: bool,
    /// In a class with base classes, whose members are not known.
    pub(crate) derived: bool,
    classes: Vec<Class>,
    hidden: bool,
}

impl Context<'_> {
    /// Whether a class of this name is around the node.
    pub(crate) fn inside(&self, name: &str) -> bool {
        self.classes.iter().any(|k| k.name.as_deref() == Some(name))
    }
}

/// The walk, with what rules keep for the whole item.
pub(crate) struct Walk<'s, 'db> {
    pub(crate) s: &'s Source<'db>,
    /// Every name that the item itself declares anywhere.
    pub(crate) declared: FxHashSet<String>,
    /// The names that it declares in bodies, as parameters or for templates, but not as members of classes.
    outside_classes: FxHashSet<String>,
    pub(crate) types: fundamental::Types,
    /// The variables that the item declares once.
    pub(crate) variables: crate::tokens::operands::Variables<'s>,
    pub(crate) out: Sink<'db>,
}

/// Runs the rules over the tree of an item.
pub(crate) fn check<'t, 'db>(s: &'t Source<'db>, root: Node<'t>, out: &mut Sink<'db>) {
    let declaring: Vec<Node<'_>> = root.descendants().filter(|n| declares(*n)).collect();
    let mut w = Walk {
        s,
        declared: declared_names(&declaring),
        outside_classes: declared_in_bodies(&declaring),
        types: fundamental::Types::new(&declaring),
        variables: crate::tokens::operands::variables(&declaring),
        out: std::mem::take(out),
    };
    w.children(root, &Context::default());
    *out = w.out;
}

/// Whether a node declares a name, or mentions a class that it may declare.
fn declares(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        DECLARATOR_ID
            | STRUCTURED_BINDING
            | LAMBDA_CAPTURE
            | TYPE_PARAMETER
            | TEMPLATE_TEMPLATE_PARAMETER
            | CONSTRAINED_PARAMETER
            | ENUMERATOR
            | CLASS_SPECIFIER
            | ENUM_SPECIFIER
            | ELABORATED_TYPE_SPECIFIER
            | ALIAS_DECLARATION
            | NAMESPACE_ALIAS_DEFINITION
    )
}

/// Whether a declared name belongs to the namespace around the item, which the index of names knows about.
fn at_namespace_scope(node: Node<'_>) -> bool {
    node.kind() == DECLARATOR_ID
        && !node.ancestors().any(|n| {
            matches!(
                n.kind(),
                COMPOUND_STATEMENT
                    | PARAMETER_CLAUSE
                    | CLASS_SPECIFIER
                    | TEMPLATE_PARAMETER_LIST
                    | LAMBDA_EXPRESSION
                    | STATEMENT_EXPRESSION
            )
        })
}

/// All names that the nodes of a tree declare, but for those of the namespace around it.
fn declared_names(declaring: &[Node<'_>]) -> FxHashSet<String> {
    let mut out = FxHashSet::default();
    for node in declaring {
        if !at_namespace_scope(*node) {
            out.extend(
                node.own_tokens()
                    .filter(|t| t.kind() == IDENT)
                    .map(|t| t.text().to_owned()),
            );
        }
    }
    out
}

/// Whether a name right in a node of this kind is declared there.
pub(crate) fn holds_declared_name(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        DECLARATOR_ID
            | STRUCTURED_BINDING
            | TYPE_PARAMETER
            | TEMPLATE_TEMPLATE_PARAMETER
            | CLASS_SPECIFIER
            | ENUM_SPECIFIER
            | ALIAS_DECLARATION
            | ENUMERATOR
    )
}

/// The names that are declared in functions and for templates.
fn declared_in_bodies(declaring: &[Node<'_>]) -> FxHashSet<String> {
    (declaring.iter())
        .filter(|n| {
            holds_declared_name(n.kind())
                || n.kind() == LAMBDA_CAPTURE && n.children().next().is_some()
        })
        .filter(|n| {
            n.ancestors().skip(1).any(|a| {
                matches!(
                    a.kind(),
                    COMPOUND_STATEMENT | PARAMETER_CLAUSE | TEMPLATE_PARAMETER_LIST
                )
            })
        })
        .flat_map(|n| n.children_with_tokens())
        .filter_map(FlatElement::into_token)
        .filter(|t| t.kind() == IDENT)
        .map(|t| t.text().to_owned())
        .collect()
}

impl<'db> Walk<'_, 'db> {
    /// Whether a name is declared in some body of the item, so that it need not mean what it means outside.
    pub(crate) fn declared_outside_classes(&self, name: &str) -> bool {
        self.outside_classes.contains(name)
    }

    pub(crate) fn children<'t>(&mut self, node: Node<'t>, c: &Context<'t>) {
        for child in node.children() {
            self.node(child, c);
        }
    }

    fn node<'t>(&mut self, node: Node<'t>, c: &Context<'t>) {
        match node.kind() {
            TEMPLATE_DECLARATION => {
                let inner = Context {
                    dependent: true,
                    ..c.clone()
                };
                self.children(node, &inner);
            }
            CLASS_SPECIFIER => self.class(node, c),
            FUNCTION_DEFINITION => self.function(node, c),
            LAMBDA_EXPRESSION => self.lambda(node, c),
            PARAMETER_DECLARATION => {
                // A default argument is evaluated by whoever calls.
                let mut inner = c.clone();
                inner.caller = None;
                self.children(node, &inner);
            }
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
            | BUILTIN_EXPRESSION => {
                fundamental::operand(self, node, c);
                let inner = Context {
                    unevaluated: true,
                    ..c.clone()
                };
                self.children(node, &inner);
            }
            STATIC_ASSERT_DECLARATION
            | TEMPLATE_ARGUMENT_LIST
            | ARRAY_SUFFIX
            | ENUMERATOR
            | BIT_FIELD_WIDTH => {
                let inner = Context {
                    constant: true,
                    computed: true,
                    // Arguments are computed wherever the template is named.
                    unevaluated: c.unevaluated && node.kind() != TEMPLATE_ARGUMENT_LIST,
                    ..c.clone()
                };
                self.children(node, &inner);
            }
            CONDITION
                if (node.parent())
                    .is_some_and(|p| p.kind() == IF_STATEMENT && p.has(CONSTEXPR_KW)) =>
            {
                let inner = Context {
                    constant: true,
                    computed: true,
                    discarded: c.kept,
                    ..c.clone()
                };
                self.children(node, &inner);
            }
            IF_STATEMENT => {
                statements::if_statement(self, node);
                let mut inner = c.clone();
                inner.kept = c.discarded;
                inner.discarded |= node.has(CONSTEXPR_KW) || has_text(node, "consteval");
                self.children(node, &inner);
            }
            SIMPLE_DECLARATION => {
                let scope = node.parent().map(|p| p.kind());
                if scope == Some(MEMBER_SPECIFICATION) {
                    if c.parent.is_some() {
                        locals::member(self, node);
                    }
                } else if c.caller.is_some() {
                    locals::check(self, node, c);
                    locals::variable_length(self, node, c);
                    uninitialized::locals(self, node, c);
                } else {
                    locals::namespace_binding(self, node);
                }
                statements::declaration(self, node);
                let mut inner = c.clone();
                inner.constant |= node.child(DECL_SPECIFIER_SEQ).is_some_and(|seq| {
                    seq.has(CONSTEXPR_KW) || seq.has(STATIC_KW) || has_text(seq, "constinit")
                });
                let member = node
                    .parent()
                    .is_some_and(|p| p.kind() == MEMBER_SPECIFICATION);
                if member {
                    inner.caller = None;
                }
                self.children(node, &inner);
            }
            kind => {
                match kind {
                    CALL_EXPRESSION => {
                        crate::cuda::builtins::call(self, node, c);
                        calls_by_name::call(self, node, c);
                    }
                    ID_EXPRESSION => {
                        device_variables::used(self, node, c);
                        crate::device::variables::anonymous_unions::member(self, node, c);
                        crate::cuda::builtins::named(self, node, c);
                        calls_by_name::referenced(self, node, c);
                        access::qualified(self, node, c);
                    }
                    MEMBER_EXPRESSION => access::member(self, node, c),
                    COMPOUND_STATEMENT => conflicts::block(self, node),
                    DECL_SPECIFIER_SEQ => {
                        crate::cxx::declarations::specifiers::check(
                            self.s,
                            self.s.tokens(node),
                            &mut self.out,
                        );
                    }
                    ENUMERATOR_LIST => conflicts::enumerators(self, node),
                    ASM_DECLARATION => crate::cuda::asm::check(self, node, c),
                    LAUNCH_EXPRESSION => {
                        calls_by_name::launch(self, node, c);
                        crate::device::types::template_arguments::launch(self, node, c);
                    }
                    BINARY_EXPRESSION | SUBSCRIPT_EXPRESSION | POSTFIX_EXPRESSION => {
                        fundamental::binary(self, node, c);
                    }
                    EXPRESSION_STATEMENT => {
                        fundamental::statement(self, node, c);
                    }
                    PREFIX_EXPRESSION => {
                        fundamental::prefix(self, node, c);
                    }
                    TRY_STATEMENT | FUNCTION_TRY_BLOCK | THROW_EXPRESSION | FOLD_EXPRESSION
                    | STRUCTURED_BINDING | CONCEPT_DEFINITION => statements::check(self, node),
                    FOR_RANGE_DECLARATION | CONDITION_DECLARATION => locals::check(self, node, c),
                    _ => {}
                }
                self.children(node, c);
            }
        }
    }

    fn class<'t>(&mut self, node: Node<'t>, c: &Context<'t>) {
        let mut inner = c.clone();
        // A specialisation's name stands with its arguments.
        let holder = node.child(TEMPLATE_ID).unwrap_or(node);
        let name = holder
            .own_tokens()
            .find(|t| t.kind() == IDENT)
            .map(|t| t.text().to_owned());
        let derived = node.child(BASE_CLAUSE).is_some();
        let t = self.s.tokens(node);
        // One that is defined outside of the class it belongs to has the rights of that class.
        let nested = self
            .s
            .decls
            .iter()
            .any(|d| d.declarator == t && !d.qualifier.is_empty());
        inner.derived |= derived || nested;
        inner.classes.push(Class {
            name,
            hidden: c.hidden,
            hidden_types: hidden_types(node),
        });
        inner.caller = None;
        let mut hidden = node.has(CLASS_KW);
        for part in node.children() {
            if part.kind() != MEMBER_SPECIFICATION {
                inner.hidden = c.hidden;
                self.node(part, &inner);
                continue;
            }
            for member in part.children() {
                if member.kind() == ACCESS_SPECIFIER {
                    hidden = !member.has(PUBLIC_KW);
                    continue;
                }
                inner.hidden = hidden;
                self.node(member, &inner);
            }
        }
    }

    fn function<'t>(&mut self, node: Node<'t>, c: &Context<'t>) {
        let mut inner = c.clone();
        let tokens = node.child(DECLARATOR).map(|d| self.s.tokens(d));
        let local = c.parent.is_some();
        let found = self
            .s
            .decls
            .iter()
            .enumerate()
            .find(|(_, d)| d.function.is_some() && Some(d.declarator) == tokens);
        inner.caller = None;
        inner.lambdas.clear();
        inner.hidden = false;
        if let Some((index, decl)) = found.filter(|_| !local) {
            let space = self.s.merged(index).space;
            let function = decl.function.as_ref();
            inner.dependent |= function.is_some_and(|f| self.abbreviated(f));
            // Members defined outside of their class: the class may be derived from anything.
            inner.derived |=
                !decl.qualifier.is_empty() && !calls_by_name::plain_owner(self.s, decl);
            let name = decl.name.clone();
            inner.caller = Some(Caller {
                name: name.clone(),
                space,
            });
            inner.parent = Some(self.parent(decl, name, space, c, node));
        } else {
            // A member of a local class.
            locals::member(self, node);
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
                name: name.clone(),
                space: if written.is_unannotated() {
                    space
                } else {
                    written
                },
            });
            inner.parent = Some(Parent {
                name,
                space,
                local: true,
                deduced: false,
                structor: false,
                hidden: false,
                class: None,
                unnamed_class: false,
                hidden_class: None,
                hidden_types: Vec::new(),
                name_at: None,
                node,
            });
        }
        labels::check(self, node, inner.dependent);
        constexpr_bodies::check(self, node, inner.dependent);
        statements::function(self, node, found.map(|f| f.1), &inner);
        statements::does_return(self, node, found.map(|f| f.1), &inner);
        self.children(node, &inner);
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
            structor: matches!(special, Some(Special::Constructor | Special::Destructor)),
            hidden: !friend && decl.parent.is_some() && c.hidden,
            class: (!friend)
                .then(|| c.classes.last().and_then(|k| k.name.clone()))
                .flatten()
                .or_else(|| {
                    crate::tokens::index::last_name(self.s, decl.qualifier).map(str::to_owned)
                }),
            unnamed_class: c.classes.last().is_some_and(|k| k.name.is_none()),
            hidden_class: c
                .classes
                .iter()
                .rev()
                .find(|k| k.hidden)
                .and_then(|k| k.name.clone()),
            hidden_types: if decl.qualifier.is_empty() {
                self.hidden_types(c)
            } else {
                self.hidden_types_of(decl)
            },
            name_at: Some(decl.name_tokens.start),
            node,
        }
    }

    /// The private and protected types of the class that a member defined outside of it belongs to.
    fn hidden_types_of(&self, decl: &Decl) -> Vec<(String, String)> {
        let s = self.s;
        let Some(name) = crate::tokens::index::last_name(s, decl.qualifier) else {
            return Vec::new();
        };
        let mut classes = crate::tokens::index::only_mine(s.db, s.file, name)
            .iter()
            .filter(|e| e.kind == cleave_names::decl::DeclKind::Class);
        let (Some(e), None) = (classes.next(), classes.next()) else {
            return Vec::new();
        };
        if e.class.is_some() {
            return Vec::new();
        }
        let prefix = crate::cuda::lambdas::captures::full_name(s, e);
        hidden_types_of_item(s.db, e.item)
            .iter()
            .filter(|h| h.0 == name)
            .map(|h| (h.1.clone(), format!("{prefix}::{}", h.1)))
            .collect()
    }

    fn hidden_types(&self, c: &Context<'_>) -> Vec<(String, String)> {
        let mut prefix = String::new();
        let mut out = Vec::new();
        for class in &c.classes {
            prefix.push_str(class.name.as_deref().unwrap_or_default());
            prefix.push_str("::");
            for ty in &class.hidden_types {
                let name =
                    crate::cuda::spaces::redeclared::qualified(self.s, &format!("{prefix}{ty}"));
                out.push((ty.clone(), name));
            }
        }
        out
    }

    fn lambda<'t>(&mut self, node: Node<'t>, c: &Context<'t>) {
        let lambda = annotated::Lambda::new(self.s, node);
        lambda_places::check(self, node);
        labels::check(self, node, c.dependent || lambda.generic);
        constexpr_bodies::check(self, node, c.dependent || lambda.generic);
        annotated::check(self, &lambda, c);
        statements::lambda(self, &lambda, c);
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
        inner.caller = Some(Caller {
            name: "operator()".into(),
            space,
        });
        inner.constant = false;
        inner.computed = false;
        inner.dependent |= lambda.generic;
        inner.lambdas.push(Enclosing {
            generic: lambda.generic,
            host_device: lambda.space.is_host_device(),
            device: lambda.space.is_device_only(),
        });
        self.children(node, &inner);
    }
}

/// The first identifier directly in a node.
pub(crate) fn first_name(node: Node<'_>) -> Option<String> {
    node.own_tokens()
        .find(|t| t.kind() == IDENT)
        .map(|t| t.text().to_owned())
}

/// Whether a token of this text stands directly in the node.
pub(crate) fn has_text(node: Node<'_>, text: &str) -> bool {
    node.own_tokens().any(|t| t.text() == text)
}
