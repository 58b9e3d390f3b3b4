//! What a file declares for the device: kernels, functions and variables with their spaces and places, for people and tools
//! that want to see what a split would do.

use std::fmt::Write;

use cleave_base_db::{Db, SourceFile};
use cleave_cuda::{ExecutionSpace, MemorySpace, function_facts, merged, tile};
use cleave_names::decl::{Decl, DeclKind};
use cleave_names::{declarations, declarations_at, item_map, skeleton};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::Flags;
use serde::Serialize;

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entity {
    /// Its qualified name, template parameters left out; an unnamed namespace is `(unnamed)`.
    pub name: String,
    /// What it is.
    pub kind: EntityKind,
    /// Its space as CUDA spells it.
    pub space: &'static str,
    /// Whether it is a template.
    pub template: bool,
    /// Whether this declaration defines it.
    pub defined: bool,
    /// The file that declares it, as the line marker spells it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// What an [`Entity`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EntityKind {
    /// `__global__`
    Kernel,
    /// A function that device code may call.
    Function,
    /// A variable in a memory space.
    Variable,
}

/// The annotated entities that files accepted by `is_user` declare, in source order.
pub fn entities(db: &dyn Db, file: SourceFile, is_user: &dyn Fn(&str) -> bool) -> Vec<Entity> {
    let text: &str = file.text(db);
    let skeleton = skeleton(db, file);
    let map = item_map(db, file);
    let mut out = Vec::new();
    for (index, item) in skeleton.items.iter().enumerate() {
        let node = map
            .indices
            .binary_search(&(index as u32))
            .ok()
            .map(|i| map.nodes[i]);
        if node.is_none() && !item.flags.any(Flags::CUDA) {
            continue;
        }
        let start = item.span.start as usize;
        let place = skeleton.lines.position(text, start);
        if place.system || !is_user(place.file.unwrap_or(file.name(db))) {
            continue;
        }
        let own = item.span.of(text);
        let lexed = Lexed::new(own);
        let fresh;
        let decls: &[Decl] = match node {
            Some(node) => declarations(db, node),
            None => {
                fresh = declarations_at(db, file, index as u32);
                &fresh
            }
        };
        let spaces: Vec<(u32, ExecutionSpace)> = node
            .map(|n| {
                function_facts(db, n)
                    .iter()
                    .zip(merged(db, n))
                    .map(|(f, m)| (f.decl, m.space))
                    .collect()
            })
            .unwrap_or_default();
        let scope: Vec<&str> = skeleton
            .path(item.scope)
            .into_iter()
            .map(|s| &skeleton.scopes[s as usize])
            .map(|s| {
                if s.unnamed {
                    "(unnamed)"
                } else {
                    s.name.of(text)
                }
            })
            .collect();
        for (i, decl) in decls.iter().enumerate() {
            if decl.instantiation || decl.name.is_empty() {
                continue;
            }
            let (kind, space, defined) = match (decl.kind, &decl.function) {
                (DeclKind::Function, Some(f)) => {
                    let found = spaces.iter().find(|s| s.0 as usize == i).map(|s| s.1);
                    let space =
                        found.unwrap_or_else(|| ExecutionSpace::written(decl, tile(db, file)));
                    if !space.is_kernel() && !space.is_device_only() && !space.is_host_device() {
                        continue;
                    }
                    let kind = if space.is_kernel() {
                        EntityKind::Kernel
                    } else {
                        EntityKind::Function
                    };
                    (kind, space.name(), f.body != cleave_names::decl::Body::None)
                }
                (DeclKind::Variable, _) => {
                    let space = MemorySpace::written(decl, tile(db, file));
                    if space.is_host() {
                        continue;
                    }
                    (
                        EntityKind::Variable,
                        space.name(),
                        !decl.spec.any(cleave_names::decl::Spec::EXTERN),
                    )
                }
                _ => continue,
            };
            let at = start + lexed.range(decl.name_tokens.start as usize).start;
            let at = skeleton.lines.position(text, at);
            out.push(Entity {
                name: qualified(&scope, decls, decl, own, &lexed),
                kind,
                space,
                template: decl.is_template(),
                defined,
                file: at.file.unwrap_or(file.name(db)).to_owned(),
                line: at.line,
            });
        }
    }
    out
}

fn qualified(scope: &[&str], decls: &[Decl], decl: &Decl, text: &str, lexed: &Lexed) -> String {
    let mut parts: Vec<String> = scope.iter().map(|s| (*s).to_owned()).collect();
    let mut classes = Vec::new();
    let mut parent = decl.parent;
    while let Some(p) = parent {
        classes.push(decls[p as usize].name.clone());
        parent = decls[p as usize].parent;
    }
    parts.extend(classes.into_iter().rev());
    let qualifier: String = decl
        .qualifier
        .range()
        .map(|i| lexed.text(text, i))
        .collect();
    parts.push(format!("{qualifier}{}", decl.name));
    let arguments: String = decl
        .arguments
        .range()
        .map(|i| lexed.text(text, i))
        .collect();
    parts.join("::") + &arguments
}

/// The table for people.
pub fn table(entities: &[Entity]) -> String {
    let rows: Vec<[String; 4]> = entities
        .iter()
        .map(|e| {
            let kind = match e.kind {
                EntityKind::Kernel => "kernel",
                EntityKind::Function => "function",
                EntityKind::Variable => "variable",
            };
            let kind = format!(
                "{kind}{}{}",
                if e.template { " template" } else { "" },
                if e.defined { "" } else { ", declared" }
            );
            [
                kind,
                e.space.to_owned(),
                e.name.clone(),
                format!("{}:{}", e.file, e.line),
            ]
        })
        .collect();
    let head = ["KIND", "SPACE", "NAME", "WHERE"].map(str::to_owned);
    let mut widths = [0; 4];
    for row in rows.iter().chain([&head]) {
        for (w, cell) in widths.iter_mut().zip(row) {
            *w = (*w).max(cell.chars().count());
        }
    }
    let mut out = String::new();
    for row in [&head].into_iter().chain(&rows) {
        let [a, b, c, d] = row;
        let _ = writeln!(
            out,
            "{a:<0$}  {b:<1$}  {c:<2$}  {d}",
            widths[0], widths[1], widths[2]
        );
    }
    out
}
