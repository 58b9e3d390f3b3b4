//! Variables of the device that bodies declare and nothing defines: where nothing is linked to the program they are defined all
//! the same (reference: spaces, Extern and inline variables). Those of namespaces are looked at where they stand.

use cleave_base_db::{Db, SourceFile};
use cleave_codes::codes;
use cleave_hir::{Decl as HirDecl, DeclKind, Name, TypeRef, body_hir, item_hir};
use cleave_names::decl::Spec;
use cleave_names::{ItemId, ScopePath, Word, item_id_of_node, user_items, user_items_with};
use cleave_typing::function::canonical;
use cleave_typing::{CodeRef, DeclRef};
use rustc_hash::FxHashSet;

use crate::Finding;
use crate::cuda::spaces::redeclared::qualified;
use crate::engine::entities::name_token;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    if s.settings.relocatable {
        return;
    }
    let db = s.db;
    let own = declared(db, item_id_of_node(db, s.item));
    if own.is_empty() {
        return;
    }
    let scope = s.item.scope(db);
    let mut reported: FxHashSet<Name> = FxHashSet::default();
    for &item in user_items(db, s.file).iter().take_while(|i| **i != s.item) {
        if item.scope(db) == scope {
            let earlier = declared(db, item_id_of_node(db, item)).into_iter();
            reported.extend(earlier.filter_map(|d| Some(d.hir(db)?.name.ident()?.clone())));
        }
    }
    for decl in own {
        let Some(name) = decl.hir(db).and_then(|d| d.name.ident()) else {
            continue;
        };
        // What the namespace declares as well is reported there, or defined.
        if is_of_namespace(db, s.file, scope, name) || !reported.insert(name.clone()) {
            continue;
        }
        if let Some(at) = name_token(db, decl) {
            let found =
                Finding::new(codes::EXTERN_TREATED_AS_STATIC, at).text(qualified(s, name.as_str()));
            out.push(found.reported_at_end());
        }
    }
}

/// Whether a namespace declares something of this name outside of bodies.
fn is_of_namespace<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    scope: ScopePath<'db>,
    name: &Name,
) -> bool {
    let mut items = user_items_with(db, file, Word::new(db, name.as_str())).iter();
    items.any(|&node| {
        let item = item_id_of_node(db, node);
        item_hir(db, item).code.decls.iter().any(|(id, d)| {
            let own = DeclRef::at(db, CodeRef { item, body: None }, id);
            d.name.ident() == Some(name)
                && d.parent.is_none()
                && canonical(db, own).code(db).scope(db) == scope
        })
    })
}

/// The variables of device memory that the bodies of an item declare.
fn declared<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<DeclRef<'db>> {
    let mut out = Vec::new();
    for (id, _) in item_hir(db, item).code.decls.iter() {
        let index = u32::from(id.into_raw());
        let Some(hir) = body_hir(db, item, index) else {
            continue;
        };
        let code = CodeRef {
            item,
            body: Some(index),
        };
        let has = |d: &HirDecl, word: &str| d.attrs.iter().any(|a| a.name.as_str() == word);
        let wanted = hir.code.decls.iter().filter(|(_, d)| {
            let device = ["device", "constant", "managed"].iter().any(|w| has(d, w));
            let open = match &d.kind {
                DeclKind::Variable(v) => {
                    // What depends on a parameter's type is there once it is instantiated.
                    matches!(
                        &hir.code[v.ty],
                        TypeRef::Array { bound: None, .. } | TypeRef::Decltype(_)
                    )
                }
                _ => return false,
            };
            d.spec.any(Spec::EXTERN) && device && !has(d, "shared") && !open
        });
        out.extend(wanted.map(|(id, _)| DeclRef::at(db, code, id)));
    }
    out
}
