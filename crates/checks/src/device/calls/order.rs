//! The order in which the reference compiles functions for the device, and where it is after each: what implicit member
//! functions call is reported where it was last. First come the functions of the global namespace, instances behind those that ask
//! for them, kernels last; then the member functions of classes, class by class; instances of class templates; closures.

use cleave_base_db::{Db, HostSettings, SourceFile};
use cleave_cuda::annotations;
use cleave_names::{ItemNode, item_id_of_node};
use cleave_odr_use::Piece;
use cleave_odr_use::{Program, used};
use cleave_syntax::SyntaxKind::{L_PAREN, RETURN_KW};
use cleave_typing::class::{Special, special};
use cleave_typing::function::canonical;
use cleave_typing::thir::{ExprId, ExprKind, LocalKind, Stmt, StmtId, Typed};
use cleave_typing::{DeclRef, Entity, Site, Ty, TyKind, program};

use rustc_hash::FxHashSet;

use crate::engine::entities::{declared, name_token};
use crate::engine::source::Source;

/// How deep classes, statements and expressions are looked into.
const DEPTH: usize = 64;

/// A token of an item.
type Place<'db> = (ItemNode<'db>, u32);

/// Where the reference is after each function.
pub(crate) struct Lowered<'db> {
    db: &'db dyn Db,
    /// After the functions of the global namespace.
    functions: Option<Place<'db>>,
    /// After the members of classes, in the order of the classes.
    classes: Vec<((usize, u32, u32), Place<'db>)>,
    /// The call operators that something calls, in order.
    closures: Vec<(Site<'db>, Place<'db>)>,
    /// The closures of both sides, in order.
    shared: Option<Place<'db>>,
    items: Vec<ItemNode<'db>>,
}

impl<'db> Lowered<'db> {
    pub(crate) fn new(
        db: &'db dyn Db,
        file: SourceFile,
        settings: &'db HostSettings,
        items: &[ItemNode<'db>],
        pieces: &[(ItemNode<'db>, Piece<'db>)],
        kept: &FxHashSet<DeclRef<'db>>,
    ) -> Lowered<'db> {
        let program = used(db, file);
        let mut out = Lowered {
            db,
            functions: None,
            classes: Vec::new(),
            closures: Vec::new(),
            shared: None,
            items: items.to_vec(),
        };
        let mut functions: Vec<((bool, usize, u32, usize), Place<'db>)> = Vec::new();
        for (number, (node, piece)) in pieces.iter().enumerate() {
            let s = Source::new(db, file, *node, settings);
            let decl = piece.entity.decl(db);
            if let Some(closure) = decl.closure(db) {
                let place = program::place(db, closure.site);
                let Some((tokens, _)) = place.filter(|_| piece.device) else {
                    continue;
                };
                if crate::device::calls::implicit::is_extended(
                    db,
                    Ty::of(db, TyKind::Closure(closure)),
                ) {
                    if piece.host && out.shared.is_none() {
                        out.shared = Some((*node, tokens.start));
                    }
                    if program.contains(db, piece.entity) {
                        let end = out.end(&s, piece, tokens.end.saturating_sub(1));
                        out.closures.push((closure.site, (*node, end)));
                    }
                }
                continue;
            }
            let scope = decl.code(db).scope(db);
            let local = decl.code(db).body.is_some();
            let emitted = piece.emitted || kept.contains(&canonical(db, decl));
            if !(piece.device && emitted) || local || !scope.is_global(db) {
                continue;
            }
            let Some(body) = body_end(&s, piece.entity) else {
                continue;
            };
            let end = (*node, out.end(&s, piece, body));
            match outermost(db, decl) {
                Some(class) if piece.entity.env(db).is_none() => {
                    let item = out.items.iter().position(|i| i == node).unwrap_or(0);
                    let member = canonical(db, decl).index(db);
                    out.classes.push(((item, class.index(db), member), end));
                }
                Some(_) => {}
                None => {
                    let kernel = annotations(db, piece.entity).is_kernel();
                    let root = root(db, program, piece.entity);
                    let at = root.and_then(|r| name_token(db, r.decl(db)));
                    let item = root.and_then(|r| {
                        let id = r.decl(db).code(db).item;
                        out.items.iter().position(|i| item_id_of_node(db, *i) == id)
                    });
                    let instance = if piece.entity.env(db).is_some() {
                        number + 1
                    } else {
                        0
                    };
                    let key = (kernel, item.unwrap_or(0), at.unwrap_or(0), instance);
                    functions.push((key, end));
                }
            }
        }
        functions.sort_by_key(|f| f.0);
        out.functions = functions.last().map(|f| f.1);
        out
    }

    /// Where the reference is before the implicit member functions of a class; `declared`: one that is defaulted where it is
    /// declared, and has its place among the others.
    pub(crate) fn before(
        &self,
        class: Ty<'db>,
        declared: Option<DeclRef<'db>>,
    ) -> Option<Place<'db>> {
        let db = self.db;
        let all = self.classes.iter().max_by_key(|c| c.0);
        let all = all.map(|c| c.1).or(self.functions).or(self.shared);
        match class.kind(db) {
            TyKind::Class(entity) if entity.env(db).is_none() => {
                let decl = outermost(db, entity.decl(db)).unwrap_or(entity.decl(db));
                if !decl.code(db).scope(db).is_global(db) {
                    return all;
                }
                let id = decl.code(db).item;
                let item = (self.items.iter()).position(|i| item_id_of_node(db, *i) == id);
                // What is included stands in front.
                let member = declared.map_or(u32::MAX, |d| d.index(db));
                let own = item.map(|item| (item, decl.index(db), member));
                let before = |c: &&((usize, u32, u32), Place<'db>)| Some(c.0) <= own;
                let last = self.classes.iter().filter(before).max_by_key(|c| c.0);
                last.map(|c| c.1).or(self.functions).or(self.shared)
            }
            TyKind::Closure(closure) => {
                let at = |site: Site<'db>| program::place(db, site).map(|p| p.0.start);
                let place = |site: Site<'db>| {
                    let items = self.items.iter();
                    let item = items
                        .into_iter()
                        .position(|i| item_id_of_node(db, *i) == site.code.item);
                    (item, at(site))
                };
                let own = place(closure.site);
                let last = self.closures.iter().rfind(|c| place(c.0) <= own);
                last.map(|c| c.1).or(all)
            }
            _ => all,
        }
    }

    /// Where a function ends: at its last token, or at what it returns last.
    fn end(&self, s: &Source<'db>, piece: &Piece<'db>, body: u32) -> u32 {
        let last = piece
            .typed
            .block
            .and_then(|block| returned(piece.typed, block))
            .and_then(|e| self.position(s, piece, e));
        last.unwrap_or(body)
    }

    /// Where the reference is after a value was returned.
    fn position(&self, s: &Source<'db>, piece: &Piece<'db>, e: ExprId) -> Option<u32> {
        let db = self.db;
        let typed = piece.typed;
        let start = |e: ExprId| {
            Some(
                program::place(db, typed.exprs.get(e.0 as usize)?.site)?
                    .0
                    .start,
            )
        };
        let drops = typed.locals.iter().any(|l| {
            matches!(l.kind, LocalKind::Automatic)
                && special(db, l.ty.unqualified(db), Special::Destructor)
                    .is_some_and(|s| !s.trivial)
        });
        if drops || typed.ret.is_some_and(|t| t.is_class(db)) {
            let mut at = start(e)?.checked_sub(1)?;
            while s.kind(at) == L_PAREN {
                at = at.checked_sub(1)?;
            }
            return (s.kind(at) == RETURN_KW).then_some(at);
        }
        let mut at = e;
        for _ in 0..typed.exprs.len() {
            at = match &typed.exprs.get(at.0 as usize)?.kind {
                ExprKind::Full(e)
                | ExprKind::Convert(_, e)
                | ExprKind::Materialize(e)
                | ExprKind::Index(_, e)
                | ExprKind::Binary(_, _, e)
                | ExprKind::Logical(_, _, e)
                | ExprKind::Comma(_, e)
                | ExprKind::Assign(_, e, _)
                | ExprKind::Conditional(_, _, e)
                | ExprKind::Step { operand: e, .. }
                | ExprKind::Field(e, _) => *e,
                ExprKind::Unary(op, e) if *op != cleave_lang::Operator::AddressOf => *e,
                _ => break,
            };
        }
        let mut at = start(at)?;
        while s.kind(at) == L_PAREN {
            at += 1;
        }
        Some(at)
    }
}

/// What the last statement of a block returns, if it does so on every way.
fn returned(typed: &Typed<'_>, block: StmtId) -> Option<ExprId> {
    let mut at = block;
    for _ in 0..DEPTH {
        at = match typed.stmts.get(at.0 as usize)? {
            Stmt::Block(all) | Stmt::Taken(all) | Stmt::Decls(all) => *all.last()?,
            Stmt::If {
                otherwise: Some(otherwise),
                ..
            } => *otherwise,
            Stmt::Return(value) => return *value,
            _ => return None,
        };
    }
    None
}

/// The last token of a function's body.
fn body_end(s: &Source<'_>, entity: Entity<'_>) -> Option<u32> {
    let (_, decl) = declared(s, entity)?;
    let body = decl.function.as_ref()?.body.tokens()?;
    body.end.checked_sub(1)
}

/// The outermost class around a declaration.
fn outermost<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Option<DeclRef<'db>> {
    let mut at = decl.parent_class(db)?;
    for _ in 0..DEPTH {
        match at.parent_class(db) {
            Some(class) => at = class,
            None => break,
        }
    }
    Some(at)
}

/// The function that is no instance and for which an instance is made.
fn root<'db>(db: &'db dyn Db, program: &Program<'db>, entity: Entity<'db>) -> Option<Entity<'db>> {
    if entity.env(db).is_none() {
        return Some(entity);
    }
    program.asked_by(db, entity)
}
