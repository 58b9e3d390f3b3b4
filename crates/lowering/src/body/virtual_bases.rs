//! Virtual bases: where they are in complete objects and in others, what constructors and destructors of complete objects do for them,
//! and the tables of tables that bases are made with (Itanium C++ ABI 2.6, 5.1.4.3).

use cleave_il::{
    Binary, Conversion, ExprId as Il, ExprKind as Kind, Integer, LocalId, Quals, StmtId as IlStmt,
    Type, TypeId,
};
use cleave_needed::{Emitted, Variant, special_member};
use cleave_typing::class::layout::{direct_primary_base, virtual_bases};
use cleave_typing::class::tables::{Shift, Way, construction_order, virtual_base_entry};
use cleave_typing::class::{Special, class_info};
use cleave_typing::{Step, Ty};

use crate::body::Body;
use crate::body::dest::Dest;
use crate::records::{base_number, virtual_base_number};
use crate::refusal::Res;
use crate::unit::Key;

const CONST: Quals = Quals {
    is_const: true,
    is_volatile: false,
};

impl<'db> Body<'_, 'db> {
    /// The type of a pointer to a virtual table.
    pub(crate) fn table_pointer_type(&mut self) -> TypeId {
        let long = self.integer_type(Integer::Long);
        self.code.types.pointer(long, CONST)
    }

    /// The type of a pointer to a table of tables.
    pub(crate) fn vtt_type(&mut self) -> TypeId {
        let entry = self.table_pointer_type();
        self.code.types.pointer(entry, CONST)
    }

    /// A pointer to an entry of a table of tables.
    fn vtt_at(&mut self, vtt: LocalId, entry: u32) -> Il {
        let start = self.local_value(vtt);
        if entry == 0 {
            return start;
        }
        let ty = self.ty_of(start);
        let number = self.integer(entry.into(), Integer::UnsignedLong);
        self.make(Kind::Binary(Binary::Add, start, number), ty)
    }

    /// An entry of a table of tables.
    pub(crate) fn vtt_entry(&mut self, vtt: LocalId, entry: u32) -> Res<'db, Il> {
        let at = self.vtt_at(vtt, entry);
        self.deref(at)
    }

    /// The table of tables that a base is made or destroyed with, if it has virtual bases.
    pub(crate) fn vtt_of_base(&mut self, base: &Dest<'db>) -> Res<'db, Option<Il>> {
        let class = base.ty.unqualified(self.unit.db);
        if !base.is_base || virtual_bases(self.unit.db, class.id()).is_empty() {
            return Ok(None);
        }
        match base.vtt {
            Some((vtt, entry)) => Ok(Some(self.vtt_at(vtt, entry))),
            None => self.refuse("a base with virtual bases"),
        }
    }

    /// The pointer to a virtual table in a base of an object.
    pub(crate) fn table_pointer(&mut self, object: &Dest<'db>, way: &Way<'db>) -> Res<'db, Il> {
        let db = self.unit.db;
        let mut place = self.dest_place(object)?;
        let mut class = object.ty.unqualified(db);
        if let Some(base) = way.virtual_base {
            place = self.virtual_base_place(place, class, base)?;
            class = base;
        }
        let mut path = way.path.iter().copied();
        // The pointer itself lies in the innermost primary base.
        while let Some(info) = class_info(db, class)
            && let Some(number) = path.next().or_else(|| direct_primary_base(db, info))
        {
            place = self.direct_base(place, &mut class, number)?;
        }
        let pointer = self.table_pointer_type();
        Ok(self.make(Kind::Field(place, 0), pointer))
    }

    /// A direct base of a place that is not virtual; its class is the new one.
    pub(crate) fn direct_base(
        &mut self,
        place: Il,
        class: &mut Ty<'db>,
        number: usize,
    ) -> Res<'db, Il> {
        let db = self.unit.db;
        let base = class_info(db, *class).and_then(|i| i.bases.get(number));
        let (Some(base), Some(field)) = (base, base_number(db, *class, number)) else {
            return self.refuse("a virtual base");
        };
        *class = base.ty.unqualified(db);
        let ty = self.ty(*class)?;
        Ok(self.make(Kind::Field(place, field), ty))
    }

    /// A virtual base of a place: a complete object has it where its class says, others say it in their virtual tables.
    pub(crate) fn virtual_base_place(
        &mut self,
        place: Il,
        class: Ty<'db>,
        base: Ty<'db>,
    ) -> Res<'db, Il> {
        let db = self.unit.db;
        let class = class.unqualified(db);
        let ty = self.ty(base)?;
        if self.is_complete(place) {
            let Some(number) = virtual_base_number(db, class, base) else {
                return self.refuse("a virtual base");
            };
            return Ok(self.make(Kind::Field(place, number), ty));
        }
        let Some(entry) = virtual_base_entry(db, class, base) else {
            return self.refuse("a virtual base");
        };
        let own = self.ty(class)?;
        let own = self.code.types.pointer(own, Quals::default());
        let pointer = self.code.types.pointer(ty, Quals::default());
        let (before, place, again) = self.twice(place, Quals::default())?;
        let start = self.address(place, own);
        let object = self.address(again, own);
        let long = self.integer_type(Integer::Long);
        let bytes = self.make(Kind::VirtualOffset(object, entry), long);
        let found = self.bytes_from(start, bytes, pointer);
        let found = self.deref(found)?;
        self.place_after(before, found)
    }

    /// Whether a place is a complete object: a variable, an element, a member.
    fn is_complete(&self, place: Il) -> bool {
        match self.code.exprs[place].kind {
            Kind::Local(_) | Kind::Global(_) | Kind::Element(..) => true,
            Kind::Field(..) => self.members.contains(&place),
            Kind::Deref(pointer) => self.is_complete_pointer(pointer),
            _ => false,
        }
    }

    /// Whether a pointer is the address of a complete object, or of one in the same array.
    pub(crate) fn is_complete_pointer(&self, pointer: Il) -> bool {
        let mut at = pointer;
        loop {
            at = match self.code.exprs[at].kind {
                Kind::Address(place) => return self.is_complete(place),
                Kind::Load(place) => {
                    return matches!(self.code.exprs[place].kind, Kind::Local(l) if self.complete.contains(&l));
                }
                Kind::Binary(Binary::Add | Binary::Subtract, start, _) => start,
                Kind::Comma(_, last) => last,
                Kind::Convert(Conversion::Pointer, inner) if self.keeps_record(at, inner) => inner,
                _ => return false,
            }
        }
    }

    /// Whether two pointers point to objects of one class.
    fn keeps_record(&self, a: Il, b: Il) -> bool {
        let class = |e: Il| match self.code.types[self.ty_of(e)] {
            Type::Pointer { to, .. } => match &self.code.types[to] {
                Type::Record(name) => Some(name.clone()),
                _ => None,
            },
            _ => None,
        };
        class(a).is_some() && class(a) == class(b)
    }

    /// A virtual base of an object that may be a base itself, behind a pointer of its own.
    pub(crate) fn found_virtual_base(
        &mut self,
        object: &Dest<'db>,
        base: Ty<'db>,
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, Dest<'db>> {
        let base = base.unqualified(self.unit.db);
        let place = self.dest_place(object)?;
        let found = self.virtual_base_place(place, object.ty, base)?;
        let ty = self.pointer_to(base)?;
        let pointer = self.address(found, ty);
        let (set, local) = self.set_aside(pointer);
        self.push_expr(out, set);
        Ok(Dest::pointed(local, base))
    }

    /// A constructor or destructor for complete objects: takes the class's table of tables.
    pub(crate) fn take_vtt(&mut self, class: Ty<'db>, out: &mut Vec<IlStmt>) -> Res<'db, LocalId> {
        let symbol = self.unit.variant(Key {
            what: Emitted::Vtable(class),
            variant: Variant::Vtt,
        })?;
        let element = self.table_pointer_type();
        let all = self.code.types.intern(Type::Array { element, len: None });
        let ty = self.vtt_type();
        let table = self.make(Kind::Global(symbol), all);
        let zero = self.integer(0, Integer::Int);
        let first = self.make(Kind::Element(table, zero), element);
        let pointer = self.address(first, ty);
        let (set, local) = self.set_aside(pointer);
        self.push_expr(out, set);
        self.vtt = Some(local);
        Ok(local)
    }

    /// Stores an object's own pointer to its virtual table, by which its virtual bases are found while they are made.
    pub(crate) fn store_own_pointer(
        &mut self,
        object: &Dest<'db>,
        vtt: LocalId,
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, ()> {
        let place = self.table_pointer(object, &Way::default())?;
        let from = self.vtt_entry(vtt, 0)?;
        let value = self.load(from);
        let store = self.store(place, value);
        self.push_expr(out, store);
        Ok(())
    }

    /// The virtual bases of a complete object in the order of their construction, with the steps of their initialisers.
    pub(crate) fn virtual_parts(&mut self, object: &Dest<'db>) -> Res<'db, Vec<(Dest<'db>, Step)>> {
        let db = self.unit.db;
        let class = object.ty.unqualified(db);
        let Some(info) = class_info(db, class) else {
            return self.refuse("a class that is not known");
        };
        let mut out = Vec::new();
        for base in construction_order(db, class) {
            let direct =
                (info.bases.iter()).position(|b| b.is_virtual && b.ty.unqualified(db) == base);
            let of_bases = || {
                let at = virtual_bases(db, class.id())
                    .iter()
                    .position(|b| *b == base)?;
                Some(info.bases.len() + at)
            };
            let Some(number) = direct.or_else(of_bases) else {
                return self.refuse("a virtual base");
            };
            let at = self.dest_virtual_base(object, base)?;
            out.push((at, Step::Base(number as u32)));
        }
        Ok(out)
    }

    /// Destroys the virtual bases of a complete object, the one that was made last first.
    pub(crate) fn destroy_virtual_bases(
        &mut self,
        object: &Dest<'db>,
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, ()> {
        for (base, _) in self.virtual_parts(object)?.into_iter().rev() {
            if let Some(what) = special_member(self.unit.db, base.ty, Special::Destructor) {
                let call = self.destroy_object(&base, what)?;
                self.push_expr(out, call);
            }
        }
        Ok(())
    }

    /// A pointer to an object moved by a thunk: by bytes, then by what the virtual table there says.
    pub(crate) fn shifted(&mut self, this: LocalId, shift: Shift, out: &mut Vec<IlStmt>) -> Il {
        let value = self.local_value(this);
        let ty = self.ty_of(value);
        if shift.bytes != 0 {
            let bytes = self.integer(shift.bytes.into(), Integer::Long);
            let moved = self.bytes_from(value, bytes, ty);
            if shift.entry == 0 {
                return moved;
            }
            let place = self.local_place(this);
            let set = self.store(place, moved);
            self.push_expr(out, set);
        } else if shift.entry == 0 {
            return value;
        }
        let value = self.local_value(this);
        self.by_table(value, this, shift.entry, ty)
    }

    /// A pointer moved by what stands in the virtual table of the object that a local points to.
    fn by_table(&mut self, pointer: Il, object: LocalId, entry: i64, ty: TypeId) -> Il {
        let long = self.integer_type(Integer::Long);
        let object = self.local_value(object);
        let bytes = self.make(Kind::VirtualOffset(object, entry), long);
        self.bytes_from(pointer, bytes, ty)
    }

    /// A result moved by a thunk: by what its virtual table says, then by bytes. Null stays, whatever the type.
    pub(crate) fn shifted_result(
        &mut self,
        call: Il,
        shift: Shift,
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, Il> {
        let ty = self.ty_of(call);
        let (set, local) = self.set_aside(call);
        self.push_expr(out, set);
        let mut moved = self.local_value(local);
        if shift.entry != 0 {
            moved = self.by_table(moved, local, shift.entry, ty);
        }
        if shift.bytes != 0 {
            let bytes = self.integer(shift.bytes.into(), Integer::Long);
            moved = self.bytes_from(moved, bytes, ty);
        }
        let value = self.local_value(local);
        let bool = self.bool();
        let is_there = self.make(Kind::Convert(Conversion::Truth, value), bool);
        let null = self.zero(ty);
        Ok(self.make(Kind::Conditional(is_there, moved, null), ty))
    }
}
