//! From types as written to types: [`Context::resolve_type`].

mod aliased;
pub(crate) mod args;
mod bounds;
pub(crate) mod compatible;
pub(crate) mod constant;
mod declared;
pub(crate) mod functions;
mod misfits;
mod misnamed;
mod named;
pub(crate) mod packs;
mod parameters;
mod places;
pub(crate) mod predefined;
mod read_args;
pub(crate) mod transform;
mod typename;

pub(crate) use crate::resolve::declared::{
    declared_param_type, default_arg, default_type, defaulted, has_default, param_type_problems,
    undefined_in_default, value_param_type,
};

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Attr, DeclKind, Path, TypeId, TypeRef};

use crate::code::source::first_token;
use crate::lookup::qualified::Scope;
use crate::{Arg, Bound, Context, Entity, Ty, TyKind, check};

/// Types nest no deeper than this.
const DEPTH: u32 = 400;

impl<'db> Context<'db> {
    /// The type written at `ty`. Template parameters stand for their arguments in `env`, or for themselves where it lacks
    /// their level.
    pub fn resolve_type(&mut self, ty: TypeId) -> Ty<'db> {
        if self.depth >= DEPTH {
            self.unknown = true;
            return Ty::error(self.db);
        }
        self.depth += 1;
        let site = self.type_site(ty);
        let resolved = self.with_mode(
            |m| &mut m.in_type,
            true,
            |cx| cx.reading_at(site, |cx| cx.resolve(ty)),
        );
        self.depth -= 1;
        resolved
    }

    fn resolve(&mut self, id: TypeId) -> Ty<'db> {
        let db = self.db;
        let code = self.code;
        match &code[id] {
            TypeRef::Missing => {
                self.unknown = true;
                Ty::error(db)
            }
            TypeRef::Builtin(b) => Ty::builtin(db, *b),
            TypeRef::Complex(b) => Ty::of(db, TyKind::Complex(*b)),
            TypeRef::Path {
                path,
                elaborated,
                typename,
            } => {
                let required = self.out.required.len();
                let ty = self.named_type(id, path, elaborated.is_some());
                if !typename && elaborated.is_none() && !path.qualifiers.is_empty() {
                    let site = self.type_site(id);
                    self.check_typename(path, site);
                }
                if path.args.is_some() || self.modes.in_argument || path.qualifiers.len() > 1 {
                    self.name_type(id, ty, required);
                }
                ty
            }
            TypeRef::Defined(decl) => {
                let decl = crate::DeclRef::at(db, self.code_ref, *decl);
                self.declared_type(decl)
            }
            TypeRef::Decltype(e) => {
                if self.is_dependent_expr(*e) {
                    return self.dependent(self.type_site(id));
                }
                let ty = self.with_mode(
                    |m| &mut m.without_deduction,
                    false,
                    |cx| check::decltype(cx, *e),
                );
                if self.modes.in_argument {
                    self.name_type(id, ty, self.out.required.len());
                }
                match ty.is_error(db) && self.is_dependent_place() {
                    true => self.dependent(self.type_site(id)),
                    false => ty,
                }
            }
            TypeRef::TypeofExpr(e) => {
                if self.is_dependent_expr(*e) {
                    return self.dependent(self.type_site(id));
                }
                self.in_unevaluated(|cx| {
                    let e = cx.expr(*e);
                    cx.undetermined(e);
                    cx.operand(e)
                })
                .ty
            }
            TypeRef::TypeofType(t) => self.resolve_type(*t),
            TypeRef::DecltypeAuto(_) => Ty::of(db, TyKind::Auto(true)),
            TypeRef::Auto(_) => self.placeholder(id),
            TypeRef::Transform(name, of) => {
                let of = self.resolve_type(*of);
                if of.is_dependent(db) {
                    return self.dependent(self.type_site(id));
                }
                self.transform(name, of)
            }
            TypeRef::Qualified(quals, t) => {
                let ty = self.resolve_type(*t);
                ty.qualified(db, *quals)
            }
            TypeRef::Pointer(t) => {
                self.check_pointee(*t);
                let to = self.resolve_type(*t);
                if to.is_reference(db) {
                    return self.unmade(codes::POINTER_TO_REFERENCE, id, *t);
                }
                if self.is_substitution() && to.is_qualified_function(db) {
                    return self.ill_formed(id);
                }
                match to.is_error(db) {
                    true => to,
                    false => to.pointer(db),
                }
            }
            TypeRef::LvalueReference(t) => {
                self.check_pointee(*t);
                let to = self.resolve_type(*t);
                if to.is_void(db) {
                    return self.unmade(codes::REFERENCE_TO_VOID, id, *t);
                }
                match self.is_substitution() && to.is_qualified_function(db) {
                    true => self.ill_formed(id),
                    false => to.lvalue_reference(db),
                }
            }
            TypeRef::RvalueReference(t) => {
                self.check_pointee(*t);
                let to = self.resolve_type(*t);
                if to.is_void(db) {
                    return self.unmade(codes::REFERENCE_TO_VOID, id, *t);
                }
                match self.is_substitution() && to.is_qualified_function(db) {
                    true => self.ill_formed(id),
                    false => to.rvalue_reference(db),
                }
            }
            TypeRef::MemberPointer { class, member } => {
                let class = match self.path_scope(class) {
                    Scope::Type(ty) => ty,
                    Scope::Namespace(_) if self.is_users_own() => {
                        let site = self.type_site(id);
                        for code in [codes::EXP_IDENTIFIER, codes::EXP_SEMICOLON] {
                            self.problems.push(crate::Problem::new(code, site));
                        }
                        return Ty::error(db);
                    }
                    _ if self.is_dependent_place() => self.dependent(self.type_site(id)),
                    _ => return self.unknown_type(),
                };
                let can = class.is_class(db) || class.is_dependent(db);
                let member = self.resolve_type(*member);
                if member.is_error(db) {
                    return member;
                }
                if !can || member.is_reference(db) || member.is_void(db) {
                    return self.ill_formed(id);
                }
                Ty::of(db, TyKind::MemberPointer { class, member })
            }
            TypeRef::Array { element, bound } => {
                let written = *element;
                let element = self.resolve_type(written);
                if element.is_error(db) {
                    return element;
                }
                if element.is_reference(db) {
                    return self.unmade(codes::ARRAY_OF_REFERENCES, id, written);
                }
                if element.is_void(db) || element.is_function(db) {
                    return self.ill_formed(id);
                }
                let bound = match bound {
                    None => Bound::Unknown,
                    Some(e) => match self.bound(*e) {
                        Some(bound) => bound,
                        None => return Ty::error(db),
                    },
                };
                if let Bound::Known(n) = bound
                    && is_too_large(db, element, n)
                {
                    let site = self.type_site(id);
                    self.problems
                        .push(crate::Problem::new(codes::ARRAY_TOO_LARGE, site));
                    return Ty::error(db);
                }
                element.array(db, bound)
            }
            TypeRef::Function(f) => self.function_type(id, f),
            TypeRef::Pack(t) => Ty::of(db, TyKind::Pack(self.resolve_type(*t))),
            TypeRef::Attributed(t, attrs) => {
                let ty = self.resolve_type(*t);
                self.attributed(ty, attrs)
            }
        }
    }

    /// The type that a path names in an expression, template arguments applied: the callee of `T(x)`, `A<int>{}`. `None`: none.
    pub fn path_type(&mut self, path: &Path) -> Option<Ty<'db>> {
        self.with_mode(
            |m| &mut m.in_type,
            true,
            |cx| {
                let found = match path.is_unqualified() {
                    true => cx.lookup(&path.name),
                    false => cx.lookup_path(path),
                };
                cx.found_type(found, path.args.as_deref())
            },
        )
    }

    /// A type that cannot be made of the type that `of` stands for ([dcl.ref]/5, [dcl.ptr]/4, [dcl.array]/4). Of a reference that is
    /// written out, its tokens say so.
    fn unmade(&mut self, code: codes::Code, id: TypeId, of: TypeId) -> Ty<'db> {
        let is_reference = matches!(
            self.code[of],
            TypeRef::LvalueReference(_) | TypeRef::RvalueReference(_)
        );
        let by_tokens = is_reference && self.env.is_none();
        if by_tokens || !cleave_names::is_of_user(self.db, self.code_ref.item) {
            return self.ill_formed(id);
        }
        let site = self.type_site(id);
        self.problems.push(crate::Problem::new(code, site));
        Ty::error(self.db)
    }

    fn ill_formed(&mut self, ty: TypeId) -> Ty<'db> {
        let site = self.type_site(ty);
        self.failed(codes::Code::NONE, site);
        Ty::error(self.db)
    }

    fn unknown_type(&mut self) -> Ty<'db> {
        self.unknown = true;
        Ty::error(self.db)
    }

    /// Attributes that make another type.
    /// What is wrong with a vector of elements of a type, whose bytes and theirs are given where they are known.
    fn wrong_vector(&self, element: Ty<'db>, sizes: Option<(u64, u64)>) -> Option<codes::Code> {
        let db = self.db;
        let is_own = cleave_names::is_of_user(db, self.code_ref.item) && !self.is_substitution();
        if element.is_unknown(db) || element.is_dependent(db) || !is_own {
            return None;
        }
        if !element.is_arithmetic(db) && !element.is_enum(db) {
            return Some(codes::VECTOR_OF_NO_NUMBERS);
        }
        let (bytes, of) = sizes.filter(|(_, of)| *of > 0)?;
        match bytes % of {
            0 if (bytes / of).is_power_of_two() => None,
            0 => Some(codes::VECTOR_LENGTH_NOT_A_POWER_OF_TWO),
            _ => Some(codes::VECTOR_SIZE_NOT_A_MULTIPLE),
        }
    }

    fn attributed(&mut self, ty: Ty<'db>, attrs: &[Attr]) -> Ty<'db> {
        let db = self.db;
        let mut ty = ty;
        for attr in attrs {
            let size = |cx: &mut Self, attr: &Attr| {
                let e = *attr.args.first()?;
                match cx.value_arg(e, Some(Ty::builtin(db, crate::ty::classify::size_type(db))))? {
                    Arg::Value(c) => u64::try_from(c.as_int(db)?).ok(),
                    _ => None,
                }
            };
            match attr.name.as_str() {
                "vector_size" | "gnu::vector_size" => {
                    let bytes = size(self, attr);
                    let element = crate::class::layout::size_of(db, ty);
                    let wrong = self.wrong_vector(ty, bytes.zip(element));
                    if let Some((code, operand)) = wrong.zip(attr.args.first()) {
                        // In front of the operand stand `vector_size` and `(`.
                        let at = first_token(db, crate::check::site(self, *operand));
                        let problem = crate::Problem::new(code, at);
                        self.problems.push(problem.at(crate::At::Before(2)));
                        return Ty::error(db);
                    }
                    ty = match (bytes, element) {
                        (Some(bytes), Some(of)) if of > 0 && !ty.is_dependent(db) => {
                            Ty::of(db, TyKind::Vector(ty.unqualified(db), bytes / of))
                        }
                        _ => self.unknown_type(),
                    };
                }
                "mode" | "gnu::mode" => ty = self.unknown_type(),
                _ => {}
            }
        }
        ty
    }
}

/// Whether an array has more bytes than can be counted. Of classes each object counts for one.
fn is_too_large<'db>(db: &'db dyn Db, element: Ty<'db>, n: u64) -> bool {
    // Most are small, and are not looked into.
    if n < 1 << 16 && !element.is_array(db) {
        return false;
    }
    let mut count = Some(n);
    let mut at = element;
    while let TyKind::Array(inner, Bound::Known(n)) = at.kind(db) {
        count = count.and_then(|c| c.checked_mul(*n));
        at = *inner;
    }
    let size = match at.is_scalar(db) {
        true => crate::class::layout::size_of(db, at).unwrap_or(1),
        false => 1,
    };
    count.and_then(|c| c.checked_mul(size)).is_none()
}

/// The type that a typedef or alias, with its arguments, stands for. `None`: substitution into it fails.
pub fn alias_type<'db>(db: &'db dyn Db, alias: Entity<'db>) -> Option<Ty<'db>> {
    crate::engine::depth::outermost(db, || None, || alias_target(db, alias))
}

#[salsa::tracked(returns(copy), cycle_initial = |db, _, _| Some(Ty::error(db)), cycle_fn = |db, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || Some(Ty::error(db))))]
fn alias_target<'db>(db: &'db dyn Db, alias: Entity<'db>) -> Option<Ty<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let hir = alias.hir(db)?;
    let DeclKind::Alias(ty) = hir.kind else {
        return Some(Ty::error(db));
    };
    let mut cx = Context::of(db, alias)?;
    let resolved = cx.resolve_type(ty);
    // `typedef int a[sizeof(b)] __attribute__((…))` keeps its type; alignment is the layout's business.
    match cx.problems.is_empty() {
        true => Some(resolved),
        false => None,
    }
}
