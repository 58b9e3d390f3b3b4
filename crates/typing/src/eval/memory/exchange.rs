//! Values on their way in and out of an evaluation: string literals become objects, pointers to objects of the evaluation become
//! pointers that others understand.

use crate::eval::machine::{Machine, Res};
use crate::eval::memory::store::ObjectId;
use crate::{PointerBase, Site, Value};

impl<'a, 'db> Machine<'a, 'db> {
    /// Makes string literals in a value objects of this evaluation.
    pub(crate) fn import(&mut self, mut value: Value<'db>, site: Site<'db>) -> Res<Value<'db>> {
        if let Value::Int(_) | Value::Float(_) = value {
            return Ok(value);
        }
        self.import_in(&mut value)?;
        let _ = site;
        Ok(value)
    }

    fn import_in(&mut self, value: &mut Value<'db>) -> Res<()> {
        match value {
            Value::Pointer(p) => {
                match &p.base {
                    PointerBase::String(literal) => {
                        let literal = literal.clone();
                        p.base = self.string(&literal.units, literal.element)?.base;
                    }
                    PointerBase::Static(entity) => {
                        if let Some((subject, id)) = self.subject
                            && subject == *entity
                        {
                            p.base = PointerBase::Object(id);
                        }
                    }
                    _ => {}
                }
                Ok(())
            }
            Value::Class { bases, fields } => bases
                .iter_mut()
                .chain(fields)
                .try_for_each(|v| self.import_in(v)),
            Value::Union(Some((_, value))) => self.import_in(value),
            Value::Array {
                elements, filler, ..
            } => {
                elements.iter_mut().try_for_each(|v| self.import_in(v))?;
                self.import_in(filler)
            }
            _ => Ok(()),
        }
    }

    /// The value as a result: only static objects may be pointed to. `Err`: an object of this evaluation is.
    pub(crate) fn export(&self, value: &mut Value<'db>) -> Result<(), ObjectId> {
        match value {
            Value::Pointer(p) => {
                if let PointerBase::Object(id) = p.base {
                    p.base = match self.subject {
                        Some((entity, subject)) if subject == id => PointerBase::Static(entity),
                        Some((entity, _)) if self.extended.contains(&id) => {
                            let n = self.extended.iter().position(|i| *i == id);
                            PointerBase::Temporary(entity, n.unwrap_or_default() as u32)
                        }
                        _ => PointerBase::String(Box::new(self.string_of(id).ok_or(id)?)),
                    };
                }
                Ok(())
            }
            Value::Class { bases, fields } => bases
                .iter_mut()
                .chain(fields)
                .try_for_each(|v| self.export(v)),
            Value::Union(Some((_, value))) => self.export(value),
            Value::Array {
                elements, filler, ..
            } => {
                elements.iter_mut().try_for_each(|v| self.export(v))?;
                self.export(filler)
            }
            _ => Ok(()),
        }
    }
}
