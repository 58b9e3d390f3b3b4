//! What tells at little cost that nothing can be deduced for a call: there are dozens of `get`s, each for the specialisations of
//! one class template, and a call means one of them.
//!
//! Granularity: [`takes`] is per template and compares equal while its parameters take the same; what depends on the call is
//! asked of the arguments' types alone.

use cleave_base_db::Db;
use cleave_hir::{TemplateArgRef, TypeRef};

use super::Call;
use crate::class::bases::bases;
use crate::function::parameter_types;
use crate::params::levels;
use crate::template::Operand;
use crate::template::deduce::Deducer;
use crate::{Context, DeclRef, Entity, Ty, TyKind};

/// Of no more functions than these each is tried.
pub(crate) const SIEVED: usize = 2;

/// A parameter that takes the specialisations of one class template, and what is derived from them ([temp.deduct.call]/4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Takes<'db> {
    /// The class template.
    template: DeclRef<'db>,
    /// Explicit template arguments leave something to be deduced from it if they are no more than this
    /// ([temp.deduct.call]/4): otherwise arguments are converted to it.
    open: usize,
}

/// What the parameters of a function template take, up to its first pack.
#[salsa::tracked(returns(deref), cycle_result = |_, _, _| Box::default())]
pub(crate) fn takes<'db>(db: &'db dyn Db, template: Entity<'db>) -> Box<[Option<Takes<'db>>]> {
    let Some(types) = parameter_types(db, template) else {
        return Box::default();
    };
    let decl = template.decl(db);
    let all = levels(db, decl);
    let deducer = Deducer::new(db, decl, template.depth(db));
    let fixed = types.iter().map_while(|ty| match ty.kind(db) {
        TyKind::Pack(_) => None,
        _ => Some(ty.strip_reference(db)),
    });
    let open = |(level, index): (u32, u32)| match all.get(level as usize) {
        Some(own) if level as usize + 1 == all.len() => match own.kinds.get(index as usize) {
            Some(kind) if !kind.pack => index as usize,
            _ => usize::MAX,
        },
        _ => usize::MAX,
    };
    fixed
        .map(|ty| {
            let TyKind::Class(class) = ty.kind(db) else {
                return None;
            };
            class.own_args(db)?;
            Some(Takes {
                template: class.decl(db),
                open: deducer.deducible(ty).into_iter().map(open).max()?,
            })
        })
        .collect()
}

/// What classes are derived from.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Ancestry<'db> {
    /// The declarations of the bases at any depth.
    all: Box<[DeclRef<'db>]>,
    /// Some base is not known.
    unknown: bool,
}

/// What a class is derived from, at any depth.
#[salsa::tracked(cycle_result = |_, _, _| Ancestry { unknown: true, ..Ancestry::default() })]
pub(crate) fn ancestry<'db>(db: &'db dyn Db, class: Ty<'db>) -> Ancestry<'db> {
    let Some(_level) = crate::depth::Level::enter() else {
        return Ancestry {
            unknown: true,
            ..Ancestry::default()
        };
    };
    let direct = bases(db, class);
    let mut unknown = direct.unknown;
    let mut all: Vec<DeclRef<'db>> = Vec::new();
    let add = |all: &mut Vec<DeclRef<'db>>, decl| {
        if !all.contains(&decl) {
            all.push(decl);
        }
    };
    for base in &direct.all {
        let ty = base.ty.unqualified(db);
        match ty.kind(db) {
            TyKind::Class(class) => add(&mut all, class.decl(db)),
            _ => continue,
        }
        let further = ancestry(db, ty);
        unknown |= further.unknown || all.len() > MOST;
        if unknown {
            break;
        }
        further.all.iter().for_each(|&decl| add(&mut all, decl));
    }
    Ancestry {
        all: all.into(),
        unknown,
    }
}

/// Of more classes than these nothing is said.
const MOST: usize = 1_000;

/// Whether nothing can be deduced for a template from the arguments of a call, as far as that is told by the class templates
/// that its parameters take.
pub(crate) fn fails<'db>(cx: &Context<'db>, template: Entity<'db>, call: &Call<'_, 'db>) -> bool {
    let db = cx.db;
    let explicit = match call.explicit_args {
        None => 0,
        Some(written) if written.iter().any(|a| is_pack(cx, a)) => return false,
        Some(written) => written.len(),
    };
    (takes(db, template).iter().zip(call.args)).any(|(takes, arg)| {
        takes.is_some_and(|takes| takes.open >= explicit && is_other(db, arg, takes.template))
    })
}

/// Whether it may stand for any number of arguments.
fn is_pack(cx: &Context<'_>, arg: &TemplateArgRef) -> bool {
    match arg {
        TemplateArgRef::Pack(_) => true,
        TemplateArgRef::Type(ty) => matches!(cx.code[*ty], TypeRef::Pack(_)),
        TemplateArgRef::Expr(_) => false,
    }
}

/// Whether an argument certainly is no specialisation of a class template, and derived from none.
fn is_other<'db>(db: &'db dyn Db, arg: &Operand<'db>, template: DeclRef<'db>) -> bool {
    if arg.list.is_some() || !arg.set.is_empty() || arg.ty.is_dependent(db) {
        return false;
    }
    match arg.ty.kind(db) {
        TyKind::Class(class) if class.decl(db) == template => false,
        TyKind::Class(_) => {
            let ancestry = ancestry(db, arg.ty.unqualified(db));
            !ancestry.unknown && !ancestry.all.contains(&template)
        }
        TyKind::Builtin(_) | TyKind::Pointer(_) | TyKind::Enum(_) => !arg.ty.has_auto(db),
        _ => false,
    }
}
