//! The call of a function that overload resolution has chosen, or that is the only one ([expr.call]): its object, its converted
//! arguments, and what it gives. Knows nothing of candidates that lost.

use cleave_codes::codes;
use cleave_hir::Expr as H;

use crate::code::source::first_token;
use crate::convert::{is_base_of, is_same_class};
use crate::function::signature;
use crate::overload::{Callable, Candidate};
use crate::thir::{self, Category, Conversion, ExprKind};
use crate::{At, Context, Entity, Fill, Problem, Site, Ty};

impl<'db> Context<'db> {
    /// The call of a chosen function.
    pub(in crate::check) fn finish(
        &mut self,
        best: &Candidate<'db>,
        object: Option<thir::ExprId>,
        args: &[thir::ExprId],
        qualified: bool,
        site: Site<'db>,
    ) -> thir::ExprId {
        match &best.callable {
            Callable::Function(f) => self.call_function(*f, object, args, qualified, site),
            _ => self.error_expr(site),
        }
    }

    /// A call of a known function.
    pub(crate) fn call_function(
        &mut self,
        function: Entity<'db>,
        object: Option<thir::ExprId>,
        args: &[thir::ExprId],
        qualified: bool,
        site: Site<'db>,
    ) -> thir::ExprId {
        let db = self.db;
        let Some(sig) = signature(db, function) else {
            return self.error_expr(site);
        };
        let Some(converted) = self.converted_arguments(function, object, args, site) else {
            return self.infect(args, site);
        };
        if converted.deleted {
            return self.deleted(function, site);
        }
        self.check_called_access(function, object, site);
        self.check_inherited_function(function, object, site);
        if let Some(object) = object.filter(|_| !qualified) {
            let at = match self.written(site) {
                Some(H::Call(callee, _)) => self.site(*callee),
                _ => site,
            };
            self.check_inherited_access(function, self.ty(object), at);
        }
        if object.is_none()
            && let Some(H::Call(callee, _)) = self.written(site)
            && let H::Path(path) = &self.code[*callee]
            && function.decl(db).key(db) == crate::NameKey::of(&path.name)
        {
            let at = self.site(*callee);
            self.check_access_in_naming_class(function, path, at);
        }
        let discarded = object.filter(|_| !sig.has_object);
        let object = match object {
            Some(object)
                if sig.has_object && self.is_implicit(object) && !self.is_this_captured() =>
            {
                let at = match self.written(site) {
                    Some(H::Call(callee, _)) => self.site(*callee),
                    _ => site,
                };
                return self
                    .report(Problem::new(codes::THIS_NOT_IN_CAPTURE_LIST, at).at(At::First));
            }
            Some(object) if sig.has_object => {
                if self.is_implicit(object)
                    && let Some(H::Call(callee, _)) = self.written(site)
                {
                    self.note_this(self.site(*callee));
                }
                Some(self.object_argument(object, sig.class))
            }
            Some(_) => None,
            None if sig.has_object => {
                return self.reject(codes::NONSTATIC_MEMBER_WITHOUT_OBJECT, site);
            }
            None => None,
        };
        let ret = self.result_of(function);
        self.check_result(function, ret, site);
        let (ty, category) = result(db, ret);
        let kind = ExprKind::Call {
            callee: function,
            object,
            args: converted.args,
            is_virtual: sig.is_virtual && !qualified,
            is_operator: !matches!(self.written(site), Some(H::Call(..))),
        };
        let call = self.push(kind, ty, category, site);
        self.behind_object(discarded, call, site)
    }

    /// Whether what a function returns is deduced from a definition that it does not have.
    pub(in crate::check) fn is_undeduced(&self, function: Entity<'db>) -> bool {
        let db = self.db;
        !self.in_template()
            && !self.is_instantiation()
            && !self.is_substitution()
            && function.env(db).is_none()
            && function.decl(db).closure(db).is_none()
            && signature(db, function).is_some_and(|s| s.ty.ret.has_auto(db))
            && crate::function::definition(db, function).is_none()
    }

    /// Whether a body calls its own function before a `return` has said the type ([dcl.spec.auto.general]/11).
    fn is_being_deduced(&self, function: Entity<'db>) -> bool {
        let db = self.db;
        function == self.owner
            && self.at.is_some()
            && !self.in_template()
            && !self.is_substitution()
            && function.decl(db).closure(db).is_none()
            && signature(db, function).is_some_and(|s| s.ty.ret.has_auto(db))
    }

    /// What a function returns; while its own body is typed, what is known so far.
    pub(in crate::check) fn result_of(&mut self, function: Entity<'db>) -> Ty<'db> {
        match self.out.ret {
            Some(ret) if function == self.owner && !ret.has_auto(self.db) => ret,
            _ if self.is_undeduced(function) || self.is_being_deduced(function) => {
                if let Some(site) = self.at {
                    let at = first_token(self.db, site);
                    let problem = Problem::new(
                        codes::RETURN_TYPE_NOT_YET_DEDUCED {
                            entity: match function.env(self.db) {
                                Some(_) => Fill::DeclaredSignature(function),
                                None => Fill::Declared(function),
                            },
                        },
                        at,
                    )
                    .at(At::First);
                    if !self.problems.contains(&problem) {
                        self.problems.push(problem);
                    }
                }
                Ty::error(self.db)
            }
            _ if crate::function::is_deduced(self.db, function) => {
                // If the body has no end, what was asked for last is known.
                let known = self.out.required.len();
                let site = self.at;
                self.out.required.extend(site.map(|at| (function, at)));
                let ty = crate::check::return_type(self.db, function);
                self.out.required.truncate(known);
                ty
            }
            _ => crate::check::return_type(self.db, function),
        }
    }

    /// A call of a member function on an object.
    pub(crate) fn call_member(
        &mut self,
        function: Entity<'db>,
        object: thir::ExprId,
        args: &[thir::ExprId],
        site: Site<'db>,
    ) -> thir::ExprId {
        self.call_function(function, Some(object), args, false, site)
    }

    /// The object of a member call: a glvalue of the function's class.
    pub(crate) fn object_argument(
        &mut self,
        object: thir::ExprId,
        class: Option<Ty<'db>>,
    ) -> thir::ExprId {
        let db = self.db;
        self.is_set(object);
        let object = self.materialize(object);
        let ty = self.ty(object);
        match class {
            Some(class) if !is_same_class(db, ty, class) && is_base_of(db, class, ty) => {
                let to = class.unqualified(db).qualified(db, ty.top_quals(db));
                self.convert_glvalue(Conversion::ToBase(class.unqualified(db)), object, to)
            }
            _ => object,
        }
    }
}

/// The type and category of an expression of a declared type: of a call's result, of a parameter.
pub(crate) fn result<'db>(db: &'db dyn cleave_base_db::Db, ty: Ty<'db>) -> (Ty<'db>, Category) {
    let operand = crate::convert::operand_of_type(db, ty);
    // A prvalue that is no class has no qualifiers ([expr.type]/2).
    match operand.category {
        Category::Prvalue if !operand.ty.is_class(db) && !operand.ty.is_array(db) => {
            (operand.ty.unqualified(db), Category::Prvalue)
        }
        category => (operand.ty, category),
    }
}
