//! Variables whose value is read before they have one. As the reference does, the source is read once from its beginning to its
//! end: whatever might give a variable a value does. In a loop nothing is said of what was declared before it, and behind a label
//! nothing is known.

pub(crate) mod captures;

use cleave_codes::codes;
use cleave_hir::Init;
use rustc_hash::FxHashSet;

use crate::class::{Special, special};
use crate::thir::{Conversion, ExprId, ExprKind, LocalId, LocalKind};
use crate::{At, Context, Fill, Problem, Site, Ty};

/// How deep an object may be a part of another one.
const DEPTH: u32 = 64;

impl<'db> Context<'db> {
    /// A variable was declared.
    pub(crate) fn declared_uninitialized(
        &mut self,
        l: LocalId,
        ty: Ty<'db>,
        init: &Init,
        value: Option<ExprId>,
    ) {
        let db = self.db;
        let part = ty.innermost_element(db);
        let plain = part.is_arithmetic(db)
            || part.is_enum(db)
            || part.is_pointer_like(db)
            || part.is_class(db)
                && value.is_some_and(|e| match &self.made(e).kind {
                    ExprKind::Uninitialized
                    | ExprKind::ConstructImplicit(..)
                    | ExprKind::Construct(..) => {
                        special(db, part.unqualified(db), Special::Default)
                            .is_some_and(|s| s.trivial)
                    }
                    _ => false,
                });
        let automatic = matches!(
            self.out.locals.get(l.0 as usize).map(|l| &l.kind),
            Some(LocalKind::Automatic)
        );
        // Without data there is nothing to be set.
        let empty = part.is_class(db) && crate::class::layout::is_empty(db, part.unqualified(db));
        let volatile = ty.top_quals(db).is_volatile;
        if *init == Init::None && automatic && plain && !empty && !volatile {
            self.body.uninitialized.insert(l);
        }
    }

    /// Warns of a reference that its own initializer binds to itself.
    pub(crate) fn check_bound_to_itself(&mut self, l: LocalId, value: Option<ExprId>) {
        let Some(mut at) = value else { return };
        for _ in 0..DEPTH {
            match self.node(at).kind {
                ExprKind::Full(inner)
                | ExprKind::Materialize(inner)
                | ExprKind::Convert(_, inner) => at = inner,
                _ => break,
            }
        }
        let name = self.out.locals[l.0 as usize].name.clone();
        if matches!(self.node(at).kind, ExprKind::Local(own) if own == l) {
            let entity = Fill::Kind("variable", name);
            let site = self.start_of(at);
            let said = Problem::new(codes::USED_BEFORE_SET { entity }, site);
            self.warnings.push(said.at(At::First));
        }
    }

    /// What an object, or each element of an array, is made by.
    fn made(&self, e: ExprId) -> &crate::thir::Expr<'db> {
        let mut at = self.node(e);
        for _ in 0..DEPTH {
            match &at.kind {
                ExprKind::Full(inner) => at = self.node(*inner),
                ExprKind::Array(first, Some(rest)) if first.is_empty() => at = self.node(*rest),
                _ => break,
            }
        }
        at
    }

    /// The variable that an object is, or is a part of.
    fn whole(&self, e: ExprId) -> Option<(LocalId, ExprId)> {
        let mut at = e;
        for _ in 0..DEPTH {
            match &self.node(at).kind {
                ExprKind::Local(l) => return Some((*l, at)),
                ExprKind::Static(entity) => {
                    let is_it = |l: &&LocalId| {
                        let local = self.out.locals.get(l.0 as usize);
                        matches!(local.map(|l| &l.kind), Some(LocalKind::Static(e)) if e == entity)
                    };
                    return self.body.uninitialized.iter().find(is_it).map(|l| (*l, at));
                }
                ExprKind::Field(inner, _)
                | ExprKind::Index(inner, _)
                | ExprKind::Materialize(inner)
                | ExprKind::Comma(_, inner)
                | ExprKind::Full(inner) => at = *inner,
                ExprKind::Unary(cleave_lang::Operator::Dereference, pointer) => {
                    at = self.array_of(*pointer)?;
                }
                ExprKind::Convert(_, inner) => at = *inner,
                _ => return None,
            }
        }
        None
    }

    /// The array whose address a pointer is made of where it stands: `a`, `a + 1`.
    fn array_of(&self, pointer: ExprId) -> Option<ExprId> {
        use cleave_lang::Operator::{Minus, Plus};
        match self.node(pointer).kind {
            ExprKind::Convert(Conversion::Decay, array) => Some(array),
            ExprKind::Binary(Plus | Minus, a, b) => self.array_of(a).or_else(|| self.array_of(b)),
            _ => None,
        }
    }

    /// An object may be given a value.
    pub(crate) fn is_set(&mut self, e: ExprId) {
        if !self.body.uninitialized.is_empty()
            && let Some((l, _)) = self.whole(e)
        {
            self.body.uninitialized.remove(&l);
        }
    }

    /// An object's value is read.
    pub(crate) fn is_read(&mut self, e: ExprId) {
        if self.body.uninitialized.is_empty() || self.modes.unevaluated || self.is_instantiation() {
            return;
        }
        if let Some((l, at)) = self.whole(e) {
            let site = self.site_of(at);
            self.uninitialized_read(l, site, At::First);
        }
    }

    /// A function that nothing declares copies an object of a class. If it calls others, these get the object by reference.
    pub(crate) fn is_copied(&mut self, e: ExprId, class: Ty<'db>, which: Special) {
        if self.body.uninitialized.is_empty() {
            return;
        }
        match special(self.db, class.unqualified(self.db), which) {
            Some(s) if !s.trivial => self.is_set(e),
            _ => self.is_read(e),
        }
    }

    /// A variable is read at a place. It is reported once.
    pub(crate) fn uninitialized_read(&mut self, l: LocalId, site: Site<'db>, at: At<'db>) {
        // The loop may have set it in another round.
        if self.body.uninitialized.remove(&l) && l.0 >= self.body.loop_start {
            let name = self.out.locals[l.0 as usize].name.clone();
            let problem = Problem::new(
                codes::USED_BEFORE_SET {
                    entity: Fill::Kind("variable", name),
                },
                site,
            );
            self.warnings.push(problem.at(at));
        }
    }

    /// The variable without a value that the left operand of an infix operator is, before the right one has been read.
    pub(crate) fn uninitialized_operand(
        &self,
        op: cleave_lang::Operator,
        e: ExprId,
    ) -> Option<(LocalId, ExprId)> {
        use cleave_lang::Operator as O;
        let reads = matches!(
            op,
            O::Plus
                | O::Minus
                | O::Multiply
                | O::Divide
                | O::Remainder
                | O::BitAnd
                | O::BitOr
                | O::BitXor
                | O::ShiftLeft
                | O::ShiftRight
                | O::Less
                | O::Greater
                | O::LessEqual
                | O::GreaterEqual
                | O::Equal
                | O::NotEqual
        );
        if !reads
            || self.body.uninitialized.is_empty()
            || self.modes.unevaluated
            || self.is_instantiation()
        {
            return None;
        }
        let scalar = self.ty(e).is_arithmetic(self.db);
        self.whole(e)
            .filter(|(l, at)| scalar && *at == e && self.body.uninitialized.contains(l))
    }

    /// The right operand is read after the left one, whatever it sets.
    pub(crate) fn read_before(&mut self, left: Option<(LocalId, ExprId)>, right: ExprId) {
        if let Some((l, at)) = left
            && self.ty(right).is_arithmetic(self.db)
            && self.body.uninitialized.insert(l)
        {
            let site = self.site_of(at);
            self.uninitialized_read(l, site, At::First);
        }
    }

    /// Reads what is repeated.
    pub(crate) fn repeated<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        let start = self.out.locals.len() as u32;
        self.with_body(|b| &mut b.loop_start, start, read)
    }

    /// `*p`: an array whose address is looked through at once does not get its values by that.
    pub(crate) fn dereferenced(&mut self, pointer: ExprId, before: &FxHashSet<LocalId>) {
        if let Some((l, _)) = self.array_of(pointer).and_then(|array| self.whole(array))
            && before.contains(&l)
        {
            self.body.uninitialized.insert(l);
        }
    }

    /// Code that may be jumped to: nothing is known of what was declared before.
    pub(crate) fn set_unknown(&mut self) {
        self.body.uninitialized = FxHashSet::default();
    }
}
