//! What constructors and destructors do beside their written bodies: bases, members, virtual tables ([class.base.init],
//! [class.dtor]), and the bodies of special member functions that nobody writes.

use cleave_base_db::Db;
use cleave_il::{
    Conversion, ExprId as Il, ExprKind as Kind, Integer, LocalId, StmtId as IlStmt, StmtKind,
};
use cleave_needed::{Emitted, copied_base, special_member};
use cleave_typing::class::{Special, class_info, layout};
use cleave_typing::function::class_of;
use cleave_typing::thir::MemberInit;
use cleave_typing::{Entity, Step, Ty};

use crate::body::dest::Dest;
use crate::body::{Body, Origin};
use crate::refusal::Res;

impl<'db> Body<'_, 'db> {
    /// What a constructor initialises before its body.
    pub(crate) fn member_inits(
        &mut self,
        this: LocalId,
        class: Ty<'db>,
        inits: &'db [MemberInit<'db>],
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, ()> {
        let object = Dest::pointed(this, class);
        let mut has_tables = false;
        let around = self.origin;
        for init in inits {
            let code = self.frame()?.typed.code;
            let written = init.written.filter(|site| Some(site.code) == code);
            self.origin = written.map(|site| Origin::Initializer(site.index, site.is_type));
            let is_base = matches!(init.target, Some(Step::Base(_)));
            // Whoever makes the complete object makes its virtual bases.
            if let Some(Step::Base(n)) = init.target
                && is_virtual_base(self.unit.db, class, n as usize)
            {
                continue;
            }
            if !is_base && !has_tables && init.target.is_some() {
                has_tables = true;
                self.push_tables(&object, out)?;
            }
            let dest = match init.target {
                // A delegating constructor: the other one does all of it.
                None if self.vtt.is_some() => {
                    has_tables = true;
                    self.delegate(&object, init, out)?;
                    continue;
                }
                None => {
                    has_tables = true;
                    object.clone()
                }
                Some(Step::Base(n)) => self.dest_base(&object, n as usize)?,
                Some(Step::Field(n)) => self.dest_member(&object, n)?,
                Some(Step::Element(_)) => return self.refuse("an element"),
            };
            let copied = copied_base(self.unit.db, self.frame()?.typed, init);
            self.push_effects(out, |b, effects| match copied {
                Some((what, source)) => b.full_copy(&dest, what, source, effects),
                None => b.full_init(&dest, init.value, effects),
            })?;
        }
        self.origin = around;
        if !has_tables {
            self.push_tables(&object, out)?;
        }
        Ok(())
    }

    /// A delegating constructor of a class with virtual bases: with a table of tables it makes a base, without one a complete object.
    fn delegate(
        &mut self,
        object: &Dest<'db>,
        init: &'db MemberInit<'db>,
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, ()> {
        let Some(vtt) = self.vtt else {
            return self.refuse("a delegating constructor");
        };
        let branch = |b: &mut Self, dest: Dest<'db>| {
            let mut made = Vec::new();
            b.push_effects(&mut made, |b, effects| {
                b.full_init(&dest, init.value, effects)
            })?;
            Ok(b.stmt(StmtKind::Block(made.into())))
        };
        let mut base = object.clone();
        (base.is_base, base.vtt) = (true, Some((vtt, 0)));
        let then = branch(self, base)?;
        let otherwise = Some(branch(self, object.clone())?);
        let value = self.local_value(vtt);
        let bool = self.bool();
        let condition = self.make(Kind::Convert(Conversion::Truth, value), bool);
        self.push(out, StmtKind::If(condition, then, otherwise));
        Ok(())
    }

    /// Stores the addresses of the virtual tables of an object.
    pub(crate) fn set_own_tables(
        &mut self,
        this: LocalId,
        class: Ty<'db>,
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, ()> {
        self.push_tables(&Dest::pointed(this, class), out)
    }

    fn push_tables(&mut self, object: &Dest<'db>, out: &mut Vec<IlStmt>) -> Res<'db, ()> {
        self.push_effects(out, |b, effects| b.set_tables(object, effects))
    }

    /// Stores the addresses of the virtual tables of an object's class.
    pub(crate) fn set_tables(&mut self, dest: &Dest<'db>, out: &mut Vec<Il>) -> Res<'db, ()> {
        let db = self.unit.db;
        let class = dest.ty.unqualified(db);
        if !class_info(db, class).is_some_and(|i| i.is_dynamic) {
            return Ok(());
        }
        let tables = crate::tables::tables(db, class)?;
        for &(number, entry) in &tables.stores {
            let Some(table) = tables.own.tables.get(number as usize) else {
                continue;
            };
            let place = self.table_pointer(dest, &table.way)?;
            let address = match (entry, self.vtt) {
                (Some(entry), Some(vtt)) => {
                    let from = self.vtt_entry(vtt, entry)?;
                    self.load(from)
                }
                (Some(_), None) => return self.refuse("an object with virtual bases"),
                (None, _) => {
                    let before = tables.own.tables.iter().take(number as usize);
                    let before: usize = before.map(|t| t.entries.len()).sum();
                    self.table_address(class, before as u64 + u64::from(table.address_point))?
                }
            };
            out.push(self.store(place, address));
        }
        Ok(())
    }

    /// Where a table of a class's own begins behind its offsets: the address of an entry.
    pub(crate) fn table_address(&mut self, class: Ty<'db>, entry: u64) -> Res<'db, Il> {
        let symbol = self.unit.symbol(Emitted::Vtable(class))?;
        let long = self.integer_type(Integer::Long);
        let all = self.code.types.intern(cleave_il::Type::Array {
            element: long,
            len: None,
        });
        let pointer = self.table_pointer_type();
        let table = self.make(Kind::Global(symbol), all);
        let number = self.integer(entry.into(), Integer::Int);
        let entry = self.make(Kind::Element(table, number), long);
        Ok(self.make(Kind::Address(entry), pointer))
    }

    /// A destructor destroys members and bases after its body ([class.dtor]/9).
    pub(crate) fn destroy_parts(
        &mut self,
        this: LocalId,
        class: Ty<'db>,
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let object = Dest::pointed(this, class);
        let Some(info) = class_info(db, class) else {
            return self.refuse("a class that is not known");
        };
        let mut parts = Vec::new();
        for (n, base) in info.bases.iter().enumerate().filter(|b| !b.1.is_virtual) {
            parts.push((self.dest_base(&object, n)?, base.ty));
        }
        // The members of a union are destroyed by whoever knows which one is active.
        for (n, field) in info.fields.iter().enumerate().filter(|_| !info.is_union) {
            parts.push((self.dest_member(&object, n as u32)?, field.ty));
        }
        for (part, ty) in parts.into_iter().rev() {
            if ty.is_reference(db) {
                continue;
            }
            if let Some(what) = special_member(db, ty, Special::Destructor) {
                let call = self.destroy_object(&part, what)?;
                self.push_expr(out, call);
            }
        }
        Ok(())
    }

    /// The body of a special member function that nobody writes.
    pub(crate) fn implicit_body(
        &mut self,
        class: Ty<'db>,
        which: Special,
        this: LocalId,
        from: Option<LocalId>,
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let object = Dest::pointed(this, class);
        match which {
            Special::Destructor => {
                self.push_tables(&object, out)?;
                return self.destroy_parts(this, class, out);
            }
            Special::Default => {
                return self.push_effects(out, |b, effects| {
                    b.made_parts(&object, None, false, effects)
                });
            }
            _ => {}
        }
        let Some(from) = from else {
            return self.refuse("a copy without a source");
        };
        let source = Dest::pointed(from, class);
        let Some(info) = class_info(db, class) else {
            return self.refuse("a class that is not known");
        };
        let assigns = matches!(which, Special::CopyAssign | Special::MoveAssign);
        let moving = matches!(which, Special::Move | Special::MoveAssign);
        // A trivial operator that is called by its name copies the object as a whole ([class.copy.assign]/12).
        let is_trivial = assigns && special_member(db, class, which).is_none();
        if info.is_union || is_trivial {
            let (to, from) = (self.dest_place(&object)?, self.dest_place(&source)?);
            self.push_effects(out, |b, effects| b.copy_bytes(to, class, from, effects))?;
        } else {
            for (n, base) in info.bases.iter().enumerate() {
                let (to, from) = match base.is_virtual {
                    // The complete object's constructor copies it.
                    true if !assigns => continue,
                    true => (
                        self.found_virtual_base(&object, base.ty, out)?,
                        self.found_virtual_base(&source, base.ty, out)?,
                    ),
                    false => (self.dest_base(&object, n)?, self.dest_base(&source, n)?),
                };
                self.transfer(&to, &from, assigns, moving, out)?;
            }
            if !assigns {
                self.push_tables(&object, out)?;
            }
            for n in 0..info.fields.len() {
                let to = self.dest_member(&object, n as u32)?;
                let from = self.dest_member(&source, n as u32)?;
                self.transfer(&to, &from, assigns, moving, out)?;
            }
        }
        if assigns {
            let value = self.local_value(this);
            self.push(out, cleave_il::StmtKind::Return(Some(value)));
        }
        Ok(())
    }

    /// One base or member is copied, moved or assigned.
    pub(crate) fn transfer(
        &mut self,
        to: &Dest<'db>,
        from: &Dest<'db>,
        assigns: bool,
        moving: bool,
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, ()> {
        if assigns && !to.ty.is_reference(self.unit.db) {
            return self.assign_part(to, from, moving, out);
        }
        let source = self.dest_place(from)?;
        self.push_effects(out, |b, effects| {
            if to.ty.is_reference(b.unit.db) {
                let value = b.load(source);
                let place = b.dest_place(to)?;
                effects.push(b.store(place, value));
            } else {
                b.copy(to, source, moving, effects)?;
            }
            Ok(())
        })
    }

    /// The parts of an object as a default constructor makes them. An inherited constructor makes one base otherwise. `as_value`:
    /// constexpr constructors that nobody provides are not called.
    pub(crate) fn made_parts(
        &mut self,
        object: &Dest<'db>,
        inherited: Option<(Ty<'db>, Entity<'db>, &[Il])>,
        as_value: bool,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let Some(info) = class_info(db, object.ty.unqualified(db)) else {
            return self.refuse("a class that is not known");
        };
        for (n, _) in info.bases.iter().enumerate().filter(|b| !b.1.is_virtual) {
            let at = self.dest_base(object, n)?;
            self.make_base(&at, inherited, as_value, out)?;
        }
        self.set_tables(object, out)?;
        for (n, field) in info.fields.iter().enumerate() {
            let at = self.dest_member(object, n as u32)?;
            if field.has_default {
                self.default_member(object, n as u32, &at, out)?;
            } else if !info.is_union {
                self.default_construct(&at, as_value, out)?;
            }
        }
        Ok(())
    }

    /// A base as a default constructor, or an inherited one, makes it.
    pub(crate) fn make_base(
        &mut self,
        at: &Dest<'db>,
        inherited: Option<(Ty<'db>, Entity<'db>, &[Il])>,
        as_value: bool,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let own = at.ty.unqualified(db);
        match inherited {
            Some((of, constructor, args)) if of == own => {
                let what = Emitted::of(db, constructor);
                self.call_constructor(at, what, args.to_vec(), out)
            }
            Some((of, constructor, args))
                if cleave_typing::class::derives(db, own, of) == Some(true) =>
            {
                let what = Emitted::Inherited(constructor, own);
                self.call_constructor(at, what, args.to_vec(), out)
            }
            _ => self.default_construct(at, as_value, out),
        }
    }

    /// The body of a constructor that a class inherits ([class.inhctor.init]).
    pub(crate) fn inherited_body(
        &mut self,
        constructor: Entity<'db>,
        class: Ty<'db>,
        this: LocalId,
        params: &[LocalId],
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let Some(of) = class_of(db, constructor).map(|c| c.unqualified(db)) else {
            return self.refuse("an inherited constructor");
        };
        let object = Dest::pointed(this, class);
        let args: Vec<Il> = params.iter().map(|p| self.local_value(*p)).collect();
        self.push_effects(out, |b, effects| {
            b.made_parts(&object, Some((of, constructor, &args)), false, effects)
        })
    }

    /// Frees the storage of an object after its destructor: the deleting variant.
    pub(crate) fn free_object(
        &mut self,
        this: LocalId,
        class: Ty<'db>,
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let Some(size) = layout(db, class).map(|l| l.size) else {
            return self.refuse("an object of unknown size");
        };
        let value = self.local_value(this);
        let call = self.free(value, class, false, size)?;
        self.push_expr(out, call);
        Ok(())
    }
}

/// Whether a base that a constructor initialises is virtual, by its step: virtual bases of bases count behind the direct ones.
pub(crate) fn is_virtual_base<'db>(db: &'db dyn Db, class: Ty<'db>, n: usize) -> bool {
    class_info(db, class).is_some_and(|i| i.bases.get(n).is_none_or(|b| b.is_virtual))
}
