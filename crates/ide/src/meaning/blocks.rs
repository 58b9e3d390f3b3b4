//! What a block brings into scope by using-declarations, using-directives and `using enum` ([namespace.udecl], [namespace.udir],
//! [enum.udecl]), its own classes and aliases, and which part of a body a declaration is seen in.

use cleave_base_db::Db;
use cleave_hir::{DeclKind, Expr, Path, PathParts, PathSegment, Stmt};

use cleave_typing::{DeclRef, Entity, Ty, TyKind};

use super::dependent::member;
use super::{Symbol, found, local_named};
use crate::piece::Piece;

/// What a name means by the declarations of blocks.
pub(super) fn named<'db>(db: &'db dyn Db, piece: &Piece<'db>, path: &Path) -> Vec<Symbol<'db>> {
    if piece.code_ref.body.is_none() || path.global {
        return Vec::new();
    }
    // The first name of the path is what a block may bring.
    let first = match path.qualifiers.first() {
        Some(segment) => segment.name.clone(),
        None => match path.name.ident() {
            Some(name) => name.clone(),
            None => return Vec::new(),
        },
    };
    if path.qualifiers.is_empty()
        && let Some(local) = local_named(db, piece, path, u32::MAX)
    {
        return vec![local];
    }
    if !path.qualifiers.is_empty() {
        let members = in_local(db, piece, path, &first);
        if !members.is_empty() {
            return members;
        }
    }
    let Some(mut cx) = piece.context(db) else {
        return Vec::new();
    };
    for (_, decl) in piece.code.decls.iter() {
        let longer = match &decl.kind {
            DeclKind::Using { target, .. } if target.name.ident() == Some(&first) => Path::new(
                path.name.clone(),
                PathParts {
                    qualifiers: target.qualifiers.clone(),
                    global: target.global,
                    ..path.parts().clone()
                },
            ),
            DeclKind::UsingDirective(space) => within(space, path),
            DeclKind::NamespaceAlias(space) if decl.name.ident() == Some(&first) => {
                let behind = path.qualifiers.iter().skip(1).cloned().collect();
                let behind = path.qualified_by(behind);
                match path.qualifiers.is_empty() {
                    true => space.clone(),
                    false => within(space, &behind),
                }
            }
            DeclKind::UsingEnum(enumeration) => within(enumeration, path),
            _ => continue,
        };
        let named = found(db, piece, cx.lookup_path(&longer));
        if super::dependent::is_known(db, &named) {
            return named;
        }
    }
    Vec::new()
}

/// A member of a class or enumeration that the block declares, or has an alias of.
fn in_local<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    path: &Path,
    first: &cleave_hir::Name,
) -> Vec<Symbol<'db>> {
    let [_] = &path.qualifiers[..] else {
        return Vec::new();
    };
    let local = local_named(db, piece, &super::unqualified(first.as_str()), u32::MAX);
    let Some(Symbol::Entity(mut entity)) = local else {
        return Vec::new();
    };
    if let Some(DeclKind::Alias(_)) = entity.kind(db) {
        let ty = cleave_typing::alias_type(db, entity);
        match ty.map(|ty| ty.kind(db)) {
            Some(TyKind::Class(e) | TyKind::Enum(e)) => entity = *e,
            _ => return Vec::new(),
        }
    }
    if let Some(DeclKind::Class(_)) = entity.kind(db) {
        return member(db, Ty::of(db, TyKind::Class(entity)), &path.name);
    }
    let Some(DeclKind::Enum(all)) = entity.kind(db) else {
        return Vec::new();
    };
    let code = entity.decl(db).code(db);
    let all = all.enumerators.iter().flatten();
    all.map(|&id| DeclRef::at(db, code, id))
        .filter(|decl| decl.hir(db).is_some_and(|d| d.name == path.name))
        .map(|decl| Symbol::Entity(Entity::new(db, decl, entity.env(db))))
        .collect()
}

/// A path in a namespace or enumeration.
fn within(space: &Path, path: &Path) -> Path {
    let mut qualifiers = space.qualifiers.to_vec();
    qualifiers.extend(space.name.ident().map(|name| PathSegment {
        name: name.clone(),
        args: None,
    }));
    qualifiers.extend(path.qualifiers.iter().cloned());
    Path::new(
        path.name.clone(),
        PathParts {
            global: space.global,
            qualifiers: qualifiers.into(),
            ..path.parts().clone()
        },
    )
}

/// Whether what is declared at one token of a body is seen at another: every block, loop and lambda around the one is around the other.
pub(super) fn is_seen(piece: &Piece<'_>, declared: u32, at: u32) -> bool {
    let opens = |s: &Stmt| {
        !matches!(
            s,
            Stmt::Decl(_) | Stmt::Expr(_) | Stmt::Label(..) | Stmt::Case { .. } | Stmt::Default(_)
        )
    };
    let stmts = piece.code.stmts.iter().filter(|(_, s)| opens(s));
    let stmts = stmts.filter_map(|(id, _)| piece.stmt_tokens(id));
    let lambdas = piece
        .code
        .exprs
        .iter()
        .filter(|(_, e)| matches!(e, Expr::Lambda(_)));
    let lambdas = lambdas.filter_map(|(id, _)| piece.expr_tokens(id));
    stmts.chain(lambdas).all(|t| {
        let holds = |token: u32| t.start <= token && token < t.end;
        !holds(declared) || holds(at)
    })
}
