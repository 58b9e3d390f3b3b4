//! Prints the typed code of all functions and initialisers of files, and the problems in them:
//! `typed [--std 14|17|20|23] FILE...`.
#![allow(clippy::print_stdout)]

use cleave_base_db::{RootDatabase, SourceFile, decode};
use cleave_syntax::{Dialect, Standard};
use cleave_typing::thir::ExprKind;
use cleave_typing::{check, display, program};
use salsa::Setter;

fn run() {
    let mut dialect = Dialect::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--std" {
            dialect.standard = match arguments.next().as_deref() {
                Some("14") => Standard::Cpp14,
                Some("20") => Standard::Cpp20,
                Some("23") => Standard::Cpp23,
                _ => Standard::Cpp17,
            };
            continue;
        }
        let Ok(bytes) = std::fs::read(&argument) else {
            println!("{argument}: cannot be read");
            continue;
        };
        let mut db = RootDatabase::default();
        let file = SourceFile::new(&db, argument.clone(), decode(bytes).into());
        file.set_dialect(&mut db).to(dialect);
        let mut seen = Vec::new();
        let count = cleave_names::skeleton(&db, file).items.len() as u32;
        for index in 0..count {
            let item = cleave_names::item_id(&db, file, index);
            // Specialisations that are called follow what calls them.
            let mut todo = program::bodies(&db, item);
            todo.reverse();
            while let Some(entity) = todo.pop() {
                if seen.contains(&entity) {
                    continue;
                }
                seen.push(entity);
                println!("== {}", display::qualified_name(&db, entity));
                if let Some(typed) = check::body(&db, entity) {
                    println!("{}", check::print(&db, typed));
                    for e in &typed.exprs {
                        match e.kind {
                            ExprKind::Call { callee: f, .. }
                            | ExprKind::Construct(f, _)
                            | ExprKind::Function(f)
                                if f.env(&db).is_some() =>
                            {
                                todo.push(f);
                            }
                            _ => {}
                        }
                    }
                    for problem in &typed.problems {
                        println!("   problem {} {:?}", problem.code, problem.fills);
                    }
                }
            }
        }
    }
}

fn main() {
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    if let Ok(handle) = thread.spawn(run) {
        let _ = handle.join();
    }
}
