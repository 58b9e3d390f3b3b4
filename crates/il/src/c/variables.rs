//! Variables in C.

use std::fmt::Write as _;

use crate::c::Writer;
use crate::{Linkage, Memory, Variable};

impl<'m> Writer<'m> {
    /// The declaration of a variable.
    pub(crate) fn declare(&mut self, variable: &'m Variable) {
        if let Some(function) = self.names.place_function(&variable.name) {
            let head = self.place_head(variable, &function);
            let _ = writeln!(self.out, "{head};");
            return;
        }
        let head = self.variable_head(variable, true);
        let _ = writeln!(self.out, "{head};");
    }

    /// The definition of a variable that holds something.
    pub(crate) fn define(&mut self, variable: &'m Variable) {
        if variable.is_declaration {
            return;
        }
        let head = self.variable_head(variable, false);
        let value = (variable.value).map(|value| self.constant(&variable.code, value, true));
        if let Some(function) = self.names.place_function(&variable.name) {
            let head = self.place_head(variable, &function);
            let object = self.declarator(&variable.code, variable.ty, variable.quals, "object");
            let value = value.as_deref().unwrap_or("{0}");
            let _ = writeln!(
                self.out,
                "{head} {{ static {object} = {value}; return &object; }}"
            );
            return;
        }
        let Some(value) = value else {
            if variable.linkage != Linkage::Internal {
                let _ = writeln!(self.out, "{head};");
            }
            return;
        };
        let texts = std::mem::take(&mut self.texts);
        self.out.push_str(&texts);
        let _ = writeln!(self.out, "{head} = {value};");
    }

    /// The function that gives the place of a variable.
    fn place_head(&self, variable: &Variable, function: &str) -> String {
        let declared = format!("(*{function}(void))");
        let head = self.declarator(&variable.code, variable.ty, variable.quals, &declared);
        format!("static __attribute__((device)) __inline__ {head}")
    }

    fn variable_head(&self, variable: &Variable, is_declaration: bool) -> String {
        let mut out = String::new();
        let is_outside = variable.is_declaration || is_declaration;
        out.push_str(match variable.linkage {
            Linkage::Internal => "static ",
            Linkage::Weak if !is_declaration => "__attribute__((__weak__)) ",
            _ if is_outside => "extern ",
            _ => "",
        });
        out.push_str(match variable.memory {
            Memory::Device => "__attribute__((device)) ",
            Memory::Constant => "__attribute__((constant)) ",
            Memory::Shared => "__attribute__((shared)) ",
            Memory::Managed => "__attribute__((device)) __attribute__((managed)) ",
            Memory::Builtin => "__attribute__((device_builtin)) ",
        });
        if !variable.is_declaration && variable.is_kept {
            out.push_str("__attribute__((used)) ");
        }
        let name = self.names.symbol(&variable.name);
        out += &self.declarator(&variable.code, variable.ty, variable.quals, &name);
        if let Some(align) = variable.align {
            let _ = write!(out, " __attribute__((__aligned__({align})))");
        }
        out
    }
}
