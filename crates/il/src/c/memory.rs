//! Objects whose bytes are cleared or copied, in C.

use crate::c::stmt::Code;
use crate::{ExprId, ExprKind, Quals, Type};

impl Code<'_, '_> {
    /// Sets all bytes of a place to zero. `memset` does not see how an object is aligned that a pointer leads to: it would be stored
    /// byte by byte.
    pub(crate) fn clear(&mut self, place: ExprId) -> String {
        let code = &self.function.code;
        let ty = code.exprs[place].ty;
        let text = self.expr(place);
        match &code.types[ty] {
            _ if !self.is_behind_pointer(place) => {}
            Type::Array { .. } => {
                let array = self.writer.declarator(code, ty, Quals::default(), "__a");
                return format!(
                    "({{ struct {{ {array}; }} __z = {{0}}; *(__typeof__(__z) *)&{text} = __z; }})"
                );
            }
            Type::Record(name)
                if (self.writer.shapes.get(name)).is_some_and(|r| !r.fields.is_empty()) =>
            {
                let to = self.writer.type_name(code, ty);
                return format!("({text} = (({to}){{0}}))");
            }
            _ => {}
        }
        format!("memset((char *)&{text}, 0, sizeof({text}))")
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
