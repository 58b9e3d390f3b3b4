//! Prints what the linker calls the kernels, device functions and variables of preprocessed files, as far as it is known:
//! `linkage_names [--std 14|17|20|23] [--module-id ID] [--host] FILE.ii...`. A line is `kernel NAME`, `launch NAME` (a kernel that
//! typed code launches), `function NAME`, `variable NAME`, or `unknown` and the entity. With `--host` all functions count, not
//! only the device's.
#![allow(clippy::print_stdout)]

use std::collections::BTreeSet;

use cleave_base_db::{RootDatabase, SourceFile, decode};
use cleave_hir::{Decl, DeclKind, item_hir};
use cleave_mangle::Mangler;
use cleave_names::{item_id_of_node, user_items};
use cleave_syntax::{Dialect, Standard};
use cleave_typing::thir::ExprKind;
use cleave_typing::{CodeRef, DeclRef, Entity, check, display, linkage, program};
use salsa::Setter;

fn main() {
    let mut dialect = Dialect::default();
    let mut mangler = Mangler::default();
    let mut host = false;
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
            "--module-id" => mangler.module_id = arguments.next(),
            "--host" => host = true,
            _ => files.push(argument),
        }
    }
    for name in files {
        let Ok(bytes) = std::fs::read(&name) else {
            println!("{name}: cannot be read");
            continue;
        };
        let mut db = RootDatabase::default();
        let file = SourceFile::new(&db, name.clone(), decode(bytes).into());
        file.set_dialect(&mut db).to(dialect);
        let mut lines = BTreeSet::new();
        for &node in user_items(&db, file) {
            let item = item_id_of_node(&db, node);
            let code = CodeRef { item, body: None };
            for (id, decl) in item_hir(&db, item).code.decls.iter() {
                let entity = Entity::new(&db, DeclRef::at(&db, code, id), None);
                let Some(kind) = kind(decl, host) else {
                    continue;
                };
                if linkage::is_templated(&db, entity) {
                    continue;
                }
                lines.insert(line(&db, kind, entity, &mangler));
            }
            for entity in program::bodies(&db, item) {
                let Some(typed) = check::body(&db, entity) else {
                    continue;
                };
                for expr in &typed.exprs {
                    let ExprKind::Launch(callee, ..) = &expr.kind else {
                        continue;
                    };
                    let mut at = *callee;
                    while let ExprKind::Convert(_, inner) = typed.exprs[at.0 as usize].kind {
                        at = inner;
                    }
                    if let ExprKind::Function(kernel) = typed.exprs[at.0 as usize].kind {
                        lines.insert(line(&db, "launch", kernel, &mangler));
                    }
                }
            }
        }
        for line in lines {
            println!("{line}");
        }
    }
}

fn kind(decl: &Decl, host: bool) -> Option<&'static str> {
    let has = |name: &str| decl.attrs.iter().any(|a| a.name.as_str() == name);
    match &decl.kind {
        DeclKind::Function(f) if !matches!(f.body, cleave_names::decl::Body::None) => {
            match (has("global"), has("device") || host) {
                (true, _) => Some("kernel"),
                (false, true) => Some("function"),
                _ => None,
            }
        }
        DeclKind::Variable(_) if decl.parent.is_none() => {
            let device = has("device") || has("constant") || has("managed");
            device.then_some("variable")
        }
        _ => None,
    }
}

fn line<'db>(db: &'db RootDatabase, kind: &str, entity: Entity<'db>, mangler: &Mangler) -> String {
    match linkage::linkage_name(db, entity, mangler) {
        Some(name) => format!("{kind} {name}"),
        None => format!("unknown {kind} {}", display::qualified_name(db, entity)),
    }
}
