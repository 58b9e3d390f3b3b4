//! From a name to where it is declared, defined and referred to.

use cleave_base_db::Db;
use cleave_hir::DeclKind;
use cleave_names::{
    ItemId, ScopePath, Word, file_parts, item_id_at, item_id_of_node, part_items, user_items_with,
};
use cleave_syntax::skeleton::ItemKind;
use cleave_typing::function::{canonical, definition, redeclarations, variable_type};
use cleave_typing::program::declaration;
use cleave_typing::{Entity, Ty, TyKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::{Analysis, ItemTokens, Text, Token};
use crate::families::primary;
use crate::meaning::{Symbol, meaning};
use crate::places::{FilePosition, FileRange};

/// A place to go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Where; of a system's header the line alone is known.
    pub range: FileRange,
    /// The name that stands there.
    pub name: String,
}

/// What is wanted of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goto {
    /// What defines it.
    Definition,
    /// What declares it first.
    Declaration,
    /// What defines its type.
    Type,
    /// What overrides it, or derives from it.
    Implementation,
}

/// What a name denotes, for other units: where it is declared, by any of its declarations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Denoted {
    /// Its name.
    pub name: String,
    /// The places of its declarations.
    pub declared: Vec<FilePosition>,
    /// It is a local or a template parameter: what does not read its declaration does not refer to it.
    pub is_local: bool,
    /// It is a macro: `declared` has the line of its definition.
    pub is_macro: bool,
}

/// A reference to a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Where.
    pub range: FileRange,
    /// The name is written there as it is: no macro made it.
    pub is_written: bool,
    /// It is declared there.
    pub is_declaration: bool,
}

/// A token at a place, with what it means.
pub(crate) struct Here<'db> {
    pub(crate) range: FileRange,
    pub(crate) token: Token<'db>,
    pub(crate) symbols: Vec<Symbol<'db>>,
}

impl Analysis {
    /// The tokens of the text that are spelled at a place or right before it, with where they stand in the file.
    pub(crate) fn tokens_at<'db>(
        &'db self,
        text: &Text<'db>,
        at: &FilePosition,
    ) -> Vec<(FileRange, Token<'db>)> {
        for column in [at.column, at.column.saturating_sub(1)] {
            let mut out = Vec::new();
            for placed in self.places.at(&at.file, at.line, column) {
                let word = text.token_text(placed.offset as usize);
                let is_word = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
                // Of a literal its own suffix is a name ([lex.ext]).
                let name = match is_word && !word.contains('"') {
                    true => Some(0),
                    false => own_suffix(word),
                };
                let name = name.map(|before| placed.column + before);
                let end = placed.column + word.len() as u32;
                let Some(first) = name.filter(|_| placed.spelled && column <= end) else {
                    continue;
                };
                if column < first {
                    continue;
                }
                let start = FilePosition {
                    column: first,
                    ..at.clone()
                };
                let range = FileRange::of_token(start, end - first);
                out.extend(
                    text.token_at(placed.offset as usize)
                        .map(|token| (range, token)),
                );
            }
            if !out.is_empty() {
                return out;
            }
        }
        Vec::new()
    }

    /// What the name at a place means. Of a header that is read several times, or an argument that a macro repeats, the first reading
    /// that says something counts.
    pub(crate) fn here<'db>(&'db self, text: &Text<'db>, at: &FilePosition) -> Option<Here<'db>> {
        let found = self.tokens_at(text, at);
        let mut first = None;
        for (range, token) in found {
            let Some(tokens) = ItemTokens::new(text, token.item) else {
                continue;
            };
            let symbols = meaning(&self.db, &tokens, token);
            let is_known = !symbols.is_empty();
            let here = Here {
                range,
                token,
                symbols,
            };
            if is_known {
                return Some(here);
            }
            first = first.or(Some(here));
        }
        first
    }

    /// Where a token of an item stands in the user's files.
    pub(crate) fn target<'db>(
        &self,
        text: &Text<'db>,
        item: ItemId<'db>,
        token: u32,
    ) -> Option<Target> {
        let (start, own) = text.item(item)?;
        let lexed = cleave_syntax::lexer::Lexed::new(own);
        let token = token as usize;
        let range = (token < lexed.len()).then(|| lexed.range(token))?;
        Some(Target {
            range: self.range_of(text, start + range.start, range.len() as u32)?,
            name: own[range].to_owned(),
        })
    }

    /// Where the name at a place leads, and the name itself.
    pub fn goto(&self, at: &FilePosition, which: Goto) -> Option<(FileRange, Vec<Target>)> {
        let text = self.text();
        let here = self.here(&text, at)?;
        let mut places = Vec::new();
        for symbol in &here.symbols {
            let led = match symbol {
                Symbol::Namespace(scope) => self.namespace_at(*scope, &text, here.token),
                _ => self.leads_to(symbol, which),
            };
            for place in led {
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
        let targets = places
            .into_iter()
            .filter_map(|(item, token)| self.target(&text, item, token));
        Some((here.range, targets.collect()))
    }

    /// Where a namespace begins for the first time, or the alias by which a token names it.
    fn namespace_at<'db>(
        &'db self,
        scope: ScopePath<'db>,
        text: &Text<'db>,
        token: Token<'db>,
    ) -> Vec<(ItemId<'db>, u32)> {
        let db = &self.db;
        let Some(tokens) = ItemTokens::new(text, token.item) else {
            return Vec::new();
        };
        let word = tokens.word(token.number);
        let is_alias = scope.name(db) != word;
        for placed in file_parts(db, self.file) {
            for scanned in part_items(db, *placed) {
                let item = scanned.item;
                let is_it = match item.kind {
                    ItemKind::NamespaceOpen => !is_alias && scanned.scope == scope,
                    ItemKind::NamespaceAlias => is_alias && item.name.of(scanned.text) == word,
                    _ => false,
                };
                if !is_it {
                    continue;
                }
                let id = item_id_at(db, self.file, scanned.index);
                let Some(own) = ItemTokens::new(text, id) else {
                    continue;
                };
                let mut all = 0..own.lexed.len() as u32;
                return all
                    .find(|&n| own.word(n) == word)
                    .map(|n| (id, n))
                    .into_iter()
                    .collect();
            }
        }
        Vec::new()
    }

    fn leads_to<'db>(&'db self, symbol: &Symbol<'db>, which: Goto) -> Vec<(ItemId<'db>, u32)> {
        let db = &self.db;
        if which == Goto::Type {
            let ty = type_of_symbol(db, symbol);
            let ty = ty.and_then(|ty| innermost(db, ty));
            return ty
                .into_iter()
                .flat_map(|e| declared_at(db, e, Goto::Definition))
                .collect();
        }
        match symbol {
            Symbol::Entity(e) => declared_at(db, *e, which),
            Symbol::Local(local) => vec![(local.item, local.token)],
            Symbol::Parameter(item, token) | Symbol::Label(item, token) => vec![(*item, *token)],
            Symbol::Namespace(_) => Vec::new(),
            Symbol::Type(ty) => {
                let class = innermost(db, *ty);
                class
                    .into_iter()
                    .flat_map(|e| declared_at(db, e, which))
                    .collect()
            }
        }
    }

    /// What the name at a place denotes, for other units.
    pub fn denoted(&self, at: &FilePosition) -> Option<Denoted> {
        if let Some(expanded) = self.places.expanded_at(&at.file, at.line, at.column) {
            return Some(Denoted {
                name: expanded.name.to_owned(),
                declared: vec![FilePosition {
                    file: expanded.defined.0.into(),
                    line: expanded.defined.1,
                    column: 0,
                }],
                is_local: false,
                is_macro: true,
            });
        }
        let text = self.text();
        let here = self.here(&text, at)?;
        let symbol = here.symbols.first()?;
        let name = ItemTokens::new(&text, here.token.item)?
            .word(here.token.number)
            .to_owned();
        // Who is called by a literal's suffix has uses of other spellings.
        if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') || name.contains('"') {
            return None;
        }
        let declared = self.declared(&text, symbol);
        let is_local = matches!(
            symbol,
            Symbol::Local(_) | Symbol::Parameter(..) | Symbol::Label(..)
        );
        Some(Denoted {
            name,
            declared,
            is_local,
            is_macro: false,
        })
    }

    pub(crate) fn declared<'db>(
        &'db self,
        text: &Text<'db>,
        symbol: &Symbol<'db>,
    ) -> Vec<FilePosition> {
        let db = &self.db;
        let places: Vec<(ItemId<'db>, u32)> = match symbol {
            Symbol::Entity(e) => {
                let mut all = all_declared_at(db, *e);
                // A specialisation has the name of its template.
                if let Some(Some(template)) = primary(db, e.decl(db)) {
                    all.extend(all_declared_at(db, Entity::new(db, template, None)));
                }
                all
            }
            Symbol::Local(local) => vec![(local.item, local.token)],
            Symbol::Parameter(item, token) | Symbol::Label(item, token) => vec![(*item, *token)],
            Symbol::Namespace(_) | Symbol::Type(_) => Vec::new(),
        };
        let targets = places
            .into_iter()
            .filter_map(|(item, token)| self.target(text, item, token));
        targets.map(|t| t.range.start).collect()
    }

    /// The references to a name in the user's files.
    pub fn references(&self, denoted: &Denoted) -> Vec<Reference> {
        if denoted.is_macro {
            return self.expansions(denoted);
        }
        let text = self.text();
        let mut out = Vec::new();
        self.each_reference(&text, denoted, |_, _, reference| out.push(reference));
        out.sort_by(|a: &Reference, b| a.range.cmp(&b.range).then(b.is_written.cmp(&a.is_written)));
        out.dedup_by(|a, b| a.range == b.range);
        out
    }

    /// Where a macro is expanded.
    fn expansions(&self, denoted: &Denoted) -> Vec<Reference> {
        let mut out = Vec::new();
        for file in self.places.files() {
            for expanded in self.places.expanded(file) {
                let is_it = expanded.name == denoted.name
                    && (denoted.declared.iter()).any(|d| (&*d.file, d.line) == expanded.defined);
                if !is_it {
                    continue;
                }
                let start = FilePosition {
                    file: file.clone(),
                    line: expanded.at.line,
                    column: expanded.at.column,
                };
                out.push(Reference {
                    range: FileRange::of_token(start, expanded.name.len() as u32),
                    is_written: true,
                    is_declaration: false,
                });
            }
        }
        out.sort_by(|a, b| a.range.cmp(&b.range));
        out.dedup();
        out
    }

    /// Each reference with its token and what it means there.
    pub(crate) fn each_reference<'db>(
        &'db self,
        text: &Text<'db>,
        denoted: &Denoted,
        mut each: impl FnMut(Token<'db>, &Symbol<'db>, Reference),
    ) {
        let db = &self.db;
        let word = Word::new(db, denoted.name.as_str());
        let mut known: FxHashMap<(ItemId<'db>, u32), bool> = FxHashMap::default();
        for &node in user_items_with(db, self.file, word) {
            let item = item_id_of_node(db, node);
            let Some(tokens) = ItemTokens::new(text, item) else {
                continue;
            };
            for number in 0..tokens.lexed.len() as u32 {
                if tokens.word(number) != denoted.name {
                    continue;
                }
                let token = Token { item, number };
                for symbol in meaning(db, &tokens, token) {
                    let Some(first) = first_declared(db, &symbol) else {
                        continue;
                    };
                    let is_it = *known.entry(first).or_insert_with(|| {
                        let declared = self.declared(text, &symbol);
                        declared.iter().any(|d| denoted.declared.contains(d))
                    });
                    if !is_it {
                        continue;
                    }
                    let Some((offset, length)) = tokens.offset(number) else {
                        continue;
                    };
                    let Some(range) = self.range_of(text, offset, length) else {
                        continue;
                    };
                    let is_written = range.start.column > 0
                        && self.places.spelled(offset as u32).as_ref() == Some(&range.start);
                    let is_declaration = denoted.declared.contains(&range.start);
                    each(
                        token,
                        &symbol,
                        Reference {
                            range,
                            is_written,
                            is_declaration,
                        },
                    );
                    break;
                }
            }
        }
    }
}

/// How many bytes of a literal stand before its own suffix, if it has one.
fn own_suffix(literal: &str) -> Option<u32> {
    let quoted = literal.rfind(['"', '\'']).map(|at| at + 1);
    let is_number = literal.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let at = match quoted {
        Some(at) if !is_number => at,
        _ if is_number => literal.find('_')?,
        _ => return None,
    };
    let suffix = literal.get(at..)?;
    suffix
        .starts_with(|c: char| c.is_alphabetic() || c == '_')
        .then_some(at as u32)
}

/// The first declaration of what a name means: what tells it from others.
pub(crate) fn first_declared<'db>(
    db: &'db dyn Db,
    symbol: &Symbol<'db>,
) -> Option<(ItemId<'db>, u32)> {
    match symbol {
        Symbol::Entity(e) => {
            let first = canonical(db, e.decl(db));
            let first = primary(db, first).flatten().unwrap_or(first);
            declaration(db, Entity::new(db, first, None))
        }
        Symbol::Local(local) => Some((local.item, local.token)),
        Symbol::Parameter(item, token) | Symbol::Label(item, token) => Some((*item, *token)),
        Symbol::Namespace(_) | Symbol::Type(_) => None,
    }
}

fn all_declared_at<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Vec<(ItemId<'db>, u32)> {
    let decl = entity.decl(db);
    if decl.closure(db).is_some() {
        return Vec::new();
    }
    let all = redeclarations(db, canonical(db, decl)).iter().copied();
    let mut seen = FxHashSet::default();
    all.chain([decl])
        .filter(|d| seen.insert(*d))
        .filter_map(|d| declaration(db, Entity::new(db, d, None)))
        .collect()
}

/// Where an entity is declared, in the sense that is wanted.
fn declared_at<'db>(db: &'db dyn Db, entity: Entity<'db>, which: Goto) -> Vec<(ItemId<'db>, u32)> {
    if entity.decl(db).closure(db).is_some() {
        return Vec::new();
    }
    let first = Entity::new(db, canonical(db, entity.decl(db)), entity.env(db));
    match which {
        Goto::Declaration => declaration(db, first).into_iter().collect(),
        Goto::Implementation => implementations(db, entity),
        Goto::Definition | Goto::Type => {
            let defined = definition(db, entity).or_else(|| {
                // A template's own definition.
                definition(db, Entity::new(db, first.decl(db), None))
            });
            match defined {
                Some(defined) => declaration(db, defined).into_iter().collect(),
                None => all_declared_at(db, entity),
            }
        }
    }
}

/// What overrides a virtual function, or derives from a class.
fn implementations<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Vec<(ItemId<'db>, u32)> {
    let file = entity.decl(db).code(db).item.file(db);
    let mut out = Vec::new();
    let class = match entity.is_function(db) {
        true => cleave_typing::function::class_of(db, entity),
        false => Some(Ty::of(db, TyKind::Class(entity))),
    };
    let Some(class) = class else {
        return declared_at(db, entity, Goto::Definition);
    };
    for derived in crate::hierarchy::classes(db, file) {
        if derived == class || cleave_typing::class::derives(db, derived, class) != Some(true) {
            continue;
        }
        if !entity.is_function(db) {
            let class = derived.class_entity(db);
            out.extend(
                class
                    .into_iter()
                    .flat_map(|c| declared_at(db, c, Goto::Definition)),
            );
            continue;
        }
        for own in cleave_typing::class::own_functions(db, derived) {
            if cleave_typing::class::overrides(db, own, entity) {
                out.extend(declared_at(db, own, Goto::Definition));
            }
        }
    }
    match out.is_empty() {
        true => declared_at(db, entity, Goto::Definition),
        false => out,
    }
}

/// The type of what a name means.
pub(crate) fn type_of_symbol<'db>(db: &'db dyn Db, symbol: &Symbol<'db>) -> Option<Ty<'db>> {
    match symbol {
        Symbol::Entity(e) => match e.kind(db)? {
            DeclKind::Variable(_) => Some(variable_type(db, *e)),
            DeclKind::Function(_) => Some(cleave_typing::check::return_type(db, *e)),
            DeclKind::Class(_) => Some(Ty::of(db, TyKind::Class(*e))),
            DeclKind::Enum(_) => Some(Ty::of(db, TyKind::Enum(*e))),
            DeclKind::Alias(_) => cleave_typing::alias_type(db, *e),
            _ => None,
        },
        Symbol::Local(local) => local.ty,
        Symbol::Type(ty) => Some(*ty),
        Symbol::Parameter(..) | Symbol::Label(..) | Symbol::Namespace(_) => None,
    }
}

/// The class or enumeration below pointers, references and arrays.
pub(crate) fn innermost<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<Entity<'db>> {
    let mut at = ty;
    for _ in 0..64 {
        at = match at.kind(db) {
            TyKind::Class(e) | TyKind::Enum(e) => return Some(*e),
            TyKind::Pointer(t) | TyKind::LvalueReference(t) | TyKind::RvalueReference(t) => *t,
            TyKind::Array(t, _) => *t,
            _ => return None,
        };
    }
    None
}
