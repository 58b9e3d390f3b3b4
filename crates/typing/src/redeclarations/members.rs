//! What declarations say against each other: members declared twice in their class ([class.mem]/5), definitions out of a class
//! that it does not declare ([class.mfct]/1).
//!
//! Only what depends on no template parameters, and only where the class and all types are known.

use crate::code::around::template_depth;
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, NameId, TypeRef};
use cleave_names::decl::{Body, Spec, Special};
use cleave_names::is_of_user;
use cleave_syntax::Standard;

use crate::class::class_info;
use crate::class::members::members;
use crate::convert::quietly;
use crate::declarations::written_types::types_of_declarations;
use crate::function::qualified::qualifier_class;
use crate::function::specialized::specialized;
use crate::function::{canonical, declared_type, signature};
use crate::lookup::members::member;
use crate::lookup::qualified::Scope;
use crate::program::{Declared, instantiated};
use crate::redeclarations::outside;
use crate::redeclarations::types::named_type;
use crate::{At, Context, DeclRef, Entity, Fill, Problem, Site, Ty, TyKind, class, display};

/// The problems of an item's declarations.
pub(crate) fn problems<'db>(db: &'db dyn Db, declared: &[Declared<'db>]) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    let instantiated = instantiated(declared.iter().map(|d| d.1));
    for &(own, decl, site) in declared {
        // What is instantiated is not declared.
        if instantiated.contains(&own.id()) {
            continue;
        }
        let qualified = decl.path.as_ref().is_some_and(|p| !p.qualifiers.is_empty());
        let friend = decl.spec.any(Spec::FRIEND);
        let function = matches!(decl.kind, DeclKind::Function(_));
        let variable = matches!(decl.kind, DeclKind::Variable(_));
        let asked = match qualified {
            true => friend || function || variable,
            false => function && decl.parent.is_some(),
        };
        if !asked {
            continue;
        }
        let entity = own.entity(db);
        if friend && qualified && decl.heads.is_empty() && template_depth(db, entity) == 0 {
            let found = out_of_class(db, entity, decl, site);
            out.extend(found.filter(|p| p.code == codes::NO_SUCH_MEMBER));
        }
        let plain = decl.heads.is_empty() && !friend;
        if plain && !qualified && template_depth(db, entity) > 0 {
            out.extend(twice(db, entity, site));
        }
        if !plain || template_depth(db, entity) > 0 {
            continue;
        }
        match &decl.kind {
            DeclKind::Function(f) if qualified && f.body != Body::Default => {
                let found = out_of_class(db, entity, decl, site);
                // What is no member needs a type of its own.
                let typeless = matches!(decl.name, NameId::Conversion(_)) && found.is_some();
                out.extend(found);
                if typeless {
                    let code = codes::NO_STORAGE_CLASS_OR_TYPE_SPECIFIER;
                    out.push(Problem::new(code, site).at(At::Start));
                }
            }
            DeclKind::Variable(_) if qualified => out.extend(out_of_class(db, entity, decl, site)),
            DeclKind::Function(_) if decl.parent.is_some() => {
                out.extend(twice(db, entity, site).or_else(|| beside(db, entity, decl, site)));
            }
            _ => {}
        }
    }
    out
}

/// The typedefs and aliases of an item's classes that are declared again.
pub(crate) fn aliases<'db>(db: &'db dyn Db, declared: &[Declared<'db>]) -> Vec<Problem<'db>> {
    let is_one =
        |d: &Decl| matches!(d.kind, DeclKind::Alias(_)) && d.parent.is_some() && d.heads.is_empty();
    let members = declared.iter().filter(|(_, decl, _)| is_one(decl));
    (members.filter_map(|(own, _, site)| second_alias(db, own.entity(db), *site))).collect()
}

/// A typedef or alias of a class that declares one again ([class.mem.general]/5): the reference warns of it.
fn second_alias<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    if template_depth(db, entity) > 0 {
        return None;
    }
    let own = entity.decl(db);
    let all = members(db, own.parent_class(db)?).get(&own.key(db)?);
    let mut before = all.iter().take_while(|d| **d != own);
    let is_same = |d: &DeclRef<'db>| {
        matches!(d.hir(db).map(|d| &d.kind), Some(DeclKind::Alias(_)))
            && named_type(db, *d).is_some_and(|ty| Some(ty) == named_type(db, own))
    };
    let again = before.any(is_same);
    again.then(|| Problem::new(codes::MEMBER_TYPEDEF_REDECLARED, site))
}

/// A definition that names a class: the class declares it.
fn out_of_class<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    decl: &Decl,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let own = entity.decl(db);
    let Some(of) = qualifier_class(db, own) else {
        return of_enumeration(db, entity, decl, site);
    };
    let Some(class) = of.class_entity(db) else {
        return of_enumeration(db, entity, decl, site);
    };
    class_info(db, of)?;
    let definition = class::specialization::specialization(db, class)?;
    if definition.env(db).is_some() || !is_of_user(db, definition.decl(db).code(db).item) {
        return None;
    }
    let key = own.key(db)?;
    let candidates = members(db, definition.decl(db)).get(&key);
    let special = match &decl.kind {
        DeclKind::Function(f) => matches!(f.special, Special::Constructor | Special::Destructor),
        _ => false,
    };
    if candidates.is_empty() {
        if is_implicit(decl) && !decl.spec.any(Spec::FRIEND) {
            return Some(Problem::new(codes::DEFINITION_OF_IMPLICIT_MEMBER, site));
        }
        let fills = vec![Fill::Entity(class), Fill::Name(missing(decl)?.into())];
        if !member(db, of, key).set.is_empty() {
            return Some(Problem::new(codes::INHERITED_MEMBER_NOT_ALLOWED, site));
        }
        return Some(Problem::new((codes::NO_SUCH_MEMBER, fills), site));
    }
    // Nothing but that is reported of it.
    if outside::only_declares(decl) && outside::redeclared(db, entity).is_some() {
        return None;
    }
    if let NameId::Conversion(_) = decl.name {
        let friend = decl.spec.any(Spec::FRIEND);
        return (!friend).then(|| no_such_conversion(db, entity, class, candidates, site))?;
    }
    if let (DeclKind::Variable(_), [only]) = (&decl.kind, candidates) {
        let field = only.hir(db).is_some_and(|d| {
            matches!(d.kind, DeclKind::Variable(_))
                && !d.spec.any(Spec::STATIC.with(Spec::CONSTEXPR))
        });
        if field {
            return Some(Problem::new(codes::DATA_MEMBER_DEFINED_OUTSIDE_CLASS, site));
        }
    }
    let overloaded = candidates.len() > 1 || special;
    let first = canonical(db, own);
    if first != own {
        let (a, b) = (Entity::new(db, first, None), entity);
        let differ = match decl.kind {
            DeclKind::Function(_) => {
                let ret = |e| {
                    signature(db, e)
                        .map(|s| s.ty.ret)
                        .filter(|t| !t.is_unknown(db))
                };
                let a = ret(a)?;
                let differ = match ret(b) {
                    Some(b) => a != b,
                    None => is_ill_written(db, own),
                };
                !special && differ && !a.has_auto(db)
            }
            _ => {
                let (a, b) = (declared_type(db, a)?, declared_type(db, b)?);
                let known = |t: crate::Ty<'db>| !t.is_unknown(db) && !t.has_auto(db);
                known(a) && known(b) && a != b && !a.is_array(db)
            }
        };
        return differ.then(|| match overloaded {
            true => Problem::new(
                codes::NO_INSTANCE_OF_SPECIFIED_TYPE {
                    entity: Fill::Overloaded(a),
                },
                site,
            ),
            false => incompatible(db, a, site),
        });
    }
    let known = |e: Entity<'db>| {
        let ty = |t: &crate::Ty<'db>| !t.is_unknown(db);
        signature(db, e).is_some_and(|s| s.ty.params.iter().all(ty) && ty(&s.ty.ret))
    };
    let all: Vec<Entity<'db>> = (candidates.iter())
        .map(|&d| Entity::new(db, d, None))
        .collect();
    let functions = all
        .iter()
        .all(|e| e.is_function(db) && e.hir(db).is_some_and(|d| d.heads.is_empty()) && known(*e));
    if !matches!(decl.kind, DeclKind::Function(_)) || !(known(entity) || is_ill_written(db, own)) {
        return None;
    }
    if let [only] = all[..]
        && only.is_function(db)
        && only.is_template(db)
    {
        if specialized(db, own).is_some_and(|e| e.own_args(db).is_some()) {
            let name = display::function_text(db, only, false);
            return Some(Problem::new(
                codes::SPECIALIZATION_NEEDS_TEMPLATE_SYNTAX {
                    entity: Fill::Kind("function template", name.into()),
                },
                site,
            ));
        }
        return Some(incompatible_template(db, only, site));
    }
    if !functions {
        return None;
    }
    Some(match all[..] {
        [only] if !overloaded => incompatible(db, only, site),
        _ => Problem::new(
            codes::NO_INSTANCE_OF_SPECIFIED_TYPE {
                entity: Fill::Overloaded(*all.first()?),
            },
            site,
        ),
    })
}

/// Whether an error was reported of a name in the type of a function: the type is like none that the class declares.
pub(super) fn is_ill_written<'db>(db: &'db dyn Db, function: DeclRef<'db>) -> bool {
    let place = function.code(db);
    let kind = function.hir(db).map(|d| &d.kind);
    let (Some(DeclKind::Function(f)), Some(code)) = (kind, place.code(db)) else {
        return false;
    };
    let TypeRef::Function(ty) = &code[f.ty] else {
        return false;
    };
    let of_params = ty.params.iter().map(|p| code[*p].ty);
    let written: Vec<_> = (of_params.chain([ty.ret]))
        .map(|t| u32::from(code.specified_type(t).into_raw()))
        .collect();
    let problems = &types_of_declarations(db, place.item).problems;
    (problems.iter()).any(|p| {
        let of_name = p.is_undefined_name() || p.code == codes::NOT_A_TYPE_NAME;
        of_name && p.site.is_type && p.site.code == place && written.contains(&p.site.index)
    })
}

/// Whether a definition is one of a constructor or destructor: a class without any has implicit ones ([class.default.ctor],
/// [class.dtor]), which nobody else may define.
fn is_implicit(decl: &Decl) -> bool {
    matches!(&decl.kind, DeclKind::Function(f)
        if matches!(f.special, Special::Constructor | Special::Destructor)
            && matches!(f.body, Body::Block(_) | Body::Try(_)))
}

/// What is said of a definition of a conversion function to a type that no conversion function of the class gives
/// ([class.mfct]/1).
fn no_such_conversion<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    class: Entity<'db>,
    candidates: &[DeclRef<'db>],
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let gives = |e: Entity<'db>| Some(signature(db, e)?.ty.ret).filter(|t| !t.is_unknown(db));
    let to = gives(entity).filter(|t| !t.has_auto(db))?;
    for &candidate in candidates {
        let candidate = Entity::new(db, candidate, None);
        if candidate.is_template(db) {
            continue;
        }
        if gives(candidate).is_none_or(|t| t == to || t.has_auto(db)) {
            return None;
        }
    }
    let name = format!("operator {}", display::type_text(db, to));
    Some(Problem::new(
        codes::NO_SUCH_MEMBER {
            class: Fill::Entity(class),
            name: Fill::Name(name.into()),
        },
        site,
    ))
}

/// An enumeration has no members but its enumerators ([dcl.enum]/11).
fn of_enumeration<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    decl: &Decl,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let name = decl.name.ident()?.as_str();
    let path = decl.path.as_deref()?;
    let mut cx = Context::of(db, entity)?;
    cx.modes.in_qualifier = true;
    let Scope::Type(of) = quietly(&mut cx, |cx| cx.scope_of(path)) else {
        return None;
    };
    let TyKind::Enum(e) = *of.kind(db) else {
        return None;
    };
    Some(Problem::new(
        codes::NO_SUCH_MEMBER {
            class: Fill::Entity(e),
            name: Fill::Name(name.into()),
        },
        site,
    ))
}

/// The name of a declaration that a class may lack; nothing for what every class has.
fn missing(decl: &Decl) -> Option<String> {
    if let DeclKind::Function(f) = &decl.kind
        && matches!(f.special, Special::Constructor | Special::Destructor)
    {
        return None;
    }
    match &decl.name {
        NameId::Ident(name) => Some(name.as_str().to_owned()),
        NameId::Operator(op) => Some(op.function_id()),
        _ => None,
    }
    .filter(|name| name != "operator=")
}

/// That a declaration is incompatible with an earlier one.
pub(crate) fn incompatible<'db>(
    db: &'db dyn Db,
    with: Entity<'db>,
    site: Site<'db>,
) -> Problem<'db> {
    let text = display::template_text(db, with);
    let place = with.decl(db);
    let at = place.site(db);
    Problem::new(
        codes::NOT_COMPATIBLE_WITH_PREVIOUS_DECL {
            previous: Fill::Local("", text.into(), Some(at)),
        },
        site,
    )
}

/// That a declaration is incompatible with a function template.
fn incompatible_template<'db>(db: &'db dyn Db, with: Entity<'db>, site: Site<'db>) -> Problem<'db> {
    let text = display::template_text(db, with);
    let place = with.decl(db);
    let at = place.site(db);
    let previous = Fill::Local("function template", text.into(), Some(at));
    Problem::new(codes::NOT_COMPATIBLE_WITH_PREVIOUS_DECL { previous }, site)
}

/// A member function is declared once in its class.
fn twice<'db>(db: &'db dyn Db, entity: Entity<'db>, site: Site<'db>) -> Option<Problem<'db>> {
    let own = entity.decl(db);
    let first = canonical(db, own);
    if first == own || first.parent_class(db)? != own.parent_class(db)? {
        return None;
    }
    let before = Entity::new(db, first, None);
    if names_another_class(db, first) {
        return None;
    }
    let (a, b) = (signature(db, before)?, signature(db, entity)?);
    let is_unknown = |ty: &Ty<'db>| ty.strip_reference(db).is_unknown(db);
    if a.ty.ret.is_unknown(db) || b.ty.ret.is_unknown(db) || a.ty.params.iter().any(is_unknown) {
        return None;
    }
    let is_static = |e: Entity<'db>| e.hir(db).is_some_and(|h| h.spec.any(Spec::STATIC));
    Some(match a.ty.ret == b.ty.ret {
        _ if is_static(before) != is_static(entity) => {
            Problem::new(codes::STATIC_AND_NONSTATIC_OVERLOADS, site)
        }
        true => {
            // That of a destructor is not its own.
            let text = display::function_text(db, before, true);
            let text = text.strip_suffix(" noexcept").unwrap_or(&text);
            let at = first.site(db);
            let fill = Fill::Local("function", text.into(), Some(at));
            Problem::new(codes::MEMBER_REDECLARED { entity: fill }, site)
        }
        false => Problem::new(codes::OVERLOADS_DIFFER_IN_RETURN_TYPE_ONLY, site),
    })
}

/// Whether what looks like a destructor has the name of another class: another rule reports it.
fn names_another_class<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    let Some((code, written)) = decl.in_code(db) else {
        return false;
    };
    let NameId::Destructor(ty) = written.name else {
        return false;
    };
    let named = match &code[ty] {
        TypeRef::Path { path, .. } => path.name.ident(),
        _ => None,
    };
    let class = decl.parent_class(db).and_then(|class| class.key(db));
    let own = class.as_ref().and_then(|key| key.ident());
    named.zip(own).is_some_and(|(named, own)| named != own)
}

/// A member function beside one of the same name and parameters, of which one is static, or one has a ref-qualifier
/// ([over.load]/2).
fn beside<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    decl: &Decl,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let own = entity.decl(db);
    let class = own.parent_class(db)?;
    // Conversion functions are told apart by their types, others of C++20 by what they require.
    let standard = own.code(db).file(db).dialect(db).standard;
    if matches!(decl.name, NameId::Conversion(_)) || standard >= Standard::Cpp20 {
        return None;
    }
    let mine = signature(db, entity)?;
    if mine.ty.params.iter().any(|t| t.is_unknown(db)) {
        return None;
    }
    let is_static = |d: &Decl| d.spec.any(Spec::STATIC);
    let qualified = |e: Entity<'db>| {
        crate::code::params::function_ref(db, e.decl(db)).is_some_and(|f| f.ref_qualifier.is_some())
    };
    let key = own.key(db)?;
    let all = members(db, class).get(&key);
    for other in all.iter().copied().take_while(|d| *d != own) {
        let other = Entity::new(db, other, None);
        let Some(hir) = other.hir(db).filter(|d| d.heads.is_empty()) else {
            continue;
        };
        let plain = matches!(hir.kind, DeclKind::Function(_)) && !hir.spec.any(Spec::FRIEND);
        let same = signature(db, other).is_some_and(|s| s.ty.params == mine.ty.params);
        if !plain || !same || other.decl(db).parent_class(db) != Some(class) {
            continue;
        }
        if is_static(hir) != is_static(decl) {
            return Some(Problem::new(codes::STATIC_AND_NONSTATIC_OVERLOADS, site));
        }
        if qualified(other) != qualified(entity) && !is_static(decl) {
            return Some(Problem::new(codes::REF_QUALIFIERS_ON_SOME_OVERLOADS, site));
        }
    }
    None
}
