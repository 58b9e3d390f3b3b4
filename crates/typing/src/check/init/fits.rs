//! Whether operands fit an aggregate, with brace elision ([dcl.init.aggr]): what overload resolution asks before anything is made.

use cleave_hir::Name;

use crate::class::class_info;
use crate::convert::{Options, is_string_for, quietly, sequence};
use crate::template::Operand;
use crate::{Bound, Context, Ty, TyKind};

/// Whether operands initialise an aggregate: `None`: no; `Some(false)`: not to be known.
pub(crate) fn aggregate_fits<'db>(
    cx: &mut Context<'db>,
    from: &Operand<'db>,
    to: Ty<'db>,
) -> Option<bool> {
    let items = from.list.as_deref().unwrap_or_default();
    if from.designated.iter().any(Option::is_some) {
        return designated_fits(cx, items, &from.designated, to);
    }
    let mut at = 0;
    let known = fits_from(cx, items, &mut at, to)?;
    (at == items.len()).then_some(known)
}

/// Whether operands with designators initialise the members that they name. Members of anonymous classes are not looked for.
fn designated_fits<'db>(
    cx: &mut Context<'db>,
    items: &[Operand<'db>],
    designated: &[Option<Name>],
    to: Ty<'db>,
) -> Option<bool> {
    let Some(info) = class_info(cx.db, to.unqualified(cx.db)) else {
        return Some(false);
    };
    let is_plain = !info.fields.iter().any(|f| f.name.is_empty());
    let mut known = items.len() == designated.len();
    for (item, name) in items.iter().zip(designated) {
        let named =
            |f: &&crate::class::Field<'db>| name.as_ref().is_some_and(|n| n.as_str() == &*f.name);
        match info.fields.iter().find(named) {
            Some(field) => known &= element_fits(cx, std::slice::from_ref(item), &mut 0, field.ty)?,
            None if name.is_some() && is_plain => return None,
            None => known = false,
        }
    }
    Some(known)
}

fn fits_from<'db>(
    cx: &mut Context<'db>,
    items: &[Operand<'db>],
    at: &mut usize,
    to: Ty<'db>,
) -> Option<bool> {
    let db = cx.db;
    if cx.depth > crate::check::DEPTH {
        return Some(false);
    }
    let Some(info) = class_info(db, to.unqualified(db)) else {
        return Some(false);
    };
    let mut parts: Vec<(Ty<'db>, bool)> = info.bases.iter().map(|b| (b.ty, false)).collect();
    parts.extend(info.fields.iter().map(|f| (f.ty, f.has_default)));
    if info.is_union {
        parts.truncate(1);
    }
    let mut known = true;
    for (ty, _) in parts {
        if *at >= items.len() {
            break;
        }
        known &= element_fits(cx, items, at, ty)?;
    }
    Some(known)
}

fn element_fits<'db>(
    cx: &mut Context<'db>,
    items: &[Operand<'db>],
    at: &mut usize,
    to: Ty<'db>,
) -> Option<bool> {
    let db = cx.db;
    let item = &items[*at];
    let found = quietly(cx, |cx| sequence(cx, item, to, Options::COPY));
    if let Some(found) = found {
        *at += 1;
        return Some(found != crate::convert::Sequence::Unknown);
    }
    if item.list.is_some() {
        return None;
    }
    cx.depth += 1;
    let fits = match *to.kind(db) {
        TyKind::Array(element, ref bound) => {
            if is_string_for(cx, item, element) {
                *at += 1;
                Some(true)
            } else {
                let limit = match bound {
                    Bound::Known(n) => *n,
                    _ => u64::MAX,
                };
                let mut known = Some(true);
                let mut n = 0;
                while n < limit && *at < items.len() {
                    let before = *at;
                    match element_fits(cx, items, at, element) {
                        Some(k) => known = known.map(|x| x & k),
                        None => {
                            known = None;
                            break;
                        }
                    }
                    if *at == before {
                        break;
                    }
                    n += 1;
                }
                known
            }
        }
        _ if to.is_class(db)
            && class_info(db, to.unqualified(db)).is_some_and(|i| i.is_aggregate) =>
        {
            fits_from(cx, items, at, to)
        }
        _ => None,
    };
    cx.depth -= 1;
    fits
}
