//! Whether template parameters are constrained alike ([temp.over.link]/6): type-constraints of one concept with equivalent arguments.

use cleave_base_db::Db;
use cleave_hir::{Path, TemplateArgRef};

use crate::code::params::{Level, ParamRef};
use crate::function::same::type_site;
use crate::function::written::same_text;
use crate::template::constraints::{concept_of, constraint_of};
use crate::{Context, DeclRef, Entity, Site};

/// Whether two parameters of templates have the same type-constraint, or none. A concept that is not found is taken for the other.
pub(crate) fn parameters<'db>(
    db: &'db dyn Db,
    (p, of_p, a): (ParamRef<'db>, &Level<'db>, DeclRef<'db>),
    (q, of_q, b): (ParamRef<'db>, &Level<'db>, DeclRef<'db>),
) -> bool {
    match (constraint_of(of_p, db, p), constraint_of(of_q, db, q)) {
        (None, None) => true,
        (Some(c), Some(d)) => constraints(db, (c, a), (d, b)),
        _ => false,
    }
}

fn constraints<'db>(
    db: &'db dyn Db,
    (c, a): (&Path, DeclRef<'db>),
    (d, b): (&Path, DeclRef<'db>),
) -> bool {
    if c.name != d.name {
        return false;
    }
    let (args, others) = (c.args.as_deref(), d.args.as_deref());
    let (args, others) = (args.unwrap_or_default(), others.unwrap_or_default());
    let alike = args.len() == others.len()
        && (args.iter().zip(others)).all(|(x, y)| {
            let (x, y) = (arg_site(db, a, x), arg_site(db, b, y));
            same_text(db, (x, a), (y, b))
        });
    if !alike {
        return false;
    }
    // `rt::all` and `rv::all` are two concepts, `rt::all` and `tiles::rt::all` may be one.
    if c.global == d.global && c.qualifiers == d.qualifiers {
        return true;
    }
    let concept = |path: &Path, of: DeclRef<'db>| {
        let mut cx = Context::of(db, Entity::new(db, of, None))?;
        Some(concept_of(&mut cx, path)?.decl(db))
    };
    match (concept(c, a), concept(d, b)) {
        (Some(x), Some(y)) => x == y,
        _ => true,
    }
}

fn arg_site<'db>(db: &'db dyn Db, of: DeclRef<'db>, arg: &TemplateArgRef) -> Site<'db> {
    match arg {
        TemplateArgRef::Type(ty) => type_site(db, of, *ty),
        TemplateArgRef::Expr(e) => Site {
            code: of.code(db),
            index: e.into_raw().into(),
            is_type: false,
        },
        TemplateArgRef::Pack(arg) => arg_site(db, of, arg),
    }
}
