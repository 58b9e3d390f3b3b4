//! The code of defaulted comparison operators ([class.compare.default]): what the compiler would have written.

use std::cmp::Ordering;

use cleave_lang::{Builtin, Operator};

use crate::check::expr::name::access::NESTING;
use crate::check::init::{Mode, Purpose};
use crate::class::class_info;
use crate::eval::ordering;
use crate::thir::{
    Category, Conversion, ExprId, ExprKind, Local, LocalId, LocalKind, Stmt, StmtId,
};
use crate::{Context, Site, Ty};

/// From an object to a subobject of it.
#[derive(Clone, Copy)]
enum Part<'db> {
    /// The base of this class.
    Base(Ty<'db>),
    /// The non-static data member of this number of a class.
    Member(Ty<'db>, u32),
    /// The element of an array that a local counts.
    Element(LocalId),
}

/// A subobject by the way to it.
type Path<'db> = Vec<Part<'db>>;

/// The objects that are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// `*this`, or the first parameter of a friend.
    Left,
    /// The last parameter.
    Right,
}

impl<'db> Context<'db> {
    /// The body of a defaulted comparison operator of a class: statements, the last one a return. `None`: it is none.
    pub(crate) fn defaulted_comparison(
        &mut self,
        op: Operator,
        class: Ty<'db>,
        site: Site<'db>,
    ) -> Option<StmtId> {
        let mut stmts = Vec::new();
        match op {
            Operator::Equal => {
                for path in self.subobjects(class, &[], 0)? {
                    let stmt = self.each(path, site, &mut |cx, path| {
                        let (a, b) = cx.both(path, site);
                        let equal = cx.binary(Operator::Equal, a, b, site);
                        let differs = cx.negated(equal, site);
                        let value = cx.bool(false, site);
                        Some(cx.return_if(differs, value))
                    });
                    stmts.push(stmt?);
                }
                let value = self.bool(true, site);
                stmts.push(self.push_stmt(Stmt::Return(Some(value))));
            }
            Operator::Spaceship => self.defaulted_spaceship(class, &mut stmts, site)?,
            Operator::NotEqual => {
                let (left, right) = self.both(&[], site);
                let equal = self.binary(Operator::Equal, left, right, site);
                let value = self.negated(equal, site);
                stmts.push(self.push_stmt(Stmt::Return(Some(value))));
            }
            Operator::Less | Operator::Greater | Operator::LessEqual | Operator::GreaterEqual => {
                let (left, right) = self.both(&[], site);
                let order = self.binary(Operator::Spaceship, left, right, site);
                let zero = self.zero_literal(site);
                let value = self.binary(op, order, zero, site);
                stmts.push(self.push_stmt(Stmt::Return(Some(value))));
            }
            _ => return None,
        }
        Some(self.push_stmt(Stmt::Block(stmts.into())))
    }

    /// `!e`
    fn negated(&mut self, e: ExprId, site: Site<'db>) -> ExprId {
        let e = self.condition(e);
        let ty = self.builtin(Builtin::Bool);
        self.prvalue(ExprKind::Unary(Operator::Not, e), ty, site)
    }

    /// `if (condition) return value;`
    fn return_if(&mut self, condition: ExprId, value: ExprId) -> StmtId {
        let then = self.push_stmt(Stmt::Return(Some(value)));
        self.push_stmt(Stmt::If {
            init: Box::default(),
            condition,
            then,
            otherwise: None,
        })
    }

    /// A subobject of both objects.
    fn both(&mut self, path: &[Part<'db>], site: Site<'db>) -> (ExprId, ExprId) {
        let left = self.part(Side::Left, path, site);
        (left, self.part(Side::Right, path, site))
    }

    /// A subobject of one of the objects.
    fn part(&mut self, side: Side, path: &[Part<'db>], site: Site<'db>) -> ExprId {
        let db = self.db;
        let mut at = self.compared_object(side, site);
        for part in path {
            at = match *part {
                Part::Base(ty) => {
                    let quals = self.ty(at).top_quals(db);
                    let how = Conversion::ToBase(ty);
                    self.convert_glvalue(how, at, ty.qualified(db, quals))
                }
                Part::Member(class, number) => {
                    let field = class_info(db, class).and_then(|c| c.fields.get(number as usize));
                    match field {
                        Some(field) => self.subobject(at, number, field, site),
                        None => self.error_expr(site),
                    }
                }
                Part::Element(index) => {
                    let element = self.ty(at).element(db).unwrap_or_else(|| self.ty(at));
                    let index = self.local_expr(index, site);
                    let index = self.rvalue(index);
                    self.push(ExprKind::Index(at, index), element, Category::Lvalue, site)
                }
            };
        }
        at
    }

    /// `*this` and the parameter, or the two parameters of a friend.
    fn compared_object(&mut self, side: Side, site: Site<'db>) -> ExprId {
        let is_param = |l: &Local<'db>| matches!(l.kind, LocalKind::Param(_));
        let params = self.out.locals.iter().filter(|l| is_param(l)).count();
        let number = match (side, params) {
            (Side::Left, 1) => return self.this_object(site),
            (Side::Left, _) => 0,
            (Side::Right, _) => params.saturating_sub(1),
        };
        let mut of_params = (self.out.locals.iter().enumerate()).filter(|(_, l)| is_param(l));
        match of_params.nth(number) {
            Some((i, _)) => self.local_expr(LocalId(i as u32), site),
            None => self.error_expr(site),
        }
    }

    /// The bases and members of a class, in order.
    fn subobjects(&self, class: Ty<'db>, to: &[Part<'db>], depth: u32) -> Option<Vec<Path<'db>>> {
        let db = self.db;
        let class = class.unqualified(db);
        let info = class_info(db, class)?;
        let below = |part| to.iter().copied().chain([part]).collect::<Path<'db>>();
        let bases = info.bases.iter();
        let mut out: Vec<_> = bases
            .map(|base| below(Part::Base(base.ty.unqualified(db))))
            .collect();
        for (i, field) in info.fields.iter().enumerate() {
            let path = below(Part::Member(class, i as u32));
            // The members of an anonymous struct are the class's own; an unnamed bit-field is no member.
            match (field.name.is_empty(), field.ty.is_class(db)) {
                (true, true) if depth < NESTING => {
                    out.extend(self.subobjects(field.ty, &path, depth + 1)?);
                }
                (true, false) => {}
                _ => out.push(path),
            }
        }
        Some(out)
    }

    /// A statement for a subobject; if it is an array, for each of its elements.
    fn each(
        &mut self,
        mut path: Path<'db>,
        site: Site<'db>,
        compare: &mut dyn FnMut(&mut Self, &[Part<'db>]) -> Option<StmtId>,
    ) -> Option<StmtId> {
        let object = self.part(Side::Left, &path, site);
        let Some(length) = self.ty(object).length(self.db) else {
            return compare(self, &path);
        };
        if length == 0 {
            return Some(self.push_stmt(Stmt::Empty));
        }
        let long = self.builtin(Builtin::UnsignedLong);
        let counter = self.declare(None, long, LocalKind::Automatic);
        path.push(Part::Element(counter));
        let zero = self.int(Builtin::UnsignedLong, 0, site);
        let first = self.push_stmt(Stmt::Local(counter, Some(zero)));
        let body = self.each(path, site, compare)?;
        let operand = self.local_expr(counter, site);
        let step = ExprKind::Step {
            increment: true,
            prefix: true,
            operand,
        };
        let next = self.push(step, long, Category::Lvalue, site);
        let end = self.int(Builtin::UnsignedLong, i128::from(length), site);
        let more = self.binary(Operator::Less, next, end, site);
        let all = self.push_stmt(Stmt::Loop {
            declaration: None,
            condition: Some(more),
            step: None,
            body,
            test_after: true,
            unroll: None,
        });
        Some(self.push_stmt(Stmt::Block([first, all].into())))
    }

    fn defaulted_spaceship(
        &mut self,
        class: Ty<'db>,
        stmts: &mut Vec<StmtId>,
        site: Site<'db>,
    ) -> Option<()> {
        let db = self.db;
        let strong = self.standard_class("strong_ordering")?;
        let weak = self.standard_class("weak_ordering")?;
        let partial = self.standard_class("partial_ordering")?;
        let parts = self.subobjects(class, &[], 0)?;
        let declared = self.out.ret?;
        let ret = match declared.has_auto(db) {
            false => declared,
            // The common comparison category ([class.spaceship]/4).
            true => {
                let mut all = Vec::new();
                for path in &parts {
                    let compared = self.elements(path.clone(), site);
                    let order = self.binary(Operator::Spaceship, compared.0, compared.1, site);
                    all.push(self.ty(order).unqualified(db));
                    if self.is_bad(order) {
                        return None;
                    }
                }
                if !all.iter().all(|ty| [strong, weak, partial].contains(ty)) {
                    return None;
                }
                let weakest = [partial, weak].into_iter().find(|ty| all.contains(ty));
                weakest.unwrap_or(strong)
            }
        };
        self.out.ret = Some(ret);
        for path in parts {
            let stmt = self.each(path, site, &mut |cx, path| {
                let order = cx.three_way(path, ret, site)?;
                let l = cx.declare(None, cx.ty(order).unqualified(db), LocalKind::Automatic);
                let local = cx.push_stmt(Stmt::Local(l, Some(order)));
                let (value, zero) = (cx.local_expr(l, site), cx.zero_literal(site));
                let differs = cx.binary(Operator::NotEqual, value, zero, site);
                let differs = cx.condition(differs);
                let value = cx.local_expr(l, site);
                let value = cx.initialize(ret, value, Mode::Copy, Purpose::Return);
                let returned = cx.return_if(differs, value);
                Some(cx.push_stmt(Stmt::Block([local, returned].into())))
            });
            stmts.push(stmt?);
        }
        let (a, b) = (
            self.int(Builtin::Int, 0, site),
            self.int(Builtin::Int, 0, site),
        );
        let equal = self.binary(Operator::Spaceship, a, b, site);
        let equal = self.initialize(ret, equal, Mode::Copy, Purpose::Return);
        stmts.push(self.push_stmt(Stmt::Return(Some(equal))));
        Some(())
    }

    /// A subobject of both objects; of an array the first element.
    fn elements(&mut self, path: Path<'db>, site: Site<'db>) -> (ExprId, ExprId) {
        let (mut a, mut b) = self.both(&path, site);
        while let Some(element) = self.ty(a).element(self.db) {
            for e in [&mut a, &mut b] {
                let zero = self.int(Builtin::UnsignedLong, 0, site);
                *e = self.push(ExprKind::Index(*e, zero), element, Category::Lvalue, site);
            }
        }
        (a, b)
    }

    /// The synthesised three-way comparison of a subobject ([class.spaceship]/1): `<=>`, or where there is none `==` and `<`.
    fn three_way(&mut self, path: &[Part<'db>], ret: Ty<'db>, site: Site<'db>) -> Option<ExprId> {
        let db = self.db;
        let problems = self.problems.len();
        let (a, b) = self.both(path, site);
        let order = self.binary(Operator::Spaceship, a, b, site);
        if !self.is_bad(order) {
            return Some(order);
        }
        let mut is = |name| self.standard_class(name) == Some(ret.unqualified(db));
        let outcomes = match (
            is("partial_ordering"),
            is("strong_ordering") || is("weak_ordering"),
        ) {
            (true, _) => [Some(Ordering::Less), None],
            (_, true) => [Some(Ordering::Less), Some(Ordering::Greater)],
            _ => return None,
        };
        let (a, b) = self.both(path, site);
        let equal = self.binary(Operator::Equal, a, b, site);
        let (a, b) = self.both(path, site);
        let less = self.binary(Operator::Less, a, b, site);
        if self.is_bad(equal) || self.is_bad(less) {
            return None;
        }
        self.problems.truncate(problems);
        let category = |cx: &mut Self, outcome| {
            let value = ordering(db, ret, outcome)?.value(db).clone();
            Some(cx.prvalue(ExprKind::Value(value), ret, site))
        };
        let choice = |cx: &mut Self, condition, yes, no| {
            let condition = cx.condition(condition);
            cx.prvalue(ExprKind::Conditional(condition, yes, no), ret, site)
        };
        let mut otherwise = category(self, outcomes[1])?;
        if outcomes[1].is_none() {
            let (a, b) = self.both(path, site);
            let greater = self.binary(Operator::Less, b, a, site);
            let yes = category(self, Some(Ordering::Greater))?;
            otherwise = choice(self, greater, yes, otherwise);
        }
        let yes = category(self, outcomes[0])?;
        let otherwise = choice(self, less, yes, otherwise);
        let yes = category(self, Some(Ordering::Equal))?;
        Some(choice(self, equal, yes, otherwise))
    }
}
