//! Defaulted comparison operators ([class.compare.default]): what they take and return.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{DeclKind, NameId};
use cleave_lang::{Builtin, Operator, Qualifiers};
use cleave_names::ItemId;
use cleave_names::decl::{Body, Spec};
use cleave_syntax::Standard;

use crate::class::class_info;
use crate::code::around::template_depth;
use crate::program::user_declarations;
use crate::{At, Context, Entity, Fill, NameKey, Problem, Site, Ty, function};

/// Those that return whether they hold.
const HOLDS: [Operator; 6] = [
    Operator::Equal,
    Operator::NotEqual,
    Operator::Less,
    Operator::Greater,
    Operator::LessEqual,
    Operator::GreaterEqual,
];

/// The defaulted comparison operators of an item's classes that are of another type. What depends on template parameters is left
/// alone.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (own, decl, site) in user_declarations(db, item) {
        let compares = |op: &Operator| NameKey::of(&decl.name) == Some(NameKey::operator(*op));
        let is_operator = matches!(decl.name, NameId::Operator(_));
        let plain = matches!(decl.kind, DeclKind::Function(_)) && decl.heads.is_empty();
        if is_operator && plain && decl.parent.is_none() && decl.path.is_none() {
            let compares = HOLDS.iter().any(compares) || compares(&Operator::Spaceship);
            out.extend(of_no_class(db, own.entity(db), site).filter(|_| compares));
            continue;
        }
        if !is_operator || !plain || decl.parent.is_none() || decl.path.is_some() {
            continue;
        }
        let holds = HOLDS.iter().any(compares);
        if !holds && !compares(&Operator::Spaceship) {
            continue;
        }
        let entity = own.entity(db);
        let Some(signature) = function::signature(db, entity).filter(|s| s.is_defaulted) else {
            continue;
        };
        let member = !decl.spec.any(Spec::FRIEND);
        if let ([param], true) = (&*signature.ty.params, member)
            && let Some(class) = function::class_of(db, entity)
            && (!param.is_dependent(db) && !param.is_unknown(db)
                || param.unqualified(db) == class.unqualified(db))
            && *param != taken(db, class)
        {
            let fills = vec![Fill::Type(*param)];
            out.push(Problem::new(
                (codes::BAD_DEFAULTED_COMPARISON_PARAMETER, fills),
                site,
            ));
        }
        if member && !signature.ty.quals.is_const {
            out.push(Problem::new(codes::DEFAULTED_COMPARISON_NOT_CONST, site));
        }
        let ret = signature.ty.ret;
        let compares = item.file(db).dialect(db).standard >= Standard::Cpp20;
        if compares && !holds && member && ret.has_auto(db) {
            out.extend(without_category(db, entity, site));
        }
        if holds && !ret.is_dependent(db) && !ret.is_error(db) && !is_bool(db, ret) {
            out.push(Problem::new(
                codes::BAD_DEFAULTED_COMPARISON_RETURN_TYPE {
                    ty: Fill::Name("bool".into()),
                },
                site,
            ));
        }
    }
    out
}

/// A comparison that is defaulted in a namespace is a friend of the class whose objects it takes ([class.compare.default]/1).
fn of_no_class<'db>(
    db: &'db dyn Db,
    operator: Entity<'db>,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let decl = operator.decl(db);
    let since = decl.code(db).file(db).dialect(db).standard >= Standard::Cpp20;
    let defaulted =
        matches!(operator.kind(db), Some(DeclKind::Function(f)) if f.body == Body::Default);
    if !since || !defaulted || function::friend::declarations(db, decl).next().is_some() {
        return None;
    }
    let taken = function::parameter_types(db, operator)?;
    let class = |ty: &Ty<'db>| {
        let entity = ty.strip_reference(db).unqualified(db).class_entity(db);
        entity.filter(|e| e.env(db).is_none() && function::definition(db, *e).is_some())
    };
    let [first, second] = taken[..] else {
        return None;
    };
    (class(&first).is_some() && class(&first) == class(&second))
        .then(|| Problem::new(codes::DEFAULTED_COMPARISON_OF_NO_CLASS, site))
}

/// What is said of a class whose members are compared to a category that nothing declares ([class.spaceship]/4).
fn without_category<'db>(
    db: &'db dyn Db,
    operator: Entity<'db>,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let class = function::class_of(db, operator)?;
    let own = class.class_entity(db)?;
    let info = class_info(db, class.unqualified(db))?;
    let plain = |ty: Ty<'db>| ty.is_integral(db) || ty.is_pointer(db);
    if template_depth(db, own) > 0
        || !info.bases.is_empty()
        || !info.fields.iter().all(|f| plain(f.ty))
    {
        return None;
    }
    let mut cx = Context::of(db, operator)?;
    let lacks = cx.standard_class("strong_ordering").is_none();
    let ordering = Fill::Text("std::strong_ordering".into());
    let problem = Problem::new(codes::NO_ORDERING_TYPE { ordering }, site);
    lacks.then(|| problem.at(At::Declared(own)))
}

fn is_bool<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    ty == Ty::builtin(db, Builtin::Bool)
}

/// What a member compares with.
fn taken<'db>(db: &'db dyn Db, class: Ty<'db>) -> Ty<'db> {
    let object = class.unqualified(db).qualified(db, Qualifiers::CONST);
    object.lvalue_reference(db)
}
