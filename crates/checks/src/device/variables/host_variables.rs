//! Variables of the host that device code uses, as typed code has it: arrays, objects, pointers, members of classes (reference:
//! spaces, Device code and host variables). That one is read, written or its address taken is reported at its name; that the device
//! does not have it once everything has been read, where it is computed last. The value of a constant is known everywhere.

use std::cell::Cell;

use cleave_base_db::Db;
use cleave_codes::{Code, codes};
use cleave_cuda::is_unwritten;
use cleave_hir::{DeclKind, Expr, Init};
use cleave_lang::Operator;
use cleave_names::decl::Spec;
use cleave_names::{is_of_user, item_id_of_node};
use cleave_odr_use::Piece;
use cleave_odr_use::reached::{constants, reached};
use cleave_odr_use::{Around, parents};
use cleave_syntax::SyntaxKind::{AMP, EQ, L_PAREN, RETURN_KW};
use cleave_typing::eval::Failure;
use cleave_typing::function::{signature, variable_type};
use cleave_typing::thir::{self, Conversion, ExprId, ExprKind, Stmt, Typed};
use cleave_typing::{Entity, Site, check, display, eval, is_anonymous_union_member, program};
use rustc_hash::FxHashSet;

use crate::Finding;
use crate::device::calls::callees::{is_conversion, is_host as is_host_function, is_of_both_sides};
use crate::device::calls::demangled;
use crate::device::variables::elements::Element;
use crate::device::variables::literals::is_in_literal;
use crate::device::variables::textures::{indirections, is_texture};
use crate::engine::chain::chain;
use crate::engine::entities::memory_space;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

/// What is done with a variable, and the expression that is computed last of it.
struct Usage {
    read: bool,
    written: bool,
    address: bool,
    /// By the operator `&`.
    taken: bool,
    /// The object of a call, which is an element.
    indexed: bool,
    /// It ends at an element of an array.
    element: bool,
    /// A member is named.
    member: bool,
    last: Last,
}

/// What is computed last.
enum Last {
    /// This expression.
    Expr(ExprId),
    /// What this expression initialises.
    Initializer(ExprId),
    /// The function that this expression calls.
    Callee(ExprId),
}

/// The variables that the item's code uses.
pub(crate) fn check<'db>(s: &Source<'db>, pieces: &[Piece<'db>], out: &mut Sink<'db>) {
    for piece in pieces {
        code(s, piece, out);
    }
}

fn code<'db>(s: &Source<'db>, piece: &Piece<'db>, out: &mut Sink<'db>) {
    let (db, typed) = (s.db, piece.typed);
    let item = item_id_of_node(db, s.item);
    functions(s, piece, out);
    indirections(s, piece, out);
    let named = |x: &thir::Expr<'db>| matches!(x.kind, ExprKind::Static(v) if is_host(s, v));
    if !typed.exprs.iter().any(named) {
        return;
    }
    // A name that a constant leaves out is reported all the same.
    let reached: FxHashSet<ExprId> = reached(typed).iter().map(|r| r.expr).collect();
    let constants: FxHashSet<ExprId> = constants(typed).iter().map(|r| r.expr).collect();
    let parents = &parents(typed)[..];
    for (i, expr) in typed.exprs.iter().enumerate() {
        let name = ExprId(i as u32);
        let ExprKind::Static(variable) = expr.kind else {
            continue;
        };
        let runs = parents.get(i).is_some_and(Option::is_some) && !constants.contains(&name);
        if !runs || !is_host(s, variable) || expr.site.code.item != item {
            continue;
        }
        let emitted = piece.emitted && reached.contains(&name);
        let Some((tokens, point)) = program::place(db, expr.site) else {
            continue;
        };
        let ty = variable_type(db, variable);
        let mut say = |number| out.push(report(db, piece, variable, number, point));
        if ty.is_reference(db) {
            say(codes::HOST_VAR_READ_IN_DEVICE);
            let referent = referent(db, variable).filter(|v| emitted && is_host(s, *v));
            if let Some(referent) = referent {
                let at = match taken(typed, parents, name) {
                    Some(e) => start(s, typed, e).map(|at| initializer(s, at).unwrap_or(at)),
                    None => Some(tokens.start),
                };
                out.extend(at.map(|at| undefined(db, referent, at)));
            }
            continue;
        }
        let Some(usage) = usage(db, typed, parents, name) else {
            continue;
        };
        let is_constexpr = (variable.hir(db)).is_some_and(|d| d.spec.any(Spec::CONSTEXPR));
        let constant = is_constexpr || ty.innermost_element(db).top_quals(db).is_const;
        if is_texture(db, ty) {
            // What is read of one is the device's business.
            let kept = usage.address && !usage.member && !matches!(usage.last, Last::Callee(_));
            match usage.taken {
                _ if !kept => {}
                true => out.push(
                    Finding::new(
                        codes::ADDR_OF_TEXT_SURF_VAR_IN_DEVICE_FUNC,
                        address(s, tokens.start),
                    )
                    .name(display::qualified_name(db, variable)),
                ),
                false => out.push(Finding::new(
                    codes::REFERENCE_TO_TEXT_SURF_VAR_IN_DEVICE_FUNC,
                    tokens.start,
                )),
            }
            continue;
        }
        if usage.address && usage.taken && is_texture(db, ty.innermost_element(db)) {
            let at = match usage.last {
                Last::Initializer(e) | Last::Expr(e) | Last::Callee(e) => start(s, typed, e),
            };
            out.extend(at.map(|at| Finding::new(codes::ADDR_OF_TEXT_SURF_EXPR_IN_DEVICE_FUNC, at)));
        }
        // A pointer of a library is only missed.
        let own = is_of_user(db, variable.decl(db).code(db).item) || ty.is_class(db);
        let mut say = |number| out.push(report(db, piece, variable, number, point));
        if !constant && own {
            let all = [
                (usage.read, codes::HOST_VAR_READ_IN_DEVICE),
                (usage.written, codes::HOST_VAR_WRITTEN_IN_DEVICE),
                (usage.address, codes::HOST_VAR_ADDRESS_TAKEN_IN_DEVICE),
            ];
            all.iter().filter(|a| a.0).for_each(|a| say(a.1));
        }
        let known = constant
            && !usage.address
            && is_known(s, (piece.entity, typed), parents, (variable, name), &usage);
        if !emitted || known || is_in_literal(db, typed, parents, name) {
            continue;
        }
        let at = match usage.last {
            _ if usage.read && !usage.written || usage.indexed => Some(tokens.start),
            Last::Expr(e) if usage.taken => start(s, typed, e).map(|at| {
                let inner = (at..).find(|&i| s.kind(i) != L_PAREN);
                inner.unwrap_or(at)
            }),
            Last::Expr(e) => match returned(typed, e) {
                true if usage.address => start(s, typed, e)
                    .and_then(|at| at.checked_sub(1))
                    .filter(|&at| s.kind(at) == RETURN_KW),
                _ => start(s, typed, e),
            },
            Last::Initializer(e) => start(s, typed, e).and_then(|at| initializer(s, at)),
            Last::Callee(e) => callee(s, typed, e),
        };
        out.extend(at.map(|at| undefined(db, variable, at)));
    }
}

/// Functions of the host that are named and not called.
fn functions<'db>(s: &Source<'db>, piece: &Piece<'db>, out: &mut Sink<'db>) {
    let (db, typed) = (s.db, piece.typed);
    let item = item_id_of_node(db, s.item);
    let is_hosts = |f: Entity<'db>| {
        is_of_user(db, f.decl(db).code(db).item)
            && f.decl(db).code(db).body.is_none()
            && f.decl(db).closure(db).is_none()
            && is_host_function(s, f)
            && !is_of_both_sides(s, f)
            && !is_unwritten(db, f)
            && signature(db, f).is_some_and(|sig| !sig.is_virtual)
    };
    let named = |x: &thir::Expr<'db>| match x.kind {
        ExprKind::Function(f) if x.site.code.item == item && is_hosts(f) => Some(f),
        _ => None,
    };
    if !piece.emitted || piece.host || !typed.exprs.iter().any(|x| named(x).is_some()) {
        return;
    }
    let reached: FxHashSet<ExprId> = reached(typed).iter().map(|r| r.expr).collect();
    let parents = &parents(typed)[..];
    let mut reported = FxHashSet::default();
    for (i, expr) in typed.exprs.iter().enumerate() {
        let name = ExprId(i as u32);
        let Some(function) = named(expr).filter(|_| reached.contains(&name)) else {
            continue;
        };
        let Some(at) = function_named(s, typed, parents, name) else {
            continue;
        };
        let text = demangled::undefined(db, function);
        if let Some(text) = text.filter(|_| reported.insert(at)) {
            out.push(
                Finding::new(codes::UNDEFINED_DEVICE_IDENTIFIER, at)
                    .name(text)
                    .reported_at_end(),
            );
        }
    }
}

/// Where the use of a function is reported: at the `=` of an initialiser, or where the expression begins.
fn function_named<'db>(
    s: &Source<'db>,
    typed: &Typed<'db>,
    parents: &[Option<Around>],
    name: ExprId,
) -> Option<u32> {
    let mut here = name;
    let mut named = name;
    for _ in 0..=typed.exprs.len() {
        let parent = match parents.get(here.0 as usize)?.as_ref()? {
            Around::Expr(e) => *e,
            Around::Other => break,
            Around::Dropped | Around::Asm { .. } => return None,
        };
        match typed.exprs.get(parent.0 as usize)?.kind {
            ExprKind::Convert(Conversion::Discard, _) | ExprKind::Launch(..) => return None,
            ExprKind::Unary(Operator::AddressOf, _) => named = parent,
            ExprKind::Full(_) | ExprKind::Convert(..) => {}
            _ => {
                let at = start(s, typed, named)?;
                return Some(
                    at.checked_sub(1)
                        .filter(|&at| s.kind(at) == AMP)
                        .unwrap_or(at),
                );
            }
        }
        here = parent;
    }
    let at = start(s, typed, named)?;
    let at = at
        .checked_sub(1)
        .filter(|&at| s.kind(at) == AMP)
        .unwrap_or(at);
    let initialises = |stmt: &Stmt| matches!(stmt, Stmt::Local(_, Some(e)) if *e == here);
    let initial = initializer(s, at).filter(|_| typed.stmts.iter().any(initialises));
    Some(initial.unwrap_or(at))
}

/// That a variable is read, written, or its address taken.
fn report<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    variable: Entity<'db>,
    code: Code,
    at: u32,
) -> Finding<'db> {
    let member = variable.decl(db).parent_class(db).is_some();
    let name = match member && variable.env(db).is_some() {
        true => display::function_text(db, variable, false),
        false => display::qualified_name(db, variable),
    };
    let mut found = Finding::new(code, at).arg(Arg::Entity {
        kind: if member { "member" } else { "variable" },
        name,
    });
    found.contexts = chain(db, &piece.chain(db));
    found
}

/// `identifier … is undefined in device code`
pub(crate) fn undefined<'db>(db: &'db dyn Db, variable: Entity<'db>, at: u32) -> Finding<'db> {
    let member = variable.decl(db).parent_class(db).is_some();
    let mut name = display::qualified_name(db, variable).replace("<unnamed>", "_NV_ANON_NAMESPACE");
    if variable.env(db).is_some() && variable.decl(db).code(db).body.is_none() {
        match member {
            true => name = name.replace(">::", "> ::"),
            false => name.push(' '),
        }
    }
    Finding::new(codes::UNDEFINED_DEVICE_IDENTIFIER, at)
        .name(name)
        .reported_at_end()
}

/// The `&` in front of a name.
fn address(s: &Source<'_>, name: u32) -> u32 {
    (0..name)
        .rev()
        .find(|&i| s.kind(i) != L_PAREN)
        .filter(|&i| s.kind(i) == AMP)
        .unwrap_or(name)
}

/// Where an expression begins.
fn start<'db>(s: &Source<'db>, typed: &Typed<'db>, e: ExprId) -> Option<u32> {
    let site = typed.exprs.get(e.0 as usize)?.site;
    Some(program::place(s.db, site)?.0.start)
}

/// The `=` before an initialiser.
fn initializer(s: &Source<'_>, at: u32) -> Option<u32> {
    at.checked_sub(1).filter(|&at| s.kind(at) == EQ)
}

/// Where a call names its function: at a member's name, behind an object that is called, where operands begin, at the `=` of an
/// initialiser that is converted.
fn callee<'db>(s: &Source<'db>, typed: &Typed<'db>, call: ExprId) -> Option<u32> {
    let site = typed.exprs.get(call.0 as usize)?.site;
    let (tokens, _) = program::place(s.db, site)?;
    let Some(Expr::Call(callee, _)) = site.expr(s.db) else {
        let converted = match &typed.exprs.get(call.0 as usize)?.kind {
            ExprKind::Call { callee, .. } => is_conversion(s.db, *callee),
            _ => false,
        };
        let equal = initializer(s, tokens.start).filter(|_| converted);
        return Some(equal.unwrap_or(tokens.start));
    };
    let named = Site {
        index: u32::from(callee.into_raw()),
        ..site
    };
    let (t, point) = program::place(s.db, named)?;
    match named.expr(s.db)? {
        Expr::Member { .. } => Some(point),
        Expr::Path(_) if s.kind(t.end) != L_PAREN => Some(t.start),
        _ => Some(t.end),
    }
}

/// Whether an expression is what a function returns.
fn returned(typed: &Typed<'_>, e: ExprId) -> bool {
    typed.stmts.iter().any(|s| {
        let Stmt::Return(Some(value)) = s else {
            return false;
        };
        let mut at = *value;
        while let Some(ExprKind::Full(inner)) = typed.exprs.get(at.0 as usize).map(|x| &x.kind) {
            at = *inner;
        }
        at == e || *value == e
    })
}

/// The `&` in front of the name of a reference.
fn taken(typed: &Typed<'_>, parents: &[Option<Around>], name: ExprId) -> Option<ExprId> {
    match parents.get(name.0 as usize)?.as_ref()? {
        Around::Expr(e) => match typed.exprs.get(e.0 as usize)?.kind {
            ExprKind::Unary(Operator::AddressOf, _) => Some(*e),
            _ => None,
        },
        _ => None,
    }
}

/// The variable that a reference certainly means.
fn referent<'db>(db: &'db dyn Db, reference: Entity<'db>) -> Option<Entity<'db>> {
    let typed = check::body(db, reference)?;
    let mut at = typed.value?;
    for _ in 0..typed.exprs.len() {
        match &typed.exprs.get(at.0 as usize)?.kind {
            ExprKind::Full(e) | ExprKind::Convert(Conversion::Noop, e) => at = *e,
            ExprKind::Static(variable) => return Some(*variable),
            _ => return None,
        }
    }
    None
}

/// Whether a variable is of the host, and an object: the user's, or a pointer or an object that a header declares and others define.
pub(crate) fn is_host<'db>(s: &Source<'db>, variable: Entity<'db>) -> bool {
    let db = s.db;
    let ty = variable_type(db, variable);
    let is_extern = (variable.hir(db)).is_some_and(|d| d.spec.any(Spec::EXTERN));
    (is_of_user(db, variable.decl(db).code(db).item)
        || is_extern && (ty.is_pointer(db) || ty.is_class(db)) && !ty.top_quals(db).is_const)
        && (variable.decl(db).code(db).body.is_none() || is_extern)
        && memory_space(s, variable).is_host()
        && !is_anonymous_union_member(db, variable)
        && !ty.is_error(db)
        && !ty.is_dependent(db)
}

/// Whether what is read of a constant is known while compiling: a number, a member of an object, some elements of arrays.
/// `name`: the expression that names it.
fn is_known<'db>(
    s: &Source<'db>,
    (owner, typed): (Entity<'db>, &Typed<'db>),
    parents: &[Option<Around>],
    (variable, name): (Entity<'db>, ExprId),
    usage: &Usage,
) -> bool {
    let db = s.db;
    let Last::Expr(read) = usage.last else {
        return true;
    };
    let ty = variable_type(db, variable);
    let declared = variable.hir(db);
    let is_constexpr = declared.is_some_and(|d| d.spec.any(Spec::CONSTEXPR));
    let folds = |e: ExprId| eval::evaluate(db, owner, typed, e).is_ok();
    if usage.element {
        let element = Element {
            db,
            owner,
            typed,
            parents,
            read,
        };
        let member = variable.decl(db).parent_class(db).is_some();
        return is_constexpr && element.is_known(name, member);
    }
    if ty.is_array(db) {
        return folds(read);
    }
    let plain = variable.env(db).is_none() && variable.decl(db).parent_class(db).is_none();
    if is_constexpr || !plain {
        return true;
    }
    if ty.is_pointer(db) {
        return !is_string(check::body(db, variable));
    }
    if !(ty.is_integral(db) || ty.is_enum(db) || ty.is_floating(db)) {
        return true;
    }
    let open =
        matches!(declared.map(|d| &d.kind), Some(DeclKind::Variable(v)) if v.init == Init::None);
    let value = &eval::variable(db, variable).value;
    !ty.top_quals(db).is_volatile && !open && !matches!(value, Err(Failure::NotConstant(_)))
}

/// Whether an initialiser is a string literal.
fn is_string(typed: Option<&Typed<'_>>) -> bool {
    let Some((typed, mut at)) = typed.and_then(|t| Some((t, t.value?))) else {
        return false;
    };
    for _ in 0..typed.exprs.len() {
        at = match typed.exprs.get(at.0 as usize).map(|x| &x.kind) {
            Some(ExprKind::Full(e) | ExprKind::Convert(_, e)) => *e,
            Some(ExprKind::String(_)) => return true,
            _ => return false,
        };
    }
    false
}

/// What the code does with the variable that an expression names; nothing where that is not certain.
fn usage<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    parents: &[Option<Around>],
    name: ExprId,
) -> Option<Usage> {
    use ExprKind as K;
    let element = Cell::new(false);
    let member = Cell::new(false);
    let done = |read, written, address, last| {
        Some(Usage {
            read,
            written,
            address,
            taken: false,
            indexed: false,
            element: element.get(),
            member: member.get(),
            last,
        })
    };
    let mut taken = false;
    let mut indexed = false;
    let mut here = name;
    let mut address = false;
    for _ in 0..=typed.exprs.len() {
        let parent = match parents.get(here.0 as usize)?.as_ref()? {
            Around::Expr(e) => *e,
            Around::Asm { reads, sets } if !address => {
                return done(*reads, *sets, false, Last::Expr(here));
            }
            Around::Dropped | Around::Asm { .. } => return None,
            Around::Other => {
                let initialises = typed
                    .stmts
                    .iter()
                    .any(|stmt| matches!(stmt, Stmt::Local(_, Some(e)) if *e == here));
                let last = match initialises {
                    true => Last::Initializer(here),
                    false => Last::Expr(here),
                };
                // An object that is named and not read: a reference is bound to it.
                let usage = done(false, false, true, last);
                return usage.map(|u| Usage { taken, ..u });
            }
        };
        let kind = &typed.exprs.get(parent.0 as usize)?.kind;
        match kind {
            K::Full(_) | K::Convert(Conversion::Noop | Conversion::ToBase(_), _) => {}
            K::Field(..) if !address => {
                element.set(false);
                member.set(true);
            }
            K::Index(base, _) if *base == here => {
                address = false;
                indexed = true;
                element.set(true);
            }
            K::Convert(Conversion::Decay, _) | K::Unary(Operator::AddressOf, _) if !address => {
                address = true;
                taken = matches!(kind, K::Unary(..));
            }
            K::Unary(Operator::Dereference, _) if address => {
                address = false;
                element.set(false);
            }
            K::Binary(Operator::Plus | Operator::Minus, first, _) if address && *first == here => {}
            K::Convert(Conversion::Load, _) if !address => {
                return done(true, false, false, Last::Expr(parent));
            }
            K::ConstructImplicit(..) if !address => {
                return done(true, false, false, Last::Expr(parent));
            }
            K::Assign(target, value, _) if !address && *target == here => {
                return done(false, true, false, Last::Expr(*value));
            }
            K::Compound(_, target, value, _) if !address && *target == here => {
                return done(true, true, false, Last::Expr(*value));
            }
            K::Step { .. } if !address => return done(true, true, false, Last::Expr(parent)),
            K::Convert(Conversion::Discard, _) | K::Comma(..) => return None,
            K::Call { callee, object, .. } if *object != Some(here) && !address => {
                let copied = signature(db, *callee).is_some_and(|sig| sig.is_defaulted);
                let site = typed.exprs.get(parent.0 as usize)?.site;
                let operator = !matches!(site.expr(db), Some(Expr::Call(..)));
                let last = match object.filter(|_| copied || operator) {
                    Some(target) => leaf(typed, target),
                    None => parent,
                };
                return done(false, false, true, Last::Expr(last));
            }
            K::Construct(callee, _)
                if !address && signature(db, *callee).is_some_and(|sig| sig.is_defaulted) =>
            {
                return done(true, false, false, Last::Expr(parent));
            }
            K::Call { object, .. } if *object == Some(here) && !address => {
                let last = match taken {
                    true => Last::Expr(here),
                    false => Last::Callee(parent),
                };
                let usage = done(false, false, true, last);
                return usage.map(|u| Usage {
                    indexed: indexed && !taken,
                    ..u
                });
            }
            _ if address => return done(false, false, true, Last::Expr(here)),
            _ => return None,
        }
        here = parent;
    }
    None
}

/// What of an object is computed last.
fn leaf(typed: &Typed<'_>, object: ExprId) -> ExprId {
    let mut at = object;
    for _ in 0..typed.exprs.len() {
        at = match typed.exprs.get(at.0 as usize).map(|x| &x.kind) {
            Some(ExprKind::Index(_, e)) => *e,
            Some(ExprKind::Unary(_, e) | ExprKind::Convert(_, e) | ExprKind::Field(e, _)) => *e,
            _ => return at,
        };
    }
    at
}
