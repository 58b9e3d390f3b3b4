//! From a text to its items as things with an identity: what survives an edit, and what every query above is keyed by.
//!
//! It must not know what an annotation means, nor what a type or an expression is: of a tree it reads declarations.
#![allow(missing_docs, reason = "salsa generates methods without documentation")]

mod asked;
pub mod decl;
mod identity;
mod index;
mod interface;
mod item;
mod lookup;
mod lower;
mod map;
mod owners;
mod pack;
mod parts;
mod selection;
mod tree;
mod words;

pub use asked::Asked;
pub use identity::{
    ItemId, is_of_user, item_flags, item_id, item_id_at, item_id_of_node, item_id_text, item_index,
    item_node, user_node,
};
pub use index::{
    CONVERSION, Directive, NamedItem, Word, declares, is_sole, item_head, item_scope, item_text,
    may_declare, named_items, using_enums,
};
pub use interface::{
    has_interface, has_managed, interface_has_function, interface_has_rewritten, interface_of,
    last_part,
};
pub use item::{ItemNode, ItemText, ScopePath};
pub use lookup::{
    Candidate, IndexNames, ItemNames, Role, candidates, is_transparent_in, namespaces_named,
    opened, opened_at, search_order,
};
pub use lower::declarations_of_node;
pub use map::{ItemMap, is_in_own_file, item_map, items, part_nodes, part_user_nodes, user_items};
pub use owners::{file_of_item, user_ranges};
pub use pack::{PackProblem, PackStack, pack_arguments, packing};
pub use parts::{
    Part, Placed, ScannedItem, all_items, file_parts, inline_unnamed_namespaces, part_items,
    part_scopes, part_skeleton, part_text, placed_item, skeleton,
};
pub use selection::may_name_module;
pub use tree::{
    TokenPlaces, declarations, declarations_at, flat_beside, flat_bodies, flat_id, flat_of_user,
    flat_tree, keep_at_most, lexed, parse, parse_bodies, parse_id, syntax_errors, syntax_errors_as,
    token_place,
};
pub use words::user_items_with;

#[cfg(test)]
mod tests;
