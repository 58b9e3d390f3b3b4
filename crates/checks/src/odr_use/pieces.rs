//! The code of an item that the device may run: functions, the instances of its templates that the program makes, the closures
//! and the members of local classes in both.

use cleave_names::decl::Tokens;
use cleave_names::{ItemId, item_id_of_node};
use cleave_syntax::SyntaxKind::{EOF, L_BRACE, R_BRACE, SEMICOLON};
use cleave_typing::function::definition;
use cleave_typing::thir::{ExprKind, Typed};
use cleave_typing::{Entity, check, display, program};
use rustc_hash::FxHashSet;

use crate::device::calls::by_name;
use crate::device::calls::host_functions::name_token;
use crate::engine::finding::Arg;
use crate::engine::source::Source;
use crate::odr_use::used::{closure_space, has, used};
use crate::odr_use::uses::local_members;

/// How many pieces of one item are looked at.
const LIMIT: usize = 4096;

/// The code of one function that the device may run.
pub(crate) struct Piece<'db> {
    /// The function: a call operator, for a closure.
    pub(crate) entity: Entity<'db>,
    pub(crate) typed: &'db Typed<'db>,
    /// Whether the host compiles it, and whether the device does.
    pub(crate) host: bool,
    pub(crate) device: bool,
    /// Whether it is compiled for certain.
    pub(crate) emitted: bool,
    /// Of an instance: what asked for it, innermost first.
    pub(crate) chain: Box<[(Arg<'db>, ItemId<'db>, u32)]>,
}

/// The pieces whose code stands in an item and that the device may run: functions in their order, then instances.
pub(crate) fn pieces<'db>(s: &Source<'db>) -> Vec<Piece<'db>> {
    let mut out = every(s);
    out.retain(|p| p.device);
    out
}

/// All pieces whose code stands in an item.
pub(crate) fn every<'db>(s: &Source<'db>) -> Vec<Piece<'db>> {
    let db = s.db;
    let item = item_id_of_node(db, s.item);
    let program = used(db, s.file);
    let mut next: Vec<(Entity<'db>, bool, Box<[_]>)> = Vec::new();
    for entity in program::bodies(db, item) {
        if entity.is_function(db) && display::template_depth(db, entity) == 0 {
            let named = name_token(db, entity.decl(db));
            let kept =
                program.contains(db, entity) || named.is_some_and(|at| by_name::is_emitted(s, at));
            next.push((entity, kept, Box::default()));
        }
    }
    for instance in program.instances(db, item) {
        if let Some(own) = definition(db, instance).filter(|_| instance.is_function(db)) {
            next.push((own, true, program.chain(db, instance).into()));
        }
    }
    next.reverse();
    let mut seen = FxHashSet::default();
    let mut out = Vec::new();
    while let (Some((entity, emitted, chain)), true) = (next.pop(), out.len() < LIMIT) {
        if !seen.insert(entity) {
            continue;
        }
        let Some(typed) = check::body(db, entity).filter(|t| !t.dependent) else {
            continue;
        };
        let inner = typed.exprs.iter().filter_map(|x| match &x.kind {
            ExprKind::Lambda(closure, _) if x.site.code.item == item => Some(closure.operator(db)),
            _ => None,
        });
        let inner = inner.chain(local_members(db, entity));
        // What the function has of its own is compiled where something calls it.
        next.extend(inner.map(|e| (e, program.contains(db, e), chain.clone())));
        let (host, device) = space(s, entity);
        out.push(Piece {
            entity,
            typed,
            host,
            device,
            emitted,
            chain,
        });
    }
    out
}

/// The bodies of member functions of local classes that nothing calls: they are not compiled.
pub(crate) fn idle_members<'db>(s: &Source<'db>, pieces: &[Piece<'db>]) -> Vec<Tokens> {
    let local = |p: &&Piece<'db>| {
        let decl = p.entity.decl(s.db);
        !p.emitted && decl.code(s.db).body.is_some() && decl.closure(s.db).is_none()
    };
    let made = |p: &Piece<'db>| {
        let like = |q: &Piece<'db>| q.emitted && q.entity.decl(s.db) == p.entity.decl(s.db);
        pieces.iter().any(like)
    };
    (pieces.iter().filter(local))
        .filter(|p| !made(p))
        .filter_map(|p| braces(s, name_token(s.db, p.entity.decl(s.db))?))
        .collect()
}

/// The first braces behind a token, before a semicolon.
fn braces(s: &Source<'_>, from: u32) -> Option<Tokens> {
    let mut start = from;
    while !matches!(s.kind(start), L_BRACE | SEMICOLON | EOF) {
        start += 1;
    }
    let (mut end, mut depth) = (start, 0u32);
    loop {
        match s.kind(end) {
            L_BRACE => depth += 1,
            R_BRACE => depth = depth.saturating_sub(1),
            EOF => return None,
            _ => {}
        }
        end += 1;
        if depth == 0 {
            return (s.kind(start) == L_BRACE).then_some(Tokens { start, end });
        }
    }
}

/// Whether the host runs a function, and whether the device does.
fn space<'db>(s: &Source<'db>, entity: Entity<'db>) -> (bool, bool) {
    if let Some(closure) = entity.decl(s.db).closure(s.db) {
        return closure_space(s.db, closure, s.settings.extended_lambda);
    }
    let kernel = has(s.db, entity, "global");
    let device = has(s.db, entity, "device");
    (
        !kernel && (!device || has(s.db, entity, "host")),
        device || kernel,
    )
}
