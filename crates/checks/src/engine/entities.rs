//! One identity for what an item declares: the declaration that is written in it and the one that the semantic core knows, back
//! and forth. And where an entity is: on the host, on the device.
//!
//! Both lists of declarations are made of one tree. They meet at the token of the name, and nowhere but here.

use cleave_base_db::Db;
use cleave_cuda::{ExecutionSpace, MemorySpace, Space};
use cleave_hir::{DeclKind as HirKind, body_spans, body_start, item_spans};
use cleave_names::decl::{Decl, DeclKind};
use cleave_names::{ItemNode, declarations, item_id_of_node, user_node};
use cleave_typing::function::specialized::specialized;
use cleave_typing::function::{canonical, redeclarations};
use cleave_typing::{CodeRef, DeclRef, Entity};

use crate::engine::source::Source;

/// The token of the name that a declaration declares, counted from its item's first.
pub(crate) fn name_token<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Option<u32> {
    let code = decl.code(db);
    let (spans, first) = match code.body {
        None => (item_spans(db, code.item), 0),
        Some(body) => (
            body_spans(db, code.item, body)?,
            body_start(db, code.item, body)?,
        ),
    };
    let name = spans.decls.get(decl.index(db) as usize)?;
    Some(name.start + first)
}

/// The function or variable that a declaration of the item declares, as this declaration has it.
pub(crate) fn declaration<'db>(s: &Source<'db>, decl: &Decl) -> Option<DeclRef<'db>> {
    declaration_in(s.db, s.item, decl)
}

/// The same of any item.
pub(crate) fn declaration_in<'db>(
    db: &'db dyn Db,
    item: ItemNode<'db>,
    decl: &Decl,
) -> Option<DeclRef<'db>> {
    let item = item_id_of_node(db, item);
    let code = CodeRef { item, body: None };
    let spans = item_spans(db, item);
    let mut named = (0u32..)
        .zip(spans.decls.iter())
        .filter(|(_, t)| t.start == decl.name_tokens.start && t.end > t.start)
        .map(|(i, _)| DeclRef::new(db, code, i, None));
    let wanted = decl.kind == DeclKind::Function;
    named.find(|d| match d.hir(db).map(|d| &d.kind) {
        Some(HirKind::Function(_)) => wanted,
        Some(HirKind::Variable(_)) => !wanted,
        _ => false,
    })
}

/// The entity of this declaration alone.
pub(crate) fn entity<'db>(s: &Source<'db>, decl: &Decl) -> Option<Entity<'db>> {
    declaration(s, decl).map(|own| Entity::new(s.db, own, None))
}

/// The entity that a declaration declares, whichever declares it first.
pub(crate) fn first<'db>(s: &Source<'db>, decl: &Decl) -> Option<Entity<'db>> {
    let own = declaration(s, decl)?;
    Some(Entity::new(s.db, canonical(s.db, own), None))
}

/// The declarations of the same entity before this one, in order.
pub(crate) fn earlier<'db>(s: &Source<'db>, decl: &Decl) -> &'db [DeclRef<'db>] {
    let Some(own) = declaration(s, decl) else {
        return &[];
    };
    let all = redeclarations(s.db, canonical(s.db, own));
    let until = all.iter().position(|d| *d == own);
    until.map_or(&[], |until| &all[..until])
}

/// All declarations of what a declaration declares, in order.
pub(crate) fn all<'db>(s: &Source<'db>, decl: &Decl) -> &'db [DeclRef<'db>] {
    declaration(s, decl).map_or(&[], |own| redeclarations(s.db, canonical(s.db, own)))
}

/// The template that an explicit specialisation or instantiation takes after.
pub(crate) fn template_of<'db>(s: &Source<'db>, decl: &Decl) -> Option<Entity<'db>> {
    let special = decl.instantiation || decl.is_specialization();
    specialized(s.db, declaration(s, decl).filter(|_| special)?)
}

/// The function among the item's declarations that an entity is, and its number.
pub(crate) fn declared<'s>(s: &'s Source<'_>, entity: Entity<'_>) -> Option<(usize, &'s Decl)> {
    let index = s.function_named_at(name_token(s.db, entity.decl(s.db))?)?;
    Some((index, &s.decls[index]))
}

/// The item of the user's that declares a function, and the declaration's number there.
pub(crate) fn node<'db>(s: &Source<'db>, function: Entity<'db>) -> Option<(ItemNode<'db>, u32)> {
    let item = function.decl(s.db).code(s.db).item;
    let token = name_token(s.db, function.decl(s.db))?;
    let node = user_node(s.db, item)?;
    let index = number(declarations(s.db, node), token)?;
    Some((node, index as u32))
}

/// The number of the function among an item's declarations whose name is at a token.
pub(crate) fn number(decls: &[Decl], token: u32) -> Option<usize> {
    decls
        .iter()
        .position(|d| d.function.is_some() && d.name_tokens.start == token)
}

/// Where an entity is.
pub(crate) fn space<'db>(s: &Source<'db>, entity: Entity<'db>) -> Space {
    cleave_cuda::space(s.db, entity, s.settings.extended_lambda)
}

/// Where a function runs; a variable runs nowhere, and what initialises one is the host's.
pub(crate) fn execution_space<'db>(s: &Source<'db>, function: Entity<'db>) -> ExecutionSpace {
    match space(s, function) {
        Space::Execution(space) => space,
        Space::Memory(_) => ExecutionSpace::default(),
    }
}

/// Where a variable lies.
pub(crate) fn memory_space<'db>(s: &Source<'db>, variable: Entity<'db>) -> MemorySpace {
    match space(s, variable) {
        Space::Memory(space) => space,
        Space::Execution(_) => MemorySpace::default(),
    }
}
