//! What evaluation finds wrong with the declarations of an item: initialisers of `constexpr` variables that are no constants,
//! static assertions that fail. Of templates only what is the same in all instances is looked at.

use crate::code::around::template_depth;
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{DeclKind, ExprId, Init};
use cleave_names::decl::Spec;
use cleave_names::{ItemId, item_id_text};
use cleave_syntax::{Lexed, SyntaxKind};

use crate::code::source::first_token;
use crate::engine::depth;
use crate::eval::enumerator::fixed_underlying;
use crate::eval::immediate::immediate_calls;
use crate::eval::machine::Mode;
use crate::eval::ops::scalar;
use crate::eval::{Evaluated, Failure, evaluate_with_warnings, integral_constant, run, variable};
use crate::thir::{self, Typed};
use crate::{
    At, CodeRef, Context, DeclRef, Entity, Fill, Problem, Site, Value, check, function, program,
};

/// The problems of an item's constants.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let code_ref = CodeRef { item, body: None };
    let mut out = Vec::new();
    for (id, decl) in cleave_hir::item_hir(db, item).declarations() {
        let entity = Entity::new(db, DeclRef::at(db, code_ref, id), None);
        let wanted = matches!(
            &decl.kind,
            DeclKind::Variable(_)
                | DeclKind::Function(_)
                | DeclKind::StaticAssert(_)
                | DeclKind::Enum(_)
        );
        if !wanted {
            continue;
        }
        if template_depth(db, entity) > 0 {
            if let DeclKind::StaticAssert(e) = decl.kind
                && cleave_names::is_of_user(db, item)
            {
                fixed_assertion(db, entity, e, &mut out);
            }
            continue;
        }
        match &decl.kind {
            DeclKind::Variable(v) => {
                // Without an initialiser there is no expression that the report could stand at.
                let constant = decl.spec.any(Spec::CONSTEXPR.with(Spec::CONSTINIT));
                match !matches!(v.init, Init::None) && (constant || is_constant_member(db, entity))
                {
                    true => report(variable(db, entity), &mut out),
                    false => calls(db, entity, &mut out),
                }
            }
            DeclKind::Function(_) => {
                locals(db, entity, &mut out);
                calls(db, entity, &mut out);
            }
            DeclKind::StaticAssert(e) => assertion(db, entity, *e, &mut out, &mut Vec::new()),
            DeclKind::Enum(_) => enumerators(db, entity, &mut out, &mut Vec::new()),
            _ => {}
        }
    }
    out
}

/// A constant static data member with an initialiser in its class must be initialised by a constant ([class.static.data]/4).
fn is_constant_member<'db>(db: &'db dyn Db, variable: Entity<'db>) -> bool {
    let Some(decl) = variable.hir(db) else {
        return false;
    };
    let ty = function::variable_type(db, variable);
    decl.parent.is_some()
        && decl.spec.any(Spec::STATIC)
        && !decl.spec.any(Spec::INLINE)
        && ty.top_quals(db).is_const
        && !ty.top_quals(db).is_volatile
        && (ty.is_integral(db) || ty.is_enum(db))
}

/// Calls of immediate functions in a body or initialiser.
fn calls<'db>(db: &'db dyn Db, entity: Entity<'db>, out: &mut Vec<Problem<'db>>) {
    if let Some(typed) = check::body(db, entity) {
        immediate_calls(db, entity, typed, out);
    }
}

pub(crate) fn report<'db>(evaluated: &Evaluated<'db>, out: &mut Vec<Problem<'db>>) {
    if let Err(Failure::NotConstant(problems)) = &evaluated.value {
        out.extend(problems.iter().cloned());
    }
}

/// The `constexpr` locals of a function.
pub(crate) fn locals<'db>(db: &'db dyn Db, function: Entity<'db>, out: &mut Vec<Problem<'db>>) {
    let Some(typed) = check::body(db, function) else {
        return;
    };
    for local in typed.locals.iter().filter(|l| l.is_constexpr) {
        if let Some(init) = local.init
            && !local.ty.is_unknown(db)
            && !local.ty.is_reference(db)
        {
            report(&evaluate_with_warnings(db, typed, init), out);
        }
    }
}

/// The initialisers of an enumeration's enumerators ([dcl.enum]).
pub(crate) fn enumerators<'db>(
    db: &'db dyn Db,
    enumeration: Entity<'db>,
    out: &mut Vec<Problem<'db>>,
    required: &mut Vec<(Entity<'db>, Site<'db>)>,
) {
    let (Some(DeclKind::Enum(list)), Some(code)) = (enumeration.kind(db), enumeration.code(db))
    else {
        return;
    };
    // Any value is converted to `bool`.
    let fixed = fixed_underlying(db, enumeration).filter(|t| !t.is_bool(db));
    out.extend(crate::declarations::enumerations::base(
        db,
        enumeration,
        list,
    ));
    let range = fixed.and_then(|ty| Some((ty, scalar::int(db, ty)?)));
    let mut last = Some(-1);
    let mut span = (0, 0);
    for &id in list.enumerators.iter().flatten() {
        let DeclKind::Enumerator(value) = code[id].kind else {
            continue;
        };
        let place = enumeration.decl(db).code(db);
        let mut at = Site::declaration(place, u32::from(id.into_raw()));
        let number = match value {
            None => last.and_then(|n: i128| n.checked_add(1)),
            Some(value) => {
                let enumerator = Entity::new(db, DeclRef::at(db, place, id), enumeration.env(db));
                let Some(mut cx) = Context::of(db, enumerator) else {
                    last = None;
                    continue;
                };
                at = first_token(db, check::site(&cx, value));
                let found = depth::partially(db, || integral_constant(&mut cx, value, fixed));
                required.extend(cx.out.required);
                let Some((value, problems)) = found else {
                    depth::give_up();
                    return;
                };
                out.extend(problems.into_iter().filter(Problem::is_certain));
                value.and_then(|v| v.as_int(db))
            }
        };
        last = number;
        let known = number.unwrap_or_default();
        span = (known.min(span.0), known.max(span.1));
        // Nothing is larger that an enumeration can have ([dcl.enum]/7).
        let next = value.is_none() && range.is_none();
        if next && number.is_some_and(|n| n > i128::from(u64::MAX)) {
            out.push(Problem::new(codes::ENUM_VALUE_OUTSIDE_INT, at).at(At::First));
            last = None;
        }
        if let (Some(n), Some((ty, range))) = (number, range)
            && !range.holds(n)
        {
            out.push(
                Problem::new(
                    codes::ENUM_VALUE_OUTSIDE_UNDERLYING_TYPE { ty: Fill::Type(ty) },
                    at,
                )
                .at(At::First),
            );
            last = None;
        }
    }
    if range.is_none() && span.0 < 0 && span.1 > i128::from(i64::MAX) {
        let site = enumeration.decl(db).site(db);
        out.push(Problem::new(codes::ENUM_VALUES_NEED_WIDER_TYPE, site));
    }
}

pub(crate) fn assertion<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    condition: ExprId,
    out: &mut Vec<Problem<'db>>,
    required: &mut Vec<(Entity<'db>, Site<'db>)>,
) {
    let Some(mut cx) = Context::of(db, entity) else {
        return;
    };
    let e = cx.expr(condition);
    let e = cx.condition(e);
    if cx.problems.is_empty() {
        if cx.env.is_none() {
            cx.check_always_constant(condition);
        }
        static_assertion(db, &cx.out, e, check::site(&cx, condition), out);
    }
    out.extend(cx.problems.into_iter().filter(Problem::is_certain));
    out.append(&mut cx.warnings);
    required.extend(cx.out.required);
}

/// A static assertion in a class template, if its condition is the same for all arguments ([temp.res.general]/6).
fn fixed_assertion<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    condition: ExprId,
    out: &mut Vec<Problem<'db>>,
) {
    let Some(mut cx) = Context::of(db, entity) else {
        return;
    };
    let e = cx.expr(condition);
    let e = cx.condition(e);
    if cx.problems.is_empty() && cx.is_fixed(condition, e, 0) {
        static_assertion(db, &cx.out, e, check::site(&cx, condition), out);
    }
}

/// A static assertion whose condition is `e`, written at `site` ([dcl.pre]/6).
pub(crate) fn static_assertion<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    e: thir::ExprId,
    site: Site<'db>,
    out: &mut Vec<Problem<'db>>,
) {
    let evaluated = run(db, typed, e, None, Some(site), Mode::Constant);
    report(&evaluated, out);
    let Ok(value) = evaluated.value else { return };
    if *value.value(db) != Value::Int(0) {
        return;
    }
    let Some(message) = message(db, site) else {
        return;
    };
    let problem = match message {
        Some(text) => Problem::new(
            codes::STATIC_ASSERTION_FAILED_WITH_MESSAGE {
                text: Fill::Name(text),
            },
            site,
        ),
        None => Problem::new(codes::STATIC_ASSERTION_FAILED, site),
    };
    out.push(problem.at(At::Keyword));
}

/// What the string literals after the condition of a static assertion say; nothing at all where something else stands there.
fn message<'db>(db: &'db dyn Db, condition: Site<'db>) -> Option<Option<Box<str>>> {
    let (tokens, _) = program::place(db, condition)?;
    let text = item_id_text(db, condition.code.item).as_str();
    let lexed = Lexed::new(text);
    let mut after = (0..lexed.len())
        .filter(|&i| !lexed.kind(i).is_trivia())
        .skip(tokens.end as usize)
        .map(|i| (lexed.kind(i), lexed.text(text, i)));
    if after.next()?.0 != SyntaxKind::COMMA {
        return Some(None);
    }
    let mut literals = Vec::new();
    let end = loop {
        match after.next()? {
            (SyntaxKind::STRING_LITERAL, text) => literals.push(text),
            (kind, _) => break kind,
        }
    };
    let text = cleave_hir::string_text(&literals).filter(|_| end == SyntaxKind::R_PAREN)?;
    Some(Some(text.into()))
}
