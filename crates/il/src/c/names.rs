//! Names in C: linker names are C identifiers but for a few characters, locals get their number.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::c::Purpose;
use crate::c::constants::narrow;
use crate::live::live;
use crate::own_names::is_own_name;
use crate::tables::{Fate, copied, fates};
use crate::unwritten::{Reads, unwritten};
use crate::{Code, ConstantId, ConstantKind, LocalId, Memory, Module, Symbol, Variable};

/// The names of a module.
pub(crate) struct Names<'m> {
    purpose: Purpose,
    pub(crate) functions: FxHashMap<&'m str, &'m crate::Function>,
    /// Constants that the compiler may drop: it keeps every variable of the device that is not a function's own, so a function gives
    /// their place. By name the function, and the number in it.
    behind: FxHashMap<&'m str, (usize, usize)>,
    /// What each of these functions gives the place of: constants that refer to others behind those.
    groups: Vec<Vec<&'m Variable>>,
    /// Variables of functions that nothing writes. The optimiser does not see that by itself where they are variables of the file.
    unwritten: FxHashMap<&'m str, Reads>,
    /// The arrays that functions have their names in. The compiler of the device gives them numbers for names, and drops those that no
    /// code comes to; C has no variable that it may drop under such a name, so those are literals.
    own: FxHashMap<&'m str, OwnName>,
    /// Functions that the optimiser leaves because it drops the virtual tables that name them late.
    left: FxHashSet<&'m str>,
}

impl<'m> Names<'m> {
    /// The names of what is used; of everything without that set.
    pub(crate) fn new(
        module: &'m Module,
        purpose: Purpose,
        used: Option<&FxHashSet<Symbol>>,
    ) -> Names<'m> {
        let unwritten = unwritten(module);
        let (groups, left) = groups(module, &unwritten);
        let mut behind = FxHashMap::default();
        for (number, group) in groups.iter().enumerate() {
            for (place, variable) in group.iter().enumerate() {
                behind.insert(&*variable.name, (number, place));
            }
        }
        Names {
            purpose,
            behind,
            groups,
            unwritten,
            left,
            own: own_names(module, used),
            functions: module.functions.iter().map(|f| (&*f.name, &**f)).collect(),
        }
    }

    /// The constants that the function for a constant gives the places of, if there is one, and which of them it is.
    pub(crate) fn group(&self, name: &str) -> Option<(&[&'m Variable], usize)> {
        let (group, place) = self.behind.get(name)?;
        Some((self.groups.get(*group)?, *place))
    }

    /// Whether a variable holds what it holds at first for ever.
    pub(crate) fn is_unwritten(&self, name: &str) -> bool {
        self.unwritten.contains_key(name)
    }

    /// Whether a function stays that nothing calls in the end.
    pub(crate) fn is_left(&self, name: &str) -> bool {
        self.purpose == Purpose::Compiling && self.left.contains(name)
    }

    /// Whether a variable is written as a literal where it is named.
    pub(crate) fn is_literal(&self, name: &str) -> bool {
        self.purpose == Purpose::Compiling
            && matches!(self.own.get(name), Some(OwnName::Literal(_)))
    }

    /// A linker name. The compiler of the device makes those of internal variables and kernels unique itself.
    pub(crate) fn symbol(&self, name: &Symbol) -> String {
        match self.purpose {
            Purpose::Reading => name.to_string(),
            Purpose::Compiling => match self.own.get(&**name) {
                Some(OwnName::Numbered(number)) => format!("__unnamed_{number}"),
                Some(OwnName::Literal(literal)) => literal.clone(),
                None => plain(name).unwrap_or(name).to_owned(),
            },
        }
    }
}

/// The function that gives the places of some constants.
pub(crate) fn place_function(group: &[&Variable]) -> String {
    let name = group.first().map_or("", |v| &*v.name);
    format!("__place_of{name}")
}

/// The constants that functions give the places of. Those that refer to each other are in one group, what is referred to first.
/// And the functions that stay all the same.
fn groups<'m>(
    module: &'m Module,
    unwritten: &FxHashMap<&str, Reads>,
) -> (Vec<Vec<&'m Variable>>, FxHashSet<&'m str>) {
    let mut droppable: FxHashMap<&str, &Variable> = (module.variables.iter())
        .filter(|v| {
            let is_constant = v.quals.is_const && v.memory == Memory::Device;
            let is_folded = unwritten.get(&*v.name) == Some(&Reads::Known);
            v.is_own() && (is_folded || is_constant && !v.name.starts_with(LOCAL))
        })
        .map(|v| (&*v.name, &**v))
        .collect();
    let tables: FxHashMap<&str, &Variable> = (droppable.iter())
        .filter(|(name, _)| is_table(name))
        .map(|(name, v)| (*name, *v))
        .collect();
    let none = FxHashSet::default();
    let mut left = FxHashSet::default();
    if !tables.is_empty() {
        for (name, fate) in fates(module, &tables) {
            match fate {
                Fate::Dropped => {}
                Fate::Read => left.extend(
                    tables
                        .get(name)
                        .into_iter()
                        .flat_map(|v| addresses(&v.code, &none)),
                ),
                Fate::Stays => {
                    droppable.remove(name);
                }
            }
        }
    }
    // What code and other variables name in their constants stays a variable of the file.
    let mut kept: FxHashSet<&str> = FxHashSet::default();
    let mut refers: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for definition in module.definitions() {
        let name = definition.name();
        let own = droppable.get(&**name).map(|v| &*v.name);
        let copied = copied(definition.code());
        for to in addresses(definition.code(), &copied) {
            match own.filter(|own| *own != to) {
                Some(own) if is_table(own) && is_table(to) && droppable.contains_key(to) => {
                    refers.entry(own).or_default().push(to);
                }
                _ => {
                    kept.insert(to);
                }
            }
        }
    }
    // What finds functions by a table of tables must see it as it is: the optimiser does not look through a function in time.
    let has_functions = |name: &str| {
        let own = droppable.get(name).map(|v| addresses(&v.code, &none));
        own.into_iter()
            .flatten()
            .any(|to| !droppable.contains_key(to))
    };
    for (from, all) in &refers {
        if all.iter().any(|to| has_functions(to)) {
            kept.insert(from);
        }
    }
    // Whatever such a variable refers to would have to be one too.
    let mut todo: Vec<&str> = kept.iter().copied().collect();
    while let Some(name) = todo.pop() {
        for &to in refers.get(name).into_iter().flatten() {
            if kept.insert(to) {
                todo.push(to);
            }
        }
    }
    let is_one = |name: &str| droppable.contains_key(name) && !kept.contains(name);
    let mut around: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for (from, all) in &refers {
        for to in all {
            around.entry(to).or_default().push(from);
        }
    }
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut out = Vec::new();
    for variable in &module.variables {
        if !is_one(&variable.name) || !seen.insert(&variable.name) {
            continue;
        }
        let mut group = vec![&**variable];
        let mut next = 0;
        while let Some(name) = group.get(next).map(|v| &*v.name) {
            next += 1;
            let (to, from) = (refers.get(name), around.get(name));
            for other in to.into_iter().chain(from).flatten() {
                if is_one(other)
                    && seen.insert(other)
                    && let Some(other) = droppable.get(other)
                {
                    group.push(other);
                }
            }
        }
        // Tables of tables refer to tables, which refer to none.
        group.sort_by_key(|v| refers.contains_key(&*v.name));
        out.push(group);
    }
    (out, left)
}

/// Whether a variable is a virtual table or a table of such.
fn is_table(name: &str) -> bool {
    name.starts_with("_ZTV") || name.starts_with("_ZTT") || name.starts_with("_ZTC")
}

/// The variables and functions that constants are the addresses of, but for some constants.
fn addresses<'c>(code: &'c Code, but_for: &FxHashSet<ConstantId>) -> impl Iterator<Item = &'c str> {
    (code.constants.iter()).filter_map(|(id, c)| match &c.kind {
        ConstantKind::Address(name, _) if !but_for.contains(&id) => Some(&**name),
        _ => None,
    })
}

/// What a name is without the mark of its translation unit.
fn plain(name: &str) -> Option<&str> {
    marked(name).map(|(_, plain)| plain)
}

/// The module id in the mark of a name's translation unit, and what the name is without the mark.
pub(crate) fn marked(name: &str) -> Option<(&str, &str)> {
    let (digits, rest) = name.strip_prefix(UNIQUE)?.split_once('_')?;
    let (id, plain) = rest.split_at_checked(digits.parse().ok()?)?;
    Some((id, plain.strip_prefix('_')?))
}

/// How the array that a function has its name in is written.
enum OwnName {
    /// As the variable with this number.
    Numbered(usize),
    /// As this literal.
    Literal(String),
}

fn own_names<'m>(
    module: &'m Module,
    used: Option<&FxHashSet<Symbol>>,
) -> FxHashMap<&'m str, OwnName> {
    let mut out = FxHashMap::default();
    let mut all = (module.variables.iter())
        .filter(|v| is_own_name(&v.name) && used.is_none_or(|used| used.contains(&v.name)))
        .peekable();
    if all.peek().is_none() {
        return out;
    }
    let live = live(module);
    let mut number = 0;
    for variable in all {
        let literal = variable.value.and_then(|value| {
            let constant = &variable.code.constants[value];
            match &constant.kind {
                ConstantKind::Text(units) => narrow(&variable.code, constant.ty, units),
                _ => None,
            }
        });
        let written = match literal.filter(|_| !live.contains(&variable.name)) {
            Some(literal) => OwnName::Literal(literal),
            None => {
                number += 1;
                OwnName::Numbered(number)
            }
        };
        out.insert(&*variable.name, written);
    }
    out
}

/// The prefix of the names of variables that functions declare.
const LOCAL: &str = "_ZZ";

/// The mark, before the number of characters of the unit's name.
const UNIQUE: &str = "__nv_static_";

/// The tag of a record. One of the global namespace keeps its name: the compiler of the device reads those of its own vector types.
pub(crate) fn tag(name: &Symbol) -> String {
    match global(name) {
        Some(plain) => plain.to_owned(),
        None => format!("__T{name}"),
    }
}

/// The name of a class that is a member of the global namespace and no specialisation (Itanium C++ ABI 5.1.2, `<source-name>`).
fn global(name: &str) -> Option<&str> {
    let rest = name.strip_prefix("_Z")?;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let (len, plain) = rest.split_at(digits);
    (len.parse() == Ok(plain.len())).then_some(plain)
}

/// A local.
pub(crate) fn local(code: &Code, local: LocalId) -> String {
    let number = local.into_raw().into_u32();
    match &*code.locals[local].name {
        "" => format!("__t{number}"),
        name if name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') => {
            format!("__l{number}_{name}")
        }
        _ => format!("__l{number}"),
    }
}
