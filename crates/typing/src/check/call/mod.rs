//! Calls ([expr.call], [over.call]).

pub(crate) mod arguments;
mod assigned;
pub(crate) mod builtin;
pub(crate) mod builtin_table;
mod dependent_constants;
pub(crate) mod device_table;
mod erroneous;
pub(crate) mod launched;
mod mismatched;
mod nondependent;
pub(crate) mod report;
mod value;

use cleave_codes::codes;
use cleave_hir::{Expr as H, ExprId, NameId, Path, TemplateArgRef};
use cleave_lang::Operator;

use crate::check::expr::name::Named;
use crate::check::expr::name::template_arguments::Suppressed;
use crate::code::source::first_token;
use crate::convert::{Options, is_base_of, is_same_class, quietly};
use crate::function::signature;
use crate::overload::{
    Call, Callable, Candidate, Choice, Pool, UNFILTERED, add_function, as_one_class, select,
};
use crate::thir::{self, Category, Conversion, ExprKind};
use crate::{At, Context, Entity, Fill, Problem, Site, Ty, TyKind};

/// Sets of fewer are looked through by each call.
const FEW: usize = 16;

/// A set of functions to call.
pub(crate) struct Callees<'a, 'db> {
    /// The functions and templates.
    pub set: Vec<Entity<'db>>,
    /// The object of a member call; of an unqualified name in a member function `*this`.
    pub object: Option<thir::ExprId>,
    /// Explicit template arguments.
    pub explicit: Option<&'a [TemplateArgRef]>,
    /// Look functions up by the arguments too.
    pub adl: Option<&'a NameId>,
    /// Named with a qualifier: no virtual call.
    pub qualified: bool,
    /// What could be found is not all.
    pub unknown: bool,
}

impl<'db> Context<'db> {
    /// The arguments of a call, packs expanded.
    pub(crate) fn arguments(&mut self, args: &[ExprId]) -> Option<Vec<thir::ExprId>> {
        let mut out = Vec::with_capacity(args.len());
        for &arg in args {
            match self.code[arg] {
                H::Pack(pattern) => out.extend(self.expansion(pattern)?),
                _ => out.push(self.expr(arg)),
            }
        }
        Some(out)
    }

    /// The elements that a pack expansion makes; `None`: the pack is not bound, or its length is not known.
    pub(crate) fn expansion(&mut self, pattern: ExprId) -> Option<Vec<thir::ExprId>> {
        self.expand_with(pattern, |cx| cx.expr(pattern))
    }

    /// `f(args)`
    pub(crate) fn call(
        &mut self,
        callee: ExprId,
        args: &'db [ExprId],
        site: Site<'db>,
    ) -> thir::ExprId {
        let mut inner = callee;
        let mut parens = false;
        while let H::Paren(e) = self.code[inner] {
            (inner, parens) = (e, true);
        }
        if let Some(e) = self.named_assignment(inner, args, site) {
            return e;
        }
        let code = self.code;
        match &code[inner] {
            H::Path(path) => self.call_path(path, inner, parens, args, site),
            H::Member {
                base,
                arrow,
                member,
                ..
            } => {
                let reported = self.problems.len();
                let found = self.member_callee(*base, *arrow, member, self.site(inner));
                if self.problems.len() == reported {
                    let at = self.site(inner);
                    self.check_compared_arguments(&found, (member, at), Some((args, site)));
                }
                if let (Named::Value(value), Some([argument])) = (&found, member.args.as_deref())
                    && let Some(e) = self.compared_member(*value, argument, args, site)
                {
                    return e;
                }
                self.call_named(found, inner, member, args, site)
            }
            H::Binary(Operator::DotStar | Operator::ArrowStar, ..) => {
                let callee = self.chain(inner);
                self.call_value_with(callee, args, site)
            }
            _ => {
                let callee = self.expr(callee);
                self.call_value_with(callee, args, site)
            }
        }
    }

    pub(super) fn call_path(
        &mut self,
        path: &'db Path,
        inner: ExprId,
        parens: bool,
        args: &'db [ExprId],
        site: Site<'db>,
    ) -> thir::ExprId {
        let at = self.site(inner);
        if let Some(e) = self.destructor_without_object(path, at) {
            return e;
        }
        if self.names_own_class(path) {
            let problem = Problem::new(codes::QUALIFIED_CONSTRUCTOR_CALL, at);
            return self.report(problem.at(At::First));
        }
        let named = self.name(path, at);
        if let Named::Functions {
            set,
            object,
            unknown,
        } = named
        {
            if !path.is_unqualified() && self.names_constructors(&set) {
                let problem = Problem::new(codes::QUALIFIED_CONSTRUCTOR_CALL, at);
                return self.report(problem.at(At::First));
            }
            let adl = path.is_unqualified()
                && !parens
                && !self.is_member_set(&set)
                && !self.has_block_function(&set);
            let callees = Callees {
                set,
                object,
                explicit: path.args.as_deref(),
                adl: adl.then_some(&path.name),
                qualified: !path.is_unqualified(),
                // Those that are declared implicitly are not in the set ([basic.stc.dynamic.general]/2).
                unknown: unknown || names_allocation(path),
            };
            return self.call_set(callees, args, site);
        }
        if let Named::Nothing = named {
            if let NameId::Ident(name) = &path.name
                && path.is_unqualified()
                && let Some(e) = self.builtin_call(name.as_str(), args, site)
            {
                return e;
            }
            if !path.is_unqualified() || parens {
                return self.undefined(path, at);
            }
            // Only the arguments can tell.
            let callees = Callees {
                set: Vec::new(),
                object: None,
                explicit: path.args.as_deref(),
                adl: Some(&path.name),
                qualified: false,
                unknown: false,
            };
            let (problems, from) = (self.problems.len(), self.out.exprs.len());
            let Some(es) = self.arguments(args) else {
                return self.dependent_expr(site);
            };
            if self.has_dependent_constant(args, from) {
                return self.dependent_expr(site);
            }
            // An argument that is an error has no associated entities ([basic.lookup.argdep]).
            let reported = self.problems.len() - problems;
            let bad = es.iter().filter(|e| self.is_bad(**e));
            if (1..=reported).contains(&bad.count())
                && !es.iter().any(|&e| self.is_dependent(e))
                && !self.is_instantiation()
                && !self.is_substitution()
            {
                return self.undefined(path, at);
            }
            return self.call_functions(callees, &es, site, Some((path, at)));
        }
        self.call_named(named, inner, path, args, site)
    }

    /// Whether a set has a function that a block declares: arguments are then not looked through ([basic.lookup.argdep]/1). Blocks declare
    /// few; what their using-declarations bring of namespaces stands in front of it or behind it.
    fn has_block_function(&self, set: &[Entity<'db>]) -> bool {
        let db = self.db;
        let is_one = |f: &Entity<'db>| {
            let decl = f.decl(db);
            decl.code(db).body.is_some() && decl.closure(db).is_none()
        };
        match set.len() > FEW {
            true => set.first().is_some_and(is_one) || set.last().is_some_and(is_one),
            false => set.iter().any(is_one),
        }
    }

    pub(super) fn is_member_set(&self, set: &[Entity<'db>]) -> bool {
        let db = self.db;
        set.first().is_some_and(|f| {
            f.hir(db).is_some_and(|d| d.parent.is_some()) && {
                let decl = f.hir(db);
                decl.is_some_and(|d| !d.spec.any(cleave_names::decl::Spec::FRIEND))
            }
        })
    }

    pub(super) fn call_named(
        &mut self,
        named: Named<'db>,
        inner: ExprId,
        path: &'db Path,
        args: &'db [ExprId],
        site: Site<'db>,
    ) -> thir::ExprId {
        let at = self.site(inner);
        match named {
            Named::Functions {
                set,
                object,
                unknown,
            } => {
                let callees = Callees {
                    set,
                    object,
                    explicit: path.args.as_deref(),
                    adl: None,
                    qualified: !path.qualifiers.is_empty(),
                    unknown,
                };
                self.call_set(callees, args, site)
            }
            Named::Type(ty) => {
                let Some(es) = self.arguments(args) else {
                    return self.dependent_of(ty, Category::Prvalue, site);
                };
                if self.is_no_construction(ty, &es, at) {
                    return self.error_expr(site);
                }
                let problems = self.problems.len();
                let made = self.functional(ty, &es, site);
                // In the body of a template the reference looks at no class that is made by one argument.
                let is_open = self.in_template() && self.code_ref.body.is_some();
                if is_open && ty.is_class(self.db) && es.len() == 1 {
                    self.problems.truncate(problems);
                }
                made
            }
            Named::Template(template) => {
                let Some(es) = self.arguments(args) else {
                    return self.dependent_expr(site);
                };
                let ty = self.deduce_class(template, &es, false, site);
                self.functional(ty, &es, site)
            }
            Named::Destructor(object, function) => {
                self.check_destructor(self.ty(object), at, crate::At::First);
                let void = self.builtin(cleave_lang::Builtin::Void);
                let is_qualified = !path.qualifiers.is_empty();
                self.prvalue(
                    ExprKind::Destroy(object, function, is_qualified),
                    void,
                    site,
                )
            }
            Named::Value(callee) => self.call_value_with(callee, args, site),
            Named::Nothing => self.undefined(path, at),
            Named::Dependent => {
                // Arguments are typed all the same: what is wrong with them is.
                self.undefined_in_arguments(path);
                let _ = self.arguments(args);
                self.dependent_expr(site)
            }
            Named::Unknown => {
                let _ = self.arguments(args);
                self.error_expr(site)
            }
        }
    }

    pub(super) fn call_set(
        &mut self,
        callees: Callees<'db, 'db>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> thir::ExprId {
        if let (Some(written), Some(H::Call(..))) = (callees.explicit, self.written(site))
            && self.explicit_errors(&callees.set, written) != Suppressed::No
        {
            let _ = self.arguments(args);
            return self.error_expr(site);
        }
        let from = self.out.exprs.len();
        let Some(es) = self.arguments(args) else {
            return self.dependent_expr(site);
        };
        if callees.adl.is_some() && self.has_dependent_constant(args, from) {
            return self.dependent_expr(site);
        }
        if self.may_find_template(&callees) {
            return self.dependent_expr(site);
        }
        self.call_functions(callees, &es, site, None)
    }

    /// Whether a template-id with dependent arguments names functions that are no templates: what the arguments bring may be
    /// templates (P0846).
    fn may_find_template(&mut self, callees: &Callees<'db, 'db>) -> bool {
        let db = self.db;
        let Some(written) = callees.explicit.filter(|_| self.in_template()) else {
            return false;
        };
        !callees.set.iter().any(|f| f.is_template(db))
            && quietly(self, |cx| cx.loose_args(written))
                .iter()
                .any(|a| a.is_dependent(db))
    }

    /// Overload resolution among functions, and the call of the best. `undeclared`: lookup found nothing but what the
    /// arguments bring.
    pub(crate) fn call_functions(
        &mut self,
        mut callees: Callees<'_, 'db>,
        args: &[thir::ExprId],
        site: Site<'db>,
        undeclared: Option<(&Path, Site<'db>)>,
    ) -> thir::ExprId {
        let object = callees.object;
        if let ([only], None, false) = (&*callees.set, object, self.in_template())
            && !only.is_template(self.db)
            && matches!(self.written(site), Some(H::Call(..)))
            && signature(self.db, *only).is_some_and(|s| s.has_object)
        {
            return self.reject(codes::NONSTATIC_MEMBER_WITHOUT_OBJECT, site);
        }
        if args.iter().any(|&e| self.is_bad(e)) || object.is_some_and(|o| self.is_bad(o)) {
            if let [only] = &*callees.set
                && !object.is_some_and(|o| self.is_bad(o))
                && !only.is_template(self.db)
                && let Some(bad) = self.wrong_arguments(*only, object, args, site)
            {
                return bad;
            }
            if let Some(bad) = self.undeducible(&callees, args, site) {
                return bad;
            }
            let mut parts = args.to_vec();
            parts.extend(object);
            return self.infect(&parts, site);
        }
        let operands = self.operands(args);
        if let Some(name) = callees.adl {
            let mut types: Vec<_> = operands.iter().map(|o| o.ty).collect();
            // So do the template arguments of a function ([basic.lookup.argdep]/3).
            for &e in args {
                if let ExprKind::Function(f) = self.node(e).kind {
                    let own = f.own_args(self.db).into_iter().flatten();
                    types.extend(own.filter_map(|a| match a {
                        crate::Arg::Type(ty) => Some(*ty),
                        _ => None,
                    }));
                }
            }
            // A set of functions counts as all of them.
            let sets = operands.iter().flat_map(|o| &o.set);
            for f in sets {
                let signature = signature(self.db, *f);
                types.extend(signature.map(|s| Ty::of(self.db, TyKind::Function(s.ty.clone()))));
            }
            let found = self.found_by_arguments(name, &types, &callees.set, site);
            crate::lookup::adl::join(&mut callees.set, found);
        }
        if let (true, Some((path, at))) = (callees.set.is_empty(), undeclared) {
            // Numbers bring no namespaces with them ([basic.lookup.argdep]/3).
            let plain = |e: &thir::ExprId| self.ty(*e).is_arithmetic(self.db);
            let certain = !args.is_empty()
                && args.iter().all(plain)
                && self.is_of_user()
                && self.scopes.closure.is_none()
                && self.scopes.this.is_none_or(|t| {
                    // What a base has, an instance may find.
                    crate::class::class_info(self.db, t.unqualified(self.db))
                        .is_some_and(|i| i.bases.is_empty())
                });
            if self.is_instantiation() && !self.is_substitution() && !certain {
                // What a template's definition could not find may be declared by now in ways that are not looked through.
                return self.error_expr(site);
            }
            return self.undefined(path, at);
        }
        let object_operand = object.map(|o| self.operand(o));
        let call = Call {
            object: object_operand.as_ref(),
            args: &operands,
            options: Options::COPY,
            explicit_args: callees.explicit,
            skip_explicit: false,
            constructs: None,
            filter: callees.set.len() > UNFILTERED,
        };
        let mut pool = self.pool(&callees, &call, site);
        if pool.filtered && pool.candidates.is_empty() {
            let filter = false;
            pool = self.pool(&callees, &Call { filter, ..call }, site);
        }
        match select(self, pool, args.len()) {
            Choice::One(best) => self.finish(&best, object, args, callees.qualified, site),
            Choice::None(failed) => {
                let explicit = callees.explicit;
                self.no_function(&callees.set, args, object, &failed, explicit, site)
            }
            Choice::Ambiguous(found) => self.ambiguous_call(&found, args, site),
            Choice::Unknown => {
                let mut parts = args.to_vec();
                parts.extend(object);
                self.infect(&parts, site)
            }
        }
    }

    /// What argument-dependent lookup finds for a call, of which ordinary lookup found some functions. Where the call does not
    /// depend on template parameters, an instance sees no more than its template.
    fn found_by_arguments(
        &mut self,
        name: &NameId,
        types: &[Ty<'db>],
        known: &[Entity<'db>],
        site: Site<'db>,
    ) -> Vec<Entity<'db>> {
        let found = self.lookup_arguments(name, types);
        let is_all_known = found.is_empty() || *found == *known;
        if is_all_known || self.env.is_none() || self.is_substitution() {
            return found;
        }
        let item = Some(self.code_ref.item);
        let early = self.lookup_arguments_before(name, types, item);
        if early.len() == found.len() || site.code != self.code_ref || site.is_type {
            return found;
        }
        let template = Entity::new(self.db, self.owner.decl(self.db), None);
        match nondependent::resolved_calls(self.db, template, site.code).contains(&site.index) {
            true => early,
            false => found,
        }
    }

    /// The candidates for a call of some functions.
    fn pool(
        &mut self,
        callees: &Callees<'_, 'db>,
        call: &Call<'_, 'db>,
        site: Site<'db>,
    ) -> Pool<'db> {
        let mut pool = Pool {
            unknown: callees.unknown,
            ..Pool::default()
        };
        let tried = self.remembered.tried.len();
        let set = crate::overload::index::fitting(self.db, &mut pool, &callees.set, call);
        let mut add = |cx: &mut Self| {
            for &f in &*set {
                add_function(cx, &mut pool, f, call);
            }
        };
        match call.explicit_args.is_some() && callees.set.len() > 1 {
            true => self.remembering_args(add),
            false => add(self),
        }
        // What is instantiated for a signature is, whether the function is chosen or not.
        // A return type on its own keeps nothing of that, and may be the one of what is tried.
        let seen = self.remembered.tried.split_off(tried);
        let declared = !self.modes.is_undeclared;
        for specialisation in seen.into_iter().filter(|_| declared) {
            let behind = crate::template::hard::behind(self, specialisation, call.args);
            self.out
                .required
                .extend(behind.into_iter().map(|e| (e, site)));
        }
        if call.object.is_some() {
            as_one_class(self, &mut pool.candidates);
        }
        pool
    }

    /// The call of a chosen function.
    pub(super) fn finish(
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
    pub(super) fn result_of(&mut self, function: Entity<'db>) -> Ty<'db> {
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

/// Whether a path names allocation or deallocation functions.
fn names_allocation(path: &Path) -> bool {
    use cleave_lang::Operator as O;
    let is_one = |op: &O| matches!(op, O::New | O::NewArray | O::Delete | O::DeleteArray);
    matches!(&path.name, NameId::Operator(op) if is_one(op))
}
