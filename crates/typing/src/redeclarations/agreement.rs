//! What a declaration of a function must repeat of an earlier one, and what it must not: exception specifications ([except.spec]/4),
//! default arguments ([dcl.fct.default]/4), `constexpr` ([dcl.constexpr]/1), deletion ([dcl.fct.def.delete]/4). Of what a library
//! declares only exception specifications are compared, and that is a warning: compilers let them be left out.

use crate::code::around::template_depth;
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, Exception, NameId};
use cleave_names::decl::{Body, Spec, Special};
use cleave_names::{ItemId, is_of_user};

use crate::class::members::members;
use crate::code::params::function_ref;
use crate::declarations::template_heads::first_use::default_arguments;
use crate::function::redeclared::precedes;
use crate::function::specialized::{explicit, specialized};
use crate::function::{canonical, is_noexcept, redeclarations};
use crate::program::user_declarations;
use crate::redeclarations::outside;
use crate::{At, Context, DeclRef, Entity, Fill, Problem, Site, display};

/// What the functions that an item declares say otherwise than before.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (own, decl, _) in user_declarations(db, item) {
        let is_function = matches!(&decl.kind, DeclKind::Function(_));
        // An explicit specialisation is a function of its own.
        let special = decl.heads.iter().any(|h| h.params.is_empty());
        let own = own.decl(db);
        if is_function && special {
            out.extend(deleted_specialization(db, own, decl));
        }
        if !is_function || special {
            continue;
        }
        let first = canonical(db, own);
        if first == own {
            continue;
        }
        if !is_of_user(db, first.code(db).item) {
            out.extend(exceptions_of_library(db, own, decl, first));
            continue;
        }
        out.extend(deleted(db, own, decl));
        out.extend(constexpr(db, own, decl, first));
        if !outside::only_declares(decl) {
            out.extend(exceptions(db, own, decl, first));
        }
        out.extend(defaults(db, own, decl, first));
        out.extend(default_arguments(db, own, decl, first));
    }
    out
}

/// An exception specification that is not the first declaration's.
fn exceptions<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    hir: &Decl,
    first: DeclRef<'db>,
) -> Option<Problem<'db>> {
    let DeclKind::Function(f) = &hir.kind else {
        return None;
    };
    let plain = |d: &Decl| {
        let nothrow = |a: &cleave_hir::Attr| a.name.as_str().contains("nothrow");
        // What a defaulted function may throw is computed.
        let defaulted = matches!(&d.kind, DeclKind::Function(f) if f.body == Body::Default);
        !d.attrs.iter().any(nothrow) && !defaulted
    };
    let written = |d: DeclRef<'db>| function_ref(db, d).map(|f| &f.exception);
    let (mine, theirs) = (written(own)?, written(first)?);
    // What a destructor or a deallocation function has unsaid is not nothing, and dynamic specifications are compared by types.
    let comparable = matches!(
        f.special,
        Special::None | Special::Operator | Special::Constructor
    ) && plain(hir)
        && first.hir(db).is_some_and(plain)
        && !matches!(hir.name, NameId::Operator(_))
        && !matches!(
            (mine, theirs),
            (Exception::Throws, _) | (_, Exception::Throws)
        );
    // What a template computes is not known.
    let computed = matches!(
        (mine, theirs),
        (Exception::Computed(_), _) | (_, Exception::Computed(_))
    );
    let template = template_depth(db, Entity::new(db, own, None)) > 0;
    if !comparable || computed && template {
        return None;
    }
    // What is defaulted out of its class throws as its first declaration says, which says so unless it is written.
    if f.body == Body::Default && matches!(mine, Exception::None) {
        if matches!(theirs, Exception::None) {
            return None;
        }
    } else {
        let never = |d| is_noexcept(db, Entity::new(db, d, None));
        if never(own) == never(first) {
            return None;
        }
    }
    let number = match mine {
        Exception::None => codes::ALLOWS_MORE_EXCEPTIONS_THAN_PREVIOUS,
        _ => codes::INCOMPATIBLE_EXCEPTION_SPECIFICATION,
    };
    let previous = previous(db, first);
    // Where the specification would stand: behind the parameters.
    let at = Context::of(db, Entity::new(db, own, None))?.type_site(f.ty);
    let place = match mine {
        Exception::Noexcept => At::Last,
        _ => At::After,
    };
    Some(Problem::new((number, vec![previous]), at).at(place))
}

/// The same of a function of the C library, which is warned of. The functions that the toolkit declares again for both sides are known to
/// the reference, and nothing is said of them.
fn exceptions_of_library<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    hir: &Decl,
    first: DeclRef<'db>,
) -> Option<Problem<'db>> {
    let has_space = |d: &DeclRef<'db>| {
        let mut attrs = d.hir(db).into_iter().flat_map(|hir| hir.attrs.iter());
        attrs.any(|a| matches!(a.name.as_str(), "host" | "device"))
            && !is_of_user(db, d.code(db).item)
    };
    let mut all = redeclarations(db, first).iter();
    if all.any(has_space) {
        return None;
    }
    let mut problem = exceptions(db, own, hir, first)?;
    problem.soft = true;
    Some(problem).filter(|p| p.code == codes::ALLOWS_MORE_EXCEPTIONS_THAN_PREVIOUS)
}

/// An earlier declaration of a function as messages call it.
fn previous<'db>(db: &'db dyn Db, first: DeclRef<'db>) -> Fill<'db> {
    let entity = Entity::new(db, first, None);
    let overloaded = display::is_overloaded(db, entity);
    // A constructor of a class template is no template itself.
    if crate::code::params::own_level(db, first).is_none() && entity.is_template(db) {
        let others = |class| members(db, class).get(&crate::NameKey::Constructor).len() > 1;
        let overloaded = first.parent_class(db).is_some_and(others);
        let text = display::function_text(db, entity, overloaded);
        return Fill::Local("function", text.into(), Some(first.site(db)));
    }
    match overloaded {
        true => Fill::DeclaredSignature(entity),
        false => Fill::Declared(entity),
    }
}

/// A function that is constexpr by one declaration only ([dcl.constexpr]/1).
fn constexpr<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    hir: &Decl,
    first: DeclRef<'db>,
) -> Option<Problem<'db>> {
    let before = first.hir(db)?;
    let plain = |d: &Decl| {
        let defaulted = matches!(&d.kind, DeclKind::Function(f) if matches!(f.body, Body::Default | Body::Delete));
        // The toolkit declares functions of the C++ library again.
        let builtin = |a: &cleave_hir::Attr| a.name.as_str().contains("cudart_builtin");
        !defaulted
            && !d.spec.any(Spec::CONSTEVAL.with(Spec::FRIEND))
            && !d.attrs.iter().any(builtin)
    };
    let is = |d: &Decl| d.spec.any(Spec::CONSTEXPR);
    if !plain(hir) || !plain(before) || is(hir) == is(before) || hir.parent.is_some() {
        return None;
    }
    let number = match is(before) {
        true => codes::PREVIOUSLY_DECLARED_CONSTEXPR,
        false => codes::PREVIOUSLY_NOT_DECLARED_CONSTEXPR,
    };
    let fills = vec![previous(db, first)];
    let at = match number == codes::PREVIOUSLY_DECLARED_CONSTEXPR && hir.heads.is_empty() {
        true => At::Point,
        false => At::Start,
    };
    Some(Problem::new((number, fills), own.site(db)).at(at))
}

/// A function that is deleted where it is declared again ([dcl.fct.def.delete]/4).
fn deleted<'db>(db: &'db dyn Db, own: DeclRef<'db>, hir: &Decl) -> Option<Problem<'db>> {
    let DeclKind::Function(f) = &hir.kind else {
        return None;
    };
    if f.body != Body::Delete {
        return None;
    }
    let number = codes::DELETE_NOT_ON_FIRST_DECLARATION;
    let is_template = |h: &cleave_hir::TemplateHead| !h.params.is_empty();
    if hir.heads.iter().any(is_template) {
        return Some(Problem::new(number, own.site(db)));
    }
    // Behind the declarator stands `=`.
    let at = Context::of(db, Entity::new(db, own, None))?.type_site(f.ty);
    Some(Problem::new(number, at).at(At::Behind(1)))
}

/// The same of an explicit specialisation ([temp.expl.spec]/14).
fn deleted_specialization<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    hir: &Decl,
) -> Option<Problem<'db>> {
    if !matches!(&hir.kind, DeclKind::Function(f) if f.body == Body::Delete) {
        return None;
    }
    let first = explicit(db, specialized(db, own)?)?.decl(db);
    match first != own && precedes(db, first, own) {
        true => deleted(db, own, hir),
        false => None,
    }
}

/// Default arguments for parameters that have one. Of a definition out of its scope it is said once.
fn defaults<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    hir: &Decl,
    first: DeclRef<'db>,
) -> Vec<Problem<'db>> {
    // Templates are compared with their heads.
    if first.parent_class(db).is_none() && !hir.heads.is_empty() {
        return Vec::new();
    }
    let given = |decl: DeclRef<'db>, n: usize| {
        let (f, code) = (function_ref(db, decl)?, decl.code(db).code(db)?);
        code[*f.params.get(n)?].default
    };
    let count = function_ref(db, own).map_or(0, |f| f.params.len());
    let before = redeclarations(db, first).iter().take_while(|d| **d != own);
    let twice = (0..count).filter_map(|n| {
        let argument = given(own, n)?;
        (before.clone().any(|d| given(*d, n).is_some())).then_some(argument)
    });
    let say = |site, at| Problem::new(codes::DEFAULT_ARGUMENT_REDEFINED, site).at(at);
    let qualified = hir.path.as_ref().is_some_and(|p| !p.is_unqualified());
    match qualified {
        true => (twice.take(1))
            .map(|_| say(own.site(db), At::Point))
            .collect(),
        false => twice
            .map(|argument| {
                let place = Site {
                    code: own.code(db),
                    index: argument.into_raw().into(),
                    is_type: false,
                };
                say(place, At::First)
            })
            .collect(),
    }
}
