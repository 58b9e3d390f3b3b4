//! One function for each stage: an item in, lines of text out.

use std::fmt::Write as _;

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_cuda::{ExecutionSpace, MemorySpace, function_facts, merged};
use cleave_names::decl::{DeclKind, Declarations};
use cleave_names::{declarations, declarations_at, item_id_text, parse_id};
use cleave_syntax::Bodies;
use cleave_syntax::lexer::Lexed;
use cleave_syntax::tree::SyntaxNode;
use cleave_typing::{check, display, program};

use super::select::Chosen;
use crate::parse::dump;

/// The line above what is shown of an item: its number, kind, name and place.
fn heading(db: &dyn Db, file: SourceFile, chosen: &Chosen<'_>) -> String {
    let text: &str = file.text(db);
    let skeleton = cleave_names::skeleton(db, file);
    let place = skeleton
        .lines
        .position(text, chosen.item.span.start as usize);
    let scope: String = (skeleton.path(chosen.item.scope).into_iter())
        .map(|s| &skeleton.scopes[s as usize])
        .map(|s| match s.unnamed {
            true => "(unnamed)::".to_owned(),
            false => format!("{}::", s.name.of(text)),
        })
        .collect();
    format!(
        "item {} {:?} {scope}{} at {}:{}\n",
        chosen.index,
        chosen.item.kind,
        chosen.item.name.of(text),
        place.file.unwrap_or(file.name(db)),
        place.line
    )
}

/// The significant tokens.
pub(super) fn tokens(db: &dyn Db, file: SourceFile, chosen: &Chosen<'_>) -> String {
    let mut out = heading(db, file, chosen);
    let text = chosen.item.span.of(file.text(db));
    let lexed = Lexed::in_dialect(text, &file.dialect(db));
    for i in 0..lexed.len() {
        let _ = writeln!(out, "  {i} {:?} {:?}", lexed.kind(i), lexed.text(text, i));
    }
    out
}

/// What the scan over the text noticed.
pub(super) fn skeleton(db: &dyn Db, file: SourceFile, chosen: &Chosen<'_>) -> String {
    let mut out = heading(db, file, chosen);
    let (item, skeleton) = (chosen.item, cleave_names::skeleton(db, file));
    let _ = writeln!(
        out,
        "  bytes {}..{}, head to {}\n  flags {:?}",
        item.span.start, item.span.end, item.head_end, item.flags
    );
    for annotation in &skeleton.annotations {
        if item.span.start <= annotation.span.start && annotation.span.end <= item.span.end {
            let written = annotation.span.of(file.text(db));
            let _ = writeln!(out, "  annotation {:?} {written:?}", annotation.flag);
        }
    }
    out
}

/// The lossless tree, bodies included.
pub(super) fn tree(db: &dyn Db, file: SourceFile, chosen: &Chosen<'_>) -> String {
    let mut out = heading(db, file, chosen);
    let (parse, _) = parse_id(db, chosen.id, Bodies::Full);
    let mut entries = Vec::new();
    dump::entries(&SyntaxNode::new_root(parse.green), 0, &mut entries);
    out += &dump::lines(&entries);
    for error in &parse.errors {
        let _ = writeln!(out, "  error {error:?}");
    }
    out
}

/// What the item is known by.
pub(super) fn identity(db: &dyn Db, file: SourceFile, chosen: &Chosen<'_>) -> String {
    let mut out = heading(db, file, chosen);
    let id = chosen.id;
    let _ = writeln!(
        out,
        "  head {:016x}, number {} among equals, {}",
        id.head(db),
        id.nth(db),
        match chosen.node {
            Some(node) => format!("node with flags {:?}", node.flags(db)),
            None => "no node".to_owned(),
        }
    );
    let _ = writeln!(out, "  text {:?}", item_id_text(db, id).as_str());
    out
}

/// The item as lowered from its tree.
pub(super) fn hir(db: &dyn Db, file: SourceFile, chosen: &Chosen<'_>) -> String {
    heading(db, file, chosen) + &indented(&cleave_hir::print::print_item(db, chosen.id))
}

/// The typed code of the item's functions and initialisers.
pub(super) fn thir(db: &dyn Db, file: SourceFile, chosen: &Chosen<'_>) -> String {
    let mut out = heading(db, file, chosen);
    for entity in program::bodies(db, chosen.id) {
        let members = program::local_members(db, entity);
        for entity in [entity].into_iter().chain(members) {
            let name = match entity.is_function(db) {
                true => display::function_text(db, entity, true),
                false => display::qualified_name(db, entity),
            };
            let _ = writeln!(out, "  {name}");
            match check::body(db, entity) {
                Some(typed) => out += &indented(&indented(&check::print(db, typed))),
                None => out += "    (not typed)\n",
            }
        }
    }
    out
}

/// Spaces of the functions and variables that the item declares.
pub(super) fn spaces(db: &dyn Db, file: SourceFile, chosen: &Chosen<'_>) -> String {
    let mut out = heading(db, file, chosen);
    let facts: Vec<_> = (chosen.node.iter())
        .flat_map(|&node| function_facts(db, node).iter().zip(merged(db, node)))
        .collect();
    let tile = cleave_cuda::tile(db, file);
    let fresh: Declarations;
    let decls = match chosen.node {
        Some(node) => &**declarations(db, node),
        None => {
            fresh = declarations_at(db, file, chosen.index);
            &fresh
        }
    };
    for (i, decl) in decls.iter().enumerate() {
        let space = match decl.kind {
            DeclKind::Function => match facts.iter().find(|(fact, _)| fact.decl as usize == i) {
                Some((fact, merged)) => format!(
                    "{}, written {}{}",
                    merged.space.name(),
                    fact.space.name(),
                    if merged.constexpr { ", constexpr" } else { "" }
                ),
                None => ExecutionSpace::written(decl, tile).name().to_owned(),
            },
            DeclKind::Variable => MemorySpace::written(decl, tile).name().to_owned(),
            _ => continue,
        };
        let _ = writeln!(out, "  {}: {space}", decl.name);
    }
    out
}

/// What the host half changes in the chosen items.
pub(super) fn edits(
    db: &dyn Db,
    file: SourceFile,
    options: HostOptions,
    chosen: &[Chosen<'_>],
) -> String {
    let mut out = String::new();
    for chosen in chosen {
        let Some(node) = chosen.node else { continue };
        out += &heading(db, file, chosen);
        for edit in cleave_host::item_edits(db, file, node, options).iter() {
            let _ = writeln!(out, "  tokens {}..{} {:?}", edit.start, edit.end, edit.text);
        }
    }
    out
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}
