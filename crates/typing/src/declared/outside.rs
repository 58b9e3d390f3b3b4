//! Members that are defined outside of their class, or of their namespace ([class.mfct]/2, [class.static.data]/3).

use cleave_base_db::Db;
use cleave_hir::{DeclKind, NameId};
use cleave_names::decl::Spec;

use super::Declared;
use crate::class::members::members;
use crate::class::specialization::specialization;
use crate::function::redeclared::qualifier_class;
use crate::function::{canonical, result_type, variable_type};
use crate::params::own_level;
use crate::{DeclRef, Entity, Fill, Problem, Site, display};

/// `… has no member …`
const NO_MEMBER: u32 = 135;
/// `declaration is incompatible with …`
const INCOMPATIBLE: u32 = 147;
/// `a nonstatic data member may not be defined outside its class`
const NONSTATIC: u32 = 246;
/// `no instance of … matches the specified type`
const NO_INSTANCE: u32 = 493;

pub(super) fn check<'db>(db: &'db dyn Db, d: Declared<'db>, out: &mut Vec<Problem<'db>>) {
    let Some(path) = d.decl.path.as_deref() else {
        return;
    };
    let plain = !path.qualifiers.is_empty()
        && path.args.is_none()
        && path.decltype.is_none()
        && path.qualifiers.iter().all(|q| q.args.is_none())
        && d.decl.heads.is_empty()
        && d.decl.parent.is_none()
        && !d.decl.spec.any(Spec::FRIEND);
    if !plain || matches!(d.decl.name, NameId::Conversion(_) | NameId::Destructor(_)) {
        return;
    }
    let own = d.entity.decl(db);
    let Some(class) = qualifier_class(db, own).and_then(|c| c.class_entity(db)) else {
        return;
    };
    let (Some(definition), Some(key)) = (specialization(db, class), own.key(db)) else {
        return;
    };
    if class.env(db).is_some() || display::template_depth(db, class) > 0 {
        return;
    }
    let named = members(db, definition.decl(db)).get(&key);
    if named.is_empty() {
        if let NameId::Ident(name) = &d.decl.name {
            let fills = vec![Fill::Entity(class), Fill::Name(name.as_str().into())];
            out.push(Problem::new(NO_MEMBER, d.site, fills));
        }
        return;
    }
    match &d.decl.kind {
        DeclKind::Function(_) => function(db, d, named, out),
        DeclKind::Variable(_) => variable(db, d, named, out),
        _ => {}
    }
}

fn function<'db>(
    db: &'db dyn Db,
    d: Declared<'db>,
    named: &[DeclRef<'db>],
    out: &mut Vec<Problem<'db>>,
) {
    let own = d.entity.decl(db);
    let is_function = |d: &DeclRef<'db>| {
        matches!(d.hir(db).map(|h| &h.kind), Some(DeclKind::Function(_)))
            && own_level(db, *d).is_none()
    };
    if !named.iter().all(is_function) {
        return;
    }
    let first = canonical(db, own);
    let problem = match (first != own, named) {
        (true, _) => {
            let (a, b) = (d.entity, Entity::new(db, first, None));
            let differ = match result_type(db, a).zip(result_type(db, b)) {
                Some((a, b)) => {
                    !a.is_unknown(db)
                        && !b.is_unknown(db)
                        && a != b
                        && !a.has_auto(db)
                        && !b.has_auto(db)
                }
                None => false,
            };
            differ.then(|| incompatible(db, d.site, b))
        }
        (false, &[only]) => Some(incompatible(db, d.site, Entity::new(db, only, None))),
        (false, &[first, ..]) => {
            let fills = vec![Fill::Overloaded(Entity::new(db, first, None))];
            Some(Problem::new(NO_INSTANCE, d.site, fills))
        }
        (false, []) => None,
    };
    // What cannot be read cannot be compared.
    let known = |e: Entity<'db>| {
        crate::function::parameter_types(db, e).is_some_and(|p| p.iter().all(|t| !t.is_unknown(db)))
    };
    if known(d.entity) && named.iter().all(|n| known(Entity::new(db, *n, None))) {
        out.extend(problem);
    }
}

fn variable<'db>(
    db: &'db dyn Db,
    d: Declared<'db>,
    named: &[DeclRef<'db>],
    out: &mut Vec<Problem<'db>>,
) {
    let [member] = *named else { return };
    let Some(hir) = member.hir(db) else { return };
    if !matches!(hir.kind, DeclKind::Variable(_)) {
        return;
    }
    if !hir.spec.any(Spec::STATIC) {
        out.push(Problem::new(NONSTATIC, d.site, Vec::new()));
        return;
    }
    let member = Entity::new(db, member, None);
    let (a, b) = (variable_type(db, d.entity), variable_type(db, member));
    let arrays = a.is_array(db) || b.is_array(db);
    if !arrays
        && !a.is_unknown(db)
        && !b.is_unknown(db)
        && !a.has_auto(db)
        && a.unqualified(db) != b.unqualified(db)
    {
        let text = format!(
            "{} {}",
            display::type_text(db, b),
            display::qualified_name(db, member)
        );
        out.push(previous(db, d.site, text, member));
    }
}

fn incompatible<'db>(db: &'db dyn Db, site: Site<'db>, with: Entity<'db>) -> Problem<'db> {
    // The name as the class has it.
    let text = display::declaration_text(db, with);
    let qualified = display::function_text(db, with, false);
    let plain = qualified.rfind("::").map_or("", |at| &qualified[at + 2..]);
    let text = match text.find(&format!("{plain}(")) {
        Some(at) if !plain.is_empty() => format!(
            "{}{qualified}{}",
            &text[..at],
            text.get(at + plain.len()..).unwrap_or_default()
        ),
        _ => text,
    };
    previous(db, site, text, with)
}

fn previous<'db>(
    db: &'db dyn Db,
    site: Site<'db>,
    text: String,
    with: Entity<'db>,
) -> Problem<'db> {
    let place = Site::declaration(with.decl(db).code(db), with.decl(db).index(db));
    Problem::new(
        INCOMPATIBLE,
        site,
        vec![Fill::Local("", text.into(), Some(place))],
    )
}
