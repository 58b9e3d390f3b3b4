//! Which bodies of an item the program makes the compiler emit, by tokens. In others nothing is reported.

use cleave_base_db::Db;
use cleave_names::ItemId;
use cleave_names::decl::Tokens;
use cleave_odr_use::{Piece, used};
use cleave_syntax::SyntaxKind::{EOF, L_BRACE, R_BRACE, SEMICOLON};
use cleave_typing::function::definition;
use rustc_hash::FxHashSet;

use crate::device::calls::host_functions::name_token;
use crate::engine::source::Source;

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

/// The tokens that name the templates of an item that the program instantiates.
pub(crate) fn instantiated<'db>(db: &'db dyn Db, item: ItemId<'db>) -> FxHashSet<u32> {
    let all = used(db, item.file(db)).instances(db, item);
    all.filter(|e| e.decl(db).closure(db).is_none())
        .filter_map(|e| name_token(db, definition(db, e)?.decl(db)))
        .collect()
}
