//! The entity that the module id is named after, and the name that counts for it (reference: host-text, Entity of the module id).
//! It must not know how an id is put together.
//!
//! Granularity: [`candidates_in`] reads the skeleton of a part, which changes at every edit of it, and is the firewall in front of
//! the rest: signatures, which hold neither a position nor a body.

use cleave_base_db::{Db, SourceFile};
use cleave_hir::{Decl, DeclKind, item_hir};
use cleave_mangle::{Name, Scope, Unqualified, Variable, mangle_function, mangle_variable};
use cleave_names::{
    ItemId, ItemNode, Part, file_parts, item_id_of_node, may_name_module, part_nodes,
    part_skeleton, part_text,
};
use cleave_typing::{CodeRef, DeclRef, Entity, linkage};

use super::eligible;

/// The linker's name of the first entity that no other module can define. Nothing if the file defines no such entity.
///
/// The bodies of functions and the values of variables do not matter to it.
#[salsa::tracked(returns(as_deref))]
pub fn module_entity(db: &dyn Db, file: SourceFile) -> Option<String> {
    candidates(db, file)
        .iter()
        .find_map(|&item| item_entity(db, item))
}

/// The items that the module id may be named after, as far as the skeleton tells.
#[salsa::tracked(returns(deref))]
fn candidates<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[ItemId<'db>]> {
    let parts = file_parts(db, file).iter();
    let all = parts.flat_map(|placed| candidates_in(db, file, placed.part));
    all.map(|&node| item_id_of_node(db, node)).collect()
}

/// Those of a part.
#[salsa::tracked(returns(deref))]
fn candidates_in<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> Box<[ItemNode<'db>]> {
    let (text, items) = (part_text(db, part), &part_skeleton(db, part).items);
    let nodes = part_nodes(db, file, part).iter();
    let named = nodes.filter(|(_, number)| may_name_module(text, &items[*number as usize]));
    named.map(|&(node, _)| node).collect()
}

/// The first suitable entity of an item.
fn item_entity<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Option<String> {
    if item.scope(db).is_internal(db) {
        return None;
    }
    let code = CodeRef { item, body: None };
    let decls = &item_hir(db, item).code.decls;
    decls
        .iter()
        .filter(|(_, d)| d.parent.is_none())
        .find_map(|(id, decl)| {
            let entity = Entity::new(db, DeclRef::at(db, code, id), None);
            match decl.kind {
                DeclKind::Function(_) => function(db, entity, decl),
                DeclKind::Variable(_) => variable(db, entity, decl),
                _ => None,
            }
        })
        .filter(|name| !name.is_empty())
}

fn function<'db>(db: &'db dyn Db, entity: Entity<'db>, decl: &Decl) -> Option<String> {
    if !eligible::is_plain(db, entity, decl) {
        return None;
    }
    if !eligible::is_eligible_function(db, entity, decl) {
        return None;
    }
    let known = linkage::mangle_function(db, entity);
    if known.as_ref().is_some_and(eligible::is_internal_function) {
        return None;
    }
    match known {
        Some(known) => mangle_function(&known).ok(),
        // Without the types, the name alone must do: it is stable, and no other entity of the file comes before it.
        None => nested(linkage::plain_name(db, entity)?),
    }
}

fn variable<'db>(db: &'db dyn Db, entity: Entity<'db>, decl: &Decl) -> Option<String> {
    if !eligible::is_plain(db, entity, decl) {
        return None;
    }
    let name = linkage::plain_name(db, entity);
    if !eligible::is_eligible_variable(db, entity, decl, name.as_ref()) {
        return None;
    }
    nested(name?)
}

/// A name as a variable's: without types, and without ABI tags.
fn nested(mut name: Name) -> Option<String> {
    name.abi_tags.clear();
    if let (Scope::Global, Unqualified::Identifier(id)) = (&name.scope, &name.id) {
        return Some(cleave_mangle::spelled_identifier(id).into_owned());
    }
    mangle_variable(&Variable::new(name)).ok()
}
