//! Where something stands: the tokens of a site, the token that a problem points at, the token that names an entity.
//! Nothing else knows where something stands.

use crate::thir::{StmtId, Typed};
use crate::{At, CodeRef, Entity, Problem, Site};
use cleave_base_db::Db;
use cleave_hir::{Expr, body_spans, body_start, item_spans};
use cleave_names::decl::Tokens;
use cleave_names::{ItemId, item_index};
use cleave_syntax::{Lexed, SyntaxKind};

/// Where a site stands: its tokens in its item, and the token that a diagnostic about it points at.
pub fn place<'db>(db: &'db dyn Db, site: Site<'db>) -> Option<(Tokens, u32)> {
    let item = site.code.item;
    let (spans, start) = match site.code.body {
        None => (item_spans(db, item), 0),
        Some(decl) => (body_spans(db, item, decl)?, body_start(db, item, decl)?),
    };
    if let Some(number) = site.as_template_parameter() {
        let at = spans.template_params.get(number as usize)? + start;
        let tokens = Tokens {
            start: at,
            end: at + 1,
        };
        return Some((tokens, at));
    }
    let named = match (site.as_declaration(), site.as_parameter()) {
        (Some(decl), _) => Some(*spans.decls.get(decl as usize)?),
        (None, Some(param)) => Some(*spans.params.get(param as usize)?),
        (None, None) => None,
    };
    if let Some(tokens) = named {
        let moved = Tokens {
            start: tokens.start + start,
            end: tokens.end + start,
        };
        return Some((moved, moved.start));
    }
    let i = site.index as usize;
    let tokens = match site.is_type {
        true => *spans.types.get(i)?,
        false => *spans.exprs.get(i)?,
    };
    let point = match site.is_type {
        true => *spans.type_points.get(i)?,
        false => *spans.points.get(i)?,
    };
    Some((
        Tokens {
            start: tokens.start + start,
            end: tokens.end + start,
        },
        point + start,
    ))
}

/// The tokens of a typed statement in the item of [`Typed::code`]: the last one of a block is its `}`. None of one that is made up,
/// which stands where the statement around it does. [`cleave_names::TokenPlaces`] has the lines of tokens.
pub fn statement_tokens<'db>(db: &'db dyn Db, typed: &Typed<'db>, stmt: StmtId) -> Option<Tokens> {
    statement(db, typed.code?, typed.written(stmt)?)
}

/// The tokens of a statement of some code, by its number there.
pub fn statement<'db>(db: &'db dyn Db, code: CodeRef<'db>, index: u32) -> Option<Tokens> {
    let (spans, start) = match code.body {
        None => (item_spans(db, code.item), 0),
        Some(decl) => (
            body_spans(db, code.item, decl)?,
            body_start(db, code.item, decl)?,
        ),
    };
    let tokens = spans.stmts.get(index as usize)?;
    Some(Tokens {
        start: tokens.start + start,
        end: tokens.end + start,
    })
}

/// The token that a problem points at, and the item that it is one of.
pub fn token<'db>(db: &'db dyn Db, problem: &Problem<'db>) -> Option<(ItemId<'db>, u32)> {
    let item = problem.site.code.item;
    match problem.at {
        At::Point => Some((item, place(db, problem.site)?.1)),
        At::First => Some((item, place(db, problem.site)?.0.start)),
        At::Keyword => Some((item, place(db, problem.site)?.0.start.checked_sub(2)?)),
        At::Inside => Some((item, place(db, problem.site)?.0.start + 2)),
        At::Last => Some((item, place(db, problem.site)?.0.end.checked_sub(1)?)),
        At::Arguments => {
            let part = |e: cleave_hir::ExprId| {
                let index = u32::from(e.into_raw());
                let site = Site {
                    index,
                    ..problem.site
                };
                Some(place(db, site)?.0.end)
            };
            let arguments = match problem.site.expr(db) {
                Some(Expr::Call(_, args) | Expr::Launch(_, _, args)) => args.last().copied(),
                _ => None,
            };
            let behind = arguments.and_then(part);
            let ends = |i: &u32| {
                use SyntaxKind::{COMMA, ELLIPSIS, R_PAREN};
                let kind = token_kinds(db, item).get(*i as usize).copied();
                kind.is_some_and(|kind| !matches!(kind, COMMA | ELLIPSIS | R_PAREN))
            };
            match behind.filter(ends) {
                Some(behind) => Some((item, behind)),
                None => Some((item, place(db, problem.site)?.0.end.checked_sub(1)?)),
            }
        }
        At::After => Some((item, place(db, problem.site)?.0.end)),
        At::Behind(n) => Some((item, place(db, problem.site)?.0.end + n)),
        At::Nth(n) => Some((item, place(db, problem.site)?.0.start + n)),
        At::Before(n) => Some((item, place(db, problem.site)?.0.start.checked_sub(n)?)),
        At::Declarator => {
            let name = place(db, problem.site)?.0.end;
            Some((item, declarator_end(&token_kinds(db, item), name)))
        }
        At::Pure => {
            let name = place(db, problem.site)?.0.end;
            let end = declarator_end(&token_kinds(db, item), name);
            Some((item, end.checked_sub(2)?))
        }
        At::Opening => {
            let part = |e: cleave_hir::ExprId| {
                let index = u32::from(e.into_raw());
                place(
                    db,
                    Site {
                        index,
                        ..problem.site
                    },
                )
            };
            let token = match problem.site.expr(db) {
                Some(Expr::Call(callee, _) | Expr::Launch(callee, ..)) => part(*callee)?.0.end,
                Some(Expr::Fold { left: Some(e), .. }) => part(*e)?.0.end,
                Some(Expr::Fold { right: Some(e), .. }) => part(*e)?.0.start.saturating_sub(1),
                _ => place(db, problem.site)?.1,
            };
            Some((item, token))
        }
        At::Statement(index, back) => {
            let first = statement(db, problem.site.code, index)?.start;
            Some((item, first.checked_sub(back)?))
        }
        At::StatementNth(index, nth) => {
            let first = statement(db, problem.site.code, index)?.start;
            Some((item, first + nth))
        }
        At::StatementLast(index) => {
            let end = statement(db, problem.site.code, index)?.end;
            Some((item, end.checked_sub(1)?))
        }
        At::Qualified(nth) => Some((item, qualified_start(db, problem.site)? + nth)),
        At::Member => {
            let (_, name) = place(db, problem.site)?;
            Some((item, member_start(&token_kinds(db, item), name)))
        }
        At::Start => Some((item, behind_heads(db, item))),
        At::Declared(entity) => declaration(db, known_as(db, entity, item)),
    }
}

/// The token that ends the declarator which goes on at a token.
fn declarator_end(kinds: &[SyntaxKind], from: u32) -> u32 {
    use SyntaxKind::*;
    let mut depth = 0i32;
    for (i, kind) in kinds.iter().enumerate().skip(from as usize) {
        match kind {
            L_PAREN | L_BRACK | L_BRACE => depth += 1,
            R_PAREN | R_BRACK | R_BRACE => depth -= 1,
            COMMA | SEMICOLON if depth <= 0 => return i as u32,
            _ => {}
        }
    }
    from
}

/// The first token of the member declaration that a token is in, in front of any bracket.
fn member_start(kinds: &[SyntaxKind], from: u32) -> u32 {
    use SyntaxKind::*;
    let before = kinds.get(..from as usize).unwrap_or_default();
    let end = (before.iter()).rposition(|k| matches!(k, SEMICOLON | L_BRACE | R_BRACE | COLON));
    end.map_or(0, |i| i as u32 + 1)
}

/// The first token of the head of a template, or of another declaration, that names itself at a site. Reads the text: for what is
/// wrong only.
pub fn head<'db>(db: &'db dyn Db, site: Site<'db>) -> Option<u32> {
    let (_, name) = place(db, site)?;
    Some(member_start(&token_kinds(db, site.code.item), name))
}

/// Whether a type is written with the keyword `signed`, which changes nothing about most ([dcl.type.simple]). Reads the text: for
/// what is wrong only.
pub(crate) fn says_signed<'db>(db: &'db dyn Db, site: Site<'db>) -> bool {
    let Some((tokens, _)) = place(db, site) else {
        return false;
    };
    let kinds = token_kinds(db, site.code.item);
    let own = kinds.get(tokens.start as usize..tokens.end as usize);
    own.is_some_and(|kinds| kinds.contains(&SyntaxKind::SIGNED_KW))
}

/// The kinds of an item's tokens. Reads the text: for what is wrong only.
fn token_kinds<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<SyntaxKind> {
    let lexed = Lexed::new(cleave_names::item_id_text(db, item).as_str());
    let significant = (0..lexed.len()).map(|i| lexed.kind(i));
    significant.filter(|k| !k.is_trivia()).collect()
}

/// The first token of an item behind its template heads.
fn behind_heads<'db>(db: &'db dyn Db, item: ItemId<'db>) -> u32 {
    let kinds = token_kinds(db, item);
    let mut at = usize::from(kinds.first() == Some(&SyntaxKind::EXTERN_KW));
    if kinds.get(at) != Some(&SyntaxKind::TEMPLATE_KW) {
        return 0;
    }
    while kinds.get(at) == Some(&SyntaxKind::TEMPLATE_KW) {
        let mut depth = 0;
        at += 1;
        // Of an explicit instantiation.
        if kinds.get(at) != Some(&SyntaxKind::LT) {
            break;
        }
        while let Some(kind) = kinds.get(at) {
            at += 1;
            depth += i32::from(*kind == SyntaxKind::LT) - i32::from(*kind == SyntaxKind::GT);
            if depth <= 0 {
                break;
            }
        }
    }
    at as u32
}

/// The first token of the qualified name that ends at a site.
fn qualified_start<'db>(db: &'db dyn Db, site: Site<'db>) -> Option<u32> {
    let (_, name) = place(db, site)?;
    let kinds = token_kinds(db, site.code.item);
    let before = |at: usize| at.checked_sub(1).and_then(|i| kinds.get(i)).copied();
    let mut at = name as usize;
    while before(at) == Some(SyntaxKind::COLON2) {
        at -= 1;
        let mut depth = 0;
        while let Some(kind @ (SyntaxKind::GT | SyntaxKind::LT)) = before(at).filter(|_| depth == 0)
        {
            if kind == SyntaxKind::LT {
                break;
            }
            loop {
                depth += match before(at) {
                    Some(SyntaxKind::GT) => 1,
                    Some(SyntaxKind::LT) => -1,
                    Some(_) => 0,
                    None => return None,
                };
                at -= 1;
                if depth == 0 {
                    break;
                }
            }
        }
        if before(at) != Some(SyntaxKind::IDENT) {
            break;
        }
        at -= 1;
    }
    u32::try_from(at).ok()
}

/// Whether a block of some code ends in its own `}`: there are as many as of the other. Reads the text: for what is wrong only.
pub(crate) fn ends_in_brace<'db>(db: &'db dyn Db, code: CodeRef<'db>, index: u32) -> bool {
    let Some(tokens) = statement(db, code, index) else {
        return false;
    };
    let kinds = token_kinds(db, code.item);
    let own = kinds.get(tokens.range()).unwrap_or_default();
    let count = |kind| own.iter().filter(|k| **k == kind).count();
    own.last() == Some(&SyntaxKind::R_BRACE)
        && count(SyntaxKind::L_BRACE) == count(SyntaxKind::R_BRACE)
}

/// Whether the last token of what stands at a site is `)`. Reads the text: for what is wrong only.
pub(crate) fn ends_in_parenthesis<'db>(db: &'db dyn Db, site: Site<'db>) -> bool {
    let Some((tokens, _)) = place(db, site) else {
        return false;
    };
    let text = cleave_names::item_id_text(db, site.code.item).as_str();
    let lexed = Lexed::new(text);
    let mut significant = (0..lexed.len()).filter(|&i| !lexed.kind(i).is_trivia());
    let last = tokens.end.checked_sub(1);
    let last = last.and_then(|n| significant.nth(n as usize));
    last.is_some_and(|i| lexed.kind(i) == SyntaxKind::R_PAREN)
}

/// The token that names an entity in its declaration, and the item that it is one of.
pub fn declaration<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<(ItemId<'db>, u32)> {
    let decl = entity.decl(db);
    let (item, index) = (decl.code(db).item, decl.index(db) as usize);
    let token = match decl.code(db).body {
        None => item_spans(db, item).decls.get(index)?.start,
        Some(body) => {
            let start = body_start(db, item, body)?;
            body_spans(db, item, body)?.decls.get(index)?.start + start
        }
    };
    Some((item, token))
}

/// The declaration that stands for a function in what is said in an item: its definition if that came before, else the first.
fn known_as<'db>(db: &'db dyn Db, function: Entity<'db>, said_in: ItemId<'db>) -> Entity<'db> {
    let pattern = Entity::new(db, function.decl(db), None);
    let place = |e: Entity<'db>| item_index(db, e.decl(db).code(db).item);
    match crate::function::definition(db, pattern) {
        Some(defined) if place(defined) <= item_index(db, said_in) => defined,
        _ => function,
    }
}
