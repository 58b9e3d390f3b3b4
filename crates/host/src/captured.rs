//! Constants of the function around as template arguments of calls in a template's lambdas: `launch<T, N>(p)` is written
//! `launch<T, 2>(p)` where a block around the lambda has `constexpr int N = 2;`. NVIDIA's front end does so; g++ captures the
//! name otherwise, and the closure is another (docs/host-half.md, "Written otherwise").
//!
//! Plain functions over one item's tokens: blocks by their braces, lambdas by what stands before their brackets. Only constants
//! are taken whose value is one token; a name that something else in its block may declare too is left alone.

use cleave_names::decl::Tokens;
use cleave_syntax::SyntaxKind::*;
use rustc_hash::FxHashMap;

use crate::edit::Edit;
use crate::source::{Source, ends_type};

/// A block within the item.
#[derive(Default)]
struct Block<'t> {
    /// It is the body of a lambda.
    lambda: bool,
    /// What names mean that it declares: the tokens of constants, nothing for others.
    names: FxHashMap<&'t str, Option<u32>>,
}

/// Adds the values, but not in what is `gone`.
pub(crate) fn edits(source: &Source<'_>, gone: &[Tokens], out: &mut Vec<Edit>) {
    let mut blocks = vec![Block::default()];
    let mut body = None;
    for at in 0..source.lexed.len() as u32 {
        match source.kind(at) {
            L_BRACK if is_lambda(source, at) => body = lambda_body(source, at).or(body),
            L_BRACE => blocks.push(Block {
                lambda: body == Some(at),
                names: FxHashMap::default(),
            }),
            R_BRACE if blocks.len() > 1 => drop(blocks.pop()),
            IDENT if is_declared(source, at) => {
                if let Some(last) = blocks.last_mut() {
                    last.names.insert(source.word(at), constant(source, at));
                }
            }
            LT if at > 0 && source.kind(at - 1) == IDENT => {
                let inside = blocks.iter().any(|b| b.lambda);
                if inside && !gone.iter().any(|g| g.contains(at)) {
                    out.extend(arguments(source, at, &blocks));
                }
            }
            _ => {}
        }
    }
}

/// The values of the arguments of the call whose template arguments begin at `open`.
fn arguments(source: &Source<'_>, open: u32, blocks: &[Block<'_>]) -> Vec<Edit> {
    let mut out = Vec::new();
    let mut at = open + 1;
    loop {
        match source.kind(at) {
            GT if source.kind(at + 1) == L_PAREN => return out,
            IDENT | COMMA | COLON2 | INT_LITERAL | TRUE_KW | FALSE_KW => {}
            _ => return Vec::new(),
        }
        let alone = matches!(source.kind(at - 1), LT | COMMA)
            && matches!(source.kind(at + 1), COMMA | GT)
            && source.kind(at) == IDENT;
        if alone && let Some(value) = outer_constant(source.word(at), blocks) {
            let range = at as usize..at as usize + 1;
            out.push(Edit::replace(range, source.word(value)));
        }
        at += 1;
    }
}

/// The token that is the value of a name, if what declares it is a constant around the innermost lambda.
fn outer_constant(name: &str, blocks: &[Block<'_>]) -> Option<u32> {
    let mut lambdas = 0;
    for block in blocks.iter().rev() {
        if let Some(value) = block.names.get(name) {
            return value.filter(|_| lambdas > 0);
        }
        lambdas += u32::from(block.lambda);
    }
    None
}

/// Whether a name is being declared: a type stands before it, and what may follow a declarator after it.
fn is_declared(source: &Source<'_>, at: u32) -> bool {
    let type_before = at > 0
        && (ends_type(source.kind(at - 1))
            || matches!(
                source.kind(at - 1),
                STAR | AMP | AMP2 | TYPENAME_KW | CLASS_KW | USING_KW | ELLIPSIS
            ));
    type_before
        && matches!(
            source.kind(at + 1),
            EQ | SEMICOLON | COMMA | L_BRACE | R_PAREN | L_BRACK | COLON | GT | L_PAREN
        )
}

/// The value of `constexpr int N = 2;`, where `at` is its name.
fn constant(source: &Source<'_>, at: u32) -> Option<u32> {
    if at < 2 || source.kind(at + 1) != EQ || source.kind(at + 3) != SEMICOLON {
        return None;
    }
    let value = at + 2;
    let fits = match (source.kind(at - 1), source.kind(value)) {
        (INT_KW | AUTO_KW, INT_LITERAL) => source.word(value).bytes().all(|b| b.is_ascii_digit()),
        (BOOL_KW | AUTO_KW, TRUE_KW | FALSE_KW) => true,
        _ => false,
    };
    let first = match source.kind(at - 2) {
        CONST_KW => at.checked_sub(3)?,
        _ => at - 2,
    };
    let constexpr = source.kind(first) == CONSTEXPR_KW
        && first > 0
        && matches!(
            source.kind(first - 1),
            SEMICOLON | L_BRACE | R_BRACE | COLON
        );
    (fits && constexpr).then_some(value)
}

/// Whether a bracket begins a lambda that captures whatever it names.
fn is_lambda(source: &Source<'_>, at: u32) -> bool {
    matches!(source.kind(at + 1), AMP | EQ)
        && matches!(source.kind(at + 2), R_BRACK | COMMA)
        && at > 0
        && !matches!(source.kind(at - 1), IDENT | R_BRACK | R_PAREN | GT)
}

/// Where the body of the lambda begins whose captures begin at `at`.
fn lambda_body(source: &Source<'_>, at: u32) -> Option<u32> {
    let mut i = source.group_end(at);
    loop {
        match source.kind(i) {
            L_BRACE => return Some(i),
            L_PAREN | L_BRACK => i = source.group_end(i),
            SEMICOLON | R_BRACE | R_PAREN | R_BRACK | EOF => return None,
            _ => i += 1,
        }
    }
}
