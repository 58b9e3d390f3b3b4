//! Types of variables, data members and enumerators.

use cleave_base_db::Db;
use cleave_hir::{BodyRoot, DeclKind, Expr, ExprId, Init, body_hir};

use cleave_lang::Qualifiers;
use cleave_names::decl::Spec;

use crate::check::init::{Mode, Purpose};
use crate::template::{Operand, deduce_auto};
use crate::{Bound, CodeRef, Context, Entity, Ty, TyKind, check};

/// The type of a variable, static data member, enumerator or data member; placeholders deduced.
pub fn variable_type<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Ty<'db> {
    crate::engine::depth::outermost(db, || Ty::error(db), || typed_variable(db, variable))
}

#[salsa::tracked(returns(copy), cycle_initial = |db, _, _| Ty::error(db), cycle_fn = |db, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || Ty::error(db)))]
fn typed_variable<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Ty<'db> {
    let _level = crate::engine::depth::Level::enter();
    type_of(db, variable).unwrap_or_else(|| Ty::error(db))
}

/// The type of a variable as it is declared, whatever its initializer: placeholders and unknown bounds stay. `None`: not known.
pub fn declared_type<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Option<Ty<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let DeclKind::Variable(v) = &variable.hir(db)?.kind else {
        return None;
    };
    let mut cx = Context::of(db, variable)?;
    cx.scopes.this = crate::function::class_of(db, variable);
    let ty = cx.resolve_type(v.ty);
    (cx.problems.is_empty() && !ty.is_error(db)).then(|| ty.qualified(db, quals_of(db, variable)))
}

fn type_of<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Option<Ty<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let decl = variable.decl(db);
    let hir = variable.hir(db)?;
    match &hir.kind {
        DeclKind::Enumerator(_) => {
            let parent = crate::DeclRef::at(db, decl.code(db), hir.parent?);
            let first = crate::function::canonical(db, parent);
            Some(Ty::of(
                db,
                TyKind::Enum(Entity::new(db, first, variable.env(db))),
            ))
        }
        DeclKind::Variable(v) => {
            let chosen = chosen_variable(db, variable)?;
            if chosen != variable {
                return Some(variable_type(db, chosen));
            }
            let mut cx = Context::of(db, variable)?;
            cx.scopes.this = crate::function::class_of(db, variable);
            let mut ty = cx.resolve_type(v.ty);
            if ty.is_unknown(db) && !ty.has_auto(db) {
                cx = Context::of(db, variable)?;
                if check::body::see_parameters(&mut cx, variable) {
                    ty = cx.resolve_type(v.ty);
                }
            }
            if !cx.problems.is_empty() {
                return None;
            }
            if ty.has_auto(db) {
                return deduced(db, variable, ty);
            }
            // An alias template without arguments is read as what it stands for.
            let alias = match ty.is_dependent(db) {
                true => cx.placeholder_class(v.ty),
                false => None,
            };
            let class = ty.class_entity(db).filter(|e| e.is_template(db));
            if let Some(template) = class.or(alias) {
                let class = deduced_class(db, variable, template)?;
                let quals = ty.quals(db).union(quals_of(db, variable));
                return Some(class.qualified(db, quals));
            }
            if let TyKind::Array(element, Bound::Unknown) = ty.kind(db) {
                let ty = completed(db, variable, ty, *element);
                return Some(ty.qualified(db, quals_of(db, variable)));
            }
            Some(ty.qualified(db, quals_of(db, variable)))
        }
        _ => None,
    }
}

/// The declaration that a variable is made by: for a specialisation of a variable template the primary template, or a partial or
/// explicit specialisation; itself for others. `None`: not to be known.
pub fn chosen_variable<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Option<Entity<'db>> {
    match variable.own_args(db) {
        Some(_) => crate::class::specialization::chosen(db, variable),
        None => Some(variable),
    }
}

/// The declaration with the initializer, and its place.
fn initializer<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Option<(Context<'db>, &'db Init)> {
    let decls = crate::function::redeclarations(db, variable.decl(db));
    for &decl in decls {
        let Some(DeclKind::Variable(v)) = decl.hir(db).map(|d| &d.kind) else {
            continue;
        };
        let code = decl.code(db);
        match &v.init {
            Init::None => {}
            Init::Elsewhere => {
                let body = body_hir(db, code.item, decl.index(db))?;
                let BodyRoot::Init(init) = &body.root else {
                    return None;
                };
                let code_ref = CodeRef {
                    item: code.item,
                    body: Some(decl.index(db)),
                };
                let owner = Entity::new(db, decl, variable.env(db));
                let mut cx = Context::new(db, owner, code_ref, &body.code, variable.env(db));
                cx.scopes.this = crate::function::class_of(db, variable);
                return Some((cx, init));
            }
            init => {
                let cx = Context::of(db, Entity::new(db, decl, variable.env(db)))?;
                return Some((cx, init));
            }
        }
    }
    None
}

/// The single expression of an initializer.
fn single(cx: &Context<'_>, init: &Init) -> Option<ExprId> {
    match init {
        Init::Equal(e) => Some(*e),
        Init::Paren(all) => match &all[..] {
            [only] => Some(*only),
            _ => None,
        },
        Init::Brace(e) => match &cx.code[*e] {
            Expr::List(items) => match &items[..] {
                [only] => Some(only.value),
                _ => None,
            },
            _ => None,
        },
        Init::None | Init::Elsewhere => None,
    }
}

fn deduced<'db>(db: &'db dyn Db, variable: Entity<'db>, pattern: Ty<'db>) -> Option<Ty<'db>> {
    let (mut cx, init) = initializer(db, variable)?;
    let e = single(&cx, init)?;
    if cx.is_dependent_expr(e) {
        return None;
    }
    if let TyKind::Auto(true) = pattern.kind(db) {
        let ty = check::decltype(&mut cx, e);
        return Some(ty);
    }
    // Of a variable of a block this asks what its code does not evaluate: the block's own code has the type at hand.
    let operand = match variable.decl(db).code(db).body {
        Some(_) => cx.in_unevaluated(|cx| check::operand(cx, e)),
        None => check::operand(&mut cx, e),
    };
    let ty = deduce_auto(&mut cx, pattern, &operand)?;
    Some(ty.qualified(db, quals_of(db, variable)))
}

/// The qualifiers that the declaration gives besides the type's: `constexpr` implies `const`.
fn quals_of<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Qualifiers {
    match variable
        .hir(db)
        .is_some_and(|h| h.spec.any(Spec::CONSTEXPR))
    {
        true => Qualifiers::CONST,
        false => Qualifiers::NONE,
    }
}

/// The class of a variable declared by the name of its template ([over.match.class.deduct]).
fn deduced_class<'db>(
    db: &'db dyn Db,
    variable: Entity<'db>,
    template: Entity<'db>,
) -> Option<Ty<'db>> {
    let (mut cx, init) = match initializer(db, variable) {
        Some(found) => found,
        None => (Context::of(db, variable)?, &Init::None),
    };
    let site = cx.owner_site();
    let (ty, _) = cx.initialize_declared(Ty::error(db), Some(template), init, false, site);
    (!ty.is_unknown(db)).then_some(ty.unqualified(db))
}

/// An array without a bound, completed by its initializer ([dcl.init.aggr], [dcl.init.string]).
fn completed<'db>(
    db: &'db dyn Db,
    variable: Entity<'db>,
    ty: Ty<'db>,
    element: Ty<'db>,
) -> Ty<'db> {
    let Some((mut cx, init)) = initializer(db, variable) else {
        return ty;
    };
    // Another declaration of it may give its bound.
    if cx.owner.decl(db) != variable.decl(db)
        && let Some(other) = declared_type(db, cx.owner)
        && let TyKind::Array(_, bound) = other.kind(db)
        && *bound != Bound::Unknown
    {
        return element.array(db, bound.clone());
    }
    let e = match init {
        Init::Equal(e) | Init::Brace(e) => *e,
        Init::Paren(all) => match &all[..] {
            [only] => *only,
            _ => return ty,
        },
        _ => return ty,
    };
    if cx.is_dependent_expr(e) {
        // How many elements it has is not known ([temp.dep.expr]/4).
        let site = cx.owner_site();
        return match variable.decl(db).parent_class(db) {
            Some(_) => cx.dependent_type(site),
            None => ty,
        };
    }
    match length(&mut cx, e, element).or_else(|| taken(&mut cx, e, ty)) {
        Some(n) => element.array(db, Bound::Known(n)),
        None => Ty::error(db),
    }
}

/// How many elements a list gives an array where they stand without their braces or are designated: as many as it takes
/// ([dcl.init.aggr]).
fn taken<'db>(cx: &mut Context<'db>, e: ExprId, ty: Ty<'db>) -> Option<u64> {
    let Expr::List(_) = &cx.code[e] else {
        return None;
    };
    let problems = cx.problems.len();
    let list = cx.expr(e);
    let made = cx.initialize(ty, list, Mode::Copy, Purpose::Variable);
    let known = cx.problems.len() == problems && !cx.is_bad(made);
    cx.ty(made).length(cx.db).filter(|_| known)
}

fn length<'db>(cx: &mut Context<'db>, e: ExprId, element: Ty<'db>) -> Option<u64> {
    let db = cx.db;
    let items = match &cx.code[e] {
        Expr::List(items) => items,
        Expr::Paren(inner) => return length(cx, *inner, element),
        Expr::Literal(cleave_hir::Literal::String { units, .. }) => {
            return Some(units.len() as u64 + 1);
        }
        _ => return None,
    };
    if let [only] = &items[..]
        && element.is_integral(db)
        && let Expr::Literal(cleave_hir::Literal::String { units, .. }) = &cx.code[only.value]
    {
        return Some(units.len() as u64 + 1);
    }
    // Elements of aggregates may stand without their braces; designators move the count, expansions are counted out.
    if items.iter().any(|item| !item.designators.is_empty()) {
        return None;
    }
    let scalar = element.is_scalar(db);
    if items
        .iter()
        .any(|item| matches!(cx.code[item.value], Expr::Pack(_)))
    {
        let is_braced = |item: &cleave_hir::ListItem| match cx.code[item.value] {
            Expr::Pack(pattern) => matches!(cx.code[pattern], Expr::List(_)),
            ref other => matches!(other, Expr::List(_)),
        };
        let is_one_each = scalar || items.iter().all(is_braced);
        let mut count = 0;
        for item in items {
            count += match cx.code[item.value] {
                Expr::Pack(pattern) => {
                    crate::convert::quietly(cx, |cx| cx.expansion(pattern))?.len()
                }
                _ => 1,
            };
        }
        return is_one_each.then_some(count as u64);
    }
    let all_braced = items
        .iter()
        .all(|item| matches!(cx.code[item.value], Expr::List(_)));
    if scalar || all_braced {
        return Some(items.len() as u64);
    }
    let mut same = true;
    for item in items {
        if matches!(cx.code[item.value], Expr::List(_)) {
            continue;
        }
        let operand: Operand<'db> = check::operand(cx, item.value);
        same &= operand.ty.unqualified(db) == element.unqualified(db);
    }
    same.then_some(items.len() as u64)
}
