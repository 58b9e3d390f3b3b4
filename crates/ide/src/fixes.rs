//! What can be written so that a diagnostic is gone, where the reading is sure.

use cleave_codes::codes;
use cleave_typing::Entity;
use cleave_typing::function::{canonical, redeclarations};
use cleave_typing::program::declaration;
use cleave_typing::thir::ExprKind;

use crate::analysis::{Analysis, ItemTokens};
use crate::meaning::Symbol;
use crate::places::FilePosition;

/// A text that is put somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// In front of what stands here.
    pub at: FilePosition,
    /// What is put there.
    pub text: String,
}

/// What can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in words.
    pub title: String,
    /// All that is written.
    pub insertions: Vec<Insertion>,
}

/// Calls of host functions in device code.
const CALLS: [codes::Code; 7] = [
    codes::H_HD_ILLEGAL_CALL,
    codes::H_HD_ILLEGAL_CALL_CONSTEXPR,
    codes::H_HD_ILLEGAL_CALL_GENERIC,
    codes::H_D_ILLEGAL_CALL,
    codes::H_D_ILLEGAL_CALL_CONSTEXPR,
    codes::H_G_ILLEGAL_CALL,
    codes::H_G_ILLEGAL_CALL_CONSTEXPR,
];
/// How many functions a chain may have.
const CHAIN: usize = 64;

impl Analysis {
    /// The fixes of a diagnostic with a number at a place.
    pub fn fixes(&self, number: u16, at: &FilePosition) -> Vec<Fix> {
        let is_one_of = |all: &[codes::Code]| all.iter().any(|code| code.shown() == number);
        let fix = match () {
            () if is_one_of(&[codes::EXP_SEMICOLON]) => self.semicolon(at),
            () if is_one_of(&[codes::TYPENAME_MISSING, codes::NOT_A_TYPE_NAME]) => {
                self.typename(at)
            }
            () if is_one_of(&CALLS) => self.callee_space(at),
            () => None,
        };
        fix.into_iter().collect()
    }

    /// `typename` in front of the qualified name that a place is in.
    fn typename(&self, at: &FilePosition) -> Option<Fix> {
        let text = self.text();
        let (_, token) = self.tokens_at(&text, at).into_iter().next()?;
        let tokens = ItemTokens::new(&text, token.item)?;
        let mut first = token.number;
        while first >= 2 && tokens.word(first - 1) == "::" {
            first -= 2;
            let mut depth = 0i32;
            while matches!(tokens.word(first), ">" | ">>") || depth > 0 {
                depth += match tokens.word(first) {
                    ">" => 1,
                    ">>" => 2,
                    "<" => -1,
                    _ => 0,
                };
                first = first.checked_sub(1)?;
            }
        }
        // Of what is no type in any specialisation it would not make one.
        let qualifier = crate::analysis::Token {
            number: first,
            ..token
        };
        let means = crate::meaning::meaning(&self.db, &tokens, qualifier);
        let is_qualifier = tokens.word(first + 1) == "::" || tokens.word(first + 1) == "<";
        if !is_qualifier || !matches!(means.first(), Some(Symbol::Parameter(..))) {
            return None;
        }
        let (offset, _) = tokens.offset(first)?;
        let at = self.places.spelled(offset as u32)?;
        Some(Fix {
            title: "Insert 'typename'".to_owned(),
            insertions: vec![Insertion {
                at,
                text: "typename ".to_owned(),
            }],
        })
    }

    /// A `;` behind the token in front of a place.
    fn semicolon(&self, at: &FilePosition) -> Option<Fix> {
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
            insertions: vec![Insertion {
                at,
                text: ";".to_owned(),
            }],
        })
    }

    /// `__host__ __device__` on the function that is called at a place, and on those of the user's that it calls.
    fn callee_space(&self, at: &FilePosition) -> Option<Fix> {
        let db = &self.db;
        let text = self.text();
        let here = self.here(&text, at)?;
        let first = here.symbols.iter().find_map(|s| match s {
            Symbol::Entity(e) if e.is_function(db) => Some(*e),
            _ => None,
        })?;
        let mut open = vec![first];
        let (mut seen, mut insertions) = (open.clone(), Vec::new());
        while let Some(function) = open.pop() {
            if self.space_of(function).on_device() {
                continue;
            }
            if seen.len() > CHAIN {
                return None;
            }
            for &decl in redeclarations(db, canonical(db, function.decl(db))) {
                let (item, _) = declaration(db, Entity::new(db, decl, None))?;
                insertions.push(self.annotation(&text, item, decl)?);
            }
            for callee in self.calls_of(function) {
                let first = canonical(db, callee.decl(db));
                let is_same = |s: &Entity<'_>| {
                    canonical(db, s.decl(db)) == first && s.env(db) == callee.env(db)
                };
                if !seen.iter().any(is_same) {
                    seen.push(callee);
                    open.push(callee);
                }
            }
        }
        insertions.sort_by(|a: &Insertion, b| a.at.cmp(&b.at));
        insertions.dedup();
        let name = first.decl(db).ident(db);
        let more = insertions.len().saturating_sub(1);
        let title = match more {
            0 => format!("Make '{name}' __host__ __device__"),
            _ => format!("Make '{name}' and what it needs __host__ __device__"),
        };
        (!insertions.is_empty()).then_some(Fix { title, insertions })
    }

    /// Where `__host__ __device__` goes in a declaration: behind its template heads, in a file of the user's own.
    fn annotation<'db>(
        &'db self,
        text: &crate::analysis::Text<'db>,
        item: cleave_names::ItemId<'db>,
        decl: cleave_typing::DeclRef<'db>,
    ) -> Option<Insertion> {
        let db = &self.db;
        if decl.code(db).body.is_some() {
            return None;
        }
        let tokens = ItemTokens::new(text, item)?;
        let (_, name) = declaration(db, Entity::new(db, decl, None))?;
        let mut first = match decl.parent_class(db) {
            // The member's declaration begins behind what ends the one before.
            Some(_) => {
                let ends = |&n: &u32| matches!(tokens.word(n), ";" | "{" | "}" | ":");
                (0..name).rev().find(ends).map_or(0, |n| n + 1)
            }
            None => 0,
        };
        while tokens.word(first) == "template" {
            let mut depth = 0i32;
            first += 1;
            loop {
                depth += match tokens.word(first) {
                    "<" => 1,
                    ">" => -1,
                    ">>" => -2,
                    "" => return None,
                    _ => 0,
                };
                first += 1;
                if depth <= 0 {
                    break;
                }
            }
        }
        let (offset, _) = tokens.offset(first)?;
        let at = self.places.spelled(offset as u32)?;
        let stands = self.places.stands(offset as u32)?;
        let has_host = decl
            .hir(db)?
            .attrs
            .iter()
            .any(|a| a.name.as_str() == "host");
        let word = if has_host {
            "__device__ "
        } else {
            "__host__ __device__ "
        };
        (at == stands).then_some(Insertion {
            at,
            text: word.to_owned(),
        })
    }

    /// The functions that the code of a function calls, under the arguments that it is called with.
    fn calls_of<'db>(&'db self, function: Entity<'db>) -> Vec<Entity<'db>> {
        let db = &self.db;
        let Some(defined) = cleave_typing::function::definition(db, function) else {
            return Vec::new();
        };
        let Some(typed) = cleave_typing::check::body(db, defined) else {
            return Vec::new();
        };
        let evaluated = typed.exprs.iter().filter(|x| x.evaluated);
        let callees = evaluated.filter_map(|x| match &x.kind {
            ExprKind::Call { callee, .. } | ExprKind::Construct(callee, _) => Some(*callee),
            _ => None,
        });
        callees.collect()
    }
}
