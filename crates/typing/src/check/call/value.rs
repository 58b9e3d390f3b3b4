//! Calls of values: pointers to functions, and objects of classes with a call operator ([over.call.object]).

use cleave_codes::codes;
use cleave_hir::{ExprId, NameId};
use cleave_lang::{Operator, RefQualifier};
use cleave_syntax::Standard;

use crate::check::call::{Callees, result};
use crate::check::init::{Mode, Purpose};
use crate::code::source::first_token;
use crate::convert::{Options, Sequence};
use crate::function::signature;
use crate::overload::{
    Call, Callable, Candidate, Choice, Pool, add_function, as_one_class, select,
};
use crate::thir::{self, Category, ExprKind};
use crate::written::Target;
use crate::{Context, Entity, Fill, FnTy, Site, TyKind};

impl<'db> Context<'db> {
    pub(in crate::check) fn call_value_with(
        &mut self,
        callee: thir::ExprId,
        args: &[ExprId],
        site: Site<'db>,
    ) -> thir::ExprId {
        let from = self.out.exprs.len();
        let Some(es) = self.arguments(args) else {
            return self.dependent_expr(site);
        };
        // To the reference a call of an object in a template depends where one of a function that is found by its arguments does, and
        // where the object is a closure.
        let is_open = match self.ty(callee).kind(self.db) {
            TyKind::Closure(_) => self.in_template(),
            TyKind::Class(_) => self.has_dependent_constant(args, from),
            _ => false,
        };
        match is_open {
            true => self.dependent_expr(site),
            false => self.call_value(callee, &es, site),
        }
    }

    /// A call of a value: through pointers and references to functions, of class objects.
    pub(crate) fn call_value(
        &mut self,
        callee: thir::ExprId,
        args: &[thir::ExprId],
        site: Site<'db>,
    ) -> thir::ExprId {
        let db = self.db;
        let callee_kind = self.node(callee).kind.clone();
        if let ExprKind::Overloaded {
            set,
            explicit,
            object,
        } = callee_kind
        {
            let explicit = explicit.and_then(|s| self.written_args(s));
            let callees = Callees {
                set: set.to_vec(),
                object,
                explicit,
                adl: None,
                qualified: false,
                unknown: false,
            };
            return self.call_functions(callees, args, site, None);
        }
        if let ExprKind::Function(f) = callee_kind {
            let callees = Callees {
                set: vec![f],
                object: None,
                explicit: None,
                adl: None,
                qualified: true,
                unknown: false,
            };
            return self.call_functions(callees, args, site, None);
        }
        if let ExprKind::MemberPointer(object, pointer) = callee_kind
            && let Some(f) = self.ty(callee).as_function(db)
        {
            // Qualifiers are as binding as in a call by name ([expr.mptr.oper]/6).
            let operand = self.operand(object);
            let standard = self.code_ref.file(db).dialect(db).standard;
            if let Some(code) = wrong_category(self.category(object), f, standard) {
                let ty = Fill::Type(self.ty(pointer).unqualified(db));
                return self.wrong_operand((code, vec![ty]), pointer);
            }
            if crate::overload::object_sequence(self, f, None, &operand).is_none() {
                let (of, own) = (operand.ty.top_quals(db), f.quals);
                let drops = of.is_const && !own.is_const || of.is_volatile && !own.is_volatile;
                return match drops {
                    true => {
                        let at = first_token(db, self.site_of(object));
                        let problem =
                            crate::Problem::new(codes::FUNCTION_QUALIFIERS_INCOMPATIBLE, at);
                        self.report(problem.at(crate::At::First))
                    }
                    false => self.reject(codes::Code::NONE, site),
                };
            }
            let Some(args) = self.indirect_arguments(callee, f, args, site) else {
                return self.infect(args, site);
            };
            let (ty, category) = result(db, f.ret);
            return self.push(
                ExprKind::CallMember(object, pointer, args),
                ty,
                category,
                site,
            );
        }
        if self.is_bad(callee) || args.iter().any(|&e| self.is_bad(e)) {
            if !self.is_bad(callee)
                && !self.in_template()
                && let Some(bad) = self.wrong_callee(callee, args, site)
            {
                return bad;
            }
            let mut parts = args.to_vec();
            parts.push(callee);
            return self.infect(&parts, site);
        }
        if self.ty(callee).is_class(db) {
            return self.call_object(callee, args, site);
        }
        let pointer = self.rvalue(callee);
        let function = self.ty(pointer).pointee(db).and_then(|t| t.as_function(db));
        let Some(function) = function else {
            // A variable of type `void` was reported where it is declared.
            let is_variable = matches!(self.node(callee).kind, ExprKind::Static(_));
            if is_variable && self.ty(callee).is_void(db) {
                return self.error_expr(site);
            }
            return self.callee_is_no_function(site);
        };
        match self.indirect_arguments(pointer, function, args, site) {
            Some(args) => {
                let (ty, category) = result(db, function.ret);
                self.push(ExprKind::CallIndirect(pointer, args), ty, category, site)
            }
            None => self.infect(args, site),
        }
    }

    fn callee_is_no_function(&mut self, site: Site<'db>) -> thir::ExprId {
        let at = first_token(self.db, site);
        let problem = crate::Problem::new(codes::CALLEE_NOT_A_FUNCTION, at);
        self.report(problem.at(crate::At::First))
    }

    /// What is said of the callee, or of how many arguments there are, where some of those are errors.
    fn wrong_callee(
        &mut self,
        callee: thir::ExprId,
        args: &[thir::ExprId],
        site: Site<'db>,
    ) -> Option<thir::ExprId> {
        let db = self.db;
        let ty = self.ty(callee).strip_reference(db);
        if ty.is_unknown(db) || ty.is_class(db) {
            return None;
        }
        let function = ty.pointee(db).unwrap_or(ty).as_function(db);
        let Some(function) = function else {
            let pointer = self.rvalue(callee);
            if self.is_bad(pointer) {
                return None;
            }
            return Some(self.callee_is_no_function(site));
        };
        let few = args.len() < function.params.len();
        let extra = args.get(function.params.len()).copied();
        self.miscounted(few, extra.filter(|_| !function.variadic), site)
    }

    pub(in crate::check) fn indirect_arguments(
        &mut self,
        callee: thir::ExprId,
        function: &FnTy<'db>,
        args: &[thir::ExprId],
        site: Site<'db>,
    ) -> Option<Box<[thir::ExprId]>> {
        let mut out = Vec::with_capacity(args.len());
        for (i, &arg) in args.iter().enumerate() {
            out.push(match function.params.get(i) {
                Some(&param) => self.for_target(Target::Indirect(callee, i as u32), |cx| {
                    cx.initialize(param, arg, Mode::Copy, Purpose::Argument)
                }),
                None if function.variadic => self.variadic(arg),
                None => arg,
            });
        }
        let few = args.len() < function.params.len();
        let extra = args.get(function.params.len()).copied();
        let extra = extra.filter(|_| !function.variadic);
        match self.miscounted(few, extra, site) {
            Some(_) => None,
            None => Some(out.into()),
        }
    }

    /// A call of a class object: `operator()` and surrogates ([over.call.object]).
    pub(in crate::check) fn call_object(
        &mut self,
        object: thir::ExprId,
        args: &[thir::ExprId],
        site: Site<'db>,
    ) -> thir::ExprId {
        let db = self.db;
        let class = self.ty(object).unqualified(db);
        let mut pool = Pool::default();
        let operands = self.operands(args);
        let object_operand = self.operand(object);
        let call = Call {
            object: Some(&object_operand),
            args: &operands,
            options: Options::COPY,
            explicit_args: None,
            skip_explicit: false,
            constructs: None,
            filter: false,
        };
        if let TyKind::Closure(closure) = *class.kind(db) {
            let operator = closure.operator(db);
            add_function(self, &mut pool, operator, &call);
            return match select(self, pool, args.len()) {
                Choice::One(best) => self.finish(&best, Some(object), args, false, site),
                Choice::None(failed) => {
                    self.no_function(&[operator], args, Some(object), &failed, None, site)
                }
                _ => self.infect(args, site),
            };
        }
        let mut set = Vec::new();
        match self.lookup_member(class, &NameId::Operator(Operator::Call)) {
            crate::lookup::Found::Entities { set: found, .. } => set = found,
            crate::lookup::Found::Unknown => pool.unknown = true,
            _ => {}
        }
        for &f in &set {
            add_function(self, &mut pool, f, &call);
        }
        as_one_class(self, &mut pool.candidates);
        for f in crate::class::conversions(db, class) {
            if !f.is_template(db) {
                self.add_surrogate(&mut pool, f, &object_operand, &call);
            }
        }
        match select(self, pool, args.len()) {
            Choice::One(best) => match best.callable.clone() {
                Callable::Surrogate(f, function) => {
                    let pointer = self.call_member(f, object, &[], site);
                    let pointer = self.rvalue(pointer);
                    match self.indirect_arguments(pointer, &function, args, site) {
                        Some(args) => {
                            let (ty, category) = result(db, function.ret);
                            self.push(ExprKind::CallIndirect(pointer, args), ty, category, site)
                        }
                        None => self.infect(args, site),
                    }
                }
                _ => self.finish(&best, Some(object), args, false, site),
            },
            Choice::None(_) if set.is_empty() => {
                self.reject(codes::CALLED_OBJECT_WITHOUT_CALL_OPERATOR, site)
            }
            Choice::None(failed) => self.no_function(&set, args, Some(object), &failed, None, site),
            Choice::Ambiguous(found) => self.ambiguous_call(&found, args, site),
            Choice::Unknown => self.infect(args, site),
        }
    }

    pub(in crate::check) fn add_surrogate(
        &mut self,
        pool: &mut Pool<'db>,
        conversion: Entity<'db>,
        object: &crate::template::Operand<'db>,
        call: &Call<'_, 'db>,
    ) {
        let db = self.db;
        let Some(sig) = signature(db, conversion) else {
            pool.unknown = true;
            return;
        };
        let ret = crate::check::return_type(db, conversion).strip_reference(db);
        let function = ret.pointee(db).unwrap_or(ret).as_function(db);
        let Some(function) = function.filter(|_| !sig.is_explicit) else {
            return;
        };
        let count = call.args.len();
        if count < function.params.len() || count > function.params.len() && !function.variadic {
            return;
        }
        let Some(first) = crate::overload::object_sequence(self, &sig.ty, None, object) else {
            return;
        };
        let mut sequences = vec![first];
        for (i, arg) in call.args.iter().enumerate() {
            let found = match function.params.get(i) {
                Some(&param) => crate::convert::quietly(self, |cx| {
                    crate::convert::sequence(cx, arg, param, call.options)
                }),
                None => Some(Sequence::Ellipsis),
            };
            match found {
                Some(found) => sequences.push(found),
                None => return,
            }
        }
        pool.candidates.push(Candidate {
            callable: Callable::Surrogate(conversion, function.clone()),
            params: function.params.to_vec(),
            ..Candidate::new(sequences)
        });
    }
}

/// What is said of a pointer to a member function with a ref-qualifier that an object of this category does not have
/// ([expr.mptr.oper]/6). Since C++20 `const &` takes any.
fn wrong_category(
    object: Category,
    function: &FnTy<'_>,
    standard: Standard,
) -> Option<codes::Code> {
    let quals = function.quals;
    let any = standard >= Standard::Cpp20 && quals.is_const && !quals.is_volatile;
    match (function.ref_qualifier?, object) {
        (RefQualifier::Rvalue, Category::Lvalue) => Some(codes::MEMBER_POINTER_NEEDS_RVALUE),
        (RefQualifier::Lvalue, Category::Prvalue | Category::Xvalue) if !any => {
            Some(codes::MEMBER_POINTER_NEEDS_LVALUE)
        }
        _ => None,
    }
}
