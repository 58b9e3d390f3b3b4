//! Declarations of blocks as seen by what a block declares: members of local classes see the types, functions and enumerators
//! that blocks around them declared before ([class.local]).

use cleave_base_db::Db;
use cleave_hir::{Code, DeclId, DeclKind, Expr, Stmt, StmtId, body_hir};

use crate::DeclRef;
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

/// The declarations that blocks around a local declaration made before it or with it, outermost first.
#[salsa::tracked(returns(deref))]
fn surroundings<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Box<[DeclRef<'db>]> {
    let code_ref = decl.code(db);
    let (Some(body), Node::Decl(target)) = (code_ref.body, decl.node(db)) else {
        return Box::default();
    };
    let Some(body) = body_hir(db, code_ref.item, body) else {
        return Box::default();
    };
    let code = &body.code;
    let mut roots: Vec<StmtId> = match &body.root {
        cleave_hir::BodyRoot::Function { block, .. } => vec![*block],
        cleave_hir::BodyRoot::Init(_) => Vec::new(),
    };
    // Blocks of lambdas, wherever they stand; outer ones are tried first.
    roots.extend(code.exprs.iter().filter_map(|(_, e)| match e {
        Expr::Lambda(lambda) => Some(lambda.body),
        Expr::Statements(block) => Some(*block),
        _ => None,
    }));
    for root in roots {
        if let Some(found) = path_to(code, root, target) {
            return found
                .into_iter()
                .map(|d| DeclRef::at(db, code_ref, d))
                .collect();
        }
    }
    Box::default()
}

/// What is declared on the way from a block to a declaration in it.
fn path_to(code: &Code, root: StmtId, target: DeclId) -> Option<Vec<DeclId>> {
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
                    declared.push(decl);
                    if decl == target {
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
        if !inner.is_empty() {
            stack.push(Step::Leave(declared.len()));
            stack.extend(inner.into_iter().rev().map(Step::Enter));
        }
    }
    None
}
