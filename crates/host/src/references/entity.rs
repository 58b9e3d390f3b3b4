//! The kernels and device variables of a file, with what decides over their linkage.

use cleave_base_db::{Db, SourceFile};
use cleave_cuda::{ExecutionSpace, MemorySpace, function_facts, merged, tile};
use cleave_mangle::Linkage;
use cleave_names::decl::{Decl, DeclKind, Shape, Spec};
use cleave_names::{
    ItemNode, ScopePath, Word, declarations, items, lexed, named_items, parse_bodies,
};
use cleave_syntax::SyntaxKind::{CONST_KW, RESTRICT_KW, VOLATILE_KW};
use cleave_syntax::skeleton::{Flags, ItemKind};

use super::launch::Arity;
use crate::alias;
use crate::local;
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
    /// It is declared in a function's body.
    pub(crate) local: bool,
    /// With how many arguments its overloads can be called.
    pub(crate) arities: Vec<Arity>,
}

/// What an item that declares something for the device is flagged with.
pub(crate) const ANNOTATED: Flags =
    Flags(Flags::GLOBAL.0 | Flags::LONE_DEVICE.0 | Flags::MEMORY.0 | Flags::MANAGED.0);

/// What host code may mention and the linker must know, sorted by name.
#[salsa::tracked(returns(deref))]
pub(crate) fn device_entities<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[DeviceEntity<'db>]> {
    let mut out: Vec<DeviceEntity<'db>> = Vec::new();
    for &item in items(db, file)
        .iter()
        .filter(|item| item.flags(db).any(ANNOTATED))
    {
        for new in item_entities(db, file, item) {
            // The first declaration decides over a variable's linkage; kernels have been merged already.
            let known = out.iter_mut().find(|e| {
                e.name == new.name
                    && e.scope == new.scope
                    && e.template == new.template
                    && (e.linkage == new.linkage || new.kind != Kind::Kernel || new.local)
            });
            if let Some(known) = known {
                known.local &= new.local;
                known.arities.extend(&new.arities);
            } else {
                out.push(new.clone());
            }
        }
    }
    out.sort_by(|a, b| a.name.cmp(&b.name));
    out.into()
}

/// The namespaces that declare a device variable of a name `extern` and again. There are hardly ever any.
#[salsa::tracked(returns(deref))]
pub(crate) fn redeclared_in<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    name: Word<'db>,
) -> Box<[ScopePath<'db>]> {
    let all = named_items(db, file, name).iter();
    let all = all.filter(|i| i.kind == ItemKind::Variable && i.flags.any(ANNOTATED));
    let again = |scope: ScopePath<'db>| all.clone().filter(|i| i.scope == scope).count() > 1;
    let external = all.clone().filter(|i| i.flags.has(Flags::EXTERN));
    external
        .map(|i| i.scope)
        .filter(|&scope| again(scope))
        .collect()
}

/// The kernels and device variables that an item declares.
#[salsa::tracked(returns(deref))]
pub(crate) fn item_entities<'db>(
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
    for (fact, merged) in function_facts(db, item).iter().zip(merged(db, item)) {
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
                local: false,
                arities: decl.function.iter().map(Arity::of).collect(),
            });
        }
    }
    let mut source = None;
    let tile = tile(db, file);
    for decl in decls.iter() {
        let space = MemorySpace::written(decl, tile);
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
            local: false,
            arities: Vec::new(),
        });
    }
    local_entities(db, file, item, linkage, &mut out);
    out.into()
}

/// The kernels and external device variables that an item declares in the bodies of host functions.
fn local_entities<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    linkage: impl Fn(bool) -> Linkage,
    out: &mut Vec<DeviceEntity<'db>>,
) {
    let decls = declarations(db, item);
    let source = Source::new(item.text(db).as_str(), lexed(db, item));
    let mut gone = Vec::new();
    for (fact, merged) in function_facts(db, item).iter().zip(merged(db, item)) {
        if merged.space.is_kernel() || merged.space.is_device_only() {
            let function = &decls[fact.decl as usize].function;
            gone.extend(function.as_ref().and_then(|f| f.body.tokens()));
        }
    }
    if !local::may_have(&source, decls, &gone) {
        return;
    }
    let tile = tile(db, file);
    for local in local::locals(&source, tile, &parse_bodies(db, item).syntax(), &gone) {
        for decl in local.decls.iter().filter(|d| d.parent.is_none()) {
            let space = MemorySpace::written(decl, tile);
            let kind = match decl.kind {
                DeclKind::Function if ExecutionSpace::written(decl, tile).is_kernel() => {
                    Kind::Kernel
                }
                DeclKind::Variable if !decl.spec.any(Spec::EXTERN) => continue,
                DeclKind::Variable if space.has(MemorySpace::SHARED) => continue,
                DeclKind::Variable if space.has(MemorySpace::CONSTANT) => Kind::Constant,
                DeclKind::Variable if !space.is_host() => Kind::Device,
                _ => continue,
            };
            out.push(DeviceEntity {
                name: decl.name.clone(),
                scope: item.scope(db),
                kind,
                linkage: linkage(false),
                template: local.is_dependent(&source, decl),
                local: true,
                arities: decl.function.iter().map(Arity::of).collect(),
            });
        }
    }
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
