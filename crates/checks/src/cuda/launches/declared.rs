//! What the launch attributes of a kernel's declarations say, one after the other. It says nothing of what is wrong with them.

use std::sync::LazyLock;

use cleave_base_db::{Db, HostSettings, SourceFile};
use cleave_names::decl::{Attribute, Decl};
use cleave_names::{ItemId, ItemNode, item_id_of_node, user_items};
use cleave_typing::DeclRef;
use cleave_typing::eval::Argument as Value;
use cleave_typing::function::{canonical, precedes, redeclarations};
use rustc_hash::FxHashMap;

use crate::cuda::launches::arguments::{components, depends, given, values_of, written};
use crate::engine::entities::{declaration, name_token, number, template_of};
use crate::engine::source::Source;

/// What the launch attributes of some declarations of a kernel say together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Launch {
    /// There are launch bounds.
    pub(crate) bounds: bool,
    /// There is a number of registers.
    pub(crate) registers: bool,
    /// The most blocks that a cluster may have.
    pub(crate) limit: Option<i128>,
    /// How many it has.
    pub(crate) blocks: Option<i128>,
    /// `__block_size__` says so, and not `__cluster_dims__`.
    pub(crate) by_block_size: bool,
}

impl Launch {
    /// What one declaration says.
    pub(crate) fn of(s: &Source<'_>, decl: &Decl) -> Launch {
        let find = |name: &str| decl.attributes.iter().rev().find(|a| a.name == name);
        let bounds = find("launch_bounds").filter(|a| given(a));
        let cluster = find("cluster_dims").filter(|a| !a.arguments.is_empty());
        let block = find("block_size").filter(|a| given(a));
        let product = |values: Vec<Value<'_>>| {
            values.iter().try_fold(1i128, |product, v| {
                Some(product * v.integer().filter(|&v| v > 0)?)
            })
        };
        let bound = |a: &Attribute| values_of(s, decl, a).get(2).and_then(Value::integer);
        let second = |a: &Attribute| {
            let tuples = written(s, a.arguments);
            product(components(s, decl, tuples.get(1)?))
        };
        Launch {
            bounds: bounds.is_some(),
            // A number that depends on template arguments does not count.
            registers: find("maxnreg").is_some_and(|a| given(a) && !depends(s, decl, a)),
            limit: bounds.and_then(bound).filter(|&v| v > 0),
            blocks: match (cluster, block) {
                (Some(c), _) => product(values_of(s, decl, c)),
                (None, Some(b)) => second(b),
                (None, None) => None,
            },
            by_block_size: cluster.is_none() && block.is_some(),
        }
    }

    /// What is known after a further declaration.
    pub(crate) fn then(self, later: Launch) -> Launch {
        Launch {
            bounds: self.bounds || later.bounds,
            registers: self.registers || later.registers,
            limit: match later.bounds {
                true => later.limit,
                false => self.limit,
            },
            blocks: later.blocks.or(self.blocks),
            by_block_size: match later.blocks {
                Some(_) => later.by_block_size,
                None => self.by_block_size,
            },
        }
    }
}

/// What the declarations before one say, and of an explicit specialisation those of its template.
pub(crate) fn before(s: &Source<'_>, decl: &Decl) -> Launch {
    let own = declaration(s, decl);
    let is_special = decl.is_specialization() && !decl.is_template();
    let template = is_special.then(|| template_of(s, decl)).flatten();
    let of_template = (template.zip(own)).map(|(t, own)| {
        let first = canonical(s.db, t.decl(s.db));
        let sums = running_sums(s.db, s.file, first);
        let all = redeclarations(s.db, first).iter();
        let behind = all.into_iter().find(|d| !precedes(s.db, **d, own));
        behind.map_or(Some(&sums.total), |d| sums.before.get(d))
    });
    let of_template = of_template.flatten().copied().unwrap_or_default();
    let Some(own) = own else {
        return of_template;
    };
    let first = canonical(s.db, own);
    if own == first {
        return of_template;
    }
    let sums = running_sums(s.db, s.file, first);
    of_template.then(sums.before.get(&own).copied().unwrap_or_default())
}

/// What the redeclarations of a kernel say.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
struct Sums<'db> {
    before: FxHashMap<DeclRef<'db>, Launch>,
    total: Launch,
}

/// Before each redeclaration of a kernel, by its first declaration, and all together.
#[salsa::tracked(returns(ref))]
fn running_sums<'db>(db: &'db dyn Db, file: SourceFile, first: DeclRef<'db>) -> Sums<'db> {
    // No setting matters to what is written.
    static SETTINGS: LazyLock<HostSettings> = LazyLock::new(HostSettings::default);
    let nodes: FxHashMap<ItemId<'db>, ItemNode<'db>> = user_items(db, file)
        .iter()
        .map(|&node| (item_id_of_node(db, node), node))
        .collect();
    let mut sum = Launch::default();
    let mut before = FxHashMap::default();
    for &decl in redeclarations(db, first) {
        before.insert(decl, sum);
        let Some(&node) = nodes.get(&decl.code(db).item) else {
            continue;
        };
        let theirs = Source::new(db, file, node, &SETTINGS);
        let number = name_token(db, decl).and_then(|at| number(theirs.decls, at));
        if let Some(number) = number {
            sum = sum.then(Launch::of(&theirs, &theirs.decls[number]));
        }
    }
    Sums { before, total: sum }
}
