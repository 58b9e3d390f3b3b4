//! Which bodies of an item the program makes the compiler emit, by tokens. In others nothing is reported.

use cleave_base_db::Db;
use cleave_names::decl::{Decl, Special, Tokens};
use cleave_names::{ItemId, Word, item_id_of_node, user_items, user_items_with};
use cleave_odr_use::{Piece, used_of};
use cleave_syntax::SyntaxKind::{EOF, L_BRACE, R_BRACE, SEMICOLON};
use cleave_typing::function::definition;
use cleave_typing::{DeclRef, check, program};
use rustc_hash::FxHashSet;

use crate::engine::entities::name_token;
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

/// Which of some declarations of an item, its functions, the program instantiates, by the tokens that name them: for what it uses, or
/// for constants that it computes.
pub(crate) fn instantiated<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    decls: &[Decl],
    asked: &[&Decl],
) -> FxHashSet<u32> {
    let used = (used_of(db, item).instances.iter())
        .filter(|i| i.0.decl(db).closure(db).is_none())
        .filter_map(|i| name_token(db, definition(db, i.0)?.decl(db)));
    let mut out: FxHashSet<u32> = used.collect();
    for decl in asked {
        if !out.contains(&decl.name_tokens.start) {
            let class = decl.parent.and_then(|p| decls.get(p as usize));
            out.extend(evaluated_for(db, item, decl, class));
        }
    }
    out
}

/// The tokens that name what template arguments instantiate in an item, a function of it among them, if they do. Only what may call
/// the function is looked into: what has its name, or the name of the class whose objects an operator is for.
fn evaluated_for<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    decl: &Decl,
    class: Option<&Decl>,
) -> Vec<u32> {
    let file = item.file(db);
    let mention = |name: &str| user_items_with(db, file, Word::new(db, name.to_owned()));
    let callers = match (decl.function.as_ref().map(|f| f.special), class) {
        (Some(Special::None), _) => mention(&decl.name),
        // Of an object the value counts.
        (Some(Special::Constructor | Special::Destructor), _) => &[],
        (_, Some(class)) if !class.name.is_empty() => mention(&class.name),
        _ => user_items(db, file),
    };
    (callers.iter())
        .flat_map(|&node| evaluated_by(db, item_id_of_node(db, node)))
        .filter(|d| d.code(db).item == item)
        .filter_map(|d| name_token(db, *d))
        .collect()
}

/// The definitions of the function templates that template arguments in an item call: they are instantiated to be evaluated, and for
/// nothing else. A firewall over its typed code.
#[salsa::tracked(returns(deref))]
fn evaluated_by<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Box<[DeclRef<'db>]> {
    let mut seen = FxHashSet::default();
    let mut out = Vec::new();
    for body in program::bodies(db, item) {
        let typed = check::body(db, body).into_iter();
        let required = typed.flat_map(|t| &t.required);
        let functions = required.filter(|r| r.0.is_function(db));
        let defined = functions.filter_map(|r| Some(definition(db, r.0)?.decl(db)));
        out.extend(defined.filter(|d| seen.insert(*d)));
    }
    out.into()
}
