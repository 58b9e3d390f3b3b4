//! The expressions that declarations of templates are written with: names in them that nothing declares, whatever the arguments are
//! ([temp.res.general]/6). No instance is made for them, and none may ever be. Bodies and initialisers are looked at as they are
//! typed.

use cleave_base_db::Db;
use cleave_hir::{Decl, DeclKind, Exception, ExprId, TemplateParamKind, TypeId, TypeRef};
use cleave_names::ItemId;

use crate::code::around::template_depth;
use crate::program::user_declarations;
use crate::{Context, Entity, Problem, function};

/// How deep types are looked into.
const DEPTH: u32 = 64;

/// The names in expressions of an item's templates that nothing declares.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (own, decl, _) in user_declarations(db, item) {
        if matches!(decl.kind, DeclKind::Concept(_)) {
            continue;
        }
        let entity = own.entity(db);
        if template_depth(db, entity) == 0 {
            continue;
        }
        of_heads(db, entity, decl, &mut out);
        of_declaration(db, entity, decl, &mut out);
    }
    out
}

/// Those in the template heads of a declaration.
fn of_heads<'db>(db: &'db dyn Db, entity: Entity<'db>, decl: &Decl, out: &mut Vec<Problem<'db>>) {
    for head in &decl.heads {
        let defaults = head.params.iter().filter_map(|param| match param.kind {
            TemplateParamKind::Value { default, .. } => default,
            _ => None,
        });
        for e in head.requires.into_iter().chain(defaults) {
            if let Some(mut cx) = Context::of(db, entity) {
                cx.modes.in_head = true;
                read(&mut cx, e);
                keep(&mut cx, out);
            }
        }
    }
}

/// Those in a declaration without its heads, its body and its initialiser.
fn of_declaration<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    decl: &Decl,
    out: &mut Vec<Problem<'db>>,
) {
    let cx = match decl.kind {
        DeclKind::Function(_) => function::signature_context(db, entity),
        _ => Context::of(db, entity),
    };
    let Some(mut cx) = cx else { return };
    cx.scopes.this = cx.scopes.this.or_else(|| function::class_of(db, entity));
    match &decl.kind {
        DeclKind::Function(f) => of_type(&mut cx, f.ty, DEPTH),
        DeclKind::Variable(v) => {
            of_type(&mut cx, v.ty, DEPTH);
            if let Some(width) = v.width {
                read(&mut cx, width);
            }
        }
        DeclKind::Alias(ty) => of_type(&mut cx, *ty, DEPTH),
        DeclKind::Enumerator(Some(e)) | DeclKind::StaticAssert(e) => read(&mut cx, *e),
        _ => {}
    }
    let attributes = decl.attrs.iter().filter(|a| a.name.as_str() == "alignas");
    for &e in attributes
        .flat_map(|a| a.args.iter())
        .chain(&decl.explicit_if)
    {
        read(&mut cx, e);
    }
    keep(&mut cx, out);
}

/// The expressions in a type as it is written. Template arguments are read with the template that they are for.
fn of_type(cx: &mut Context<'_>, ty: TypeId, depth: u32) {
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    let code = cx.code;
    match &code[ty] {
        TypeRef::Decltype(e) | TypeRef::TypeofExpr(e) => {
            cx.unevaluated(*e);
        }
        TypeRef::TypeofType(t)
        | TypeRef::Transform(_, t)
        | TypeRef::Qualified(_, t)
        | TypeRef::Pointer(t)
        | TypeRef::LvalueReference(t)
        | TypeRef::RvalueReference(t)
        | TypeRef::Pack(t)
        | TypeRef::Attributed(t, _) => of_type(cx, *t, depth),
        TypeRef::MemberPointer { member, .. } => of_type(cx, *member, depth),
        TypeRef::Array { element, bound } => {
            of_type(cx, *element, depth);
            if let Some(bound) = bound {
                read(cx, *bound);
            }
        }
        TypeRef::Function(f) => {
            let problems = cx.problems.len();
            let params = cx.parameters(f);
            cx.problems.truncate(problems);
            // Of what may be a parameter's name nothing is known without the parameters.
            let Some((types, from)) = params else { return };
            let blocks = cx.scopes.blocks.len();
            cx.declare_parameters(f, &types, &from);
            // A parameter's type may name those before it.
            for &param in &f.params {
                of_type(cx, code[param].ty, depth);
            }
            of_type(cx, f.ret, depth);
            if let Exception::Computed(e) = f.exception {
                read(cx, e);
            }
            if let Some(e) = f.requires {
                read(cx, e);
            }
            cx.scopes.blocks.truncate(blocks);
        }
        _ => {}
    }
}

/// Types an expression for what is wrong with it.
fn read(cx: &mut Context<'_>, e: ExprId) {
    cx.expr(e);
}

/// Moves what is said of names, and forgets the rest: somebody else says it, or an instance does.
fn keep<'db>(cx: &mut Context<'db>, out: &mut Vec<Problem<'db>>) {
    let is_said = |p: &Problem<'db>| p.is_of_open_name() && (!p.site.is_type || !p.names_nothing());
    out.extend(cx.problems.drain(..).filter(is_said));
}
