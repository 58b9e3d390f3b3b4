//! Functions of the host that device code calls in whatever way: as members, operators, conversions, constructors and
//! destructors, as typed code names them (spec 2-spaces 4). Calls of virtual and of constexpr functions are told where they
//! stand; the others once everything has been read and nothing is wrong, of functions that are compiled for the device.
//!
//! Templates and what is instantiated from them are not looked at.

use cleave_base_db::Db;
use cleave_cuda::ExecutionSpace;
use cleave_hir::{Expr, body_spans, body_start, item_spans};
use cleave_names::decl::{Decl, Tokens};
use cleave_names::{ItemNode, declarations, item_id_of_node, user_items};
use cleave_syntax::skeleton::Flags;
use cleave_typing::function::{canonical, redeclarations, signature};
use cleave_typing::thir::{ExprKind, Typed};
use cleave_typing::{DeclRef, Entity, Site, Ty, check, display, program};

use super::reached::{Reached, reached};
use super::{host_calls, is_device_code};
use crate::Finding;
use crate::callee;
use crate::finding::Arg;
use crate::source::{Sink, Source};

/// `identifier … is undefined in device code`
const UNDEFINED: u16 = 3525;

/// The numbers of what is said of a call: of an ordinary function and of a constexpr one.
fn numbers(caller: ExecutionSpace) -> (u16, u16) {
    match () {
        () if caller.is_kernel() => (3475, 3476),
        () if caller.is_device_only() => (3473, 3474),
        () => (3468, 3470),
    }
}

/// A function that the device compiles, and what is said of its calls.
struct Caller<'c, 'db> {
    s: &'c Source<'db>,
    decl: &'c Decl,
    entity: Entity<'db>,
    typed: &'db Typed<'db>,
    space: ExecutionSpace,
}

/// Calls in the item's functions. What was found of the same calls by other means is replaced.
pub(super) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let mut found = Vec::new();
    for entity in program::bodies(s.db, item_id_of_node(s.db, s.item)) {
        let Some((index, decl)) = declared(s, entity) else {
            continue;
        };
        let space = s.merged(index).space;
        if !is_device_code(space) || display::template_depth(s.db, entity) > 0 {
            continue;
        }
        let Some(typed) = check::body(s.db, entity).filter(|t| !t.dependent) else {
            continue;
        };
        let caller = Caller {
            s,
            decl,
            entity,
            typed,
            space,
        };
        for r in reached(typed) {
            caller.expression(r, &mut found);
        }
    }
    let told = |f: &Finding<'db>| !f.at_end || host_calls::is_emitted(s, f.at);
    found.retain(told);
    out.retain(|f| !found.iter().any(|g| g.number == f.number && g.at == f.at));
    out.append(&mut found);
}

/// The token that names what a declaration declares.
pub(super) fn name_token<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Option<u32> {
    let code = decl.code(db);
    let (spans, first) = match code.body {
        None => (item_spans(db, code.item), 0),
        Some(body) => (
            body_spans(db, code.item, body)?,
            body_start(db, code.item, body)?,
        ),
    };
    let name = spans.decls.get(decl.index(db) as usize)?;
    Some(name.start + first)
}

/// The declaration of the item's own that an entity is.
fn declared<'s>(s: &'s Source<'_>, entity: Entity<'_>) -> Option<(usize, &'s Decl)> {
    let token = name_token(s.db, entity.decl(s.db))?;
    s.decls
        .iter()
        .enumerate()
        .find(|(_, d)| d.function.is_some() && d.name_tokens.start == token)
}

impl<'db> Caller<'_, 'db> {
    fn expression(&self, r: Reached, out: &mut Sink<'db>) {
        let s = self.s;
        let Some(expr) = self.typed.exprs.get(r.expr.0 as usize) else {
            return;
        };
        let place = |site: Site<'db>| {
            (site.code.item == item_id_of_node(s.db, s.item))
                .then(|| program::place(s.db, site))
                .flatten()
        };
        let start = |site: Site<'db>| place(site).map(|p| p.0.start);
        match &expr.kind {
            ExprKind::Call {
                callee, is_virtual, ..
            } => {
                let Some((tokens, point)) = place(expr.site) else {
                    return;
                };
                if is_conversion(s.db, *callee)
                    && !matches!(expr.site.expr(s.db), Some(Expr::Call(..)))
                {
                    let at = self.converted(tokens.start);
                    return self.call(*callee, *is_virtual, at, (point, at), out);
                }
                let name = self.named(expr.site, tokens, point);
                self.call(*callee, *is_virtual, tokens.start, name, out);
            }
            ExprKind::Construct(callee, _) => {
                let at = match r.local {
                    Some(l) => self.local(l.0, expr.site),
                    None => start(expr.site).filter(|_| !self.is_initializer(r)),
                };
                if let Some(at) = at {
                    self.call(*callee, false, at, (at, at), out);
                }
            }
            ExprKind::New { allocator, .. } => {
                if let (Some(callee), Some(at)) = (allocator, start(expr.site)) {
                    self.call(*callee, false, at, (at, at), out);
                }
            }
            ExprKind::Delete(operand, _, Some(callee)) => {
                let operand = self.typed.exprs.get(operand.0 as usize);
                if let Some(at) = operand.and_then(|o| start(o.site)) {
                    self.call(*callee, false, at, (at, at), out);
                }
            }
            _ => {}
        }
    }

    /// A member initialiser as a whole: it has no place of its own in typed code.
    fn is_initializer(&self, r: Reached) -> bool {
        self.typed.inits.iter().any(|i| i.value == r.expr)
    }

    /// The name of the variable that is declared at a site.
    fn local(&self, local: u32, site: Site<'db>) -> Option<u32> {
        let db = self.s.db;
        let own = self.typed.locals.get(local as usize)?;
        let body = site.code.body?;
        let spans = body_spans(db, site.code.item, body)?;
        let first = body_start(db, site.code.item, body)?;
        let at = spans.decls.iter().map(|t| t.start + first);
        let mut named = at.filter(|&t| self.s.word(t) == &*own.name);
        // Of several variables of one name it is not known which one is meant.
        named.next().filter(|_| named.next().is_none())
    }

    /// Where an implicit conversion is told of: at the `=` of an initialiser and the word of the statement whose condition it is.
    fn converted(&self, operand: u32) -> u32 {
        use cleave_syntax::SyntaxKind::{EQ, IF_KW, L_PAREN, SWITCH_KW, WHILE_KW};
        let before = |n| operand.checked_sub(n).map(|i| (i, self.s.kind(i)));
        match (before(2), before(1)) {
            (_, Some((at, EQ))) => at,
            (Some((at, IF_KW | SWITCH_KW | WHILE_KW)), Some((_, L_PAREN))) => at,
            _ => operand,
        }
    }

    /// Where the called function is named, for those who ask in front and for those who ask at the end: a member's name; the
    /// operator and the first token; what stands before the arguments of an object that is called.
    fn named(&self, site: Site<'db>, tokens: Tokens, point: u32) -> (u32, u32) {
        let db = self.s.db;
        let of = |index| Site { index, ..site };
        let Some(Expr::Call(callee, _)) = site.expr(db) else {
            return (point, tokens.start);
        };
        let Some(code) = site.code.code(db) else {
            return (point, tokens.start);
        };
        let first = program::place(db, of(u32::from(callee.into_raw())));
        match (&code[*callee], first) {
            (Expr::Member { .. }, Some((_, name))) => (name, name),
            (Expr::Path(_), Some((t, _))) => (t.start, t.start),
            (_, Some((t, _))) => (t.end, t.end),
            (_, None) => (point, tokens.start),
        }
    }

    fn call(
        &self,
        callee: Entity<'db>,
        dispatched: bool,
        at: u32,
        (front, back): (u32, u32),
        out: &mut Sink<'db>,
    ) {
        let (s, db) = (self.s, self.s.db);
        let Some(sig) = signature(db, callee) else {
            return;
        };
        let decl = callee.decl(db);
        let plain = callee.env(db).is_none() && decl.code(db).body.is_none();
        if !plain
            || sig.is_defaulted
            || sig.is_deleted
            || sig.is_consteval
            || display::template_depth(db, callee) > 0
            || !is_host(db, callee)
        {
            return;
        }
        let Some((node, index)) = node(s, callee) else {
            return;
        };
        let Some(of) = declarations(db, node).get(index as usize) else {
            return;
        };
        let (ordinary, constant) = numbers(self.space);
        let unchecked = s.item.flags(db).has(Flags::UNCHECKED);
        let say = |number: u16| {
            Finding::new(number, front)
                .name(of.name.clone())
                .name(self.decl.name.clone())
        };
        if sig.is_constexpr {
            // Of constructors, and of what is a constant, nothing is said; plain names are looked at elsewhere.
            let known = s.settings.relaxed_constexpr || unchecked || !sig.has_object;
            if !known && !callee.decl(db).hir(db).is_some_and(is_structor) {
                out.push(say(constant));
            }
            return;
        }
        if dispatched || sig.is_virtual {
            if !unchecked && !callee.decl(db).hir(db).is_some_and(is_structor) {
                out.push(say(ordinary));
            }
            return;
        }
        let text = callee::signature(s, node, index, None)
            .unwrap_or_else(|| Arg::Name(spelled(db, callee, sig.ty.ret)));
        let undefined = without_parameters(match &text {
            Arg::Callee { readable, .. } => readable,
            Arg::Name(name) => name,
            _ => return,
        });
        if !unchecked {
            let own = canonical(db, self.entity.decl(db));
            let from = display::qualified_name(db, Entity::new(db, own, None));
            out.push(
                Finding::new(ordinary, at)
                    .arg(text)
                    .name(from)
                    .told_at_end(),
            );
        }
        if !self.space.is_host_device() {
            out.push(Finding::new(UNDEFINED, back).name(undefined).told_at_end());
        }
    }
}

/// Conversion functions by their types, allocation functions with a blank behind the word.
fn spelled<'db>(db: &'db dyn Db, function: Entity<'db>, result: Ty<'db>) -> String {
    let mut text = display::function_text(db, function, true);
    if is_conversion(db, function) {
        text = text.replacen("<type>", &display::type_text(db, result), 1);
    }
    for word in ["new", "delete", "new[]", "delete[]"] {
        text = text.replace(&format!("operator {word}("), &format!("operator {word} ("));
    }
    text
}

fn is_conversion<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    match function.decl(db).hir(db).map(|d| &d.kind) {
        Some(cleave_hir::DeclKind::Function(f)) => {
            f.special == cleave_names::decl::Special::Conversion
        }
        _ => false,
    }
}

fn is_structor(decl: &cleave_hir::Decl) -> bool {
    use cleave_names::decl::Special;
    match &decl.kind {
        cleave_hir::DeclKind::Function(f) => {
            matches!(f.special, Special::Constructor | Special::Destructor)
        }
        _ => false,
    }
}

/// Whether no declaration of a function says that the device has it.
fn is_host<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    redeclarations(db, function.decl(db)).iter().all(|d| {
        d.hir(db).is_some_and(|d| {
            d.attrs
                .iter()
                .all(|a| !matches!(a.name.as_str(), "device" | "global"))
        })
    })
}

/// The item of the user's that declares a function, and the declaration's number there.
fn node<'db>(s: &Source<'db>, function: Entity<'db>) -> Option<(ItemNode<'db>, u32)> {
    let item = function.decl(s.db).code(s.db).item;
    let token = name_token(s.db, function.decl(s.db))?;
    let items = user_items(s.db, s.file).iter().copied();
    let node = items
        .into_iter()
        .find(|&n| item_id_of_node(s.db, n) == item)?;
    let index = declarations(s.db, node)
        .iter()
        .position(|d| d.function.is_some() && d.name_tokens.start == token)?;
    Some((node, index as u32))
}

/// `H::g(int) const` without `(int)`.
fn without_parameters(text: &str) -> String {
    let Some(end) = text.rfind(')') else {
        return text.to_owned();
    };
    let mut depth = 0i32;
    for (i, c) in text[..=end].char_indices().rev() {
        depth += i32::from(c == ')') - i32::from(c == '(');
        if depth == 0 {
            return format!("{}{}", &text[..i], &text[end + 1..]);
        }
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn parameters_go() {
        let cut = super::without_parameters;
        assert_eq!(cut("H::g(int, A::B) const"), "H::g const");
        assert_eq!(cut("H::operator ()(int (*)(int))"), "H::operator ()");
        assert_eq!(cut("ec"), "ec");
    }
}
