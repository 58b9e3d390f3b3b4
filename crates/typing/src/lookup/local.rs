//! Declarations of blocks as seen by what a block declares: members of local classes see the types, functions and enumerators
//! that blocks around them declared before ([class.local]).

use cleave_base_db::Db;
use cleave_hir::{Code, Condition, DeclId, DeclKind, Expr, ExprId, Init, Stmt, StmtId, body_hir};

use crate::DeclRef;
use crate::code::params::function_ref;
use crate::code::regions::operator_of;
use crate::code::unexpanded;
use crate::code::{NameKey, Node};

/// The declarations of a name that blocks around a local declaration made before it, innermost block first.
pub(crate) fn visible<'db>(
    db: &'db dyn Db,
    decl: DeclRef<'db>,
    key: &NameKey,
) -> Vec<DeclRef<'db>> {
    let Some(code) = decl.code(db).code(db) else {
        return Vec::new();
    };
    let named = |d: &DeclRef<'db>| d.key(db).as_ref() == Some(key);
    let mut out: Vec<DeclRef<'db>> = Vec::new();
    for d in surroundings(db, decl).iter().rev() {
        // The parameters of a lambda hide what is outside of it.
        if d.closure(db).is_some() {
            match parameter(db, *d, key).is_some() {
                true => break,
                false => continue,
            }
        }
        if named(d) && !out.contains(d) {
            out.push(*d);
        }
        if let Some(DeclKind::Enum(e)) = d.hir(db).map(|d| &d.kind)
            && !e.scoped
        {
            for id in e.enumerators.iter().flatten() {
                let enumerator = DeclRef::at(db, decl.code(db), *id);
                if NameKey::of(&code[*id].name).as_ref() == Some(key) {
                    out.push(enumerator);
                }
            }
        }
        if out.first().is_some_and(|f| !f.is_function(db)) {
            break;
        }
    }
    out
}

/// The number of a function's parameter of some name.
pub(crate) fn parameter<'db>(
    db: &'db dyn Db,
    function: DeclRef<'db>,
    key: &NameKey,
) -> Option<usize> {
    let (name, code) = (key.ident()?, function.code(db).code(db)?);
    let mut params = function_ref(db, function)?.params.iter();
    params.position(|p| code[*p].name.as_ref() == Some(name))
}

/// The declarations that blocks around a local declaration or a lambda made before it or with it, outermost first, among them the
/// call operators of the lambdas that the blocks are of.
#[salsa::tracked(returns(deref))]
pub(crate) fn surroundings<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Box<[DeclRef<'db>]> {
    let _level = crate::engine::depth::Level::enter();
    let code_ref = decl.code(db);
    let target = match decl.node(db) {
        Node::Decl(decl) => Target::Decl(decl),
        Node::Lambda(e) => Target::Expr(e),
        Node::Elaborated(_) => return Box::default(),
    };
    let Some(body) = code_ref.body else {
        return Box::default();
    };
    let Some(body) = body_hir(db, code_ref.item, body) else {
        return Box::default();
    };
    let code = &body.code;
    let function = match &body.root {
        cleave_hir::BodyRoot::Function { block, .. } => Some(*block),
        cleave_hir::BodyRoot::Init(_) => None,
    };
    // Blocks of lambdas and statement expressions, wherever they stand; outer ones are tried first.
    let inner: Vec<(ExprId, StmtId)> = (code.exprs.iter())
        .filter_map(|(e, expr)| match expr {
            Expr::Lambda(lambda) => Some((e, lambda.body)),
            Expr::Statements(block) => Some((e, *block)),
            _ => None,
        })
        .collect();
    // From the declaration outwards: each block's path, and then the path to the expression that holds the block.
    let at = |d: DeclId| DeclRef::at(db, code_ref, d);
    let mut out: Vec<DeclRef<'db>> = Vec::new();
    let mut target = target;
    for _ in 0..=inner.len() {
        let root = function.and_then(|root| path_to(code, root, target));
        let (found, around) = match root {
            Some(found) => (found, None),
            None => {
                let mut held = (inner.iter())
                    .filter_map(|&(e, block)| Some((path_to(code, block, target)?, Some(e))));
                match held.next() {
                    Some(found) => found,
                    None => break,
                }
            }
        };
        out.splice(0..0, found.into_iter().map(at));
        let Some(e) = around else { break };
        if let Expr::Lambda(_) = code[e] {
            out.splice(0..0, operator_of(db, code_ref, e));
        }
        target = Target::Expr(e);
    }
    out.into()
}

/// What is looked for among statements.
#[derive(Clone, Copy, PartialEq)]
enum Target {
    Decl(DeclId),
    Expr(ExprId),
}

/// Whether an expression is, or holds, another one; what lambdas and statement expressions hold is not looked at.
fn holds(code: &Code, expr: ExprId, target: ExprId) -> bool {
    let wanted = &code[target];
    let mut found = false;
    unexpanded::expr_parts_of(code, expr, &mut |seen| {
        if let unexpanded::Seen::Expr(e) = seen {
            found |= std::ptr::eq(e, wanted);
        }
    });
    found
}

/// The expressions that stand directly in a statement.
fn exprs_of(code: &Code, stmt: StmtId) -> Vec<ExprId> {
    let init = |decl: DeclId| match &code[decl].kind {
        DeclKind::Variable(v) => Some(&v.init),
        DeclKind::StructuredBinding { init, .. } => Some(init),
        _ => None,
    };
    let value = |init: &Init| match init {
        Init::Equal(e) | Init::Brace(e) => vec![*e],
        Init::Paren(all) => all.to_vec(),
        Init::None | Init::Elsewhere => Vec::new(),
    };
    let of = |condition: &Condition| match condition {
        Condition::Expr(e) => vec![*e],
        Condition::Decl(decl) => init(*decl).map(value).unwrap_or_default(),
    };
    match &code[stmt] {
        Stmt::Expr(e) | Stmt::ComputedGoto(e) => vec![*e],
        Stmt::Return { value, .. } => value.iter().copied().collect(),
        Stmt::Decl(all) => (all.iter().filter_map(|&d| init(d)))
            .flat_map(value)
            .collect(),
        Stmt::If { condition, .. } => condition.iter().flat_map(of).collect(),
        Stmt::Switch { condition, .. } | Stmt::While { condition, .. } => of(condition),
        Stmt::Do { condition, .. } => vec![*condition],
        Stmt::For {
            condition, step, ..
        } => (condition.iter().flat_map(of))
            .chain(step.iter().copied())
            .collect(),
        Stmt::RangeFor { range, .. } => vec![*range],
        _ => Vec::new(),
    }
}

/// What is declared on the way from a block to a declaration or an expression in it.
fn path_to(code: &Code, root: StmtId, target: Target) -> Option<Vec<DeclId>> {
    enum Step {
        Enter(StmtId),
        Leave(usize),
    }
    let mut declared: Vec<DeclId> = Vec::new();
    let mut stack = vec![Step::Enter(root)];
    while let Some(step) = stack.pop() {
        let stmt = match step {
            Step::Leave(len) => {
                declared.truncate(len);
                continue;
            }
            Step::Enter(stmt) => stmt,
        };
        let mut inner: Vec<StmtId> = Vec::new();
        match &code[stmt] {
            Stmt::Decl(all) => {
                for &decl in all {
                    // A typedef-name is declared behind the type that it stands for ([basic.scope.pdecl]/1, 3).
                    let is_target = Target::Decl(decl) == target;
                    if !is_target || !matches!(code[decl].kind, DeclKind::Alias(_)) {
                        declared.push(decl);
                    }
                    if is_target {
                        return Some(declared);
                    }
                }
            }
            Stmt::Block(all) => inner.extend(all.iter().copied()),
            Stmt::If {
                init,
                then,
                otherwise,
                ..
            } => {
                inner.extend(*init);
                inner.push(*then);
                inner.extend(*otherwise);
            }
            Stmt::Switch { init, body, .. } => {
                inner.extend(*init);
                inner.push(*body);
            }
            Stmt::For { init, body, .. } | Stmt::RangeFor { init, body, .. } => {
                inner.extend(*init);
                inner.push(*body);
            }
            Stmt::While { body, .. } | Stmt::Do { body, .. } => inner.push(*body),
            Stmt::Case { body, .. } | Stmt::Default(body) | Stmt::Label(_, body) => {
                // What follows a label is in the block around it.
                stack.push(Step::Enter(*body));
                continue;
            }
            Stmt::Try { body, handlers } => {
                inner.push(*body);
                inner.extend(handlers.iter().map(|h| h.body));
            }
            _ => {}
        }
        if let Target::Expr(wanted) = target
            && exprs_of(code, stmt)
                .into_iter()
                .any(|e| holds(code, e, wanted))
        {
            return Some(declared);
        }
        if !inner.is_empty() {
            stack.push(Step::Leave(declared.len()));
            stack.extend(inner.into_iter().rev().map(Step::Enter));
        }
    }
    None
}
