//! `<encoding>`: functions, variables and special names.

use super::name::{EntityParts, templates_around};
use super::{Result_, State};
use crate::{
    CallOffset, Entity, Function, Linkage, Name, Scope, SpecialName, Unqualified, Variable,
};

/// The name of a function that is not mangled: C linkage, or `::main`.
pub(super) fn plain_function_name(function: &Function) -> Option<&str> {
    let Unqualified::Identifier(id) = &function.name.id else {
        return None;
    };
    let is_main = id == "main" && function.name.scope == Scope::Global;
    (function.linkage == Linkage::C || is_main).then_some(id)
}

/// The name of a variable that is not mangled: C linkage, or external at global scope without template
/// arguments and tags.
pub(super) fn plain_variable_name(variable: &Variable) -> Option<&str> {
    let Name {
        scope,
        id: Unqualified::Identifier(id),
        abi_tags,
        args,
    } = &variable.name
    else {
        return None;
    };
    let plain = match variable.linkage {
        Linkage::C => true,
        Linkage::External => *scope == Scope::Global && abi_tags.is_empty() && args.is_none(),
        Linkage::Internal => false,
    };
    plain.then_some(id)
}

/// Whether the encoding shows the return type: for specialisations of function templates, other than of
/// constructors, destructors and conversions.
fn shows_return_type(name: &Name) -> bool {
    name.args.is_some()
        && !matches!(
            name.id,
            Unqualified::Constructor(_)
                | Unqualified::InheritedConstructor(..)
                | Unqualified::Destructor(_)
                | Unqualified::Conversion(_)
        )
}

impl State<'_> {
    /// The encoding of a function; without a type if it is not mangled.
    pub(super) fn function(&mut self, function: &Function) -> Result_ {
        if let Some(plain) = plain_function_name(function) {
            self.source_name(plain);
            return Ok(());
        }
        self.nested(|s| {
            let parts = EntityParts {
                function: Some(&function.ty),
                linkage: function.linkage,
                template: function.template,
            };
            s.entity_name(&function.name, parts)?;
            let own = templates_around(&function.name.scope);
            let around = std::mem::replace(&mut s.templates_around, own);
            if shows_return_type(&function.name) {
                s.ty(&function.ty.ret)?;
            }
            s.params(&function.ty.params, function.ty.variadic)?;
            s.templates_around = around;
            Ok(())
        })
    }

    /// The encoding of a variable.
    pub(super) fn variable(&mut self, variable: &Variable) -> Result_ {
        match plain_variable_name(variable) {
            Some(plain) => {
                self.source_name(plain);
                Ok(())
            }
            None => self.entity_name(
                &variable.name,
                EntityParts {
                    function: None,
                    linkage: variable.linkage,
                    template: None,
                },
            ),
        }
    }

    /// `L_Z <encoding> E`
    pub(super) fn external_name(&mut self, entity: &Entity) -> Result_ {
        self.put("L_Z");
        match entity {
            Entity::Function(function) => self.function(function)?,
            Entity::Variable(variable) => self.variable(variable)?,
        }
        self.put("E");
        Ok(())
    }

    /// `<special-name>`
    pub(super) fn special(&mut self, special: &SpecialName) -> Result_ {
        match special {
            SpecialName::Vtable(ty) => self.special_type("TV", ty),
            SpecialName::Vtt(ty) => self.special_type("TT", ty),
            SpecialName::Typeinfo(ty) => self.special_type("TI", ty),
            SpecialName::TypeinfoName(ty) => self.special_type("TS", ty),
            SpecialName::Guard(variable) => self.special_variable("GV", variable),
            SpecialName::ThreadInit(variable) => self.special_variable("TH", variable),
            SpecialName::ThreadWrapper(variable) => self.special_variable("TW", variable),
            SpecialName::ReferenceTemporary(variable, number) => {
                self.special_variable("GR", variable)?;
                self.put(&super::seq_id(*number as usize));
                self.put("_");
                Ok(())
            }
            SpecialName::Thunk { this, ret, target } => {
                match ret {
                    None => self.put("T"),
                    Some(_) => self.put("Tc"),
                }
                self.call_offset(*this);
                if let Some(ret) = ret {
                    self.call_offset(*ret);
                }
                self.function(target)
            }
        }
    }

    fn special_type(&mut self, code: &str, ty: &crate::Type) -> Result_ {
        self.put(code);
        self.ty(ty)
    }

    fn special_variable(&mut self, code: &str, variable: &Variable) -> Result_ {
        self.put(code);
        self.variable(variable)
    }

    fn call_offset(&mut self, offset: CallOffset) {
        match offset {
            CallOffset::Fixed(offset) => {
                self.put("h");
                self.offset(offset);
            }
            CallOffset::Virtual(offset, vcall) => {
                self.put("v");
                self.offset(offset);
                self.offset(vcall);
            }
        }
    }

    fn offset(&mut self, offset: i64) {
        if offset < 0 {
            self.put("n");
        }
        self.put_number(offset.unsigned_abs());
        self.put("_");
    }
}
