//! Comparisons that the language itself defines: `<=>` of builtin operands and defaulted `==` and `<=>` ([expr.spaceship],
//! [class.compare.default]).

use std::cmp::Ordering;

use cleave_base_db::Db;
use cleave_hir::{Name, NameId};
use cleave_lang::Operator;

use crate::eval::machine::{Machine, Res, Slot, Stop};
use crate::eval::ops::scalar;
use crate::lookup::Found;
use crate::thir::{Expr, ExprId};
use crate::{Const, Context, Entity, Pointer, Site, Step, Ty, TyKind, Value, class, function};

/// The outcome of a three-way comparison; `None` is unordered.
type Outcome = Option<Ordering>;

impl<'a, 'db> Machine<'a, 'db> {
    /// `a <=> b` of builtin operands: a constant of the comparison category that is the result's type.
    pub(crate) fn spaceship(&mut self, x: &Expr<'db>, a: ExprId, b: ExprId) -> Res<Value<'db>> {
        let ty = self.expr(a)?.ty;
        let (left, right) = (self.eval(a)?, self.eval(b)?);
        let outcome = self.compare_scalars(ty, &left, &right, x.site)?;
        self.category(x.ty, outcome, x.site)
    }

    fn compare_scalars(
        &mut self,
        ty: Ty<'db>,
        left: &Value<'db>,
        right: &Value<'db>,
        site: Site<'db>,
    ) -> Res<Outcome> {
        match (left, right) {
            (Value::Int(a), Value::Int(b)) => {
                let int = scalar::int(self.db, ty).ok_or(Stop::Unknown)?;
                Ok(Some(int.compare(*a, *b)))
            }
            (Value::Float(a), Value::Float(b)) => {
                Ok(f64::from_bits(*a).partial_cmp(&f64::from_bits(*b)))
            }
            (Value::Pointer(p), Value::Pointer(q)) => {
                let less = self.pointers(Operator::Less, p, q, site)?;
                Ok(Some(match (less, p == q) {
                    (_, true) => Ordering::Equal,
                    (Value::Int(1), _) => Ordering::Less,
                    _ => Ordering::Greater,
                }))
            }
            _ => Err(Stop::Unknown),
        }
    }

    /// The value of a comparison category type.
    fn category(&mut self, ty: Ty<'db>, outcome: Outcome, site: Site<'db>) -> Res<Value<'db>> {
        let value = ordering(self.db, ty, outcome).ok_or(Stop::Unknown)?;
        self.import(value.value(self.db).clone(), site)
    }

    /// A defaulted `==` of two objects, or a defaulted `<=>` whose result is `ret`; `None` for any other function.
    pub(crate) fn defaulted_comparison(
        &mut self,
        callee: Entity<'db>,
        left: &Pointer<'db>,
        right: &Pointer<'db>,
        ty: Ty<'db>,
        site: Site<'db>,
    ) -> Res<Option<Value<'db>>> {
        match callee.hir(self.db).map(|d| &d.name) {
            Some(NameId::Operator(Operator::Equal)) => {
                let equal = self.members_equal(ty, left, right, site)?;
                Ok(Some(Value::Int(equal.into())))
            }
            Some(NameId::Operator(Operator::NotEqual)) => {
                let equal = self.members_equal(ty, left, right, site)?;
                Ok(Some(Value::Int((!equal).into())))
            }
            _ => Ok(None),
        }
    }

    /// Compares two objects of one type part by part, bases first.
    fn members_equal(
        &mut self,
        ty: Ty<'db>,
        left: &Pointer<'db>,
        right: &Pointer<'db>,
        site: Site<'db>,
    ) -> Res<bool> {
        self.nested(|m| {
            let bare = ty.unqualified(m.db);
            let info = class::class_info(m.db, bare).ok_or(Stop::Unknown)?;
            if info.is_union {
                return Err(Stop::Unknown);
            }
            let bases = (info.bases.iter().enumerate()).map(|(i, b)| (Step::Base(i as u32), b.ty));
            let fields =
                (info.fields.iter().enumerate()).map(|(i, f)| (Step::Field(i as u32), f.ty));
            for (step, ty) in bases.chain(fields) {
                if !m.parts_equal(ty, &left.join(step), &right.join(step), site)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    fn parts_equal(
        &mut self,
        ty: Ty<'db>,
        left: &Pointer<'db>,
        right: &Pointer<'db>,
        site: Site<'db>,
    ) -> Res<bool> {
        if let TyKind::Array(element, _) = *ty.kind(self.db) {
            for i in 0..ty.length(self.db).ok_or(Stop::Unknown)? {
                self.tick()?;
                let step = Step::Element(i);
                if !self.parts_equal(element, &left.join(step), &right.join(step), site)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        if !ty.is_class(self.db) {
            let (a, b) = (self.load(left, site)?, self.load(right, site)?);
            return Ok(match (a, b) {
                (Value::Float(a), Value::Float(b)) => f64::from_bits(a) == f64::from_bits(b),
                (a, b) => a == b,
            });
        }
        // A member of class type has an operator of its own.
        let bare = ty.unqualified(self.db);
        let entity = bare.class_entity(self.db).ok_or(Stop::Unknown)?;
        let mut cx = Context::of(self.db, entity).ok_or(Stop::Unknown)?;
        let operator = match cx.lookup_member(bare, &NameId::Operator(Operator::Equal)) {
            Found::Entities { set, .. } => match set[..] {
                [only] => only,
                _ => return Err(Stop::Unknown),
            },
            _ => return Err(Stop::Unknown),
        };
        let signature = function::signature(self.db, operator).ok_or(Stop::Unknown)?;
        if signature.is_defaulted {
            return self.members_equal(ty, left, right, site);
        }
        if !signature.has_object || !signature.declared.iter().all(|p| p.is_reference(self.db)) {
            return Err(Stop::Unknown);
        }
        let args = vec![Slot::Reference(right.clone())];
        match self.run(operator, Some(left.clone()), args, None, site)? {
            Value::Int(v) => Ok(v != 0),
            _ => Err(Stop::Unknown),
        }
    }
}

/// The value of a comparison category type for an outcome, `None` being unordered: its static member of that name
/// ([cmp.categories]).
pub fn ordering<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    outcome: Option<Ordering>,
) -> Option<Const<'db>> {
    let ty = ty.unqualified(db);
    let names: &[&str] = match outcome {
        Some(Ordering::Less) => &["less"],
        Some(Ordering::Greater) => &["greater"],
        Some(Ordering::Equal) => &["equal", "equivalent"],
        None => &["unordered"],
    };
    let mut cx = Context::of(db, ty.class_entity(db)?)?;
    let member =
        names.iter().find_map(
            |name| match cx.lookup_member(ty, &NameId::Ident(Name::new(name))) {
                Found::Entities { set, .. } => set.first().copied(),
                _ => None,
            },
        );
    crate::eval::constant_value(db, member?)
}
