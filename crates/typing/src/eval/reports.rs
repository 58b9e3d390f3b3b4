//! What evaluation finds wrong with the declarations of an item: initialisers of `constexpr` variables that are no constants,
//! static assertions that fail. Templates are left alone.

use cleave_base_db::Db;
use cleave_hir::{DeclKind, ExprId};
use cleave_names::decl::Spec;
use cleave_names::{ItemId, item_id_text};
use cleave_syntax::{Lexed, SyntaxKind};

use super::{Evaluated, Failure, evaluate_with_warnings, variable};
use crate::{
    CodeRef, Context, DeclRef, Entity, Fill, Problem, Site, Value, check, display, program,
};

/// The problems of an item's constants.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let code_ref = CodeRef { item, body: None };
    let mut out = Vec::new();
    for (id, decl) in cleave_hir::item_hir(db, item).code.decls.iter() {
        let entity = Entity::new(db, DeclRef::at(db, code_ref, id), None);
        let wanted = match &decl.kind {
            DeclKind::Variable(_) => decl.spec.any(Spec::CONSTEXPR.with(Spec::CONSTINIT)),
            DeclKind::Function(_) | DeclKind::StaticAssert(_) => true,
            _ => false,
        };
        if !wanted || display::template_depth(db, entity) > 0 {
            continue;
        }
        match &decl.kind {
            DeclKind::Variable(_) => tell(variable(db, entity), &mut out),
            DeclKind::Function(_) => locals(db, entity, &mut out),
            DeclKind::StaticAssert(e) => assertion(db, entity, *e, &mut out),
            _ => {}
        }
    }
    out
}

fn tell<'db>(evaluated: &Evaluated<'db>, out: &mut Vec<Problem<'db>>) {
    out.extend(evaluated.warnings.iter().cloned());
    if let Err(Failure::NotConstant(problems)) = &evaluated.value {
        out.extend(problems.iter().cloned());
    }
}

/// The `constexpr` locals of a function.
fn locals<'db>(db: &'db dyn Db, function: Entity<'db>, out: &mut Vec<Problem<'db>>) {
    let Some(typed) = check::body(db, function) else {
        return;
    };
    for local in typed.locals.iter().filter(|l| l.is_constexpr) {
        if let Some(init) = local.init
            && !local.ty.is_unknown(db)
            && !local.ty.is_reference(db)
        {
            tell(&evaluate_with_warnings(db, typed, init), out);
        }
    }
}

fn assertion<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    condition: ExprId,
    out: &mut Vec<Problem<'db>>,
) {
    let Some(mut cx) = Context::of(db, entity) else {
        return;
    };
    let Some(e) = check::expression(&mut cx, condition, None) else {
        return;
    };
    let e = cx.condition(e);
    if !cx.problems.is_empty() {
        return;
    }
    let evaluated = evaluate_with_warnings(db, &cx.out, e);
    tell(&evaluated, out);
    let Ok(value) = evaluated.value else { return };
    if *value.value(db) != Value::Int(0) {
        return;
    }
    let site = check::site(&cx, condition);
    let site = super::first_token(db, site);
    out.push(match message(db, check::site(&cx, condition)) {
        Some(text) => Problem::new(1574, site, vec![Fill::Name(text)]),
        None => Problem::new(2784, site, Vec::new()),
    });
}

/// The string literal after the condition of a static assertion.
fn message<'db>(db: &'db dyn Db, condition: Site<'db>) -> Option<Box<str>> {
    let (tokens, _) = program::place(db, condition)?;
    let text = item_id_text(db, condition.code.item).as_str();
    let lexed = Lexed::new(text);
    let mut after = (0..lexed.len())
        .filter(|&i| !lexed.kind(i).is_trivia())
        .skip(tokens.end as usize)
        .map(|i| (lexed.kind(i), lexed.text(text, i)));
    let (comma, _) = after.next()?;
    let (_, literal) = after.next()?;
    if comma != SyntaxKind::COMMA {
        return None;
    }
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    Some(inner.into())
}
