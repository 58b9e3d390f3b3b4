//! What becomes of virtual tables. The optimiser drops those that no code finds when it is done: of objects that nobody sees it knows the
//! tables, and the functions that are called. So a table stays if an object refers to it that others may see, or one of several that code
//! chooses from.
//!
//! It must not know how C says that.

mod follow;
mod objects;

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::reach::names;
use crate::tables::follow::Follow;
use crate::{
    Code, ConstantId, ConstantKind, ExprKind, Function, FunctionKind, Linkage, LocalId, Module,
    StmtId, StmtKind, Type, Variable,
};

/// What becomes of a virtual table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fate {
    /// Nothing reads it.
    #[default]
    Dropped,
    /// It is dropped too, but late: calls read it until the optimiser knows what they call. Its functions stay.
    Read,
    /// It stays.
    Stays,
}

/// The virtual tables of a module that its code may drop, and what becomes of them.
pub(crate) fn fates<'m>(
    module: &'m Module,
    tables: &FxHashMap<&'m str, &'m Variable>,
) -> FxHashMap<&'m str, Fate> {
    let mut follow = Follow::new(module, tables);
    let is_early = is_refined(module);
    let mut roots: Vec<&Function> = (module.functions.iter())
        .map(|f| &**f)
        .filter(|f| is_root(f))
        .collect();
    let functions: FxHashMap<&str, &Function> = (module.functions.iter())
        .map(|f| (&*f.name, &**f))
        .collect();
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    for definition in module.definitions() {
        // What variables point to is called from anywhere.
        if let crate::Definition::Variable(v) = definition
            && !tables.contains_key(&*v.name)
        {
            roots.extend(names(&v.code).filter_map(|name| functions.get(&**name).copied()));
        }
    }
    // What a constant of an object refers to is no secret of the code that uses it.
    for function in &module.functions {
        for name in constant_addresses(function) {
            if let Some((table, _)) = tables.get_key_value(name) {
                follow.settle(table, Fate::Stays);
            }
        }
    }
    roots.extend(
        follow
            .named_by_tables()
            .filter_map(|f| functions.get(f).copied()),
    );
    while let Some(root) = roots.pop() {
        if !seen.insert(&root.name) || root.body.is_none() {
            continue;
        }
        follow.root(root);
        let called = std::mem::take(&mut follow.called);
        roots.extend(called.into_iter().filter_map(|f| functions.get(f).copied()));
        roots.extend(
            follow
                .named_by_tables()
                .filter_map(|f| functions.get(f).copied()),
        );
    }
    let mut fates = follow.fates;
    if is_early {
        for fate in fates.values_mut().filter(|fate| **fate == Fate::Read) {
            *fate = Fate::Dropped;
        }
    }
    fates
}

/// Whether the optimiser finds a function with a result that is given the same constant wherever it is called, or nothing: it looks at the
/// module once more then, and drops tables early.
fn is_refined(module: &Module) -> bool {
    let mut given: FxHashMap<&str, Vec<Option<ConstantKind>>> = FxHashMap::default();
    for function in &module.functions {
        let code = &function.code;
        for x in code.exprs.values() {
            let ExprKind::Call(name, args) = &x.kind else {
                continue;
            };
            let value = |e: &crate::ExprId| match code.exprs[*e].kind {
                ExprKind::Constant(c) => Some(code.constants[c].kind.clone())
                    .filter(|c| matches!(c, ConstantKind::Integer(_) | ConstantKind::Floating(_))),
                _ => None,
            };
            let values: Vec<Option<ConstantKind>> = args.iter().map(value).collect();
            match given.entry(name) {
                Entry::Vacant(entry) => drop(entry.insert(values)),
                Entry::Occupied(mut entry) => {
                    for (known, value) in entry.get_mut().iter_mut().zip(values) {
                        if *known != value {
                            *known = None;
                        }
                    }
                }
            }
        }
    }
    module.functions.iter().any(|f| {
        let is_own = f.linkage == Linkage::Internal && f.kind == FunctionKind::Device;
        let has_result = !matches!(f.code.types[f.ret], Type::Void);
        let args = given
            .get(&*f.name)
            .filter(|_| is_own && has_result && f.body.is_some());
        args.is_some_and(|args| args.is_empty() || args.iter().any(Option::is_some))
    })
}

/// The functions and variables that constants in some code are the addresses of, but for those that objects are copied from.
fn constant_addresses(function: &Function) -> impl Iterator<Item = &str> {
    let copied = copied(&function.code);
    (function.code.constants.iter()).filter_map(move |(id, c)| match &c.kind {
        ConstantKind::Address(name, _) if !copied.contains(&id) => Some(&**name),
        _ => None,
    })
}

/// The constants that objects are copied from in some code, and their parts: what C may compute there need be no constant.
pub(crate) fn copied(code: &Code) -> FxHashSet<ConstantId> {
    let copied = code.exprs.values().filter_map(|x| match x.kind {
        ExprKind::Text(constant) => Some(constant),
        _ => None,
    });
    let mut todo: Vec<ConstantId> = copied.collect();
    let mut out = FxHashSet::default();
    while let Some(constant) = todo.pop() {
        if out.insert(constant) {
            match &code.constants[constant].kind {
                ConstantKind::Record(parts) => todo.extend(parts.iter().map(|part| part.1)),
                ConstantKind::Array(parts) => todo.extend(parts.iter()),
                _ => {}
            }
        }
    }
    out
}

/// The constant that a statement stores in a local as a whole.
pub(crate) fn constant_of(code: &Code, local: LocalId, s: StmtId) -> Option<ConstantId> {
    let StmtKind::Expr(e) = code.stmts[s].kind else {
        return None;
    };
    let (place, from) = match code.exprs[e].kind {
        ExprKind::Copy(place, from) => (place, from),
        ExprKind::Store(place, value) => match code.exprs[value].kind {
            ExprKind::Load(from) => (place, from),
            _ => return None,
        },
        _ => return None,
    };
    match (&code.exprs[place].kind, &code.exprs[from].kind) {
        (ExprKind::Local(to), ExprKind::Text(constant)) if *to == local => Some(*constant),
        _ => None,
    }
}

/// Whether a function is called by what is not there, or stands for itself in the end.
fn is_root(function: &Function) -> bool {
    function.body.is_some()
        && (function.kind == FunctionKind::Kernel
            || function.attributes.kept
            || matches!(function.linkage, Linkage::External | Linkage::Weak))
}

/// The function that a table has at a number of bytes from its start.
fn entry(table: &Variable, bytes: u64) -> Option<&str> {
    let value = &table.code.constants[table.value?].kind;
    let ConstantKind::Array(parts) = value else {
        return None;
    };
    match &table.code.constants[*parts.get((bytes / 8) as usize)?].kind {
        ConstantKind::Address(name, 0) => Some(name),
        _ => None,
    }
}

/// Whether tables of bases stand behind a table: the optimiser does not look into those. They say how far the base lies in the object.
fn has_others(table: &Variable) -> bool {
    let value = table.value.map(|value| &table.code.constants[value].kind);
    let Some(ConstantKind::Array(parts)) = value else {
        return false;
    };
    let is_offset = |kind: &ConstantKind| matches!(kind, ConstantKind::Integer(n) if *n < 0);
    parts
        .iter()
        .any(|part| is_offset(&table.code.constants[*part].kind))
}

/// Whether an expression makes an address of a function that may be called from anywhere.
fn is_function(kind: &ExprKind) -> Option<&str> {
    match kind {
        ExprKind::Function(name) => Some(name),
        _ => None,
    }
}
