//! Calls ([expr.call], [over.call]).

pub(crate) mod arguments;
mod assigned;
pub(crate) mod builtin;
pub(crate) mod builtin_table;
mod chosen;
mod dependent_constants;
pub(crate) mod device_table;
mod erroneous;
pub(crate) mod launched;
mod mismatched;
mod named_sets;
mod nondependent;
pub(crate) mod report;
mod value;

pub(crate) use chosen::result;
use cleave_codes::codes;
use cleave_hir::{Expr as H, ExprId, NameId, Path, TemplateArgRef};
use cleave_lang::Operator;

use crate::check::expr::name::Named;
use crate::check::expr::name::template_arguments::Suppressed;
use crate::convert::{Options, quietly};
use crate::function::signature;
use crate::overload::{Call, Choice, Pool, UNFILTERED, add_function, as_one_class, select};
use crate::thir::{self, Category, ExprKind};
use crate::{At, Context, Declared, Entity, Problem, Site, Ty, TyKind};

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

    /// Whether only an instance can tell what a call calls, though no function of the set takes the arguments: those depend on template
    /// parameters, so they may bring functions ([temp.dep.candidate]). A function that a block declares does not keep the reference from
    /// that.
    fn waits_for_arguments(
        &self,
        set: &[Entity<'db>],
        args: &[thir::ExprId],
        site: Site<'db>,
    ) -> bool {
        self.in_template()
            && args.iter().any(|&e| self.is_type_dependent(e))
            && !self.is_member_set(set)
            && match self.written(site) {
                Some(H::Call(callee, _) | H::Launch(callee, ..)) => {
                    matches!(&self.code[*callee], H::Path(path) if path.is_unqualified())
                }
                _ => false,
            }
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
                && !self.waits_for_arguments(&callees.set, args, site)
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
            let plain = |e: &thir::ExprId| self.brings_no_more(self.ty(*e));
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
            let made = self.undefined(path, at);
            // To the rest of the block the reference takes the name for declared.
            if self.is_instantiation()
                && let (Some(name), Some(block)) =
                    (path.name.ident(), self.scopes.blocks.last_mut())
            {
                block.entry(name.clone()).or_insert(Declared::Unknown);
            }
            return made;
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
            Choice::None(_) if self.waits_for_arguments(&callees.set, args, site) => {
                self.dependent_expr(site)
            }
            Choice::None(failed) => {
                let explicit = callees.explicit;
                self.no_function(&callees.set, args, object, &failed, explicit, site)
            }
            Choice::Ambiguous(found) => self.ambiguous_call(&found, args, site),
            Choice::Unknown => {
                if let ([only], None) = (&*callees.set, object)
                    && let Some(bad) = self.miscounted_as_written(*only, args, site)
                {
                    return bad;
                }
                let mut parts = args.to_vec();
                parts.extend(object);
                self.infect(&parts, site)
            }
        }
    }

    /// Whether all that an argument of a type brings is looked through ([basic.lookup.argdep]/3): numbers bring no namespaces with
    /// them, and neither do pointers to them; a class that is no template and has no bases brings its own.
    fn brings_no_more(&self, ty: Ty<'db>) -> bool {
        let db = self.db;
        let mut ty = ty.innermost_element(db);
        while let Some(pointee) = ty.pointee(db) {
            ty = pointee.innermost_element(db);
        }
        let is_plain = |class: Entity<'db>| class.env(db).is_none() && !class.is_template(db);
        ty.is_arithmetic(db)
            || ty.class_entity(db).is_some_and(is_plain)
                && crate::class::class_info(db, ty.unqualified(db))
                    .is_some_and(|info| info.bases.is_empty())
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
}

/// Whether a path names allocation or deallocation functions.
fn names_allocation(path: &Path) -> bool {
    use cleave_lang::Operator as O;
    let is_one = |op: &O| matches!(op, O::New | O::NewArray | O::Delete | O::DeleteArray);
    matches!(&path.name, NameId::Operator(op) if is_one(op))
}
