//! Device variables in code that the host runs (reference: spaces, Host code and device variables), as typed code has it: whether a
//! variable or a part of it is read, written, or its address taken. Constants are the host's as well, and managed variables are
//! everybody's.

use cleave_codes::codes;
use cleave_cuda::{MemorySpace, variables_out_of_reach};
use cleave_lang::Operator;
use cleave_names::decl::Spec;
use cleave_odr_use::parents;
use cleave_syntax::SyntaxKind::IDENT;
use cleave_typing::function::{canonical, signature, variable_type};
use cleave_typing::thir::{Conversion, ExprId, ExprKind, Stmt, Typed};
use cleave_typing::{Entity, display, program};
use rustc_hash::FxHashSet;

use crate::Finding;
use crate::device::Around;
use crate::engine::entities::{memory_space, name_token};
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};
use crate::engine::typed::{self, Body};

/// What is done with a variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Usage {
    read: bool,
    written: bool,
    address: bool,
    /// An element of an array, which memory spaces make no constant.
    element: bool,
}

/// The code of a header that is not the user's own file. Libraries that are included like one's own code are large, and typing all
/// of it would cost more than everything else: only functions that name such a variable are looked into.
pub(crate) fn elsewhere<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let names = variables_out_of_reach(s.db, s.file);
    if names.is_empty() {
        return;
    }
    let known = |i: u32| {
        names
            .binary_search_by(|n| n.as_str().cmp(s.word(i)))
            .is_ok()
    };
    let named: Vec<u32> = (s.decls.iter())
        .filter_map(|d| Some((d, d.function.as_ref()?.body.tokens()?)))
        .filter(|(_, body)| (body.start..body.end).any(|i| s.kind(i) == IDENT && known(i)))
        .map(|(d, _)| d.name_tokens.start)
        .collect();
    if named.is_empty() {
        return;
    }
    let wanted =
        |e: Entity<'db>| name_token(s.db, e.decl(s.db)).is_some_and(|at| named.contains(&at));
    for body in typed::bodies(s, wanted) {
        check(s, &body, out);
    }
}

/// What the code of one function does with variables of the device. Of a template, what does not hang on its arguments.
pub(crate) fn check<'db>(s: &Source<'db>, body: &Body<'db>, out: &mut Sink<'db>) {
    if !body.is_host() {
        return;
    }
    let (typed, template) = (body.typed, body.template);
    let db = s.db;
    let named = |e: &cleave_typing::thir::Expr<'db>| match e.kind {
        ExprKind::Static(v) => space(s, v).map(|space| (v, space)),
        _ => None,
    };
    if !typed.exprs.iter().any(|e| named(e).is_some()) {
        return;
    }
    let around = parents(typed);
    let mut reported = FxHashSet::default();
    for (i, expr) in typed.exprs.iter().enumerate() {
        let Some((variable, space)) = named(expr) else {
            continue;
        };
        let Some((tokens, point)) = program::place(db, expr.site) else {
            continue;
        };
        let ty = variable_type(db, variable);
        let u = match ty.is_reference(db) {
            true => Usage {
                read: around.get(i).is_some_and(Option::is_some),
                ..Usage::default()
            },
            false => usage(s, typed, &around, ExprId(i as u32), template),
        };
        if u.written && space == "constant" && !u.element {
            if reported.insert((codes::NOT_A_MODIFIABLE_LVALUE, tokens.start)) {
                out.push(Finding::new(codes::NOT_A_MODIFIABLE_LVALUE, tokens.start));
            }
            continue;
        }
        let all = [
            (u.read, codes::DEVICE_VAR_READ_IN_HOST),
            (u.written, codes::DEVICE_VAR_WRITTEN_IN_HOST),
            (
                u.address && space == "shared",
                codes::DEVICE_VAR_ADDRESS_TAKEN_IN_HOST,
            ),
        ];
        // A data member has no space of its own: what says so is an error there.
        let is_member = variable.decl(db).parent_class(db).is_some()
            && canonical(db, variable.decl(db))
                .hir(db)
                .is_some_and(|d| d.heads.is_empty());
        for (_, code) in all.into_iter().filter(|a| a.0 && !is_member) {
            if reported.insert((code, point)) {
                let name = display::qualified_name(db, variable);
                let kind = "variable";
                let found =
                    Finding::new(code, point).text(crate::cuda::attributes::known::shown(space));
                out.push(found.arg(Arg::Entity { kind, name }));
            }
        }
    }
}

/// The memory space of a variable that the host does not have.
fn space<'db>(s: &Source<'db>, variable: Entity<'db>) -> Option<&'static str> {
    let db = s.db;
    let space = memory_space(s, variable);
    if space.is_host() || space.has(MemorySpace::MANAGED) {
        return None;
    }
    let ty = variable_type(db, variable);
    let constant = variable
        .hir(db)
        .is_none_or(|d| d.spec.any(Spec::CONST.with(Spec::CONSTEXPR)))
        || ty.innermost_element(db).top_quals(db).is_const;
    let known = !ty.is_error(db) && !ty.is_dependent(db);
    let name = match () {
        () if space.has(MemorySpace::CONSTANT) => "constant",
        () if space.has(MemorySpace::SHARED) => "shared",
        () => "device",
    };
    (known && !constant).then_some(name)
}

/// What the code does with the variable that an expression names.
fn usage<'db>(
    s: &Source<'db>,
    typed: &Typed<'db>,
    around: &[Option<Around>],
    name: ExprId,
    template: bool,
) -> Usage {
    use ExprKind as K;
    let nothing = Usage::default();
    let mut here = name;
    let mut address = false;
    let mut element = false;
    for _ in 0..=typed.exprs.len() {
        let done = |read, written, address| Usage {
            read,
            written,
            address,
            element,
        };
        let parent = match around.get(here.0 as usize) {
            Some(Some(Around::Expr(e))) => *e,
            Some(Some(Around::Asm { reads, sets })) if !address => {
                return done(*reads, *sets, false);
            }
            Some(Some(Around::Other | Around::Asm { .. })) => {
                let waits = template && deferred(typed, around, here);
                return done(false, false, !waits);
            }
            Some(Some(Around::Dropped)) if volatile(s, typed, name) => {
                return done(true, false, false);
            }
            _ => return nothing,
        };
        let Some(kind) = typed.exprs.get(parent.0 as usize).map(|x| &x.kind) else {
            return nothing;
        };
        match kind {
            K::Full(_) | K::Convert(Conversion::Noop | Conversion::ToBase(_), _) => {}
            K::Field(..) if !address => {}
            K::MemberPointer(object, _) if *object == here && !address => {}
            K::Index(base, _) if *base == here => {
                address = false;
                element = true;
            }
            K::Convert(Conversion::Decay, _) | K::Unary(Operator::AddressOf, _) if !address => {
                address = true;
            }
            K::Unary(Operator::Dereference, _) if address => {
                address = false;
                element = true;
            }
            K::Binary(Operator::Plus | Operator::Minus, ..) if address => {}
            K::Conditional(condition, ..) if *condition != here => {}
            K::Comma(_, last) if *last == here => {}
            K::Convert(Conversion::Load, _) if !address => {
                return match template && deferred(typed, around, parent) {
                    true => nothing,
                    false => done(true, false, false),
                };
            }
            K::ConstructImplicit(..) if !address => return done(true, false, false),
            K::Construct(callee, _) if !address && is_defaulted(s, *callee) => {
                return done(true, false, false);
            }
            K::Assign(target, _, _) if !address && *target == here => {
                return done(false, true, false);
            }
            K::Assign(_, value, _) if !address && *value == here => {
                return done(true, false, false);
            }
            K::Compound(_, target, ..) if !address && *target == here => {
                return done(true, true, false);
            }
            K::Step { .. } if !address => return done(true, true, false),
            K::Call { callee, object, .. } if !address && is_defaulted(s, *callee) => {
                let target = *object == Some(here);
                return done(!target, target, false);
            }
            K::Convert(Conversion::Discard, _) if !address && volatile(s, typed, here) => {
                return done(true, false, false);
            }
            K::Convert(Conversion::Discard, _) if address => return done(false, false, true),
            K::Convert(Conversion::Discard, _) | K::Comma(..) | K::Error => return nothing,
            _ => return done(false, false, true),
        }
        here = parent;
    }
    nothing
}

/// Whether a template looks at a value only once its arguments are known: at what it returns, and at what `new` is given.
fn deferred(typed: &Typed<'_>, around: &[Option<Around>], value: ExprId) -> bool {
    let mut here = value;
    for _ in 0..typed.exprs.len() {
        match around.get(here.0 as usize) {
            Some(Some(Around::Expr(e))) => match typed.exprs.get(e.0 as usize).map(|x| &x.kind) {
                Some(ExprKind::Full(_) | ExprKind::Convert(..)) => here = *e,
                Some(ExprKind::New { .. }) => return true,
                _ => return false,
            },
            _ => break,
        }
    }
    let is_it = |s: &Stmt| matches!(s, Stmt::Return(Some(e)) if *e == here);
    typed.stmts.iter().any(is_it)
}

/// Whether what names an object that is not used reads it ([expr.context]/2).
fn volatile(s: &Source<'_>, typed: &Typed<'_>, e: ExprId) -> bool {
    let ty = typed.exprs.get(e.0 as usize).map(|x| x.ty);
    ty.is_some_and(|ty| ty.top_quals(s.db).is_volatile && !ty.is_class(s.db))
}

fn is_defaulted<'db>(s: &Source<'db>, function: Entity<'db>) -> bool {
    signature(s.db, function).is_some_and(|sig| sig.is_defaulted)
}
