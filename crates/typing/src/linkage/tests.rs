//! Names against those of g++ 12: `*.names` beside a fixture is what `nm` lists of it.

use std::collections::BTreeSet;

use cleave_base_db::{Db, RootDatabase, SourceFile};
use cleave_hir::{DeclKind, item_hir};
use cleave_mangle::{Dialect, Mangler};
use cleave_names::{item_id, skeleton};
use expect_test::{Expect, expect};

use super::linkage_name;
use crate::{CodeRef, DeclRef, Entity};

/// The functions and variables that a file declares, those that are members included, templates left out.
fn entities<'db>(db: &'db dyn Db, file: SourceFile) -> Vec<Entity<'db>> {
    let mut out = Vec::new();
    for index in 0..skeleton(db, file).items.len() as u32 {
        let item = item_id(db, file, index);
        let code = CodeRef { item, body: None };
        for (id, decl) in item_hir(db, item).code.decls.iter() {
            let wanted = match &decl.kind {
                DeclKind::Function(_) | DeclKind::StructuredBinding { .. } => true,
                DeclKind::Variable(_) => is_static(decl),
                _ => false,
            };
            let decl = DeclRef::at(db, code, id);
            if wanted && crate::params::levels(db, decl).is_empty() {
                out.push(Entity::new(db, decl, None));
            }
        }
    }
    out
}

fn is_static(decl: &cleave_hir::Decl) -> bool {
    decl.parent.is_none() || decl.spec.any(cleave_names::decl::Spec::STATIC)
}

/// What is called otherwise than by g++, what has no name here, and what of g++'s names is missing.
fn check(text: &str, names: &str, expected: &Expect) {
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cpp".to_owned(), text.to_owned().into());
    let mangler = Mangler {
        dialect: Dialect::Gcc,
        module_id: None,
    };
    let wanted: BTreeSet<&str> = names.lines().collect();
    let mut made = BTreeSet::new();
    let (mut unknown, mut other) = (Vec::new(), Vec::new());
    for entity in entities(&db, file) {
        let plain = || crate::display::qualified_name(&db, entity);
        match linkage_name(&db, entity, &mangler) {
            Some(name) => {
                if !wanted.contains(&*name) && crate::function::definition(&db, entity).is_some() {
                    other.push(format!("{}: {name}", plain()));
                }
                made.insert(name);
            }
            None => unknown.push(plain()),
        }
    }
    let missing = (wanted.iter())
        .filter(|n| !made.contains(**n) && !is_variant(n))
        .map(|n| (*n).to_owned());
    let mut text = format!("same: {}\n", made.iter().filter(|n| wanted.contains(&***n)).count());
    let lists = [
        ("other", other),
        ("unknown", unknown),
        ("missing", missing.collect()),
    ];
    for (what, list) in lists {
        for name in list {
            text.push_str(&format!("{what} {name}\n"));
        }
    }
    expected.assert_eq(&text);
}

/// Of constructors and destructors one variant is enough; what the compiler adds is no entity.
fn is_variant(name: &str) -> bool {
    ["C2E", "D2E", "D0E"].iter().any(|v| name.contains(v))
        || ["_ZTV", "_ZTI", "_ZTS", "DW.ref", "_GLOBAL_", "_Z41", "_ZGV"]
            .iter()
            .any(|v| name.starts_with(v))
}

#[test]
fn plain() {
    check(
        include_str!("../../fixtures/linkage_plain.cpp"),
        include_str!("../../fixtures/linkage_plain.names"),
        &expect![[r#""#]],
    );
}

#[test]
fn templates() {
    check(
        include_str!("../../fixtures/linkage_templates.cpp"),
        include_str!("../../fixtures/linkage_templates.names"),
        &expect![[r#""#]],
    );
}
