//! What is wrong with the types of declarations in templates, before anybody instantiates them: names that are no types whatever
//! the arguments are ([temp.res.general]/6).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{DeclKind, Expr, Literal, NameId, TypeRef, item_hir};
use cleave_names::{ItemId, is_of_user};

use crate::code::around::template_depth;
use crate::{CodeRef, Context, DeclRef, Entity, Problem, Site};

/// The problems of an item.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    if !is_of_user(db, item) {
        return out;
    }
    let code = CodeRef { item, body: None };
    for (id, decl) in item_hir(db, item).code.decls.iter() {
        let ty = match &decl.kind {
            DeclKind::Function(f) => f.ty,
            DeclKind::Variable(v) => v.ty,
            DeclKind::Alias(ty) => *ty,
            _ => continue,
        };
        let entity = Entity::new(db, DeclRef::at(db, code, id), None);
        if template_depth(db, entity) == 0 {
            continue;
        }
        let Some(mut cx) = Context::of(db, entity) else {
            continue;
        };
        let resolved = cx.resolve_type(ty);
        if let DeclKind::Variable(v) = &decl.kind
            && let Some(width) = v.width
            && resolved.is_signed(db)
            && matches!(decl.name, NameId::Ident(_))
            && is_one(&cx.code[width])
        {
            let site = Site::declaration(code, u32::from(id.into_raw()));
            out.push(Problem::new(codes::SIGNED_ONE_BIT_FIELD, site, Vec::new()));
        }
        let plain = decl.parent.is_none() && decl.path.as_ref().is_none_or(|p| p.is_unqualified());
        if let (TypeRef::Function(f), true) = (&cx.code[ty], plain) {
            for &param in &f.params {
                cx.check_declared_typename(cx.code[param].ty);
            }
        }
        out.extend(cx.problems.into_iter().filter(|p| is_certain(p)));
    }
    crate::program::rules::once(&mut out, codes::TYPENAME_MISSING);
    crate::program::rules::once(&mut out, codes::NOT_A_TYPE_NAME);
    crate::program::rules::once(&mut out, codes::AUTO_NOT_ALLOWED);
    out
}

/// Whether an expression is the literal 1.
fn is_one(e: &Expr) -> bool {
    matches!(e, Expr::Literal(Literal::Int { value: 1, .. }))
}

fn is_certain(problem: &Problem<'_>) -> bool {
    let codes = [
        codes::TYPENAME_MISSING,
        codes::NOT_A_TYPE_NAME,
        codes::NOT_COMPATIBLE_WITH_TEMPLATE,
        codes::INCOMPATIBLE_TEMPLATE_ARGUMENT,
        codes::INVALID_NONTYPE_ARGUMENT,
        codes::AUTO_NOT_ALLOWED,
    ];
    let plain = problem.code == codes::AUTO_NOT_ALLOWED;
    codes.contains(&problem.code) && (plain || !problem.fills.is_empty())
}
