//! Objects that are being initialised: where one is can be said as often as its parts are set.

use cleave_il::{ExprId as Il, ExprKind, Integer, LocalId, TypeId};
use cleave_typing::Ty;
use cleave_typing::class::layout::virtual_bases;
use cleave_typing::class::{class_info, layout};

use crate::body::Body;
use crate::records::{base_number, member_number, virtual_base_number};
use crate::refusal::Res;

/// A step from an object to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Field(u32),
    Element(u64),
}

/// An object that is being initialised.
#[derive(Clone, Debug)]
pub(crate) struct Dest<'db> {
    /// The local that it is, or that points to it.
    base: LocalId,
    is_pointer: bool,
    parts: Vec<(Part, TypeId)>,
    /// Its type, without references taken away.
    pub(crate) ty: Ty<'db>,
    /// The objects that it is a part of, outermost first.
    around: Vec<Ty<'db>>,
    /// It is a base, and made by constructors for bases.
    pub(crate) is_base: bool,
    /// The table of tables that a base with virtual bases is made with: where the whole one is, and the entry in it.
    pub(crate) vtt: Option<(LocalId, u32)>,
}

impl<'db> Dest<'db> {
    /// A local.
    pub(crate) fn local(base: LocalId, ty: Ty<'db>) -> Dest<'db> {
        Dest {
            base,
            is_pointer: false,
            parts: Vec::new(),
            ty,
            around: Vec::new(),
            is_base: false,
            vtt: None,
        }
    }

    /// What a local points to.
    pub(crate) fn pointed(base: LocalId, ty: Ty<'db>) -> Dest<'db> {
        Dest {
            is_pointer: true,
            ..Dest::local(base, ty)
        }
    }

    /// Whether a pointer leads to it.
    pub(crate) fn is_behind_pointer(&self) -> bool {
        self.is_pointer
    }

    /// The local that it is.
    pub(crate) fn whole_local(&self) -> Option<LocalId> {
        (!self.is_pointer && self.is_whole()).then_some(self.base)
    }

    /// Whether it is no part of another object.
    pub(crate) fn is_whole(&self) -> bool {
        self.parts.is_empty()
    }

    /// Whether it is what a pointer points to, and no part of that.
    fn is_pointed(&self) -> bool {
        self.is_pointer && self.parts.is_empty()
    }

    /// The object that it is a direct part of.
    pub(crate) fn parent(&self) -> Option<Dest<'db>> {
        let mut out = self.clone();
        out.parts.pop()?;
        out.ty = out.around.pop()?;
        out.is_base = false;
        out.vtt = None;
        Some(out)
    }
}

impl<'db> Body<'_, 'db> {
    /// The place of an object.
    pub(crate) fn dest_place(&mut self, dest: &Dest<'db>) -> Res<'db, Il> {
        let mut at = self.local_place(dest.base);
        if dest.is_pointer {
            let pointer = self.load(at);
            at = self.deref(pointer)?;
        }
        for &(part, ty) in &dest.parts {
            let kind = match part {
                Part::Field(n) => ExprKind::Field(at, n),
                Part::Element(n) => {
                    let index = self.integer(n.into(), Integer::UnsignedLong);
                    ExprKind::Element(at, index)
                }
            };
            at = self.make(kind, ty);
        }
        Ok(at)
    }

    fn part(
        &mut self,
        dest: &Dest<'db>,
        part: Part,
        ty: Ty<'db>,
        is_base: bool,
    ) -> Res<'db, Dest<'db>> {
        let mut out = dest.clone();
        let il = self.ty(ty)?;
        out.parts.push((part, il));
        out.around.push(dest.ty);
        out.ty = ty;
        out.is_base = is_base;
        out.vtt = None;
        Ok(out)
    }

    /// A data member of an object.
    pub(crate) fn dest_member(&mut self, dest: &Dest<'db>, n: u32) -> Res<'db, Dest<'db>> {
        let db = self.unit.db;
        let field = class_info(db, dest.ty).and_then(|i| i.fields.get(n as usize));
        match (field, member_number(db, dest.ty, n)) {
            (Some(field), Some(number)) => self.part(dest, Part::Field(number), field.ty, false),
            _ => self.refuse("a member of a class that is not known"),
        }
    }

    /// A direct base of an object.
    pub(crate) fn dest_base(&mut self, dest: &Dest<'db>, n: usize) -> Res<'db, Dest<'db>> {
        let db = self.unit.db;
        let base = class_info(db, dest.ty).and_then(|i| i.bases.get(n));
        match (base, base_number(db, dest.ty, n)) {
            (Some(base), Some(number)) => {
                let at = layout(db, dest.ty).and_then(|l| l.bases.get(n).copied());
                let vtt = match (self.vtt, at) {
                    (Some(vtt), Some(at)) if dest.is_pointed() => self
                        .sub_vtt(dest.ty, base.ty, at)?
                        .map(|entry| (vtt, entry)),
                    _ => None,
                };
                let mut made = self.part(dest, Part::Field(number), base.ty, true)?;
                made.vtt = vtt;
                Ok(made)
            }
            (Some(_), None) => self.refuse("a virtual base"),
            (None, _) => self.refuse("a base of a class that is not known"),
        }
    }

    /// A virtual base of a complete object.
    pub(crate) fn dest_virtual_base(
        &mut self,
        dest: &Dest<'db>,
        base: Ty<'db>,
    ) -> Res<'db, Dest<'db>> {
        let db = self.unit.db;
        let Some(number) = virtual_base_number(db, dest.ty, base) else {
            return self.refuse("a virtual base");
        };
        let at = (virtual_bases(db, dest.ty.unqualified(db).id()).iter().zip(
            layout(db, dest.ty)
                .into_iter()
                .flat_map(|l| &l.virtual_bases),
        ))
        .find_map(|(ty, at)| (*ty == base).then_some(*at));
        let vtt = match (self.vtt, at) {
            (Some(vtt), Some(at)) => self.sub_vtt(dest.ty, base, at)?.map(|entry| (vtt, entry)),
            _ => None,
        };
        let mut made = self.part(dest, Part::Field(number), base, true)?;
        made.vtt = vtt;
        Ok(made)
    }

    /// The entry of a class's table of tables that a base is made with; none where it needs none.
    fn sub_vtt(&self, class: Ty<'db>, base: Ty<'db>, at: u64) -> Res<'db, Option<u32>> {
        let db = self.unit.db;
        let base = base.unqualified(db);
        if virtual_bases(db, base.id()).is_empty() {
            return Ok(None);
        }
        let tables = crate::tables::tables(db, class.unqualified(db))?;
        let found = tables
            .sub_vtts
            .iter()
            .find(|s| s.class == base && s.offset == at);
        Ok(found.map(|s| s.at))
    }

    /// An element of an array.
    pub(crate) fn dest_element(
        &mut self,
        dest: &Dest<'db>,
        n: u64,
        ty: Ty<'db>,
    ) -> Res<'db, Dest<'db>> {
        self.part(dest, Part::Element(n), ty, false)
    }
}
