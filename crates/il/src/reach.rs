//! What of a module can be used: the kernels and what they refer to.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    Code, ConstantKind, Definition, ExprKind, FunctionKind, Linkage, Module, Symbol, Type,
};

/// The functions and variables that a definition names, each as often as it does.
pub(crate) fn names(code: &Code) -> impl Iterator<Item = &Symbol> {
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

/// The records among the types of some code.
fn record_names(code: &Code) -> impl Iterator<Item = &Symbol> {
    code.types.iter().filter_map(|(_, ty)| match ty {
        Type::Record(name) => Some(name),
        _ => None,
    })
}

impl Module {
    /// The functions and variables that are used: those that others may use, and what they name.
    pub fn used(&self) -> FxHashSet<Symbol> {
        self.reached(self.roots())
    }

    /// The names of what others may use: kernels, what has external linkage, what is kept.
    pub(crate) fn roots(&self) -> Vec<&Symbol> {
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
        roots.map(|d| d.name()).collect()
    }

    /// One kernel with what it uses; `None` if there is none of that name.
    pub fn slice(&self, kernel: &str) -> Option<Module> {
        let root = self
            .functions
            .iter()
            .find(|f| &*f.name == kernel && f.kind == FunctionKind::Kernel && f.body.is_some())?;
        Some(self.part(&self.reached(vec![&root.name])))
    }

    /// The functions and variables of some names, with the records that their code has.
    pub(crate) fn part(&self, names: &FxHashSet<Symbol>) -> Module {
        let mut out = self.clone();
        out.functions.retain(|f| names.contains(&f.name));
        out.variables.retain(|v| names.contains(&v.name));
        let records: FxHashMap<&Symbol, &Code> =
            self.records.iter().map(|r| (&r.name, &r.code)).collect();
        let code = out
            .definitions()
            .filter(|d| !matches!(d, Definition::Record(_)));
        let mut todo: Vec<&Symbol> = code.flat_map(|d| record_names(d.code())).collect();
        let mut seen: FxHashSet<Symbol> = todo.iter().map(|n| (*n).clone()).collect();
        while let Some(name) = todo.pop() {
            for used in records
                .get(name)
                .into_iter()
                .flat_map(|code| record_names(code))
            {
                if seen.insert(used.clone()) {
                    todo.push(used);
                }
            }
        }
        out.records.retain(|r| seen.contains(&r.name));
        out
    }

    /// What is named by definitions and by what they name, themselves included.
    fn reached<'a>(&'a self, todo: Vec<&'a Symbol>) -> FxHashSet<Symbol> {
        let reached = Reach::new(self).from(todo);
        reached.into_iter().cloned().collect()
    }
}

/// What each definition of a module names.
pub(crate) struct Reach<'m> {
    codes: FxHashMap<&'m Symbol, &'m Code>,
}

impl<'m> Reach<'m> {
    pub(crate) fn new(module: &'m Module) -> Reach<'m> {
        let code = module
            .definitions()
            .filter(|d| !matches!(d, Definition::Record(_)));
        Reach {
            codes: code.map(|d| (d.name(), d.code())).collect(),
        }
    }

    /// What some definitions name, and what these name, themselves included.
    pub(crate) fn from(&self, mut todo: Vec<&'m Symbol>) -> FxHashSet<&'m Symbol> {
        let mut seen: FxHashSet<&Symbol> = todo.iter().copied().collect();
        while let Some(name) = todo.pop() {
            for used in self
                .codes
                .get(name)
                .into_iter()
                .flat_map(|code| names(code))
            {
                if seen.insert(used) {
                    todo.push(used);
                }
            }
        }
        seen
    }
}
