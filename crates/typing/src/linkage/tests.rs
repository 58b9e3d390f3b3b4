//! Names against those of g++ 12 (`*.names` beside a fixture is what `nm` lists of it) and of the reference (`*.cuda.names`, from
//! the lowered device half and the PTX of the same text with annotations).

use std::collections::BTreeSet;

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{Db, RootDatabase, SourceFile};
use cleave_hir::{DeclKind, TemplateParamKind, item_hir};
use cleave_lang::Builtin;
use cleave_mangle::{Dialect, Mangler};
use cleave_names::{item_id, skeleton};
use expect_test::expect;
use salsa::Setter;

use crate::code::params::ParamRef;
use crate::linkage::linkage_name;
use crate::{Arg, CodeRef, Const, DeclRef, Entity, Ty, Value};

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
            if wanted && crate::code::params::levels(db, decl).is_empty() {
                out.push(Entity::new(db, decl, None));
            }
        }
    }
    out
}

fn is_static(decl: &cleave_hir::Decl) -> bool {
    decl.parent.is_none() || decl.spec.any(cleave_names::decl::Spec::STATIC)
}

/// What is called otherwise than by g++, what has no name here, and what of g++'s names is missing: listed with `--nocapture`.
/// Only a wrong name is wrong; how many have one at all depends on how much of the rest is understood, and is a lower bound.
fn check(text: &str, names: &str, at_least: usize) {
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
    let missing: Vec<String> = missing.collect();
    let same = made.iter().filter(|n| wanted.contains(&***n)).count();
    assert!(other.is_empty(), "{other:#?}");
    assert!(
        same >= at_least,
        "{same}, unknown {unknown:#?}, missing {missing:#?}"
    );
}

/// Of constructors and destructors one variant is enough; what the compiler adds is no entity.
fn is_variant(name: &str) -> bool {
    ["C2E", "D2E", "D0E"].iter().any(|v| name.contains(v))
        || ["_ZTV", "_ZTI", "_ZTS", "DW.ref", "_GLOBAL_", "_Z41", "_ZGV"]
            .iter()
            .any(|v| name.starts_with(v))
}

/// An argument for a template parameter: `int`, `1` or the template `Box` (`List` for one with a pack), two of it for a pack.
fn argument<'db>(db: &'db dyn Db, file: SourceFile, param: ParamRef<'db>) -> Option<Arg<'db>> {
    let int = Ty::builtin(db, Builtin::Int);
    let ParamRef::Written(written) = param else {
        return None;
    };
    let one = match &written.kind {
        TemplateParamKind::Type {
            default: Some(_), ..
        } => Arg::Type(Ty::builtin(db, Builtin::Void)),
        TemplateParamKind::Type { .. } => Arg::Type(int),
        TemplateParamKind::Value { default, .. } => {
            let value = i128::from(default.is_none());
            Arg::Value(Const::new(db, int, Value::Int(value)))
        }
        TemplateParamKind::Template { params, .. } => {
            let pack = params.iter().any(|p| p.pack);
            Arg::Template(template(db, file, if pack { "List" } else { "Box" })?)
        }
    };
    Some(match written.pack {
        true => Arg::Pack(Box::new([one.clone(), one])),
        false => one,
    })
}

/// A class template of the file.
fn template<'db>(db: &'db dyn Db, file: SourceFile, name: &str) -> Option<Entity<'db>> {
    all_templates(db, file)
        .find(|e| e.decl(db).ident(db) == name && matches!(e.kind(db), Some(DeclKind::Class(_))))
}

/// The templates that a file declares outside of classes.
fn all_templates<'db>(db: &'db dyn Db, file: SourceFile) -> impl Iterator<Item = Entity<'db>> {
    let all = 0..skeleton(db, file).items.len() as u32;
    all.flat_map(move |index| {
        let code = CodeRef {
            item: item_id(db, file, index),
            body: None,
        };
        (item_hir(db, code.item).code.decls.iter())
            .filter(|(_, d)| d.parent.is_none())
            .map(move |(id, _)| Entity::new(db, DeclRef::at(db, code, id), None))
            .filter(move |e| e.is_template(db))
    })
}

/// The names of one instance of each function and variable template.
fn check_instances(text: &str, names: &str, dialect: Dialect, at_least: usize) {
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cpp".to_owned(), text.to_owned().into());
    let mangler = Mangler {
        dialect,
        module_id: (dialect == Dialect::Cuda).then(|| "_0".to_owned()),
    };
    let wanted: BTreeSet<&str> = names.lines().collect();
    let (mut same, mut other, mut unknown) = (0, Vec::new(), Vec::new());
    for template in all_templates(&db, file) {
        let name = template.decl(&db).ident(&db);
        if name.len() != 3 || !name.ends_with(|c: char| c.is_ascii_digit()) {
            continue;
        }
        let Some(wanted_one) = wanted.iter().find(|n| n.contains(&format!("3{name}"))) else {
            continue;
        };
        let Some(level) = crate::code::params::own_level(&db, template.decl(&db)) else {
            continue;
        };
        let params = level.params(&db);
        let args: Option<Vec<_>> = (params.iter()).map(|p| argument(&db, file, *p)).collect();
        let made =
            args.and_then(|args| linkage_name(&db, template.specialize(&db, args), &mangler));
        match made {
            Some(made) if made == *wanted_one => same += 1,
            Some(made) => other.push((made, *wanted_one)),
            None => unknown.push(*wanted_one),
        }
    }
    assert!(other.is_empty(), "{other:#?}");
    assert!(same >= at_least, "{same}, unknown {unknown:#?}");
}

#[test]
fn instances() {
    check_instances(
        include_str!("../../fixtures/linkage_instances.cpp"),
        include_str!("../../fixtures/linkage_instances.names"),
        Dialect::Gcc,
        79,
    );
}

/// Local entities: their names in the reference.
#[test]
fn locals() {
    let text = include_str!("../../fixtures/linkage_local.cpp").replace("HD ", "");
    let names = include_str!("../../fixtures/linkage_local.cuda.names");
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cpp".to_owned(), text.into());
    let mangler = Mangler::cuda("_0");
    let wanted: BTreeSet<&str> = names.lines().collect();
    let mut made = BTreeSet::new();
    let mut text = String::new();
    let int = Arg::Type(Ty::builtin(&db, Builtin::Int));
    for outer in entities(&db, file) {
        let item = outer.decl(&db).code(&db).item;
        let body = Some(outer.decl(&db).index(&db));
        for mut entity in crate::linkage::locals::entities(&db, CodeRef { item, body }) {
            if let Some(level) = crate::code::params::own_level(&db, entity.decl(&db)) {
                let pack = level.params(&db).iter().any(|p| p.is_pack());
                let arg = match pack {
                    true => Arg::Pack(Box::new([int.clone(), int.clone()])),
                    false => int.clone(),
                };
                entity = entity.specialize(&db, [arg]);
            }
            match linkage_name(&db, entity, &mangler) {
                Some(name) => {
                    if !wanted.contains(&*name) {
                        text.push_str(&format!("other {name}\n"));
                    }
                    made.insert(name);
                }
                None => {
                    let name = crate::display::qualified_name(&db, entity);
                    text.push_str(&format!("unknown {name}\n"));
                }
            }
        }
    }
    for name in wanted.iter().filter(|n| !made.contains(**n)) {
        text.push_str(&format!("missing {name}\n"));
    }
    let same = made.iter().filter(|n| wanted.contains(&***n)).count();
    expect![[r#"
        same: 45
        other _ZZZ7staticsiEN1L2ofEiE1x
        other _ZZ4mainENKUliE_clEi
        other _ZZ4mainE1x
    "#]]
    .assert_eq(&format!("same: {same}\n{text}"));
}

/// What the reference calls them.
#[test]
fn instances_of_the_reference() {
    check_instances(
        include_str!("../../fixtures/linkage_instances.cpp"),
        include_str!("../../fixtures/linkage_instances.cuda.names"),
        Dialect::Cuda,
        77,
    );
}

#[test]
fn plain() {
    check(
        include_str!("../../fixtures/linkage_plain.cpp"),
        include_str!("../../fixtures/linkage_plain.names"),
        148,
    );
}

#[test]
fn templates() {
    check(
        include_str!("../../fixtures/linkage_templates.cpp"),
        include_str!("../../fixtures/linkage_templates.names"),
        35,
    );
}

/// Stands for whoever keeps a name.
#[salsa::tracked]
fn name_user<'db>(db: &'db dyn Db, function: DeclRef<'db>) -> Option<String> {
    linkage_name(db, Entity::new(db, function, None), &Mangler::default())
}

/// An edit of a body asks for the tags of the namespaces again, which reads the whole file, and makes no name anew.
#[test]
fn edits() {
    const TEXT: &str =
        "namespace lib { inline namespace tagged __attribute__((abi_tag(\"t\"))) { struct S {}; } }
lib::S f(int) { return {}; }
int other() { return 1; }
";
    let mut logged = LoggedDatabase::default();
    let file = SourceFile::new(&logged.db, "a.cpp".to_owned(), TEXT.into());
    let names = |db: &dyn Db| -> Vec<Option<String>> {
        entities(db, file)
            .iter()
            .map(|e| name_user(db, e.decl(db)).clone())
            .collect()
    };
    let all = names(&logged.db);
    expect!["[Some(\"_Z1fB1ti\"), Some(\"_Z5otherv\")]"].assert_eq(&format!("{all:?}"));
    let _ = logged.executed();
    file.set_text(&mut logged.db)
        .to(TEXT.replace("return 1", "return 2").into());
    names(&logged.db);
    let ran: Vec<_> = (logged.executed().into_iter())
        .filter(|q| q.starts_with("namespace_tags") || q.starts_with("name_user"))
        .map(|q| q.split([' ', '(']).next().unwrap_or_default().to_owned())
        .collect();
    expect![""].assert_eq(&ran.join(" "));
}
