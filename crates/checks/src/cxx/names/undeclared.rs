//! Which of the identifiers that lookup did not find are reported: the reference declares a name in the scope where it has
//! complained about it ([basic.scope]). Whether a name is found is the semantic core's question, not this module's.
//!
//! Granularity: [`undefined_uses`] per item; [`first_reports`] is asked for a whole file, and the same while no item gains or
//! loses a name that is not found.

use cleave_base_db::{Db, SourceFile};
use cleave_codes::codes;
use cleave_names::{ItemNode, ScopePath, flat_bodies, flat_tree, item_id_of_node, user_items};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::ast::{self, AstNode};
use cleave_syntax::flat::{FlatTree, Node};
use cleave_typing::{program, takes_value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cxx::names::spelling::plain_spelling;
use crate::engine::broken::Broken;
use crate::engine::nodes::block_or_class;
use crate::engine::problems::is_in_own_file;
use crate::engine::source::Source;
use crate::{Arg, Extent, Finding};

/// An identifier that lookup did not find.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Use {
    token: u32,
    name: String,
    role: Role,
    /// In the initializer of a member, which is read when its class is complete ([class.mem]/6).
    late: bool,
    /// The scopes of the item around it, the innermost first, by their tokens.
    scopes: Box<[(u32, u32)]>,
}

/// How an identifier is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// As a value. The reference complains once in a scope.
    Value,
    /// As a type. The reference complains each time, and says of a name that it has declared that it is no type's.
    Type,
    /// As a capture. The reference complains each time.
    Capture,
    /// As a template that makes a type. The reference complains in words of its own.
    Template,
}

/// What lookup did not find in an item, in the order of the text.
#[salsa::tracked(returns(deref))]
fn undefined_uses<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Box<[Use]> {
    let own = item_id_of_node(db, item);
    let broken = Broken::by(&flat_bodies(db, item).errors);
    // What goes wrong in instances is no use of the item's.
    let mut tokens: Vec<u32> = program::problems(db, own, Extent::Needed)
        .found
        .iter()
        .filter(|p| p.code == codes::UNDEFINED_IDENTIFIER && p.contexts.is_empty())
        .filter_map(|p| program::token(db, p))
        .filter(|(item, _)| *item == own)
        .map(|(_, token)| token)
        .filter(|&token| !broken.skips(token))
        .collect();
    tokens.sort_unstable();
    tokens.dedup();
    let tree = flat_tree(db, item);
    let uses = tokens.iter().map(|&token| read(db, item, &tree, token));
    uses.collect()
}

/// How and where an identifier of an item is used.
fn read<'db>(db: &'db dyn Db, item: ItemNode<'db>, tree: &FlatTree<'_>, token: u32) -> Use {
    let found = tree.token(token);
    let name = found.map(|t| t.text()).unwrap_or_default().to_owned();
    let mut around = found.into_iter().flat_map(|t| t.parent_ancestors());
    let used = around.find(|n| n.kind() != TEMPLATE_ID);
    let role = used.map_or(Role::Value, |node| role(db, item, node));
    if role == Role::Value && used.is_some_and(is_template) {
        // What looks like a parameter is an initialiser for the reference.
        around.find(|n| !is_of_parameters(*n));
    }
    let mut scopes = Vec::new();
    let mut inner = None;
    let mut late = false;
    for node in around {
        late |= node.kind() == INIT_DECLARATOR && is_member(node);
        if inner.is_some_and(|inner| is_scope_in(inner, node)) {
            scopes.extend(inner.map(ends));
        }
        if is_scope(node) {
            scopes.push(ends(node));
        }
        inner = Some(node);
    }
    scopes.dedup();
    Use {
        token,
        name,
        role,
        late,
        scopes: scopes.into(),
    }
}

/// For each name that nothing declares and namespace where it is used as a value: the first item that does so.
#[salsa::tracked(returns(ref))]
fn first_reports<'db>(
    db: &'db dyn Db,
    file: SourceFile,
) -> FxHashMap<(ScopePath<'db>, String), ItemNode<'db>> {
    let mut out = FxHashMap::default();
    for &item in user_items(db, file) {
        if !is_in_own_file(db, item) {
            continue;
        }
        for u in undefined_uses(db, item) {
            if u.role == Role::Value && u.scopes.is_empty() {
                out.entry((item.scope(db), u.name.clone())).or_insert(item);
            }
        }
    }
    out
}

/// Which of the findings about identifiers that lookup did not find are reported, in their order.
pub(crate) fn reported<'db>(s: &Source<'db>, found: Vec<Finding<'db>>) -> Vec<Finding<'db>> {
    if found.is_empty() {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|&i| found[i].at);
    // Which names are declared in a scope, and whether only where its class is complete.
    let mut inside: FxHashMap<((u32, u32), String), bool> = FxHashMap::default();
    let mut here: FxHashSet<String> = FxHashSet::default();
    let mut roles: FxHashMap<usize, (Role, bool)> = FxHashMap::default();
    let mut last = None;
    let tree = s.tree();
    let broken = Broken::by(&flat_bodies(s.db, s.item).errors);
    for i in order {
        let u = read(s.db, s.item, tree, found[i].at);
        if broken.skips(u.token) {
            continue;
        }
        if last.replace(u.token) == Some(u.token) {
            continue;
        }
        let early = |&scope: &_| match inside.get(&(scope, u.name.clone())) {
            Some(late) => !late || u.late || u.role == Role::Value,
            None => false,
        };
        let known =
            here.contains(&u.name) || u.scopes.iter().any(early) || is_reported_before(s, &u.name);
        if known && !matches!(u.role, Role::Type | Role::Capture) {
            continue;
        }
        roles.insert(i, (u.role, known));
        match (u.role, u.scopes.first()) {
            (Role::Value, Some(&scope)) => drop(inside.insert((scope, u.name), u.late)),
            (Role::Value, None) => drop(here.insert(u.name)),
            _ => {}
        }
    }
    let kept = found.into_iter().enumerate();
    kept.filter_map(|(i, mut finding)| match roles.get(&i)? {
        (Role::Type, true) => {
            let entity = Arg::Entity {
                kind: "",
                name: plain_spelling(s.word(finding.at)).into_owned(),
            };
            Some(Finding::new(codes::NOT_A_TYPE_NAME { entity }, finding.at))
        }
        (Role::Template, _) => {
            let name = plain_spelling(s.word(finding.at)).into_owned();
            Some(Finding::new(
                codes::NOT_A_TEMPLATE {
                    name: Arg::Text(name),
                },
                finding.at,
            ))
        }
        _ => {
            finding.reported_at = end_of_call(s, finding.at).or(finding.reported_at);
            Some(finding)
        }
    })
    .collect()
}

/// Of a function that is called by its name the last token of the call: the arguments may bring it ([basic.lookup.argdep]), so that they
/// are read before it is missed.
fn end_of_call(s: &Source<'_>, callee: u32) -> Option<u32> {
    let mut around = s.tree().token(callee)?.parent_ancestors();
    let name = around.next().filter(|n| n.kind() == ID_EXPRESSION)?;
    let call = around.next().filter(|n| n.kind() == CALL_EXPRESSION)?;
    let is_callee = call.tokens().start == callee && name.tokens().end == callee + 1;
    is_callee.then(|| call.tokens().end - 1)
}

/// Whether an item before this one has declared the name by an error, in a namespace around.
fn is_reported_before(s: &Source<'_>, name: &str) -> bool {
    let first = first_reports(s.db, s.file);
    let around = std::iter::successors(Some(s.item.scope(s.db)), |scope| scope.parent(s.db));
    (around.filter_map(|scope| first.get(&(scope, name.to_owned()))))
        .any(|item| item.index(s.db) < s.item.index(s.db))
}

fn role<'db>(db: &'db dyn Db, item: ItemNode<'db>, node: Node<'_>) -> Role {
    match node.kind() {
        NAMED_TYPE if is_template(node) => match is_certain_type(node) {
            true => Role::Template,
            false => Role::Value,
        },
        NAMED_TYPE => {
            let own = item_id_of_node(db, item);
            let value = template_argument(node)
                .is_some_and(|(template, number)| takes_value(db, own, &template, number));
            match value {
                true => Role::Value,
                false => Role::Type,
            }
        }
        LAMBDA_CAPTURE => Role::Capture,
        _ => Role::Value,
    }
}

/// The tokens of a node, as they are counted in the text.
fn ends(node: Node<'_>) -> (u32, u32) {
    let tokens = node.tokens();
    (tokens.start, tokens.end)
}

/// Whether a name has template arguments.
fn is_template(name: Node<'_>) -> bool {
    name.kind() == NAMED_TYPE && name.child(TEMPLATE_ID).is_some()
}

/// Whether a node is what stands around a parameter's type up to the function.
fn is_of_parameters(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        DECL_SPECIFIER_SEQ
            | PARAMETER_DECLARATION
            | PARAMETER_CLAUSE
            | PARAMETERS_AND_QUALIFIERS
            | DECLARATOR
            | FUNCTION_DEFINITION
    )
}

/// Whether a node is a scope ([basic.scope.block], [basic.scope.class], [basic.scope.param]).
fn is_scope(node: Node<'_>) -> bool {
    match node.kind() {
        COMPOUND_STATEMENT | RANGE_FOR_STATEMENT | HANDLER | CLASS_SPECIFIER
        | FUNCTION_DEFINITION | LAMBDA_EXPRESSION => true,
        FOR_STATEMENT | IF_STATEMENT | WHILE_STATEMENT | SWITCH_STATEMENT | DO_STATEMENT => {
            declares(node)
        }
        _ => false,
    }
}

/// Whether a node is a scope because of the one around it: a substatement ([stmt.pre]/2), or what a template's head governs
/// ([basic.scope.temp]).
fn is_scope_in(node: Node<'_>, parent: Node<'_>) -> bool {
    match parent.kind() {
        TEMPLATE_DECLARATION => true,
        FOR_STATEMENT | IF_STATEMENT | WHILE_STATEMENT | SWITCH_STATEMENT | DO_STATEMENT => {
            let part = matches!(node.kind(), CONDITION | INIT_STATEMENT | FOR_STEP);
            !part && !ast::Expr::can_cast(node.kind())
        }
        _ => false,
    }
}

/// Whether an init-declarator is that of a member.
fn is_member(declarator: Node<'_>) -> bool {
    let declaration = declarator.parent();
    (declaration.and_then(|d| d.parent())).is_some_and(|p| p.kind() == MEMBER_SPECIFICATION)
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
        BASE_SPECIFIER => return true,
        DECL_SPECIFIER_SEQ => {}
        _ => return false,
    }
    let first = parent.tokens().start == name.tokens().start;
    let in_block = block_or_class(owner) == Some(COMPOUND_STATEMENT);
    match owner.kind() {
        SIMPLE_DECLARATION | FUNCTION_DEFINITION => !(first && in_block),
        PARAMETER_DECLARATION => !first,
        TYPE_ID => (owner.parent()).is_some_and(|o| o.kind() == ALIAS_DECLARATION),
        _ => false,
    }
}

/// The template's name and the number of the argument, if a type's name is all of a template argument.
fn template_argument(name: Node<'_>) -> Option<(String, u32)> {
    let mut node = name;
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
