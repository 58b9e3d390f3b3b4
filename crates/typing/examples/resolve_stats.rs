//! Resolves every declaration of preprocessed files and says how many came to nothing: `resolve_stats FILE... [--names]`. With
//! `--types` the types of aliases and variables whose names begin with `q_` are printed, as assertions for another compiler.

#![allow(clippy::print_stdout)]

use std::time::Instant;

use cleave_base_db::{Db, RootDatabase, SourceFile, decode, join_lines};
use cleave_hir::{DeclKind, item_hir};
use cleave_names::{item_id, skeleton};
use cleave_typing::class::{class_info, layout};
use cleave_typing::display::type_text;
use cleave_typing::function::{signature, variable_type};
use cleave_typing::{CodeRef, DeclRef, Entity, Ty, TyKind};

fn main() {
    let work = || {
        let names = std::env::args().any(|a| a == "--names");
        for path in std::env::args().skip(1).filter(|a| !a.starts_with("--")) {
            one(&path, names);
        }
    };
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(work);
    if let Ok(thread) = thread {
        let _ = thread.join();
    }
}

fn one(path: &str, names: bool) {
    let Ok(bytes) = std::fs::read(path) else {
        return println!("{path}: cannot be read");
    };
    let db = RootDatabase::default();
    let text = join_lines(decode(bytes));
    let file = SourceFile::new(&db, path.into(), text.into());
    let show = std::env::args().any(|a| a == "--types");
    let start = Instant::now();
    let mut counts = [[0u32; 2]; 6];
    let count = skeleton(&db, file).items.len() as u32;
    for index in 0..count {
        let item = item_id(&db, file, index);
        let code = &item_hir(&db, item).code;
        for (id, decl) in code.decls.iter() {
            let entity = Entity::new(
                &db,
                DeclRef::at(&db, CodeRef { item, body: None }, id),
                None,
            );
            if show && let Some(name) = decl.name.ident().filter(|n| n.as_str().starts_with("q_")) {
                assertion(&db, entity, name.as_str(), &decl.kind);
            }
            let begin = Instant::now();
            let Some((sort, known)) = resolve(&db, entity, &decl.kind) else {
                continue;
            };
            let took = begin.elapsed().as_millis();
            counts[sort][usize::from(known)] += 1;
            if names && (!known || took > 50) {
                let kind = [
                    "function", "variable", "alias", "class", "layout", "template",
                ][sort];
                let scope = item.scope(&db).path(&db);
                let scope: Vec<_> = scope.iter().map(|s| s.name(&db)).collect();
                println!(
                    "{kind} {}::{:?} known={known} {took} ms",
                    scope.join("::"),
                    decl.name
                );
            }
        }
    }
    println!("{path}: {count} items, {} ms", start.elapsed().as_millis());
    for (kind, [unknown, known]) in [
        "functions",
        "variables",
        "aliases",
        "classes",
        "layouts",
        "templates",
    ]
    .iter()
    .zip(counts)
    {
        println!("  {kind}: {known} known, {unknown} not");
    }
}

fn resolve<'db>(db: &'db dyn Db, entity: Entity<'db>, kind: &DeclKind) -> Option<(usize, bool)> {
    let template = entity.is_template(db) || cleave_typing::is_within_template(db, entity);
    Some(match kind {
        DeclKind::Function(_) => {
            let known = signature(db, entity).is_some_and(|s| {
                !s.ty.ret.is_error(db) && s.ty.params.iter().all(|p| !p.is_error(db))
            });
            (if template { 5 } else { 0 }, known)
        }
        DeclKind::Variable(_) if !template => (1, !variable_type(db, entity).is_error(db)),
        DeclKind::Class(c) if c.defined && !template => {
            let ty = Ty::of(db, TyKind::Class(entity));
            match class_info(db, ty) {
                Some(_) => (4, layout(db, ty).is_some()),
                None => (3, false),
            }
        }
        _ => return None,
    })
}

fn assertion<'db>(db: &'db dyn Db, entity: Entity<'db>, name: &str, kind: &DeclKind) {
    let (own, ty) = match kind {
        DeclKind::Alias(_) => (name.to_owned(), cleave_typing::alias_type(db, entity)),
        DeclKind::Variable(_) => (format!("decltype({name})"), Some(variable_type(db, entity))),
        _ => return,
    };
    match ty.filter(|t| !t.is_error(db)) {
        Some(ty) => println!(
            "static_assert(__is_same({own}, __typeof__({})), \"{name}\");",
            type_text(db, ty)
        ),
        None => println!("// {name}: not known"),
    }
}
