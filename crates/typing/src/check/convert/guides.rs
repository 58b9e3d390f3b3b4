//! Template arguments of a class deduced from what initialises it: deduction guides ([over.match.class.deduct]).

use cleave_codes::codes;
use cleave_hir::DeclKind;

use crate::convert::{Options, quietly};
use crate::problem::Detail;
use crate::thir::{Category, ExprId};
use crate::{At, Context, Entity, Env, Fill, Problem, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// Class template argument deduction ([over.match.class.deduct]).
    pub(crate) fn deduce_class(
        &mut self,
        template: Entity<'db>,
        args: &[ExprId],
        list: bool,
        site: Site<'db>,
    ) -> Ty<'db> {
        use crate::overload::{Call, Choice, Pool, add_function, select};
        let db = self.db;
        if args.iter().any(|&e| self.is_bad(e)) {
            self.out.dependent |= args.iter().any(|&e| self.is_dependent(e));
            return Ty::error(db);
        }
        if let Some(DeclKind::Alias(_)) = template.kind(db) {
            let operands = self.operands(args);
            let ty = crate::template::deduce_alias(self, template, &operands, list);
            self.unknown |= ty.is_none();
            return ty.unwrap_or(Ty::error(db));
        }
        // The copy deduction candidate.
        let copied = match *args {
            [e] => Some(self.ty(e).unqualified(db)).filter(|ty| {
                let class = ty.class_entity(db);
                class.is_some_and(|c| c.decl(db) == template.decl(db))
            }),
            _ => None,
        };
        if let Some(ty) = copied.filter(|_| !has_guide_for_own(db, template)) {
            return ty;
        }
        if let Some(ty) = self.initializer_list_of(template, args).filter(|_| list) {
            return ty;
        }
        let guides = crate::class::guides(db, template);
        if args.is_empty()
            && let Some(ty) = self.default_guide(template, &guides)
        {
            return ty;
        }
        let operands = self.operands(args);
        let attempts: &[bool] = if list { &[true, false] } else { &[false] };
        for &as_list in attempts {
            let mut pool = Pool::default();
            let whole = [crate::template::Operand {
                ty: Ty::of(db, TyKind::List),
                category: Category::Prvalue,
                constant: None,
                list: Some(operands.clone().into()),
                designated: Box::default(),
                set: Box::default(),
                explicit: None,
                bit_field: None,
                string: false,
            }];
            let call = Call {
                object: None,
                args: if as_list { &whole } else { &operands },
                options: Options::COPY,
                explicit_args: None,
                skip_explicit: false,
                constructs: None,
                filter: false,
            };
            for &guide in &guides {
                let from = pool.candidates.len();
                let plain = !guide.is_template(db);
                match (
                    plain,
                    matches!(guide.kind(db), Some(cleave_hir::DeclKind::Function(_))),
                ) {
                    // A constructor that is no template itself: the class's parameters are what is deduced.
                    (true, true) => {
                        let found = quietly(self, |cx| {
                            crate::template::deduce_call(cx, guide, &[], call.args)
                        });
                        match found {
                            Ok(f) => add_function(self, &mut pool, f, &call),
                            Err(crate::template::Failure::Unknown(_)) => pool.unknown = true,
                            Err(_) => {}
                        }
                        for c in &mut pool.candidates[from..] {
                            c.template = Some(guide);
                        }
                    }
                    _ => add_function(self, &mut pool, guide, &call),
                }
                let written = matches!(
                    guide.kind(db),
                    Some(cleave_hir::DeclKind::DeductionGuide(_))
                );
                for c in &mut pool.candidates[from..] {
                    c.guide = u32::from(written);
                }
            }
            if as_list {
                pool.candidates.retain(|c| {
                    c.params.first().is_some_and(|p| {
                        crate::convert::initializer_list_element(self, p.bare(db)).is_some()
                    })
                });
            }
            match select(self, pool, call.args.len()) {
                Choice::One(best) => {
                    let Some(sig) = best
                        .function()
                        .and_then(|f| crate::function::signature(db, f))
                    else {
                        return Ty::error(db);
                    };
                    return match (best.guide, copied) {
                        (0, Some(ty)) => ty,
                        (0, None) => sig.class.unwrap_or(Ty::error(db)),
                        _ => sig.ty.ret,
                    };
                }
                Choice::None(_) if as_list => {}
                Choice::None(_) if copied.is_some() => return copied.unwrap_or(Ty::error(db)),
                Choice::None(_) if self.base_of_template(template, args).is_some() => {
                    let base = self.base_of_template(template, args);
                    return base.unwrap_or(Ty::error(db));
                }
                Choice::None(failed)
                    if self.code_ref.item.file(db).dialect(db).standard
                        >= cleave_syntax::Standard::Cpp20
                        && !guides.iter().any(|g| is_constructor(db, *g)) =>
                {
                    if let Some(ty) = crate::template::deduce_aggregate(self, template, &operands)
                        .filter(|_| list)
                    {
                        return ty;
                    }
                    let certain = args.is_empty()
                        || list && crate::template::is_no_aggregate_for(db, template, &operands);
                    // A list of parentheses and nested elements may fit as well: that is not made here.
                    if certain {
                        self.no_guide(template, (args, list), &failed, site);
                        return Ty::error(db);
                    }
                    break;
                }
                Choice::None(failed) => {
                    self.no_guide(template, (args, list), &failed, site);
                    return Ty::error(db);
                }
                _ => break,
            }
        }
        self.unknown = true;
        Ty::error(db)
    }

    /// `std::initializer_list{1, 2}`: what its copy deduction candidate deduces from the elements of the list.
    fn initializer_list_of(&self, template: Entity<'db>, args: &[ExprId]) -> Option<Ty<'db>> {
        let db = self.db;
        let element = self.ty(*args.first()?).decayed(db).unqualified(db);
        let env = Env::make(db, template.env(db), vec![crate::Arg::Type(element)]);
        let class = Entity::new(db, template.decl(db), Some(env));
        let ty = Ty::of(db, TyKind::Class(class));
        crate::convert::initializer_list_element(self, ty)?;
        let alike = |&e: &ExprId| self.ty(e).decayed(db).unqualified(db) == element;
        args.iter().all(alike).then_some(ty)
    }

    /// The only base of a class template that the only argument is derived from: what the copy deduction candidate deduces
    /// ([temp.deduct.call]/4.3).
    fn base_of_template(&self, template: Entity<'db>, args: &[ExprId]) -> Option<Ty<'db>> {
        let db = self.db;
        let [e] = *args else { return None };
        let own = self.ty(e).unqualified(db);
        let is_it = |ty: &Ty<'db>| {
            let class = ty.class_entity(db);
            *ty != own && class.is_some_and(|c| c.decl(db) == template.decl(db))
        };
        let mut found = crate::class::with_bases(db, own).into_iter().filter(is_it);
        found.next().filter(|_| found.next().is_none())
    }

    /// No guide fits: the report stands at the variable, or the name of the class in an expression.
    fn no_guide(
        &mut self,
        template: Entity<'db>,
        (args, list): (&[ExprId], bool),
        failed: &[(Entity<'db>, crate::overload::Reason)],
        site: Site<'db>,
    ) {
        let db = self.db;
        let name = template.decl(db).ident(db);
        let fills = vec![Fill::Kind("constructor", name.into())];
        let (mut problem, class) = match site.as_declaration() {
            Some(decl) => {
                let raw = la_arena::RawIdx::from_u32(decl);
                let id: cleave_hir::DeclId = la_arena::Idx::from_raw(raw);
                let declared = site.code.code(db).map(|code| &code[id].kind);
                let class = match declared {
                    Some(DeclKind::Variable(v)) => Site {
                        code: site.code,
                        index: u32::from(v.ty.into_raw()),
                        is_type: true,
                    },
                    _ => site,
                };
                (
                    Problem::new((codes::NO_MATCHING_CONSTRUCTOR, fills), site),
                    class,
                )
            }
            None => match (site.expr(db), args.first()) {
                (Some(cleave_hir::Expr::Call(..)), Some(&first)) => {
                    let at = self.site_of(first);
                    (
                        Problem::new((codes::NO_MATCHING_CONSTRUCTOR, fills), at).at(At::First),
                        site,
                    )
                }
                _ => (
                    Problem::new((codes::NO_MATCHING_CONSTRUCTOR, fills), site),
                    site,
                ),
            },
        };
        if let Some(types) = self.shown_arguments(args).filter(|t| !t.is_empty()) {
            problem = problem.detail(Detail::ArgumentTypes(types));
        }
        problem.notes = crate::check::call::report::mismatches(failed, false, site);
        self.problems.push(problem);
        let initialized = match site.as_declaration() {
            Some(_) => list || !args.is_empty(),
            None => true,
        };
        if initialized {
            let code = codes::CANNOT_DEDUCE_CLASS_TEMPLATE_ARGUMENTS;
            let mut problem = Problem::new(code, class).at(At::First);
            // It follows from what was said there.
            problem.read = Some(site);
            self.problems.push(problem);
        }
    }

    /// What the guide without parameters yields that a class without constructors has ([over.match.class.deduct]/1.2): all of
    /// the template's arguments are defaults. A guide that is written and takes nothing is preferred.
    fn default_guide(&mut self, template: Entity<'db>, guides: &[Entity<'db>]) -> Option<Ty<'db>> {
        let db = self.db;
        let takes_nothing = |f: &Entity<'db>| {
            crate::code::params::function_ref(db, f.decl(db)).is_none_or(|f| f.params.is_empty())
        };
        if (guides.iter()).any(|g| is_constructor(db, *g) || takes_nothing(g)) {
            return None;
        }
        let args = quietly(self, |cx| cx.template_args(template, &[]))?;
        if args.iter().any(|a| a.has_error(db)) {
            return None;
        }
        let env = Env::make(db, template.env(db), args);
        let class = Entity::new(db, template.decl(db), Some(env));
        Some(Ty::of(db, TyKind::Class(class)))
    }
}

/// Whether a guide is made of a constructor: the class that has one is no aggregate.
fn is_constructor<'db>(db: &'db dyn cleave_base_db::Db, guide: Entity<'db>) -> bool {
    matches!(guide.kind(db), Some(DeclKind::Function(_)))
}

/// Whether a guide that is written takes one specialisation of the class template: it is preferred to the copy deduction candidate
/// ([over.match.best.general]/2.8).
fn has_guide_for_own<'db>(db: &'db dyn cleave_base_db::Db, template: Entity<'db>) -> bool {
    crate::class::guides(db, template).into_iter().any(|guide| {
        let written = matches!(guide.kind(db), Some(DeclKind::DeductionGuide(_)));
        let signature = crate::function::signature(db, guide).filter(|_| written);
        signature.is_some_and(|s| match &*s.ty.params {
            [param] => {
                let class = param.strip_reference(db).class_entity(db);
                class.is_some_and(|c| c.decl(db) == template.decl(db))
            }
            _ => false,
        })
    })
}
