//! Addresses of objects, functions and members ([expr.unary.op]/3).

use cleave_codes::codes;
use cleave_lang::Operator;

use crate::thir::{Category, Conversion, ExprId, ExprKind};
use crate::{Context, Fill, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// `&e` ([expr.unary.op]/3)
    pub(crate) fn address(&mut self, e: ExprId, site: Site<'db>) -> ExprId {
        let db = self.db;
        let node = self.node(e);
        match &node.kind {
            ExprKind::Overloaded { .. } => {
                // `&A::f` stays a set until its target is known; a single member function is its own target.
                if let ExprKind::Overloaded {
                    set,
                    explicit: None,
                    ..
                } = &node.kind
                    && let [f] = **set
                    && !f.is_template(db)
                    && let Some(sig) = crate::function::signature(db, f)
                    && let (true, Some(class)) = (sig.has_object, sig.class)
                {
                    // Naming a function is what deduces its return type ([dcl.spec.auto]/12).
                    let ret = match sig.ty.ret.has_auto(db) {
                        true => crate::check::return_type(db, f),
                        false => sig.ty.ret,
                    };
                    if ret.is_error(db) {
                        return e;
                    }
                    let signature = crate::FnTy {
                        ret,
                        ..crate::function::named_type(db, f, sig)
                    };
                    let member = Ty::of(db, TyKind::Function(signature));
                    let ty = Ty::of(db, TyKind::MemberPointer { class, member });
                    let target = self.push(ExprKind::Function(f), member, Category::Lvalue, site);
                    return self.prvalue(ExprKind::Unary(Operator::AddressOf, target), ty, site);
                }
                e
            }
            _ if self.bit_field(e).is_some() => self.reject(codes::ADDRESS_OF_BIT_FIELD, site),
            _ if node.category == Category::Lvalue => {
                let ty = node.ty.pointer(db);
                self.is_set(e);
                let node = self.node(e);
                match node.kind {
                    ExprKind::Function(_) => self.convert(Conversion::FunctionToPointer, e, ty),
                    _ => self.prvalue(ExprKind::Unary(Operator::AddressOf, e), ty, site),
                }
            }
            // An extension: the address of a temporary, which a warning is about.
            _ if node.category == Category::Prvalue && node.ty.is_class(db) => {
                let ty = node.ty.pointer(db);
                let problem =
                    crate::Problem::new(codes::ADDRESS_OF_TEMPORARY, site).at(crate::At::First);
                self.warnings.push(problem);
                self.prvalue(ExprKind::Unary(Operator::AddressOf, e), ty, site)
            }
            _ => self.wrong_operand(codes::NOT_AN_LVALUE_OR_FUNCTION, e),
        }
    }

    /// A pointer to a data member, `&A::m`: of the class that has it, by the name of one that may inherit it.
    pub(crate) fn member_address(
        &mut self,
        field: crate::Entity<'db>,
        class: Ty<'db>,
        named: Ty<'db>,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let member = crate::function::variable_type(db, field);
        if member.is_unknown(db) || class.is_dependent(db) {
            return self.dependent_expr(site);
        }
        if member.is_reference(db) {
            let ty = Fill::Type(member);
            return self.reject(codes::POINTER_TO_MEMBER_NOT_ALLOWED { ty }, site);
        }
        self.check_protected(field, named, site);
        let ty = Ty::of(db, TyKind::MemberPointer { class, member });
        self.prvalue(ExprKind::Value(crate::Value::Member(Some(field))), ty, site)
    }
}
