//! Member functions of one name that cannot stand beside each other ([class.mem]/5, [over.load]/2), and constructors that could
//! not be called ([class.copy.ctor]/5).

use cleave_base_db::Db;
use cleave_hir::{Class, DeclKind};
use cleave_mangle::RefQualifier;
use cleave_names::decl::{Spec, Special};

use super::{Declared, declared, is_plain_function};
use crate::function::{parameter_types, result_type};
use crate::params::function_ref;
use crate::{At, CodeRef, Fill, Problem, Site, Ty};

/// `invalid redeclaration of member …`
const AGAIN: u32 = 403;
/// `cannot overload functions distinguished by return type alone`
const RETURN: u32 = 311;
/// `static and nonstatic member functions with same parameter types cannot be overloaded`
const STATIC: u32 = 751;
/// `overloading two member functions with the same parameter types requires that they both have ref-qualifiers …`
const REFERENCE: u32 = 2449;
/// `copy constructor for class … may not have a parameter of type …`
const COPY: u32 = 408;
/// How many functions of one name are compared with each other.
const COMPARED: usize = 64;

pub(super) fn check<'db>(
    db: &'db dyn Db,
    code: CodeRef<'db>,
    class: &'db Class,
    ty: Ty<'db>,
    out: &mut Vec<Problem<'db>>,
) {
    let Some(hir) = code.code(db) else { return };
    let functions: Vec<Declared<'db>> = (class.members.iter())
        .filter(|id| is_plain_function(&hir[**id]))
        .map(|&id| declared(db, code, id, &hir[id]))
        .collect();
    for (i, d) in functions.iter().enumerate() {
        if let Some(problem) = copies_by_value(db, code, d, ty) {
            out.push(problem);
            continue;
        }
        let key = d.entity.decl(db).key(db);
        let before = functions[..i].iter().rev().take(COMPARED).rev();
        let found = before
            .filter(|other| key.is_some() && other.entity.decl(db).key(db) == key)
            .find_map(|other| against(db, d, other));
        out.extend(found);
    }
}

/// What is said of a function because of an earlier one of its name.
fn against<'db>(db: &'db dyn Db, d: &Declared<'db>, other: &Declared<'db>) -> Option<Problem<'db>> {
    let (f, g) = (
        function_ref(db, d.entity.decl(db))?,
        function_ref(db, other.entity.decl(db))?,
    );
    let (ps, qs) = (
        parameter_types(db, d.entity)?,
        parameter_types(db, other.entity)?,
    );
    let known = |t: &Ty<'db>| !t.is_unknown(db);
    let alike = ps.len() == qs.len()
        && f.variadic == g.variadic
        && f.requires.is_none()
        && g.requires.is_none()
        && ps.iter().chain(qs.iter()).all(known)
        && (ps.iter().zip(qs.iter()))
            .all(|(p, q)| p.decayed(db).unqualified(db) == q.decayed(db).unqualified(db));
    if !alike {
        return None;
    }
    let results = result_type(db, d.entity).zip(result_type(db, other.entity));
    if special(d) == Special::Conversion && results.is_none_or(|(a, b)| a != b) {
        return None;
    }
    let is_static = |d: &Declared<'db>| d.decl.spec.any(Spec::STATIC);
    let qualified = |r: Option<RefQualifier>| r.unwrap_or_default() != RefQualifier::default();
    if f.quals != g.quals {
        let differ = is_static(d) != is_static(other);
        return differ.then(|| Problem::new(STATIC, d.site, Vec::new()));
    }
    if qualified(f.ref_qualifier) != qualified(g.ref_qualifier) {
        return Some(Problem::new(REFERENCE, d.site, Vec::new()));
    }
    if f.ref_qualifier.unwrap_or_default() != g.ref_qualifier.unwrap_or_default() {
        return None;
    }
    match results {
        Some((a, b)) if known(&a) && known(&b) && !a.has_auto(db) && a != b => {
            Some(Problem::new(RETURN, d.site, Vec::new()))
        }
        _ => {
            let name = crate::display::function_text(db, other.entity, true);
            let name = name.trim_end_matches(" noexcept");
            let fills = vec![Fill::Local("function", name.into(), Some(other.site))];
            Some(Problem::new(AGAIN, d.site, fills))
        }
    }
}

fn special(d: &Declared<'_>) -> Special {
    match &d.decl.kind {
        DeclKind::Function(f) => f.special,
        _ => Special::None,
    }
}

/// A constructor that takes an object of its own class by value.
fn copies_by_value<'db>(
    db: &'db dyn Db,
    code: CodeRef<'db>,
    d: &Declared<'db>,
    class: Ty<'db>,
) -> Option<Problem<'db>> {
    if special(d) != Special::Constructor {
        return None;
    }
    let (first, rest) = parameter_types(db, d.entity)?.split_first()?;
    let written = function_ref(db, d.entity.decl(db))?;
    let hir = code.code(db)?;
    let optional = written
        .params
        .iter()
        .skip(1)
        .all(|&p| hir[p].default.is_some());
    if first.unqualified(db) != class || !optional || written.params.len() != rest.len() + 1 {
        return None;
    }
    let at = hir[*written.params.first()?].ty;
    let site = Site {
        code,
        index: u32::from(at.into_raw()),
        is_type: true,
    };
    let fills = vec![Fill::Type(class), Fill::Type(class)];
    Some(Problem::new(COPY, site, fills).at(At::First))
}
