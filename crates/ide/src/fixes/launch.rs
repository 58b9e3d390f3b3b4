//! Arguments of a launch that are all there, in another order than that of the parameters.

use cleave_base_db::Db;
use cleave_hir::{Expr, ExprId};
use cleave_typing::function::signature;
use cleave_typing::{Ty, TyKind};

use super::{Edit, Fix};
use crate::analysis::{Analysis, ItemTokens};
use crate::meaning::{Written, lookup, path_of, type_of};
use crate::piece::Piece;
use crate::places::{FilePosition, FileRange};

/// How many arguments are put in order.
const MOST: usize = 32;

impl Analysis {
    /// The arguments of the launch around a place in the order of the parameters: where types leave one way only, those of one type in the
    /// order in which they stand.
    pub(super) fn launch_order(&self, at: &FilePosition) -> Option<Fix> {
        let db = &self.db;
        let text = self.text();
        let token = self.token_spelled(&text, at)?;
        let tokens = ItemTokens::new(&text, token.item)?;
        let piece = Piece::around(db, token.item, token.number);
        let (callee, args) = launch_around(&piece, token.number)?;
        if args.len() > MOST {
            return None;
        }
        let types: Option<Vec<Ty<'_>>> = args.iter().map(|&a| type_of(db, &piece, a)).collect();
        let types: Vec<Ty<'_>> = types?.into_iter().map(|ty| value_type(db, ty)).collect();
        let path = path_of(piece.code, Written::Expr(callee))?;
        let mut orders = lookup(db, &piece, path).into_iter().filter_map(|symbol| {
            let crate::meaning::Symbol::Entity(kernel) = symbol else {
                return None;
            };
            let params = &signature(db, kernel)?.declared;
            let params: Vec<Ty<'_>> = params.iter().map(|ty| value_type(db, *ty)).collect();
            order(db, &types, &params)
        });
        let order = orders.next().filter(|_| orders.next().is_none())?;
        let places: Option<Vec<(FileRange, &str)>> = (args.iter())
            .map(|&arg| self.written_plainly(&piece, &tokens, arg))
            .collect();
        let places = places?;
        let edits = order.iter().enumerate().filter(|(to, from)| to != *from);
        let edits = edits.map(|(to, &from)| Edit {
            range: places[to].0.clone(),
            text: places[from].1.to_owned(),
        });
        Some(Fix {
            title: "Put the arguments in the order of the parameters".to_owned(),
            edits: edits.collect(),
        })
    }

    /// Where an expression is written, and how: on one line, without a macro or a comment in it.
    fn written_plainly<'db>(
        &self,
        piece: &Piece<'db>,
        tokens: &ItemTokens<'db>,
        expr: ExprId,
    ) -> Option<(FileRange, &'db str)> {
        let span = piece.expr_tokens(expr)?;
        let (first, last) = (piece.start + span.start, piece.start + span.end - 1);
        let (start, _) = tokens.offset(first)?;
        let (end, length) = tokens.offset(last)?;
        let from = self.plainly(tokens, first)?;
        for number in first + 1..=last {
            let (offset, _) = tokens.offset(number)?;
            let at = self.plainly(tokens, number)?;
            let is_next = at.file == from.file && at.line == from.line;
            if !is_next || (at.column - from.column) as usize != offset - start {
                return None;
            }
        }
        let whole = end + length as usize - start;
        let own = start - tokens.start;
        Some((
            FileRange::of_token(from, whole as u32),
            tokens.text.get(own..own + whole)?,
        ))
    }
}

/// The innermost launch that a token of an item is in, with what is called and its arguments.
fn launch_around<'db>(piece: &Piece<'db>, token: u32) -> Option<(ExprId, &'db [ExprId])> {
    let own = token.checked_sub(piece.start)?;
    let around = piece.code.exprs.iter().filter_map(|(id, expr)| {
        let Expr::Launch(callee, _, args) = expr else {
            return None;
        };
        let span = piece.expr_tokens(id)?;
        (span.start..span.end)
            .contains(&own)
            .then_some((span.end - span.start, *callee, &args[..]))
    });
    let (_, callee, args) = around.min_by_key(|found| found.0)?;
    Some((callee, args))
}

/// The type of a value that is passed on ([conv.array], [conv.lval]).
fn value_type<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Ty<'db> {
    let ty = ty.strip_reference(db);
    match ty.kind(db) {
        TyKind::Array(element, _) => Ty::of(db, TyKind::Pointer(*element)),
        _ => ty.unqualified(db),
    }
}

/// How well an argument fits a parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// The types are the same, but for qualifiers behind a pointer.
    Same,
    /// One number becomes another.
    Number,
}

fn fit<'db>(db: &'db dyn Db, argument: Ty<'db>, parameter: Ty<'db>) -> Option<Fit> {
    if argument == parameter && !argument.is_error(db) && !argument.is_dependent(db) {
        return Some(Fit::Same);
    }
    if argument.is_arithmetic(db) && parameter.is_arithmetic(db) {
        return Some(Fit::Number);
    }
    let (from, to) = (argument.pointee(db)?, parameter.pointee(db)?);
    let is_same = from.unqualified(db) == to.unqualified(db) && !from.is_error(db);
    // `int *` where `const int *` is wanted ([conv.qual]).
    (is_same && from == from.unqualified(db)).then_some(Fit::Same)
}

/// For each parameter the argument that it gets, if there is one way only to give all of them out and it is not the one that is written.
fn order<'db>(
    db: &'db dyn Db,
    arguments: &[Ty<'db>],
    parameters: &[Ty<'db>],
) -> Option<Vec<usize>> {
    if arguments.len() != parameters.len() {
        return None;
    }
    let worst = [Fit::Same, Fit::Number];
    let mut found = worst.iter().filter_map(|worst| {
        let fits = |a: usize, p: usize| {
            fit(db, arguments[a], parameters[p]).is_some_and(|fit| fit <= *worst)
        };
        matched(arguments, &fits)
    });
    let order = found.next()?;
    let is_other = order.iter().enumerate().any(|(to, &from)| to != from);
    is_other.then_some(order)
}

/// The only perfect matching, arguments of one type in the order in which they stand: what fits in no other way is given out again and again.
fn matched(arguments: &[Ty<'_>], fits: &dyn Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
    let all = arguments.len();
    let (mut open, mut free): (Vec<usize>, Vec<usize>) = ((0..all).collect(), (0..all).collect());
    let mut order = vec![all; all];
    while !open.is_empty() {
        // A kind of arguments that fits as many parameters as there are of it.
        let sure = open.iter().find_map(|&a| {
            let same: Vec<usize> = (open.iter().copied())
                .filter(|&b| arguments[b] == arguments[a])
                .collect();
            let to: Vec<usize> = free.iter().copied().filter(|&p| fits(a, p)).collect();
            (same.len() == to.len()).then_some((same, to))
        });
        // Or parameters that as many arguments fit, all of one type.
        let sure = sure.or_else(|| {
            free.iter().find_map(|&p| {
                let from: Vec<usize> = open.iter().copied().filter(|&a| fits(a, p)).collect();
                let kind = arguments[*from.first()?];
                let is_one = from.iter().all(|&a| arguments[a] == kind);
                let only = |q: &usize| open.iter().all(|&a| fits(a, *q) == from.contains(&a));
                let to: Vec<usize> = free.iter().copied().filter(only).collect();
                (is_one && from.len() == to.len()).then_some((from, to))
            })
        });
        let (from, to) = sure?;
        for (&a, &p) in from.iter().zip(&to) {
            order[p] = a;
        }
        open.retain(|a| !from.contains(a));
        free.retain(|p| !to.contains(p));
    }
    Some(order)
}
