//! Where the call of a function of the host is reported.

use crate::device::calls::callees::bare;
use cleave_hir::Expr;
use cleave_hir::{body_spans, body_start};
use cleave_names::decl::Tokens;
use cleave_names::{ItemId, item_id_of_node};
use cleave_syntax::SyntaxKind;
use cleave_typing::class::class_info;
use cleave_typing::function::signature;
use cleave_typing::thir::{ExprId, ExprKind, MemberInit, Typed};
use cleave_typing::{Entity, Site, Step, program};

use crate::device::calls::caller::Caller;
use crate::engine::entities::declared;

/// How near to `new` the name of its class stands.
const CLOSE: u32 = 8;

/// Where a call is reported: tokens.
pub(super) struct Places<'db> {
    /// Of this item, if it is not the one that is looked at.
    pub(super) item: Option<ItemId<'db>>,
    /// Of what is reported once everything has been read.
    pub(super) whole: u32,
    /// The callee's name, for what is reported in front.
    pub(super) front: u32,
    /// The callee's name, for what is reported at the end.
    pub(super) back: u32,
    /// The parenthesis before the arguments, of members and objects that are called.
    pub(super) open: Option<u32>,
    /// What stands behind the name, of any call that is written as one.
    pub(super) paren: Option<u32>,
    /// The last token of a call that is written as one: what is reported in front is reported when it has been read.
    pub(super) end: Option<u32>,
    /// An object is called.
    pub(super) object: bool,
    /// The callee makes or destroys the elements of an array: the code does not call it, a loop of the compiler does.
    pub(super) is_repeated: bool,
    /// The call initialises a structured binding ([dcl.struct.bind]/7).
    pub(super) of_binding: bool,
    /// Nothing is reported where it stands.
    pub(super) late: bool,
    /// Where it comes in the order of the code, if that is not where it is reported.
    pub(super) order: Option<u32>,
}

impl<'db> Places<'db> {
    /// Everything is reported at one token of the item that is looked at.
    pub(super) fn at(token: u32) -> Places<'db> {
        Places {
            item: None,
            whole: token,
            front: token,
            back: token,
            open: None,
            paren: None,
            end: None,
            object: false,
            is_repeated: false,
            of_binding: false,
            late: false,
            order: None,
        }
    }
}

/// An expression without what does nothing around it.
pub(super) fn bare_expression(typed: &Typed<'_>, mut e: ExprId) -> ExprId {
    while let Some(ExprKind::Full(inner)) = typed.exprs.get(e.0 as usize).map(|x| &x.kind) {
        e = *inner;
    }
    e
}

impl<'db> Caller<'_, 'db> {
    /// Where an object without a name is made: at the class of a functional cast, at the initialiser of what `new` makes.
    pub(super) fn made(&self, at: u32, constructor: Entity<'db>) -> u32 {
        use SyntaxKind::{L_BRACE, L_PAREN, NEW_KW};
        let Some(class) = bare(self.s.db, constructor) else {
            return at;
        };
        let is_class = |i: u32| self.s.word(i) == class;
        if self.s.kind(at) == NEW_KW {
            let name = (at + 1..at + CLOSE).find(|&i| is_class(i));
            return match name {
                Some(i) if matches!(self.s.kind(i + 1), L_PAREN | L_BRACE) => i + 1,
                Some(i) => i,
                None => at,
            };
        }
        match at.checked_sub(2) {
            Some(i) if self.s.kind(i + 1) == L_PAREN && is_class(i) => i,
            _ => at,
        }
    }

    /// Where a variable's initialiser begins, without parentheses and `=`; its name if it has none.
    pub(super) fn initializer(&self, name: u32) -> u32 {
        match self.s.kind(name + 1) {
            SyntaxKind::L_PAREN | SyntaxKind::EQ => name + 2,
            SyntaxKind::L_BRACE => name + 1,
            _ => name,
        }
    }

    /// The initialiser of a base or a member that runs, if an expression is all of it.
    pub(super) fn initializes(&self, e: ExprId) -> Option<&MemberInit<'db>> {
        let init = self.typed.inits.get(self.order.get().step as usize)?;
        (bare_expression(self.typed, init.value) == e).then_some(init)
    }

    /// Where a constructor initialises a member or delegates: at the member's name if that is written, or at the body.
    pub(super) fn initialized(&self, init: &MemberInit<'db>) -> Option<u32> {
        let body = self.body()?;
        if init.written.is_none() {
            return Some(body);
        }
        let class = signature(self.s.db, self.entity)?.class?;
        let info = class_info(self.s.db, class.unqualified(self.s.db))?;
        let name = match init.target {
            Some(Step::Field(n)) => &*info.fields.get(n as usize)?.name,
            _ => &self.name,
        };
        Some(self.named_initializer(name, body).unwrap_or(body))
    }

    /// The name of a member before the brackets of its initialiser. `body`: where the constructor's body begins.
    fn named_initializer(&self, name: &str, body: u32) -> Option<u32> {
        use SyntaxKind::{L_BRACE, L_BRACK, L_PAREN, R_BRACE, R_BRACK, R_PAREN};
        let (_, decl) = declared(self.s, self.entity)?;
        let mut depth = 0u32;
        (decl.name_tokens.end..body).find(|&i| {
            match self.s.kind(i) {
                L_PAREN | L_BRACE | L_BRACK => depth += 1,
                R_PAREN | R_BRACE | R_BRACK => depth = depth.saturating_sub(1),
                _ => {}
            }
            let is_open = matches!(self.s.kind(i + 1), L_PAREN | L_BRACE);
            depth == 0 && is_open && self.s.word(i) == name
        })
    }

    /// Where the function's body begins.
    pub(super) fn body(&self) -> Option<u32> {
        let (_, decl) = declared(self.s, self.entity)?;
        Some(decl.function.as_ref()?.body.tokens()?.start)
    }

    /// The name of the variable that is declared at a site.
    pub(super) fn local(&self, local: u32, site: Site<'db>) -> Option<u32> {
        let db = self.s.db;
        let own = self.typed.locals.get(local as usize)?;
        let is_here = |site: &Site<'db>| site.code.item == item_id_of_node(db, self.s.item);
        if let Some(declared) = own.declared.filter(is_here) {
            return program::place(db, declared).map(|(_, name)| name);
        }
        let body = site.code.body?;
        let spans = body_spans(db, site.code.item, body)?;
        let first = body_start(db, site.code.item, body)?;
        let at = spans.decls.iter().map(|t| t.start + first);
        let mut named = at.filter(|&t| self.s.word(t) == &*own.name);
        // Of several variables of one name it is not known which one is meant.
        named.next().filter(|_| named.next().is_none())
    }

    /// Where an implicit conversion is reported: at the `=` of an initialiser and the word of the statement whose condition it is.
    pub(super) fn converted(&self, operand: u32) -> u32 {
        use cleave_syntax::SyntaxKind::{EQ, IF_KW, L_PAREN, SWITCH_KW, WHILE_KW};
        let before = |n| operand.checked_sub(n).map(|i| (i, self.s.kind(i)));
        match (before(2), before(1)) {
            (_, Some((at, EQ))) => at,
            (Some((at, IF_KW | SWITCH_KW | WHILE_KW)), Some((_, L_PAREN))) => at,
            _ => operand,
        }
    }

    /// Where the called function is named: a member's name; the operator and the first token; what stands before the arguments
    /// of an object that is called.
    pub(super) fn named(
        &self,
        called: Entity<'db>,
        site: Site<'db>,
        tokens: Tokens,
        point: u32,
    ) -> Places<'db> {
        let db = self.s.db;
        let of = |index| Site { index, ..site };
        let plain = Places {
            front: point,
            ..Places::at(tokens.start)
        };
        let Some(Expr::Call(callee, _)) = site.expr(db) else {
            // Nothing else calls a function of this name that is not written.
            let of_binding = bare(db, called).as_deref() == Some("get");
            return Places {
                open: Some(plain.front).filter(|_| of_binding),
                of_binding,
                ..plain
            };
        };
        let Some(code) = site.code.code(db) else {
            return plain;
        };
        let first = program::place(db, of(u32::from(callee.into_raw())));
        let (front, open, object) = match (&code[*callee], first) {
            (Expr::Member { .. }, Some((t, name))) => (name, Some(t.end), false),
            (Expr::Path(_), Some((t, _))) if bare(db, called).as_deref() != Some("operator()") => {
                (t.start, None, false)
            }
            (_, Some((t, _))) => (t.end, Some(t.end), true),
            (_, None) => return plain,
        };
        Places {
            whole: tokens.start,
            front,
            back: front,
            open,
            paren: first.map(|(t, _)| t.end),
            end: tokens.end.checked_sub(1),
            object,
            ..plain
        }
    }
}
