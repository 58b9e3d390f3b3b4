//! Functions that are called where they are not: `__host__ __device__` or `constexpr` on them, and on those of the user's that they call.

use cleave_hir::Decl;
use cleave_names::ItemId;
use cleave_typing::function::{canonical, definition, redeclarations, signature};
use cleave_typing::program::declaration;
use cleave_typing::thir::ExprKind;
use cleave_typing::{DeclRef, Entity, check};

use super::{Edit, Fix, possible};
use crate::analysis::{Analysis, ItemTokens, Text};
use crate::meaning::Symbol;
use crate::places::FilePosition;

/// How many functions a chain may have.
const CHAIN: usize = 64;

/// What a word is for, and where it goes.
struct Wanted<'a, 'db> {
    /// Its name in a title.
    name: &'static str,
    /// A function that needs it no more.
    has: &'a dyn Fn(Entity<'db>) -> bool,
    /// A function that may get it.
    may: &'a dyn Fn(Entity<'db>) -> bool,
    /// What is written in front of a declaration.
    word: &'a dyn Fn(&Decl) -> &'static str,
}

impl Analysis {
    /// `__host__ __device__` on the function that is called at a place, and on those of the user's that it calls.
    pub(super) fn callee_space(&self, at: &FilePosition) -> Option<Fix> {
        let relaxed = self.is_relaxed();
        let has_host = |decl: &Decl| decl.attrs.iter().any(|a| a.name.as_str() == "host");
        self.with_word(
            at,
            &Wanted {
                name: "__host__ __device__",
                has: &|f| self.space_of(f).on_device() || relaxed && self.is_constexpr(f),
                may: &|_| true,
                word: &|decl| match has_host(decl) {
                    true => "__device__ ",
                    false => "__host__ __device__ ",
                },
            },
        )
    }

    /// `constexpr` on the function that is called at a place, where that lets device code call it: under `--expt-relaxed-constexpr`.
    pub(super) fn callee_constexpr(&self, at: &FilePosition) -> Option<Fix> {
        if !self.is_relaxed() {
            return None;
        }
        let wanted = Wanted {
            name: "constexpr",
            has: &|f| self.is_constexpr(f),
            may: &|f| possible::is_possible(&self.db, f),
            word: &|_| "constexpr ",
        };
        self.with_word(at, &wanted)
    }

    /// Whether constexpr functions may be called from everywhere.
    fn is_relaxed(&self) -> bool {
        self.options.settings(&self.db).relaxed_constexpr
    }

    fn is_constexpr(&self, function: Entity<'_>) -> bool {
        signature(&self.db, function).is_some_and(|s| s.is_constexpr)
    }

    /// A word on the function that is called at a place, and on those of the user's that it calls.
    fn with_word<'db>(&'db self, at: &FilePosition, wanted: &Wanted<'_, 'db>) -> Option<Fix> {
        let db = &self.db;
        let text = self.text();
        let here = self.here(&text, at)?;
        let first = here.symbols.iter().find_map(|s| match s {
            Symbol::Entity(e) if e.is_function(db) => Some(*e),
            _ => None,
        })?;
        let mut open = vec![first];
        let (mut seen, mut edits) = (open.clone(), Vec::new());
        while let Some(function) = open.pop() {
            if (wanted.has)(function) {
                continue;
            }
            if seen.len() > CHAIN || !(wanted.may)(function) {
                return None;
            }
            for &decl in redeclarations(db, canonical(db, function.decl(db))) {
                let (item, _) = declaration(db, Entity::new(db, decl, None))?;
                edits.push(self.annotation(&text, item, decl, wanted.word)?);
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
        edits.sort_by(|a: &Edit, b| a.range.cmp(&b.range));
        edits.dedup();
        let (name, word) = (first.decl(db).ident(db), wanted.name);
        let title = match edits.len() {
            0 => return None,
            1 => format!("Make '{name}' {word}"),
            _ => format!("Make '{name}' and what it needs {word}"),
        };
        Some(Fix { title, edits })
    }

    /// A word at the beginning of a declaration, behind its template heads, in a file of the user's own.
    fn annotation<'db>(
        &'db self,
        text: &Text<'db>,
        item: ItemId<'db>,
        decl: DeclRef<'db>,
        word: &dyn Fn(&Decl) -> &'static str,
    ) -> Option<Edit> {
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
        let at = self.plainly(&tokens, first)?;
        Some(Edit::insertion(at, word(decl.hir(db)?)))
    }

    /// The functions that the code of a function calls, under the arguments that it is called with.
    fn calls_of<'db>(&'db self, function: Entity<'db>) -> Vec<Entity<'db>> {
        let db = &self.db;
        let Some(defined) = definition(db, function) else {
            return Vec::new();
        };
        let Some(typed) = check::body(db, defined) else {
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
