//! Type traits as values ([meta.unary.prop], [meta.rel]; reference: language, Type traits).

pub(crate) mod closure;
pub(crate) mod layouts;
pub(crate) mod type_facts;

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{DeclKind, TypeOrExpr};
use cleave_lang::Builtin;

use crate::check::init::{Mode, Purpose};
use crate::class::initializers::throws_nothing;
use crate::class::{ClassInfo, Special, class_info, special};
use crate::convert::{Options, Sequence, is_base_of, is_same_class, operand_of_type, sequence};
use crate::thir::{Category, ExprId, ExprKind};
use crate::{At, Bound, Context, Problem, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// `__is_…(T, …)`
    pub(crate) fn type_trait(
        &mut self,
        name: &str,
        args: &'db [TypeOrExpr],
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let Some(types) = self.trait_types(args) else {
            return self.truth(None, true, site);
        };
        if types.iter().any(|t| t.is_unknown(db)) {
            let dependent = types.iter().any(|t| t.is_dependent(db)) || self.in_template();
            return self.truth(None, dependent, site);
        }
        if let ([ty], false) = (&types[..], self.in_template())
            && let Some(code) = self.incomplete_trait(name, *ty)
        {
            return self.report(Problem::new(code, site).at(At::First));
        }
        if name == "__array_rank" {
            let mut rank = 0;
            let mut ty = types[0];
            while let Some(e) = ty.element(db) {
                (ty, rank) = (e, rank + 1);
            }
            return self.int(crate::ty::classify::size_type(db), rank, site);
        }
        if name == "__builtin_types_compatible_p" {
            let same = types.len() == 2 && types[0].unqualified(db) == types[1].unqualified(db);
            return self.int(Builtin::Int, same.into(), site);
        }
        let (problems, unknown) = (self.problems.len(), self.unknown);
        let value = match types[..] {
            [] => None,
            [a] if name.starts_with("__nv_") => {
                crate::check::traits::closure::closure_trait(db, name, a)
            }
            [a] if !name.contains("constructible") => self.unary_trait(name, a),
            _ => self.relation(name, &types),
        };
        self.problems.truncate(problems);
        self.unknown = unknown;
        self.truth(value, false, site)
    }

    /// What is said of a trait that asks for a complete class, or an array of them, and does not get it ([meta.unary.prop]).
    fn incomplete_trait(&self, name: &str, ty: Ty<'db>) -> Option<codes::Code> {
        let of_elements = matches!(
            name,
            "__is_literal_type" | "__is_pod" | "__is_standard_layout" | "__is_trivial"
        );
        let of_class = of_elements
            || matches!(
                name,
                "__has_unique_object_representations"
                    | "__has_virtual_destructor"
                    | "__is_abstract"
                    | "__is_empty"
                    | "__is_final"
                    | "__is_polymorphic"
                    | "__is_trivially_copyable"
            )
            || name.starts_with("__has_nothrow_")
            || name.starts_with("__has_trivial_");
        let element = ty.innermost_element(self.db).unqualified(self.db);
        let asks = match ty.is_array(self.db) {
            true => of_elements,
            false => of_class,
        };
        if !element.is_class(self.db) || !self.lacks_definition(element) {
            return None;
        }
        match name {
            "__is_aggregate" => Some(codes::TRAIT_OF_INCOMPLETE_ELEMENT),
            _ => asks.then_some(codes::TRAIT_OF_INCOMPLETE_CLASS),
        }
    }

    /// The types of a trait's operands, packs expanded; `None`: a pack is not bound.
    pub(super) fn trait_types(&mut self, args: &'db [TypeOrExpr]) -> Option<Vec<Ty<'db>>> {
        let mut out = Vec::new();
        for arg in args {
            match arg {
                TypeOrExpr::Type(ty) => {
                    let ty = self.type_of(*ty);
                    out.push(ty);
                }
                TypeOrExpr::Expr(e) => {
                    let e = self.unevaluated(*e);
                    out.push(self.ty(e));
                }
                TypeOrExpr::Pack(inner) => match &**inner {
                    TypeOrExpr::Type(ty) => {
                        let all = self.expand(*ty);
                        if all
                            .iter()
                            .any(|t| matches!(t.kind(self.db), TyKind::Pack(_)))
                        {
                            return None;
                        }
                        out.extend(all);
                    }
                    _ => return None,
                },
            }
        }
        Some(out)
    }

    pub(super) fn unary_trait(&mut self, name: &str, ty: Ty<'db>) -> Option<bool> {
        let db = self.db;
        let bare = ty.unqualified(db);
        let element = ty.innermost_element(db).unqualified(db);
        let key = |want: &str| match bare.class_entity(db).and_then(|e| e.kind(db)) {
            Some(DeclKind::Class(c)) => Some(match c.key {
                cleave_hir::ClassKey::Union => want == "union",
                _ => want == "class",
            }),
            _ => Some(matches!(bare.kind(db), TyKind::Closure(_)) && want == "class"),
        };
        let info = || class_info(db, bare);
        let class_fact = |pick: &dyn Fn(&ClassInfo<'db>) -> bool| match bare.is_class(db) {
            true => info().map(pick),
            false => Some(false),
        };
        let state = |which| special(db, element, which);
        Some(match name {
            "__is_class" => return key("class"),
            "__is_union" => return key("union"),
            "__is_enum" => bare.is_enum(db),
            "__is_scoped_enum" => {
                bare.is_enum(db) && crate::convert::promoted_enum(db, bare).is_none()
            }
            "__is_function" => ty.is_function(db),
            "__is_array" => ty.is_array(db),
            "__is_bounded_array" => matches!(ty.kind(db), TyKind::Array(_, Bound::Known(_))),
            "__is_unbounded_array" => matches!(ty.kind(db), TyKind::Array(_, Bound::Unknown)),
            "__is_const" => ty.top_quals(db).is_const,
            "__is_volatile" => ty.top_quals(db).is_volatile,
            "__is_reference" => ty.is_reference(db),
            "__is_lvalue_reference" => matches!(ty.kind(db), TyKind::LvalueReference(_)),
            "__is_rvalue_reference" => matches!(ty.kind(db), TyKind::RvalueReference(_)),
            "__is_pointer" => ty.is_pointer(db),
            "__is_void" => ty.is_void(db),
            "__is_integral" => ty.is_integral(db),
            "__is_floating_point" => ty.is_floating(db),
            "__is_arithmetic" => ty.is_arithmetic(db),
            "__is_fundamental" => ty.is_arithmetic(db) || ty.is_void(db) || ty.is_nullptr(db),
            "__is_scalar" => bare.is_scalar(db),
            "__is_compound" => !(ty.is_arithmetic(db) || ty.is_void(db) || ty.is_nullptr(db)),
            "__is_object" => !ty.is_function(db) && !ty.is_reference(db) && !ty.is_void(db),
            "__is_member_pointer" => bare.is_member_pointer(db),
            "__is_member_function_pointer" | "__is_member_object_pointer" => match bare.kind(db) {
                TyKind::MemberPointer { member, .. } => {
                    member.is_function(db) == (name == "__is_member_function_pointer")
                }
                _ => false,
            },
            "__is_signed" | "__is_unsigned" => match bare.as_builtin(db) {
                Some(b) => match crate::ty::classify::integer(db, b) {
                    Some((_, signed)) => signed == (name == "__is_signed"),
                    None => bare.is_floating(db) && name == "__is_signed",
                },
                None => false,
            },
            "__is_polymorphic" => return class_fact(&|i| i.is_polymorphic),
            "__is_abstract" => return class_fact(&|i| i.is_abstract),
            "__is_aggregate" => match ty.is_array(db) {
                true => true,
                false => return class_fact(&|i| i.is_aggregate),
            },
            "__is_empty" => return self.is_empty(bare),
            "__is_final" => match bare.class_entity(db).and_then(|e| e.kind(db)) {
                Some(DeclKind::Class(_)) => {
                    let definition = info()?.definition?;
                    matches!(definition.kind(db), Some(DeclKind::Class(c)) if c.is_final)
                }
                _ => false,
            },
            "__is_trivially_copyable" => return self.is_trivially_copyable(element),
            "__is_trivial" => {
                self.is_trivially_copyable(element)?
                    && (!element.is_class(db)
                        || state(Special::Default)
                            .is_some_and(|s| s.exists && s.trivial && !s.deleted))
            }
            "__is_pod" => {
                self.is_trivially_copyable(element)?
                    && self.is_standard_layout(element, 0)?
                    && (!element.is_class(db)
                        || state(Special::Default).is_some_and(|s| s.exists && s.trivial))
            }
            "__is_standard_layout" => return self.is_standard_layout(element, 0),
            "__is_literal_type" | "__is_literal" => return self.is_literal(ty),
            "__is_destructible"
            | "__is_nothrow_destructible"
            | "__is_trivially_destructible"
            | "__has_trivial_destructor" => return self.destructible(name, ty),
            "__has_virtual_destructor" => match element.is_class(db) {
                true => {
                    let f = state(Special::Destructor)?.declared;
                    f.and_then(|f| crate::function::signature(db, f))
                        .is_some_and(|s| s.is_virtual)
                        || info()?
                            .bases
                            .iter()
                            .any(|b| self.unary_trait(name, b.ty) == Some(true))
                }
                false => false,
            },
            "__has_unique_object_representations" => {
                return self.unique_representation(element, 0);
            }
            "__has_trivial_constructor"
            | "__has_trivial_copy"
            | "__has_trivial_assign"
            | "__has_trivial_move_constructor"
            | "__has_trivial_move_assign"
            | "__has_nothrow_constructor"
            | "__has_nothrow_copy"
            | "__has_nothrow_assign"
            | "__has_nothrow_move_assign" => {
                if !element.is_class(db) {
                    return Some(!ty.is_void(db));
                }
                let which = if name.ends_with("move_constructor") {
                    Special::Move
                } else if name.ends_with("_constructor") {
                    Special::Default
                } else if name.ends_with("_copy") {
                    Special::Copy
                } else if name.ends_with("move_assign") {
                    Special::MoveAssign
                } else {
                    Special::CopyAssign
                };
                let s = state(which)?;
                match name.contains("trivial") {
                    true => s.trivial && !s.deleted,
                    false => throws_nothing(db, element, which)?,
                }
            }
            "__is_referenceable" => !ty.is_void(db) && !ty.is_qualified_function(db),
            "__is_complete_type" => self.is_complete(ty),
            _ => return None,
        })
    }

    pub(super) fn relation(&mut self, name: &str, types: &[Ty<'db>]) -> Option<bool> {
        let db = self.db;
        let (a, b) = match *types {
            [a, b] => (a, b),
            [a, ..] => (a, a),
            [] => return None,
        };
        Some(match name {
            "__is_same" | "__is_same_as" => a == b,
            "__is_base_of" => {
                let (x, y) = (a.unqualified(db), b.unqualified(db));
                let union = |t| class_info(db, t).is_some_and(|i| i.is_union);
                x.is_class(db)
                    && y.is_class(db)
                    && (is_same_class(db, x, y) && !union(x) || is_base_of(db, x, y))
            }
            "__is_convertible" | "__is_convertible_to" | "__is_nothrow_convertible" => {
                if a.is_void(db) || b.is_void(db) {
                    return Some(a.is_void(db) && b.is_void(db));
                }
                if b.is_function(db) || b.is_array(db) {
                    return Some(false);
                }
                let from = declval(db, a);
                let found = sequence(self, &from, b, Options::COPY);
                match found {
                    None | Some(Sequence::Ambiguous) => false,
                    Some(Sequence::Unknown) => return None,
                    Some(_) => return self.constructs(name, b, &[a], Mode::Copy),
                }
            }
            "__is_constructible"
            | "__is_nothrow_constructible"
            | "__is_trivially_constructible" => {
                return self.constructs(name, a, &types[1..], Mode::Direct);
            }
            "__is_assignable" | "__is_nothrow_assignable" | "__is_trivially_assignable" => {
                return self.assigns(name, a, b);
            }
            "__is_layout_compatible" => {
                return self.is_layout_compatible(a.unqualified(db), b.unqualified(db), 0);
            }
            "__is_pointer_interconvertible_base_of" => {
                let (x, y) = (a.unqualified(db), b.unqualified(db));
                x.is_class(db)
                    && y.is_class(db)
                    && !class_info(db, x).is_none_or(|info| info.is_union)
                    && (x == y || is_base_of(db, x, y) && self.is_standard_layout(y, 0)?)
            }
            "__reference_constructs_from_temporary" | "__reference_converts_from_temporary" => {
                if !a.is_reference(db) {
                    return Some(false);
                }
                let from = declval(db, b);
                match sequence(self, &from, a, Options::DIRECT)? {
                    Sequence::Standard(s) => s.binding.is_some_and(|b| !b.direct),
                    Sequence::User(u) => u.second.binding.is_some_and(|b| !b.direct),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// An operand of a type, as an expression to try things with.
    pub(super) fn trial(&mut self, ty: Ty<'db>, site: Site<'db>) -> ExprId {
        let from = declval(self.db, ty);
        self.push(
            ExprKind::Value(crate::Value::Indeterminate),
            from.ty,
            from.category,
            site,
        )
    }

    pub(super) fn trial_site(&self) -> Site<'db> {
        Site {
            code: self.code_ref,
            index: u32::MAX,
            is_type: true,
        }
    }

    /// Whether `T t(declval<Args>()...)` is well-formed, and does what the trait's name says.
    pub(super) fn constructs(
        &mut self,
        name: &str,
        ty: Ty<'db>,
        args: &[Ty<'db>],
        mode: Mode,
    ) -> Option<bool> {
        let db = self.db;
        if ty.is_void(db)
            || ty.is_function(db)
            || matches!(ty.kind(db), TyKind::Array(_, Bound::Unknown))
        {
            return Some(false);
        }
        let element = ty.innermost_element(db).unqualified(db);
        if element.is_class(db) {
            let info = class_info(db, element)?;
            if info.is_abstract && !ty.is_reference(db) {
                return Some(false);
            }
        }
        if !self.destructible("__is_destructible", ty)? {
            return Some(false);
        }
        if let [only] = args
            && self.is_base_inaccessible(*only, ty)
        {
            return Some(false);
        }
        let site = self.trial_site();
        let problems = self.problems.len();
        let from = self.out.exprs.len();
        let (dependent, unknown) = (self.out.dependent, self.unknown);
        self.unknown = false;
        let es: Vec<ExprId> = args.iter().map(|&t| self.trial(t, site)).collect();
        let e = match es[..] {
            [] if ty.is_reference(db) => return Some(false),
            [] => self.value_initialize(ty, site),
            [e] if ty.is_reference(db) || mode == Mode::Copy => {
                self.initialize(ty, e, mode, Purpose::Variable)
            }
            _ if ty.is_array(db) => return Some(false),
            _ => self.direct_initialize(ty, &es, site),
        };
        let fails = self.problems.len() > problems;
        self.problems.truncate(problems);
        let bad = self.is_bad(e);
        self.out.dependent = dependent;
        self.unknown = unknown;
        if fails {
            return Some(false);
        }
        if bad {
            return None;
        }
        Some(self.quality(name, from) && self.destructor_quality(name, ty))
    }

    /// Whether what was added since does not throw, or is trivial, as a trait's name wants.
    pub(super) fn quality(&self, name: &str, from: usize) -> bool {
        if name.contains("nothrow") {
            return !self.may_throw(from);
        }
        if name.contains("trivially") {
            return self.out.exprs[from..].iter().all(|e| match &e.kind {
                ExprKind::Call { .. } | ExprKind::CallIndirect(..) => false,
                ExprKind::Construct(f, _) => self.is_trivial_special(*f, e.ty),
                ExprKind::ConstructImplicit(how, _) => {
                    let which = match how {
                        crate::thir::Implicit::Default => Special::Default,
                        crate::thir::Implicit::Copy => Special::Copy,
                        crate::thir::Implicit::Move => Special::Move,
                    };
                    special(self.db, e.ty.unqualified(self.db), which).is_some_and(|s| s.trivial)
                }
                ExprKind::Assign(target, _, _) => {
                    let ty = self.ty(*target).unqualified(self.db);
                    !ty.is_class(self.db)
                        || special(self.db, ty, Special::CopyAssign).is_some_and(|s| s.trivial)
                }
                _ => true,
            });
        }
        true
    }

    pub(super) fn is_trivial_special(&self, f: crate::Entity<'db>, ty: Ty<'db>) -> bool {
        [Special::Default, Special::Copy, Special::Move]
            .into_iter()
            .filter_map(|w| special(self.db, ty.unqualified(self.db), w))
            .any(|s| s.declared == Some(f) && s.trivial)
    }

    pub(super) fn destructor_quality(&self, name: &str, ty: Ty<'db>) -> bool {
        let name = if name.contains("nothrow") {
            "__is_nothrow_destructible"
        } else if name.contains("trivially") {
            "__is_trivially_destructible"
        } else {
            "__is_destructible"
        };
        self.destructible(name, ty) == Some(true)
    }

    /// Whether `declval<A>() = declval<B>()` is well-formed, and does what the trait's name says.
    pub(super) fn assigns(&mut self, name: &str, a: Ty<'db>, b: Ty<'db>) -> Option<bool> {
        let db = self.db;
        if a.is_void(db) || b.is_void(db) {
            return Some(false);
        }
        let site = self.trial_site();
        let problems = self.problems.len();
        let (dependent, unknown) = (self.out.dependent, self.unknown);
        self.unknown = false;
        let (x, y) = (self.trial(a, site), self.trial(b, site));
        let from = self.out.exprs.len();
        if !self.ty(x).is_class(db) && self.category(x) != Category::Lvalue {
            return Some(false);
        }
        let e = self.binary(cleave_lang::Operator::Assign, x, y, site);
        let fails = self.problems.len() > problems;
        self.problems.truncate(problems);
        let bad = self.is_bad(e);
        self.out.dependent = dependent;
        self.unknown = unknown;
        if fails {
            return Some(false);
        }
        if bad {
            return None;
        }
        let trivial_call = |cx: &Self| {
            cx.out.exprs[from..].iter().all(|e| match &e.kind {
                ExprKind::Call { callee, .. } => [Special::CopyAssign, Special::MoveAssign]
                    .into_iter()
                    .filter_map(|w| special(db, e.ty.unqualified(db), w))
                    .any(|s| s.declared == Some(*callee) && s.trivial),
                _ => true,
            })
        };
        Some(match name.contains("trivially") {
            true => {
                trivial_call(self) && {
                    let plain: Vec<_> = self.out.exprs[from..]
                        .iter()
                        .filter(|e| !matches!(e.kind, ExprKind::Call { .. }))
                        .collect();
                    plain
                        .iter()
                        .all(|e| !matches!(e.kind, ExprKind::CallIndirect(..)))
                        && self.assign_is_trivial(from)
                }
            }
            false => self.quality(name, from),
        })
    }

    pub(super) fn assign_is_trivial(&self, from: usize) -> bool {
        let db = self.db;
        self.out.exprs[from..].iter().all(|e| match e.kind {
            ExprKind::Assign(target, _, _) => {
                let ty = self.ty(target).unqualified(db);
                !ty.is_class(db)
                    || special(db, ty, Special::CopyAssign).is_some_and(|s| s.trivial)
                    || special(db, ty, Special::MoveAssign).is_some_and(|s| s.trivial)
            }
            _ => true,
        })
    }
}

/// `std::declval<T>()` as an operand.
fn declval<'db>(db: &'db dyn Db, ty: Ty<'db>) -> crate::template::Operand<'db> {
    match ty.is_reference(db) || ty.is_void(db) {
        true => operand_of_type(db, ty),
        false => operand_of_type(db, ty.rvalue_reference(db)),
    }
}
