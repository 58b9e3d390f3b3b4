//! Template heads against those of earlier declarations ([temp.param]/10, [temp.class.order], [temp.alias]): the number, sorts and
//! types of parameters, their constraints, and default arguments that are given again.
//!
//! Functions whose heads differ are other functions: of them only default arguments are looked at.

use std::cmp::Ordering;

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{
    Decl, DeclKind, Path, TemplateArgRef, TemplateParam, TemplateParamKind, TypeId, TypeRef,
};
use cleave_names::decl::{Body, Spec};

use crate::code::params::{Level, ParamRef, is_explicit_specialization, own_level};
use crate::function::same::{equivalent, type_site};
use crate::function::{canonical, constrained_alike, redeclarations};
use crate::lookup::namespaces::{Among, What, namespace_decls};
use crate::resolve::{declared_param_type, has_default, param_type_problems, undefined_in_default};
use crate::{At, Context, DeclRef, Entity, Fill, NameKey, Problem, Site, Ty, TyKind, display};

/// What the heads of a declaration say otherwise than before.
pub(crate) fn check<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    out: &mut Vec<Problem<'db>>,
) {
    if let Some(problem) = misplaced_default(db, own, decl) {
        out.push(problem);
        return;
    }
    types(db, own, decl, out);
    let Some((level, code)) = own_level(db, own).zip(own.code(db).code(db)) else {
        return;
    };
    if is_explicit_specialization(code, decl) || has_arguments(decl) {
        return;
    }
    let first = first_declaration(db, own, decl);
    let Some(first) = first.filter(|f| *f != own) else {
        return;
    };
    if !matches!(decl.kind, DeclKind::Function(_))
        && let Some(before) = own_level(db, first)
    {
        compare(db, (own, level), (first, before), out);
        out.extend(requirements(db, own, first));
        out.extend(alias(db, own, first));
    }
    // Two members of a class are another mistake.
    if decl.parent.is_none() || !matches!(decl.kind, DeclKind::Function(_)) {
        defaults(db, own, level, first, out);
    }
}

/// Names in the types of value parameters and in default arguments that nothing declares, or that are no types.
fn types<'db>(db: &'db dyn Db, own: DeclRef<'db>, decl: &Decl, out: &mut Vec<Problem<'db>>) {
    let is_no_type = [codes::NOT_A_TYPE_NAME, codes::TEMPLATE_ARGUMENTS_MISSING];
    for param in decl.heads.iter().flat_map(|h| &h.params) {
        let (ty, is_default) = match param.kind {
            TemplateParamKind::Value { ty, .. } => (ty, false),
            TemplateParamKind::Type {
                default: Some(ty), ..
            } => (ty, true),
            TemplateParamKind::Template {
                default: Some(ty), ..
            } => {
                out.extend(no_template(db, own, ty));
                continue;
            }
            _ => continue,
        };
        if let TemplateParamKind::Value {
            default: Some(e), ..
        } = param.kind
        {
            out.extend(undefined_in_default(db, own, e));
        }
        let wrong = param_type_problems(db, own, ty).into_iter();
        out.extend(wrong.filter(|p| {
            p.is_undefined_name() || !is_default && is_no_type.contains(&p.code) && p.is_certain()
        }));
    }
}

/// A class that is no template as the default argument of a template template parameter ([temp.param]/18).
fn no_template<'db>(db: &'db dyn Db, own: DeclRef<'db>, default: TypeId) -> Vec<Problem<'db>> {
    let Some(mut cx) = Context::of(db, Entity::new(db, own, None)) else {
        return Vec::new();
    };
    cx.modes.in_head = true;
    let _ = cx.template_arg(&TemplateArgRef::Type(default));
    (cx.problems.into_iter())
        .filter(|p| p.code == codes::ENTITY_NOT_A_CLASS_TEMPLATE)
        .collect()
}

/// Where a template parameter stands.
pub(crate) fn param_site<'db>(
    db: &'db dyn Db,
    decl: DeclRef<'db>,
    param: &TemplateParam,
) -> Site<'db> {
    Site::template_parameter(decl.code(db), param.number)
}

fn has_arguments(decl: &Decl) -> bool {
    decl.path.as_ref().is_some_and(|p| p.args.is_some())
}

/// The first declaration of the template that a declaration declares again.
fn first_declaration<'db>(db: &'db dyn Db, own: DeclRef<'db>, hir: &Decl) -> Option<DeclRef<'db>> {
    match &hir.kind {
        DeclKind::Class(_) | DeclKind::Variable(_) | DeclKind::Function(_) => {
            Some(canonical(db, own))
        }
        DeclKind::Alias(_) if hir.parent.is_none() => {
            let is_alias =
                |d: DeclRef<'db>| matches!(d.hir(db).map(|h| &h.kind), Some(DeclKind::Alias(_)));
            in_namespace(db, own, own.key(db)?).find(|d| is_alias(*d))
        }
        DeclKind::FriendType(ty) => {
            let path = friend_path(db, own, *ty)?;
            let key = NameKey::of(&path.name)?;
            in_namespace(db, own, key).find(|d| {
                let before = |d: DeclRef<'db>| cleave_names::item_index(db, d.code(db).item);
                d.is_class(db) && before(*d) < before(own)
            })
        }
        _ => None,
    }
}

/// The unqualified name of a class template that is a friend.
fn friend_path<'db>(db: &'db dyn Db, own: DeclRef<'db>, ty: TypeId) -> Option<&'db Path> {
    match &own.code(db).code(db)?[ty] {
        TypeRef::Path {
            path,
            elaborated: Some(_),
            ..
        } if path.is_unqualified() && path.args.is_none() => Some(path),
        _ => None,
    }
}

/// What the namespace around a declaration declares by a name as templates, in order.
fn in_namespace<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    key: NameKey,
) -> impl Iterator<Item = DeclRef<'db>> {
    let item = own.code(db).item;
    let scope = item.scope(db);
    let all = namespace_decls(db, item.file(db), key, Among::In(scope)).iter();
    all.filter(move |d| d.scope == scope && matches!(d.what, What::Tag | What::Alias))
        .map(|d| d.decl)
        .filter(move |d| own_level(db, *d).is_some())
}

/// The parameters that two declarations of a template declare differently.
fn compare<'db>(
    db: &'db dyn Db,
    (own, level): (DeclRef<'db>, &Level<'db>),
    (first, before): (DeclRef<'db>, &Level<'db>),
    out: &mut Vec<Problem<'db>>,
) {
    let (mine, theirs) = (written(db, level), written(db, before));
    let defined = |d: DeclRef<'db>| crate::function::redeclared::defines(db, d);
    let both_defined = defined(own)
        && (redeclarations(db, first).iter())
            .take_while(|d| **d != own)
            .any(|d| defined(*d));
    for (param, previous) in mine.iter().zip(&theirs) {
        let differ = difference(db, (own, level, param), (first, before, previous));
        let Some(soft) = differ else { continue };
        // Of two definitions another thing is said.
        if soft && both_defined {
            continue;
        }
        let what = described(db, first, previous);
        let mut problem = Problem::new(
            codes::NOT_COMPATIBLE_WITH_PREVIOUS_DECL { previous: what },
            param_site(db, own, param),
        );
        problem.soft = soft;
        problem.hard = !soft;
        out.push(problem);
    }
    let (number, at) = match mine.len().cmp(&theirs.len()) {
        Ordering::Greater => (codes::TOO_MANY_TEMPLATE_PARAMETERS, mine.get(theirs.len())),
        Ordering::Less => (codes::TOO_FEW_TEMPLATE_PARAMETERS, mine.last()),
        Ordering::Equal => return,
    };
    if let Some(at) = at {
        let fills = vec![Fill::Line(first.site(db))];
        out.push(Problem::new((number, fills), param_site(db, own, at)));
    }
}

/// The parameters that are written in a head.
pub(crate) fn written<'db>(db: &'db dyn Db, level: &Level<'db>) -> Vec<&'db TemplateParam> {
    let head = level.written(db);
    head.map_or(Vec::new(), |h| h.params.iter().collect())
}

/// Whether two declarations have heads of one template: at most the types of values differ.
pub(crate) fn are_of_one<'db>(db: &'db dyn Db, a: DeclRef<'db>, b: DeclRef<'db>) -> bool {
    let (Some(x), Some(y)) = (own_level(db, a), own_level(db, b)) else {
        return own_level(db, a).is_none() && own_level(db, b).is_none();
    };
    let (ps, qs) = (written(db, x), written(db, y));
    ps.len() == qs.len()
        && (ps.iter().zip(&qs)).all(|(p, q)| difference(db, (a, x, p), (b, y, q)) != Some(false))
}

/// Whether a head that a declaration has for a class around it is like the class's own: constraints included.
pub(crate) fn alike<'db>(
    db: &'db dyn Db,
    (own, level): (DeclRef<'db>, &Level<'db>),
    theirs: &Level<'db>,
) -> bool {
    let (ps, qs) = (written(db, level), written(db, theirs));
    ps.len() == qs.len()
        && (ps.iter().zip(&qs))
            .all(|(p, q)| difference(db, (own, level, p), (theirs.decl, theirs, q)) != Some(false))
}

/// Whether two parameters differ; `Some(true)` if in nothing but the types of values, which is let pass with a warning.
fn difference<'db>(
    db: &'db dyn Db,
    (own, level, param): (DeclRef<'db>, &Level<'db>, &TemplateParam),
    (first, before, previous): (DeclRef<'db>, &Level<'db>, &TemplateParam),
) -> Option<bool> {
    use TemplateParamKind as K;
    if param.pack != previous.pack {
        return Some(false);
    }
    match (&param.kind, &previous.kind) {
        (K::Type { .. }, K::Type { .. }) => {
            let (a, b) = (ParamRef::Written(param), ParamRef::Written(previous));
            let alike = constrained_alike::parameters(db, (a, level, own), (b, before, first));
            (!alike).then_some(false)
        }
        (K::Value { ty: t, .. }, K::Value { ty: u, .. }) => {
            let (a, b) = (
                declared_param_type(db, own, *t)?,
                declared_param_type(db, first, *u)?,
            );
            let unclear = |t: Ty<'db>| t.is_error(db) || is_unnamed(db, t);
            if unclear(a) || unclear(b) {
                return None;
            }
            let (x, y) = (ParamRef::Written(param), ParamRef::Written(previous));
            if !constrained_alike::parameters(db, (x, level, own), (y, before, first)) {
                return Some(false);
            }
            let differ = !equivalent(db, (a, own), (b, first));
            differ.then(|| !(a.has_auto(db) && b.has_auto(db)))
        }
        (K::Template { params: a, .. }, K::Template { params: b, .. }) => {
            (!same_sorts(a, b, 0)).then_some(false)
        }
        _ => Some(false),
    }
}

/// Whether a type is what a dependent expression says, or a part of it is.
fn is_unnamed<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    match ty.kind(db) {
        TyKind::Dependent(..) => true,
        TyKind::Pointer(t)
        | TyKind::LvalueReference(t)
        | TyKind::RvalueReference(t)
        | TyKind::Array(t, _)
        | TyKind::Pack(t) => is_unnamed(db, *t),
        _ => false,
    }
}

/// How deep template template parameters are looked into.
const DEPTH: u32 = 16;

/// Whether template template parameters take templates of the same sorts of parameters.
fn same_sorts(a: &[TemplateParam], b: &[TemplateParam], depth: u32) -> bool {
    use TemplateParamKind as K;
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            a.pack == b.pack
                && match (&a.kind, &b.kind) {
                    (K::Type { .. }, K::Type { .. }) | (K::Value { .. }, K::Value { .. }) => true,
                    (K::Template { params: a, .. }, K::Template { params: b, .. }) => {
                        depth > DEPTH || same_sorts(a, b, depth + 1)
                    }
                    _ => false,
                }
        })
}

/// A template parameter as messages call it: `template parameter "T"`, `constant "int N"`.
fn described<'db>(db: &'db dyn Db, decl: DeclRef<'db>, param: &TemplateParam) -> Fill<'db> {
    let name = param.name.as_ref().map_or("<unnamed>", |n| n.as_str());
    let (kind, text) = match &param.kind {
        TemplateParamKind::Type { .. } => ("template parameter", name.to_owned()),
        TemplateParamKind::Template { .. } => ("template template parameter", name.to_owned()),
        TemplateParamKind::Value { ty, .. } => {
            let text = declared_param_type(db, decl, *ty).map_or(name.to_owned(), |ty| {
                display::named_with_type(db, Entity::new(db, decl, None), ty, name)
            });
            ("constant", text)
        }
    };
    Fill::Local(kind, text.into(), Some(param_site(db, decl, param)))
}

/// A requires-clause that another declaration of the template lacks or has otherwise.
fn requirements<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    first: DeclRef<'db>,
) -> Option<Problem<'db>> {
    // Two clauses may mean the same in other words.
    let clause = |d: DeclRef<'db>| d.hir(db)?.heads.last()?.requires;
    if clause(own).is_some() == clause(first).is_some() {
        return None;
    }
    let (at, place) = match clause(own) {
        Some(e) => {
            let at = Site {
                code: own.code(db),
                index: e.into_raw().into(),
                is_type: false,
            };
            (at, At::First)
        }
        None => (own.site(db), At::Point),
    };
    Some(
        Problem::new(
            codes::REQUIRES_CLAUSE_INCOMPATIBLE {
                previous: Fill::Declared(Entity::new(db, first, None)),
            },
            at,
        )
        .at(place),
    )
}

/// An alias template that means something else than before.
fn alias<'db>(db: &'db dyn Db, own: DeclRef<'db>, first: DeclRef<'db>) -> Option<Problem<'db>> {
    let meaning = |d: DeclRef<'db>| {
        let DeclKind::Alias(ty) = d.hir(db)?.kind else {
            return None;
        };
        let mut cx = crate::Context::of(db, Entity::new(db, d, None))?;
        let ty = cx.resolve_type(ty);
        (cx.problems.is_empty() && !ty.is_error(db) && !is_unnamed(db, ty)).then_some(ty)
    };
    let (a, b) = (meaning(own)?, meaning(first)?);
    if equivalent(db, (a, own), (b, first)) {
        return None;
    }
    let spelled = |d: DeclRef<'db>, ty: Ty<'db>| {
        Fill::Spelled(display::type_within(db, Entity::new(db, d, None), ty).into())
    };
    let name = display::qualified_name(db, Entity::new(db, first, None));
    let previous = Fill::Local("alias template", name.into(), Some(first.site(db)));
    Some(Problem::new(
        codes::ALIAS_TEMPLATE_REDECLARED_DIFFERENTLY {
            ty: spelled(own, a),
            previous: spelled(first, b),
            template: previous,
        },
        own.site(db),
    ))
}

/// Default arguments that an earlier declaration has given.
fn defaults<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    level: &Level<'db>,
    first: DeclRef<'db>,
    out: &mut Vec<Problem<'db>>,
) {
    let is_alias = matches!(first.hir(db).map(|h| &h.kind), Some(DeclKind::Alias(_)));
    let all = match is_alias {
        true => std::slice::from_ref(&first),
        false => redeclarations(db, first),
    };
    let before = all.iter().take_while(|d| **d != own);
    let given: Vec<_> = before
        .filter_map(|d| own_level(db, *d))
        .map(|l| written(db, l))
        .collect();
    for (i, param) in written(db, level).into_iter().enumerate() {
        let again = has_default(param)
            && (given.iter()).any(|params| params.get(i).is_some_and(|p| has_default(p)));
        if again {
            out.push(Problem::new(
                codes::DEFAULT_ARGUMENT_REDEFINED,
                param_site(db, own, param),
            ));
        }
    }
}

/// A default argument where no template may have one ([temp.param]/12, [temp.spec.partial]/9).
fn misplaced_default<'db>(db: &'db dyn Db, own: DeclRef<'db>, hir: &Decl) -> Option<Problem<'db>> {
    let params = hir.heads.iter().flat_map(|h| h.params.iter());
    let param = params.into_iter().find(|p| has_default(p))?;
    let own_default = || {
        hir.heads
            .last()
            .and_then(|h| h.params.iter().find(|p| has_default(p)))
    };
    let at = param_site(db, own, param);
    match &hir.kind {
        DeclKind::FriendType(ty) => own_default().map(|_| {
            Problem::new(
                codes::DEFAULT_ON_FRIEND_CLASS_TEMPLATE,
                type_site(db, own, *ty),
            )
        }),
        DeclKind::Function(f) if hir.spec.any(Spec::FRIEND) => {
            let undefined = matches!(f.body, Body::None) && own_default().is_some();
            undefined.then(|| Problem::new(codes::DEFAULT_IN_FRIEND_TEMPLATE_DECLARATION, at))
        }
        DeclKind::Class(_) | DeclKind::Variable(_) if has_arguments(hir) => {
            Some(Problem::new(codes::DEFAULT_IN_PARTIAL_SPECIALIZATION, at))
        }
        DeclKind::Class(_) | DeclKind::Variable(_) | DeclKind::Function(_) => {
            let path = hir.path.as_ref()?;
            let of_template = path.qualifiers.iter().any(|q| q.args.is_some());
            of_template.then(|| Problem::new(codes::DEFAULT_TEMPLATE_ARGUMENT_OUTSIDE_CLASS, at))
        }
        _ => None,
    }
}
