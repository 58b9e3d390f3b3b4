//! Variables in C.

use std::fmt::Write as _;

use crate::c::Writer;
use crate::{Linkage, Memory, Variable};

impl<'m> Writer<'m> {
    /// The declaration of a variable.
    pub(crate) fn declare(&mut self, variable: &'m Variable) {
        let head = self.variable_head(variable, true);
        let _ = writeln!(self.out, "{head};");
    }

    /// The definition of a variable that holds something.
    pub(crate) fn define(&mut self, variable: &'m Variable) {
        if variable.is_declaration {
            return;
        }
        let head = self.variable_head(variable, false);
        let Some(value) = variable.value else {
            if variable.linkage != Linkage::Internal {
                let _ = writeln!(self.out, "{head};");
            }
            return;
        };
        let value = self.constant(&variable.code, value, true);
        let texts = std::mem::take(&mut self.texts);
        self.out.push_str(&texts);
        let _ = writeln!(self.out, "{head} = {value};");
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
