//! The host text: the input with everybody's patches applied, between the prologue and the trailer.
//!
//! Granularity: an item's edits are a query of their own ([`crate::item_edits`]) and survive layout; putting a part of the text
//! together ([`host_part`]) runs when that part or one of its edits changes, and does nothing but look positions up and copy.

mod whole;

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_cuda::toolkit_of;
use cleave_names::{
    Part, file_parts, inline_unnamed_namespaces, lexed, part_nodes, part_scopes, part_skeleton,
    part_text,
};
use cleave_syntax::lexer::Lexed;
use rustc_hash::FxHashSet;

use crate::boilerplate::{prologue, trailer};
use crate::edit::{Patch, Pieces, apply};
use crate::known::known_changes;
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
    let mut out = Pieces::new(take);
    let settings = options.settings(db);
    let parts = file_parts(db, file);
    let mut lines = parts.iter().map(|p| &part_skeleton(db, p.part).lines);
    let first = lines.clone().find_map(|lines| lines.first_file());
    let toolkit = toolkit_of(db, file);
    out.push(&prologue(settings, toolkit, first.unwrap_or(file.name(db))));
    if let (None, Some(lines)) = (first, lines.next()) {
        out.line_marker(file.text(db), lines, 0);
    }
    match parts {
        [only] => write_part(db, file, only.part, options, &mut out),
        _ => parts
            .iter()
            .for_each(|placed| out.push(host_part(db, file, placed.part, options))),
    }
    out.push(&trailer(settings, module_id(db, file, options)));
    if settings.relocatable || settings.partial_link {
        out.push(reference_arrays(db, file, options));
    }
}

/// The host text of one part of a file.
#[salsa::tracked(no_eq, returns(deref))]
fn host_part<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    part: Part<'db>,
    options: HostOptions,
) -> String {
    let mut text = String::new();
    let mut push = |piece: &str| text.push_str(piece);
    let mut out = Pieces::new(&mut push);
    out.begin_line();
    write_part(db, file, part, options, &mut out);
    text.shrink_to_fit();
    text
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
    let mut add = |node, number: u32| {
        let span = skeleton.items[number as usize].span;
        if let Some(known) = known_changes(db, file, node, span.of(text)) {
            let at = |byte: u32| (span.start + byte) as usize;
            patches.extend((known.iter()).map(|c| Patch::new(at(c.start)..at(c.end), &*c.text)));
            return;
        }
        let edits = item_edits(db, file, node, options);
        if edits.is_empty() {
            return;
        }
        // The layout may have changed since the item was last looked into.
        let relaid = (span.of(text) != node.text(db).as_str()).then(|| Lexed::new(span.of(text)));
        let lexed = relaid.as_ref().unwrap_or_else(|| lexed(db, node));
        patches.extend(edits.iter().map(|e| e.patch(lexed, span.start as usize)));
    };
    for &(node, number) in part_nodes(db, file, part) {
        add(node, number);
    }
    apply(text, &skeleton.lines, patches, out);
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
