//! What a declaration of a function must repeat of an earlier one, and what it must not: exception specifications ([except.spec]/4),
//! default arguments of members ([dcl.fct.default]/4). Templates are left alone, and so is
//! what a library declares: compilers let its exception specifications be left out.

use cleave_base_db::Db;
use cleave_hir::{Decl, DeclKind, Exception, NameId};
use cleave_names::decl::{Body, Spec, Special};
use cleave_names::{ItemId, is_of_user};

use crate::function::{canonical, is_noexcept, redeclarations};
use crate::params::function_ref;
use crate::program::user_declarations;
use crate::{At, Context, DeclRef, Entity, Fill, Problem, Site, display};

/// `redefinition of default argument`
const DEFAULT_TWICE: u32 = 307;
/// `exception specification is incompatible with that of previous …`
const EXCEPTIONS: u32 = 536;
/// `allowing all exceptions is incompatible with previous …`
const ALL_EXCEPTIONS: u32 = 541;

/// What the functions that an item declares say otherwise than before.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (entity, decl, _) in user_declarations(db, item) {
        let own = entity.decl(db);
        let is_function = matches!(&decl.kind, DeclKind::Function(_));
        if !is_function || display::template_depth(db, entity) > 0 || !decl.heads.is_empty() {
            continue;
        }
        let first = canonical(db, own);
        if first == own || !is_of_user(db, first.code(db).item) {
            continue;
        }
        out.extend(exceptions(db, own, decl, first));
        out.extend(defaults(db, own, first));
    }
    out
}

fn site<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Site<'db> {
    Site::declaration(decl.code(db), decl.index(db))
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
        !d.attrs.iter().any(nothrow) && !d.spec.any(Spec::FRIEND)
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
    if !comparable {
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
        Exception::None => ALL_EXCEPTIONS,
        _ => EXCEPTIONS,
    };
    let previous = Entity::new(db, first, None);
    let previous = match display::is_overloaded(db, previous) {
        true => Fill::DeclaredSignature(previous),
        false => Fill::Declared(previous),
    };
    // Where the specification would stand: behind the parameters.
    let at = Context::of(db, Entity::new(db, own, None))?.type_site(f.ty);
    let place = match mine {
        Exception::Noexcept => At::Last,
        _ => At::After,
    };
    Some(Problem::new(number, at, vec![previous]).at(place))
}

/// A default argument for a parameter of a member function that has one from its class.
fn defaults<'db>(db: &'db dyn Db, own: DeclRef<'db>, first: DeclRef<'db>) -> Option<Problem<'db>> {
    first.parent_class(db)?;
    let given = |decl: DeclRef<'db>, n: usize| {
        let (f, code) = (function_ref(db, decl)?, decl.code(db).code(db)?);
        code[*f.params.get(n)?].default
    };
    let count = function_ref(db, own)?.params.len();
    let before = redeclarations(db, first).iter().take_while(|d| **d != own);
    let twice = (0..count)
        .any(|n| given(own, n).is_some() && before.clone().any(|d| given(*d, n).is_some()));
    twice.then(|| Problem::new(DEFAULT_TWICE, site(db, own), Vec::new()))
}
