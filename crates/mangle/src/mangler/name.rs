//! `<name>` and its parts: nested and local names, prefixes, unqualified names, template arguments.

use std::sync::Arc;

use super::{Mark, Result_, State};
use crate::codes::Coded as _;
use crate::{
    ConstructorVariant, DestructorVariant, Expr, FunctionType, Lambda, Linkage, LocalScope,
    MangleError, Name, Scope, TemplateArg, TemplateName, Type, Unqualified, internal_unit_name,
};

/// What an entity adds to the name of its own, where a type's or a scope's name has nothing.
#[derive(Default, Clone, Copy)]
pub(super) struct EntityParts<'a> {
    /// The type of a function: its qualifiers stand inside the name.
    pub(super) function: Option<&'a FunctionType>,
    /// The linkage, which marks internal names.
    pub(super) linkage: Linkage,
    /// What tells a function template from others of the same name.
    pub(super) template: Option<u64>,
}

impl State<'_> {
    /// The name of a class or enumeration: a component.
    pub(super) fn class_name(&mut self, name: &Arc<Name>) -> Result_ {
        let mark = self.mark();
        let node = (Arc::as_ptr(name) as usize, true);
        if self.recall(node, mark) {
            return Ok(());
        }
        self.name(name, EntityParts::default())?;
        self.finish(mark);
        self.remember(node, mark.stream);
        Ok(())
    }

    /// The name of an entity; its last component is not substitutable.
    pub(super) fn entity_name(&mut self, name: &Name, parts: EntityParts<'_>) -> Result_ {
        self.name(name, parts)
    }

    fn name(&mut self, name: &Name, parts: EntityParts<'_>) -> Result_ {
        self.nested(|s| {
            let local = innermost_local(name);
            let start = s.mark().stream;
            if let Some(local) = local {
                s.local_prefix(local)?;
            }
            let quals = parts.function.map_or("", |ty| ty.quals.code());
            let ref_qual = parts.function.map_or("", |ty| ty.ref_qual.code());
            let internal = parts.linkage == Linkage::Internal && local.is_none();
            let in_unit = internal && !s.is_gcc();
            let nested = !quals.is_empty()
                || !ref_qual.is_empty()
                || in_unit
                || match &name.scope {
                    Scope::Global | Scope::Local(_) => false,
                    Scope::In(outer) => !outer.is_std(),
                    Scope::Dependent(_) | Scope::Initializer(_) => true,
                };
            // `N`, qualifiers and the unit's namespace are no part of the entity's identity.
            let head = s.out.len();
            if nested {
                s.out.push('N');
                s.out.push_str(quals);
                s.out.push_str(ref_qual);
            }
            if in_unit {
                s.internal_unit()?;
            }
            let base = Mark {
                stream: start,
                ..s.mark()
            };
            s.scope_prefix(&name.scope, base)?;
            if internal && s.is_gcc() && marked_internal(name) {
                s.out.push('L');
            }
            let is_abbreviated = s.component(name, parts.template, base)?;
            // Of a function template that has a number the reference writes that alone: no `N`, no qualifiers.
            let is_number = is_abbreviated && parts.function.is_some() && !s.is_gcc();
            match nested {
                true if is_number => s.out.replace_range(head..base.out, ""),
                true => s.out.push('E'),
                false => {}
            }
            if let Some(number) = local.and_then(|local| local.discriminator.checked_sub(1)) {
                let text = match number {
                    0..10 => format!("_{number}"),
                    _ => format!("__{number}_"),
                };
                s.out.push_str(&text);
            }
            Ok(())
        })
    }

    /// `Z <encoding> E` with the marker of a default argument; the discriminator only tells identities
    /// apart here, because it is written after the name.
    fn local_prefix(&mut self, local: &LocalScope) -> Result_ {
        self.put("Z");
        self.function(&local.function)?;
        self.put("E");
        if let Some(argument) = local.default_argument {
            self.put("d");
            self.seq_from_zero(argument);
        }
        if local.discriminator > 0 {
            self.key("_");
            self.key(&local.discriminator.to_string());
        }
        Ok(())
    }

    /// The namespace that the CUDA dialect puts before internal entities. It counts as a component but
    /// what follows is identified without it.
    fn internal_unit(&mut self) -> Result_ {
        let Some(module_id) = &self.options.module_id else {
            return Err(MangleError::NoModuleId);
        };
        let unit = internal_unit_name(module_id);
        let mark = self.mark();
        self.source_name(&unit);
        self.finish(mark);
        self.stream.truncate(mark.stream);
        Ok(())
    }

    /// What encloses the last component, `base` being where the name began.
    fn scope_prefix(&mut self, scope: &Scope, base: Mark) -> Result_ {
        match scope {
            Scope::Global | Scope::Local(_) => Ok(()),
            Scope::In(outer) => self.prefix(outer, base),
            Scope::Initializer(owner) => {
                self.prefix(owner, base)?;
                self.put("M");
                Ok(())
            }
            Scope::Dependent(ty) => self.ty(ty),
        }
    }

    /// `<prefix>`: a component of its own, except for `::std`.
    fn prefix(&mut self, name: &Arc<Name>, base: Mark) -> Result_ {
        if name.is_std() {
            self.put("St");
            return Ok(());
        }
        let node = (Arc::as_ptr(name) as usize, true);
        if self.recall(node, base) {
            return Ok(());
        }
        self.nested(|s| {
            s.scope_prefix(&name.scope, base)?;
            s.component(name, None, base)?;
            s.finish(base);
            s.remember(node, base.stream);
            Ok(())
        })
    }

    /// The last component with tags and template arguments; the template itself is substitutable. Returns whether the template is
    /// abbreviated.
    fn component(
        &mut self,
        name: &Name,
        template: Option<u64>,
        base: Mark,
    ) -> Result<bool, MangleError> {
        let own = match name.id {
            Unqualified::Lambda(_) => templates_around(&name.scope),
            _ => self.templates_around,
        };
        let around = std::mem::replace(&mut self.templates_around, own);
        // The reference numbers a conversion function template before the parts of its type, and an inherited constructor template before
        // those of its class.
        let names_type = matches!(
            name.id,
            Unqualified::Conversion(_) | Unqualified::InheritedConstructor(..)
        );
        let reserved =
            (names_type && name.args.is_some() && !self.is_gcc()).then(|| self.reserve());
        match name.id {
            Unqualified::UnnamedNamespace if !self.is_gcc() && is_in_unnamed(&name.scope) => {
                self.source_name("_GLOBAL__N_");
            }
            _ => self.unqualified(&name.id)?,
        }
        self.templates_around = around;
        self.abi_tags(&name.abi_tags);
        if let Some(args) = &name.args {
            if let Some(template) = template.filter(|_| !self.is_gcc()) {
                self.key(" ");
                self.key(&template.to_string());
            }
            let is_abbreviated = match reserved {
                Some(position) => self.finish_reserved(base, position),
                None => self.end(base).1,
            };
            self.template_args(args)?;
            return Ok(is_abbreviated);
        }
        Ok(false)
    }

    /// The class in the name of an inherited constructor: the reference gives it no sequence id, but abbreviates it where it has one.
    fn inherited_from(&mut self, class: &Name) -> Result_ {
        let mark = self.mark();
        self.name(class, EntityParts::default())?;
        self.abbreviate(mark);
        Ok(())
    }

    fn abi_tags(&mut self, tags: &[String]) {
        let mut tags: Vec<&str> = tags.iter().map(String::as_str).collect();
        tags.sort_unstable();
        tags.dedup();
        for tag in tags {
            self.put("B");
            self.source_name(tag);
        }
    }

    /// `<unqualified-name>`
    pub(super) fn unqualified(&mut self, id: &Unqualified) -> Result_ {
        match id {
            Unqualified::Identifier(name) | Unqualified::InlineNamespace { name, .. } => {
                self.source_name(name);
            }
            Unqualified::UnnamedNamespace => {
                let name = self.options.unnamed_namespace();
                self.source_name(&name);
            }
            Unqualified::Constructor(variant) => self.put(match variant {
                ConstructorVariant::Complete => "C1",
                ConstructorVariant::Base => "C2",
                ConstructorVariant::Allocating => "C3",
            }),
            Unqualified::InheritedConstructor(variant, base) => {
                self.put(match variant {
                    ConstructorVariant::Complete => "CI1",
                    ConstructorVariant::Base => "CI2",
                    ConstructorVariant::Allocating => "CI3",
                });
                match &**base {
                    Type::Named(name) if !self.is_gcc() => self.inherited_from(name)?,
                    base => self.ty(base)?,
                }
            }
            Unqualified::Destructor(variant) => self.put(match variant {
                DestructorVariant::Deleting => "D0",
                DestructorVariant::Complete => "D1",
                DestructorVariant::Base => "D2",
            }),
            Unqualified::Operator(operator) => self.put(operator.code()),
            Unqualified::Conversion(ty) => {
                self.put("cv");
                self.ty(ty)?;
            }
            Unqualified::LiteralOperator(suffix) => {
                self.put("li");
                self.source_name(suffix);
            }
            Unqualified::UnnamedType(number) => {
                self.put("Ut");
                self.seq_from_zero(*number);
            }
            Unqualified::Lambda(lambda) => self.lambda(lambda)?,
            Unqualified::StructuredBinding(names) => {
                self.put("DC");
                for name in names {
                    self.source_name(name);
                }
                self.put("E");
            }
        }
        Ok(())
    }

    fn lambda(&mut self, lambda: &Lambda) -> Result_ {
        self.put("Ul");
        self.params(&lambda.params, lambda.variadic)?;
        self.put("E");
        self.seq_from_zero(lambda.number);
        Ok(())
    }

    /// `I <template-arg>+ E`
    pub(super) fn template_args(&mut self, args: &[TemplateArg]) -> Result_ {
        self.put("I");
        for arg in args {
            self.template_arg(arg)?;
        }
        self.put("E");
        Ok(())
    }

    pub(super) fn template_arg(&mut self, arg: &TemplateArg) -> Result_ {
        match arg {
            TemplateArg::Type(ty) => self.ty(ty),
            TemplateArg::Template(TemplateName::Template(name)) => self.class_name(name),
            TemplateArg::Template(TemplateName::Param(param)) => {
                let mark = self.mark();
                self.template_param(*param);
                self.template_key();
                self.finish(mark);
                Ok(())
            }
            TemplateArg::Literal(literal) => self.literal(literal),
            TemplateArg::Expr(expr) => match &**expr {
                Expr::Literal(_) | Expr::Entity(_) | Expr::Constant(..) => self.expr(expr),
                // The reference writes the pattern of a pack expansion alone.
                Expr::PackExpansion(pattern) if !self.is_gcc() => {
                    self.put("X");
                    self.expr(pattern)?;
                    self.put("E");
                    Ok(())
                }
                _ => {
                    self.put("X");
                    self.expr(expr)?;
                    self.put("E");
                    Ok(())
                }
            },
            TemplateArg::Pack(args) => self.nested(|s| {
                s.put("J");
                for arg in args {
                    s.template_arg(arg)?;
                }
                s.put("E");
                Ok(())
            }),
        }
    }
}

/// Whether a scope is an unnamed namespace or stands in one: the reference says the module id once.
fn is_in_unnamed(scope: &Scope) -> bool {
    let mut at = scope;
    while let Scope::In(name) = at {
        if name.id == Unqualified::UnnamedNamespace {
            return true;
        }
        at = &name.scope;
    }
    false
}

/// How many specialisations of templates a scope is, or stands in.
pub(super) fn templates_around(scope: &Scope) -> u32 {
    let (mut at, mut count) = (scope, 0);
    loop {
        let name = match at {
            Scope::In(name) | Scope::Initializer(name) => name,
            Scope::Local(local) => &local.function.name,
            Scope::Global | Scope::Dependent(_) => return count,
        };
        count += u32::from(name.args.is_some());
        at = &name.scope;
    }
}

/// The function that `name` is local to, if any.
fn innermost_local(name: &Name) -> Option<&LocalScope> {
    let outermost = name.enclosing().last().unwrap_or(name);
    match &outermost.scope {
        Scope::Local(local) => Some(local),
        _ => None,
    }
}

/// Whether g++ marks this internal name with `L`: not for specialisations, nor where an unnamed namespace
/// makes the name unique anyway.
fn marked_internal(name: &Name) -> bool {
    name.args.is_none()
        && !name
            .enclosing()
            .any(|outer| outer.id == Unqualified::UnnamedNamespace)
}
