//! Range-based loops ([stmt.ranged]).

use cleave_codes::codes;
use cleave_hir::StmtId;
use cleave_lang::Operator;

use crate::check::init::{Mode, Purpose};
use crate::thir::{self, Category, ExprId, ExprKind, LocalId, LocalKind, Stmt};
use crate::{At, Context, Fill, Problem, Ty, TyKind};

impl<'db> Context<'db> {
    /// `for (d : range)` ([stmt.ranged])
    pub(crate) fn range_for(
        &mut self,
        stmt: StmtId,
        init: Option<StmtId>,
        decl: cleave_hir::DeclId,
        range: cleave_hir::ExprId,
        body: StmtId,
    ) -> Stmt {
        let db = self.db;
        let mut outer = Vec::new();
        outer.extend(init.map(|s| self.stmt(s)));
        let site = self.site(range);
        let mut e = self.expr(range);
        if let ExprKind::List(items) = self.node(e).kind.clone() {
            if items.is_empty() && self.is_users_own() {
                let problem = Problem::new(codes::CANNOT_DEDUCE_RANGE_TYPE, site);
                self.problems.push(problem.at(At::First));
                return self.range_unknown(outer, decl, body);
            }
            e = self.braced_range(&items, site);
            // What depends on a parameter, be it by its value only, waits for an instance.
            let depends = self.in_template() && self.is_dependent_expr(range);
            let known = items.iter().all(|i| !self.is_bad(*i));
            if known && self.is_bad(e) && !depends && self.is_users_own() {
                let problem = Problem::new(codes::CANNOT_DEDUCE_RANGE_TYPE, site);
                self.problems.push(problem.at(At::First));
            }
        }
        if self.is_bad(e) {
            return self.range_unknown(outer, decl, body);
        }
        if self.is_endless(e) {
            return self.range_unknown(outer, decl, body);
        }
        // `auto &&range = e;`
        let ty = self.ty(e);
        let reference = match self.category(e) {
            Category::Lvalue => ty.lvalue_reference(db),
            _ => ty.rvalue_reference(db),
        };
        // Whoever goes through it may set it.
        self.is_set(e);
        let value = self.materialize(e);
        let l = self.declare(None, reference, LocalKind::Automatic);
        outer.push(self.push_stmt(Stmt::Local(l, Some(value))));
        let Some((begin, end)) = self.range_ends(l, site) else {
            return self.range_unknown(outer, decl, body);
        };
        if self.is_bad(begin) || self.is_bad(end) {
            return self.range_unknown(outer, decl, body);
        }
        if self.is_no_iterator(begin, site) {
            return self.range_unknown(outer, decl, body);
        }
        let mut local = |cx: &mut Self, e: ExprId| {
            let ty = cx.ty(e).decayed(db);
            let value = cx.initialize(ty, e, Mode::Copy, Purpose::Variable);
            let l = cx.declare(None, ty, LocalKind::Automatic);
            outer.push(cx.push_stmt(Stmt::Local(l, Some(value))));
            l
        };
        let begin = local(self, begin);
        let end = local(self, end);
        let (a, b) = (self.local_expr(begin, site), self.local_expr(end, site));
        let problems = self.problems.len();
        let differs = self.binary(Operator::NotEqual, a, b, site);
        let condition = self.condition(differs);
        // The first operator that is missing is reported.
        if self.problems.len() > problems {
            return self.range_unknown(outer, decl, body);
        }
        let a = self.local_expr(begin, site);
        let step = self.prefix(Operator::Increment, a, site);
        if self.problems.len() > problems {
            return self.range_unknown(outer, decl, body);
        }
        let a = self.local_expr(begin, site);
        let element = self.prefix(Operator::Dereference, a, site);
        if self.problems.len() > problems {
            return self.range_unknown(outer, decl, body);
        }
        let inner = self.scoped(|cx| {
            let mut made = Vec::new();
            cx.range_variable(decl, element, &mut made);
            let head = cx.scopes.blocks.len().saturating_sub(1);
            let body = cx.substatement(body, head, codes::RANGE_VARIABLE_REDECLARED);
            made.push(body);
            cx.push_stmt(Stmt::Block(made.into()))
        });
        let made = Stmt::Loop {
            declaration: None,
            condition: Some(condition),
            step: Some(step),
            body: inner,
            test_after: false,
            unroll: self.unroll(stmt),
        };
        outer.push(self.push_stmt(made));
        Stmt::Block(outer.into())
    }

    /// Says so of an array of unknown size, and of a class that is not defined.
    fn is_endless(&mut self, e: ExprId) -> bool {
        let db = self.db;
        let ty = self.ty(e);
        if self.in_template() || self.is_instantiation() {
            return false;
        }
        if let TyKind::Array(_, crate::Bound::Unknown) = ty.kind(db) {
            self.wrong_operand(
                codes::RANGE_FOR_OVER_INCOMPLETE_ARRAY { ty: Fill::Type(ty) },
                e,
            );
            return true;
        }
        let incomplete = ty.is_class(db) && self.lacks_definition(ty);
        if incomplete {
            for name in ["begin", "end"] {
                self.wrong_operand(
                    codes::RANGE_FOR_FUNCTION_MISSING {
                        name: Fill::Name(name.into()),
                    },
                    e,
                );
            }
        }
        incomplete
    }

    /// Says so of a begin-expression that is a number.
    fn is_no_iterator(&mut self, begin: ExprId, site: crate::Site<'db>) -> bool {
        let db = self.db;
        let ty = self.ty(begin).decayed(db).unqualified(db);
        if !ty.is_arithmetic(db) {
            return false;
        }
        let ty = Fill::Type(ty);
        let problem = Problem::new(codes::NOT_AN_ITERATOR { ty }, site);
        self.problems.push(problem.at(At::First));
        true
    }

    pub(crate) fn braced_range(&mut self, items: &[ExprId], site: crate::Site<'db>) -> ExprId {
        let operand = crate::template::Operand {
            ty: Ty::of(self.db, TyKind::List),
            category: Category::Prvalue,
            constant: None,
            list: Some(self.operands(items).into()),
            designated: Box::default(),
            set: Box::default(),
            explicit: None,
            bit_field: None,
            string: false,
        };
        let auto = Ty::of(self.db, TyKind::Auto(false));
        let list = Ty::of(self.db, TyKind::List);
        match crate::template::deduce_auto(self, auto, &operand) {
            Some(ty) => {
                let list = self.prvalue(ExprKind::List(items.into()), list, site);
                self.list_initialize(ty, list, Mode::Copy, Purpose::Variable)
            }
            None => self.infect(items, site),
        }
    }

    /// A range that is not known: the body is typed with a variable of an unknown type.
    pub(crate) fn range_unknown(
        &mut self,
        mut outer: Vec<thir::StmtId>,
        decl: cleave_hir::DeclId,
        body: StmtId,
    ) -> Stmt {
        let site = crate::check::site(self, la_arena::Idx::from_raw(la_arena::RawIdx::from_u32(0)));
        let dependent = self.in_template();
        let element = match dependent {
            true => self.dependent_expr(site),
            false => self.error_expr(site),
        };
        let inner = self.scoped(|cx| {
            let mut made = Vec::new();
            cx.range_variable(decl, element, &mut made);
            let head = cx.scopes.blocks.len().saturating_sub(1);
            let body = cx.substatement(body, head, codes::RANGE_VARIABLE_REDECLARED);
            made.push(body);
            cx.push_stmt(Stmt::Block(made.into()))
        });
        outer.push(self.push_stmt(Stmt::Error));
        outer.push(inner);
        Stmt::Block(outer.into())
    }

    /// The begin- and end-expressions of a range.
    pub(crate) fn range_ends(
        &mut self,
        range: LocalId,
        site: crate::Site<'db>,
    ) -> Option<(ExprId, ExprId)> {
        use crate::lookup::Found;
        use cleave_hir::{Name, NameId};
        let db = self.db;
        let e = self.local_expr(range, site);
        let ty = self.ty(e);
        if let TyKind::Array(..) = ty.kind(db) {
            let n = ty.length(db)?;
            let begin = self.rvalue(e);
            let e = self.local_expr(range, site);
            let pointer = self.rvalue(e);
            let count = self.int(cleave_lang::Builtin::Long, i128::from(n), site);
            let end = self.builtin_binary(Operator::Plus, pointer, count, site);
            return Some((begin, end));
        }
        let name = |n: &str| NameId::Ident(Name::new(n));
        let class = ty.unqualified(db);
        let member = |cx: &mut Self, n: &str| match cx.lookup_member(class, &name(n)) {
            Found::Entities { set, .. } => Some(set),
            _ => None,
        };
        if class.is_class(db)
            && let (Some(begin), Some(end)) = (member(self, "begin"), member(self, "end"))
        {
            let mut call = |set: Vec<crate::Entity<'db>>| {
                let object = self.local_expr(range, site);
                let callees = crate::check::call::Callees {
                    set,
                    object: Some(object),
                    explicit: None,
                    adl: None,
                    qualified: false,
                    unknown: false,
                };
                self.call_functions(callees, &[], site, None)
            };
            return Some((call(begin), call(end)));
        }
        let mut ends = Vec::new();
        for n in ["begin", "end"] {
            let object = self.local_expr(range, site);
            let name = name(n);
            let found = self.lookup_arguments(&name, &[self.ty(object)]);
            let by_arguments = !found.is_empty();
            let is_scalar = !ty.is_class(db) && !ty.is_unknown(db);
            let is_open = self.in_template() && !is_scalar;
            let set = match by_arguments || is_open {
                true => found,
                false => self.standard_functions(&name),
            };
            let is_plain = is_scalar || self.is_plain_class(ty);
            let missing = vec![Fill::Name(n.into())];
            if set.is_empty() && is_plain && !is_open {
                self.wrong_operand((codes::RANGE_FOR_FUNCTION_MISSING, missing), object);
                continue;
            }
            let callees = crate::check::call::Callees {
                set,
                object: None,
                explicit: None,
                adl: Some(&name),
                qualified: false,
                unknown: false,
            };
            let problems = self.problems.len();
            let end = self.call_functions(callees, &[object], site, None);
            if !by_arguments && self.problems.len() > problems {
                self.problems.truncate(problems);
                self.wrong_operand((codes::RANGE_FOR_FUNCTION_MISSING, missing), object);
                continue;
            }
            ends.push(end);
        }
        match ends[..] {
            [begin, end] => Some((begin, end)),
            _ => None,
        }
    }

    /// The functions of a name in the standard library's namespace: the reference looks there whatever the range is, as C++11 was
    /// first proposed.
    fn standard_functions(&mut self, name: &cleave_hir::NameId) -> Vec<crate::Entity<'db>> {
        let path = cleave_hir::Path::new(
            name.clone(),
            cleave_hir::PathParts {
                global: true,
                qualifiers: [cleave_hir::PathSegment {
                    name: cleave_hir::Name::new("std"),
                    args: None,
                }]
                .into(),
                ..Default::default()
            },
        );
        match crate::convert::quietly(self, |cx| cx.lookup_path(&path)) {
            crate::lookup::Found::Entities { set, .. } => set,
            _ => Vec::new(),
        }
    }

    /// A class of the user's whose bases are known: what is not found in it is not there.
    fn is_plain_class(&self, ty: Ty<'db>) -> bool {
        let db = self.db;
        let class = ty.unqualified(db);
        class.is_class(db)
            && !class.is_unknown(db)
            && crate::class::class_info(db, class).is_some_and(|c| c.bases.is_empty())
    }
}
