//! Linker names that only one translation unit can mean: those that lead through an unnamed namespace.

use cleave_mangle::{Name, TemplateArg, TemplateName, Type, Unqualified};

/// How deep types and names are followed.
const MAX_DEPTH: u32 = 64;

/// Whether a type is made of one that an unnamed namespace holds.
pub(super) fn is_internal(ty: &Type) -> bool {
    internal(ty, 0)
}

fn internal(ty: &Type, depth: u32) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    let depth = depth + 1;
    match ty {
        Type::Qualified(_, of)
        | Type::Pointer(of)
        | Type::LvalueReference(of)
        | Type::RvalueReference(of)
        | Type::Array(_, of)
        | Type::Vector(_, of)
        | Type::Complex(of)
        | Type::Imaginary(of)
        | Type::PackExpansion(of) => internal(of, depth),
        Type::Function(f) => internal(&f.ret, depth) || f.params.iter().any(|p| internal(p, depth)),
        Type::MemberPointer { class, member } => internal(class, depth) || internal(member, depth),
        Type::Named(name) => internal_name(name, depth),
        Type::TemplateTemplate(_, args) => internal_args(args, depth),
        _ => false,
    }
}

/// Whether a name leads through an unnamed namespace or has an argument that does.
pub(super) fn is_internal_name(name: &Name) -> bool {
    internal_name(name, 0)
}

fn internal_name(name: &Name, depth: u32) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    name.id == Unqualified::UnnamedNamespace
        || internal_args(name.args.as_deref().unwrap_or_default(), depth + 1)
        || name
            .scope
            .as_name()
            .is_some_and(|outer| internal_name(outer, depth + 1))
}

fn internal_args(args: &[TemplateArg], depth: u32) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    args.iter().any(|arg| match arg {
        TemplateArg::Type(ty) => internal(ty, depth + 1),
        TemplateArg::Pack(args) => internal_args(args, depth + 1),
        TemplateArg::Literal(literal) => internal(&literal.ty, depth + 1),
        TemplateArg::Template(TemplateName::Template(name)) => internal_name(name, depth + 1),
        TemplateArg::Expr(_) | TemplateArg::Template(_) => false,
    })
}
