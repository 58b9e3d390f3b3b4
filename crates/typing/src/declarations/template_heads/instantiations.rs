//! Explicit instantiations against what they name ([temp.explicit]): there is such a template or member of one, it takes the type,
//! and a class is complete.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, NameId};
use cleave_names::decl::{Spec, Special};
use cleave_names::{is_of_user, is_transparent_in};

use crate::class::members::members;
use crate::class::specialization::{is_undefined, specialization};
use crate::code::params::own_level;
use crate::declarations::template_heads::is_new;
use crate::function::qualified::qualifier_class;
use crate::function::specialized::{candidates, specialized, unmatched};
use crate::function::{declared_type, signature};
use crate::{At, DeclRef, Entity, Fill, NameKey, Problem, Ty, TyKind, display};

/// What is wrong with what an explicit instantiation names.
pub(crate) fn check<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    out: &mut Vec<Problem<'db>>,
) {
    let plain = matches!(decl.name, NameId::Ident(_) | NameId::Operator(_));
    if !plain || decl.parent.is_some() {
        return;
    }
    let found = match qualifier_class(db, own) {
        Some(class) => class
            .class_entity(db)
            .map_or(Vec::new(), |c| member(db, own, decl, c)),
        None => in_namespace(db, own, decl),
    };
    out.extend(found.into_iter().flatten());
}

/// A problem, or none.
type Said<'db> = Option<Problem<'db>>;

fn say<'db>(db: &'db dyn Db, own: DeclRef<'db>, number: codes::Code, fill: Fill<'db>) -> Said<'db> {
    Some(Problem::new((number, vec![fill]), own.site(db)))
}

/// At the first token of what is instantiated.
fn invalid<'db>(db: &'db dyn Db, own: DeclRef<'db>) -> Said<'db> {
    Some(Problem::new(codes::INVALID_EXPLICIT_INSTANTIATION, own.site(db)).at(At::Start))
}

/// What is said of an instantiation of a namespace's template.
fn in_namespace<'db>(db: &'db dyn Db, own: DeclRef<'db>, decl: &Decl) -> Vec<Said<'db>> {
    let path = decl.path.as_ref();
    let arguments = path.is_some_and(|p| p.args.is_some());
    let unqualified = path.is_none_or(|p| p.is_unqualified());
    if unqualified && let Some(problem) = super::brought(db, own, decl) {
        return vec![Some(problem)];
    }
    let Some(found) = candidates(db, own) else {
        return Vec::new();
    };
    let name = own
        .key(db)
        .and_then(|k| Some(k.ident()?.as_str().to_owned()));
    let is_template = |e: &Entity<'db>| own_level(db, e.decl(db)).is_some();
    let Some(&first) = found.first() else {
        let new = |name: &String| is_new(db, own.code(db).item, name);
        let Some(name) = name.filter(new) else {
            return Vec::new();
        };
        // What a namespace lacks is reported by its name.
        if !unqualified {
            let function = matches!(decl.kind, DeclKind::Function(_));
            return function.then(|| invalid(db, own)).into_iter().collect();
        }
        return match (&decl.kind, arguments) {
            (DeclKind::Function(_), false) => vec![say(
                db,
                own,
                codes::NOT_A_TEMPLATE_NAME_IN_SCOPE,
                Fill::Name(name.into()),
            )],
            (DeclKind::Function(_) | DeclKind::Variable(_) | DeclKind::Class(_), true) => {
                let name = Fill::Text(name.into());
                vec![say(db, own, codes::NOT_A_TEMPLATE, name), invalid(db, own)]
            }
            (DeclKind::Variable(_), false) => vec![invalid(db, own)],
            _ => Vec::new(),
        };
    };
    if !is_of_user(db, first.decl(db).code(db).item) {
        return Vec::new();
    }
    match (&decl.kind, first.kind(db)) {
        (DeclKind::Function(_), _) => vec![function(db, own, arguments, &found)],
        (DeclKind::Variable(_), Some(DeclKind::Variable(_))) if found.len() == 1 => {
            match (is_template(&first), arguments) {
                (true, true) => vec![variable(db, own)],
                (true, false) => vec![invalid(db, own)],
                (false, false) => {
                    let text = display::declared_text(db, first);
                    vec![say(
                        db,
                        own,
                        codes::NOT_INSTANTIABLE,
                        Fill::Kind("", text.into()),
                    )]
                }
                (false, true) => Vec::new(),
            }
        }
        (DeclKind::Class(_), Some(DeclKind::Class(_))) if found.len() == 1 => {
            match (is_template(&first), arguments) {
                (true, true) => class(db, own, decl, first),
                (true, false) => {
                    let fill = Fill::Entity(first);
                    vec![
                        say(db, own, codes::TEMPLATE_ARGUMENTS_MISSING, fill),
                        invalid(db, own),
                    ]
                }
                (false, true) => {
                    let fill = Fill::Entity(first);
                    vec![
                        say(db, own, codes::TEMPLATE_ARGUMENTS_NOT_ALLOWED, fill),
                        invalid(db, own),
                    ]
                }
                (false, false) => {
                    let said = say(db, own, codes::NOT_INSTANTIABLE, Fill::Entity(first));
                    vec![said.map(|p| p.at(At::Start))]
                }
            }
        }
        _ => Vec::new(),
    }
}

/// The function template that an instantiation is of.
fn function<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    arguments: bool,
    found: &[Entity<'db>],
) -> Said<'db> {
    let known = |e: &Entity<'db>| {
        e.is_function(db)
            && signature(db, *e).is_some_and(|s| s.ty.params.iter().all(|t| !t.is_error(db)))
    };
    let is_template = |e: &Entity<'db>| own_level(db, e.decl(db)).is_some();
    if !found.iter().all(known) || arguments && !found.iter().any(is_template) {
        return None;
    }
    if let [only] = *found
        && !is_template(&only)
    {
        let text = display::declared_text(db, only);
        let previous = Fill::Local("", text.into(), Some(only.decl(db).site(db)));
        return say(db, own, codes::NOT_COMPATIBLE_WITH_PREVIOUS_DECL, previous);
    }
    let all = match specialized(db, own) {
        Some(e) if !is_template(&e) => found.to_vec(),
        Some(_) => return None,
        None => unmatched(db, own)?,
    };
    say(
        db,
        own,
        codes::NO_INSTANCE_OF_SPECIFIED_TYPE,
        crate::declarations::template_heads::explicit::no_instance(db, &all)?,
    )
}

/// A variable that is instantiated as of another type.
fn variable<'db>(db: &'db dyn Db, own: DeclRef<'db>) -> Said<'db> {
    let found = specialized(db, own)?;
    let (a, b) = (
        declared_type(db, Entity::new(db, own, None))?,
        declared_type(db, found)?,
    );
    let clear = |t: Ty<'db>| !t.is_unknown(db) && !t.has_auto(db) && !t.is_array(db);
    if !clear(a) || !clear(b) || a == b {
        return None;
    }
    let text = match found.own_args(db) {
        Some(_) => display::declared_text(db, found),
        None => {
            let pattern = Entity::new(db, found.decl(db), None);
            let text = display::template_text(db, found);
            let ty = display::type_within(db, pattern, declared_type(db, pattern)?);
            let name = text.strip_prefix(ty.as_str()).unwrap_or(&text);
            format!("{}{name}", display::type_text(db, b))
        }
    };
    let previous = Fill::Local("", text.into(), Some(found.decl(db).site(db)));
    say(db, own, codes::NOT_COMPATIBLE_WITH_PREVIOUS_DECL, previous)
}

/// What is said of an instantiation of a class.
fn class<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    template: Entity<'db>,
) -> Vec<Said<'db>> {
    if crate::declarations::template_heads::is_other_key(decl, template.hir(db)) {
        let said = say(db, own, codes::UNION_TAG_MISMATCH, Fill::Entity(template));
        return vec![said.map(|p| p.at(At::Start)), invalid(db, own)];
    }
    vec![undefined(db, own)]
}

/// A class that is instantiated without a definition.
fn undefined<'db>(db: &'db dyn Db, own: DeclRef<'db>) -> Said<'db> {
    let found = specialized(db, own)?;
    let open = found.env(db).is_some_and(|e| e.is_dependent(db));
    // Nothing follows from instantiating what is declared to be specialised.
    let declared = crate::class::specialization::chosen(db, found) != Some(found);
    if open || declared || !is_undefined(db, found) {
        return None;
    }
    let ty = Fill::Type(Ty::of(db, TyKind::Class(found)));
    say(db, own, codes::INCOMPLETE_TYPE_NOT_ALLOWED, ty).map(|p| p.at(At::Start))
}

/// What is said of an instantiation of a member of a class.
fn member<'db>(db: &'db dyn Db, own: DeclRef<'db>, decl: &Decl, of: Entity<'db>) -> Vec<Said<'db>> {
    if let Some(said) = of_explicit(db, own, of) {
        return vec![Some(said)];
    }
    let definition = specialization(db, of)
        .filter(|d| d.env(db).is_some_and(|e| !e.is_dependent(db)))
        .filter(|d| is_of_user(db, d.decl(db).code(db).item));
    let (Some(definition), Some(key)) = (definition, own.key(db)) else {
        return Vec::new();
    };
    let all: Vec<Entity<'db>> = (members(db, definition.decl(db)).get(&key).iter())
        .map(|d| Entity::new(db, *d, definition.env(db)))
        .collect();
    let Some(&first) = all.first() else {
        let (NameKey::Ident(name), false) = (&key, inherits(db, definition)) else {
            return Vec::new();
        };
        let number = match decl.kind {
            DeclKind::Class(_) => codes::NO_SUCH_TAG_IN_NAMESPACE,
            _ => codes::NO_SUCH_MEMBER,
        };
        let shown = match of.decl(db).parent_class(db) {
            Some(_) => Fill::Kind("class", display::template_text(db, of).into()),
            None => Fill::Entity(of),
        };
        let fills = vec![shown, Fill::Name(name.as_str().into())];
        return vec![
            Some(Problem::new((number, fills), own.site(db))),
            invalid(db, own),
        ];
    };
    match (&decl.kind, first.kind(db)) {
        (DeclKind::Variable(_), Some(DeclKind::Variable(_))) => {
            let field = first.hir(db).is_some_and(|d| !d.spec.any(Spec::STATIC));
            match field {
                true => vec![invalid(db, own)],
                false => vec![variable(db, own)],
            }
        }
        (DeclKind::Class(_), Some(DeclKind::Class(_))) => class(db, own, decl, first),
        (DeclKind::Function(f), _) if all.iter().all(|e| e.is_function(db)) => {
            let problem = member_function(db, own, f.special, &all);
            vec![problem.or_else(|| elsewhere(db, own, &all))]
        }
        _ => Vec::new(),
    }
}

/// A member of an explicit specialisation is no template's ([temp.explicit]/12).
fn of_explicit<'db>(db: &'db dyn Db, own: DeclRef<'db>, of: Entity<'db>) -> Option<Problem<'db>> {
    of.own_args(db)?;
    let definition = specialization(db, of).filter(|d| d.env(db).is_none())?;
    let user = is_of_user(db, definition.decl(db).code(db).item);
    let [only] = members(db, definition.decl(db)).get(&own.key(db)?)[..] else {
        return None;
    };
    let member = Entity::new(db, only, None);
    let plain = own_level(db, only).is_none()
        && matches!(
            member.kind(db),
            Some(DeclKind::Function(_) | DeclKind::Variable(_))
        );
    let text = Fill::Kind("", display::declared_text(db, member).into());
    (user && plain)
        .then(|| say(db, own, codes::NOT_INSTANTIABLE, text))
        .flatten()
}

/// Whether a class has bases, which may have what it lacks.
fn inherits<'db>(db: &'db dyn Db, definition: Entity<'db>) -> bool {
    definition
        .decl(db)
        .class(db)
        .is_none_or(|c| !c.bases.is_empty())
}

/// A member is instantiated in a namespace around its class ([temp.explicit]/3).
fn elsewhere<'db>(db: &'db dyn Db, own: DeclRef<'db>, all: &[Entity<'db>]) -> Said<'db> {
    let [only] = *all else { return None };
    let (here, home) = (own.code(db).scope(db), only.decl(db).code(db).scope(db));
    let known = here.parent(db).is_some() && only.decl(db).code(db).body.is_none();
    if !known || home == here || home.path(db).contains(&here) {
        return None;
    }
    if is_transparent_in(db, here, home) {
        return None;
    }
    let fill = Fill::Entity(only);
    say(db, own, codes::INSTANTIATION_IN_WRONG_SCOPE, fill)
}

fn member_function<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    special: Special,
    all: &[Entity<'db>],
) -> Said<'db> {
    let ret = |e: Entity<'db>| Some(signature(db, e)?.ty.ret).filter(|t| !t.is_unknown(db));
    let shown = match specialized(db, own) {
        Some(found) => {
            let (a, b) = (ret(Entity::new(db, own, None))?, ret(found)?);
            let same = a == b || b.has_auto(db) || found.own_args(db).is_some();
            if same || special != Special::None {
                return None;
            }
            found
        }
        None => {
            unmatched(db, own)?;
            *all.first()?
        }
    };
    match *all {
        [only] if own_level(db, only.decl(db)).is_none() && special == Special::None => Some(
            crate::redeclarations::members::incompatible(db, only, own.site(db)),
        ),
        [_] => say(
            db,
            own,
            codes::NO_INSTANCE_OF_SPECIFIED_TYPE,
            crate::declarations::template_heads::explicit::no_instance(db, all)?,
        ),
        _ => say(
            db,
            own,
            codes::NO_INSTANCE_OF_SPECIFIED_TYPE,
            Fill::Overloaded(shown),
        ),
    }
}
