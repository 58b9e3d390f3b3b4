//! Signatures of functions and types of variables under bindings, and redeclarations.

pub(crate) mod constrained_alike;
pub(crate) mod friend;
pub(crate) mod qualified;
pub(crate) mod redeclared;
pub(crate) mod same;
pub(crate) mod shape;
mod sibling;
pub mod specialized;
mod substituted;
pub(crate) mod variable;
mod written;

use std::borrow::Cow;

use cleave_base_db::Db;
use cleave_hir::{Decl, DeclKind, Exception, Expr, NameId, TypeRef};
use cleave_lang::{Operator, Qualifiers};
use cleave_names::decl::{Body, Spec, Special};

pub use crate::function::friend::declarations as friend_declarations;
pub use crate::function::redeclared::{
    Redeclarations, canonical, definition, few_redeclarations, precedes, redeclarations,
};
pub use crate::function::specialized::explicit;
pub use crate::function::substituted::{called_in_class, called_in_declaration, called_in_members};
pub use crate::function::variable::{chosen_variable, declared_type, variable_type};

use crate::code::Node;
use crate::code::params::{function_ref, levels};
use crate::ty::types::Sort;
use crate::{Arg, Context, DeclRef, Entity, FnTy, Ty, TyKind};

/// A function's signature.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub struct Signature<'db> {
    /// Its type; a deduced return type is `Auto` here, see [`crate::check::return_type`]. An exception specification that must
    /// be computed counts as none: see [`is_noexcept`].
    pub ty: FnTy<'db>,
    /// The parameters' types before decay adjustment of top-level cv.
    pub declared: Box<[Ty<'db>]>,
    /// How many parameters have no default argument over all redeclarations seen.
    pub required: u32,
    /// `constexpr` or `consteval` (implied for defaulted functions and lambdas elsewhere).
    pub is_constexpr: bool,
    /// `consteval`
    pub is_consteval: bool,
    /// `static` in a class.
    pub is_static: bool,
    /// A non-static member function: it has an object parameter.
    pub has_object: bool,
    /// The class it is a member of.
    pub class: Option<Ty<'db>>,
    /// `= delete`
    pub is_deleted: bool,
    /// `= default`
    pub is_defaulted: bool,
    /// `virtual`, by declaration or by overriding.
    pub is_virtual: bool,
    /// `explicit`, its condition evaluated.
    pub is_explicit: bool,
}

/// The parameters of a function as declared: what overloads are told apart by, and deduction starts from.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub(crate) struct Parameters<'db> {
    pub(crate) types: Box<[Ty<'db>]>,
    /// For each, the number of the declaration that it comes from.
    pub(crate) from: Box<[u32]>,
    /// Something is not known.
    pub(crate) unknown: bool,
}

/// The parameters of a function. `None`: one is ill-formed.
#[salsa::tracked(returns(as_ref), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
pub(crate) fn parameters<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<Parameters<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let decl = function.decl(db);
    let written = function_ref(db, decl)?;
    let mut cx = signature_context(db, function)?;
    cx.modes.is_undeclared = true;
    let (types, from) = cx.parameters(written)?;
    cx.problems.is_empty().then(|| Parameters {
        types: types.into(),
        from: from.into(),
        unknown: cx.unknown,
    })
}

/// The place of a function's signature with its parameters read and in scope.
pub(crate) fn parameters_context<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
) -> Option<Context<'db>> {
    let written = function_ref(db, function.decl(db))?;
    let mut cx = signature_context(db, function)?;
    cx.with_mode(
        |m| &mut m.is_undeclared,
        true,
        |cx| {
            if let Some((types, from)) = cx.parameters(written) {
                cx.declare_parameters(written, &types, &from);
            }
        },
    );
    Some(cx)
}

/// The types of a function's parameters as declared.
pub fn parameter_types<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<&'db [Ty<'db>]> {
    parameters(db, function).map(|p| &*p.types)
}

/// The place of a function's signature.
pub(crate) fn signature_context<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
) -> Option<Context<'db>> {
    let mut cx = Context::of(db, function)?;
    let decl = function.decl(db);
    if let Some(closure) = decl.closure(db) {
        crate::class::closure::enter(&mut cx, closure);
        return Some(cx);
    }
    if let Some(class) = class_of(db, function) {
        let quals = function_ref(db, decl).map_or(Qualifiers::NONE, |f| f.quals);
        cx.scopes.this = Some(class.qualified(db, quals));
    }
    Some(cx)
}

/// What a function's name makes it: a constructor, a destructor, a conversion function.
pub fn special_of<'db>(db: &'db dyn Db, function: Entity<'db>) -> Special {
    match function.kind(db) {
        Some(DeclKind::Function(f)) => f.special,
        _ => Special::None,
    }
}

/// Whether a function is the `operator==` that a defaulted `operator<=>` declares implicitly ([class.compare.default]/6).
pub fn is_implied<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    function.hir(db).is_some_and(Decl::is_implied)
}

/// The class that a function, variable or nested declaration is a member of, under its bindings.
pub fn class_of<'db>(db: &'db dyn Db, member: Entity<'db>) -> Option<Ty<'db>> {
    let decl = member.decl(db);
    if let Some(closure) = decl.closure(db) {
        return Some(Ty::of(db, TyKind::Closure(closure)));
    }
    let (code, hir) = decl.in_code(db)?;
    if hir.spec.any(Spec::FRIEND) {
        return None;
    }
    if hir.parent.is_none() && hir.path.is_none() {
        // A member has a parent or a qualified name.
        return None;
    }
    let mut at = decl.parent_class(db);
    // Members of anonymous unions are members of the class around.
    let unnamed = (hir.parent).is_some_and(|parent| code[parent].name == NameId::None);
    while let Some(class) = at.filter(|_| unnamed) {
        if class.hir(db).is_some_and(|h| h.name == NameId::None)
            && class.parent_class(db).is_some()
            && crate::class::is_anonymous_member(db, class)
        {
            at = class.parent_class(db);
        } else {
            break;
        }
    }
    match at {
        Some(class) => {
            let depth = levels(db, class).len() as u32;
            let env = member.env(db).and_then(|e| e.truncated(db, depth));
            crate::lookup::self_type(db, class, env)
        }
        None => crate::lookup::qualified_in(db, decl, member.env(db)).filter(|t| t.is_class(db)),
    }
}

/// The result type of a function as declared. `None`: it is ill-formed.
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
pub(crate) fn result_type<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<Ty<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let decl = function.decl(db);
    let written = function_ref(db, decl)?;
    let parameters = parameters(db, function)?;
    let mut cx = signature_context(db, function)?;
    if let Node::Decl(id) = decl.node(db) {
        let hir = &cx.code[id];
        if let DeclKind::Function(f) = &hir.kind {
            match (f.special, &hir.name) {
                (Special::Constructor | Special::Destructor, _) => {
                    return Some(Ty::builtin(db, cleave_lang::Builtin::Void));
                }
                (_, NameId::Conversion(ty)) => {
                    let ty = cx.resolve_type(*ty);
                    return cx.problems.is_empty().then_some(ty);
                }
                _ => {}
            }
        }
    }
    if matches!(cx.code[written.ret], TypeRef::Missing) {
        return Some(Ty::of(db, TyKind::Auto(false)));
    }
    cx.declare_parameters(written, &parameters.types, &parameters.from);
    cx.modes.is_undeclared = true;
    let ret = cx.resolve_type(written.ret);
    if ret.is_array(db) || ret.is_function(db) {
        return None;
    }
    cx.problems.is_empty().then_some(ret)
}

/// Whether the type that a function returns is deduced from its body.
pub(crate) fn is_deduced<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    signature(db, function).is_some_and(|s| s.ty.ret.has_auto(db))
}

/// The signature of a function: not a template, or with its arguments. `None`: cannot be made out (in deduction: failure).
pub fn signature<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<&'db Signature<'db>> {
    crate::engine::depth::outermost(db, || None, || declared_signature(db, function))
}

#[salsa::tracked(returns(as_ref), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn declared_signature<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<Signature<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let parameters = parameters(db, function)?;
    signature_of(db, function, parameters, result_type(db, function)?)
}

/// The signature by which a function's own body is read: if its declaration is ill-formed, what cannot be made out in it is the
/// error type.
pub(crate) fn signature_of_body<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
) -> Option<Cow<'db, Signature<'db>>> {
    match signature(db, function) {
        Some(found) => Some(Cow::Borrowed(found)),
        None => erroneous_signature(db, function).map(Cow::Owned),
    }
}

/// The signature of a function whose declaration is ill-formed. Not for calls and not for instances, where that is a failure of
/// deduction.
fn erroneous_signature<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<Signature<'db>> {
    if function.env(db).is_some() {
        return None;
    }
    let read = match parameters(db, function) {
        Some(found) => found.clone(),
        None => {
            let written = function_ref(db, function.decl(db))?;
            let (types, from) = signature_context(db, function)?.parameters(written)?;
            Parameters {
                types: types.into(),
                from: from.into(),
                unknown: true,
            }
        }
    };
    let ret = result_type(db, function).unwrap_or_else(|| Ty::error(db));
    signature_of(db, function, &read, ret)
}

fn signature_of<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    parameters: &Parameters<'db>,
    ret: Ty<'db>,
) -> Option<Signature<'db>> {
    let decl = function.decl(db);
    let written = function_ref(db, decl)?;
    let class = class_of(db, function);
    let mut quals = written.quals;
    let (spec, special, name) = match decl.node(db) {
        Node::Decl(_) => {
            let hir = decl.hir(db)?;
            let special = match &hir.kind {
                DeclKind::Function(f) => f.special,
                _ => Special::None,
            };
            (hir.spec, special, Some(&hir.name))
        }
        Node::Lambda(e) => match &decl.code(db).code(db)?[e] {
            Expr::Lambda(lambda) => {
                quals.is_const = !lambda.is_mutable && !lambda.spec.any(Spec::STATIC);
                (lambda.spec, Special::Operator, None)
            }
            _ => return None,
        },
        Node::Elaborated(_) => return None,
    };
    let allocation = matches!(
        name,
        Some(NameId::Operator(
            Operator::New | Operator::NewArray | Operator::Delete | Operator::DeleteArray
        ))
    );
    let explicit_object = (written.params.first())
        .zip(decl.code(db).code(db))
        .is_some_and(|(p, code)| code[*p].explicit_object);
    let is_static = class.is_some() && (spec.any(Spec::STATIC) || allocation);
    let has_object =
        class.is_some() && !is_static && special != Special::Constructor && !explicit_object;
    let noexcept = match &written.exception {
        Exception::Noexcept | Exception::ThrowNothing => true,
        Exception::Computed(_) | Exception::Throws => false,
        Exception::None => special == Special::Destructor,
    };
    let all = few_redeclarations(db, decl);
    let ends = ends(db, &all);
    Some(Signature {
        ty: FnTy {
            ret,
            params: parameters.types.iter().map(|p| p.decayed(db)).collect(),
            variadic: written.variadic,
            quals,
            ref_qualifier: written.ref_qualifier,
            noexcept,
            noexcept_param: None,
        },
        declared: parameters.types.clone(),
        required: required(db, decl, parameters),
        is_constexpr: spec_over(db, decl, &all).any(Spec::CONSTEXPR.with(Spec::CONSTEVAL)),
        is_consteval: spec.any(Spec::CONSTEVAL),
        is_static,
        has_object,
        class,
        is_deleted: ends.contains(&Body::Delete),
        is_defaulted: ends.contains(&Body::Default),
        is_virtual: has_object && is_virtual(db, function, class),
        is_explicit: is_explicit(db, function),
    })
}

/// The specifiers over all declarations of a function.
fn spec_over<'db>(db: &'db dyn Db, decl: DeclRef<'db>, all: &[DeclRef<'db>]) -> Spec {
    let mut spec = match decl.node(db) {
        Node::Lambda(e) => match decl.code(db).code(db).map(|c| &c[e]) {
            Some(Expr::Lambda(lambda)) => lambda.spec,
            _ => Spec::default(),
        },
        _ => Spec::default(),
    };
    for d in all {
        if let Some(hir) = d.hir(db) {
            spec = spec.with(hir.spec);
        }
    }
    spec
}

fn ends<'db>(db: &'db dyn Db, all: &[DeclRef<'db>]) -> Vec<Body> {
    all.iter()
        .filter_map(|d| match &d.hir(db)?.kind {
            DeclKind::Function(f) => Some(f.body),
            _ => None,
        })
        .collect()
}

/// Where the default argument of a function's parameter is: the entity whose scopes and bindings it is read in (that of the
/// redeclaration that has it), its code, and the expression there.
pub fn default_argument<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    param: u32,
) -> Option<(Entity<'db>, crate::CodeRef<'db>, cleave_hir::ExprId)> {
    let number = *parameters(db, function)?.from.get(param as usize)?;
    let all = redeclarations(db, function.decl(db));
    for &decl in all {
        let (Some(f), Some(code)) = (function_ref(db, decl), decl.code(db).code(db)) else {
            continue;
        };
        if let Some(e) = (f.params.get(number as usize)).and_then(|p| code[*p].default) {
            return Some((Entity::new(db, decl, function.env(db)), decl.code(db), e));
        }
    }
    None
}

/// Whether some declaration of a function gives a parameter a default argument: most have none, and that is known of all at once.
pub(crate) fn has_default_argument<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    param: u32,
) -> bool {
    let number = parameters(db, function).and_then(|all| all.from.get(param as usize));
    number
        .is_some_and(|&number| defaults(db, function.decl(db)).get(number as usize) == Some(&true))
}

/// How many arguments a call of a function needs at least.
pub(crate) fn required_of<'db>(
    db: &'db dyn Db,
    decl: DeclRef<'db>,
    parameters: &Parameters<'db>,
) -> u32 {
    required(db, decl, parameters)
}

/// How many parameters have no default argument over all declarations.
fn required<'db>(db: &'db dyn Db, decl: DeclRef<'db>, parameters: &Parameters<'db>) -> u32 {
    if parameters.from.is_empty() {
        return 0;
    }
    let defaults = defaults(db, decl);
    let has_default = |number: u32| defaults.get(number as usize) == Some(&true);
    let needed = parameters.from.iter().zip(&parameters.types);
    needed
        .filter(|(_, ty)| ty.sort() != Sort::Pack)
        .enumerate()
        .filter(|(_, (number, _))| !has_default(**number))
        .last()
        .map_or(0, |(i, _)| i as u32 + 1)
}

/// Whether a function wants more than one argument whatever its template's arguments are: none of its parameters is a pack.
pub(crate) fn wants_several<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    let (Some(f), Some(code)) = (function_ref(db, decl), decl.code(db).code(db)) else {
        return false;
    };
    let is_pack = |p: &cleave_hir::ParamId| matches!(code[code[*p].ty], TypeRef::Pack(_));
    f.params.len() > 1
        && !f.params.iter().any(is_pack)
        && defaults(db, decl).iter().skip(1).any(|has| !has)
}

/// Whether a function wants an argument whatever its template's arguments are. Of the one that stands for no parameters,
/// `void` by whatever name, that is not said.
pub(crate) fn wants_some<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    let (Some(f), Some(code)) = (function_ref(db, decl), decl.code(db).code(db)) else {
        return false;
    };
    let Some(first) = f.params.first().map(|p| &code[*p]) else {
        return false;
    };
    let some = match &code[first.ty] {
        TypeRef::Pack(_) => false,
        TypeRef::LvalueReference(_) | TypeRef::RvalueReference(_) | TypeRef::Pointer(_) => true,
        _ => f.params.len() > 1 || first.name.is_some(),
    };
    some && defaults(db, decl).first() == Some(&false)
}

/// For each parameter as written whether it has a default argument, over all declarations.
#[salsa::tracked(returns(deref), cycle_result = |db, _, decl| own_defaults(db, decl).into())]
fn defaults<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Box<[bool]> {
    let _level = crate::engine::depth::Level::enter();
    let mut out = own_defaults(db, decl);
    if out.iter().all(|has| *has) {
        return out.into();
    }
    for &other in &*few_redeclarations(db, decl) {
        for (has, also) in out.iter_mut().zip(own_defaults(db, other)) {
            *has |= also;
        }
    }
    out.into()
}

fn own_defaults<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Vec<bool> {
    let (Some(f), Some(code)) = (function_ref(db, decl), decl.code(db).code(db)) else {
        return Vec::new();
    };
    let has_default = |p: &cleave_hir::ParamId| code[*p].default.is_some();
    f.params.iter().map(has_default).collect()
}

fn is_explicit<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let Some(hir) = function.hir(db) else {
        return false;
    };
    if !hir.spec.any(Spec::EXPLICIT) {
        return false;
    }
    let Some(condition) = hir.explicit_if else {
        return true;
    };
    let Some(mut cx) = signature_context(db, function) else {
        return true;
    };
    let to = Ty::builtin(db, cleave_lang::Builtin::Bool);
    match cx.value_arg(condition, Some(to)) {
        Some(Arg::Value(value)) => value.as_int(db) != Some(0),
        _ => true,
    }
}

/// Whether a member function is virtual: declared so, or overriding one ([class.virtual]).
fn is_virtual<'db>(db: &'db dyn Db, function: Entity<'db>, class: Option<Ty<'db>>) -> bool {
    let Some(hir) = function.hir(db) else {
        return false;
    };
    if let DeclKind::Function(f) = &hir.kind
        && (f.is_virtual || hir.spec.any(Spec::VIRTUAL))
    {
        return true;
    }
    if crate::code::params::own_level(db, function.decl(db)).is_some() {
        return false;
    }
    class.is_some_and(|class| crate::class::virtuals::overridden(db, class, function).is_some())
}

/// The type of a function that is named, its exception specification evaluated: that is part of it ([dcl.fct]/8). A return type that is
/// to be deduced stays open.
pub(crate) fn named_type<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    signature: &Signature<'db>,
) -> FnTy<'db> {
    let mut ty = signature.ty.clone();
    let computed = || {
        let written = function_ref(db, function.decl(db));
        written.is_some_and(|f| matches!(f.exception, Exception::Computed(_)))
    };
    let dialect = || function.decl(db).code(db).item.file(db).dialect(db);
    if computed() && dialect().standard >= cleave_syntax::Standard::Cpp17 {
        ty.noexcept = is_noexcept(db, function);
    }
    ty
}

/// Whether a function is known not to throw: its exception specification evaluated.
pub fn is_noexcept<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    crate::engine::depth::outermost(db, || false, || cannot_throw(db, function))
}

#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| false, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || false))]
fn cannot_throw<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let _level = crate::engine::depth::Level::enter();
    let Some(written) = function_ref(db, function.decl(db)) else {
        return false;
    };
    if matches!(written.exception, Exception::None)
        && let Some(noexcept) = crate::class::defaulted_noexcept(db, function)
    {
        return noexcept;
    }
    match &written.exception {
        Exception::Computed(_) => {
            let Some(parameters) = parameters(db, function) else {
                return false;
            };
            let Some(mut cx) = signature_context(db, function) else {
                return false;
            };
            cx.declare_parameters(written, &parameters.types, &parameters.from);
            cx.is_noexcept(&written.exception)
        }
        _ => signature(db, function)
            .as_ref()
            .is_some_and(|s| s.ty.noexcept),
    }
}
