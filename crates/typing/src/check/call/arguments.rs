//! Arguments of calls: conversion to parameters, default arguments, what an attribute asks of them ([expr.call]).

use cleave_codes::codes;
use cleave_lang::Builtin;

use crate::check::body::deleted_comparison::is_deleted_comparison;
use crate::check::call::result;
use crate::check::init::{Mode, Purpose};
use crate::class::special::defaulted_as_deleted;
use crate::convert::promoted;
use crate::function::signature;
use crate::thir::{ExprId, ExprKind};
use crate::written::Target;
use crate::{At, Context, Entity, Fill, Problem, Site, Ty};

/// Arguments after conversion.
pub(crate) struct Arguments {
    /// In order, default arguments included.
    pub args: Box<[ExprId]>,
    /// The function is deleted.
    pub deleted: bool,
}

impl<'db> Context<'db> {
    /// Whether an argument of the type `ty`, written at `at`, comes through an ellipsis as another type ([expr.call]/12).
    pub(crate) fn check_passed_type(&mut self, ty: Ty<'db>, at: Site<'db>) {
        let db = self.db;
        let own = ty.unqualified(db);
        let passed = match own.as_builtin(db) {
            Some(Builtin::Float) => self.builtin(Builtin::Double),
            _ if own.is_integral(db) || own.is_enum(db) => promoted(db, own),
            _ => return,
        };
        if passed != own {
            let code = codes::PROMOTED_IN_ELLIPSIS {
                ty: Fill::Type(own),
                promoted: Fill::Type(passed),
            };
            self.warnings.push(Problem::new(code, at).at(At::First));
        }
    }

    /// Arguments converted to a function's parameters, with default arguments.
    pub(crate) fn converted_arguments(
        &mut self,
        function: Entity<'db>,
        object: Option<ExprId>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> Option<Arguments> {
        let db = self.db;
        let sig = signature(db, function)?;
        let mut out = Vec::with_capacity(args.len());
        for (i, &arg) in args.iter().enumerate() {
            out.push(match sig.ty.params.get(i) {
                Some(&param) => {
                    let target = Target::Parameter(function, i as u32, object);
                    let made = self.for_target(target, |cx| {
                        cx.initialize(param, arg, Mode::Copy, Purpose::Argument)
                    });
                    if !param.is_reference(db) {
                        self.check_temporary(made);
                    }
                    made
                }
                None => self.variadic(arg),
            });
        }
        if sig.ty.variadic && args.len() > sig.ty.params.len() {
            self.check_sentinel(function, args);
        }
        for (i, &param) in sig.ty.params.iter().enumerate().skip(args.len()) {
            let (ty, category) = result(db, param);
            let kind = ExprKind::DefaultArgument(function, i as u32);
            out.push(self.push(kind, ty, category, site));
        }
        Some(Arguments {
            args: out.into(),
            deleted: match crate::function::explicit(db, function) {
                Some(special) => signature(db, special).is_some_and(|s| s.is_deleted),
                None => {
                    sig.is_deleted
                        || defaulted_as_deleted(db, function).is_some()
                        || is_deleted_comparison(db, function)
                }
            },
        })
    }

    /// GNU's attribute `sentinel`: the last argument is a null pointer.
    fn check_sentinel(&mut self, function: Entity<'db>, args: &[ExprId]) {
        let db = self.db;
        let plain = |a: &cleave_hir::Attr| {
            matches!(
                a.name.as_str(),
                "sentinel" | "__sentinel__" | "gnu::sentinel"
            ) && a.args.is_empty()
        };
        let asked = function.hir(db).is_some_and(|d| d.attrs.iter().any(plain));
        let Some(&last) = args.last().filter(|_| asked) else {
            return;
        };
        let ty = self.ty(last);
        let null = ty.is_pointer_like(db)
            && (crate::eval::fold(db, &self.out, last)).is_none_or(|value| {
                matches!(value.value(db), crate::Value::Pointer(p) if matches!(p.base, crate::PointerBase::Null(_)))
            });
        if !null && !ty.is_nullptr(db) && !ty.is_unknown(db) {
            let site = self.site_of(last);
            self.problems.push(
                crate::Problem::new(codes::NOT_A_CONSTANT_NULL_POINTER, site).at(crate::At::First),
            );
        }
    }
}
