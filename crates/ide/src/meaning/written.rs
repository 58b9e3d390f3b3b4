//! Where tokens are written as names: from tokens of an item to expressions and types of its HIR.

use cleave_hir::{Code, Expr, ExprId, Name, NameId, Path, PathSegment, TypeId, TypeRef};
use cleave_names::decl::Tokens;

use crate::analysis::ItemTokens;
use crate::piece::{Piece, idx};

/// A place where a name is written in some code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    Expr(ExprId),
    Type(TypeId),
}

/// Where a token is written as a name, and of a qualifier how many names before the last one it is.
pub(crate) fn written<'db>(
    piece: &Piece<'db>,
    tokens: &ItemTokens<'db>,
    token: u32,
) -> (Option<Written>, Option<usize>) {
    let Some(own) = token.checked_sub(piece.start) else {
        return (None, None);
    };
    let names = |raw: usize| {
        matches!(
            piece.code[idx::<Expr>(raw as u32)],
            Expr::Path(_) | Expr::Member { .. } | Expr::SizeofPack(_) | Expr::This
        )
    };
    let at_point = |point: u32| {
        let exprs = piece.spans.points.iter().enumerate();
        if let Some((raw, _)) = exprs.rev().find(|(raw, p)| **p == point && names(*raw)) {
            return Some(Written::Expr(idx(raw as u32)));
        }
        // `sizeof...(name)` points at its first token.
        let is_pack = |(raw, span): &(usize, &Tokens)| {
            span.end.checked_sub(2) == Some(point)
                && matches!(piece.code[idx::<Expr>(*raw as u32)], Expr::SizeofPack(_))
        };
        if let Some((raw, _)) = piece.spans.exprs.iter().enumerate().find(is_pack) {
            return Some(Written::Expr(idx(raw as u32)));
        }
        let types = piece.spans.type_points.iter().enumerate();
        let mut named = types.filter(|(raw, p)| {
            **p == point
                && matches!(
                    piece.code[idx::<TypeRef>(*raw as u32)],
                    TypeRef::Path { .. }
                        | TypeRef::Builtin(_)
                        | TypeRef::Auto(_)
                        | TypeRef::DecltypeAuto(_)
                )
        });
        named
            .next_back()
            .map(|(raw, _)| Written::Type(idx(raw as u32)))
    };
    if let Some(found) = at_point(own) {
        return (Some(found), None);
    }
    // A qualifier: names follow with `::` between them.
    let (mut at, mut back) = (token, 0);
    while back < 32 {
        at = behind_arguments(tokens, at + 1);
        if tokens.word(at) != "::" {
            break;
        }
        at += 1;
        while tokens.word(at) == "template" || tokens.word(at) == "~" {
            at += 1;
        }
        back += 1;
        let found = at.checked_sub(piece.start).and_then(at_point);
        if found.is_some() {
            return (found, Some(back));
        }
    }
    // Of a declaration out of its class.
    (None, None)
}

/// The token behind the template arguments that begin at a token, if any do.
pub(super) fn behind_arguments(tokens: &ItemTokens<'_>, at: u32) -> u32 {
    if tokens.word(at) != "<" {
        return at;
    }
    let (mut depth, mut next) = (0i32, at);
    while (next as usize) < tokens.lexed.len() {
        match tokens.word(next) {
            "<" => depth += 1,
            ">" => depth -= 1,
            ">>" => depth -= 2,
            ";" | "{" => return at,
            _ => {}
        }
        next += 1;
        if depth <= 0 {
            return next;
        }
    }
    at
}

/// The name in front of the template arguments that end with a token; the token itself if none do.
fn first_of_arguments(tokens: &ItemTokens<'_>, last: u32) -> Option<u32> {
    let (mut depth, mut at) = (0i32, last);
    loop {
        match tokens.word(at) {
            ">" => depth += 1,
            ">>" => depth += 2,
            "<" => depth -= 1,
            ";" | "{" | "}" => return None,
            _ => {}
        }
        if depth <= 0 {
            break;
        }
        at = at.checked_sub(1)?;
    }
    match at == last {
        true => Some(last),
        false => at.checked_sub(1),
    }
}

/// The path that ends with a name, as tokens have it. Template arguments are left out.
pub(super) fn path_before(tokens: &ItemTokens<'_>, token: u32) -> Option<Path> {
    let is_name = tokens
        .word(token)
        .starts_with(|c: char| c.is_alphabetic() || c == '_');
    if !is_name {
        return None;
    }
    let (mut names, mut first) = (Vec::new(), token);
    while first >= 2 && tokens.word(first - 1) == "::" && names.len() < 32 {
        first = first_of_arguments(tokens, first - 2)?;
        names.push(PathSegment {
            name: Name::new(tokens.word(first)),
            args: None,
        });
    }
    names.reverse();
    Some(unqualified(tokens.word(token)).qualified_by(names.into()))
}

/// The path that is written somewhere.
pub(crate) fn path_of(code: &Code, written: Written) -> Option<&Path> {
    match written {
        Written::Expr(e) => match &code[e] {
            Expr::Path(path) | Expr::Member { member: path, .. } => Some(path),
            _ => None,
        },
        Written::Type(t) => match &code[t] {
            TypeRef::Path { path, .. } => Some(path),
            _ => None,
        },
    }
}

/// The path of a name alone.
pub(crate) fn unqualified(name: &str) -> Path {
    Path::unqualified(NameId::Ident(Name::new(name)))
}
