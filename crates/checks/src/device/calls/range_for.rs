//! Calls that a range-based `for` makes ([stmt.ranged]): where they are reported. Where they are called, the operators are reported at the
//! colon, and the bounds are not. With everything read, the bounds and the comparison are reported at the `for`, the element at its
//! variable's name.

use cleave_base_db::Db;
use cleave_syntax::SyntaxKind::{COLON, FOR_KW, IDENT, L_PAREN, R_PAREN};
use cleave_typing::Entity;
use cleave_typing::thir::{ExprId, ExprKind, LocalKind, Typed};

use crate::device::calls::callees::bare;
use crate::engine::source::Source;

/// What a range-based `for` calls a function for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// `begin` or `end`
    Bound,
    /// `!=`
    Comparison,
    /// `++`
    Step,
    /// `*`
    Element,
}

/// What a call is for, if a range-based `for` makes it: its object is a variable that has no name.
pub(crate) fn part<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    callee: Entity<'db>,
    object: Option<ExprId>,
    args: &[ExprId],
) -> Option<Part> {
    let mut at = object.or_else(|| args.first().copied())?;
    for _ in 0..typed.exprs.len() {
        at = match &typed.exprs.get(at.0 as usize)?.kind {
            ExprKind::Convert(_, e) | ExprKind::Materialize(e) | ExprKind::Full(e) => *e,
            ExprKind::ConstructImplicit(_, args) => *args.first()?,
            ExprKind::Local(l) => {
                let local = typed.locals.get(l.0 as usize)?;
                let invented = local.name.is_empty() && matches!(local.kind, LocalKind::Automatic);
                if !invented {
                    return None;
                }
                return match bare(db, callee)?.as_str() {
                    "begin" | "end" => Some(Part::Bound),
                    "operator!=" | "operator==" => Some(Part::Comparison),
                    "operator++" => Some(Part::Step),
                    "operator*" => Some(Part::Element),
                    _ => None,
                };
            }
            _ => return None,
        };
    }
    None
}

/// The token that a part is reported at, of the range that begins at a token.
pub(crate) fn place(s: &Source<'_>, part: Part, range: u32) -> Option<u32> {
    if part == Part::Element {
        let colon = (0..range).rev().find(|&i| s.kind(i) == COLON)?;
        let name = colon.checked_sub(1)?;
        return (s.kind(name) == IDENT).then_some(name);
    }
    let mut open = 0u32;
    for i in (0..range).rev() {
        match s.kind(i) {
            R_PAREN => open += 1,
            L_PAREN if open > 0 => open -= 1,
            L_PAREN => {
                let word = i.checked_sub(1)?;
                return (s.kind(word) == FOR_KW).then_some(word);
            }
            _ => {}
        }
    }
    None
}
