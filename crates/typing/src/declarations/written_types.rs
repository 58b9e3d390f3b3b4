//! The types that declarations are written with, read once: names in them that are not found or are no types, template arguments
//! that do not fit ([temp.arg]), and classes that are not accessible ([class.access]). Bodies and initialisers are looked at as
//! they are typed.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{
    Code, Decl, DeclKind, Expr, Init, Literal, Name, NameId, Node, TemplateParamKind, TypeId,
    TypeRef,
};
use cleave_names::ItemId;
use cleave_names::decl::Spec;

use crate::code::around::template_depth;
use crate::function::redeclared::primary;
use crate::program::user_declarations;
use crate::{At, Context, Entity, Problem, Site, Ty};

/// What the types of an item's declarations say.
#[derive(Clone, Debug, Default, PartialEq, salsa::SalsaValue)]
pub(crate) struct WrittenTypes<'db> {
    /// What is wrong with them.
    pub(crate) problems: Vec<Problem<'db>>,
    /// The specialisations of alias templates in them that stand for no type, and where.
    pub(crate) required: Vec<(Entity<'db>, Site<'db>)>,
    /// The variables that are operands of `decltype` in them, as [`Typed::decltypes`](crate::thir::Typed::decltypes) has them.
    pub(crate) decltypes: Vec<(Site<'db>, Entity<'db>)>,
}

/// What is wrong in the types of an item's declarations.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    types_of_declarations(db, item).problems.clone()
}

/// The types of an item's declarations, read. Granularity: an item's declarations without the bodies.
#[salsa::tracked(returns(ref))]
pub(crate) fn types_of_declarations<'db>(db: &'db dyn Db, item: ItemId<'db>) -> WrittenTypes<'db> {
    let mut all = WrittenTypes::default();
    let out = &mut all.problems;
    for (own, decl, declared) in user_declarations(db, item) {
        let types = types(decl);
        let args = specialised_for(decl);
        let parameters_of_own = types_of_parameters(decl);
        if types.is_empty() && args.is_none() && parameters_of_own.is_empty() {
            continue;
        }
        let entity = own.entity(db);
        let Some(mut cx) = Context::of(db, entity) else {
            continue;
        };
        cx.scopes.this = crate::function::class_of(db, entity);
        let undeduced = !may_be_deduced(decl);
        let is_template = template_depth(db, entity) > 0;
        for ty in types {
            let from = cx.problems.len();
            let resolved = cx.with_mode(
                |m| &mut m.without_deduction,
                undeduced,
                |cx| cx.resolve_type(ty),
            );
            if !is_template {
                out.extend(qualified_function(db, &cx, decl, (ty, resolved), declared));
            }
            if is_template && is_one_bit_wide(&cx, decl) && resolved.is_signed(db) {
                out.push(Problem::new(codes::SIGNED_ONE_BIT_FIELD, declared));
            }
            let bare =
                |p: &Problem<'db>| p.code == codes::TEMPLATE_ARGUMENTS_MISSING && p.is_certain();
            let site = cx.type_site(ty);
            if matches!(decl.kind, DeclKind::Class(_))
                && cx.problems[from..]
                    .iter()
                    .any(|p| bare(p) && p.site == site)
            {
                let problem = Problem::new(codes::NOT_A_CLASS_NAME, site);
                out.push(problem.at(At::First));
            }
        }
        // Access in templates, their specialisations and friends is left alone.
        if decl.heads.is_empty() && !decl.spec.any(Spec::FRIEND) && !is_template {
            let access = cx.warnings.iter().chain(&cx.problems);
            out.extend(
                access
                    .filter(|p| p.code == codes::INACCESSIBLE_ENTITY)
                    .cloned(),
            );
        }
        let unknown = |p: &&Problem<'db>| p.code == codes::NONTYPE_NOT_A_TEMPLATE;
        out.extend(cx.warnings.iter().filter(unknown).cloned());
        let is_read_here = matches!(decl.kind, DeclKind::Function(_) | DeclKind::FriendType(_));
        let named = is_read_here && !is_template;
        if is_template {
            parameters(&mut cx, decl);
        }
        let found = cx.problems.len();
        let (parts, own) = parts(cx.code, decl, is_template);
        cx.check_mentioned(parts, own);
        cx.check_qualified_types(parameters_of_own);
        out.extend(cx.problems.drain(found..));
        // What a default argument of another template names.
        let code_ref = cx.code_ref;
        // What is no base is reported where bases are looked at.
        let is_of_bases = matches!(decl.kind, DeclKind::Class(_));
        let is_reported = |p: &Problem<'db>| {
            p.is_misfit() && !names_parameter(db, decl, p)
                || named && (is_of_name(p) || p.code == codes::ARRAY_SIZE_NOT_POSITIVE)
                || p.code == codes::THIS_OUTSIDE_MEMBER_FUNCTION
                || p.code == codes::AMBIGUOUS_NAME && !is_template
                || p.names_nothing() && p.site.code != code_ref
                || is_template && is_of_template(p) && !(is_of_bases && p.is_undefined_name())
        };
        out.extend(cx.problems.drain(..).filter(is_reported));
        if let Some(args) = args
            && let Some(template) = primary(db, entity.decl(db))
        {
            cx.modes.in_head = true;
            let _ = cx.template_args(Entity::new(db, template, None), args);
            let fixed = !is_template && matches!(decl.kind, DeclKind::Class(_));
            let is_reported =
                |p: &Problem<'db>| p.is_misfit() || fixed && p.code == codes::EXPR_NOT_CONSTANT;
            out.extend(cx.problems.drain(..).filter(is_reported));
        }
        all.decltypes.append(&mut cx.out.decltypes);
        let is_alias = |e: &Entity<'db>| matches!(e.kind(db), Some(DeclKind::Alias(_)));
        (all.required).extend(cx.out.required.drain(..).filter(|(e, _)| is_alias(e)));
    }
    all
}

/// What is said of a type that a function has only as a nonstatic member ([dcl.fct]/6).
fn qualified_function<'db>(
    db: &'db dyn Db,
    cx: &Context<'db>,
    decl: &Decl,
    (written, ty): (TypeId, Ty<'db>),
    declared: Site<'db>,
) -> Option<Problem<'db>> {
    let variable = matches!(decl.kind, DeclKind::Variable(_));
    if !variable && !matches!(decl.kind, DeclKind::Alias(_)) {
        return None;
    }
    let of_none = decl.parent.is_none() || decl.spec.any(Spec::STATIC);
    if variable && of_none && ty.is_qualified_function(db) {
        let code = codes::QUALIFIED_FUNCTION_TYPE_OF_NONMEMBER;
        return Some(Problem::new(code, declared));
    }
    let to = match &cx.code[written] {
        TypeRef::Pointer(to) | TypeRef::LvalueReference(to) | TypeRef::RvalueReference(to) => *to,
        _ => return None,
    };
    let named = matches!(cx.code[to], TypeRef::Path { .. });
    let of = (ty.pointee(db)).unwrap_or_else(|| ty.strip_reference(db));
    (named && of.is_qualified_function(db))
        .then(|| Problem::new(codes::POINTER_TO_QUALIFIED_FUNCTION, declared).at(At::Before(1)))
}

/// The types that a declaration is written with.
fn types(decl: &Decl) -> Vec<TypeId> {
    match &decl.kind {
        DeclKind::Function(f) => vec![f.ty],
        DeclKind::Variable(v) => vec![v.ty],
        DeclKind::Alias(ty) | DeclKind::FriendType(ty) => vec![*ty],
        DeclKind::Class(class) => class.bases.iter().map(|b| b.ty).collect(),
        _ => Vec::new(),
    }
}

/// Where names are looked for that nothing declares: the types of a declaration; of a template's, whose expressions somebody else
/// reads ([`open_expressions`](crate::declarations::open_expressions)), the default arguments of a function. Then the names of its
/// parameters, which those may mention.
fn parts<'a>(code: &'a Code, decl: &'a Decl, is_template: bool) -> (Vec<Node<'a>>, Vec<&'a Name>) {
    let params = match &decl.kind {
        _ if !is_template => {
            return (
                types(decl).into_iter().map(Node::Type).collect(),
                Vec::new(),
            );
        }
        DeclKind::Function(function) => match &code[function.ty] {
            TypeRef::Function(function) => &function.params[..],
            _ => &[],
        },
        _ => &[],
    };
    let defaults = params.iter().filter_map(|p| code[*p].default);
    let names = params.iter().filter_map(|p| code[*p].name.as_ref());
    (defaults.map(Node::Expr).collect(), names.collect())
}

/// The types of the template parameters that a declaration declares itself, of those that are values.
fn types_of_parameters(decl: &Decl) -> Vec<Node<'static>> {
    let params = decl.heads.last().into_iter().flat_map(|head| &head.params);
    let types = params.filter_map(|param| match param.kind {
        TemplateParamKind::Value { ty, .. } => Some(Node::Type(ty)),
        _ => None,
    });
    types.collect()
}

/// Whether an initialiser completes the type of a declaration, which the name of a class template may then stand for
/// ([dcl.type.class.deduct]/1).
fn may_be_deduced(decl: &Decl) -> bool {
    let DeclKind::Variable(variable) = &decl.kind else {
        return false;
    };
    let is_static_member = decl.spec.any(Spec::STATIC) && variable.init != Init::None;
    !decl.spec.any(Spec::EXTERN) && (decl.parent.is_none() || is_static_member)
}

/// The arguments that a specialisation or an explicit instantiation of a class or variable template is for.
fn specialised_for(decl: &Decl) -> Option<&[cleave_hir::TemplateArgRef]> {
    let is_function = matches!(decl.kind, DeclKind::Function(_));
    (decl.path.as_deref())
        .filter(|_| !is_function)
        .and_then(|p| p.args.as_deref())
}

/// Parameters whose types are members of dependent classes and need `typename` ([temp.res.general]/4).
fn parameters<'db>(cx: &mut Context<'db>, decl: &Decl) {
    let DeclKind::Function(f) = &decl.kind else {
        return;
    };
    let plain = decl.parent.is_none() && decl.path.as_ref().is_none_or(|p| p.is_unqualified());
    if let (TypeRef::Function(f), true) = (&cx.code[f.ty], plain) {
        for &param in &f.params {
            cx.check_declared_typename(cx.code[param].ty);
        }
    }
}

/// Whether a declaration is that of a bit-field with a name whose width is the literal 1.
fn is_one_bit_wide(cx: &Context<'_>, decl: &Decl) -> bool {
    let DeclKind::Variable(variable) = &decl.kind else {
        return false;
    };
    let is_one = |e| matches!(cx.code[e], Expr::Literal(Literal::Int { value: 1, .. }));
    matches!(decl.name, NameId::Ident(_)) && variable.width.is_some_and(is_one)
}

/// Whether it is wrong whatever the arguments of the template around are ([temp.res.general]/6).
fn is_of_template(problem: &Problem<'_>) -> bool {
    let codes = [
        codes::TYPENAME_MISSING,
        codes::NOT_COMPATIBLE_WITH_TEMPLATE,
        codes::INCOMPATIBLE_TEMPLATE_ARGUMENT,
        codes::INVALID_NONTYPE_ARGUMENT,
    ];
    codes.contains(&problem.code) && !problem.fills.is_empty()
        || problem.site.is_type && problem.is_undefined_name()
        || problem.code == codes::AUTO_NOT_ALLOWED
        || is_of_name(problem)
            && (!problem.fills.is_empty() || problem.code == codes::NOT_A_CLASS_OR_NAMESPACE_NAME)
        || problem.code == codes::QUALIFIED_NAME_REQUIRED && problem.site.is_type
}

/// Whether it is about a name in an expression of a function's type that is one of its parameters, which are not declared here.
fn names_parameter<'db>(db: &'db dyn Db, decl: &Decl, problem: &Problem<'db>) -> bool {
    let site = problem.site;
    let (DeclKind::Function(function), false) = (&decl.kind, site.is_type) else {
        return false;
    };
    let (Some(Expr::Path(path)), Some(code)) = (site.expr(db), site.code.code(db)) else {
        return false;
    };
    let TypeRef::Function(function) = &code[function.ty] else {
        return false;
    };
    let mut params = function.params.iter();
    path.is_unqualified() && params.any(|p| code[*p].name.as_ref() == path.name.ident())
}

/// Whether it is about a name in a function's type. What stands in expressions of the type may name parameters, which are not
/// declared here.
fn is_of_name(problem: &Problem<'_>) -> bool {
    let named = [
        codes::UNDEFINED_IDENTIFIER,
        codes::NO_SUCH_MEMBER,
        codes::NOT_A_CLASS_OR_NAMESPACE_NAME,
        codes::NO_SUCH_GLOBAL_NAME,
        codes::NO_SUCH_TAG_IN_NAMESPACE,
        codes::NO_SUCH_GLOBAL_TAG,
        codes::NO_SUCH_CLASS_MEMBER,
        codes::NO_SUCH_GLOBAL_CLASS,
        codes::NOT_A_TYPE_NAME,
        codes::QUALIFIED_NAME_REQUIRED,
        codes::INCOMPLETE_TYPE_NOT_ALLOWED,
        codes::ARRAY_TOO_LARGE,
        codes::TAG_KIND_MISMATCH,
        codes::POINTER_TO_REFERENCE,
        codes::REFERENCE_TO_VOID,
        codes::ARRAY_OF_REFERENCES,
    ];
    problem.site.is_type && named.contains(&problem.code) && problem.is_certain()
}
