//! Aggregates and arrays with initialisers for their parts ([dcl.init.aggr]), in two steps: an object that is partly known before
//! the program runs is cleared, what is known is stored, and then the rest, in order. So the reference writes it.
//!
//! It must not know what initialises a part that is not known.

use std::collections::VecDeque;

use cleave_il::ExprId as Il;
use cleave_needed::copied_constant;
use cleave_typing::class::class_info;
use cleave_typing::thir::{Category, Conversion, Expr, ExprId, ExprKind};
use cleave_typing::{Const, Ty, Value, eval};

use crate::body::Body;
use crate::body::dest::Dest;
use crate::body::init::default_initializer;
use crate::refusal::Res;

/// A walk over the parts of an aggregate, which goes over them twice.
struct Walk {
    /// Only what is known is stored: the first time.
    stores_known: bool,
    /// Whether each part that has an initialiser is known, in order.
    known: VecDeque<bool>,
    /// Some part is known, or has no initialiser.
    is_cleared: bool,
}

impl<'db> Body<'_, 'db> {
    /// An aggregate, an array or a union with initialisers of its parts.
    pub(crate) fn aggregate(
        &mut self,
        dest: &Dest<'db>,
        e: ExprId,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let mut walk = Walk {
            stores_known: true,
            known: VecDeque::new(),
            is_cleared: false,
        };
        let mut known = Vec::new();
        self.aggregate_part(dest, e, &mut walk, &mut known)?;
        if walk.is_cleared {
            self.clear(dest, out)?;
        }
        out.extend(known);
        walk.stores_known = false;
        self.aggregate_part(dest, e, &mut walk, out)
    }

    /// A part that has an initialiser.
    fn aggregate_part(
        &mut self,
        dest: &Dest<'db>,
        e: ExprId,
        walk: &mut Walk,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        self.at(e, |b, x| b.aggregate_part_by(dest, e, x, walk, out))
    }

    fn aggregate_part_by(
        &mut self,
        dest: &Dest<'db>,
        e: ExprId,
        x: &'db Expr<'db>,
        walk: &mut Walk,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        match &x.kind {
            ExprKind::Aggregate(parts)
                if x.ty.is_class(db) && self.inherited_constructor(x.ty, parts)?.is_none() =>
            {
                self.class_parts(dest, x.ty, parts, walk, out)
            }
            ExprKind::Array(elements, rest) => {
                let Some(element) = dest.ty.element(db) else {
                    return self.refuse("an array of unknown length");
                };
                for (n, e) in elements.iter().enumerate() {
                    let at = self.dest_element(dest, n as u64, element)?;
                    self.aggregate_part(&at, *e, walk, out)?;
                }
                let Some(rest) = *rest else {
                    return Ok(());
                };
                let is_zero = matches!(self.expr(rest)?.kind, ExprKind::Zero);
                walk.is_cleared |= is_zero;
                match walk.stores_known || is_zero {
                    true => Ok(()),
                    false => self.other_elements(dest, elements.len() as u64, rest, out),
                }
            }
            ExprKind::UnionInit(n, value) => {
                let at = self.dest_member(dest, *n)?;
                let Some(value) = value else {
                    return match walk.stores_known {
                        true => Ok(()),
                        false => self.union_member(dest, *n, &at, out),
                    };
                };
                self.aggregate_part(&at, *value, walk, out)
            }
            ExprKind::Convert(Conversion::Noop, inner) if !x.ty.is_scalar(db) => {
                self.aggregate_part(dest, *inner, walk, out)
            }
            _ if walk.stores_known => {
                let is_known = self.store_known(dest, e, x, out);
                walk.is_cleared |= is_known;
                walk.known.push_back(is_known);
                Ok(())
            }
            _ => match walk.known.pop_front() {
                Some(true) => Ok(()),
                _ => self.init(dest, e, out),
            },
        }
    }

    /// The bases and members of a class.
    fn class_parts(
        &mut self,
        dest: &Dest<'db>,
        class: Ty<'db>,
        parts: &[Option<ExprId>],
        walk: &mut Walk,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let Some(info) = class_info(db, class.unqualified(db)) else {
            return self.refuse("a class that is not known");
        };
        let bases = info.bases.len();
        for n in 0..bases + info.fields.len() {
            let member = n.checked_sub(bases);
            let at = match member {
                None => self.dest_base(dest, n)?,
                Some(f) => self.dest_member(dest, f as u32)?,
            };
            let default = member.filter(|f| info.fields[*f].has_default);
            match (parts.get(n).copied().flatten(), default) {
                (Some(e), _) => self.aggregate_part(&at, e, walk, out)?,
                (None, Some(_)) if walk.stores_known => walk.is_cleared = true,
                (None, Some(f)) => self.default_member(dest, f as u32, &at, out)?,
                (None, None) if walk.stores_known => walk.is_cleared = true,
                (None, None) if at.ty.innermost_element(db).is_class(db) => {
                    self.value_init(&at, out)?;
                }
                // It is zero, for the object was cleared.
                (None, None) if !at.ty.is_member_pointer(db) => {}
                (None, None) => self.clear(&at, out)?,
            }
        }
        Ok(())
    }

    /// Stores the value of a part, and says whether it is known and the IL has a way to write it.
    fn store_known(
        &mut self,
        dest: &Dest<'db>,
        e: ExprId,
        x: &'db Expr<'db>,
        out: &mut Vec<Il>,
    ) -> bool {
        let db = self.unit.db;
        let value = match x.kind {
            ExprKind::DefaultMember(n) => self.known_default(dest, n),
            _ => self.known(e, x),
        };
        let Some(value) = value else {
            return false;
        };
        let mark = out.len();
        let done = match value.value(db) {
            Value::Class { .. } | Value::Union(_) | Value::Array { .. } => {
                self.has_stored_parts(dest, value.value(db), out)
            }
            value => self.has_stored(dest, value, out),
        };
        if !done {
            out.truncate(mark);
        }
        done
    }

    /// The value of a default member initialiser that has one.
    fn known_default(&self, dest: &Dest<'db>, n: u32) -> Option<Const<'db>> {
        let db = self.unit.db;
        let (typed, value) = default_initializer(db, dest.parent()?.ty.unqualified(db), n)?;
        eval::constant(db, typed, value)
    }

    /// The value of an initialiser that has one before the program runs.
    fn known(&self, e: ExprId, x: &'db Expr<'db>) -> Option<Const<'db>> {
        let db = self.unit.db;
        if x.category != Category::Prvalue {
            return None;
        }
        let typed = self.frames.last()?.typed;
        if x.ty.is_class(db) {
            return self.literal(e, x).or_else(|| copied_constant(db, typed, e));
        }
        match x.ty.is_scalar(db) {
            true => eval::called(db, typed, e),
            false => None,
        }
    }
}
