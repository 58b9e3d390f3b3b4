//! Alias templates as template arguments ([temp.arg.template]).

use cleave_base_db::Db;
use cleave_hir::{DeclKind, TemplateArgRef, TypeRef};

use crate::code::params::own_level;
use crate::lookup::Found;
use crate::{Context, Entity};

/// How many alias templates may rename each other.
const ALIASES: u32 = 16;

/// The template that an alias template stands for where it only renames it: `template <class T> using A = B<T>;` is `B` as a
/// template argument (CWG 1286).
pub(super) fn aliased_template<'db>(db: &'db dyn Db, template: Entity<'db>) -> Entity<'db> {
    let mut at = template;
    for _ in 0..ALIASES {
        match renamed(db, at) {
            Some(of) => at = of,
            None => break,
        }
    }
    at
}

fn renamed<'db>(db: &'db dyn Db, alias: Entity<'db>) -> Option<Entity<'db>> {
    let Some(DeclKind::Alias(ty)) = alias.kind(db) else {
        return None;
    };
    let level = own_level(db, alias.decl(db))?;
    let mut cx = Context::of(db, alias)?;
    let code = cx.code;
    let TypeRef::Path { path, .. } = &code[*ty] else {
        return None;
    };
    let written = path.args.as_ref()?;
    let names = |arg: &TemplateArgRef, index: u32| {
        let TemplateArgRef::Type(ty) = arg else {
            return false;
        };
        let (ty, pack) = match &code[*ty] {
            TypeRef::Pack(of) => (of, true),
            _ => (ty, false),
        };
        let TypeRef::Path { path, .. } = &code[*ty] else {
            return false;
        };
        path.is_unqualified()
            && path.args.is_none()
            && path.name.ident().and_then(|name| level.find(name)) == Some((index, pack))
    };
    let same = written.len() == level.kinds.len()
        && (written.iter().zip(0..)).all(|(arg, index)| names(arg, index));
    if !same {
        return None;
    }
    let plain = path.without_arguments();
    match cx.lookup_path(&plain) {
        Found::Entities { set, .. } => match set[..] {
            [found] if found.is_template(db) && !found.is_function(db) => {
                let params = own_level(db, found.decl(db))?;
                (params.kinds.len() == level.kinds.len()).then_some(found)
            }
            _ => None,
        },
        _ => None,
    }
}
