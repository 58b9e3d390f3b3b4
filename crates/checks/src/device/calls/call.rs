//! What is said of one call of a function of the host, and in what order (reference: spaces, Calls between spaces). Knows nothing of how
//! calls are found.

use cleave_base_db::Db;
use cleave_codes::{Code, codes};
use cleave_cuda::ExecutionSpace;
use cleave_syntax::skeleton::Flags;
use cleave_typing::flow::is_constexpr;
use cleave_typing::function::{canonical, signature};
use cleave_typing::thir::ExprId;
use cleave_typing::{Entity, display, eval, linkage};

use crate::Finding;
use crate::device::calls::callees::{
    bare, is_constexpr_closure, is_constructor_or_destructor, is_host, is_of_both_sides, spelled,
    without_parameters,
};
use crate::device::calls::caller::{Caller, Order};
use crate::device::calls::places::Places;
use crate::device::calls::{demangled, inline};
use crate::engine::finding::Emitted;
use crate::engine::source::Sink;

/// What is said of calls of inline functions, and of constexpr ones, where they stand.
const GENERIC: (Code, Code) = (
    codes::H_HD_ILLEGAL_CALL_GENERIC,
    codes::H_HD_ILLEGAL_CALL_CONSTEXPR_GENERIC,
);
/// The numbers of what is said of a call: of an ordinary function and of a constexpr one.
fn numbers(caller: ExecutionSpace) -> (Code, Code) {
    match () {
        () if caller.is_kernel() => (codes::H_G_ILLEGAL_CALL, codes::H_G_ILLEGAL_CALL_CONSTEXPR),
        () if caller.is_device_only() => {
            (codes::H_D_ILLEGAL_CALL, codes::H_D_ILLEGAL_CALL_CONSTEXPR)
        }
        () => (codes::H_HD_ILLEGAL_CALL, codes::H_HD_ILLEGAL_CALL_CONSTEXPR),
    }
}

/// What kind of code a function is.
pub(super) fn kind_of<'db>(db: &'db dyn Db, function: Entity<'db>) -> Emitted {
    let decl = canonical(db, function.decl(db));
    let is_member = decl.parent_class(db).is_some();
    let is_global = decl.code(db).item.scope(db).path(db).is_empty();
    match (decl.closure(db).is_some(), is_member, is_global) {
        (true, ..) => Emitted::Closure,
        (_, true, true) => Emitted::Member,
        (_, true, false) => Emitted::InnerMember,
        (_, false, true) => Emitted::Function,
        (_, false, false) => Emitted::InnerFunction,
    }
}

impl<'db> Caller<'_, 'db> {
    /// Says something at the end of the body, at its place in the order of the code.
    pub(super) fn say_behind(&self, mut found: Finding<'db>, token: u32) {
        // An implicit constructor has no body.
        if self.implicit.is_none() {
            let last = self.order.get();
            found.emitted = kind_of(self.s.db, self.entity);
            self.behind
                .borrow_mut()
                .push((Order { token, ..last }, found));
            self.order.set(Order {
                token: last.token.max(token),
                ..last
            });
        }
    }

    /// What is found when the code is emitted.
    fn emitted_late(&self, found: Finding<'db>, places: &Places<'db>) -> Finding<'db> {
        let mut found = found.reported_at_end();
        found.item = places.item;
        if let Some(last) = self.last.get() {
            let at = match places.item {
                None => last.max(found.at),
                Some(_) => last,
            };
            self.last.set(Some(at));
            found = found.reported_at(at);
        }
        found.emitted = kind_of(self.s.db, self.entity);
        found
    }

    /// Whether the host alone has a function that somebody wrote.
    fn is_of_host(&self, callee: Entity<'db>) -> bool {
        let (s, db) = (self.s, self.s.db);
        signature(db, callee).is_some_and(|sig| !sig.is_defaulted && !sig.is_consteval)
            && is_host(s, callee)
            && !is_of_both_sides(s, callee)
    }

    /// The constructors that a constructor calls which is evaluated. Those without a place of their own are reported where the object
    /// is made, and all of them before it is.
    fn say_inner(
        &self,
        constructor: Entity<'db>,
        code: Code,
        (made, end): (u32, Option<u32>),
        out: &mut Sink<'db>,
    ) {
        for inner in self.inner_constructors(constructor) {
            let name = bare(self.s.db, inner.callee).filter(|_| self.is_of_host(inner.callee));
            let Some(name) = name else { continue };
            let token = inner.at.map_or(made, |(_, token)| token);
            let mut found = Finding::new(code, token)
                .name(name)
                .name(self.name.clone())
                .reported_at(end.unwrap_or(made));
            found.item = inner.at.map(|(item, _)| item);
            out.push(found);
        }
    }

    /// A call, and the expression that it is.
    pub(super) fn call(
        &self,
        callee: Entity<'db>,
        dispatched: bool,
        mut places: Places<'db>,
        expr: Option<ExprId>,
        out: &mut Sink<'db>,
    ) {
        let (s, db) = (self.s, self.s.db);
        let Some(sig) = signature(db, callee) else {
            return;
        };
        let closure = callee.decl(db).closure(db);
        let certain = !linkage::is_templated(db, callee) || closure.is_some();
        if !certain || sig.is_deleted || !self.is_of_host(callee) {
            return;
        }
        let Some(name) = bare(db, callee) else { return };
        let constexpr = match closure {
            Some(_) => match is_constexpr_closure(s, callee) {
                Some(known) => known,
                None => return,
            },
            None => is_constexpr(db, callee),
        };
        let (ordinary, constant) = numbers(self.space);
        let unchecked = s.item.flags(db).has(Flags::UNCHECKED);
        let special = callee
            .decl(db)
            .hir(db)
            .is_some_and(is_constructor_or_destructor);
        let said_at = places.end;
        let say = |code: Code| {
            let found = Finding::new(code, places.front)
                .name(name.clone())
                .name(self.name.clone());
            match said_at {
                Some(token) => found.reported_at(token),
                None => found,
            }
        };
        let text =
            || demangled::callee(db, callee).unwrap_or_else(|| spelled(db, callee, sig.ty.ret));
        let from = || {
            if let Some(name) = &self.implicit {
                return name.clone();
            }
            demangled::caller(db, self.entity).unwrap_or_else(|| {
                let own = canonical(db, self.entity.decl(db));
                display::qualified_name(db, Entity::new(db, own, None))
            })
        };
        let generic = |code: Code, open: Option<u32>| {
            let open = open.filter(|_| !places.is_repeated);
            if let Some(open) = open.filter(|_| self.space.is_host_device()) {
                let mut found = Finding::new(code, open);
                found.item = places.item;
                let order = self.elsewhere.map_or(said_at.unwrap_or(open), |e| e.order);
                self.say_behind(found, order);
            }
        };
        // A constructor or destructor is called without a word for it: what is said of that has no place. Calls of destructors stand
        // where their objects end.
        let unnamed = |code: Code| {
            let front = self.elsewhere.map_or(places.front, |e| e.order);
            let order = places.order.unwrap_or(front);
            self.say_unwritten(code, places.item, places.whole, order);
        };
        // For inline functions it is reported where they are called as well, whether or not the caller is compiled.
        let inline = inline::is_inline(db, callee, self.instance);
        let told_here = inline && !self.instance && !constexpr && !dispatched && !unchecked;
        if let Some(paren) = places.paren.filter(|_| told_here)
            && self.space.is_host_device()
        {
            generic(GENERIC.0, Some(paren));
        }
        let is_called = !places.is_repeated;
        if special && inline && !constexpr && is_called && (!self.instance || self.emitted) {
            unnamed(GENERIC.0);
        }
        if constexpr {
            if s.settings.relaxed_constexpr || unchecked {
                return;
            }
            // A constructor is looked at where a constant is made, or at the end; so is what a structured binding calls.
            let folded =
                expr.is_some_and(|e| eval::evaluate(db, self.entity, self.typed, e).is_ok());
            if folded && self.elsewhere.is_some() {
                return;
            }
            places.late |= (special || places.of_binding) && !folded;
            if !places.late {
                if special && folded {
                    self.say_inner(callee, constant, (places.front, said_at), out);
                }
                out.push(say(constant));
                if places.object {
                    out.push(say(constant));
                }
                if !folded && self.space.is_host_device() {
                    generic(GENERIC.1, places.paren);
                    if self.emitted {
                        let found = Finding::new(constant, places.whole).name(text());
                        out.push(self.emitted_late(found.name(from()), &places));
                    }
                }
                return;
            }
        } else if dispatched || sig.is_virtual && !special {
            if !unchecked && !special && !places.late {
                out.push(say(ordinary));
            }
            return;
        }
        if !self.emitted {
            return;
        }
        let text = text();
        let undefined = match callee.env(db).is_some() || closure.is_some() {
            true => demangled::undefined(db, callee)
                .unwrap_or_else(|| display::qualified_name(db, callee)),
            false => without_parameters(&text),
        };
        if !unchecked && is_called {
            let (code, generic_code) = match constexpr {
                true => (constant, GENERIC.1),
                false => (ordinary, GENERIC.0),
            };
            if constexpr && special {
                unnamed(generic_code);
            } else if constexpr {
                generic(generic_code, places.open);
            } else if inline && self.instance {
                generic(generic_code, places.paren);
            }
            let found = Finding::new(code, places.whole).name(text).name(from());
            out.push(self.emitted_late(found, &places));
        }
        if !self.space.is_host_device() {
            let found =
                Finding::new(codes::UNDEFINED_DEVICE_IDENTIFIER, places.back).name(undefined);
            out.push(self.emitted_late(found, &places));
        }
    }
}
