//! Making nodes of typed code, and the conversions that need no choice.

use cleave_codes::Message;
use cleave_hir::ExprId;
use cleave_lang::{Builtin, Operator};

use crate::class::class_info;
use crate::code::source::{first_token, first_token_in, index};
use crate::convert::promoted;
use crate::template::Operand;
use crate::thir::{self, Category, Conversion, Expr, ExprKind, Stmt, StmtId};
use crate::ty::types::Sort;
use crate::{Const, Context, Fill, Site, Ty, TyKind, Value};

impl<'db> Context<'db> {
    /// The site of an expression of this code.
    pub(crate) fn site(&self, expr: ExprId) -> Site<'db> {
        crate::check::site(self, expr)
    }

    /// Adds an expression.
    pub(crate) fn push(
        &mut self,
        kind: ExprKind<'db>,
        ty: Ty<'db>,
        category: Category,
        site: Site<'db>,
    ) -> thir::ExprId {
        let e = thir::ExprId(self.out.exprs.len() as u32);
        self.out.exprs.push(Expr {
            kind,
            ty,
            category,
            site,
            evaluated: !self.modes.unevaluated && !self.modes.discarded,
        });
        e
    }

    /// Adds a prvalue.
    pub(crate) fn prvalue(
        &mut self,
        kind: ExprKind<'db>,
        ty: Ty<'db>,
        site: Site<'db>,
    ) -> thir::ExprId {
        self.push(kind, ty, Category::Prvalue, site)
    }

    /// Adds a statement.
    pub(crate) fn push_stmt(&mut self, stmt: Stmt) -> StmtId {
        self.out.stmts.push(stmt);
        StmtId(self.out.stmts.len() as u32 - 1)
    }

    /// An expression that was added.
    pub(crate) fn node(&self, e: thir::ExprId) -> &Expr<'db> {
        &self.out.exprs[e.0 as usize]
    }

    pub(crate) fn ty(&self, e: thir::ExprId) -> Ty<'db> {
        self.node(e).ty
    }

    pub(crate) fn category(&self, e: thir::ExprId) -> Category {
        self.node(e).category
    }

    pub(crate) fn site_of(&self, e: thir::ExprId) -> Site<'db> {
        self.node(e).site
    }

    /// Where an operand begins, with the parentheses and the cast around it.
    pub(crate) fn start_of(&self, e: thir::ExprId) -> Site<'db> {
        let mut site = self.site_of(e);
        // Sites that stand for something else than an expression of this code have no shells. Those that have are nested.
        if site.code == self.code_ref && !site.is_type {
            for _ in 0..crate::check::DEPTH {
                match self.body.shells.get(&site.index) {
                    Some(&around) => site.index = around,
                    None => break,
                }
            }
        }
        self.first_token(site)
    }

    /// The expression around one that is the same value.
    pub(crate) fn shell(&self, e: cleave_hir::ExprId) -> Option<cleave_hir::ExprId> {
        let around = self.body.shells.get(&u32::from(e.into_raw()))?;
        index(&self.code.exprs, *around)
    }

    /// The expression that is written at a site; mostly it is one of the code at hand.
    pub(crate) fn written(&self, site: Site<'db>) -> Option<&'db cleave_hir::Expr> {
        match site.code == self.code_ref && !site.is_type {
            true => Some(&self.code[index(&self.code.exprs, site.index)?]),
            false => site.expr(self.db),
        }
    }

    /// The subexpression that an expression begins with.
    pub(crate) fn first_token(&self, site: Site<'db>) -> Site<'db> {
        match site.code == self.code_ref && !site.is_type {
            true => first_token_in(self.code, site),
            false => first_token(self.db, site),
        }
    }

    /// A fundamental type. Those that nearly all code has are asked for at every other expression.
    pub(crate) fn builtin(&self, b: Builtin) -> Ty<'db> {
        let known = match b {
            Builtin::Bool => &self.common.bool,
            Builtin::Int => &self.common.int,
            _ => return Ty::builtin(self.db, b),
        };
        *known.get_or_init(|| Ty::builtin(self.db, b))
    }

    /// Something that is not known: whoever meets it stays silent.
    pub(crate) fn error_expr(&mut self, site: Site<'db>) -> thir::ExprId {
        self.unknown = true;
        // Whatever it does may give variables their values.
        self.body.uninitialized.clear();
        let error = *self.common.error.get_or_init(|| Ty::error(self.db));
        self.prvalue(ExprKind::Error, error, site)
    }

    /// Something that depends on template parameters.
    pub(crate) fn dependent_expr(&mut self, site: Site<'db>) -> thir::ExprId {
        self.out.dependent = true;
        self.error_expr(site)
    }

    /// Something dependent of a known type, or dependent one.
    pub(crate) fn dependent_of(
        &mut self,
        ty: Ty<'db>,
        category: Category,
        site: Site<'db>,
    ) -> thir::ExprId {
        self.out.dependent = true;
        self.unknown = true;
        self.body.uninitialized.clear();
        self.push(ExprKind::Error, ty, category, site)
    }

    /// Records a problem; the expression is an error.
    pub(crate) fn reject(
        &mut self,
        message: impl Message<Fill<'db>>,
        site: Site<'db>,
    ) -> thir::ExprId {
        self.problem(message, site);
        let unknown = self.unknown;
        let e = self.error_expr(site);
        self.unknown = unknown;
        e
    }

    /// An error that follows from others: dependent if one of them is.
    pub(crate) fn infect(&mut self, parts: &[thir::ExprId], site: Site<'db>) -> thir::ExprId {
        let dependent = parts.iter().any(|&e| self.is_dependent(e)) || self.in_template();
        match dependent {
            true => self.dependent_expr(site),
            false => self.error_expr(site),
        }
    }

    /// Its type is not known or depends on template parameters.
    pub(crate) fn is_bad(&self, e: thir::ExprId) -> bool {
        let node = self.node(e);
        if let ExprKind::List(items) = &node.kind {
            return items.iter().any(|&i| self.is_bad(i));
        }
        let facts = node.ty.facts();
        // A placeholder is no type yet: that of a template parameter, or of what could not be deduced.
        facts.is_unknown() || facts.auto && !matches!(node.kind, ExprKind::Error)
    }

    /// It is type-dependent, or an error in dependent code.
    pub(crate) fn is_dependent(&self, e: thir::ExprId) -> bool {
        let node = self.node(e);
        node.ty.is_dependent(self.db)
            || matches!(node.kind, ExprKind::Error) && self.out.dependent
            || matches!(&node.kind, ExprKind::List(items) if items.iter().any(|&i| self.is_dependent(i)))
    }

    /// It is type-dependent. What is dependent and has a known type only has a value that is not known.
    pub(crate) fn is_type_dependent(&self, e: thir::ExprId) -> bool {
        let node = self.node(e);
        let facts = node.ty.facts();
        match &node.kind {
            ExprKind::List(items) => items.iter().any(|&i| self.is_type_dependent(i)),
            ExprKind::Error => {
                node.ty.is_dependent(self.db) || facts.is_unknown() && self.out.dependent
            }
            _ => node.ty.is_dependent(self.db),
        }
    }

    /// An integer constant.
    pub(crate) fn int(&mut self, b: Builtin, value: i128, site: Site<'db>) -> thir::ExprId {
        let ty = self.builtin(b);
        self.prvalue(ExprKind::Value(Value::Int(value)), ty, site)
    }

    /// A `bool` constant.
    pub(crate) fn bool(&mut self, value: bool, site: Site<'db>) -> thir::ExprId {
        self.int(Builtin::Bool, value.into(), site)
    }

    /// A constant.
    pub(crate) fn constant(&mut self, value: Const<'db>, site: Site<'db>) -> thir::ExprId {
        let db = self.db;
        let ty = value.ty(db);
        match *ty.kind(db) {
            TyKind::LvalueReference(t) | TyKind::RvalueReference(t) => {
                if let Value::Pointer(p) = value.value(db)
                    && p.path.is_empty()
                    && let crate::PointerBase::Static(entity) = p.base
                {
                    let kind = match t.is_function(db) {
                        true => ExprKind::Function(entity),
                        false => ExprKind::Static(entity),
                    };
                    return self.push(kind, t, Category::Lvalue, site);
                }
                self.push(
                    ExprKind::Value(value.value(db).clone()),
                    t,
                    Category::Lvalue,
                    site,
                )
            }
            // A template parameter object ([temp.param]/8).
            _ if ty.is_class(db) => self.push(
                ExprKind::Value(value.value(db).clone()),
                ty.qualified(db, cleave_lang::Qualifiers::CONST),
                Category::Lvalue,
                site,
            ),
            _ => self.prvalue(ExprKind::Value(value.value(db).clone()), ty, site),
        }
    }

    /// A conversion to a prvalue.
    pub(crate) fn convert(
        &mut self,
        how: Conversion<'db>,
        e: thir::ExprId,
        ty: Ty<'db>,
    ) -> thir::ExprId {
        let site = self.site_of(e);
        self.prvalue(ExprKind::Convert(how, e), ty, site)
    }

    /// A conversion that keeps what is denoted.
    pub(crate) fn convert_glvalue(
        &mut self,
        how: Conversion<'db>,
        e: thir::ExprId,
        ty: Ty<'db>,
    ) -> thir::ExprId {
        let (site, category) = (self.site_of(e), self.category(e));
        self.push(ExprKind::Convert(how, e), ty, category, site)
    }

    /// The lvalue-to-rvalue, array-to-pointer and function-to-pointer conversions ([conv.lval] on). Classes stay: what makes a
    /// value of them is a constructor.
    pub(crate) fn rvalue(&mut self, e: thir::ExprId) -> thir::ExprId {
        let db = self.db;
        let ty = self.ty(e);
        match ty.sort() {
            Sort::Array => {
                self.is_set(e);
                let e = match self.category(e) {
                    Category::Prvalue => self.materialize(e),
                    _ => e,
                };
                self.convert(Conversion::Decay, e, ty.decayed(db))
            }
            Sort::Function => self.convert(Conversion::FunctionToPointer, e, ty.pointer(db)),
            _ if self.category(e) == Category::Prvalue => e,
            Sort::Class | Sort::Closure => e,
            Sort::Overloaded | Sort::List => e,
            _ if matches!(self.node(e).kind, ExprKind::Error) => {
                let (ty, site) = (ty.unqualified(db), self.site_of(e));
                self.prvalue(ExprKind::Error, ty, site)
            }
            _ => {
                self.is_read(e);
                let load = |cx: &mut Self, e| cx.convert(Conversion::Load, e, ty.unqualified(db));
                // The right operand is what is read: it may be a constant.
                match self.node(e).kind {
                    ExprKind::Comma(left, right)
                        if matches!(self.node(right).kind, ExprKind::Static(_)) =>
                    {
                        let right = load(self, right);
                        let kind = ExprKind::Comma(left, right);
                        self.prvalue(kind, ty.unqualified(db), self.site_of(e))
                    }
                    _ => load(self, e),
                }
            }
        }
    }

    /// A prvalue as an object ([conv.rval]).
    pub(crate) fn materialize(&mut self, e: thir::ExprId) -> thir::ExprId {
        let (ty, site) = (self.ty(e), self.site_of(e));
        match self.category(e) {
            Category::Prvalue => {
                self.check_temporary(e);
                self.push(ExprKind::Materialize(e), ty, Category::Xvalue, site)
            }
            _ => e,
        }
    }

    /// A glvalue as an rvalue: `std::move`, implicit moves.
    pub(crate) fn as_xvalue(&mut self, e: thir::ExprId) -> thir::ExprId {
        let (ty, site) = (self.ty(e), self.site_of(e));
        match self.category(e) {
            Category::Lvalue => self.push(
                ExprKind::Convert(Conversion::Noop, e),
                ty,
                Category::Xvalue,
                site,
            ),
            _ => e,
        }
    }

    /// The width of the bit-field that an expression denotes.
    pub(crate) fn bit_field(&self, e: thir::ExprId) -> Option<u32> {
        match self.node(e).kind {
            ExprKind::Field(object, number) => {
                let info = class_info(self.db, self.ty(object).unqualified(self.db))?;
                info.fields.get(number as usize)?.width
            }
            ExprKind::Comma(_, e) => self.bit_field(e),
            ExprKind::Conditional(_, then, otherwise) => {
                self.bit_field(then).or_else(|| self.bit_field(otherwise))
            }
            ExprKind::Assign(e, _, _) | ExprKind::Compound(_, e, ..) => self.bit_field(e),
            ExprKind::Step {
                prefix: true,
                operand,
                ..
            } => self.bit_field(operand),
            _ => None,
        }
    }

    /// Whether an expression is a literal as written, parentheses aside.
    fn is_written_literal(&self, e: thir::ExprId) -> bool {
        if self.body.null_literals.contains(&e) {
            return true;
        }
        matches!(
            self.written_inside(self.site_of(e)),
            Some(cleave_hir::Expr::Literal(_))
        )
    }

    /// The expression that is written in a place, parentheses aside.
    pub(crate) fn written_inside(&self, site: Site<'db>) -> Option<&'db cleave_hir::Expr> {
        let mut at = self.written(site);
        while let Some(cleave_hir::Expr::Paren(inner)) = at {
            at = self.code.exprs.get_index(*inner);
        }
        at
    }

    /// An expression as an operand of conversions and deduction.
    pub(crate) fn operand(&self, e: thir::ExprId) -> Operand<'db> {
        let db = self.db;
        let node = self.node(e);
        let mut out = Operand {
            ty: node.ty,
            category: node.category,
            constant: None,
            list: None,
            designated: Box::default(),
            set: Box::default(),
            explicit: None,
            bit_field: self.bit_field(e),
            string: matches!(node.kind, ExprKind::String(_)),
        };
        match &node.kind {
            ExprKind::List(items) => {
                out.list = Some(items.iter().map(|&i| self.operand(i)).collect());
                let written = self.designated(node.site).into_iter().flatten();
                out.designated = written
                    .map(|item| match item.designators.first() {
                        Some(cleave_hir::Designator::Field(name)) => Some(name.clone()),
                        _ => None,
                    })
                    .collect();
            }
            ExprKind::Overloaded { set, explicit, .. } => {
                out.set = set.clone();
                out.explicit = *explicit;
            }
            ExprKind::Value(value @ (Value::Int(_) | Value::Float(_)))
                if self.is_written_literal(e) =>
            {
                out.constant = Some(Const::new(db, node.ty, value.clone()));
            }
            _ => {}
        }
        out
    }

    /// Operands of a list of expressions.
    pub(crate) fn operands(&self, es: &[thir::ExprId]) -> Vec<Operand<'db>> {
        es.iter().map(|&e| self.operand(e)).collect()
    }

    /// A conversion among arithmetic, enumeration and complex types, by the kinds of both.
    pub(crate) fn arithmetic(&mut self, e: thir::ExprId, to: Ty<'db>) -> thir::ExprId {
        let db = self.db;
        let from = self.ty(e).unqualified(db);
        if from == to {
            return e;
        }
        let integral = |t: Ty<'db>| t.is_integral(db) || t.is_enum(db);
        let how = if to.sort() == Sort::Complex || from.sort() == Sort::Complex {
            Conversion::Complex
        } else if to.is_bool(db) {
            Conversion::ToBool
        } else {
            match (integral(from), integral(to)) {
                (true, true) => Conversion::Integral,
                (true, false) => Conversion::IntegralToFloating,
                (false, true) => Conversion::FloatingToIntegral,
                (false, false) => Conversion::Floating,
            }
        };
        self.convert(how, e, to)
    }

    /// The value of an operand after integral promotion.
    pub(crate) fn promote(&mut self, e: thir::ExprId) -> thir::ExprId {
        let (e, to) = self.before_promotion(e);
        self.arithmetic(e, to)
    }

    /// The value of what is added to a pointer: it is not promoted, though an enumeration is computed with as its underlying type or, where
    /// that is not narrow, as the promoted one. Truth values are promoted unless they are subtracted, and bit-fields unless the pointer
    /// `is_assigned`.
    pub(crate) fn pointer_offset(
        &mut self,
        op: Operator,
        is_assigned: bool,
        e: thir::ExprId,
    ) -> thir::ExprId {
        let db = self.db;
        let ty = self.ty(e).unqualified(db);
        let is_promoted = match ty.is_bool(db) {
            true => op != Operator::Minus,
            false => !is_assigned && self.bit_field(e).is_some(),
        };
        if is_promoted {
            return self.promote(e);
        }
        let is_narrow = |ty: Ty<'db>| crate::class::layout::size_of(db, ty).is_some_and(|n| n < 4);
        match ty.is_enum(db) {
            false => self.rvalue(e),
            true => {
                let (value, to) = (self.rvalue(e), promoted(db, ty));
                let own = crate::class::underlying(db, ty);
                match own.filter(|own| to != ty && !own.is_bool(db) && is_narrow(*own)) {
                    Some(own) => self.arithmetic(value, own),
                    None => self.arithmetic(value, to),
                }
            }
        }
    }

    /// The value of an operand before integral promotion, and its type after it. An enumeration is promoted: a value that it does not
    /// name has the sign of the promoted type.
    pub(crate) fn before_promotion(&mut self, e: thir::ExprId) -> (thir::ExprId, Ty<'db>) {
        let db = self.db;
        let width = self.bit_field(e);
        let e = self.rvalue(e);
        let to = crate::convert::promoted_bit_field(db, self.ty(e), width)
            .unwrap_or_else(|| promoted(db, self.ty(e)));
        match self.ty(e).is_enum(db) {
            true => (self.arithmetic(e, to), to),
            false => (e, to),
        }
    }
}

/// Looking into an arena by index.
trait GetIndex<T> {
    fn get_index(&self, index: la_arena::Idx<T>) -> Option<&T>;
}

impl<T> GetIndex<T> for la_arena::Arena<T> {
    fn get_index(&self, index: la_arena::Idx<T>) -> Option<&T> {
        (u32::from(index.into_raw()) < self.len() as u32).then(|| &self[index])
    }
}
