//! `long double`, which the device takes for `double`: said of the words in device code, and, once everything has been read, of
//! constants that are left of it (reference: diagnostics, Unsupported types).

use cleave_codes::codes;
use cleave_lang::Builtin;
use cleave_names::decl::Tokens;
use cleave_odr_use::{Around, Piece, parents};
use cleave_syntax::SyntaxKind::*;
use cleave_typing::thir::{ExprId, ExprKind, Stmt, Typed};
use cleave_typing::{Ty, TyKind, eval, program};
use rustc_hash::FxHashSet;

use crate::Finding;
use crate::engine::source::{Sink, Source};

const CODE: cleave_codes::Code = codes::CUDA_DEMOTE_UNSUPPORTED_FLOATING_POINT;

/// The words in a body of device code, but those that lambdas say of their parameters and results.
pub(crate) fn words<'db>(s: &Source<'db>, body: Tokens, out: &mut Sink<'db>) {
    let specifies = |i: u32| {
        matches!(
            s.kind(i),
            CONST_KW | VOLATILE_KW | STATIC_KW | CONSTEXPR_KW | LONG_KW | DOUBLE_KW
        )
    };
    for i in body.start..body.end {
        if s.kind(i) != DOUBLE_KW {
            continue;
        }
        let start = (body.start..i)
            .rev()
            .take_while(|&i| specifies(i))
            .last()
            .unwrap_or(i);
        let end = (i..body.end)
            .take_while(|&i| specifies(i))
            .last()
            .unwrap_or(i);
        let is_long = (start..=end).any(|i| s.kind(i) == LONG_KW);
        if is_long && !of_lambda(s, body.start, start) {
            out.push(Finding::new(CODE, start));
        }
    }
}

/// Whether a token stands among the parameters of a lambda, or in its result.
fn of_lambda(s: &Source<'_>, from: u32, at: u32) -> bool {
    let mut depth = 0;
    for i in (from..at).rev() {
        match s.kind(i) {
            R_PAREN => depth += 1,
            L_PAREN if depth > 0 => depth -= 1,
            L_PAREN => return i > from && s.kind(i - 1) == R_BRACK,
            ARROW if depth == 0 && i > from && s.kind(i - 1) == R_PAREN => return true,
            SEMICOLON | L_BRACE | R_BRACE => return false,
            _ => {}
        }
    }
    false
}

/// The constants in what the device compiles.
pub(crate) fn constants<'db>(s: &Source<'db>, pieces: &[Piece<'db>], out: &mut Sink<'db>) {
    let has_suffix = |i| s.kind(i) == FLOAT_LITERAL && s.word(i).ends_with(['l', 'L']);
    let all = 0..s.lexed.len() as u32;
    if !all
        .into_iter()
        .any(|i| has_suffix(i) || s.kind(i) == LONG_KW)
    {
        return;
    }
    for piece in pieces.iter().filter(|p| p.device && p.emitted) {
        for e in left(s, piece.typed) {
            let site = piece.typed.exprs[e.0 as usize].site;
            if let Some((tokens, _)) = program::place(s.db, site) {
                out.push(Finding::new(CODE, tokens.start).reported_at_end());
            }
        }
    }
}

/// The largest constant expressions of the type: literals, and what variables and members are initialised with.
fn left<'db>(s: &Source<'db>, typed: &Typed<'db>) -> Vec<ExprId> {
    let db = s.db;
    let is_long = |ty: Ty<'db>| {
        matches!(
            ty.unqualified(db).kind(db),
            TyKind::Builtin(Builtin::LongDouble)
        )
    };
    let long = |e: &ExprId| typed.exprs.get(e.0 as usize).is_some_and(|x| is_long(x.ty));
    let around = parents(typed);
    let literals = (0..).zip(&typed.exprs).filter(|(_, x)| match x.kind {
        ExprKind::Value(_) => is_long(x.ty),
        _ => false,
    });
    let mut seeds: Vec<ExprId> = literals.map(|(n, _)| ExprId(n)).collect();
    seeds.retain(|e| around[e.0 as usize].is_some());
    let initial = typed.stmts.iter().filter_map(|stmt| match stmt {
        Stmt::Local(_, init) => *init,
        _ => None,
    });
    let initial = initial
        .chain(typed.inits.iter().map(|i| i.value))
        .filter(long);
    seeds.extend(initial.filter(|e| eval::constant(db, typed, *e).is_some()));
    let mut seen = FxHashSet::default();
    let mut out = Vec::new();
    for seed in seeds {
        let mut at = seed;
        while let Some(Some(Around::Expr(parent))) = around.get(at.0 as usize)
            && eval::constant(db, typed, *parent).is_some()
        {
            at = *parent;
        }
        if long(&at) && seen.insert(at) {
            out.push(at);
        }
    }
    out
}
