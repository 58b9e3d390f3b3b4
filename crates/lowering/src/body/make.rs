//! Expressions of the IL by the piece. What only says where something is may be made again; what has effects may not.

use cleave_il::{
    Binary, ConstantKind, Conversion, ExprId as Il, ExprKind, Integer, LocalId, Quals, Type, TypeId,
};
use cleave_typing::Ty;

use crate::body::Body;
use crate::refusal::Res;

impl<'db> Body<'_, 'db> {
    /// The type of an expression.
    pub(crate) fn ty_of(&self, e: Il) -> TypeId {
        self.code.exprs[e].ty
    }

    pub(crate) fn make(&mut self, kind: ExprKind, ty: TypeId) -> Il {
        self.code.expr(kind, ty)
    }

    pub(crate) fn void(&mut self) -> TypeId {
        self.code.types.intern(Type::Void)
    }

    pub(crate) fn bool(&mut self) -> TypeId {
        self.code.types.intern(Type::Bool)
    }

    pub(crate) fn integer_type(&mut self, integer: Integer) -> TypeId {
        self.code.types.integer(integer)
    }

    /// A pointer to a type, with its qualifiers.
    pub(crate) fn pointer_to(&mut self, ty: Ty<'db>) -> Res<'db, TypeId> {
        let to = self.ty(ty)?;
        let quals = crate::types::quals(ty.top_quals(self.unit.db));
        Ok(self.code.types.pointer(to, quals))
    }

    /// An integer constant.
    pub(crate) fn number(&mut self, value: i128, ty: TypeId) -> Il {
        let constant = self.code.constant(ConstantKind::Integer(value), ty);
        self.make(ExprKind::Constant(constant), ty)
    }

    /// An integer constant of an integer type.
    pub(crate) fn integer(&mut self, value: i128, integer: Integer) -> Il {
        let ty = self.integer_type(integer);
        self.number(value, ty)
    }

    /// A zero of a type.
    pub(crate) fn zero(&mut self, ty: TypeId) -> Il {
        let kind = match self.code.types[ty] {
            Type::Floating(_) => ConstantKind::Floating(0),
            Type::Complex(_) => ConstantKind::Complex(0, 0),
            Type::Bool | Type::Integer(_) => ConstantKind::Integer(0),
            _ => ConstantKind::Zero,
        };
        let constant = self.code.constant(kind, ty);
        self.make(ExprKind::Constant(constant), ty)
    }

    /// A local as a place.
    pub(crate) fn local_place(&mut self, local: LocalId) -> Il {
        let ty = self.code.locals[local].ty;
        self.make(ExprKind::Local(local), ty)
    }

    /// What a local holds.
    pub(crate) fn local_value(&mut self, local: LocalId) -> Il {
        let place = self.local_place(local);
        self.load(place)
    }

    /// What a place holds.
    pub(crate) fn load(&mut self, place: Il) -> Il {
        let ty = self.ty_of(place);
        if let Some((before, object)) = self.comma_place(place) {
            let value = self.load(object);
            return self.make(ExprKind::Comma(before, value), ty);
        }
        if let Some((condition, a, b)) = self.conditional_place(place) {
            let (a, b) = (self.load(a), self.load(b));
            return self.make(ExprKind::Conditional(condition, a, b), ty);
        }
        self.make(ExprKind::Load(place), ty)
    }

    /// The object that a place is a member of, and the members on the way, the last one first.
    pub(crate) fn around(&self, place: Il) -> (Il, Vec<(u32, TypeId)>) {
        let (mut at, mut path) = (place, Vec::new());
        while let ExprKind::Field(inner, n) = self.code.exprs[at].kind {
            path.push((n, self.ty_of(at)));
            at = inner;
        }
        (at, path)
    }

    /// The member of an object that such a way leads to.
    pub(crate) fn along(&mut self, object: Il, path: &[(u32, TypeId)]) -> Il {
        let steps = path.iter().rev();
        steps.fold(object, |at, (n, ty)| {
            self.make(ExprKind::Field(at, *n), *ty)
        })
    }

    /// `*(c ? &a : &b)` of scalars and objects taken apart.
    fn conditional_place(&mut self, place: Il) -> Option<(Il, Il, Il)> {
        let ExprKind::Deref(pointer) = self.code.exprs[place].kind else {
            return None;
        };
        let ExprKind::Conditional(condition, a, b) = self.code.exprs[pointer].kind else {
            return None;
        };
        let is_value = matches!(
            self.code.types[self.ty_of(place)],
            Type::Bool
                | Type::Integer(_)
                | Type::Floating(_)
                | Type::Pointer { .. }
                | Type::Record(_)
        );
        match is_value {
            true => Some((condition, self.deref(a).ok()?, self.deref(b).ok()?)),
            false => None,
        }
    }

    /// `*(a, &b)` taken apart.
    fn comma_place(&self, place: Il) -> Option<(Il, Il)> {
        let ExprKind::Deref(pointer) = self.code.exprs[place].kind else {
            return None;
        };
        let ExprKind::Comma(before, address) = self.code.exprs[pointer].kind else {
            return None;
        };
        match self.code.exprs[address].kind {
            ExprKind::Address(object) => Some((before, object)),
            _ => None,
        }
    }

    /// The address of a place, as a pointer to `ty`.
    pub(crate) fn address(&mut self, place: Il, pointer: TypeId) -> Il {
        if let ExprKind::Deref(inner) = self.code.exprs[place].kind {
            return self.as_pointer(inner, pointer);
        }
        self.make(ExprKind::Address(place), pointer)
    }

    /// A pointer as another type of pointer.
    pub(crate) fn as_pointer(&mut self, pointer: Il, ty: TypeId) -> Il {
        if self.ty_of(pointer) == ty {
            return pointer;
        }
        self.make(ExprKind::Convert(Conversion::Pointer, pointer), ty)
    }

    /// What a pointer points to.
    pub(crate) fn deref(&mut self, pointer: Il) -> Res<'db, Il> {
        let Type::Pointer { to, .. } = self.code.types[self.ty_of(pointer)] else {
            return self.refuse("something that is no pointer");
        };
        if let ExprKind::Address(place) = self.code.exprs[pointer].kind
            && self.ty_of(place) == to
        {
            return Ok(place);
        }
        Ok(self.make(ExprKind::Deref(pointer), to))
    }

    /// Stores a value.
    pub(crate) fn store(&mut self, place: Il, value: Il) -> Il {
        let ty = self.ty_of(place);
        if let Some((before, object)) = self.comma_place(place) {
            let store = self.store(object, value);
            return self.make(ExprKind::Comma(before, store), ty);
        }
        self.make(ExprKind::Store(place, value), ty)
    }

    /// One after the other.
    pub(crate) fn comma(&mut self, first: Il, then: Il) -> Il {
        let ty = self.ty_of(then);
        self.make(ExprKind::Comma(first, then), ty)
    }

    /// All effects, then a value.
    pub(crate) fn after(&mut self, effects: Vec<Il>, value: Il) -> Il {
        let mut effects = effects.into_iter();
        let Some(first) = effects.next() else {
            return value;
        };
        let all = effects.fold(first, |before, e| self.comma(before, e));
        self.comma(all, value)
    }

    /// All effects as one expression; nothing if there are none.
    pub(crate) fn sequence(&mut self, effects: Vec<Il>) -> Option<Il> {
        let mut effects = effects.into_iter();
        let first = effects.next()?;
        Some(effects.fold(first, |before, e| self.comma(before, e)))
    }

    /// A place after some effects.
    pub(crate) fn place_after(&mut self, effects: Vec<Il>, place: Il) -> Res<'db, Il> {
        if effects.is_empty() {
            return Ok(place);
        }
        let ty = self.ty_of(place);
        let quals = Quals {
            is_volatile: self.code.is_volatile(place),
            ..Quals::default()
        };
        let pointer = self.code.types.pointer(ty, quals);
        let address = self.address(place, pointer);
        let all = self.after(effects, address);
        self.deref(all)
    }

    /// What makes all bytes of a place zero.
    pub(crate) fn clear_place(&mut self, place: Il) -> Il {
        let void = self.void();
        self.make(ExprKind::Clear(place), void)
    }

    /// A value without its use.
    pub(crate) fn discard(&mut self, value: Il) -> Il {
        let void = self.void();
        if self.ty_of(value) == void {
            return value;
        }
        self.make(ExprKind::Convert(Conversion::Discard, value), void)
    }

    /// An expression that does nothing.
    pub(crate) fn nothing(&mut self) -> Il {
        let zero = self.integer(0, Integer::Int);
        self.discard(zero)
    }

    /// A pointer so many bytes from another, as a pointer to something else.
    pub(crate) fn bytes_from(&mut self, pointer: Il, bytes: Il, ty: TypeId) -> Il {
        let char = self.integer_type(Integer::Char);
        let chars = self.code.types.pointer(char, Quals::default());
        let start = self.as_pointer(pointer, chars);
        let moved = self.make(ExprKind::Binary(Binary::Add, start, bytes), chars);
        self.as_pointer(moved, ty)
    }

    /// Puts the value of a pointer aside: what sets it, and where it is.
    pub(crate) fn set_aside(&mut self, value: Il) -> (Il, LocalId) {
        let rank = self.ranks.next();
        self.set_aside_at(value, rank)
    }

    /// The same, into a temporary that is declared where an earlier one would have been.
    pub(crate) fn set_aside_at(&mut self, value: Il, rank: u32) -> (Il, LocalId) {
        let ty = self.ty_of(value);
        let local = self.temporary_at(ty, rank);
        let place = self.local_place(local);
        (self.store(place, value), local)
    }
}
