//! Calls of functions that the front end itself knows: `__nv_atomic_*` and `__wgmma_mma_async_*` (reference: attributes, Functions
//! of the front end). What hangs on a template's arguments is looked at in its instances.

use cleave_codes::{Code, codes};
use cleave_hir::Expr;
use cleave_names::item_id_of_node;
use cleave_odr_use::{Around, Piece, parents};
use cleave_typing::class::layout::size_of;
use cleave_typing::eval::Failure;
use cleave_typing::thir::{Conversion, ExprId, ExprKind, Typed};
use cleave_typing::{Entity, Site, Ty, TyKind, Value, eval, program};

use crate::Finding;
use crate::engine::chain::chain;
use crate::engine::source::{Sink, Source};
use crate::engine::typed::Body;

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

impl Atomic {
    /// It works on objects of any type.
    fn is_generic(&self) -> bool {
        let kinds = [Kind::Access, Kind::Exchange, Kind::CompareExchange];
        !self.by_value && kinds.contains(&self.kind)
    }
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

const CLUSTER: i128 = 2;

/// What the names of atomic functions begin with.
const PREFIX: &str = "__nv_atomic_";

/// The largest memory order and thread scope.
const ORDERS: i128 = 5;
const SCOPES: i128 = 4;

/// What a matrix multiplication takes behind its constants: the result, `A` and `B`.
const OPERANDS: usize = 3;

/// The calls in a body.
pub(crate) fn check<'db>(s: &Source<'db>, body: &Body<'db>, out: &mut Sink<'db>) {
    let code = Calls {
        s,
        entity: body.entity,
        typed: body.typed,
        device: body.is_device(),
    };
    code.calls(out);
}

/// Those of the instances of templates, and the atomic functions that emitted code names without a call.
pub(crate) fn pieces<'db>(s: &Source<'db>, pieces: &[Piece<'db>], out: &mut Sink<'db>) {
    for piece in pieces {
        let code = Calls {
            s,
            entity: piece.entity,
            typed: piece.typed,
            device: piece.device,
        };
        if piece.emitted {
            code.named(out);
        }
        if piece.instance.is_none() {
            continue;
        }
        let mut found = Vec::new();
        code.calls(&mut found);
        for mut f in found {
            let known = |o: &Finding<'db>| o.code == f.code && o.at == f.at;
            let of_pattern = |o: &Finding<'db>| known(o) && o.contexts.is_empty();
            if !out.iter().any(of_pattern) {
                f.contexts = chain(s.db, &piece.chain(s.db));
                out.push(f);
            }
        }
    }
}

/// The code of one function.
struct Calls<'a, 'db> {
    s: &'a Source<'db>,
    entity: Entity<'db>,
    typed: &'a Typed<'db>,
    /// The device compiles it.
    device: bool,
}

/// One call: the function, its arguments, and the parenthesis that ends it.
struct Call<'a, 'db> {
    args: &'a [ExprId],
    site: Site<'db>,
    close: u32,
}

impl<'db> Calls<'_, 'db> {
    fn calls(&self, out: &mut Sink<'db>) {
        let mut seen = Vec::new();
        for expr in &self.typed.exprs {
            let ExprKind::Builtin(name, args) = &expr.kind else {
                continue;
            };
            let called = matches!(expr.site.expr(self.s.db), Some(Expr::Call(..)));
            if !called || seen.contains(&expr.site) {
                continue;
            }
            let Some((tokens, _)) = self.place(expr.site) else {
                continue;
            };
            seen.push(expr.site);
            let call = Call {
                args,
                site: expr.site,
                close: tokens.end.saturating_sub(1),
            };
            if let Some(name) = name.strip_prefix(PREFIX) {
                if let Some(a) = ATOMICS.iter().find(|a| a.name == name) {
                    self.atomic(a, &call, out);
                }
            } else if let Some(name) = name.strip_prefix("__wgmma_mma_async_") {
                let constants = match name {
                    "f16" | "f8" => 9,
                    "bf16" => 8,
                    "tf32" => 6,
                    _ => continue,
                };
                self.wgmma(constants, tokens.start, &call, out);
            }
        }
    }

    /// The names of atomic functions whose value is used.
    fn named(&self, out: &mut Sink<'db>) {
        let is_name = |kind: &ExprKind<'db>, ty: Ty<'db>| {
            matches!(kind, ExprKind::Builtin(name, _) if name.starts_with(PREFIX))
                && ty.is_function(self.s.db)
        };
        if !self.typed.exprs.iter().any(|e| is_name(&e.kind, e.ty)) {
            return;
        }
        let around = parents(self.typed);
        for (i, expr) in self.typed.exprs.iter().enumerate() {
            if is_name(&expr.kind, expr.ty)
                && self.is_used(&around, ExprId(i as u32))
                && let Some((tokens, _)) = self.place(self.cast_around(expr.site))
            {
                let found = Finding::new(codes::NV_ATOMIC_FUNCTION_ADDRESS_TAKEN, tokens.start);
                out.push(found.reported_at_end());
            }
        }
    }

    /// The site of the outermost cast that is written around a name, or of the name itself: what is cast is reported where the
    /// cast begins.
    fn cast_around(&self, own: Site<'db>) -> Site<'db> {
        let Some(code) = own.code.code(self.s.db) else {
            return own;
        };
        let mut site = own;
        let casts = || code.exprs.iter();
        for _ in 0..code.exprs.len() {
            let around = casts().find(|(_, e)| match e {
                Expr::CStyleCast(_, operand) | Expr::Paren(operand) => {
                    u32::from(operand.into_raw()) == site.index
                }
                _ => false,
            });
            let Some((outer, _)) = around else { break };
            site.index = outer.into_raw().into();
        }
        site
    }

    /// Whether something is done with a value.
    fn is_used(&self, around: &[Option<Around>], name: ExprId) -> bool {
        let mut here = name;
        let mut address = false;
        for _ in 0..self.typed.exprs.len() {
            let parent = match around.get(here.0 as usize) {
                Some(Some(Around::Expr(parent))) => *parent,
                Some(Some(Around::Dropped)) => return address,
                Some(None) | None => return false,
                Some(Some(_)) => return true,
            };
            match self.typed.exprs.get(parent.0 as usize).map(|e| &e.kind) {
                Some(ExprKind::Convert(Conversion::Discard, _)) => return address,
                Some(ExprKind::Unary(..)) => address = true,
                Some(ExprKind::Full(_) | ExprKind::Convert(..)) => {}
                _ => return true,
            }
            here = parent;
        }
        false
    }

    /// Where something stands, if it stands in this item.
    fn place(&self, site: Site<'db>) -> Option<(cleave_names::decl::Tokens, u32)> {
        let own = site.code.item == item_id_of_node(self.s.db, self.s.item);
        program::place(self.s.db, site).filter(|_| own)
    }

    /// Where an argument begins.
    fn start(&self, call: &Call<'_, 'db>, nth: usize) -> u32 {
        let site = self.written(call, nth).map(|w| w.0);
        let place = site.and_then(|site| self.place(site));
        place.map_or(call.close, |(tokens, _)| tokens.start)
    }

    /// An argument as it is written.
    fn written(&self, call: &Call<'_, 'db>, nth: usize) -> Option<(Site<'db>, &'db Expr)> {
        let code = call.site.code.code(self.s.db)?;
        let Some(Expr::Call(_, args)) = call.site.expr(self.s.db) else {
            return None;
        };
        let e = *args.get(nth)?;
        let index = u32::from(e.into_raw());
        Some((Site { index, ..call.site }, &code[e]))
    }

    fn kind(&self, e: ExprId) -> Option<&ExprKind<'db>> {
        self.typed.exprs.get(e.0 as usize).map(|e| &e.kind)
    }

    fn atomic(&self, a: &Atomic, call: &Call<'_, 'db>, out: &mut Sink<'db>) {
        let (args, close) = (call.args, call.close);
        let Some(&first) = args.first() else {
            out.push(Finding::new(codes::NV_ATOMIC_FUNCTION_NO_ARGS, close));
            out.push(Finding::new(codes::NOT_A_POINTER_TO_INTEGER_OR_ENUM, close));
            return;
        };
        if args.len() < a.needed {
            out.push(Finding::new(codes::TOO_FEW_ARGUMENTS, close));
            return;
        }
        if args.len() > a.needed + 1 {
            let extra = self.start(call, a.needed + 1);
            out.push(Finding::new(codes::EXTRA_ARGUMENTS_IGNORED, extra));
        }
        let at = self.start(call, 0);
        if a.kind != Kind::Fence
            && let Some(code) = self.object(a, first)
        {
            out.push(Finding::new(code, at));
            return;
        }
        // What generic functions load, store and compare is behind pointers too.
        let pointers = match a.kind {
            Kind::CompareExchange => 1..3,
            _ => 1..a.needed - 1,
        };
        for nth in pointers.filter(|_| a.is_generic()) {
            let ty = args.get(nth).and_then(|e| self.ty(*e));
            let fine = |ty: Ty<'db>| ty.is_pointer(self.s.db) || ty.is_unknown(self.s.db);
            if !ty.is_none_or(fine) {
                let at = self.start(call, nth);
                out.push(Finding::new(codes::NOT_A_POINTER_TO_COMPLETE_OBJECT, at));
                return;
            }
        }
        if !self.device {
            let code = codes::NV_ATOMIC_OPERATION_NOT_IN_DEVICE_FUNCTION;
            out.push(Finding::new(code, at));
            return;
        }
        let orders = match a.kind {
            Kind::CompareExchange => a.needed - 2..a.needed,
            _ => a.needed - 1..a.needed,
        };
        let first_order = orders.start;
        for nth in orders {
            let codes = (
                codes::NV_ATOMIC_OPERATION_ORDER_NOT_CONSTANT_INT,
                codes::INVALID_NV_ATOMIC_MEMORY_ORDER_VALUE,
            );
            let found = self.chosen(call, nth, ORDERS, codes);
            // A fence has nothing that would make it look at a value that is none.
            let most = if a.kind == Kind::Fence {
                1
            } else {
                found.len()
            };
            out.extend(found.into_iter().take(most).map(|c| Finding::new(c, at)));
        }
        if args.len() > a.needed {
            let codes = (
                codes::NV_ATOMIC_OPERATION_SCOPE_NOT_CONSTANT_INT,
                codes::INVALID_NV_ATOMIC_THREAD_SCOPE_VALUE,
            );
            let found = self.chosen(call, a.needed, SCOPES, codes);
            out.extend(found.into_iter().map(|c| Finding::new(c, at)));
        }
        if a.kind == Kind::Access {
            // Loads acquire, stores release.
            let (code, wrong): (Code, &[i128]) = match a.name {
                "load" | "load_n" => (codes::NV_ATOMIC_LOAD_ORDER_ERROR, &[3, 4]),
                _ => (codes::NV_ATOMIC_STORE_ORDER_ERROR, &[1, 2, 4]),
            };
            let order = args.get(first_order).and_then(|e| self.integer(*e));
            if order.is_some_and(|o| wrong.contains(&o)) {
                out.push(Finding::new(code, at));
            }
        }
        // What only newer architectures have; who knows the architecture leaves these out.
        let scope = args.get(a.needed).and_then(|e| self.integer(*e));
        if scope == Some(CLUSTER) {
            let code = match a.kind {
                Kind::Access => codes::NV_ATOMIC_LOAD_STORE_SCOPE_CLUSTER_CHANGE_TO_DEVICE,
                _ => codes::NV_ATOMIC_OPERATIONS_SCOPE_CLUSTER_CHANGE_TO_DEVICE,
            };
            out.push(Finding::new(code, at));
        }
        let wide = || {
            let object = self.ty(first)?.pointee(self.s.db)?;
            size_of(self.s.db, object).filter(|size| *size == 16)
        };
        if matches!(a.kind, Kind::Exchange | Kind::CompareExchange) && wide().is_some() {
            out.push(Finding::new(
                codes::NV_ATOMIC_EXCH_CAS_B128_NOT_SUPPORTED,
                at,
            ));
        }
    }

    fn ty(&self, e: ExprId) -> Option<Ty<'db>> {
        self.typed.exprs.get(e.0 as usize).map(|e| e.ty)
    }

    /// The value of an integer constant.
    fn integer(&self, e: ExprId) -> Option<i128> {
        let value = eval::evaluate(self.s.db, self.entity, self.typed, e).ok()?;
        value.as_int(self.s.db)
    }

    /// What is wrong with a memory order or a scope: an integer constant of a few values. Whatever it is is reported where the
    /// first argument stands.
    ///
    /// The reference does not read a variable whose name is all of the argument: a constant is none then, and has no value.
    fn chosen(
        &self,
        call: &Call<'_, 'db>,
        nth: usize,
        most: i128,
        (none, range): (Code, Code),
    ) -> Vec<Code> {
        let db = self.s.db;
        let Some(&e) = call.args.get(nth) else {
            return Vec::new();
        };
        if matches!(self.kind(e), Some(ExprKind::Param { .. })) {
            return vec![range];
        }
        let read = matches!(self.kind(e), Some(ExprKind::Convert(Conversion::Load, _)));
        let name = || matches!(self.written(call, nth), Some((_, Expr::Path(_))));
        match eval::evaluate(db, self.entity, self.typed, e) {
            Ok(value) => match value.value(db) {
                Value::Int(_) if read && name() => vec![none, range],
                Value::Int(_) if read => vec![none],
                Value::Int(v) if (0..=most).contains(v) => Vec::new(),
                Value::Int(_) => vec![range],
                _ => vec![none],
            },
            Err(Failure::NotConstant(_)) => vec![none],
            Err(Failure::Unknown) => Vec::new(),
        }
    }

    /// What is wrong with the object that the first argument points to.
    fn object(&self, a: &Atomic, e: ExprId) -> Option<Code> {
        let db = self.s.db;
        let ty = self.ty(e)?;
        let generic = a.is_generic();
        let array = matches!(self.kind(e), Some(ExprKind::Convert(Conversion::Decay, _)));
        let object = match ty.pointee(db) {
            Some(object) if !array => object,
            _ if ty.is_unknown(db) => return None,
            _ if generic => return Some(codes::NOT_A_POINTER_TO_COMPLETE_OBJECT),
            _ => return Some(codes::NOT_A_POINTER_TO_INTEGER_OR_ENUM),
        };
        if object.is_unknown(db) || object.is_dependent(db) {
            return None;
        }
        let size = size_of(db, object).filter(|_| !object.is_void(db) && !object.is_function(db));
        let integral = object.is_integral(db);
        let sized = |size| match (a.kind, size) {
            (Kind::Exchange, 1 | 2) => Some(codes::INVALID_NV_ATOMIC_EXCH_SIZE),
            (Kind::CompareExchange, 1) => Some(codes::INVALID_NV_ATOMIC_CAS_SIZE),
            _ => None,
        };
        if a.by_value {
            return match integral {
                true => size.and_then(sized),
                false => Some(codes::NON_INTEGRAL_TYPE_FOR_NON_GENERIC_NV_ATOMIC_FUNCTION),
            };
        }
        if generic {
            return match size {
                None => Some(codes::NOT_A_POINTER_TO_COMPLETE_OBJECT),
                Some(1 | 2 | 4 | 8 | 16) => size.and_then(sized),
                Some(_) => Some(codes::INVALID_DATA_SIZE_FOR_NV_ATOMIC_GENERIC_FUNCTION),
            };
        }
        let scoped = object.is_enum(db) && is_scoped(db, object);
        if !(integral || object.is_floating(db) || object.is_pointer(db))
            && (scoped || !object.is_enum(db))
        {
            return Some(codes::NOT_A_POINTER_TO_ARITHMETIC_TYPE);
        }
        match (a.kind, size) {
            (Kind::Logic, _) if object.is_floating(db) => {
                Some(codes::FLOATING_TYPE_FOR_LOGICAL_ATOMIC_OPERATION)
            }
            (Kind::Bound, _) if object.is_floating(db) => {
                Some(codes::INVALID_NV_ATOMIC_OPERATION_MAX_MIN_FLOAT)
            }
            (_, Some(n)) if n != 4 && n != 8 => Some(codes::INVALID_NV_ATOMIC_OPERATION_SIZE),
            (Kind::Sum, Some(8)) if object.is_signed(db) => {
                Some(codes::INVALID_NV_ATOMIC_OPERATION_ADD_SUB_SIZE)
            }
            _ => None,
        }
    }

    /// A matrix multiplication takes constants, then a pointer to the result and at least two operands. Every argument that
    /// should be a constant and is missing is reported as what it should have been. No architecture is said to have these
    /// functions.
    fn wgmma(&self, constants: usize, name: u32, call: &Call<'_, 'db>, out: &mut Sink<'db>) {
        let (args, close) = (call.args, call.close);
        let mut found = vec![Finding::new(codes::WGMMA_MMA_ASYNC_NOT_ENABLED, name)];
        if args.len() < constants + OPERANDS {
            found.push(Finding::new(codes::WGMMA_MMA_ASYNC_MISSING_ARGS, name));
        }
        if args.len() <= constants {
            found.push(Finding::new(codes::TOO_FEW_ARGUMENTS, close));
        }
        for (nth, e) in args.iter().enumerate().take(constants) {
            match eval::evaluate(self.s.db, self.entity, self.typed, *e) {
                Ok(_) => {}
                Err(Failure::NotConstant(_)) => {
                    let at = self.start(call, nth);
                    found.push(Finding::new(codes::WGMMA_MMA_ASYNC_NONCONSTANT_ARG, at));
                }
                Err(Failure::Unknown) if args.len() >= constants => {}
                Err(Failure::Unknown) => return,
            }
        }
        for _ in args.len()..constants {
            found.push(Finding::new(codes::WGMMA_MMA_ASYNC_NONCONSTANT_ARG, close));
        }
        out.extend(found);
    }
}

/// Whether an enumeration is scoped.
fn is_scoped<'db>(db: &'db dyn cleave_base_db::Db, ty: Ty<'db>) -> bool {
    let TyKind::Enum(entity) = ty.kind(db) else {
        return false;
    };
    matches!(entity.hir(db).map(|d| &d.kind), Some(cleave_hir::DeclKind::Enum(e)) if e.scoped)
}
