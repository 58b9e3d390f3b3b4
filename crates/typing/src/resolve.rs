//! From types as written to types: [`Context::resolve_type`].

use cleave_hir::{TemplateArgRef, TypeId};

use crate::{Arg, Context, Entity, Ty};

impl<'db> Context<'db> {
    /// The type written at `ty`. Template parameters stand for their arguments in `env`, or for themselves where it lacks
    /// their level.
    pub fn resolve_type(&mut self, ty: TypeId) -> Ty<'db> {
        let _ = ty;
        Ty::error(self.db)
    }

    /// The type that a path names in an expression, template arguments applied: the callee of `T(x)`, `A<int>{}`. `None`: none.
    pub fn path_type(&mut self, path: &cleave_hir::Path) -> Option<Ty<'db>> {
        let _ = path;
        None
    }

    /// The type of a value template parameter that is not bound, by its place; an error where it is no value.
    pub fn parameter_type(&mut self, level: u32, index: u32) -> Ty<'db> {
        let _ = (level, index);
        Ty::error(self.db)
    }

    /// The explicit arguments of a function template, converted to its parameters as far as they are written; the others are
    /// deduced ([temp.arg.explicit]). `None`: they do not fit (a problem is recorded).
    pub fn explicit_args(
        &mut self,
        template: Entity<'db>,
        written: &[TemplateArgRef],
    ) -> Option<Vec<Arg<'db>>> {
        let _ = (template, written);
        None
    }

    /// The arguments of a template-id, converted to the template's parameters, defaults filled in ([temp.arg]).
    /// `None`: they do not fit (a problem is recorded).
    pub fn template_args(
        &mut self,
        template: Entity<'db>,
        written: &[TemplateArgRef],
    ) -> Option<Vec<Arg<'db>>> {
        let _ = (template, written);
        None
    }
}
