//! Variables in C.

use std::fmt::Write as _;

use crate::c::{Writer, names};
use crate::{Linkage, Memory, Quals, Symbol, Variable};

impl<'m> Writer<'m> {
    /// The declaration of a variable.
    pub(crate) fn declare(&mut self, variable: &'m Variable) {
        if let Some((group, place)) = self.names.group(&variable.name) {
            if place == 0 {
                let head = self.place_head(group);
                let _ = writeln!(self.out, "{head};");
            }
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
        if let Some((group, place)) = self.names.group(&variable.name) {
            if place == 0 {
                let group = group.to_vec();
                self.define_places(&group);
            }
            return;
        }
        let head = self.variable_head(variable, false);
        let value = (variable.value).map(|value| self.constant(&variable.code, value, true));
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

    /// The head of the function that gives the places of constants: of the only one, or by number.
    fn place_head(&self, group: &[&Variable]) -> String {
        let function = names::place_function(group);
        let declared = match group {
            [variable] => {
                let declared = format!("(*{function}(void))");
                self.declarator(&variable.code, variable.ty, self.quals(variable), &declared)
            }
            _ => format!("const void *{function}(int number)"),
        };
        format!("static __attribute__((device)) __inline__ {declared}")
    }

    /// The function that gives the places of constants.
    fn define_places(&mut self, group: &[&'m Variable]) {
        let head = self.place_head(group);
        let mut body = String::new();
        self.open = group.first().map(|v| &*v.name);
        for variable in group {
            let name = match group {
                [_] => "object".to_owned(),
                _ => self.names.symbol(&variable.name),
            };
            let object = self.declarator(&variable.code, variable.ty, self.quals(variable), &name);
            let value = (variable.value).map(|value| self.constant(&variable.code, value, true));
            let value = value.as_deref().unwrap_or("{0}");
            let _ = write!(body, " static {object} = {value};");
        }
        self.open = None;
        match group {
            [_] => body.push_str(" return &object;"),
            _ => {
                for (number, variable) in group.iter().enumerate() {
                    let name = self.names.symbol(&variable.name);
                    let _ = write!(body, " if (number == {number}) return &{name};");
                }
                body.push_str(" return 0;");
            }
        }
        let _ = writeln!(self.out, "{head} {{{body} }}");
    }

    /// A variable where code names it.
    pub(crate) fn named(&self, name: &Symbol) -> String {
        match self.names.group(name) {
            Some((group, _))
                if self.open.is_some() && self.open == group.first().map(|v| &*v.name) =>
            {
                self.names.symbol(name)
            }
            Some((group @ [_], _)) => format!("(*{}())", names::place_function(group)),
            Some((group, place)) => {
                let to = group.get(place).map_or_else(String::new, |v| {
                    self.declarator(&v.code, v.ty, self.quals(v), "(*)")
                });
                format!("(*({to}){}({place}))", names::place_function(group))
            }
            None => self.names.symbol(name),
        }
    }

    /// The qualifiers of a variable. One that nothing writes is constant.
    fn quals(&self, variable: &Variable) -> Quals {
        Quals {
            is_const: variable.quals.is_const || self.names.is_unwritten(&variable.name),
            ..variable.quals
        }
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
        out += &self.declarator(&variable.code, variable.ty, self.quals(variable), &name);
        if let Some(align) = variable.align {
            let _ = write!(out, " __attribute__((__aligned__({align})))");
        }
        out
    }
}
