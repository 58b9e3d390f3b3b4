//! Finds the extended lambdas in an item's tree and what each one captures. An implicit capture is a name in the lambda's
//! body that is evaluated there and means a variable of the function around it; what is never evaluated (operands of sizeof
//! and decltype, template arguments, constant expressions) captures nothing.

use cleave_attributes::{Attribute, Execution, find_written};
use cleave_names::decl::Tokens;
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::ast::{AstNode, Expr};
use cleave_syntax::tree::{SyntaxElement, SyntaxNode};
use rustc_hash::FxHashMap;

use super::{Capture, ExtendedLambda, Wrapper, result};
use crate::source::Source;

/// A function of the item that has a body.
pub(super) struct Function {
    /// The first token of its body.
    pub(super) body: u32,
    /// How a tag names it; nothing if lambdas in it are not wrapped.
    pub(super) tag: Option<String>,
    /// The names that mean a member of `*this`, in order.
    pub(super) members: Vec<String>,
    /// Its class and that one's bases, in order.
    pub(super) family: Vec<String>,
}

pub(super) struct Finder<'a> {
    source: &'a Source<'a>,
    functions: Vec<Function>,
    /// The function around, and how many lambdas in it were wrapped.
    current: Option<(usize, u32)>,
    /// The names that each enclosing scope declares, and whether as variables of the function.
    scopes: Vec<FxHashMap<String, bool>>,
    /// What the declarators at hand declare.
    variables: bool,
    /// In the value of a constant: its names capture nothing.
    constant: bool,
    open: Option<Open>,
    out: Vec<ExtendedLambda>,
}

/// A lambda to be wrapped, while its body is looked through.
struct Open {
    /// How many scopes are around it.
    depth: usize,
    has_default: bool,
    /// `this` or `*this` is captured.
    object: bool,
    captures: Vec<Capture>,
}

impl Open {
    fn add(&mut self, capture: Capture) {
        self.object |= matches!(capture, Capture::This | Capture::StarThis);
        if !self.captures.contains(&capture) {
            self.captures.push(capture);
        }
    }
}

impl<'a> Finder<'a> {
    pub(super) fn new(source: &'a Source<'a>, functions: Vec<Function>) -> Self {
        Finder {
            source,
            functions,
            current: None,
            scopes: vec![FxHashMap::default()],
            variables: false,
            constant: false,
            open: None,
            out: Vec::new(),
        }
    }

    pub(super) fn find(mut self, root: &SyntaxNode) -> Box<[ExtendedLambda]> {
        self.children(root);
        self.out.sort_by_key(|l| l.tokens.start);
        self.out.into()
    }

    fn tokens(&self, node: &SyntaxNode) -> Tokens {
        self.source.tokens(node)
    }

    fn children(&mut self, node: &SyntaxNode) {
        for child in node.children() {
            self.node(&child);
        }
    }

    fn scoped(&mut self, visit: impl FnOnce(&mut Self)) {
        self.scopes.push(FxHashMap::default());
        visit(self);
        self.scopes.pop();
    }

    fn declaring(&mut self, variables: bool, node: &SyntaxNode) {
        let outer = std::mem::replace(&mut self.variables, variables);
        self.children(node);
        self.variables = outer;
    }

    fn declare(&mut self, name: &str, variable: bool) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), variable);
        }
    }

    /// Declares the identifiers that stand directly in `node`.
    fn declare_words(&mut self, node: &SyntaxNode, variable: bool) {
        for t in words(node) {
            self.declare(&t, variable);
        }
    }

    fn node(&mut self, node: &SyntaxNode) {
        match node.kind() {
            SIZEOF_EXPRESSION
            | NOEXCEPT_EXPRESSION
            | TYPEID_EXPRESSION
            | REQUIRES_EXPRESSION
            | TYPE_TRAIT_EXPRESSION
            | DECLTYPE_SPECIFIER
            | TYPEOF_SPECIFIER
            | TYPE_TRANSFORM
            | NOEXCEPT_SPECIFIER
            | REQUIRES_CLAUSE
            | STATIC_ASSERT_DECLARATION
            | NAMED_TYPE
            | TYPENAME_SPECIFIER
            | TEMPLATE_ARGUMENT_LIST
            | ALIGNAS_SPECIFIER
            | ATTRIBUTE_SPECIFIER
            | TYPE_ID
            | ARRAY_SUFFIX
            | BIT_FIELD_WIDTH
            | TRAILING_RETURN_TYPE
            | LAMBDA_ANNOTATION
            | CONCEPT_DEFINITION => {}
            FUNCTION_DEFINITION => self.function(node),
            CLASS_SPECIFIER => {
                // The functions of a local class are no place for extended lambdas.
                match self.current.is_some() {
                    true => self.declare_words(node, false),
                    // Names of members are looked up apart from those of blocks.
                    false => self.scoped(|f| f.members(node)),
                }
            }
            ENUM_SPECIFIER => {
                self.declare_words(node, false);
                for list in children_of(node, ENUMERATOR_LIST) {
                    for enumerator in list.children() {
                        self.declare_words(&enumerator, false);
                    }
                }
            }
            ALIAS_DECLARATION
            | NAMESPACE_ALIAS_DEFINITION
            | TYPE_PARAMETER
            | TEMPLATE_TEMPLATE_PARAMETER
            | CONSTRAINED_PARAMETER => self.declare_words(node, false),
            USING_DECLARATOR => {
                for id in children_of(node, DECLARATOR_ID) {
                    self.declare_words(&id, false);
                }
            }
            TEMPLATE_PARAMETER_LIST => self.declaring(false, node),
            SIMPLE_DECLARATION | CONDITION_DECLARATION | FOR_RANGE_DECLARATION => {
                let constant = self.constant;
                self.constant |= is_constexpr(node);
                let automatic = self.current.is_some() && !is_static(node);
                self.declaring(automatic, node);
                self.constant = constant;
            }
            PARAMETER_DECLARATION => {
                let variables = self.variables;
                self.declaring(variables, node);
            }
            DECLARATOR => self.declarator(node),
            DECLARATOR_ID => {
                if children_of(node, NESTED_NAME_SPECIFIER).next().is_none() {
                    let variables = self.variables;
                    self.declare_words(node, variables);
                }
            }
            STRUCTURED_BINDING => {
                let variables = self.variables;
                self.declare_words(node, variables);
            }
            PARAMETER_CLAUSE => self.scoped(|f| f.children(node)),
            COMPOUND_STATEMENT | FOR_STATEMENT | IF_STATEMENT | WHILE_STATEMENT
            | SWITCH_STATEMENT | DO_STATEMENT | TEMPLATE_DECLARATION => {
                self.scoped(|f| f.children(node))
            }
            HANDLER => self.scoped(|f| f.declaring(true, node)),
            RANGE_FOR_STATEMENT => self.scoped(|f| {
                // The range is evaluated outside the scope of what it initialises.
                for range in node.children().filter(|c| Expr::can_cast(c.kind())) {
                    f.node(&range);
                }
                for other in node.children().filter(|c| !Expr::can_cast(c.kind())) {
                    f.node(&other);
                }
            }),
            CASE_STATEMENT => {
                for statement in node.children().filter(|c| !Expr::can_cast(c.kind())) {
                    self.node(&statement);
                }
            }
            NEW_EXPRESSION => {
                for ty in children_of(node, TYPE_ID) {
                    for bound in ty.descendants().filter(|n| n.kind() == ARRAY_SUFFIX) {
                        self.children(&bound);
                    }
                }
                self.children(node);
            }
            LAMBDA_EXPRESSION => self.lambda(node),
            ID_EXPRESSION => self.id_expression(node),
            THIS_EXPRESSION => self.uses_object(),
            _ => self.children(node),
        }
    }

    /// What lies in a class outside of any function. Its members' declarations declare nothing that hides anything here.
    fn members(&mut self, class: &SyntaxNode) {
        for part in class.children() {
            if part.kind() != MEMBER_SPECIFICATION {
                self.node(&part);
                continue;
            }
            for member in part.children() {
                self.node(&member);
                if let Some(scope) = self.scopes.last_mut() {
                    scope.clear();
                }
            }
        }
    }

    fn function(&mut self, node: &SyntaxNode) {
        if self.current.is_some() {
            return;
        }
        let body = node
            .children()
            .find(|c| matches!(c.kind(), COMPOUND_STATEMENT | FUNCTION_TRY_BLOCK));
        let start = body.as_ref().map(|b| self.tokens(b).start);
        let index = self.functions.iter().position(|f| Some(f.body) == start);
        self.scopes.push(FxHashMap::default());
        for child in node.children() {
            if child.kind() == DECLARATOR {
                self.parameters(&child);
                self.current = index.map(|i| (i, 0));
            } else {
                self.node(&child);
            }
        }
        self.current = None;
        self.scopes.pop();
    }

    /// Declares the parameters of a function's declarator in the scope at hand.
    fn parameters(&mut self, node: &SyntaxNode) {
        for child in node.children() {
            match child.kind() {
                PAREN_DECLARATOR | DECLARATOR | PARAMETERS_AND_QUALIFIERS | PARAMETER_CLAUSE => {
                    self.parameters(&child);
                }
                PARAMETER_DECLARATION => self.declaring(true, &child),
                _ => {}
            }
        }
    }

    fn declarator(&mut self, node: &SyntaxNode) {
        let function = children_of(node, DECLARATOR_ID).next().is_some()
            && children_of(node, PARAMETERS_AND_QUALIFIERS)
                .next()
                .is_some();
        let variables = self.variables && !function;
        self.declaring(variables, node);
    }

    fn lambda(&mut self, node: &SyntaxNode) {
        let (host, device) = self.annotations(node);
        let tokens = self.tokens(node);
        let body = children_of(node, COMPOUND_STATEMENT)
            .next()
            .map_or(Tokens::default(), |b| self.tokens(&b));
        let outside = self.open.is_none();
        let tag = self
            .current
            .filter(|_| outside && device)
            .and_then(|(i, _)| self.functions[i].tag.clone());
        if outside && device && !host && tag.is_none() {
            self.out.push(ExtendedLambda {
                tokens,
                body,
                wrapper: None,
            });
            return;
        }
        let captured = self.introducer(node);
        let number = match (&tag, &mut self.current) {
            (Some(_), Some((_, count))) => {
                *count += 1;
                *count
            }
            _ => 0,
        };
        let constant = self.constant;
        if tag.is_some() {
            self.constant = false;
            self.open = Some(Open {
                depth: self.scopes.len(),
                has_default: captured.has_default,
                object: false,
                captures: Vec::new(),
            });
            for capture in captured.list {
                if let Some(open) = &mut self.open {
                    open.add(capture);
                }
            }
        }
        self.scopes.push(FxHashMap::default());
        for name in &captured.declared {
            self.declare(name, true);
        }
        for child in node.children() {
            match child.kind() {
                LAMBDA_INTRODUCER => {}
                PARAMETER_CLAUSE => self.declaring(true, &child),
                _ => self.node(&child),
            }
        }
        self.scopes.pop();
        self.constant = constant;
        let (Some(function), Some(open)) = (tag, self.open.take_if(|_| number > 0)) else {
            return;
        };
        let trailing = self.trailing(node);
        self.out.push(ExtendedLambda {
            tokens,
            body,
            wrapper: Some(Wrapper {
                host_device: host,
                mutable: has_token(node, MUTABLE_KW),
                has_default: open.has_default,
                function: self.parent_annotation(node).unwrap_or(function),
                number,
                trailing,
                result: result::by_expression(self.source, node, trailing),
                captures: open.captures.into(),
            }),
        });
    }

    /// The trailing return type without its arrow, if it means something outside the lambda: one that names a parameter does
    /// not, and counts as if it were not there.
    fn trailing(&self, node: &SyntaxNode) -> Tokens {
        let Some(all) = children_of(node, TRAILING_RETURN_TYPE).next() else {
            return Tokens::default();
        };
        let parameters: Vec<String> = children_of(node, PARAMETER_CLAUSE)
            .flat_map(|c| c.descendants())
            .filter(|n| n.kind() == DECLARATOR_ID)
            .flat_map(|n| words(&n).collect::<Vec<_>>())
            .collect();
        let t = self.tokens(&all);
        let named = |i: u32| {
            self.source.kind(i) == IDENT && parameters.iter().any(|p| p == self.source.word(i))
        };
        match (t.start..t.end).any(named) {
            true => Tokens::default(),
            false => Tokens {
                start: t.start + 1,
                end: t.end,
            },
        }
    }

    /// Whether a lambda is annotated for the host, and for the device.
    fn annotations(&self, node: &SyntaxNode) -> (bool, bool) {
        let (mut host, mut device) = (false, false);
        for specifier in children_of(node, ATTRIBUTE_SPECIFIER) {
            let t = self.tokens(&specifier);
            for i in t.start..t.end {
                let word = self.source.word(i).as_bytes();
                let space = find_written(word).and_then(Attribute::execution);
                host |= space == Some(Execution::Host);
                device |= space == Some(Execution::Device);
            }
        }
        (host, device)
    }

    /// What `__nv_parent(f)` says of the enclosing function instead of its own name.
    fn parent_annotation(&self, node: &SyntaxNode) -> Option<String> {
        let named = |n: &SyntaxNode| words(n).next().is_some_and(|w| w == "__nv_parent");
        let annotation = children_of(node, LAMBDA_ANNOTATION).find(named)?;
        let list = children_of(&annotation, ARGUMENT_LIST).next()?;
        let expression = self.source.render(self.tokens(&list));
        Some(format!(
            "__NV_LAMBDA_WRAPPER_HELPER({expression}, {expression})"
        ))
    }

    /// Reads the captures of a lambda; what they name is evaluated outside of it.
    fn introducer(&mut self, node: &SyntaxNode) -> Captured {
        let mut captured = Captured::default();
        let introducer = children_of(node, LAMBDA_INTRODUCER).next();
        for capture in introducer
            .iter()
            .flat_map(|i| children_of(i, LAMBDA_CAPTURE))
        {
            if has_token(&capture, THIS_KW) {
                self.uses_object();
                captured.list.push(match has_token(&capture, STAR) {
                    true => Capture::StarThis,
                    false => Capture::This,
                });
                continue;
            }
            let Some(name) = words(&capture).next() else {
                captured.has_default = true;
                continue;
            };
            let Some(value) = capture.children().next() else {
                self.uses(&name);
                captured.list.push(Capture::Variable(name));
                continue;
            };
            self.node(&value);
            captured.list.push(Capture::Init(self.value(&value)));
            captured.declared.push(name);
        }
        captured
    }

    /// The expression of an initializer: without `=`, and without braces, which no operand of decltype can have.
    fn value(&self, node: &SyntaxNode) -> Tokens {
        let t = self.tokens(node);
        match node.kind() {
            EQUAL_INITIALIZER => Tokens {
                start: t.start + 1,
                end: t.end,
            },
            BRACED_INIT_LIST => Tokens {
                start: t.start + 1,
                end: t.end - 1,
            },
            _ => t,
        }
    }

    fn id_expression(&mut self, node: &SyntaxNode) {
        let qualifier = children_of(node, NESTED_NAME_SPECIFIER).next();
        let template = children_of(node, TEMPLATE_ID).next();
        let Some(name) = words(template.as_ref().unwrap_or(node)).next() else {
            return;
        };
        let Some(qualifier) = qualifier else {
            return match template {
                Some(_) => self.uses_member(&name),
                None => self.uses(&name),
            };
        };
        let path = self.source.path(self.tokens(&qualifier));
        let family = self
            .current
            .map_or(&[][..], |(i, _)| self.functions[i].family.as_slice());
        let own = path
            .last()
            .is_some_and(|last| family.binary_search_by(|f| f.as_str().cmp(last)).is_ok());
        if own {
            self.uses_member(&name);
        }
    }

    /// A name is evaluated.
    fn uses(&mut self, name: &str) {
        let Some(open) = self.open.as_mut().filter(|_| !self.constant) else {
            return;
        };
        for (i, scope) in self.scopes.iter().enumerate().rev() {
            if let Some(&variable) = scope.get(name) {
                if i < open.depth && variable && open.has_default {
                    open.add(Capture::Variable(name.to_owned()));
                }
                return;
            }
        }
        self.uses_member(name);
    }

    /// A name that no block declares is evaluated.
    fn uses_member(&mut self, name: &str) {
        let Some((i, _)) = self.current else { return };
        let members = &self.functions[i].members;
        if members.binary_search_by(|m| m.as_str().cmp(name)).is_ok() {
            self.uses_object();
        }
    }

    fn uses_object(&mut self) {
        if let Some(open) = &mut self.open
            && open.has_default
            && !open.object
        {
            open.add(Capture::This);
        }
    }
}

/// The captures as written.
#[derive(Default)]
struct Captured {
    has_default: bool,
    list: Vec<Capture>,
    /// The names that init-captures declare.
    declared: Vec<String>,
}

/// Whether a declaration's initializers are constant expressions.
fn is_constexpr(node: &SyntaxNode) -> bool {
    children_of(node, DECL_SPECIFIER_SEQ).any(|s| has_token(&s, CONSTEXPR_KW))
}

/// Whether what a declaration declares in a block outlives it, or is no variable at all.
fn is_static(node: &SyntaxNode) -> bool {
    let kinds = [STATIC_KW, EXTERN_KW, THREAD_LOCAL_KW, THREAD_KW, TYPEDEF_KW];
    children_of(node, DECL_SPECIFIER_SEQ).any(|s| kinds.iter().any(|&k| has_token(&s, k)))
}

pub(super) fn children_of(node: &SyntaxNode, kind: SyntaxKind) -> impl Iterator<Item = SyntaxNode> {
    node.children().filter(move |c| c.kind() == kind)
}

fn has_token(node: &SyntaxNode, kind: SyntaxKind) -> bool {
    node.children_with_tokens().any(|e| e.kind() == kind)
}

/// The identifiers that stand directly in a node.
pub(super) fn words(node: &SyntaxNode) -> impl Iterator<Item = String> {
    node.children_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .filter(|t| t.kind() == IDENT)
        .map(|t| t.text().to_owned())
}
