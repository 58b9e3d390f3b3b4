//! Aggregates and arrays with initialisers for their parts ([dcl.init.aggr]), as the reference writes them. An object of the function
//! that is partly known before the program runs is cleared, what is known is stored, with zeros in the place of what is not, and then
//! the rest, in order. An object that a pointer leads to is cleared if some part has no initialiser, and all parts follow in order.
//!
//! It must not know what initialises a part that is not known.

use std::collections::VecDeque;

use cleave_il::ExprId as Il;
use cleave_needed::{copied_constant, default_value};
use cleave_typing::class::layout::virtual_bases;
use cleave_typing::class::{Special, class_info, special};
use cleave_typing::thir::{Category, Conversion, Expr, ExprId, ExprKind};
use cleave_typing::{Const, Ty, Value, eval};

use crate::body::Body;
use crate::body::dest::Dest;
use crate::body::init::default_initializer;
use crate::body::stored::{ZEROS, is_stored_whole};
use crate::passing::is_empty_class;
use crate::refusal::Res;

/// Which parts a walk over an aggregate initialises.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// None: whether some part has no initialiser is all that is asked.
    Look,
    /// What is known, and zeros in the place of the rest.
    Known,
    /// What the first pass left.
    Unknown,
    /// All, in order.
    All,
}

/// A walk over the parts of an aggregate.
struct Walk {
    pass: Pass,
    /// Whether each part that has an initialiser is known, in order.
    known: VecDeque<bool>,
    /// Some part is known.
    has_known: bool,
    /// Some part is an object without data. That is known beside parts that are not.
    has_empty: bool,
    /// Some part has no initialiser.
    is_partial: bool,
}

impl Walk {
    fn new(pass: Pass) -> Walk {
        Walk {
            pass,
            known: VecDeque::new(),
            has_known: false,
            has_empty: false,
            is_partial: false,
        }
    }

    /// Whether nothing is initialised that is not known.
    fn is_first(&self) -> bool {
        matches!(self.pass, Pass::Look | Pass::Known)
    }
}

impl<'db> Body<'_, 'db> {
    /// An aggregate, an array or a union with initialisers of its parts.
    pub(crate) fn aggregate(
        &mut self,
        dest: &Dest<'db>,
        e: ExprId,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let typed = self.frame()?.typed;
        if !dest.is_behind_pointer() && self.is_empty_union(e)? {
            return self.clear(dest, out);
        }
        if dest.is_behind_pointer()
            && self.is_list(&self.expr(e)?.kind)?
            && let Some(value) = eval::called(db, typed, e)
        {
            return self.init_value(dest, value.value(db), out);
        }
        self.in_passes(dest, out, |body, walk, out| {
            body.aggregate_part(dest, e, walk, out)
        })
    }

    /// Whether a list, or one in it, gives no initialiser for a part.
    pub(crate) fn leaves_out(&mut self, dest: &Dest<'db>, e: ExprId) -> Res<'db, bool> {
        let mut walk = Walk::new(Pass::Look);
        self.aggregate_part(dest, e, &mut walk, &mut Vec::new())?;
        Ok(walk.is_partial)
    }

    /// The captures of a new closure.
    pub(crate) fn captures(
        &mut self,
        dest: &Dest<'db>,
        captures: &[ExprId],
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        self.in_passes(dest, out, |body, walk, out| {
            for (n, value) in captures.iter().enumerate() {
                let at = body.dest_member(dest, n as u32)?;
                body.aggregate_part(&at, *value, walk, out)?;
            }
            Ok(())
        })
    }

    /// Whether an initialiser is a list, and no constructor for all elements of an array.
    fn is_list(&self, initializer: &ExprKind<'db>) -> Res<'db, bool> {
        Ok(match initializer {
            ExprKind::Array(elements, Some(rest)) if elements.is_empty() => {
                let rest = &self.expr(*rest)?.kind;
                matches!(rest, ExprKind::Zero | ExprKind::Aggregate(_))
            }
            ExprKind::Array(..) | ExprKind::Aggregate(_) | ExprKind::UnionInit(..) => true,
            _ => false,
        })
    }

    fn in_passes(
        &mut self,
        dest: &Dest<'db>,
        out: &mut Vec<Il>,
        mut parts: impl FnMut(&mut Self, &mut Walk, &mut Vec<Il>) -> Res<'db, ()>,
    ) -> Res<'db, ()> {
        let (first, second) = match dest.is_behind_pointer() {
            true => (Pass::Look, Pass::All),
            false => (Pass::Known, Pass::Unknown),
        };
        let mut walk = Walk::new(first);
        let mut known = Vec::new();
        parts(self, &mut walk, &mut known)?;
        // A variable of which nothing is known is zero from the beginning of its block.
        let has_unknown = walk.known.contains(&false);
        walk.has_known |= has_unknown && walk.has_empty;
        let is_declared = self.declared.is_some() && self.declared == dest.whole_local();
        match walk.is_partial && has_unknown && !walk.has_known && is_declared {
            true => self.declared = None,
            false if walk.is_partial || walk.has_known => self.clear(dest, out)?,
            false => {}
        }
        if walk.has_known {
            out.extend(known);
        }
        walk.pass = second;
        parts(self, &mut walk, out)
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
                walk.has_empty |= is_empty_class(db, x.ty);
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
                match rest {
                    Some(rest) => self.rest(dest, elements.len() as u64, *rest, walk, out),
                    None => Ok(()),
                }
            }
            ExprKind::UnionInit(n, value) => {
                let at = self.dest_member(dest, *n)?;
                match value {
                    Some(value) => self.aggregate_part(&at, *value, walk, out),
                    None if walk.is_first() => Ok(()),
                    None => self.union_member(dest, *n, &at, out),
                }
            }
            ExprKind::Zero => {
                walk.is_partial = true;
                match walk.pass {
                    Pass::Look => Ok(()),
                    Pass::Known => self.zeros(dest, out),
                    _ if dest.ty.is_member_pointer(db) => self.clear(dest, out),
                    _ => Ok(()),
                }
            }
            ExprKind::Convert(Conversion::Noop, inner) if !x.ty.is_scalar(db) => {
                self.aggregate_part(dest, *inner, walk, out)
            }
            ExprKind::DefaultMember(n)
                if matches!(walk.pass, Pass::Known | Pass::Unknown)
                    && self.is_default_list(dest, *n) =>
            {
                let Some(parent) = dest.parent() else {
                    return self.refuse("a default member initialiser without an object");
                };
                let runs = !walk.is_first();
                self.in_default_member(&parent, *n, runs, out, |body, value, out| {
                    body.aggregate_part(dest, value, walk, out)
                })
            }
            _ => self.leaf(dest, e, x, walk, out),
        }
    }

    /// A part that is no list of parts.
    fn leaf(
        &mut self,
        dest: &Dest<'db>,
        e: ExprId,
        x: &'db Expr<'db>,
        walk: &mut Walk,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let text = match dest.ty.is_array(self.unit.db) {
            true => self.text_of(x)?,
            false => None,
        };
        if let Some(units) = text
            && walk.is_first()
        {
            let len = dest.ty.length(self.unit.db).unwrap_or(0);
            walk.is_partial |= units.len() as u64 + 1 < len;
        }
        match walk.pass {
            Pass::Look => Ok(()),
            Pass::Known => {
                let is_known = match text {
                    Some(units) => self.has_stored_text(dest, units, out),
                    None => self.store_known(dest, e, x, true, out),
                };
                walk.has_known |= is_known;
                walk.known.push_back(is_known);
                match is_known || !dest.ty.is_scalar(self.unit.db) {
                    true => Ok(()),
                    false => self.zeros(dest, out),
                }
            }
            Pass::Unknown if walk.known.pop_front() == Some(true) => Ok(()),
            Pass::All if text.is_none() && self.store_known(dest, e, x, walk.is_partial, out) => {
                Ok(())
            }
            _ => self.init(dest, e, out),
        }
    }

    /// The elements of an array from a number on, which have no initialisers of their own.
    fn rest(
        &mut self,
        dest: &Dest<'db>,
        from: u64,
        rest: ExprId,
        walk: &mut Walk,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let (Some(element), Some(len)) = (dest.ty.element(db), dest.ty.length(db)) else {
            return self.refuse("an array of unknown length");
        };
        let left = len.saturating_sub(from);
        let kind = &self.expr(rest)?.kind;
        let is_zero = self.is_zero(element, kind);
        let is_list = match kind {
            ExprKind::Aggregate(_) => true,
            ExprKind::Array(..) => from > 0,
            _ => false,
        };
        walk.is_partial |= is_zero && left > 0;
        match walk.pass {
            _ if is_zero && left > ZEROS => Ok(()),
            _ if is_zero || is_list && left <= ZEROS => {
                for n in from..len {
                    let at = self.dest_element(dest, n, element)?;
                    self.aggregate_part(&at, rest, walk, out)?;
                }
                Ok(())
            }
            Pass::Look | Pass::Known => Ok(()),
            _ => self.other_elements(dest, from, rest, out),
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
        // What a list leaves out is zero in typed code.
        let given = |part: &Option<ExprId>| match part {
            Some(e) => Ok(!matches!(self.expr(*e)?.kind, ExprKind::Zero)),
            None => Ok(false),
        };
        let is_given = (parts.iter().map(given)).collect::<Res<'db, Vec<bool>>>()?;
        let last = is_given.iter().rposition(|given| *given);
        for n in 0..bases + info.fields.len() {
            let member = n.checked_sub(bases);
            let at = match member {
                None => {
                    // The reference makes a base that a list initialises as a complete object.
                    let mut base = self.dest_base(dest, n)?;
                    base.is_base = !virtual_bases(db, base.ty.unqualified(db).id()).is_empty();
                    base
                }
                Some(f) => self.dest_member(dest, f as u32)?,
            };
            let default = member.filter(|f| info.fields[*f].has_default);
            let part = parts.get(n).copied().flatten();
            let is_zero = part.is_some() && !is_given.get(n).is_some_and(|given| *given);
            match (part.filter(|_| !is_zero), default.filter(|_| !is_zero)) {
                (Some(e), _) => self.aggregate_part(&at, e, walk, out)?,
                (None, Some(_)) if walk.is_first() => walk.is_partial = true,
                (None, Some(f)) => self.default_member(dest, f as u32, &at, out)?,
                // A designated initialiser leaves out what is in front of it: that is stored.
                (None, None) if walk.pass == Pass::All && last.is_some_and(|last| n < last) => {
                    self.skipped(&at, out)?;
                }
                (None, None) => {
                    let is_behind = last.is_none_or(|last| n > last);
                    walk.is_partial |= is_behind || walk.pass == Pass::Known;
                    self.missing(&at, walk, out)?;
                }
            }
        }
        Ok(())
    }

    /// A part without an initialiser.
    fn missing(&mut self, dest: &Dest<'db>, walk: &mut Walk, out: &mut Vec<Il>) -> Res<'db, ()> {
        let is_plain = self.is_zero_by_default(dest.ty);
        match walk.pass {
            Pass::Known if is_plain => self.zeros(dest, out),
            Pass::Look | Pass::Known => Ok(()),
            _ if dest.ty.is_member_pointer(self.unit.db) => self.clear(dest, out),
            // It is zero, for the object was cleared.
            _ if is_plain => Ok(()),
            _ => self.value_init(dest, out),
        }
    }

    /// A part without an initialiser, in front of one that has one, in an object that is not cleared.
    fn skipped(&mut self, dest: &Dest<'db>, out: &mut Vec<Il>) -> Res<'db, ()> {
        match self.is_zero_by_default(dest.ty) {
            true => self.clear(dest, out),
            false => self.value_init(dest, out),
        }
    }

    /// Whether an initialiser only clears an object of a type.
    pub(crate) fn is_zero(&self, ty: Ty<'db>, initializer: &ExprKind<'db>) -> bool {
        match initializer {
            ExprKind::Zero => true,
            ExprKind::Aggregate(parts) => {
                parts.iter().all(Option::is_none) && self.is_zero_by_default(ty)
            }
            _ => false,
        }
    }

    /// Whether an empty list makes a union: the first member is zero, and so is all of it.
    pub(crate) fn is_empty_union(&self, e: ExprId) -> Res<'db, bool> {
        let ExprKind::UnionInit(_, Some(mut next)) = self.expr(e)?.kind else {
            return Ok(false);
        };
        loop {
            let x = self.expr(next)?;
            next = match &x.kind {
                ExprKind::UnionInit(_, Some(value)) => *value,
                ExprKind::Array(elements, Some(rest)) if elements.is_empty() => *rest,
                kind => return Ok(self.is_zero(x.ty, kind)),
            };
        }
    }

    /// Whether value-initialisation only clears an object.
    pub(crate) fn is_zero_by_default(&self, ty: Ty<'db>) -> bool {
        let db = self.unit.db;
        let class = ty.innermost_element(db).unqualified(db);
        !class.is_class(db)
            || default_value(db, class).is_none()
                && special(db, class, Special::Default).is_some_and(|s| s.trivial && s.exists)
    }

    /// Zeros in all parts of an object, one by one; of long arrays they are left out.
    fn zeros(&mut self, dest: &Dest<'db>, out: &mut Vec<Il>) -> Res<'db, ()> {
        let db = self.unit.db;
        if dest.ty.is_scalar(db) {
            return self.clear(dest, out);
        }
        if let (Some(element), Some(len)) = (dest.ty.element(db), dest.ty.length(db)) {
            for n in 0..if len > ZEROS { 0 } else { len } {
                let at = self.dest_element(dest, n, element)?;
                self.zeros(&at, out)?;
            }
            return Ok(());
        }
        let Some(info) = class_info(db, dest.ty.unqualified(db)).filter(|i| !i.is_dynamic) else {
            return Ok(());
        };
        for n in 0..info.bases.len() {
            let at = self.dest_base(dest, n)?;
            if !is_empty_class(db, at.ty) {
                self.zeros(&at, out)?;
            }
        }
        let fields = match info.is_union {
            true => info.fields.len().min(1),
            false => info.fields.len(),
        };
        for n in 0..fields {
            let at = self.dest_member(dest, n as u32)?;
            if !is_empty_class(db, at.ty.innermost_element(db)) {
                self.zeros(&at, out)?;
            }
        }
        Ok(())
    }

    /// Stores the value of a part, and says whether it is known and the IL has a way to write it. `is_cleared`: it is zero so far.
    fn store_known(
        &mut self,
        dest: &Dest<'db>,
        e: ExprId,
        x: &'db Expr<'db>,
        is_cleared: bool,
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
        match value.value(db) {
            value @ (Value::Class { .. } | Value::Union(_) | Value::Array { .. })
                if is_cleared || is_stored_whole(value) =>
            {
                self.has_stored_parts(dest, value, out)
            }
            value => self.has_stored(dest, value, out),
        }
    }

    /// The value of a default member initialiser that has one.
    fn known_default(&self, dest: &Dest<'db>, n: u32) -> Option<Const<'db>> {
        let db = self.unit.db;
        let (typed, value) = default_initializer(db, dest.parent()?.ty.unqualified(db), n)?;
        eval::called(db, typed, value)
    }

    /// Whether a default member initialiser is a list of which not everything is known.
    fn is_default_list(&self, dest: &Dest<'db>, n: u32) -> bool {
        let made = dest.parent().and_then(|parent| {
            default_initializer(self.unit.db, parent.ty.unqualified(self.unit.db), n)
        });
        let Some((typed, value)) = made else {
            return false;
        };
        let is_list = typed.exprs.get(value.0 as usize).is_some_and(|x| {
            matches!(
                x.kind,
                ExprKind::Array(..) | ExprKind::Aggregate(_) | ExprKind::UnionInit(..)
            )
        });
        is_list && self.known_default(dest, n).is_none()
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
