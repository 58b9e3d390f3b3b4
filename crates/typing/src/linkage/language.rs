//! Language linkage, internal linkage and ABI tags of declarations ([dcl.link], [basic.link]).

use cleave_base_db::{Db, SourceFile};
use cleave_hir::{Attr, Code, Decl, DeclKind, Expr, Literal, TypeId, TypeRef};
use cleave_mangle::Linkage;
use cleave_names::decl::Spec;
use cleave_names::{ItemId, ScopePath, Word, item_index, item_text, named_items, user_node};
use cleave_syntax::skeleton::{Flags, ItemKind};

use crate::linkage::names::declarations;
use crate::{DeclRef, Entity};

/// Whether an item stands in a group `extern "C" { … }` or begins with `extern "C"`.
fn is_item_c<'db>(db: &'db dyn Db, item: ItemId<'db>) -> bool {
    if let Some(node) = user_node(db, item) {
        return node.flags(db).has(Flags::EXTERN_C);
    }
    let Some(index) = item_index(db, item) else {
        return false;
    };
    let named = named_items(db, item.file(db), item.word(db));
    let start = named.partition_point(|n| n.index < index);
    let mut own = named[start..].iter().take_while(|n| n.index == index);
    own.any(|n| n.flags.has(Flags::EXTERN_C))
}

/// Whether a declaration itself stands in a specification of C linkage.
pub(crate) fn is_in_c(db: &dyn Db, decl: DeclRef<'_>) -> bool {
    decl.hir(db).is_some_and(|h| h.linkage_c) || is_item_c(db, decl.code(db).item)
}

/// Whether an attribute of this name is among some; underscores around it are gone already.
fn has_attr(attrs: &[Attr], name: &str) -> bool {
    attrs.iter().any(|a| a.name.as_str() == name)
}

/// The linkage of a function or variable that is no local and no class member.
pub(super) fn linkage<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Linkage {
    let decl = entity.decl(db);
    let all = declarations(db, decl);
    let each = || all.iter().filter_map(|d| Some((*d, d.hir(db)?)));
    let Some(first) = decl.hir(db) else {
        return Linkage::External;
    };
    let is_local = decl.code(db).body.is_some()
        && !matches!(first.kind, DeclKind::Function(_))
        && !first.spec.any(Spec::EXTERN);
    if is_local || is_member(db, decl) {
        return Linkage::External;
    }
    let is_template = first.heads.iter().any(|h| !h.params.is_empty());
    let is_function = matches!(first.kind, DeclKind::Function(_));
    // Language linkage means nothing for what is internal ([dcl.link]/6).
    let is_static = || each().any(|(_, h)| h.spec.any(Spec::STATIC));
    if !is_template
        && each().any(|(d, h)| h.linkage_c || is_item_c(db, d.code(db).item))
        && !is_static()
    {
        return Linkage::C;
    }
    let scope = decl.code(db).item.scope(db);
    let unnamed = scope.is_internal(db);
    if is_function {
        // The reference names kernels of internal linkage like others.
        if each().any(|(_, h)| has_attr(&h.attrs, "global")) {
            return Linkage::External;
        }
        let is_instance = || super::internal::has_internal_argument(db, entity, 0);
        return internal_if(is_static() || unnamed || is_instance());
    }
    if unnamed || is_static() {
        return Linkage::Internal;
    }
    // A constant that nothing declares extern or inline.
    let shared = Spec::EXTERN.with(Spec::INLINE);
    let is_shared = is_template || each().any(|(_, h)| h.spec.any(shared));
    internal_if(!is_shared && is_constant(decl, db))
}

/// Whether the declarations of a function or variable give it internal linkage.
pub(super) fn is_declared_internal<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    let decl = entity.decl(db);
    if decl.code(db).body.is_some() || is_member(db, decl) {
        return false;
    }
    if entity.is_function(db) {
        let all = declarations(db, decl);
        let is_static = |d: &DeclRef<'db>| d.hir(db).is_some_and(|h| h.spec.any(Spec::STATIC));
        return decl.code(db).item.scope(db).is_internal(db) || all.iter().any(is_static);
    }
    linkage(db, entity) == Linkage::Internal
}

fn internal_if(internal: bool) -> Linkage {
    match internal {
        true => Linkage::Internal,
        false => Linkage::External,
    }
}

/// A direct member of a class, friends left out.
fn is_member<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    let Some(hir) = decl.hir(db) else {
        return true;
    };
    if hir.spec.any(Spec::FRIEND) {
        return false;
    }
    let parent = hir.parent.zip(decl.code(db).code(db));
    parent.is_some_and(|(p, code)| matches!(code[p].kind, DeclKind::Class(_)))
}

/// Whether a variable's type is const and not volatile at its top.
fn is_constant<'db>(decl: DeclRef<'db>, db: &'db dyn Db) -> bool {
    let Some(hir) = decl.hir(db) else {
        return false;
    };
    let ty = crate::function::variable_type(db, Entity::new(db, decl, None));
    if !ty.is_error(db) {
        let quals = ty.top_quals(db);
        let constant = quals.is_const || hir.spec.any(Spec::CONSTEXPR) && !ty.is_reference(db);
        return constant && !quals.is_volatile;
    }
    match (&hir.kind, decl.code(db).code(db)) {
        (DeclKind::Variable(v), Some(code)) => {
            let (constant, volatile) = written_quals(code, v.ty);
            (constant || hir.spec.any(Spec::CONSTEXPR)) && !volatile
        }
        _ => false,
    }
}

/// The qualifiers at the top of a type as written.
fn written_quals(code: &Code, ty: TypeId) -> (bool, bool) {
    let (mut constant, mut volatile) = (false, false);
    let mut at = ty;
    for _ in 0..64 {
        match &code[at] {
            TypeRef::Qualified(quals, inner) => {
                constant |= quals.is_const;
                volatile |= quals.is_volatile;
                at = *inner;
            }
            TypeRef::Array { element: inner, .. } | TypeRef::Attributed(inner, _) => at = *inner,
            _ => break,
        }
    }
    (constant, volatile)
}

/// The ABI tags that the declarations of an entity carry.
pub(super) fn abi_tags<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Vec<String> {
    let mut tags = Vec::new();
    for decl in declarations(db, decl) {
        let (Some(hir), Some(code)) = (decl.hir(db), decl.code(db).code(db)) else {
            continue;
        };
        tags_of(code, hir, &mut tags);
    }
    tags.sort();
    tags.dedup();
    tags
}

fn tags_of(code: &Code, decl: &Decl, tags: &mut Vec<String>) {
    for attr in decl.attrs.iter().filter(|a| a.name.as_str() == "abi_tag") {
        for &arg in &attr.args {
            if let Expr::Literal(Literal::String { units, .. }) = &code[arg] {
                tags.push(units.iter().filter_map(|u| char::from_u32(*u)).collect());
            }
        }
    }
}

/// The ABI tags of an inline namespace, written wherever it is opened. It holds no position, and the skeleton, which changes at
/// every edit, is read here alone.
#[salsa::tracked(returns(deref))]
pub(crate) fn namespace_tags<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    scope: ScopePath<'db>,
) -> Box<[String]> {
    let _level = crate::engine::depth::Level::enter();
    if !scope.inline(db) {
        return Box::default();
    }
    let mut tags: Vec<String> = Vec::new();
    for item in named_items(db, file, Word::new(db, scope.name(db))) {
        if item.kind != ItemKind::NamespaceOpen || item.scope != scope {
            continue;
        }
        let text = item_text(db, file, item.index).as_str();
        let Some(at) = text.find("abi_tag") else {
            continue;
        };
        let quoted: Vec<&str> = text[at..].split('"').skip(1).step_by(2).collect();
        if quoted.is_empty() {
            // A tag without a name takes the namespace's.
            tags.push(scope.name(db).to_owned());
        }
        tags.extend(quoted.into_iter().map(str::to_owned));
    }
    tags.sort();
    tags.dedup();
    tags.into()
}
