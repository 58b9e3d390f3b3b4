//! Words and tokens that are missing: `typename`, `template`, `;`.

use cleave_hir::{Expr, ExprId};

use super::{Edit, Fix};
use crate::analysis::{Analysis, ItemTokens, Token};
use crate::meaning::{Symbol, is_dependent, meaning};
use crate::piece::Piece;
use crate::places::FilePosition;

impl Analysis {
    /// `typename` in front of the qualified name that a place is in.
    pub(super) fn typename(&self, at: &FilePosition) -> Option<Fix> {
        let text = self.text();
        let (_, token) = self.tokens_at(&text, at).into_iter().next()?;
        let tokens = ItemTokens::new(&text, token.item)?;
        let first = first_of(&tokens, token.number)?;
        // Of what is no type in any specialisation it would not make one.
        let is_qualifier = tokens.word(first + 1) == "::" || tokens.word(first + 1) == "<";
        if !is_qualifier || !self.is_parameter(&tokens, token, first) {
            return None;
        }
        let (offset, _) = tokens.offset(first)?;
        let at = self.places.spelled(offset as u32)?;
        Some(Fix {
            title: "Insert 'typename'".to_owned(),
            edits: vec![Edit::insertion(at, "typename ")],
        })
    }

    /// `template` in front of a member template of what depends on template parameters ([temp.names]/5): without it the `<` behind its name
    /// compares, so a type behind it, or `()` behind the `>`, is where it goes wrong.
    pub(super) fn template(&self, at: &FilePosition) -> Option<Fix> {
        let text = self.text();
        let token = self.token_spelled(&text, at)?;
        let tokens = ItemTokens::new(&text, token.item)?;
        let open = match tokens.word(token.number) {
            // `f<3>()`: the `)` is no operand.
            ")" if tokens.word(token.number.checked_sub(1)?) == "(" => {
                opening(&tokens, token.number.checked_sub(2)?)?
            }
            _ => enclosing(&tokens, token.number)?,
        };
        let name = open.checked_sub(1)?;
        let operator = name.checked_sub(1)?;
        let is_sure = match tokens.word(operator) {
            // What begins with a template parameter depends on it, and is read as a template in no other way.
            "::" => self.is_parameter(&tokens, token, first_of(&tokens, name)?),
            "." | "->" => self.is_member_of_dependent(token, name),
            _ => false,
        };
        let at = self.plainly(&tokens, name).filter(|_| is_sure)?;
        Some(Fix {
            title: "Insert 'template'".to_owned(),
            edits: vec![Edit::insertion(at, "template ")],
        })
    }

    /// Whether a token names a member of an object whose type depends on template parameters.
    fn is_member_of_dependent<'db>(&'db self, beside: Token<'db>, name: u32) -> bool {
        let db = &self.db;
        let piece = Piece::around(db, beside.item, name);
        let Some(own) = name.checked_sub(piece.start) else {
            return false;
        };
        let point = |id: ExprId| piece.spans.points.get(id.into_raw().into_u32() as usize);
        let mut members = piece.code.exprs.iter().filter_map(|(id, expr)| match expr {
            Expr::Member { base, .. } if point(id) == Some(&own) => Some(*base),
            _ => None,
        });
        members
            .next()
            .is_some_and(|base| is_dependent(db, &piece, base))
    }

    /// Whether a token of the item that another is in names a template parameter.
    fn is_parameter<'db>(
        &'db self,
        tokens: &ItemTokens<'db>,
        beside: Token<'db>,
        number: u32,
    ) -> bool {
        let token = Token { number, ..beside };
        let means = meaning(&self.db, tokens, token);
        matches!(means.first(), Some(Symbol::Parameter(..)))
    }

    /// A `;` behind the token in front of a place.
    pub(super) fn semicolon(&self, at: &FilePosition) -> Option<Fix> {
        let text = self.text();
        let own = self.places.in_file(&at.file)?;
        let behind = own
            .tokens
            .partition_point(|t| (t.line, t.column) < (at.line, at.column));
        let last = own.tokens[..behind].iter().rev().find(|t| t.spelled)?;
        let length = text.token_text(last.offset as usize).len() as u32;
        let at = FilePosition {
            file: at.file.clone(),
            line: last.line,
            column: last.column + length,
        };
        Some(Fix {
            title: "Insert ';'".to_owned(),
            edits: vec![Edit::insertion(at, ";")],
        })
    }
}

/// The first token of the qualified name that ends with a token.
fn first_of(tokens: &ItemTokens<'_>, last: u32) -> Option<u32> {
    let mut first = last;
    while first >= 2 && tokens.word(first - 1) == "::" {
        first -= 2;
        if matches!(tokens.word(first), ">" | ">>") {
            first = opening(tokens, first)?.checked_sub(1)?;
        }
    }
    Some(first)
}

/// The `<` of the list that a `>` ends.
fn opening(tokens: &ItemTokens<'_>, closing: u32) -> Option<u32> {
    matches!(tokens.word(closing), ">" | ">>")
        .then(|| enclosing(tokens, closing))
        .flatten()
}

/// The `<` of the innermost list that a token is in.
fn enclosing(tokens: &ItemTokens<'_>, token: u32) -> Option<u32> {
    // `>>` may end the list and another around it: then it is the inner one.
    let (mut angles, mut brackets) = (0u32, 0u32);
    for at in (0..token).rev() {
        match tokens.word(at) {
            ")" | "]" | "}" => brackets += 1,
            "(" | "[" | "{" | ";" if brackets == 0 => return None,
            "(" | "[" | "{" => brackets -= 1,
            _ if brackets > 0 => {}
            ">" => angles += 1,
            ">>" => angles += 2,
            "<" if angles == 0 => return Some(at),
            "<" => angles -= 1,
            _ => {}
        }
    }
    None
}
