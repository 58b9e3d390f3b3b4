//! Captured variables that have no value yet. A lambda's body is read before its captures are: what the body assigns to counts,
//! parts of objects are read there, and whole values when they are captured.

use cleave_hir::Lambda;
use cleave_syntax::{Lexed, SyntaxKind as K};

use crate::program::place;
use crate::thir::{Conversion, ExprId, ExprKind, LocalId, LocalKind, Typed};
use crate::{At, Closure, Context, Site};

/// How deep an object may be a part of another one, and lambdas within each other.
const DEPTH: usize = 64;

/// What a body does with a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// Reads all of it.
    Value,
    /// Reads a part of it.
    Part,
    /// Captures it in its turn.
    Capture,
    /// Anything else: it may get a value.
    Set,
}

impl<'db> Context<'db> {
    /// Looks at what a lambda makes of the variables that it captures, by the number of the capture.
    pub(crate) fn captured_uninitialized(
        &mut self,
        lambda: &Lambda,
        closure: Closure<'db>,
        captured: &[Option<LocalId>],
        e: ExprId,
    ) {
        let db = self.db;
        let open =
            |cx: &Self, l: &Option<LocalId>| l.is_some_and(|l| cx.body.uninitialized.contains(&l));
        if !captured.iter().any(|l| open(self, l)) {
            return;
        }
        let operator = closure.operator(db);
        let typed = match operator.is_template(db) || self.in_template() {
            true => None,
            false => crate::check::body(db, operator),
        };
        let Some(typed) = typed.filter(|t| !t.dependent) else {
            for l in captured.iter().flatten() {
                self.body.uninitialized.remove(l);
            }
            return;
        };
        let captures = closure.around.captures(db);
        for (n, &l) in captured.iter().enumerate() {
            let Some(l) = l.filter(|l| self.body.uninitialized.contains(l)) else {
                continue;
            };
            let by_ref = captures.get(n).is_none_or(|c| c.ty.is_reference(db));
            let uses = uses(typed, n as u32);
            if by_ref {
                self.body.uninitialized.remove(&l);
                continue;
            }
            for &(what, site) in &uses {
                match what {
                    Use::Value => {}
                    Use::Part => self.uninitialized_read(l, site, At::First),
                    Use::Set => {
                        self.body.uninitialized.remove(&l);
                    }
                    Use::Capture => {
                        let (site, at) = self.inner_place(typed, site, n as u32, 0);
                        self.uninitialized_read(l, site, at);
                    }
                }
            }
            let site = self.site_of(e);
            let explicit = captures
                .get(n)
                .and_then(|c| c.name.as_ref())
                .and_then(|name| capture_token(db, lambda, site, name.as_str()));
            match (explicit, uses.first()) {
                (Some(token), _) => self.uninitialized_read(l, site, At::Nth(token)),
                (None, Some(&(_, first))) => self.uninitialized_read(l, first, At::First),
                (None, None) => {}
            }
        }
    }

    /// Where the lambda at `site` captures the capture `n` of the code around it.
    fn inner_place(
        &self,
        typed: &Typed<'db>,
        site: Site<'db>,
        n: u32,
        depth: usize,
    ) -> (Site<'db>, At<'db>) {
        let db = self.db;
        let outer = (site, At::First);
        let inner = typed.exprs.iter().find_map(|x| match &x.kind {
            ExprKind::Lambda(closure, inits) if x.site == site => Some((closure, inits)),
            _ => None,
        });
        let (Some((closure, inits)), true) = (inner, depth < DEPTH) else {
            return outer;
        };
        let number = inits.iter().position(|&e| capture_in(typed, e) == Some(n));
        let captures = closure.around.captures(db);
        let Some((number, capture)) = number.and_then(|i| Some((i, captures.get(i)?))) else {
            return outer;
        };
        let name = capture.name.as_ref().map_or("", |n| n.as_str());
        if let Some(hir) = closure.hir(db)
            && let Some(token) = capture_token(db, hir, site, name)
        {
            return (site, At::Nth(token));
        }
        let Some(body) = crate::check::body(db, closure.operator(db)) else {
            return outer;
        };
        match uses(body, number as u32).first() {
            Some(&(Use::Capture, at)) => self.inner_place(body, at, number as u32, depth + 1),
            Some(&(_, at)) => (at, At::First),
            None => outer,
        }
    }
}

/// The capture that an expression is the value of.
fn capture_in(typed: &Typed<'_>, e: ExprId) -> Option<u32> {
    let mut at = e;
    for _ in 0..DEPTH {
        match &typed.exprs.get(at.0 as usize)?.kind {
            ExprKind::Local(l) => return capture_number(typed, *l),
            ExprKind::Convert(_, inner) | ExprKind::Full(inner) | ExprKind::Materialize(inner) => {
                at = *inner
            }
            ExprKind::ConstructImplicit(_, args) => at = *args.first()?,
            _ => return None,
        }
    }
    None
}

fn capture_number(typed: &Typed<'_>, l: LocalId) -> Option<u32> {
    match typed.locals.get(l.0 as usize)?.kind {
        LocalKind::Capture(n) => Some(n),
        _ => None,
    }
}

/// What code does with its capture of that number, in the order in which it was read.
fn uses<'db>(typed: &Typed<'db>, n: u32) -> Vec<(Use, Site<'db>)> {
    let mut around: Vec<Option<ExprId>> = vec![None; typed.exprs.len()];
    let mut operands = Vec::new();
    for (i, x) in typed.exprs.iter().enumerate() {
        operands.clear();
        x.kind.operands(&mut operands);
        for e in &operands {
            if let Some(slot) = around.get_mut(e.0 as usize) {
                *slot = Some(ExprId(i as u32));
            }
        }
    }
    let mut out = Vec::new();
    for (i, x) in typed.exprs.iter().enumerate() {
        let ExprKind::Local(l) = x.kind else { continue };
        if x.evaluated && capture_number(typed, l) == Some(n) {
            let (what, site) = use_of(typed, &around, ExprId(i as u32));
            out.push((what, site.unwrap_or(x.site)));
        }
    }
    out
}

/// What becomes of the object at `e`, and the place of the lambda that captures it.
fn use_of<'db>(
    typed: &Typed<'db>,
    around: &[Option<ExprId>],
    e: ExprId,
) -> (Use, Option<Site<'db>>) {
    let (mut at, mut part) = (e, false);
    for _ in 0..DEPTH {
        let Some(outer) = around.get(at.0 as usize).copied().flatten() else {
            break;
        };
        let Some(x) = typed.exprs.get(outer.0 as usize) else {
            break;
        };
        match &x.kind {
            ExprKind::Field(..) => part = true,
            ExprKind::Index(base, _) if *base == at => part = true,
            ExprKind::Convert(Conversion::Decay, _) | ExprKind::Materialize(_) => {}
            ExprKind::Convert(Conversion::Noop, _) | ExprKind::Full(_) => {}
            ExprKind::Convert(Conversion::Load, _) => {
                let captured = around.get(outer.0 as usize).copied().flatten();
                let lambda = captured.and_then(|e| typed.exprs.get(e.0 as usize));
                return match lambda {
                    Some(x) if matches!(x.kind, ExprKind::Lambda(..)) => {
                        (Use::Capture, Some(x.site))
                    }
                    _ if part => (Use::Part, None),
                    _ => (Use::Value, None),
                };
            }
            ExprKind::ConstructImplicit(..) => return (Use::Part, None),
            _ => return (Use::Set, None),
        }
        at = outer;
    }
    (Use::Set, None)
}

/// How many tokens after the `[` of the lambda at `site` a name is captured explicitly. Reads the text: where something is wrong.
fn capture_token(
    db: &dyn cleave_base_db::Db,
    lambda: &Lambda,
    site: Site<'_>,
    name: &str,
) -> Option<u32> {
    lambda.captures.iter().find(
        |c| matches!(&c.kind, cleave_hir::CaptureKind::Name { name: n, .. } if n.as_str() == name),
    )?;
    let (tokens, _) = place(db, site)?;
    let text = cleave_names::item_id_text(db, site.code.item).as_str();
    let lexed = Lexed::new(text);
    let list = (0..lexed.len())
        .filter(|&i| !lexed.kind(i).is_trivia())
        .skip(tokens.start as usize)
        .map(|i| (lexed.kind(i), lexed.text(text, i)));
    for (i, (kind, text)) in list.enumerate() {
        match kind {
            K::IDENT if text == name => return Some(i as u32),
            K::R_BRACK => return None,
            _ => {}
        }
    }
    None
}
