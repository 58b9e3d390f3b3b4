//! What of a module can be used: the kernels and what they refer to.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Code, ConstantKind, Definition, ExprKind, FunctionKind, Linkage, Module, Symbol};

/// The functions and variables that a definition names, each as often as it does.
pub fn names(code: &Code) -> impl Iterator<Item = &Symbol> {
    let exprs = code.exprs.values().filter_map(|x| match &x.kind {
        ExprKind::Global(name) | ExprKind::Call(name, _) | ExprKind::Function(name) => Some(name),
        _ => None,
    });
    let constants = code.constants.values().filter_map(|c| match &c.kind {
        ConstantKind::Address(name, _) | ConstantKind::MemberFunction(name, _) => Some(name),
        _ => None,
    });
    exprs.chain(constants)
}

impl Module {
    /// The functions and variables that are used: those that others may use, and what they name.
    pub fn used(&self) -> FxHashSet<Symbol> {
        let mut codes: FxHashMap<&Symbol, &Code> = FxHashMap::default();
        let mut todo: Vec<&Symbol> = Vec::new();
        for definition in self.definitions() {
            let is_root = match definition {
                Definition::Record(_) => continue,
                Definition::Variable(v) => {
                    !v.is_declaration && (v.is_kept || v.linkage != Linkage::Internal)
                }
                Definition::Function(f) => {
                    f.body.is_some()
                        && (f.kind == FunctionKind::Kernel
                            || f.attributes.kept
                            || f.linkage == Linkage::External)
                }
            };
            codes.insert(definition.name(), definition.code());
            if is_root {
                todo.push(definition.name());
            }
        }
        let mut seen: FxHashSet<Symbol> = todo.iter().map(|n| (*n).clone()).collect();
        while let Some(name) = todo.pop() {
            let Some(code) = codes.get(name) else {
                continue;
            };
            for used in names(code) {
                if seen.insert(used.clone()) {
                    todo.push(used);
                }
            }
        }
        seen
    }
}
