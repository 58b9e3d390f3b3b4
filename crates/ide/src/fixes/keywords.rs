//! Words and tokens that are missing: `typename`, `template`, `;`.

use cleave_typing::Entity;

use super::{Edit, Fix};
use crate::analysis::{Analysis, ItemTokens, Token};
use crate::meaning::{Symbol, Written, meaning, type_of, written};
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
        let qualifier = Token {
            number: first,
            ..token
        };
        let means = meaning(&self.db, &tokens, qualifier);
        let is_qualifier = tokens.word(first + 1) == "::" || tokens.word(first + 1) == "<";
        if !is_qualifier || !matches!(means.first(), Some(Symbol::Parameter(..))) {
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
        // What stands there is no member of anything else, and is read as a template in no other way.
        let is_sure = match tokens.word(operator) {
            "::" => self.is_dependent_scope(&tokens, token, operator)?,
            "." | "->" => self.is_dependent_object(&tokens, token, name)?,
            _ => false,
        };
        let at = self.plainly(&tokens, name).filter(|_| is_sure)?;
        Some(Fix {
            title: "Insert 'template'".to_owned(),
            edits: vec![Edit::insertion(at, "template ")],
        })
    }

    /// Whether the qualifier in front of a `::` begins with a template parameter.
    fn is_dependent_scope<'db>(
        &'db self,
        tokens: &ItemTokens<'db>,
        token: Token<'db>,
        colons: u32,
    ) -> Option<bool> {
        let first = first_of(tokens, colons + 1)?;
        let number = first;
        let means = meaning(&self.db, tokens, Token { number, ..token });
        Some(matches!(means.first(), Some(Symbol::Parameter(..))))
    }

    /// Whether the type of the object whose member is named depends on template parameters.
    fn is_dependent_object<'db>(
        &'db self,
        tokens: &ItemTokens<'db>,
        token: Token<'db>,
        name: u32,
    ) -> Option<bool> {
        let db = &self.db;
        let piece = Piece::around(db, token.item, name);
        let (Some(Written::Expr(member)), None) = written(&piece, tokens, name) else {
            return None;
        };
        let cleave_hir::Expr::Member { base, .. } = &piece.code[member] else {
            return None;
        };
        // A type that is known has members that are known, and needs no `template`.
        let owner: Entity<'db> = piece.owner?;
        let within = owner.is_template(db) || cleave_typing::is_within_template(db, owner);
        Some(within && type_of(db, &piece, *base).is_none_or(|ty| ty.is_dependent(db)))
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
