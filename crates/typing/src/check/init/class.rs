//! Initialisation of classes by constructors ([over.match.ctor], [over.match.copy]).

use cleave_codes::codes;

use crate::check::call::arguments::Arguments;
use crate::check::init::{Mode, Purpose};
use crate::class::{class_info, has_constructor};
use crate::code::source::first_token;
use crate::convert::{
    Options, Sequence, User, UserFunction, constructor_candidates, is_same_class, sequence,
};
use crate::overload::{Callable, Candidate, Choice, select};
use crate::thir::{Category, Conversion, ExprId, ExprKind, Implicit};
use crate::{Context, Fill, Site, Ty, TyKind};

/// Whether what the compiler writes as a class's default constructor leaves members without values; `None`: not to be known.
pub(crate) fn leaves_uninitialized<'db>(
    db: &'db dyn cleave_base_db::Db,
    class: Ty<'db>,
    depth: u32,
) -> Option<bool> {
    use crate::class::{Special, special};
    let info = class_info(db, class).filter(|_| depth < 64)?;
    let state = special(db, class, Special::Default)?;
    let written = |f| crate::function::signature(db, f).is_none_or(|s| !s.is_defaulted);
    if !state.exists || state.deleted {
        return None;
    }
    if state.declared.is_some_and(written) {
        return Some(false);
    }
    if info.is_union {
        return Some(!info.fields.is_empty() && !info.fields.iter().any(|f| f.has_default));
    }
    let mut uninitialized = false;
    for base in &info.bases {
        uninitialized |= leaves_uninitialized(db, base.ty.unqualified(db), depth + 1)?;
    }
    for field in info.fields.iter().filter(|f| !f.has_default) {
        let ty = field.ty.innermost_element(db).unqualified(db);
        // Into anonymous unions of trivial classes the reference does not look.
        let of_union = class_info(db, ty).is_some_and(|i| i.is_union);
        if field.name.is_empty() && of_union && state.trivial {
            continue;
        }
        uninitialized |= match ty.is_class(db) {
            true => leaves_uninitialized(db, ty, depth + 1)?,
            false if ty.is_unknown(db) => return None,
            false => true,
        };
    }
    Some(uninitialized)
}

impl<'db> Context<'db> {
    /// Initialises a class object by arguments ([dcl.init]/17.6, [over.match.ctor], [over.match.copy]).
    pub(crate) fn class_initialize(
        &mut self,
        to: Ty<'db>,
        args: &[ExprId],
        mode: Mode,
        purpose: Purpose,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let class = to.unqualified(db);
        if args.iter().any(|&e| self.is_bad(e)) || class.is_unknown(db) {
            let bad = self.infect(args, site);
            self.out.dependent |= class.is_dependent(db);
            self.out.exprs[bad.0 as usize].ty = to;
            return bad;
        }
        if let [e] = *args {
            let same = is_same_class(db, self.ty(e), to);
            if same && self.category(e) == Category::Prvalue {
                return e;
            }
            let derived = crate::convert::is_base_of(db, class, self.ty(e));
            if mode == Mode::Copy && !same && !derived {
                let operand = self.operand(e);
                return match sequence(self, &operand, class, Options::COPY) {
                    Some(found) => self.apply(e, class, &found),
                    None => self.no_conversion(e, to, purpose),
                };
            }
        }
        // A local class of a template's definition depends on whatever the template does.
        let local = class
            .class_entity(db)
            .is_some_and(|e| e.decl(db).code(db).body.is_some());
        if local && self.in_template() {
            return self.dependent_of(class, crate::thir::Category::Prvalue, site);
        }
        if class_info(db, class).is_none() {
            return self.error_expr(site);
        }
        let copy = match *args {
            [e] => Some((class, e)),
            _ => None,
        };
        if self.depth > crate::check::DEPTH {
            return self.error_expr(site);
        }
        if let Some(copy) = copy
            && self.body.copies.contains(&copy)
        {
            let at = self.start_of(copy.1);
            return self.reject(
                codes::NO_SUITABLE_COPY_CONSTRUCTOR {
                    class: Fill::Type(class),
                },
                at,
            );
        }
        self.depth += 1;
        self.body.copies.extend(copy);
        let made = self.constructed(class, args, mode, purpose, site);
        self.body
            .copies
            .truncate(self.body.copies.len() - copy.iter().len());
        self.depth -= 1;
        made
    }

    /// Initialises a class object by the best constructor for some arguments.
    fn constructed(
        &mut self,
        class: Ty<'db>,
        args: &[ExprId],
        mode: Mode,
        purpose: Purpose,
        site: Site<'db>,
    ) -> ExprId {
        let operands = self.operands(args);
        let pool =
            constructor_candidates(self, class, &operands, mode == Mode::Direct, Options::COPY);
        let choice = select(self, pool, args.len());
        if let (Choice::None(_), [e]) = (&choice, args)
            && let Some(made) = self.copied_from_volatile(class, *e, mode, purpose, site)
        {
            return made;
        }
        match choice {
            Choice::One(best) => {
                if let Some(made) = self.converted(&best, class, args, site) {
                    return made;
                }
                match best.callable {
                    Callable::Function(f) => self.construct(f, class, args, site),
                    Callable::Implicit(implicit, deleted) => {
                        if let [e] = *args
                            && crate::convert::is_base_of(self.db, class, self.ty(e))
                        {
                            self.check_base_access(e, self.ty(e), class);
                        }
                        self.construct_implicit(implicit, deleted, class, args, site)
                    }
                    _ => self.error_expr(site),
                }
            }
            Choice::None(failed) if purpose == Purpose::Value => {
                self.no_matching_constructor(class, args, &failed, site)
            }
            Choice::None(_)
                if purpose == Purpose::Cast
                    && args.len() == 1
                    && !self.is_parenthesized_aggregate(class) =>
            {
                self.no_conversion(args[0], class, Purpose::Variable)
            }
            Choice::None(failed) => self.paren_aggregate(class, args, failed, site),
            Choice::Ambiguous(found) => self.ambiguous_call(&found, args, site),
            Choice::Unknown => {
                let bad = self.infect(args, site);
                self.out.exprs[bad.0 as usize].ty = class;
                bad
            }
        }
    }

    /// A copy of a volatile object that no constructor of its class takes. The reference makes one for a parameter if the class is
    /// copied bit by bit. `None`: that is not what is wrong, or it is said as of any other call.
    fn copied_from_volatile(
        &mut self,
        class: Ty<'db>,
        e: ExprId,
        mode: Mode,
        purpose: Purpose,
        site: Site<'db>,
    ) -> Option<ExprId> {
        let db = self.db;
        let ty = self.ty(e);
        if !ty.top_quals(db).is_volatile || !is_same_class(db, ty, class) {
            return None;
        }
        if purpose == Purpose::Argument && self.is_trivially_copyable(class) == Some(true) {
            return Some(self.construct_implicit(Implicit::Copy, false, class, &[e], site));
        }
        let called = mode == Mode::Direct && purpose != Purpose::Cast;
        if called && has_constructor(db, class) {
            return None;
        }
        let wrong = codes::NO_SUITABLE_COPY_CONSTRUCTOR {
            class: Fill::Type(class),
        };
        Some(self.reject(wrong, self.start_of(e)))
    }

    /// What a conversion function gives or a list initialises, where `best` is a constructor of `class` that would only copy or
    /// move it: that is the object itself ([dcl.init]/17.6.1).
    pub(crate) fn converted(
        &mut self,
        best: &Candidate<'db>,
        class: Ty<'db>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> Option<ExprId> {
        let db = self.db;
        let (&[e], param) = (args, *best.params.first()?) else {
            return None;
        };
        if !param.is_reference(db) || !is_same_class(db, param.strip_reference(db), class) {
            return None;
        }
        if self.ty(e).kind(db) == &TyKind::List {
            return Some(self.braced(class, e, site));
        }
        let Some(Sequence::User(User {
            function: UserFunction::Conversion(f),
            ..
        })) = best.sequences.first()
        else {
            return None;
        };
        let at = self.site_of(e);
        let made = self.call_member(*f, e, &[], at);
        Some(self.class_value(made, class, site))
    }

    /// Whether values in parentheses initialise an aggregate (C++20).
    fn is_parenthesized_aggregate(&self, class: Ty<'db>) -> bool {
        self.initializes_arrays() && class_info(self.db, class).is_some_and(|i| i.is_aggregate)
    }

    /// C++20's aggregates by parentheses, or the report that no constructor fits.
    pub(crate) fn paren_aggregate(
        &mut self,
        class: Ty<'db>,
        args: &[ExprId],
        failed: Vec<(crate::Entity<'db>, crate::overload::Reason)>,
        site: Site<'db>,
    ) -> ExprId {
        if !args.is_empty() && self.is_parenthesized_aggregate(class) {
            return self.aggregate_initialize(class, args, None, site);
        }
        self.no_constructor(class, args, &failed, site)
    }

    /// A constant object of a class whose default constructor leaves something without a value needs an initialiser
    /// ([dcl.init]/8).
    pub(crate) fn check_constant_default(
        &mut self,
        ty: Ty<'db>,
        constexpr: bool,
        name: Fill<'db>,
        site: Site<'db>,
    ) {
        let db = self.db;
        let element = ty.innermost_element(db);
        let constant = element.top_quals(db).is_const || constexpr && !ty.is_reference(db);
        let class = element.unqualified(db);
        if !constant || !class.is_class(db) || self.in_template() || self.is_instantiation() {
            return;
        }
        // What is wrong with its constructor has been reported.
        if self.problems.iter().any(|p| p.site == site) {
            return;
        }
        if leaves_uninitialized(db, class, 0) == Some(true) {
            let problem = crate::Problem::new(
                codes::CONST_NEEDS_INITIALIZER {
                    variable: name,
                    class: Fill::Type(class),
                },
                site,
            );
            let plain = crate::class::special(db, class, crate::class::Special::Default)
                .is_some_and(|s| s.trivial && s.declared.is_none());
            let at = match plain {
                true => crate::At::After,
                false => crate::At::Point,
            };
            self.problems.push(problem.at(at));
        }
    }

    /// Several constructors convert an expression to a class equally well ([over.match.copy]).
    pub(crate) fn ambiguous_constructors(&mut self, e: ExprId, class: Ty<'db>) -> ExprId {
        let site = self.site_of(e);
        let operand = self.operand(e);
        let pool = constructor_candidates(self, class, &[operand], false, Options::COPY);
        let Choice::Ambiguous(found) = select(self, pool, 1) else {
            return self.error_expr(site);
        };
        let from = self.shown(e, self.ty(e).decayed(self.db));
        let to = self.shown_target(class);
        let code = codes::AMBIGUOUS_CONVERTING_CONSTRUCTOR { from, to };
        let mut problem = crate::Problem::new(code, self.start_of(e)).at(crate::At::First);
        for candidate in found {
            if let Some(f) = candidate.template.or(candidate.function()) {
                problem = problem.detail(crate::problem::Detail::Candidate(f));
            }
        }
        self.report(problem)
    }

    /// Several functions of two classes convert an expression of one to the other equally well ([over.match.copy], [over.match.ref]).
    pub(crate) fn ambiguous_class_conversion(&mut self, e: ExprId, to: Ty<'db>) -> ExprId {
        let db = self.db;
        let class = to.strip_reference(db);
        let operand = self.operand(e);
        let made = crate::convert::quietly(self, |cx| {
            constructor_candidates(cx, class, &[operand], false, Options::STANDARD)
        });
        let (from, at) = (self.shown(e, self.ty(e)), self.start_of(e));
        let problem = match to.is_reference(db) && made.candidates.is_empty() {
            true => {
                let to = self.shown_target(class);
                crate::Problem::new(codes::AMBIGUOUS_CONVERSION_FUNCTION { from, to }, at)
            }
            false => {
                let to = self.shown_target(match to.is_reference(db) {
                    true => class,
                    false => class.unqualified(db),
                });
                crate::Problem::new(codes::AMBIGUOUS_USER_DEFINED_CONVERSION { from, to }, at)
            }
        };
        self.report(problem.at(crate::At::First))
    }

    pub(crate) fn no_conversion(&mut self, e: ExprId, to: Ty<'db>, purpose: Purpose) -> ExprId {
        let db = self.db;
        let (from, site) = (self.ty(e), self.site_of(e));
        if matches!(from.kind(db), TyKind::Overloaded | TyKind::List) {
            return self.error_expr(site);
        }
        let number = match (purpose, from.is_class(db)) {
            (Purpose::Argument | Purpose::Variable | Purpose::Return, true) => {
                codes::NO_USER_DEFINED_CONVERSION
            }
            (Purpose::Argument | Purpose::Variable | Purpose::Return, false) => {
                codes::NO_CONVERTING_CONSTRUCTOR
            }
            _ => codes::NO_CONVERTING_CONSTRUCTOR,
        };
        let class = to.unqualified(db);
        let class = match from.is_class(db) {
            true => self.shown_target(class),
            false => self.shown_target_class(class),
        };
        let fills = vec![self.shown(e, from), class];
        self.wrong_operand((number, fills), e)
    }

    /// An implicit constructor's call.
    pub(crate) fn construct_implicit(
        &mut self,
        implicit: Implicit,
        deleted: bool,
        class: Ty<'db>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> ExprId {
        if deleted {
            // Said by the rule about deleted special members; which one it is needs no name here.
            return self.deleted_special(implicit, class, args, site);
        }
        let args: Box<[ExprId]> = args
            .iter()
            .map(|&e| {
                self.is_copied(e, class, implicit.special());
                let e = self.materialize(e);
                if is_same_class(self.db, self.ty(e), class) {
                    return e;
                }
                self.check_base(e, self.ty(e), class);
                let quals = self.ty(e).top_quals(self.db);
                let ty = class.qualified(self.db, quals);
                self.convert_glvalue(Conversion::ToBase(class), e, ty)
            })
            .collect();
        self.prvalue(ExprKind::ConstructImplicit(implicit, args), class, site)
    }

    pub(crate) fn deleted_special(
        &mut self,
        implicit: Implicit,
        class: Ty<'db>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let number = match implicit {
            Implicit::Default => {
                return self.reject(
                    codes::DELETED_DEFAULT_CONSTRUCTOR {
                        ty: Fill::Type(class),
                    },
                    site,
                );
            }
            Implicit::Copy | Implicit::Move => codes::DELETED_FUNCTION_REFERENCED,
        };
        let bad = self.error_expr(site);
        let named = class.class_entity(db).map(|e| {
            let class = crate::display::qualified_name(db, e);
            let own = class.rsplit("::").next().unwrap_or(&class);
            let own = own.split('<').next().unwrap_or(own);
            let member = match implicit {
                Implicit::Copy => format!("{own}(const {class} &)"),
                _ => format!("{own}({class} &&)"),
            };
            crate::display::implicit_member_text(db, e, &member)
        });
        let closure = || {
            let closure = class.unqualified(db);
            let TyKind::Closure(_) = closure.kind(db) else {
                return None;
            };
            let text = crate::display::type_text(db, closure);
            Some(match implicit {
                Implicit::Copy => format!("{text}::<unnamed>(const {text} &)"),
                _ => format!("{text}::<unnamed>({text} &&)"),
            })
        };
        let Some(name) = named.or_else(closure) else {
            return bad;
        };
        let at = match (site.as_declaration(), args.first()) {
            (Some(_), Some(&first)) => first_token(db, self.site_of(first)),
            _ => site,
        };
        self.problem((number, vec![Fill::Implicit(name.into())]), at);
        bad
    }

    /// A constructor call with converted arguments.
    pub(crate) fn construct(
        &mut self,
        constructor: crate::Entity<'db>,
        class: Ty<'db>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> ExprId {
        let of = crate::function::signature(self.db, constructor).and_then(|s| s.class);
        if let Some(base) = of
            && crate::convert::is_base_of(self.db, base, class)
        {
            return self.construct_inherited(constructor, base, class, args, site);
        }
        let given = args;
        let Some(args) = self.converted_arguments(constructor, None, args, site) else {
            let bad = self.infect(args, site);
            self.out.exprs[bad.0 as usize].ty = class;
            return bad;
        };
        let Arguments { args, deleted } = args;
        if deleted {
            return self.deleted_constructor(constructor, class, given, site);
        }
        // Of a declaration the first argument is reported.
        let at = match (site.as_declaration(), args.first()) {
            (Some(_), Some(&first)) => self.start_of(first),
            _ => site,
        };
        self.check_constructor_access(constructor, at);
        let class = class.unqualified(self.db);
        self.prvalue(ExprKind::Construct(constructor, args), class, site)
    }

    /// A constructor call whose arguments are the elements of a braced list.
    pub(crate) fn construct_listed(
        &mut self,
        constructor: crate::Entity<'db>,
        class: Ty<'db>,
        items: &[ExprId],
        site: Site<'db>,
    ) -> ExprId {
        let made = self.construct(constructor, class, items, site);
        let mut call = Some(made);
        while let Some(e) = call.take() {
            match &self.out.exprs[e.0 as usize].kind {
                ExprKind::Construct(..) => {
                    let listed = &mut self.out.listed;
                    let at = listed.partition_point(|known| *known < e);
                    listed.insert(at, e);
                }
                // An inherited constructor makes the base that has it.
                ExprKind::Aggregate(parts) => {
                    call = parts.iter().flatten().copied().find(|part| {
                        let kind = &self.out.exprs[part.0 as usize].kind;
                        matches!(kind, ExprKind::Aggregate(_))
                            || matches!(kind, ExprKind::Construct(f, _) if *f == constructor)
                    });
                }
                _ => {}
            }
        }
        made
    }

    /// An inherited constructor: it initialises the base, everything else is initialised by default ([class.inhctor.init]).
    pub(crate) fn construct_inherited(
        &mut self,
        constructor: crate::Entity<'db>,
        base: Ty<'db>,
        class: Ty<'db>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let class = class.unqualified(db);
        let Some(info) = class_info(db, class) else {
            return self.error_expr(site);
        };
        let deleted = crate::function::signature(db, constructor).is_some_and(|s| s.is_deleted);
        if deleted || info.fields.iter().any(|f| needs_initializer(db, f)) {
            return self.reject(
                codes::INHERITED_CONSTRUCTOR_DELETED {
                    ty: Fill::Type(class),
                },
                site,
            );
        }
        let mut parts = Vec::new();
        for b in &info.bases {
            let ty = b.ty.unqualified(db);
            let holds = is_same_class(db, ty, base) || crate::convert::is_base_of(db, base, ty);
            parts.push(Some(match holds {
                true => self.construct(constructor, ty, args, site),
                false => self.default_initialize(ty, site),
            }));
        }
        for (i, field) in info.fields.iter().enumerate() {
            parts.push(Some(match field.has_default {
                true => {
                    let (ty, category) = crate::check::call::result(db, field.ty);
                    self.push(ExprKind::DefaultMember(i as u32), ty, category, site)
                }
                false => self.default_initialize(field.ty, site),
            }));
        }
        self.prvalue(ExprKind::Aggregate(parts.into()), class, site)
    }
}

/// Whether a member has no value without an initializer of its own: a reference, or a constant that is no class's.
fn needs_initializer<'db>(
    db: &'db dyn cleave_base_db::Db,
    field: &crate::class::Field<'db>,
) -> bool {
    let element = field.ty.innermost_element(db);
    let constant = element.top_quals(db).is_const && element.is_scalar(db);
    !field.has_default && (field.ty.is_reference(db) || constant)
}
