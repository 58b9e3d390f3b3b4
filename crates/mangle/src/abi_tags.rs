//! ABI tags that an entity takes over from its type. A pure walk over names; writes nothing.

use std::collections::BTreeSet;

// Parts of a type below `MAX_DEPTH` are not searched; such a type has no linker name anyway.
use crate::{MAX_DEPTH, Name, Scope, TemplateArg, Type, Unqualified};

/// The tags that an entity called `name` must carry because its type has them and nothing else in its
/// linker name does; the caller adds them to [`Name::abi_tags`]. `ty` is a variable's type or a function's
/// return type, `params` the function's parameter types. Sorted, without those the name has already.
///
/// A name that shows the return type (a specialisation of a function template) needs none, so do not ask.
pub fn implied_abi_tags(name: &Name, ty: &Type, params: &[Type]) -> Vec<String> {
    let mut wanted = BTreeSet::new();
    of_type(ty, &mut wanted, 0);
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut present = BTreeSet::new();
    of_name(name, &mut present, 0);
    for param in params {
        of_type(param, &mut present, 0);
    }
    wanted
        .difference(&present)
        .map(|tag| (*tag).to_owned())
        .collect()
}

fn of_type<'a>(ty: &'a Type, tags: &mut BTreeSet<&'a str>, depth: u32) {
    if depth > MAX_DEPTH {
        return;
    }
    let depth = depth + 1;
    match ty {
        Type::Named(name) => of_name(name, tags, depth),
        Type::Qualified(_, ty)
        | Type::Pointer(ty)
        | Type::LvalueReference(ty)
        | Type::RvalueReference(ty)
        | Type::Array(_, ty)
        | Type::Vector(_, ty)
        | Type::Complex(ty)
        | Type::Imaginary(ty)
        | Type::PackExpansion(ty) => of_type(ty, tags, depth),
        Type::MemberPointer { class, member } => {
            of_type(class, tags, depth);
            of_type(member, tags, depth);
        }
        Type::Function(function) => {
            of_type(&function.ret, tags, depth);
            for param in &function.params {
                of_type(param, tags, depth);
            }
        }
        Type::TemplateTemplate(_, args) => of_args(args, tags, depth),
        Type::Builtin(_)
        | Type::Vendor { .. }
        | Type::TemplateParam(_)
        | Type::Decltype { .. }
        | Type::Auto
        | Type::DecltypeAuto => {}
    }
}

fn of_name<'a>(name: &'a Name, tags: &mut BTreeSet<&'a str>, depth: u32) {
    if depth > MAX_DEPTH {
        return;
    }
    tags.extend(name.abi_tags.iter().map(String::as_str));
    match &name.id {
        Unqualified::InlineNamespace { abi_tags, .. } => {
            tags.extend(abi_tags.iter().map(String::as_str));
        }
        Unqualified::Conversion(ty) => of_type(ty, tags, depth + 1),
        _ => {}
    }
    of_args(name.args.as_deref().unwrap_or_default(), tags, depth + 1);
    match &name.scope {
        Scope::In(outer) | Scope::Initializer(outer) => of_name(outer, tags, depth + 1),
        Scope::Dependent(ty) => of_type(ty, tags, depth + 1),
        Scope::Local(local) => of_name(&local.function.name, tags, depth + 1),
        Scope::Global => {}
    }
}

fn of_args<'a>(args: &'a [TemplateArg], tags: &mut BTreeSet<&'a str>, depth: u32) {
    if depth > MAX_DEPTH {
        return;
    }
    for arg in args {
        match arg {
            TemplateArg::Type(ty) => of_type(ty, tags, depth + 1),
            TemplateArg::Pack(args) => of_args(args, tags, depth + 1),
            TemplateArg::Template(_) | TemplateArg::Literal(_) | TemplateArg::Expr(_) => {}
        }
    }
}
