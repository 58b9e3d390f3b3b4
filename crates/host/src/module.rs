//! The module id: what tells this translation unit's symbols of internal linkage from those of others.
//!
//! Granularity: the entity that it is named after comes from [`module_entity`], which no body reaches, so that an edit in a
//! body leaves the id and everything that holds it alone.

mod eligible;
mod entity;
#[cfg(test)]
mod entity_tests;
mod internal;

use std::borrow::Cow;

use cleave_base_db::{Db, HostOptions, ModuleIdSeed, SourceFile, encode};
use cleave_mangle::ModuleIdInput;

use entity::module_entity;

/// The module id of a file (reference: host-text, Module id): the one that was given, or one made of the source's names and of the
/// first entity that the file defines for the whole program; without such an entity, of the seed.
#[salsa::tracked(returns(deref))]
pub fn module_id(db: &dyn Db, file: SourceFile, options: HostOptions) -> String {
    let settings = options.settings(db);
    if let Some(given) = &settings.module_id {
        return given.clone();
    }
    let source_name = encode(&settings.source_name);
    let source_path = settings.source_path.as_deref().map(encode);
    let folder: Cow<'_, [u8]>;
    let seed = match (module_entity(db, file), &settings.seed) {
        (Some(entity), _) => cleave_mangle::ModuleIdSeed::Entity(entity),
        (None, ModuleIdSeed::Seed(text)) => cleave_mangle::ModuleIdSeed::Random { text, cwd: b"" },
        (
            None,
            ModuleIdSeed::Time {
                ctime,
                folder: path,
                process,
            },
        ) => {
            folder = encode(path);
            cleave_mangle::ModuleIdSeed::Time {
                ctime,
                cwd: &folder,
                pid: *process,
            }
        }
    };
    cleave_mangle::module_id(&ModuleIdInput {
        source_file: Some(&source_name),
        source_path: source_path.as_deref(),
        input_file: &source_name,
        seed,
    })
}

#[cfg(test)]
mod tests {
    use cleave_base_db::testing::LoggedDatabase;
    use cleave_base_db::{HostOptions, HostSettings, ModuleIdSeed, RootDatabase, SourceFile};
    use salsa::Setter;

    use super::module_id;
    use crate::host_text;

    fn id(text: &str, change: impl Fn(&mut HostSettings)) -> String {
        let db = RootDatabase::default();
        let mut settings = HostSettings {
            source_name: "dir/a.cu".into(),
            source_path: Some("/x/a.cu".into()),
            seed: ModuleIdSeed::Seed("77".into()),
            ..HostSettings::default()
        };
        change(&mut settings);
        let file = SourceFile::new(&db, "a.ii".into(), text.into());
        module_id(&db, file, HostOptions::new(&db, settings)).to_owned()
    }

    #[test]
    fn where_the_last_part_comes_from() {
        assert_eq!(
            id("int f() { return 1; }", |_| {}),
            "_df8fe729_4_a_cu__Z1fv"
        );
        assert_eq!(id("static int f();", |_| {}), "_df8fe729_4_a_cu_0000004d");
        let given = |s: &mut HostSettings| s.module_id = Some("given id".into());
        assert_eq!(id("int f() { return 1; }", given), "given id");
        let time = |s: &mut HostSettings| {
            s.source_path = None;
            s.seed = ModuleIdSeed::Time {
                ctime: "Thu Jan  1 00:00:00 1970\n".into(),
                folder: "/x".into(),
                process: 7,
            };
        };
        let id = id("", time);
        assert!(
            id.starts_with("_00000000_4_a_cu_") && id.ends_with("_7"),
            "{id}"
        );
    }

    #[test]
    fn a_body_leaves_the_id_alone() {
        let text = "namespace { __attribute__((device)) int x; } int f() { return 1; }";
        let mut l = LoggedDatabase::default();
        let file = SourceFile::new(&l.db, "a.ii".into(), text.into());
        let options = HostOptions::new(&l.db, HostSettings::default());
        let before = host_text(&l.db, file, options).to_owned();
        assert!(before.contains("_GLOBAL__N__00000000_8_input_cu__Z1fv"));
        let _ = l.executed();
        file.set_text(&mut l.db)
            .to(text.replace("return 1", "return 1 + 1").into());
        host_text(&l.db, file, options);
        let executed = l.executed();
        assert!(
            !executed.iter().any(|q| q.starts_with("module_")),
            "{executed:?}"
        );
    }
}
