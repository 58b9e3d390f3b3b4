//! The unqualified names that an item uses, each with the scope in the item where it stands, as the tree has them. Nothing here
//! looks a name up.
//!
//! Granularity: [`name_uses`] per item.

use cleave_base_db::Db;
use cleave_names::{ItemNode, declarations, flat_bodies, flat_tree, lexed};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::ast::{self, AstNode};
use cleave_syntax::flat::Node;
use cleave_syntax::lexer::Lexed;
use rustc_hash::FxHashSet;

/// One unqualified name where only something declared before can be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Use {
    pub(super) token: u32,
    pub(super) name: String,
    /// A type's name. The reference complains about each, but only once in a scope about others.
    pub(super) ty: bool,
    /// Of a called function: its arguments' types may find it.
    pub(super) callee: bool,
    /// It has template arguments, and can only be a type's name. The reference complains about each, in its own words.
    pub(super) template: bool,
    /// It is a template argument by itself: the template's name, and the argument's number.
    pub(super) argument: Option<(String, u32)>,
    /// The scope within the item, an index into [`NameUses::scopes`]; 0 is the namespace.
    pub(super) scope: u32,
}

/// The names that an item uses, and those that it spells for any other reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NameUses {
    pub(super) uses: Box<[Use]>,
    /// For each scope its parent.
    pub(super) scopes: Box<[u32]>,
    pub(super) others: Box<[String]>,
    /// Nothing but namespaces and the item itself declare what it uses: it has no bases, no using-declarations, and is no
    /// member of a class outside of it.
    pub(super) plain: bool,
}

#[salsa::tracked]
pub(super) fn name_uses<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> NameUses {
    let text = item.text(db).as_str();
    let lexed = lexed(db, item);
    let (parse, tree) = (flat_bodies(db, item), flat_tree(db, item));
    let mut c = Collector {
        text,
        lexed,
        uses: Vec::new(),
        scopes: vec![0],
        plain: declarations(db, item)
            .iter()
            .all(|d| d.qualifier.is_empty()),
    };
    if parse.errors.is_empty() {
        c.children(tree.root(), 0, false);
    }
    let used: FxHashSet<u32> = c.uses.iter().map(|u| u.token).collect();
    let mut others: Vec<String> = (0..lexed.len() as u32)
        .filter(|i| lexed.kind(*i as usize) == IDENT && !used.contains(i))
        .map(|i| lexed.text(text, i as usize).to_owned())
        .collect();
    others.sort();
    others.dedup();
    NameUses {
        uses: c.uses.into(),
        scopes: c.scopes.into(),
        others: others.into(),
        plain: c.plain,
    }
}

struct Collector<'t> {
    text: &'t str,
    lexed: &'t Lexed,
    uses: Vec<Use>,
    scopes: Vec<u32>,
    plain: bool,
}

impl Collector<'_> {
    fn children(&mut self, node: Node<'_>, scope: u32, dependent: bool) {
        for child in node.children() {
            self.node(child, scope, dependent);
        }
    }

    fn node(&mut self, node: Node<'_>, scope: u32, dependent: bool) {
        let mut dependent = dependent;
        let mut scope = scope;
        match node.kind() {
            // Names that are looked up in their own way, or not at all.
            ATTRIBUTE_SPECIFIER
            | ASM_DECLARATION
            | BUILTIN_EXPRESSION
            | TYPE_TRAIT_EXPRESSION
            | REQUIRES_EXPRESSION
            | REQUIRES_CLAUSE
            | CONCEPT_DEFINITION
            | ERROR
            | BASE_CLAUSE
            | USING_DECLARATION
            | USING_DIRECTIVE
            | NAMESPACE_ALIAS_DEFINITION
            | TYPE_TRANSFORM
            | DEDUCTION_GUIDE
            | TYPE_CONSTRAINT
            | NESTED_NAME_SPECIFIER
            | DECLARATOR_ID => {
                self.plain &= !matches!(
                    node.kind(),
                    BASE_CLAUSE | USING_DECLARATION | USING_DIRECTIVE | NAMESPACE_ALIAS_DEFINITION
                );
                return;
            }
            USING_ENUM_DECLARATION => self.plain = false,
            MEM_INITIALIZER => {
                for c in node.children().filter(|c| c.kind() != NAMED_TYPE) {
                    self.node(c, scope, dependent);
                }
                return;
            }
            CALL_EXPRESSION | LAUNCH_EXPRESSION => {
                let callee = node.children().next();
                let literal = node
                    .child(ARGUMENT_LIST)
                    .is_some_and(|list| list.children().all(|a| a.kind() == LITERAL));
                // Argument-dependent lookup may find it when the template is instantiated.
                let open = dependent && !literal;
                for c in node.children() {
                    if Some(&c) != callee.as_ref() || c.kind() != ID_EXPRESSION {
                        self.node(c, scope, dependent);
                    } else {
                        let role = if literal { Role::Value } else { Role::Callee };
                        if !open {
                            self.used(c, scope, role);
                        }
                        self.children(c, scope, dependent);
                    }
                }
                return;
            }
            ID_EXPRESSION => self.used(node, scope, Role::Value),
            LAMBDA_CAPTURE if node.children().next().is_none() => {
                self.captured(node, scope);
                return;
            }
            NAMED_TYPE => {
                self.used(node, scope, Role::Type);
                self.templated(node, scope);
            }
            COMPOUND_STATEMENT | RANGE_FOR_STATEMENT | HANDLER | CLASS_SPECIFIER => {
                scope = self.open(scope);
            }
            FOR_STATEMENT | IF_STATEMENT | WHILE_STATEMENT | SWITCH_STATEMENT | DO_STATEMENT => {
                if declares(node) {
                    scope = self.open(scope);
                }
                for c in node.children() {
                    let part = matches!(c.kind(), CONDITION | INIT_STATEMENT | FOR_STEP)
                        || ast::Expr::can_cast(c.kind());
                    let inner = if part { scope } else { self.open(scope) };
                    self.node(c, inner, dependent);
                }
                return;
            }
            FUNCTION_DEFINITION | LAMBDA_EXPRESSION => {
                scope = self.open(scope);
                dependent |= node
                    .descendants()
                    .filter(|n| n.kind() == PARAMETER_CLAUSE)
                    .any(|p| p.descendants().any(|n| n.has(AUTO_KW)));
            }
            TEMPLATE_DECLARATION => {
                // Default arguments of parameters are no part of what follows.
                for c in node.children() {
                    let inner = self.open(scope);
                    self.node(c, inner, true);
                }
                return;
            }
            _ => {}
        }
        self.children(node, scope, dependent);
    }

    /// A name in a capture-list. The reference complains about each.
    fn captured(&mut self, node: Node<'_>, scope: u32) {
        let (start, end) = ends(node);
        let expands = (start..end).any(|i| self.lexed.kind(i) == ELLIPSIS);
        let name = (start..end).find(|&i| self.lexed.kind(i) == IDENT);
        if let Some(token) = name.filter(|_| !expands) {
            self.reported_each_time(token, scope, false);
        }
    }

    /// A name that the reference complains about wherever it stands.
    fn reported_each_time(&mut self, token: usize, scope: u32, template: bool) {
        self.uses.push(Use {
            token: token as u32,
            name: self.lexed.text(self.text, token).to_owned(),
            ty: true,
            callee: false,
            template,
            argument: None,
            scope,
        });
    }

    /// An unqualified name with template arguments where nothing but a type may stand. What begins a statement or a parameter may
    /// be an expression, and the reference takes it for one.
    fn templated(&mut self, node: Node<'_>, scope: u32) {
        let (token, end) = ends(node);
        let named = token + 1 < end
            && self.lexed.kind(token) == IDENT
            && self.lexed.kind(token + 1) == LT
            && node.child(NESTED_NAME_SPECIFIER).is_none();
        let name = self.lexed.text(self.text, token);
        if named && !cleave_syntax::is_implementation_name(name) && is_certain_type(node) {
            self.reported_each_time(token, scope, true);
        }
    }

    fn open(&mut self, parent: u32) -> u32 {
        self.scopes.push(parent);
        self.scopes.len() as u32 - 1
    }

    fn used(&mut self, node: Node<'_>, scope: u32, role: Role) {
        let ty = role == Role::Type;
        let (token, end) = ends(node);
        let name = self.lexed.text(self.text, token);
        let own = cleave_syntax::is_implementation_name(name);
        if end == token + 1 && self.lexed.kind(token) == IDENT && !own {
            self.uses.push(Use {
                token: token as u32,
                name: name.to_owned(),
                ty,
                callee: role == Role::Callee,
                template: false,
                argument: template_argument(node),
                scope,
            });
        }
    }
}

/// The tokens of a node, as they are counted in the text.
fn ends(node: Node<'_>) -> (usize, usize) {
    let tokens = node.tokens();
    (tokens.start as usize, tokens.end as usize)
}

/// Whether the place of a type's name tells that it is one: behind another specifier, in an alias, or in a declaration at
/// namespace or class level.
fn is_certain_type(name: Node<'_>) -> bool {
    let Some(parent) = name.parent() else {
        return false;
    };
    let Some(owner) = parent.parent() else {
        return false;
    };
    match parent.kind() {
        DECL_SPECIFIER_SEQ => {
            let first = parent.tokens().start == name.tokens().start;
            let around = owner
                .ancestors()
                .find(|n| matches!(n.kind(), COMPOUND_STATEMENT | CLASS_SPECIFIER));
            let in_block = around.is_some_and(|n| n.kind() == COMPOUND_STATEMENT);
            match owner.kind() {
                SIMPLE_DECLARATION | FUNCTION_DEFINITION => !(first && in_block),
                PARAMETER_DECLARATION => !first,
                TYPE_ID => owner
                    .parent()
                    .is_some_and(|o| o.kind() == ALIAS_DECLARATION),
                _ => false,
            }
        }
        _ => false,
    }
}

/// The template's name and the number of the argument, if a type's name is all of a template argument.
fn template_argument(name: Node<'_>) -> Option<(String, u32)> {
    let mut node = name;
    if node.kind() != NAMED_TYPE {
        return None;
    }
    let list = loop {
        let parent = node.parent()?;
        match parent.kind() {
            TEMPLATE_ARGUMENT_LIST => break parent,
            DECL_SPECIFIER_SEQ | TYPE_ID if parent.tokens() == node.tokens() => {}
            _ => return None,
        }
        node = parent;
    };
    let number = list.children().position(|c| c == node)?;
    let template = list.parent()?.first_token()?;
    Some((template.text().to_owned(), number as u32))
}

/// What a name is used as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Value,
    Callee,
    Type,
}

/// Whether a statement declares something in its parentheses, and so is a scope.
fn declares(statement: Node<'_>) -> bool {
    let declaration = |n: Node<'_>| {
        n.kind() == CONDITION_DECLARATION
            || n.parent().is_some_and(|p| p.kind() == INIT_STATEMENT)
                && n.kind() != EXPRESSION_STATEMENT
    };
    (statement.children())
        .filter(|c| matches!(c.kind(), CONDITION | INIT_STATEMENT))
        .any(|c| c.children().any(declaration))
}
