//! Deduction guides ([temp.deduct.guide]): where they are declared, and what they lead to.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, TypeRef};
use cleave_names::ItemId;

use crate::convert::quietly;
use crate::lookup::Found;
use crate::program::user_declarations;
use crate::{At, Context, DeclRef, Entity, Fill, Problem, Site};

/// The problems of an item's deduction guides.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (own, decl, site) in user_declarations(db, item) {
        if let DeclKind::DeductionGuide(guide) = &decl.kind {
            out.extend(problem(db, own.decl(db), decl, guide.ty, site));
        }
    }
    out
}

fn problem<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    ty: cleave_hir::TypeId,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let name = decl.name.ident()?;
    let mut cx = Context::of(db, Entity::new(db, own, None))?;
    let wrong = |template| {
        let problem = Problem::new(codes::DEDUCTION_GUIDE_IN_WRONG_SCOPE { template }, site);
        Some(problem.at(At::First))
    };
    match quietly(&mut cx, |cx| cx.lookup(&decl.name)) {
        Found::Param { .. } => {
            return wrong(Fill::Kind(
                "template template parameter",
                name.as_str().into(),
            ));
        }
        Found::Entities { set, .. } => {
            let template = *(set.iter())
                .find(|e| matches!(e.kind(db), Some(DeclKind::Class(_))) && e.is_template(db))?;
            let home = template.decl(db);
            let class = |d: DeclRef<'db>| d.parent_class(db);
            let scope = |d: DeclRef<'db>| d.code(db).scope(db);
            if class(home) != class(own) || class(own).is_none() && scope(home) != scope(own) {
                return wrong(Fill::Entity(template));
            }
        }
        _ => return None,
    }
    let code = own.code(db).code(db)?;
    let TypeRef::Function(function) = &code[ty] else {
        return None;
    };
    let named = match &code[function.ret] {
        TypeRef::Path { path, .. } => {
            path.name.ident().is_some_and(|n| n == name) && path.args.is_some()
        }
        TypeRef::Builtin(_) | TypeRef::Pointer(_) | TypeRef::LvalueReference(_) => false,
        _ => return None,
    };
    (!named).then(|| {
        Problem::new(
            codes::GUIDE_RETURN_TYPE_NOT_ITS_TEMPLATE,
            cx.type_site(function.ret),
        )
        .at(At::First)
    })
}
