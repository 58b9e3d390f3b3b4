//! Arguments of calls: in which order they are evaluated, and which are set aside for that ([expr.call]/8).
//!
//! It must not know what is called.

use cleave_il::{ExprId as Il, ExprKind as Kind, Quals, Type};
use cleave_typing::Entity;
use cleave_typing::thir::{Category, ExprId, ExprKind};

use crate::body::Body;
use crate::passing::is_passed_by_reference;
use crate::refusal::Res;

impl<'db> Body<'_, 'db> {
    /// Arguments, converted already. Where several are no constants they are evaluated one after the other, from the left: that is
    /// what comes before the call.
    pub(crate) fn arguments(&mut self, written: &[ExprId], out: &mut Vec<Il>) -> Res<'db, Vec<Il>> {
        let mut values = Vec::new();
        for &arg in written {
            values.push(self.argument(arg)?);
        }
        Ok(self.in_order(values, out))
    }

    /// As [`Body::arguments`], the last one first.
    pub(crate) fn arguments_from_right(
        &mut self,
        written: &[ExprId],
        out: &mut Vec<Il>,
    ) -> Res<'db, Vec<Il>> {
        let written: Vec<ExprId> = written.iter().rev().copied().collect();
        let mut all = Vec::new();
        let before = self.arguments(&written, &mut all)?;
        out.extend(all.into_iter().rev());
        Ok(before)
    }

    /// Whether the operands of calls and assignments have an order: since C++17 ([expr.call]/8, [expr.ass]/1).
    pub(crate) fn is_ordered(&self) -> bool {
        let standard = self.unit.file.dialect(self.unit.db).standard;
        standard >= cleave_syntax::Standard::Cpp17
    }

    /// The arguments that a function has by default, as [`Body::arguments`] gives those that are written.
    pub(crate) fn default_arguments(
        &mut self,
        function: Entity<'db>,
        count: u32,
        out: &mut Vec<Il>,
    ) -> Res<'db, Vec<Il>> {
        let mut values = Vec::new();
        for n in 0..count {
            values.push(self.default_argument(function, n, |b, e| b.argument(e))?);
        }
        Ok(self.in_order(values, out))
    }

    /// Several arguments that are no constants are set aside one after the other.
    fn in_order(&mut self, values: Vec<Il>, out: &mut Vec<Il>) -> Vec<Il> {
        let several =
            self.is_ordered() && values.iter().filter(|v| !self.needs_no_local(**v)).count() > 1;
        let mut before = Vec::new();
        for value in values {
            out.push(match several && !self.needs_no_local(value) {
                true => {
                    let (set, local) = self.set_aside(value);
                    before.push(set);
                    self.local_value(local)
                }
                false => value,
            });
        }
        before
    }

    /// Whether a value need not be set aside: it is a constant, or the address of a local as it is. A conversion of such an address is none.
    pub(crate) fn needs_no_local(&self, value: Il) -> bool {
        match self.code.exprs[value].kind {
            Kind::Constant(_) | Kind::Function(_) => true,
            Kind::Address(place) => match self.root(place) {
                Some(Kind::Local(local)) => {
                    let Type::Pointer { quals, .. } = self.code.types[self.ty_of(value)] else {
                        return false;
                    };
                    quals == self.code.locals[*local].quals
                }
                Some(_) => true,
                None => false,
            },
            Kind::Convert(_, inner) => match self.code.exprs[inner].kind {
                Kind::Address(place) => matches!(self.root(place), Some(Kind::Global(_))),
                _ => self.needs_no_local(inner),
            },
            Kind::Binary(_, a, b) => self.needs_no_local(a) && self.needs_no_local(b),
            _ => false,
        }
    }

    /// The variable or literal that a place lies in, wherever the program runs.
    pub(crate) fn root(&self, place: Il) -> Option<&Kind> {
        let mut at = place;
        loop {
            match &self.code.exprs[at].kind {
                root @ (Kind::Local(_) | Kind::Global(_) | Kind::Text(_)) => return Some(root),
                Kind::Field(inner, _) => at = *inner,
                Kind::Element(inner, index)
                    if matches!(self.code.exprs[*index].kind, Kind::Constant(_)) =>
                {
                    at = *inner
                }
                _ => return None,
            }
        }
    }

    fn argument(&mut self, e: ExprId) -> Res<'db, Il> {
        let x = self.expr(e)?;
        if let ExprKind::DefaultArgument(function, n) = x.kind {
            return self.default_argument(function, n, |b, e| b.argument(e));
        }
        if x.category != Category::Prvalue {
            return self.bound(e);
        }
        if !is_passed_by_reference(self.unit.db, x.ty) {
            return self.value(e);
        }
        let place = self.temporary_place(e, e)?;
        let ty = self.ty(x.ty.unqualified(self.unit.db))?;
        let pointer = self.code.types.pointer(ty, Quals::default());
        Ok(self.address(place, pointer))
    }
}
