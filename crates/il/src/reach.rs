//! What of a module can be used: the kernels and what they refer to.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Code, ConstantKind, Definition, ExprKind, FunctionKind, Linkage, Module, Symbol};

/// The functions and variables that a definition names, each as often as it does.
fn names(code: &Code) -> impl Iterator<Item = &Symbol> {
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
        let roots = self.definitions().filter(|definition| match definition {
            Definition::Record(_) => false,
            Definition::Variable(v) => {
                !v.is_declaration && (v.is_kept || v.linkage != Linkage::Internal)
            }
            Definition::Function(f) => {
                f.body.is_some()
                    && (f.kind == FunctionKind::Kernel
                        || f.attributes.kept
                        || matches!(f.linkage, Linkage::External | Linkage::Weak))
            }
        });
        self.reached(roots.map(|d| d.name()).collect())
    }

    /// One kernel with what it uses; `None` if there is none of that name.
    pub fn slice(&self, kernel: &str) -> Option<Module> {
        let root = self
            .functions
            .iter()
            .find(|f| &*f.name == kernel && f.kind == FunctionKind::Kernel && f.body.is_some())?;
        let used = self.reached(vec![&root.name]);
        let mut out = self.clone();
        out.functions.retain(|f| used.contains(&f.name));
        out.variables.retain(|v| used.contains(&v.name));
        Some(out)
    }

    /// What is named by definitions and by what they name, themselves included.
    fn reached<'a>(&'a self, mut todo: Vec<&'a Symbol>) -> FxHashSet<Symbol> {
        let codes: FxHashMap<&Symbol, &Code> = self
            .definitions()
            .filter(|d| !matches!(d, Definition::Record(_)))
            .map(|d| (d.name(), d.code()))
            .collect();
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
