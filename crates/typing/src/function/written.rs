//! What is written in a template's head and result, where it depends on template parameters: it is compared by its words
//! ([temp.over.link]/5).

use std::hash::{Hash, Hasher};

use cleave_base_db::Db;
use cleave_hir::{Expr, TemplateParamKind, TypeRef};
use rustc_hash::FxHasher;

use crate::code::params::{ParamRef, function_ref, levels, own_level};
use crate::code::unexpanded::{Seen, expr_parts_of, type_parts_of};
use crate::function::result_type;
use crate::function::same::type_site;
use crate::function::shape::outline;
use crate::{Arg, DeclRef, Entity, Site, Ty, TyKind};

/// Whether what is written at two sites is the same, template parameters compared by position.
pub(super) fn same_text<'db>(
    db: &'db dyn Db,
    (s, of_a): (Site<'db>, DeclRef<'db>),
    (t, of_b): (Site<'db>, DeclRef<'db>),
) -> bool {
    s.is_type == t.is_type && text(db, s, of_a) == text(db, t, of_b)
}

/// What is written at a site, token by token as far as it matters.
fn text<'db>(db: &'db dyn Db, site: Site<'db>, of: DeclRef<'db>) -> Vec<String> {
    let Some(code) = site.code.code(db) else {
        return Vec::new();
    };
    let all = levels(db, of);
    let parameters = function_ref(db, of).map_or(&[][..], |f| &f.params);
    let mut out = Vec::new();
    let mut seen = |seen: Seen<'_>| {
        out.push(match seen {
            Seen::Qualified(name) => name.as_str().to_owned(),
            Seen::Name(name) | Seen::Scope(name) => {
                let param = all.iter().enumerate().rev().find_map(|(i, l)| {
                    let (index, _) = l.find(name)?;
                    Some(format!("T{i}.{index}"))
                });
                let local = of.code(db).code(db).and_then(|c| {
                    let at = parameters
                        .iter()
                        .position(|p| c[*p].name.as_ref() == Some(name))?;
                    Some(format!("p{at}"))
                });
                param.or(local).unwrap_or_else(|| name.as_str().to_owned())
            }
            Seen::Type(ty) => match ty {
                TypeRef::Builtin(_) | TypeRef::Complex(_) | TypeRef::Missing => format!("{ty:?}"),
                TypeRef::Qualified(quals, _) => format!("{quals:?}"),
                TypeRef::Transform(name, _) => name.as_str().to_owned(),
                ty => format!("{:?}", std::mem::discriminant(ty)),
            },
            Seen::Expr(e) => match e {
                Expr::Literal(literal) => format!("{literal:?}"),
                Expr::Binary(op, ..) | Expr::Prefix(op, _) | Expr::Postfix(op, _) => {
                    format!("{op:?}")
                }
                Expr::Fold { op, is_left, .. } => format!("{op:?}{is_left}"),
                // `f(x)` looks for functions where `::f(x)` does not ([basic.lookup.argdep]).
                Expr::Call(callee, _) => match &code[*callee] {
                    Expr::Path(path) if path.global && path.qualifiers.is_empty() => {
                        "call::".to_owned()
                    }
                    _ => "call".to_owned(),
                },
                Expr::Trait(name, _) | Expr::Builtin(name, _) | Expr::SizeofPack(name) => {
                    name.as_str().to_owned()
                }
                e => format!("{:?}", std::mem::discriminant(e)),
            },
        });
    };
    let index = site.index;
    match site.is_type {
        true => type_parts_of(code, crate::code::idx(index), &mut seen),
        false => expr_parts_of(code, crate::code::idx(index), &mut seen),
    }
    out
}

/// What the words of a function template's head and result say: a hash, and the alias template that the result is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
struct Written<'db> {
    alias: Option<Site<'db>>,
    hash: u64,
}

/// Whether two function templates certainly differ by what is written in their heads and results. Libraries declare hundreds of
/// one name that differ in nothing else.
pub(super) fn differ_as_written<'db>(db: &'db dyn Db, a: DeclRef<'db>, b: DeclRef<'db>) -> bool {
    match (written(db, a), written(db, b)) {
        (Some(a), Some(b)) => a.alias == b.alias && a.hash != b.hash,
        _ => false,
    }
}

/// What is [`Written`] in a function template's own head and result; none where that is more than its own words and those of one
/// alias template.
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn written<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Option<Written<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let mut hash = FxHasher::default();
    for param in own_level(db, decl)?.params(db) {
        if let ParamRef::Written(param) = param
            && let TemplateParamKind::Value { ty, .. } = &param.kind
        {
            text(db, type_site(db, decl, *ty), decl).hash(&mut hash);
        }
    }
    let mut alias = None;
    if let TyKind::Dependent(site, env) = result_type(db, Entity::new(db, decl, None))?.kind(db) {
        match site.code == decl.code(db) {
            true => text(db, *site, decl).hash(&mut hash),
            false => {
                alias = Some(*site);
                hash_words(db, env.args(db), decl, &mut hash)?;
            }
        }
    }
    let hash = hash.finish();
    Some(Written { alias, hash })
}

/// Hashes an alias template's arguments, those that depend on something by their words.
fn hash_words<'db>(
    db: &'db dyn Db,
    args: &[Arg<'db>],
    of: DeclRef<'db>,
    hash: &mut FxHasher,
) -> Option<()> {
    outline(db, args).hash(hash);
    for arg in args {
        let site = match arg {
            Arg::Dependent(site, _) => *site,
            Arg::Type(ty) => match dependent(db, *ty) {
                Some(site) => site,
                None => continue,
            },
            _ => continue,
        };
        if site.code != of.code(db) {
            return None;
        }
        text(db, site, of).hash(hash);
    }
    Some(())
}

fn dependent<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<Site<'db>> {
    match ty.kind(db) {
        TyKind::Dependent(site, _) => Some(*site),
        _ => None,
    }
}
