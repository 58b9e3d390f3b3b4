//! Explicit specialisations against what they specialise ([temp.expl.spec]): there is such a template or member, it takes the
//! type, and it is specialised where it may be.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind};
use cleave_names::decl::{Spec, Special};
use cleave_names::{is_of_user, is_transparent_in};

use crate::class::members::members;
use crate::class::specialization::specialization;
use crate::code::params::{is_explicit_specialization, levels, own_level};
use crate::declarations::template_heads::{at_name, first_use, is_new};
use crate::function::qualified::qualifier_class;
use crate::function::specialized::{candidates, specialized, unmatched};
use crate::function::{canonical, declared_type, signature};
use crate::lookup::members::member;
use crate::redeclarations::members::incompatible;
use crate::{At, DeclRef, Entity, Fill, NameKey, Problem, display};

/// What is wrong with a declaration, if it is an explicit specialisation at namespace level.
pub(crate) fn check<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    out: &mut Vec<Problem<'db>>,
) {
    if decl.heads.is_empty() {
        out.extend(without_head(db, own, decl));
        return;
    }
    let special = (own.code(db).code(db)).is_some_and(|c| is_explicit_specialization(c, decl));
    if special {
        out.extend(of_enumeration(db, own, decl));
    }
    let plain = decl.parent.is_none()
        && !decl.spec.any(Spec::FRIEND)
        && matches!(
            decl.name,
            cleave_hir::NameId::Ident(_) | cleave_hir::NameId::Operator(_)
        );
    let kind = matches!(
        decl.kind,
        DeclKind::Function(_) | DeclKind::Class(_) | DeclKind::Variable(_)
    );
    if !special || !kind || !plain || !levels(db, own).is_empty() {
        return;
    }
    let found = match qualifier_class(db, own) {
        Some(_) => of_member(db, own, decl),
        None if decl.path.as_ref().is_some_and(|p| !p.is_unqualified()) => {
            of_namespace(db, own, decl, true)
        }
        None => of_namespace(db, own, decl, false),
    };
    let found = found.or_else(|| not_here(db, own, decl));
    let found = found.or_else(|| unsatisfied(db, own, decl));
    match found {
        Some(problem) => out.push(problem),
        None => out.extend(first_use::check(db, own, decl)),
    }
}

/// A member enumeration that has no underlying type of its own and is specialised ([temp.expl.spec]/1): what it is depends on its
/// enumerators.
fn of_enumeration<'db>(db: &'db dyn Db, own: DeclRef<'db>, decl: &Decl) -> Option<Problem<'db>> {
    let DeclKind::Enum(e) = &decl.kind else {
        return None;
    };
    let class = qualifier_class(db, own).filter(|_| e.enumerators.is_some())?;
    let definition = specialization(db, class.class_entity(db)?)?;
    let first = members(db, definition.decl(db))
        .get(&own.key(db)?)
        .first()?;
    let open = matches!(&first.hir(db)?.kind, DeclKind::Enum(e) if !e.scoped && e.base.is_none());
    open.then(|| Problem::new(codes::SPECIALIZED_ENUM_NOT_OPAQUE, own.site(db)))
}

/// A class or variable for arguments that do not satisfy the constraints of its template ([temp.names]/8).
fn unsatisfied<'db>(db: &'db dyn Db, own: DeclRef<'db>, decl: &Decl) -> Option<Problem<'db>> {
    let wanted = matches!(decl.kind, DeclKind::Class(_) | DeclKind::Variable(_));
    let entity = specialized(db, own).filter(|_| wanted)?;
    let wrong = crate::template::constraints::holds(db, entity) == Some(false);
    let problem = || Problem::new(codes::CONSTRAINT_NOT_SATISFIED, own.site(db));
    wrong.then(|| at_name(problem(), decl))
}

/// What is said of a declaration that would be a specialisation if it had a `template <>` before it.
fn without_head<'db>(db: &'db dyn Db, own: DeclRef<'db>, decl: &Decl) -> Option<Problem<'db>> {
    let path = decl.path.as_ref()?;
    let problem = |number, fills| {
        let problem = Problem::new((number, fills), own.site(db));
        Some(at_name(problem, decl))
    };
    if path.args.is_some() {
        let named = candidates(db, own)?;
        let is_template = |e: &Entity<'db>| own_level(db, e.decl(db)).is_some();
        if named.is_empty() || !named.iter().all(is_template) || decl.spec.any(Spec::FRIEND) {
            return None;
        }
        return match &decl.kind {
            DeclKind::Class(c) if c.defined && decl.parent.is_none() => problem(
                codes::SPECIALIZATION_NEEDS_TEMPLATE_SYNTAX,
                vec![Fill::Entity(specialized(db, own)?)],
            ),
            DeclKind::Class(c) if c.defined => problem(
                codes::SPECIALIZATION_IN_WRONG_SCOPE,
                vec![Fill::Entity(specialized(db, own)?)],
            ),
            DeclKind::Function(_) | DeclKind::Variable(_) if decl.parent.is_none() => {
                problem(codes::EXPLICIT_TEMPLATE_ARGUMENTS_NOT_ALLOWED, Vec::new())
            }
            _ => None,
        };
    }
    if decl.parent.is_some() || !matches!(decl.kind, DeclKind::Function(_) | DeclKind::Variable(_))
    {
        return None;
    }
    // A member of a class that is instantiated, and none of an explicit specialisation.
    let class = qualifier_class(db, own)?.class_entity(db)?;
    let definition = specialization(db, class)?;
    let item = definition.decl(db).code(db).item;
    definition
        .env(db)
        .filter(|e| !e.is_dependent(db) && is_of_user(db, item))?;
    let found = specialized(db, own).filter(|e| e.env(db).is_some())?;
    let own_member = found.decl(db).parent_class(db) == Some(definition.decl(db));
    let shown = match decl.kind {
        DeclKind::Variable(_) => Fill::Instantiated(found),
        _ => Fill::Entity(found),
    };
    match own_member && found.own_args(db).is_none() {
        true => problem(codes::SPECIALIZATION_NEEDS_TEMPLATE_SYNTAX, vec![shown]),
        false => None,
    }
}

/// What is said of the specialisation of a namespace's template.
fn of_namespace<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    qualified: bool,
) -> Option<Problem<'db>> {
    if !qualified && let Some(problem) = super::brought(db, own, decl) {
        return Some(problem);
    }
    let found = candidates(db, own)?;
    let arguments = decl.path.as_ref().is_some_and(|p| p.args.is_some());
    let name = || {
        own.key(db)
            .and_then(|k| Some(k.ident()?.as_str().to_owned()))
    };
    let problem = |number, fill| {
        Some(at_name(
            Problem::new((number, vec![fill]), own.site(db)),
            decl,
        ))
    };
    let Some(&first) = found.first() else {
        if !is_new(db, own.code(db).item, &name()?) {
            return None;
        }
        // What another namespace lacks is reported by its name.
        return match (&decl.kind, arguments) {
            _ if qualified => None,
            (_, true) => problem(codes::NOT_A_TEMPLATE, Fill::Text(name()?.into())),
            (DeclKind::Class(_), false) => None,
            _ => problem(
                codes::NOT_A_TEMPLATE_NAME_IN_SCOPE,
                Fill::Name(name()?.into()),
            ),
        };
    };
    let is_template = |e: &Entity<'db>| own_level(db, e.decl(db)).is_some();
    if matches!(decl.kind, DeclKind::Function(_)) {
        let functions = found.iter().all(|e| e.is_function(db) && known(db, *e));
        if !functions || arguments && !found.iter().any(is_template) {
            return None;
        }
        if let [only] = found[..]
            && !is_template(&only)
        {
            let text = display::declared_text(db, only);
            let previous = Fill::Local("", text.into(), Some(only.decl(db).site(db)));
            return problem(codes::NOT_COMPATIBLE_WITH_PREVIOUS_DECL, previous);
        }
        let all = match specialized(db, own) {
            // That of a function that is no template specialises nothing.
            Some(e) if !is_template(&e) => found,
            Some(_) => return None,
            // By observation: `auto` may be what a parameter stands for that only the return type names.
            None if returns_placeholder(db, own) => return None,
            None => unmatched(db, own)?,
        };
        return problem(codes::NO_INSTANCE_OF_SPECIFIED_TYPE, no_instance(db, &all)?);
    }
    let [_] = found[..] else { return None };
    match (&decl.kind, first.kind(db)?, arguments) {
        (DeclKind::Class(_), DeclKind::Class(_), true) if !is_template(&first) => {
            problem(codes::TEMPLATE_ARGUMENTS_NOT_ALLOWED, Fill::Entity(first))
        }
        (DeclKind::Class(_), DeclKind::Class(_), true)
            if crate::declarations::template_heads::is_other_key(decl, first.hir(db)) =>
        {
            let problem = Problem::new(
                codes::UNION_TAG_MISMATCH {
                    class: Fill::Entity(first),
                },
                own.site(db),
            );
            Some(problem.at(At::Start))
        }
        (DeclKind::Class(_), DeclKind::Class(_), false) if is_template(&first) => {
            problem(codes::TEMPLATE_ARGUMENTS_MISSING, Fill::Entity(first))
        }
        (DeclKind::Variable(_), DeclKind::Variable(_), false) => {
            let shown = match is_template(&first) {
                true => Fill::Entity(first),
                false => Fill::Kind("", display::declared_text(db, first).into()),
            };
            problem(codes::NOT_SPECIALIZABLE, shown)
        }
        _ => None,
    }
}

/// Whether a function is declared to return a placeholder type, which is deduced.
fn returns_placeholder<'db>(db: &'db dyn Db, own: DeclRef<'db>) -> bool {
    let ty = signature(db, Entity::new(db, own, None)).map(|s| s.ty.ret);
    ty.is_some_and(|ty| ty.has_auto(db))
}

/// The functions that a type does not match, as messages call them.
pub(crate) fn no_instance<'db>(db: &'db dyn Db, all: &[Entity<'db>]) -> Option<Fill<'db>> {
    Some(match *all {
        [only] if only.is_template(db) => {
            let name = display::function_text(db, only, false);
            Fill::Kind("function template", name.into())
        }
        _ => Fill::Overloaded(*all.first()?),
    })
}

fn known<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    signature(db, function).is_some_and(|s| s.ty.params.iter().all(|t| !t.is_error(db)))
}

/// What is said of the specialisation of a member of a class.
fn of_member<'db>(db: &'db dyn Db, own: DeclRef<'db>, decl: &Decl) -> Option<Problem<'db>> {
    let class = qualifier_class(db, own)?.class_entity(db)?;
    let definition = specialization(db, class)?;
    let item = definition.decl(db).code(db).item;
    if !is_of_user(db, item) || definition.env(db).is_some_and(|e| e.is_dependent(db)) {
        return None;
    }
    let key = own.key(db)?;
    let problem = |number, fills| Some(Problem::new((number, fills), own.site(db)));
    let declared = members(db, definition.decl(db)).get(&key);
    if declared.is_empty() {
        let NameKey::Ident(name) = &key else {
            return None;
        };
        let number = match decl.kind {
            DeclKind::Function(_) | DeclKind::Variable(_) => codes::NO_SUCH_MEMBER,
            _ => codes::NO_SUCH_TAG_IN_NAMESPACE,
        };
        let ty = crate::Ty::of(db, crate::TyKind::Class(class));
        if number == codes::NO_SUCH_MEMBER && !member(db, ty, key.clone()).set.is_empty() {
            return problem(codes::INHERITED_MEMBER_NOT_ALLOWED, Vec::new());
        }
        let name = Fill::Name(name.as_str().into());
        return problem(number, vec![Fill::Entity(class), name]);
    }
    let all: Vec<Entity<'db>> = (declared.iter())
        .map(|d| Entity::new(db, *d, definition.env(db)))
        .collect();
    if !all.iter().all(|e| same_kind(db, *e, decl)) {
        return None;
    }
    // Of a class that is no instance, nothing but templates can be specialised.
    let explicit = definition.env(db).is_none();
    if let Some(found) = specialized(db, own) {
        let is_field =
            |d: &Decl| matches!(d.kind, DeclKind::Variable(_)) && !d.spec.any(Spec::STATIC);
        if found.hir(db).is_some_and(is_field) {
            let text = display::template_text(db, found);
            return problem(codes::NOT_SPECIALIZABLE, vec![Fill::Kind("", text.into())]);
        }
        if explicit && found.own_args(db).is_none() && !found.is_template(db) {
            let text = display::template_text(db, found);
            return problem(codes::NOT_SPECIALIZABLE, vec![Fill::Kind("", text.into())]);
        }
        if !differs(db, own, found) {
            return None;
        }
        return match all[..] {
            [only] => Some(incompatible(db, only, own.site(db))),
            _ => problem(
                codes::NO_INSTANCE_OF_SPECIFIED_TYPE,
                vec![Fill::Overloaded(found)],
            ),
        };
    }
    if !all.iter().all(|e| e.is_function(db)) {
        return None;
    }
    unmatched(db, own)?;
    let special = matches!(&decl.kind, DeclKind::Function(f) if f.special != Special::None);
    match all[..] {
        [only] if !only.is_template(db) && !special => Some(incompatible(db, only, own.site(db))),
        _ => problem(
            codes::NO_INSTANCE_OF_SPECIFIED_TYPE,
            vec![no_instance(db, &all)?],
        ),
    }
}

fn same_kind<'db>(db: &'db dyn Db, entity: Entity<'db>, decl: &Decl) -> bool {
    let kind = entity.kind(db).map(std::mem::discriminant);
    kind == Some(std::mem::discriminant(&decl.kind))
}

/// Whether a specialisation of a member that is no template has another type than that: what a function returns, what a variable
/// is.
fn differs<'db>(db: &'db dyn Db, own: DeclRef<'db>, member: Entity<'db>) -> bool {
    let own = Entity::new(db, own, None);
    let (a, b) = match own.is_function(db) {
        true if member.own_args(db).is_some() => return false,
        true => {
            let ret = |e: Entity<'db>| signature(db, e).map(|s| s.ty.ret);
            (ret(own), ret(member))
        }
        false if matches!(member.kind(db), Some(DeclKind::Variable(_))) => {
            (declared_type(db, own), declared_type(db, member))
        }
        false => return false,
    };
    let Some((a, b)) = a.zip(b) else { return false };
    let clear = |t: crate::Ty<'db>| !t.is_unknown(db) && !t.has_auto(db) && !t.is_array(db);
    member.own_args(db).is_none() && clear(a) && clear(b) && a != b
}

/// A specialisation in a namespace that is not around its template's ([temp.expl.spec]/3).
fn not_here<'db>(db: &'db dyn Db, own: DeclRef<'db>, decl: &Decl) -> Option<Problem<'db>> {
    let found = specialized(db, own)?;
    let (here, there) = (own.code(db).scope(db), found.decl(db).code(db).scope(db));
    let around = here.path(db).is_empty()
        || there.path(db).contains(&here)
        || is_transparent_in(db, here, there);
    // What an inline namespace holds is its parent's as well.
    let inline = || {
        (here.path(db).iter()).any(|s| (s.parent(db)).is_some_and(|p| is_transparent_in(db, *s, p)))
    };
    if around || inline() || canonical(db, own) != own {
        return None;
    }
    let shown = match decl.kind {
        DeclKind::Function(_) => Fill::Signature(found),
        _ => Fill::Entity(found),
    };
    Some(at_name(
        Problem::new(
            codes::SPECIALIZATION_IN_WRONG_SCOPE { entity: shown },
            own.site(db),
        ),
        decl,
    ))
}
