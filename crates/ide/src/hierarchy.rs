//! Which classes there are and what they derive from, which functions call which.

use cleave_base_db::{Db, SourceFile};
use cleave_hir::{Class, DeclKind, item_hir};
use cleave_names::{item_id_of_node, user_items};
use cleave_typing::class::{class_info, overrides, own_functions};
use cleave_typing::function::{class_of, definition};
use cleave_typing::thir::ExprKind;
use cleave_typing::{CodeRef, DeclRef, Entity, Ty, TyKind};
use rustc_hash::FxHashSet;

use crate::analysis::{Analysis, Text};
use crate::meaning::Symbol;
use crate::navigation::{Denoted, Here, innermost, type_of_symbol};
use crate::piece::Piece;
use crate::places::{FilePosition, FileRange};
use crate::symbols::Kind;

/// A function or class in a hierarchy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// What is said beside it: a function's space.
    pub detail: String,
    /// What it is.
    pub kind: Kind,
    /// Where its name is declared.
    pub at: FileRange,
    /// Where it calls, or is called.
    pub calls: Vec<FileRange>,
}

/// The classes of the user's files that are no templates.
pub(crate) fn classes<'db>(db: &'db dyn Db, file: SourceFile) -> Vec<Ty<'db>> {
    let mut out = Vec::new();
    for &node in user_items(db, file) {
        let item = item_id_of_node(db, node);
        for (id, decl) in item_hir(db, item).declarations() {
            let defines = matches!(&decl.kind, DeclKind::Class(Class { defined: true, .. }));
            if defines && decl.heads.is_empty() {
                let decl = DeclRef::at(db, CodeRef::signature(item), id);
                let first = cleave_typing::function::canonical(db, decl);
                out.push(Ty::of(db, TyKind::Class(Entity::new(db, first, None))));
            }
        }
    }
    out
}

/// The functions that a function overrides itself: on the ways up from its class the first ones ([class.virtual]).
pub(crate) fn overridden<'db>(db: &'db dyn Db, function: Entity<'db>) -> Vec<Entity<'db>> {
    let bases_of = |class: Ty<'db>| {
        let info = class_info(db, class);
        info.map_or(Vec::new(), |info| info.bases.iter().map(|b| b.ty).collect())
    };
    let class = class_of(db, function);
    let mut open: Vec<Ty<'db>> = class.map_or(Vec::new(), bases_of);
    let mut seen = FxHashSet::default();
    let mut out = Vec::new();
    while let Some(base) = open.pop() {
        if !seen.insert(base) {
            continue;
        }
        let mut all = own_functions(db, base).into_iter();
        match all.find(|&theirs| overrides(db, function, theirs)) {
            Some(theirs) => out.push(theirs),
            None => open.extend(bases_of(base)),
        }
    }
    out
}

impl Analysis {
    fn node<'db>(&'db self, text: &Text<'db>, entity: Entity<'db>) -> Option<Node> {
        let db = &self.db;
        let (item, token) = cleave_typing::program::declaration(db, entity)?;
        let target = self.target(text, item, token)?;
        let is_function = entity.is_function(db);
        Some(Node {
            name: target.name,
            detail: match is_function {
                true => self.space_of(entity).name().to_owned(),
                false => String::new(),
            },
            kind: Kind::of(db, entity),
            at: target.range,
            calls: Vec::new(),
        })
    }

    /// The function at a place.
    pub fn function_at(&self, at: &FilePosition) -> Option<Node> {
        let text = self.text();
        let here = self.here(&text, at)?;
        self.node(&text, function_of(&self.db, &here)?)
    }

    /// The functions that refer to a function, with where they do.
    pub fn callers(&self, denoted: &Denoted) -> Vec<Node> {
        let db = &self.db;
        let text = self.text();
        let mut out: Vec<(Entity<'_>, Vec<FileRange>)> = Vec::new();
        self.each_reference(&text, denoted, |token, _, reference| {
            if reference.is_declaration {
                return;
            }
            let piece = Piece::around(db, token.item, token.number);
            let Some(owner) = piece.owner.filter(|_| piece.code_ref.body.is_some()) else {
                return;
            };
            match out.iter_mut().find(|(e, _)| *e == owner) {
                Some((_, calls)) => calls.push(reference.range),
                None => out.push((owner, vec![reference.range])),
            }
        });
        let nodes = out.into_iter().filter_map(|(owner, calls)| {
            Some(Node {
                calls,
                ..self.node(&text, owner)?
            })
        });
        nodes.collect()
    }

    /// The functions that the function at a place calls, with where it does.
    pub fn callees(&self, at: &FilePosition) -> Vec<Node> {
        let db = &self.db;
        let text = self.text();
        let Some(here) = self.here(&text, at) else {
            return Vec::new();
        };
        let Some(function) = function_of(db, &here) else {
            return Vec::new();
        };
        let item = function.decl(db).code(db).item;
        let raw = function.decl(db).index(db);
        let own = Piece::bodies(db, item);
        let Some(piece) = own.into_iter().find(|p| p.code_ref.body == Some(raw)) else {
            return Vec::new();
        };
        let mut out: Vec<(Entity<'_>, Vec<FileRange>)> = Vec::new();
        for (_, typed) in piece.typed(db) {
            for x in &typed.exprs {
                let callee = match &x.kind {
                    ExprKind::Call { callee, .. } | ExprKind::Construct(callee, _) => *callee,
                    ExprKind::Launch(callee, ..) => match &typed.exprs[callee.0 as usize].kind {
                        ExprKind::Function(f) => *f,
                        _ => continue,
                    },
                    _ => continue,
                };
                let Some((_, point)) = cleave_typing::program::place(db, x.site) else {
                    continue;
                };
                let target = self.target(&text, x.site.code.item, point);
                let range = target.map(|target| target.range);
                let callee = Entity::new(db, callee.decl(db), None);
                match out.iter_mut().find(|(e, _)| *e == callee) {
                    Some((_, calls)) => calls.extend(range),
                    None => out.push((callee, range.into_iter().collect())),
                }
            }
        }
        let nodes = out.into_iter().filter_map(|(callee, mut calls)| {
            calls.sort();
            calls.dedup();
            Some(Node {
                calls,
                ..self.node(&text, defined(db, callee))?
            })
        });
        nodes.collect()
    }

    /// The class at a place, or the one that a name there has for a type.
    pub fn class_at(&self, at: &FilePosition) -> Option<Node> {
        let text = self.text();
        let here = self.here(&text, at)?;
        let ty = type_of_symbol(&self.db, here.symbols.first()?)?;
        self.node(&text, defined(&self.db, innermost(&self.db, ty)?))
    }

    /// What the class at a place derives from (`true`), or what derives from it.
    pub fn related_classes(&self, at: &FilePosition, bases: bool) -> Vec<Node> {
        let db = &self.db;
        let text = self.text();
        let Some(here) = self.here(&text, at) else {
            return Vec::new();
        };
        let ty = here.symbols.first().and_then(|s| type_of_symbol(db, s));
        let Some(class) = ty.and_then(|ty| innermost(db, ty)) else {
            return Vec::new();
        };
        let first = cleave_typing::function::canonical(db, class.decl(db));
        let class = Ty::of(db, TyKind::Class(Entity::new(db, first, class.env(db))));
        let found: Vec<Ty<'_>> = match bases {
            true => {
                let info = class_info(db, class);
                info.map_or(Vec::new(), |i| i.bases.iter().map(|b| b.ty).collect())
            }
            false => {
                let derives = |c: &Ty<'_>| {
                    class_info(db, *c)
                        .is_some_and(|i| i.bases.iter().any(|b| b.ty.unqualified(db) == class))
                };
                classes(db, self.file).into_iter().filter(derives).collect()
            }
        };
        let entities = found.into_iter().filter_map(|ty| innermost(db, ty));
        entities
            .filter_map(|e| self.node(&text, defined(db, e)))
            .collect()
    }
}

/// The function that a name denotes, by its definition if there is one.
fn function_of<'db>(db: &'db dyn Db, here: &Here<'db>) -> Option<Entity<'db>> {
    let function = here.symbols.iter().find_map(|s| match s {
        Symbol::Entity(e) if e.is_function(db) => Some(*e),
        _ => None,
    });
    function.map(|function| defined(db, function))
}

fn defined<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Entity<'db> {
    definition(db, entity).unwrap_or(entity)
}
