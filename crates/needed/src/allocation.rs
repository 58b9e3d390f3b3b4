//! What `new` and `delete` use: allocation and deallocation functions, constructors and destructors ([expr.new], [expr.delete]). This
//! module must not know how code is walked.

use cleave_typing::class::{Special, deallocation};
use cleave_typing::function::signature;
use cleave_typing::thir::{Expr, ExprId, ExprKind, Implicit, Typed};
use cleave_typing::{Site, Ty};

use crate::edges::Found;
use crate::known;

impl<'db> Found<'db> {
    /// What a `new` uses, its operands apart.
    pub(crate) fn allocation(&mut self, typed: &'db Typed<'db>, x: &'db Expr<'db>) {
        let ExprKind::New {
            allocator,
            init,
            placement,
            global,
            ty,
            count,
        } = &x.kind
        else {
            return;
        };
        let db = self.db;
        let site = Some(x.site);
        let kind = |e: ExprId| &typed.exprs[e.0 as usize].kind;
        // What makes the elements of an array frees them if it cannot.
        let makes = |e: ExprId| match kind(e) {
            ExprKind::Construct(..) | ExprKind::ConstructImplicit(..) => true,
            ExprKind::Array(..) => ty.innermost_element(db).is_class(db),
            _ => false,
        };
        if count.is_some() && placement.is_empty() && init.is_some_and(makes) {
            self.freed(*ty, true, *global, site);
        }
        allocator.iter().for_each(|a| self.called(*a, site));
        if allocator.is_none() && !placement.is_empty() {
            let made = known::placement(db, x.site.code.item.file(db));
            made.into_iter().for_each(|f| self.called(f, site));
        }
        // The elements of an array on the heap are made by calls.
        let element = init.map(|e| match kind(e) {
            ExprKind::Array(_, Some(rest)) => *rest,
            _ => e,
        });
        let is_default = |e: ExprId| match kind(e) {
            ExprKind::ConstructImplicit(how, _) => *how == Implicit::Default,
            ExprKind::Construct(_, args) => args.is_empty(),
            _ => false,
        };
        if count.is_some() && element.is_some_and(is_default) {
            self.special(*ty, Special::Default, site);
        }
    }

    /// What a `delete` uses, its operand apart.
    pub(crate) fn deallocation(&mut self, typed: &'db Typed<'db>, x: &'db Expr<'db>) {
        let ExprKind::Delete {
            pointer,
            array,
            global,
            destructor,
        } = &x.kind
        else {
            return;
        };
        let db = self.db;
        let site = Some(x.site);
        let pointer = typed.exprs.get(pointer.0 as usize);
        let object = pointer.and_then(|p| p.ty.pointee(db));
        let virtual_one = destructor
            .and_then(|d| signature(db, d))
            .is_some_and(|s| s.is_virtual);
        match destructor {
            Some(_) if virtual_one && !array => {}
            Some(destructor) => self.called(*destructor, site),
            None => object.into_iter().for_each(|ty| self.destroyed(ty, site)),
        }
        // A virtual destructor frees the object itself.
        if let Some(ty) = object.filter(|_| !virtual_one || *array) {
            self.freed(ty, *array, *global, site);
        }
    }

    /// The storage of an object or array is freed.
    pub(crate) fn freed(
        &mut self,
        ty: Ty<'db>,
        array: bool,
        global: bool,
        site: Option<Site<'db>>,
    ) {
        let standard = self.file.dialect(self.db).standard;
        let found = deallocation(self.db, standard, ty, array, global);
        if let Some(function) = found.and_then(|d| d.function) {
            self.called(function, site);
        }
    }
}
