//! Operators over types and unevaluated operands: `sizeof`, `alignof`, `typeid`, `noexcept`, `offsetof`.

use cleave_codes::codes;
use cleave_hir::{Expr as H, ExprId, NameId, TypeId};
use cleave_lang::{Builtin, Qualifiers};

use crate::check::expr::name::Named;
use crate::class::initializers::throws_nothing;
use crate::code::source::first_token;
use crate::lookup::Found;
use crate::thir::{self, Category, Conversion, ExprKind};
use crate::{At, Context, Fill, Problem, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// The operand of `sizeof e`: an expression, or a name that turns out to be a type.
    pub(crate) fn type_or_expr(&mut self, operand: ExprId) -> Ty<'db> {
        let mut at = operand;
        while let H::Paren(inner) = self.code[at] {
            at = inner;
        }
        if let H::Path(path) = &self.code[at] {
            let path: &'db cleave_hir::Path = path;
            let site = self.site(at);
            let named = self.in_unevaluated(|cx| cx.name(path, site));
            if let Named::Type(ty) = named {
                return ty;
            }
            let e = self.named_expr(named, path, site);
            self.undetermined_type(e);
            return self.ty(e);
        }
        let e = self.unevaluated(operand);
        self.undetermined_type(e);
        self.ty(e)
    }

    /// A type that no initialiser completes.
    pub(crate) fn undeduced_type(&mut self, ty: TypeId) -> Ty<'db> {
        self.with_mode(|m| &mut m.without_deduction, true, |cx| cx.type_of(ty))
    }

    /// `sizeof` and `alignof`.
    pub(crate) fn size_of(&mut self, ty: Ty<'db>, align: bool, site: Site<'db>) -> thir::ExprId {
        let db = self.db;
        let result = self.builtin(crate::ty::classify::size_type(self.db));
        let ty = ty.strip_reference(db);
        if ty.is_unknown(db) || ty.has_auto(db) {
            return match ty.is_dependent(db) || self.out.dependent {
                true => self.dependent_of(result, Category::Prvalue, site),
                false => {
                    self.unknown = true;
                    self.push(ExprKind::Error, result, Category::Prvalue, site)
                }
            };
        }
        if ty.is_void(db) || ty.is_function(db) {
            if self.is_substitution() {
                return self.reject(codes::Code::NONE, site);
            }
            if ty.is_void(db) {
                let problem = match align {
                    true => Problem::new(codes::ALIGNOF_INCOMPLETE_TYPE, site).at(At::First),
                    false => self.incomplete_measured(ty, site),
                };
                if problem.is_certain() {
                    let soft = true;
                    self.warnings.push(Problem { soft, ..problem });
                }
            }
            return self.int(crate::ty::classify::size_type(self.db), 1, site);
        }
        if matches!(ty.kind(db), TyKind::Overloaded | TyKind::List) {
            return self.reject(codes::Code::NONE, site);
        }
        if let TyKind::Class(class) = ty.innermost_element(db).kind(db)
            && class.env(db).is_some()
            && !self.modes.substitution
            && !ty.is_dependent(db)
        {
            self.out.required.push((*class, site));
        }
        if let (TyKind::Array(_, crate::Bound::Unknown), false, false) = (
            ty.kind(db),
            align,
            self.is_substitution() || self.in_template(),
        ) {
            let at = match self.written(site) {
                Some(H::SizeofType(_)) => Some((site, At::Inside)),
                Some(H::SizeofExpr(operand)) => {
                    Some((first_token(db, self.site(*operand)), At::First))
                }
                _ => None,
            };
            if let Some((at, place)) = at {
                let ty = self.shown_measured(site, ty);
                let code = codes::INCOMPLETE_TYPE_NOT_ALLOWED { ty };
                let e = self.report(Problem::new(code, at).at(place));
                self.out.exprs[e.0 as usize].ty = result;
                return e;
            }
        }
        if !align && self.is_open_here(ty) {
            let problem = self.incomplete_measured(ty, site);
            let e = self.report(problem);
            self.out.exprs[e.0 as usize].ty = result;
            return e;
        }
        match crate::class::layout(db, ty.unqualified(db)) {
            Some(layout) => {
                let n = if align { layout.align } else { layout.size };
                self.int(crate::ty::classify::size_type(self.db), i128::from(n), site)
            }
            None => {
                if ty.innermost_element(db).is_class(db)
                    && crate::class::class_info(db, ty.innermost_element(db).unqualified(db))
                        .is_none()
                {
                    match align && self.lacks_definition(ty) {
                        true => self
                            .problems
                            .push(Problem::new(codes::ALIGNOF_INCOMPLETE_TYPE, site).at(At::First)),
                        false => self.incomplete_operand(ty, site),
                    }
                }
                self.unknown = true;
                self.push(ExprKind::Error, result, Category::Prvalue, site)
            }
        }
    }

    /// `alignof`, where an alias or a variable may have been given an alignment of its own.
    pub(crate) fn align_of(
        &mut self,
        ty: Ty<'db>,
        asked: Option<Option<u64>>,
        site: Site<'db>,
    ) -> thir::ExprId {
        let size = crate::ty::classify::size_type(self.db);
        if ty.is_unknown(self.db) || ty.has_auto(self.db) || asked == Some(None) {
            return self.size_of(ty, true, site);
        }
        match asked.flatten() {
            Some(align) => self.int(size, align.into(), site),
            None => {
                self.unknown = true;
                let result = self.builtin(size);
                self.push(ExprKind::Error, result, Category::Prvalue, site)
            }
        }
    }

    /// The alignment that the declaration of a variable that an operand names asks for: by its type's alias. The outer `None`:
    /// not known.
    pub(crate) fn alignment_of_named(&mut self, operand: ExprId) -> Option<Option<u64>> {
        let mut at = operand;
        while let H::Paren(inner) = self.code[at] {
            at = inner;
        }
        if let H::Member { .. } = &self.code[at] {
            let e = crate::convert::quietly(self, |cx| cx.unevaluated(at));
            return match self.node(e).kind {
                ExprKind::Field(object, number) => {
                    let class = self.ty(object).unqualified(self.db);
                    let info = crate::class::class_info(self.db, class)?;
                    let field = info.fields.get(number as usize)?;
                    let env = info.definition.and_then(|d| d.env(self.db));
                    let field = crate::Entity::new(self.db, field.decl, env);
                    crate::class::layout::asked_of(self.db, field)
                }
                _ => Some(None),
            };
        }
        let H::Path(path) = &self.code[at] else {
            return Some(None);
        };
        let found = crate::convert::quietly(self, |cx| cx.lookup_path(path));
        match found {
            Found::Entities { set, .. } if let [only] = set[..] => {
                crate::class::layout::asked_of(self.db, only)
            }
            Found::Local(locals) if let [local] = locals[..] => {
                let declared = self.out.locals.get(local.0 as usize)?.declared;
                let index = declared.filter(|site| site.code == self.code_ref);
                let index = index.and_then(Site::as_declaration);
                let id = |i: u32| cleave_hir::DeclId::from_raw(i.into());
                let written = index.map(|i| &self.code[id(i)].kind);
                match written {
                    Some(cleave_hir::DeclKind::Variable(v)) => {
                        crate::class::layout::asked_by_alias(self, v.ty)
                    }
                    _ => Some(None),
                }
            }
            _ => Some(None),
        }
    }

    /// Whether an operand that is written denotes a bit-field.
    pub(crate) fn is_bit_field(&mut self, operand: ExprId) -> bool {
        let mut at = operand;
        while let H::Paren(inner) = self.code[at] {
            at = inner;
        }
        if !matches!(self.code[at], H::Member { .. } | H::Path(_)) || self.in_template() {
            return false;
        }
        crate::convert::quietly(self, |cx| {
            let e = cx.unevaluated(at);
            cx.bit_field(e).is_some()
        })
    }

    pub(crate) fn type_info(
        &mut self,
        operand: Option<thir::ExprId>,
        dependent: bool,
        site: Site<'db>,
    ) -> thir::ExprId {
        let class = self.standard_class("type_info");
        let is_defined = class
            .is_some_and(|class| !crate::check::expr::name::member::is_incomplete(self.db, class));
        if !is_defined {
            let problem = Problem::new(codes::TYPEINFO_NOT_INCLUDED, site);
            self.problems.push(problem.at(At::First));
        }
        let Some(class) = class else {
            return match dependent {
                true => self.dependent_expr(site),
                false => self.error_expr(site),
            };
        };
        let ty = class.qualified(self.db, Qualifiers::CONST);
        let operand = operand.filter(|&e| {
            self.category(e) != Category::Prvalue
                && crate::class::class_info(self.db, self.ty(e).unqualified(self.db))
                    .is_some_and(|i| i.is_polymorphic)
        });
        self.push(ExprKind::Typeid(operand), ty, Category::Lvalue, site)
    }

    /// `noexcept(e)`
    pub(crate) fn noexcept(&mut self, operand: ExprId, site: Site<'db>) -> thir::ExprId {
        let from = self.out.exprs.len();
        let e = self.unevaluated(operand);
        self.undetermined_type(e);
        if self.is_bad(e) {
            let ty = self.builtin(Builtin::Bool);
            return match self.is_dependent(e) {
                true => self.dependent_of(ty, Category::Prvalue, site),
                false => {
                    self.unknown = true;
                    self.push(ExprKind::Error, ty, Category::Prvalue, site)
                }
            };
        }
        let throws = self.may_throw(from) && self.evaluates_throwing(e);
        self.bool(!throws, site)
    }

    /// The same of an expression and what is evaluated for it: not of the operand of a `sizeof` in it.
    fn evaluates_throwing(&self, e: thir::ExprId) -> bool {
        let mut open = vec![e];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(e) = open.pop() {
            if !seen.insert(e) {
                continue;
            }
            if self.throws_itself(&self.out.exprs[e.0 as usize]) {
                return true;
            }
            self.node(e).kind.operands(&mut open);
        }
        false
    }

    /// Whether any of the expressions added since may throw ([except.spec]/6).
    pub(crate) fn may_throw(&self, from: usize) -> bool {
        self.out.exprs[from..].iter().any(|e| self.throws_itself(e))
    }

    fn throws_itself(&self, e: &thir::Expr<'db>) -> bool {
        throws(self.db, &self.out, e)
    }

    /// `__builtin_offsetof(T, m)`
    pub(crate) fn offsetof(&mut self, ty: TypeId, member: ExprId, site: Site<'db>) -> thir::ExprId {
        let db = self.db;
        let result = self.builtin(crate::ty::classify::size_type(self.db));
        let written = ty;
        let ty = self.type_of(ty);
        if !ty.is_dependent(db) && ty.is_class(db) && self.is_standard_layout(ty, 0) == Some(false)
        {
            let at = self.type_site(written);
            let problem = Problem::new(codes::OFFSETOF_WITHOUT_STANDARD_LAYOUT, at);
            self.warnings.push(problem.at(At::First));
        }
        if ty.is_class(db) && self.lacks_definition(ty) {
            let code = codes::INCOMPLETE_TYPE_NOT_ALLOWED { ty: Fill::Type(ty) };
            let problem = Problem::new(code, self.type_site(written));
            return self.report(problem.at(At::First));
        }
        let offset = match ty.is_unknown(db) {
            true => None,
            false => self.offset(ty, member, site),
        };
        match offset {
            Some(n) => self.int(crate::ty::classify::size_type(self.db), i128::from(n), site),
            None if ty.is_dependent(db) => self.dependent_of(result, Category::Prvalue, site),
            None => {
                self.unknown = true;
                self.push(ExprKind::Error, result, Category::Prvalue, site)
            }
        }
    }

    /// The offset of a member designator: names and constant indices.
    pub(crate) fn offset(&mut self, ty: Ty<'db>, member: ExprId, site: Site<'db>) -> Option<u64> {
        let db = self.db;
        let mut steps = Vec::new();
        let mut at = member;
        let code = self.code;
        loop {
            match &code[at] {
                H::Path(path) => {
                    steps.push(Err(path.name.ident()?.clone()));
                    break;
                }
                H::Member { base, member, .. } => {
                    steps.push(Err(member.name.ident()?.clone()));
                    at = *base;
                }
                H::Index(base, args) => {
                    let [index] = **args else { return None };
                    let value = crate::eval::constant_expression(self, index, None).ok()?;
                    steps.push(Ok((u64::try_from(value.as_int(db)?).ok()?, at)));
                    at = *base;
                }
                _ => return None,
            }
        }
        let (mut ty, mut offset) = (ty.unqualified(db), 0u64);
        for step in steps.into_iter().rev() {
            match step {
                Ok((_, at)) if ty.is_class(db) => {
                    let at = self.site(at);
                    self.problem(codes::OFFSETOF_WITH_OVERLOADED_SUBSCRIPT, at);
                    return None;
                }
                Ok((index, _)) => {
                    ty = ty.element(db)?;
                    let size = crate::class::layout(db, ty.unqualified(db))?.size;
                    offset = offset.checked_add(index.checked_mul(size)?)?;
                }
                Err(name) => {
                    let found =
                        self.lookup_member(ty.unqualified(db), &NameId::Ident(name.clone()));
                    if let (Found::Nothing, Some(class)) = (&found, ty.class_entity(db)) {
                        let at = self.site(member);
                        let (class, name) = (Fill::Entity(class), Fill::Name(name.as_str().into()));
                        self.problem(codes::NO_SUCH_MEMBER { class, name }, at);
                        return None;
                    }
                    let Found::Entities { set, class } = found else {
                        return None;
                    };
                    let is_bit_field = |e: &crate::Entity<'db>| match e.kind(db) {
                        Some(cleave_hir::DeclKind::Variable(v)) => v.width.is_some(),
                        _ => false,
                    };
                    if set.iter().any(is_bit_field) {
                        let at = self.site(member);
                        let problem = Problem::new(codes::OFFSETOF_OF_BIT_FIELD, at);
                        self.problems.push(problem.at(At::First));
                        return None;
                    }
                    if set.iter().any(|e| is_no_field(db, *e)) {
                        let at = self.site(member);
                        let problem = Problem::new(codes::OFFSETOF_NOT_A_FIELD, at);
                        self.problems.push(problem.at(At::First));
                        return None;
                    }
                    let mut of = ty.unqualified(db);
                    if let Some(base) = class.map(|c| c.unqualified(db))
                        && base != of
                    {
                        let way = crate::class::tables::base_way(db, of, base)?;
                        if way.virtual_base.is_some() {
                            self.problem(codes::OFFSETOF_IN_VIRTUAL_BASE, site);
                            return None;
                        }
                        offset = offset.checked_add(way.bytes)?;
                        of = base;
                    }
                    let (at, of) = member_offset(db, of, set.first()?.decl(db), 0)?;
                    offset = offset.checked_add(at)?;
                    ty = of;
                }
            }
        }
        Some(offset)
    }
}

/// Whether a member is a function or static ([support.types.layout]/1).
fn is_no_field<'db>(db: &'db dyn cleave_base_db::Db, member: crate::Entity<'db>) -> bool {
    match member.kind(db) {
        Some(cleave_hir::DeclKind::Function(_)) => true,
        Some(cleave_hir::DeclKind::Variable(_)) => {
            (member.hir(db)).is_some_and(|d| d.spec.any(cleave_names::decl::Spec::STATIC))
        }
        _ => false,
    }
}

/// The offset in bytes of a member, anonymous unions looked into, and its type.
fn member_offset<'db>(
    db: &'db dyn cleave_base_db::Db,
    class: Ty<'db>,
    decl: crate::DeclRef<'db>,
    depth: u32,
) -> Option<(u64, Ty<'db>)> {
    let info = crate::class::class_info(db, class)?;
    let layout = crate::class::layout(db, class)?;
    for (i, field) in info.fields.iter().enumerate() {
        let at = layout.fields.get(i)? / 8;
        if field.decl == decl {
            return Some((at, field.ty));
        }
        if field.name.is_empty()
            && depth < 16
            && field.ty.is_class(db)
            && let Some((inner, ty)) = member_offset(db, field.ty.unqualified(db), decl, depth + 1)
        {
            return Some((at + inner, ty));
        }
    }
    None
}

/// Whether an expression of some code itself may throw, its operands apart ([except.spec]/6).
pub(crate) fn throws<'db>(
    db: &'db dyn cleave_base_db::Db,
    typed: &thir::Typed<'db>,
    e: &thir::Expr<'db>,
) -> bool {
    use crate::class::{Special, special};
    let node = |e: thir::ExprId| &typed.exprs[e.0 as usize];
    let noexcept = |f| crate::function::is_noexcept(db, f);
    match &e.kind {
        ExprKind::Call { callee, .. } => !noexcept(*callee),
        ExprKind::Construct(f, _) => !noexcept(*f),
        ExprKind::ConstructImplicit(how, _) => {
            !throws_nothing(db, e.ty.unqualified(db), how.special()).unwrap_or(false)
        }
        ExprKind::CallIndirect(f, _) => !node(*f)
            .ty
            .pointee(db)
            .and_then(|t| t.as_function(db))
            .is_some_and(|f| f.noexcept),
        ExprKind::CallMember(_, f, _) => match node(*f).ty.kind(db) {
            TyKind::MemberPointer { member, .. } => {
                !member.as_function(db).is_some_and(|f| f.noexcept)
            }
            _ => true,
        },
        ExprKind::New { allocator, .. } => !allocator.is_some_and(noexcept),
        ExprKind::Throw(_) | ExprKind::Launch(..) => true,
        ExprKind::Destroy(object, ..) => {
            let ty = node(*object).ty;
            let class = ty
                .pointee(db)
                .unwrap_or(ty)
                .strip_reference(db)
                .unqualified(db);
            class.is_class(db)
                && special(db, class, Special::Destructor).is_some_and(|s| !s.noexcept)
        }
        ExprKind::Convert(Conversion::Dynamic, _) => e.category != Category::Prvalue,
        // What a null pointer points to has no type ([expr.typeid]/2).
        ExprKind::Typeid(Some(operand)) => matches!(
            node(*operand).kind,
            ExprKind::Unary(cleave_lang::Operator::Dereference, _)
        ),
        _ => false,
    }
}
