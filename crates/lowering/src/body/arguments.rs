//! Arguments of calls: in which order they are evaluated, and which are set aside for that ([expr.call]/8).
//!
//! It must not know what is called.

use cleave_il::{Binary, ExprId as Il, ExprKind as Kind, Quals, Type};
use cleave_typing::Entity;
use cleave_typing::thir::{Category, Conversion, Expr, ExprId, ExprKind, Implicit};

use crate::body::Body;
use crate::passing::{is_empty_class, is_passed_by_reference};
use crate::refusal::Res;

/// An argument, converted already.
struct Argument {
    value: Il,
    /// It counts among the arguments that have an order: a reference and an object do, however simple they are.
    counts: bool,
    /// It is not set aside, whatever stands beside it.
    is_direct: bool,
    /// Where the local is declared that it is set aside in.
    rank: u32,
}

impl<'db> Body<'_, 'db> {
    /// The arguments of a function. Where several are no constants they are evaluated one after the other since C++17, from the left
    /// ([expr.call]/8): that is what comes before the call.
    pub(crate) fn arguments(&mut self, written: &[ExprId], out: &mut Vec<Il>) -> Res<'db, Vec<Il>> {
        let is_ordered = self.is_ordered();
        self.arguments_in(written, is_ordered, out)
    }

    /// The arguments of a constructor. Those in a braced list are evaluated one after the other ([dcl.init.list]/4), those in parentheses
    /// as the back end likes. `call` is the constructor call.
    pub(crate) fn constructor_arguments(
        &mut self,
        call: ExprId,
        written: &[ExprId],
        out: &mut Vec<Il>,
    ) -> Res<'db, Vec<Il>> {
        let is_ordered = self.frame()?.typed.is_listed(call);
        self.arguments_in(written, is_ordered, out)
    }

    fn arguments_in(
        &mut self,
        written: &[ExprId],
        is_ordered: bool,
        out: &mut Vec<Il>,
    ) -> Res<'db, Vec<Il>> {
        let mut all = Vec::new();
        for &arg in written {
            all.push(self.ranked(arg)?);
        }
        Ok(self.in_order(all, is_ordered, out))
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

    /// The arguments that a constructor has by default, as the back end likes.
    pub(crate) fn default_arguments(
        &mut self,
        function: Entity<'db>,
        count: u32,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        for n in 0..count {
            let argument = self.default_argument(function, n, |b, e| b.argument(e))?;
            out.push(argument.value);
        }
        Ok(())
    }

    /// Several arguments that are no constants are set aside one after the other.
    fn in_order(&mut self, all: Vec<Argument>, is_ordered: bool, out: &mut Vec<Il>) -> Vec<Il> {
        let several = is_ordered && all.iter().filter(|arg| arg.counts).count() > 1;
        let mut before = Vec::new();
        for argument in all {
            let Argument { value, rank, .. } = argument;
            out.push(match several && !argument.is_direct {
                true => {
                    let (set, local) = self.set_aside_at(value, rank);
                    before.push(set);
                    self.local_value(local)
                }
                false => value,
            });
        }
        before
    }

    /// Whether an argument is a temporary object that holds a constant from the beginning. One that empty braces or parentheses make is not,
    /// unless it has no members.
    fn is_constant_object(&self, e: ExprId, x: &'db Expr<'db>, value: Il) -> Res<'db, bool> {
        let db = self.unit.db;
        let is_written = match &x.kind {
            ExprKind::Aggregate(parts) => {
                let mut all = parts.iter().flatten();
                let typed = self.frame()?.typed;
                all.any(|part| {
                    let part = typed.exprs.get(part.0 as usize);
                    part.is_some_and(|part| !matches!(part.kind, ExprKind::DefaultMember(_)))
                })
            }
            ExprKind::Construct(..) => self.is_literal(e, x),
            _ => false,
        };
        let is_made = matches!(
            x.kind,
            ExprKind::Aggregate(_)
                | ExprKind::Construct(..)
                | ExprKind::ConstructImplicit(Implicit::Default, _)
                | ExprKind::Zero
        );
        if !(is_written || is_made && is_empty_class(db, x.ty)) {
            return Ok(false);
        }
        let mut todo = vec![value];
        while let Some(at) = todo.pop() {
            match &self.code.exprs[at].kind {
                Kind::Comma(a, b) => todo.extend([*a, *b]),
                Kind::Convert(_, a) => todo.push(*a),
                Kind::Load(_) | Kind::Clear(_) | Kind::Constant(_) => {}
                Kind::Store(_, stored) if self.needs_no_local(*stored) => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Whether the right operand of an assignment is set aside before the object is looked for: there is something to run for the object,
    /// or for the operand while the object is not fixed.
    pub(crate) fn comes_before(&self, operand: Il, object: Il) -> bool {
        let is_same = match self.code.types[self.ty_of(operand)] {
            Type::Pointer { .. } => self.is_fixed(operand),
            _ => self.is_unmodified(operand),
        };
        !self.needs_no_local(operand)
            && (self.code.has_effects(object) && !is_same
                || self.code.has_effects(operand) && !self.is_fixed(object))
    }

    /// Whether a value is that of a parameter that nothing modifies. Of one that is declared constant the reference does not know it.
    fn is_unmodified(&self, value: Il) -> bool {
        match self.code.exprs[value].kind {
            Kind::Load(from) => match self.code.exprs[from].kind {
                Kind::Local(local) => {
                    self.unmodified.contains(&local)
                        && !self.references.contains(&local)
                        && !self.code.locals[local].quals.is_const
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a pointer to an object is the same whatever runs, as far as the reference looks: it leads to a variable or to what a parameter
    /// points to that nothing modifies, or to a member or an element of that by a constant or such a parameter.
    fn is_fixed(&self, pointer: Il) -> bool {
        let is_index = |value: Il| {
            let mut at = value;
            while let Kind::Convert(_, inner) = self.code.exprs[at].kind {
                at = inner;
            }
            matches!(self.code.exprs[at].kind, Kind::Constant(_)) || self.is_unmodified(at)
        };
        let mut at = pointer;
        loop {
            at = match self.code.exprs[at].kind {
                Kind::Local(_) | Kind::Global(_) | Kind::Text(_) | Kind::Constant(_) => {
                    return true;
                }
                Kind::Address(inner)
                | Kind::Field(inner, _)
                | Kind::Deref(inner)
                | Kind::Convert(_, inner) => inner,
                Kind::Element(inner, index) | Kind::Binary(Binary::Add, inner, index)
                    if is_index(index) =>
                {
                    inner
                }
                _ => return self.is_unmodified(at),
            }
        }
    }

    /// Whether a value need not be set aside: it is a constant, or the address of a variable as it is. What is computed of such an address
    /// is none, nor is a conversion of it.
    pub(crate) fn needs_no_local(&self, value: Il) -> bool {
        match self.code.exprs[value].kind {
            Kind::Address(place) => self.root(place).is_some(),
            _ => self.is_fixed_value(value),
        }
    }

    /// Whether a value is read from a constant object.
    fn is_constant_read(&self, value: Il) -> bool {
        let Kind::Load(from) = self.code.exprs[value].kind else {
            return false;
        };
        matches!(self.code.exprs[from].kind, Kind::Text(_))
    }

    /// Whether a value is a constant. The address of a variable of static storage duration is one, unless the variable is shared.
    fn is_fixed_value(&self, value: Il) -> bool {
        match self.code.exprs[value].kind {
            Kind::Constant(_) | Kind::Function(_) => true,
            Kind::Address(place) => match self.root(place) {
                Some(Kind::Global(symbol)) => !self.shared.contains(symbol),
                Some(Kind::Text(_)) => true,
                _ => false,
            },
            Kind::Convert(_, a) | Kind::Unary(_, a) => self.is_fixed_value(a),
            Kind::Binary(_, a, b) => self.is_fixed_value(a) && self.is_fixed_value(b),
            _ => false,
        }
    }

    /// Whether a reference need not be set aside: it is bound to a variable, or to a member of one, and no qualifier is added.
    fn is_plain_reference(&mut self, e: ExprId, value: Il) -> Res<'db, bool> {
        let mut x = self.expr(e)?;
        while let ExprKind::Convert(how @ (Conversion::Noop | Conversion::ToBase(_)), inner) =
            x.kind
        {
            let from = self.expr(inner)?;
            if how == Conversion::Noop && x.ty != from.ty {
                // A list without a type makes an object that is qualified as the reference wants it.
                let ExprKind::Materialize(made) = from.kind else {
                    return Ok(false);
                };
                if !self.is_bare_list(made)? {
                    return Ok(false);
                }
            }
            x = from;
        }
        Ok(match self.code.exprs[value].kind {
            Kind::Constant(_) | Kind::Function(_) => true,
            Kind::Address(place) => self.root(place).is_some(),
            _ => false,
        })
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

    fn ranked(&mut self, e: ExprId) -> Res<'db, Argument> {
        let mut argument = self.argument(e)?;
        argument.rank = self.ranks.next();
        Ok(argument)
    }

    fn argument(&mut self, e: ExprId) -> Res<'db, Argument> {
        let x = self.expr(e)?;
        if let ExprKind::DefaultArgument(function, n) = x.kind {
            return self.default_argument(function, n, |b, e| b.argument(e));
        }
        let counted = |value, is_direct| Argument {
            value,
            counts: true,
            is_direct,
            rank: 0,
        };
        if x.category != Category::Prvalue {
            let value = self.bound(e)?;
            return Ok(counted(value, self.is_plain_reference(e, value)?));
        }
        if !is_passed_by_reference(self.unit.db, x.ty) {
            let value = self.value(e)?;
            let is_object = x.ty.is_class(self.unit.db);
            let is_direct = is_object && self.is_constant_object(e, x, value)?;
            // A constant does not count, an object that begins with one does.
            let is_constant = self.is_constant_read(value);
            return Ok(Argument {
                value,
                counts: is_object && !is_constant || !self.needs_no_local(value),
                is_direct: is_direct || is_constant || self.needs_no_local(value),
                rank: 0,
            });
        }
        let place = self.temporary_place(e, e)?;
        let ty = self.ty(x.ty.unqualified(self.unit.db))?;
        let pointer = self.code.types.pointer(ty, Quals::default());
        let value = self.address(place, pointer);
        Ok(counted(value, self.needs_no_local(value)))
    }
}
