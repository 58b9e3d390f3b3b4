//! A module cut into parts that are compiled by themselves.
//!
//! A kernel gets the same code alone as with others, unless it shares something with them that the code generator does not make its own
//! for each: a function that is not inlined, or a variable in shared memory. Kernels that do stand in one part.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::reach::Reach;
use crate::{
    Code, ConstantKind, Definition, ExprKind, FunctionKind, Linkage, Memory, Module, Symbol,
    Variable,
};

/// A part of a module.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its kernels, in the module's order; none of what others may use without a kernel.
    pub kernels: Vec<Symbol>,
    /// The kernels and all that they use.
    pub module: Module,
}

impl Module {
    /// The parts of a module, in the order of their first kernels; what is there without a kernel comes last. `together` are kernels
    /// that stand in one part whatever they share.
    pub fn groups(&self, together: &[Vec<Symbol>]) -> Vec<Group> {
        let reach = Reach::new(self);
        let kernels: Vec<&Symbol> = (self.functions.iter())
            .filter(|f| f.kind == FunctionKind::Kernel && f.body.is_some())
            .map(|f| &f.name)
            .collect();
        let used: Vec<FxHashSet<&Symbol>> =
            kernels.iter().map(|name| reach.from(vec![name])).collect();
        let number: FxHashMap<&Symbol, usize> = kernels
            .iter()
            .enumerate()
            .map(|(i, name)| (*name, i))
            .collect();
        let mut joined = Joined::new(kernels.len());
        for all in together {
            let mut numbers = all.iter().filter_map(|name| number.get(name));
            if let Some(first) = numbers.next() {
                numbers.for_each(|other| joined.join(*first, *other));
            }
        }
        let shared = self.shared();
        let mut first: FxHashMap<&Symbol, usize> = FxHashMap::default();
        for (i, names) in used.iter().enumerate() {
            for name in names.iter().filter(|name| shared.contains(*name)) {
                joined.join(*first.entry(name).or_insert(i), i);
            }
        }
        let mut out: Vec<(usize, Vec<Symbol>, FxHashSet<Symbol>)> = Vec::new();
        for (i, name) in kernels.iter().enumerate() {
            let root = joined.root(i);
            let at = match out.iter().position(|group| group.0 == root) {
                Some(at) => at,
                None => {
                    out.push((root, Vec::new(), FxHashSet::default()));
                    out.len() - 1
                }
            };
            out[at].1.push((*name).clone());
            out[at].2.extend(used[i].iter().map(|name| (*name).clone()));
        }
        let rest = self.rest(&reach);
        if !rest.is_empty() {
            out.push((usize::MAX, Vec::new(), rest));
        }
        out.into_iter()
            .map(|(_, kernels, names)| Group {
                kernels,
                module: self.part(&names),
            })
            .collect()
    }

    /// What is there whether a kernel uses it or not.
    fn rest(&self, reach: &Reach<'_>) -> FxHashSet<Symbol> {
        let variables = (self.variables.iter())
            .filter(|v| !v.is_declaration && (v.is_kept || v.linkage != Linkage::Internal))
            .map(|v| &v.name);
        let functions = (self.functions.iter())
            .filter(|f| {
                let is_seen =
                    f.attributes.kept || matches!(f.linkage, Linkage::External | Linkage::Weak);
                f.kind == FunctionKind::Device && f.body.is_some() && is_seen
            })
            .map(|f| &f.name);
        let all = reach.from(variables.chain(functions).collect());
        all.into_iter().cloned().collect()
    }

    /// What kernels do not have each for themselves.
    fn shared(&self) -> FxHashSet<&Symbol> {
        // What nobody else can change may seem to be constant where the kernel that changes it is missing.
        let is_changed = |v: &Variable| v.is_own() && !v.quals.is_const;
        let mut out: FxHashSet<&Symbol> = (self.variables.iter())
            .filter(|v| !v.is_declaration && (v.memory == Memory::Shared || is_changed(v)))
            .map(|v| &v.name)
            .collect();
        let functions: FxHashSet<&Symbol> = (self.functions.iter())
            .filter(|f| f.kind == FunctionKind::Device && f.body.is_some())
            .map(|f| &f.name)
            .collect();
        for function in self
            .functions
            .iter()
            .filter(|f| functions.contains(&f.name))
        {
            if function.attributes.never_inline || function.variadic {
                out.insert(&function.name);
            }
        }
        out.extend(self.recursive(&functions));
        let code = self
            .definitions()
            .filter(|d| !matches!(d, Definition::Record(_)));
        let addressed = code.flat_map(|d| addressed(d.code()));
        out.extend(addressed.filter(|name| functions.contains(name)));
        out
    }
}

impl Module {
    /// Functions that may call themselves, and what lies between two of them: what is left when those that call none, and those that
    /// none calls, are taken away again and again.
    fn recursive<'m>(&'m self, functions: &FxHashSet<&'m Symbol>) -> FxHashSet<&'m Symbol> {
        let defined = self
            .functions
            .iter()
            .filter(|f| functions.contains(&f.name));
        let (mut callees, mut callers) = (Graph::default(), Graph::default());
        for function in defined {
            callees.entry(&function.name).or_default();
            callers.entry(&function.name).or_default();
            for callee in called(&function.code).filter(|c| functions.contains(c)) {
                callees.entry(&function.name).or_default().insert(callee);
                callers.entry(callee).or_default().insert(&function.name);
            }
        }
        take_ends(&mut callees, &mut callers);
        take_ends(&mut callers, &mut callees);
        callees.into_keys().collect()
    }
}

/// What each function leads to.
type Graph<'m> = FxHashMap<&'m Symbol, FxHashSet<&'m Symbol>>;

/// Takes away what leads to nothing, until there is nothing of that kind. `back` is the same graph in the other direction.
fn take_ends<'m>(graph: &mut Graph<'m>, back: &mut Graph<'m>) {
    let ends = graph.iter().filter(|(_, to)| to.is_empty());
    let mut todo: Vec<&'m Symbol> = ends.map(|(name, _)| *name).collect();
    while let Some(name) = todo.pop() {
        graph.remove(name);
        for from in back.remove(name).into_iter().flatten() {
            if let Some(to) = graph.get_mut(from)
                && to.remove(name)
                && to.is_empty()
            {
                todo.push(from);
            }
        }
    }
}

/// The functions that some code calls by name.
fn called(code: &Code) -> impl Iterator<Item = &Symbol> {
    code.exprs.values().filter_map(|x| match &x.kind {
        ExprKind::Call(name, _) => Some(name),
        _ => None,
    })
}

/// What some code takes the address of.
fn addressed(code: &Code) -> impl Iterator<Item = &Symbol> {
    let exprs = code.exprs.values().filter_map(|x| match &x.kind {
        ExprKind::Function(name) => Some(name),
        _ => None,
    });
    let constants = code.constants.values().filter_map(|c| match &c.kind {
        ConstantKind::Address(name, _) | ConstantKind::MemberFunction(name, _) => Some(name),
        _ => None,
    });
    exprs.chain(constants)
}

/// Which of several things belong together.
struct Joined(Vec<usize>);

impl Joined {
    fn new(count: usize) -> Joined {
        Joined((0..count).collect())
    }

    /// The first of those that something belongs to.
    fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}
