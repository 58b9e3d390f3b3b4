//! Which templates may be arguments of a template template parameter ([temp.arg.template]/3).

use cleave_base_db::Db;
use cleave_hir::{TemplateParam, TemplateParamKind};

use crate::code::params::{ParamRef, own_level};
use crate::resolve::declared::{declared_param_type, defaulted};
use crate::{DeclRef, Entity};

/// Whether the parameters of a template are of the kinds that the template template parameter number `index` of a declaration wants:
/// it may be deduced then.
pub(crate) fn may_be<'db>(
    db: &'db dyn Db,
    decl: DeclRef<'db>,
    index: usize,
    argument: Entity<'db>,
) -> bool {
    let written = own_level(db, decl).and_then(|level| level.params(db).get(index).copied());
    let Some(ParamRef::Written(param)) = written else {
        return true;
    };
    match &param.kind {
        TemplateParamKind::Template { params, .. } => {
            is_compatible(db, decl, params, argument, true)
        }
        _ => true,
    }
}

/// Whether a template may be the argument of a parameter with the head `params`, which `decl` declares. What is not known of
/// either one is taken to fit.
pub(super) fn is_compatible<'db>(
    db: &'db dyn Db,
    decl: DeclRef<'db>,
    params: &[TemplateParam],
    argument: Entity<'db>,
    cpp17: bool,
) -> bool {
    let own = argument.decl(db);
    let Some(level) = own_level(db, own) else {
        return true;
    };
    let theirs = level.params(db);
    let same = |p: &TemplateParam, a: ParamRef<'db>| is_same_kind(db, (decl, p), (own, a));
    let mut rest = &theirs[..];
    for param in params {
        if param.pack {
            return rest.iter().all(|a| same(param, *a));
        }
        let Some((first, after)) = rest.split_first() else {
            return false;
        };
        if !same(param, *first) || first.is_pack() && !cpp17 {
            return false;
        }
        // A pack takes those behind it as well.
        if !first.is_pack() {
            rest = after;
        }
    }
    // What is left over may be a pack or have a default argument since C++17 (P0522).
    let at = theirs.len() - rest.len();
    (rest.iter().enumerate())
        .all(|(i, a)| cpp17 && (a.is_pack() || defaulted(db, own, (at + i) as u32).is_some()))
}

fn is_same_kind<'db>(
    db: &'db dyn Db,
    (p_decl, p): (DeclRef<'db>, &TemplateParam),
    (a_decl, a): (DeclRef<'db>, ParamRef<'db>),
) -> bool {
    let ParamRef::Written(a) = a else {
        return matches!(p.kind, TemplateParamKind::Type { .. });
    };
    match (&p.kind, &a.kind) {
        (TemplateParamKind::Type { .. }, TemplateParamKind::Type { .. })
        | (TemplateParamKind::Template { .. }, TemplateParamKind::Template { .. }) => true,
        (TemplateParamKind::Value { ty: p, .. }, TemplateParamKind::Value { ty: a, .. }) => {
            let types = (
                declared_param_type(db, p_decl, *p),
                declared_param_type(db, a_decl, *a),
            );
            let (Some(p), Some(a)) = types else {
                return true;
            };
            let open = |t: crate::Ty<'db>| t.is_unknown(db) || t.is_dependent(db) || t.has_auto(db);
            open(p) || open(a) || p.unqualified(db) == a.unqualified(db)
        }
        _ => false,
    }
}
