//! Pointers: arithmetic and comparison ([expr.add], [expr.rel]), bases and derived classes, members, dynamic types.

use std::cmp::Ordering;

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_lang::Operator;

use crate::eval::machine::{Machine, Res, Stop};
use crate::eval::memory::address::address;
use crate::eval::memory::objects::Fault;
use crate::{Bound, Fill, Pointer, PointerBase, Site, Step, Ty, TyKind, Value, class};

/// How far base classes are searched.
const MOST_BASES: u32 = 200;

impl<'a, 'db> Machine<'a, 'db> {
    /// `p + n`. In an expression that is in no function the reference lets a pointer leave its array; only an access fails.
    pub(crate) fn advance(
        &mut self,
        pointer: &Pointer<'db>,
        n: i128,
        pointee: Ty<'db>,
        site: Site<'db>,
    ) -> Res<Pointer<'db>> {
        if n == 0 {
            return Ok(pointer.clone());
        }
        let fixed = self.frames.len() > 1;
        if let Some((parent, Step::Element(i))) = pointer.split() {
            let len = match self.pointed_type(&parent).map(|t| t.kind(self.db)) {
                Some(TyKind::Array(_, Bound::Known(len)) | TyKind::Vector(_, len)) => *len,
                Some(TyKind::Array(..)) => u64::MAX,
                Some(_) => {
                    return match i128::from(i) + n {
                        0 => Ok(parent),
                        _ => self.fail(codes::ARITHMETIC_ON_NON_ARRAY_POINTER, site, Vec::new()),
                    };
                }
                None => return self.fault(self.gone(&parent), site, pointer),
            };
            let to = i128::from(i).saturating_add(n);
            if to < 0 || (fixed && to > i128::from(len)) {
                let fills = vec![Fill::Number(to), Fill::Number(len.into())];
                return self.fail(codes::POSITION_OUTSIDE_ARRAY, site, fills);
            }
            let to = u64::try_from(to).map_err(|_| Stop::Unknown)?;
            return Ok(parent.join(Step::Element(to)));
        }
        if !fixed && let Some(moved) = self.moved_address(pointer, n, pointee) {
            return Ok(moved);
        }
        match pointer.base {
            PointerBase::Null(_) => {
                self.fail(codes::ARITHMETIC_ON_NON_ARRAY_POINTER, site, Vec::new())
            }
            _ if n == 1 => Ok(pointer.join(Step::Element(1))),
            _ => self.fail(codes::ARITHMETIC_ON_NON_ARRAY_POINTER, site, Vec::new()),
        }
    }

    /// Why the type of what a pointer points to is not known.
    fn gone(&self, pointer: &Pointer<'db>) -> Fault<'db> {
        match &pointer.base {
            PointerBase::Object(id) if self.objects.get(*id).is_none() => Fault::Expired,
            PointerBase::Null(_) => Fault::RunTime,
            _ => Fault::Unknown,
        }
    }

    /// An operator on two pointers.
    pub(crate) fn pointers(
        &mut self,
        op: Operator,
        p: &Pointer<'db>,
        q: &Pointer<'db>,
        site: Site<'db>,
    ) -> Res<Value<'db>> {
        let holds = match op {
            Operator::Minus => {
                return match distance(p, q) {
                    Some(n) => Ok(Value::Int(n)),
                    None => self.fail(codes::ARITHMETIC_ON_NON_ARRAY_POINTER, site, Vec::new()),
                };
            }
            // Whether an array ends where another object begins nobody knows ([expr.eq]/3).
            Operator::Equal | Operator::NotEqual if self.may_touch(p, q) => {
                return self.fail(codes::UNRELATED_POINTERS_COMPARED, site, Vec::new());
            }
            Operator::Equal => p == q,
            Operator::NotEqual => p != q,
            _ => {
                let Some(order) = order(p, q) else {
                    return self.fail(codes::UNRELATED_POINTERS_COMPARED, site, Vec::new());
                };
                match op {
                    Operator::Less => order.is_lt(),
                    Operator::Greater => order.is_gt(),
                    Operator::LessEqual => order.is_le(),
                    Operator::GreaterEqual => order.is_ge(),
                    _ => return Err(Stop::Unknown),
                }
            }
        };
        Ok(Value::Int(holds.into()))
    }

    /// Whether one pointer points past the end of an object, and the other to the beginning of another one.
    fn may_touch(&self, p: &Pointer<'db>, q: &Pointer<'db>) -> bool {
        let of_object =
            |p: &Pointer<'db>| matches!(p.base, PointerBase::Object(_) | PointerBase::Static(_));
        let begins = |p: &Pointer<'db>| {
            p.path
                .iter()
                .all(|step| matches!(step, Step::Element(0) | Step::Field(0) | Step::Base(0)))
        };
        let ends = |p: &Pointer<'db>| match p.split() {
            Some((parent, Step::Element(i))) if parent.path.is_empty() => {
                match self.pointed_type(&parent).map(|t| t.kind(self.db)) {
                    Some(TyKind::Array(_, Bound::Known(len))) => *len == i && i > 0,
                    _ => false,
                }
            }
            _ => false,
        };
        p.base != q.base
            && of_object(p)
            && of_object(q)
            && (ends(p) && begins(q) || ends(q) && begins(p))
    }

    /// A pointer to a base of what `pointer`, of class `from`, points to.
    pub(crate) fn upcast(
        &mut self,
        pointer: &Pointer<'db>,
        from: Ty<'db>,
        to: Ty<'db>,
    ) -> Res<Pointer<'db>> {
        let db = self.db;
        if let Some(base) = self.base_address(pointer, from, to) {
            return Ok(base);
        }
        let find = || base_steps(db, from.unqualified(db), to.unqualified(db), 0);
        let steps = self.known.base_steps(from, to, find).ok_or(Stop::Unknown)?;
        Ok(Pointer {
            base: pointer.base.clone(),
            path: steps.iter().fold(pointer.path.clone(), |p, s| p.join(*s)),
        })
    }

    /// Back from a base.
    pub(crate) fn downcast(
        &mut self,
        pointer: &Pointer<'db>,
        from: Ty<'db>,
        to: Ty<'db>,
        site: Site<'db>,
    ) -> Res<Pointer<'db>> {
        let db = self.db;
        if let Some(derived) = self.derived_address(pointer, from, to) {
            return Ok(derived);
        }
        let steps =
            base_steps(db, to.unqualified(db), from.unqualified(db), 0).ok_or(Stop::Unknown)?;
        let path = pointer.path.strip_suffix(&steps);
        let derived = path.map(|path| Pointer {
            base: pointer.base.clone(),
            path,
        });
        match derived {
            Some(p)
                if self.pointed_type(&p).map(|t| t.unqualified(db)) == Some(to.unqualified(db)) =>
            {
                Ok(p)
            }
            _ => match self.dynamic(pointer) {
                Some((_, ty)) => self.fail(
                    codes::INVALID_BASE_TO_DERIVED_CAST,
                    site,
                    vec![Fill::Type(ty.unqualified(db))],
                ),
                None => self.fault(self.gone(pointer), site, pointer),
            },
        }
    }

    /// The object of the dynamic type that a class glvalue is part of, and that type.
    pub(crate) fn dynamic(&self, pointer: &Pointer<'db>) -> Option<(Pointer<'db>, Ty<'db>)> {
        let mut whole = pointer.clone();
        while let Some((parent, Step::Base(_))) = whole.split() {
            if self.building.contains(&parent) {
                break;
            }
            whole = parent;
        }
        let ty = self.pointed_type(&whole)?;
        Some((whole, ty))
    }

    /// `dynamic_cast` to a class; `None` where it fails.
    pub(crate) fn dynamic_cast(
        &mut self,
        pointer: &Pointer<'db>,
        to: Ty<'db>,
    ) -> Res<Option<Pointer<'db>>> {
        let (whole, ty) = self.dynamic(pointer).ok_or(Stop::Unknown)?;
        if to.is_void(self.db) {
            return Ok(Some(whole));
        }
        let (ty, to) = (ty.unqualified(self.db), to.unqualified(self.db));
        // From the inside out: the nearest class around that is the target or has it as a base.
        let mut part = pointer.clone();
        loop {
            let here = self.pointed_type(&part).ok_or(Stop::Unknown)?;
            if here.unqualified(self.db) == to {
                return Ok(Some(part));
            }
            if part == whole {
                break;
            }
            match part.split() {
                Some((parent, Step::Base(_))) => part = parent,
                _ => break,
            }
        }
        Ok(base_steps(self.db, ty, to, 0)
            .map(|steps| steps.into_iter().fold(whole, |p, s| p.join(s))))
    }

    /// `object.*member` for a data member.
    pub(crate) fn member_place(
        &mut self,
        place: &Pointer<'db>,
        class: Ty<'db>,
        member: &Value<'db>,
        site: Site<'db>,
    ) -> Res<Pointer<'db>> {
        let entity = match member {
            Value::Member(Some(entity)) => *entity,
            Value::Member(None) => {
                return self.fail(codes::NULL_DATA_MEMBER_POINTER, site, Vec::new());
            }
            _ => return Err(Stop::Unknown),
        };
        let class = class.unqualified(self.db);
        let steps = self.field_steps(class, entity, 0).or_else(|| {
            let (_, dynamic) = self.dynamic(place)?;
            self.field_steps(dynamic.unqualified(self.db), entity, 0)
        });
        let steps = steps.ok_or(Stop::Unknown)?;
        if address(place).is_some() {
            let (mut part, mut ty) = (place.clone(), class);
            for step in steps {
                part = self.part_place(&part, ty, step);
                ty = (self.known.part(self.db, ty, step))
                    .ok_or(Stop::Unknown)?
                    .ty;
            }
            return self.referred(part, ty, site);
        }
        let place = steps.into_iter().fold(place.clone(), |p, s| p.join(s));
        let ty = self.pointed_type(&place).ok_or(Stop::Unknown)?;
        self.referred(place, ty, site)
    }

    /// The steps to a data member of a class or of its bases.
    pub(crate) fn field_steps(
        &self,
        class: Ty<'db>,
        member: crate::Entity<'db>,
        depth: u32,
    ) -> Option<Vec<Step>> {
        if depth > MOST_BASES {
            return None;
        }
        let info = class::class_info(self.db, class)?;
        let decl = member.decl(self.db);
        let env = info.definition.and_then(|d| d.env(self.db));
        for (i, field) in info.fields.iter().enumerate() {
            if field.decl == decl && member.env(self.db) == env {
                return Some(vec![Step::Field(i as u32)]);
            }
            // Members of an anonymous union or struct are members of the class around.
            if field.name.is_empty()
                && let Some(mut steps) =
                    self.field_steps(field.ty.unqualified(self.db), member, depth + 1)
            {
                steps.insert(0, Step::Field(i as u32));
                return Some(steps);
            }
        }
        for (i, base) in info.bases.iter().enumerate() {
            let base = base.ty.unqualified(self.db);
            if let Some(mut steps) = self.field_steps(base, member, depth + 1) {
                steps.insert(0, Step::Base(i as u32));
                return Some(steps);
            }
        }
        None
    }
}

/// The steps from a class to one of its bases.
fn base_steps<'db>(db: &'db dyn Db, from: Ty<'db>, to: Ty<'db>, depth: u32) -> Option<Vec<Step>> {
    if from == to {
        return Some(Vec::new());
    }
    if depth > MOST_BASES {
        return None;
    }
    let info = class::class_info(db, from)?;
    for (i, base) in info.bases.iter().enumerate() {
        if let Some(mut steps) = base_steps(db, base.ty.unqualified(db), to, depth + 1) {
            steps.insert(0, Step::Base(i as u32));
            return Some(steps);
        }
    }
    None
}

/// The number of elements between two pointers into one array.
fn distance<'db>(p: &Pointer<'db>, q: &Pointer<'db>) -> Option<i128> {
    if p == q {
        return Some(0);
    }
    if p.base != q.base {
        return None;
    }
    let last = |p: &Pointer<'db>| match p.path.split_last() {
        Some((rest, Step::Element(i))) => Some((i128::from(i), rest)),
        _ => None,
    };
    match (last(p), last(q)) {
        (Some((i, a)), Some((j, b))) if a == b => Some(i - j),
        (Some((i, a)), _) if a == q.path => Some(i),
        (_, Some((j, b))) if b == p.path => Some(-j),
        _ => None,
    }
}

/// The order of two pointers, where it is specified ([expr.rel]).
fn order<'db>(p: &Pointer<'db>, q: &Pointer<'db>) -> Option<Ordering> {
    if p == q {
        return Some(Ordering::Equal);
    }
    if let (Some(p), Some(q)) = (address(p), address(q)) {
        return Some(p.cmp(&q));
    }
    if p.base != q.base || matches!(p.base, PointerBase::Null(_)) {
        return None;
    }
    for (a, b) in p.path.iter().zip(q.path.iter()) {
        match (a, b) {
            (a, b) if a == b => {}
            (Step::Element(i), Step::Element(j)) => return Some(i.cmp(&j)),
            (Step::Field(i), Step::Field(j)) | (Step::Base(i), Step::Base(j)) => {
                return Some(i.cmp(&j));
            }
            (Step::Base(_), Step::Field(_)) => return Some(Ordering::Less),
            (Step::Field(_), Step::Base(_)) => return Some(Ordering::Greater),
            _ => return None,
        }
    }
    match (p.path.get(q.path.len()), q.path.get(p.path.len())) {
        (Some(Step::Element(1)), _) => Some(Ordering::Greater),
        (_, Some(Step::Element(1))) => Some(Ordering::Less),
        _ => None,
    }
}
