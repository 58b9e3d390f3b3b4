//! The verifier: whether a module keeps the rules of docs/device-il.md. It never panics, uses a stack of its own, and takes time in
//! proportion to the module (of a `switch`, to its cases and their logarithm).

mod code;
mod constants;
mod data;
mod exprs;
mod fault;
mod names;
mod operators;

pub use fault::{Fault, FaultKind};
pub use names::Names;

use rustc_hash::FxHashSet;

use crate::module::{Definition, Module};
use crate::structure::{self, raw};
use crate::types::{Type, TypeId};

/// What is wrong with a module, in the order of its definitions; nothing if it keeps all rules.
pub fn verify(module: &Module) -> Vec<Fault> {
    let names = Names::of(module);
    let mut out = Vec::new();
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let defined = module.definitions().map(Definition::name);
    for name in module.runtime.iter().chain(defined) {
        if !seen.insert(name) {
            out.push(Fault {
                definition: name.clone(),
                kind: FaultKind::DuplicateName,
                line: None,
                detail: "it stands before".to_owned(),
            });
        }
    }
    for (at, definition) in module.definitions().enumerate() {
        verify_at(definition, Some(&names), Some(at), &mut out);
    }
    out
}

/// What is wrong with one definition. With the names of its module it is compared with the declarations of what it uses; without them
/// only what it says of itself is looked at.
pub fn verify_definition(definition: Definition<'_>, names: Option<&Names<'_>>) -> Vec<Fault> {
    let mut out = Vec::new();
    verify_at(definition, names, None, &mut out);
    out
}

fn verify_at(
    definition: Definition<'_>,
    names: Option<&Names<'_>>,
    at: Option<usize>,
    out: &mut Vec<Fault>,
) {
    let faults = structure::check(definition);
    if !faults.is_empty() {
        return out.extend(faults);
    }
    let none = Names::default();
    let layout = |name: &str| names.and_then(|names| names.layout(name));
    let mut context = Context {
        definition,
        names,
        bare: names.unwrap_or(&none).table(definition.code()),
        sizes: structure::sizes(definition.code(), layout),
        words: structure::words(definition.code())
            .map(|size| size.1)
            .collect(),
        line: None,
        faults: out,
    };
    context.definition(at);
}

/// What the rules look at, and where faults go.
struct Context<'a, 'o> {
    definition: Definition<'a>,
    /// Without them, names are not looked up.
    names: Option<&'a Names<'a>>,
    /// The bare types of the definition's types.
    bare: Vec<TypeId>,
    /// Bytes and alignment of the definition's types, where they are known.
    sizes: Vec<Option<(u64, u64)>>,
    /// How long the types are in the text.
    words: Vec<u64>,
    line: Option<i32>,
    faults: &'o mut Vec<Fault>,
}

impl<'a> Context<'a, '_> {
    fn fault(&mut self, kind: FaultKind, detail: impl Into<String>) {
        self.faults.push(Fault {
            definition: self.definition.name().clone(),
            kind,
            line: self.line,
            detail: detail.into(),
        });
    }

    /// A fault unless something holds. What is wrong is only put into words if it does not.
    fn want(&mut self, holds: bool, kind: FaultKind, detail: impl FnOnce() -> String) {
        if !holds {
            self.fault(kind, detail());
        }
    }

    fn ty(&self, id: TypeId) -> &'a Type {
        &self.definition.code().types[id]
    }

    fn bare(&self, id: TypeId) -> TypeId {
        self.bare[raw(id)]
    }

    /// Whether two types agree: qualifiers of what is pointed to make no difference.
    fn agree(&self, a: TypeId, b: TypeId) -> bool {
        self.bare(a) == self.bare(b)
    }

    /// A type as the text has it. Long ones are not written out each time that something is wrong with them.
    fn show(&self, id: TypeId) -> String {
        const LONG: u64 = 100;
        match self.words[raw(id)] {
            0..LONG => crate::text::type_text(&self.definition.code().types, id),
            words => format!("a type of {words} words"),
        }
    }

    fn want_agree(&mut self, found: TypeId, wanted: TypeId, what: &str) {
        if !self.agree(found, wanted) {
            let detail = format!(
                "{what}: {} instead of {}",
                self.show(found),
                self.show(wanted)
            );
            self.fault(FaultKind::TypeMismatch, detail);
        }
    }
}
