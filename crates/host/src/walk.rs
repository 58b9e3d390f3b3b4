//! One walk through an item's tree with the scopes inside it: which uses of watched names mean the watched thing, and not a
//! local, a parameter or a member of the same name. What is done about a use is the visitor's business.

use cleave_names::decl::Tokens;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::tree::{SyntaxElement, SyntaxNode, SyntaxToken};
use rustc_hash::FxHashMap;

use crate::source::Source;
use crate::watched::{Found, Resolver};

/// The item that is walked through.
pub(crate) struct Context<'a, 'db> {
    /// Its tokens.
    pub(crate) source: &'a Source<'a>,
    /// The parts not to look into: bodies, by the tokens that hold their beginnings.
    pub(crate) gone: &'a [Tokens],
    /// What names mean where it stands.
    pub(crate) resolver: &'a Resolver<'db>,
    /// The managed variables that blocks of the item declare `extern`: none but the item may know them.
    pub(crate) managed: &'a [String],
}

impl Context<'_, '_> {
    /// The tokens of a node.
    pub(crate) fn tokens(&self, node: &SyntaxNode) -> Tokens {
        let range = node.text_range();
        let lexed = self.source.lexed;
        Tokens {
            start: lexed.at_or_after(range.start().into()) as u32,
            end: lexed.at_or_after(range.end().into()) as u32,
        }
    }

    fn words(&self, tokens: Tokens) -> Vec<&str> {
        (tokens.start..tokens.end)
            .filter(|&i| self.source.kind(i) == IDENT)
            .map(|i| self.source.word(i))
            .collect()
    }
}

/// A use of a watched name.
pub(crate) struct Use<'u, 'db> {
    /// The name as the tree has it.
    pub(crate) node: &'u SyntaxNode,
    /// All of it, with qualifier and template arguments.
    pub(crate) tokens: Tokens,
    /// Its unqualified name.
    pub(crate) name: &'u str,
    /// The token that is the unqualified name.
    pub(crate) last: u32,
    /// What it means.
    pub(crate) found: Found<'db>,
}

/// What is done about uses.
pub(crate) trait Visitor<'db> {
    /// Whether a name that reads as a type may be one of a variable or a function that the parser did not know. Watched names
    /// are never types.
    const TYPES: bool;

    /// A watched name is used.
    fn used(&mut self, used: &Use<'_, 'db>);

    /// Whether the body of a lambda-expression is none of the visitor's business.
    fn skips(&self, _lambda: &SyntaxNode) -> bool {
        false
    }

    /// A launch or a lambda begins. What this gives comes back at its end.
    fn mark(&self) -> usize {
        0
    }

    /// A declaration that ends in `;` begins.
    fn declaration(&mut self, _node: &SyntaxNode) {}

    /// What stands behind a lambda's captures for the front end alone.
    fn lambda_annotation(&mut self, _node: &SyntaxNode) {}

    /// An attribute-specifier of a lambda's call operator.
    fn lambda_attribute(&mut self, _node: &SyntaxNode) {}

    /// A lambda-expression, whose parts have been seen, is over.
    fn after_lambda(&mut self, _node: &SyntaxNode, _mark: usize) {}

    /// A launch, whose parts have been seen, is over.
    fn after_launch(&mut self, _node: &SyntaxNode, _mark: usize) {}
}

/// Walks through an item whose tree is `root`.
pub(crate) fn walk<'db, V: Visitor<'db>>(
    context: &Context<'_, 'db>,
    root: &SyntaxNode,
    visitor: &mut V,
) {
    let mut w = Walk {
        c: context,
        visitor,
        scopes: vec![FxHashMap::default()],
    };
    w.children(root);
}

struct Walk<'w, 'db, V> {
    c: &'w Context<'w, 'db>,
    visitor: &'w mut V,
    /// The watched names that each enclosing scope within the item declares, and what they mean there: none is something that
    /// is not watched.
    scopes: Vec<FxHashMap<String, Option<Found<'db>>>>,
}

impl<'db, V: Visitor<'db>> Walk<'_, 'db, V> {
    fn children(&mut self, node: &SyntaxNode) {
        for child in node.children() {
            self.node(&child);
        }
    }

    fn scoped(&mut self, node: &SyntaxNode) {
        self.scopes.push(FxHashMap::default());
        self.children(node);
        self.scopes.pop();
    }

    fn node(&mut self, node: &SyntaxNode) {
        match node.kind() {
            COMPOUND_STATEMENT | FUNCTION_TRY_BLOCK | CTOR_INITIALIZER => {
                let start = self.c.tokens(node).start;
                if !self.c.gone.iter().any(|g| g.contains(start)) {
                    self.scoped(node);
                }
            }
            FUNCTION_DEFINITION => {
                self.scopes.push(FxHashMap::default());
                // A member defined out of its class is in the class's scope.
                let declarator = node.children().find(|c| c.kind() == DECLARATOR);
                let id = declarator.and_then(|d| d.children().find(|c| c.kind() == DECLARATOR_ID));
                if let Some(q) =
                    id.and_then(|i| i.children().find(|c| c.kind() == NESTED_NAME_SPECIFIER))
                {
                    let path: Vec<_> = q.children_with_tokens().filter_map(own_word).collect();
                    let path: Vec<&str> = path.iter().map(|t| t.text()).collect();
                    self.inherit(&path);
                }
                self.children(node);
                self.scopes.pop();
            }
            TEMPLATE_DECLARATION | REQUIRES_EXPRESSION | FOR_STATEMENT | RANGE_FOR_STATEMENT
            | IF_STATEMENT | WHILE_STATEMENT | SWITCH_STATEMENT | HANDLER => self.scoped(node),
            LAMBDA_EXPRESSION => {
                if !self.visitor.skips(node) {
                    let mark = self.visitor.mark();
                    self.scoped(node);
                    self.visitor.after_lambda(node, mark);
                }
            }
            // The parameters of a definition are in scope in its body, those of any other declarator only there.
            PARAMETERS_AND_QUALIFIERS => {
                let declarator = node.parent();
                let of = declarator.and_then(|d| d.parent());
                if of.is_some_and(|n| n.kind() == FUNCTION_DEFINITION) {
                    self.children(node);
                } else {
                    self.scoped(node);
                }
            }
            CLASS_SPECIFIER => self.class(node),
            // The enumerators of a scoped enumeration are seen in it alone.
            ENUM_SPECIFIER
                if node
                    .children_with_tokens()
                    .any(|t| matches!(t.kind(), CLASS_KW | STRUCT_KW)) =>
            {
                self.scoped(node);
            }
            LAUNCH_EXPRESSION => {
                let mark = self.visitor.mark();
                self.children(node);
                self.visitor.after_launch(node, mark);
            }
            LAMBDA_ANNOTATION => self.visitor.lambda_annotation(node),
            ATTRIBUTE_SPECIFIER if node.parent().is_some_and(|p| p.kind() == LAMBDA_EXPRESSION) => {
                self.visitor.lambda_attribute(node);
            }
            ID_EXPRESSION => {
                self.name(node);
                self.children(node);
            }
            NAMED_TYPE => {
                if V::TYPES && may_be_expression(node) {
                    self.name(node);
                }
                self.children(node);
            }
            SIMPLE_DECLARATION => {
                self.visitor.declaration(node);
                self.children(node);
            }
            USING_DECLARATOR => self.using_declarator(node),
            // What a capture is made of stands outside of the lambda ([expr.prim.lambda.capture]/6).
            LAMBDA_INTRODUCER => {
                self.children(node);
                for capture in node.children().filter(|c| c.kind() == LAMBDA_CAPTURE) {
                    self.declare(&capture);
                }
            }
            // A parameter is in scope after its declarator, and so is a variable in its own initializer.
            DECLARATOR_ID
            | STRUCTURED_BINDING
            | TYPE_PARAMETER
            | TEMPLATE_TEMPLATE_PARAMETER
            | ENUMERATOR => {
                self.declare(node);
                self.children(node);
            }
            _ => self.children(node),
        }
    }

    fn class(&mut self, node: &SyntaxNode) {
        self.scopes.push(FxHashMap::default());
        self.members(node);
        for base in node
            .children()
            .filter(|c| c.kind() == BASE_CLAUSE)
            .flat_map(|c| c.children())
        {
            let class = base.descendants().find(|n| n.kind() == NAMED_TYPE);
            let Some(class) = class.filter(|c| !is_dependent(c)) else {
                continue;
            };
            if let Some(name) = identifier(&class) {
                self.inherit(&[name.text()]);
            }
        }
        self.children(node);
        self.scopes.pop();
    }

    /// A class's members are in scope in all of its body ([basic.scope.class]).
    fn members(&mut self, class: &SyntaxNode) {
        let Some(body) = class.children().find(|c| c.kind() == MEMBER_SPECIFICATION) else {
            return;
        };
        for member in body.children() {
            let mut inner = vec![member];
            while let Some(node) = inner.pop() {
                match node.kind() {
                    DECLARATOR_ID => self.declare(&node),
                    // A friend is none.
                    SIMPLE_DECLARATION | FUNCTION_DEFINITION if is_friend(&node) => {}
                    SIMPLE_DECLARATION | FUNCTION_DEFINITION | TEMPLATE_DECLARATION
                    | INIT_DECLARATOR | DECLARATOR | PAREN_DECLARATOR => {
                        inner.extend(node.children());
                    }
                    _ => {}
                }
            }
        }
    }

    /// `using N::x;` in a block: `x` is then that one, watched or not.
    fn using_declarator(&mut self, node: &SyntaxNode) {
        let tokens = self.c.tokens(node);
        let words = self.c.words(tokens);
        let Some((name, qualifier)) = words.split_last() else {
            return;
        };
        let rooted = self.c.source.kind(tokens.start) == COLON2;
        let resolver = self.c.resolver;
        if resolver.is_watched(name)
            && let Some(scope) = self.scopes.last_mut()
        {
            let found = resolver.resolve(qualifier, rooted, name);
            scope.insert((*name).to_owned(), found);
        }
    }

    /// Brings the members of a class that stands elsewhere into the current scope.
    fn inherit(&mut self, path: &[&str]) {
        let members = self.c.resolver.members(path);
        if let Some(scope) = self.scopes.last_mut() {
            scope.extend(members.iter().map(|m| (m.clone(), None)));
        }
    }

    fn declare(&mut self, node: &SyntaxNode) {
        // `int N::x` declares nothing new here, and a capture without initializer names what is outside.
        let qualified = node.children().any(|c| c.kind() == NESTED_NAME_SPECIFIER);
        let of = node.ancestors().skip(1);
        let friend = of
            .skip_while(|n| matches!(n.kind(), DECLARATOR | PAREN_DECLARATOR | INIT_DECLARATOR))
            .take(1)
            .any(|n| is_friend(&n));
        if qualified || friend || node.kind() == LAMBDA_CAPTURE && node.children().next().is_none()
        {
            return;
        }
        for t in node
            .children_with_tokens()
            .filter_map(SyntaxElement::into_token)
            .filter(|t| t.kind() == IDENT)
        {
            let managed = self.c.managed.iter().any(|m| m == t.text());
            if !managed && !self.c.resolver.is_watched(t.text()) {
                continue;
            }
            let outer = names_outer_entity(node);
            if (managed || !outer)
                && let Some(scope) = self.scopes.last_mut()
            {
                let found = outer.then(|| self.c.resolver.managed_here());
                scope.insert(t.text().to_owned(), found);
            }
        }
    }

    /// An id-expression, or a name that reads as a type.
    fn name(&mut self, node: &SyntaxNode) {
        let tokens = self.c.tokens(node);
        let Some(ident) = identifier(node) else {
            return;
        };
        let name = ident.text();
        let resolver = self.c.resolver;
        let local = self.scopes.iter().rev().find_map(|s| s.get(name).copied());
        if !resolver.is_watched(name) && !matches!(local, Some(Some(_))) {
            return;
        }
        let start = ident.text_range().start().into();
        let last = self.c.source.lexed.at_or_after(start) as u32;
        let qualifier = self.c.words(Tokens {
            end: last,
            ..tokens
        });
        let rooted = tokens.start < last && self.c.source.kind(tokens.start) == COLON2;
        let found = match local {
            Some(local) if qualifier.is_empty() && !rooted => local,
            _ => resolver.resolve(&qualifier, rooted, name),
        };
        let Some(found) = found else {
            return;
        };
        if node.kind() == NAMED_TYPE && resolver.is_ambiguous(name) {
            return;
        }
        self.visitor.used(&Use {
            node,
            tokens,
            name,
            last,
            found,
        });
    }
}

/// Whether a declaration is a friend's, whose name is not one of the class ([namespace.memdef]/3).
fn is_friend(declaration: &SyntaxNode) -> bool {
    declaration
        .children()
        .filter(|c| c.kind() == DECL_SPECIFIER_SEQ)
        .flat_map(|c| c.children_with_tokens())
        .any(|s| s.kind() == FRIEND_KW)
}

/// Whether a base class depends on the parameters of a template around it: names are not looked for in it then
/// ([temp.dep.type], [class.member.lookup]).
fn is_dependent(class: &SyntaxNode) -> bool {
    let mentions = |name: &str| {
        class
            .descendants_with_tokens()
            .filter_map(SyntaxElement::into_token)
            .any(|t| t.kind() == IDENT && t.text() == name)
    };
    class
        .ancestors()
        .filter(|a| a.kind() == TEMPLATE_DECLARATION)
        .flat_map(|a| a.children())
        .filter(|c| c.kind() == TEMPLATE_PARAMETER_LIST)
        .flat_map(|list| list.children())
        .filter_map(|parameter| match parameter.kind() {
            TYPE_PARAMETER | TEMPLATE_TEMPLATE_PARAMETER => Some(parameter),
            _ => parameter.descendants().find(|n| n.kind() == DECLARATOR_ID),
        })
        .flat_map(|named| named.children_with_tokens())
        .filter_map(SyntaxElement::into_token)
        .any(|t| t.kind() == IDENT && mentions(t.text()))
}

/// Whether a type's name is all that there is of a template argument, an operand or a parameter: it may be an expression then.
fn may_be_expression(node: &SyntaxNode) -> bool {
    let alone = |n: &SyntaxNode| n.children_with_tokens().count() == 1;
    let Some(specifiers) = node.parent().filter(|p| p.kind() == DECL_SPECIFIER_SEQ) else {
        return false;
    };
    let of = specifiers.parent();
    alone(&specifiers)
        && of.is_some_and(|o| matches!(o.kind(), TYPE_ID | PARAMETER_DECLARATION) && alone(&o))
}

/// Whether a declarator names what is declared in the namespace around the item: the item's own name, which the resolver
/// knows, or a block's `extern` declaration.
fn names_outer_entity(id: &SyntaxNode) -> bool {
    if id.kind() != DECLARATOR_ID {
        return false;
    }
    let mut at = id.parent();
    while let Some(node) = &at {
        match node.kind() {
            DECLARATOR | PAREN_DECLARATOR | INIT_DECLARATOR => at = node.parent(),
            _ => break,
        }
    }
    let Some(declaration) =
        at.filter(|n| matches!(n.kind(), SIMPLE_DECLARATION | FUNCTION_DEFINITION))
    else {
        return false;
    };
    let mut specifiers = declaration
        .children()
        .filter(|c| c.kind() == DECL_SPECIFIER_SEQ)
        .flat_map(|c| c.children_with_tokens());
    let is_extern = specifiers.any(|s| match s {
        SyntaxElement::Token(t) => t.kind() == EXTERN_KW,
        // No kernel belongs to a block.
        SyntaxElement::Node(n) => {
            n.kind() == ATTRIBUTE_SPECIFIER
                && n.descendants_with_tokens()
                    .filter_map(SyntaxElement::into_token)
                    .any(|t| t.text().trim_matches('_') == "global")
        }
    });
    is_extern
        || declaration.ancestors().skip(1).all(|a| {
            !matches!(
                a.kind(),
                MEMBER_SPECIFICATION | COMPOUND_STATEMENT | LAMBDA_EXPRESSION
            )
        })
}

/// The identifier of one part of a nested-name-specifier, without template arguments.
fn own_word(part: SyntaxElement) -> Option<SyntaxToken> {
    match part {
        SyntaxElement::Token(t) => Some(t).filter(|t| t.kind() == IDENT),
        SyntaxElement::Node(n) => n
            .children_with_tokens()
            .filter_map(SyntaxElement::into_token)
            .find(|t| t.kind() == IDENT),
    }
}

/// The unqualified identifier of a name: the last one outside template arguments.
fn identifier(node: &SyntaxNode) -> Option<SyntaxToken> {
    let holder = node
        .children()
        .find(|c| c.kind() == TEMPLATE_ID)
        .unwrap_or_else(|| node.clone());
    holder
        .children_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .find(|t| t.kind() == IDENT)
}
