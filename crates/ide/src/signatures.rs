//! The call or launch that a place is in, and what is called: parameters as they are declared, and which of them is written.

use cleave_base_db::Db;
use cleave_hir::{DeclKind, Expr, NameId};
use cleave_typing::class::constructors;
use cleave_typing::{Entity, Ty, TyKind};

use crate::analysis::{Analysis, ItemTokens, Token};
use crate::completion::word_before;
use crate::hover::function_parts;
use crate::meaning::{
    Symbol, Written, local_named, lookup, meaning, member_of, path_of, unqualified, written,
};
use crate::navigation::type_of_symbol;
use crate::outline::{Raw, raw_tokens};
use crate::piece::Piece;
use crate::places::FilePosition;

/// A function that may be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The declaration.
    pub label: String,
    /// Where its parameters stand in it, in bytes.
    pub parameters: Vec<(usize, usize)>,
}

/// What is called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signatures {
    /// The candidates.
    pub all: Vec<Signature>,
    /// The one that fits best so far.
    pub active: usize,
    /// The parameter that is written.
    pub parameter: usize,
}

/// How a kernel is launched.
const CONFIGURATION: [&str; 4] = [
    "dim3 grid",
    "dim3 block",
    "size_t shared = 0",
    "cudaStream_t stream = 0",
];
/// How many candidates are shown.
const MOST: usize = 24;

/// A list of arguments that is open.
struct Open {
    /// The last byte of what is called.
    end: usize,
    commas: usize,
    is_configuration: bool,
}

impl Analysis {
    /// What is called around a place. `text`: the file's; `at`: the place's byte in it.
    pub fn signatures(&self, text: &str, at: usize, place: &FilePosition) -> Option<Signatures> {
        let open = open_list(text, at)?;
        if open.is_configuration {
            let name = word_before(text, open.end);
            let mut label = format!("{name}<<<");
            let mut parameters = Vec::new();
            for (nth, part) in CONFIGURATION.iter().enumerate() {
                if nth > 0 {
                    label.push_str(", ");
                }
                parameters.push((label.len(), label.len() + part.len()));
                label.push_str(part);
            }
            label.push_str(">>>");
            return Some(Signatures {
                all: vec![Signature { label, parameters }],
                active: 0,
                parameter: open.commas,
            });
        }
        let word = word_before(text, open.end);
        if word.is_empty() {
            return None;
        }
        let start = open.end - word.len();
        let name = FilePosition::of_byte(&place.file, text, start);
        let all = self.called(&name);
        let db = &self.db;
        let mut shown = Vec::new();
        for function in all.into_iter().take(MOST) {
            let (label, parameters) = function_parts(db, function);
            let new = Signature { label, parameters };
            if !shown.contains(&new) {
                shown.push(new);
            }
        }
        if shown.is_empty() {
            return None;
        }
        let fits = |s: &Signature| s.parameters.len() > open.commas || s.label.contains("...");
        Some(Signatures {
            active: shown.iter().position(fits).unwrap_or(0),
            all: shown,
            parameter: open.commas,
        })
    }

    /// The functions that a name at a place may call.
    fn called<'db>(&'db self, at: &FilePosition) -> Vec<Entity<'db>> {
        let db = &self.db;
        let text = self.text();
        for (_, token) in self.tokens_at(&text, at) {
            let Some(tokens) = ItemTokens::new(&text, token.item) else {
                continue;
            };
            let piece = Piece::around(db, token.item, token.number);
            // An object that is declared is constructed.
            if let Some(class) = declared_class(db, &tokens, token) {
                return constructors(db, class);
            }
            let symbols = match written(&piece, &tokens, token.number) {
                (Some(w @ Written::Expr(e)), None) => {
                    match (&piece.code[e], path_of(piece.code, w)) {
                        (Expr::Member { base, .. }, Some(path)) => {
                            member_of(db, &piece, *base, path)
                        }
                        (_, Some(path)) => local_named(db, &piece, path, token.number)
                            .map_or_else(|| lookup(db, &piece, path), |local| vec![local]),
                        _ => Vec::new(),
                    }
                }
                _ => meaning(db, &tokens, token),
            };
            let symbols = match symbols.is_empty() {
                false => symbols,
                // Nothing could be read of an open list.
                true => lookup(db, &piece, &unqualified(tokens.word(token.number))),
            };
            let mut out = Vec::new();
            for symbol in &symbols {
                functions(db, symbol, &mut out);
            }
            if !out.is_empty() {
                return out;
            }
        }
        Vec::new()
    }
}

/// The class of the variable that a token declares.
fn declared_class<'db>(
    db: &'db dyn Db,
    tokens: &ItemTokens<'db>,
    token: Token<'db>,
) -> Option<Ty<'db>> {
    let symbol = meaning(db, tokens, token).into_iter().next()?;
    let at = match &symbol {
        Symbol::Local(local) => Some((local.item, local.token)),
        Symbol::Entity(e) if matches!(e.kind(db)?, DeclKind::Variable(_)) => {
            cleave_typing::program::declaration(db, *e)
        }
        _ => None,
    };
    let ty = (at == Some((token.item, token.number))).then(|| type_of_symbol(db, &symbol))??;
    let ty = ty.unqualified(db);
    ty.class_entity(db).map(|_| ty)
}

/// The functions that a call of what a name means may call.
fn functions<'db>(db: &'db dyn Db, symbol: &Symbol<'db>, out: &mut Vec<Entity<'db>>) {
    if let Symbol::Entity(e) = symbol {
        match e.kind(db) {
            Some(DeclKind::Function(_)) => return out.push(*e),
            Some(DeclKind::Class(_)) => {
                return out.extend(constructors(db, Ty::of(db, TyKind::Class(*e))));
            }
            _ => {}
        }
    }
    let Some(ty) = type_of_symbol(db, symbol) else {
        return;
    };
    let ty = ty.strip_reference(db).unqualified(db);
    match ty.kind(db) {
        TyKind::Closure(closure) => out.push(closure.operator(db)),
        TyKind::Class(class) => {
            let defined = cleave_typing::function::definition(db, *class).unwrap_or(*class);
            let Some(mut cx) = cleave_typing::Context::of(db, defined) else {
                return;
            };
            let call = NameId::Operator(cleave_lang::Operator::Call);
            if let cleave_typing::lookup::Found::Entities { set, .. } = cx.lookup_member(ty, &call)
            {
                out.extend(set);
            }
        }
        _ => {}
    }
}

/// The innermost list of arguments that is open at a byte.
fn open_list(text: &str, at: usize) -> Option<Open> {
    // A call does not begin behind the end of a statement; but its arguments may hold lambdas.
    let from = text[..at].rfind("\n}").map_or(0, |n| n + 2);
    let all: Vec<Raw> = raw_tokens(&text[from..at]);
    let mut open: Vec<Open> = Vec::new();
    let mut braces: Vec<usize> = Vec::new();
    let mut last = 0;
    for raw in &all {
        let word = &text[from + raw.range.start..from + raw.range.end];
        match word {
            _ if raw.kind == cleave_syntax::SyntaxKind::COMMENT => continue,
            "(" | "<<<" => open.push(Open {
                end: last,
                commas: 0,
                is_configuration: word == "<<<",
            }),
            ")" => while open.pop().is_some_and(|o| o.is_configuration) {},
            ">>>" => {
                if open.last().is_some_and(|o| o.is_configuration)
                    && let Some(launched) = open.pop()
                {
                    // What is called is the kernel in front of the configuration.
                    last = launched.end;
                    continue;
                }
            }
            "[" | "{" => braces.push(open.len()),
            "]" | "}" => {
                if let Some(depth) = braces.pop() {
                    open.truncate(depth);
                }
            }
            ";" => open.truncate(braces.last().copied().unwrap_or(0)),
            "," => {
                let depth = braces.last().copied().unwrap_or(0);
                if open.len() > depth
                    && let Some(open) = open.last_mut()
                {
                    open.commas += 1;
                }
            }
            _ => {}
        }
        last = from + raw.range.end;
    }
    let depth = braces.last().copied().unwrap_or(0);
    let found = open.pop()?;
    if open.len() < depth {
        return None;
    }
    // Template arguments stand behind the name.
    let before = text[..found.end].trim_end();
    let end = match before.ends_with('>') {
        true => {
            let mut depth = 0;
            let start = before.char_indices().rev().take(400).find(|(_, c)| {
                depth += match c {
                    '>' => 1,
                    '<' => -1,
                    _ => 0,
                };
                depth == 0
            });
            before[..start?.0].trim_end().len()
        }
        false => before.len(),
    };
    let word = word_before(text, end);
    let is_statement =
        ["if", "for", "while", "switch", "return", "sizeof", "catch"].contains(&word);
    (!is_statement).then_some(Open { end, ..found })
}
