//! Partial specialisations ([temp.spec.partial]): of a template that there is, not of its own arguments again, with parameters
//! that can be deduced.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, TemplateParamKind};

use crate::class::specialization::identity;
use crate::code::params::{Level, is_explicit_specialization, outer_depth, own_level};
use crate::declarations::template_heads::heads::{param_site, written};
use crate::declarations::template_heads::{first_use, is_new};
use crate::function::qualified::qualifier_class;
use crate::function::redeclared::primary;
use crate::function::specialized::candidates;
use crate::resolve::{declared_param_type, value_param_type};
use crate::template::deduce::Deducer;
use crate::{Arg, DeclRef, Entity, Fill, Problem, display};

/// What is wrong with a declaration, if it is a partial specialisation.
pub(crate) fn check<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    out: &mut Vec<Problem<'db>>,
) {
    let partial = decl.path.as_ref().is_some_and(|p| p.args.is_some());
    let class = matches!(decl.kind, DeclKind::Class(_));
    let explicit = (own.code(db).code(db)).is_none_or(|c| is_explicit_specialization(c, decl));
    let Some(level) = own_level(db, own).filter(|_| partial && !explicit) else {
        return;
    };
    if !class && !matches!(decl.kind, DeclKind::Variable(_)) {
        return;
    }
    let mut say = |number, fills| out.push(Problem::new((number, fills), own.site(db)));
    let Some(template) = primary(db, own) else {
        let unqualified = decl.path.as_ref().is_some_and(|p| p.is_unqualified());
        let nothing = candidates(db, own).is_some_and(|all| all.is_empty());
        if decl.parent.is_none() && unqualified && nothing && qualifier_class(db, own).is_none() {
            let name = own
                .key(db)
                .and_then(|k| Some(k.ident()?.as_str().to_owned()));
            let Some(name) = name.filter(|n| is_new(db, own.code(db).item, n)) else {
                return;
            };
            match class {
                true => say(codes::TEMPLATE_ARGUMENTS_ON_PRIMARY, Vec::new()),
                false => say(codes::NOT_A_TEMPLATE, vec![Fill::Text(name.into())]),
            }
        }
        return;
    };
    if own_level(db, template).is_none() {
        if class {
            let entity = Entity::new(db, template, None);
            say(
                codes::TEMPLATE_ARGUMENTS_NOT_ALLOWED,
                vec![Fill::Entity(entity)],
            );
        }
        return;
    }
    let Some((template, pattern)) = identity(db, own) else {
        return;
    };
    let args = pattern.args(db);
    if args.iter().any(|a| a.has_error(db)) {
        return;
    }
    if args.iter().all(|a| !a.is_dependent(db)) {
        say(
            codes::PARTIAL_SPECIALIZATION_ALREADY_FULL,
            vec![Fill::Entity(template.specialize(db, args))],
        );
        return;
    }
    let depth = outer_depth(db, own);
    let is_primary = *level.identity(db, depth) == *args
        && own_level(db, template.decl(db)).is_some_and(|l| l.kinds.len() == level.kinds.len());
    if is_primary && !level.constrained {
        if class {
            say(codes::TEMPLATE_ARGUMENTS_ON_PRIMARY, Vec::new());
        }
        return;
    }
    if has_dependent_type(db, template, args) {
        say(codes::NONTYPE_ARGUMENT_TYPE_IS_DEPENDENT, Vec::new());
        return;
    }
    out.extend(first_use::partial(db, own, template));
    if !class {
        return;
    }
    let kind = "class template";
    let deduced = deducible(db, own, level, args);
    for (i, param) in written(db, level).into_iter().enumerate() {
        if deduced.contains(&(depth, i as u32)) {
            continue;
        }
        let name = param.name.as_ref().map_or("<unnamed>", |n| n.as_str());
        let what = match param.kind {
            TemplateParamKind::Type { .. } => "template parameter",
            TemplateParamKind::Value { .. } => "constant",
            TemplateParamKind::Template { .. } => "template template parameter",
        };
        let of = display::pattern_text(db, Entity::new(db, own, None));
        out.push(Problem::new(
            codes::NOT_USED_IN_PARTIAL_SPEC_ARG_LIST {
                parameter: Fill::Kind(what, name.into()),
                entity: Fill::Kind(kind, of.into()),
            },
            param_site(db, own, param),
        ));
    }
}

/// Whether an argument is a value whose type is that of another parameter ([temp.spec.partial.general]/9.2).
fn has_dependent_type<'db>(db: &'db dyn Db, template: Entity<'db>, args: &[Arg<'db>]) -> bool {
    let Some(level) = own_level(db, template.decl(db)) else {
        return false;
    };
    args.iter().enumerate().any(|(i, arg)| {
        let ty = level.kinds.get(i).and_then(|k| k.value_type());
        matches!(arg, Arg::Value(_))
            && ty
                .and_then(|ty| value_param_type(db, template, args.get(..i)?, ty))
                .is_some_and(|ty| ty.is_dependent(db))
    })
}

/// The parameters of a partial specialisation that are deduced from its arguments, or from the types of those that are
/// ([temp.deduct.type]/13).
fn deducible<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    level: &Level<'db>,
    args: &[Arg<'db>],
) -> Vec<(u32, u32)> {
    let depth = outer_depth(db, own);
    let deducer = Deducer::new(db, own, depth);
    let mut found: Vec<(u32, u32)> = args.iter().flat_map(|a| deducer.deducible_arg(a)).collect();
    let values = level.kinds.iter().enumerate();
    for (i, kind) in values.rev() {
        if let Some(ty) = kind.value_type()
            && found.contains(&(depth, i as u32))
            && let Some(ty) = declared_param_type(db, own, ty)
        {
            found.extend(deducer.deducible(ty));
        }
    }
    found
}
