//! The expressions that declarations of templates are written with: names in them that nothing declares, whatever the arguments are
//! ([temp.res.general]/6). No instance is made for them, and none may ever be. Bodies and initialisers are looked at as they are
//! typed.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{
    Code, Decl, DeclKind, Exception, ExprId, NameId, Node, Path, TemplateArgRef, TemplateParamKind,
    TypeId, TypeRef, children,
};
use cleave_names::ItemId;

use crate::code::around::template_depth;
use crate::lookup::Found;
use crate::program::user_declarations;
use crate::{Context, Entity, Fill, Problem, function};

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
        if template_depth(db, entity) == 0 && decl.path.is_none() {
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
        let Some(mut cx) = Context::of(db, entity) else {
            continue;
        };
        cx.modes.in_head = true;
        for param in &head.params {
            match param.kind {
                TemplateParamKind::Value { ty, default } => {
                    of_type(&mut cx, ty, DEPTH);
                    default.into_iter().for_each(|e| read(&mut cx, e));
                }
                TemplateParamKind::Type { default, .. }
                | TemplateParamKind::Template { default, .. } => {
                    default
                        .into_iter()
                        .for_each(|ty| of_type(&mut cx, ty, DEPTH));
                }
            }
        }
        head.requires.into_iter().for_each(|e| read(&mut cx, e));
        keep(&mut cx, out);
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
    // The arguments of a specialisation.
    if let (DeclKind::Class(_), Some(path)) = (&decl.kind, &decl.path) {
        cx.modes.in_head = true;
        of_arguments(&mut cx, path, DEPTH);
        cx.modes.in_head = false;
    }
    if template_depth(db, entity) == 0 {
        keep(&mut cx, out);
        return;
    }
    cx.scopes.this = cx.scopes.this.or_else(|| function::class_of(db, entity));
    match &decl.kind {
        DeclKind::Function(f) => of_type(&mut cx, f.ty, DEPTH),
        DeclKind::Variable(v) => {
            of_type(&mut cx, v.ty, DEPTH);
            if let Some(width) = v.width {
                read(&mut cx, width);
            }
        }
        DeclKind::Alias(ty) | DeclKind::FriendType(ty) => of_type(&mut cx, *ty, DEPTH),
        DeclKind::Class(class) => {
            cx.modes.in_head = true;
            for base in &class.bases {
                of_type(&mut cx, base.ty, DEPTH);
            }
            cx.modes.in_head = false;
        }
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

/// The names in the template arguments of a local variable's type that nothing declares.
pub(crate) fn of_local<'db>(cx: &mut Context<'db>, ty: TypeId) {
    let problems = cx.problems.len();
    if let TypeRef::Path { path, .. } = &cx.code[ty] {
        of_arguments(cx, path, DEPTH);
    }
    cx.retain_problems(problems, Problem::is_undefined_name);
}

/// The expressions in a type as it is written.
fn of_type(cx: &mut Context<'_>, ty: TypeId, depth: u32) {
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    let code = cx.code;
    match &code[ty] {
        TypeRef::Decltype(e) | TypeRef::TypeofExpr(e) => {
            cx.unevaluated(*e);
        }
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
        TypeRef::Path { path, .. } => of_arguments(cx, path, depth),
        TypeRef::Defined(_) | TypeRef::Auto(_) | TypeRef::DecltypeAuto(_) => {}
        _ => {
            let mut within = Vec::new();
            children(code, Node::Type(ty), &mut |part| within.push(part));
            for part in within {
                if let Node::Type(ty) = part {
                    of_type(cx, ty, depth);
                }
            }
        }
    }
}

/// Those in the template arguments of a name, and names among these: of what a dependent template takes nothing else is read before
/// there is an instance.
fn of_arguments<'db>(cx: &mut Context<'db>, path: &Path, depth: u32) {
    let mut within = Vec::new();
    children(cx.code, Node::Path(path), &mut |part| within.push(part));
    for part in within {
        let Node::Arg(mut arg) = part else { continue };
        while let TemplateArgRef::Pack(of) = arg {
            arg = of;
        }
        match arg {
            TemplateArgRef::Expr(e) => read(cx, *e),
            TemplateArgRef::Type(ty) => {
                of_type(cx, *ty, depth);
                if let TypeRef::Path {
                    path,
                    elaborated: None,
                    typename: false,
                } = &cx.code[*ty]
                    && path.is_unqualified()
                    && let NameId::Ident(name) = &path.name
                    && matches!(cx.lookup(&path.name), Found::Nothing)
                    && !is_declared_by_mention(cx.code, &path.name)
                {
                    let name = Fill::Name(name.as_str().into());
                    let site = cx.type_site(*ty);
                    cx.problem(codes::UNDEFINED_IDENTIFIER { name }, site);
                }
            }
            TemplateArgRef::Pack(_) => {}
        }
    }
}

/// Whether an elaborated type among the types of some code declares a name ([basic.scope.pdecl]/7).
fn is_declared_by_mention(code: &Code, name: &NameId) -> bool {
    let declares = |ty: &TypeRef| match ty {
        TypeRef::Path {
            path,
            elaborated: Some(_),
            ..
        } => path.name == *name,
        _ => false,
    };
    code.types.iter().any(|(_, ty)| declares(ty))
}

/// Types an expression for what is wrong with it.
fn read(cx: &mut Context<'_>, e: ExprId) {
    cx.expr(e);
}

/// Moves what is said of names, and forgets the rest: somebody else says it, or an instance does.
fn keep<'db>(cx: &mut Context<'db>, out: &mut Vec<Problem<'db>>) {
    let is_said = |p: &Problem<'db>| {
        p.is_undefined_name() || p.is_of_open_name() && !(p.site.is_type && p.names_nothing())
    };
    out.extend(cx.problems.drain(..).filter(is_said));
}
