//! `auto` in declarations at namespace level and in classes ([dcl.spec.auto]): where it may stand, and that the declarators of
//! one declaration agree about it.

use crate::code::around::template_depth;
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Code, Decl, DeclKind, Init, TypeId, TypeRef, item_hir};
use cleave_names::decl::Spec;
use cleave_names::{ItemId, is_of_user};

use crate::{CodeRef, DeclRef, Entity, Fill, Problem, Site, Ty, TyKind, function};

/// The problems of an item's declarations.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    let code_ref = CodeRef { item, body: None };
    let hir = item_hir(db, item);
    let code = &hir.code;
    let mut implied: Option<(TypeId, Ty<'db>)> = None;
    for (id, decl) in hir.declarations() {
        let ty = match &decl.kind {
            DeclKind::Variable(v) => v.ty,
            DeclKind::Alias(ty) => *ty,
            _ => continue,
        };
        let Some(auto) = placeholder(code, ty).filter(|_| is_of_user(db, item)) else {
            continue;
        };
        let site = Site::declaration(code_ref, u32::from(id.into_raw()));
        let entity = Entity::new(db, DeclRef::at(db, code_ref, id), None);
        let of_decltype = matches!(code[auto], TypeRef::DecltypeAuto(_));
        if is_misplaced(decl) {
            let auto = Site {
                code: code_ref,
                index: u32::from(auto.into_raw()),
                is_type: true,
            };
            match &decl.kind {
                DeclKind::Variable(v) if of_decltype => out.push(match v.init {
                    Init::None => without_initializer(site),
                    _ => Problem::new(codes::DECLTYPE_AUTO_NOT_ALLOWED, auto),
                }),
                _ if of_decltype => {}
                _ => out.push(Problem::new(codes::AUTO_NOT_ALLOWED, auto)),
            }
            continue;
        }
        let DeclKind::Variable(v) = &decl.kind else {
            continue;
        };
        if template_depth(db, entity) > 0 || decl.path.is_some() {
            continue;
        }
        if of_decltype && !matches!(v.init, Init::None) && v.ty != auto {
            // [dcl.spec.auto]/5: it is all of the type.
            let code = match code[v.ty] {
                TypeRef::Qualified(_, of) if of == auto => codes::DECLTYPE_AUTO_WITH_QUALIFIERS,
                _ => codes::DECLTYPE_AUTO_FOR_COMPONENT,
            };
            let auto = Site {
                code: code_ref,
                index: u32::from(auto.into_raw()),
                is_type: true,
            };
            out.push(Problem::new(code, auto));
        }
        let lone = (v.ty == auto).then(|| match of_decltype {
            true => without_initializer(site),
            false => Problem::new(codes::AUTO_WITHOUT_INITIALIZER, site),
        });
        if let Some(lone) = lone.filter(|_| is_nonconstant_member(decl)) {
            if !matches!(v.init, Init::None) {
                out.push(Problem::new(codes::IN_CLASS_INITIALIZER_ON_NONCONST, site));
            }
            out.push(lone);
            continue;
        }
        if matches!(v.init, Init::None) {
            if decl.parent.is_none() && function::canonical(db, entity.decl(db)) == entity.decl(db)
            {
                out.push(match of_decltype {
                    true => without_initializer(site),
                    false => Problem::new(codes::AUTO_WITHOUT_INITIALIZER, site),
                });
            }
            continue;
        }
        let Some(pattern) = function::declared_type(db, entity) else {
            continue;
        };
        let ty = function::variable_type(db, entity);
        let Some(value) = deduced(db, pattern, ty) else {
            continue;
        };
        match implied {
            Some((of, before)) if of == auto && before != value => {
                out.push(Problem::new(
                    codes::AUTO_DEDUCED_DIFFERENTLY {
                        ty: Fill::Type(value),
                        previous: Fill::Type(before),
                    },
                    site,
                ));
            }
            _ => {}
        }
        implied = Some((auto, value));
    }
    out
}

/// What is said of a variable of type `decltype(auto)` that has no initialiser.
pub(crate) fn without_initializer(site: Site<'_>) -> Problem<'_> {
    let placeholder = Fill::Name("decltype(auto)".into());
    Problem::new(codes::PLACEHOLDER_WITHOUT_INITIALIZER { placeholder }, site)
}

/// A static member that its class does not define, as far as its type has no `const` ([class.static.data]/4).
fn is_nonconstant_member(decl: &Decl) -> bool {
    let defines = (Spec::INLINE.with(Spec::CONSTEXPR)).with(Spec::CONSTINIT.with(Spec::THREAD));
    decl.parent.is_some() && decl.spec.any(Spec::STATIC) && !decl.spec.any(defines)
}

/// A typedef, an alias, or a data member, for which nothing is deduced.
fn is_misplaced(decl: &Decl) -> bool {
    match &decl.kind {
        DeclKind::Alias(_) => true,
        DeclKind::Variable(_) => decl.parent.is_some() && !decl.spec.any(Spec::STATIC),
        _ => false,
    }
}

/// The `auto` or `decltype(auto)` that the specifiers of a declarator's type are.
pub(crate) fn placeholder(code: &Code, ty: TypeId) -> Option<TypeId> {
    let mut at = ty;
    for _ in 0..64 {
        match &code[at] {
            TypeRef::Auto(None) | TypeRef::DecltypeAuto(None) => return Some(at),
            TypeRef::Pointer(inner)
            | TypeRef::LvalueReference(inner)
            | TypeRef::RvalueReference(inner)
            | TypeRef::Qualified(_, inner) => at = *inner,
            _ => return None,
        }
    }
    None
}

/// What `auto` stands for in a declared type, once it is deduced.
pub(crate) fn deduced<'db>(db: &'db dyn Db, pattern: Ty<'db>, ty: Ty<'db>) -> Option<Ty<'db>> {
    let (mut pattern, mut ty) = (pattern, ty);
    for _ in 0..64 {
        if !pattern.has_auto(db) || ty.is_unknown(db) || ty.has_auto(db) {
            return None;
        }
        match (pattern.kind(db), ty.kind(db)) {
            (TyKind::Auto(false), _) => return Some(ty.unqualified(db)),
            (TyKind::Pointer(a), TyKind::Pointer(b))
            | (TyKind::LvalueReference(a), TyKind::LvalueReference(b)) => (pattern, ty) = (*a, *b),
            _ => return None,
        }
    }
    None
}
