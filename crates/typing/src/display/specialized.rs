//! The template arguments that specialisations are written for, behind their names.

use cleave_base_db::Db;
use cleave_hir::{Decl, DeclKind};

use crate::display::Speller;
use crate::display::entity::args_text;
use crate::{Arg, DeclRef, Entity, Env};

/// The arguments of a class that is an explicit specialisation: `<int>`.
pub(super) fn specialized_args<'db>(
    sp: &Speller<'db>,
    decl: DeclRef<'db>,
    hir: &Decl,
    depth: u32,
) -> String {
    let explicit = matches!(hir.kind, DeclKind::Class(_))
        && hir.path.as_ref().is_some_and(|p| p.args.is_some())
        && hir.heads.iter().all(|h| h.params.is_empty());
    let identity = || crate::class::specialization::identity(sp.db, decl);
    match explicit.then(identity).flatten() {
        Some((_, args)) => args_text(sp, args.args(sp.db), depth),
        None => String::new(),
    }
}

/// The arguments of a class that is made by a partial specialisation, whose parameters stand for what they do in an environment; nothing
/// of another declaration ([temp.spec.partial.general]).
pub(super) fn specialized_by<'db>(
    db: &'db dyn Db,
    decl: DeclRef<'db>,
    hir: &Decl,
    level: usize,
    env: Option<Env<'db>>,
) -> Option<&'db [Arg<'db>]> {
    if !is_partial_specialization(hir) {
        return None;
    }
    let env = env?.truncated(db, level as u32 + 1)?;
    let template = crate::function::redeclared::primary(db, decl)?;
    let template = Entity::new(db, template, env.parent(db));
    crate::class::specialization::pattern(db, template, decl, Some(env))
}

/// The arguments of a partial specialisation as it is written, in its own parameters: `<T *, int>` ([temp.spec.partial.general]).
pub(super) fn pattern_args<'db>(
    db: &'db dyn Db,
    decl: DeclRef<'db>,
    hir: &Decl,
) -> Option<&'db [Arg<'db>]> {
    if !is_partial_specialization(hir) {
        return None;
    }
    let template = crate::function::redeclared::primary(db, decl)?;
    crate::class::specialization::pattern(db, Entity::new(db, template, None), decl, None)
}

/// Whether a declaration is a partial specialisation of a class template.
pub(super) fn is_partial_specialization(hir: &Decl) -> bool {
    matches!(hir.kind, DeclKind::Class(_))
        && hir.path.as_ref().is_some_and(|p| p.args.is_some())
        && hir.heads.iter().any(|h| !h.params.is_empty())
}
