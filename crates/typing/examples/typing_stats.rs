//! Types the user's code in preprocessed files, and prints how much of it is understood and what is said of it:
//! `typing_stats [--std 14|17|20|23] [--all] [--only TEXT] [--causes N] [--show N] FILE.ii...`. With `--all`, headers too; with
//! `--only`, what stands in items that contain a text; with `--causes`, the commonest expressions that are not understood.
#![allow(clippy::print_stdout)]

use std::collections::HashMap;
use std::time::Instant;

use cleave_base_db::{RootDatabase, SourceFile, decode};
use cleave_names::{item_id_of_node, items, lexed, user_items};
use cleave_syntax::{Dialect, Standard};
use cleave_typing::thir::ExprKind;
use cleave_typing::{Fill, check, display, program};
use salsa::Setter;

fn main() {
    let mut dialect = Dialect::default();
    let (mut show, mut all, mut causes) = (5usize, false, 0usize);
    let mut only = None;
    let mut by_cause: HashMap<String, (usize, String)> = HashMap::new();
    let mut arguments = std::env::args().skip(1);
    let mut files = Vec::new();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--std" => {
                dialect.standard = match arguments.next().as_deref() {
                    Some("14") => Standard::Cpp14,
                    Some("20") => Standard::Cpp20,
                    Some("23") => Standard::Cpp23,
                    _ => Standard::Cpp17,
                }
            }
            "--show" => {
                show = arguments
                    .next()
                    .and_then(|n| n.parse().ok())
                    .unwrap_or(show)
            }
            "--all" => all = true,
            "--only" => only = arguments.next(),
            "--causes" => causes = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(40),
            _ => files.push(argument),
        }
    }
    let (mut total, mut errors, mut bodies, mut clean, mut said) = (0, 0, 0, 0, 0);
    for name in files {
        let Ok(bytes) = std::fs::read(&name) else {
            println!("{name}: cannot be read");
            continue;
        };
        let mut db = RootDatabase::default();
        let file = SourceFile::new(&db, name.clone(), decode(bytes).into());
        file.set_dialect(&mut db).to(dialect);
        let start = Instant::now();
        let nodes = if all {
            items(&db, file)
        } else {
            user_items(&db, file)
        };
        let mut shown = 0;
        for &node in nodes {
            let item = item_id_of_node(&db, node);
            let text = node.text(&db).as_str();
            if only.as_deref().is_some_and(|o| !text.contains(o)) {
                continue;
            }
            let tokens = lexed(&db, node);
            for entity in program::bodies(&db, item) {
                bodies += 1;
                let Some(typed) = check::body(&db, entity) else {
                    if shown < show {
                        shown += 1;
                        println!(
                            "{name}: {}: not typed",
                            display::qualified_name(&db, entity)
                        );
                    }
                    continue;
                };
                total += typed.exprs.len();
                let wrong: Vec<_> = (typed.exprs.iter())
                    .filter(|e| matches!(e.kind, ExprKind::Error))
                    .collect();
                if wrong.is_empty() || typed.dependent {
                    clean += 1;
                } else {
                    errors += wrong.len();
                    if let (true, Some(first)) = (shown < show || causes > 0, wrong.first()) {
                        shown += 1;
                        let what = program::place(&db, first.site).map_or("?", |(t, _)| {
                            let at = |i: u32| tokens.range(i as usize);
                            let end = t.end.max(t.start + 1) - 1;
                            text.get(at(t.start).start..at(end).end).unwrap_or("?")
                        });
                        let owner = display::qualified_name(&db, entity);
                        if causes > 0 {
                            let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
                            let cause: String = what.chars().take(110).collect();
                            by_cause.entry(cause).or_insert((0, owner)).0 += 1;
                        } else {
                            println!("{name}: {owner}: not understood: {what}");
                        }
                    }
                }
            }
            for problem in &program::problems(&db, item, program::Extent::All).found {
                said += 1;
                let place = program::place(&db, problem.site);
                let at = place.map_or(0, |(_, p)| p);
                let from = tokens.range(at as usize).start;
                let words: Vec<_> = (text.get(from..).unwrap_or("").split_whitespace())
                    .take(12)
                    .collect();
                let fills: Vec<_> = (problem.fills.iter())
                    .map(|fill| match fill {
                        Fill::Type(ty) => display::type_text(&db, *ty),
                        Fill::Entity(e) | Fill::Overloaded(e) => display::qualified_name(&db, *e),
                        other => format!("{other:?}"),
                    })
                    .collect();
                println!(
                    "{name}: problem {} at `{}` {fills:?}",
                    problem.code,
                    words.join(" ")
                );
            }
        }
        if show > 0 {
            println!("{name}: {} items, {:?}", nodes.len(), start.elapsed());
        }
    }
    let mut by_cause: Vec<_> = by_cause.into_iter().collect();
    by_cause.sort_by_key(|(what, (n, _))| (std::cmp::Reverse(*n), what.clone()));
    for (what, (n, owner)) in by_cause.iter().take(causes) {
        println!("{n:6} {what}   in {owner}");
    }
    println!(
        "bodies {bodies}, understood {clean}; expressions {total}, not understood {errors}; problems {said}"
    );
}
