//! Calls of functions that the front end itself knows: `__nv_atomic_*` and `__wgmma_mma_async_*` (reference: attributes, Functions
//! of the front end).

use cleave_codes::{Code, codes};
use cleave_names::decl::Shape;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::context::Context;
use crate::engine::walk::Walk;
use crate::tokens::constants;
use crate::tokens::constants::Value;
use crate::tokens::operands;
use crate::tokens::types::Base;

/// What an atomic function does, as far as its arguments are concerned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Loads and stores.
    Access,
    /// Addition and subtraction.
    Sum,
    /// Minimum and maximum.
    Bound,
    /// And, or, exclusive or.
    Logic,
    Exchange,
    CompareExchange,
    Fence,
}

/// An atomic function without its `__nv_atomic_`.
struct Atomic {
    name: &'static str,
    kind: Kind,
    /// It takes and returns values, which only integers can be; the others take pointers.
    by_value: bool,
    /// How many arguments it needs; a scope may follow.
    needed: usize,
}

const fn atomic(name: &'static str, kind: Kind, by_value: bool, needed: usize) -> Atomic {
    Atomic {
        name,
        kind,
        by_value,
        needed,
    }
}

const ATOMICS: [Atomic; 23] = [
    atomic("load_n", Kind::Access, true, 2),
    atomic("load", Kind::Access, false, 3),
    atomic("store_n", Kind::Access, true, 3),
    atomic("store", Kind::Access, false, 3),
    atomic("add", Kind::Sum, false, 3),
    atomic("sub", Kind::Sum, false, 3),
    atomic("fetch_add", Kind::Sum, false, 3),
    atomic("fetch_sub", Kind::Sum, false, 3),
    atomic("min", Kind::Bound, false, 3),
    atomic("max", Kind::Bound, false, 3),
    atomic("fetch_min", Kind::Bound, false, 3),
    atomic("fetch_max", Kind::Bound, false, 3),
    atomic("and", Kind::Logic, false, 3),
    atomic("or", Kind::Logic, false, 3),
    atomic("xor", Kind::Logic, false, 3),
    atomic("fetch_and", Kind::Logic, false, 3),
    atomic("fetch_or", Kind::Logic, false, 3),
    atomic("fetch_xor", Kind::Logic, false, 3),
    atomic("exchange_n", Kind::Exchange, true, 3),
    atomic("exchange", Kind::Exchange, false, 4),
    atomic("compare_exchange_n", Kind::CompareExchange, true, 6),
    atomic("compare_exchange", Kind::CompareExchange, false, 6),
    atomic("thread_fence", Kind::Fence, false, 1),
];

/// The memory orders and the thread scopes by their names, in the order of their values.
const ORDER_NAMES: [&str; 6] = [
    "__NV_ATOMIC_RELAXED",
    "__NV_ATOMIC_CONSUME",
    "__NV_ATOMIC_ACQUIRE",
    "__NV_ATOMIC_RELEASE",
    "__NV_ATOMIC_ACQ_REL",
    "__NV_ATOMIC_SEQ_CST",
];
const SCOPE_NAMES: [&str; 5] = [
    "__NV_THREAD_SCOPE_THREAD",
    "__NV_THREAD_SCOPE_BLOCK",
    "__NV_THREAD_SCOPE_CLUSTER",
    "__NV_THREAD_SCOPE_DEVICE",
    "__NV_THREAD_SCOPE_SYSTEM",
];
const CLUSTER: i128 = 2;

/// The largest memory order and thread scope.
const ORDERS: i128 = 5;
const SCOPES: i128 = 4;

/// What a matrix multiplication takes behind its constants: the result, `A` and `B`.
const OPERANDS: usize = 3;

/// `f(…)` where `f` may be one of them.
pub(crate) fn call(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    let s = w.s;
    let Some(callee) = node.children().next().filter(|n| n.kind() == ID_EXPRESSION) else {
        return;
    };
    let t = s.tokens(callee);
    let Some(list) = node.child(ARGUMENT_LIST).filter(|_| t.end == t.start + 1) else {
        return;
    };
    let args: Vec<Node<'_>> = list.children().collect();
    if args.iter().any(|a| a.kind() == PACK_EXPANSION) || c.unevaluated {
        return;
    }
    let close = s.tokens(list).end.saturating_sub(1);
    let name = s.word(t.start);
    if let Some(name) = name.strip_prefix("__nv_atomic_") {
        if let Some(a) = ATOMICS.iter().find(|a| a.name == name) {
            checked(w, a, close, &args, c);
        }
    } else if let Some(name) = name.strip_prefix("__wgmma_mma_async_") {
        let constants = match name {
            "f16" | "f8" => 9,
            "bf16" => 8,
            "tf32" => 6,
            _ => return,
        };
        wgmma(w, constants, t.start, close, &args, c);
    }
}

/// The name of an atomic function whose address is taken in device code.
pub(crate) fn named(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    let s = w.s;
    let t = s.tokens(node);
    let name = s.word(t.start).strip_prefix("__nv_atomic_");
    let atomic = name.is_some_and(|n| t.end == t.start + 1 && ATOMICS.iter().any(|a| a.name == n));
    let device = |k: &crate::engine::context::Caller| !k.on_host() || k.space.is_host_device();
    let inside = c.caller.as_ref().is_some_and(device) && c.lambdas.is_empty();
    if !atomic || !inside || c.unevaluated || c.dependent {
        return;
    }
    let mut whole = node;
    while let Some(around) = whole.parent() {
        match around.kind() {
            PAREN_EXPRESSION => {}
            PREFIX_EXPRESSION if s.kind(s.tokens(around).start) == AMP => {
                whole = around;
                break;
            }
            CAST_EXPRESSION | NAMED_CAST_EXPRESSION => {
                let target = around.child(TYPE_ID).map(|to| s.tokens(to));
                if target.is_some_and(|t| t.end == t.start + 1 && s.kind(t.start) == VOID_KW) {
                    return;
                }
            }
            CALL_EXPRESSION | EXPRESSION_STATEMENT => return,
            _ => break,
        }
        whole = around;
    }
    w.out.push(Finding::new(
        codes::NV_ATOMIC_FUNCTION_ADDRESS_TAKEN,
        s.tokens(whole).start,
    ));
}

fn checked(w: &mut Walk<'_, '_>, a: &Atomic, close: u32, args: &[Node<'_>], c: &Context<'_>) {
    let s = w.s;
    if args.is_empty() {
        w.out
            .push(Finding::new(codes::NV_ATOMIC_FUNCTION_NO_ARGS, close));
        w.out
            .push(Finding::new(codes::NOT_A_POINTER_TO_INTEGER_OR_ENUM, close));
        return;
    }
    // What depends on a template parameter is looked at when it is instantiated.
    let types: Vec<_> = args.iter().map(|n| operands::of(w, *n)).collect();
    if c.dependent {
        let certain = args.iter().zip(&types).all(|(n, ty)| {
            n.kind() == LITERAL
                || ty
                    .as_ref()
                    .is_some_and(|t| matches!(t.base, Base::Fundamental(_)))
        });
        if !certain {
            return;
        }
    }
    // At namespace scope there is no function at all.
    if c.caller
        .as_ref()
        .is_none_or(|k| k.on_host() && !k.space.is_host_device())
    {
        w.out.push(Finding::new(
            codes::NV_ATOMIC_OPERATION_NOT_IN_DEVICE_FUNCTION,
            s.tokens(args[0]).start,
        ));
        return;
    }
    if args.len() < a.needed {
        w.out.push(Finding::new(codes::TOO_FEW_ARGUMENTS, close));
        return;
    }
    if let Some(extra) = args.get(a.needed + 1) {
        w.out.push(Finding::new(
            codes::EXTRA_ARGUMENTS_IGNORED,
            s.tokens(*extra).start,
        ));
    }
    if a.kind != Kind::Fence && !object(w, a, args[0], types[0].as_ref()) {
        return;
    }
    let at = s.tokens(args[0]).start;
    let orders = match a.kind {
        Kind::CompareExchange => &args[a.needed - 2..a.needed],
        _ => &args[a.needed - 1..a.needed],
    };
    for order in orders {
        literal(
            w,
            at,
            *order,
            ORDERS,
            codes::INVALID_NV_ATOMIC_MEMORY_ORDER_VALUE,
            codes::NV_ATOMIC_OPERATION_ORDER_NOT_CONSTANT_INT,
        );
    }
    if let Some(scope) = args.get(a.needed) {
        literal(
            w,
            at,
            *scope,
            SCOPES,
            codes::INVALID_NV_ATOMIC_THREAD_SCOPE_VALUE,
            codes::NV_ATOMIC_OPERATION_SCOPE_NOT_CONSTANT_INT,
        );
    }
    if a.kind == Kind::Access {
        // Loads acquire, stores release.
        let (number, wrong): (Code, &[i128]) = match a.name {
            "load" | "load_n" => (codes::NV_ATOMIC_LOAD_ORDER_ERROR, &[3, 4]),
            _ => (codes::NV_ATOMIC_STORE_ORDER_ERROR, &[1, 2, 4]),
        };
        let order = orders.first().and_then(|o| enumerated(s, *o, &ORDER_NAMES));
        if order.is_some_and(|o| wrong.contains(&o)) {
            w.out.push(Finding::new(number, at));
        }
    }
    // What only newer architectures have; who knows the architecture leaves these out.
    let scope = args
        .get(a.needed)
        .and_then(|n| enumerated(s, *n, &SCOPE_NAMES));
    if scope == Some(CLUSTER) {
        let number = match a.kind {
            Kind::Access => codes::NV_ATOMIC_LOAD_STORE_SCOPE_CLUSTER_CHANGE_TO_DEVICE,
            _ => codes::NV_ATOMIC_OPERATIONS_SCOPE_CLUSTER_CHANGE_TO_DEVICE,
        };
        w.out.push(Finding::new(number, at));
    }
    if matches!(a.kind, Kind::Exchange | Kind::CompareExchange)
        && let Some(mut object) = types[0].clone()
        && object.shape.first() == Some(&Shape::Pointer)
    {
        object.shape.remove(0);
        if operands::size(s, &object, 0) == Some(16) {
            w.out.push(Finding::new(
                codes::NV_ATOMIC_EXCH_CAS_B128_NOT_SUPPORTED,
                at,
            ));
        }
    }
}

/// An integer constant, or an enumerator of the toolkit's by its name.
fn enumerated(
    s: &crate::engine::source::Source<'_>,
    node: Node<'_>,
    names: &[&str],
) -> Option<i128> {
    let t = s.tokens(node);
    let by_name = names.iter().position(|n| *n == s.word(t.start));
    match by_name.filter(|_| t.end == t.start + 1) {
        Some(value) => Some(value as i128),
        None => constants::integer(s, t),
    }
}

/// A memory order or a scope: an integer constant of a few values.
///
/// Whatever is wrong with it is told where the first argument stands.
fn literal(w: &mut Walk<'_, '_>, at: u32, node: Node<'_>, most: i128, range: Code, none: Code) {
    let s = w.s;
    let t = s.tokens(node);
    let single = node.kind() == ID_EXPRESSION && t.end == t.start + 1;
    let variable = single
        && operands::of(w, node).is_some_and(|ty| ty.fundamental().is_some() && !ty.constant);
    match constants::value(s, t) {
        Value::Integer(v) if !(0..=most).contains(&v) => w.out.push(Finding::new(range, at)),
        Value::Floating(_) | Value::Variable(_) => w.out.push(Finding::new(none, at)),
        _ if variable => w.out.push(Finding::new(none, at)),
        _ => {}
    }
}

/// The object that the first argument points to. Whether it may be worked on.
fn object<'db>(
    w: &mut Walk<'_, 'db>,
    a: &Atomic,
    node: Node<'_>,
    ty: Option<&crate::tokens::types::Type<'db>>,
) -> bool {
    let at = w.s.tokens(node).start;
    let Some(ty) = ty else { return true };
    if ty.fundamental().is_some() {
        w.out
            .push(Finding::new(codes::NOT_A_POINTER_TO_INTEGER_OR_ENUM, at));
        return false;
    }
    if ty.shape.first() != Some(&Shape::Pointer) {
        return true;
    }
    let mut object = ty.clone();
    object.shape.remove(0);
    let fundamental = object.fundamental();
    let size = operands::size(w.s, &object, 0);
    let known = fundamental.is_some()
        || matches!(object.base, Base::Class(_) | Base::Enum) && object.shape.is_empty();
    let number = if a.by_value {
        let integral = fundamental.is_some_and(|f| !f.floating);
        match (known, integral, a.kind, size) {
            (true, false, ..) => Some(codes::NON_INTEGRAL_TYPE_FOR_NON_GENERIC_NV_ATOMIC_FUNCTION),
            (_, true, Kind::Exchange, Some(1 | 2)) => Some(codes::INVALID_NV_ATOMIC_EXCH_SIZE),
            (_, true, Kind::CompareExchange, Some(1)) => Some(codes::INVALID_NV_ATOMIC_CAS_SIZE),
            _ => None,
        }
    } else {
        match (a.kind, fundamental, size) {
            (Kind::Logic, Some(f), _) if f.floating => {
                Some(codes::FLOATING_TYPE_FOR_LOGICAL_ATOMIC_OPERATION)
            }
            (Kind::Bound, Some(f), _) if f.floating => {
                Some(codes::INVALID_NV_ATOMIC_OPERATION_MAX_MIN_FLOAT)
            }
            (Kind::Sum | Kind::Bound | Kind::Logic, Some(_), Some(n)) if n != 4 && n != 8 => {
                Some(codes::INVALID_NV_ATOMIC_OPERATION_SIZE)
            }
            (Kind::Sum, Some(f), Some(8)) if !f.floating && !f.unsigned => {
                Some(codes::INVALID_NV_ATOMIC_OPERATION_ADD_SUB_SIZE)
            }
            (Kind::Access | Kind::Exchange | Kind::CompareExchange, _, Some(n))
                if !matches!(n, 1 | 2 | 4 | 8 | 16) =>
            {
                Some(codes::INVALID_DATA_SIZE_FOR_NV_ATOMIC_GENERIC_FUNCTION)
            }
            (Kind::Exchange, _, Some(1 | 2)) => Some(codes::INVALID_NV_ATOMIC_EXCH_SIZE),
            (Kind::CompareExchange, _, Some(1)) => Some(codes::INVALID_NV_ATOMIC_CAS_SIZE),
            _ => None,
        }
    };
    if let Some(number) = number {
        w.out.push(Finding::new(number, at));
    }
    number.is_none()
}

/// A matrix multiplication takes constants, then a pointer to the result and at least two operands. Every argument that should be
/// a constant and is missing is told as what it should have been. No architecture is said to have these functions.
fn wgmma(
    w: &mut Walk<'_, '_>,
    constants: usize,
    name: u32,
    close: u32,
    args: &[Node<'_>],
    c: &Context<'_>,
) {
    if c.dependent {
        return;
    }
    let mut found = vec![Finding::new(codes::WGMMA_MMA_ASYNC_NOT_ENABLED, name)];
    if args.len() < constants + OPERANDS {
        found.push(Finding::new(codes::WGMMA_MMA_ASYNC_MISSING_ARGS, name));
    }
    if args.len() <= constants {
        found.push(Finding::new(codes::TOO_FEW_ARGUMENTS, close));
    }
    for node in args.iter().take(constants) {
        let at = w.s.tokens(*node).start;
        let ty = operands::of(w, *node);
        match (node.kind(), ty) {
            (LITERAL, _) => {}
            (ID_EXPRESSION, Some(ty)) if ty.fundamental().is_some() && !ty.constant => {
                found.push(Finding::new(codes::WGMMA_MMA_ASYNC_NONCONSTANT_ARG, at));
            }
            _ if args.len() >= constants => {}
            _ => return,
        }
    }
    for _ in args.len()..constants {
        found.push(Finding::new(codes::WGMMA_MMA_ASYNC_NONCONSTANT_ARG, close));
    }
    w.out.extend(found);
}
