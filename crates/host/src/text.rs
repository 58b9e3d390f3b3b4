//! The host text: the input with everybody's patches applied, between the prologue and the trailer.
//!
//! Granularity: an item's edits are a query of their own ([`crate::item_edits`]) and survive layout; putting a part of the text
//! together ([`host_part`]) runs when that part or one of its edits changes, and does nothing but look positions up and copy. Between
//! them stands [`changes`], over some neighbours: of most groups in a header no edit of the user's code says anything.

mod whole;

use std::sync::Arc;

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_cuda::toolkit_of;
use cleave_names::{
    ItemNode, Part, file_parts, inline_unnamed_namespaces, lexed, part_nodes, part_scopes,
    part_skeleton, part_text,
};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::Span;
use rustc_hash::FxHashSet;

use crate::boilerplate::{prologue, trailer};
use crate::edit::{Patch, Pieces, apply};
use crate::known::{Change, known_changes};
use crate::lambda::templates;
use crate::{item_edits, module_id, reference_arrays};
use whole::Fixed;

/// The host half of a file.
#[salsa::tracked(no_eq, returns(deref))]
pub fn host_text(db: &dyn Db, file: SourceFile, options: HostOptions) -> String {
    let mut out = String::new();
    // Edits make some things longer and many shorter; a little room saves moving megabytes.
    let length = file.text(db).len();
    out.reserve(length + length / 16 + 4096);
    host_text_in_pieces(db, file, options, &mut |piece| out.push_str(piece));
    out
}

/// The same text, piece by piece, and not remembered: for whoever writes it and goes. Of a file that is divided into pieces the
/// text of each part is remembered.
pub fn host_text_in_pieces(
    db: &dyn Db,
    file: SourceFile,
    options: HostOptions,
    take: &mut dyn FnMut(&str),
) {
    let [only] = file_parts(db, file) else {
        return host_pieces(db, file, options).iter().for_each(|p| take(p));
    };
    let mut out = Pieces::new(take);
    write_front(db, file, options, &mut out);
    write_part(db, file, only.part, options, &mut out);
    write_end(db, file, options, &mut out);
}

/// The same text as what stands in front, the parts of the file, and what stands behind. A part that an edit leaves as it was is the
/// very same value as before: who keeps the pieces of the last pass knows by [`Arc::ptr_eq`] what is to be written.
pub fn host_pieces(db: &dyn Db, file: SourceFile, options: HostOptions) -> Vec<Arc<String>> {
    let around = |write: fn(&dyn Db, SourceFile, HostOptions, &mut Pieces<'_>)| {
        let mut text = String::new();
        let mut push = |piece: &str| text.push_str(piece);
        write(db, file, options, &mut Pieces::new(&mut push));
        Arc::new(text)
    };
    let parts = file_parts(db, file).iter();
    let parts = parts.map(|placed| Arc::clone(host_part(db, file, placed.part, options)));
    std::iter::once(around(write_front))
        .chain(parts)
        .chain([around(write_end)])
        .collect()
}

fn write_front(db: &dyn Db, file: SourceFile, options: HostOptions, out: &mut Pieces<'_>) {
    let parts = file_parts(db, file);
    let mut lines = parts.iter().map(|p| &part_skeleton(db, p.part).lines);
    let first = lines.clone().find_map(|lines| lines.first_file());
    let (settings, toolkit) = (options.settings(db), toolkit_of(db, file));
    out.push(&prologue(settings, toolkit, first.unwrap_or(file.name(db))));
    if let (None, Some(lines)) = (first, lines.next()) {
        out.line_marker(file.text(db), lines, 0);
    }
}

fn write_end(db: &dyn Db, file: SourceFile, options: HostOptions, out: &mut Pieces<'_>) {
    let settings = options.settings(db);
    out.push(&trailer(settings, module_id(db, file, options)));
    if settings.relocatable || settings.partial_link {
        out.push(reference_arrays(db, file, options));
    }
}

/// The host text of one part of a file.
#[salsa::tracked(no_eq)]
fn host_part<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    part: Part<'db>,
    options: HostOptions,
) -> Arc<String> {
    let mut text = String::new();
    let mut push = |piece: &str| text.push_str(piece);
    let mut out = Pieces::new(&mut push);
    out.begin_line();
    write_part(db, file, part, options, &mut out);
    text.shrink_to_fit();
    text.into()
}

fn write_part<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    part: Part<'db>,
    options: HostOptions,
    out: &mut Pieces<'_>,
) {
    let settings = options.settings(db);
    let fixed = Fixed {
        text: part_text(db, part),
        skeleton: part_skeleton(db, part),
        settings,
        toolkit: toolkit_of(db, file),
        module_id: &|| module_id(db, file, options),
        inline: inline_unnamed(db, file, part),
        includes_runtime: size_t_part(db, file) == Some(part),
    };
    let mut patches = fixed.patches();
    if settings.extended_lambda {
        fixed.lambda_templates(|| templates(db, file, options), &mut patches);
    }
    let (text, skeleton) = (fixed.text, fixed.skeleton);
    let nodes = part_nodes(db, file, part);
    let is_whole = file_parts(db, file).len() == 1;
    match is_whole || nodes.len() <= GROUP {
        true => {
            for &(node, number) in nodes {
                let at = skeleton.items[number as usize].span;
                add_patches(db, file, node, options, at, text, &mut |patch| {
                    patches.push(patch)
                });
            }
        }
        false => {
            for group in 0..nodes.len().div_ceil(GROUP) {
                let changes = changes(db, file, part, options, group as u32).iter();
                patches.extend(changes.map(|c| {
                    let range = c.start as usize..c.end as usize;
                    Patch::new(range, &*c.text)
                }));
            }
        }
    }
    apply(text, &skeleton.lines, patches, out);
}

/// How many items are one group.
const GROUP: usize = 32;

/// What becomes of a group of neighbours among the items of a part; the part's own bytes.
#[salsa::tracked(returns(deref))]
fn changes<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    part: Part<'db>,
    options: HostOptions,
    group: u32,
) -> Box<[Change]> {
    let (text, items) = (part_text(db, part), &part_skeleton(db, part).items);
    let group = part_nodes(db, file, part).chunks(GROUP).nth(group as usize);
    let mut out = Vec::new();
    let mut add = |patch: Patch<'_>| {
        out.push(Change {
            start: patch.range.start as u32,
            end: patch.range.end as u32,
            text: patch.text.into(),
        });
    };
    for &(node, number) in group.unwrap_or_default() {
        let at = items[number as usize].span;
        add_patches(db, file, node, options, at, text, &mut add);
    }
    out.into()
}

/// What becomes of an item that lies at `span` in a text.
fn add_patches<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    node: ItemNode<'db>,
    options: HostOptions,
    span: Span,
    text: &str,
    add: &mut dyn FnMut(Patch<'db>),
) {
    let own = span.of(text);
    if let Some(known) = known_changes(db, file, node, own) {
        let at = |byte: u32| (span.start + byte) as usize;
        let patches = known
            .iter()
            .map(|c| Patch::new(at(c.start)..at(c.end), &*c.text));
        return patches.for_each(add);
    }
    let edits = item_edits(db, file, node, options);
    if edits.is_empty() {
        return;
    }
    // The layout may have changed since the item was last looked into.
    let relaid = (own != node.text(db).as_str()).then(|| Lexed::new(own));
    let lexed = relaid.as_ref().unwrap_or_else(|| lexed(db, node));
    let patches = edits.iter().map(|e| e.patch(lexed, span.start as usize));
    patches.for_each(add);
}

/// The part that is the first to declare `size_t` in the global namespace.
#[salsa::tracked(returns(copy))]
fn size_t_part<'db>(db: &'db dyn Db, file: SourceFile) -> Option<Part<'db>> {
    let parts = file_parts(db, file);
    if let [only] = parts {
        return Some(only.part);
    }
    let mut all = parts.iter().map(|placed| placed.part);
    all.find(|&part| declares_size_t(db, part))
}

#[salsa::tracked(returns(copy))]
fn declares_size_t<'db>(db: &'db dyn Db, part: Part<'db>) -> bool {
    whole::size_t(part_text(db, part), part_skeleton(db, part)).is_some()
}

/// The scopes of a part that are unnamed namespaces which some opening in the file calls inline: they keep having no name,
/// wherever they are opened.
fn inline_unnamed<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> FxHashSet<u32> {
    let inline = inline_unnamed_namespaces(db, file);
    match inline.is_empty() {
        true => FxHashSet::default(),
        false => (0u32..)
            .zip(part_scopes(db, part))
            .filter(|(_, scope)| inline.contains(scope))
            .map(|(number, _)| number)
            .collect(),
    }
}
