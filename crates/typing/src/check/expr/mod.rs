//! The kinds of expressions ([expr]).

mod allocation;
pub(crate) mod conditional;
pub(crate) mod constant;
pub(crate) mod folding;
mod launch;
mod library;
pub(crate) mod literal;
mod lossy;
pub(crate) mod measure;
pub(crate) mod name;
pub(crate) mod new;
pub(crate) mod operator;
pub(crate) mod pack;
mod statement;
mod unmarked;
mod vector;

use cleave_codes::codes;
use cleave_hir::{Expr as H, ExprId, KeywordOperator, TypeId, TypeOrExpr};
use cleave_lang::{Builtin, Operator};

use crate::check::expr::name::Named;
use crate::code::source::first_token;
use crate::convert::quietly;
use crate::thir::{self, Category, Conversion, ExprKind};
use crate::written::Target;
use crate::{At, Context, Problem, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// Types an expression.
    pub(crate) fn expr(&mut self, expr: ExprId) -> thir::ExprId {
        let site = self.site(expr);
        if self.depth > crate::check::DEPTH {
            return self.error_expr(site);
        }
        self.depth += 1;
        let e = self.reading_at(site, |cx| cx.expr_inner(expr, site));
        let own = self.site_of(e);
        if own.index != site.index && own.code == site.code && !own.is_type {
            self.body.shells.insert(own.index, site.index);
        }
        self.depth -= 1;
        e
    }

    /// Types an expression whose value is not used.
    pub(crate) fn unevaluated(&mut self, expr: ExprId) -> thir::ExprId {
        self.in_unevaluated(|cx| cx.expr(expr))
    }

    pub(super) fn expr_inner(&mut self, expr: ExprId, site: Site<'db>) -> thir::ExprId {
        let code = self.code;
        match &code[expr] {
            H::Missing => self.error_expr(site),
            H::Literal(literal) => self.literal_expr(literal, site),
            H::Path(path) => self.path_expr(path, site),
            // A body has no object if its function has none; what else is read may not know of one.
            H::This if self.has_no_object() => {
                self.reject(codes::THIS_OUTSIDE_MEMBER_FUNCTION, site)
            }
            H::This
                if self.scopes.this.is_none()
                    && (!self.in_template() || self.is_of_plain_function())
                    && (!self.scopes.blocks.is_empty() && self.code_ref.body.is_some()
                        || self.is_in_namespace()) =>
            {
                let code = match self.scopes.closure {
                    Some(_) => codes::THIS_IN_LAMBDA_BODY,
                    None => codes::THIS_OUTSIDE_MEMBER_FUNCTION,
                };
                self.reject(code, site)
            }
            H::This => match self.is_this_captured() {
                true => {
                    self.note_this(site);
                    self.this_expr(site)
                }
                false => self.reject(codes::THIS_NOT_IN_CAPTURE_LIST, site),
            },
            H::Paren(inner) => self.expr(*inner),
            H::Prefix(op, operand) => self.prefix_expr(*op, *operand, site),
            H::Postfix(op, operand) => {
                let e = self.expr(*operand);
                self.postfix(*op, e, site)
            }
            H::Keyword(op, operand) => self.keyword(*op, *operand, site),
            H::Binary(op, ..) => {
                let e = self.chain(expr);
                self.uncalled_member(*op, e, site)
            }
            H::Conditional(condition, then, otherwise) => {
                self.conditional(*condition, *then, *otherwise, site)
            }
            H::Call(callee, args) => self.call(*callee, args, site),
            H::Launch(callee, config, args) => self.launch(*callee, config, args, site),
            H::Index(base, args) => self.index_expr(*base, args, site),
            H::Member {
                base,
                arrow,
                member,
                ..
            } => self.member_expr(*base, *arrow, member, site),
            H::CStyleCast(ty, operand) => {
                let at = self.type_site(*ty);
                if self.is_within_placeholder(*ty) {
                    return self.error_expr(site);
                }
                let written = *ty;
                let ty = self.type_of(written);
                let problems = self.problems.len();
                let e = self.expr(*operand);
                if self.is_wrong_operand(*operand, e, problems) {
                    return self.error_expr(site);
                }
                self.for_target(Target::Type(written), |cx| {
                    cx.check_cast_qualifiers(ty, at);
                    match cx.is_no_target(None, ty, e, at) {
                        true => cx.error_expr(site),
                        false => cx.c_style_cast(ty, e, site),
                    }
                })
            }
            H::Functional(ty, args) => self.functional_expr(*ty, args, site),
            H::Braced(ty, list) => self.braced_expr(*ty, *list, site),
            H::NamedCast(cast, ty, operand) => {
                let at = self.type_site(*ty);
                let written = *ty;
                let ty = self.type_of(written);
                let problems = self.problems.len();
                let e = self.expr(*operand);
                if self.is_wrong_operand(*operand, e, problems) {
                    return self.error_expr(site);
                }
                self.for_target(Target::Type(written), |cx| {
                    cx.check_cast_qualifiers(ty, at);
                    match cx.is_no_target(Some(*cast), ty, e, at) {
                        true => cx.error_expr(site),
                        false => cx.named_cast(*cast, ty, e, site),
                    }
                })
            }
            H::List(items) => self.list_expr(items, site),
            H::SizeofType(written) | H::AlignofType(written)
                if self.is_placeholder_type(*written) =>
            {
                self.error_expr(site)
            }
            H::SizeofType(written) => {
                let ty = self.undeduced_type(*written);
                if ty.is_function(self.db) {
                    self.problems
                        .push(Problem::new(codes::SIZEOF_FUNCTION, site).at(At::Inside));
                }
                self.size_of(ty, false, site)
            }
            H::SizeofExpr(operand) => {
                let bit_field = self.is_bit_field(*operand);
                if bit_field {
                    let at = first_token(self.db, self.site(*operand));
                    let problem = Problem::new(codes::SIZEOF_BIT_FIELD, at).at(At::First);
                    return self.report(problem);
                }
                let ty = self.type_or_expr(*operand);
                if ty.is_function(self.db) && !self.in_template() {
                    let at = self.site(*operand);
                    self.problems
                        .push(Problem::new(codes::SIZEOF_FUNCTION, at).at(At::First));
                }
                self.size_of(ty, false, site)
            }
            H::SizeofPack(name) => self.size_of_pack(name, site),
            H::AlignofType(written) => {
                let ty = self.undeduced_type(*written);
                let asked = crate::class::layout::asked_by_alias(self, *written);
                self.align_of(ty, asked, site)
            }
            H::AlignofExpr(operand) => {
                let ty = self.type_or_expr(*operand);
                let asked = self.alignment_of_named(*operand);
                self.align_of(ty, asked, site)
            }
            H::TypeidType(ty) => {
                let ty = self.type_of(*ty);
                let dependent = ty.is_dependent(self.db);
                self.type_info(None, dependent, site)
            }
            H::TypeidExpr(operand) => {
                let e = self.expr(*operand);
                let dependent = self.is_dependent(e);
                self.type_info(Some(e), dependent, site)
            }
            H::Noexcept(operand) => self.noexcept(*operand, site),
            H::New {
                global,
                placement,
                ty,
                init,
            } => self.new_expr(*global, placement, *ty, init, site),
            H::Delete {
                global,
                array,
                operand,
            } => self.delete(*global, *array, *operand, site),
            H::Lambda(lambda) => self.lambda(lambda, site),
            H::Fold {
                op,
                left,
                right,
                is_left,
            } => self.fold(*op, *left, *right, *is_left, site),
            H::Requires(params, requirements) => self.requires(params, requirements, site),
            H::Statements(block) => self.statement_expr(*block, site),
            H::Throw(operand) => {
                let value = operand.map(|e| {
                    let e = self.expr(e);
                    if self.ty(e).is_void(self.db) && !self.is_bad(e) {
                        return self.wrong_operand(codes::THROW_OF_VOID, e);
                    }
                    self.check_thrown(e);
                    self.thrown(e)
                });
                let ty = self.builtin(Builtin::Void);
                self.prvalue(ExprKind::Throw(value), ty, site)
            }
            H::Pack(_) => self.dependent_expr(site),
            H::Trait(name, args) => self.type_trait(name.as_str(), args, site),
            H::Offsetof(ty, member) => self.offsetof(*ty, *member, site),
            H::VaArg(list, ty) => {
                let list = self.expr(*list);
                let at = self.type_site(*ty);
                let ty = self.type_of(*ty);
                if self.is_bad(list) || ty.is_unknown(self.db) {
                    return self.infect(&[list], site);
                }
                self.check_passed_type(ty, at);
                let class = ty.unqualified(self.db);
                if class.is_class(self.db)
                    && !self.is_instantiation()
                    && self.is_trivially_copyable(class) == Some(false)
                {
                    let problem = Problem::new(codes::VA_ARG_OF_CLASS, at);
                    return self.report(problem.at(At::First));
                }
                let (ty, category) = crate::check::call::result(self.db, ty);
                let kind = ExprKind::Builtin("__builtin_va_arg".into(), Box::new([list]));
                self.push(kind, ty, category, site)
            }
            H::BitCast(ty, operand) => {
                let at = self.type_site(*ty);
                let ty = self.type_of(*ty);
                let e = self.expr(*operand);
                if self.is_bad(e) || ty.is_unknown(self.db) {
                    let dependent = ty.is_dependent(self.db) || self.is_dependent(e);
                    return match dependent {
                        true => self.dependent_of(ty, Category::Prvalue, site),
                        false => self.error_expr(site),
                    };
                }
                if let Some(problem) = self.refused_bit_cast(ty, at, e, self.site(*operand)) {
                    return self.report(problem);
                }
                let object = self.ty(e).is_class(self.db) || self.ty(e).is_array(self.db);
                let value = match object {
                    true => e,
                    false => self.rvalue(e),
                };
                self.convert(Conversion::Bits, value, ty.unqualified(self.db))
            }
            H::Builtin(name, args) => self.mixed_builtin(name.as_str(), args, site),
            H::LabelAddress(_) => {
                let ty = self.builtin(Builtin::Void).pointer(self.db);
                self.push(ExprKind::Error, ty, Category::Prvalue, site)
            }
        }
    }

    /// A chain of infix operators leans to the left: it is walked along, not into.
    pub(in crate::check) fn chain(&mut self, expr: ExprId) -> thir::ExprId {
        let mut spine = Vec::new();
        let mut at = expr;
        while let H::Binary(op, left, right) = self.code[at] {
            spine.push((op, right, self.site(at)));
            at = left;
        }
        let mut e = match self.unmarked_call(at, &mut spine) {
            Some(call) => call,
            None => self.expr(at),
        };
        let mut before: Option<(Operator, Site<'db>)> = None;
        for (op, right, site) in spine.into_iter().rev() {
            if let Some((op, site)) = before.replace((op, site)) {
                e = self.uncalled_member(op, e, site);
            }
            let uninitialized = self.uninitialized_operand(op, e);
            let left_out = match op {
                Operator::LogicalAnd => self.written_truth(e) == Some(false),
                Operator::LogicalOr => self.written_truth(e) == Some(true),
                _ => false,
            };
            let right = self.maybe_left_out(left_out, |cx| cx.expr(right));
            self.read_before(uninitialized, right);
            e = match (op, &self.node(right).kind) {
                // `x = {…}` on a scalar; a class's is an argument of `operator=`.
                (Operator::Assign, ExprKind::List(_))
                    if !self.is_bad(e) && !self.ty(e).is_class(self.db) =>
                {
                    self.assign_list(e, right, site)
                }
                _ => self.binary(op, e, right, site),
            };
        }
        e
    }

    pub(super) fn assign_list(
        &mut self,
        target: thir::ExprId,
        list: thir::ExprId,
        site: Site<'db>,
    ) -> thir::ExprId {
        let ty = self.ty(target).unqualified(self.db);
        let value = self.list_initialize(
            ty,
            list,
            crate::check::init::Mode::Copy,
            crate::check::init::Purpose::Assignment,
        );
        self.binary(Operator::Assign, target, value, site)
    }

    pub(super) fn prefix_expr(
        &mut self,
        op: Operator,
        operand: ExprId,
        site: Site<'db>,
    ) -> thir::ExprId {
        // `&A::m` is a pointer to member; parentheses would make it an access.
        if op == Operator::AddressOf
            && let H::Path(path) = &self.code[operand]
            && !path.is_unqualified()
        {
            let path: &'db cleave_hir::Path = path;
            let at = self.site(operand);
            if let crate::lookup::Found::Entities {
                set,
                class: Some(class),
            } = quietly(self, |cx| cx.lookup_path(path))
                && let [field] = set[..]
                && let Some(decl) = field.hir(self.db)
                && matches!(decl.kind, cleave_hir::DeclKind::Variable(_))
                && decl.parent.is_some()
                && !decl
                    .spec
                    .any(cleave_names::decl::Spec::STATIC.with(cleave_names::decl::Spec::CONSTEXPR))
            {
                let named = match quietly(self, |cx| cx.scope_of(path)) {
                    crate::lookup::qualified::Scope::Type(named) => named,
                    _ => class,
                };
                self.check_data_access(field, Some(named), at);
                return self.member_address(field, class, named, site);
            }
            let e = match self.name(path, at) {
                // Without the object that an access would have.
                Named::Functions { set, unknown, .. } => {
                    self.check_named_access(&set, path, at);
                    let named = Named::Functions {
                        set,
                        object: None,
                        unknown,
                    };
                    self.named_expr(named, path, at)
                }
                named => self.named_expr(named, path, at),
            };
            return self.prefix(op, e, site);
        }
        let uninitialized = (op == Operator::Dereference && !self.body.uninitialized.is_empty())
            .then(|| self.body.uninitialized.clone());
        let e = self.expr(operand);
        let made = self.prefix(op, e, site);
        if let Some(before) = uninitialized
            && let ExprKind::Unary(Operator::Dereference, pointer) = self.node(made).kind
        {
            self.dereferenced(pointer, &before);
        }
        made
    }

    pub(super) fn keyword(
        &mut self,
        op: KeywordOperator,
        operand: ExprId,
        site: Site<'db>,
    ) -> thir::ExprId {
        let db = self.db;
        let e = self.expr(operand);
        match op {
            KeywordOperator::Extension => e,
            KeywordOperator::Real | KeywordOperator::Imag => {
                if self.is_bad(e) {
                    return self.infect(&[e], site);
                }
                let whole = self.node(e);
                let (ty, category) = (whole.ty, whole.category);
                let part = match ty.kind(db) {
                    TyKind::Complex(b) => self.builtin(*b),
                    // The real part of a number is the number.
                    _ if op == KeywordOperator::Real => return e,
                    _ => ty.unqualified(db),
                };
                let name = match op {
                    KeywordOperator::Real => "__real__",
                    _ => "__imag__",
                };
                if category == Category::Lvalue && matches!(ty.kind(db), TyKind::Complex(_)) {
                    let part = part.qualified(db, ty.quals(db));
                    let kind = ExprKind::Builtin(name.into(), Box::new([e]));
                    return self.push(kind, part, category, site);
                }
                let e = self.rvalue(e);
                self.prvalue(ExprKind::Builtin(name.into(), Box::new([e])), part, site)
            }
            KeywordOperator::Await | KeywordOperator::Yield => self.error_expr(site),
        }
    }

    pub(super) fn index_expr(
        &mut self,
        base: ExprId,
        args: &[ExprId],
        site: Site<'db>,
    ) -> thir::ExprId {
        let base = self.expr(base);
        let Some(es) = self.arguments(args) else {
            return self.dependent_expr(site);
        };
        match es[..] {
            [index] => self.index(base, index, site),
            _ => self.infect(&es, site),
        }
    }

    /// `T(args)` where the grammar knows a type.
    pub(super) fn functional_expr(
        &mut self,
        ty: TypeId,
        args: &'db [ExprId],
        site: Site<'db>,
    ) -> thir::ExprId {
        if self.names_own_constructor(ty) {
            let at = self.type_site(ty);
            let problem = Problem::new(codes::QUALIFIED_CONSTRUCTOR_CALL, at);
            return self.report(problem.at(At::First));
        }
        let template = self.placeholder_class(ty);
        let Some(es) = self.arguments(args) else {
            // What is deduced from a pack is not known before that is expanded ([temp.dep.type]).
            let ty = match template {
                Some(_) => self.dependent_type(site),
                None => self.type_of(ty),
            };
            return self.dependent_of(ty, Category::Prvalue, site);
        };
        let target = Target::Type(ty);
        let ty = match template {
            Some(template) => self.deduce_class(template, &es, false, site),
            None => {
                let at = self.type_site(ty);
                let ty = self.type_of(ty);
                if self.for_target(target, |cx| cx.is_no_construction(ty, &es, at)) {
                    return self.error_expr(site);
                }
                ty
            }
        };
        self.for_target(target, |cx| cx.functional(ty, &es, site))
    }

    pub(super) fn braced_expr(
        &mut self,
        ty: TypeId,
        list: ExprId,
        site: Site<'db>,
    ) -> thir::ExprId {
        let target = Target::Type(ty);
        let template = self.placeholder_class(ty);
        let list = self.expr(list);
        let ty = match (template, self.node(list).kind.clone()) {
            (Some(template), ExprKind::List(items)) => {
                self.deduce_class(template, &items, true, site)
            }
            (Some(_), _) if self.is_dependent(list) => self.dependent_type(site),
            _ => self.type_of(ty),
        };
        if ty.is_unknown(self.db) {
            return self.functional(ty, &[list], site);
        }
        self.for_target(target, |cx| cx.braced(ty, list, site))
    }

    /// The class template that a type names without arguments.
    pub(crate) fn placeholder_class(&mut self, ty: TypeId) -> Option<crate::Entity<'db>> {
        let code = self.code;
        let mut at = ty;
        let path = loop {
            match &code[at] {
                cleave_hir::TypeRef::Path { path, .. } => break path,
                cleave_hir::TypeRef::Qualified(_, t) => at = *t,
                _ => return None,
            }
        };
        if path.args.is_some() {
            return None;
        }
        let site = Site {
            code: self.code_ref,
            index: 0,
            is_type: false,
        };
        let unknown = self.unknown;
        let dependent = self.out.dependent;
        let found = match quietly(self, |cx| cx.name(path, site)) {
            Named::Template(template) => Some(template),
            _ => None,
        };
        self.unknown = unknown;
        self.out.dependent = dependent;
        found.filter(|t| self.may_be_placeholder(*t))
    }

    /// A type as written; whether it depends on template parameters is noted.
    pub(crate) fn type_of(&mut self, ty: TypeId) -> Ty<'db> {
        let ty = self.resolve_type(ty);
        if ty.is_dependent(self.db) {
            self.out.dependent = true;
        }
        ty
    }

    /// What is thrown: a copy of the operand.
    pub(super) fn thrown(&mut self, e: thir::ExprId) -> thir::ExprId {
        if self.is_bad(e) {
            return e;
        }
        if let Some(bad) = self.undetermined(e) {
            return bad;
        }
        let ty = self.ty(e).decayed(self.db);
        if ty
            .pointee(self.db)
            .is_some_and(|t| self.lacks_definition(t))
        {
            return self.wrong_operand(codes::THROW_OF_POINTER_TO_INCOMPLETE, e);
        }
        let thrown = self.thrown_object(ty, e);
        self.check_temporary(thrown);
        thrown
    }

    /// Builtins that mix types and expressions and that no other rule knows.
    pub(super) fn mixed_builtin(
        &mut self,
        name: &str,
        args: &'db [TypeOrExpr],
        site: Site<'db>,
    ) -> thir::ExprId {
        match name {
            "__builtin_types_compatible_p" | "__builtin_offsetof" => {
                self.type_trait(name, args, site)
            }
            "<?" | ">?" => {
                let [TypeOrExpr::Expr(a), TypeOrExpr::Expr(b)] = args else {
                    return self.error_expr(site);
                };
                let (a, b) = (self.expr(*a), self.expr(*b));
                self.lesser_or_greater(name, a, b, site)
            }
            _ => {
                for arg in args {
                    if let TypeOrExpr::Expr(e) = arg {
                        self.expr(*e);
                    }
                }
                self.error_expr(site)
            }
        }
    }

    /// `a <? b` of arithmetic operands.
    fn lesser_or_greater(
        &mut self,
        name: &str,
        a: thir::ExprId,
        b: thir::ExprId,
        site: Site<'db>,
    ) -> thir::ExprId {
        if self.is_bad(a) || self.is_bad(b) {
            return self.infect(&[a, b], site);
        }
        let (a, b) = (self.rvalue(a), self.rvalue(b));
        let Some(ty) = self.common_arithmetic(self.ty(a), self.ty(b)) else {
            return self.error_expr(site);
        };
        let operands = [a, b].map(|e| self.arithmetic(e, ty));
        self.prvalue(ExprKind::Builtin(name.into(), operands.into()), ty, site)
    }
}
