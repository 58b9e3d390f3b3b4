//! A type's name that is declared again for another type, at namespace level or in a class: an alias of something else
//! ([dcl.typedef]/3), a class or enumeration by another key ([dcl.type.elab]/3). Templates are compared with their heads; what is
//! defined twice is not asked here.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{ClassKey, Decl, DeclKind};
use cleave_names::ItemId;
use cleave_names::decl::Spec;

use crate::class::class_info;
use crate::function::redeclared::precedes;
use crate::function::{canonical, redeclarations};
use crate::lookup::namespaces::{Among, NsDecl, What, namespace_decls};
use crate::program::user_declarations;
use crate::{DeclRef, Entity, Fill, Problem, Site, Ty, TyKind, display};

/// The types that an item declares otherwise than before.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (own, decl, site) in user_declarations(db, item) {
        let wanted = matches!(
            decl.kind,
            DeclKind::Alias(_) | DeclKind::Enum(_) | DeclKind::Class(_)
        );
        let plain = decl.parent.is_none() && decl.path.is_none() && decl.heads.is_empty();
        if wanted && plain && !decl.spec.any(Spec::FRIEND) {
            out.extend(problem(db, own.decl(db), decl, site));
        }
        let member = decl.parent.is_some() && decl.path.is_none() && decl.heads.is_empty();
        if wanted && member && !decl.spec.any(Spec::FRIEND) {
            out.extend(member_problem(db, own.decl(db), decl, site));
        }
    }
    out
}

fn problem<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let item = site.code.item;
    let scope = item.scope(db);
    let all = namespace_decls(db, item.file(db), own.key(db)?, Among::In(scope));
    let position = all.iter().position(|d| d.decl == own)?;
    let is_type = |d: &&NsDecl<'db>| {
        d.scope == scope
            && matches!(d.what, What::Tag | What::Alias)
            && d.decl.hir(db).is_some_and(|d| d.heads.is_empty())
    };
    let before = all[..position].iter().filter(is_type);
    // A redeclaration takes the place of what it does not fit.
    let last = before.clone().last()?;
    if decl_is_alias(decl) || last.what == What::Alias {
        return other_type(db, own, last.decl, site);
    }
    let kind = word(&decl.kind)?;
    let other = |d: &&NsDecl<'db>| {
        let other = d.decl.hir(db).and_then(|d| word(&d.kind));
        other.is_some_and(|o| o != kind)
    };
    other_key(db, decl, before.clone().find(other)?.decl, site)
}

/// The same of a member of a class ([class.mem.general]/3).
fn member_problem<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let code = own.code(db).code(db)?;
    let parent = decl.parent?;
    let DeclKind::Class(class) = &code[parent].kind else {
        return None;
    };
    let is_type = |d: &Decl| {
        word(&d.kind).is_some() && d.heads.is_empty() || decl_is_alias(d) && d.heads.is_empty()
    };
    let before = (class.members.iter())
        .take_while(|id| u32::from(id.into_raw()) != own.index(db))
        .filter(|id| {
            let d = &code[**id];
            d.name == decl.name && d.path.is_none() && is_type(d) && !d.spec.any(Spec::FRIEND)
        })
        .last()?;
    if !decl_is_alias(decl) && !decl_is_alias(&code[*before]) {
        return None;
    }
    other_type(db, own, DeclRef::at(db, own.code(db), *before), site)
}

fn decl_is_alias(decl: &Decl) -> bool {
    matches!(decl.kind, DeclKind::Alias(_))
}

/// A name for one type that becomes one for another. A class that is complete counts as defined by the name.
fn other_type<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    before: DeclRef<'db>,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let (new, old) = (named_type(db, own)?, named_type(db, before)?);
    if new == old || new.is_unknown(db) || old.is_unknown(db) {
        return None;
    }
    let name = display::qualified_name(db, Entity::new(db, before, None));
    let at = before.site(db);
    Some(match is_defined_before(db, old, own) {
        true => {
            let of_class = own.hir(db).is_some_and(|d| d.parent.is_some()) && before.is_class(db);
            let kind = match of_class {
                true => "class",
                false => "type",
            };
            let fills = vec![Fill::Kind(kind, name.into()), Fill::Line(at)];
            Problem::new((codes::ALREADY_DEFINED, fills), site)
        }
        false => Problem::new(
            codes::INVALID_TYPE_REDECLARATION {
                name: Fill::Local("", name.into(), Some(at)),
            },
            site,
        ),
    })
}

/// The type that a class, enumeration or alias names.
pub(super) fn named_type<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Option<Ty<'db>> {
    let first = || Entity::new(db, canonical(db, decl), None);
    match decl.hir(db)?.kind {
        DeclKind::Alias(_) => crate::resolve::alias_type(db, Entity::new(db, decl, None)),
        DeclKind::Enum(_) => Some(Ty::of(db, TyKind::Enum(first()))),
        DeclKind::Class(_) => Some(Ty::of(db, TyKind::Class(first()))),
        _ => None,
    }
}

/// Whether a type is a class that is defined before a declaration.
fn is_defined_before<'db>(db: &'db dyn Db, ty: Ty<'db>, decl: DeclRef<'db>) -> bool {
    let Some(class) = ty.class_entity(db) else {
        return false;
    };
    if class.env(db).is_some() {
        return class_info(db, ty).is_some();
    }
    redeclarations(db, class.decl(db)).iter().any(|d| {
        let defined = d.hir(db).is_some_and(|d| is_defined(&d.kind));
        defined && precedes(db, *d, decl)
    })
}

/// A class and an enumeration, or a class and a union, of one name.
fn other_key<'db>(
    db: &'db dyn Db,
    decl: &Decl,
    before: DeclRef<'db>,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let kind = word(&decl.kind)?;
    let earlier = &before.hir(db)?.kind;
    let previous = Entity::new(db, before, None);
    if is_defined(&decl.kind) && is_defined(earlier) {
        match (&decl.kind, earlier) {
            // A second definition of one class.
            (DeclKind::Class(_), DeclKind::Class(_)) => return None,
            (_, DeclKind::Enum(_)) => {
                let name = display::qualified_name(db, previous);
                let at = before.site(db);
                let fills = vec![Fill::Local("", name.into(), Some(at))];
                return Some(Problem::new(
                    (codes::INVALID_TYPE_REDECLARATION, fills),
                    site,
                ));
            }
            _ => {}
        }
    }
    Some(Problem::new(
        codes::TAG_KIND_MISMATCH {
            kind: Fill::Text(kind.into()),
            entity: Fill::Declared(previous),
        },
        site,
    ))
}

fn is_defined(kind: &DeclKind) -> bool {
    match kind {
        DeclKind::Enum(e) => e.enumerators.is_some(),
        DeclKind::Class(c) => c.defined,
        _ => false,
    }
}

/// What a declaration is called by its keyword.
fn word(kind: &DeclKind) -> Option<&'static str> {
    Some(match kind {
        DeclKind::Enum(_) => "enum",
        DeclKind::Class(c) => match c.key {
            ClassKey::Union => "union",
            ClassKey::Enum => "enum",
            ClassKey::Struct | ClassKey::Class => "class or struct",
        },
        _ => return None,
    })
}
