//! Objects of class types that are initialised as volatile ones (reference: device-half, Objects and temporaries).

use cleave_hir::Expr;
use cleave_il::{ExprId as Il, ExprKind as Kind, Quals, TypeId};
use cleave_typing::Ty;
use cleave_typing::thir::{ExprId, ExprKind};

use crate::body::Body;
use crate::body::dest::Dest;
use crate::refusal::Res;

impl<'db> Body<'_, 'db> {
    /// Whether what a volatile object is copied from is read as a volatile object too: the initialiser is converted to the object's type. What
    /// stands in a list is not. `e` is the copy.
    pub(crate) fn is_read_as_volatile(&self, dest: &Dest<'db>, e: ExprId) -> Res<'db, bool> {
        let db = self.unit.db;
        if !dest.ty.is_class(db) || !dest.ty.top_quals(db).is_volatile {
            return Ok(false);
        }
        if matches!(self.expr(e)?.site.expr(db), Some(Expr::List(_))) {
            return Ok(false);
        }
        let typed = self.frame()?.typed;
        let is_member = typed.inits.iter().any(|init| {
            let whole = typed.exprs.get(init.value.0 as usize).map(|x| &x.kind);
            init.value == e || matches!(whole, Some(ExprKind::Full(inner)) if *inner == e)
        });
        Ok(dest.is_whole() || is_member)
    }

    /// A place as one of a volatile object of type `ty`; one of two or behind effects as well.
    pub(crate) fn volatile_place(&mut self, place: Il, ty: Ty<'db>) -> Res<'db, Il> {
        let own = self.ty_of(place);
        let pointer = match self.code.exprs[place].kind {
            Kind::Deref(pointer) => pointer,
            _ => {
                let plain = self.code.types.pointer(own, Quals::default());
                self.address(place, plain)
            }
        };
        let to = self.pointer_to(ty)?;
        let pointer = self.volatile_pointer(pointer, to);
        Ok(self.make(Kind::Deref(pointer), own))
    }

    fn volatile_pointer(&mut self, pointer: Il, to: TypeId) -> Il {
        match self.code.exprs[pointer].kind {
            Kind::Conditional(condition, a, b) => {
                let (a, b) = (self.volatile_pointer(a, to), self.volatile_pointer(b, to));
                self.make(Kind::Conditional(condition, a, b), to)
            }
            Kind::Comma(before, last) => {
                let last = self.volatile_pointer(last, to);
                self.comma(before, last)
            }
            _ => self.as_pointer(pointer, to),
        }
    }
}
