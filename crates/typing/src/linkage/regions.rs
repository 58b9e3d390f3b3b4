//! What lies in what in some code as written: the declaration that a type or expression belongs to, and the functions, closures
//! and initialisers that local declarations and lambdas stand in, in source order.

use cleave_base_db::Db;
use cleave_hir::{Code, DeclId, ExprId, Node as Part, ParamId, StmtId, TypeId};

use crate::{CodeRef, DeclRef, Site};

/// A part of some code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Type(TypeId),
    Expr(ExprId),
    Stmt(StmtId),
    Decl(DeclId),
    Param(ParamId),
}

/// The declaration whose signature, head or body a site belongs to.
pub(super) fn owner<'db>(db: &'db dyn Db, site: Site<'db>) -> Option<DeclRef<'db>> {
    let signature = CodeRef {
        item: site.code.item,
        body: None,
    };
    if let Some(decl) = site.code.body {
        return Some(DeclRef::new(db, signature, decl, None));
    }
    let code = site.code.code(db)?;
    let wanted = |node: &Node| match *node {
        Node::Type(ty) => site.is_type && u32::from(ty.into_raw()) == site.index,
        Node::Expr(e) => !site.is_type && u32::from(e.into_raw()) == site.index,
        _ => false,
    };
    for (id, _) in code.decls.iter() {
        let mut stack = Vec::new();
        children(code, Node::Decl(id), &mut stack);
        while let Some(node) = stack.pop() {
            if wanted(&node) {
                return Some(DeclRef::at(db, site.code, id));
            }
            if !matches!(node, Node::Decl(_)) {
                children(code, node, &mut stack);
            }
        }
    }
    None
}

/// What lies directly in a part, in source order; names and arguments are no parts of their own.
pub(super) fn children(code: &Code, node: Node, out: &mut Vec<Node>) {
    let part = match node {
        Node::Type(ty) => Part::Type(ty),
        Node::Expr(e) => Part::Expr(e),
        Node::Stmt(s) => Part::Stmt(s),
        Node::Decl(d) => Part::Decl(d),
        Node::Param(p) => Part::Param(p),
    };
    cleave_hir::children(code, part, &mut |part| add(code, part, out));
}

fn add(code: &Code, part: Part<'_>, out: &mut Vec<Node>) {
    out.push(match part {
        Part::Type(ty) => Node::Type(ty),
        Part::Expr(e) => Node::Expr(e),
        Part::Stmt(s) => Node::Stmt(s),
        Part::Decl(d) => Node::Decl(d),
        Part::Param(p) => Node::Param(p),
        Part::Path(_) | Part::Arg(_) | Part::Operand(_) => {
            return inner(code, part, out);
        }
    });
}

fn inner(code: &Code, part: Part<'_>, out: &mut Vec<Node>) {
    cleave_hir::children(code, part, &mut |part| add(code, part, out));
}
