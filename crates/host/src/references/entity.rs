//! The kernels and device variables of a file, with what decides over their linkage.

use cleave_base_db::{Db, SourceFile};
use cleave_cuda::{MemorySpace, function_facts, merged};
use cleave_mangle::Linkage;
use cleave_names::decl::{Decl, DeclKind, Shape, Spec};
use cleave_names::{ItemNode, ScopePath, declarations, items, lexed};
use cleave_syntax::SyntaxKind::{CONST_KW, RESTRICT_KW, VOLATILE_KW};
use cleave_syntax::skeleton::Flags;

use crate::alias;
use crate::source::Source;

/// What the arrays tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A kernel.
    Kernel,
    /// A device or managed variable.
    Device,
    /// A constant variable.
    Constant,
}

/// A kernel or a device variable at namespace scope. Overloads of the same linkage are one.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct DeviceEntity<'db> {
    /// Its name.
    pub(crate) name: String,
    /// Its namespace.
    pub(crate) scope: ScopePath<'db>,
    /// What it is.
    pub(crate) kind: Kind,
    /// Its linkage.
    pub(crate) linkage: Linkage,
    /// Whether it is a template.
    pub(crate) template: bool,
}

/// What host code may mention and the linker must know, sorted by name.
#[salsa::tracked(returns(deref))]
pub(crate) fn device_entities<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[DeviceEntity<'db>]> {
    let annotated = Flags::GLOBAL | Flags::LONE_DEVICE | Flags::MEMORY | Flags::MANAGED;
    let mut out: Vec<DeviceEntity<'db>> = Vec::new();
    for &item in items(db, file)
        .iter()
        .filter(|item| item.flags(db).any(annotated))
    {
        for new in item_entities(db, file, item) {
            // The first declaration decides over a variable's linkage; kernels have been merged already.
            let known = out.iter().any(|e| {
                e.name == new.name
                    && e.scope == new.scope
                    && e.template == new.template
                    && (e.linkage == new.linkage || new.kind != Kind::Kernel)
            });
            if !known {
                out.push(new.clone());
            }
        }
    }
    out.sort_by(|a, b| a.name.cmp(&b.name));
    out.into()
}

/// The kernels and device variables that an item declares.
#[salsa::tracked(returns(deref))]
fn item_entities<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
) -> Box<[DeviceEntity<'db>]> {
    let decls = declarations(db, item);
    let scope = item.scope(db);
    let linkage = |internal: bool| match () {
        () if internal || scope.is_internal(db) => Linkage::Internal,
        () if item.flags(db).has(Flags::EXTERN_C) => Linkage::C,
        () => Linkage::External,
    };
    let mut out = Vec::new();
    for (fact, merged) in function_facts(db, item).iter().zip(merged(db, file, item)) {
        let decl = &decls[fact.decl as usize];
        let at_namespace_scope = decl.parent.is_none() || decl.spec.any(Spec::FRIEND);
        if merged.space.is_kernel()
            && at_namespace_scope
            && !fact.specialization
            && decl.qualifier.is_empty()
        {
            out.push(DeviceEntity {
                name: decl.name.clone(),
                scope,
                kind: Kind::Kernel,
                linkage: linkage(merged.is_static),
                template: fact.template,
            });
        }
    }
    let mut source = None;
    for decl in decls {
        let space = MemorySpace::written(decl);
        let declares = decl.kind == DeclKind::Variable
            && decl.parent.is_none()
            && decl.qualifier.is_empty()
            && decl.arguments.is_empty()
            && !decl.is_specialization();
        if !declares || space.is_host() || space.has(MemorySpace::SHARED) {
            continue;
        }
        let source =
            source.get_or_insert_with(|| Source::new(item.text(db).as_str(), lexed(db, item)));
        if alias::names_function_type(db, file, item, source, decl) {
            continue;
        }
        // [basic.link]/3
        let internal = decl.spec.any(Spec::STATIC)
            || !decl.spec.any(Spec::EXTERN.with(Spec::INLINE))
                && !decl.linkage_c
                && (is_const(source, decl)
                    || decl.shape.iter().all(|s| matches!(s, Shape::Array { .. }))
                        && alias::names_const_type(db, file, item, source, decl));
        out.push(DeviceEntity {
            name: decl.name.clone(),
            scope,
            kind: if space.has(MemorySpace::CONSTANT) {
                Kind::Constant
            } else {
                Kind::Device
            },
            linkage: linkage(internal),
            template: decl.is_template(),
        });
    }
    out.into()
}

/// Whether a variable is const and not volatile, as far as its declaration says.
fn is_const(source: &Source<'_>, decl: &Decl) -> bool {
    if decl.spec.any(Spec::CONSTEXPR) {
        return true;
    }
    let outermost = decl
        .shape
        .iter()
        .find(|s| !matches!(s, Shape::Array { .. }));
    match outermost {
        None => decl.spec.any(Spec::CONST) && !decl.spec.any(Spec::VOLATILE),
        // `T *const name`
        Some(Shape::Pointer | Shape::MemberPointer) => {
            let mut qualifiers = (0..decl.name_tokens.start)
                .rev()
                .map(|i| source.kind(i))
                .take_while(|k| matches!(k, CONST_KW | VOLATILE_KW | RESTRICT_KW));
            qualifiers.clone().any(|k| k == CONST_KW) && !qualifiers.any(|k| k == VOLATILE_KW)
        }
        Some(_) => false,
    }
}
