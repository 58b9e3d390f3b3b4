//! Objects whose bytes are cleared or copied, in C.

use crate::c::stmt::Code;
use crate::{ExprId, ExprKind, Type};

impl Code<'_, '_> {
    /// Sets all bytes of a place to zero. Behind a pointer the reference's function does not see how the object is aligned.
    pub(crate) fn clear(&mut self, place: ExprId) -> String {
        let is_behind = self.is_behind_pointer(place);
        let text = self.expr(place);
        match is_behind {
            true => format!("__gen_nvvm_memset((void *)&{text}, 0, sizeof({text}))"),
            false => format!("memset((char *)&{text}, 0, sizeof({text}))"),
        }
    }

    /// Copies all bytes of a place. `memcpy` has the fault of `memset`: what copies an array says its alignment.
    pub(crate) fn copy(&mut self, to: ExprId, from: ExprId) -> String {
        let code = &self.function.code;
        let ty = code.exprs[from].ty;
        let is_behind = self.is_behind_pointer(to) || self.is_behind_pointer(from);
        let (to, from) = (self.expr(to), self.expr(from));
        if is_behind && matches!(code.types[ty], Type::Array { .. }) {
            let align = self.writer.shapes.layout(code, ty).1.min(16);
            return format!(
                "((void)__gen_nvvm_memcpy_aligned{align}((void *)&{to}, (void *)&{from}, sizeof({from})))"
            );
        }
        format!("memcpy((char *)&{to}, (char *)&{from}, sizeof({from}))")
    }

    /// Whether a place is an object that a pointer leads to, or a part of one.
    fn is_behind_pointer(&self, mut place: ExprId) -> bool {
        loop {
            place = match &self.function.code.exprs[place].kind {
                ExprKind::Field(object, _) => *object,
                ExprKind::Element(array, _) => *array,
                ExprKind::Deref(_) => return true,
                _ => return false,
            };
        }
    }
}
