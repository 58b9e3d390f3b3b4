//! Pointers to members: conversions between classes, comparisons (Itanium C++ ABI 2.3).

use cleave_il::{
    Binary, Conversion, ExprId as Il, ExprKind as Kind, Integer, LocalId, MemberPart, Quals,
};
use cleave_typing::{Ty, TyKind};

use crate::body::Body;
use crate::constants::base_offset;
use crate::refusal::Res;

/// Where what is added to the object stands in a pointer to member function.
const ADJUSTMENT: i128 = 8;

impl<'db> Body<'_, 'db> {
    /// A pointer to member function that is read as often as its parts are: what sets it, and the local. A local is read itself.
    pub(crate) fn held_member(&mut self, value: Il) -> (Option<Il>, LocalId) {
        if let Kind::Load(place) = self.code.exprs[value].kind
            && let Kind::Local(local) = self.code.exprs[place].kind
        {
            return (None, local);
        }
        let (set, local) = self.set_aside(value);
        (Some(set), local)
    }

    fn part_of(&mut self, member: LocalId, part: MemberPart) -> Il {
        let value = self.local_value(member);
        self.member_part(value, part)
    }

    /// A pointer to a member as one of another class: the class of which the other one is a base lies so many bytes around it.
    pub(crate) fn convert_member(&mut self, value: Il, from: Ty<'db>, to: Ty<'db>) -> Res<'db, Il> {
        let db = self.unit.db;
        let class = |ty: Ty<'db>| match ty.kind(db) {
            TyKind::MemberPointer { class, member } => Some((*class, member.is_function(db))),
            _ => None,
        };
        let (Some((a, is_function)), Some((b, _))) = (class(from), class(to)) else {
            return self.refuse("a pointer to member");
        };
        let down = base_offset(db, b, a, 0).map(i128::from);
        let up = || base_offset(db, a, b, 0).map(|bytes| -i128::from(bytes));
        let Some(bytes) = down.or_else(up) else {
            return self.refuse("a pointer to a member of a virtual base");
        };
        if bytes == 0 {
            return Ok(value);
        }
        let long = self.integer_type(Integer::Long);
        let bool = self.bool();
        if !is_function {
            let (set, local) = self.set_aside(value);
            let value = self.local_value(local);
            let null = self.integer(-1, Integer::Long);
            let is_there = self.make(Kind::Binary(Binary::NotEqual, value, null), bool);
            let value = self.local_value(local);
            let bytes = self.integer(bytes, Integer::Long);
            let moved = self.make(Kind::Binary(Binary::Add, value, bytes), long);
            let null = self.integer(-1, Integer::Long);
            let chosen = self.make(Kind::Conditional(is_there, moved, null), long);
            return Ok(self.comma(set, chosen));
        }
        let (set, local) = self.set_aside(value);
        let function = self.part_of(local, MemberPart::Function);
        let has_function = self.make(Kind::Convert(Conversion::Truth, function), bool);
        let adjustment = self.part_of(local, MemberPart::Adjustment);
        let has_adjustment = self.make(Kind::Convert(Conversion::Truth, adjustment), bool);
        let is_there = self.make(Kind::Logical(false, has_function, has_adjustment), bool);
        let place = self.local_place(local);
        let own = self.ty_of(place);
        let own = self.code.types.pointer(own, Quals::default());
        let start = self.address(place, own);
        let longs = self.code.types.pointer(long, Quals::default());
        let behind = self.integer(ADJUSTMENT, Integer::Long);
        let at = self.bytes_from(start, behind, longs);
        let at = self.deref(at)?;
        let bytes = self.integer(bytes, Integer::Long);
        let add = Kind::Compound(Binary::Add, at, bytes, long);
        let add = self.make(add, long);
        let add = self.discard(add);
        let nothing = self.nothing();
        let void = self.void();
        let moved = self.make(Kind::Conditional(is_there, add, nothing), void);
        let value = self.local_value(local);
        Ok(self.after(vec![set, moved], value))
    }

    /// Whether two pointers to member functions are the same, or not: null ones are, whatever they add to the object.
    pub(crate) fn compare_member_functions(&mut self, op: Binary, a: Il, b: Il) -> Res<'db, Il> {
        let is_null = |body: &Self, e: Il| match body.code.exprs[e].kind {
            Kind::Constant(c) => body.code.constants[c].kind == cleave_il::ConstantKind::Zero,
            _ => false,
        };
        let bool = self.bool();
        let null = match (is_null(self, a), is_null(self, b)) {
            (_, true) => Some(a),
            (true, false) => Some(b),
            (false, false) => None,
        };
        if let Some(value) = null {
            let function = self.member_part(value, MemberPart::Function);
            let ty = self.ty_of(function);
            let zero = self.zero(ty);
            return Ok(self.make(Kind::Binary(op, function, zero), bool));
        }
        let is_known = |body: &Self, e: Il| matches!(body.code.exprs[e].kind, Kind::Constant(_));
        let is_known = is_known(self, a) || is_known(self, b);
        let ((set_a, a), (set_b, b)) = (self.held_member(a), self.held_member(b));
        let pair = |body: &mut Self, part| (body.part_of(a, part), body.part_of(b, part));
        let (x, y) = pair(self, MemberPart::Function);
        let functions = self.make(Kind::Binary(op, x, y), bool);
        let (x, y) = pair(self, MemberPart::Adjustment);
        let adjustments = self.make(Kind::Binary(op, x, y), bool);
        let is_equal = op == Binary::Equal;
        let effects: Vec<Il> = set_a.into_iter().chain(set_b).collect();
        if is_known {
            let all = self.make(Kind::Logical(is_equal, functions, adjustments), bool);
            return Ok(self.after(effects, all));
        }
        let function = self.part_of(a, MemberPart::Function);
        let long = self.integer_type(Integer::Long);
        let bits = self.make(Kind::Convert(Conversion::PointerToInteger, function), long);
        let zero = self.integer(0, Integer::Long);
        let nulls = self.make(Kind::Binary(op, bits, zero), bool);
        let rest = self.make(Kind::Logical(!is_equal, nulls, adjustments), bool);
        let all = self.make(Kind::Logical(is_equal, functions, rest), bool);
        Ok(self.after(effects, all))
    }
}
