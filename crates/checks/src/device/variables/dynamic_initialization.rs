//! Variables of the device whose initialisers would have to run before the program does (reference: spaces, Dynamic
//! initialization): those that call what is no constant, read a variable, or construct a class by a constructor that does
//! something. What is wrong in a function is reported behind it, if nothing is wrong before: of a function that other files may
//! call at its end, of others once everything has been read, and of variables of namespaces then.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_cuda::{MemorySpace, tile};
use cleave_diagnostics::Severity;
use cleave_lang::Operator;
use cleave_names::decl::{Decl, DeclKind, Spec};
use cleave_names::item_id_of_node;
use cleave_odr_use::Piece;
use cleave_odr_use::reached::{reached, within};
use cleave_typing::class::{Special, class_info, constructors, special};
use cleave_typing::function::{signature, variable_type};
use cleave_typing::thir::{Conversion, ExprId, ExprKind, Implicit, LocalKind, Stmt, Typed};
use cleave_typing::{Entity, Ty, TyKind, check, display, eval};

use crate::Finding;
use crate::device::calls::emitted;
use crate::engine::chain::chain;
use crate::engine::entities::{entity, name_token};
use crate::engine::source::{Sink, Source};

/// How deep constructors of members of members are looked at.
const DEPTH: u32 = 32;

pub(crate) fn check<'db>(s: &Source<'db>, pieces: &[Piece<'db>], out: &mut Sink<'db>) {
    for decl in s.decls.iter().filter(|d| d.kind == DeclKind::Variable) {
        namespace(s, decl, out);
    }
    // Of a function those come first that stand in it.
    let mut number = 0;
    let own = |_: &Piece<'db>, inner: &Piece<'db>| {
        let decl = inner.entity.decl(s.db);
        decl.closure(s.db).is_some() || decl.code(s.db).body.is_some()
    };
    for function in pieces.chunk_by(own) {
        for piece in function.iter().rev() {
            static_variables(s, piece, number, out);
            number += 1;
        }
    }
}

fn namespace<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let space = MemorySpace::written(decl, tile(s.db, s.file));
    let passing = Spec::CONSTEXPR.with(Spec::CONSTEVAL);
    let declares = decl.spec.any(Spec::EXTERN) && decl.initializer.is_empty();
    let silent = space.is_host() || declares || decl.spec.any(passing) || decl.is_template();
    if silent || s.in_template(decl) || decl.parent.is_some() {
        return;
    }
    let Some(entity) = entity(s, decl) else {
        return;
    };
    let runs = match decl.initializer.is_empty() {
        true => default_runs(s.db, variable_type(s.db, entity), DEPTH),
        false => check::body(s.db, entity).is_some_and(|t| is_whole(t) && computes(s.db, t, None)),
    };
    if runs {
        let at = decl.name_tokens.start;
        out.push(
            Finding::new(codes::DYNAMIC_INITIALIZATION_IN_DEVICE_CODE, at)
                .text(space.name())
                .reported_at_end(),
        );
    }
}

/// Static variables of code of the device.
fn static_variables<'db>(s: &Source<'db>, piece: &Piece<'db>, number: u32, out: &mut Sink<'db>) {
    let (db, typed) = (s.db, piece.typed);
    let item = item_id_of_node(db, s.item);
    for stmt in &typed.stmts {
        let Stmt::Local(l, init) = stmt else {
            continue;
        };
        let Some(local) = typed.locals.get(l.0 as usize) else {
            continue;
        };
        let LocalKind::Static(variable) = local.kind else {
            continue;
        };
        let is_reference = local.ty.is_reference(db);
        let computed = init
            .is_some_and(|e| computes(db, typed, Some(e)) || reads_own(db, typed, e, is_reference));
        if local.is_constexpr || !computed && !drop_runs(db, local.ty, DEPTH) {
            continue;
        }
        let here = variable.decl(db).code(db).item == item;
        let Some((at, space)) = declared(db, variable).filter(|_| here) else {
            continue;
        };
        let mut found = Finding::new(codes::STATIC_VAR_WITH_DYNAMIC_INIT, at).text(space);
        found.while_right = true;
        found.group = Some(number);
        match end_of_strong(s, at).filter(|_| piece.instance.is_none()) {
            Some(end) => found.reported_at = Some(end),
            None => {
                found.contexts = chain(db, &piece.chain(db));
                found.reported_last = true;
            }
        }
        // Of shared memory it may be meant: the variable is left as it is.
        if space != MemorySpace::SHARED.name() {
            found = found.severity(Severity::Error);
        }
        out.push(found);
    }
}

/// The brace at the end of the function around a token, if other files may call the function.
fn end_of_strong(s: &Source<'_>, at: u32) -> Option<u32> {
    if !emitted::is_emitted(s, at) {
        return None;
    }
    let bodies = s
        .decls
        .iter()
        .filter_map(|d| d.function.as_ref()?.body.tokens());
    let mut around = bodies.filter(|body| body.contains(at));
    around.next()?.end.checked_sub(1)
}

/// Whether an initialiser reads a parameter or a variable of its function whose value is not known, or names the place of one.
fn reads_own<'db>(db: &'db dyn Db, typed: &Typed<'db>, of: ExprId, is_reference: bool) -> bool {
    let node = |e: ExprId| typed.exprs.get(e.0 as usize);
    let is_own = |e: ExprId| match part_of(typed, e, |kind| match kind {
        ExprKind::Local(l) => Some(*l),
        _ => None,
    }) {
        Some(l) => typed.locals.get(l.0 as usize).is_some_and(|local| {
            let automatic = !matches!(local.kind, LocalKind::Static(_) | LocalKind::Binding(_));
            automatic && !local.is_constexpr && !local.ty.is_reference(db)
        }),
        None => false,
    };
    let is_number = node(of).is_some_and(|e| e.ty.is_arithmetic(db));
    let reads = is_reference && is_own(of)
        || within(typed, of)
            .iter()
            .any(|r| match node(r.expr).map(|e| &e.kind) {
                Some(ExprKind::Convert(Conversion::Load, e)) => is_own(*e),
                // Addresses that are compared are known.
                Some(
                    ExprKind::Convert(Conversion::Decay, e)
                    | ExprKind::Unary(Operator::AddressOf, e),
                ) => !is_number && is_own(*e),
                _ => false,
            });
    reads && eval::fold(db, typed, of).is_none()
}

/// Where a variable of a body is named, and its memory space.
fn declared<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Option<(u32, &'static str)> {
    let decl = variable.decl(db);
    let at = name_token(db, decl)?;
    let has = |name: &str| {
        let decl = decl.hir(db);
        decl.is_some_and(|d| d.attrs.iter().any(|a| a.name.as_str() == name))
    };
    let space = match () {
        () if has("shared") => MemorySpace::SHARED,
        () if has("constant") => MemorySpace::CONSTANT,
        () if has("managed") => MemorySpace::MANAGED,
        () => MemorySpace::DEVICE,
    };
    Some((at, space.name()))
}

/// Whether nothing of an initialiser is left open.
pub(crate) fn is_whole(typed: &Typed<'_>) -> bool {
    let open = |kind: &ExprKind<'_>| matches!(kind, ExprKind::Error);
    !typed.dependent && typed.problems.is_empty() && !typed.exprs.iter().any(|e| open(&e.kind))
}

/// Whether an initialiser certainly computes something when the program runs: all of the code, or one expression.
pub(crate) fn computes<'db>(db: &'db dyn Db, typed: &Typed<'db>, of: Option<ExprId>) -> bool {
    let all = match of {
        Some(e) => within(typed, e),
        None => reached(typed),
    };
    let node = |e: ExprId| typed.exprs.get(e.0 as usize);
    all.iter()
        .any(|r| match node(r.expr).map(|e| (&e.kind, e.ty)) {
            Some((ExprKind::Call { callee, .. }, _)) => {
                signature(db, *callee).is_some_and(|s| !s.is_constexpr && !s.is_defaulted)
            }
            Some((ExprKind::Construct(constructor, _), _)) => runs(db, *constructor, DEPTH),
            Some((ExprKind::ConstructImplicit(Implicit::Default, _), ty)) => {
                default_runs(db, ty, DEPTH)
            }
            Some((ExprKind::New { .. }, _)) => true,
            // The value of a variable that may change.
            Some((ExprKind::Convert(Conversion::Load, e), _)) => {
                match part_of(typed, *e, variable_named) {
                    Some(variable) => {
                        let ty = variable_type(db, variable);
                        let element = ty.innermost_element(db);
                        let fixed = ty.is_reference(db)
                            || ty.is_unknown(db)
                            || element.top_quals(db).is_const;
                        let constant =
                            (variable.decl(db).hir(db)).is_none_or(|d| d.spec.any(Spec::CONSTEXPR));
                        let given = |d: &cleave_hir::Decl| {
                            !d.spec.any(Spec::EXTERN)
                                || eval::constant_value(db, variable).is_some()
                        };
                        let known = variable.decl(db).hir(db).is_none_or(given);
                        !(constant || fixed && known) && display::template_depth(db, variable) == 0
                    }
                    _ => false,
                }
            }
            // Where a managed variable lies is known when the program runs.
            Some((
                ExprKind::Unary(Operator::AddressOf, e) | ExprKind::Convert(Conversion::Decay, e),
                _,
            )) => match node(*e).map(|e| &e.kind) {
                Some(ExprKind::Static(variable)) => (variable.decl(db).hir(db))
                    .is_some_and(|d| d.attrs.iter().any(|a| a.name.as_str() == "managed")),
                _ => false,
            },
            _ => false,
        })
}

/// The variable that is named here.
fn variable_named<'db>(kind: &ExprKind<'db>) -> Option<Entity<'db>> {
    match kind {
        ExprKind::Static(variable) => Some(*variable),
        _ => None,
    }
}

/// The variable that an object is, or is a member or an element of.
fn part_of<'db, T>(
    typed: &Typed<'db>,
    e: ExprId,
    named: impl Fn(&ExprKind<'db>) -> Option<T>,
) -> Option<T> {
    let mut at = e;
    for _ in 0..DEPTH {
        let kind = typed.exprs.get(at.0 as usize).map(|e| &e.kind)?;
        at = match kind {
            ExprKind::Field(e, _)
            | ExprKind::Index(e, _)
            | ExprKind::Full(e)
            | ExprKind::Convert(Conversion::Decay | Conversion::Noop, e) => *e,
            _ => return named(kind),
        };
    }
    None
}

/// Whether a constructor certainly does something: its code is elsewhere or is not empty.
fn runs<'db>(db: &'db dyn Db, constructor: Entity<'db>, depth: u32) -> bool {
    let Some(sig) = signature(db, constructor) else {
        return false;
    };
    if sig.is_constexpr || sig.is_defaulted || sig.is_deleted || depth == 0 {
        return false;
    }
    if cleave_typing::function::definition(db, constructor).is_none() {
        return true;
    }
    let Some(typed) = check::body(db, constructor).filter(|t| is_whole(t)) else {
        return false;
    };
    let empty = is_empty(typed);
    let members = typed
        .inits
        .iter()
        .any(|i| match typed.exprs.get(i.value.0 as usize) {
            _ if i.written.is_some() => true,
            Some(e) => match &e.kind {
                ExprKind::Construct(constructor, _) => runs(db, *constructor, depth - 1),
                ExprKind::ConstructImplicit(..) => default_runs(db, e.ty, depth - 1),
                _ => false,
            },
            None => false,
        });
    !empty || members
}

/// Whether a body does nothing.
fn is_empty(typed: &Typed<'_>) -> bool {
    match typed.block.and_then(|b| typed.stmts.get(b.0 as usize)) {
        Some(Stmt::Block(all)) => all.iter().all(|s| {
            let stmt = typed.stmts.get(s.0 as usize);
            matches!(stmt, Some(Stmt::Empty) | None)
        }),
        Some(_) => false,
        None => true,
    }
}

/// Whether dropping an object of a type certainly does something.
fn drop_runs<'db>(db: &'db dyn Db, ty: Ty<'db>, depth: u32) -> bool {
    let ty = ty.innermost_element(db).unqualified(db);
    let state = special(db, ty, Special::Destructor);
    let Some(state) = state.filter(|s| !s.trivial && depth > 0 && ty.is_class(db)) else {
        return false;
    };
    let written = |own: &Entity<'db>| {
        signature(db, *own).is_some_and(|sig| !sig.is_defaulted && !sig.is_deleted)
    };
    if let Some(own) = state.declared.filter(written) {
        let Some(code) = cleave_typing::function::definition(db, own) else {
            return true;
        };
        if check::body(db, code).is_some_and(|t| is_whole(t) && !is_empty(t)) {
            return true;
        }
    }
    class_info(db, ty).is_some_and(|info| {
        let bases = info.bases.iter().map(|b| b.ty);
        let fields = info.fields.iter().map(|f| f.ty);
        !info.is_union && bases.chain(fields).any(|t| drop_runs(db, t, depth - 1))
    })
}

/// Whether default initialisation of a type certainly does something.
fn default_runs<'db>(db: &'db dyn Db, ty: Ty<'db>, depth: u32) -> bool {
    let ty = ty.innermost_element(db).unqualified(db);
    if depth == 0 || !matches!(ty.kind(db), TyKind::Class(_)) {
        return false;
    }
    let own = constructors(db, ty);
    if !own.is_empty() {
        let mut default = own.iter().filter(|c| {
            display::template_depth(db, **c) == c.depth(db)
                && signature(db, **c).is_some_and(|s| s.required == 0)
        });
        let (first, second) = (default.next(), default.next());
        return match (first, second) {
            (Some(only), None) => match signature(db, *only) {
                Some(s) if s.is_defaulted => members_run(db, ty, depth),
                _ => runs(db, *only, depth),
            },
            _ => false,
        };
    }
    members_run(db, ty, depth)
}

fn members_run<'db>(db: &'db dyn Db, ty: Ty<'db>, depth: u32) -> bool {
    class_info(db, ty).is_some_and(|info| {
        let bases = info.bases.iter().map(|b| b.ty);
        let fields = info.fields.iter().filter(|f| !f.has_default).map(|f| f.ty);
        !info.is_union && bases.chain(fields).any(|t| default_runs(db, t, depth - 1))
    })
}
