//! Constant evaluation of typed code ([expr.const]).
//!
//! An evaluation is a [`machine::Machine`]: objects as trees of values, frames, limits. It runs [`crate::thir`] and asks the
//! database for bodies, classes and the values of other constants. What it yields is a [`Const`]: a value that points to static
//! objects only.
//!
//! Granularity: a query per variable ([`variable`]), behind it [`constant_value`], which compares equal when only the way to
//! the value changed. Expressions in signatures are evaluated by whoever asks; the queries that need them are their firewall.

mod access;
mod attribute;
pub(crate) mod builtins;
pub(crate) mod call;
pub(crate) mod enumerator;
pub(crate) mod expr;
pub(crate) mod immediate;
pub(crate) mod init;
mod known;
pub(crate) mod machine;
pub(crate) mod memory;
mod operators;
pub(crate) mod ops;
pub(crate) mod print;
mod remembered;
pub(crate) mod reports;
mod shape;
pub(crate) mod stmt;
mod template_argument;
#[cfg(test)]
pub(crate) mod tests;

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{DeclKind, ExprId, Init};
use cleave_names::decl::Spec;

pub use crate::eval::attribute::{Argument, attribute_argument, pragma_argument};
use crate::eval::enumerator::enumerator_constant;
pub use crate::eval::enumerator::{enumerator_value, is_within_enumeration};
pub(crate) use crate::eval::immediate::immediate_calls;
pub use crate::eval::memory::store::ObjectId;
pub use crate::eval::ops::compare::ordering;
pub(crate) use crate::eval::print::spaced;
pub use crate::eval::print::{const_text, host_type};
pub(crate) use crate::eval::reports::{
    assertion, enumerators, locals, problems, report, static_assertion,
};

use crate::code::source::first_token;
use crate::eval::machine::{Machine, Mode, Res, Stop};
use crate::eval::memory::objects::{self, ObjectKind};
use crate::eval::ops::scalar;
use crate::thir::{self, Category, ExprKind, Typed};
use crate::{
    At, Const, Context, Entity, Fill, PointerBase, Problem, Site, Ty, Value, check, function,
};

/// Why an expression is not constant.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub enum Failure<'db> {
    /// Not to be known: something was not typed, depends on template parameters, or is not implemented.
    Unknown,
    /// Not a constant expression: what is to be reported, one problem. "Expression must have a constant value" (28) at the
    /// expression's start, with notes that say why and from where it was called (2693); or an error in its own right: division
    /// by zero (39), a floating value out of range (173), narrowing (2362).
    NotConstant(Vec<Problem<'db>>),
}

/// What the evaluation of a variable's initialiser yields.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub struct Evaluated<'db> {
    /// Its value.
    pub value: Result<Const<'db>, Failure<'db>>,
    /// The temporaries whose lifetime the variable extends: what [`crate::PointerBase::Temporary`] counts.
    pub temporaries: Vec<Const<'db>>,
    /// Operators in it that were folded although their result does not fit.
    pub warnings: Vec<Problem<'db>>,
}

impl<'db> Evaluated<'db> {
    const UNKNOWN: Self = Evaluated {
        value: Err(Failure::Unknown),
        temporaries: Vec::new(),
        warnings: Vec::new(),
    };
}

/// Evaluates an expression of typed code that needs no frame: the initialiser of a variable, a single expression. Locals of
/// the code around that are constants are evaluated by their initialisers.
pub fn evaluate<'db>(
    db: &'db dyn Db,
    owner: Entity<'db>,
    typed: &Typed<'db>,
    expr: thir::ExprId,
) -> Result<Const<'db>, Failure<'db>> {
    let _ = owner;
    run(db, typed, expr, None, None, Mode::Constant).value
}

/// The value of a constant expression. Says nothing of what is none.
pub fn constant<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    expr: thir::ExprId,
) -> Option<Const<'db>> {
    run(db, typed, expr, None, None, Mode::Constant).value.ok()
}

/// The value of an expression in ordinary code that has one, calls included. Says nothing of what has none.
pub fn called<'db>(db: &'db dyn Db, typed: &Typed<'db>, expr: thir::ExprId) -> Option<Const<'db>> {
    run(db, typed, expr, None, None, Mode::Called).value.ok()
}

/// Whether it is known which object an expression in ordinary code refers to, calls included. Variables of the code around are known as
/// objects, whatever they hold.
pub fn refers_to_known<'db>(db: &'db dyn Db, typed: &Typed<'db>, expr: thir::ExprId) -> bool {
    let Some(x) = typed.exprs.get(expr.0 as usize) else {
        return false;
    };
    let mut machine = Machine::new(db, typed, x.site, Mode::Called);
    let place = crate::engine::depth::outermost(
        db,
        || Err(Stop::Unknown),
        || machine.place(expr).map(drop),
    );
    place.is_ok()
}

/// As [`called`], as long as that takes few steps.
pub(crate) fn cheaply_called<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    expr: thir::ExprId,
) -> Option<Const<'db>> {
    run(db, typed, expr, None, None, Mode::Cheap).value.ok()
}

/// As [`evaluate`], of an expression that was written as `written`.
pub(crate) fn evaluate_written<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    expr: thir::ExprId,
    written: Site<'db>,
) -> Result<Const<'db>, Failure<'db>> {
    run(db, typed, expr, None, Some(written), Mode::Constant).value
}

/// As [`evaluate`], with what is to be said about it.
pub fn evaluate_with_warnings<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    expr: thir::ExprId,
) -> Evaluated<'db> {
    run(db, typed, expr, None, None, Mode::Constant)
}

/// The value of an expression in ordinary code as far as it is folded without calls: for rules that ask for null pointer
/// constants, constant conditions and the like. Says nothing.
pub fn fold<'db>(db: &'db dyn Db, typed: &Typed<'db>, expr: thir::ExprId) -> Option<Const<'db>> {
    // Most that is asked for is a literal.
    if let Some(x) = typed.exprs.get(expr.0 as usize)
        && let thir::ExprKind::Value(value @ (Value::Int(_) | Value::Float(_))) = &x.kind
        && x.category == Category::Prvalue
        && !(x.ty.is_class(db) || x.ty.is_array(db))
    {
        return Some(Const::new(db, x.ty, value.clone()));
    }
    run(db, typed, expr, None, None, Mode::Fold).value.ok()
}

/// The value of a constant that a block declares, if it is a number and costs no call: [`thir::Local::value`].
pub(crate) fn plain_value<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    ty: Ty<'db>,
    init: thir::ExprId,
) -> Option<Const<'db>> {
    let x = typed.exprs.get(init.0 as usize)?;
    let same = x.ty.unqualified(db) == ty.unqualified(db);
    if !same || x.category != Category::Prvalue {
        return None;
    }
    let found = run(db, typed, init, None, None, Mode::Plain);
    let value = found.value.ok()?;
    let is_number = matches!(value.value(db), Value::Int(_) | Value::Float(_));
    // What is said of it is said wherever it is evaluated.
    (is_number && found.warnings.is_empty()).then_some(value)
}

/// The initialiser as written that a variable's value is made of.
fn initializer<'db>(db: &'db dyn Db, typed: &Typed<'db>, value: thir::ExprId) -> Option<Site<'db>> {
    let code = typed.exprs.get(value.0 as usize)?.site.code;
    let body = cleave_hir::body_hir(db, code.item, code.body?)?;
    let cleave_hir::BodyRoot::Init(init) = &body.root else {
        return None;
    };
    let expr = match init {
        Init::Equal(e) | Init::Brace(e) => *e,
        Init::Paren(args) => *args.first()?,
        Init::None | Init::Elsewhere => return None,
    };
    Some(Site {
        code,
        index: u32::from(expr.into_raw()),
        is_type: false,
    })
}

/// Runs an expression; of a variable `subject` it is the initialiser. `written` is the expression as it was written.
fn run<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    expr: thir::ExprId,
    subject: Option<(Entity<'db>, Ty<'db>)>,
    written: Option<Site<'db>>,
    mode: Mode,
) -> Evaluated<'db> {
    let Some(site) = typed.exprs.get(expr.0 as usize).map(|x| x.site) else {
        return Evaluated::UNKNOWN;
    };
    let site = written.unwrap_or(site);
    let mut machine = Machine::new(db, typed, site, mode);
    let mut temporaries = Vec::new();
    let result = crate::engine::depth::outermost(
        db,
        || Err(Stop::Unknown),
        || machine.top(expr, subject, &mut temporaries),
    );
    let value = match result {
        Ok(value) => Ok(value),
        Err(Stop::Unknown) => Err(Failure::Unknown),
        Err(Stop::Fails) => Err(not_constant(db, site, machine.failure)),
    };
    Evaluated {
        value,
        temporaries,
        warnings: machine.warnings,
    }
}

/// The report of a failed evaluation of the expression at `site`.
fn not_constant<'db>(
    db: &'db dyn Db,
    site: Site<'db>,
    mut reasons: Vec<Problem<'db>>,
) -> Failure<'db> {
    let start = first_token(db, site);
    match &mut reasons[..] {
        [only]
            if matches!(
                only.code,
                codes::DIVIDE_BY_ZERO
                    | codes::NEGATIVE_SHIFT_COUNT
                    | codes::FLOAT_TO_INTEGER_CONVERSION
                    | codes::MOD_BY_ZERO
                    | codes::NARROWING_VALUE_DOES_NOT_FIT
            ) =>
        {
            only.hard = true;
            if only.code == codes::FLOAT_TO_INTEGER_CONVERSION {
                only.site = start;
            }
            return Failure::NotConstant(reasons);
        }
        [first, ..] if first.code == codes::CONSTEXPR_CALL_TOO_COMPLEX => first.site = start,
        _ => {}
    }
    let mut problem = Problem::new(codes::EXPR_NOT_CONSTANT, start).at(At::First);
    problem.notes = reasons;
    Failure::NotConstant(vec![problem])
}

/// The bits of an integer type, and whether it is signed.
pub(crate) fn int_type<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<(u32, bool)> {
    scalar::int(db, ty).map(|i| (i.bits, i.signed))
}

impl<'a, 'db: 'a> Machine<'a, 'db> {
    /// Evaluates the outermost expression to a result.
    fn top(
        &mut self,
        e: thir::ExprId,
        subject: Option<(Entity<'db>, Ty<'db>)>,
        temporaries: &mut Vec<Const<'db>>,
    ) -> Res<Const<'db>> {
        let x = self.expr(e)?;
        let is_reference = subject.is_some_and(|(_, ty)| ty.is_reference(self.db));
        let (ty, mut value) =
            if is_reference || subject.is_none() && x.category != Category::Prvalue {
                let mut extended = Vec::new();
                self.find_extended(e, &mut extended, 0);
                self.frame().extended.extend(extended);
                let place = self.place(e)?;
                (subject.map_or(x.ty, |(_, ty)| ty), Value::Pointer(place))
            } else if subject.is_some() || x.ty.is_class(self.db) || x.ty.is_array(self.db) {
                let ty = subject.map_or(x.ty, |(_, ty)| ty);
                let value = self.blank(ty, objects::Fill::Nothing, x.site)?;
                let id = self.allocate(ty, value, ObjectKind::Subject);
                if let Some((entity, _)) = subject {
                    self.subject = Some((entity, id));
                }
                let mut extended = Vec::new();
                self.find_extended_by_members(e, &mut extended, 0);
                self.frame().extended.extend(extended);
                let place = self.at(id);
                self.init(e, &place)?;
                self.keep_extended()?;
                let object = self.objects.remove(id).ok_or(Stop::Unknown)?;
                (ty, object.value)
            } else {
                (x.ty, self.eval(e)?)
            };
        if let (Some((entity, _)), None) = (subject, self.subject) {
            self.subject = Some((entity, ObjectId::NONE));
        }
        self.keep_extended()?;
        if let Value::Pointer(to) = &value
            && let PointerBase::Object(id) = to.base
            && let Some(ObjectKind::Outside(l)) = self.objects.get(id).map(|o| o.kind)
            && self.mode != Mode::Fold
        {
            let what = self.outside(l);
            return self.fail(codes::ADDRESS_NOT_USABLE_AS_CONSTANT, x.site, vec![what]);
        }
        if self.mode != Mode::Fold {
            self.check_result(&value, ty, x.site)?;
        }
        if self.export(&mut value).is_err() {
            if self.mode == Mode::Fold {
                return Err(Stop::Unknown);
            }
            return self.fail(codes::ADDRESS_OF_INTERPRETER_STORAGE, x.site, Vec::new());
        }
        self.check_leaks(x.site)?;
        for id in self.extended.clone() {
            let object = self.objects.get(id).ok_or(Stop::Unknown)?;
            let (ty, mut value) = (object.ty, object.value.clone());
            if self.export(&mut value).is_err() {
                return self.fail(codes::ADDRESS_OF_INTERPRETER_STORAGE, x.site, Vec::new());
            }
            objects::canonical(&mut value);
            temporaries.push(self.constant(ty, value));
        }
        objects::canonical(&mut value);
        Ok(self.constant(ty, value))
    }

    /// Ends what ends with the outermost expression; of a variable's initialiser some temporaries stay.
    fn keep_extended(&mut self) -> Res<()> {
        if self.subject.is_some() {
            let all = std::mem::take(&mut self.cleanups);
            let (kept, ended): (Vec<_>, Vec<_>) = all.into_iter().partition(|c| c.extended);
            self.extended.extend(kept.iter().map(|c| c.object));
            self.cleanups = ended;
        }
        self.unwind_scope(0)
    }

    /// A result has no part without a value.
    fn check_result(&mut self, value: &Value<'db>, ty: Ty<'db>, site: Site<'db>) -> Res<()> {
        let Some(path) = objects::uninitialized(value) else {
            return Ok(());
        };
        if ty.is_void(self.db) {
            return Ok(());
        }
        let Some((before, crate::Step::Field(n))) = path.split_last() else {
            return self.fail(codes::ACCESS_TO_UNINITIALIZED_OBJECT, site, Vec::new());
        };
        let member = self
            .known
            .part_type(self.db, ty, &before)
            .and_then(|t| crate::class::class_info(self.db, t.unqualified(self.db)))
            .and_then(|info| {
                let env = info.definition.and_then(|d| d.env(self.db));
                let field = info.fields.get(n as usize)?;
                Some(Entity::new(self.db, field.decl, env))
            })
            .ok_or(Stop::Unknown)?;
        self.fail(
            codes::ACCESS_TO_UNINITIALIZED_SUBOBJECT,
            site,
            vec![Fill::Entity(member)],
        )
    }
}

/// The value of a variable that is usable in constant expressions ([expr.const]); also enumerators.
pub fn constant_value<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Option<Const<'db>> {
    crate::engine::depth::outermost(db, || None, || evaluated_constant(db, variable))
}

#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn evaluated_constant<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Option<Const<'db>> {
    let _level = crate::engine::depth::Level::enter();
    if let Some(DeclKind::Enumerator(_)) = variable.kind(db) {
        return enumerator_constant(db, variable);
    }
    let chosen = function::chosen_variable(db, variable)?;
    if !is_usable(db, chosen) {
        return None;
    }
    self::variable(db, chosen).value.clone().ok()
}

/// The initialiser of a variable of static storage duration, evaluated; whether the variable may be used as a constant is
/// another question.
#[salsa::tracked(returns(ref), cycle_initial = |_, _, _| Evaluated::UNKNOWN, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || Evaluated::UNKNOWN))]
pub fn variable<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Evaluated<'db> {
    let _level = crate::engine::depth::Level::enter();
    match function::chosen_variable(db, variable) {
        Some(chosen) if chosen != variable => return self::variable(db, chosen).clone(),
        Some(_) => {}
        None => return Evaluated::UNKNOWN,
    }
    let typed = check::body(db, variable).or_else(|| {
        function::definition(db, variable)
            .filter(|d| *d != variable)
            .and_then(|d| check::body(db, d))
    });
    let Some((typed, value)) = typed.and_then(|t| Some((t, t.value?))) else {
        return Evaluated::UNKNOWN;
    };
    if typed.dependent {
        return Evaluated::UNKNOWN;
    }
    let ty = function::variable_type(db, variable);
    let mut evaluated = run(
        db,
        typed,
        value,
        Some((variable, ty)),
        initializer(db, typed, value),
        Mode::Constant,
    );
    if let Err(Failure::NotConstant(problems)) = &mut evaluated.value
        && matches!(variable.kind(db), Some(DeclKind::Variable(v)) if matches!(v.init, Init::None))
    {
        for problem in problems
            .iter_mut()
            .filter(|p| p.code == codes::EXPR_NOT_CONSTANT)
        {
            problem.code = codes::INITIALIZATION_NOT_CONSTANT;
        }
    }
    evaluated
}

/// The object that a variable of class type is which nothing initialises, as its default constructor makes it; `None` where that has
/// no value.
pub fn default_object<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Option<Const<'db>> {
    let ty = function::variable_type(db, variable);
    default_at(db, ty.unqualified(db), variable, Mode::Constant)
}

/// The object of a class that its default constructor makes in ordinary code; `None` where that has no value.
pub fn default_of_class<'db>(db: &'db dyn Db, class: Ty<'db>) -> Option<Const<'db>> {
    let definition = crate::class::class_info(db, class)?.definition?;
    default_at(db, class, definition, Mode::Called)
}

/// An object that a default constructor makes where something is declared.
fn default_at<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    at: Entity<'db>,
    mode: Mode,
) -> Option<Const<'db>> {
    let decl = at.decl(db);
    let made = thir::Expr {
        kind: thir::ExprKind::ConstructImplicit(thir::Implicit::Default, Box::default()),
        ty,
        category: thir::Category::Prvalue,
        site: decl.site(db),
        evaluated: true,
    };
    let typed = Typed {
        exprs: vec![made],
        ..Typed::default()
    };
    run(db, &typed, thir::ExprId(0), None, None, mode)
        .value
        .ok()
}

/// The innermost expression that stands in the way of knowing a variable's value, and the function called last: a tool for
/// finding what is not understood.
pub fn unknown_site<'db>(
    db: &'db dyn Db,
    variable: Entity<'db>,
) -> Option<(Site<'db>, Option<Entity<'db>>)> {
    let typed = check::body(db, variable)?;
    let value = typed.value?;
    let ty = function::variable_type(db, variable);
    let site = typed.exprs.get(value.0 as usize)?.site;
    let mut machine = Machine::new(db, typed, site, Mode::Constant);
    let result = machine.top(value, Some((variable, ty)), &mut Vec::new());
    result
        .err()
        .and(machine.unknown.map(|s| (s, machine.callee)))
}

/// Whether a variable is declared `constexpr`.
pub(crate) fn is_constexpr<'db>(db: &'db dyn Db, variable: Entity<'db>) -> bool {
    (variable.hir(db)).is_some_and(|decl| decl.spec.any(Spec::CONSTEXPR))
}

/// Whether a variable of static storage duration with a constant initialiser is a constant: `constexpr`, a reference, or `const`
/// ([expr.const]). The standard wants an integral or enumeration type of the last; the reference does not, but for objects of
/// which a part is mutable.
pub fn is_usable<'db>(db: &'db dyn Db, variable: Entity<'db>) -> bool {
    if is_constexpr(db, variable) {
        return true;
    }
    if variable.hir(db).is_none() {
        return false;
    }
    let ty = function::variable_type(db, variable);
    ty.is_reference(db) || is_constant_type(db, ty)
}

/// Whether an object of a type is constant in all its parts.
fn is_constant_type<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    let part = ty.innermost_element(db);
    let cv = part.top_quals(db);
    let mutable = || {
        let info = crate::class::class_info(db, part.unqualified(db));
        info.is_none_or(|i| i.fields.iter().any(|f| f.is_mutable))
    };
    cv.is_const && !cv.is_volatile && !(part.is_class(db) && mutable())
}

/// A converted constant expression of type `to` ([expr.const]), or of its own type.
pub fn constant_expression<'db>(
    cx: &mut Context<'db>,
    expr: ExprId,
    to: Option<Ty<'db>>,
) -> Result<Const<'db>, Failure<'db>> {
    let warnings = cx.warnings.len();
    let (own, e) = check::converted_expression(cx, expr, to).ok_or(Failure::Unknown)?;
    let result = converted(cx, expr, e, to.is_some() && e != own);
    let result = template_argument::checked(cx, expr, (own, e), to, result);
    let result = result.map(|value| referred(cx, e, to, value));
    if let Err(Failure::NotConstant(problems)) = &result
        && problems
            .iter()
            .any(|p| p.code == codes::NARROWING_VALUE_DOES_NOT_FIT)
    {
        // That the value changes has been said.
        let mut index = 0..;
        (cx.warnings).retain(|w| {
            index.next() < Some(warnings)
                || !matches!(
                    w.code,
                    codes::INTEGER_SIGN_CHANGE | codes::INTEGER_TRUNCATED
                )
        });
    }
    result
}

/// What a glvalue denotes, as a value of reference type.
fn referred<'db>(
    cx: &Context<'db>,
    e: thir::ExprId,
    to: Option<Ty<'db>>,
    value: Const<'db>,
) -> Const<'db> {
    let db = cx.db;
    if cx.category(e) == thir::Category::Prvalue || value.ty(db).is_reference(db) {
        return value;
    }
    let ty = match to {
        Some(to) if to.is_reference(db) => to,
        Some(_) => return value,
        None => value.ty(db).lvalue_reference(db),
    };
    Const::new(db, ty, value.value(db).clone())
}

/// The argument of a template parameter whose type `auto` stands for: it is a value, of the decayed type of the expression
/// ([dcl.type.auto.deduct]/4).
pub fn deduced_constant<'db>(
    cx: &mut Context<'db>,
    expr: ExprId,
) -> Result<Const<'db>, Failure<'db>> {
    let own = check::expression(cx, expr, None).ok_or(Failure::Unknown)?;
    let e = check::decayed(cx, own).ok_or(Failure::Unknown)?;
    let value = converted(cx, expr, e, false);
    template_argument::deduced(cx, expr, own, value)
}

/// The value of a converted constant expression, `implied` by a conversion that is not written.
fn converted<'db>(
    cx: &mut Context<'db>,
    expr: ExprId,
    e: thir::ExprId,
    implied: bool,
) -> Result<Const<'db>, Failure<'db>> {
    require_calls(cx, e);
    if implied {
        template_argument::narrowing(cx, e)?;
    }
    run(
        cx.db,
        &cx.out,
        e,
        None,
        Some(check::site(cx, expr)),
        Mode::Constant,
    )
    .value
}

/// The same of an integral constant, an enumerator or a bit-field's width: its value, and what is wrong with it. `fixed` is the
/// type that it must have.
pub(crate) fn integral_constant<'db>(
    cx: &mut Context<'db>,
    expr: ExprId,
    fixed: Option<Ty<'db>>,
) -> (Option<Const<'db>>, Vec<Problem<'db>>) {
    let e = cx.expr(expr);
    let e = cx.rvalue(e);
    require_calls(cx, e);
    let template = cx.in_template();
    let value = match not_integral(cx, e, expr, fixed).filter(|_| !template) {
        Some(problem) => {
            cx.problems.push(problem);
            None
        }
        None => cx.must_be_constant(e, expr),
    };
    let mut out = std::mem::take(&mut cx.problems);
    out.append(&mut cx.warnings);
    (value, out)
}

/// What is said of a constant whose type is no integral one, or a scoped enumeration's where another type is fixed.
fn not_integral<'db>(
    cx: &Context<'db>,
    e: thir::ExprId,
    expr: ExprId,
    fixed: Option<Ty<'db>>,
) -> Option<Problem<'db>> {
    let db = cx.db;
    let ty = cx.out.exprs.get(e.0 as usize)?.ty.unqualified(db);
    let known = !ty.is_unknown(db) && !ty.is_class(db);
    let wrong = ty.is_floating(db) || ty.is_pointer(db) || ty.is_nullptr(db);
    if !known || !wrong {
        return None;
    }
    let site = first_token(db, check::site(cx, expr));
    let problem = match fixed {
        Some(fixed) => Problem::new(
            codes::CONSTANT_OF_WRONG_TYPE {
                ty: Fill::Type(ty),
                required: Fill::Type(fixed),
            },
            site,
        ),
        None => Problem::new(
            codes::CONSTANT_NOT_INTEGRAL_OR_ENUM { ty: Fill::Type(ty) },
            site,
        ),
    };
    Some(problem.at(At::First))
}

/// Functions that a constant expression calls are instantiated for it ([temp.inst]/8).
fn require_calls<'db>(cx: &mut Context<'db>, e: thir::ExprId) {
    let mut open = vec![e];
    let mut looked = 0;
    while let Some(e) = open.pop() {
        looked += 1;
        let Some(x) = cx.out.exprs.get(e.0 as usize) else {
            continue;
        };
        if looked > 10_000 {
            return;
        }
        let site = x.site;
        x.kind.operands(&mut open);
        if let ExprKind::Call { callee, .. } = x.kind
            && callee.env(cx.db).is_some()
        {
            cx.out.required.push((callee, site));
        }
    }
}
