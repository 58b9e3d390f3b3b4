//! Linker names that only one translation unit can mean: those that lead through an unnamed namespace.

use std::marker::PhantomData;

use cleave_mangle::{Name, TemplateArg, TemplateName, Type, Unqualified};
use rustc_hash::FxHashSet;

/// How deep types and names are followed.
const MAX_DEPTH: u32 = 64;

/// Whether a type is made of one that an unnamed namespace holds.
pub(super) fn is_internal(ty: &Type) -> bool {
    Walk::default().ty(ty, 0)
}

/// Whether a name leads through an unnamed namespace or has an argument that does.
pub(super) fn is_internal_name(name: &Name) -> bool {
    Walk::default().name(name, 0)
}

/// A walk over a type that sees each name once: a type may stand in another many times over.
#[derive(Default)]
struct Walk<'a> {
    seen: FxHashSet<*const Name>,
    of: PhantomData<&'a Name>,
}

impl<'a> Walk<'a> {
    fn ty(&mut self, ty: &'a Type, depth: u32) -> bool {
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
            | Type::PackExpansion(of) => self.ty(of, depth),
            Type::Function(f) => {
                self.ty(&f.ret, depth) || f.params.iter().any(|p| self.ty(p, depth))
            }
            Type::MemberPointer { class, member } => {
                self.ty(class, depth) || self.ty(member, depth)
            }
            Type::Named(name) => self.name(name, depth),
            Type::TemplateTemplate(_, args) => self.args(args, depth),
            _ => false,
        }
    }

    fn name(&mut self, name: &'a Name, depth: u32) -> bool {
        if depth > MAX_DEPTH || !self.seen.insert(name) {
            return false;
        }
        name.id == Unqualified::UnnamedNamespace
            || self.args(name.args.as_deref().unwrap_or_default(), depth + 1)
            || (name.scope.as_name()).is_some_and(|outer| self.name(outer, depth + 1))
    }

    fn args(&mut self, args: &'a [TemplateArg], depth: u32) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        args.iter().any(|arg| match arg {
            TemplateArg::Type(ty) => self.ty(ty, depth + 1),
            TemplateArg::Pack(args) => self.args(args, depth + 1),
            TemplateArg::Literal(literal) => self.ty(&literal.ty, depth + 1),
            TemplateArg::Template(TemplateName::Template(name)) => self.name(name, depth + 1),
            TemplateArg::Expr(_) | TemplateArg::Template(_) => false,
        })
    }
}
