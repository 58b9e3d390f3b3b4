//! The code of a function while it is read: its locals by the names that the text gives them.

use rustc_hash::FxHashMap;

use super::parser::{Parser, Result};
use crate::code::{Code, Local, LocalId};

/// The code, and what the text calls its locals.
#[derive(Default)]
pub(super) struct Body {
    pub(super) code: Code,
    locals: FxHashMap<(String, u32), LocalId>,
}

impl Parser<'_> {
    /// A local that was met before.
    pub(super) fn known_local(&mut self, body: &Body) -> Result<LocalId> {
        let at = self.position();
        let name = self.local_name()?;
        match body.locals.get(&name) {
            Some(&id) => Ok(id),
            None => self.error_at(at, format!("nothing declares %{}", shown(&name))),
        }
    }

    /// A local: its name, type and what else is said of it. Without a type it was met before.
    pub(super) fn local(&mut self, body: &mut Body, may_be_known: bool) -> Result<LocalId> {
        let at = self.position();
        let name = self.local_name()?;
        let known = body.locals.get(&name).copied();
        if !self.at(':') {
            return match known {
                Some(id) if may_be_known => Ok(id),
                _ => self.expected("':'"),
            };
        }
        self.bump()?;
        if known.is_some() {
            return self.error_at(at, format!("%{} has a type before", shown(&name)));
        }
        let quals = self.quals()?;
        let ty = self.ty(&mut body.code, 0)?;
        let align = match self.eat_word("align")? {
            true => Some(self.number("an alignment")?),
            false => None,
        };
        let grid_constant = self.eat_word("grid_constant")?;
        let id = body.code.locals.alloc(Local {
            name: name.0.as_str().into(),
            ty,
            quals,
            align,
            grid_constant,
        });
        body.locals.insert(name, id);
        Ok(id)
    }
}

fn shown((name, number): &(String, u32)) -> String {
    match (name.is_empty(), number) {
        (false, 1) => name.clone(),
        _ => format!("{name}#{number}"),
    }
}
