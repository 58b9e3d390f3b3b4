//! The address of an overload set ([over.over]).

use std::cmp::Ordering::{Equal, Greater, Less};

use crate::convert::{qualification, quietly};
use crate::function::{named_type, signature};
use crate::template::{Failure, deduce_type, more_specialized};
use crate::{Context, Entity, Site, Ty, TyKind};

/// The function of a set that a target type selects; `explicit` is where template arguments are written at its name. `None`: none or several; `Some(None)`: not to be known.
pub(crate) fn address_of<'db>(
    cx: &mut Context<'db>,
    set: &[Entity<'db>],
    explicit: Option<Site<'db>>,
    target: Ty<'db>,
) -> Option<Option<Entity<'db>>> {
    let db = cx.db;
    if target.is_unknown(db) {
        return Some(None);
    }
    let wanted = match *target.strip_reference(db).kind(db) {
        TyKind::Pointer(t) => t,
        TyKind::MemberPointer { member, .. } => member,
        TyKind::Function(_) => target.strip_reference(db),
        _ => return None,
    };
    wanted.as_function(db)?;
    let explicit = explicit.and_then(|site| cx.written_args(site));
    let mut plain: Vec<Entity<'db>> = Vec::new();
    let mut templates: Vec<(Entity<'db>, Entity<'db>)> = Vec::new();
    let mut unknown = false;
    for &f in set {
        if f.is_template(db) {
            let args = match explicit {
                None => Vec::new(),
                Some(written) => match quietly(cx, |cx| cx.explicit_args(f, written)) {
                    Some(args) => args,
                    None => continue,
                },
            };
            match quietly(cx, |cx| deduce_type(cx, f, &args, wanted)) {
                Ok(found) => templates.push((found, f)),
                Err(Failure::Unknown(_)) => unknown = true,
                Err(_) => {}
            }
            continue;
        }
        // One that the arguments name is a specialisation.
        if explicit.is_some() && f.own_args(db).is_none() {
            continue;
        }
        let Some(sig) = signature(db, f) else {
            unknown = true;
            continue;
        };
        let mut ty = named_type(db, f, sig);
        if ty.ret.has_auto(db) {
            ty.ret = crate::check::return_type(db, f);
        }
        let ty = Ty::of(db, TyKind::Function(ty));
        if qualification(db, ty.pointer(db), wanted.pointer(db)).is_some() {
            plain.push(f);
        }
    }
    match plain[..] {
        [f] => return Some(Some(f)),
        [] => {}
        // With C linkage they are one function ([dcl.link]/6).
        [f, ..] if (plain.iter()).all(|f| crate::linkage::is_in_c(db, f.decl(db))) => {
            return Some(Some(f));
        }
        // Differing in noexcept only cannot be: they would be one function.
        _ => return None,
    }
    if templates.len() > 1 {
        let best: Vec<_> = templates
            .iter()
            .filter(|(_, a)| {
                templates.iter().all(|(_, b)| {
                    a == b
                        || match more_specialized(db, *a, *b, usize::MAX) {
                            Less => true,
                            Equal | Greater => false,
                        }
                })
            })
            .copied()
            .collect();
        templates = best;
    }
    match templates[..] {
        [(f, _)] => Some(Some(f)),
        _ if unknown => Some(None),
        _ => None,
    }
}
